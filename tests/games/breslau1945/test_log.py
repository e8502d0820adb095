"""The log as a player reads it: every die with its modifiers, its result, and what was spent and is left."""

import pytest

from bridgehead.core.actions import Action, Commit, Done, MoveTo, Pick, Place, SendTo
from bridgehead.core.play import setup
from bridgehead.core.values import Hex
from bridgehead.core.words import say
from bridgehead.games.breslau1945.model.actions import (
    Airstrike,
    Antifascists,
    ArtilleryFire,
    Bombard,
    BuildTrain,
    Declare,
    HoldFire,
    NightRaid,
    Reinforce,
    ReleaseGas,
    RollDie,
    Spend,
    Split,
    StrikeDepots,
    UseCapturedGoliaths,
    UseGoliath,
)
from bridgehead.games.breslau1945.model.data import BATTLEWORN, NORTH_GERMAN, NORTH_POLISH, RESERVES, WORKS
from bridgehead.games.breslau1945.model.events import PhaseOpened, StepOpened
from bridgehead.games.breslau1945.model.state import State
from bridgehead.games.breslau1945.rules.attack import fatigue
from bridgehead.games.breslau1945.rules.history import first_turn_rolls, guns_face_up, happen
from bridgehead.games.breslau1945.rules.north import FIGHTING, northern_front
from bridgehead.games.breslau1945.rules.redeployment import EnterMap, poles_return_north
from bridgehead.games.breslau1945.rules.reserves import (
    MapToReserves,
    NorthToReserves,
    Reorganisation,
    ReservesToMap,
    ReservesToNorth,
    reserve_hexes,
)
from bridgehead.games.breslau1945.rules.sequence import PHASES, STEPS, GameTurn
from bridgehead.games.breslau1945.rules.supply import LandingStrip, supply_roll
from bridgehead.games.breslau1945.rules.train import TrainWorks
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    ask,
    assault,
    at,
    bombardment,
    dice,
    do,
    field,
    move,
    movement,
    unit,
)


def lines(s: State) -> list[str]:
    return [say(GAME, each.event) for each in s.log]


def played(s: State, *actions: Action) -> list[str]:
    """The lines of the log that some actions write."""
    found = []
    for action in actions:
        do(s, action)
        found.extend(lines(s))
    return found


