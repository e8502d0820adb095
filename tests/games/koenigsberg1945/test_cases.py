"""The acceptance cases, with their own numbers."""

from typing import Any

import pytest

from bridgehead.core.actions import Commit, Done, MoveTo, Pick, Place
from bridgehead.core.play import decision, dice, options, push, result, why_not
from bridgehead.core.values import ChitId, Hex, UnitId, replace
from bridgehead.games.koenigsberg1945.model.actions import (
    Bombard,
    FullAttack,
    March,
    NormalAttack,
    Rebuild,
    Restore,
    RetreatFrom,
    Ride,
)
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG
from bridgehead.games.koenigsberg1945.model.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED
from bridgehead.games.koenigsberg1945.rules import air
from bridgehead.games.koenigsberg1945.rules.activation import in_command
from bridgehead.games.koenigsberg1945.rules.advance import AdvanceAfterCombat
from bridgehead.games.koenigsberg1945.rules.air import TWO_AT_MOST
from bridgehead.games.koenigsberg1945.rules.barrage import HIT_ALREADY, BarrageFire, BarragePhase
from bridgehead.games.koenigsberg1945.rules.blocked import (
    NO_STRATEGIC_IN_ZOC,
    NO_STRATEGIC_STACKING,
    RAIL_BLOCKED,
)
from bridgehead.games.koenigsberg1945.rules.combat import (
    BELOW_1_2,
    AssembleAttack,
    defender_loses,
    retreat_left,
)
from bridgehead.games.koenigsberg1945.rules.command import CommandPhase, command_chit
from bridgehead.games.koenigsberg1945.rules.movement import FROZEN_HQ, NO_GAS, MovementSegment
from bridgehead.games.koenigsberg1945.rules.odds import ALL, Odds, attack_strength, defence_strength, shelter
from bridgehead.games.koenigsberg1945.rules.random_events import action_chit
from bridgehead.games.koenigsberg1945.rules.reach import (
    MAJOR_RIVER,
    OUT_OF_FROZEN_RANGE,
    allowance,
    entry_cost,
    rail_way,
)
from bridgehead.games.koenigsberg1945.rules.replacements import (
    NO_REPLACEMENTS,
    NOT_THIS_TURN,
    UNSUPPLIED,
    AssignReplacements,
    ReplacementSegment,
    why_not_restore,
)
from bridgehead.games.koenigsberg1945.rules.retreat import RETREAT_DIRECTION, RETREAT_ZOC, Retreat
from bridgehead.games.koenigsberg1945.rules.sequence import GameTurn
from bridgehead.games.koenigsberg1945.rules.supply import (
    koenigsberg_linked,
    limited_map,
    supply_map,
    supply_phase,
)
from bridgehead.games.koenigsberg1945.rules.victory import final_victory, released, sudden_death
from bridgehead.games.koenigsberg1945.rules.volkssturm import (
    SECOND_VOLKSSTURM,
    TOO_NEAR,
    VolkssturmDeployment,
    volkssturm_return,
)
from tests.games.koenigsberg1945.field import (
    activate,
    assemble,
    at,
    box,
    column,
    cost,
    field,
    fight,
    finish,
    go,
    hexes,
    ids,
    may,
    moving,
    picks,
    reach,
    reduced,
    segment,
    started,
)
from tests.support import ask, stand


def odds_of(s: Any) -> Odds:
    frame = decision(s)
    assert isinstance(frame, AssembleAttack)
    return frame.odds(s)


def bare_attack_c01() -> Any:
    s = field()
    stand(s, 1641, "s3bf_11ga_36g")
    stand(s, 1640, "s3bf_11ga_8g", "s3bf_11ga_120t")
    stand(s, 1741, "g_ix_548")
    return s


@pytest.mark.rule("2.1.2", "9.3a", "9.3d", "9.3f", "9.5.2a", "9.5.3a", "9.5.4b", "9.6.4")
def test_c01_fractions_are_summed_before_rounding() -> None:
    s = assemble(bare_attack_c01(), 1741, "s3bf_11ga_36g", "s3bf_11ga_8g", "s3bf_11ga_120t")
    assert (odds_of(s).attack, odds_of(s).defence, column(s)) == (8, 4, "2-1")
    with dice(s, 6):
        push(s, Commit())
    assert reduced(s, "g_ix_548")
    assert hexes(s) == {1841, 1840}
    assert why_not(s, MoveTo(Hex(1742))) is RETREAT_ZOC
    west = s.clone()
    go(s, 1841)
    assert hexes(s) == {1842, 1942, 1941}
    go(s, 1942)
    go(west, 1840)
    assert hexes(west) == {1941, 1940}
    assert picks(s) == {"s3bf_11ga_36g", "s3bf_11ga_8g", "s3bf_11ga_120t"}
    push(s, Pick(UnitId("s3bf_11ga_120t")))
    assert at(s, "s3bf_11ga_120t") == 1741
    push(s, Pick(UnitId("s3bf_11ga_36g")))
    assert at(s, "s3bf_11ga_36g") == 1741


@pytest.mark.rule("2.1.1", "2.1.2", "9.3b", "9.3d", "9.5d", "9.5.3a", "9.5.4b")
def test_c02_two_halvings_make_a_quarter() -> None:
    s = bare_attack_c01()
    s.send(UnitId("s3bf_11ga_8g"), "aside")
    s.mark(UnitId("s3bf_11ga_36g"), supply=OUT_OF_SUPPLY)
    assemble(s, 1741, "s3bf_11ga_36g", "s3bf_11ga_120t")
    assert (odds_of(s).attack, odds_of(s).defence, column(s)) == (2, 4, "1-2")
    with dice(s, 5):
        push(s, Commit())
    ways = {}
    push(s, RetreatFrom(Hex(1641)))
    while s.flow:
        frame: Any = decision(s)
        ways[frame.group[0]] = hexes(s)
        go(s, max(hexes(s)))
    assert ways == {"s3bf_11ga_36g": {1542, 1541}, "s3bf_11ga_120t": {1541, 1540, 1639}}
    assert not reduced(s, "s3bf_11ga_36g")
    assert at(s, "s3bf_11ga_120t")


@pytest.mark.rule("9.3.1a", "9.3.1b", "9.3.1e", "9.3.3a", "12.1a", "12.1d")
def test_c03_below_1_2_no_attack() -> None:
    s = field()
    stand(s, 1437, "s3bf_39a_94", reduced=True)
    stand(s, 1538, "g_hg_1hg")
    assemble(s, 1538, "s3bf_39a_94")
    assert (odds_of(s).first, odds_of(s).column) == (0, -2)
    assert why_not(s, Commit()) is BELOW_1_2
    push(s, NormalAttack(UnitId("air_1aa_1")))
    assert odds_of(s).column == -1
    assert why_not(s, Commit()) is BELOW_1_2
    assert box(s, "air_1aa_1") == "air_army_1"
    assemble(s, 1538, "s3bf_39a_94", full=["air_1aa_1"])
    assert column(s) == "1-2"
    with dice(s, 5):
        push(s, Commit())
    assert box(s, "air_1aa_1") == "grounded"


