"""12.0 Scenario 2: Seelow Heights 1945."""

import pytest

from bridgehead.core.actions import Choose, Done, MoveTo, Pick, Place
from bridgehead.core.play import options, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.seelow1945.model.actions import Limber
from bridgehead.games.seelow1945.model.state import ELIMINATED, State
from bridgehead.games.seelow1945.rules.control import objectives, pass_through
from bridgehead.games.seelow1945.rules.deployment import Deployment
from bridgehead.games.seelow1945.rules.movement import FROZEN
from bridgehead.games.seelow1945.rules.victory import assess
from bridgehead.games.seelow1945.view import facts
from tests.games.seelow1945.field import (
    GAME,
    GERMAN,
    GRR,
    INF,
    MUN,
    PG,
    PZ,
    RR,
    RR2,
    SOVIET,
    STUG,
    TB,
    VAK,
    WART,
    ZHUKOV,
    attack,
    do,
    field,
    phase,
    pick,
    reason,
    shoot,
    stand,
    unit,
)

SEELOW = (1409, 1410, 1509, 1510)


@pytest.mark.rule("12.0", "12.11", "12.11b", "12.12", "12.12b", "10.11", "3.1b")
@pytest.mark.parametrize("plan", ["default", "forward"])
def test_the_planned_deployments(plan: str) -> None:
    s = setup(GAME, "seelow", 1)
    do(s, Choose("default"))
    do(s, Choose(plan))
    assert (s.turn, s.actor) == (1, SOVIET)
    assert len(s.friends(SOVIET)) == 65
    assert len(s.friends(GERMAN)) == 51
    assert len(s.in_box("reinforcements")) == 8
    assert unit(s, ZHUKOV).hex == 3013
    assert (unit(s, "su_85ghtr").hex, unit(s, "su_62ghtr").hex) == (3304, 3502)
    corps = {u.hex for u in s.units.values() if u.id.startswith("su_8gmc")}
    assert corps == {3212, 3213, 3312, 3313, 3413}
    assert {u.hex for u in s.units.values() if u.id.startswith("su_11tc")} == {3006, 3007, 3105, 3106}
    for prefix, hex in (
        ("ge_mun_pz", 1809),
        ("ge_303_pzj", 2013),
        ("ge_920", 2312),
        ("ge_245", 1405),
        ("ge_ss502", 1214),
    ):
        assert {u.hex for u in s.units.values() if u.id.startswith(prefix)} == {hex}
    centres = {
        "ge_9fj_25": 1902,
        "ge_9fj_26": 2004,
        "ge_9fj_27": 1205,
        "ge_303_300": 2309,
        "ge_303_302": 2411,
        "ge_303_301": 2513,
        "ge_169_392": 2616,
        "ge_kur_1242": 1915,
        "ge_vak404": 1415,
        "ge_vak408": 1108,
        "ge_mun_2_1": 2206,
    }
    for prefix, centre in centres.items():
        assert all(
            GAME.board.distance(centre, u.hex) <= 1 for u in s.units.values() if u.id.startswith(prefix)
        )
    fixed = {WART: 1509, MUN: 1810, "ge_mun_2_3": 1708, PZ: 1605, "ge_flak26": 1713}
    assert all(unit(s, id).hex == hex for id, hex in fixed.items())


@pytest.mark.rule("12.11b", "12.12b")
def test_compositions() -> None:
    def types(prefix: str) -> list[str]:
        return sorted(c.type for c in GAME.counters.values() if c.id.startswith(prefix))

    assert types("su_11tc") == ["motor rifle", "tank", "tank", "tank"]
    assert types("su_8gmc") == ["assault gun", "mechanized", "mechanized", "mechanized", "tank"]
    assert len(types("ge_vak404")) == 5
    assert all(GAME.counters[UnitId(id)].size == "I" for id in ("ge_245_1", "ge_920_1", "ge_mun_pz_1"))
    assert not any(c.armored for c in GAME.counters.values() if c.type in ("mechanized", "motor rifle"))


