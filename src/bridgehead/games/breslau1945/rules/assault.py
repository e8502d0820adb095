"""4.4.5, 4.4.7 The assault phases: targets, attackers, what is paid for, the roll (9.0)."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Cancel, Commit, Done, Pick
from bridgehead.core.flow import Decision, Forecast, Reminder, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.breslau1945.model.actions import (
    ArtilleryFire,
    Everyone,
    StandingOrders,
    UseCapturedGoliaths,
    UseGoliath,
)
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET
from bridgehead.games.breslau1945.model.events import CapturedGoliathsSpent, GoliathSpent
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE, State, with_figures
from bridgehead.games.breslau1945.rules.attack import (
    NO_ATTACKER,
    OFF_MAP,
    Attack,
    able,
    artillery_offers,
    forecast,
    joiners,
    resolve,
    why_not_artillery,
    why_not_everyone,
    why_not_join,
)
from bridgehead.games.breslau1945.rules.standing import ORDERED, GiveOrder

ALREADY_STRUCK = No("9.1c", "this unit has already been assaulted this phase")
OWN_UNIT = No("9.1a", "you can't assault your own unit")
NOBODY_THERE = No("9.1a", "none of your units is adjacent to this unit")
ALL_HAVE_ASSAULTED = No("9.1b", "all adjacent units that could assault have already assaulted this phase")
ALL_HAVE_BOMBARDED = No("8.2.10", "only artillery that bombarded this turn is adjacent to this unit")
NOT_OURS = No("10.4.1", "only German units use Goliaths")
ONE_GOLIATH = No("10.4.1", "this Assault already uses a Goliath")
NO_GOLIATH = No("10.4", "no Goliath is left in the Tactical reserves")
NOT_THEIRS = No("10.4.2", "only Red Army units use captured Goliaths")
CAPTURED_IN = No("10.4.2", "this Assault already uses the captured Goliaths")
TOO_EARLY = No("10.4.2", "the captured Goliaths can't be used before turn {turn}")
GOLIATHS_SPENT = No("10.4.2", "the captured Goliaths have already been used this game")
NO_SAPPERS = No("10.4.2", "no unit of the 62nd Engineer-Sapper Brigade takes part in this Assault")


@rule("4.4.5", "4.4.7", "9.1b", "9.1c", "9.2b", "9.3", "9.4a")
class AssaultPhase(Decision[State], frozen=True):
    """The side names enemy units to be assaulted, one after the other, or ends the phase."""

    words = "Assault Phase: select an enemy unit to assault"
    under = "9.4a"
    clicks = (Pick,)
    labels = {Pick: "Assault {unit}", Done: "End Assault Phase"}
    used: frozenset[UnitId] = frozenset()
    struck: frozenset[UnitId] = frozenset()
    ordered: bool = False

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        for id in self.targets(s):
            yield picks[id]
        yield Done()
        if not self.ordered:
            yield StandingOrders()

    def targets(self, s: State) -> list[UnitId]:
        beside = s.ledger["near_soviet" if self.side == SOVIET else "near_german"]
        found: list[UnitId] = []
        for hex, ids in s.stacks.items():
            if not beside[hex] or s.units[ids[0]].side == self.side:
                continue
            if any(id not in self.used for id in able(s, self.side, "assault", hex)):
                found.extend(id for id in ids if id not in self.struck)
        return found

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.enter(Assault(self.side, unit, self.used, self.struck))
            case StandingOrders():
                s.enter(GiveOrder(self.side))
            case _:
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        if isinstance(action, StandingOrders):
            return ORDERED
        if not isinstance(action, Pick):
            return OUT_OF_PHASE
        target = s.units[action.unit]
        if target.side == self.side:
            return OWN_UNIT
        if not target.hex:
            return OFF_MAP
        if action.unit in self.struck:
            return ALREADY_STRUCK
        return self.why_nobody(s, target.hex)

    def why_nobody(self, s: State, hex: Hex) -> No:
        """Why none of the units next to a hex may assault it."""
        if able(s, self.side, "assault", hex):
            return ALL_HAVE_ASSAULTED
        beside = s.ledger["near_soviet" if self.side == SOVIET else "near_german"]
        return ALL_HAVE_BOMBARDED if beside[hex] else NOBODY_THERE

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(Reminder("can still be assaulted", s.units[id].hex, id) for id in self.targets(s))


@rule("9.4a", "9.4b", "9.2a", "9.2b", "10.4", "10.4.1", "10.4.2", "10.4.2b", "8.3.2")
class Assault(Decision[State], frozen=True):
    """The target is named; now the units that assault it and what is paid for, then the roll."""

    words = "Assault Phase: select units to assault {target}"
    under = "9.4b"
    clicks = (Pick,)
    fills = ("used", "struck")
    labels = {Commit: "Resolve assault", Cancel: "Cancel assault"}
    unordered = True
    target: UnitId
    used: frozenset[UnitId]
    struck: frozenset[UnitId]
    attackers: tuple[UnitId, ...] = ()
    artillery: int = 0
    goliath: bool = False
    captured: bool = False

    def about(self, s: State) -> Subject:
        return Subject(committed=self.attackers, hexes=(s.units[self.target].hex,))

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        free = self.free(s)
        for id in free:
            yield picks[id]
        if why_not_everyone(s, free, self.attackers) is None:
            yield Everyone()
        if self.why_not_goliath(s) is None:
            yield UseGoliath()
        if self.why_not_captured(s) is None:
            yield UseCapturedGoliaths()
        yield from artillery_offers(s, self.side, self.artillery, self.attackers)
        if self.attackers:
            yield Commit()
        yield Cancel()

    def free(self, s: State) -> list[UnitId]:
        """Those who may still join."""
        return joiners(s, self.side, "assault", s.units[self.target].hex, self.attackers, self.used)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(replace(self, attackers=(*self.attackers, unit)))
            case Everyone():
                s.become(replace(self, attackers=(*self.attackers, *self.free(s))))
            case ArtilleryFire(choice):
                s.become(replace(self, artillery=int(choice)))
            case UseGoliath():
                s.become(replace(self, goliath=True))
            case UseCapturedGoliaths():
                s.become(replace(self, captured=True))
            case Commit():
                self.commit(s)
            case _:
                s.leave()

    def commit(self, s: State) -> None:
        s.leave(used=self.used | set(self.attackers), struck=self.struck | {self.target})
        special = s.tables.special
        if self.goliath:
            s.track("goliaths", s.tracks["goliaths"] - 1)
            s.tell(GoliathSpent(special.goliath, s.tracks["goliaths"]), rule="10.4.1")
        if self.captured:
            s.track("captured_goliaths", 0)
            s.tell(CapturedGoliathsSpent(special.captured_goliaths), rule="10.4.2")
        resolve(s, self.attack())

    def attack(self) -> Attack:
        return Attack(
            self.side, "assault", self.target, self.attackers, self.artillery, self.goliath, self.captured
        )

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit):
                hex = s.units[self.target].hex
                return why_not_join(s, self.side, "assault", hex, self.attackers, self.used, unit)
            case ArtilleryFire(choice):
                return why_not_artillery(s, self.side, self.artillery, self.attackers, choice)
            case UseGoliath():
                return self.why_not_goliath(s)
            case UseCapturedGoliaths():
                return self.why_not_captured(s)
            case Everyone():
                return why_not_everyone(s, self.free(s), self.attackers)
            case Commit():
                return NO_ATTACKER
        return OUT_OF_PHASE

    def why_not_goliath(self, s: State) -> No | None:
        """One Goliath from the reserves box for a German Assault."""
        if self.side != GERMAN:
            return NOT_OURS
        if self.goliath:
            return ONE_GOLIATH
        if not s.tracks["goliaths"]:
            return NO_GOLIATH
        return None if self.attackers else NO_ATTACKER

    def why_not_captured(self, s: State) -> No | None:
        """Once a game, not too early, with a battalion of the 62nd Brigade in the Assault."""
        if self.side != SOVIET:
            return NOT_THEIRS
        if self.captured:
            return CAPTURED_IN
        if not s.tracks["captured_goliaths"]:
            return GOLIATHS_SPENT
        if s.turn < s.tables.special.captured_from:
            return with_figures(TOO_EARLY, turn=s.tables.special.captured_from)
        if not any(s.game.counters[id].sappers for id in self.attackers):
            return NO_SAPPERS
        return None

    def forecast(self, s: State) -> Forecast | None:
        return forecast(s, self.attack()) if self.attackers else None
