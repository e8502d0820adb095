"""What a side sees: counters, facts, overlays; and worlds it could not tell from the true one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.codec import rebuild_ledger
from bridgehead.core.game import View, seen
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED, reseeded
from bridgehead.core.state import Unit as CoreUnit
from bridgehead.core.values import ChitId, Side, UnitId, replace
from bridgehead.games.eastprussia1914.chits import (
    GiveBack,
    SelectChits,
    available,
    capacity,
    in_order,
    keeps_standing_set,
    why_not_first_army,
)
from bridgehead.games.eastprussia1914.data import FOE, GERMAN, RUSSIAN, SIDES
from bridgehead.games.eastprussia1914.fog import unseen_by
from bridgehead.games.eastprussia1914.special import WIRELESS, compulsory_chits
from bridgehead.games.eastprussia1914.state import (
    COMMAND_MODE,
    OOS,
    REINFORCEMENTS,
    REMOVED,
    EastPrussia,
    State,
    Unit,
    is_garrison,
    is_hq,
)
from bridgehead.games.eastprussia1914.victory import net_points, points
from bridgehead.toolkit.wargame import Face, Wargame

BOXES = {
    REINFORCEMENTS: "Reinforcements to come",
    ELIMINATED: "Eliminated units",
    REMOVED: "HQs removed",
}


@rule("4.1.4", "17.1")
def view(s: State, side: Side | None) -> View:
    """4.1.4 Selected chits are hidden until drawn; 17.1 so are units beneath the top of an enemy stack."""
    return seen(s, side, facts(s, side), unseen_by(s, side))


def facts(s: State, side: Side | None) -> dict[str, Any]:
    turn, event = s.tables.turns[s.turn], s.tables.events.get(s.event)
    return {
        "tracks": [
            {"name": f"rail_{each}", "title": f"Rail Points {each}", "value": s.tracks.get(f"rail_{each}", 0)}
            for each in SIDES
        ]
        + [
            {"name": "net", "title": "Net points", "value": net_points(s)},
            *(
                {
                    "name": f"command_{each}",
                    "title": f"Command Points {each}",
                    "value": capacity(s, each, s.turn),
                }
                for each in SIDES
            ),
        ],
        "points": {each: points(s, each) for each in SIDES},
        "markers": markers(s),
        "boxes": BOXES,
        "cup": cup_seen(s, side),
        "used": list(s.used),
        "orders": list(s.orders) if side == RUSSIAN else [],
        "event": event.title if event is not None else "",
        "note": f"{turn.dates} 1914: {turn.history}." + (f" {event.title}." if event is not None else ""),
        "demolished": list(s.demolished),
        "due": {unit.id: s.rules_of.unit[unit.id].turn for unit in s.in_box(REINFORCEMENTS)},
    }


def markers(s: State) -> list[dict[str, Any]]:
    """15.1 Who holds the victory hexes, and which fortresses still count."""
    found: list[dict[str, Any]] = [
        {
            "hex": hex,
            "kind": "control",
            "side": s.taken.get(hex, s.ground.home[hex]),
            "label": f"{worth} VP",
        }
        for hex, worth in s.tables.victory_hexes.items()
    ]
    return found


@rule("4.1.4", "18.2b")
def cup_seen(s: State, side: Side | None) -> dict[str, Any]:
    """4.1.4 Own chits by name, the enemy's by number; event 5 shows the Russian ones to the German."""
    mine = {each: [c for c in s.cup if s.game.chits[c].side == each] for each in SIDES}
    open_to = {side} if side is not None else set()
    if side == GERMAN and s.event == WIRELESS and not selecting(s):
        open_to.add(RUSSIAN)
    return {
        each: mine[each] if each in open_to else (None if selecting(s) else len(mine[each])) for each in SIDES
    }


def selecting(s: State) -> bool:
    """Is this turn's selection still being made? Then not even numbers are public."""
    return any(
        isinstance(frame, GiveBack) or (isinstance(frame, SelectChits) and frame.turn == s.turn)
        for frame in s.flow
    )


# --- worlds


class Dice:
    """Chance of the guesser's own."""

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed & MASK)

    def draw(self, ways: int) -> int:
        self.seed = advanced(self.seed)
        return mixed(self.seed) * ways >> 64

    def shuffled(self, items: Iterable[Any]) -> list[Any]:
        left, found = list(items), []
        while left:
            found.append(left.pop(self.draw(len(left))))
        return found


@rule("4.1.4", "17.1")
def determinize(s: State, side: Side, seed: int) -> State:
    """A position the side could not tell from this one: other enemy chits, other units under the stacks."""
    guess, dice = reseeded(s, seed), Dice(seed)
    guess_cup(guess, side, dice)
    if side == GERMAN and guess.orders:
        guess.orders = random_set(guess, RUSSIAN, guess.orders_turn, len(guess.orders), (), dice)
    guess_frames(guess, side, dice)
    guess_stacks(guess, side, dice)
    guess.touch()
    return guess


