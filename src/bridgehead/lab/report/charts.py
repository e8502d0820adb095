"""Small charts as SVG text: no library, no script, colours from the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

import msgspec

from bridgehead.lab.analysis.fights import ResultCount
from bridgehead.lab.analysis.statistics import Bin

WIDE = 620.0
PALETTE = ("#46708f", "#b2452f", "#6f8040", "#8a5a9c", "#b07d2b")
KNOWN = {
    "german": "#4a6b82",
    "soviet": "#b2452f",
    "russian": "#5b8050",
    "allied": "#8a7a3a",
    "american": "#8a7a3a",
    "polish": "#b3688a",
    "red": "#b2452f",
    "blue": "#46708f",
}
NOBODY = "#8d8674"


class Bar(msgspec.Struct, frozen=True):
    """A share with its interval."""

    label: str
    share: float
    interval: tuple[float, float]
    colour: str
    note: str = ""


class Curve(msgspec.Struct, frozen=True):
    """Points joined, with an interval around them or without."""

    name: str
    colour: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float]] = ()


def colour_of(side: str, sides: Sequence[str]) -> str:
    if side in KNOWN:
        return KNOWN[side]
    return PALETTE[list(sides).index(side) % len(PALETTE)] if side in sides else NOBODY


def number(value: float) -> str:
    """A number without needless digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) < 1e6 else f"{value:.3g}"


def svg(width: float, height: float, label: str, *parts: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {number(width)} {number(height)}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'
    )


def rect(x: float, y: float, wide: float, high: float, fill: str, title: str = "") -> str:
    inner = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(max(wide, 0))}" '
        f'height="{number(max(high, 0))}" fill="{fill}">{inner}</rect>'
    )


def rule(x1: float, y1: float, x2: float, y2: float, kind: str = "axis") -> str:
    return f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" class="{kind}"/>'


