"""Reasons that once were guesses: each names its cause and where it stands."""

import pytest

from bridgehead.core.actions import Action, Attack, Choose, Done, Draw, MoveTo, Pick, Place
from bridgehead.core.flow import Decision
from bridgehead.core.play import decision, options, push
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.model.actions import PutBack, ToTop
from bridgehead.games.eastprussia1914.model.state import take_control
from bridgehead.games.eastprussia1914.rules import (
    activation,
    advance,
    chits,
    combat,
    command,
    demolition,
    movement_segment,
    reinforcements,
    replacements,
    special,
    supply_phase,
)
from bridgehead.games.eastprussia1914.rules.activation import ChooseFreeMovers, ChooseHq, ChooseIndependents
from bridgehead.games.eastprussia1914.rules.advance import (
    ADVANCED,
    ONE_HEX_MORE,
    AdvanceAfterCombat,
    SecondHex,
)
from bridgehead.games.eastprussia1914.rules.chits import Exchange, GiveBack, SelectChits
from bridgehead.games.eastprussia1914.rules.combat import (
    IN_ALREADY,
    LAKE_BETWEEN,
    MARCHED,
    MOVED_FREELY,
    NOT_A_FIGHTER,
    CombatSegment,
)
from bridgehead.games.eastprussia1914.rules.command import ENEMYS, GARRISON, OUT_OF_COMMAND, OWN_CORPS, STAFF
from bridgehead.games.eastprussia1914.rules.demolition import RailwayWork
from bridgehead.games.eastprussia1914.rules.headquarters import (
    NEARER_ONE,
    NO_LAND,
    NOT_FREE,
    NOT_TOWARD,
    TOO_NEAR,
    Relocate,
)
from bridgehead.games.eastprussia1914.rules.losses import DEFENDER, HQ_EXEMPT, NOT_INVOLVED, LoseStep
from bridgehead.games.eastprussia1914.rules.movement import ENEMY_THERE, MAJOR_RIVER
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.obstacles import (
    LINE_CUT,
    LINE_DESTROYED,
    MINOR_RIVER,
    NO_LINE,
    NO_ROAD_THERE,
    ROAD_FULL,
    TOO_FAR,
    ZOC_DEAR,
)
from bridgehead.games.eastprussia1914.rules.reinforcements import Reinforcements
from bridgehead.games.eastprussia1914.rules.replacements import NOT_FREE as REBUILD_NOT_FREE
from bridgehead.games.eastprussia1914.rules.replacements import ROOM_THERE, Rebuild, Replacements
from bridgehead.games.eastprussia1914.rules.results import ChooseStack
from bridgehead.games.eastprussia1914.rules.retreat import (
    ALONE,
    NEXT_HEX,
    NOT_RETREATING,
    ChooseRetreat,
    ChooseWhoGoesOn,
)
from bridgehead.games.eastprussia1914.rules.special import (
    CITY_IN_EZOC,
    NOT_A_CITY,
    RUSSIAN_CITY,
    LandsturmCalledOut,
)
from bridgehead.games.eastprussia1914.rules.strategic import LANDWEHR
from bridgehead.games.eastprussia1914.rules.supply_phase import INTO_EZOC, IsolatedMovement
from bridgehead.games.eastprussia1914.rules.unit_moves import STANDS_THERE, MoveUnit, why_not_move_off
from tests.games.eastprussia1914.table import (
    GERMAN,
    NO_HQ,
    RUSSIAN,
    State,
    activate,
    ask,
    chit,
    empty,
    hexes,
    moving,
    no,
    opening,
    stand,
    units,
)


@pytest.mark.rule("5.1", "6.1.2")
def test_zones_of_control_on_the_way_are_named_before_the_points() -> None:
    s = empty()
    stand(s, 3814, "R-25")
    stand(s, 3713, "G-1")
    moving(s, "R-25")
    assert no(s, MoveTo(Hex(3814))) is STANDS_THERE
    assert no(s, MoveTo(Hex(3614))) == replace(ZOC_DEAR, hex=Hex(3714))
    assert no(s, MoveTo(Hex(3616))) == replace(MINOR_RIVER, hex=Hex(3715))
    s.send(UnitId("G-1"), "aside")
    moving(s, "R-25")
    assert no(s, MoveTo(Hex(3410))) is TOO_FAR


