"""4.0 Turns and phases."""

import pytest

from bridgehead.core.actions import Commit, Done, MoveTo, Pick, Place
from bridgehead.core.events import TurnBegan
from bridgehead.core.play import options, push, setup, why_not
from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.actions import Bombard, HoldFire, RollRest
from bridgehead.games.breslau1945.model.data import NORTH_POLISH, WORKS
from bridgehead.games.breslau1945.model.events import PhaseOpened
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE, State
from bridgehead.games.breslau1945.rules import history
from bridgehead.games.breslau1945.rules.assault import AssaultPhase
from bridgehead.games.breslau1945.rules.bombardment import BombardmentPhase
from bridgehead.games.breslau1945.rules.movement import TacticalMovement
from bridgehead.games.breslau1945.rules.redeployment import EnterMap, Withdrawal
from bridgehead.games.breslau1945.rules.reserves import MapToReserves
from bridgehead.games.breslau1945.rules.sequence import GameTurn
from bridgehead.games.breslau1945.rules.supply import LandingStrip
from bridgehead.games.breslau1945.rules.train import TrainWorks
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    ask,
    at,
    dice,
    do,
    field,
    frame,
    refused,
    told,
    unit,
)


def pass_on(s: State) -> None:
    """Do as little as the rules allow."""
    for kind in (Done, HoldFire, RollRest):
        if kind() in options(s):
            push(s, kind())
            return
    push(s, options(s)[0])


def begun(s: State, turns: int = 1) -> list[str]:
    """Pass through turns and collect the phases that begin."""
    found: list[str] = []
    last = s.turn + turns
    for _ in range(2000):
        if not s.flow or s.turn == last:
            break
        pass_on(s)
        found.extend(each.phase for each in told(s, PhaseOpened) if type(each) is PhaseOpened)
    return found


@pytest.mark.rule(
    "4.4.1a", "4.4.2", "4.4.3", "4.4.4", "4.4.5", "4.4.6", "4.4.7", "4.4.8", "4.4.9", "4.4.10", "4.1a"
)
def test_the_ten_phases_in_their_order() -> None:
    s = setup(GAME, "historical", 1)
    opening = [each.event.phase for each in s.log if type(each.event) is PhaseOpened]
    phases = opening + begun(s)
    assert phases[:10] == [
        "events",
        "soviet_strategic",
        "bombardment_phase",
        "soviet_movement",
        "soviet_assault",
        "reorganisation",
        "german_assault",
        "german_movement",
        "german_strategic",
        "supply_phase",
    ]
    assert phases[10:11] == ["events"]


@pytest.mark.rule("4.1a", "4.2", "4.3", "11.1d")
def test_twenty_turns_and_no_earlier_end() -> None:
    s = setup(GAME, "historical", 1)
    seen = [1]
    for hex in GAME.tables.victory:
        s.control[hex] = SOVIET  # a majority before the end wins nothing
    while s.flow:
        pass_on(s)
        seen.extend(each.turn for each in told(s, TurnBegan))
    assert seen == list(range(1, 21))
    assert s.ended is not None
    assert s.ended.rule == "11.1b"


@pytest.mark.rule("4.1b")
def test_an_action_of_another_phase_is_refused() -> None:
    s = at(at(field(), 119, "372/218", "1039"), 220, "21 VS")
    ask(s, TacticalMovement(SOVIET, (unit("372/218"),)))
    assert refused(s, Bombard(Hex(220))) is OUT_OF_PHASE
    ask(s, BombardmentPhase(SOVIET))
    assert refused(s, MoveTo(Hex(219))) is OUT_OF_PHASE
    ask(s, AssaultPhase(SOVIET))
    assert refused(s, Place(Hex(219))) is OUT_OF_PHASE


@pytest.mark.rule("4.4a", "7.1a")
def test_a_closed_step_is_not_opened_again() -> None:
    s = field(turn=6)
    s.send(unit("372/218"), "turn6")
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.delaying)))
    do(s, Done())
    assert isinstance(frame(s), EnterMap)
    do(s, Pick(unit("372/218")), Place(Hex(117)))
    assert isinstance(frame(s), Withdrawal)
    assert why_not(s, Place(Hex(121))) is OUT_OF_PHASE
    assert s.units[unit("372/218")].hex == 117


