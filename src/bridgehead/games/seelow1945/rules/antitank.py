"""6.0 Antitank fire."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Cancel, Commit, Done, Pick
from bridgehead.core.flow import Decision, Forecast, Procedure, Reminder, Subject
from bridgehead.core.refusal import Modifier, No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside, Side, UnitId, replace
from bridgehead.games.seelow1945.model.actions import FireAt
from bridgehead.games.seelow1945.model.data import FOE
from bridgehead.games.seelow1945.model.events import Fired, ShotCancelled
from bridgehead.games.seelow1945.model.ground import Ground
from bridgehead.games.seelow1945.model.state import State, Unit, uncover
from bridgehead.games.seelow1945.model.words import (
    armor_of,
    can_be_fired_at,
    fire_at,
    fires_across_water,
    fires_uphill,
)
from bridgehead.games.seelow1945.rules.advance import offer_advance
from bridgehead.games.seelow1945.rules.entering import why_nobody, why_not_enterable
from bridgehead.games.seelow1945.rules.morale import catch_retreated
from bridgehead.games.seelow1945.rules.results import apply_effect
from bridgehead.toolkit.tables import clamp, threshold_column, total

Shot = tuple[UnitId, tuple[UnitId, ...]]
"""A target and who fires at it."""


def firers_in(shots: tuple[Shot, ...]) -> tuple[UnitId, ...]:
    return tuple(unit for _, firers in shots for unit in firers)


NOT_ARMORED = No("6.12", "antitank fire affects armored units only")
OFF_MAP = No("6.12", "this unit is not on the map")
FIRED_AT = No("6.14b", "this unit has already been fired at in this phase")
NOT_ENEMY = No("6.12", "this is not an enemy unit")
NOBODY_NEAR = No("6.13a", "none of your units is adjacent to it")
NOT_NEXT_TO_IT = No("6.13a", "this unit is not adjacent to the target")
NOT_THE_FIRER = No("6.0", "this is not one of your units")
HAS_FIRED = No("6.11", "this unit has already fired in this phase")
HAS_ADVANCED = No("7.77b", "this unit has advanced and can't fire again in this phase")
DISRUPTED_FIRER = No("6.17a", "this unit is disrupted and can't fire")
NO_VALUE = No("6.17a", "this unit has no Antitank Fire Value")
SPREAD_FIRST = No(
    "6.15a", "two units may fire at one target only if every other armored unit in its hex is fired at too"
)
NOBODY_FIRES = No("6.2-1", "select a firing unit first")
OTHER_HEX = No("6.15b", "all shots planned together must be at the same hex")
FIRES_ALREADY = No("6.16", "this unit is already selected to fire")
TARGET_ALREADY = No("6.14b", "a shot at this unit is already planned")
ALL_FIRE = No("6.11", "no other unit can fire at it")
WILL_BE_CAUGHT = No(
    "7.56", "this unit retreated to this hex in this phase: any shot at the hex eliminates it"
)
NO_SUCH_SHOT = No("6.15b", "no shot at this unit is planned")


# --- who fires at whom (6.1)


@rule("6.11", "6.16", "6.17a", "8.31b", "8.31c", "7.61", "7.77b", "6.13a", "8.11")
def why_not_fire(s: State, side: Side, unit: Unit, hex: Hex) -> No | None:
    """6.1 Why a unit may not fire into a hex."""
    if unit.side != side:
        return NOT_THE_FIRER
    if unit.aim:
        return HAS_FIRED
    if unit.advanced:
        return HAS_ADVANCED
    if unit.disrupted:
        return DISRUPTED_FIRER
    if s.values(unit).at == 0:
        return NO_VALUE
    return why_not_enterable(s, unit, hex, rule="6.18", apart=NOT_NEXT_TO_IT)


def firers_on(s: State, side: Side, hex: Hex) -> list[UnitId]:
    """The units that may fire into a hex."""
    own = s.ledger[side]
    return [
        unit
        for near in s.ground.near[hex]
        if own[near]
        for unit in s.stacks[near]
        if why_not_fire(s, side, s.units[unit], hex) is None
    ]


@rule("6.12", "6.14b", "3.1-4", "2.21b")
def why_not_target(s: State, side: Side, unit: Unit) -> No | None:
    """6.12 Why a unit is no target."""
    if unit.side == side:
        return NOT_ENEMY
    if not s.counter(unit.id).armored:
        return NOT_ARMORED
    if not unit.hex:
        return OFF_MAP
    return FIRED_AT if unit.target else None


def targets(s: State, side: Side) -> list[UnitId]:
    """The enemy armored units that can be fired at now."""
    known: list[UnitId] | None = s.memo.get("targets " + side)
    if known is None:
        own = s.ledger[side]
        near = s.ground.near
        armored = s.game.armored[FOE[side]]
        known = []
        reached: dict[Hex, bool] = {}
        for id in armored:
            unit = s.units.get(id)
            if unit is None or not unit.hex or unit.target:
                continue
            if unit.hex not in reached:
                reached[unit.hex] = any(own[hex] for hex in near[unit.hex]) and bool(
                    firers_on(s, side, unit.hex)
                )
            if reached[unit.hex]:
                known.append(id)
        s.memo["targets " + side] = known
    return known


# --- strength and die (6.2, 6.3, 6.4)


@rule("6.31", "6.32", "6.33")
def fire_value(s: State, unit: Unit, hex: Hex) -> int:
    """6.3 The unit's value: halved across water, halved for each level up; all together, rounded up once."""
    divisor = 1
    for modifier in divisors(s, unit, hex):
        divisor *= modifier.amount
    return -(-s.values(unit).at // divisor)


def value_parts(s: State, unit: Unit, hex: Hex) -> tuple[int, tuple[tuple[int, str], ...], int]:
    """6.3 A unit's value, what divides it, and what comes of it."""
    parts = tuple([(each.amount, each.because) for each in divisors(s, unit, hex)])
    return s.values(unit).at, parts, fire_value(s, unit, hex)


def fire_factors(s: State, unit: Unit, hex: Hex) -> list[Modifier]:
    """6.3 What divides a unit's value, with the unit's name."""
    named = {"6.31": fires_across_water, "6.32": fires_uphill}
    return [replace(each, because=named[each.rule](s.game, unit.id)) for each in divisors(s, unit, hex)]


def divisors(s: State, unit: Unit, hex: Hex) -> list[Modifier]:
    """6.3 What divides a unit's value: water, and the climb."""
    water, height = fire_divisors(s.ground, unit.hex, hex)
    found = [Modifier(water, "across water", "6.31", "half"), Modifier(height, "uphill", "6.32", "half")]
    return [each for each in found if each.amount != 1]


@rule("6.31", "6.32")
def fire_divisors(ground: Ground, at: Hex, hex: Hex) -> tuple[int, int]:
    """6.3 By what fire from hex to hex is divided: across water, and by each level up."""
    table = ground.tables.antitank
    higher = max(0, ground.board.level[hex] - ground.board.level[at])
    return table.stream_divisor if ground.crosses_water(at, hex) else 1, int(table.level_divisor**higher)


@rule("6.41", "6.42", "6.43", "7.62", "10.24")
def fire_modifiers(s: State, target: Unit) -> list[Modifier]:
    """6.4 What is added to the die."""
    table = s.tables.antitank
    found = [Modifier(s.counter(target.id).armor, "armor", "6.41", "drm")]
    if target.disrupted:
        found.append(Modifier(table.disrupted, "target disrupted", "6.42", "drm"))
    if s.kind == "dusk_dawn":
        found.append(Modifier(table.dusk_dawn, "dusk or dawn", "6.43", "drm"))
    return found


def fire_column(s: State, strength: int, shift: int) -> int:
    """6.2 The column of the Antitank Fire / Barrage Table; -1 for a strength below the first."""
    column = threshold_column(strength, s.tables.fire.column_min)
    return column if column < 0 else clamp(column + shift, 0, len(s.tables.fire.columns) - 1)


# --- the phase


@rule("6.0", "6.11", "6.13b", "3.1-3")
class AntitankPhase(Decision[State], frozen=True):
    """6.0 The firing player, phasing or not, fires at adjacent enemy armored units."""

    words = "Antitank Fire Phase: select an armored unit to fire at"
    under = "6.0"
    labels = {Done: "End Antitank Fire Phase"}
    clicks = (FireAt,)

    def options(self, s: State) -> Iterator[Action]:
        yield from (FireAt(unit) for unit in targets(s, self.side))
        yield Done()

    def over(self, s: State) -> bool:
        return not targets(s, self.side)

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, FireAt):
            s.enter(PlanFire(self.side, s.units[action.unit].hex, ((action.unit, ()),)))
        else:
            s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        if isinstance(action, FireAt) and action.unit in s.units:
            target = s.units[action.unit]
            return why_not_target(s, self.side, target) or self.why_nobody_fires(s, target.hex)
        return None

    def why_nobody_fires(self, s: State, hex: Hex) -> No:
        return why_nobody(s, self.side, hex, lambda unit: why_not_fire(s, self.side, unit, hex), NOBODY_NEAR)

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(
            Reminder(can_be_fired_at(s.game, unit), s.units[unit].hex, unit) for unit in targets(s, self.side)
        )


