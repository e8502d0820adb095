"""2.0 Components, set-up, Fronts, chits and boxes."""

from collections import Counter
from typing import Any

import pytest

from bridgehead.core.actions import Attack, Commit, Done
from bridgehead.core.play import decision, options, push, result, setup, view
from bridgehead.core.values import ChitId, Hex, Side, UnitId
from bridgehead.games import load_game
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.activation import limit, used
from bridgehead.games.koenigsberg1945.rules.air import refitted_unit_return
from bridgehead.games.koenigsberg1945.rules.barrage import BarrageFire
from bridgehead.games.koenigsberg1945.rules.combat import AssembleAttack
from bridgehead.games.koenigsberg1945.rules.random_events import (
    german_reinforcement,
    random_event,
    stalin_interferes,
)
from bridgehead.games.koenigsberg1945.rules.sequence import turn_advance
from bridgehead.games.koenigsberg1945.rules.stacking import STACK_FULL, why_not_stack
from bridgehead.games.koenigsberg1945.rules.supply import supply_phase
from bridgehead.games.koenigsberg1945.view import face
from tests.games.koenigsberg1945.field import (
    NAME,
    activate,
    assemble,
    at,
    box,
    field,
    force_of,
    picks,
    push_all,
    reduced,
    started,
)
from tests.support import stand


@pytest.mark.rule("2.0", "9.4.3", "15.0h")
def test_the_counters() -> None:
    s = started()
    kinds = Counter(piece.kind for piece in s.game.counters.values())
    assert kinds == {"combat": 148, "ship": 1, "headquarters": 28, "air": 8}
    assert len(s.game.chits) == 39
    assert str(s.game.counters[UnitId("s2bf_ind_3gt")].full) == "6-4-8"
    tank_brigade = s.game.counters[UnitId("s3bf_5a_2gt")]
    assert (tank_brigade.back, tank_brigade.steps) == (None, 1)
    assert s.game.counters[UnitId("g_xxvi_1")].steps == 2


@pytest.mark.rule("1.0b", "UA.1")
def test_faces_show_size_values_and_condition() -> None:
    s = started()
    corps = face(s.game, s.units[UnitId("s3bf_5a_45")])
    assert (corps.nationality, corps.size, corps.values, corps.symbol) == (
        "soviet",
        "XXX",
        "6-5-4",
        "infantry",
    )
    division = face(s.game, s.units[UnitId("g_hg_2hg")])
    assert (division.size, division.values, division.reduced) == ("XX", "3-3-8", True)
    assert face(s.game, s.units[UnitId("hq_39a")]).values == "◎4 6"
    s.mark(UnitId("g_hg_61"), supply=2)
    assert face(s.game, s.units[UnitId("g_hg_61")]).badges == ("isolated",)
    labels = {piece.label for piece in s.game.counters.values()}
    assert {"28G", "3GC", "VlkStm", "GDFus", "41PZ", "2SH"} <= labels


@pytest.mark.rule("2.1.5a", "2.2.4", "2.2.5", "12.3b")
def test_boxes_at_the_start() -> None:
    s = started()
    assert s.turn == 1
    assert [box(s, unit) for unit in ("g_vs_1", "g_vs_2", "g_vs_3", "g_vs_4")] == ["volkssturm"] * 2 + [
        "held"
    ] * 2
    by_box = Counter(box(s, unit) for unit in s.game.air)
    assert by_box == {"luftwaffe": 1, "air_army_1": 4, "air_army_4": 3}
    assert {force_of(s, unit) for unit in s.game.air if box(s, unit) == "air_army_4"} == {FRONT_2}
    assert box(s, "hq_5gta") == "reinforcements"


@pytest.mark.rule("2.1.4a", "2.2.6", "2.6.4")
def test_each_front_has_its_own_limit_and_track() -> None:
    s = started()
    assert [limit(s, force) for force in (GERMAN, FRONT_2, FRONT_3)] == [3, 4, 3]
    s.set(activated={FRONT_2: (ChitId("c_70"),)})
    assert (used(s, FRONT_2), used(s, FRONT_3)) == (1, 0)
    tracks = {each["name"]: each for each in view(s, None).facts["tracks"]}
    assert (tracks["activated_2bf"]["value"], tracks["activated_2bf"]["most"]) == (1, 4)


