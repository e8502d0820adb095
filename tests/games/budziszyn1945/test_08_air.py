"""8.0 Air units."""

from typing import Any

import pytest

from bridgehead.core.actions import Cancel, Choose, Done, MoveTo, Place
from bridgehead.core.flow import settle
from bridgehead.core.play import determinize, dice, options, push, view, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.actions import Engage, Strike
from bridgehead.games.budziszyn1945.model.data import Mission
from bridgehead.games.budziszyn1945.rules import air
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules.air import AirPhase, AirPlanning, Strikes, air_left
from bridgehead.games.budziszyn1945.rules.battle import attack_strength, defence_strength
from bridgehead.games.budziszyn1945.rules.interdiction import HAMPER, RIVER, attack_waders, hampered
from bridgehead.games.budziszyn1945.rules.sequence import PlayerTurn
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    SOVIET,
    ask,
    battle,
    do,
    field,
    fly,
    moving,
    open_ground,
    stand,
)


def flying(scenario: str = "two_stars", soviet: int = 20) -> Any:
    s = field(scenario)
    s.set(phase="air", turn=1)
    s.track("air_soviet", soviet)
    if scenario != "nysa":
        s.track("air_base", 20)
        s.track("air_ten", 10)
    return s


@pytest.mark.rule(
    "8.1.1", "8.1.2", "8.1.3", "8.1.4", "8.1.5", "8.1.7", "8.2.1", "8.2.5", "N.5", "T.29", "T.30"
)
def test_planning() -> None:
    s = flying()
    stand(s, 4010, "su_254")
    stand(s, 2010, "us_69_271")
    stand(s, 2011, "us_69_272")
    ask(s, AirPlanning(ALLIED))
    assert {each.choice for each in options(s) if isinstance(each, Choose)} == set(air.KINDS)
    do(s, Choose(air.AIR_ATTACK))
    assert options(s) == [Place(Hex(4010)), Cancel()]
    do(s, Place(Hex(4010)), Choose("12"))
    assert air_left(s, ALLIED) == 18
    assert s.missions == (Mission(ALLIED, air.AIR_ATTACK, Hex(4010), 12),)
    do(s, Choose(air.DEFENSIVE), Place(Hex(2010)), Choose("18"))
    assert not s.flow
    ask(s, AirPlanning(SOVIET))
    assert [each["sp"] for each in view(s, ALLIED).facts["missions"]] == [12, 18]
    assert view(s, SOVIET).facts["missions"] == []
    assert {each.choice for each in options(s) if isinstance(each, Choose)} == {air.OFFENSIVE, air.AIR_ATTACK}
    assert why_not(s, Choose(air.DEFENSIVE)) == air.NOT_SOVIET_WORK
    assert air_left(s, GERMAN) == 0
    nysa = flying("nysa")
    for turn, sp in ((1, 30), (2, 20), (3, 10), (4, 0)):
        nysa.set(turn=turn)
        air.dawn(nysa)
        assert air_left(nysa, SOVIET) == sp


@pytest.mark.rule("8.2.10", "8.2.12", "8.2.23")
def test_least_strengths() -> None:
    s = flying()
    s.track("air_base", 3)
    s.track("air_ten", 0)
    stand(s, 4010, "su_254")
    ask(s, AirPlanning(ALLIED))
    assert {each.choice for each in options(s) if isinstance(each, Choose)} == {
        air.OFFENSIVE,
        air.AIR_ATTACK,
        RIVER,
    }
    s.track("air_base", 10)
    ask(s, AirPlanning(ALLIED, HAMPER, Hex(4010)))
    assert options(s)[0] == Choose("7")
    ask(s, AirPlanning(ALLIED, air.OBJECTS, Hex(414), Hex(514)))
    assert options(s)[0] == Choose("4")