@pytest.mark.rule("6.1.3", "6.2.2", "6.2.3")
def test_the_obstacle_on_the_way_is_named_with_its_hex() -> None:
    s = empty()
    stand(s, 3813, "R-25")
    for hex, name in zip(
        s.ground.board.near[3813], ("G-1", "G-2", "G-35", "G-36", "G-37", "G-41"), strict=True
    ):
        stand(s, hex, name)
    moving(s, "R-25")
    found = no(s, MoveTo(Hex(3810)))
    assert found.rule == ENEMY_THERE.rule and found.hex in s.ground.board.near[3813]


@pytest.mark.rule("6.3.1", "6.3.3", "6.4.3", "6.4.4")
def test_roads_and_railways_say_what_closes_them() -> None:
    s = empty(turn=4)
    stand(s, 2529, "G-37")
    moving(s, "G-37", mp=7, how="strategic")
    stand(s, 2527, "G-1", "G-2")
    assert no(s, MoveTo(Hex(2526))) == replace(ROAD_FULL, hex=Hex(2527))
    assert no(s, MoveTo(Hex(2330))) is NO_ROAD_THERE
    moving(s, "G-37", how="rail")
    assert no(s, MoveTo(Hex(2330))) is NO_LINE
    stand(s, 2324, "R-4")
    found = no(s, MoveTo(Hex(2325)))
    assert (found.rule, found.because) == (LINE_CUT.rule, LINE_CUT.because)


@pytest.mark.rule("4.3.3", "4.3.3b")
def test_an_hq_says_why_it_does_not_command_a_unit() -> None:
    s = empty(turn=6)
    stand(s, 2526, "G-HQ-XX", mode="command")
    stand(s, 2527, "G-3R", "G-37")
    stand(s, 2524, "G-HQ-I")
    stand(s, 2830, "R-1")
    activate(s, "G-HQ-XX")
    push(s, Choose("command"))
    assert no(s, Pick(UnitId("G-37"))) is OWN_CORPS
    assert no(s, Pick(UnitId("G-HQ-I"))) is STAFF
    assert no(s, Pick(UnitId("R-1"))) is ENEMYS


@pytest.mark.rule("4.2.6", "6.3.4", "10.1.1", "10.1.7")
def test_an_attack_says_why_those_next_to_the_hex_do_not_make_it() -> None:
    s = empty()
    stand(s, 3714, "G-35", "G-36")
    stand(s, 3814, "R-25")
    attack, here = Attack(Hex(3814)), Hex(3714)
    stand(s, 2025, "G-1")
    stand(s, 2024, "R-1")
    ask(s, CombatSegment(GERMAN, NO_HQ, units("G-1"), fought=units("G-1")))
    assert no(s, attack) == replace(NOT_A_FIGHTER, hex=here)
    ask(s, CombatSegment(GERMAN, NO_HQ, units("G-1"), fought=units("G-1"), tired=units("G-35")))
    assert no(s, attack) == replace(MARCHED, hex=here)
    ask(s, CombatSegment(GERMAN, NO_HQ, units("G-1"), fought=units("G-1"), free=units("G-35")))
    assert no(s, attack) == replace(MOVED_FREELY, hex=here)
    assert no(s, Attack(Hex(next(iter(s.ground.impassable))))) is LAKE_BETWEEN
    ask(s, CombatSegment(GERMAN, NO_HQ, units("G-35", "G-36")))
    push(s, attack)
    push(s, Pick(UnitId("G-35")))
    assert no(s, Pick(UnitId("G-35"))) is IN_ALREADY
    assert no(s, Pick(UnitId("R-25"))) is combat.ENEMYS


