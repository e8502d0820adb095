"""Forecasts of fights in which the other side answers before the dice are thrown."""

import pytest

from bridgehead.core.actions import Attack, Commit, Pick
from bridgehead.core.perspective import Perspective
from bridgehead.core.values import Hex, UnitId
from bridgehead.server.queries.forecast import answer_forecast
from tests.games.budziszyn1945.field import GERMAN, SOVIET, attack, do, field, stand


def test_an_attack_is_foreseen_beyond_the_defenders_answer() -> None:
    """German guns in range may support: the answer reckons with their support, to the end of the combat."""
    s = field(fog="open")
    stand(s, 4010, "de_545_b")
    stand(s, 4012, "de_art732")
    stand(s, 4109, "su_13g", "su_97g")
    attack(s, SOVIET)
    do(s, Attack(Hex(4010)), Pick(UnitId("su_13g")), Pick(UnitId("su_97g")))
    told = answer_forecast(Perspective(s, SOVIET, 1), None, thorough=True)
    assert told.forecast is not None
    assert told.complete
    assert told.covered == pytest.approx(1, abs=1e-3)
    assert told.figures[0].label.startswith("Clears")
    assert all(outcome.dice for outcome in told.outcomes)
    assert any("support" in note for note in told.notes)
    do(s, Commit())
    assert s.flow[-1].side == GERMAN
