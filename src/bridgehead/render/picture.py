"""SVG turned into PNG, text included, on any machine.

A machine may have no fonts at all, so the faces come as packages of font files.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path

import resvg_py

FACES = {
    "font_source_serif_pro": ("Regular", "It", "Semibold", "Bold"),
    "font_source_sans_pro": ("Regular", "Semibold", "Bold"),
}


def png(svg: str, width: int) -> bytes:
    """A PNG so many pixels wide."""
    made = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=list(font_files()),
        serif_family="Source Serif Pro",
        sans_serif_family="Source Sans Pro",
        font_family="Source Sans Pro",
    )
    return bytes(made)


@cache
def font_files() -> tuple[str, ...]:
    """The font files that text is drawn with."""
    return tuple(
        str(path)
        for package, faces in FACES.items()
        for face in faces
        for path in sorted(Path(str(files(package))).glob(f"files/*Pro-{face}.ttf"))
    )