@pytest.mark.rule("10.4.1", "10.5.2", "10.5.8", "10.6.1", "10.6.2")
def test_losses_retreats_and_advances_speak_of_the_units_concerned() -> None:
    s = empty()
    stand(s, 3813, "R-28", "R-29")
    stand(s, 3515, "R-1")
    ask(s, LoseStep(RUSSIAN, units("R-28", "R-29"), units("R-28", "R-29"), 1, DEFENDER, True))
    assert no(s, Pick(UnitId("R-1"))) is NOT_INVOLVED
    ask(s, ChooseRetreat(RUSSIAN, units("R-28"), Hex(3813), 2))
    assert no(s, MoveTo(Hex(3816))) is NEXT_HEX
    assert no(s, Pick(UnitId("R-1"))) is NOT_RETREATING and no(s, Pick(UnitId("R-28"))) is ALONE
    ask(s, AdvanceAfterCombat(RUSSIAN, Hex(3814), units("R-28", "R-29")))
    push(s, Pick(UnitId("R-28")))
    assert no(s, Pick(UnitId("R-28"))) is ADVANCED
    ask(s, SecondHex(RUSSIAN, UnitId("R-28")))
    assert no(s, MoveTo(Hex(3810))) is ONE_HEX_MORE


@pytest.mark.rule("12.5b")
def test_relocation_names_the_condition_that_fails() -> None:
    s = empty(turn=4)
    stand(s, 2229, "R-HQ-XIII", mode="command", supply="oos")
    ask(s, Relocate(RUSSIAN, UnitId("R-HQ-XIII")))
    for hex, reason in ((119, NOT_TOWARD), (2229, TOO_NEAR), (2232, TOO_NEAR), (1218, NEARER_ONE)):
        assert no(s, Place(Hex(hex))) is reason
    stand(s, 2234, "G-1")
    assert no(s, Place(Hex(2234))) is NOT_FREE
    assert no(s, Place(Hex(next(iter(s.ground.impassable))))) is NO_LAND


@pytest.mark.rule("9.4b", "18.2b", "11.3.4b")
def test_places_to_return_to_and_to_creep_to() -> None:
    s = empty(turn=9)
    s.eliminate(UnitId("G-1"))
    stand(s, 3614, "G-HQ-I", mode="command")
    ask(s, Rebuild(GERMAN, UnitId("G-1")))
    assert no(s, Place(Hex(3714))) == replace(ROOM_THERE, hex=Hex(3614))
    stand(s, 3614, "G-35", "G-36")
    stand(s, 3814, "R-25")
    assert no(s, Place(Hex(3714))) is REBUILD_NOT_FREE
    s.eliminate(UnitId("G-6Lw"))
    ask(s, LandsturmCalledOut(GERMAN, UnitId("G-6Lw")))
    take_control(s, Hex(2025), RUSSIAN)
    stand(s, 3413, "R-27")
    places = zip(hexes(3714, 2025, 3314), (NOT_A_CITY, RUSSIAN_CITY, CITY_IN_EZOC), strict=True)
    assert all(no(s, Place(hex)) is reason for hex, reason in places)
    s = empty(turn=4)
    stand(s, 2529, "R-4", supply="isolated")
    stand(s, 2530, "G-1")
    s.flow = (IsolatedMovement(RUSSIAN, units("R-4")),)
    assert no(s, Pick(UnitId("R-4"))) == replace(INTO_EZOC, hex=Hex(2629))


@pytest.mark.rule("6.2.2", "6.2.3")
def test_rivers_on_the_way_are_named_with_the_bank() -> None:
    for here, to, reason, bank in ((1119, 918, MAJOR_RIVER, 1019), (1131, 1134, MINOR_RIVER, 1033)):
        s = empty()
        stand(s, here, "G-1")
        moving(s, "G-1", mp=4)
        assert no(s, MoveTo(Hex(to))) == replace(reason, hex=Hex(bank))


