"""What a side sees: faces, facts, and worlds it cannot tell from the true one."""

from typing import Any

import pytest

from bridgehead.core.play import determinize, view
from bridgehead.core.values import UnitId
from bridgehead.games.eastprussia1914.rules.chits import GiveBack, SelectChits
from tests.games.eastprussia1914.table import GERMAN, RUSSIAN, ask, chit, empty, opening, stand, unit


def face(s: Any, name: str) -> Any:
    return s.game.face(s.game, unit(s, name))


def test_faces_show_values_state_and_mode() -> None:
    s = empty()
    stand(s, 3614, "G-1", steps=1, supply="oos", railed=True, activated=1)
    shown = face(s, "G-1")
    assert (shown.values, shown.reduced, shown.size, shown.formation) == ("3-3-5", True, "XX", "I")
    assert set(shown.badges) == {"out_of_supply", "moved", "activated"}
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


@pytest.mark.rule("4.1.4", "17.2")
def test_4_1_4_guesses_about_a_selection_being_made() -> None:
    s = opening(turn=5, orders_in_advance="on")
    chosen = (chit("R-HQ-III"), chit("R-HQ-VI"))
    for frame in (SelectChits(RUSSIAN, 5, chosen), GiveBack(RUSSIAN, chosen)):
        ask(s, frame)
        guesses = {determinize(s, GERMAN, seed).flow[-1].chosen for seed in range(30)}  # type: ignore[attr-defined]
        assert len(guesses) > 1 and all(len(each) == 2 for each in guesses)
    ask(s)
    s.set(orders=chosen, orders_turn=6)
    assert len({determinize(s, GERMAN, seed).orders for seed in range(30)}) > 1
    assert determinize(s, RUSSIAN, 1).orders == chosen


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


def test_facts_tell_points_and_events() -> None:
    s = opening("tannenberg", event=8)
    facts = view(s, GERMAN).facts
    assert facts["points"] == {"german": 0, "russian": 8} and facts["event"] == "Bread wagons lag"
    assert {marker["kind"] for marker in facts["markers"]} == {"control"}
    assert facts["due"]["R-HQ-XXVI"] == 5