@pytest.mark.rule("9.3.3c", "9.4.4a", "9.5.7a", "10.3.2")
@pytest.mark.parametrize("die", [1, 2])
def test_c04_defence_rounded_to_zero(die: int) -> None:
    s = field()
    stand(s, 1619, "g_vi_han", reduced=True, supply=ISOLATED)
    stand(s, 1620, "s3bf_39a_28gt")
    assemble(s, 1619, "s3bf_39a_28gt")
    assert (odds_of(s).defence, column(s)) == (0, "7-1+")
    with dice(s, die):
        push(s, Commit())
    if die == 1:
        assert at(s, "g_vi_han") == 1619
    else:
        while hexes(s):
            go(s, min(hexes(s)))
        assert s.game.board.distance(1619, at(s, "g_vi_han")) == 1
    assert at(s, "s3bf_39a_28gt") == 1620


@pytest.mark.rule("3.0b", "3.0c", "3.0d", "2.5.1b", "2.5.1e", "9.4.1", "7.1b")
def test_c05_turn_1_german_barrage() -> None:
    s = started()
    with dice(s, 2, 6):
        ask(s, BarragePhase())
    frame: Any = decision(s)
    assert (frame.side, frame.left, frame.reach) == (GERMAN, 4, 2)
    assert may(s, Bombard(Hex(1140)))
    with dice(s, 6):
        push(s, Bombard(Hex(1140)))
    assert reduced(s, "s3bf_5a_45")
    assert hexes(s) == {1040, 1039, 1139}
    full = s.clone()
    go(s, 1040)
    assert (at(s, "s3bf_5a_45"), at(s, "s3bf_5a_2gt")) == (1040, 1040)
    assert decision(s).side == GERMAN
    assert why_not(s, Bombard(Hex(1140))) is HIT_ALREADY
    go(full, 1039)
    assert decision(full).side == SOVIET  # two corps stand there: whoever is too many goes on


@pytest.mark.rule("3.0d", "2.5.1e")
@pytest.mark.parametrize("die", [3, 1])
def test_c06_turn_1_barrage_low_roll(die: int) -> None:
    s = started()
    ask(s, BarrageFire(GERMAN, GERMAN, 2, 2, -1, (Hex(1140),)))
    with dice(s, die):
        push(s, Bombard(Hex(1137)))
    assert (at(s, "s3bf_28a_3g"), reduced(s, "s3bf_28a_3g"), at(s, "s3bf_28a_218t")) == (1137, False, 1137)
    german = [unit for unit in s.on_the_map(GERMAN) if reduced(s, unit)]
    assert german == [unit for unit in started().on_the_map(GERMAN) if reduced(started(), unit)]


@pytest.mark.rule("2.5.1c", "2.5.1d", "9.5.7a")
def test_c07_barrage_against_a_town() -> None:
    s = field()
    s.turn = 4
    stand(s, 1437, "g_hg_61")
    stand(s, 1338, "s3bf_39a_94")
    with dice(s, 1, 6):
        action_chit(s, ChitId("a_barrage_3bf"))
        ask(s, *s.flow)
        push(s, Bombard(Hex(1437)))
    assert [event.event.column for event in s.log if hasattr(event.event, "column")] == ["1-1"]
    assert (at(s, "g_hg_61"), reduced(s, "g_hg_61")) == (1437, False)


@pytest.mark.rule("2.3b", "2.3c", "2.5a", "2.5c", "2.5e")
def test_c08_activation_limits_and_end_of_drawing() -> None:
    s = started()
    s.turn = 3
    german = ("c_ix", "c_xxvi", "c_hg", "c_xxxxi", "c_vi")
    second = ("c_70", "c_65", "c_2sh", "c_48", "c_3", "c_49")
    third = ("c_39", "c_5", "c_43")
    s.set(
        activated={
            GERMAN: tuple(map(ChitId, german)),
            FRONT_2: tuple(map(ChitId, second)),
            FRONT_3: tuple(map(ChitId, third)),
        },
        cup=tuple(map(ChitId, ("c_xx", "c_28", "a_random_event", "a_no_gas", "a_gd_withdrawal"))),
        aside=(),
    )
    command_chit(s, ChitId("c_xx"))
    assert s.aside == ("c_xx",)
    s.set(cup=tuple(chit for chit in s.cup if chit != "c_xx"))
    action_chit(s, ChitId("a_no_gas"))
    assert s.tracks[NO_GAS] == 1
    s.set(cup=tuple(chit for chit in s.cup if chit != "a_no_gas"))
    s.flow = (CommandPhase(),)
    with dice(s, 1):
        ask(s, CommandPhase())
    assert s.activated[FRONT_3][-1] == "c_28"
    assert not finish(s).flow
    assert finish(s).cup == ("a_random_event", "a_gd_withdrawal")


@pytest.mark.rule("2.1.5b", "8.1.1a", "8.1.1b", "8.1.1c", "16.0c")
def test_c09_turn_1_pool_of_the_3rd_belorussian_front() -> None:
    s = started()
    chits = s.game.chits
    by_force = {
        force: {chit for chit in s.cup if chits[chit].force == force} for force in (GERMAN, FRONT_2, FRONT_3)
    }
    assert by_force[FRONT_3] == {"c_39", "c_5", "c_28"}
    assert by_force[FRONT_2] == {"c_70", "c_65", "c_2sh", "c_48", "c_3"}
    assert len(by_force[GERMAN]) == 11
    assert len(s.cup) == 20
    assert "a_random_event" in s.cup
    turn_2 = {chit for chit, each in chits.items() if each.turn == 2}
    assert turn_2 == {"c_43", "c_2g", "c_49", "c_hgm", "a_barrage_2bf", "a_barrage_3bf", "a_gd_withdrawal"}


@pytest.mark.rule("2.1.4b", "4.2.1a", "4.2.2a", "4.2.4a")
def test_c10_soviet_command_range() -> None:
    s = started()
    formation, independents = in_command(s, UnitId("hq_39a"))
    assert set(formation) == {"s3bf_39a_28gt", "s3bf_39a_113", "s3bf_39a_152ur", "s3bf_39a_94", "s3bf_39a_5g"}
    assert set(independents) == {"s3bf_ind_2gt", "s3bf_ind_43gt"}
    assert s.game.board.distance(1043, 840) == s.game.board.distance(1043, 741) == 4
    assert s.game.board.distance(1043, 735) == 10


