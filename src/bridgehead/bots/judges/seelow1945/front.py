"""Where fronts touch: what each side may lose there to assaults and to antitank fire."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from bridgehead.bots.evaluation import differences
from bridgehead.bots.judges.seelow1945.figures import Figures
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.games.seelow1945.model.data import FOE, GERMAN, SOVIET, Class, Crt, FireTable
from bridgehead.games.seelow1945.model.game import Seelow
from bridgehead.games.seelow1945.model.ground import Ground
from bridgehead.games.seelow1945.model.state import State, Unit
from bridgehead.games.seelow1945.rules.antitank import fire_divisors
from bridgehead.hexes.paths import CLOSED

GIVEN, DRIVEN, KILLED, PINNED = 1.0, 0.4, 0.9, 0.5
"""What is lost when a unit is driven off: the ground, a share of its worth; on its last step, or with a step
to spare, where it cannot retreat."""
PIP = 1
"""Columns that one pip of the die is worth on either table."""
DOUBT = 2.0
"""Columns an attack falls behind for each time the defender is stronger than even."""
FAINT = 0.5
"""Odds below which an attack is only a beginning: worth something, so that the first unit is brought up."""
NERVE = 4
"""The Morale Rating of an armored unit, as a rule."""
STALE = 8
"""Looks far from the sums last made, after which they are made again."""


Risks = dict[Side, tuple[float, float]]
"""By side: what it may lose where it stands to assaults, and to antitank fire."""


class Post(msgspec.Struct, frozen=True):
    """A stack in figures."""

    side: Side
    klass: Class
    attack: float
    tanks: bool
    fire: float
    defence: float
    morale: int
    worth: float
    """Of the soft units."""
    stake: float
    """What they lose when they are beaten and cannot retreat."""
    stays: bool
    """Artillery never retreats."""
    broken: bool
    """Is one of them disrupted?"""
    armor: tuple[tuple[int, float], ...]
    """Armor Modifier and worth of each armored unit."""


class Blow(NamedTuple):
    """What a stack may lose to an assault and to antitank fire."""

    assault: float
    fire: float
    chance: float
    """That it is driven off: what it then loses depends on the way it can go."""


class Front(msgspec.Struct):
    """What is summed over hexes."""

    dusk: bool
    units: list[Unit]
    stacks: dict[Hex, tuple[UnitId, ...]]
    posts: dict[Hex, Post]
    blows: dict[Hex, Blow]
    """Where there is anything to lose."""
    total: Risks
    stale: int = 0
    known: dict[object, Risks] = {}
    """What was found already, by the units that since changed in what counts here."""


NO_BLOW = Blow(0.0, 0.0, 0.0)


class Fronts:
    """The fronts of one game, counted anew only where something changed."""

    def __init__(self, game: Seelow, figures: Figures) -> None:
        self.game = game
        self.figures = figures
        board, tables, ground = game.board, game.tables, game.grounds["seelow"]
        self.level = board.level
        self.fronts: dict[str, Front] = {}
        self.last: dict[str, Front] = {}
        """What was counted last, in whatever decision: stacks that are as they were need not be looked at."""
        combat, fire = tables.combat, tables.antitank
        self.cover = [-tables.terrain[kind].shift if kind else 0 for kind in board.terrain]
        self.water, self.climb = -combat.stream, -combat.per_level
        self.dusk, self.broken = PIP * combat.dusk_dawn, -PIP * combat.disrupted
        self.armor = {
            (False, False): 0,
            (True, True): 0,
            (True, False): combat.attacker_armor,
            (False, True): combat.defender_armor,
        }
        """Columns for the attacker: has he armor, has the defender?"""
        self.fire_by_day = fire.column_shift
        self.fire_at_dusk = fire.column_shift - PIP * fire.dusk_dawn
        counters = game.counters.values()
        self.bravest = max(max(counter.front.morale, counter.back.morale) for counter in counters)
        self.columns = Columns(tables.crt)
        self.driven = driven(tables.crt, self.bravest)
        self.pierced = pierced(tables.fire)
        self.fire_min = tables.fire.column_min
        self.sides = [
            tuple((at, ground.crosses_water(at, hex), divisor(ground, at, hex)) for at in board.near[hex])
            for hex in map(Hex, range(board.size))
        ]
        """By hex: the hexes around, whether water lies between, and what divides antitank fire from there."""
        self.discs = [
            tuple(ground.disc(hex, 2)) if board.near[hex] else () for hex in map(Hex, range(board.size))
        ]

    def risks(self, s: State) -> Risks:
        """By side: what it stands to lose where fronts touch."""
        dusk = s.kind == "dusk_dawn"
        base = self.fronts.get(s.scenario)
        changed = changes(s, base.units) if base is not None and base.dusk == dusk else None
        if base is None or changed is None or base.stale > STALE:
            base = self.fronts[s.scenario] = self.last[s.scenario] = self.front(s, dusk)
            return base.total
        base.stale = base.stale + 1 if len(changed) > 4 else 0
        return self.shifted(s, base, changed) if changed else base.total

    def shifted(
        self, s: State, base: Front, changed: list[tuple[int, Unit]]
    ) -> dict[Side, tuple[float, float]]:
        """The sums, counted anew only around the units that changed."""
        touched = {unit.hex for _, unit in changed}
        touched.update(base.units[at].hex for at, _ in changed)
        touched.discard(NOWHERE)
        key = (
            tuple([(at, *condition(unit)) for at, unit in changed]),
            tuple([s.stacks.get(hex) for hex in touched]),
        )
        known = base.known.get(key)
        if known is None:
            known = base.known[key] = self.counted_anew(s, base, touched)
        return known

    def counted_anew(self, s: State, base: Front, touched: set[Hex]) -> Risks:
        """The sums, where stacks have changed in these hexes."""
        posts, anew = self.posts_now(s, base, touched)
        total = {side: list(both) for side, both in base.total.items()}
        before = base.blows
        looked_at = frozenset(before).union(*anew.values())
        for hex in filter(
            looked_at.__contains__, frozenset[Hex]().union(*[self.discs[hex] for hex in touched])
        ):
            was = before.get(hex)
            if was is not None:
                losing = total[base.posts[hex].side]
                losing[0] -= was.assault
                losing[1] -= was.fire
            now = posts.get(hex)
            if now is None:
                continue
            if hex in anew[now.side]:
                assault, fire, _ = self.blow(s, hex, now, posts, base.dusk)
            elif was is not None:
                assault, fire = self.assault(s, hex, now, was.chance), was.fire
            else:
                continue
            losing = total[now.side]
            losing[0] += assault
            losing[1] += fire
        return {side: (both[0], both[1]) for side, both in total.items()}

    def posts_now(
        self, s: State, base: Front, touched: set[Hex]
    ) -> tuple[dict[Hex, Post], dict[Side, set[Hex]]]:
        """The stacks as they are, and by side the hexes where what its stacks may lose is counted anew."""
        posts = base.posts.copy()
        anew: dict[Side, set[Hex]] = {GERMAN: set(), SOVIET: set()}
        near = self.game.board.near
        for hex in touched:
            stack = s.stacks.get(hex)
            was, now = posts.get(hex), self.post(s, stack) if stack else None
            if was == now:
                continue
            if now is not None:
                posts[hex] = now
                anew[now.side].add(hex)
                anew[FOE[now.side]].update(near[hex])
            else:
                del posts[hex]
            if was is not None:
                anew[FOE[was.side]].update(near[hex])
        return posts, anew

    def front(self, s: State, dusk: bool) -> Front:
        """The sums from nothing."""
        posts, blows = self.like_the_last(s, dusk) or self.all_anew(s, dusk)
        total = {}
        for side in (GERMAN, SOVIET):
            own = [blow for hex, blow in blows.items() if posts[hex].side == side]
            total[side] = (sum([blow.assault for blow in own]), sum([blow.fire for blow in own]))
        return Front(dusk, listed(s), s.stacks.copy(), posts, blows, total)

    def all_anew(self, s: State, dusk: bool) -> tuple[dict[Hex, Post], dict[Hex, Blow]]:
        posts = {hex: self.post(s, stack) for hex, stack in s.stacks.items()}
        found = {hex: self.blow(s, hex, post, posts, dusk) for hex, post in posts.items()}
        return posts, {hex: blow for hex, blow in found.items() if blow is not NO_BLOW}

    def like_the_last(self, s: State, dusk: bool) -> tuple[dict[Hex, Post], dict[Hex, Blow]] | None:
        """The same, with all that is as it was when it was counted last; None if that is little."""
        last = self.last.get(s.scenario)
        changed = changes(s, last.units) if last is not None and last.dusk == dusk else None
        if last is None or changed is None:
            return None
        touched = {hex for hex, stack in s.stacks.items() if last.stacks.get(hex) != stack}
        touched.update([unit.hex for _, unit in changed], [last.units[at].hex for at, _ in changed])
        touched.discard(NOWHERE)
        found, anew = self.posts_now(s, last, touched)
        posts = {hex: found[hex] for hex in s.stacks}
        blows = {}
        for hex, post in posts.items():
            if hex in anew[post.side]:
                blow = self.blow(s, hex, post, posts, dusk)
            else:
                was = last.blows.get(hex, NO_BLOW)
                blow = (
                    Blow(self.assault(s, hex, post, was.chance), was.fire, was.chance) if was.chance else was
                )
            if blow is not NO_BLOW:
                blows[hex] = blow
        return posts, blows

    def post(self, s: State, stack: tuple[UnitId, ...]) -> Post:
        attack = fire = defence = worth = stake = 0.0
        morale = self.bravest
        tanks = broken = stays = False
        klass: Class = "motz"
        armor: tuple[tuple[int, float], ...] = ()
        units, battle = s.units, s.battle
        for id in stack:
            unit = units[id]
            one = self.figures.of(battle, unit)
            fire += one.fire
            if not (unit.attacked or unit.advanced):
                attack += one.attack
                tanks = tanks or (one.armor >= 0 and one.attack > 0)
            if one.soft:
                defence += one.defence
                morale = min(morale, one.morale)
                worth += one.worth
                stake += (one.worth + one.stake) * (KILLED if one.last else PINNED)
                stays = stays or one.gun
                broken = broken or unit.disrupted
                klass = self.game.counters[id].klass
            else:
                armor += ((one.armor, one.worth),)
        return Post(one.side, klass, attack, tanks, fire, defence, morale, worth, stake, stays, broken, armor)

    def blow(self, s: State, hex: Hex, post: Post, posts: dict[Hex, Post], dusk: bool) -> Blow:
        """What the enemies around a stack may cost it in an assault, and by antitank fire."""
        side = post.side
        strength = fire = 0.0
        dry = tanks = False
        top = 0
        level = self.level
        for at, water, divisor in self.sides[hex]:
            there = posts.get(at)
            if there is None or there.side == side:
                continue
            fire += there.fire / divisor
            if there.attack:
                strength += there.attack
                tanks = tanks or there.tanks
                dry = dry or not water
                top = max(top, level[at])
        chance = shot = 0.0
        if strength and post.defence:
            column = self.columns.of(strength / post.defence)
            higher, dark = max(0, level[hex] - top), self.dusk if dusk else 0
            column -= self.cover[hex] + (0 if dry else self.water) + higher * self.climb + dark
            column += self.armor[tanks, bool(post.armor)] + (self.broken if post.broken else 0)
            chance = between(self.driven[max(0, post.morale)], column)
        if fire and post.armor:
            column = self.fire_column(fire / len(post.armor))
            column += self.fire_at_dusk if dusk else self.fire_by_day
            shot = sum([worth * between(self.pierced, column - PIP * armor) for armor, worth in post.armor])
        if not chance and not shot:
            return NO_BLOW
        return Blow(self.assault(s, hex, post, chance), shot, chance)

    def assault(self, s: State, hex: Hex, post: Post, chance: float) -> float:
        """What a stack may lose to an assault that drives it off with this chance."""
        if not chance:
            return 0.0
        lost = DRIVEN * post.worth if self.way_out(s, hex, post) else post.stake
        return chance * (GIVEN + lost)

    def fire_column(self, value: float) -> float:
        """The column of a fire value, between the columns if need be."""
        minima = self.fire_min
        for column in range(len(minima) - 1, -1, -1):
            if value >= minima[column]:
                if column == len(minima) - 1:
                    return float(column)
                return float(column + (value - minima[column]) / (minima[column + 1] - minima[column]))
        return value - 1.0

    def way_out(self, s: State, hex: Hex, post: Post) -> bool:
        """Could it retreat, as far as one can see at a glance?"""
        ledger = s.ledger
        foe = FOE[post.side]
        own, enemy, zoc = ledger[post.side], ledger[foe], ledger[foe + "_zoc"]
        open_to = s.ground.open[post.klass]
        if post.stays:
            return False
        near = self.game.board.near[hex]
        if s.ground.exits[post.klass][hex] != CLOSED:
            return True
        for first in open_to[hex]:
            if enemy[first] or (zoc[first] and not own[first]):
                continue
            for second in open_to[first]:
                if (
                    second != hex
                    and second not in near
                    and not enemy[second]
                    and (own[second] or not zoc[second])
                ):
                    return True
        return False


def listed(s: State) -> list[Unit]:
    """The units as they are: one list for all who keep it."""
    known: list[Unit] | None = s.memo.get("listed")
    if known is None:
        known = s.memo["listed"] = list(s.units.values())
    return known


def changes(s: State, before: list[Unit]) -> list[tuple[int, Unit]] | None:
    """The units that are not what they were, found once for all who keep the same list."""
    whose: list[Unit] | None
    changed: list[tuple[int, Unit]] | None
    whose, changed = s.memo.get("changed since", (None, None))
    if whose is not before:
        changed = differences(s.units, before)
        s.memo["changed since"] = before, changed
    return changed


def condition(unit: Unit) -> tuple[Hex, bool, bool, bool, bool]:
    """All that counts of a unit where fronts touch."""
    return unit.hex, unit.reduced, unit.disrupted, unit.move_mode, unit.attacked or unit.advanced


def divisor(ground: Ground, at: Hex, hex: Hex) -> float:
    water, height = fire_divisors(ground, at, hex)
    return float(water * height)


class Columns:
    """The columns of the Combat Results Table, between one and the next if need be."""

    def __init__(self, crt: Crt) -> None:
        ratios = [float(ratio) for ratio in crt.ladder.ratios]
        self.even = max(0, crt.ladder.floor(1, 1))
        self.ratios = ratios[self.even :]
        """Even odds and better."""
        widths = [high - low for low, high in pairwise(self.ratios)]
        self.slopes = [1.0 / width for width in widths]
        self.starts = [
            self.even + at - ratio * slope
            for at, (ratio, slope) in enumerate(zip(self.ratios, self.slopes, strict=False))
        ]

    def of(self, odds: float) -> float:
        """The column for odds; below even they are judged by less than the table gives."""
        if odds >= self.ratios[-1]:
            return float(self.even + len(self.slopes))
        if odds >= self.ratios[0]:
            at = bisect_right(self.ratios, odds) - 1
            return odds * self.slopes[at] + self.starts[at]
        if odds > FAINT:
            return max(0.0, self.even + DOUBT - DOUBT / odds)
        return odds / FAINT - 1


def between(row: Sequence[float], column: float) -> float:
    """A value between two columns."""
    if column <= 0:
        return max(0.0, row[0] * (1 + 0.5 * column))
    low = int(column)
    if low >= len(row) - 1:
        return row[-1]
    return row[low] + (row[low + 1] - row[low]) * (column - low)


def driven(crt: Crt, bravest: int) -> list[list[float]]:
    """By the defender's morale from 0 and column: the share of dice that make it retreat or worse."""
    cells = [[crt.at(die, column).defender for die in range(1, 7)] for column in range(len(crt.columns))]
    return [
        [
            sum(e is not None and (e.eliminated or e.circled or e.number > morale) for e in column) / 6
            for column in cells
        ]
        for morale in range(bravest + 1)
    ]


def pierced(fire: FireTable) -> list[float]:
    """By column: the share of its worth an armored unit loses on average to one shot."""
    found = []
    for column in range(len(fire.columns)):
        total = 0.0
        for die in range(1, 7):
            effect = fire.at(die, column).effect
            if effect is not None:
                flees = min(1.0, max(0.0, (effect.number + 6 - NERVE) / 6))
                total += 1.0 if effect.eliminated else (0.75 if effect.circled else 0.0) + 0.25 * flees
        found.append(total / 6)
    return found
