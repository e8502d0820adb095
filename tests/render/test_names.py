"""Names on the maps of the games: near their hexes, out from under counters, along their own rivers."""

from collections.abc import Iterator
from functools import cache
from math import hypot
from typing import Any

import pytest

from bridgehead.games import GAMES, load_game
from bridgehead.render.courses import courses
from bridgehead.render.layout import Layout
from bridgehead.render.names import COUNTER, Box, Names, common, square
from bridgehead.render.sheet import Sheet
from bridgehead.render.style import LIGHT
from bridgehead.render.water import Waters


@cache
def placed(name: str) -> tuple[Sheet, tuple[tuple[str, Box], ...]]:
    game = load_game(name)
    sheet = Sheet(game.board, Layout(game.board.grid), LIGHT, game.drawing)
    names = Names(sheet, Waters(sheet))
    names.svg()
    return sheet, tuple(names.placed)


def of_places(name: str) -> Iterator[tuple[int, Box]]:
    """Every named hex with the box of its name; of a name that stands twice the nearest."""
    sheet, found = placed(name)
    for hex, place in sheet.board.places.items():
        x, y = sheet.layout.centre(hex)
        boxes = [box for text, box in found if text == place.name]
        if place.label and boxes:
            yield hex, min(boxes, key=lambda box: hypot((box[0] + box[2]) / 2 - x, (box[1] + box[3]) / 2 - y))


@pytest.mark.parametrize("name", GAMES)
def test_nearly_every_place_has_its_name_next_to_it(name: str) -> None:
    sheet, _ = placed(name)
    near = [aside(sheet, hex, box) < 1.5 for hex, box in of_places(name)]
    named = sum(place.label for place in sheet.board.places.values())
    assert sum(near) >= 0.95 * named


def aside(sheet: Sheet, hex: int, box: Box) -> float:
    """How far the middle of a name lies from its hex, in sizes of a hex (neighbors are 1.73 apart)."""
    x, y = sheet.layout.centre(hex)
    return hypot((box[0] + box[2]) / 2 - x, (box[1] + box[3]) / 2 - y) / sheet.size


def test_every_victory_hex_of_breslau_is_the_one_nearest_to_its_name() -> None:
    sheet, _ = placed("breslau1945")
    flags = set(sheet.board.marks["victory"])
    named = {hex: box for hex, box in of_places("breslau1945") if hex in flags}
    assert len(named) == len(flags)
    for hex, box in named.items():
        assert min(flags, key=lambda other: aside(sheet, other, box)) == hex


@pytest.mark.parametrize("name", GAMES)
def test_counters_leave_names_readable(name: str) -> None:
    sheet, _ = placed(name)
    half = COUNTER * sheet.size
    hidden = []
    for hex, box in of_places(name):
        cover = [square(sheet.layout.centre(each), half) for each in (hex, *sheet.board.near[hex])]
        whole = (box[2] - box[0]) * (box[3] - box[1])
        hidden.append(sum(common(box, each) for each in cover) / whole)
    assert sum(hidden) / len(hidden) < 0.15
    assert sum(part > 0.6 for part in hidden) < 0.02 * len(hidden)


def rivers(name: str) -> dict[str, list[Any]]:
    sheet, _ = placed(name)
    found = courses(sheet, Waters(sheet))
    return {sheet.board.labels[label][0].name: each for label, each in found.items()}


def test_rivers_of_budziszyn_are_named_often_enough_and_a_brook_not_along_the_elbe() -> None:
    _, names = placed("budziszyn1945")
    written = rivers("budziszyn1945")
    for river in ("Elbe", "Neisse"):
        assert len(written[river]) >= 5
        assert any(text == river for text, _ in names)
    assert {course.kind for course in written["Gottleuba"]} == {"stream"}
    assert len(written["Gottleuba"]) == 1


def test_two_rivers_of_one_line_share_it() -> None:
    written = rivers("koenigsberg1945")
    alle, guber = ({(course.first, course.last) for course in written[name]} for name in ("Alle", "Guber"))
    assert not alle & guber
