"""Set-up, options, refusals, outcomes, flow."""

from typing import Any, ClassVar

import pytest

from bridgehead.core.actions import Action, Attack, Cancel, Choose, Done, Eliminate, MoveTo, Pick
from bridgehead.core.chance import NeedsChance, Script
from bridgehead.core.flow import Decision, Frame, Procedure, Subject, settle
from bridgehead.core.game import Seen, nothing_hidden, view_of
from bridgehead.core.outcomes import outcomes
from bridgehead.core.play import (
    GAME_OVER,
    BadSetup,
    deciding,
    determinize,
    dice,
    options,
    play,
    push,
    replay,
    result,
    setup,
    standing_answer,
    view,
    why_not,
)
from bridgehead.core.refusal import NOT_NOW, DeadEnd, IllegalAction
from bridgehead.core.state import Result
from bridgehead.core.values import Hex, Side, UnitId, printed
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import BLUE, BOXED_IN, OCCUPIED, RED, SPENT, Moves, MoveUnit

GAME = toy()


def started() -> Any:
    return play(setup(GAME, "toy", 1), Choose("b1"))


def test_a_game_begins_with_its_first_decision() -> None:
    s = setup(GAME, "toy", 1)
    assert deciding(s) == BLUE
    assert s.setting == {"short": "no"}
    assert options(s) == [Choose("b0"), Choose("b1"), Choose("b2")]


