"""Breslau's judge keeps sums from one look to the next: they are what it would count from nothing."""

from random import Random
from typing import cast

import pytest

from bridgehead.bots.judges.breslau1945 import BreslauJudge
from bridgehead.bots.judges.breslau1945.front import AHEAD
from bridgehead.bots.judges.breslau1945.timing import moment
from bridgehead.core.play import options, push, setup
from bridgehead.games import load_game
from bridgehead.games.breslau1945.model.game import Breslau


def test_blows_carried_on_are_those_counted_from_nothing() -> None:
    game = cast("Breslau", load_game("breslau1945"))
    carried, fresh = BreslauJudge(game), BreslauJudge(game)
    s = setup(game, "evening", 5)
    random = Random(5)
    compared = 0
    while s.flow:
        push(s, random.choice(options(s)))
        when = moment(s)
        found = carried.front.blows(s, when)
        base = carried.front.base
        assert base is not None
        if when not in AHEAD and carried.front.look(s, when).guns == base.look.guns:
            fresh.front.base = None
            assert found == pytest.approx(fresh.front.blows(s, when))
            compared += base.units != list(s.units.values())
    assert compared > 30


def test_boxes_are_counted_as_they_fill() -> None:
    game = cast("Breslau", load_game("breslau1945"))
    judge = BreslauJudge(game)
    s = setup(game, "evening", 6)
    random = Random(6)
    changes = 0
    while s.flow:
        before = judge.count.base
        push(s, random.choice(options(s)))
        sums = judge.count.sums(s)
        assert sums.boxed == {box: len(s.in_box(box)) for box in sums.boxed}
        changes += judge.count.base is before
    assert changes > 100
