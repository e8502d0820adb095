"""`bridgehead data`: a player's own tables, unit values and maps over ours."""

from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from bridgehead.cli.say import out
from bridgehead.core.data import DataError
from bridgehead.games import GAMES, build_game, load_game

app = typer.Typer(no_args_is_help=True, help="Use your own tables, unit values or map instead of ours.")

READ_ONLY = {"rules"}
"""Files that are exported for reading; an overlay of them has no meaning."""


@app.command()
def export(
    game: Annotated[str, typer.Argument(help="The game.")],
    folder: Annotated[Path, typer.Argument(help="Where to write; a folder named GAME is created in it.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False,
) -> None:
    """Write our data files of a game, to start your own from."""
    ours = resources.files(load_game(game).package) / "data"
    home = folder / game
    home.mkdir(parents=True, exist_ok=True)
    for file in sorted(ours.iterdir(), key=lambda each: each.name):
        to = home / file.name
        if to.exists() and not force:
            raise DataError(str(to), "", "already exists; --force overwrites it")
        to.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
        out.print(f"{to} written")
    out.print(f"Change what differs on your counters, delete the rest, then play with --data {folder}.")


@app.command()
def check(folder: Annotated[Path, typer.Argument(help="A folder with one folder per game.")]) -> None:
    """Check your data files, and report what is wrong."""
    if not folder.is_dir():
        raise DataError(str(folder), "", "is not a folder")
    found = [each for each in sorted(folder.iterdir()) if each.is_dir()]
    if not found:
        raise DataError(str(folder), "", f"has no game folder; name one {', '.join(GAMES)}")
    for home in found:
        if home.name not in GAMES:
            raise DataError(str(home), "", f"is not a game; choose {', '.join(GAMES)}")
        ours = {each.name for each in (resources.files(f"bridgehead.games.{home.name}") / "data").iterdir()}
        for file in sorted(home.iterdir()):
            if file.name not in ours:
                raise DataError(
                    str(file), "", f"is not a file of this game; it has {', '.join(sorted(ours))}"
                )
        game = build_game(home.name, folder)
        out.print(f"{home}: OK; data version {game.version}")