def board_of_reasons() -> State:
    """One unit of each sort: near, far, off the map, the enemy's, a staff, a garrison."""
    s = empty(turn=4)
    stand(s, 3714, "G-35", "G-36")
    stand(s, 3714, "G-HQ-XVII", mode="movement")
    stand(s, 2025, "G-3R")
    stand(s, 3222, "G-Loetzen")
    stand(s, 3013, "G-69")
    stand(s, 3814, "R-25")
    return s


XVII = UnitId("G-HQ-XVII")
SEGMENT = MovementSegment(GERMAN, XVII, units("G-35"))
ADVANCE = AdvanceAfterCombat(GERMAN, Hex(3713), units("G-35"))
ASKED: list[tuple[Decision[State], str, No]] = [
    (SEGMENT, "R-25", movement_segment.ENEMYS),
    (SEGMENT, "G-1", movement_segment.OFF_MAP),
    (SEGMENT, "G-Loetzen", GARRISON),
    (SEGMENT, "G-36", OUT_OF_COMMAND),
    (SEGMENT, "G-3R", movement_segment.NOT_ACTIVATED),
    (MovementSegment(GERMAN, NO_HQ, units("G-35")), "G-3R", movement_segment.NOT_ACTIVATED),
    (ADVANCE, "R-25", advance.ENEMYS),
    (ADVANCE, "G-1", advance.OFF_MAP),
    (ADVANCE, "G-36", advance.NOT_AN_ATTACKER),
    (ADVANCE, "G-HQ-XVII", advance.FOLLOWS_NOBODY),
    (ChooseHq(GERMAN), "R-25", activation.ENEMYS),
    (ChooseHq(GERMAN), "G-35", activation.NOT_AN_HQ),
    (ChooseHq(GERMAN), "G-HQ-I", activation.OFF_MAP),
    (ChooseFreeMovers(GERMAN, units("G-35"), 2), "R-25", activation.ENEMYS),
    (ChooseFreeMovers(GERMAN, units("G-35"), 2), "G-70Lw", activation.OFF_MAP),
    (ChooseFreeMovers(GERMAN, units("G-35"), 2), "G-35", activation.ALREADY_ACTIVE),
    (ChooseFreeMovers(GERMAN, units("G-35"), 1, units("G-3R")), "G-3R", activation.ALREADY_ACTIVE),
    (ChooseFreeMovers(GERMAN, units("G-35"), 2), "G-Loetzen", GARRISON),
    (ChooseFreeMovers(GERMAN, units("G-35"), 2), "G-36", activation.NOT_INDEPENDENT),
    (ChooseFreeMovers(GERMAN, units("G-35"), 2), "G-HQ-XVII", activation.NOT_INDEPENDENT),
    (ChooseIndependents(GERMAN, XVII, 3), "R-25", ENEMYS),
    (ChooseIndependents(GERMAN, XVII, 3), "G-70Lw", command.OFF_MAP),
    (ChooseIndependents(GERMAN, XVII, 3), "G-Loetzen", GARRISON),
    (ChooseIndependents(GERMAN, XVII, 3), "G-HQ-XVII", STAFF),
    (ChooseIndependents(GERMAN, XVII, 3), "G-35", OWN_CORPS),
    (ChooseIndependents(GERMAN, XVII, 3), "G-3R", OUT_OF_COMMAND),
    (Reinforcements(GERMAN), "R-25", reinforcements.ENEMYS),
    (Reinforcements(GERMAN), "G-35", reinforcements.NOT_WAITING),
    (Replacements(GERMAN, 2), "R-25", replacements.ENEMYS),
    (Replacements(GERMAN, 2), "G-HQ-XVII", replacements.CANNOT),
    (Replacements(GERMAN, 2), "G-Loetzen", replacements.CANNOT),
    (Replacements(GERMAN, 2, units("G-35")), "G-35", replacements.GIVEN),
    (Replacements(GERMAN, 2), "G-35", replacements.FULL_STRENGTH),
    (Replacements(GERMAN, 2), "G-1", replacements.NOT_IN_PLAY),
    (LandsturmCalledOut(GERMAN), "G-35", special.NOT_ONE_STEP),
    (LandsturmCalledOut(GERMAN), "R-1CB", special.NOT_ONE_STEP),
    (LandsturmCalledOut(GERMAN), "G-70Lw", special.NOT_LOST),
    (RailwayWork(GERMAN, units("G-35")), "R-25", demolition.ENEMYS),
    (RailwayWork(GERMAN, units("G-35")), "G-36", demolition.NOT_IDLE),
    (RailwayWork(GERMAN, units("G-69")), "G-69", demolition.NO_RAIL),
    (IsolatedMovement(GERMAN, ()), "R-25", supply_phase.ENEMYS),
    (IsolatedMovement(GERMAN, ()), "G-35", supply_phase.NOT_ISOLATED),
    (LoseStep(GERMAN, units("G-35"), units("G-35"), 1, DEFENDER, True), "G-36", NOT_INVOLVED),
    (LoseStep(GERMAN, units("G-35"), units("G-35"), 1, DEFENDER, True), "G-HQ-XVII", HQ_EXEMPT),
    (LoseStep(GERMAN, units("G-3R"), units("G-3R"), 1, DEFENDER, True), "G-HQ-XVII", NOT_INVOLVED),
]


