"""Write the golden replays anew: `python -m tests.replays.make [GAME[/SCENARIO]...] [--anew]`.

A replay is a whole game between veterans. Its actions are kept as long as they are legal, and veterans go on
from there; with --anew they play from the beginning. A difference is a changed rule.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bridgehead.bots import BOTS
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.match import Match
from bridgehead.games import GAMES, load_game
from bridgehead.testing.golden import actions_in, golden

HOME = Path(__file__).parent
SEED = 1945


def made(game: Any, scenario: str, kept: Iterable[Action]) -> str:
    match = Match(game, scenario, SEED)
    for action in kept:
        if action not in match.legal:
            break
        match.play(action)
    sides = game.scenarios[scenario].sides or game.sides
    veterans = {side: BOTS["veteran"](number) for number, side in enumerate(sides)}
    while match.side is not None:
        match.play(veterans[match.side].choose(Seat(match.now, match.side)))
    return golden(match)


def main(names: list[str], *, anew: bool) -> None:
    for name in names or list(GAMES):
        game = load_game(name.partition("/")[0])
        for scenario in [name.partition("/")[2]] if "/" in name else game.scenarios:
            file = HOME / game.name / f"{scenario}.replay"
            file.parent.mkdir(exist_ok=True)
            lines = [] if anew or not file.exists() else file.read_text("utf-8").splitlines()
            file.write_text(made(game, scenario, list(actions_in(lines[1:], game))), encoding="utf-8")


if __name__ == "__main__":
    main([word for word in sys.argv[1:] if word != "--anew"], anew="--anew" in sys.argv)
