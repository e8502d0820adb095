"""All scenarios of a study at a glance: a picture, a table, a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from bridgehead.lab.analysis.decisive import Decided, Unknown
from bridgehead.lab.analysis.figures import AllDice, CellFigures, Share, StudyFigures
from bridgehead.lab.report import charts
from bridgehead.lab.report.charts import Bar, colour_of
from bridgehead.lab.report.pieces import SURE, chance, named, note, who
from bridgehead.lab.study.cells import Cell
from bridgehead.lab.study.games import game_of

WIDE = 1100.0
LEFT, RIGHT = 330.0, 250.0
BAR, GAP, GROUP = 19.0, 13.0, 30.0
LONGEST_LABEL = 44

Pair = tuple[Cell, CellFigures]


def by_game(cells: list[Cell], found: StudyFigures) -> dict[str, list[Pair]]:
    """The cells of a study with their figures, game by game."""
    groups: dict[str, list[Pair]] = {}
    for cell, each in zip(cells, found.cells, strict=True):
        groups.setdefault(cell.game, []).append((cell, each))
    return groups


def label(each: CellFigures, variants: bool) -> str:
    return f"{each.title} · {each.variant}" if variants else str(each.title)


def several_variants(pairs: list[Pair]) -> bool:
    return len({cell.variant for cell, _ in pairs}) > 1


def all_games(cells: list[Cell], found: StudyFigures) -> str:
    """The first section of a report on several games."""
    groups = by_game(cells, found)
    return (
        '<section id="overview"><h2>All games</h2>'
        + note("Share of games won by each side, with its 95 % interval.")
        + f'<div class="card scroll">{picture(groups)}</div>'
        + f'<div class="card scroll below">{table(groups)}</div></section>'
    )


def picture(groups: dict[str, list[Pair]]) -> str:
    """Every scenario's wins by side, one under the other."""
    across = WIDE - LEFT - RIGHT
    parts: list[str] = []
    y = 6.0
    for game, pairs in groups.items():
        parts.append(charts.text(0, y + 16, game_of(game, {}).title, "start", "strong"))
        y += GROUP
        parts.append(grid(y, y + height(pairs), across))
        variants = several_variants(pairs)
        for cell, each in pairs:
            parts.append(charts.text(14, y + 13, shortened(label(each, variants))))
            names = game_of(cell.game, cell.files).names
            for side, won in each.wins.items():
                parts.append(one_bar(won, colour_of(side, each.sides), who(names, side), y, across))
                y += BAR
            y += GAP
    for tick in range(0, 101, 25):
        parts.append(charts.text(LEFT + across * tick / 100, y + 7, f"{tick} %", "middle", "small"))
    return f'<div class="wide">{charts.svg(WIDE, y + 12, "games won by side, all scenarios", *parts)}</div>'


def height(pairs: list[Pair]) -> float:
    """How much of the picture a game's bars take."""
    return sum(len(each.wins) * BAR + GAP for _, each in pairs) - GAP


def grid(top: float, bottom: float, across: float) -> str:
    places = (LEFT + across * quarter / 4 for quarter in range(5))
    return "".join(charts.rule(x, top, x, bottom, "gridline") for x in places)


def one_bar(won: Share, colour: str, name: str, y: float, across: float) -> str:
    low, high = (LEFT + across * end for end in won.interval)
    middle = y + 9
    said = f"{name}: {won.share:.1%}, {won.interval[0]:.0%} to {won.interval[1]:.0%}"
    return (
        charts.rect(LEFT, y + 2, across * won.share, BAR - 5, colour, said)
        + charts.rule(low, middle, high, middle, "halo")
        + charts.rule(low, middle, high, middle, "whisker")
        + charts.rule(low, middle - 3, low, middle + 3, "whisker")
        + charts.rule(high, middle - 3, high, middle + 3, "whisker")
        + charts.text(WIDE - RIGHT + 12, y + 13, f"{name} {won.share:.0%}")
    )


def shortened(words: str) -> str:
    return words if len(words) <= LONGEST_LABEL else words[: LONGEST_LABEL - 1] + "…"


def table(groups: dict[str, list[Pair]]) -> str:
    """What came of every scenario, a row each."""
    rows = []
    for game, pairs in groups.items():
        if len(groups) > 1:
            link = f'<a href="#{escape(game)}">{escape(game_of(game, {}).title)}</a>'
            rows.append(f'<tr class="group"><th colspan="8">{link}</th></tr>')
        variants = several_variants(pairs)
        rows.extend(row(cell, each, variants) for cell, each in pairs)
    head = (
        '<tr><th>Scenario</th><th class="n">Games</th><th>Won, with 95 %</th><th class="n">Drawn</th>'
        '<th class="n">Turns</th><th>Margin</th><th>Decided</th><th>Dice honest?</th></tr>'
    )
    return f'<table class="wide">{head}{"".join(rows)}</table>' + note(
        "Turns: the mean, of those the scenario may last. Margin: the mean and what it counts, seen by the "
        "side named first. Decided: the turn (median) after which the position never left the winner in "
        "doubt. Dice: p of all natural dice against even faces; it is doubtful only if it stays below "
        "0.05 with all rows taken together (Holm)."
    )


