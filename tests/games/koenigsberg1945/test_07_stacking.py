"""7.0 Stacking."""

import pytest

from bridgehead.core.actions import Done, Pick
from bridgehead.core.play import decision, options, push, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN
from bridgehead.games.koenigsberg1945.rules.movement import MUST_LEAVE
from bridgehead.games.koenigsberg1945.rules.reinforcements import Arrival, BringIn, check_room
from bridgehead.games.koenigsberg1945.rules.retreat import ChooseSurplus, Retreat
from bridgehead.games.koenigsberg1945.rules.stacking import SECOND_HQ, STACK_FULL, overstacked, why_not_stack
from tests.games.koenigsberg1945.field import at, box, field, go, hexes, ids, may, picks
from tests.support import ask, stand


@pytest.mark.rule("7.0a", "7.0c")
def test_two_combat_units_and_one_headquarters() -> None:
    s = field()
    stand(s, 2932, "g_gar_koenigsberg", "hq_xx")
    assert why_not_stack(s, UnitId("g_independent_23"), Hex(2932)) is None
    stand(s, 2932, "g_vs_1")
    assert why_not_stack(s, UnitId("g_independent_23"), Hex(2932)) is STACK_FULL
    assert why_not_stack(s, UnitId("hq_7pz"), Hex(2932)) is SECOND_HQ
    for unit in ("g_vs_1", "hq_xx"):
        assert why_not_stack(s, UnitId(unit), Hex(2932)) is None  # it stands there itself
    s.send(UnitId("g_hipper"), "haff")
    assert not overstacked(s, GERMAN, Hex(2932))


@pytest.mark.rule("7.0b", "7.1a", "8.0.1")
def test_an_arrival_may_overstack_but_must_move_on() -> None:
    s = field()
    stand(s, 3517, "g_xx_292", "g_xx_14")
    s.send(UnitId("g_independent_4m"), "reinforcements")
    ask(s, BringIn(GERMAN, ((UnitId("g_independent_4m"), "B"),)))
    push(s, Pick(UnitId("g_independent_4m")))
    assert overstacked(s, GERMAN, Hex(3517))
    assert not may(s, Done())
    assert why_not(s, Done()) is MUST_LEAVE
    push(s, options(s)[0])
    assert may(s, Done())


@pytest.mark.rule("7.1a")
def test_whoever_cannot_leave_an_overstacked_hex_is_lost() -> None:
    s = field()
    stand(s, 3517, "g_xx_292", "g_xx_14", "g_independent_4m")
    check_room(s, UnitId("g_independent_4m"))
    assert box(s, "g_independent_4m") == "eliminated"
    stand(s, 3517, "hq_xx", "hq_7pz")
    check_room(s, UnitId("hq_7pz"))
    assert box(s, "hq_7pz") == "removed"
    assert Arrival.sequence[-1].__name__ == "check"


@pytest.mark.rule("7.1c", "9.5.6")
def test_the_owner_names_the_surplus_unit_among_those_that_retreated() -> None:
    s = field()
    stand(s, 2114, "g_independent_23", "g_xx_102")
    stand(s, 2214, "g_xx_292")
    for hex, unit in (
        (2212, "s2bf_2sha_116"),
        (2112, "s2bf_2sha_108"),
        (1913, "s2bf_48a_29"),
        (2015, "s2bf_48a_42"),
        (1915, "s2bf_48a_53"),
    ):
        stand(s, hex, unit)
    both = ids("g_independent_23", "g_xx_102")
    ask(s, Retreat(units=both, hq=UnitId(""), origin=Hex(2114), total=1, by="defence", mates=both))
    go(s, 2214)
    assert isinstance(decision(s), ChooseSurplus)
    assert picks(s) == set(both)
    push(s, Pick(UnitId("g_xx_102")))
    assert hexes(s) == {2215, 2315, 2314}
    go(s, 2215)
    assert (at(s, "g_independent_23"), at(s, "g_xx_292"), at(s, "g_xx_102")) == (2214, 2214, 2215)


@pytest.mark.rule("7.1b", "9.5.2a")
def test_a_unit_crowded_out_before_its_own_retreat_has_gone_far_enough() -> None:
    s = field()
    stand(s, 2116, "g_xx_102")
    one = ids("g_xx_102")
    ask(s, Retreat(units=one, hq=UnitId(""), origin=Hex(2114), total=1, by="defence", mates=one))
    assert at(s, "g_xx_102") == 2116
