"""Why not: the true cause, with its rule and where it stands."""

import pytest

from bridgehead.core.actions import Attack, Commit, MoveTo, Pick, SendTo
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.play import options, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.seelow1945.model.actions import Bombard, FireAt, Limber, LoseStep, Raise, Unlimber
from bridgehead.games.seelow1945.model.ground import OUT_OF_PLAY, SWAMP
from bridgehead.games.seelow1945.model.state import EXITED, State
from bridgehead.games.seelow1945.rules import advance, antitank, artillery, combat, movement, results, retreat
from bridgehead.games.seelow1945.rules.advance import Advance
from bridgehead.games.seelow1945.rules.antitank import PlanFire, ShotOrder
from bridgehead.games.seelow1945.rules.artillery import NightBatteries
from bridgehead.games.seelow1945.rules.blocked import ALREADY_THERE, ZOC_ENDS_MOVE
from bridgehead.games.seelow1945.rules.movement import MovementPhase, MoveUnit
from bridgehead.games.seelow1945.rules.results import Suffering, TakeStep
from bridgehead.games.seelow1945.rules.retreat import GoAlong, Retreat, RetreatOrder
from bridgehead.games.seelow1945.rules.steps import (
    DISRUPTED_AT_STREAM,
    ENEMY_THERE,
    NO_ROOM,
    NO_ZOC_FOR_DISRUPTED,
    ZOC_TO_ZOC,
    too_dear,
)
from bridgehead.toolkit.combat import IMPOSSIBLE
from tests.games.seelow1945.field import (
    DAWN,
    GERMAN,
    GRR,
    GRR2,
    GRR3,
    INF,
    INF2,
    KAG,
    PG,
    PG2,
    PZ,
    PZ3,
    RR,
    RR2,
    SOVIET,
    STUG,
    TB,
    TIGER1,
    VAK,
    ZHUKOV,
    do,
    field,
    phase,
    pick,
    reason,
    stand,
)
from tests.support import ask


def at(no: No, hex: int) -> No:
    return replace(no, hex=Hex(hex))


def shut_in(*units: str) -> No | None:
    """Why a regiment in 2209 cannot get to 2207, with others about."""
    s = field()
    stand(s, 2209, RR)
    around = [hex for hex in s.ground.near[2209] if hex != 2210]
    for hex, id in zip(around, units, strict=False):
        stand(s, hex, id)
    do(phase(s, "movement", SOVIET), *pick(RR))
    return why_not(s, MoveTo(Hex(2207)))


@pytest.mark.rule("5.18a", "5.22b", "5.25", "5.21", "5.16")
def test_a_far_hex_names_what_stands_on_the_way() -> None:
    assert shut_in() is None
    s = field()
    stand(s, 2209, RR)
    do(phase(s, "movement", SOVIET), *pick(RR))
    assert why_not(s, MoveTo(Hex(2209))) == ALREADY_THERE
    assert why_not(s, MoveTo(Hex(2203))) == too_dear(6, 4)
    stand(s, 2207, INF)
    assert why_not(s, MoveTo(Hex(2206))) == at(ZOC_ENDS_MOVE, 2208)
    assert why_not(s, MoveTo(Hex(2207))) == at(ENEMY_THERE, 2207)
    s.send(UnitId(INF), "aside")
    stand(s, 2206, INF)
    s.mark(UnitId(RR), disrupted=True)
    assert why_not(s, MoveTo(Hex(2207))) == at(NO_ZOC_FOR_DISRUPTED, 2207)
    s.mark(UnitId(RR), disrupted=False)
    stand(s, 2210, INF2)
    beside = next(hex for hex in s.ground.near[2209] if hex in s.ground.near[2210])
    ask(s, MoveUnit(SOVIET, UnitId(RR), 3))
    assert why_not(s, MoveTo(beside)) == at(ZOC_TO_ZOC, beside)


@pytest.mark.rule("5.25")
def test_friends_on_the_way_are_named() -> None:
    no = shut_in(RR2, GRR, GRR2, GRR3, "su_27g_74", "su_27g_76")
    assert no is not None
    assert replace(no, hex=Hex(0)) == NO_ROOM
    assert no.hex in field().ground.near[2209]


@pytest.mark.rule("5.12c", "5.12d")
def test_ground_that_is_closed_is_named_where_no_way_leads_round() -> None:
    s = field()
    stand(s, 1910, TB, disrupted=True)
    do(phase(s, "movement", SOVIET), *pick(TB))
    no = why_not(s, MoveTo(Hex(1710)))
    assert no is not None
    assert no.rule in {"5.16", DISRUPTED_AT_STREAM.rule}


