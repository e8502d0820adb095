"""Doors, clones, chance."""

from collections import Counter
from collections.abc import Callable

from bridgehead.core.play import setup
from bridgehead.core.state import reseeded
from bridgehead.core.values import Hex, UnitId
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import BLUE, RED, Unit

GAME = toy()
R0, R1 = UnitId("r0"), UnitId("r1")


def test_units_and_stacks_move_together() -> None:
    s = setup(GAME, "toy", 1)
    s.put(R0, Hex(102))
    assert s.stacks[Hex(102)] == (R1, R0)
    assert Hex(101) not in s.stacks
    assert [unit.id for unit in s.units_in(Hex(102))] == [R1, R0]
    assert s.units_in(Hex(404)) == []
    s.send(R0, "reserve")
    assert s.stacks[Hex(102)] == (R1,)
    assert [unit.id for unit in s.in_box("reserve")] == [R0]
    s.eliminate(R1)
    assert Hex(102) not in s.stacks
    assert len(s.on_map(RED)) == 1


def test_the_ledger_follows_every_door() -> None:
    s = setup(GAME, "toy", 1)
    assert s.ledger[RED][101] == 1
    s.put(R0, Hex(102))
    assert (s.ledger[RED][101], s.ledger[RED][102]) == (0, 2)
    s.eliminate(R0)
    assert s.ledger[RED][102] == 1


def test_a_change_drops_what_was_derived() -> None:
    s = setup(GAME, "toy", 1)
    changes: list[Callable[[], None]] = [
        lambda: s.put(R0, Hex(102)),
        lambda: s.mark(R0, decoy=True),
        lambda: s.track("vp", 3),
        lambda: s.set(hits={"a": 1}),
    ]
    for change in changes:
        s.memo["zoc"] = 1
        s.offered = []
        change()
        assert s.memo == {}
        assert s.offered is None
    assert s.tracks["vp"] == 3
    assert s.units[R0].decoy


def test_a_clone_shares_nothing_that_changes() -> None:
    s = setup(GAME, "toy", 1)
    twin = s.clone()
    assert twin.same_as(s)
    twin.put(R0, Hex(303))
    twin.track("vp", 1)
    twin.hits["a"] = 1
    assert s.units[R0].hex == 101
    assert s.ledger[RED][303] == 0
    assert s.tracks == {}
    assert s.hits == {}
    assert not twin.same_as(s)


def test_a_key_is_the_position_without_its_chance() -> None:
    s = setup(GAME, "toy", 1)
    other = reseeded(s, 99)
    assert other.seed != s.seed
    assert other.key() == s.key()
    other.put(R0, Hex(303))
    assert other.key() != s.key()
    third = s.clone()
    third.hits["a"] = 1
    assert third.key() != s.key()


def test_chance_is_fair_and_repeats_from_its_seed() -> None:
    s = setup(GAME, "toy", 42)
    again = setup(GAME, "toy", 42)
    rolls = [s.roll(6) for _ in range(6000)]
    assert rolls == [again.roll(6) for _ in range(6000)]
    counts = Counter(rolls)
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(880 < count < 1120 for count in counts.values())


def test_a_unit_may_come_into_the_game_off_the_map() -> None:
    s = setup(GAME, "toy", 1)
    s.enlist(Unit(UnitId("r9"), RED, box="reserve"))
    assert [unit.id for unit in s.in_box("reserve")] == ["r9"]
    s.send(UnitId("r9"), "other")
    s.put(UnitId("r9"), Hex(505))
    assert s.stacks[Hex(505)][-1] == "r9"
    s.send(UnitId("r9"), "other")
    assert s.units[UnitId("r9")].box == "other"


def test_a_revelation_is_counted() -> None:
    s = setup(GAME, "toy", 1)
    s.reveal()
    assert s.reveals == 1
    assert len(s.on_map(BLUE)) == 3
