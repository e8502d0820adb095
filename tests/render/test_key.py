"""The key: everything drawn is explained, from the game's own data, and no rule is made up."""

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from bridgehead.core.play import options, push, setup, view
from bridgehead.games import GAMES, load_game
from bridgehead.render.key import Item, key_svg, poured
from bridgehead.render.key_counters import first_units, symbol_name
from bridgehead.render.key_map import words_drawn
from bridgehead.render.rows import COLUMN, Heading, Row
from bridgehead.render.style import DARK, LIGHT
from bridgehead.testing.toy import toy
from bridgehead.toolkit.drawing import Note

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Any:
    return load_game(request.param)


@cache
def written(name: str) -> str:
    """All words of a game's key."""
    root = ElementTree.fromstring(key_svg(load_game(name)))
    return " ".join(" ".join(text.itertext()) for text in root.iter(f"{SVG}text"))


def test_everything_the_map_draws_has_its_note(game: Any) -> None:
    drawn = {word for words in words_drawn(game).values() for word in words}
    assert drawn <= set(game.drawing.key)


def test_every_note_is_in_the_key_and_cites_a_rule_there_is(game: Any) -> None:
    said = written(game.name)
    for note in (*game.drawing.key.values(), *game.drawing.counter):
        assert note.rule == "" or note.rule in game.rules, note
        assert note.words.split()[0] in said
        assert note.rule in said
    assert len(re.findall(r"\(\S+\)", said)) >= sum(bool(note.rule) for note in game.drawing.key.values())


def test_every_marker_on_counters_and_map_that_turns_up_has_its_note(game: Any) -> None:
    badges: set[str] = set()
    markers: set[str] = set()
    for scenario in game.scenarios:
        s = setup(game, scenario, 3)
        for step in range(120):
            offered = options(s) if s.flow else []
            if not offered:
                break
            push(s, offered[step * 7 % len(offered)])
            badges.update(*(game.face(game, unit).badges for unit in s.units.values()))
        markers.update(marker["kind"] for marker in view(s, None).facts.get("markers", ()))
    assert badges | markers <= set(game.drawing.key)


def test_every_symbol_and_formation_of_the_counters_is_in_the_key(game: Any) -> None:
    said = written(game.name)
    for unit in first_units(game).values():
        face = game.face(game, unit)
        assert symbol_name(face.symbol) in said
        assert face.band in said


def test_the_key_is_whole_in_both_styles_and_its_ids_are_its_own(game: Any) -> None:
    for style in (LIGHT, DARK):
        root = ElementTree.fromstring(key_svg(game, style))
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        used = {element.get("href", "")[1:] for element in root.iter() if element.get("href")}
        assert used <= set(ids)


def test_a_changed_note_changes_the_key() -> None:
    game = load_game("seelow1945")
    woods = dict(game.drawing.key) | {"woods": Note("Thick woods", "7.32")}
    drawing = type(game.drawing)(key=woods)
    changed = type(game)(**{**vars(game), "drawing": drawing})
    assert "Thick woods (7.32)" in key_svg(changed)
    assert "Thick woods" not in written("seelow1945")


def test_a_heading_does_not_stand_alone_at_the_foot_of_a_column() -> None:
    rows = [Row("", (1, 1), "word", high=40.0) for _ in range(12)]
    items: list[Item] = [Heading("one"), *rows[:5], Heading("two"), *rows[5:]]
    columns = poured(items, 2)
    assert [item for column in columns for item in column] == items
    assert len(columns) == 2
    assert not any(isinstance(column[-1], Heading) for column in columns)


def test_words_stay_in_their_column(game: Any) -> None:
    root = ElementTree.fromstring(key_svg(game))
    lines = [span.text or "" for span in root.iter(f"{SVG}tspan")]
    assert lines
    assert max(map(len, lines)) * 5 < COLUMN


def test_a_game_without_water_has_a_key_too() -> None:
    assert "Toy: key" in key_svg(toy())
