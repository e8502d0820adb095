"""5.4 Pursuit down the retreat path, and the advance into a hex whose defenders are dead."""

from __future__ import annotations

from collections.abc import Mapping

from bridgehead.core.actions import Action, Cancel, Done, MoveTo, Pick
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, Value, replace
from bridgehead.games.budziszyn1945.model.events import Pursued
from bridgehead.games.budziszyn1945.model.state import RETREATED, SOFT, SOLID, State, Unit, camp
from bridgehead.games.budziszyn1945.rules.engineering import trample
from bridgehead.games.budziszyn1945.rules.movement import (
    CANNOT_OVERRUN,
    NOT_ADJACENT,
    at,
    overrun,
    why_not_end,
    why_not_enter,
)
from bridgehead.games.budziszyn1945.rules.zoc import in_enemy_zoc

TOWED_STAY = No("5.4.9", "towed units can't pursue")
OFF_THE_PATH = No("5.4.2", "a pursuit must stay within 1 hex of the retreat path")
FIRST_THE_HEX = No("5.4.4", "the first hex of a pursuit must be the one the enemy left")
FAR_ENOUGH = No("5.4.6", "a pursuit can't go farther than the enemy retreated")
NO_VICTOR = No("5.4.1", "this unit did not win this combat")
PURSUED_ALREADY = No("5.4.1", "this unit has already pursued")
NOBODY_TO_FOLLOW = No("5.4.11", "no unit stacked with this HQ has pursued to a hex with room")
OUT_OF_STEP = No("5.4.11", "an HQ can go only where units stacked with it have pursued")
NOT_BEGUN = No("5.4.1", "this unit has not pursued yet: cancel to put it back")
ON_THE_WAY = No("5.4.1", "this unit has already begun its pursuit")
GO_ON = No("3.2.1c", "this hex would hold more than 8 CELs: the unit must go on")
ZOC_STOPS = No("5.4.10", "an advance ends in an enemy ZOC")
RIVER_STOPS = No("5.4.8", "a pursuit ends after it crosses a big river")


class Lane(Value, frozen=True):
    """A way open to pursuers: the hex the enemy left, then where he went."""

    path: tuple[Hex, ...]
    length: int
    advance: bool = False
    """5.4.10 Nobody retreated: the emptied hex, and one more under the limits of movement."""


@rule("5.4.1", "5.4.3", "5.4.6", "5.4.10", "5.4.10a", "5.4.12", "15.2.4")
def lanes_of(s: State, losers: tuple[UnitId, ...], where: Mapping[UnitId, Hex]) -> tuple[Lane, ...]:
    """The ways opened by a combat: one for each retreat path, or the emptied hexes."""
    routs = dict(s.routs)
    found: list[Lane] = []
    for hex in sorted({where[id] for id in losers}):
        here = [id for id in losers if where[id] == hex]
        side = camp(s.units[here[0]].side)
        if s.ledger[SOLID[side]][hex]:
            continue
        paths = sorted({routs[id] for id in here if id in routs})
        if paths:
            found.extend(Lane(path, len(path) - 1) for path in paths)
        elif any(s.units[id].box for id in here):
            found.append(Lane((hex,), 2, advance=True))
    return tuple(found)


