"""2.5.2 The random event table and 2.5.3 No Gas."""

from typing import Any

import pytest

from bridgehead.core.actions import Cancel, Done, MoveTo, Pick
from bridgehead.core.play import decision, dice, options, push, why_not
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games.koenigsberg1945.model.actions import Bombard, March, Ride
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import AirMoved, GdReturns, NothingToDo, RandomEvent
from bridgehead.games.koenigsberg1945.rules.activation import cut_of, limit
from bridgehead.games.koenigsberg1945.rules.air import (
    bad_weather,
    grounded_unit_refitting,
    refitted_unit_return,
)
from bridgehead.games.koenigsberg1945.rules.barrage import BarrageFire
from bridgehead.games.koenigsberg1945.rules.command import command_chit
from bridgehead.games.koenigsberg1945.rules.movement import (
    NO_GAS,
    NO_STRATEGIC_REFUGEES,
    MovementSegment,
    burn_gas,
    move_of,
)
from bridgehead.games.koenigsberg1945.rules.random_events import (
    REFUGEES,
    action_chit,
    free_movement,
    german_reinforcement,
    random_event,
    refugees,
    soviet_atrocity,
    soviet_early_arrival,
    stalin_interferes,
)
from bridgehead.games.koenigsberg1945.rules.reach import allowance
from bridgehead.games.koenigsberg1945.rules.reinforcements import arrivals, chits_arrive
from bridgehead.games.koenigsberg1945.rules.replacements import GD_IS_AWAY, POINTS, why_not_rebuild
from bridgehead.games.koenigsberg1945.rules.sequence import turn_advance
from bridgehead.games.koenigsberg1945.rules.special import hipper_arrives
from tests.games.koenigsberg1945.field import (
    at,
    box,
    field,
    finish,
    go,
    hexes,
    ids,
    in_segment,
    listen,
    may,
    moving,
    picks,
    reduced,
    said,
    started,
    through,
    told,
)
from tests.support import ask, stand

NAMES = {
    2: "german_reinforcement",
    3: "free_movement",
    4: "german_barrage",
    5: "refugees",
    6: "bad_weather",
    7: "soviet_atrocity",
    8: "bad_weather",
    9: "refugees",
    10: "stalin_interferes",
    11: "soviet_barrage",
    12: "soviet_early_arrival",
}


@pytest.mark.rule("2.5.2", "2.5a")
@pytest.mark.parametrize(
    "dice_", [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 6), (3, 6), (4, 6), (5, 6), (6, 6)]
)
def test_two_dice_choose_the_event(dice_: tuple[int, int]) -> None:
    s = started()
    more = (1,) if sum(dice_) in (2, 10) else ()
    with dice(s, *dice_, *more):
        action_chit(s, ChitId("a_random_event"))
    event = told(s, RandomEvent)[0]
    assert (event.dice, event.total, event.happening()) == (dice_, sum(dice_), NAMES[sum(dice_)])
    assert s.aside == ("a_random_event",)
    assert s.activated == {}
    rule = next(each.rule for each in s.log if isinstance(each.event, RandomEvent))
    assert rule in s.game.rules


@pytest.mark.rule("RE.2", "RE.2b", "8.0.6x")
def test_german_reinforcement() -> None:
    s = started()
    s.flow = ()
    with dice(s, 2):
        german_reinforcement(s)
    ask(s, *s.flow)
    assert picks(s) == {"g_independent_15ss"}
    push(s, Pick(UnitId("g_independent_15ss")))
    assert at(s, "g_independent_15ss") == 3502
    push(s, Done())
    s.turn = 6
    assert "g_independent_15ss" not in dict(arrivals(s, GERMAN))  # its own date is cancelled
    with dice(s, 3):
        german_reinforcement(s)  # it is in play: the other comes
    ask(s, *s.flow)
    assert picks(s) == {"hq_xxviii", "g_xxviii_58", "g_xxviii_95"}
    assert "c_xxviii" in s.cup
    through(s)
    with dice(s, 6):
        german_reinforcement(s)
    assert told(s, NothingToDo)


