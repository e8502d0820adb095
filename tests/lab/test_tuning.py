"""What pays: weights found by playing."""

import math
import random
import tomllib

import pytest

from bridgehead.bots.judges import judge_of
from bridgehead.bots.levels import recruit
from bridgehead.bots.seat import Seat
from bridgehead.bots.weights import all_weights, combined, weights_of
from bridgehead.core.play import BadSetup, deciding, push, setup
from bridgehead.core.values import Side
from bridgehead.games import load_game
from bridgehead.lab.ratings.tuning import Effect, Trial, effects, lines_of, trial, trials

TANNENBERG = ("eastprussia1914", "tannenberg")


def made(number: int, chance: random.Random) -> Trial:
    """A game in which the first camp gains by pressing and the second by holding; nothing else matters."""
    turned = {
        camp: {term: chance.gauss(0, 0.6) for term in ("press", "hold", "sing")} for camp in ("red", "blue")
    }
    margin = 5 * turned["red"]["press"] - 5 * turned["blue"]["hold"] + chance.gauss(0, 2)
    return Trial(number, margin, turned)


def test_what_pays_is_found_for_each_camp() -> None:
    chance = random.Random(4)
    found = {(one.camp, one.term): one for one in effects([[made(n, chance) for n in range(120)]])}
    assert found["red", "press"].weight > 1.5
    assert found["blue", "hold"].weight > 1.5
    for other in (("red", "hold"), ("blue", "press"), ("red", "sing"), ("blue", "sing")):
        assert abs(found[other].gain) < 0.25 * found["red", "press"].gain


def test_scenarios_of_different_scale_count_alike() -> None:
    chance = random.Random(5)
    small = [made(n, chance) for n in range(60)]
    large = [Trial(one.number, 900 + 100 * one.margin, one.turned) for one in small]
    of_small = effects([small])
    for together, alone in zip(effects([small, large]), of_small, strict=True):
        assert math.isclose(together.gain, alone.gain, abs_tol=0.05)


def test_an_effect_that_is_not_sure_turns_nothing() -> None:
    assert Effect("red", "sing", 0.09, 0.1).weight == 1.0
    assert Effect("red", "press", 0.3, 0.1).weight == round(math.exp(0.7), 2)
    assert Effect("red", "hold", -0.9, 0.1).weight == round(math.exp(-0.7), 2)


def test_a_trial_is_the_same_again_and_weighs_every_term() -> None:
    one = trial(TANNENBERG, 3, 0)
    assert one == trial(TANNENBERG, 3, 0)
    assert set(one.turned) == {"german", "russian"}
    s = setup(load_game(TANNENBERG[0]), TANNENBERG[1], 1)
    names = {term.name for term in judge_of(s.game).standing(s, s.game.sides[0])}
    assert names <= set(one.turned["german"])


def test_three_camps_are_refused() -> None:
    with pytest.raises(BadSetup, match="two_stars_three has more than two camps"):
        trials(("budziszyn1945", "two_stars_three"), 20, 1, 1)


def test_what_is_written_is_read_back() -> None:
    known = {"seelow1945": {"kustrin": {"german": {"attacks": 1.4}, "soviet": {}}}}
    assert tomllib.loads("\n".join(lines_of(known))) == known


def test_two_ways_of_weighing_are_multiplied() -> None:
    assert combined({"a": 2.0, "b": 3.0}, {"b": 0.5, "c": 4.0}) == {"a": 2.0, "b": 1.5, "c": 4.0}


@pytest.mark.parametrize("name", sorted(all_weights()))
def test_the_weights_name_what_the_judge_sees(name: str) -> None:
    game = load_game(name)
    for scenario, sides in all_weights()[name].items():
        assert set(sides) == set(game.scenarios[scenario].sides or game.sides)
        s = setup(game, scenario, 1)
        bots = {side: recruit(1) for side in sides}
        seen: set[str] = set()
        for _ in range(60):
            side = deciding(s)
            assert side is not None
            push(s, bots[side].choose(Seat(s, side)))
            seen |= {term.name for term in judge_of(game).standing(s, side)}
            seen |= {term.name for term in judge_of(game).prospects(s, side)}
        for weights in sides.values():
            assert set(weights) <= seen
            assert all(0.4 < weight < 2.1 for weight in weights.values())


def test_a_side_without_weights_of_its_own_weighs_as_its_judge() -> None:
    assert weights_of("no such game", "none", Side("nobody")) == {}
