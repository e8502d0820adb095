"""What a hex means here and now, told from what a side may know."""

from __future__ import annotations

from typing import Any

import pytest

from bridgehead.core.perspective import Perspective
from bridgehead.core.play import setup
from bridgehead.core.values import Side, UnitId
from bridgehead.games import load_game
from bridgehead.server.queries.explain import answer_explain
from bridgehead.toolkit.reference import Remark
from tests.support import bare, stand

GERMAN, SOVIET = Side("german"), Side("soviet")


def asked(s: Any, side: Side, hex: int, unit: str = "") -> list[Remark]:
    found = answer_explain(Perspective(s, side, 1), hex, unit)
    return [*found.ground, *found.here]


def test_the_ground_is_told_with_its_figures_and_its_rule() -> None:
    s = setup(load_game("koenigsberg1945"), "campaign", 1)
    forest = next(hex for hex in s.game.board.hexes if s.game.board.terrain[hex] == "woods")
    assert Remark("Forest: Foot MP 2, Mechanized MP 3, Attack on it 1 column left.", "2.2.2") in asked(
        s, GERMAN, forest
    )


def test_what_lies_between_a_unit_and_the_hex_beside_it_is_told() -> None:
    s = bare("seelow1945", "seelow")
    here, there = next(iter(s.game.board.features["stream"]))
    stand(s, here, "su_57g_170")
    words = [each.words for each in asked(s, SOVIET, there, "su_57g_170")]
    assert any(said.startswith("Stream hexside") for said in words)
    assert not any(said.startswith("Stream hexside") for said in (r.words for r in asked(s, SOVIET, there)))


def test_how_a_hex_defends_is_what_the_odds_say() -> None:
    s = setup(load_game("eastprussia1914"), "campaign", 3)
    hex = next(hex for hex in s.stacks if hex and (found := s.game.odds(s, (), hex)) and found.modifiers)
    odds = s.game.odds(s, (), hex)
    words = [each.words for each in asked(s, GERMAN, hex)]
    assert f"An attack meets a defense of {odds.defence}." in words
    assert {each.rule for each in odds.modifiers} <= {each.rule for each in asked(s, GERMAN, hex)}


@pytest.mark.parametrize("name", ["koenigsberg1945", "budziszyn1945", "eastprussia1914"])
def test_a_unit_that_would_lose_its_supply_is_told_so(name: str) -> None:
    s = setup(load_game(name), next(iter(load_game(name).scenarios)), 3)
    side = s.game.sides[0]
    fine = next(each for each in s.game.supplied(s, side) if not each.lost and s.units[each.unit].hex)
    hex = s.units[fine.unit].hex
    assert any(fine.words in each.words for each in asked(s, side, hex))
    # Shut in by the enemy on every side.
    ring = [to for to in s.game.board.near[hex] if not s.stacks.get(to)]
    foes = [unit.id for unit in s.units.values() if unit.side != side and unit.hex]
    for foe, to in zip(reversed(foes), ring, strict=False):
        s.put(foe, to)
    for unit in [u for to in s.game.board.near[hex] for u in s.stacks.get(to, ()) if s.units[u].side == side]:
        s.send(UnitId(unit), "aside")
    cut = {each.unit: each for each in s.game.supplied(s, side)}[fine.unit]
    assert cut.lost
    assert any(cut.words in each.words for each in asked(s, side, hex))


def test_the_garrison_of_kuestrin_asks_for_its_line() -> None:
    s = bare("seelow1945", "kustrin")
    stand(s, 3103, "ge_303_fus")
    (cut,) = s.game.supplied(s, GERMAN)
    assert cut.rule == "11.43a" and (cut.lost or "line to the west" in cut.words)
    assert s.game.supplied(s, SOVIET) == ()


def test_what_is_hidden_is_not_told() -> None:
    """Two positions that differ in what lies under an enemy stack get the same answer."""
    found = []
    for below in ("ge_20pg_76_1", "ge_20pg_90_1"):
        s = bare("seelow1945", "seelow")
        stand(s, 2304, below, "ge_ss502_1")
        stand(s, 2704, "su_57g_170")
        found.append(asked(s, SOVIET, 2304))
    assert found[0] == found[1]
