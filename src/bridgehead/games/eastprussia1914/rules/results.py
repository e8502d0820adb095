"""10.2 One combat: the roll, the defender's part, the attacker's part, the advance."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Choose, Pick
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.eastprussia1914.model.data import FOE, CombatResult
from bridgehead.games.eastprussia1914.model.events import (
    Attacked,
    LossIgnored,
    ResultIgnored,
    RetreatIgnored,
    RetreatShortened,
)
from bridgehead.games.eastprussia1914.model.state import COMBAT, State, combat_units_in, hq_in, is_garrison
from bridgehead.games.eastprussia1914.model.words import (
    column_in_words,
    die_in_words,
    effect_in_words,
    strengths_in_words,
)
from bridgehead.games.eastprussia1914.rules.advance import AdvanceAfterCombat
from bridgehead.games.eastprussia1914.rules.cavalry import Withdrawal, may_withdraw
from bridgehead.games.eastprussia1914.rules.fortresses import owned_fortress
from bridgehead.games.eastprussia1914.rules.losses import ATTACKER, DEFENDER, alive, demand_losses
from bridgehead.games.eastprussia1914.rules.odds import odds
from bridgehead.games.eastprussia1914.rules.retreat import Retreat

AIRMEN_HELP = "airmen"
GUNS_HELP = "guns"
"""18.2b What an attack may be helped by."""

NOTHING = CombatResult("")


@rule("10.2.1")
class Combat(Procedure[State], frozen=True, kw_only=True):
    """10.2.1 One attack, once its attackers are named."""

    side: Side
    hq: UnitId
    target: Hex
    attackers: tuple[UnitId, ...]
    help: str = ""
    withdrawn: bool = False
    column: int = 0
    die: int = 0

    @rule("10.2.2", "14.1")
    def result(self, s: State) -> CombatResult:
        """10.2.2 What the die gave; nothing where the cavalry has slipped away (14.1)."""
        return NOTHING if self.withdrawn else s.tables.crt.results[self.column][self.die - 1]

    @rule("14.1")
    def withdrawal(self, s: State) -> None:
        """14.1 Cavalry may slip away before odds are computed."""
        if may_withdraw(s, self.target, FOE[self.side], self.attackers):
            s.enter(Withdrawal(FOE[self.side], self.target))

    @rule("10.2.1", "10.3.5g", "18.2b", "18.2d")
    def resolve(self, s: State) -> None:
        """10.2.1 Find the column and roll one die; modified dice are clipped to 1-6 (18.2d)."""
        if self.withdrawn:
            return
        guns = GUNS_HELP if self.help == GUNS_HELP else ""
        final = odds(s, self.side, self.hq, self.attackers, self.target, guns)
        if self.help:
            s.track("event_used", 1)
        rolled, airmen = s.roll(6), self.help == AIRMEN_HELP
        now = replace(self, column=final.column, die=min(rolled + airmen, 6))
        s.become(now)
        crt, result = s.tables.crt, now.result(s)
        s.tell(
            Attacked(
                side=self.side,
                attackers=self.attackers,
                target=self.target,
                defenders=tuple(unit.id for unit in combat_units_in(s, self.target, FOE[self.side])),
                attack=final.attack,
                defence=final.defence,
                strengths=strengths_in_words(final),
                odds=column_in_words(crt.columns, final),
                modifiers=final.modifiers,
                column=crt.columns[final.column],
                count=die_in_words(rolled, airmen),
                result=result.text,
                effect=effect_in_words(result),
                rolled=rolled,
            ),
            rule="10.2.1",
        )

    @rule("10.4.1", "10.4.4", "13.2")
    def defender_losses(self, s: State) -> None:
        """10.4 The defender's steps; 10.4.4 a fortress absorbs the first."""
        steps = self.result(s).defender_steps
        if not steps:
            return
        foe = FOE[self.side]
        if owned_fortress(s, self.target, foe):
            s.tell(LossIgnored(self.target), rule="10.4.4")
            steps -= 1
        units = tuple(unit.id for unit in combat_units_in(s, self.target, foe))
        demand_losses(s, foe, units, steps, DEFENDER, True)

    @rule("10.5.1", "10.5.5", "10.5.7", "13.2", "12.1b")
    def defender_retreat(self, s: State) -> None:
        """10.5 The defender's retreat; 13.2 none out of a fortress, 10.5.7 a hex less out of a settlement."""
        hexes, foe = self.result(s).defender_retreat, FOE[self.side]
        defenders = combat_units_in(s, self.target, foe)
        units = tuple(unit.id for unit in defenders if not is_garrison(s, unit))
        if not hexes or not units:
            return
        if owned_fortress(s, self.target, foe):
            s.tell(RetreatIgnored(self.target), rule="13.2")
            return
        if self.target in s.ground.settlements:
            s.tell(RetreatShortened(self.target), rule="10.5.7")
            hexes -= 1
        if hexes:
            send_back(s, foe, units, self.target, hexes, DEFENDER)

    @rule("10.2.3", "10.2.3b", "10.4.1", "10.5.9")
    def attacker_losses(self, s: State) -> None:
        """10.2.3 The attacker's steps; those with an asterisk only if a defender still stands in the hex."""
        if not self.ignored(s):
            steps = self.result(s).attacker_steps
            demand_losses(s, self.side, self.attackers, steps, ATTACKER, True)

    def ignored(self, s: State) -> bool:
        """10.2.3b An asterisk is ignored once the hex is cleared."""
        if not self.result(s).asterisk or s.ledger[COMBAT[FOE[self.side]]][self.target]:
            return False
        s.tell(ResultIgnored(self.target), rule="10.2.3")
        return True

    @rule("10.5.9")
    def attacker_retreat(self, s: State) -> None:
        """10.5.9 An attacker's retreat applies to every unit that took part, each from its own hex."""
        if hexes := self.result(s).attacker_retreat:
            units = alive(s, self.attackers)
            towns = {s.units[unit].hex for unit in units} & s.ground.settlements
            for hex in sorted(towns):
                s.tell(RetreatShortened(hex), rule="10.5.7")
            s.enter(AttackersRetreat(side=self.side, units=units, hexes=hexes))

    @rule("10.6.1")
    def advance(self, s: State) -> None:
        """10.6.1 The surviving attackers may advance into the emptied hex."""
        if not s.ledger[COMBAT[FOE[self.side]]][self.target]:
            units = alive(s, self.attackers)
            s.enter(AdvanceAfterCombat(self.side, self.target, units, one_hex=self.withdrawn))

    sequence = (
        withdrawal,
        resolve,
        defender_losses,
        defender_retreat,
        attacker_losses,
        attacker_retreat,
        advance,
    )


