"""What is recorded of a game, the chances of fights, luck and when a game was decided."""

import json
from typing import Any

import polars as pl
import pytest

from bridgehead.core.actions import Attack, Pick
from bridgehead.core.chance import MASK
from bridgehead.core.events import Fight, PhaseBegan, Rolled
from bridgehead.core.play import options, push, setup
from bridgehead.core.values import Die, Hex, Side, UnitId
from bridgehead.lab.analysis.decisive import Decided, Unknown, when_decided
from bridgehead.lab.analysis.fights import column_order, fights_by_column, luck, worth_of_results
from bridgehead.lab.analysis.tables import frame
from bridgehead.lab.playing.chances import bits_from, chances, draws_between
from bridgehead.lab.playing.hexcounts import HexCounts
from bridgehead.lab.playing.recorder import GameRecorder, play_games
from bridgehead.lab.playing.rows import FightRow, GameRow, TurnRow
from bridgehead.lab.playing.shards import Shard
from bridgehead.lab.study.cells import cells_of
from bridgehead.lab.study.definition import Study
from bridgehead.testing.toy import rules, toy

GAME = toy()
SIDES = ("red", "blue")
CELL = cells_of(Study(game="bridgehead.testing.toy", games=1))[0]


def test_draws_are_counted_and_known_again() -> None:
    s = setup(GAME, "toy", 99)
    seed = s.seed
    rolled = [s.roll(6) for _ in range(7)]
    assert draws_between(seed, s.seed) == 7
    assert [(bits * 6 >> 64) + 1 for bits in bits_from(seed, 7)] == rolled
    assert draws_between(MASK, MASK) == 0


def attack_ready() -> Any:
    s = setup(GAME, "toy", 5)
    push(s, options(s)[0])
    s.put(UnitId("r0"), Hex(402))
    push(s, Pick(UnitId("r0")))
    return s, next(action for action in options(s) if isinstance(action, Attack))


def test_chances_are_those_of_the_rules() -> None:
    s, attack = attack_ready()
    before = s.clone()
    found = chances(s, attack, rules.Attacked, 0, ())
    assert found == pytest.approx({"hit": 1 / 2, "miss": 1 / 2})
    assert s.same_as(before)
    known = chances(s, attack, rules.Attacked, 0, (MASK,))
    assert known == {"hit": 1.0}


def test_fights_are_kept_with_their_chances() -> None:
    shard = play_games(CELL, range(40))
    assert shard.fights
    for fight in shard.fights:
        assert json.loads(fight.chances) == pytest.approx({"hit": 1 / 2, "miss": 1 / 2}, abs=1e-6)
        assert fight.result == ("hit" if int(fight.dice) >= 4 else "miss")
    assert sum(map(sum, shard.dice.values())) == len(shard.fights)
    rows = frame(FightRow, shard.fights)
    (column,) = fights_by_column(rows)
    assert column.fights == len(shard.fights)
    expected = {each.result: each.expected for each in column.results}
    assert expected["hit"] == pytest.approx(len(shard.fights) / 2, abs=1e-3)
    lucky = luck(frame(GameRow, shard.games), rows, SIDES, worth_of_results(rows))
    assert lucky.fights == len(shard.fights)
    both = [lucky.sides[side].mean[0] for side in SIDES]
    assert both[0] == pytest.approx(-both[1])


def test_a_die_belongs_to_whom_the_event_names_or_whose_units_roll_it() -> None:
    recorder = GameRecorder(CELL, 0, Shard(), HexCounts(CELL))
    attacked = rules.Attacked(UnitId("b1"), Hex(303), Die(4), "hit")
    assert recorder.acting(attacked, attacked.fight(), "red") == "blue"
    assert recorder.acting(attacked, Fight(result="hit", side=Side("red")), "blue") == "red"
    assert recorder.acting(PhaseBegan(Side("blue"), "rest"), None, "red") == "blue"
    assert recorder.acting(Rolled(Die(3)), None, "red") == "red"


def test_dice_without_a_fight_are_counted_all_the_same() -> None:
    shard = Shard()
    recorder = GameRecorder(CELL, 0, shard, HexCounts(CELL))
    recorder.notice(Rolled(Die(3)), "red")
    assert shard.dice == {"red": [0, 0, 1, 0, 0, 0]}
    assert shard.fights == []


def test_what_happens_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    shard = Shard()
    monkeypatch.setattr(Rolled, "happening", lambda self: "rain")
    GameRecorder(CELL, 0, shard, HexCounts(CELL)).notice(Rolled(Die(3)), "red")
    assert [(row.kind, row.label) for row in shard.happenings] == [("Rolled", "rain")]


def test_columns_stand_in_their_order() -> None:
    columns = ["7-1+", "1:1", "3-4", "1-2", "26+", "2-1"]
    assert sorted(columns, key=column_order)[0] == "1-2"
    assert sorted(["3:1", "1:3", "1.5:1", "1:1"], key=column_order) == [
        "1:3",
        "1:1",
        "1.5:1",
        "3:1",
    ]
    assert sorted(["26+", "4-5", "1", "15-19"], key=column_order) == ["1", "4-5", "15-19", "26+"]


def decided_games(turn_of_truth: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Eighty games in which red's strength tells the winner from one turn on."""
    games, turns = [], []
    for number in range(80):
        won = (number * 7919) % 2 == 0
        games.append(
            GameRow("v", "s", number, 1, "red" if won else "blue", "Won", "1", 5, 9, 0.0, "", "{}", 0, 0)
        )
        for turn in range(1, 6):
            noise = (number * 31 + turn * 17) % 5
            steps = 20 + noise + (20 if won and turn >= turn_of_truth else 0)
            for side, strength in (("red", steps), ("blue", 25)):
                turns.append(
                    TurnRow(
                        "v", "s", number, turn, side, 3, strength, strength, 0, 0, 0, 0, 0, 0, '{"vp": 1}'
                    )
                )
    return frame(GameRow, games), frame(TurnRow, turns)


def test_a_game_is_decided_when_the_position_tells_the_winner() -> None:
    found = when_decided(*decided_games(3), SIDES)
    assert isinstance(found, Decided)
    assert found.median == 3
    right = {each.turn: each.right for each in found.foretold}
    assert right[1] < 0.8
    assert right[3] == 1.0
    assert max(right) == 4


def test_too_few_or_too_plain_games_are_not_judged() -> None:
    games, turns = decided_games(3)
    few = games.head(10)
    assert "too few" in why(when_decided(few, turns, SIDES))
    plain = games.with_columns(pl.lit("red").alias("winner"))
    assert "decided before it begins" in why(when_decided(plain, turns, SIDES))


def why(found: Decided | Unknown) -> str:
    assert isinstance(found, Unknown)
    return found.why