@pytest.mark.rule("RE.3", "RE.3b")
def test_free_movement_moves_without_attack_chit_or_limit() -> None:
    s = started()
    s.flow = ()
    free_movement(s)
    ask(s, *s.flow)
    assert {"hq_ix", "hq_7pz"} <= picks(s)
    push(s, Pick(UnitId("hq_xxvi")))
    while not isinstance(decision(s), MovementSegment):
        push(s, options(s)[0])
    assert "g_xxvi_1" in picks(s)
    finish(s)
    assert not s.flow  # no Combat Segment, though Soviets stand two hexes off
    assert s.activated == {}


@pytest.mark.rule("RE.4", "RE.11", "RE.4b")
def test_event_barrages() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2115, "s2bf_2sha_88")
    s.flow = ()
    with dice(s, 1, 3):
        random_event(s)
    ask(s, *s.flow)
    frame: Any = decision(s)
    assert isinstance(frame, BarrageFire)
    assert (frame.side, frame.left, frame.reach, frame.die_modifier) == (GERMAN, 1, 1, 0)
    assert may(s, Bombard(Hex(2115)))
    s.flow = ()
    with dice(s, 5, 6):
        random_event(s)
    ask(s, *s.flow)
    frame = decision(s)
    assert (frame.side, frame.force) == (SOVIET, SOVIET)
    assert (frame.left, frame.reach, frame.die_modifier) == (1, 1, 0)
    assert may(s, Bombard(Hex(2114)))


@pytest.mark.rule("RE.5", "RE.5b")
def test_refugees_slow_the_next_activation_once() -> None:
    s = started()
    s.flow = ()
    with dice(s, 1, 4):
        random_event(s)
    assert s.tracks[REFUGEES] == 1
    s.set(activated={GERMAN: tuple(map(ChitId, ("c_ix", "c_xxvi", "c_hg")))})
    command_chit(s, ChitId("c_xx"))
    assert s.tracks[REFUGEES] == 1  # beyond the limit: not activated
    command_chit(s, ChitId("c_39"))
    assert s.tracks[REFUGEES] == 0
    ask(s, *s.flow)
    push(s, Pick(UnitId("hq_39a")))
    frame: Any = decision(s)
    assert frame.whole == (6 - 1) * 2
    road = next(hex for hex in s.game.board.hexes if s.game.ground.on_road[hex] and hex != at(s, "hq_39a"))
    assert why_not(s, March(Hex(road))) is NO_STRATEGIC_REFUGEES
    s.mark(UnitId("s3bf_39a_94"), supply=2)
    assert allowance(s, UnitId("s3bf_39a_94"), True) == 1  # halved first
    stand(s, 1409, "g_independent_627")
    assert moving(s, "g_independent_627", slowed=True).reach(s).rail
    s.track(REFUGEES, 1)
    turn_advance(s)
    assert s.tracks[REFUGEES] == 0


@pytest.mark.rule("RE.10", "RE.10b")
def test_stalin_takes_two_activations() -> None:
    s = started()
    with dice(s, 3):
        stalin_interferes(s)
    assert (limit(s, FRONT_2), limit(s, FRONT_3)) == (2, 3)
    s.set(activated={FRONT_3: tuple(map(ChitId, ("c_39", "c_5")))})
    with dice(s, 4):
        stalin_interferes(s)
    assert limit(s, FRONT_3) == 2  # not below what is used
    turn_advance(s)
    assert limit(s, FRONT_2) == 5


@pytest.mark.rule("RE.12", "RE.12b", "8.0.6x")
def test_the_19th_army_comes_early() -> None:
    s = started()
    s.flow = ()
    soviet_early_arrival(s)
    ask(s, *s.flow)
    assert picks(s) == {"hq_19a", "s2bf_19a_40g", "s2bf_19a_132", "s2bf_19a_134"}
    assert "c_19" in s.cup
    through(s)
    assert at(s, "s2bf_19a_132")
    s.turn = 9
    assert arrivals(s, SOVIET) == ()
    soviet_early_arrival(s)
    assert told(s, NothingToDo)


