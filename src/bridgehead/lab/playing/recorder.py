"""One game of a study, played and recorded."""

from __future__ import annotations

import json
import time
from typing import NamedTuple

from bridgehead.bots import BOTS
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, mixed
from bridgehead.core.events import Event, Fight, Told
from bridgehead.core.flow import Frame
from bridgehead.core.play import deciding, decision, push, setup, view
from bridgehead.core.roles import dice_in, found_in, units_in
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Side
from bridgehead.lab.playing.chances import bits_from, chances, draws_between
from bridgehead.lab.playing.hexcounts import HexCounts
from bridgehead.lab.playing.rows import FightRow, GameRow, HappeningRow, TurnRow
from bridgehead.lab.playing.series import LONGEST_GAME, EndlessGame
from bridgehead.lab.playing.shards import Shard
from bridgehead.lab.study.camps import sides_in
from bridgehead.lab.study.cells import Cell
from bridgehead.lab.study.games import game_of
from bridgehead.toolkit.wargame import WarState

GONE = (ELIMINATED, "removed")
BINS = 20
"""Parts into which the range of chance is cut to see whether it is even."""


def play_games(cell: Cell, numbers: range) -> Shard:
    """Play some games of a cell: what every worker does."""
    shard = Shard(bins=[0] * BINS)
    counts = HexCounts(cell)
    for number in numbers:
        GameRecorder(cell, number, shard, counts).play()
    shard.heat = counts.packed()
    return shard


def seed_of(cell: Cell, number: int) -> int:
    """The seed of a game: the same under every variant, so that games can be compared in pairs."""
    return mixed((cell.seed * 1_000_003 + number) & MASK)


class Heard(NamedTuple):
    """An event of the action being played."""

    event: Event
    seed: int
    """Chance as it stood when the event was told."""
    row: FightRow | None
    """Its row if it tells of a fight."""


class OpenFight(NamedTuple):
    """A fight whose losses are being counted; it is over when play is back where it began."""

    row: FightRow
    depth: int
    decision: type[Frame]
    standing: dict[str, int]
    """The steps of each camp on the map before it."""


