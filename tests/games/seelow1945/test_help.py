"""What the game tells a player beside his options: reasons, reminders, routes, faces."""

import pytest

from bridgehead.bots.judges.seelow1945 import SeelowJudge
from bridgehead.core.actions import Action, Attack, Cancel, Commit, Done, MoveTo, Pick, Place, SendTo
from bridgehead.core.data import Data, DataError
from bridgehead.core.play import options, setup, why_not
from bridgehead.core.refusal import NOT_NOW
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import label, prompt
from bridgehead.games.seelow1945.model.actions import Bombard, FireAt, Limber, LoseStep, Raise
from bridgehead.games.seelow1945.model.data import Model, UnitEntry, Values
from bridgehead.games.seelow1945.model.ground import NOT_ADJACENT
from bridgehead.games.seelow1945.model.loading import counter_of
from bridgehead.games.seelow1945.model.state import EXITED, REINFORCEMENTS, State
from bridgehead.games.seelow1945.rules.advance import NOT_A_PARTICIPANT, Advance
from bridgehead.games.seelow1945.rules.antitank import NOBODY_FIRES, NOBODY_NEAR, NOT_NEXT_TO_IT, OTHER_HEX
from bridgehead.games.seelow1945.rules.artillery import NAME_GUNS, NO_GUN, NOT_YOUR_GUN
from bridgehead.games.seelow1945.rules.combat import HAS_ADVANCED, NO_ENEMY, why_not_attack
from bridgehead.games.seelow1945.rules.entering import why_not_enterable
from bridgehead.games.seelow1945.rules.movement import ON_TOP, MoveUnit
from bridgehead.games.seelow1945.rules.results import NOT_INVOLVED, StepOrRetreat
from bridgehead.games.seelow1945.rules.retreat import (
    DOUBLING_BACK,
    MUST_RETREAT,
    NO_EDGE,
    NOT_TWO_AWAY,
    Retreat,
)
from bridgehead.games.seelow1945.rules.steps import NO_EDGE as NO_EXIT
from bridgehead.games.seelow1945.rules.steps import entry_cost, too_dear
from bridgehead.games.seelow1945.view import OVERLAYS, back, facts
from tests.games.seelow1945.field import (
    GAME,
    GERMAN,
    GRR,
    GRR2,
    INF,
    KAG,
    NIGHT,
    PG,
    PZ,
    PZ3,
    RR,
    RR2,
    SOVIET,
    TB,
    ZHUKOV,
    attack,
    do,
    field,
    now,
    phase,
    pick,
    reason,
    shoot,
    stand,
    unit,
)
from tests.support import ask


def reminded(s: State) -> list[str]:
    frame = now(s)
    assert frame is not None
    return [reminder.words for reminder in frame.reminders(s)]


@pytest.mark.rule("3.1-6b")
def test_reminders_of_what_is_left_undone() -> None:
    s = field()
    stand(s, 2209, PG, PZ)
    stand(s, 2210, GRR)
    stand(s, 2509, KAG)
    assert reminded(phase(s, "barrage", SOVIET)) == ["32nd Corps Artillery Group has not fired"]
    told = reminded(phase(s, "antitank", SOVIET))
    assert told == ["II Company, 8th Panzer Battalion can still be fired at"]
    assert reminded(phase(s, "combat", SOVIET)) == ["The units in hex 2209 can still be attacked"]
    s.set(turn=8)
    s.send(UnitId("su_396hsp"), REINFORCEMENTS)
    assert reminded(phase(s, "movement", SOVIET)) == ["396th Heavy Assault-Gun Regiment is waiting to arrive"]
    s.set(turn=NIGHT)
    assert reminded(phase(s, "barrage", SOVIET)) == []


@pytest.mark.rule("6.13a", "6.15b", "6.2-1")
def test_reasons_in_antitank_fire() -> None:
    s = field()
    stand(s, 2209, PZ)
    stand(s, 2210, TB)
    stand(s, 2501, PZ3)
    phase(s, "antitank", SOVIET)
    assert reason(s, FireAt(UnitId(PZ3))) == NOBODY_NEAR
    assert why_not(s, Commit()) is NOT_NOW
    do(s, FireAt(UnitId(PZ)))
    frame = now(s)
    assert frame is not None
    assert frame.forecast(s) is None
    assert reason(s, Commit()) == NOBODY_FIRES
    assert reason(s, FireAt(UnitId(PZ3))) == OTHER_HEX
    assert why_not(s, Done()) is NOT_NOW
    assert prompt(GAME, frame) == "Soviet: select units to fire at II Company, 8th Panzer Battalion. 6.14a"


@pytest.mark.rule("7.56", "6.15b")
def test_firing_at_a_unit_that_ran_eliminates_it_without_a_die() -> None:
    s = field()
    stand(s, 2209, INF)
    stand(s, 2209, PZ, disrupted=True, ran=True)
    stand(s, 2210, TB)
    shoot(s, SOVIET, PZ, TB)
    assert unit(s, PZ).box == "eliminated"
    assert unit(s, TB).aim == 2209


