"""Random play ends by rule and never breaks what holds at all times."""

from collections.abc import Iterator
from typing import Any

import pytest

from bridgehead.core.actions import Action, Done, MoveTo
from bridgehead.core.chance import advanced, mixed
from bridgehead.core.play import options, push, setup
from bridgehead.games import load_game
from bridgehead.games.eastprussia1914.rules.chits import SelectChits
from bridgehead.games.eastprussia1914.rules.combat import CombatSegment
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.stacking import crowded


class Luck:
    """A player that chooses at random, and would rather act than pass and rather close with the enemy."""

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed)

    def draw(self, ways: int) -> int:
        self.seed = advanced(self.seed)
        return mixed(self.seed) * ways >> 64

    def random(self, offered: list[Action]) -> Action:
        return offered[self.draw(len(offered))]

    def eager(self, s: Any, offered: list[Action]) -> Action:
        active = [action for action in offered if not isinstance(action, Done)]
        if not active or self.draw(12) == 0:
            return self.random(offered)
        side = s.flow[-1].side
        foes = [unit.hex for unit in s.units.values() if unit.hex and unit.side != side]
        moves = [action for action in active if isinstance(action, MoveTo)]
        if not moves or not foes:
            return self.random(active)
        foe = foes[self.draw(len(foes))]
        few = [moves[self.draw(len(moves))] for _ in range(6)]
        return min(few, key=lambda action: s.ground.board.distance(action.hex, foe))


def played(scenario: str, seed: int, optional: str) -> Iterator[Any]:
    """Every position of a game played eagerly."""
    game = load_game("eastprussia1914")
    s, luck = setup(game, scenario, seed, **dict.fromkeys(game.options, optional)), Luck(seed)
    for _ in range(20_000):
        yield s
        if not s.flow:
            return
        push(s, luck.eager(s, options(s)))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("scenario", ["campaign", "tannenberg", "masurian"])
@pytest.mark.parametrize("optional", ["off", "on"])
def test_random_games_end(scenario: str, optional: str) -> None:
    game = load_game("eastprussia1914")
    for seed in range(3):
        s, luck = setup(game, scenario, seed, **dict.fromkeys(game.options, optional)), Luck(seed)
        moves = 0
        while s.flow:
            push(s, luck.random(options(s)))
            moves += 1
            assert moves < 20_000
        assert s.ended is not None and s.ended.rule in ("15.4", "16.4b", "16.4c")


@pytest.mark.rule("7.1", "7.2", "7.4", "13.3", "16.3.4")
@pytest.mark.parametrize("scenario", ["campaign", "tannenberg", "masurian"])
@pytest.mark.parametrize("optional", ["off", "on"])
def test_what_holds_at_all_times(scenario: str, optional: str) -> None:
    for s in played(scenario, 4, optional):
        quiet = s.flow and isinstance(s.flow[-1], SelectChits | MovementSegment | CombatSegment)
        for hex, stack in s.stacks.items():
            sides = {s.units[unit].side for unit in stack}
            assert len(sides) == 1
            assert hex not in s.ground.impassable
            assert not quiet or not crowded(s, hex, next(iter(sides)))
            if quiet and scenario == "masurian":
                assert hex // 100 >= 17 and hex % 100 <= 32
        for name in ("Koenigsberg", "Thorn", "Marienburg", "Loetzen"):
            garrison = s.units.get(f"G-{name}")
            assert garrison is None or not garrison.hex or garrison.hex in s.ground.fortresses
        assert all(unit.steps for unit in s.units.values() if unit.hex and "HQ" not in unit.id)
