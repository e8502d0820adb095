"""The commands. Each prints for people, and JSON where a program might read it.

A command imports what it needs when it runs, so that `--help` and `games` answer at once.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.table import Column, Table

from bridgehead import (
    GAMES,
    BadFile,
    BadSetup,
    Match,
    __version__,
    from_record,
    line,
    load_game,
    read_record,
    say,
    view,
)
from bridgehead.cli import datafiles
from bridgehead.cli.lazy import lazily
from bridgehead.cli.say import out, progress, show_json
from bridgehead.core.words import counted
from bridgehead.games.catalogue import catalogue

if TYPE_CHECKING:
    from bridgehead.lab.benchmarks.comparison import Line
    from bridgehead.toolkit.wargame import AnyWargame

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="Hex-and-counter wargames with the rules enforced.",
)
app.add_typer(datafiles.app, name="data")
app.add_typer(lazily("bridgehead.cli.lessons", "Lessons: check ours or your own."), name="lesson")
app.add_typer(
    lazily("bridgehead.cli.labcommands", "Play thousands of games; balance, what-if, speed, texts."),
    name="lab",
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
DataDir = Annotated[
    Path | None,
    typer.Option("--data", help="A folder with your own tables, units or maps to use instead of ours."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An optional rule, as NAME=CHOICE. May be repeated."),
]
Where = Annotated[str, typer.Argument(metavar="GAME/SCENARIO", help="Such as seelow1945/kustrin.")]


def pairs(given: list[str] | None, what: str) -> dict[str, str]:
    """NAME=VALUE arguments as a dictionary."""
    found = {}
    for each in given or ():
        name, equals, value = each.partition("=")
        if not equals:
            raise BadSetup(f"{what} takes NAME=VALUE, not {each!r}")
        found[name] = value
    return found


def unknown_bot(name: str) -> str:
    from bridgehead.bots import BOTS

    return f"unknown bot {name}; choose {', '.join(BOTS)}"


def parted(where: str, data: Path | None) -> tuple[AnyWargame, str]:
    """The game and scenario a user named; a game with one scenario needs no other word."""
    name, _, scenario = where.partition("/")
    game = load_game(name, data)
    if not scenario:
        if len(game.scenarios) > 1:
            raise BadSetup(f"name a scenario: {', '.join(f'{name}/{each}' for each in game.offered())}")
        scenario = next(iter(game.scenarios))
    return game, scenario


@app.callback(invoke_without_command=True)
def version(
    context: typer.Context,
    shown: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    if shown:
        out.print(__version__)
        raise typer.Exit


@app.command()
def games(data: DataDir = None, as_json: AsJson = False) -> None:
    """List the games with their scenarios and how many of their rules are enforced."""
    found = catalogue(data)
    if as_json:
        show_json(found)
        return
    table = Table("Game", "Scenarios", "Turns", "Sides", "Rules enforced")
    for each in found:
        table.add_row(
            f"[bold]{each.id}[/bold]\n{each.title}",
            "\n".join(f"{key}  {one.title}" for key, one in each.scenarios.items()),
            "\n".join(str(one.turns) for one in each.scenarios.values()),
            ", ".join(each.sides.values()),
            f"{each.enforced} of {each.rules}",
        )
    out.print(table)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="The game.")],
    number: Annotated[str, typer.Argument(help="One rule, or the beginning of its number.")] = "",
    missing: Annotated[bool, typer.Option("--missing", help="Only rules that lack code or a test.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the rules of a game in our words, with the code that enforces and the tests that check them."""
    from bridgehead.core.rulebook import index as cited

    index = cited(load_game(game))
    chosen = [
        rule
        for rule in index.rules
        if rule.number.startswith(number) and (not missing or rule.number in index.missing)
    ]
    if number and not chosen:
        raise BadSetup(f"{game} has no rule {number}")
    if as_json:
        shown = {"game": game, "rules": chosen, "missing": index.missing, "unknown": index.unknown}
        show_json({**shown, "tests_found": index.tests_found})
        return
    for rule in chosen:
        out.print(f"[bold]{rule.number}[/bold] {rule.title}  [dim]{rule.status}, {rule.provenance}[/dim]")
        if number:
            out.print(f"  {rule.text}")
            for name, text in (("Interpretation", rule.reading), ("Reason", rule.reason)):
                if text:
                    out.print(f"  [italic]{name}: {text}[/italic]")
            out.print(f"  [dim]code: {', '.join(rule.functions) or 'none'}[/dim]")
            out.print(f"  [dim]tests: {', '.join(rule.tests) or 'none'}[/dim]")
    out.print(f"{len(chosen)} rules; {len(index.missing)} lack code or a test", style="dim")