@pytest.mark.rule("4.4a", "7.1c", "8.2.9")
def test_duties_happen_in_any_case() -> None:
    s = at(field(turn=6, supply=0), 1115, "21 VS", disorganised=True)
    s.send(unit("372/218"), "turn6")
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.delaying)))
    do(s, Done(), Done())
    assert s.units[unit("372/218")].box == "turn7"
    do(s, Done(), Done(), Done(), Done())
    assert not s.units[unit("21 VS")].disorganised
    while s.turn == 6:
        pass_on(s)
    assert s.tracks["supply"] > 0


@pytest.mark.rule("4.4.1b", "8.2.11")
def test_phase_1_turns_the_guns_up() -> None:
    s = at(field(turn=1), 117, "1039", fired=True)
    s.send(unit("372/218"), "turn2")
    ask(s, GameTurn())
    assert s.turn == 2
    assert not s.units[unit("1039")].fired


@pytest.mark.rule("4.4.1c")
def test_the_order_inside_phase_1() -> None:
    s = field(turn=8)
    for id, counter in GAME.counters.items():
        if counter.event in ("e", "C"):
            s.send(id, "waiting")
    ask(s, GameTurn())
    names = [type(each.event).__name__ for each in s.log]
    letters = [each.event.letter for each in s.log if hasattr(each.event, "letter")]
    assert letters == ["e", "C"]
    assert names.index("AirPointsSet") > names.index("LetteredEvent")
    first = field(turn=0)
    ask(first, GameTurn())
    names = [type(each.event).__name__ for each in first.log]
    assert names.index("GoliathsCounted") > names.index("AirPointsSet")


@pytest.mark.rule("4.4.6", "8.2.9")
def test_recovery_comes_before_the_german_assault() -> None:
    s = at(at(field(), 220, "21 VS", disorganised=True), 219, "372/218")
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.reorganisation)))
    assert frame(s) == AssaultPhase(GERMAN)
    assert not s.units[unit("21 VS")].disorganised


@pytest.mark.rule("4.4.7", "4.4.8")
def test_the_garrison_assaults_before_it_moves() -> None:
    s = at(at(field(), 220, "21 VS"), 219, "372/218")
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.german_assault)))
    do(s, Pick(unit("372/218")), Pick(unit("21 VS")))
    with dice(s, 1):
        do(s, Commit())
    do(s, Done())
    assert isinstance(frame(s), TacticalMovement)
    do(s, Done())
    assert isinstance(frame(s), MapToReserves)


@pytest.mark.rule("8.2.5")
def test_points_left_over_are_lost() -> None:
    s = field(turn=4)
    history.set_air_points(s)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.bombarding)))
    do(s, Done())
    assert s.tracks["air"] == 0


@pytest.mark.rule("4.4.1c", "10.9.1b", "8.2.3")
def test_every_turn_the_aircraft_are_ready_again() -> None:
    s = field(turn=4, po2=0, air=0)
    ask(s, GameTurn())
    assert (s.turn, s.tracks["po2"], s.tracks["air"]) == (5, 3, 12)


@pytest.mark.rule("4.4.9", "10.2a")
def test_the_train_works_are_asked_after_the_five_steps_and_the_strip_after_them() -> None:
    s = field(turn=9, supply=9)
    s.send(unit("Pörsel"), WORKS)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.reorganise)))
    assert isinstance(frame(s), TrainWorks)
    do(s, Done())
    assert isinstance(frame(s), LandingStrip)


@pytest.mark.rule("O.1", "4.4.10")
def test_the_poles_march_off_in_phase_10_of_turn_14() -> None:
    s = field(turn=14)
    s.set(setting={**s.setting, "poles_march_off": "yes"})
    s.send(unit("13/5"), NORTH_POLISH)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.supply)))
    assert s.units[unit("13/5")].box == "eliminated"


@pytest.mark.rule("10.1.3a", "4.4.1c")
def test_without_poles_on_the_northern_front_nobody_is_asked_about_them() -> None:
    s = field(turn=4)
    ask(s, GameTurn())
    assert isinstance(frame(s), Withdrawal)