@pytest.mark.rule("8.3.3a", "8.3.3b", "6.2a")
def test_artillery_fire_tells_what_it_cost_and_what_is_left() -> None:
    s = at(at(field(supply=6), 220, "I/Wehl"), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    s.log.clear()
    do(s, Pick(unit("I/Wehl")), ArtilleryFire("2"))
    with dice(s, 2):
        do(s, Commit())
    assert lines(s) == [
        "German Artillery Fire: 2 Supply spent for +2 (4 left).",
        "Defensive Fire on 372nd Rifle Regiment (218th Division) in hex 0219 by I/Wehl Regiment: die 2, "
        "+1 (attacking units), +2 (German Artillery Fire); total 5, needs 6 (Clear): no effect.",
    ]


@pytest.mark.rule("7.3.6c")
def test_fire_held_is_told() -> None:
    s = at(at(field(), 220, "21 VS"), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    assert played(s, HoldFire()) == [
        "Garrison holds fire on 372nd Rifle Regiment (218th Division) in hex 0219."
    ]


@pytest.mark.rule("10.4.1", "10.4.2", "9.4c")
def test_goliaths_and_what_is_left_of_them() -> None:
    s = assault(at(at(field(turn=12, goliaths=3), 219, "56 eng."), 220, "21 VS"), GERMAN)
    do(s, Pick(unit("56 eng.")), Pick(unit("21 VS")), UseGoliath())
    s.log.clear()
    with dice(s, 1):
        do(s, Commit())
    assert lines(s)[0] == "A Goliath is used for +2 and removed from the game (2 Goliaths left)."
    assert lines(s)[1].endswith(
        "die 1, +1 (attacking units), +2 (Goliath); total 4, needs 6 (Clear): "
        "a natural 1 always fails, no effect."
    )
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Pick(unit("56 eng.")), UseCapturedGoliaths())
    s.log.clear()
    with dice(s, 6):
        do(s, Commit())
    assert lines(s)[0] == "The captured Goliaths are used for +2; they can't be used again."
    assert lines(s)[-1] == "21st Volkssturm Battalion is Fatigued: moved to German battleworn units."


@pytest.mark.rule("10.5.2a", "10.5.2b")
def test_chemical_weapons() -> None:
    s = at(at(field(chemicals=2), 220, "21 VS"), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    s.log.clear()
    do(s, ReleaseGas())
    assert lines(s) == [
        "Chemical weapons in hex 0219: 372nd Rifle Regiment (218th Division) returns to hex 0119 "
        "and its move ends; 1 counter left."
    ]


@pytest.mark.rule("8.2.6c", "8.2.6e", "8.2.7", "8.2.4a", "10.6a", "8.2.14")
def test_strikes_of_phase_3() -> None:
    s = at(at(field(supply=1), 419, "21 VS", "I/SS Besslein"), 117, "1039", "18 Grd")
    bombardment(s, points=9)
    do(s, Airstrike(Hex(419)))
    with dice(s, 3):
        do(s, Spend("2"))
    assert lines(s) == [
        "Airstrike on Südpark (0419): 2 airstrike points spent (7 left), column 2, die 3: no effect.",
        "Now Fanatic: I/SS Regiment Besslein.",
    ]
    s.log.clear()
    for face, more in ((6, "Disorganized: 21st"), (6, "Already Disorganized, no further effect: 21st")):
        do(s, Bombard(Hex(419)), Pick(unit("1039")), Pick(unit("18 Grd")))
        with dice(s, face):
            do(s, Commit())
        assert lines(s) == [
            "Bombardment of Südpark (0419) by 1039th Artillery Regiment (ZIS-3), 18th Guards Rocket Regiment "
            "(BM-13): strength 2, column 2, die 6: success.",
            f"{more} Volkssturm Battalion, I/SS Regiment Besslein.",
        ]
        s.log.clear()
        for name in ("1039", "18 Grd"):
            s.mark(unit(name), fired=False)
        ask(s, type(s.flow[-1])(SOVIET))
    do(s, StrikeDepots())
    with dice(s, 6):
        do(s, Spend("1"))
    assert lines(s) == [
        "Airstrike on supply depots: 1 airstrike point spent (6 left), column 1, die 6: success.",
        "German Supply -1, now 0.",
    ]
    do(s, StrikeDepots())
    with dice(s, 6):
        do(s, Spend("1"))
    assert lines(s)[1:] == ["The garrison has no Supply left to lose."]
    s.log.clear()
    guns_face_up(s)
    assert not lines(s)
    s.mark(unit("1039"), fired=True)
    guns_face_up(s)
    assert lines(s) == ["Artillery ready again: 1039th Artillery Regiment (ZIS-3)."]


@pytest.mark.rule("10.7", "10.8a", "10.9.1a", "10.9.1b")
def test_other_means_of_phase_3() -> None:
    s = at(at(at(field(po2=3), 219, "21 VS"), 220, "372/218"), 117, "18 Grd")
    bombardment(s)
    with dice(s, 4):
        said = played(s, NightRaid(unit("21 VS")), Commit())
    said += played(s, Antifascists(unit("21 VS")), Commit(), Split(unit("18 Grd")), Commit())
    assert said == [
        "Po-2 attack on 21st Volkssturm Battalion in hex 0219: die 4, needs 3 or 4: success; "
        "2 Po-2 left this turn.",
        "Disorganized: 21st Volkssturm Battalion.",
        "German antifascists disorganize 21st Volkssturm Battalion in hex 0219 "
        "and are removed from the game.",
        "Already Disorganized, no further effect: 21st Volkssturm Battalion.",
        "18th Guards Rocket Regiment (BM-13) in hex 0117 is removed from the game and replaced by "
        "1/18th Guards Rocket Regiment (infantry support), 2/18th Guards Rocket Regiment (infantry support).",
    ]


@pytest.mark.rule("8.2.5")
def test_unused_airstrike_points_are_told() -> None:
    s = field()
    bombardment(s, points=4)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.bombarding)))
    do(s, Done())
    assert "4 airstrike points unused and lost." in lines(s)
    assert s.tracks["air"] == 0


@pytest.mark.rule("10.1.3b", "10.1.3c", "10.1.3d", "10.1.4", "9.7")
def test_the_northern_front() -> None:
    s = field(turn=13)
    for name in ("13/5", "15/5", "17/5"):
        s.send(unit(name), NORTH_POLISH)
    s.send(unit("I/Mohr"), NORTH_GERMAN)
    northern_front(s)
    said = played(s, Declare())
    with dice(s, 1):
        said += played(s, Reinforce())
    with dice(s, 4):
        said += played(s, RollDie())
    do(s, Pick(unit("13/5")), Pick(unit("15/5")))
    with dice(s, 2, 4, 6):
        said += played(s, Pick(unit("17/5")))
    assert said == [
        "The 2nd Polish Army attacks: victory hexes needed +5, now 30.",
        "Phase 1: Events, northern front.",
        "Northern front: 1 German unit against 3 Polish units; dice to roll: 2.",
        "Northern front: 1 Supply spent (19 left): die 1, +2, total 3.",
        "Northern front: die 4, total 7.",
        "Northern front: German total 7 vs. 3 Polish units: "
        "the German line holds, Polish units are Fatigued.",
        "13th Polish Infantry Regiment (5th Division) is Fatigued: die 2, halved and rounded up: 1 turn "
        "(Turn 14 space).",
        "15th Polish Infantry Regiment (5th Division) is Fatigued: die 4, halved and rounded up: 2 turns "
        "(Turn 15 space).",
        "17th Polish Infantry Regiment (5th Division) is Fatigued: die 6, halved and rounded up: 3 turns "
        "(Turn 16 space).",
    ]


