"""8.0 Reinforcements."""

from typing import Any

import pytest

from bridgehead.core.actions import Done, MoveTo, Pick, Place
from bridgehead.core.play import clicked, decision, options, push, why_not
from bridgehead.core.refusal import NOT_NOW
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games.koenigsberg1945.model.actions import Rebuild, Restore
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.state import OUT_OF_SUPPLY
from bridgehead.games.koenigsberg1945.rules.reach import go as go_along
from bridgehead.games.koenigsberg1945.rules.reinforcements import (
    ENTRY_ELSEWHERE,
    ENTRY_ENEMY,
    ENTRY_ZOC,
    MUST_ENTER,
    NOT_DUE,
    Arrival,
    BringIn,
    ChooseEntry,
    ReinforcementSegment,
    arrivals,
    arrive_early,
    chits_arrive,
    entry_hexes,
    same_edge,
    why_not_enter,
)
from bridgehead.games.koenigsberg1945.rules.replacements import (
    GD_IS_AWAY,
    HQ_UNSUPPLIED,
    NO_REPLACEMENTS,
    NOT_LOST,
    POINTS,
    AssignReplacements,
    ChooseHeadquartersHex,
)
from bridgehead.games.koenigsberg1945.rules.sequence import GameTurn
from bridgehead.games.koenigsberg1945.rules.special import GD_WITHDRAWN
from tests.games.koenigsberg1945.field import at, box, field, go, hexes, listen, picks, said, started
from tests.support import ask, stand


def waiting(s: Any, *units: str) -> None:
    for unit in units:
        s.send(UnitId(unit), "reinforcements")


@pytest.mark.rule("8.0a", "8.0b")
def test_who_comes_when_and_where() -> None:
    s = started()
    s.turn = 3
    assert {entry for _, entry in arrivals(s, SOVIET)} == {"F"}
    assert {unit for unit, _ in arrivals(s, SOVIET)} == {
        "hq_5gta",
        "s2bf_5gta_10t",
        "s2bf_5gta_29t",
        "s2bf_5gta_47m",
    }
    s.turn = 4
    assert dict(arrivals(s, GERMAN)) == {"g_independent_31": "A"}
    assert {entry for _, entry in arrivals(s, SOVIET)} == {"E"}


@pytest.mark.rule("8.0a", "8.0.2", "8.0.5x")
def test_a_reinforcement_enters_and_moves_with_its_whole_allowance() -> None:
    s = field()
    s.turn = 5
    waiting(s, "g_independent_4m")
    ask(s, ReinforcementSegment())
    frame = decision(s)
    assert isinstance(frame, BringIn)
    assert frame.reminders(s)[0].duty
    assert why_not(s, Done()) is MUST_ENTER
    assert why_not(s, Pick(UnitId("g_independent_31"))) is NOT_DUE
    push(s, Pick(UnitId("g_independent_4m")))
    assert at(s, "g_independent_4m") == 3517
    move: Any = decision(s)
    assert (move.mp, move.segment) == (16, False)
    assert {type(action).__name__ for action in options(s)} == {"MoveTo", "March", "Ride", "Done"}
    push(s, Done())
    assert not s.flow  # and no attack


@pytest.mark.rule("8.0.5x", "11.1.4")
def test_an_arriving_unit_may_overrun_a_lone_headquarters() -> None:
    s = field()
    stand(s, 3417, "hq_2sha")
    waiting(s, "g_independent_4m")
    ask(s, Arrival(unit=UnitId("g_independent_4m"), entry="B"))
    push(s, MoveTo(Hex(3417)))
    assert box(s, "hq_2sha") == "removed"


