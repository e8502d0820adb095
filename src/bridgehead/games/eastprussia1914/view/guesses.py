"""Worlds a side could not tell from the true one."""

from __future__ import annotations

from typing import TypeVar

from bridgehead.core.codec import rebuild_ledger
from bridgehead.core.rules import rule
from bridgehead.core.state import reseeded
from bridgehead.core.values import ChitId, Side, replace
from bridgehead.games.eastprussia1914.model.data import FOE, GERMAN, RUSSIAN
from bridgehead.games.eastprussia1914.model.state import REMOVED, State, is_garrison, is_hq
from bridgehead.games.eastprussia1914.rules.chits import (
    GiveBack,
    SelectChits,
    available,
    in_order,
    keeps_standing_set,
    why_not_first_army,
)
from bridgehead.games.eastprussia1914.rules.fog import unseen_by
from bridgehead.games.eastprussia1914.rules.special import WIRELESS, compulsory_chits
from bridgehead.games.eastprussia1914.view.views import selecting
from bridgehead.toolkit.hidden import Lots, exchange, places_of, spoken_of

T = TypeVar("T")


@rule("4.1.4", "17.1")
def determinize(s: State, side: Side, seed: int) -> State:
    """A position the side could not tell from this one: other enemy chits, other units under the stacks."""
    guess, lots = reseeded(s, seed), Lots(seed)
    guess_cup(guess, side, lots)
    if side == GERMAN and guess.orders:
        guess.orders = random_set(guess, RUSSIAN, guess.orders_turn, len(guess.orders), (), lots)
    guess_frames(guess, side, lots)
    guess_stacks(guess, side, lots)
    guess.touch()
    return guess


def guess_cup(s: State, side: Side, lots: Lots) -> None:
    """Other enemy chits in the cup, as many as there are (as he likes while selection is open)."""
    foe = FOE[side]
    theirs = tuple(chit for chit in s.cup if s.game.chits[chit].side == foe)
    known = (side == GERMAN and s.event == WIRELESS and not selecting(s)) or (
        foe == RUSSIAN and keeps_standing_set(s, s.turn)
    )
    if known or not theirs:
        return
    drawn = tuple(chit for chit in s.used if s.game.chits[chit].side == foe)
    chits = random_set(s, foe, s.turn, len(theirs), drawn, lots)
    s.cup = in_order(s, (*(chit for chit in s.cup if chit not in theirs), *chits))


def random_set(
    s: State, side: Side, turn: int, number: int, drawn: tuple[ChitId, ...], lots: Lots
) -> tuple[ChitId, ...]:
    """A random legal selection of that size, beyond the chits already drawn this turn."""
    must = [chit for chit in compulsory_chits(s, side, turn) if chit not in drawn]
    free = [chit for chit in possible_chits(s, side, turn) if chit not in drawn and chit not in must]
    found: list[ChitId] = must[:number]
    for chit in lots.shuffled(free):
        if len(found) < number and why_not_first_army(s, (*drawn, *found), chit, turn) is None:
            found.append(chit)
    for chit in lots.shuffled(free):
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


def guess_frames(s: State, side: Side, lots: Lots) -> None:
    """A selection the enemy is making just now is his secret."""
    foe = FOE[side]
    flow = []
    for frame in s.flow:
        if isinstance(frame, SelectChits | GiveBack) and frame.side == foe:
            turn = frame.turn if isinstance(frame, SelectChits) else s.turn
            frame = replace(frame, chosen=random_set(s, foe, turn, len(frame.chosen), (), lots))
        flow.append(frame)
    s.flow = tuple(flow)


def guess_stacks(s: State, side: Side, lots: Lots) -> None:
    """17.1 Hidden units of a kind change places; those the present decision speaks of stay."""
    hidden = unseen_by(s, side)
    spoken = spoken_of(s)
    for wanted in (True, False):
        units = [
            unit
            for unit in sorted(hidden)
            if is_hq(s, s.units[unit]) == wanted and not is_garrison(s, s.units[unit]) and unit not in spoken
        ]
        places = zip(places_of(s, units), lots.shuffled(units), strict=True)
        exchange(s, [(height, replace(s.units[unit], hex=hex)) for (hex, height), unit in places])
    if hidden:
        rebuild_ledger(s)
