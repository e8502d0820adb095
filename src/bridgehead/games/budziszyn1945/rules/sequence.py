"""2.0 Phases and turns: the table of contents of the game."""

from __future__ import annotations

from bridgehead.core.flow import Procedure
from bridgehead.core.rules import rule
from bridgehead.core.values import Side
from bridgehead.games.budziszyn1945.model.data import SOVIET
from bridgehead.games.budziszyn1945.model.events import DayBegan, PhaseOpened, PontoonsOpened
from bridgehead.games.budziszyn1945.model.state import (
    ACTED,
    BARRAGED,
    DUG,
    FIRED,
    FOUGHT,
    GAVE,
    HELD,
    MARKED,
    OPEN,
    RETREATED,
    SHIFTED,
    State,
    in_nysa,
    in_play,
)
from bridgehead.games.budziszyn1945.rules.air import AirPhase, dawn, end_missions
from bridgehead.games.budziszyn1945.rules.artillery import BarragePhase
from bridgehead.games.budziszyn1945.rules.attack import attack_phase
from bridgehead.games.budziszyn1945.rules.command import forget_old_pools
from bridgehead.games.budziszyn1945.rules.engineering import (
    Pontoons,
    abandon_forts,
    check_works,
    finish_bridges,
    hold_bridges,
    pontoon_sites,
)
from bridgehead.games.budziszyn1945.rules.losses import recover
from bridgehead.games.budziszyn1945.rules.movement_phase import open_moves
from bridgehead.games.budziszyn1945.rules.reinforcements import announce_arrivals, note_crossings
from bridgehead.games.budziszyn1945.rules.supply import supply_phase
from bridgehead.games.budziszyn1945.rules.victory import final_result


@rule("2.1.1", "2.1.3", "2.1.5", "2.1.6", "2.2.8", "N.1", "N.2", "T.1", "T.2", "T.9", "T.17")
class GameTurn(Procedure[State], frozen=True):
    """2.1 A day: each side has its six phases, the one with the initiative first."""

    def begin_day(self, s: State) -> None:
        s.set(turn=s.turn + 1)
        days = s.game.tables.calendar["nysa" if in_nysa(s) else "two_stars"].days.split(", ")
        s.tell(DayBegan(s.turn, days[s.turn - 1]), "2.1.5")
        dawn(s)

    def first_player(self, s: State) -> None:
        s.enter(PlayerTurn(side=in_play(s)[0]))

    def second_player(self, s: State) -> None:
        s.enter(PlayerTurn(side=in_play(s)[1]))

    def third_player(self, s: State) -> None:
        if len(in_play(s)) > 2:
            s.enter(PlayerTurn(side=in_play(s)[2]))

    def end_day(self, s: State) -> None:
        if s.turn >= s.game.scenarios[s.scenario].turns:
            s.end(final_result(s))

    sequence = (begin_day, first_player, second_player, third_player, end_day)

    def again(self, s: State) -> bool:
        return s.ended is None


def open_phase(s: State, side: Side, name: str) -> None:
    s.set(phase=name, phasing=side, tick=s.tick + 1)
    s.tell(PhaseOpened(side, name), "2.1.2")


def forget(s: State, bits: int, side: Side | None = None) -> None:
    """Drop what units did, for a side or for all."""
    for unit in list(s.units.values()):
        if unit.done & bits and side in (None, unit.side):
            s.mark(unit.id, done=unit.done & ~bits)


@rule("2.2.1", "2.2.2", "2.2.3", "2.2.4", "2.2.5", "2.2.6a", "2.2.7", "2.1.2", "2.1.4", "T.12")
class PlayerTurn(Procedure[State], frozen=True):
    """2.2 The six phases of one side; the order is fixed."""

    side: Side

    def air(self, s: State) -> None:
        open_phase(s, self.side, "air")
        s.enter(AirPhase(side=self.side))

    def barrage(self, s: State) -> None:
        open_phase(s, self.side, "barrage")
        if self.side == SOVIET and in_nysa(s) and s.turn == 1:
            s.enter(BarragePhase(self.side))

    def movement(self, s: State) -> None:
        open_phase(s, self.side, "movement")
        forget(s, ACTED | HELD | DUG | GAVE | MARKED | SHIFTED, self.side)
        s.set(entering={})
        finish_bridges(s, self.side)
        announce_arrivals(s, self.side)
        open_moves(s, self.side)

    def after_movement(self, s: State) -> None:
        forget(s, RETREATED | BARRAGED, self.side)

    def attack(self, s: State) -> None:
        open_phase(s, self.side, "attack")
        s.set(combats=s.combats + 1)
        forget(s, FOUGHT | FIRED)
        s.enter(attack_phase(s, self.side))

    def after_attack(self, s: State) -> None:
        forget(s, OPEN)
        forget_old_pools(s)

    @rule("N.6a")
    def pontoons(self, s: State) -> None:
        if in_nysa(s) and self.side == SOVIET:
            left = [army for army in s.game.tables.armies if army not in s.pontoons]
            if any(pontoon_sites(s, army) for army in left):
                s.tell(PontoonsOpened(self.side), "N.6a")
            for army in reversed(s.game.tables.armies):
                if army not in s.pontoons:
                    s.enter(Pontoons(self.side, army))

    @rule("OPT.1")
    def strategic_movement(self, s: State) -> None:
        open_phase(s, self.side, "strategic movement")
        s.set(entering={})
        for unit in list(s.units.values()):
            if unit.side == self.side and unit.done & HELD and (not unit.hex or unit.done & MARKED):
                s.mark(unit.id, done=unit.done & ~HELD)
        open_moves(s, self.side, strategic=True)

    def supply(self, s: State) -> None:
        open_phase(s, self.side, "supply")
        supply_phase(s, self.side)

    def last(self, s: State) -> None:
        end_missions(s)

    @rule("2.1.2", "7.1.5", "5.6.5a", "14.3.2b", "14.1.3", "N.21b")
    def close(self, s: State) -> None:
        """The end of a phase: empty works vanish, rest is counted, sites and bridges are looked at."""
        abandon_forts(s)
        recover(s)
        check_works(s)
        hold_bridges(s)
        if in_nysa(s):
            note_crossings(s)

    sequence = (
        air,
        close,
        barrage,
        close,
        movement,
        after_movement,
        close,
        attack,
        after_attack,
        close,
        pontoons,
        strategic_movement,
        close,
        supply,
        close,
        last,
    )
