"""Colours and measures of the drawing: paper by day, the same hues at lower light by night."""

import msgspec


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """One look of the map."""

    name: str


LIGHT = Style(name="light")
DARK = Style(name="dark")

STYLES = {style.name: style for style in (LIGHT, DARK)}