@pytest.mark.rule("2.5.3a", "2.5.3d")
def test_no_gas_is_paid_once_by_every_full_mover_of_the_turn() -> None:
    s = field()
    s.track(NO_GAS, 1)
    stand(s, 2925, "g_independent_5m")
    moving(s, "g_independent_5m")
    push(s, March(Hex(min(frame_reach(s)))))
    assert reduced(s, "g_independent_5m")
    if s.flow:
        push(s, options(s)[0])
    assert at(s, "g_independent_5m")
    moving(s, "g_independent_5m")
    go(s, min(hexes(s)))
    assert box(s, "g_independent_5m") == ""
    turn_advance(s)
    assert not s.tracks[NO_GAS]


def frame_reach(s: Any) -> dict[int, int]:
    frame: Any = decision(s)
    found: dict[int, int] = frame.reach(s).strategic
    return found


@pytest.mark.rule("2.5.3c")
def test_no_gas_does_not_touch_arrivals() -> None:
    s = field()
    s.track(NO_GAS, 1)
    stand(s, 3517, "g_independent_4m")
    moving(s, "g_independent_4m", segment=False)
    push(s, MoveTo(Hex(min(hexes(s)))))
    assert not reduced(s, "g_independent_4m")


@pytest.mark.rule("2.5.3a", "2.5.3c")
def test_without_gas_only_the_first_step_costs_and_a_ride_costs_nothing() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m", "g_independent_5m")
    s.track(NO_GAS, 1)
    in_segment(s, "g_independent_24m", "g_independent_5m")
    push(s, Pick(UnitId("g_independent_24m")))
    push(s, Cancel())
    assert not reduced(s, "g_independent_24m")
    push(s, Pick(UnitId("g_independent_24m")))
    push(s, March(Hex(2926)))
    assert reduced(s, "g_independent_24m")
    push(s, March(Hex(2925)))
    push(s, Done())
    assert at(s, "g_independent_24m") == 2925
    push(s, Pick(UnitId("g_independent_5m")))
    push(s, Ride(Hex(2932)))
    assert not reduced(s, "g_independent_5m")
    push(s, Done())
    assert not s.flow  # both have moved


@pytest.mark.rule("2.5.3d", "2.5.3a")
def test_without_gas_reduced_units_and_soviets_lose_nothing() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m", "s2bf_ind_1gt")
    s.mark(UnitId("g_independent_24m"), reduced=True)
    burn_gas(s, UnitId("g_independent_24m"))
    burn_gas(s, UnitId("s2bf_ind_1gt"))
    stand(s, 2924, "g_independent_277m", "g_independent_23")
    burn_gas(s, UnitId("g_independent_277m"))  # one step
    burn_gas(s, UnitId("g_independent_23"))  # on foot
    assert at(s, "g_independent_24m") == 2925
    assert at(s, "g_independent_277m") == 2924
    assert not reduced(s, "s2bf_ind_1gt")
    assert not reduced(s, "g_independent_23")


@pytest.mark.rule("2.5.2", "RE.6", "RE.5")
def test_a_random_event_cites_the_first_number_it_has() -> None:
    for pair, number in (((4, 4), "RE.6"), ((4, 5), "RE.5"), ((3, 3), "RE.6"), ((1, 4), "RE.5")):
        s = started()
        s.log = []
        with dice(s, *pair):
            random_event(s)
        assert s.log[0].rule == number


@pytest.mark.rule("2.5.3c")
def test_arrivals_burn_no_gas() -> None:
    s = field()
    s.track(NO_GAS, 1)
    stand(s, 2925, "g_independent_24m")
    ask(s, move_of(s, UnitId("g_independent_24m"), segment=False))
    go(s, 2926)
    assert not reduced(s, "g_independent_24m")


