"""The small board of plain text."""

import pytest

from bridgehead.core.actions import Choose
from bridgehead.core.flow import Subject
from bridgehead.core.play import play, setup, view
from bridgehead.core.values import Hex, UnitId
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import RED, Moves, MoveUnit
from bridgehead.toolkit.sketch import drawn, middle, sketch

GAME = toy()


def centre(monkeypatch: pytest.MonkeyPatch, subject: Subject) -> int:
    s = play(setup(GAME, "toy", 1), Choose("b1"))
    monkeypatch.setattr(Moves, "about", lambda self, s: subject)
    return middle(GAME, view(s, RED), {Hex(101): "1R"})


def test_it_looks_where_the_decision_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    assert centre(monkeypatch, Subject(hexes=(Hex(303),))) == 303
    assert centre(monkeypatch, Subject(unit=UnitId("r2"))) == 103
    assert centre(monkeypatch, Subject()) == 101


def test_units_off_the_map_and_hexes_beyond_it_are_not_drawn() -> None:
    s = play(setup(GAME, "toy", 1), Choose("b1"))
    before = sketch(GAME, s, RED).count("R")
    s.eliminate(UnitId("r0"))
    s.flow = (*s.flow[:-1], MoveUnit(RED, UnitId("r1")))
    assert sketch(GAME, s, RED).count("R") == before - 1
    assert drawn(GAME, {}, Hex(9999)) == ""
