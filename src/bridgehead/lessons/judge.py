"""What a learner does, judged by the rules: on the plan, an answer of its own, off the plan, done or failed.

A standing is a value, one for each action of a match, so that going back is taking an older one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from bridgehead.core.actions import Action, Cancel, Commit, Done, Pick
from bridgehead.core.chance import NeedsChance, Script
from bridgehead.core.events import Told
from bridgehead.core.match import WithDice
from bridgehead.core.play import deciding, play, push, why_not
from bridgehead.core.state import State
from bridgehead.lessons.form import Beat, Lesson
from bridgehead.lessons.play import Look
from bridgehead.lessons.reading import action_of
from bridgehead.toolkit.wargame import WarState

Stage = Literal["play", "done", "failed"]
replace = msgspec.structs.replace


class Standing(msgspec.Struct, frozen=True):
    """Where a learner stands in a lesson after so many actions of its match."""

    at: int
    """The beat."""
    since: int
    """The actions taken when it began."""
    enemy: tuple[str, ...]
    """What the other side is still to do."""
    play: tuple[str, ...]
    """What is left of the script."""
    dice: tuple[int, ...]
    """The set dice that are still to fall."""
    told: tuple[str, ...] = ()
    """What happened in the beat, by the class of the events."""
    free: bool = False
    """Whatever is legal is taken."""
    answer: str = ""
    """Said of the last action."""
    stage: Stage = "play"


class Judge:
    """The judge of one lesson."""

    def __init__(self, lesson: Lesson, began: WarState) -> None:
        self.lesson = lesson
        self.game = began.game
        self.began = began

    def beat(self, standing: Standing) -> Beat:
        return self.lesson.beat[standing.at]

    def action(self, text: str) -> Action:
        return action_of(self.game, text)

    def begin(self, at: int, since: int) -> Standing:
        beat = self.lesson.beat[at]
        return Standing(at, since, beat.enemy, beat.play, beat.dice, free=beat.allow == "legal")

    def last(self, standing: Standing) -> bool:
        return standing.at == len(self.lesson.beat) - 1

    # --- what is taken

    def taken(
        self,
        standing: Standing,
        s: WarState,
        action: Action,
        before: Iterable[tuple[Standing, WarState]] = (),
    ) -> Standing | None:
        """What a legal action of the learner makes of the standing; None if it is off the plan.

        `before` are the earlier standings of the beat: going back to one of them is never wrong.
        """
        if standing.free:
            return replace(standing, play=self.without(standing.play, action), answer="")
        for place, text in enumerate(standing.play):
            if self.action(text) == action and (after := self.reordered(standing, s, place)) is not None:
                return replace(standing, play=after[1:], answer="")
        for text, answer in self.beat(standing).also.items():
            if self.action(text) == action:
                return replace(standing, play=self.without(standing.play, action), answer=answer, free=True)
        return self.back(standing, s, action, before)

    def without(self, texts: tuple[str, ...], action: Action) -> tuple[str, ...]:
        """A script without an action that is done."""
        place = next((at for at, text in enumerate(texts) if self.action(text) == action), None)
        return texts if place is None else (*texts[:place], *texts[place + 1 :])

    def reordered(self, standing: Standing, s: WarState, place: int) -> tuple[str, ...] | None:
        """The script with one of its orders first; None if the order makes a difference."""
        if place == 0:
            return standing.play
        action, earlier = self.action(standing.play[place]), map(self.action, standing.play[:place])
        if ends(action):
            return None
        if isinstance(action, Pick) and self.beat(standing).free_order:
            return None if any(map(ends, earlier)) else moved_up(standing.play, place, 1)
        found = (moved_up(standing.play, place, count) for count in self.lengths(standing.play, place))
        return next((texts for texts in found if self.solves(standing, s, texts)), None)

    def lengths(self, texts: Sequence[str], place: int) -> Iterator[int]:
        """Of an order to one unit: the pick and what follows; with the end of its move, if that is said."""
        if not isinstance(self.action(texts[place]), Pick):
            yield 1
            return
        following = [self.action(text) for text in texts[place + 1 :]]
        others = (at for at, action in enumerate(following) if isinstance(action, Pick) or ends(action))
        length = next(others, len(following))
        yield 1 + length
        if length < len(following) and following[length] == Done():
            yield 2 + length

    def solves(self, standing: Standing, s: WarState, texts: Sequence[str]) -> bool:
        """Do these actions, all of them legal, do the beat from here?"""
        for text in texts:
            action = self.action(text)
            if why_not(s, action) is not None:
                return False
            rolled, after = self.thrown(standing, s, action)
            standing = self.heard(standing, rolled, after.log)
            s = after
        return self.look(standing, s).reached(self.beat(standing).done)

    def back(
        self, standing: Standing, s: WarState, action: Action, before: Iterable[tuple[Standing, WarState]]
    ) -> Standing | None:
        """What is begun may always be given up."""
        if not (isinstance(action, Cancel) or type(action).undoes):
            return None
        after = play(s, action)
        for earlier, position in before:
            if same_but_chance(position, after):
                return replace(earlier, answer="")
        undone = self.undone(standing, action)
        return replace(standing, play=(undone, *standing.play), answer="") if undone else None

    def undone(self, standing: Standing, action: Action) -> str:
        """What of the script is taken back by an action that takes one thing back."""
        nouns = [str(getattr(action, field)) for field in action.__struct_fields__]
        script = (text for text in self.beat(standing).play if text not in standing.play)
        return next((text for text in script if nouns and text.split(" ")[1:] == nouns), "")

    # --- dice

    def thrown(self, standing: Standing, s: WarState, action: Action) -> tuple[Action, WarState]:
        """An action as it is recorded, and what it leads to: with set dice, free dice, or those of the seed.

        Off the script more dice may fall than are set: then the last one falls again.
        """
        beat = self.beat(standing)
        if not beat.dice and beat.allow == "plan":
            return action, play(s, action)
        draws: list[int] = []
        while True:
            after = s.clone()
            after.script = Script(tuple(draws))
            try:
                push(after, action)
            except NeedsChance as need:
                draws.append(self.draw(standing, len(draws), need.ways))
                continue
            after.script = None
            return (WithDice(action, tuple(draws)) if draws else action), after

    def draw(self, standing: Standing, number: int, ways: int) -> int:
        dice = (*standing.dice, *self.beat(standing).dice[-1:])
        if not dice:
            return secrets.randbelow(ways)
        return min(dice[min(number, len(dice) - 1)], ways) - 1

    # --- what came of it

    def after(
        self,
        standing: Standing,
        s: WarState,
        rolled: Action,
        after: WarState,
        before: Iterable[tuple[Standing, WarState]] = (),
    ) -> Standing:
        """The standing after an action of either side that was taken."""
        action = rolled.action if isinstance(rolled, WithDice) else rolled
        if standing.enemy and self.action(standing.enemy[0]) == action:
            standing = replace(standing, enemy=standing.enemy[1:])
        elif deciding(s) == self.lesson.side:
            standing = self.taken(standing, s, action, before) or standing
        return self.weighed(self.heard(standing, rolled, after.log), after)

    def heard(self, standing: Standing, rolled: Action, log: Sequence[Told]) -> Standing:
        """With what an action told, and without the dice that fell."""
        fallen = len(rolled.draws) if isinstance(rolled, WithDice) else 0
        told = (*standing.told, *(type(each.event).__name__ for each in log))
        return replace(standing, told=told, dice=standing.dice[fallen:])

    def weighed(self, standing: Standing, s: WarState) -> Standing:
        """Is the beat done, or can it no longer be?"""
        beat, look = self.beat(standing), self.look(standing, s)
        if standing.enemy:
            return standing
        if look.reached(beat.done):
            return replace(standing, stage="done")
        if look.reached(beat.failed) or not s.flow:
            return replace(standing, stage="failed")
        return replace(standing, stage="play")

    def look(self, standing: Standing, s: WarState) -> Look:
        return Look(self.lesson, self.began, s, standing.told)

    def next_step(self, standing: Standing, s: WarState) -> Action | None:
        """The next action of the script, as far as it can still be followed."""
        for text in standing.play:
            action = self.action(text)
            if why_not(s, action) is None:
                return action
            if not standing.free:
                return None
        return None

    def refusal(self, standing: Standing, s: WarState) -> bool:
        """Would the action that the beat wants refused be refused now, and by its rule?"""
        refused = self.beat(standing).refused
        if refused is None:
            return False
        no = why_not(s, self.action(refused.action))
        return no is not None and no.rule == refused.rule


def ends(action: Action) -> bool:
    """Does it end what is being put together?"""
    return isinstance(action, (Commit, Done))


def moved_up(texts: tuple[str, ...], place: int, count: int) -> tuple[str, ...]:
    """A script with a part of it first."""
    end = place + count
    return (*texts[place:end], *texts[:place], *texts[end:])


PASSING = frozenset({"seed", "reveals"}) | State.PASSING


def same_but_chance(one: WarState, other: WarState) -> bool:
    """Equal in all that a learner can have changed by picking up and putting down."""
    return all(getattr(one, name) == getattr(other, name) for name in kept(one))


def kept(s: WarState) -> Iterator[str]:
    return (name for name in s.__struct_fields__ if name not in PASSING)