@rule("5.4.1", "5.4.9", "5.4.11", "6.3.4")
class Pursuit(Decision[State], frozen=True):
    """5.4.1 The victors may pursue, unit by unit."""

    words = "select a unit to pursue"
    labels = {Pick: "Pursue with {unit}", Done: "End pursuit"}
    under = "5.4.1"
    clicks = (Pick,)
    came: tuple[tuple[UnitId, Hex], ...]
    """The victorious units and where they fought."""
    lanes: tuple[Lane, ...]
    done: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        """The hexes the enemy left."""
        return Subject(hexes=tuple(lane.path[0] for lane in self.lanes))

    def able(self, s: State) -> list[UnitId]:
        found = []
        for id, hex in self.came:
            if id in self.done or why_not_pursue(s, id) is not None or s.units[id].hex != hex:
                continue
            if s.counter(id).hq:
                continue
            if Pursue(self.side, id, self.lanes).steps(s):
                found.append(id)
        for hq in self.staffs(s):
            if hq not in self.done and self.followed(s, hq):
                found.append(hq)
        return found

    def staffs(self, s: State) -> list[UnitId]:
        """5.4.11 Headquarters beside the victors."""
        return [
            id
            for hex in sorted({hex for _, hex in self.came})
            for id in s.stacks.get(hex, ())
            if s.counter(id).hq and id not in s.works
        ]

    def followed(self, s: State, hq: UnitId) -> list[Hex]:
        """Where units that stood with a headquarters have gone."""
        here = s.units[hq].hex
        ends = {s.units[id].hex for id, hex in self.came if hex == here and s.units[id].hex not in (0, here)}
        return sorted(hex for hex in ends if why_not_end(s, s.units[hq], hex) is None)

    def options(self, s: State) -> list[Action]:
        return [*(Pick(id) for id in self.able(s)), Done()]

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, Pick):
            s.leave()
            return
        if s.counter(action.unit).hq:
            s.enter(Accompany(self.side, action.unit, tuple(self.followed(s, action.unit))))
        else:
            s.enter(Pursue(s.units[action.unit].side, action.unit, self.lanes))

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Pick):
            return None
        unit = s.units[action.unit]
        if unit.id in self.done:
            return PURSUED_ALREADY
        if s.counter(unit.id).hq and unit.id in self.staffs(s):
            return NOBODY_TO_FOLLOW
        if (unit.id, unit.hex) not in self.came:
            return NO_VICTOR
        no = why_not_pursue(s, unit.id)
        if no is not None:
            return no
        pursue = Pursue(self.side, unit.id, self.lanes)
        reasons = [at(s, no, to) for to in pursue.within(s) if (no := pursue.why_not_step(s, unit, to))]
        return reasons[0] if reasons else FIRST_THE_HEX

    def over(self, s: State) -> bool:
        return not self.able(s)


@rule("5.4.9", "5.4.1", "15.2.1")
def why_not_pursue(s: State, id: UnitId) -> No | None:
    counter = s.counter(id)
    if counter.towed:
        return TOWED_STAY
    if not counter.mp or (s.units[id].done & RETREATED and id in dict(s.routs)):
        return No("5.4.1", "this unit can't pursue")
    return None


@rule("5.4.11")
class Accompany(Decision[State], frozen=True):
    """5.4.11 A headquarters goes with the pursuers it stood with."""

    words = "move {unit} with the pursuers"
    labels = {Cancel: "Cancel pursuit"}
    under = "5.4.11"
    clicks = (MoveTo,)
    unit: UnitId
    ends: tuple[Hex, ...]

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit, hexes=self.ends)

    def options(self, s: State) -> list[Action]:
        return [*(MoveTo(hex) for hex in self.ends), Cancel()]

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, MoveTo):
            note_pursuer(s, self.unit)
        s.leave()
        if isinstance(action, MoveTo):
            here = s.units[self.unit].hex
            s.put(self.unit, action.hex)
            s.note(self.unit, Pursued(self.unit, (here, action.hex)), "5.4.11")

    def why_not(self, s: State, action: Action) -> No | None:
        return OUT_OF_STEP if isinstance(action, MoveTo) else None


