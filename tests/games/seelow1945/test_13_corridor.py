"""13.0 The Corridor, our scenario for a first evening: a part of Küstrin by the rules of Küstrin."""

import pytest

from bridgehead.core.play import options, push, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.seelow1945.model.state import State
from bridgehead.games.seelow1945.rules.artillery import BarragePhase, barrage_modifiers
from bridgehead.games.seelow1945.rules.movement import MovementPhase
from bridgehead.games.seelow1945.rules.victory import assess, most_points
from bridgehead.games.seelow1945.view import OVERLAYS, facts
from tests.games.seelow1945.field import GAME, GERMAN, SOVIET, field, now, stand
from tests.games.seelow1945.test_pins import GAME as SHIPPED

MUN, FUS = "ge_mun_2_2", "ge_303_fus"
STANDS = """
    2203 ge_20pg_76_1 ge_20pg_8pz_1
    2304 ge_20pg_90_1 ge_ss502_1
    2305 ge_20pg_90_2 ge_ss502_2
    3102 ge_mun_2_2
    3103 ge_303_fus
    2403 su_295_1040
    2504 su_47g_137
    2505 su_47g_140
    3003 su_416_1373
    2801 su_32kag
    2802 su_32aag"""


def lost(s: State, number: int) -> None:
    """So many Soviet units are eliminated."""
    for id in [unit.id for unit in s.units.values() if unit.side == SOVIET][:number]:
        s.eliminate(id)


def at_the_end(connected: tuple[str, ...], eliminated: int) -> State:
    """The end of Game-Turn 5, with garrison units in the west of the map."""
    s = field("corridor", turn=5)
    for hex, id in zip((1002, 1003), connected, strict=False):
        stand(s, hex, id)
    lost(s, eliminated)
    return s


@pytest.mark.rule("13.1", "13.2", "3.1b")
def test_the_game_begins_on_turn_2_with_every_unit_in_its_hex() -> None:
    s = setup(GAME, "corridor", 1)
    assert isinstance(now(s), MovementPhase | BarragePhase), "nobody deploys"
    assert (s.turn, s.actor, s.kind) == (2, GERMAN, "day")
    expected = {int(hex): tuple(ids) for hex, *ids in map(str.split, STANDS.strip().splitlines())}
    assert {hex: tuple(sorted(stack)) for hex, stack in s.stacks.items()} == expected
    assert len(s.units) == sum(map(len, expected.values())), "and nobody comes later"
    assert not any(unit.reduced or unit.disrupted for unit in s.units.values())
    scenario = GAME.scenarios["corridor"]
    assert (scenario.first_turn, scenario.turns, scenario.count) == (2, 5, 4)
    assert "(ours)" in scenario.title
    assert SHIPPED.rules["13.1"].provenance == SHIPPED.rules["13.3"].provenance == "ruling"


@pytest.mark.rule("13.1", "11.0b", "11.32", "8.14d")
def test_it_is_played_by_the_rules_of_kustrin() -> None:
    corridor, kustrin = GAME.campaigns["corridor"].entry, GAME.campaigns["kustrin"].entry
    assert (corridor.battle, corridor.first, corridor.rows) == ("kustrin", GERMAN, (1, 8))
    assert (corridor.rally, corridor.frozen) == (kustrin.rally, {})
    assert corridor.deploys == kustrin.deploys
    assert corridor.dates == kustrin.dates[:1]
    assert SHIPPED.grounds["corridor"] is SHIPPED.grounds["kustrin"]
    columns = {}
    for name in ("corridor", "kustrin"):
        s = setup(SHIPPED, name, 1)
        s.set(turn=2)
        columns[name] = [barrage_modifiers(s, side) for side in (GERMAN, SOVIET)]
    assert columns["corridor"] == columns["kustrin"]
    assert facts(setup(GAME, "corridor", 1))["note"] == "27 March 1945, day, 08:00-11:00"
    assert field("corridor").control == {}


@pytest.mark.rule("13.3", "11.42a", "11.44")
@pytest.mark.parametrize(
    ("connected", "eliminated", "points", "winner"),
    [
        ((MUN, FUS), 3, 13, GERMAN),
        ((MUN, FUS), 2, 12, GERMAN),
        ((MUN, FUS), 1, 11, None),
        ((FUS,), 1, 6, None),
        ((MUN,), 0, 5, SOVIET),
        ((), 5, 5, SOVIET),
    ],
)
def test_points_decide_as_at_kustrin(
    connected: tuple[str, ...], eliminated: int, points: int, winner: str | None
) -> None:
    s = at_the_end(connected, eliminated)
    result = assess(s)
    assert result is not None
    assert (result.winner, result.score, result.rule) == (winner, {"german": points}, "11.45")


@pytest.mark.rule("13.1", "13.3")
def test_it_ends_after_turn_5() -> None:
    s = field("corridor", turn=4)
    assert assess(s) is None
    s = setup(GAME, "corridor", 1)
    turns = set()
    while s.flow:
        turns.add(s.turn)
        push(s, options(s)[-1])
    assert turns == {2, 3, 4, 5}
    assert s.ended is not None


@pytest.mark.rule("13.3", "11.43a")
def test_the_page_counts_what_can_be_won_here() -> None:
    assert most_points(setup(GAME, "corridor", 1)) == 2 * 5 + 6
    assert most_points(setup(GAME, "kustrin", 1)) == 4 * 5 + 22
    s = field("corridor")
    stand(s, 1002, MUN)
    assert facts(s)["tracks"][1] == {
        "name": "vp",
        "title": "German Victory Points",
        "value": 5,
        "most": 16,
    }
    lines = OVERLAYS["communication"](s, GERMAN, Hex(0), UnitId("")).lines
    assert [line[0] for line in lines] == [1002]
