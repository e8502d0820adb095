"""What happens in Budziszyn 1945, as the log tells it."""

from bridgehead.core.events import Event, Fight
from bridgehead.core.values import Die, Hex, Hexside, Side, UnitId, Way
from bridgehead.games.budziszyn1945.model.data import ALLIED


class DayBegan(Event, frozen=True):
    words = "Day {turn}: {day}."
    heading = "turn"
    turn: int
    day: str


class PhaseOpened(Event, frozen=True):
    words = "{side}: {phase} phase."
    heading = "phase"
    side: Side
    phase: str


# --- movement and engineering


class Marched(Event, frozen=True):
    words = "{unit} moves {path}."
    unit: UnitId
    path: Way


class SomeoneMarched(Event, frozen=True):
    words = "{side}: a unit moves {path}."
    side: Side
    path: Way


class Entered(Event, frozen=True):
    words = "{unit} enters the map at {hex}."
    unit: UnitId
    hex: Hex


class LeftMap(Event, frozen=True):
    words = "{unit} leaves the map by zone {zone}."
    unit: UnitId
    zone: str


class LeftForBerlin(Event, frozen=True):
    words = "{unit} leaves for Berlin: {levels} CEL, {total} in all."
    unit: UnitId
    levels: int
    total: int


class ShiftedZone(Event, frozen=True):
    words = "{unit} waits and marches to zone {zone}."
    unit: UnitId
    zone: str


class Dug(Event, frozen=True):
    words = "A field fortification is dug in {hex}."
    hex: Hex


class SetupChanged(Event, frozen=True):
    words = "{unit} changes to {setup} setup."
    unit: UnitId
    setup: str


class MarkedStrategic(Event, frozen=True):
    words = "{unit} is marked for strategic movement."
    unit: UnitId


class Restored(Event, frozen=True):
    words = "{unit} regains a CEL from {other}."
    unit: UnitId
    other: UnitId


class Overran(Event, frozen=True):
    words = "The enemy in {hex} is overrun."
    hex: Hex


class BridgeBlown(Event, frozen=True):
    words = "The bridge {hexside} is destroyed."
    hexside: Hexside


class BridgeRepaired(Event, frozen=True):
    words = "The bridge {hexside} stands."
    hexside: Hexside


class BridgeBegun(Event, frozen=True):
    words = "{unit} begins a bridge {hexside}."
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
    words = "Aircraft attack whoever wades into {hex}: {dice}."
    hex: Hex
    dice: tuple[Die, ...]

    def fight(self) -> Fight:
        return Fight(
            hex=self.hex, side=ALLIED, result=f"{self.dice.count(Die(6))} hits", column=str(len(self.dice))
        )


# --- combat


class CombatRolled(Event, frozen=True):
    words = (
        "{side} attack {target}, {attack} SP against {defence}, {odds}; {shifts} {column}. "
        "Dice {first}+{second} {hq}: attacker {attacker}; defender {defender}."
    )
    side: Side
    target: tuple[Hex, ...]
    attack: int
    defence: int
    odds: str
    shifts: str
    column: str
    first: Die
    second: Die
    hq: str
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
    words = "{side}: {kind} {hex} with {sp} SP. Dice {first}+{second}: {result}."
    side: Side
    kind: str
    hex: Hex
    sp: int
    first: Die
    second: Die
    result: str

    def fight(self) -> Fight:
        return Fight(hex=self.hex, result=self.result, side=self.side, column=str(self.sp))


class LostCel(Event, frozen=True):
    words = "{unit} loses a CEL, {left} left."
    unit: UnitId
    left: int


class UnitGone(Event, frozen=True):
    words = "{unit} is eliminated in {hex}."
    unit: UnitId
    hex: Hex


class HqLost(Event, frozen=True):
    words = "{side} gain {modifiers} combat modifiers around {hex} for two Combat Phases."
    side: Side
    modifiers: int
    hex: Hex


class Retreated(Event, frozen=True):
    words = "{unit} retreats to {path}."
    unit: UnitId
    path: Way


class Pursued(Event, frozen=True):
    words = "{unit} pursues to {path}."
    unit: UnitId
    path: Way


class Tested(Event, frozen=True):
    words = "Disorganization test: {first}+{second}."
    first: Die
    second: Die


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
    words = "{unit}, level {level}, rolls {first}+{second} against surrender."
    unit: UnitId
    level: int
    first: Die
    second: Die

    def fight(self) -> None:
        """Hunger strikes, no enemy."""


class TownTaken(Event, frozen=True):
    words = "{side} take {hex}."
    side: Side
    hex: Hex


# --- air


class MissionPlanned(Event, frozen=True):
    words = "Planned: {kind}, {sp} SP, over {hex}."
    kind: str
    sp: int
    hex: Hex


class MissionsShown(Event, frozen=True):
    words = "{side} fly {kind}, {sp} SP, over {hex}."
    side: Side
    kind: str
    sp: int
    hex: Hex


class AirCombat(Event, frozen=True):
    words = (
        "Air combat over {hex} and {to}: {first} {first_sp}+{first_die}, {second} {second_sp}+{second_die}."
    )
    hex: Hex
    to: Hex
    first: Side
    first_sp: int
    first_die: Die
    second: Side
    second_sp: int
    second_die: Die

    def fight(self) -> Fight:
        totals = self.first_sp + self.first_die, self.second_sp + self.second_die
        return Fight(
            hex=self.hex,
            result="tie" if totals[0] == totals[1] else "won" if totals[0] > totals[1] else "lost",
            side=self.first,
            attack=self.first_sp,
            defence=self.second_sp,
        )


class AirSupplied(Event, frozen=True):
    words = "Air supply of {hex}, die {die}: {news}."
    hex: Hex
    die: Die
    news: str

    def fight(self) -> None:
        """Nobody is struck."""


class AirDaysChosen(Event, frozen=True):
    words = "{sp} air SP are kept for day {turn}."
    sp: int
    turn: int


# --- set-up


class DefectionRolled(Event, frozen=True):
    words = "{unit} rolls {die}: {result}."
    unit: UnitId
    die: Die
    result: str

    def fight(self) -> None:
        """Before play, and nobody is struck."""
