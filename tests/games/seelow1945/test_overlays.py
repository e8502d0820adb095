"""One odds surface: a value that an owner lays over ours moves the forecast and the bots' judgement alike."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from bridgehead.bots.judges.seelow1945 import SeelowJudge
from bridgehead.core.actions import Commit
from bridgehead.core.data import DataError
from bridgehead.core.outcomes import outcomes
from bridgehead.core.play import decision, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import build_game, load_game
from bridgehead.games.seelow1945.model.game import Seelow
from bridgehead.games.seelow1945.model.state import State
from bridgehead.games.seelow1945.rules.antitank import AntitankPhase, PlanFire
from bridgehead.games.seelow1945.rules.artillery import BarragePhase, PlanBarrage
from bridgehead.games.seelow1945.rules.combat import CombatPhase, PlanAttack
from bridgehead.hexes.board import Board
from tests.games.seelow1945.field import DAWN, DAY, GRR, INF, KAG, PZ, RR, SOVIET, TB
from tests.support import stand

Tables = Mapping[str, Mapping[str, object]]

WEIGHED: Tables = {
    "combat": {
        "stream": -1,
        "per_level": -2,
        "attacker_armor": 2,
        "defender_armor": -2,
        "disrupted": -1,
        "dusk_dawn": 1,
    },
    "antitank": {"stream_divisor": 3, "level_divisor": 3, "dusk_dawn": 1, "column_shift": 1},
    "morale": {"disrupted": -1},
    "terrain.village": {"shift": -2, "halves_barrage": False},
    "terrain.town": {"shift": -1},
    "terrain.woods": {"shift": -1},
    "terrain.swamp": {"shift": -1},
    "combat_results": {"columns": ["1:3", "1:2", "1:1", "4:3", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1"]},
    "combat_results.rows": {
        "1": ["DE"] * 10,
        "3": ["-"] * 10,
        "6": ["AE D5c"] * 10,
    },
    "fire_table": {"column_min": [1, 2, 4, 5, 6, 8, 11, 15, 20, 26]},
    "fire_table.rows": {"2": ["E"] * 10, "5": ["-"] * 10},
}
"""What forecasts and judgement both read, with another value for each."""

LEFT_TO_THE_ENGINE: Tables = {
    "antitank": {"disrupted": 0},
    "barrage": {"cover_divisor": 3, "dusk_dawn": 1, "column_shift": 3, "column_shift_kustrin_soviet": -3},
}
"""What the judge does not weigh: it sums fire against stacks and not against one disrupted unit of them, and
barrages come in a bot's own phase, where it plays them out by the rules and judges what came of them."""

MODELS = {
    "GRR": "full = [7, 3, 4, 4]",
    "RR": "full = [4, 5, 3, 4]",
    "IB3": "full = [3, 2, 5, 4]",
}


def laid_over(folder: Path, file: str, text: str) -> Seelow:
    (folder / "seelow1945").mkdir(exist_ok=True)
    (folder / "seelow1945" / f"{file}.toml").write_text(text, encoding="utf-8")
    game = build_game("seelow1945", folder)
    assert isinstance(game, Seelow)
    return game


def pair(board: Board, terrain: str = "clear", higher: int = 0) -> tuple[Hex, Hex]:
    """A hex of a terrain and one next to it, so many levels lower, dry between them."""
    return next(
        (hex, at)
        for hex in board.hexes
        if board.terrain[hex] == terrain
        for at in board.near[hex]
        if board.level[hex] - board.level[at] == higher
        and not board.has("stream", at, hex)
        and not board.has("river", at, hex)
    )


def duels(game: Seelow, turn: int) -> Iterator[State]:
    """Small fights: every terrain, water, a slope, armor on either side, a disrupted defender; then fire."""

    def field(scenario: str = "seelow") -> State:
        s: State = setup(game, scenario, 1)
        for unit in list(s.units.values()):
            s.send(unit.id, "aside")
        s.set(turn=turn, phase="movement", actor=SOVIET)
        return s

    def assault(hex: int, at: int, attacker: str, *defenders: str, disrupted: bool = False) -> State:
        s = field()
        stand(s, hex, *defenders, disrupted=disrupted)
        stand(s, at, attacker)
        s.flow = (CombatPhase(SOVIET), PlanAttack(SOVIET, Hex(hex), (UnitId(attacker),)))
        return s

    def shot(hex: int, at: int, firer: str, disrupted: bool = False) -> State:
        s = field()
        stand(s, hex, PZ, disrupted=disrupted)
        stand(s, at, firer)
        shots = ((UnitId(PZ), (UnitId(firer),)),)
        s.flow = (AntitankPhase(SOVIET), PlanFire(SOVIET, Hex(hex), shots))
        return s

    def barrage(scenario: str, hex: int, at: int) -> State:
        s = field(scenario)
        stand(s, hex, INF if scenario == "seelow" else "ge_kus_vs")
        stand(s, at, KAG if scenario == "seelow" else "su_32kag")
        s.flow = (BarragePhase(SOVIET), PlanBarrage(SOVIET, Hex(hex), (UnitId("su_32kag"),)))
        return s

    board = game.board
    clear, slope, canal = pair(board), pair(board, higher=1), (Hex(1810), Hex(1909))
    for terrain in ("village", "town", "woods", "swamp"):
        yield assault(*pair(board, terrain), GRR, INF)
    yield assault(*clear, TB, INF)
    yield assault(*clear, GRR, INF, PZ)
    yield assault(*clear, GRR, INF, disrupted=True)
    yield assault(*canal, GRR, INF)
    yield assault(*slope, GRR, INF)
    yield shot(*clear, RR)
    yield shot(*clear, TB, disrupted=True)
    yield shot(*canal, TB)
    yield shot(*slope, TB)
    yield barrage("seelow", *clear)
    yield barrage("seelow", *pair(board, "village"))
    yield barrage("kustrin", 2002, 2003)


