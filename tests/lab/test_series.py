"""Series of games, on the toy game."""

import pytest

from bridgehead.lab.analysis.statistics import share_interval
from bridgehead.lab.analysis.summary import summary
from bridgehead.lab.playing import series
from bridgehead.lab.playing.series import Series, play_series
from bridgehead.testing.toy import toy

GAME = toy()


@pytest.fixture(autouse=True)
def only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "load_game", lambda name, data: GAME)


def test_a_series_is_the_same_however_it_is_played() -> None:
    what = Series("toy", "toy", 12, seed=3)
    told: list[int] = []
    played = play_series(what, 1, told.append)
    assert sum(told) == 12
    assert [one.number for one in played] == list(range(12))
    again = play_series(what, 1)
    assert [(one.winner, one.decisions) for one in again] == [(one.winner, one.decisions) for one in played]
    other = play_series(Series("toy", "toy", 12, seed=4), 1)
    assert [one.decisions for one in other] != [one.decisions for one in played]


def test_a_summary_counts_every_game_once() -> None:
    what = Series("toy", "toy", 20)
    found = summary(what, play_series(what, 1))
    assert sum(each.games for each in found.results) == 20
    assert sum(each.games for each in found.wins.values()) == 20
    assert found.decisions_per_second > 0


def test_an_interval_holds_the_share_and_narrows() -> None:
    assert share_interval(0, 0) == (0.0, 1.0)
    low, high = share_interval(50, 100)
    assert low < 0.5 < high
    assert high - low > share_interval(500, 1000)[1] - share_interval(500, 1000)[0]
    assert share_interval(10, 10)[1] == pytest.approx(1.0)


def test_an_endless_game_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "LONGEST_GAME", 3)
    with pytest.raises(series.EndlessGame, match="goes on after 3"):
        play_series(Series("toy", "toy", 1), 1)
