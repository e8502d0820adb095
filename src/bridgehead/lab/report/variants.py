"""What variants and dials of a game change, for the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from bridgehead.lab.analysis.comparison import Difference
from bridgehead.lab.analysis.figures import CellFigures
from bridgehead.lab.report import charts
from bridgehead.lab.report.charts import Curve, colour_of
from bridgehead.lab.report.pieces import SURE, chance, named
from bridgehead.lab.study import dials
from bridgehead.lab.study.definition import Dial, Setting


def differences(compared: list[Difference], names: Mapping[str, str]) -> tuple[str, str]:
    """Every variant against the first."""
    rows = []
    for each in compared:
        for side, change in each.points.items():
            mean, low, high = change.change
            sure = ' class="sure"' if change.p_together < SURE else ""
            lost = each.lost[side].change
            rows.append(
                f"<tr{sure}><td>{escape(each.scenario)}</td><td>{escape(each.variant)}</td>"
                f"<td>{escape(named(names, side))}</td>"
                f'<td class="n">{mean * 100:+.1f}</td><td class="n">{low * 100:+.1f} to '
                f"{high * 100:+.1f}</td>"
                f'<td class="n">{chance(change.p)}</td><td class="n">{chance(change.p_together)}</td>'
                f'<td class="n">{lost[0]:+.2f}</td><td class="n">{each.margin.change[0]:+.2f}</td>'
                f'<td class="n">{each.turns.change[0]:+.2f}</td></tr>'
            )
    against = compared[0].against if compared else ""
    return (
        f"Against “{against}”",
        '<p class="note">Games with equal seeds are compared in pairs. Points are percentage points of '
        "wins, a drawn "
        "game counting half; p is the chance of so large a difference if there were none, alone and with all "
        "comparisons of this study taken together (Holm). Rows in bold are significant at 5 %.</p>"
        '<div class="scroll card"><table><tr><th>Scenario</th><th>Variant</th><th>Side</th><th class="n">'
        "Points</th>"
        '<th class="n">95 %</th><th class="n">p</th><th class="n">p together</th><th class="n">Steps '
        "lost</th>"
        f'<th class="n">Margin</th><th class="n">Turns</th></tr>{"".join(rows)}</table></div>',
    )


def dial_section(turned: list[Dial], cells: list[CellFigures]) -> tuple[str, str]:
    """The effect of the dials: lines for one, a table for two."""
    settings = [dials.values(dial.values) for dial in turned]
    names = [dials.short(dial.path) for dial in turned]
    parts = []
    for scenario in dict.fromkeys(str(cell.scenario) for cell in cells):
        group = [each for each in cells if each.scenario == scenario]
        if len(settings) == 1 and len(group) == len(settings[0]):
            parts.append(one_dial(names[0], settings[0], group, scenario))
        elif len(settings) == 2 and len(group) == len(settings[0]) * len(settings[1]):
            parts.append(two_dials(names, settings, group, scenario))
    return f"Turning {' and '.join(names)}", f'<div class="grid">{"".join(parts)}</div>'


def one_dial(name: str, values: Sequence[Setting], group: list[CellFigures], scenario: str) -> str:
    numbers = [float(v) if isinstance(v, (int, float)) else float(at) for at, v in enumerate(values)]
    sides = group[0].sides
    rows = [
        Curve(
            side,
            colour_of(side, sides),
            [(x, cell.wins[side].share) for x, cell in zip(numbers, group, strict=True)],
            [cell.wins[side].interval for cell in group],
        )
        for side in sides
    ]
    margin = Curve(
        "margin",
        colour_of(sides[0], sides),
        [(x, cell.margin.mean[0]) for x, cell in zip(numbers, group, strict=True)],
        [(cell.margin.mean[1], cell.margin.mean[2]) for cell in group],
    )
    of = group[0].margin.of
    return (
        f'<div class="card"><h3>{escape(scenario)}: games won</h3>'
        f"{charts.lines(rows, name, 'games won', 'share', 0.5)}</div>"
        f'<div class="card"><h3>{escape(scenario)}: margin ({escape(of)})</h3>'
        f"{charts.lines([margin], name, of)}</div>"
    )


def two_dials(
    names: list[str], settings: list[Sequence[Setting]], group: list[CellFigures], scenario: str
) -> str:
    side = group[0].sides[0]
    colour = colour_of(side, group[0].sides)
    cells = iter(group)
    head = "".join(f'<th class="n">{escape(str(value))}</th>' for value in settings[1])
    rows = []
    for value in settings[0]:
        shares = [next(cells).wins[side].share for _ in settings[1]]
        row = "".join(
            f'<td class="n" style="background:{colour}{round(share * 150):02x}">{share:.0%}</td>'
            for share in shares
        )
        rows.append(f"<tr><th>{escape(str(value))}</th>{row}</tr>")
    return (
        f'<div class="card"><h3>{escape(scenario)}: games won by {escape(side)}</h3>'
        f'<p class="note">Down: {escape(names[0])}; across: {escape(names[1])}.</p>'
        f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table></div>"
    )
