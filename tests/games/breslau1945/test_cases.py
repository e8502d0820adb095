"""The acceptance cases of this game, each with its own numbers."""

from itertools import pairwise

import pytest

from bridgehead.core.actions import Cancel, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.play import decision, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.actions import (
    Airstrike,
    Antifascists,
    ArtilleryFire,
    Bombard,
    BuildTrain,
    Declare,
    Everyone,
    HoldFire,
    NightRaid,
    Reinforce,
    ReleaseGas,
    RollDie,
    RollRest,
    Screen,
    Spend,
    Split,
    StrikeDepots,
    UseCapturedGoliaths,
    UseGoliath,
    WithdrawDivision,
)
from bridgehead.games.breslau1945.model.data import BATTLEWORN, NORTH_GERMAN, NORTH_POLISH, RESERVES, WORKS
from bridgehead.games.breslau1945.model.state import State, stand_in, take_control, with_figures
from bridgehead.games.breslau1945.rules import history
from bridgehead.games.breslau1945.rules.assault import ALREADY_STRUCK, GOLIATHS_SPENT, NO_SAPPERS
from bridgehead.games.breslau1945.rules.assault import TOO_EARLY as GOLIATHS_TOO_EARLY
from bridgehead.games.breslau1945.rules.attack import (
    HAS_ASSAULTED,
    HAS_BOMBARDED,
    NO_SUPPLY,
    OTHER_DIVISION,
    SILENT,
    TOO_MUCH,
    Attack,
    fatigue,
    modifiers,
    needed,
)
from bridgehead.games.breslau1945.rules.bombardment import AFTER_GUNS, BOMBED, NOT_BESIDE, SHELLED, succeeds
from bridgehead.games.breslau1945.rules.defence import NO_GOLIATH_IN_FIRE, DefensiveFire
from bridgehead.games.breslau1945.rules.movement import (
    FULL,
    GAS_THERE,
    HAS_MOVED,
    NO_MOVEMENT,
    ONE_DOOR,
    ONE_WAY_OUT,
    OVERSTACKED,
    RIVER,
    TOO_DEAR,
    MoveUnit,
    entry_cost,
)
from bridgehead.games.breslau1945.rules.movement import HAS_BOMBARDED as CANNOT_MOVE
from bridgehead.games.breslau1945.rules.north import (
    FIGHTING,
    OVER,
    PolishDeclaration,
    northern_dice,
    northern_front,
)
from bridgehead.games.breslau1945.rules.redeployment import (
    ENEMY_IN_HEX,
    NO_ENTRY,
    WHOLE_DIVISION,
    EnterMap,
    HoldBack,
    Withdrawal,
    entry_hexes,
)
from bridgehead.games.breslau1945.rules.reserves import (
    FULL as NO_ROOM,
)
from bridgehead.games.breslau1945.rules.reserves import (
    IN_CONTACT,
    NOT_A_CITY,
    RATHAUS_LOST,
    TOO_NEAR,
    TRAIN,
    MapToReserves,
    Reorganisation,
    ReservesToMap,
    reserve_hexes,
    why_not_place,
)
from bridgehead.games.breslau1945.rules.sequence import GameTurn
from bridgehead.games.breslau1945.rules.supply import (
    NOT_CITY,
    LandingStrip,
    strip_in_use,
    supply_roll,
    why_not_strip,
)
from bridgehead.games.breslau1945.rules.train import LINE_BLOCKED, TrainWorks, why_not_build
from bridgehead.games.breslau1945.rules.train import TOO_EARLY as TRAIN_TOO_EARLY
from bridgehead.games.breslau1945.rules.victory import count_victory
from bridgehead.games.breslau1945.view import facts
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    ask,
    assault,
    at,
    bombardment,
    called,
    caused_at,
    deciding,
    dice,
    do,
    faces_that_hit,
    field,
    frame,
    is_said,
    is_soviet,
    move,
    movement,
    offered,
    offered_hexes,
    offered_units,
    refused,
    unit,
)


@pytest.mark.rule("2.1b", "3.0a")
def test_c01_grid() -> None:
    near = GAME.board.near
    assert set(near[1516]) == {1515, 1517, 1615, 1616, 1415, 1416}
    assert set(near[2027]) == {2026, 2028, 2127, 2128, 1927, 1928}
    assert set(near[1716]) == {1715, 1717, 1815, 1816, 1615, 1616}
    assert GAME.board.distance(1516, 2027) == 14
    assert GAME.board.distance(1516, 2113) == 6
    assert GAME.board.distance(820, 1516) == 8
    assert len(GAME.board.hexes) == 26 * 40
    assert (GAME.board.grid.first_points, GAME.board.grid.second_points) == ("N", "W")


@pytest.mark.rule("2.6b", "2.6c", "2.6d", "13.2", "13.3")
def test_c02_the_single_door_of_1716() -> None:
    s = at(field(), 1816, "21 VS")
    at(s, 1616, "22 VS")
    at(s, 1815, "23 VS")
    movement(s, GERMAN)
    do(s, Pick(unit("22 VS")))
    assert is_said(ONE_DOOR, refused(s, MoveTo(Hex(1716))))
    do(s, Cancel(), Pick(unit("23 VS")))
    assert entry_cost(s, s.units[unit("23 VS")], Hex(1815), Hex(1716)) == No(
        "2.6b", "this Bridge can be entered only from Werderbrücken, north bank (1816)"
    )
    route = decision(s).route(s, MoveTo(Hex(1716)))
    assert route is not None
    assert route.hexes == (1815, 1816, 1716)  # only by way of 1816, at the full price
    assert route.costs == ("0", "2", "3")
    do(s, Cancel(), Pick(unit("21 VS")), MoveTo(Hex(1716)))
    assert frame(s) == MoveUnit(GERMAN, unit("21 VS"), 4)
    assert refused(s, MoveTo(Hex(1717))) is RIVER
    assert is_said(ONE_WAY_OUT, refused(s, MoveTo(Hex(1616))))
    mover = s.units[unit("21 VS")]
    exits = {hex for hex in GAME.board.near[1716] if entry_cost(s, mover, Hex(1716), Hex(hex)) == 2}
    assert exits == {1816}

    soviet = at(field(), 1816, "372/218")
    move(movement(soviet, SOVIET), "372/218", 1716)
    assert frame(soviet) == MoveUnit(SOVIET, unit("372/218"), 3)

    fight = at(at(field(), 1616, "372/218"), 1716, "21 VS")
    assault(fight, SOVIET)
    assert unit("21 VS") in offered_units(fight)


