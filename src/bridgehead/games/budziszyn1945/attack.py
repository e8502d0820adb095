"""5.1 Attacks: who must, who may, and 5.2.1a the declaration of a combat."""

from __future__ import annotations

from bridgehead.core.actions import Action, Attack, Cancel, Commit, Done, Pick
from bridgehead.core.flow import Decision, Forecast, Reminder
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.budziszyn1945.actions import (
    DeclineAir,
    DeclineHq,
    Fire,
    FullStrength,
    SpendModifiers,
    Strike,
    Support,
    UseStar,
)
from bridgehead.games.budziszyn1945.air import offensive_sp
from bridgehead.games.budziszyn1945.artillery import (
    AssembleFire,
    fire_targets,
    may_fire,
    objects_in_range,
)
from bridgehead.games.budziszyn1945.combat import Combat, forecast_of
from bridgehead.games.budziszyn1945.command import all_covered, pool_for
from bridgehead.games.budziszyn1945.engineering import fortified
from bridgehead.games.budziszyn1945.odds import Battle, close_guns, direct_attackers, usable_stars
from bridgehead.games.budziszyn1945.state import (
    DEFECTED,
    FIRED,
    FOUGHT,
    SOFT,
    SOLID,
    State,
    Unit,
    american,
    camp,
)
from bridgehead.games.budziszyn1945.zoc import controls, in_enemy_zoc

ONE_HEX = No("5.1.5a", "either all attackers or all defenders of a combat stand in one hex")
ALREADY_HIT = No("5.1.1", "this hex has been attacked in this Combat Phase")
ALREADY_FOUGHT = No("5.1.1", "the unit has fought in this Combat Phase")
SHELLED = No("6.4.5", "a hex under ranged fire is not attacked directly in the same Combat Phase")
TOWED = No("5.1.10", "towed units, headquarters and Resilience Groups do not attack directly")
NOT_NEXT_TO_IT = No("5.1.2", "a unit attacks only neighbouring hexes")
HEX_LEFT_ALONE = No("5.1.4c", "an enemy who must be attacked would be left without anyone to attack him")
UNIT_LEFT_OUT = No("5.1.3", "a unit that must attack would be left without an enemy to attack")
NOT_TOGETHER = No("N.22a", "Americans and Soviets do not attack together")
POLES_FIRST = No("T.16", "Poles next to Germans must attack the Germans")
GERMANS_REST = No("T.10", "on the first day the Allied player activates American units only")
NOBODY_ATTACKS = No("5.2.1a", "choose the attacking units first")
DUTIES_OPEN = No("5.1.7", "the phase cannot end while a compulsory attack is open")


# --- who may attack


@rule("5.1.10", "5.1.1", "6.6.5a", "T.10")
def why_not_attack(s: State, unit: Unit) -> No | None:
    """Why a unit can take part in no direct attack just now."""
    if not s.counter(unit.id).attacks:
        return TOWED
    if unit.done & (FOUGHT | FIRED):
        return ALREADY_FOUGHT
    if s.turn == 1 and unit.side == "allied" and s.scenario == "two_stars" and not american(s, unit):
        return GERMANS_REST
    return None


@rule("5.1.2", "T.16")
def enemy_hexes_beside(s: State, unit: Unit) -> list[Hex]:
    """The hexes a unit may attack: beside it, also across big rivers."""
    foe = 1 - camp(unit.side)
    solid, soft = s.ledger[SOLID[foe]], s.ledger[SOFT[foe]]
    if unit.done & DEFECTED:
        germans = germans_beside(s, unit)
        if germans:
            return germans
    return [Hex(hex) for hex in s.game.board.near[unit.hex] if solid[hex] or soft[hex]]


@rule("T.16")
def germans_beside(s: State, unit: Unit) -> list[Hex]:
    """With two players a Pole on the Allied side must attack Germans beside it."""
    if not unit.done & DEFECTED or s.scenario != "two_stars":
        return []
    own = camp(unit.side)
    return [
        Hex(hex)
        for hex in s.game.board.near[unit.hex]
        if (s.ledger[SOLID[own]][hex] or s.ledger[SOFT[own]][hex]) and not s.ledger["americans"][hex]
    ]


