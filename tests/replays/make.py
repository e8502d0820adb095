"""Write the golden replays anew: `python -m tests.replays.make [GAME...]`. A difference is a changed rule."""

import sys
from pathlib import Path
from typing import Any

from bridgehead.core.match import Match
from bridgehead.games import GAMES, load_game
from bridgehead.testing.fuzz import Fuzzer
from bridgehead.testing.golden import golden

HOME = Path(__file__).parent
LENGTH = 500
"""Decisions kept of each scenario."""


def made(game: Any, scenario: str) -> str:
    match = Match(game, scenario, 1945)
    chooser = Fuzzer(1945, every=0)
    while match.now.flow and len(match.actions) < LENGTH:
        match.play(chooser.choose(match.now))
    return golden(match)


def main(names: list[str]) -> None:
    for name in names or list(GAMES):
        game = load_game(name)
        (HOME / name).mkdir(exist_ok=True)
        for scenario in game.scenarios:
            (HOME / name / f"{scenario}.replay").write_text(made(game, scenario), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
