"""What a learning program sees: a side's view and each option as numbers. Never the true position.

The observation is one vector of float32, made of the view of one side:

- `turn`: part of the game played; whether this side decides; whether the game is over
- `decision`: one place for each kind of decision of the game, 1 for the present one
- `tracks`: the public tracks, each divided by its end (or by 100)
- `off`: counters off the map, ours gone, ours elsewhere, theirs gone, theirs elsewhere, divided by 50
- `map`: six channels by hex: our counters / 4, our steps / 8, the enemy's known counters / 4 and their
  steps / 8, hidden counters / 4, and 1 where the present decision points (its unit, its hexes)

An action is the number of an option in the list of options, which is padded to a fixed length; the mask says
which numbers are options. `actions` describes each option in a row: see `FEATURES`.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.core.actions import Action
from bridgehead.core.codec import actions_of, frames_of
from bridgehead.core.flow import Decision
from bridgehead.core.game import View
from bridgehead.core.play import setup, view
from bridgehead.core.roles import place_of, units_in
from bridgehead.core.state import ELIMINATED, Unit
from bridgehead.core.values import UnitId
from bridgehead.games import load_game
from bridgehead.toolkit.wargame import AnyWargame

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]
Observation = dict[str, Floats | Mask]
"""What an agent is given: `observation`, `action_mask`, `actions`."""

CHANNELS = 6
WORDS = 8
"""Places into which words that are no unit and no hex (choices, boxes, chits) are sorted."""
FEATURES = (
    "there is such an option",
    "it names a hex or a unit on the map",
    "across the map, 0 to 1",
    "down the map, 0 to 1",
    "our counters there / 4",
    "their counters there / 4",
    "our counters around / 6",
    "their counters around / 6",
    "nearness of the enemy: 1 beside or among them, toward 0 far away",
    "steps of the unit named / 4",
    "a marked hex (objective, victory, supply, entry)",
    "nearness of the middle of the enemy",
)
"""What a row of `actions` begins with; the verb (one place each) and the word (`WORDS` places) follow."""


def game_called(game: str | AnyWargame) -> AnyWargame:
    return load_game(game) if isinstance(game, str) else game


def units_seen(game: AnyWargame, seen: View) -> dict[UnitId, Unit]:
    """The units a view shows, by their names."""
    shown = (msgspec.convert(unit, game.unit) for unit in seen.units)
    return {unit.id: unit for unit in shown}


class Encoder:
    """Turns views and options of one scenario into arrays of fixed size."""

    def __init__(self, game: str | AnyWargame, scenario: str, most: int = 0, **options: str) -> None:
        self.game = game_called(game)
        self.scenario = scenario
        board = self.game.board
        self.most = most or len(board.hexes) + len(self.game.counters) + 64
        """Options that can be told apart; the length of the mask."""
        self.hexes = {hex: at for at, hex in enumerate(board.hexes)}
        points = np.array([board.grid.point(hex) for hex in board.hexes], dtype=np.int64)
        self.far = distances(points)
        low, high = points.min(axis=0), points.max(axis=0)
        self.points = ((points - low) / np.maximum(high - low, 1)).astype(np.float32)
        self.marked = {hex for hexes in board.marks.values() for hex in hexes}
        self.decisions = decisions_of(self.game)
        self.verbs = {kind: at for at, kind in enumerate(actions_of(self.game.package).__args__)}
        start = setup(self.game, scenario, 0, **options)
        self.tracks = [str(track["name"]) for track in view(start, None).facts.get("tracks", ())]
        sizes = {
            "turn": 3,
            "decision": len(self.decisions),
            "tracks": len(self.tracks),
            "off": 4,
            "map": CHANNELS * len(board.hexes),
        }
        self.places: dict[str, slice] = {}
        """Where each part of the observation lies."""
        at = 0
        for name, size in sizes.items():
            self.places[name] = slice(at, at + size)
            at += size
        self.size = at
        self.width = len(FEATURES) + len(self.verbs) + WORDS

    # --- the position

    def observe(self, seen: View) -> Floats:
        """A view as a vector."""
        found = np.zeros(self.size, dtype=np.float32)
        turns = self.game.scenarios[self.scenario].turns
        deciding = seen.side is not None and seen.deciding == seen.side
        found[self.places["turn"]] = (min(seen.turn / max(turns, 1), 1.0), deciding, seen.ended is not None)
        if seen.decision in self.decisions:
            found[self.places["decision"]][self.decisions[seen.decision]] = 1.0
        self.put_tracks(found[self.places["tracks"]], seen)
        self.put_units(found, seen)
        return np.clip(found, -8.0, 8.0)

    def put_tracks(self, part: Floats, seen: View) -> None:
        values = {str(track["name"]): track for track in seen.facts.get("tracks", ())}
        for at, name in enumerate(self.tracks):
            track = values.get(name, {})
            value, most = track.get("value", 0), track.get("most") or 100
            part[at] = value / most if isinstance(value, (int, float)) else 0.0

    def put_units(self, found: Floats, seen: View) -> None:
        ground = found[self.places["map"]].reshape(CHANNELS, -1)
        off = found[self.places["off"]]
        units = units_seen(self.game, seen)
        for unit in units.values():
            at = self.hexes.get(unit.hex)
            theirs = unit.side != seen.side
            if at is None:
                off[2 * theirs + (unit.box != ELIMINATED)] += 1 / 50
                continue
            ground[2 * theirs, at] += 1 / 4
            ground[2 * theirs + 1, at] += self.game.steps(self.game, unit) / 8
        for back in seen.backs:
            at = self.hexes.get(back.hex)
            if at is not None:
                ground[4, at] += 1 / 4
        named = (seen.about.unit, *seen.about.committed)
        for hex in (*seen.about.hexes, *(units[id].hex for id in named if id in units)):
            if hex in self.hexes:
                ground[5, self.hexes[hex]] = 1.0

    # --- the options

    def mask(self, offered: Sequence[Action]) -> Mask:
        found = np.zeros(self.most, dtype=np.int8)
        found[: len(offered)] = 1
        return found

    def describe(self, seen: View, observation: Floats, offered: Sequence[Action]) -> Floats:
        """Each option as a row of numbers; rows beyond the last option are empty."""
        rows = np.zeros((self.most, self.width), dtype=np.float32)
        ground = observation[self.places["map"]].reshape(CHANNELS, -1)
        ours, theirs = ground[0] * 4, (ground[2] + ground[4]) * 4
        units = units_seen(self.game, seen)
        enemies = np.flatnonzero(theirs)
        nearness = self.nearness(enemies)
        middle = self.points[enemies].mean(axis=0) if len(enemies) else np.array([0.5, 0.5])
        for at, action in enumerate(offered[: self.most]):
            row = rows[at]
            row[0] = 1.0
            row[len(FEATURES) + self.verbs[type(action)]] = 1.0
            named = next((units[id] for id in units_in(action) if id in units), None)
            row[9] = self.game.steps(self.game, named) / 4 if named is not None else 0.0
            hex = named.hex if named is not None else place_of(action)
            place = self.hexes.get(hex)
            if place is None:
                noun = first_word(action)
                if noun:
                    row[len(FEATURES) + len(self.verbs) + zlib.crc32(noun.encode()) % WORDS] = 1.0
                continue
            around = [self.hexes[near] for near in self.game.board.near[hex]]
            row[1] = 1.0
            row[2:4] = self.points[place]
            row[4], row[5] = ours[place] / 4, theirs[place] / 4
            row[6], row[7] = ours[around].sum() / 6, theirs[around].sum() / 6
            row[8] = nearness[place]
            row[10] = hex in self.marked
            row[11] = 1.0 - min(1.0, float(np.abs(self.points[place] - middle).sum()))
        return rows

    def nearness(self, enemies: NDArray[np.intp]) -> Floats:
        """By hex: 1 where an enemy is known to stand or beside one, less with every hex further."""
        if not len(enemies):
            return np.zeros(len(self.hexes), dtype=np.float32)
        far = self.far[:, enemies].min(axis=1)
        found: Floats = (1.0 / np.maximum(far, 1)).astype(np.float32)
        return found


def distances(points: NDArray[np.int64]) -> NDArray[np.int16]:
    """How many hexes lie between any two, from their affine coordinates (see hexes/grid.py)."""
    across = np.abs(points[:, None, 0] - points[None, :, 0]) // 3
    along = np.abs(points[:, None, 1] - points[None, :, 1])
    found: NDArray[np.int16] = (across + np.maximum(0, (along - across) // 2)).astype(np.int16)
    return found


def first_word(action: Action) -> str:
    """The first thing an action names, as text."""
    fields = action.__struct_fields__
    return str(getattr(action, fields[0])) if fields else ""


def decisions_of(game: AnyWargame) -> dict[str, int]:
    """The kinds of decision a game asks, in a stable order."""
    kinds = frames_of(game.package)
    named = sorted(
        kind.__name__ for kind in getattr(kinds, "__args__", (kinds,)) if issubclass(kind, Decision)
    )
    return {name: at for at, name in enumerate(named)}
