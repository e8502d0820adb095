"""What is taken in hand is not spent by it: a pick can be taken back until a step is taken."""

from __future__ import annotations

import pytest

from bridgehead.core.actions import (
    Attack,
    Cancel,
    Choose,
    Commit,
    Done,
    Draw,
    Drop,
    MoveTo,
    Pick,
    Place,
)
from bridgehead.core.play import dice, options, push
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.model.actions import Deselect, PutBack
from bridgehead.games.eastprussia1914.model.events import UnitRebuilt
from bridgehead.games.eastprussia1914.rules.activation import (
    NAMED,
    NOT_NAMED,
    ChooseFreeMovers,
    ChooseIndependents,
)
from bridgehead.games.eastprussia1914.rules.chits import (
    NOT_CHOSEN,
    Exchange,
    SelectChits,
    close_selection,
    german_selection,
)
from bridgehead.games.eastprussia1914.rules.combat import NOT_IN, AssembleAttack, CombatSegment
from bridgehead.games.eastprussia1914.rules.command import DOES_NOTHING, SAME_HQ, TWICE
from bridgehead.games.eastprussia1914.rules.movement_segment import HAS_MOVED, OFF_MAP, MovementSegment
from bridgehead.games.eastprussia1914.rules.reinforcements import Reinforcements
from bridgehead.games.eastprussia1914.rules.replacements import Replacements
from bridgehead.games.eastprussia1914.rules.special import LandsturmCalledOut
from bridgehead.games.eastprussia1914.rules.stacking import FULL
from bridgehead.games.eastprussia1914.rules.supply_phase import IsolatedMovement
from bridgehead.games.eastprussia1914.rules.unit_moves import HAS_BEGUN, MOVING_ALREADY, MarchUnit, MoveUnit
from tests.games.eastprussia1914.table import (
    GERMAN,
    NO_HQ,
    RUSSIAN,
    activate,
    ask,
    chit,
    empty,
    moving,
    no,
    now,
    opening,
    select,
    stand,
    unit,
    units,
)


@pytest.mark.rule("6.1.1")
def test_a_unit_picked_and_put_down_may_still_move() -> None:
    s = empty()
    stand(s, 3614, "G-1")
    stand(s, 2025, "G-2")
    ask(s, MovementSegment(GERMAN, NO_HQ, units("G-1", "G-2")))
    push(s, Pick(UnitId("G-1")))
    push(s, Cancel())
    assert isinstance(now(s), MovementSegment) and Pick(UnitId("G-1")) in options(s)
    push(s, Pick(UnitId("G-1")))
    assert Done() not in options(s)
    push(s, MoveTo(Hex(3613)))
    assert no(s, Cancel()) is HAS_BEGUN
    push(s, Done())
    assert no(s, Pick(UnitId("G-1"))) is HAS_MOVED


@pytest.mark.rule("6.3.1", "6.4.3")
def test_the_road_may_be_given_up_for_the_fields_before_the_first_step() -> None:
    s = empty(turn=4)
    stand(s, 2529, "G-37")
    moving(s, "G-37")
    push(s, Choose("strategic"))
    assert isinstance(now(s), MarchUnit) and now(s).mp == 7
    assert Cancel() in options(s) and Done() not in options(s)
    push(s, MoveTo(Hex(2528)))
    assert Done() in options(s) and Cancel() not in options(s)
    stand(s, 2529, "G-37")
    moving(s, "G-37")
    push(s, Choose("strategic"))
    push(s, Cancel())
    assert type(now(s)) is MoveUnit and now(s).mp == 5
    push(s, MoveTo(Hex(2528)))
    assert no(s, Choose("rail")) is MOVING_ALREADY