@pytest.mark.rule("2.3b", "2.1.4a")
def test_from_turn_2_on_no_front_may_use_all_its_chits() -> None:
    """Cases run over the turn track they were reckoned with; this is the one people play with."""
    game = started().game
    track = game.tables.turn
    assert track["3"].limit[GERMAN] == 5
    for turn in range(2, 11):
        for front in (FRONT_2, FRONT_3):
            chits = [chit for chit in game.chits.values() if chit.force == front and chit.kind == "command"]
            assert track[str(turn)].limit[front] < sum(chit.turn <= turn for chit in chits)


@pytest.mark.rule("2.1.4d")
def test_units_of_both_fronts_may_stack() -> None:
    s = field()
    stand(s, 1612, "s2bf_2sha_88")
    assert why_not_stack(s, UnitId("s3bf_39a_94"), Hex(1612)) is None
    stand(s, 1612, "s3bf_39a_94")
    assert why_not_stack(s, UnitId("s3bf_39a_5g"), Hex(1612)) is STACK_FULL


@pytest.mark.rule("2.1.4e")
def test_three_players() -> None:
    game = load_game(NAME)
    assert game.scenarios["fronts"].sides == (GERMAN, FRONT_2, FRONT_3)
    s = setup(game, "fronts", 1)
    assert (s.leader(FRONT_2), s.leader(FRONT_3), s.leader(GERMAN)) == (FRONT_2, FRONT_3, GERMAN)
    assert s.units[UnitId("s3bf_39a_94")].side == FRONT_3
    assert started().leader(FRONT_2) == SOVIET
    assert view(s, FRONT_2).side == FRONT_2


@pytest.mark.rule("2.2.1", "2.6.1", "1.0a")
def test_the_turn_marker_advances_and_the_game_ends_after_turn_10() -> None:
    s = started()
    turn_advance(s)
    assert s.turn == 2
    assert view(s, GERMAN).turn == 2
    s.turn = 10
    turn_advance(s)
    found = result(s)
    assert found is not None
    assert found.level == "German Overwhelming Victory"
    assert load_game(NAME).scenarios["campaign"].turns == 10


@pytest.mark.rule("2.6.2", "13.1a", "13.1b")
def test_control_markers_begin_german() -> None:
    s = started()
    markers = [each for each in view(s, None).facts["markers"] if each["kind"] == "control"]
    assert len(markers) == 14
    assert {each["side"] for each in markers} == {GERMAN}
    s.set(taken=frozenset({Hex(1811)}))
    assert {each["hex"] for each in view(s, None).facts["markers"] if each["side"] == SOVIET} == {1811}


@pytest.mark.rule("2.6.3")
def test_supply_markers_have_two_sides() -> None:
    s = field()
    s.set(conquered=frozenset(map(Hex, s.game.board.marks["supply_split"])))
    stand(s, 3040, "g_xxviii_607")
    for hex, unit in ((3041, "s3bf_39a_94"), (3039, "s3bf_39a_5g")):
        stand(s, hex, unit)
    supply_phase(s)
    assert s.units[UnitId("g_xxviii_607")].supply == 1
    supply_phase(s)
    assert s.units[UnitId("g_xxviii_607")].supply == 2


SET_UP = {
    "43A": "90 2143, 103 1943, HQ 1943",
    "39A": "28G 1144, 113 1144, 152 1044, 94 1043, 5G 1043, HQ 1043",
    "5A": "2G 1140, 45 1140, 72 1039, 65 1039, HQ 1039",
    "28A": "3G 1137, 218 1137, 20 1036, 128 1036, HQ 1036",
    "2GA": "60 0935, 153 0935, 136 0936, HQ 0936, 11G 0835",
    "11GA": "36G 0838, 120 0738, 8G 0738, 16G 0739, HQ 0739",
    "31A": "71 0534, 36 0434, 44 0434, HQ 0434",
    "3bf": "1 0735, 2G 0840, 43G 0741",
    "70A": "96 0506, HQ 0506, 47 0606, 114 0507",
    "65A": "105 0308, HQ 0308, 46 0408, 18 0309",
    "2SHA": "88 0709, 116 0709, 108 0710, 30G 0710, HQ 0609",
    "48A": "29 0811, 42 0812, 53 0712, HQ 0712",
    "3A": "41 0613, 35 0613, HQ 0613, 40 0514",
    "49A": "121 0516, 124 0516, HQ 0516, 70 0416",
    "2bf": "1G 0708, 8G 0410, 23G 0312, 8 0213, 3G 0214",
    "IX": "56 1342, 561 1542, 548 1841, 551 2142, 286 2441, HQ 1939",
    "XXVI": "549 1338, 349 1339, 1 1340, 69 1341, HQ 1838",
    "HG": "1HG 1636, 2HG 1435R, 61 1337, HQ 1833",
    "XXXXI": "21 1233, 28 1234, 50 1032, 367 0832, 170 0732, HQ 1031",
    "VI": "558 0531, 131 0330, HAN 0327, 541 0325, HQ 0626",
    "LV": "203 0322, 562 0321, 547 0620, HQ 0722",
    "XX": "209 1111, 292 0814, 14 0815, 102 0918, HQ 1016",
    "XXIII": "129 1013, 299 1012, 7 1010, 5 1008, HQ 1213",
    "XXVII": "35 0908, 252 0907, 542 0906, HQ 1206",
    "XXVIII": "607 3040R",
    "GD": "GDtank 1635, GD 1416, GDFus 1517, HQ 1625",
    "7PZ": "HQ 1915",
    "german": "23 1427, 605 1628R, 10 1826, HAU 2026, 401 2931R, 83 1519R, 461 2516R, 627 1409, 73 0905, "
    "18 1321, 5 1739, 505 1739, 277 1540, 259 1539, 279 1538, 232 1232, 102 0728, 185 0919, 904 1015, "
    "909 0915, 507 1209, 276 1208, 7 1408, 190 1106, 24 2925, "
    "Thorn 3203, Kulm 3507, Graud 3409, Elbing 3420, Konig 2932, Lotzen 1329",
}


