"""Headquarters, how safe they are and how well they reach their troops; and supply to come."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.judges.koenigsberg1945.changes import Changes, hexes_of
from bridgehead.bots.judges.koenigsberg1945.figures import Figures
from bridgehead.bots.judges.koenigsberg1945.ground import Ground
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.koenigsberg1945.model.data import FORCES, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import COMBAT, FOE, ZOC, State, Unit
from bridgehead.games.koenigsberg1945.rules.supply import (
    Traced,
    bearing_on,
    cut_off,
    sources,
    supply_map,
    traced,
)

# In points.
HQ_ALONE = {GERMAN: 6.0, SOVIET: 3.0}
HQ_REACHED = {GERMAN: 1.5, SOVIET: 0.4}
"""What a headquarters without troops costs in an enemy ZOC, and within two hexes of one."""
COMMAND = 1.0
STRAY = 1.5
LOST = 0.3
"""The share of its worth a unit loses at the most that no headquarters reaches: less than by its death."""
CUT_OFF, REGAINED = 0.25, 0.15
"""Shares of a unit's worth lost where no supply comes and won back where it comes again."""
SEEN_FROM = 3
"""Hexes within which a unit can bear on a headquarters: two, and one for its zone of control."""


class Base(msgspec.Struct, frozen=True):
    """How well headquarters reach their corps and how safe they are, in a position looked at before."""

    links: dict[UnitId, float]
    total: float
    exposures: list[float]
    """By headquarters, in the order of the counters."""
    places: dict[Hex, list[int]]
    """By hex, and for all that are off the map: their places in that order."""
    beside: dict[Hex, list[int]]
    """By hex asked for: those that stand near enough to depend on it."""


class Staffs:
    """The headquarters of one game, counted anew only where something changed."""

    def __init__(self, game: Koenigsberg, ground: Ground, figures: Figures) -> None:
        self.game = game
        self.ground = ground
        self.figures = figures
        pieces = game.counters
        self.camps = tuple((hq, pieces[hq].camp) for hq in game.headquarters)
        self.of_formation: dict[str, tuple[UnitId, ...]] = {
            pieces[hq].formation: tuple(
                each for each in game.headquarters if pieces[each].formation == pieces[hq].formation
            )
            for hq in game.headquarters
        }
        self.of_force = {
            force: tuple(hq for hq in game.headquarters if pieces[hq].force == force) for force in FORCES
        }
        self.independents = {id: None for id, piece in pieces.items() if piece.independent}
        """In the order of the counters: sums of fractions must not depend on the order of a set."""
        self.independents_of = {
            force: [id for id in self.independents if pieces[id].force == force] for force in FORCES
        }

    def based(self, s: State, before: Base | None, changed: Changes | None) -> Base:
        """All that is counted of a position, by what changed since another if that is known."""
        if before is None or changed is None:
            links = {hq: self.link(s, hq) for hq in self.game.headquarters}
            links |= {id: self.stray(s, id) for id in self.independents}
            exposures = [self.exposed(s, hq, camp) for hq, camp in self.camps]
            return Base(links, sum(links.values()), exposures, self.places(s), {})
        links = before.links.copy()
        links |= {hq: self.link(s, hq) for hq in self.corps_changed(changed)}
        links |= {id: self.stray(s, id) for id in self.strays_changed(changed)}
        return Base(links, sum(links.values()), self.exposures(s, before, changed), self.places(s), {})

    def commands(self, s: State, base: Base, changed: Changes) -> float:
        """Headquarters alone within the enemy's reach, and corps within the reach of their headquarters."""
        total = base.total
        for hq in self.corps_changed(changed):
            total += self.link(s, hq) - base.links[hq]
        for id in self.strays_changed(changed):
            total += self.stray(s, id) - base.links[id]
        return total + sum(self.exposures(s, base, changed))

    def corps_changed(self, changed: Changes) -> Iterable[UnitId]:
        """The headquarters of the formations in which something changed."""
        pieces = self.game.counters
        return dict.fromkeys(
            hq for _, unit in changed.found for hq in self.of_formation.get(pieces[unit.id].formation, ())
        )

    def strays_changed(self, changed: Changes) -> Iterable[UnitId]:
        """The independents that changed, and all of a force in which a headquarters did."""
        pieces = self.game.counters
        strays = {unit.id: None for _, unit in changed.found if unit.id in self.independents}
        for force in dict.fromkeys(
            pieces[unit.id].force for _, unit in changed.found if pieces[unit.id].headquarters
        ):
            strays |= dict.fromkeys(self.independents_of[force])
        return strays

    def exposures(self, s: State, base: Base, changed: Changes) -> list[float]:
        """By headquarters, counted anew near what changed."""
        places = {place for hex in hexes_of(changed) for place in self.beside(base, hex)}
        if not places:
            return base.exposures
        exposures = base.exposures.copy()
        for place in places:
            exposures[place] = self.exposed(s, *self.camps[place])
        return exposures

    def beside(self, base: Base, hex: Hex) -> list[int]:
        """The headquarters whose safety may depend on what stands in a hex."""
        known = base.beside.get(hex)
        if known is None:
            near = base.places.keys() & self.ground.within(hex, SEEN_FROM)
            known = base.beside[hex] = [place for here in near for place in base.places[here]]
        return known

    def places(self, s: State) -> dict[Hex, list[int]]:
        found: dict[Hex, list[int]] = {}
        for place, hq in enumerate(self.game.headquarters):
            found.setdefault(s.units[hq].hex, []).append(place)
        return found

    def stray(self, s: State, id: UnitId) -> float:
        """An independent that no headquarters of its force reaches stands idle."""
        here = s.units[id].hex
        if not here:
            return 0.0
        pieces = self.game.counters
        piece = pieces[id]
        beyond = 8
        for hq in self.of_force[piece.force]:
            there = s.units[hq].hex
            if there:
                beyond = min(beyond, self.game.ground.distances(there)[here] - pieces[hq].range)
                if beyond <= 0:
                    return 0.0
        harm = min(STRAY + 0.25 * beyond, LOST * self.figures.of(s.units[id]).worth)
        return -harm if piece.camp == SOVIET else 0.5 * harm

    def link(self, s: State, hq: UnitId) -> float:
        """How well a headquarters reaches its corps."""
        units = s.units
        here = units[hq].hex
        if not here:
            return 0.0
        piece = self.game.counters[hq]
        total = 0.0
        distances = self.game.ground.distances(here)
        for unit in self.game.formations.get(piece.formation, ()):
            there = units[unit].hex
            if there:
                beyond = distances[there] - piece.range
                if beyond <= 0:
                    total += COMMAND
                else:
                    total -= min(0.15 * COMMAND * min(beyond, 8), LOST * self.figures.of(units[unit]).worth)
        return total if piece.camp == SOVIET else -total

    def exposed(self, s: State, hq: UnitId, camp: Side) -> float:
        """What a headquarters costs that has no combat unit beside it and that the enemy could overrun."""
        here = s.units[hq].hex
        if not here or s.ledger[COMBAT[camp]][here]:
            return 0.0
        zoc = s.ledger[ZOC[FOE[camp]]]
        harm = 0.0
        if zoc[here]:
            harm = HQ_ALONE[camp]
        elif any(self.ground.near(here)(zoc)):
            harm = HQ_REACHED[camp]
        return harm if camp == GERMAN else -harm


