"""6.18, 7.18 A hex is fired at and attacked only by units that could enter it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side
from bridgehead.games.seelow1945.model.data import FOE
from bridgehead.games.seelow1945.model.state import State, Unit
from bridgehead.games.seelow1945.model.words import no_adjacent_unit_can, too_dear_to_fight
from bridgehead.hexes.paths import CLOSED, WHOLE


def full_allowance(s: State, unit: Unit) -> int:
    """6.18 The whole current allowance of the turn; artillery is judged by its Move Mode side at any hour."""
    counter, kind = s.counter(unit.id), s.kind
    if counter.artillery:
        return counter.back.ma
    ma = s.values(unit).ma
    if kind == "day" or not s.tables.switches.enterability_uses_turn_allowance:
        return ma
    table = s.tables.movement
    return -(-ma // (table.dusk_dawn_divisor if kind == "dusk_dawn" else table.night_divisor))


@rule("6.18", "7.18")
def why_not_enterable(s: State, unit: Unit, hex: Hex, rule: str, apart: No) -> No | None:
    """6.18 Could the unit enter the hex, were nobody there? A motz unit can always pay for a stream.

    `apart` is the answer where the hexes are not adjacent."""
    cost = s.ground.into[s.counter(unit.id).klass][unit.hex].get(hex)
    if cost is None:
        return apart
    if cost == CLOSED:
        return No(rule, "this unit can never enter the target hex from its own")
    if cost == WHOLE or cost <= full_allowance(s, unit):
        return None
    return No(rule, too_dear_to_fight(cost))


@rule("6.13a", "7.15")
def contacts(s: State, side: Side) -> Iterator[Hex]:
    """The enemy stacks next to units of a side, some of them more than once."""
    own, enemy, near = s.ledger[side], s.ledger[FOE[side]], s.ground.near
    return (to for hex in s.stacks if own[hex] for to in near[hex] if enemy[to])


@rule("6.13a", "7.15")
def why_nobody(s: State, side: Side, hex: Hex, why_not: Callable[[Unit], No | None], nobody: No) -> No:
    """Why none of a side's units can act against a hex: none is next to it, or what hinders one that is."""
    for at in s.ground.near[hex]:
        for unit in s.units_in(at):
            no = why_not(unit) if unit.side == side else None
            if no:
                return No(no.rule, no_adjacent_unit_can(no.because), at)
    return nobody
