"""What the Tannenberg campaign values: points on the map, divisions, supply, headquarters, attacks to come.

Sums are made for the German side and turned for the Russian. They are kept from one look to the next: units
are immutable, so only those that are no longer the same object are counted anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.judge import Term
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.eastprussia1914.activation import Activation, ChooseFreeMovers, ChooseIndependents
from bridgehead.games.eastprussia1914.chits import Exchange, SelectChits
from bridgehead.games.eastprussia1914.combat import CombatSegment, targets_of
from bridgehead.games.eastprussia1914.command import command_range
from bridgehead.games.eastprussia1914.data import FOE, GERMAN, RUSSIAN
from bridgehead.games.eastprussia1914.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.odds import attack_strength, defender_hq_shift, terrain_shifts
from bridgehead.games.eastprussia1914.state import (
    COMBAT,
    COMMAND_MODE,
    ISOLATED,
    OOS,
    REMOVED,
    ZOC,
    controller,
)
from bridgehead.games.eastprussia1914.supply import (
    Supply,
    closed_to_supply,
    combat_unit_supplied_at,
    hq_supplied_at,
    supply_of,
)
from bridgehead.games.eastprussia1914.victory import ground_points, net_points, worth_of_loss

Floats = NDArray[np.float64]

POINT = 10.0
"""What a victory point is worth; a full division is worth about 6 besides."""
LOOMING = 0.2
"""How much of its points a unit on its last step has already lost."""
STAFF = 8.0
"""What an HQ is worth besides its points."""
HARM = {"": 1.0, OOS: 0.8, ISOLATED: 0.5}
DRAWN_FROM = (9.0, 2.5)
"""Over how many MPs a victory hex draws: from afar, and those who could walk in."""
MOST_DRAWN = 5
"""How many of its points draw at the most."""
OPEN = 4.0
"""The strength that an empty hex takes to change hands."""
NEAR = (0.0, 1.0, 0.55, 0.25)
"""How much of a unit's attack counts by distance, for it may come nearer first."""
RIDE = 7
MOST_IN_ONE_ATTACK = 18.0
GUNS = {GERMAN: 1.4, RUSSIAN: 0.7}
"""The shift to expect when the other side attacks."""
SOON, POISE, DANGER = 0.9, 0.2, 0.2
ALONE = 0.8
"""What an HQ without troops in its hex costs, far from any enemy: trains and horsemen come far."""
AWAY, BEYOND, MOST_LAG, FOLLOWS = 0.2, 0.8, 3.0, 0.08
"""What each hex between a division and its HQ costs, beyond the range on the march and beyond any range;
at the most; and while the HQ has yet to follow in this activation."""
MARCH = 1.1
"""How much what strength may yet gain counts against points in hand."""
MARCHES, GUNS_UP = 2.6, 2.5
"""What it is worth to put an HQ on the march, and each column of its guns where there are enemies."""
CUT_OFF, STARVED = 0.18, 0.3
"""The share of its worth that a unit loses to the judge when it is or will be out of supply."""
MOST_KEPT = 300
"""Maps of supply kept at hand."""
FINE = 10
"""Parts of a column of the CRT."""


def judge(game: Any) -> EastPrussiaJudge:
    return EastPrussiaJudge(game)


class Figures(msgspec.Struct, frozen=True):
    """A counter in one condition."""

    worth: float
    attack: float
    defence: float
    step: float
    """What the next step lost costs, points included."""
    horse: bool = False


class Share(msgspec.Struct):
    """What one unit adds to the sums."""

    troops: float
    pull: Floats | None = None
    near: tuple[Any, Any] | None = None
    ride: Any = None


class Post(msgspec.Struct, frozen=True):
    """A stack as an attacker finds it."""

    side: Side
    defence: float
    step: float
    shift: float
    """The columns that ground and guns take from an attack."""
    ground: float
    """What the hex itself is worth to the attacker."""


