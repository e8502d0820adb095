"""13.0 How to win: control of the victory point hexes, sudden death, the levels of victory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bridgehead.core.rules import rule
from bridgehead.core.state import Result
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import (
    CorpsReleased,
    MikoschTriggered,
    SourceTurned,
    VictoryHexRetaken,
    VictoryHexTaken,
)
from bridgehead.games.koenigsberg1945.model.state import REINFORCEMENTS, SUPPLIED, State

if TYPE_CHECKING:
    from bridgehead.games.koenigsberg1945.model.game import Koenigsberg

MIKOSCH = "mikosch"
"""Track: a Soviet unit has been within five hexes of Königsberg (14.1.2)."""


def released(hq: UnitId) -> str:
    """The track that says that a frozen corps is free."""
    return f"released_{hq}"


@rule("6.3d", "13.1d", "14.1.2b", "9.6.6")
def enter_hexes(s: State, unit: UnitId, hexes: Iterable[Hex]) -> None:
    """What changes hands when a unit goes through hexes: moving, retreating, advancing, overrunning alike."""
    ground = s.game.ground
    piece = s.counter(unit)
    if piece.camp == SOVIET:
        for hex in hexes:
            if ground.settlement[hex]:
                soviet_in_settlement(s, unit, hex)
            if hex in ground.near_koenigsberg and not s.tracks.get(MIKOSCH):
                near_koenigsberg(s)
            if piece.combat and hex in ground.split_sources and hex not in s.conquered:
                turn_source(s, hex)
    elif piece.combat:
        for hex in hexes:
            if hex in s.taken:
                retake(s, hex)


@rule("14.1.2b")
def near_koenigsberg(s: State) -> None:
    """From the next Reinforcement Segment on Mikosch may land, if it is in the game."""
    s.track(MIKOSCH, 1)
    if s.units[UnitId(s.game.optional["mikosch"].unit)].box == REINFORCEMENTS:
        s.tell(MikoschTriggered(s.tables.mikosch.distance), rule="14.1.2b")


@rule("11.3c", "11.3e", "13.1b")
def soviet_in_settlement(s: State, unit: UnitId, hex: Hex) -> None:
    """The place is closed to Volkssturm for good; a combat unit also takes a victory hex."""
    if hex not in s.passed:
        s.set(passed=s.passed | {hex})
    if hex in s.game.ground.objectives and hex not in s.taken and s.counter(unit).combat:
        s.set(taken=s.taken | {hex})
        s.tell(VictoryHexTaken(hex, german_hexes(s)), rule="13.1b")
        release_by_victory(s)


@rule("13.1c")
def retake(s: State, hex: Hex) -> None:
    """A German combat unit that enters takes the hex back."""
    s.set(taken=s.taken - {hex})
    s.tell(VictoryHexRetaken(hex, german_hexes(s)), rule="13.1c")


@rule("10.2.1")
def turn_source(s: State, hex: Hex) -> None:
    """A split source entered by a Soviet combat unit is Soviet for the rest of the game."""
    s.set(conquered=s.conquered | {hex})
    s.tell(SourceTurned(hex), rule="10.2.1")


# --- 11.5 the frozen corps, released by what is taken or attacked


@rule("11.5c")
def release_by_victory(s: State) -> None:
    """Two victory hexes in Soviet hands free both corps at once."""
    if len(s.taken) >= s.tables.frozen.victory_points:
        for name in s.tables.frozen.headquarters:
            release(s, UnitId(name), "11.5c")


@rule("11.5d")
def release_by_attack(s: State, hex: Hex) -> None:
    """A corps is free as soon as the hex of its headquarters is attacked, by barrage too."""
    for name in s.tables.frozen.headquarters:
        if s.units[UnitId(name)].hex == hex:
            release(s, UnitId(name), "11.5d")


@rule("11.5e")
def release_by_time(s: State) -> None:
    """Both are free from turn 6 on."""
    if s.turn >= s.tables.frozen.turn:
        for name in s.tables.frozen.headquarters:
            release(s, UnitId(name), "11.5e")


def release(s: State, hq: UnitId, rule: str) -> None:
    if not s.tracks.get(released(hq)):
        s.track(released(hq), 1)
        s.tell(CorpsReleased(hq), rule=rule)


def is_frozen(s: State, hq: UnitId) -> bool:
    return hq in s.tables.frozen.headquarters and not s.tracks.get(released(hq))


# --- 13.2 the end


@rule("13.1a", "13.2.2a", "13.2.2b")
def german_hexes(s: State) -> int:
    """How many victory point hexes the Germans hold: all at first."""
    return len(s.game.ground.objectives) - len(s.taken)


@rule("13.2a", "13.2b")
def sudden_death(s: State) -> bool:
    """A supplied Soviet combat unit in Königsberg or Elbing at the end of a turn ends the game."""
    for number in s.tables.victory.sudden_death.split():
        for unit in s.combat_units_in(Hex(int(number))):
            if s.counter(unit).camp == SOVIET and s.units[unit].supply == SUPPLIED:
                score = {"german_hexes": german_hexes(s)}
                s.end(Result(SOVIET, "Soviet Sudden Death Victory", "13.2a", score))
                return True
    return False


@rule("13.2.1", "13.2.1b", "13.2.1c", "13.2c")
def final_victory(s: State) -> None:
    """The level of victory by the hexes the Germans hold."""
    held = german_hexes(s)
    for level, (low, high) in s.game.levels[s.scenario].items():
        if low <= held <= high:
            found = Result(winner_of(level), level, level_rule(s.game, s.scenario), {"german_hexes": held})
            s.end(found)


def level_rule(game: Koenigsberg, scenario: str) -> str:
    """Where the levels of a scenario come from: the rulebook, or a ruling of ours."""
    return "13.2.1" if game.levels[scenario] == game.tables.victory.level else "13.2.1c"


def winner_of(level: str) -> Side | None:
    """A level is called after its winner; a draw has none."""
    return next(
        (side for side, name in ((GERMAN, "German"), (SOVIET, "Soviet")) if level.startswith(name)), None
    )
