"""What East Prussia values: victory hexes, the two cities that end the game, corps, staffs, aircraft."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

import msgspec
import numpy as np

from bridgehead.bots.judge import Term
from bridgehead.bots.war import Facts, Troop, War, Weights, differences
from bridgehead.core.values import Side, UnitId
from bridgehead.games.koenigsberg1945.data import FORCES, GERMAN, SOVIET, camp_of
from bridgehead.games.koenigsberg1945.ground import FESTUNG, LINE
from bridgehead.games.koenigsberg1945.odds import ALL
from bridgehead.games.koenigsberg1945.state import GROUNDED, ISOLATED, OUT_OF_SUPPLY, REFIT, SUPPLIED
from bridgehead.games.koenigsberg1945.supply import closed_to_supply, supply_map
from bridgehead.games.koenigsberg1945.victory import german_hexes

# Weights, in points; a full rifle corps or infantry division is worth about 5.
FOE = {GERMAN: SOVIET, SOVIET: GERMAN}
HARM = {SUPPLIED: 1.0, OUT_OF_SUPPLY: 0.8, ISOLATED: 0.55}
ATTACK_HARM = {SUPPLIED: 1.0, OUT_OF_SUPPLY: 0.5, ISOLATED: 0.5}
WORTH = {GERMAN: 1.2, SOVIET: 0.8}
"""The Soviets must spend their strength to win in time; the Germans cannot replace theirs."""
HEX = 50.0
"""A victory hex: more than all that is drawn to it loses by its being taken."""
AT_STAKE = 14.0
"""What the chance of driving the enemy out of one counts for."""
TURNING = 30.0
"""What the eighth German hex is worth besides: with it the campaign is won or lost."""
SUDDEN_DEATH = 160.0
OPEN = 7.0
"""An empty victory hex with the enemy next to it."""
HQ_WORTH = {GERMAN: 9.0, SOVIET: 8.0}
HQ_ALONE = {GERMAN: 6.0, SOVIET: 3.0}
HQ_REACHED = {GERMAN: 1.5, SOVIET: 0.4}
COMMAND = 1.0
STRAY = 1.5
AIR = {REFIT: 0.55, GROUNDED: 0.2}
STEP = 2.0
DRIVE = 1.3
INITIATIVE = 1e-4
"""So little that it only decides between things otherwise equal."""
CUT_OFF, REGAINED = 0.25, 0.15
"""Shares of a unit's worth lost where no supply comes and won back where it comes again."""
MOST_LINES = 4000
MIDWAY = {GERMAN: 0.2, SOVIET: 0.6}
"""The draw of a place that is neither near nor far."""
FAR = 45
"""Movement points from which a goal still draws."""
WATCHED = 7
"""Hexes around a victory hex in which the enemy is looked for."""


class Commands(msgspec.Struct):
    """How well headquarters reach their corps, in a position looked at before."""

    units: list[Any]
    links: dict[UnitId, float]
    total: float


def judge(game: Any) -> EastPrussia:
    return EastPrussia(game)


