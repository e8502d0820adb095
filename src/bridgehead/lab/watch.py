"""One game of a study, played and watched: what is kept of it."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.bots import BOTS
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, mixed
from bridgehead.core.events import Told
from bridgehead.core.flow import settle
from bridgehead.core.play import deciding, decision, setup, view
from bridgehead.core.state import ELIMINATED
from bridgehead.lab.camps import sides_in
from bridgehead.lab.chances import bits_from, chances, draws_between
from bridgehead.lab.reading import column_in, dice_in, happening_in, place_in, reading, result_in, side_in
from bridgehead.lab.rows import FightRow, GameRow, HappeningRow, Kept, TurnRow, layers_of
from bridgehead.lab.series import LONGEST_GAME, EndlessGame
from bridgehead.lab.study import Cell, game_of
from bridgehead.toolkit.wargame import WarState as State

GONE = (ELIMINATED, "removed")
BINS = 20
"""Parts into which the range of chance is cut to see whether it is even."""


def heat_shape(cell: Cell) -> tuple[int, int, int]:
    game = game_of(cell.game, cell.files)
    return len(layers_of(cell.camps)), game.scenarios[cell.scenario].turns + 1, len(game.board.hexes)


def heat_of(cell: Cell, kept: bytes) -> NDArray[np.int32]:
    return np.frombuffer(zlib.decompress(kept), np.int32).reshape(heat_shape(cell)).copy()


def play_games(cell: Cell, numbers: range) -> Kept:
    """Play some games of a cell: what every worker does."""
    kept = Kept(bins=[0] * BINS)
    heat = np.zeros(heat_shape(cell), np.int32)
    for number in numbers:
        Watch(cell, number, kept, heat).play()
    kept.heat = zlib.compress(heat.tobytes(), 6)
    return kept


def seed_of(cell: Cell, number: int) -> int:
    """The seed of a game: the same under every variant, so that games can be compared in pairs."""
    return mixed((cell.seed * 1_000_003 + number) & MASK)


def steps_of(game: Any) -> Callable[[Any], int]:
    """How a game counts the strength of a unit: its steps where it has them, otherwise one."""
    fields = game.unit.__struct_fields__
    for name in ("steps", "cel"):
        if name in fields:
            return lambda unit: int(getattr(unit, name))
    if "reduced" not in fields:
        return lambda unit: 1
    single = {id for id, counter in game.counters.items() if getattr(counter, "back", id) is None}
    return lambda unit: 1 if unit.reduced or unit.id in single else 2


class Listening(list[Told]):
    """A log that calls at every event, while the position is as it was when the event was told."""

    def __init__(self, call: Callable[[Told], None]) -> None:
        super().__init__()
        self.call = call

    def append(self, told: Told) -> None:
        super().append(told)
        self.call(told)


class Watch:
    """A game while it is played."""

    def __init__(self, cell: Cell, number: int, kept: Kept, heat: NDArray[np.int32]) -> None:
        self.cell, self.number, self.kept, self.heat = cell, number, kept, heat
        self.game = game_of(cell.game, cell.files)
        self.seats = sides_in(self.game, cell.scenario)
        self.camp, self.sides = cell.camp, cell.camps
        """By side its camp; the camps, which are counted as one side each."""
        self.hex_index: dict[int, int] = {hex: at for at, hex in enumerate(self.game.board.hexes)}
        self.layer = {name: at for at, name in enumerate(layers_of(self.sides))}
        self.seed = seed_of(cell, number)
        self.steps = steps_of(self.game)
        self.s: Any = setup(self.game, cell.scenario, self.seed, **cell.options)
        self.turn = self.s.turn
        self.holder: dict[int, str] = {}
        self.rolled = {side: [0, 0] for side in self.sides}
        self.fought_off = dict.fromkeys(self.sides, 0)
        self.alive = self.count_alive()
        self.open: tuple[FightRow, int, str, dict[str, int]] | None = None
        """The fight whose losses are being counted: flow depth and decision it began at, steps before it."""
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
            self.notice(told, self.sides[0])
        decisions = 0
        while (side := deciding(s)) is not None:
            self.act(side, bots[side].choose(Seat(s, side)))
            decisions += 1
            if decisions > LONGEST_GAME:
                raise EndlessGame(f"{self.cell.key} goes on after {LONGEST_GAME} decisions, turn {s.turn}")
        self.close()
        rows = len(self.kept.turns)
        self.end_turn()
        self.add_tracks(rows)
        self.keep(decisions)
        self.kept.seconds.append(time.perf_counter() - started)

    def act(self, side: str, action: Action) -> None:
        """Play one action, listening."""
        s = self.s
        frame = decision(s)
        before = s.clone() if self.cell.chances else None
        seed, depth, rows = s.seed, len(s.flow), len(self.kept.turns)
        heard: list[tuple[Told, int, int]] = []
        found: list[tuple[FightRow, int]] = []

        def hear(told: Told) -> None:
            if s.turn != self.turn:
                self.end_turn()
            heard.append((told, s.seed, len(heard)))
            row = self.fight(told, side, action)
            if row is not None:
                self.close()
                self.open = (row, depth, type(frame).__name__, self.standing())
                found.append((row, len(heard) - 1))
            self.notice(told, side)

        s.log = Listening(hear)
        frame.take(s, action)
        settle(s)
        if s.turn != self.turn:
            self.end_turn()
        self.add_tracks(rows)
        if s.seed != seed:
            self.count_draws(seed)
            if before is not None:
                for row, at in found:
                    self.work_out(row, at, heard, before, action)
        if self.open is not None and (
            len(s.flow) < self.open[1] or (len(s.flow) == self.open[1] and self.open[2] == name_of(s))
        ):
            self.close()

    # --- fights

    def fight(self, told: Told, deciding_side: str, action: Action) -> FightRow | None:
        """The row of a fight if the event tells of one."""
        event = told.event
        known = reading(type(event))
        dice = dice_in(event)
        aimed = getattr(action, "hex", 0) if type(action).__name__ == "Attack" else 0
        bare = bool(aimed) and set(event.__struct_fields__) == set(known.dice)
        if not dice or not (known.fight or bare):
            return None
        side = side_in(self.s, event, self.sides, deciding_side, self.camp)
        hex = place_in(event) or aimed
        row = FightRow(
            self.cell.variant,
            self.cell.scenario,
            self.number,
            self.s.turn,
            type(event).__name__,
            side,
            hex,
            column_in(event),
            int(event.attack) if known.attack else None,  # type: ignore[attr-defined]
            int(event.defence) if known.attack else None,  # type: ignore[attr-defined]
            "".join(map(str, dice)),
            result_in(event),
            "",
        )
        self.kept.fights.append(row)
        self.fights += 1
        if hex in self.hex_index:
            self.heat[self.layer["fought"], self.at_turn(), self.hex_index[hex]] += 1
        return row

    def work_out(
        self, row: FightRow, at: int, heard: list[tuple[Told, int, int]], before: State, action: Action
    ) -> None:
        """Find the chances of a fight's results, given all chance before its own dice."""
        if not row.result:
            return
        told, seed, _ = heard[at]
        earlier = at
        fixed, after = 0, 0
        while earlier > 0:
            earlier -= 1
            if heard[earlier][1] != seed:
                fixed, after = draws_between(before.seed, heard[earlier][1]), earlier + 1
                break
        if draws_between(before.seed, seed) > fixed:
            bits = bits_from(before.seed, fixed)
            found = chances(before, action, type(told.event), after, bits)
            row.chances = json.dumps({name: round(found[name], 9) for name in sorted(found)}) if found else ""

    def close(self) -> None:
        """The fight is over: what left the map since it began was lost in it."""
        if self.open is None:
            return
        row, _, _, before = self.open
        self.open = None
        now = self.standing()
        for side in self.sides:
            lost = max(0, before[side] - now[side])
            self.fought_off[side] += lost
            if side == row.side:
                row.lost_own += lost
            else:
                row.lost_foe += lost
            if lost and row.hex in self.hex_index:
                self.heat[self.layer[f"lost:{side}"], self.at_turn(), self.hex_index[row.hex]] += lost

    def of(self, side: str) -> str:
        """The camp of a side."""
        return self.camp.get(side, side)

    def standing(self) -> dict[str, int]:
        """The steps of each side on the map."""
        found = dict.fromkeys(self.sides, 0)
        for unit in self.s.units.values():
            if unit.hex and (side := self.of(unit.side)) in found:
                found[side] += self.steps(unit)
        return found

    # --- what else is told

    def notice(self, told: Told, acting: str) -> None:
        """Dice, chits and events of the game."""
        event = told.event
        dice = dice_in(event)
        if dice:
            side = side_in(self.s, event, self.sides, acting, self.camp)
            faces = self.kept.dice.setdefault(side, [0] * 6)
            for die in dice:
                faces[die - 1] += 1
            if side in self.rolled:
                self.rolled[side][0] += len(dice)
                self.rolled[side][1] += sum(dice)
        label = happening_in(event)
        if label:
            cell = self.cell
            self.kept.happenings.append(
                HappeningRow(
                    cell.variant, cell.scenario, self.number, self.s.turn, type(event).__name__, label
                )
            )

    def count_draws(self, seed: int) -> None:
        draws = draws_between(seed, self.s.seed)
        self.draws += draws
        for bits in bits_from(seed, draws):
            self.kept.bins[bits * BINS >> 64] += 1

    # --- turns

    def at_turn(self) -> int:
        return int(min(self.turn, self.heat.shape[1] - 1))

    def count_alive(self) -> dict[str, int]:
        found = dict.fromkeys(self.sides, 0)
        for unit in self.s.units.values():
            if unit.box not in GONE and (side := self.of(unit.side)) in found:
                found[side] += self.steps(unit)
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
            self.kept.turns.append(
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
        rows = self.kept.turns[since:]
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
        at = min(turn, self.heat.shape[1] - 1)
        near = self.game.board.near
        for hex, side in self.holder.items():
            if hex not in self.hex_index or side not in self.sides:
                continue
            index = self.hex_index[hex]
            self.heat[self.layer[f"held:{side}"], at, index] += 1
            if hex in self.s.stacks:
                self.heat[self.layer[f"stood:{side}"], at, index] += 1
            if any(self.holder.get(to, side) != side for to in near[hex]):
                self.heat[self.layer["front"], at, index] += 1

    # --- the end

    def keep(self, decisions: int) -> None:
        ended = self.s.ended
        assert ended is not None
        margin, of = self.margin(ended.score)
        self.kept.games.append(
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


def name_of(s: State) -> str:
    return type(s.flow[-1]).__name__ if s.flow else ""
