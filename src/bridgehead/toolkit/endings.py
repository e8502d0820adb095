"""How a roll ends in one position: every way its dice may fall, and what is still to be chosen after them.

Dice come from `core.outcomes`; losses, retreats and support that follow are played on by the rules. The
asking side chooses what clears the hex, then what costs least. Of the other side two ways are looked at: it
holds its hexes first, or it saves its steps first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

import msgspec

from bridgehead.core.actions import Action, Commit
from bridgehead.core.chance import NeedsChance, Script
from bridgehead.core.events import Told
from bridgehead.core.flow import Decision, step
from bridgehead.core.outcomes import Order, Outcome, Tally, branches, certain
from bridgehead.core.play import deciding, decision, options
from bridgehead.core.roles import dice_in, hexes_in
from bridgehead.core.state import ELIMINATED, Unit
from bridgehead.core.values import Hex, Side
from bridgehead.core.words import named, say
from bridgehead.toolkit.wargame import AnyWargame, WarState

COMMIT = Commit()
HARMED = ("disrupted", "disorganized")
"""Badges that are harm done in a fight."""
MOST_PICKS = 12
"""Units that another side adds to a fight before its dice, at most."""


class Stance(Enum):
    """What the other side cares for first."""

    HOLD = "hold"
    SAVE = "save"


class Harm(msgspec.Struct, frozen=True):
    """What a side suffers, all its units together."""

    side: Side
    steps: int = 0
    eliminated: int = 0
    """Units."""
    removed: int = 0
    """Units that leave the map without being eliminated."""
    retreat: int = 0
    """Hexes, of the unit that goes farthest."""
    shaken: tuple[tuple[str, int], ...] = ()
    """Conditions and how many units they befall."""


class Ending(msgspec.Struct, frozen=True):
    """How it ends, as far as a player counts it."""

    cleared: tuple[Hex, ...] = ()
    harms: tuple[Harm, ...] = ()
    told: tuple[str, ...] = ()
    """What the log says, where no unit is aimed at and none suffers."""


Mixture: TypeAlias = "dict[Ending, float]"
"""Endings with their chances."""


class Roll(msgspec.Struct):
    """One way the first dice may fall, and how it goes on."""

    chance: float
    draws: tuple[int, ...]
    """The dice that every way begins with, counted from 0."""
    results: tuple[str, ...]
    endings: Mixture


class Survey:
    """Every ending of an action in one world, for both stances of the other side."""

    def __init__(self, start: WarState, action: Action, side: Side, most: int) -> None:
        self.start = start
        self.side = side
        self.targets = targets_of(start, action, side)
        self.tally = Tally()
        self.most = most
        self.complete = True
        self.supported = False
        self.in_hand = decision(start).about(start).unit
        deciding_at = [at for at, frame in enumerate(start.flow) if isinstance(frame, Decision)]
        self.decisions = {at: type(start.flow[at]) for at in deciding_at}
        self.passages = start.flow[: deciding_at[0]]
        holding = Follower(self, Stance.HOLD)
        self.held = holding.rolls(action)
        self.saved = Follower(self, Stance.SAVE).rolls(action) if holding.torn else self.held

    @property
    def positions(self) -> int:
        return self.tally.tried

    def taken(self, s: WarState, action: Action) -> list[Outcome[WarState]]:
        """The positions right after an action is taken, with what it rolls itself."""
        return self.branched(s, lambda after: decision(after).take(after, action))

    def gone_on(self, s: WarState) -> list[Outcome[WarState]]:
        """The positions after the next part that rolls."""
        return self.branched(s, to_next_roll)

    def branched(self, s: WarState, run: Callable[[WarState], None]) -> list[Outcome[WarState]]:
        left = max(self.most - self.tally.tried, 1)
        found = list(
            branches(
                s,
                run,
                order=Order.LIKELIEST,
                most=self.tally.tried + left,
                foresee=self.goes_on,
                tally=self.tally,
            )
        )
        if sum(each.chance for each in found) < 1 - 1e-9:
            self.complete = False
        return found

    def goes_on(self, s: WarState) -> bool:
        """Is it still the passage in which the action was taken?"""
        if opens_another(s.log):
            return False
        if len(self.decisions) > 1:
            lowest = len(self.passages)
            if len(s.flow) <= lowest or type(s.flow[lowest]) is not self.decisions[lowest]:
                return False
        return all(now == before for now, before in zip(s.flow, self.passages, strict=False))

    def over(self, s: WarState) -> bool:
        """Has the flow come back to a decision that was under way, or gone on to another passage?"""
        if not s.flow or not self.goes_on(s):
            return True
        at = len(s.flow) - 1
        return self.decisions.get(at) is type(s.flow[at])


def waits(s: WarState) -> bool:
    """Must somebody decide, or is the game over?"""
    return not s.flow or (isinstance(s.flow[-1], Decision) and not s.flow[-1].over(s))


def to_next_roll(s: WarState) -> None:
    """Run procedures until a part of one has rolled, or someone must decide, or something else begins."""
    assert s.script is not None
    while not s.script.used and not opens_another(s.log) and step(s):
        pass


def without_more_dice(s: WarState) -> WarState:
    """As far as it goes by itself without another roll."""
    after, steps = free_run(s, None)
    if after is None:
        after, _ = free_run(s, steps)
        assert after is not None
    return after


def free_run(s: WarState, most: int | None) -> tuple[WarState | None, int]:
    """A copy that ran until somebody must decide or something else begins, and how many parts it ran.

    No position where a part needs dice: run so many parts as went without.
    """
    after = s.clone()
    after.log = s.log.copy()
    after.script = Script(())
    done = 0
    try:
        while done != most and not waits(after) and not opens_another(after.log):
            step(after)
            done += 1
    except NeedsChance:
        return None, done
    after.script = None
    return after, done


def best_support(s: WarState) -> WarState:
    """Add what makes the fight hardest for the attacker, one after another, as long as nothing eases it."""
    hardest = hardness(s)
    for _ in range(MOST_PICKS):
        ways = [certain(s, action) for action in options(s) if action != COMMIT]
        harder = [way for way in ways if way is not None and joined(s, way) and hardness(way) >= hardest]
        if not harder:
            break
        s = max(harder, key=hardness)
        hardest = hardness(s)
    return s


def joined(before: WarState, after: WarState) -> bool:
    """Is it still the same answer that is being given?"""
    return bool(after.flow) and type(after.flow[-1]) is type(before.flow[-1]) and COMMIT in options(after)


def hardness(s: WarState) -> tuple[int, int]:
    """How bad the table's column and the die are for the attacker, as the decision forecasts them."""
    shown = decision(s).forecast(s)
    if shown is None or shown.column not in shown.columns:
        return 0, 0
    return -shown.columns.index(shown.column), -sum(m.amount for m in shown.modifiers if m.kind == "drm")


