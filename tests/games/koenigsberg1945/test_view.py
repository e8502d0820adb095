"""2.1.3 Fog of war, views, overlays."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Commit, Pick
from bridgehead.core.play import decision, determinize, dice, push, view, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import AttackCancelled, Restored, UnitsActivated
from bridgehead.games.koenigsberg1945.rules.combat import BELOW_1_2, AssembleAttack, CombatSegment
from bridgehead.games.koenigsberg1945.view import OVERLAYS, back, hidden
from tests.games.koenigsberg1945.field import activate, assemble, field, may, picks, segment, started, told
from tests.support import ask, stand


@pytest.mark.rule("2.1.3a")
def test_only_the_top_of_an_enemy_stack_is_seen() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "g_xx_292")
    stand(s, 2116, "s2bf_2sha_88", "s2bf_2sha_116")
    assert hidden(s, SOVIET) == {"g_independent_23"}
    assert hidden(s, GERMAN) == {"s2bf_2sha_88"}
    assert hidden(s, None) == {"g_independent_23", "s2bf_2sha_88"}
    seen = view(s, SOVIET)
    assert "'g_independent_23'" not in str(seen)
    assert seen.stacks["2114"] == ("", "g_xx_292")
    assert [(each.side, each.hex) for each in seen.backs] == [(GERMAN, 2114)]
    assert hidden(field(), SOVIET) == frozenset()
    assert back(s.game, "").badges == ("hidden",)


@pytest.mark.rule("2.1.3a")
def test_allied_fronts_see_each_other() -> None:
    s = field("fronts", fog="on")
    stand(s, 2116, "s2bf_2sha_88", "s3bf_39a_94")
    assert hidden(s, s.leader(s.counter(UnitId("s3bf_39a_94")).force)) == frozenset()
    assert hidden(s, GERMAN) == {"s2bf_2sha_88"}


@pytest.mark.rule("2.1.3a", "2.1.3b")
def test_an_attack_on_a_covered_stack_is_announced_before_its_odds_are_known() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_hg_1hg", "g_hg_61")
    stand(s, 2113, "s2bf_2sha_88")
    s.mark(UnitId("s2bf_2sha_88"), reduced=True)
    assemble(s, 2114, "s2bf_2sha_88")
    frame: Any = decision(s)
    assert isinstance(frame, AssembleAttack)
    forecast = frame.forecast(s)
    assert forecast is not None
    assert forecast.defence == "?"
    assert may(s, Commit())
    reveals = s.reveals
    push(s, Commit())
    assert told(s, AttackCancelled)
    assert s.reveals == reveals + 1
    segment_: Any = decision(s)
    assert isinstance(segment_, CombatSegment)
    assert segment_.units == ("s2bf_2sha_88",)  # nothing is spent
    assert "g_hg_1hg" in str(view(s, SOVIET))  # and the stack stays open for this activation
    push(s, Attack(Hex(2114)))
    push(s, Pick(UnitId("s2bf_2sha_88")))
    assert why_not(s, Commit()) is BELOW_1_2


@pytest.mark.rule("2.1.3b")
def test_an_announced_attack_stands() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "hq_xx")
    stand(s, 2113, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88")
    with dice(s, 5):
        push(s, Commit())  # rolled at once: nobody may take it back
    assert not any(isinstance(frame, AssembleAttack) for frame in s.flow)
    open_game = field()
    stand(open_game, 2114, "g_hg_1hg", "g_hg_61")
    stand(open_game, 2113, "s2bf_2sha_88")
    open_game.mark(UnitId("s2bf_2sha_88"), reduced=True)
    assemble(open_game, 2114, "s2bf_2sha_88")
    assert not may(open_game, Commit())  # without fog the odds are known beforehand


@pytest.mark.rule("2.1.3a")
def test_what_happens_to_a_covered_unit_is_told_to_its_own_side() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "g_xx_292")
    s.log = []
    s.tell_of(UnitId("g_independent_23"), Restored(UnitId("g_independent_23"), 1), rule="11.2a")
    s.tell_of(UnitId("g_xx_292"), Restored(UnitId("g_xx_292"), 1), rule="11.2a")
    assert [each.only for each in s.log] == [(GERMAN,), ()]
    stand(s, 1016, "hq_xx")
    activate(s, "hq_xx", "c_xx")
    assert [each.only for each in s.log if isinstance(each.event, UnitsActivated)] == [(GERMAN,)]


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
@pytest.mark.parametrize("scenario", ["campaign"])
def test_a_guessed_position_looks_the_same(side: str, scenario: str) -> None:
    s = started(scenario, fog="on")
    moved = 0
    for seed in range(5):
        guess = determinize(s, side, seed)  # type: ignore[arg-type]
        assert view(guess, side) == view(s, side)  # type: ignore[arg-type]
        moved += any(guess.units[unit].hex != s.units[unit].hex for unit in s.units)
    assert moved or side == SOVIET  # one German stack alone is covered at the start


def test_overlays() -> None:
    s = started()
    reach = OVERLAYS["reach"](s, GERMAN, Hex(0), UnitId("g_independent_24m"))
    assert reach.hexes[Hex(2926)] == "1"
    assert "R" in reach.hexes.values()
    zones = OVERLAYS["zoc"](s, GERMAN, Hex(0), UnitId(""))
    assert set(zones.hexes) == {hex for hex in s.game.board.hexes if s.ledger["soviet_zoc"][hex]}
    supply = OVERLAYS["supply"](s, GERMAN, Hex(1915), UnitId(""))
    assert supply.lines[0][0] == 1915
    command = OVERLAYS["command"](s, SOVIET, Hex(1043), UnitId(""))
    assert command.hexes[Hex(840)] == "I"
    assert command.hexes[Hex(1144)] == "F"
    assert not OVERLAYS["command"](s, GERMAN, Hex(1043), UnitId("hq_39a")).hexes
    control = OVERLAYS["control"](s, GERMAN, Hex(0), UnitId(""))
    assert (control.hexes[Hex(2932)], control.hexes[Hex(231)]) == ("G", "S")


def test_zones_of_covered_units_are_not_drawn() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "hq_xx")
    assert OVERLAYS["zoc"](s, SOVIET, Hex(0), UnitId("")).hexes == {}
    assert OVERLAYS["reach"](s, SOVIET, Hex(0), UnitId("g_independent_23")).hexes == {}
    assert OVERLAYS["reach"](s, GERMAN, Hex(0), UnitId("g_independent_23")).hexes
    assert OVERLAYS["supply"](s, SOVIET, Hex(1137), UnitId("g_independent_23")).lines[0][0] == 1137


def test_nothing_is_asked_in_a_segment_without_targets() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88")
    segment(s, "s2bf_2sha_88")
    assert not s.flow
    ask(s, CombatSegment(SOVIET, s.counter(UnitId("s2bf_2sha_88")).force, ()))
    assert not picks(s)
