"""6.0 Supply: the roll of Phase 10; 10.3 the auxiliary landing strip."""

from __future__ import annotations

from bridgehead.core.actions import Action, Done, Place
from bridgehead.core.flow import Decision
from bridgehead.core.refusal import Modifier, No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.data import GERMAN
from bridgehead.games.breslau1945.model.events import StripLaid, SupplyRolled
from bridgehead.games.breslau1945.model.state import (
    OUT_OF_PHASE,
    State,
    controller,
    gain_supply,
    spend_supply,
)

STRIP_LENGTH = 3

STRIP_COMPLETE = No("10.3.1a", "the landing strip has three markers")
NO_SUPPLY = No("6.5", "a landing strip marker costs 4 Supply")
NOT_CITY = No("10.3.1a", "the landing strip lies on City hexes that are not Bridges and have no Canal side")
NOT_GERMAN = No("10.3.1c", "the hex must be controlled by the garrison")
NOT_NEXT = No("10.3.1b", "the marker must lie next to one that is already there")
TAKEN = No("10.3.3", "a landing strip marker lies there already")


@rule("10.3", "10.3.1a", "10.3.1b", "10.3.1c", "10.3.3", "10.3.6", "6.5", "6.1b")
def why_not_strip(s: State, hex: Hex) -> No | None:
    """Why a landing strip marker cannot be laid in a hex."""
    printed = s.tables
    if len(s.strip) == STRIP_LENGTH:
        return STRIP_COMPLETE
    if s.tracks["supply"] < printed.supply.strip:
        return NO_SUPPLY
    if hex in s.strip:
        return TAKEN
    if hex not in printed.strip_ground:
        return NOT_CITY
    if controller(s, hex) != GERMAN:
        return NOT_GERMAN
    if s.strip and not set(s.strip) & set(s.game.board.near[hex]):
        return NOT_NEXT
    return None


@rule("10.3", "10.3.2", "10.3.3", "10.3.4", "4.4.10")
class LandingStrip(Decision[State], frozen=True):
    """At the beginning of Phase 10 the garrison may lay one marker of its landing strip."""

    words = "choose a hex for a landing strip marker (4 Supply), or go on"
    under = "10.3"
    clicks = (Place,)

    def sites(self, s: State) -> list[Hex]:
        if len(s.strip) == STRIP_LENGTH or s.tracks["supply"] < s.tables.supply.strip:
            return []
        ground = s.tables.strip_ground
        near = [to for hex in s.strip for to in s.game.board.near[hex]]
        return [
            hex for hex in sorted(set(near) & ground if near else ground) if why_not_strip(s, hex) is None
        ]

    def options(self, s: State) -> list[Action]:
        return [*(s.tables.places[hex] for hex in self.sites(s)), Done()]

    def take(self, s: State, action: Action) -> None:
        s.leave()
        if isinstance(action, Place):
            spend_supply(s, s.tables.supply.strip)
            s.set(strip=(*s.strip, action.hex))
            s.tell(StripLaid(action.hex, s.tracks["supply"]), rule="10.3.2")

    def over(self, s: State) -> bool:
        return not self.sites(s)

    def why_not(self, s: State, action: Action) -> No | None:
        return why_not_strip(s, action.hex) if isinstance(action, Place) else OUT_OF_PHASE


@rule("10.3.5", "10.3.6")
def strip_in_use(s: State) -> bool:
    """All three markers lie, and the garrison controls every hex of them."""
    return len(s.strip) == STRIP_LENGTH and all(controller(s, hex) == GERMAN for hex in s.strip)


@rule("6.6b", "6.6c", "10.3.5")
def supply_modifiers(s: State) -> tuple[Modifier, ...]:
    """What is added to the supply die before it is halved."""
    roll = s.tables.supply_roll
    found = []
    if controller(s, s.tables.airport) == GERMAN:
        found.append(Modifier(roll.airport, "the airport is held", "6.6b", "drm"))
    if strip_in_use(s):
        found.append(Modifier(roll.strip, "the landing strip is in use", "6.6b", "drm"))
    if s.turn <= roll.early_turns:
        found.append(Modifier(roll.early, "the first three turns", "6.6b", "drm"))
    return tuple(found)


@rule("6.6a", "6.1b", "4.4.10", "4.4a")
def supply_roll(s: State) -> None:
    """One die and its modifiers, halved and rounded up, is added to the Supply level."""
    die = s.roll(6)
    added = sum(modifier.amount for modifier in supply_modifiers(s))
    gain = (die + added + 1) // 2
    gain_supply(s, gain)
    s.tell(SupplyRolled(die, added, gain, s.tracks["supply"]), rule="6.6a")
