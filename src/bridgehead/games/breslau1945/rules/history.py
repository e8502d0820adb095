"""5.0 Historical events, and what else Phase 1 brings by itself."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Done
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.actions import Screen
from bridgehead.games.breslau1945.model.data import GERMAN, NORTH_POLISH, RESERVES, SOVIET, WAITING
from bridgehead.games.breslau1945.model.events import (
    AirPointsSet,
    Arrived,
    ChemicalsCounted,
    GoliathsCounted,
    GunsReady,
    LeftTheGame,
    LetteredEvent,
)
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE, State, space
from bridgehead.games.breslau1945.rules.north import OVER, QUIET
from bridgehead.games.breslau1945.rules.redeployment import screen, screen_offers, why_not_screen


@rule("4.4.1a", "5.1a", "5.1b")
def german_event(s: State) -> None:
    """The small letters of the turn: events of the garrison."""
    for letter in s.tables.turns[s.turn].german.split():
        happen(s, letter)


@rule("4.4.1a", "5.1a", "5.1b")
def soviet_event(s: State) -> None:
    """The capital letters of the turn: events of the Red Army."""
    for letter in s.tables.turns[s.turn].soviet.split():
        happen(s, letter)


@rule("5.1a", "5.1b", "5.1c", "10.1.2", "10.1.2b")
def happen(s: State, letter: str) -> None:
    """Carry out one lettered event."""
    event = s.tables.events[letter]
    s.tell(LetteredEvent(letter, event.text), rule="5.1a")
    if event.effect == "withdraw":
        withdraw_from_game(s, event.division)
        return
    box = RESERVES if event.side == GERMAN else space(s.turn)
    if event.effect == "polish_army":
        box = NORTH_POLISH
    units = tuple(id for id in s.tables.arrivals[letter] if s.units[id].box == WAITING)
    for id in units:
        s.send(id, box)
    if units:
        s.tell(Arrived(units, box), rule="5.1c")


@rule("5.1c", "5.1d")
def withdraw_from_game(s: State, division: str) -> None:
    """A division leaves the game from wherever it is; screens may take over the hexes it empties."""
    units = tuple(
        unit.id
        for unit in s.units.values()
        if s.game.counters[unit.id].division == division and unit.box != ELIMINATED
    )
    hexes = frozenset(s.units[id].hex for id in units if s.units[id].hex)
    for id in units:
        s.eliminate(id)
    if units:
        s.tell(LeftTheGame(units), rule="5.1d")
    s.enter(ScreenTheGaps(SOVIET, hexes))


@rule("5.1d", "7.1.7a", "7.1.7c")
class ScreenTheGaps(Decision[State], frozen=True):
    """Screening Units from the pool may be put where a withdrawn division has left a hex empty."""

    words = "Events Phase: select a vacated hex for a Screening Unit"
    labels = {Done: "End placement"}
    under = "5.1d"
    clicks = (Screen,)
    hexes: frozenset[Hex]

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        yield from screen_offers(s, self.hexes, frozenset())
        yield Done()

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Screen):
            screen(s, action.hex, "soviet")
        else:
            s.leave()

    def over(self, s: State) -> bool:
        return not any(screen_offers(s, self.hexes, frozenset()))

    def why_not(self, s: State, action: Action) -> No | None:
        return (
            why_not_screen(s, action.hex, "soviet", self.hexes)
            if isinstance(action, Screen)
            else OUT_OF_PHASE
        )


@rule("4.4.1b", "8.2.11", "8.2.11b", "4.4a")
def guns_face_up(s: State) -> None:
    """Guns that bombarded in the last turn are ready again."""
    ready = tuple(id for id in s.tables.guns if s.units[id].fired)
    for id in ready:
        s.mark(id, fired=False)
    if ready:
        s.tell(GunsReady(ready), rule="8.2.11")


@rule("8.2.2", "8.2.3", "8.2.3b", "4.4a")
def set_air_points(s: State) -> None:
    points = s.tables.turns[s.turn].air
    s.track("air", points)
    s.tell(AirPointsSet(points), rule="8.2.3")


@rule("10.9.1b")
def po2_ready(s: State) -> None:
    """The three Po-2 fly again every turn."""
    s.track("po2", s.tables.special.po2)


@rule("10.4", "10.5.1", "4.4a", "2.5")
def first_turn_rolls(s: State) -> None:
    """In the first turn the garrison rolls for its Goliaths and its chemical weapons."""
    if s.turn != 1:
        return
    first, second = s.roll(6), s.roll(6)
    s.track("goliaths", first + second)
    s.tell(GoliathsCounted(first, second, first + second), rule="10.4")
    die = s.roll(6)
    number = (die + 1) // 2
    s.track("chemicals", number)
    s.tell(ChemicalsCounted(die, number), rule="10.5.1")


@rule("O.1")
def poles_march_off(s: State) -> None:
    """Variant: Poles not sent into battle by the end of turn 14 leave the game."""
    last = s.tables.special.last_polish_turn
    if s.setting["poles_march_off"] != "yes" or s.turn != last or s.tracks["north"] != QUIET:
        return
    poles = tuple(id for id, counter in s.game.counters.items() if counter.nation == "polish")
    for id in poles:
        s.eliminate(id)
    s.track("north", OVER)
    s.tell(LeftTheGame(poles), rule="O.1")
