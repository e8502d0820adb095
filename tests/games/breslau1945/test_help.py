"""What a player is shown before he commits himself, and refusals of what does not belong here."""

from pathlib import Path

import pytest

from bridgehead.bots.evaluation import Term
from bridgehead.bots.judges.breslau1945 import judge
from bridgehead.core.actions import Cancel, Commit, Done, MoveTo, Pick, Place, SendTo
from bridgehead.core.data import Data, DataError
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.play import decision
from bridgehead.core.values import Hex, Side
from bridgehead.games.breslau1945 import build
from bridgehead.games.breslau1945.model.actions import (
    Bombard,
    Everyone,
    ReleaseGas,
    Screen,
)
from bridgehead.games.breslau1945.model.data import NORTH_GERMAN, RESERVES, SCREENS
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE, State
from bridgehead.games.breslau1945.rules.assault import Assault, AssaultPhase
from bridgehead.games.breslau1945.rules.attack import NO_ATTACKER, OTHER_DIVISION
from bridgehead.games.breslau1945.rules.bombardment import AirStrength, Bombardment, BombardmentPhase
from bridgehead.games.breslau1945.rules.defence import DefensiveFire
from bridgehead.games.breslau1945.rules.deployment import Deploy
from bridgehead.games.breslau1945.rules.history import ScreenTheGaps
from bridgehead.games.breslau1945.rules.movement import (
    ENEMY_THERE,
    GAS_THERE,
    RIVER,
    MoveUnit,
    TacticalMovement,
)
from bridgehead.games.breslau1945.rules.north import PolishLosses
from bridgehead.games.breslau1945.rules.redeployment import EnterMap, EntryHex, Withdrawal
from bridgehead.games.breslau1945.rules.reserves import (
    NOT_IN_NORTH,
    NOT_IN_RESERVES,
    NorthToReserves,
    PlaceReserve,
    ReservesToMap,
    ReservesToNorth,
    reserve_hexes,
)
from bridgehead.games.breslau1945.rules.train import TrainRun
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    ask,
    assault,
    at,
    bombardment,
    do,
    field,
    move,
    movement,
    refused,
    unit,
)


def test_a_phase_reminds_of_what_is_left() -> None:
    s = at(at(field(), 820, "372/218", "658/218", "667/218"), 921, "21 VS")
    at(s, 117, "1039")
    assault(s, SOVIET)
    assert [each.unit for each in decision(s).reminders(s)] == [unit("21 VS")]
    bombardment(s, points=3)
    said = [each.words for each in decision(s).reminders(s)]
    assert said == ["unused airstrike points will be lost: 3", "can still bombard"]
    movement(s, SOVIET)
    reminders = decision(s).reminders(s)
    assert sum(each.duty for each in reminders) == 3
    s.send(unit("955/309"), "turn5")
    ask(s, EnterMap(SOVIET))
    assert [each.unit for each in decision(s).reminders(s)] == [unit("955/309")]


@pytest.mark.rule("9.10a", "9.2c", "8.3.3c")
def test_a_defensive_fire_is_forecast_and_nothing_else_is_taken() -> None:
    s = at(at(field(), 219, "372/218", "955/309"), 321, "21 VS")
    move(movement(s, GERMAN), "21 VS", 320)
    assert decision(s).forecast(s) is None
    assert refused(s, Everyone()) is OTHER_DIVISION
    assert refused(s, Commit()) is NO_ATTACKER
    assert refused(s, MoveTo(Hex(320))) is OUT_OF_PHASE
    do(s, Pick(unit("372/218")))
    forecast = decision(s).forecast(s)
    assert forecast is not None
    assert (forecast.title, forecast.attack, forecast.odds) == ("Defensive Fire", "+1", "1 in 6")
    assert forecast.rows[5] == ("6", ("hit",))


@pytest.mark.rule("9.2c", "4.1b")
def test_an_assault_takes_no_two_divisions_at_once_and_nothing_of_another_phase() -> None:
    s = at(at(field(), 219, "372/218", "955/309"), 220, "21 VS")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")))
    assert refused(s, Everyone()) is OTHER_DIVISION
    assert refused(s, ReleaseGas()) is OUT_OF_PHASE


