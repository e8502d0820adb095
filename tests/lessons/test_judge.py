"""The judge of a lesson, as the server asks it: the script, other orders, wrong turns, dice, going back."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bridgehead.core.actions import Action, Cancel, Choose, Commit, Done, MoveTo, Pick
from bridgehead.core.match import Match, WithDice, from_record
from bridgehead.core.play import deciding, options, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import GAMES, load_game
from bridgehead.lessons.form import Lesson
from bridgehead.lessons.judge import Judge, Standing
from bridgehead.lessons.play import starting_position
from bridgehead.lessons.reading import action_of, shipped, shipped_lesson
from bridgehead.toolkit.wargame import AnyWargame, WarState

ALL = [(name, lesson) for name in GAMES for lesson in shipped(load_game(name))]


class Learner:
    """A lesson played as the server plays it."""

    def __init__(self, game: AnyWargame, lesson: Lesson) -> None:
        self.game = game
        self.match = Match.from_position(starting_position(game, lesson))
        self.judge = Judge(lesson, self.match.now)
        self.standings = [self.judge.begin(0, 0)]
        self.enemy_acts()

    @property
    def s(self) -> WarState:
        return self.match.now

    @property
    def now(self) -> Standing:
        return self.standings[-1]

    def before(self) -> Iterator[tuple[Standing, WarState]]:
        for clock in range(self.now.since, self.match.clock):
            yield self.standings[clock], self.match.at(clock)

    def take(self, action: Action) -> None:
        rolled, after = self.judge.thrown(self.now, self.s, action)
        self.standings.append(self.judge.after(self.now, self.s, rolled, after, self.before()))
        self.match.add(rolled, after)

    def act(self, text: str) -> bool:
        """Does the judge take it?"""
        action = action_of(self.game, text)
        assert why_not(self.s, action) is None, text
        if self.judge.taken(self.now, self.s, action, self.before()) is None:
            return False
        self.take(action)
        return True

    def enemy_acts(self) -> None:
        while self.now.enemy:
            self.take(action_of(self.game, self.now.enemy[0]))

    def next(self) -> None:
        assert self.now.stage == "done", (self.judge.beat(self.now).title, self.now)
        self.standings[-1] = self.judge.begin(self.now.at + 1, self.match.clock)
        self.enemy_acts()

    def solve(self) -> None:
        """The rest of the beat by its script."""
        while self.now.stage == "play":
            assert self.act(self.now.play[0])

    def solve_to(self, at: int) -> None:
        while self.now.at < at:
            self.solve()
            self.next()


def corridor(at: int = 0) -> Learner:
    game = load_game("seelow1945")
    learner = Learner(game, shipped_lesson(game, "01-corridor"))
    learner.solve_to(at)
    return learner


@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_lesson_is_won_by_its_script_and_its_record_replays(game: str, name: str) -> None:
    lesson = shipped_lesson(load_game(game), name)
    luck = 0
    while True:
        learner = Learner(load_game(game), lesson)
        learner.solve_to(len(lesson.beat) - 1)
        while learner.now.stage == "play" and learner.judge.next_step(learner.now, learner.s) is not None:
            assert learner.act(learner.now.play[0])
        luck += 1
        if learner.now.stage == "done" or luck == 40:
            break
    assert learner.now.stage == "done"
    assert luck == 1 or lesson.beat[-1].allow == "legal"
    assert from_record(learner.match.record(), learner.game).now.same_as(learner.s)


ALSO = [
    (game, name, at, text)
    for game, name in ALL
    for at, beat in enumerate(shipped_lesson(load_game(game), name).beat)
    for text in beat.also
]


@pytest.mark.parametrize(("game", "name", "at", "text"), ALSO)
def test_another_answer_that_is_taken_leads_to_the_end_too(game: str, name: str, at: int, text: str) -> None:
    lesson = shipped_lesson(load_game(game), name)
    chance = random.Random(1)
    for _ in range(4):
        learner = Learner(load_game(game), lesson)
        learner.solve_to(at)
        while why_not(learner.s, action_of(learner.game, text)) is not None:
            assert learner.act(learner.now.play[0])
        assert learner.act(text)
        assert learner.now.answer == lesson.beat[at].also[text]
        while learner.now.stage == "play":
            assert deciding(learner.s) == lesson.side
            step = learner.judge.next_step(learner.now, learner.s)
            learner.take(step or chance.choice(options(learner.s)))
        learner.solve_to(len(lesson.beat) - 1)
        learner.solve()
        assert learner.now.stage == "done"


def test_a_legal_move_off_the_plan_is_not_taken() -> None:
    learner = corridor()
    assert not learner.act("Pick ge_20pg_90_1")
    assert learner.act("Pick ge_ss502_1")
    assert not learner.act("MoveTo 2303")
    assert learner.match.clock == 1
    assert learner.act("MoveTo 2404")
    assert learner.now.stage == "done"


def test_what_is_begun_may_be_given_up() -> None:
    learner = corridor(5)
    for text in ("Attack 2504", "Pick ge_ss502_1", "Pick ge_20pg_90_1", "Cancel"):
        assert learner.act(text)
    assert learner.now.play == learner.judge.beat(learner.now).play
    learner.solve()
    assert learner.now.stage == "done"


@pytest.mark.parametrize(
    ("name", "at", "first", "second", "down"),
    [
        ("04-the-guns", 1, "Pick R-25", "Pick R-27", "Drop R-25"),
        ("01-three-orders", 0, "Draw chit-G-HQ-XVII", "Draw chit-G-HQ-I", "Deselect chit-G-HQ-XVII"),
    ],
)
def test_what_was_picked_up_may_be_put_down(name: str, at: int, first: str, second: str, down: str) -> None:
    game = load_game("eastprussia1914")
    learner = Learner(game, shipped_lesson(game, name))
    learner.solve_to(at)
    while first not in map(str, learner.now.play) or why_not(learner.s, action_of(game, first)) is not None:
        assert learner.act(learner.now.play[0])
    assert learner.act(first)
    assert learner.act(second)
    assert learner.act(down)
    assert learner.now.play[0] == first
    learner.solve()
    assert learner.now.stage == "done"


def test_putting_down_is_judged_only_where_something_was_picked_up() -> None:
    learner = corridor(5)
    assert learner.judge.taken(learner.now, learner.s, Done()) is None
    learner.act("Attack 2504")
    assert learner.judge.taken(learner.now, learner.s, Cancel(), learner.before()) is not None
    assert learner.judge.taken(learner.now, learner.s, Cancel()) is None


def test_orders_may_be_given_in_another_order_where_that_makes_no_difference() -> None:
    learner = corridor(2)
    for text in ("Pick ge_ss502_2", "MoveTo 2405", "Pick ge_20pg_90_2", "MoveTo 2405"):
        assert learner.act(text)
    assert learner.now.stage == "done"


def test_an_order_that_must_come_last_comes_last() -> None:
    learner = corridor(3)
    assert not learner.act("Done")
    assert learner.act("Pick ge_20pg_8pz_1")
    assert not learner.act("MoveTo 2303")
    assert learner.act("MoveTo 2503")
    learner.solve()
    assert learner.now.stage == "done"


def test_set_dice_fall_and_are_recorded() -> None:
    learner = corridor(5)
    learner.solve()
    assert learner.match.actions[-1] == WithDice(Commit(), (3,))
    assert not learner.match.can_undo()


def test_the_last_of_the_set_dice_falls_again_where_more_are_thrown() -> None:
    learner = corridor(7)
    assert learner.act("Choose retreat")
    assert learner.now.free
    for text in ("Done", "MoveTo 2404", "MoveTo 2403"):
        if why_not(learner.s, action_of(learner.game, text)) is None:
            assert learner.act(text)
    assert learner.now.stage == "done"
    learner.next()
    rolled = [
        draw for action in learner.match.actions[-5:] if isinstance(action, WithDice) for draw in action.draws
    ]
    assert rolled == [3, 0, 0]
    assert learner.now.stage == "done"


def test_free_dice_are_nobodys_choice() -> None:
    game = load_game("breslau1945")
    lesson = shipped_lesson(game, "14-on-your-own")
    seen = set()
    for _ in range(40):
        learner = Learner(game, lesson)
        for text in lesson.beat[0].play:
            if learner.now.stage == "play" and why_not(learner.s, action_of(game, text)) is None:
                learner.act(text)
        seen.add(tuple(each.draws for each in learner.match.actions if isinstance(each, WithDice)))
    assert len(seen) > 3


def test_where_all_that_is_legal_counts_a_goal_out_of_reach_is_told() -> None:
    game = load_game("seelow1945")
    learner = Learner(game, shipped_lesson(game, "12-on-your-own"))
    chance = random.Random(2)
    while learner.now.stage == "play":
        side = deciding(learner.s)
        ending = Done() in options(learner.s)
        learner.take(Done() if ending else chance.choice(options(learner.s)))
        assert side is not None
    assert learner.now.stage == "failed"


def test_the_promised_refusal_is_known_when_it_comes() -> None:
    learner = corridor(2)
    assert not learner.judge.refusal(learner.now, learner.s)
    learner.act("Pick ge_20pg_90_2")
    assert learner.judge.refusal(learner.now, learner.s) == (
        why_not(learner.s, MoveTo(Hex(2404))) is not None
    )
    assert not corridor(0).judge.refusal(corridor(0).now, corridor(0).s)


def test_the_next_step_of_a_script_is_known_where_it_can_be_taken() -> None:
    learner = corridor()
    assert learner.judge.next_step(learner.now, learner.s) == Pick(UnitId("ge_ss502_1"))
    learner.solve()
    assert learner.judge.next_step(learner.now, learner.s) is None
    branch = corridor(7)
    branch.take(Choose("retreat"))
    assert branch.judge.next_step(branch.now, branch.s) is None
