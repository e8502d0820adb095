"""What the log says: every roll with its arithmetic and effect, what is spent and left, headings, rulings."""

from typing import Any

import pytest

from bridgehead.core.actions import Commit, Done, Pick
from bridgehead.core.play import dice, options, push
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.core.words import label, line, say
from bridgehead.games.koenigsberg1945.model.actions import Bombard, March, Rebuild, Restore, Ride
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG, LINE
from bridgehead.games.koenigsberg1945.model.state import ISOLATED, OUT_OF_SUPPLY, State
from bridgehead.games.koenigsberg1945.rules.activation import cut_of
from bridgehead.games.koenigsberg1945.rules.air import (
    bad_weather,
    grounded_unit_refitting,
    refitted_unit_return,
)
from bridgehead.games.koenigsberg1945.rules.barrage import BarrageFire
from bridgehead.games.koenigsberg1945.rules.combat import CombatSegment, send_back
from bridgehead.games.koenigsberg1945.rules.command import command_chit
from bridgehead.games.koenigsberg1945.rules.movement import NO_GAS, MovementSegment
from bridgehead.games.koenigsberg1945.rules.odds import shelter
from bridgehead.games.koenigsberg1945.rules.random_events import (
    action_chit,
    free_movement,
    german_reinforcement,
    refugees,
    soviet_atrocity,
    soviet_early_arrival,
    stalin_interferes,
)
from bridgehead.games.koenigsberg1945.rules.reach import go as go_along
from bridgehead.games.koenigsberg1945.rules.reinforcements import Arrival, chits_arrive, entry_area
from bridgehead.games.koenigsberg1945.rules.replacements import (
    POINTS,
    AssignReplacements,
    ReplacementSegment,
)
from bridgehead.games.koenigsberg1945.rules.retreat import Retreat, retreat_to
from bridgehead.games.koenigsberg1945.rules.sequence import GameTurn
from bridgehead.games.koenigsberg1945.rules.special import hipper_arrives
from bridgehead.games.koenigsberg1945.rules.supply import mark_supply, supply_phase
from bridgehead.games.koenigsberg1945.rules.victory import enter_hexes, release_by_time
from tests.games.koenigsberg1945.field import (
    activate,
    assemble,
    field,
    fight,
    finish,
    go,
    hexes,
    ids,
    started,
    through,
)
from tests.support import ask, stand


def said(s: State) -> list[str]:
    return [line(s.game, each) for each in s.log]


def listen(s: State) -> list[str]:
    """All that is said from now on."""
    heard: list[str] = []
    s.listener = lambda told: heard.append(line(s.game, told))
    return heard


