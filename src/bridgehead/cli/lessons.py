"""Lessons at the command line: `bridgehead lesson check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bridgehead import GAMES, load_game
from bridgehead.cli.say import out, show_json
from bridgehead.core.words import counted

app = typer.Typer(no_args_is_help=True, help="Lessons: check ours or your own.")


@app.callback()
def lessons() -> None:
    """Without it the only command would stand for all of them."""


@app.command()
def check(
    file: Annotated[
        Path | None, typer.Argument(help="A lesson of your own; without it all that are shipped.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")] = False,
) -> None:
    """Prove lessons: every beat is solved by its script, and every wrong turn has an answer."""
    hold, problems = checked_file(file) if file is not None else checked_all()
    if as_json:
        show_json({"games": hold, "problems": problems})
    else:
        for problem in problems:
            out.print(problem, markup=False)
        for name, number in hold.items():
            out.print(f"{GAMES[name]}: {counted(number, 'lesson')} proven.")
    if problems:
        raise typer.Exit(1)


def checked_file(file: Path) -> tuple[dict[str, int], list[str]]:
    from bridgehead.lessons.check import faults
    from bridgehead.lessons.reading import lesson_file

    name, lesson = lesson_file(file)
    problems = [f"{file}: {problem}" for problem in faults(load_game(name), lesson)]
    return {name: int(not problems)}, problems


def checked_all() -> tuple[dict[str, int], list[str]]:
    from bridgehead.lessons.check import faults
    from bridgehead.lessons.reading import shipped, shipped_lesson

    hold, problems = {}, []
    for name in GAMES:
        game = load_game(name)
        hold[name] = 0
        for lesson in shipped(game):
            found = [f"{name}/{lesson}: {each}" for each in faults(game, shipped_lesson(game, lesson))]
            problems += found
            hold[name] += not found
    return hold, problems