@pytest.mark.rule("6.1", "6.1b")
def test_c03_supply_track() -> None:
    s = field(supply=13)
    assert facts(s, None)["supply_markers"] == {"x10": 1, "x1": 3}
    at(s, 1115, "21 VS")
    s.track("supply", 9)
    assert facts(s, None)["supply_markers"] == {"x10": 0, "x1": 9}
    for name in ("22 VS", "23 VS", "24 VS", "25 VS"):
        s.send(unit(name), BATTLEWORN)
    ask(s, Reorganisation(GERMAN))
    do(s, Pick(unit("22 VS")), Pick(unit("23 VS")), Pick(unit("24 VS")))
    assert s.tracks["supply"] == 0
    assert s.units[unit("25 VS")].box == BATTLEWORN
    refused(s, Pick(unit("25 VS")))
    assert s.tracks["supply"] == 0


@pytest.mark.rule("8.3.2", "8.3.3a", "8.3.3b", "9.4c", "6.2a")
def test_c04_artillery_fire() -> None:
    s = at(at(field(supply=6), 220, "I/Wehl"), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    assert deciding(s) == GERMAN
    do(s, Pick(unit("I/Wehl")))
    assert is_said(TOO_MUCH, refused(s, ArtilleryFire("4")))
    assert {action.choice for action in offered(s, ArtilleryFire)} == {"1", "2", "3"}
    do(s, ArtilleryFire("2"))
    with dice(s, 1):
        do(s, Commit())
    assert s.tracks["supply"] == 4
    assert s.units[unit("372/218")].hex == 219
    assert frame(s) == MoveUnit(SOVIET, unit("372/218"), 4)

    poor = at(at(field(supply=1), 220, "I/Wehl"), 119, "372/218")
    move(movement(poor, SOVIET), "372/218", 219)
    do(poor, Pick(unit("I/Wehl")))
    assert {action.choice for action in offered(poor, ArtilleryFire)} == {"1"}
    assert is_said(NO_SUPPLY, refused(poor, ArtilleryFire("2")))


@pytest.mark.rule("9.7", "9.7b", "9.8")
def test_c05_fatigue_clock() -> None:
    for roll, space in ((5, "turn6"), (2, "turn4"), (4, "turn5")):
        s = at(field(turn=3), 219, "372/218")
        with dice(s, roll):
            fatigue(s, unit("372/218"))
        assert s.units[unit("372/218")].box == space
    s.set(turn=5)
    ask(s, EnterMap(SOVIET))
    assert unit("372/218") in offered_units(s)
    late = at(field(turn=19), 219, "372/218")
    with dice(late, 3):
        fatigue(late, unit("372/218"))
    assert late.units[unit("372/218")].box == "eliminated"


@pytest.mark.rule("12.1", "10.4.1", "9.4f", "9.7")
def test_c06_goliath_on_clear() -> None:
    s = at(at(field(turn=5, goliaths=1), 219, "222"), 220, "21 VS")
    assault(s, GERMAN)
    do(s, Pick(unit("222")), Pick(unit("21 VS")), UseGoliath())
    hit = s.clone()
    with dice(hit, 3, 5):
        do(hit, Commit())
    assert hit.units[unit("222")].box == "turn8"
    assert hit.tracks["goliaths"] == 0
    with dice(s, 2):
        do(s, Commit())
    assert s.units[unit("222")].hex == 219
    assert s.tracks["goliaths"] == 0


@pytest.mark.rule("12.2", "9.4d2", "9.5d")
def test_c07_engineer_in_a_park() -> None:
    s = at(at(field(), 419, "56 eng."), 420, "21 VS")
    assert GAME.tables.ground[419] == "park"
    assault(s, GERMAN)
    do(s, Pick(unit("56 eng.")), Pick(unit("21 VS")))
    with dice(s, 5):
        do(s, Commit())
    assert s.units[unit("56 eng.")].hex == 419


@pytest.mark.rule("9.4d", "9.5a", "9.5d")
def test_c08_german_assault_on_suburban() -> None:
    s = at(at(field(), 320, "372/218"), 220, "21 VS", "22 VS")
    assault(s, GERMAN)
    do(s, Pick(unit("372/218")), Pick(unit("21 VS")))
    assert needed(s, Attack(GERMAN, "assault", unit("372/218"), called("21 VS"))) == 6
    assert faces_that_hit(s, Commit()) == 6
    do(s, Pick(unit("22 VS")))
    assert faces_that_hit(s, Commit()) == 5


@pytest.mark.rule("9.4c", "10.6a", "9.1b")
def test_c09_a_natural_1_fails_and_makes_fanatics() -> None:
    five = ("372/218", "592 eng./218", "56 eng.", "57 eng.", "222")
    s = at(at(field(), 320, "II/SS Besslein"), 219, *five)
    assault(s, SOVIET)
    do(s, Pick(unit("II/SS Besslein")), *(Pick(id) for id in called(*five)))
    attack = Attack(SOVIET, "assault", unit("II/SS Besslein"), called(*five))
    assert sum(modifier.amount for modifier in modifiers(s, attack)) == 5 + 3 + 1 - 1 == 8
    assert needed(s, attack) == 7
    with dice(s, 1):
        do(s, Commit())
    assert s.units[unit("II/SS Besslein")].hex == 320
    assert s.units[unit("II/SS Besslein")].fanatic
    assert getattr(frame(s), "used", None) == set(called(*five))
    at(s, 321, "21 VS")
    assert offered_units(s) == set()


@pytest.mark.rule("7.3.6a", "7.3.6b", "9.10a", "9.11", "9.13")
def test_c10_defensive_fire_on_open_ground() -> None:
    s = at(at(field(supply=4), 220, "I/Wehl"), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    assert deciding(s) == GERMAN
    do(s, Pick(unit("I/Wehl")))
    assert faces_that_hit(s, Commit()) == 5
    paid = do(s.clone(), ArtilleryFire("2"))
    assert faces_that_hit(paid, Commit()) == 3
    with dice(paid, 2):
        do(paid, Commit())
    assert paid.tracks["supply"] == 2
    with dice(s, 4):
        do(s, Commit())
    assert frame(s) == MoveUnit(SOVIET, unit("372/218"), 4)
    do(s, MoveTo(Hex(320)))
    assert deciding(s) == GERMAN
    do(s, Pick(unit("I/Wehl")))
    assert faces_that_hit(s, Commit()) == 5


@pytest.mark.rule("9.10a", "9.5d", "8.3.3a", "10.4.1")
def test_c11_city_fire_ignores_terrain_assault_does_not() -> None:
    s = at(at(field(supply=6, goliaths=1), 922, "21 VS", "22 VS"), 820, "372/218")
    move(movement(s, SOVIET), "372/218", 921)
    assert GAME.tables.ground[921] == "city"
    do(s, Everyone())
    assert faces_that_hit(s, Commit()) == 5
    with dice(s, 2):
        do(s, Commit())
    assault(s, GERMAN)
    do(s, Pick(unit("372/218")), Everyone())
    assert faces_that_hit(s, Commit()) == 7
    do(s, ArtilleryFire("3"))
    assert faces_that_hit(s, Commit()) == 4
    do(s, UseGoliath())
    assert faces_that_hit(s, Commit()) == 2


@pytest.mark.rule("8.2.8a", "9.10b", "10.5.2c")
def test_c12_disorganised_units_stay_silent() -> None:
    s = at(field(chemicals=1), 820, "45 VS", disorganised=True)
    at(s, 820, "I/Hameister")
    at(s, 619, "372/218")
    both = s.clone()
    move(movement(s, SOVIET), "372/218", 720)
    assert deciding(s) == GERMAN
    assert offered_units(s) == {unit("I/Hameister")}
    assert refused(s, Pick(unit("45 VS"))) is SILENT
    do(s, Pick(unit("I/Hameister")))
    assert faces_that_hit(s, Commit()) == 4
    both.mark(unit("I/Hameister"), disorganised=True)
    move(movement(both, SOVIET), "372/218", 720)
    assert deciding(both) == SOVIET


@pytest.mark.rule("9.2a", "9.2c", "9.2e", "3.0i", "3.0j")
def test_c13_who_may_attack_together() -> None:
    s = at(at(field(), 320, "21 VS"), 219, "372/218", "955/309", "56 eng.", "222")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")))
    do(s.clone(), Pick(unit("372/218")), Pick(unit("56 eng.")), Pick(unit("222")), Commit())
    do(s.clone(), Pick(unit("955/309")), Pick(unit("56 eng.")), Pick(unit("222")), Commit())
    do(s, Pick(unit("372/218")))
    assert refused(s, Pick(unit("955/309"))) is OTHER_DIVISION

    fire = at(at(field(), 321, "21 VS"), 219, "372/218", "955/309", "56 eng.")
    move(movement(fire, GERMAN), "21 VS", 320)
    assert deciding(fire) == SOVIET
    do(fire, Pick(unit("955/309")))
    assert refused(fire, Pick(unit("372/218"))) is OTHER_DIVISION
    assert why_not(fire, Pick(unit("56 eng."))) is None

    germans = at(at(field(), 219, "372/218"), 220, "I/Mohr", "I/Wehl")
    at(germans, 320, "21 VS")
    assault(germans, GERMAN)
    do(germans, Pick(unit("372/218")), Everyone(), Commit())


@pytest.mark.rule("9.5a", "9.5b", "9.5d", "9.5f", "9.5g", "8.2.8b")
def test_c14_the_standard_city_assault() -> None:
    s = at(at(field(), 820, "45 VS"), 720, "372/218", "658/218", "592 eng./218", "222")
    assault(s, SOVIET)
    do(s, Pick(unit("45 VS")), Everyone())
    attack = Attack(SOVIET, "assault", unit("45 VS"), called("372/218", "658/218", "592 eng./218", "222"))
    assert needed(s, attack) == 8
    assert sum(modifier.amount for modifier in modifiers(s, attack)) == 4
    assert faces_that_hit(s, Commit()) == 4
    s.mark(unit("45 VS"), disorganised=True)
    assert faces_that_hit(s, Commit()) == 3
    at(s, 720, "91")
    two = Attack(SOVIET, "assault", unit("45 VS"), (*attack.attackers, unit("91")))
    assert [m.amount for m in modifiers(s, two) if m.rule == "9.5b"] == [1]


@pytest.mark.rule("10.6a", "10.6b", "10.6c", "10.6d")
def test_c15_fanatic_ss() -> None:
    s = at(at(field(), 2126, "I/SS Besslein"), 2226, "1194/359", "1196/359", "1198/359")
    at(s, 2228, "924/359")
    bombardment(s)
    do(s, Bombard(Hex(2126)), Pick(unit("924/359")))
    with dice(s, 5):
        do(s, Commit())
    assert s.units[unit("I/SS Besslein")].fanatic
    assault(s, SOVIET)
    do(s, Pick(unit("I/SS Besslein")))
    do(s, *(Pick(id) for id in called("1194/359", "1196/359", "1198/359")))
    assert faces_that_hit(s, Commit()) == 5
    with dice(s, 2):
        do(s, Commit())
    assert s.units[unit("I/SS Besslein")].fanatic
    at(s, 2229, "372/218")
    fire = s.clone()
    move(movement(fire, SOVIET), "372/218", 2127)
    assert GAME.tables.ground[2127] == "clear"
    do(fire, Pick(unit("I/SS Besslein")))
    assert faces_that_hit(fire, Commit()) == 3
    fatigue(s, unit("I/SS Besslein"))
    assert not s.units[unit("I/SS Besslein")].fanatic


@pytest.mark.rule("9.1b", "9.1c", "9.3")
def test_c16_two_defenders_two_assaults() -> None:
    first, second = ("372/218", "658/218", "667/218"), ("955/309", "957/309", "959/309")
    s = at(field(), 820, "46 VS", "StuG-Kp. Breslau")
    at(s, 720, *first)
    at(s, 721, *second)
    at(s, 819, "56 eng.")
    assault(s, SOVIET)
    do(s, Pick(unit("46 VS")), *(Pick(id) for id in called(*first)))
    with dice(s, 6):
        do(s, Commit())
    assert s.units[unit("46 VS")].hex == 820  # 6 + 3 - 2 = 7 against 8
    assert refused(s, Pick(unit("46 VS"))) is ALREADY_STRUCK
    do(s, Pick(unit("StuG-Kp. Breslau")))
    assert refused(s, Pick(unit("372/218"))) is HAS_ASSAULTED
    do(s, *(Pick(id) for id in called(*second)), Pick(unit("56 eng.")))
    with dice(s, 6):
        do(s, Commit())
    assert s.units[unit("StuG-Kp. Breslau")].box == BATTLEWORN
    assert s.units[unit("46 VS")].hex == 820


@pytest.mark.rule("8.2.6b", "8.2.6c", "8.2.6d")
def test_c17_bombardment_table_edges() -> None:
    edges = {1: 6, 2: 5, 3: 4, 4: 4, 5: 3, 6: 3, 7: 2, 12: 2}
    for strength, first in edges.items():
        assert [succeeds(GAME.tables, strength, die) for die in range(1, 7)] == [
            die >= first for die in range(1, 7)
        ]
    s = at(at(field(), 117, "315 OM", "1039"), 419, "21 VS")
    bombardment(s)
    do(s, Bombard(Hex(419)), Pick(unit("315 OM")), Pick(unit("1039")))
    with dice(s, 5):
        do(s, Commit())
    assert s.units[unit("21 VS")].disorganised


@pytest.mark.rule("8.2.4b", "8.2.6e", "8.2.7", "8.2.12")
def test_c18_one_hex_two_kinds_of_attack() -> None:
    s = at(at(field(), 419, "21 VS", "22 VS"), 520, "23 VS")
    at(s, 117, "1039", "1040", "496 How", "497 How")
    at(s, 118, "525 How")
    bombardment(s, points=9)
    do(s, Airstrike(Hex(419)))
    with dice(s, 4):
        do(s, Spend("3"))
    assert all(s.units[id].disorganised for id in called("21 VS", "22 VS"))
    do(s, Bombard(Hex(419)), *(Pick(id) for id in called("1039", "1040", "496 How", "497 How")))
    with dice(s, 6):
        do(s, Commit())
    assert s.tracks["air"] == 6
    assert all(s.units[id].disorganised for id in called("21 VS", "22 VS"))
    assert refused(s, Airstrike(Hex(419))) is BOMBED
    assert refused(s, Bombard(Hex(419))) is SHELLED
    do(s, Bombard(Hex(520)), Pick(unit("525 How")))
    with dice(s, 1):
        do(s, Commit())
    assert refused(s, Airstrike(Hex(520))) is AFTER_GUNS


@pytest.mark.rule("8.2.3", "8.2.4a", "8.2.5", "8.2.13", "8.2.14", "8.2.14b", "6.1b")
def test_c19_airstrike_points_and_depots() -> None:
    s = at(at(field(turn=4, supply=1), 419, "21 VS"), 117, "1039")
    history.set_air_points(s)
    assert s.tracks["air"] == 9
    assert facts(s, None)["air_markers"] == {"x10": 0, "x1": 9}
    bombardment(s, points=9)
    do(s, Airstrike(Hex(419)))
    with dice(s, 1):
        do(s, Spend("2"))
    assert s.tracks["air"] == 7
    do(s, StrikeDepots())
    assert not offered(s, Pick)
    with dice(s, 3):
        do(s, Spend("5"))
    assert (s.tracks["air"], s.tracks["supply"]) == (2, 0)
    do(s, StrikeDepots())
    with dice(s, 5):
        do(s, Spend("2"))
    assert (s.tracks["air"], s.tracks["supply"]) == (0, 0)
    s.track("air", 3)
    GameTurn().air_points_lapse(s)
    assert s.tracks["air"] == 0


@pytest.mark.rule("8.2.1a", "8.2.10", "8.2.10b", "8.2.11", "9.5c")
def test_c20_a_battery_s_turn() -> None:
    s = at(at(field(turn=2), 118, "662/218"), 218, "21 VS")
    fresh = s.clone()
    bombardment(s)
    do(s, Bombard(Hex(218)), Pick(unit("662/218")))
    with dice(s, 2):
        do(s, Commit())
    assert s.units[unit("662/218")].fired
    movement(s, SOVIET)
    assert refused(s, Pick(unit("662/218"))) is CANNOT_MOVE
    at(s, 118, "372/218")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")))
    assert refused(s, Pick(unit("662/218"))) is HAS_BOMBARDED
    move(movement(s, GERMAN), "21 VS", 217)
    assert unit("662/218") in offered_units(s)
    history.guns_face_up(s)
    assert not s.units[unit("662/218")].fired

    movement(fresh, SOVIET)
    do(fresh, Pick(unit("662/218")))
    assert frame(fresh) == MoveUnit(SOVIET, unit("662/218"), 5)
    at(fresh, 118, "222", "372/218")
    alone = Attack(SOVIET, "assault", unit("21 VS"), called("662/218", "222"))
    assert [m.rule for m in modifiers(fresh, alone)] == ["9.5a"]
    with_men = Attack(SOVIET, "assault", unit("21 VS"), called("662/218", "372/218"))
    assert [m.rule for m in modifiers(fresh, with_men)] == ["9.5a"]


@pytest.mark.rule("7.3.1b", "7.3.1c", "8.2.1b", "7.1.6b", "7.1.8")
def test_c21_siege_guns() -> None:
    s = at(field(turn=6), 419, "21 VS")
    s.send(unit("315 OM"), "turn6")
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("315 OM")), Place(Hex(117)))
    bombardment(s)
    do(s, Bombard(Hex(419)), Pick(unit("315 OM")))
    at(s, 117, "1039", "1040", "496 How", "497 How")
    for gun in called("1039", "1040", "496 How", "497 How"):
        s.mark(gun, fired=True)
    movement(s, SOVIET)
    assert refused(s, Pick(unit("315 OM"))) is NO_MOVEMENT
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.surplus)))
    assert unit("315 OM") in offered_units(s)  # five guns, four may stay
    do(s, Pick(unit("1039")))
    ask(s, Withdrawal(SOVIET))
    do(s, Pick(unit("315 OM")))
    assert s.units[unit("315 OM")].box == "turn7"
    s.set(turn=7)
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("315 OM")), Place(Hex(1240)))
    assert s.units[unit("315 OM")].hex == 1240


