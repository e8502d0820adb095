"""The great moments of a game: what a combat cost, and how likely it was to go as it did."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Attack, Done, Eliminate
from bridgehead.core.events import Fight
from bridgehead.core.match import Match
from bridgehead.core.play import dice, play
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.games import load_game
from bridgehead.testing.golden import replayed
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import RED, Attacked
from bridgehead.toolkit import moments
from bridgehead.toolkit.moments import Moment, Moments, striker
from tests.core.test_play import fighting
from tests.odds.brute import Brute

GAME = toy()
REPLAYS = Path(__file__).parents[1] / "replays"
BARE = {"DAILY": 0, "LONG_SHOT": 0.9}
"""So that the small fights of the toy count."""


def looked_back(match: Match[Any]) -> tuple[Moment, ...]:
    looking = Moments(match)
    for _ in looking.steps:
        pass
    return tuple(looking.found())


def fought(die: int, *after: Any) -> Match[Any]:
    """A match in which r2 attacks b0."""
    match = Match.from_position(fighting())
    with dice(match.now, die):
        match.add(Attack(Hex(104)), play(match.now, Attack(Hex(104))))
    for action in after:
        match.play(action)
    return match


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in BARE.items():
        monkeypatch.setattr(moments, name, value)


def telling(monkeypatch: pytest.MonkeyPatch, **fight: Any) -> None:
    """Attacks of the toy tell of such a fight."""
    monkeypatch.setattr(
        Attacked, "fight", lambda self: Fight(**{"hex": self.hex, "result": self.result} | fight)
    )


def test_a_whole_game_is_looked_back_upon() -> None:
    match = replayed((REPLAYS / "seelow1945/kustrin.replay").read_text("utf-8"), load_game("seelow1945"))
    loss, shot = looked_back(match)
    assert (loss.title, shot.title) == ("Largest loss in one combat", "Longest shot")
    assert loss.words == "Turn 1, Küstrin Altstadt (3503). Soviet: 2 steps lost."
    assert f"Turn {match.at(shot.clock - 1).turn}, hex 2304. Soviet: hex cleared" in shot.words
    before = match.at(shot.clock - 1)
    brute = Brute(before, match.actions[shot.clock - 1], 100_000)
    expected = brute.expected(before, match.actions[shot.clock - 1], "save", ())
    assert expected is not None and 0 < expected[0] < 0.05
    assert shot.words.endswith(f"with a chance of {100 * expected[0]:.1f}%.")
    stood = [
        sum(match.now.game.steps(match.now.game, u) for u in s.units.values() if u.hex and u.side == "soviet")
        for s in (match.at(loss.clock - 1), match.at(loss.clock + 3))
    ]
    assert stood[0] - stood[1] >= 2


@pytest.mark.usefixtures("small")
def test_what_the_last_attack_did_is_counted_too() -> None:
    loss, shot = looked_back(fought(6, Eliminate(UnitId("b0"))))
    assert loss == Moment(
        "Largest loss in one combat", "Turn 1, hex 0104. Blue: 1 step lost, 1 unit eliminated.", 1, Hex(104)
    )
    assert shot == Moment(
        "Longest shot", "Turn 1, hex 0104. Red: hex cleared, with a chance of 50%.", 1, Hex(104)
    )


@pytest.mark.usefixtures("small")
def test_what_misses_and_what_is_gone_on_from_is_over() -> None:
    assert looked_back(fought(1)) == ()
    assert looked_back(fought(1, Done(), Done())) == ()
    assert [each.clock for each in looked_back(fought(6, Eliminate(UnitId("b0")), Done()))] == [1, 1]


def test_daily_losses_and_even_chances_are_none_to_remember() -> None:
    assert looked_back(fought(6, Eliminate(UnitId("b0")))) == ()


@pytest.mark.usefixtures("small")
def test_strengths_are_told_where_the_fight_knows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    telling(monkeypatch, side=RED, attack=2, defence=4)
    _, shot = looked_back(fought(6, Eliminate(UnitId("b0"))))
    assert shot.words == "Turn 1, hex 0104. Red: hex cleared at 2 to 4, with a chance of 50%."


@pytest.mark.usefixtures("small")
def test_a_fight_without_a_place_or_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    telling(monkeypatch, side=RED, hex=NOWHERE)
    (loss,) = looked_back(fought(6, Eliminate(UnitId("b0"))))
    assert loss.words.startswith("Turn 1. Blue: ") and loss.hex == NOWHERE
    telling(monkeypatch, side=None)
    assert looked_back(fought(6, Eliminate(UnitId("b0")))) == ()


@pytest.mark.usefixtures("small")
def test_an_attack_with_too_many_ways_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "POSITIONS", (1, 2))
    assert [each.title for each in looked_back(fought(6, Eliminate(UnitId("b0"))))] == [
        "Largest loss in one combat"
    ]


@pytest.mark.usefixtures("small")
def test_of_two_fights_the_greater_is_told_and_of_equal_ones_the_first() -> None:
    match = fought(6, Eliminate(UnitId("b0")))
    again = next(a for a in match.legal if getattr(a, "unit", "") == "r1")
    match.now.put(UnitId("b1"), match.now.game.board.near[match.now.units[UnitId("r1")].hex][0])
    match.play(again)
    target = next(a for a in match.legal if isinstance(a, Attack))
    match.play(target)
    assert all(each.clock == 1 for each in looked_back(match))


def test_who_struck_is_the_owner_of_the_first_unit_where_it_is_not_said() -> None:
    assert striker(GAME, Fight(result="", side=Side("blue"))) == "blue"
    assert striker(GAME, Fight(result="", units=(UnitId("nobody"), UnitId("r1")))) == "red"
    assert striker(GAME, Fight(result="")) is None
