"""The adviser: what a beginner overlooks, from what a side may know, the same in every game.

It names facts with their rule or figure: a unit that would lose its supply, a better attack by the same
units, an objective left empty before an enemy, one that could be entered now. It never says what to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from bridgehead.core.actions import Pick
from bridgehead.core.perspective import Perspective
from bridgehead.core.play import decision, options, view
from bridgehead.core.state import Unit
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.core.words import counted, printed_with_name
from bridgehead.server.queries.explain import price_words
from bridgehead.server.wire import AdviceMessage
from bridgehead.toolkit.advice import Advice
from bridgehead.toolkit.reference import Reference
from bridgehead.toolkit.wargame import WarState

MOST = 3
"""Notes at a time."""
BETTER = 2
"""Columns by which another attack must be better to be named."""
NEAR, CLOSE = 8, 2
"""Hexes within which movers are asked for their reach, and within which an enemy is named without it."""
ASKED = 20
"""Movers asked at most."""


def answer_advice(perspective: Perspective[WarState]) -> AdviceMessage:
    """The notes that hold in every world the side could be in, the most pressing first."""
    if not perspective.decides():
        return AdviceMessage(notes=[])
    first, *others = (notes(world, perspective.side) for world in perspective.worlds)
    known = [note for note in first if all(note in other for other in others)]
    return AdviceMessage(notes=known[:MOST])


def notes(s: WarState, side: Side) -> list[Advice]:
    """One of each kind before a second of any."""
    reference = s.game.reference(s.game, s.scenario, s.setting)
    mine = own_sides(s, side)
    held = holders(s, side)
    kinds = [
        list(islice(kind, MOST))
        for kind in (
            better_attacks(s, reference),
            supply_lost(s, side),
            objectives_bare(s, side, mine, reference, held),
            objectives_open(s, side, mine, reference, held),
        )
    ]
    return [kind[rank] for rank in range(MOST) for kind in kinds if rank < len(kind)]


def own_sides(s: WarState, side: Side) -> set[Side]:
    """Whose counters the side leads: its own, or those of its camp."""
    return {s.units[each.unit].side for each in s.game.supplied(s, side)} or {side}


def holders(s: WarState, side: Side) -> Mapping[Hex, str]:
    """Who holds what counts, by the public facts."""
    facts = view(s, side).facts
    found: dict[Hex, str] = {hex: owner for owner, hexes in facts.get("areas", {}).items() for hex in hexes}
    markers = facts.get("markers", ())
    return found | {each["hex"]: each["side"] for each in markers if each["kind"] == "control"}


# --- the kinds of notes


def better_attacks(s: WarState, reference: Reference) -> Iterator[Advice]:
    """The units of the attack being prepared against another hex they stand next to."""
    now = decision(s)
    about = now.about(s)
    units = about.committed
    if len(about.hexes) != 1 or not units or now.forecast(s) is None:
        return
    target = about.hexes[0]
    here = s.game.odds(s, units, target)
    if here is None:
        return
    columns = next((chart.columns for chart in reference.charts if chart.id == "combat"), ())
    theirs = {s.units[unit].side for unit in s.stacks.get(target, ())}
    for hex in sorted({to for unit in units for to in s.game.board.near[s.units[unit].hex]} - {target}):
        foes = {s.units[unit].side for unit in s.stacks.get(hex, ())}
        beside = tuple(unit for unit in units if hex in s.game.board.near[s.units[unit].hex])
        if not foes or not foes <= theirs:
            continue
        there = s.game.odds(s, beside, hex)
        if there is not None and there.column >= here.column + BETTER:
            what = f"{counted(len(beside), 'unit')} of this attack against {printed_with_name(s.game, hex)}"
            better, now_used = (column_words(columns, each.column) for each in (there, here))
            yield Advice(f"{what}: {better} instead of {now_used}.", "", (hex,))


def column_words(columns: tuple[str, ...], column: int) -> str:
    """A column by its name; without a table of odds, the faces of the die that hit."""
    if not columns:
        return f"{counted(max(column, 0), 'face')} of the die"
    return columns[min(column, len(columns) - 1)] if column >= 0 else f"below {columns[0]}"


def supply_lost(s: WarState, side: Side) -> Iterator[Advice]:
    for each in s.game.supplied(s, side):
        unit = s.units[each.unit]
        if each.lost and unit.hex:
            name = s.game.names.get(each.unit, each.unit)
            yield Advice(
                f"{name}, {printed_with_name(s.game, unit.hex)}: {each.words}.", each.rule, (unit.hex,)
            )


def objectives_bare(
    s: WarState, side: Side, mine: set[Side], reference: Reference, held: Mapping[Hex, str]
) -> Iterator[Advice]:
    """Hexes that count, held by the side and empty, with an enemy who could be there."""
    seen = visible(s, side)
    for objective in reference.objectives:
        if held.get(objective.hex) not in mine | {side} or s.stacks.get(objective.hex):
            continue
        enemies = [unit for unit in seen if unit.side not in mine]
        for enemy in nearest(s, enemies, objective.hex):
            apart = s.game.board.distance(enemy.hex, objective.hex)
            price = reach_of(s, side, enemy.id).get(objective.hex)
            if price is None and apart > CLOSE:
                continue
            name = s.game.names.get(enemy.id, enemy.id)
            how = f"stands {counted(apart, 'hex')} away"
            if price is not None:
                how = f"could reach it: {price_words(price)}"
            place = capital(printed_with_name(s.game, objective.hex))
            yield Advice(
                f"{place} ({objective.worth}) is empty; {name} {how}.", "", (objective.hex, enemy.hex)
            )
            break


def objectives_open(
    s: WarState, side: Side, mine: set[Side], reference: Reference, held: Mapping[Hex, str]
) -> Iterator[Advice]:
    """Hexes that count, not the side's and empty, which a unit that may still move could enter now."""
    movers = [s.units[action.unit] for action in options(s) if isinstance(action, Pick)]
    for objective in reference.objectives:
        if held.get(objective.hex, "") in mine | {side} or s.stacks.get(objective.hex):
            continue
        for unit in nearest(s, [unit for unit in movers if unit.hex], objective.hex):
            price = reach_of(s, side, unit.id).get(objective.hex)
            if price is not None:
                name, place = s.game.names.get(unit.id, unit.id), printed_with_name(s.game, objective.hex)
                words = f"{name} could reach {place} now ({objective.worth})."
                yield Advice(words, "", (unit.hex, objective.hex))
                break


# --- what they look at


def visible(s: WarState, side: Side) -> list[Unit]:
    """The units the side sees on the map."""
    return [s.units[UnitId(shown["id"])] for shown in view(s, side).units if shown["hex"]]


def nearest(s: WarState, units: list[Unit], hex: Hex) -> list[Unit]:
    """The nearest of some units, no further than that their reach is worth asking for."""
    apart = {unit.id: s.game.board.distance(unit.hex, hex) for unit in units}
    near = [unit for unit in units if apart[unit.id] <= NEAR]
    return sorted(near, key=lambda unit: (apart[unit.id], unit.id))[:ASKED]


def reach_of(s: WarState, side: Side, unit: UnitId) -> Mapping[Hex, str]:
    """Where a unit could go now, as the overlay of the game says it to that side; remembered by position."""
    known = f"advice reach {side} {unit}"
    if known not in s.memo:
        ask = s.game.overlays.get("reach")
        s.memo[known] = ask(s, side, s.units[unit].hex, unit).hexes if ask is not None else {}
    found: Mapping[Hex, str] = s.memo[known]
    return found


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