@pytest.mark.rule("7.3.1a", "7.3.2", "7.3.2b", "7.3.3", "7.3.5")
def test_c22_five_points() -> None:
    s = at(field(), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219, 320)
    assert frame(s) == MoveUnit(SOVIET, unit("372/218"), 2)
    assert refused(s, MoveTo(Hex(521))) == with_figures(TOO_DEAR, cost=4, left=2)
    do(s, MoveTo(Hex(420)))
    assert s.units[unit("372/218")].hex == 420
    assert refused(s, Pick(unit("372/218"))) is HAS_MOVED  # its points are spent
    back = at(field(), 420, "21 VS")
    move(movement(back, GERMAN), "21 VS", 320, 219, 119)
    assert frame(back) == MoveUnit(GERMAN, unit("21 VS"), 2)
    do(back, Done())
    assert refused(back, Pick(unit("21 VS"))) is HAS_MOVED


@pytest.mark.rule("7.3.2b", "7.3.5", "13.4")
def test_c23_crossing_the_lohe() -> None:
    s = at(field(), 726, "372/218")
    move(movement(s, SOVIET), "372/218", 725)
    assert frame(s) == MoveUnit(SOVIET, unit("372/218"), 1)
    assert refused(s, MoveTo(Hex(724))) == with_figures(TOO_DEAR, cost=2, left=1)
    do(s, MoveTo(Hex(624)))
    german = at(field(), 725, "21 VS")
    move(movement(german, GERMAN), "21 VS", 726)
    assert frame(german) == MoveUnit(GERMAN, unit("21 VS"), 3)


