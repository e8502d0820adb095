"""Sentences that are neither an event nor a prompt nor a fixed reason, each whole, with what goes into it.

Titles of forecasts, reminders, labels of modifiers, results in words, reasons that hold a figure or a reason.
"""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.core.game import AnyGame
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import hexes_named, named, printed_with_name

# --- titles of forecasts, what stands against an attack there, the hour


def attack_on(game: AnyGame, hex: Hex) -> str:
    return f"Attack on {printed_with_name(game, hex)}"


def barrage_on(game: AnyGame, hex: Hex) -> str:
    return f"Barrage on {printed_with_name(game, hex)}"


def fire_at(game: AnyGame, unit: UnitId) -> str:
    return f"Antitank fire at {named(game, unit)}"


def armor_of(armor: int) -> str:
    return f"armor {armor}"


def hour(date: str, label: str, clock: str) -> str:
    return f"{date}, {label.lower()}, {clock}"


# --- reminders


def has_not_fired(game: AnyGame, unit: UnitId) -> str:
    return f"{named(game, unit)} has not fired"


def can_be_fired_at(game: AnyGame, unit: UnitId) -> str:
    return f"{named(game, unit)} can still be fired at"


def can_be_attacked(game: AnyGame, hex: Hex) -> str:
    return f"The units in {printed_with_name(game, hex)} can still be attacked"


def waits_to_arrive(game: AnyGame, unit: UnitId) -> str:
    return f"{named(game, unit)} is waiting to arrive"


# --- labels of modifiers


def fires_across_water(game: AnyGame, unit: UnitId) -> str:
    return f"{named(game, unit)} across water"


def fires_uphill(game: AnyGame, unit: UnitId) -> str:
    return f"{named(game, unit)} uphill"


# --- reasons


def needs_points(cost: int, left: int) -> str:
    return f"needs {cost} MP; {left} left"


def too_dear_to_fight(cost: int) -> str:
    return f"entering the target hex takes {cost} MP, more than this unit has on this turn"


def arrives_only_in(game: AnyGame, hexes: Sequence[Hex]) -> str:
    return f"this unit arrives only in {hexes_named(game, hexes)}"


def enters_no_hex(because: str) -> str:
    return f"this unit can't enter any hex now: {because}"


def no_adjacent_unit_can(because: str) -> str:
    return f"none of the adjacent units can: {because}"


def no_artillery_can(because: str) -> str:
    return f"none of your artillery in Range can fire: {because}"


# --- results of the tables, in words

NO_EFFECT = "no effect"


def done_by(effects: Sequence[str]) -> str:
    """What a cell does: `defending units with morale below 4 retreat`."""
    return "; ".join(effects) or NO_EFFECT


def result(text: str, does: str) -> str:
    """What a cell says and does: `D4 (defending units with morale below 4 retreat)`."""
    return NO_EFFECT if does == NO_EFFECT else f"{text} ({does})"


def defenders_eliminated() -> str:
    return "all defending units are eliminated"


def attackers_eliminated() -> str:
    return "all attacking units are eliminated"


def defenders_retreat(number: int) -> str:
    return f"defending units with morale below {number} retreat"


def attackers_retreat(number: int) -> str:
    return f"attacking units with morale below {number} retreat"


def defenders_lose_step(number: int) -> str:
    return f"1 defending unit loses 1 step, then defending units with morale below {number} retreat"


def attackers_lose_step(number: int) -> str:
    return f"1 attacking unit loses 1 step, then attacking units with morale below {number} retreat"


def target_eliminated() -> str:
    return "eliminated"


def target_checks(number: int) -> str:
    return f"morale check with +{number}" if number else "morale check"


def target_loses_step(number: int) -> str:
    return f"1 step lost, then morale check with +{number}"
