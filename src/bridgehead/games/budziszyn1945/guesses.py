"""Worlds a side could be in: hidden units change places, hidden plans are made anew."""

from __future__ import annotations

from typing import Any

import msgspec

from bridgehead.core.chance import advanced, mixed
from bridgehead.core.rules import rule
from bridgehead.core.state import reseeded
from bridgehead.core.values import Side, UnitId, replace
from bridgehead.games.budziszyn1945.air import target_hexes
from bridgehead.games.budziszyn1945.data import SOVIET, Mission
from bridgehead.games.budziszyn1945.state import State, camp
from bridgehead.games.budziszyn1945.view import fog, hidden_from, look_of, strength_key, top_of


@rule("16.1.1")
def determinize(s: State, side: Side, seed: int) -> State:
    """Hidden enemy units change places, hidden plans are made anew; the side sees no difference.

    Everything is dealt by the seed and by what the side knows, not by where the hidden units truly are.
    """
    twin: State = reseeded(s, seed)
    draw = Lots(seed)
    for group in alike(twin, side):
        deal(twin, group, draw)
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


def alike(s: State, side: Side) -> list[list[UnitId]]:
    """The hidden units in groups: any of a group could stand where another stands, for all the side knows."""
    frozen = kept_by_frames(s)
    groups: dict[tuple[Any, ...], list[UnitId]] = {}
    for id in sorted(hidden_from(s, side)):
        if id in frozen or id in s.works or id in s.game.campaigns.bound:
            continue
        unit, counter = s.units[id], s.counter(id)
        look = look_of(s, side, unit)
        kind = (counter.cls, counter.hq, counter.guns, counter.regular, counter.nation)
        condition = (unit.side, unit.cel, unit.transport, unit.oos, bool(unit.disorganized))
        shown = (look, counter.type, counter.size) if look else ("", "", "")
        groups.setdefault((kind, condition, shown), []).append(id)
    return [groups[key] for key in sorted(groups, key=repr) if len(groups[key]) > 1]


def deal(s: State, group: list[UnitId], draw: Lots) -> None:
    """Give each place of a group to a unit drawn from it; nobody lies under a counter weaker than itself."""
    places = sorted((room_under(s, id), s.units[id].hex, s.stacks[s.units[id].hex].index(id)) for id in group)
    stood = {(s.units[id].hex, s.stacks[s.units[id].hex].index(id)): s.units[id] for id in group}
    left = sorted(group)
    stacks = {hex: list(s.stacks[hex]) for _, hex, _ in places}
    for most, hex, at in places:
        fits = [id for id in left if strength_key(s, id) < most]
        id = fits[draw.below(len(fits))]
        left.remove(id)
        old = stood[hex, at]
        s.put(id, hex)
        s.mark(id, done=old.done, disorganized=old.disorganized, barred=old.barred)
        stacks[hex][at] = id
    for hex, stack in stacks.items():
        s.stacks[hex] = tuple(stack)


def room_under(s: State, id: UnitId) -> tuple[int, int, str]:
    """How strong a unit may be that lies where this one lies: less than the counter that shows on top."""
    return strength_key(s, top_of(s, s.units[id].hex)) if fog(s) == "standard" else (10**6, 0, "")


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
