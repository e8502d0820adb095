"""What a hex and a unit mean here and now: the ground, what stands in it, what it would cost."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.perspective import Perspective
from bridgehead.core.refusal import Modifier
from bridgehead.core.values import Hex, UnitId
from bridgehead.server.queries.parsing import hex_of, unit_of
from bridgehead.server.wire import ExplainMessage
from bridgehead.toolkit.advice import Supplied
from bridgehead.toolkit.prospect_words import amount
from bridgehead.toolkit.reference import Reference, Remark
from bridgehead.toolkit.wargame import WarState

NOTHING = {"", "–", "no shift"}


def answer_explain(perspective: Perspective[WarState], hex: int, unit: str) -> ExplainMessage:
    """About a hex, and where one is named about a unit that may go there."""
    s, at = perspective.state, hex_of(perspective, hex)
    reference = s.game.reference(s.game, s.scenario, s.setting)
    going = unit_of(perspective, unit) if unit else UnitId("")
    return ExplainMessage(
        hex=at,
        ground=list(ground(s, reference, at, going)),
        here=[*reach(perspective, at, going), *defence(perspective, at), *supply(perspective, at)],
    )


def ground(s: WarState, reference: Reference, hex: Hex, unit: UnitId) -> Iterator[Remark]:
    """The rows of the terrain chart for a hex, and for the hexside between it and the unit next to it."""
    board = s.game.board
    things = [board.terrain[hex], *(kind for kind, hexes in board.overlay.items() if hex in hexes)]
    here = s.units[unit].hex if unit in s.units else Hex(0)
    if here in board and hex in board.near[here]:
        things += [kind for kind in board.features if board.has(kind, here, hex)]
    for thing in things:
        yield from chart_rows(reference, thing)
    if board.file.level:
        yield Remark(f"Level {board.level[hex]}.")


def chart_rows(reference: Reference, thing: str) -> Iterator[Remark]:
    """What the charts say of something on the map."""
    for chart in reference.charts:
        for line in chart.lines:
            if line.thing == thing:
                cells = zip(chart.columns, line.cells, strict=True)
                said = ", ".join(f"{title} {cell}" for title, cell in cells if cell not in NOTHING)
                yield Remark(f"{line.name}: {said or 'no effect'}.", line.rule)


def reach(perspective: Perspective[WarState], hex: Hex, unit: UnitId) -> Iterator[Remark]:
    """What it would cost a unit to come here now, by the rules of its movement."""
    if not unit or "reach" not in perspective.state.game.overlays:
        return
    found = perspective.common(
        lambda world: world.game.overlays["reach"](world, perspective.side, hex, unit).hexes
    )
    s = perspective.state
    if not found or s.units[unit].hex == hex:
        return
    name = s.game.names.get(unit, unit)
    price = found.get(hex)
    if price is None:
        yield Remark(f"{name} cannot reach it now.")
    else:
        yield Remark(f"{name} could reach it now: {price_words(price)}.")


def price_words(price: str) -> str:
    """The label of a reach as a player reads it."""
    if price == "R":
        return "by rail"
    if price.startswith("S"):
        return f"strategic movement, {price[1:]} MP"
    return f"{price} MP" if price else "within its movement"


def defence(perspective: Perspective[WarState], hex: Hex) -> Iterator[Remark]:
    """How the hex defends, where the side knows who stands there."""
    found = perspective.common(
        lambda world: world.game.odds(world, (), hex) if world.stacks.get(hex) else None
    )
    if found is not None:
        yield Remark(f"An attack meets a defense of {found.defence}.")
        yield from map(modified, found.modifiers)


def modified(modifier: Modifier) -> Remark:
    return Remark(f"{modifier.because[:1].upper()}{modifier.because[1:]}: {amount(modifier)}.", modifier.rule)


def supply(perspective: Perspective[WarState], hex: Hex) -> Iterator[Remark]:
    """How one's own units here would fare if supply were looked at now."""
    names = perspective.state.game.names
    for each in own_supply(perspective):
        if perspective.state.units[each.unit].hex == hex:
            yield Remark(f"{names.get(each.unit, each.unit)}: {each.words}.", each.rule)


def own_supply(perspective: Perspective[WarState]) -> tuple[Supplied, ...]:
    """What is the same in every world the side could be in."""
    first, *others = (world.game.supplied(world, perspective.side) for world in perspective.worlds)
    return tuple(each for each in first if all(each in other for other in others))
