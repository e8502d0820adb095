"""What the data files say of one another must agree, and be figures that can be played by."""

from collections.abc import Mapping

from bridgehead.core.data import Data
from bridgehead.core.values import ChitId, UnitId
from bridgehead.core.words import counted
from bridgehead.games.koenigsberg1945.model.data import (
    FORCES,
    GERMAN,
    SOVIET,
    WATER,
    Counter,
    TablesFile,
    Texts,
)
from bridgehead.hexes.board import Board

Levels = Mapping[str, tuple[int, int]]


def check(data: Data, texts: Texts, pieces: Mapping[UnitId, Counter], board: Board) -> None:
    """What the files say of one another must agree."""
    for name, arrival in texts.scenarios.reinforcement.items():
        for unit in arrival.units:
            if unit not in pieces:
                raise data.wrong("scenarios", f"reinforcement.{name}", f"there is no unit {unit!r}")
        if arrival.entry != "haff" and f"entry_{arrival.entry}" not in board.marks:
            raise data.wrong("scenarios", f"reinforcement.{name}", f"there is no entry {arrival.entry!r}")
    for name, scenario in texts.scenarios.scenario.items():
        if scenario.turns > len(texts.tables.turn):
            raise data.wrong("scenarios", f"scenario.{name}.turns", "the turn track is not so long")
        if scenario.level:
            check_levels(data, "scenarios", f"scenario.{name}.level", scenario.level, board)
    for name, chit in texts.scenarios.chit.items():
        if chit.headquarters and chit.headquarters not in pieces:
            raise data.wrong("scenarios", f"chit.{ChitId(name)}", f"there is no HQ {chit.headquarters!r}")
        if chit.kind == "command" and chit.force not in FORCES:
            raise data.wrong("scenarios", f"chit.{name}", "a command chit needs a force")
    check_tables(data, texts.tables, pieces, board)


def check_tables(data: Data, tables: TablesFile, pieces: Mapping[UnitId, Counter], board: Board) -> None:
    """Figures that the rules can play by, and names that there are."""
    for terrain in {board.terrain[hex] for hex in board.hexes} - {*WATER, *tables.terrain}:
        raise data.wrong("tables", "terrain", f"{terrain!r} is on the map and not in the chart")
    if tables.barrage.column not in tables.crt.columns:
        raise data.wrong("tables", "barrage.column", f"there is no column {tables.barrage.column!r}")
    if tables.hipper.unit not in pieces:
        raise data.wrong("tables", "hipper.unit", f"there is no unit {tables.hipper.unit!r}")
    for name in tables.frozen.headquarters:
        if name not in pieces:
            raise data.wrong("tables", "frozen.headquarters", f"there is no HQ {name!r}")
    for number in tables.victory.sudden_death.split():
        if not number.isdigit() or int(number) not in board:
            raise data.wrong("tables", "victory.sudden_death", f"{number!r} is not a hex of the map")
    check_levels(data, "tables", "victory.level", tables.victory.level, board)
    check_turns(data, tables)


def check_levels(data: Data, file: str, key: str, level: Levels, board: Board) -> None:
    for held in range(len(board.marks["objective"]) + 1):
        if sum(low <= held <= high for low, high in level.values()) != 1:
            raise data.wrong(file, key, f"{counted(held, 'hex')} must make one level of victory")


def check_turns(data: Data, tables: TablesFile) -> None:
    for number in range(1, len(tables.turn) + 1):
        if str(number) not in tables.turn:
            raise data.wrong("tables", "turn", f"turn {number} is missing")
        entry = tables.turn[str(number)]
        if not {*FORCES} <= {*entry.limit} or not {GERMAN, SOVIET} <= {*entry.replacements}:
            raise data.wrong("tables", f"turn.{number}", "needs a limit for each force, points for each side")
    for dice in range(2, 13):
        if str(dice) not in tables.event:
            raise data.wrong("tables", "event", f"{dice} is missing")
