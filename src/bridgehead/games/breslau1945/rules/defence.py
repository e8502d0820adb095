"""9.10 Defensive Fire and 10.5 chemical weapons: the other side's answer inside a move."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Cancel, Commit, Pick
from bridgehead.core.flow import Decision, Forecast, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.breslau1945.model.actions import (
    ArtilleryFire,
    Everyone,
    HoldFire,
    ReleaseGas,
    StandingOrders,
    UseCapturedGoliaths,
    UseGoliath,
)
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET
from bridgehead.games.breslau1945.model.events import FireHeld, Gassed
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE, State, Unit, foe
from bridgehead.games.breslau1945.rules.attack import (
    NO_ATTACKER,
    Attack,
    able,
    artillery_offers,
    chance_in_six,
    forecast,
    joiners,
    modifiers,
    resolve,
    why_not_artillery,
    why_not_everyone,
    why_not_join,
)
from bridgehead.games.breslau1945.rules.standing import ALWAYS, CHANCES, NEVER, ORDERED, GiveOrder, order_of
from bridgehead.toolkit.tables import total

NO_CHEMICALS = No("10.5.1", "no chemical weapons counter is left")
NOT_OURS = No("10.5.2a", "only the German player has chemical weapons")
NOT_AFTER_FIRE = No("10.5.2a", "chemical weapons replace Defensive Fire; cancel the fire first")
NO_GOLIATH_IN_FIRE = No("10.4.1", "Goliaths can be used in an Assault, not in Defensive Fire")
FIRE_BEGUN = No("7.3.6c", "firing units are already selected; cancel the fire first")
NOTHING_CHOSEN = No("9.10a", "no firing unit is selected")
NOBODY = frozenset[UnitId]()


@rule("7.3.6b", "9.10b", "8.2.8a", "10.5.2c")
def danger(s: State, side: Side) -> bytearray:
    """By hex: how many enemy units could answer the entry of a unit of this side."""
    return s.ledger["near_soviet" if side == GERMAN else "fire_german"]


@rule("7.3.6a", "7.3.6b", "7.3.6c", "9.10b", "9.11", "9.12", "9.13", "4.4.4", "4.4.8", "7.3.7")
def answer_to(s: State, mover: UnitId, origin: Hex) -> None:
    """A unit has entered a hex: the enemy next to it may answer, once; nobody may undo past this."""
    unit = s.units[mover]
    if not danger(s, unit.side)[unit.hex]:
        return
    s.reveal()
    s.enter(DefensiveFire(foe(unit.side), mover, origin))


def wants_to_be_asked(s: State, side: Side, target: Unit) -> bool:
    """What the side's standing order says about this entry."""
    order = order_of(s, side)
    if order in (ALWAYS, NEVER):
        return order == ALWAYS
    best = Attack(side, "defensive_fire", target.id, strongest(s, side, target))
    return chance_in_six(s, best) >= CHANCES[order]


@rule("9.2c", "9.5b")
def strongest(s: State, side: Side, target: Unit) -> tuple[UnitId, ...]:
    """The best that could fire at a unit together: all Germans, or one division with independent units."""
    units = able(s, side, "defensive_fire", target.hex)
    counters = s.game.counters
    divisions = dict.fromkeys(counters[id].division for id in units)
    forces = [tuple(id for id in units if counters[id].division in ("", name)) for name in divisions]
    fires = [Attack(side, "defensive_fire", target.id, force) for force in forces]
    return max(fires, key=lambda fire: total(modifiers(s, fire), "drm")).attackers