def meeting(*soviets: str) -> State:
    s = field()
    stand(s, 2114, "g_independent_23")
    for number, unit in enumerate(soviets):
        stand(s, (2113, 2013)[number // 2], unit)
    return s


# --- attacks


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


@pytest.mark.rule("9.5.7a", "9.5.8", "9.5.9a", "9.5.9b", "9.4.4a")
def test_the_rule_that_ignores_a_result_is_the_one_that_does() -> None:
    s = field()
    open_ground, village, town = Hex(2114), Hex(1341), Hex(1437)
    found = {
        (place, wall): shelter(s.game.ground, place, wall)
        for place in (open_ground, village, town)
        for wall in (0, LINE, FESTUNG)
    }
    assert {key: (each.loss_rule, each.retreat_rule, each.place) for key, each in found.items()} == {
        (open_ground, 0): ("", "", ""),
        (open_ground, LINE): ("", "9.5.8", "defensive line"),
        (open_ground, FESTUNG): ("9.4.4a", "9.5.7a", "festung line"),
        (village, 0): ("9.4.4a", "9.5.7a", "village"),
        (village, LINE): ("", "9.5.9a", "defensive line"),
        (village, FESTUNG): ("9.4.4a", "9.5.9a", "festung line"),
        (town, 0): ("9.4.4a", "9.5.7a", "town"),
        (town, LINE): ("9.5.9b", "9.5.9b", "town behind a defensive line"),
        (town, FESTUNG): ("9.5.9b", "9.5.9b", "town behind a festung line"),
    }


@pytest.mark.rule("9.5.8", "9.1c")
def test_a_line_that_holds_cites_its_own_rule() -> None:
    s = field()
    stand(s, 1342, "g_ix_56")
    stand(s, 1242, "s3bf_5a_45", "s3bf_5a_72")
    fight(s, 1342, "s3bf_5a_45", "s3bf_5a_72", die=3)
    assert "12 to 4, 3-1, −1 (defensive line, all attackers) = 2-1." in said(s)[0]
    assert "Defenders in hex 1342 ignore 1 hex of retreat (defensive line). 9.5.8" in said(s)


@pytest.mark.rule("9.5.7b")
def test_attackers_in_a_village_are_told_what_they_ignore() -> None:
    s = field()
    stand(s, 1619, "s3bf_39a_94")  # Ortelsburg
    stand(s, 1620, "g_hg_61")
    fight(s, 1620, "s3bf_39a_94", die=2)
    assert "Attackers in Ortelsburg (1619) ignore 1 hex of retreat (town). 9.5.7b" in said(s)


@pytest.mark.rule("9.5.3b", "9.5.2b", "9.5.5a")
def test_what_a_retreat_costs_is_told() -> None:
    s = field()
    stand(s, 3040, "g_xxviii_58")
    stand(s, 3042, "s3bf_39a_94")
    stand(s, 3039, "s3bf_39a_5g")
    one = ids("g_xxviii_58")
    ask(s, Retreat(units=one, hq=UnitId(""), origin=Hex(3040), total=1, by="defence", mates=one))
    assert said(s)[:3] == [
        "58th Infantry Division retreats to Nidden (3041). 9.5a",
        "The retreat into an enemy ZOC in Nidden (3041) costs 1 step. 9.5.3b",
        "58th Infantry Division loses a step and is reduced. 9.5.3b",
    ]
    stand(s, 3041, "s3bf_39a_94")
    stand(s, 3040, "g_xxviii_95")
    one = ids("g_xxviii_95")
    ask(s, Retreat(units=one, hq=UnitId(""), origin=Hex(3040), total=2, by="defence", mates=one))
    assert "Retreat from hex 3040 2 hexes short: lose 2 steps. 9.5.2b" in said(s)
    stand(s, 1329, "g_gar_loetzen")
    s.flow = ()
    garrison = ids("g_gar_loetzen")
    send_back(s, garrison, Hex(1329), 1, UnitId(""), "defence", garrison)
    assert "Lötzen Garrison can't move: it loses 1 step instead of retreating. 9.5.5a" in said(s)


@pytest.mark.rule("11.3f")
def test_lost_volkssturm_is_told_to_come_back() -> None:
    s = field()
    stand(s, 1329, "g_vs_1")
    s.lose_step(UnitId("g_vs_1"), "9.4.1")
    assert said(s) == ["Volkssturm 1 is lost in Lötzen (1329) and goes back to the Volkssturm Box. 11.3f"]


# --- barrages


@pytest.mark.rule("2.5.1a", "2.5.1c", "2.5.1d", "2.5.1e", "3.0d")
def test_a_barrage_shows_its_shift_its_die_its_effect_and_what_is_left() -> None:
    s = field()
    stand(s, 1619, "g_independent_23")
    stand(s, 1620, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 3, 1, -1))
    assert say(s.game, s.flow[-1]) == "Barrage: select a target hex (3 attacks left)"
    assert [label(s.game, s.flow[-1], each) for each in options(s)] == [  # type: ignore[arg-type]
        "Barrage Ortelsburg (1619)",
        "End barrage",
    ]
    with dice(s, 4):
        push(s, Bombard(Hex(1619)))
    assert said(s)[0] == (
        "2nd Belorussian Front barrage on Ortelsburg (1619): 2-1, −1 (town) = 1-1. "
        "Die 4 −1 = 3, A1: no effect. 2 attacks left. 2.5.1c"
    )
    s = meeting("s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    with dice(s, 5):
        push(s, Bombard(Hex(2114)))
    assert said(s)[0].endswith(
        "hex 2114: 2-1. Die 5, D1r/A1*: defender loses 1 step and retreats 1 hex. 0 attacks left. 2.5.1c"
    )


@pytest.mark.rule("2.5.1g", "2.5.1a")
def test_a_barrage_without_targets_is_told() -> None:
    s = field()
    with dice(s, 6):
        action_chit(s, ChitId("a_barrage_2bf"))
    assert said(s) == [
        "2nd Belorussian Front barrage: dice 6: 3 attacks. 2.5.1a",
        "No effect: no enemy unit is in range. 2.5.1g",
    ]


# --- command, movement


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


@pytest.mark.rule("6.1a", "6.4", "6.5a", "6.1.1")
def test_a_move_tells_what_it_spent_and_what_is_left() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m", "g_independent_5m", "g_independent_4m")
    heard = listen(s)
    ask(s, MovementSegment(GERMAN, ids("g_independent_24m", "g_independent_5m", "g_independent_4m")))
    push(s, Pick(UnitId("g_independent_24m")))
    push(s, March(Hex(2926)))
    push(s, Done())
    push(s, Pick(UnitId("g_independent_5m")))
    go(s, 2926)
    push(s, Done())
    push(s, Pick(UnitId("g_independent_4m")))
    push(s, Ride(Hex(2932)))
    push(s, Done())
    assert not s.flow  # all three have moved
    assert heard == [
        "24th Panzer Division moves to hex 2926 by strategic movement (½ MP, 7½ left). 6.4",
        "5th Panzer Division moves to hex 2926 (1 MP, 7 left). 6.1a",
        "4th Panzer Division moves to Königsberg (2932) by rail. 6.5a",
    ]


@pytest.mark.rule("2.5.3a")
def test_no_gas_says_why_the_step_is_lost() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    s.track(NO_GAS, 1)
    ask(s, MovementSegment(GERMAN, ids("g_independent_24m")))
    push(s, Pick(UnitId("g_independent_24m")))
    go(s, 2926)
    assert said(s)[:2] == [
        "No Gas: 24th Panzer Division moves at full strength and loses a step. 2.5.3a",
        "24th Panzer Division loses a step and is reduced. 2.5.3a",
    ]


# --- events


@pytest.mark.rule("RE.5", "RE.5b")
def test_refugees_are_told_when_they_come_and_when_they_strike() -> None:
    s = started()
    s.log = []
    refugees(s)
    command_chit(s, ChitId("c_39"))
    ask(s, *s.flow)
    assert said(s)[0].startswith("Refugees: the next HQ activated")
    assert "Refugees slow 39th Army HQ and its units: 1 MP less, no strategic movement. RE.5" in said(s)
    assert s.tracks["refugees"] == 0  # the next one is free of them


@pytest.mark.rule("RE.6", "12.2.1", "12.4")
def test_every_air_unit_that_changes_its_box_is_told() -> None:
    s = field()
    s.send(UnitId("air_3aa"), "refit")
    s.log = []
    bad_weather(s)
    assert "3rd Air Army goes to Airbase: grounded. RE.6" in said(s)
    assert "Luftflotte 6 goes to Airbase: refit. RE.6" in said(s)
    s.log = []
    bad_weather(s)
    bad_weather(s)
    assert said(s)[-1] == "No effect: every air unit is grounded. RE.6"
    s.log = []
    grounded_unit_refitting(s)
    assert "3rd Air Army goes to Airbase: refit. 12.2.1" in said(s)
    s.log = []
    with dice(s, 5, 6):
        refitted_unit_return(s)
    assert "3rd Air Army in refit needs a 6: die 5, it stays in refit. 12.4" in said(s)
    assert "18th Air Army in refit needs a 6: die 6, it returns. 12.4" in said(s)
    assert "18th Air Army returns from refit and is ready. 12.2.2" in said(s)


@pytest.mark.rule("RE.7", "RE.10", "RE.10b", "11.3i")
def test_other_events_say_what_they_did() -> None:
    s = started()
    s.log = []
    for _ in range(3):
        soviet_atrocity(s)
    assert said(s) == [
        "Soviet Atrocity: Volkssturm 3 goes into the Volkssturm Box (3 of 4 in play). RE.7",
        "Soviet Atrocity: Volkssturm 4 goes into the Volkssturm Box (4 of 4 in play). RE.7",
        "No effect: all Volkssturm units are already in play. 11.3i",
    ]
    s.log = []
    with dice(s, 4):
        stalin_interferes(s)
    assert said(s) == ["Die 4: 2 activations lost (3rd Belorussian Front); limit 1, 0 used. RE.10"]
    assert s.tracks[cut_of(FRONT_3)] == 2
    s = field()
    free_movement(s)
    assert said(s) == ["No effect: no German HQ is on the map. RE.3"]
    assert not s.flow


@pytest.mark.rule("14.1.2b")
def test_mikosch_is_announced_if_it_is_in_the_game() -> None:
    s = field(mikosch="on")
    s.send(UnitId("g_independent_mikosch"), "reinforcements")
    enter_hexes(s, UnitId("s3bf_39a_94"), (Hex(2832),))
    enter_hexes(s, UnitId("s3bf_39a_94"), (Hex(2833), Hex(2114)))
    assert s.conquered == frozenset()
    assert said(s) == [
        "A Soviet unit is within 5 hexes of Königsberg: Mikosch Division arrives next. 14.1.2b"
    ]
    s = field()
    s.send(UnitId("g_independent_mikosch"), "unused")
    enter_hexes(s, UnitId("s3bf_39a_94"), (Hex(2832),))
    assert said(s) == []


@pytest.mark.rule("RE.3", "RE.3b")
def test_free_movement_names_who_may_not_attack() -> None:
    s = field()
    stand(s, 1016, "hq_xx", "g_xx_292")
    heard = listen(s)
    free_movement(s)
    ask(s, *s.flow)
    assert heard == [
        "XX Corps HQ is activated to move; its units may not attack. RE.3",
        "XX Corps HQ activates 292nd Infantry Division. 4.2.1d",
        "XX Corps HQ: Movement Segment. 6.0",
    ]


@pytest.mark.rule("8.0a", "11.1.3c", "6.3b", "8.0.4")
def test_arrivals_and_lost_headquarters_are_told() -> None:
    s = field()
    heard = listen(s)
    ask(s, Arrival(unit=UnitId("g_independent_31"), entry="A"))
    assert heard == ["31st Volksgrenadier Division arrives in hex 3502. 8.0a"]
    stand(s, 2115, "hq_7pz")
    stand(s, 2114, "s2bf_ind_1gt")
    s.log = []
    go_along(s, UnitId("s2bf_ind_1gt"), (Hex(2115),))
    assert said(s) == [
        "1st Guards Tank Corps overruns VII Panzer Corps HQ alone in hex 2115. 6.3b",
        "VII Panzer Corps HQ is lost in hex 2115; it leaves the game with its chit. 11.1.3c",
    ]


# --- replacements, supply, headings


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


@pytest.mark.rule("3.0a")
def test_every_phase_and_segment_of_a_turn_has_its_heading() -> None:
    s = started()
    headings: list[str] = []
    s.listener = lambda told: headings.append(line(s.game, told)) if told.event.heading else None
    while s.flow and s.turn == 1:
        push(s, Done() if Done() in options(s) else options(s)[0])
    turn = headings.index("Turn 2, 15-16 January. 2.2.1")
    phases = [each.removesuffix(". 3.0a") for each in headings[:turn] if each.endswith("3.0a")]
    assert phases == [
        "Reinforcement Phase: Reinforcement Segment",
        "Reinforcement Phase: Replacement Segment",
        "Reinforcement Phase: Volkssturm Deployment Segment",
        "Command Phase",
        "Supply Phase",
        "End of Turn Phase",
    ]  # the Barrage Phase was opened before the first choice
    assert any(each.endswith("is drawn. 4.1.1a") for each in headings)
    assert any(each.endswith("HQ: Movement Segment. 6.0") for each in headings)


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


def test_nothing_that_is_said_has_a_gap() -> None:
    """A field that is empty would be read as a hidden unit."""
    s = started(seed=5)
    for number in range(2500):
        if not s.flow:
            break
        offered: Any = options(s)
        push(s, offered[(number * 7919) % len(offered)])
        assert not [each for each in said(s) if "hidden unit" in each or "nothing" in each or "{" in each]
        s.log = []


def test_the_retreat_prompt_names_units_and_length() -> None:
    s = meeting()
    stand(s, 2114, "g_xx_292")
    both = ids("g_independent_23", "g_xx_292")
    ask(s, Retreat(units=both, hq=UnitId(""), origin=Hex(2114), total=2, by="defence", mates=both))
    assert say(s.game, s.flow[-1]) == (
        "Retreat: select the next hex for 23rd Infantry Division, 292nd Infantry Division (2 hexes left)"
    )
    go(s, min(hexes(s)))
    assert "(1 hex left)" in say(s.game, s.flow[-1])


@pytest.mark.rule("2.5.5b", "RE.2b", "RE.12b", "2.5.3a", "2.5.4a", "11.4a", "8.1")
def test_chits_and_events_without_effect_say_so_and_others_what_they_did() -> None:
    s = started()
    s.log = []
    action_chit(s, ChitId("a_gd_returns"))
    action_chit(s, ChitId("a_no_gas"))
    action_chit(s, ChitId("a_gd_withdrawal"))
    hipper_arrives(s)
    s.turn = 3
    chits_arrive(s)
    assert said(s) == [
        "No effect: the Grossdeutschland Corps is not withdrawn. 2.5.5b",
        "No Gas: until the end of the turn full-strength German mechanized units lose a step "
        "when they move. 2.5.3a",
        "The Grossdeutschland Corps is withdrawn: Grossdeutschland Panzer Corps HQ, Grossdeutschland Armor "
        "Battalion, Grossdeutschland Panzergrenadier Division, Grossdeutschland Fusilier Regiment. 2.5.4a",
        "Admiral Hipper arrives in the Frisches Haff. 11.4a",
        "Added to the cup: 3rd Belorussian Front (1), 5th Guards Tank Army, 2nd Belorussian Front (1), "
        "No Gas. 8.1",
    ]
    s.log = []
    action_chit(s, ChitId("a_gd_returns"))
    assert said(s)[0].startswith("The Grossdeutschland Corps returns: Grossdeutschland Panzer Corps HQ,")
    s.log = []
    with dice(s, 2):
        german_reinforcement(s)
    assert said(s) == ["Die 2: 15th SS Grenadier Division arrives. RE.2"]
    for group in ("ss_15", "corps_28", "army_19"):
        for unit in s.game.reinforcements[group].units:
            s.send(unit, "aside")
    s.log = []
    with dice(s, 2):
        german_reinforcement(s)
    soviet_early_arrival(s)
    assert said(s) == [
        "No effect: both reinforcements are already in play. RE.2b",
        "No effect: the 19th Army is already in play. RE.12b",
    ]


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


@pytest.mark.rule("11.3b", "11.3g", "2.5c", "12.2.1", "12.2.2", "3.0a")
def test_the_small_segments_of_a_turn_are_told() -> None:
    s = started()
    heard = listen(s)
    push(s, Done()) if Done() in options(s) else None
    s.send(UnitId("air_lw_1"), "refit")
    s.send(UnitId("air_1aa_1"), "grounded")
    s.flow = ()
    s.set(cup=())
    ask(s, GameTurn(at=2))
    place = options(s)[0]
    push(s, place)
    push(s, Done())
    while s.turn == 1:
        push(s, Done() if Done() in options(s) else options(s)[0])
    assert "Air Unit Phase: Refitted Unit Return Segment. 3.0a" in heard
    assert "Luftflotte 6 returns from refit and is ready. 12.2.2" in heard
    assert "Air Unit Phase: Grounded Unit Refitting Segment. 3.0a" in heard
    assert "1st Air Army I goes to Airbase: refit. 12.2.1" in heard
    assert any(each.startswith("Volkssturm 1 is placed in") for each in heard)
    assert any(each.startswith("Volkssturm removed from") for each in heard)
    assert "No Command Chit in the cup can be used: the Command Phase ends. 2.5c" in heard


@pytest.mark.rule("8.0.4", "9.5a", "6.3b", "9.4.1")
def test_losses_off_the_battlefield_are_told() -> None:
    s = field()
    for hex in entry_area(s, "A"):
        stand(s, hex, "hq_39a") if hex == 3502 else None
    heard = listen(s)
    retreat_to(s, UnitId("g_independent_23"), Hex(3502))
    assert heard == [
        "23rd Infantry Division overruns 39th Army HQ alone in hex 3502. 6.3b",
        "39th Army HQ is lost in hex 3502; it leaves the game with its chit. 11.1.3c",
        "23rd Infantry Division retreats to hex 3502. 9.5a",
    ]
    s.log = []
    stand(s, 2114, "g_independent_505m")
    s.lose_step(UnitId("g_independent_505m"), "9.4.1")
    assert said(s) == ["505th Heavy Tank Battalion loses its last step in hex 2114 and is destroyed. 9.4.1"]
