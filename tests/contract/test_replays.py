"""Golden replays: the same actions still tell the same story."""

from pathlib import Path

import pytest

from bridgehead.games import GAMES, load_game
from bridgehead.testing.golden import golden, replayed

HOME = Path(__file__).parents[1] / "replays"
EVERY = [(name, scenario) for name in GAMES for scenario in load_game(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_every_scenario_has_a_golden_replay_that_holds(name: str, scenario: str) -> None:
    text = (HOME / name / f"{scenario}.replay").read_text(encoding="utf-8")
    assert golden(replayed(text, load_game(name))) == text