@pytest.mark.rule("4.2.1b", "4.2.2b", "4.2.2c", "4.2.3", "4.2.4a", "4.2.6")
def test_c11_german_command_range_and_the_scattered_gd_corps() -> None:
    s = started()
    formation, independents = in_command(s, UnitId("hq_gd"))
    assert formation == ()
    assert set(independents) == {
        "g_independent_23",
        "g_independent_605",
        "g_independent_10",
        "g_independent_hau",
        "g_independent_18m",
    }
    activate(s, "hq_gd", "c_gd")
    for unit in ("g_independent_23", "g_independent_605"):
        push(s, Pick(UnitId(unit)))
    assert len(picks(s)) == 3
    push(s, Pick(UnitId("g_independent_18m")))
    assert isinstance(decision(s), MovementSegment)
    _, seventh = in_command(s, UnitId("hq_7pz"))
    assert set(seventh) == {"g_gd_gdm", "g_gd_gdfusm", "g_independent_83", "g_independent_461"}
    assert s.counter(UnitId("hq_7pz")).independents == 5


@pytest.mark.rule("5.1a", "6.1.2a", "6.1.2c")
def test_c12_zone_of_control_costs_for_infantry() -> None:
    s = started()
    assert cost(s, "s3bf_5a_45", 1240) == 3
    assert cost(s, "s3bf_5a_45", 1239) == 3  # from outside the zone, over 1139 or straight
    moving(s, "s3bf_5a_45")
    go(s, 1240)
    assert not s.flow  # one point is left, and no hex to spend it on
    s = started()
    s.put(UnitId("s3bf_5a_45"), Hex(1240))
    assert cost(s, "s3bf_5a_45", 1239) is None
    s = field()
    stand(s, 1339, "s3bf_39a_94")
    stand(s, 1340, "s3bf_39a_5g")
    stand(s, 1240, "g_xxvi_1")
    assert cost(s, "g_xxvi_1", 1239) == 5


@pytest.mark.rule("5.1a", "5.1b", "6.2.1")
def test_c13_zone_to_zone_with_armour() -> None:
    s = started()
    s.put(UnitId("s3bf_ind_2gt"), Hex(1140))
    moving(s, "s3bf_ind_2gt")
    go(s, 1240)
    frame: Any = decision(s)
    assert frame.mp == 5 * 2
    assert frame.reach(s).regular[1239] == 10
    go(s, 1239)
    assert at(s, "s3bf_ind_2gt") == 1239
    s = started()
    s.put(UnitId("s3bf_ind_2gt"), Hex(1139))
    moving(s, "s3bf_ind_2gt")
    go(s, 1239)
    frame = decision(s)
    assert (frame.mp, frame.reach(s).regular[1240]) == (10, 10)


@pytest.mark.rule("2.2.10", "6.2.2", "6.2.2b")
def test_c14_unbridged_minor_and_major_rivers() -> None:
    s = field()
    stand(s, 1640, "s3bf_39a_94")
    moving(s, "s3bf_39a_94")
    assert reach(s, "s3bf_39a_94").regular[Hex(1741)] == 4
    go(s, 1741)
    assert at(s, "s3bf_39a_94") == 1741
    assert not s.flow  # it stopped beyond the river with two points left
    stand(s, 612, "s2bf_3a_41")
    whole = 4 * 2
    corps = UnitId("s2bf_3a_41")
    assert entry_cost(s, corps, Hex(612), Hex(712), whole, whole) == whole
    assert entry_cost(s, corps, Hex(612), Hex(712), whole - 2, whole) is MAJOR_RIVER
    assert cost(s, "s2bf_3a_41", 712) == 3  # round by the bridge of Rozan it is cheaper
    stand(s, 613, "g_vs_1")
    assert cost(s, "s2bf_3a_41", 712) == 4  # but that way is closed now
    s.send(UnitId("g_vs_1"), "aside")
    stand(s, 613, "s2bf_3a_35")
    assert cost(s, "s2bf_3a_35", 713) == 1
    go(s, 713)
    assert s.flow  # the bridge stops nobody


@pytest.mark.rule("6.4", "6.4.1a", "6.4.1c", "7.0a")
def test_c15_strategic_movement() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    stand(s, 2931, "g_independent_401", reduced=True)
    stand(s, 2932, "g_gar_koenigsberg")
    found = reach(s, "g_independent_24m").strategic
    assert [
        found[hex] for hex in (Hex(2926), Hex(2927), Hex(2928), Hex(2929), Hex(2930), Hex(2931), Hex(2932))
    ] == [1, 2, 3, 4, 5, 6, 7]
    stand(s, 2931, "g_independent_23")
    moving(s, "g_independent_24m")
    assert not may(s, March(Hex(2931)))
    assert why_not(s, March(Hex(2931))) is NO_STRATEGIC_STACKING
    assert may(s, MoveTo(Hex(2932)))
    s.send(UnitId("g_independent_23"), "aside")
    stand(s, 2827, "s3bf_ind_1t")
    moving(s, "g_independent_24m")
    assert s.ledger["soviet_zoc"][2928]
    assert why_not(s, March(Hex(2928))) is NO_STRATEGIC_IN_ZOC


@pytest.mark.rule("6.3b", "6.5a", "6.5b", "6.5c")
def test_c16_rail_movement_stops() -> None:
    s = field()
    stand(s, 1409, "g_independent_627")
    assert 3517 in reach(s, "g_independent_627").rail
    stand(s, 1610, "s3bf_39a_28gt")
    brigade = reach(s, "g_independent_627").rail
    assert 1510 in brigade
    assert 1610 not in brigade
    assert 1510 not in rail_way(s, UnitId("g_independent_627"), Hex(1711), ())  # round by other lines
    push(s, Ride(Hex(1510)))
    assert not s.flow
    stand(s, 1409, "g_independent_627")
    s.send(UnitId("s3bf_39a_28gt"), "aside")
    stand(s, 1610, "hq_39a")
    assert 1510 in reach(s, "g_independent_627").rail
    assert why_not(s, Ride(Hex(1610))) is RAIL_BLOCKED
    push(s, Ride(Hex(1510)))
    assert at(s, "hq_39a") == 1610
    assert not hexes(s)  # no other kind of movement after the train


@pytest.mark.rule("6.3b", "6.3c", "11.1.3c", "11.1.4")
def test_c17_overrunning_a_lone_hq() -> None:
    s = field()
    s.add_to_cup((ChitId("c_7pz"),))
    stand(s, 1915, "hq_7pz")
    stand(s, 1914, "s2bf_ind_1gt")
    frame = moving(s, "s2bf_ind_1gt")

    ask(s, replace(frame, mp=8))
    go(s, 1915)
    assert box(s, "hq_7pz") == "removed"
    assert "c_7pz" not in s.cup
    assert "c_7pz" in s.gone
    left: Any = decision(s)
    assert left.mp == 6
    s = field()
    stand(s, 1915, "hq_7pz")
    stand(s, 1914, "hq_2sha")
    assert 1915 not in reach(s, "hq_2sha").regular
    stand(s, 1915, "g_vs_1")
    stand(s, 1914, "s2bf_ind_1gt")
    assert 1915 not in reach(s, "s2bf_ind_1gt").regular


