"""What the odds panel and the log say of an attack and of the score, and the titles beside the map."""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.core.words import counted
from bridgehead.games.eastprussia1914.model.data import (
    GERMAN,
    RUSSIAN,
    CombatResult,
    EventEntry,
    TurnEntry,
)
from bridgehead.toolkit.combat import Odds

ATTACK_ON = "Attack on {target}"
BELOW_THE_TABLE = "below 1:2"
OUT_OF_SUPPLY = "{unit} is out of supply"
ACROSS_A_RIVER = "{unit} attacks across a river"
CAVALRY_AGAINST_WORKS = "{unit} is cavalry attacking a city or fortress"
IS_ISOLATED = "{unit} is isolated"
MASSED_GUNS = "massed Russian guns"
RAIL_POINTS = {GERMAN: "German Rail Points", RUSSIAN: "Russian Rail Points"}
COMMAND_POINTS = {GERMAN: "German Command Points", RUSSIAN: "Russian Command Points"}
NET_POINTS = "Net victory points (German less Russian)"


def strengths_in_words(final: Odds) -> str:
    """12 to 6 (halved: one unit; another)."""
    halved = "; ".join(each.because for each in final.modifiers if each.kind == "half")
    return f"{final.attack} to {final.defence}" + (f" (halved: {halved})" if halved else "")


def column_in_words(columns: Sequence[str], final: Odds) -> str:
    """2:1, -1 (town), +2 (an HQ) = 3:1; or 2:1 alone, where nothing shifts it."""
    ratio = columns[final.first] if final.first >= 0 else BELOW_THE_TABLE
    shifts = [f"{signed(each.amount)} ({each.because})" for each in final.modifiers if each.kind == "shift"]
    return f"{', '.join((ratio, *shifts))} = {columns[final.column]}" if shifts else ratio


def signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"\N{MINUS SIGN}{-amount}" if amount else "0"


def die_in_words(rolled: int, airmen: bool) -> str:
    """4, or 4 + 1 (airmen's report)."""
    return f"{rolled} + 1 (airmen's report)" if airmen else str(rolled)


def effect_in_words(result: CombatResult) -> str:
    """10.2.2 A result in words."""
    own = losses_in_words("attacker", result.attacker_steps, result.attacker_retreat)
    theirs = losses_in_words("defender", result.defender_steps, result.defender_retreat)
    if own and result.asterisk:
        own += " unless the hex is cleared"
    return "; ".join(each for each in (theirs, own) if each) or "no effect"


def losses_in_words(who: str, steps: int, hexes: int) -> str:
    match steps, hexes:
        case 0, 0:
            return ""
        case _, 0:
            return f"{who} loses {counted(steps, 'step')}"
        case 0, _:
            return f"{who} retreats {counted(hexes, 'hex')}"
    return f"{who} loses {counted(steps, 'step')} and retreats {counted(hexes, 'hex')}"


def lead(net: int) -> str:
    """Net points as players say them."""
    return f"German +{net}" if net > 0 else f"Russian +{-net}" if net else "0"


def turn_in_words(turn: TurnEntry, event: EventEntry | None) -> str:
    """The turn as the note beside the map tells it."""
    if event is None:
        return f"{turn.dates} 1914: {turn.history}."
    return f"{turn.dates} 1914: {turn.history}. {event.title}."


def worth_in_words(points: int) -> str:
    """What a victory hex is worth, beside it."""
    return f"{points} VP"
