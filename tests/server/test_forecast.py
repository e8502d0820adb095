"""Forecasts of fights in which the other side answers before the dice are thrown."""

import pytest

from bridgehead.core.actions import Attack, Commit, Pick
from bridgehead.core.perspective import Perspective
from bridgehead.core.values import Hex, UnitId
from bridgehead.server.queries.forecast import answer_forecast
from tests.games.budziszyn1945.field import GERMAN, SOVIET, attack, do, field, stand


def test_an_attack_is_foreseen_beyond_the_defenders_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """German guns in range may support: the bars show the dice all the same, with no support added."""
    monkeypatch.setattr("bridgehead.server.queries.forecast.MOST_SECONDS", 20.0)
    s = field(fog="open")
    stand(s, 4010, "de_545_b")
    stand(s, 4012, "de_art732")
    stand(s, 4109, "su_13g", "su_97g")
    attack(s, SOVIET)
    do(s, Attack(Hex(4010)), Pick(UnitId("su_13g")), Pick(UnitId("su_97g")))
    told = answer_forecast(Perspective(s, SOVIET, 1), None)
    assert told.forecast is not None
    assert told.covered == pytest.approx(1, abs=1e-3)
    assert len(told.outcomes) > 3
    assert all(outcome.rolls for outcome in told.outcomes)
    assert sum(outcome.chance for outcome in told.outcomes) == pytest.approx(told.covered, abs=1e-3)
    do(s, Commit())
    assert s.flow[-1].side == GERMAN