@pytest.mark.rule(
    "4.2.6", "4.3.3", "6.1.1", "8.1", "9.1", "10.1.1", "10.4.1", "10.6.1", "11.3.4a", "17.3", "18.2b"
)
@pytest.mark.parametrize(("frame", "name", "reason"), ASKED, ids=lambda each: getattr(each, "because", None))
def test_each_unit_is_refused_for_what_it_is(frame: Decision[State], name: str, reason: No) -> None:
    s = board_of_reasons()
    assert frame.why_not(s, Pick(UnitId(name))) == reason


@pytest.mark.rule("4.4e", "10.1.1", "10.1.2", "12.1a")
def test_each_unit_that_does_not_attack_says_why() -> None:
    s = board_of_reasons()
    fight = CombatSegment(GERMAN, XVII, units("G-35"), fought=units("G-36"))
    reasons = {
        "R-25": combat.ENEMYS,
        "G-1": combat.OFF_MAP,
        "G-35": None,
        "G-HQ-XVII": combat.STAFF,
        "G-Loetzen": GARRISON,
        "G-36": combat.HAS_ATTACKED,
        "G-3R": NOT_A_FIGHTER,
    }
    assert {name: fight.why_not_fighter(s, s.units[UnitId(name)]) for name in reasons} == reasons


@pytest.mark.rule("17.1")
def test_who_may_be_put_on_top() -> None:
    s = empty(fog="on")
    stand(s, 3714, "G-35", "G-36")
    stand(s, 3714, "G-HQ-XVII", mode="movement")
    stand(s, 2025, "G-3R")
    frame = MovementSegment(GERMAN, NO_HQ, units("G-35", "G-36", "G-1"), topped=units("G-36"))
    assert frame.why_not(s, ToTop(UnitId("G-35"))) is None
    for name, reason in (
        ("G-3R", movement_segment.NOT_ACTIVATED),
        ("G-1", movement_segment.NOT_ACTIVATED),
        ("G-36", movement_segment.TOPPED),
    ):
        assert frame.why_not(s, ToTop(UnitId(name))) is reason
    s.flow = (frame,)
    assert [action for action in options(s) if isinstance(action, ToTop)] == [ToTop(UnitId("G-35"))]
    plain = empty()
    stand(plain, 3714, "G-35", "G-36")
    assert frame.why_not(plain, ToTop(UnitId("G-35"))) is movement_segment.NOT_ACTIVATED


