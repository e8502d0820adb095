"""Every reason is true: take away what it names, and the action is offered."""

from pathlib import Path

import pytest

from bridgehead.core.actions import Action, Cancel, Choose, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.flow import Decision
from bridgehead.core.play import setup
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex
from bridgehead.games import load_game
from bridgehead.games.breslau1945.model.actions import (
    Airstrike,
    Bombard,
    Everyone,
    ReleaseGas,
    Split,
    StandingOrders,
    UseCapturedGoliaths,
    UseGoliath,
    WithdrawDivision,
)
from bridgehead.games.breslau1945.model.data import (
    BATTLEWORN,
    GERMAN,
    NORTH_POLISH,
    RESERVES,
    SOVIET,
)
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE, State, space, take_control
from bridgehead.games.breslau1945.rules import (
    assault,
    attack,
    bombardment,
    defence,
    deployment,
    history,
    movement,
    north,
    redeployment,
    reserves,
    standing,
    supply,
    train,
)
from bridgehead.games.breslau1945.rules.reserves import reserve_hexes
from bridgehead.testing.causes.breslau1945 import ASIDE, FACTS, REMEDIES, clear
from bridgehead.testing.refusals import FalseReason, Refusal, check, sampled
from tests.games.breslau1945.position import (
    GAME,
    ask,
    at,
    caused_at,
    dice,
    do,
    field,
    is_said,
    move,
    refused,
    unit,
)
from tests.games.breslau1945.position import assault as assault_phase
from tests.games.breslau1945.position import bombardment as bombardment_phase
from tests.games.breslau1945.position import movement as movement_phase
from tests.support import bare, stand


@pytest.mark.parametrize(("scenario", "wanted"), [("historical", 190), ("free", 150)])
def test_every_reason_is_true(scenario: str, wanted: int) -> None:
    wrong = []
    for refusal in sampled(load_game("breslau1945"), [scenario], 100, wanted):
        try:
            check(refusal, REMEDIES, FACTS)
        except FalseReason as found:
            wrong.append(str(found))
    assert not wrong, "\n".join(wrong)


# --- reasons that random games seldom meet


def holds(s: State, action: Action, no: No) -> None:
    """The action is refused for this reason, and offered once the cause is gone."""
    found = refused(s, action)
    assert is_said(no, found)
    assert found.hex == no.hex
    check(Refusal(s, action, found), REMEDIES, FACTS)


@pytest.mark.rule("9.1b", "9.1c", "8.2.10", "9.2c")
def test_who_may_assault_and_whom() -> None:
    s = at(at(field(), 219, "372/218", "955/309"), 220, "21 VS", "22 VS")
    target, other = unit("21 VS"), unit("22 VS")
    assault_phase(s, SOVIET)
    do(s, Pick(target), Pick(unit("372/218")))
    holds(s, Pick(unit("955/309")), attack.OTHER_DIVISION)
    holds(s, Pick(unit("372/218")), attack.ALREADY_IN)
    holds(s, Pick(other), attack.NOT_YOURS)
    assert refused(s, Everyone()) is attack.NO_OTHERS
    with dice(s, 1):
        do(s, Commit())
    holds(s, Pick(target), assault.ALREADY_STRUCK)
    do(s, Pick(other))
    holds(s, Pick(unit("372/218")), attack.HAS_ASSAULTED)
    s.send(unit("955/309"), ASIDE)
    ask(s, assault.AssaultPhase(SOVIET, frozenset({unit("372/218")})))
    holds(s, Pick(other), assault.ALL_HAVE_ASSAULTED)
    s.mark(unit("372/218"), fired=True)
    holds(s, Pick(other), assault.ALL_HAVE_BOMBARDED)