def bars(rows: Sequence[Bar], label: str) -> str:
    """Shares of a whole, one under the other, each with its interval."""
    left, step = 190.0, 30.0
    right = max(96.0, *(7.5 * len(row.note) for row in rows)) if rows else 96.0
    wide = WIDE - left - right
    parts = []
    bottom = len(rows) * step + 6
    for tick in range(0, 101, 25):
        x = left + wide * tick / 100
        parts.append(rule(x, 4, x, bottom, "gridline"))
        parts.append(text(x, bottom + 15, f"{tick} %", "middle", "small"))
    for at, row in enumerate(rows):
        y = 8 + at * step
        parts.append(text(left - 8, y + 14, row.label, "end"))
        parts.append(rect(left, y + 2, wide * row.share, 16, row.colour, f"{row.label}: {row.share:.1%}"))
        low, high = (left + wide * end for end in row.interval)
        parts.append(rule(low, y + 10, high, y + 10, "halo"))
        parts.append(rule(low, y + 10, high, y + 10, "whisker"))
        parts.append(rule(low, y + 6, low, y + 14, "whisker"))
        parts.append(rule(high, y + 6, high, y + 14, "whisker"))
        parts.append(text(WIDE - right + 8, y + 14, row.note or f"{row.share:.1%}"))
    return svg(WIDE, bottom + 22, label, *parts)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers over a range."""
    span = high - low or 1.0
    step = 10 ** math.floor(math.log10(span / most))
    step = next(step * times for times in (1, 2, 5, 10) if span / (step * times) <= most)
    first = math.ceil(low / step - 1e-9)
    return [round((first + at) * step, 9) for at in range(int((high - first * step) / step + 1e-9) + 1)]


class Axes:
    """A frame with numbers along two sides."""

    def __init__(self, x: tuple[float, float], y: tuple[float, float], high: float = 230.0) -> None:
        self.x, self.y, self.high = x, y, high
        self.whole = x[1] - x[0] >= 4
        """Only whole numbers stand along the x axis."""
        self.left, self.top, self.right, self.bottom = 52.0, 12.0, WIDE - 14, high - 40

    def at(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self.x[0]) / ((self.x[1] - self.x[0]) or 1)
        up = (y - self.y[0]) / ((self.y[1] - self.y[0]) or 1)
        return (
            self.left + across * (self.right - self.left),
            self.bottom - up * (self.bottom - self.top),
        )

    def frame(self, x_name: str, y_name: str, percent: str = "") -> str:
        parts = []
        for value in ticks(*self.y, 5):
            y = self.at(self.x[0], value)[1]
            parts.append(rule(self.left, y, self.right, y, "gridline"))
            shown = f"{value * 100:.0f} %" if percent else number(value)
            parts.append(text(self.left - 6, y + 4, shown, "end", "small"))
        for value in ticks(*self.x, 12):
            if self.whole and value != round(value):
                continue
            x = self.at(value, self.y[0])[0]
            parts.append(text(x, self.bottom + 15, number(value), "middle", "small"))
        parts.append(rule(self.left, self.bottom, self.right, self.bottom))
        parts.append(text((self.left + self.right) / 2, self.high - 6, x_name, "middle", "small"))
        parts.append(
            f'<text transform="translate(12 {number((self.top + self.bottom) / 2)}) rotate(-90)" '
            f'text-anchor="middle" class="small">{escape(y_name)}</text>'
        )
        return "".join(parts)


def columns(bins: Sequence[Bin], colour: str, x_name: str, y_name: str, mark: float | None) -> str:
    """A histogram, with a mark (a mean, a median) or without."""
    if not bins:
        return ""
    width = float(bins[0].width)
    shift = width / 2 if width == 1.0 else 0.0
    room = max(0, 5 - len(bins)) * width / 2
    axes = Axes(
        (bins[0].start - shift - room, bins[-1].start + width - shift + room),
        (0, max(each.count for each in bins) * 1.08 or 1),
    )
    parts = [axes.frame(x_name, y_name)]
    for each in bins:
        x1, y1 = axes.at(each.start - shift, each.count)
        x2, y2 = axes.at(each.start - shift + width, 0)
        said = number(each.start) if width == 1.0 else f"{number(each.start)} to {number(each.start + width)}"
        parts.append(rect(x1 + 1, y1, x2 - x1 - 2, y2 - y1, colour, f"{said}: {each.count} games"))
    if mark is not None:
        x, _ = axes.at(mark, 0)
        parts.append(rule(x, axes.top, x, axes.bottom, "mark"))
    return svg(WIDE, axes.high, f"{y_name} by {x_name}", *parts)


def lines(
    rows: Sequence[Curve], x_name: str, y_name: str, share: str = "", level: float | None = None
) -> str:
    """Lines over turns or over a dial; `share` makes the y axis one of percentages."""
    points = [point for row in rows for point in row.points]
    if not points:
        return ""
    xs = [x for x, _ in points]
    tops = [y for _, y in points] + [y for row in rows for _, y in row.band]
    bottoms = [y for _, y in points] + [y for row in rows for y, _ in row.band]
    room = 0.08 * ((max(tops) - min(bottoms)) or abs(max(tops)) or 1.0)
    low = 0.0 if share or min(bottoms) >= 0 else min(bottoms) - room
    axes = Axes((min(xs), max(xs)), (low, 1.0 if share else max(tops) + room), 250.0)
    axes.whole = all(x == round(x) for x in xs)
    parts = [axes.frame(x_name, y_name, share)]
    if level is not None:
        (x1, y), (x2, _) = axes.at(axes.x[0], level), axes.at(axes.x[1], level)
        parts.append(rule(x1, y, x2, y, "mark"))
    for row in rows:
        if row.band:
            there = [axes.at(x, high) for (x, _), (_, high) in zip(row.points, row.band, strict=True)]
            back = [axes.at(x, bottom) for (x, _), (bottom, _) in zip(row.points, row.band, strict=True)]
            parts.append(
                f'<polygon points="{joined(there + back[::-1])}" fill="{row.colour}" opacity="0.16"/>'
            )
        path = [axes.at(x, y) for x, y in row.points]
        parts.append(
            f'<polyline points="{joined(path)}" fill="none" stroke="{row.colour}" stroke-width="2.2"/>'
        )
        for (x, y), (px, py) in zip(row.points, path, strict=True):
            said = f"{row.name}, {number(x)}: {f'{y:.1%}' if share else number(y)}"
            parts.append(
                f'<circle cx="{number(px)}" cy="{number(py)}" r="3" fill="{row.colour}">'
                f"<title>{escape(said)}</title></circle>"
            )
    return svg(WIDE, axes.high, f"{y_name} by {x_name}", *parts) + legend(rows)


def joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def legend(rows: Sequence[Curve]) -> str:
    if len(rows) < 2:
        return ""
    keys = "".join(f'<span><i style="background:{row.colour}"></i>{escape(row.name)}</span>' for row in rows)
    return f'<p class="legend">{keys}</p>'


def expected_and_came(results: Sequence[ResultCount], colour: str) -> str:
    """Results of one column: bars as they came, a tick where they were to be expected."""
    total = sum(each.came for each in results)
    if not total:
        return ""
    wide, high, slot = 46.0 * len(results), 58.0, 46.0
    most = max(max(each.came, each.expected) for each in results)
    parts = []
    for at, each in enumerate(results):
        x = at * slot
        tall = 32 * each.came / most
        tick = 38 - 32 * each.expected / most
        came, wanted = each.came / total, each.expected / total
        said = f"{each.result or 'nothing'}: {came:.1%} came, {wanted:.1%} expected"
        parts.append(rect(x + 8, 38 - tall, slot - 16, tall, colour, said))
        parts.append(rule(x + 4, tick, x + slot - 4, tick, "expected"))
        word = str(each.result) or "–"
        parts.append(text(x + slot / 2, 52, word if len(word) < 9 else word[:7] + "…", "middle", "tiny"))
    return (
        f'<svg class="mini" viewBox="0 0 {number(wide)} {number(high)}" '
        f'style="width:{number(wide)}px" role="img">{"".join(parts)}</svg>'
    )


def faces(counts: Sequence[int], colour: str) -> str:
    """The six faces of the die, against one in six."""
    total = sum(counts) or 1
    most = max(*counts, total / 6)
    parts = []
    for at, count in enumerate(counts):
        tall = 60 * count / most
        x = at * 44.0
        parts.append(rect(x + 6, 70 - tall, 32, tall, colour, f"{at + 1}: {count} ({count / total:.1%})"))
        parts.append(text(x + 22, 86, str(at + 1), "middle", "small"))
    y = 70 - 60 * (total / 6) / most
    parts.append(rule(0, y, 264, y, "expected"))
    return f'<svg class="mini" viewBox="0 0 264 92" style="width:264px" role="img">{"".join(parts)}</svg>'
