"""A small board with one of everything, and a game that stands on it."""

from typing import Any

import msgspec

from bridgehead.core.flow import Frame, Subject
from bridgehead.core.game import Back, Scenario, Seen, View
from bridgehead.core.state import AnyState, State, Unit
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.paths import Walker
from bridgehead.toolkit.wargame import AnyWargame, Face, Wargame

MAP: dict[str, Any] = {
    "grid": {"first": [1, 12], "second": [1, 9], "shifted": "odd", "north": 12.0, "metres": 960},
    "default": "clear",
    "terrain": {
        "woods": "0202 0203 0303 0901",
        "marsh": "0702 0802",
        "swamp": "0904",
        "rough": "1005",
        "hills": "1006 1106",
        "heights": "1007",
        "town": "0505",
        "village": "0807",
        "city": "0408 0409",
        "suburb": "0407",
        "park": "0307",
        "airfield": "0207",
        "lake": "1203 1204",
        "sea": "1201 1202",
        "haff": "1101",
    },
    "level": {"1": "0101 0102 0201 0301", "2": "0101 0201"},
    "overlay": {"fort": "0408", "station": "0505", "woods": "1006"},
    "hexside": {
        "stream": "0502/0602 0502/0603 0503/0603 0503/0604",
        "major_river": "0504/0604 0504/0605 0505/0605 0505/0606",
        "river": "1102/1103 1003/1102 1002/1003",
        "canal": "0208/0308",
        "moat": "0408/0508",
        "border": "0105/0205 0105/0206",
        "line": "0605/0606 0705/0606",
        "festung": "0807/0808",
        "embankment": "0109/0209",
        "lake_side": "0902/1003",
    },
    "path": {
        "road": {"a": "0105 0205 0304 0404 0504 0604 0704", "b": "0505 0504 0503"},
        "main_road": {"c": "0505 0605 0705 0806 0905"},
        "motorway": {"d": "0109 0209 0308 0408 0507"},
        "track": {"e": "0807 0806"},
        "railroad": {"f": "0304 0404 0504 0604 0704 0804", "g": "0505 0504"},
        "narrow_gauge": {"h": "0804 0903"},
        "broad_gauge": {"i": "0905 0806 0706"},
    },
    "edge": {"road": "0105/W", "motorway": "0109/S"},
    "place": {
        "0505": {"name": "Adorf & Söhne", "kind": "town"},
        "0408": {"name": "Festung", "kind": "city"},
        "0807": {"name": "Klein Bedorf", "kind": "village"},
        "0607": {"name": "Cehof", "kind": "hamlet"},
        "0606": {"name": "Dehof", "kind": "hamlet"},
        "0903": {"name": "Halt", "kind": "station"},
    },
    "label": [
        {"name": "Große Oder", "hexes": "0604 0505 0605"},
        {"name": "Bruch", "hexes": "0902 0903", "kind": "region"},
        {"name": "See", "hexes": "1203", "kind": "lake"},
    ],
    "mark": {"objective": "0505", "entry_A": "0103 0104", "supply_east": "1207", "elsewhere": "0909"},
    "drawn": {"old arm": "0802/0803", "spit": "1101/1201"},
}


def make_board(**changes: Any) -> Board:
    grid = {**MAP["grid"], **changes.pop("grid", {})}
    file = msgspec.convert({**MAP, "grid": grid, **changes}, MapFile)
    return Board(file, lambda key, why: ValueError(f"{key}: {why}"))


def bare_board(grid: dict[str, Any], **tables: Any) -> Board:
    """A board of clear ground with nothing but what is named."""
    file = msgspec.convert({"grid": grid, "default": "clear", "terrain": {}, **tables}, MapFile)
    return Board(file, lambda key, why: ValueError(f"{key}: {why}"))


def face(game: AnyWargame, unit: Unit) -> Face:
    nationality = "german" if unit.side == "german" else "soviet"
    return Face(
        nationality=nationality,
        symbol="infantry",
        size="II",
        label=str(unit.id),
        formation="9",
        values="4-5",
        name=f"battalion {unit.id}",
    )


def back(game: AnyWargame, look: str) -> Face:
    return Face(nationality=look or "german", symbol="", name="hidden")


def make_game(board: Board) -> AnyWargame:
    def begin(s: AnyState) -> Frame:
        raise NotImplementedError

    def view(s: AnyState, side: Side | None) -> Seen:
        raise NotImplementedError

    return Wargame(
        name="small",
        title="Small & Short",
        package="tests",
        version="1",
        about="",
        sides=(Side("german"), Side("soviet")),
        scenarios={"one": Scenario("First", "", 3, Side("german"), turn_names=("dawn", "day", "dusk"))},
        options={},
        rules={},
        state=State,
        unit=Unit,
        begin=begin,
        view=view,
        names={"german": "German"},
        board=board,
        walker=Walker(board),
        counters={},
        face=face,
        back=back,
        steps=lambda game, unit: 1,
    )


def make_view(**facts: Any) -> View:
    units = (
        Unit(UnitId("g1"), Side("german"), Hex(504)),
        Unit(UnitId("g2"), Side("german"), Hex(504)),
        Unit(UnitId("s1"), Side("soviet"), Hex(604)),
        Unit(UnitId("off"), Side("soviet"), box="eliminated"),
    )
    return View(
        game="small",
        scenario="one",
        setting={},
        side=Side("german"),
        turn=2,
        deciding=Side("german"),
        decision="",
        about=Subject(),
        units=tuple(msgspec.to_builtins(unit) for unit in units),
        stacks={"504": ("g1", "g2"), "604": ("s1", ""), "705": ("",)},
        backs=(
            Back(Side("soviet"), Hex(604), "", "soviet"),
            Back(Side("soviet"), Hex(705), "", "soviet"),
            Back(Side("soviet"), Hex(0), "reserve", "soviet"),
        ),
        facts=facts,
        ended=None,
    )