@rule("6.14a", "6.15a", "6.15b", "6.16", "6.2-1")
class PlanFire(Decision[State], frozen=True):
    """6.15 The firer names target and firing units; combined fire is planned for the whole stack."""

    words = "select units to fire at {unit}"
    under = "6.14a"
    labels = {Commit: "Fire", Cancel: "Cancel fire"}
    unordered = True
    hex: Hex
    shots: tuple[Shot, ...]
    """Targets with their firers; the last is being named."""

    @property
    def unit(self) -> UnitId:
        """The target being fired at."""
        return self.shots[-1][0]

    def about(self, s: State) -> Subject:
        return Subject(committed=self.named(), hexes=(self.hex,))

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """An enemy is fired at, one's own fires."""
        if not isinstance(on, str) or on not in s.units:
            return None
        return Pick(on) if s.units[on].side == self.side else FireAt(on)

    def named(self) -> tuple[UnitId, ...]:
        """Who fires by this plan."""
        return firers_in(self.shots)

    def free(self, s: State) -> list[UnitId]:
        """Who may still be named."""
        named = self.named()
        return [unit for unit in firers_on(s, self.side, self.hex) if unit not in named]

    @rule("6.15a", "7.56")
    def uncovered(self, s: State) -> list[UnitId]:
        """6.15 The armored units in the hex nobody has fired at in the phase or will by this plan."""
        named = {target for target, _ in self.shots}
        return [
            unit.id
            for unit in s.units_in(self.hex)
            if unit.id not in named and not unit.ran and why_not_target(s, self.side, unit) is None
        ]

    def combined(self) -> bool:
        return any(len(firers) > 1 for _, firers in self.shots)

    def options(self, s: State) -> Iterator[Action]:
        free = self.free(s)
        left = self.uncovered(s)
        firers = self.shots[-1][1]
        if not firers or len(free) > len(left):
            yield from (Pick(unit) for unit in free)
        if firers and free:
            yield from (FireAt(unit) for unit in left)
        if firers and not (left and self.combined()):
            yield Commit()
        yield Cancel()

    def take(self, s: State, action: Action) -> None:
        target, firers = self.shots[-1]
        match action:
            case Pick(unit):
                s.become(replace(self, shots=(*self.shots[:-1], (target, (*firers, unit)))))
            case FireAt(unit):
                s.become(replace(self, shots=(*self.shots, (unit, ()))))
            case Cancel():
                s.leave()
            case _:
                s.leave()
                s.enter(Volley(side=self.side, hex=self.hex, shots=self.shots))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in self.named():
                return FIRES_ALREADY
            case Pick(unit) if unit in s.units:
                return why_not_fire(s, self.side, s.units[unit], self.hex) or SPREAD_FIRST
            case FireAt(unit) if unit in s.units:
                return why_not_target(s, self.side, s.units[unit]) or self.why_not_too(s, s.units[unit])
            case Commit():
                return SPREAD_FIRST if self.shots[-1][1] else NOBODY_FIRES
        return None

    def why_not_too(self, s: State, target: Unit) -> No:
        """6.15 Why a unit that may be fired at is not named as one more target now."""
        if target.hex != self.hex:
            return OTHER_HEX
        if target.id in {unit for unit, _ in self.shots}:
            return TARGET_ALREADY
        if target.ran:
            return WILL_BE_CAUGHT
        return ALL_FIRE if self.shots[-1][1] else NOBODY_FIRES

    def forecast(self, s: State) -> Forecast | None:
        target, firers = self.shots[-1]
        if not firers:
            return None
        unit = s.units[target]
        value = sum(fire_value(s, s.units[firer], self.hex) for firer in firers)
        table = s.tables.fire
        factors = [factor for firer in firers for factor in fire_factors(s, s.units[firer], self.hex)]
        return Forecast(
            title=fire_at(s.game, target),
            attack=str(value),
            defence=armor_of(s.counter(target).armor),
            columns=table.columns,
            column=table.columns[fire_column(s, value, s.tables.antitank.column_shift)],
            rows=tuple((str(die), tuple(cell.text for cell in row)) for die, row in table.cells.items()),
            modifiers=(*factors, *fire_modifiers(s, unit)),
            commit=Commit() if Commit() in self.options(s) else None,
        )