def able_beside(s: State, side: Side) -> dict[Hex, list[UnitId]]:
    """By enemy hex: the units of a side that could still attack it."""
    found: dict[Hex, list[UnitId]] | None = s.memo.get("able_beside")
    if found is None:
        found = {}
        foe = 1 - camp(side)
        solid, soft = s.ledger[SOLID[foe]], s.ledger[SOFT[foe]]
        near = s.game.board.near
        for hex, stack in s.stacks.items():
            first = s.units[stack[0]]
            if first.side != side:
                continue
            poles = any(s.units[id].done & DEFECTED for id in stack)
            if not poles and not any(solid[to] or soft[to] for to in near[hex]):
                continue
            for id in stack:
                unit = s.units[id]
                if why_not_attack(s, unit) is None:
                    for target in enemy_hexes_beside(s, unit):
                        found.setdefault(target, []).append(id)
        s.memo["able_beside"] = found
    return found


# --- duties


@rule("5.1.3", "5.1.4b", "7.1.11", "7.2.5", "6.6.5a", "T.16")
def must_attack(s: State, unit: Unit) -> bool:
    """Is a unit bound to attack in this phase?"""
    counter = s.counter(unit.id)
    if not counter.regular or why_not_attack(s, unit) is not None:
        return False
    if germans_beside(s, unit):
        return True
    return in_enemy_zoc(s, unit.side, unit.hex) and not fortified(s, unit.hex)


@rule("5.1.4a", "5.1.5b")
def binders(s: State, unit: Unit) -> list[Hex]:
    """The hexes of the enemies whose ZOC holds a bound unit."""
    foe = camp(unit.side)
    return [
        Hex(hex)
        for hex in s.game.board.near[unit.hex]
        if any(camp(each.side) != foe and controls(s, each, unit.hex) for each in s.units_in(Hex(hex)))
    ]


@rule("5.1.4d", "5.1.4a", "2.2.4")
def attack_phase(s: State, side: Side) -> AttackPhase:
    """The duties are listed once, as the phase begins."""
    bound = [unit for unit in s.units_of(side) if must_attack(s, unit)]
    poles = {unit.id for unit in bound if germans_beside(s, unit)}
    hexes = sorted({hex for unit in bound if unit.id not in poles for hex in binders(s, unit)})
    return AttackPhase(side, tuple(unit.id for unit in bound), tuple(hexes))