@pytest.mark.rule("7.18", "7.15", "7.17a", "7.0", "7.12a")
def test_why_a_hex_is_not_attacked() -> None:
    s = field(turn=DAWN)
    stand(s, 1808, INF)
    stand(s, 1908, GRR)
    stand(s, 2209, PG)
    stand(s, 2208, RR2)
    stand(s, 2501, PZ)
    phase(s, "combat", SOVIET)
    no = why_not(s, Attack(Hex(1808)))
    assert no is not None
    assert (no.rule, no.hex) == ("7.18", 1908), "too steep or too wet, not `nobody is near`"
    assert "3 MP" in no.because
    assert reason(s, Attack(Hex(2501))) == combat.ONLY_ARMOR
    assert reason(s, Attack(Hex(2401))) == combat.NO_ENEMY
    stand(s, 2501, INF2)
    assert reason(s, Attack(Hex(2501))) == combat.NOBODY_NEAR
    s.mark(UnitId(RR2), disrupted=True)
    no = why_not(s, Attack(Hex(2209)))
    assert no is not None
    assert (no.rule, no.hex) == ("7.17a", 2208)


@pytest.mark.rule("7.15", "7.16")
def test_why_a_unit_does_not_join_an_attack() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2208, RR)
    stand(s, 2501, RR2)
    phase(s, "combat", SOVIET)
    do(s, Attack(Hex(2209)), *pick(RR))
    assert reason(s, Pick(UnitId(RR))) == combat.ATTACKS_ALREADY
    assert reason(s, Pick(UnitId(RR2))) == combat.NOT_NEXT_TO_IT


@pytest.mark.rule("6.12", "6.13a", "6.16", "6.14b", "6.11", "7.56", "6.15b")
def test_why_a_unit_is_not_fired_at() -> None:
    s = field()
    stand(s, 2209, PZ, PZ3)
    stand(s, 2209, STUG, ran=True)
    stand(s, 2208, GRR)
    stand(s, 2210, GRR2, disrupted=True)
    stand(s, 2501, TIGER1)
    stand(s, 2601, TB)
    phase(s, "antitank", SOVIET)
    assert reason(s, FireAt(UnitId(TB))) == antitank.NOT_ENEMY
    assert reason(s, FireAt(UnitId(TIGER1))) is None
    do(s, FireAt(UnitId(PZ)))
    assert reason(s, FireAt(UnitId(PZ3))) == antitank.NOBODY_FIRES
    do(s, *pick(GRR))
    assert reason(s, Pick(UnitId(GRR))) == antitank.FIRES_ALREADY
    assert reason(s, Pick(UnitId(TB))) == antitank.NOT_NEXT_TO_IT
    assert reason(s, FireAt(UnitId(PZ))) == antitank.TARGET_ALREADY
    assert reason(s, FireAt(UnitId(PZ3))) == antitank.ALL_FIRE
    assert reason(s, FireAt(UnitId(STUG))) == antitank.WILL_BE_CAUGHT
    s.mark(UnitId(GRR), disrupted=True)
    phase(s, "antitank", SOVIET)
    no = why_not(s, FireAt(UnitId(PZ)))
    assert no is not None
    assert (no.rule, no.hex) == ("6.17a", 2208)
    shots = ((UnitId(PZ), (UnitId(GRR),)), (UnitId(PZ3), (UnitId(GRR2),)))
    ask(s, ShotOrder(SOVIET, Hex(2209), shots))
    assert reason(s, FireAt(UnitId(STUG))) == antitank.NO_SUCH_SHOT


@pytest.mark.rule("6.0")
def test_a_click_on_an_enemy_fires_and_on_ones_own_unit_names_it() -> None:
    s = field()
    plan = PlanFire(SOVIET, Hex(2209), ((UnitId(PZ), ()),))
    stand(s, 2209, PZ)
    stand(s, 2208, GRR)
    assert plan.click(s, UnitId(PZ)) == FireAt(UnitId(PZ))
    assert plan.click(s, UnitId(GRR)) == Pick(UnitId(GRR))
    assert plan.click(s, Hex(2209)) is None
    assert plan.click(s, UnitId("ge_unheard_of")) is None