@pytest.mark.rule("2.5.3a")
def test_no_gas_says_why_the_step_is_lost() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    s.track(NO_GAS, 1)
    ask(s, MovementSegment(GERMAN, ids("g_independent_24m")))
    push(s, Pick(UnitId("g_independent_24m")))
    go(s, 2926)
    assert said(s)[:2] == [
        "No Gas: 24th Panzer Division moves at full strength and loses a step. 2.5.3a",
        "24th Panzer Division loses a step and is reduced. 2.5.3a",
    ]


@pytest.mark.rule("RE.5", "RE.5b")
def test_refugees_are_told_when_they_come_and_when_they_strike() -> None:
    s = started()
    s.log = []
    refugees(s)
    command_chit(s, ChitId("c_39"))
    ask(s, *s.flow)
    assert said(s)[0].startswith("Refugees: the next HQ activated")
    assert "Refugees slow 39th Army HQ and its units: 1 MP less, no strategic movement. RE.5" in said(s)
    assert s.tracks["refugees"] == 0  # the next one is free of them


@pytest.mark.rule("RE.6", "12.2.1", "12.4")
def test_every_air_unit_that_changes_its_box_is_told() -> None:
    s = field()
    s.send(UnitId("air_3aa"), "refit")
    s.log = []
    bad_weather(s)
    assert "3rd Air Army goes to Airbase: grounded. RE.6" in said(s)
    assert "Luftflotte 6 goes to Airbase: refit. RE.6" in said(s)
    s.log = []
    bad_weather(s)
    bad_weather(s)
    assert said(s)[-1] == "No effect: every air unit is grounded. RE.6"
    s.log = []
    grounded_unit_refitting(s)
    assert "3rd Air Army goes to Airbase: refit. 12.2.1" in said(s)
    s.log = []
    with dice(s, 5, 6):
        refitted_unit_return(s)
    assert "3rd Air Army in refit needs a 6: die 5, it stays in refit. 12.4" in said(s)
    assert "18th Air Army in refit needs a 6: die 6, it returns. 12.4" in said(s)
    assert "18th Air Army returns from refit and is ready. 12.2.2" in said(s)


@pytest.mark.rule("RE.7", "RE.10", "RE.10b", "11.3i")
def test_other_events_say_what_they_did() -> None:
    s = started()
    s.log = []
    for _ in range(3):
        soviet_atrocity(s)
    assert said(s) == [
        "Soviet Atrocity: Volkssturm 3 goes into the Volkssturm Box (3 of 4 in play). RE.7",
        "Soviet Atrocity: Volkssturm 4 goes into the Volkssturm Box (4 of 4 in play). RE.7",
        "No effect: all Volkssturm units are already in play. 11.3i",
    ]
    s.log = []
    with dice(s, 4):
        stalin_interferes(s)
    assert said(s) == ["Die 4: 2 activations lost (3rd Belorussian Front); limit 1, 0 used. RE.10"]
    assert s.tracks[cut_of(FRONT_3)] == 2
    s = field()
    free_movement(s)
    assert said(s) == ["No effect: no German HQ is on the map. RE.3"]
    assert not s.flow


@pytest.mark.rule("RE.3", "RE.3b")
def test_free_movement_names_who_may_not_attack() -> None:
    s = field()
    stand(s, 1016, "hq_xx", "g_xx_292")
    heard = listen(s)
    free_movement(s)
    ask(s, *s.flow)
    assert heard == [
        "XX Corps HQ is activated to move; its units may not attack. RE.3",
        "XX Corps HQ activates 292nd Infantry Division. 4.2.1d",
        "XX Corps HQ: Movement Segment. 6.0",
    ]


