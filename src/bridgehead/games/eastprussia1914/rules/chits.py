"""4.1 Command Chit selection: capacity, availability, what events and scenarios demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Cancel, Done, Draw
from bridgehead.core.flow import Decision
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import ChitId, Side, replace
from bridgehead.games.eastprussia1914.model.actions import Deselect, PutBack
from bridgehead.games.eastprussia1914.model.data import GERMAN, RUSSIAN, Positive
from bridgehead.games.eastprussia1914.model.events import (
    ChitExchanged,
    ChitsSelected,
    ChitsShown,
    CommandPointsSet,
    CupFilled,
    PhaseOfBoth,
)
from bridgehead.games.eastprussia1914.model.state import REINFORCEMENTS, State
from bridgehead.games.eastprussia1914.rules.command import why_not_activate
from bridgehead.games.eastprussia1914.rules.special import WIRELESS, compulsory_chits, event_command_points

NOT_YOURS = No("4.1.2", "this is an enemy chit")
TOO_EARLY = No("2.5.2a", "this chit is not available until a later turn")
NO_HQ = No("4.1.3", "its HQ is not on the map")
ALREADY = No("4.1.2", "this chit is already selected")
NOT_CHOSEN = No("4.1.2", "this chit is not selected")
ORDERED = No("17.2", "this chit was selected a turn ago and stands")
NOT_SELECTED = No("18.2b", "only a chit you have selected can be exchanged")
NO_SPARE = No("18.2b", "no other chit is available to exchange it for")
NO_POINTS = No("4.1.1", "no Command Points left this turn")
ROOM_FOR_COMPULSORY = No(
    "18.1.3a", "the Command Points left are needed for the compulsory II, III, IV and XX Corps chits"
)
ROOM_FOR_FRANCOIS = No("18.1.1", "the last Command Point is needed for the compulsory I Corps chit")
COMPULSORY = No("18.1.3a", "the II, III, IV and XX Corps chits must be selected")
FRANCOIS = No("18.1.1", "the I Corps chit must be selected")
MUST_STAY = No("18.2d", "the compulsory I Corps chit can't be exchanged")
RESTING = No("18.1.4", "the First Army rests: at most two of the II, III, IV and XX Corps chits this turn")
SLOW = No("16.2.2", "at most two of the II, III, IV and XX Corps chits may be selected this turn")


@rule("4.1.1", "16.1.4", "16.2.3", "16.3.7e", "16.3.7h")
def capacity(s: State, side: Side, turn: int) -> int:
    """4.1.1 Command Points of a side on a turn: printed, or the scenario's; changed by this turn's event."""
    fixed = s.rules_of.command_points
    points = fixed or s.tables.turns[turn].command_points.of(side)
    return event_command_points(s, side, points) if turn == s.turn else points


@rule("2.5.2a", "4.1.3", "8.4", "8.5", "12.6b", "18.1.3b", "18.1.5", "16.3.7c")
def why_not_available(s: State, chit: ChitId, turn: int) -> No | None:
    """4.1.3 A chit needs its turn (or an event), and its HQ on the map and not isolated."""
    entry = s.game.chits[chit]
    if entry.turn > turn and chit not in compulsory_chits(s, entry.side, turn):
        return TOO_EARLY
    if not entry.hq:
        return None
    hq = s.units.get(entry.hq)
    if hq is None or not (hq.hex or (turn > s.turn and hq.box == REINFORCEMENTS and due(s, entry.hq, turn))):
        return NO_HQ
    return why_not_activate(s, hq)


def due(s: State, hq: str, turn: int) -> bool:
    """Will a reinforcement be due by a turn?"""
    return s.rules_of.unit[hq].turn <= turn


def available(s: State, side: Side, turn: int) -> list[ChitId]:
    """4.1.3 The chits a side may select on a turn, in the order of the counters."""
    return [
        chit.id
        for chit in s.game.chits.values()
        if chit.side == side and why_not_available(s, chit.id, turn) is None
    ]


@rule("18.1.4", "16.2.2")
def why_not_first_army(s: State, chosen: tuple[ChitId, ...], chit: ChitId, turn: int) -> No | None:
    """18.1.4, 16.2.2 At most two chits of the First Army's corps on some turns."""
    event = s.tables.file.historical_event["18.1.4"]
    if chit not in event.chits or len(set(chosen) & set(event.chits)) < event.most:
        return None
    if "18.1.4" in s.rules_of.historical_events and turn in event.turns:
        return RESTING
    return SLOW if turn in s.rules_of.slow_first_army else None


