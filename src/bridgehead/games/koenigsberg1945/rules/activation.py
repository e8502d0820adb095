"""4.2 Headquarters and what they command: one activation from Command Segment to Combat Segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from bridgehead.core.actions import Action, Done, Pick
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.koenigsberg1945.model.data import GERMAN, Counter
from bridgehead.games.koenigsberg1945.model.events import (
    ExtrasChosen,
    HqActivated,
    HqMovesFreely,
    NobodyToActivate,
    NothingToDo,
    PhaseOpened,
    RefugeesMet,
    SegmentOpened,
    UnitsActivated,
)
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.combat import CombatSegment
from bridgehead.games.koenigsberg1945.rules.movement import MovementSegment
from bridgehead.games.koenigsberg1945.rules.orders import ENEMY_UNIT, Orders, orders
from bridgehead.games.koenigsberg1945.rules.special import activates_hipper
from bridgehead.games.koenigsberg1945.rules.victory import is_frozen

OUT_OF_COMMAND = No("4.2.6", "this unit is out of command range")
OTHER_FRONT = No("2.1.4b", "this unit belongs to the other Front")
NOT_INDEPENDENT = No("4.2.2a", "this unit is not independent")
NO_SUCH_HQ = No("4.1.2", "this chit activates an HQ of its own force")
NOT_ON_MAP = No("4.1.2", "this HQ is not on the map")
IN_FORMATION = No("4.2.2b", "this unit is already activated with its formation")
CHOSEN = No("4.2.1d", "this unit is already selected")
NO_EXTRA = No("4.1.3b", "the HGM Chit moves independent German units on the map only")
ACTIVATED = No("4.1.3c", "this HQ has already activated that unit")


# --- limits


def cut_of(force: Side) -> str:
    """The track of activations a Front has lost this turn (RE.10)."""
    return f"cut_{force}"


@rule("2.3b", "2.3c", "2.1.4a", "RE.10", "RE.10b", "2.6.4")
def limit(s: State, force: Side) -> int:
    """How many command chits a force may activate this turn."""
    printed = s.game.limits[s.turn][force]
    return max(printed - s.tracks.get(cut_of(force), 0), used(s, force))


@rule("2.3d")
def house_limit(s: State, force: Side) -> str:
    """Whether a limit is a figure of the rulebook or of ours."""
    return "printed limit" if force in s.tables.turn[str(s.turn)].printed else "limit by house ruling"


def used(s: State, force: Side) -> int:
    return len(s.activated.get(force, ()))


# --- 4.2 what a headquarters commands


def commands(hq: Counter, unit: Counter) -> bool:
    """4.2.2b The units of its own colour, independents among them."""
    return unit.combat and unit.formation == hq.formation and unit.force == hq.force


@rule("2.1.4b", "4.2.1a", "4.2.1b", "4.2.2b", "4.2.2c", "4.2.4a", "4.2.6", "4.2.7x")
def in_command(s: State, hq: UnitId) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """The formation and the independents of its own force that a headquarters reaches at this moment."""
    pieces = s.game.counters
    headquarters = pieces[hq]
    reached = s.game.ground.command_range(s.units[hq].hex, headquarters.range)
    near = [unit for unit in within_range(s.stacks, reached) if pieces[unit].force == headquarters.force]
    formation = tuple(unit for unit in near if commands(headquarters, pieces[unit]))
    independents = tuple(unit for unit in near if pieces[unit].independent and unit not in formation)
    return formation, independents


def within_range(stacks: Mapping[Hex, tuple[UnitId, ...]], reached: frozenset[Hex]) -> list[UnitId]:
    """The units that stand in hexes a headquarters reaches, in the order of their names."""
    return sorted([unit for hex in reached.intersection(stacks) for unit in stacks[hex]])


def headquarters_of(s: State, force: Side) -> tuple[UnitId, ...]:
    """The headquarters of a force on the map."""
    return tuple(hq for hq in s.game.headquarters if s.units[hq].hex and s.counter(hq).force == force)


class Activation(Orders, frozen=True):
    """4.1.1 One headquarters: Command Segment, Movement Segment, Combat Segment."""

    @rule("4.1.2", "4.1.2b", "4.1.3a", "4.1.3d", "2.4.1", "2.4.2")
    def choose_headquarters(self, s: State) -> None:
        """A Front or HGM chit activates any headquarters of its force, one already activated too."""
        if self.hq:
            return
        candidates = headquarters_of(s, self.force)
        if not candidates:
            s.tell(NobodyToActivate(self.chit), rule="4.1.2b")
        elif len(candidates) == 1:
            s.become(replace(self, hq=candidates[0]))
        else:
            s.enter(ChooseHeadquarters(self.side, self.force, candidates))

    @rule("4.1.1b", "4.2.1a", "4.2.1b", "4.2.1d", "4.2.2a", "4.2.2d", "4.2.3", "4.2.4c")
    def command_segment(self, s: State) -> None:
        """Formation and independents are named before anything moves; range is measured once."""
        if not self.hq:
            return
        if self.attacks:
            number, most = used(s, self.force), limit(s, self.force)
            house = house_limit(s, self.force)
            s.tell(HqActivated(self.hq, self.force, number, most, house), rule="4.1.1b")
        else:
            s.tell(HqMovesFreely(self.hq), rule="RE.3")
        if self.slowed:
            s.tell(RefugeesMet(self.hq), rule="RE.5")
        formation, independents = in_command(s, self.hq)
        cruiser = activates_hipper(s, self.hq)
        most = s.counter(self.hq).independents
        if len(independents) <= most:
            s.become(replace(self, formation=formation, independents=independents, cruiser=cruiser))
        else:
            s.become(replace(self, formation=formation, cruiser=cruiser))
            s.enter(ChooseIndependents(self.side, self.hq, independents, most))

    @rule("4.1.3b", "4.1.3c", "4.1.3d")
    def extra_movers(self, s: State) -> None:
        """HGM lets two independents anywhere move besides; they are other units, and they do not attack."""
        if self.force != GERMAN or not self.chit or s.game.chits[self.chit].headquarters:
            return
        pieces = s.game.counters
        anywhere = tuple(
            unit for unit in s.on_the_map(GERMAN) if pieces[unit].independent and unit not in self.attackers
        )
        if anywhere:
            s.enter(ChooseExtras(self.side, anywhere, s.tables.command.hgm_extra))

    @rule("4.2.1c", "4.0a", "6.0", "11.5a")
    def movement_segment(self, s: State) -> None:
        """All that is activated may move, the headquarters too unless its corps holds its front."""
        headquarters = (self.hq,) if self.hq and not is_frozen(s, self.hq) else ()
        units = (*headquarters, *self.attackers, *self.extras)
        self.tell_of_units(s)
        if units:
            if self.hq:
                s.tell(SegmentOpened(self.hq, "Movement Segment"), rule="6.0")
            else:
                s.tell(PhaseOpened("HGM: Movement Segment"), rule="6.0")
            s.enter(MovementSegment(self.side, units, self.slowed))

    def tell_of_units(self, s: State) -> None:
        """Who was named; with fog of war that is no business of the other camp."""
        friends = s.friends(s.counter(self.hq).camp) if s.fog and self.hq else ()
        if self.attackers:
            s.tell(UnitsActivated(self.hq, self.attackers), rule="4.2.1d", only=friends)
        elif self.hq:
            s.tell(NothingToDo("no unit is in command range"), rule="4.2.6", only=friends)
        if self.extras:
            s.tell(ExtrasChosen(self.extras), rule="4.1.3b", only=s.friends(GERMAN) if s.fog else ())

    @rule("4.2.4b", "9.0a", "9.0f", "2.1.4f")
    def combat_segment(self, s: State) -> None:
        """Then whoever was activated may attack, wherever it stands now."""
        segment = CombatSegment(self.side, self.force, self.attackers, self.cruiser)
        if self.attacks and segment.targets(s):
            s.tell(SegmentOpened(self.hq, "Combat Segment"), rule="9.0a")
            s.enter(segment)

    sequence = (choose_headquarters, command_segment, extra_movers, movement_segment, combat_segment)


class ChooseHeadquarters(Decision[State], frozen=True):
    """4.1.2 The headquarters a Front or HGM chit activates."""

    words = "Command Segment: select an HQ to activate"
    under: ClassVar[str] = "4.1.2"
    clicks = (Pick,)
    fills = ("hq",)
    force: Side
    candidates: tuple[UnitId, ...]

    def about(self, s: State) -> Subject:
        return Subject()  # whom it chooses among is offered

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Pick, self.candidates)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Pick)
        s.leave(hq=action.unit)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.game.headquarters and s.counter(unit).force == self.force:
                return NOT_ON_MAP
        return NO_SUCH_HQ


class ChooseIndependents(Decision[State], frozen=True):
    """4.2.1d The independents a headquarters activates, up to its number; the choice is final."""

    words = "Command Segment: select up to {most:independent unit} for {hq} to activate"
    under: ClassVar[str] = "4.2.1d"
    labels: ClassVar[Mapping[type[Action], str]] = {Done: "End selection"}
    unordered: ClassVar[bool] = True
    clicks = (Pick,)
    fills = ("independents",)
    hq: UnitId
    candidates: tuple[UnitId, ...]
    most: int
    chosen: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(unit=self.hq, committed=self.chosen)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.candidates if unit not in self.chosen)
        yield Done()

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                chosen = (*self.chosen, unit)
                if len(chosen) == self.most:
                    s.leave(independents=chosen)
                else:
                    s.become(replace(self, chosen=chosen))
            case Done():
                s.leave(independents=self.chosen)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return CHOSEN if unit in self.chosen else why_not_independent(s, self.hq, unit)
        return None


@rule("2.1.4b", "4.2.1a", "4.2.2a", "4.2.2b", "4.2.6")
def why_not_independent(s: State, hq: UnitId, unit: UnitId) -> No | None:
    """Why a headquarters may not activate a unit as an independent."""
    piece, own = s.counter(unit), s.counter(hq)
    if piece.force != own.force:
        return OTHER_FRONT if piece.camp == own.camp else ENEMY_UNIT
    if not piece.independent:
        return NOT_INDEPENDENT
    if s.units[unit].hex not in within(s, hq):
        return OUT_OF_COMMAND
    return IN_FORMATION if commands(own, piece) else None


class ChooseExtras(Decision[State], frozen=True):
    """4.1.3b Two independents anywhere that may move with the HGM chit."""

    words = "Command Segment: select up to {most:independent unit} anywhere to move with the HGM Chit"
    under: ClassVar[str] = "4.1.3b"
    labels: ClassVar[Mapping[type[Action], str]] = {Done: "End selection"}
    unordered: ClassVar[bool] = True
    clicks = (Pick,)
    fills = ("extras",)
    candidates: tuple[UnitId, ...]
    most: int
    chosen: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(committed=self.chosen)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.candidates if unit not in self.chosen)
        yield Done()

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                chosen = (*self.chosen, unit)
                if len(chosen) == self.most:
                    s.leave(extras=chosen)
                else:
                    s.become(replace(self, chosen=chosen))
            case Done():
                s.leave(extras=self.chosen)

    @rule("4.1.3b", "4.1.3c")
    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in self.chosen:
                return CHOSEN
            case Pick(unit) if unit in orders(s).attackers:
                return ACTIVATED
            case Pick():
                return NO_EXTRA
        return None


@rule("11.1.3a", "11.1.3e")
def idle_headquarters(s: State) -> list[UnitId]:
    """Headquarters with no unit of their formation on the map and no independent they could activate."""
    formations = s.game.formations
    idle = []
    for hq in s.game.headquarters:
        if not s.units[hq].hex:
            continue
        own = formations.get(s.counter(hq).formation, ())
        if not any(s.units[unit].hex for unit in own) and not in_command(s, hq)[1]:
            idle.append(hq)
    return idle


def within(s: State, hq: UnitId) -> frozenset[Hex]:
    """The hexes a headquarters on the map commands."""
    return s.game.ground.command_range(s.units[hq].hex, s.counter(hq).range)
