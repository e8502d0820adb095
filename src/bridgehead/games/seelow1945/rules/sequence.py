"""3.0 The sequence of play: the table of contents of a game."""

from __future__ import annotations

from bridgehead.core.events import PhaseBegan
from bridgehead.core.flow import Procedure
from bridgehead.core.rules import rule
from bridgehead.core.values import Side
from bridgehead.games.seelow1945.model.data import FOE
from bridgehead.games.seelow1945.model.events import RallyBegan, SilentNight, TurnOfDay
from bridgehead.games.seelow1945.model.state import MARKS, State, date_of
from bridgehead.games.seelow1945.rules.antitank import AntitankPhase
from bridgehead.games.seelow1945.rules.artillery import BarragePhase, NightBatteries
from bridgehead.games.seelow1945.rules.combat import CombatPhase
from bridgehead.games.seelow1945.rules.deployment import deploy, muster
from bridgehead.games.seelow1945.rules.morale import rally
from bridgehead.games.seelow1945.rules.movement import MovementPhase
from bridgehead.games.seelow1945.rules.victory import assess


@rule("2.23")
def begin_phase(s: State, phase: str, side: Side) -> None:
    """A phase begins: the markers of the last one are taken off (2.23)."""
    for unit in s.units.values():
        if unit.marked:
            s.mark(unit.id, **MARKS)
    s.set(phase=phase, actor=side)
    s.tell(RallyBegan() if phase == "rally" else PhaseBegan(side, phase), rule="3.1a")


class PlayerTurn(Procedure[State], frozen=True):
    """3.1 The five phases of a Player-Turn, the same for both players (3.1-6)."""

    side: Side

    @rule("3.1-1a", "8.17")
    def barrage_phase(self, s: State) -> None:
        begin_phase(s, "barrage", self.side)
        s.enter(BarragePhase(self.side))

    @rule("3.1-2")
    def movement_phase(self, s: State) -> None:
        begin_phase(s, "movement", self.side)
        s.enter(MovementPhase(self.side))

    @rule("3.1-3", "6.17b", "10.25", "3.21b")
    def enemy_antitank_phase(self, s: State) -> None:
        """The other player fires first; nobody fires at night."""
        if s.kind == "night":
            s.tell(SilentNight(), rule="3.21b")
        else:
            begin_phase(s, "antitank", FOE[self.side])
            s.enter(AntitankPhase(FOE[self.side]))

    @rule("3.1-4", "6.17b", "10.25", "3.21b")
    def own_antitank_phase(self, s: State) -> None:
        if s.kind != "night":
            begin_phase(s, "antitank", self.side)
            s.enter(AntitankPhase(self.side))

    @rule("3.1-5", "7.17b", "3.21b")
    def combat_phase(self, s: State) -> None:
        """There are no attacks at night."""
        if s.kind != "night":
            begin_phase(s, "combat", self.side)
            s.enter(CombatPhase(self.side))

    sequence = (barrage_phase, movement_phase, enemy_antitank_phase, own_antitank_phase, combat_phase)


class GameTurn(Procedure[State], frozen=True):
    """3.1 A Game-Turn: two Player-Turns, the Rally Phase and the renewal."""

    @rule("3.21a", "2.1c")
    def begin(self, s: State) -> None:
        s.set(turn=s.turn + 1)
        turn = s.tables.turns[s.turn - 1]
        s.tell(TurnOfDay(s.turn, turn.label, turn.clock, date_of(s, turn)), rule="3.21a")

    @rule("3.1a", "3.1b")
    def first_player_turn(self, s: State) -> None:
        s.enter(PlayerTurn(side=s.campaign.entry.first))

    @rule("3.1a", "3.1-6")
    def second_player_turn(self, s: State) -> None:
        s.enter(PlayerTurn(side=FOE[s.campaign.entry.first]))

    @rule("3.1-11a", "3.1-11b", "8.35")
    def rally_phase(self, s: State) -> None:
        """3.1 The first player's disrupted units roll, then the second's; at night guns may be laid anew."""
        first = s.campaign.entry.first
        begin_phase(s, "rally", first)
        for side in (first, FOE[first]):
            for unit in s.friends(side):
                if unit.disrupted:
                    rally(s, unit)
        if s.kind == "night":
            s.enter(NightBatteries(FOE[first]))
            s.enter(NightBatteries(first))

    @rule("3.1-12", "1.0b", "12.41")
    def renewal(self, s: State) -> None:
        """3.1 Victory is looked at; if the game goes on, the next Game-Turn begins."""
        result = assess(s)
        if result is not None:
            s.end(result)

    sequence = (begin, first_player_turn, second_player_turn, rally_phase, renewal)

    def again(self, s: State) -> bool:
        return s.ended is None


@rule("13.1")
def begin(s: State) -> Battle:
    """The units of the scenario, the turn it begins with, and the frame a game begins with."""
    s.set(turn=s.campaign.entry.first_turn - 1)
    muster(s)
    return Battle()


class Battle(Procedure[State], frozen=True):
    """1.0 A game: deployment, then up to twelve Game-Turns."""

    @rule("11.11", "12.11")
    def first_deployment(self, s: State) -> None:
        deploy(s, s.campaign.entry.deploys[0])

    @rule("11.12", "12.12")
    def second_deployment(self, s: State) -> None:
        deploy(s, s.campaign.entry.deploys[1])

    @rule("1.0b")
    def game_turns(self, s: State) -> None:
        s.enter(GameTurn())

    sequence = (first_deployment, second_deployment, game_turns)
