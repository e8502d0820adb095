"""What a side sees: faces, facts, and worlds it cannot tell from the true one."""

from typing import Any

import pytest

from bridgehead.core.play import determinize, options, view
from bridgehead.core.state import rebuild_ledger
from bridgehead.core.values import ChitId, UnitId
from bridgehead.games.eastprussia1914.model.state import State, is_garrison, is_hq
from bridgehead.games.eastprussia1914.rules.activation import Activation
from bridgehead.games.eastprussia1914.rules.chits import GiveBack, SelectChits
from bridgehead.games.eastprussia1914.rules.fog import unseen_by
from bridgehead.games.eastprussia1914.rules.special import assembling
from bridgehead.games.eastprussia1914.view.views import cup_seen
from bridgehead.testing.causes.eastprussia1914 import ruled_out, too_many
from bridgehead.testing.guesses import check_guesses
from tests.games.eastprussia1914.table import GERMAN, RUSSIAN, ask, chit, empty, opening, select, stand, unit


def face(s: Any, name: str) -> Any:
    return s.game.face(s.game, unit(s, name))


def test_faces_show_values_state_and_mode() -> None:
    s = empty()
    stand(s, 3614, "G-1", steps=1, supply="oos", railed=True, activated=(chit("G-HQ-I"),))
    shown = face(s, "G-1")
    assert (shown.values, shown.reduced, shown.size, shown.formation) == ("3-3-5", True, "XX", "I")
    assert set(shown.badges) == {"out_of_supply", "moved"}
    stand(s, 3614, "G-1/1", activated=(chit("G-HQ-I"),))
    assert face(s, "G-1/1").badges == ("activated",)
    stand(s, 3614, "G-HQ-I", mode="command")
    assert face(s, "G-HQ-I").values == "◎4 +2" and not face(s, "G-HQ-I").badges
    s.mark(UnitId("G-HQ-I"), mode="movement", supply="isolated")
    assert face(s, "G-HQ-I").values == "◎2 6" and set(face(s, "G-HQ-I").badges) == {"isolated", "move_mode"}
    assert face(s, "R-1C").symbol == "cavalry" and face(s, "R-1C").nationality == "russian1914"
    assert s.game.back(s.game, "").symbol == ""


@pytest.mark.rule("4.1.4")
def test_4_1_4_guesses_about_the_enemy_cup_keep_its_number_and_its_compulsory_chits() -> None:
    s = opening()
    s.set(cup=tuple(chit(f"R-HQ-{name}") for name in ("II", "III", "IV", "XX", "VI", "XIII")))
    cups = set()
    for seed in range(30):
        guess = determinize(s, GERMAN, seed)
        assert view(guess, GERMAN) == view(s, GERMAN)
        assert len(guess.cup) == 6
        assert {chit(f"R-HQ-{name}") for name in ("II", "III", "IV", "XX")} <= set(guess.cup)
        cups.add(guess.cup)
        assert determinize(s, RUSSIAN, seed).cup == s.cup
    assert len(cups) > 1


def chosen_in(s: State) -> tuple[ChitId, ...]:
    """The chits taken so far."""
    now = s.flow[-1]
    assert isinstance(now, SelectChits | GiveBack)
    return now.chosen


@pytest.mark.rule("4.1.4", "17.2")
def test_4_1_4_guesses_about_a_selection_being_made() -> None:
    s = opening(turn=5, orders_in_advance="on")
    chosen = (chit("R-HQ-III"), chit("R-HQ-VI"))
    select(s, RUSSIAN, 5, "R-HQ-III", "R-HQ-VI")
    numbers = {len(chosen_in(determinize(s, GERMAN, seed))) for seed in range(60)}
    assert max(numbers) == 5 and len(numbers) > 1  # how many he has taken so far is his secret
    ask(s, GiveBack(RUSSIAN, chosen))
    guesses = {chosen_in(determinize(s, GERMAN, seed)) for seed in range(30)}
    assert len(guesses) > 1 and all(len(each) == 2 for each in guesses)