@pytest.mark.rule("7.3.5", "13.4")
def test_c24_canal_and_city_together() -> None:
    s = at(at(field(), 2211, "372/218"), 2210, "658/218")
    movement(s, SOVIET)
    do(s, Pick(unit("372/218")), MoveTo(Hex(2112)))
    assert s.units[unit("372/218")].hex == 2112
    do(s, Pick(unit("658/218")), MoveTo(Hex(2211)))
    assert refused(s, MoveTo(Hex(2112))) == with_figures(TOO_DEAR, cost=5, left=4)


@pytest.mark.rule("7.1.4a", "7.1.4b", "7.3.8", "7.3.9", "13.1")
def test_c25_nine_units_on_a_concentration_hex() -> None:
    division = ("385/112", "416/112", "524/112", "436/112", "159 eng./112")
    others = ("1820", "8-III How", "317 BM", "58 eng.")
    s = field(turn=4)
    for id in called(*division, *others):
        s.send(id, "turn4")
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("385/112")), Place(Hex(117)))
    for name in division[1:]:
        do(s, Pick(unit(name)))  # it follows its division without being asked where
        assert s.units[unit(name)].hex == 117
    for name in others:
        do(s, Pick(unit(name)), Place(Hex(117)))
    assert len(s.stacks[Hex(117)]) == 9
    for gun in called("436/112", "8-III How", "317 BM"):
        s.mark(gun, fired=True)
    movement(s, SOVIET)
    assert refused(s, Done()) == caused_at(OVERSTACKED, 117)
    for name, to in (("385/112", 217), ("416/112", 217), ("524/112", 218), ("159 eng./112", 218)):
        assert refused(s, Done()) == caused_at(OVERSTACKED, 117)
        do(s, Pick(unit(name)), MoveTo(Hex(to)), Done())
    move(s, "1820", 217)
    do(s, Done(), Done())
    assert set(s.stacks[Hex(117)]) == set(called("436/112", "8-III How", "317 BM", "58 eng."))


