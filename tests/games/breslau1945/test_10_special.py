"""10.0 Special units and special rules."""

from pathlib import Path

import pytest

from bridgehead.core.actions import Cancel, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.events import Moved
from bridgehead.core.play import decision, options
from bridgehead.core.values import Hex
from bridgehead.core.words import say
from bridgehead.games.breslau1945.model.actions import (
    BuildTrain,
    Declare,
    Everyone,
    HoldFire,
    Reinforce,
    ReleaseGas,
    RollDie,
    RollRest,
)
from bridgehead.games.breslau1945.model.data import NORTH_GERMAN, NORTH_POLISH, RESERVES, WORKS
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE, State, take_control, with_figures
from bridgehead.games.breslau1945.rules import history
from bridgehead.games.breslau1945.rules.attack import fatigue
from bridgehead.games.breslau1945.rules.defence import NO_CHEMICALS, NOT_AFTER_FIRE, NOT_OURS
from bridgehead.games.breslau1945.rules.movement import TacticalMovement
from bridgehead.games.breslau1945.rules.north import (
    CHOSEN,
    FIGHTING,
    NO_SUPPLY,
    NOT_IN_BOX,
    OVER,
    QUIET,
    PolishDeclaration,
    PolishLosses,
    northern_dice,
    northern_front,
)
from bridgehead.games.breslau1945.rules.redeployment import EnterMap
from bridgehead.games.breslau1945.rules.sequence import GameTurn
from bridgehead.games.breslau1945.rules.supply import NO_SUPPLY as NO_SUPPLY_FOR_STRIP
from bridgehead.games.breslau1945.rules.supply import (
    NOT_GERMAN,
    NOT_NEXT,
    STRIP_COMPLETE,
    TAKEN,
    LandingStrip,
    strip_in_use,
    why_not_strip,
)
from bridgehead.games.breslau1945.rules.train import (
    FULL,
    LINE_BLOCKED,
    NO_RAIL,
    NO_TRACK,
    NO_WAY_BACK,
    ON_MAP,
    TWICE,
    WORKS_FULL,
    WORKS_LOST,
    TrainRun,
    TrainWorks,
    why_not_build,
)
from bridgehead.games.breslau1945.rules.train import NO_SUPPLY as NO_SUPPLY_FOR_TRAIN
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    ask,
    assault,
    at,
    caused_at,
    deciding,
    dice,
    do,
    field,
    frame,
    is_said,
    is_soviet,
    move,
    movement,
    offered_hexes,
    refused,
    told,
    unit,
)
from tests.support import bare

# --- 10.1 the 2nd Polish Army


@pytest.mark.rule("10.1", "10.1.3a")
def test_the_poles_wait_until_they_are_declared() -> None:
    s = field(turn=13, north=QUIET)
    s.send(unit("13/5"), NORTH_POLISH)
    northern_front(s)
    do(s, Done())
    assert not s.flow
    assert s.units[unit("13/5")].box == NORTH_POLISH
    assert s.tracks["needed"] == 25
    s.set(turn=14)
    northern_front(s)
    assert isinstance(frame(s), PolishDeclaration)  # asked again every turn


@pytest.mark.rule("10.1.3a", "4.4.1c")
def test_no_declaration_in_the_turn_of_event_g() -> None:
    s = field(turn=12)
    s.send(unit("13/5"), NORTH_POLISH)
    northern_front(s)
    assert not s.flow


@pytest.mark.rule("10.1.3b", "10.1.3f", "10.1.3i")
def test_an_empty_german_box_is_a_total_of_0() -> None:
    s = field(turn=13)
    s.send(unit("13/5"), NORTH_POLISH)
    northern_front(s)
    do(s, Declare())
    assert not s.flow
    assert s.units[unit("13/5")].box == "turn14"
    assert s.tracks["north"] == OVER
    s.set(turn=14)
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("13/5")), Place(Hex(2611)))


@pytest.mark.rule("10.1.3i", "7.1.8c")
def test_a_breakthrough_in_turn_20_comes_too_late() -> None:
    s = field(turn=20)
    s.send(unit("13/5"), NORTH_POLISH)
    northern_front(s)
    do(s, Declare())
    assert s.units[unit("13/5")].box == "eliminated"


@pytest.mark.rule("10.1.3i", "7.1.4b")
def test_a_polish_division_enters_together() -> None:
    s = field(turn=14, north=OVER)
    for name in ("13/5", "15/5"):
        s.send(unit(name), "turn14")
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("13/5")), Place(Hex(2607)), Pick(unit("15/5")))
    assert s.units[unit("15/5")].hex == 2607


