"""A study as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

import msgspec

from bridgehead import __version__
from bridgehead.core.play import BadSetup
from bridgehead.lab.analysis.figures import CellFigures, StudyFigures, figures
from bridgehead.lab.analysis.statistics import even_p
from bridgehead.lab.analysis.tables import Tables, gather, write_parquet
from bridgehead.lab.playing.shards import Manifest
from bridgehead.lab.report import charts, overview
from bridgehead.lab.report.charts import colour_of
from bridgehead.lab.report.heatmap import heat_section
from bridgehead.lab.report.overview import Pair, by_game, several_variants
from bridgehead.lab.report.pieces import SCRIPT, STYLE, card, chance, named, note
from bridgehead.lab.report.scenario import cell_section
from bridgehead.lab.report.variants import dial_section, differences
from bridgehead.lab.study.cells import Cell, cells_of
from bridgehead.lab.study.definition import Study
from bridgehead.lab.study.games import game_of

Parts = dict[str, tuple[str, str]]
"""Sections by id: a heading and what stands under it."""


def publish(study: Study, cells: list[Cell], folder: Path) -> StudyFigures:
    """Write Parquet, figures.json and report.html of a study that has been played."""
    tables = gather(folder, cells)
    write_parquet(tables, cells, folder)
    found = figures(study, cells, tables)
    written = msgspec.json.format(msgspec.json.encode(found), indent=2)
    (folder / "figures.json").write_bytes(written)
    (folder / "report.html").write_text(report(study, cells, tables, found), encoding="utf-8")
    return found


def republish(folder: Path) -> StudyFigures:
    """Write the report of a folder again, of as many games as are there."""
    file = folder / "study.json"
    if not file.is_file():
        raise BadSetup(f"{folder} holds no study")
    study = msgspec.json.decode(file.read_bytes(), type=Manifest).study
    return publish(study, cells_of(study), folder)


def report(study: Study, cells: list[Cell], tables: Tables, found: StudyFigures) -> str:
    groups = by_game(cells, found)
    if len(groups) == 1:
        (pairs,) = groups.values()
        parts = parts_of(study, pairs, tables, found)
        links = {key: title for key, (title, _) in parts.items()}
        body = "".join(
            f'<section id="{key}"><h2>{escape(t)}</h2>{b}</section>' for key, (t, b) in parts.items()
        )
    else:
        links = {"overview": "All games", **{game: game_of(game, {}).title for game in groups}}
        body = overview.all_games(cells, found)
        body += "".join(game_section(study, pairs, tables, found) for pairs in groups.values())
    nav = "".join(
        f'<a href="#{key}">{escape(word)}</a>' for key, word in {**links, "method": "Method"}.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(study.title)}</title><style>{STYLE}</style></head>"
        f"<body><main>{header(study, groups, found, nav)}{body}{method(found)}</main>"
        f"<script>{SCRIPT}</script></body></html>\n"
    )


def parts_of(study: Study, pairs: list[Pair], tables: Tables, found: StudyFigures) -> Parts:
    """All that is told of one game."""
    cells = [cell for cell, _ in pairs]
    game = game_of(cells[0].game, {})
    alone = len(pairs) == len(found.cells)
    table = f'<div class="card scroll below">{overview.table({game.name: pairs})}</div>' if alone else ""
    parts: Parts = {"overview": ("Who wins", overview.cards(pairs) + table)}
    turned = [dial for dial in study.dial if dial.game in ("", cells[0].game)]
    if turned:
        parts["dial"] = dial_section(turned, [each for _, each in pairs])
    if several_variants(pairs):
        compared = [each for each in found.compared if each.game == cells[0].game]
        parts["differences"] = differences(compared, game.names)
    closer = (
        cell_section(each, game_of(cell.game, cell.files).names, alone and at == 0)
        for at, (cell, each) in enumerate(pairs)
    )
    parts["games"] = ("Game by game", "".join(closer))
    parts["map"] = ("On the map", heat_section(cells, tables))
    parts["dice"] = ("Are the dice honest?", honesty([each for _, each in pairs], game.names))
    return parts


def game_section(study: Study, pairs: list[Pair], tables: Tables, found: StudyFigures) -> str:
    """One of several games."""
    cell, first = pairs[0]
    game = game_of(cell.game, {})
    body = "".join(
        f'<div id="{cell.game}-{key}"><h3 class="part">{escape(title)}</h3>{inner}</div>'
        for key, (title, inner) in parts_of(study, pairs, tables, found).items()
    )
    played = sum(each.games for _, each in pairs)
    return (
        f'<section class="game" id="{cell.game}"><h2>{escape(game.title)}</h2>'
        + note(f"{played:,} games · {seats(pairs)} · data {first.data}")
        + f"{body}</section>"
    )


# --- the beginning


def header(study: Study, groups: dict[str, list[Pair]], found: StudyFigures, nav: str) -> str:
    played = sum(each.games for each in found.cells)
    pairs = [pair for group in groups.values() for pair in group]
    cell, first = pairs[0]
    game = game_of(cell.game, {})
    if len(groups) == 1:
        about, said = game.title, overview.sentence(first, game.names)
        data = f" · data {first.data}"
    else:
        about = f"{len(groups)} games, {len({(c.game, c.scenario) for c, _ in pairs})} scenarios"
        said, data = overview.span([each for each, _ in pairs], found), ""
    return (
        f"<header><h1>{escape(study.title)}</h1><p>{escape(about)} · {played:,} games played · "
        f"{escape(seats(pairs))} · seed {study.seed}{escape(data)}</p>"
        f'<p class="lead">{escape(said)}</p><nav>{nav}</nav></header>'
    )


def seats(pairs: list[Pair]) -> str:
    """Who plays, as far as it is the same all over."""
    bots = {bot for _, each in pairs for bot in each.bots.values()}
    if len(bots) == 1:
        return f"{bots.pop()} on every side"
    seen = [tuple(each.bots.items()) for _, each in pairs]
    if len(set(seen)) > 1:
        return f"{', '.join(sorted(bots))} on different sides"
    names = game_of(pairs[0][0].game, {}).names
    return ", ".join(f"{named(names, side)} {bot}" for side, bot in seen[0])


# --- the end


def honesty(cells: list[CellFigures], names: Mapping[str, str]) -> str:
    """The natural dice of one game, by side."""
    total: dict[str, list[int]] = {}
    for cell in cells:
        for side, each in cell.dice.items():
            before = total.setdefault(side, [0] * 6)
            total[side] = [a + b for a, b in zip(before, each.faces, strict=True)]
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
    said = (
        "Natural dice as the games told them, the line is one in six. A p near 0 would be a reason to doubt; "
        "one below 0.05 is to be expected once in twenty."
    )
    return note(said) + f'<div class="grid">{"".join(cards)}</div>'


def method(found: StudyFigures) -> str:
    bins = found.chance.bins
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
        "<code>happenings</code> and <code>hexes</code> as Parquet, and <code>figures.json</code>. "
        f"Beneath the dice, chance itself was drawn {sum(bins):,} times; cut into {len(bins)} equal parts "
        f"it is even with p {escape(chance(found.chance.p))}.</p>"
        "</section>"
    )
