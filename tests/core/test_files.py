"""Saves and records: equal when whole, a clear error when not."""

import json
from typing import Any

import pytest

from bridgehead.core.actions import Choose, Done, MoveTo, Pick
from bridgehead.core.codec import BadFile, action_from, events_of, load, save
from bridgehead.core.match import Match, from_record, read_record
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.testing.toy import toy

GAME = toy()


def match() -> Match[Any]:
    m = Match(GAME, "toy", 5)
    for action in (Choose("b1"), Pick(UnitId("r0")), MoveTo(Hex(201)), Done(), Done()):
        m.play(action)
    return m


def changed(text: str, **fields: object) -> str:
    return json.dumps({**json.loads(text), **fields})


def test_a_save_loads_equal() -> None:
    s = match().now
    again = load(save(s), GAME)
    assert again.same_as(s)
    assert again.ledger == s.ledger


def state_with(text: str, **fields: object) -> str:
    whole = json.loads(text)
    whole["state"].update(fields)
    return json.dumps(whole)


def test_a_bad_save_is_explained() -> None:
    text = save(match().now)
    lacking = json.loads(text)
    del lacking["state"]["turn"]
    units = json.loads(text)["state"]["units"]
    stray = {**units, "r0": {**units["r0"], "hex": 303}}
    swapped = {**units, "r0": units["r1"], "r1": units["r0"]}
    cases = {
        "damaged or cut short": text[:-20],
        "not a Bridgehead save": "{}",
        "is a record, not a save": changed(text, bridgehead="record"),
        "newer than this program reads": changed(text, format=99),
        "of chess, not of toy": changed(text, game="chess"),
        "other game data": changed(text, data="x"),
        "holds no state": changed(text, state=3),
        "lacks turn": json.dumps(lacking),
        "wrong at turn": state_with(text, turn="two"),
        "wrong at flow": state_with(text, flow=[{"type": "Sudoku"}]),
        "units and stacks disagree": state_with(text, units=stray),
        "wrong at units.r0: it holds r1": state_with(text, units=swapped),
    }
    for said, bad in cases.items():
        with pytest.raises(BadFile, match=said):
            load(bad, GAME)


def test_a_record_replays_bit_for_bit() -> None:
    m = match()
    text = m.record()
    again = from_record(text, GAME)
    assert again.now.same_as(m.now)
    assert again.record() == text
    assert len(text.splitlines()) == len(m.actions) + 2


def test_a_bad_record_is_explained() -> None:
    text = match().record()
    whole = json.loads(text)
    actions = whole["actions"]
    cases = {
        "damaged or cut short": text[:-9],
        "not a Bridgehead record": "[]",
        "of chess, not of toy": changed(text, game="chess"),
        "no scenario 'x'": changed(text, scenario="x"),
        "wrong at action 2": changed(text, actions=[actions[0], {"type": "Castle"}]),
        "wrong at action 1: .*can't do that now": changed(text, actions=actions[1:]),
        "made with data old": changed(text, actions=actions[1:], data="old"),
        "record is wrong": changed(text, seed="five"),
        "has no option 'seed'": changed(text, setting={"seed": "5"}),
    }
    for said, bad in cases.items():
        with pytest.raises(BadFile, match=said):
            from_record(bad, GAME)
    assert read_record(text).seed == 5


def test_an_action_comes_from_json_or_is_refused() -> None:
    assert action_from(b'{"type":"Pick","unit":"r0"}', GAME) == Pick(UnitId("r0"))
    for bad in (b"", b"{}", b'{"type":"Pick"}', b'{"type":"Nuke"}', b'{"type":"MoveTo","hex":"x"}'):
        with pytest.raises(BadFile, match="no action of toy"):
            action_from(bad, GAME)


def test_events_of_a_game_are_known() -> None:
    assert "Hid" in str(events_of("bridgehead.testing.toy"))


def test_undo_stops_where_the_rules_of_the_core_say() -> None:
    m = Match(GAME, "toy", 5)
    assert not m.can_undo()
    with pytest.raises(ValueError, match="can't undo past a die roll"):
        m.undo()
    m.play(Choose("b1"))
    assert not m.can_undo(), "the other side decides now"
    m.play(Pick(UnitId("r0")))
    assert m.can_undo()
    assert m.undo() == Pick(UnitId("r0"))
    assert m.clock == 1
    assert m.take_back() == Choose("b1")


def test_what_a_side_hears_holds_no_secret() -> None:
    m = match()
    m.play(Done())
    m.play(Pick(UnitId("b0")))
    m.play(MoveTo(Hex(401)))
    red, blue, onlooker = (json.dumps(str(m.log(side))) for side in (Side("red"), Side("blue"), None))
    assert "Hid" in blue
    assert "b0" in blue
    for other in (red, onlooker):
        assert "Hid" not in other
        assert "b0" not in other
        assert "Moved" in other


def test_a_match_may_begin_from_any_position() -> None:
    """Its record carries the position, and goes on from there with the same dice."""
    begun = Match.from_position(match().now)
    assert begun.clock == 0 and begun.now.same_as(match().now)
    while begun.legal and begun.clock < 12:
        begun.play(begun.legal[begun.clock % len(begun.legal)])
    again = from_record(begun.record(), GAME)
    assert again.now.same_as(begun.now) and again.seed == begun.seed
    assert again.record() == begun.record()
    assert "position" not in json.loads(match().record())


def test_a_position_may_be_given_other_dice() -> None:
    s = match().now
    assert Match.from_position(s, 7).now.seed != Match.from_position(s, 8).now.seed
    assert Match.from_position(s, 7).now.seed == Match.from_position(s, 7).now.seed
    assert s.same_as(match().now), "the position itself is left alone"


def test_a_bad_position_in_a_record_is_explained() -> None:
    text = Match.from_position(match().now).record()
    whole = json.loads(text)
    whole["position"]["state"]["turn"] = "two"
    with pytest.raises(BadFile, match="the position in the record is wrong: the save is wrong at turn"):
        from_record(json.dumps(whole), GAME)