def targets_of(s: WarState, action: Action, side: Side) -> tuple[Hex, ...]:
    """The enemy-held hexes that the roll is about."""
    about = dict.fromkeys(hexes_in(action) or decision(s).about(s).hexes)
    return tuple(hex for hex in about if held(s, hex, side))


def held(s: WarState, hex: Hex, side: Side) -> bool:
    """Does an enemy of the side stand there?"""
    return any(s.units[id].side != side for id in s.stacks.get(hex, ()))


Worth: TypeAlias = tuple[float, ...]


class Look(NamedTuple):
    """A choice that was followed to its end."""

    worth: Worth
    other: Worth
    """What it would be worth to the other stance."""
    action: Action | None
    mixture: Mixture


class Follower:
    """Plays on from the dice to the end of the fight."""

    def __init__(self, survey: Survey, stance: Stance) -> None:
        self.survey = survey
        self.stance = stance
        self.torn = False
        """Would the other stance have chosen otherwise somewhere?"""
        self.known: dict[int, Mixture] = {}

    def rolls(self, action: Action) -> list[Roll]:
        """Every way the first dice may fall."""
        found = [
            roll
            for outcome in self.survey.taken(self.survey.start, action)
            for roll in self.first_rolls(outcome)
        ]
        dice = first_dice(found)
        return [self.roll(each, dice) for each in found]

    def first_rolls(self, outcome: Outcome[WarState]) -> list[Outcome[WarState]]:
        """On to the first dice. Where others may add to the fight before them, they do what helps most."""
        s = outcome.state
        if outcome.draws:
            return [outcome._replace(state=without_more_dice(s))]
        if self.survey.over(s):
            return [outcome]
        if not waits(s):
            following = self.survey.gone_on(s)
        elif deciding(s) == self.survey.side:
            return [outcome]
        else:
            following = self.answered(s)
        found: list[Outcome[WarState]] = []
        for each in following:
            each.state.log = [*s.log, *each.state.log]
            found += self.first_rolls(each._replace(chance=outcome.chance * each.chance))
        return found

    def answered(self, s: WarState) -> list[Outcome[WarState]]:
        """What the other side does before the dice."""
        if COMMIT in options(s):
            ready = best_support(s)
            self.survey.supported = self.survey.supported or ready is not s
            return self.survey.taken(ready, COMMIT)
        choice, _ = self.chosen(s)
        return self.survey.taken(s, choice) if choice is not None else []

    def roll(self, outcome: Outcome[WarState], dice: int) -> Roll:
        s = outcome.state
        told = () if self.survey.targets else tuple(said(s, s.log, self.survey.side))
        spoken = {
            ending if ending.harms or ending.cleared else Ending(told=told): chance
            for ending, chance in self.endings(s).items()
        }
        return Roll(outcome.chance, outcome.draws[:dice], results_in(s), spoken)

    def endings(self, s: WarState) -> Mixture:
        if self.survey.over(s):
            return {ending_of(self.survey, s): 1.0}
        key = s.key()
        found = self.known.get(key)
        if found is None:
            self.known[key] = {}  # a way that comes back here ends nowhere
            found = self.chosen(s)[1] if waits(s) else self.mixed(self.survey.gone_on(s))
            self.known[key] = found
        return found

    def chosen(self, s: WarState) -> tuple[Action | None, Mixture]:
        """What is best for the deciding side, and what follows; nothing where it only leads back."""
        if self.survey.tally.tried >= self.survey.most:
            self.survey.complete = False
            return None, {ending_of(self.survey, s): 1.0}
        who = decision(s).side
        now = ending_of(self.survey, s)
        looked: list[Look] = []
        spared: set[type[Action]] = set()
        for action in sorted(options(s), key=points):
            if type(action) in spared:
                continue  # another of this kind has cost nothing already
            mixture = self.mixed(self.survey.taken(s, action))
            if not mixture:
                continue
            worth, other = self.worths(who, mixture)
            looked.append(Look(worth, other, action, mixture))
            if cost(who, mixture) <= cost(who, {now: 1.0}) + 1e-9:
                spared.add(type(action))
                if worth >= self.worths(who, {now: 1.0})[0]:
                    break
        best = max(looked, key=lambda each: each.worth, default=Look((0.0,), (0.0,), None, {}))
        if who != self.survey.side and any(each.other > best.other for each in looked):
            self.torn = True
        return best.action, best.mixture

    def mixed(self, found: Sequence[Outcome[WarState]]) -> Mixture:
        """The endings of several ways together; none if one of them ends nowhere."""
        mixture: Mixture = {}
        for outcome in found:
            endings = self.endings(outcome.state)
            if not endings:
                return {}
            for ending, chance in endings.items():
                mixture[ending] = mixture.get(ending, 0.0) + outcome.chance * chance
        return mixture

    def worths(self, who: Side, mixture: Mixture) -> tuple[Worth, Worth]:
        """How good it is for a side by its stance, and by the other one."""
        lost = round(cost(who, mixture), 9)
        gained = round(sum(cost_to_others(who, ending) * chance for ending, chance in mixture.items()), 9)
        cleared = round(sum(len(ending.cleared) * chance for ending, chance in mixture.items()), 9)
        if who == self.survey.side:
            return (cleared, gained - lost), (cleared, gained - lost)
        holding, saving = (-cleared, -lost, gained), (-lost, -cleared, gained)
        return (holding, saving) if self.stance is Stance.HOLD else (saving, holding)


