"""What may come of a roll: figures, rows, ranges, and the words for them."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Cancel, Choose, Commit, Done, MoveTo, Pick
from bridgehead.core.events import Told, TurnBegan
from bridgehead.core.flow import Forecast
from bridgehead.core.perspective import Perspective
from bridgehead.core.play import dice, options, push, setup
from bridgehead.core.refusal import Modifier
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.testing.toy import toy
from bridgehead.toolkit.endings import Ending, Follower, Harm, Stance, Survey, best_support, hardness, harm_of
from bridgehead.toolkit.prospect_words import Figure, amount, figures, notes, printed_table, row_words, text
from bridgehead.toolkit.prospects import (
    HexChance,
    Loss,
    Prospect,
    Range,
    Row,
    dice_named,
    prospect,
    runs,
)
from tests.games.budziszyn1945 import field as budziszyn
from tests.games.eastprussia1914 import table as eastprussia
from tests.games.seelow1945 import field as seelow

GAME = toy()
RED, BLUE = Side("red"), Side("blue")


def contact(decoy: str = "b2") -> Any:
    """Red's r0 stands beside blue's b0 and has been taken in hand."""
    s = setup(GAME, "toy", 1)
    push(s, Choose(decoy))
    s.put(UnitId("r0"), Hex(401))
    push(s, Pick(UnitId("r0")))
    return s


def asked(s: Any, action: Any = None, side: Side = RED) -> Prospect:
    return prospect(Perspective(s, side, 5), action)


def test_the_answer_follows_the_fight_to_its_end() -> None:
    """A hit comes on 4 to 6 and sends the defender away; a decoy vanishes on any die."""
    survey = Survey(contact(), Attack(Hex(501)), RED, 100)
    assert survey.complete and survey.targets == (501,)
    assert [len(roll.endings) for roll in survey.held] == [1] * 6
    assert [roll.chance for roll in survey.held] == pytest.approx([1 / 6] * 6)
    hits = [roll.draws[0] + 1 for roll in survey.held for ending in roll.endings if ending.cleared]
    assert sorted(hits) == [4, 5, 6]


def test_the_target_may_be_a_decoy_so_the_figures_are_a_range() -> None:
    shown = asked(contact(), Attack(Hex(501)))
    assert shown.worlds == 6
    assert shown.targets == (HexChance(Hex(501), Range(0.5, 1.0), Range(0.5, 1.0)),)
    assert [row.dice for row in shown.rows if not row.cleared] == ["1–3"]
    assert sum(row.chance for row in shown.rows) == pytest.approx(1)
    assert asked(contact(), Attack(Hex(501))).rows == shown.rows, "the same question, the same answer"


def test_nothing_is_foreseen_for_others_or_of_what_is_illegal() -> None:
    s = contact()
    assert asked(s, side=BLUE) == Prospect()
    assert asked(s, MoveTo(Hex(101))).rows == ()
    plain = asked(s)
    assert plain.forecast is not None and not plain.rows, "nothing is committed yet"
    push(s, options(s)[-1])
    assert asked(s, Done()).rows == (), "what comes after the phase is not foreseen"


def test_what_needs_no_dice_has_no_odds() -> None:
    assert asked(contact(), MoveTo(Hex(301))).rows == ()


def test_where_the_enemy_has_a_choice_both_ways_are_told() -> None:
    """7.46a: a step lost keeps the hex, a retreat keeps the step."""
    s = seelow.field()
    seelow.stand(s, 2209, seelow.INF)
    seelow.stand(s, 2208, seelow.GRR)
    seelow.phase(s, "combat", seelow.SOVIET)
    seelow.do(s, Attack(Hex(2209)), *seelow.pick(seelow.GRR))
    shown = asked(s, side=seelow.SOVIET)
    assert shown.saving and shown.forecast is not None
    (target,) = shown.targets
    assert target.held.high < target.saved.low
    german = next(each for each in shown.losses if each.side == seelow.GERMAN)
    assert german.held.high > german.saved.high
    lines = list(text(s, shown, seelow.SOVIET))
    assert lines[0] == "Clears hex 2209: 0% if it holds on, 16.7% if it saves its units"
    assert "Nothing happens: 66.7%" in lines
    assert sum("The enemy, if" in line for line in lines) == 2


def test_defenders_support_as_much_as_helps_them() -> None:
    s = budziszyn.field(fog="open")
    budziszyn.stand(s, 4010, "de_545_b")
    budziszyn.stand(s, 4012, "de_art732")
    budziszyn.stand(s, 4109, "su_13g", "su_97g")
    budziszyn.attack(s, budziszyn.SOVIET)
    for action in (Attack(Hex(4010)), Pick(UnitId("su_13g")), Pick(UnitId("su_97g"))):
        push(s, action)
    shown = prospect(Perspective(s, budziszyn.SOVIET, 1), None, 50_000)
    assert shown.supported and shown.complete
    assert "With the support that hurts you most." in notes(shown)
    push(s, Commit())
    backed: Any = best_support(s)
    assert backed.flow[-1].battle.defending_guns == ("de_art732",)


def test_too_many_ways_are_estimated_and_said_so() -> None:
    s = contact()
    few = Survey(s, Attack(Hex(501)), RED, 3)
    assert not few.complete
    assert any("estimates" in note for note in notes(Prospect(complete=False)))


def test_a_way_that_comes_back_is_no_way() -> None:
    survey = Survey(contact(), Attack(Hex(501)), RED, 100)
    follower = Follower(survey, Stance.HOLD)
    here = contact()
    push(here, options(here)[-1])
    push(here, Pick(UnitId("r0")))
    assert follower.survey.over(here), "the same decision is asked again"


def test_dice_are_said_as_faces_or_totals() -> None:
    ones: set[tuple[int, ...]] = {(face,) for face in range(6)}
    assert dice_named({(0,), (1,), (4,)}, ones) == "1–2, 5"
    two: set[tuple[int, ...]] = {(a, b) for a in range(6) for b in range(6)}
    assert dice_named({(0, 3), (1, 2), (2, 1), (3, 0)}, two) == "5"
    assert dice_named({(0, 3)}, two) == "", "not every throw of that total"
    assert dice_named({(0, 0, 0)}, {(0, 0, 0)}) == ""
    assert dice_named({()}, {()}) == ""
    assert list(runs([2, 3, 4, 7])) == ["2–4", "7"]


def test_endings_in_words() -> None:
    s = contact()
    row = Row(
        chance=0.25,
        dice="1",
        always=True,
        results=("D2",),
        cleared=(Hex(303),),
        harms=(Harm(RED, steps=1), Harm(BLUE, 3, 2, 1, 2, (("disrupted", 1),))),
        told=(),
    )
    assert row_words(s, row, RED) == [
        "Grove (0303) cleared.",
        "Enemy: 3 steps lost, 2 units eliminated, 1 unit off the map, retreat 2 hexes, 1 unit disrupted.",
        "You: 1 step lost.",
    ]
    empty = Row(chance=1, dice="", always=True, results=(), cleared=(), harms=(), told=())
    assert row_words(s, empty, RED) == ["No effect."]


def test_figures_in_words() -> None:
    s = contact()
    shown = Prospect(
        forecast=Forecast(
            columns=("1:1", "2:1"),
            title="Attack",
            attack="4",
            defence="2",
            odds="2:1",
            column="1:1",
            modifiers=(Modifier(-1, "woods", "7.3"), Modifier(2, "", "", "half")),
        ),
        targets=(HexChance(Hex(303), Range(0.25, 1 / 3), Range(0.9999, 0.9999)),),
        losses=(Loss(RED, Range(0.5, 0.5), Range(0.0, 1.5)), Loss(BLUE, Range(1, 1), Range(1, 1))),
        nothing=Range(0.0001, 0.0001),
        rows=(Row(chance=1, dice="1–3", always=False, results=(), cleared=(), harms=(), told=()),),
        worlds=6,
    )
    assert figures(s, shown, RED) == [
        Figure("Clears Grove (0303)", "25–33.3%", ">99.9%"),
        Figure("Enemy: expected loss", "1 step", "1 step"),
        Figure("You: expected loss", "0.5 steps", "0–1.5 steps"),
        Figure("Nothing happens", "<0.1%", "0%"),
    ]
    said = list(text(s, shown, RED))
    assert "4 against 2: 2:1 → 1:1" in said
    assert "  −1 column: woods (7.3)" in said
    assert "    100% [1–3 …] No effect." in said
    assert any("6 guesses" in note for note in notes(shown))
    assert list(text(s, Prospect(), RED)) == []


def test_modifiers_say_what_they_change() -> None:
    assert amount(Modifier(2, "", "", "shift")) == "+2 columns"
    assert amount(Modifier(-1, "", "", "drm")) == "−1 to the die"
    assert amount(Modifier(0, "", "", "drm")) == "±0 to the die"
    assert amount(Modifier(0, "", "", "half")) == "÷2"
    assert amount(Modifier(3, "", "", "add")) == "+3"


def test_the_table_is_printed_with_its_column_in_brackets() -> None:
    columns = tuple(f"{number}:1" for number in range(1, 21))
    rows = (("1", ("A1",) * 20), ("2", ("D1",) * 20))
    shown = Forecast(title="", attack="", defence="", columns=columns, column="10:1", rows=rows)
    head, one, _ = printed_table(shown)
    assert "[10:1]" in head and "9:1" in head and "11:1" in head
    assert " 1:1" not in head and "20:1" not in head, "only what a narrow terminal has room for"
    assert one.count("[A1]") == 1 and one.split()[0] == "1"
    assert one.index("[A1]") + len("[A1]") == head.index("[10:1]") + len("[10:1]"), "one under the other"
    assert all(len(line) <= 80 for line in (head, one))
    none_lit = list(printed_table(replace(shown, column="")))
    assert not any("[" in line for line in none_lit) and none_lit[0].split()[0] == "1:1"


def test_with_three_sides_each_is_called_by_its_name() -> None:
    s = budziszyn.field("two_stars_three")
    american = next(side for side in s.game.scenarios["two_stars_three"].sides if side != "german")
    row = Row(chance=1, dice="", always=True, results=(), cleared=(), harms=(Harm(american, 1),), told=())
    (said,) = row_words(s, row, Side("german"))
    assert said == f"{s.game.names[american]}: 1 step lost."


def test_what_is_beyond_the_budget_counts_as_it_stands() -> None:
    survey = Survey(contact(), Attack(Hex(501)), RED, 5)
    assert not survey.complete
    assert sum(roll.chance for roll in survey.held) < 1
    follower = Follower(Survey(contact(), Attack(Hex(501)), RED, 100), Stance.HOLD)
    follower.survey.most = 0
    hit = contact()
    with dice(hit, 6):
        push(hit, Attack(Hex(501)))
    assert follower.endings(hit) == {Ending(): 1.0}
    assert not follower.survey.complete


def test_choices_that_lead_back_are_not_taken() -> None:
    """A unit is taken in hand and put down again: what ends the decision is chosen instead."""
    s = contact()
    survey = Survey(s, Attack(Hex(501)), RED, 10_000)
    survey.decisions = {}
    follower = Follower(survey, Stance.HOLD)
    assert sum(follower.endings(s).values()) == pytest.approx(1)
    assert all(ending == Ending() for ending in follower.endings(s))


def test_dice_after_dice_are_followed_part_by_part() -> None:
    """8.15: a barrage on a stack checks morale once the table has spoken."""
    s = seelow.field()
    seelow.stand(s, 2209, seelow.INF, seelow.INF2)
    seelow.stand(s, 2206, seelow.KAG)
    seelow.phase(s, "barrage", seelow.SOVIET)
    commit = [a for a in options(s) if type(a).__name__ == "Bombard"]
    push(s, commit[0])
    push(s, Pick(UnitId(seelow.KAG)))
    shown = asked(s, side=seelow.SOVIET)
    assert shown.rows
    assert any(not row.always for row in shown.rows)


def test_an_attack_that_needs_no_dice_is_not_rolled() -> None:
    """An action that hands the decision to the other side has no forecast of its own."""
    s = seelow.field()
    seelow.stand(s, 2209, seelow.INF)
    seelow.stand(s, 2208, seelow.GRR)
    seelow.phase(s, "combat", seelow.SOVIET)
    shown = asked(s, Attack(Hex(2209)), side=seelow.SOVIET)
    assert shown.rows == ()


def test_a_roll_ends_where_another_phase_begins() -> None:
    survey = Survey(contact(), MoveTo(Hex(301)), RED, 10)
    (only,) = survey.held
    assert (only.chance, only.draws) == (1.0, ())
    s = contact()
    assert survey.goes_on(s)
    s.log = [Told(TurnBegan(2), "1")]
    assert not survey.goes_on(s) and survey.over(s)
    s.log, s.flow = [], s.flow[:1]
    assert not survey.goes_on(s), "nobody's moves are under way any more"


def test_what_is_only_taken_in_hand_has_no_odds() -> None:
    s = contact()
    push(s, Cancel())
    survey = Survey(s, Pick(UnitId("r0")), RED, 100)
    assert not any(roll.draws for roll in survey.held)


def test_a_decision_without_a_forecast_has_no_best_support(monkeypatch: pytest.MonkeyPatch) -> None:
    hit = contact()
    with dice(hit, 6):
        push(hit, Attack(Hex(501)))
    assert hardness(hit) == (0, 0)
    monkeypatch.setattr("bridgehead.toolkit.endings.MOST_PICKS", 0)
    assert best_support(hit) is hit


def test_a_unit_may_leave_the_map_alive() -> None:
    survey = Survey(contact(), Attack(Hex(501)), RED, 100)
    old = survey.start.units[UnitId("b0")]
    assert harm_of(survey, BLUE, [(old, replace(old, hex=Hex(0), box="aside"))]) == Harm(BLUE, removed=1)


def test_an_action_that_others_must_answer_first_is_followed_through_their_answer() -> None:
    """The decoy is chosen by Blue; after it Red decides."""
    s = setup(GAME, "toy", 1)
    shown = prospect(Perspective(s, BLUE, 5), Choose("b1"))
    assert shown.forecast is None and sum(row.chance for row in shown.rows) == pytest.approx(1)


def test_cavalry_that_may_slip_away_is_reckoned_with() -> None:
    """14.1: to save its units it withdraws before any die; to hold the hex it stands and dice are thrown."""
    s = eastprussia.empty()
    budziszyn.stand(s, 3813, "R-3C")
    budziszyn.stand(s, 3714, "G-1")
    eastprussia.assault(s, 3813, "G-1")
    shown = asked(s, side=Side("german"))
    assert shown.targets[0].saved == Range(1, 1)
    assert shown.targets[0].held.high < 1
    assert all(row.dice and row.results for row in shown.rows)
    assert [row.dice for row in shown.saving] == [""]
    assert shown.losses
