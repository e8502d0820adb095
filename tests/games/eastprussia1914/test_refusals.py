"""Remove the cause and gain the option: every refusal of a click names what truly stands in the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bridgehead.core.actions import MoveTo
from bridgehead.core.play import clicked, options, push, setup, why_not
from bridgehead.core.values import UnitId
from bridgehead.games import load_game
from bridgehead.testing.causes.eastprussia1914 import FACTS, REMEDIES
from bridgehead.testing.refusals import Refusal, check, clicks
from tests.games.eastprussia1914.table import NAME, moving, opening
from tests.games.eastprussia1914.test_contract import Luck

WANTED, MOST_ALIKE = 360, 12


# --- sampling


def sampled(seed: int) -> list[Refusal]:
    """Refusals of clicks in games whose players close with one another."""
    found: list[Refusal] = []
    alike: Counter[tuple[str, str, str, str]] = Counter()
    while len(found) < WANTED:
        for refusal in clicked_through(("campaign", "tannenberg", "masurian")[seed % 3], seed):
            if alike[refusal.kind] < MOST_ALIKE:
                alike[refusal.kind] += 1
                found.append(refusal)
            if len(found) == WANTED:
                break
        seed += 1
    return found


def clicked_through(scenario: str, seed: int) -> Iterator[Refusal]:
    rng, luck = Random(seed), Luck(seed)
    game = load_game(NAME)
    s = setup(game, scenario, seed, **dict.fromkeys(game.options, ("off", "on")[seed % 2]))
    for _ in range(1500):
        if not s.flow:
            return
        for on in clicks(s, rng):
            action, no = clicked(s, on)
            if action is not None and no is not None:
                yield Refusal(s.clone(), action, no)
        push(s, luck.eager(s, options(s)))


def test_every_reason_is_true() -> None:
    refusals = sampled(5)
    assert len({refusal.kind for refusal in refusals}) > 45
    for refusal in refusals:
        check(refusal, REMEDIES, FACTS)


MANNERS = {"": 0, "strategic": 5, "rail": 0}
"""How a unit goes, and the road hexes it then has."""


@pytest.mark.rule("5.1", "6.1.2", "6.2.2", "6.2.3", "6.3.1", "6.3.3", "6.4.3", "6.4.4")
@pytest.mark.parametrize("how", MANNERS)
@pytest.mark.parametrize(
    ("scenario", "name"),
    [
        ("campaign", "G-1"),
        ("campaign", "G-HQ-XX"),
        ("campaign", "R-28"),
        ("tannenberg", "R-1"),
        ("tannenberg", "G-37"),
        ("masurian", "G-36R"),
        ("masurian", "R-HQ-IV"),
    ],
)
def test_every_reason_around_a_mover_is_true(scenario: str, name: str, how: str) -> None:
    s = opening(scenario)
    unit = s.units[UnitId(name)]
    moving(s, name, MANNERS[how], how=how)
    met = 0
    for hex in s.ground.board.within(unit.hex, 9):
        no = why_not(s, MoveTo(hex))
        if no is not None:
            met += 1
            check(Refusal(s, MoveTo(hex), no), REMEDIES, FACTS)
    assert met
