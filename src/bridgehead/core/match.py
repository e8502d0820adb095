"""A game being played: its history, its undo, and the record that replays it bit for bit.

match = Match(load_game("seelow1945"), "kustrin", seed=27)
match.play(match.legal[0])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, NeedsChance, Script, mixed
from bridgehead.core.codec import FORMAT, UNREADABLE, BadFile, action_from, actions_of, header, load, save
from bridgehead.core.events import Event, Told
from bridgehead.core.flow import Forecast
from bridgehead.core.game import AnyGame, Game
from bridgehead.core.outcomes import Outcome, certain, outcomes
from bridgehead.core.play import (
    BadSetup,
    deciding,
    decision,
    options,
    play,
    push,
    setting_for,
    setup,
    why_not,
)
from bridgehead.core.refusal import IllegalAction, No
from bridgehead.core.secrecy import heard
from bridgehead.core.state import Result, S, reseeded
from bridgehead.core.values import Side, replace
from bridgehead.core.words import counted, prompt

RECENT = 8
"""How many of the latest positions are kept."""
EVERY = 100
"""Of the older ones every so manieth is kept; the others are played again when asked for."""


class Record(msgspec.Struct, kw_only=True):
    """Seed, options and actions: the whole truth of a game."""

    bridgehead: str = "record"
    format: int = FORMAT
    game: str
    data: str
    scenario: str
    setting: dict[str, str]
    seed: int
    position: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """A save of the position it begins with; without one it begins with the set-up of its scenario."""
    actions: list[msgspec.Raw] = []


class NewDice(Action, frozen=True):
    """Nobody's deed: after a take-back across chance other dice lie ahead than those that were seen."""

    words = "New dice"
    number: int
    """Counts such take-backs. The chance to come follows from it and from the seed of the match."""


class WithDice(Action, frozen=True):
    """An action whose draws were decided outside the match, as a lesson sets its dice. They are recorded."""

    words = "Set dice"
    action: Any
    draws: tuple[int, ...]
    """Counted from 0, like those of a script."""


class DiceRenewed(Event, frozen=True):
    words = "The game is undone to this point; future die rolls are new."


