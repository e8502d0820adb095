"""The campaign Two Stars, for two and for three players."""

from typing import Any

import pytest

from bridgehead.core.actions import Choose, Done, MoveTo, Place
from bridgehead.core.play import dice, options, push, setup, view, why_not
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945.model.state import DEFECTED
from bridgehead.games.budziszyn1945.rules import movement as moves
from bridgehead.games.budziszyn1945.rules import special, victory
from bridgehead.games.budziszyn1945.rules.air import air_left, dawn
from bridgehead.games.budziszyn1945.rules.command import hq_range
from bridgehead.games.budziszyn1945.rules.duties import able_beside
from bridgehead.games.budziszyn1945.rules.elimination import remove, striker_of
from bridgehead.games.budziszyn1945.rules.retreat import why_not_retreat
from bridgehead.games.budziszyn1945.rules.special import (
    REMOVED,
    AirDays,
    Defections,
    PlaceDefector,
    PlaceUnits,
    SetupLosses,
    roll_defection,
)
from bridgehead.games.budziszyn1945.rules.supply import in_supply, kind_of
from bridgehead.games.budziszyn1945.rules.zoc import in_enemy_zoc
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    NAME,
    SOVIET,
    ask,
    begun,
    costs,
    do,
    field,
    moving,
    open_ground,
    stand,
)


@pytest.mark.rule("T.30a", "T.21", "T.25", "T.26", "T.20", "T.3")
def test_the_order_of_preparation() -> None:
    s = setup(load_game(NAME), "two_stars_three", 4)
    order: list[tuple[str, str]] = []
    while s.turn == 0:
        frame = s.flow[-1]
        entry = (type(frame).__name__, frame.side)
        if not order or order[-1] != entry:
            order.append(entry)
        if isinstance(frame, SetupLosses) and "su_213" in frame.units:
            assert frame.left <= 2
        if isinstance(frame, PlaceUnits) and frame.unit == "us_hq_vii":
            offered = {each.hex for each in options(s) if isinstance(each, Place)}
            assert offered <= set(s.game.board.marks["us_reserve"])
        push(s, options(s)[0])
    assert order[:4] == [
        ("SetupLosses", SOVIET), ("PlaceUnits", GERMAN), ("SetupLosses", GERMAN), ("PlaceUnits", ALLIED),
    ]  # fmt: skip
    assert order[-1] == ("AirDays", SOVIET)
    assert sum(s.air_days.values()) == 75
    assert sum(s.units[id].cel for id in ("su_213", "su_254", "su_50", "su_111", "su_294", "su_337")) == 10
    assert all(s.units[id].hex in s.forts for id in ("us_hq_vii", "de_hq_iv", "su_hq_52"))


@pytest.mark.rule("T.20", "T.22", "T.23", "T.24", "T.26", "T.1", "T.2")
def test_setup() -> None:
    s = begun("two_stars")
    for unit, hex in (
        ("de_21_192", 2900),
        ("de_545_c", 2900),
        ("de_hq_v", 3600),
        ("de_art_v", 3600),
        ("de_hq_iv", 3432),
        ("su_350", 515),
        ("us_69_271", 111),
        ("us_104_413", 1728),
    ):
        assert s.units[unit].hex == hex, unit
    assert s.units["su_117g"].hex == 1118
    assert s.units["de_hq_moser"].hex in s.game.board.marks["dresden"]
    assert s.game.scenarios["two_stars"].turns == 16
    assert s.game.scenarios["two_stars"].turn_names[-1] == "15 May"
    assert s.phasing == ALLIED


@pytest.mark.rule("T.21", "T.36")
def test_setup_losses_keep_a_counter_in_each_hex() -> None:
    s = field("two_stars")
    units = tuple(UnitId(f"de_344_{each}") for each in ("832", "1057", "1058"))
    for id, hex in zip(units, (4529, 4728, 4927), strict=True):
        stand(s, hex, id, cel=1)
    ask(s, SetupLosses(ALLIED, units, 2))
    assert not s.flow
    pair = (UnitId("de_2ss_3"), UnitId("de_2ss_4"))
    stand(s, 2631, *pair)
    ask(s, SetupLosses(ALLIED, pair, 3))
    for _ in range(3):
        push(s, options(s)[0])
    assert sorted(s.units[id].box for id in pair) == ["", REMOVED]
    assert s.tracks.get("lost_german", 0) == 0


