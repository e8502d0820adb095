"""Colours, short names and grounds of every game's counters, as its `drawing.toml` has them."""

from itertools import combinations
from typing import Any

import pytest

from bridgehead.core.play import setup
from bridgehead.games import GAMES, load_game
from bridgehead.render.counters import back_svg, counter_svg
from bridgehead.toolkit.drawing import Livery
from bridgehead.toolkit.wargame import Face

APART = 40.0
"""How far two colours must be apart to be told from each other on a counter."""
SHORT = 7


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Any:
    return load_game(request.param)


def faces(game: Any) -> dict[str, Face]:
    found: dict[str, Face] = {}
    for scenario in game.scenarios:
        units = setup(game, scenario, 1).units.values()
        found.update({unit.id: game.face(game, unit) for unit in units if unit.id not in found})
    return found


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def apart(a: str, b: str) -> float:
    """How different two colours look: red counts more among light colours, blue among dark ones."""
    (r1, g1, b1), (r2, g2, b2) = rgb(a), rgb(b)
    red = (r1 + r2) / 2
    far = (2 + red / 256) * (r1 - r2) ** 2 + 4 * (g1 - g2) ** 2 + (2 + (255 - red) / 256) * (b1 - b2) ** 2
    return float(far**0.5)


def alike(a: Livery, b: Livery) -> bool:
    if a.colour == b.colour:
        return a.stripe == b.stripe
    return apart(a.colour, b.colour) < APART


def test_no_two_formations_of_a_force_look_alike(game: Any) -> None:
    for force, liveries in game.drawing.formation.items():
        for (one, a), (two, b) in combinations(liveries.items(), 2):
            assert not alike(a, b), (force, one, two)


def test_no_two_formations_of_a_force_have_one_short_name(game: Any) -> None:
    for force, liveries in game.drawing.formation.items():
        bands = [livery.band for livery in liveries.values()]
        assert len(set(bands)) == len(bands), force
        assert all(0 < len(band) <= SHORT for band in bands), force


def test_every_formation_has_a_livery_and_every_livery_a_formation(game: Any) -> None:
    shown = faces(game).values()
    assert all(bool(face.band) == bool(face.formation) for face in shown)
    listed = {livery.band for liveries in game.drawing.formation.values() for livery in liveries.values()}
    assert listed == {face.band for face in shown if face.band}


@pytest.mark.parametrize(
    ("unit", "colour"),
    [("s3bf_39a_113", "red"), ("s2bf_3a_41", "gray"), ("s2bf_65a_105", "purple"), ("hq_xxiii", "yellow")],
)
def test_koenigsberg_wears_the_colours_its_book_prints(unit: str, colour: str) -> None:
    found = rgb(faces(load_game("koenigsberg1945"))[unit].colour)
    red, green, blue = (part > 128 for part in found)
    says = {"red": (1, 0, 0), "gray": (1, 1, 1), "purple": (0, 0, 1), "yellow": (1, 1, 0)}
    assert (red, green, blue) == says[colour]


def test_the_fronts_differ_in_shade_and_independent_germans_are_lighter() -> None:
    shown = faces(load_game("koenigsberg1945"))
    third, second = shown["s3bf_39a_113"].ground, shown["s2bf_65a_105"].ground
    assert sum(rgb(third)) > sum(rgb(second))
    corps = shown["hq_ix"].ground
    alone = next(face.ground for face in shown.values() if face.nationality == "german" and not face.band)
    assert sum(rgb(alone)) > sum(rgb(corps))


def test_breslau_prints_artillery_on_orange() -> None:
    grounds = {face.symbol: face.ground for face in faces(load_game("breslau1945")).values()}
    red, green, blue = rgb(grounds["artillery"])
    assert red > green > blue
    assert grounds["infantry"] == ""


def test_seelow_tells_foot_from_motorized_by_the_ground_of_the_last_figure() -> None:
    shown = faces(load_game("seelow1945"))
    looks = {face.symbol: face.figures[-1] for face in shown.values()}
    assert looks["infantry"] == "foot"
    assert looks["armor"] == "motorized"


def test_a_back_of_which_nothing_is_known_shows_no_symbol(game: Any) -> None:
    assert game.back(game, "").symbol == ""
    assert ">?<" in back_svg(game.back(game, ""))


def test_a_counter_tells_its_strength_to_whoever_draws_it_small(game: Any) -> None:
    fighting = [face for face in faces(game).values() if face.symbol == "infantry"]
    assert fighting
    for face in fighting:
        assert 'data-strength=""' not in counter_svg(face)
