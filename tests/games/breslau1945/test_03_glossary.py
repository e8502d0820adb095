"""3.0 Glossary: control, lines of communication, divisions, stacks."""

import pytest

from bridgehead.core.actions import Cancel, Commit, MoveTo, Pick
from bridgehead.core.play import decision
from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.actions import Bombard
from bridgehead.games.breslau1945.model.state import stack_limit, take_control
from bridgehead.games.breslau1945.rules.attack import OTHER_DIVISION, Attack, modifiers
from bridgehead.games.breslau1945.rules.bombardment import NOT_A_GUN
from bridgehead.games.breslau1945.rules.movement import ENEMY_THERE
from bridgehead.games.breslau1945.rules.reserves import distance_from_enemy, in_communication
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    assault,
    at,
    bombardment,
    called,
    do,
    field,
    is_soviet,
    move,
    movement,
    refused,
    unit,
)


@pytest.mark.rule("3.0c", "3.0b")
def test_control_at_the_start_is_the_front_of_february() -> None:
    s = field()
    assert is_soviet(s, 120)
    assert is_soviet(s, 2440)
    assert not is_soviet(s, 220)
    assert not is_soviet(s, 1516)
    assert len(GAME.tables.soviet_at_start) == 209


@pytest.mark.rule("3.0b", "3.0b2")
def test_every_hex_passed_changes_hands_and_bombardment_changes_none() -> None:
    s = at(at(field(), 121, "372/218"), 319, "21 VS")
    movement(s, SOVIET)
    do(s, Pick(unit("372/218")), MoveTo(Hex(221)), MoveTo(Hex(222)))
    assert is_soviet(s, 221)
    assert is_soviet(s, 222)
    s.send(unit("21 VS"), "reserves")
    assert not is_soviet(s, 319)
    far = at(field(), 113, "372/218")
    do(movement(far, SOVIET), Pick(unit("372/218")))
    route = decision(far).route(far, MoveTo(Hex(315)))
    assert route is not None
    assert len(route.hexes) > 3
    do(far, MoveTo(Hex(315)))
    assert all(is_soviet(far, hex) for hex in route.hexes)


@pytest.mark.rule("3.0e", "3.0d")
def test_a_line_of_communication_uses_bridges_and_never_the_open_oder() -> None:
    s = at(field(), 101, "372/218")
    assert in_communication(s)[1816]  # over the bridges
    assert not in_communication(s)[1717]
    for number, hex in enumerate((1512, 1614, 1818, 2119)):
        at(s, hex, ("372/218", "658/218", "667/218", "955/309")[number])
    joined = in_communication(s)
    assert not joined[1816]  # every bridge held by the Red Army: the north bank is cut off


@pytest.mark.rule("3.0d", "3.0d2", "3.0e")
def test_a_canal_does_not_cut_the_line() -> None:
    s = at(field(), 101, "372/218")
    assert GAME.board.side(1517, 1617) & GAME.board.bit["moat"]
    assert in_communication(s)[1617]


@pytest.mark.rule("13.2", "7.2.2d")
def test_distance_is_counted_straight_across_the_oder() -> None:
    s = at(field(), 1117, "372/218")
    at(s, 2030, "658/218")
    near = distance_from_enemy(s)
    for hex in GAME.board.hexes:
        far = min(GAME.board.distance(hex, 1117), GAME.board.distance(hex, 2030))
        assert near[hex] == (far if far < 8 else -1)


@pytest.mark.rule("3.0f", "9.4e")
def test_modifiers_add_up() -> None:
    s = at(at(field(), 320, "I/Wehl", disorganised=True), 219, "56 eng.", "222")
    attack = Attack(SOVIET, "assault", unit("I/Wehl"), called("56 eng.", "222"))
    assert [(m.rule, m.amount) for m in modifiers(s, attack)] == [
        ("9.5a", 2),
        ("9.5f", 1),
        ("9.5b", 1),
        ("9.5g", 1),
        ("8.2.8b", 1),
        ("9.5d", -1),
    ]


@pytest.mark.rule("3.0g", "9.2d")
def test_poles_are_red_army_and_keep_their_own_divisions() -> None:
    s = at(at(field(), 320, "21 VS"), 219, "13/5", "372/218", "5 pcc", "222", "33/7")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Pick(unit("13/5")), Pick(unit("222")))
    assert refused(s, Pick(unit("372/218"))) is OTHER_DIVISION
    assert refused(s, Pick(unit("33/7"))) is OTHER_DIVISION
    do(s, Pick(unit("5 pcc")))


@pytest.mark.rule("3.0h")
def test_only_artillery_bombards() -> None:
    s = at(at(field(), 419, "21 VS"), 117, "372/218", "222", "1039")
    bombardment(s)
    do(s, Bombard(Hex(419)))
    assert refused(s, Pick(unit("372/218"))) is NOT_A_GUN
    assert refused(s, Pick(unit("222"))) is NOT_A_GUN
    do(s, Pick(unit("1039")))


@pytest.mark.rule("3.0i2")
def test_a_slash_does_not_make_a_division() -> None:
    assert GAME.counters[unit("2/18 Grd")].division == ""
    assert GAME.counters[unit("524/112")].division == "112"
    members = [c.label for c in GAME.counters.values() if c.division == "112"]
    assert members == ["385/112", "416/112", "524/112", "436/112", "159 eng./112"]
    s = at(at(field(), 320, "21 VS"), 219, "372/218", "2/18 Grd")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Pick(unit("372/218")), Pick(unit("2/18 Grd")), Commit())


@pytest.mark.rule("3.0k", "3.0m", "13.1")
def test_limits_by_ground_and_side() -> None:
    s = field()
    sample = {219: (2, 4), 320: (2, 3), 419: (2, 3), 820: (3, 2), 1512: (1, 1)}
    for hex, (german, soviet) in sample.items():
        assert stack_limit(s, GERMAN, Hex(hex)) == german
        assert stack_limit(s, SOVIET, Hex(hex)) == soviet


@pytest.mark.rule("3.0m", "10.2.2")
def test_the_train_counts_in_a_stack_and_markers_do_not() -> None:
    s = at(at(field(), 2115, "21 VS", "22 VS", "Pörsel"), 2116, "23 VS")
    s.set(strip=(Hex(2116),))
    movement(s, GERMAN)
    do(s, Pick(unit("23 VS")))
    assert refused(s, MoveTo(Hex(2115))).rule == "7.3.8"
    do(s, Cancel(), Pick(unit("22 VS")), MoveTo(Hex(2116)))
    assert s.units[unit("22 VS")].hex == 2116


@pytest.mark.rule("3.0l")
def test_the_sides_never_share_a_hex() -> None:
    s = at(at(field(), 219, "372/218"), 320, "21 VS")
    movement(s, SOVIET)
    do(s, Pick(unit("372/218")))
    assert refused(s, MoveTo(Hex(320))) is ENEMY_THERE
    german = movement(s, GERMAN)
    do(german, Pick(unit("21 VS")))
    assert refused(german, MoveTo(Hex(219))) is ENEMY_THERE


@pytest.mark.rule("3.0a", "7.3.6a")
def test_being_next_to_the_enemy_neither_stops_nor_costs() -> None:
    s = at(at(field(), 220, "I/Wehl", disorganised=True), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219, 218)
    assert getattr(s.flow[-1], "mp", None) == 3
    take_control(s, SOVIET, Hex(218))