def attack_on_1340() -> Any:
    s = field()
    stand(s, 1340, "g_xxvi_1")
    stand(s, 1240, "s3bf_5a_45", "s3bf_5a_2gt")
    stand(s, 1239, "s3bf_5a_72", "s3bf_5a_65")
    return s


FIFTH_ARMY = ("s3bf_5a_45", "s3bf_5a_2gt", "s3bf_5a_72", "s3bf_5a_65")


@pytest.mark.rule("9.1c", "9.3.1b", "9.4.1", "9.5.8", "12.1a", "12.1.1")
@pytest.mark.parametrize("die", [2, 4, 6])
def test_c18_defensive_line_no_retreat_asterisk_strikes(die: int) -> None:
    s = attack_on_1340()
    assemble(s, 1340, *FIFTH_ARMY, full=["air_1aa_1"])
    assert (odds_of(s).attack, odds_of(s).defence, odds_of(s).first, column(s)) == (20, 5, 4, "5-1")
    with dice(s, die):
        push(s, Commit())
    assert box(s, "air_1aa_1") == "grounded"
    if die == 2:
        assert picks(s) == {"s3bf_5a_45", "s3bf_5a_72", "s3bf_5a_65"}
        push(s, Pick(UnitId("s3bf_5a_72")))
        assert reduced(s, "s3bf_5a_72")
        assert (at(s, "g_xxvi_1"), reduced(s, "g_xxvi_1")) == (1340, False)
    elif die == 4:
        assert (at(s, "g_xxvi_1"), reduced(s, "g_xxvi_1")) == (1340, True)
        assert not s.flow
    else:
        assert box(s, "g_xxvi_1") == "eliminated"
        assert picks(s) == set(FIFTH_ARMY)


@pytest.mark.rule("9.3.1b", "9.5.3a", "9.5.4a", "9.5.4d")
def test_c19_one_attacker_from_the_flank_cancels_the_line() -> None:
    s = attack_on_1340()
    stand(s, 1341, "s3bf_ind_2gt")
    assemble(s, 1340, *FIFTH_ARMY, "s3bf_ind_2gt", full=["air_1aa_1"])
    assert (odds_of(s).attack, odds_of(s).first, odds_of(s).line, column(s)) == (26, 5, 0, "7-1+")
    with dice(s, 3):
        push(s, Commit())
    assert reduced(s, "g_xxvi_1")
    assert at(s, "g_xxvi_1") == 1439  # the only way free of ZOC in a German direction
    assert hexes(s) == {1539, 1540}
    assert why_not(s, MoveTo(Hex(1438))) is RETREAT_DIRECTION
    go(s, 1540)
    assert at(s, "g_xxvi_1") == 1540


@pytest.mark.rule("9.1h", "9.4.4a", "9.5.5a", "9.6.4", "11.3f", "16.0a")
@pytest.mark.parametrize("die", [1, 4])
def test_c20_volkssturm_in_a_town(die: int) -> None:
    s = field()
    stand(s, 1212, "g_vs_1")
    stand(s, 1112, "s2bf_ind_8gt")
    assemble(s, 1212, "s2bf_ind_8gt")
    assert (odds_of(s).first, column(s)) == (6, "5-1")
    with dice(s, die):
        push(s, Commit())
    if die == 1:
        assert (at(s, "g_vs_1"), reduced(s, "s2bf_ind_8gt")) == (1212, True)
    else:
        assert box(s, "g_vs_1") == "volkssturm"
        push(s, Pick(UnitId("s2bf_ind_8gt")))
        assert at(s, "s2bf_ind_8gt") == 1212
        assert not s.flow


@pytest.mark.rule("9.4.4b", "9.5.7a")
def test_c21_insterburg() -> None:
    def insterburg(*hexes: int) -> Any:
        s = field()
        stand(s, 1836, "g_hg_61")
        corps = iter(("s3bf_39a_5g", "s3bf_28a_3g", "s3bf_2ga_11g", "s3bf_11ga_36g", "s3bf_11ga_8g"))
        for hex in hexes:
            stand(s, hex, next(corps))
        units = tuple(unit for unit in s.on_the_map(SOVIET))
        return assemble(s, 1836, *units, full=["air_1aa_1", "air_1aa_2"])

    s = insterburg(1837, 1837, 1937, 1937, 1835)
    assert (odds_of(s).attack, odds_of(s).first, column(s)) == (35, 7, "7-1+")
    with dice(s, 1):
        push(s, Commit())  # D1r
    assert (at(s, "g_hg_61"), reduced(s, "g_hg_61")) == (1836, False)
    s = insterburg(1837, 1837, 1937)
    assert column(s) == "6-1"
    with dice(s, 3):
        push(s, Commit())  # D1r2
    assert not reduced(s, "g_hg_61")
    while hexes(s):
        go(s, min(hexes(s)))
    assert s.game.board.distance(1836, at(s, "g_hg_61")) == 1
    s = field()  # D2r stands in no cell of the table: one step is lost, no hex retreated
    stand(s, 1836, "g_hg_61")
    defender_loses(s, ids("g_hg_61"), Hex(1836), 2, shelter(s.game.ground, Hex(1836), 0))
    ask(s, *s.flow)
    assert reduced(s, "g_hg_61")
    assert retreat_left(s, ids("g_hg_61"), Hex(1836), 1, shelter(s.game.ground, Hex(1836), 0)) == 0


@pytest.mark.rule("9.1c", "9.5.7c")
def test_c22_elbing() -> None:
    def elbing() -> Any:
        s = field()
        stand(s, 3420, "g_independent_23")
        stand(s, 3320, "s2bf_2sha_88", "s2bf_2sha_116")
        stand(s, 3321, "s2bf_2sha_108")
        return s

    units = ("s2bf_2sha_88", "s2bf_2sha_116", "s2bf_2sha_108")
    s = assemble(elbing(), 3420, *units)
    assert (odds_of(s).first, column(s)) == (4, "2-1")
    with dice(s, 3):
        push(s, Commit())  # Dr/A1*
    assert at(s, "g_independent_23") == 3420
    assert isinstance(picks(s), set)
    push(s, Pick(UnitId("s2bf_2sha_88")))
    assert reduced(s, "s2bf_2sha_88")
    s = assemble(elbing(), 3420, *units, normal=["air_4aa_1"])
    assert column(s) == "3-1"
    with dice(s, 4):
        push(s, Commit())  # Dr2/A1*
    while s.flow and hexes(s):
        go(s, min(hexes(s)))
    assert s.game.board.distance(3420, at(s, "g_independent_23")) == 1
    assert not any(reduced(s, unit) for unit in units)


