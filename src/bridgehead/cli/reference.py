"""A game's reference sheet for a terminal: sequence, charts, victory, turn track."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from bridgehead.cli.say import out
from bridgehead.toolkit.reference import Chart, Reference, Remark
from bridgehead.toolkit.wargame import AnyWargame


def show_reference(game: AnyWargame, reference: Reference, console: Console = out) -> None:
    heading(console, f"{game.title}: sequence of play")
    for step in reference.sequence:
        indent = "  " if step.within else ""
        console.print(f"{indent}[bold]{step.title}[/bold] [dim]{step.rule}[/dim]  {step.words}")
        console.print(f"{indent}  [dim]acts:[/dim] {step.who}")
        if step.reacts:
            console.print(f"{indent}  [dim]answers:[/dim] {step.reacts}")
    for chart in reference.charts:
        show_chart(game, chart, console)
    heading(console, "Victory")
    remarks(console, reference.victory)
    show_track(game, reference, console)


def heading(console: Console, words: str) -> None:
    console.print(f"\n[bold]{words}[/bold]")


def remarks(console: Console, said: tuple[Remark, ...]) -> None:
    for remark in said:
        console.print(f"- {remark.words} [dim]{remark.rule}[/dim]")


def show_chart(game: AnyWargame, chart: Chart, console: Console) -> None:
    rebuilt = game.rules[chart.rule].provenance == "reconstructed"
    heading(
        console, f"{chart.title}[/bold] [dim]{chart.rule}{', reconstructed' if rebuilt else ''}[/dim][bold]"
    )
    table = Table(chart.corner, *chart.columns, "Rule")
    for line in chart.lines:
        table.add_row(line.name, *line.cells, line.rule)
    console.print(table)
    for code in chart.codes:
        console.print(f"  [bold]{code.code}[/bold]  {code.words}")
    remarks(console, chart.notes)


def show_track(game: AnyWargame, reference: Reference, console: Console) -> None:
    heading(console, "Turn track")
    table = Table("Turn", *reference.track, "Events and reinforcements")
    for box in reference.boxes:
        coming = [event.words for event in box.events]
        for arrival in box.arrivals:
            coming.append(f"{arrival.where}: {', '.join(game.names[unit] for unit in arrival.units)}")
        table.add_row(" ".join(filter(None, (str(box.turn), box.name))), *box.cells, "\n".join(coming))
    console.print(table)
