"""Nothing is spent by looking: a unit put back is as it was, and who can do nothing is not lit."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Cancel, Commit, Done, Drop, MoveTo, Pick, Place
from bridgehead.core.flow import Subject
from bridgehead.core.play import options, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import (
    ChangeSetup,
    Dig,
    Fire,
    Mainly,
    MarkStrategic,
    Restore,
    Strike,
    Support,
    UseStar,
)
from bridgehead.games.budziszyn1945.model.state import MARKED
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules import pursuit, retreat
from bridgehead.games.budziszyn1945.rules import reinforcements as arrivals
from bridgehead.games.budziszyn1945.rules.air import OBJECTS, AirContacts, AirPlanning
from bridgehead.games.budziszyn1945.rules.artillery import AssembleFire, BarragePhase
from bridgehead.games.budziszyn1945.rules.assault import Assault
from bridgehead.games.budziszyn1945.rules.attack import AttackPhase
from bridgehead.games.budziszyn1945.rules.combat import Defend
from bridgehead.games.budziszyn1945.rules.engineering import Pontoons
from bridgehead.games.budziszyn1945.rules.entering import EnterMap
from bridgehead.games.budziszyn1945.rules.interdiction import RIVER
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses
from bridgehead.games.budziszyn1945.rules.marching import MUST_DISPERSE, MoveUnit
from bridgehead.games.budziszyn1945.rules.movement_phase import MovementPhase
from bridgehead.games.budziszyn1945.rules.pursuit import Accompany, Lane, Pursue, Pursuit
from bridgehead.games.budziszyn1945.rules.retreat import Retreat, RetreatUnit, StandFirm
from bridgehead.games.budziszyn1945.rules.special import AirDays, PlaceDefector, PlaceUnits, SetupLosses
from bridgehead.games.budziszyn1945.rules.zoc import in_enemy_zoc
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    SOVIET,
    ask,
    attack,
    battle,
    begun,
    do,
    field,
    move,
    open_ground,
    stand,
)


def unchanged(s: Any, *actions: Any) -> bool:
    """Does taking these actions leave units and choices as they were?"""
    before, offered = dict(s.units), options(s)
    do(s, *actions)
    return dict(s.units) == before and options(s) == offered


@pytest.mark.rule("3.1.6")
def test_a_unit_put_back_has_not_moved() -> None:
    s = field()
    stand(s, 4010, "su_254", "su_50")
    move(s, SOVIET)
    assert unchanged(s, Pick(UnitId("su_254")), Cancel())
    do(s, Pick(UnitId("su_254")), MoveTo(Hex(4011)), Done())
    assert why_not(s, Pick(UnitId("su_254"))) == phases.HAS_MOVED
    do(s, Pick(UnitId("su_50")))
    assert Done() not in options(s)


@pytest.mark.rule("11.1.3", "11.2.2")
def test_a_reinforcement_put_back_still_waits() -> None:
    s = field()
    for id in ("su_337", "su_294"):
        s.mark(UnitId(id), box=arrivals.WAITING, zone="C")
    move(s, SOVIET)
    assert unchanged(s, Pick(UnitId("su_337")), Cancel())
    do(s, Pick(UnitId("su_337")), Place(Hex(6613)))
    assert Cancel() not in options(s)
    do(s, Done())
    assert why_not(s, Pick(UnitId("su_337"))) == phases.HAS_MOVED


@pytest.mark.rule("5.3.1", "5.3.8d")
def test_a_retreat_begins_with_its_first_hex() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a", "de_545_b")
    stand(s, around[0], "su_254")
    ask(s, Retreat(GERMAN, 2, (UnitId("de_545_a"), UnitId("de_545_b"))))
    assert unchanged(s, Pick(UnitId("de_545_a")), Cancel())
    do(s, Pick(UnitId("de_545_a")))
    do(s, next(each for each in options(s) if isinstance(each, MoveTo)))
    do(s, Done())
    assert why_not(s, Pick(UnitId("de_545_a"))) == retreat.HAS_RETREATED
    assert Pick(UnitId("de_545_b")) in options(s)


@pytest.mark.rule("5.4.1", "5.4.11")
def test_a_pursuit_begins_with_its_first_hex() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, around[0], "su_254", "su_hq_52")
    beyond = next(hex for hex in s.game.board.near[clear] if not s.game.board.adjacent(hex, around[0]))
    lane = Lane((Hex(clear), Hex(beyond)), 1)
    came = ((UnitId("su_254"), Hex(around[0])),)
    ask(s, Pursuit(SOVIET, came, (lane,)))
    assert unchanged(s, Pick(UnitId("su_254")), Cancel())
    do(s, Pick(UnitId("su_254")), MoveTo(Hex(clear)))
    assert why_not(s, Pick(UnitId("su_254"))) == pursuit.PURSUED_ALREADY
    assert unchanged(s, Pick(UnitId("su_hq_52")), Cancel())
    do(s, Pick(UnitId("su_hq_52")), MoveTo(Hex(clear)))
    assert s.units["su_hq_52"].hex == clear


@pytest.mark.rule("12.1.1", "12.2.2", "3.2.1a")
def test_who_is_boxed_in_is_not_lit_and_says_why() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254", done=MARKED)
    outside = {to for hex in around for to in s.game.board.near[hex]} - {clear, *around}
    germans = ("de_545_a", "de_545_b", "de_545_c", "de_615_a", "de_615_b", "de_72_124", "de_72_266")
    held = iter(germans)
    for hex in sorted(outside):
        if not all(in_enemy_zoc(s, SOVIET, Hex(each)) for each in around):
            stand(s, hex, next(held))
    assert not in_enemy_zoc(s, SOVIET, Hex(clear))
    ask(s, phases.MovementPhase(SOVIET, strategic=True))
    assert not s.flow
    frame = phases.MovementPhase(SOVIET, strategic=True)
    no = frame.why_not(s, Pick(UnitId("su_254")))
    assert isinstance(no, No)
    assert (no.rule, no.hex in around) == ("12.2.2", True)


@pytest.mark.rule("6.2.3", "6.2.4a", "12.1.1")
def test_guns_in_combat_setup_do_not_go_by_strategic_movement() -> None:
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "su_5_art32", "su_5_art33", done=MARKED)
    s.mark(UnitId("su_5_art33"), transport=True)
    ask(s, phases.MovementPhase(SOVIET, strategic=True))
    assert options(s) == [Pick(UnitId("su_5_art33")), Done()]


@pytest.mark.rule("11.1.4", "11.1.3")
def test_reinforcements_that_find_no_way_in_are_not_lit() -> None:
    s = field()
    s.mark(UnitId("su_337"), box=arrivals.WAITING, zone="C")
    control = bytearray(s.control)
    for zone in ("B", "C", "D"):
        for hex in s.game.ground.zones[zone]:
            control[hex] = 2
    s.set(control=bytes(control))
    frame = phases.MovementPhase(SOVIET, strategic=True)
    assert Pick(UnitId("su_337")) not in frame.options(s)
    no = frame.why_not(s, Pick(UnitId("su_337")))
    assert isinstance(no, No)
    assert (no.rule, s.game.ground.zone_of[no.hex]) == ("11.1.4", "C")
    s.set(control=bytes(len(control)))
    assert Pick(UnitId("su_337")) in frame.options(s)


@pytest.mark.rule("3.2.1b", "3.2.1c")
def test_setup_stacks_above_the_limit_disperse_on_the_first_day() -> None:
    s = begun()
    assert s.ledger["cels"][5820] == 12
    s.set(turn=1)
    move(s, SOVIET)
    assert why_not(s, Done()) == MUST_DISPERSE
    do(s, Pick(UnitId("pl_7_33")))
    assert Dig() not in options(s)
    do(s, MarkStrategic())
    crowd = [unit for unit in s.units_in(Hex(5820)) if unit.id != "pl_7_33"]
    do(s, Pick(crowd[0].id), MarkStrategic())
    assert 5820 not in {unit.hex for unit in s.flow[-1].must_disperse(s)}
    assert any(unit.hex == 6119 for unit in s.flow[-1].must_disperse(s))
    while Done() not in options(s):
        unit = s.flow[-1].must_disperse(s)[0]
        do(s, Pick(unit.id), MarkStrategic())
    for unit in list(s.units.values()):
        s.mark(unit.id, done=unit.done & MARKED)
    s.flow = ()
    ask(s, phases.MovementPhase(SOVIET, strategic=True))
    assert why_not(s, Done()) == MUST_DISPERSE
    do(s, Pick(UnitId("pl_7_33")))
    assert not [each for each in options(s) if not isinstance(each, MoveTo | Cancel)]


@pytest.mark.rule("3.2.1b", "OPT.1")
def test_without_strategic_movement_they_disperse_in_the_movement_phase() -> None:
    s = begun(complementary="off")
    s.set(turn=1)
    move(s, SOVIET)
    do(s, Pick(UnitId("pl_7_33")))
    assert MarkStrategic() not in options(s)
    assert {type(each) for each in options(s)} == {MoveTo, Cancel}


@pytest.mark.rule("3.2.1c", "6.2.4a")
def test_guns_in_a_stack_above_the_limit_leave_it_once_they_are_limbered() -> None:
    s = field()
    stand(s, 4010, "su_254", "su_50", "su_111", "su_213")
    stand(s, 4010, "su_5_art32")
    move(s, SOVIET)
    do(s, Pick(UnitId("su_5_art32")), ChangeSetup())
    assert {type(each) for each in options(s)} == {MoveTo}
    assert why_not(s, Done()) == MUST_DISPERSE


def test_what_a_decision_is_about() -> None:
    """The unit in hand, the units taken in, the hexes aimed at: what is lit while one decides."""
    s = field("two_stars")
    here, to, beyond = Hex(4010), Hex(4011), Hex(4012)
    unit, hq, gun, enemy, pole = map(UnitId, ("su_254", "su_hq_5", "su_5_art32", "de_545_a", "pl_7_33"))
    stand(s, here, unit, hq)
    stand(s, to, enemy, "de_545_b")
    stack, lane = s.stacks[to], Lane((to, beyond), 1)
    fight = battle(SOVIET, to, unit, guns=(gun,), defending_guns=(UnitId("de_art_v"),))
    few, many = (here, to), s.game.board.hexes[:30]
    for frame, subject in (
        (MoveUnit(SOVIET, unit, 48, 48), Subject(unit=unit)),
        (EnterMap(SOVIET, unit), Subject(unit=unit)),
        (Assault(SOVIET, fight), Subject(committed=(unit, gun), hexes=(to,))),
        (Defend(ALLIED, fight), Subject(committed=(UnitId("de_art_v"),), hexes=(to,))),
        (AssembleFire(SOVIET, to, guns=(gun,)), Subject(committed=(gun,), hexes=(to,))),
        (AssembleFire(SOVIET, to, to=beyond), Subject(hexes=(to, beyond))),
        (BarragePhase(SOVIET, hit=(to,)), Subject()),
        (TakeLosses(ALLIED, stack, 1), Subject(hexes=(to,))),
        (Retreat(ALLIED, 1, stack), Subject(hexes=(to,))),
        (RetreatUnit(ALLIED, enemy, to, 1), Subject(unit=enemy, hexes=(to,))),
        (StandFirm(ALLIED, stack, 1), Subject(hexes=(to,))),
        (Pursuit(SOVIET, ((unit, here),), (lane,)), Subject(hexes=(to,))),
        (Accompany(SOVIET, hq, (to,)), Subject(unit=hq, hexes=(to,))),
        (Pursue(SOVIET, unit, (lane,)), Subject(unit=unit, hexes=(to, beyond))),
        (AirPlanning(ALLIED), Subject()),
        (AirPlanning(ALLIED, OBJECTS, to, beyond), Subject(hexes=(to, beyond))),
        (AirPlanning(ALLIED, RIVER, to, attacks=2, allotted=(here,)), Subject(hexes=(here,))),
        (SetupLosses(ALLIED, stack, 1), Subject(hexes=(to,))),
        (PlaceDefector(ALLIED, pole), Subject(unit=pole)),
        (PlaceUnits(ALLIED, enemy, (), "area", few, fortified=True), Subject(unit=enemy, hexes=few)),
        (PlaceUnits(ALLIED, enemy, (), "area", many, fortified=True), Subject(unit=enemy)),
    ):  # fmt: skip
        assert frame.about(s) == subject, frame


@pytest.mark.rule("5.1.4c", "5.1.7")
def test_a_combat_phase_is_about_the_hexes_that_must_still_be_attacked() -> None:
    s = field()
    clear, around = open_ground(s)
    far = next(hex for hex in s.game.board.near[around[0]] if hex != clear and hex not in around)
    stand(s, around[0], "su_254", "su_50")
    stand(s, clear, "de_545_a")
    stand(s, far, "de_545_b")
    phase = attack(s, SOVIET).flow[-1]
    assert set(phase.about(s).hexes) == {clear, far}
    assert replace(phase, hit=(Hex(clear),)).about(s).hexes == (far,)
    assert {(each.words, each.hex, each.unit) for each in phase.reminders(s)} == {
        ("must be attacked", clear, ""),
        ("must be attacked", far, ""),
        ("must attack", around[0], "su_254"),
        ("must attack", around[0], "su_50"),
    }
    assert all(each.duty for each in phase.reminders(s))


def test_what_belongs_elsewhere_is_refused_without_a_rule() -> None:
    """A verb of another phase breaks no rule of this one: no decision makes a reason up for it."""
    s = field("two_stars")
    here, to = Hex(4010), Hex(4011)
    unit, hq, enemy = map(UnitId, ("su_254", "su_hq_5", "de_545_a"))
    stand(s, here, unit, hq)
    stand(s, to, enemy)
    lane = Lane((to, Hex(4012)), 1)
    fight = battle(SOVIET, to, unit)
    for frame in (
        MovementPhase(SOVIET),
        EnterMap(SOVIET, unit),
        AttackPhase(SOVIET),
        Assault(SOVIET, fight),
        Defend(ALLIED, fight),
        AssembleFire(SOVIET, to),
        BarragePhase(SOVIET),
        TakeLosses(ALLIED, (enemy,), 1),
        Retreat(ALLIED, 1, (enemy,)),
        RetreatUnit(ALLIED, enemy, to, 1),
        Pursuit(SOVIET, ((unit, here),), (lane,)),
        Accompany(SOVIET, hq, (to,)),
        Pursue(SOVIET, unit, (lane,)),
        AirPlanning(ALLIED),
        AirContacts(ALLIED),
        Pontoons(SOVIET, "52 Army"),
        SetupLosses(ALLIED, (enemy,), 1),
        AirDays(SOVIET, 30),
        PlaceDefector(ALLIED, UnitId("pl_7_33")),
        PlaceUnits(ALLIED, enemy, (), "area", (here, to), fortified=True),
    ):
        assert frame.why_not(s, MarkStrategic()) is None, frame
    assert MoveUnit(SOVIET, unit, 48, 48).why_not(s, Commit()) is None
    assert Retreat(ALLIED, 1, (enemy,)).why_not(s, MoveTo(to)) is None
    assert Accompany(SOVIET, hq, (to,)).why_not(s, Done()) is None
    assert Pursue(SOVIET, unit, (lane,)).why_not(s, Pick(unit)) is None
    assert RetreatUnit(ALLIED, enemy, to, 1).why_not(s, Pick(enemy)) is None


@pytest.mark.rule("3.2.1b", "11.1.3", "3.1.1")
def test_what_is_called_to_mind_before_movement_ends() -> None:
    s = field()
    stand(s, 4010, "su_254", "su_50", "su_111", "su_213", "su_294")
    for id, zone in (("su_337", "C"), ("de_36ss_91", "D")):
        s.mark(UnitId(id), box=arrivals.WAITING, zone=zone)
    s.mark(UnitId("su_hq_28"), box=arrivals.LATER)
    phase = move(s, SOVIET).flow[-1]
    found = [(each.words, each.unit, each.hex, each.duty) for each in phase.reminders(s)]
    crowd = ("su_254", "su_50", "su_111", "su_213", "su_294")
    assert sorted(found) == sorted(
        [
            *(("must leave its overstacked hex", id, 4010, True) for id in crowd),
            ("can enter the map", "su_337", 0, False),
        ]
    )
    for id in crowd:
        s.mark(UnitId(id), done=MARKED)
    strategic = phases.MovementPhase(SOVIET, strategic=True)
    assert {each.unit for each in strategic.reminders(s)} == set(crowd)


@pytest.mark.rule("5.2.1a", "6.4.2a", "6.4.7", "6.3.6", "5.5.3", "15.3.3", "8.2.8", "14.2.1")
def test_what_a_click_on_the_map_means() -> None:
    s = field()
    clear, around = open_ground(s)
    unit, gun, enemy = map(UnitId, ("su_254", "su_5_art32", "de_545_a"))
    stand(s, clear, enemy)
    stand(s, around[0], unit, gun)
    bridge = (Hex(5110), Hex(5211))
    far = Hex(clear + 4)
    stand(s, far, "de_545_b")
    phase = attack(s, SOVIET).flow[-1]
    for on, verb in (
        (Hex(clear), Attack(Hex(clear))),
        (far, Fire(far)),
        (Hex(4010), Attack(Hex(4010))),
        (bridge[::-1], Strike(bridge)),
        (bridge, Strike(bridge)),
        (unit, None),
    ):
        assert phase.click(s, on) == verb, on
    moves = MoveUnit(SOVIET, unit, 48, 48)
    assert moves.click(s, Hex(4010)) == MoveTo(Hex(4010))
    assert moves.click(s, UnitId("de_vs1")) == Restore(UnitId("de_vs1"))
    stand(s, clear, "de_art_v")
    fight = battle(SOVIET, clear, unit, defending_guns=(UnitId("de_art_v"), UnitId("de_art732")))
    answer = Defend(GERMAN, fight)
    stand(s, around[3], "de_art732")
    for touched, meant in (
        (UnitId("de_art_v"), Drop(UnitId("de_art_v"))),
        (UnitId("de_art732"), Support(UnitId("de_art732"))),
        (UnitId("de_21_22"), UseStar(UnitId("de_21_22"))),
        (Hex(clear), Mainly(Hex(clear))),
    ):
        assert answer.click(s, touched) == meant, touched
    air = AirPlanning(ALLIED, OBJECTS)
    assert air.click(s, bridge[::-1]) == Strike(bridge)
    assert air.click(s, Hex(clear)) == Place(Hex(clear))
    rival = Assault(SOVIET, battle(SOVIET, clear, unit))
    assert rival.click(s, far) == Attack(far)
    assert rival.click(s, gun) == Support(gun)


@pytest.mark.rule("5.2.1b", "6.3.1", "6.3.4")
def test_odds_are_asked_with_guns_among_the_attackers() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a", "de_art_v")
    stand(s, around[0], "su_254", "su_5_art32", "su_52_sp")
    units = tuple(map(UnitId, ("su_254", "su_5_art32", "su_52_sp")))
    whole = s.game.odds(s, units, Hex(clear))
    assert (whole.attack, whole.defence) == (4 + 5 + 2, 3 + 3)
    alone = s.game.odds(s, units[:1], Hex(clear))
    assert (alone.attack, alone.defence, alone.column >= 0) == (4, 6, True)
    defends = s.game.odds(s, (), Hex(clear))
    assert (defends.attack, defends.defence, defends.column) == (0, 6, defends.first)
    assert defends.column < 0
    assert s.game.odds(s, units, Hex(2010)) is None
    stand(s, next(hex for hex in s.game.board.near[around[0]] if hex not in (clear, *around)), "su_52_sp")
    assert s.game.odds(s, units, Hex(clear)).attack == 4 + 5 + 2