@rule("4.1.2", "18.1.3c", "18.2c")
def why_not_select(
    s: State, side: Side, chosen: tuple[ChitId, ...], chit: ChitId, turn: int, left: int
) -> No | None:
    """4.1.2 Why a chit may not be added to those chosen; the room of compulsory chits is kept (18.2c)."""
    if chit in chosen:
        return ALREADY
    if s.game.chits[chit].side != side:
        return NOT_YOURS
    if (no := why_not_available(s, chit, turn)) is not None:
        return no
    if left <= 0:
        return NO_POINTS
    missing = missing_chits(s, side, chosen, turn)
    if chit not in missing and left <= len(missing):
        return ROOM_FOR_FRANCOIS if side == GERMAN else ROOM_FOR_COMPULSORY
    return why_not_first_army(s, chosen, chit, turn)


def missing_chits(s: State, side: Side, chosen: tuple[ChitId, ...], turn: int) -> list[ChitId]:
    """The compulsory chits not yet chosen."""
    return [
        chit
        for chit in compulsory_chits(s, side, turn)
        if chit not in chosen and why_not_available(s, chit, turn) is None
    ]


@rule("4.1.2", "4.1.4", "3.3b", "18.1.1", "18.1.3a")
class SelectChits(Decision[State], frozen=True):
    """4.1 A side selects its chits in secret, one by one, up to its Command Points."""

    words = "Command Chit Selection Phase: select chits for turn {turn} ({left:Command Point} left)"
    under = "4.1.2"
    unordered = True
    labels: ClassVar = {Done: "End selection"}
    turn: int
    points: Positive
    """How many chits there may be in all."""
    chosen: tuple[ChitId, ...] = ()
    kept: tuple[ChitId, ...] = ()
    """17.2 The chits chosen a turn ago, which stand."""

    @property
    def left(self) -> int:
        return self.points - len(self.chosen)

    def options(self, s: State) -> Iterator[Action]:
        yield from self.draws(s)
        yield from (Deselect(chit) for chit in self.chosen if chit not in self.kept)
        if self.why_not_done(s) is None:
            yield Done()

    def draws(self, s: State) -> Iterator[Draw]:
        """The chits that may be added."""
        yield from (Draw(chit) for chit in s.game.chits if self.why_not_chit(s, chit) is None)

    def why_not_chit(self, s: State, chit: ChitId) -> No | None:
        return why_not_select(s, self.side, self.chosen, chit, self.turn, self.left)

    def why_not_done(self, s: State) -> No | None:
        if not missing_chits(s, self.side, self.chosen, self.turn):
            return None
        return FRANCOIS if self.side == GERMAN else COMPULSORY

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Draw(chit) if chit in s.game.chits:
                return self.why_not_chit(s, chit)
            case Deselect(chit):
                return ORDERED if chit in self.kept else NOT_CHOSEN
            case Done():
                return self.why_not_done(s)
        return None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Draw(chit):
                s.become(replace(self, chosen=in_order(s, (*self.chosen, chit))))
            case Deselect(chit):
                s.become(replace(self, chosen=tuple(each for each in self.chosen if each != chit)))
            case Done():
                s.leave()
                selected(s, self.side, self.chosen, self.turn)


