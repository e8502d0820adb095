"""Counts by layer, turn and hex: where it was fought, who held what, where the front ran."""

from __future__ import annotations

import zlib

import numpy as np

from bridgehead.lab.study.cells import Cell
from bridgehead.lab.study.games import game_of

LAYERS = ("front", "fought")
SIDE_LAYERS = ("held", "stood", "lost")


def layers_of(sides: tuple[str, ...]) -> list[str]:
    return [*LAYERS, *(f"{layer}:{side}" for layer in SIDE_LAYERS for side in sides)]


class HexCounts:
    """The counts of some games of one cell."""

    def __init__(self, cell: Cell) -> None:
        game = game_of(cell.game, cell.files)
        self.layers = {name: at for at, name in enumerate(layers_of(cell.camps))}
        self.hexes: dict[int, int] = {hex: at for at, hex in enumerate(game.board.hexes)}
        self.last = game.scenarios[cell.scenario].turns
        self.array = np.zeros((len(self.layers), self.last + 1, len(self.hexes)), np.int32)

    def add(self, layer: str, turn: int, hex: int, count: int = 1) -> None:
        """Count something in a hex of the map; a turn after the last is taken for the last."""
        if hex in self.hexes:
            self.array[self.layers[layer], min(turn, self.last), self.hexes[hex]] += count

    def packed(self) -> bytes:
        return zlib.compress(self.array.tobytes(), 6)

    def add_packed(self, packed: bytes) -> None:
        self.array += np.frombuffer(zlib.decompress(packed), np.int32).reshape(self.array.shape)