@pytest.mark.rule("9.3.3b", "9.4.4a", "9.5.5a", "9.6a", "16.0b")
def test_c23_garrison_without_fortress_lines() -> None:
    def elbing() -> Any:
        s = field()
        stand(s, 3420, "g_gar_elbing")
        stand(s, 3320, "s2bf_2sha_88", "s2bf_2sha_116")
        stand(s, 3321, "s2bf_2sha_108", "s2bf_48a_29")
        stand(s, 3421, "s2bf_48a_42")
        return s

    units = ("s2bf_2sha_88", "s2bf_2sha_116", "s2bf_2sha_108", "s2bf_48a_29", "s2bf_48a_42")
    s = assemble(elbing(), 3420, *units)
    assert (odds_of(s).attack, odds_of(s).defence, odds_of(s).first, column(s)) == (30, 3, 10, "7-1+")
    with dice(s, 4):
        push(s, Commit())
    assert box(s, "g_gar_elbing") == "eliminated"
    for unit in units[:2]:
        push(s, Pick(UnitId(unit)))
    assert not picks(s)
    s = elbing()
    for unit in units[:3]:
        s.mark(UnitId(unit), reduced=True)
    assemble(s, 3420, *units)
    assert (odds_of(s).first, column(s)) == (7, "5-1")
    with dice(s, 4):
        push(s, Commit())
    assert (at(s, "g_gar_elbing"), reduced(s, "g_gar_elbing")) == (3420, True)
    assert s.face(UnitId("g_gar_elbing")).defence == 2


@pytest.mark.rule("9.3.1a", "9.4.4a", "9.5.5c", "9.5.9b", "9.5.9c")
def test_c24_fortress_city() -> None:
    s = field()
    stand(s, 3203, "g_gar_thorn", "g_independent_31")
    stand(s, 3204, "s2bf_70a_96", "s2bf_70a_47")
    stand(s, 3304, "s2bf_70a_114", "s2bf_65a_105")
    stand(s, 3104, "s2bf_65a_46", "s2bf_65a_18")
    units = ("s2bf_70a_96", "s2bf_70a_47", "s2bf_70a_114", "s2bf_65a_105", "s2bf_65a_46", "s2bf_65a_18")
    assemble(s, 3203, *units, full=["air_4aa_1", "air_4aa_2"])
    assert sum(each.amount for each in odds_of(s).modifiers if each.amount < 0) == -4

    assert odds_of(s).line == FESTUNG
    assert (
        shelter(s.game.ground, Hex(3203), FESTUNG).steps,
        shelter(s.game.ground, Hex(3203), FESTUNG).hexes,
    ) == (1, ALL)
    assert odds_of(s).first == 4
    assert column(s) == "4-1"
    with dice(s, 6):
        push(s, Commit())  # D2r2
    assert picks(s) == {"g_gar_thorn", "g_independent_31"}
    push(s, Pick(UnitId("g_gar_thorn")))
    assert (reduced(s, "g_gar_thorn"), at(s, "g_independent_31"), reduced(s, "g_independent_31")) == (
        True,
        3203,
        False,
    )
    s = field()
    stand(s, 3203, "g_gar_thorn", "g_independent_31")
    stand(s, 3204, "s2bf_70a_96", "s2bf_70a_47")
    stand(s, 3304, "s2bf_70a_114", "s2bf_65a_105")
    stand(s, 3104, "s2bf_65a_46", "s2bf_65a_18")
    fight(s, 3203, *units, full=["air_4aa_1", "air_4aa_2"], die=4)  # D1r2/A1*
    assert not reduced(s, "g_gar_thorn")
    assert not reduced(s, "g_independent_31")
    push(s, Pick(UnitId("s2bf_70a_96")))
    assert reduced(s, "s2bf_70a_96")


@pytest.mark.rule("9.1f", "9.4.4a", "9.5.4d", "9.5.5a", "9.5.5b", "11.1.1", "11.1.1b", "11.5d")
def test_c25_mixed_stack_with_a_garrison() -> None:
    s = field()
    stand(s, 1329, "g_gar_loetzen", "g_independent_23", "hq_vi")
    stand(s, 1428, "s3bf_39a_94")
    stand(s, 1328, "s3bf_39a_5g")
    assemble(s, 1329, "s3bf_39a_94", "s3bf_39a_5g", full=["air_1aa_1", "air_1aa_2"])
    assert (odds_of(s).attack, odds_of(s).defence, odds_of(s).line) == (13, 7, 0)
    assert column(s) == "4-1"
    with dice(s, 4):
        push(s, Commit())  # D1r2/A1*
    assert (at(s, "g_independent_23"), at(s, "hq_vi"), reduced(s, "g_independent_23")) == (1330, 1330, False)
    assert (at(s, "g_gar_loetzen"), reduced(s, "g_gar_loetzen")) == (1329, True)
    assert not reduced(s, "s3bf_39a_94")
    assert not reduced(s, "s3bf_39a_5g")
    assert not s.flow
    assert s.tracks[released(UnitId("hq_vi"))] == 1
    assert not s.tracks.get(released(UnitId("hq_lv")))


def zoc_on(s: Any, *stands: tuple[int, str]) -> None:
    for hex, unit in stands:
        stand(s, hex, unit)


@pytest.mark.rule("9.5.3a", "9.5.3b", "9.5.4c", "9.5.4d")
def test_c26_zoc_comes_before_direction_in_a_retreat() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    zoc_on(s, (2315, "s2bf_2sha_88"), (2313, "s2bf_2sha_116"), (2112, "s2bf_2sha_108"))
    zoc_on(s, (2116, "s2bf_48a_42"), (2012, "s2bf_48a_53"))
    zones = {hex for hex in s.game.board.near[2114] if s.ledger["soviet_zoc"][hex]}
    assert zones == {2115, 2214, 2213, 2113, 2013}
    one = ids("g_independent_23")
    retreat = Retreat(units=one, hq=UnitId(""), origin=Hex(2114), total=1, by="defence", mates=one)
    closed = s.clone()
    ask(s, retreat)
    assert (at(s, "g_independent_23"), reduced(s, "g_independent_23")) == (2014, False)
    stand(closed, 1915, "s2bf_3a_41")
    assert closed.ledger["soviet_zoc"][2014]
    ask(closed, retreat)
    assert hexes(closed) == {2115, 2214, 2213}
    go(closed, 2213)
    assert (at(closed, "g_independent_23"), reduced(closed, "g_independent_23")) == (2213, True)


