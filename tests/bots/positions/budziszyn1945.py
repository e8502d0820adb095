"""Plain positions of Budziszyn 1945."""

from __future__ import annotations

from typing import Any

from bridgehead.core.actions import Commit, Pick
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.budziszyn1945.model.state import ZOC
from bridgehead.games.budziszyn1945.rules.attack import AttackPhase
from bridgehead.games.budziszyn1945.rules.duties import must_attack
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses
from bridgehead.games.budziszyn1945.rules.movement_phase import MovementPhase
from bridgehead.games.budziszyn1945.rules.pursuit import Lane, Pursuit
from bridgehead.games.budziszyn1945.rules.retreat import Retreat
from tests.bots.position import Position, Seen
from tests.games.budziszyn1945.field import GERMAN, SOVIET, ask, attack, field, fortify, stand

TOWN = 6311
"""Open ground all about, on the Soviet side of the Neisse."""


def held(s: Any, code: int, *hexes: int) -> None:
    """1 Soviet, 2 German, 3 American."""
    control = bytearray(s.control)
    for hex in hexes:
        control[hex] = code
    s.set(control=bytes(control))


def moves(s: Any, side: Side) -> Any:
    s.set(phase="movement", phasing=side)
    return ask(s, MovementPhase(side))


def where(seen: Seen, unit: str) -> int:
    return int(seen.after.units[UnitId(unit)].hex)


# --- ground


def an_open_town() -> Any:
    s = field()
    held(s, 2, TOWN)
    stand(s, 6514, "su_254")
    stand(s, 6614, "su_389")
    return moves(s, SOVIET)


def the_town_falls(seen: Seen) -> bool:
    return bool(seen.after.ledger[ZOC[0]][TOWN]) or TOWN in seen.after.stacks


def the_last_tanks_for_berlin() -> Any:
    s = field()
    s.track("exited", 59)
    stand(s, 2701, "su_vi_m16")
    stand(s, 3113, "su_254")
    return moves(s, SOVIET)


def berlin_is_won(seen: Seen) -> bool:
    return seen.after.ended is not None and seen.after.ended.winner == SOVIET


def a_road_to_the_south() -> Any:
    s = field("two_stars")
    held(s, 2, 4138)
    stand(s, 4335, "su_254")
    stand(s, 4735, "su_389")
    return moves(s, SOVIET)


def the_road_is_taken(seen: Seen) -> bool:
    return bool(seen.after.ledger[ZOC[0]][4138]) or 4138 in seen.after.stacks


# --- attacks


def an_isolated_regiment() -> Any:
    s = field(fog="open")
    stand(s, 6311, "de_545_a")
    stand(s, 6312, "su_13g", "su_97g")
    stand(s, 6411, "su_254", "su_389")
    fortify(s, 6312, 6411)
    return attack(s, SOVIET)


def it_is_attacked(seen: Seen) -> bool:
    """With two divisions at least: five to one."""
    return Commit() in seen.actions and sum(isinstance(action, Pick) for action in seen.actions) >= 2


def a_strong_town() -> Any:
    s = field(fog="open")
    stand(s, 6311, "su_13g", "su_97g", "su_254")
    fortify(s, 6311)
    stand(s, 6312, "de_545_a")
    stand(s, 6411, "de_545_b")
    fortify(s, 6312, 6411)
    return attack(s, GERMAN)


def it_is_left_alone(seen: Seen) -> bool:
    return Commit() not in seen.actions


# --- safety


def a_staff_in_front() -> Any:
    s = field()
    stand(s, 6311, "su_hq_13")
    stand(s, 6313, "su_254", "su_389")
    stand(s, 5911, "de_21_22", "de_21_125")
    return moves(s, SOVIET)


def the_staff_goes_back(seen: Seen) -> bool:
    here = where(seen, "su_hq_13")
    return any(not seen.after.counter(id).hq for id in seen.after.stacks[Hex(here)])


def a_regiment_under_the_guns() -> Any:
    """In the open before two divisions: it digs or goes, or it must attack."""
    s = field()
    held(s, 2, *s.game.ground.near(Hex(TOWN), 2))
    stand(s, 6313, "su_13g", "su_97g", "su_254")
    stand(s, 6213, "su_389", "su_78g")
    stand(s, 6312, "de_545_b")
    return moves(s, GERMAN)


def it_need_not_attack(seen: Seen) -> bool:
    unit = seen.after.units[UnitId("de_545_b")]
    return bool(unit.hex) and not must_attack(seen.after, unit)


def the_last_level() -> Any:
    """To stand costs a level, and it has one: it goes back while there is a way."""
    s = field()
    s.set(phase="attack", phasing=SOVIET)
    stand(s, 6310, "de_545_a", cel=1)
    stand(s, 6410, "su_13g", "su_97g")
    return ask(s, AttackPhase(SOVIET), Retreat(GERMAN, 1, (UnitId("de_545_a"),)))


def it_goes_back(seen: Seen) -> bool:
    return where(seen, "de_545_a") not in (0, 6310)


def losses_to_take() -> Any:
    s = field()
    s.set(phase="attack", phasing=SOVIET)
    stand(s, 6311, "de_21_22", "de_21_125", "de_vs1")
    stand(s, 6411, "su_13g")
    units = tuple(UnitId(id) for id in ("de_21_22", "de_21_125", "de_vs1"))
    return ask(s, AttackPhase(SOVIET), TakeLosses(GERMAN, units, 1))


def the_militia_bears_them(seen: Seen) -> bool:
    return bool(
        seen.after.units[UnitId("de_21_22")].cel == 2 and seen.after.units[UnitId("de_21_125")].cel == 2
    )


def an_abandoned_town() -> Any:
    """The defenders went back: the way into the town is open."""
    s = field()
    held(s, 2, TOWN)
    s.set(phase="attack", phasing=SOVIET)
    stand(s, 6411, "su_13g", "su_97g")
    stand(s, 6209, "de_545_a")
    s.set(routs=((UnitId("de_545_a"), (Hex(TOWN), Hex(6210), Hex(6209))),))
    came = ((UnitId("su_13g"), Hex(6411)), (UnitId("su_97g"), Hex(6411)))
    lane = Lane((Hex(TOWN), Hex(6210), Hex(6209)), 2)
    return ask(s, AttackPhase(SOVIET), Pursuit(SOVIET, came, (lane,)))


def it_is_entered(seen: Seen) -> bool:
    return TOWN in seen.after.stacks


POSITIONS = [
    Position("take the open town", an_open_town, the_town_falls),
    Position("send the last tanks to Berlin", the_last_tanks_for_berlin, berlin_is_won),
    Position("take the road to the south", a_road_to_the_south, the_road_is_taken),
    Position("attack the isolated regiment", an_isolated_regiment, it_is_attacked),
    Position("leave the strong town alone", a_strong_town, it_is_left_alone),
    Position("take the headquarters back", a_staff_in_front, the_staff_goes_back),
    Position("do not stand where you must attack", a_regiment_under_the_guns, it_need_not_attack),
    Position("go back with the last level", the_last_level, it_goes_back),
    Position("let the militia bear the losses", losses_to_take, the_militia_bears_them),
    Position("follow into the abandoned town", an_abandoned_town, it_is_entered),
]
