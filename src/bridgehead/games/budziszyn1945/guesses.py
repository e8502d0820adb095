"""Worlds a side could be in: hidden units change places, hidden plans are made anew."""

from __future__ import annotations

import msgspec

from bridgehead.core.chance import advanced, mixed
from bridgehead.core.rules import rule
from bridgehead.core.state import reseeded
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.budziszyn1945.air import target_hexes
from bridgehead.games.budziszyn1945.data import SOVIET, Mission
from bridgehead.games.budziszyn1945.state import State, Unit, camp
from bridgehead.games.budziszyn1945.view import fog, hidden_from, look_of, strength_key, top_of


@rule("16.1.1")
def determinize(s: State, side: Side, seed: int) -> State:
    """Hidden enemy units change places, hidden plans are made anew; the side sees no difference."""
    twin: State = reseeded(s, seed)
    draw = Lots(seed)
    hidden = sorted(hidden_from(twin, side))
    frozen = kept_by_frames(twin)
    for at in range(len(hidden) - 1, 0, -1):
        other = draw.below(at + 1)
        swap(twin, side, hidden[at], hidden[other], frozen)
    if side != SOVIET and twin.air_days:
        redraw_air_days(twin, draw)
    replan(twin, side, draw)
    return twin


class Lots:
    """Lots drawn from a seed of their own."""

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed & ((1 << 64) - 1))

    def below(self, ways: int) -> int:
        self.seed = advanced(self.seed)
        return mixed(self.seed) * ways >> 64


def kept_by_frames(s: State) -> frozenset[str]:
    """Units that the flow speaks of: they keep their places."""
    text = msgspec.json.encode(s.flow).decode()
    return frozenset(id for id in s.units if f'"{id}"' in text)


def swap(s: State, side: Side, a: UnitId, b: UnitId, frozen: frozenset[str]) -> None:
    """Two hidden units exchange their hexes if nothing a side knows would change."""
    one, two = s.units[a], s.units[b]
    first, second = s.counter(a), s.counter(b)
    alike = (
        a != b
        and a not in frozen
        and b not in frozen
        and one.side == two.side
        and one.cel == two.cel
        and first.cls == second.cls
        and first.hq == second.hq
        and first.guns == second.guns
        and first.regular == second.regular
        and first.nation == second.nation
        and one.transport == two.transport
        and one.oos == two.oos
        and bool(one.disorganized) == bool(two.disorganized)
        and a not in s.works
        and b not in s.works
        and a not in s.game.campaigns.bound
        and b not in s.game.campaigns.bound
    )
    if not alike or not may_lie_under(s, side, a, two.hex) or not may_lie_under(s, side, b, one.hex):
        return
    if (one.hex != two.hex and look_of(s, side, one) == "" == look_of(s, side, two)) or (
        look_of(s, side, one) == look_of(s, side, two)
        and first.type == second.type
        and first.size == second.size
    ):
        exchange(s, one, two)


def may_lie_under(s: State, side: Side, id: UnitId, hex: Hex) -> bool:
    """Would the counter that shows on top of a stack stay there?"""
    if fog(s) != "standard":
        return True
    return strength_key(s, id) < strength_key(s, top_of(s, hex))


def exchange(s: State, one: Unit, two: Unit) -> None:
    """Exchange places in the stacks, order and all, and what the two did with them."""
    here, there = one.hex, two.hex
    stacks = {hex: list(s.stacks[hex]) for hex in {here, there}}
    i, j = stacks[here].index(one.id), stacks[there].index(two.id)
    s.put(one.id, there)
    s.put(two.id, here)
    stacks[here][i], stacks[there][j] = two.id, one.id
    for hex, stack in stacks.items():
        s.stacks[hex] = tuple(stack)
    s.mark(one.id, done=two.done, disorganized=two.disorganized, barred=two.barred)
    s.mark(two.id, done=one.done, disorganized=one.disorganized, barred=one.barred)


def redraw_air_days(s: State, draw: Lots) -> None:
    """Days to come are unknown to the enemy of the Soviets."""
    known = {day: sp for day, sp in s.air_days.items() if day <= s.turn}
    open_days = list(range(s.turn + 1, s.game.scenarios[s.scenario].turns + 1))
    for sp in sorted(sp for day, sp in s.air_days.items() if day > s.turn):
        known[open_days.pop(draw.below(len(open_days)))] = sp
    s.set(air_days=known)


def replan(s: State, side: Side, draw: Lots) -> None:
    """Enemy missions not yet shown fly elsewhere, bridges not yet built join other banks."""
    if s.phase == "air":
        s.set(
            missions=tuple(
                moved_mission(s, each, draw) if camp(each.side) != camp(side) else each for each in s.missions
            )
        )
    for id, (here, _, turn) in list(s.works.items()):
        if camp(s.units[id].side) != camp(side):
            banks = s.game.ground.across[here]
            s.works[id] = (here, banks[draw.below(len(banks))], turn)
    s.touch()


def moved_mission(s: State, mission: Mission, draw: Lots) -> Mission:
    if mission.to or mission.attacks:
        return mission
    hexes = target_hexes(s, mission.side, mission.kind)
    return replace(mission, hex=hexes[draw.below(len(hexes))])
