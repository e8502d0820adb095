"""What happens in Budziszyn 1945, as the log tells it."""

from bridgehead.core.events import Event, Fight
from bridgehead.core.values import Die, Hex, Hexside, Side, UnitId, Way
from bridgehead.core.words import counted
from bridgehead.games.budziszyn1945.model.data import ALLIED


class DayBegan(Event, frozen=True):
    words = "Day {turn}: {day}."
    heading = "turn"
    turn: int
    day: str


class PhaseOpened(Event, frozen=True):
    words = "{phase}: {side}."
    heading = "phase"
    side: Side
    phase: str


class SetupOpened(Event, frozen=True):
    words = "Set-up."
    heading = "phase"


class PontoonsOpened(Event, frozen=True):
    words = "Pontoon bridges: {side}."
    heading = "phase"
    side: Side


class AmericansRebuilt(Event, frozen=True):
    words = "House ruling: the strengths of American units are rebuilt, and were set by play."


class TownsListed(Event, frozen=True):
    words = "House ruling: {towns:town hex} count for victory, the cities and places of 5,000 people or more."
    towns: int


# --- movement and engineering


class Marched(Event, frozen=True):
    words = "{unit} moves {path}."
    unit: UnitId
    path: Way


class SomeoneMarched(Event, frozen=True):
    words = "{side}: a unit moves {path}."
    side: Side
    path: Way


class SomeoneEntered(Event, frozen=True):
    words = "{side}: a unit enters the map at {hex}."
    side: Side
    hex: Hex


class Entered(Event, frozen=True):
    words = "{unit} enters the map at {hex}."
    unit: UnitId
    hex: Hex


class LeftMap(Event, frozen=True):
    words = "{unit} leaves the map by zone {zone}."
    unit: UnitId
    zone: str


class LeftForBerlin(Event, frozen=True):
    words = "{unit} leaves for Berlin: {levels:CEL}, {total} in all."
    unit: UnitId
    levels: int
    total: int


class ShiftedZone(Event, frozen=True):
    words = "{unit} waits and marches to zone {zone}."
    unit: UnitId
    zone: str


class Dug(Event, frozen=True):
    words = "A field fortification is built in {hex}."
    hex: Hex


class Limbered(Event, frozen=True):
    words = "{unit} changes to transport setup."
    unit: UnitId


class Unlimbered(Event, frozen=True):
    words = "{unit} changes to combat setup."
    unit: UnitId


class MarkedStrategic(Event, frozen=True):
    words = "{unit} is kept for strategic movement."
    unit: UnitId


class Restored(Event, frozen=True):
    words = "{unit} regains 1 CEL from {other}."
    unit: UnitId
    other: UnitId


class Overran(Event, frozen=True):
    words = "Artillery and HQs alone in {hex} are overrun."
    hex: Hex


class BridgeBlown(Event, frozen=True):
    words = "The bridge {hexside} is destroyed."
    hexside: Hexside


class BridgeRepaired(Event, frozen=True):
    words = "The bridge {hexside} is rebuilt."
    hexside: Hexside


class BridgeBuilt(Event, frozen=True):
    words = "A new bridge {hexside} is built."
    hexside: Hexside


class BridgeBegun(Event, frozen=True):
    words = "{unit} begins to build a bridge {hexside}."
    unit: UnitId
    hexside: Hexside


class BridgeFailed(Event, frozen=True):
    words = "{unit} gives up its bridge."
    unit: UnitId


class PontoonLaid(Event, frozen=True):
    words = "{army} lays its pontoon bridge {hexside}."
    army: str
    hexside: Hexside


class WadingAttacked(Event, frozen=True):
    words = "River-crossing attacks at {hex}: dice {dice}, {hits:hit}; each costs 1 CEL."
    hex: Hex
    dice: tuple[Die, ...]

    @property
    def hits(self) -> int:
        return self.dice.count(Die(6))

    def fight(self) -> Fight:
        return Fight(hex=self.hex, side=ALLIED, result=counted(self.hits, "hit"), column=str(len(self.dice)))


