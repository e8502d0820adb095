"""East Prussia 1914: ten positions a player would not think long about."""

from __future__ import annotations

from bridgehead.core.actions import Attack, Choose, Commit, Pick
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.model.state import (
    COMMAND_MODE,
    ISOLATED,
    MOVEMENT_MODE,
    REMOVED,
    State,
    controller,
    take_control,
)
from bridgehead.games.eastprussia1914.rules.activation import Activation
from bridgehead.games.eastprussia1914.rules.combat import CombatSegment
from bridgehead.games.eastprussia1914.rules.losses import ATTACKER, LoseStep
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.replacements import Replacements
from bridgehead.games.eastprussia1914.rules.supply import has_supply
from tests.bots.position import Position, Seen
from tests.games.eastprussia1914.table import (
    GERMAN,
    RUSSIAN,
    activate,
    ask,
    chit,
    empty,
    stand,
    unit,
    units,
)

INSTERBURG, GUMBINNEN, KOENIGSBERG = Hex(3314), Hex(3614), Hex(2113)
MOVED, FOUGHT = 5, 6
"""How many parts of an activation are behind it once its units move, and once they fight."""


def marching(s: State, hq: str, *names: str) -> State:
    """The movement of one HQ and these units."""
    side = unit(s, hq).side
    found: State = ask(
        s,
        Activation(side=side, chit=chit(hq), hq=UnitId(hq), units=units(*names), at=MOVED),
        MovementSegment(side, UnitId(hq), units(hq, *names)),
    )
    return found


def fighting(s: State, hq: str, *names: str) -> State:
    """The attacks of one HQ's units."""
    side = unit(s, hq).side
    found: State = ask(
        s,
        Activation(side=side, chit=chit(hq), hq=UnitId(hq), units=units(*names), at=FOUGHT),
        CombatSegment(side, UnitId(hq), units(*names)),
    )
    return found


# --- ground


def open_town() -> State:
    """Gumbinnen is in Russian hands and empty; the 1st Division stands four hexes away."""
    s = empty(turn=14)
    take_control(s, GUMBINNEN, RUSSIAN)
    stand(s, INSTERBURG, "G-HQ-I", mode=COMMAND_MODE)
    stand(s, 3414, "G-1", "G-2")
    stand(s, 4314, "R-25", "R-27")
    stand(s, 4413, "R-HQ-III", mode=COMMAND_MODE)
    return marching(s, "G-HQ-I", "G-1", "G-2")


def takes_the_open_town(seen: Seen) -> bool:
    return controller(seen.after, GUMBINNEN) == GERMAN


def last_garrison() -> State:
    """Russians stand before Königsberg, and all that holds it is one brigade under orders."""
    s = empty(turn=12)
    stand(s, KOENIGSBERG, "G-Ersatz")
    stand(s, 2212, "G-HQ-IR", "G-1LwB", mode=MOVEMENT_MODE)
    stand(s, 2413, "R-28", "R-29")
    stand(s, 2513, "R-HQ-XX", mode=COMMAND_MODE)
    take_control(s, Hex(2714), RUSSIAN)
    return marching(s, "G-HQ-IR", "G-Ersatz", "G-1LwB")


def holds_koenigsberg(seen: Seen) -> bool:
    return any(each.side == GERMAN and each.id != "G-HQ-IR" for each in seen.after.units_in(KOENIGSBERG))


# --- combat


def too_strong() -> State:
    """One division beside two that stand in a town with their guns; a weaker one beside one in the open."""
    s = empty(turn=5)
    stand(s, 3515, "G-1")
    stand(s, 3414, "G-HQ-I", mode=COMMAND_MODE)
    stand(s, 3513, "G-2", steps=1)
    stand(s, 3614, "R-25", "R-27")
    stand(s, 3612, "R-28")
    stand(s, 3715, "R-HQ-III", mode=COMMAND_MODE)
    stand(s, 3712, "R-HQ-XX", mode=COMMAND_MODE)
    return fighting(s, "G-HQ-I", "G-1", "G-2")


def stays_its_hand(seen: Seen) -> bool:
    return not any(isinstance(action, Attack | Commit) for action in seen.actions)


def pocket() -> State:
    """A division isolated and on its last step, two divisions and their guns beside it."""
    s = empty(turn=7)
    stand(s, 2029, "R-6", steps=1, supply=ISOLATED)
    stand(s, 1928, "G-41")
    stand(s, 2028, "G-37")
    stand(s, 1827, "G-HQ-XX", mode=COMMAND_MODE)
    stand(s, 2436, "R-8")
    return fighting(s, "G-HQ-XX", "G-37", "G-41")


def strikes_the_pocket(seen: Seen) -> bool:
    return Attack(Hex(2029)) in seen.actions and Commit() in seen.actions


