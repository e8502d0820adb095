"""Advice: what a bot would do in somebody's place."""

from __future__ import annotations

from bridgehead.bots import BOTS
from bridgehead.bots.advice import advise, known, why
from bridgehead.bots.levels import veteran
from bridgehead.bots.plan import Plan
from bridgehead.bots.seat import Seat, Where
from bridgehead.core.actions import Attack, Done, MoveTo, Pick
from bridgehead.core.play import options, push, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.testing.toy.rules import RED, MoveUnit
from tests.bots.test_bots import TOY, facing


def test_advice_is_an_operation_and_its_reason() -> None:
    s = facing()
    bot = veteran(1)
    given = advise(bot, Seat(s, RED), 1)
    assert given.actions == (Pick(UnitId("r0")), Attack(Hex(105)))
    assert given.reason.what == "Unit r0: attack hex 0105"
    again = advise(bot, Seat(s, RED), 1)
    assert again.actions == given.actions, "a plan begun is not gone on with"


def test_every_bot_advises_what_may_be_done() -> None:
    for name in BOTS:
        s = facing()
        given = advise(BOTS[name](3), Seat(s, RED), 1)
        assert given.actions[0] in options(s)
        assert given.reason.what and given.reason.why


def test_a_plan_is_advised_one_operation_at_a_time() -> None:
    s = facing()
    seat = Seat(s, RED)
    here = seat.where()
    deeper = Where(here.turn, MoveUnit, here.depth + 1)
    pick, go = Pick(UnitId("r1")), MoveTo(Hex(201))
    plan = Plan()
    plan.steps = [(deeper, go), (here, pick), (deeper, go)]
    assert plan.operation(seat) == (go,)


def test_no_reason_is_given_for_what_was_no_choice() -> None:
    s = setup(TOY, "toy", 1)
    push(s, options(s)[0])
    for _ in range(3):
        push(s, options(s)[0])
        push(s, Done())
    assert options(s) == [Done()]
    seat = Seat(s, RED)
    bot = veteran(1)
    bot.choose(seat)
    assert why(bot, seat) is None
    assert advise(bot, seat, 1).reason.why == "This is the only option."


def test_actions_are_told_up_to_what_is_guessed() -> None:
    plan = (Pick(UnitId("r0")), Pick(UnitId("b0")), Done())
    assert known(plan, frozenset({"b0"})) == plan[:1]
    assert known(plan, frozenset()) == plan
    assert known(plan, frozenset({"r0"})) == plan[:1]


def test_a_done_meant_for_a_unit_does_not_end_the_phase() -> None:
    s = facing()
    seat = Seat(s, RED)
    turn, _, depth = seat.where()
    plan = Plan()
    plan.steps = [(Where(turn, MoveUnit, depth + 1), Done()), (seat.where(), Done())]
    assert plan.next(seat, options(s)) is None
    assert plan.steps == []
    plan.steps = [(seat.where(), Done())]
    assert plan.next(seat, options(s)) == Done()
