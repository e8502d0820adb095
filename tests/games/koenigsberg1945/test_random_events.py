"""2.5.2 The random event table and 2.5.3 No Gas."""

from typing import Any

import pytest

from bridgehead.core.actions import Done, MoveTo, Pick
from bridgehead.core.play import decision, dice, options, push, why_not
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games.koenigsberg1945.model.actions import Bombard, March
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import NothingToDo, RandomEvent
from bridgehead.games.koenigsberg1945.rules.activation import limit
from bridgehead.games.koenigsberg1945.rules.barrage import BarrageFire
from bridgehead.games.koenigsberg1945.rules.command import command_chit
from bridgehead.games.koenigsberg1945.rules.movement import NO_GAS, NO_STRATEGIC_REFUGEES, MovementSegment
from bridgehead.games.koenigsberg1945.rules.random_events import (
    REFUGEES,
    action_chit,
    free_movement,
    german_reinforcement,
    random_event,
    soviet_early_arrival,
    stalin_interferes,
)
from bridgehead.games.koenigsberg1945.rules.reach import allowance
from bridgehead.games.koenigsberg1945.rules.reinforcements import arrivals
from bridgehead.games.koenigsberg1945.rules.sequence import turn_advance
from tests.games.koenigsberg1945.field import (
    at,
    box,
    field,
    finish,
    go,
    hexes,
    may,
    moving,
    picks,
    reduced,
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
