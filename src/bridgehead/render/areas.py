"""What lies over the map and under counters: ground held by a side, the front, hexes out of play."""

from collections.abc import Iterable, Mapping
from typing import Any

from bridgehead.hexes.grid import Hex
from bridgehead.render.chains import chains, edge
from bridgehead.render.counters import NATIONS, OTHER, Nation
from bridgehead.render.sheet import Sheet, curve, group, num, path
from bridgehead.render.water import WATER


def areas_svg(sheet: Sheet, facts: Mapping[str, Any], nationality: Mapping[str, str]) -> str:
    """The areas and the hexes out of play that a view tells of."""
    held = "".join(
        area(sheet, map(Hex, hexes), NATIONS.get(nationality.get(side, side), OTHER))
        for side, hexes in facts.get("areas", {}).items()
    )
    return group("layer areas", held, out_of_play(sheet, map(Hex, facts.get("out_of_play", ()))))


def area(sheet: Sheet, hexes: Iterable[Hex], nation: Nation) -> str:
    """A tint over what a side holds, and the front: where others hold the land beyond."""
    inside = frozenset(hexes)
    line, size = front(sheet, inside), sheet.size
    return group(
        "area",
        path(hexagons(sheet, inside), fill=nation.fill, opacity=0.2),
        path(line, stroke=sheet.style.halo, stroke_width=num(size * 0.24), opacity=0.85),
        path(line, stroke=nation.frame, stroke_width=num(size * 0.15)),
        path(line, stroke=nation.fill, stroke_width=num(size * 0.08)),
        fill="none",
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def front(sheet: Sheet, inside: frozenset[Hex]) -> str:
    """The line between some hexes and the land beyond them, through the corners rivers run through."""
    board, layout = sheet.board, sheet.layout
    edges = {
        edge(*layout.side(hex, to)): "front"
        for hex in inside
        for to in board.near[hex]
        if to not in inside and board.terrain[to] not in WATER
    }
    return "".join(curve([sheet.spot(corner) for corner in line]) for _, line in chains(edges, {}))


def out_of_play(sheet: Sheet, hexes: Iterable[Hex]) -> str:
    """A veil over the hexes the scenario does not use."""
    veil = hexagons(sheet, frozenset(hexes))
    return group("outside", path(veil, fill=sheet.style.paper, opacity=0.78))


def hexagons(sheet: Sheet, hexes: frozenset[Hex]) -> str:
    return "".join(sheet.hard_ring(ring) for ring in sheet.outline(hexes))
