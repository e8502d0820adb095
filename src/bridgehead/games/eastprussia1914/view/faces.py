"""What counters show."""

from __future__ import annotations

from bridgehead.games.eastprussia1914.model.data import GERMAN, RUSSIAN
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import COMMAND_MODE, OOS, Unit
from bridgehead.toolkit.wargame import Face

SYMBOLS = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "garrison": "garrison",
    "headquarters": "headquarters",
}
SIZES = {"division": "XX", "brigade": "X", "fortress": "", "hq": "XXX"}
NATIONS = {GERMAN: "german1914", RUSSIAN: "russian1914"}


def face(game: EastPrussia, unit: Unit) -> Face:
    """What a counter shows."""
    counter = game.counters[unit.id]
    attack, defence, movement = counter.values[unit.steps]
    if counter.is_hq:
        full = unit.mode == COMMAND_MODE
        reach = counter.command_range if full else counter.movement_mode_range
        values = f"◎{reach} +{counter.ratio_shift}" if full else f"◎{reach} {movement}"
    else:
        values = f"{attack}-{defence}-{movement}"
    badges = []
    if unit.supply:
        badges.append("out_of_supply" if unit.supply == OOS else "isolated")
    if counter.is_hq and unit.mode != COMMAND_MODE:
        badges.append("move_mode")
    if unit.railed:
        badges.append("moved")
    if unit.activated and not counter.formation:
        badges.append("activated")
    livery = game.drawing.livery(unit.side, counter.formation)
    return Face(
        nationality=NATIONS[unit.side],
        symbol=SYMBOLS[counter.kind],
        size=SIZES[counter.size],
        label=counter.label,
        formation=counter.formation,
        band=livery.band,
        colour=livery.colour,
        values=values,
        reduced=not counter.is_hq and unit.steps < counter.steps,
        badges=tuple(badges),
        name=counter.name,
    )


def back(game: EastPrussia, look: str) -> Face:
    """The back of a hidden counter tells nothing."""
    return Face(nationality=look or "unknown", symbol="", name="hidden unit")
