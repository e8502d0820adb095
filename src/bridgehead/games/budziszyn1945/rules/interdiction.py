"""8.2.11 to 8.2.21 What aircraft do to units on the move."""

from __future__ import annotations

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.data import SOVIET
from bridgehead.games.budziszyn1945.model.events import WadingAttacked
from bridgehead.games.budziszyn1945.model.state import State, Unit, american, camp
from bridgehead.games.budziszyn1945.rules.elimination import lose

HAMPER = "movement disorganization"
RIVER = "river-crossing attack"


@rule("8.2.11", "8.2.13", "8.2.14", "8.2.15", "8.2.15a")
def hampered(s: State, unit: Unit) -> bytearray:
    """By hex: the MPs that missions against Soviet movement add for this unit."""
    if unit.side != SOVIET or not s.missions or american(s, unit):
        return s.game.ground.nothing
    tax: bytearray | None = s.memo.get("tax")
    if tax is None:
        tax = bytearray(s.game.board.size)
        for mission in s.missions:
            if mission.kind == HAMPER:
                for hex in (mission.hex, *s.game.board.near[mission.hex]):
                    tax[hex] += 1
        s.memo["tax"] = tax
    return tax


@rule("8.2.16", "8.2.19", "8.2.20", "8.2.21", "9.1.7a")
def attack_waders(s: State, unit: UnitId, hex: Hex) -> None:
    """A unit that wades a big river into a hex under attack rolls once for each attack; a 6 costs a CEL."""
    side = s.units[unit].side
    attacks = sum(
        mission.attacks for mission in s.missions if mission.hex == hex and camp(mission.side) != camp(side)
    )
    if not attacks or not s.units[unit].hex:
        return
    dice = tuple(s.roll(6) for _ in range(attacks))
    s.tell(WadingAttacked(hex, dice), "8.2.19")
    for die in dice:
        if die == 6 and s.units[unit].hex:
            lose(s, unit, "8.2.19", "american")
