"""A position of this game: its units, its own fields, and the doors of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bridgehead.core import state as core
from bridgehead.core.events import Event
from bridgehead.core.rules import rule
from bridgehead.core.values import ChitId, Hex, Side, UnitId
from bridgehead.games.koenigsberg1945.model.data import (
    GERMAN,
    SOVIET,
    Counter,
    Strength,
    TablesFile,
    camp_of,
)
from bridgehead.games.koenigsberg1945.model.events import (
    HqRemoved,
    StepLost,
    UnitDestroyed,
    VolkssturmLost,
)
from bridgehead.toolkit.zoc import exert

if TYPE_CHECKING:
    from bridgehead.games.koenigsberg1945.model.game import Koenigsberg

SUPPLIED = 0
OUT_OF_SUPPLY = 1
ISOLATED = 2

REINFORCEMENTS = "reinforcements"
REMOVED = "removed"
VOLKSSTURM = "volkssturm"
HELD = "held"
GD_BOX = "gd"
HAFF = "haff"
GROUNDED = "grounded"
REFIT = "refit"
UNUSED = "unused"

LEDGERS = ("german", "soviet", "german_combat", "soviet_combat", "german_zoc", "soviet_zoc")
ANY = {GERMAN: "german", SOVIET: "soviet"}
COMBAT = {GERMAN: "german_combat", SOVIET: "soviet_combat"}
ZOC = {GERMAN: "german_zoc", SOVIET: "soviet_zoc"}
FOE = {GERMAN: SOVIET, SOVIET: GERMAN}


class Unit(core.Unit, frozen=True):
    """A counter's condition in play."""

    reduced: bool = False
    supply: int = SUPPLIED


