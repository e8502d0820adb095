"""A match as its user meets it: history, looking ahead, and how it prints."""

import dataclasses
from random import Random

import msgspec
import pytest

from bridgehead.core import match as matches
from bridgehead.core.actions import Attack, Choose, Done, MoveTo, Pick
from bridgehead.core.codec import BadFile, action_from
from bridgehead.core.events import Moved
from bridgehead.core.game import Game
from bridgehead.core.match import DiceRenewed, Match, NewDice, WithDice, from_record, play_sent
from bridgehead.core.play import setup, why_not
from bridgehead.core.refusal import IllegalAction
from bridgehead.core.roles import dice_in
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import BLUE, OCCUPIED, RED, State
from bridgehead.toolkit.wargame import Wargame
from tests.core.test_play import fighting

GAME = toy()


def begun() -> Match[State]:
    match = Match(GAME, "toy", 5)
    match.play(Choose("b1"))
    return match


def test_a_match_answers_what_a_player_asks() -> None:
    match = begun()
    assert (match.side, match.turn, match.result, match.clock) == (RED, 1, None, 1)
    assert match.legal[0] == Pick(UnitId("r0"))
    assert match.why_not(Pick(UnitId("b0"))) is not None
    shown = match.forecast(Pick(UnitId("r0")))
    assert shown is not None
    assert shown.title == "Attack"
    assert match.forecast() is None
    match.play(Pick(UnitId("r0")))
    assert match.why_not(MoveTo(Hex(102))) is OCCUPIED or match.why_not(MoveTo(Hex(102))) is None
    assert [each.chance for each in match.outcomes(Done())] == [1.0]


def test_what_needs_dice_has_no_forecast_beyond_them() -> None:
    match = Match.from_position(fighting())
    assert match.forecast(Attack(Hex(104))) is None
    assert len(list(match.outcomes(Attack(Hex(104))))) == 6


def played_out() -> Match[State]:
    match = begun()
    while match.result is None:
        match.play(match.legal[-1] if match.clock % 3 else match.legal[0])
    return match


def test_positions_of_the_past_are_played_again_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "RECENT", 2)
    monkeypatch.setattr(matches, "EVERY", 5)
    match = played_out()
    assert len(match._kept) < match.clock, "not every position is kept"
    again = Match(GAME, "toy", 5)
    for clock, action in enumerate(match.actions):
        assert match.at(clock).same_as(again.now)
        assert match.movers[clock] == again.side
        again.play(action)
    assert [s.turn for s in match.positions()] == [match.at(clock).turn for clock in range(match.clock + 1)]
    assert len(match.log(Side("red"))) == match.clock + 1
    assert match.side is None
    assert match.forecast() is None


def test_a_take_back_goes_as_far_as_is_agreed() -> None:
    match = played_out()
    first = match.actions[2]
    assert match.take_back(2) == first
    assert match.clock == len(match.movers) == 2
    assert len(match.events) == 3
    assert match.result is None


def attacked() -> Match[State]:
    """Dice have fallen."""
    match = Match.from_position(fighting())
    match.play(Attack(Hex(104)))
    return match


def dice_of(match: Match[State]) -> list[int]:
    return [die for told in match.events[-1] for die in dice_in(told.event)]


def test_dice_that_were_seen_do_not_fall_again() -> None:
    seen = []
    match = attacked()
    for number in range(1, 13):
        seen.append(dice_of(match))
        assert match.take_back(match.actions.index(Attack(Hex(104)))) == Attack(Hex(104))
        assert match.actions[-1] == NewDice(number)
        assert [told.event for told in match.events[-1]] == [DiceRenewed()]
        assert match.movers[-1] == "" and not match.can_undo()
        match.play(Attack(Hex(104)))
    assert len({tuple(dice) for dice in seen}) > 3


def attacked_at_random() -> tuple[Match[State], Random]:
    """Played at random until dice fall."""
    for seed in range(100):
        match, chance = begun(), Random(seed)
        while match.result is None and match.at(1).seed == match.now.seed:
            match.play(chance.choice(match.legal))
        if match.result is None:
            return match, chance
    raise AssertionError("no dice in a hundred games")


