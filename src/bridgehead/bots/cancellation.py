"""Giving up a search that nobody waits for: whoever starts it lends a flag, the search looks at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Cancelled(Exception):
    """The flag was raised: nobody waits for the answer any more."""


class Flag(Protocol):
    def is_set(self) -> bool: ...


_flag: ContextVar[Flag | None] = ContextVar("flag", default=None)


@contextmanager
def cancellable(flag: Flag) -> Iterator[None]:
    """Searches inside end with `Cancelled` soon after the flag is raised."""
    token = _flag.set(flag)
    try:
        yield
    finally:
        _flag.reset(token)


def checkpoint() -> None:
    """Called by a search between two positions."""
    flag = _flag.get()
    if flag is not None and flag.is_set():
        raise Cancelled