class Lines(msgspec.Struct, frozen=True):
    """The supply lines of a camp in the position a decision began from."""

    sources: tuple[Hex, ...]
    traced: Traced
    distance: dict[bytes, NDArray[np.int8]]
    """By what bears on them since: below 0 in hexes where no supply comes."""


class Supplies:
    """The supply of both camps, worked out where units changed."""

    def __init__(self, figures: Figures) -> None:
        weighty = [(id, mass) for id, mass in figures.masses.items() if mass]
        self.masses = {
            camp: {id: mass for id, mass in weighty if figures.game.counters[id].camp == camp}
            for camp in (GERMAN, SOVIET)
        }
        """By camp and unit: what it weighs; those that never lack supply weigh nothing."""
        self.lines: dict[Side, Lines] = {}
        self.order = {id: place for place, id in enumerate(figures.masses)}

    def cut_off(self, s: State, camp: Side, short: list[UnitId]) -> float:
        """What a camp will lose where no supply reaches it, less what those short of it will regain."""
        masses, order = self.masses[camp], self.order
        distance = self.distance(s, camp)
        found = [(order[id], CUT_OFF * masses[id]) for id in cut_off(s, camp, distance) if id in masses]
        found += [
            (order[id], -REGAINED * masses[id])
            for id in short
            if id in masses and distance[s.units[id].hex] >= 0
        ]
        return sum([lost for _, lost in sorted(found)], 0.0)

    def distance(self, s: State, camp: Side) -> NDArray[np.int8]:
        """By hex: below 0 where no supply comes. Most of what happens leaves lines as they were."""
        starts = sources(s, camp)
        base = self.lines.get(camp)
        if base is None:
            base = self.lines[camp] = Lines(starts, traced(s, camp), {})
        if base.sources != starts:
            return supply_map(s, camp)
        key = bearing_on(s, camp, base.traced)
        known = base.distance.get(key)
        if known is None:
            known = base.distance[key] = supply_map(s, camp)
        return known


def short_of_supply(units: Iterable[Unit]) -> list[UnitId]:
    """The units on the map that no supply reached when it was last judged."""
    return [unit.id for unit in units if unit.supply and unit.hex]
