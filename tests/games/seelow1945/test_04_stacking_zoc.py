"""4.0 Stacking and Zones of Control."""

import pytest

from bridgehead.core.actions import MoveTo
from bridgehead.core.play import options
from bridgehead.core.values import Hex
from bridgehead.games.seelow1945.model.state import enemy_zoc
from bridgehead.games.seelow1945.rules.steps import NO_ROOM, entry_cost, why_not_stand
from tests.games.seelow1945.field import (
    DAY,
    FLAK,
    GERMAN,
    GRR,
    KAG,
    MUN,
    PANTHER,
    PANTHER2,
    PG,
    PG2,
    PZ,
    PZ3,
    RR,
    RR2,
    SOVIET,
    TB,
    TIGER1,
    VAK,
    ZHUKOV,
    do,
    field,
    phase,
    pick,
    reason,
    stand,
    unit,
)


@pytest.mark.rule("4.11", "4.13", "5.25")
def test_c07_soviet_stacking_on_the_move() -> None:
    s = field()
    stand(s, 2205, RR)
    stand(s, 2204, RR2)
    do(phase(s, "movement", SOVIET), *pick(RR))
    assert reason(s, MoveTo(Hex(2204))) == NO_ROOM
    s = field()
    stand(s, 2205, RR)
    stand(s, 2204, ZHUKOV)
    do(phase(s, "movement", SOVIET), *pick(RR), MoveTo(Hex(2203)))
    assert unit(s, RR).hex == 2203


@pytest.mark.rule("4.11", "4.13", "5.25")
def test_c07_one_cannot_pass_a_full_hex() -> None:
    s = field()
    stand(s, 2205, RR)
    for hex, id in ((2204, RR2), (2105, GRR), (2305, KAG)):
        stand(s, hex, id)
    do(phase(s, "movement", SOVIET), *pick(RR))
    assert MoveTo(Hex(2204)) not in options(s)
    assert entry_cost(s, unit(s, RR), Hex(2205), Hex(2204)) is NO_ROOM


@pytest.mark.rule("4.12", "2.21d")
def test_c07_german_stacking() -> None:
    s = field()
    stand(s, 1809, PANTHER, PANTHER2, TIGER1)
    stand(s, 1708, MUN)
    do(phase(s, "movement", GERMAN), *pick(MUN))
    assert reason(s, MoveTo(Hex(1809))) == NO_ROOM
    s = field()
    stand(s, 1809, PG, PZ)
    stand(s, 1708, PZ3)
    stand(s, 1709, PG2)
    for id in (PZ3, PG2):
        assert why_not_stand(s, unit(s, id), Hex(1809)) is NO_ROOM


@pytest.mark.rule("4.12")
def test_guns_count_as_battalions_in_either_mode() -> None:
    s = field()
    stand(s, 1713, FLAK)
    assert why_not_stand(s, unit(s, PZ), Hex(1713)) is None
    assert why_not_stand(s, unit(s, VAK), Hex(1713)) is NO_ROOM
    s.mark(unit(s, FLAK).id, move_mode=True)
    assert why_not_stand(s, unit(s, VAK), Hex(1713)) is NO_ROOM


@pytest.mark.rule("4.14")
def test_markers_take_no_room() -> None:
    s = field()
    stand(s, 1809, PG, disrupted=True, reduced=True, moved=True)
    assert why_not_stand(s, unit(s, PZ), Hex(1809)) is None


@pytest.mark.rule("4.0", "4.23", "4.25")
def test_c06_levels_and_zoc() -> None:
    s = field()
    stand(s, 1609, GRR)
    zoc = enemy_zoc(s, GERMAN)
    assert {hex for hex in range(1500, 1800) if zoc[hex]} == {1508, 1610, 1608, 1708, 1709}
    stand(s, 1509, PG)
    assert enemy_zoc(s, SOVIET)[1609]
    stand(s, 1508, RR)
    assert enemy_zoc(s, GERMAN)[1509]
    assert enemy_zoc(s, SOVIET)[1508]


@pytest.mark.rule("4.22")
def test_c06_swamp_and_zoc() -> None:
    s = field()
    stand(s, 1908, TB)
    assert not enemy_zoc(s, GERMAN)[1907]
    s = field()
    stand(s, 1908, RR)
    assert enemy_zoc(s, GERMAN)[1907]
    s = field("kustrin")
    stand(s, 3403, "su_82g_242")
    assert not enemy_zoc(s, GERMAN)[3503], "an unbridged river"
    stand(s, 3404, "su_82g_244")
    assert enemy_zoc(s, GERMAN)[3503], "a bridge"


@pytest.mark.rule("4.21")
def test_who_exerts_zoc() -> None:
    s = field()
    stand(s, 2009, RR, disrupted=True)
    stand(s, 2012, ZHUKOV)
    assert not any(enemy_zoc(s, GERMAN))
    s.mark(unit(s, RR).id, disrupted=False)
    assert enemy_zoc(s, GERMAN)[2109]
    s = field()
    stand(s, 2009, KAG)
    assert enemy_zoc(s, GERMAN)[2109]
    s.mark(unit(s, KAG).id, move_mode=True)
    assert enemy_zoc(s, GERMAN)[2109]


@pytest.mark.rule("4.28")
def test_several_zocs_count_as_one() -> None:
    s = field()
    stand(s, 2009, GRR)
    stand(s, 2008, PG)
    one = entry_cost(s, unit(s, GRR), Hex(2009), Hex(2109))
    stand(s, 1909, MUN)
    assert entry_cost(s, unit(s, GRR), Hex(2009), Hex(2109)) == one == 3


@pytest.mark.rule("4.11", "4.21")
def test_units_off_the_map_stand_nowhere_and_control_nothing() -> None:
    s = field()
    stand(s, 2209, PG)
    s.eliminate(unit(s, PG).id)
    s.send(unit(s, RR).id, "reinforcements")
    assert {name: ledger[0] for name, ledger in s.ledger.items()} == dict.fromkeys(s.ledger, 0)


@pytest.mark.rule("4.28b", "5.27a")
def test_nothing_beyond_the_edge_is_controlled() -> None:
    s = field("kustrin", DAY)
    stand(s, 2508, "su_57g_172")
    zoc = enemy_zoc(s, GERMAN)
    assert zoc[2507]
    assert not any(zoc[hex] for hex in (2509, 2409, 2609))
