"""The figures of a study: what the report shows and figures.json holds."""

from __future__ import annotations

from collections import Counter, defaultdict

import msgspec
import numpy as np

from bridgehead.extras import extra
from bridgehead.lab.analysis.comparison import Difference, compared
from bridgehead.lab.analysis.decisive import Decided, Unknown, when_decided
from bridgehead.lab.analysis.fights import ColumnFigures, Luck, fights_by_column, luck, worth_of_results
from bridgehead.lab.analysis.statistics import (
    Bin,
    Interval,
    Mean,
    even_p,
    histogram,
    holm,
    mean_interval,
    share_interval,
)
from bridgehead.lab.analysis.tables import Tables, rows_of
from bridgehead.lab.playing.hexcounts import layers_of
from bridgehead.lab.study.camps import sides_in
from bridgehead.lab.study.cells import Cell
from bridgehead.lab.study.definition import Study
from bridgehead.lab.study.games import game_of

with extra("lab"):
    import polars as pl

TOP = 12
"""Hexes, chits and events that are named."""


class Share(msgspec.Struct, frozen=True):
    """Games won, and what share of all that is."""

    games: int
    share: float
    interval: Interval


class Level(msgspec.Struct, frozen=True):
    """One way in which games ended."""

    winner: str
    level: str
    rule: str
    games: int
    share: float
    interval: Interval


class Margin(msgspec.Struct, frozen=True):
    """By how much the first side did better."""

    of: str
    mean: Mean
    median: float
    histogram: list[Bin]


class Length(msgspec.Struct, frozen=True):
    turns: Mean
    decisions: Mean
    histogram: list[Bin]


class Faces(msgspec.Struct, frozen=True):
    """How often each face of the die was rolled."""

    faces: list[int]
    p: float


class AllDice(msgspec.Struct):
    """The dice of all sides, p being adjusted for all cells of the study too."""

    rolled: int
    p: float
    p_together: float = 1.0


class HappeningFigures(msgspec.Struct, frozen=True):
    """A chit or an event: how often, and how the first side fared with more of them than usual."""

    kind: str
    label: str
    a_game: float
    games: float
    first_side_with_more: float | None
    first_side_with_fewer: float | None


class HotHex(msgspec.Struct, frozen=True):
    """A hex much fought over."""

    hex: int
    printed: str
    """Its number as the map prints it."""
    name: str
    fights: float
    lost: dict[str, float]


class CellFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One scenario under one variant."""

    game: str
    variant: str
    scenario: str
    title: str
    bots: dict[str, str]
    options: dict[str, str]
    sides: list[str]
    data: str
    games: int
    wins: dict[str, Share]
    levels: list[Level]
    margin: Margin
    length: Length
    decided: Decided | Unknown
    by_turn: dict[str, dict[str, list[float]]]
    fights: list[ColumnFigures]
    fights_a_game: float
    dice: dict[str, Faces]
    dice_together: AllDice
    luck: Luck
    happenings: list[HappeningFigures]
    hexes: list[HotHex]


class Evenness(msgspec.Struct, frozen=True):
    """Whether chance itself is even over its range."""

    bins: list[int]
    p: float


class StudyFigures(msgspec.Struct, frozen=True):
    """All figures of a study."""

    title: str
    game: str | list[str]
    games: int
    seed: int
    cells: list[CellFigures]
    compared: list[Difference]
    chance: Evenness


def figures(study: Study, cells: list[Cell], tables: Tables) -> StudyFigures:
    games = list(dict.fromkeys(cell.game for cell in cells))
    worth = {game: worth_of_results(tables.fights.filter(pl.col("game") == game)) for game in games}
    found = [cell_figures(cell, tables, worth[cell.game]) for cell in cells]
    for each, p in zip(found, holm([each.dice_together.p for each in found]), strict=True):
        each.dice_together.p_together = p
    bins = tables.bins.tolist()
    return StudyFigures(
        study.title,
        games[0] if len(games) == 1 else games,
        study.games,
        study.seed,
        found,
        compared(cells, tables),
        Evenness(bins, even_p(bins)),
    )


def cell_figures(cell: Cell, tables: Tables, worth: dict[tuple[str, str], float]) -> CellFigures:
    game = game_of(cell.game, cell.files)
    sides = cell.camps
    dice = tables.dice.get(cell.key, {})
    faces = [sum(counts) for counts in zip(*dice.values(), strict=True)]
    games, turns, fights = (rows_of(table, cell) for table in (tables.games, tables.turns, tables.fights))
    return CellFigures(
        game=cell.game,
        variant=cell.variant,
        scenario=cell.scenario,
        title=game.scenarios[cell.scenario].title,
        bots={side: cell.bots.get(side, "random") for side in sides_in(game, cell.scenario)},
        options=cell.options,
        sides=list(sides),
        data=game.version,
        games=games.height,
        wins=wins(games, sides),
        levels=levels(games),
        margin=margin(games),
        length=length(games),
        decided=when_decided(games, turns, sides),
        by_turn=by_turn(turns, sides),
        fights=fights_by_column(fights),
        fights_a_game=fights.height / max(games.height, 1),
        dice={side: Faces(counts, even_p(counts)) for side, counts in sorted(dice.items())},
        dice_together=AllDice(sum(faces), even_p(faces)),
        luck=luck(games, fights, sides, worth),
        happenings=happenings(games, rows_of(tables.happenings, cell), sides),
        hexes=hot_hexes(cell, tables, sides),
    )


def margin(games: pl.DataFrame) -> Margin:
    values = games["margin"].to_numpy()
    return Margin(
        str(games["margin_of"][0]) if games.height else "",
        mean_interval(values),
        float(np.median(values)) if len(values) else 0.0,
        histogram(values),
    )


def length(games: pl.DataFrame) -> Length:
    turns = games["turn"].to_numpy().astype(float)
    return Length(
        mean_interval(turns),
        mean_interval(games["decisions"].to_numpy().astype(float)),
        histogram(turns),
    )


def wins(games: pl.DataFrame, sides: tuple[str, ...]) -> dict[str, Share]:
    """The share of games each side won, and of those nobody did."""
    winners = Counter(games["winner"].to_list())
    others = sorted(winner for winner in winners if winner and winner not in sides)
    found = {}
    for side in (*sides, *others, ""):
        won = winners.get(side, 0)
        if side or won:
            share = won / max(games.height, 1)
            found[side or "nobody"] = Share(won, share, share_interval(won, games.height))
    return found


def levels(games: pl.DataFrame) -> list[Level]:
    kinds = Counter(zip(games["winner"], games["level"], games["rule"], strict=True))
    return [
        Level(*kind, count, count / games.height, share_interval(count, games.height))
        for kind, count in sorted(kinds.items(), key=lambda each: -each[1])
    ]


def by_turn(turns: pl.DataFrame, sides: tuple[str, ...]) -> dict[str, dict[str, list[float]]]:
    """Means over the games that reached a turn, by side."""
    columns = ("lost", "fought_off", "units", "steps", "held", "eliminated")
    means = (
        turns.group_by("side", "turn")
        .agg(pl.len().alias("games"), *(pl.col(name).cast(pl.Float64).mean() for name in columns))
        .sort("turn")
    )
    found = {}
    for side in sides:
        own = means.filter(pl.col("side") == side)
        found[side] = {name: own[name].to_list() for name in ("turn", "games", *columns)}
    return found


def happenings(games: pl.DataFrame, told: pl.DataFrame, sides: tuple[str, ...]) -> list[HappeningFigures]:
    """Chits and events: how often, and how the first side fared with more of them than usual."""
    first = dict(
        zip(
            games["number"].to_list(),
            [1.0 if won == sides[0] else 0.5 if not won else 0.0 for won in games["winner"].to_list()],
            strict=True,
        )
    )
    counts: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for number, kind, label in told.select("number", "kind", "label").iter_rows():
        counts[kind, label][number] += 1
    found = []
    for (kind, label), per_game in counts.items():
        usual = sum(per_game.values()) / games.height
        many = [first[number] for number in first if per_game[number] > usual]
        few = [first[number] for number in first if per_game[number] <= usual]
        found.append(
            HappeningFigures(
                kind,
                label,
                usual,
                len(per_game) / games.height,
                sum(many) / len(many) if many else None,
                sum(few) / len(few) if few else None,
            )
        )
    return sorted(found, key=lambda each: (each.kind, -each.a_game, each.label))


def hot_hexes(cell: Cell, tables: Tables, sides: tuple[str, ...]) -> list[HotHex]:
    """The hexes most fought over."""
    game = game_of(cell.game, cell.files)
    layers = layers_of(sides)
    counts = tables.heat[cell.key].sum(axis=1)
    fought = counts[layers.index("fought")]
    games = max(rows_of(tables.games, cell).height, 1)
    order = [int(at) for at in np.argsort(-fought, kind="stable")[:TOP] if fought[at]]
    return [
        HotHex(
            game.board.hexes[at],
            game.printed(game.board.hexes[at]),
            game.names.get(f"{game.board.hexes[at]:04d}", ""),
            int(fought[at]) / games,
            {side: int(counts[layers.index(f"lost:{side}")][at]) / games for side in sides},
        )
        for at in order
    ]
