"""Dealing what a side cannot see: a hidden counter may be any that the side cannot rule out.

A guess depends on the seed and on what the side knows, never on where the hidden counters truly are. A game
says which counters could lie in a berth (`fits`) and how much room a stack has; `dealt` gives every berth
its counter, and `recast` makes the position so: each counter takes over what belongs to its berth, in the
stacks and wherever the flow speaks of it, and keeps what belongs to itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.state import AnyState, Unit
from bridgehead.core.values import Hex, UnitId, Value, replace

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
U = TypeVar("U", bound=Unit)


class Lots:
    """Lots drawn from a seed of their own, apart from the dice of the game."""

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed & MASK)

    def below(self, ways: int) -> int:
        """One of so many equal ways, counted from 0."""
        self.seed = advanced(self.seed)
        return mixed(self.seed) * ways >> 64

    def shuffled(self, items: Iterable[T]) -> list[T]:
        left = list(items)
        found: list[T] = []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found


def spoken_of(s: AnyState) -> frozenset[UnitId]:
    """The units that the flow speaks of: they keep their places in a guess."""
    words = msgspec.json.encode(s.flow).decode().split('"')
    return frozenset(UnitId(word) for word in words if word in s.units)


def places_of(s: AnyState, units: Iterable[UnitId]) -> list[tuple[Hex, int]]:
    """Where units stand, each with its height in the stack, in the order of the map."""
    return sorted((s.units[unit].hex, s.stacks[s.units[unit].hex].index(unit)) for unit in units)


def exchange(s: AnyState, dealt: Iterable[tuple[int, Unit]]) -> None:
    """Units take one another's places: each as it shall be, with its height in the stack.

    Whoever exchanges units that do not count alike rebuilds the ledger.
    """
    for height, unit in dealt:
        s.units[unit.id] = unit
        stack = s.stacks[unit.hex]
        s.stacks[unit.hex] = (*stack[:height], unit.id, *stack[height + 1 :])
    s.touch()


# --- dealing


class Berth(msgspec.Struct, frozen=True, order=True):
    """A place in a stack where a counter lies that the side cannot see."""

    hex: Hex
    height: int


def berths_of(s: AnyState, units: Iterable[UnitId]) -> dict[Berth, UnitId]:
    """Where units lie and who they truly are, in the order of the map."""
    places = {Berth(s.units[id].hex, s.stacks[s.units[id].hex].index(id)): id for id in units}
    return dict(sorted(places.items()))


class Dealer(Generic[K]):
    """Gives berths to counters, by lot, as far as they fit and the stacks have room.

    `kinds` says of each counter what decides where it may lie; counters of a kind fit the same berths. Where
    stacks are limited, `room` says how much more a hex holds beside what the side sees there, and `sizes` how
    much each counter takes.
    """

    def __init__(
        self,
        berths: Sequence[Berth],
        kinds: Mapping[UnitId, K],
        fits: Callable[[K, Berth], bool],
        lots: Lots,
        sizes: Mapping[UnitId, int] | None = None,
        room: Mapping[Hex, int] | None = None,
    ) -> None:
        self.kinds = kinds
        self.fitting = {
            kind: [berth for berth in berths if fits(kind, berth)] for kind in dict.fromkeys(kinds.values())
        }
        self.sizes = sizes or dict.fromkeys(kinds, 1)
        self.room = dict(room or {})
        self.lots = lots
        self.taken: dict[Berth, UnitId] = {}

    def deal(self) -> dict[Berth, UnitId]:
        """The largest and the choosiest first, so that what is left over still fits."""
        drawn = self.lots.shuffled(sorted(self.kinds))
        order = sorted(drawn, key=lambda id: (-self.sizes[id], len(self.fitting[self.kinds[id]])))
        crowded = [id for id in order if not self.seat(id, set())]
        self.room.clear()  # in the middle of a retreat the limits may not hold
        lost = [id for id in crowded if not self.seat(id, set())]
        assert not lost, f"no berth is left that fits {lost}"
        return self.taken

    def seat(self, id: UnitId, tried: set[Berth]) -> bool:
        """Find a berth, free or of one who finds another."""
        berths = [berth for berth in self.fitting[self.kinds[id]] if berth not in tried]
        free = [each for each in berths if each not in self.taken and self.has_room(id, each)]
        if free:
            self.take(id, free[self.lots.below(len(free))])
            return True
        for berth in self.lots.shuffled(berths):
            if berth in tried or berth not in self.taken:
                continue
            tried.add(berth)
            other = self.leave(berth)
            if self.has_room(id, berth):
                self.take(id, berth)
                if self.seat(other, tried):
                    return True
                self.leave(berth)
            self.take(other, berth)
        return False

    def has_room(self, id: UnitId, berth: Berth) -> bool:
        return berth.hex not in self.room or self.sizes[id] <= self.room[berth.hex]

    def take(self, id: UnitId, berth: Berth) -> None:
        self.taken[berth] = id
        if berth.hex in self.room:
            self.room[berth.hex] -= self.sizes[id]

    def leave(self, berth: Berth) -> UnitId:
        id = self.taken.pop(berth)
        if berth.hex in self.room:
            self.room[berth.hex] += self.sizes[id]
        return id


def recast(s: AnyState, names: Mapping[UnitId, UnitId], dressed: Callable[[Any, Any], Unit]) -> None:
    """Counters take one another's places: `names` says of each who stands for it now.

    `dressed(new, old)` is the new counter with all that belongs to the berth of the old one. Whoever recasts
    counters that do not count alike rebuilds the ledger.
    """
    was = {id: s.units[id] for id in names}
    for old, new in names.items():
        s.units[new] = dressed(was[new], was[old])
    for hex in {unit.hex for unit in was.values() if unit.hex}:
        s.stacks[hex] = tuple(names.get(id, id) for id in s.stacks[hex])
    if not spoken_of(s).isdisjoint(names):
        s.flow = tuple(renamed(frame, names) for frame in s.flow)
    s.touch()


def renamed(value: T, names: Mapping[UnitId, UnitId]) -> T:
    """A value that speaks of others instead."""
    found: Any = value
    match value:
        case str():
            found = names.get(UnitId(value), value)
        case Value():
            fields = {name: getattr(value, name) for name in value.__struct_fields__}
            found = replace(value, **{name: renamed(held, names) for name, held in fields.items()})
        case tuple() | frozenset():
            found = type(value)(renamed(each, names) for each in value)
        case dict():
            found = {renamed(key, names): renamed(held, names) for key, held in value.items()}
    return found  # type: ignore[no-any-return]  # of the same type as it was