@pytest.mark.rule("15.0a", "15.0b", "15.0c", "15.0d", "15.0e", "15.0f", "15.0g", "15.0i")
def test_the_set_up() -> None:
    s = started()
    found: dict[str, list[str]] = {}
    for id, piece in s.game.counters.items():
        if at(s, id):
            label = "HQ" if piece.headquarters else piece.label
            where = f"{label} {at(s, id):04d}{'R' if reduced(s, id) else ''}"
            found.setdefault(piece.formation or piece.force, []).append(where)
    assert {name: sorted(units) for name, units in found.items()} == {
        name: sorted(text.split(", ")) for name, text in SET_UP.items()
    }
    assert not at(s, "s2bf_ind_3gc")  # the other 3G of the 2nd Front is the cavalry corps


@pytest.mark.rule("10.1.3x")
def test_all_start_supplied_and_could_trace() -> None:
    s = started()
    assert all(unit.supply == 0 for unit in s.units.values())
    supply_phase(s)
    assert [unit.id for unit in s.units.values() if unit.supply] == []


@pytest.mark.rule("2.1.4f")
def test_units_of_both_fronts_never_join_one_attack() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2115, "s2bf_2sha_88", "s3bf_39a_94")
    stand(s, 2116, "hq_2sha")
    activate(s, "hq_2sha", "c_2sh")
    assert picks(s) == {"hq_2sha", "s2bf_2sha_88"}
    push_all(s, "Done")
    push(s, Attack(Hex(2114)))
    frame = decision(s)
    assert isinstance(frame, AssembleAttack)
    assert picks(s) == {"s2bf_2sha_88"}
    assert frame.force == Side("2bf")


def test_every_die_has_six_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    thrown: set[int] = set()
    throw = State.roll

    def watched(self: State, sides: int) -> Any:
        thrown.add(sides)
        return throw(self, sides)

    monkeypatch.setattr(State, "roll", watched)
    s = started(seed=3)
    while s.flow:
        offered = options(s)
        push(s, Done() if Done() in offered and not isinstance(decision(s), BarrageFire) else offered[0])
    for event in (german_reinforcement, stalin_interferes, random_event):
        event(started())
    s = field()
    s.send(UnitId("air_3aa"), "refit")
    refitted_unit_return(s)
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88")
    push(s, Commit())
    assert thrown == {6}


@pytest.mark.rule("2.1.4a", "15.0e")
def test_the_shade_of_a_counter() -> None:
    s = started()
    shades = s.game.drawing.ground
    shown = {
        id: face(s.game, s.units[UnitId(id)]).ground
        for id in (
            "g_xx_14",
            "g_independent_23",
            "s2bf_2sha_88",
            "s2bf_ind_1gt",
            "s3bf_39a_94",
            "s3bf_ind_1t",
        )
    }
    assert shown["g_xx_14"] == shades["german"]
    assert shown["g_independent_23"] == shades["independent"]
    assert shown["s2bf_2sha_88"] == shown["s2bf_ind_1gt"] == shades["2bf"]
    assert shown["s3bf_39a_94"] == shown["s3bf_ind_1t"] == shades["3bf"]