@rule("7.3.6c", "9.10a", "9.10b", "9.10c", "9.10e", "9.2b", "8.3.2", "10.4.1")
class DefensiveFire(Decision[State], frozen=True):
    """One answer to one entry: fire by some or all who can, chemical weapons, or nothing."""

    words = "Select units for Defensive Fire at {target}, now adjacent"
    under = "7.3.6c"
    clicks = (Pick,)
    labels = {Commit: "Fire", Cancel: "Cancel fire"}
    unordered = True
    target: UnitId
    origin: Hex
    firers: tuple[UnitId, ...] = ()
    artillery: int = 0
    ordered: bool = False

    def about(self, s: State) -> Subject:
        return Subject(committed=self.firers, hexes=(s.units[self.target].hex,))

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        free = self.free(s)
        for id in free:
            yield picks[id]
        if why_not_everyone(s, free, self.firers) is None:
            yield Everyone()
        yield from artillery_offers(s, self.side, self.artillery, self.firers)
        if self.firers:
            yield Commit()
        elif self.side == GERMAN and s.tracks["chemicals"]:
            yield ReleaseGas()
        if not self.firers and not self.ordered:
            yield StandingOrders()
        yield HoldFire()
        if self.firers:
            yield Cancel()

    def free(self, s: State) -> list[UnitId]:
        """Those who may still join."""
        return joiners(s, self.side, "defensive_fire", s.units[self.target].hex, self.firers, NOBODY)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(replace(self, firers=(*self.firers, unit)))
            case Everyone():
                s.become(replace(self, firers=(*self.firers, *self.free(s))))
            case ArtilleryFire(choice):
                s.become(replace(self, artillery=int(choice)))
            case Commit():
                s.leave()
                resolve(s, self.attack())
            case ReleaseGas():
                release_gas(s, self.target, self.origin)
            case StandingOrders():
                s.enter(GiveOrder(self.side))
            case Cancel():
                s.become(replace(self, firers=(), artillery=0))
            case _:
                s.leave()
                s.tell(FireHeld(self.side, self.target, s.units[self.target].hex), rule="7.3.6c")

    def attack(self) -> Attack:
        return Attack(self.side, "defensive_fire", self.target, self.firers, self.artillery)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit):
                hex = s.units[self.target].hex
                return why_not_join(s, self.side, "defensive_fire", hex, self.firers, NOBODY, unit)
            case ArtilleryFire(choice):
                return why_not_artillery(s, self.side, self.artillery, self.firers, choice)
            case ReleaseGas():
                if self.side != GERMAN:
                    return NOT_OURS
                return NOT_AFTER_FIRE if self.firers else NO_CHEMICALS
            case StandingOrders():
                return FIRE_BEGUN if self.firers else ORDERED
            case UseGoliath() | UseCapturedGoliaths():
                return NO_GOLIATH_IN_FIRE
            case Everyone():
                return why_not_everyone(s, self.free(s), self.firers)
            case Commit():
                return NO_ATTACKER
            case Cancel():
                return NOTHING_CHOSEN
        return OUT_OF_PHASE

    def standing_answer(self, s: State) -> Action | None:
        """Nobody fires where the side did not want to be asked; a question that was looked into stands."""
        begun = self.firers or self.ordered
        return None if begun or wants_to_be_asked(s, self.side, s.units[self.target]) else HoldFire()

    def forecast(self, s: State) -> Forecast | None:
        return forecast(s, self.attack()) if self.firers else None


@rule("10.5.2a", "10.5.2b", "10.5.2d", "10.5.2e", "9.10d")
def release_gas(s: State, mover: UnitId, origin: Hex) -> None:
    """The counter stays in the hex entered, the unit goes back where it came from, its move is over."""
    hex = s.units[mover].hex
    s.track("chemicals", s.tracks["chemicals"] - 1)
    s.set(gas=(*s.gas, hex))
    s.put(mover, origin)
    s.tell(Gassed(mover, hex, origin, s.tracks["chemicals"]), rule="10.5.2a")
    s.leave(mp=0)


@rule("10.5.2b")
def poisoned(s: State, side: Side, hex: Hex) -> bool:
    """Is the hex closed to a side by a chemical counter?"""
    return side == SOVIET and hex in s.gas