@pytest.mark.rule("7.1.3a", "7.1.3b", "7.1.3c", "7.1.3d")
def test_c26_entry_hexes() -> None:
    s = at(at(field(turn=8), 736, "Screening Unit 3"), 129, "21 VS")
    s.send(unit("1039"), "turn8")
    s.send(unit("13/5"), "turn8")
    russian = {105, 109, 113, 117, 121, 125, 133, 440, 840, 1240, 1640, 2040, 2440}
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("1039")))
    assert offered_hexes(s) == russian | {736}
    assert refused(s, Place(Hex(129))) is ENEMY_IN_HEX
    refused(s, Place(Hex(2605)))
    do(s, Place(Hex(105)))
    do(s, Pick(unit("13/5")))
    polish = {2605, 2607, 2609, 2611, 2613, 2615, 2617, 2619}
    assert offered_hexes(s) == polish
    at(s, 2510, "Polish Screening Unit 1")
    assert set(entry_hexes(s, "polish")) == polish | {2510}

    blocked = field(turn=8)
    for number, hex in enumerate(sorted(polish)):
        at(blocked, hex, ("21 VS", "22 VS", "23 VS", "24 VS", "25 VS", "26 VS", "27 VS", "28 VS")[number])
    blocked.send(unit("13/5"), "turn8")
    ask(blocked, EnterMap(SOVIET))
    assert refused(blocked, Pick(unit("13/5"))) is NO_ENTRY
    do(blocked, Done())
    assert blocked.units[unit("13/5")].box == "turn9"


@pytest.mark.rule("7.2.2a", "7.2.2d", "7.2.3", "3.0d")
def test_c27_eight_hexes_from_the_enemy() -> None:
    s = at(field(), 820, "372/218")
    for name in ("21 VS", "22 VS", "23 VS", "24 VS"):
        s.send(unit(name), RESERVES)
    ask(s, ReservesToMap(GERMAN, reserve_hexes(s)))
    do(s, Pick(unit("21 VS")))
    assert GAME.board.distance(820, 1315) == 8
    assert GAME.board.distance(820, 1316) == 7
    assert refused(s, Place(Hex(1316))) == caused_at(with_figures(TOO_NEAR, distance=8), 820)
    assert refused(s, Place(Hex(1408))) is NOT_A_CITY
    assert {1315, 1516} <= offered_hexes(s)
    do(s, Place(Hex(1315)), Pick(unit("22 VS")), Place(Hex(1315)), Pick(unit("23 VS")), Place(Hex(1315)))
    do(s, Pick(unit("24 VS")))
    assert is_said(NO_ROOM, refused(s, Place(Hex(1315))))


@pytest.mark.rule("7.2.2a", "7.2.2b", "7.2.2c", "3.0d", "3.0d2")
def test_c28_the_last_hex() -> None:
    s = at(field(), 1415, "372/218")
    names = ("21 VS", "22 VS", "23 VS", "24 VS")
    for name in names:
        s.send(unit(name), RESERVES)
    assert reserve_hexes(s) == (1516,)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.reserves_to_map)))
    for name in names[:3]:
        do(s, Pick(unit(name)), Place(Hex(1516)))
    assert not isinstance(frame(s), ReservesToMap)  # three in all; nothing left to place
    assert s.units[unit("24 VS")].box == RESERVES

    lost = at(field(), 1415, "372/218")
    take_control(lost, SOVIET, Hex(1516))
    assert reserve_hexes(lost) == ()
    assert why_not_place(lost, Hex(1516)) is RATHAUS_LOST


@pytest.mark.rule("7.2a", "7.2.5", "6.4", "9.6")
def test_c29_order_of_phase_9() -> None:
    s = at(field(supply=7), 1115, "51 VS")
    for name in ("III/Hanf", "21 VS", "22 VS"):
        s.send(unit(name), BATTLEWORN)
    s.send(unit("53 VS"), RESERVES)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.reserves_to_map)))
    refused(s, Pick(unit("21 VS")))
    do(s, Pick(unit("53 VS")), Place(Hex(1516)))
    assert isinstance(frame(s), MapToReserves)
    do(s, Pick(unit("51 VS")), Done())
    assert isinstance(frame(s), Reorganisation)
    refused(s, Pick(unit("51 VS")))  # taken off the map in step 3: not to be placed this turn
    s.flow = s.flow[-1:]
    do(s, Pick(unit("III/Hanf")), Pick(unit("21 VS")))
    assert s.tracks["supply"] == 1
    refused(s, Pick(unit("22 VS")))
    assert s.units[unit("22 VS")].box == BATTLEWORN
    for name in ("III/Hanf", "21 VS", "51 VS"):
        assert s.units[unit(name)].box == RESERVES
        refused(s, Pick(unit(name)))