@pytest.mark.parametrize(
    ("scenario", "chosen", "said"),
    [
        ("none", {}, "no scenario 'none'; it has toy"),
        ("toy", {"long": "yes"}, "no option 'long'; it has short"),
        ("toy", {"short": "maybe"}, "short is one of no, yes, not 'maybe'"),
    ],
)
def test_a_wrong_set_up_is_explained(scenario: str, chosen: dict[str, str], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        setup(GAME, scenario, 1, **chosen)


def test_play_checks_clones_and_applies() -> None:
    s = started()
    after = play(s, Pick(UnitId("r0")))
    assert deciding(after) == RED
    assert s.flow[-1] == Moves(RED)
    assert after.flow[-1] == MoveUnit(RED, UnitId("r0"))
    with pytest.raises(IllegalAction, match="you can't do that now") as refused:
        play(s, Pick(UnitId("b0")))
    assert refused.value.no is NOT_NOW


def test_a_refusal_is_the_rule_s_own() -> None:
    s = play(started(), Pick(UnitId("r0")))
    s = play(s, next(action for action in options(s) if isinstance(action, MoveTo)))
    assert why_not(s, Pick(UnitId("r0"))) is SPENT
    assert why_not(s, Pick(UnitId("r1"))) is None
    s.put(UnitId("b0"), Hex(104))
    s = play(s, Pick(UnitId("r2")))
    assert why_not(s, MoveTo(Hex(104))) is OCCUPIED
    with pytest.raises(IllegalAction, match=r"an enemy stands there \(2\)"):
        play(s, MoveTo(Hex(104)))


def test_a_unit_put_down_has_spent_nothing() -> None:
    s = started()
    assert play(play(s, Pick(UnitId("r0"))), Cancel()).same_as(s)


def test_a_unit_that_can_do_nothing_is_not_offered_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    s = started()
    monkeypatch.setattr(MoveUnit, "deeds", lambda self, s: iter(()))
    assert options(s) == [Done()]
    assert why_not(s, Pick(UnitId("r0"))) is BOXED_IN


def fighting() -> Any:
    s = started()
    s.put(UnitId("b0"), Hex(104))
    return play(s, Pick(UnitId("r2")))


def test_scripted_dice_are_the_dice() -> None:
    s = fighting()
    with dice(s, 4):
        after = play(s, Attack(Hex(104)))
    assert deciding(after) == BLUE
    with dice(s, 3):
        after = play(s, Attack(Hex(104)))
    assert deciding(after) == RED
    after = play(after, Done())
    with pytest.raises(AssertionError, match="dice not rolled"), dice(s, 3, 3):
        play(s, Attack(Hex(104)))
    with pytest.raises(ValueError, match="does not fit"), dice(s, 7):
        play(s, Attack(Hex(104)))
    with pytest.raises(NeedsChance, match="one of 6"), dice(s):
        play(s, Attack(Hex(104)))


def test_outcomes_are_every_result_with_its_chance() -> None:
    s = fighting()
    found = list(outcomes(s, Attack(Hex(104))))
    assert len(found) == 6
    assert sum(chance for chance, _, _ in found) == pytest.approx(1)
    assert sum(chance for chance, after, _ in found if deciding(after) == BLUE) == pytest.approx(0.5)
    assert all(after.script is None for _, after, _ in found)
    assert [chance for chance, _, _ in outcomes(s, Done())] == [1.0]


def test_a_reaction_of_the_other_side_is_one_frame_deeper() -> None:
    s = fighting()
    with dice(s, 6):
        s = play(s, Attack(Hex(104)))
    assert options(s)[-1] == Eliminate(UnitId("b0"))
    s = play(s, Eliminate(UnitId("b0")))
    assert s.units[UnitId("b0")].box == "eliminated"
    assert deciding(s) == RED


def test_a_game_ends_with_a_result_and_nothing_more_to_do() -> None:
    s = started()
    while deciding(s) is not None:
        s = play(s, Done())
    assert result(s) == Result(None, "Drawn", "1", {"red": 3, "blue": 3})
    assert options(s) == []
    assert why_not(s, Done()) is GAME_OVER
    assert s.turn == 4
    assert replay(setup(GAME, "toy", 1), [Choose("b1"), *[Done()] * 8]).same_as(s)
    with pytest.raises(IllegalAction):
        replay(setup(GAME, "toy", 1), [Done()])


def test_an_option_changes_the_game() -> None:
    s = play(setup(GAME, "toy", 1, short="yes"), Choose("b1"))
    while deciding(s) is not None:
        s = play(s, Done())
    assert s.turn == 3


def test_a_view_hides_what_a_side_may_not_know() -> None:
    s = started()
    assert len(view(s, BLUE).units) == 6
    seen = view(s, RED)
    assert len(seen.units) == 3
    assert [back.hex for back in seen.backs] == [501, 503, 505]
    assert seen.decision == "Moves"
    assert view(play(s, Pick(UnitId("r0"))), RED).about == Subject(unit=UnitId("r0"))
    assert view(play(s, Pick(UnitId("r0"))), BLUE).about == Subject(), "for the deciding side only"
    assert view(determinize(s, RED, 5), RED) == seen
    backs = view_of(s, RED, Seen({}, frozenset({UnitId("b0")}))).backs
    assert [back.look for back in backs] == [""], "unless the game says what can be told of it"


class Stuck(Decision[Any], frozen=True):
    def options(self, s: Any) -> list[Action]:
        return []


class Endless(Procedure[Any], frozen=True):
    def again(self, s: Any) -> bool:
        return True


class Finds(Procedure[Any], frozen=True):
    found: int = 0

    def ask(self, s: Any) -> None:
        s.enter(Finder())

    sequence: ClassVar[Any] = (ask,)


class Finder(Procedure[Any], frozen=True):
    def find(self, s: Any) -> None:
        s.leave(found=7)
        s.enter(Stuck(Side("red")))

    sequence: ClassVar[Any] = (find,)


class Passing(Decision[Any], frozen=True):
    def over(self, s: Any) -> bool:
        return True


def test_what_is_over_is_left_without_asking_and_a_done_procedure_ends() -> None:
    s = started()
    s.flow = (Stuck(RED), Procedure(), Passing(RED))
    settle(s)
    assert s.flow == (Stuck(RED),)


def test_a_game_without_secrets_only_reseeds() -> None:
    s = started()
    guess = nothing_hidden(s, RED, 9)
    assert guess.seed != s.seed
    guess.seed = s.seed
    assert guess.same_as(s)


def test_a_decision_that_offers_nothing_is_a_bug_and_says_so() -> None:
    s = started()
    s.flow = (Stuck(RED),)
    s.offered = None
    with pytest.raises(DeadEnd, match="Stuck"):
        options(s)


def test_a_flow_without_decisions_is_a_bug_and_says_so() -> None:
    s = started()
    s.flow = (Endless(),)
    with pytest.raises(RuntimeError, match="never comes to a decision"):
        settle(s)


def test_a_frame_leaves_its_findings_in_its_parent() -> None:
    s = started()
    s.flow = (Finds(),)
    settle(s)
    assert s.flow == (Finds(found=7, at=1), Stuck(RED))


def test_a_decision_has_defaults() -> None:
    bare: Decision[Any] = Decision(RED)
    assert bare.why_not(None, Done()) is None
    assert bare.route(None, Done()) is None
    assert bare.forecast(None) is None
    assert bare.reminders(None) == ()
    assert bare.standing_answer(None) is None
    assert not bare.over(None)
    empty: Procedure[Any] = Procedure()
    assert not empty.again(None)
    assert bare.about(None) == Subject()
    assert bare.click(None, Hex(101)) is None
    with pytest.raises(NotImplementedError):
        bare.options(None)
    with pytest.raises(NotImplementedError):
        bare.take(None, Done())
    assert isinstance(bare, Frame)


class Ordered(Decision[Any], frozen=True):
    def standing_answer(self, s: Any) -> Action | None:
        return Done()


def test_a_standing_order_answers_while_the_game_is_on() -> None:
    s = started()
    assert standing_answer(s) is None
    s.flow = (Ordered(RED),)
    assert standing_answer(s) == Done()
    s.flow = ()
    assert standing_answer(s) is None


def test_hexes_print_with_their_zero() -> None:
    assert printed(Hex(905)) == "0905"
    assert printed(Hex(2314)) == "2314"


def test_a_script_draws_in_order() -> None:
    script = Script((1, 2))
    assert (script.next(6), script.next(6)) == (1, 2)


def test_pushing_tells_what_happened() -> None:
    s = fighting()
    with dice(s, 2):
        told = push(s, Attack(Hex(104)))
    assert [type(each.event).__name__ for each in told] == ["Attacked"]


def test_what_is_not_in_the_game_is_refused_before_rules_are_asked() -> None:
    """An action may come from anywhere: from a file, from another program."""
    s = setup(GAME, "toy", 1)
    push(s, options(s)[0])
    stranger, beyond = why_not(s, Pick(UnitId("zz"))), why_not(s, MoveTo(Hex(1_000_000)))
    assert stranger is not None and stranger.because == "there is no unit zz in this game"
    assert beyond is not None and beyond.because == "there is no hex 1000000 on this map"
    for nothing in (Pick(UnitId("")), MoveTo(Hex(0))):
        no = why_not(s, nothing)
        assert no is not None and no.because == "the action names nothing"