@pytest.mark.rule("9.4.1", "9.4.1b", "9.5c", "9.5.2a", "9.5.2b", "9.5.3b", "9.5.3d", "5.4")
def test_c27_second_retreat_hex_must_be_two_away_incomplete_retreat() -> None:
    s = field()
    stand(s, 2114, "g_independent_23", "g_xx_292")
    zoc_on(
        s,
        (2115, "s2bf_2sha_88"),
        (2213, "s2bf_2sha_116"),
        (2113, "s2bf_2sha_108"),
        (2013, "s2bf_48a_29"),
        (2014, "s2bf_48a_42"),
        (2215, "s2bf_48a_53"),
        (2315, "s2bf_3a_41"),
        (2314, "s2bf_3a_35"),
    )
    units = ("s2bf_2sha_88", "s2bf_2sha_116", "s2bf_2sha_108", "s2bf_48a_29", "s2bf_48a_42")
    assemble(s, 2114, *units)
    assert column(s) == "3-1"
    with dice(s, 5):
        push(s, Commit())  # D1r2
    assert picks(s) == {"g_independent_23", "g_xx_292"}
    push(s, Pick(UnitId("g_xx_292")))
    assert reduced(s, "g_xx_292")
    assert hexes(s) == {2214}
    go(s, 2214)
    assert reduced(s, "g_independent_23")  # the full one paid for the zone
    assert picks(s) == {"g_independent_23", "g_xx_292"}
    push(s, Pick(UnitId("g_xx_292")))
    assert box(s, "g_xx_292") == "eliminated"
    assert at(s, "g_independent_23") == 2214


@pytest.mark.rule("7.1b", "7.1c", "9.5.3a", "9.5.6")
def test_c28_overstacked_retreat() -> None:

    def crowd() -> Any:
        s = field()
        stand(s, 2114, "g_independent_23")
        stand(s, 2214, "g_xx_292", "g_xx_14")
        zoc_on(
            s,
            (2212, "s2bf_2sha_116"),
            (2112, "s2bf_2sha_108"),
            (1913, "s2bf_48a_29"),
            (2015, "s2bf_48a_42"),
            (1915, "s2bf_48a_53"),
        )
        return s

    retreat = Retreat(
        units=ids("g_independent_23"),
        hq=UnitId(""),
        origin=Hex(2114),
        total=1,
        by="defence",
        mates=ids("g_independent_23"),
    )
    s = crowd()
    zones = {hex for hex in s.game.board.near[2114] if s.ledger["soviet_zoc"][hex]}
    assert zones == {2115, 2213, 2113, 2013, 2014}
    ask(s, retreat)
    assert hexes(s) == {2215, 2315, 2314}
    go(s, 2315)
    assert at(s, "g_independent_23") == 2315
    assert (at(s, "g_xx_292"), at(s, "g_xx_14")) == (2214, 2214)
    s = crowd()
    stand(s, 2215, "g_xxvii_35", "g_xxvii_252")
    stand(s, 2314, "g_xxiii_129", "g_xxiii_299")
    stand(s, 2315, "g_xx_102", "g_xxiii_7")
    ask(s, retreat)
    assert box(s, "g_independent_23") == "eliminated"
    s = crowd()
    s.send(UnitId("g_xx_14"), "aside")
    stand(s, 2214, "hq_xx")
    stand(s, 2114, "hq_xxiii")

    ask(s, replace(retreat, hq=UnitId("hq_xxiii")))
    assert at(s, "g_independent_23") == 2214
    assert hexes(s) == {2215, 2315, 2314}
    go(s, 2314)
    assert at(s, "hq_xxiii") == 2314


@pytest.mark.rule("9.6a", "9.6.3", "9.6.3b", "9.6.4", "9.6.5", "11.1.2", "13.1b")
def test_c29_mechanized_advance() -> None:

    def advance() -> Any:
        s = field()
        stand(s, 1612, "s2bf_ind_1gt", "s2bf_2sha_88", "hq_2sha")
        stand(s, 1912, "g_independent_23")
        stand(s, 1813, "g_xx_292")
        frame = AdvanceAfterCombat(SOVIET, Hex(1712), ids("s2bf_ind_1gt", "s2bf_2sha_88"), ids("hq_2sha"))
        return ask(s, frame)

    s = advance()
    assert s.ledger["german_zoc"][1811]
    assert s.ledger["german_zoc"][1812]
    assert picks(s) == {"s2bf_ind_1gt", "s2bf_2sha_88"}
    push(s, Pick(UnitId("s2bf_2sha_88")))
    assert at(s, "s2bf_2sha_88") == 1712
    assert "hq_2sha" in picks(s)
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    assert {1712, 1812, 1811} <= hexes(s)
    go(s, 1811)
    assert at(s, "s2bf_ind_1gt") == 1811
    assert 1811 in s.taken
    push(s, Pick(UnitId("hq_2sha")))
    assert hexes(s) == {1712, 1811}
    go(s, 1811)
    assert at(s, "hq_2sha") == 1811


@pytest.mark.rule("5.6", "9.3d", "9.6.1")
def test_c30_no_advance_over_an_unbridged_major_river() -> None:
    s = field()
    stand(s, 706, "s2bf_70a_96", "s2bf_70a_47")
    assert not s.ledger["soviet_zoc"][806]
    stand(s, 806, "g_vi_han", reduced=True)
    assemble(s, 806, "s2bf_70a_96", "s2bf_70a_47")
    assert odds_of(s).attack == 6
    with dice(s, 5):
        push(s, Commit())
    assert box(s, "g_vi_han") == "eliminated"
    assert not s.flow
    assert at(s, "s2bf_70a_96") == 706


@pytest.mark.rule("10.1", "10.1.1b", "5.5")
def test_c31_tracing_supply() -> None:
    s = field()

    distances = supply_map(s, SOVIET).tolist()
    four = next(hex for hex in s.game.board.hexes if distances[hex] == 4 and s.game.ground.land[hex])
    far = next(
        hex
        for hex in s.game.board.hexes
        if distances[hex] == -1
        and s.game.ground.land[hex]
        and any(distances[near] == 4 for near in s.game.board.near[hex])
    )
    stand(s, four, "s2bf_ind_1gt")
    stand(s, far, "s2bf_ind_8gt")
    supply_phase(s)
    assert s.units[UnitId("s2bf_ind_1gt")].supply == SUPPLIED
    assert s.units[UnitId("s2bf_ind_8gt")].supply == OUT_OF_SUPPLY
    s = field()
    stand(s, 1811, "s2bf_ind_1gt")
    assert supply_map(s, SOVIET)[1811] >= 0
    # Germans on both sides of the only way out close it; a Soviet unit in the gap opens it again
    ring = [hex for hex in s.game.board.near[1811] if s.game.ground.passable[s.game.ground.side(1811, hex)]]
    germans = ids("g_ix_56", "g_ix_561", "g_ix_548", "g_ix_551", "g_ix_286", "g_xxvi_549")
    for hex, unit in zip(ring[1:], germans, strict=False):
        stand(s, hex, unit)
    assert s.ledger["german_zoc"][ring[0]]
    assert supply_map(s, SOVIET)[1811] < 0
    stand(s, ring[0], "s2bf_2sha_88")
    outward = [
        hex
        for hex in s.game.board.near[ring[0]]
        if not s.ledger["german_zoc"][hex] and not s.ledger["german"][hex]
    ]
    assert outward
    assert supply_map(s, SOVIET)[1811] >= 0


