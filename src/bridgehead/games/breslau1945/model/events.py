"""What happens in this game, as values with their sentences."""

from bridgehead.core.events import Event, Fight
from bridgehead.core.values import Die, Hex, Side, UnitId
from bridgehead.games.breslau1945.model.data import SOVIET


class LetteredEvent(Event, frozen=True):
    words = "Event {letter}: {text}."
    letter: str
    text: str

    def happening(self) -> str:
        return self.letter


class Arrived(Event, frozen=True):
    words = "To {box}: {units}."
    units: tuple[UnitId, ...]
    box: str


class LeftTheGame(Event, frozen=True):
    words = "Out of the game: {units}."
    units: tuple[UnitId, ...]


class AirPointsSet(Event, frozen=True):
    words = "The Soviet air force has {points} airstrike points."
    points: int


class GoliathsCounted(Event, frozen=True):
    words = "Goliaths: dice {first} and {second}, so {number} stand in the reserves."
    first: Die
    second: Die
    number: int


class ChemicalsCounted(Event, frozen=True):
    words = "Chemical weapons: die {die}, so {number} counters."
    die: Die
    number: int


class PolesDeclared(Event, frozen=True):
    words = "The 2nd Polish Army attacks: the Red Army now needs {needed} victory hexes."
    needed: int


class NorthRolled(Event, frozen=True):
    words = "Northern front: die {die}, Supply +{bonus}, total {total}."
    die: Die
    bonus: int
    total: int


class NorthFought(Event, frozen=True):
    words = "Northern front: the garrison's {total} against {poles} Polish units: {outcome}."
    total: int
    poles: int
    outcome: str


class Delayed(Event, frozen=True):
    words = "{unit} is held back to {box}."
    unit: UnitId
    box: str


class Placed(Event, frozen=True):
    words = "{unit} enters at {hex}."
    unit: UnitId
    hex: Hex


class Withdrawn(Event, frozen=True):
    words = "{unit} leaves {hex} for {box}."
    unit: UnitId
    hex: Hex
    box: str


class Screened(Event, frozen=True):
    words = "{unit} screens {hex}."
    unit: UnitId
    hex: Hex


class Boxed(Event, frozen=True):
    words = "{unit} goes to {box}."
    unit: UnitId
    box: str


class Reorganised(Event, frozen=True):
    words = "{unit} is reorganised for {cost} Supply and joins the reserves."
    unit: UnitId
    cost: int


class Bombarded(Event, frozen=True):
    words = "{how} on {hex} at strength {strength}: die {die}, {outcome}."
    how: str
    hex: Hex
    strength: int
    die: Die
    outcome: str

    def fight(self) -> Fight:
        return Fight(hex=self.hex, result=self.outcome, side=SOVIET, column=str(self.strength))


class DepotsStruck(Event, frozen=True):
    words = "{points} airstrike points on the depots: die {die}, {outcome}."
    points: int
    die: Die
    outcome: str


class Raided(Event, frozen=True):
    words = "A Po-2 attacks {unit} in {hex}: die {die}, {outcome}."
    unit: UnitId
    hex: Hex
    die: Die
    outcome: str

    def fight(self) -> Fight:
        return Fight(hex=self.hex, result=self.outcome, side=SOVIET)


class Infiltrated(Event, frozen=True):
    words = "German antifascists disorganise {unit} in {hex}."
    unit: UnitId
    hex: Hex


class SplitUp(Event, frozen=True):
    words = "{unit} is broken up into {parts} in {hex}."
    unit: UnitId
    parts: tuple[UnitId, ...]
    hex: Hex


class Disorganised(Event, frozen=True):
    words = "Disorganised: {units}."
    units: tuple[UnitId, ...]


class BecameFanatic(Event, frozen=True):
    words = "Fanatic from now on: {units}."
    units: tuple[UnitId, ...]


class Recovered(Event, frozen=True):
    words = "Recovered: {units}."
    units: tuple[UnitId, ...]


class GasCleared(Event, frozen=True):
    words = "The chemical weapons in {hexes} have dispersed."
    hexes: tuple[Hex, ...]


class Gassed(Event, frozen=True):
    words = "Chemical weapons in {hex}: {unit} goes back to {to}."
    unit: UnitId
    hex: Hex
    to: Hex


class Attacked(Event, frozen=True):
    words = "{how} by {attackers} on {unit} in {hex}: die {die} {sum}, needed {number}: {outcome}."
    how: str
    attackers: tuple[UnitId, ...]
    unit: UnitId
    hex: Hex
    die: Die
    sum: str
    number: int
    outcome: str

    def fight(self) -> Fight:
        return Fight(hex=self.hex, result=self.outcome, units=self.attackers, column=str(self.number))


class Fatigued(Event, frozen=True):
    words = "{unit} is fatigued and goes to {box}."
    unit: UnitId
    box: str


class Damaged(Event, frozen=True):
    words = "{unit} is damaged and goes back to its works."
    unit: UnitId


class FatigueRolled(Event, frozen=True):
    words = "{unit} is fatigued: die {die}, back after {turns} turns, to {box}."
    unit: UnitId
    die: Die
    turns: int
    box: str

    def fight(self) -> None:
        """How long it rests is no fight."""


class TrainBuilt(Event, frozen=True):
    words = "The armoured train stands in {hex}; Supply falls to {supply}."
    hex: Hex
    supply: int


class StripLaid(Event, frozen=True):
    words = "A landing strip marker is laid in {hex}; Supply falls to {supply}."
    hex: Hex
    supply: int


class SupplyRolled(Event, frozen=True):
    words = "Supply: die {die}, modifiers +{modifier}, {gain} gained; the level is {supply}."
    die: Die
    modifier: int
    gain: int
    supply: int


class OrderGiven(Event, frozen=True):
    words = "Standing order for Defensive Fire: {choice}."
    side: Side
    choice: str


class VictoryCounted(Event, frozen=True):
    words = "The Red Army holds {held} victory hexes of {needed} needed."
    held: int
    needed: int