def points(action: Action) -> bool:
    """Does it point at something? What ends a decision is looked at before that."""
    return bool(type(action).__struct_fields__)


def opens_another(log: Sequence[Told]) -> bool:
    """Has another turn, phase or chit begun?"""
    return any(told.event.heading for told in log)


def cost(side: Side, mixture: Mixture) -> float:
    return sum(
        harm.steps * chance
        for ending, chance in mixture.items()
        for harm in ending.harms
        if harm.side == side
    )


def cost_to_others(side: Side, ending: Ending) -> int:
    return sum(harm.steps for harm in ending.harms if harm.side != side)


# --- what became of everybody


def ending_of(survey: Survey, s: WarState) -> Ending:
    """What is different from the beginning."""
    harms: dict[Side, list[tuple[Unit, Unit]]] = {}
    before = survey.start.units
    for id, unit in s.units.items():
        old = before.get(id)
        if old is not unit and old is not None and old.hex:
            harms.setdefault(unit.side, []).append((old, unit))
    found = (harm_of(survey, side, pairs) for side, pairs in sorted(harms.items()))
    return Ending(
        cleared=tuple(hex for hex in survey.targets if not held(s, hex, survey.side)),
        harms=tuple(harm for harm in found if harm != Harm(harm.side)),
    )


