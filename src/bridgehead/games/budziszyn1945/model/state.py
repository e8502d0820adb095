"""A position of Budziszyn 1945: its units, its own fields, and the doors that keep its ledgers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.events import Event
from bridgehead.core.rules import rule
from bridgehead.core.state import State as CoreState
from bridgehead.core.state import Unit as CoreUnit
from bridgehead.core.values import Hex, Hexside, Side, UnitId, replace
from bridgehead.games.budziszyn1945.model.data import SOVIET, Counter, Mission, Pool
from bridgehead.games.budziszyn1945.model.events import Disorganized, LevelChanged

if TYPE_CHECKING:
    from bridgehead.games.budziszyn1945.model.game import Budziszyn

RED, WEST = 0, 1
"""The two camps: the Soviet side, and whoever fights it. In Nysa the Americans stand in the Soviet camp."""

SOLID = ("solid_red", "solid_west")
"""Units that no enemy may push aside, by hex."""
SOFT = ("soft_red", "soft_west")
"""Towed artillery and headquarters, by hex (3.1.8a)."""
ZOC = ("zoc_red", "zoc_west")
FOOT = ("foot_red", "foot_west")
"""Regular units on foot, by hex: with MOTOR they say whose ZOC it is (4.2.3)."""
MOTOR = ("motor_red", "motor_west")
LEDGERS = (*SOLID, *SOFT, *ZOC, *FOOT, *MOTOR, "cels", "americans")

# What a unit did; each lasts until the phase that forgets it.
ACTED = 1
"""It did something in its Movement Phase (12.1.2)."""
HELD = 2
"""Its turn to move is over, whether it did anything or not."""
DUG = 4
MARKED = 8
"""For Strategic Movement (12.1.4)."""
FOUGHT = 16
"""It attacked in this Combat Phase (5.1.1)."""
FIRED = 32
"""Artillery that fired or supported in this Combat Phase (6.1.4)."""
RETREATED = 64
"""Since the last Combat Phase: it may not dig (5.3.10)."""
BARRAGED = 128
"""It fired a barrage before this Movement Phase (6.5.5)."""
GAVE = 512
"""Volkssturm that gave a CEL to infantry; it may give another (15.3.4)."""
OPEN = 256
"""It fought: the enemy may look at it until the Combat Phase ends (16.1.3)."""
DEFECTED = 1024
"""A Polish unit that went over to the Allies (T.4a)."""
SHIFTED = 2048
"""Off the map, on its way to another zone in this Movement Phase (11.2.2)."""


class Unit(CoreUnit, frozen=True):
    """A counter's condition."""

    cel: int = 2
    """Combat Efficiency Levels left; the strength shown is that of this level."""
    transport: bool = False
    """Towed artillery on the move (6.2.2)."""
    disorganized: int = 0
    """The phase of the game in which its rest began; 0 if it is organized (5.6.5)."""
    oos: int = 0
    """Its Out of Supply level."""
    done: int = 0
    """What it did, as the bits above."""
    barred: int = 0
    """6.5.6 The last Combat Phase in which a barrage keeps it from supporting."""
    zone: str = ""
    """Off the map: the zone it waits in."""