@pytest.mark.rule("8.2.8a", "9.2a", "10.4.1", "10.4.2")
def test_who_may_fire_defensively_and_with_what() -> None:
    s = at(at(field(), 220, "21 VS", "22 VS"), 119, "372/218")
    s.mark(unit("22 VS"), disorganised=True)
    move(movement_phase(s, SOVIET), "372/218", 219)
    holds(s, Pick(unit("22 VS")), attack.SILENT)
    holds(s, Pick(unit("372/218")), attack.NOT_YOURS)
    assert refused(s, Everyone()) is attack.NO_OTHERS  # no word of divisions to the garrison
    do(s, Pick(unit("21 VS")))
    holds(s, Pick(unit("21 VS")), attack.ALREADY_IN)
    assert refused(s, StandingOrders()) is defence.FIRE_BEGUN


@pytest.mark.rule("10.4.1", "10.4.2")
def test_goliaths_of_both_sides() -> None:
    s = at(at(field(turn=12), 219, "56 eng."), 220, "21 VS")
    assault_phase(s, SOVIET)
    do(s, Pick(unit("21 VS")), Pick(unit("56 eng.")), UseCapturedGoliaths())
    assert refused(s, UseCapturedGoliaths()) is assault.CAPTURED_IN
    assert refused(s, UseGoliath()) is assault.NOT_OURS
    s.track("goliaths", 1)
    assault_phase(s, GERMAN)
    do(s, Pick(unit("56 eng.")))
    assert refused(s, UseGoliath()) is attack.NO_ATTACKER
    assert refused(s, UseCapturedGoliaths()) is assault.NOT_THEIRS
    s.track("goliaths", 0)
    assert refused(s, UseGoliath()) is assault.NO_GOLIATH


@pytest.mark.rule("8.2.12", "8.2.4a", "8.2.6h", "10.8b")
def test_what_still_can_be_bombed_and_by_whom() -> None:
    s = at(at(field(), 419, "21 VS"), 117, "1039", "18 Grd")
    bombardment_phase(s)
    do(s, Bombard(Hex(419)), Pick(unit("18 Grd")))
    with dice(s, 6):
        do(s, Commit())
    holds(s, Bombard(Hex(419)), bombardment.SHELLED)
    holds(s, Airstrike(Hex(419)), bombardment.AFTER_GUNS)
    holds(s, Split(unit("18 Grd")), bombardment.ROCKETS_FIRED)
    s.mark(unit("1039"), fired=True)
    at(s, 520, "22 VS")
    holds(s, Bombard(Hex(520)), bombardment.NO_GUNS)
    holds(s, Airstrike(Hex(520)), bombardment.NO_POINTS)


@pytest.mark.rule("7.3.4", "3.0l", "10.5.2b", "7.3.8")
def test_what_keeps_a_unit_where_it_is() -> None:
    s = at(field(), 101, "372/218")
    exits = s.tables.exits[SOVIET][101]
    for number, hex in enumerate(exits):
        at(s, hex, f"{21 + number} VS")
    movement_phase(s, SOVIET)
    holds(s, Pick(unit("372/218")), caused_at(movement.HEMMED_IN, exits[0]))
    s.set(gas=exits)
    for hex in exits:
        clear(s, hex)
    movement_phase(s, SOVIET)
    holds(s, Pick(unit("372/218")), caused_at(movement.GASSED_IN, exits[0]))


@pytest.mark.rule("7.3.8")
def test_a_german_among_full_hexes() -> None:
    s = at(field(), 1716, "21 VS")
    at(s, 1816, "22 VS", "23 VS", "24 VS")
    idle = [id for id, counter in GAME.counters.items() if counter.side == GERMAN and not s.units[id].hex]
    while open_hexes := movement.legs(s, s.units[unit("21 VS")], 5):
        s.put(idle.pop(), next(iter(open_hexes)))
        s.touch()
    movement_phase(s, GERMAN)
    holds(s, Pick(unit("21 VS")), caused_at(movement.CROWDED_IN, 1816))