@pytest.mark.rule("4.1.2", "18.2b")
def test_each_chit_is_refused_for_what_it_is() -> None:
    s = opening(turn=4, event=5)
    s.set(cup=(chit("G-HQ-I"), chit("R-HQ-VI")))
    first, second = Exchange(GERMAN), Exchange(GERMAN, chit("G-HQ-I"))
    assert first.why_not(s, PutBack(chit("R-HQ-VI"))) is chits.NOT_YOURS
    assert first.why_not(s, PutBack(chit("G-HQ-XX"))) is chits.NOT_SELECTED
    assert first.why_not(s, Draw(chit("G-HQ-XX"))) is None
    assert second.why_not(s, Draw(chit("R-HQ-VI"))) is chits.NOT_YOURS
    assert second.why_not(s, Draw(chit("G-HQ-I"))) is chits.ALREADY
    assert second.why_not(s, Draw(chit("G-HQ-XI"))) is chits.TOO_EARLY
    assert second.why_not(s, Draw(chit("G-HQ-XX"))) is None
    assert second.why_not(s, PutBack(chit("R-HQ-VI"))) is None
    everything = tuple(each for each in s.game.chits if s.game.chits[each].side == GERMAN)
    s.set(cup=everything)
    assert first.why_not(s, PutBack(chit("G-HQ-I"))) is chits.NO_SPARE
    ask(s, first)
    assert not s.flow, "nothing can be exchanged"
    s = opening(turn=4)
    frame = SelectChits(GERMAN, 4, 2, (chit("G-HQ-I"),))
    for name, reason in (
        ("R-HQ-VI", chits.NOT_YOURS),
        ("G-HQ-I", chits.ALREADY),
        ("G-HQ-XI", chits.TOO_EARLY),
        ("G-HQ-XX", None),
    ):
        assert frame.why_not(s, Draw(chit(name))) is reason
    full = replace(frame, points=1)
    assert full.why_not(s, Draw(chit("G-HQ-XX"))) is chits.NO_POINTS
    assert GiveBack(RUSSIAN, (chit("R-HQ-VI"),)).why_not(s, PutBack(chit("R-HQ-XV"))) is chits.NOT_CHOSEN
    assert GiveBack(RUSSIAN, (chit("R-HQ-VI"),)).why_not(s, Done()) is None


# --- what is named of several obstacles


@pytest.mark.rule("5.1", "6.1.2", "6.2.3")
def test_what_closes_an_adjacent_hex() -> None:
    s = empty()
    stand(s, 4114, "R-25")
    stand(s, 4014, "G-1")
    moving(s, "R-25")
    assert no(s, MoveTo(Hex(4115))) == replace(ZOC_DEAR, hex=Hex(4114))
    s = empty()
    for hex, name in ((2913, "R-28"), (2915, "G-1"), (2812, "G-2")):
        stand(s, hex, name)
    moving(s, "R-28", mp=3, moved=True)
    assert no(s, MoveTo(Hex(2914))) is MAJOR_RIVER, "it has begun its move"
    s = empty()
    stand(s, 2913, "R-28")
    moving(s, "R-28")
    assert no(s, MoveTo(Hex(2915))) == replace(MAJOR_RIVER, hex=Hex(2914))


@pytest.mark.rule("6.1.3", "6.2.4")
def test_what_closes_a_hex_far_away() -> None:
    s = empty()
    stand(s, 4413, "G-1")
    ring = s.ground.board.near[3712]
    for hex in ring:
        s.ledger["combat_russian"][hex] = 1
    s.touch()
    moving(s, "G-1")
    found = no(s, MoveTo(Hex(3712)))
    assert (found.rule, found.because) == (ENEMY_THERE.rule, ENEMY_THERE.because) and found.hex in ring
    s = empty()
    stand(s, 1512, "G-1")  # the sea lies to the north
    for hex in s.ground.board.near[1512]:
        s.ledger["combat_russian"][hex] = 1
    s.touch()
    ask(s, MovementSegment(GERMAN, NO_HQ, units("G-1")))
    stuck = why_not_move_off(s, s.units[UnitId("G-1")])
    assert stuck is not None and stuck.because == ENEMY_THERE.because
    assert stuck.hex not in s.ground.impassable