@pytest.mark.rule("8.1.7", "8.1.8a", "8.1.8b", "8.1.8c", "8.1.9", "8.1.6")
def test_air_combat() -> None:
    s = flying()
    stand(s, 4010, "su_254")
    stand(s, 4012, "us_69_271")
    fly(s, ALLIED, air.OFFENSIVE, 4010, 10)
    fly(s, SOVIET, air.OFFENSIVE, 4010, 6)
    fly(s, SOVIET, air.OFFENSIVE, 4010, 4)
    with dice(s, 3, 3, 2, 5):
        ask(s, AirPhase(side=ALLIED, at=2))
    assert [mission.side for mission in s.missions] == [ALLIED]
    s.set(missions=())
    fly(s, ALLIED, air.OFFENSIVE, 4010, 1)
    fly(s, SOVIET, air.OFFENSIVE, 4011, 9)
    fly(s, SOVIET, air.OFFENSIVE, 4009, 9)
    with dice(s, 1, 6):
        ask(s, AirPhase(side=ALLIED, at=2))
        assert options(s) == [Engage((Hex(4009), Hex(4010))), Engage((Hex(4011), Hex(4010)))]
        assert s.flow[-1].side == ALLIED
        for side in (ALLIED, SOVIET):
            assert [each["sp"] for each in view(s, side).facts["missions"]] == [1, 9, 9]
            assert options(determinize(s, side, 5)) == options(s)
        do(s, Engage((Hex(4011), Hex(4010))))
    assert [mission.hex for mission in s.missions] == [4011, 4009]
    far = flying()
    fly(far, ALLIED, air.OFFENSIVE, 4010, 1)
    fly(far, SOVIET, air.OFFENSIVE, 4012, 9)
    ask(far, AirPhase(side=ALLIED, at=2))
    assert len(far.missions) == 2


@pytest.mark.rule("8.1.10", "8.1.7")
def test_missions_last_for_six_phases() -> None:
    s = flying()
    fly(s, ALLIED, air.OFFENSIVE, 4010, 10)
    PlayerTurn(side=SOVIET).last(s)
    assert s.missions == ()
    s = flying()
    stand(s, 4010, "su_254")
    ask(s, AirPhase(side=ALLIED))
    assert s.flow[-1].side == ALLIED
    reveals = s.reveals
    do(s, Choose(air.OFFENSIVE), Place(Hex(4010)), Choose("5"), Done())
    assert s.flow[-1].side == SOVIET if s.flow else True
    while s.flow:
        push(s, options(s)[-1])
    assert s.reveals > reveals


@pytest.mark.rule("8.2.2", "8.2.3", "8.2.4")
def test_support() -> None:
    s = flying()
    clear, around = open_ground(s)
    stand(s, clear, "us_69_271")
    stand(s, around[0], "su_254")
    fly(s, ALLIED, air.DEFENSIVE, clear, 13)
    fly(s, SOVIET, air.OFFENSIVE, clear, 6)
    fight = battle(SOVIET, clear, "su_254")
    assert attack_strength(s, fight) == 4 + 6
    assert defence_strength(s, fight) == 3 + 7


@pytest.mark.rule("8.2.6", "8.2.7", "8.2.7a", "AA.1", "6.4.8")
def test_air_attack() -> None:
    s = flying()
    stand(s, 2533, "de_463_a", "de_463_b")
    s.dig(Hex(2533), ALLIED)
    cm = s.game.ground.cm[2533]
    assert cm >= 2
    fly(s, SOVIET, air.AIR_ATTACK, 2533, 9 + 2 * cm)
    with dice(s, 1, 1):
        ask(s, Strikes())
        push(s, options(s)[0])
    assert s.units["de_463_a"].box == "eliminated"
    assert s.units["de_463_b"].disorganized
    fly(s, SOVIET, air.AIR_ATTACK, 2533, 2 * cm)
    with dice(s):
        ask(s, Strikes())


@pytest.mark.rule("8.2.8", "8.2.9", "14.1.1")
def test_bombing_bridges() -> None:
    s = flying()
    ask(s, AirPlanning(ALLIED, air.OBJECTS))
    assert Strike((Hex(414), Hex(514))) in options(s)
    do(s, Strike((Hex(414), Hex(514))), Choose("4"))
    s.flow = ()
    with dice(s, 6, 6):
        ask(s, Strikes())
    assert (414, 514) in s.broken
    ask(s, AirPlanning(ALLIED, air.OBJECTS))
    assert Strike((Hex(414), Hex(514))) not in options(s)


@pytest.mark.rule("8.2.11", "8.2.13")
def test_only_soviet_units_are_hampered() -> None:
    s = flying()
    stand(s, 4010, "su_254")
    stand(s, 3010, "pl_7_33")
    stand(s, 2010, "us_69_271")
    fly(s, ALLIED, HAMPER, 4010, 7)
    assert hampered(s, s.units["su_254"])[4010] == 1
    assert hampered(s, s.units["pl_7_33"])[4011] == 1
    assert hampered(s, s.units["us_69_271"])[4010] == 0


