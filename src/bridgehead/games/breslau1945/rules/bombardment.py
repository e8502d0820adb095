"""8.2 Artillery bombardment and airstrikes of the Red Army; with 10.7 to 10.9, which share Phase 3."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Cancel, Commit, Done, Pick
from bridgehead.core.flow import Decision, Forecast, Reminder, Subject
from bridgehead.core.refusal import Modifier, No
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import NOWHERE, Hex, Hexside, UnitId, replace
from bridgehead.core.words import counted, printed_with_name
from bridgehead.games.breslau1945.model.actions import (
    Airstrike,
    Antifascists,
    Bombard,
    NightRaid,
    Spend,
    Split,
    StrikeDepots,
)
from bridgehead.games.breslau1945.model.charts import Tables
from bridgehead.games.breslau1945.model.data import GERMAN
from bridgehead.games.breslau1945.model.events import (
    Airstruck,
    AlreadyDisorganised,
    Bombarded,
    DepotsStruck,
    Disorganised,
    Infiltrated,
    NoSupplyToLose,
    Raided,
    SplitUp,
    SupplyLost,
)
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE, State, lose_supply, with_figures
from bridgehead.games.breslau1945.rules.attack import become_fanatic

NO_TARGET = No("8.2.6f", "no German unit is in this hex")
NO_POINTS = No("8.2.4a", "no airstrike points are left")
TOO_MANY_POINTS = No("8.2.4a", "not enough airstrike points: {left} left")
NO_NUMBER = No("8.2.4a", "an airstrike needs at least one airstrike point")
BOMBED = No("8.2.12", "this hex has already suffered an airstrike this phase")
AFTER_GUNS = No("8.2.12", "this hex has already been bombarded; an airstrike must come first")
SHELLED = No("8.2.12", "this hex has already been bombarded this phase")
NO_GUNS = No("8.2.6h", "no artillery on the map can still bombard this phase")
NOT_A_GUN = No("3.0h", "only Red Army artillery units can bombard")
ALREADY_IN = No("8.2.6h", "this artillery is already part of this bombardment")
HAS_FIRED = No("8.2.6h", "this artillery has already bombarded this phase")
GUN_OFF_MAP = No("8.2.6f", "this artillery is not on the map")
NO_GUN_CHOSEN = No("8.2.6b", "select at least one artillery unit first")
PO2_USED = No("10.9.1b", "all Po-2 have been used this turn")
NOT_GERMAN = No("10.9.1c", "a Po-2 can attack only a German unit on the map")
NO_ANTIFASCIST_TARGET = No("10.7", "antifascists can disorganize only a German unit on the map")
NOT_BESIDE = No("10.7", "no Red Army unit is adjacent to this unit")
GONE = No("10.7", "the antifascists have already been used this game")
NOT_ROCKETS = No("10.8b", "only a BM-13 artillery unit can be converted to infantry support")
ROCKETS_OFF_MAP = No("10.8b", "this BM-13 unit is not on the map")
ROCKETS_FIRED = No("10.8b", "this BM-13 unit has already bombarded this turn")

EACH_POINT = "1 for each airstrike point"
EACH_GUN = "1 for each artillery unit, whatever its caliber"

DEPOT_LOSS = 1
"""What a strike on the depots costs the garrison (8.2.14)."""


# --- the table (8.2.6)


@rule("8.2.6c", "8.2.6d", "2.4")
def column(printed: Tables, strength: int) -> int:
    """The column of a strength."""
    index = len(printed.strengths) - 1
    while printed.strengths[index] > strength:
        index -= 1
    return index


@rule("8.2.6c", "8.2.6d", "8.2.6g")
def succeeds(printed: Tables, strength: int, die: int) -> bool:
    return printed.hits[column(printed, strength)][die - 1]


@rule("8.2.6e", "8.2.7", "8.2.8c", "10.2.4", "10.6e")
def strike(s: State, hex: Hex, points: int, guns: tuple[UnitId, ...] = ()) -> None:
    """Roll for a hex: all units in it are Disorganized, or nothing happens and star units harden."""
    die = s.roll(6)
    strength = points or len(guns)
    hit = succeeds(s.tables, strength, die)
    outcome = "disorganised" if hit else "no_effect"
    name = column_name(s, strength)
    if guns:
        s.tell(Bombarded(hex, guns, strength, name, die, outcome), rule="8.2.6c")
    else:
        s.tell(Airstruck(hex, points, s.tracks["air"], name, die, outcome), rule="8.2.6c")
    if hit:
        disorganise(s, s.stacks[hex])
    else:
        become_fanatic(s, s.stacks[hex])


def column_name(s: State, strength: int) -> str:
    return s.tables.bombardment.columns[column(s.tables, strength)]


@rule("8.2.6d")
def table(s: State, title: str, attack: str, defence: str) -> Forecast:
    """The table as it is shown before a strength is named."""
    hits = s.tables.hits
    return Forecast(
        title=title,
        attack=attack,
        defence=defence,
        columns=s.tables.bombardment.columns,
        rows=tuple((str(die), tuple("S" if each[die - 1] else "-" for each in hits)) for die in range(1, 7)),
    )


@rule("8.2.6b", "8.2.6d")
def lit(s: State, shown: Forecast, strength: int, part: Modifier, commit: Action) -> Forecast:
    """The table with the column of a strength marked."""
    return replace(
        shown,
        attack=f"strength {strength}",
        odds=f"{sum(s.tables.hits[column(s.tables, strength)])} in 6",
        column=column_name(s, strength),
        modifiers=(part,),
        commit=commit,
    )


def garrison_of(s: State, hex: Hex) -> str:
    return f"{counted(len(s.stacks[hex]), 'unit')} in {printed_with_name(s.game, hex)}"


@rule("8.2.6e", "8.2.7")
def disorganise(s: State, targets: tuple[UnitId, ...]) -> None:
    shaken = tuple(id for id in targets if not s.units[id].disorganised)
    for id in shaken:
        s.mark(id, disorganised=True)
    if shaken:
        s.tell(Disorganised(shaken), rule="8.2.6e")
    else:
        s.tell(AlreadyDisorganised(targets), rule="8.2.7")


# --- the phase (4.4.3)


@rule("3.0h", "8.2.1a", "8.2.6f", "8.2.6h")
def ready_guns(s: State) -> list[UnitId]:
    """The artillery units on the map that have not bombarded."""
    units = s.units
    return [id for id in s.tables.guns if units[id].hex and not units[id].fired]


@rule("4.4.3", "8.1", "8.2.4b", "8.2.6a", "8.2.6f", "8.2.12", "8.2.13", "10.7", "10.8a", "10.9.1a")
class BombardmentPhase(Decision[State], frozen=True):
    """Airstrikes, bombardments, night raids and ruses, in any order."""

    words = "Bombardment Phase: select a target hex or special attack"
    under = "4.4.3"
    labels = {Done: "End Bombardment Phase"}
    bombed: frozenset[Hex] = frozenset()
    shelled: frozenset[Hex] = frozenset()

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """Guns first, aircraft where no guns can; against a unit a night raid; own rockets are split.

        Each leads to a question that can still be given up: a click rolls no die and spends nothing."""
        if isinstance(on, int):
            return (
                Bombard(on) if self.why_not_bombard(s, on) is None or not s.tracks["air"] else Airstrike(on)
            )
        if isinstance(on, str):
            return Split(on) if s.units[on].side == self.side else NightRaid(on)
        return None

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        targets = german_hexes(s)
        airstrikes, bombards, stacks = s.tables.airstrikes, s.tables.bombards, s.stacks
        guns = ready_guns(s)
        if s.tracks["air"]:
            done = self.bombed | self.shelled
            yield from [airstrikes[hex] for hex in targets if hex not in done]
            yield StrikeDepots()
        if guns:
            yield from [bombards[hex] for hex in targets if hex not in self.shelled]
        if s.tracks["po2"]:
            raids = s.tables.raids
            yield from [raids[id] for hex in targets for id in stacks[hex]]
        if s.tracks["antifascists"]:
            beside = s.ledger["near_soviet"]
            infiltrations = s.tables.infiltrations
            yield from [infiltrations[id] for hex in targets if beside[hex] for id in stacks[hex]]
        yield from [Split(id) for id in guns if s.game.counters[id].splits]
        yield Done()

    def take(self, s: State, action: Action) -> None:
        match action:
            case Airstrike(hex):
                s.enter(AirStrength(self.side, self.bombed, hex))
            case StrikeDepots():
                s.enter(AirStrength(self.side, self.bombed))
            case Bombard(hex):
                s.enter(Bombardment(self.side, hex, self.shelled))
            case NightRaid(unit):
                s.enter(NightAttack(self.side, unit))
            case Antifascists(unit):
                s.enter(Infiltration(self.side, unit))
            case Split(unit):
                s.enter(Conversion(self.side, unit))
            case _:
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Airstrike(hex):
                return self.why_not_airstrike(s, hex)
            case StrikeDepots():
                return NO_POINTS
            case Bombard(hex):
                return self.why_not_bombard(s, hex)
            case NightRaid(unit):
                return PO2_USED if german_on_map(s, unit) else NOT_GERMAN
            case Antifascists(unit):
                if not s.tracks["antifascists"]:
                    return GONE
                return NOT_BESIDE if german_on_map(s, unit) else NO_ANTIFASCIST_TARGET
            case Split(unit):
                return why_not_split(s, unit)
        return OUT_OF_PHASE

    def why_not_airstrike(self, s: State, hex: Hex) -> No | None:
        if not holds_germans(s, hex):
            return NO_TARGET
        if hex in self.bombed:
            return BOMBED
        if hex in self.shelled:
            return AFTER_GUNS
        return None if s.tracks["air"] else NO_POINTS

    def why_not_bombard(self, s: State, hex: Hex) -> No | None:
        if not holds_germans(s, hex):
            return NO_TARGET
        if hex in self.shelled:
            return SHELLED
        return None if ready_guns(s) else NO_GUNS

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        points = s.tracks["air"]
        air = (Reminder(f"unused airstrike points will be lost: {points}"),) if points else ()
        guns = tuple(Reminder("can still bombard", s.units[id].hex, id) for id in ready_guns(s))
        return (*air, *guns)


def german_hexes(s: State) -> list[Hex]:
    germans = s.ledger["german"]
    return [hex for hex in s.stacks if germans[hex]]


def holds_germans(s: State, hex: Hex) -> bool:
    return bool(s.ledger["german"][hex])


def german_on_map(s: State, id: UnitId) -> bool:
    return s.units[id].side == GERMAN and bool(s.units[id].hex)


@rule("8.2.2", "8.2.4a", "8.2.6b", "8.2.14")
class AirStrength(Decision[State], frozen=True):
    """How many airstrike points are spent on the hex, or on depots where no hex is named."""

    words = "Bombardment Phase: select how many airstrike points to spend"
    under = "8.2.6b"
    fills = ("bombed",)
    labels = {Cancel: "Cancel airstrike"}
    bombed: frozenset[Hex]
    hex: Hex = NOWHERE

    def about(self, s: State) -> Subject:
        return Subject(hexes=(self.hex,) if self.hex else ())

    def options(self, s: State) -> Iterator[Action]:
        for points in range(1, s.tracks["air"] + 1):
            yield Spend(str(points))
        yield Cancel()

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, Spend):
            s.leave()
            return
        points = int(action.choice)
        s.leave(bombed=self.bombed | {self.hex} if self.hex else self.bombed)
        s.track("air", s.tracks["air"] - points)
        if self.hex:
            strike(s, self.hex, points)
        else:
            strike_depots(s, points)

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Spend):
            return OUT_OF_PHASE
        if not action.choice.isdigit() or not int(action.choice):
            return NO_NUMBER
        return with_figures(TOO_MANY_POINTS, left=s.tracks["air"])

    def forecast(self, s: State) -> Forecast:
        """The table, while no number is chosen yet."""
        points = s.tracks["air"]
        return table(s, self.title, f"strength 1–{points}" if points > 1 else "strength 1", self.target(s))

    def forecast_of(self, s: State, action: Action) -> Forecast | None:
        if not isinstance(action, Spend):
            return None
        points = int(action.choice)
        return lit(s, self.forecast(s), points, Modifier(points, EACH_POINT, "8.2.6b", "add"), action)

    @property
    def title(self) -> str:
        return "Airstrike" if self.hex else StrikeDepots.words

    def target(self, s: State) -> str:
        return garrison_of(s, self.hex) if self.hex else f"Supply {s.tracks['supply']}"


@rule("8.2.13", "8.2.14", "8.2.14b", "6.1b")
def strike_depots(s: State, points: int) -> None:
    """The same table; a success costs the garrison one level of Supply."""
    die = s.roll(6)
    hit = succeeds(s.tables, points, die)
    outcome = "hit" if hit else "no_effect"
    name = column_name(s, points)
    s.tell(DepotsStruck(points, s.tracks["air"], name, die, outcome), rule="8.2.14")
    if hit:
        if not s.tracks["supply"]:
            s.tell(NoSupplyToLose(), rule="8.2.14b")
            return
        lose_supply(s, DEPOT_LOSS)
        s.tell(SupplyLost(DEPOT_LOSS, s.tracks["supply"]), rule="8.2.14")


@rule("8.2.6b", "8.2.6h", "8.2.10", "3.0h", "8.2.1b")
class Bombardment(Decision[State], frozen=True):
    """The guns that fire at the hex; each counts one, whatever its calibre."""

    words = "Bombardment Phase: select artillery to bombard {hex}"
    under = "8.2.6b"
    clicks = (Pick,)
    fills = ("shelled",)
    labels = {Commit: "Bombard", Cancel: "Cancel bombardment"}
    unordered = True
    hex: Hex
    shelled: frozenset[Hex]
    guns: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(committed=self.guns, hexes=(self.hex,))

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        yield from (picks[id] for id in ready_guns(s) if id not in self.guns)
        if self.guns:
            yield Commit()
        yield Cancel()

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(replace(self, guns=(*self.guns, unit)))
            case Commit():
                s.leave(shelled=self.shelled | {self.hex})
                for gun in self.guns:
                    s.mark(gun, fired=True)
                strike(s, self.hex, 0, self.guns)
            case _:
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        if isinstance(action, Commit):
            return NO_GUN_CHOSEN
        if not isinstance(action, Pick):
            return OUT_OF_PHASE
        if action.unit not in s.tables.guns:
            return NOT_A_GUN
        if not s.units[action.unit].hex:
            return GUN_OFF_MAP
        return ALREADY_IN if action.unit in self.guns else HAS_FIRED

    def forecast(self, s: State) -> Forecast | None:
        if not self.guns:
            return None
        strength = len(self.guns)
        shown = table(s, "Bombardment", "", garrison_of(s, self.hex))
        return lit(s, shown, strength, Modifier(strength, EACH_GUN, "8.2.6b", "add"), Commit())


# --- other means of Phase 3 (10.7 to 10.9)


class Confirmation(Decision[State], frozen=True):
    """A unit is named; nothing is rolled or spent before the player says so once more."""

    unit: UnitId

    def about(self, s: State) -> Subject:
        return Subject(hexes=(s.units[self.unit].hex,))

    def options(self, s: State) -> list[Action]:
        return [Commit(), Cancel()]

    def take(self, s: State, action: Action) -> None:
        s.leave()
        if isinstance(action, Commit):
            self.carry_out(s)

    def carry_out(self, s: State) -> None:
        """What was confirmed happens."""
        raise NotImplementedError

    def why_not(self, s: State, action: Action) -> No | None:
        return OUT_OF_PHASE


@rule("10.9.1a", "10.9.1c")
class NightAttack(Confirmation, frozen=True):
    words = "Bombardment Phase: Po-2 attack on {unit}"
    under = "10.9.1a"
    labels = {Commit: "Resolve Po-2 attack", Cancel: "Cancel Po-2 attack"}

    def carry_out(self, s: State) -> None:
        night_raid(s, self.unit)

    def forecast(self, s: State) -> Forecast | None:
        faces = s.tables.special.po2_success
        rows = tuple((str(die), ("success" if die in faces else "no effect",)) for die in range(1, 7))
        return Forecast(
            title="Po-2 attack",
            attack="Po-2",
            defence=s.game.names[self.unit],
            odds=f"{len(faces)} in 6",
            columns=("result",),
            column="result",
            rows=rows,
            commit=Commit(),
        )


@rule("10.7")
class Infiltration(Confirmation, frozen=True):
    words = "Bombardment Phase: antifascists disorganize {unit} without a roll (once per game)"
    under = "10.7"
    labels = {Commit: "Use antifascists", Cancel: "Keep antifascists"}

    def carry_out(self, s: State) -> None:
        antifascists(s, self.unit)


@rule("10.8b")
class Conversion(Confirmation, frozen=True):
    words = "Bombardment Phase: {unit} leaves the game for two infantry support units"
    under = "10.8a"
    labels = {Commit: "Convert to infantry support", Cancel: "Keep the rockets"}

    def carry_out(self, s: State) -> None:
        split(s, self.unit)


@rule("10.9.1a", "10.9.1b", "10.9.1c", "10.6f")
def night_raid(s: State, target: UnitId) -> None:
    """A Po-2 disorganises one unit on a 3 or 4; a failure hardens nobody."""
    s.track("po2", s.tracks["po2"] - 1)
    die = s.roll(6)
    faces = s.tables.special.po2_success
    hit = die in faces
    needs = " or ".join(map(str, faces))
    outcome = "disorganised" if hit else "no_effect"
    s.tell(Raided(target, s.units[target].hex, die, needs, outcome, s.tracks["po2"]), rule="10.9.1a")
    if hit:
        disorganise(s, (target,))


@rule("10.7", "10.7b")
def antifascists(s: State, target: UnitId) -> None:
    """Once a game one German unit next to the Red Army is Disorganised without a roll."""
    s.track("antifascists", 0)
    s.tell(Infiltrated(target, s.units[target].hex), rule="10.7")
    disorganise(s, (target,))


@rule("10.8b")
def why_not_split(s: State, id: UnitId) -> No | None:
    """Why a unit cannot be broken up."""
    if not s.game.counters[id].splits:
        return NOT_ROCKETS
    if not s.units[id].hex:
        return ROCKETS_OFF_MAP
    return ROCKETS_FIRED if s.units[id].fired else None


@rule("10.8a", "10.8b")
def split(s: State, id: UnitId) -> None:
    """A BM-13 unit leaves the game; its two support units stand in its hex."""
    hex = s.units[id].hex
    parts = s.game.counters[id].splits
    s.send(id, ELIMINATED)
    for part in parts:
        s.put(part, hex)
    s.tell(SplitUp(id, parts, hex), rule="10.8a")
