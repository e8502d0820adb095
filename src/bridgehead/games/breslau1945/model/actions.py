"""The verbs of this game, beside those of the core."""

from bridgehead.core.actions import Action
from bridgehead.core.values import Hex, UnitId


class Everyone(Action, frozen=True):
    """Add every unit that may still join."""

    words = "Add all eligible units"


class Airstrike(Action, frozen=True):
    words = "Airstrike on {hex}"
    hex: Hex


class Bombard(Action, frozen=True):
    words = "Bombard {hex}"
    hex: Hex


class StrikeDepots(Action, frozen=True):
    words = "Airstrike on supply depots and batteries"


class Spend(Action, frozen=True):
    """So many airstrike points."""

    words = "Airstrike points: {choice}"
    choice: str


class NightRaid(Action, frozen=True):
    words = "Po-2 attack on {unit}"
    unit: UnitId


class Antifascists(Action, frozen=True):
    words = "Antifascists disorganize {unit}"
    unit: UnitId


class Split(Action, frozen=True):
    words = "Convert {unit} to infantry support"
    unit: UnitId


class ArtilleryFire(Action, frozen=True):
    """So many levels of Supply for so much on the die."""

    words = "Artillery Fire +{choice}"
    choice: str


class UseGoliath(Action, frozen=True):
    words = "Use a Goliath"


class UseCapturedGoliaths(Action, frozen=True):
    words = "Use captured Goliaths"


class ReleaseGas(Action, frozen=True):
    words = "Use chemical weapons"


class HoldFire(Action, frozen=True):
    words = "Hold fire"


class WithdrawDivision(Action, frozen=True):
    words = "Withdraw {choice}"
    choice: str


class Screen(Action, frozen=True):
    words = "Russian Screening Unit in {hex}"
    hex: Hex


class PolishScreen(Action, frozen=True):
    words = "Polish Screening Unit in {hex}"
    hex: Hex


class Declare(Action, frozen=True):
    words = "Declare the attack of the 2nd Polish Army"


class RollDie(Action, frozen=True):
    words = "Roll the next die"


class Reinforce(Action, frozen=True):
    words = "Spend Supply on the next die"


class RollRest(Action, frozen=True):
    words = "Roll all remaining dice without Supply"


class BuildTrain(Action, frozen=True):
    words = "Place the armored train at the DRB works"


class StandingOrders(Action, frozen=True):
    """Change one's own standing order about Defensive Fire."""

    words = "Standing orders"


class Order(Action, frozen=True):
    """A standing order of one's own about Defensive Fire."""

    words = "Standing order: {choice}"
    choice: str
