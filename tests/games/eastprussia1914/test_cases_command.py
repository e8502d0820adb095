"""The acceptance cases C01 to C10: command and sequence."""

import pytest

from bridgehead.core.actions import Cancel, Choose, Done, Draw, MoveTo, Pick
from bridgehead.core.play import options, push, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.model.state import is_independent
from bridgehead.games.eastprussia1914.rules.activation import Activation, ChooseFreeMovers, DrawPhase
from bridgehead.games.eastprussia1914.rules.chits import (
    COMPULSORY,
    FRANCOIS,
    NO_POINTS,
    ROOM_FOR_COMPULSORY,
    ROOM_FOR_FRANCOIS,
    TOO_EARLY,
    available,
    capacity,
    russian_selection,
    why_not_available,
)
from bridgehead.games.eastprussia1914.rules.chits import NO_HQ as HQ_ABSENT
from bridgehead.games.eastprussia1914.rules.command import OUT_OF_COMMAND, TWICE
from bridgehead.games.eastprussia1914.rules.movement_segment import COMMAND_MODE_STAYS, NOT_ACTIVATED
from bridgehead.games.eastprussia1914.rules.reinforcements import Reinforcements
from bridgehead.games.eastprussia1914.rules.victory import unit_points
from tests.games.eastprussia1914.table import (
    GERMAN,
    RUSSIAN,
    activate,
    ask,
    chit,
    empty,
    moving,
    no,
    now,
    opening,
    select,
    selection,
    stand,
    unit,
    units,
)


def corps(*names: str) -> list[str]:
    return [f"R-HQ-{name}" for name in names]


@pytest.mark.rule("18.1.3a", "18.1.3b", "18.1.3c", "2.5.2a", "4.1.2", "4.1.3", "16.1.4")
def test_c01_taken_by_surprise() -> None:
    s = opening()
    assert capacity(s, RUSSIAN, 1) == 6
    assert selection(s, RUSSIAN, *corps("II", "III", "IV", "XX", "VI", "XIII")) is None
    assert selection(s, RUSSIAN, *corps("III", "IV", "XX", "VI", "XIII", "XV")) is ROOM_FOR_COMPULSORY
    assert selection(s, RUSSIAN, *corps("II", "III", "IV", "XX", "I", "VI")) is TOO_EARLY
    assert selection(s, RUSSIAN, *corps("II", "III", "IV", "XX")) is None
    assert selection(s, RUSSIAN, *corps("II", "III", "IV")) is COMPULSORY


@pytest.mark.rule("18.1.1", "4.1.1", "4.1.3", "4.2.6")
def test_c02_german_turn_1() -> None:
    s = opening()
    assert capacity(s, GERMAN, 1) == 3
    assert available(s, GERMAN, 1) == [chit(f"G-HQ-{name}") for name in ("I", "XVII", "XX", "IR")]
    assert selection(s, GERMAN, "G-HQ-XVII", "G-HQ-XX", "G-HQ-IR") is ROOM_FOR_FRANCOIS
    assert selection(s, GERMAN, "G-HQ-XVII", "G-HQ-XX") is FRANCOIS
    assert selection(s, GERMAN, "G-HQ-I", "G-HQ-XVII", "G-HQ-IR") is None
    assert selection(s, GERMAN, "G-HQ-I", "G-HQ-XVII", "AOK8") is TOO_EARLY
    assert selection(s, GERMAN, "G-HQ-I", "G-HQ-XVII", "G-HQ-IR", "G-HQ-XX") is NO_POINTS


@pytest.mark.rule("18.2b", "18.2c", "18.1.3a")
def test_c03_zhilinsky_interferes_on_turn_1() -> None:
    s = opening(event=10)
    assert capacity(s, RUSSIAN, 1) == 5
    assert selection(s, RUSSIAN, *corps("II", "III", "IV", "XX", "VI")) is None
    assert selection(s, RUSSIAN, *corps("II", "III", "IV", "XX", "VI", "XIII")) is NO_POINTS
    assert selection(s, RUSSIAN, *corps("II", "III", "IV", "VI", "XIII")) is ROOM_FOR_COMPULSORY


@pytest.mark.rule("2.5.2a", "2.5.2b", "8.3", "8.4", "3.2", "3.3")
def test_c04_chit_and_hq_with_different_dates() -> None:
    s = opening()
    assert (unit(s, "R-HQ-II").hex, unit(s, "R-HQ-II").mode) == (4425, "command")
    assert s.game.chits[chit("R-HQ-II")].turn == 2
    s = opening(turn=2)
    assert why_not_available(s, chit("R-HQ-II"), 2) is None
    assert why_not_available(s, chit("R-HQ-I"), 2) is HQ_ABSENT
    s = ask(s, Reinforcements(RUSSIAN))
    for name, hex in (("R-HQ-I", 2239), ("R-HQ-XXIII", 2639)):
        push(s, Pick(UnitId(name)))
        place, cancel = options(s)
        assert cancel == Cancel()
        push(s, place)
        assert (unit(s, name).hex, unit(s, name).mode) == (hex, "movement")
        push(s, Done())
        assert why_not_available(s, chit(name), 2) is None


