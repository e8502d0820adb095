"""The answer to "what may come of it", the same for the page and the terminal.

First the answer (chance to clear the hex, steps lost, chance that nothing happens), then what made the
column and the die, then the endings in plain words with their dice. Where the target is hidden every figure
is a range over what may be there; where the other side has a real choice, both ways are told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from bridgehead.core.actions import Action, Done
from bridgehead.core.flow import Forecast
from bridgehead.core.outcomes import certain
from bridgehead.core.perspective import Perspective
from bridgehead.core.play import deciding, decision, determinize, options, view
from bridgehead.core.refusal import Modifier
from bridgehead.core.roles import hexes_in
from bridgehead.core.values import Hex, Side
from bridgehead.toolkit.endings import Ending, Harm, Roll, Survey, cost
from bridgehead.toolkit.wargame import WarState

QUICK = 500
"""Positions looked at for an answer while the player moves the pointer."""
THOROUGH = 12_000
"""And for one that may take a moment."""
NOTHING = Ending()
WORLDS = 6
"""Guesses at a target that is hidden."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Dice that end alike."""

    chance: float
    dice: str
    """The faces that lead here; empty where they are too many to say."""
    always: bool
    """They lead nowhere else: no further roll or choice stands between."""
    results: tuple[str, ...]
    """What the table said."""
    cleared: tuple[Hex, ...]
    harms: tuple[Harm, ...]
    told: tuple[str, ...]


class Range(msgspec.Struct, frozen=True):
    """From the least to the most, over what the other side may choose and what may be hidden."""

    low: float
    high: float


class HexChance(msgspec.Struct, frozen=True):
    """The chance that no enemy is left in a hex."""

    hex: Hex
    held: Range
    """If the other side holds on; over all that may be hidden."""
    saved: Range
    """If it saves its units."""


class Loss(msgspec.Struct, frozen=True):
    """Steps a side is expected to lose."""

    side: Side
    held: Range
    saved: Range


class Prospect(msgspec.Struct, kw_only=True):
    """The answer to "what may come of it"."""

    forecast: Forecast | None = None
    shifts: tuple[Modifier, ...] = ()
    """What moves the column."""
    die: tuple[Modifier, ...] = ()
    """What is added to the die."""
    strengths: tuple[Modifier, ...] = ()
    """What changes a strength."""
    targets: tuple[HexChance, ...] = ()
    losses: tuple[Loss, ...] = ()
    nothing: Range = Range(0.0, 0.0)
    """The chance that nothing happens, if the other side holds on."""
    nothing_saved: Range = Range(0.0, 0.0)
    rows: tuple[Row, ...] = ()
    """Likeliest first, if the other side holds on."""
    saving: tuple[Row, ...] = ()
    """The same if it saves its units; empty where that makes no difference."""
    supported: bool = False
    """The other side may add to the fight before the dice; it is taken to add all that helps it."""
    worlds: int = 1
    """Positions the side cannot tell from the true one that were looked at."""
    positions: int = 0
    complete: bool = True
    """False: there are more positions than were looked at."""


# --- asking


def prospect(perspective: Perspective[WarState], action: Action | None, most: int = QUICK) -> Prospect:
    """What is being assembled, or an action, as far as the side that decides may know it."""
    if not perspective.decides():
        return Prospect()
    worlds = worlds_for(perspective, action)
    found = Prospect(worlds=len(worlds))
    surveys: list[Survey] = []
    for number, world in enumerate(worlds):
        here, shown, rolled = assembled(world, action)
        if number == 0:
            found.forecast = shown
        if rolled is not None:
            share = (most - found.positions) // (len(worlds) - number)
            survey = Survey(here, rolled, perspective.side, share)
            surveys.append(survey)
            found.positions += survey.positions
    if found.forecast is not None:
        sort_modifiers(found, found.forecast.modifiers)
    if surveys:
        summed_up(found, surveys)
    return found


def worlds_for(perspective: Perspective[WarState], action: Action | None) -> list[WarState]:
    """One is enough where the side sees what it aims at; many where the target is hidden."""
    s, side = perspective.state, perspective.side
    backs = {back.hex for back in view(s, side).backs if back.hex}
    aim = {*decision(s).about(s).hexes, *(hexes_in(action) if action is not None else ())}
    if not aim & backs:
        return perspective.worlds[:1]
    return perspective.worlds + [
        determinize(s, side, perspective.salt + number) for number in range(len(perspective.worlds), WORLDS)
    ]


