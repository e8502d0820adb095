"""10.0 Supply and isolation."""

from itertools import pairwise

import pytest

from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import KoenigsbergLimited, NothingToDo
from bridgehead.games.koenigsberg1945.model.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED, State
from bridgehead.games.koenigsberg1945.rules.supply import (
    koenigsberg_linked,
    limited_map,
    mark_supply,
    sources,
    supply_line,
    supply_map,
    supply_phase,
)
from bridgehead.games.koenigsberg1945.rules.victory import enter_hexes, release_by_time
from tests.games.koenigsberg1945.field import field, go, moving, said, started, told
from tests.support import stand


def cut_off(s: State) -> None:
    """Every German source but Königsberg is gone, and the Autobahn is cut."""
    s.set(conquered=frozenset(map(Hex, s.game.board.marks["supply_split"])))
    for hex, unit in (
        (3510, "s2bf_2sha_88"),
        (3517, "s2bf_2sha_116"),
        (3519, "s2bf_2sha_108"),
        (3027, "s3bf_39a_94"),
    ):
        stand(s, hex, unit)


@pytest.mark.rule("10.0b")
def test_headquarters_are_checked_too() -> None:
    s = field()
    cut_off(s)
    stand(s, 1915, "hq_7pz")
    supply_phase(s)
    assert s.units[UnitId("hq_7pz")].supply == OUT_OF_SUPPLY


@pytest.mark.rule("10.0c")
def test_both_sides_are_judged_from_one_position() -> None:
    """Two stacks cut each other off on the Nehrung: both fail, whoever is looked at first."""
    s = field()
    stand(s, 3040, "g_xxviii_607")
    for hex, unit in ((3041, "s3bf_39a_94"), (3039, "s3bf_39a_5g")):
        stand(s, hex, unit)
    stand(s, 3037, "g_xxviii_58")
    supply_phase(s)
    assert s.units[UnitId("g_xxviii_607")].supply == OUT_OF_SUPPLY
    assert s.units[UnitId("s3bf_39a_5g")].supply == OUT_OF_SUPPLY
    assert s.units[UnitId("g_xxviii_58")].supply == SUPPLIED


@pytest.mark.rule("10.1b")
def test_a_source_must_be_free_itself() -> None:
    s = field()
    stand(s, 3518, "s2bf_2sha_88")
    assert s.ledger["soviet_zoc"][3517]
    assert supply_map(s, GERMAN)[3517] != 0
    stand(s, 3517, "g_independent_23")
    assert supply_map(s, GERMAN)[3517] == 0


@pytest.mark.rule("10.1c")
def test_the_line_follows_drawn_roads_and_railways() -> None:
    s = field()
    line = supply_line(s, GERMAN, Hex(1915))
    ground = s.game.ground
    assert line[0] == 1915
    assert line[-1] in sources(s, GERMAN)
    steps = list(pairwise(line))
    drawn = [ground.network[ground.side(a, b)] > 0 for a, b in steps]
    assert all(drawn[4:])
    stray = next(hex for hex in s.game.board.hexes if supply_map(s, GERMAN)[hex] == 4)
    line = supply_line(s, GERMAN, Hex(stray))
    assert not ground.network[ground.side(line[0], line[1])] > 0
    assert all(ground.network[ground.side(a, b)] > 0 for a, b in pairwise(line[4:]))


@pytest.mark.rule("10.1.1a", "2.2.10b")
def test_no_line_crosses_an_unbridged_major_river() -> None:
    s = field()
    ground = s.game.ground
    assert ground.open_ground[ground.side(612, 712)] < 0
    assert ground.open_ground[ground.side(613, 713)] > 0
    assert ground.open_ground[ground.side(1228, 1328)] < 0
    line = supply_line(s, SOVIET, Hex(712))
    assert all(not ground.major[ground.side(a, b)] for a, b in pairwise(line))


@pytest.mark.rule("10.2", "2.2.9")
def test_the_sources_of_each_side() -> None:
    s = field()
    assert set(sources(s, GERMAN)) == {3510, 3517, 3519, 3502, 2501, 503, 2932}
    assert len(sources(s, SOVIET)) == 11


@pytest.mark.rule("10.2b")
def test_a_source_in_enemy_hands_works_again_when_he_has_gone() -> None:
    s = field()
    near = supply_map(s, GERMAN)[3517]
    assert near == 0
    stand(s, 3517, "s2bf_2sha_88")
    assert supply_map(s, GERMAN)[3517] < 0
    s.send(UnitId("s2bf_2sha_88"), "aside")
    assert supply_map(s, GERMAN)[3517] == 0