@pytest.mark.rule("8.0.3a", "8.0.3b")
def test_a_closed_entry_moves_along_the_edge() -> None:
    s = field()
    stand(s, 3517, "s2bf_2sha_88")
    assert why_not_enter(s, GERMAN, Hex(3517)) is ENTRY_ENEMY
    assert why_not_enter(s, GERMAN, Hex(3516)) is ENTRY_ZOC
    open_hexes = entry_hexes(s, GERMAN, "B")
    assert all(hex // 100 == 35 for hex in open_hexes)
    assert max(s.game.board.distance(3517, hex) for hex in open_hexes) <= 10
    assert {3515, 3519} <= set(open_hexes)
    assert 3516 not in open_hexes
    waiting(s, "g_independent_4m")
    ask(s, Arrival(unit=UnitId("g_independent_4m"), entry="B"))
    assert isinstance(decision(s), ChooseEntry)
    assert why_not(s, Place(Hex(3516))) is ENTRY_ZOC
    assert why_not(s, Place(Hex(2932))) is ENTRY_ELSEWHERE
    push(s, Place(Hex(3515)))
    assert at(s, "g_independent_4m") == 3515


@pytest.mark.rule("8.0.3c")
def test_pillau_is_replaced_by_the_samland_coast() -> None:
    s = field()
    stand(s, 3428, "s3bf_39a_94")
    open_hexes = set(entry_hexes(s, GERMAN, "C"))
    assert open_hexes <= set(s.game.board.marks["coast"])
    assert open_hexes
    assert 3428 not in open_hexes


def test_the_edges() -> None:
    s = field()
    assert {hex // 100 for hex in same_edge(s, 131)} == {1}
    assert {hex % 100 for hex in same_edge(s, 3145)} == {45}


@pytest.mark.rule("8.0.4", "8.0.4b")
def test_who_cannot_enter_is_lost_a_headquarters_for_good() -> None:
    s = field()
    edge = [hex for hex in same_edge(s, 112) if s.game.board.distance(112, hex) <= 10]
    germans = iter(s.game.formations["IX"] + s.game.formations["XXVI"] + s.game.formations["XX"])
    for hex in edge[::2]:
        stand(s, hex, next(germans))
    assert entry_hexes(s, SOVIET, "F") == ()
    waiting(s, "s2bf_19a_132", "hq_19a")
    ask(s, Arrival(unit=UnitId("s2bf_19a_132"), entry="F"))
    assert box(s, "s2bf_19a_132") == "eliminated"
    ask(s, Arrival(unit=UnitId("hq_19a"), entry="F"))
    assert box(s, "hq_19a") == "removed"
    assert "c_19" in s.gone


@pytest.mark.rule("8.1", "8.1.1a", "2.5b")
def test_chits_of_the_turn_go_into_the_cup() -> None:
    s = started()
    for turn, chits in (
        (3, {"c_5gt", "c_2br_1", "c_3br_1", "a_no_gas"}),
        (4, {"c_50", "c_11g", "a_gd_returns"}),
        (6, {"c_2br_2", "c_3br_2"}),
    ):
        s.turn = turn
        before = set(s.cup)
        ReinforcementSegment().chits(s)
        assert set(s.cup) - before == chits


@pytest.mark.rule("3.0g", "3.0i")
def test_the_germans_finish_before_the_soviets_begin() -> None:
    s = field()
    s.turn = 4
    waiting(s, "g_independent_31", "hq_50a", "s2bf_50a_69", "s2bf_50a_81")
    ask(s, ReinforcementSegment())
    assert decision(s).side == GERMAN
    push(s, Pick(UnitId("g_independent_31")))
    assert decision(s).side == GERMAN
    push(s, Done())
    assert decision(s).side == SOVIET
    assert picks(s) == {"hq_50a", "s2bf_50a_69", "s2bf_50a_81"}
    push(s, Pick(UnitId("s2bf_50a_69")))
    go(s, min(hexes(s)))
    while picks(s) == set():
        push(s, Done())
    assert picks(s) == {"hq_50a", "s2bf_50a_81"}
    assert GameTurn.sequence.index(GameTurn.reinforcement_segment) < GameTurn.sequence.index(
        GameTurn.replacement_segment
    )


@pytest.mark.rule("8.0a", "2.1.4e")
def test_with_three_players_each_front_brings_in_its_own() -> None:
    s = field("fronts")
    s.turn = 4
    waiting(s, "hq_50a")
    ask(s, ReinforcementSegment())
    assert decision(s).side == FRONT_2


@pytest.mark.rule("8.0a", "11.2a", "11.2c", "2.5.4c")
def test_units_in_boxes_say_why_they_are_not_taken() -> None:
    s = started()
    ask(s, BringIn(SOVIET, ((UnitId("s2bf_ind_3gc"), "F"),)))
    assert why_not(s, Pick(UnitId("hq_19a"))) is NOT_DUE
    s.track(POINTS, 3)
    s.mark(UnitId("g_xx_14"), reduced=True)
    ask(s, AssignReplacements(GERMAN, GERMAN))
    assert clicked(s, UnitId("g_independent_31")) == (Rebuild(UnitId("g_independent_31")), NOT_LOST)
    assert clicked(s, UnitId("g_vs_1")) == (Rebuild(UnitId("g_vs_1")), NO_REPLACEMENTS)
    s.eliminate(UnitId("g_gd_gdm"))
    s.track(GD_WITHDRAWN, 1)
    ask(s, AssignReplacements(GERMAN, GERMAN))
    assert clicked(s, UnitId("g_gd_gdm")) == (Rebuild(UnitId("g_gd_gdm")), GD_IS_AWAY)
    ask(s, ChooseHeadquartersHex(SOVIET, UnitId("s3bf_ind_1t"), (Hex(1039),)))
    s.mark(UnitId("hq_39a"), supply=OUT_OF_SUPPLY)
    assert why_not(s, Place(Hex(1043))) is HQ_UNSUPPLIED
    assert why_not(s, Restore(UnitId("s3bf_ind_1t"))) is NOT_NOW


@pytest.mark.rule("8.1", "RE.12b")
def test_a_chit_that_came_early_is_not_told_again() -> None:
    s = started()
    s.turn = 9
    s.add_to_cup((ChitId("c_19"),))
    s.log = []
    chits_arrive(s)
    assert s.log == []
    assert "c_19" in s.cup


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


@pytest.mark.rule("8.0a", "11.4a")
def test_the_cruiser_is_no_arrival_by_land() -> None:
    s = started()
    s.turn = 8
    assert {unit for unit, _ in arrivals(s, GERMAN)} == {
        "hq_xxviii",
        "g_xxviii_58",
        "g_xxviii_95",
        "g_independent_32",
    }


@pytest.mark.rule("8.1", "11.1.3d")
def test_the_chit_of_a_headquarters_that_is_lost_is_not_announced() -> None:
    s = started()
    s.turn = 4
    s.remove_hq(UnitId("hq_50a"), "8.0.4")
    s.log = []
    chits_arrive(s)
    assert said(s) == ["Added to the cup: 11th Guards Army, GD Returns. 8.1"]


@pytest.mark.rule("RE.2b")
def test_an_early_arrival_without_a_chit_adds_none() -> None:
    s = started()
    s.log = []
    arrive_early(s, "ss_15")
    assert not any("cup" in each for each in said(s))