@pytest.mark.rule("T.3", "8.1.7")
def test_soviet_air_days_are_secret() -> None:
    s = field("two_stars")
    ask(s, AirDays(SOVIET, 20), AirDays(SOVIET, 25), AirDays(SOVIET, 30))
    do(s, Choose("day 10"))
    assert Choose("day 10") not in options(s)
    do(s, Choose("day 1"), Choose("day 6"))
    assert s.air_days == {10: 30, 1: 25, 6: 20}
    assert view(s, SOVIET).facts["air_days"] == {"1": 25, "6": 20, "10": 30}
    assert "air_days" not in view(s, ALLIED).facts
    for turn, sp in ((1, 25), (2, 0), (10, 30)):
        s.set(turn=turn)
        dawn(s)
        assert air_left(s, SOVIET) == sp


def polish(die: int, unit: str = "pl_7_33") -> Any:
    s = field("two_stars")
    stand(s, 2925, unit)
    stand(s, 110, "us_hq_vii")
    s.set(tick=0)
    ask(s)
    with dice(s, die):
        roll_defection(s, UnitId(unit))
    return s


@pytest.mark.rule("T.4a", "T.4b", "T.4c", "T.5", "T.36")
def test_defections() -> None:
    s = polish(1)
    assert isinstance(s.flow[-1], PlaceDefector)
    assert options(s) == [Place(Hex(110))]
    do(s, Place(Hex(110)))
    unit = s.units["pl_7_33"]
    assert (unit.side, unit.cel, unit.hex) == (ALLIED, 2, 110)
    assert unit.done & DEFECTED
    assert kind_of(s, unit) == "american"
    assert in_supply(s, unit)
    assert polish(2).units["pl_7_33"].cel == 1
    stayed = polish(3).units["pl_7_33"]
    assert (stayed.side, stayed.cel, stayed.hex) == (SOVIET, 1, 2925)
    assert polish(4).units["pl_7_33"].disorganized == 1
    assert polish(5).units["pl_7_33"] == polish(6).units["pl_7_33"]
    lost = polish(3, "pl_hq")
    assert lost.units["pl_hq"].box == REMOVED
    assert (lost.tracks.get("killed_by_american", 0), lost.pools) == (0, ())
    hq = polish(1, "pl_hq")
    do(hq, Place(Hex(110)))
    assert hq_range(hq, hq.units["pl_hq"]) == 0


@pytest.mark.rule("T.4b")
def test_a_full_headquarters_hex_sends_defectors_next_door() -> None:
    s = polish(1)
    stand(s, 110, "us_69_271", "us_69_272", "us_69_273")
    s.offered = None
    stand(s, 110, "us_vii_art1")
    assert all(isinstance(each, Place) and s.game.board.adjacent(110, each.hex) for each in options(s))
    s.send("us_hq_vii", "aside")
    s.offered = None
    assert options(s)
    assert Defections(waiting=()).waiting == ()


@pytest.mark.rule("T.13", "T.14", "T.18", "T.9")
def test_partners_do_not_mix() -> None:
    for scenario in ("two_stars", "two_stars_three"):
        s = field(scenario)
        clear, around = open_ground(s)
        german = ALLIED if scenario == "two_stars" else GERMAN
        stand(s, clear, "us_69_271")
        stand(s, around[0], "de_545_a")
        assert s.units["de_545_a"].side == german
        assert not in_enemy_zoc(s, ALLIED, Hex(around[0]))
        moving(s, "us_69_271")
        assert why_not(s, MoveTo(Hex(around[0]))) == moves.NO_MIXED_STACK
        beyond = next(
            hex for hex in s.game.board.near[around[0]] if s.game.ground.distance(Hex(hex), Hex(clear)) == 2
        )
        assert beyond in costs(s)
        moving(s, "de_545_a")
        assert why_not(s, MoveTo(Hex(clear))) == moves.NOT_THROUGH_AMERICANS
        assert able_beside(s, ALLIED) == {}


@pytest.mark.rule("T.20")
def test_fortress_troops_stay_in_their_city() -> None:
    s = field("two_stars")
    stand(s, 5829, "de_gorlitz1", "de_hq_lvii")
    moving(s, "de_gorlitz1")
    assert set(costs(s)) == {5830}
    assert why_not(s, MoveTo(Hex(5728))) == moves.BOUND_TO_CITY
    unit = s.units["de_gorlitz1"]
    outside = next(
        hex for hex in s.game.board.near[5829] if hex != 5830 and not s.game.ground.is_big(5829, hex)
    )
    assert why_not_retreat(s, unit, Hex(5829), Hex(outside), Hex(5829)) == moves.BOUND_TO_CITY
    assert why_not_retreat(s, unit, Hex(5829), Hex(5830), Hex(5829)) is None
    moving(s, "de_hq_lvii")
    assert len(costs(s)) > 5


