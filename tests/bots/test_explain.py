"""Explanations: sentences a player wants to read."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bridgehead.bots import advice
from bridgehead.bots.evaluation import DECIDED, Term
from bridgehead.bots.explain import Alternative, Reason, because, in_words, plain, pointed_at, sentence
from bridgehead.bots.levels import veteran
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action, Attack, Choose, Commit, Done, Eliminate, MoveTo, Pick, Place
from bridgehead.core.play import deciding, options, push, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import GAMES, load_game
from bridgehead.games.seelow1945.model.data import GERMAN
from bridgehead.games.seelow1945.rules.combat import CombatPhase, PlanAttack
from bridgehead.testing.fuzz import Fuzzer
from bridgehead.testing.toy.rules import RED
from tests.bots.test_bots import TOY, facing, longest, midway


def test_a_reason_is_told_in_a_sentence_or_two() -> None:
    reason = Reason("8 Gds: move to 1710", ("8 Gds: move to 1710",), "It brings strength.", 3.0)
    assert sentence(reason) == "8 Gds: move to 1710. It brings strength."
    guns = msgspec.structs.replace(reason, what="Fire with 24 Art.")
    assert sentence(guns) == "Fire with 24 Art. It brings strength."
    other = msgspec.structs.replace(reason, alternatives=(Alternative("9 Gds: move to 1711", 1.5),))
    assert sentence(other).endswith("Next best: 9 Gds: move to 1711 (+1.5 vs. +3.0).")


def told_of(*actions: Action, hidden: frozenset[str] = frozenset()) -> tuple[str, ...]:
    s = setup(TOY, "toy", 1)
    push(s, options(s)[0])
    return in_words(s, actions, hidden)


def test_the_steps_of_one_operation_are_told_as_one() -> None:
    r0, r1, r2 = (Pick(UnitId(f"r{number}")) for number in range(3))
    near, far = MoveTo(Hex(201)), MoveTo(Hex(301))
    assert told_of(r0, near, far, Done()) == ("Unit r0: move to hex 0301",)
    assert told_of(r0, near, r1, far) == ("Unit r0: move to hex 0201", "Unit r1: move to hex 0301")
    attack = (Attack(Hex(105)), r0, r1, r2, Commit())
    assert told_of(*attack) == ("Attack hex 0105 with unit r0, unit r1 and unit r2",)
    assert told_of(r0, Place(Hex(201)), near) == ("Unit r0: place in hex 0201, then move to hex 0201",)
    assert told_of(*attack, near) == ("Attack hex 0105 with unit r0, unit r1 and unit r2", "Move to hex 0201")
    assert told_of(Done()) == ("End here",)
    assert told_of(Commit()) == ("Resolve",)
    assert told_of(r0) == ("Unit r0",)


def test_a_unit_that_is_only_guessed_is_not_named() -> None:
    hidden = frozenset({"b0"})
    assert told_of(Eliminate(UnitId("b0")), hidden=hidden) == ("Eliminate a hidden unit",)
    assert told_of(Pick(UnitId("b0")), MoveTo(Hex(201)), hidden=hidden) == (
        "A hidden unit: move to hex 0201",
    )
    s = setup(TOY, "toy", 1)
    assert pointed_at(s, (Pick(UnitId("b0")), MoveTo(Hex(201)), MoveTo(Hex(301))), hidden) == ((301,), ())


def test_a_reason_names_what_is_gained_and_what_it_costs() -> None:
    terms = {name: Term(name, 0.0, f"betters the {name}") for name in ("ground", "march", "danger", "troops")}
    assert because({"ground": 2.0, "march": 0.1}, terms, False, 2.1, False) == "It betters the ground."
    both = {"ground": 2.0, "march": 1.8, "danger": -1.0}
    assert because(both, terms, False, 2.8, False) == (
        "It betters the ground and betters the march. But it is exposed there."
    )
    assert because({"troops": 1.0}, terms, True, 1.0, False) == "It weakens the enemy."
    assert because({"troops": 1.0}, terms, False, 1.0, False) == "It adds strength on the map."
    assert because({"danger": 1.0}, terms, False, 1.0, False) == "It moves units out of danger."
    counted = {"kills": Term("kills", 1.0, "3 units destroyed")}
    assert because({"kills": 1.0}, counted, True, 1.0, False) == "That makes 3 units destroyed."
    assert because({"ground": -1.0}, terms, False, -1.0, False) == "This is the least costly option."
    assert because({}, terms, False, 2 * DECIDED, False) == "It wins the game."
    assert "lost" in because({}, terms, False, -2 * DECIDED, False)


@pytest.mark.parametrize(
    ("gain", "others", "said"),
    [
        (0.0, [-1.0, -2.0], "The other options are worse."),
        (0.0, [0.0, -2.0], "The other options are equal."),
        (0.0, [], "This is part of the plan for the phase."),
        (0.0, [3.0], "This is part of the plan for the phase."),
        (-1.0, [-1.0, -2.0], "This is the least costly option."),
        (-1.0, [1.0], "This is part of the plan for the phase."),
        (0.001, [0.001], "The other options are equal."),
    ],
)
def test_a_move_that_gains_nothing_is_compared_with_the_others(
    gain: float, others: list[float], said: str
) -> None:
    """U15: no move is offered with the words that nothing gains anything."""
    assert because({}, {}, False, gain, False, others) == said


def test_the_end_of_a_phase_says_what_else_there_was() -> None:
    assert because({}, {}, False, 0.0, True, [-0.5]) == "Nothing else improves the position."
    assert because({}, {}, False, 0.0, True) == "Nothing else improves the position."
    assert because({}, {}, False, 0.0, True, [0.5]) == "The other options gain too little."


def test_equal_is_called_equal() -> None:
    reason = Reason("Unit r0", ("Unit r0",), "It fits.", 0.04, (Alternative("Unit r1", -0.02),))
    assert sentence(reason).endswith("Next best: Unit r1 (+0.0 vs. +0.0).") is False
    assert sentence(reason).endswith("Next best: Unit r1 (equal).")
    worse = msgspec.structs.replace(reason, gain=0.3)
    assert sentence(worse).endswith("Next best: Unit r1 (+0.0 vs. +0.3).")


def planning(*picked: str) -> Any:
    """Küstrin: an attack on the Soviet stack in 2403, some units already in it."""
    s: Any = setup(load_game("seelow1945"), "kustrin", 3)
    while s.turn == 0:
        push(s, next((each for each in options(s) if isinstance(each, Choose)), options(s)[0]))
    attackers = tuple(UnitId(id) for id in picked)
    s.enter(CombatPhase(GERMAN))
    s.enter(PlanAttack(GERMAN, Hex(2303), attackers))
    return s


def test_an_attack_names_its_target_apart_from_its_units() -> None:
    """U15: a target is not listed among the attackers."""
    mine = UnitId("ge_20pg_8pz_2")
    s = planning(mine)
    theirs = next(unit.id for unit in s.units.values() if unit.side != GERMAN and unit.hex)
    assert in_words(s, (Commit(),), frozenset()) == (
        "Resolve attack on hex 2303 with II Company, 8th Panzer Battalion",
    )
    s.leave()
    s.leave()
    attack = (Pick(mine), Pick(theirs), Commit())
    assert in_words(s, attack, frozenset()) == (
        f"II Company, 8th Panzer Battalion: attack {s.game.names[theirs]}",
    )
    assert in_words(s, (Done(),), frozenset()) == ("End Movement Phase",)


def test_what_cannot_be_foreseen_is_said_to_be_so() -> None:
    s = facing()
    bot = veteran(1)
    action = bot.choose(Seat(s, RED))
    bot.phase.gains = dict.fromkeys(bot.phase.gains, -float("inf"))
    reason = bot.reason(Seat(s, RED))
    assert reason is not None and "can't be foreseen" in reason.why and reason.gain == 0.0
    bot.phase.gains[action] = 1.0
    reason = bot.reason(Seat(s, RED))
    assert reason is not None and reason.alternatives == ()
    assert "plan for the phase" in plain(s, (action,), frozenset()).why


def test_alternatives_are_what_may_still_be_done() -> None:
    s = facing()
    bot = veteran(1)
    bot.choose(Seat(s, RED))
    bot.phase.gains[Pick(UnitId("b2"))] = 99.0
    reason = bot.reason(Seat(s, RED))
    assert reason is not None and 0 < len(reason.alternatives) <= 3
    assert all(each.gain <= reason.gain and ":" in each.words for each in reason.alternatives)
    assert reason.units == ("r0",) and reason.hexes == (105,)
    assert "r0" not in " ".join(each.words for each in reason.alternatives)


@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_a_game_can_be_explained(game: str) -> None:
    """Through moves, fights and the ends of phases, chance taking a hand in every third decision."""
    book = load_game(game)
    s: Any = midway(book, longest(book), 60)
    bots = {side: veteran(3) for side in book.sides}
    chance = Fuzzer(5, every=0)
    told = 0
    for number in range(240):
        side = deciding(s)
        if side is None:
            break
        seat = Seat(s, side)
        action = bots[side].choose(seat)
        reason = advice.why(bots[side], seat)
        if reason is not None:
            told += 1
            assert reason.what and reason.why and reason.plan
        push(s, action if number % 3 else chance.choose(s))
    assert told > 10