@pytest.mark.rule("7.3.5", "3.0l", "10.5.2b", "13.3", "2.6b", "2.6c")
def test_the_way_to_a_hex() -> None:
    s = at(field(), 1615, "372/218")
    do(movement_phase(s, SOVIET), Pick(unit("372/218")))
    holds(s, MoveTo(Hex(1716)), movement.ONE_DOOR)
    s = at(field(), 1716, "372/218")
    do(movement_phase(s, SOVIET), Pick(unit("372/218")))
    holds(s, MoveTo(Hex(1615)), movement.ONE_WAY_OUT)


@pytest.mark.rule("10.5.2b", "3.0l", "7.3.6b")
def test_what_lies_in_the_way() -> None:
    s = at(field(), 117, "372/218")
    far = next(
        hex for hex in movement.legs(s, s.units[unit("372/218")], 5) if s.game.board.distance(117, hex) == 3
    )
    ring = tuple(hex for hex in s.tables.land if s.game.board.distance(117, hex) == 2)
    s.set(gas=ring)
    do(movement_phase(s, SOVIET), Pick(unit("372/218")))
    no = refused(s, MoveTo(far))
    assert (no.because, no.hex in ring) == (movement.WAY_GASSED.because, True)
    holds(s, MoveTo(far), no)
    s.set(gas=())
    for number, hex in enumerate(ring):
        at(s, hex, f"{21 + number} VS")
    movement_phase(s, SOVIET)
    do(s, Pick(unit("372/218")))
    no = refused(s, MoveTo(far))
    assert (no.because, no.hex in ring) == (movement.WAY_BARRED.because, True)
    holds(s, MoveTo(far), no)


@pytest.mark.rule("S.2")
def test_the_last_units_garrison_the_two_places() -> None:
    s = setup(GAME, "free", 1)
    for id in deployment.to_deploy(s, GERMAN)[:-2]:
        s.put(id, Hex(1416))
    s.touch()
    last = deployment.to_deploy(s, GERMAN)[0]
    do(s, Pick(last))
    holds(s, Place(Hex(1315)), deployment.MUST_GARRISON)


@pytest.mark.rule("7.3", "7.3.7")
def test_other_units_while_one_moves() -> None:
    s = at(at(field(), 117, "372/218", "658/218"), 820, "21 VS")
    do(movement_phase(s, SOVIET), Pick(unit("372/218")))
    holds(s, Pick(unit("372/218")), movement.MOVING)
    holds(s, Pick(unit("21 VS")), movement.NOT_YOURS)
    holds(s, Pick(unit("658/218")), movement.ONE_AT_A_TIME)
    assert refused(s, Done()) is movement.NO_STEP_YET
    holds(s, MoveTo(Hex(117)), movement.STANDS_THERE)
    do(s, MoveTo(Hex(118)))
    assert refused(s, Cancel()) is movement.HAS_BEGUN


@pytest.mark.rule("7.2.2a", "7.2.2b", "7.2.3", "7.2.4a", "7.2.5")
def test_reserves_and_the_worn() -> None:
    s = at(field(), 1516, "21 VS", "22 VS", "23 VS")
    s.send(unit("24 VS"), RESERVES)
    s.send(unit("27 VS"), BATTLEWORN)
    ask(s, reserves.PlaceReserve(GERMAN, unit("24 VS"), reserve_hexes(s)))
    holds(s, Place(Hex(1516)), reserves.FULL)
    clear(s, Hex(1516))
    take_control(s, SOVIET, Hex(1516))
    ask(s, reserves.PlaceReserve(GERMAN, unit("24 VS"), reserve_hexes(s)))
    holds(s, Place(Hex(1516)), reserves.RATHAUS_LOST)
    at(s, 1416, "372/218")
    take_control(s, GERMAN, Hex(1516))
    ask(s, reserves.PlaceReserve(GERMAN, unit("24 VS"), reserve_hexes(s)))
    far = next(hex for hex in s.tables.cities if s.game.board.distance(hex, 1416) >= 8)
    holds(s, Place(far), caused_at(reserves.CUT_OFF, 1516))
    ask(s, reserves.MapToReserves(GERMAN))
    holds(s, Pick(unit("24 VS")), reserves.NOT_ON_MAP)
    holds(s, Pick(unit("372/218")), reserves.NOT_GERMAN)
    ask(s, reserves.Reorganisation(GERMAN))
    holds(s, Pick(unit("24 VS")), reserves.NOT_WORN)


