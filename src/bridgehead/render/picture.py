"""SVG turned into PNG, text included, on any machine.

A machine may have no fonts at all, so the faces come with the `render` extra, as packages of font files; the
drawing itself needs nothing of it.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

FACES = {
    "font_source_serif_pro": ("Regular", "It", "Semibold", "Bold"),
    "font_source_sans_pro": ("Regular", "Semibold", "Bold"),
}


class MissingPackage(ImportError):
    """A package of the `render` extra is not installed."""


def png(svg: str, width: int) -> bytes:
    """A PNG so many pixels wide."""
    home("resvg_py")
    made = import_module("resvg_py").svg_to_bytes(
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
        for path in sorted((home(package) / "files").glob(f"*Pro-{face}.ttf"))
    )


def home(package: str) -> Path:
    """The folder of a package of the extra."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        name = package.replace("_", "-")
        raise MissingPackage(f"pictures need the package {name}: pip install 'bridgehead[render]'")
    return Path(spec.origin).parent
