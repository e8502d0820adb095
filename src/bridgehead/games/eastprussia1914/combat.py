"""10.1, 10.2 The Combat Segment: naming attacks and assembling them."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Attack, Choose, Commit, Done, Pick
from bridgehead.core.flow import Decision, Forecast, Reminder
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.eastprussia1914.data import FOE, GERMAN, RUSSIAN
from bridgehead.games.eastprussia1914.events import AttackCancelled
from bridgehead.games.eastprussia1914.fog import foggy
from bridgehead.games.eastprussia1914.odds import Odds, attack_strength, halvings, odds
from bridgehead.games.eastprussia1914.results import Combat
from bridgehead.games.eastprussia1914.special import AIRMEN, GUNS
from bridgehead.games.eastprussia1914.state import COMBAT, ISOLATED, State, is_lone_hq

HAS_ATTACKED = No("10.1.2", "the unit has already attacked in this activation")
NOT_A_FIGHTER = No(
    "10.1.1", "only units activated now attack, and not those that marched, railed or moved for AOK8"
)
NOT_NEXT = No("10.1.1", "no unit that may attack stands next to that hex")
LAKE_BETWEEN = No("10.1.7", "no attack is made across a lake hexside or out of or into water")
ALREADY_ATTACKED = No("10.1.3", "the hex has already been attacked in this Combat Segment")
HQ_ALONE = No("10.1.5", "a hex holding only an HQ cannot be attacked; it can be overrun")
NO_ENEMY = No("10.1.1", "there is no enemy combat unit in that hex")
BELOW_TABLE = No("10.3.4a", "after all shifts the attack is below 1:2")
NO_STRENGTH = No("10.1.6", "at least one attacker needs an attack strength above zero")
ISOLATED_FIGHTER = No("10.1.6", "isolated units take no part in attacks")
NO_AIRMEN = No("18.2b", "no airmen's report is at hand")
NO_GUNS = No("18.2b", "no massed guns are at hand")

AIRMEN_CHOICE = "airmen"
GUNS_CHOICE = "guns"


@rule("10.1.1", "10.1.7")
def targets_of(s: State, unit: UnitId, side: Side) -> list[Hex]:
    """10.1.1 The enemy-held hexes next to a unit, not across lakes (10.1.7)."""
    here, held, ground = s.units[unit].hex, s.ledger[COMBAT[FOE[side]]], s.ground
    around = ground.board.around[here]
    return [Hex(to) for d, to in enumerate(around) if to and held[to] and not ground.barred[here * 6 + d]]


@rule("10.1.1", "10.1.2", "10.1.3", "10.1.5", "10.1.8")
class CombatSegment(Decision[State], frozen=True):
    """10.1 The active player attacks, one hex after another, or ends the segment."""

    words = "choose a hex to attack, or end the Combat Segment"
    under = "10.1.1"
    hq: UnitId
    fighters: tuple[UnitId, ...]
    """10.1.2 The units that may still attack."""
    attacked: tuple[Hex, ...] = ()
    fought: tuple[UnitId, ...] = ()

    def neighbours(self, s: State, target: Hex) -> tuple[UnitId, ...]:
        """The fighters that can reach a target."""
        return tuple(
            unit for unit in self.fighters if s.units[unit].hex and target in targets_of(s, unit, self.side)
        )

    def possible(self, s: State) -> dict[Hex, tuple[UnitId, ...]]:
        """Enemy hexes next to fighters, with those who could join."""
        found: dict[Hex, tuple[UnitId, ...]] = {}
        for unit in self.fighters:
            if s.units[unit].hex:
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
        guns = GUNS_CHOICE if guns_at_hand(s, self.side) else ""
        return BELOW_TABLE if odds(s, self.side, self.hq, units, target, guns).column < 0 else None

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Attack(hex) if hex in s.ground.board:
                if is_lone_hq(s, hex, FOE[self.side]):
                    return HQ_ALONE
                if not s.ledger[COMBAT[FOE[self.side]]][hex]:
                    return NO_ENEMY
                if units := self.neighbours(s, hex):
                    return self.why_not_target(s, hex, units)
                beside = any(s.units[u].hex in s.ground.board.near[hex] for u in self.fighters)
                return LAKE_BETWEEN if beside else NOT_NEXT
        return None

    def over(self, s: State) -> bool:
        return not self.fought and not self.possible(s)

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
            if s.units[unit].hex and targets_of(s, unit, self.side)
        )


def airmen_at_hand(s: State, side: Side) -> bool:
    """18.2b Event 9: one German attack of the turn adds 1 to its die."""
    return side == GERMAN and s.event == AIRMEN and not s.tracks.get("event_used")


def guns_at_hand(s: State, side: Side) -> bool:
    """18.2b Event 11: one Russian attack of the turn gets a shift up."""
    return side == RUSSIAN and s.event == GUNS and not s.tracks.get("event_used")


@rule("10.1.2", "10.1.6", "10.1.8", "10.2.1", "10.3.4a", "18.2b")
class AssembleAttack(Decision[State], frozen=True):
    """10.2.1 The attackers of one hex are named, then the attack is resolved."""

    words = "add units to the attack on {target}, or resolve it"
    under = "10.2.1"
    unordered = True
    hq: UnitId
    target: Hex
    near: tuple[UnitId, ...]
    attackers: tuple[UnitId, ...] = ()
    help: str = ""
    """18.2b The event used for this attack."""

    def odds(self, s: State) -> Odds:
        guns = self.help if self.help == GUNS_CHOICE else ""
        return odds(s, self.side, self.hq, self.attackers, self.target, guns)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.near if unit not in self.attackers)
        if not self.help:
            if airmen_at_hand(s, self.side):
                yield Choose(AIRMEN_CHOICE)
            if guns_at_hand(s, self.side):
                yield Choose(GUNS_CHOICE)
        if self.why_not_commit(s) is None:
            yield Commit()

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
            case Choose(choice):
                return NO_AIRMEN if choice == AIRMEN_CHOICE else NO_GUNS
        return None

    def why_not_unit(self, s: State, unit: UnitId) -> No:
        segment = s.flow[-2]
        assert isinstance(segment, CombatSegment)
        if s.units[unit].supply == ISOLATED:
            return ISOLATED_FIGHTER
        if unit in segment.fought:
            return HAS_ATTACKED
        return NOT_NEXT if unit in segment.fighters else NOT_A_FIGHTER

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(replace(self, attackers=(*self.attackers, unit)))
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
            s.tell(AttackCancelled(self.target), rule="10.3.4a")
            return
        if self.help:
            s.track("event_used", 1)
        s.enter(
            Combat(side=self.side, hq=self.hq, target=self.target, attackers=self.attackers, help=self.help)
        )

    def forecast(self, s: State) -> Forecast | None:
        if not self.attackers:
            return None
        final, crt = self.odds(s), s.tables.crt
        halved = [each for unit in self.attackers for each in halvings(s, s.units[unit], self.target)]
        commit = Commit() if self.why_not_commit(s) is None else None
        if foggy(s):
            return Forecast(
                title="Attack", attack=str(final.attack), defence="?", modifiers=tuple(halved), commit=None
            )
        return Forecast(
            title="Attack",
            attack=str(final.attack),
            defence=str(final.defence),
            odds=crt.columns[final.base] if final.base >= 0 else "below 1:2",
            columns=crt.columns,
            column=crt.columns[final.column] if final.column >= 0 else "",
            rows=tuple((str(d + 1), tuple(cells[d].text for cells in crt.results)) for d in range(6)),
            modifiers=(*halved, *final.shifts),
            commit=commit,
        )
