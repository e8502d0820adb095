"""Standing orders for Defensive Fire: given by an ordinary action, known to nobody else.

Every entry is a question to the other side. Its order may answer, in the words and steps of the side itself.
"""

import pytest

from bridgehead.core.actions import Cancel, Done, MoveTo, Pick
from bridgehead.core.match import Match
from bridgehead.core.play import determinize, options, standing_answer, view
from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.actions import ArtilleryFire, HoldFire, Order, StandingOrders
from bridgehead.games.breslau1945.model.events import OrderGiven
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE, State
from bridgehead.games.breslau1945.rules.defence import NOTHING_CHOSEN, DefensiveFire, strongest
from bridgehead.games.breslau1945.rules.movement import MoveUnit, TacticalMovement
from bridgehead.games.breslau1945.rules.standing import ALWAYS, AS_BEFORE, NEVER, ORDER_NAMES, ORDERED
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    assault,
    at,
    called,
    deciding,
    do,
    field,
    frame,
    move,
    movement,
    offered,
    refused,
    told,
    unit,
)


def facing() -> State:
    return at(at(field(), 220, "21 VS"), 119, "372/218", "658/218")


@pytest.mark.rule("7.3.6c")
def test_a_side_is_asked_every_time_unless_it_says_otherwise() -> None:
    s = facing()
    move(movement(s, SOVIET), "372/218", 219)
    assert isinstance(frame(s), DefensiveFire)
    do(s, StandingOrders())
    assert {action.choice for action in offered(s, Order)} == set(ORDER_NAMES) - {ALWAYS}
    do(s, Cancel(), StandingOrders(), Order(NEVER))
    assert isinstance(frame(s), DefensiveFire)
    assert standing_answer(s) is None  # the present question stands
    assert not offered(s, StandingOrders)
    do(s, HoldFire(), Done(), Pick(unit("658/218")), MoveTo(Hex(219)))
    assert standing_answer(s) == HoldFire()
    do(s, HoldFire())
    assert frame(s) == MoveUnit(SOVIET, unit("658/218"), 4)


@pytest.mark.rule("7.3.6c")
@pytest.mark.parametrize(("order", "asked"), [("ask_2", True), ("ask_3", False), ("ask_5", False)])
def test_asked_from_a_chance_on(order: str, asked: bool) -> None:
    s = facing()  # one battalion on Clear ground: 5 or 6, two faces
    s.standing[GERMAN] = order
    move(movement(s, SOVIET), "372/218", 219)
    assert standing_answer(s) == (None if asked else HoldFire())
    if not asked:
        do(s, Pick(unit("21 VS")))
        assert standing_answer(s) is None  # whoever has begun to fire is not interrupted


@pytest.mark.rule("7.3.6c", "9.2c")
def test_the_chance_is_that_of_the_best_force_that_may_fire_together() -> None:
    s = at(at(field(), 219, "372/218", "658/218", "955/309"), 321, "21 VS")
    s.standing[SOVIET] = "ask_2"  # two regiments of one division: 5 or 6 against 7 in Suburban
    twin = movement(s.clone(), GERMAN)
    move(twin, "21 VS", 320)
    assert standing_answer(twin) is None
    s.standing[SOVIET] = "ask_3"
    move(movement(s, GERMAN), "21 VS", 320)
    assert standing_answer(s) == HoldFire()


@pytest.mark.rule("7.3.6c")
def test_an_order_is_given_in_one_s_own_phases_once_a_decision() -> None:
    s = facing()
    movement(s, GERMAN)
    do(s, StandingOrders(), Order("ask_4"))
    assert s.standing[GERMAN] == "ask_4"
    refused(s, StandingOrders())
    movement(s, GERMAN)
    do(s, StandingOrders(), Order(ALWAYS))


@pytest.mark.rule("F.1", "7.3.6c")
def test_nobody_else_can_tell_the_order() -> None:
    silent, asked = facing(), facing()
    silent.standing[GERMAN] = NEVER
    for s in (silent, asked):
        move(movement(s, SOVIET), "372/218", 219)
        assert deciding(s) == GERMAN
    assert (standing_answer(silent), standing_answer(asked)) == (HoldFire(), None)
    assert view(silent, SOVIET) == view(asked, SOVIET)
    assert view(silent, None) == view(asked, None)
    assert view(silent, GERMAN) != view(asked, GERMAN)
    assert silent.reveals == asked.reveals  # the mover can take back neither
    guess = determinize(silent, SOVIET, 3)
    assert GERMAN not in guess.standing
    assert view(guess, SOVIET) == view(silent, SOVIET)


