"""What must hold everywhere: reach agrees with `entry_cost`, and the contract of a position is kept."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridgehead.core.actions import MoveTo
from bridgehead.core.codec import load, save
from bridgehead.core.outcomes import outcomes
from bridgehead.core.play import options, play, push, setup
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex
from bridgehead.games.seelow1945.model.state import State, Unit, enemy_zoc
from bridgehead.games.seelow1945.rules.movement import MoveUnit
from bridgehead.games.seelow1945.rules.steps import allowance, entry_cost, has_a_step
from tests.games.seelow1945.field import GAME


def played(scenario: str, seed: int, count: int) -> State:
    """A position some way into a game."""
    s: State = setup(GAME, scenario, seed)
    rng = Random(seed)
    for _ in range(count):
        if not s.flow:
            break
        push(s, rng.choice(options(s)))
    return s


def walked(s: State, unit: Unit, mp: int) -> dict[Hex, int]:
    """Where a unit gets to step by step, by `entry_cost` alone."""
    free: dict[Hex, int] = {unit.hex: 0}
    best: dict[Hex, int] = {}
    waiting = [(0, unit.hex)]
    zoc = enemy_zoc(s, unit.side)
    while waiting:
        waiting.sort()
        cost, here = waiting.pop(0)
        if free[here] != cost:
            continue
        for to in s.ground.near[here]:
            price = entry_cost(s, unit, here, to, fresh=cost == 0)
            if isinstance(price, No) or cost + price > mp:
                continue
            total = cost + price
            best[to] = min(total, best.get(to, total))
            if not zoc[to] and total < free.get(to, total + 1):
                free[to] = total
                waiting.append((total, to))
    best.pop(unit.hex, None)
    return best


@pytest.mark.rule("5.11", "5.12a", "5.12b", "5.22a", "5.22b", "5.25")
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(["kustrin", "seelow"]), st.integers(0, 500), st.integers(0, 900), st.integers(1, 12))
def test_reach_equals_entry_cost_step_by_step(scenario: str, seed: int, count: int, turn: int) -> None:
    s = played(scenario, seed, count)
    s.set(turn=turn)
    for unit in list(s.units.values()):
        mp = allowance(s, unit)
        if not unit.hex or not mp:
            continue
        s.memo.clear()
        move = MoveUnit(unit.side, unit.id, mp)
        found = move.reach(s)
        assert has_a_step(s, unit) == bool(found or move.may_exit(s)), "whoever can go somewhere is offered"
        elsewhere = {hex: cost for hex, cost in found.items() if hex != unit.hex}
        assert elsewhere == walked(s, unit, mp), unit


@pytest.mark.rule("5.16")
def test_more_points_never_reach_less() -> None:
    s = played("seelow", 3, 400)
    for unit in list(s.units.values())[::7]:
        if not unit.hex:
            continue
        reached: set[Hex] = set()
        for mp in range(1, 8):
            s.memo.clear()
            more = set(MoveUnit(unit.side, unit.id, mp, fresh=False).reach(s))
            assert reached <= more
            reached = more


@pytest.mark.rule("5.26")
def test_every_offered_move_has_a_route_that_costs_what_it_says() -> None:
    s = played("seelow", 8, 700)
    rng = Random(8)
    checked = 0
    for _ in range(400):
        frame = s.flow[-1]
        if isinstance(frame, MoveUnit) and s.units[frame.unit].hex:
            for action in options(s):
                if isinstance(action, MoveTo):
                    route = frame.route(s, action)
                    assert route is not None
                    assert route.hexes[-1] == action.hex
                    assert route.costs[-1] == str(frame.reach(s)[action.hex])
                    checked += 1
        choices = options(s)
        push(s, rng.choice(choices))
        if not s.flow:
            break
    assert checked > 20


@pytest.mark.parametrize("scenario", ["kustrin", "seelow"])
def test_the_contract_of_a_position(scenario: str) -> None:
    s: State = setup(GAME, scenario, 4)
    rng = Random(4)
    for step in range(1200):
        if not s.flow:
            break
        choices = options(s)
        if step % 40 == 0:
            twin = load(save(s), GAME)
            assert twin.same_as(s)
            assert twin.ledger == s.ledger
            before = save(s)
            for action in choices[:12]:
                play(s, action)
            assert save(s) == before
        if step % 200 == 0:
            for action in choices[:2]:
                assert abs(sum(chance for chance, _, _ in outcomes(s, action)) - 1) < 1e-9
        push(s, rng.choice(choices))