def begin_selection(s: State, side: Side, turn: int, points: int, kept: tuple[ChitId, ...] = ()) -> None:
    """4.1.2 A side is asked for its chits, if there is any to select."""
    asked = SelectChits(side, turn, points, kept, kept)
    if any(asked.draws(s)):
        s.enter(asked)
    else:
        selected(s, side, kept, turn)


def in_order(s: State, chits: tuple[ChitId, ...]) -> tuple[ChitId, ...]:
    """Chits in the order of the counters, so that equal sets are equal."""
    return tuple(chit for chit in s.game.chits if chit in chits)


@rule("4.1.2", "16.3.7f", "17.2")
def selected(s: State, side: Side, chits: tuple[ChitId, ...], turn: int) -> None:
    """4.1.2 The selection is made: into the cup, or kept for the next turn (17.2)."""
    s.tell(ChitsSelected(side, chits, turn), rule="4.1.2", only=(side,))
    if turn > s.turn:
        s.set(orders=chits, orders_turn=turn)
        return
    s.set(cup=in_order(s, (*s.cup, *chits)))
    if side == RUSSIAN and turn in s.rules_of.free_selection:
        s.set(standing=chits)


@rule("16.3.7f", "16.3.7g")
def keeps_standing_set(s: State, turn: int) -> bool:
    """16.3.7f Must the Russian keep the set of the last free selection on a turn?"""
    free = s.rules_of.free_selection
    return bool(free) and turn not in free


@rule("16.3.7f", "16.3.7g")
def standing_set(s: State) -> tuple[ChitId, ...]:
    """16.3.7g The kept set, without chits that cannot be selected now."""
    return tuple(chit for chit in s.standing if why_not_available(s, chit, s.turn) is None)


@rule("3.3", "4.1.2")
def german_selection(s: State) -> None:
    """3.3 The German selects; the Russian does not see it."""
    s.tell(PhaseOfBoth("Command Chit Selection Phase"), rule="3.3")
    points = (capacity(s, side, s.turn) for side in (GERMAN, RUSSIAN))
    s.tell(CommandPointsSet(*points), rule="4.1.1")
    begin_selection(s, GERMAN, s.turn, capacity(s, GERMAN, s.turn))


@rule("3.3", "4.1.2", "16.3.7f", "17.2")
def russian_selection(s: State) -> None:
    """3.3 The Russian selects, keeps his set (16.3.7f), or uses what he chose a turn ago (17.2)."""
    if keeps_standing_set(s, s.turn):
        selected(s, RUSSIAN, standing_set(s), s.turn)
    elif in_advance(s) and s.turn > first_turn_in_advance(s):
        use_orders(s)
    else:
        begin_selection(s, RUSSIAN, s.turn, capacity(s, RUSSIAN, s.turn))


# --- 17.2 optional: orders in advance


@rule("17.2")
def in_advance(s: State) -> bool:
    """17.2 Does the Russian select a turn ahead?"""
    return s.setting.get("orders_in_advance") == "on"


def first_turn_in_advance(s: State) -> int:
    """17.2 Turn 2, or the first turn of a later scenario."""
    return max(2, s.rules_of.first_turn)


@rule("17.2")
def use_orders(s: State) -> None:
    """17.2 The chits chosen a turn ago stand; only an event changes their number."""
    chits = tuple(chit for chit in s.orders if why_not_available(s, chit, s.turn) is None)
    room = capacity(s, RUSSIAN, s.turn)
    printed = s.rules_of.command_points or s.tables.turns[s.turn].command_points.russian
    s.set(orders=(), orders_turn=0)
    if len(chits) > room:
        s.enter(GiveBack(RUSSIAN, chits))
    else:
        begin_selection(s, RUSSIAN, s.turn, len(chits) + room - printed, chits)


