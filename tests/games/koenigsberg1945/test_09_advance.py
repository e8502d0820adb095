"""9.6 Advance after combat."""

import pytest

from bridgehead.core.actions import Cancel, MoveTo, Pick
from bridgehead.core.play import decision, push, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import SOVIET
from bridgehead.games.koenigsberg1945.rules.advance import (
    ADVANCED,
    HQ_FOLLOWS,
    NO_SECOND_HEX,
    NOT_AN_ATTACKER,
    NOT_BACK,
    OVER_MAJOR_RIVER,
    AdvanceAfterCombat,
    AdvanceUnit,
    second_hexes,
    why_not_advance,
    why_not_end,
)
from bridgehead.games.koenigsberg1945.rules.reach import WATER
from bridgehead.games.koenigsberg1945.rules.stacking import SECOND_HQ, STACK_FULL
from tests.games.koenigsberg1945.field import (
    CORPS,
    at,
    box,
    field,
    fight,
    finish,
    go,
    hexes,
    ids,
    meeting,
    picks,
)
from tests.support import ask, stand


@pytest.mark.rule("9.6.3", "9.6a")
def test_an_advance_can_be_taken_back_before_it_is_made() -> None:
    s = field()
    stand(s, 2113, "s2bf_ind_1gt", "s2bf_2sha_88")
    ask(s, AdvanceAfterCombat(SOVIET, Hex(2114), ids("s2bf_ind_1gt", "s2bf_2sha_88"), ()))
    before = s.clone()
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    push(s, Cancel())
    assert s.same_as(before)
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    go(s, 2114)
    assert picks(s) == {"s2bf_2sha_88"}


@pytest.mark.rule("9.6.3b", "9.6.1", "6.2.3a", "6.3a")
def test_the_second_hex_of_an_advance() -> None:
    s = field()
    unit = UnitId("s2bf_ind_1gt")
    stand(s, 2113, unit)
    assert why_not_end(s, unit, Hex(2114), Hex(2113)) is NOT_BACK
    assert 2113 not in list(second_hexes(s, unit, Hex(2113), Hex(2114)))
    stand(s, 705, unit)
    ground = s.game.ground
    wet = [
        (target, to)
        for target in s.game.board.hexes
        for to in s.game.board.near[target]
        if ground.major[ground.side(target, to)] and not ground.settlement[target]
    ]
    target, beyond = wet[0]
    start = next(
        hex
        for hex in s.game.board.near[target]
        if ground.land[hex]
        and hex != beyond
        and not ground.minor[ground.side(hex, target)]
        and not ground.major[ground.side(hex, target)]
    )
    stand(s, start, unit)
    assert beyond not in list(second_hexes(s, unit, Hex(start), Hex(target)))
    ask(s, AdvanceUnit(SOVIET, unit, Hex(target), (Hex(target),)))
    no = why_not(s, MoveTo(Hex(beyond)))
    assert isinstance(no, No) and no.rule == "9.6.1"


@pytest.mark.rule("9.6a", "7.0a", "9.6b")
def test_who_has_advanced_and_who_finds_the_hex_full() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    corps = ("s2bf_2sha_88", "s2bf_2sha_116", "s2bf_2sha_108")
    stand(s, 2113, *corps[:2])
    stand(s, 2014, corps[2])
    fight(s, 2114, *corps, full=["air_4aa_1"], die=6)  # 6-1: D2r2
    for unit in corps[:2]:
        push(s, Pick(UnitId(unit)))
    assert not s.flow  # the third would be one too many
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, *corps[:2])
    stand(s, 2014, corps[2])
    fight(s, 2114, *corps, full=["air_4aa_1"], die=6)
    push(s, Pick(UnitId(corps[0])))
    assert why_not(s, Pick(UnitId(corps[0]))) is ADVANCED
    s.put(UnitId("s2bf_48a_29"), Hex(2114))
    assert why_not(s, Pick(UnitId(corps[1]))) is STACK_FULL
    assert why_not(s, Pick(UnitId("s2bf_48a_42"))) is NOT_AN_ATTACKER