# --- combat


class CombatRolled(Event, frozen=True):
    words = (
        "{side} attack {target} with {units}: {strength} against {resistance}; {shifts}. "
        "Dice {dice}: attacker {attacker}; defender {defender}."
    )
    side: Side
    target: tuple[Hex, ...]
    units: tuple[UnitId, ...]
    attack: int
    strength: str
    """The attack in its parts."""
    defence: int
    resistance: str
    """The defense in its parts."""
    shifts: str
    """From the first column to the one used."""
    column: str
    first: Die
    second: Die
    dice: str
    """What was rolled, what headquarters change, and the row."""
    row: int
    attacker: str
    defender: str

    def fight(self) -> Fight:
        return Fight(
            hex=self.target[0],
            result=f"{self.attacker} / {self.defender}",
            side=self.side,
            column=self.column,
            attack=self.attack,
            defence=self.defence,
        )


class FireRolled(Event, frozen=True):
    words = "{side}: ranged fire on {hex}, {strength}, column {column}. Dice {first} + {second}: {result}."
    side: Side
    hex: Hex
    sp: int
    strength: str
    """How the SPs come about."""
    column: str
    first: Die
    second: Die
    result: str

    def fight(self) -> Fight:
        return Fight(hex=self.hex, result=self.result, side=self.side, column=str(self.sp))


class BarrageRolled(FireRolled, frozen=True):
    words = "{side}: barrage of {hex}, {strength}, column {column}. Dice {first} + {second}: {result}."


class AirAttackRolled(FireRolled, frozen=True):
    words = "{side}: air attack on {hex}, {strength}, column {column}. Dice {first} + {second}: {result}."


class FireWasted(Event, frozen=True):
    words = "{side}: ranged fire on {hex}, {strength}: too little to roll for, no effect."
    side: Side
    hex: Hex
    strength: str


class BarrageWasted(FireWasted, frozen=True):
    words = "{side}: barrage of {hex}, {strength}: too little to roll for, no effect."


class AirAttackWasted(FireWasted, frozen=True):
    words = "{side}: air attack on {hex}, {strength}: too little to roll for, no effect."


class BridgeShelled(Event, frozen=True):
    words = (
        "{side}: fire on the bridge {hexside}, {sp} SP, column {column}. Dice {first} + {second}: {result}."
    )
    side: Side
    hexside: Hexside
    sp: int
    column: str
    first: Die
    second: Die
    result: str

    def fight(self) -> Fight:
        return Fight(hex=self.hexside[0], result=self.result, side=self.side, column=str(self.sp))


class BridgeBombed(BridgeShelled, frozen=True):
    words = (
        "{side}: air attack on the bridge {hexside}, {sp} SP, column {column}. "
        "Dice {first} + {second}: {result}."
    )


class AmmunitionSpent(Event, frozen=True):
    words = "{spent:Ammo Unit} spent, {left} left."
    spent: int
    left: int


class LostCel(Event, frozen=True):
    words = "{unit} loses 1 CEL, {left} left."
    unit: UnitId
    left: int


class UnitGone(Event, frozen=True):
    words = "{unit} is eliminated in {hex}."
    unit: UnitId
    hex: Hex


class HqLost(Event, frozen=True):
    words = (
        "{side} gain {modifiers:combat modifier} within {radius:hex} of {hex} for the next two Combat Phases."
    )
    side: Side
    modifiers: int
    radius: int
    hex: Hex


class ModifiersSpent(Event, frozen=True):
    words = "{side} use {spent:combat modifier} of a lost enemy HQ, {left} left here."
    side: Side
    spent: int
    left: int


class Retreated(Event, frozen=True):
    words = "{unit} retreats {path}."
    unit: UnitId
    path: Way


class RetreatShort(Event, frozen=True):
    words = "The retreat falls {hexes:hex} short: {hexes:CEL} to lose."
    hexes: int


class Pursued(Event, frozen=True):
    words = "{unit} pursues {path}."
    unit: UnitId
    path: Way