def two_to_lose_from() -> State:
    """After a costly attack one step is due: from a fresh division or from one on its last step."""
    s = empty(turn=6)
    stand(s, 3414, "G-2", "G-1")
    stand(s, 3314, "G-HQ-I", mode=COMMAND_MODE)
    s.mark(UnitId("G-1"), steps=1)
    stand(s, 3615, "R-25")
    found: State = ask(
        s,
        CombatSegment(GERMAN, UnitId("G-HQ-I"), ()),
        LoseStep(GERMAN, units("G-1", "G-2"), units("G-1", "G-2"), 1, ATTACKER, False),
    )
    return found


def spares_the_last_step(seen: Seen) -> bool:
    return bool(seen.after.units[UnitId("G-1")].hex) and seen.actions[0] == Pick(UnitId("G-2"))


# --- headquarters


def lone_staff() -> State:
    """Horsemen two hexes from a German HQ that stands alone in the open; its divisions are behind it."""
    s = empty(turn=3)
    stand(s, 3415, "G-HQ-XVII", mode=MOVEMENT_MODE)
    stand(s, 3314, "G-35", "G-36")
    stand(s, 3615, "R-1GdC", "R-2GdC")
    stand(s, 4413, "R-HQ-III", mode=COMMAND_MODE)
    return marching(s, "G-HQ-XVII")


def brings_it_back(seen: Seen) -> bool:
    hq = seen.after.units[UnitId("G-HQ-XVII")]
    sheltered = any(each.id in ("G-35", "G-36") for each in seen.after.units_in(hq.hex))
    return sheltered or seen.after.ground.board.distance(hq.hex, 3615) > 6


def prey() -> State:
    """A German HQ alone three hexes from Russian cavalry, its corps far away."""
    s = empty(turn=6)
    stand(s, 2818, "G-HQ-XVII", mode=COMMAND_MODE)
    stand(s, 2415, "G-35", "G-36")
    stand(s, 3018, "R-2C", "R-3C")
    stand(s, 3217, "R-HQ-III", mode=COMMAND_MODE)
    stand(s, 3222, "G-Loetzen")
    for town in (INSTERBURG, Hex(3219), Hex(2817), Hex(2922)):
        take_control(s, town, RUSSIAN)
    return marching(s, "R-HQ-III", "R-2C", "R-3C")


def rides_it_down(seen: Seen) -> bool:
    return bool(seen.after.units[UnitId("G-HQ-XVII")].box == REMOVED)


def guns_wanted() -> State:
    """The corps stands three and four hexes ahead of its HQ, in front of the enemy."""
    s = empty(turn=6)
    stand(s, 1827, "G-HQ-XX", mode=MOVEMENT_MODE)
    stand(s, 2029, "G-37")
    stand(s, 1930, "G-41")
    stand(s, 2030, "R-6")
    stand(s, 2132, "R-HQ-XV", mode=COMMAND_MODE)
    return activate(s, "G-HQ-XX")


def brings_guns(seen: Seen) -> bool:
    return seen.actions[0] == Choose(COMMAND_MODE)


# --- replacements, supply


def lost_division() -> State:
    """Two replacement points, a lost division that can be rebuilt beside its HQ, and a weak brigade."""
    s = empty(turn=12)
    stand(s, 4413, "R-HQ-III", mode=COMMAND_MODE)
    stand(s, 4414, "R-25")
    s.send(UnitId("R-27"), ELIMINATED)
    stand(s, 4417, "R-5Rif", steps=1)
    stand(s, 4418, "R-HQ-IV", mode=COMMAND_MODE)
    stand(s, 4318, "R-30")
    stand(s, 3517, "G-1")
    found: State = ask(s, Replacements(RUSSIAN, 2))
    return found


def rebuilds_it(seen: Seen) -> bool:
    return bool(seen.after.units[UnitId("R-27")].hex)


def open_railway() -> State:
    """The Russian corps at Neidenburg lives by the railway through Soldau; nobody guards it."""
    s = empty(turn=6)
    stand(s, 2031, "R-HQ-XV", "R-6", mode=COMMAND_MODE)
    stand(s, 2030, "R-8")
    stand(s, 1730, "G-HQ-XX", mode=COMMAND_MODE)
    stand(s, 1731, "G-41")
    stand(s, 1829, "G-37")
    stand(s, 2529, "G-70Lw")
    stand(s, 2025, "G-3R")
    return marching(s, "G-HQ-XX", "G-41", "G-37")


def cuts_it(seen: Seen) -> bool:
    return not has_supply(seen.after, seen.after.units[UnitId("R-HQ-XV")])


POSITIONS = [
    Position("take back the open town", open_town, takes_the_open_town),
    Position("do not leave Königsberg empty", last_garrison, holds_koenigsberg),
    Position("do not attack at bad odds", too_strong, stays_its_hand),
    Position("strike the isolated division", pocket, strikes_the_pocket),
    Position("lose a step and not a division", two_to_lose_from, spares_the_last_step),
    Position("bring the HQ back to its divisions", lone_staff, brings_it_back),
    Position("ride down the lone HQ", prey, rides_it_down),
    Position("bring the guns up where the corps fights", guns_wanted, brings_guns),
    Position("rebuild the lost division", lost_division, rebuilds_it),
    Position("cut the railway at Soldau", open_railway, cuts_it),
]
