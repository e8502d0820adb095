"""Who could attack where: what stands next to a hex now, and what could come next to it by one move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from bridgehead.core.game import Overlay
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.core.words import printed_with_name
from bridgehead.toolkit.wargame import WarState

S = TypeVar("S", bound=WarState)
Approach: TypeAlias = Callable[[S, UnitId], Iterable[Hex]]
"""The hexes from which a unit could attack after a move with its whole allowance, its own among them; none if
it cannot attack at all."""
Strikes: TypeAlias = Callable[[S, UnitId, Hex], Iterable[Hex]]
"""The hexes that a unit standing in a hex could attack, whoever is in them."""
Layer: TypeAlias = Callable[[S, Side, Hex, UnitId], Overlay]

NO_HEX = "Who can attack here: select a hex or a counter first"
THREAT = "Threat: how many enemy units could attack each hex after one move"


def threat_overlays(
    approach: Approach[S], strikes: Strikes[S], camp: Callable[[Side], Any] = str
) -> dict[str, Layer[S]]:
    """The two layers of a game, by its own rules of movement and attack, with the units that a side sees."""

    def seen(s: S, side: Side, camps: Callable[[Any], bool]) -> list[UnitId]:
        """The units on the map that a side sees, of some camps."""
        hidden = s.game.view(s, side).hidden
        return [u.id for u in s.units.values() if u.hex and u.id not in hidden and camps(camp(u.side))]

    def attackers(s: S, side: Side, hex: Hex, unit: UnitId) -> Overlay:
        target = hex or (s.units[unit].hex if unit in s.units else hex)
        if not target:
            return Overlay(NO_HEX)
        holders = {
            camp(s.units[one].side) for one in seen(s, side, lambda _: True) if s.units[one].hex == target
        }
        threatened = holders or {camp(side)}
        now: Counter[Hex] = Counter()
        later: Counter[Hex] = Counter()
        near = s.game.board.near[target]
        for one in seen(s, side, lambda other: other not in threatened):
            at = s.units[one].hex
            places = set(approach(s, one))
            if at in places and target in strikes(s, one, at):
                now[at] += 1
            elif any(place in places and target in strikes(s, one, place) for place in near):
                later[at] += 1
        return Overlay(
            f"Who can attack {printed_with_name(s.game, target)}: units now, (units after a move)",
            {at: label(now[at], later[at]) for at in sorted({*now, *later})},
            tuple((at, target) for at in sorted(now)),
        )

    def threat(s: S, side: Side, hex: Hex, unit: UnitId) -> Overlay:
        found: Counter[Hex] = Counter()
        for one in seen(s, side, lambda other: other != camp(side)):
            found.update({to for at in approach(s, one) for to in strikes(s, one, at)})
        return Overlay(THREAT, {to: str(count) for to, count in sorted(found.items())})

    return {"attackers": attackers, "threat": threat}


def label(now: int, later: int) -> str:
    """2 now, (1) after a move."""
    return " ".join(filter(None, (str(now) if now else "", f"({later})" if later else "")))
