"""The odds panel against plain enumeration, in attacks that random players make."""

import os

import pytest

from bridgehead.core.perspective import Perspective
from bridgehead.core.play import decision, options
from bridgehead.core.values import Hex
from bridgehead.games import GAMES, load_game
from bridgehead.games.breslau1945.model.actions import Airstrike, Spend, StrikeDepots
from bridgehead.games.breslau1945.model.state import State
from bridgehead.toolkit.endings import Survey
from bridgehead.toolkit.prospects import Prospect, prospect, summed_up
from tests.games.breslau1945 import position as breslau
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


def struck(target: Airstrike | StrikeDepots) -> State:
    """Eight airstrike points over a hex of two units, one of them disorganized, or over the depots."""
    s = breslau.bombardment(breslau.at(breslau.field(), 419, "21 VS", "55 VS (HJ)"), points=8)
    s.mark(breslau.unit("21 VS"), disorganised=True)
    breslau.do(s, target)
    return s


@pytest.mark.parametrize("target", [Airstrike(Hex(419)), StrikeDepots()])
def test_the_panel_tells_of_airstrikes_what_enumeration_finds(target: Airstrike | StrikeDepots) -> None:
    s = struck(target)
    spends = [action for action in options(s) if isinstance(action, Spend)]
    assert len(spends) == 8
    for action in spends:
        changed = 0.0
        for chance, after in Brute(s, action, MOST_WAYS).ways(s, action):
            assert isinstance(after, State)
            shaken = any(each.disorganised > s.units[id].disorganised for id, each in after.units.items())
            changed += chance * (shaken or after.tracks["supply"] < s.tracks["supply"])
        shown = prospect(Perspective(s, breslau.SOVIET, 1), action)
        assert shown.nothing.low == shown.nothing.high == pytest.approx(1 - changed, abs=1e-5)
        assert sum(row.chance for row in shown.rows if row.harms or row.told) == pytest.approx(
            changed, abs=1e-5
        )
        assert shown.forecast is not None
        lit = shown.forecast.columns.index(shown.forecast.column)
        cells = [row[lit] for _, row in shown.forecast.rows]
        assert cells.count("S") / 6 == pytest.approx(changed), "the column that is lit"
        assert shown.forecast.attack == f"strength {action.choice}"