@pytest.mark.rule("10.2.1")
def test_a_split_source_turns_soviet_for_good() -> None:
    s = field()
    stand(s, 504, "s2bf_70a_96")
    moving(s, "s2bf_70a_96")
    go(s, 503)
    assert 503 in sources(s, SOVIET)
    assert 503 not in sources(s, GERMAN)
    s.send(UnitId("s2bf_70a_96"), "aside")
    stand(s, 603, "g_independent_23")
    moving(s, "g_independent_23")
    go(s, 503)
    assert 503 in sources(s, SOVIET)
    s = field()
    stand(s, 504, "hq_70a")
    moving(s, "hq_70a")
    go(s, 503)
    assert not s.conquered  # a headquarters conquers nothing


@pytest.mark.rule("10.2.2a", "10.2.2b")
@pytest.mark.parametrize(("closed", "linked"), [((2931,), True), ((2831,), True), ((2931, 2831), False)])
def test_one_of_the_two_last_legs_is_enough(closed: tuple[int, ...], linked: bool) -> None:
    s = field()
    for hex, hq in zip(closed, ("hq_39a", "hq_5a"), strict=False):
        stand(s, hex, hq)  # a headquarters stands in the way and has no zone of its own
    assert koenigsberg_linked(s) is linked


@pytest.mark.rule("10.2.2b")
def test_a_german_unit_keeps_the_autobahn_open_against_a_zone() -> None:
    s = field()
    stand(s, 3127, "s3bf_39a_94")
    assert not koenigsberg_linked(s)
    threatened = [hex for hex in s.game.board.marks["link"] if s.ledger["soviet_zoc"][hex]]
    assert threatened
    for hex, unit in zip(threatened, ("g_independent_23", "g_xx_292", "g_xx_14", "g_xx_102"), strict=False):
        assert not koenigsberg_linked(s)
        stand(s, hex, unit)
    assert koenigsberg_linked(s)


@pytest.mark.rule("10.2.3c")
def test_an_isolated_unit_within_ten_hexes_is_set_back() -> None:
    s = field()
    cut_off(s)
    eight = next(Hex(hex) for hex in s.game.board.hexes if limited_map(s)[hex] == 8)
    stand(s, eight, "g_independent_5m", supply=ISOLATED)
    supply_phase(s)
    assert s.units[UnitId("g_independent_5m")].supply == OUT_OF_SUPPLY
    assert told(s, KoenigsbergLimited)


@pytest.mark.rule("10.3.3")
def test_units_that_cannot_move_are_never_out_of_supply() -> None:
    s = field()
    cut_off(s)
    stand(s, 1329, "g_gar_loetzen", "g_vs_1", "g_independent_23")
    supply_phase(s)
    supply_phase(s)
    assert s.units[UnitId("g_gar_loetzen")].supply == SUPPLIED
    assert s.units[UnitId("g_vs_1")].supply == SUPPLIED
    assert s.units[UnitId("g_independent_23")].supply == ISOLATED


@pytest.mark.rule("10.1.2")
def test_supply_does_not_change_between_phases() -> None:
    s = started()
    unit = UnitId("s3bf_5a_45")
    s.mark(unit, supply=OUT_OF_SUPPLY)
    moving(s, "s3bf_5a_45")
    go(s, 1040)
    assert s.units[unit].supply == OUT_OF_SUPPLY


@pytest.mark.rule("10.2.3a", "10.2.3b", "10.3.1")
def test_limited_koenigsberg_feeds_ten_hexes_and_not_eleven() -> None:
    s = field()
    stand(s, 2930, "s3bf_39a_94", "s3bf_39a_5g")
    stand(s, 2830, "s3bf_39a_113")
    far = limited_map(s)
    reached = {int(hex): int(far[hex]) for hex in s.game.board.hexes if far[hex] >= 0}
    assert max(reached.values()) == 10
    ten = next(hex for hex, steps in reached.items() if steps == 10)
    eleven = next(
        hex
        for hex in s.game.board.near[ten]
        if s.game.ground.land[hex] and hex not in reached and hex not in s.stacks
    )
    stand(s, ten, "g_independent_23")
    stand(s, eleven, "g_xx_292")
    for unit in ("s3bf_39a_28gt", "s3bf_5a_45", "s3bf_5a_72"):
        s.send(UnitId(unit), "aside")
    s.set(conquered=frozenset(s.game.ground.split_sources))
    block = s.game.board.marks["supply_german"]
    for hex, unit in zip(block, ("s3bf_5a_45", "s3bf_5a_72", "s3bf_5a_65"), strict=True):
        stand(s, hex, unit)
    supply_phase(s)
    supply_phase(s)
    assert s.units[UnitId("g_independent_23")].supply == OUT_OF_SUPPLY
    assert s.units[UnitId("g_xx_292")].supply == ISOLATED


