"""7.0 Combat."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Attack, Cancel, Commit, Done, Pick
from bridgehead.core.flow import Decision, Forecast, Procedure, Reminder, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.seelow1945.model import events
from bridgehead.games.seelow1945.model.data import FOE, CombatCell
from bridgehead.games.seelow1945.model.ground import OUT_OF_PLAY
from bridgehead.games.seelow1945.model.state import State, Unit, uncover
from bridgehead.games.seelow1945.model.words import attack_on, can_be_attacked
from bridgehead.games.seelow1945.rules.advance import offer_advance
from bridgehead.games.seelow1945.rules.entering import contacts, why_nobody, why_not_enterable
from bridgehead.games.seelow1945.rules.morale import catch_retreated
from bridgehead.games.seelow1945.rules.odds import defenders, odds
from bridgehead.games.seelow1945.rules.results import apply_effect

NOT_THE_ATTACKER = No("7.0", "this is not one of your units")
HAS_ATTACKED = No("7.11", "this unit has already attacked in this phase")
ATTACKED_BEFORE = No("7.11", "the units in this hex have already been attacked in this phase")
HAS_ADVANCED = No("7.77b", "this unit has advanced and can't attack in this phase")
DISRUPTED_ATTACKER = No("7.17a", "this unit is disrupted and can't attack")
LIMBERED = No("8.37", "this artillery is in Move Mode and can't attack")
NOT_ZHUKOV = No("7.17a", "Zhukov can't attack")
NO_ENEMY = No("7.0", "there is no enemy unit in this hex")
ONLY_ARMOR = No("7.12a", "this hex holds armored units only, which can't be attacked")
NOBODY_NEAR = No("7.15", "none of your units is adjacent to it")
NOT_NEXT_TO_IT = No("7.15", "this unit is not adjacent to the target")
ATTACKS_ALREADY = No("7.16", "this unit is already selected to attack")
NOBODY_ATTACKS = No("7.2-1", "select an attacking unit first")


# --- who attacks whom (7.1)


@rule("7.0", "7.11", "7.16", "7.17a", "7.18", "7.19", "8.12", "8.37", "7.61", "8.31b", "8.11")
def why_not_attack(s: State, side: Side, unit: Unit, hex: Hex) -> No | None:
    """7.1 Why a unit may not attack a hex. Having fired or barraged does not matter (7.19)."""
    if unit.side != side:
        return NOT_THE_ATTACKER
    if unit.attacked:
        return HAS_ATTACKED
    if unit.advanced:
        return HAS_ADVANCED
    if unit.disrupted:
        return DISRUPTED_ATTACKER
    if unit.move_mode:
        return LIMBERED
    if s.counter(unit.id).commander:
        return NOT_ZHUKOV
    return why_not_enterable(s, unit, hex, rule="7.18", apart=NOT_NEXT_TO_IT)


def attackers_on(s: State, side: Side, hex: Hex) -> Iterator[UnitId]:
    """7.15 The units that may attack a hex, any number of them."""
    own = s.ledger[side]
    for near in s.ground.near[hex]:
        if own[near]:
            for unit in s.stacks[near]:
                if why_not_attack(s, side, s.units[unit], hex) is None:
                    yield unit


@rule("7.11", "7.11b", "7.12a", "10.13c")
def why_not_attackable(s: State, side: Side, hex: Hex) -> No | None:
    """7.12 Why a hex is no target: no soft unit there, or all of them attacked before (7.11b)."""
    if not s.ledger[FOE[side]][hex]:
        return NO_ENEMY
    units = s.units_in(hex)
    soft = [unit for unit in units if not s.counter(unit.id).armored]
    if not soft:
        return ONLY_ARMOR
    for unit in soft:
        if not unit.target:
            return None
    armor_before = any(s.counter(unit.id).armored and not unit.ran for unit in units)
    return None if armor_before and any(unit.ran for unit in soft) else ATTACKED_BEFORE


def attackable(s: State, side: Side) -> list[Hex]:
    """The hexes that can be attacked now."""
    known: list[Hex] | None = s.memo.get("attackable " + side)
    if known is None:
        near = sorted(set(contacts(s, side)))
        known = s.memo["attackable " + side] = [hex for hex in near if can_attack(s, side, hex)]
    return known


def can_attack(s: State, side: Side, hex: Hex) -> bool:
    return why_not_attackable(s, side, hex) is None and any(attackers_on(s, side, hex))


# --- the phase


@rule("3.1-5", "7.0", "7.13", "7.2-7")
class CombatPhase(Decision[State], frozen=True):
    """7.0 The phasing player attacks as he likes, one combat after another."""

    words = "Combat Phase: select a hex to attack"
    under = "7.0"
    labels = {Done: "End Combat Phase"}
    clicks = (Attack,)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Attack(hex) for hex in attackable(s, self.side))
        yield Done()

    def over(self, s: State) -> bool:
        return not any(can_attack(s, self.side, hex) for hex in contacts(s, self.side))

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Attack):
            s.enter(PlanAttack(self.side, action.hex))
        else:
            s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Attack):
            return None
        side, hex = self.side, action.hex
        if not s.ground.in_play(hex):
            return OUT_OF_PLAY
        return why_not_attackable(s, side, hex) or why_nobody(
            s, side, hex, lambda unit: why_not_attack(s, side, unit, hex), NOBODY_NEAR
        )

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(Reminder(can_be_attacked(s.game, hex), hex) for hex in attackable(s, self.side))


@rule("7.2-1", "7.13", "7.15")
class PlanAttack(Decision[State], frozen=True):
    """7.2 The attacker names his units, one or more, all next to the hex."""

    words = "select units to attack {hex}"
    under = "7.2-1"
    labels = {Commit: "Resolve attack", Cancel: "Cancel attack"}
    unordered = True
    clicks = (Pick,)
    hex: Hex
    attackers: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(committed=self.attackers, hexes=(self.hex,))

    def options(self, s: State) -> Iterator[Action]:
        able = attackers_on(s, self.side, self.hex)
        yield from [Pick(unit) for unit in able if unit not in self.attackers]
        if self.attackers:
            yield Commit()
        yield Cancel()

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Pick):
            s.become(replace(self, attackers=(*self.attackers, action.unit)))
            return
        s.leave()
        if isinstance(action, Commit):
            s.enter(Combat(side=self.side, hex=self.hex, attackers=self.attackers))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in self.attackers:
                return ATTACKS_ALREADY
            case Pick(unit) if unit in s.units:
                return why_not_attack(s, self.side, s.units[unit], self.hex)
            case Commit():
                return NOBODY_ATTACKS
        return None

    def forecast(self, s: State) -> Forecast | None:
        found = odds(s, self.attackers, self.hex)
        if not self.attackers or found is None:
            return None
        crt = s.tables.crt
        return Forecast(
            title=attack_on(s.game, self.hex),
            attack=str(found.attack),
            defence=str(found.defence),
            odds=crt.columns[found.first],
            columns=crt.columns,
            column=crt.columns[found.column],
            rows=tuple((str(die), tuple(cell.text for cell in row)) for die, row in crt.cells.items()),
            modifiers=found.modifiers,
            commit=Commit(),
        )


class Combat(Procedure[State], frozen=True):
    """7.2 One attack, its attackers named."""

    side: Side
    hex: Hex
    attackers: tuple[UnitId, ...]
    posts: tuple[Hex, ...] = ()
    """Where the attackers stood when the combat began."""
    cell: CombatCell | None = None

    @rule("7.11", "7.56", "7.2-1")
    def declare(self, s: State) -> None:
        """7.2 The units attack; whoever retreated into the hex in this phase is caught (7.56)."""
        s.become(replace(self, posts=tuple(s.units[unit].hex for unit in self.attackers)))
        for unit in self.attackers:
            s.mark(unit, attacked=True)
        for one in defenders(s, self.hex):
            s.mark(one.id, target=True)
        uncover(s, [s.units[unit] for unit in self.attackers] + s.units_in(self.hex))
        catch_retreated(s, self.hex)

    @rule("7.2-2", "7.2-3", "7.2-4", "7.2-5")
    def resolve(self, s: State) -> None:
        """7.2 Totals, ratio, shifts, one die, the table. Without a defender left no die is rolled (7.56)."""
        found = odds(s, self.attackers, self.hex)
        if found is None:
            s.tell(events.NothingLeft(self.hex), rule="7.56")
            return
        die = s.roll(6)
        modified = die + found.drm
        cell = s.tables.crt.at(modified, found.column)
        s.tell(
            events.Attacked(
                hex=self.hex,
                attackers=self.attackers,
                attack=found.attack,
                defence=found.defence,
                columns=s.tables.crt.columns,
                first=found.first,
                last=found.column,
                modifiers=found.modifiers,
                die=die,
                modified=modified,
                cell=cell,
            ),
            rule="7.2-5",
        )
        s.become(replace(self, cell=cell))

    @rule("7.41", "7.12a", "7.14")
    def defender_suffers(self, s: State) -> None:
        """7.41 The defender's part comes first; armored units in the hex are never affected (7.12)."""
        if self.cell is not None:
            involved = tuple(unit.id for unit in defenders(s, self.hex))
            apply_effect(s, FOE[self.side], involved, self.cell.defender, "combat")

    @rule("7.41", "7.12b", "7.13")
    def attacker_suffers(self, s: State) -> None:
        """7.41 Then the attacker's part, for every unit that took part, armored or not."""
        if self.cell is not None:
            apply_effect(s, self.side, self.attackers, self.cell.attacker, "combat")

    @rule("7.72", "7.2-6")
    def advance(self, s: State) -> None:
        """7.72 Attackers that did not retreat may advance into the emptied hex."""
        posts = zip(self.attackers, self.posts, strict=True)
        offer_advance(
            s, self.side, self.hex, tuple(unit for unit, post in posts if s.units[unit].hex == post)
        )

    sequence = (declare, resolve, defender_suffers, attacker_suffers, advance)
