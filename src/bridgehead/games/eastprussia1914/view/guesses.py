"""Worlds a side could not tell from the true one."""

from __future__ import annotations

from collections.abc import Mapping

from bridgehead.core.rules import rule
from bridgehead.core.state import rebuild_ledger, reseeded
from bridgehead.core.values import ChitId, Hex, Side, UnitId, replace
from bridgehead.games.eastprussia1914.model.data import FOE, GERMAN, RUSSIAN
from bridgehead.games.eastprussia1914.model.state import (
    REMOVED,
    State,
    Unit,
    attack_value,
    is_garrison,
    is_hq,
)
from bridgehead.games.eastprussia1914.rules.chits import (
    GiveBack,
    SelectChits,
    available,
    capacity,
    in_order,
    keeps_standing_set,
    why_not_first_army,
)
from bridgehead.games.eastprussia1914.rules.fog import unseen_by
from bridgehead.games.eastprussia1914.rules.special import WIRELESS, assembling, compulsory_chits
from bridgehead.games.eastprussia1914.view.views import selecting
from bridgehead.toolkit.hidden import Berth, Dealer, Lots, berths_of, recast


@rule("4.1.4", "17.1")
def determinize(s: State, side: Side, seed: int) -> State:
    """A position the side could not tell from this one: other enemy chits, other units under the stacks."""
    guess, lots = reseeded(s, seed), Lots(seed)
    guess_stacks(guess, side, lots)
    guess_cup(guess, side, lots)
    if side == GERMAN and guess.orders_turn:
        guess.orders = any_set(guess, RUSSIAN, guess.orders_turn, lots)
    guess_frames(guess, side, lots)
    guess.touch()
    return guess


# --- 4.1.4 chits


def guess_cup(s: State, side: Side, lots: Lots) -> None:
    """Other enemy chits in the cup: as many as are there, or any number before that is public."""
    foe = FOE[side]
    theirs = tuple(chit for chit in s.cup if s.game.chits[chit].side == foe)
    known = (side == GERMAN and s.event == WIRELESS and not selecting(s)) or (
        foe == RUSSIAN and keeps_standing_set(s, s.turn)
    )
    if known:
        return
    drawn = tuple(chit for chit in s.used if s.game.chits[chit].side == foe)
    if not selecting(s):
        chits = random_set(s, foe, s.turn, len(theirs), drawn, lots)
    else:
        chits = any_set(s, foe, s.turn, lots) if has_selected(s, foe) else ()
    s.cup = in_order(s, (*(chit for chit in s.cup if chit not in theirs), *chits))


def has_selected(s: State, side: Side) -> bool:
    """The German selects first; nobody knows the Russian's chits before the number is public."""
    selects = any(isinstance(frame, SelectChits | GiveBack) and frame.side == side for frame in s.flow)
    return side == GERMAN and not selects


def any_set(s: State, side: Side, turn: int, lots: Lots) -> tuple[ChitId, ...]:
    """A legal selection of any size, where not even its number is public: mostly all there are points for."""
    most = capacity(s, side, turn)
    number = most if lots.below(4) else lots.below(most + 1)
    least = [chit for chit in compulsory_chits(s, side, turn) if chit in available(s, side, turn)]
    return random_set(s, side, turn, max(number, len(least)), (), lots)


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
    """A selection the enemy is making just now is his secret; only how many he gives back from is known."""
    foe = FOE[side]
    flow = []
    for frame in s.flow:
        if isinstance(frame, SelectChits | GiveBack) and frame.side == foe:
            frame = guessed(s, frame, lots)
        flow.append(frame)
    s.flow = tuple(flow)


def guessed(s: State, frame: SelectChits | GiveBack, lots: Lots) -> SelectChits | GiveBack:
    """The same question with other chits in it."""
    if isinstance(frame, GiveBack):
        return replace(frame, chosen=random_set(s, frame.side, s.turn, len(frame.chosen), (), lots))
    return replace(frame, chosen=any_set(s, frame.side, frame.turn, lots), kept=())


# --- 17.1 units beneath the top of a stack


@rule("17.1")
def guess_stacks(s: State, side: Side, lots: Lots) -> None:
    """17.1 A unit that is not seen may be any of those not seen, wherever it could stand."""
    hidden = unseen_by(s, side)
    if not hidden:
        return
    lying = berths_of(s, hidden)
    ranks = heights_within(lying)
    kinds = {id: kind_of(s, id) for id in lying.values()}
    dealt = Dealer(tuple(lying), kinds, lambda kind, berth: fits(s, hidden, ranks, kind, berth), lots).deal()
    recast(s, {lying[berth]: id for berth, id in reordered(dealt, lots).items()}, in_the_place_of)
    rebuild_ledger(s)


def in_the_place_of(new: Unit, old: Unit) -> Unit:
    """The marker of supply follows from the place; steps and mode were seen when they changed."""
    return replace(new, hex=old.hex, supply=old.supply)


COMBAT_UNIT, STAFF, SECOND_ARMY = "combat unit", "HQ", "Second Army"


def kind_of(s: State, id: UnitId) -> str:
    """What decides where a hidden unit may lie; a garrison is at home in one fortress."""
    unit = s.units[id]
    if is_garrison(s, unit):
        return str(unit.hex)
    if is_hq(s, unit):
        return STAFF
    return SECOND_ARMY if assembling(s, unit) else COMBAT_UNIT


def heights_within(lying: Mapping[Berth, UnitId]) -> dict[Berth, int]:
    """Of each berth, how many hidden ones lie below it in its stack."""
    return {berth: sum(other.hex == berth.hex and other < berth for other in lying) for berth in lying}


@rule("7.1", "13.3", "17.1", "18.1.2")
def fits(s: State, hidden: frozenset[UnitId], ranks: Mapping[Berth, int], kind: str, berth: Berth) -> bool:
    """7.1 May a unit of a kind lie there? An HQ counts as the lowest hidden one: the order is mixed later."""
    if kind not in (STAFF, COMBAT_UNIT, SECOND_ARMY):
        return kind == str(berth.hex)
    stack = [s.units[id] for id in s.stacks[berth.hex]]
    shown = [unit for unit in stack if unit.id not in hidden]
    unseen = len(stack) - len(shown)
    if unseen == 1 and not any(attack_value(s, unit) or is_hq(s, unit) for unit in shown):
        return kind == kind_of(s, next(unit.id for unit in stack if unit.id in hidden))
    if kind == STAFF:
        return ranks[berth] < max(s.tables.file.stacking.hqs, sum(is_hq(s, unit) for unit in stack)) - sum(
            is_hq(s, unit) for unit in shown
        )
    if kind == SECOND_ARMY and s.ground.home[berth.hex] == GERMAN:
        return False
    fighting = [unit for unit in stack if not is_hq(s, unit) and not is_garrison(s, unit)]
    most = max(s.tables.file.stacking.combat_units, len(fighting))
    return ranks[berth] >= unseen - (most - sum(unit in fighting for unit in shown))


def reordered(dealt: Mapping[Berth, UnitId], lots: Lots) -> dict[Berth, UnitId]:
    """The same units in the same hexes, those of a stack in any order."""
    found: dict[Berth, UnitId] = {}
    hexes: dict[Hex, list[Berth]] = {}
    for berth in sorted(dealt):
        hexes.setdefault(berth.hex, []).append(berth)
    for berths in hexes.values():
        found |= zip(berths, lots.shuffled(dealt[berth] for berth in berths), strict=True)
    return found
