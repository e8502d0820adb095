"""9.0 Headquarters: their range, their weight on the die, and what their loss gives the enemy."""

from __future__ import annotations

from collections.abc import Iterable

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.budziszyn1945.model.data import Pool
from bridgehead.games.budziszyn1945.model.events import ModifiersSpent
from bridgehead.games.budziszyn1945.model.state import DEFECTED, State, Unit, camp


@rule("9.2.2", "N.10", "T.5", "T.7")
def hq_range(s: State, hq: Unit) -> int:
    return s.game.tables.hq_range[s.counter(hq.id).nation]


@rule("N.9a", "T.7")
def commands(s: State, hq: Unit, unit: Unit) -> bool:
    """Soviet headquarters serve Soviet units only, the Polish one Poles; others their own force."""
    theirs, its = s.counter(hq.id).nation, s.counter(unit.id).nation
    if theirs in ("soviet", "polish", "american"):
        return theirs == its or (theirs == "american" and bool(unit.done & DEFECTED))
    return its not in ("soviet", "polish", "american")


@rule("9.2.1", "N.9b", "N.10")
def covered(s: State, unit: Unit, *, defending: bool) -> bool:
    """Is a unit within range of a headquarters that serves it in this combat?"""
    distance = s.game.ground.distance
    for hq in hqs_about(s, unit.side):
        if defending and hq.hex == unit.hex:
            return True
        reach = hq_range(s, hq)
        if not reach and not defending:
            continue
        if distance(hq.hex, unit.hex) <= reach and commands(s, hq, unit):
            return True
    return False


def hqs_about(s: State, side: Side) -> list[Unit]:
    """A side's headquarters on the map."""
    found: list[Unit] | None = s.memo.get(f"hqs_{side}")
    if found is None:
        found = [s.units[id] for id in s.game.hqs if s.units[id].hex and s.units[id].side == side]
        s.memo[f"hqs_{side}"] = found
    return found


@rule("9.2.1", "9.2.1a", "9.2.3", "9.2.4")
def all_covered(s: State, units: Iterable[UnitId], *, defending: bool) -> bool:
    """May a side change the die by one? Every unit that can suffer the result must be covered."""
    each = [s.units[id] for id in units]
    return bool(each) and all(covered(s, unit, defending=defending) for unit in each)


@rule("9.1.6", "9.1.7", "9.1.7a")
def pool_for(s: State, side: Side, targets: Iterable[Hex]) -> int:
    """The modifiers a side may spend in a combat about these hexes, from headquarters the enemy lost."""
    return sum(pool.left for pool in pools_near(s, side, tuple(targets)))


NO_MODIFIERS = No("9.1.7", "not enough combat modifiers of a lost enemy HQ are left within 8 hexes")
MODIFIERS_USED = No("9.1.6", "modifiers of a lost enemy HQ are already used in this combat")
NOT_ALL_COVERED = No("9.2.1", "no HQ covers all units of this combat")
HQ_LEFT_OUT = No("9.2.1", "the HQ is already left out of the roll")


def why_not_spend(spent: int) -> No:
    """Why modifiers of lost headquarters cannot be used in a combat."""
    return MODIFIERS_USED if spent else NO_MODIFIERS


def why_not_leave_out(*, counts: bool) -> No:
    """Why a headquarters cannot be left out of the roll."""
    return NOT_ALL_COVERED if counts else HQ_LEFT_OUT


def pools_near(s: State, side: Side, targets: tuple[Hex, ...]) -> list[Pool]:
    radius = s.game.tables.number.hq_loss_radius
    return [
        pool
        for pool in s.pools
        if pool.side == side
        and pool.left
        and pool.first <= s.combats <= pool.first + 1
        and any(s.game.ground.distance(pool.hex, hex) <= radius for hex in targets)
    ]


def spend(s: State, side: Side, targets: tuple[Hex, ...], amount: int) -> None:
    """Take modifiers out of the pools that serve this combat, the oldest first."""
    usable = pools_near(s, side, targets)
    pools, wanted = list(s.pools), amount
    for at, pool in enumerate(pools):
        if amount and pool in usable:
            used = min(amount, pool.left)
            amount -= used
            pools[at] = replace(pool, left=pool.left - used)
    s.set(pools=tuple(pools))
    s.tell(ModifiersSpent(side, wanted, pool_for(s, side, targets)), "9.1.6")


def forget_old_pools(s: State) -> None:
    """Drop pools whose two Combat Phases are over."""
    kept = tuple(pool for pool in s.pools if pool.left and s.combats <= pool.first + 1)
    if kept != s.pools:
        s.set(pools=kept)


def in_hq_range(s: State, unit: Unit) -> bool:
    """14.2.2, 14.2.4 May a unit work under a headquarters of its camp?"""
    return any(
        s.game.ground.distance(hq.hex, unit.hex) <= hq_range(s, hq)
        for hq in hqs_about(s, unit.side)
        if camp(hq.side) == camp(unit.side)
    )
