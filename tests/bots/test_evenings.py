"""The opponents know how a first evening is won, and that it ends early."""

from typing import Any

import numpy as np
import pytest

from bridgehead.bots.judges.budziszyn1945 import BudziszynJudge
from bridgehead.core.state import Result
from bridgehead.core.values import Side
from bridgehead.games.budziszyn1945.model.data import GERMAN, SOVIET
from tests.games.budziszyn1945.field import begun, field


def towns_of_a_campaign(scenario: str, held: int) -> Any:
    s = field(scenario)
    s.set(ended=Result(None, "Draw", "N.27", {"soviet": held, "german": 67 - held, "exited": 0}))
    return s


def test_an_evening_across_the_neisse_is_measured_by_its_own_towns() -> None:
    needed = field("evening").game.tables.evening
    for held, sign in ((needed.draw - 1, -1), (needed.soviet, 1)):
        s = towns_of_a_campaign("evening", held)
        judge = BudziszynJudge(s.game)
        assert np.sign(judge.margin(s, SOVIET)) == sign
        assert judge.margin(s, GERMAN) == -judge.margin(s, SOVIET)
    assert BudziszynJudge(s.game).margin(towns_of_a_campaign("nysa", needed.soviet), SOVIET) < -40


def test_nobody_guards_the_way_to_berlin_on_an_evening() -> None:
    """Armor can't win it there: Germans stand only before their towns."""
    seen = {}
    for scenario in ("nysa", "evening"):
        s = field(scenario)
        judge = BudziszynJudge(s.game)
        gate = np.asarray(judge.outlooks.gate)
        seen[scenario] = np.asarray(judge.outlooks.of(s, GERMAN).keen)
    assert (seen["nysa"] >= seen["evening"]).all()
    better = seen["nysa"] > seen["evening"] + 0.1
    assert better.any() and gate[better].min() > gate.mean()


@pytest.mark.parametrize("side", [SOVIET, GERMAN])
def test_on_the_last_day_of_an_evening_units_are_worth_less_than_towns(side: Side) -> None:
    def troops(scenario: str, turn: int) -> float:
        s = begun(scenario)
        s.set(turn=turn, phase="movement", phasing=SOVIET)
        terms = {term.name: term.worth for term in BudziszynJudge(s.game).standing(s, side)}
        return abs(terms["troops"])

    first, last = troops("evening", 1), troops("evening", 4)
    assert 0 < last < 0.4 * first
    assert troops("nysa", 4) == troops("nysa", 1)
