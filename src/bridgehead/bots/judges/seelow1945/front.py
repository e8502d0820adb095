"""Where fronts touch: what each side may lose there to assaults and to antitank fire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bridgehead.bots.evaluation import differences
from bridgehead.bots.judges.seelow1945.figures import Figures
from bridgehead.core.values import Side
from bridgehead.games.seelow1945.model.data import FOE, GERMAN, SOVIET
from bridgehead.hexes.paths import CLOSED

GIVEN, DRIVEN, KILLED, PINNED = 1.0, 0.4, 0.9, 0.5
"""What is lost when a unit is driven off: the ground, a share of its worth; on its last step, or with a step
to spare, where it cannot retreat."""
STALE = 8
"""Looks far from the sums last made, after which they are made again."""


class Post(msgspec.Struct, frozen=True):
    """A stack in figures."""

    side: Side
    klass: str
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


class Front(msgspec.Struct):
    """What is summed over hexes."""

    dusk: bool
    units: list[Any]
    posts: dict[int, Post]
    blows: dict[int, tuple[float, float]]
    total: dict[Side, tuple[float, float]]
    """By side: what it may lose where it stands to assaults, and to antitank fire."""
    stale: int = 0


class Fronts:
    """The fronts of one game, counted anew only where something changed."""

    def __init__(self, game: Any, figures: Figures) -> None:
        self.game = game
        self.figures = figures
        board, ground = game.board, game.grounds["seelow"]
        self.fronts: dict[str, Front] = {}
        self.cover = [-game.tables.terrain[kind].shift if kind else 0 for kind in board.terrain]
        self.driven = driven(game.tables.crt)
        self.pierced = pierced(game.tables.fire)
        self.fire_min = game.tables.fire.column_min
        self.sides = [
            tuple((at, ground.crosses_water(at, hex), divisor(ground, at, hex)) for at in board.near[hex])
            for hex in range(board.size)
        ]
        """By hex: the hexes around, whether water lies between, and what divides antitank fire from there."""
        self.discs = [tuple(ground.disc(hex, 2)) if board.near[hex] else () for hex in range(board.size)]

    def risks(self, s: Any) -> dict[Side, tuple[float, float]]:
        """By side: what it stands to lose where fronts touch."""
        dusk = s.kind == "dusk_dawn"
        base = self.fronts.get(s.scenario)
        changed = differences(s.units, base.units) if base is not None and base.dusk == dusk else None
        if base is None or changed is None or base.stale > STALE:
            base = self.fronts[s.scenario] = self.front(s, dusk)
            return base.total
        base.stale = base.stale + 1 if len(changed) > 4 else 0
        return self.shifted(s, base, changed) if changed else base.total

    def shifted(self, s: Any, base: Front, changed: list[tuple[int, Any]]) -> dict[Side, tuple[float, float]]:
        """The sums, counted anew only around the units that changed."""
        touched = {unit.hex for _, unit in changed}
        touched.update(base.units[at].hex for at, _ in changed)
        touched.discard(0)
        posts = base.posts.copy()
        for hex in touched:
            if hex in s.stacks:
                posts[hex] = self.post(s, s.stacks[hex])
            else:
                posts.pop(hex, None)
        total = {side: list(both) for side, both in base.total.items()}
        before = base.blows
        for hex in frozenset[int]().union(*(self.discs[hex] for hex in touched)):
            was = before.get(hex)
            if was is not None:
                losing = total[base.posts[hex].side]
                losing[0] -= was[0]
                losing[1] -= was[1]
            now = posts.get(hex)
            if now is not None:
                assault, fire = self.blow(s, hex, now, posts, base.dusk)
                losing = total[now.side]
                losing[0] += assault
                losing[1] += fire
        return {side: (both[0], both[1]) for side, both in total.items()}

    def front(self, s: Any, dusk: bool) -> Front:
        posts = {hex: self.post(s, stack) for hex, stack in s.stacks.items()}
        blows = {hex: self.blow(s, hex, post, posts, dusk) for hex, post in posts.items()}
        total = {}
        for side in (GERMAN, SOVIET):
            own = [blow for hex, blow in blows.items() if posts[hex].side == side]
            total[side] = (sum(blow[0] for blow in own), sum(blow[1] for blow in own))
        return Front(dusk, list(s.units.values()), posts, blows, total)

    def post(self, s: Any, stack: tuple[str, ...]) -> Post:
        attack = fire = defence = worth = stake = 0.0
        morale = 6
        tanks = broken = stays = False
        klass = "motz"
        armor: tuple[tuple[int, float], ...] = ()
        for id in stack:
            unit = s.units[id]
            one = self.figures.of(s.scenario, unit)
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

    def blow(self, s: Any, hex: int, post: Post, posts: dict[int, Post], dusk: bool) -> tuple[float, float]:
        """What the enemies around a stack may cost it in an assault, and by antitank fire."""
        side = post.side
        strength = fire = 0.0
        dry = tanks = False
        top = 0
        level = self.game.board.level
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
        assault = shot = 0.0
        if strength and post.defence:
            column = ratio_column(strength / post.defence)
            column -= self.cover[hex] + (0 if dry else 2) + max(0, level[hex] - top) + (2 if dusk else 0)
            column += (1 if tanks else 0) - (1 if post.armor else 0) + (2 if post.broken else 0)
            chance = between(self.driven[max(0, post.morale)], column)
            if chance:
                lost = DRIVEN * post.worth if self.way_out(s, hex, post) else post.stake
                assault = chance * (GIVEN + lost)
        if fire and post.armor:
            column = self.fire_column(fire / len(post.armor)) - (2 if dusk else 0)
            shot = sum(worth * between(self.pierced, column - armor) for armor, worth in post.armor)
        return assault, shot

    def fire_column(self, value: float) -> float:
        """The column of a fire value, between the columns if need be."""
        minima = self.fire_min
        for column in range(len(minima) - 1, -1, -1):
            if value >= minima[column]:
                if column == len(minima) - 1:
                    return float(column)
                return float(column + (value - minima[column]) / (minima[column + 1] - minima[column]))
        return value - 1.0

    def way_out(self, s: Any, hex: int, post: Post) -> bool:
        """Could it retreat, as far as one can see at a glance?"""
        ledger = s.ledger
        foe = FOE[post.side]
        own, enemy, zoc = ledger[post.side], ledger[foe], ledger[foe + "_zoc"]
        open_to = s.ground.open[post.klass]
        near = self.game.board.near[hex]
        if post.stays:
            return False
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


def divisor(ground: Any, at: int, hex: int) -> float:
    water = 2.0 if ground.crosses_water(at, hex) else 1.0
    level = ground.board.level
    higher: int = max(0, level[hex] - level[at])
    return float(water * (1 << higher))


def ratio_column(odds: float) -> float:
    """The column of the Combat Results Table for odds, between columns if need be: 1:1 is 2."""
    return (
        min(odds, 8.0) + 1.0
        if odds >= 1
        else max(0.0, 4.0 - 2.0 / max(odds, 0.01))
        if odds > 0.5
        else odds * 2 - 1
    )


def between(row: Sequence[float], column: float) -> float:
    """A value between two columns."""
    if column <= 0:
        return max(0.0, row[0] * (1 + 0.5 * column))
    low = int(column)
    if low >= len(row) - 1:
        return row[-1]
    return row[low] + (row[low + 1] - row[low]) * (column - low)


def driven(crt: Any) -> list[list[float]]:
    """By the defender's morale 0 to 6 and column: the share of dice that make it retreat or worse."""
    cells = [[crt.at(die, column).defender for die in range(1, 7)] for column in range(len(crt.columns))]
    return [
        [
            sum(e is not None and (e.eliminated or e.circled or e.number > morale) for e in column) / 6
            for column in cells
        ]
        for morale in range(7)
    ]


def pierced(fire: Any) -> list[float]:
    """By column: the share of its worth an armored unit of morale 4 loses on average to one shot."""
    found = []
    for column in range(len(fire.columns)):
        total = 0.0
        for die in range(1, 7):
            effect = fire.at(die, column).effect
            if effect is not None:
                flees = min(1.0, max(0.0, (effect.number + 2) / 6))
                total += 1.0 if effect.eliminated else (0.75 if effect.circled else 0.0) + 0.25 * flees
        found.append(total / 6)
    return found
