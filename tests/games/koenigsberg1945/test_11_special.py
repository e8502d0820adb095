"""11.0 Special rules: headquarters, replacements, Volkssturm, Admiral Hipper, the frozen corps."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Cancel, Commit, Done, Pick, Place
from bridgehead.core.play import clicked, decision, dice, options, push, why_not
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games.koenigsberg1945.model.actions import Rebuild, Restore
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import AttackResolved
from bridgehead.games.koenigsberg1945.rules.activation import idle_headquarters, in_command
from bridgehead.games.koenigsberg1945.rules.advance import advance_ends
from bridgehead.games.koenigsberg1945.rules.combat import AssembleAttack
from bridgehead.games.koenigsberg1945.rules.random_events import soviet_atrocity
from bridgehead.games.koenigsberg1945.rules.reach import frozen_range
from bridgehead.games.koenigsberg1945.rules.reinforcements import ReinforcementSegment
from bridgehead.games.koenigsberg1945.rules.replacements import (
    GD_IS_AWAY,
    HQ_UNSUPPLIED,
    NO_HQ,
    NO_REPLACEMENTS,
    NOT_LOST,
    POINTS,
    AssignReplacements,
    Rebuilding,
    ReplacementSegment,
    rebuild_hexes,
    step_cost,
    why_not_rebuild,
    why_not_restore,
)
from bridgehead.games.koenigsberg1945.rules.retreat import retreat_to
from bridgehead.games.koenigsberg1945.rules.sequence import GameTurn, turn_advance
from bridgehead.games.koenigsberg1945.rules.special import (
    HIPPER_ALONE,
    HIPPER_AWAY,
    HIPPER_FIRED,
    HIPPER_HAS_FIRED,
    HIPPER_NOT_ACTIVATED,
    HIPPER_TOO_FAR,
    activates_hipper,
    hipper_arrives,
    why_not_hipper,
)
from bridgehead.games.koenigsberg1945.rules.stacking import STACK_FULL
from bridgehead.games.koenigsberg1945.rules.victory import enter_hexes, is_frozen, release_by_time
from bridgehead.games.koenigsberg1945.rules.volkssturm import (
    NO_SETTLEMENT,
    NOT_GERMAN,
    NOT_SUPPLIED,
    VolkssturmDeployment,
    german_controlled,
    volkssturm_return,
)
from tests.games.koenigsberg1945.field import (
    activate,
    assemble,
    at,
    box,
    field,
    go,
    hexes,
    koenigsberg,
    listen,
    may,
    moving,
    picks,
    reduced,
    said,
    segment,
    started,
    through,
    told,
)
from tests.support import ask, stand

HIPPER = UnitId("g_hipper")


# --- 11.1 headquarters


@pytest.mark.rule("11.1.3a", "11.1.3e")
def test_headquarters_with_nothing_to_command_leave() -> None:
    s = field()
    stand(s, 1915, "hq_7pz")
    stand(s, 2111, "hq_2sha")
    stand(s, 2114, "s3bf_ind_1t")  # of the other Front
    assert idle_headquarters(s) == ["hq_2sha", "hq_7pz"]
    stand(s, 1717, "g_independent_23")
    assert idle_headquarters(s) == ["hq_2sha"]
    stand(s, 3517, "s2bf_2sha_88")  # its own corps, however far
    assert idle_headquarters(s) == []
    s.send(UnitId("s2bf_2sha_88"), "aside")
    s.turn = 3
    ask(s, ReplacementSegment())
    assert box(s, "hq_2sha") == "removed"
    assert "c_2sh" in s.gone


@pytest.mark.rule("11.1.3d")
def test_removal_is_for_good_but_the_activation_stays_counted() -> None:
    s = started()
    s.set(activated={FRONT_3: (ChitId("c_39"),)}, cup=tuple(chit for chit in s.cup if chit != "c_39"))
    s.remove_hq(UnitId("hq_39a"), "11.1.3c")
    assert s.activated[FRONT_3] == ("c_39",)
    turn_advance(s)
    assert "c_39" not in s.cup


# --- 11.2 replacements


@pytest.mark.rule("11.2.1a", "11.2.2a")
def test_what_a_step_costs() -> None:
    s = field()
    assert [step_cost(s, UnitId(unit)) for unit in ("s3bf_ind_1t", "s3bf_39a_94", "g_hg_61", "g_hg_1hg")] == [
        1,
        1,
        1,
        2,
    ]


@pytest.mark.rule("11.2d", "11.2.1b")
def test_points_are_spent_in_any_order_and_a_rebuilt_soviet_may_be_full_at_once() -> None:
    s = field()
    stand(s, 1043, "hq_39a")
    stand(s, 1042, "s3bf_39a_94", reduced=True)
    s.eliminate(UnitId("s3bf_39a_5g"))
    s.track(POINTS, 3)
    ask(s, AssignReplacements(SOVIET, SOVIET))
    assert {type(action) for action in options(s)} == {Restore, Rebuild, Done}
    push(s, Rebuild(UnitId("s3bf_39a_5g")))
    push(s, Done())
    assert may(s, Restore(UnitId("s3bf_39a_5g")))
    push(s, Restore(UnitId("s3bf_39a_94")))
    push(s, Restore(UnitId("s3bf_39a_5g")))
    assert not reduced(s, "s3bf_39a_5g")
    assert not s.flow


@pytest.mark.rule("11.2.3a", "11.2.3c", "11.2.3d", "11.2.4")
def test_where_units_are_rebuilt() -> None:
    s = field()
    stand(s, 1043, "hq_39a")
    stand(s, 2111, "hq_2sha")
    for unit in ("s3bf_ind_1t", "s3bf_5a_45", "s3bf_39a_94"):
        s.eliminate(UnitId(unit))
    s.track(POINTS, 3)
    assert rebuild_hexes(s, UnitId("s3bf_ind_1t")) == (1043,)  # not with the other Front
    assert why_not_rebuild(s, UnitId("s3bf_5a_45")) is NO_HQ
    s.mark(UnitId("hq_39a"), supply=1)
    assert why_not_rebuild(s, UnitId("s3bf_39a_94")) is HQ_UNSUPPLIED
    stand(s, 1140, "s3bf_5a_72", reduced=True)
    assert why_not_restore(s, UnitId("s3bf_5a_72"), ()) is None  # on the map it needs no headquarters


@pytest.mark.rule("11.2.3b", "7.1a", "11.1.4")
def test_a_rebuilt_independent_chooses_its_headquarters_and_moves() -> None:
    s = field()
    stand(s, 1915, "hq_7pz", "g_xx_292", "g_xx_14")
    stand(s, 1833, "hq_hg")
    s.eliminate(UnitId("g_independent_23"))
    s.track(POINTS, 1)
    ask(s, AssignReplacements(GERMAN, GERMAN))
    push(s, Rebuild(UnitId("g_independent_23")))
    assert hexes(s, Place) == {1915, 1833}
    push(s, Place(Hex(1915)))
    assert not may(s, Done())  # three in the hex: it must move on
    go(s, 1916)
    assert at(s, "g_independent_23") == 1916


@pytest.mark.rule("2.5.4c")
def test_gd_units_are_not_rebuilt_while_the_corps_is_away() -> None:
    s = field()
    stand(s, 1915, "hq_7pz")
    s.eliminate(UnitId("g_gd_gdfusm"))
    s.track(POINTS, 2)
    assert why_not_rebuild(s, UnitId("g_gd_gdfusm")) is None
    s.track("gd_withdrawn", 1)
    assert why_not_rebuild(s, UnitId("g_gd_gdfusm")) is GD_IS_AWAY


def test_with_three_players_the_fronts_share_the_points() -> None:
    s = field("fronts")
    s.turn = 3
    stand(s, 1043, "hq_39a", "s3bf_39a_94")
    stand(s, 609, "hq_2sha", "s2bf_2sha_88")
    for unit in ("s3bf_39a_94", "s2bf_2sha_88"):
        s.mark(UnitId(unit), reduced=True)
    ask(s, ReplacementSegment())
    assert decision(s).side == FRONT_2
    push(s, Restore(UnitId("s2bf_2sha_88")))
    assert decision(s).side == FRONT_3
    assert s.tracks[POINTS] == 1
    s.turn = 4
    for unit in ("s3bf_39a_94", "s2bf_2sha_88"):
        s.mark(UnitId(unit), reduced=True)
    ask(s, ReplacementSegment())
    assert decision(s).side == FRONT_3


# --- 11.3 Volkssturm


@pytest.mark.rule("11.3c", "11.3d", "11.3e")
def test_control_is_lost_for_good() -> None:
    s = field()
    assert german_controlled(s, Hex(1437))
    assert not german_controlled(s, Hex(1139))  # Ebenrode began behind Soviet lines
    enter_hexes(s, UnitId("hq_39a"), (Hex(1437),))
    assert not german_controlled(s, Hex(1437))
    enter_hexes(s, UnitId("g_hg_61"), (Hex(1437),))
    assert not german_controlled(s, Hex(1437))


@pytest.mark.rule("11.3b", "11.3h")
def test_where_volkssturm_may_not_be_called_up() -> None:
    s = field()
    s.send(UnitId("g_vs_1"), "volkssturm")
    ask(s, VolkssturmDeployment(GERMAN))
    assert why_not(s, Place(Hex(2114))) is NO_SETTLEMENT
    assert why_not(s, Place(Hex(1139))) is NOT_GERMAN
    stand(s, 3041, "s3bf_39a_94")
    stand(s, 3036, "s3bf_39a_5g")
    ask(s, VolkssturmDeployment(GERMAN))
    for hex in (3038, 3041):
        assert not may(s, Place(Hex(hex)))
    s.send(UnitId("s3bf_39a_94"), "aside")
    s.send(UnitId("s3bf_39a_5g"), "aside")
    stand(s, 3027, "s3bf_39a_94")
    s.set(conquered=frozenset(map(Hex, s.game.board.marks["supply_split"])))
    for hex, unit in ((3510, "s2bf_2sha_88"), (3517, "s2bf_2sha_116"), (3519, "s2bf_2sha_108")):
        stand(s, hex, unit)
    ask(s, VolkssturmDeployment(GERMAN))
    assert not s.flow  # limited Königsberg is not enough
    assert VolkssturmDeployment(GERMAN).why_not(s, Place(Hex(2433))) is NOT_SUPPLIED


@pytest.mark.rule("11.3a", "11.3i", "RE.7")
def test_the_pool_grows_to_four() -> None:
    s = started()
    for number in (3, 4, 4):
        soviet_atrocity(s)
        assert len(s.in_box("volkssturm")) == number
    ask(s, VolkssturmDeployment(GERMAN))
    assert may(s, Done())  # nobody must be called up


# --- 11.4 Admiral Hipper


@pytest.mark.rule("11.4a", "11.4f")
def test_the_cruiser_arrives_on_turn_8() -> None:
    s = started()
    s.turn = 7
    ReinforcementSegment().chits(s)
    assert box(s, HIPPER) == "reinforcements"
    s.turn = 8
    ReinforcementSegment().chits(s)
    assert box(s, HIPPER) == "haff"
    assert s.face(HIPPER).attack == 4


def hipper_attack() -> Any:
    s = field()
    hipper_arrives(s)
    stand(s, 3225, "s3bf_39a_94")  # Braunsberg, next to the Haff
    stand(s, 3226, "g_independent_5m", "hq_7pz")
    return s


@pytest.mark.rule("11.4b", "11.4c", "11.4d", "11.4e", "11.4g")
def test_the_cruiser_lends_its_strength_once_a_turn() -> None:
    s = hipper_attack()
    assemble(s, 3225, "g_independent_5m", cruiser=True)
    frame: Any = decision(s)
    assert isinstance(frame, AssembleAttack)
    before = frame.odds(s)
    push(s, Pick(HIPPER))
    frame = decision(s)
    assert frame.odds(s).attack == before.attack + 4
    assert frame.odds(s).modifiers == before.modifiers
    assert not may(s, Pick(HIPPER))
    with dice(s, 1):
        push(s, Commit())
    assert box(s, HIPPER) == "haff"
    assert s.tracks[HIPPER_FIRED] == 1
    assert why_not_hipper(s, True, Hex(3225)) is HIPPER_HAS_FIRED
    turn_advance(s)
    assert not s.tracks[HIPPER_FIRED]


@pytest.mark.rule("11.4b", "11.4c", "11.4d")
def test_who_may_call_the_cruiser_and_at_what() -> None:
    s = hipper_attack()
    hq = UnitId("hq_7pz")
    assert activates_hipper(s, hq)
    assert why_not_hipper(s, True, Hex(3225)) is None
    assert why_not_hipper(s, False, Hex(3225)) is HIPPER_NOT_ACTIVATED
    assert why_not_hipper(s, True, Hex(2220)) is HIPPER_TOO_FAR
    near = [hex for hex in s.game.board.hexes if hex in s.game.ground.haff_reach]
    assert max(min(s.game.board.distance(hex, haff) for haff in s.game.ground.haff) for hex in near) == 2
    stand(s, 3224, "hq_39a")
    assert not activates_hipper(s, UnitId("hq_39a"))
    activate(s, "hq_7pz", "c_7pz")
    stand(s, 1915, "hq_7pz")  # the range counts at the moment of activation
    activation: Any = s.flow[0]
    assert activation.cruiser
    assert not activates_hipper(s, hq)
    stand(s, 3226, "hq_7pz")
    s.send(HIPPER, "reinforcements")
    assert not activates_hipper(s, hq)


@pytest.mark.rule("11.4e", "11.4g")
def test_the_cruiser_does_not_attack_alone_or_when_the_attack_is_given_up() -> None:
    s = hipper_attack()
    segment(s, "g_independent_5m", cruiser=True)
    push(s, Attack(Hex(3225)))
    assert not may(s, Pick(HIPPER))
    push(s, Pick(UnitId("g_independent_5m")))
    push(s, Pick(HIPPER))
    push(s, Cancel())
    assert not s.tracks.get(HIPPER_FIRED)


# --- 11.5 the frozen corps


@pytest.mark.rule("11.5e")
def test_both_corps_are_free_from_turn_6() -> None:
    s = started()
    s.turn = 5
    release_by_time(s)
    assert is_frozen(s, UnitId("hq_vi"))
    s.turn = 6
    GameTurn().turn_begins(s)
    assert not is_frozen(s, UnitId("hq_vi"))
    assert not is_frozen(s, UnitId("hq_lv"))


@pytest.mark.rule("11.5f")
def test_retreats_and_advances_are_not_bound() -> None:
    s = started()
    bound = frozen_range(s, UnitId("g_vi_131"))
    assert bound is not None
    outside = next(hex for hex in s.game.board.near[132] if hex not in bound)
    retreat_to(s, UnitId("g_vi_131"), Hex(outside))
    assert at(s, "g_vi_131") == outside
    target = next(hex for hex in s.game.board.near[outside] if hex not in bound and Hex(hex) not in s.stacks)
    assert advance_ends(s, UnitId("g_vi_131"), Hex(target)) == [target]


@pytest.mark.rule("11.5g", "11.5a")
def test_a_frozen_unit_forced_out_of_range_is_out_of_command() -> None:
    s = started()
    s.put(UnitId("g_vi_131"), Hex(136))
    formation, _ = in_command(s, UnitId("hq_vi"))
    assert "g_vi_131" not in formation
    activate(s, "hq_vi", "c_hgm")  # HGM does not lift the freeze
    while picks(s) and "hq_vi" not in picks(s) and not any(unit.startswith("g_vi_") for unit in picks(s)):
        push(s, Done())
    assert "hq_vi" not in picks(s)
    moving(s, "g_vi_558", segment=False)  # a rebuilt unit is bound too
    bound = frozen_range(s, UnitId("g_vi_558"))
    assert bound is not None
    assert hexes(s) <= {int(hex) for hex in bound}


@pytest.mark.rule("11.2a", "11.2.3a")
def test_a_rebuild_costs_nothing_until_the_unit_is_placed() -> None:
    s = field()
    stand(s, 1043, "hq_39a")
    stand(s, 1039, "hq_5a")
    s.send(UnitId("s3bf_ind_1t"), ELIMINATED)
    s.track(POINTS, 2)
    ask(s, AssignReplacements(SOVIET, SOVIET))
    push(s, Rebuild(UnitId("s3bf_ind_1t")))
    assert hexes(s, Place) == {1043, 1039}
    push(s, Cancel())
    assert (s.tracks[POINTS], box(s, "s3bf_ind_1t")) == (2, ELIMINATED)
    push(s, Rebuild(UnitId("s3bf_ind_1t")))
    push(s, Place(Hex(1039)))
    assert s.tracks[POINTS] == 1
    push(s, Done())
    frame: Any = decision(s)
    assert frame.rebuilt == ("s3bf_ind_1t",)


@pytest.mark.rule("11.4a", "11.4b", "11.4c", "11.4e")
def test_each_refusal_of_the_cruiser_is_its_own() -> None:
    hipper = UnitId("g_hipper")

    def asked(cruiser: bool, target: int, *, there: bool = True, fired: int = 0) -> Any:
        s = field()
        if there:
            s.send(hipper, "haff")
        s.track(HIPPER_FIRED, fired)
        near = next(hex for hex in s.game.board.near[target] if s.game.ground.land[hex])
        stand(s, target, "s3bf_39a_94")
        stand(s, near, "g_independent_5m")
        segment(s, "g_independent_5m", cruiser=cruiser)
        push(s, Attack(Hex(target)))
        return why_not(s, Pick(hipper))

    assert asked(True, 3225, there=False) is HIPPER_AWAY
    assert asked(False, 3225) is HIPPER_NOT_ACTIVATED
    assert asked(True, 3225, fired=1) is HIPPER_HAS_FIRED
    assert asked(True, 2114) is HIPPER_TOO_FAR
    assert asked(True, 3225) is HIPPER_ALONE


@pytest.mark.rule("11.2a")
def test_a_full_unit_is_not_restored() -> None:
    s = started()
    s.track(POINTS, 3)
    s.mark(UnitId("g_xx_14"), reduced=True)
    ask(s, AssignReplacements(GERMAN, GERMAN))
    assert clicked(s, UnitId("g_xx_292")) == (Restore(UnitId("g_xx_292")), NOT_LOST)
    assert clicked(s, UnitId("g_xx_14")) == (Restore(UnitId("g_xx_14")), None)


@pytest.mark.rule("11.4c", "11.4e", "11.4f")
def test_the_cruiser_adds_its_strength_and_has_fired() -> None:
    s = field()
    s.send(UnitId("g_hipper"), "haff")
    stand(s, 3225, "s3bf_39a_94")
    stand(s, 3226, "g_independent_5m")
    assemble(s, 3225, "g_independent_5m", cruiser=True)
    push(s, Pick(UnitId("g_hipper")))
    assert decision(s).about(s).committed == ("g_independent_5m", "g_hipper")
    with dice(s, 6):
        push(s, Commit())
    event = told(s, AttackResolved)[0]
    assert (event.attack, event.units) == (6 + 4, ("g_independent_5m", "g_hipper"))
    assert s.tracks[HIPPER_FIRED] == 1


@pytest.mark.rule("11.3g")
def test_where_no_volkssturm_stands_none_is_removed() -> None:
    s = field()
    volkssturm_return(s)
    assert s.log == []
    stand(s, 1329, "g_vs_1", "g_gar_loetzen")
    volkssturm_return(s)
    assert (box(s, "g_vs_1"), at(s, "g_gar_loetzen")) == ("volkssturm", 1329)
    assert len(s.log) == 1


@pytest.mark.rule("11.4c")
def test_only_a_german_headquarters_activates_the_cruiser_and_only_in_the_haff() -> None:
    s = field()
    stand(s, 3225, "hq_xx")
    assert not activates_hipper(s, UnitId("hq_xx"))
    s.send(UnitId("g_hipper"), "haff")
    assert activates_hipper(s, UnitId("hq_xx"))
    s.send(UnitId("hq_xx"), "aside")
    stand(s, 3225, "hq_39a")
    assert not activates_hipper(s, UnitId("hq_39a"))
    stand(s, 1206, "hq_xx")
    assert not activates_hipper(s, UnitId("hq_xx"))


@pytest.mark.rule("11.3f")
def test_lost_volkssturm_is_told_to_come_back() -> None:
    s = field()
    stand(s, 1329, "g_vs_1")
    s.lose_step(UnitId("g_vs_1"), "9.4.1")
    assert said(s) == ["Volkssturm 1 is lost in Lötzen (1329) and goes back to the Volkssturm Box. 11.3f"]


@pytest.mark.rule("11.2a", "11.2e")
def test_points_received_and_points_left_are_told() -> None:
    s = started()
    heard = listen(s)
    s.mark(UnitId("s3bf_39a_94"), reduced=True)
    s.send(UnitId("s3bf_39a_113"), ELIMINATED)
    s.track(POINTS, 2)
    ask(s, AssignReplacements(SOVIET, SOVIET))
    push(s, Restore(UnitId("s3bf_39a_94")))
    push(s, Rebuild(UnitId("s3bf_39a_113")))
    assert heard[:2] == [
        "94th Rifle Corps is restored to full strength for 1 replacement point; 1 left. 11.2a",
        "113th Rifle Corps is rebuilt in hex 1043 for 1 replacement point; 0 left. 11.2.3a",
    ]


@pytest.mark.rule("11.2e")
def test_the_points_of_a_turn_are_told_as_a_house_ruling() -> None:
    s = started()
    s.turn = 6
    heard = listen(s)
    through(ask(s, ReplacementSegment()))
    assert heard == [
        "German: 1 replacement point (house ruling). 11.2e",
        "Soviet: 3 replacement points (house ruling). 11.2e",
    ]


@pytest.mark.rule("11.2c")
def test_garrisons_receive_no_replacements() -> None:
    s = field()
    stand(s, 3203, "g_gar_thorn", reduced=True)
    s.track(POINTS, 2)
    assert why_not_restore(s, UnitId("g_gar_thorn"), ()) is NO_REPLACEMENTS


@pytest.mark.rule("11.2a")
def test_points_that_are_not_spent_are_lost() -> None:
    s = started()
    s.turn = 6
    through(ask(s, ReplacementSegment()))
    assert s.tracks[POINTS] == 0


@pytest.mark.rule("11.2.2b", "11.2.3a")
def test_a_rebuilding_on_its_own_notes_nothing_and_harms_nothing() -> None:
    s = field()
    stand(s, 1833, "hq_hg")
    s.eliminate(UnitId("g_hg_61"))
    s.track(POINTS, 1)
    ask(s, Rebuilding(unit=UnitId("g_hg_61")))
    assert (at(s, "g_hg_61"), s.tracks[POINTS]) == (1833, 0)


@pytest.mark.rule("11.3b", "7.0a")
def test_no_volkssturm_where_two_units_stand_already() -> None:
    s = started()
    stand(s, 1437, "g_xx_292", "g_xx_14")
    ask(s, VolkssturmDeployment(GERMAN))
    assert why_not(s, Place(Hex(1437))) is STACK_FULL


@pytest.mark.rule("11.5a", "11.5g")
def test_without_its_headquarters_a_frozen_corps_is_bound_to_nothing() -> None:
    s = started()
    assert frozen_range(s, UnitId("g_vi_131")) is not None
    assert frozen_range(s, UnitId("g_independent_102m")) is None
    assert frozen_range(s, UnitId("g_xx_292")) is None
    s.remove_hq(UnitId("hq_vi"), "11.1.3c")
    assert frozen_range(s, UnitId("g_vi_131")) is None


@pytest.mark.rule("11.4d", "4.2.5a")
def test_the_haff_counts_as_one_hex_of_the_command_range() -> None:
    ground = koenigsberg().ground
    for hex in (3225, 3026, 2927):
        steps = min(ground.board.distance(hex, haff) for haff in ground.haff)
        assert ground.commands_haff(Hex(hex), steps)
        assert not ground.commands_haff(Hex(hex), steps - 1)


@pytest.mark.rule("11.2a")
def test_a_unit_that_lost_both_steps_is_rebuilt_not_restored() -> None:
    s = field()
    stand(s, 1833, "hq_hg")
    stand(s, 1834, "g_hg_61")
    for _ in range(2):
        s.lose_step(UnitId("g_hg_61"), "9.4.1")
    s.track(POINTS, 1)
    assert why_not_restore(s, UnitId("g_hg_61"), ()) is NOT_LOST
    ask(s, AssignReplacements(GERMAN, GERMAN))
    assert options(s) == [Rebuild(UnitId("g_hg_61")), Done()]