@pytest.mark.rule("6.2b", "10.1.3c")
def test_supply_for_the_north_one_level_a_die() -> None:
    s = field(turn=13, supply=1)
    s.send(unit("13/5"), NORTH_POLISH)
    s.send(unit("I/Mohr"), NORTH_GERMAN)
    northern_front(s)
    do(s, Declare())
    assert frame(s) == northern_dice(s, 2)
    with dice(s, 1):
        do(s, Reinforce())
    assert frame(s) == northern_dice(s, 1, 3)
    assert is_said(NO_SUPPLY, refused(s, Reinforce()))
    refused(s, RollRest())
    with dice(s, 1):
        do(s, RollDie())
    assert isinstance(frame(s), PolishLosses)


@pytest.mark.rule("10.1.3d", "10.1.3h", "10.1.3g")
def test_fewer_than_four_poles_are_all_lost_and_then_the_fight_is_over() -> None:
    s = field(turn=13)
    for name in ("13/5", "15/5"):
        s.send(unit(name), NORTH_POLISH)
    s.send(unit("I/Mohr"), NORTH_GERMAN)
    northern_front(s)
    do(s, Declare())
    with dice(s, 6, 6):
        do(s, RollRest())
    assert frame(s) == PolishLosses(SOVIET, 2)
    assert refused(s, Pick(unit("17/5"))) is NOT_IN_BOX
    do(s, Pick(unit("13/5")))
    assert refused(s, Pick(unit("13/5"))) is CHOSEN
    with dice(s, 6, 6):
        do(s, Pick(unit("15/5")))
    assert not s.flow
    assert s.tracks["north"] == FIGHTING
    s.set(turn=14)
    northern_front(s)
    assert s.tracks["north"] == OVER
    assert s.units[unit("I/Mohr")].box == NORTH_GERMAN


# --- 10.2 the armoured train


@pytest.mark.rule("10.2a", "10.2b", "6.3")
def test_why_the_train_cannot_be_built() -> None:
    s = field(turn=9, supply=2)
    s.send(unit("Pörsel"), WORKS)
    assert why_not_build(s) is None
    s.track("supply", 1)
    assert why_not_build(s) == with_figures(NO_SUPPLY_FOR_TRAIN, cost=2, left=1)
    s.track("supply", 5)
    at(s, 2113, "21 VS", "22 VS", "23 VS")
    assert why_not_build(s) == caused_at(WORKS_FULL, 2113)
    s.send(unit("21 VS"), RESERVES)
    ask(s, TrainWorks(GERMAN))
    do(s, BuildTrain())
    assert why_not_build(s) is ON_MAP
    fatigue(s, unit("Pörsel"))
    take_control(s, SOVIET, Hex(2113))
    assert why_not_build(s) == caused_at(WORKS_LOST, 2113)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.train_works)))
    assert not isinstance(frame(s), TrainWorks)


@pytest.mark.rule("10.2.1a", "10.2.1b", "10.2.1c")
def test_the_train_keeps_to_the_rails_and_uses_no_hex_twice() -> None:
    s = at(at(field(), 2113, "Pörsel"), 2507, "372/218")
    movement(s, GERMAN)
    do(s, Pick(unit("Pörsel")), Cancel(), Pick(unit("Pörsel")))
    assert refused(s, MoveTo(Hex(2013))) is NO_RAIL
    assert refused(s, MoveTo(Hex(2606))) == caused_at(LINE_BLOCKED, 2507)
    do(s, MoveTo(Hex(2015)), MoveTo(Hex(2017)))
    assert refused(s, MoveTo(Hex(2016))) is TWICE
    assert isinstance(frame(s), TrainRun)
    do(s, Done())
    assert refused(s, Pick(unit("Pörsel"))).rule == "7.3.7b"


@pytest.mark.rule("10.2.1b", "7.3.6b", "9.10d")
def test_the_train_is_fired_at_on_every_entry_beside_the_enemy() -> None:
    s = at(at(field(), 2015, "Pörsel"), 2117, "372/218", "658/218")
    movement(s, GERMAN)
    do(s, Pick(unit("Pörsel")), MoveTo(Hex(2016)))
    assert deciding(s) == SOVIET
    do(s, Everyone())
    with dice(s, 6):
        do(s, Commit())
    assert s.units[unit("Pörsel")].box == WORKS
    assert not is_soviet(s, 2016)