@pytest.mark.rule("4.1.4", "17.2")
def test_4_1_4_orders_in_advance_are_guessed_in_any_number() -> None:
    s = opening(turn=5, orders_in_advance="on")
    chosen = (chit("R-HQ-III"), chit("R-HQ-VI"))
    s.set(orders=chosen, orders_turn=6)
    guesses = {determinize(s, GERMAN, seed).orders for seed in range(60)}
    assert len({len(each) for each in guesses}) > 1
    assert determinize(s, RUSSIAN, 1).orders == chosen


@pytest.mark.rule("4.1.4")
def test_4_1_4_the_german_selection_is_guessed_in_any_number_while_the_russian_selects() -> None:
    s = opening(turn=5)
    s.set(cup=(chit("G-HQ-I"),))
    select(s, RUSSIAN)
    guesses = {determinize(s, RUSSIAN, seed).cup for seed in range(60)}
    assert len({len(each) for each in guesses}) > 1 and len(guesses) > 4


@pytest.mark.rule("4.1.4", "4.2.4")
def test_4_1_4_the_chit_of_an_hq_removed_since_may_be_in_the_cup() -> None:
    s = opening(turn=2)
    s.set(cup=(chit("R-HQ-VI"),))
    s.send(UnitId("R-HQ-XV"), "removed")
    cups = {determinize(s, GERMAN, seed).cup for seed in range(60)}
    assert cups >= {(chit("R-HQ-XV"),), (chit("R-HQ-VI"),)}


@pytest.mark.rule("17.1")
def test_17_1_hidden_units_change_places_in_a_guess() -> None:
    s = empty(fog="on")
    stand(s, 4314, "R-25", "R-27")
    stand(s, 4318, "R-30", "R-40")
    stand(s, 4318, "R-HQ-IV", mode="command")
    places = {determinize(s, GERMAN, seed).units[UnitId("R-25")].hex for seed in range(20)}
    assert places == {4314, 4318}
    assert len(view(s, GERMAN).backs) == 3 and "R-25" not in str(view(s, GERMAN))
    assert view(s, None).backs


@pytest.mark.rule("17.1", "7.1")
def test_17_1_a_hidden_unit_may_be_an_hq_where_stacking_allows_one() -> None:
    s = empty(fog="on")
    stand(s, 4318, "R-HQ-IV", "R-30", "R-40")
    stand(s, 4314, "R-25", "R-27")
    stand(s, 4112, "R-28", "R-HQ-III")
    guesses = [determinize(s, GERMAN, seed) for seed in range(60)]
    assert {guess.units[UnitId("R-HQ-IV")].hex for guess in guesses} == {4318}  # two divisions at most: an HQ
    s.send(UnitId("R-40"), "aside")
    guesses = [determinize(s, GERMAN, seed) for seed in range(60)]
    assert {guess.units[UnitId("R-HQ-IV")].hex for guess in guesses} == {4318, 4314}
    assert {guess.units[UnitId("R-28")].hex for guess in guesses} == {
        4318,
        4314,
        4112,
    }  # never an HQ below one
    assert {guess.units[UnitId("R-25")].hex for guess in guesses} == {4318, 4314, 4112}
    assert all(guess.units[UnitId(name)].hex for guess in guesses for name in ("R-27", "R-30", "R-HQ-III"))


@pytest.mark.rule("17.1", "13.3")
def test_17_1_a_garrison_is_known_to_be_in_its_fortress() -> None:
    s = empty(fog="on")
    stand(s, 2113, "G-Koenigsberg", "G-Ersatz", "G-1LwB")
    stand(s, 3614, "G-2", "G-1")
    guesses = [determinize(s, RUSSIAN, seed) for seed in range(60)]
    assert {guess.units[UnitId("G-Koenigsberg")].hex for guess in guesses} == {2113}
    assert {guess.units[UnitId("G-2")].hex for guess in guesses} == {2113, 3614}


@pytest.mark.rule("17.1", "18.1.2")
def test_17_1_the_second_army_is_not_guessed_to_be_in_germany_on_turn_1() -> None:
    s = empty(fog="on", turn=1)
    stand(s, 2729, "R-25", "R-27")
    stand(s, 3035, "R-4", "R-16")
    assert {determinize(s, GERMAN, seed).units[UnitId("R-4")].hex for seed in range(40)} == {3035}
    s.set(turn=2)
    assert {determinize(s, GERMAN, seed).units[UnitId("R-4")].hex for seed in range(40)} == {2729, 3035}