@pytest.mark.rule("7.2.4a", "7.2.4b")
def test_c30_pulling_units_out() -> None:
    s = at(at(field(turn=10), 2027, "44 VS"), 2028, "372/218")
    at(s, 2026, "47 VS")
    at(s, 2113, "Pörsel")
    ask(s, MapToReserves(GERMAN))
    assert refused(s, Pick(unit("44 VS"))) == caused_at(IN_CONTACT, 2028)
    assert refused(s, Pick(unit("Pörsel"))) is TRAIN
    do(s, Pick(unit("47 VS")))
    assert s.units[unit("47 VS")].box == RESERVES


@pytest.mark.rule("7.1.6a", "7.1.7a", "7.1.7b", "7.1.7c", "7.1.8")
def test_c31_relieving_a_division() -> None:
    s = at(field(turn=6), 217, "372/218", "658/218")
    at(s, 317, "667/218")
    at(s, 319, "592 eng./218")
    at(s, 118, "662/218", "222")
    for name in ("Screening Unit 11", "Screening Unit 12"):
        s.send(unit(name), "screens")
    ask(s, Withdrawal(SOVIET))
    assert refused(s, Pick(unit("372/218"))) is WHOLE_DIVISION
    do(s, WithdrawDivision("218"))
    for name in ("372/218", "658/218", "667/218", "592 eng./218", "662/218"):
        assert s.units[unit(name)].box == "turn7"
    assert {action.hex for action in offered(s, Screen)} == {217, 317, 319}
    do(s, Screen(Hex(217)), Screen(Hex(319)))
    assert not offered(s, Screen)
    assert refused(s, Screen(Hex(317))).rule == "7.1.7b"
    assert refused(s, Screen(Hex(118))).rule == "7.1.7c"


@pytest.mark.rule("7.1a", "7.1b", "7.1c", "7.1.4c", "9.8")
def test_c32_late_regiment() -> None:
    s = at(field(turn=5), 225, "955/309", "959/309", "957/309")
    with dice(s, 3):
        fatigue(s, unit("957/309"))
    assert s.units[unit("957/309")].box == "turn7"
    s.set(turn=7)
    enter = ask(s.clone(), EnterMap(SOVIET))
    do(enter, Pick(unit("957/309")))
    assert offered_hexes(enter) == set(entry_hexes(enter, "soviet"))
    do(enter, Place(Hex(2440)))
    held = ask(s.clone(), HoldBack(SOVIET))
    do(held, Pick(unit("957/309")))
    assert held.units[unit("957/309")].box == "turn8"
    ask(s, EnterMap(SOVIET))
    do(s, Done())
    assert s.units[unit("957/309")].box == "turn8"


def northern(germans: int = 3, supply: int = 20) -> State:
    """Turn 13: 25 Poles and some Germans face each other on the northern front."""
    s = field(turn=13, supply=supply)
    poles = [c.id for c in GAME.counters.values() if c.nation == "polish" and c.kind != "screen"]
    assert len(poles) == 25
    for id in poles:
        s.send(id, NORTH_POLISH)
    for name in ("I/Mohr", "II/Mohr", "III/Mohr")[:germans]:
        s.send(unit(name), NORTH_GERMAN)
    return s


def declare(s: State) -> State:
    northern_front(s)
    assert isinstance(frame(s), PolishDeclaration)
    return do(s, Declare())


@pytest.mark.rule(
    "10.1.3a", "10.1.3b", "10.1.3c", "10.1.3d", "10.1.3e", "10.1.3f", "10.1.3g", "10.1.3h", "10.1.4", "9.9"
)
def test_c33_the_northern_front() -> None:
    s = declare(northern())
    assert frame(s) == northern_dice(s, 6)
    assert s.tracks["needed"] == 30
    with dice(s, 5, 5, 5, 5, 5, 5):
        do(s, RollRest())
    chosen = called("13/5", "15/5", "17/5", "22 pal/5")
    do(s, *(Pick(id) for id in chosen[:3]))
    with dice(s, 1, 3, 5, 6):
        do(s, Pick(chosen[3]))
    assert [s.units[id].box for id in chosen] == ["turn14", "turn15", "turn16", "turn16"]
    s.set(turn=14)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.northern_front)))
    assert frame(s) == northern_dice(s, 6)
    with dice(s, 3, 3, 3, 4, 4, 4):
        do(s, RollRest())  # 21 against exactly 21: nothing happens
    assert len(s.in_box(NORTH_POLISH)) == 22  # the Pole due in turn 14 came back in Phase 2
    assert s.tracks["north"] == FIGHTING

    tie = declare(northern())
    with dice(tie, 4, 4, 4, 4, 4, 5):
        do(tie, RollRest())
    assert len(tie.in_box(NORTH_POLISH)) == 25
    assert tie.tracks["needed"] == 30

    broken = declare(northern())
    with dice(broken, 3, 3, 3, 3, 4, 4):
        do(broken, RollRest())
    assert len(broken.in_box("turn14")) == 25
    assert len(broken.in_box(RESERVES)) == 3
    assert broken.tracks["north"] == OVER
    assert broken.tracks["needed"] == 30
    broken.flow = ()
    northern_front(broken)
    assert broken.flow == ()

    paid = declare(northern(supply=2))
    with dice(paid, 3):
        do(paid, Reinforce())
    assert frame(paid) == northern_dice(paid, 5, 5)
    assert paid.tracks["supply"] == 1
    with dice(paid, 3):
        do(paid, RollDie())
    assert frame(paid) == northern_dice(paid, 4, 8)


@pytest.mark.rule("10.5.2a", "10.5.2b", "10.5.2d")
def test_c34_gas() -> None:
    s = at(at(field(chemicals=1), 220, "I/Wehl"), 119, "372/218")
    at(s, 118, "658/218")
    move(movement(s, SOVIET), "372/218", 219)
    do(s, HoldFire(), MoveTo(Hex(320)))
    do(s, ReleaseGas())
    assert s.units[unit("372/218")].hex == 219
    assert list(s.gas) == [320]
    assert s.tracks["chemicals"] == 0
    assert refused(s, Pick(unit("372/218"))) is HAS_MOVED
    assert is_soviet(s, 320)
    do(s, Pick(unit("658/218")), MoveTo(Hex(219)), HoldFire())
    assert refused(s, MoveTo(Hex(320))) is GAS_THERE
    assert 320 not in offered_hexes(s)
    GameTurn().reorganisation(s)
    assert not s.gas
    assert s.tracks["chemicals"] == 0
    move(movement(s, GERMAN), "I/Wehl", 320)
    assert not is_soviet(s, 320)