@pytest.mark.rule("10.2.1b", "7.3.8")
def test_the_train_passes_full_hexes_and_does_not_end_there() -> None:
    s = at(at(field(), 2113, "Pörsel"), 2114, "21 VS", "22 VS", "23 VS")
    movement(s, GERMAN)
    do(s, Pick(unit("Pörsel")))
    assert refused(s, MoveTo(Hex(2114))) is FULL
    do(s, MoveTo(Hex(2014)))
    assert s.units[unit("Pörsel")].hex == 2014


@pytest.mark.rule("10.2.1b", "7.3.8")
def test_the_train_under_fire_in_a_full_hex_goes_on() -> None:
    s = at(at(field(), 2014, "Pörsel"), 2015, "21 VS", "22 VS", "23 VS")
    at(s, 1915, "372/218")
    movement(s, GERMAN)
    do(s, Pick(unit("Pörsel")))
    refused(s, MoveTo(Hex(2016)))  # the stretch ends in 2015, where the enemy may fire
    do(s, MoveTo(Hex(2015)), HoldFire())
    assert Done() not in options(s)
    assert refused(s, Done()) is FULL
    do(s, MoveTo(Hex(2016)))


@pytest.mark.rule("9.10d", "10.2b")
def test_the_train_is_built_beside_the_enemy_without_being_fired_at() -> None:
    s = at(field(turn=9, supply=4), 2212, "372/218")
    s.send(unit("Pörsel"), WORKS)
    ask(s, TrainWorks(GERMAN))
    do(s, BuildTrain())
    assert s.units[unit("Pörsel")].hex == 2113
    assert not s.flow


# --- 10.3 the landing strip


@pytest.mark.rule("10.3", "10.3.1a", "10.3.1b", "10.3.1c", "10.3.3", "6.5")
def test_where_the_strip_may_lie() -> None:
    s = field(supply=8)
    assert why_not_strip(s, Hex(1511)) is None
    s.set(strip=(Hex(1511),))
    assert why_not_strip(s, Hex(1511)) is TAKEN
    assert why_not_strip(s, Hex(1812)) is NOT_NEXT
    take_control(s, SOVIET, Hex(1611))
    assert why_not_strip(s, Hex(1611)) is NOT_GERMAN
    assert why_not_strip(s, Hex(1610)) is None
    s.track("supply", 4)
    assert why_not_strip(s, Hex(1610)) is None
    s.track("supply", 3)
    assert why_not_strip(s, Hex(1610)) == with_figures(NO_SUPPLY_FOR_STRIP, cost=4, left=3)
    s.track("supply", 20)
    s.set(strip=(Hex(1511), Hex(1611), Hex(1712)))
    assert why_not_strip(s, Hex(1711)) is STRIP_COMPLETE


@pytest.mark.rule("10.3.2", "10.3.3", "10.3.5", "10.3")
def test_one_marker_a_turn_before_the_roll() -> None:
    s = field(turn=10, supply=20)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.landing_strip)))
    with dice(s, 1):
        do(s, Place(Hex(1511)))
    assert s.tracks["supply"] == 18  # 20 - 4 + (1 + 3) / 2: no bonus from one marker
    assert not isinstance(frame(s), LandingStrip)
    assert not strip_in_use(s)


# --- 10.4, 10.5 Goliaths and chemical weapons


@pytest.mark.rule("10.4", "10.5.1")
def test_the_rolls_of_the_first_turn() -> None:
    s = field(turn=1)
    with dice(s, 6, 5, 5):
        history.first_turn_rolls(s)
    assert (s.tracks["goliaths"], s.tracks["chemicals"]) == (11, 3)
    later = field(turn=2)
    history.first_turn_rolls(later)
    assert (later.tracks["goliaths"], later.tracks["chemicals"]) == (0, 0)


