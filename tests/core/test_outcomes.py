"""Branching over chance: order, limits, how far."""

import pytest

from bridgehead.core.actions import Attack, Cancel, Choose, Eliminate
from bridgehead.core.chance import mixed
from bridgehead.core.events import Told
from bridgehead.core.outcomes import Order, Tally, certain, outcomes
from bridgehead.core.play import deciding, options, play, push, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import BLUE, Attacked, State
from tests.core.test_play import fighting

ATTACK = Attack(Hex(104))


def test_draws_say_how_the_dice_fell_in_either_order() -> None:
    for order in Order:
        found = list(outcomes(fighting(), ATTACK, order=order))
        assert [each.draws for each in found] == [(face,) for face in range(6)]
        assert sum(each.chance for each in found) == pytest.approx(1)


def test_the_likeliest_come_first_where_branches_differ_in_depth() -> None:
    s = fighting()
    found = list(outcomes(s, ATTACK, order=Order.LIKELIEST, then=again))
    assert [len(each.draws) for each in found] == [1] * 3 + [2] * 18
    assert [each.chance for each in found] == sorted((each.chance for each in found), reverse=True)
    first = next(iter(outcomes(s, ATTACK, then=again)))
    assert first.draws == (0,)


def again(s: State) -> None:
    """One more die after a hit."""
    if deciding(s) == BLUE:
        s.roll(6)


def test_a_limit_leaves_the_rest_out() -> None:
    tally = Tally()
    found = list(outcomes(fighting(), ATTACK, most=4, tally=tally))
    assert tally.tried == 4
    assert sum(each.chance for each in found) == pytest.approx(3 / 6)


def test_what_is_not_foreseen_is_taken_as_it_stands() -> None:
    found = list(outcomes(fighting(), ATTACK, foresee=lambda s: False))
    assert len(found) == 1
    assert found[0].chance == 1.0


def test_until_ends_at_an_event() -> None:
    def rolled(told: Told) -> bool:
        return isinstance(told.event, Attacked)

    found = list(outcomes(fighting(), ATTACK, until=rolled))
    assert len(found) == 6
    assert all(isinstance(each.state.log[-1].event, Attacked) for each in found)
    assert all(each.state.listener is None and each.state.script is None for each in found)
    assert len(list(outcomes(fighting(), ATTACK, until=lambda told: False))) == 6


def test_known_draws_fall_as_they_fell() -> None:
    bits = mixed(99)
    found = list(outcomes(fighting(), ATTACK, known=(bits,)))
    assert len(found) == 1
    rolled = next(told.event for told in found[0].state.log if isinstance(told.event, Attacked))
    assert rolled.die == (bits * 6 >> 64) + 1


def test_a_certain_action_has_one_outcome() -> None:
    s = fighting()
    assert certain(s, ATTACK) is None
    after = certain(s, Cancel())
    assert after is not None
    assert after.script is None
    assert after.same_as(play(s, Cancel()))


def test_a_listener_hears_every_event_and_clones_are_deaf() -> None:
    s = setup(toy(), "toy", 1)
    heard: list[Told] = []
    s.listener = heard.append
    assert s.clone().listener is None
    push(s, Choose("b1"))
    assert heard == s.log
    assert options(s)
    assert Eliminate(UnitId("r0")) not in options(s)
