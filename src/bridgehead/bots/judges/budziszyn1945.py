"""What Budziszyn 1945 values: towns, the way to Berlin, levels, supply, guns in place, staffs behind."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.judge import Term
from bridgehead.bots.war import Facts, Front, Troop, War, Weights, differences
from bridgehead.core.values import Hex, Side
from bridgehead.games.budziszyn1945.air import (
    AIR_ATTACK,
    DEFENSIVE,
    OFFENSIVE,
    SUPPLY,
    AirPlanning,
    air_left,
    least_sp,
    target_hexes,
)
from bridgehead.games.budziszyn1945.data import ALLIED, GERMAN, SOVIET
from bridgehead.games.budziszyn1945.state import (
    DUG,
    MARKED,
    SOFT,
    SOLID,
    ZOC,
    camp,
    foes,
)
from bridgehead.games.budziszyn1945.supply import lines
from bridgehead.games.budziszyn1945.zoc import starting_control

# Weights, in points; a full Soviet rifle division is worth about 4.
LEVEL = 2.1
"""What a CEL is worth, on the average."""
TOWN = 4.0
POINT = 4.0
EXIT = 3.0
HEADQUARTERS = 6.0
BRIDGE = 1.5
BLOWN = 0.6
SPARE = 0.08
"""What an air SP is worth that is kept for another mission."""
FLIGHTS = (3, 4, 6, 7, 9, 11, 13, 15, 17, 19, 21)
CUT_OFF = 0.15
GUNS = 0.35
WORN = 3000
JOINING = 0.35
"""How much of the strength about an attacked hex is expected to join."""
MARCH = 0.9
FAR = 60


def judge(game: Any) -> BudziszynJudge:
    return BudziszynJudge(game)


class Outlook(msgspec.Struct):
    """By hex, as a side sees the map at one time: how gladly its units stand there."""

    keen: list[float]
    """Units that fight."""
    armor: list[float]
    """Tanks and mechanized infantry, which Berlin draws besides."""
    late: list[float]
    """Units kept for strategic movement: what they can still reach."""
    guns: list[float]
    staff: list[float]
    lit: list[bool]
    """Supply reaches it."""
    mass: list[float]
    """Attack strength within three hexes."""


class Tally(msgspec.Struct):
    """Sums over a position, by unit."""

    units: list[Any]
    views: dict[Side, Outlook]
    shares: list[tuple[float, float, float]]
    sums: tuple[float, float, float]
    front: Front
    wear: int = 0
    """Differences from it that were counted so far: it ages as the phase goes on."""


class BudziszynJudge(War):
    """All three scenarios. Who fights whom is not who wins together where three play."""

    def __init__(self, game: Any) -> None:
        facts = Facts(
            troop=self.troop,
            camp=lambda s, side: str(side),
            ground=lambda s, side: 0.0,
            goals=self.goals,
            extra=lambda s, side: (),
            chance=lambda s, hex, odds: 0.0,
            margin=margin,
            tempo=tempo,
        )
        super().__init__(game, facts, Weights(blow=0.6, threat=0.5, scale=7.0), frozenset({"Pontoons"}))
        self.towns = np.array(sorted(game.ground.town), np.intp)
        self.bohemia = np.array(game.board.marks["czechoslovakia"], np.intp)
        self.roads = np.array(game.board.marks["south_roads"], np.intp)
        self.edge = np.array(game.board.marks["south_edge"], np.intp)
        self.dresden = np.array(game.board.marks["dresden"], np.intp)
        self.around = game.ground.neighbours
        self.to_berlin = self.spread_from(game.ground.zones["S"])
        self.hits, self.tolls, self.drives = columns_worth(game.tables.combat)
        self.outlooks: dict[tuple[Any, ...], Outlook] = {}
        self.tallies: dict[str, Tally] = {}
        self.seen: tuple[Any, Side, Tally, list[tuple[int, Any]]] | None = None
        self.figures: dict[tuple[Any, ...], Troop] = {}
        self.against: dict[tuple[str, Side], tuple[Side, ...]] = {}
        self.places = np.concatenate((self.towns, self.roads))
        self.controls: dict[bytes, tuple[float, float, bool]] = {}
        self.first: NDArray[np.uint8] | None = None
        """Who held the towns of Two Stars at the start."""
        self.flights: dict[tuple[Any, ...], float] = {}

    def spread_from(self, hexes: Any) -> NDArray[np.float64]:
        far = self.game.walker.spread(tuple(hexes), FAR, self.paces, self.nothing).astype(float)
        far[far < 0] = FAR
        return far  # type: ignore[no-any-return]

    def camp(self, s: Any, side: Side) -> str:
        """Three players win each for themselves."""
        return str(side) if s.scenario == "two_stars_three" else str(camp(side))

    def other(self, s: Any, side: str) -> str:
        return str(self.foes(s, Side(side))[0])

    def foes(self, s: Any, side: Side) -> tuple[Side, ...]:
        key = (s.scenario, side)
        if key not in self.against:
            self.against[key] = foes(s, side)
        return self.against[key]

    def field(self, s: Any, side: Side) -> list[float]:
        return self.outlook(s, side).keen

    # --- a unit in figures

    def troop(self, s: Any, unit: Any) -> Troop:
        key = (unit.id, unit.cel, unit.oos, unit.transport, bool(unit.disorganized))
        found = self.figures.get(key)
        if found is None:
            found = self.figures[key] = self.counted_as(unit)
        return found

    def counted_as(self, unit: Any) -> Troop:
        counter = self.game.counters[unit.id]
        at = counter.cel - unit.cel
        if counter.hq:
            return Troop(HEADQUARTERS, 0.0, 0.0)
        attack, defence = counter.attack[at], counter.defence[at]
        worth = 0.6 * attack + 0.9 * unit.cel
        if unit.disorganized:
            attack, defence, worth = attack * 0.5, defence * 0.5, worth * 0.88
        if unit.oos:
            attack *= 0.5
            worth *= (1.0, 0.95, 0.88, 0.75)[unit.oos] if unit.oos < 4 else 0.6
        if counter.guns:
            defence = 0.0 if unit.transport else defence * 0.5
            attack = 0.0 if unit.transport else attack * 0.5
        elif counter.towed or counter.rg:
            attack = 0.0
        return Troop(worth, float(attack), float(defence))

    # --- what a side wants

    def goals(self, s: Any, side: str) -> dict[int, float]:
        mine = camp(Side(side))
        control = s.control
        if s.scenario == "nysa":
            wanted = (2,) if mine == 0 else (1, 3)
            return {int(hex): 1.0 for hex in self.towns if control[hex] in wanted}
        if mine == 0:
            found = {int(hex): 1.5 for hex in self.roads if control[hex] != 1}
            found.update({int(hex): 0.4 for hex in self.towns if control[hex] != 1})
            red = np.frombuffer(s.ledger[SOLID[0]], np.uint8)
            if not red[self.bohemia].any():
                found.update({int(hex): 1.5 for hex in self.bohemia})
            return found
        found = {int(hex): 1.0 for hex in self.towns if control[hex] == 1}
        found.update({int(hex): 1.2 for hex in (*self.roads, *self.dresden) if control[hex] == 1})
        return found

    def outlook(self, s: Any, side: Side) -> Outlook:
        """Made anew for every phase and every change of hands; within a phase it stays as it was found."""
        key = (s.scenario, side, s.turn, s.phasing, s.phase, s.control)
        found = self.outlooks.get(key)
        if found is None:
            if len(self.outlooks) > 40:
                self.outlooks.clear()
            found = self.outlooks[key] = self.looked(s, side)
        return found

    def looked(self, s: Any, side: Side) -> Outlook:
        mine = camp(side)
        board = self.game.board
        enemies = [hex for hex, stack in s.stacks.items() if camp(s.units[stack[0]].side) != mine]
        far = self.spread_from(enemies) if enemies else np.full(board.size, float(FAR))
        want = np.array(self.pull(self.goals(s, side)))
        guard = np.array(self.pull(self.goals(s, self.other(s, side))))
        keen = want + self.weights.guard * guard
        keen += 0.25 * np.exp(-far / 10.0)
        armor = keen + (0.8 * np.exp(-self.to_berlin / 14.0) if s.scenario == "nysa" and mine == 0 else 0.0)
        late = np.where(far >= 2, armor, 0.0)
        for _ in range(8):
            late = np.maximum(late, np.where(far >= 2, late[self.around].max(axis=1), 0.0))
        set_up = np.select([far <= 1, far <= 3, far <= 4], [0.4, 1.0, 0.8], 0.6 * np.exp(-(far - 4) / 6))
        staff = np.select([far <= 1, far <= 2, far <= 5], [-4.0, -0.8, 1.0], 1.0 - 0.08 * (far - 5))
        mass = np.zeros(board.size)
        for unit in s.units.values():
            if unit.hex and unit.side == side:
                attack = self.troop(s, unit).attack
                if attack:
                    mass[list(self.game.ground.near(unit.hex, 3))] += attack
        return Outlook(
            keen=keen.tolist(),
            armor=armor.tolist(),
            late=late.tolist(),
            guns=set_up.tolist(),
            staff=staff.tolist(),
            lit=self.lit(s, side),
            mass=mass.tolist(),
        )

    def lit(self, s: Any, side: Side) -> list[bool]:
        """Where a line of supply comes to, or to the hex beside."""
        kinds = {SOVIET: ("soviet",), GERMAN: ("german",), ALLIED: ("american", "german")}[side]
        reached = np.zeros(self.game.board.size, bool)
        for kind in kinds:
            reached |= np.array(lines(s, side, kind).spent) >= 0
        return (reached | reached[self.around].any(axis=1)).tolist()  # type: ignore[no-any-return]

    # --- what we have

    def standing(self, s: Any, side: Side) -> tuple[Term, ...]:
        troops, march, posture = self.tallied(s, side)
        return (
            Term("troops", troops, "keeps its troops in being"),
            Term("ground", self.ground(s, side), "holds ground that counts"),
            Term("march", MARCH * march, "brings strength where it counts"),
            Term("posture", posture, "has guns in place and headquarters behind the front"),
            Term("works", self.works(s, side), "builds what it will need"),
            Term("staffs", self.staffs(s, side), "keeps its headquarters among its troops"),
            Term("air", self.air(s, side) if s.phase == "air" else 0.0, "sends aircraft where they help"),
            Term("debts", self.debts(s, side), "pays less for a lost fight"),
        )

    def tallied(self, s: Any, side: Side) -> tuple[float, float, float]:
        base, changed = self.compared(s, side)
        troops, march, posture = base.sums
        views = base.views
        for at, unit in changed:
            now, was = self.shared(s, unit, side, views), base.shares[at]
            troops += now[0] - was[0]
            march += now[1] - was[1]
            posture += now[2] - was[2]
        return troops, march, posture

    def compared(self, s: Any, side: Side) -> tuple[Tally, list[tuple[int, Any]]]:
        """The sums of a position like this one, and the units in which this one differs."""
        views = {each: self.outlook(s, each) for each in self.game.sides_of(s)}
        base = self.tallies.get(side)
        changed = None
        if base is not None and all(base.views.get(each) is view for each, view in views.items()):
            changed = differences(s.units, base.units)
            base.wear += len(changed or ())
        if base is None or changed is None or base.wear > WORN:
            units = list(s.units.values())
            shares = [self.shared(s, unit, side, views) for unit in units]
            sums = (
                sum(share[0] for share in shares),
                sum(share[1] for share in shares),
                sum(share[2] for share in shares),
            )
            base = self.tallies[side] = Tally(units, views, shares, sums, self.front(s, side))
            changed = []
        self.seen = (s, side, base, changed)
        return base, changed

    def blows(self, s: Any, ours: str) -> tuple[float, float]:
        """Asked right after what we have, of the same position: the comparison is not made twice."""
        seen, self.seen = self.seen, None
        if seen is not None and seen[0] is s and seen[1] == ours:
            base, changed = seen[2], seen[3]
        else:
            base, changed = self.compared(s, Side(ours))
        before = base.units
        moved = [(at, unit) for at, unit in changed if figure(unit) != figure(before[at])]
        return self.struck(s, ours, base.front, moved)

    def shared(
        self, s: Any, unit: Any, side: Side, outlooks: dict[Side, Outlook]
    ) -> tuple[float, float, float]:
        """What one unit adds to troops, march and posture: its own side's view of it, turned for an enemy."""
        hex = unit.hex
        if not hex:
            return 0.0, 0.0, 0.0
        view = outlooks[unit.side]
        counter = self.game.counters[unit.id]
        worth = self.troop(s, unit).worth
        troops, march, posture = worth, 0.0, 0.0
        if not view.lit[hex]:
            troops -= CUT_OFF * worth
        if counter.hq:
            posture = view.staff[hex]
        elif counter.artillery:
            ready = 1.0 if not (counter.guns and unit.transport) else 0.55
            if unit.barred and unit.barred >= s.combats:
                ready *= 0.5
            posture = GUNS * counter.attack[counter.cel - unit.cel] * view.guns[hex] * ready
        elif counter.mp:
            keen = (view.armor if counter.type in ("ARM", "MECH") else view.keen)[hex]
            if unit.done & MARKED and s.phase == "movement":
                keen = max(keen, 0.9 * view.late[hex])
            march = worth * keen
        if unit.side == side:
            return troops, march, posture
        if camp(unit.side) == camp(side):
            return 0.2 * troops, 0.0, 0.0
        return -troops, -0.5 * march, -posture

    def ground(self, s: Any, side: Side) -> float:
        return self.in_nysa(s, side) if s.scenario == "nysa" else self.in_two_stars(s, side)

    def falling(self, s: Any, hexes: NDArray[np.intp]) -> tuple[Any, Any, Any]:
        """Who holds hexes, and which of them the two camps take next if nothing changes; guns and staffs are
        not sent to take any."""
        ledger = s.ledger
        read = np.frombuffer
        held = read(s.control, np.uint8)[hexes]
        stands = [
            (read(ledger[SOLID[at]], np.uint8)[hexes] | read(ledger[SOFT[at]], np.uint8)[hexes]) != 0
            for at in (0, 1)
        ]
        fights = [read(ledger[SOLID[at]], np.uint8)[hexes] != 0 for at in (0, 1)]
        reaches = [read(ledger[ZOC[at]], np.uint8)[hexes] != 0 for at in (0, 1)]
        red = fights[0] | (reaches[0] & ~reaches[1] & ~stands[1])
        west = fights[1] | (reaches[1] & ~reaches[0] & ~stands[0])
        return held, red, west

    def in_nysa(self, s: Any, side: Side) -> float:
        """Towns, and armor gone to Berlin."""
        held, red, west = self.falling(s, self.towns)
        german = held == 2
        soon = (0.95, 0.6) if s.phasing == SOVIET else (0.6, 0.95)
        lead = len(held) - 2.0 * int(german.sum())
        lead += 2.0 * (soon[0] * int((german & red).sum()) - soon[1] * int((~german & west).sum()))
        exited = s.tracks.get("exited", 0)
        total = float(0.5 * TOWN * lead + EXIT * exited)
        return total if side == SOVIET else -total

    def in_two_stars(self, s: Any, side: Side) -> float:
        """Victory points as they would be counted, ours less the enemy's."""
        soviet, us, german = self.points(s)
        if s.scenario == "two_stars":
            lead = soviet - (us + german) / 2
            return POINT * (lead if side == SOVIET else -lead)
        mine = {SOVIET: soviet, ALLIED: us, GERMAN: german}
        best = max(points for each, points in mine.items() if each != side)
        return POINT * (mine[side] - 0.7 * best - 0.15 * (soviet + us + german - mine[side] - best))

    def points(self, s: Any) -> tuple[float, float, float]:
        """Soviet, American and German victory points (T.32 to T.34), with towns and roads about to fall."""
        get = s.tracks.get
        held, red, west = self.falling(s, self.places)
        many = len(self.towns)
        ours, taken = held[many:] == 1, red[many:]
        kept = float((ours & ~west[many:]).sum()) + 0.8 * float((~ours & taken).sum())
        solid = np.frombuffer(s.ledger[SOLID[0]], np.uint8)
        soviet = 10.0 * kept + (20.0 if solid[self.bohemia].any() else 0.0)
        soviet += 2 * get("lost_american", 0) + get("lost_german", 0)
        column = self.farthest(s)
        number = s.game.tables.number
        soviet += 50 if not column else max(0, number.west_column - column)
        held, red, west = held[:many], red[:many], west[:many]
        us = 2.0 * get("killed_by_american", 0) + get("poles_killed_by_american", 0)
        us += max(0, column - number.american_column)
        american_towns, german_works, free = self.by_control(s)
        us += american_towns - 0.7 * float(((held == 3) & red).sum())
        us += 0.7 * float(((held == 1) & west).sum())
        german = 2.0 * get("killed_by_german", 0) + german_works
        if free and not solid[self.edge].any():
            german += 20.0
        return soviet, us, german

    def farthest(self, s: Any) -> int:
        """T.32e The easternmost column that Americans in supply have reached."""
        lit = self.outlook(s, ALLIED).lit
        found = np.flatnonzero(np.frombuffer(s.ledger["americans"], np.uint8)).tolist()
        return next((hex // 100 for hex in reversed(found) if lit[hex]), 0)

    def by_control(self, s: Any) -> tuple[float, float, bool]:
        """What hangs on control alone: American towns; points for Dresden and for towns retaken; is the south
        edge free of the Soviets?"""
        found = self.controls.get(s.control)
        if found is None:
            if self.first is None:
                self.first = np.frombuffer(starting_control(s), np.uint8)[self.towns]
            control = np.frombuffer(s.control, np.uint8)
            towns = control[self.towns]
            german = 2.0 * float((control[self.dresden] == 2).sum())
            german += 2.0 * float(((self.first == 1) & (towns == 2)).sum())
            found = (float((towns == 3).sum()), german, not (control[self.edge] == 1).any())
            if len(self.controls) > 100:
                self.controls.clear()
            self.controls[s.control] = found
        return found

    def works(self, s: Any, side: Side) -> float:
        """Bridges over big rivers, works dug near the enemy."""
        total = 0.0
        view = self.outlook(s, side)
        if s.scenario == "nysa" and side == SOVIET:
            total += sum(BRIDGE + view.keen[a] + view.keen[b] for a, b in s.built)
        blown = BLOWN if side == (GERMAN if s.scenario == "nysa" else SOVIET) else -BLOWN
        total += blown * sum(view.guns[a] for a, _ in s.broken)
        for hex, owner in s.forts.items():
            if owner == side and hex in s.stacks:
                total += 0.3 * view.guns[hex]
        return float(total)

    def staffs(self, s: Any, side: Side) -> float:
        """Headquarters alone are lost at once, and cost five columns twice (9.1.6)."""
        total = 0.0
        for id in self.game.hqs:
            unit = s.units[id]
            hex = unit.hex
            if not hex:
                continue
            own = camp(unit.side)
            if s.ledger[SOLID[own]][hex]:
                continue
            harm = 1.5
            if any(self.outlook(s, foe).mass[hex] for foe in self.foes(s, unit.side)):
                harm = 6.0 if s.ledger[ZOC[1 - own]][hex] else 4.0
            total += -harm if own == camp(side) else harm
        return total

    # --- aircraft

    def air(self, s: Any, side: Side) -> float:
        """What the missions planned so far promise, and what is kept for others."""
        flown = self.flown(s, side)
        total = SPARE * air_left(s, side) - 0.15 * len(s.missions)
        total += sum(self.mission(s, side, kind, hex, sp) for (kind, hex), sp in flown.items())
        frame = s.flow[-1] if s.flow else None
        if isinstance(frame, AirPlanning) and frame.side == side and frame.kind and not frame.attacks:
            total += (
                self.promised(s, side, frame.kind, frame.hex) if frame.hex else self.best_flight(s, frame)
            )
        return total

    def flown(self, s: Any, side: Side) -> dict[tuple[str, Hex], int]:
        """Strength by kind and hex: two missions to one place are as good as one."""
        found: dict[tuple[str, Hex], int] = {}
        for each in s.missions:
            if each.side == side:
                found[each.kind, each.hex] = found.get((each.kind, each.hex), 0) + each.sp
        return found

    def best_flight(self, s: Any, frame: AirPlanning) -> float:
        """The best a mission of the kind can promise anywhere."""
        key = (s.scenario, frame.side, s.turn, s.phasing, s.control, frame.kind, s.missions)
        if key not in self.flights:
            if len(self.flights) > 200:
                self.flights.clear()
            hexes = target_hexes(s, frame.side, frame.kind)
            worths = [self.promised(s, frame.side, frame.kind, hex) for hex in hexes]
            self.flights[key] = max(worths, default=0.0)
        return self.flights[key]

    def promised(self, s: Any, side: Side, kind: str, hex: Hex) -> float:
        """The best that a mission to a hex would be worth, beyond the strength it takes."""
        left, least = air_left(s, side), least_sp(s, kind)
        before = self.flown(s, side).get((kind, hex), 0)
        had = self.mission(s, side, kind, hex, before) if before else 0.0
        gains = [
            self.mission(s, side, kind, hex, before + sp) - had - SPARE * sp
            for sp in FLIGHTS
            if least <= sp <= left
        ]
        return max(gains, default=-1.0)

    def mission(self, s: Any, side: Side, kind: str, hex: Hex, sp: int) -> float:
        if hex not in s.stacks:
            return 0.0
        if kind == SUPPLY:
            return 0.8 * sum(1 for unit in s.units_in(hex) if unit.oos)
        if kind == AIR_ATTACK:
            return self.bombed(s, hex, sp - 2 * self.game.ground.cm[hex])
        if kind not in (OFFENSIVE, DEFENSIVE):
            return 0.0
        _, _, defence, worth = self.strength(s, hex, side)
        owner = s.units[s.stacks[hex][0]].side
        against = 0.6 * sum(self.outlook(s, foe).mass[hex] for foe in self.foes(s, owner))
        if not against or against < defence:
            return 0.0
        if kind == OFFENSIVE:
            more = self.attacked(s, hex, against + sp, defence, worth)
            return 0.7 * (more - self.attacked(s, hex, against, defence, worth))
        more = self.attacked(s, hex, against, defence + sp / 2, worth)
        return 0.4 * (self.attacked(s, hex, against, defence, worth) - more)

    def bombed(self, s: Any, hex: Hex, sp: int) -> float:
        """The levels an air attack takes, by its table."""
        if sp < 1:
            return 0.0
        cells = next(cells for least, cells in reversed(self.game.tables.fire["air_attack"]) if sp >= least)
        lost = sum(
            (6 - abs(5 - at)) / 36 * (cell.lose + 0.4 * cell.disorganized) for at, cell in enumerate(cells)
        )
        return float(LEVEL * min(lost, s.ledger["cels"][hex]))

    def debts(self, s: Any, side: Side) -> float:
        """Levels that a fight being settled will still cost."""
        if not s.flow:
            return 0.0
        frame = s.flow[-1]
        name = type(frame).__name__
        owed = 0.0
        if name == "StandFirm":
            owed = max(frame.short(s).values(), default=0) - frame.paid
        elif name == "TakeLosses":
            owed = frame.left
        elif name == "Retreat":
            short = sum(1 for id in frame.units if s.units[id].hex)
            owed = frame.need * (0.5 + 0.5 * short / max(1, len(s.routs) + short)) if short else 0.0
        if not owed:
            return 0.0
        return -LEVEL * owed if camp(frame.side) == camp(side) else LEVEL * owed

    # --- what may soon happen

    def struck(self, s: Any, ours: str, base: Front, changed: list[tuple[int, Any]]) -> tuple[float, float]:
        """The blows of both camps, counted anew only about the units that changed."""
        touched = {unit.hex for _, unit in changed} | {base.units[at].hex for at, _ in changed}
        touched.discard(0)
        if not touched:
            return base.mine, base.theirs
        strengths = base.strengths.copy()
        for hex in touched:
            if hex in s.stacks:
                strengths[hex] = self.strength(s, hex, ours)
            else:
                strengths.pop(hex, None)
        near = self.game.board.near
        mine, theirs = base.mine, base.theirs
        for hex in touched.union(*(near[hex] for hex in touched)):
            was, now = base.strengths.get(hex), strengths.get(hex)
            if was is not None:
                mine, theirs = added(mine, theirs, not was[0], -base.blows[hex])
            if now is not None:
                mine, theirs = added(mine, theirs, not now[0], self.blow(s, hex, strengths))
        return mine, theirs

    def strength(self, s: Any, hex: int, ours: str) -> tuple[bool, float, float, float]:
        attack = defence = worth = 0.0
        for id in s.stacks[hex]:
            one = self.troop(s, s.units[id])
            attack += one.attack
            defence += one.defence
            worth += one.worth
        return camp(s.units[s.stacks[hex][0]].side) == camp(Side(ours)), attack, defence, worth

    def blow(self, s: Any, hex: int, strengths: dict[int, tuple[bool, float, float, float]]) -> float:
        """What the attackers about a stack gain by attacking it, by the table."""
        mine, _, defence, worth = strengths[hex]
        against = wet = 0.0
        big = self.game.ground.big
        for at, there in enumerate(self.game.board.around[hex], hex * 6):
            stack = strengths.get(there)
            if stack is not None and stack[0] != mine:
                against += stack[1]
                if big[at]:
                    wet += stack[1]
        if not against:
            return 0.0
        owner = s.units[s.stacks[hex][0]].side
        for foe in self.foes(s, owner):
            against += JOINING * max(0.0, self.outlook(s, foe).mass[hex] - against)
        return self.attacked(s, hex, against, defence, worth, wet=2 * wet > against)

    def attacked(
        self, s: Any, hex: int, against: float, defence: float, worth: float, *, wet: bool = False
    ) -> float:
        """What so much strength gains by attacking a hex, by the combat table."""
        if not against:
            return 0.0
        odds = against / max(defence, 0.5)
        column = min(12.0, odds + 2.0 if odds >= 1.0 else 4.0 - 1.0 / odds)
        column -= self.game.ground.cm[hex] + (2 if hex in s.forts else 0) + (3 if wet else 0)
        low = int(max(0.0, min(column, 11.0)))
        part = max(0.0, min(column - low, 1.0))
        net = between(self.hits, low, part) - between(self.tolls, low, part)
        gain = min(worth, LEVEL * net) if net > 0 else 0.4 * LEVEL * net
        if hex in self.game.ground.town:
            gain += 0.4 * TOWN * between(self.drives, low, part)
        return gain


def figure(unit: Any) -> tuple[Any, ...]:
    """What of a unit counts in a fight."""
    return (unit.hex, unit.cel, unit.oos, unit.transport, bool(unit.disorganized), unit.done & DUG)


def added(mine: float, theirs: float, to_mine: bool, worth: float) -> tuple[float, float]:
    return (mine + worth, theirs) if to_mine else (mine, theirs + worth)


def between(values: list[float], low: int, part: float) -> float:
    return values[low] + part * (values[low + 1] - values[low])


def columns_worth(table: Any) -> tuple[list[float], list[float], list[float]]:
    """By column of the combat table: levels the defender loses, levels the attacker loses, how often the
    defender must go."""
    ways = [6 - abs(7 - roll) for roll in range(2, 13)]
    hits, tolls, drives = [], [], []

    def price(cell: Any) -> float:
        return cell.lose + 0.4 * cell.retreat + 0.4 * cell.disorganized + 0.15 * cell.test  # type: ignore[no-any-return]

    for column in range(len(table[0])):
        cells = [(way / 36, table[at][column]) for at, way in enumerate(ways)]
        hits.append(sum(chance * price(defender) for chance, (_, defender) in cells))
        tolls.append(sum(chance * price(attacker) for chance, (attacker, _) in cells))
        drives.append(sum(chance for chance, (_, defender) in cells if defender.retreat))
    return hits, tolls, drives


def tempo(s: Any, side: str) -> tuple[float, float]:
    """Our attacks come after our moves, theirs after theirs."""
    if s.phasing == side:
        return (1.0, 0.6) if s.phase in ("air", "barrage", "movement") else (0.15, 1.0)
    return (0.4, 1.0) if s.phase in ("air", "barrage", "movement") else (0.8, 0.3)


def margin(s: Any, side: str) -> float:
    """Towns in Nysa, and everything for Berlin; points in Two Stars."""
    score = s.ended.score
    if s.scenario == "nysa":
        berlin = "soviet" not in score
        lead = 150.0 - 5.0 * s.turn if berlin else float(score["soviet"] - score["german"])
        return lead if camp(Side(side)) == 0 else -lead
    mine = float(score[side])
    return mine - max(
        float(score[each]) for each in ("soviet", "allied", "german") if each in score and each != side
    )