@pytest.mark.rule("10.5.2a")
def test_gas_instead_of_fire_while_counters_last() -> None:
    s = at(at(field(chemicals=0), 220, "21 VS"), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    assert refused(s, ReleaseGas()) is NO_CHEMICALS
    s.track("chemicals", 1)
    do(s, Pick(unit("21 VS")))
    assert refused(s, ReleaseGas()) is NOT_AFTER_FIRE


@pytest.mark.rule("10.5.2a", "10.5.2e")
def test_the_red_army_has_no_gas() -> None:
    s = at(at(field(chemicals=3), 219, "372/218"), 321, "21 VS")
    move(movement(s, GERMAN), "21 VS", 320)
    assert deciding(s) == SOVIET
    assert refused(s, ReleaseGas()) is NOT_OURS


@pytest.mark.rule("10.5.2a", "10.5.2d")
def test_a_long_stretch_is_thrown_back_by_one_hex_only() -> None:
    s = at(at(field(chemicals=1), 220, "21 VS"), 116, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    do(s, ReleaseGas())
    assert s.units[unit("372/218")].hex in (118, 119)
    assert is_soviet(s, 219)


# --- 10.6 Fanaticism


@pytest.mark.rule("10.6a")
def test_a_star_unit_hardens_under_defensive_fire_too() -> None:
    s = at(at(field(), 219, "372/218"), 321, "55 VS (HJ)")
    move(movement(s, GERMAN), "55 VS (HJ)", 320)
    do(s, Pick(unit("372/218")))
    with dice(s, 3):
        do(s, Commit())
    assert s.units[unit("55 VS (HJ)")].fanatic


@pytest.mark.rule("10.6a", "10.6d")
def test_only_star_units_harden_and_they_may_again() -> None:
    s = at(at(field(), 820, "55 VS (HJ)", "21 VS"), 720, "372/218", "658/218")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Pick(unit("372/218")))
    with dice(s, 2):
        do(s, Commit())
    assert not s.units[unit("21 VS")].fanatic
    stars = [c.label for c in GAME.counters.values() if c.star]
    assert stars == [
        "I/SS Besslein",
        "II/SS Besslein",
        "III/SS Besslein",
        "55 VS (HJ)",
        "56 VS (HJ)",
        "III/FJR 26",
        "II/FJR 26",
    ]
    s.mark(unit("55 VS (HJ)"), fanatic=True)
    fatigue(s, unit("55 VS (HJ)"))
    assert not s.units[unit("55 VS (HJ)")].fanatic
    at(s, 820, "55 VS (HJ)")
    do(s, Pick(unit("55 VS (HJ)")), Pick(unit("658/218")))
    with dice(s, 2):
        do(s, Commit())
    assert s.units[unit("55 VS (HJ)")].fanatic


@pytest.mark.rule("10.6b", "8.2.8a")
def test_a_disorganised_fanatic_keeps_his_marker() -> None:
    s: State = at(at(field(), 220, "I/SS Besslein", fanatic=True, disorganised=True), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    assert deciding(s) == SOVIET
    assert s.units[unit("I/SS Besslein")].fanatic


@pytest.mark.rule("10.1.3a", "10.2a", "4.1b")
def test_questions_of_yes_and_no_refuse_everything_else_by_the_phase() -> None:
    s = at(field(turn=13), 219, "372/218")
    for question in (PolishDeclaration(SOVIET), TrainWorks(GERMAN)):
        s.send(unit("Pörsel"), WORKS)
        ask(s, question)
        assert refused(s, Pick(unit("372/218"))) is OUT_OF_PHASE


# --- the end of the Jeltsch line: 2103 - 2002 - 1902 - 1801


def dead_end(*full: int, enemy: int = 0) -> State:
    """Pörsel in 2103, the Red Army next to 2002; some hexes of the line are full, one may be enemy-held."""
    s = at(at(field(), 2103, "Pörsel"), 2001, "372/218")
    names = iter(f"{number} VS" for number in (21, 22, 23, 24, 25, 26))
    for hex in full:
        at(s, hex, next(names), next(names))
    if enemy:
        at(s, enemy, "658/218")
    do(movement(s, GERMAN), Pick(unit("Pörsel")))
    return s


@pytest.mark.rule("10.2.1b", "7.3.8")
def test_the_train_under_fire_in_a_full_hex_must_have_a_free_one_beyond() -> None:
    assert 2002 in offered_hexes(dead_end(2002))
    assert 2002 in offered_hexes(dead_end(2002, 1902))  # 1801 is free
    assert 2002 not in offered_hexes(dead_end(2002, 1902, 1801))
    assert 2002 not in offered_hexes(dead_end(2002, enemy=1902))


@pytest.mark.rule("10.2.1b", "7.3.8")
def test_the_train_may_stop_as_the_last_that_finds_room() -> None:
    s = at(at(field(), 2113, "Pörsel"), 2114, "21 VS", "22 VS")
    do(movement(s, GERMAN), Pick(unit("Pörsel")), MoveTo(Hex(2114)))
    assert Done() in options(s)


@pytest.mark.rule("10.2.1a", "10.2.1c")
def test_a_run_to_the_end_of_the_line_is_over() -> None:
    s = at(field(), 1902, "Pörsel")
    do(movement(s, GERMAN), Pick(unit("Pörsel")))
    do(s, MoveTo(Hex(1801)))
    assert told(s, Moved) == [Moved(unit("Pörsel"), (Hex(1801),))]
    assert isinstance(frame(s), TacticalMovement)


@pytest.mark.rule("10.2.1c")
def test_the_line_behind_the_train_is_closed_to_it() -> None:
    s = at(field(), 2113, "Pörsel")
    do(movement(s, GERMAN), Pick(unit("Pörsel")), MoveTo(Hex(2015)))
    assert refused(s, MoveTo(Hex(2112))) is NO_WAY_BACK
    assert decision(s).route(s, MoveTo(Hex(2112))) is None


@pytest.mark.rule("10.2.1a", "10.2.1b")
def test_why_the_train_cannot_be_picked() -> None:
    s = at(at(field(), 1801, "Pörsel"), 1902, "372/218")
    movement(s, GERMAN)
    assert refused(s, Pick(unit("Pörsel"))) == caused_at(LINE_BLOCKED, 1902)
    off = at(field(), 1516, "Pörsel")
    movement(off, GERMAN)
    assert refused(off, Pick(unit("Pörsel"))) is NO_TRACK


@pytest.mark.rule("10.2.1a")
def test_a_line_that_is_joined_to_no_other(tmp_path: Path) -> None:
    """Only an owner's own map has one: here the Jeltsch line ends short of the junction."""
    (tmp_path / "breslau1945").mkdir()
    (tmp_path / "breslau1945" / "map.toml").write_text(
        '[path.railroad]\njeltsch_line = "2404 2304 2203 2103 2002 1902 1801"\n'
    )
    s: State = bare("breslau1945", "historical", data=tmp_path)
    at(s, 2113, "Pörsel")
    do(movement(s, GERMAN), Pick(unit("Pörsel")))
    assert refused(s, MoveTo(Hex(2103))) is NO_TRACK


# --- more of the northern front


@pytest.mark.rule("10.1.3i")
def test_a_front_that_is_no_more_is_not_declared_again() -> None:
    s = field(turn=15, north=OVER)
    s.send(unit("13/5"), NORTH_POLISH)
    northern_front(s)
    assert not s.flow


@pytest.mark.rule("10.1.3e", "10.1.3f", "10.1.3i", "7.1.8c")
@pytest.mark.parametrize(
    ("turn", "germans", "faces", "said"),
    [
        (
            13,
            ("I/Mohr",),
            (1, 1),
            [
                "Northern front: German total 2 vs. 3 Polish units: the Poles break through.",
                "Placed in Turn 14 space: 13th Polish Infantry Regiment (5th Division), "
                "15th Polish Infantry Regiment (5th Division), 17th Polish Infantry Regiment (5th Division).",
                "Placed in Tactical reserves of the fortress command: I/Mohr Regiment.",
            ],
        ),
        (13, ("I/Mohr",), (1, 2), ["Northern front: German total 3 vs. 3 Polish units: no effect."]),
        (
            20,
            (),
            (),
            [
                "Northern front: 0 German units against 3 Polish units; dice to roll: 0.",
                "Northern front: German total 0 vs. 3 Polish units: the Poles break through.",
                "Removed from the game: 13th Polish Infantry Regiment (5th Division), "
                "15th Polish Infantry Regiment (5th Division), 17th Polish Infantry Regiment (5th Division).",
            ],
        ),
    ],
)
def test_how_the_northern_front_is_told(
    turn: int, germans: tuple[str, ...], faces: tuple[int, ...], said: list[str]
) -> None:
    s = field(turn=turn)
    for name in ("13/5", "15/5", "17/5"):
        s.send(unit(name), NORTH_POLISH)
    for name in germans:
        s.send(unit(name), NORTH_GERMAN)
    northern_front(s)
    do(s, Declare())
    if faces:
        s.log.clear()
        with dice(s, *faces):
            do(s, RollRest())
    lines = [say(GAME, each.event) for each in s.log]
    assert [each for each in lines if not each.startswith("Northern front: die")][-len(said) :] == said


@pytest.mark.rule("10.5.1")
@pytest.mark.parametrize(("die", "counters"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_how_many_chemical_counters(die: int, counters: int) -> None:
    s = field(turn=1)
    with dice(s, 1, 1, die):
        history.first_turn_rolls(s)
    assert (s.tracks["goliaths"], s.tracks["chemicals"]) == (2, counters)
