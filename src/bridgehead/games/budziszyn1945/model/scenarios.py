"""The two campaigns: set-up and its choices."""

from __future__ import annotations

from bridgehead.core.game import Option, Scenario
from bridgehead.core.rules import rule
from bridgehead.core.values import Side
from bridgehead.games.budziszyn1945.model.data import ALLIED, GERMAN, SOVIET, Counter
from bridgehead.games.budziszyn1945.model.files import EveningEntry
from bridgehead.games.budziszyn1945.model.state import (
    State,
    in_nysa,
)

OPTIONS = {
    "fog": Option(
        "Hidden stacks",
        ("standard", "open", "masked"),
        "Standard: you see the strongest counter of an enemy stack. Open: everything. Masked: nothing.",
        "16.1.5",
    ),
    "oos_rise": Option(
        "Pockets starve",
        ("off", "on"),
        "Off (standard): out-of-supply levels rise only by what a unit does and suffers. On: also by 1 in "
        "each further Supply Phase without a line of supply.",
        "10.2.1a",
    ),
    "complementary": Option(
        "Complementary rules",
        ("on", "off"),
        "Strategic movement, concentration, bridge work, special units and masking; off for a first game.",
        "OPT.1",
    ),
}


def scenarios_of(days: dict[str, tuple[str, ...]], evening: EveningEntry) -> dict[str, Scenario]:
    return {
        "nysa": Scenario(
            "Nysa 1945",
            "Konev's front crosses the Neisse on 16 April 1945, for Berlin and Dresden.",
            turns=17,
            first=SOVIET,
            length="a weekend",
            sides=(SOVIET, GERMAN),
            turn_names=days["nysa"],
        ),
        "two_stars": Scenario(
            "Two Stars",
            "What if Americans and Soviets had fought on from the Elbe? One player commands the Americans "
            "and the Germans.",
            turns=16,
            first=ALLIED,
            length="a weekend",
            sides=(ALLIED, SOVIET),
            turn_names=days["two_stars"],
        ),
        "two_stars_three": Scenario(
            "Two Stars, three players",
            "Americans, Soviets and stranded Germans, each for themselves.",
            turns=16,
            first=ALLIED,
            length="a weekend",
            sides=(ALLIED, SOVIET, GERMAN),
            turn_names=days["two_stars"],
        ),
        "evening": Scenario(
            "First evening: across the Neisse",
            f"House scenario: the first days of Nysa, counted on {days['nysa'][evening.turns - 1]}. The "
            f"Soviets win if they then hold {evening.soviet} town hexes; {evening.draw} are a draw.",
            turns=evening.turns,
            first=SOVIET,
            length="one to two hours",
            sides=(SOVIET, GERMAN),
            turn_names=days["nysa"][: evening.turns],
            evening=True,
        ),
    }


@rule("T.9", "N.22a", "T.18")
def commander(s: State, counter: Counter) -> Side:
    """Who leads a counter in this campaign."""
    if in_nysa(s):
        return GERMAN if counter.side == GERMAN else SOVIET
    if s.scenario == "two_stars" and counter.side == GERMAN:
        return ALLIED
    return counter.side


def book_of(s: State) -> str:
    """The set-up a scenario uses."""
    return "nysa" if in_nysa(s) else "two_stars"
