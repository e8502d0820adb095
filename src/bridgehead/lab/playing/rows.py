"""What is kept of games: rows by game, turn, fight and happening, and counts by hex."""

from __future__ import annotations

import msgspec

LAYERS = ("front", "fought")

SIDE_LAYERS = ("held", "stood", "lost")


class GameRow(msgspec.Struct, array_like=True):
    """One game."""

    variant: str
    scenario: str
    number: int
    seed: int
    winner: str
    level: str
    rule: str
    turn: int
    decisions: int
    margin: float
    margin_of: str
    score: str
    draws: int
    fights: int


class TurnRow(msgspec.Struct, array_like=True):
    """One side at the end of one turn."""

    variant: str
    scenario: str
    number: int
    turn: int
    side: str
    units: int
    steps: int
    alive: int
    """Steps not eliminated, on the map or to come."""
    eliminated: int
    lost: int
    """Steps eliminated in this turn."""
    fought_off: int
    """Steps that left the map in fights of this turn."""
    held: int
    dice: int
    pips: int
    tracks: str
    """The tracks as JSON, as they stand when somebody next decides."""


class FightRow(msgspec.Struct, array_like=True):
    """One fight, barrage or shot: whatever rolls dice for a result on a hex."""

    variant: str
    scenario: str
    number: int
    turn: int
    kind: str
    side: str
    hex: int
    column: str
    attack: int | None
    defence: int | None
    dice: str
    result: str
    chances: str
    """The results there might have been, as JSON; empty if not worked out."""
    lost_own: int = 0
    """Steps the acting side had on the map before and not after."""
    lost_foe: int = 0


class HappeningRow(msgspec.Struct, array_like=True):
    """A chit drawn, an event of the game."""

    variant: str
    scenario: str
    number: int
    turn: int
    kind: str
    label: str
