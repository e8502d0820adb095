"""10.2 The armored train Pörsel: building, repair, and its run along the rails."""

from __future__ import annotations

from bridgehead.core.actions import Action, Cancel, Done, MoveTo, Pick
from bridgehead.core.events import Moved
from bridgehead.core.flow import Decision, Route, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.breslau1945.model.actions import BuildTrain
from bridgehead.games.breslau1945.model.data import GERMAN, WORKS
from bridgehead.games.breslau1945.model.events import TrainBuilt
from bridgehead.games.breslau1945.model.state import (
    OUT_OF_PHASE,
    State,
    controller,
    is_full,
    spend_supply,
    stand_in,
    take_control,
    unpicked,
    with_figures,
)
from bridgehead.games.breslau1945.rules.defence import answer_to, danger

NO_RAIL = No("10.2.1a", "no railroad runs through this hex; the armored train moves along railroads only")
NO_TRACK = No("10.2.1a", "no railroad leads there from the train's hex")
LINE_BLOCKED = No("10.2.1b", "a Red Army unit blocks the railroad")
TWICE = No("10.2.1c", "the train has already been in this hex in this move")
NO_WAY_BACK = No("10.2.1c", "the railroad there leads back through hexes of this move")
IN_STRETCHES = No("7.3.6b", "the enemy may fire on the way; move to that hex first")
NO_RUN_YET = No("10.2.1c", "the train has not moved yet; cancel the move instead")
HAS_RUN = No("10.2.1c", "the train has already moved")
FULL = No("7.3.8", "this hex is full; German units may pass through but not stop there")
NOT_YOURS = No("7.3", "you can move only your own units")
ONE_AT_A_TIME = No("7.3.7", "finish the train's move first")
ON_MAP = No("10.2b", "the armored train is already on the map")
TOO_EARLY = No("10.2a", "the armored train can't be built before turn {turn}")
WORKS_LOST = No("10.2a", "the DRB works are not under German control")
WORKS_FULL = No("10.2b", "the hex of the DRB works is full")
NO_SUPPLY = No("6.3", "not enough Supply: the armored train costs {cost}; {left} left")


@rule("10.2.1a", "10.2.1b", "10.2.1c")
def tracks_from(
    s: State, start: Hex, run: tuple[Hex, ...], enemies: bool = True, fire: bool = True
) -> dict[Hex, Hex]:
    """The rail hexes the train can reach in one stretch, each with the hex before it.

    A stretch ends where the Red Army may answer (`fire`); its units and hexes of this run are closed.
    """
    rail = s.tables.rail
    free = bytearray(s.game.board.size)
    closed = s.ledger["soviet"] if enemies else free
    threat = danger(s, GERMAN) if fire else free
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

    words = "Tactical Movement Phase: move the armored train"
    under = "10.2.1a"
    clicks = (
        MoveTo,
        Pick,
    )
    fills = ("left",)
    labels = {Done: "Finish move", Cancel: "Cancel move"}
    unit: UnitId
    run: tuple[Hex, ...]
    """The hexes used so far, the present one last."""

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

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

    def can_run(self, s: State) -> bool:
        """Can it end its move anywhere? Mostly in a hex next to it."""
        closed = s.ledger["soviet"]
        for to in s.tables.rail.get(s.units[self.unit].hex, ()):
            if not closed[to] and to not in self.run and not is_full(s, GERMAN, to):
                return True
        return bool(self.ends(s))

    def can_go_on(self, s: State, run: tuple[Hex, ...]) -> bool:
        """Under fire in a full hex: is there a hex beyond where the run could end?"""
        if not danger(s, GERMAN)[run[-1]]:
            return False
        rail = s.tables.rail
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
        moves = s.tables.moves
        found: list[Action] = [moves[hex] for hex in self.ends(s)]
        here = s.units[self.unit].hex
        if len(self.run) == 1:
            found.append(Cancel())
        elif len(s.stacks[here]) <= s.tables.limit[GERMAN][here]:
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
        return not self.can_run(s)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case MoveTo(hex):
                return self.why_not_go(s, hex)
            case Pick(id):
                return ONE_AT_A_TIME if s.units[id].side == self.side else NOT_YOURS
            case Done():
                return FULL if len(self.run) > 1 else NO_RUN_YET
            case Cancel():
                return HAS_RUN
        return OUT_OF_PHASE

    def why_not_go(self, s: State, to: Hex) -> No:
        """What keeps the train from a hex, there or on the way."""
        here = self.run[-1]
        if to not in s.tables.rail:
            return NO_RAIL
        if to in self.run:
            return TWICE
        if to in self.stretches(s):
            return FULL
        if to not in tracks_from(s, here, (here,), enemies=False, fire=False):
            return NO_TRACK
        came = tracks_from(s, here, self.run, enemies=False, fire=False)
        if to not in came:
            return NO_WAY_BACK
        free = tracks_from(s, here, self.run, fire=False)
        stops, no = (danger(s, GERMAN), IN_STRETCHES) if to in free else (s.ledger["soviet"], LINE_BLOCKED)
        line = line_to(free if to in free else came, here, to)
        return replace(no, hex=next(hex for hex in line if stops[hex]))

    def why_stuck(self, s: State) -> No:
        """Why a train that has not run can go nowhere."""
        beside = s.tables.rail.get(self.run[-1])
        return replace(self.why_not_go(s, beside[0]), hex=beside[0]) if beside else NO_TRACK

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
    printed = s.tables
    if s.units[printed.train].box != WORKS:
        return ON_MAP
    if s.turn < printed.special.train_from:
        return with_figures(TOO_EARLY, turn=printed.special.train_from)
    if controller(s, printed.works) != GERMAN:
        return replace(WORKS_LOST, hex=printed.works)
    if is_full(s, GERMAN, printed.works):
        return replace(WORKS_FULL, hex=printed.works)
    cost, left = printed.supply.train, s.tracks["supply"]
    return with_figures(NO_SUPPLY, cost=cost, left=left) if cost > left else None


@rule("10.2a", "10.2b", "10.2.3", "6.3", "9.10d")
class TrainWorks(Decision[State], frozen=True):
    """After the five steps of Phase 9 the train may be built or repaired."""

    words = "Strategic Movement Phase: build or repair the armored train ({cost} Supply)"
    under = "10.2a"
    labels = {Done: "Build nothing"}
    cost: int = 0
    """Told in the prompt."""

    def options(self, s: State) -> list[Action]:
        return [BuildTrain(), Done()]

    def take(self, s: State, action: Action) -> None:
        s.leave()
        if isinstance(action, BuildTrain):
            printed = s.tables
            cost = printed.supply.train
            spend_supply(s, cost)
            stand_in(s, printed.train, printed.works)
            s.tell(TrainBuilt(printed.train, printed.works, cost, s.tracks["supply"]), rule="10.2a")

    def why_not(self, s: State, action: Action) -> No | None:
        return OUT_OF_PHASE

    def over(self, s: State) -> bool:
        return why_not_build(s) is not None
