"""Counters in figures: what a unit is worth in its condition, and what it can do."""

from __future__ import annotations

from typing import Any

from bridgehead.bots.evaluation import Troop
from bridgehead.games.koenigsberg1945.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED

# In points; a full rifle corps or infantry division is worth about 5.
HARM = {SUPPLIED: 1.0, OUT_OF_SUPPLY: 0.8, ISOLATED: 0.55}
ATTACK_HARM = {SUPPLIED: 1.0, OUT_OF_SUPPLY: 0.5, ISOLATED: 0.5}
WORTH = {GERMAN: 1.2, SOVIET: 0.8}
"""The Soviets must spend their strength to win in time; the Germans cannot replace theirs."""
HQ_WORTH = {GERMAN: 9.0, SOVIET: 8.0}
HQ_MASS = 1.5


class Figures:
    """Every counter in every condition it was seen in."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.known: dict[tuple[str, bool, int], Troop] = {}
        self.masses = {id: self.mass(piece) for id, piece in game.pieces.items()}
        """By unit: what counts of it where it stands, by its full strength."""

    def of(self, unit: Any) -> Troop:
        key = (unit.id, unit.reduced, unit.supply)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = troop_of(self.game.pieces[unit.id], unit)
        return known

    def mass(self, piece: Any) -> float:
        if piece.combat and piece.full.movement:
            return troop_of(piece, self.game.unit(id=piece.id, side=piece.side)).worth
        return HQ_MASS if piece.headquarters else 0.0


def troop_of(piece: Any, unit: Any) -> Troop:
    if piece.headquarters:
        return Troop(HQ_WORTH[piece.camp], 0.0, 0.0)
    if piece.militia:
        return Troop(0.0, 0.0, 1.0)
    face = piece.back if unit.reduced and piece.back is not None else piece.full
    worth = 0.45 * face.attack + 0.5 * face.defence + 0.1 * face.movement + 0.5
    worth *= WORTH[piece.camp] * (0.8 if piece.back is None else 1.0)
    return Troop(
        worth * HARM[unit.supply],
        face.attack * ATTACK_HARM[unit.supply],
        face.defence * (0.5 if unit.supply == ISOLATED else 1.0),
    )
