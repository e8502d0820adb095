"""16.0 Unit masking, views, overlays, and the rules that may be switched off."""

from typing import Any

import msgspec
import pytest

from bridgehead.core.actions import Attack, MoveTo, Pick
from bridgehead.core.codec import load, save
from bridgehead.core.play import determinize, options, push, view
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.budziszyn1945.model.actions import Demolish, MarkStrategic
from bridgehead.games.budziszyn1945.model.state import OPEN, in_play
from bridgehead.games.budziszyn1945.rules.abilities import concentration, usable_stars, volkssturm
from bridgehead.games.budziszyn1945.rules.masking import fog, hidden_from, look_of, top_of
from bridgehead.games.budziszyn1945.view.guesses import could_come, nature, room_in
from bridgehead.toolkit.hidden import Berth
from tests.games.budziszyn1945.field import (
    GERMAN,
    SOVIET,
    attack,
    battle,
    begun,
    field,
    fortify,
    moving,
    open_ground,
    reckon,
    stand,
)


@pytest.mark.rule("16.1.1", "16.1.2", "16.1.5")
def test_only_the_top_counter_shows() -> None:
    s = field()
    stand(s, 4010, "de_21_22", "de_21_125", "de_art_v")
    assert top_of(s, Hex(4010)) == "de_21_22"
    assert hidden_from(s, SOVIET) == {"de_21_125", "de_art_v"}
    assert hidden_from(s, GERMAN) == frozenset()
    assert hidden_from(s, None) == {"de_21_125", "de_art_v"}
    seen = view(s, SOVIET)
    assert "de_art_v" not in msgspec.json.encode(seen).decode()
    assert seen.stacks["4010"] == ("", "", "de_21_22")  # what may be seen lies on top of what is drawn
    assert view(s, GERMAN).stacks["4010"] == ("de_21_22", "de_21_125", "de_art_v")
    masked = field(fog="masked")
    stand(masked, 4010, "de_21_22", "de_21_125")
    assert hidden_from(masked, SOVIET) == {"de_21_22", "de_21_125"}
    shown = field(fog="open")
    stand(shown, 4010, "de_21_22", "de_21_125")
    assert hidden_from(shown, SOVIET) == frozenset()


@pytest.mark.rule("16.1.3")
def test_combat_opens_a_stack() -> None:
    s = field()
    stand(s, 4010, "de_21_22", "de_21_125")
    s.did(UnitId("de_21_125"), OPEN)
    assert hidden_from(s, SOVIET) == frozenset()
    s.mark("de_21_125", done=0)
    assert hidden_from(s, SOVIET) == {"de_21_125"}


@pytest.mark.rule("16.1.1")
def test_marks_stay_with_the_place_when_hidden_units_change_places() -> None:
    s = field()
    stand(s, 4010, "de_21_22", "de_21_125")
    stand(s, 4110, "de_20_panc", "de_21_192")
    s.mark("de_21_125", disorganized=3, oos=2)
    s.mark("de_21_192", disorganized=7)
    both = UnitId("de_21_125"), UnitId("de_21_192")
    swapped = next(
        guess
        for guess in (determinize(s, SOVIET, seed) for seed in range(20))
        if guess.units[both[0]].hex == 4110
    )
    marks = {swapped.units[id].hex: (swapped.units[id].disorganized, swapped.units[id].oos) for id in both}
    assert marks == {4010: (3, 2), 4110: (7, 0)}


@pytest.mark.rule("16.1.1")
def test_under_a_counter_that_shows_may_lie_any_weaker_one() -> None:
    """A headquarters, guns, infantry: where nobody stands beside, nothing tells them apart."""
    s = field()
    stand(s, 4010, "de_21_22", "de_hq_v")
    stand(s, 4210, "de_20_panc", "de_art_v", "de_vs1")
    hidden = hidden_from(s, SOVIET)
    assert hidden == {"de_hq_v", "de_art_v", "de_vs1"}
    lay = {next(id for id in g.stacks[Hex(4010)] if id in hidden) for g in guesses(s, SOVIET, 40)}
    assert lay == hidden
    stand(s, 4011, "su_254")
    assert {g.units[UnitId("de_hq_v")].hex for g in guesses(s, SOVIET, 40)} == {4010}