def assembled(s: WarState, action: Action | None) -> tuple[WarState, Forecast | None, Action | None]:
    """The position to forecast from, its forecast, and the action to be rolled for."""
    if action is None:
        forecast = decision(s).forecast(s)
        return s, forecast, forecast.commit if forecast is not None else None
    if action not in options(s) or isinstance(action, Done):
        return s, None, None
    after = certain(s, action)
    if after is None:
        return s, decision(s).forecast_of(s, action), action
    if deciding(after) != deciding(s):
        return s, None, action
    forecast = decision(after).forecast(after)
    return after, forecast, forecast.commit if forecast is not None else None


def sort_modifiers(found: Prospect, modifiers: Sequence[Modifier]) -> None:
    found.shifts = tuple(each for each in modifiers if each.kind == "shift")
    found.die = tuple(each for each in modifiers if each.kind == "drm")
    found.strengths = tuple(each for each in modifiers if each.kind not in ("shift", "drm"))


# --- all worlds together


def summed_up(found: Prospect, surveys: Sequence[Survey]) -> None:
    found.supported = any(each.supported for each in surveys)
    found.complete = all(each.complete for each in surveys)
    found.rows = rows_of([each.held for each in surveys])
    saving = rows_of([each.saved for each in surveys])
    found.saving = saving if saving != found.rows else ()
    targets = dict.fromkeys(hex for each in surveys for hex in each.targets)
    found.targets = tuple(
        HexChance(
            hex,
            over([chance_cleared(each.held, hex) for each in surveys]),
            over([chance_cleared(each.saved, hex) for each in surveys]),
        )
        for hex in targets
    )
    sides = dict.fromkeys(harm.side for row in (*found.rows, *saving) for harm in row.harms)
    found.losses = tuple(
        Loss(
            side,
            over([expected_loss(each.held, side) for each in surveys]),
            over([expected_loss(each.saved, side) for each in surveys]),
        )
        for side in sides
    )
    found.nothing = over([chance_of_nothing(each.held) for each in surveys])
    found.nothing_saved = over([chance_of_nothing(each.saved) for each in surveys])


def over(figures: Sequence[float]) -> Range:
    return Range(round(min(figures), 6), round(max(figures), 6))


def chance_cleared(rolls: Sequence[Roll], hex: Hex) -> float:
    return sum(
        roll.chance * chance
        for roll in rolls
        for ending, chance in roll.endings.items()
        if hex in ending.cleared
    )


def chance_of_nothing(rolls: Sequence[Roll]) -> float:
    return sum(roll.chance * roll.endings.get(NOTHING, 0.0) for roll in rolls)


def expected_loss(rolls: Sequence[Roll], side: Side) -> float:
    return sum(roll.chance * cost(side, roll.endings) for roll in rolls)


class Bundle(msgspec.Struct):
    """What is known of one ending while the worlds are counted."""

    chance: float = 0.0
    dice: set[tuple[int, ...]] = set()
    always: bool = True
    results: dict[str, None] = {}


def rows_of(worlds: Sequence[Sequence[Roll]]) -> tuple[Row, ...]:
    """The endings of all worlds, each world alike likely."""
    bundles: dict[Ending, Bundle] = {}
    thrown: set[tuple[int, ...]] = set()
    for rolls in worlds:
        for roll in rolls:
            dice = roll.draws
            thrown.add(dice)
            for ending, chance in roll.endings.items():
                bundle = bundles.setdefault(ending, Bundle())
                bundle.chance += roll.chance * chance / len(worlds)
                bundle.dice.add(dice)
                bundle.always = bundle.always and len(roll.endings) == 1
                bundle.results |= dict.fromkeys(roll.results)
    rows = [
        Row(
            chance=round(bundle.chance, 6),
            dice=dice_named(bundle.dice, thrown),
            always=bundle.always,
            results=tuple(bundle.results),
            cleared=ending.cleared,
            harms=ending.harms,
            told=ending.told,
        )
        for ending, bundle in bundles.items()
    ]
    return tuple(sorted(rows, key=lambda row: -row.chance))


# --- dice


def dice_named(fell: set[tuple[int, ...]], all_of_them: set[tuple[int, ...]]) -> str:
    """Faces as a player says them: `1–3, 6`; totals of two dice: `5–7`."""
    if not fell or not all(fell):
        return ""
    totals = {sum(draws) + len(draws) for draws in fell}
    if (
        len(next(iter(fell))) > 2
        or {draws for draws in all_of_them if sum(draws) + len(draws) in totals} != fell
    ):
        return ""
    return ", ".join(runs(sorted(totals)))


def runs(numbers: Sequence[int]) -> Iterator[str]:
    for _, each in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in each]
        yield str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}"