@pytest.mark.rule("10.4.2")
def test_c35_captured_goliaths() -> None:
    def storm(turn: int, name: str = "57 eng.") -> State:
        s = at(at(field(turn=turn), 320, "21 VS"), 219, name)
        assault(s, SOVIET)
        return do(s, Pick(unit("21 VS")), Pick(unit(name)))

    assert refused(storm(10), UseCapturedGoliaths()) == with_figures(GOLIATHS_TOO_EARLY, turn=11)
    s = do(storm(11), UseCapturedGoliaths())
    with dice(s, 2):
        do(s, Commit())
    again = storm(12)
    again.track("captured_goliaths", s.tracks["captured_goliaths"])
    assert refused(again, UseCapturedGoliaths()) is GOLIATHS_SPENT
    assert refused(storm(11, "159 eng./112"), UseCapturedGoliaths()) is NO_SAPPERS

    fire = at(at(field(turn=11), 321, "21 VS"), 219, "57 eng.")
    move(movement(fire, GERMAN), "21 VS", 320)
    do(fire, Pick(unit("57 eng.")))
    assert refused(fire, UseCapturedGoliaths()) is NO_GOLIATH_IN_FIRE


@pytest.mark.rule("10.2a", "10.2b", "10.2.1a", "10.2.1b", "10.2.1c", "10.2.3", "3.0b2", "6.3", "9.10a")
def test_c36_poersel() -> None:
    s = field(turn=8, supply=5)
    s.send(unit("Pörsel"), WORKS)
    assert why_not_build(s) == with_figures(TRAIN_TOO_EARLY, turn=9)
    s.set(turn=9)
    ask(s, TrainWorks(GERMAN))
    do(s, BuildTrain())
    assert s.tracks["supply"] == 3
    assert s.units[unit("Pörsel")].hex == 2113
    s.set(turn=10)
    at(s, 1219, "971/273")
    for hex in (2017, 1721):
        take_control(s, SOVIET, Hex(hex))
    movement(s, GERMAN)
    do(s, Pick(unit("Pörsel")))
    line = [2114, 2014, 2015, 2016, 2017, 2118, 2119, 2019, 2020, 1921, 1821, 1721, 1621, 1522, 1421, 1321]
    assert set(line) | {1320} <= offered_hexes(s)
    assert {2219, 1722, 1420, 1322} <= offered_hexes(s)  # the branches are open too
    assert refused(s, MoveTo(Hex(1219))) == caused_at(LINE_BLOCKED, 1219)
    way_round = decision(s).route(s, MoveTo(Hex(1218)))
    assert way_round is not None
    assert 1320 not in way_round.hexes  # beyond 1219 only by the southern ring
    do(s, MoveTo(Hex(1320)))
    assert s.units[unit("Pörsel")].hex == 1320
    assert not is_soviet(s, 2017)
    assert not is_soviet(s, 1721)
    assert deciding(s) == SOVIET
    do(s, Pick(unit("971/273")))
    assert faces_that_hit(s, Commit()) == 7
    do(s, HoldFire())
    refused(s, MoveTo(Hex(1321)))  # not back over hexes of this run, and nowhere else to go
    fatigue(s, unit("Pörsel"))
    assert s.units[unit("Pörsel")].box == WORKS
    ask(s, TrainWorks(GERMAN))
    do(s, BuildTrain())
    assert (s.units[unit("Pörsel")].hex, s.tracks["supply"]) == (2113, 1)


@pytest.mark.rule(
    "10.3.1a", "10.3.1b", "10.3.1c", "10.3.2", "10.3.3", "10.3.4", "10.3.5", "10.3.6", "6.5", "6.6b"
)
def test_c37_landing_strip() -> None:
    s = field(turn=13, supply=6)
    take_control(s, SOVIET, Hex(2027))
    s.set(strip=(Hex(1511), Hex(1611)))
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.landing_strip)))
    assert isinstance(frame(s), LandingStrip)
    for hex in (1512, 1510, 1408):
        assert refused(s, Place(Hex(hex))) is NOT_CITY
    assert 1712 in offered_hexes(s)
    with dice(s, 5):
        do(s, Place(Hex(1712)))
    assert s.tracks["supply"] == 6  # 6 - 4 + (5 + 2) / 2 rounded up
    refused(s, Place(Hex(1711)))  # no second marker in this turn
    at(s, 1610, "372/218")
    move(movement(s, SOVIET), "372/218", 1611)
    assert not strip_in_use(s)
    s.send(unit("372/218"), "turn14")
    stand_in(s, unit("21 VS"), Hex(1611))
    assert strip_in_use(s)
    assert why_not_strip(s, Hex(1711)) is not None


@pytest.mark.rule("6.6a", "6.6b", "6.6c")
def test_c38_supply_roll() -> None:
    def gained(turn: int, die: int, *, airport: bool = True, strip: bool = False) -> int:
        s = field(turn=turn, supply=0)
        if not airport:
            take_control(s, SOVIET, Hex(2027))
        else:
            at(s, 2028, "372/218")  # an enemy next to the field does not matter
        if strip:
            s.set(strip=(Hex(1511), Hex(1611), Hex(1712)))
        with dice(s, die):
            supply_roll(s)
        return s.tracks["supply"]

    assert [gained(2, die) for die in (1, 4, 6)] == [3, 4, 5]
    assert [gained(turn, 1) for turn in (1, 2, 3, 4)] == [3, 3, 3, 2]
    assert gained(6, 1) == 2
    assert [gained(6, die, airport=False) for die in (1, 6)] == [1, 3]
    assert gained(6, 6, strip=True) == 6


