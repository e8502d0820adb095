"""The rows of the key: a drawing with its words."""

from collections.abc import Iterator

import msgspec

from bridgehead.render.letters import width
from bridgehead.toolkit.drawing import Note
from bridgehead.toolkit.wargame import AnyWargame

COLUMN = 330.0
"""How wide a column is; everything is measured in pixels of the page."""
GAP = 26.0
ART = 74.0
"""Room for what is drawn, left of its words."""
LETTERS = 13.0
LEADING = 16.0
NARROW = 0.9
"""How much narrower plain letters are than those that are measured."""


class Row(msgspec.Struct, frozen=True):
    """A drawing with its words."""

    art: str
    size: tuple[float, float]
    """Of the drawing's own coordinates."""
    words: str
    rule: str = ""
    high: float = 46.0
    """The room the drawing gets."""

    def lines(self) -> list[str]:
        said = f"{self.words} ({self.rule})" if self.rule else self.words
        return wrapped(said, COLUMN - ART - 8, LETTERS)

    @property
    def height(self) -> float:
        return max(self.high, LEADING * len(self.lines())) + 5


class Heading(msgspec.Struct, frozen=True):
    """The title of a section."""

    words: str
    height: float = 34.0


def wrapped(text: str, wide: float, letters: float) -> list[str]:
    """A text in lines that are no wider."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and NARROW * width(longer, letters) > wide:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def noted(game: AnyWargame, word: str, art: str, size: tuple[float, float], **more: float) -> Iterator[Row]:
    """A row, if the game has a note for it."""
    note: Note | None = game.drawing.key.get(word)
    if note is not None:
        yield Row(art, size, note.words, note.rule, **more)


def sampled(game: AnyWargame, word: str, art: str) -> Iterator[Row]:
    """A row with a piece of map."""
    wide, high = art.split('viewBox="')[1].split('"', maxsplit=1)[0].split()[2:]
    yield from noted(game, word, art, (float(wide), float(high)), high=52.0)
