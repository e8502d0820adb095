"""The environments, by the libraries' own tests, on the toy game."""

import importlib.util
import warnings
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped, unused-ignore]  # it has no types

from bridgehead.core.play import BadSetup, options, setup, view
from bridgehead.core.values import Side, UnitId
from bridgehead.envs.aec import AllSides, all_sides
from bridgehead.envs.encoding import CHANNELS, FEATURES, Encoder
from bridgehead.envs.single import OneSide
from bridgehead.games import GAMES, load_game
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import Retreat

GAME = toy()
EXAMPLE = Path(__file__).parents[2] / "examples" / "train_policy.py"


def test_pettingzoo_finds_no_fault() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(all_sides(GAME, "toy"), num_cycles=300, verbose_progress=False)
        seed_test(lambda: all_sides(GAME, "toy"), num_cycles=100)


def test_gymnasium_finds_no_fault() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(OneSide(GAME, "toy", "red"), skip_render_check=True)


def play(env: OneSide, seed: int) -> tuple[float, int]:
    random = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    total, steps = 0.0, 0
    while True:
        legal = np.flatnonzero(seen["action_mask"])
        assert len(legal) == info["options"]
        seen, reward, over, cut, info = env.step(np.int64(random.choice(legal)))
        total += reward
        steps += 1
        if over or cut:
            assert not seen["action_mask"].any()
            assert info["level"]
            return total, steps


def test_one_side_plays_whole_games_the_same_for_the_same_seed() -> None:
    env = OneSide(GAME, "toy", "blue", shaping=0.1)
    played = [play(env, seed) for seed in range(4)]
    assert played == [play(env, seed) for seed in range(4)]
    assert len({steps for _, steps in played}) > 1


def test_an_illegal_action_loses() -> None:
    env = OneSide(GAME, "toy", "red")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(np.int64(env.encoder.most - 1))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    raw = AllSides(GAME, "toy")
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="is not the number of an option"):
        raw.step(raw.encoder.most - 1)


def test_rewards_go_to_the_winner() -> None:
    env = AllSides(GAME, "toy", {"short": "yes"})
    seen = set()
    for seed in range(4):
        env.reset(seed=seed)
        random = np.random.default_rng(seed)
        env.s.eliminate(UnitId(("r0", "b0")[seed % 2]))
        while not any(env.terminations.values()):
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            env.step(int(random.choice(legal)))
        assert env.s.ended is not None
        winner = env.s.ended.winner
        seen.add(winner)
        for side in ("red", "blue"):
            assert env.rewards[side] == (0.0 if winner is None else 1.0 if winner == side else -1.0)
        assert "Decided" in env.render() or "Drawn" in env.render()
    assert len(seen) > 1


def test_a_long_game_is_cut_short() -> None:
    env = AllSides(GAME, "toy", longest=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(0)
    assert all(env.truncations.values())


def test_observations_come_from_the_side_alone() -> None:
    """Which unit blue is asked about shows to blue alone."""
    encoder = Encoder(GAME, "toy")
    looks: dict[str, set[bytes]] = {"red": set(), "blue": set()}
    for unit in ("b0", "b1", "b2"):
        s = setup(GAME, "toy", 1)
        hidden = s.units[UnitId(unit)]
        s.send(hidden.id, "")
        s.put(hidden.id, hidden.hex)
        s.become(Retreat(Side("blue"), hidden.id))
        for side, seen in looks.items():
            seen.add(encoder.observe(view(s, Side(side))).tobytes())
    assert len(looks["red"]) == 1
    assert len(looks["blue"]) == 3
    s = setup(GAME, "toy", 1)
    ground = encoder.observe(view(s, Side("red")))[encoder.places["map"]].reshape(CHANNELS, -1)
    assert ground[0].sum() * 4 == 3
    assert ground[2].sum() == 0
    assert ground[4].sum() * 4 == 3


def test_options_are_described_in_their_order() -> None:
    encoder = Encoder(GAME, "toy")
    s = setup(GAME, "toy", 1)
    offered = options(s)
    seen = view(s, Side("blue"))
    rows = encoder.describe(seen, encoder.observe(seen), offered)
    assert rows.shape == (encoder.most, encoder.width)
    assert rows[: len(offered), 0].all()
    assert not rows[len(offered) :].any()
    assert len(FEATURES) < encoder.width


def test_a_wrong_side_or_bot_is_refused() -> None:
    with pytest.raises(BadSetup, match="has no side 'green'"):
        OneSide(GAME, "toy", "green")
    with pytest.raises(BadSetup, match="there is no bot 'nobody'"):
        OneSide(GAME, "toy", "red", bot="nobody")


def test_distances_are_those_of_the_grid() -> None:
    encoder = Encoder(GAME, "toy")
    for a, at in encoder.hexes.items():
        for b, to in encoder.hexes.items():
            assert encoder.far[at, to] == GAME.board.distance(a, b)


def test_the_training_example_takes_a_few_steps() -> None:
    spec = importlib.util.spec_from_file_location("train_policy", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    env = OneSide(GAME, "toy", "red", shaping=0.1)
    weights, played = example.train(env, 60.0, many=4, games=1, seed=1, generations=2)
    assert played == 8
    assert np.isfinite(weights).all()
    assert sum(example.measured(env, example.Policy(env, weights), 3)) == 3


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_an_environment(name: str) -> None:
    scenario = next(iter(load_game(name).scenarios))
    env = all_sides(name, scenario)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=5, verbose_progress=False)
    one = OneSide(name, scenario, env.possible_agents[0])
    seen, info = one.reset(seed=3)
    for _ in range(5):
        assert one.observation_space.contains(seen)
        assert info["left_out"] == 0
        seen, _, _, _, info = one.step(np.int64(info["options"] - 1))
