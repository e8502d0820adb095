"""Charts: everything drawn lies on the sheet."""

import re

import pytest

from bridgehead.lab.report import charts
from bridgehead.lab.report.charts import Bar, Curve


def heights(svg: str) -> list[float]:
    return [float(y) for y in re.findall(r'c?y="(-?[\d.]+)"', svg)]


@pytest.mark.parametrize("values", [(1.0, 3.0, 2.0), (-9.6, -9.3, -10.2), (-2.0, 5.0, 0.0), (4.0, 4.0, 4.0)])
def test_lines_and_their_intervals_stay_in_the_frame(values: tuple[float, ...]) -> None:
    points = [(float(at), value) for at, value in enumerate(values)]
    band = [(value - 1.0, value + 1.0) for value in values]
    drawn = charts.lines([Curve("a", "#000", points, band)], "dial", "margin")
    assert all(0 <= y <= 250 for y in heights(drawn))
    (polygon,) = re.findall(r'points="([^"]+)" fill="#000"', drawn)
    assert all(0 <= float(pair.split(",")[1]) <= 250 for pair in polygon.split())
    assert ">0.5</text>" not in drawn


def test_words_are_escaped_and_names_are_in_the_legend() -> None:
    rows = [Curve(name, "#000", [(1.0, 0.5), (2.0, 0.6)]) for name in ("a<b", "c")]
    drawn = charts.lines(rows, "turn", "won", "share", 0.5)
    assert "a&lt;b" in drawn
    assert "a<b" not in drawn
    assert 'class="legend"' in drawn
    assert charts.lines([], "turn", "won") == ""


def test_bars_show_share_and_interval() -> None:
    drawn = charts.bars([Bar("Red", 0.25, (0.1, 0.4), "#b00")], "won")
    assert "25.0%" in drawn
    assert drawn.count('class="whisker"') == 3


def test_ticks_are_round_and_inside() -> None:
    assert charts.ticks(0, 10, 5) == [0, 2, 4, 6, 8, 10]
    assert charts.ticks(-0.3, 0.3, 6) == [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]
    assert all(3 <= tick <= 7.5 for tick in charts.ticks(3, 7.5))


def test_sides_have_colours_and_nobody_has_one() -> None:
    assert charts.colour_of("german", ["german", "soviet"]) != charts.colour_of(
        "soviet", ["german", "soviet"]
    )
    assert charts.colour_of("x", ["w", "x"]) == charts.PALETTE[1]
    assert charts.colour_of("", ["w", "x"]) == charts.NOBODY
