"""Counters in figures: what a unit is worth in its condition, and what it can do."""

from __future__ import annotations

from bridgehead.bots.evaluation import Troop
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET, Counter
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED, Unit
from bridgehead.games.koenigsberg1945.rules.odds import attack_divisor, defence_divisor

# In points; a full rifle corps or infantry division is worth about 5.
HARM = {SUPPLIED: 1.0, OUT_OF_SUPPLY: 0.8, ISOLATED: 0.55}
WORTH = {GERMAN: 1.2, SOVIET: 0.8}
"""The Soviets must spend their strength to win in time; the Germans cannot replace theirs."""
HQ_WORTH = {GERMAN: 9.0, SOVIET: 8.0}
HQ_MASS = 1.5


class Figures:
    """Every counter in every condition it was seen in."""

    def __init__(self, game: Koenigsberg) -> None:
        self.game = game
        conditions = [(reduced, supply) for reduced in (False, True) for supply in HARM]
        self.known = {
            id: {
                each: troop_of(piece, game.unit(id=id, side=piece.side, reduced=each[0], supply=each[1]))
                for each in conditions
            }
            for id, piece in game.counters.items()
        }
        self.masses = {id: self.mass(piece) for id, piece in game.counters.items()}
        """By unit: what counts of it where it stands, by its full strength."""

    def of(self, unit: Unit) -> Troop:
        return self.known[unit.id][unit.reduced, unit.supply]

    def mass(self, piece: Counter) -> float:
        if piece.combat and piece.full.movement:
            return troop_of(piece, self.game.unit(id=piece.id, side=piece.side)).worth
        return HQ_MASS if piece.headquarters else 0.0


def troop_of(piece: Counter, unit: Unit) -> Troop:
    if piece.headquarters:
        return Troop(HQ_WORTH[piece.camp], 0.0, 0.0)
    if piece.militia:
        return Troop(0.0, 0.0, 1.0)
    face = piece.showing(unit.reduced)
    worth = 0.45 * face.attack + 0.5 * face.defence + 0.1 * face.movement + 0.5
    worth *= WORTH[piece.camp] * (0.8 if piece.back is None else 1.0)
    return Troop(
        worth * HARM[unit.supply],
        face.attack / attack_divisor(unit.supply),
        face.defence / defence_divisor(unit.supply),
    )
