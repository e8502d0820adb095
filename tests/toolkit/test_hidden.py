"""Dealing what a side cannot see."""

from collections import Counter

from bridgehead.core.actions import Choose, Pick
from bridgehead.core.play import play, setup
from bridgehead.core.values import Hex, UnitId, Value, replace
from bridgehead.testing.toy import toy
from bridgehead.toolkit.hidden import (
    Berth,
    Dealer,
    Lots,
    berths_of,
    exchange,
    places_of,
    recast,
    renamed,
    spoken_of,
)

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


A, B, C, D = (UnitId(letter) for letter in "abcd")
ONE, TWO = Hex(101), Hex(102)
BERTHS = [Berth(ONE, 0), Berth(ONE, 1), Berth(TWO, 0)]


def test_every_counter_that_fits_comes_to_lie_in_a_berth() -> None:
    kinds = dict.fromkeys((A, B, C), "rifle")
    found = {
        tuple(sorted(Dealer(BERTHS, kinds, lambda kind, berth: True, Lots(seed)).deal().items()))
        for seed in range(100)
    }
    assert len(found) == 6


def test_the_choosy_get_what_alone_fits_them() -> None:
    kinds = {A: "rifle", B: "rifle", C: "gun"}
    for seed in range(30):
        dealer = Dealer(BERTHS, kinds, lambda kind, berth: kind == "rifle" or berth.hex == TWO, Lots(seed))
        assert dealer.deal()[Berth(TWO, 0)] == C


def test_who_lies_in_the_only_berth_of_another_finds_one_elsewhere() -> None:
    # Two kinds that may lie at both ends; a third that has but the middle, drawn first or last.
    berths = [Berth(Hex(hex), 0) for hex in (101, 102, 103)]
    fits = {"left": {101, 102}, "right": {102, 103}, "ends": {101, 103}}
    for seed in range(60):
        dealt = Dealer(
            berths,
            {A: "left", B: "right", C: "ends"},
            lambda kind, berth: berth.hex in fits[kind],
            Lots(seed),
        ).deal()
        assert sorted(dealt.values()) == [A, B, C]
        assert all(berth.hex in fits[{A: "left", B: "right", C: "ends"}[id]] for berth, id in dealt.items())


def test_stacks_hold_what_they_have_room_for() -> None:
    kinds = {A: "big", B: "small", C: "small", D: "small"}
    berths = [*BERTHS, Berth(TWO, 1)]
    sizes = {A: 3, B: 1, C: 1, D: 1}
    lain = set()
    for seed in range(40):
        dealt = Dealer(berths, kinds, lambda kind, berth: True, Lots(seed), sizes, {ONE: 2, TWO: 4}).deal()
        assert dealt[Berth(TWO, 0)] == A or dealt[Berth(TWO, 1)] == A
        lain.add(dealt[Berth(ONE, 0)])
    assert lain == {B, C, D}


def test_one_gives_up_a_berth_for_another_that_needs_its_room() -> None:
    # Room for the small one in both stacks, for the middling one in one of them.
    sizes, room = {A: 2, B: 2, C: 1}, {ONE: 3, TWO: 2}
    fits = {"any": {ONE, TWO}, "one": {ONE}}
    for seed in range(40):
        dealt = Dealer(
            BERTHS,
            {A: "any", B: "one", C: "any"},
            lambda kind, berth: berth.hex in fits[kind],
            Lots(seed),
            sizes,
            room,
        ).deal()
        assert dealt[Berth(TWO, 0)] == A


def test_where_the_limits_do_not_hold_now_they_bind_no_guess() -> None:
    dealt = Dealer(
        BERTHS, dict.fromkeys((A, B, C), ""), lambda kind, berth: True, Lots(1), {A: 3, B: 3, C: 3}, {ONE: 1}
    ).deal()
    assert sorted(dealt.values()) == [A, B, C]


def test_nobody_is_moved_to_where_there_is_no_room() -> None:
    # Only the largest could make way for C, and it does not fit in with the smallest's hex.
    berths = [Berth(ONE, 0), Berth(TWO, 0)]
    fits = {"any": {ONE, TWO}, "two": {TWO}}
    kinds = {A: "any", B: "any", C: "two"}
    dealer = Dealer(
        [*berths, Berth(TWO, 1)],
        kinds,
        lambda kind, berth: berth.hex in fits[kind],
        Lots(1),
        {A: 3, B: 2, C: 1},
        {ONE: 2, TWO: 3},
    )
    dealt = dealer.deal()
    assert dealt[Berth(ONE, 0)] == B
    assert {dealt[Berth(TWO, 0)], dealt[Berth(TWO, 1)]} == {A, C}


def test_a_counter_takes_over_what_belongs_to_the_berth_and_keeps_its_own() -> None:
    s = play(setup(GAME, "toy", 1), Choose("b1"))
    s.put(UnitId("b1"), Hex(501))
    b0, b1 = UnitId("b0"), UnitId("b1")
    assert berths_of(s, (b1, b0)) == {Berth(Hex(501), 0): b0, Berth(Hex(501), 1): b1}
    recast(s, {b0: b1, b1: b0}, lambda new, old: replace(new, hex=old.hex))
    assert s.stacks[Hex(501)] == ("b1", "b0")
    assert s.units[b1].decoy
    assert not s.units[b0].decoy


def test_the_flow_speaks_of_whoever_lies_there_now() -> None:
    s = play(play(setup(GAME, "toy", 1), Choose("b1")), Pick(UnitId("r2")))
    recast(
        s,
        {UnitId("r2"): UnitId("r1"), UnitId("r1"): UnitId("r2")},
        lambda new, old: replace(new, hex=old.hex),
    )
    assert spoken_of(s) == {"r1"}
    assert s.units[UnitId("r1")].hex == 103


class Many(Value, frozen=True):
    one: UnitId
    several: tuple[UnitId, ...]
    some: frozenset[UnitId]
    by: dict[UnitId, int]


def test_all_parts_of_a_value_speak_of_others() -> None:
    before = Many(A, (A, B, C), frozenset({B}), {A: 1, C: 2})
    assert renamed(before, {A: B, B: A}) == Many(B, (B, A, C), frozenset({A}), {B: 1, C: 2})
