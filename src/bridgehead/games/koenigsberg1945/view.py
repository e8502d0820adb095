"""What a side sees: views, counters' faces, and the layers a player may lay over the map."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.game import Overlay, Seen
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.core.words import say
from bridgehead.games.koenigsberg1945.fog import hidden
from bridgehead.games.koenigsberg1945.model.data import FORCES, GERMAN, SOVIET, Counter, camp_of
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import ISOLATED, OUT_OF_SUPPLY, REINFORCEMENTS, State, Unit
from bridgehead.games.koenigsberg1945.model.words import (
    CommandRangeOf,
    CommandRangeOfFrozen,
    HexesHeld,
    NotReleased,
    ReachOf,
)
from bridgehead.games.koenigsberg1945.rules.activation import in_command, limit, used, within
from bridgehead.games.koenigsberg1945.rules.movement import NO_GAS, move_of, points
from bridgehead.games.koenigsberg1945.rules.random_events import REFUGEES
from bridgehead.games.koenigsberg1945.rules.special import GD_WITHDRAWN
from bridgehead.games.koenigsberg1945.rules.supply import koenigsberg_linked, supply_line, supply_map
from bridgehead.games.koenigsberg1945.rules.victory import german_hexes, is_frozen
from bridgehead.toolkit.threat import threat_overlays
from bridgehead.toolkit.wargame import Face

# --- the view


def view(s: State, side: Side | None) -> Seen:
    """What a side may know; the cup's content is public, its order is nobody's."""
    return Seen(facts(s), hidden(s, side))


@rule("2.2.6", "2.6.1", "2.6.2", "2.6.4", "2.2.8")
def facts(s: State) -> dict[str, object]:
    """Tracks, markers and boxes."""
    tracks = [
        {
            "name": f"activated_{force}",
            "title": title,
            "value": used(s, force),
            "most": limit(s, force),
        }
        for force, title in (
            (GERMAN, "German activations"),
            (FORCES[1], "2nd Belorussian Front activations"),
            (FORCES[2], "3rd Belorussian Front activations"),
        )
    ]
    held, all_hexes = german_hexes(s), len(s.game.ground.objectives)
    tracks.append(
        {
            "name": "german_hexes",
            "title": "German victory hexes",
            "value": held,
            "most": all_hexes,
        }
    )
    last = s.game.scenarios[s.scenario].turns
    return {
        "tracks": tracks,
        "markers": markers(s),
        "boxes": {box: s.game.names[box] for box in BOXES},
        "cup": list(s.cup),
        "activated": {force: list(s.activated.get(force, ())) for force in FORCES},
        "aside": list(s.aside),
        "gone": list(s.gone),
        "due": {
            unit: each.turn
            for each in s.game.reinforcements.values()
            for unit in each.units
            if s.units[unit].box == REINFORCEMENTS and each.turn <= last
        },
        "note": " ".join((say(s.game, HexesHeld(held, all_hexes)), *conditions(s))),
    }


def conditions(s: State) -> Iterator[str]:
    """What holds just now; with fog of war, how Königsberg is supplied would tell of covered units."""
    if not s.fog:
        linked = koenigsberg_linked(s)
        yield "Königsberg is linked to Elbing." if linked else "Königsberg is cut off from Elbing."
    if s.tracks.get(NO_GAS):
        yield "No Gas this turn."
    if s.tracks.get(REFUGEES):
        yield "Refugees slow the next HQ."
    if s.tracks.get(GD_WITHDRAWN) == 1:
        yield "The Grossdeutschland Corps is withdrawn."
    frozen = tuple(UnitId(hq) for hq in s.tables.frozen.headquarters if is_frozen(s, UnitId(hq)))
    if frozen:
        yield say(s.game, NotReleased(frozen))


BOXES = (
    "luftwaffe",
    "air_army_1",
    "air_army_4",
    "refit",
    "grounded",
    "volkssturm",
    "held",
    "gd",
    "haff",
    "reinforcements",
    "eliminated",
    "removed",
    "unused",
)
"""In the order they are shown."""


def markers(s: State) -> list[dict[str, object]]:
    """Control of the victory hexes and of the split sources."""
    ground = s.game.ground
    found: list[dict[str, object]] = [
        {"hex": hex, "kind": "control", "side": SOVIET if hex in s.taken else GERMAN, "label": ""}
        for hex in sorted(ground.objectives)
    ]
    found.extend(
        {"hex": hex, "kind": "supply", "side": SOVIET if hex in s.conquered else GERMAN, "label": "split"}
        for hex in sorted(ground.split_sources)
    )
    return found


# --- faces


@rule("UA.1", "1.0b")
def face(game: Koenigsberg, unit: Unit) -> Face:
    """What a counter shows."""
    piece = game.counters[unit.id]
    badges = {OUT_OF_SUPPLY: ("out_of_supply",), ISOLATED: ("isolated",)}.get(unit.supply, ())
    livery = game.drawing.livery(piece.force, piece.formation)
    return Face(
        nationality="german" if piece.camp == GERMAN else "soviet",
        symbol=piece.symbol,
        size=piece.size,
        label=piece.label,
        formation=formation_of(game, piece),
        band=livery.band,
        colour=livery.colour,
        ground=ground_of(game, piece),
        values=values_of(game, unit),
        reduced=unit.reduced,
        badges=badges,
        name=piece.name,
    )


@rule("2.1.4a", "15.0b", "15.0c")
def ground_of(game: Koenigsberg, piece: Counter) -> str:
    """2.1.4 Each Front has a shade of its own; 15.0 so have Germans who belong to no corps."""
    independent = piece.camp == GERMAN and not piece.formation
    return game.drawing.ground["independent" if independent else piece.force]


def formation_of(game: Koenigsberg, piece: Counter) -> str:
    """The army or corps a counter belongs to, as its headquarters is called."""
    hqs = (game.counters[hq] for hq in game.headquarters)
    own = next((hq for hq in hqs if (hq.force, hq.formation) == (piece.force, piece.formation)), None)
    return own.name.removesuffix(" HQ") if own is not None else ""


def values_of(game: Koenigsberg, unit: Unit) -> str:
    piece, air = game.counters[unit.id], game.tables.air
    if piece.headquarters:
        return f"◎{piece.range} {piece.full.movement}"
    return f"+{air.full}/+{air.normal}" if piece.kind == "air" else str(piece.showing(unit.reduced))


def back(game: Koenigsberg, look: str) -> Face:
    """A covered counter: nothing but that it is there."""
    return Face(nationality="", symbol="", name="covered unit")


# --- overlays


def reach_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """Where a unit could go if activated now, by regular (MP), strategic (S) and rail (R) movement."""
    if unit not in s.units or not s.units[unit].hex or unit in hidden(s, side):
        return Overlay("Reach")
    twin = s.clone()
    twin.memo.clear()
    reach = move_of(twin, unit).reach(twin)
    labels = dict.fromkeys(reach.rail, "R")
    labels |= {to: f"S{points(cost)}" for to, cost in reach.strategic.items()}
    labels |= {to: points(cost) for to, cost in reach.regular.items()}
    return Overlay(say(s.game, ReachOf(unit)), labels)


def approach(s: State, unit: UnitId) -> set[Hex]:
    """9.0a Where a unit could stand to attack after a regular move with its whole allowance."""
    if not s.face(unit).attack or not s.counter(unit).combat:
        return set()
    twin = s.clone()
    twin.memo.clear()
    return {s.units[unit].hex, *move_of(twin, unit).reach(twin).regular}


def strikes(s: State, unit: UnitId, at: Hex) -> list[Hex]:
    """9.0e The hexes next to a hex, not across water."""
    ground = s.game.ground
    return [to for way, to in enumerate(ground.board.around[at]) if to and ground.passable[at * 6 + way]]


def zoc_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """The enemy's zones of control, as far as the side sees who exerts them."""
    covered = hidden(s, side)
    ground = s.game.ground
    zones: dict[Hex, str] = {}
    for id in s.on_the_map(GERMAN if camp_of(side) == SOVIET else SOVIET):
        if s.face(id).attack and s.counter(id).combat and id not in covered:
            at = s.units[id].hex
            for direction, to in enumerate(ground.board.around[at]):
                if ground.zoc_reaches[at * 6 + direction]:
                    zones[to] = "Z"
    return Overlay("Enemy zones of control", dict(sorted(zones.items())))