class Match(Generic[S]):
    """A game from its beginning. Positions are values: whoever looks at one must not change it."""

    def __init__(self, game: Game[S, Any], scenario: str, seed: int, **options: str) -> None:
        self._begin(setup(game, scenario, seed, **options), seed)

    @classmethod
    def from_position(cls, start: S, seed: int | None = None) -> Match[S]:
        """A match that begins from whatever position, with the chance it holds unless a seed is given."""
        match: Match[S] = cls.__new__(cls)
        start = start.clone() if seed is None else reseeded(start, seed)
        match._begin(start, start.seed)
        match.position = save(start)
        return match

    def _begin(self, start: S, seed: int) -> None:
        self.position = ""
        """A save of where it began, if that was no set-up of a scenario."""
        self.game: AnyGame = start.game
        self.seed = seed
        self.actions: list[Action] = []
        self.movers: list[Side] = []
        """By action: the side that took it; nobody where dice were renewed."""
        self.events: list[list[Told]] = [start.log]
        """What was told by the set-up, then by each action."""
        self._kept: dict[int, S] = {0: start}

    # --- how it stands

    @property
    def now(self) -> S:
        """The present position."""
        return self._kept[len(self.actions)]

    @property
    def clock(self) -> int:
        """Actions taken so far."""
        return len(self.actions)

    @property
    def turn(self) -> int:
        return self.now.turn

    @property
    def side(self) -> Side | None:
        """The side that must decide; None when the game is over."""
        return deciding(self.now)

    @property
    def legal(self) -> list[Action]:
        """Every legal action, in a stable order."""
        return options(self.now)

    @property
    def result(self) -> Result | None:
        """Who won, how well, by which rule; None while the game is on."""
        return self.now.ended

    def why_not(self, action: Action) -> No | None:
        """None when legal; otherwise rule and reason."""
        return why_not(self.now, action)

    def forecast(self, action: Action | None = None) -> Forecast | None:
        """Strengths, modifiers and table of what is being put together, now or after one more action."""
        s = self.now if action is None else certain(self.now, action)
        return decision(s).forecast(s) if s is not None and s.flow else None

    def outcomes(self, action: Action) -> Iterator[Outcome[S]]:
        """Every result of an action, with its exact probability."""
        return outcomes(self.now, action)

    def at(self, clock: int) -> S:
        """The position after so many actions."""
        if clock in self._kept:
            return self._kept[clock]
        nearest = max(kept for kept in self._kept if kept < clock)
        s = self._kept[nearest]
        for action in self.actions[nearest:clock]:
            s = self._played(s, action)
        return s

    def positions(self, since: int = 0) -> Iterator[S]:
        """Every position from the set-up, or after so many actions, to the present one."""
        s = self.at(since)
        yield s
        for clock, action in enumerate(self.actions[since:], since + 1):
            s = self._kept[clock] if clock in self._kept else self._played(s, action)
            yield s

    # --- playing

    def play(self, action: Action) -> list[Told]:
        """Play one action; an illegal one changes nothing."""
        return self.add(action, play(self.now, action))

    def add(self, action: Action, after: S) -> list[Told]:
        """Go on to a position that the action was already played to."""
        before = self.now
        before.memo = {}
        before.offered = None
        mover = None if isinstance(action, NewDice) else deciding(before)
        self.movers.append(mover or Side(""))
        self.actions.append(action)
        self.events.append(after.log)
        self._kept[self.clock] = after
        old = self.clock - RECENT
        if old > 0 and old % EVERY:
            self._kept.pop(old, None)
        return after.log

    def can_undo(self) -> bool:
        """The last action may be undone while seed, reveals and deciding side are unchanged."""
        return self.leaves_no_trace() and deciding(self.at(self.clock - 1)) == deciding(self.now)

    def leaves_no_trace(self) -> bool:
        """The last action rolled no die, found nothing out and did not end the game: its mover may still
        undo it while nobody else has chosen, though the other side decides now."""
        if not self.actions or isinstance(self.actions[-1], WithDice):
            return False
        before, after = self.at(self.clock - 1), self.now
        return before.seed == after.seed and before.reveals == after.reveals and after.ended is None

    def undo(self) -> Action:
        """Take back the last action."""
        if not self.can_undo():
            raise ValueError("you can't undo past a die roll, revealed information or an enemy decision")
        return self.take_back()

    def take_back(self, to: int | None = None, *, renewing: bool = True) -> Action:
        """Take back the last action whatever it was, or all after the first `to`: for players who agree.

        Where chance lies between, nobody shall play on with dice he has seen: they are new from there on,
        except where a lesson goes back to what it teaches.
        """
        to = self.clock - 1 if to is None else to
        renewed = self.new_dice(to) if renewing else None
        self._kept[to] = self.at(to)
        taken = self.actions[to]
        del self.actions[to:]
        del self.movers[to:]
        del self.events[to + 1 :]
        self._kept = {clock: s for clock, s in self._kept.items() if clock <= to}
        if renewed is not None:
            self.renew(renewed)
        return taken

    def new_dice(self, to: int) -> NewDice | None:
        """The new dice of a take-back to the first `to` actions; None where no chance lies between."""
        if self.at(to).seed == self.now.seed:
            return None
        return NewDice(
            1 + max((each.number for each in self.actions if isinstance(each, NewDice)), default=0)
        )

    def renew(self, dice: NewDice) -> None:
        """Go on with other chance than the present position holds."""
        self.add(dice, self._played(self.now, dice))

    def _played(self, s: S, action: Action) -> S:
        """The position after an action that was checked before."""
        if isinstance(action, NewDice):
            after = reseeded(s, mixed(self.seed & MASK) + action.number)
            after.tell(DiceRenewed(), rule="")
            return after
        if isinstance(action, WithDice):
            return with_dice(s, action)
        after = s.clone()
        push(after, action)
        return after

    # --- what is told of it

    def log(self, side: Side | None) -> list[list[Told]]:
        """What a side hears of what happened, action by action; the set-up comes first."""
        found: list[list[Told]] = []
        before = self._kept[0]
        for told, after in zip(self.events, self.positions(), strict=True):
            found.append(heard(told, side, before, after))
            before = after
        return found

    def record(self) -> str:
        """The game so far, as JSON text with one action a line."""
        start = self._kept[0]
        head = Record(
            game=self.game.name,
            data=self.game.version,
            scenario=start.scenario,
            setting=start.setting,
            seed=self.seed,
            position=msgspec.Raw(self.position.encode()) if self.position else msgspec.UNSET,
        )
        lines = ",\n".join(msgspec.json.encode(action).decode() for action in self.actions)
        opening = msgspec.json.encode(head).decode().removesuffix('"actions":[]}')
        return f'{opening}"actions":[\n{lines}\n]}}\n'

    def __repr__(self) -> str:
        s = self.now
        if s.ended is not None:
            state = f"{s.ended.level} after turn {s.turn}"
        else:
            state = f"turn {s.turn}; {prompt(self.game, decision(s))} {counted(len(self.legal), 'option')}"
        return f"<{self.game.title}, {self.game.scenarios[s.scenario].title}: {state}>"

    def __str__(self) -> str:
        """A small picture of the board where the decision falls, as the deciding side sees it."""
        return self.game.sketch(self.now, self.side) or repr(self)


