"""9.0 Combat: assembling an attack and resolving it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from bridgehead.core.actions import Action, Attack, Cancel, Commit, Done, Pick
from bridgehead.core.flow import Decision, Forecast, Procedure, Reminder, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Die, Hex, Hexside, Side, UnitId, replace
from bridgehead.core.words import say
from bridgehead.games.koenigsberg1945.model.actions import FullAttack, NormalAttack, RetreatFrom
from bridgehead.games.koenigsberg1945.model.data import CombatResult, camp_of
from bridgehead.games.koenigsberg1945.model.events import (
    AttackCancelled,
    AttackersStay,
    AttackResolved,
    CannotRetreat,
    LossIgnored,
    RetreatIgnored,
    StarSpared,
)
from bridgehead.games.koenigsberg1945.model.state import ANY, COMBAT, FOE, State
from bridgehead.games.koenigsberg1945.model.words import AttackOn, AttackOnCovered, effect
from bridgehead.games.koenigsberg1945.rules.advance import AdvanceAfterCombat
from bridgehead.games.koenigsberg1945.rules.air import NOT_ALONE, air_options, fly, why_not_fly
from bridgehead.games.koenigsberg1945.rules.losses import ATTACK, DEFENCE, StepLosses, standing
from bridgehead.games.koenigsberg1945.rules.odds import (
    Odds,
    Shelter,
    attack_strength,
    halved,
    halvings,
    odds,
    odds_name,
    reckoned,
    shelter,
)
from bridgehead.games.koenigsberg1945.rules.orders import ENEMY_UNIT, NOT_ACTIVATED, orders
from bridgehead.games.koenigsberg1945.rules.retreat import Retreat
from bridgehead.games.koenigsberg1945.rules.special import HIPPER_ALONE, fire_hipper, why_not_hipper
from bridgehead.games.koenigsberg1945.rules.victory import release_by_attack

NO_TARGET = No("9.0b", "no enemy combat unit is there; empty hexes and lone HQs can't be attacked")
NOT_ADJACENT = No("9.0a", "this unit is not adjacent to the target")
NONE_ADJACENT = No("9.0a", "no activated unit is adjacent to that hex")
NOT_OVER_WATER = No("9.0e", "units can't attack across a water hexside")
HQ_CANNOT_ATTACK = No("4.0a", "an HQ is not a combat unit and can't attack")
EXTRAS_DO_NOT_ATTACK = No("4.1.3b", "the extra units moved by HGM may not attack")
COMMITTED = No("9.2.1b", "this unit is already in the attack")
ATTACKED_ALREADY = No("9.2.1b", "this unit has already attacked in this segment")
ALL_HAVE_ATTACKED = No("9.2.1b", "every adjacent unit has already attacked in this segment")
BELOW_1_2 = No("9.3.3a", "the odds are below 1-2")
NO_STACK_THERE = No("9.5d", "no attackers have to retreat from that hex")
NO_ATTACK_STRENGTH = No("9.2.3b", "the attack needs a unit with an attack strength")


# --- what the defender suffers


@rule("9.1g", "9.4.4d")
def defender_loses(s: State, defenders: tuple[UnitId, ...], target: Hex, steps: int, place: Shelter) -> None:
    """The defender takes the steps of the table, less what his place ignores, before he retreats."""
    if steps and place.steps:
        s.tell(LossIgnored(target, place.place), rule=place.loss_rule)
    if steps > place.steps:
        s.enter(StepLosses(units=defenders, left=steps - place.steps, by=DEFENCE, cause="9.4.1"))


def retreat_left(s: State, defenders: tuple[UnitId, ...], target: Hex, hexes: int, place: Shelter) -> int:
    """The hexes of a retreat that the defender's place does not ignore."""
    ignored = min(hexes, place.hexes)
    if ignored and standing(s, defenders):
        s.tell(RetreatIgnored(target, ignored, place.place), rule=place.retreat_rule)
    return hexes - ignored


