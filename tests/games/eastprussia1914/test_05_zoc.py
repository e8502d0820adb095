"""5.0 Zones of control, 7.0 stacking."""

import pytest

from bridgehead.core.actions import MoveTo
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.rules.movement import HQ_IN_EZOC, entry_cost
from bridgehead.games.eastprussia1914.rules.stacking import MIXED, crowded, why_not_stack
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc
from tests.games.eastprussia1914.table import GERMAN, RUSSIAN, empty, goes, moving, no, stand, unit


@pytest.mark.rule("5.2a", "13.3")
def test_5_2a_who_exerts_a_zoc() -> None:
    s = empty()
    stand(s, 3814, "R-25")
    assert all(in_enemy_zoc(s, Hex(hex), GERMAN) for hex in s.ground.board.near[3814])
    assert not in_enemy_zoc(s, Hex(3814), GERMAN)
    stand(s, 2113, "G-Koenigsberg")
    stand(s, 2413, "G-HQ-I", mode="command")
    assert not any(s.ledger["zoc_german"])


@pytest.mark.rule("5.2b", "11.3.3b", "11.3.2b")
def test_5_2b_supply_does_not_change_zoc() -> None:
    for state in ("oos", "isolated"):
        s = empty()
        stand(s, 3814, "R-25", supply=state)
        assert in_enemy_zoc(s, Hex(3714), GERMAN)


@pytest.mark.rule("5.6")
def test_5_6_not_across_major_rivers_but_across_minor_ones() -> None:
    s = empty()
    stand(s, 2913, "R-28")
    assert not in_enemy_zoc(s, Hex(2914), GERMAN)
    stand(s, 3614, "R-25")
    assert s.ground.minor[3614 * 6 + s.ground.board.around[3614].index(3615)]
    assert in_enemy_zoc(s, Hex(3615), GERMAN)


@pytest.mark.rule("5.7", "12.3")
def test_5_7_an_hq_enters_an_ezoc_only_beside_a_friend() -> None:
    s = empty()
    stand(s, 3814, "R-25")
    stand(s, 3614, "G-HQ-I", mode="movement")
    moving(s, "G-HQ-I")
    assert no(s, MoveTo(Hex(3714))) is HQ_IN_EZOC
    stand(s, 3714, "G-1")
    moving(s, "G-HQ-I")
    assert 3714 in goes(s)
    assert entry_cost(s, unit(s, "G-HQ-I"), Hex(3614), Hex(3714)) == 3
    s.put(UnitId("G-HQ-I"), Hex(3715))
    moving(s, "G-HQ-I")
    assert entry_cost(s, unit(s, "G-HQ-I"), Hex(3715), Hex(3615)) == 1 + 2
    assert 3615 in goes(s)


@pytest.mark.rule("7.4")
def test_7_4_no_mixed_stacks() -> None:
    s = empty()
    stand(s, 3814, "R-25")
    stand(s, 3614, "G-1")
    assert why_not_stack(s, unit(s, "G-1"), Hex(3814)) is MIXED


@pytest.mark.rule("7.1")
def test_7_1_two_combat_units_and_one_hq() -> None:
    s = empty()
    stand(s, 3814, "R-25", "R-27")
    stand(s, 3814, "R-HQ-III", mode="command")
    assert not crowded(s, Hex(3814), RUSSIAN)
    stand(s, 3814, "R-28")
    assert crowded(s, Hex(3814), RUSSIAN)
