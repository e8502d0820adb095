"""9.5 Retreats."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Commit, MoveTo, Pick
from bridgehead.core.play import decision, dice, options, push, why_not
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import say
from bridgehead.games.koenigsberg1945.model.actions import RetreatFrom
from bridgehead.games.koenigsberg1945.model.data import SOVIET
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG, LINE
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.combat import (
    NO_STACK_THERE,
    AttackersRetreat,
    ChooseRetreat,
    send_back,
)
from bridgehead.games.koenigsberg1945.rules.odds import ALL, shelter
from bridgehead.games.koenigsberg1945.rules.reinforcements import entry_area
from bridgehead.games.koenigsberg1945.rules.retreat import (
    NO_ROOM_BACK,
    RETREAT_BY_HEXES,
    RETREAT_ENEMY,
    RETREAT_NEARER,
    RETREAT_SHORT,
    RETREAT_WATER,
    ExtraHex,
    Retreat,
    RetreatStep,
    best_ways,
    retreat_to,
    why_not_retreat,
    worths,
)
from tests.games.koenigsberg1945.field import (
    CORPS,
    NAME,
    assemble,
    at,
    box,
    field,
    fight,
    go,
    hexes,
    ids,
    koenigsberg,
    listen,
    meeting,
    picks,
    reduced,
    said,
    through,
)
from tests.support import ask, bare, stand


def beaten(s: State) -> State:
    """Two stacks of attackers that have to go back one hex."""
    stand(s, 2114, "g_hg_61", "g_hg_1hg")
    stand(s, 2113, "s2bf_2sha_88", "hq_2sha")
    stand(s, 2014, "s2bf_2sha_116")
    return fight(s, 2114, "s2bf_2sha_88", "s2bf_2sha_116", die=4)  # 1-1: Ar


@pytest.mark.rule("9.5a", "9.5d")
def test_the_owner_chooses_which_stack_of_attackers_retreats_first() -> None:
    s = beaten(field())
    assert isinstance(decision(s), ChooseRetreat)
    assert decision(s).side == SOVIET
    assert options(s) == [RetreatFrom(Hex(2113)), RetreatFrom(Hex(2014))]
    assert why_not(s, RetreatFrom(Hex(2114))) is NO_STACK_THERE
    for first, other in ((2113, "s2bf_2sha_116"), (2014, "s2bf_2sha_88")):
        each = s.clone()
        push(each, RetreatFrom(Hex(first)))
        frame: Any = decision(each)
        assert isinstance(frame, RetreatStep)
        assert other not in frame.group
        assert ("hq_2sha" in frame.group) == (first == 2113)
        while hexes(each):
            go(each, min(hexes(each)))
        assert not each.flow
        assert 2113 not in (at(each, "s2bf_2sha_88"), at(each, "hq_2sha"))
        assert at(each, "s2bf_2sha_116") != 2014


@pytest.mark.rule("9.5a", "9.5.7b")
def test_one_stack_that_retreats_is_not_asked_for() -> None:
    s = field()
    stand(s, 1620, "g_hg_61", "g_hg_1hg")
    stand(s, 1619, "s2bf_2sha_88")  # Ortelsburg spares the hex
    stand(s, 1520, "s2bf_2sha_116")
    fight(s, 1620, "s2bf_2sha_88", "s2bf_2sha_116", die=4)
    assert not isinstance(decision(s), ChooseRetreat)
    assert [type(frame) for frame in s.flow if isinstance(frame, AttackersRetreat)]
    while s.flow and hexes(s):
        go(s, min(hexes(s)))
    assert at(s, "s2bf_2sha_88") == 1619
    assert at(s, "s2bf_2sha_116") != 1520


@pytest.mark.rule("9.5.7b")
def test_attackers_in_a_town_stand_after_a_one_hex_result_and_nothing_is_pending() -> None:
    s = field()
    stand(s, 1619, "s3bf_39a_94")  # Ortelsburg
    stand(s, 1620, "g_hg_61")
    fight(s, 1620, "s3bf_39a_94", die=2)  # 1-1: A1r
    assert not s.flow
    assert at(s, "s3bf_39a_94") == 1619
    s = field()
    stand(s, 1918, "s3bf_39a_94")
    stand(s, 1919, "g_hg_61")
    assert not s.game.ground.settlement[1918]
    fight(s, 1919, "s3bf_39a_94", die=2)
    while s.flow and hexes(s):
        go(s, min(hexes(s)))
    assert at(s, "s3bf_39a_94") != 1918


@pytest.mark.rule("9.5.7b", "9.5d")
def test_a_town_spares_attackers_no_step() -> None:
    s = field()
    stand(s, 1619, "s3bf_39a_94")
    stand(s, 1620, "g_hg_61", "g_hg_1hg")
    with dice(s, 1):  # 1-2: A2r
        push(assemble(s, 1620, "s3bf_39a_94", normal=["air_1aa_1"]), Commit())
    assert box(s, "s3bf_39a_94") == ELIMINATED or at(s, "s3bf_39a_94") == 1619


@pytest.mark.rule("9.5.7b")
def test_a_village_spares_attackers_one_hex_of_two(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    row = list(koenigsberg().tables.crt.results["1-1"])
    row[1] = "A1r2"
    (folder / "tables.toml").write_text(f"[crt.results]\n'1-1' = {row}")
    s: State = bare(NAME, "campaign", 1, tmp_path)
    stand(s, 1619, "s3bf_39a_94")
    stand(s, 1620, "g_hg_61")
    fight(s, 1620, "s3bf_39a_94", die=2)
    while s.flow and hexes(s):
        go(s, min(hexes(s)))
    assert s.game.board.distance(1619, at(s, "s3bf_39a_94")) == 1


@pytest.mark.rule("9.5.6")
def test_a_stack_with_one_way_back_may_still_part() -> None:
    s = field()
    stand(s, 3144, "g_xxviii_58", "g_xxviii_95")  # the Kurische Nehrung: one hex wide
    both = ids("g_xxviii_58", "g_xxviii_95")
    ask(s, Retreat(units=both, hq=UnitId(""), origin=Hex(3144), total=1, by="defence", mates=both))
    assert isinstance(decision(s), RetreatStep)
    assert len(hexes(s)) == 1
    assert picks(s) == set(both)


@pytest.mark.rule("11.1.3b", "9.5.3d")
def test_a_headquarters_is_lost_where_its_stack_died_and_goes_no_further() -> None:
    s = field()
    stand(s, 2114, "hq_xx")
    s.send(UnitId("g_xx_292"), ELIMINATED)
    dead = ids("g_xx_292")
    heard: list[str] = []
    s.listener = lambda told: heard.append(type(told.event).__name__)
    ask(s, Retreat(units=dead, hq=UnitId("hq_xx"), origin=Hex(2114), total=2, by="defence", mates=dead))
    assert heard == ["HqRemoved"]
    assert box(s, "hq_xx") == "removed"
    ask(s, Retreat(units=dead, hq=UnitId("hq_xx"), origin=Hex(2114), total=2, by="defence", mates=dead))
    assert heard == ["HqRemoved"]  # and only once


@pytest.mark.rule("9.5.3b", "11.1.1b")
def test_a_headquarters_pays_nothing_for_a_zone_of_control() -> None:
    s = field()
    stand(s, 3040, "hq_xxviii")
    stand(s, 2932, "g_xxviii_58")
    stand(s, 3042, "s3bf_39a_94")
    mates = ids("g_xxviii_607", "g_xxviii_58")
    heard: list[str] = []
    s.listener = lambda told: heard.append(type(told.event).__name__)
    ask(s, Retreat(units=(), hq=UnitId("hq_xxviii"), origin=Hex(3039), total=2, by="defence", mates=mates))
    assert at(s, "hq_xxviii") == 3041
    assert heard == ["Retreated"]


@pytest.mark.rule("7.1c")
def test_the_owner_chooses_the_extra_hex_where_there_are_several() -> None:
    s = field()
    stand(s, 2214, "g_independent_23")
    ask(s, ExtraHex(unit=UnitId("g_independent_23"), origin=Hex(2114), by="defence"))
    assert isinstance(decision(s), RetreatStep)
    assert len(hexes(s)) > 1
    go(s, max(hexes(s)))
    assert s.game.board.distance(2114, at(s, "g_independent_23")) == 2


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


@pytest.mark.rule("9.5.9a", "9.5.8", "9.5.9b", "9.5.7a", "9.4.4a")
def test_what_each_place_ignores() -> None:
    s = field()
    village, town, city, open_ground = Hex(1341), Hex(1437), Hex(1836), Hex(2114)
    found = {
        (place, line): (shelter(s.game.ground, place, line).steps, shelter(s.game.ground, place, line).hexes)
        for place in (village, town, city, open_ground)
        for line in (0, LINE, FESTUNG)
    }
    assert found == {
        (open_ground, 0): (0, 0),
        (open_ground, LINE): (0, ALL),
        (open_ground, FESTUNG): (1, 1),
        (village, 0): (0, 1),
        (village, LINE): (0, ALL),
        (village, FESTUNG): (1, 1),
        (town, 0): (1, 1),
        (town, LINE): (1, ALL),
        (town, FESTUNG): (1, ALL),
        (city, 0): (1, 1),
        (city, LINE): (1, ALL),
        (city, FESTUNG): (1, ALL),
    }


@pytest.mark.rule("9.5a", "9.5.1a", "9.5b")
def test_why_a_stack_may_not_go_there() -> None:
    s = meeting(*CORPS[:2])
    group = ids("g_independent_23")
    assert why_not_retreat(s, group, Hex(2114), Hex(2113)) is RETREAT_ENEMY
    assert why_not_retreat(s, group, Hex(2114), Hex(2932)) is RETREAT_BY_HEXES
    stand(s, 2115, "g_independent_23")
    assert why_not_retreat(s, group, Hex(2114), Hex(2114)) is RETREAT_NEARER
    level = next(hex for hex in s.game.board.near[2115] if hex in s.game.board.near[2114])
    assert why_not_retreat(s, group, Hex(2114), level) is RETREAT_NEARER  # as far away as before


@pytest.mark.rule("9.5a", "6.3b")
def test_a_retreat_may_overrun_a_lone_headquarters() -> None:
    s = meeting(*CORPS[:4])
    stand(s, 2115, "s2bf_3a_41")
    stand(s, 2213, "s2bf_3a_35")
    stand(s, 2214, "hq_2sha")
    one = ids("g_independent_23")
    ask(s, Retreat(units=one, hq=UnitId(""), origin=Hex(2114), total=1, by="defence", mates=one))
    while hexes(s):
        go(s, 2214)
    assert (at(s, "g_independent_23"), box(s, "hq_2sha")) == (2214, "removed")


@pytest.mark.rule("9.5.1b", "9.5.2b")
def test_hexes_that_cannot_be_made_cost_steps() -> None:
    s = field()
    stand(s, 3040, "g_xxviii_58", "g_xxviii_95")
    stand(s, 3041, "s3bf_39a_94")
    stand(s, 3039, "s3bf_39a_5g")
    both = ids("g_xxviii_58", "g_xxviii_95")
    ask(s, Retreat(units=both, hq=UnitId(""), origin=Hex(3040), total=2, by="defence", mates=both))
    assert picks(s) == set(both)  # the owner picks freely
    push(s, Pick(UnitId("g_xxviii_95")))
    push(s, Pick(UnitId("g_xxviii_58")))
    assert (reduced(s, "g_xxviii_58"), reduced(s, "g_xxviii_95")) == (True, True)


@pytest.mark.rule("9.5.1c")
def test_rivers_stop_no_retreat() -> None:
    s = field()
    stand(s, 712, "s2bf_48a_53")
    found = worths(s, SOVIET, Hex(712), Hex(712), 2, True)
    assert min(found.values()) == (-2, 0, 0)
    assert {611, 612} & set(best_ways(found))
    stand(s, 610, "g_independent_23")
    stand(s, 811, "g_xx_292")
    assert min(worths(s, SOVIET, Hex(712), Hex(712), 1, True).values())[0] == -1


@pytest.mark.rule("9.5.3c", "9.5.6", "11.1.1b")
def test_a_stack_may_split_and_each_part_pays_for_itself() -> None:
    s = meeting()
    stand(s, 2114, "g_xx_292", "hq_xx")
    stand(s, 2116, "s2bf_3a_41")
    both = ids("g_independent_23", "g_xx_292")
    retreat = Retreat(units=both, hq=UnitId("hq_xx"), origin=Hex(2114), total=1, by="defence", mates=both)
    ask(s, retreat)
    assert picks(s) == set(both)
    push(s, Pick(UnitId("g_xx_292")))
    assert hexes(s)
    go(s, 2214)
    go(s, 2213)
    assert (at(s, "g_xx_292"), at(s, "g_independent_23"), at(s, "hq_xx")) == (2214, 2213, 2213)


@pytest.mark.rule("9.5.5d", "9.5.5a", "9.5.5c")
def test_each_unit_that_cannot_move_pays_for_every_hex() -> None:
    s = field()
    stand(s, 1329, "g_gar_loetzen", "g_vs_1")
    s.flow = ()
    send_back(
        s, ids("g_gar_loetzen", "g_vs_1"), Hex(1329), 1, UnitId(""), "defence", ids("g_gar_loetzen", "g_vs_1")
    )
    ask(s, *s.flow)
    assert (reduced(s, "g_gar_loetzen"), box(s, "g_vs_1")) == (True, "volkssturm")


@pytest.mark.rule("9.5d", "11.1.1")
def test_attackers_retreat_each_from_its_own_hex_with_its_headquarters() -> None:
    s = field()
    stand(s, 2114, "g_hg_61", "g_hg_1hg")
    stand(s, 2113, "s2bf_2sha_88", "s2bf_48a_29", "hq_2sha")
    fight(s, 2114, "s2bf_2sha_88", die=5)  # 1-2: Ar
    while hexes(s):
        go(s, min(hexes(s)))
    assert at(s, "s2bf_2sha_88") != 2113
    assert at(s, "hq_2sha") == at(s, "s2bf_2sha_88")
    assert at(s, "s2bf_48a_29") == 2113  # it did not attack and stays


@pytest.mark.rule("9.5.1a")
def test_no_retreat_leads_into_water() -> None:
    s = field()
    stand(s, 1327, "g_independent_23")
    assert why_not_retreat(s, ids("g_independent_23"), Hex(1327), Hex(1226)) is RETREAT_WATER


@pytest.mark.rule("9.5a", "6.3b")
def test_only_a_unit_with_an_attack_strength_retreats_over_a_lone_headquarters() -> None:
    s = field()
    stand(s, 2114, "g_independent_23", "hq_xx")
    stand(s, 2115, "hq_39a")
    assert why_not_retreat(s, ids("g_independent_23", "hq_xx"), Hex(2114), Hex(2115)) is None
    assert why_not_retreat(s, ids("hq_xx"), Hex(2114), Hex(2115)) is RETREAT_ENEMY


@pytest.mark.rule("9.5c", "9.5b")
def test_a_way_that_ends_too_soon_is_refused_while_a_longer_one_is_open() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88", "s2bf_2sha_116")
    further = [hex for hex in s.game.board.near[2013] if s.game.board.distance(2114, hex) == 2]
    for hex, unit in zip(further, ("g_vs_1", "g_vs_2", "g_gar_thorn"), strict=False):
        stand(s, hex, unit)  # they have no zone of control
    both = ids("s2bf_2sha_88", "s2bf_2sha_116")
    ask(s, Retreat(units=both, hq=UnitId(""), origin=Hex(2114), total=2, by="defence", mates=both))
    assert 2013 not in hexes(s)
    assert why_not(s, MoveTo(Hex(2013))) is RETREAT_SHORT


@pytest.mark.rule("7.1c")
def test_the_extra_hex_must_have_room() -> None:
    s = field()
    stand(s, 2214, "g_independent_23", "g_xx_292", "g_xx_14")
    stand(s, 2315, "g_xx_102", "g_xxiii_7")
    ask(s, ExtraHex(unit=UnitId("g_independent_23"), origin=Hex(2114), by="defence"))
    assert hexes(s) == {2215, 2314}
    assert why_not(s, MoveTo(Hex(2315))) is NO_ROOM_BACK


@pytest.mark.rule("9.5.2b", "11.1.1b")
def test_a_headquarters_alone_pays_nothing_for_hexes_it_cannot_make() -> None:
    s = field()
    stand(s, 3040, "hq_xxviii")
    stand(s, 3041, "s3bf_39a_94")
    stand(s, 3039, "s3bf_39a_5g")
    stand(s, 2932, "g_xxviii_58")
    mates = ids("g_xxviii_58")
    heard = listen(s)
    ask(s, Retreat(units=(), hq=UnitId("hq_xxviii"), origin=Hex(3040), total=1, by="defence", mates=mates))
    assert heard == []
    assert at(s, "hq_xxviii") == 3040


@pytest.mark.rule("7.1c", "7.0a")
def test_a_headquarters_that_was_there_is_none_too_many() -> None:
    s = field()
    stand(s, 2214, "g_independent_23", "g_xx_292", "g_xx_14", "hq_xx")
    one = ids("g_independent_23")
    ask(s, Retreat(units=one, hq=UnitId(""), origin=Hex(2114), total=1, by="defence", mates=one))
    assert hexes(s) == {2215, 2315, 2314}
    go(s, 2215)
    assert (at(s, "g_independent_23"), at(s, "hq_xx")) == (2215, 2214)


@pytest.mark.rule("9.5.7b")
def test_attackers_ignore_no_hex_where_the_settlement_spares_none(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "tables.toml").write_text("[settlement.town]\nignores_first_retreat = false")
    s: State = bare(NAME, "campaign", 1, tmp_path)
    stand(s, 1619, "s3bf_39a_94")
    stand(s, 1620, "g_hg_61")
    through(fight(s, 1620, "s3bf_39a_94", die=2))  # 1-1: A1r
    assert at(s, "s3bf_39a_94") != 1619


@pytest.mark.rule("9.5.5a", "11.1.3b", "11.3f")
def test_attackers_who_cannot_retreat_may_die_of_it_and_their_headquarters_with_them() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88")
    stand(s, 2115, "g_vs_1", "hq_xx")
    stand(s, 2214, "g_independent_5m")
    through(fight(s, 2114, "g_vs_1", "g_independent_5m", die=4))  # 1-1: Ar
    assert (box(s, "g_vs_1"), box(s, "hq_xx")) == ("volkssturm", "removed")
    assert at(s, "g_independent_5m") not in (0, 2214)