def mobile(s: State, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those that still stand and can move."""
    return tuple(unit for unit in standing(s, units) if s.face(unit).movement)


@rule("9.5.5a", "9.5.5b", "9.5.5c", "9.5.5d", "11.1.1", "11.1.1b")
def send_back(
    s: State,
    units: tuple[UnitId, ...],
    origin: Hex,
    hexes: int,
    hq: UnitId,
    by: str,
    mates: tuple[UnitId, ...],
) -> None:
    """Units that can move retreat, with the headquarters; each that cannot pays a step for every hex."""
    going = mobile(s, units)
    if going:
        s.enter(Retreat(units=going, hq=hq, origin=origin, total=hexes, by=by, mates=mates))
    for unit in standing(s, units):
        if unit not in going:
            s.tell(CannotRetreat(unit, hexes), rule="9.5.5a")
            s.enter(StepLosses(units=(unit,), left=hexes, cause="9.5.5a"))


@rule("11.1.3b", "11.1.3f", "2.5.1h")
def headquarters_lost(s: State, hq: UnitId, mates: tuple[UnitId, ...]) -> None:
    """A headquarters is lost when every combat unit stacked with it at the start of the combat is gone."""
    if hq and s.units[hq].hex and not standing(s, mates):
        s.remove_hq(hq, "11.1.3b")


def hq_in(s: State, hex: Hex) -> UnitId:
    """The headquarters in a hex, or none."""
    return next(iter(s.hqs_in(hex)), UnitId(""))


# --- one attack


class Combat(Procedure[State], frozen=True):
    """9.1 One attack: the defender's part, then the attacker's, then the advance (9.1j)."""

    side: Side
    force: Side
    target: Hex
    attackers: tuple[UnitId, ...]
    full: tuple[UnitId, ...]
    normal: tuple[UnitId, ...]
    hipper: UnitId
    defenders: tuple[UnitId, ...]
    hq: UnitId
    """The headquarters stacked with the defenders."""
    headed: tuple[tuple[UnitId, tuple[UnitId, ...]], ...]
    """The headquarters in the attackers' hexes, each with the combat units stacked with it."""
    column: int = 0
    line: int = 0
    die: Die = Die(0)
    stood: bool = True
    """The defender did not retreat (9.1c)."""

    def result(self, s: State) -> CombatResult:
        return s.game.crt[self.column][self.die - 1]

    @rule("9.1j", "9.3.3b", "11.5d", "12.1.1")
    def resolve(self, s: State) -> None:
        """One die on the column; then the defender takes his steps. The aircraft have flown in any case."""
        hipper = s.face(self.hipper).attack if self.hipper else 0
        found = odds(s, self.attackers, self.target, self.full, self.normal, hipper)
        die = s.roll(6)
        result = s.game.crt[found.column][die - 1]
        s.become(replace(self, column=found.column, line=found.line, die=die))
        self.tell(s, found, die, result)
        fly(s, self.full, self.normal)
        if self.hipper:
            fire_hipper(s)
        release_by_attack(s, self.target)
        place = shelter(s.game.ground, self.target, found.line)
        defender_loses(s, self.defenders, self.target, result.defender_steps, place)

    def tell(self, s: State, found: Odds, die: Die, result: CombatResult) -> None:
        """Who fights at half strength; then strengths, ratio, shifts, column, die and result."""
        for each in halved(s, self.attackers, self.target):
            s.tell(each.told, rule=each.rule)
        s.tell(
            AttackResolved(
                side=self.force,
                target=self.target,
                units=(*self.attackers, self.hipper) if self.hipper else self.attackers,
                attack=found.attack,
                defence=found.defence,
                odds=reckoned(s.game, found),
                column=s.tables.crt.columns[found.column],
                die=die,
                cell=result.cell,
                effect=effect(result),
            ),
            rule="9.1a",
        )

    @rule("9.1d", "9.1f", "9.1i")
    def defender_retreats(self, s: State) -> None:
        """The survivors retreat, less what their place ignores; to die on the way is to retreat."""
        place = shelter(s.game.ground, self.target, self.line)
        left = retreat_left(s, self.defenders, self.target, self.result(s).defender_retreat, place)
        if left:
            s.become(replace(self, stood=not mobile(s, self.defenders)))
            send_back(s, self.defenders, self.target, left, self.hq, DEFENCE, self.defenders)

    @rule("9.1c", "9.1e", "9.1h", "9.4.4c")
    def attacker_losses(self, s: State) -> None:
        """A starred result strikes only if the defender still stands; no place shelters attackers."""
        headquarters_lost(s, self.hq, self.defenders)
        result = self.result(s)
        stands = self.stood and bool(standing(s, self.defenders))
        if result.attacker_steps and (stands or not result.starred):
            s.enter(StepLosses(units=self.attackers, left=result.attacker_steps, by=ATTACK, cause="9.4.1"))
        elif result.attacker_steps:
            s.tell(StarSpared(self.target), rule="9.1c")

    @rule("9.5d", "9.5.7b", "11.1.1")
    def attacker_retreats(self, s: State) -> None:
        """Every unit that took part retreats from its own hex; a settlement there ignores the first."""
        self.headquarters_left(s)
        hexes = self.result(s).attacker_retreat
        alive = standing(s, self.attackers)
        stacks: list[Stack] = []
        for hex in dict.fromkeys(s.units[unit].hex for unit in alive) if hexes else ():
            left = hexes - self.ignored_by_attackers(s, hex)
            if left > 0:
                units = tuple(unit for unit in alive if s.units[unit].hex == hex)
                stacks.append((hex, left, hq_in(s, hex), units, (*s.combat_units_in(hex), *self.attackers)))
        if stacks:
            owner = s.leader(s.counter(alive[0]).force)
            s.enter(AttackersRetreat(side=owner, stacks=tuple(stacks)))

    @rule("9.5.7b")
    def ignored_by_attackers(self, s: State, hex: Hex) -> int:
        """The first hex, for those who attacked out of a village, town or city."""
        settled = s.game.ground.settled(hex)
        if settled is None or not settled.ignores_first_retreat:
            return 0
        s.tell(AttackersStay(hex, 1, s.game.ground.settlement[hex]), rule="9.5.7b")
        return 1

    @rule("9.6a", "9.6b", "9.6.2", "9.1j")
    def advance(self, s: State) -> None:
        """If the hex is empty the attackers that are left may enter it; defenders never advance."""
        self.headquarters_left(s)
        camp = s.counter(self.attackers[0]).camp
        alive = standing(s, self.attackers)
        if not s.ledger[ANY[FOE[camp]]][self.target] and not self.result(s).attacker_retreat:
            s.enter(AdvanceAfterCombat(self.side, self.target, alive, tuple(hq for hq, _ in self.headed)))

    def headquarters_left(self, s: State) -> None:
        """The headquarters of attackers that have all died is lost too."""
        for hq, mates in self.headed:
            headquarters_lost(s, hq, mates)

    sequence = (resolve, defender_retreats, attacker_losses, attacker_retreats, advance)


Stack = tuple[Hex, int, UnitId, tuple[UnitId, ...], tuple[UnitId, ...]]
"""Attackers that retreat: their hex, how far, their headquarters, the units, all they fought beside."""


class AttackersRetreat(Procedure[State], frozen=True):
    """9.5 The stacks of an attack retreat one after another, in the order their owner chooses."""

    side: Side
    stacks: tuple[Stack, ...]
    chosen: Hex = NOWHERE

    @rule("9.5a", "9.5d")
    def choose(self, s: State) -> None:
        hexes = tuple(stack[0] for stack in self.stacks)
        if len(hexes) == 1:
            s.become(replace(self, chosen=hexes[0]))
        else:
            s.enter(ChooseRetreat(self.side, hexes))

    def retreat(self, s: State) -> None:
        hex, hexes, hq, units, mates = next(stack for stack in self.stacks if stack[0] == self.chosen)
        rest = tuple(stack for stack in self.stacks if stack[0] != self.chosen)
        s.become(replace(self, stacks=rest, chosen=NOWHERE))
        send_back(s, units, hex, hexes, hq, ATTACK, mates)

    sequence = (choose, retreat)

    def again(self, s: State) -> bool:
        return bool(self.stacks)


class ChooseRetreat(Decision[State], frozen=True):
    """9.5a The owner retreats his own units: which stack goes first matters for the others."""

    words = "Retreat: select the stack of attackers to retreat next"
    under: ClassVar[str] = "9.5a"
    clicks = (RetreatFrom,)
    fills = ("chosen",)
    hexes: tuple[Hex, ...]

    def about(self, s: State) -> Subject:
        return Subject(hexes=self.hexes)

    def options(self, s: State) -> Iterator[Action]:
        yield from map(RetreatFrom, self.hexes)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, RetreatFrom)
        s.leave(chosen=action.hex)

    def why_not(self, s: State, action: Action) -> No | None:
        return NO_STACK_THERE if isinstance(action, RetreatFrom) else None