@pytest.mark.rule("10.3.1c", "10.3.3")
def test_the_landing_strip() -> None:
    s = field()
    first, second = sorted(s.tables.strip_ground)[:2]
    s.set(strip=(first,))
    take_control(s, SOVIET, second)
    ask(s, supply.LandingStrip(GERMAN))
    holds(s, Place(first), supply.TAKEN)
    holds(s, Place(second), supply.NOT_GERMAN)


@pytest.mark.rule("7.1.3c", "7.1.2")
def test_entering_where_germans_stand() -> None:
    s = field()
    polish = s.tables.concentration["polish"]
    for number, hex in enumerate(polish):
        at(s, hex, f"{21 + number} VS")
    s.send(unit("13/5"), space(5))
    s.send(unit("372/218"), space(5))
    ask(s, redeployment.EnterMap(SOVIET))
    holds(s, Pick(unit("13/5")), redeployment.NO_ENTRY)
    russian = s.tables.concentration["soviet"][0]
    at(s, russian, "51 VS")
    do(s, Pick(unit("372/218")))
    holds(s, Place(russian), redeployment.ENEMY_IN_HEX)


@pytest.mark.rule("10.1.3h")
def test_a_pole_already_chosen() -> None:
    s = field()
    for name in ("13/5", "15/5"):
        s.send(unit(name), NORTH_POLISH)
    ask(s, north.PolishLosses(SOVIET, 1, (unit("13/5"),)))
    holds(s, Pick(unit("13/5")), north.CHOSEN)


@pytest.mark.rule("S.2")
def test_the_free_deployment() -> None:
    s = setup(GAME, "free", 1)
    holds(s, Pick(unit("372/218")), deployment.NOT_YOURS)
    late = next(id for id, counter in GAME.counters.items() if counter.side == GERMAN and counter.event)
    holds(s, Pick(late), deployment.LATER)
    do(s, Pick(unit("21 VS")), Place(Hex(320)), Pick(unit("22 VS")), Place(Hex(320)))
    holds(s, Pick(unit("21 VS")), deployment.DEPLOYED)
    do(s, Pick(unit("23 VS")))
    holds(s, Place(Hex(320)), deployment.FULL)
    holds(s, Place(Hex(1717)), deployment.RIVER)
    ask(s, deployment.Deployment(SOVIET))
    do(s, Pick(unit("372/218")), Place(Hex(117)))
    holds(s, Pick(unit("955/309")), deployment.DIVISION_FIRST)
    assert refused(s, Choose(deployment.AS_IN_HISTORY)) is deployment.DIVISION_FIRST
    do(s, Pick(unit("658/218")))
    far = next(hex for hex in s.tables.start_ground[SOVIET] if GAME.board.distance(hex, 117) > 2)
    holds(s, Place(far), deployment.TOO_FAR)


@pytest.mark.rule("10.2.1a", "10.2.1b", "10.2.1c", "7.3.6b")
def test_what_stops_the_train() -> None:
    s = at(at(field(), 2113, "Pörsel"), 2507, "372/218")
    do(movement_phase(s, GERMAN), Pick(unit("Pörsel")))
    holds(s, MoveTo(Hex(2606)), caused_at(train.LINE_BLOCKED, 2507))
    holds(s, MoveTo(Hex(2013)), train.NO_RAIL)
    near = s.game.board.near[2015]
    at(s, next(hex for hex in near if hex not in s.tables.rail and hex in s.tables.land), "658/218")
    holds(s, MoveTo(Hex(2017)), caused_at(train.IN_STRETCHES, 2114))
    s.send(unit("658/218"), ASIDE)
    do(s, MoveTo(Hex(2015)))
    holds(s, MoveTo(Hex(2014)), train.TWICE)
    assert refused(s, Cancel()) is train.HAS_RUN


