"""Victory, where points begin and end: ties, the easternmost unit, roads that lead nowhere, towns retaken."""

from typing import Any

import pytest

from bridgehead.core.values import Hex
from bridgehead.games.budziszyn1945.model.state import DEFECTED
from bridgehead.games.budziszyn1945.rules import victory
from bridgehead.games.budziszyn1945.rules.zoc import contested, starting_control
from tests.games.budziszyn1945.field import ALLIED, GERMAN, SOVIET, field, stand


def held(s: Any, **owners: list[int]) -> None:
    """Hexes in the hands of sides, all others in nobody's."""
    control = bytearray(s.game.board.size)
    for name, hexes in owners.items():
        for hex in hexes:
            control[hex] = ("", "soviet", "german", "american").index(name)
    s.set(control=bytes(control))


@pytest.mark.rule("N.24", "N.25")
def test_as_many_towns_as_the_enemy_are_a_german_victory() -> None:
    s = field()
    towns = sorted(s.game.ground.town)
    held(s, soviet=towns[:10], german=towns[10:20])
    found = victory.final_result(s)
    assert (found.winner, found.level) == (GERMAN, "German victory")
    held(s, soviet=towns[:9], american=towns[20:22], german=towns[10:20])
    found = victory.final_result(s)
    assert (found.winner, found.level) == (SOVIET, "Soviet minimal victory")
    assert (found.score["soviet"], found.score["german"]) == (11, 10)


@pytest.mark.rule("N.27")
def test_american_towns_count_in_the_evening_too() -> None:
    s = field("evening")
    towns = sorted(s.game.ground.town)
    needed = s.game.tables.evening
    held(s, soviet=towns[: needed.soviet - 1], american=towns[needed.soviet - 1 : needed.soviet])
    assert victory.final_result(s).winner == SOVIET
    held(s, soviet=towns[: needed.draw - 1], german=towns[needed.draw :])
    assert victory.final_result(s).winner == GERMAN


@pytest.mark.rule("T.32e", "T.32d", "T.33c")
def test_the_easternmost_supplied_american_unit_counts() -> None:
    s = field("two_stars")
    held(s)
    stand(s, 2010, "us_69_272")
    stand(s, 2610, "us_69_271")
    stand(s, 3010, "de_545_a")
    stand(s, 3410, "us_3arm_ccr", oos=1)
    stand(s, 3810, "pl_7_33", side=ALLIED, done=DEFECTED)
    assert victory.farthest_column(s) == 26
    s.send("us_69_271", "eliminated")
    assert victory.farthest_column(s) == 20
    s.send("us_69_272", "eliminated")
    assert victory.farthest_column(s) is None
    assert (victory.soviet_points(s), victory.american_points(s)) == (50, 0)


@pytest.mark.rule("T.32c", "T.33a", "T.34c")
def test_units_eliminated_count_by_their_nation() -> None:
    s = field("two_stars")
    held(s)
    stand(s, 2010, "us_69_272")
    before = victory.soviet_points(s), victory.american_points(s), victory.german_points(s)
    for name, many in (
        ("lost_american", 3),
        ("lost_german", 7),
        ("killed_by_american", 2),
        ("poles_killed_by_american", 5),
        ("killed_by_german", 4),
    ):
        s.track(name, many)
    after = victory.soviet_points(s), victory.american_points(s), victory.german_points(s)
    gained = [now - then for now, then in zip(after, before, strict=True)]
    assert gained == [2 * 3 + 7, 2 * 2 + 5, 2 * 4]


@pytest.mark.rule("T.32b")
def test_a_south_road_counts_where_soviet_supply_reaches() -> None:
    s = field("two_stars")
    roads = s.game.board.marks["south_roads"]
    everywhere = list(s.game.board.hexes)
    held(s, soviet=everywhere)
    assert victory.soviet_points(s) == 50 + 10 * len(roads)
    held(s, soviet=[hex for hex in everywhere if hex != roads[0]])
    assert victory.soviet_points(s) == 50 + 10 * (len(roads) - 1)
    held(s, soviet=list(roads))
    stand(s, roads[1], "de_545_a")
    assert victory.soviet_points(s) < 50 + 10 * len(roads)


@pytest.mark.rule("T.33b", "4.3.6")
def test_a_contested_town_is_no_american_town() -> None:
    s = field("two_stars")
    ground, near = s.game.ground, s.game.board.near
    for town in sorted(ground.town):
        held(s, american=[town])
        assert victory.american_points(s) == 1
        for first in near[town]:
            stand(s, first, "de_545_a")
            for second in near[town]:
                if second != first:
                    stand(s, second, "su_254")
                    if contested(s, Hex(town)):
                        assert victory.american_points(s) == 0
                        return
    raise AssertionError("no town can be contested")


@pytest.mark.rule("T.34a", "T.34b", "T.34c")
def test_german_points_one_by_one() -> None:
    s = field("two_stars")
    start = starting_control(s)
    marks = s.game.board.marks
    lost = [hex for hex in sorted(s.game.ground.town) if start[hex] == 1]
    kept = [hex for hex in sorted(s.game.ground.town) if start[hex] == 2]
    held(s)
    assert victory.german_points(s) == 20
    held(s, german=lost[:3] + [hex for hex in kept if hex not in marks["dresden"]], american=lost[3:5])
    assert victory.german_points(s) == 20 + 2 * 3
    held(s, german=list(marks["dresden"]))
    assert victory.german_points(s) == 20 + 8
    held(s, german=list(marks["dresden"][1:]))
    assert victory.german_points(s) == 20
    held(s, soviet=[marks["south_edge"][0]])
    assert victory.german_points(s) == 0
    held(s, american=list(marks["south_edge"]))
    assert victory.german_points(s) == 20
    stand(s, marks["south_edge"][-1], "us_69_271")
    assert victory.german_points(s) == 20
    stand(s, marks["south_edge"][0], "pl_7_33")
    assert victory.german_points(s) == 0
