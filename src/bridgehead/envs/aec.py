"""All sides of a game as a PettingZoo AEC environment, with action masks."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import numpy as np

from bridgehead.core.play import deciding, decision, options, push, setup, view
from bridgehead.core.values import Side
from bridgehead.core.words import prompt
from bridgehead.envs.encoding import Encoder, Observation
from bridgehead.extras import extra
from bridgehead.toolkit.wargame import AnyWargame, WarState

with extra("envs"):
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped, unused-ignore]

LONGEST = 50_000
"""Decisions after which a game is cut short."""


def all_sides(game: str | AnyWargame, scenario: str, **settings: Any) -> Any:
    """The environment with PettingZoo's own checks around it: an illegal action loses the game."""
    made: Any = AllSides(game, scenario, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def space_of(encoder: Encoder) -> spaces.Dict:
    """What a side observes."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-8.0, 8.0, (encoder.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (encoder.most,), np.int8),
            "actions": spaces.Box(-64.0, 64.0, (encoder.most, encoder.width), np.float32),
        }
    )


def seen_by(s: WarState, side: Side, encoder: Encoder) -> Observation:
    """The observation of a side; only the side that decides has options."""
    seen = view(s, side)
    vector = encoder.observe(seen)
    offered = options(s)[: encoder.most] if deciding(s) == side else []
    return {
        "observation": vector,
        "action_mask": encoder.mask(offered),
        "actions": encoder.describe(seen, vector, offered),
    }


def reward_of(s: WarState, side: str) -> float:
    """1 to the winner, -1 to every other side, 0 to all if nobody won."""
    if s.ended is None or s.ended.winner is None:
        return 0.0
    return 1.0 if s.ended.winner == side else -1.0


def in_a_line(s: WarState) -> str:
    """How a game stands."""
    now = s.ended.level + "." if s.ended is not None else prompt(s.game, decision(s))
    return f"Turn {s.turn}. {now}"


class AllSides(AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """Every side an agent. Whoever must decide acts; rewards come when the game is over."""

    metadata: ClassVar[dict[str, object]] = {
        "name": "bridgehead_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | AnyWargame,
        scenario: str,
        options: dict[str, str] | None = None,
        most: int = 0,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.setting = options or {}
        self.encoder = Encoder(game, scenario, most, **self.setting)
        self.game = self.encoder.game
        self.scenario = scenario
        self.longest = longest
        self.render_mode = render_mode
        sides = self.game.scenarios[scenario].sides or self.game.sides
        self.possible_agents = [str(side) for side in sides]
        self.agents: list[str] = []
        self.random = np.random.default_rng()

    @cache  # noqa: B019
    def observation_space(self, agent: str) -> spaces.Dict:
        return space_of(self.encoder)

    @cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete:
        return spaces.Discrete(self.encoder.most)

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.s: WarState = setup(self.game, self.scenario, int(self.random.integers(1 << 62)), **self.setting)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = str(deciding(self.s))

    def observe(self, agent: str) -> Observation:
        return seen_by(self.s, Side(agent), self.encoder)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        offered = options(self.s)
        if action is None or not 0 <= int(action) < min(len(offered), self.encoder.most):
            raise ValueError(f"{action} is not the number of an option; there are {len(offered)}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        push(self.s, offered[int(action)])
        self.decisions += 1
        side = deciding(self.s)
        if side is None:
            for each in self.agents:
                self.rewards[each] = reward_of(self.s, each)
                self.terminations[each] = True
        elif self.decisions >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        if side is not None:
            self.agent_selection = str(side)
        self._accumulate_rewards()
        if side is None or self.decisions >= self.longest:
            self._deads_step_first()

    def render(self) -> str:
        return in_a_line(self.s)

    def close(self) -> None:
        """There is nothing to close."""
