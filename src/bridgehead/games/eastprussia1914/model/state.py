"""A position of the game: its units, its own fields, and the ledger kept for the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core import state as core
from bridgehead.core.rules import rule
from bridgehead.core.values import ChitId, Hex, Side, UnitId
from bridgehead.games.eastprussia1914.model.data import FOE, SIDES, Counter, ScenarioEntry, Tables
from bridgehead.games.eastprussia1914.model.ground import Ground
from bridgehead.toolkit.zoc import exert

if TYPE_CHECKING:
    from bridgehead.games.eastprussia1914.model.game import EastPrussia

OOS = "oos"
ISOLATED = "isolated"
COMMAND_MODE = "command"
MOVEMENT_MODE = "movement"

REINFORCEMENTS = "reinforcements"
REMOVED = "removed"
"""12.7 The box of HQs that have left the game with their chits."""

ZOC = {side: f"zoc_{side}" for side in SIDES}
EZOC = {side: f"zoc_{FOE[side]}" for side in SIDES}
COMBAT = {side: f"combat_{side}" for side in SIDES}
"""How many combat units of a side are in a hex, garrisons included."""
STACK = {side: f"stack_{side}" for side in SIDES}
"""How many of them count for stacking."""
HQS = {side: f"hqs_{side}" for side in SIDES}
LEDGERS = tuple(name for names in (ZOC, COMBAT, STACK, HQS) for name in names.values())


class Unit(core.Unit, frozen=True):
    """A counter's condition."""

    steps: int = 0
    supply: str = ""
    """11.0 Empty when in supply, else the marker it carries."""
    mode: str = ""
    """12.2.1 An HQ's mode."""
    activated: tuple[ChitId, ...] = ()
    """4.4d The chits of the HQs that have activated it this turn, or of AOK8 that moved it freely (4.2.6)."""
    railed: bool = False
    """6.4.6 It has used rail movement this turn."""
    lost_isolated: bool = False
    """9.4 It was eliminated while isolated."""


class State(core.State["EastPrussia", Unit], kw_only=True):
    """A position."""

    event: int = 0
    """18.2 This turn's random event."""
    cup: tuple[ChitId, ...] = ()
    used: tuple[ChitId, ...] = ()
    """4.2.3 The chits drawn this turn, in order."""
    standing: tuple[ChitId, ...] = ()
    """16.3.7f The last freely selected Russian set."""
    orders: tuple[ChitId, ...] = ()
    """17.2 The Russian chits selected a turn ahead."""
    orders_turn: int = 0
    """The turn they are for; 0 once they are used."""
    taken: dict[Hex, Side] = {}
    """15.1 The hexes controlled by another side than their country's."""
    fallen: tuple[Hex, ...] = ()
    """13.4 Fortresses whose works are lost for good."""
    demolished: tuple[Hex, ...] = ()
    """17.3 Rail hexes destroyed."""

    @property
    def ground(self) -> Ground:
        return self.game.ground

    @property
    def tables(self) -> Tables:
        return self.game.tables

    @property
    def rules_of(self) -> ScenarioEntry:
        """The data of the scenario being played."""
        return self.game.setups[self.scenario]


@rule("5.2a", "5.2b", "11.3.3b", "13.3")
def account(s: State, before: Unit | None, after: Unit) -> None:
    """5.2a A unit exerts a ZOC by the attack value of its present side, whatever its supply (5.2b)."""
    counter = s.game.counters[after.id]
    if before is not None:
        if before.hex == after.hex and before.steps == after.steps:
            return
        if before.hex:
            enter_ledger(s, counter, before, -1)
    if after.hex:
        enter_ledger(s, counter, after, 1)


def enter_ledger(s: State, counter: Counter, unit: Unit, change: int) -> None:
    """Add a unit to the ledger, or take it away."""
    ledger, side, hex = s.ledger, unit.side, unit.hex
    if counter.kind == "headquarters":
        ledger[HQS[side]][hex] += change
        return
    ledger[COMBAT[side]][hex] += change
    if counter.kind != "garrison":
        ledger[STACK[side]][hex] += change
    if counter.values[unit.steps][0] > 0:
        ground = s.ground
        exert(ledger[ZOC[side]], ground.board.around[hex], ground.dry, hex, change)


