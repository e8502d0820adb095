"""The position of the game: units and their condition, control of the objectives, and the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bridgehead.core import state as core
from bridgehead.core.events import Event
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId, replace
from bridgehead.games.seelow1945.model.data import FOE, Battle, Counter, Kind, Tables, TurnEntry, Values
from bridgehead.games.seelow1945.model.ground import Ground
from bridgehead.games.seelow1945.model.scenarios import Campaign

if TYPE_CHECKING:
    from bridgehead.games.seelow1945.model.game import Seelow

REINFORCEMENTS = "reinforcements"
DEPLOYING = "deploying"
EXITED = "exited"
ELIMINATED = core.ELIMINATED

MARKS: dict[str, object] = {
    "moved": False,
    "aim": NOWHERE,
    "attacked": False,
    "advanced": False,
    "target": False,
    "ran": False,
}
"""The markers of a phase (2.23), taken off when it ends."""


@rule("2.23")
class Unit(core.Unit, frozen=True):
    """A counter's condition in play."""

    reduced: bool = False
    disrupted: bool = False
    move_mode: bool = False
    known: bool = False
    """Named to the enemy since it last moved, though it may lie under another unit (6.13b)."""
    came: bool = False
    """It has moved since it was set up, in sight of the enemy (6.13b)."""
    moved: bool = False
    aim: Hex = NOWHERE
    """The hex it fired at in this phase."""
    attacked: bool = False
    advanced: bool = False
    target: bool = False
    """Fired at or attacked in this phase."""
    ran: bool = False
    """Retreated into a friendly-occupied hex in this phase (7.56)."""

    @property
    def marked(self) -> bool:
        return bool(self.moved or self.aim or self.attacked or self.advanced or self.target or self.ran)


class State(core.State["Seelow", Unit], kw_only=True):
    """A position of Seelow & Küstrin 1945."""

    phase: str = ""
    actor: Side = Side("")
    """Whose phase it is: in an Antitank Fire Phase the firer."""
    control: dict[Hex, Side] = {}
    """Who was last in each objective hex (12.46)."""

    @property
    def ground(self) -> Ground:
        return self.game.grounds[self.scenario]

    @property
    def tables(self) -> Tables:
        return self.game.tables

    @property
    def campaign(self) -> Campaign:
        return self.game.campaigns[self.scenario]

    @property
    def battle(self) -> Battle:
        """Whose rules of set-up and victory are in force (11, 12)."""
        return self.game.campaigns[self.scenario].entry.battle

    @property
    def kind(self) -> Kind:
        """3.21 Day, dusk or dawn, night."""
        return self.game.tables.turns[self.turn - 1].kind

    def counter(self, unit: UnitId) -> Counter:
        return self.game.counters[unit]

    def values(self, unit: Unit) -> Values:
        """The numbers of the side that lies up."""
        counter = self.game.counters[unit.id]
        return counter.back if unit.reduced or unit.move_mode else counter.front

    def friends(self, side: Side) -> list[Unit]:
        """The side's units on the map."""
        return [unit for unit in self.units.values() if unit.hex and unit.side == side]

    # --- doors of its own

    def put(self, unit: UnitId, hex: Hex) -> None:
        """Put a unit in a hex, on top of what is there; the enemy sees it again only while it lies on top."""
        before = self.units[unit]
        came = before.box != DEPLOYING
        self.swap(before, replace(before, hex=hex, box="", known=False, came=came))

    def lay_on_top(self, unit: UnitId) -> None:
        """6.13b The owner reorders a stack."""
        hex = self.units[unit].hex
        self.stacks[hex] = (*(other for other in self.stacks[hex] if other != unit), unit)
        self.touch()

    def tell_of(self, unit: UnitId, event: Event, rule: str) -> None:
        """Tell what befell a unit: to its owner alone while it is hidden under another (6.13b)."""
        one = self.units[unit]
        self.tell(event, rule, only=(one.side,) if concealed(self, one) else ())


def covered(s: State, unit: Unit) -> bool:
    """6.13b Does the unit lie under another of its stack, and has it not been named since it moved?"""
    return (
        s.setting.get("stacks") == "closed"
        and unit.hex != 0
        and not unit.known
        and s.stacks[unit.hex][-1] != unit.id
    )