@pytest.mark.rule("10.11", "6.74")
def test_zhukov_is_one_unit_of_one_step() -> None:
    zhukov = GAME.counters[UnitId(ZHUKOV)]
    assert (zhukov.front.cs, zhukov.front.at, zhukov.klass, zhukov.stack) == (1, 0, "motz", 0)
    assert not zhukov.two_steps
    assert ZHUKOV not in GAME.campaigns["kustrin"].berths


@pytest.mark.rule("5.29", "12.31", "7.73")
def test_c36_turn_1_at_seelow() -> None:
    s = field(turn=1)
    stand(s, 1809, PZ, STUG)
    stand(s, 1708, "ge_mun_2_3")
    stand(s, 1314, VAK)
    stand(s, 1908, TB)
    stand(s, 2209, RR)
    assert Limber(UnitId(VAK)) in options(phase(s, "barrage", GERMAN))
    phase(s, "movement", GERMAN)
    assert not any(isinstance(action, Pick) for action in options(s))
    assert reason(s, Pick(UnitId(PZ))) == FROZEN, "asked only for the order of the stack"
    shoot(s, GERMAN, TB, PZ, STUG, rolls=(1, 1))
    s = field(turn=1)
    stand(s, 2209, RR, disrupted=True)
    stand(s, 2210, PG)
    attack(s, GERMAN, 2209, PG, rolls=(1,))
    assert s.flow


def at_turn_7(*stands: tuple[int, str]) -> State:
    s = field(turn=7)
    for hex, id in stands:
        stand(s, hex, id)
    return s


@pytest.mark.rule("12.41", "12.42a")
def test_c40_beside_seelow_on_turn_7() -> None:
    s = at_turn_7((1508, RR))
    s.mark(UnitId(RR), disrupted=True, reduced=True)
    result = assess(s)
    assert result is not None
    assert (result.winner, result.level) == (SOVIET, "Soviet Strategic Victory")
    s.set(turn=6)
    assert assess(s) is None
    result = assess(at_turn_7((1508, ZHUKOV)))
    assert result is not None
    assert result.winner == SOVIET, "any Soviet unit"


@pytest.mark.rule("12.42b", "12.46b")
def test_c40_three_localities_on_turn_7() -> None:
    s = at_turn_7((1908, RR2))
    stand(s, 1604, RR)
    s.set(turn=3)
    do(phase(s, "movement", SOVIET), *pick(RR), MoveTo(Hex(1605)))
    assert s.control[Hex(1605)] == SOVIET
    s.control[Hex(1506)] = s.control[Hex(1609)] = SOVIET
    s.send(UnitId(RR), "exited")
    s.set(turn=7)
    result = assess(s)
    assert result is not None
    assert (result.winner, result.level) == (SOVIET, "Soviet Operational Victory")


@pytest.mark.rule("12.43a", "12.43b")
def test_c40_no_soviet_west_of_the_canal() -> None:
    result = assess(at_turn_7((1908, RR), (1909, RR2), (2112, GRR)))
    assert result is not None
    assert (result.winner, result.level) == (GERMAN, "German Operational Victory")
    for hex in (1809, 2013):
        assert assess(at_turn_7((1908, RR), (hex, RR2))) is None, "the game goes on"


def at_turn_12(soviet: tuple[int, ...]) -> State:
    s = field(turn=12)
    for hex in soviet:
        s.control[Hex(hex)] = SOVIET
    return s


@pytest.mark.rule("12.44a", "12.44b", "12.45a", "12.45b", "12.45c", "12.41")
@pytest.mark.parametrize(
    ("soviet", "level"),
    [
        ((*SEELOW, 1012, 1111, 1211, 1310), "Soviet Strategic Victory"),
        ((*SEELOW, 1012, 1111, 1310), "Soviet Operational Victory"),
        ((1410, 1509, 1510), "German Operational Victory"),
        ((), "German Strategic Victory"),
    ],
)
def test_c40_turn_12(soviet: tuple[int, ...], level: str) -> None:
    result = assess(at_turn_12(soviet))
    assert result is not None
    assert result.level == level


@pytest.mark.rule("12.45c")
def test_a_draw_needs_a_hex_of_nobody() -> None:
    s = at_turn_12((1409, 1410, 1509))
    del s.control[Hex(1510)]
    result = assess(s)
    assert result is not None
    assert (result.winner, result.level) == (None, "Draw")