def harm_of(survey: Survey, side: Side, pairs: list[tuple[Unit, Unit]]) -> Harm:
    game = survey.start.game
    steps, eliminated, removed = left_behind(game, pairs)
    retreat = 0
    shaken: Counter[str] = Counter()
    for old, new in pairs:
        if new.box == ELIMINATED:
            continue
        if new.hex and new.hex != old.hex and new.hex not in survey.targets and new.id != survey.in_hand:
            retreat = max(retreat, game.board.distance(old.hex, new.hex))
        badges = set(game.face(game, new).badges) - set(game.face(game, old).badges)
        shaken.update(badge for badge in HARMED if badge in badges)
    return Harm(side, steps, eliminated, removed, retreat, tuple(sorted(shaken.items())))


def left_behind(game: AnyWargame, pairs: Sequence[tuple[Unit, Unit]]) -> tuple[int, int, int]:
    """Steps lost, units eliminated, units that left the map without being eliminated."""
    steps = eliminated = removed = 0
    for old, new in pairs:
        if new.box == ELIMINATED:
            eliminated += 1
            steps += game.steps(game, old)
        else:
            steps += max(game.steps(game, old) - game.steps(game, new), 0)
            removed += not new.hex
    return steps, eliminated, removed


def said(s: WarState, log: Sequence[Told], side: Side) -> Iterator[str]:
    """What the log says beside the dice."""
    for told in log:
        if told.known_to(side) and not (dice_in(told.event) or told.event.heading):
            yield say(s.game, told.event)


def results_in(s: WarState) -> tuple[str, ...]:
    """What the table said, in the log's words."""
    fights = (told.event.fight() for told in s.log)
    return tuple(named(s.game, fight.result) for fight in fights if fight is not None)


def first_dice(rolls: Sequence[Outcome[WarState]]) -> int:
    """How many dice every way begins with that the log tells of as they fell."""
    least = min((len(each.draws) for each in rolls), default=0)
    for each in rolls:
        told = [die - 1 for event in each.state.log for die in dice_in(event.event)]
        least = next((at for at in range(least) if told[at : at + 1] != [each.draws[at]]), least)
    return least
