"""What the Tannenberg campaign values: victory hexes, divisions, supply, headquarters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.bots.judge import Term
from bridgehead.bots.war import Facts, Troop, War, Weights
from bridgehead.core.values import Side
from bridgehead.games.eastprussia1914.state import ISOLATED, OOS, controller
from bridgehead.games.eastprussia1914.victory import points

FOE = {"german": "russian", "russian": "german"}
HARM = {"": 1.0, OOS: 0.8, ISOLATED: 0.55}


def judge(game: Any) -> War:
    facts = Facts(
        troop=troop,
        camp=lambda s, side: str(side),
        ground=lambda s, camp: float(points(s, Side(camp))),
        goals=goals,
        extra=extra,
        chance=chance,
        margin=margin,
    )
    eager = frozenset({"ChooseHq", "ChooseIndependents", "ChooseFreeMovers", "SelectChits", "Replacements"})
    return War(game, facts, Weights(ground=4.0, march=0.9, scale=7.0), eager)


def troop(s: Any, unit: Any) -> Troop | None:
    counter = s.game.counters[unit.id]
    if counter.kind == "headquarters":
        return Troop(6.0, 0.0, 1.0, mobile=False)
    attack, defence = counter.values[unit.steps][:2]
    harm = HARM[unit.supply]
    return Troop(
        (attack + defence) * 0.5 * harm + 0.5, attack * harm, defence, mobile=counter.kind != "garrison"
    )


def goals(s: Any, camp: str) -> Mapping[int, float]:
    """Enemy-country victory hexes not held, and one's own that are lost."""
    return {
        hex: 0.4 + 0.15 * worth
        for hex, worth in s.tables.victory_hexes.items()
        if (s.ground.home[hex] == FOE[camp]) != (controller(s, hex) == camp)
    }


def extra(s: Any, camp: str) -> tuple[Term, ...]:
    """Headquarters next to the enemy are in danger."""
    total = 0.0
    for unit in s.units.values():
        if unit.hex and s.game.counters[unit.id].kind == "headquarters":
            close = (
                s.ledger[f"zoc_{FOE[unit.side]}"][unit.hex] and not s.ledger[f"combat_{unit.side}"][unit.hex]
            )
            total += (-8.0 if close else 0.0) * (1.0 if unit.side == camp else -1.0)
    return (Term("headquarters", total, "keeps its headquarters safe"),)


def chance(s: Any, hex: int, odds: float) -> float:
    """Roughly: even odds drive off one time in five, four to one nearly always."""
    return max(0.0, min(0.95, 0.22 * odds - 0.02))


def margin(s: Any, camp: str) -> float:
    """Victory points, ours less theirs."""
    return float(points(s, Side(camp)) - points(s, Side(FOE[camp])))
