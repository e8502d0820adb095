"""15.0, 16.4 Victory: ground, units, levels and sudden death."""

from __future__ import annotations

from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED, Result
from bridgehead.core.values import Hex, Side
from bridgehead.games.eastprussia1914.model.data import FOE, GERMAN, RUSSIAN, LevelEntry
from bridgehead.games.eastprussia1914.model.events import Scored
from bridgehead.games.eastprussia1914.model.state import REMOVED, State, Unit, combat_units_in, controller
from bridgehead.games.eastprussia1914.model.words import lead


@rule("15.1", "15.2", "16.3.5")
def ground_points(s: State, side: Side) -> int:
    """15.2 The listed value of every enemy-country victory hex a side controls."""
    return sum(
        worth
        for hex, worth in s.tables.victory_hexes.items()
        if s.ground.home[hex] == FOE[side] and controller(s, hex) == side
    )


@rule("15.3", "16.3.7a")
def unit_points(s: State, side: Side) -> int:
    """15.3 What the losses of the other side are worth, by the piles at this moment."""
    return sum(worth_of_loss(s, unit) for unit in s.units.values() if unit.side == FOE[side])


@rule("15.3", "12.7c")
def worth_of_loss(s: State, unit: Unit) -> int:
    """15.3 The points for one unit lost; orphaned corps units keep their place on the list (12.7c)."""
    worth, counter = s.tables.file.victory_unit, s.game.counters[unit.id]
    german = unit.side == GERMAN
    if unit.box == REMOVED:
        return worth.german_hq if german else worth.russian_hq
    if unit.box != ELIMINATED or counter.kind == "cavalry":
        return 0
    if not german:
        return worth.russian_division if counter.size == "division" else 0
    corps = bool(counter.formation) or unit.id in worth.as_corps_division
    return worth.german_corps_division if corps else worth.german_other


def points(s: State, side: Side) -> int:
    return ground_points(s, side) + unit_points(s, side)


@rule("15.4")
def net_points(s: State) -> int:
    """15.4 German points minus Russian points."""
    return points(s, GERMAN) - points(s, RUSSIAN)


@rule("15.4", "16.2.3", "16.3.6")
def final_result(s: State) -> Result:
    """15.4 The victory level of the scenario for the net points."""
    net = net_points(s)
    s.tell(
        Scored(
            german=points(s, GERMAN),
            german_ground=ground_points(s, GERMAN),
            german_units=unit_points(s, GERMAN),
            russian=points(s, RUSSIAN),
            russian_ground=ground_points(s, RUSSIAN),
            russian_units=unit_points(s, RUSSIAN),
            net=lead(net),
        ),
        rule="15.4",
    )
    level = next(level for level in s.rules_of.level if net >= level.least)
    return result_of(s, level, "15.4")


def result_of(s: State, level: LevelEntry, cited: str) -> Result:
    score = {"german": points(s, GERMAN), "russian": points(s, RUSSIAN), "net": net_points(s)}
    return Result(level.winner, level.title, cited, score)


@rule("16.4a", "16.4b", "16.4c", "15.5")
def sudden_death(s: State) -> Result | None:
    """16.4 Sudden death, worth the winner's highest level (15.5)."""
    if russian_sudden_death(s):
        return result_of(s, s.rules_of.level[-1], "16.4b")
    if german_sudden_death(s):
        return result_of(s, s.rules_of.level[0], "16.4c")
    return None


@rule("16.4b")
def russian_sudden_death(s: State) -> bool:
    """16.4b Russians in supply in Königsberg, or in two of the Vistula cities."""
    held = sum(holds_in_supply(s, hex) for hex in s.tables.together)
    return holds_in_supply(s, s.tables.alone) or held >= s.tables.file.sudden_death.how_many


def holds_in_supply(s: State, hex: Hex) -> bool:
    return any(not unit.supply for unit in combat_units_in(s, hex, RUSSIAN))


@rule("16.4c")
def german_sudden_death(s: State) -> bool:
    """16.4c Five or more Russian HQs removed, in the campaign."""
    needed = s.rules_of.hqs_for_sudden_death
    return bool(needed) and sum(unit.side == RUSSIAN for unit in s.in_box(REMOVED)) >= needed
