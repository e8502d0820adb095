"""Zones of control as a ledger: how many units control each hex, kept current as units change."""

from collections.abc import Sequence


def exert(
    zoc: bytearray, around: Sequence[int], reaches: Sequence[bool] | bytes, hex: int, change: int
) -> None:
    """Add (+1) or take away (-1) the control one unit in a hex exerts.

    `around` are the six hexes about it (0 for none), `reaches` says by hex * 6 + direction whether its kind
    controls across that side.
    """
    base = hex * 6
    for direction, to in enumerate(around):
        if to and reaches[base + direction]:
            zoc[to] += change