@rule("10.5.1", "10.5.7", "10.5.9")
class AttackersRetreat(Procedure[State], frozen=True, kw_only=True):
    """10.5.9 The attackers retreat, stack after stack; 10.5.1 the owner chooses in which order."""

    side: Side
    units: tuple[UnitId, ...]
    """Those that have yet to retreat."""
    hexes: int

    def stacks(self, s: State) -> dict[Hex, tuple[UnitId, ...]]:
        """Those that have yet to retreat, by hex; 10.5.7 a settlement takes away one hex of it."""
        found: dict[Hex, tuple[UnitId, ...]] = {}
        for unit in alive(s, self.units):
            here = s.units[unit].hex
            if self.hexes > (here in s.ground.settlements):
                found[here] = (*found.get(here, ()), unit)
        return found

    def next_stack(self, s: State) -> None:
        stacks = self.stacks(s)
        if len(stacks) == 1:
            self.send(s, next(iter(stacks)))
        elif stacks:
            s.enter(ChooseStack(self.side, tuple(unit for stack in stacks.values() for unit in stack)))

    def send(self, s: State, here: Hex) -> None:
        units = self.stacks(s)[here]
        s.become(replace(self, units=tuple(unit for unit in self.units if unit not in units)))
        send_back(s, self.side, units, here, self.hexes - (here in s.ground.settlements), ATTACKER)

    sequence = (next_stack,)

    def again(self, s: State) -> bool:
        return bool(self.stacks(s))


NOT_IN_RETREAT = No("10.5.9", "only units that took part in the attack and have yet to retreat")


@rule("10.5.1")
class ChooseStack(Decision[State], frozen=True):
    """10.5.1 Several stacks must retreat: the owner chooses which goes next."""

    words = "Retreat: select the stack that retreats next"
    under = "10.5.1"
    clicks = (Pick,)
    units: tuple[UnitId, ...]

    def about(self, s: State) -> Subject:
        return Subject(hexes=tuple(dict.fromkeys(s.units[unit].hex for unit in self.units)))

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.units)

    def why_not(self, s: State, action: Action) -> No | None:
        return NOT_IN_RETREAT if isinstance(action, Pick) else None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.leave()
                retreat = s.flow[-1]
                assert isinstance(retreat, AttackersRetreat)
                retreat.send(s, s.units[unit].hex)


@rule("12.1b")
def send_back(s: State, side: Side, units: tuple[UnitId, ...], here: Hex, hexes: int, role: str) -> None:
    """10.5 Units retreat; 12.1b an HQ goes with its whole stack, and may stay with those that stay."""
    hq = hq_in(s, here, side)
    going = Retreat(side=side, units=units, origin=here, left=hexes, role=role)
    if hq is None:
        s.enter(going)
    elif len(combat_units_in(s, here, side)) == len(units):
        s.enter(replace(going, units=(*units, hq.id)))
    else:
        s.enter(going)
        s.enter(HqStaysOrGoes(side, hq.id))


STAY = "stay"
GO = "go"


@rule("12.1b")
class HqStaysOrGoes(Decision[State], frozen=True):
    """12.1b Some of its stack stay: the HQ may stay unchanged, or retreat with the others."""

    words = "Retreat: {hq} stays with the units that stay, or retreats with the others"
    under = "12.1b"
    fills = ("units",)
    hq: UnitId

    def about(self, s: State) -> Subject:
        return Subject(unit=self.hq)

    def options(self, s: State) -> Iterator[Action]:
        yield Choose(STAY)
        yield Choose(GO)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Choose(choice) if choice == GO:
                going = s.flow[-2]
                assert isinstance(going, Retreat)
                s.leave(units=(*going.units, self.hq))
            case _:
                s.leave()