@pytest.mark.rule("8.2.16", "8.2.17", "8.2.18", "8.2.19", "8.2.20", "8.2.21")
def test_river_crossings_under_attack() -> None:
    s = flying()
    ask(s, AirPlanning(ALLIED, RIVER))
    do(s, Place(Hex(5112)), Choose("2"))
    assert s.flow[-1].attacks == 3
    hexes = {each.hex for each in options(s) if isinstance(each, Place)}
    assert 5112 in hexes
    assert all(s.game.board.adjacent(5112, hex) or hex == 5112 for hex in hexes)
    do(s, Place(Hex(5112)), Place(Hex(5112)), Place(Hex(5111)))
    assert {(mission.hex, mission.attacks) for mission in s.missions} == {(5112, 3), (5111, 1)}
    stand(s, 5213, "su_13g", "su_97g")
    for unit in ("su_13g", "su_97g"):
        with dice(s, 5, 6, 1):
            moving(s, unit)
            do(s, MoveTo(Hex(5112)))
        assert s.units[unit].cel == 1
    s.set(built=frozenset({(5112, 5213)}))
    stand(s, 5213, "su_78g")
    with dice(s):
        moving(s, "su_78g")
        do(s, MoveTo(Hex(5112)))


@pytest.mark.rule("8.2.22", "8.2.24", "8.2.25", "8.2.25a", "10.2.8")
def test_air_supply() -> None:
    s = flying()
    stand(s, 2010, "us_69_271", "us_69_272", oos=4)
    for _ in range(3):
        fly(s, ALLIED, air.SUPPLY, 2010, 7)
    with dice(s, 1, 4, 6):
        ask(s, Strikes())
    assert [s.units[UnitId(id)].oos for id in ("us_69_271", "us_69_272")] == [2, 2]
    stand(s, 4010, "de_545_a", oos=1)
    assert 4010 not in air.target_hexes(s, ALLIED, air.SUPPLY)
    settle(s)


# --- why not


@pytest.mark.rule(
    "8.1.5", "8.2.2", "8.2.4", "8.2.6", "8.2.8", "8.2.11", "8.2.12", "8.2.16", "8.2.18", "8.2.25a"
)
def test_why_a_mission_is_not_flown_so() -> None:
    s = flying()
    clear, _ = open_ground(s)
    stand(s, clear, "su_254")
    bank, far = s.game.bank_hexes[0], s.game.bank_hexes[-1]
    ask(s, AirPlanning(ALLIED, HAMPER, Hex(clear), left=30))
    assert [why_not(s, Choose(sp)) for sp in ("6", "31")] == [air.TOO_FEW, air.NO_AIR_LEFT]
    ask(s, AirPlanning(ALLIED, RIVER, left=30))
    assert why_not(s, Place(Hex(clear))) == air.NOT_A_BANK
    do(s, Place(bank), Choose("2"))
    assert why_not(s, Place(far)) == air.NOT_CONNECTED
    assert why_not(s, Place(Hex(clear))) == air.NOT_A_BANK
    ask(s, AirPlanning(ALLIED, HAMPER, left=30))
    assert why_not(s, Place(min(s.game.board.overlay.get("lake", {Hex(2329)})))) == air.NO_TARGETS[HAMPER]
    assert why_not(s, Strike((Hex(414), Hex(514)))) == air.NOT_A_BRIDGE_MISSION
    ask(s, AirPlanning(ALLIED, air.OBJECTS, left=30))
    assert why_not(s, Place(Hex(clear))) == air.NO_TARGETS[air.OBJECTS]
    assert why_not(s, Strike((Hex(5112), Hex(5213)))) == works.NO_BRIDGE_HERE
    s.set(broken=frozenset({(414, 514)}))
    assert why_not(s, Strike((Hex(414), Hex(514)))) == works.BLOWN_ALREADY
    stand(s, 2010, "us_69_271")
    for kind, wrong in (
        (air.AIR_ATTACK, 2010),
        (air.OFFENSIVE, 2010),
        (air.DEFENSIVE, clear),
        (air.SUPPLY, clear),
    ):
        ask(s, AirPlanning(ALLIED, kind, left=30))
        assert why_not(s, Place(Hex(wrong))) == air.NO_TARGETS[kind]
        assert why_not(s, Choose("2")) == air.PLACE_FIRST