@pytest.mark.rule("8.14a", "8.13", "8.32")
def test_reasons_in_a_barrage() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, GRR)
    stand(s, 3603, KAG)
    phase(s, "barrage", SOVIET)
    assert reason(s, Bombard(Hex(2209))) == NO_GUN
    assert reason(s, Limber(UnitId(GRR))) == NOT_YOUR_GUN
    assert why_not(s, Commit()) is NOT_NOW
    stand(s, 2509, KAG)
    phase(s, "barrage", SOVIET)
    do(s, Bombard(Hex(2209)))
    frame = now(s)
    assert frame is not None
    assert frame.forecast(s) is None
    assert reason(s, Commit()) == NAME_GUNS
    assert why_not(s, Done()) is NOT_NOW


@pytest.mark.rule("7.77b", "7.12a", "7.15")
def test_reasons_in_combat() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, GRR, advanced=True)
    stand(s, 2208, RR)
    assert why_not_attack(s, SOVIET, unit(s, GRR), Hex(2209)) is HAS_ADVANCED
    phase(s, "combat", SOVIET)
    assert reason(s, Attack(Hex(2501))) == NO_ENEMY
    do(s, Attack(Hex(2209)))
    frame = now(s)
    assert frame is not None
    assert frame.forecast(s) is None
    assert why_not(s, Done()) is NOT_NOW


@pytest.mark.rule("7.44b")
def test_reasons_for_the_step() -> None:
    s = field()
    stand(s, 2209, INF)
    stand(s, 2208, GRR)
    stand(s, 2108, GRR2)
    stand(s, 2501, RR)
    attack(s, SOVIET, 2209, GRR, GRR2, rolls=(1,))
    assert isinstance(now(s), StepOrRetreat)
    assert reason(s, LoseStep(UnitId(RR))) == NOT_INVOLVED
    assert why_not(s, Done()) is NOT_NOW


@pytest.mark.rule("7.76")
def test_reasons_and_routes_of_an_advance() -> None:
    s = field()
    stand(s, 2208, GRR, RR2)
    ask(s, Advance(SOVIET, Hex(2209), (UnitId(GRR),)))
    frame = now(s)
    assert frame is not None
    route = frame.route(s, Pick(UnitId(GRR)))
    assert route is not None
    assert route.hexes == (2208, 2209)
    assert frame.route(s, Done()) is None
    assert reason(s, Pick(UnitId(RR2))) == NOT_A_PARTICIPANT
    assert why_not(s, Commit()) is NOT_NOW


@pytest.mark.rule("7.51a", "7.55a")
def test_reasons_and_routes_of_a_retreat() -> None:
    s = field()
    stand(s, 2209, RR, disrupted=True)
    ask(s, Retreat(SOVIET, UnitId(RR), Hex(2209), (UnitId(RR),)))
    frame = now(s)
    assert frame is not None
    route = frame.route(s, MoveTo(Hex(2210)))
    assert route is not None
    assert route.hexes == (2209, 2210)
    assert why_not(s, Done()) == MUST_RETREAT
    assert why_not(s, SendTo(EXITED)) == NO_EDGE
    assert frame.route(s, SendTo(EXITED)) is None
    do(s, MoveTo(Hex(2210)))
    frame = now(s)
    assert frame is not None
    route = frame.route(s, MoveTo(Hex(2211)))
    assert route is not None
    assert route.hexes == (2210, 2211), "from where it is now"
    assert reason(s, MoveTo(Hex(2209))) == NOT_TWO_AWAY
    ask(s, Retreat(SOVIET, UnitId(RR), Hex(2209), (UnitId(RR),), (Hex(2210), Hex(2211))))
    assert reason(s, MoveTo(Hex(2210))) == DOUBLING_BACK


@pytest.mark.rule("5.16", "5.27a", "9.11a", "6.13b")
def test_reasons_of_movement() -> None:
    s = field(turn=NIGHT)
    stand(s, 1010, PG, disrupted=True)
    stand(s, 2209, INF)
    do(phase(s, "movement", GERMAN), *pick(PG))
    assert reason(s, MoveTo(Hex(1210))) == too_dear(4, 2)
    frame = now(s)
    assert isinstance(frame, MoveUnit)
    assert frame.route(s, MoveTo(Hex(1210))) is None
    s = field(turn=NIGHT)
    stand(s, 1010, INF)
    stand(s, 1110, RR)
    ask(s, MoveUnit(GERMAN, UnitId(INF), 1))
    assert s.flow == ()
    s = field()
    stand(s, 1010, INF)
    do(phase(s, "movement", GERMAN), *pick(INF))
    s.become(MoveUnit(GERMAN, UnitId(INF), 1))
    s.mark(UnitId(INF), disrupted=False)
    stand(s, 1110, RR)
    assert reason(s, SendTo(EXITED)) == too_dear(3, 1)
    assert why_not(s, Commit()) is NOT_NOW
    assert entry_cost(s, unit(s, INF), Hex(1010), Hex(2209)) is NOT_ADJACENT
    assert why_not_enterable(s, unit(s, INF), Hex(2209), "6.18", NOT_NEXT_TO_IT) is NOT_NEXT_TO_IT
    phase(s, "movement", GERMAN)
    s.mark(UnitId(INF), moved=False)
    phase(s, "movement", GERMAN)
    assert reason(s, Raise(UnitId(INF))) == ON_TOP
    assert why_not(s, Commit()) is NOT_NOW