@pytest.mark.rule("16.1.1")
def test_the_losses_of_hidden_counters_are_not_known() -> None:
    s = field()
    stand(s, 4010, "de_21_22", "de_545_a")
    stand(s, 4210, "de_20_panc", "de_545_b")
    s.mark("de_545_a", cel=1)
    assert {g.units[UnitId("de_545_a")].cel for g in guesses(s, SOVIET, 40)} == {1, 2}


@pytest.mark.rule("16.1.1", "15.2.1")
def test_nobody_lies_where_he_could_not() -> None:
    """Resilience Groups stay where they were set up, nobody lies on top of what shows."""
    s = field()
    post = s.game.posts[UnitId("de_rg1")][0]
    stand(s, post, "de_21_22", "de_rg1")
    stand(s, 3010, "de_20_panc", "de_463_b")
    for guess in guesses(s, SOVIET, 40):
        assert guess.units[UnitId("de_rg1")].hex == post
        assert top_of(guess, Hex(3010)) == "de_20_panc"


@pytest.mark.rule("14.3.2a", "16.1.1")
def test_nobody_knows_whether_a_bridge_is_begun() -> None:
    s = field()
    stand(s, 5213, "su_hq_5")
    s.set(banks=frozenset({UnitId("su_hq_5")}))
    begun_by = [bool(g.works) for g in guesses(s, GERMAN, 40)]
    assert {*begun_by} == {True, False}
    s.works[UnitId("su_hq_5")] = (Hex(5213), Hex(5112), 2)
    assert [bool(g.works) for g in guesses(s, GERMAN, 40)] == begun_by
    assert all(g.works == s.works for g in guesses(s, SOVIET, 5))


def guesses(s: Any, side: Side, number: int) -> list[Any]:
    return [determinize(s, side, seed) for seed in range(number)]


@pytest.mark.rule("16.1.4a", "16.1.4b", "5.6.6")
def test_neighbours_know_types_and_levels() -> None:
    s = field()
    stand(s, 4010, "de_21_22", "de_21_125")
    hidden = s.units["de_21_125"]
    assert look_of(s, SOVIET, hidden) == ""
    s.mark("de_21_125", disorganized=4, oos=2)
    assert look_of(s, SOVIET, s.units["de_21_125"]) == "*!2"
    s.mark("de_21_125", disorganized=0, oos=0)
    stand(s, 4011, "su_254")
    assert look_of(s, SOVIET, s.units["de_21_125"]) == "INF-R 2 CEL"
    fortify(s, 4010)
    assert look_of(s, SOVIET, s.units["de_21_125"]) == "INF-R"


@pytest.mark.rule("16.1.4a", "16.1.4b")
def test_a_forecast_keeps_hidden_strengths() -> None:
    s = field()
    stand(s, 4010, "de_21_22", "de_21_125")
    stand(s, 4011, "su_254")
    attack(s, SOVIET)
    push(s, Attack(Hex(4010)))
    push(s, Pick(UnitId("su_254")))
    found = s.flow[-1].forecast(s)
    assert (found.defence, found.column) == ("hidden", "")
    s.send("de_21_125", "aside")
    assert s.flow[-1].forecast(s).defence == "5 SP"


@pytest.mark.rule("16.1.4a", "16.1.4b")
def test_what_is_learned_by_moving_up_is_not_taken_back() -> None:
    for setting, learned in (("standard", True), ("open", False)):
        s = field(fog=setting)
        clear, around = open_ground(s)
        stand(s, clear, "de_21_22", "de_21_125")
        start = next(hex for hex in s.game.board.near[around[0]] if hex not in (clear, *around))
        stand(s, start, "su_254", "su_50")
        for unit, reveals in (("su_254", learned), ("su_50", False)):
            before = s.reveals
            moving(s, unit)
            push(s, MoveTo(Hex(around[0])))
            assert (s.reveals > before) == reveals


@pytest.mark.rule("16.1.1")
@pytest.mark.parametrize("scenario", ["nysa", "two_stars", "two_stars_three"])
def test_a_determinized_world_looks_the_same(scenario: str) -> None:
    s = begun(scenario, seed=9)
    moved = 0
    for step in range(240):
        push(s, options(s)[(step * 7919) % len(options(s))])
        if step % 40:
            continue
        for side in in_play(s):
            guess = determinize(s, side, step)
            assert view(guess, side) == view(s, side)
            moved += sum(guess.units[id].hex != s.units[id].hex for id in s.units)
            again = load(save(guess), s.game)
            assert again.same_as(guess)
            assert again.ledger == guess.ledger
    assert moved