@pytest.mark.rule("13.2", "3.0l", "10.5.2b")
def test_why_a_distant_hex_cannot_be_reached() -> None:
    s = at(at(field(), 117, "372/218"), 319, "21 VS", disorganised=True)
    s.set(gas=(Hex(315),))
    movement(s, SOVIET)
    do(s, Pick(unit("372/218")))
    assert refused(s, MoveTo(Hex(1717))) is RIVER
    assert refused(s, MoveTo(Hex(319))) is ENEMY_THERE
    assert refused(s, MoveTo(Hex(315))) is GAS_THERE
    assert refused(s, Place(Hex(118))) is OUT_OF_PHASE
    assert decision(s).route(s, Cancel()) is None


@pytest.mark.rule("4.1b")
def test_every_decision_refuses_what_does_not_belong_to_it() -> None:
    s = at(at(field(), 419, "21 VS"), 117, "1039")
    bombardment(s)
    do(s, Bombard(Hex(419)))
    assert refused(s, Place(Hex(219))) is OUT_OF_PHASE
    assert decision(s).forecast(s) is None
    s.send(unit("22 VS"), RESERVES)
    s.send(unit("23 VS"), NORTH_GERMAN)
    s.send(unit("372/218"), "turn5")
    ask(s, ReservesToMap(GERMAN, reserve_hexes(s)))
    assert refused(s, Place(Hex(1516))) is OUT_OF_PHASE
    ask(s, PlaceReserve(GERMAN, unit("22 VS"), reserve_hexes(s)))
    assert refused(s, Done()) is OUT_OF_PHASE
    ask(s, ReservesToNorth(GERMAN))
    assert refused(s, Pick(unit("23 VS"))) is NOT_IN_RESERVES
    ask(s, NorthToReserves(GERMAN))
    assert refused(s, Pick(unit("22 VS"))) is NOT_IN_NORTH
    ask(s, EnterMap(SOVIET))
    assert refused(s, SendTo(RESERVES)) is OUT_OF_PHASE
    do(s, Pick(unit("372/218")))
    assert refused(s, Done()) is OUT_OF_PHASE
    ask(s, Deploy(GERMAN, unit("24 VS")))
    assert refused(s, Done()) is OUT_OF_PHASE
    at(s, 2113, "Pörsel")
    ask(s, TrainRun(GERMAN, unit("Pörsel"), (Hex(2113),)))
    assert refused(s, Place(Hex(2114))) is OUT_OF_PHASE
    assert decision(s).route(s, Done()) is None
    route = decision(s).route(s, MoveTo(Hex(2014)))
    assert route is not None
    assert route.hexes == (2113, 2114, 2014)


@pytest.mark.rule("5.1d")
def test_the_gaps_need_not_be_screened() -> None:
    s = field(turn=18)
    s.send(unit("Screening Unit 1"), SCREENS)
    ask(s, ScreenTheGaps(SOVIET, frozenset({Hex(1034)})))
    assert refused(s, Screen(Hex(1134))).rule == "7.1.7a"
    do(s, Done())
    assert not s.flow
    assert s.units[unit("Screening Unit 1")].box == SCREENS


@pytest.mark.rule("10.2.1b", "7.3.8")
def test_the_train_does_not_enter_a_full_hex_under_fire_without_a_way_on() -> None:
    s = at(at(field(), 1902, "Pörsel"), 1801, "21 VS", "22 VS")
    at(s, 1701, "372/218")
    movement(s, GERMAN)
    do(s, Pick(unit("Pörsel")))
    assert refused(s, MoveTo(Hex(1801))).rule == "7.3.8"  # the end of the line


