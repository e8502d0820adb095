"""The adviser: true notes with their figures, three at most, and nothing a side may not know."""

from __future__ import annotations

from typing import Any

import pytest

from bridgehead.core.perspective import Perspective
from bridgehead.core.play import deciding, options, play, setup, view
from bridgehead.core.secrecy import hidden_from
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games import GAMES, load_game
from bridgehead.games.seelow1945.rules.combat import CombatPhase, PlanAttack
from bridgehead.games.seelow1945.rules.movement import MovementPhase
from bridgehead.server.queries.advice import MOST, answer_advice, notes
from bridgehead.toolkit.advice import Advice
from tests.support import ask, bare, stand

SOVIET, GERMAN = Side("soviet"), Side("german")


def told(s: Any, side: Side | None) -> list[Advice]:
    assert side is not None
    return answer_advice(Perspective(s, side, 1)).notes


@pytest.mark.parametrize("name", GAMES)
def test_the_adviser_speaks_in_every_game_and_never_more_than_thrice(name: str) -> None:
    game = load_game(name)
    s = setup(game, next(iter(game.scenarios)), 3)
    for number in range(120):
        if s.ended is not None:
            break
        side = deciding(s)
        assert side is not None
        found = told(s, side)
        assert len(found) <= MOST
        assert all(note.words.endswith(".") and (not note.rule or note.rule in game.rules) for note in found)
        assert all(hex in game.board for note in found for hex in note.hexes)
        offered = options(s)
        s = play(s, offered[(number * 13 + 5) % len(offered)])


def test_who_does_not_decide_is_told_nothing() -> None:
    s = setup(load_game("eastprussia1914"), "campaign", 3)
    now = deciding(s)
    assert now is not None
    other = next(side for side in s.game.sides if side != now)
    assert told(s, now) and not told(s, other)


def strongest(s: Any, side: Side) -> list[UnitId]:
    """The units of a side that may be attacked, the weakest first."""
    units = [unit for unit in s.units.values() if unit.side == side and not s.counter(unit.id).armored]
    return [
        unit.id for unit in sorted(units, key=lambda unit: (s.values(unit).cs, unit.id)) if s.values(unit).cs
    ]


def test_a_better_attack_by_the_same_units_is_named_with_its_odds() -> None:
    s = bare("seelow1945", "seelow")
    board = s.game.board
    at = next(
        hex
        for hex in board.hexes
        if len(board.near[hex]) == 6
        and all(board.terrain[to] == "clear" and board.level[to] == 1 for to in (hex, *board.near[hex]))
        and not any(board.has(kind, hex, to) for to in board.near[hex] for kind in ("stream", "river"))
    )
    strong, weak = board.near[at][0], board.near[at][3]
    s.set(turn=2, phase="combat", actor=SOVIET)
    attacker = strongest(s, SOVIET)[-1]
    weakest, *_, toughest = strongest(s, GERMAN)
    stand(s, at, attacker)
    stand(s, strong, toughest)
    stand(s, weak, weakest)
    bad, good = (s.game.odds(s, (attacker,), hex).column for hex in (strong, weak))
    assert good >= bad + 2
    s.flow = (CombatPhase(SOVIET), PlanAttack(SOVIET, Hex(strong), (attacker,)))
    (note,) = [note for note in told(s, SOVIET) if note.hexes == (weak,)]
    columns = s.game.tables.crt.columns
    assert f"{columns[good]} instead of {columns[bad]}" in note.words
    s.flow = (CombatPhase(SOVIET), PlanAttack(SOVIET, Hex(weak), (attacker,)))
    assert not [note for note in told(s, SOVIET) if "instead of" in note.words]


def test_a_unit_that_will_lose_its_supply_is_named_with_the_rule() -> None:
    s = setup(load_game("koenigsberg1945"), "campaign", 3)
    side = deciding(s)
    assert side is not None
    fine = next(each for each in s.game.supplied(s, side) if not each.lost and s.units[each.unit].hex)
    hex = s.units[fine.unit].hex
    foes = [unit.id for unit in s.units.values() if unit.side != side and unit.hex]
    for foe, to in zip(reversed(foes), s.game.board.near[hex], strict=False):
        for unit in s.stacks.get(to, ()):
            s.send(unit, "aside")
        s.put(foe, to)
    (note,) = [note for note in notes(s, side) if hex in note.hexes and note.rule == "10.1"][:1]
    assert "no supply line" in note.words


def test_an_objective_left_empty_before_an_enemy_is_named() -> None:
    s = setup(load_game("eastprussia1914"), "campaign", 3)
    german = Side("german")
    words = [note.words for note in notes(s, german)]
    bare_ones = [said for said in words if "is empty" in said]
    assert bare_ones
    goldap = next(said for said in bare_ones if "Goldap" in said)
    stand(s, 3818, "G-2")
    assert goldap not in [note.words for note in notes(s, german)]


def test_what_is_hidden_changes_nothing() -> None:
    """Positions that differ only in what lies under an enemy stack bring the same notes."""
    found = []
    for below in strongest(bare("seelow1945", "seelow"), GERMAN)[:3]:
        s = bare("seelow1945", "seelow")
        s.set(turn=2, phase="movement", actor=SOVIET)
        top = strongest(s, GERMAN)[-1]
        stand(s, 1709, below, top)
        stand(s, 2507, "su_57g_170")
        stand(s, 1810, "su_57g_172")
        s = ask(s, MovementPhase(SOVIET))
        assert hidden_from(s, SOVIET) == {below}
        assert all(unit["id"] != below for unit in view(s, SOVIET).units)
        found.append(told(s, SOVIET))
    assert found[0] == found[1] == found[2]