@pytest.mark.rule("10.9.1a", "10.9.1b", "10.9.1c", "10.6f", "10.8a", "10.8b", "10.7")
def test_c39_night_rockets_and_renegades() -> None:
    s = at(at(field(), 1131, "I/Hanf", "27 VS"), 2538, "I/SS Besslein")
    at(s, 229, "18 Grd")
    history.po2_ready(s)
    bombardment(s)
    with dice(s, 3):
        do(s, NightRaid(unit("I/Hanf")), Commit())
    assert s.units[unit("I/Hanf")].disorganised
    assert not s.units[unit("27 VS")].disorganised
    with dice(s, 6):
        do(s, NightRaid(unit("I/SS Besslein")), Commit())
    assert not s.units[unit("I/SS Besslein")].disorganised
    assert not s.units[unit("I/SS Besslein")].fanatic
    do(s, Split(unit("18 Grd")), Commit())
    assert s.units[unit("18 Grd")].box == "eliminated"
    assert set(s.stacks[Hex(229)]) == set(called("1/18 Grd", "2/18 Grd"))
    for name in ("1/18 Grd", "2/18 Grd"):
        counter = GAME.counters[unit(name)]
        assert (counter.division, counter.assault, counter.kind) == ("", 1, "support")
    assert refused(s, Antifascists(unit("27 VS"))) is NOT_BESIDE
    assert s.tracks["antifascists"] == 1
    assert not offered(s, Bombard)  # support units cannot bombard
    movement(s, SOVIET)
    assert set(called("1/18 Grd", "2/18 Grd")) <= offered_units(s)


@pytest.mark.rule("3.0b", "11.1a", "11.1b", "11.1c", "10.1.4")
def test_c40_control_and_victory() -> None:
    s = at(field(), 519, "372/218")
    before = s.tracks["vp"]
    move(movement(s, SOVIET), "372/218", 520, 620)
    assert is_soviet(s, 520)
    assert s.tracks["vp"] == before + 1
    marker = {"hex": 520, "kind": "control", "side": "soviet", "label": ""}
    assert marker in facts(s, None)["markers"]
    at(s, 521, "21 VS")
    move(movement(s, GERMAN), "21 VS", 520)
    do(s, HoldFire())
    assert marker not in facts(s, None)["markers"]
    assert s.tracks["vp"] == before
    do(s, MoveTo(Hex(521)), HoldFire())
    assert not is_soviet(s, 520)

    def end(held: int, *, poles: bool) -> str | None:
        last = field(turn=20)
        if poles:
            last.track("needed", last.tracks["needed"] + 5)
        for hex in sorted(GAME.tables.victory):
            take_control(last, SOVIET if held > 0 else GERMAN, hex)
            held -= 1
        count_victory(last)
        assert last.ended is not None
        return last.ended.winner

    assert end(25, poles=False) == SOVIET
    assert end(24, poles=False) == GERMAN
    assert end(29, poles=True) == GERMAN
    assert end(30, poles=True) == SOVIET


@pytest.mark.rule("7.3.7", "7.3.7b", "7.3.8")
def test_c41_a_move_is_over_when_the_next_begins() -> None:
    s = at(field(), 119, "667/218", "372/218")
    move(movement(s, SOVIET), "667/218", 219)
    assert frame(s) == MoveUnit(SOVIET, unit("667/218"), 4)
    do(s, Done(), Pick(unit("372/218")))
    assert refused(s, Pick(unit("667/218"))) is HAS_MOVED
    do(s, MoveTo(Hex(118)), Done())
    assert refused(s, Pick(unit("667/218"))) is HAS_MOVED

    full = at(at(field(), 1115, "21 VS", "22 VS", "23 VS"), 1114, "24 VS")
    movement(full, GERMAN)
    do(full, Pick(unit("24 VS")))
    assert refused(full, MoveTo(Hex(1115))) is FULL
    assert 1116 in offered_hexes(full)  # two City hexes, 4 points, by way of 1115 or beside it


@pytest.mark.rule("10.5.2b", "10.5.2d", "10.5.2e")
def test_c42_thrown_back_into_gas() -> None:
    s = at(at(field(chemicals=2), 220, "I/Wehl"), 320, "372/218", "667/218")
    at(s, 219, "658/218")
    movement(s, SOVIET)
    do(s, Pick(unit("658/218")), MoveTo(Hex(320)), ReleaseGas())
    assert s.units[unit("658/218")].hex == 219
    do(s, Pick(unit("372/218")), MoveTo(Hex(321)))
    assert deciding(s) == GERMAN
    do(s, ReleaseGas())
    assert s.units[unit("372/218")].hex == 320
    assert deciding(s) == SOVIET
    assert refused(s, Pick(unit("372/218"))) is HAS_MOVED
    do(s, Pick(unit("667/218")))
    assert refused(s, MoveTo(Hex(321))) is GAS_THERE
    assert list(s.gas) == [320, 321]
    GameTurn().reorganisation(s)
    assert not s.gas


@pytest.mark.rule("9.10e", "7.3.6c")
def test_c43_fire_picks_the_mover() -> None:
    s = at(at(field(), 219, "Screening Unit 1"), 220, "I/Wehl")
    at(s, 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    assert isinstance(frame(s), DefensiveFire)
    assert getattr(frame(s), "target", None) == unit("372/218")
    do(s, Pick(unit("I/Wehl")))
    assert faces_that_hit(s, Commit()) == 5
    with dice(s, 2):
        do(s, Commit())
    assert deciding(s) == SOVIET


@pytest.mark.rule("9.4g", "3.0b", "3.0b2", "11.1a")
def test_c44_emptied_is_not_taken() -> None:
    three = ("372/218", "658/218", "667/218")
    s = at(at(field(), 419, "21 VS"), 319, *three)
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Everyone())
    with dice(s, 6):
        do(s, Commit())
    assert Hex(419) not in s.stacks
    assert all(s.units[id].hex == 319 for id in called(*three))
    assert not is_soviet(s, 419)
    back = at(s.clone(), 520, "22 VS")
    move(movement(back, GERMAN), "22 VS", 419)
    assert back.units[unit("22 VS")].hex == 419
    move(movement(s, SOVIET), "372/218", 419)
    assert is_soviet(s, 419)


@pytest.mark.rule("10.6d", "10.6g", "7.2.4a")
def test_c45_fanatic_in_reserve() -> None:
    s = at(field(turn=6), 1115, "III/FJR 26", fanatic=True)
    ask(s, MapToReserves(GERMAN))
    do(s, Pick(unit("III/FJR 26")))
    s.set(turn=7)
    ask(s, ReservesToMap(GERMAN, reserve_hexes(s)))
    do(s, Pick(unit("III/FJR 26")), Place(Hex(1115)))
    assert s.units[unit("III/FJR 26")].fanatic
    fatigue(s, unit("III/FJR 26"))
    assert not s.units[unit("III/FJR 26")].fanatic


def test_c36_the_line_is_one_of_neighbours() -> None:
    line = [2113, 2114, 2014, 2015, 2016, 2017, 2118, 2119, 2019, 2020, 1921, 1821, 1721, 1621, 1522, 1421]
    assert all(to in GAME.tables.rail[here] for here, to in pairwise([*map(Hex, line), Hex(1321), Hex(1320)]))
