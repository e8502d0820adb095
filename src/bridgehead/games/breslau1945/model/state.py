"""The position: what a unit, a hex and the tracks of the game hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from typing import TYPE_CHECKING

from bridgehead.core import state as core
from bridgehead.core.refusal import Modifier, No
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId, replace
from bridgehead.core.words import SENTENCE
from bridgehead.games.breslau1945.model.charts import REBUILT, TUNED, Chart, Tables
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET

if TYPE_CHECKING:
    from bridgehead.games.breslau1945.model.game import Breslau

LEDGERS = ("german", "soviet", "near_german", "near_soviet", "fire_german", "places")
"""Units in the hex by side; units next to it by side; German units next to it that can fire. Beside these,
by the number of a unit instead of a hex: the place it is in, a box or its side's part of the map."""


class Unit(core.Unit, frozen=True):
    disorganised: bool = False
    fired: bool = False
    """A gun that has bombarded this turn (8.2.10)."""
    fanatic: bool = False


class State(core.State["Breslau", Unit], kw_only=True):
    control: dict[Hex, Side] = {}
    """Hexes that have changed hands since the set-up, with the side that holds them now."""
    gas: tuple[Hex, ...] = ()
    strip: tuple[Hex, ...] = ()
    """Hexes with a landing strip marker."""
    standing: dict[Side, str] = {}
    """Secret: when a side wants to be asked for Defensive Fire."""

    @property
    def tables(self) -> Tables:
        return self.game.tables

    @property
    def chart(self) -> Chart:
        """The chart of assaults the players agreed on (13.6)."""
        return self.game.tables.charts[self.setting["chart"]]


OUT_OF_PHASE = No("4.1b", "this action belongs to another phase or step")


def with_figures(no: No, **figures: int | str) -> No:
    """A refusal that names figures of the tables."""
    return replace(no, because=SENTENCE.vformat(no.because, (), figures))


@rule("13.6")
def is_house_ruling(s: State, figure: Callable[[Chart], object]) -> bool:
    """Was a figure in play set by a house ruling, and is not as it was rebuilt?"""
    charts = s.tables.charts
    return s.chart is charts[TUNED] and figure(charts[TUNED]) != figure(charts[REBUILT])


def added(modifiers: Sequence[Modifier]) -> str:
    """What is added to a die, each modifier by its name."""
    return ", ".join(f"{each.amount:+d} ({each.because})" for each in modifiers) or "no modifiers"


def foe(side: Side) -> Side:
    return GERMAN if side == SOVIET else SOVIET


def account(s: State, before: Unit | None, after: Unit) -> None:
    """Keep the ledgers: who stands where, who is next to whom, who can fire; and who is in which box."""
    place = after.side if after.hex else after.box
    if before is None or place != (before.side if before.hex else before.box):
        tables = s.game.tables
        s.ledger["places"][tables.numbers[after.id]] = tables.place_number(place)
    if before is not None and before.hex:
        if before.hex == after.hex and before.disorganised == after.disorganised:
            return
        count(s, before, -1)
    if after.hex:
        count(s, after, 1)


def count(s: State, unit: Unit, change: int) -> None:
    ledger = s.ledger
    hex = unit.hex
    near = s.game.board.near[hex]
    if unit.side == SOVIET:
        ledger["soviet"][hex] += change
        beside = ledger["near_soviet"]
        for to in near:
            beside[to] += change
        return
    ledger["german"][hex] += change
    beside = ledger["near_german"]
    for to in near:
        beside[to] += change
    if not unit.disorganised:
        beside = ledger["fire_german"]
        for to in near:
            beside[to] += change


def unpicked(s: State, id: UnitId) -> tuple[UnitId, ...]:
    """The units of a movement phase that have not moved, with one that was picked and made no step."""
    waiting = {*getattr(s.flow[-2], "left", ()), id}
    return tuple(each for each in s.units if each in waiting)


# --- control (3.0b)