@rule("2.2.4", "5.1.6", "5.1.7", "3.1.1")
class AttackPhase(Decision, frozen=True):
    """2.2.4 The side makes its attacks in any order; compulsory ones must be made before it may stop."""

    words = "attack, fire, or end the phase"
    under = "5.1.6"
    bound: tuple[UnitId, ...] = ()
    hexes: tuple[Hex, ...] = ()
    hit: tuple[Hex, ...] = ()
    shelled: tuple[Hex, ...] = ()

    def options(self, s: State) -> list[Action]:
        closed = {*self.hit, *self.shelled}
        found: list[Action] = [Attack(hex) for hex in sorted(able_beside(s, self.side)) if hex not in closed]
        closed |= self.unshellable(s)
        found.extend(Fire(hex) for hex in fire_targets(s, self.side) if hex not in closed)
        found.extend(s.game.strikes[side] for side in objects_in_range(s, self.side))
        if not self.open_duties(s):
            found.append(Done())
        return found

    @rule("6.4.5")
    def unshellable(self, s: State) -> set[Hex]:
        """Hexes attacked already or under an obligation take no ranged fire."""
        return {*self.hit, *self.shelled, *(hex for hex in self.hexes if self.hex_open(s, hex))}

    def open_duties(self, s: State) -> list[Hex | UnitId]:
        """5.1.4c What is still to be done and can be done."""
        return [
            *(
                hex
                for hex in self.hexes
                if self.hex_open(s, hex) and self.attackers_left(s, hex, frozenset())
            ),
            *(id for id in self.bound if self.unit_open(s, id) and self.targets_left(s, id, frozenset())),
        ]

    @rule("5.1.4c")
    def hex_open(self, s: State, hex: Hex) -> bool:
        """Not yet attacked, and still in contact with a unit that was bound."""
        if hex in self.hit or hex not in s.stacks:
            return False
        bound = [s.units[id] for id in self.bound if s.units[id].hex]
        mine = camp(self.side)
        return any(
            camp(enemy.side) != mine and controls(s, enemy, unit.hex)
            for enemy in s.units_in(hex)
            for unit in bound
            if s.game.board.adjacent(unit.hex, hex)
        )

    @rule("5.1.4c")
    def unit_open(self, s: State, id: UnitId) -> bool:
        unit: Unit = s.units[id]
        if not unit.hex or unit.done & (FOUGHT | FIRED):
            return False
        return in_enemy_zoc(s, unit.side, unit.hex) or bool(germans_beside(s, unit))

    def attackers_left(self, s: State, hex: Hex, used: frozenset[UnitId]) -> bool:
        return any(id not in used for id in able_beside(s, self.side).get(hex, ()))

    def targets_left(self, s: State, id: UnitId, used: frozenset[Hex]) -> bool:
        closed = {*self.hit, *self.shelled, *used}
        return any(hex not in closed for hex in enemy_hexes_beside(s, s.units[id]))

    @rule("5.1.4c", "N.22a")
    def why_not_declare(self, s: State, battle: Battle) -> No | None:
        """A declaration may not make a duty impossible that could have been met."""
        used, hexes = frozenset(battle.attackers), frozenset(battle.targets)
        for hex in self.hexes:
            if (
                hex not in hexes
                and self.hex_open(s, hex)
                and self.attackers_left(s, hex, frozenset())
                and not self.attackers_left(s, hex, used)
            ):
                return HEX_LEFT_ALONE
        force = {american(s, s.units[id]) for id in used}
        for id in self.bound:
            if id in used or not self.unit_open(s, id):
                continue
            joins = s.scenario != "nysa" or american(s, s.units[id]) in force
            if joins and self.targets_left(s, id, frozenset()) and not self.targets_left(s, id, hexes):
                return UNIT_LEFT_OUT
        return None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Attack(hex):
                s.enter(Assault(self.side, Battle(self.side, (hex,))))
            case Fire(hex):
                s.enter(AssembleFire(self.side, hex))
            case Strike((a, b)):
                s.enter(AssembleFire(self.side, a, to=b))
            case _:
                s.leave()

    @rule("2.1.4a")
    def over(self, s: State) -> bool:
        """A phase in which nobody can attack or fire passes by itself."""
        return (
            not able_beside(s, self.side)
            and not fire_targets(s, self.side)
            and not objects_in_range(s, self.side)
        )

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Done():
                return DUTIES_OPEN
            case Attack(hex):
                if hex in self.shelled:
                    return SHELLED
                return ALREADY_HIT if hex in self.hit else NOT_NEXT_TO_IT
            case Fire(hex):
                if hex in self.hit or hex in self.shelled:
                    return No("6.4.5", "this hex has been fired at or attacked in this phase")
                if hex in self.hexes and self.hex_open(s, hex):
                    return No("6.4.5", "a hex that must be attacked directly takes no ranged fire")
                return No("6.4.2a", "no artillery in combat setup has it in range")
        return None

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        duties = []
        for duty in self.open_duties(s):
            if isinstance(duty, str):
                unit: Unit = s.units[duty]
                duties.append(Reminder("must attack", unit.hex, unit.id, duty=True))
            else:
                duties.append(Reminder("must be attacked", duty, duty=True))
        return tuple(duties)


def phase_of(s: State) -> AttackPhase:
    """The Combat Phase a combat belongs to."""
    return next(frame for frame in reversed(s.flow) if isinstance(frame, AttackPhase))


# --- the declaration