# --- victory


@pytest.mark.rule("T.32c", "T.33a", "T.34c", "T.35", "T.36")
def test_eliminations() -> None:
    s = field("two_stars")
    stand(s, 4010, "su_254", "pl_7_33", "su_50", "us_69_271", "de_545_a", "su_5_art32")
    remove(s, UnitId("su_254"), "5.2.1f", "american")
    remove(s, UnitId("pl_7_33"), "5.2.1f", "american")
    remove(s, UnitId("su_50"), "5.2.1f", "german")
    remove(s, UnitId("us_69_271"), "5.2.1f", "soviet")
    remove(s, UnitId("de_545_a"), "5.2.1f", "soviet")
    assert {name: s.tracks[name] for name in s.tracks if "kill" in name or "lost_" in name} == {
        "killed_by_american": 1, "poles_killed_by_american": 1, "killed_by_german": 1, "lost_american": 1,
        "lost_german": 1,
    }  # fmt: skip
    stand(s, 4012, "de_545_b")
    stand(s, 2010, "us_69_272")
    remove(s, UnitId("su_5_art32"), "10.2.6")
    assert s.tracks["killed_by_german"] == 2
    assert striker_of(s, [UnitId("us_69_272"), UnitId("de_545_b")]) == "american"


@pytest.mark.rule("T.32a", "T.32b", "T.32e", "T.32d")
def test_soviet_points() -> None:
    s = field("two_stars")
    assert victory.soviet_points(s) == 50 + 10 * sum(
        s.control[hex] == 1 for hex in s.game.board.marks["south_roads"]
    )
    s.set(control=bytes(2 for _ in s.control))
    assert victory.soviet_points(s) == 50
    stand(s, 4235, "su_254", oos=1)
    assert victory.soviet_points(s) == 50
    s.mark("su_254", oos=0)
    stand(s, 4335, "su_50")
    assert victory.soviet_points(s) == 70
    control = bytearray(1 for _ in s.control)
    s.set(control=bytes(control))
    assert victory.soviet_points(s) == 70 + 80
    stand(s, 2610, "us_69_271")
    stand(s, 3810, "pl_7_33", side=ALLIED, done=DEFECTED)
    assert victory.soviet_points(s) == 20 + 80 + 25


@pytest.mark.rule("T.33b", "T.33c", "T.33a", "4.3.6")
def test_american_points() -> None:
    s = field("two_stars")
    s.set(control=bytes(3 if hex in (4916, 5000) else 1 for hex in range(len(s.control))))
    stand(s, 2810, "us_69_271")
    assert victory.american_points(s) == 2 + 11
    s.track("killed_by_american", 3)
    s.track("poles_killed_by_american", 2)
    assert victory.american_points(s) == 2 + 11 + 8


@pytest.mark.rule("T.32d", "T.33c", "T.32e")
@pytest.mark.parametrize(
    ("hex", "soviet", "american"),
    [(1610, 35, 0), (1710, 34, 0), (1810, 33, 1), (5010, 1, 33), (5110, 0, 34), (5210, 0, 35)],
)
def test_columns_count_up_to_their_line_and_never_below_nothing(hex: int, soviet: int, american: int) -> None:
    s = field("two_stars")
    s.set(control=bytes(2 for _ in s.control))
    assert victory.american_points(s) == 0
    stand(s, hex, "us_69_271")
    assert (victory.soviet_points(s), victory.american_points(s)) == (soviet, american)


@pytest.mark.rule("T.34a", "T.34b", "T.34c")
def test_german_points() -> None:
    s = field("two_stars")
    base = victory.german_points(s)
    free = all(s.control[hex] != 1 for hex in s.game.board.marks["south_edge"])
    assert base == (20 if free else 0) + 8
    control = bytearray(s.control)
    for hex in s.game.board.marks["south_edge"]:
        control[hex] = 2
    s.set(control=bytes(control))
    assert victory.german_points(s) == 28
    stand(s, s.game.board.marks["south_edge"][5], "su_254")
    assert victory.german_points(s) == 8
    s.send("su_254", "aside")
    control[2533] = 1
    control[4008] = 2
    s.set(control=bytes(control))
    assert victory.german_points(s) == 20 + 2
    s.track("killed_by_german", 4)
    assert victory.german_points(s) == 20 + 2 + 8