@pytest.mark.rule("F.1")
def test_the_order_is_told_to_its_own_side_only() -> None:
    s = facing()
    movement(s, SOVIET)
    do(s, StandingOrders(), Order("ask_3"))
    assert told(s, OrderGiven) == [OrderGiven(SOVIET, "ask_3")]
    assert [each.only for each in s.log] == [(SOVIET,)]
    assert deciding(s) == SOVIET


@pytest.mark.rule("7.3.6c")
def test_undo_does_not_betray_the_order() -> None:
    for order in (ALWAYS, NEVER):
        match: Match[State] = Match(GAME, "historical", 1)
        while not isinstance(frame(match.now), TacticalMovement):
            match.play(Done())
        match.now.standing[GERMAN] = order
        match.play(Pick(unit("667/218")))
        match.play(MoveTo(Hex(219)))
        match.play(HoldFire())
        assert isinstance(frame(match.now), MoveUnit)
        assert not match.can_undo()
        assert match.now.reveals == 1
        assert options(match.now)


@pytest.mark.rule("7.3.6c", "9.5b")
def test_infantry_with_armor_counts_in_the_best_fire() -> None:
    """A tank unit joins either division; with the guns it brings two, with the rifles three."""
    s = at(at(field(), 219, "842/309", "372/218", "222"), 321, "21 VS")
    s.standing[SOVIET] = "ask_3"  # three against 7 in Suburban: 4 or more
    move(movement(s, GERMAN), "21 VS", 320)
    assert standing_answer(s) is None
    assert strongest(s, SOVIET, s.units[unit("21 VS")]) == called("372/218", "222")


@pytest.mark.rule("9.5f", "9.2c")
def test_blue_figures_count_in_the_best_fire() -> None:
    s = at(at(field(), 219, "955/309", "571 eng./309"), 320, "21 VS")
    at(s, 319, "1194/359", "1196/359")
    target = s.units[unit("21 VS")]
    assert strongest(s, SOVIET, target) == called("955/309", "571 eng./309")
    at(s, 319, "1198/359", "924/359")
    assert set(strongest(s, SOVIET, target)) == set(called("1194/359", "1196/359", "1198/359", "924/359"))


@pytest.mark.rule("7.3.6c")
def test_an_order_may_be_given_in_the_assault_phase_once() -> None:
    s = assault(facing(), GERMAN)
    assert offered(s, StandingOrders)
    do(s, StandingOrders(), Order(NEVER))
    assert refused(s, StandingOrders()) is ORDERED


@pytest.mark.rule("9.10b", "7.3.6c", "8.3.3a")
def test_firing_units_may_be_chosen_anew() -> None:
    s = at(at(field(), 220, "21 VS", "22 VS"), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    assert refused(s, Cancel()) is NOTHING_CHOSEN
    before = s.clone()
    do(s, Pick(unit("21 VS")), ArtilleryFire("2"), Cancel())
    assert s.same_as(before)
    assert s.tracks["supply"] == 20


@pytest.mark.rule("7.3.6c")
def test_an_order_that_stands_is_not_given_again_and_an_unknown_one_never() -> None:
    s = movement(facing(), GERMAN)
    do(s, StandingOrders())
    assert refused(s, Order(ALWAYS)) is AS_BEFORE
    assert refused(s, Order("ask_whenever")) is OUT_OF_PHASE
    do(s, Order(NEVER))
    assert s.standing == {GERMAN: NEVER}


@pytest.mark.rule("9.2c", "7.3.6c")
def test_all_germans_next_to_the_mover_count_in_their_best_fire() -> None:
    s = at(at(field(), 220, "21 VS", "I/Wehl"), 320, "22 VS")
    at(s, 219, "372/218")
    assert set(strongest(s, GERMAN, s.units[unit("372/218")])) == set(called("21 VS", "I/Wehl", "22 VS"))


@pytest.mark.rule("F.1", "7.3.6c")
def test_what_a_guess_offers_does_not_betray_the_order() -> None:
    s = facing()
    s.standing[GERMAN] = NEVER
    movement(s, GERMAN)
    do(s, StandingOrders())
    assert Order(NEVER) not in options(s)
    assert Order(NEVER) in options(determinize(s, SOVIET, 3))