@pytest.mark.rule("9.7b")
def test_a_unit_that_would_come_back_too_late_is_removed() -> None:
    s = at(field(turn=19), 219, "372/218")
    with dice(s, 3):
        fatigue(s, unit("372/218"))
    assert lines(s) == [
        "372nd Rifle Regiment (218th Division) is Fatigued: die 3, halved and rounded up: 2 turns "
        "(removed from the game)."
    ]


@pytest.mark.rule("6.4", "6.5", "6.6a", "6.6b", "10.2a", "10.2.3", "10.3.2")
def test_what_supply_is_spent_on_and_rolled_for() -> None:
    s = field(turn=9, supply=20)
    s.send(unit("21 VS"), BATTLEWORN)
    s.send(unit("Pörsel"), WORKS)
    ask(s, Reorganisation(GERMAN))
    said = played(s, Pick(unit("21 VS")))
    ask(s, TrainWorks(GERMAN))
    said += played(s, BuildTrain())
    ask(s, LandingStrip(GERMAN))
    said += played(s, Place(Hex(1511)))
    s.log.clear()
    with dice(s, 4):
        supply_roll(s)
    fatigue(s, unit("Pörsel"))
    assert said + lines(s) == [
        "21st Volkssturm Battalion is reorganized: 3 Supply spent (17 left), "
        "moved to Tactical reserves of the fortress command.",
        "Armored train Pörsel is placed in DRB-Ausbesserungswerke (2113): 2 Supply spent (15 left).",
        "Landing strip marker 1 of 3 placed in Kaiserstraße / Scheitniger Stern (1511): "
        "4 Supply spent (11 left).",
        "Supply roll: die 4, +3 (airport under German control); total 7, halved and rounded up: "
        "+4 Supply, now 15.",
        "Armored train Pörsel is damaged and removed from the map; it can be repaired in Phase 9.",
    ]
    assert s.units[unit("21 VS")].box == RESERVES


@pytest.mark.rule("6.6a")
def test_a_supply_roll_without_modifiers_says_so() -> None:
    s = at(field(turn=9, supply=0), 2027, "372/218")
    with dice(s, 5):
        supply_roll(s)
    assert lines(s) == ["Supply roll: die 5, no modifiers; total 5, halved and rounded up: +3 Supply, now 3."]


@pytest.mark.rule("10.4", "10.5.1")
def test_the_rolls_of_the_first_turn() -> None:
    s = field(turn=1)
    with dice(s, 3, 4, 5):
        first_turn_rolls(s)
    assert lines(s) == [
        "Goliaths: dice 3 + 4 = 7 Goliaths in the Tactical reserves.",
        "Chemical weapons: die 5, halved and rounded up: 3 counters.",
    ]
    assert (s.tracks["goliaths"], s.tracks["chemicals"]) == (7, 3)


@pytest.mark.rule("4.4.1a", "4.4.2", "7.1a", "7.2a")
def test_every_phase_and_every_step_with_a_choice_has_its_heading() -> None:
    assert PhaseOpened.heading == StepOpened.heading == "phase"
    names = [say(GAME, PhaseOpened(phase)) for phase in PHASES]
    assert names[:4] == [
        "Phase 1: Events.",
        "Phase 2: Red Army Strategic Movement.",
        "Phase 3: Artillery Bombardment and Airstrikes.",
        "Phase 4: Red Army Tactical Movement.",
    ]
    s = setup(GAME, "historical", 1)
    s.send(unit("21 VS"), BATTLEWORN)
    s.send(unit("I/Kersten"), RESERVES)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.reserves_to_map)))
    steps = []
    while s.turn == 1:
        steps += [each.event.step for each in s.log if isinstance(each.event, StepOpened)]
        do(s, Done())
    assert [step for step in steps if step in STEPS and step != "withdrawing"] == [
        "reserves_to_map",
        "reserves_to_north",
        "map_to_reserves",
        "north_to_reserves",
        "reorganise",
        "landing_strip",
    ]


