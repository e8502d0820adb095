"""3.0 Sequence of play."""

from __future__ import annotations

from bridgehead.core.events import TurnBegan
from bridgehead.core.flow import Frame, Procedure
from bridgehead.core.rules import rule
from bridgehead.games.eastprussia1914.model.data import GERMAN, RUSSIAN
from bridgehead.games.eastprussia1914.model.events import PhaseOfBoth
from bridgehead.games.eastprussia1914.model.scenarios import set_up
from bridgehead.games.eastprussia1914.model.state import State
from bridgehead.games.eastprussia1914.rules.activation import DrawPhase
from bridgehead.games.eastprussia1914.rules.chits import (
    close_selection,
    german_selection,
    russian_selection,
    select_in_advance,
)
from bridgehead.games.eastprussia1914.rules.headquarters import remove_hqs_without_troops
from bridgehead.games.eastprussia1914.rules.reinforcements import ReinforcementsSegment
from bridgehead.games.eastprussia1914.rules.replacements import begin_replacements
from bridgehead.games.eastprussia1914.rules.special import (
    announce_historical_events,
    roll_random_event,
    set_rail_points,
)
from bridgehead.games.eastprussia1914.rules.supply_phase import SupplyPhase
from bridgehead.games.eastprussia1914.rules.victory import final_result, sudden_death


def begin(s: State) -> Frame:
    """The units of the scenario, then turn after turn."""
    set_up(s)
    return GameTurn()


@rule("3.0a", "3.0b", "1.0b")
class GameTurn(Procedure[State], frozen=True):
    """3.0 One turn; turns repeat until the last is complete or sudden death ends the game."""

    @rule("3.1", "18.2a", "6.4.1a")
    def random_event_phase(self, s: State) -> None:
        """3.1 The random event of the turn; Rail Points follow from it."""
        s.tell(TurnBegan(s.turn), rule="3.0a")
        s.tell(PhaseOfBoth("Random Event Phase"), rule="3.1")
        announce_historical_events(s)
        roll_random_event(s)
        set_rail_points(s)

    @rule("3.2", "9.1", "16.3.7b")
    def german_replacements(self, s: State) -> None:
        """3.2, 9.1 Replacements Segment: the German spends first."""
        begin_replacements(s, GERMAN)

    def russian_replacements(self, s: State) -> None:
        begin_replacements(s, RUSSIAN)

    @rule("12.7b")
    def end_of_replacements(self, s: State) -> None:
        remove_hqs_without_troops(s)

    @rule("3.2", "8.6")
    def german_reinforcements(self, s: State) -> None:
        """3.2, 8.6 Reinforcements Segment: the German completes his first."""
        s.enter(ReinforcementsSegment(side=GERMAN))

    def russian_reinforcements(self, s: State) -> None:
        s.enter(ReinforcementsSegment(side=RUSSIAN))

    @rule("3.3", "3.3b")
    def chit_selection(self, s: State) -> None:
        """3.3 Command Chit Selection Phase: in secret, one side after the other."""
        german_selection(s)

    def russian_chit_selection(self, s: State) -> None:
        russian_selection(s)

    def selection_closed(self, s: State) -> None:
        close_selection(s)

    def selection_in_advance(self, s: State) -> None:
        select_in_advance(s)

    @rule("3.4a", "3.3b")
    def chit_draw_phase(self, s: State) -> None:
        """3.4 Command Chit Draw Phase, until the cup is empty."""
        s.enter(DrawPhase())

    @rule("3.5")
    def supply_phase(self, s: State) -> None:
        s.tell(PhaseOfBoth("Supply Phase"), rule="3.5")
        s.enter(SupplyPhase())

    @rule("3.6", "3.6.1", "16.4a")
    def sudden_death_segment(self, s: State) -> None:
        """3.6.1 If sudden death is met the game ends on the spot."""
        result = sudden_death(s)
        if result is not None:
            s.end(result)

    @rule("3.6.2")
    def clean_up_segment(self, s: State) -> None:
        """3.6.2 What must not carry over: used chits, activation counts, rail use, points, the event."""
        for unit in s.units:
            s.mark(unit, activated=(), railed=False)
        s.set(used=(), event=0, tracks={})

    @rule("3.6.3", "3.0b", "16.1.1", "16.2.1", "16.3.1")
    def turn_advance_segment(self, s: State) -> None:
        """3.6.3 The next turn; after the last one victory is determined."""
        if s.turn == s.rules_of.last_turn:
            s.end(final_result(s))
        else:
            s.set(turn=s.turn + 1)

    sequence = (
        random_event_phase,
        german_replacements,
        russian_replacements,
        end_of_replacements,
        german_reinforcements,
        russian_reinforcements,
        chit_selection,
        russian_chit_selection,
        selection_closed,
        selection_in_advance,
        chit_draw_phase,
        supply_phase,
        sudden_death_segment,
        clean_up_segment,
        turn_advance_segment,
    )

    def again(self, s: State) -> bool:
        return s.ended is None