def supply_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """Where a unit of the side would be supplied, with the line of the hex asked about."""
    camp = camp_of(side)
    own = unit in s.units and s.counter(unit).camp == camp
    at = s.units[unit].hex if own and s.units[unit].hex else hex
    distances = supply_map(s, camp).tolist()
    hexes = {to: str(distances[to]) for to in s.game.board.hexes if distances[to] >= 0}
    line = supply_line(s, camp, at) if at in s.game.board else ()
    return Overlay("Supply", hexes, (line,) if len(line) > 1 else ())


def command_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """The command range of a headquarters, with the units it commands."""
    hqs = [unit] if unit in s.units and s.units[unit].hex and s.counter(unit).headquarters else []
    hqs = hqs or [each for each in s.hqs_in(hex) if s.counter(each).camp == camp_of(side)]
    if not hqs or s.counter(hqs[0]).camp != camp_of(side):
        return Overlay("Command range")
    formation, independents = in_command(s, hqs[0])
    labels = dict.fromkeys(sorted(within(s, hqs[0])), "")
    labels |= {s.units[each].hex: "I" for each in independents}
    labels |= {s.units[each].hex: "F" for each in formation}
    title = CommandRangeOfFrozen if is_frozen(s, hqs[0]) else CommandRangeOf
    return Overlay(say(s.game, title(hqs[0])), labels)


def control_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """Who holds the settlements: G German, S Soviet; victory hexes by their markers."""
    ground = s.game.ground
    labels = {at: "S" if at in ground.soviet_at_start or at in s.passed else "G" for at in ground.settlements}
    labels |= {at: "S" if at in s.taken else "G" for at in ground.objectives}
    return Overlay("Control", labels)


OVERLAYS = {
    "reach": reach_overlay,
    "zoc": zoc_overlay,
    "supply": supply_overlay,
    "command": command_overlay,
    "control": control_overlay,
    **threat_overlays(approach, strikes, camp_of),
}
