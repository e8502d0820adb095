"""What lies beside a board: sequence of play, charts, victory, turn track, from a game's own tables.

A game builds its `Reference` for a scenario; every figure in it is read from the tables in force, so that it
moves with them. `Present` is the part that moves with the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from bridgehead.core.flow import Procedure
from bridgehead.core.game import AnyGame
from bridgehead.core.state import AnyState
from bridgehead.core.values import Hex, Side, UnitId, printed
from bridgehead.core.words import counted


class Remark(msgspec.Struct, frozen=True):
    """A sentence with its rule."""

    words: str
    rule: str = ""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A phase or segment of the sequence of play."""

    title: str
    rule: str
    words: str
    who: str
    """Who acts in it."""
    reacts: str = ""
    """Who may answer, and how."""
    within: bool = False
    """It is a part of the step before it."""
    parts: tuple[str, ...]
    """The passages of the rules it is played by (see `parts`)."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a chart."""

    name: str
    cells: tuple[str, ...]
    rule: str = ""
    thing: str = ""
    """What on the map it speaks of, by the map's own word."""


class Code(msgspec.Struct, frozen=True):
    """What a printed result means."""

    code: str
    words: str


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A table as printed, with its results in words and what else is to be known of it."""

    id: str
    title: str
    rule: str
    corner: str
    """What its rows are."""
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    codes: tuple[Code, ...] = ()
    notes: tuple[Remark, ...] = ()
    dice: bool = False
    """It is rolled on: its rows are dice and its columns odds or strengths, or the other way round."""


class Objective(msgspec.Struct, frozen=True):
    """A hex that counts for victory."""

    hex: Hex
    worth: str


class Arrival(msgspec.Struct, frozen=True):
    """Reinforcements of a turn: where they come in, and who."""

    where: str
    units: tuple[UnitId, ...]
    hexes: tuple[Hex, ...] = ()
    """The same place on the map."""


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A box of the turn track."""

    turn: int
    name: str
    cells: tuple[str, ...]
    events: tuple[Remark, ...] = ()
    arrivals: tuple[Arrival, ...] = ()


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """All that belongs on the card beside the board, for one scenario and its options."""

    sequence: tuple[Step, ...]
    charts: tuple[Chart, ...]
    victory: tuple[Remark, ...]
    objectives: tuple[Objective, ...]
    track: tuple[str, ...]
    """What the boxes of the turn track say beside the turn."""
    boxes: tuple[Box, ...]


class Present(msgspec.Struct, frozen=True, kw_only=True):
    """Where the game stands on its card."""

    steps: tuple[int, ...]
    """The steps of the sequence under way: a phase, and the segment within it."""
    acting: Side | None
    """Whose Player-Turn or activation it is."""
    turn: int
    standing: tuple[Remark, ...]
    """What the score would come to now."""


def no_reference(game: AnyGame, scenario: str, setting: Mapping[str, str]) -> Reference:
    """For games without charts."""
    return Reference(sequence=(), charts=(), victory=(), objectives=(), track=(), boxes=())


def no_standing(s: AnyState, side: Side | None) -> tuple[Remark, ...]:
    """For games that are not counted before the end."""
    return ()


# --- where the flow stands


def parts(*passages: Callable[..., None]) -> tuple[str, ...]:
    """Passages of procedures by name: `PlayerTurn.movement_phase`."""
    return tuple(passage.__qualname__ for passage in passages)


def under_way(s: AnyState) -> list[str]:
    """The passages the flow stands in, the innermost last."""
    return [
        type(frame).sequence[frame.at - 1].__qualname__
        for frame in s.flow
        if isinstance(frame, Procedure) and frame.at
    ]


def present(s: AnyState, reference: Reference, standing: tuple[Remark, ...]) -> Present:
    """Where a position stands on its card."""
    here = set(under_way(s))
    sides = [side for frame in s.flow if isinstance(side := getattr(frame, "side", None), str)]
    return Present(
        steps=tuple(at for at, step in enumerate(reference.sequence) if here & set(step.parts)),
        acting=Side(sides[0]) if sides else None,
        turn=s.turn,
        standing=standing,
    )


def modifier_chart(id: str, title: str, rule: str, found: Iterable[tuple[str, str, str]]) -> Chart:
    """A list of what changes a column, a die or a strength: when, by how much, under which rule."""
    lines = tuple(Line(name=name, cells=(effect,), rule=cited) for name, effect, cited in found)
    return Chart(id=id, title=title, rule=rule, corner="When", columns=("Effect",), lines=lines)


def worded(meanings: Iterable[tuple[str, str]]) -> tuple[Code, ...]:
    """Every result with its words, once each, in the order of their codes."""
    return tuple(Code(code, words) for code, words in sorted(dict(meanings).items()))


def gathered(coming: Iterable[tuple[str, tuple[Hex, ...], UnitId]]) -> tuple[Arrival, ...]:
    """Reinforcements of a turn put together by where they come in."""
    found: dict[tuple[str, tuple[Hex, ...]], list[UnitId]] = {}
    for where, hexes, unit in coming:
        found.setdefault((where, hexes), []).append(unit)
    return tuple(Arrival(where, tuple(units), hexes) for (where, hexes), units in found.items())


# --- figures in words


def columns_words(amount: int) -> str:
    """A shift as a player reads it: 2 columns left."""
    return f"{counted(abs(amount), 'column')} {'left' if amount < 0 else 'right'}" if amount else "no shift"


def die_words(amount: int) -> str:
    return f"{signed(amount)} to the die"


def signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"\N{MINUS SIGN}{-amount}" if amount else "0"


def divided(divisor: int) -> str:
    """What a divisor leaves of a strength."""
    return {1: "in full", 2: "halved", 4: "quartered"}.get(divisor, f"divided by {divisor}")


def hexes_said(game: AnyGame, hexes: tuple[Hex, ...]) -> str:
    """Hexes with their places: Seelow 1409, 1410."""
    said, last = [], ""
    for hex in hexes:
        name, number = game.names.get(printed(hex), ""), game.printed(hex)
        said.append(f"{name} {number}" if name and name != last else number)
        last = name
    return ", ".join(said)