@rule("6.15b")
class Volley(Procedure[State], frozen=True):
    """6.15 Shots named together, in the order the firer likes; one whose target is gone is cancelled."""

    side: Side
    hex: Hex
    shots: tuple[Shot, ...]

    def next_shot(self, s: State) -> None:
        shots = tuple(shot for shot in self.shots if s.units[shot[0]].hex == self.hex)
        for target, _ in self.shots:
            if s.units[target].hex != self.hex:
                s.tell(ShotCancelled(target), rule="6.15b")
        if len(shots) > 1:
            s.become(replace(self, shots=shots))
            s.enter(ShotOrder(self.side, self.hex, shots))
        else:
            s.become(replace(self, shots=()))
            for target, firers in shots:
                s.enter(AntitankFire(side=self.side, hex=self.hex, target=target, firers=firers))

    sequence = (next_shot,)

    def again(self, s: State) -> bool:
        return bool(self.shots)


class ShotOrder(Decision[State], frozen=True):
    """6.15 Which of the shots named together comes next."""

    words = "select the target to fire at next"
    under = "6.15b"
    clicks = (FireAt,)
    fills = ("shots",)
    hex: Hex
    shots: tuple[Shot, ...]

    def about(self, s: State) -> Subject:
        return Subject(committed=firers_in(self.shots), hexes=(self.hex,))

    def why_not(self, s: State, action: Action) -> No | None:
        return NO_SUCH_SHOT if isinstance(action, FireAt) else None

    def options(self, s: State) -> Iterator[Action]:
        return (FireAt(target) for target, _ in self.shots)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, FireAt)
        firers = dict(self.shots)[action.unit]
        s.leave(shots=tuple(shot for shot in self.shots if shot[0] != action.unit))
        s.enter(AntitankFire(side=self.side, hex=self.hex, target=action.unit, firers=firers))