@pytest.mark.rule("8.13", "8.31b", "3.1-1a", "8.32", "8.35")
def test_why_guns_are_silent() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, GRR)
    stand(s, 2509, KAG, move_mode=True)
    stand(s, 3603, "su_4kag")
    phase(s, "barrage", SOVIET)
    no = why_not(s, Bombard(Hex(2209)))
    assert no is not None
    assert (no.rule, no.hex) == ("8.31b", 2509)
    assert reason(s, Limber(UnitId(PG))) == artillery.NOT_YOUR_GUN
    s.mark(UnitId(KAG), move_mode=False)
    phase(s, "barrage", SOVIET)
    do(s, Bombard(Hex(2209)), *pick(KAG))
    assert reason(s, Pick(UnitId(KAG))) == artillery.FIRES_ALREADY
    s.mark(UnitId(KAG), move_mode=True)
    stand(s, 2609, "su_4kag")
    ask(s, NightBatteries(SOVIET))
    assert reason(s, Unlimber(UnitId("su_4kag"))) == artillery.IN_FIRE_MODE
    assert reason(s, Unlimber(UnitId(GRR))) == artillery.NOT_YOUR_GUN
    assert reason(s, Unlimber(UnitId(VAK))) == artillery.NOT_YOUR_GUN
    assert reason(s, Unlimber(UnitId("su_9kag"))) == artillery.NOT_YOUR_GUN, "it is not on the map"
    assert reason(s, Limber(UnitId(KAG))) == artillery.ONLY_IN_BARRAGE
    assert reason(s, Commit()) is not None


@pytest.mark.rule("7.78", "7.77a")
def test_why_a_unit_does_not_advance() -> None:
    s = field()
    stand(s, 2208, PZ, "ge_flak26")
    stand(s, 2209, PG2)
    ask(s, Advance(GERMAN, Hex(2209), (UnitId(PZ), UnitId(PG2))))
    assert reason(s, Pick(UnitId("ge_flak26"))) == advance.ARTILLERY_STAYS_PUT
    assert reason(s, Pick(UnitId(PG2))) == advance.HAS_ADVANCED


@pytest.mark.rule("7.44b")
def test_zhukov_elsewhere_is_not_involved() -> None:
    s = field()
    stand(s, 2209, RR, RR2, ZHUKOV)
    troops = (UnitId(RR), UnitId(RR2))
    ask(s, Suffering(SOVIET, troops, 2, True, "combat", at=1), TakeStep(SOVIET, troops, "combat"))
    assert reason(s, LoseStep(UnitId(ZHUKOV))) == results.NOT_INVOLVED
    ask(
        s,
        Suffering(SOVIET, (*troops, UnitId(ZHUKOV)), 2, True, "combat", at=1),
        TakeStep(SOVIET, troops, "combat"),
    )
    assert reason(s, LoseStep(UnitId(ZHUKOV))) == results.NOT_ZHUKOV
    s.eliminate(UnitId(ZHUKOV))
    assert reason(s, LoseStep(UnitId(ZHUKOV))) == results.GONE


@pytest.mark.rule("7.57a", "7.57b", "7.51b")
def test_why_a_unit_does_not_go_along() -> None:
    s = field()
    stand(s, 2209, PG, PZ, "ge_flak26")
    stand(s, 2501, PG2)
    ask(s, GoAlong(GERMAN, (UnitId(PG),), (UnitId(PZ),)))
    assert reason(s, Pick(UnitId(PG))) == retreat.RETREATS_ALREADY
    assert reason(s, Pick(UnitId(PG2))) == retreat.NOT_IN_THE_HEX
    assert reason(s, Pick(UnitId("ge_flak26"))) == retreat.ARTILLERY_STAYS
    assert reason(s, Commit()) is not None
    ask(s, RetreatOrder(GERMAN, (UnitId(PG), UnitId(PZ)), ((UnitId(PG), UnitId(PZ)),)))
    assert reason(s, Pick(UnitId(PG2))) == retreat.NEED_NOT_RETREAT


@pytest.mark.rule("7.51a", "7.53", "7.55a")
def test_why_a_retreat_does_not_begin_there() -> None:
    s = field()
    stand(s, 2209, RR, disrupted=True)
    stand(s, 2207, INF)
    ask(s, Retreat(SOVIET, UnitId(RR), Hex(2209), (UnitId(RR),)))
    no = why_not(s, MoveTo(Hex(2208)))
    assert no is not None
    assert (no.rule, no.hex) == ("7.53", 2208)
    stand(s, 2208, RR2)
    assert MoveTo(Hex(2208)) not in options(s)
    no = why_not(s, MoveTo(Hex(2208)))
    assert no is not None
    assert no.rule == "7.53", "what bars the second hex"
    assert s.ground.board.distance(no.hex, 2209) == 2


