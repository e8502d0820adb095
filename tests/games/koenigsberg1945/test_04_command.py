"""4.0 Command and the cup."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Commit, Done, MoveTo, Pick
from bridgehead.core.codec import load, save
from bridgehead.core.play import decision, dice, options, push, why_not
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import ChitDrawn, NobodyToActivate, UnitsActivated
from bridgehead.games.koenigsberg1945.rules.activation import (
    IN_FORMATION,
    NO_SUCH_HQ,
    OUT_OF_COMMAND,
    Activation,
    ChooseExtras,
    ChooseHeadquarters,
    ChooseIndependents,
    in_command,
    used,
    why_not_independent,
)
from bridgehead.games.koenigsberg1945.rules.combat import HQ_CANNOT_ATTACK, NO_ATTACK_STRENGTH, CombatSegment
from bridgehead.games.koenigsberg1945.rules.command import CommandPhase, command_chit
from bridgehead.games.koenigsberg1945.rules.movement import MovementSegment
from bridgehead.games.koenigsberg1945.rules.orders import ENEMY_UNIT, NOT_ACTIVATED
from bridgehead.games.koenigsberg1945.rules.random_events import action_chit
from bridgehead.games.koenigsberg1945.rules.sequence import turn_advance
from bridgehead.games.koenigsberg1945.rules.special import GD_WITHDRAWN
from tests.games.koenigsberg1945.field import (
    activate,
    field,
    finish,
    ids,
    listen,
    may,
    picks,
    push_all,
    said,
    started,
    told,
)
from tests.support import ask, stand


@pytest.mark.rule("2.3a", "4.1.1a")
def test_every_chit_is_as_likely_and_one_belongs_to_each_headquarters() -> None:
    s = started()
    commands = [chit for chit in s.cup if s.game.chits[chit].kind == "command"]
    for draw, chit in enumerate(commands):
        twin = s.clone()
        with dice(twin, draw + 1):
            CommandPhase().draw(twin)
        assert chit not in twin.cup
        assert len(twin.cup) == len(s.cup) - 1
    for hq in s.game.headquarters:
        assert len([chit for chit in s.game.chits.values() if chit.headquarters == hq]) == 1


@pytest.mark.rule("4.1.1a")
def test_the_owner_of_the_chit_becomes_the_active_player() -> None:
    s = started()
    s.set(cup=(ChitId("c_39"),))
    with dice(s, 1):
        ask(s, CommandPhase())
    assert told(s, ChitDrawn)[0].chit == "c_39"
    assert decision(s).side == SOVIET
    assert s.activated == {FRONT_3: ("c_39",)}


@pytest.mark.rule("4.1.1b", "4.1.1c", "2.2.6")
def test_a_chit_fills_a_box_even_if_nothing_is_done() -> None:
    s = started()
    command_chit(s, ChitId("c_39"))
    ask(s, *s.flow)
    assert picks(s) == {
        "hq_39a",
        "s3bf_39a_28gt",
        "s3bf_39a_113",
        "s3bf_39a_152ur",
        "s3bf_39a_94",
        "s3bf_39a_5g",
        "s3bf_ind_2gt",
        "s3bf_ind_43gt",
    }
    finish(s)
    command_chit(s, ChitId("c_5"))
    assert s.activated[FRONT_3] == ("c_39", "c_5")


@pytest.mark.rule("4.0b", "4.1.2", "2.4.1")
def test_a_front_chit_activates_any_headquarters_of_its_front_again() -> None:
    s = started()
    s.turn = 3
    s.set(activated={FRONT_3: (ChitId("c_39"),)})
    command_chit(s, ChitId("c_3br_1"))
    ask(s, *s.flow)
    assert isinstance(decision(s), ChooseHeadquarters)
    assert picks(s) == {"hq_43a", "hq_39a", "hq_5a", "hq_28a", "hq_2ga", "hq_11ga", "hq_31a"}
    assert why_not(s, Pick(UnitId("hq_70a"))) is NO_SUCH_HQ
    push(s, Pick(UnitId("hq_39a")))
    assert "s3bf_39a_94" in picks(s)
    assert used(s, FRONT_3) == 2
    chits = s.game.chits
    assert (
        len([c for c in chits.values() if c.kind == "command" and c.force == FRONT_2 and not c.headquarters])
        == 2
    )


@pytest.mark.rule("4.1.2b")
def test_a_front_chit_without_a_headquarters_fills_its_box() -> None:
    s = field()
    command_chit(s, ChitId("c_2br_1"))
    ask(s, *s.flow)
    assert told(s, NobodyToActivate)
    assert not s.flow
    assert used(s, FRONT_2) == 1


@pytest.mark.rule("4.1.3a", "4.1.3b", "4.1.3c", "2.4.2")
def test_hgm_activates_a_headquarters_and_moves_two_independents_anywhere() -> None:
    s = started()
    s.turn = 2
    command_chit(s, ChitId("c_hgm"))
    ask(s, *s.flow)
    assert {"hq_ix", "hq_7pz", "hq_vi"} <= picks(s)
    push(s, Pick(UnitId("hq_7pz")))
    assert isinstance(decision(s), ChooseExtras)
    assert "g_gd_gdm" not in picks(s)  # the headquarters itself activates it
    assert not {"g_hg_61", "g_vi_131"} & picks(s)
    push(s, Pick(UnitId("g_independent_24m")))
    push(s, Pick(UnitId("g_independent_5m")))
    frame: Any = decision(s)
    assert isinstance(frame, MovementSegment)
    assert {"g_independent_24m", "g_independent_5m", "g_gd_gdm", "hq_7pz"} <= set(frame.units)
    push(s, Pick(UnitId("g_independent_24m")))
    assert {type(action).__name__ for action in options(s)} == {"MoveTo", "March", "Ride", "Cancel"}
    assert used(s, GERMAN) == 1


@pytest.mark.rule("4.1.3b")
def test_the_two_extra_movers_do_not_attack() -> None:
    s = field()
    stand(s, 2114, "g_independent_5m")
    stand(s, 2115, "s2bf_2sha_88")
    stand(s, 2932, "hq_ix", "g_gar_koenigsberg")
    activate(s, "hq_ix", "c_hgm")
    push(s, Pick(UnitId("g_independent_5m")))
    push(s, Done()) if may(s, Done()) and isinstance(decision(s), ChooseExtras) else None
    finish(s)
    assert not s.flow  # no Combat Segment came


@pytest.mark.rule("4.1.3d")
def test_without_a_headquarters_hgm_still_moves_two_independents() -> None:
    s = field()
    stand(s, 2114, "g_independent_5m")
    stand(s, 2220, "g_vi_131")
    command_chit(s, ChitId("c_hgm"))
    ask(s, *s.flow)
    assert picks(s) == {"g_independent_5m"}


@pytest.mark.rule("4.0a", "4.2.1c", "6.0")
def test_only_what_is_activated_moves_the_headquarters_too() -> None:
    s = started()
    activate(s, "hq_39a")
    assert "hq_39a" in picks(s)
    assert why_not(s, Pick(UnitId("s3bf_5a_45"))) is NOT_ACTIVATED


@pytest.mark.rule("4.2.1d", "4.2.4c")
def test_independents_are_named_before_anything_moves() -> None:
    s = started()
    activate(s, "hq_gd", "c_gd")
    assert isinstance(decision(s), ChooseIndependents)
    assert why_not(s, Pick(UnitId("g_independent_24m"))) is OUT_OF_COMMAND
    push(s, Pick(UnitId("g_independent_23")))
    push(s, Done())
    frame: Any = decision(s)
    assert frame.units == ("hq_gd", "g_independent_23")
    assert told(s, UnitsActivated)[0].units == ("g_independent_23",)


@pytest.mark.rule("4.2.2d", "4.2.2a")
def test_an_independent_moves_once_in_each_activation() -> None:
    s = started()
    for hq in ("hq_39a", "hq_5a"):
        activate(s, hq)
        assert "s3bf_ind_2gt" in picks(s)
        push(s, Pick(UnitId("s3bf_ind_2gt")))
        push(s, MoveTo(Hex(841)) if hq == "hq_39a" else MoveTo(Hex(840)))
        finish_move(s)
        assert "s3bf_ind_2gt" not in picks(s)


def finish_move(s: Any) -> None:
    if not isinstance(decision(s), MovementSegment):
        push(s, Done())


@pytest.mark.rule("4.2.4b")
def test_an_activated_unit_may_fight_out_of_range() -> None:
    s = field()
    stand(s, 2111, "hq_2sha")
    stand(s, 2115, "s2bf_2sha_88")
    stand(s, 2118, "g_independent_23")
    activate(s, "hq_2sha", "c_2sh")
    push(s, Pick(UnitId("s2bf_2sha_88")))
    push(s, MoveTo(Hex(2117)))
    assert s.game.board.distance(2111, 2117) > 4
    finish_move(s)
    push_all(s, "Done")
    assert isinstance(decision(s), CombatSegment)
    assert may(s, Attack(Hex(2118)))


@pytest.mark.rule("4.2.5a", "4.2.5b", "4.2.5c")
def test_range_stops_at_water_and_one_hex_beyond_a_major_river() -> None:
    s = field()
    ground = s.game.ground
    lakes = ground.command_range(Hex(1228), 1)
    assert 1328 not in lakes
    assert 1429 not in ground.command_range(Hex(1329), 3)
    free = ground.command_range(Hex(612), 2)
    assert 712 in free
    assert 812 not in free  # two hexes beyond the Narew
    stand(s, 611, "g_independent_23", "g_xx_292")
    assert ground.command_range(Hex(612), 2) == free


@pytest.mark.rule("4.2.7x")
def test_units_without_their_headquarters_are_not_activated_unless_independent() -> None:
    s = field()
    stand(s, 2114, "hq_xx", "g_hg_61", "g_hg_1hg")
    formation, independents = in_command(s, UnitId("hq_xx"))
    assert (formation, independents) == ((), ("g_hg_1hg",))
    assert why_not_independent(s, UnitId("hq_xx"), UnitId("g_hg_61")) is not None


@pytest.mark.rule("2.5d", "2.5e")
def test_drawn_chits_go_back_when_the_turn_advances() -> None:
    s = started()
    s.turn = 2
    s.set(cup=(), activated={GERMAN: (ChitId("c_ix"),)}, aside=(ChitId("c_xx"), ChitId("a_random_event")))
    turn_advance(s)
    assert set(s.cup) == {"c_ix", "c_xx", "a_random_event"}
    assert (s.activated, s.aside) == ({}, ())


@pytest.mark.rule("2.5.4b", "2.5.4c", "2.2.8")
def test_the_gd_chit_is_removed_wherever_it_is() -> None:
    s = started()
    s.turn = 2
    s.set(activated={GERMAN: (ChitId("c_gd"),)}, cup=tuple(chit for chit in s.cup if chit != "c_gd"))
    action_chit(s, ChitId("a_gd_withdrawal"))
    assert used(s, GERMAN) == 1  # the activation stays counted
    turn_advance(s)
    assert "c_gd" not in s.cup
    assert "a_gd_withdrawal" not in s.cup
    s = field()
    action_chit(s, ChitId("a_gd_withdrawal"))
    assert "a_gd_withdrawal" in s.gone  # nobody left: used up


@pytest.mark.rule("2.5.5c")
def test_gd_without_its_headquarters_comes_back_as_independents() -> None:
    s = field()
    stand(s, 1910, "g_gd_gdm", supply=2)
    stand(s, 1911, "hq_gd")
    s.remove_hq(UnitId("hq_gd"), "11.1.3c")
    action_chit(s, ChitId("a_gd_withdrawal"))
    action_chit(s, ChitId("a_gd_returns"))
    assert "c_gd" not in s.cup
    assert s.units[UnitId("g_gd_gdm")].supply == 0
    ask(s, *s.flow)
    assert picks(s) == {"g_gd_gdm"}


def test_an_activation_is_saved_and_loaded() -> None:
    s = started()
    activate(s, "hq_39a")
    twin = load(save(s), s.game)
    assert twin.same_as(s)
    assert isinstance(twin.flow[0], Activation)


@pytest.mark.rule("4.2.1a", "4.0a")
def test_enemies_and_headquarters_are_refused_as_what_they_are() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88", "hq_2sha")
    army = Activation(
        side=SOVIET, force=FRONT_2, chit=ChitId("c_2sha"), hq=UnitId("hq_2sha"), formation=ids("s2bf_2sha_88")
    )
    ask(s, army, MovementSegment(SOVIET, ids("s2bf_2sha_88")))
    assert why_not(s, Pick(UnitId("g_independent_23"))) is ENEMY_UNIT
    ask(s, army, CombatSegment(SOVIET, FRONT_2, ids("s2bf_2sha_88")))
    push(s, Attack(Hex(2114)))
    assert why_not(s, Pick(UnitId("g_independent_23"))) is ENEMY_UNIT
    assert why_not(s, Pick(UnitId("hq_2sha"))) is HQ_CANNOT_ATTACK
    assert why_not(s, Commit()) is NO_ATTACK_STRENGTH


@pytest.mark.rule("4.2.2b", "4.2.1d")
def test_an_independent_that_may_be_chosen_is_not_refused() -> None:
    s = field()
    stand(s, 1016, "hq_xx")
    stand(s, 1015, "g_independent_904m", "g_gd_gdm")
    assert why_not_independent(s, UnitId("hq_xx"), UnitId("g_independent_904m")) is None
    assert why_not_independent(s, UnitId("hq_xx"), UnitId("g_gd_gdm")) is None
    stand(s, 1014, "hq_gd")
    assert why_not_independent(s, UnitId("hq_gd"), UnitId("g_gd_gdm")) is IN_FORMATION


@pytest.mark.rule("2.5d", "2.5e", "2.5.4b")
def test_the_gd_chit_comes_back_into_the_cup_unless_the_corps_is_withdrawn() -> None:
    gd = ChitId("c_gd")
    s = started()
    s.set(cup=(), activated={GERMAN: (gd,)})
    turn_advance(s)
    assert s.cup == (gd,)
    s = started()
    s.set(cup=(), activated={GERMAN: (gd,)})
    s.track(GD_WITHDRAWN, 1)
    turn_advance(s)
    assert s.cup == ()


@pytest.mark.rule("4.1.3d", "4.1.3b")
def test_without_headquarters_the_hgm_chit_still_moves_two() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    heard = listen(s)
    command_chit(s, ChitId("c_hgm"))
    ask(s, *s.flow)
    push(s, Pick(UnitId("g_independent_24m")))
    push(s, Done())
    assert heard == [
        "Army Group Center (HGM): no HQ can be activated. 4.1.2b",
        "HGM also moves 24th Panzer Division. 4.1.3b",
        "HGM: Movement Segment. 6.0",
    ]


@pytest.mark.rule("2.3b", "2.3d", "4.1.1b", "4.2.1d", "3.0f")
def test_an_activation_names_its_number_its_limit_and_who_set_it() -> None:
    s = started()
    command_chit(s, ChitId("c_39"))
    ask(s, *s.flow)
    assert "39th Army HQ is activated (3rd Belorussian Front: 1 of 3, printed limit). 4.1.1b" in said(s)
    assert "39th Army HQ: Movement Segment. 6.0" in said(s)
    assert not any("Refugees" in each for each in said(s))
    s = started()
    s.set(activated={GERMAN: (ChitId("c_ix"), ChitId("c_vi"), ChitId("c_lv"))})
    s.log = []
    command_chit(s, ChitId("c_xx"))
    assert said(s) == ["XX Corps is set aside (German: all 3 activations used, limit by house ruling). 2.3b"]


@pytest.mark.rule("4.1.3b", "4.2.6")
def test_the_extra_movers_and_an_empty_range_are_told() -> None:
    s = field()
    stand(s, 2932, "g_independent_24m")
    stand(s, 1016, "hq_xx")
    activate(s, "hq_xx", "c_hgm")
    push(s, Pick(UnitId("g_independent_24m")))
    push(s, Done()) if Done() in options(s) and not isinstance(s.flow[-1], MovementSegment) else None
    assert "No effect: no unit is in command range. 4.2.6" in said(s)
    assert "HGM also moves 24th Panzer Division. 4.1.3b" in said(s)


@pytest.mark.rule("4.2.2b", "4.2.2c")
def test_an_independent_of_the_headquarters_own_color_counts_as_its_formation() -> None:
    s = field()
    stand(s, 2114, "hq_gd", "g_gd_gdm", "g_independent_23")
    assert in_command(s, UnitId("hq_gd")) == (("g_gd_gdm",), ("g_independent_23",))


@pytest.mark.rule("4.2.1a", "4.2.1d")
def test_no_choice_is_asked_for_while_all_independents_in_range_may_be_activated() -> None:
    s = field()
    stand(s, 2114, "hq_xx", "g_xx_292", "g_xx_14")
    stand(s, 2115, "g_independent_23", "g_independent_10")
    stand(s, 2116, "g_independent_605")
    activate(s, "hq_xx", "c_xx")  # three of three
    assert isinstance(decision(s), MovementSegment)
    stand(s, 2116, "g_independent_18m")
    activate(s, "hq_xx", "c_xx")
    frame: Any = decision(s)
    assert isinstance(frame, ChooseIndependents)
    push(s, Done())
    assert picks(s) == {"hq_xx", "g_xx_292", "g_xx_14"}  # the formation comes in any case


@pytest.mark.rule("4.1.3b", "4.1.3d")
def test_hgm_asks_for_no_extra_units_where_there_are_none() -> None:
    s = field()
    stand(s, 2114, "hq_xx", "g_xx_292", "g_independent_23")
    activate(s, "hq_xx", "c_hgm")
    assert isinstance(decision(s), MovementSegment)
    s = field()
    stand(s, 2114, "g_xx_292")
    command_chit(s, ChitId("c_hgm"))
    ask(s, *s.flow)
    assert said(s) == ["Army Group Center (HGM): no HQ can be activated. 4.1.2b"]
    assert not s.flow
