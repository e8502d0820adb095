"""The opponents know how a first evening is won, and that it ends early."""

from typing import Any, cast

import numpy as np
import pytest

from bridgehead.bots.judges.breslau1945.timing import Timing
from bridgehead.bots.judges.budziszyn1945 import BudziszynJudge
from bridgehead.bots.judges.eastprussia1914 import doubt_left
from bridgehead.bots.judges.koenigsberg1945 import KoenigsbergJudge
from bridgehead.core.play import setup
from bridgehead.core.state import Result
from bridgehead.core.values import Side
from bridgehead.games import load_game
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.budziszyn1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
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


def test_the_front_breaks_at_its_own_number_of_victory_hexes() -> None:
    """Between the hexes that lose an evening and those that win it, not between those of the campaign."""
    objectives = KoenigsbergJudge(cast("Koenigsberg", load_game("koenigsberg1945"))).objectives
    assert (objectives.turning["evening"], objectives.turning["campaign"]) == (13, 7.5)
    first = {name: worths[1] - worths[0] for name, worths in objectives.worths.items()}
    assert first["evening"] > first["campaign"] + 5


def test_the_ring_closes_in_five_turns() -> None:
    game = cast("Breslau", load_game("breslau1945"))
    timing = Timing(game)
    left = {}
    for scenario in ("evening", "historical"):
        s = setup(game, scenario, 1)
        s.set(turn=5)
        left[scenario] = (timing.left(s), timing.fade(s) < 0.2)
    assert left == {"evening": (0, True), "historical": (15, False)}


def test_on_the_last_turn_at_tannenberg_towns_are_counted_as_they_are_held() -> None:
    s = setup(load_game("eastprussia1914"), "tannenberg", 1)
    s.set(turn=4)
    begun = doubt_left(s)
    s.set(turn=8)
    assert doubt_left(s) < 0.3 * begun
