"""What players read beside prompts, actions, events and refusals: each sentence whole, in one place."""

from bridgehead.core.values import Hex, UnitId, Value
from bridgehead.core.words import SENTENCE
from bridgehead.games.koenigsberg1945.model.data import CombatResult
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG, LINE

# --- forecasts


class AttackOn(Value, frozen=True):
    words = "Attack on {target}"
    target: Hex


class AttackOnCovered(Value, frozen=True):
    """With fog of war, on a stack that is not known to the bottom."""

    words = "Attack on {target}: covered stack"
    target: Hex


class OutOfSupplyAttacks(Value, frozen=True):
    words = "{unit}: out of supply"
    unit: UnitId


class IsolatedFights(Value, frozen=True):
    words = "{unit}: isolated"
    unit: UnitId


class CrossesRiver(Value, frozen=True):
    words = "{unit}: across an unbridged river"
    unit: UnitId


# --- reminders, layers of the map


class PointsLeft(Value, frozen=True):
    words = "{points:replacement point} left, lost if not used"
    points: int


class ReachOf(Value, frozen=True):
    words = "Reach of {unit}"
    unit: UnitId


class CommandRangeOf(Value, frozen=True):
    words = "Command range of {hq}"
    hq: UnitId


class CommandRangeOfFrozen(Value, frozen=True):
    words = "Command range of {hq} (not released)"
    hq: UnitId


# --- what holds just now


class HexesHeld(Value, frozen=True):
    words = "Germans hold {held} of {whole} victory hexes."
    held: int
    whole: int


class NotReleased(Value, frozen=True):
    words = "Not released: {headquarters}."
    headquarters: tuple[UnitId, ...]


# --- 9.3.1, 9.5.9 the defender's place

LINES = {LINE: "defensive line", FESTUNG: "festung line"}
LINES_CROSSED = {LINE: "defensive line, all attackers", FESTUNG: "festung line, all attackers"}
SETTLEMENTS_BEHIND = {
    LINE: "{settlement} behind a defensive line",
    FESTUNG: "{settlement} behind a festung line",
}
TERRAIN = {"woods": "forest"}
"""Where the rulebook calls a terrain otherwise than the map."""

# --- 9.1 results

NO_EFFECT = "no effect"
DEFENDER = {
    (True, False): "defender loses {steps:step}",
    (False, True): "defender retreats {hexes:hex}",
    (True, True): "defender loses {steps:step} and retreats {hexes:hex}",
}
"""By whether steps are lost, whether there is a retreat."""
ATTACKER = {
    (True, False): "attacker loses {steps:step}",
    (False, True): "attacker retreats {hexes:hex}",
    (True, True): "attacker loses {steps:step} and retreats {hexes:hex}",
}
STARRED = {
    (True, False): "attacker loses {steps:step} if the defender holds",
    (False, True): "attacker retreats {hexes:hex} if the defender holds",
    (True, True): "attacker loses {steps:step} and retreats {hexes:hex} if the defender holds",
}


def defender_part(result: CombatResult) -> str:
    """The defender's part of a cell in words."""
    return part(DEFENDER, result.defender_steps, result.defender_retreat) or NO_EFFECT


def effect(result: CombatResult) -> str:
    """A whole cell in words."""
    attacker = STARRED if result.starred else ATTACKER
    parts = (
        part(DEFENDER, result.defender_steps, result.defender_retreat),
        part(attacker, result.attacker_steps, result.attacker_retreat),
    )
    return "; ".join(filter(None, parts)) or NO_EFFECT


def part(said: dict[tuple[bool, bool], str], steps: int, hexes: int) -> str:
    sentence = said.get((steps > 0, hexes > 0), "")
    return SENTENCE.format(sentence, steps=steps, hexes=hexes)