@rule("17.2")
class GiveBack(Decision[State], frozen=True):
    """17.2, 18.2b An event takes a Command Point: one of the chits chosen in advance is given back."""

    words = "Command Chit Selection Phase: give back one of the chits selected in advance"
    under = "17.2"
    labels: ClassVar = {PutBack: "Give back {chit}"}
    chosen: tuple[ChitId, ...]

    def options(self, s: State) -> Iterator[Action]:
        yield from (PutBack(chit) for chit in self.chosen)

    def why_not(self, s: State, action: Action) -> No | None:
        return NOT_CHOSEN if isinstance(action, PutBack) else None

    def take(self, s: State, action: Action) -> None:
        match action:
            case PutBack(chit):
                s.leave()
                selected(s, RUSSIAN, tuple(each for each in self.chosen if each != chit), s.turn)


@rule("17.2", "16.3.7f")
def select_in_advance(s: State) -> None:
    """17.2 At the end of the phase the Russian selects for the following turn."""
    turn = s.turn + 1
    if not in_advance(s) or s.turn < first_turn_in_advance(s) or turn > s.rules_of.last_turn:
        return
    if not keeps_standing_set(s, turn):
        begin_selection(s, RUSSIAN, turn, capacity(s, RUSSIAN, turn))


# --- event 5


@rule("18.2b", "18.2d")
class Exchange(Decision[State], frozen=True):
    """18.2b Event 5: having seen the Russian chits, the German may exchange one of his own."""

    words = "Wireless in clear: select one of your chits to exchange for another"
    under = "18.2b"
    labels: ClassVar = {PutBack: "Exchange {chit}", Done: "Keep your chits", Cancel: "Cancel exchange"}
    given: ChitId = ChitId("")

    def options(self, s: State) -> Iterator[Action]:
        if self.given:
            yield from (Draw(chit) for chit in spare_chits(s))
            yield Cancel()
            return
        yield from (PutBack(chit) for chit in s.cup if self.why_not_give(s, chit) is None)
        yield Done()

    def why_not_give(self, s: State, chit: ChitId) -> No | None:
        if s.game.chits[chit].side != GERMAN:
            return NOT_YOURS
        if chit not in s.cup:
            return NOT_SELECTED
        if chit in compulsory_chits(s, GERMAN, s.turn):
            return MUST_STAY
        return None if spare_chits(s) else NO_SPARE

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case PutBack(chit) if chit in s.game.chits and not self.given:
                return self.why_not_give(s, chit)
            case Draw(chit) if chit in s.game.chits and self.given:
                if s.game.chits[chit].side != GERMAN:
                    return NOT_YOURS
                return ALREADY if chit in s.cup else why_not_available(s, chit, s.turn)
        return None

    def over(self, s: State) -> bool:
        return all(isinstance(action, Done) for action in self.options(s))

    def take(self, s: State, action: Action) -> None:
        match action:
            case PutBack(chit):
                s.become(Exchange(GERMAN, chit))
            case Draw(chit):
                left = tuple(each for each in s.cup if each != self.given)
                s.set(cup=in_order(s, (*left, chit)))
                s.tell(ChitExchanged(self.given, chit), rule="18.2b", only=(GERMAN,))
                s.leave()
            case Cancel():
                s.become(Exchange(GERMAN))
            case Done():
                s.leave()


def spare_chits(s: State) -> list[ChitId]:
    """18.2b The chits that one in the cup may be exchanged for."""
    return [chit for chit in available(s, GERMAN, s.turn) if chit not in s.cup]


@rule("4.1.4", "18.2b")
def close_selection(s: State) -> None:
    """4.1.4 Both have selected: the numbers are public. Event 5 shows the German the Russian chits."""
    theirs = tuple(chit for chit in s.cup if s.game.chits[chit].side == RUSSIAN)
    s.tell(CupFilled(len(s.cup) - len(theirs), len(theirs)), rule="4.1.4")
    s.reveal()
    if s.event == WIRELESS:
        s.tell(ChitsShown(theirs), rule="18.2b", only=(GERMAN,))
        s.enter(Exchange(GERMAN))
