"""Dealing what a side cannot see."""

from collections import Counter

from bridgehead.core.actions import Choose, Pick
from bridgehead.core.play import play, setup
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.testing.toy import toy
from bridgehead.toolkit.hidden import Lots, exchange, places_of, spoken_of

GAME = toy()


def test_lots_are_fair_and_the_seeds_own() -> None:
    assert Lots(7).shuffled(range(9)) == Lots(7).shuffled(range(9))
    firsts = Counter(Lots(seed).shuffled("abc")[0] for seed in range(600))
    assert all(150 < firsts[letter] < 250 for letter in "abc")
    assert sorted(Lots(3).shuffled("abc")) == ["a", "b", "c"]


def test_what_the_flow_speaks_of_is_known() -> None:
    s = play(setup(GAME, "toy", 1), Choose("b1"))
    assert spoken_of(s) == frozenset()
    assert spoken_of(play(s, Pick(UnitId("r2")))) == {"r2"}


def test_units_take_one_anothers_places_at_their_height() -> None:
    s = setup(GAME, "toy", 1)
    s.put(UnitId("b1"), Hex(501))
    assert places_of(s, [UnitId("b1"), UnitId("b0")]) == [(501, 0), (501, 1)]
    exchange(s, [(0, s.units[UnitId("b1")]), (1, s.units[UnitId("b0")])])
    assert s.stacks[Hex(501)] == ("b1", "b0")
    two, one = s.units[UnitId("b2")], s.units[UnitId("b1")]
    exchange(s, [(0, replace(two, hex=Hex(501))), (0, replace(one, hex=Hex(505)))])
    assert s.stacks[Hex(501)] == ("b2", "b0")
    assert s.stacks[Hex(505)] == ("b1",)