class EastPrussia(War):
    """Two camps, however many players lead them. What is lost in the north may be won in the south."""

    def __init__(self, game: Any) -> None:
        facts = Facts(
            troop=self.troop,
            camp=lambda s, side: str(camp_of(side)),
            ground=self.held,
            goals=self.goals,
            extra=self.extra,
            chance=lambda s, hex, odds: 0.0,
            margin=self.in_hexes,
        )
        eager = frozenset(
            {
                "BarrageFire",
                "AssignReplacements",
                "VolkssturmDeployment",
                "ChooseIndependents",
                "ChooseExtras",
            }
        )
        super().__init__(
            game, facts, Weights(ground=1.0, march=1.2, guard=0.35, blow=0.4, threat=0.3, scale=7.0), eager
        )
        ground = game.ground
        self.objectives = tuple(sorted(ground.objectives))
        self.doors = tuple(int(number) for number in game.tables.victory.sudden_death.split())
        self.paces = self.paces_of_an_army()
        self.cover = [self.cover_of(hex) for hex in range(game.board.size)]
        self.values: dict[tuple[Any, bool, int], Troop] = {}
        self.tables = {
            (steps, hexes): self.worths_of_attack(steps, hexes) for steps in (0, 1) for hexes in (0, 1, ALL)
        }
        self.masses = {
            id: self.troop_of(piece, game.unit(id=id, side=piece.side)).worth
            if piece.combat and piece.full.movement
            else (1.5 if piece.headquarters else 0.0)
            for id, piece in game.pieces.items()
        }
        self.worth_of_hexes = self.worths_of_hexes()
        self.price = {hex: self.price_of(hex) for hex in self.objectives}
        self.watch_at, self.watch_near, self.watch_start = self.watched()
        self.wanted: dict[Any, dict[int, float]] = {}
        self.hqs = tuple((hq, game.pieces[hq].camp) for hq in game.headquarters)
        self.hqs_of: dict[str, tuple[UnitId, ...]] = {
            game.pieces[hq].formation: tuple(
                each for each in game.headquarters if game.pieces[each].formation == game.pieces[hq].formation
            )
            for hq in game.headquarters
        }
        self.lines: dict[Any, list[int]] = {}
        self.manned: dict[frozenset[int], list[float]] = {}
        self.hqs_with = {
            force: tuple(hq for hq in game.headquarters if game.pieces[hq].force == force) for force in FORCES
        }
        self.independents = frozenset(id for id, piece in game.pieces.items() if piece.independent)
        self.of_force = {
            force: {id for id in self.independents if game.pieces[id].force == force} for force in FORCES
        }
        self.around: dict[int, itemgetter[Any]] = {}
        self.apart: dict[tuple[int, int], int] = {}
        self.known: Commands | None = None

    # --- the map

    def paces_of_an_army(self) -> Any:
        """What each hexside costs to march across, in movement points; a great river costs a day."""
        ground = self.game.ground
        prices = ground.prices["foot"]
        paces = np.where(prices < 0, prices, (prices & 0xFF) // 2).astype(np.int32)
        for side, major in enumerate(ground.major):
            if major:
                paces[side] = 5
        return paces

    def pull(self, goals: Mapping[int, float]) -> list[float]:
        """How strongly the goals draw a unit: strongly near them, a little from all over the map."""
        key = tuple(goals.items())
        if key not in self.pulls:
            total = np.zeros(self.game.board.size)
            for hex, worth in key:
                if hex not in self.far:
                    away = self.game.walker.spread((hex,), FAR, self.paces, self.nothing)
                    near = 0.7 * (1.0 - away / FAR) + 0.3 * np.exp(-away / self.weights.scale)
                    self.far[hex] = np.where(away >= 0, near, 0.0)
                total = np.maximum(total, worth * self.far[hex])
            self.pulls[key] = total.tolist()
        return self.pulls[key]

    def cover_of(self, hex: int) -> tuple[int, int, int]:
        """Columns the ground gives a defender, and what it ignores of steps and of retreats."""
        ground = self.game.ground
        if hex not in self.game.board or not ground.land[hex]:
            return 0, 0, 0
        shift = self.game.tables.terrain[self.game.board.terrain[hex]].shift
        settled = ground.settled(hex)
        if settled is None:
            return shift, 0, 0
        return shift + settled.shift, int(settled.ignores_first_loss), int(settled.ignores_first_retreat)

    def watched(self) -> tuple[Any, Any, Any]:
        """The hexes around each victory hex, how near each is, and where each list begins."""
        at: list[int] = []
        near: list[float] = []
        start = []
        for hex in self.objectives:
            start.append(len(at))
            distance = self.game.walker.spread((hex,), WATCHED, self.paces, self.nothing)
            for there in np.flatnonzero(distance >= 0).tolist():
                at.append(there)
                near.append(1.0 - (max(int(distance[there]), 1) - 1) / WATCHED)
        return np.array(at), np.array(near), np.array(start)

    def price_of(self, hex: int) -> float:
        """How much a victory hex draws the Soviets: two cities end the game, fortresses cost too much."""
        ground = self.game.ground
        ringed = all(ground.lines[hex * 6 : hex * 6 + 6])
        if hex in self.doors:
            return 1.3 if ringed else 2.0
        return 0.6 if ringed else 1.0

    def worths_of_hexes(self) -> list[float]:
        """By victory hexes taken: what they are worth to the Soviets."""
        last = max(
            low for level, (low, _) in self.game.tables.victory.level.items() if level.startswith("Soviet")
        )
        needed = len(self.objectives) - last
        return [
            HEX * taken + TURNING / (1.0 + float(np.exp(-1.2 * (taken - needed + 0.5))))
            for taken in range(len(self.objectives) + 1)
        ]

    # --- facts

    def troop(self, s: Any, unit: Any) -> Troop:
        piece = self.game.pieces[unit.id]
        key = (piece.id, unit.reduced, unit.supply)
        known = self.values.get(key)
        if known is None:
            known = self.values[key] = self.troop_of(piece, unit)
        return known

    def troop_of(self, piece: Any, unit: Any) -> Troop:
        if piece.headquarters:
            return Troop(HQ_WORTH[piece.camp], 0.0, 0.0, mobile=False)
        if piece.militia:
            return Troop(0.0, 0.0, 1.0, mobile=False)
        face = piece.back if unit.reduced and piece.back is not None else piece.full
        worth = 0.45 * face.attack + 0.5 * face.defence + 0.1 * face.movement + 0.5
        worth *= WORTH[piece.camp] * (0.8 if piece.back is None else 1.0)
        return Troop(
            worth * HARM[unit.supply],
            face.attack * ATTACK_HARM[unit.supply],
            face.defence * (0.5 if unit.supply == ISOLATED else 1.0),
            mobile=bool(face.movement),
        )

    def in_hexes(self, s: Any, camp: str) -> float:
        """Victory hexes beyond the turning point; an early end counts for more, troops a little."""
        soviet = 7.5 - german_hexes(s)
        if s.ended is not None and "Sudden" in s.ended.level:
            soviet = max(soviet, 4.5 + 0.5 * (10 - s.turn))
        troops, march = self.counted(s, SOVIET)
        soviet += 0.4 * float(np.tanh((troops + march) / 150.0))
        return soviet if camp == SOVIET else -soviet

    def share(
        self, s: Any, unit: Any, ours: str, want: list[float], guard: list[float]
    ) -> tuple[float, float]:
        """What one unit adds; its place counts by its full strength, so that a step lost is lost once."""
        hex = unit.hex
        if not hex:
            return 0.0, 0.0
        worth = self.troop(s, unit).worth
        mass = self.masses[unit.id]
        ahead, behind = (want, guard) if camp_of(unit.side) == ours else (guard, want)
        if camp_of(unit.side) == GERMAN:
            behind = self.posts(s)
        drawn = mass * (ahead[hex] + self.weights.guard * behind[hex] - MIDWAY[camp_of(unit.side)])
        return (worth, drawn) if camp_of(unit.side) == ours else (-worth, -drawn)

    def posts(self, s: Any) -> list[float]:
        """What draws the Germans where they still hold: the nearest victory hex, whichever it is."""
        known = self.manned.get(s.taken)
        if known is None:
            held = {hex: 1.0 for hex in self.objectives if hex not in s.taken}
            known = self.manned[s.taken] = self.pull(held)
        return known

    def field(self, s: Any, side: Side) -> list[float]:
        if camp_of(side) == SOVIET:
            return super().field(s, side)
        keen = self.weights.guard
        return [a + keen * b for a, b in zip(self.pull(self.goals(s, GERMAN)), self.posts(s), strict=True)]

    def held(self, s: Any, camp: str) -> float:
        return self.worth_of_hexes[len(s.taken)] if camp == SOVIET else 0.0

    def goals(self, s: Any, camp: str) -> Mapping[int, float]:
        """The Soviets want what they have not taken, the Germans what they have lost."""
        key = (camp, s.taken)
        known = self.wanted.get(key)
        if known is None:
            if camp == SOVIET:
                known = {hex: self.price[hex] for hex in self.objectives if hex not in s.taken}
            else:
                known = {hex: 0.35 * self.price[hex] for hex in self.objectives if hex in s.taken}
            self.wanted[key] = known
        return known

    def extra(self, s: Any, camp: str) -> tuple[Term, ...]:
        """Sums made for the Soviets, turned for the Germans."""
        sign = 1.0 if camp == SOVIET else -1.0
        return (
            Term("doors", sign * self.in_the_doors(s), "stands in a city that ends the game"),
            Term("guard", sign * self.unguarded(s), "guards the victory hexes"),
            Term("headquarters", sign * self.commands(s), "keeps headquarters safe and near their corps"),
            Term("air", sign * self.aircraft(s), "keeps its aircraft ready"),
            Term("initiative", sign * self.initiative(s), "gives orders to those who can use them"),
        )

    def in_the_doors(self, s: Any) -> float:
        """A supplied Soviet unit in Königsberg or Elbing wins at the end of the turn."""
        there = s.ledger["soviet_combat"]
        total = 0.0
        for hex in self.doors:
            if there[hex]:
                total += SUDDEN_DEATH if supply_map(s, SOVIET)[hex] >= 0 else 0.3 * SUDDEN_DEATH
        return total

    def unguarded(self, s: Any) -> float:
        """Victory hexes the other side could walk into, by how near it is and who stands there."""
        taken = s.taken
        near = self.nearest(s.ledger["soviet_combat"])
        total = 0.0
        german = s.ledger["german_combat"]
        for at, hex in enumerate(self.objectives):
            if hex in taken:
                continue
            if near[at]:
                open_ = OPEN * self.price[hex] * near[at]
                if german[hex]:
                    defence = sum(
                        self.game.pieces[id].full.defence / (2 if s.units[id].reduced else 1)
                        for id in s.stacks[hex]
                    )
                    open_ *= float(np.exp(-defence / 3.5))
                total += open_
        if taken:
            soviet = s.ledger["soviet_combat"]
            close = self.nearest(german)
            for at, hex in enumerate(self.objectives):
                if hex in taken and close[at] and not soviet[hex]:
                    total -= 0.6 * OPEN * close[at]
        return total

    def nearest(self, ledger: bytearray) -> list[float]:
        """For each victory hex how near the nearest of those counted stands: 1 beside it, 0 far off."""
        found = (np.frombuffer(ledger, np.uint8)[self.watch_at] != 0) * self.watch_near
        near: list[float] = np.maximum.reduceat(found, self.watch_start).tolist()
        return near

    def commands(self, s: Any) -> float:
        """Headquarters alone within the enemy's reach, and corps within the reach of their headquarters."""
        base = self.known
        changed = None if base is None else differences(s.units, base.units)
        if base is None or changed is None:
            links = {hq: self.link(s, hq) for hq in self.game.headquarters}
            links |= {id: self.stray(s, id) for id in self.independents}
            base = self.known = Commands(list(s.units.values()), links, sum(links.values()))
            changed = []
        total = base.total
        pieces = self.game.pieces
        for hq in {hq for _, unit in changed for hq in self.hqs_of.get(pieces[unit.id].formation, ())}:
            total += self.link(s, hq) - base.links[hq]
        strays = {unit.id for _, unit in changed if unit.id in self.independents}
        for force in {pieces[unit.id].force for _, unit in changed if pieces[unit.id].headquarters}:
            strays |= self.of_force[force]
        for id in strays:
            total += self.stray(s, id) - base.links[id]
        return total + self.exposed(s)

    def stray(self, s: Any, id: UnitId) -> float:
        """An independent that no headquarters of its force reaches stands idle."""
        here = s.units[id].hex
        if not here:
            return 0.0
        piece = self.game.pieces[id]
        pieces, units = self.game.pieces, s.units
        beyond = 8
        for hq in self.hqs_with[piece.force]:
            there = units[hq].hex
            if there:
                beyond = min(beyond, self.distance(there, here) - pieces[hq].range)
                if beyond <= 0:
                    return 0.0
        harm = STRAY + 0.25 * beyond
        return -harm if piece.camp == SOVIET else 0.5 * harm

    def link(self, s: Any, hq: UnitId) -> float:
        """How well a headquarters reaches its corps."""
        units = s.units
        here = units[hq].hex
        if not here:
            return 0.0
        piece = self.game.pieces[hq]
        total = 0.0
        for unit in self.game.formations.get(piece.formation, ()):
            there = units[unit].hex
            if there:
                beyond = self.distance(here, there) - piece.range
                total += COMMAND if beyond <= 0 else -0.15 * COMMAND * min(beyond, 8)
        return total if piece.camp == SOVIET else -total

    def distance(self, a: int, b: int) -> int:
        known = self.apart.get((a, b))
        if known is None:
            known = self.apart[a, b] = self.game.board.distance(a, b)
        return known

    def exposed(self, s: Any) -> float:
        """Headquarters with no combat unit beside them that the enemy could overrun."""
        total = 0.0
        ledger = s.ledger
        combat = {GERMAN: ledger["german_combat"], SOVIET: ledger["soviet_combat"]}
        zocs = {GERMAN: ledger["soviet_zoc"], SOVIET: ledger["german_zoc"]}
        for hq, camp in self.hqs:
            here = s.units[hq].hex
            if here and not combat[camp][here]:
                zoc = zocs[camp]
                harm = HQ_ALONE[camp] if zoc[here] else HQ_REACHED[camp] if any(self.near(here)(zoc)) else 0.0
                total += harm if camp == GERMAN else -harm
        return total

    def near(self, hex: int) -> itemgetter[Any]:
        """What takes from a ledger the hexes within two."""
        known = self.around.get(hex)
        if known is None:
            beside = self.game.board.near[hex]
            known = self.around[hex] = itemgetter(
                *{hex, *beside, *(to for at in beside for to in self.game.board.near[at])}
            )
        return known

    def aircraft(self, s: Any) -> float:
        total = 0.0
        for id in self.game.air:
            worth = AIR.get(s.units[id].box, 1.0)
            total += worth if self.game.pieces[id].camp == SOVIET else -worth
        return total

    def initiative(self, s: Any) -> float:
        """Who has been activated, by how much it can do: near the enemy and strong."""
        frame = s.flow[-1] if s.flow else None
        units = getattr(frame, "chosen", None) or (
            getattr(frame, "units", ()) if type(frame).__name__ == "MovementSegment" else ()
        )
        if not units:
            return 0.0
        total = 0.0
        pieces = self.game.pieces
        camp = pieces[units[0]].camp
        zoc = s.ledger["soviet_zoc" if camp == GERMAN else "german_zoc"]
        for id in units:
            unit = s.units[id]
            if unit.hex and pieces[id].combat:
                one = self.troop(s, unit)
                close = any(self.near(unit.hex)(zoc))
                total += one.attack * (2.0 if zoc[unit.hex] else 1.0 if close else 0.4)
        return INITIATIVE * (total if camp == SOVIET else -total)

    # --- supply to come

    def prospects(self, s: Any, side: Side) -> tuple[Term, ...]:
        lost = self.cut_off(s, GERMAN) - self.cut_off(s, SOVIET)
        sign = 1.0 if camp_of(side) == SOVIET else -1.0
        return (*super().prospects(s, side), Term("supply", sign * lost, "keeps supply flowing"))

    def cut_off(self, s: Any, camp: Side) -> float:
        """What a camp will lose where no supply reaches it, less what it will regain."""
        closed = bytes(closed_to_supply(s, camp))
        key = (camp, closed, s.conquered)
        supplied = self.lines.get(key)
        if supplied is None:
            if len(self.lines) > MOST_LINES:
                self.lines.clear()
            supplied = self.lines[key] = supply_map(s, camp).tolist()
        total = 0.0
        for unit in s.units.values():
            hex = unit.hex
            if hex and camp_of(unit.side) == camp and (supplied[hex] < 0 or unit.supply):
                mass = self.masses[unit.id]
                total += CUT_OFF * mass if supplied[hex] < 0 else -REGAINED * mass
        return total

    # --- attacks

    def worths_of_attack(self, steps: int, hexes: int) -> list[tuple[float, float]]:
        """By column: what an attack gains in steps and ground, and how often it drives the defender off."""
        table = []
        for column in self.game.crt:
            gain = driven = 0.0
            for result in column:
                lost = max(0, result.defender_steps - steps)
                back = result.defender_retreat > hexes
                paid = result.attacker_steps if not (result.starred and back) else 0
                gain += STEP * lost + (DRIVE if back else 0.0) - 0.9 * STEP * paid
                gain -= 0.4 * DRIVE if result.attacker_retreat else 0.0
                driven += 1.0 if back else 0.0
            table.append((gain / 6, driven / 6))
        return table

    def blow(self, s: Any, hex: int, strengths: dict[int, tuple[bool, float, float, float]]) -> float:
        """What all who stand around a stack may gain by attacking it."""
        mine, _, defence, _ = strengths[hex]
        if not defence:
            return 0.0
        ground = self.game.ground
        attack = 0.0
        line, every = 0, True
        for direction, at in enumerate(self.game.board.around[hex]):
            there = strengths.get(at)
            if there is None or there[0] == mine or not there[1]:
                continue
            side = hex * 6 + direction
            if not ground.passable[side]:
                continue
            attack += there[1] * (0.5 if ground.minor[side] or ground.major[side] else 1.0)
            crossed = ground.lines[side]
            if crossed:
                line = max(line, crossed)
            else:
                every = False
        if not attack:
            return 0.0
        german = bool(s.ledger["german_combat"][hex])
        return self.gain(hex, attack / defence, line if every and german else 0, german, s.taken)

    def gain(self, hex: int, odds: float, line: int, german: bool, taken: frozenset[int]) -> float:
        shift, steps, hexes = self.cover[hex]
        if line == LINE:
            shift, hexes = shift + self.game.tables.line["line"].shift, ALL
        elif line == FESTUNG:
            shift += self.game.tables.line["festung"].shift
            steps, hexes = 1, ALL if steps else 1
        column = (odds if odds >= 1.0 else 2.0 - 1.0 / odds) - shift
        eager = 0.12 * min(odds, 6.0)
        if column <= 0:
            return eager
        table = self.tables[steps, hexes]
        low = min(int(column), len(table) - 1)
        high = min(low + 1, len(table) - 1)
        part = min(column - low, 1.0)
        worth = table[low][0] + part * (table[high][0] - table[low][0])
        if hex in self.price and (hex in taken) != german:
            driven = table[low][1] + part * (table[high][1] - table[low][1])
            worth += AT_STAKE * self.price[hex] * driven
        return max(worth, 0.0) + eager