class State(core.State["Koenigsberg", Unit], kw_only=True):
    """A position."""

    cup: tuple[ChitId, ...] = ()
    """The chits still to be drawn, in the order of the data; the order of drawing is decided at the draw."""
    activated: dict[Side, tuple[ChitId, ...]] = {}
    """The activation track of each force (2.2.6)."""
    aside: tuple[ChitId, ...] = ()
    """Chits drawn this turn beside the tracks: action chits and those beyond a limit (2.5d, 2.5e)."""
    gone: tuple[ChitId, ...] = ()
    """Chits out of the game."""
    taken: frozenset[Hex] = frozenset()
    """Victory point hexes in Soviet hands (13.1)."""
    passed: frozenset[Hex] = frozenset()
    """Settlements a Soviet unit has been in (11.3c)."""
    conquered: frozenset[Hex] = frozenset()
    """Split supply sources that have turned Soviet (10.2.1)."""

    @property
    def tables(self) -> TablesFile:
        return self.game.tables

    # --- units

    def counter(self, unit: UnitId) -> Counter:
        return self.game.counters[unit]

    def face(self, unit: UnitId) -> Strength:
        """The values now showing."""
        return self.game.counters[unit].showing(self.units[unit].reduced)

    def combat_units_in(self, hex: Hex) -> tuple[UnitId, ...]:
        pieces = self.game.counters
        return tuple(unit for unit in self.stacks.get(hex, ()) if pieces[unit].combat)

    def hqs_in(self, hex: Hex) -> tuple[UnitId, ...]:
        pieces = self.game.counters
        return tuple(unit for unit in self.stacks.get(hex, ()) if pieces[unit].headquarters)

    def on_the_map(self, force: Side) -> list[UnitId]:
        """The units of a force (or of a camp) that stand in a hex."""
        pieces = self.game.counters
        return [
            id for id, unit in self.units.items() if unit.hex and force in (pieces[id].force, pieces[id].camp)
        ]

    @rule("2.1.4e")
    def leader(self, force: Side) -> Side:
        """The player who leads a force: one for both Fronts, or one for each."""
        sides = self.game.scenarios[self.scenario].sides
        return force if force in sides else camp_of(force)

    @property
    def fog(self) -> bool:
        return self.setting.get("fog") == "on"

    # --- telling

    @rule("2.1.3a")
    def tell_of(self, unit: UnitId, event: Event, rule: str) -> None:
        """Tell what happens to a unit; if fog of war covers it in its stack, to its own camp alone."""
        hidden = self.fog and self.stacks.get(self.units[unit].hex, (unit,))[-1] != unit
        self.tell(event, rule=rule, only=self.friends(self.counter(unit).camp) if hidden else ())

    def friends(self, camp: Side) -> tuple[Side, ...]:
        """The players of a camp."""
        sides = self.game.scenarios[self.scenario].sides
        return tuple(side for side in sides if camp_of(side) == camp)

    # --- doors

    @rule("9.4a", "9.4.3", "11.3f")
    def lose_step(self, unit: UnitId, rule: str) -> None:
        """A full two-step unit is reduced, any other is destroyed; Volkssturm goes back to its box."""
        piece = self.counter(unit)
        if piece.back is not None and not self.units[unit].reduced:
            self.mark(unit, reduced=True)
            self.tell(StepLost(unit), rule=rule)
            return
        if piece.militia:
            self.tell(VolkssturmLost(unit, self.units[unit].hex), rule="11.3f")
        else:
            self.tell(UnitDestroyed(unit, self.units[unit].hex), rule=rule)
        self.send(unit, VOLKSSTURM if piece.militia else core.ELIMINATED)
        self.mark(unit, supply=SUPPLIED)

    @rule("11.1.3d", "11.1.3c")
    def remove_hq(self, hq: UnitId, rule: str) -> None:
        """A headquarters leaves the game with its chit, for good; what it did this turn stays counted."""
        self.tell(HqRemoved(hq, self.units[hq].hex), rule=rule)
        self.send(hq, REMOVED)
        self.discard(chit for chit, each in self.game.chits.items() if each.headquarters == hq)

    def discard(self, chits: Iterable[ChitId]) -> None:
        """Take chits out of the game, wherever they are. A used activation stays on the track (2.5.4b)."""
        out = tuple(chit for chit in chits if chit not in self.gone)
        self.set(
            cup=tuple(chit for chit in self.cup if chit not in out),
            aside=tuple(chit for chit in self.aside if chit not in out),
            gone=(*self.gone, *out),
        )

    def add_to_cup(self, chits: Iterable[ChitId]) -> None:
        """Chits in the cup stand in the order of the data, since the order of drawing is not theirs."""
        inside = {*self.cup, *(chit for chit in chits if chit not in self.gone)}
        self.set(cup=tuple(chit for chit in self.game.chits if chit in inside))


@rule("5.0", "5.2", "5.2.1", "5.5.1", "5.6")
def account(s: State, before: Unit | None, after: Unit) -> None:
    """Keep the ledger: who stands where, and whose zone of control lies where.

    A unit showing an attack strength of 1 or more has a zone of control, supplied or not; headquarters,
    garrisons and Volkssturm show none.
    """
    piece = s.game.counters[after.id]
    if before is not None and before.hex:
        _count(s, piece, before, -1)
    if after.hex:
        _count(s, piece, after, 1)


def _count(s: State, piece: Counter, unit: Unit, change: int) -> None:
    ledger = s.ledger
    hex = unit.hex
    ledger[ANY[piece.camp]][hex] += change
    if piece.kind != "combat":
        return
    ledger[COMBAT[piece.camp]][hex] += change
    if piece.showing(unit.reduced).attack:
        ground = s.game.ground
        exert(ledger[ZOC[piece.camp]], ground.board.around[hex], ground.zoc_reaches, hex, change)


def steps(game: Koenigsberg, unit: Unit) -> int:
    """The steps a unit has left: what losses are counted in."""
    return 1 if unit.reduced or game.counters[unit.id].back is None else 2
