"""11.0 Scenario 1: Küstrin 1945."""

import pytest

from bridgehead.core.actions import Choose, Place
from bridgehead.core.play import options, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.seelow1945.model.state import ELIMINATED, EXITED, State
from bridgehead.games.seelow1945.rules.deployment import (
    NOT_ITS_PLACE,
    STUCK_IN_SWAMP,
    Deployment,
    why_not_place,
)
from bridgehead.games.seelow1945.rules.victory import (
    assess,
    elimination_points,
    garrison_points,
    line_of_communication,
)
from tests.games.seelow1945.field import GAME, GERMAN, SOVIET, do, field, now, reason, stand, unit

VS, FUS, MUN2, MUN1 = "ge_kus_vs", "ge_303_fus", "ge_mun_2_2", "ge_mun_1_2"
SOVIETS = ("su_295_1038", "su_295_1040", "su_295_1042", "su_47g_137", "su_47g_140", "su_47g_142")


@pytest.mark.rule("11.0a", "11.11", "11.12", "11.12b", "6.71")
def test_the_planned_deployment() -> None:
    s = setup(GAME, "kustrin", 1)
    frame = now(s)
    assert isinstance(frame, Deployment)
    assert frame.side == SOVIET, "the Soviet player deploys first"
    do(s, Choose("default"))
    assert isinstance(frame := now(s), Deployment)
    assert frame.side == GERMAN
    do(s, Choose("default"))
    assert (s.turn, s.actor) == (1, GERMAN), "the German player is first"
    assert len(s.friends(SOVIET)) == 22
    assert len(s.friends(GERMAN)) == 24
    listed = {
        295: {2402, 2403, 2502},
        47: {2504, 2505, 2605},
        57: {2607, 2608, 2707},
        416: {3002, 3003, 3101},
        35: {3104, 3205, 3304},
        82: {3403, 3603, 3604},
    }
    for division, hexes in listed.items():
        ids = [u for u in s.units.values() if u.id.startswith((f"su_{division}_", f"su_{division}g_"))]
        assert {u.hex for u in ids} == hexes
    for id, hex in ((MUN2, 3102), (FUS, 3103), (MUN1, 3204), (VS, 3503)):
        assert unit(s, id).hex == hex
    around = {
        "ge_fg": 2101,
        "ge_20pg_8pz": 2103,
        "ge_20pg_76": 2103,
        "ge_20pg_90": 2205,
        "ge_ss502": 2205,
        "ge_25pg": 2307,
    }
    for start, centre in around.items():
        units = [u for u in s.units.values() if u.id.startswith(start)]
        assert units
        assert all(GAME.board.distance(centre, u.hex) <= 1 for u in units)
    assert all(GAME.board.distance(2801, unit(s, id).hex) <= 1 for id in ("su_32kag", "su_32aag"))
    assert all(GAME.board.distance(3207, unit(s, id).hex) <= 1 for id in ("su_4kag", "su_4aag"))
    assert sum(u.id.startswith("ge_25pg") for u in s.units.values()) == 7


@pytest.mark.rule("11.11", "11.12c")
def test_the_owner_assigns_units_to_hexes() -> None:
    s = setup(GAME, "kustrin", 1)
    frame = now(s)
    assert isinstance(frame, Deployment)
    assert frame.unit == "su_295_1038"
    assert {a.hex for a in options(s) if isinstance(a, Place)} == {2402, 2403, 2502}
    assert reason(s, Place(Hex(2504))) == NOT_ITS_PLACE
    do(s, Place(Hex(2502)))
    assert {a.hex for a in options(s) if isinstance(a, Place)} == {2402, 2403}
    do(s, Choose("default"))
    assert {unit(s, id).hex for id in SOVIETS[:3]} == {2402, 2403, 2502}


@pytest.mark.rule("11.12c", "11.0b")
def test_places_within_one_hex() -> None:
    s = setup(GAME, "kustrin", 1)
    do(s, Choose("default"))
    frame = now(s)
    assert isinstance(frame, Deployment)
    assert frame.unit == "ge_20pg_8pz_1"
    assert {a.hex for a in options(s) if isinstance(a, Place)} == {2103, 2102, 2104, 2003, 2004, 2203, 2204}
    s = setup(GAME, "seelow", 1)
    assert why_not_place(s, unit(s, "su_29kag"), Hex(3308)) is STUCK_IN_SWAMP
    assert why_not_place(s, unit(s, "su_29kag"), Hex(3307)) is None


@pytest.mark.rule("11.0b", "5.27c")
def test_only_rows_1_to_8_are_in_play() -> None:
    ground = GAME.grounds["kustrin"]
    assert len(ground.hexes) == 27 * 8
    assert not ground.in_play(Hex(2009))
    assert 2209 not in ground.near[2208]


def connected(*ids: str) -> State:
    s = field("kustrin", turn=12)
    for id, hex in zip((MUN2, FUS, MUN1, VS), (3102, 3103, 3204, 3503), strict=True):
        if id in ids:
            stand(s, hex, id)
        else:
            s.eliminate(UnitId(id))
    return s


@pytest.mark.rule("11.43a", "11.43b", "4.21")
def test_c39_line_of_communication() -> None:
    s = connected(VS)
    line = line_of_communication(s, unit(s, VS))
    assert line[0] == 3503
    assert line[1] == 3404, "over the bridge"
    assert line[-1] // 100 == 10
    stand(s, 3404, SOVIETS[0])
    s.mark(UnitId(SOVIETS[0]), disrupted=True)
    assert line_of_communication(s, unit(s, VS)) == (), "3503-3403 is an unbridged river"
    s = connected(VS)
    stand(s, 3304, SOVIETS[0])
    assert s.ledger["soviet_zoc"][3404]
    assert line_of_communication(s, unit(s, VS)) == ()
    stand(s, 3404, FUS)
    assert line_of_communication(s, unit(s, VS)), "a German unit restores the hex"
    s.send(UnitId(FUS), EXITED)
    s.mark(UnitId(SOVIETS[0]), disrupted=True)
    assert line_of_communication(s, unit(s, VS)), "a disrupted unit controls nothing"


@pytest.mark.rule("11.41", "11.42a", "11.42b", "11.44", "11.45")
@pytest.mark.parametrize(
    ("garrison", "lost", "points", "winner"),
    [((VS, FUS), 3, 13, GERMAN), ((VS,), 6, 11, None), ((), 5, 5, SOVIET), ((VS, FUS), 2, 12, GERMAN)],
)
def test_c39_points(garrison: tuple[str, ...], lost: int, points: int, winner: str | None) -> None:
    s = connected(*garrison)
    for id in SOVIETS[:lost]:
        s.eliminate(UnitId(id))
    s.send(UnitId("su_57g_170"), EXITED)
    result = assess(s)
    assert result is not None
    assert (result.winner, result.score["german"]) == (winner, points)


@pytest.mark.rule("11.42a", "11.42b")
def test_garrison_units_count_where_they_stand_but_not_off_the_map() -> None:
    s = connected(VS, FUS)
    stand(s, 2001, VS, disrupted=True, reduced=True)
    assert garrison_points(s) == 10
    s.send(UnitId(VS), EXITED)
    assert garrison_points(s) == 5
    assert elimination_points(s) == 0
    assert unit(s, MUN1).box == ELIMINATED
