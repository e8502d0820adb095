"""4.0 The sequence of play: twenty turns of ten phases."""

from __future__ import annotations

from bridgehead.core.events import TurnBegan
from bridgehead.core.flow import Decision, Procedure
from bridgehead.core.rules import rule
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET
from bridgehead.games.breslau1945.model.events import (
    AirPointsLost,
    GasCleared,
    PhaseOpened,
    Recovered,
    StepOpened,
)
from bridgehead.games.breslau1945.model.state import State, track_after
from bridgehead.games.breslau1945.rules import history
from bridgehead.games.breslau1945.rules.assault import AssaultPhase
from bridgehead.games.breslau1945.rules.bombardment import BombardmentPhase
from bridgehead.games.breslau1945.rules.movement import Surplus, TacticalMovement, movers
from bridgehead.games.breslau1945.rules.north import northern_front
from bridgehead.games.breslau1945.rules.redeployment import EnterMap, HoldBack, Withdrawal, poles_return_north
from bridgehead.games.breslau1945.rules.reserves import (
    MapToReserves,
    NorthToReserves,
    Reorganisation,
    ReservesToMap,
    ReservesToNorth,
    reserve_hexes,
)
from bridgehead.games.breslau1945.rules.supply import LandingStrip, supply_roll
from bridgehead.games.breslau1945.rules.train import TrainWorks
from bridgehead.games.breslau1945.rules.victory import count_victory

PHASES = {
    "events": "Phase 1: Events",
    "soviet_strategic": "Phase 2: Red Army Strategic Movement",
    "bombardment_phase": "Phase 3: Artillery Bombardment and Airstrikes",
    "soviet_movement": "Phase 4: Red Army Tactical Movement",
    "soviet_assault": "Phase 5: Red Army Assault",
    "reorganisation": "Phase 6: Reorganization",
    "german_assault": "Phase 7: German Assault",
    "german_movement": "Phase 8: German Tactical Movement",
    "german_strategic": "Phase 9: German Strategic Movement",
    "supply_phase": "Phase 10: German Supply",
}

STEPS = {
    "delaying": "step 1: delaying units on the Turn Record Track",
    "entering": "step 2: placing units on the map",
    "withdrawing": "step 3: withdrawing units from the map",
    "surplus": "overstacked hexes",
    "reserves_to_map": "step 1: reserves to the map",
    "reserves_to_north": "step 2: reserves to the northern front",
    "map_to_reserves": "step 3: map to the reserves",
    "north_to_reserves": "step 4: northern front to the reserves",
    "reorganise": "step 5: battleworn units to the reserves",
    "train_works": "armored train",
    "landing_strip": "landing strip",
    "northern_fight": "northern front",
}

PHASE_RULES = {
    "events": "4.4.1a",
    "soviet_strategic": "4.4.2",
    "bombardment_phase": "4.4.3",
    "soviet_movement": "4.4.4",
    "soviet_assault": "4.4.5",
    "reorganisation": "4.4.6",
    "german_assault": "4.4.7",
    "german_movement": "4.4.8",
    "german_strategic": "4.4.9",
    "supply_phase": "4.4.10",
}