def test_no_new_dice_where_none_have_fallen() -> None:
    match = begun()
    match.play(Pick(UnitId("r0")))
    match.take_back()
    assert match.actions == [Choose("b1")]


def test_a_record_with_new_dice_replays_bit_for_bit() -> None:
    match, chance = attacked_at_random()
    match.take_back(1)
    assert match.actions[1:] == [NewDice(1)]
    while match.result is None:
        match.play(chance.choice(match.legal))
    again = from_record(match.record(), GAME)
    assert again.now.same_as(match.now)
    assert again.at(3).same_as(match.at(3))
    assert again.movers == match.movers


def test_nobody_can_ask_for_new_dice() -> None:
    assert why_not(begun().now, NewDice(1)) is not None
    with pytest.raises(BadFile, match="no action of toy"):
        action_from(b'{"type":"NewDice","number":1}', GAME)


def test_a_match_prints_as_a_line_and_as_a_small_board() -> None:
    match = begun()
    assert repr(match).startswith("<Toy, Toy: turn 1; Red: move your units, or end. 2 4 options>")
    board = str(match).split("\n")
    assert board[0].split() == ["01", "02", "03", "04", "05"]
    assert "1R" in str(match)
    assert "1B" in str(match), "hidden counters are counters"
    match.play(Pick(UnitId("r0")))
    assert "1R" in str(match)
    over = played_out()
    assert "after turn" in repr(over)


def test_a_game_without_a_board_prints_as_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    monkeypatch.setattr(Wargame, "sketch", Game.sketch)
    assert str(match) == repr(match)


def test_an_event_tells_of_no_fight_unless_it_says_so() -> None:
    moved = Moved(UnitId("r0"), (Hex(101),))
    assert moved.fight() is None
    assert moved.happening() == ""


def test_what_suits_a_first_evening_is_offered_first() -> None:
    long, short = GAME.scenarios["toy"], msgspec.structs.replace(GAME.scenarios["toy"], evening=True)
    game = dataclasses.replace(GAME, scenarios={"year": long, "night": short, "war": long, "dusk": short})
    assert list(game.offered()) == ["night", "dusk", "year", "war"]
    assert list(game.scenarios) == ["year", "night", "war", "dusk"]


def test_a_scenario_counts_its_turns() -> None:
    assert GAME.scenarios["toy"].count == 4
    assert setup(GAME, "toy", 1).game.steps(GAME, setup(GAME, "toy", 1).units[UnitId("r0")]) == 1
    assert BLUE in GAME.sides


def test_an_action_brings_the_dice_that_were_set_for_it() -> None:
    chance = fighting().seed
    for die in range(1, 7):
        match = Match.from_position(fighting())
        play_sent(match, f'{{"type":"WithDice","action":{{"type":"Attack","hex":104}},"draws":[{die - 1}]}}')
        assert dice_of(match) == [die]
        assert match.actions == [WithDice(Attack(Hex(104)), (die - 1,))]
        assert match.now.seed == chance
        assert match.now.script is None
        assert not match.can_undo()
        again = from_record(match.record(), GAME)
        assert again.now.same_as(match.now)
        assert again.actions == match.actions
        assert again.take_back(renewing=False) == match.actions[0]
        assert again.actions == []


def test_positions_with_set_dice_are_played_again_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "RECENT", 1)
    match = Match.from_position(fighting())
    play_sent(match, '{"type":"WithDice","action":{"type":"Attack","hex":104},"draws":[5]}')
    after = match.now
    for _ in range(3):
        match.play(match.legal[0])
    assert 1 not in match._kept
    assert match.at(1).same_as(after)


@pytest.mark.parametrize(
    ("draws", "hex", "kind", "said"),
    [
        ("[]", 104, BadFile, "are not those it needs"),
        ("[6]", 104, BadFile, "are not those it needs"),
        ("[0]", 303, IllegalAction, "303"),
    ],
)
def test_set_dice_change_no_rule(draws: str, hex: int, kind: type[Exception], said: str) -> None:
    match = Match.from_position(fighting())
    with pytest.raises(kind, match=said):
        play_sent(match, f'{{"type":"WithDice","action":{{"type":"Attack","hex":{hex}}},"draws":{draws}}}')
    assert match.actions == []
