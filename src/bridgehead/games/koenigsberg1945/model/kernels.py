"""The kernels of supply, over flat arrays: lines to the sources, and what bears on them."""

from __future__ import annotations

import numpy as np
from numba import njit

OPEN, SHUT = -1, -2
"""The distance of a hex no line has come to yet, and of one that none may pass."""
NETWORK, GROUND = 1, 2
"""A hexside that a road or railway crosses, and one that a line may cross without."""


@njit(cache=True, nogil=True)
def lines(  # type: ignore[no-untyped-def]  # numba
    links, ways, enemy, zoc, friend, starts, limit
):
    """By hex the steps over open ground to the network that is joined to a start, -1 beyond the limit.

    No line passes a hex with an enemy, or one in an enemy ZOC where no friend stands. By hexside `ways`
    are NETWORK, GROUND, both or neither.
    """
    size = enemy.shape[0]
    distance = np.empty(size, np.int8)
    for hex in range(size):
        distance[hex] = SHUT if enemy[hex] != 0 or (zoc[hex] != 0 and friend[hex] == 0) else OPEN
    distance[0] = SHUT
    queue = np.empty(size, np.int16)
    count = 0
    for i in range(starts.shape[0]):
        to = starts[i]
        if distance[to] == OPEN:
            distance[to] = 0
            queue[count] = to
            count += 1
    at = 0
    while at < count:
        side = np.int64(queue[at]) * 6
        at += 1
        for each in range(side, side + 6):
            to = links[each]
            if distance[to] == OPEN and ways[each] & NETWORK:
                distance[to] = 0
                queue[count] = to
                count += 1
    at = 0
    while at < count and distance[queue[at]] < limit:
        side = np.int64(queue[at]) * 6
        further = distance[queue[at]] + 1
        at += 1
        for each in range(side, side + 6):
            to = links[each]
            if distance[to] == OPEN and ways[each] & GROUND:
                distance[to] = further
                queue[count] = to
                count += 1
    for hex in range(size):
        distance[hex] = max(distance[hex], OPEN)
    return distance


@njit(cache=True, nogil=True)
def bearing(  # type: ignore[no-untyped-def]  # numba
    links, distance, closed, enemy, zoc, friend, starts
):
    """The hexes closed or opened since lines ran as they did, as far as lines may run otherwise for it.

    What was closed beyond them matters only where something was opened beside them.
    """
    found = np.empty(enemy.shape[0], np.int16)
    opened = False
    for i in range(starts.shape[0]):
        at = starts[i]
        if distance[at] < 0 and enemy[at] == 0 and (zoc[at] == 0 or friend[at] != 0):
            opened = True
    count = 0
    for hex in range(enemy.shape[0]):
        shut = enemy[hex] != 0 or (zoc[hex] != 0 and friend[hex] == 0)
        if shut == (closed[hex] != 0):
            continue
        found[count] = hex
        count += 1
        if not shut:
            for side in range(hex * 6, hex * 6 + 6):
                if links[side] != 0 and distance[links[side]] >= 0:
                    opened = True
    if opened:
        return found[:count]
    kept = 0
    for i in range(count):
        if distance[found[i]] >= 0:
            found[kept] = found[i]
            kept += 1
    return found[:kept]


@njit(cache=True, nogil=True)
def beyond(distance, friend):  # type: ignore[no-untyped-def]  # numba
    """The hexes with friends that no line comes to."""
    found = np.empty(friend.shape[0], np.int16)
    count = 0
    for hex in range(friend.shape[0]):
        if friend[hex] != 0 and distance[hex] < 0:
            found[count] = hex
            count += 1
    return found[:count]