class State(CoreState["Budziszyn", Unit], kw_only=True):
    """A position."""

    control: bytes = b""
    """By hex: 1 Soviet, 2 German, 3 American (4.3)."""
    forts: dict[Hex, Side] = {}
    """Field fortifications and whose they are (7.1)."""
    broken: frozenset[Hexside] = frozenset()
    """Printed bridges that are destroyed."""
    built: frozenset[Hexside] = frozenset()
    """Bridges over big rivers where none is printed: pontoons and those of headquarters."""
    held: dict[int, int] = {}
    """14.1.3 The camp that holds a bridge at which units stand, by first hex * 10000 + second."""
    banks: frozenset[UnitId] = frozenset()
    """14.3.2a Headquarters that stood on a big river's bank at the end of their Supply Phase."""
    works: dict[UnitId, tuple[Hex, Hex, int]] = {}
    """14.3.2 Bridges being built: from, to, the turn of the declaration."""
    pontoons: frozenset[str] = frozenset()
    """N.6a Armies whose pontoon bridge is spent."""
    missions: tuple[Mission, ...] = ()
    pools: tuple[Pool, ...] = ()
    air_days: dict[int, int] = {}
    """T.3 The Soviet player's secret choice: turn and SPs."""
    crossed: frozenset[UnitId] = frozenset()
    """N.21b Units of 52 Army that have crossed the Neisse."""
    gates: frozenset[Hex] = frozenset()
    """N.13 Zone hexes by which Americans entered in Nysa."""
    entering: dict[Hex, int] = {}
    """11.1.5 CELs that came in at each hex in this phase."""
    routs: tuple[tuple[UnitId, tuple[Hex, ...]], ...] = ()
    """5.3 Who retreated in the present combat: the hex fought in, then the hexes retreated to."""
    phase: str = ""
    phasing: Side = SOVIET
    tick: int = 0
    """Phases begun since the game began (5.6.5)."""
    combats: int = 0
    """Combat Phases begun since the game began (9.1.6)."""

    # --- looking

    def counter(self, unit: UnitId) -> Counter:
        return self.game.counters[unit]

    def has(self, unit: UnitId, bits: int) -> bool:
        return bool(self.units[unit].done & bits)

    # --- doors

    def did(self, unit: UnitId, bits: int) -> None:
        """Remember what a unit did."""
        value = self.units[unit]
        if value.done | bits != value.done:
            self.mark(unit, done=value.done | bits)

    def stir(self, unit: UnitId) -> None:
        value = self.units[unit]
        if value.disorganized:
            self.swap(value, stirred(self, value))

    def note(self, unit: UnitId, event: Event, rule: str) -> None:
        """Tell what befell a unit, to everybody if its face is known to all, else to its own camp."""
        self.tell(event, rule, only=() if self.public(unit) else friends(self, self.units[unit].side))

    def public(self, unit: UnitId) -> bool:
        """May everybody know which counter this is?"""
        value = self.units[unit]
        return (
            self.setting.get("fog") == "open"
            or not in_force(self)
            or not value.hex
            or bool(value.done & OPEN)
        )

    @rule("5.6.1", "5.6.6")
    def disorganize(self, unit: UnitId, rule: str) -> None:
        self.mark(unit, disorganized=self.tick)
        self.note(unit, Disorganized(unit), rule)

    @rule("10.2.5")
    def raise_oos(self, unit: UnitId, rule: str, by: int = 1) -> None:
        level = max(0, self.units[unit].oos + by)
        self.mark(unit, oos=level)
        self.note(unit, LevelChanged(unit, level), rule)

    def dig(self, hex: Hex, side: Side) -> None:
        self.forts[hex] = side
        self.touch()

    def fill_in(self, hex: Hex) -> None:
        if self.forts.pop(hex, None) is not None:
            self.touch()


@rule("5.6.5b")
def stirred(s: State, unit: Unit) -> Unit:
    """Any activity begins a disorganized unit's rest anew."""
    return replace(unit, disorganized=s.tick) if unit.disorganized else unit


def camp(side: Side) -> int:
    return RED if side == SOVIET else WEST


def foes(s: State, side: Side) -> tuple[Side, ...]:
    """The sides a side fights."""
    mine = camp(side)
    return tuple(each for each in in_play(s) if camp(each) != mine)


def friends(s: State, side: Side) -> tuple[Side, ...]:
    """A side and those who stand with it."""
    mine = camp(side)
    return tuple(each for each in in_play(s) if camp(each) == mine)


@rule("T.9", "T.17")
def in_play(s: State) -> tuple[Side, ...]:
    """The sides somebody plays, in the order of their phases."""
    return s.game.scenarios[s.scenario].sides


NYSA = frozenset(("nysa", "evening"))
"""The scenarios of the campaign Nysa: the whole of it, and its first days alone, which are ours."""


def in_nysa(s: State) -> bool:
    return s.scenario in NYSA


@rule("OPT.1")
def in_force(s: State) -> bool:
    """Are the complementary rules (chapters 12 to 16) played?"""
    return s.setting.get("complementary") != "off"


def american(s: State, unit: Unit) -> bool:
    """N.22a, T.5 Does it belong to the American force (defected Poles among it)?"""
    return unit.done & DEFECTED != 0 or unit.id in s.game.americans


def account(s: State, before: Unit | None, after: Unit) -> None:
    """Keep the ledgers: take away what the unit did before, add what it does now."""
    if before is not None:
        if before.hex == after.hex and before.cel == after.cel and before.side == after.side:
            return
        if before.hex:
            enter_book(s, before, -1)
    if after.hex:
        enter_book(s, after, 1)


def enter_book(s: State, unit: Unit, change: int) -> None:
    ledger = s.ledger
    counter = s.game.counters[unit.id]
    hex = unit.hex
    side = RED if unit.side == SOVIET else WEST
    ledger["cels"][hex] += change * unit.cel
    if american(s, unit):
        ledger["americans"][hex] += change
    if counter.soft:
        ledger[SOFT[side]][hex] += change
        return
    ledger[SOLID[side]][hex] += change
    if counter.regular:
        ground = s.game.ground
        motor = counter.motorized
        ledger[(MOTOR if motor else FOOT)[side]][hex] += change
        zoc = ledger[ZOC[side]]
        for to in (ground.held_by_motor if motor else ground.held_by_foot)[hex]:
            zoc[to] += change


def steps(game: Budziszyn, unit: Unit) -> int:
    """The steps a unit has left: what losses are counted in."""
    return unit.cel
