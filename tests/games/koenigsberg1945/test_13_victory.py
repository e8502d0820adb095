"""13.0 How to win the game, and 14.1 the optional units."""

import pytest

from bridgehead.core.actions import Done, Pick
from bridgehead.core.play import push, result
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.rules.reinforcements import ReinforcementSegment, arrivals
from bridgehead.games.koenigsberg1945.rules.sequence import GameTurn, turn_advance
from bridgehead.games.koenigsberg1945.rules.victory import (
    MIKOSCH,
    enter_hexes,
    final_victory,
    german_hexes,
    sudden_death,
)
from tests.games.koenigsberg1945.field import at, box, field, go, moving, picks, reduced, said, started
from tests.support import ask, stand


@pytest.mark.rule("13.1a")
def test_the_germans_hold_all_fourteen_at_first() -> None:
    assert german_hexes(started()) == 14


@pytest.mark.rule("13.1b", "13.1c")
def test_markers_turn_when_a_combat_unit_enters() -> None:
    s = field()
    enter_hexes(s, UnitId("hq_39a"), (Hex(1836),))
    assert german_hexes(s) == 14  # a headquarters takes nothing
    enter_hexes(s, UnitId("s3bf_39a_94"), (Hex(1836), Hex(2233)))
    assert german_hexes(s) == 12  # also the hexes it only passed
    enter_hexes(s, UnitId("hq_7pz"), (Hex(1836),))
    assert german_hexes(s) == 12
    enter_hexes(s, UnitId("g_independent_23"), (Hex(1836),))
    assert german_hexes(s) == 13


@pytest.mark.rule("13.1d")
def test_nobody_need_remain_and_placing_turns_nothing() -> None:
    s = field()
    stand(s, 1837, "s3bf_39a_94")
    moving(s, "s3bf_39a_94")
    go(s, 1836)
    s.send(UnitId("s3bf_39a_94"), "aside")
    assert 1836 in s.taken
    s.put(UnitId("g_vs_1"), Hex(1836))
    assert 1836 in s.taken


@pytest.mark.rule("13.2.1", "13.2.1b")
@pytest.mark.parametrize(
    ("held", "level", "winner"),
    [
        (0, "Soviet Overwhelming Victory", SOVIET),
        (1, "Soviet Overwhelming Victory", SOVIET),
        (3, "Soviet Overwhelming Victory", SOVIET),
        (4, "Soviet Major Victory", SOVIET),
        (6, "Soviet Major Victory", SOVIET),
        (7, "Soviet Historical Victory", SOVIET),
        (8, "German Minor Victory", GERMAN),
        (9, "German Minor Victory", GERMAN),
        (10, "German Major Victory", GERMAN),
        (12, "German Major Victory", GERMAN),
        (13, "German Overwhelming Victory", GERMAN),
        (14, "German Overwhelming Victory", GERMAN),
    ],
)
def test_the_levels_of_victory(held: int, level: str, winner: str) -> None:
    s = field()
    s.set(taken=frozenset(sorted(s.game.ground.objectives)[: 14 - held]))
    final_victory(s)
    found = result(s)
    assert found is not None
    assert (found.level, found.winner, found.score) == (level, winner, {"german_hexes": held})
    assert found.rule == "13.2.1"


@pytest.mark.rule("13.2.1c")
@pytest.mark.parametrize(
    ("held", "level", "winner"),
    [
        (0, "Soviet Victory", SOVIET),
        (12, "Soviet Victory", SOVIET),
        (13, "Draw", None),
        (14, "German Victory", GERMAN),
    ],
)
def test_the_first_evening_is_counted_after_turn_4(held: int, level: str, winner: str | None) -> None:
    s = started("evening")
    assert s.game.scenarios["evening"].turn_names[-1] == "19-20 January"
    s.set(taken=frozenset(sorted(s.game.ground.objectives)[: 14 - held]))
    s.turn = 3
    turn_advance(s)
    assert (s.turn, result(s)) == (4, None)
    turn_advance(s)
    found = result(s)
    assert found is not None
    assert (found.level, found.winner, found.score) == (level, winner, {"german_hexes": held})
    assert found.rule == "13.2.1c"  # a ruling of ours


