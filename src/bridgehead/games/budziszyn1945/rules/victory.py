"""Victory: towns and Berlin in Nysa, victory points of all sides in Two Stars."""

from __future__ import annotations

from bridgehead.core.rules import rule
from bridgehead.core.state import Result
from bridgehead.games.budziszyn1945.model.data import ALLIED, GERMAN, SOVIET
from bridgehead.games.budziszyn1945.model.state import (
    DEFECTED,
    State,
    american,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.supply import line_to, lines
from bridgehead.games.budziszyn1945.rules.zoc import contested, starting_control

SUPPLIED = 0

# The victory points of Two Stars (T.32 to T.34).
ROAD, BOHEMIA, NO_AMERICAN = 10, 20, 50
AMERICAN_LOST, GERMAN_LOST = 2, 1
KILLED, POLE_KILLED = 2, 1
RETAKEN, DRESDEN, FREE_EDGE = 2, 8, 20


# --- Nysa


@rule("N.24", "4.3.6")
def towns(s: State, *codes: int) -> int:
    """Town hexes held by these owners and not contested."""
    return sum(1 for hex in s.game.ground.town if s.control[hex] in codes and not contested(s, hex))


@rule("N.24", "N.25", "N.1")
def nysa_result(s: State) -> Result:
    soviet, german = towns(s, 1, 3), towns(s, 2)
    return Result(
        SOVIET if soviet > german else GERMAN,
        grade(s, soviet - german),
        "N.25",
        {"soviet": soviet, "german": german, "exited": s.tracks["exited"]},
    )


@rule("N.25")
def grade(s: State, lead: int) -> str:
    return [name for least, name in s.game.tables.grades if lead >= least][-1]


# --- the first days of Nysa alone


@rule("N.27", "N.24")
def evening_result(s: State) -> Result:
    """Ours: so many towns in Soviet hands when the evening ends are a victory, a few less a draw."""
    held, needed = towns(s, 1, 3), s.game.tables.evening
    score = {"soviet": held, "german": towns(s, 2), "exited": s.tracks["exited"]}
    if held >= needed.soviet:
        return Result(SOVIET, "Soviet victory", "N.27", score)
    if held >= needed.draw:
        return Result(None, "Draw", "N.27", score)
    return Result(GERMAN, "German victory", "N.27", score)


# --- Two Stars


@rule("T.32e")
def farthest_column(s: State) -> int | None:
    """The easternmost column with a supplied American unit; defected Poles do not count."""
    columns = [
        unit.hex // 100
        for unit in s.units.values()
        if unit.hex and unit.oos == SUPPLIED and american(s, unit) and not unit.done & DEFECTED
    ]
    return max(columns, default=None)


@rule("T.32a", "T.32b", "T.32c", "T.32d", "T.32e")
def soviet_points(s: State) -> int:
    marks = s.game.board.marks
    red = [unit for unit in s.units.values() if unit.side == SOVIET]
    bohemia = set(marks["czechoslovakia"])
    points = BOHEMIA if any(unit.hex in bohemia and not unit.oos for unit in red) else 0
    found = lines(s, SOVIET, "soviet")
    for hex in marks["south_roads"]:
        if s.control[hex] == 1 and not contested(s, hex) and line_to(s, found, hex) is not None:
            points += ROAD
    points += AMERICAN_LOST * s.tracks.get("lost_american", 0) + GERMAN_LOST * s.tracks.get("lost_german", 0)
    column = farthest_column(s)
    return points + (NO_AMERICAN if column is None else max(0, s.game.tables.number.west_column - column))


@rule("T.33a", "T.33b", "T.33c", "T.32e")
def american_points(s: State) -> int:
    points = KILLED * s.tracks.get("killed_by_american", 0)
    points += POLE_KILLED * s.tracks.get("poles_killed_by_american", 0)
    column = farthest_column(s)
    reached = 0 if column is None else max(0, column - s.game.tables.number.american_column)
    return points + towns(s, 3) + reached


@rule("T.34a", "T.34b", "T.34c")
def german_points(s: State) -> int:
    marks = s.game.board.marks
    edge = marks["south_edge"]
    free = all(
        s.control[hex] != 1 and not any(s.units[id].side == SOVIET for id in s.stacks.get(hex, ()))
        for hex in edge
    )
    dresden = all(s.control[hex] == 2 for hex in marks["dresden"])
    start = starting_control(s)
    retaken = sum(
        1 for hex in s.game.ground.town if s.control[hex] == 2 and start[hex] == 1 and not contested(s, hex)
    )
    points = (FREE_EDGE if free else 0) + (DRESDEN if dresden else 0)
    return points + KILLED * s.tracks.get("killed_by_german", 0) + RETAKEN * retaken


@rule("T.31", "T.37", "T.1")
def two_stars_result(s: State) -> Result:
    soviet, us, german = soviet_points(s), american_points(s), german_points(s)
    if s.scenario == "two_stars":
        both = (us + german) // 2
        score = {"soviet": soviet, "american": us, "german": german, "allied": both}
        if soviet == both:
            return Result(None, "Draw", "T.37", score)
        winner = SOVIET if soviet > both else ALLIED
        return Result(winner, "Soviet victory" if winner == SOVIET else "Allied victory", "T.31", score)
    score = {"soviet": soviet, "allied": us, "german": german}
    best = max(score.values())
    leaders = [side for side in (ALLIED, GERMAN, SOVIET) if score[side] == best]
    if len(leaders) > 1 and SOVIET in leaders:
        leaders.remove(SOVIET)
    if len(leaders) > 1:
        return Result(None, "Draw", "T.37", score)
    names = {SOVIET: "Soviet victory", ALLIED: "American victory", GERMAN: "German victory"}
    return Result(leaders[0], names[leaders[0]], "T.31", score)


def final_result(s: State) -> Result:
    if s.scenario == "evening":
        return evening_result(s)
    return nysa_result(s) if in_nysa(s) else two_stars_result(s)
