"""The verbs of Budziszyn 1945 that other games do not have."""

from bridgehead.core.actions import Action
from bridgehead.core.values import Hex, Hexside, UnitId


class Dig(Action, frozen=True):
    words = "Build a field fortification"


class MarkStrategic(Action, frozen=True):
    words = "Keep for strategic movement"


class ForceMarch(Action, frozen=True):
    words = "Use full MP (out-of-supply level +1)"


class ChangeSetup(Action, frozen=True):
    words = "Change setup (1 MP)"


class Demolish(Action, frozen=True):
    words = "Destroy the bridge {hexside}"
    hexside: Hexside


class Repair(Action, frozen=True):
    words = "Repair the bridge {hexside}"
    hexside: Hexside


class BuildBridge(Action, frozen=True):
    words = "Build a bridge {hexside}"
    hexside: Hexside


class LeaveMap(Action, frozen=True):
    words = "Leave the map"


class Shift(Action, frozen=True):
    words = "Go to zone {choice} and enter next turn"
    choice: str


class Restore(Action, frozen=True):
    words = "Take a CEL from {unit}"
    unit: UnitId


class Fire(Action, frozen=True):
    words = "Fire on {hex}"
    hex: Hex


class Strike(Action, frozen=True):
    words = "Fire on the bridge {hexside}"
    hexside: Hexside


class Lay(Action, frozen=True):
    words = "Lay the pontoon bridge {hexside}"
    hexside: Hexside


class Engage(Action, frozen=True):
    words = "Resolve the air combat {hexside}"
    hexside: Hexside


class UseStar(Action, frozen=True):
    words = "Use the ability of {unit}"
    unit: UnitId


class Support(Action, frozen=True):
    words = "Support with {unit}"
    unit: UnitId


class FullStrength(Action, frozen=True):
    words = "{unit} attacks at full strength (out-of-supply level +1)"
    unit: UnitId


class SpendModifiers(Action, frozen=True):
    words = "Combat modifiers of a lost enemy HQ: use {choice}"
    choice: str


class DeclineHq(Action, frozen=True):
    words = "Leave the HQ out of the roll"


class DeclineAir(Action, frozen=True):
    words = "Hold back the air support"


class Lose(Action, frozen=True):
    words = "{unit} loses 1 CEL"
    unit: UnitId


class Mainly(Action, frozen=True):
    words = "{hex} counts for terrain and fortifications"
    hex: Hex
