"""Headquarters, how safe they are and how well they reach their troops; and supply to come."""

from __future__ import annotations

import msgspec

from bridgehead.bots.evaluation import differences
from bridgehead.bots.judges.koenigsberg1945.figures import Figures
from bridgehead.bots.judges.koenigsberg1945.ground import Ground
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.koenigsberg1945.model.data import FORCES, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import State, Unit
from bridgehead.games.koenigsberg1945.rules.supply import closed_to_supply, supply_map

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
MOST_LINES = 4000
"""Maps of supply kept at hand."""


class Base(msgspec.Struct, frozen=True):
    """How well headquarters reach their corps, in a position looked at before."""

    units: list[Unit]
    links: dict[UnitId, float]
    total: float


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
        self.base: Base | None = None

    def commands(self, s: State) -> float:
        """Headquarters alone within the enemy's reach, and corps within the reach of their headquarters."""
        base = self.base
        changed = None if base is None else differences(s.units, base.units)
        if base is None or changed is None:
            links = {hq: self.link(s, hq) for hq in self.game.headquarters}
            links |= {id: self.stray(s, id) for id in self.independents}
            base = self.base = Base(list(s.units.values()), links, sum(links.values()))
            changed = []
        total = base.total
        pieces = self.game.counters
        for hq in dict.fromkeys(
            hq for _, unit in changed for hq in self.of_formation.get(pieces[unit.id].formation, ())
        ):
            total += self.link(s, hq) - base.links[hq]
        strays = {unit.id: None for _, unit in changed if unit.id in self.independents}
        for force in dict.fromkeys(
            pieces[unit.id].force for _, unit in changed if pieces[unit.id].headquarters
        ):
            strays |= dict.fromkeys(self.independents_of[force])
        for id in strays:
            total += self.stray(s, id) - base.links[id]
        return total + self.exposed(s)

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
                beyond = min(beyond, self.ground.distance(there, here) - pieces[hq].range)
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
        for unit in self.game.formations.get(piece.formation, ()):
            there = units[unit].hex
            if there:
                beyond = self.ground.distance(here, there) - piece.range
                if beyond <= 0:
                    total += COMMAND
                else:
                    total -= min(0.15 * COMMAND * min(beyond, 8), LOST * self.figures.of(units[unit]).worth)
        return total if piece.camp == SOVIET else -total

    def exposed(self, s: State) -> float:
        """Headquarters with no combat unit beside them that the enemy could overrun."""
        total = 0.0
        ledger = s.ledger
        combat = {GERMAN: ledger["german_combat"], SOVIET: ledger["soviet_combat"]}
        zocs = {GERMAN: ledger["soviet_zoc"], SOVIET: ledger["german_zoc"]}
        for hq, camp in self.camps:
            here = s.units[hq].hex
            if here and not combat[camp][here]:
                harm = 0.0
                if zocs[camp][here]:
                    harm = HQ_ALONE[camp]
                elif any(self.ground.near(here)(zocs[camp])):
                    harm = HQ_REACHED[camp]
                total += harm if camp == GERMAN else -harm
        return total


class Supplies:
    """The supply of both camps, worked out once for what it depends on."""

    def __init__(self, figures: Figures) -> None:
        weighty = [(id, mass) for id, mass in figures.masses.items() if mass]
        self.masses = {
            camp: {id: mass for id, mass in weighty if figures.game.counters[id].camp == camp}
            for camp in (GERMAN, SOVIET)
        }
        """By camp and unit: what it weighs; those that never lack supply weigh nothing."""
        self.lines: dict[tuple[Side, bytes, frozenset[Hex]], list[int]] = {}

    def cut_off(self, s: State, camp: Side) -> float:
        """What a camp will lose where no supply reaches it, less what it will regain."""
        supplied = self.supplied(s, camp)
        units = s.units
        total = 0.0
        for id, mass in self.masses[camp].items():
            unit = units[id]
            hex = unit.hex
            if hex and (supplied[hex] < 0 or unit.supply):
                total += CUT_OFF * mass if supplied[hex] < 0 else -REGAINED * mass
        return total

    def supplied(self, s: State, camp: Side) -> list[int]:
        """By hex: below 0 where no supply comes."""
        key = (camp, bytes(closed_to_supply(s, camp)), s.conquered)
        known = self.lines.get(key)
        if known is None:
            if len(self.lines) > MOST_LINES:
                self.lines.clear()
            known = self.lines[key] = supply_map(s, camp).tolist()
        return known
