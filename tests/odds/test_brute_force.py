"""The odds panel against plain enumeration, in attacks that random players make."""

import os

import pytest

from bridgehead.core.play import decision
from bridgehead.games import GAMES, load_game
from bridgehead.toolkit.endings import Survey
from bridgehead.toolkit.prospects import Prospect, summed_up
from tests.odds.brute import Brute, TooMany, attacks

SAMPLED = int(os.environ.get("BRIDGEHEAD_ODDS", "25"))
"""Attacks a game; more of them: BRIDGEHEAD_ODDS=200."""
MOST_WAYS = 1500
ENOUGH = 100_000


@pytest.mark.parametrize("name", GAMES)
def test_the_panel_tells_what_enumeration_finds(name: str) -> None:
    compared = 0
    for s, commit in attacks(load_game(name), 11):
        brute = Brute(s, commit, MOST_WAYS)
        try:
            held = brute.expected(s, commit, "hold", ())
            saved = brute.expected(s, commit, "save", ())
        except TooMany:
            continue
        assert held is not None and saved is not None
        survey = Survey(s, commit, decision(s).side, ENOUGH)
        found = Prospect()
        summed_up(found, [survey])
        assert found.complete
        for told, (cleared, lost) in (("held", held), ("saved", saved)):
            chances = [getattr(each, told).low for each in found.targets]
            assert sum(chances) == pytest.approx(cleared, abs=1e-5), (told, s.flow)
            losses = {each.side: getattr(each, told).low for each in found.losses}
            for side, steps in lost.items():
                assert losses.get(side, 0.0) == pytest.approx(steps, abs=1e-5), (told, side, s.flow)
        assert sum(row.chance for row in found.rows) == pytest.approx(1, abs=1e-4)
        compared += 1
        if compared == SAMPLED:
            break
    assert compared == SAMPLED
