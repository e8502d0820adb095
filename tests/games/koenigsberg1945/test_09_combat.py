"""9.0 Combat."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Attack, Cancel, Commit, Done, Pick
from bridgehead.core.flow import Subject
from bridgehead.core.play import decision, dice, push, why_not
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import load_game
from bridgehead.games.koenigsberg1945.model.events import AttackersStay, LossIgnored, RetreatIgnored
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG, LINE
from bridgehead.games.koenigsberg1945.model.state import ISOLATED, OUT_OF_SUPPLY, State
from bridgehead.games.koenigsberg1945.rules.advance import (
    CANNOT_ADVANCE,
    AdvanceAfterCombat,
    why_not_advance,
)
from bridgehead.games.koenigsberg1945.rules.combat import (
    COMMITTED,
    NO_ATTACK_STRENGTH,
    NO_TARGET,
    NOT_ADJACENT,
    NOT_OVER_WATER,
    AssembleAttack,
    CombatSegment,
    headquarters_lost,
    why_not_join,
)
from bridgehead.games.koenigsberg1945.rules.losses import NOT_STRONGEST, StepLosses
from bridgehead.games.koenigsberg1945.rules.odds import (
    defence_strength,
    line_crossed,
    odds_name,
    ratio_of,
)
from bridgehead.games.koenigsberg1945.rules.orders import NOT_ACTIVATED
from bridgehead.games.koenigsberg1945.rules.retreat import (
    Retreat,
)
from tests.games.koenigsberg1945.field import (
    CORPS,
    NAME,
    activate,
    assemble,
    at,
    box,
    column,
    field,
    fight,
    finish,
    go,
    hexes,
    ids,
    koenigsberg,
    listen,
    may,
    meeting,
    picks,
    reduced,
    said,
    segment,
    through,
    told,
)
from tests.support import ask, bare, stand

GAME: Any = load_game("koenigsberg1945")


def cell(column_: str, die: int) -> Any:
    return GAME.crt[GAME.tables.crt.columns.index(column_)][die - 1]


# --- 9.0 and 9.2 who attacks whom


@pytest.mark.rule("9.0a", "9.0b")
def test_attacks_are_voluntary_and_need_a_combat_unit_in_the_target() -> None:
    s = meeting(*CORPS[:1])
    segment(s, *CORPS[:1])
    assert may(s, Attack(Hex(2114)))
    assert may(s, Done())
    assert why_not(s, Attack(Hex(2112))) is NO_TARGET
    s.send(UnitId("g_independent_23"), "aside")
    stand(s, 2114, "hq_7pz")
    segment(s, *CORPS[:1])
    assert not s.flow


@pytest.mark.rule("9.0a", "9.2.1a")
def test_only_neighbours_join_from_any_direction_in_any_number() -> None:
    s = meeting(*CORPS)
    stand(s, 2117, "s2bf_3a_41")
    stand(s, 2115, "s2bf_3a_35")
    segment(s, *CORPS, "s2bf_3a_41")
    assert why_not(s, Attack(Hex(2115))) is NO_TARGET  # friends
    push(s, Attack(Hex(2114)))
    assert picks(s) == set(CORPS)
    assert why_not(s, Pick(UnitId("s2bf_3a_41"))) is NOT_ADJACENT
    assert why_not(s, Pick(UnitId("s2bf_3a_35"))) is NOT_ACTIVATED
    push(s, Pick(UnitId(CORPS[0])))
    assert why_not(s, Pick(UnitId(CORPS[0]))) is COMMITTED
    for unit in CORPS[1:]:
        push(s, Pick(UnitId(unit)))
    assert column(s) == "7-1+"


@pytest.mark.rule("9.0c", "9.0d", "9.2.1b")
def test_each_unit_attacks_once_and_a_hex_may_be_attacked_again_by_others() -> None:
    s = meeting(*CORPS[:2])
    stand(s, 2112, "g_xx_292")
    segment(s, *CORPS[:2])
    push(s, Attack(Hex(2114)))
    push(s, Pick(UnitId(CORPS[0])))
    with dice(s, 3):  # 1-1: A1
        push(s, Commit())
    frame: Any = decision(s)
    assert isinstance(frame, CombatSegment)
    assert frame.units == (CORPS[1],)
    assert {Attack(Hex(2114)), Attack(Hex(2112))} <= set(frame.options(s))
    push(s, Attack(Hex(2112)))
    assert picks(s) == {CORPS[1]}


@pytest.mark.rule("9.0e", "9.3.1d")
def test_no_attack_over_water() -> None:
    s = field()
    stand(s, 1328, "g_independent_23")
    stand(s, 1228, "s3bf_39a_94")
    segment(s, "s3bf_39a_94")
    assert not s.flow
    assert why_not_join(s, UnitId("s3bf_39a_94"), Hex(1328)) is NOT_OVER_WATER
    stand(s, 1327, "g_xx_292")
    stand(s, 1227, "s3bf_39a_5g")
    segment(s, "s3bf_39a_94", "s3bf_39a_5g")
    assert why_not(s, Attack(Hex(1328))) is NOT_OVER_WATER
    assert may(s, Attack(Hex(1327)))  # the land strip


@pytest.mark.rule("9.0f")
def test_a_unit_that_came_by_rail_may_attack() -> None:
    s = field()
    stand(s, 3420, "g_gar_elbing")
    stand(s, 3320, "s2bf_2sha_88")
    segment(s, "s2bf_2sha_88")
    assert may(s, Attack(Hex(3420)))


@pytest.mark.rule("9.2.2")
def test_the_whole_stack_defends() -> None:
    s = meeting()
    stand(s, 2114, "g_xx_292")
    assert defence_strength(s, Hex(2114)) == 8


@pytest.mark.rule("9.2.3a", "9.2.3b", "9.6d")
def test_units_without_strength_help_but_do_not_attack_alone() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88", reduced=True)
    stand(s, 2115, "g_vs_1", "g_independent_5m")
    segment(s, "g_vs_1", "g_independent_5m")
    push(s, Attack(Hex(2114)))
    push(s, Pick(UnitId("g_vs_1")))
    assert why_not(s, Commit()) is NO_ATTACK_STRENGTH
    push(s, Pick(UnitId("g_independent_5m")))
    assert may(s, Commit())
    assert why_not_advance(s, UnitId("g_vs_1"), Hex(2115), Hex(2114)) is CANNOT_ADVANCE


# --- 9.3 odds


@pytest.mark.rule("9.3e")
@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (19, 5, "3-1"),
        (9, 10, "1-2"),
        (5, 10, "1-2"),
        (4, 10, "1-3"),
        (30, 3, "10-1"),
        (10, 10, "1-1"),
        (1, 4, "1-4"),
    ],
)
def test_ratios_drop(attack: int, defence: int, name: str) -> None:
    assert odds_name(GAME, ratio_of(GAME, attack, defence)) == name


@pytest.mark.rule("9.3c")
def test_isolated_units_defend_at_half() -> None:
    s = meeting()
    s.mark(UnitId("g_independent_23"), supply=ISOLATED)
    stand(s, 2114, "g_ix_286", supply=ISOLATED)  # 4 and 3: two and one and a half
    assert defence_strength(s, Hex(2114)) == 3


@pytest.mark.rule("9.3.1c")
def test_festung_and_line_together_count_as_festung() -> None:
    s = field()
    stand(s, 905, "g_independent_73")
    stand(s, 805, "s2bf_70a_96")
    stand(s, 804, "s2bf_70a_47")
    assert line_crossed(s, ids("s2bf_70a_96", "s2bf_70a_47"), Hex(905)) == FESTUNG
    ground = s.game.ground
    side = ground.side(905, 804)
    ground.lines[side] = LINE  # as if one hexside of the ring were a plain line
    try:
        assert line_crossed(s, ids("s2bf_70a_96", "s2bf_70a_47"), Hex(905)) == FESTUNG
        assert line_crossed(s, ids("s2bf_70a_47"), Hex(905)) == LINE
    finally:
        ground.lines[side] = FESTUNG


@pytest.mark.rule("9.3.1b")
def test_lines_help_germans_only() -> None:
    s = field()
    stand(s, 1340, "s3bf_39a_94")
    stand(s, 1240, "g_xxvi_1")
    assert line_crossed(s, ids("g_xxvi_1"), Hex(1340)) == 0


# --- 9.1 results


@pytest.mark.rule("2.2.3", "9.1a", "9.1b")
def test_the_cells_of_the_table() -> None:
    assert (cell("2-1", 6).defender_steps, cell("2-1", 6).defender_retreat) == (1, 2)
    assert (cell("1-2", 1).attacker_steps, cell("1-2", 1).attacker_retreat) == (2, 1)
    starred = cell("4-1", 4)
    assert (starred.defender_steps, starred.defender_retreat, starred.attacker_steps, starred.starred) == (
        1,
        2,
        1,
        True,
    )
    assert cell("1-1", 4).attacker_retreat == 1
    assert len(GAME.crt) == 8
    assert all(len(each) == 6 for each in GAME.crt)


@pytest.mark.rule("16.0a", "16.0b")
def test_towns_and_garrisons_by_the_players_notes() -> None:
    for name in ("5-1", "6-1", "7-1+"):
        held = [die for die in range(1, 7) if cell(name, die).defender_retreat < 2]
        assert len(held) == 1
    kills = [
        sum(cell(name, die).defender_steps >= 2 for die in range(1, 7)) for name in ("5-1", "6-1", "7-1+")
    ]
    assert kills == [1, 2, 3]


@pytest.mark.rule("9.1d", "9.1i")
def test_a_defender_destroyed_while_retreating_has_retreated() -> None:
    s = meeting(*CORPS[:3], german="g_ix_286")
    s.mark(UnitId("g_ix_286"), reduced=True)
    for hex, unit in ((2115, "s2bf_3a_41"), (2214, "s2bf_3a_35"), (2213, "s2bf_3a_40")):
        stand(s, hex, unit)
    stand(s, 2014, "s2bf_70a_96")
    assemble(s, 2114, *CORPS[:1])
    assert column(s) == "3-1"
    with dice(s, 2):  # Dr/A1*
        push(s, Commit())
    assert box(s, "g_ix_286") == "eliminated"
    assert not reduced(s, CORPS[0])


@pytest.mark.rule("9.1e")
def test_the_asterisk_spares_attackers_who_wiped_out_the_defender() -> None:
    s = field()
    stand(s, 1619, "g_vi_han", reduced=True)  # Ortelsburg, a town
    stand(s, 1620, "s3bf_39a_94", "s3bf_39a_5g")
    s.mark(UnitId("g_vi_han"), reduced=True)
    frame = fight(s, 1619, "s3bf_39a_94", die=3)  # 3 to 1 in a town is 5-1: D1r2/A1*
    assert not reduced(frame, "s3bf_39a_94")


@pytest.mark.rule("9.1g", "9.1j")
def test_steps_are_lost_before_the_retreat_and_the_advance_comes_last() -> None:
    s = meeting(*CORPS[:2])
    fight(s, 2114, *CORPS[:2], full=["air_4aa_1"], die=4)  # 3-1 and two: 5-1, D1r2
    assert reduced(s, "g_independent_23")
    while hexes(s):
        go(s, min(hexes(s)))
    assert s.game.board.distance(2114, at(s, "g_independent_23")) == 2
    assert isinstance(decision(s), AdvanceAfterCombat)


# --- 9.4 losses


@pytest.mark.rule("9.4a", "9.4.3", "9.4.2", "9.4.2b")
def test_steps_flip_and_destroy_as_the_owner_likes() -> None:
    s = meeting()
    stand(s, 2114, "g_xx_292", "hq_xx")
    units = ids("g_independent_23", "g_xx_292")
    ask(s, StepLosses(units=units, left=3, by="defence"))
    push(s, Pick(UnitId("g_xx_292")))
    push(s, Pick(UnitId("g_xx_292")))  # one unit may take several
    assert box(s, "g_xx_292") == "eliminated"
    assert reduced(s, "g_independent_23")
    ask(s, StepLosses(units=units, left=5))
    assert box(s, "g_independent_23") == "eliminated"
    assert at(s, "hq_xx") == 2114  # a headquarters takes no loss
    stand(s, 2114, "g_independent_505m")
    s.lose_step(UnitId("g_independent_505m"), "9.4.3")
    assert box(s, "g_independent_505m") == "eliminated"


@pytest.mark.rule("9.4.1", "9.4.1b")
def test_the_strongest_by_the_side_showing_loses_first() -> None:
    s = meeting()
    stand(s, 2114, "g_hg_61")
    ask(s, StepLosses(units=ids("g_independent_23", "g_hg_61"), left=1, by="defence"))
    assert reduced(s, "g_hg_61")  # 5 against 4
    ask(s, StepLosses(units=ids("g_independent_23", "g_hg_61"), left=1, by="defence"))
    assert reduced(s, "g_independent_23")  # 4 against 3 now
    stand(s, 2114, "g_xx_292", "g_xx_14")
    ask(s, StepLosses(units=ids("g_xx_292", "g_xx_14", "g_hg_61"), left=1, by="defence"))
    assert why_not(s, Pick(UnitId("g_hg_61"))) is NOT_STRONGEST


@pytest.mark.rule("9.4.4c", "9.5.7b")
def test_attackers_in_a_town_ignore_the_first_hex_but_no_step() -> None:
    s = field()
    stand(s, 1619, "s3bf_39a_94")  # Ortelsburg
    stand(s, 1620, "g_hg_61")
    fight(s, 1620, "s3bf_39a_94", die=2)  # 1-1: A1r
    assert (at(s, "s3bf_39a_94"), reduced(s, "s3bf_39a_94")) == (1619, True)


@pytest.mark.rule("9.4.4d")
def test_zone_and_missing_hexes_cost_steps_even_from_a_town() -> None:
    s = field()
    stand(s, 1619, "g_hg_61")
    for hex in s.game.board.near[1619]:
        unit = {
            1618: CORPS[0],
            1719: CORPS[1],
            1720: CORPS[2],
            1620: CORPS[3],
            1520: CORPS[4],
            1519: CORPS[5],
        }[hex]
        stand(s, hex, unit)
    ask(
        s,
        Retreat(
            units=ids("g_hg_61"), hq=UnitId(""), origin=Hex(1619), total=1, by="defence", mates=ids("g_hg_61")
        ),
    )
    assert reduced(s, "g_hg_61")
    assert at(s, "g_hg_61") == 1619


# --- headquarters in combat


@pytest.mark.rule("11.1.3b", "11.1.3f", "9.5.3d")
def test_a_headquarters_dies_with_the_last_of_its_stack() -> None:
    s = meeting(*CORPS[:4], german="g_vi_han")
    s.mark(UnitId("g_vi_han"), reduced=True)
    stand(s, 2114, "hq_xx")
    fight(s, 2114, *CORPS[:4], die=6)
    assert box(s, "hq_xx") == "removed"
    s = meeting(german="g_vi_han")
    stand(s, 2114, "hq_xx", "g_xx_292")
    both = ids("g_vi_han", "g_xx_292")
    s.eliminate(UnitId("g_vi_han"))
    headquarters_lost(s, UnitId("hq_xx"), both)
    assert at(s, "hq_xx") == 2114
    s.eliminate(UnitId("g_xx_292"))
    headquarters_lost(s, UnitId("hq_xx"), both)
    assert box(s, "hq_xx") == "removed"


@pytest.mark.rule("11.1.3b")
def test_the_headquarters_of_attackers_that_die_is_lost() -> None:
    s = field()
    stand(s, 2114, "g_hg_61", "g_hg_1hg")
    stand(s, 2113, "s2bf_2sha_88", "hq_2sha")
    s.mark(UnitId("s2bf_2sha_88"), reduced=True)
    assemble(s, 2114, "s2bf_2sha_88", full=["air_4aa_1", "air_4aa_2"])
    assert column(s) == "2-1"
    with dice(s, 1):
        push(s, Commit())
    assert (box(s, "s2bf_2sha_88"), box(s, "hq_2sha")) == ("eliminated", "removed")


def test_an_attack_may_be_given_up_before_it_is_made() -> None:
    s = meeting(*CORPS[:1])
    segment(s, *CORPS[:1])
    push(s, Attack(Hex(2114)))
    assert isinstance(decision(s), AssembleAttack)
    push(s, Cancel())
    assert isinstance(decision(s), CombatSegment)


@pytest.mark.rule("9.3.3a")
def test_a_forecast_below_the_first_column_names_none() -> None:
    s = field()
    stand(s, 1619, "g_independent_23", "g_xx_292")
    stand(s, 1620, "s2bf_2sha_30gt")
    assemble(s, 1619, "s2bf_2sha_30gt")
    shown = decision(s).forecast(s)
    assert shown is not None
    assert (shown.title, shown.odds, shown.column, shown.commit) == (
        "Attack on Ortelsburg (1619)",
        "1-3",
        "",
        None,
    )
    stand(s, 1620, "s2bf_2sha_88")
    assemble(s, 1619, "s2bf_2sha_88", "s2bf_2sha_30gt")
    shown = decision(s).forecast(s)
    assert shown is not None
    assert (shown.odds, shown.column, shown.commit) == ("1-1", "1-2", Commit())


@pytest.mark.rule("9.1e", "9.1c")
def test_an_asterisk_spares_attackers_whose_losses_wiped_out_the_defender() -> None:
    s = field()
    stand(s, 2114, "g_vi_han", reduced=True)
    stand(s, 2113, "s2bf_2sha_30gt")
    fight(s, 2114, "s2bf_2sha_30gt", die=3)  # 3-1: D1r/A1*, and the brigade has one step
    assert box(s, "g_vi_han") == ELIMINATED
    assert at(s, "s2bf_2sha_30gt") == 2113


@pytest.mark.rule("9.0b", "9.2.1a")
def test_no_odds_from_afar_or_against_nobody() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    stand(s, 1619, "s2bf_2sha_116")
    assert s.game.odds(s, ids("s2bf_2sha_88"), Hex(2114)) is not None
    assert s.game.odds(s, ids("s2bf_2sha_88", "s2bf_2sha_116"), Hex(2114)) is None
    assert s.game.odds(s, ids("s2bf_2sha_88"), Hex(2112)) is None


@pytest.mark.rule("9.0b", "9.2.3b")
def test_what_cannot_be_attacked_or_cannot_attack() -> None:
    s = field()
    stand(s, 2114, "g_vs_1")
    stand(s, 2113, "s2bf_2sha_88")
    segment(s, "g_vs_1")
    assert not s.flow  # Volkssturm has no attack strength
    segment(s, "s2bf_2sha_88")


@pytest.mark.rule("9.3c", "10.3.2")
def test_isolated_defenders_count_half() -> None:
    s = field()
    stand(s, 2114, "g_xx_292", supply=ISOLATED)
    stand(s, 2113, "s2bf_2sha_88")
    found = s.game.odds(s, ids("s2bf_2sha_88"), Hex(2114))
    assert found is not None
    assert (found.attack, found.defence) == (6, 2)


@pytest.mark.rule("9.1a", "9.3a", "9.3.1a", "12.1a", "12.1.1")
def test_an_attack_names_strengths_shifts_column_die_and_effect() -> None:
    s = field()
    stand(s, 1619, "g_independent_23")  # Ortelsburg
    stand(s, 1620, "s2bf_2sha_88", "s2bf_2sha_116")
    fight(s, 1619, "s2bf_2sha_88", "s2bf_2sha_116", die=4, full=["air_4aa_1"])
    assert said(s)[0] == (
        "2nd Belorussian Front attack on Ortelsburg (1619) with 88th Rifle Corps, 116th Rifle Corps: "
        "12 to 4, 3-1, −1 (town), +2 (4th Air Army I: full attack) = 4-1. "
        "Die 4, D1r2/A1*: defender loses 1 step and retreats 2 hexes; "
        "attacker loses 1 step if the defender holds. 9.1a"
    )
    assert "4th Air Army I has made a full attack and goes to Airbase: grounded. 12.1.1" in said(s)
    assert "Defenders of Ortelsburg (1619) ignore the first step loss (town). 9.4.4a" in said(s)
    assert "Defenders in Ortelsburg (1619) ignore 1 hex of retreat (town). 9.5.7a" in said(s)


@pytest.mark.rule("9.1c")
def test_an_asterisk_that_does_not_strike_is_told() -> None:
    s = meeting("s2bf_2sha_88", "s2bf_2sha_116")
    heard = listen(s)
    through(fight(s, 2114, "s2bf_2sha_88", "s2bf_2sha_116", die=3))
    assert "3-1. Die 3, D1r/A1*" in heard[0]
    assert any("lose nothing (*): the defender did not hold the hex. 9.1c" in each for each in heard)


@pytest.mark.rule("9.1c")
def test_no_asterisk_is_told_where_the_cell_has_none() -> None:
    s = meeting("s2bf_2sha_88", "s2bf_2sha_116")
    heard = listen(s)
    through(fight(s, 2114, "s2bf_2sha_88", "s2bf_2sha_116", die=5))  # 3-1: D1r2
    assert not any("(*)" in each for each in heard)


@pytest.mark.rule("9.3b", "9.3c", "9.3d", "10.3.2")
def test_every_halving_is_told_before_the_attack() -> None:
    s = field()
    stand(s, 1741, "g_ix_548", supply=ISOLATED)
    stand(s, 1641, "s3bf_11ga_36g", supply=OUT_OF_SUPPLY)
    stand(s, 1640, "s3bf_11ga_8g", supply=ISOLATED)
    fight(s, 1741, "s3bf_11ga_36g", "s3bf_11ga_8g", die=6)
    assert said(s)[:5] == [
        "36th Guards Rifle Corps: half attack (out of supply). 9.3b",
        "36th Guards Rifle Corps: half attack (across an unbridged river). 9.3d",
        "8th Guards Rifle Corps: half attack (isolated). 9.3c",
        "8th Guards Rifle Corps: half attack (across an unbridged river). 9.3d",
        "548th Volksgrenadier Division: half defense (isolated). 9.3c",
    ]


@pytest.mark.rule("9.3.3c", "9.3.3b")
def test_a_column_that_is_not_the_ratio_is_named() -> None:
    s = field()
    stand(s, 1619, "g_vi_han", supply=ISOLATED, reduced=True)
    stand(s, 1620, "s2bf_2sha_30gt")
    fight(s, 1619, "s2bf_2sha_30gt", die=1)
    assert any("3 to 0, defense 0 = 7-1+. Die 1, D1r" in each for each in said(s))
    s = meeting("s2bf_2sha_88", "s2bf_2sha_116", "s2bf_2sha_108", "s2bf_48a_29")
    s.mark(UnitId("g_independent_23"), reduced=True)
    fight(s, 2114, "s2bf_2sha_88", "s2bf_2sha_116", "s2bf_2sha_108", "s2bf_48a_29", die=1)
    assert "24 to 2, 12-1 = 7-1+." in said(s)[0]


@pytest.mark.rule("9.3.3a")
def test_a_cancelled_attack_shows_its_arithmetic() -> None:
    s = field(fog="on")
    stand(s, 1619, "g_independent_23", "g_xx_292")
    stand(s, 1620, "s2bf_2sha_30gt")
    assemble(s, 1619, "s2bf_2sha_30gt")
    push(s, Commit())
    assert said(s) == [
        "The attack on Ortelsburg (1619) is canceled: 1-3, −1 (town) = 1-4, below 1-2. "
        "Its units may still attack. 9.3.3a"
    ]


@pytest.mark.rule("9.0a", "3.0f")
def test_a_combat_segment_has_its_heading_if_anybody_can_attack() -> None:
    s = field()
    stand(s, 1043, "hq_39a", "s3bf_39a_94")
    finish(activate(s, "hq_39a"))
    assert not any("Combat Segment" in each for each in said(s))
    stand(s, 1143, "g_ix_56")
    s.log = []
    activate(s, "hq_39a")
    push(s, Done())
    assert said(s)[-1] == "39th Army HQ: Combat Segment. 9.0a"
    assert isinstance(s.flow[-1], CombatSegment)


# --- what is told and shown


@pytest.mark.rule("9.4.4a", "9.1f")
def test_a_town_has_no_loss_to_spare_where_the_result_has_none() -> None:
    s = field()
    stand(s, 1619, "g_independent_23")  # Ortelsburg
    stand(s, 1620, "s2bf_2sha_88", "s2bf_2sha_116")
    fight(s, 1619, "s2bf_2sha_88", "s2bf_2sha_116", die=3)  # 2-1: Dr/A1*
    assert told(s, RetreatIgnored)
    assert not told(s, LossIgnored)


@pytest.mark.rule("9.5.7b")
def test_attackers_in_a_town_who_need_not_retreat_ignore_nothing() -> None:
    s = field()
    stand(s, 1619, "s3bf_39a_94")
    stand(s, 1620, "g_hg_61")
    fight(s, 1620, "s3bf_39a_94", die=3)  # 1-1: A1
    assert reduced(s, "s3bf_39a_94")
    assert not told(s, AttackersStay)


@pytest.mark.rule("11.1.3b")
def test_a_headquarters_is_lost_once() -> None:
    s = meeting(*CORPS[:4], german="g_vi_han")
    s.mark(UnitId("g_vi_han"), reduced=True)
    stand(s, 2114, "hq_xx")
    heard = listen(s)
    through(fight(s, 2114, *CORPS[:4], die=6))
    assert sum("HQ is lost" in each for each in heard) == 1


@pytest.mark.rule("11.1.3b", "9.5d")
def test_the_headquarters_of_dead_attackers_is_lost_before_the_others_retreat() -> None:
    s = field()
    stand(s, 2114, "g_hg_61", "g_hg_1hg")
    stand(s, 2113, "s2bf_ind_1gt", "hq_2sha")
    stand(s, 2014, "s2bf_2sha_30gt")
    s.mark(UnitId("s2bf_ind_1gt"), reduced=True)
    heard = listen(s)
    through(fight(s, 2114, "s2bf_ind_1gt", "s2bf_2sha_30gt", full=["air_4aa_1"], die=1))
    order = [each for each in heard if "HQ is lost" in each or "retreats to" in each]
    assert "2nd Shock Army HQ is lost" in order[0]
    assert len(order) > 1


@pytest.mark.rule("9.6a")
def test_attackers_who_must_retreat_do_not_advance(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    row = list(koenigsberg().tables.crt.results["1-1"])
    row[5] = "D2r/Ar"
    (folder / "tables.toml").write_text(f"[crt.results]\n'1-1' = {row}")
    s: State = bare(NAME, "campaign", 1, tmp_path)
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    fight(s, 2114, "s2bf_2sha_88", die=6)
    assert box(s, "g_independent_23") == "eliminated"
    assert not isinstance(s.flow[-1], AdvanceAfterCombat)


@pytest.mark.rule("9.2.3b", "9.0b")
def test_a_hex_that_only_volkssturm_could_attack_is_refused_for_want_of_strength() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88")
    stand(s, 2115, "g_vs_1")
    stand(s, 1619, "g_independent_23")
    stand(s, 1620, "s2bf_2sha_116")
    segment(s, "g_vs_1", "g_independent_23")
    assert why_not(s, Attack(Hex(2114))) is NO_ATTACK_STRENGTH
    assert decision(s).about(s) == Subject()


@pytest.mark.rule("11.4e")
def test_the_cruiser_is_committed_once() -> None:
    s = field()
    s.send(UnitId("g_hipper"), "haff")
    stand(s, 3225, "s3bf_39a_94")
    stand(s, 3226, "g_independent_5m")
    assemble(s, 3225, "g_independent_5m", cruiser=True)
    push(s, Pick(UnitId("g_hipper")))
    assert why_not(s, Pick(UnitId("g_hipper"))) is COMMITTED


@pytest.mark.rule("2.1.3b")
def test_with_fog_of_war_a_counter_that_lies_alone_is_known() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88")
    shown = decision(s).forecast(s)
    assert shown is not None
    assert (shown.title, shown.defence) == ("Attack on hex 2114", "4")
    stand(s, 2114, "g_xx_292")
    assemble(s, 2114, "s2bf_2sha_88")
    shown = decision(s).forecast(s)
    assert shown is not None
    assert shown.title == "Attack on hex 2114: covered stack"


@pytest.mark.rule("9.4a", "2.6.3")
def test_a_destroyed_unit_keeps_no_marker() -> None:
    s = field()
    stand(s, 2114, "g_independent_505m", supply=ISOLATED)
    s.lose_step(UnitId("g_independent_505m"), "9.4.1")
    assert (box(s, "g_independent_505m"), s.units[UnitId("g_independent_505m")].supply) == ("eliminated", 0)