@pytest.mark.rule("7.3.4", "13.3")
def test_a_hex_that_no_path_leads_to(tmp_path: Path) -> None:
    """Only an owner's own map has one: here the bridge at 1716 leads nowhere."""
    folder = tmp_path / "breslau1945"
    folder.mkdir()
    (folder / "tables.toml").write_text('[bridge_links]\n1716 = ""\n')
    s = bare("breslau1945", "historical", data=tmp_path)
    stand(s, 1915, unit("21 VS"))
    do(movement_phase(s, GERMAN), Pick(unit("21 VS")))
    assert refused(s, MoveTo(Hex(1716))) is movement.NO_PATH


@pytest.mark.rule("7.1.6a", "7.3")
def test_divisions_that_are_not_there_and_enemies_of_the_train() -> None:
    s = at(at(field(), 219, "372/218"), 2113, "Pörsel")
    ask(s, redeployment.Withdrawal(SOVIET))
    assert refused(s, WithdrawDivision("309")) is redeployment.NO_SUCH_DIVISION
    do(movement_phase(s, GERMAN), Pick(unit("Pörsel")))
    holds(s, Pick(unit("372/218")), train.NOT_YOURS)


@pytest.mark.rule("4.1b")
@pytest.mark.parametrize(
    "frame",
    [
        assault.AssaultPhase(SOVIET),
        movement.Surplus(SOVIET),
        north.PolishLosses(SOVIET, 1),
        north.NorthernDice(GERMAN, 2),
        north.PolishDeclaration(SOVIET),
        train.TrainWorks(GERMAN),
        standing.GiveOrder(GERMAN),
        supply.LandingStrip(GERMAN),
        reserves.Reorganisation(GERMAN),
        reserves.PlaceReserve(GERMAN, unit("24 VS"), (Hex(1516),)),
        redeployment.HoldBack(SOVIET),
        redeployment.EntryHex(SOVIET, unit("372/218"), ()),
        history.ScreenTheGaps(SOVIET, frozenset({Hex(219)})),
        deployment.Deploy(SOVIET, unit("372/218")),
        bombardment.AirStrength(SOVIET, frozenset(), Hex(820)),
        bombardment.Bombardment(SOVIET, Hex(820), frozenset()),
    ],
    ids=lambda frame: type(frame).__name__,
)
def test_what_belongs_to_another_phase_is_refused_as_such(frame: Decision[State]) -> None:
    s = field()
    s.flow = (frame,)
    for action in (UseGoliath(), ReleaseGas(), MoveTo(Hex(219))):
        assert frame.why_not(s, action) is OUT_OF_PHASE


@pytest.mark.rule("9.2c", "8.2.10b")
def test_a_gun_that_bombarded_may_fire_defensively_but_not_with_another_division() -> None:
    s = at(at(field(), 219, "372/218", "842/309"), 321, "21 VS")
    s.mark(unit("842/309"), fired=True)
    move(movement_phase(s, GERMAN), "21 VS", 320)
    do(s, Pick(unit("372/218")))
    holds(s, Pick(unit("842/309")), attack.OTHER_DIVISION)


@pytest.mark.rule("7.1.2")
def test_germans_have_no_part_in_strategic_movement_of_the_red_army() -> None:
    s = at(field(turn=6), 1516, "21 VS")
    s.send(unit("372/218"), space(6))
    for question in (redeployment.HoldBack(SOVIET), redeployment.EnterMap(SOVIET)):
        ask(s, question)
        holds(s, Pick(unit("21 VS")), redeployment.NOT_RED_ARMY)