@pytest.mark.rule("9.11a")
def test_reasons_and_routes_of_a_reinforcement() -> None:
    s = field(turn=8)
    s.send(UnitId("su_396hsp"), REINFORCEMENTS)
    do(phase(s, "movement", SOVIET), *pick("su_396hsp"))
    frame = now(s)
    assert isinstance(frame, MoveUnit)
    route = frame.route(s, MoveTo(Hex(2601)))
    assert route is not None
    assert (route.hexes, route.costs) == ((2601,), ("2",))
    assert why_not(s, SendTo(EXITED)) == NO_EXIT, "it is not on the map yet"


@pytest.mark.rule("2.23", "11.41")
def test_facts_backs_and_overlays() -> None:
    s = field("kustrin")
    assert [track["name"] for track in facts(s)["tracks"]] == ["turn", "vp"]
    assert back(GAME, "german").nationality == "german"
    s = field()
    stand(s, 3013, ZHUKOV)
    far = OVERLAYS["sight"](s, SOVIET, Hex(3013), UnitId(ZHUKOV)).hexes
    near = OVERLAYS["sight"](s, SOVIET, Hex(3013), UnitId("")).hexes
    assert set(near) < set(far)


@pytest.mark.rule("11.12c")
def test_deployment_answers_for_places_only() -> None:
    s = setup(GAME, "seelow", 1)
    other: Action = Commit()
    assert why_not(s, other) is NOT_NOW
    assert why_not(s, Place(Hex(3617))) is not None
    assert options(s)


@pytest.mark.rule("2.2")
def test_wrong_counters_are_named() -> None:
    data = Data("bridgehead.games.seelow1945")
    entry = UnitEntry(name="x", label="x", formation="x", model="X")
    model = Model(type="x", symbol="x", size="I", klass="foot", stack=1)
    whole = Model(type="x", symbol="x", size="I", klass="foot", stack=1, single=Values(1, 1, 1, 1))
    for id, models, key in (
        ("ge_x", {}, "unit.ge_x.model"),
        ("ge_x", {"X": model}, "model.X"),
        ("us_x", {"X": whole}, "unit.us_x"),
    ):
        with pytest.raises(DataError) as raised:
            counter_of(data, id, entry, models)
        assert raised.value.key == key


@pytest.mark.parametrize("scenario", ["kustrin", "seelow"])
def test_a_bot_gives_the_reasons_of_its_own_side(scenario: str) -> None:
    s = setup(GAME, scenario, 1)
    terms = {side: SeelowJudge(GAME).standing(s, side) for side in (GERMAN, SOVIET)}
    said = {side: {term.name: term.phrase for term in found} for side, found in terms.items()}
    assert said[GERMAN].keys() == said[SOVIET].keys()
    alike = {name for name in said[GERMAN] if said[GERMAN][name] == said[SOVIET][name]}
    assert alike == {"troops"}
    assert [term.worth for term in terms[GERMAN]] == [-term.worth for term in terms[SOVIET]]
    if scenario == "kustrin":
        assert said[SOVIET]["ground"] == "cuts the garrison off"
        assert said[GERMAN]["ground"] == "opens a line of communication to the garrison"


def test_buttons_are_named_for_what_they_do() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, GRR)
    stand(s, 2509, KAG)
    named = {}
    for name in ("barrage", "movement", "combat"):
        frame = now(phase(s, name, SOVIET))
        assert frame is not None
        named[prompt(GAME, frame)] = [label(GAME, frame, action) for action in options(s)][-1]
    assert named == {
        "Soviet, Barrage Phase: select a target hex, or artillery to switch to Move Mode. 8.14a": (
            "End Barrage Phase"
        ),
        "Soviet, Movement Phase: select a unit to move. 5.0": "End Movement Phase",
        "Soviet, Combat Phase: select a hex to attack. 7.0": "End Combat Phase",
    }
    do(s, Attack(Hex(2209)), *pick(GRR))
    frame = now(s)
    assert frame is not None
    assert [label(GAME, frame, action) for action in options(s)] == ["Resolve attack", "Cancel attack"]
    do(s, Cancel())
    assert not unit(s, GRR).attacked
    assert Attack(Hex(2209)) in options(s), "nothing has happened"
