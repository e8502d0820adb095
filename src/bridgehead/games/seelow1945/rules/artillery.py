"""8.0 Artillery: Indirect Fire, spotting, and the modes of the guns."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Cancel, Commit, Done, Pick
from bridgehead.core.flow import Decision, Forecast, Procedure, Reminder, Subject
from bridgehead.core.refusal import Modifier, No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.seelow1945.model.actions import Bombard, Limber, Unlimber
from bridgehead.games.seelow1945.model.data import FOE, SOVIET
from bridgehead.games.seelow1945.model.events import Barraged, ChangedMode, FiredInVain
from bridgehead.games.seelow1945.model.ground import OUT_OF_PLAY
from bridgehead.games.seelow1945.model.state import State, Unit, concealed, uncover
from bridgehead.games.seelow1945.model.words import barrage_on, has_not_fired, no_artillery_can
from bridgehead.games.seelow1945.rules.antitank import fire_column
from bridgehead.games.seelow1945.rules.results import apply_effect
from bridgehead.toolkit.tables import total

HOUSE_ALL = "house ruling: all barrages"
HOUSE_KUSTRIN = "house ruling: Soviet barrages at Küstrin"

NO_ENEMY = No("8.14a", "there is no enemy unit in this hex")
NOT_SPOTTED = No("8.19", "none of your units can spot this hex")
STRUCK_BEFORE = No("8.18a", "this hex has already been barraged in this phase")
ONLY_ARMOR = No("8.15b", "Indirect Fire can't affect armored units")
ZHUKOV_UNSEEN = No("10.13a", "Zhukov can't be spotted")
NOT_A_GUN = No("2.21g", "this unit is not artillery")
NOT_THE_FIRER = No("8.17", "this is not one of your units")
GUN_OFF_MAP = No("8.13", "this unit is not on the map")
GUN_LIMBERED = No("8.31b", "this artillery is in Move Mode and can't fire")
GUN_DISRUPTED = No("7.66c", "this artillery is disrupted and can't fire")
GUN_HAS_FIRED = No("3.1-1a", "this artillery has already fired in this phase")
OUT_OF_RANGE = No("8.13", "the target is out of this unit's Range")
NO_GUN = No("8.13", "this hex is out of Range of all your artillery")
FIRES_ALREADY = No("8.14a", "this artillery is already selected to fire")
TOO_WEAK = No("8.14b", "the strength of the artillery, halved for the terrain, comes to 0")
SILENT_AT_NIGHT = No("8.0", "artillery can't fire at night")
NAME_GUNS = No("8.14a", "select firing artillery first")
FIRED_NO_LIMBER = No("8.32", "this artillery has fired in this phase and can't switch to Move Mode")
IN_MOVE_MODE = No("8.32", "this artillery is already in Move Mode")
NOT_YOUR_GUN = No("8.32", "this is not artillery of yours on the map")
IN_FIRE_MODE = No("8.35", "this artillery is already in Fire Mode")
ONLY_IN_BARRAGE = No("8.32", "artillery can switch to Move Mode only in its own Barrage Phase")
ONLY_AT_NIGHT = No("8.35", "artillery can switch to Fire Mode only in the Rally Phase of the Night turn")


# --- spotting (8.2)


@rule("8.19", "8.21", "7.63", "10.12")
def spotted(s: State, side: Side) -> int:
    """8.2 The hexes some undisrupted friendly unit sees, one bit a hex."""
    known: int | None = s.memo.get("spotted " + side)
    if known is None:
        known = 0
        ground, kind = s.ground, s.kind
        commander = s.game.commander
        for unit in s.friends(side):
            if not unit.disrupted:
                known |= ground.seen(unit.hex, kind, "zhukov" if unit.id == commander else "plain")
        s.memo["spotted " + side] = known
    return known


def spotters(s: State, side: Side, hex: Hex) -> list[Unit]:
    """Who spots a hex, for the player who asks."""
    return [
        unit
        for unit in s.friends(side)
        if not unit.disrupted
        and s.ground.seen(unit.hex, s.kind, "zhukov" if unit.id == s.game.commander else "plain")
        & s.ground.bit[hex]
    ]


# --- who fires at what (8.1)


@rule("8.0", "8.11", "8.17", "8.31a", "8.31b", "7.66c", "3.1-1a")
def why_not_gun(s: State, side: Side, unit: Unit) -> No | None:
    """8.1 Why a unit may not conduct Indirect Fire now."""
    if unit.side != side:
        return NOT_THE_FIRER
    if not unit.hex:
        return GUN_OFF_MAP
    if not s.counter(unit.id).artillery:
        return NOT_A_GUN
    if unit.move_mode:
        return GUN_LIMBERED
    if unit.disrupted:
        return GUN_DISRUPTED
    return GUN_HAS_FIRED if unit.aim else None


@rule("8.13")
def guns_on(s: State, side: Side, hex: Hex) -> list[UnitId]:
    """8.13 The guns that may fire at a hex: it lies within their Range."""
    bit = s.ground.bit[hex]
    return [gun.id for gun in guns(s, side) if s.ground.within(gun.hex, s.counter(gun.id).range) & bit]


@rule("8.13", "8.14b")
def why_no_gun(s: State, side: Side, hex: Hex) -> No:
    """8.13 Why no gun can barrage a hex: none has it in Range, or what hinders one that has."""
    if guns_on(s, side, hex):
        return TOO_WEAK
    for unit in s.friends(side):
        if s.ground.within(unit.hex, s.counter(unit.id).range) & s.ground.bit[hex]:
            no = why_not_gun(s, side, unit)
            assert no is not None, "one that can fire is on the list of guns"
            return No(no.rule, no_artillery_can(no.because), unit.hex)
    return NO_GUN


def guns(s: State, side: Side) -> list[Unit]:
    """The guns that may still fire in this phase."""
    found = (s.units.get(id) for id in s.game.artillery[side])
    return [unit for unit in found if unit is not None and why_not_gun(s, side, unit) is None]


@rule("8.15b", "6.13c", "10.13a")
def why_not_under_fire(s: State, side: Side, hex: Hex) -> No | None:
    """8.15 Why a hex is no target for what is in it, as far as the firer can see (6.13c)."""
    if not s.ledger[FOE[side]][hex]:
        return NO_ENEMY
    units = s.units_in(hex)
    if any(concealed(s, unit) or affected(s, unit) for unit in units):
        return None
    return ZHUKOV_UNSEEN if all(s.counter(unit.id).commander for unit in units) else ONLY_ARMOR


@rule("8.15b", "10.13b")
def affected(s: State, unit: Unit) -> bool:
    """8.15 Indirect Fire affects neither armored units nor Zhukov."""
    counter = s.counter(unit.id)
    return not counter.armored and not counter.commander


@rule("8.18a", "8.19")
def why_not_bombard(s: State, side: Side, hex: Hex) -> No | None:
    """8.1 Why a hex may not be barraged now."""
    if s.kind == "night":
        return SILENT_AT_NIGHT
    no = why_not_under_fire(s, side, hex)
    if no:
        return no
    if any(unit.aim == hex for unit in s.friends(side)):
        return STRUCK_BEFORE
    return None if spotted(s, side) & s.ground.bit[hex] else NOT_SPOTTED


def bombardable(s: State, side: Side) -> list[Hex]:
    """The hexes that can be barraged now."""
    known: list[Hex] | None = s.memo.get("bombardable " + side)
    if known is None:
        known = []
        reach = 0
        for gun in guns(s, side):
            reach |= s.ground.within(gun.hex, s.counter(gun.id).range)
        if reach and s.kind != "night":
            reach &= spotted(s, side)
            enemy, bit = s.ledger[FOE[side]], s.ground.bit
            in_sight = [hex for hex in sorted(s.stacks) if enemy[hex] and reach & bit[hex]]
            struck = {unit.aim for unit in s.units.values() if unit.side == side}
            known = [
                hex
                for hex in in_sight
                if hex not in struck and why_not_under_fire(s, side, hex) is None and tells(s, side, hex)
            ]
        s.memo["bombardable " + side] = known
    return known


@rule("8.14b")
def tells(s: State, side: Side, hex: Hex) -> bool:
    """8.14 A barrage whose total is halved to nothing cannot be fired."""
    return barrage_strength(s, hex, tuple(guns_on(s, side, hex))) > 0


# --- strength and die (8.14)


@rule("8.14a", "8.14b")
def barrage_strength(s: State, hex: Hex, firing: tuple[UnitId, ...]) -> int:
    """8.14 Combat Strengths added up; halved into cover, rounded down."""
    strength = sum(s.values(s.units[gun]).cs for gun in firing)
    covered = s.tables.terrain[s.ground.board.terrain[hex]].halves_barrage
    return strength // s.tables.barrage.cover_divisor if covered else strength


def cover(s: State, hex: Hex) -> tuple[tuple[int, str], ...]:
    """8.14 By what terrain divides a barrage."""
    terrain = s.ground.board.terrain[hex]
    return ((s.tables.barrage.cover_divisor, terrain),) if s.tables.terrain[terrain].halves_barrage else ()


def barrage_column(s: State, side: Side, strength: int) -> int:
    """The column of the fire table."""
    return fire_column(s, strength, total(barrage_modifiers(s, side), "shift"))


@rule("8.14c", "10.24")
def barrage_modifiers(s: State, side: Side) -> list[Modifier]:
    """8.14 Dusk and dawn add to the die; armor does not. House columns, where the players want them."""
    table = s.tables.barrage
    found = [Modifier(table.dusk_dawn, "dusk or dawn", "8.14c", "drm")] if s.kind == "dusk_dawn" else []
    return [*found, *house_columns(s, side)]


@rule("8.14d")
def house_columns(s: State, side: Side) -> list[Modifier]:
    """8.14d Columns that no book prints: all barrages, and Soviet barrages at Küstrin."""
    table = s.tables.barrage
    if s.setting.get("barrage") == "rebuilt":
        return []
    found = [Modifier(table.column_shift, HOUSE_ALL, "8.14d")]
    if (s.battle, side) == ("kustrin", SOVIET):
        found.append(Modifier(table.column_shift_kustrin_soviet, HOUSE_KUSTRIN, "8.14d"))
    return [each for each in found if each.amount]


# --- the phase


@rule("3.1-1a", "8.17")
class BarragePhase(Decision[State], frozen=True):
    """8.1, 8.3 The phasing player fires his artillery, or changes it to Move Mode."""

    words = "Barrage Phase: select a target hex, or artillery to switch to Move Mode"
    under = "8.14a"
    labels = {Done: "End Barrage Phase"}
    clicks = (Bombard, Limber)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Bombard(hex) for hex in bombardable(s, self.side))
        yield from (Limber(unit) for unit in self.limberable(s))
        yield Done()

    def limberable(self, s: State) -> list[UnitId]:
        found = (s.units.get(id) for id in s.game.artillery[self.side])
        return [unit.id for unit in found if unit is not None and self.why_not_limber(s, unit) is None]

    @rule("3.1-1b", "7.66c", "8.32")
    def why_not_limber(self, s: State, unit: Unit) -> No | None:
        """8.32 Artillery that does not fire may change to Move Mode, on any turn."""
        if unit.side != self.side or not unit.hex or not s.counter(unit.id).artillery:
            return NOT_YOUR_GUN
        if unit.move_mode:
            return IN_MOVE_MODE
        return FIRED_NO_LIMBER if unit.aim else None

    def over(self, s: State) -> bool:
        return not self.limberable(s) and not bombardable(s, self.side)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Bombard(hex):
                s.enter(PlanBarrage(self.side, hex))
            case Limber(unit):
                s.mark(unit, move_mode=True)
                s.tell_of(unit, ChangedMode(unit, "move_mode"), rule="8.32")
            case _:
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Bombard(hex) if s.ground.in_play(hex):
                return why_not_bombard(s, self.side, hex) or why_no_gun(s, self.side, hex)
            case Bombard(_):
                return OUT_OF_PLAY
            case Limber(unit) if unit in s.units:
                return self.why_not_limber(s, s.units[unit])
            case Unlimber(_):
                return ONLY_AT_NIGHT
        return None

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        if not bombardable(s, self.side):
            return ()
        return tuple(Reminder(has_not_fired(s.game, gun.id), gun.hex, gun.id) for gun in guns(s, self.side))


@rule("8.14a", "8.18a")
class PlanBarrage(Decision[State], frozen=True):
    """8.14 The firer names the artillery that fires at the hex; all of it together."""

    words = "select artillery to fire at {hex}"
    under = "8.14a"
    labels = {Commit: "Fire", Cancel: "Cancel barrage"}
    unordered = True
    clicks = (Pick,)
    hex: Hex
    guns: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(committed=self.guns, hexes=(self.hex,))

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(gun) for gun in guns_on(s, self.side, self.hex) if gun not in self.guns)
        if self.column(s) >= 0:
            yield Commit()
        yield Cancel()

    def column(self, s: State) -> int:
        return barrage_column(s, self.side, barrage_strength(s, self.hex, self.guns))

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Pick):
            s.become(replace(self, guns=(*self.guns, action.unit)))
            return
        s.leave()
        if isinstance(action, Commit):
            s.enter(IndirectFire(side=self.side, hex=self.hex, guns=self.guns))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in self.guns:
                return FIRES_ALREADY
            case Pick(unit) if unit in s.units:
                return why_not_gun(s, self.side, s.units[unit]) or OUT_OF_RANGE
            case Commit():
                return TOO_WEAK if self.guns else NAME_GUNS
        return None

    def forecast(self, s: State) -> Forecast | None:
        if self.column(s) < 0:
            return None
        table = s.tables.fire
        terrain = s.ground.board.terrain[self.hex]
        modifiers = barrage_modifiers(s, self.side)
        if s.tables.terrain[terrain].halves_barrage:
            modifiers.insert(0, Modifier(s.tables.barrage.cover_divisor, terrain, "8.14b", "half"))
        return Forecast(
            title=barrage_on(s.game, self.hex),
            attack=str(barrage_strength(s, self.hex, self.guns)),
            defence=terrain,
            columns=table.columns,
            column=table.columns[self.column(s)],
            rows=tuple((str(die), tuple(cell.text for cell in row)) for die, row in table.cells.items()),
            modifiers=tuple(modifiers),
            commit=Commit(),
        )


class IndirectFire(Procedure[State], frozen=True):
    """8.14 One barrage on one hex."""

    side: Side
    hex: Hex
    guns: tuple[UnitId, ...]

    @rule("8.14a", "8.15a", "8.15b", "8.18b", "6.13c")
    def resolve(self, s: State) -> None:
        """8.14 One die for the hex; every soft unit in it suffers, those that fled here too (8.18b)."""
        for gun in self.guns:
            s.mark(gun, aim=self.hex)
        uncover(s, [s.units[gun] for gun in self.guns])
        suffering = [unit for unit in s.units_in(self.hex) if affected(s, unit)]
        if not suffering:
            s.reveal()
            s.tell(FiredInVain(self.hex, self.guns), rule="6.13c")
            return
        uncover(s, suffering)
        strength = barrage_strength(s, self.hex, self.guns)
        modifiers = barrage_modifiers(s, self.side)
        column = fire_column(s, strength, total(modifiers, "shift"))
        die = s.roll(6)
        modified = die + total(modifiers, "drm")
        cell = s.tables.fire.at(modified, column)
        told = Barraged(
            hex=self.hex,
            guns=self.guns,
            strengths=tuple([s.values(s.units[gun]).cs for gun in self.guns]),
            cover=cover(s, self.hex),
            strength=strength,
            columns=s.tables.fire.columns,
            first=fire_column(s, strength, 0),
            last=column,
            modifiers=tuple(modifiers),
            die=die,
            modified=modified,
            cell=cell,
        )
        s.tell(told, rule="8.14a")
        apply_effect(s, FOE[self.side], tuple(unit.id for unit in suffering), cell.effect, "barrage")

    sequence = (resolve,)


@rule("3.1-11b", "8.35", "10.28", "7.66c")
class NightBatteries(Decision[State], frozen=True):
    """8.35 In the Rally Phase of the Night turn artillery may return to Fire Mode."""

    words = "Rally Phase: select artillery to switch to Fire Mode"
    under = "8.35"
    labels = {Done: "End Rally Phase"}
    clicks = (Unlimber,)

    def limbered(self, s: State) -> list[UnitId]:
        found = (s.units.get(id) for id in s.game.artillery[self.side])
        return [unit.id for unit in found if unit is not None and unit.hex and unit.move_mode]

    def options(self, s: State) -> Iterator[Action]:
        yield from (Unlimber(unit) for unit in self.limbered(s))
        yield Done()

    def over(self, s: State) -> bool:
        return not self.limbered(s)

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Unlimber):
            s.mark(action.unit, move_mode=False)
            s.tell_of(action.unit, ChangedMode(action.unit, "fire_mode"), rule="8.35")
        else:
            s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Unlimber(unit) if unit in s.units:
                gun = s.units[unit]
                ours = gun.side == self.side and gun.hex and s.counter(unit).artillery
                return IN_FIRE_MODE if ours else NOT_YOUR_GUN
            case Limber(_):
                return ONLY_IN_BARRAGE
        return None
