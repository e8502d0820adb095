"""One side of a game as a Gymnasium environment, the other sides played by bots, with action masks."""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.bots import BOTS
from bridgehead.bots.seat import Seat
from bridgehead.core.play import BadSetup, deciding, options, push, setup, view
from bridgehead.core.values import Side
from bridgehead.envs.aec import LONGEST, in_a_line, reward_of, seen_by, space_of
from bridgehead.envs.encoding import Encoder, Observation, units_seen
from bridgehead.extras import extra
from bridgehead.toolkit.wargame import AnyWargame, WarState

with extra("envs"):
    import gymnasium
    from gymnasium import spaces


class OneSide(gymnasium.Env[dict[str, Any], np.int64]):
    """The agent has one side. An action that is no option loses the game.

    The reward is 1, 0 or -1 at the end. With `shaping` it also gets, at every step, so much for each step by
    which the balance of steps it can see (its own less the enemy's, hidden ones not counted) has changed.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | AnyWargame,
        scenario: str,
        side: str,
        bot: str = "random",
        options: dict[str, str] | None = None,
        most: int = 0,
        longest: int = LONGEST,
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        self.setting = options or {}
        self.encoder = Encoder(game, scenario, most, **self.setting)
        self.game = self.encoder.game
        self.scenario = scenario
        sides = self.game.scenarios[scenario].sides or self.game.sides
        if side not in sides:
            raise BadSetup(f"{self.game.name}/{scenario} has no side {side!r}; it has {', '.join(sides)}")
        if bot not in BOTS:
            raise BadSetup(f"there is no bot {bot!r}; there is {', '.join(BOTS)}")
        self.side = Side(side)
        self.others = [str(each) for each in sides if each != side]
        self.bot = bot
        self.longest = longest
        self.shaping = shaping
        self.render_mode = render_mode
        self.observation_space = space_of(self.encoder)
        self.action_space = spaces.Discrete(self.encoder.most)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = self.np_random.integers(1 << 62, size=1 + len(self.others))
        self.s: WarState = setup(self.game, self.scenario, int(drawn[0]), **self.setting)
        self.bots = {each: BOTS[self.bot](int(drawn[1 + at])) for at, each in enumerate(self.others)}
        self.decisions = 0
        self.let_others()
        self.balance = self.count()
        return seen_by(self.s, self.side, self.encoder), self.info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        offered = options(self.s)
        if not 0 <= int(action) < min(len(offered), self.encoder.most):
            return (
                seen_by(self.s, self.side, self.encoder),
                -1.0,
                True,
                False,
                {**self.info(), "illegal": True},
            )
        push(self.s, offered[int(action)])
        self.decisions += 1
        self.let_others()
        over = self.s.ended is not None
        reward = reward_of(self.s, self.side)
        if self.shaping:
            before, self.balance = self.balance, self.count()
            reward += self.shaping * (self.balance - before)
        cut = not over and self.decisions >= self.longest
        return seen_by(self.s, self.side, self.encoder), reward, over, cut, self.info()

    def let_others(self) -> None:
        """The bots play until the agent must decide."""
        for _ in range(self.longest):
            side = deciding(self.s)
            if side is None or side == self.side:
                return
            push(self.s, self.bots[side].choose(Seat(self.s, side)))
            self.decisions += 1

    def count(self) -> int:
        """Our steps on the map less theirs, as far as the side can see."""
        seen = units_seen(self.game, view(self.s, self.side))
        return sum(
            self.game.steps(self.game, unit) * (1 if unit.side == self.side else -1)
            for unit in seen.values()
            if unit.hex
        )

    def info(self) -> dict[str, Any]:
        """The number of options, how many the mask cannot show, and how a game ended."""
        count = len(options(self.s)) if self.s.flow else 0
        found: dict[str, Any] = {"options": count, "left_out": max(0, count - self.encoder.most)}
        if self.s.ended is not None:
            found["winner"] = self.s.ended.winner or ""
            found["level"] = self.s.ended.level
            found["score"] = dict(self.s.ended.score)
        return found

    def render(self) -> str:
        return in_a_line(self.s)


if "bridgehead/OneSide-v1" not in gymnasium.registry:
    gymnasium.register(id="bridgehead/OneSide-v1", entry_point="bridgehead.envs.single:OneSide")