@pytest.mark.rule("2.4")
@pytest.mark.parametrize(
    ("file", "text", "key"),
    [
        ("units", '[unit.g_vs21]\nsetup = "nowhere"\n', r"g_vs21\.setup"),
        ("units", '[unit.s_BM13_18Grd]\nsplits = ["nobody"]\n', r"s_BM13_18Grd\.splits"),
        ("tables", '[bridge_links]\n1512 = "1516"\n', r"bridge_links\.1512"),
        ("tables", '[bridge_links]\n1512 = "15"\n', r"bridge_links\.1512"),
        ("tables", "[terrain.clear]\ncost = { german = 0, soviet = 1 }\n", r"terrain\.clear\.cost"),
        ("tables", "[terrain.city]\nstack = { german = 0, soviet = 1 }\n", r"terrain\.city\.stack"),
        ("tables", "[supply]\nartillery = 0\n", r"supply\.artillery"),
        ("tables", "[special]\npolish_losses = 0\n", r"special\.polish_losses"),
        ("tables", "[fatigue]\n1 = 0\n", r"fatigue\.1"),
        ("tables", "[bombardment]\ncolumns = ['a', '2', '3-4', '5-6', '7+']\n", r"bombardment\.columns"),
        ("scenarios", "[scenario.free]\nturns = 0\n", r"scenario\.free\.turns"),
        ("map", '[terrain]\npark = "9901"\n', r"terrain\.park"),
    ],
)
def test_wrong_data_is_named_by_file_and_key(tmp_path: Path, file: str, text: str, key: str) -> None:
    folder = tmp_path / "breslau1945"
    folder.mkdir()
    (folder / f"{file}.toml").write_text(text)
    with pytest.raises(DataError, match=key):
        build(Data("bridgehead.games.breslau1945", tmp_path))


def test_a_bot_gives_the_reasons_of_its_own_side() -> None:
    said = {side: {term.name: term.phrase for term in judged(field(), side)} for side in (SOVIET, GERMAN)}
    assert said[SOVIET]["ground"] == "takes or holds victory hexes"
    assert said[GERMAN]["ground"] == "keeps victory hexes from the Red Army"
    assert said[GERMAN]["stores"] == "saves Supply and special weapons"
    assert said[SOVIET]["north"] != said[GERMAN]["north"]


def judged(s: State, side: Side) -> tuple[Term, ...]:
    return (*judge(GAME).standing(s, side), *judge(GAME).prospects(s, side))


REGIMENT, MILITIA = unit("372/218"), unit("21 VS")
AIM = Hex(820)

SUBJECTS: list[tuple[Decision[State], Subject]] = [
    (AssaultPhase(SOVIET), Subject()),
    (
        Assault(SOVIET, MILITIA, frozenset(), frozenset(), (REGIMENT,)),
        Subject(committed=(REGIMENT,), hexes=(AIM,)),
    ),
    (DefensiveFire(SOVIET, MILITIA, Hex(921), (REGIMENT,)), Subject(committed=(REGIMENT,), hexes=(AIM,))),
    (BombardmentPhase(SOVIET), Subject()),
    (AirStrength(SOVIET, frozenset(), AIM), Subject(hexes=(AIM,))),
    (Bombardment(SOVIET, AIM, frozenset(), (REGIMENT,)), Subject(committed=(REGIMENT,), hexes=(AIM,))),
    (Deploy(SOVIET, REGIMENT), Subject(unit=REGIMENT)),
    (ScreenTheGaps(SOVIET, frozenset({AIM})), Subject()),
    (TacticalMovement(SOVIET, (REGIMENT,)), Subject()),
    (MoveUnit(SOVIET, REGIMENT, 5), Subject(unit=REGIMENT)),
    (TrainRun(GERMAN, unit("Pörsel"), (Hex(2113),)), Subject(unit=unit("Pörsel"))),
    (PolishLosses(SOVIET, 2, (unit("13/5"),)), Subject(committed=(unit("13/5"),))),
    (EnterMap(SOVIET), Subject()),
    (EntryHex(SOVIET, REGIMENT, ()), Subject(unit=REGIMENT)),
    (Withdrawal(SOVIET, frozenset({AIM})), Subject()),
    (ReservesToMap(GERMAN, (AIM,)), Subject()),
    (PlaceReserve(GERMAN, MILITIA, (AIM,)), Subject(unit=MILITIA)),
]


@pytest.mark.parametrize(("question", "subject"), SUBJECTS, ids=lambda each: type(each).__name__)
def test_a_question_shows_the_units_in_hand_and_the_hex_it_aims_at(
    question: Decision[State], subject: Subject
) -> None:
    s = at(at(field(), 820, "21 VS"), 720, "372/218")
    assert question.about(s) == subject
