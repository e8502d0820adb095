"""The league: a file of what bots made of one another, and the table a reader sees."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bridgehead.bots import BOTS
from bridgehead.lab.ratings.arena import Pairing, Standings, ratings, side_ratings

BEGIN, END = "<!-- table -->", "<!-- end of table -->"

HEADS = (
    "Scenario",
    "Bots",
    "Games",
    "Duels won",
    "95 %",
    "Games won",
    "with each camp",
    "Margin a game",
    "Seconds a phase, longest",
)


class Entry(msgspec.Struct, frozen=True):
    """One pairing in one scenario."""

    game: str
    scenario: str
    seed: int
    pairing: Pairing

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.game, self.scenario, self.pairing.first, self.pairing.second


class BadLeague(ValueError):
    """A league file that cannot be read."""


def add_results(file: Path, found: Standings) -> None:
    """Add results to a league file, in place of older ones of the same pairs, and write its table."""
    league = {each.key: each for each in read(file)}
    for pairing in found.pairings:
        entry = Entry(found.game, found.scenario, found.seed, pairing)
        league[entry.key] = entry
    entries = [league[key] for key in sorted(league)]
    file.write_bytes(msgspec.json.format(msgspec.json.encode(entries), indent=1) + b"\n")
    write_table(file.with_suffix(".md"), entries)


def read(file: Path) -> list[Entry]:
    if not file.exists():
        return []
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[Entry])
    except msgspec.DecodeError as error:
        raise BadLeague(f"{file}: {error}") from None


def write_table(page: Path, entries: list[Entry]) -> None:
    """Put the table between its marks, leaving the rest of the page as it is."""
    text = page.read_text(encoding="utf-8") if page.exists() else f"# Opponents\n\n{BEGIN}\n{END}\n"
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(
        f"{before}{BEGIN}\n{table(entries)}\n{rating_table(entries)}{END}{after}", encoding="utf-8"
    )


def table(entries: list[Entry]) -> str:
    rows = [f"| {' | '.join(HEADS)} |", "|---" * len(HEADS) + "|", *(row(each) for each in entries)]
    return "\n".join(rows) + "\n"


def row(entry: Entry) -> str:
    one = entry.pairing
    low, high = one.duels_interval
    camps = ", ".join(f"{camp} {share:.0%}" for camp, share in one.by_side.items())
    sure = one.margin_interval
    spread = "" if sure is None else f" ({sure[0]:+.1f} to {sure[1]:+.1f})"
    mean, longest = one.seconds[one.first]
    cells = (
        f"{entry.game}/{entry.scenario}",
        f"{one.first} over {one.second}",
        str(2 * one.duels),
        f"**{one.duels_won:.0%}**",
        f"{low:.0%} to {high:.0%}",
        f"{one.points:.0%}",
        camps,
        f"{one.margin:+.1f}{spread}",
        f"{mean:.2f}, {longest:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def rating_table(entries: list[Entry]) -> str:
    """What each bot is rated at in each scenario, and with each camp; the weakest is at 0."""
    rows = [f"| Rating (Elo) | {' | '.join(BOTS)} |", "|---" * (len(BOTS) + 1) + "|"]
    for where in dict.fromkeys((each.game, each.scenario) for each in entries):
        pairings = [each.pairing for each in entries if (each.game, each.scenario) == where]
        bots = [bot for bot in BOTS if any(bot in (each.first, each.second) for each in pairings)]
        overall, with_each = ratings(bots, pairings), side_ratings(bots, pairings)
        cells = [rating_cell(overall[bot], with_each[bot]) if bot in bots[1:] else "" for bot in BOTS]
        cells[list(BOTS).index(bots[0])] = "0"
        rows.append(f"| {'/'.join(where)} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def rating_cell(overall: float, with_each: dict[str, float]) -> str:
    camps = ", ".join(f"{camp} {rating:+.0f}" for camp, rating in with_each.items())
    return f"**{overall:+.0f}** ({camps})"
