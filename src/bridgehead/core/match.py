"""A game being played: its positions, its undo, and the record that replays it bit for bit."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.codec import FORMAT, BadFile, actions_of, header
from bridgehead.core.events import Told
from bridgehead.core.game import Game
from bridgehead.core.play import BadSetup, deciding, play, setup
from bridgehead.core.refusal import IllegalAction
from bridgehead.core.secrecy import heard
from bridgehead.core.state import State
from bridgehead.core.values import Side

S = TypeVar("S", bound=State)


class Record(msgspec.Struct, kw_only=True):
    """Seed, options and actions: the whole truth of a game."""

    bridgehead: str = "record"
    format: int = FORMAT
    game: str
    data: str
    scenario: str
    setting: dict[str, str]
    seed: int
    actions: list[msgspec.Raw] = []


class Match(Generic[S]):
    """The positions of a game from its beginning, and what happened between them."""

    def __init__(self, game: Game[S], scenario: str, seed: int, **options: str) -> None:
        self.game = game
        self.seed = seed
        start = setup(game, scenario, seed, **options)
        self.states: list[S] = [start]
        self.actions: list[Action] = []
        self.events: list[list[Told]] = [start.log]

    @property
    def now(self) -> S:
        return self.states[-1]

    def play(self, action: Action) -> list[Told]:
        """Play one action; an illegal one changes nothing."""
        after = play(self.now, action)
        self.states.append(after)
        self.actions.append(action)
        self.events.append(after.log)
        return after.log

    def can_undo(self) -> bool:
        """The last action may be undone while seed, reveals and deciding side are unchanged."""
        if not self.actions:
            return False
        before, after = self.states[-2:]
        return (
            before.seed == after.seed
            and before.reveals == after.reveals
            and deciding(before) == deciding(after)
            and after.ended is None
        )

    def undo(self) -> Action:
        """Take back the last action."""
        if not self.can_undo():
            raise ValueError(
                "the last action cannot be taken back: dice, a discovery or the other side stand between"
            )
        return self.take_back()

    def take_back(self) -> Action:
        """Take back the last action whatever it was: for players who agree on it."""
        self.states.pop()
        self.events.pop()
        return self.actions.pop()

    def log(self, side: Side | None) -> list[list[Told]]:
        """What a side hears of what happened, action by action; the set-up comes first."""
        befores = [self.states[0], *self.states[:-1]]
        return [
            heard(log, side, before, after)
            for log, before, after in zip(self.events, befores, self.states, strict=True)
        ]

    def record(self) -> str:
        """The game so far, as JSON text with one action a line."""
        head = Record(
            game=self.game.name,
            data=self.game.version,
            scenario=self.states[0].scenario,
            setting=self.states[0].setting,
            seed=self.seed,
        )
        lines = ",\n".join(msgspec.json.encode(action).decode() for action in self.actions)
        opening = msgspec.json.encode(head).decode().removesuffix('"actions":[]}')
        return f'{opening}"actions":[\n{lines}\n]}}\n'


def read_record(text: str | bytes) -> Record:
    """A record's header and its actions, not yet played."""
    header(text, "record")
    try:
        return msgspec.json.decode(text, type=Record)
    except msgspec.DecodeError as problem:
        raise BadFile(f"the record is wrong: {problem}") from problem


def from_record(text: str | bytes, game: Game[S]) -> Match[S]:
    """Replay a record, every action checked."""
    record = read_record(text)
    if record.game != game.name:
        raise BadFile(f"the record is of {record.game}, not of {game.name}")
    try:
        match = Match(game, record.scenario, record.seed, **record.setting)
    except BadSetup as problem:
        raise BadFile(f"the record is wrong: {problem}") from problem
    kinds = actions_of(game.package)
    for number, raw in enumerate(record.actions, 1):
        try:
            match.play(msgspec.json.decode(raw, type=kinds))
        except msgspec.DecodeError as problem:
            raise BadFile(f"the record is wrong at action {number}: {problem}") from problem
        except IllegalAction as problem:
            data = (
                ""
                if record.data == game.version
                else f" (it was made with data {record.data}, not {game.version})"
            )
            raise BadFile(f"the record is wrong at action {number}: {problem}{data}") from problem
    return match


def raw(action: Action) -> Any:
    """An action as plain JSON values."""
    return msgspec.to_builtins(action)
