"""1.2e Levels lost and units gone: whose blow it was, and what the loss of a headquarters gives the enemy."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.budziszyn1945.model.data import ALLIED, GERMAN, SOVIET, Pool
from bridgehead.games.budziszyn1945.model.events import HqLost, LostCel, UnitGone
from bridgehead.games.budziszyn1945.model.state import (
    State,
    Unit,
    american,
    foes,
    in_nysa,
)


@rule("1.2e", "3.2.2", "9.1.4")
def lose(s: State, unit: UnitId, rule: str, striker: str = "") -> None:
    """One CEL less by a nation's blow; the last one takes the unit away."""
    left = s.units[unit].cel - 1
    if left:
        s.mark(unit, cel=left)
        s.note(unit, LostCel(unit, left), rule)
    else:
        remove(s, unit, rule, striker)


def remove(s: State, unit: UnitId, rule: str, striker: str = "") -> None:
    """A unit is eliminated for good; without a striker it surrenders."""
    value = s.units[unit]
    s.eliminate(unit)
    s.tell(UnitGone(unit, value.hex), rule)
    credit(s, value, striker)
    if s.counter(unit).hq:
        hq_lost(s, value, striker)


def striker_of(s: State, units: Iterable[UnitId]) -> str:
    """T.35 The nation whose blow it is; in joint combats the Americans'."""
    found = [s.units[id] for id in units]
    if any(american(s, unit) for unit in found):
        return "american"
    return "soviet" if any(unit.side == SOVIET for unit in found) else "german"


@rule("T.32c", "T.33a", "T.34c", "T.35", "T.36")
def credit(s: State, unit: Unit, striker: str) -> None:
    """Write an elimination to somebody's account."""
    if in_nysa(s):
        return
    if unit.side != SOVIET:
        count(s, "lost_american" if american(s, unit) else "lost_german")
    elif winner(s, unit.hex, striker) == "german":
        count(s, "killed_by_german")
    else:
        polish = s.counter(unit.id).nation == "polish"
        count(s, "poles_killed_by_american" if polish else "killed_by_american")


def count(s: State, track: str) -> None:
    s.track(track, s.tracks.get(track, 0) + 1)


def winner(s: State, here: Hex, striker: str) -> str:
    """The nation that a Soviet loss is put down to."""
    return striker if striker in ("american", "german") else nearest_nation(s, here)


@rule("T.35")
def nearest_nation(s: State, here: Hex) -> str:
    """Who surrenders does so to the nearest; to the Americans if both are as near."""
    best = (inf, "american")
    for unit in s.units.values():
        if unit.hex and unit.side != SOVIET:
            name = "american" if american(s, unit) else "german"
            best = min(best, (s.game.ground.distance(here, unit.hex), name))
    return best[1]


@rule("9.1.6", "9.1.7a")
def hq_lost(s: State, hq: Unit, striker: str) -> None:
    """The other camp gains combat modifiers for the next two Combat Phases."""
    s.works.pop(hq.id, None)
    if s.counter(hq.id).nation == "german":
        count(s, "german_hqs_lost")
    most = s.game.tables.number.hq_loss
    side = captor(s, hq, striker)
    s.set(pools=(*s.pools, Pool(side, hq.hex, most, s.combats + 1)))
    s.tell(HqLost(side, most, s.game.tables.number.hq_loss_radius, hq.hex), "9.1.6")


@rule("9.1.6", "T.35")
def captor(s: State, hq: Unit, striker: str) -> Side:
    """The side that gains by the loss of a headquarters: of two partners the one that struck."""
    enemies = foes(s, hq.side)
    if len(enemies) == 1:
        return enemies[0]
    return GERMAN if winner(s, hq.hex, striker) == "german" else ALLIED