@pytest.mark.rule("T.31", "T.37", "T.1")
def test_who_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    def result(scenario: str, soviet: int, us: int, german: int) -> tuple[str | None, str, str]:
        for name, points in (("soviet", soviet), ("american", us), ("german", german)):
            monkeypatch.setattr(victory, f"{name}_points", lambda s, points=points: points)
        found = victory.final_result(field(scenario))
        return found.winner, found.level, found.rule

    assert result("two_stars", 46, 61, 30) == (SOVIET, "Soviet victory", "T.31")
    assert result("two_stars", 45, 61, 30) == (None, "Draw", "T.37")
    assert result("two_stars", 44, 61, 30) == (ALLIED, "Allied victory", "T.31")
    assert result("two_stars_three", 50, 40, 30) == (SOVIET, "Soviet victory", "T.31")
    assert result("two_stars_three", 50, 50, 30) == (ALLIED, "American victory", "T.31")
    assert result("two_stars_three", 40, 50, 50) == (None, "Draw", "T.37")
    assert result("two_stars_three", 40, 40, 50) == (GERMAN, "German victory", "T.31")


# --- why not


@pytest.mark.rule("T.20", "N.26", "3.2.1b", "T.26", "TI.1")
def test_why_a_unit_is_not_placed_there_before_play() -> None:
    s = field("two_stars")
    clear, around = open_ground(s)
    places = (Hex(clear), Hex(around[0]), Hex(around[3]))
    units = s.game.group_of[UnitId("de_10ss_panc")]
    first, second, third = units[:3]

    def frame(mode: str, *waiting: UnitId) -> PlaceUnits:
        return PlaceUnits(ALLIED, first, waiting, mode, places, fortified=True)

    assert frame("area").why_not(s, Place(Hex(2010))) == special.OTHER_HEXES
    stand(s, clear, second)
    assert frame("area").places(s) == list(places)
    assert frame("one_each").places(s) == [around[0], around[3]]
    assert frame("one_each").why_not(s, Place(places[0])) == special.ONE_EACH
    assert frame("among", third).places(s) == [around[0], around[3]]
    assert frame("among", third).why_not(s, Place(places[0])) == special.EMPTY_FIRST
    assert frame("among", third, units[3]).places(s) == list(places)
    stand(s, clear, "de_545_a", "de_545_b", "de_545_c")
    assert frame("area").places(s) == [around[0], around[3]]
    assert frame("area").why_not(s, Place(places[0])) == special.NO_ROOM
    do(ask(s, frame("area", third)), Place(places[1]))
    assert s.units[first].hex == around[0]
    assert s.forts == {around[0]: ALLIED}
    assert (s.flow[-1].unit, s.flow[-1].waiting) == (third, ())
    do(ask(s, replace(frame("area"), unit=third, fortified=False)), Place(places[2]))
    assert around[3] not in s.forts
    assert not s.flow


@pytest.mark.rule("T.4b")
def test_a_defector_goes_to_the_nearest_room() -> None:
    s = polish(1)
    assert s.flow[-1].why_not(s, Place(Hex(111))) == special.NEARER_ROOM
    assert s.flow[-1].why_not(s, Place(Hex(6010))) == special.NOT_AMERICAN
    s.send("us_hq_vii", "aside")
    stand(s, 119, "us_69_271")
    s.offered = None
    assert options(s) == [Place(Hex(119))]
    assert s.flow[-1].side == ALLIED
    s.set(control=bytes(len(s.control)))
    s.offered = None
    assert options(s) == [Done()]
    do(s, Done())
    assert s.units["pl_7_33"].box == REMOVED


@pytest.mark.rule("T.4a", "T.4c", "T.36")
def test_what_each_die_does_to_a_pole() -> None:
    found = {}
    for die in range(1, 7):
        unit = polish(die).units["pl_7_33"]
        found[die] = (unit.side, unit.cel, bool(unit.hex), bool(unit.disorganized))
    assert found == {
        1: (ALLIED, 2, False, False),
        2: (ALLIED, 1, False, False),
        3: (SOVIET, 1, True, False),
        4: (SOVIET, 2, True, True),
        5: (SOVIET, 2, True, False),
        6: (SOVIET, 2, True, False),
    }