def guess_cup(s: State, side: Side, dice: Dice) -> None:
    """Other enemy chits in the cup, as many as there are (as he likes while selection is open)."""
    foe = FOE[side]
    theirs = tuple(chit for chit in s.cup if s.game.chits[chit].side == foe)
    known = (side == GERMAN and s.event == WIRELESS and not selecting(s)) or (
        foe == RUSSIAN and keeps_standing_set(s, s.turn)
    )
    if known or not theirs:
        return
    drawn = tuple(chit for chit in s.used if s.game.chits[chit].side == foe)
    chits = random_set(s, foe, s.turn, len(theirs), drawn, dice)
    s.cup = in_order(s, (*(chit for chit in s.cup if chit not in theirs), *chits))


def random_set(
    s: State, side: Side, turn: int, number: int, drawn: tuple[ChitId, ...], dice: Dice
) -> tuple[ChitId, ...]:
    """A random legal selection of that size, beyond the chits already drawn this turn."""
    must = [chit for chit in compulsory_chits(s, side, turn) if chit not in drawn]
    free = [chit for chit in possible_chits(s, side, turn) if chit not in drawn and chit not in must]
    found: list[ChitId] = must[:number]
    for chit in dice.shuffled(free):
        if len(found) < number and why_not_first_army(s, (*drawn, *found), chit, turn) is None:
            found.append(chit)
    for chit in dice.shuffled(free):
        if len(found) < number and chit not in found:
            found.append(chit)
    return in_order(s, tuple(found))


def possible_chits(s: State, side: Side, turn: int) -> list[ChitId]:
    """The chits a side could have selected, those of HQs removed since included."""
    gone = [
        chit.id
        for chit in s.game.chits.values()
        if chit.side == side and chit.turn <= turn and chit.hq in s.units and s.units[chit.hq].box == REMOVED
    ]
    return [*available(s, side, turn), *gone]


def guess_frames(s: State, side: Side, dice: Dice) -> None:
    """A selection the enemy is making just now is his secret."""
    foe = FOE[side]
    flow = []
    for frame in s.flow:
        if isinstance(frame, SelectChits | GiveBack) and frame.side == foe:
            turn = frame.turn if isinstance(frame, SelectChits) else s.turn
            frame = replace(frame, chosen=random_set(s, foe, turn, len(frame.chosen), (), dice))
        flow.append(frame)
    s.flow = tuple(flow)


def guess_stacks(s: State, side: Side, dice: Dice) -> None:
    """17.1 Hidden units of a kind change places; those the present decision speaks of stay."""
    hidden = unseen_by(s, side)
    spoken = str(s.flow)
    for wanted in (True, False):
        units = [
            unit
            for unit in sorted(hidden)
            if is_hq(s, s.units[unit]) == wanted
            and not is_garrison(s, s.units[unit])
            and f"'{unit}'" not in spoken
        ]
        exchange(s, units, dice.shuffled(units))
    if hidden:
        rebuild_ledger(s)


def exchange(s: State, units: list[UnitId], others: list[UnitId]) -> None:
    """Put the others in the places of the units, wherever each of them truly stood."""
    places = sorted((s.units[unit].hex, s.stacks[s.units[unit].hex].index(unit)) for unit in units)
    for (hex, level), other in zip(places, others, strict=True):
        stack = list(s.stacks[hex])
        stack[level] = other
        s.stacks[hex] = tuple(stack)
        s.units[other] = replace(s.units[other], hex=hex)


# --- faces

SYMBOLS = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "garrison": "garrison",
    "headquarters": "headquarters",
}
SIZES = {"division": "XX", "brigade": "X", "fortress": "", "hq": "XXX"}
NATIONS = {GERMAN: "german1914", RUSSIAN: "russian1914"}


def face(game: Wargame[State, Unit], unit: CoreUnit) -> Face:
    """What a counter shows."""
    assert isinstance(unit, Unit) and isinstance(game, EastPrussia)
    counter = game.counters[unit.id]
    attack, defence, movement = counter.values[unit.steps]
    if counter.is_hq:
        full = unit.mode == COMMAND_MODE
        reach = counter.command_range if full else counter.movement_mode_range
        values = f"{reach}-{counter.ratio_shift}" if full else f"{reach}-{movement}"
    else:
        values = f"{attack}-{defence}-{movement}"
    badges = []
    if unit.supply:
        badges.append("out_of_supply" if unit.supply == OOS else "isolated")
    if counter.is_hq and unit.mode != COMMAND_MODE:
        badges.append("move_mode")
    if unit.railed:
        badges.append("moved")
    if unit.activated:
        badges.append("activated")
    return Face(
        nationality=NATIONS[unit.side],
        symbol=SYMBOLS[counter.kind],
        size=SIZES[counter.size],
        label=counter.label,
        formation=counter.formation,
        values=values,
        reduced=not counter.is_hq and unit.steps < counter.steps,
        badges=tuple(badges),
        name=counter.name,
    )


def back(game: Wargame[State, Unit], look: str) -> Face:
    """The back of a hidden counter tells nothing."""
    return Face(nationality=look or "unknown", symbol="infantry", badges=("hidden",), name="hidden unit")