@pytest.mark.rule("16.3.7e", "16.3.7f", "16.3.7g", "12.6b")
def test_c05_masurian_lakes_selections() -> None:
    s = opening("masurian", turn=13)
    assert [capacity(s, GERMAN, turn) for turn in range(12, 17)] == [4] * 5
    s = select(s, RUSSIAN)
    for name in corps("II", "III", "IV", "XXVI"):
        push(s, Draw(chit(name)))
    push(s, Done())
    kept = {chit(name) for name in corps("II", "III", "IV", "XXVI")}
    assert set(s.cup) == set(s.standing) == kept
    s.set(turn=14, cup=())
    russian_selection(s)
    assert not s.flow and set(s.cup) == kept
    s.mark(UnitId("R-HQ-II"), supply="isolated")
    s.set(turn=15, cup=())
    russian_selection(s)
    assert not s.flow and set(s.cup) == kept - {chit("R-HQ-II")}
    s.set(turn=16, cup=())
    russian_selection(s)
    offered = {action.chit for action in options(s) if isinstance(action, Draw)}
    assert chit("R-HQ-XXII") in offered and chit("R-HQ-III") in offered and chit("R-HQ-II") not in offered


@pytest.mark.rule("4.3.2a", "4.3.5a", "4.3.5b", "12.2.1", "12.2.2")
def test_c06_range_depends_on_mode() -> None:
    s = opening()
    activate(s, "G-HQ-XVII")
    push(s, Choose("command"))
    frame = next(frame for frame in s.flow if isinstance(frame, Activation))
    assert set(frame.units) == set(units("G-35", "G-36"))
    assert no(s, Pick(UnitId("G-HQ-XVII"))) is COMMAND_MODE_STAYS
    s = opening()
    activate(s, "G-HQ-XVII")
    push(s, Choose("movement"))
    assert {action.unit for action in options(s) if isinstance(action, Pick)} == set(
        units("G-HQ-XVII", "G-35")
    )
    assert no(s, Pick(UnitId("G-36"))) is OUT_OF_COMMAND
    assert no(s, Pick(UnitId("G-1"))) is NOT_ACTIVATED
    assert s.ledger["zoc_german"][3617] and not unit(s, "G-36").supply
    push(s, Pick(UnitId("G-HQ-XVII")))
    assert now(s).mp == 6


@pytest.mark.rule("4.3.3", "4.4a", "4.3.1a")
def test_c07_independents() -> None:
    s = opening()
    activate(s, "G-HQ-I")
    push(s, Choose("command"))
    frame = next(frame for frame in s.flow if isinstance(frame, Activation))
    assert set(frame.units) == set(units("G-1", "G-2"))
    assert {action.unit for action in options(s) if isinstance(action, Pick)} == set(units("G-1/1", "G-2/1"))
    assert no(s, Pick(UnitId("G-41/1"))) is OUT_OF_COMMAND
    most = s.tables.file.command.independents
    assert (most.german, most.russian) == (3, 2)


@pytest.mark.rule("4.3.4a")
def test_c08_range_does_not_cross_the_lakes() -> None:
    s = empty()
    stand(s, 3324, "G-HQ-XVII", mode="command")
    assert s.ground.board.distance(3324, 3124) == 2
    assert 3124 in s.ground.in_range(Hex(3324), 4)
    assert 3124 not in s.ground.in_range(Hex(3324), 3)


@pytest.mark.rule("4.4d", "4.2.6")
def test_c09_independent_activated_twice() -> None:
    s = empty(turn=4)
    stand(s, 2025, "G-3R")
    stand(s, 2026, "G-HQ-XX", mode="command")
    stand(s, 2024, "G-HQ-I", mode="command")
    for hq in ("G-HQ-XX", "G-HQ-I"):
        activate(s, hq)
        push(s, Choose("command"))
        push(s, Pick(UnitId("G-3R")))
        push(s, Pick(UnitId("G-3R")))
        push(s, MoveTo(Hex(next(iter(sorted({a.hex for a in options(s) if isinstance(a, MoveTo)}))))))
        s.put(UnitId("G-3R"), Hex(2025))
    assert unit(s, "G-3R").activated == (chit("G-HQ-XX"), chit("G-HQ-I"))
    activate(s, "G-HQ-I")
    push(s, Choose("command"))
    assert not any(isinstance(frame, Activation) and "G-3R" in frame.units for frame in s.flow)
    stand(s, 1517, "G-35R")
    ask(s, ChooseFreeMovers(GERMAN, (), 2))
    assert no(s, Pick(UnitId("G-3R"))) is TWICE


@pytest.mark.rule("12.4", "12.7b", "12.7c", "4.2.4", "15.3", "6.1.3")
def test_c10_overrun_hq_chit_still_in_the_cup() -> None:
    s = empty()
    stand(s, 3717, "R-HQ-IV", mode="command")
    stand(s, 4017, "R-30", "R-40")
    stand(s, 4018, "R-5Rif")
    stand(s, 3617, "G-36")
    s.set(cup=(chit("R-HQ-IV"),))
    moving(s, "G-36")
    push(s, MoveTo(Hex(3717)))
    assert unit(s, "R-HQ-IV").box == "removed"
    assert unit_points(s, GERMAN) == 1
    assert all(is_independent(s, unit(s, name)) for name in ("R-30", "R-40", "R-5Rif"))
    ask(s, DrawPhase())
    assert not s.flow and s.used == (chit("R-HQ-IV"),)
    assert any(type(told.event).__name__ == "ChitVoid" for told in s.log)
    assert why_not(s, Done()) is not None
