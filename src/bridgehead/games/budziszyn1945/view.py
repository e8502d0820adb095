"""16.0 Unit masking: what a side sees; worlds it could be in; faces, backs and overlays."""

from __future__ import annotations

from typing import Any

import msgspec

from bridgehead.core.chance import advanced, mixed
from bridgehead.core.game import Overlay, View, seen
from bridgehead.core.rules import rule
from bridgehead.core.state import reseeded
from bridgehead.core.values import Hex, Side, UnitId, printed, replace
from bridgehead.games.budziszyn1945.air import air_left, target_hexes
from bridgehead.games.budziszyn1945.command import commands, hq_range, hqs_about
from bridgehead.games.budziszyn1945.data import SOVIET, Counter, Mission
from bridgehead.games.budziszyn1945.engineering import fortified
from bridgehead.games.budziszyn1945.marching import in_points
from bridgehead.games.budziszyn1945.movement import Reach, starting_mp
from bridgehead.games.budziszyn1945.state import ZOC, State, Unit, camp, friends, in_force
from bridgehead.games.budziszyn1945.supply import kind_of, line_to, lines, traced_line
from bridgehead.games.budziszyn1945.victory import american_points, german_points, soviet_points, towns
from bridgehead.games.budziszyn1945.zoc import OWNERS
from bridgehead.toolkit.wargame import Face, Wargame

SIZES = {"C": "I", "B": "II", "R": "III", "BR": "X", "D": "XX", "HQ": "XXX"}
SYMBOLS = {
    "HQ": "headquarters",
    "ARM": "armor",
    "INF": "infantry",
    "ART": "artillery",
    "RG": "garrison",
    "AT": "antitank",
    "AA": "flak",
    "ENG": "engineer",
    "AG": "assault_gun",
    "MECH": "mechanized",
    "CAV": "cavalry",
    "REC": "recon",
}
COLOURS = {"ukrainian": "german", "russian": "german"}


# --- what a side may know


@rule("16.1.1", "16.1.2", "16.1.5", "OPT.1")
def fog(s: State) -> str:
    """How stacks are hidden: open, standard (the top counter shows) or masked."""
    return s.setting.get("fog", "standard") if in_force(s) else "open"


@rule("16.1.1", "16.1.2", "16.1.3", "16.1.5")
def hidden_from(s: State, side: Side | None) -> frozenset[UnitId]:
    """The units a side sees from behind: enemy stacks but for their top counter and for who fought."""
    how = fog(s)
    if how == "open":
        return frozenset()
    found: set[UnitId] = set()
    for hex, stack in s.stacks.items():
        if side is not None and camp(s.units[stack[0]].side) == camp(side):
            continue
        shown = top_of(s, hex) if how == "standard" else None
        found.update(id for id in stack if id != shown and not s.public(id))
    return frozenset(found)


def top_of(s: State, hex: Hex) -> UnitId:
    """The strongest unit of a stack, which lies on top of it."""
    return max(s.stacks[hex], key=lambda id: strength_key(s, id))


def strength_key(s: State, id: UnitId) -> tuple[int, int, str]:
    counter = s.counter(id)
    unit = s.units[id]
    return counter.attack[counter.cel - unit.cel], unit.cel, id


@rule("16.1.4a", "16.1.4b", "5.6.6")
def look_of(s: State, side: Side | None, unit: Unit) -> str:
    """What may be known of a hidden counter: its markers, and beside one's own units its type and CELs."""
    marks = f"{'*' if unit.disorganized else ''}{f'!{unit.oos}' if unit.oos else ''}"
    if side is None or not beside_own(s, side, unit.hex):
        return marks
    counter = s.counter(unit.id)
    levels = "" if fortified(s, unit.hex) else f" {unit.cel} CEL"
    return f"{counter.type}-{counter.size}{levels}{marks}"


