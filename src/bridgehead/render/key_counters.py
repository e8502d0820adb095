"""The key to the counters: what is printed on them, markers, symbols and formations."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from bridgehead.core.play import setup
from bridgehead.core.state import Unit
from bridgehead.render.counters import (
    FONT,
    INK,
    NATIONS,
    OTHER,
    PALE,
    back_svg,
    badge,
    brightness,
    counter_svg,
    filled,
)
from bridgehead.render.rows import Row, noted
from bridgehead.render.sheet import escaped
from bridgehead.render.style import SANS
from bridgehead.render.symbols import BADGES, symbol
from bridgehead.toolkit.wargame import AnyWargame, Face

COUNTER = (100.0, 100.0)
SYMBOL_NAMES = {
    "selfpropelled_artillery": "Self-propelled artillery",
    "machine_gun": "Machine guns (fortified area)",
    "headquarters": "Headquarters (HQ)",
    "flak": "Antiaircraft (flak)",
    "recon": "Reconnaissance",
    "goliath": "Goliath demolition vehicle",
    "air": "Air unit",
    "train": "Train",
}
"""Names of symbols that are not simply their word."""


def first_units(game: AnyWargame) -> dict[str, Unit]:
    """Every unit as it begins the first scenario it is in."""
    found: dict[str, Unit] = {}
    for scenario in game.scenarios:
        for unit in setup(game, scenario, 1).units.values():
            found.setdefault(unit.id, unit)
    return found


def nationalities(game: AnyWargame, units: Mapping[str, Unit]) -> dict[str, str]:
    """The nationality that stands for each side: that of its first unit."""
    found: dict[str, str] = {}
    for unit in units.values():
        if unit.side not in found:
            found[unit.side] = game.face(game, unit).nationality
    return found


def counters(game: AnyWargame, units: Mapping[str, Unit]) -> Iterator[Row]:
    """The counters that the game's data picks, and the back of a hidden one."""
    for sample in game.drawing.counter:
        unit = msgspec.structs.replace(units[sample.unit], **sample.shown)
        art = f"<g {FONT}>{counter_svg(game.face(game, unit))}</g>"
        yield Row(art, COUNTER, sample.words, sample.rule, 66.0)
    back = Face(nationality=next(iter(nationalities(game, units).values())), symbol="")
    yield from noted(game, "hidden", f"<g {FONT}>{back_svg(back)}</g>", COUNTER, high=50.0)


def badges(game: AnyWargame) -> Iterator[Row]:
    """The markers at the corners of counters."""
    for name in BADGES:
        yield from noted(game, name, f"<g {FONT}>{badge(name, 13, 13)}</g>", (26.0, 26.0), high=24.0)


def symbols(game: AnyWargame, units: Mapping[str, Unit]) -> Iterator[Row]:
    """The kinds of troops there are."""
    shown = {game.face(game, unit).symbol for unit in units.values()}
    for name in sorted(shown, key=symbol_name):
        art = (
            f'<g transform="translate(-25 -22)" fill="none" stroke="{INK}" stroke-width="2.2" '
            f'stroke-linejoin="round" font-family="{SANS}" font-weight="700">'
            f'<rect x="27" y="24" width="46" height="30" fill="#fbf8ef"/>{filled(symbol(name))}</g>'
        )
        yield Row(art, (50.0, 40.0), symbol_name(name), high=27.0)


def symbol_name(name: str) -> str:
    return SYMBOL_NAMES.get(name, name.replace("_", " ").capitalize())


def formations(game: AnyWargame, units: Iterable[Unit]) -> Iterator[Row]:
    """The bands of the formations that fight together, with their full names."""
    shown: dict[tuple[str, str], Face] = {}
    for unit in units:
        face = game.face(game, unit)
        if face.band:
            shown.setdefault((face.nationality, face.band), face)
    for key in sorted(shown, key=lambda key: key[0]):
        yield Row(chip(shown[key]), (60.0, 22.0), shown[key].formation, high=15.0)


def chip(face: Face) -> str:
    """A formation's band, lying."""
    ink = PALE if brightness(face.colour) < 0.55 else INK
    stripe = f'<path d="M2 5.5H58" stroke="{face.stripe}" stroke-width="4.5"/>' if face.stripe else ""
    y = 18.6 if face.stripe else 16.2
    rim = NATIONS.get(face.nationality, OTHER).fill
    return (
        f'<rect x="-7" y="-2" width="74" height="26" rx="3" fill="{rim}"/>'
        f'<rect x="1" y="1" width="58" height="20" rx="3" fill="{face.colour}" stroke="{INK}"/>{stripe}'
        f'<text x="30" y="{y}" font-size="14" font-family="{SANS}" font-weight="700" text-anchor="middle" '
        f'fill="{ink}">{escaped(face.band)}</text>'
    )
