"""SVG turned into PNG, text included, on any machine.

A machine may have no fonts at all, so the faces come with the `render` extra, as packages of font files.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import resvg_py

FACES = {
    "font_source_serif_pro": ("Regular", "It", "Semibold", "Bold"),
    "font_source_sans_pro": ("Regular", "Semibold", "Bold"),
}


def png(svg: str, width: int) -> bytes:
    """A PNG so many pixels wide."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=list(font_files()),
            serif_family="Source Serif Pro",
            sans_serif_family="Source Sans Pro",
            font_family="Source Sans Pro",
        )
    )


@cache
def font_files() -> tuple[str, ...]:
    """The font files that text is drawn with."""
    found: list[str] = []
    for package, faces in FACES.items():
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            raise FileNotFoundError(
                f"pictures need the package {package.replace('_', '-')}: pip install bridgehead[render]"
            )
        files = Path(spec.origin).parent / "files"
        found.extend(str(path) for face in faces for path in sorted(files.glob(f"*Pro-{face}.ttf")))
    return tuple(found)