@pytest.mark.rule("13.2a", "13.2b", "13.2c")
def test_sudden_death_comes_before_the_count_on_turn_10() -> None:
    s = field()
    s.turn = 10
    stand(s, 2932, "s3bf_39a_94")
    ask(s, GameTurn(at=10))
    found = result(s)
    assert found is not None
    assert found.level == "Soviet Sudden Death Victory"
    s = field()
    stand(s, 2932, "hq_39a")
    assert not sudden_death(s)


# --- 14.1


@pytest.mark.rule("14.1.1", "14.1.3", "14.1.4x")
def test_boehme_and_the_20th_panzer() -> None:
    s = started()
    assert box(s, "g_independent_boehmem") == box(s, "g_independent_20m") == "unused"
    s = started(boehme="on", panzer20="on")
    assert (at(s, "g_independent_boehmem"), at(s, "g_independent_20m")) == (2932, 1323)
    assert all(
        s.counter(UnitId(unit)).independent
        for unit in ("g_independent_boehmem", "g_independent_20m", "g_independent_mikosch")
    )


@pytest.mark.rule("14.1.2", "14.1.2b")
def test_mikosch_comes_after_a_soviet_unit_was_near_koenigsberg() -> None:
    s = field(mikosch="on")
    s.send(UnitId("g_independent_mikosch"), "reinforcements")
    s.turn = 5
    assert arrivals(s, GERMAN) == ()
    near = next(
        hex for hex in s.game.board.hexes if s.game.board.distance(2932, hex) == 5 and s.game.ground.land[hex]
    )
    enter_hexes(s, UnitId("hq_39a"), (Hex(near),))  # any unit, at any moment
    assert s.tracks[MIKOSCH] == 1
    ask(s, ReinforcementSegment())
    assert picks(s) == {"g_independent_mikosch"}
    push(s, Pick(UnitId("g_independent_mikosch")))
    assert (at(s, "g_independent_mikosch"), reduced(s, "g_independent_mikosch")) == (3428, True)
    push(s, Done())
    assert not s.flow
    off = field()
    off.track(MIKOSCH, 1)
    off.send(UnitId("g_independent_mikosch"), "unused")
    assert arrivals(off, GERMAN) == ()


@pytest.mark.rule("14.1.2b")
def test_five_hexes_are_counted_over_land_and_water() -> None:
    s = field()
    six = next(
        hex for hex in s.game.board.hexes if s.game.board.distance(2932, hex) == 6 and s.game.ground.land[hex]
    )
    enter_hexes(s, UnitId("s3bf_39a_94"), (Hex(six),))
    assert not s.tracks.get(MIKOSCH)
    assert len(s.game.ground.near_koenigsberg) == 91


@pytest.mark.rule("14.1.2b")
def test_mikosch_is_announced_if_it_is_in_the_game() -> None:
    s = field(mikosch="on")
    s.send(UnitId("g_independent_mikosch"), "reinforcements")
    enter_hexes(s, UnitId("s3bf_39a_94"), (Hex(2832),))
    enter_hexes(s, UnitId("s3bf_39a_94"), (Hex(2833), Hex(2114)))
    assert s.conquered == frozenset()
    assert said(s) == [
        "A Soviet unit is within 5 hexes of Königsberg: Mikosch Division arrives next. 14.1.2b"
    ]
    s = field()
    s.send(UnitId("g_independent_mikosch"), "unused")
    enter_hexes(s, UnitId("s3bf_39a_94"), (Hex(2832),))
    assert said(s) == []


@pytest.mark.rule("13.1b", "10.2.1", "11.3c")
def test_what_is_taken_already_is_not_taken_again() -> None:
    s = field()
    enter_hexes(s, UnitId("s2bf_2sha_88"), (Hex(2114), Hex(1902), Hex(2501)))
    assert s.passed == {hex for hex in (1902, 2501) if s.game.ground.settlement[hex]}
    s.log = []
    enter_hexes(s, UnitId("s2bf_2sha_116"), (Hex(1902), Hex(2501)))
    assert s.log == []
