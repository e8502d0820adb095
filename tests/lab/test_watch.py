"""What is read from events, the chances of fights, luck and when a game was decided."""

import json
from typing import Any

import polars as pl
import pytest

from bridgehead.core.actions import Attack, Pick
from bridgehead.core.chance import MASK
from bridgehead.core.events import Event
from bridgehead.core.play import options, push, setup
from bridgehead.core.values import ChitId, Hex, Side, UnitId
from bridgehead.games.budziszyn1945.model import events as three_sided
from bridgehead.lab import reading
from bridgehead.lab.chances import bits_from, chances, draws_between
from bridgehead.lab.decided import when_decided
from bridgehead.lab.figures import column_order, fights_by_column, luck, worth_of_results
from bridgehead.lab.rows import FightRow, GameRow, Kept, TurnRow
from bridgehead.lab.study import Study, cells_of
from bridgehead.lab.tables import frame
from bridgehead.lab.watch import play_games
from tests.toy import rules, toy

GAME = toy()
SIDES = ("red", "blue")


class Fought(Event, frozen=True):
    words = "{units} attack {hex}: {die}, {result}."
    units: tuple[UnitId, ...]
    hex: Hex
    column: str
    die: int
    result: str


class Barrage(Event, frozen=True):
    side: Side
    target: tuple[Hex, ...]
    first: int
    second: int
    attacker: str
    defender: str


class Counted(Event, frozen=True):
    first: int
    second: int
    number: int


class Weather(Event, frozen=True):
    roll: int
    title: str


class Drawn(Event, frozen=True):
    chit: ChitId


def test_events_are_read_by_the_names_of_their_fields() -> None:
    s = setup(GAME, "toy", 1)
    fought = Fought((UnitId("b1"),), Hex(303), "2:1", 4, "D1")
    assert reading.reading(Fought).fight
    assert reading.dice_in(fought) == [4]
    assert (reading.place_in(fought), reading.column_in(fought)) == (303, "2:1")
    assert reading.side_in(s, fought, SIDES, "red") == "blue"
    barrage = Barrage(Side("red"), (Hex(502), Hex(503)), 2, 6, "A1", "no effect")
    assert reading.dice_in(barrage) == [2, 6]
    assert reading.place_in(barrage) == 502
    assert reading.result_in(barrage) == "A1 / no effect"
    assert reading.side_in(s, barrage, SIDES, "blue") == "red"
    assert not reading.reading(Counted).dice
    assert reading.happening_in(Weather(7, "Rain")) == "Rain"
    assert reading.happening_in(Drawn(ChitId("hq_1"))) == "hq_1"
    assert reading.happening_in(fought) == ""


def test_where_three_fight_every_fight_says_who_attacks() -> None:
    kinds = [
        kind for kind in vars(three_sided).values() if isinstance(kind, type) and issubclass(kind, Event)
    ]
    fights = [kind for kind in kinds if kind is not Event and reading.reading(kind).fight]
    assert len(fights) == 2
    assert all(reading.reading(kind).side for kind in fights)


def test_draws_are_counted_and_known_again() -> None:
    s = setup(GAME, "toy", 99)
    seed = s.seed
    rolled = [s.roll(6) for _ in range(7)]
    assert draws_between(seed, s.seed) == 7
    assert [(bits * 6 >> 64) + 1 for bits in bits_from(seed, 7)] == rolled
    assert draws_between(MASK, MASK) == 0


@pytest.fixture
def fighting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game, telling of its attacks as the real games do."""

    def told(die: int) -> Event:
        return Fought((UnitId("r0"),), Hex(303), "1:1", die, "hit" if die >= 5 else "miss")

    monkeypatch.setattr(rules, "Rolled", told)


def attack_ready() -> Any:
    s = setup(GAME, "toy", 5)
    push(s, options(s)[0])
    s.put(UnitId("r0"), Hex(402))
    push(s, Pick(UnitId("r0")))
    return s, next(action for action in options(s) if isinstance(action, Attack))


def test_chances_are_those_of_the_rules(fighting: None) -> None:
    s, attack = attack_ready()
    before = s.clone()
    found = chances(s, attack, Fought, 0, ())
    assert found == pytest.approx({"hit": 1 / 3, "miss": 2 / 3})
    assert s.same_as(before)
    known = chances(s, attack, Fought, 0, (MASK,))
    assert known == {"hit": 1.0}


def test_fights_are_kept_with_their_chances(fighting: None) -> None:
    cell = cells_of(Study(game="tests.toy", games=1))[0]
    kept = play_games(cell, range(40))
    assert kept.fights
    for fight in kept.fights:
        assert json.loads(fight.chances) == pytest.approx({"hit": 1 / 3, "miss": 2 / 3}, abs=1e-6)
        assert fight.side == "red"
        assert fight.result == ("hit" if int(fight.dice) >= 5 else "miss")
    assert sum(map(sum, kept.dice.values())) == len(kept.fights)
    rows = frame(FightRow, kept.fights)
    (column,) = fights_by_column(rows)
    assert column["fights"] == len(kept.fights)
    expected = {each["result"]: each["expected"] for each in column["results"]}
    assert expected["hit"] == pytest.approx(len(kept.fights) / 3, abs=1e-3)
    lucky = luck(frame(GameRow, kept.games), rows, SIDES, worth_of_results(rows))
    assert lucky["fights"] == len(kept.fights)
    both = [lucky["sides"][side]["mean"][0] for side in SIDES]
    assert both[0] == pytest.approx(-both[1])


def test_bare_dice_of_an_attack_count_as_a_fight_without_result() -> None:
    cell = cells_of(Study(game="tests.toy", games=1))[0]
    kept: Kept = play_games(cell, range(40))
    assert kept.fights
    assert {fight.result for fight in kept.fights} == {""}
    assert {fight.chances for fight in kept.fights} == {""}
    assert all(fight.hex for fight in kept.fights)


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
    assert found["known"]
    assert found["median"] == 3
    right = {each["turn"]: each["right"] for each in found["foretold"]}
    assert right[1] < 0.8
    assert right[3] == 1.0
    assert max(right) == 4


def test_too_few_or_too_plain_games_are_not_judged() -> None:
    games, turns = decided_games(3)
    few = games.head(10)
    assert "too few" in when_decided(few, turns, SIDES)["why"]
    plain = games.with_columns(pl.lit("red").alias("winner"))
    assert "decided before it begins" in when_decided(plain, turns, SIDES)["why"]
