"""The great moments of a game that is over: the costliest combat, and the attack least likely to succeed.

What an attack was likely to do is worked out from the very position in which its dice were thrown, with
all that was hidden then: none of this is told before the end.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.events import Fight
from bridgehead.core.match import Match
from bridgehead.core.play import decision
from bridgehead.core.state import Unit
from bridgehead.core.values import NOWHERE, Hex, Side
from bridgehead.core.words import printed_with_name
from bridgehead.toolkit.endings import Harm, Survey, held, left_behind
from bridgehead.toolkit.prospect_words import harm_words, share
from bridgehead.toolkit.prospects import chance_cleared
from bridgehead.toolkit.wargame import AnyWargame, WarState

LONG_SHOT = 0.5
"""What is likelier than that was no long shot."""


POSITIONS = (100, 500)
"""Looked at for the chance of one attack: few first, more where they do not settle it. An attack with more
ways than that is passed over."""
DAILY = 1
"""A loss that is none to remember."""


class Moment(msgspec.Struct, frozen=True):
    title: str
    words: str
    clock: int
    """The action that rolled."""
    hex: Hex


class Combat(msgspec.Struct):
    """One fight, from the position in which its dice were thrown to the end of its losses."""

    fight: Fight
    side: Side
    """Who struck."""
    clock: int
    before: WarState
    action: Action
    harms: tuple[Harm, ...] = ()
    chance: float = 1.0
    """How likely it was to clear the hex that it cleared."""

    @property
    def loss(self) -> int:
        """What the side lost that lost more."""
        return max((weight(harm) for harm in self.harms), default=0)


class Moments:
    """A match that is over, looked back upon."""

    def __init__(self, match: Match[WarState]) -> None:
        self.match = match
        self.game = match.now.game
        self.costliest: Combat | None = None
        self.boldest: Combat | None = None
        self.steps = self.look_back()
        """Taken one by one, so that others may come between; whoever takes the last has all moments."""

    def look_back(self) -> Iterator[None]:
        """Go through the whole match, action by action."""
        under_way: Combat | None = None
        positions = self.match.positions()
        before = next(positions)
        for clock, s in enumerate(positions, 1):
            fought = self.begun(before, clock)
            if under_way is not None and (fought is not None or over(under_way, before)):
                self.close(under_way, before)
                under_way = None
            under_way = fought or under_way
            before = s
            yield
        if under_way is not None:
            self.close(under_way, before)

    def begun(self, before: WarState, clock: int) -> Combat | None:
        """The last fight whose dice an action threw."""
        fights = [fight for told in self.match.events[clock] if (fight := told.event.fight()) is not None]
        if not fights:
            return None
        fight = fights[-1]
        side = striker(self.game, fight)
        return Combat(fight, side, clock, before, self.match.actions[clock - 1]) if side else None

    def close(self, combat: Combat, after: WarState) -> None:
        """Its losses are done: is it one to remember?"""
        combat.harms = tuple(harms(combat.before, after))
        if combat.loss > (self.costliest.loss if self.costliest is not None else DAILY):
            self.costliest = combat
        hex, side = combat.fight.hex, combat.side
        if hex == NOWHERE or not held(combat.before, hex, side) or held(after, hex, side):
            return
        least = self.boldest.chance if self.boldest is not None else LONG_SHOT
        combat.chance = chance_of(combat, least)
        if 0 < combat.chance < least:
            self.boldest = combat

    def found(self) -> Iterator[Moment]:
        """What was found, in words."""
        if self.costliest is not None:
            yield self.told(
                "Largest loss in one combat", self.costliest, loss_words(self.game, self.costliest)
            )
        if self.boldest is not None:
            yield self.told("Longest shot", self.boldest, shot_words(self.game, self.boldest))

    def told(self, title: str, combat: Combat, words: str) -> Moment:
        place = printed_with_name(self.game, combat.fight.hex) if combat.fight.hex else ""
        when = ", ".join(each for each in (f"Turn {combat.before.turn}", place) if each)
        return Moment(title, f"{when}. {words}", combat.clock, combat.fight.hex)


def chance_of(combat: Combat, least: float) -> float:
    """How likely it was to clear the hex; followed no further than shows it to be likelier than `least`."""
    for most in POSITIONS:
        survey = Survey(combat.before, combat.action, combat.side, most)
        chance = max(chance_cleared(rolls, combat.fight.hex) for rolls in (survey.held, survey.saved))
        if survey.complete or chance >= least:
            return chance
    return 1.0


def over(combat: Combat, s: WarState) -> bool:
    """Is play back where it was before the dice?"""
    begun = combat.before.flow
    if len(s.flow) != len(begun):
        return len(s.flow) < len(begun)
    return type(s.flow[-1]) is type(decision(combat.before))


def striker(game: AnyWargame, fight: Fight) -> Side | None:
    """Who struck; where the event does not say it, the owner of the first unit it names."""
    if fight.side is not None:
        return fight.side
    return next((game.counters[unit].side for unit in fight.units if unit in game.counters), None)


def harms(before: WarState, after: WarState) -> Iterator[Harm]:
    """What each side has no longer, where it stood on the map before."""
    changed: dict[Side, list[tuple[Unit, Unit]]] = {}
    for id, old in before.units.items():
        new = after.units.get(id)
        if old.hex and new is not None and new is not old:
            changed.setdefault(old.side, []).append((old, new))
    for side, pairs in sorted(changed.items()):
        steps, eliminated, removed = left_behind(before.game, pairs)
        yield Harm(side, steps, eliminated, removed)


def weight(harm: Harm) -> int:
    """Steps, and units that left the map alive."""
    return harm.steps + harm.removed


def loss_words(game: AnyWargame, combat: Combat) -> str:
    """What each side lost, the heavier loss first."""
    hurt = sorted((harm for harm in combat.harms if weight(harm)), key=lambda harm: -weight(harm))
    return " ".join(f"{name_of(game, harm.side)}: {', '.join(harm_words(harm))}." for harm in hurt)


def shot_words(game: AnyWargame, combat: Combat) -> str:
    fight = combat.fight
    strengths = ""
    if fight.attack is not None and fight.defence is not None:
        strengths = f" at {fight.attack} to {fight.defence}"
    return f"{name_of(game, combat.side)}: hex cleared{strengths}, with a chance of {share(combat.chance)}."


def name_of(game: AnyWargame, side: Side) -> str:
    return game.names.get(side, side)