@pytest.mark.rule("6.3.1", "6.3.3", "14.3", "6.1.3")
def test_what_closes_a_road() -> None:
    s = empty(turn=4)
    stand(s, 4014, "G-6Lw")
    moving(s, "G-6Lw", mp=7, how="strategic")
    found = no(s, MoveTo(Hex(4314)))
    assert (found.rule, found.because) == (LANDWEHR.rule, LANDWEHR.because) and s.ground.home[
        found.hex
    ] == RUSSIAN
    stand(s, 2529, "G-6Lw")
    stand(s, 2527, "G-1", "G-2")
    moving(s, "G-6Lw", mp=7, how="strategic")
    assert no(s, MoveTo(Hex(2526))) == replace(ROAD_FULL, hex=Hex(2527))
    s = empty(turn=4)
    stand(s, 4413, "R-28")
    stand(s, 4213, "R-25", "R-27")
    moving(s, "R-28", mp=5, how="strategic")
    found = no(s, MoveTo(Hex(4114)))
    assert (found.because, found.hex) == (ROAD_FULL.because, 4213)
    stand(s, 4214, "R-25", "R-27")
    moving(s, "R-28", mp=5, how="strategic")
    found = no(s, MoveTo(Hex(4213)))
    assert (found.because, found.hex) == (ROAD_FULL.because, 4214)
    s = empty(turn=4)
    stand(s, 3222, "G-Loetzen")
    stand(s, 3322, "R-25")
    moving(s, "R-25", mp=5, how="strategic")
    found = no(s, MoveTo(Hex(3219)))
    assert (found.because, found.hex) == (ENEMY_THERE.because, 3222)


@pytest.mark.rule("6.4.4", "17.3")
def test_what_closes_a_railroad() -> None:
    s = empty(turn=4, demolitions="on")
    stand(s, 3614, "G-1")
    s.set(demolished=(3514,))
    moving(s, "G-1", how="rail")
    assert no(s, MoveTo(Hex(3514))) is LINE_DESTROYED
    s = empty(turn=4)
    stand(s, 3614, "G-1")
    moving(s, "G-1", how="rail")
    way = decision(s).route(s, MoveTo(Hex(1228)))
    assert way is not None
    stand(s, way.hexes[-2], "R-HQ-III", mode="command")
    for hex in s.ground.board.near[1228]:
        s.ledger["hqs_russian"][hex] = 1
    s.touch()
    moving(s, "G-1", how="rail")
    found = no(s, MoveTo(Hex(1228)))
    assert found.because == LINE_CUT.because and found.hex in s.ground.board.near[1228]


@pytest.mark.rule("10.5.1", "10.5.6", "18.2b", "4.1.2")
def test_a_decision_refuses_only_what_it_asks() -> None:
    s = board_of_reasons()
    nobody = chit("nobody")
    asked: list[tuple[Decision[State], Action]] = [
        (ChooseStack(GERMAN, units("G-35")), Done()),
        (ChooseWhoGoesOn(GERMAN, units("G-35")), Done()),
        (LandsturmCalledOut(GERMAN), Place(Hex(2025))),
        (LandsturmCalledOut(GERMAN, UnitId("G-6Lw")), Place(Hex(9999))),
        (Exchange(GERMAN), PutBack(nobody)),
        (Exchange(GERMAN, chit("G-HQ-I")), Draw(nobody)),
        (SelectChits(GERMAN, 4, 4), Draw(nobody)),
        (MoveUnit(GERMAN, UnitId("G-35"), 5), Choose("swim")),
        (MoveUnit(GERMAN, UnitId("G-35"), 5), MoveTo(Hex(9999))),
    ]
    for frame, action in asked:
        assert frame.why_not(s, action) is None, (frame, action)
    for frame, _ in asked[:2]:
        assert frame.why_not(s, Pick(UnitId("G-36"))) is not None
