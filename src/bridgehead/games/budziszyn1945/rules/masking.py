"""16.0 Unit masking: which counters a side sees, and what it may know of the others."""

from __future__ import annotations

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.budziszyn1945.model.state import OPEN, SOFT, SOLID, State, Unit, camp, in_force
from bridgehead.games.budziszyn1945.rules.engineering import fortified


@rule("16.1.1", "16.1.2", "16.1.5", "OPT.1")
def fog(s: State) -> str:
    """How stacks are hidden: open, standard (the top counter shows) or masked."""
    return s.setting.get("fog", "standard") if in_force(s) else "open"


@rule("16.1.1", "16.1.2", "16.1.3", "16.1.5")
def hidden_from(s: State, side: Side | None) -> frozenset[UnitId]:
    """The units a side sees from behind: enemy stacks but for their top counter and for who fought."""
    how = fog(s)
    if how == "open":
        return frozenset()
    mine = None if side is None else camp(side)
    found: set[UnitId] = set()
    for hex, stack in s.stacks.items():
        if camp(s.units[stack[0]].side) == mine or (how == "standard" and len(stack) == 1):
            continue
        shown = top_of(s, hex) if how == "standard" else None
        found.update(id for id in stack if id != shown and not s.units[id].done & OPEN)
    return frozenset(found)


def top_of(s: State, hex: Hex) -> UnitId:
    """The strongest unit of a stack, which lies on top of it; of equals the highest."""
    return max(reversed(s.stacks[hex]), key=lambda id: strength_key(s, s.units[id]))


def strength_key(s: State, unit: Unit) -> tuple[int, int]:
    counter = s.game.counters[unit.id]
    return counter.attack[counter.cel - unit.cel], unit.cel


@rule("16.1.4a", "16.1.4b", "5.6.6")
def look_of(s: State, side: Side | None, unit: Unit) -> str:
    """What may be known of a hidden counter: its markers, and beside one's own units its type and CELs."""
    marks = f"{'*' if unit.disorganized else ''}{f'!{unit.oos}' if unit.oos else ''}"
    if side is None or not beside_own(s, side, unit.hex):
        return marks
    counter = s.counter(unit.id)
    levels = "" if fortified(s, unit.hex) else f" {unit.cel} CEL"
    return f"{counter.type}-{counter.size}{levels}{marks}"


def beside_own(s: State, side: Side, hex: Hex) -> bool:
    mine = camp(side)
    solid, soft = s.ledger[SOLID[mine]], s.ledger[SOFT[mine]]
    return any(solid[to] or soft[to] for to in s.game.board.near[hex])
