"""Counters: one 100 by 100 drawing for each face."""

from bridgehead.toolkit.wargame import Face


def counter_svg(face: Face) -> str:
    """The inside of a `<symbol viewBox="0 0 100 100">` showing a face."""
    return f"<title>{face.name}</title>"


def back_svg(face: Face) -> str:
    """The same for the back of a hidden counter."""
    return f"<title>{face.name}</title>"