@rule("4.1a", "4.1b", "4.2", "4.3", "4.4a", "4.4.1c", "7.1a", "7.2a")
class GameTurn(Procedure[State], frozen=True):
    """One turn of ten phases; a part that is over is not opened again."""

    def begin(self, s: State) -> None:
        s.set(turn=s.turn + 1)
        s.tell(TurnBegan(s.turn), rule="4.2")

    # Phase 1

    def events(self, s: State) -> None:
        opened(s, "events")
        history.german_event(s)

    def soviet_events(self, s: State) -> None:
        history.soviet_event(s)

    def artillery_recovers(self, s: State) -> None:
        history.guns_face_up(s)
        history.set_air_points(s)
        history.po2_ready(s)
        history.first_turn_rolls(s)

    def northern_front(self, s: State) -> None:
        northern_front(s)

    # Phase 2

    def delaying(self, s: State) -> None:
        opened(s, "soviet_strategic")
        poles_return_north(s)
        ask(s, "soviet_strategic", "delaying", HoldBack(SOVIET))

    def entering(self, s: State) -> None:
        ask(s, "soviet_strategic", "entering", EnterMap(SOVIET, left_over=track_after(s)))

    def withdrawing(self, s: State) -> None:
        ask(s, "soviet_strategic", "withdrawing", Withdrawal(SOVIET, box=track_after(s)))

    # Phase 3

    def bombarding(self, s: State) -> None:
        opened(s, "bombardment_phase")
        s.enter(BombardmentPhase(SOVIET))

    @rule("8.2.5")
    def air_points_lapse(self, s: State) -> None:
        lost = s.tracks["air"]
        if lost:
            s.track("air", 0)
            s.tell(AirPointsLost(lost), rule="8.2.5")

    # Phase 4

    def soviet_movement(self, s: State) -> None:
        opened(s, "soviet_movement")
        s.enter(TacticalMovement(SOVIET, movers(s, SOVIET)))

    def surplus(self, s: State) -> None:
        ask(s, "soviet_movement", "surplus", Surplus(SOVIET, box=track_after(s)))

    # Phase 5

    def soviet_assault(self, s: State) -> None:
        opened(s, "soviet_assault")
        s.enter(AssaultPhase(SOVIET))

    # Phase 6

    @rule("4.4.6", "8.2.9", "10.5.2b", "4.4a")
    def reorganisation(self, s: State) -> None:
        """Disorganized units recover; then the chemical counters leave the game."""
        opened(s, "reorganisation")
        shaken = tuple(unit.id for unit in s.units.values() if unit.disorganised)
        for id in shaken:
            s.mark(id, disorganised=False)
        if shaken:
            s.tell(Recovered(shaken), rule="8.2.9")
        if s.gas:
            s.tell(GasCleared(s.gas), rule="10.5.2b")
            s.set(gas=())

    # Phase 7

    def german_assault(self, s: State) -> None:
        opened(s, "german_assault")
        s.enter(AssaultPhase(GERMAN))

    # Phase 8

    def german_movement(self, s: State) -> None:
        opened(s, "german_movement")
        s.enter(TacticalMovement(GERMAN, movers(s, GERMAN)))

    # Phase 9

    def reserves_to_map(self, s: State) -> None:
        opened(s, "german_strategic")
        ask(s, "german_strategic", "reserves_to_map", ReservesToMap(GERMAN, reserve_hexes(s)))

    def reserves_to_north(self, s: State) -> None:
        ask(s, "german_strategic", "reserves_to_north", ReservesToNorth(GERMAN))

    def map_to_reserves(self, s: State) -> None:
        ask(s, "german_strategic", "map_to_reserves", MapToReserves(GERMAN))

    def north_to_reserves(self, s: State) -> None:
        ask(s, "german_strategic", "north_to_reserves", NorthToReserves(GERMAN))

    def reorganise(self, s: State) -> None:
        cost = s.tables.supply.reorganise
        ask(s, "german_strategic", "reorganise", Reorganisation(GERMAN, cost))

    def train_works(self, s: State) -> None:
        ask(s, "german_strategic", "train_works", TrainWorks(GERMAN, s.tables.supply.train))

    # Phase 10

    def landing_strip(self, s: State) -> None:
        opened(s, "supply_phase")
        ask(s, "supply_phase", "landing_strip", LandingStrip(GERMAN, s.tables.supply.strip))

    def supply(self, s: State) -> None:
        supply_roll(s)
        history.poles_march_off(s)

    @rule("4.3", "11.1d")
    def end(self, s: State) -> None:
        """After Phase 10 of the last turn the victory hexes are counted."""
        if s.turn == s.tables.scenarios[s.scenario].turns:
            count_victory(s)

    sequence = (
        begin,
        events,
        soviet_events,
        artillery_recovers,
        northern_front,
        delaying,
        entering,
        withdrawing,
        bombarding,
        air_points_lapse,
        soviet_movement,
        surplus,
        soviet_assault,
        reorganisation,
        german_assault,
        german_movement,
        reserves_to_map,
        reserves_to_north,
        map_to_reserves,
        north_to_reserves,
        reorganise,
        train_works,
        landing_strip,
        supply,
        end,
    )

    def again(self, s: State) -> bool:
        return s.ended is None


def opened(s: State, phase: str) -> None:
    s.tell(PhaseOpened(phase), rule=PHASE_RULES[phase])


def ask(s: State, phase: str, step: str, decision: Decision[State]) -> None:
    """Open a step of a phase, unless there is nothing to choose in it."""
    if not decision.over(s):
        s.tell(StepOpened(phase, step), rule=PHASE_RULES[phase])
        s.enter(decision)