@pytest.mark.rule("9.6.5", "11.1.2")
def test_a_headquarters_follows_its_own_stack_as_far_as_it_went() -> None:
    s = field()
    stand(s, 2113, "s2bf_ind_1gt", "hq_2sha")
    stand(s, 2014, "s2bf_2sha_88", "hq_48a")
    ask(
        s,
        AdvanceAfterCombat(SOVIET, Hex(2114), ids("s2bf_ind_1gt", "s2bf_2sha_88"), ids("hq_2sha", "hq_48a")),
    )
    assert picks(s) == {"s2bf_ind_1gt", "s2bf_2sha_88"}
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    go(s, 2214)
    assert picks(s) == {"s2bf_2sha_88", "hq_2sha"}
    assert why_not(s, Pick(UnitId("hq_48a"))) is HQ_FOLLOWS
    push(s, Pick(UnitId("hq_2sha")))
    assert hexes(s) == {2114, 2214}
    go(s, 2214)
    assert at(s, "hq_2sha") == 2214
    assert picks(s) == {"s2bf_2sha_88"}
    s = field()
    stand(s, 2113, "s2bf_ind_1gt", "hq_2sha")
    stand(s, 2214, "hq_48a")
    ask(s, AdvanceAfterCombat(SOVIET, Hex(2114), ids("s2bf_ind_1gt"), ids("hq_2sha")))
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    go(s, 2214)
    push(s, Pick(UnitId("hq_2sha")))
    assert at(s, "hq_2sha") == 2114  # there is no room for a second one further on


@pytest.mark.rule("9.6a", "9.6b", "9.6.2", "9.6d")
def test_only_attackers_advance_and_only_once() -> None:
    s = meeting(*CORPS[:4])
    fight(s, 2114, *CORPS[:3], full=["air_4aa_1"], die=6)  # 4-1 and two: 6-1, D2r2
    assert box(s, "g_independent_23") == "eliminated"
    assert picks(s) == set(CORPS[:3])
    assert why_not(s, Pick(UnitId(CORPS[3]))) is NOT_AN_ATTACKER
    push(s, Pick(UnitId(CORPS[0])))
    assert at(s, CORPS[0]) == 2114
    assert CORPS[0] not in picks(s)
    finish(s)
    assert not s.flow  # whoever advanced attacks no more


@pytest.mark.rule("9.6.1")
def test_the_reason_at_the_river() -> None:
    s = field()
    stand(s, 706, "s2bf_70a_96")
    assert why_not_advance(s, UnitId("s2bf_70a_96"), Hex(706), Hex(806)) is OVER_MAJOR_RIVER


@pytest.mark.rule("9.6.3", "9.6.3b", "9.6.6")
def test_mechanized_units_go_on_and_overrun() -> None:
    s = field()
    stand(s, 2113, "s2bf_ind_1gt", "s2bf_2sha_88")
    stand(s, 2215, "hq_7pz")
    stand(s, 2115, "g_independent_23")
    ask(s, AdvanceAfterCombat(SOVIET, Hex(2114), ids("s2bf_ind_1gt", "s2bf_2sha_88"), ()))
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    assert isinstance(decision(s), AdvanceUnit)
    assert 2115 not in hexes(s)
    assert hexes(s) == {2114, 2214, 2213, 2013, 2014}
    second = set(second_hexes(s, UnitId("s2bf_ind_1gt"), Hex(2113), Hex(2114)))
    assert second == {2214, 2213, 2013, 2014}
    go(s, 2214)
    stand(s, 2213, "s2bf_ind_8gt")
    ask(s, AdvanceAfterCombat(SOVIET, Hex(2214), ids("s2bf_ind_8gt"), ()))
    push(s, Pick(UnitId("s2bf_ind_8gt")))
    go(s, 2215)
    assert box(s, "hq_7pz") == "removed"
    ask(s, AdvanceUnit(SOVIET, UnitId("s2bf_2sha_88"), Hex(2114), (Hex(2114),)))
    assert why_not(s, MoveTo(Hex(2115))) is NO_SECOND_HEX


