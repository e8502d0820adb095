"""Counters, drawn once each and sent once to each browser."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Hashable, Sequence

import msgspec

from bridgehead.core.game import Back
from bridgehead.core.state import Unit
from bridgehead.render.counters import FONT, back_svg, counter_svg
from bridgehead.server.wire import FaceInfo, ValueLine
from bridgehead.toolkit.wargame import AnyWargame, Face, back_face

MOST_REMEMBERED = 50_000


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A counter as it is sent."""

    id: str
    text: bytes
    """JSON."""
    face: str
    """The key of what it shows."""
    check: int
    """CRC-32 of both."""


class CounterFaces:
    """The faces of a game's counters: each is drawn once and known by a digest of what it shows."""

    def __init__(self, game: AnyWargame) -> None:
        self.game = game
        self._keys: dict[Hashable, str] = {}
        self._shown: dict[Unit, Shown] = {}
        self._infos: dict[str, FaceInfo] = {}

    def shown(self, unit: Unit) -> Shown:
        known = self._shown.get(unit)
        if known is None:
            if len(self._shown) > MOST_REMEMBERED:
                self._shown.clear()
            text, face = msgspec.json.encode(unit), self.of_unit(unit)
            known = self._shown[unit] = Shown(unit.id, text, face, zlib.crc32(text + face.encode()))
        return known

    def of_unit(self, unit: Unit) -> str:
        """The key of what a unit's counter shows."""
        key = self._keys.get(unit)
        if key is None:
            key = self._remember(unit, self.game.face(self.game, unit), counter_svg)
        return key

    def of_back(self, back: Back) -> str:
        """The key of a hidden counter's back."""
        known = (back.side, back.look)
        key = self._keys.get(known)
        if key is None:
            key = self._remember(known, back_face(self.game, back), back_svg)
        return key

    def info(self, key: str) -> FaceInfo:
        return self._infos[key]

    def _remember(self, thing: Hashable, face: Face, draw: Callable[[Face], str]) -> str:
        if len(self._keys) > MOST_REMEMBERED:
            self._keys.clear()
        shown = msgspec.json.encode((self.game.version, draw is back_svg, face))
        key = "f" + hashlib.blake2b(shown, digest_size=9).hexdigest()
        self._keys[thing] = key
        if key not in self._infos:
            self._infos[key] = face_info(key, face, draw(face), self.game.drawing.values)
        return key


SIGNS = {"●": "Armor", "○": "Range", "◎": "Command range"}
STARS = "★☆✦✶"


def value_lines(values: str, titles: Sequence[str]) -> list[ValueLine]:
    """The printed values by their names; a headquarters has but its range and its movement."""
    words = values.split()
    signs = [ValueLine(title=SIGNS[word[0]], value=word[1:]) for word in words if word[0] in SIGNS]
    plain = [word for word in words if word[0] not in SIGNS and word not in STARS]
    parts = plain[0].split("-") if len(plain) == 1 else plain
    if len(parts) == 1 and parts[0].isdigit() and signs:
        return [*signs, ValueLine(title=titles[-1], value=parts[0])] if titles else signs
    named = titles if len(parts) == len(titles) else [""] * len(parts)
    return [*(ValueLine(title=t, value=part) for t, part in zip(named, parts, strict=True)), *signs]


def face_info(key: str, face: Face, inside: str, titles: Sequence[str] = ()) -> FaceInfo:
    return FaceInfo(
        nationality=face.nationality,
        symbol=face.symbol,
        size=face.size,
        label=face.label,
        formation=face.formation,
        values=face.values,
        value_lines=value_lines(face.values, titles),
        reduced=face.reduced,
        badges=list(face.badges),
        name=face.name,
        svg=f'<symbol id="{key}" viewBox="0 0 100 100" {FONT}>{inside}</symbol>',
    )
