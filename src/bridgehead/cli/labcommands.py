"""`bridgehead lab`: many games, what-if, balance, speed, texts and positions.

As all commands these import what they need when they run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bridgehead import GAMES, BadFile, BadSetup, from_record, load_game, read_record
from bridgehead.cli.say import err, out, progress, show_json

if TYPE_CHECKING:
    from bridgehead.lab.analysis.figures import StudyFigures
    from bridgehead.lab.study.definition import Study

MEMORY = 12 * 3600.0
"""Seconds of play from which the time left is estimated."""

app = typer.Typer(no_args_is_help=True, help="Play thousands of games; balance, what-if, speed, texts.")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Workers = Annotated[int, typer.Option(help="Worker processes (0 = all cores).", min=0)]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="The folder to write to.")]
Cluster = Annotated[str, typer.Option("--ray", help="Play on this Ray cluster; 'local' starts one here.")]
Where = Annotated[str, typer.Argument(metavar="GAME/SCENARIO", help="Such as seelow1945/kustrin.")]
BotNames = Annotated[
    list[str] | None, typer.Option("--bot", help="SIDE=NAME, or one NAME for all sides. May be repeated.")
]
OptionPairs = Annotated[list[str] | None, typer.Option("--option", help="An optional rule, NAME=CHOICE.")]
Dials = Annotated[
    list[str] | None,
    typer.Option("--dial", help="A value to vary: tables.toml:barrage.reach=0..3. May be repeated."),
]


def cores(workers: int) -> int:
    return workers or os.cpu_count() or 1


def parted(where: str) -> tuple[str, str]:
    """The game and scenario a user named; a game with one scenario needs no other word."""
    from bridgehead.lab.study.games import game_of

    name, _, scenario = where.partition("/")
    game = game_of(name, {})
    if not scenario:
        if len(game.scenarios) > 1:
            raise BadSetup(f"name a scenario: {', '.join(f'{name}/{each}' for each in game.offered())}")
        scenario = next(iter(game.scenarios))
    if scenario not in game.scenarios:
        raise BadSetup(f"{name} has no scenario {scenario!r}; it has {', '.join(game.scenarios)}")
    return name, scenario


def pairs(given: list[str] | None, what: str) -> dict[str, str]:
    found = {}
    for each in given or ():
        name, equals, value = each.partition("=")
        if not equals:
            raise BadSetup(f"{what} takes NAME=VALUE, not {each!r}")
        found[name] = value
    return found


def seating(given: list[str] | None, where: tuple[str, str]) -> dict[str, str]:
    """Who plays which side; a name alone plays them all."""
    from bridgehead.lab.study.camps import sides_in
    from bridgehead.lab.study.games import game_of

    sides = sides_in(game_of(where[0], {}), where[1])
    found: dict[str, str] = {}
    for each in given or ():
        side, equals, bot = each.partition("=")
        found.update({side: bot} if equals else dict.fromkeys(sides, each))
    return found


@contextmanager
def game_progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar whose time left is estimated over hours, since one game may take minutes."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    silent = not sys.stderr.isatty()
    with Progress(*columns, console=err, transient=True, disable=silent, speed_estimate_period=MEMORY) as bar:
        task = bar.add_task(what, total=total)
        yield lambda games: bar.advance(task, games)


def play_and_publish(study: Study, folder: Path, workers: int, cluster: str, as_json: bool) -> None:
    """Play a study, write its files, say what came out."""
    from bridgehead.lab.playing.runner import run_study
    from bridgehead.lab.playing.shards import total_of
    from bridgehead.lab.report.page import publish
    from bridgehead.lab.study.cells import cells_of

    total = total_of(study, cells_of(study))
    try:
        with game_progress(study.title, total) as advance:
            cells = run_study(study, folder, workers, cluster, advance)
    except KeyboardInterrupt:
        out.print(f"Stopped. What has been played is in {folder}; the same command resumes there.")
        raise typer.Exit(130) from None
    found = publish(study, cells, folder)
    if as_json:
        show_json(found)
        return
    show(found)
    out.print(f"{folder / 'report.html'} written, with games, turns, fights, happenings and hexes as Parquet")


def show(found: StudyFigures) -> None:
    several = isinstance(found.game, list)
    variants = len({cell.variant for cell in found.cells}) > 1
    heads = ("Scenario", "Games", "Won", "Margin", "Turns")
    table = Table(*(("Variant", *heads) if variants else heads))
    for cell in found.cells:
        shares = [
            f"{side} {won.share:.1%} ({won.interval[0]:.0%} to {won.interval[1]:.0%})"
            for side, won in cell.wins.items()
        ]
        mean = cell.margin.mean[0]
        table.add_row(
            *([cell.variant] if variants else []),
            f"{cell.game}\n{cell.scenario}" if several else cell.scenario,
            str(cell.games),
            "\n".join(shares),
            f"{mean:.2f} ({cell.margin.of})",
            f"{cell.length.turns[0]:.1f}",
        )
    out.print(table)
    for each in found.compared:
        for side, change in each.points.items():
            mean, low, high = change.change
            sure = "significant" if change.p_together < 0.05 else "not significant"
            where = f"{each.game}/{each.scenario}" if several else each.scenario
            out.print(
                f"{where}, {each.variant}: {side} {mean * 100:+.1f} percentage points "
                f"({low * 100:+.1f} to {high * 100:+.1f}) against {each.against}, "
                f"p {change.p_together:.3f}, {sure}"
            )


@app.command()
def run(
    study: Annotated[Path, typer.Argument(metavar="STUDY.toml", help="What to play.")],
    output: Output = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    games: Annotated[int, typer.Option(help="Games of each kind, if not as the study says.", min=0)] = 0,
    as_json: AsJson = False,
) -> None:
    """Play a study and write its tables and report. An interrupted study resumes where it stopped."""
    from bridgehead.lab.study.cells import read_checked
    from bridgehead.lab.study.definition import with_games

    read = read_checked(study)
    if games:
        read = with_games(read, games)
    play_and_publish(read, output or study.with_suffix(""), cores(workers), cluster, as_json)


@app.command()
def report(folder: Annotated[Path, typer.Argument(help="The folder of a study.")]) -> None:
    """Write the report of a study again, of as many games as have been played."""
    from bridgehead.lab.report.page import republish

    show(republish(folder))
    out.print(f"{folder / 'report.html'} written")


@app.command()
def sweep(
    where: Annotated[str, typer.Argument(metavar="GAME/SCENARIO|STUDY.toml", help="What to play.")],
    dial: Dials = None,
    games: Annotated[int, typer.Option(help="Games of each setting.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    bot: BotNames = None,
    option: OptionPairs = None,
    output: Output = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    as_json: AsJson = False,
) -> None:
    """Vary values of the data files and show what they change."""
    from bridgehead.lab.study.cells import cells_of, read_checked
    from bridgehead.lab.study.definition import Study, check_dial, parse_dial

    turned = [parse_dial(each) for each in dial or ()]
    if where.endswith(".toml"):
        study = read_checked(Path(where))
        study = msgspec.structs.replace(study, dial=turned or study.dial)
        cells_of(study)
    else:
        name, scenario = parted(where)
        study = Study(
            game=name,
            scenarios=[scenario],
            title=f"{name}/{scenario}: {', '.join(each.path for each in turned)}",
            games=games,
            seed=seed,
            bots=seating(bot, (name, scenario)),
            options=pairs(option, "--option"),
            dial=turned,
        )
    if not study.dial:
        raise BadSetup("name a dial, such as --dial tables.toml:barrage.reach=0..3")
    for each in study.dial:
        check_dial(study, each)
    folder = output or Path("sweep-" + where.removesuffix(".toml").replace("/", "-"))
    play_and_publish(study, folder, cores(workers), cluster, as_json)


@app.command()
def fair(
    where: Where,
    dial: Annotated[
        str, typer.Option(help="The dial to search: PATH=LOW..HIGH. Without one, the score.")
    ] = "",
    games: Annotated[int, typer.Option(help="Games of each setting.", min=10)] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    bot: Annotated[str, typer.Option(help="Who plays all sides.")] = "random",
    option: OptionPairs = None,
    output: Output = None,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    """Find the handicap or victory threshold that makes equal bots equal."""
    from bridgehead.lab.analysis.balance import fair_dial, fair_threshold
    from bridgehead.lab.study.definition import Study, parse_dial

    name, scenario = parted(where)
    study = Study(
        game=name,
        scenarios=[scenario],
        title=f"{where}: fair",
        games=games,
        seed=seed,
        bots=seating([bot], (name, scenario)),
        options=pairs(option, "--option"),
        chances=False,
    )
    with TemporaryDirectory() as aside, progress(where, None if dial else games) as advance:
        folder = output or Path(aside)
        if dial:
            found = fair_dial(study, parse_dial(dial), folder, cores(workers), advance)
        else:
            found = fair_threshold(study, folder, cores(workers), advance)
    if as_json:
        show_json(found)
        return
    table = Table("Setting", "Games", f"Points of {found.side}", "95%", "Margin")
    for each in found.tried:
        low, high = each.interval
        table.add_row(
            f"{each.value:g}" if dial else "as printed",
            str(each.games),
            f"{each.share:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{each.margin:.2f}",
        )
    out.print(table)
    out.print(found.words)


@app.command()
def tune(
    game: Annotated[str, typer.Argument(metavar="GAME[/SCENARIO]", help="All scenarios if none is named.")],
    games: Annotated[int, typer.Option(help="Games of each scenario.", min=20)] = 200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    workers: Workers = 0,
    write: Annotated[bool, typer.Option("--write", help="Make these the general's weights.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find how each side should weigh what its judge sees, by playing with the weights."""
    from bridgehead.bots.weights import FILE
    from bridgehead.lab.ratings.tuning import camps_in, effects, trials, write_weights

    name, scenarios = parted_all(game)
    wanted = [scenario for scenario in scenarios if len(camps_in((name, scenario))) == 2]
    with progress(game, len(wanted) * games) as advance:
        series = [trials((name, each), games, seed, cores(workers), advance) for each in wanted]
    found = effects(series)
    if write:
        write_weights(name, wanted, found)
    if as_json:
        show_json([{**msgspec.to_builtins(one), "weight": one.weight} for one in found])
        return
    table = Table("Camp", "Weighed more", "Gain (standard deviations)", "Error", "Weight")
    for one in found:
        weight = "" if one.weight == 1.0 else f"{one.weight:.2f}"
        table.add_row(one.camp, one.term, f"{one.gain:+.2f}", f"{one.error:.2f}", weight)
    out.print(table)
    if write:
        out.print(f"{FILE.name} written")