@pytest.mark.rule("12.46a", "12.46b", "12.46c", "12.46d")
def test_c40_control() -> None:
    s = field()
    assert set(s.control) == set(objectives(s))
    assert len(s.control) == 15
    assert set(s.control.values()) == {GERMAN}, "behind the line"
    stand(s, 1211, RR)
    s.send(UnitId(RR), "aside")
    s.control[Hex(1211)] = SOVIET
    stand(s, 1111, PZ)
    do(phase(s, "movement", GERMAN), *pick(PZ), MoveTo(Hex(1310)), Done())
    assert s.control[Hex(1211)] == GERMAN, "passed through"
    stand(s, 1612, INF)
    s.eliminate(UnitId(INF))
    assert unit(s, INF).box == ELIMINATED
    assert s.control[Hex(1612)] == GERMAN, "it stays until an enemy enters"
    assert field("kustrin").control == {}


@pytest.mark.rule("12.46b", "7.73")
def test_advance_and_retreat_change_control() -> None:
    s = field()
    stand(s, 1609, "ge_mun_2_3", reduced=True, disrupted=True)
    for hex, id in ((1608, GRR), (1709, "su_57g_170"), (1708, TB)):
        stand(s, hex, id)
    attack(s, SOVIET, 1609, GRR, "su_57g_170", TB, rolls=(1,))
    while Pick(UnitId(GRR)) not in options(s):
        do(s, options(s)[0])
    do(s, Pick(UnitId(GRR)))
    assert s.control[Hex(1609)] == SOVIET


@pytest.mark.rule("12.46a", "12.46b")
def test_whoever_passes_through_makes_what_was_known_of_the_position_old() -> None:
    s = field()
    s.control[Hex(1409)] = GERMAN
    s.memo["known"] = True
    pass_through(s, GERMAN, (Hex(1409), Hex(2209)))
    assert s.memo == {"known": True}, "nothing has changed"
    pass_through(s, SOVIET, (Hex(1409), Hex(2209)))
    assert (s.control[Hex(1409)], s.memo) == (SOVIET, {})
    assert Hex(2209) not in s.control


@pytest.mark.rule("11.41", "12.41")
def test_points_are_counted_at_kustrin_only() -> None:
    assert [track["name"] for track in facts(field())["tracks"]] == ["turn"]
    assert [track["name"] for track in facts(field("kustrin"))["tracks"]] == ["turn", "vp"]


@pytest.mark.rule("11.12c")
def test_a_unit_whose_planned_hex_is_taken_goes_to_the_first_that_is_left() -> None:
    s = setup(GAME, "kustrin", 1)
    frame = s.flow[-1]
    assert isinstance(frame, Deployment)
    do(s, Place(Hex(2403)))
    assert unit(s, "su_295_1038").hex == 2403, "the planned hex of the next regiment"
    do(s, Choose("default"))
    assert unit(s, "su_295_1040").hex == 2402, "the first of 2402, 2403 and 2502 with room"
    assert unit(s, "su_295_1042").hex == 2502


@pytest.mark.rule("12.46d")
def test_control_is_recorded_at_seelow_only() -> None:
    assert len(objectives(field())) == 15
    assert objectives(field("kustrin")) == ()
    assert field("kustrin").control == {}


@pytest.mark.rule("11.12c", "12.12")
def test_the_two_plans_put_units_in_different_hexes() -> None:
    def stands(plan: str) -> tuple[int, ...]:
        s = setup(GAME, "seelow", 1)
        do(s, Choose("default"), Choose(plan))
        return tuple(unit(s, id).hex for id in ("ge_9fj_25_1", "ge_mun_2_1", "ge_303_300_1"))

    assert stands("default") == (1902, 2106, 2209)
    assert stands("forward") == (2002, 2206, 2309)


@pytest.mark.rule("11.12c")
def test_a_forward_setup_is_offered_where_there_is_one() -> None:
    s = setup(GAME, "seelow", 1)
    assert Choose("forward") not in options(s), "the Soviet player has one plan only"
    assert Choose("default") in options(s)
    do(s, Choose("default"))
    assert Choose("forward") in options(s)
