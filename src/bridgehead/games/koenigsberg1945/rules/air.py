"""12.0 Air units."""

from collections.abc import Iterator

from bridgehead.core.actions import Action
from bridgehead.core.refusal import Modifier, No
from bridgehead.core.rules import rule
from bridgehead.core.values import Side, UnitId
from bridgehead.core.words import say
from bridgehead.games.koenigsberg1945.model.actions import FullAttack, NormalAttack
from bridgehead.games.koenigsberg1945.model.events import (
    AirMoved,
    AirReturns,
    AirRolls,
    AirWaits,
    FullAttackFlown,
    NormalAttackFlown,
    NothingToDo,
)
from bridgehead.games.koenigsberg1945.model.state import GROUNDED, REFIT, State

TWO_AT_MOST = No("12.1b", "this combat already has all the air units it may have")
OTHER_FRONT = No("12.3", "this air unit belongs to another force")
NOT_AIR = No("12.1a", "this is not an air unit")
NOT_READY = No("12.1a", "this air unit is grounded or in refit")
COMMITTED = No("12.1a", "this air unit already supports the attack")
NOT_ALONE = No("12.1a", "air units can't attack alone: select a ground unit first")


@rule("12.1a", "12.1b", "12.3", "2.1.4c", "2.2.4")
def why_not_fly(
    s: State, force: Side, full: tuple[UnitId, ...], normal: tuple[UnitId, ...], unit: UnitId
) -> No | None:
    """May an air unit support this attack? It waits in the box of its own force, and two fly at most."""
    piece = s.game.counters[unit]
    if piece.kind != "air":
        return NOT_AIR
    if piece.force != force:
        return OTHER_FRONT
    if unit in full or unit in normal:
        return COMMITTED
    if s.units[unit].box != piece.box:
        return NOT_READY
    return TWO_AT_MOST if len(full) + len(normal) >= s.tables.air.most else None


def air_options(
    s: State, force: Side, full: tuple[UnitId, ...], normal: tuple[UnitId, ...]
) -> Iterator[Action]:
    """Each ready air unit, at full or normal strength."""
    if len(full) + len(normal) >= s.tables.air.most:
        return
    for unit in s.game.air:
        if why_not_fly(s, force, full, normal, unit) is None:
            yield FullAttack(unit)
            yield NormalAttack(unit)


@rule("12.0", "12.1a")
def air_shifts(s: State, full: tuple[UnitId, ...], normal: tuple[UnitId, ...]) -> Iterator[Modifier]:
    """Two columns to the right for a full attack, one for a normal one."""
    for unit in full:
        yield Modifier(s.tables.air.full, say(s.game, FullAttack(unit)), "12.1a")
    for unit in normal:
        yield Modifier(s.tables.air.normal, say(s.game, NormalAttack(unit)), "12.1a")


@rule("12.1.1", "2.2.7")
def fly(s: State, full: tuple[UnitId, ...], normal: tuple[UnitId, ...]) -> None:
    """After a full attack a unit is grounded, after a normal one it refits."""
    for unit in full:
        s.send(unit, GROUNDED)
        s.tell(FullAttackFlown(unit, GROUNDED), rule="12.1.1")
    for unit in normal:
        s.send(unit, REFIT)
        s.tell(NormalAttackFlown(unit, REFIT), rule="12.1.1")


# --- the Air Unit Phase


@rule("12.2.2", "12.2.3x", "12.4", "12.3")
def refitted_unit_return(s: State) -> None:
    """Units in refit go back to their own box; the 3rd and 18th Air Armies only on a 6."""
    for unit in s.game.air:
        if s.units[unit].box != REFIT:
            continue
        needed = s.counter(unit).returns_on
        die = s.roll(6) if needed else None
        if die is not None:
            rolled = AirRolls if die == needed else AirWaits
            s.tell(rolled(unit, needed, die), rule="12.4")
        if die is None or die == needed:
            s.send(unit, s.counter(unit).box)
            s.tell(AirReturns(unit), rule="12.2.2")


@rule("12.2.1", "12.2.3x")
def grounded_unit_refitting(s: State) -> None:
    """Grounded units go to refit, after the refitted ones have left it."""
    for unit in s.game.air:
        if s.units[unit].box == GROUNDED:
            send(s, unit, REFIT, "12.2.1")


def send(s: State, unit: UnitId, box: str, rule: str) -> None:
    s.send(unit, box)
    s.tell(AirMoved(unit, box), rule=rule)


@rule("RE.6")
def bad_weather(s: State) -> None:
    """Refit goes to grounded, and what is ready goes to refit, on both sides."""
    moved = False
    for unit in s.game.air:
        box = {REFIT: GROUNDED, s.counter(unit).box: REFIT}.get(s.units[unit].box)
        if box is not None:
            send(s, unit, box, "RE.6")
            moved = True
    if not moved:
        s.tell(NothingToDo("every air unit is grounded"), rule="RE.6")
