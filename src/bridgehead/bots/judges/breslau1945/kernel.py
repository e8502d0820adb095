"""The kernel of the judge: victory hexes by what both sides can bring there."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numba import njit

LEAST = 0.05
"""What a side is thought to find for any victory hex."""
DOOR = 2.0
"""How much more the Red Army counts for an undefended victory hex of the enemy that it stands next to."""
OCCUPIED = 1.5
"""How much more all count for a hex that one of them stands in: the enemy cannot enter it."""


@njit(cache=True, nogil=True)
def soviet_shares(  # type: ignore[no-untyped-def]  # numba
    at, soviet, german, hold, ours_at_home, theirs_at_home, us, them, beside
):  # fmt: skip
    """By victory hex: the Red Army's chance to have it, by what both sides can bring, who stands there and
    whether the Red Army stands beside it."""
    found = np.empty(at.shape[0])
    for i in range(at.shape[0]):
        hex = at[i]
        ours = max(soviet[i], LEAST) + ours_at_home[i]
        theirs = max(german[i], LEAST) + theirs_at_home[i]
        if us[hex] != 0:
            ours = OCCUPIED * (ours + 1)
        if them[hex] != 0:
            theirs = OCCUPIED * (theirs + 1)
        elif beside[hex] != 0 and theirs_at_home[i] > 0:
            ours = DOOR * ours
        ours = hold[i] * ours * sqrt(ours)
        found[i] = ours / (ours + theirs * sqrt(theirs))
    return found
