"""Bots against bots: duels, camps, margins, the book."""

from pathlib import Path

import pytest

from bridgehead.lab.playing.series import Clock, Played, ThinkingTime
from bridgehead.lab.ratings.arena import Pairing, Tally, arena, camps_of, pair, ratings, side_ratings
from bridgehead.lab.ratings.league import BadLeague, add_results, read


def game(won: str, margin: float) -> Played:
    return Played(0, won, "Level", "1", 3, 10, 1.0, {}, {"red": margin, "blue": -margin}, won)


def test_a_duel_goes_to_the_victory_then_to_the_margin() -> None:
    tally = Tally(("good", "bad"))
    tally.duels(
        "red",
        [game("red", 5), game("red", 5), game("", 1), game("blue", -3)],
        [game("blue", 9), game("red", 3), game("", 1), game("blue", -1)],
    )
    assert [edge > 0 for edge in tally.edges] == [True, True, False, False]
    assert tally.edges[2] == 0
    assert tally.margins == [-2, 1, 0, -1]
    tally.games("red", [game("red", 5), game("", 1)])
    tally.games("blue", [game("blue", -3)])
    tally.clock(
        {"red": "good", "blue": "bad"},
        [
            Played(0, "", "", "", 1, 1, 1.0, {}, thought={"red": ThinkingTime(2, 9.0, 8.5)}, loading=True),
            Played(1, "", "", "", 1, 1, 1.0, {}, thought={"red": ThinkingTime(2, 3.0, 2.5)}),
        ],
    )
    found = tally.pairing({"red": "red", "blue": "blue"})
    assert (found.games, found.duels, found.duels_won) == (3, 4, 0.625)
    assert found.by_side == {"red": 0.75, "blue": 1.0}
    assert found.seconds == {"good": (1.5, 2.5), "bad": (0.0, 0.0)}
    assert ratings(["good", "bad"], [found])["bad"] == pytest.approx(-88.7, abs=0.2)


def pairing(first: str, second: str, duels_won: float, **by_side: float) -> Pairing:
    games = 100 * len(by_side)
    sure = (0.0, 1.0)
    return Pairing(first, second, games, 0.5, sure, by_side, 100, duels_won, sure, 0.0, sure, {}, {})


def test_a_bot_is_rated_with_each_side() -> None:
    found = [
        pairing("good", "bad", 0.9, red=0.75, blue=0.5),
        pairing("best", "good", 0.9, red=0.75, blue=0.5),
    ]
    bots = ["bad", "good", "best"]
    assert ratings(bots, found) == pytest.approx({"bad": 0, "good": 381.7, "best": 763.4}, abs=0.2)
    by_side = side_ratings(bots, found)
    assert by_side["bad"] == {"red": 0, "blue": 0}
    assert by_side["good"] == pytest.approx({"red": 190.8, "blue": 0}, abs=0.2)
    assert by_side["best"] == pytest.approx({"red": 190.8, "blue": 190.8}, abs=0.2)


def test_a_third_of_the_games_of_three_camps_is_no_sign_of_strength() -> None:
    found = side_ratings(["bad", "good"], [pairing("good", "bad", 0.5, red=1 / 3, blue=0.5, green=1.0)])
    assert found["good"] == pytest.approx({"red": 0, "blue": 120.4, "green": 1040.0}, abs=0.2)


def test_sides_of_one_camp_are_led_by_one_bot() -> None:
    assert camps_of(("seelow1945", "kustrin")) == {"german": ["german"], "soviet": ["soviet"]}


def test_bots_change_places_and_the_same_seed_gives_the_same_figures() -> None:
    first = pair(("breslau1945", "historical"), ("random", "recruit"), 2, 3, 1)
    again = pair(("breslau1945", "historical"), ("random", "recruit"), 2, 3, 1)
    assert first.games == 2
    assert set(first.by_side) == {"soviet", "german"}
    assert (first.levels, first.margin) == (again.levels, again.margin)


def test_a_phase_is_a_run_of_decisions() -> None:
    clock = Clock()
    for phase, seconds in (("1 Movement", 1.0), ("1 Movement", 2.0), ("1 Combat", 0.5), ("2 Movement", 4.0)):
        clock.took("red", phase, seconds)
    assert clock.times() == {"red": ThinkingTime(3, 7.5, 4.0)}


def test_the_book_keeps_the_last_of_each_pairing(tmp_path: Path) -> None:
    file = tmp_path / "opponents.json"
    found = arena(("seelow1945", "kustrin"), ["random", "recruit"], 2, 1, 1)
    add_results(file, found)
    page = file.with_suffix(".md")
    page.write_text("Before.\n" + page.read_text(encoding="utf-8") + "After.\n", encoding="utf-8")
    add_results(file, found)
    assert len(read(file)) == 1
    text = page.read_text(encoding="utf-8")
    assert text.startswith("Before.")
    assert text.endswith("After.\n")
    assert text.count("| seelow1945/kustrin | random over recruit | 2 |") == 1
    assert text.count("| seelow1945/kustrin | 0 | **+0** (german +0, soviet +0) |") == 1
    file.write_text('[{"game": 3}]', encoding="utf-8")
    with pytest.raises(BadLeague, match=r"opponents\.json"):
        add_results(file, found)
