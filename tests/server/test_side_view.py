"""What a side sees as JSON: the same as its view, however it was put together."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from bridgehead.core.play import deciding, decision, options, play, setup, view
from bridgehead.core.values import Side
from bridgehead.games import GAMES, load_game
from bridgehead.server.presenters.counters import CounterFaces
from bridgehead.server.presenters.position import OptionTexts, option_line
from bridgehead.server.presenters.side_view import Views


@pytest.mark.parametrize("name", GAMES)
def test_it_is_the_view_of_the_core(name: str) -> None:
    """At every position of a stretch of random play, for every side and onlookers."""
    game = load_game(name)
    faces, texts = CounterFaces(game), OptionTexts()
    for number, scenario in enumerate(game.scenarios):
        chance = random.Random(number)
        s = setup(game, scenario, number)
        views = Views(faces)
        for _ in range(60):
            for side in (*game.sides, None):
                seen = views.of(s, side)
                own = Side(side) if side is not None else None
                assert json.loads(seen.text()) == builtins(view(s, own))
                assert seen.faces == {u["id"]: faces.of_unit(s.units[u["id"]]) for u in seen.view.units}
                assert seen.hidden == set(s.units) - set(seen.faces)
                assert len(seen.back_faces) == len(seen.view.backs)
            if deciding(s) is None:
                break
            now = decision(s)
            lines = [builtins(option_line(game, now, action)) for action in options(s)]
            for index, line in enumerate(lines):
                line["index"] = index
            assert json.loads(texts.of(s)) == lines
            s = play(s, chance.choice(options(s)))


def builtins(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("name", GAMES)
def test_counters_are_written_as_a_browser_writes_them(name: str) -> None:
    """The client compares by its own JSON: nothing in a counter may be written in two ways."""
    game = load_game(name)
    s = setup(game, next(iter(game.scenarios)), 1)
    units = Views(CounterFaces(game)).of(s, None).board.units_text().decode()
    assert json.dumps(json.loads(units), ensure_ascii=False, separators=(",", ":")) == units

    def plain(value: Any) -> bool:
        if isinstance(value, dict):
            return all(not name.isdigit() and plain(each) for name, each in value.items())
        return all(map(plain, value)) if isinstance(value, list) else not isinstance(value, float)

    assert plain(json.loads(units))