@pytest.mark.rule("10.0a", "10.1.2", "10.3.1", "10.3.2", "10.3.2b", "11.2.4")
def test_c32_from_out_of_supply_to_isolation_and_back() -> None:

    s = field()
    unit = UnitId("g_independent_23")
    stand(s, 2114, "g_independent_23", "g_xx_292")
    s.send(UnitId("g_xx_292"), "aside")
    ring = s.game.board.near[2114]
    soviets = ids(
        "s2bf_2sha_88", "s2bf_2sha_116", "s2bf_2sha_108", "s2bf_48a_29", "s2bf_48a_42", "s2bf_48a_53"
    )
    for hex, each in zip(ring, soviets, strict=True):
        stand(s, hex, each)
    supply_phase(s)
    assert (s.units[unit].supply, defence_strength(s, Hex(2114)), allowance(s, unit, False)) == (1, 4, 5)
    assert attack_strength(s, (unit,), Hex(2115), 0) == 1
    supply_phase(s)
    assert (s.units[unit].supply, defence_strength(s, Hex(2114)), allowance(s, unit, False)) == (2, 2, 2)
    supply_phase(s)
    assert s.units[unit].supply == ISOLATED
    s.mark(unit, reduced=True)
    s.track("replacement_points", 3)
    assert why_not_restore(s, unit, ()) is UNSUPPLIED
    for each in soviets:
        s.send(each, "aside")
    assert s.units[unit].supply == ISOLATED
    supply_phase(s)
    assert (s.units[unit].supply, allowance(s, unit, False)) == (SUPPLIED, 5)


@pytest.mark.rule("10.2.2a", "10.2.2b", "10.2.3a", "10.2.3b")
def test_c33_koenigsberg_becomes_a_limited_source() -> None:
    s = field()
    assert koenigsberg_linked(s)
    stand(s, 3027, "s3bf_39a_94")
    assert not koenigsberg_linked(s)
    for hex in s.game.board.marks["supply_split"]:
        s.set(conquered=s.conquered | {Hex(hex)})
    for hex, unit in (
        (Hex(3510), "s2bf_2sha_88"),
        (Hex(3517), "s2bf_2sha_116"),
        (Hex(3519), "s2bf_2sha_108"),
    ):
        stand(s, hex, unit)

    far = limited_map(s)
    eight = next(Hex(hex) for hex in s.game.board.hexes if far[hex] == 8 and s.game.ground.land[hex])
    stand(s, eight, "g_independent_5m")
    twelve = next(
        Hex(hex)
        for hex in s.game.board.hexes
        if s.game.ground.land[hex]
        and far[hex] < 0
        and any(
            far[near] < 0 and any(far[end] == 10 for end in s.game.board.near[near])
            for near in s.game.board.near[hex]
        )
    )
    stand(s, twelve, "g_xxvi_69")
    for phase in (1, 2, 3):
        supply_phase(s)
        assert s.units[UnitId("g_independent_5m")].supply == OUT_OF_SUPPLY
        assert s.units[UnitId("g_xxvi_69")].supply == min(phase, 2)
    s.send(UnitId("s3bf_39a_94"), "aside")
    assert koenigsberg_linked(s)
    supply_phase(s)
    assert s.units[UnitId("g_independent_5m")].supply == SUPPLIED


@pytest.mark.rule("11.5a", "11.5b", "11.5c")
def test_c34_frozen_corps_and_release() -> None:
    s = started()
    s.turn = 4
    s.set(taken=frozenset({Hex(1811)}))
    activate(s, "hq_vi", "c_vi")
    while not isinstance(decision(s), MovementSegment):
        push(s, options(s)[0])
    assert why_not(s, Pick(UnitId("hq_vi"))) is FROZEN_HQ
    inside = s.game.ground.command_range(Hex(626), 6)
    push(s, Pick(UnitId("g_vi_131")))
    assert hexes(s) <= {int(hex) for hex in inside}
    assert why_not(s, MoveTo(Hex(336))) is OUT_OF_FROZEN_RANGE
    assert set(reach(s, "g_independent_102m").regular) - {int(hex) for hex in inside}
    stand(s, 1837, "s3bf_ind_2gt")
    moving(s, "s3bf_ind_2gt")
    go(s, 1836)
    assert len(s.taken) == 2
    assert s.tracks[released(UnitId("hq_vi"))] == s.tracks[released(UnitId("hq_lv"))] == 1
    assert set(reach(s, "g_vi_131").strategic) - {int(hex) for hex in inside}


@pytest.mark.rule("2.5.3a", "2.5.3b", "2.5.3c")
def test_c35_no_gas() -> None:
    s = field()
    action_chit(s, ChitId("a_no_gas"))
    stand(s, 1636, "g_hg_1hg")
    stand(s, 1435, "g_hg_2hg", reduced=True)
    stand(s, 1337, "g_hg_61")
    stand(s, 1739, "g_independent_505m")
    for unit in ("g_hg_2hg", "g_independent_505m", "g_hg_61"):
        moving(s, unit)
        go(s, min(hexes(s)))
        assert at(s, unit)
    assert reduced(s, "g_hg_2hg")
    assert not reduced(s, "g_hg_61")
    by_rail = s.clone()
    stand(by_rail, 1637, "g_hg_1hg")
    moving(by_rail, "g_hg_1hg")
    push(by_rail, Ride(Hex(1836)))
    assert not reduced(by_rail, "g_hg_1hg")
    moving(s, "g_hg_1hg")
    push(s, Done())
    assert not reduced(s, "g_hg_1hg")
    moving(s, "g_hg_1hg")
    go(s, min(hexes(s)))
    assert reduced(s, "g_hg_1hg")


