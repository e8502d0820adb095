"""A study as one HTML file that needs nothing else."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from bridgehead import __version__
from bridgehead.core.play import BadSetup
from bridgehead.lab import charts, dials
from bridgehead.lab.charts import Bar, Line, colour_of
from bridgehead.lab.figures import Figures, figures
from bridgehead.lab.heat import heat_section
from bridgehead.lab.page import SCRIPT, STYLE
from bridgehead.lab.runner import Sheet
from bridgehead.lab.stats import even_p
from bridgehead.lab.study import Cell, Study, cells_of, game_of
from bridgehead.lab.tables import Tables, gather, write_parquet

SURE = 0.05
MOST_RESULTS = 9
MOST_LABELS = 14


def publish(study: Study, cells: list[Cell], folder: Path) -> Figures:
    """Write Parquet, figures.json and report.html of a study that has been played."""
    tables = gather(folder, cells)
    write_parquet(tables, cells, folder)
    found = figures(study, cells, tables)
    written = msgspec.json.format(msgspec.json.encode(found), indent=2)
    (folder / "figures.json").write_bytes(written)
    (folder / "report.html").write_text(report(study, cells, tables, found), encoding="utf-8")
    return found


def republish(folder: Path) -> Figures:
    """Write the report of a folder again, of as many games as are there."""
    file = folder / "study.json"
    if not file.is_file():
        raise BadSetup(f"{folder} holds no study")
    study = msgspec.json.decode(file.read_bytes(), type=Sheet).study
    return publish(study, cells_of(study), folder)


def report(study: Study, cells: list[Cell], tables: Tables, found: Figures) -> str:
    game = game_of(study.game, {})
    several = len({cell.variant for cell in cells}) > 1
    parts = [header(study, cells, found), overview(cells, found)]
    if study.dial:
        parts.append(dial_section(study, cells, found))
    if several:
        parts.append(differences(found, game.names))
    parts.append('<section id="games"><h2>Game by game</h2>')
    parts.extend(
        cell_section(each, game_of(cell.game, cell.files).names, at == 0)
        for at, (cell, each) in enumerate(zip(cells, found["cells"], strict=True))
    )
    parts.append("</section>")
    parts.append(heat_section(cells, tables))
    parts.append(honesty(found, game.names))
    parts.append(method(study))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(study.title)}</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main><script>{SCRIPT}</script></body></html>\n"
    )


# --- the beginning


def header(study: Study, cells: list[Cell], found: Figures) -> str:
    game = game_of(study.game, {})
    played = sum(each["games"] for each in found["cells"])
    first = found["cells"][0]
    bots = ", ".join(f"{named(game.names, side)} {bot}" for side, bot in first["bots"].items())
    links = {
        "overview": "Results",
        "games": "Game by game",
        "map": "On the map",
        "dice": "Dice",
        "method": "Method",
    }
    if len({cell.variant for cell in cells}) > 1:
        links = {"overview": "Results", "differences": "Variants", **links}
    nav = "".join(f'<a href="#{key}">{word}</a>' for key, word in links.items())
    return (
        f"<header><h1>{escape(study.title)}</h1><p>{escape(game.title)} · {played:,} games · "
        f"{escape(bots)} · "
        f"seed {study.seed} · data {escape(first['data'])}</p>"
        f'<p class="lead">{escape(sentence(first, game.names))}</p><nav>{nav}</nav></header>'
    )


def sentence(cell: Figures, names: Any) -> str:
    """What came out, in one sentence."""
    side, best = max(cell["wins"].items(), key=lambda each: each[1]["share"])
    low, high = best["interval"]
    who = "Nobody wins" if side == "nobody" else f"{named(names, side)} wins"
    said = f"{who} {best['share']:.0%} of the games ({low:.0%} to {high:.0%})"
    turns = cell["length"]["turns"][0]
    said += f", which last {turns:.1f} turns"
    if cell["decided"].get("known"):
        said += f" and are decided by turn {cell['decided']['median']:.0f}"
    return f"{cell['scenario']}, {cell['variant']}: {said}."


def overview(cells: list[Cell], found: Figures) -> str:
    """Win rates of all cells, side by side."""
    game = game_of(cells[0].game, {})
    cards = []
    for each in found["cells"]:
        rows = [
            Bar(
                named(game.names, side) if side != "nobody" else "nobody",
                won["share"],
                won["interval"],
                colour_of(side, each["sides"]),
                f"{won['share']:.1%}  ({won['games']})",
            )
            for side, won in each["wins"].items()
        ]
        title = f"{each['scenario']} · {each['variant']}"
        cards.append(f'<div class="card"><h3>{escape(title)}</h3>{charts.bars(rows, "games won")}</div>')
    return (
        '<section id="overview"><h2>Who wins</h2><p class="note">Share of games, with its 95 % interval.</p>'
        f'<div class="grid">{"".join(cards)}</div></section>'
    )


# --- variants and dials


def differences(found: Figures, names: Any) -> str:
    rows = []
    for each in found["compared"]:
        for side, change in each["points"].items():
            mean, low, high = change["change"]
            sure = ' class="sure"' if change["p_together"] < SURE else ""
            lost = each["lost"][side]["change"]
            rows.append(
                f"<tr{sure}><td>{escape(each['scenario'])}</td><td>{escape(each['variant'])}</td>"
                f"<td>{escape(named(names, side))}</td>"
                f'<td class="n">{mean * 100:+.1f}</td><td class="n">{low * 100:+.1f} to '
                f"{high * 100:+.1f}</td>"
                f'<td class="n">{chance(change["p"])}</td><td class="n">{chance(change["p_together"])}</td>'
                f'<td class="n">{lost[0]:+.2f}</td><td class="n">{each["margin"]["change"][0]:+.2f}</td>'
                f'<td class="n">{each["turns"]["change"][0]:+.2f}</td></tr>'
            )
    against = found["compared"][0]["against"] if found["compared"] else ""
    return (
        f'<section id="differences"><h2>Against “{escape(against)}”</h2>'
        '<p class="note">Games with equal seeds are compared in pairs. Points are percentage points of '
        "wins, a drawn "
        "game counting half; p is the chance of so large a difference if there were none, alone and with all "
        "comparisons of this study taken together (Holm). Rows in bold are significant at 5 %.</p>"
        '<div class="scroll card"><table><tr><th>Scenario</th><th>Variant</th><th>Side</th><th class="n">'
        "Points</th>"
        '<th class="n">95 %</th><th class="n">p</th><th class="n">p together</th><th class="n">Steps '
        "lost</th>"
        f'<th class="n">Margin</th><th class="n">Turns</th></tr>{"".join(rows)}</table></div></section>'
    )


def chance(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def dial_section(study: Study, cells: list[Cell], found: Figures) -> str:
    """The effect of the dials: lines for one, a table for two."""
    settings = [dials.values(dial.values) for dial in study.dial]
    names = [dials.short(dial.path) for dial in study.dial]
    parts = []
    for scenario in dict.fromkeys(cell.scenario for cell in cells):
        group = [each for each in found["cells"] if each["scenario"] == scenario]
        if len(settings) == 1 and len(group) == len(settings[0]):
            parts.append(one_dial(names[0], settings[0], group, scenario))
        elif len(settings) == 2 and len(group) == len(settings[0]) * len(settings[1]):
            parts.append(two_dials(names, settings, group, scenario))
    title = " and ".join(names)
    return (
        f'<section id="dial"><h2>Turning {escape(title)}</h2><div class="grid">{"".join(parts)}</div>'
        "</section>"
    )


def one_dial(name: str, values: list[Any], group: list[Figures], scenario: str) -> str:
    numbers = [float(v) if isinstance(v, (int, float)) else float(at) for at, v in enumerate(values)]
    sides = group[0]["sides"]
    rows = [
        Line(
            side,
            colour_of(side, sides),
            [(x, cell["wins"][side]["share"]) for x, cell in zip(numbers, group, strict=True)],
            [tuple(cell["wins"][side]["interval"]) for cell in group],
        )
        for side in sides
    ]
    margin = Line(
        "margin",
        colour_of(sides[0], sides),
        [(x, cell["margin"]["mean"][0]) for x, cell in zip(numbers, group, strict=True)],
        [(cell["margin"]["mean"][1], cell["margin"]["mean"][2]) for cell in group],
    )
    of = group[0]["margin"]["of"]
    return (
        f'<div class="card"><h3>{escape(scenario)}: games won</h3>'
        f"{charts.lines(rows, name, 'games won', 'share', 0.5)}</div>"
        f'<div class="card"><h3>{escape(scenario)}: margin ({escape(of)})</h3>'
        f"{charts.lines([margin], name, of)}</div>"
    )


def two_dials(names: list[str], settings: list[list[Any]], group: list[Figures], scenario: str) -> str:
    side = group[0]["sides"][0]
    colour = colour_of(side, group[0]["sides"])
    cells = iter(group)
    head = "".join(f'<th class="n">{escape(str(value))}</th>' for value in settings[1])
    rows = []
    for value in settings[0]:
        shares = [next(cells)["wins"][side]["share"] for _ in settings[1]]
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


# --- one cell


def cell_section(cell: Figures, names: Any, opened: bool) -> str:
    sides = cell["sides"]
    colours = {side: colour_of(side, sides) for side in sides}
    cards = [
        card("Levels of victory", levels(cell, sides)),
        card(
            f"Margin: {cell['margin']['of']}, seen by {named(names, sides[0])}",
            charts.columns(
                cell["margin"]["histogram"], colours[sides[0]], "margin", "games", cell["margin"]["median"]
            )
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
        f'<details class="cell"{" open" if opened else ""}><summary>{escape(cell["scenario"])} · '
        f'{escape(cell["variant"])} · {cell["games"]} games</summary><div class="grid">{"".join(cards)}</div>'
        f"{''.join(whole)}</details>"
    )


def card(title: str, body: str) -> str:
    return f'<div class="card"><h3>{escape(title)}</h3>{body}</div>' if body else ""


def note(words: str) -> str:
    return f'<p class="note">{escape(words)}</p>'


def levels(cell: Figures, sides: list[str]) -> str:
    rows = [
        Bar(
            each["level"] if len(each["level"]) < 27 else each["level"][:25] + "…",
            each["share"],
            each["interval"],
            colour_of(each["winner"], sides),
            f"{each['share']:.1%}  ({each['rule']})",
        )
        for each in cell["levels"]
    ]
    return charts.bars(rows, "levels of victory")


def margin_words(cell: Figures) -> str:
    mean, low, high = cell["margin"]["mean"]
    return (
        f"Mean {mean:.2f} ({low:.2f} to {high:.2f}); the broken line is the median, "
        f"{cell['margin']['median']:g}."
    )


def length(cell: Figures) -> str:
    turns, decisions = cell["length"]["turns"], cell["length"]["decisions"]
    words = f"{turns[0]:.1f} turns and {decisions[0]:,.0f} decisions a game."
    return charts.columns(cell["length"]["histogram"], charts.NOBODY, "last turn", "games", None) + note(
        words
    )


def decided(cell: Figures, names: Any) -> str:
    found = cell["decided"]
    if not found["known"]:
        return note(found["why"] + ".")
    drawn = charts.columns(
        [{"from": float(each["turn"]), "width": 1.0, "count": each["games"]} for each in found["turns"]],
        charts.PALETTE[3],
        "turn",
        "games decided",
        found["median"],
    )
    line = Line("foretold", charts.PALETTE[3], [(each["turn"], each["right"]) for each in found["foretold"]])
    return (
        drawn
        + charts.lines([line], "turn", "winners foretold", "share", found["guess"])
        + note(
            "Above: the first turn after which the position never left the winner in doubt. Below: how "
            "often the "
            "position at the end of a turn foretells the winner; the broken line is a guess without looking."
        )
    )


def losses_of(cell: Figures) -> str:
    """Eliminated steps, or those that left the map in fights where nothing is ever eliminated."""
    dead = sum(sum(turns["lost"]) for turns in cell["by_turn"].values())
    return "lost" if dead else "fought_off"


def turn_lines(cell: Figures, names: Any, column: str) -> str:
    rows = [
        Line(
            named(names, side),
            colour_of(side, cell["sides"]),
            list(zip(turns["turn"], turns[column], strict=True)),
        )
        for side, turns in cell["by_turn"].items()
    ]
    words = {"lost": "steps", "fought_off": "steps", "steps": "steps", "held": "hexes"}
    return charts.lines(rows, "turn", words[column])


def luck(cell: Figures, names: Any) -> str:
    found = cell["luck"]
    if not found["fights"]:
        return note("The chances of fights were not worked out, or no fight has a known result.")
    rows = []
    for side, each in found["sides"].items():
        mean, low, high = each["mean"]
        rows.append(
            f"<tr><td>{escape(named(names, side))}</td>"
            f'<td class="n">{mean:+.2f} ({low:+.2f} to {high:+.2f})</td>'
            f'<td class="n">{each["spread"]:.2f}</td><td class="n">{each["won_unlucky"]:.0%}</td>'
            f'<td class="n">{each["won_lucky"]:.0%}</td></tr>'
        )
    first = cell["sides"][0]
    drawn = charts.columns(
        found["sides"][first]["histogram"],
        colour_of(first, cell["sides"]),
        f"luck of {first}, steps",
        "games",
        0.0,
    )
    return (
        drawn + '<div class="scroll"><table><tr><th>Side</th><th class="n">Steps a game</th>'
        '<th class="n">Spread</th><th class="n">Wins, unluckiest third</th>'
        f'<th class="n">luckiest third</th></tr>{"".join(rows)}</table></div>'
        + note(
            f"Over {found['fights']:,} fights: what each result was worth less what its column was worth "
            "before "
            "the dice. A result is worth the steps it cost on average."
        )
    )


def fights(cell: Figures) -> str:
    """Every kind of fight, column by column."""
    if not cell["fights"]:
        return ""
    parts = []
    for kind in dict.fromkeys(each["kind"] for each in cell["fights"]):
        rows = []
        for each in (row for row in cell["fights"] if row["kind"] == kind):
            shown = sorted(each["results"], key=lambda one: -max(one["expected"], one["came"]))[:MOST_RESULTS]
            drawn = charts.expected_and_came(shown, "#a08a5a")
            p = "" if each["p"] is None else chance(each["p"])
            rows.append(
                f'<tr><td>{escape(str(each["column"]) or "–")}</td><td class="n">{each["fights"]:,}</td>'
                f'<td class="n">{each["lost_own"]:.2f}</td><td class="n">{each["lost_foe"]:.2f}</td>'
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
            f"{cell['fights_a_game']:.1f} a game. Expected results are worked out by the rules from the very "
            "position of each fight; p is the chance that honest dice stray so far "
            f"({strayed(cell)})."
        )
        + "".join(parts)
    )


def strayed(cell: Figures) -> str:
    tested = [each["p"] for each in cell["fights"] if each["p"] is not None]
    below = sum(p < SURE for p in tested)
    return f"{below} of {len(tested)} columns below 0.05, where {len(tested) * SURE:.1f} are usual"


def happenings(cell: Figures, names: Any) -> str:
    """Chits and events of the game."""
    if not cell["happenings"]:
        return ""
    first = named(names, cell["sides"][0])
    parts = []
    for kind in dict.fromkeys(each["kind"] for each in cell["happenings"]):
        rows = []
        for each in [row for row in cell["happenings"] if row["kind"] == kind][:MOST_LABELS]:
            more, fewer = each["first_side_with_more"], each["first_side_with_fewer"]
            shares = "".join(
                f'<td class="n">{"" if value is None else f"{value:.0%}"}</td>' for value in (more, fewer)
            )
            rows.append(
                f"<tr><td>{escape(named(names, each['label']))}</td>"
                f'<td class="n">{each["a_game"]:.2f}</td><td class="n">{each["games"]:.0%}</td>{shares}</tr>'
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


def hexes(cell: Figures, names: Any) -> str:
    if not cell["hexes"]:
        return ""
    sides = cell["sides"]
    head = "".join(f'<th class="n">{escape(named(names, side))} steps lost</th>' for side in sides)
    rows = "".join(
        f'<tr><td>{each["hex"]:04d} {escape(each["name"])}</td><td class="n">{each["fights"]:.2f}</td>'
        + "".join(f'<td class="n">{each["lost"][side]:.2f}</td>' for side in sides)
        + "</tr>"
        for each in cell["hexes"]
    )
    return (
        '<h3>Most fought over</h3><div class="scroll"><table><tr><th>Hex</th><th class="n">Fights a game</th>'
        f"{head}</tr>{rows}</table></div>"
    )


# --- the end


def honesty(found: Figures, names: Any) -> str:
    """Are the dice honest?"""
    total: dict[str, list[int]] = {}
    for cell in found["cells"]:
        for side, each in cell["dice"].items():
            before = total.setdefault(side, [0] * 6)
            total[side] = [a + b for a, b in zip(before, each["faces"], strict=True)]
    cards = []
    for side, counts in total.items():
        rolls = sum(counts)
        mean = sum((at + 1) * count for at, count in enumerate(counts)) / max(rolls, 1)
        p = even_p(counts)
        cards.append(
            card(
                f"{named(names, side)}: {rolls:,} dice, mean {mean:.3f}",
                charts.faces(counts, colour_of(side, list(total))) + note(f"p {chance(p)}"),
            )
        )
    draws = sum(found["chance"]["bins"])
    return (
        '<section id="dice"><h2>Are the dice honest?</h2>'
        + note(
            "Natural dice as the games told them, the line is one in six. Beneath the dice, chance "
            "itself was drawn "
            f"{draws:,} times; cut into {len(found['chance']['bins'])} equal parts it is even with p "
            f"{chance(found['chance']['p'])}. A p near 0 would be a reason to doubt; one below 0.05 is to be "
            "expected once in twenty."
        )
        + f'<div class="grid">{"".join(cards)}</div></section>'
    )


def method(study: Study) -> str:
    return (
        '<section id="method"><h2>Method</h2><p class="note">'
        f"Bridgehead {escape(__version__)}. Every game of a study has a seed of its own, equal under all "
        "variants; "
        "the same study gives the same figures on any number of workers. Intervals of shares are "
        "Wilson’s, of "
        "means normal, at 95 %. A unit counts the steps it has (two if it has a reduced side, otherwise "
        "one). A hex "
        "is held by whoever stood there last at the end of a turn; the front runs between hexes held by "
        "different sides. Steps lost in a fight are those on the map before it and not after its "
        "retreats and "
        "losses are done. Beside this file lie <code>games</code>, <code>turns</code>, <code>fights</code>, "
        "<code>happenings</code> and <code>hexes</code> as Parquet, and <code>figures.json</code>.</p>"
        "</section>"
    )


def named(names: Any, id: str) -> str:
    return str(names.get(id, id))


def spoken(kind: str) -> str:
    """A class name as words: AttackResolved is `Attack resolved`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind)
    return words[:1] + words[1:].lower()
