"""The key to the map: terrain, hexsides, roads, marks and markers."""

from collections.abc import Iterator, Mapping

from bridgehead.render.counters import NATIONS
from bridgehead.render.layout import Layout
from bridgehead.render.markers import DRAWINGS, control, tag
from bridgehead.render.marks import SOURCES, only_names
from bridgehead.render.paths import FAMILIES
from bridgehead.render.rows import Row, noted, sampled
from bridgehead.render.samples import Sampler
from bridgehead.render.style import Style
from bridgehead.render.water import SANDS, WIDTHS
from bridgehead.toolkit.wargame import AnyWargame


def words_drawn(game: AnyWargame) -> dict[str, list[str]]:
    """What the map draws, by section: every word of it needs a note."""
    board = game.board
    ways = [kind for family in FAMILIES for kind in reversed(family) if kind in board.paths]
    sides = sorted((kind for kind in board.features if kind not in board.paths), key=water_first)
    return {
        "terrain": list(dict.fromkeys((*board.kinds, *board.overlay))),
        "hexside": [*sides, *harmless(game)],
        "path": [*ways, *(["bridge"] if bridged(game) else [])],
        "map": list(map_words(game)),
    }


def water_first(kind: str) -> tuple[int, str]:
    order = list(WIDTHS)
    return (-order.index(kind) if kind in order else 1, kind)


def harmless(game: AnyWargame) -> list[str]:
    """What is drawn along hexsides for its looks."""
    return sorted({name if name in SANDS else "drawn" for name in game.board.drawn})


def bridged(game: AnyWargame) -> bool:
    return bool(game.drawing.bridges) or "bridge" in game.board.marks


def map_words(game: AnyWargame) -> Iterator[str]:
    """Names, levels, marks and markers."""
    board = game.board
    if board.file.level:
        yield "level"
    if any(place.kind == "station" for place in board.places.values()) and "station" not in board.overlay:
        yield "station"
    if only_names(board):
        yield "place"
    if any(entry.kind == "island" for entry, _ in board.labels):
        yield "island"
    words = {name.partition("_")[0] for name in board.marks}
    yield from (word for word in ("objective", "victory", "entry", "zone") if word in words)
    owners = {owner for name, owner in game.drawing.owner.items() if name.partition("_")[0] in SOURCES}
    yield from (f"source_{owner}" for owner in sorted(owners))
    lying = ("control", "area", *(kind for kind in DRAWINGS if kind != "objective"))
    yield from (kind for kind in lying if kind in game.drawing.key)


def terrain(game: AnyWargame, sampler: Sampler) -> Iterator[Row]:
    for kind in words_drawn(game)["terrain"]:
        draw = sampler.terrain if kind in game.board.kinds else sampler.overlay
        yield from sampled(game, kind, draw(kind))


def hexsides(game: AnyWargame, sampler: Sampler) -> Iterator[Row]:
    for kind in words_drawn(game)["hexside"]:
        draw = sampler.drawn if kind in ("drawn", *SANDS) else sampler.hexside
        yield from sampled(game, kind, draw(kind))


def paths(game: AnyWargame, sampler: Sampler) -> Iterator[Row]:
    for kind in words_drawn(game)["path"]:
        yield from sampled(game, kind, bridge(game, sampler) if kind == "bridge" else sampler.path(kind))


def bridge(game: AnyWargame, sampler: Sampler) -> str:
    if "bridge" in game.board.marks:
        return sampler.bridge_hex()
    waters = (kind for kind in reversed(WIDTHS) if kind in game.board.features and kind != "ditch")
    water = next(waters, "river")
    return sampler.path("road", water if water == "major_river" else "river")


def marks(game: AnyWargame, sampler: Sampler, style: Style, nationality: Mapping[str, str]) -> Iterator[Row]:
    """Names, levels, what is printed in a hex, and what lies there."""
    for word in words_drawn(game)["map"]:
        if word in MARKED:
            name = next(name for name in game.board.marks if name.partition("_")[0] == word)
            draw = sampler.emblem if word in WAYS_IN else sampler.mark
            yield from sampled(game, word, draw(name))
        elif word.startswith("source_"):
            owner = word.removeprefix("source_")
            name = next(name for name, each in game.drawing.owner.items() if each == owner)
            yield from sampled(game, word, sampler.emblem(name))
        elif word == "area":
            yield from noted(game, word, front(game, nationality), (60.0, 36.0))
        elif word in DRAWINGS or word == "control":
            yield from noted(game, word, marker(word, game, style, nationality), (2 * HALF, 2 * HALF))
        else:
            yield from sampled(game, word, DRAWN[word](sampler))


WAYS_IN = ("entry", "zone")
MARKED = ("objective", "victory", *WAYS_IN)
DRAWN = {
    "level": Sampler.level,
    "station": lambda sampler: sampler.place("station"),
    "place": lambda sampler: sampler.place("hamlet"),
    "island": Sampler.island,
}
HALF = 22.0


def front(game: AnyWargame, nationality: Mapping[str, str]) -> str:
    """A bit of held ground with the front at its edge."""
    nation = NATIONS[nationality[game.sides[0]]]
    line = '<path d="M30 0C24 12 38 22 30 36" fill="none" stroke="{}" stroke-width="{}"/>'
    return (
        f'<path d="M30 0C24 12 38 22 30 36H0V0Z" fill="{nation.fill}" opacity=".3"/>'
        f"{line.format(nation.frame, 5)}{line.format(nation.fill, 2.6)}"
    )


def marker(kind: str, game: AnyWargame, style: Style, nationality: Mapping[str, str]) -> str:
    """A marker, or the flags of the first two sides."""
    if kind != "control":
        side = game.sides[0] if kind == "supply" else ""
        return tag(52.0, HALF, HALF, {"kind": kind, "label": "", "side": side}, nationality)
    layout = Layout(game.board.grid, HALF)
    hex = game.board.hexes[0]
    x, y = layout.centre(hex)
    flags = [
        f'<g transform="translate({22 * i + HALF - x:.1f} {HALF - y:.1f})">'
        f"{control(layout, style, {'hex': hex, 'side': side}, nationality)}</g>"
        for i, side in enumerate(game.sides[:2])
    ]
    return "".join(flags)
