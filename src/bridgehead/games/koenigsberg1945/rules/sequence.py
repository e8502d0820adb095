"""3.0 The sequence of play: the table of contents."""

from bridgehead.core.flow import Frame, Procedure
from bridgehead.core.rules import rule
from bridgehead.games.koenigsberg1945.model.data import FORCES, GERMAN
from bridgehead.games.koenigsberg1945.model.events import PhaseOpened, TurnOpened
from bridgehead.games.koenigsberg1945.model.scenarios import set_up
from bridgehead.games.koenigsberg1945.model.state import GROUNDED, REFIT, State
from bridgehead.games.koenigsberg1945.rules import air, supply
from bridgehead.games.koenigsberg1945.rules.activation import cut_of
from bridgehead.games.koenigsberg1945.rules.barrage import BarragePhase
from bridgehead.games.koenigsberg1945.rules.command import CommandPhase
from bridgehead.games.koenigsberg1945.rules.movement import NO_GAS
from bridgehead.games.koenigsberg1945.rules.random_events import REFUGEES
from bridgehead.games.koenigsberg1945.rules.reinforcements import ReinforcementSegment
from bridgehead.games.koenigsberg1945.rules.replacements import ReplacementSegment
from bridgehead.games.koenigsberg1945.rules.special import GD_CHIT, GD_WITHDRAWN, HIPPER_FIRED
from bridgehead.games.koenigsberg1945.rules.victory import final_victory, release_by_time, sudden_death
from bridgehead.games.koenigsberg1945.rules.volkssturm import VolkssturmDeployment, volkssturm_return


@rule("2.1.5a", "15.0a", "15.0b", "15.0c", "15.0d", "15.0e", "15.0f", "15.0g", "15.0i", "10.1.3x", "2.0")
def begin(s: State) -> Frame:
    """Every counter where it begins: the set-up hexes, the boxes, the turn track. All are supplied."""
    set_up(s)
    s.turn = 1
    s.add_to_cup(chit for chit, each in s.game.chits.items() if each.turn == 1)
    return GameTurn()


@rule("3.0a", "1.0a")
class GameTurn(Procedure[State], frozen=True):
    """3.0 One turn of two days."""

    def turn_begins(self, s: State) -> None:
        s.tell(TurnOpened(s.turn, s.tables.turn[str(s.turn)].dates), rule="2.2.1")
        release_by_time(s)

    def barrage_phase(self, s: State) -> None:
        if s.turn == 1:
            opened(s, "Barrage Phase")
            s.enter(BarragePhase())

    def refitted_unit_return_segment(self, s: State) -> None:
        if s.in_box(REFIT):
            opened(s, "Air Unit Phase: Refitted Unit Return Segment")
            air.refitted_unit_return(s)

    def grounded_unit_refitting_segment(self, s: State) -> None:
        if s.in_box(GROUNDED):
            opened(s, "Air Unit Phase: Grounded Unit Refitting Segment")
            air.grounded_unit_refitting(s)

    def reinforcement_segment(self, s: State) -> None:
        opened(s, "Reinforcement Phase: Reinforcement Segment")
        s.enter(ReinforcementSegment())

    def replacement_segment(self, s: State) -> None:
        opened(s, "Reinforcement Phase: Replacement Segment")
        s.enter(ReplacementSegment())

    def volkssturm_deployment_segment(self, s: State) -> None:
        opened(s, "Reinforcement Phase: Volkssturm Deployment Segment")
        s.enter(VolkssturmDeployment(GERMAN))

    def command_phase(self, s: State) -> None:
        opened(s, "Command Phase")
        s.enter(CommandPhase())

    def supply_phase(self, s: State) -> None:
        opened(s, "Supply Phase")
        supply.supply_phase(s)

    def volkssturm_return_segment(self, s: State) -> None:
        opened(s, "End of Turn Phase")
        volkssturm_return(s)

    def sudden_death_victory_segment(self, s: State) -> None:
        sudden_death(s)

    def turn_advance_segment(self, s: State) -> None:
        turn_advance(s)

    sequence = (
        turn_begins,
        barrage_phase,
        refitted_unit_return_segment,
        grounded_unit_refitting_segment,
        reinforcement_segment,
        replacement_segment,
        volkssturm_deployment_segment,
        command_phase,
        supply_phase,
        volkssturm_return_segment,
        sudden_death_victory_segment,
        turn_advance_segment,
    )

    def again(self, s: State) -> bool:
        return s.ended is None


def opened(s: State, phase: str) -> None:
    s.tell(PhaseOpened(phase), rule="3.0a")


@rule("2.2.1", "2.5d", "2.5e", "1.0a", "2.6.1")
def turn_advance(s: State) -> None:
    """The chits go back into the cup, what lasts a turn ends, the marker advances or the game ends."""
    drawn = [chit for track in s.activated.values() for chit in track]
    away = {GD_CHIT} if s.tracks.get(GD_WITHDRAWN, 0) == 1 else set()
    s.add_to_cup(chit for chit in (*drawn, *s.aside) if chit not in away)
    s.set(activated={}, aside=())
    for track in (NO_GAS, REFUGEES, HIPPER_FIRED, *map(cut_of, FORCES)):
        s.track(track, 0)
    if s.turn == s.game.scenarios[s.scenario].turns:
        final_victory(s)
    else:
        s.set(turn=s.turn + 1)