class AntitankFire(Procedure[State], frozen=True):
    """6.2 One shot, its target and firers named."""

    side: Side
    hex: Hex
    target: UnitId
    firers: tuple[UnitId, ...]

    @rule("6.2-1", "7.56")
    def declare(self, s: State) -> None:
        """6.2 The units fire; whoever retreated into the hex in this phase is caught (7.56)."""
        for unit in self.firers:
            s.mark(unit, aim=self.hex)
        s.mark(self.target, target=True)
        uncover(s, [s.units[unit] for unit in (*self.firers, self.target)])
        catch_retreated(s, self.hex)

    @rule("6.2-1", "6.2-2", "6.2-3")
    def resolve(self, s: State) -> None:
        """6.2 Values are added, one die is rolled, the table is read, the result applied at once."""
        target = s.units[self.target]
        if not target.hex:
            return
        value = sum(fire_value(s, s.units[unit], self.hex) for unit in self.firers)
        column = fire_column(s, value, s.tables.antitank.column_shift)
        modifiers = fire_modifiers(s, target)
        die = s.roll(6)
        modified = die + total(modifiers, "drm")
        cell = s.tables.fire.at(modified, column)
        told = Fired(
            unit=self.target,
            hex=self.hex,
            firers=self.firers,
            value=value,
            values=tuple([value_parts(s, s.units[unit], self.hex) for unit in self.firers]),
            column=s.tables.fire.columns[column],
            modifiers=tuple(modifiers),
            die=die,
            modified=modified,
            cell=cell,
        )
        s.tell(told, rule="6.2-3")
        apply_effect(s, FOE[self.side], (self.target,), cell.effect, "antitank")

    @rule("7.71")
    def advance(self, s: State) -> None:
        """7.71 All who fired at the hex in this phase may advance into it once it is empty."""
        fired = tuple(unit.id for unit in s.friends(self.side) if unit.aim == self.hex)
        offer_advance(s, self.side, self.hex, fired)

    sequence = (declare, resolve, advance)
