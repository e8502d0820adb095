"""Bots: honest, legal, repeatable, and able to say why."""

import importlib
from typing import Any

import pytest

from bridgehead.bots import BOTS, limits, planner
from bridgehead.bots.evaluation import DECIDED, MOST_KEPT, Headcount, final_worth
from bridgehead.bots.judges import judge_of
from bridgehead.bots.judges.budziszyn1945 import BudziszynJudge
from bridgehead.bots.judges.budziszyn1945.points import EDGE, SOON
from bridgehead.bots.levels import recruit, veteran
from bridgehead.bots.limits import RECRUIT, Limits
from bridgehead.bots.plan import Plan
from bridgehead.bots.search import Scope, Search, evenly
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action, Attack, Done, MoveTo, Pick
from bridgehead.core.play import deciding, determinize, options, play, push, setup
from bridgehead.core.state import Result
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games import GAMES, load_game
from bridgehead.testing.fuzz import Fuzzer
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import BLUE, RED, Moves
from bridgehead.toolkit.wargame import WarState
from tests.support import ask, bare, stand

TOY = toy()


def longest(game: Any) -> str:
    """The scenario with the most turns."""
    return str(max(game.scenarios, key=lambda name: int(game.scenarios[name].count)))


def midway(game: Any, scenario: str, decisions: int) -> WarState:
    """A position from the middle of a random game."""
    s: WarState = setup(game, scenario, 4)
    chooser = Fuzzer(4, every=0)
    for _ in range(decisions):
        if len(s.flow) and deciding(s) is not None:
            push(s, chooser.choose(s))
    return s


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("game", GAMES)
def test_two_positions_a_side_cannot_tell_apart_get_the_same_move(
    name: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof of honesty: what is hidden makes no difference."""
    monkeypatch.setattr(limits, "GENERAL", replace(limits.GENERAL, per_operation=40, per_phase=600))
    book = load_game(game)
    for decisions in (40, 160):
        s = midway(book, longest(book), decisions)
        side = deciding(s)
        if side is None:
            continue
        other = determinize(s, side, 77)
        assert BOTS[name](9).choose(Seat(s, side)) == BOTS[name](9).choose(Seat(other, side))


@pytest.mark.parametrize("game", GAMES)
def test_a_judge_told_to_begin_afresh_is_as_good_as_new(game: str) -> None:
    """Judges keep sums from one look to the next; to the last bit none of it must show afterwards."""
    book = load_game(game)
    used = judge_of(book)
    s = midway(book, longest(book), 130)
    then = s.clone()
    chooser = Fuzzer(9, every=0)
    used.begin_decision(used.new_memory())
    for _ in range(20):
        push(then, chooser.choose(then))
    for side in book.sides[:2]:
        used.standing(then, side)
        used.prospects(then, side)
    used.begin_decision(used.new_memory())
    fresh = importlib.import_module(f"bridgehead.bots.judges.{game}").judge(book)
    for side in book.sides[:2]:
        assert used.standing(s, side) == fresh.standing(s, side)
        assert used.prospects(s, side) == fresh.prospects(s, side)


def test_a_judge_begins_afresh_before_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    monkeypatch.setattr(judge_of(TOY), "begin_decision", begun.append, raising=True)
    bot = recruit(1)
    s = facing()
    for number in (1, 2):
        bot.plan = Plan()
        bot.choose(Seat(s, RED))
        assert len(begun) == number
    assert begun[0] is begun[1], "the memory lasts for the phase"


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_legally_to_the_end_and_the_same_from_the_same_seed(name: str) -> None:
    ends = []
    for _ in range(2):
        s = setup(TOY, "toy", 3)
        bots = {side: BOTS[name](5) for side in TOY.sides}
        while (side := deciding(s)) is not None:
            s = play(s, bots[side].choose(Seat(s, side)))
        ends.append(s)
    assert ends[0].same_as(ends[1])


def facing() -> Any:
    """A blue unit cornered by red, red to move."""
    s = setup(TOY, "toy", 1)
    push(s, options(s)[2])
    for unit, hex in (("b0", 105), ("r0", 204), ("r1", 205), ("r2", 104)):
        s.put(UnitId(unit), Hex(hex))
    return ask(s, s.flow[0], Moves(RED))


def test_a_veteran_attacks_where_it_gains() -> None:
    s = facing()
    bot = veteran(1)
    assert bot.choose(Seat(s, RED)) == Pick(UnitId("r0"))
    push(s, Pick(UnitId("r0")))
    assert bot.choose(Seat(s, RED)) == Attack(Hex(105))
    reason = bot.reason(Seat(s, RED))
    assert reason is not None
    assert reason.what == "Unit r0: attack hex 0105"


def test_a_recruit_ends_where_nothing_gains() -> None:
    s = setup(TOY, "toy", 1)
    push(s, options(s)[2])
    bot = recruit(1)
    assert bot.reason(Seat(s, RED)) is None
    assert bot.choose(Seat(s, RED)) == Done()
    reason = bot.reason(Seat(s, RED))
    assert reason is not None and "Nothing" in reason.why


def test_a_phase_has_only_so_many_positions() -> None:
    s = setup(load_game("seelow1945"), "kustrin", 1)
    side = deciding(s)
    assert side is not None
    bot = recruit(1)
    bot.come_to(s)
    assert bot.search(Seat(s, side)).limits == RECRUIT
    bot.phase.visited = RECRUIT.per_phase + 1
    assert bot.search(Seat(s, side)).limits == RECRUIT.beyond != RECRUIT


def test_the_worth_of_a_game_that_is_over() -> None:
    s = setup(TOY, "toy", 1)
    s.end(Result(RED, "Won", "1"))
    judge = judge_of(TOY)
    margin = judge.margin(s, RED)
    assert final_worth(judge, s, RED) == DECIDED + margin
    assert final_worth(judge, s, BLUE) == -DECIDED - margin
    s.ended = Result(None, "Drawn", "1")
    assert final_worth(judge, s, RED) == margin
    assert isinstance(judge_of(TOY), Headcount)


def test_dice_that_come_to_the_same_are_taken_together() -> None:
    s = facing()
    push(s, Pick(UnitId("r2")))
    some = Limits(per_operation=50, per_phase=50, breadth=4, replies=2, dice=6, branches=3, foresight=False)
    results = Search(judge_of(TOY), RED, some, 1).results(s, Attack(Hex(105)), Scope(1))
    assert [chance for chance, _ in results] == [0.5, 0.5]


def test_dice_too_many_to_count_are_drawn() -> None:
    s = facing()
    push(s, Pick(UnitId("r2")))
    few = Limits(per_operation=50, per_phase=50, breadth=4, replies=2, dice=5, branches=3, foresight=False)
    results = Search(judge_of(TOY), RED, few, 1).results(s, Attack(Hex(105)), Scope(1))
    assert [chance for chance, _ in results] == [1 / 3, 1 / 3, 1 / 3]


def test_an_even_choice_keeps_both_ends() -> None:
    offered: list[Action] = [MoveTo(Hex(number)) for number in range(100)]
    chosen = evenly(offered, 8)
    assert len(chosen) == 8
    assert (chosen[0], chosen[-1]) == (offered[0], offered[-1])
    assert evenly(offered[:3], 8) == offered[:3]


def test_the_judge_of_seelow_sees_what_matters() -> None:
    s = bare("seelow1945", "seelow")
    s.set(turn=6, phase="combat", actor="soviet")
    judge = judge_of(s.game)

    def worth() -> float:
        return sum(term.worth for term in judge.standing(s, s.game.sides[1]))

    stand(s, 2005, "su_60_1281")
    far = worth()
    stand(s, 1710, "su_60_1281")
    near = worth()
    assert near > far
    stand(s, 1609, "su_60_1281")
    assert worth() > near
    s.mark(UnitId("su_60_1281"), disrupted=True)
    assert worth() < near + 300
    for side in s.game.sides:
        assert sum(term.worth for term in judge.standing(s, side)) == pytest.approx(
            -sum(term.worth for term in judge.standing(s, next(x for x in s.game.sides if x != side)))
        )


def test_the_judge_of_budziszyn_counts_bohemia_only_where_supply_comes() -> None:
    s = bare("budziszyn1945", "two_stars")
    stand(s, 4235, "su_254")
    judge = BudziszynJudge(s.game)
    s.set(control=bytes(1 for _ in s.control))
    supplied = judge.points.points(s)[0]
    s.set(control=bytes(2 for _ in s.control))
    roads = 10.0 * len(s.game.board.marks["south_roads"])
    assert supplied - judge.points.points(s)[0] == roads + 20.0


def test_the_judge_of_budziszyn_gives_a_town_to_the_nation_that_stands_in_it() -> None:
    s = bare("budziszyn1945", "two_stars_three")
    judge = BudziszynJudge(s.game)
    town = next(hex for hex in sorted(s.game.ground.town) if s.control[hex] == 1)
    edge = s.game.board.marks["south_edge"]

    def points() -> tuple[float, float, float]:
        return judge.points.points(s)

    soviet, us, german = points()
    stand(s, town, "de_545_a")
    assert points() == pytest.approx((soviet, us, german + 2 * SOON))
    s.eliminate(UnitId("de_545_a"))
    stand(s, town, "us_69_271")
    assert points()[1] > us
    assert points()[2] == german
    s.eliminate(UnitId("us_69_271"))
    stand(s, edge[0], "su_254")
    assert german - points()[2] == pytest.approx(20 * (1 - EDGE))


def test_the_judge_of_budziszyn_divides_a_bound_stack_among_its_enemies() -> None:
    s = bare("budziszyn1945", "nysa")
    s.forts.clear()
    s.set(turn=2, phase="movement", phasing="soviet")
    target, between, other = Hex(4010), Hex(4110), Hex(4210)
    stand(s, target, "de_545_a")
    stand(s, between, "su_254")
    judge = BudziszynJudge(s.game)

    def blow() -> float:
        strengths = {hex: judge.strength(s, hex, "soviet") for hex in s.stacks}
        judge.outlooks.known.clear()
        return judge.blow(s, target, strengths)

    alone = blow()
    stand(s, other, "de_545_b")
    assert blow() < alone


def test_the_judge_of_budziszyn_minds_duties_more_between_two_enemies() -> None:
    def gain(scenario: str, bound: bool) -> float:
        s = bare("budziszyn1945", scenario)
        s.forts.clear()
        return BudziszynJudge(s.game).attacks.gain(s, Hex(4010), 3.0, 6.0, 10.0, bound=bound)

    assert gain("nysa", True) < gain("nysa", False) < 0
    assert gain("two_stars", False) == gain("nysa", False)
    assert gain("two_stars", True) < gain("nysa", True)


def test_a_general_draws_up_as_many_plans_as_it_has_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_up: list[dict[str, float]] = []

    def draft(self: object, world: WarState, weights: dict[str, float], side: Side) -> planner.Draft:
        drawn_up.append(weights)
        return planner.Draft(weights, (Done(),) * planner.LEAST, whole=True, visited=10)

    monkeypatch.setattr(planner.PlannerBot, "drawn_up", draft)
    s = setup(TOY, "toy", 4)
    for positions in (0, 1_000_000):
        drawn_up.clear()
        planner.PlannerBot("general", limits.GENERAL, 3, positions).best_plan(Seat(s, RED))
        assert drawn_up == ([{}] if positions == 0 else [{}, *planner.AIMS.values()])


def test_a_general_tries_no_plans_where_lots_decide_who_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    def planned(*_: Any) -> Plan:
        raise AssertionError("a plan was drawn up")

    monkeypatch.setattr(planner.PlannerBot, "best_plan", planned)
    s: WarState = setup(load_game("eastprussia1914"), "tannenberg", 4)
    generals = {side: BOTS["general"](4) for side in s.game.sides}
    for _ in range(40):
        side = deciding(s)
        assert side is not None
        push(s, generals[side].choose(Seat(s, side)))


@pytest.mark.parametrize("name", ["budziszyn1945", "koenigsberg1945"])
def test_judges_do_not_keep_all_they_ever_worked_out(name: str) -> None:
    judge: Any = judge_of(load_game(name))
    hex = next(iter(judge.game.board.hexes))
    budziszyn = isinstance(judge, BudziszynJudge)
    pull = judge.outlooks.drawn if budziszyn else judge.march.pull
    pulls = judge.outlooks.draws if budziszyn else judge.march.pulls
    judge.begin_decision(judge.new_memory())
    kept = pull({hex: 0.5})
    for number in range(MOST_KEPT):
        pull({hex: 1.0 + number})
    assert pull({hex: 0.5}) is kept
    judge.begin_decision(judge.new_memory())
    assert not pulls
    assert list(pull({hex: 0.5})) == list(kept)