@pytest.mark.rule("6.1.1", "7.1", "7.2")
def test_a_unit_that_cannot_take_a_step_is_not_offered() -> None:
    s = empty()
    stand(s, 3013, "G-1")
    names = "G-2 G-35 G-36 G-37 G-41 G-22 G-38 G-3Gd G-1R G-36R G-3R G-35R"
    friends = units(*names.split())
    for number, hex in enumerate(s.ground.board.near[3013]):
        stand(s, hex, *friends[2 * number : 2 * number + 2])
        s.ledger["zoc_russian"][hex] = 1  # nobody gets farther than one hex
    s.touch()
    ask(s, MovementSegment(GERMAN, NO_HQ, units("G-1", "G-2", "G-6Lw")))
    found = no(s, Pick(UnitId("G-1")))
    assert (found.rule, found.because) == (FULL.rule, FULL.because) and found.hex in s.ground.board.near[3013]
    assert no(s, Pick(UnitId("G-6Lw"))) is OFF_MAP
    s.send(UnitId("G-3R"), "aside")
    ask(s, MovementSegment(GERMAN, NO_HQ, units("G-1", "G-2")))
    assert Pick(UnitId("G-1")) in options(s)


@pytest.mark.rule("6.1.1", "6.4.3")
def test_a_move_by_rail_counts_as_the_whole_move() -> None:
    s = empty(turn=3)
    stand(s, 3614, "G-1", "G-1/1")
    moving(s, "G-1", beside="G-1/1")
    push(s, Choose("rail"))
    push(s, MoveTo(Hex(2025)))
    assert now(s).done == now(s).tired == units("G-1") and s.tracks["rail_german"] == 6
    assert no(s, Pick(UnitId("G-1"))) is HAS_MOVED


@pytest.mark.rule("8.1", "8.5")
def test_an_arrival_may_be_taken_back_before_the_unit_is_placed() -> None:
    s = opening(turn=2)
    ask(s, Reinforcements(RUSSIAN))
    push(s, Pick(UnitId("R-22")))
    push(s, Cancel())
    assert unit(s, "R-22").box == "reinforcements" and Pick(UnitId("R-22")) in options(s)


@pytest.mark.rule("9.1", "9.4")
def test_points_are_spent_when_the_unit_is_placed() -> None:
    s = empty(turn=9)
    s.eliminate(UnitId("G-1"))
    stand(s, 3614, "G-HQ-I", mode="command")
    ask(s, Replacements(GERMAN, 3))
    push(s, Pick(UnitId("G-1")))
    push(s, Cancel())
    assert now(s).points == 3 and not now(s).given
    push(s, Pick(UnitId("G-1")))
    push(s, Place(Hex(3614)))
    assert unit(s, "G-1").steps == 1 and not s.flow
    told = [one.event for one in s.log if isinstance(one.event, UnitRebuilt)]
    assert [(each.cost, each.left) for each in told] == [(2, 1)]


@pytest.mark.rule("18.2b")
def test_a_brigade_picked_for_the_landsturm_may_be_put_down() -> None:
    s = empty(turn=5)
    s.eliminate(UnitId("G-6Lw"))
    ask(s, LandsturmCalledOut(GERMAN))
    push(s, Pick(UnitId("G-6Lw")))
    push(s, Cancel())
    assert options(s) == [Pick(UnitId("G-6Lw")), Done()]


@pytest.mark.rule("11.3.4a")
def test_an_isolated_unit_put_down_may_still_move() -> None:
    s = empty(turn=4)
    stand(s, 2529, "R-4", supply="isolated")
    s.flow = (IsolatedMovement(RUSSIAN, units("R-4")),)
    push(s, Pick(UnitId("R-4")))
    push(s, Cancel())
    assert now(s).units == units("R-4")
    push(s, Pick(UnitId("R-4")))
    push(s, options(s)[0])
    assert not s.flow


