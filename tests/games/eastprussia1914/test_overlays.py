"""An owner's figures count everywhere: change a value of the tables and both forecast and judge move."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bridgehead.bots.judges import judge_of
from bridgehead.core.data import DataError
from bridgehead.core.flow import Forecast
from bridgehead.core.play import decision
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games import build_game
from bridgehead.games.eastprussia1914.model.state import COMMAND_MODE, State
from bridgehead.games.eastprussia1914.rules.activation import Activation
from bridgehead.games.eastprussia1914.rules.combat import AssembleAttack, CombatSegment
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.toolkit.combat import Odds
from tests.games.eastprussia1914.table import GERMAN, NAME, RUSSIAN, ask, bare, chit, stand, units

ATTACKERS = units("G-35", "G-36", "G-1/1")
MOVING, FIGHTING = 5, 6
"""How many parts of an activation are behind it once its units move, and once they fight."""

PLACES = {"clear": 3814, "rough": 0, "woods": 0, "marsh": 0, "city": 3314, "town": 3614, "fort": 2113}
"""Where the defenders stand; 0 for the first hex of that terrain far from the frontier."""

DEFENDED = {
    "[terrain]\nrough = { foot = 2, horse = 2, hq = 2, shift = 4 }": "rough",
    "[terrain]\nwoods = { foot = 2, horse = 2, hq = 2, shift = 4 }": "woods",
    "[terrain]\nmarsh = { foot = 2, horse = 3, hq = 3, shift = 4 }": "marsh",
    "[terrain]\nclear = { foot = 1, horse = 1, hq = 1, shift = 3 }": "clear",
    "[works]\ncity = { enter = 1, shift = 4 }": "city",
    "[works]\ntown = { enter = 1, shift = 3 }": "town",
    "[works]\nfort = { enter = 0, shift = 3 }": "fort",
    "[command]\ndefence_shift_most = 0": "clear",
}
"""Shifts and their limit, each with a place where it counts."""

COUNTERS = (
    "[unit.G-35]\nfull = [12, 7, 4]",
    "[unit.G-35]\nfull = [1, 7, 4]",
    "[unit.R-25]\nfull = [6, 20, 4]",
    "[hq.G-HQ-XVII]\nratio_shift = 0\n[hq.G-HQ-XX]\nratio_shift = 0\n[hq.G-HQ-IR]\nratio_shift = 0",
    "[hq.R-HQ-III]\nratio_shift = 0",
    "[hq.G-HQ-XVII]\ncommand_range = 0\nmovement_mode_range = 0",
)

COLUMNS = ("1:2", "1:1", "1.5:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")

NOT_WEIGHED = {
    "command.independents": "who may be activated shows in the options, not in a position's worth",
    "stacking": "a full hex shows in the options",
    "strategic, rail_cost, turn.rail_points": "how far a unit may go shows in the options",
    "supply.attrition": "a weight of the judge (STARVED) stands for what hunger takes",
    "retreat": "the judge counts how likely a hex is cleared, not where its defenders go",
    "entry, replacement, turn": "they come up in decisions of their own",
}
"""Values that the judge deliberately does not weigh."""


def laid(folder: Path, file: str, text: str) -> Path:
    home = folder / NAME
    home.mkdir(exist_ok=True)
    (home / f"{file}.toml").write_text(text, encoding="utf-8")
    return folder


def place(s: State, kind: str) -> Hex:
    if PLACES[kind]:
        return Hex(PLACES[kind])
    board = s.ground.board
    free = (hex for hex in board.hexes if board.terrain[hex] == kind and hex not in s.ground.settlements)
    return next(hex for hex in free if all(s.ground.dry[hex * 6 + d] for d in range(6)))


def assault(kind: str, data: Path | None = None) -> State:
    """Two Russian divisions (a German one in its fortress) and those about to attack them."""
    s: State = bare(NAME, "campaign", 1, data)
    s.set(event=0, turn=6, cup=(), tracks={"rail_german": 8, "rail_russian": 4})
    hex = place(s, kind)
    here = s.ground.board.near[hex][3]
    if kind == "fort":
        stand(s, hex, "G-35")
        stand(s, here, "R-25", "R-27")
        return fight(s, RUSSIAN, "R-HQ-III", here, hex, units("R-25", "R-27"))
    stand(s, hex, "R-25", "R-27")
    stand(s, s.ground.board.near[hex][0], "R-HQ-III", mode=COMMAND_MODE)
    stand(s, here, *ATTACKERS)
    return fight(s, GERMAN, "G-HQ-XVII", here, hex, ATTACKERS)


def fight(s: State, side: str, hq: str, here: Hex, target: Hex, attackers: tuple[UnitId, ...]) -> State:
    stand(s, here, hq, mode=COMMAND_MODE)
    owner = s.units[UnitId(hq)].side
    found: State = ask(
        s,
        Activation(side=owner, chit=chit(hq), hq=UnitId(hq), units=attackers, at=FIGHTING),
        CombatSegment(owner, UnitId(hq), attackers),
        AssembleAttack(owner, UnitId(hq), target, attackers, attackers),
    )
    return found


def foretold(s: State) -> tuple[Odds | None, Forecast | None]:
    frame = s.flow[-1]
    assert isinstance(frame, AssembleAttack)
    return s.game.odds(s, frame.attackers, frame.target), decision(s).forecast(s)


def judged(s: State) -> tuple[float, ...]:
    """What the judge says in the Combat Segment, and what it would have said before the units moved."""
    judge = judge_of(s.game)
    before = s.clone()
    if isinstance(s.flow[0], Activation):
        act = s.flow[0]
        before.flow = (replace(act, at=MOVING), MovementSegment(act.side, act.hq, act.units))
    found: list[float] = []
    for each in (s, before):
        judge.begin_decision(judge.new_memory())
        terms = (judge.standing(each, GERMAN), judge.prospects(each, GERMAN), judge.prospects(each, RUSSIAN))
        found.extend(term.worth for group in terms for term in group)
    return tuple(found)


@cache
def ours(kind: str) -> tuple[tuple[Odds | None, Forecast | None], tuple[float, ...]]:
    s = assault(kind)
    return foretold(s), judged(s)


def test_the_odds_are_those_of_the_forecast() -> None:
    for kind in PLACES:
        odds, forecast = ours(kind)[0]
        assert odds is not None and forecast is not None
        assert (str(odds.attack), str(odds.defence)) == (forecast.attack, forecast.defence)
        assert forecast.modifiers == odds.modifiers
        assert not forecast.column or forecast.columns.index(forecast.column) == odds.column


def test_a_hex_tells_how_it_defends() -> None:
    s = assault("town")
    found = s.game.odds(s, (), Hex(PLACES["town"]))
    assert found is not None and found.column < 0 and found.attack == 0
    assert {"town"} <= {modifier.because for modifier in found.modifiers}
    assert s.game.odds(s, (), Hex(2025)) is None
    assert s.game.odds(s, units("R-1"), Hex(PLACES["town"])) is None


@pytest.mark.parametrize("text", DEFENDED)
def test_shifts_of_the_tables(text: str, tmp_path: Path) -> None:
    s = assault(DEFENDED[text], laid(tmp_path, "tables", text))
    assert foretold(s) != ours(DEFENDED[text])[0]
    assert judged(s) != ours(DEFENDED[text])[1]


@pytest.mark.parametrize("text", COUNTERS)
def test_figures_of_counters(text: str, tmp_path: Path) -> None:
    s = assault("clear", laid(tmp_path, "units", text))
    assert foretold(s) != ours("clear")[0]
    assert judged(s) != ours("clear")[1]


@pytest.mark.parametrize("column", COLUMNS)
def test_results_of_combat(column: str, tmp_path: Path) -> None:
    data = laid(tmp_path, "tables", f'[crt.column]\n"{column}" = "D3r3 D3r3 D3r3 D3r3 D3r3 D3r3"')
    assert foretold(assault("clear", data)) != ours("clear")[0]
    assert judged(front(data)) != judged(front())


@pytest.mark.parametrize(
    "text", ['"2.5:1" = "A1 A1/D1 A1*/Dr1 D1r1 D1r1 D1r2"', '"9:1" = "D3r3 D3r3 D3r3 D3r3 D3r3 D3r3"']
)
def test_a_column_more(text: str, tmp_path: Path) -> None:
    data = laid(tmp_path, "tables", f"[crt.column]\n{text}")
    assert foretold(assault("clear", data)) != ours("clear")[0]
    assert judged(front(data)) != judged(front())


def front(data: Path | None = None) -> State:
    """Fights at all odds, far from one another."""
    s: State = bare(NAME, "campaign", 1, data)
    s.set(event=0, turn=6, cup=(), tracks={"rail_german": 8, "rail_russian": 4})
    russians = iter(u.id for u in s.units.values() if u.side == RUSSIAN and "HQ" not in u.id)
    germans = iter(units("G-1", "G-2", "G-35", "G-36", "G-37", "G-41", "G-1R", "G-36R", "G-3R", "G-35R"))
    for count, hex in enumerate((3814, 3820, 2532, 2026, 1430, 3026, 1033, 1520), 1):
        stand(s, hex, next(germans))
        for _ in range(count // 2 + 1):
            stand(s, s.ground.board.near[hex][3], next(russians))
    for hex, germans_there in ((632, ("G-22", "G-38")), (1712, ("G-3Gd", "G-1GdR", "G-3R"))):
        stand(s, hex, next(russians), steps=1)
        stand(s, s.ground.board.near[hex][3], *germans_there)
    s.flow = (CombatSegment(GERMAN, UnitId(""), ()),)
    return s


@pytest.mark.parametrize(
    "text",
    [
        "[supply]\ncombat_unit_line = 0\nhq_line = 0",
        '[victory_hex]\n"3614" = 9',
        "[victory_unit]\nrussian_division = 7",
        "[terrain]\nclear = { foot = 3, horse = 1, hq = 1, shift = 0 }",
    ],
)
def test_what_the_judge_weighs_besides(text: str, tmp_path: Path) -> None:
    assert judged(front(laid(tmp_path, "tables", text))) != judged(front())


@pytest.mark.parametrize(
    ("file", "text", "key"),
    [
        ("units", "[unit.G-35]\nfull = [5, 0, 4]", "unit.G-35.full"),
        ("units", "[unit.G-35]\nreduced = [-1, 2, 4]", "unit.G-35.reduced"),
        ("tables", '[crt.column]\n"0:1" = "A1 A1 A1 A1 A1 A1"', "crt.column.0:1"),
        ("tables", '[crt.column]\n"1:0" = "A1 A1 A1 A1 A1 A1"', "crt.column.1:0"),
        ("tables", '[crt.column]\n"4:2" = "A1 A1 A1 A1 A1 A1"', "crt.column.4:2"),
        ("tables", "[movement]\nroad = 0", "movement.road"),
        ("tables", "[stacking]\ncombat_units = 0", "stacking.combat_units"),
        ("tables", '[retreat]\ngerman = ["W"]', "retreat.german"),
        ("tables", "[supply]\nattrition = [0]", "supply.attrition"),
    ],
)
def test_absurd_figures_are_refused_by_name(file: str, text: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as wrong:
        build_game(NAME, laid(tmp_path, file, text))
    assert key in wrong.value.key and file in wrong.value.file


def test_what_is_not_weighed_says_why() -> None:
    assert all(NOT_WEIGHED.values())
