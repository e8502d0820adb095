"""Reading the data files: from text to frozen values, with file and key of what is wrong."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bridgehead.core.data import Data
from bridgehead.core.rules import rule
from bridgehead.core.values import UnitId
from bridgehead.games.seelow1945.model.data import (
    GERMAN,
    SOVIET,
    CombatCell,
    Counter,
    Crt,
    Effect,
    FireCell,
    FireTable,
    Model,
    ResultTable,
    Tables,
    TablesFile,
    TurnEntry,
    UnitEntry,
    UnitsFile,
)
from bridgehead.games.seelow1945.model.scenarios import Campaign, load_campaigns
from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.paths import Walker
from bridgehead.toolkit.combat import Ladder


def load_board(data: Data) -> Board:
    return Board(data.read("map", MapFile), lambda key, problem: data.wrong("map", key, problem))


def load_counters(data: Data) -> dict[UnitId, Counter]:
    file = data.read("units", UnitsFile)
    return {UnitId(id): counter_of(data, id, entry, file.model) for id, entry in file.unit.items()}


def counter_of(data: Data, id: str, entry: UnitEntry, models: Mapping[str, Model]) -> Counter:
    model = models.get(entry.model)
    if model is None:
        raise data.wrong("units", f"unit.{id}.model", f"there is no model {entry.model!r}")
    front = model.full or model.fire or model.single
    if front is None:
        raise data.wrong("units", f"model.{entry.model}", "needs full and reduced, fire and move, or single")
    back = model.reduced or model.move or front
    if model.armor is None and not (front.cs and back.cs):
        raise data.wrong("units", f"model.{entry.model}", "a unit that is attacked needs a Combat Strength")
    side = {"ge": GERMAN, "su": SOVIET}.get(id[:2])
    if side is None:
        raise data.wrong("units", f"unit.{id}", "the name of a unit begins with ge_ or su_")
    return Counter(
        id=UnitId(id),
        side=side,
        name=entry.name,
        label=entry.label,
        formation=entry.formation,
        type=model.type,
        symbol=model.symbol,
        size=model.size,
        klass=model.klass,
        stack=model.stack,
        armored=model.armor is not None,
        armor=model.armor or 0,
        artillery=model.range is not None,
        range=model.range or 0,
        commander=model.commander,
        two_steps=model.reduced is not None,
        front=front,
        back=back,
    )


def load_tables(data: Data) -> Tables:
    file = data.read("tables", TablesFile)
    return Tables(
        crt=Crt(
            file.combat_results.columns,
            ladder_of(data, file.combat_results.columns),
            {
                die: tuple(combat_cell(data, cell) for cell in row)
                for die, row in rows_of(data, "combat_results", file.combat_results)
            },
        ),
        fire=FireTable(
            file.fire_table.columns,
            minima_of(data, file.fire_table),
            {
                die: tuple(FireCell(cell, effect_of(data, "fire_table", cell)) for cell in row)
                for die, row in rows_of(data, "fire_table", file.fire_table)
            },
        ),
        terrain=file.terrain,
        network=file.network,
        climb=file.climb,
        movement=file.movement,
        stacking=file.stacking,
        combat=file.combat,
        antitank=file.antitank,
        barrage=file.barrage,
        morale=file.morale,
        spotting=file.spotting,
        victory=file.victory,
        turns=turns_of(data, file.turns),
        switches=file.switches,
    )


def turns_of(data: Data, turns: Mapping[str, TurnEntry]) -> tuple[TurnEntry, ...]:
    numbers = [str(turn) for turn in range(1, len(turns) + 1)]
    if sorted(turns) != sorted(numbers):
        raise data.wrong("tables", "turns", "are numbered from 1 without a gap")
    return tuple(turns[number] for number in numbers)


def minima_of(data: Data, table: ResultTable) -> tuple[int, ...]:
    """The smallest strength of each column, checked to rise."""
    minima = table.column_min
    if len(minima) != len(table.columns) or list(minima) != sorted({0, *minima})[1:]:
        raise data.wrong("tables", "fire_table.column_min", "rises from column to column, from 1 or more")
    return minima


def ladder_of(data: Data, columns: tuple[str, ...]) -> Ladder:
    """The odds of the columns, checked to rise."""
    try:
        ladder = Ladder.read(columns)
    except (ValueError, ZeroDivisionError) as problem:
        raise data.wrong(
            "tables", "combat_results.columns", f"are odds such as 1:2 or 3:1: {problem}"
        ) from problem
    if not columns or list(ladder.ratios) != sorted(set(ladder.ratios)):
        raise data.wrong("tables", "combat_results.columns", "must rise from column to column")
    return ladder


def rows_of(data: Data, name: str, table: ResultTable) -> list[tuple[int, tuple[str, ...]]]:
    """The rows of a result table by die, checked to be whole."""
    try:
        dice = sorted(int(die) for die in table.rows)
    except ValueError as problem:
        raise data.wrong("tables", f"{name}.rows", f"is by dice: {problem}") from problem
    if not dice or dice != list(range(dice[0], dice[-1] + 1)):
        raise data.wrong("tables", f"{name}.rows", f"dice are missing: there are {dice}")
    for die in dice:
        if len(table.rows[str(die)]) != len(table.columns):
            raise data.wrong("tables", f"{name}.rows.{die}", f"needs {len(table.columns)} results")
    return [(die, table.rows[str(die)]) for die in dice]


@rule("6.51")
def effect_of(data: Data, table: str, text: str) -> Effect | None:
    """6.5, 7.4: a result without its letter: `-`, `M`, `3`, `3c`, `E`."""
    match text:
        case "-":
            return None
        case "M":
            return Effect()
        case "E":
            return Effect(eliminated=True)
    number = text.removesuffix("c")
    if not (number.isdigit() and 1 <= int(number) <= 5):
        raise data.wrong("tables", table, f"{text!r} is no result")
    return Effect(int(number), text.endswith("c"))


@rule("7.41")
def combat_cell(data: Data, text: str) -> CombatCell:
    """7.41: letters A and D name the side; a cell may hold both."""
    parts = {part[0]: effect_of(data, "combat_results", part[1:]) for part in text.split() if part != "-"}
    return CombatCell(text, parts.get("A"), parts.get("D"))


class World(msgspec.Struct, frozen=True):
    """What the loaders give to the game."""

    board: Board
    walker: Walker
    counters: dict[UnitId, Counter]
    tables: Tables
    campaigns: dict[str, Campaign]


def load_world(data: Data) -> World:
    board = load_board(data)
    counters = load_counters(data)
    return World(board, Walker(board), counters, load_tables(data), load_campaigns(data, board, counters))