@pytest.mark.rule("10.1.2", "10.1.8", "10.2.1")
def test_an_attack_not_yet_resolved_may_be_canceled() -> None:
    s = empty()
    stand(s, 3714, "G-35", "G-36")
    stand(s, 3814, "R-25")
    ask(s, CombatSegment(GERMAN, NO_HQ, units("G-35", "G-36")))
    push(s, Attack(Hex(3814)))
    push(s, Pick(UnitId("G-35")))
    assert no(s, Drop(UnitId("G-36"))) is NOT_IN
    push(s, Drop(UnitId("G-35")))
    assert now(s).attackers == () and isinstance(now(s), AssembleAttack)
    push(s, Cancel())
    assert now(s).attacked == () and now(s).fought == () and Attack(Hex(3814)) in options(s)


@pytest.mark.rule("4.1.1", "4.1.2")
def test_chits_are_put_back_until_the_selection_is_ended() -> None:
    s = opening(turn=2)
    select(s, GERMAN)
    assert now(s).left == 4
    for name in ("G-HQ-I", "G-HQ-XVII", "G-HQ-XX", "G-HQ-IR"):
        push(s, Draw(chit(name)))
    assert now(s).left == 0 and not any(isinstance(action, Draw) for action in options(s))
    push(s, Deselect(chit("G-HQ-XX")))
    assert no(s, Deselect(chit("G-HQ-XX"))) is NOT_CHOSEN and Draw(chit("G-HQ-XX")) in options(s)
    push(s, Done())
    assert s.cup == tuple(chit(name) for name in ("G-HQ-I", "G-HQ-XVII", "G-HQ-IR"))


@pytest.mark.rule("18.2b")
def test_an_exchange_may_be_given_up_and_is_told_to_the_german_only() -> None:
    s = opening(turn=4, event=5)
    s.set(cup=(chit("G-HQ-I"), chit("R-HQ-VI")))
    close_selection(s)
    push(s, PutBack(chit("G-HQ-I")))
    push(s, Cancel())
    assert isinstance(now(s), Exchange) and s.cup == (chit("G-HQ-I"), chit("R-HQ-VI"))
    push(s, PutBack(chit("G-HQ-I")))
    push(s, Draw(chit("AOK8")))
    assert chit("AOK8") in s.cup and chit("G-HQ-I") not in s.cup
    assert [told.only for told in s.log] == [(GERMAN,)]


@pytest.mark.rule("4.3.3", "4.4d")
def test_independents_are_activated_when_the_choice_is_ended() -> None:
    s = empty(turn=6)
    stand(s, 2526, "G-HQ-XX", mode="command")
    stand(s, 2527, "G-3R", "G-69")
    stand(s, 2525, "G-Ersatz", "G-1/1")
    activate(s, "G-HQ-XX")
    push(s, Choose("command"))
    push(s, Pick(UnitId("G-3R")))
    assert no(s, Pick(UnitId("G-3R"))) is NAMED and no(s, Drop(UnitId("G-69"))) is NOT_NAMED
    push(s, Drop(UnitId("G-3R")))
    assert now(s).left == 3
    push(s, Pick(UnitId("G-69")))
    push(s, Done())
    assert not unit(s, "G-3R").activated and unit(s, "G-69").activated == (chit("G-HQ-XX"),)
    ask(s, ChooseFreeMovers(GERMAN, (), 2))
    push(s, Pick(UnitId("G-3R")))
    push(s, Drop(UnitId("G-3R")))
    assert not now(s).chosen and now(s).left == 2


@pytest.mark.rule("4.3.3", "11.3.3c")
def test_an_isolated_independent_is_not_offered_for_it_could_do_nothing() -> None:
    for demolitions, refused in (("off", True), ("on", False)):
        s = empty(turn=6, demolitions=demolitions)
        stand(s, 2526, "G-HQ-XX", mode="command")
        stand(s, 2527, "G-3R", "G-69")
        s.mark(UnitId("G-3R"), supply="isolated")
        ask(s, ChooseIndependents(GERMAN, UnitId("G-HQ-XX"), 3))
        assert (Pick(UnitId("G-3R")) not in options(s)) == refused
        if refused:
            assert no(s, Pick(UnitId("G-3R"))) is DOES_NOTHING


