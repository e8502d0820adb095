"""4.0 Zones of control, and 4.3 the control of hexes."""

from __future__ import annotations

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side
from bridgehead.games.budziszyn1945.model.data import SOVIET
from bridgehead.games.budziszyn1945.model.events import TownTaken
from bridgehead.games.budziszyn1945.model.state import (
    FOOT,
    MOTOR,
    SOFT,
    SOLID,
    ZOC,
    State,
    Unit,
    american,
    camp,
    in_nysa,
)

OWNERS = ("", "soviet", "german", "american")
"""What a byte of `control` means."""


@rule("4.1.1", "4.1.2", "4.1.5", "4.1.6", "6.1.5", "9.1.1", "15.2.2", "4.2.7", "8.1.6")
def in_enemy_zoc(s: State, side: Side, hex: Hex) -> bool:
    """Is a hex in the ZOC of an enemy of that side?"""
    return s.ledger[ZOC[1 - camp(side)]][hex] != 0


@rule("4.1.3", "4.1.4", "5.1.5b")
def controls(s: State, unit: Unit, hex: Hex) -> bool:
    """Does this one unit exert its ZOC into a hex?"""
    counter = s.counter(unit.id)
    if not (counter.regular and s.game.board.adjacent(unit.hex, hex)):
        return False
    ground = s.game.ground
    at = unit.hex * 6 + s.game.board.around[unit.hex].index(hex)
    return bool((ground.zoc_motor if counter.motorized else ground.zoc_foot)[at])


@rule("4.2.3", "4.2.5")
def one_unit_holds_both(s: State, side: Side, here: Hex, to: Hex) -> bool:
    """Does a single enemy unit control two neighbouring hexes?"""
    foe = 1 - camp(side)
    foot, motor = s.ledger[FOOT[foe]], s.ledger[MOTOR[foe]]
    ground = s.game.ground
    around = s.game.board.around
    for common in s.game.board.near[here]:
        if to not in around[common]:
            continue
        a = common * 6 + around[common].index(here)
        b = common * 6 + around[common].index(to)
        if foot[common] and ground.zoc_foot[a] and ground.zoc_foot[b]:
            return True
        if motor[common] and ground.zoc_motor[a] and ground.zoc_motor[b]:
            return True
    return False


def occupied_by_foe(s: State, side: Side, hex: Hex) -> bool:
    foe = 1 - camp(side)
    return bool(s.ledger[SOLID[foe]][hex] or s.ledger[SOFT[foe]][hex])


def friendly_regular(s: State, side: Side, hex: Hex) -> bool:
    mine = camp(side)
    return bool(s.ledger[FOOT[mine]][hex] or s.ledger[MOTOR[mine]][hex])


# --- 4.3 hex control


def owner_code(s: State, unit: Unit) -> int:
    """Whose control a unit spreads: American hexes are told apart from those of its camp."""
    if american(s, unit):
        return 3
    return 1 if unit.side == SOVIET else 2


def owner(s: State, hex: Hex) -> str:
    return OWNERS[s.control[hex]]


def enemy_held(s: State, side: Side, hex: Hex) -> bool:
    """Is a hex controlled by the other camp?"""
    return s.control[hex] != 0 and camp_of_code(s, s.control[hex]) != camp(side)


def camp_of_code(s: State, code: int) -> int:
    """The camp that holds a hex of this owner: in Nysa the Americans help the Soviets."""
    if code == 3:
        return 0 if in_nysa(s) else 1
    return 0 if code == 1 else 1


@rule("2.2.6c", "4.3.2", "4.3.3", "4.3.4", "4.3.5", "4.3.6", "4.3.7")
def update_control(s: State, side: Side) -> None:
    """At the end of its Supply Phase a side takes the hexes of its units and the ZOC of supplied ones."""
    mine = camp(side)
    control = bytearray(s.control)
    foe_zoc = s.ledger[ZOC[1 - mine]]
    mine_solid, mine_soft = s.ledger[SOLID[mine]], s.ledger[SOFT[mine]]
    foe_solid, foe_soft = s.ledger[SOLID[1 - mine]], s.ledger[SOFT[1 - mine]]
    ground = s.game.ground
    around = s.game.board.around
    taken: list[tuple[Hex, int]] = []
    for unit in s.on_map(side):
        code = owner_code(s, unit)
        taken.append((unit.hex, code))
        counter = s.counter(unit.id)
        if unit.oos or not counter.regular:
            continue
        reaches = ground.zoc_motor if counter.motorized else ground.zoc_foot
        for at, hex in enumerate(around[unit.hex], unit.hex * 6):
            if reaches[at] and not (
                foe_zoc[hex] or foe_solid[hex] or foe_soft[hex] or mine_solid[hex] or mine_soft[hex]
            ):
                taken.append((hex, code))
    for hex, code in taken:
        if control[hex] != code:
            # A partner's hex is left to the partner unless one's own unit stands in it.
            if (
                camp_of_code(s, control[hex]) == mine
                and control[hex]
                and not (mine_solid[hex] or mine_soft[hex])
            ):
                continue
            control[hex] = code
            if hex in ground.town:
                s.tell(TownTaken(Side(OWNERS[code]), hex), "4.3.2")
    s.set(control=bytes(control))


@rule("4.3.1", "T.8")
def starting_control(s: State) -> bytes:
    """Each side holds what lies behind its front line."""
    marks = s.game.board.marks
    control = bytearray(s.game.board.size)
    nysa = in_nysa(s)
    for hex in s.game.board.hexes:
        control[hex] = 2 if nysa else 1
    for mark, code in (("nysa_soviet", 1),) if nysa else (("stars_american", 3), ("stars_german", 2)):
        for hex in marks[mark]:
            control[hex] = code
    return bytes(control)


def contested(s: State, hex: Hex) -> bool:
    """4.3.6 An empty hex in the ZOC of both camps, which neither controls in the end."""
    return bool(not s.stacks.get(hex) and s.ledger[ZOC[0]][hex] and s.ledger[ZOC[1]][hex])
