"""Packages that only some uses need come with an extra; one that is missing is told in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ImportError):
    """A package of an extra is not installed."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import packages of an extra: `with extra("lab"): import polars`."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise MissingExtra(f'This needs the {name} extra: pip install "bridgehead[{name}]"') from missing
