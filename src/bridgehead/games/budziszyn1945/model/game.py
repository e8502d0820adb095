"""The game as its rules see it: data, ground, and lists worked out once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from bridgehead.core.actions import MoveTo, Pick
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.data import Campaigns, Counter, Tables
from bridgehead.games.budziszyn1945.model.ground import Ground
from bridgehead.games.budziszyn1945.model.state import State, Unit
from bridgehead.hexes.board import Board
from bridgehead.toolkit.wargame import Wargame


@dataclass(frozen=True, kw_only=True, eq=False)
class Budziszyn(Wargame[State, Unit]):
    """The game with what its rules look up."""

    counters: Mapping[UnitId, Counter]
    ground: Ground
    tables: Tables
    campaigns: Campaigns

    @cached_property
    def picks(self) -> Mapping[UnitId, Pick]:
        return {id: Pick(id) for id in self.counters}

    @cached_property
    def moves(self) -> tuple[MoveTo, ...]:
        return tuple(MoveTo(Hex(hex)) for hex in range(self.board.size))

    def those(self, fits: Callable[[Counter], bool]) -> tuple[UnitId, ...]:
        """The units whose counters fit, in their order."""
        return tuple(id for id, counter in self.counters.items() if fits(counter))

    @cached_property
    def hqs(self) -> tuple[UnitId, ...]:
        return self.those(lambda counter: counter.hq)

    @cached_property
    def artillery(self) -> tuple[UnitId, ...]:
        return self.those(lambda counter: counter.artillery)

    @cached_property
    def americans(self) -> frozenset[UnitId]:
        return frozenset(self.those(lambda counter: counter.nation == "american"))

    @cached_property
    def american_force(self) -> tuple[UnitId, ...]:
        """T.5 Americans and those who may go over to them."""
        return self.those(lambda counter: counter.nation in ("american", "polish"))

    @cached_property
    def rooted(self) -> frozenset[UnitId]:
        """Units without movement points (15.2.1)."""
        return frozenset(self.those(lambda counter: not counter.mp))

    @cached_property
    def posts(self) -> Mapping[UnitId, tuple[Hex, ...]]:
        """15.2.1 Where units without movement points are set up, and so are for good."""
        groups = [group for each in self.campaigns.setup.values() for group in each]
        return {id: group.hexes for group in groups for id in group.units if id in self.rooted}

    @cached_property
    def silent(self) -> tuple[UnitId, ...]:
        """Units without a ZOC that block supply all the same (10.1.11)."""
        return self.those(lambda counter: counter.artillery or counter.rg)

    @cached_property
    def army_units(self) -> Mapping[str, tuple[UnitId, ...]]:
        found: dict[str, tuple[UnitId, ...]] = dict.fromkeys(self.tables.armies, ())
        for id, counter in self.counters.items():
            if counter.army in found:
                found[counter.army] = (*found[counter.army], id)
        return found

    @cached_property
    def group_of(self) -> Mapping[UnitId, tuple[UnitId, ...]]:
        """The units set up together with one."""
        groups = [group for each in self.campaigns.setup.values() for group in each]
        return {id: group.units for group in groups for id in group.units}

    @cached_property
    def bank_hexes(self) -> list[Hex]:
        return [hex for hex in self.board.hexes if self.ground.across[hex]]

    @cached_property
    def land_hexes(self) -> list[Hex]:
        return [hex for hex in self.board.hexes if self.board.terrain[hex] != "lake"]

    @cached_property
    def fixed_positions(self) -> Mapping[Hex, int]:
        return fixed_positions(self.board, self.tables)

    @cached_property
    def fixed_lines(self) -> frozenset[frozenset[Hex]]:
        lines = self.board.features.get("line", frozenset())
        return frozenset(frozenset((a, b)) for a, b in lines)


def fixed_positions(board: Board, tables: Tables) -> dict[Hex, int]:
    """7.2 Hexes marked `fixed_positions`, or `fixed_positions_2` and so on, with their modifiers."""
    found: dict[Hex, int] = {}
    for mark, hexes in board.marks.items():
        if mark.startswith("fixed_positions"):
            _, _, number = mark.removeprefix("fixed_positions").partition("_")
            for hex in hexes:
                found[hex] = int(number) if number else tables.number.fixed_position
    return found