@rule("6.13b")
def open_to(s: State, side: Side | None) -> bool:
    """6.13b The firer looks into all stacks in his Antitank Fire Phase and knows them in combat."""
    return s.actor == side and s.phase in ("antitank", "combat")


def concealed(s: State, unit: Unit) -> bool:
    """6.13b Is the unit hidden from the enemy now?"""
    return covered(s, unit) and not open_to(s, FOE[unit.side])


def uncover(s: State, units: list[Unit]) -> None:
    """Units drawn into fire or combat are named to all, until they move."""
    for unit in units:
        if covered(s, unit):
            s.mark(unit.id, known=True)
            s.reveal()


@rule("2.1c")
def date_of(s: State, turn: TurnEntry) -> str:
    """2.1 The date of a turn: midnight lies between the Dusk and the Night turn."""
    dates = s.campaign.entry.dates
    return dates[min(turn.day, len(dates)) - 1]


# --- the ledger

ZOC_OF_FOE: dict[Side, str] = {side: foe + "_zoc" for side, foe in FOE.items()}
"""By side: the ledger of enemy ZOC."""


def ledgers(counters: Mapping[UnitId, Counter]) -> tuple[str, ...]:
    """Units and ZOC by side, and for each kind of unit the hexes closed to it."""
    kinds = {closed_to(counter): None for counter in counters.values()}
    return tuple({"german": None, "soviet": None, "german_zoc": None, "soviet_zoc": None, **kinds})


def closed_to(counter: Counter) -> str:
    """The ledger of hexes a unit may not even pass: the enemy's, and those without room for it."""
    return f"closed_{counter.side}_{counter.stack}" if counter.stack else str(FOE[counter.side])


def points_in(s: State, hex: Hex) -> int:
    """4.1 The stacking points in a hex; markers count nothing (4.14)."""
    counters = s.game.counters
    return sum([counters[unit].stack for unit in s.stacks.get(hex, ())])


@rule("4.11", "4.12", "4.13", "4.14", "4.21", "4.25", "4.28", "5.21", "5.25", "2.21d")
def account(s: State, before: Unit | None, after: Unit) -> None:
    """Keep the ledger: occupation, stacking points (4.1), ZOC (4.2) and what is closed (5.21, 5.25)."""
    if before is not None:
        if before.hex == after.hex and before.disrupted == after.disrupted:
            return
        if before.hex:
            stand(s, before, -1)
    if after.hex:
        stand(s, after, 1)


def stand(s: State, unit: Unit, change: int) -> None:
    """A unit stands in a hex (+1) or leaves it (-1)."""
    ledger = s.ledger
    game = s.game
    counter = game.counters[unit.id]
    hex = unit.hex
    ledger[unit.side][hex] += change
    if not unit.disrupted and not counter.commander:
        zoc = ledger[unit.side + "_zoc"]
        for to in game.grounds[s.scenario].controls[counter.klass][hex]:
            zoc[to] += change
    points = points_in(s, hex)
    for name, enemy, room in game.closings:
        ledger[name][hex] = 1 if ledger[enemy][hex] or points > room else 0


def closings(counters: Mapping[UnitId, Counter], tables: Tables) -> tuple[tuple[str, str, int], ...]:
    """By kind of unit: its ledger, the enemy's, and the most points a hex may hold for it still to enter."""
    found = {
        (closed_to(counter), str(FOE[counter.side]), tables.stacking[counter.side] - counter.stack)
        for counter in counters.values()
        if counter.stack
    }
    return tuple(sorted(found))


def places(s: State, units: tuple[UnitId, ...]) -> tuple[Hex, ...]:
    """The hexes units stand in, each once."""
    return tuple(dict.fromkeys(hex for unit in units if (hex := s.units[unit].hex)))


def enemy_zoc(s: State, side: Side) -> bytearray:
    """4.2 By hex: how many enemy units control it; one is as good as several (4.28)."""
    return s.ledger[ZOC_OF_FOE[side]]


def enemies(s: State, side: Side) -> bytearray:
    """By hex: how many enemy units stand in it."""
    return s.ledger[FOE[side]]


def steps(game: Seelow, unit: Unit) -> int:
    """The steps a unit has left: what losses are counted in."""
    return 1 if unit.reduced else 2