# --- decisions


@rule("9.0a", "9.0b", "9.0c", "9.0d", "9.0e", "9.0f")
class CombatSegment(Decision[State], frozen=True):
    """9.0 The active player attacks with the units activated, one attack after another."""

    words = "Combat Segment: select a hex to attack"
    under: ClassVar[str] = "9.0a"
    labels: ClassVar[Mapping[type[Action], str]] = {Done: "End Combat Segment"}
    clicks = (Attack,)
    force: Side
    units: tuple[UnitId, ...]
    """Those that have not attacked yet."""
    cruiser: bool = False
    """The headquarters has activated Admiral Hipper (11.4c)."""
    seen: tuple[Hex, ...] = ()
    """With fog of war: stacks laid open by an attack that fell below 1-2."""

    def targets(self, s: State) -> list[Hex]:
        """Enemy stacks next to a unit that can attack; a hex may be attacked again by other units."""
        found: dict[Hex, None] = {}
        ground = s.game.ground
        for unit in self.units:
            if s.face(unit).attack:
                here = s.units[unit].hex
                enemy = s.ledger[COMBAT[FOE[s.counter(unit).camp]]]
                for direction, to in enumerate(ground.board.around[here]):
                    if enemy[to] and ground.passable[here * 6 + direction]:
                        found[to] = None
        return sorted(found)

    def about(self, s: State) -> Subject:
        return Subject()  # nothing is assembled yet

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Attack, self.targets(s))
        yield Done()

    def over(self, s: State) -> bool:
        return not self.targets(s)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Attack(hex):
                able = tuple(unit for unit in self.units if why_not_join(s, unit, hex) is None)
                s.enter(AssembleAttack(self.side, self.force, hex, able, self.cruiser))
            case Done():
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Attack(hex):
                return why_not_attack(s, self.side, self.units, hex)
        return None

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(Reminder("can still be attacked", hex) for hex in self.targets(s))