@pytest.mark.rule("4.4.6", "7.1a", "5.1d", "10.5.2b")
def test_nothing_is_told_of_what_did_not_happen() -> None:
    s = at(field(turn=6), 219, "222")
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.delaying)))
    assert lines(s) == [
        "Phase 2: Red Army Strategic Movement.",
        "Phase 2: Red Army Strategic Movement, step 3: withdrawing units from the map.",
    ]
    s.log.clear()
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.reorganisation)))
    assert lines(s)[:2] == ["Phase 6: Reorganization.", "Phase 7: German Assault."]
    s.log.clear()
    for id in [each.id for each in GAME.counters.values() if each.division == "294"]:
        s.send(id, "eliminated")
    happen(s, "I")
    assert len(lines(s)) == 1


@pytest.mark.rule("5.1c", "10.1.2")
def test_who_comes_with_an_event() -> None:
    s = field(turn=2)
    s.send(unit("III/FJR 26"), "waiting")
    happen(s, "a")
    assert lines(s) == [
        "Event a: First airlift of paratroops (22-24 February).",
        "Placed in Tactical reserves of the fortress command: III/26th Parachute Regiment.",
    ]
    s.log.clear()
    happen(s, "a")
    assert len(lines(s)) == 1  # nobody is left to come


@pytest.mark.rule("7.3.4", "10.2.1a")
def test_a_move_is_told_with_its_hexes() -> None:
    s = movement(at(at(field(), 119, "372/218"), 1516, "21 VS"), SOVIET)
    do(s, Pick(unit("372/218")))
    assert played(s, MoveTo(Hex(219))) == ["372nd Rifle Regiment (218th Division) moves to 0219."]


@pytest.mark.rule("7.1b", "7.1c", "7.1.2", "7.1.8b", "9.9")
def test_units_of_the_turn_track() -> None:
    s = field(turn=15, north=FIGHTING)
    for name in ("372/218", "1039", "13/5", "Screening Unit 1"):
        s.send(unit(name), "turn15")
    poles_return_north(s)
    said = lines(s)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.delaying)))
    said += played(s, Pick(unit("1039")), Done())[:1]
    ask(s, EnterMap(SOVIET, left_over="turn16"))
    do(s, Pick(unit("Screening Unit 1")))
    said += played(s, SendTo("screens"))
    do(s, Pick(unit("372/218")))
    said += played(s, Place(Hex(117)))[:1]
    assert said == [
        "13th Polish Infantry Regiment (5th Division) is moved to Northern front: 2nd Polish Army.",
        "1039th Artillery Regiment (ZIS-3) is delayed (Turn 16 space).",
        "Screening Unit 1 is moved to Screening Unit pool.",
        "372nd Rifle Regiment (218th Division) is placed in hex 0117.",
    ]


@pytest.mark.rule("7.2.1", "7.2.4a", "7.2.6")
def test_reserves_and_the_northern_front() -> None:
    s = at(field(), 101, "372/218")
    s.send(unit("21 VS"), RESERVES)
    ask(s, ReservesToMap(GERMAN, reserve_hexes(s)))
    do(s, Pick(unit("21 VS")))
    said = played(s, Place(Hex(1516)))
    ask(s, MapToReserves(GERMAN))
    said += played(s, Pick(unit("21 VS")))
    ask(s, ReservesToNorth(GERMAN))
    said += played(s, Pick(unit("21 VS")))
    ask(s, NorthToReserves(GERMAN))
    said += played(s, Pick(unit("21 VS")))
    assert said == [
        "21st Volkssturm Battalion is placed in Rathaus (1516).",
        "21st Volkssturm Battalion is moved to Tactical reserves of the fortress command.",
        "21st Volkssturm Battalion is moved to Northern front: German forces.",
        "21st Volkssturm Battalion is moved to Tactical reserves of the fortress command.",
    ]


@pytest.mark.rule("4.4.6", "8.2.9", "10.5.2b")
def test_recovery_and_the_end_of_the_gas() -> None:
    s = at(field(), 220, "21 VS", "22 VS", disorganised=True)
    s.set(gas=(Hex(419),))
    GameTurn().reorganisation(s)
    assert lines(s) == [
        "Phase 6: Reorganization.",
        "No longer Disorganized: 21st Volkssturm Battalion, 22nd Volkssturm Battalion.",
        "Chemical weapons removed from the game: Südpark (0419).",
    ]


@pytest.mark.rule("4.4.6")
def test_every_phase_is_opened_under_its_rule() -> None:
    s = field(turn=4)
    GameTurn().reorganisation(s)
    assert [each.rule for each in s.log] == ["4.4.6"]