def beside_own(s: State, side: Side, hex: Hex) -> bool:
    mine = camp(side)
    return any(
        to in s.stacks and camp(s.units[s.stacks[Hex(to)][0]].side) == mine for to in s.game.board.near[hex]
    )


def view(s: State, side: Side | None) -> View:
    hidden = hidden_from(s, side)
    return seen(s, side, facts(s, side), hidden, lambda unit: look_of(s, side, unit))  # type: ignore[arg-type]


def facts(s: State, side: Side | None) -> dict[str, Any]:
    """Tracks, markers and boxes, as far as a side may know them."""
    number = s.game.tables.number
    found: dict[str, Any] = {
        "phase": s.phase,
        "phasing": s.phasing,
        "tracks": tracks(s, side),
        "markers": markers(s, side),
        "boxes": {
            "reinforcements": "Reinforcements to come",
            "waiting": "Waiting at the map's edge",
            "left": "Left the map",
            "army28": "28 Army",
            "americans": "American regiments",
            "spare_hq": "Replacement headquarters",
            "berlin": f"Left for Berlin ({s.tracks.get('exited', 0)} of {number.exit_levels} CEL)",
            "eliminated": "Eliminated",
            "removed": "Removed before play",
        },
        "note": note(s),
        "pools": [msgspec.to_builtins(pool) for pool in s.pools],
    }
    if side is not None and side in s.game.sides_of(s):
        found["air_left"] = air_left(s, side)
        found["missions"] = [
            msgspec.to_builtins(mission) for mission in s.missions if s.phase != "air" or mission.side == side
        ]
        found["works"] = {id: list(work) for id, work in s.works.items() if s.units[id].side == side}
        if side == SOVIET:
            found["air_days"] = {str(day): sp for day, sp in sorted(s.air_days.items())}
    return found


def note(s: State) -> str:
    if s.scenario == "nysa":
        return (
            f"Towns: Soviet {towns(s, 1, 3)}, German {towns(s, 2)}. Berlin: {s.tracks.get('exited', 0)} CEL."
        )
    return f"VP: Soviet {soviet_points(s)}, American {american_points(s)}, German {german_points(s)}."


def tracks(s: State, side: Side | None) -> list[dict[str, Any]]:
    turns = s.game.scenarios[s.scenario].turns
    found: list[dict[str, Any]] = [{"name": "turn", "title": "Day", "value": s.turn, "most": turns}]
    if s.scenario == "nysa":
        most = s.game.tables.number.exit_levels
        found.append(
            {"name": "exited", "title": "CELs towards Berlin", "value": s.tracks["exited"], "most": most}
        )
        found.append(
            {"name": "ammunition", "title": "Ammo Units", "value": s.tracks["ammunition"], "most": 10}
        )
    return found


def markers(s: State, side: Side | None) -> list[dict[str, Any]]:
    """What lies on the map beside units."""
    found: list[dict[str, Any]] = [
        {"hex": hex, "kind": "fortification", "side": owner, "label": "FF"}
        for hex, owner in sorted(s.forts.items())
    ]
    for a, b in sorted(s.broken):
        found.append({"hex": a, "kind": "bridge_destroyed", "side": "", "label": printed(b)})
    for a, b in sorted(s.built):
        found.append({"hex": a, "kind": "pontoon", "side": "", "label": printed(b)})
    for hex in sorted(s.game.ground.town):
        found.append({"hex": hex, "kind": "control", "side": OWNERS[s.control[hex]], "label": ""})
    for id, (here, to, _) in s.works.items():
        if s.units[id].side == side:
            found.append(
                {"hex": here, "kind": "bridge_building", "side": s.units[id].side, "label": printed(to)}
            )
    return found


# --- a world a side could be in


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


# --- faces