@pytest.mark.rule("10.2.3a", "10.1")
def test_a_unit_on_its_source_is_supplied_and_one_in_limited_koenigsberg_is_never_isolated() -> None:
    s = field()
    stand(s, 3517, "g_independent_23")
    stand(s, 2932, "g_xx_292")
    stand(s, 2930, "s3bf_39a_94", "s3bf_39a_5g")
    stand(s, 2830, "s3bf_39a_113")
    for hex, unit in ((2831, "s3bf_5a_45"), (3032, "s3bf_5a_72"), (2833, "s3bf_5a_65")):
        stand(s, hex, unit)
    supply_phase(s)
    supply_phase(s)
    assert s.units[UnitId("g_independent_23")].supply == SUPPLIED
    assert s.units[UnitId("g_xx_292")].supply == OUT_OF_SUPPLY


@pytest.mark.rule("10.2.2a", "10.2.2b")
def test_either_leg_of_the_autobahn_links_koenigsberg() -> None:
    s = field()
    assert koenigsberg_linked(s)
    for closed, linked in (
        ((2931,), True),
        ((2830,), True),
        ((2931, 2831), False),
        ((3026,), False),
        ((2932,), False),
        ((3420,), False),
    ):
        s = field()
        for hex, hq in zip(closed, ("hq_39a", "hq_5a"), strict=False):
            stand(s, hex, hq)  # a headquarters closes its hex and no other
        assert koenigsberg_linked(s) == linked, closed
        feeds = any(limited_map(s)[hex] >= 0 for hex in s.game.board.hexes)
        assert feeds == (not linked and closed != (2932,)), closed


@pytest.mark.rule("10.0a")
def test_a_supply_phase_that_changes_nothing_says_so_unless_that_would_tell_of_covered_units() -> None:
    s = started()
    s.log = []
    supply_phase(s)
    assert said(s) == ["No effect: no unit changes its supply. 10.0a"]
    s = started(fog="on")
    s.log = []
    supply_phase(s)
    assert said(s) == []


@pytest.mark.rule("10.0a", "10.3.1", "10.3.2", "10.2.1", "13.1b", "13.1c", "11.5c", "11.5e", "10.2.3a")
def test_what_changes_hands_and_who_is_cut_off_is_told() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    s.set(conquered=frozenset())
    mark_supply(s, UnitId("g_independent_23"), OUT_OF_SUPPLY)
    mark_supply(s, UnitId("g_independent_23"), ISOLATED)
    mark_supply(s, UnitId("g_independent_23"), ISOLATED)
    mark_supply(s, UnitId("g_independent_23"), 0)
    enter_hexes(s, UnitId("s2bf_2sha_88"), (Hex(1902), Hex(2501)))
    enter_hexes(s, UnitId("g_independent_23"), (Hex(1902),))
    enter_hexes(s, UnitId("s2bf_2sha_88"), (Hex(1902), Hex(3203)))
    s.turn = 6
    release_by_time(s)
    assert said(s) == [
        "23rd Infantry Division is out of supply. 10.3.1",
        "23rd Infantry Division is isolated. 10.3.2",
        "23rd Infantry Division is in supply again. 10.0a",
        "Soviets take Schröttersburg (1902): 13 German victory hexes left. 13.1b",
        "Soviets capture supply source Leslau (2501). 10.2.1",
        "Germans retake Schröttersburg (1902): 14 German victory hexes. 13.1c",
        "Soviets take Schröttersburg (1902): 13 German victory hexes left. 13.1b",
        "Soviets take Thorn (3203): 12 German victory hexes left. 13.1b",
        "VI Corps HQ and its units are released and may move freely. 11.5c",
        "LV Corps HQ and its units are released and may move freely. 11.5c",
    ]


@pytest.mark.rule("10.2.2a", "10.2.2b")
@pytest.mark.parametrize("closed", [(2931, 2830), (2931, 2831)])
def test_each_hex_of_a_leg_can_close_it(closed: tuple[int, int]) -> None:
    s = field()
    for hex, hq in zip(closed, ("hq_39a", "hq_5a"), strict=True):
        stand(s, hex, hq)
    assert not koenigsberg_linked(s)


@pytest.mark.rule("10.2.3a", "10.0a")
def test_limited_koenigsberg_feeds_germans_alone() -> None:
    s = field()
    cut_off(s)
    near = next(Hex(hex) for hex in s.game.board.hexes if limited_map(s)[hex] == 3)
    stand(s, near, "s2bf_2sha_30gt", supply=OUT_OF_SUPPLY)
    ring = [hex for hex in s.game.board.near[near] if s.game.ground.land[hex]]
    germans = ("g_ix_56", "g_ix_561", "g_ix_548", "g_ix_551", "g_ix_286", "g_xxvi_549")
    for hex, unit in zip(ring, germans, strict=False):
        stand(s, hex, unit)
    s.log = []
    supply_phase(s)
    assert s.units[UnitId("s2bf_2sha_30gt")].supply == ISOLATED
    assert told(s, NothingToDo) == []  # it is one change among many units that keep what they had
