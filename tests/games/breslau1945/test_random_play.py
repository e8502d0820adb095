"""Random games: every position keeps what the rules promise, and every game ends by rule."""

import pytest

from bridgehead.core.chance import advanced, mixed
from bridgehead.core.play import options, push, setup
from bridgehead.games.breslau1945.model.data import SOVIET
from bridgehead.games.breslau1945.model.state import State, controller
from bridgehead.games.breslau1945.rules.movement import TacticalMovement, overstacked
from bridgehead.games.breslau1945.rules.victory import soviet_victory_hexes
from tests.games.breslau1945.position import GAME


def check(s: State) -> None:
    """Limits, control, tracks and the separation of the sides."""
    for hex, ids in s.stacks.items():
        sides = {s.units[id].side for id in ids}
        assert len(sides) == 1
        side = sides.pop()
        assert GAME.tables.ground[hex] != "river"
        assert s.turn == 0 or controller(s, hex) == side
        if side != SOVIET and not (s.flow and hasattr(s.flow[-1], "target")):
            over = len(ids) - GAME.tables.limit[side][hex]
            assert over <= 0 or any(getattr(each, "unit", None) in ids for each in s.flow)
    assert s.tracks["vp"] == len(soviet_victory_hexes(s))
    assert 0 <= s.tracks["supply"] <= 99
    assert all(s.tracks[name] >= 0 for name in ("air", "po2", "goliaths", "chemicals"))
    assert len(s.strip) <= 3
    for each in s.units.values():
        assert not (each.side == SOVIET and (each.disorganised or each.fanatic))
        assert each.hex or each.box == "eliminated" or not (each.disorganised or each.fired)


@pytest.mark.rule("4.3", "3.0l", "7.3.9", "11.1a")
@pytest.mark.parametrize("scenario", ["historical", "free"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game(scenario: str, seed: int) -> None:
    s: State = setup(GAME, scenario, seed)
    chance = mixed(seed)
    number = 0
    while s.flow:
        chance = advanced(chance)
        choices = options(s)
        was = s.flow[-1]
        push(s, choices[mixed(chance) * len(choices) >> 64])
        number += 1
        if number % 7 == 0:
            check(s)
        if isinstance(was, TacticalMovement) and was.side != SOVIET:
            assert not overstacked(s)
        assert number < 60_000
    assert s.ended is not None
    assert s.turn == 20
