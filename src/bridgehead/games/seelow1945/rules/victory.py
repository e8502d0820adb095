"""11.4 and 12.4 Victory."""

from __future__ import annotations

from collections import deque
from collections.abc import Container

from bridgehead.core.rules import rule
from bridgehead.core.state import Result
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.games.seelow1945.model.data import GERMAN, SOVIET
from bridgehead.games.seelow1945.model.events import HeldAtEnd, Nightfall, Points
from bridgehead.games.seelow1945.model.state import ELIMINATED, State, Unit, enemies, enemy_zoc
from bridgehead.hexes.board import Board


@rule("3.1-12", "12.41", "1.0b")
def assess(s: State) -> Result | None:
    """Who has won at the end of this turn; None if the game goes on."""
    if s.battle == "kustrin":
        return kustrin(s) if s.turn == s.campaign.entry.turns else None
    if s.turn == s.tables.victory.seelow.early_turn:
        return seelow_early(s)
    return seelow(s) if s.turn == s.campaign.entry.turns else None


# --- 11.4 Küstrin


@rule("11.41", "11.45", "13.3")
def kustrin(s: State) -> Result:
    """11.45 German Victory Points decide."""
    table = s.tables.victory.kustrin
    garrison, eliminated = garrison_points(s), elimination_points(s)
    points = garrison + eliminated
    s.tell(Points(garrison, eliminated, points, table.german, table.draw), rule="11.45")
    score = {"german": points}
    if points >= table.german:
        return Result(GERMAN, "German victory", "11.45", score)
    if points >= table.draw:
        return Result(None, "Draw", "11.45", score)
    return Result(SOVIET, "Soviet victory", "11.45", score)


@rule("11.42a", "13.3")
def garrison_of(s: State) -> list[Unit]:
    """11.42 The units of the garrison that are in the scenario."""
    return [s.units[unit] for unit in s.tables.victory.kustrin.garrison if unit in s.units]


@rule("11.42a", "11.42b")
def garrison_points(s: State, hidden: Container[UnitId] = ()) -> int:
    """11.42 Five points for each garrison unit on the map with a line of communication to the west.

    For whoever cannot see some of them: without the hidden ones."""
    table = s.tables.victory.kustrin
    units = [unit for unit in garrison_of(s) if unit.id not in hidden]
    return table.connected * sum(bool(unit.hex and line_of_communication(s, unit)) for unit in units)


@rule("11.42a", "11.44")
def most_points(s: State) -> int:
    """11.42, 11.44 All the points there are: every garrison unit connected, every Soviet unit eliminated."""
    table = s.tables.victory.kustrin
    soviets = sum(unit.side == SOVIET for unit in s.units.values())
    return table.connected * len(garrison_of(s)) + table.eliminated * soviets


@rule("11.44")
def elimination_points(s: State) -> int:
    """11.44 One point for each Soviet unit eliminated; one that left the map counts nothing."""
    lost = [unit for unit in s.in_box(ELIMINATED) if unit.side == SOVIET]
    return s.tables.victory.kustrin.eliminated * len(lost)


@rule("11.43a", "11.43b")
def line_of_communication(s: State, unit: Unit) -> tuple[Hex, ...]:
    """11.43 A line to the western map-edge: no enemy, no unbridged river, no ZOC but under a friend."""
    ground = s.ground
    enemy, zoc, own = enemies(s, unit.side), enemy_zoc(s, unit.side), s.ledger[unit.side]
    west = ground.board.marks["west_edge"]
    came: dict[Hex, Hex] = {unit.hex: NOWHERE}
    queue = deque([unit.hex])
    while queue:
        here = queue.popleft()
        if here in west:
            line = [here]
            while came[line[-1]]:
                line.append(came[line[-1]])
            return tuple(reversed(line))
        for to in ground.near[here]:
            closed = enemy[to] or (zoc[to] and not own[to])
            if to not in came and not closed and not unbridged(s, here, to):
                came[to] = here
                queue.append(to)
    return ()


def unbridged(s: State, here: Hex, to: Hex) -> bool:
    """A river without road, track or railroad."""
    board = s.ground.board
    return board.has("river", here, to) and not any(board.has(kind, here, to) for kind in s.tables.network)


# --- 12.4 Seelow


@rule("12.42a", "12.42b", "12.43a")
def seelow_early(s: State) -> Result | None:
    """12.42, 12.43 At the end of Game-Turn 7, in the order of the cases."""
    table = s.tables.victory.seelow
    marks = s.ground.board.marks
    counted = soviet_units(s)
    town = {near for hex in marks["seelow"] for near in (hex, *s.ground.near[hex])}
    near_town = sum(unit.hex in town for unit in counted)
    taken = held(s, marks["localities"], SOVIET)
    west = sum(unit.hex in s.game.west_of_canal for unit in counted)
    s.tell(Nightfall(s.turn, near_town, taken, table.localities, west), rule="12.41")
    if near_town:
        return Result(SOVIET, "Soviet Strategic Victory", "12.42a")
    if taken >= table.localities:
        return Result(SOVIET, "Soviet Operational Victory", "12.42b")
    if not west:
        return Result(GERMAN, "German Operational Victory", "12.43a")
    return None


def soviet_units(s: State) -> list[Unit]:
    """12.42 Any Soviet unit, Zhukov too unless the switch leaves him out."""
    zhukov = s.tables.switches.zhukov_counts_on_turn_7
    return [unit for unit in s.friends(SOVIET) if zhukov or not s.counter(unit.id).commander]


@rule("12.43b")
def west_of_canal(board: Board) -> frozenset[Hex]:
    """12.43 The bank hexes of the Haupt Canal and all that is reached from Seelow without crossing it."""
    found = set(board.marks["seelow"])
    waiting = list(found)
    while waiting:
        here = waiting.pop()
        for near in board.near[here]:
            if near not in found and not board.has("stream", here, near):
                found.add(near)
                waiting.append(near)
    return frozenset(found)


@rule("12.44a", "12.44b", "12.45a", "12.45b", "12.45c")
def seelow(s: State) -> Result:
    """12.44, 12.45 At the end of Game-Turn 12, by control."""
    marks = s.ground.board.marks
    town = held(s, marks["seelow"], SOVIET)
    road = (*marks["diedersdorf"], *marks["diedersdorf_road"])
    on_road = held(s, road, SOVIET)
    s.tell(HeldAtEnd(town, len(marks["seelow"]), on_road, len(road)), rule="12.44a")
    if town == len(marks["seelow"]):
        if on_road == len(road):
            return Result(SOVIET, "Soviet Strategic Victory", "12.44a")
        return Result(SOVIET, "Soviet Operational Victory", "12.44b")
    german = held(s, marks["seelow"], GERMAN)
    if german == len(marks["seelow"]):
        return Result(GERMAN, "German Strategic Victory", "12.45a")
    if german:
        return Result(GERMAN, "German Operational Victory", "12.45b")
    return Result(None, "Draw", "12.45c")


@rule("12.46a", "12.46b")
def held(s: State, hexes: tuple[Hex, ...], side: Side) -> int:
    """12.46 How many of the hexes the side controls."""
    return sum(s.control.get(hex) == side for hex in hexes)
