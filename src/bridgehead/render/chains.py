"""Stretches of hexsides joined into long lines that run on through junctions."""

from collections.abc import Iterable, Mapping

from bridgehead.render.layout import Corner

Edge = tuple[Corner, Corner]


def edge(a: Corner, b: Corner) -> Edge:
    return (a, b) if a < b else (b, a)


def chains(edges: Mapping[Edge, str], rank: Mapping[str, int]) -> list[tuple[str, list[Corner]]]:
    """Lines of one kind each, longest runs first found; every edge is in exactly one of them.

    Where three edges of a kind meet two run on; the third ends there. A wider kind is served first.
    """
    at: dict[Corner, list[Edge]] = {}
    for each in sorted(edges):
        for corner in each:
            at.setdefault(corner, []).append(each)
    follows = {}
    for corner, meeting in at.items():
        through = running_on(meeting, edges, rank)
        if through is not None:
            follows[corner, through[0]] = through[1]
            follows[corner, through[1]] = through[0]
    found = []
    left = dict.fromkeys(sorted(edges, key=lambda each: (-rank.get(edges[each], 0), each)))
    while left:
        first = next(iter(left))
        del left[first]
        line = list(first)
        for _ in range(2):
            here, last = line[-1], edge(line[-2], line[-1])
            while (here, last) in follows and (then := follows[here, last]) in left:
                del left[then]
                here, last = other(then, here), then
                line.append(here)
            line.reverse()
        found.append((edges[first], line))
    return found


def running_on(
    meeting: Iterable[Edge], edges: Mapping[Edge, str], rank: Mapping[str, int]
) -> tuple[Edge, Edge] | None:
    """The two edges of the same kind that run on through a corner, if there are such."""
    by_kind: dict[str, list[Edge]] = {}
    for each in meeting:
        by_kind.setdefault(edges[each], []).append(each)
    pairs = [(rank.get(kind, 0), kind, same) for kind, same in by_kind.items() if len(same) > 1]
    if not pairs:
        return None
    _, _, same = max(pairs)
    return same[0], same[1]


def other(pair: Edge, end: Corner) -> Corner:
    return pair[1] if pair[0] == end else pair[0]


def joints(lines: Iterable[tuple[str, list[Corner]]]) -> dict[Corner, tuple[Corner, Corner]]:
    """The corners a line runs on through, each with the corners before and after it."""
    found: dict[Corner, tuple[Corner, Corner]] = {}
    for _, line in lines:
        for before, here, after in zip(line, line[1:], line[2:], strict=False):
            found.setdefault(here, (before, after))
        if line[0] == line[-1] and len(line) > 2:
            found.setdefault(line[0], (line[-2], line[1]))
    return found
