"""Plain positions of Festung Breslau: open victory hexes, silent guns, the last day, the northern front."""

from __future__ import annotations

from bridgehead.core.actions import Commit, Done, MoveTo, Pick
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.breslau1945.model.actions import Bombard, Everyone, HoldFire
from bridgehead.games.breslau1945.model.data import BATTLEWORN, NORTH_GERMAN, NORTH_POLISH, RESERVES
from bridgehead.games.breslau1945.model.state import State, boxed, take_control
from bridgehead.games.breslau1945.rules.north import PolishDeclaration
from bridgehead.games.breslau1945.rules.reserves import Reorganisation, ReservesToNorth
from tests.bots.position import Position, Seen
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    ask,
    assault,
    at,
    bombardment,
    called,
    do,
    field,
    is_soviet,
    movement,
    unit,
)

POLES = [counter.id for counter in GAME.counters.values() if counter.nation == "polish" and counter.mp]


def box(s: State, name: str, *units: str) -> State:
    for id in called(*units):
        s.send(id, name)
    return s


# --- ground


def open_hex() -> State:
    """A regiment near empty victory hexes, the garrison far away."""
    return movement(at(at(field(turn=10), 118, "372/218"), 1516, "21 VS"), SOVIET)


def last_day() -> State:
    """Turn 20: one regiment in the victory hex 0514 with a German near, another near empty ones."""
    s = at(at(field(turn=20), 514, "372/218"), 321, "955/309")
    return movement(at(s, 713, "21 VS"), SOVIET)


def kept_and_taken(seen: Seen) -> bool:
    return 514 in seen.after.stacks and took_one(seen)


def took_one(seen: Seen) -> bool:
    return int(seen.after.tracks["vp"]) > int(seen.before.tracks["vp"])


def runner() -> State:
    """Turn 20, the garrison's last move: 0718 has been left empty by the Red Army."""
    s = at(at(field(turn=20), 819, "21 VS"), 514, "372/218")
    take_control(s, SOVIET, Hex(718))
    return movement(s, GERMAN)


def gap() -> State:
    """0718 has lost its defender: one regiment stands before it, two more behind; two battalions are near."""
    s = at(at(field(turn=8), 618, "372/218"), 518, "658/218", "667/218")
    at(at(s, 919, "I/Mohr"), 917, "II/Mohr")
    for hex, name in ((419, "23 VS"), (514, "21 VS"), (520, "22 VS"), (820, "24 VS"), (920, "25 VS")):
        at(s, hex, name)
    return movement(s, GERMAN)


# --- fighting


def storm() -> State:
    """A silenced battalion in 0514 with a division around it, and a fresh one in the City beside."""
    s = at(field(turn=6), 514, "21 VS", disorganised=True)
    at(at(s, 713, "22 VS", "23 VS", "24 VS"), 613, "372/218", "658/218")
    return assault(at(s, 414, "667/218", "592 eng./218"), SOVIET)


def stormed(seen: Seen) -> bool:
    if Pick(unit("21 VS")) not in seen.actions:
        return False
    after = seen.actions[seen.actions.index(Pick(unit("21 VS"))) + 1 :]
    joined = after[: after.index(Commit())] if Commit() in after else []
    return Everyone() in joined or sum(isinstance(action, Pick) for action in joined) >= 3


def close_range() -> State:
    """A lone regiment has come into the open before three battalions."""
    s = at(at(field(turn=5, supply=2), 220, "21 VS", "22 VS"), 320, "I/Mohr")
    at(s, 118, "372/218")
    return do(movement(s, SOVIET), Pick(unit("372/218")), MoveTo(Hex(219)))


def all_fired(seen: Seen) -> bool:
    picks = sum(isinstance(action, Pick) for action in seen.actions)
    together = Everyone() in seen.actions or picks == 3
    return Commit() in seen.actions and HoldFire() not in seen.actions and together


def guns() -> State:
    """Five guns, a division before two battalions in 0514; one battalion far behind at the Rathaus."""
    s = at(at(field(turn=5), 514, "I/Mohr", "II/Mohr"), 1516, "21 VS")
    at(at(s, 314, "372/218", "658/218", "667/218"), 315, "592 eng./218", "56 eng.")
    at(s, 113, "496 How", "497 How", "525 How", "526 How")
    return bombardment(at(s, 117, "8-I How"), 3)


def shelled_the_front(seen: Seen) -> bool:
    return {action.hex for action in seen.actions if isinstance(action, Bombard)} == {Hex(514)}


# --- boxes


def worn() -> State:
    """Supply for one battalion: SS or Volkssturm?"""
    s = at(at(field(turn=6, supply=3), 1516, "25 VS"), 314, "372/218")
    box(s, BATTLEWORN, "21 VS", "22 VS", "I/SS Besslein", "23 VS", "61 VS")
    done: State = ask(s, Reorganisation(GERMAN))
    return done


def poles_near() -> State:
    """Turn 12: the Poles stand before an empty northern front, six battalions in reserve, no Supply."""
    s = at(at(field(turn=12, supply=0), 1516, "25 VS"), 314, "372/218")
    for id in POLES:
        s.send(id, NORTH_POLISH)
    box(s, RESERVES, "21 VS", "22 VS", "23 VS", "24 VS", "26 VS", "27 VS")
    done: State = ask(s, ReservesToNorth(GERMAN))
    return done


def poles_before_a_wall() -> State:
    """Turn 13: seven battalions hold the northern front with Supply to spare."""
    s = at(at(field(turn=13, supply=12), 1516, "25 VS"), 314, "372/218")
    for id in POLES:
        s.send(id, NORTH_POLISH)
    box(s, NORTH_GERMAN, "21 VS", "22 VS", "23 VS", "24 VS", "26 VS", "27 VS", "28 VS")
    done: State = ask(s, PolishDeclaration(SOVIET))
    return done


def in_reserves(seen: Seen, id: UnitId) -> bool:
    return str(seen.after.units[id].box) == RESERVES


POSITIONS = [
    Position("take the open victory hex", open_hex, took_one),
    Position("on the last day keep what is held and take what is open", last_day, kept_and_taken),
    Position("run into the empty victory hex", runner, lambda seen: not is_soviet(seen.after, 718)),
    Position("close the gap", gap, lambda seen: 718 in seen.after.stacks),
    Position("storm the silenced battalion with the whole division", storm, stormed),
    Position("fire with all at the regiment in the open", close_range, all_fired),
    Position("bombard where the division stands", guns, shelled_the_front),
    Position("re-form the SS battalion first", worn, lambda seen: in_reserves(seen, unit("I/SS Besslein"))),
    Position(
        "man the northern front before the Poles come",
        poles_near,
        lambda seen: len(boxed(seen.after, NORTH_GERMAN)) >= 4,
    ),
    Position("no Polish attack on a strong line", poles_before_a_wall, lambda seen: seen.actions == [Done()]),
]
