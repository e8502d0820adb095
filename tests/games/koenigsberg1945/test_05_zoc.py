"""5.0 Zones of control."""

import pytest

from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN
from bridgehead.games.koenigsberg1945.rules.reinforcements import ENTRY_ZOC, why_not_enter
from bridgehead.games.koenigsberg1945.rules.supply import supply_map
from tests.games.koenigsberg1945.field import cost, field
from tests.support import stand


@pytest.mark.rule("5.0", "5.2")
def test_a_unit_controls_the_six_hexes_about_it() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88")
    assert {hex for hex in s.game.board.hexes if s.ledger["soviet_zoc"][hex]} == set(s.game.board.near[2114])
    s.send(UnitId("s2bf_2sha_88"), "aside")
    assert not any(s.ledger["soviet_zoc"])


@pytest.mark.rule("5.2", "5.2.1")
@pytest.mark.parametrize("unit", ["hq_xx", "g_gar_thorn", "g_vs_1"])
def test_headquarters_garrisons_and_volkssturm_have_none(unit: str) -> None:
    s = field()
    stand(s, 2114, unit)
    assert not any(s.ledger["german_zoc"])


@pytest.mark.rule("5.2")
def test_an_attack_strength_of_one_is_enough() -> None:
    s = field()
    stand(s, 2114, "g_vi_han", reduced=True)
    assert s.face(UnitId("g_vi_han")).attack == 1
    assert s.ledger["german_zoc"][2115]


@pytest.mark.rule("5.5.1")
def test_units_without_supply_keep_their_zone() -> None:
    s = field()
    stand(s, 2114, "g_independent_23", supply=2)
    assert s.ledger["german_zoc"][2115]


@pytest.mark.rule("5.6")
def test_zones_stop_at_water_and_unbridged_major_rivers() -> None:
    s = field()
    stand(s, 1228, "s3bf_39a_94")
    assert not s.ledger["soviet_zoc"][1328]
    stand(s, 1330, "s3bf_39a_5g")
    assert not s.ledger["soviet_zoc"][1429]
    stand(s, 612, "s2bf_2sha_88")
    assert not s.ledger["soviet_zoc"][712]
    stand(s, 613, "s2bf_3a_41")
    assert s.ledger["soviet_zoc"][713]  # bridged


@pytest.mark.rule("5.1c")
def test_friends_do_not_cancel_a_zone_for_movement() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2116, "s2bf_2sha_88")
    stand(s, 2215, "s2bf_2sha_116")
    assert s.ledger["german_zoc"][2115]
    assert cost(s, "s2bf_2sha_88", 2115) == 3
    stand(s, 2115, "s2bf_2sha_108")
    assert cost(s, "s2bf_2sha_88", 2115) == 3


@pytest.mark.rule("5.3", "8.0.3a")
def test_reinforcements_never_arrive_in_a_zone() -> None:
    s = field()
    assert why_not_enter(s, GERMAN, Hex(3517)) is None
    stand(s, 3518, "s2bf_2sha_88")
    stand(s, 3517, "g_independent_23")
    assert why_not_enter(s, GERMAN, Hex(3517)) is ENTRY_ZOC


@pytest.mark.rule("5.5")
def test_friends_open_a_zone_for_supply_only() -> None:
    s = field()
    stand(s, 3040, "g_xxviii_607")
    assert supply_map(s, GERMAN)[3040] >= 0
    stand(s, 3038, "s3bf_39a_94")
    s.memo.clear()
    assert supply_map(s, GERMAN)[3040] < 0
    s.send(UnitId("s3bf_39a_94"), "aside")
    stand(s, 3036, "s3bf_39a_94")
    assert supply_map(s, GERMAN)[3040] < 0


def test_nobody_is_counted_off_the_map() -> None:
    s = field()
    stand(s, 2114, "g_independent_23", "hq_xx")
    s.send(UnitId("g_independent_23"), ELIMINATED)
    s.send(UnitId("hq_xx"), "removed")
    assert [each[0] for each in s.ledger.values()] == [0] * len(s.ledger)
    assert not any(s.ledger["german"])
