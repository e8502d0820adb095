"""The verbs of this game, beside those of the core."""

from bridgehead.core.actions import Action
from bridgehead.core.values import Hex, UnitId


class Everyone(Action, frozen=True):
    """Add every unit that may still join."""

    words = "All who may join"


class Airstrike(Action, frozen=True):
    words = "Airstrike on {hex}"
    hex: Hex


class Bombard(Action, frozen=True):
    words = "Bombard {hex}"
    hex: Hex


class StrikeDepots(Action, frozen=True):
    words = "Airstrike on the depots and batteries"


class Spend(Action, frozen=True):
    """So many airstrike points."""

    words = "{choice} airstrike points"
    choice: str


class NightRaid(Action, frozen=True):
    words = "Po-2 against {unit}"
    unit: UnitId


class Antifascists(Action, frozen=True):
    words = "Antifascists against {unit}"
    unit: UnitId


class Split(Action, frozen=True):
    words = "Turn {unit} into infantry support"
    unit: UnitId


class ArtilleryFire(Action, frozen=True):
    """So many levels of Supply for so much on the die."""

    words = "Artillery Fire +{choice}"
    choice: str


class UseGoliath(Action, frozen=True):
    words = "Use a Goliath"


class UseCapturedGoliaths(Action, frozen=True):
    words = "Use the captured Goliaths"


class ReleaseGas(Action, frozen=True):
    words = "Chemical weapons"


class HoldFire(Action, frozen=True):
    words = "Hold fire"


class WithdrawDivision(Action, frozen=True):
    words = "Take {choice} off the map"
    choice: str


class Screen(Action, frozen=True):
    words = "Screening Unit in {hex}"
    hex: Hex


class Declare(Action, frozen=True):
    words = "The 2nd Polish Army attacks"


class RollDie(Action, frozen=True):
    words = "Roll the next die"


class Reinforce(Action, frozen=True):
    words = "Pay 1 Supply and roll the next die with +2"


class RollRest(Action, frozen=True):
    words = "Roll all remaining dice"


class BuildTrain(Action, frozen=True):
    words = "Put the armoured train in the DRB works for 2 Supply"


class StandingOrders(Action, frozen=True):
    """Turn to one's own standing orders about Defensive Fire."""

    words = "Standing orders"


class Order(Action, frozen=True):
    """A standing order of one's own about Defensive Fire."""

    words = "Standing order: {choice}"
    choice: str
