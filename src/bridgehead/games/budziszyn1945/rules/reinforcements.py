"""11.0 Reinforcements, entry zones, leaving the map; and the arrivals of Nysa (N.12, N.17 to N.23)."""

from __future__ import annotations

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.state import Result
from bridgehead.core.values import Hex, Side
from bridgehead.games.budziszyn1945.model.data import GERMAN, SOVIET
from bridgehead.games.budziszyn1945.model.events import Entered, LeftForBerlin, LeftMap
from bridgehead.games.budziszyn1945.model.ground import MP
from bridgehead.games.budziszyn1945.model.scenarios import book_of
from bridgehead.games.budziszyn1945.model.state import (
    ACTED,
    HELD,
    SHIFTED,
    State,
    Unit,
    american,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.interdiction import hampered
from bridgehead.games.budziszyn1945.rules.movement import (
    CLOSED_GROUND,
    ENEMY_THERE,
    NO_ZOC_IN_STRATEGIC,
    STACK_FULL,
    barred,
    starting_mp,
    why_barred,
    why_not_end,
)
from bridgehead.games.budziszyn1945.rules.zoc import enemy_held, in_enemy_zoc, occupied_by_foe

LATER = "reinforcements"
WAITING = "waiting"
LEFT = "left"
BERLIN = "berlin"
ARMY_28 = "army28"
AMERICANS = "americans"
SPARE_HQ = "spare_hq"
UNUSED = "unused"
ENTERING = frozenset((WAITING, ARMY_28, AMERICANS, SPARE_HQ))
"""Boxes from which units may come in."""
POOLS = {ARMY_28: "army_28", AMERICANS: "americans"}
"""By box: the pool of the scenarios file that says by which zones its units come."""

ENEMY_ZONE = No("11.1.4", "the enemy controls or occupies this entry hex")
ZONE_TOO_FAR = No("11.2.1", "this unit can enter only by its own zone or an adjacent one this turn")
QUEUE_TOO_LONG = No("11.1.5", "not enough MP: too many units have already entered here this phase")
NO_ZONE = No("11.1.2", "this hex is in no entry zone")
NO_POINTS = No("3.1.13d", "this unit has no MP to enter with")
ONLY_TOWNS = No("N.12", "the replacement HQ must be placed in a town")
TOWN_NOT_GERMAN = No("N.12", "the Germans don't control this town")
TOWN_IN_ZOC = No("N.12", "this town is in an enemy ZOC")
ONE_A_DAY = No("N.22", "an American regiment has already entered today")


@rule("11.1.1", "11.1.3", "11.1.7", "N.17", "N.20")
def announce_arrivals(s: State, side: Side) -> None:
    """At the start of a side's Movement Phase: who is due now, or came back to its zone."""
    for arrival in s.game.campaigns.arrivals.get(book_of(s), ()):
        if arrival.turn > s.turn:
            continue
        for id in arrival.units:
            unit = s.units[id]
            if unit.box == LATER and unit.side == side:
                s.mark(id, box=WAITING, zone=" ".join(arrival.zones))
    for unit in s.in_box(LEFT):
        if unit.side == side:
            s.mark(unit.id, box=WAITING)
    if in_nysa(s) and side == SOVIET:
        release_army_28(s)


@rule("N.21a", "N.21b")
def release_army_28(s: State) -> None:
    """As many units of each type as 52 Army has brought over the Neisse may come."""
    for kind in ("INF", "ART", "HQ"):
        s.track(f"army28_{kind}", sum(1 for id in s.crossed if s.counter(id).type == kind))


@rule("N.21b")
def note_crossings(s: State) -> None:
    """At the end of a phase: which units of 52 Army stand west of the Neisse."""
    west = s.game.ground.west_bank
    new = {id for id in s.game.army_units["52 Army"] if id not in s.crossed and s.units[id].hex in west}
    if new:
        s.set(crossed=s.crossed | new)


@rule("11.1.3", "11.1.7", "N.12", "N.21a", "N.22", "12.1.2")
def may_enter(s: State, unit: Unit, *, strategic: bool) -> bool:
    """May a unit off the map come in during this phase?"""
    if unit.done & SHIFTED:
        return False
    if unit.box == WAITING:
        return True
    if unit.box == ARMY_28:
        kind = s.counter(unit.id).type
        most = s.tracks.get(f"army28_{kind}", 0)
        return most > 0 and most > sum(
            s.counter(id).type == kind and s.units[id].box != ARMY_28 for id in s.game.campaigns.army_28
        )
    if unit.box == AMERICANS:
        return s.turn >= s.game.tables.number.american_release and s.tracks.get("american_day") != s.turn
    if unit.box == SPARE_HQ:
        return not strategic and s.counter(unit.id).hq and s.tracks.get("german_hqs_lost", 0) > 0
    return False


@rule("11.1.2", "N.22", "N.21a")
def zones_of(s: State, unit: Unit) -> tuple[str, ...]:
    """The zones a unit may use with all its movement points."""
    pool = POOLS.get(unit.box)
    return s.game.campaigns.pool_zones[pool] if pool else tuple(unit.zone.split())


def ring_distance(s: State, a: str, b: str) -> int:
    return s.game.ground.zones_from((a,))[b]


@rule("11.1.4", "11.1.5", "11.1.6", "11.2.1", "12.2.2", "3.1.13c", "8.2.15a")
def entry_points(s: State, unit: Unit, hex: Hex, *, strategic: bool) -> tuple[int, int] | No:
    """The twelfths a unit starts with and what is left of them once it stands in a zone hex; or why not."""
    zone = s.game.ground.zone_of.get(hex)
    if zone is None:
        return NO_ZONE
    near = s.game.ground.zones_from(zones_of(s, unit))[zone]
    if near > 1:
        return ZONE_TOO_FAR
    # The Americans of Nysa come in where Germans rule but do not stand (N.22).
    closed = enemy_held(s, unit.side, hex) and unit.box != AMERICANS
    if closed or occupied_by_foe(s, unit.side, hex):
        return ENEMY_ZONE
    if strategic and in_enemy_zoc(s, unit.side, hex):
        return NO_ZOC_IN_STRATEGIC
    if barred(s, unit)[hex]:
        return why_barred(s, unit)
    start = starting_mp(s, unit, strategic=strategic, forced=False)
    if near == 1:
        start //= 2
    once = s.game.ground.entry_cost(s.counter(unit.id).cls, hex)
    if once is None:
        return CLOSED_GROUND
    if start <= 0:
        return NO_POINTS
    once += MP * hampered(s, unit)[hex]
    place = queue_place(s, hex, unit.cel)
    cost = min(once, start) if place == 1 else once * place
    if cost > start:
        return QUEUE_TOO_LONG
    return why_not_end(s, unit, hex) or (start, start - cost)


@rule("11.1.5", "11.1.7")
def queue_place(s: State, hex: Hex, cel: int) -> int:
    """With which stack of this phase a unit of so many CELs enters there."""
    limit: int = s.game.tables.number.stacking
    before = s.entering.get(hex, 0)
    if before % limit + cel > limit:
        before += limit - before % limit
    return before // limit + 1


def join_queue(s: State, hex: Hex, cel: int) -> None:
    limit: int = s.game.tables.number.stacking
    before = s.entering.get(hex, 0)
    if before % limit + cel > limit:
        before += limit - before % limit
    s.set(entering={**s.entering, hex: before + cel})


def near_zones(s: State, unit: Unit, distance: int) -> list[str]:
    """The zones no further along the ring than that, those of the unit first."""
    far = s.game.ground.zones_from(zones_of(s, unit))
    return [zone for zone in far if far[zone] <= distance]


# --- 11.2.3 leaving the map, N.23 leaving for Berlin


@rule("11.2.3", "N.23a", "4.2.6")
def leaving_cost(s: State, unit: Unit, mp: int, start: int) -> int | None:
    """The twelfths to leave the map from where a unit stands, None if it cannot."""
    if mp <= 0 or unit.hex not in s.game.ground.zone_of:
        return None
    counter = s.counter(unit.id)
    if (counter.guns and not unit.transport) or (unit.id in s.game.campaigns.bound and not in_nysa(s)):
        return None
    cost = s.game.ground.entry_cost(counter.cls, unit.hex)
    if cost is None:
        return None
    if in_enemy_zoc(s, unit.side, unit.hex):
        cost += MP * s.game.tables.number.leave_zoc
    cost = min(cost, start)
    return cost if cost <= mp else None


@rule("N.23")
def counts_for_berlin(s: State, unit: Unit) -> bool:
    """Soviet armored and mechanized units are wanted at Berlin."""
    return (
        in_nysa(s)
        and unit.side == SOVIET
        and not american(s, unit)
        and s.counter(unit.id).type in ("ARM", "MECH")
    )


@rule("11.2.3", "N.23", "N.23a", "N.23b")
def leave_map(s: State, unit: Unit) -> None:
    """A unit leaves; Soviet armor that leaves by zone S counts for Berlin and does not return."""
    zone = s.game.ground.zone_of[unit.hex]
    s.stir(unit.id)
    if zone != "S" or not counts_for_berlin(s, unit):
        s.mark(unit.id, zone=zone)
        s.send(unit.id, LEFT)
        s.tell(LeftMap(unit.id, zone), "11.2.3")
        return
    s.send(unit.id, BERLIN)
    total = s.tracks["exited"] + unit.cel
    s.track("exited", total)
    s.tell(LeftForBerlin(unit.id, unit.cel, total), "N.23")
    if total >= s.game.tables.number.exit_levels:
        s.end(Result(SOVIET, "Soviet automatic victory", "N.23", {"exited": total}))


# --- N.12 the replacement headquarters


@rule("N.12")
def spare_towns(s: State) -> list[Hex]:
    """Friendly towns outside enemy ZOC with room for the headquarters and its artillery."""
    return [hex for hex in sorted(s.game.ground.town) if why_not_town(s, hex) is None]


@rule("N.12")
def why_not_town(s: State, hex: Hex) -> No | None:
    """Why the replacement headquarters cannot come up in a hex."""
    if hex not in s.game.ground.town:
        return ONLY_TOWNS
    if s.control[hex] != 2:
        return TOWN_NOT_GERMAN
    if occupied_by_foe(s, GERMAN, hex):
        return ENEMY_THERE
    if in_enemy_zoc(s, GERMAN, hex):
        return TOWN_IN_ZOC
    return STACK_FULL if s.ledger["cels"][hex] > s.game.tables.number.stacking - 2 else None


@rule("N.12")
def place_spare_hq(s: State, hex: Hex) -> None:
    for id in s.game.campaigns.replacement_hq:
        s.put(id, hex)
        s.did(id, ACTED | HELD)
        s.tell(Entered(id, hex), "N.12", only=(GERMAN,))
