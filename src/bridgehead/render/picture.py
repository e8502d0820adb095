"""SVG turned into PNG, text included, on any machine."""

import resvg_py


def png(svg: str, width: int) -> bytes:
    """A PNG so many pixels wide."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
