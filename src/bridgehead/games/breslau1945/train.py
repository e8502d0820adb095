"""10.2 The armoured train Pörsel: building, repair, and its run along the rails."""

from __future__ import annotations

from bridgehead.core.actions import Action, Cancel, Done, MoveTo
from bridgehead.core.events import Moved
from bridgehead.core.flow import Decision, Route
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.breslau1945.actions import BuildTrain
from bridgehead.games.breslau1945.data import GERMAN, WORKS
from bridgehead.games.breslau1945.defence import answer_to, danger
from bridgehead.games.breslau1945.events import TrainBuilt
from bridgehead.games.breslau1945.state import (
    OUT_OF_PHASE,
    State,
    controller,
    is_full,
    spend_supply,
    stand_in,
    tables,
    take_control,
    unpicked,
)

NO_RAIL = No("10.2.1a", "the train runs on railroad hexes only")
LINE_BLOCKED = No("10.2.1b", "no free track leads there: a Red Army unit stands in the way")
TWICE = No("10.2.1c", "the train enters no hex twice in one run")
FULL = No("7.3.8", "a German unit may pass a full hex but not end its move there")
ON_MAP = No("10.2b", "there is one train, and it is on the map")
TOO_EARLY = No("10.2a", "the train can be built from turn 9 on")
WORKS_LOST = No("10.2a", "the garrison must control the DRB works in 2113")
WORKS_FULL = No("10.2b", "the stacking limit of 2113 is reached")
NO_SUPPLY = No("6.3", "the train costs 2 Supply")


@rule("10.2.1a", "10.2.1b", "10.2.1c")
def tracks_from(s: State, start: Hex, run: tuple[Hex, ...]) -> dict[Hex, Hex]:
    """The rail hexes the train can reach in one stretch, each with the hex before it.

    A stretch ends where the Red Army may answer; enemy units and hexes of this run are closed.
    """
    rail = tables(s).rail
    closed = s.ledger["soviet"]
    threat = danger(s, GERMAN)
    came: dict[Hex, Hex] = {}
    waiting = [start]
    for here in waiting:
        for to in rail.get(here, ()):
            if to in came or to in run or closed[to]:
                continue
            came[to] = here
            if not threat[to]:
                waiting.append(to)
    return came


def line_to(came: dict[Hex, Hex], start: Hex, to: Hex) -> tuple[Hex, ...]:
    line = [to]
    while came[line[-1]] != start:
        line.append(came[line[-1]])
    return tuple(reversed(line))


@rule("10.2.1a", "10.2.1b", "10.2.1c", "10.2.2", "3.0b2", "7.3.8")
class TrainRun(Decision[State], frozen=True):
    """The train runs along the rails as far as it likes, hex by hex, under fire where the enemy is near."""

    words = "run the armoured train, or end its run"
    under = "10.2.1a"
    unit: UnitId
    run: tuple[Hex, ...]
    """The hexes used so far, the present one last."""

    def stretches(self, s: State) -> dict[Hex, Hex]:
        """Where this stretch can end, with the hex before each."""
        here = s.units[self.unit].hex
        return tracks_from(s, here, self.run)

    def ends(self, s: State) -> list[Hex]:
        came = self.stretches(s)
        here = self.run[-1]
        return [
            hex
            for hex in came
            if not is_full(s, GERMAN, hex) or self.can_go_on(s, (*self.run, *line_to(came, here, hex)))
        ]

    def can_go_on(self, s: State, run: tuple[Hex, ...]) -> bool:
        """Under fire in a full hex: is there a hex beyond where the run could end?"""
        if not danger(s, GERMAN)[run[-1]]:
            return False
        rail = tables(s).rail
        closed = s.ledger["soviet"]
        seen = set(run)
        waiting = [run[-1]]
        for here in waiting:
            for to in rail.get(here, ()):
                if to in seen or closed[to]:
                    continue
                if not is_full(s, GERMAN, to):
                    return True
                seen.add(to)
                waiting.append(to)
        return False

    def options(self, s: State) -> list[Action]:
        moves = tables(s).moves
        found: list[Action] = [moves[hex] for hex in self.ends(s)]
        here = s.units[self.unit].hex
        if len(self.run) == 1:
            found.append(Cancel())
        elif len(s.stacks[here]) <= tables(s).limit[GERMAN][here] or not found:
            found.append(Done())
        return found

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Cancel):
            s.leave(left=unpicked(s, self.unit))
            return
        if not isinstance(action, MoveTo):
            s.leave()
            return
        line = line_to(self.stretches(s), self.run[-1], action.hex)
        for hex in line:
            take_control(s, self.side, hex)
        s.put(self.unit, action.hex)
        s.tell(Moved(self.unit, line), rule="10.2.1a")
        run = (*self.run, *line)
        s.become(replace(self, run=run))
        answer_to(s, self.unit, run[-2])

    def over(self, s: State) -> bool:
        return not s.units[self.unit].hex or not self.ends(s)

    def why_not(self, s: State, action: Action) -> No | None:
        if isinstance(action, Done) and len(self.run) > 1:
            return FULL
        if not isinstance(action, MoveTo):
            return OUT_OF_PHASE
        if action.hex not in tables(s).rail:
            return NO_RAIL
        if action.hex in self.run:
            return TWICE
        return FULL if action.hex in self.stretches(s) else LINE_BLOCKED

    def route(self, s: State, action: Action) -> Route | None:
        came = self.stretches(s)
        if not isinstance(action, MoveTo) or action.hex not in came:
            return None
        here = self.run[-1]
        return Route((here, *line_to(came, here, action.hex)), stops=bool(danger(s, GERMAN)[action.hex]))


# --- building and repair (10.2, 10.2.3)


@rule("10.2a", "10.2b", "10.2.3", "6.3", "6.1b")
def why_not_build(s: State) -> No | None:
    """Why the train cannot be put in the works just now, new or repaired."""
    printed = tables(s)
    if s.units[printed.train].box != WORKS:
        return ON_MAP
    if s.turn < printed.special.train_from:
        return TOO_EARLY
    if controller(s, printed.works) != GERMAN:
        return WORKS_LOST
    if is_full(s, GERMAN, printed.works):
        return WORKS_FULL
    return NO_SUPPLY if s.tracks["supply"] < printed.supply.train else None


@rule("10.2a", "10.2b", "10.2.3", "6.3", "9.10d")
class TrainWorks(Decision[State], frozen=True):
    """After the five steps of Phase 9 the train may be built or repaired."""

    words = "build or repair the armoured train, or go on"
    under = "10.2a"

    def options(self, s: State) -> list[Action]:
        return [BuildTrain(), Done()]

    def take(self, s: State, action: Action) -> None:
        s.leave()
        if isinstance(action, BuildTrain):
            printed = tables(s)
            spend_supply(s, printed.supply.train)
            stand_in(s, printed.train, printed.works)
            s.tell(TrainBuilt(printed.works, s.tracks["supply"]), rule="10.2a")

    def over(self, s: State) -> bool:
        return why_not_build(s) is not None