@pytest.mark.rule("9.6.4")
def test_the_advance_stops_in_a_town_and_beyond_a_minor_river() -> None:
    s = field()
    stand(s, 1712, "s2bf_ind_1gt")
    assert not list(second_hexes(s, UnitId("s2bf_ind_1gt"), Hex(1712), Hex(1811)))
    stand(s, 1640, "s2bf_ind_8gt")
    assert not list(second_hexes(s, UnitId("s2bf_ind_8gt"), Hex(1640), Hex(1741)))
    stand(s, 2113, "s2bf_ind_1gt")
    assert list(second_hexes(s, UnitId("s2bf_ind_1gt"), Hex(2113), Hex(2114)))


@pytest.mark.rule("9.6.3", "6.2.3a")
def test_no_advance_goes_on_into_water_or_off_the_map() -> None:
    s = field()
    ground, near = s.game.ground, s.game.board.near
    stand(s, 1327, "s2bf_ind_1gt")
    tanks = UnitId("s2bf_ind_1gt")
    open_sides = {hex for hex in near[1227] if ground.passable[ground.side(1227, hex)]}
    assert open_sides < set(near[1227])
    assert set(second_hexes(s, tanks, Hex(1327), Hex(1227))) == open_sides - {1327}
    assert why_not_end(s, tanks, Hex(1227), Hex(1328)) is WATER
    stand(s, 202, tanks)
    assert 0 not in set(second_hexes(s, tanks, Hex(202), Hex(102)))


@pytest.mark.rule("9.6.5")
def test_a_headquarters_follows_a_unit_on_foot_without_being_asked_where() -> None:
    s = field()
    stand(s, 2113, "s2bf_2sha_88", "s2bf_2sha_116", "hq_2sha")
    corps = ids("s2bf_2sha_88", "s2bf_2sha_116")
    ask(s, AdvanceAfterCombat(SOVIET, Hex(2114), corps, ids("hq_2sha")))
    assert decision(s).about(s).hexes == (2114,)
    push(s, Pick(corps[0]))
    push(s, Pick(UnitId("hq_2sha")))
    assert at(s, "hq_2sha") == 2114
    assert why_not(s, Pick(UnitId("hq_2sha"))) is ADVANCED


@pytest.mark.rule("9.6.5", "7.0a")
def test_a_headquarters_that_finds_another_in_the_vacated_hex_stays() -> None:
    s = field()
    stand(s, 2113, "s2bf_2sha_88", "s2bf_2sha_116", "hq_2sha")
    stand(s, 2114, "hq_48a")
    corps = ids("s2bf_2sha_88", "s2bf_2sha_116")
    ask(s, AdvanceAfterCombat(SOVIET, Hex(2114), corps, ids("hq_2sha")))
    push(s, Pick(corps[0]))
    assert why_not(s, Pick(UnitId("hq_2sha"))) is SECOND_HQ


@pytest.mark.rule("9.6a", "9.6.5")
def test_a_headquarters_that_has_advanced_does_not_follow_the_stack_it_came_to() -> None:
    s = field()
    stand(s, 2113, "s2bf_ind_1gt", "hq_2sha")
    stand(s, 2014, "s2bf_2sha_88")
    ask(s, AdvanceAfterCombat(SOVIET, Hex(2114), ids("s2bf_ind_1gt", "s2bf_2sha_88"), ids("hq_2sha")))
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    go(s, 2014)
    push(s, Pick(UnitId("hq_2sha")))
    go(s, 2014)
    push(s, Pick(UnitId("s2bf_2sha_88")))
    assert at(s, "s2bf_2sha_88") == 2114
    assert not s.flow