@pytest.mark.rule("7.55a", "7.52")
def test_a_full_pocket_gives_no_rest() -> None:
    s = field()
    board = s.ground.board
    stand(s, 2209, RR, disrupted=True)
    for distance, side in ((2, SOVIET), (3, GERMAN)):
        spare = [unit for unit, one in s.units.items() if one.side == side and unit not in (RR, ZHUKOV)]
        ring = [hex for hex in s.ground.hexes if board.distance(hex, 2209) == distance]
        for hex, unit in zip(ring, spare, strict=False):
            stand(s, hex, unit)
    frame = Retreat(SOVIET, UnitId(RR), Hex(2209), (UnitId(RR),))
    no = frame.why_not(s, MoveTo(Hex(2208)))
    assert no is not None
    assert replace(no, hex=Hex(0)) == retreat.NO_REST
    assert board.distance(no.hex, 2209) == 2
    s.send(s.stacks[no.hex][0], "aside")
    stand(s, no.hex, ZHUKOV)
    assert MoveTo(Hex(2208)) in frame.options(s), "with room there it goes"


@pytest.mark.rule("6.13b")
def test_why_a_unit_is_not_laid_on_top() -> None:
    s = field(stacks="closed")
    stand(s, 2209, PG, PZ)
    stand(s, 2501, RR)
    phase(s, "movement", GERMAN)
    assert reason(s, Raise(UnitId(PZ))) == movement.ON_TOP
    assert reason(s, Raise(UnitId(RR))) == movement.NOT_YOURS
    assert reason(s, Raise(UnitId(PG2))) == movement.ELIMINATED_UNIT
    s.send(UnitId(PG2), EXITED)
    assert reason(s, Raise(UnitId(PG2))) == movement.LEFT_THE_MAP
    do(s, Raise(UnitId(PG)), Raise(UnitId(PZ)))
    assert reason(s, Raise(UnitId(PG))) == movement.RAISED
    s = field(stacks="open")
    stand(s, 2209, PG, PZ)
    phase(s, "movement", GERMAN)
    assert reason(s, Raise(UnitId(PG))) == movement.OPEN_STACKS


@pytest.mark.rule("7.2-1", "6.2-1", "8.14a", "7.57a")
def test_what_a_decision_is_about() -> None:
    s = field()
    stand(s, 2209, PG, PZ)
    stand(s, 2208, GRR)
    grr, pg, pz, hex = UnitId(GRR), UnitId(PG), UnitId(PZ), Hex(2209)
    for frame, expected in (
        (MoveUnit(SOVIET, grr, 4), Subject(unit=grr)),
        (Retreat(GERMAN, pg, hex, (pg,)), Subject(unit=pg)),
        (combat.PlanAttack(SOVIET, hex, (grr,)), Subject(committed=(grr,), hexes=(hex,))),
        (PlanFire(SOVIET, hex, ((pz, (grr,)),)), Subject(committed=(grr,), hexes=(hex,))),
        (ShotOrder(SOVIET, hex, ((pz, (grr,)),)), Subject(committed=(grr,), hexes=(hex,))),
        (artillery.PlanBarrage(SOVIET, hex), Subject(hexes=(hex,))),
        (Advance(SOVIET, hex, (grr,)), Subject(hexes=(hex,))),
        (GoAlong(GERMAN, (pg,), (pz,)), Subject(committed=(pg,), hexes=(hex,))),
        (RetreatOrder(GERMAN, (pg, pz), ()), Subject(hexes=(hex,))),
        (TakeStep(GERMAN, (pg,), "combat"), Subject(hexes=(hex,))),
        (results.StepOrRetreat(GERMAN, (pg,), (pg,), pz), Subject(committed=(pg,), hexes=(hex,))),
        (movement.MovementPhase(GERMAN, (pg,)), Subject()),
    ):
        assert frame.about(s) == expected, frame


@pytest.mark.rule("7.14", "7.31")
def test_how_a_hex_defends() -> None:
    s = field()
    village = next(hex for hex in s.ground.hexes if s.ground.board.terrain[hex] == "village")
    assert s.game.odds(s, (), village) is None, "nobody is there"
    stand(s, village, INF, PZ)
    odds = s.game.odds(s, (), village)
    assert odds is not None
    assert (odds.attack, odds.defence, odds.column) == (0, 3, IMPOSSIBLE)
    assert {modifier.rule for modifier in odds.modifiers} == {"7.31", "7.35b"}


