"""The assault a headquarters leads: whom its corps can strike together, and where each must stand for it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bridgehead.bots.judges.koenigsberg1945.figures import Figures
from bridgehead.bots.judges.koenigsberg1945.front import Attacks
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.games.koenigsberg1945.model.actions import FullAttack
from bridgehead.games.koenigsberg1945.model.data import SOVIET, camp_of
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import COMBAT, FOE, State
from bridgehead.games.koenigsberg1945.rules.activation import Activation
from bridgehead.games.koenigsberg1945.rules.air import air_options
from bridgehead.games.koenigsberg1945.rules.movement import MovementSegment, move_of
from bridgehead.games.koenigsberg1945.rules.odds import (
    defence_strength,
    line_between,
    ratio_of,
)

# In points.
LEAST = 0.6
"""What an assault must promise to be planned."""
SPENT = 0.1
"""What each unit must add to it."""
BESIDE = 0.8
"""What a unit counts for that stands next to its target, but not in the hex it was meant for."""


class Post(msgspec.Struct, frozen=True):
    """A unit's part in an assault."""

    hex: Hex
    target: Hex
    share: float
    """Of what the assault promises, in points."""


class Force(msgspec.Struct):
    """Who may attack in this activation, and where each may stand for it."""

    camp: Side
    places: dict[UnitId, tuple[Hex, ...]]
    """By unit: its own hex first."""
    taken: list[int]
    """By hex: how many combat units stay there or have been sent there."""


class Assaults:
    """The plan of one activation, made anew for every decision of its Movement Segment."""

    def __init__(self, game: Koenigsberg, figures: Figures, attacks: Attacks) -> None:
        self.game = game
        self.figures = figures
        self.attacks = attacks

    def plan(self, s: State) -> dict[UnitId, Post]:
        """The posts of those activated; none outside a Movement Segment that an attack may follow."""
        activation = next((frame for frame in s.flow if isinstance(frame, Activation)), None)
        segment = next((frame for frame in s.flow if isinstance(frame, MovementSegment)), None)
        if activation is None or segment is None or not activation.attacks:
            return {}
        force = self.force(s, activation, segment)
        wings = sum(isinstance(way, FullAttack) for way in air_options(s, activation.force, (), ()))
        air = self.game.tables.air.full * min(wings, self.game.tables.air.most)
        plan: dict[UnitId, Post] = {}
        while True:
            found = [self.assault(s, force, target, air) for target in self.targets(s, force)]
            worth, posts = max(found, key=lambda one: one[0], default=(0.0, {}))
            if worth < LEAST:
                return plan
            plan |= posts
            air = 0
            for unit, post in posts.items():
                del force.places[unit]
                force.taken[post.hex] += 1

    def force(self, s: State, activation: Activation, segment: MovementSegment) -> Force:
        """Those activated that can attack. Who has moved stays; who has not may go where it can."""
        camp = camp_of(activation.force)
        places: dict[UnitId, tuple[Hex, ...]] = {}
        taken = list(s.ledger[COMBAT[camp]])
        for unit in (*activation.formation, *activation.independents):
            here = s.units[unit].hex
            if not here or not s.face(unit).attack:
                continue
            places[unit] = (here,)
            if unit in segment.units:
                reach = move_of(s, unit, segment.slowed).reach(s)
                places[unit] = tuple({here: 0, **reach.regular, **reach.strategic, **reach.rail})
            taken[here] -= 1
        return Force(camp, places, taken)

    def targets(self, s: State, force: Force) -> list[Hex]:
        """Enemy stacks that one of them can come up to."""
        enemy = s.ledger[COMBAT[FOE[force.camp]]]
        near = self.game.board.near
        reached = {hex for places in force.places.values() for hex in places}
        return sorted({at for hex in reached for at in near[hex] if enemy[at]})

    def assault(self, s: State, force: Force, target: Hex, air: int) -> tuple[float, dict[UnitId, Post]]:
        """The best that can be done against one stack: the mightiest first, as many as it takes."""
        defence = defence_strength(s, target)
        most = sum(self.figures.of(s.units[unit]).worth for unit in s.combat_units_in(target))
        sent = self.sent(s, force, target)
        best, number, strength = 0.0, 0, 0.0
        for count, (_, _, might) in enumerate(sent, 1):
            strength += might
            line = self.line(force, target, [hex for _, hex, _ in sent[:count]])
            column = ratio_of(self.game, int(strength), defence) + air
            worth = self.attacks.promise(s, target, column, line, most) - SPENT * count
            if worth > best:
                best, number = worth, count
        whole = sum(might for _, _, might in sent[:number])
        return best, {unit: Post(hex, target, best * might / whole) for unit, hex, might in sent[:number]}

    def sent(self, s: State, force: Force, target: Hex) -> list[tuple[UnitId, Hex, float]]:
        """Who can be brought up to a stack, to which hex, and with what strength."""
        most = self.game.tables.stacking.combat_units
        there: dict[Hex, int] = {}
        sent = []
        for might, unit, hexes in self.able(s, force, target):
            hex = next((hex for hex in hexes if force.taken[hex] + there.get(hex, 0) < most), NOWHERE)
            if hex:
                there[hex] = there.get(hex, 0) + 1
                sent.append((unit, hex, might / self.divisor(target, hex)))
        return sent

    def line(self, force: Force, target: Hex, hexes: list[Hex]) -> int:
        """The fortified line that all who come from these hexes would cross."""
        return line_between(self.game.ground, hexes, target) if force.camp == SOVIET else 0

    def able(self, s: State, force: Force, target: Hex) -> list[tuple[float, UnitId, list[Hex]]]:
        """Who can come up to a stack, the mightiest first, and to which hexes, the best first."""
        ground, near = self.game.ground, self.game.board.near[target]
        found = []
        for unit, places in force.places.items():
            beside = [hex for hex in places if hex in near and ground.passable[ground.side(target, hex)]]
            if beside:
                might = self.figures.of(s.units[unit]).attack
                beside.sort(
                    key=lambda hex: (self.divisor(target, hex), ground.lines[ground.side(target, hex)])
                )
                found.append((might, unit, beside))
        return sorted(found, key=lambda one: -one[0])

    def divisor(self, target: Hex, hex: Hex) -> int:
        """What a river between divides the strength by."""
        return self.attacks.divisors[self.game.ground.side(target, hex)]


def readiness(s: State, plan: Mapping[UnitId, Post]) -> float:
    """What those who stand where the plan wants them add to what it promises."""
    near = s.game.board.near
    total = 0.0
    for unit, post in plan.items():
        here = s.units[unit].hex
        if here == post.hex:
            total += post.share
        elif here and post.target in near[here]:
            total += BESIDE * post.share
    return total