@rule("9.0a", "9.0b", "9.0e", "9.2.1b", "9.2.3b")
def why_not_attack(s: State, side: Side, units: tuple[UnitId, ...], target: Hex) -> No:
    """Why none of the units left may attack a hex."""
    if not s.ledger[COMBAT[FOE[camp_of(side)]]][target]:
        return NO_TARGET
    beside = {unit: why_not_join(s, unit, target) for unit in (*units, *orders(s).attackers)}
    left = [no for unit, no in beside.items() if unit in units]
    if None in left:
        return NO_ATTACK_STRENGTH
    if None in beside.values():
        return ALL_HAVE_ATTACKED
    return NOT_OVER_WATER if NOT_OVER_WATER in left else NONE_ADJACENT


@rule("9.2.1a", "9.0e")
def why_not_join(s: State, unit: UnitId, target: Hex) -> No | None:
    """May an activated unit join an attack on a hex? Any number may, from any side they stand on."""
    here = s.units[unit].hex
    if target not in s.game.board.near[here]:
        return NOT_ADJACENT
    return None if s.game.ground.passable[s.game.ground.side(here, target)] else NOT_OVER_WATER


@rule("9.2.3a", "9.2.3b", "9.3.3a", "2.1.3b", "9.2.1b", "12.1c", "12.1d")
class AssembleAttack(Decision[State], frozen=True):
    """9.2 Units, aircraft and the cruiser are committed one by one; then the attack is resolved."""

    words = "Combat Segment: select units to attack {target}"
    under: ClassVar[str] = "9.2.1a"
    labels: ClassVar[Mapping[type[Action], str]] = {Commit: "Resolve attack", Cancel: "Cancel attack"}
    unordered: ClassVar[bool] = True
    clicks = (Pick,)
    fills = ("units", "seen")
    force: Side
    target: Hex
    able: tuple[UnitId, ...]
    cruiser: bool = False
    attackers: tuple[UnitId, ...] = ()
    full: tuple[UnitId, ...] = ()
    normal: tuple[UnitId, ...] = ()
    hipper: UnitId = UnitId("")

    def about(self, s: State) -> Subject:
        return Subject(
            committed=(*self.attackers, *self.full, *self.normal, *((self.hipper,) if self.hipper else ())),
            hexes=(self.target,),
        )

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """An air unit flies a full attack unless its player says otherwise."""
        if isinstance(on, str) and on in s.game.air:
            return FullAttack(on)
        return super().click(s, on)

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Pick, self.able)
        if self.attackers:
            yield from air_options(s, self.force, self.full, self.normal)
            if not self.hipper and why_not_hipper(s, self.cruiser, self.target) is None:
                yield Pick(UnitId(s.tables.hipper.unit))
            if self.why_not_commit(s) is None:
                yield Commit()
        yield Cancel()

    def odds(self, s: State) -> Odds:
        hipper = s.face(self.hipper).attack if self.hipper else 0
        return odds(s, self.attackers, self.target, self.full, self.normal, hipper)

    def why_not_commit(self, s: State) -> No | None:
        """An attack needs strength, and odds of 1-2; those of a covered stack are not known yet."""
        if not any(s.face(unit).attack for unit in self.attackers):
            return NO_ATTACK_STRENGTH
        if self.covered(s):
            return None
        return BELOW_1_2 if self.odds(s).column < 0 else None

    def covered(self, s: State) -> bool:
        """Does fog of war cover part of the stack?"""
        segment = s.flow[-2]
        assert isinstance(segment, CombatSegment)
        return s.fog and len(s.stacks[self.target]) > 1 and self.target not in segment.seen

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit) if unit == s.tables.hipper.unit:
                s.become(replace(self, hipper=unit))
            case Pick(unit):
                able = tuple(each for each in self.able if each != unit)
                s.become(replace(self, able=able, attackers=(*self.attackers, unit)))
            case FullAttack(unit):
                s.become(replace(self, full=(*self.full, unit)))
            case NormalAttack(unit):
                s.become(replace(self, normal=(*self.normal, unit)))
            case Commit():
                self.commit(s)
            case Cancel():
                s.leave()

    def commit(self, s: State) -> None:
        """The attack is made; or it falls below 1-2, spends nothing and leaves its units free to attack."""
        found = self.odds(s)
        segment = s.flow[-2]
        assert isinstance(segment, CombatSegment)
        if found.column < 0:
            s.reveal()
            s.leave(seen=(*segment.seen, self.target))
            s.tell(AttackCancelled(self.target, reckoned(s.game, found)), rule="9.3.3a")
            return
        s.leave(units=tuple(unit for unit in segment.units if unit not in self.attackers))
        s.enter(
            Combat(
                side=self.side,
                force=self.force,
                target=self.target,
                attackers=self.attackers,
                full=self.full,
                normal=self.normal,
                hipper=self.hipper,
                defenders=s.combat_units_in(self.target),
                hq=hq_in(s, self.target),
                headed=self.headed(s),
            )
        )

    def headed(self, s: State) -> tuple[tuple[UnitId, tuple[UnitId, ...]], ...]:
        hexes = dict.fromkeys(s.units[unit].hex for unit in self.attackers)
        return tuple((hq, s.combat_units_in(hex)) for hex in hexes for hq in s.hqs_in(hex))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Commit():
                return self.why_not_commit(s)
            case Pick(unit) if unit in s.units:
                return self.why_not_pick(s, unit)
            case FullAttack(unit) | NormalAttack(unit):
                no = why_not_fly(s, self.force, self.full, self.normal, unit)
                return no if no or self.attackers else NOT_ALONE
        return None

    def why_not_pick(self, s: State, unit: UnitId) -> No | None:
        segment = s.flow[-2]
        assert isinstance(segment, CombatSegment)
        if unit == s.tables.hipper.unit:
            no = why_not_hipper(s, self.cruiser, self.target)
            return no or (COMMITTED if self.hipper else HIPPER_ALONE)
        if unit in self.attackers:
            return COMMITTED
        if s.counter(unit).camp != camp_of(self.side):
            return ENEMY_UNIT
        if s.counter(unit).headquarters:
            return HQ_CANNOT_ATTACK
        if unit in segment.units:
            return why_not_join(s, unit, self.target)
        if unit in orders(s).attackers:
            return ATTACKED_ALREADY
        return EXTRAS_DO_NOT_ATTACK if unit in orders(s).extras else NOT_ACTIVATED

    def forecast(self, s: State) -> Forecast | None:
        if not self.attackers:
            return None
        if self.covered(s):
            strength = attack_strength(s, self.attackers, self.target, 0)
            title = say(s.game, AttackOnCovered(self.target))
            return Forecast(title=title, attack=str(strength), defence="?", commit=None)
        found = self.odds(s)
        crt = s.tables.crt
        rows = tuple(
            (str(die), tuple(crt.results[name][die - 1] for name in crt.columns)) for die in range(1, 7)
        )
        return Forecast(
            title=say(s.game, AttackOn(self.target)),
            attack=str(found.attack),
            defence=str(found.defence),
            odds=odds_name(s.game, found.first),
            columns=crt.columns,
            column=crt.columns[found.column] if found.column >= 0 else "",
            rows=rows,
            modifiers=(*halvings(s, self.attackers, self.target), *found.modifiers),
            commit=Commit() if found.column >= 0 else None,
        )