@rule("5.4.2", "5.4.3", "5.4.4", "5.4.5", "5.4.6", "5.4.7", "5.4.8", "5.4.10", "5.4.13", "5.4.14", "3.2.1c")
class Pursue(Decision[State], frozen=True):
    """5.4 One unit goes after the enemy, hex by hex, within the corridor of one path."""

    words = "pursue with {unit}"
    labels = {MoveTo: "Pursue to {hex}", Done: "Stop pursuit", Cancel: "Cancel pursuit"}
    under = "5.4.2"
    clicks = (MoveTo,)
    unit: UnitId
    lanes: tuple[Lane, ...]
    gone: int = 0
    stopped: bool = False

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit, hexes=tuple(hex for lane in self.lanes for hex in lane.path))

    def steps(self, s: State) -> list[Hex]:
        """The hexes it may enter next."""
        if self.stopped:
            return []
        return [to for to in self.within(s) if self.why_not_step(s, s.units[self.unit], to) is None]

    def within(self, s: State) -> list[Hex]:
        here = s.units[self.unit].hex
        near = s.game.board.near[here]
        if not self.gone:
            return sorted({lane.path[0] for lane in self.lanes if lane.path[0] in near and lane.length})
        found: set[Hex] = set()
        for lane in self.lanes:
            if self.gone < lane.length:
                found.update(to for to in near if lane.advance or in_corridor(s, lane, to))
        return sorted(found)

    def why_not_step(self, s: State, unit: Unit, to: Hex) -> No | None:
        no = why_not_enter(s, unit, unit.hex, to)
        if no is not None:
            return no
        if s.ledger[SOFT[1 - camp(unit.side)]][to]:
            return None if s.counter(unit.id).regular else CANNOT_OVERRUN
        no = why_not_end(s, unit, to)
        if no is None or no.rule != "3.2.1a":
            return no
        return None if self.passes(s, unit, to) else no

    def passes(self, s: State, unit: Unit, through: Hex) -> bool:
        """3.2.1c A full hex may be passed if another within the corridor is open beyond it."""
        if s.game.ground.is_big(unit.hex, through):
            return False
        beyond = replace(unit, hex=through)
        for lane in self.lanes:
            if self.gone + 1 >= lane.length or lane.advance or (not self.gone and lane.path[0] != through):
                continue
            for each in s.game.board.near[through]:
                to = each
                if (
                    in_corridor(s, lane, to)
                    and why_not_enter(s, beyond, through, to) is None
                    and why_not_end(s, beyond, to) is None
                ):
                    return True
        return False

    def options(self, s: State) -> list[Action]:
        found: list[Action] = [MoveTo(hex) for hex in self.steps(s)]
        full = s.ledger["cels"][s.units[self.unit].hex] > s.game.tables.number.stacking
        if not self.gone:
            found.append(Cancel())
        elif not (found and full):
            found.append(Done())
        return found

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, MoveTo):
            s.leave()
            return
        unit = s.units[self.unit]
        to = action.hex
        if not self.gone:
            note_pursuer(s, unit.id)
        if s.ledger[SOFT[1 - camp(unit.side)]][to]:
            overrun(s, unit, to)
        wet = s.game.ground.is_big(unit.hex, to)
        lanes = tuple(
            lane
            for lane in self.lanes
            if (lane.path[0] == to if not self.gone else lane.advance or in_corridor(s, lane, to))
        )
        s.put(unit.id, to)
        s.stir(unit.id)
        trample(s, unit.side, to)
        s.tell(Pursued(unit.id, (unit.hex, to)), "5.4.2")
        held = any(lane.advance for lane in lanes) and in_enemy_zoc(s, unit.side, to)
        s.become(replace(self, lanes=lanes, gone=self.gone + 1, stopped=wet or held))

    def why_not(self, s: State, action: Action) -> No | None:
        if isinstance(action, Cancel):
            return ON_THE_WAY
        if isinstance(action, Done):
            return GO_ON if self.gone else NOT_BEGUN
        if not isinstance(action, MoveTo) or action.hex not in s.game.board:
            return None
        if self.stopped:
            held = in_enemy_zoc(s, self.side, s.units[self.unit].hex)
            return ZOC_STOPS if held and any(lane.advance for lane in self.lanes) else RIVER_STOPS
        if action.hex not in self.within(s):
            if not self.gone:
                return FIRST_THE_HEX
            if all(self.gone >= lane.length for lane in self.lanes):
                return FAR_ENOUGH
            return OFF_THE_PATH if s.game.board.adjacent(s.units[self.unit].hex, action.hex) else NOT_ADJACENT
        return self.why_not_step(s, s.units[self.unit], action.hex)

    def over(self, s: State) -> bool:
        return self.gone > 0 and not self.steps(s)


def note_pursuer(s: State, unit: UnitId) -> None:
    """A pursuit begins with its first step: only then the unit has pursued."""
    s.set(
        flow=tuple(
            replace(frame, done=(*frame.done, unit)) if isinstance(frame, Pursuit) else frame
            for frame in s.flow
        )
    )


def in_corridor(s: State, lane: Lane, hex: Hex) -> bool:
    """5.4.2 On the retreat path, or next to one of its hexes."""
    return hex in lane.path or any(hex in s.game.board.near[each] for each in lane.path)