@pytest.mark.rule("8.2.2", "8.2.4", "8.2.6", "8.2.11", "8.2.16", "8.2.25a", "T.18")
def test_where_missions_of_each_kind_may_go() -> None:
    s = field("two_stars_three")
    stand(s, 4010, "su_254")
    stand(s, 3010, "de_545_a")
    stand(s, 2010, "us_69_271")
    for side, kind, hexes in (
        (ALLIED, air.OFFENSIVE, [4010]),
        (ALLIED, air.AIR_ATTACK, [4010]),
        (ALLIED, air.DEFENSIVE, [2010]),
        (ALLIED, air.SUPPLY, [2010]),
        (SOVIET, air.OFFENSIVE, [2010, 3010]),
        (ALLIED, RIVER, s.game.bank_hexes),
        (ALLIED, HAMPER, [hex for hex in s.game.board.hexes if s.game.board.terrain[hex] != "lake"]),
    ):
        assert air.target_hexes(s, side, kind) == hexes, kind


@pytest.mark.rule("8.1.1", "8.1.5", "T.28", "T.30")
def test_nobody_flies_before_the_first_dawn_and_nothing_is_saved_out_of_nothing() -> None:
    for scenario in ("nysa", "two_stars", "two_stars_three"):
        s = field(scenario)
        s.tracks.clear()
        assert [air_left(s, side) for side in (SOVIET, ALLIED, GERMAN)] == [0, 0, 0]
    s.track("air_bank", 30)
    assert air_left(s, ALLIED) == 20
    air.spend_air(s, ALLIED, 5)
    assert (s.tracks["air_bank"], s.tracks["air_saved_used"], air_left(s, ALLIED)) == (25, 5, 15)
    s.track("air_soviet", 9)
    air.spend_air(s, SOVIET, 4)
    assert air_left(s, SOVIET) == 5


@pytest.mark.rule("8.2.7", "8.2.7a", "8.2.6", "AA.1")
def test_one_strength_point_of_an_air_attack_is_enough_to_roll() -> None:
    s = flying()
    stand(s, 2533, "de_463_a")
    cm = s.game.ground.cm[2533]
    with dice(s, 6, 6):
        air.air_attack(s, Mission(SOVIET, air.AIR_ATTACK, Hex(2533), 2 * cm + 1))
    assert s.flow[-1].lose == 1
    s.flow = ()
    s.send(UnitId("de_463_a"), "aside")
    with dice(s):
        air.air_attack(s, Mission(SOVIET, air.AIR_ATTACK, Hex(2533), 30))
    assert not s.flow


@pytest.mark.rule("8.2.25", "8.2.25a")
def test_supply_from_the_air_helps_americans_alone_and_only_those_in_need() -> None:
    s = flying()
    stand(s, 2010, "us_69_271", "de_545_a", oos=3)
    stand(s, 2010, "us_69_272")
    with dice(s, 5):
        air.air_supply(s, Mission(ALLIED, air.SUPPLY, Hex(2010), 7))
    assert [s.units[id].oos for id in ("us_69_271", "us_69_272", "de_545_a")] == [2, 0, 3]


@pytest.mark.rule("8.2.2", "8.2.3", "8.2.4", "T.18")
def test_support_is_for_those_who_flew_it_and_over_the_hexes_fought_for() -> None:
    s = field("two_stars_three")
    fly(s, ALLIED, air.OFFENSIVE, 4010, 6)
    fly(s, ALLIED, air.OFFENSIVE, 4012, 3)
    fly(s, ALLIED, air.DEFENSIVE, 4010, 5)
    assert air.offensive_sp(s, ALLIED, (Hex(4010),)) == 6
    assert air.offensive_sp(s, ALLIED, (Hex(4010), Hex(4012))) == 9
    assert air.offensive_sp(s, GERMAN, (Hex(4010),)) == 0
    assert [air.defensive_sp(s, (Hex(hex),)) for hex in (4010, 4012)] == [3, 0]