class Sums(msgspec.Struct):
    """The sums over a position."""

    troops: float
    pull: dict[Side, Floats]
    """By victory hex: the strength a side brings to bear."""
    threat: dict[Side, Floats]
    """By hex: the attack a side can bring against it soon."""
    riders: dict[Side, Floats]
    """By hex: the cavalry of a side that can be there in a move."""
    posts: dict[int, Post]
    """By hex: what stands there to be attacked."""
    lags: dict[UnitId, float]
    """By HQ: what is lost by divisions far from it."""


class EastPrussiaJudge:
    """All three scenarios."""

    eager = frozenset(
        {
            "ChooseHq",
            "ChooseIndependents",
            "ChooseFreeMovers",
            "SelectChits",
            "Replacements",
            "Reinforcements",
            "LandsturmCalledOut",
            "IsolatedMovement",
            "Creep",
        }
    )

    def __init__(self, game: Any) -> None:
        self.game = game
        self.hexes = list(game.tables.victory_hexes)
        points = np.array(list(game.tables.victory_hexes.values()), float)
        self.drawn = np.minimum(points, MOST_DRAWN)
        self.sign = np.array([-1.0 if game.ground.home[hex] == GERMAN else 1.0 for hex in self.hexes])
        """To whose good it is when the hex is not in the hands of its country: 1 for the German."""
        self.reaches: dict[str, Floats] = {}
        self.nears: dict[int, tuple[Any, Any]] = {}
        self.rides: dict[int, Any] = {}
        self.figures: dict[tuple[str, int, str], Figures] = {}
        self.covers: dict[tuple[int, Side, tuple[Hex, ...]], float] = {}
        self.shelters: dict[tuple[Hex, ...], Floats] = {}
        self.grounds: dict[tuple[bool, ...], float] = {}
        self.supplies: dict[Any, Supply] = {}
        self.far: dict[int, list[int]] = {}
        self.base: tuple[str, list[Any], list[Share], Sums] | None = None
        self.staffs = [id for id, counter in game.counters.items() if counter.kind == "headquarters"]
        self.corps = {
            hq: [
                id
                for id, counter in game.counters.items()
                if counter.formation == game.counters[hq].formation
                and counter.side == game.counters[hq].side
                and id != hq
            ]
            for hq in self.staffs
        }
        self.staff_of = {id: hq for hq, ids in self.corps.items() for id in (hq, *ids)}
        self.hits, self.costs, self.clears = self.columns()

    def columns(self) -> tuple[list[float], list[float], list[float]]:
        """By tenths of a column from -3 up: steps the defender loses, the attacker loses, chance to clear."""
        results = self.game.tables.crt.results
        hits = [sum(cell.defender_steps for cell in column) / 6 for column in results]
        costs = [
            sum(cell.attacker_steps * (0.4 if cell.asterisk else 1.0) for cell in column) / 6
            for column in results
        ]
        clears = [sum(cell.defender_retreat > 0 for cell in column) / 6 for column in results]
        at = np.arange(-3 * FINE, (len(results) - 1) * FINE + 1) / FINE
        known = np.arange(-1, len(results))

        def fine(figures: list[float], below: float) -> list[float]:
            return [float(each) for each in np.interp(at, known, [below, *figures])]

        return fine(hits, 0.0), fine(costs, 2.0), fine(clears, 0.0)

    def camp(self, s: Any, side: Side) -> str:
        return str(side)

    # --- units in figures

    def figured(self, s: Any, unit: Any) -> Figures:
        key = (unit.id, unit.steps, unit.supply)
        found = self.figures.get(key)
        if found is None:
            found = self.figures[key] = self.figure(s, unit)
        return found

    def figure(self, s: Any, unit: Any) -> Figures:
        counter = self.game.counters[unit.id]
        prize = POINT * worth_of_loss(s, lost(s, unit))
        if counter.kind == "headquarters":
            return Figures(STAFF * HARM[unit.supply], 0.0, 0.0, prize)
        attack, defence = counter.values[unit.steps][:2]
        worth = 0.5 * (attack + defence) * HARM[unit.supply]
        last = unit.steps < 2
        if last and counter.steps > 1:
            worth -= LOOMING * prize
        step = prize * (1 - LOOMING * (counter.steps > 1)) if last else LOOMING * prize
        if unit.supply:
            attack = 0 if unit.supply == ISOLATED else attack * 0.5
            defence = defence * 0.5 if unit.supply == ISOLATED else defence
        step += 0.5 * counter.values[1][1] + 0.5
        return Figures(worth, attack, defence, step, counter.kind == "cavalry")

    def reach(self, s: Any) -> Floats:
        """By hex and victory hex: how much a unit there weighs here."""
        known = self.reaches.get(s.scenario)
        if known is None:
            ground = self.game.ground
            closed = ground.bounds.get(s.scenario, ground.bounds[""])
            columns = []
            for hex in self.hexes:
                if closed[hex]:
                    columns.append(np.zeros(self.game.board.size))
                    continue
                far = self.game.walker.spread((hex,), 60, ground.lines, closed)
                near = sum(np.exp(-np.maximum(far, 0) / scale) for scale in DRAWN_FROM) / len(DRAWN_FROM)
                columns.append(np.where(far >= 0, near, 0.0))
            known = self.reaches[s.scenario] = np.array(columns).T.copy()
        return known

    def near(self, hex: int) -> tuple[Any, Any]:
        """The hexes a unit may soon attack, with how much of it counts there."""
        known = self.nears.get(hex)
        if known is None:
            far = self.game.walker.spread(
                (hex,), len(NEAR) - 1, self.paces(), bytearray(self.game.board.size)
            )
            at = np.flatnonzero(far > 0)
            known = self.nears[hex] = (at, np.array(NEAR)[far[at]])
        return known

    def paces(self) -> Any:
        dry = np.frombuffer(self.game.ground.dry, np.uint8)
        return np.where(dry != 0, 1, -1).astype(np.int32)

    def ride(self, hex: int) -> Any:
        """The hexes cavalry may reach in a move."""
        known = self.rides.get(hex)
        if known is None:
            far = self.game.walker.spread(
                (hex,), RIDE, self.game.ground.lines, bytearray(self.game.board.size)
            )
            known = self.rides[hex] = np.flatnonzero(far >= 0)
        return known

    def distances(self, hex: int) -> list[int]:
        known = self.far.get(hex)
        if known is None:
            known = self.far[hex] = self.game.ground.distances(hex).tolist()
        return known

    # --- sums

    def share(self, s: Any, unit: Any, reach: Floats) -> Share:
        german = unit.side == GERMAN
        if not unit.hex:
            prize = POINT * worth_of_loss(s, unit)
            return Share(-prize if german else prize)
        one = self.figured(s, unit)
        troops = one.worth if german else -one.worth
        if not one.attack and not one.defence:
            return Share(troops)
        ours = (self.sign < 0) == german
        pull = reach[unit.hex] * np.where(ours, one.defence, one.attack)
        return Share(
            troops,
            pull,
            self.near(unit.hex) if one.attack else None,
            self.ride(unit.hex) if one.horse and one.attack else None,
        )

    def add(self, sums: Sums, share: Share, side: Side, attack: float, times: float) -> None:
        sums.troops += times * share.troops
        if share.pull is not None:
            sums.pull[side] += times * share.pull
        if share.near is not None:
            at, weights = share.near
            sums.threat[side][at] += times * attack * weights
        if share.ride is not None:
            sums.riders[side][share.ride] += times

    def sums(self, s: Any) -> Sums:
        known: Sums | None = s.memo.get("judged")
        if known is None:
            known = s.memo["judged"] = self.summed(s)
        return known

    def summed(self, s: Any) -> Sums:
        """From the last count, with what changed; or counted from nothing."""
        base = self.base
        changed = None if base is None or base[0] != s.scenario else differences(s.units, base[1])
        if base is None or changed is None:
            return self.count(s)
        _, units, shares, start = base
        if not changed:
            return start
        sums, reach = copied(start), self.reach(s)
        touched: set[int] = set()
        staffs: set[UnitId] = set()
        for at, unit in changed:
            was = units[at]
            hq = self.staff_of.get(unit.id)
            if hq is not None:
                staffs.add(hq)
            touched.update((unit.hex, was.hex))
            if unit.id in self.corps:
                touched.update(s.units[id].hex for id in self.corps[unit.id] if id in s.units)
            if not same_standing(unit, was):
                self.add(sums, shares[at], was.side, self.figured(s, was).attack if was.hex else 0.0, -1.0)
                now = self.share(s, unit, reach)
                self.add(sums, now, unit.side, self.figured(s, unit).attack if unit.hex else 0.0, 1.0)
        self.review(s, sums, touched, staffs)
        return sums

    def review(self, s: Any, sums: Sums, hexes: Iterable[int], staffs: Iterable[UnitId]) -> None:
        """Look again at the stacks in these hexes and at these HQs."""
        for hex in hexes:
            post = self.post(s, hex) if hex in s.stacks else None
            if post is not None:
                sums.posts[hex] = post
            else:
                sums.posts.pop(hex, None)
        for id in staffs:
            hq = s.units.get(id)
            if hq is not None and hq.hex:
                sums.lags[id] = self.lag(s, hq)
            else:
                sums.lags.pop(id, None)

    def count(self, s: Any) -> Sums:
        size, reach = self.game.board.size, self.reach(s)
        sums = Sums(
            0.0,
            {side: np.zeros(len(self.hexes)) for side in FOE},
            {side: np.zeros(size) for side in FOE},
            {side: np.zeros(size) for side in FOE},
            {},
            {},
        )
        units = list(s.units.values())
        shares = [self.share(s, unit, reach) for unit in units]
        for unit, share in zip(units, shares, strict=True):
            self.add(sums, share, unit.side, self.figured(s, unit).attack if unit.hex else 0.0, 1.0)
        self.review(s, sums, s.stacks, self.staffs)
        self.base = (s.scenario, units, shares, sums)
        return sums

    def post(self, s: Any, hex: int) -> Post | None:
        defence, step, count = 0.0, 0.0, 0
        side = GERMAN
        for id in s.stacks[hex]:
            unit = s.units[id]
            one = self.figured(s, unit)
            if one.defence:
                side = unit.side
                defence += one.defence
                step += one.step
                count += 1
        if not count:
            return None
        guns = defender_hq_shift(s, Hex(hex), side)
        shift = self.cover(s, hex, side) - (guns.amount if guns is not None else 0)
        town = self.game.tables.victory_hexes.get(hex, 0)
        return Post(side, max(defence, 0.5), step / count, shift, POINT * 0.6 * town)

    # --- what we have

    def standing(self, s: Any, side: Side) -> tuple[Term, ...]:
        sums = self.sums(s)
        sign = 1.0 if side == GERMAN else -1.0
        later = self.later(s)
        return (
            Term("troops", sign * sums.troops, "keeps its troops in being"),
            Term("ground", sign * POINT * (1 - later) * self.ground(s), "holds towns that count"),
            Term(
                "march",
                sign * POINT * MARCH * later * self.expected(s, sums),
                "brings strength where towns count",
            ),
            Term("staffs", sign * self.staff_work(s, sums), "keeps headquarters safe and near their troops"),
            Term("orders", self.orders(s, side), "gives orders to those who can use them"),
        )

    def held(self, s: Any) -> tuple[bool, ...]:
        """By victory hex: is it out of the hands of its country?"""
        taken = s.taken
        return tuple([hex in taken for hex in self.hexes])

    def ground(self, s: Any) -> float:
        """The points for ground, German less Russian."""
        key = self.held(s)
        known = self.grounds.get(key)
        if known is None:
            known = self.grounds[key] = float(ground_points(s, GERMAN) - ground_points(s, RUSSIAN))
        return known

    def later(self, s: Any) -> float:
        """How much what may yet happen to a town counts against who holds it now."""
        left = s.rules_of.last_turn - s.turn
        return float(0.6 * (1 - np.exp(-(left + 0.5) / 2)))

    def odds_of(self, s: Any, sums: Sums) -> Floats:
        """By victory hex: how likely it will be in the hands of the side whose country it is not."""
        german = self.sign < 0
        attack = np.where(german, sums.pull[RUSSIAN], sums.pull[GERMAN])
        defence = np.where(german, sums.pull[GERMAN], sums.pull[RUSSIAN]) * self.shelter(s)
        held = np.array(self.held(s))
        attack *= attack
        defence *= defence
        chance: Floats = (attack + OPEN * OPEN * held) / (attack + defence + OPEN * OPEN)
        return chance

    def shelter(self, s: Any) -> Floats:
        known = self.shelters.get(s.fallen)
        if known is None:
            known = self.shelters[s.fallen] = np.array(
                [
                    1 + 0.3 * self.cover(s, hex, GERMAN if sign < 0 else RUSSIAN)
                    for hex, sign in zip(self.hexes, self.sign, strict=True)
                ]
            )
        return known

    def expected(self, s: Any, sums: Sums) -> float:
        return float(np.dot(self.sign * self.drawn, self.odds_of(s, sums)))

    def cover(self, s: Any, hex: int, side: Side) -> float:
        """The columns that the ground of a hex takes from an attack on a side."""
        key = (hex, side, s.fallen)
        known = self.covers.get(key)
        if known is None:
            known = self.covers[key] = -float(
                sum(shift.amount for shift in terrain_shifts(s, Hex(hex), side))
            )
        return known

    def staff_work(self, s: Any, sums: Sums) -> float:
        """Headquarters alone where the enemy can ride, and divisions out of their reach."""
        total = 0.0
        following = yet_to_follow(s)
        for hq in self.staffs_on_map(s):
            if hq.id == following:
                bad = 0.1 * self.exposure(s, sums, hq) + self.lag(s, hq, follows=True)
            else:
                bad = self.exposure(s, sums, hq) + sums.lags[hq.id]
            total += bad if hq.side == RUSSIAN else -bad
        return total

    def staffs_on_map(self, s: Any) -> Iterator[Any]:
        for id in self.staffs:
            hq = s.units.get(id)
            if hq is not None and hq.hex:
                yield hq

    def exposure(self, s: Any, sums: Sums, hq: Any) -> float:
        side, hex = hq.side, hq.hex
        foe = FOE[side]
        near, ridden = sums.threat[foe][hex], sums.riders[foe][hex]
        if s.ledger[COMBAT[side]][hex]:
            return 0.08 * min(float(near), 12.0)
        screened = bool(s.ledger[ZOC[side]][hex])
        if near < 0.5 and not ridden:
            return ALONE if screened else 2 * ALONE
        risk = 0.5 if near > 2.0 else 0.25
        if screened:
            risk *= 0.5
        return float(risk * (STAFF + self.figured(s, hq).step))

    def lag(self, s: Any, hq: Any, follows: bool = False) -> float:
        """What is lost by divisions far from their HQ: on the march, and out of command."""
        far = self.distances(hq.hex)
        counter = self.game.counters[hq.id]
        close, reach = counter.movement_mode_range, counter.command_range
        total = 0.0
        for id in self.corps[hq.id]:
            unit = s.units.get(id)
            if unit is not None and unit.hex:
                away = far[unit.hex]
                if away <= close:
                    continue
                if follows:
                    total += FOLLOWS * min(away - close, 10)
                else:
                    total += min(AWAY * (away - close) + BEYOND * max(away - reach, 0), MOST_LAG)
        return total

    # --- orders: chits, modes, who is activated

    def orders(self, s: Any, side: Side) -> float:
        if not s.flow:
            return 0.0
        top = s.flow[-1]
        if isinstance(top, SelectChits):
            return sum(self.use_of_chit(s, chit) for chit in top.chosen) if top.side == side else 0.0
        if isinstance(top, Exchange):
            return sum(self.use_of_chit(s, c) for c in s.cup if self.game.chits[c].side == side)
        at = next((frame for frame in s.flow if isinstance(frame, Activation)), None)
        if at is None or at.side != side:
            return 0.0
        chosen = top.chosen if isinstance(top, ChooseIndependents | ChooseFreeMovers) else ()
        total = sum(self.use_of(s, unit) for unit in (*at.units, *at.free, *chosen))
        return total + (self.use_of_mode(s, at.hq) if at.hq else 0.0)

    def use_of(self, s: Any, id: str) -> float:
        """What it is worth to give a unit orders; constant while it moves."""
        unit = s.units[id]
        return 0.3 * self.figured(s, unit).worth if unit.hex and unit.supply != ISOLATED else 0.0

    def use_of_mode(self, s: Any, id: str) -> float:
        """Guns where there are enemies in range; otherwise the march."""
        hq = s.units[id]
        if not hq.hex:
            return 0.0
        if hq.mode != COMMAND_MODE:
            return MARCHES
        far, reach = self.distances(hq.hex), command_range(s, hq) + 1
        ledger, foe = s.ledger[COMBAT[FOE[hq.side]]], 0
        for hex in s.stacks:
            if far[hex] <= reach and ledger[hex]:
                foe += 1
        shift: int = self.game.counters[id].ratio_shift
        return GUNS_UP * shift * min(foe, 2) / 2 - self.sums(s).lags[hq.id]

    def use_of_chit(self, s: Any, chit: str) -> float:
        """How much its corps can do."""
        entry = self.game.chits[chit]
        if not entry.hq:
            staffs = (hq for hq in self.staffs_on_map(s) if hq.side == entry.side)
            return 0.9 * max((self.use_of_corps(s, hq.id) for hq in staffs), default=0.0)
        return self.use_of_corps(s, entry.hq)

    def use_of_corps(self, s: Any, id: str) -> float:
        hq = s.units[id]
        if not hq.hex:
            return 1.0
        far, reach = self.distances(hq.hex), self.game.counters[id].command_range
        enemies = [hex for hex in s.stacks if s.ledger[COMBAT[FOE[hq.side]]][hex]]
        total = 1.0
        for unit in s.units.values():
            if unit.side != hq.side or not unit.hex or far[unit.hex] > reach:
                continue
            counter = self.game.counters[unit.id]
            if counter.kind in ("headquarters", "garrison"):
                continue
            own = counter.formation == self.game.counters[id].formation
            if not own and counter.formation:
                continue
            away = self.distances(unit.hex)
            close = min((away[hex] for hex in enemies), default=20)
            share = 0.35 + 0.65 * float(np.exp(-max(close - 1, 0) / 4))
            total += share * self.figured(s, unit).worth * (1.0 if own else 0.4)
        return total

    # --- what may soon happen

    def prospects(self, s: Any, side: Side) -> tuple[Term, ...]:
        sums = self.sums(s)
        foe = FOE[side]
        poise = POISE if not strikes_now(s, side) else POISE / 4
        return (
            Term("attacks", SOON * self.attacks_now(s, side), "can attack at good odds"),
            Term("poise", poise * self.blows(sums, side), "threatens the enemy before it"),
            Term("danger", -DANGER * self.blows(sums, foe), "is in danger where it stands"),
            Term(
                "supply",
                self.starving(s, foe) - self.starving(s, side),
                "keeps supply open and cuts the enemy's",
            ),
        )

    def blows(self, sums: Sums, attacker: Side) -> float:
        """What the other side may lose where a side can come against it."""
        threat = sums.threat[attacker]
        guns = GUNS[attacker]
        total = 0.0
        for hex, post in sums.posts.items():
            if post.side != attacker:
                against = threat[hex]
                if against > 1.0:
                    column = column_of(min(float(against), MOST_IN_ONE_ATTACK) / post.defence)
                    total += self.gain(column + guns - post.shift, post.step, post.ground)
        return total

    def gain(self, column: float, step: float, ground: float, own: float = 6.0) -> float:
        """What an attack on a column promises, never less than a trifle that grows with the odds."""
        at = int((column + 3) * FINE)
        if at <= 0:
            return 0.0
        at = min(at, len(self.hits) - 1)
        value = self.hits[at] * step + self.clears[at] * (1.5 + ground) - self.costs[at] * own
        return max(value, 0.0) + 0.004 * at

    def attacks_now(self, s: Any, side: Side) -> float:
        """What the units under orders could attack in this activation, each counted once."""
        at = activation(s)
        if at is None or at.side != side:
            return 0.0
        targets: dict[int, dict[str, float]] = {}
        for unit, weight_by_target in self.fighters(s, at):
            for target, strength in weight_by_target.items():
                targets.setdefault(target, {})[unit] = strength
        total = 0.0
        while targets:
            best, worth = 0, 0.0
            for target, strengths in targets.items():
                value = self.assault(s, at, target, strengths)
                if value > worth:
                    best, worth = target, value
            if not best:
                break
            total += worth
            used = targets.pop(best)
            targets = {
                target: left
                for target, strengths in targets.items()
                if (left := {unit: each for unit, each in strengths.items() if unit not in used})
            }
        return total

    def fighters(self, s: Any, at: Activation) -> Iterator[tuple[str, dict[int, float]]]:
        """Units that may still attack, with the strength each can bring against a hex."""
        segment = next((frame for frame in s.flow if isinstance(frame, MovementSegment)), None)
        done = segment.done if segment is not None else ()
        tired = segment.tired if segment is not None else ()
        chosen = getattr(s.flow[-1], "chosen", ()) if isinstance(s.flow[-1], ChooseIndependents) else ()
        ledger = s.ledger[COMBAT[FOE[at.side]]]
        for id in (*at.units, *chosen):
            unit = s.units[id]
            if id in tired or not unit.hex:
                continue
            attack = self.figured(s, unit).attack
            if not attack:
                continue
            found = {int(hex): attack_strength(s, unit, hex) / 8 for hex in targets_of(s, id, at.side)}
            if id not in done:
                hexes, weights = self.near(unit.hex)
                for hex, weight in zip(hexes.tolist(), weights.tolist(), strict=True):
                    if ledger[hex] and hex not in found:
                        found[hex] = attack * weight
            if found:
                yield id, found

    def assault(self, s: Any, at: Activation, target: int, strengths: dict[str, float]) -> float:
        post = self.sums(s).posts.get(target)
        if post is None:
            return 0.0
        own = sum(self.figured(s, s.units[id]).step for id in strengths) / len(strengths)
        column = column_of(sum(strengths.values()) / post.defence)
        shift = self.own_guns(s, at, target, strengths) - post.shift
        return self.gain(column + shift, post.step, post.ground, own)

    def own_guns(self, s: Any, at: Activation, target: int, strengths: dict[str, float]) -> float:
        if not at.hq:
            return 0.0
        hq, counter = s.units[at.hq], self.game.counters[at.hq]
        if hq.mode != COMMAND_MODE or hq.supply or self.distances(hq.hex)[target] > counter.command_range:
            return 0.0
        own = any(self.game.counters[id].formation == counter.formation for id in strengths)
        return float(counter.ratio_shift) if own else 0.0

    def starving(self, s: Any, side: Side) -> float:
        """What a side's units without supply, or about to be, have lost by it."""
        supply = self.supply(s, side)
        total = 0.0
        counters = self.game.counters
        for unit in s.units.values():
            if not unit.hex or unit.side != side:
                continue
            kind = counters[unit.id].kind
            if kind == "garrison":
                continue
            if kind == "headquarters":
                if not hq_supplied_at(s, supply.to_depot, side, unit.hex):
                    total += 5.0 if not unit.supply else 8.0
                continue
            if not combat_unit_supplied_at(s, supply, unit.hex):
                total += (STARVED if unit.supply else CUT_OFF) * self.figured(s, unit).step
        return total

    def supply(self, s: Any, side: Side) -> Supply:
        """The supply of a side, worked out once for what it depends on."""
        staffs = tuple([(hq.hex, hq.supply) for hq in self.staffs_on_map(s) if hq.side == side])
        key = (side, bytes(closed_to_supply(s, side)), staffs, s.event, s.demolished)
        known = self.supplies.get(key)
        if known is None:
            if len(self.supplies) >= MOST_KEPT:
                self.supplies.clear()
            known = self.supplies[key] = supply_of(s, side)
        return known

    # --- order of moves, the end

    def field(self, s: Any, side: Side) -> list[float]:
        """By hex: how much a division there would add where towns can change hands; an HQ has its own."""
        mover = getattr(s.flow[-1], "unit", "") if s.flow else ""
        if mover in self.corps:
            return self.staff_field(s, s.units[mover])
        sums = self.sums(s)
        chance = self.odds_of(s, sums)
        doubt = self.drawn * (0.15 + chance * (1 - chance))
        found: list[float] = (self.reach(s) @ doubt + 0.01 * np.minimum(sums.threat[side], 10.0)).tolist()
        for hex in self.hexes:
            if controller(s, hex) != side:
                found[hex] += 3.0
        for hq in self.staffs_on_map(s):
            if hq.side != side and not s.ledger[COMBAT[hq.side]][hq.hex]:
                found[hq.hex] += 5.0
        return found

    def staff_field(self, s: Any, hq: Any) -> list[float]:
        """By hex: how near an HQ would be to its divisions, out of harm's way."""
        sums = self.sums(s)
        total = np.zeros(self.game.board.size)
        for id in self.corps[hq.id]:
            unit = s.units.get(id)
            if unit is not None and unit.hex:
                total -= np.maximum(self.game.ground.distances(unit.hex), 1)
        alone = np.frombuffer(s.ledger[COMBAT[hq.side]], np.uint8) == 0
        found: list[float] = (total - alone * np.minimum(sums.threat[FOE[hq.side]], 5.0)).tolist()
        return found

    def might(self, s: Any, unit: UnitId) -> float:
        return self.figured(s, s.units[unit]).attack

    def margin(self, s: Any, side: Side) -> float:
        """Victory points, ours less theirs; troops left over decide between equals."""
        net = float(net_points(s)) + 0.01 * self.sums(s).troops
        return net if side == GERMAN else -net