def with_dice(s: S, rolled: WithDice) -> S:
    """The position after an action, with the draws that were decided for it."""
    after = s.clone()
    after.script = Script(rolled.draws)
    push(after, rolled.action)
    after.script = None
    return after


def read_record(text: str | bytes) -> Record:
    """A record's header and its actions, not yet played."""
    header(text, "record")
    try:
        return msgspec.json.decode(text, type=Record)
    except UNREADABLE as problem:
        raise BadFile(f"the record is wrong: {problem}") from problem


def begun(record: Record, game: Game[S, Any]) -> Match[S]:
    """The match of a record before its first action."""
    if record.position is not msgspec.UNSET:
        try:
            return Match.from_position(load(bytes(record.position), game))
        except BadFile as problem:
            raise BadFile(f"the position in the record is wrong: {problem}") from problem
    try:
        setting = setting_for(game, record.scenario, record.setting)
        return Match(game, record.scenario, record.seed, **setting)
    except BadSetup as problem:
        raise BadFile(f"the record is wrong: {problem}") from problem


def from_record(text: str | bytes, game: Game[S, Any]) -> Match[S]:
    """Replay a record, every action checked."""
    record = read_record(text)
    if record.game != game.name:
        raise BadFile(f"the record is of {record.game}, not of {game.name}")
    match = begun(record, game)
    made_with = "" if record.data == game.version else record.data
    for _ in replayed(match, record.actions, made_with):
        pass
    return match


def replayed(match: Match[S], actions: Sequence[bytes | msgspec.Raw], made_with: str = "") -> Iterator[None]:
    """Play actions from their JSON, each checked; pauses after each so that others may come between."""
    for number, sent in enumerate(actions, 1):
        try:
            play_sent(match, sent)
        except UNREADABLE as problem:
            raise BadFile(f"the record is wrong at action {number}: {problem}") from problem
        except IllegalAction as problem:
            data = f" (it was made with data {made_with}, not {match.game.version})" if made_with else ""
            raise BadFile(f"the record is wrong at action {number}: {problem}{data}") from problem
        yield


def play_sent(match: Match[S], sent: str | bytes | msgspec.Raw) -> None:
    """Play one action from its JSON: a player's, maybe with set dice; or the new dice after a take-back."""
    action = msgspec.json.decode(sent, type=actions_of(match.game.package) | NewDice | WithDice)
    if isinstance(action, NewDice):
        match.renew(action)
    elif isinstance(action, WithDice):
        play_with_dice(match, action)
    else:
        match.play(action)


def play_with_dice(match: Match[S], sent: WithDice) -> None:
    rolled = replace(sent, action=action_from(msgspec.json.encode(sent.action), match.game))
    no = match.why_not(rolled.action)
    if no is not None:
        raise IllegalAction(rolled.action, no)
    try:
        after = with_dice(match.now, rolled)
    except (NeedsChance, ValueError) as problem:
        raise BadFile(f"the dice of {rolled.action} are not those it needs: {problem}") from problem
    match.add(rolled, after)