def row(cell: Cell, each: CellFigures, variants: bool) -> str:
    game = game_of(cell.game, cell.files)
    wins = "".join(
        f'<span class="bar"><i style="background:{colour_of(side, each.sides)}"></i>'
        f"{escape(named(game.names, side))} {won.share:.0%} "
        f'<span class="quiet">({won.interval[0]:.0%} to {won.interval[1]:.0%})</span></span>'
        for side, won in each.wins.items()
        if side != "nobody"
    )
    nobody = each.wins.get("nobody")
    drawn = f"{nobody.share:.0%}" if nobody else "–"
    mean, low, high = each.margin.mean
    interval = f" ({low:.1f} to {high:.1f})" if each.games > 1 else ""
    turns = each.length.turns[0]
    return (
        f'<tr><td>{escape(label(each, variants))}</td><td class="n">{each.games:,}</td><td>{wins}</td>'
        f'<td class="n">{drawn}</td>'
        f'<td class="n">{turns:.1f} of {game.scenarios[cell.scenario].turns}</td>'
        f'<td>{mean:.1f}{interval}<br><span class="quiet">{escape(each.margin.of)}</span></td>'
        f"<td>{decided(each.decided)}</td><td>{honest(each.dice_together)}</td></tr>"
    )


def decided(found: Decided | Unknown) -> str:
    if isinstance(found, Decided):
        return f"turn {found.median:g}"
    return '<span class="quiet">too few games</span>' if found.few else "before it begins"


def honest(dice: AllDice) -> str:
    if not dice.rolled:
        return '<span class="quiet">none rolled</span>'
    word = '<span class="doubt">doubtful</span>' if dice.p_together < SURE else "yes"
    return f'{word} <span class="quiet">p {escape(chance(dice.p))}</span>'


def cards(pairs: list[Pair]) -> str:
    """Win rates of the cells of one game, side by side."""
    variants = several_variants(pairs)
    found = []
    for cell, each in pairs:
        names = game_of(cell.game, cell.files).names
        rows = [
            Bar(
                who(names, side),
                won.share,
                won.interval,
                colour_of(side, each.sides),
                f"{won.share:.1%}  ({won.games})",
            )
            for side, won in each.wins.items()
        ]
        drawn = charts.bars(rows, "games won")
        found.append(f'<div class="card"><h3>{escape(label(each, variants))}</h3>{drawn}</div>')
    return note("Share of games, with its 95 % interval.") + f'<div class="grid">{"".join(found)}</div>'


# --- in one sentence


def sentence(each: CellFigures, names: Mapping[str, str]) -> str:
    """What came out of one cell."""
    side, best = max(each.wins.items(), key=lambda one: float(one[1].share))
    low, high = best.interval
    winner = "Nobody wins" if side == "nobody" else f"{named(names, side)} wins"
    said = f"{winner} {best.share:.0%} of the games ({low:.0%} to {high:.0%})"
    said += f", which last {each.length.turns[0]:.1f} turns"
    if isinstance(each.decided, Decided):
        said += f" and are decided by turn {each.decided.median:.0f}"
    return f"{each.title}, {each.variant}: {said}."


def span(cells: list[Cell], found: StudyFigures) -> str:
    """Where the sides are nearest to each other, and where one wins most or always."""
    pairs = list(zip(cells, found.cells, strict=True))
    even = min(pairs, key=lambda pair: lead(pair[1]))
    plain = max(pairs, key=lambda pair: lead(pair[1]))
    always = sum(lead(each) == 1.0 for _, each in pairs)
    if always > 1:
        said = f"In {always} of {len(pairs)} rows one side wins every game."
    else:
        said = f"Farthest from it: {told(*plain)}."
    return f"Nearest to even: {told(*even)}. {said}"


def lead(each: CellFigures) -> float:
    """By how much the best side is ahead of the next in games won."""
    shares = sorted((won.share for side, won in each.wins.items() if side != "nobody"), reverse=True)
    return float(shares[0] - shares[1]) if len(shares) > 1 else 1.0


def told(cell: Cell, each: CellFigures) -> str:
    game = game_of(cell.game, cell.files)
    shares = ", ".join(f"{who(game.names, side)} {won.share:.0%}" for side, won in each.wins.items())
    return f"{each.title} ({game.title}) with {shares}"