@pytest.mark.rule("2.5.5b", "RE.2b", "RE.12b", "2.5.3a", "2.5.4a", "11.4a", "8.1")
def test_chits_and_events_without_effect_say_so_and_others_what_they_did() -> None:
    s = started()
    s.log = []
    action_chit(s, ChitId("a_gd_returns"))
    action_chit(s, ChitId("a_no_gas"))
    action_chit(s, ChitId("a_gd_withdrawal"))
    hipper_arrives(s)
    s.turn = 3
    chits_arrive(s)
    assert said(s) == [
        "No effect: the Grossdeutschland Corps is not withdrawn. 2.5.5b",
        "No Gas: until the end of the turn full-strength German mechanized units lose a step "
        "when they move. 2.5.3a",
        "The Grossdeutschland Corps is withdrawn: Grossdeutschland Panzer Corps HQ, Grossdeutschland Armor "
        "Battalion, Grossdeutschland Panzergrenadier Division, Grossdeutschland Fusilier Regiment. 2.5.4a",
        "Admiral Hipper arrives in the Frisches Haff. 11.4a",
        "Added to the cup: 3rd Belorussian Front (1), 5th Guards Tank Army, 2nd Belorussian Front (1), "
        "No Gas. 8.1",
    ]
    s.log = []
    action_chit(s, ChitId("a_gd_returns"))
    assert said(s)[0].startswith("The Grossdeutschland Corps returns: Grossdeutschland Panzer Corps HQ,")
    s.log = []
    with dice(s, 2):
        german_reinforcement(s)
    assert said(s) == ["Die 2: 15th SS Grenadier Division arrives. RE.2"]
    for group in ("ss_15", "corps_28", "army_19"):
        for unit in s.game.reinforcements[group].units:
            s.send(unit, "aside")
    s.log = []
    with dice(s, 2):
        german_reinforcement(s)
    soviet_early_arrival(s)
    assert said(s) == [
        "No effect: both reinforcements are already in play. RE.2b",
        "No effect: the 19th Army is already in play. RE.12b",
    ]


@pytest.mark.rule("RE.3", "RE.3b")
def test_free_movement_gives_no_attack_even_beside_the_enemy() -> None:
    s = field()
    stand(s, 1016, "hq_xx", "g_xx_292")
    stand(s, 1015, "s2bf_2sha_88")
    free_movement(s)
    ask(s, *s.flow)
    assert isinstance(decision(s), MovementSegment)
    push(s, Done())
    assert not s.flow


@pytest.mark.rule("RE.2")
@pytest.mark.parametrize(("die", "unit"), [(3, "g_independent_15ss"), (4, "g_xxviii_58")])
def test_three_brings_the_15th_ss_and_four_the_28th_corps(die: int, unit: str) -> None:
    s = started()
    with dice(s, die):
        german_reinforcement(s)
    ask(s, *s.flow)
    assert unit in picks(s)
    assert len(picks(s)) == (1 if die == 3 else 3)


@pytest.mark.rule("RE.6")
def test_bad_weather_that_moves_somebody_says_nothing_else() -> None:
    s = field()
    bad_weather(s)
    assert len(told(s, AirMoved)) == 8
    assert told(s, NothingToDo) == []


@pytest.mark.rule("2.5.5a", "2.5.4c", "11.2a")
def test_once_back_the_gd_corps_is_like_any_other() -> None:
    s = field()
    stand(s, 1915, "hq_gd", "g_gd_gdm")
    stand(s, 1833, "hq_hg")
    s.eliminate(UnitId("g_gd_gdfusm"))
    s.eliminate(UnitId("g_hg_61"))
    s.track(POINTS, 2)
    action_chit(s, ChitId("a_gd_withdrawal"))
    assert why_not_rebuild(s, UnitId("g_gd_gdfusm")) is GD_IS_AWAY
    assert why_not_rebuild(s, UnitId("g_hg_61")) is None  # no business of other corps
    action_chit(s, ChitId("a_gd_returns"))
    stand(s, 1915, "hq_gd")
    assert why_not_rebuild(s, UnitId("g_gd_gdfusm")) is None
    action_chit(s, ChitId("a_gd_returns"))  # a second time it has no effect
    assert len(told(s, GdReturns)) == 1
