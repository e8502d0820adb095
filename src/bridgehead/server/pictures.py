"""Maps, layouts and counters as `bridgehead.render` draws them, or plain stand-ins for want of it."""

from __future__ import annotations

import hashlib
import importlib
from html import escape
from types import ModuleType
from typing import Any

import msgspec

from bridgehead.server.shelf import AnyGame
from bridgehead.server.wire import FaceInfo
from bridgehead.toolkit.wargame import Face

MOST_REMEMBERED = 20_000


def renderer(module: str) -> ModuleType | None:
    """A module of the drawing room, if it can be used here."""
    try:
        return importlib.import_module(f"bridgehead.render.{module}")
    except ImportError:
        return None


def map_svg(game: AnyGame, theme: str) -> str:
    """The drawn map, a whole SVG document."""
    drawing, styles = renderer("map"), renderer("style")
    if drawing is None or styles is None:
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000"/>'
    drawn: str = drawing.map_svg(game.board, styles.DARK if theme == "dark" else styles.LIGHT)
    return drawn


def layout(game: AnyGame) -> dict[str, Any]:
    """Where hexes lie in the drawing, and which there are."""
    room = renderer("layout")
    numbers = room.Layout(game.board.grid).numbers() if room is not None else game.board.grid
    laid: dict[str, Any] = msgspec.to_builtins(numbers)
    return laid | {"hexes": list(game.board.hexes)}


class Faces:
    """The faces of a game's counters: each is drawn once and known by a digest of what it shows."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._keys: dict[Any, str] = {}
        self._infos: dict[str, FaceInfo] = {}

    def of_unit(self, unit: Any) -> str:
        """The key of what a unit's counter shows."""
        key = self._keys.get(unit)
        if key is None:
            key = self._remember(unit, self.game.face(self.game, unit), "counter_svg")
        return key

    def of_back(self, look: str) -> str:
        """The key of a hidden counter's back."""
        key = self._keys.get(look)
        if key is None:
            key = self._remember(look, self.game.back(self.game, look), "back_svg")
        return key

    def of_nothing(self, side: str) -> str:
        """The key of a counter of which nothing is known but its side."""
        return self.of_back(side)

    def info(self, key: str) -> FaceInfo:
        return self._infos[key]

    def _remember(self, thing: Any, face: Face, drawer: str) -> str:
        if len(self._keys) > MOST_REMEMBERED:
            self._keys.clear()
        digest = hashlib.blake2b(msgspec.json.encode((self.game.version, drawer, face)), digest_size=9)
        key = "f" + digest.hexdigest()
        self._keys[thing] = key
        if key not in self._infos:
            self._infos[key] = face_info(key, face, drawer)
        return key


def face_info(key: str, face: Face, drawer: str) -> FaceInfo:
    drawing = renderer("counters")
    inside = getattr(drawing, drawer)(face) if drawing is not None else plain(face)
    return FaceInfo(
        nationality=face.nationality,
        symbol=face.symbol,
        size=face.size,
        label=face.label,
        formation=face.formation,
        values=face.values,
        reduced=face.reduced,
        badges=list(face.badges),
        name=face.name,
        svg=f'<symbol id="{key}" viewBox="0 0 100 100">{inside}</symbol>',
    )


def plain(face: Face) -> str:
    """A counter in words, for want of a drawing."""
    return (
        '<rect x="2" y="2" width="96" height="96" rx="8" fill="#ddd" stroke="#222"/>'
        f'<text x="50" y="44" text-anchor="middle" font-size="22">{escape(face.label)}</text>'
        f'<text x="50" y="84" text-anchor="middle" font-size="24">{escape(face.values)}</text>'
    )