# --- what a unit is just now


def attack_value(s: State, unit: Unit) -> int:
    """The attack value of the unit's present side (10.3.3)."""
    return s.game.counters[unit.id].values[unit.steps][0]


def defence_value(s: State, unit: Unit) -> int:
    return s.game.counters[unit.id].values[unit.steps][1]


def is_hq(s: State, unit: Unit) -> bool:
    return s.game.counters[unit.id].kind == "headquarters"


def is_garrison(s: State, unit: Unit) -> bool:
    return s.game.counters[unit.id].kind == "garrison"


def is_cavalry(s: State, unit: Unit) -> bool:
    return s.game.counters[unit.id].kind == "cavalry"


def combat_units_in(s: State, hex: Hex, side: Side) -> list[Unit]:
    """The combat units of a side in a hex, garrisons included."""
    return [unit for unit in s.units_in(hex) if unit.side == side and not is_hq(s, unit)]


def hq_in(s: State, hex: Hex, side: Side) -> Unit | None:
    return next((unit for unit in s.units_in(hex) if unit.side == side and is_hq(s, unit)), None)


def hqs_on_map(s: State, side: Side) -> list[Unit]:
    return [unit for unit in s.on_map(side) if is_hq(s, unit)]


def is_lone_hq(s: State, hex: Hex, side: Side) -> bool:
    """Does a hex hold an HQ of that side and no combat unit?"""
    return bool(s.ledger[HQS[side]][hex]) and not s.ledger[COMBAT[side]][hex]


def enemy_in(s: State, hex: Hex, side: Side) -> bool:
    """11.2.1g Is any enemy unit of a side in a hex: combat unit, garrison or HQ?"""
    foe = FOE[side]
    return bool(s.ledger[COMBAT[foe]][hex] or s.ledger[HQS[foe]][hex])


@rule("2.3.3", "4.4a", "4.4b", "4.4c", "12.7c")
def is_independent(s: State, unit: Unit) -> bool:
    """4.4a A combat unit without a corps; 12.7c or one whose corps HQ has been removed."""
    counter = s.game.counters[unit.id]
    if counter.kind == "headquarters":
        return False
    if not counter.formation:
        return True
    hq = s.units.get(s.game.hq_of[counter.side, counter.formation])
    return hq is None or hq.box == REMOVED


def corps_hq(s: State, unit: Unit) -> Unit | None:
    """The HQ of a unit's corps, if it is on the map."""
    counter = s.game.counters[unit.id]
    if not counter.formation:
        return None
    hq = s.units.get(s.game.hq_of[counter.side, counter.formation])
    return hq if hq is not None and hq.hex else None


# --- doors of the game


@rule("2.3.2")
def lose_step(s: State, unit: UnitId) -> None:
    """2.3.2 A two-step unit is turned to its reduced side; a unit on its last step is eliminated."""
    now = s.units[unit]
    if now.steps > 1:
        s.mark(unit, steps=now.steps - 1)
    else:
        s.mark(unit, lost_isolated=now.supply == ISOLATED)
        s.send(unit, core.ELIMINATED)


@rule("15.1", "13.1", "13.4")
def take_control(s: State, hex: Hex, side: Side) -> None:
    """15.1 A combat unit controls every hex it stands in or passes; 13.4 a lost fortress is lost for good."""
    if s.ground.home[hex] == side:
        s.taken.pop(hex, None)
    else:
        s.taken[hex] = side
        if hex in s.ground.fortresses and hex not in s.fallen:
            s.set(fallen=(*s.fallen, hex))
    s.touch()


@rule("15.1")
def controller(s: State, hex: Hex) -> Side:
    """15.1 Who controls a hex: its country, unless another side's combat unit was the last to be there."""
    return s.taken.get(hex, s.ground.home[hex])


def steps(game: EastPrussia, unit: Unit) -> int:
    """The steps a unit has left: what losses are counted in."""
    return unit.steps