@pytest.mark.rule("8.1.8a", "8.1.8c", "8.1.8b")
def test_air_combats_are_fought_where_missions_meet() -> None:
    s = flying()
    fly(s, ALLIED, air.OFFENSIVE, 4010, 1)
    fly(s, SOVIET, air.OFFENSIVE, 4011, 9)
    fly(s, SOVIET, air.OFFENSIVE, 4009, 9)
    fly(s, ALLIED, air.OFFENSIVE, 2010, 3)
    ask(s, AirPhase(side=SOVIET, at=2))
    assert s.flow[-1].side == SOVIET
    assert why_not(s, Engage((Hex(4010), Hex(2010)))) == air.NO_CONTACT
    assert s.flow[-1].click(s, (Hex(4010), Hex(4011))) == Engage((Hex(4011), Hex(4010)))
    assert s.flow[-1].click(s, (Hex(4011), Hex(4010))) == Engage((Hex(4011), Hex(4010)))
    assert s.flow[-1].click(s, Hex(4010)) is s.flow[-1].click(s, UnitId("su_254")) is None
    with dice(s, 1, 1):
        do(s, Engage((Hex(4011), Hex(4010))))
    assert {(each.side, each.hex) for each in s.missions} == {
        (SOVIET, 4011), (SOVIET, 4009), (ALLIED, 2010),
    }  # fmt: skip
    assert not s.flow


@pytest.mark.rule("8.1.2", "8.1.7", "T.17")
def test_all_sides_with_strength_plan_and_the_one_whose_phases_follow_plans_first() -> None:
    for side, order in ((ALLIED, [ALLIED, SOVIET]), (SOVIET, [SOVIET, ALLIED])):
        s = flying()
        AirPhase(side=side).plan(s)
        assert [(frame.side, frame.left) for frame in reversed(s.flow)] == [
            (each, air_left(s, each)) for each in order
        ]
    s = flying(soviet=0)
    AirPhase(side=SOVIET).plan(s)
    assert [frame.side for frame in s.flow] == [ALLIED]


@pytest.mark.rule("8.2.19", "8.2.16", "T.35")
def test_a_unit_that_drowns_is_not_struck_again() -> None:
    s = flying()
    stand(s, 5112, "su_13g", cel=1)
    fly(s, ALLIED, RIVER, 5112, 1, attacks=2)
    fly(s, ALLIED, RIVER, 5111, 1, attacks=2)
    fly(s, SOVIET, RIVER, 5112, 1, attacks=2)
    with dice(s, 6, 6):
        attack_waders(s, UnitId("su_13g"), Hex(5112))
    assert s.units["su_13g"].box == "eliminated"
    assert s.tracks["killed_by_american"] == 1
    with dice(s):
        attack_waders(s, UnitId("su_13g"), Hex(5112))


@pytest.mark.rule("8.2.11", "8.2.13", "8.2.15")
def test_a_mission_against_movement_slows_its_hex_and_the_six_about_it() -> None:
    s = flying()
    clear, around = open_ground(s)
    stand(s, clear, "su_254", "us_69_271")
    fly(s, ALLIED, HAMPER, clear, 7)
    fly(s, ALLIED, HAMPER, around[0], 7)
    fly(s, ALLIED, air.OFFENSIVE, clear, 7)
    tax = hampered(s, s.units["su_254"])
    twice = {clear, around[0], *(hex for hex in around if s.game.board.adjacent(hex, around[0]))}
    once = ({*around, *s.game.board.near[around[0]]}) - twice
    assert {hex for hex in s.game.board.hexes if tax[hex] == 2} == twice
    assert {hex for hex in s.game.board.hexes if tax[hex] == 1} == once
    assert not any(hampered(s, s.units["us_69_271"]))


@pytest.mark.rule("T.35", "8.2.6", "T.33a", "T.34c", "T.32c")
def test_who_is_credited_with_what_aircraft_destroy() -> None:
    s = flying()
    stand(s, 4010, "su_254", cel=1)
    stand(s, 4012, "de_545_a")
    with dice(s, 1, 1):
        air.air_attack(s, Mission(ALLIED, air.AIR_ATTACK, Hex(4010), 9))
        settle(s)
    assert s.units["su_254"].box == "eliminated"
    assert (s.tracks.get("killed_by_american"), s.tracks.get("killed_by_german")) == (1, None)
    s.mark("de_545_a", cel=1)
    with dice(s, 1, 1):
        air.air_attack(s, Mission(SOVIET, air.AIR_ATTACK, Hex(4012), 9))
        settle(s)
    assert s.tracks["lost_german"] == 1
    three = field("two_stars_three")
    stand(three, 4010, "us_hq_vii")
    with dice(three, 1, 1):
        air.air_attack(three, Mission(SOVIET, air.AIR_ATTACK, Hex(4010), 9))
        settle(three)
    assert [(pool.side, pool.hex) for pool in three.pools] == [(SOVIET, 4010)]