@app.command()
def speed(
    game: Annotated[
        list[str] | None, typer.Argument(help="GAME or GAME/SCENARIO; all if none is named.")
    ] = None,
    bot: Annotated[list[str] | None, typer.Option(help="Bots; random if none is named.")] = None,
    seconds: Annotated[float, typer.Option(help="How long each is measured.", min=0.1)] = 5.0,
    workers: Annotated[
        int, typer.Option(help="Also play the first of them on 1 and on this many workers.", min=0)
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Measure games per second by game, scenario and bot."""
    from bridgehead.bots import BOTS
    from bridgehead.lab.benchmarks.throughput import pace, scaling
    from bridgehead.lab.playing.series import Series
    from bridgehead.lab.study.camps import sides_in

    found = []
    wanted = [parted_all(each) for each in game or GAMES]
    for name, scenarios in wanted:
        for scenario in scenarios:
            for each in bot or ["random"]:
                if each not in BOTS:
                    raise BadSetup(f"unknown bot {each}; choose {', '.join(BOTS)}")
                sides = sides_in(load_game(name), scenario)
                found.append(pace(name, scenario, sides, each, seconds))
    grown = []
    if workers and found:
        first = found[0]
        count = max(20, round(first.games_per_second * seconds * 2))
        sides = sides_in(load_game(first.game), first.scenario)
        series = Series(first.game, first.scenario, count, 1, dict.fromkeys(sides, first.bot))
        grown = scaling(series, [1, workers])
    if as_json:
        show_json({"one_core": found, "workers": grown})
        return
    table = Table("Game", "Bot", "Games", "Games a second", "Decisions a second")
    for one in found:
        table.add_row(
            f"{one.game}/{one.scenario}",
            one.bot,
            str(one.games),
            f"{one.games_per_second:.2f}",
            f"{one.decisions_per_second:,.0f}",
        )
    out.print(table)
    for row in grown:
        said = f"{row.games_per_second:.2f} per second, {row.times:.2f} times one worker"
        out.print(f"{row.workers} workers: {said}")


def parted_all(where: str) -> tuple[str, list[str]]:
    """A game with the scenario named, or with all of them."""
    name, _, scenario = where.partition("/")
    scenarios = list(load_game(name).scenarios)
    if scenario and scenario not in scenarios:
        raise BadSetup(f"{name} has no scenario {scenario!r}; it has {', '.join(scenarios)}")
    return name, [scenario] if scenario else scenarios


@app.command()
def text(
    file: Annotated[Path, typer.Argument(help="A game file, or with --back a text.")],
    back: Annotated[bool, typer.Option("--back", help="Make a game file from a text.")] = False,
    output: Output = None,
    data: Annotated[
        Path | None, typer.Option("--data", help="A folder of data files laid over ours.")
    ] = None,
) -> None:
    """Write a game as text people can read and programs can parse, or make a record of such a text."""
    from bridgehead.notation.transcript import game_of_transcript, read_transcript, write_transcript

    read = file.read_text(encoding="utf-8")
    if back:
        made = read_transcript(read, load_game(game_of_transcript(read), data)).record()
    else:
        made = write_transcript(from_record(read, load_game(read_record(read).game, data)))
    if output is None:
        out.file.write(made)
    else:
        output.write_text(made, encoding="utf-8")
        out.print(f"{output} written")


@app.command(name="position")
def position_command(
    record: Annotated[Path | None, typer.Argument(help="A record to take the position from.")] = None,
    at: Annotated[int, typer.Option(help="Number of decisions; -1 is the last position.")] = -1,
    read: Annotated[str, typer.Option("--read", help="A position in one line, to be read back.")] = "",
    data: Annotated[
        Path | None, typer.Option("--data", help="A folder of data files laid over ours.")
    ] = None,
) -> None:
    """Write a position of a record as one line, or say what such a line holds."""
    from bridgehead.notation.position import game_of_position, read_position, write_position

    if read:
        s = read_position(read, load_game(game_of_position(read), data))
        show_json({"game": s.game.name, "scenario": s.scenario, "turn": s.turn, "units": len(s.units)})
        return
    if record is None:
        raise BadSetup("name a record, or give a line with --read")
    held = record.read_bytes()
    match = from_record(held, load_game(read_record(held).game, data))
    if not -1 <= at <= len(match.actions):
        raise BadFile(f"{record} has no position {at}; its last is {len(match.actions)}")
    out.file.write(write_position(match.at(at if at >= 0 else match.clock)) + "\n")
