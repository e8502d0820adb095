"""Which waters a name belongs to, and where along them it is written."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from bridgehead.hexes.board import LabelEntry
from bridgehead.hexes.grid import Hex
from bridgehead.render.layout import Point
from bridgehead.render.sheet import Sheet
from bridgehead.render.water import Waters

APART = 15
"""A river's name is repeated about every so many hexsides of its course."""
OWN = 4
"""A name with so many hexsides of a line, more than any other name, is written along that line too."""
KINDS = ("water", "river", "stream", "canal")
"""Labels that follow a line of water if there is one."""


class Course(msgspec.Struct, frozen=True):
    """A stretch of a line of water with the name that is written along it once."""

    kind: str
    points: list[Point]
    """The whole line."""
    first: int
    last: int
    """Where the stretch begins and ends, as counts of points."""


def courses(sheet: Sheet, waters: Waters) -> dict[int, list[Course]]:
    """By the number of a label: every stretch it is to be written along."""
    spans = touched(sheet, waters)
    chosen: dict[int, list[int]] = {}
    for label in spans:
        for line in lines_of(label, spans):
            chosen.setdefault(line, []).append(label)
    found: dict[int, list[Course]] = {}
    for line, labels in chosen.items():
        kind, corners = waters.lines[line]
        points = [sheet.spot(corner) for corner in corners]
        for label, (begin, end) in domains(labels, line, spans, len(points) - 1).items():
            for first, last in stretches(begin, end):
                found.setdefault(label, []).append(Course(kind, points, first, last))
    return found


Spans = dict[int, dict[int, list[int]]]
"""By label and line: the hexsides of the line, by number, that run along hexes of the label."""


def touched(sheet: Sheet, waters: Waters) -> Spans:
    """The hexsides of each line that belong to hexes of each label, if there are two of them."""
    found: Spans = {}
    for label, (entry, hexes) in enumerate(sheet.board.labels):
        corners = corners_of(sheet, entry, hexes)
        for line, (_, run) in enumerate(waters.lines):
            sides = [i for i, (a, b) in enumerate(pairwise(run)) if a in corners and b in corners]
            if len(sides) > 1:
                found.setdefault(label, {})[line] = sides
    return found


def corners_of(sheet: Sheet, entry: LabelEntry, hexes: Sequence[Hex]) -> set[tuple[int, int]]:
    if entry.kind not in KINDS:
        return set()
    return {corner for hex in hexes for corner in sheet.layout.corner_keys(hex)}


def lines_of(label: int, spans: Spans) -> list[int]:
    """The lines a label is written along: those it has more of than any other, otherwise its longest."""
    mine = spans[label]
    longest = sorted(mine, key=lambda line: (-len(mine[line]), line))
    own = [line for line in longest if owner(line, spans) == label]
    return own[:1] + [line for line in own[1:] if len(mine[line]) >= OWN] or longest[:1]


def owner(line: int, spans: Spans) -> int:
    """The label that has most of a line."""
    return max(spans, key=lambda label: (len(spans[label].get(line, ())), -label))


def domains(labels: Sequence[int], line: int, spans: Spans, length: int) -> dict[int, tuple[int, int]]:
    """A line parted among its labels, halfway between one's hexes and the next one's."""
    order = sorted(labels, key=lambda label: sum(spans[label][line]) / len(spans[label][line]))
    cuts = [0]
    for before, after in pairwise(order):
        cuts.append((spans[before][line][-1] + spans[after][line][0] + 1) // 2)
    cuts.append(length)
    return {label: (cuts[i], max(cuts[i] + 1, cuts[i + 1])) for i, label in enumerate(order)}


def stretches(begin: int, end: int) -> list[tuple[int, int]]:
    """A course in equal parts, each to be named once."""
    count = max(1, round((end - begin) / APART))
    cuts = [begin + round((end - begin) * i / count) for i in range(count + 1)]
    return list(pairwise(cuts))