def foretold(game: Seelow) -> list[object]:
    """What players are shown of the duels, by day and at dawn: forecasts, odds, and what may come of them."""
    found: list[object] = []
    for turn in (DAY, DAWN):
        for s in duels(game, turn):
            frame = decision(s)
            found.append(frame.forecast(s))
            if isinstance(frame, PlanAttack):
                found.append(game.odds(s, frame.attackers, frame.hex))
                found.append(game.odds(s, (), frame.hex))
            found += [(one.chance, one.state.key()) for one in outcomes(s, Commit())]
    return found


def judged(game: Seelow) -> list[object]:
    """What a bot makes of the same positions."""
    found: list[object] = []
    judge = SeelowJudge(game)
    for turn in (DAY, DAWN):
        for s in duels(game, turn):
            judge.begin_decision(judge.new_memory())
            found += [judge.standing(s, SOVIET), judge.prospects(s, SOVIET)]
    return found


@cache
def ours() -> tuple[list[object], list[object]]:
    return foretold(our_game()), judged(our_game())


def our_game() -> Seelow:
    game = load_game("seelow1945")
    assert isinstance(game, Seelow)
    return game


def each(tables: Tables) -> list[tuple[str, str]]:
    """By name of the value: an overlay that changes it alone."""
    return [
        (f"{table}.{name}", f'[{table}]\n"{name}" = {toml(value)}')
        for table, values in tables.items()
        for name, value in values.items()
    ]


def toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize(("name", "text"), each(WEIGHED))
def test_a_table_value_moves_forecast_and_judgement(tmp_path: Path, name: str, text: str) -> None:
    game = laid_over(tmp_path, "tables", text)
    forecast, judgement = ours()
    assert foretold(game) != forecast
    assert judged(game) != judgement


@pytest.mark.parametrize(
    ("name", "text"), each(LEFT_TO_THE_ENGINE), ids=lambda value: value.partition("\n")[0]
)
def test_values_the_judge_leaves_to_the_engine(tmp_path: Path, name: str, text: str) -> None:
    game = laid_over(tmp_path, "tables", text)
    forecast, judgement = ours()
    assert foretold(game) != forecast
    assert judged(game) == judgement, "if it is weighed by now, say so above"


@pytest.mark.parametrize("model", MODELS)
def test_a_counters_value_moves_forecast_and_judgement(tmp_path: Path, model: str) -> None:
    game = laid_over(tmp_path, "units", f"[model.{model}]\n{MODELS[model]}")
    forecast, judgement = ours()
    assert foretold(game) != forecast
    assert judged(game) != judgement


@pytest.mark.rule("11.42a", "11.44", "12.42b")
def test_victory_points_move_the_judgement(tmp_path: Path) -> None:
    """What the scenarios count is read where the judge counts it."""
    game = laid_over(
        tmp_path,
        "tables",
        "[victory.kustrin]\nconnected = 7\neliminated = 2\n[victory.seelow]\nlocalities = 4",
    )
    judge, plain = SeelowJudge(game), SeelowJudge(build_game("seelow1945", None))  # type: ignore[arg-type]  # it is ours
    assert judge.localities_worth(3) < plain.localities_worth(3)
    worths = []
    for one in (judge, plain):
        s = setup(one.game, "kustrin", 1)
        s.set(turn=DAY)
        stand(s, 3102, "ge_kus_vs")
        s.eliminate(
            UnitId(RR) if UnitId(RR) in s.units else next(u for u in s.units if s.units[u].side == SOVIET)
        )
        worths.append({term.name: term.worth for term in one.standing(s, SOVIET)})
    assert worths[0]["killed"] == 2 * worths[1]["killed"]
    assert worths[0]["ground"] < worths[1]["ground"]


@pytest.mark.parametrize(
    ("file", "text", "key"),
    [
        ("units", "[model.RR]\nfull = [0, 2, 3, 4]", "model.RR"),
        ("units", "[model.RR]\nfull = [4, -2, 3, 4]", "model.RR.full.1"),
        ("tables", "[antitank]\nstream_divisor = 0", "antitank.stream_divisor"),
        ("tables", "[antitank]\nlevel_divisor = 0", "antitank.level_divisor"),
        ("tables", "[barrage]\ncover_divisor = 0", "barrage.cover_divisor"),
        ("tables", "[movement]\nnight_divisor = 0", "movement.night_divisor"),
        ("tables", "[stacking]\nsoviet = 0", "stacking.soviet"),
        ("tables", '[combat_results]\ncolumns = ["1:0"]', "combat_results.columns"),
        ("tables", '[combat_results]\ncolumns = ["2:1", "1:1"]', "combat_results.columns"),
        ("tables", "[fire_table]\ncolumn_min = [0, 2, 3, 4, 6, 8, 11, 15, 20, 26]", "fire_table.column_min"),
        ("tables", '[fire_table.rows]\nx = ["-"]', "fire_table.rows"),
        ("tables", '[turns]\n14 = { kind = "day", label = "Day", clock = "" }', "turns"),
        ("tables", "[victory.seelow]\nearly_turn = 0", "victory.seelow.early_turn"),
    ],
)
def test_absurd_figures_are_refused_by_file_and_key(tmp_path: Path, file: str, text: str, key: str) -> None:
    with pytest.raises(DataError) as raised:
        laid_over(tmp_path, file, text)
    assert raised.value.key == key
    assert raised.value.file.endswith(f"{file}.toml")
