"""Festung Breslau 1945: the siege of a fortress city, eighty days.

Where the chapters of the rulebook are:

     2.0  Components                            model/data, model/charts
     3.0  Glossary                              model/state (control, stacking), rules/attack (divisions)
     4.0  Game Turns and Phases                 rules/sequence
     5.0  Historical events                     rules/history
     6.0  Supply                                rules/supply
     7.0  Movement                              rules/redeployment (7.1), reserves (7.2), movement (7.3)
     8.0  Artillery bombardment and airstrikes  rules/bombardment; 8.3 in rules/attack
     9.0  Assault                               rules/attack, assault; 9.10 in rules/defence, standing
    10.0  Special units and special rules       rules/north (10.1), train (10.2), supply (10.3),
                                                assault (10.4), defence (10.5), attack (10.6),
                                                bombardment (10.7 to 10.9)
    11.0  Victory                               rules/victory
    13.0  Charts                                data/tables.toml, model/charts
          Scenario card                         rules/deployment

`model` holds what the rules work on: data files, charts, the position, actions and events.
`view` is what a side sees.
"""

from bridgehead.core.data import Data
from bridgehead.core.game import Option, Scenario
from bridgehead.core.rules import Rule, rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import UnitId
from bridgehead.games.breslau1945.model.charts import REBUILT, TUNED, Tables
from bridgehead.games.breslau1945.model.data import (
    BOXES,
    GERMAN,
    SIDES,
    SOVIET,
    Counter,
    Nation,
    read_counters,
)
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import LEDGERS, State, Unit, account, space, steps
from bridgehead.games.breslau1945.reference import reference, standing
from bridgehead.games.breslau1945.rules.attack import odds
from bridgehead.games.breslau1945.rules.deployment import AS_IN_HISTORY, begin
from bridgehead.games.breslau1945.rules.sequence import PHASES, STEPS
from bridgehead.games.breslau1945.rules.standing import ORDER_NAMES
from bridgehead.games.breslau1945.view import OVERLAYS, back, determinize, face, view
from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.paths import Walker
from bridgehead.toolkit.drawing import Drawing

OUTCOMES = {
    AS_IN_HISTORY: "Auto-deploy the rest historically, except divisions",
    "assault": "Assault",
    "defensive_fire": "Defensive Fire",
    "hit": "success",
    "no_effect": "no effect",
    "natural_one": "a natural 1 always fails, no effect",
    "disorganised": "success",
    "north_holds": "the German line holds, Polish units are Fatigued",
    "north_tie": "no effect",
    "north_broken": "the Poles break through",
    ELIMINATED: "removed from the game",
    TUNED: "Tuned (house rulings)",
    REBUILT: "As rebuilt",
}

DIVISIONS: dict[Nation, str] = {"soviet": "Rifle", "polish": "Polish Infantry", "german": ""}
"""What a nation's divisions are called."""


@rule("2.1b")
def build(data: Data) -> Breslau:
    """The game from its data."""
    board = Board(data.read("map", MapFile), lambda key, problem: data.wrong("map", key, problem))
    counters = read_counters(data, board)
    tables = Tables(data, board, counters)
    rules = data.read("rules", dict[str, Rule])
    return Breslau(
        name="breslau1945",
        title="Festung Breslau 1945",
        package=__name__,
        version=data.version(),
        about="The siege of Breslau, 16 February to 6 May 1945: 80 days of city fighting.",
        sides=SIDES,
        scenarios=scenarios(tables),
        options={
            "chart": Option(
                title="Assault chart",
                choices=(TUNED, REBUILT),
                about="Tuned (house rulings): attacks on the city are easier, which keeps the scenarios "
                "even. As rebuilt: the chart before it was tuned; this favors the German player.",
                rule="13.6",
            ),
            "poles_march_off": Option(
                title="Polish withdrawal",
                choices=("no", "yes"),
                about="If the Polish attack has not been declared by the end of turn "
                f"{tables.special.last_polish_turn}, all Polish units leave the game.",
                rule="O.1",
            ),
        },
        rules=rules,
        state=State,
        unit=Unit,
        begin=begin,
        view=view,
        determinize=determinize,
        account=account,
        ledgers=LEDGERS,
        ledger_size=board.size,
        names=names(board, counters, tables),
        overlays=OVERLAYS,
        board=board,
        walker=Walker(board),
        counters=counters,
        drawing=data.read_drawing("drawing", Drawing),
        face=face,
        back=back,
        steps=steps,
        odds=odds,
        reference=reference,
        standing=standing,
        tables=tables,
    )


def scenarios(tables: Tables) -> dict[str, Scenario]:
    return {
        name: Scenario(
            title=entry.title,
            about=entry.about,
            turns=entry.turns,
            first=SOVIET if entry.deployment == "printed" else GERMAN,
            length=entry.length,
            turn_names=tuple(tables.turns[turn].dates for turn in range(1, entry.turns + 1)),
            evening=entry.evening,
        )
        for name, entry in tables.scenarios.items()
    }


def names(board: Board, counters: dict[UnitId, Counter], tables: Tables) -> dict[str, str]:
    """What ids are called in sentences."""
    divisions = {counter.division: counter for counter in counters.values() if counter.division}
    return {
        SOVIET: "Red Army",
        GERMAN: "Garrison",
        **{f"{hex:04d}": place.name for hex, place in board.places.items()},
        **{id: counter.name for id, counter in counters.items()},
        **{
            division: f"the {ordinal(division.partition(' ')[0])} {DIVISIONS[counter.nation]} Division"
            for division, counter in divisions.items()
        },
        **BOXES,
        **{space(turn): f"Turn {turn} space" for turn in tables.turns},
        **PHASES,
        **STEPS,
        **OUTCOMES,
        **ORDER_NAMES,
    }


def ordinal(number: str) -> str:
    """218 as 218th, 181 as 181st, 273 as 273rd, 112 as 112th."""
    teens = number[-2:-1] == "1"
    return number + ("th" if teens else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th"))