def face(game: Wargame[State], unit: Any) -> Face:
    counter: Counter = game.counters[unit.id]  # type: ignore[assignment]
    at = counter.cel - unit.cel
    if counter.artillery:
        values = f"{counter.attack[at]}/{counter.defence[at]}-{counter.mp}"
    else:
        values = f"{counter.attack[at]}-{counter.mp}"
    symbol = SYMBOLS[counter.type]
    if counter.self_propelled:
        symbol = "selfpropelled_artillery"
    elif counter.vs:
        symbol = "militia"
    elif counter.type == "INF" and counter.motorized:
        symbol = "motorized"
    return Face(
        nationality=COLOURS.get(counter.nation, counter.nation),
        symbol=symbol,
        size=SIZES[counter.size],
        label=counter.label,
        formation=counter.formation,
        values=values + {"black": " ★", "white": " ☆", "yellow": " ✦", "blue": " ✶"}.get(counter.star, ""),
        reduced=at > 0,
        badges=badges(counter, unit),
        name=counter.name,
    )


def badges(counter: Counter, unit: Unit) -> tuple[str, ...]:
    found = []
    if unit.disorganized:
        found.append("disorganized")
    if unit.oos:
        found.append("out_of_supply")
    if counter.guns:
        found.append("move_mode" if unit.transport else "fire_mode")
    for bit, name in ((1, "moved"), (16, "attacked"), (32, "fired"), (64, "retreated")):
        if unit.done & bit:
            found.append(name)
    return tuple(found)


def back(game: Wargame[State], look: str) -> Face:
    kind, dash, _ = look.partition("-")
    return Face(
        nationality="german",
        symbol=SYMBOLS.get(kind if dash else "", "infantry"),
        label=look,
        badges=("hidden",),
    )


# --- overlays


def reach_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """Where a unit of one's own could go with its movement points of a fresh phase."""
    value = own_unit(s, side, hex, unit)
    if value is None:
        return Overlay("Movement")
    start = starting_mp(s, value, strategic=False, forced=False)
    costs = Reach(s, value, start, start, strategic=False, secondary=True).costs
    return Overlay("Movement", {Hex(to): in_points(cost) for to, cost in costs.items()})


def own_unit(s: State, side: Side, hex: Hex, unit: UnitId) -> Unit | None:
    value: Unit | None = s.units.get(unit)
    if value is None or not value.hex:
        value = next((each for each in s.units_in(hex) if each.side == side), None)
    return value if value is not None and value.hex and value.side in friends(s, side) else None


def zoc_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    zoc = s.ledger[ZOC[1 - camp(side)]]
    return Overlay("Enemy zones of control", {Hex(each): "Z" for each in s.game.board.hexes if zoc[each]})


def supply_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """How far supply flows, and the line to a unit."""
    value = own_unit(s, side, hex, unit)
    mine = s.units_of(side)
    if value is None and not mine:
        return Overlay("Supply")
    of = value if value is not None else mine[0]
    found = lines(s, of.side, kind_of(s, of))
    reached = {Hex(each): str(found.spent[each]) for each in s.game.board.hexes if found.spent[each] >= 0}
    if value is None:
        for each in mine:
            if line_to(s, lines(s, each.side, kind_of(s, each)), each.hex) is None:
                reached[each.hex] = "cut off"
        return Overlay("Supply", reached)
    line = traced_line(s, value)
    return Overlay("Supply", reached, (line,) if line else ())


def command_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """The hexes within range of one's headquarters; of those that serve a unit, if one is named."""
    value = own_unit(s, side, hex, unit)
    found: dict[Hex, str] = {}
    for hq in hqs_about(s, side):
        if value is None or value.id == hq.id or commands(s, hq, value):
            for each in s.game.ground.near(hq.hex, hq_range(s, hq)):
                found[each] = s.counter(hq.id).label
    return Overlay("Headquarters", found)


def control_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    return Overlay(
        "Control",
        {Hex(each): OWNERS[s.control[each]][:1].upper() for each in s.game.board.hexes if s.control[each]},
    )


OVERLAYS = {
    "reach": reach_overlay,
    "zoc": zoc_overlay,
    "supply": supply_overlay,
    "command": command_overlay,
    "control": control_overlay,
}
