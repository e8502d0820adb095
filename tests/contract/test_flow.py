"""What frames fill in the one beneath them is declared, so that a damaged flow is refused when it is read."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgehead import games
from bridgehead.games import GAMES

HOME = Path(games.__file__).parent


def filled(frame: ast.ClassDef) -> Iterator[str]:
    """The fields a frame leaves to the one beneath it."""
    for node in ast.walk(frame):
        match node:
            case ast.Call(func=ast.Attribute(attr="leave"), keywords=keywords):
                yield from (keyword.arg for keyword in keywords if keyword.arg)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_left_to_the_frame_beneath_is_declared(name: str) -> None:
    declared = 0
    for file in sorted((HOME / name).rglob("*.py")):
        package = ".".join(file.relative_to(HOME).with_suffix("").parts)
        for each in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(each, ast.ClassDef) and (fields := set(filled(each))):
                frame = getattr(importlib.import_module(f"bridgehead.games.{package}"), each.name)
                assert fields <= set(frame.fills), f"{name}: {each.name}"
                declared += len(fields)
    assert declared