def test_overlays() -> None:
    s = begun()
    for name, overlay in s.game.overlays.items():
        found = overlay(s, SOVIET, Hex(5213), UnitId("su_13g"))
        assert found.title
        assert found.hexes, name
    line = s.game.overlays["supply"](s, SOVIET, Hex(0), UnitId("su_13g")).lines
    assert line[0][0] == 5213
    assert s.game.overlays["reach"](s, SOVIET, Hex(5112), UnitId("de_545_a")).hexes == {}
    whole = s.game.overlays["supply"](s, SOVIET, Hex(0), UnitId(""))
    assert whole.hexes


def test_faces() -> None:
    s = begun()
    faces = {s.game.face(s.game, unit).symbol for unit in s.units.values()}
    assert {"headquarters", "armor", "militia", "selfpropelled_artillery", "motorized", "garrison"} <= faces
    assert s.game.back(s.game, "INF-R 2 CEL").symbol == "infantry"
    beside = s.game.back(s.game, "INF-R 2 CEL*!1")
    assert (beside.size, beside.label, beside.badges) == ("III", "2 CEL", ("disorganized", "out_of_supply"))
    unseen = s.game.back(s.game, "*")
    assert (unseen.symbol, unseen.label, unseen.badges) == ("", "", ("disorganized",))
    s.mark("de_art_v", transport=True, disorganized=1, oos=2, done=1)
    assert set(s.game.face(s.game, s.units["de_art_v"]).badges) == {
        "disorganized", "out_of_supply", "move_mode", "moved",
    }  # fmt: skip


@pytest.mark.rule("OPT.1")
def test_a_first_game_without_the_complementary_rules() -> None:
    s = field(complementary="off")
    stand(s, 5211, "su_254", "su_124")
    s.set(broken=frozenset())
    moving(s, "su_254")
    assert MarkStrategic() not in options(s)
    assert not [each for each in options(s) if isinstance(each, Demolish)]
    stand(s, 5310, "de_vs1", "de_rg1")
    fight = battle(SOVIET, 5310, "su_254", "su_124")
    assert usable_stars(s, fight) == []
    assert volkssturm(s, [UnitId("de_vs1")]) == 0
    assert concentration(s, [UnitId(f"de_463_{each}") for each in "abc"], 1) == []
    assert not [each for each in reckon(s, fight).shifts if each.rule == "15.2.3"]
    assert fog(s) == "open"


@pytest.mark.rule("16.1.1", "N.11", "T.20", "15.2.1", "TI.1")
def test_where_a_hidden_counter_could_have_come() -> None:
    s = field()
    swamp = min(s.game.ground.swamp)

    def could(unit: str, hex: int, state: Any = s) -> bool:
        return could_come(state, nature(state, state.units[UnitId(unit)]), Hex(hex))

    post = s.game.posts[UnitId("de_rg1")][0]
    assert [could("de_rg1", hex) for hex in (post, 4010)] == [True, False]
    assert [could("de_545_a", hex) for hex in (4010, swamp, 4303)] == [True, True, False]
    assert [could("us_69_271", hex) for hex in (1628, 1829)] == [True, False]
    stars = field("two_stars")
    assert [could("us_69_271", hex, stars) for hex in (1628, 1829)] == [True, True]
    assert [could("de_gorlitz1", hex, stars) for hex in (5829, 5830, 4010)] == [True, True, False]
    assert could("de_gorlitz1", 4010)


@pytest.mark.rule("3.2.1a", "3.2.1b", "16.1.1")
def test_a_guess_fills_no_stack_above_the_limit_once_set_up_stacks_are_gone() -> None:
    s = field()
    stand(s, 4010, "de_21_22", "de_21_125")
    lying = [Berth(Hex(4010), 0)]
    hidden = frozenset({UnitId("de_21_125")})
    assert room_in(s, lying, hidden) == {4010: 6}
    s.set(turn=1)
    assert room_in(s, lying, hidden) == {}