def activation(s: Any) -> Activation | None:
    """The activation whose units have yet to move and fight."""
    for at, frame in enumerate(s.flow):
        if isinstance(frame, Activation):
            beyond = s.flow[at + 1] if at + 1 < len(s.flow) else None
            return None if beyond is None or isinstance(beyond, CombatSegment) else frame
    return None


def strikes_now(s: Any, side: Side) -> bool:
    """Is the side in its Combat Segment? Then a blow put off is worth little."""
    return any(isinstance(frame, CombatSegment) and frame.side == side for frame in s.flow)


def yet_to_follow(s: Any) -> UnitId | None:
    """The HQ on the march that has not moved yet in this activation."""
    for at, frame in enumerate(s.flow):
        if isinstance(frame, Activation):
            hq: UnitId = frame.hq
            beyond = s.flow[at + 1] if at + 1 < len(s.flow) else None
            if not hq or s.units[hq].mode == COMMAND_MODE or beyond is None:
                return None
            if isinstance(beyond, MovementSegment):
                return hq if hq not in beyond.done else None
            return None if isinstance(beyond, CombatSegment) else hq
    return None


def column_of(ratio: float) -> float:
    """Where a ratio stands on the ladder 1:2, 1:1, 1.5:1, 2:1, 3:1 ... between the columns as well."""
    if ratio >= 2.0:
        return min(ratio, 7.0) + 1.0
    return 2.0 * ratio - 1.0


def lost(s: Any, unit: Any) -> Any:
    """The unit as it would lie in the box of the lost."""
    box = REMOVED if s.game.counters[unit.id].kind == "headquarters" else ELIMINATED
    return replace(unit, hex=Hex(0), box=box)


def same_standing(unit: Any, was: Any) -> bool:
    return bool(
        unit.hex == was.hex and unit.steps == was.steps and unit.supply == was.supply and unit.box == was.box
    )


def copied(sums: Sums) -> Sums:
    return Sums(
        sums.troops,
        {side: each.copy() for side, each in sums.pull.items()},
        {side: each.copy() for side, each in sums.threat.items()},
        {side: each.copy() for side, each in sums.riders.items()},
        sums.posts.copy(),
        sums.lags.copy(),
    )


def differences(units: dict[Any, Any], before: list[Any]) -> list[tuple[int, Any]] | None:
    """The units that are not what they were; None if there are too many to bother."""
    if len(units) != len(before):
        return None
    changed = [
        (at, unit)
        for at, (unit, was) in enumerate(zip(units.values(), before, strict=True))
        if unit is not was
    ]
    return changed if len(changed) <= 12 else None
