"""5.2.1a The declaration of a combat: units, further hexes, support, abilities."""

from __future__ import annotations

from bridgehead.core.actions import Action, Attack, Cancel, Commit, Pick
from bridgehead.core.flow import Decision, Forecast, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import (
    DeclineAir,
    DeclineHq,
    FullStrength,
    SpendModifiers,
    Support,
    UseStar,
)
from bridgehead.games.budziszyn1945.model.state import (
    State,
    Unit,
    american,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.abilities import NOT_FIGHTING, usable_stars, why_not_star
from bridgehead.games.budziszyn1945.rules.air import offensive_sp
from bridgehead.games.budziszyn1945.rules.artillery import (
    AIR_HELD,
    NOBODY_FLIES,
    ready_guns,
    why_not_fire,
)
from bridgehead.games.budziszyn1945.rules.battle import Battle, close_guns, direct_attackers
from bridgehead.games.budziszyn1945.rules.combat import Combat, forecast_of
from bridgehead.games.budziszyn1945.rules.command import (
    all_covered,
    pool_for,
    why_not_leave_out,
    why_not_spend,
)
from bridgehead.games.budziszyn1945.rules.duties import (
    ALREADY_HIT,
    GUNS_BESIDE,
    IN_IT_ALREADY,
    NOBODY_ATTACKS,
    NOBODY_THERE,
    NOT_TOGETHER,
    NOT_YOURS,
    ONE_HEX,
    SHELLED,
    Duties,
    able_beside,
    why_not_attack,
    why_not_beside,
)
from bridgehead.games.budziszyn1945.rules.zoc import occupied_by_foe

SUPPORT_TOO_FAR = No("6.1.2", "this artillery is more than 3 hexes from the attacking units")
FULL_ALREADY = No("10.2.3", "this unit already attacks at full strength")
NOT_STARVED = No("10.2.3", "this unit is in supply and attacks at full strength")
TARGET_ALREADY = No("5.1.1", "this hex is already a target")


def phase_of(s: State) -> Duties:
    """The Combat Phase a combat belongs to."""
    return next(frame for frame in reversed(s.flow) if isinstance(frame, Duties))


@rule("5.2.1a", "5.1.5a", "5.1.5c", "5.1.5d", "6.3.2", "6.3.6")
class Assault(Decision[State], frozen=True):
    """5.2.1a The attacker chooses units, further hexes, support and abilities, then commits."""

    words = "select attackers and support"
    labels = {
        Pick: "Attack with {unit}",
        Attack: "Also attack {hex}",
        Commit: "Resolve attack",
        Cancel: "Cancel attack",
    }
    under = "5.2.1a"
    clicks = (Pick, Attack)
    fills = ("hit",)
    battle: Battle

    def about(self, s: State) -> Subject:
        return Subject(committed=(*self.battle.attackers, *self.battle.guns), hexes=self.battle.targets)

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """Units join the attack and guns support it; one that attacks already makes more of itself."""
        if not isinstance(on, str):
            return super().click(s, on)
        counter, battle = s.counter(on), self.battle
        if on in battle.attackers:
            forced = not s.units[on].oos or on in battle.forced
            return FullStrength(on) if not forced else UseStar(on) if counter.star else Pick(on)
        beside = any(hex in battle.targets for hex in s.game.board.near[s.units[on].hex])
        return Support(on) if counter.artillery and not (counter.attacks and beside) else Pick(on)

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
            if id not in battle.attackers
            and id not in battle.guns
            and all(id in able.get(hex, ()) for hex in battle.targets)
        ]
        if len(battle.targets) > 1:
            here = self.hexes(s)
            found = [id for id in found if s.units[id].hex in here or not here]
        if battle.attackers and in_nysa(s):
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
        return [
            hex
            for hex in sorted(able)
            if hex not in closed
            and all(id in able[hex] for id in battle.attackers)
            and self.guns_stay_put(s, hex)
        ]

    def guns_stay_put(self, s: State, hex: Hex) -> bool:
        """A further hex must not draw supporting guns elsewhere into the fight."""
        here = s.units[self.battle.attackers[0]].hex
        wider = replace(self.battle, targets=(*self.battle.targets, hex))
        return all(s.units[id].hex == here for id in close_guns(s, wider))

    @rule("6.1.2", "6.1.3", "6.1.4", "6.3.2", "6.5.6", "6.3.6", "5.1.5d", "6.6.2", "T.10")
    def supporters(self, s: State) -> list[UnitId]:
        """Artillery that may support: in range of a hex from which units attack."""
        battle = self.battle
        reach = s.game.tables.number.artillery_range
        hexes = {s.units[id].hex for id in battle.attackers}
        found = []
        for unit in ready_guns(s, self.side):
            id = unit.id
            if (
                id not in battle.guns
                and id not in battle.attackers
                and any(s.game.ground.distance(unit.hex, hex) <= reach for hex in hexes)
            ):
                close = any(s.game.board.adjacent(unit.hex, hex) for hex in battle.targets)
                if close and len(battle.targets) > 1 and unit.hex not in hexes:
                    continue
                if not self.strange(s, unit):
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
            case Pick(unit) if unit in s.units:
                return self.why_not_join(s, s.units[unit])
            case Support(unit) if unit in s.units:
                return self.why_not_support(s, s.units[unit])
            case UseStar(unit):
                return IN_IT_ALREADY if unit in self.battle.stars else why_not_star(s, self.battle, unit)
            case Attack(hex):
                return self.why_not_further(s, hex)
        return self.why_not_add(s, action) if self.battle.attackers else NOBODY_ATTACKS

    @rule("10.2.3", "9.1.6", "9.2.1", "8.2.2")
    def why_not_add(self, s: State, action: Action) -> No | None:
        """Why one of the things that strengthen or weaken an attack is not open."""
        battle = self.battle
        match action:
            case FullStrength(unit):
                if unit not in battle.attackers:
                    return NOT_FIGHTING
                return FULL_ALREADY if unit in battle.forced else NOT_STARVED
            case SpendModifiers():
                return why_not_spend(battle.spent)
            case DeclineHq():
                return why_not_leave_out(counts=battle.hq)
            case DeclineAir():
                return NOBODY_FLIES if battle.air else AIR_HELD
        return None

    def why_not_join(self, s: State, unit: Unit) -> No | None:
        battle = self.battle
        if unit.side != self.side:
            return NOT_YOURS
        if unit.id in battle.attackers or unit.id in battle.guns:
            return IN_IT_ALREADY
        no = why_not_attack(s, unit) or why_not_beside(s, unit, battle.targets)
        if no is not None:
            return no
        here = self.hexes(s)
        if len(battle.targets) > 1 and here and unit.hex not in here:
            return ONE_HEX
        return NOT_TOGETHER if self.strange(s, unit) else None

    @rule("N.22a")
    def strange(self, s: State, unit: Unit) -> bool:
        """Nysa: is a unit of the other force than those that attack?"""
        first = self.battle.attackers[:1]
        return in_nysa(s) and any(american(s, s.units[id]) != american(s, unit) for id in first)

    @rule("6.1.2", "6.3.2", "5.1.5d")
    def why_not_support(self, s: State, unit: Unit) -> No | None:
        battle = self.battle
        if unit.side != self.side:
            return NOT_YOURS
        if unit.id in battle.attackers or unit.id in battle.guns:
            return IN_IT_ALREADY
        if not battle.attackers:
            return NOBODY_ATTACKS
        no = why_not_fire(s, unit, supporting=False)
        if no is not None:
            return no
        hexes = {s.units[id].hex for id in battle.attackers}
        reach = s.game.tables.number.artillery_range
        if all(s.game.ground.distance(unit.hex, hex) > reach for hex in hexes):
            return SUPPORT_TOO_FAR
        close = any(s.game.board.adjacent(unit.hex, hex) for hex in battle.targets)
        if close and len(battle.targets) > 1 and unit.hex not in hexes:
            return GUNS_BESIDE
        return NOT_TOGETHER if self.strange(s, unit) else None

    def why_not_further(self, s: State, hex: Hex) -> No | None:
        """Why a further hex cannot be attacked with the others."""
        phase, battle = phase_of(s), self.battle
        if hex in battle.targets:
            return TARGET_ALREADY
        if not occupied_by_foe(s, self.side, hex):
            return NOBODY_THERE
        if not battle.attackers:
            return NOBODY_ATTACKS
        if hex in phase.hit or hex in phase.shelled:
            return SHELLED if hex in phase.shelled else ALREADY_HIT
        if len(self.hexes(s)) != 1:
            return ONE_HEX
        for id in battle.attackers:
            no = why_not_beside(s, s.units[id], (hex,))
            if no is not None:
                return no
        return None if self.guns_stay_put(s, hex) else GUNS_BESIDE

    def forecast(self, s: State) -> Forecast | None:
        if not self.battle.attackers:
            return None
        legal = phase_of(s).why_not_declare(s, self.battle) is None
        return forecast_of(s, self.battle, Commit() if legal else None, self.side)