@rule("3.0b", "3.0c")
def controller(s: State, hex: Hex) -> Side:
    """The side whose unit was the last in the hex; at the start the front of February."""
    held = s.control.get(hex)
    if held is None:
        return SOVIET if hex in s.tables.soviet_at_start else GERMAN
    return held


@rule("3.0b", "3.0b2", "11.1a")
def take_control(s: State, side: Side, hex: Hex) -> None:
    """A unit is in the hex or passes through it: the hex is its side's, and so is its victory marker."""
    if controller(s, hex) == side:
        return
    control = s.control
    control[hex] = side
    if hex in s.tables.victory:
        s.track("vp", s.tracks["vp"] + (1 if side == SOVIET else -1))
    s.touch()


@rule("3.0b2")
def stand_in(s: State, unit: UnitId, hex: Hex) -> None:
    """Put a unit in a hex; its side controls the hex from now on."""
    s.put(unit, hex)
    take_control(s, s.units[unit].side, hex)


# --- tracks


@rule("6.1", "6.1b")
def spend_supply(s: State, amount: int) -> None:
    """Lower the Supply level; whoever may spend has been asked before whether it suffices."""
    s.track("supply", s.tracks["supply"] - amount)


@rule("6.1b")
def lose_supply(s: State, amount: int) -> None:
    s.track("supply", max(0, s.tracks["supply"] - amount))


@rule("6.1b")
def gain_supply(s: State, amount: int) -> None:
    s.track("supply", min(s.tables.supply.most, s.tracks["supply"] + amount))


# --- the turn record track as a place (7.1.8)


def space(turn: int) -> str:
    """The box of a turn on the Turn Record Track."""
    return f"turn{turn}"


@rule("7.1.8", "7.1.8c", "9.7b", "8.2.11b", "10.6d")
def to_space(s: State, unit: UnitId, turn: int) -> bool:
    """Put a unit on a space of the track, face up; beyond the last turn it is out of the game."""
    before = s.units[unit]
    last = s.tables.scenarios[s.scenario].turns
    box = space(turn) if turn <= last else core.ELIMINATED
    s.swap(before, replace(before, hex=NOWHERE, box=box, fired=False))
    return turn <= last


def track_after(s: State) -> str:
    """Where what is taken to the next space goes: after the last turn out of the game."""
    last = s.tables.scenarios[s.scenario].turns
    return space(s.turn + 1) if s.turn < last else core.ELIMINATED


def boxed(s: State, box: str) -> list[Unit]:
    """The units in a box, in the order of the counters; looked up once for each position."""
    known: list[Unit] | None = s.memo.get(box)
    if known is None:
        tables = s.tables
        there = s.ledger["places"][: len(tables.ids)].translate(tables.mask(box))
        known = s.memo[box] = list(map(s.units.__getitem__, compress(tables.ids, there)))
    return known


def on_map(s: State, side: Side) -> list[Unit]:
    """The side's units that stand in a hex, in the order of the counters."""
    return boxed(s, side)


def due(s: State) -> list[Unit]:
    """The units on the space of the current turn."""
    return boxed(s, space(s.turn))


# --- stacking (3.0k)


@rule("3.0k", "3.0m", "13.1")
def stack_limit(s: State, side: Side, hex: Hex) -> int:
    """How many units of a side a hex may hold; every unit counts one."""
    return s.tables.limit[side][hex]


def is_full(s: State, side: Side, hex: Hex) -> bool:
    return len(s.stacks.get(hex, ())) >= s.tables.limit[side][hex]


def with_room(s: State, side: Side, hexes: tuple[Hex, ...]) -> list[Hex]:
    """Those of some hexes that can take another unit of the side."""
    stacks = s.stacks
    limit = s.tables.limit[side]
    return [hex for hex in hexes if hex not in stacks or len(stacks[hex]) < limit[hex]]


def steps(game: Breslau, unit: Unit) -> int:
    """The steps a unit has left: what losses are counted in."""
    return 1
