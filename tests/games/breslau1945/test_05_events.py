"""5.0 Historical events."""

import pytest

from bridgehead.core.actions import Done
from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.actions import Screen
from bridgehead.games.breslau1945.model.events import LeftTheGame
from bridgehead.games.breslau1945.model.state import State
from bridgehead.games.breslau1945.rules import history
from bridgehead.games.breslau1945.rules.history import ScreenTheGaps
from bridgehead.games.breslau1945.rules.north import FIGHTING, OVER
from bridgehead.games.breslau1945.rules.sequence import GameTurn
from tests.games.breslau1945.position import (
    GAME,
    SOVIET,
    ask,
    at,
    called,
    do,
    field,
    frame,
    offered,
    refused,
    told,
    unit,
)


def eve_of(turn: int) -> State:
    """The turn before, with all event units waiting for theirs."""
    s = field(turn=turn - 1)
    for id, counter in GAME.counters.items():
        if counter.event:
            s.send(id, "waiting")
    return s


@pytest.mark.rule("5.1a")
def test_turn_9_brings_e_and_c() -> None:
    assert GAME.tables.turns[9].german == "e"
    assert GAME.tables.turns[9].soviet == "C"
    s = eve_of(9)
    ask(s, GameTurn())
    assert s.units[unit("67 VS")].box == "reserves"
    assert s.units[unit("87 Grd")].box == "turn9"


@pytest.mark.rule("5.1b")
def test_the_letters_of_every_turn() -> None:
    turns = GAME.tables.turns
    german = {turn: entry.german for turn, entry in turns.items() if entry.german}
    soviet = {turn: entry.soviet for turn, entry in turns.items() if entry.soviet}
    assert german == {2: "a", 4: "b", 6: "c", 7: "d", 9: "e", 12: "f", 13: "g", 15: "h"}
    assert soviet == {4: "A", 6: "B", 9: "C", 10: "D", 11: "E", 12: "F G", 15: "H", 18: "I"}
    assert set(GAME.tables.arrivals["A"]) == set(
        called("385/112", "416/112", "524/112", "436/112", "159 eng./112", "1820", "8-III How", "317 BM")
    )
    assert GAME.tables.arrivals["a"] == called("III/FJR 26")


@pytest.mark.rule("5.1c", "7.1.2")
def test_where_event_units_appear() -> None:
    s = eve_of(4)
    ask(s, GameTurn())
    assert s.units[unit("II/FJR 26")].box == "reserves"
    do(s, Done())
    assert unit("385/112") in {action.unit for action in offered(s, type(GAME.tables.picks[unit("385/112")]))}


@pytest.mark.rule("5.1c", "5.1d")
def test_event_i_takes_the_294th_from_map_and_track() -> None:
    s = at(eve_of(18), 1034, "857/294", "859/294")
    at(s, 1134, "861/294", "222")
    s.send(unit("849/294"), "turn19")
    s.eliminate(unit("565 eng./294"))
    s.send(unit("Screening Unit 1"), "screens")
    s.send(unit("Screening Unit 2"), "screens")
    ask(s, GameTurn())
    assert isinstance(frame(s), ScreenTheGaps)
    for name in ("857/294", "859/294", "861/294", "849/294", "565 eng./294"):
        assert s.units[unit(name)].box == "eliminated"
    (gone,) = told(s, LeftTheGame)
    assert set(gone.units) == set(called("857/294", "859/294", "861/294", "849/294"))
    assert [action.hex for action in offered(s, Screen)] == [1034]
    assert refused(s, Screen(Hex(1134))).rule == "7.1.7c"
    do(s, Screen(Hex(1034)))
    assert s.units[unit("Screening Unit 1")].hex == 1034


@pytest.mark.rule("10.1.2", "10.1.2b")
def test_event_g_brings_the_poles_to_their_box_and_not_their_screens() -> None:
    s = eve_of(12)
    for number in range(1, 5):
        s.send(unit(f"Polish Screening Unit {number}"), "screens")
    ask(s, GameTurn())
    assert len(s.in_box("north_polish")) == 25
    assert s.units[unit("Polish Screening Unit 1")].box == "screens"


@pytest.mark.rule("O.1")
@pytest.mark.parametrize(("choice", "left"), [("yes", 0), ("no", 1)])
def test_the_poles_march_off_after_turn_14_if_the_players_want_it(choice: str, left: int) -> None:
    s = field(turn=14)
    s.set(setting={"poles_march_off": choice})
    s.send(unit("13/5"), "north_polish")
    history.poles_march_off(s)
    assert len(s.in_box("north_polish")) == left
    early = field(turn=13)
    early.set(setting={"poles_march_off": "yes"})
    early.send(unit("13/5"), "north_polish")
    history.poles_march_off(early)
    assert early.in_box("north_polish")


@pytest.mark.rule("8.2.3b", "8.2.2")
def test_the_air_effort_of_every_turn() -> None:
    figures = [6, 12, 10, 9, 12, 8, 8, 6, 7, 8, 12, 24, 14, 12, 8, 9, 6, 5, 3, 3]
    for turn, points in enumerate(figures, 1):
        s = field(turn=turn)
        history.set_air_points(s)
        assert s.tracks["air"] == points


@pytest.mark.rule("5.1a", "5.1c")
def test_an_event_takes_nobody_from_the_map() -> None:
    """A unit that is in play before its event, as a lesson or a position may have it, stays where it is."""
    s = at(eve_of(4), 219, "385/112")
    history.happen(s, "A")
    assert s.units[unit("385/112")].hex == 219
    assert s.units[unit("416/112")].box == "turn3"


@pytest.mark.rule("5.1d", "7.1.7b")
def test_no_gap_or_no_screen_no_question() -> None:
    s = field(turn=18)
    s.send(unit("Screening Unit 1"), "screens")
    assert ScreenTheGaps(SOVIET, frozenset()).over(s)
    gap = ScreenTheGaps(SOVIET, frozenset({Hex(1034)}))
    assert not gap.over(s)
    s.send(unit("Screening Unit 1"), "aside")
    assert gap.over(s)


@pytest.mark.rule("O.1")
def test_only_poles_march_off_and_only_those_that_were_never_sent_in() -> None:
    s = at(field(turn=14), 219, "372/218")
    s.set(setting={"poles_march_off": "yes"})
    s.send(unit("13/5"), "north_polish")
    fighting = s.clone()
    fighting.track("north", FIGHTING)
    history.poles_march_off(fighting)
    assert fighting.units[unit("13/5")].box == "north_polish"
    history.poles_march_off(s)
    assert s.units[unit("372/218")].hex == 219
    assert s.tracks["north"] == OVER
    poles = [id for id, counter in GAME.counters.items() if counter.nation == "polish"]
    assert {s.units[id].box for id in poles} == {"eliminated"}
    assert told(s, LeftTheGame) == [LeftTheGame(tuple(poles))]