@pytest.mark.rule("6.13b")
def test_nobody_orders_the_enemys_stacks() -> None:
    s = field(stacks="closed")
    stand(s, 2209, PG, PZ)
    stand(s, 2501, RR)
    stand(s, 2502, RR2, ZHUKOV)
    phase(s, "movement", SOVIET)
    assert [action for action in options(s) if isinstance(action, Raise)] == [Raise(UnitId(RR2))]
    assert reason(s, Raise(UnitId(PG))) == movement.NOT_YOURS


@pytest.mark.rule("7.51a", "5.11")
def test_a_move_and_a_retreat_are_about_the_unit_in_hand() -> None:
    s = field()
    stand(s, 2209, RR)
    assert Retreat(SOVIET, UnitId(RR), Hex(2209), (UnitId(RR),)).about(s) == Subject(unit=UnitId(RR))
    assert MoveUnit(SOVIET, UnitId(RR), 4).about(s) == Subject(unit=UnitId(RR))
    assert Advance(SOVIET, Hex(2210), (UnitId(RR),)).about(s) == Subject(hexes=(Hex(2210),))
    assert MovementPhase(SOVIET).about(s) == Subject()
    forced, along = (UnitId(RR),), (UnitId(ZHUKOV),)
    going = GoAlong(SOVIET, forced, (), along).about(s)
    assert (going.committed, going.hexes) == ((RR, ZHUKOV), (2209,))


@pytest.mark.rule("5.11", "5.16")
def test_a_far_hex_no_way_ever_leads_to_names_the_ground() -> None:
    s = field()
    stand(s, 1908, TB)
    ask(s, MoveUnit(SOVIET, UnitId(TB), 10))
    assert s.ground.board.distance(1908, 2010) == 2
    assert why_not(s, MoveTo(Hex(2010))) == at(SWAMP, 2010), "swamp without a road"
    ask(s, MoveUnit(SOVIET, UnitId(TB), 1))
    assert why_not(s, MoveTo(Hex(2010))) == at(SWAMP, 2010), "however many points"


@pytest.mark.rule("7.57b")
def test_who_has_no_way_out_does_not_go_along() -> None:
    s = field()
    stand(s, 2209, PG, PZ)
    ask(s, GoAlong(GERMAN, (UnitId(PG),), (UnitId(PZ3),)))
    assert reason(s, Pick(UnitId(PZ))) == retreat.NO_WAY_OUT


def every_decision(s: State) -> list[Decision[State]]:
    """One of each kind, German or Soviet, with units in 2209 and next to it."""
    pg, pz, grr, hex = UnitId(PG), UnitId(PZ), UnitId(GRR), Hex(2209)
    return [
        artillery.BarragePhase(SOVIET),
        artillery.PlanBarrage(SOVIET, hex),
        NightBatteries(SOVIET),
        MovementPhase(SOVIET),
        antitank.AntitankPhase(SOVIET),
        PlanFire(SOVIET, hex, ((pz, ()),)),
        ShotOrder(SOVIET, hex, ((pz, (grr,)),)),
        combat.CombatPhase(SOVIET),
        combat.PlanAttack(SOVIET, hex),
        Advance(SOVIET, hex, (grr,)),
        GoAlong(GERMAN, (pg,), (pz,)),
        TakeStep(GERMAN, (pg, pz), "combat"),
        results.StepOrRetreat(GERMAN, (pg,), (pg,), pz),
    ]


@pytest.mark.rule("3.1a")
def test_what_does_not_belong_to_a_decision_has_no_reason_of_its_own() -> None:
    s = field()
    stand(s, 2209, PG, PZ)
    stand(s, 2208, GRR)
    strange = UnitId("ge_unheard_of")
    whoever = {(ShotOrder, FireAt), (NightBatteries, Limber), (artillery.BarragePhase, Unlimber)}
    for frame in every_decision(s):
        for verb in (Pick, FireAt, Limber, Unlimber, LoseStep, Raise):
            if (type(frame), verb) not in whoever:
                assert frame.why_not(s, verb(strange)) is None, (frame, verb)
        assert frame.why_not(s, SendTo("nowhere")) is None, frame


@pytest.mark.rule("11.0b")
def test_hexes_beyond_row_8_are_not_in_play_at_kustrin() -> None:
    s = field("kustrin")
    stand(s, 2308, PG)
    stand(s, 2208, "su_47g_137")
    stand(s, 2505, KAG)
    for name, action in (("barrage", Bombard(Hex(2309))), ("combat", Attack(Hex(2309)))):
        assert reason(phase(s, name, SOVIET), action) == OUT_OF_PLAY