@app.command()
def reference(where: Where, option: Options = None, data: DataDir = None, as_json: AsJson = False) -> None:
    """Print a game's sequence of play, charts, victory conditions and turn track, from its tables."""
    from bridgehead.cli.reference import show_reference
    from bridgehead.core.play import setting_for

    game, scenario = parted(where, data)
    found = game.reference(game, scenario, setting_for(game, scenario, pairs(option, "--option")))
    if as_json:
        show_json(found)
        return
    show_reference(game, found)


@app.command()
def simulate(
    where: Where,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    bot: Annotated[
        list[str] | None, typer.Option(help="A bot for a side, as SIDE=NAME. May be repeated.")
    ] = None,
    workers: Annotated[int, typer.Option(help="Worker processes (0 = all cores).", min=0)] = 0,
    option: Options = None,
    data: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games and count the results."""
    from bridgehead.bots import BOTS
    from bridgehead.lab.analysis.summary import summary
    from bridgehead.lab.playing.series import Series, play_series

    game, scenario = parted(where, data)
    bots = pairs(bot, "--bot")
    for side, name in bots.items():
        if side not in game.sides:
            raise BadSetup(f"{game.name} has no side {side!r}; it has {', '.join(game.sides)}")
        if name not in BOTS:
            raise BadSetup(unknown_bot(name))
    series = Series(game.name, scenario, games, seed, bots, pairs(option, "--option"), str(data or ""))
    with progress(f"{where}", games) as advance:
        played = play_series(series, min(workers or os.cpu_count() or 1, games), advance)
    found = summary(series, played)
    if as_json:
        show_json(found)
        return
    table = Table("Winner", "How", "Rule", "Games", "Share", "95%")
    for each in found.results:
        low, high = each.interval
        share = f"{each.games / games:.1%}"
        winner = game.names.get(each.winner, each.winner) if each.winner else "draw"
        table.add_row(winner, each.level, each.rule, str(each.games), share, f"{low:.1%} to {high:.1%}")
    out.print(table)
    pace = found.decisions_per_second
    out.print(
        f"{counted(found.decisions, 'decision')}, {pace:,.0f} per second on one core; "
        f"turns per game: {found.turns:.1f}"
    )


@app.command()
def arena(
    where: Where,
    bots: Annotated[list[str], typer.Argument(help="Two or more bots, the weakest first.")],
    games: Annotated[int, typer.Option(help="Games of each pair, half with each side.", min=2)] = 200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same dice.")] = 1,
    workers: Annotated[int, typer.Option(help="Worker processes (0 = all cores).", min=0)] = 0,
    book: Annotated[
        Path | None, typer.Option(help="Add the result to this JSON book and write its table beside it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play one another, sides swapped and dice shared, and rate them."""
    from bridgehead.bots import BOTS
    from bridgehead.lab.ratings.arena import arena as compete
    from bridgehead.lab.ratings.league import add_results

    game, scenario = parted(where, None)
    for name in bots:
        if name not in BOTS:
            raise BadSetup(unknown_bot(name))
    if len(set(bots)) < 2:
        raise BadSetup("name at least two different bots")
    pairs_of = len(bots) * (len(bots) - 1) // 2
    with progress(where, pairs_of * (games + games % 2)) as advance:
        found = compete((game.name, scenario), bots, games, seed, workers or os.cpu_count() or 1, advance)
    if book is not None:
        add_results(book, found)
    if as_json:
        show_json(found)
        return
    camps = found.pairings[0].by_side
    table = Table(Column("Bots", no_wrap=True), "Duels", "Won", "95%", *camps, "Margin", "Phase, s")
    for each in found.pairings:
        low, high = each.duels_interval
        table.add_row(
            f"{each.first} over {each.second}",
            str(each.duels),
            f"{each.duels_won:.0%}",
            f"{low:.0%} to {high:.0%}",
            *(f"{share:.0%}" for share in each.by_side.values()),
            f"{each.margin:+.1f}",
            f"{each.seconds[each.first][0]:.2f}",
        )
    out.print(table)
    rated = Table("Rating (Elo)", "with any", *camps)
    for bot, rating in found.ratings.items():
        with_each = found.side_ratings[bot]
        rated.add_row(bot, f"{rating:+.0f}", *(f"{with_each[camp]:+.0f}" for camp in camps))
    out.print(rated)


@app.command()
def prepare() -> None:
    """Compile what all games need, once, so that the first game after an installation begins at once."""
    from bridgehead.bots.judges import looked_at
    from bridgehead.lab.playing.series import Series, play_one

    series = [Series(name, scenario, 1) for name in GAMES for scenario in load_game(name).scenarios]
    with progress("Compiling for this machine", len(series)) as advance:
        for each in series:
            play_one(each, 0)
            looked_at(load_game(each.game), each.scenario)
            advance(1)


@app.command()
def fuzz(
    game: Annotated[str, typer.Argument(help="The game.")],
    seconds: Annotated[float, typer.Option(help="Seconds to play.", min=1)] = 60,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    keep: Annotated[Path, typer.Option(help="Folder in which failures are saved as records.")] = Path(
        "fuzz-failures"
    ),
    as_json: AsJson = False,
) -> None:
    """Play at random, check every promise of the rules, and save what breaks as a record."""
    from bridgehead.testing.fuzz import fuzz as play_checked

    spent = 0.0
    with progress(f"{game}", round(seconds)) as advance:

        def told(found: Any) -> None:
            nonlocal spent
            advance(found.seconds - spent)
            spent = found.seconds

        found = play_checked(load_game(game), seconds, seed, keep, told)
    if as_json:
        show_json(found)
    else:
        out.print(
            f"{counted(found.games, 'game')} with {counted(found.decisions, 'decision')} "
            f"in {found.seconds:.0f} s; "
            f"checked: {counted(found.checked, 'position')}, {counted(found.refusals_checked, 'refusal')}, "
            f"{counted(found.guesses_checked, 'guess')}; {counted(len(found.failures), 'failure')}"
        )
        for failure in found.failures:
            out.print(
                f"  {failure.scenario} seed {failure.seed} after {failure.decisions}: {failure.problem}"
            )
            out.print(f"  saved as {failure.file}")
    if found.failures:
        raise typer.Exit(1)


def opened(file: Path, data: Path | None) -> Match[Any]:
    """The match a record holds."""
    text = file.read_bytes()
    return from_record(text, load_game(read_record(text).game, data))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game file.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check that it replays.")] = False,
    data: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Replay a game file and print its log."""
    match = opened(file, data)
    ended = match.now.ended
    came_to = f"{ended.level} ({ended.rule})" if ended is not None else "not finished"
    if as_json:
        log = [
            {
                "action": action,
                "words": say(match.game, action),
                "log": [line(match.game, told) for told in events],
            }
            for action, events in zip(match.actions, match.events[1:], strict=True)
        ]
        show_json({"game": match.game.name, "actions": len(match.actions), "result": ended, "log": log})
        return
    if not verify:
        for events in match.events:
            for told in events:
                out.print(line(match.game, told), highlight=False)
    out.print(f"{counted(len(match.actions), 'decision')} replayed as recorded: {came_to}.", style="bold")


@app.command()
def show(
    where: Where,
    to: Annotated[Path, typer.Option("-o", "--output", help="An .svg or .png file.")] = Path("position.svg"),
    record: Annotated[
        Path | None, typer.Option("--replay", help="Show a position of this game file.")
    ] = None,
    at: Annotated[
        int, typer.Option(help="Number of decisions into the game file; -1 is the last position.")
    ] = -1,
    width: Annotated[int, typer.Option(help="Width of a PNG in pixels.")] = 2400,
    seed: Annotated[int, typer.Option(help="Seed of the setup.")] = 1,
    only_map: Annotated[bool, typer.Option("--map", help="Only the map with its counters.")] = False,
    data: DataDir = None,
) -> None:
    """Draw a sheet for the wall: map, counters, turn track, boxes and key."""
    from bridgehead.cli.terminal import set_up
    from bridgehead.render.picture import png
    from bridgehead.render.position import position_svg
    from bridgehead.render.wall import wall_svg

    game, scenario = parted(where, data)
    if to.suffix not in {".svg", ".png"}:
        raise BadSetup(
            f"a picture is an .svg or a .png file, not {to.suffix or 'a file without an extension'}"
        )
    if record is not None:
        match = opened(record, data)
        if match.game.name != game.name:
            raise BadFile(f"{record} is a game of {match.game.name}, not of {game.name}")
        if not -1 <= at <= len(match.actions):
            raise BadSetup(f"{record} has no position {at}; its last is {len(match.actions)}")
        s = match.at(at if at >= 0 else match.clock)
    else:
        s = set_up(game, scenario, seed)
    svg = (position_svg if only_map else wall_svg)(game, view(s, None))
    if to.suffix == ".svg":
        to.write_text(svg, encoding="utf-8")
    else:
        to.write_bytes(png(svg, width))
    out.print(f"{to} written")


@app.command()
def bench(
    game: Annotated[list[str] | None, typer.Argument(help="Games; all of them if none is named.")] = None,
    against: Annotated[
        Path | None,
        typer.Option("--compare", help="A run saved with --json; ends with 1 where something is slower."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the engine on one core."""
    from bridgehead.lab.benchmarks.comparison import compare, read_times
    from bridgehead.lab.benchmarks.operations import bench as measure

    before = read_times(against) if against is not None else None
    found = measure([load_game(name) for name in game or GAMES])
    if before is not None:
        lines = compare(before, found)
        show_json(lines) if as_json else show_lines(lines)
        raise typer.Exit(any(each.slower for each in lines))
    if as_json:
        show_json(found)
        return
    for name, figures in found.games.items():
        table = Table(name, "time", "ratio")
        for key, value in msgspec.structs.asdict(figures).items():
            if isinstance(value, float):
                kind, _, scale = key.rpartition("_")
                table.add_row(kind, f"{value:.1f} {scale}", str(figures.ratio[kind]))
        for scenario, pace in figures.random_play.items():
            table.add_row(f"random {scenario}", f"{pace['decisions_per_second']:,.0f} decisions/s", "")
            table.add_row("", f"{pace['games_per_second']:.2f} games/s", "")
        out.print(table)


def show_lines(lines: list[Line]) -> None:
    """Then and now, in calibration loops."""
    table = Table("Game", "What", "Before", "Now", "Ratio", "")
    for each in lines:
        then, now = f"{each.before:.4f}", f"{each.now:.4f}"
        table.add_row(each.game, each.what, then, now, f"{each.ratio:.2f}", "slower" if each.slower else "")
    out.print(table)


@app.command()
def play(
    where: Annotated[str, typer.Argument(metavar="[GAME/SCENARIO]", help="What to play.")] = "",
    in_terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in this terminal, not in the browser.")
    ] = False,
    side: Annotated[str, typer.Option(help="Your side; the other is the bot's.")] = "",
    bot: Annotated[str, typer.Option(help="Your opponent: random, recruit, veteran or general.")] = "veteran",
    aloud: Annotated[
        bool, typer.Option(help="The bot explains its moves when asked; this may reveal its secrets.")
    ] = True,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same dice.")] = None,
    record: Annotated[Path | None, typer.Option(help="Resume this game file, or start it.")] = None,
    option: Options = None,
    data: DataDir = None,
) -> None:
    """Play in the browser, or with --terminal here against a bot."""
    if data is not None:
        os.environ["BRIDGEHEAD_DATA"] = str(data.resolve())
    if not in_terminal:
        from bridgehead.server.run import play_locally

        play_locally(say=out.print)
        return
    from bridgehead.bots import BOTS
    from bridgehead.cli import terminal

    if bot not in BOTS:
        raise BadSetup(unknown_bot(bot))
    terminal.play(where, side, bot, seed, record, pairs(option, "--option"), data, aloud)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on (0.0.0.0 = all).")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port.")] = 8945,
    database: Annotated[str, typer.Option(help="Database of the games: an SQLite or PostgreSQL URL.")] = "",
    data: DataDir = None,
) -> None:
    """Host games for a group: players join from anywhere by their invite links."""
    from bridgehead.server.run import serve as run_server

    if data is not None:
        os.environ["BRIDGEHEAD_DATA"] = str(data.resolve())
    run_server(host, port, database, say=out.print)