class GameRecorder:
    """A game while it is played."""

    def __init__(self, cell: Cell, number: int, shard: Shard, counts: HexCounts) -> None:
        self.cell, self.number, self.shard, self.counts = cell, number, shard, counts
        self.game = game_of(cell.game, cell.files)
        self.seats = sides_in(self.game, cell.scenario)
        self.camp, self.sides = cell.camp, cell.camps
        """By side its camp; the camps, which are counted as one side each."""
        self.seed = seed_of(cell, number)
        self.s: WarState = setup(self.game, cell.scenario, self.seed, **cell.options)
        self.turn = self.s.turn
        self.holder: dict[int, str] = {}
        self.rolled = {side: [0, 0] for side in self.sides}
        self.fought_off = dict.fromkeys(self.sides, 0)
        self.alive = self.count_alive()
        self.open: OpenFight | None = None
        self.fights = 0
        self.draws = 0

    def play(self) -> None:
        s = self.s
        started = time.perf_counter()
        bots = {
            side: BOTS[self.cell.bots.get(side, "random")](mixed(self.seed + at + 1))
            for at, side in enumerate(self.seats)
        }
        for told in s.log:
            self.notice(told.event, self.sides[0])
        decisions = 0
        while (side := deciding(s)) is not None:
            self.act(side, bots[side].choose(Seat(s, side)))
            decisions += 1
            if decisions > LONGEST_GAME:
                raise EndlessGame(f"{self.cell.key} goes on after {LONGEST_GAME} decisions, turn {s.turn}")
        self.close()
        rows = len(self.shard.turns)
        self.end_turn()
        self.add_tracks(rows)
        self.keep(decisions)
        self.shard.seconds.append(time.perf_counter() - started)

    def act(self, side: str, action: Action) -> None:
        """Play one action, listening."""
        s = self.s
        frame, depth = type(decision(s)), len(s.flow)
        before = s.clone() if self.cell.chances else None
        seed, rows = s.seed, len(self.shard.turns)
        heard: list[Heard] = []

        def hear(told: Told) -> None:
            if s.turn != self.turn:
                self.end_turn()
            row = self.fight(told.event, side)
            if row is not None:
                self.close()
                self.open = OpenFight(row, depth, frame, self.standing())
            heard.append(Heard(told.event, s.seed, row))
            self.notice(told.event, side)

        s.listener = hear
        push(s, action)
        if s.turn != self.turn:
            self.end_turn()
        self.add_tracks(rows)
        if s.seed != seed:
            self.count_draws(seed)
            if before is not None:
                self.work_out(heard, before, action)
        if self.open is not None and self.is_over(self.open):
            self.close()

    # --- fights

    def fight(self, event: Event, deciding_side: str) -> FightRow | None:
        """The row of a fight if the event tells of one."""
        fight = event.fight()
        if fight is None:
            return None
        row = FightRow(
            self.cell.variant,
            self.cell.scenario,
            self.number,
            self.s.turn,
            type(event).__name__,
            self.acting(event, fight, deciding_side),
            fight.hex,
            fight.column,
            fight.attack,
            fight.defence,
            "".join(map(str, dice_in(event))),
            fight.result,
            "",
        )
        self.shard.fights.append(row)
        self.fights += 1
        self.counts.add("fought", self.turn, fight.hex)
        return row

    def acting(self, event: Event, fight: Fight | None, deciding_side: str) -> str:
        """The camp whose dice they are: as the event says, or the owner of its units, or who decides."""
        named = (fight.side,) if fight is not None and fight.side else found_in(event, Side)
        side = next(iter(named), None)
        if side is None or self.of(side) not in self.sides:
            units = (fight.units if fight is not None else ()) or units_in(event)
            owned = units and units[0] in self.s.units
            side = self.s.units[units[0]].side if owned else deciding_side
        return self.of(side)

    def work_out(self, heard: list[Heard], before: WarState, action: Action) -> None:
        """Find the chances of each fight's results, given all chance before its own dice."""
        for at, (event, seed, row) in enumerate(heard):
            if row is None or not row.result:
                continue
            after = next((n + 1 for n in reversed(range(at)) if heard[n].seed != seed), 0)
            fixed = draws_between(before.seed, heard[after - 1].seed) if after else 0
            if draws_between(before.seed, seed) > fixed:
                found = chances(before, action, type(event), after, bits_from(before.seed, fixed))
                by_name = {name: round(found[name], 9) for name in sorted(found)}
                row.chances = json.dumps(by_name) if found else ""

    def is_over(self, fight: OpenFight) -> bool:
        flow = self.s.flow
        if len(flow) != fight.depth:
            return len(flow) < fight.depth
        return type(flow[-1]) is fight.decision

    def close(self) -> None:
        """The fight is over: what left the map since it began was lost in it."""
        if self.open is None:
            return
        row, before = self.open.row, self.open.standing
        self.open = None
        now = self.standing()
        for side in self.sides:
            lost = max(0, before[side] - now[side])
            self.fought_off[side] += lost
            if side == row.side:
                row.lost_own += lost
            else:
                row.lost_foe += lost
            self.counts.add(f"lost:{side}", self.turn, row.hex, lost)

    def of(self, side: str) -> str:
        """The camp of a side."""
        return self.camp.get(side, side)

    def standing(self) -> dict[str, int]:
        """The steps of each camp on the map."""
        found = dict.fromkeys(self.sides, 0)
        for unit in self.s.units.values():
            if unit.hex and (side := self.of(unit.side)) in found:
                found[side] += self.game.steps(self.game, unit)
        return found

    # --- what else is told

    def notice(self, event: Event, deciding_side: str) -> None:
        """Dice, chits and events of the game."""
        dice = dice_in(event)
        if dice:
            side = self.acting(event, event.fight(), deciding_side)
            faces = self.shard.dice.setdefault(side, [0] * 6)
            for die in dice:
                faces[die - 1] += 1
            if side in self.rolled:
                self.rolled[side][0] += len(dice)
                self.rolled[side][1] += sum(dice)
        label = event.happening()
        if label:
            cell = self.cell
            self.shard.happenings.append(
                HappeningRow(
                    cell.variant, cell.scenario, self.number, self.s.turn, type(event).__name__, label
                )
            )

    def count_draws(self, seed: int) -> None:
        draws = draws_between(seed, self.s.seed)
        self.draws += draws
        for bits in bits_from(seed, draws):
            self.shard.bins[bits * BINS >> 64] += 1

    # --- turns

    def count_alive(self) -> dict[str, int]:
        found = dict.fromkeys(self.sides, 0)
        for unit in self.s.units.values():
            if unit.box not in GONE and (side := self.of(unit.side)) in found:
                found[side] += self.game.steps(self.game, unit)
        return found

    def end_turn(self) -> None:
        """Keep the position in which a turn ended; what comes before the first turn is set-up."""
        s = self.s
        ended, self.turn = self.turn, s.turn
        alive = self.count_alive()
        if ended > 0 or s.ended is not None:
            self.keep_turn(ended, alive)
            self.keep_ground(ended)
        self.alive = alive
        self.rolled = {side: [0, 0] for side in self.sides}
        self.fought_off = dict.fromkeys(self.sides, 0)

    def keep_turn(self, turn: int, alive: dict[str, int]) -> None:
        s, cell = self.s, self.cell
        self.hold()
        standing = self.standing()
        for side in self.sides:
            own = [unit for unit in s.units.values() if self.of(unit.side) == side]
            self.shard.turns.append(
                TurnRow(
                    cell.variant,
                    cell.scenario,
                    self.number,
                    turn,
                    side,
                    sum(1 for unit in own if unit.hex),
                    standing[side],
                    alive[side],
                    sum(1 for unit in own if unit.box in GONE),
                    max(0, self.alive[side] - alive[side]),
                    self.fought_off[side],
                    sum(1 for holder in self.holder.values() if holder == side),
                    self.rolled[side][0],
                    self.rolled[side][1],
                    "",
                )
            )

    def add_tracks(self, since: int) -> None:
        """Write the tracks, the game's own and those everybody sees, into the rows of a turn just ended."""
        rows = self.shard.turns[since:]
        if not rows:
            return
        shown = view(self.s, None).facts.get("tracks", ())
        seen = {str(track["name"]): track["value"] for track in shown if isinstance(track["value"], int)}
        tracks = {**self.s.tracks, **seen}
        for row in rows:
            row.tracks = json.dumps({name: int(tracks[name]) for name in sorted(tracks)})

    def hold(self) -> None:
        """A hex is held by whoever stood there last at the end of a turn."""
        for hex, ids in self.s.stacks.items():
            self.holder[hex] = self.of(self.s.units[ids[-1]].side)

    def keep_ground(self, turn: int) -> None:
        near = self.game.board.near
        for hex, side in self.holder.items():
            if side not in self.sides:
                continue
            self.counts.add(f"held:{side}", turn, hex)
            if hex in self.s.stacks:
                self.counts.add(f"stood:{side}", turn, hex)
            if any(self.holder.get(to, side) != side for to in near[hex]):
                self.counts.add("front", turn, hex)

    # --- the end

    def keep(self, decisions: int) -> None:
        ended = self.s.ended
        assert ended is not None
        margin, of = self.margin(ended.score)
        self.shard.games.append(
            GameRow(
                self.cell.variant,
                self.cell.scenario,
                self.number,
                self.seed,
                self.of(ended.winner) if ended.winner else "",
                ended.level,
                ended.rule,
                self.s.turn,
                decisions,
                margin,
                of,
                json.dumps({name: ended.score[name] for name in sorted(ended.score)}),
                self.draws,
                self.fights,
            )
        )

    def margin(self, score: dict[str, int]) -> tuple[float, str]:
        """By how much the first camp did better, and what that counts; in steps if there is no score."""
        named = [side for side in self.sides if side in score]
        if len(named) >= 2:
            return float(score[named[0]] - max(score[side] for side in named[1:])), "points"
        if "needed" in score:
            first = next(name for name in score if name != "needed")
            return float(score[first] - score["needed"]), f"{first} less needed"
        if score:
            name = next(iter(score))
            return float(score[name]), f"points of {name}" if named else name.replace("_", " ")
        alive = self.count_alive()
        others = sum(alive[side] for side in self.sides[1:])
        return float(alive[self.sides[0]] - others), "steps"
