"""10.1, 10.2 The Combat Segment: naming attacks and assembling them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Attack, Cancel, Choose, Commit, Done, Drop, Pick
from bridgehead.core.flow import Decision, Forecast, Reminder, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.core.words import printed_with_name
from bridgehead.games.eastprussia1914.model.data import FOE, GERMAN, RUSSIAN
from bridgehead.games.eastprussia1914.model.events import AttackCancelled
from bridgehead.games.eastprussia1914.model.state import (
    COMBAT,
    ISOLATED,
    State,
    Unit,
    is_garrison,
    is_hq,
    is_lone_hq,
)
from bridgehead.games.eastprussia1914.model.words import ATTACK_ON, BELOW_THE_TABLE
from bridgehead.games.eastprussia1914.rules.command import GARRISON
from bridgehead.games.eastprussia1914.rules.fog import foggy, unseen_by
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.odds import attack_strength, attackers_halved, odds
from bridgehead.games.eastprussia1914.rules.results import AIRMEN_HELP, GUNS_HELP, Combat
from bridgehead.games.eastprussia1914.rules.special import AIRMEN, GUNS
from bridgehead.toolkit.combat import Odds

ENEMYS = No("10.1.1", "this is an enemy unit")
OFF_MAP = No("10.1.1", "this unit is not on the map")
HAS_ATTACKED = No("10.1.2", "this unit has already attacked in this activation")
NOT_A_FIGHTER = No("10.1.1", "this unit is not activated now")
MARCHED = No("6.3.4", "this unit used strategic or rail movement and may not attack in the same activation")
MOVED_FREELY = No("4.2.6", "this unit was moved by AOK8 itself and may not attack")
STAFF = No("12.1a", "an HQ takes no part in attacks")
IN_ALREADY = No("10.1.2", "this unit is already in the attack")
NOT_IN = No("10.1.2", "this unit is not in the attack")
NOT_NEXT = No("10.1.1", "none of your combat units is adjacent to that hex")
UNIT_NOT_NEXT = No("10.1.1", "this unit is not adjacent to the target hex")
LAKE_BETWEEN = No("10.1.7", "attacks may not cross a lake hexside or be made out of or into water")
ALREADY_ATTACKED = No("10.1.3", "this hex has already been attacked in this Combat Segment")
HQ_ALONE = No("10.1.5", "a hex holding only an HQ can't be attacked; it can be overrun")
NO_ENEMY = No("10.1.1", "no enemy combat unit is in that hex")
BELOW_TABLE = No("10.3.4a", "after all shifts the attack is below 1:2")
NO_STRENGTH = No("10.1.6", "at least one attacker needs an attack strength above 0")
ISOLATED_FIGHTER = No("10.1.6", "this unit is isolated and may not attack")
NO_AIRMEN = No("18.2b", "no airmen's report is available")
NO_GUNS = No("18.2b", "no massed guns are available")


@rule("10.1.1", "10.1.7")
def targets_of(s: State, unit: UnitId, side: Side) -> list[Hex]:
    """10.1.1 The enemy-held hexes next to a unit, not across lakes (10.1.7)."""
    here, held, ground = s.units[unit].hex, s.ledger[COMBAT[FOE[side]]], s.ground
    around = ground.board.around[here]
    return [to for d, to in enumerate(around) if held[to] and not ground.barred[here * 6 + d]]


@rule("10.1.1", "10.1.2", "10.1.3", "10.1.5", "10.1.8")
class CombatSegment(Decision[State], frozen=True):
    """10.1 The active player attacks, one hex after another, or ends the segment."""

    words = "Combat Segment: select a hex to attack"
    under = "10.1.1"
    clicks = (Attack,)
    fills = ("fought",)
    labels: ClassVar = {Done: "End Combat Segment"}
    hq: UnitId
    fighters: tuple[UnitId, ...]
    """10.1.2 The units that may still attack."""
    attacked: tuple[Hex, ...] = ()
    fought: tuple[UnitId, ...] = ()
    tired: tuple[UnitId, ...] = ()
    """6.3.4, 6.4.3 The units that marched or went by rail."""
    free: tuple[UnitId, ...] = ()
    """4.2.6 The units that AOK8 moved."""

    def about(self, s: State) -> Subject:
        return Subject(unit=self.hq)

    def neighbours(self, s: State, target: Hex) -> tuple[UnitId, ...]:
        """The fighters that can reach a target."""
        return tuple(unit for unit in self.fighters if target in targets_of(s, unit, self.side))

    def possible(self, s: State) -> dict[Hex, tuple[UnitId, ...]]:
        """Enemy hexes next to fighters, with those who could join."""
        found: dict[Hex, tuple[UnitId, ...]] = {}
        for unit in self.fighters:
            for target in targets_of(s, unit, self.side):
                found[target] = (*found.get(target, ()), unit)
        return found

    def options(self, s: State) -> Iterator[Action]:
        for target, units in self.possible(s).items():
            if self.why_not_target(s, target, units) is None:
                yield Attack(target)
        yield Done()

    @rule("10.1.3", "10.3.4a", "17.1")
    def why_not_target(self, s: State, target: Hex, units: tuple[UnitId, ...]) -> No | None:
        """10.3.4a Refused if even all together stay below 1:2; under fog nobody can know (17.1)."""
        if target in self.attacked:
            return ALREADY_ATTACKED
        if foggy(s):
            return None
        guns = GUNS_HELP if guns_at_hand(s, self.side) else ""
        return BELOW_TABLE if odds(s, self.side, self.hq, units, target, guns).column < 0 else None

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Attack(hex) if hex in s.ground.board:
                return self.why_not_attack(s, hex)
        return None

    def why_not_attack(self, s: State, hex: Hex) -> No | None:
        if hex in s.ground.impassable:
            return LAKE_BETWEEN
        if is_lone_hq(s, hex, FOE[self.side]):
            return HQ_ALONE
        if not s.ledger[COMBAT[FOE[self.side]]][hex]:
            return NO_ENEMY
        units = self.neighbours(s, hex)
        return self.why_not_target(s, hex, units) if units else self.why_nobody(s, hex)

    def why_nobody(self, s: State, target: Hex) -> No:
        """Why none of the units next to a hex may attack it, told of the first of them."""
        near = s.ground.board.near[target]
        beside = [unit for unit in s.on_map(self.side) if unit.hex in near and not is_hq(s, unit)]
        for unit in beside:
            no = self.why_not_fighter(s, unit)
            if no is not None and target in targets_of(s, unit.id, self.side):
                return replace(no, hex=unit.hex)
        return LAKE_BETWEEN if beside else NOT_NEXT

    @rule("4.2.6", "4.4e", "6.3.4", "10.1.1", "10.1.2", "10.1.6", "12.1a")
    def why_not_fighter(self, s: State, unit: Unit) -> No | None:
        """10.1.1 Why a unit may not attack in this segment, wherever it stands."""
        if unit.side != self.side:
            return ENEMYS
        if not unit.hex:
            return OFF_MAP
        if unit.id in self.fighters:
            return None
        if is_hq(s, unit):
            return STAFF
        if is_garrison(s, unit):
            return GARRISON
        if unit.id in self.fought:
            return HAS_ATTACKED
        if unit.supply == ISOLATED:
            return ISOLATED_FIGHTER
        if unit.id in self.tired:
            return MARCHED
        return MOVED_FREELY if unit.id in self.free else NOT_A_FIGHTER

    def over(self, s: State) -> bool:
        """Nobody can attack. Once there has been an attack, the player says when the segment ends."""
        return not self.fought and all(isinstance(action, Done) for action in self.options(s))

    def take(self, s: State, action: Action) -> None:
        match action:
            case Attack(hex):
                s.enter(AssembleAttack(self.side, self.hq, hex, self.neighbours(s, hex)))
            case Done():
                s.leave(fought=self.fought)

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(
            Reminder("may still attack", s.units[unit].hex, unit)
            for unit in self.fighters
            if targets_of(s, unit, self.side)
        )


@rule("10.2.1", "10.3.1", "17.1")
def odds_of(s: State, attackers: tuple[UnitId, ...], target: Hex) -> Odds | None:
    """10.3 What an attack on a hex would be with the HQ active now; without attackers, how the hex defends.
    Nothing where nobody defends, where an attacker is not next to the hex, or under fog (17.1)."""
    defenders = [unit for unit in s.units_in(target) if not is_hq(s, unit)]
    if not defenders:
        return None
    side = FOE[defenders[0].side]
    hidden = unseen_by(s, side)
    beside = all(target in targets_of(s, unit, side) for unit in attackers)
    if not beside or any(unit.id in hidden for unit in defenders):
        return None
    active = next(
        (f for f in s.flow if isinstance(f, MovementSegment | CombatSegment) and f.side == side), None
    )
    return odds(s, side, active.hq if active is not None else NO_HQ, attackers, target)


NO_HQ = UnitId("")


def airmen_at_hand(s: State, side: Side) -> bool:
    """18.2b Event 9: one German attack of the turn adds 1 to its die."""
    return side == GERMAN and s.event == AIRMEN and not s.tracks.get("event_used")


def guns_at_hand(s: State, side: Side) -> bool:
    """18.2b Event 11: one Russian attack of the turn gets a shift up."""
    return side == RUSSIAN and s.event == GUNS and not s.tracks.get("event_used")


@rule("10.1.2", "10.1.6", "10.1.8", "10.2.1", "10.3.4a", "18.2b")
class AssembleAttack(Decision[State], frozen=True):
    """10.2.1 The attackers of one hex are named, then the attack is resolved."""

    words = "Combat Segment: select units to attack {target}"
    under = "10.2.1"
    unordered = True
    clicks = (Pick,)
    fills = ("fighters", "attacked", "fought")
    labels: ClassVar = {Commit: "Resolve attack", Cancel: "Cancel attack"}
    hq: UnitId
    target: Hex
    near: tuple[UnitId, ...]
    attackers: tuple[UnitId, ...] = ()
    help: str = ""
    """18.2b The event used for this attack."""

    def about(self, s: State) -> Subject:
        return Subject(committed=self.attackers, hexes=(self.target,))

    def odds(self, s: State) -> Odds:
        guns = self.help if self.help == GUNS_HELP else ""
        return odds(s, self.side, self.hq, self.attackers, self.target, guns)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.near if unit not in self.attackers)
        if not self.help:
            if airmen_at_hand(s, self.side):
                yield Choose(AIRMEN_HELP)
            if guns_at_hand(s, self.side):
                yield Choose(GUNS_HELP)
        if self.why_not_commit(s) is None:
            yield Commit()
        yield from (Drop(unit) for unit in self.attackers)
        yield Cancel()

    @rule("10.1.6", "10.3.4a")
    def why_not_commit(self, s: State) -> No | None:
        """10.3.4a The final column must be 1:2 or better; under fog a hopeless attack is seen too late."""
        if not any(attack_strength(s, s.units[unit], self.target) for unit in self.attackers):
            return NO_STRENGTH
        return BELOW_TABLE if not foggy(s) and self.odds(s).column < 0 else None

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_unit(s, unit)
            case Commit():
                return self.why_not_commit(s)
            case Drop():
                return NOT_IN
            case Choose(choice):
                return NO_AIRMEN if choice == AIRMEN_HELP else NO_GUNS
        return None

    def why_not_unit(self, s: State, unit: UnitId) -> No:
        segment = s.flow[-2]
        assert isinstance(segment, CombatSegment)
        if unit in self.attackers:
            return IN_ALREADY
        if (no := segment.why_not_fighter(s, s.units[unit])) is not None:
            return no
        return LAKE_BETWEEN if s.units[unit].hex in s.ground.board.near[self.target] else UNIT_NOT_NEXT

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(replace(self, attackers=(*self.attackers, unit)))
            case Drop(unit):
                s.become(replace(self, attackers=tuple(each for each in self.attackers if each != unit)))
            case Cancel():
                s.leave()
            case Choose(choice):
                s.become(replace(self, help=choice))
            case Commit():
                self.commit(s)

    @rule("10.1.2", "10.1.3", "10.1.8", "10.3.4a", "17.1")
    def commit(self, s: State) -> None:
        """10.1.8 The attack is made: its attackers and its hex are finished for this segment."""
        final, segment = self.odds(s), s.flow[-2]
        assert isinstance(segment, CombatSegment)
        s.leave(
            fighters=tuple(unit for unit in segment.fighters if unit not in self.attackers),
            attacked=(*segment.attacked, self.target),
            fought=(*segment.fought, *self.attackers),
        )
        if foggy(s):
            s.reveal()
        if final.column < 0:
            s.tell(AttackCancelled(self.attackers, self.target), rule="10.3.4a")
            return
        s.enter(
            Combat(side=self.side, hq=self.hq, target=self.target, attackers=self.attackers, help=self.help)
        )

    def forecast(self, s: State) -> Forecast | None:
        if not self.attackers:
            return None
        final, crt = self.odds(s), s.tables.crt
        commit = Commit() if self.why_not_commit(s) is None else None
        title = ATTACK_ON.format(target=printed_with_name(s.game, self.target))
        if foggy(s):
            halved = tuple(attackers_halved(s, self.attackers, self.target))
            return Forecast(title=title, attack=str(final.attack), defence="?", modifiers=halved)
        return Forecast(
            title=title,
            attack=str(final.attack),
            defence=str(final.defence),
            odds=crt.columns[final.first] if final.first >= 0 else BELOW_THE_TABLE,
            columns=crt.columns,
            column=crt.columns[final.column] if final.column >= 0 else "",
            rows=tuple((str(d + 1), tuple(cells[d].text for cells in crt.results)) for d in range(6)),
            modifiers=final.modifiers,
            commit=commit,
        )