class Tested(Event, frozen=True):
    words = "Disorganization test: {first} + {second} = {total}; {failed:unit} disorganized."
    first: Die
    second: Die
    failed: int

    @property
    def total(self) -> int:
        return self.first + self.second


class Disorganized(Event, frozen=True):
    words = "{unit} is disorganized."
    unit: UnitId


class Recovered(Event, frozen=True):
    words = "{unit} is organized again."
    unit: UnitId


# --- supply and control


class LevelChanged(Event, frozen=True):
    words = "{unit} is at out-of-supply level {level}."
    unit: UnitId
    level: int


class SurrenderRolled(Event, frozen=True):
    words = "{unit}, out-of-supply level {level}: surrender test {first} + {second} = {total}, it surrenders."
    unit: UnitId
    level: int
    first: Die
    second: Die

    @property
    def total(self) -> int:
        return self.first + self.second

    def fight(self) -> None:
        """Hunger strikes, no enemy."""


class HeldOut(SurrenderRolled, frozen=True):
    words = "{unit}, out-of-supply level {level}: surrender test {first} + {second} = {total}, it holds out."


class LinesTraced(Event, frozen=True):
    words = "{side}: {cut:unit} without a line of supply."
    side: Side
    cut: int


class TownTaken(Event, frozen=True):
    words = "{side} capture {hex}."
    side: Side
    hex: Hex


# --- air


class MissionPlanned(Event, frozen=True):
    words = "Planned: {kind}, {sp} SP, over {hex}; {left} SP left."
    kind: str
    sp: int
    hex: Hex
    left: int


class MissionsShown(Event, frozen=True):
    words = "{side}: {kind}, {sp} SP, over {hex}."
    side: Side
    kind: str
    sp: int
    hex: Hex


class RiverMissionShown(Event, frozen=True):
    words = "{side}: {attacks:river-crossing attack}, {sp} SP, at {hex}."
    side: Side
    attacks: int
    sp: int
    hex: Hex


class MissionsLost(Event, frozen=True):
    words = "{side}: the missions over {hex} are lost."
    side: Side
    hex: Hex


class AirTied(Event, frozen=True):
    words = "A tie: the dice are rolled again."


class AirCombat(Event, frozen=True):
    words = (
        "Air combat over {hexes}: {first} {first_sp} SP + {first_die} = {first_total}, "
        "{second} {second_sp} SP + {second_die} = {second_total}."
    )
    hexes: tuple[Hex, ...]
    first: Side
    first_sp: int
    first_die: Die
    second: Side
    second_sp: int
    second_die: Die

    @property
    def first_total(self) -> int:
        return self.first_sp + self.first_die

    @property
    def second_total(self) -> int:
        return self.second_sp + self.second_die

    def fight(self) -> Fight:
        totals = self.first_total, self.second_total
        return Fight(
            hex=self.hexes[0],
            result="tie" if totals[0] == totals[1] else "won" if totals[0] > totals[1] else "lost",
            side=self.first,
            attack=self.first_sp,
            defence=self.second_sp,
        )


class AirSupplied(Event, frozen=True):
    words = "Supply mission to {hex}, die {die}: out-of-supply levels −1."
    hex: Hex
    die: Die

    def fight(self) -> None:
        """Nobody is struck."""


class AirSupplyFailed(AirSupplied, frozen=True):
    words = "Supply mission to {hex}, die {die}: it fails."


class AirDaysChosen(Event, frozen=True):
    words = "{sp} air SP are planned for day {turn}."
    sp: int
    turn: int


# --- set-up


class StartsReduced(Event, frozen=True):
    words = "{unit} starts with {left:CEL}."
    unit: UnitId
    left: int


class RemovedBefore(Event, frozen=True):
    words = "{unit} is removed before play."
    unit: UnitId


class DefectionRolled(Event, frozen=True):
    words = "{unit} rolls {die}: {result}."
    unit: UnitId
    die: Die
    result: str

    def fight(self) -> None:
        """Before play, and nobody is struck."""
