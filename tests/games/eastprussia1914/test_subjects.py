"""What each question points at on the map, and what it reminds of before a phase ends."""

from __future__ import annotations

from typing import Any

import pytest

from bridgehead.core.flow import Decision, Reminder, Subject
from bridgehead.core.play import decision
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.rules.activation import ChooseFreeMovers, ChooseIndependents
from bridgehead.games.eastprussia1914.rules.advance import AdvanceAfterCombat, SecondHex
from bridgehead.games.eastprussia1914.rules.cavalry import Withdrawal
from bridgehead.games.eastprussia1914.rules.combat import AssembleAttack, CombatSegment
from bridgehead.games.eastprussia1914.rules.demolition import RailwayWork
from bridgehead.games.eastprussia1914.rules.headquarters import ChooseMode, Relocate
from bridgehead.games.eastprussia1914.rules.losses import DEFENDER, LoseStep
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.reinforcements import Arrive, Reinforcements, ReturnExcess
from bridgehead.games.eastprussia1914.rules.replacements import Rebuild, Replacements
from bridgehead.games.eastprussia1914.rules.results import ChooseStack, HqStaysOrGoes
from bridgehead.games.eastprussia1914.rules.retreat import ChooseRetreat, ChooseWhoGoesOn
from bridgehead.games.eastprussia1914.rules.special import LandsturmCalledOut
from bridgehead.games.eastprussia1914.rules.supply_phase import Creep, IsolatedMovement
from bridgehead.games.eastprussia1914.rules.unit_moves import MoveUnit
from tests.games.eastprussia1914.table import (
    GERMAN,
    NO_HQ,
    RUSSIAN,
    State,
    ask,
    empty,
    hexes,
    opening,
    stand,
    unit,
    units,
)

G1, HQ, TARGET = UnitId("G-1"), UnitId("G-HQ-I"), Hex(3814)


def table() -> State:
    s = empty(turn=4)
    stand(s, 3714, "G-1", "G-2")
    stand(s, 3714, "G-HQ-I", mode="command")
    stand(s, 3713, "G-35")
    stand(s, 3814, "R-3C", "R-2C")
    stand(s, 3814, "R-HQ-III", mode="command")
    return s


SUBJECTS: list[tuple[Decision[State], dict[str, Any]]] = [
    (ChooseMode(GERMAN, HQ), {"unit": HQ}),
    (ChooseIndependents(GERMAN, HQ, 2, units("G-3R")), {"unit": HQ, "committed": units("G-3R")}),
    (ChooseFreeMovers(GERMAN, units("G-1"), 1, units("G-3R")), {"committed": units("G-1", "G-3R")}),
    (MovementSegment(GERMAN, HQ, units("G-1")), {"unit": HQ}),
    (MoveUnit(GERMAN, G1, 5), {"unit": G1}),
    (Relocate(GERMAN, HQ), {"unit": HQ}),
    (CombatSegment(GERMAN, HQ, units("G-1")), {"unit": HQ}),
    (
        AssembleAttack(GERMAN, HQ, TARGET, units("G-1", "G-2"), units("G-2")),
        {"committed": units("G-2"), "hexes": (TARGET,)},
    ),
    (
        Withdrawal(RUSSIAN, TARGET),
        {"committed": units("R-3C", "R-2C", "R-HQ-III"), "hexes": (TARGET,)},
    ),
    (LoseStep(GERMAN, units("G-1"), units("G-1", "G-35"), 1, DEFENDER, True), {"hexes": hexes(3714)}),
    (ChooseStack(GERMAN, units("G-1", "G-2", "G-35")), {"hexes": hexes(3714, 3713)}),
    (HqStaysOrGoes(GERMAN, HQ), {"unit": HQ}),
    (
        ChooseRetreat(GERMAN, units("G-1", "G-2"), TARGET, 1),
        {"unit": G1, "committed": units("G-1", "G-2"), "hexes": (TARGET,)},
    ),
    (ChooseWhoGoesOn(GERMAN, units("G-1")), {"hexes": hexes(3714)}),
    (AdvanceAfterCombat(GERMAN, TARGET, units("G-1")), {"hexes": (TARGET,)}),
    (SecondHex(GERMAN, G1), {"unit": G1}),
    (Reinforcements(GERMAN, units("G-1")), {"committed": units("G-1")}),
    (Arrive(GERMAN, G1), {"unit": G1}),
    (ReturnExcess(GERMAN, TARGET, units("G-1")), {"hexes": (TARGET,)}),
    (Replacements(GERMAN, 2, units("G-1")), {"committed": units("G-1")}),
    (Rebuild(GERMAN, G1), {"unit": G1}),
    (LandsturmCalledOut(GERMAN, G1), {"unit": G1}),
    (Creep(GERMAN, G1), {"unit": G1}),
    (RailwayWork(GERMAN, units("G-1")), {}),
    (IsolatedMovement(GERMAN, units("G-1")), {}),
]


@pytest.mark.rule("4.3.3", "6.1.1", "10.1.1", "10.5.1", "10.6.1")
@pytest.mark.parametrize(("frame", "wanted"), SUBJECTS, ids=lambda each: type(each).__name__)
def test_what_a_question_is_about(frame: Decision[State], wanted: dict[str, Any]) -> None:
    assert frame.about(table()) == Subject(**wanted)


def reminders(s: State) -> tuple[Reminder, ...]:
    return decision(s).reminders(s)


@pytest.mark.rule("6.1.1", "11.3.2e")
def test_the_movement_segment_reminds_of_who_has_not_moved_and_of_a_duty() -> None:
    s = empty()
    stand(s, 3614, "G-1", "G-2")
    stand(s, 3514, "G-HQ-I", mode="movement")
    s.flow = (MovementSegment(GERMAN, HQ, (HQ, *units("G-1", "G-2")), done=units("G-2")),)
    assert reminders(s) == (
        Reminder("has not moved", Hex(3514), HQ),
        Reminder("has not moved", Hex(3614), G1),
    )
    s.mark(HQ, supply="oos")
    assert reminders(s) == (Reminder("must relocate", Hex(3514), HQ, duty=True),)


@pytest.mark.rule("10.1.1", "10.1.7")
def test_the_combat_segment_reminds_of_who_may_still_attack() -> None:
    s = table()
    stand(s, 3614, "G-36")
    ask(s, CombatSegment(GERMAN, NO_HQ, units("G-1", "G-36")))
    assert reminders(s) == (Reminder("may still attack", Hex(3714), G1),)
    s.send(G1, "aside")
    s.flow = (CombatSegment(GERMAN, NO_HQ, units("G-1", "G-36")),)
    assert reminders(s) == ()


@pytest.mark.rule("8.1")
def test_the_reinforcements_segment_reminds_of_who_is_due() -> None:
    s = opening(turn=3)
    ask(s, Reinforcements(RUSSIAN))
    due = {each.unit for each in reminders(s)}
    assert due == {
        each.id
        for each in s.units.values()
        if each.box == "reinforcements" and each.side == RUSSIAN and s.rules_of.unit[each.id].turn <= 3
    }
    assert UnitId("R-76R") in due and unit(s, "R-3Gd").id not in due
    assert all(each.words == "is due and has not arrived" and not each.duty for each in reminders(s))