@pytest.mark.rule("17.1")
def test_17_1_a_unit_is_seen_while_it_is_activated() -> None:
    s = empty(fog="on")
    stand(s, 4318, "R-30", "R-40")
    assert UnitId("R-30") in unseen_by(s, GERMAN)
    s.flow = (Activation(side=RUSSIAN, chit=chit("R-HQ-IV"), hq=UnitId("R-HQ-IV"), units=(UnitId("R-30"),)),)
    assert UnitId("R-30") not in unseen_by(s, GERMAN)


def test_facts_tell_points_and_events() -> None:
    s = opening("tannenberg", event=8)
    facts = view(s, GERMAN).facts
    assert facts["points"] == {"german": 0, "russian": 8} and facts["event"] == "Bread wagons lag"
    assert {marker["kind"] for marker in facts["markers"]} == {"control"}
    assert facts["due"]["R-HQ-XXVI"] == 5


@pytest.mark.rule("4.1.4", "18.2b")
def test_4_1_4_who_sees_which_chits() -> None:
    german, russian = [chit("G-HQ-I")], [chit("R-HQ-VI"), chit("R-HQ-XV")]
    closed = {
        (GERMAN, 7): {GERMAN: german, RUSSIAN: 2},
        (RUSSIAN, 7): {GERMAN: 1, RUSSIAN: russian},
        (None, 7): {GERMAN: 1, RUSSIAN: 2},
        (GERMAN, 5): {GERMAN: german, RUSSIAN: russian},
        (RUSSIAN, 5): {GERMAN: 1, RUSSIAN: russian},
        (None, 5): {GERMAN: 1, RUSSIAN: 2},
    }
    for (side, event), seen in closed.items():
        s = opening(turn=4, event=event)
        s.set(cup=(*german, *russian))
        assert cup_seen(s, side) == seen
        for frame in (SelectChits(RUSSIAN, 4, 5), GiveBack(RUSSIAN, ())):
            s.flow = (frame,)
            own = {each: seen[each] if side == each else None for each in (GERMAN, RUSSIAN)}
            assert cup_seen(s, side) == own
        s.flow = (SelectChits(RUSSIAN, 5, 5),)
        assert cup_seen(s, side) == seen, "a selection for the next turn hides nothing of this one"


@pytest.mark.rule("17.1", "7.1", "13.3", "18.1.2")
@pytest.mark.parametrize(("scenario", "turn"), [("campaign", 1), ("tannenberg", 4), ("masurian", 12)])
def test_17_1_guesses_are_as_wide_as_the_rules_and_no_wider(scenario: str, turn: int) -> None:
    s = opening(scenario, turn=turn, fog="on")
    stand(s, 3222, "G-3R")
    stand(s, 2025, "G-HQ-I", "G-35")
    solver: Any = ruled_out
    for side in (GERMAN, RUSSIAN):
        assert check_guesses(s, side, 3, solver, 60) > 1
        hidden = unseen_by(s, side)
        for seed in range(10):
            guess = determinize(s, side, seed)
            for hex, stack in guess.stacks.items():
                there = [guess.units[each] for each in stack]
                if all(is_garrison(s, s.units[each]) for each in s.stacks[hex] if each not in hidden):
                    staffs = [
                        sum(is_hq(s, one.units[each]) for each in one.stacks[hex]) for one in (s, guess)
                    ]
                    assert len(stack) > 2 or staffs[0] == staffs[1], "a ZOC goes out from there, or none"
                assert not too_many(there, guess), hex
                assert all(each.hex == s.units[each.id].hex for each in there if is_garrison(s, each))
                assert not any(assembling(guess, each) and s.ground.home[hex] == GERMAN for each in there)
            fresh = guess.clone()
            rebuild_ledger(fresh)
            assert fresh.ledger == guess.ledger


@pytest.mark.rule("4.1.4")
def test_4_1_4_the_choices_of_a_guess_are_its_own() -> None:
    s = opening(turn=5)
    select(s, RUSSIAN, 5, "R-HQ-III")
    seen = set()
    for seed in range(20):
        assert options(s)
        guess = determinize(s, GERMAN, seed)
        frame: Any = guess.flow[-1]
        assert options(guess) == list(frame.options(guess))
        seen.add(frame.chosen)
    assert len(seen) > 1
