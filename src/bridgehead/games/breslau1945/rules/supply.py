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
    added,
    controller,
    gain_supply,
    spend_supply,
    with_figures,
)
from bridgehead.toolkit.tables import total

STRIP_LENGTH = 3

STRIP_COMPLETE = No("10.3.1a", "all landing strip markers are on the map")
NO_SUPPLY = No("6.5", "not enough Supply: a landing strip marker costs {cost}; {left} left")
NOT_CITY = No("10.3.1a", "a landing strip needs City hexes without a Canal hexside")
NOT_GERMAN = No("10.3.1c", "this hex is not under German control")
NOT_NEXT = No("10.3.1b", "this hex is not adjacent to a landing strip marker")
TAKEN = No("10.3.3", "a landing strip marker is already in this hex")


@rule("10.3", "10.3.1a", "10.3.1b", "10.3.1c", "10.3.3", "10.3.6", "6.5", "6.1b")
def why_not_strip(s: State, hex: Hex) -> No | None:
    """Why a landing strip marker cannot be laid in a hex."""
    printed = s.tables
    if len(s.strip) == STRIP_LENGTH:
        return STRIP_COMPLETE
    if s.tracks["supply"] < printed.supply.strip:
        return with_figures(NO_SUPPLY, cost=printed.supply.strip, left=s.tracks["supply"])
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

    words = "Supply Phase: select a hex for a landing strip marker ({cost} Supply)"
    under = "10.3"
    clicks = (Place,)
    labels = {Done: "Build nothing"}
    cost: int = 0
    """Told in the prompt."""

    def sites(self, s: State) -> list[Hex]:
        return [hex for hex in s.tables.strip_sites if why_not_strip(s, hex) is None]

    def options(self, s: State) -> list[Action]:
        return [*(s.tables.places[hex] for hex in self.sites(s)), Done()]

    def take(self, s: State, action: Action) -> None:
        s.leave()
        if isinstance(action, Place):
            cost = s.tables.supply.strip
            spend_supply(s, cost)
            s.set(strip=(*s.strip, action.hex))
            laid = StripLaid(action.hex, len(s.strip), STRIP_LENGTH, cost, s.tracks["supply"])
            s.tell(laid, rule="10.3.2")

    def over(self, s: State) -> bool:
        return not any(why_not_strip(s, hex) is None for hex in s.tables.strip_sites)

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
        found.append(Modifier(roll.airport, "airport under German control", "6.6b", "drm"))
    if strip_in_use(s):
        found.append(Modifier(roll.strip, "landing strip in use", "6.6b", "drm"))
    if s.turn <= roll.early_turns:
        found.append(Modifier(roll.early, f"turns 1 to {roll.early_turns}", "6.6b", "drm"))
    return tuple(found)


@rule("6.6a", "6.1b", "4.4.10", "4.4a")
def supply_roll(s: State) -> None:
    """One die and its modifiers, halved and rounded up, is added to the Supply level."""
    die = s.roll(6)
    modifiers = supply_modifiers(s)
    whole = die + total(modifiers, "drm")
    gain = (whole + 1) // 2
    gain_supply(s, gain)
    s.tell(SupplyRolled(die, added(modifiers), whole, gain, s.tracks["supply"]), rule="6.6a")
