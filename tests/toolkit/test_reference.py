"""The card beside the board: where the flow stands, and figures in words."""

from bridgehead.core.play import setup
from bridgehead.core.state import Result
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import load_game
from bridgehead.testing.toy import rules, toy
from bridgehead.toolkit.reference import (
    Arrival,
    Code,
    Reference,
    Remark,
    Step,
    columns_words,
    die_words,
    divided,
    gathered,
    hexes_said,
    modifier_chart,
    parts,
    present,
    signed,
    under_way,
    worded,
)
from tests.support import ask

TOY = toy()


def test_a_game_without_charts_has_an_empty_card() -> None:
    s = setup(TOY, next(iter(TOY.scenarios)), 1)
    card = TOY.reference(TOY, s.scenario, s.setting)
    assert not card.charts and not card.sequence
    assert TOY.supplied(s, TOY.sides[0]) == ()
    here = present(s, card, TOY.standing(s, None))
    assert here.steps == () and here.standing == () and here.turn == s.turn


def test_the_step_under_way_is_told_by_the_flow() -> None:
    red, blue = (
        Step(title=part.__name__, rule="", words="", who="", parts=parts(part))
        for part in (rules.War.red, rules.War.blue)
    )
    card = Reference(sequence=(red, blue), charts=(), victory=(), objectives=(), track=(), boxes=())
    s = ask(setup(TOY, next(iter(TOY.scenarios)), 1), rules.War())
    standing = (Remark("all square"),)
    here = present(s, card, standing)
    assert under_way(s) == ["War.red"] and here.steps == (0,)
    assert here.acting == s.flow[-1].side and here.standing == standing
    s.end(Result(None, "a draw", ""))
    over = present(s, card, standing)
    assert over.steps == () and over.acting is None


def test_a_list_of_modifiers_is_a_chart_with_one_column() -> None:
    found = modifier_chart("shifts", "Shifts", "7.3", [("In woods", columns_words(-2), "7.32")])
    assert found.columns == ("Effect",)
    assert [(line.name, line.cells, line.rule) for line in found.lines] == [
        ("In woods", ("2 columns left",), "7.32")
    ]


def test_each_result_is_explained_once() -> None:
    assert worded([("D2", "two"), ("A1", "one"), ("D2", "two")]) == (Code("A1", "one"), Code("D2", "two"))


def test_figures_as_players_say_them() -> None:
    assert [columns_words(each) for each in (-2, 1, 0)] == ["2 columns left", "1 column right", "no shift"]
    assert [die_words(each) for each in (-2, 1)] == ["−2 to the die", "+1 to the die"]
    assert signed(0) == "0"
    assert [divided(each) for each in (1, 2, 3, 4)] == ["in full", "halved", "divided by 3", "quartered"]


def test_a_place_of_several_hexes_is_named_once() -> None:
    game = load_game("seelow1945")
    assert hexes_said(game, (Hex(1409), Hex(1410), Hex(1009))) == "Seelow 1409, 1410, 1009"


def test_reinforcements_are_put_together_by_where_they_come_in() -> None:
    a, b, c = (UnitId(each) for each in "abc")
    coming = [("north", (Hex(101),), a), ("south", (), b), ("north", (Hex(101),), c)]
    assert gathered(coming) == (Arrival("north", (a, c), (Hex(101),)), Arrival("south", (b,)))