@pytest.mark.rule("4.4d", "4.2.6")
def test_4_4d_the_same_hq_does_not_activate_an_independent_twice() -> None:
    s = empty(turn=4)
    stand(s, 2025, "G-3R", "G-69")
    stand(s, 2026, "G-HQ-XX", mode="command")
    for first in (True, False):
        activate(s, "G-HQ-XX")
        push(s, Choose("command"))
        if first:
            push(s, Pick(UnitId("G-3R")))
            push(s, Done())
            s.flow = ()
    assert no(s, Pick(UnitId("G-3R"))) is SAME_HQ and Pick(UnitId("G-69")) in options(s)


@pytest.mark.rule("4.4d", "12.7c")
def test_4_4d_the_activation_by_its_own_hq_counts_when_the_hq_is_lost() -> None:
    s = empty(turn=4)
    stand(s, 2025, "G-37")
    stand(s, 2026, "G-HQ-XX", "G-HQ-I", mode="command")
    activate(s, "G-HQ-XX")
    push(s, Choose("command"))
    assert unit(s, "G-37").activated == (chit("G-HQ-XX"),)
    s.send(UnitId("G-HQ-XX"), "removed")
    activate(s, "G-HQ-I")
    push(s, Choose("command"))
    push(s, Pick(UnitId("G-37")))
    assert unit(s, "G-37").activated == (chit("G-HQ-XX"), chit("G-HQ-I"))
    stand(s, 2026, "G-HQ-XVII", mode="command")
    stand(s, 2025, "G-69")
    ask(s, ChooseIndependents(GERMAN, UnitId("G-HQ-XVII"), 3))
    assert no(s, Pick(UnitId("G-37"))) is TWICE


@pytest.mark.rule("4.1.2", "10.1.1", "6.1.1")
def test_nothing_is_asked_that_has_but_one_answer() -> None:
    s = opening(turn=2)
    for each in list(s.units.values()):
        if each.side == GERMAN and each.hex and "HQ" in each.id:
            s.mark(each.id, supply="isolated")
    ask(s)
    german_selection(s)
    assert not s.flow and not s.cup
    s = empty()
    stand(s, 3614, "G-1")
    ask(s, CombatSegment(GERMAN, NO_HQ, units("G-1")))
    assert not s.flow
    stand(s, 2526, "G-HQ-XX", mode="command")
    ask(s, MovementSegment(GERMAN, UnitId("G-HQ-XX"), units("G-HQ-XX")))
    assert not s.flow


@pytest.mark.rule("18.2b", "14.1")
def test_18_2b_an_airmens_report_is_used_when_the_die_is_rolled() -> None:
    s = empty()
    s.set(event=9)
    stand(s, 3813, "R-3C")
    stand(s, 3714, "G-1", "G-2")
    ask(s, CombatSegment(GERMAN, NO_HQ, units("G-1", "G-2")))
    for action in (
        Attack(Hex(3813)),
        Pick(UnitId("G-1")),
        Choose("airmen"),
        Commit(),
        Choose("withdraw one hex"),
    ):
        push(s, action)
    assert not s.tracks.get("event_used")
    s = empty()
    s.set(event=9)
    stand(s, 3813, "R-3C")
    stand(s, 3714, "G-1", "G-2")
    ask(s, CombatSegment(GERMAN, NO_HQ, units("G-1", "G-2")))
    for action in (Attack(Hex(3813)), Pick(UnitId("G-1")), Choose("airmen"), Commit()):
        push(s, action)
    with dice(s, 3):
        push(s, Choose("stand"))
    assert s.tracks["event_used"] == 1


def test_a_selection_keeps_the_chits_of_a_turn_ago() -> None:
    s = opening(turn=5, orders_in_advance="on")
    frame = SelectChits(RUSSIAN, 5, 5, (chit("R-HQ-III"),), (chit("R-HQ-III"),))
    ask(s, frame)
    assert Deselect(chit("R-HQ-III")) not in options(s)
    ask(s, replace(frame, kept=()))
    assert Deselect(chit("R-HQ-III")) in options(s)
