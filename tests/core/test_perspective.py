"""What a side is told of what it may do, in the toy game where blue hides a decoy."""

from dataclasses import replace

from bridgehead.core.actions import Attack, Done, MoveTo, Pick
from bridgehead.core.game import nothing_hidden
from bridgehead.core.perspective import NOT_YOURS, UNSEEN, Perspective, hides
from bridgehead.core.play import MEANS_NOTHING, options, push, setup, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import BLUE, RED, State


def red_moves(unit: str = "") -> State:
    """Blue has hidden its decoy; red is to move, perhaps with a unit in hand."""
    s = setup(toy(), "toy", 7)
    push(s, options(s)[0])
    if unit:
        push(s, Pick(UnitId(unit)))
    return s


def test_a_game_without_secrets_is_known_as_it_is() -> None:
    game = replace(toy(), determinize=nothing_hidden)
    s = setup(game, "toy", 7)
    assert hides(toy()) and not hides(game)
    assert Perspective(s, BLUE).worlds == [s]
    assert len(Perspective(red_moves(), RED).worlds) > 1


def test_an_action_is_legal_or_refused_as_in_every_world() -> None:
    s = red_moves("r0")
    red = Perspective(s, RED)
    far = MoveTo(Hex(505))
    assert red.why_not(options(s)[0]) is None
    assert red.why_not(far) == why_not(s, far)
    assert Perspective(s, BLUE).why_not(Done()) == NOT_YOURS


def test_a_click_means_what_the_decision_declares() -> None:
    s = red_moves()
    assert Perspective(s, RED).clicked(UnitId("r0")) == (Pick(UnitId("r0")), None)
    assert Perspective(s, RED).clicked(Hex(303)) == (None, MEANS_NOTHING)
    assert Perspective(s, BLUE).clicked(UnitId("b0")) == (None, NOT_YOURS)
    s = red_moves("r0")
    far = Attack(Hex(505))
    assert Perspective(s, RED).clicked(Hex(505)) == (far, why_not(s, far))


def test_a_reason_or_a_meaning_that_hangs_on_what_is_hidden_is_not_told() -> None:
    s = red_moves("r0")
    red = Perspective(s, RED)
    other = red.worlds[1]
    other.stacks = {hex: units for hex, units in other.stacks.items() if hex != 103}
    assert why_not(s, MoveTo(Hex(103))) != why_not(other, MoveTo(Hex(103)))
    assert red.clicked(Hex(103)) == (MoveTo(Hex(103)), UNSEEN)
    other.ledger[BLUE][404] = 1
    assert red.clicked(Hex(404)) == (None, UNSEEN)
