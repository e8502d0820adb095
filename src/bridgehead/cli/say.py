"""How the command speaks: tables for people, JSON for programs, one sentence for a mistake."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bridgehead.core.codec import BadFile
from bridgehead.core.data import DataError
from bridgehead.core.play import BadSetup
from bridgehead.extras import MissingExtra
from bridgehead.games import UnknownGame

FAULTS = (
    *(BadFile, DataError, BadSetup, UnknownGame, MissingExtra),
    *(FileNotFoundError, IsADirectoryError, PermissionError),
)
"""Mistakes of input and of installation, not of the program."""

out = Console()
err = Console(stderr=True)


def complain(sentence: str) -> None:
    """Say what is wrong; a file's name that begins the sentence stays as it is."""
    begins = sentence[:1].upper() if sentence.partition(" ")[0].isalpha() else sentence[:1]
    err.print(f"{begins}{sentence[1:]}", style="red", markup=False, highlight=False, soft_wrap=True)


def show_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


@contextmanager
def progress(what: str, total: float | None) -> Iterator[Any]:
    """A bar on a terminal, silence elsewhere. Gives a function that is told of each advance."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda amount: bar.advance(task, amount)
