"""One scenario under one variant, close up, for the report."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from bridgehead.lab.analysis.decisive import Unknown
from bridgehead.lab.analysis.figures import CellFigures
from bridgehead.lab.analysis.statistics import Bin
from bridgehead.lab.report import charts
from bridgehead.lab.report.charts import Bar, Curve, colour_of
from bridgehead.lab.report.pieces import SURE, card, chance, named, note, spoken

MOST_RESULTS = 9
MOST_LABELS = 14


def cell_section(cell: CellFigures, names: Mapping[str, str], opened: bool) -> str:
    sides = cell.sides
    colours = {side: colour_of(side, sides) for side in sides}
    cards = [
        card("Levels of victory", levels(cell, sides)),
        card(
            f"Margin: {cell.margin.of}, seen by {named(names, sides[0])}",
            charts.columns(cell.margin.histogram, colours[sides[0]], "margin", "games", cell.margin.median)
            + note(margin_words(cell)),
        ),
        card("Length", length(cell)),
        card("When it was decided", decided(cell, names)),
        card("Steps lost by turn", turn_lines(cell, names, losses_of(cell))),
        card("Steps on the map", turn_lines(cell, names, "steps")),
        card("Ground held", turn_lines(cell, names, "held")),
        card("Luck", luck(cell, names)),
    ]
    whole = [
        fights(cell),
        happenings(cell, names),
        hexes(cell, names),
    ]
    return (
        f'<details class="cell"{" open" if opened else ""}><summary>{escape(cell.title)} · '
        f'{escape(cell.variant)} · {cell.games} games</summary><div class="grid">{"".join(cards)}</div>'
        f"{''.join(whole)}</details>"
    )


def levels(cell: CellFigures, sides: list[str]) -> str:
    rows = [
        Bar(
            each.level if len(each.level) < 27 else each.level[:25] + "…",
            each.share,
            each.interval,
            colour_of(each.winner, sides),
            f"{each.share:.1%}  ({each.rule})",
        )
        for each in cell.levels
    ]
    return charts.bars(rows, "levels of victory")


def margin_words(cell: CellFigures) -> str:
    mean, low, high = cell.margin.mean
    return (
        f"Mean {mean:.2f} ({low:.2f} to {high:.2f}); the broken line is the median, {cell.margin.median:g}."
    )


def length(cell: CellFigures) -> str:
    turns, decisions = cell.length.turns, cell.length.decisions
    words = f"{turns[0]:.1f} turns and {decisions[0]:,.0f} decisions a game."
    return charts.columns(cell.length.histogram, charts.NOBODY, "last turn", "games", None) + note(words)


def decided(cell: CellFigures, names: Mapping[str, str]) -> str:
    found = cell.decided
    if isinstance(found, Unknown):
        return note(found.why + ".")
    drawn = charts.columns(
        [Bin(float(each.turn), 1.0, each.games) for each in found.turns],
        charts.PALETTE[3],
        "turn",
        "games decided",
        found.median,
    )
    line = Curve("foretold", charts.PALETTE[3], [(each.turn, each.right) for each in found.foretold])
    return (
        drawn
        + charts.lines([line], "turn", "winners foretold", "share", found.guess)
        + note(
            "Above: the first turn after which the position never left the winner in doubt. Below: how "
            "often the "
            "position at the end of a turn foretells the winner; the broken line is a guess without looking."
        )
    )


def losses_of(cell: CellFigures) -> str:
    """Eliminated steps, or those that left the map in fights where nothing is ever eliminated."""
    dead = sum(sum(turns["lost"]) for turns in cell.by_turn.values())
    return "lost" if dead else "fought_off"


def turn_lines(cell: CellFigures, names: Mapping[str, str], column: str) -> str:
    rows = [
        Curve(
            named(names, side),
            colour_of(side, cell.sides),
            list(zip(turns["turn"], turns[column], strict=True)),
        )
        for side, turns in cell.by_turn.items()
    ]
    words = {"lost": "steps", "fought_off": "steps", "steps": "steps", "held": "hexes"}
    return charts.lines(rows, "turn", words[column])


def luck(cell: CellFigures, names: Mapping[str, str]) -> str:
    found = cell.luck
    if not found.fights:
        return note("The chances of fights were not worked out, or no fight has a known result.")
    rows = []
    for side, each in found.sides.items():
        mean, low, high = each.mean
        rows.append(
            f"<tr><td>{escape(named(names, side))}</td>"
            f'<td class="n">{mean:+.2f} ({low:+.2f} to {high:+.2f})</td>'
            f'<td class="n">{each.spread:.2f}</td><td class="n">{each.won_unlucky:.0%}</td>'
            f'<td class="n">{each.won_lucky:.0%}</td></tr>'
        )
    first = cell.sides[0]
    drawn = charts.columns(
        found.sides[first].histogram,
        colour_of(first, cell.sides),
        f"luck of {first}, steps",
        "games",
        0.0,
    )
    return (
        drawn + '<div class="scroll"><table><tr><th>Side</th><th class="n">Steps a game</th>'
        '<th class="n">Spread</th><th class="n">Wins, unluckiest third</th>'
        f'<th class="n">luckiest third</th></tr>{"".join(rows)}</table></div>'
        + note(
            f"Over {found.fights:,} fights: what each result was worth less what its column was worth "
            "before "
            "the dice. A result is worth the steps it cost on average."
        )
    )


def fights(cell: CellFigures) -> str:
    """Every kind of fight, column by column."""
    if not cell.fights:
        return ""
    parts = []
    for kind in dict.fromkeys(each.kind for each in cell.fights):
        rows = []
        for each in (row for row in cell.fights if row.kind == kind):
            shown = sorted(each.results, key=lambda one: -max(one.expected, one.came))[:MOST_RESULTS]
            drawn = charts.expected_and_came(shown, "#a08a5a")
            p = "" if each.p is None else chance(each.p)
            rows.append(
                f'<tr><td>{escape(str(each.column) or "–")}</td><td class="n">{each.fights:,}</td>'
                f'<td class="n">{each.lost_own:.2f}</td><td class="n">{each.lost_foe:.2f}</td>'
                f'<td>{drawn}</td><td class="n">{p}</td></tr>'
            )
        parts.append(
            f"<details{' open' if len(rows) <= 12 else ''}><summary>{escape(spoken(kind))}</summary>"
            '<div class="scroll"><table><tr><th>Column</th><th class="n">Fights</th>'
            '<th class="n">Own steps lost</th><th class="n">Enemy steps lost</th>'
            f'<th>Results: bars came, lines expected</th><th class="n">p</th></tr>{"".join(rows)}</table>'
            "</div>"
            "</details>"
        )
    return (
        "<h3>Fights by column</h3>"
        + note(
            f"{cell.fights_a_game:.1f} a game. Expected results are worked out by the rules from the very "
            "position of each fight; p is the chance that honest dice stray so far "
            f"({strayed(cell)})."
        )
        + "".join(parts)
    )


def strayed(cell: CellFigures) -> str:
    tested = [each.p for each in cell.fights if each.p is not None]
    below = sum(p < SURE for p in tested)
    return f"{below} of {len(tested)} columns below 0.05, where {len(tested) * SURE:.1f} are usual"


def happenings(cell: CellFigures, names: Mapping[str, str]) -> str:
    """Chits and events of the game."""
    if not cell.happenings:
        return ""
    first = named(names, cell.sides[0])
    parts = []
    for kind in dict.fromkeys(each.kind for each in cell.happenings):
        rows = []
        for each in [row for row in cell.happenings if row.kind == kind][:MOST_LABELS]:
            more, fewer = each.first_side_with_more, each.first_side_with_fewer
            shares = "".join(
                f'<td class="n">{"" if value is None else f"{value:.0%}"}</td>' for value in (more, fewer)
            )
            rows.append(
                f"<tr><td>{escape(named(names, each.label))}</td>"
                f'<td class="n">{each.a_game:.2f}</td><td class="n">{each.games:.0%}</td>{shares}</tr>'
            )
        parts.append(
            f'<div><h3>{escape(spoken(kind))}</h3><div class="scroll"><table><tr><th></th>'
            '<th class="n">A game</th><th class="n">Of games</th>'
            f'<th class="n">{escape(first)}, with more</th><th class="n">with fewer</th></tr>'
            f"{''.join(rows)}</table></div></div>"
        )
    return (
        "<h3>Chits and events</h3>"
        + note(
            f"The last columns: points of {first} in games with more of it than the average, and with fewer."
        )
        + f'<div class="grid">{"".join(parts)}</div>'
    )


def hexes(cell: CellFigures, names: Mapping[str, str]) -> str:
    if not cell.hexes:
        return ""
    sides = cell.sides
    head = "".join(f'<th class="n">{escape(named(names, side))} steps lost</th>' for side in sides)
    rows = "".join(
        f'<tr><td>{escape(each.printed)} {escape(each.name)}</td><td class="n">{each.fights:.2f}</td>'
        + "".join(f'<td class="n">{each.lost[side]:.2f}</td>' for side in sides)
        + "</tr>"
        for each in cell.hexes
    )
    return (
        '<h3>Most fought over</h3><div class="scroll"><table><tr><th>Hex</th><th class="n">Fights a game</th>'
        f"{head}</tr>{rows}</table></div>"
    )