@pytest.mark.rule("2.5.4a", "2.5.5a", "2.5.5b", "8.0a")
def test_c36_grossdeutschland_leaves_and_returns() -> None:
    s = field()
    s.turn = 4
    s.add_to_cup((ChitId("c_gd"),))
    action_chit(s, ChitId("a_gd_returns"))
    assert s.aside == ("a_gd_returns",)
    assert "a_gd_returns" not in s.gone
    stand(s, 1910, "g_gd_gdm", reduced=True)
    stand(s, 1910, "hq_gd")
    stand(s, 1912, "g_gd_gdtankm")
    s.eliminate(UnitId("g_gd_gdfusm"))
    action_chit(s, ChitId("a_gd_withdrawal"))
    assert {box(s, unit) for unit in ("g_gd_gdm", "hq_gd", "g_gd_gdtankm")} == {"gd"}
    assert "c_gd" not in s.cup
    assert "a_gd_withdrawal" in s.gone
    action_chit(s, ChitId("a_gd_returns"))
    ask(s, *s.flow)
    assert "c_gd" in s.cup
    assert "a_gd_returns" in s.gone
    assert picks(s) == {"hq_gd", "g_gd_gdm", "g_gd_gdtankm"}
    push(s, Pick(UnitId("g_gd_gdm")))
    assert (at(s, "g_gd_gdm"), reduced(s, "g_gd_gdm")) == (3517, True)
    verbs = {type(action) for action in options(s)}
    assert verbs == {MoveTo, March, Ride, Done}
    assert box(s, "g_gd_gdfusm") == "eliminated"


@pytest.mark.rule("12.1b", "12.1.1", "12.2.1", "12.2.2", "12.2.3x", "12.3", "12.4")
def test_c37_air_cycle() -> None:
    s = field()
    air.fly(s, ids("air_4aa_1"), ids("air_4aa_2", "air_3aa"))
    with dice(s, 5):
        air.refitted_unit_return(s)
        air.grounded_unit_refitting(s)
    assert (box(s, "air_4aa_2"), box(s, "air_3aa"), box(s, "air_4aa_1")) == ("air_army_4", "refit", "refit")
    with dice(s, 6):
        air.refitted_unit_return(s)
        air.grounded_unit_refitting(s)
    assert (box(s, "air_3aa"), box(s, "air_4aa_1")) == ("air_army_1", "air_army_4")
    stand(s, 2114, "g_independent_23")
    stand(s, 2115, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88", full=["air_4aa_1"], normal=["air_4aa_2"])
    assert why_not(s, FullAttack(UnitId("air_4aa_3"))) is TWO_AT_MOST
    assert not may(s, NormalAttack(UnitId("air_3aa")))


@pytest.mark.rule("11.2a", "11.2b", "11.2c", "11.2.1b", "11.2.2a", "11.2.2b", "11.2.3a", "11.2.3b")
def test_c38_replacements() -> None:
    s = field()
    s.turn = 3
    stand(s, 1739, "g_independent_5m", reduced=True)
    stand(s, 1740, "s3bf_39a_94")
    stand(s, 1833, "hq_hg")
    stand(s, 1043, "hq_39a", "s3bf_39a_5g")
    for unit in ("g_hg_61", "g_independent_277m", "s3bf_ind_1t"):
        s.eliminate(UnitId(unit))
    ask(s, ReplacementSegment())
    frame = decision(s)
    assert isinstance(frame, AssignReplacements)
    assert frame.side == GERMAN
    assert {type(a).__name__ + ":" + getattr(a, "unit", "") for a in options(s)} == {
        "Restore:g_independent_5m",
        "Rebuild:g_hg_61",
        "Done:",
    }
    assert why_not(s, Rebuild(UnitId("g_independent_277m"))) is NO_REPLACEMENTS
    other = s.clone()
    push(other, Restore(UnitId("g_independent_5m")))
    assert not reduced(other, "g_independent_5m")
    assert decision(other).side == SOVIET
    push(s, Rebuild(UnitId("g_hg_61")))
    assert (at(s, "g_hg_61"), reduced(s, "g_hg_61")) == (1833, True)
    push(s, Done())
    assert decision(s).side == SOVIET  # one point is left, and nothing it could buy
    assert decision(other).why_not(other, Restore(UnitId("s3bf_ind_1t"))) is not None
    push(s, Rebuild(UnitId("s3bf_ind_1t")))
    assert at(s, "s3bf_ind_1t") == 1043
    assert hexes(s)
    push(s, Done())
    push(s, Restore(UnitId("s3bf_ind_1t")))
    assert not reduced(s, "s3bf_ind_1t")
    assert s.tracks["replacement_points"] == 0
    s.track("replacement_points", 2)
    assert (
        AssignReplacements(GERMAN, GERMAN, ids("g_hg_61")).why_not(s, Restore(UnitId("g_hg_61")))
        is NOT_THIS_TURN
    )


@pytest.mark.rule("11.3a", "11.3b", "11.3g", "16.0d")
def test_c39_volkssturm_placement_on_turn_1() -> None:
    s = started()
    ask(s, VolkssturmDeployment(GERMAN))
    assert may(s, Place(Hex(1437)))
    assert may(s, Place(Hex(1212)))
    assert (s.game.board.distance(1437, 1137), s.game.board.distance(1437, 1140)) == (3, 4)
    for hex in (1341, 809, 1134):
        assert why_not(s, Place(Hex(hex))) is TOO_NEAR
    assert s.game.board.distance(1134, 935) == 2
    push(s, Place(Hex(1437)))
    assert why_not(s, Place(Hex(1437))) is SECOND_VOLKSSTURM
    push(s, Place(Hex(1212)))
    assert not s.flow  # two units to begin with
    volkssturm_return(s)
    assert (box(s, "g_vs_1"), box(s, "g_vs_2"), box(s, "g_vs_3")) == ("volkssturm", "volkssturm", "held")


@pytest.mark.rule("13.2a", "13.2b", "13.2.1", "13.2.2a", "13.2.2b")
def test_c40_victory() -> None:
    def ended(*taken: int) -> str:
        s = field()
        s.turn = 10
        s.set(taken=frozenset(map(Hex, taken)))
        assert not sudden_death(s)
        final_victory(s)
        found = result(s)
        assert found is not None
        return found.level

    seven = (1836, 1329, 2220, 1902, 1811, 2233, 3507)
    assert ended(*seven) == "Soviet Historical Victory"
    assert ended(*seven, 3412) == "Soviet Major Victory"
    s = field()
    s.turn = 8
    stand(s, 3420, "s2bf_2sha_88", supply=OUT_OF_SUPPLY)
    assert not sudden_death(s)
    s.mark(UnitId("s2bf_2sha_88"), supply=SUPPLIED)
    s.flow = (GameTurn(at=10),)
    assert sudden_death(s)
    assert s.ended is not None
    assert (s.ended.winner, s.ended.level) == (SOVIET, "Soviet Sudden Death Victory")
    assert not s.flow


def test_segment_helper_attacks_only_neighbours() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2116, "s2bf_2sha_88")
    segment(s, "s2bf_2sha_88")
    assert not s.flow