@rule("5.2.1a", "5.1.5a", "5.1.5c", "5.1.5d", "6.3.2", "6.3.6")
class Assault(Decision, frozen=True):
    """5.2.1a The attacker chooses units, further hexes, support and abilities, then commits."""

    words = "choose attackers and support"
    under = "5.2.1a"
    battle: Battle

    def options(self, s: State) -> list[Action]:
        battle = self.battle
        picks = s.game.picks
        found: list[Action] = [picks[id] for id in self.joiners(s)]
        if battle.attackers:
            found.extend(Attack(hex) for hex in self.further_hexes(s))
            found.extend(Support(id) for id in self.supporters(s))
            found.extend(UseStar(id) for id in usable_stars(s, battle) if id not in battle.stars)
            found.extend(
                FullStrength(id) for id in battle.attackers if s.units[id].oos and id not in battle.forced
            )
            if not battle.spent:
                most = pool_for(s, self.side, battle.targets)
                found.extend(SpendModifiers(str(number)) for number in range(1, most + 1))
            if battle.hq and all_covered(s, direct_attackers(s, battle), defending=False):
                found.append(DeclineHq())
            if battle.air and offensive_sp(s, self.side, battle.targets):
                found.append(DeclineAir())
            if phase_of(s).why_not_declare(s, battle) is None:
                found.append(Commit())
        return [*found, Cancel()]

    def hexes(self, s: State) -> set[Hex]:
        return {s.units[id].hex for id in direct_attackers(s, self.battle)}

    @rule("5.1.5a", "N.22a", "T.16")
    def joiners(self, s: State) -> list[UnitId]:
        """Units that may join the attackers."""
        battle = self.battle
        able = able_beside(s, self.side)
        found = [
            id
            for id in able.get(battle.targets[0], ())
            if id not in battle.attackers and all(id in able.get(hex, ()) for hex in battle.targets)
        ]
        if len(battle.targets) > 1:
            here = self.hexes(s)
            found = [id for id in found if s.units[id].hex in here or not here]
        if battle.attackers and s.scenario == "nysa":
            force = american(s, s.units[battle.attackers[0]])
            found = [id for id in found if american(s, s.units[id]) == force]
        return found

    @rule("5.1.5a", "5.1.1")
    def further_hexes(self, s: State) -> list[Hex]:
        """More enemy hexes that attackers in a single hex may attack at once."""
        battle = self.battle
        if len(self.hexes(s)) != 1:
            return []
        phase = phase_of(s)
        closed = {*phase.hit, *phase.shelled, *battle.targets}
        able = able_beside(s, self.side)
        own = camp(s.units[s.stacks[battle.targets[0]][0]].side)
        return [
            hex
            for hex in sorted(able)
            if hex not in closed
            and all(id in able[hex] for id in battle.attackers)
            and camp(s.units[s.stacks[hex][0]].side) == own
            and self.guns_stay_put(s, hex)
        ]

    def guns_stay_put(self, s: State, hex: Hex) -> bool:
        """A further hex must not draw supporting guns elsewhere into the fight."""
        here = s.units[self.battle.attackers[0]].hex
        wider = replace(self.battle, targets=(*self.battle.targets, hex))
        return all(s.units[id].hex == here for id in close_guns(s, wider))

    @rule("6.1.2", "6.1.3", "6.1.4", "6.3.2", "6.5.6", "6.3.6", "5.1.5d", "6.6.2")
    def supporters(self, s: State) -> list[UnitId]:
        """Artillery that may support: in range of a hex from which units attack."""
        battle = self.battle
        reach = s.game.tables.number.artillery_range
        hexes = {s.units[id].hex for id in battle.attackers}
        found = []
        for id in s.game.artillery:
            unit: Unit = s.units[id]
            if (
                unit.side == self.side
                and unit.hex
                and id not in battle.guns
                and id not in battle.attackers
                and may_fire(s, unit, supporting=True)
                and any(s.game.ground.distance(unit.hex, hex) <= reach for hex in hexes)
            ):
                close = any(s.game.board.adjacent(unit.hex, hex) for hex in battle.targets)
                if close and len(battle.targets) > 1 and unit.hex not in hexes:
                    continue
                if s.scenario == "nysa" and american(s, unit) != american(s, s.units[battle.attackers[0]]):
                    continue
                found.append(id)
        return found

    def take(self, s: State, action: Action) -> None:
        battle = self.battle
        match action:
            case Pick(unit):
                battle = replace(battle, attackers=(*battle.attackers, unit))
            case Support(unit):
                battle = replace(battle, guns=(*battle.guns, unit))
            case Attack(hex):
                battle = replace(battle, targets=(*battle.targets, hex), stars=())
            case UseStar(unit):
                battle = replace(battle, stars=(*battle.stars, unit))
            case FullStrength(unit):
                battle = replace(battle, forced=(*battle.forced, unit))
            case SpendModifiers(number):
                battle = replace(battle, spent=int(number))
            case DeclineHq():
                battle = replace(battle, hq=False)
            case DeclineAir():
                battle = replace(battle, air=False)
            case Commit():
                s.leave(hit=(*phase_of(s).hit, *battle.targets))
                s.enter(Combat(battle=battle))
                return
            case _:
                s.leave()
                return
        s.become(replace(self, battle=battle))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Commit():
                if not self.battle.attackers:
                    return NOBODY_ATTACKS
                return phase_of(s).why_not_declare(s, self.battle)
            case Pick(unit) if unit in s.units and s.units[unit].side == self.side:
                no = why_not_attack(s, s.units[unit])
                if no is not None:
                    return no
                beside = enemy_hexes_beside(s, s.units[unit])
                if not all(hex in beside for hex in self.battle.targets):
                    if germans_beside(s, s.units[unit]):
                        return POLES_FIRST
                    return ONE_HEX if len(self.battle.targets) > 1 else NOT_NEXT_TO_IT
                return NOT_TOGETHER if s.scenario == "nysa" else ONE_HEX
            case Attack(_):
                return ONE_HEX
        return None

    def forecast(self, s: State) -> Forecast | None:
        if not self.battle.attackers:
            return None
        legal = phase_of(s).why_not_declare(s, self.battle) is None
        return forecast_of(s, self.battle, Commit() if legal else None, self.side)
