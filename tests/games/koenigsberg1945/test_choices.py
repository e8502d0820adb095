"""What a choice spends, and why a choice is not there: picks, cancels, refusals with their true cause."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Attack, Cancel, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.play import clicked, decision, dice, options, push, why_not
from bridgehead.core.refusal import NOT_NOW
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import ChitId, Hex, UnitId, replace
from bridgehead.games.koenigsberg1945.fog import determinize
from bridgehead.games.koenigsberg1945.model.actions import (
    Bombard,
    FullAttack,
    March,
    NormalAttack,
    Rebuild,
    Restore,
    RetreatFrom,
    Ride,
)
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import AttackResolved, BarrageResolved, NormalAttackFlown
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG
from bridgehead.games.koenigsberg1945.model.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED, State
from bridgehead.games.koenigsberg1945.rules.activation import IN_FORMATION, Activation, why_not_independent
from bridgehead.games.koenigsberg1945.rules.advance import (
    ADVANCED,
    HQ_FOLLOWS,
    NOT_AN_ATTACKER,
    NOT_BACK,
    AdvanceAfterCombat,
    AdvanceUnit,
    second_hexes,
    why_not_end,
)
from bridgehead.games.koenigsberg1945.rules.air import (
    NOT_AIR,
    NOT_ALONE,
    NOT_READY,
    OTHER_FRONT,
    refitted_unit_return,
)
from bridgehead.games.koenigsberg1945.rules.barrage import BarrageFire
from bridgehead.games.koenigsberg1945.rules.blocked import (
    MINOR_RIVER,
    NO_RAIL_IN_ZOC,
    NO_STRATEGIC_IN_ZOC,
    NO_STRATEGIC_ROAD,
    ZOC_TOO_DEAR,
    in_order,
    why_no_step,
)
from bridgehead.games.koenigsberg1945.rules.combat import (
    HQ_CANNOT_ATTACK,
    NO_ATTACK_STRENGTH,
    NO_STACK_THERE,
    AttackersRetreat,
    ChooseRetreat,
    CombatSegment,
)
from bridgehead.games.koenigsberg1945.rules.movement import (
    CANNOT_MOVE,
    HAS_BEGUN,
    MOVED_ALREADY,
    NO_GAS,
    NOT_BEGUN,
    MovementSegment,
    MoveUnit,
    burn_gas,
    can_move,
    move_of,
)
from bridgehead.games.koenigsberg1945.rules.orders import ENEMY_UNIT
from bridgehead.games.koenigsberg1945.rules.random_events import (
    german_reinforcement,
    random_event,
    stalin_interferes,
)
from bridgehead.games.koenigsberg1945.rules.reach import (
    ENEMY_HEX,
    MAJOR_RIVER,
    MAJOR_RIVER_ZOC,
    OUT_OF_FROZEN_RANGE,
    TOO_FAR,
    WATER,
    entry_cost,
)
from bridgehead.games.koenigsberg1945.rules.reinforcements import NOT_DUE, BringIn, chits_arrive
from bridgehead.games.koenigsberg1945.rules.replacements import (
    GD_IS_AWAY,
    HQ_UNSUPPLIED,
    NO_REPLACEMENTS,
    NOT_LOST,
    POINTS,
    AssignReplacements,
    ChooseHeadquartersHex,
)
from bridgehead.games.koenigsberg1945.rules.retreat import ExtraHex, Retreat, RetreatStep
from bridgehead.games.koenigsberg1945.rules.sequence import turn_advance
from bridgehead.games.koenigsberg1945.rules.special import (
    GD_WITHDRAWN,
    HIPPER_ALONE,
    HIPPER_AWAY,
    HIPPER_FIRED,
    HIPPER_HAS_FIRED,
    HIPPER_NOT_ACTIVATED,
    HIPPER_TOO_FAR,
    activates_hipper,
)
from bridgehead.games.koenigsberg1945.rules.stacking import STACK_FULL
from bridgehead.games.koenigsberg1945.rules.supply import koenigsberg_linked, limited_map, supply_phase
from bridgehead.games.koenigsberg1945.rules.volkssturm import volkssturm_return
from bridgehead.games.koenigsberg1945.view import face
from tests.games.koenigsberg1945.field import (
    NAME,
    activate,
    assemble,
    at,
    box,
    field,
    fight,
    go,
    hexes,
    ids,
    koenigsberg,
    may,
    moving,
    picks,
    reduced,
    segment,
    started,
    told,
)
from tests.support import ask, bare, stand


def in_segment(s: State, *units: str) -> MovementSegment:
    """A Movement Segment of these units, inside the activation of the first."""
    force = s.counter(UnitId(units[0])).force
    who = ids(*units)
    army = Activation(
        side=s.leader(force), force=force, chit=ChitId("c_xx"), hq=UnitId(""), formation=who, at=5
    )
    segment_ = MovementSegment(s.leader(force), who)
    ask(s, army, segment_)
    return segment_


# --- picking up spends nothing


@pytest.mark.rule("6.1a", "4.2.2d")
def test_a_unit_picked_up_and_put_back_has_not_moved() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m", "g_independent_5m")
    in_segment(s, "g_independent_24m", "g_independent_5m")
    before = s.clone()
    push(s, Pick(UnitId("g_independent_24m")))
    assert why_not(s, Done()) is NOT_BEGUN
    push(s, Cancel())
    assert s.same_as(before)
    push(s, Pick(UnitId("g_independent_24m")))
    go(s, 2926)
    assert why_not(s, Cancel()) is HAS_BEGUN
    push(s, Done())
    assert picks(s) == {"g_independent_5m"}
    assert why_not(s, Pick(UnitId("g_independent_24m"))) is MOVED_ALREADY


@pytest.mark.rule("2.5.3a", "2.5.3c")
def test_without_gas_only_the_first_step_costs_and_a_ride_costs_nothing() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m", "g_independent_5m")
    s.track(NO_GAS, 1)
    in_segment(s, "g_independent_24m", "g_independent_5m")
    push(s, Pick(UnitId("g_independent_24m")))
    push(s, Cancel())
    assert not reduced(s, "g_independent_24m")
    push(s, Pick(UnitId("g_independent_24m")))
    push(s, March(Hex(2926)))
    assert reduced(s, "g_independent_24m")
    push(s, March(Hex(2925)))
    push(s, Done())
    assert at(s, "g_independent_24m") == 2925
    push(s, Pick(UnitId("g_independent_5m")))
    push(s, Ride(Hex(2932)))
    assert not reduced(s, "g_independent_5m")
    push(s, Done())
    assert not s.flow  # both have moved


@pytest.mark.rule("9.6.3", "9.6a")
def test_an_advance_can_be_taken_back_before_it_is_made() -> None:
    s = field()
    stand(s, 2113, "s2bf_ind_1gt", "s2bf_2sha_88")
    ask(s, AdvanceAfterCombat(SOVIET, Hex(2114), ids("s2bf_ind_1gt", "s2bf_2sha_88"), ()))
    before = s.clone()
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    push(s, Cancel())
    assert s.same_as(before)
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    go(s, 2114)
    assert picks(s) == {"s2bf_2sha_88"}


@pytest.mark.rule("11.2a", "11.2.3a")
def test_a_rebuild_costs_nothing_until_the_unit_is_placed() -> None:
    s = field()
    stand(s, 1043, "hq_39a")
    stand(s, 1039, "hq_5a")
    s.send(UnitId("s3bf_ind_1t"), ELIMINATED)
    s.track(POINTS, 2)
    ask(s, AssignReplacements(SOVIET, SOVIET))
    push(s, Rebuild(UnitId("s3bf_ind_1t")))
    assert hexes(s, Place) == {1043, 1039}
    push(s, Cancel())
    assert (s.tracks[POINTS], box(s, "s3bf_ind_1t")) == (2, ELIMINATED)
    push(s, Rebuild(UnitId("s3bf_ind_1t")))
    push(s, Place(Hex(1039)))
    assert s.tracks[POINTS] == 1
    push(s, Done())
    frame: Any = decision(s)
    assert frame.rebuilt == ("s3bf_ind_1t",)


# --- who can do nothing is not offered


@pytest.mark.rule("7.0a", "6.0", "6.1.2c")
def test_a_unit_boxed_in_is_not_offered_and_says_what_closes_the_way() -> None:
    s = field()
    stand(s, 3144, "g_independent_23")  # the Kurische Nehrung: one hex wide
    stand(s, 3145, "g_xx_292", "g_xx_14")
    stand(s, 3043, "g_xx_102", "g_vi_131")
    stand(s, 2925, "g_independent_24m")
    in_segment(s, "g_independent_23", "g_independent_24m")
    s.mark(UnitId("g_independent_23"), supply=ISOLATED)
    ask(s, *s.flow)
    assert s.units[UnitId("g_independent_23")].hex == 3144
    around = {hex for hex in s.game.board.near[3144] if s.game.ground.land[hex]}
    assert around == {3145, 3043}
    assert picks(s) == {"g_independent_24m", "g_independent_23"}  # it can pass through friends
    s.send(UnitId("g_xx_292"), "aside")
    stand(s, 3042, "g_vi_541", "g_vi_558")
    ask(s, *s.flow)
    assert "g_independent_23" in picks(s)
    stand(s, 3145, "g_xx_292")
    stand(s, 3041, "g_lv_203", "g_lv_562")
    ask(s, *s.flow)
    assert picks(s) == {"g_independent_24m"}
    no = why_not(s, Pick(UnitId("g_independent_23")))
    assert no in (replace(STACK_FULL, hex=Hex(3145)), replace(STACK_FULL, hex=Hex(3043)))


@pytest.mark.rule("5.1a", "6.1.2c", "6.3a")
def test_a_unit_held_by_zones_of_control_says_so() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88")
    near = s.game.board.near[2114]
    units = ("g_xx_292", "g_xx_14", "g_xx_102", "g_vi_131", "g_vi_541", "g_vi_558")
    for hex, unit in zip(near[::2], units, strict=False):
        stand(s, hex, unit)
    in_segment(s, "s2bf_2sha_88")
    assert not s.flow  # nobody can move: the segment is over
    move = move_of(s, UnitId("s2bf_2sha_88"))
    assert not can_move(s, UnitId("s2bf_2sha_88"), False)
    no = why_no_step(s, move)
    assert no is not None and no.rule == ZOC_TOO_DEAR.rule


def test_causes_are_put_in_the_order_of_the_book() -> None:
    numbers = ["11.5a", "6.4.1c", "7.0a", "5.1a", "6.3a", "6.2.3a"]
    assert sorted(numbers, key=in_order) == ["5.1a", "6.2.3a", "6.3a", "6.4.1c", "7.0a", "11.5a"]


# --- refusals name their cause


@pytest.mark.rule("7.0a", "6.3a", "6.2.3a", "11.5a")
def test_a_click_on_a_full_an_enemy_or_a_water_hex_cites_its_own_rule() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    stand(s, 2926, "g_xx_292", "g_xx_14")
    stand(s, 2924, "s2bf_2sha_88")
    frame = move_of(s, UnitId("g_independent_24m"))
    ask(s, frame)
    assert clicked(s, Hex(2926)) == (MoveTo(Hex(2926)), STACK_FULL)
    assert clicked(s, Hex(2924)) == (MoveTo(Hex(2924)), ENEMY_HEX)
    assert clicked(s, Hex(2939)) == (MoveTo(Hex(2939)), WATER)


@pytest.mark.rule("6.5a", "6.5b", "11.5a")
def test_a_far_hex_on_the_units_own_railroad_is_refused_by_the_rules_of_rail_movement() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    stand(s, 2824, "s2bf_2sha_88")
    frame = move_of(s, UnitId("g_independent_24m"))
    ask(s, frame)
    far = Hex(1811)
    assert clicked(s, far) == (Ride(far), replace(NO_RAIL_IN_ZOC, hex=Hex(2925)))
    elsewhere = Hex(102)
    assert not s.game.ground.on_rail[elsewhere]
    assert clicked(s, elsewhere) == (MoveTo(elsewhere), TOO_FAR)
    s = started()
    bound = s.game.ground.command_range(Hex(626), 6)
    unit = UnitId("g_vi_131")
    start = next(hex for hex in sorted(bound) if s.game.ground.on_rail[hex] and hex not in s.stacks)
    s.put(unit, start)
    ask(s, move_of(s, unit))
    action, no = clicked(s, Hex(3420))
    assert no is not None and no.rule == OUT_OF_FROZEN_RANGE.rule
    assert isinstance(action, MoveTo)  # the corps is bound, whatever it moves by
    ask(s, move_of(s, unit))
    assert why_not(s, Ride(Hex(3420))).rule == "11.5a"  # type: ignore[union-attr]


@pytest.mark.rule("4.2.1a", "4.0a")
def test_enemies_and_headquarters_are_refused_as_what_they_are() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88", "hq_2sha")
    army = Activation(
        side=SOVIET, force=FRONT_2, chit=ChitId("c_2sha"), hq=UnitId("hq_2sha"), formation=ids("s2bf_2sha_88")
    )
    ask(s, army, MovementSegment(SOVIET, ids("s2bf_2sha_88")))
    assert why_not(s, Pick(UnitId("g_independent_23"))) is ENEMY_UNIT
    ask(s, army, CombatSegment(SOVIET, FRONT_2, ids("s2bf_2sha_88")))
    push(s, Attack(Hex(2114)))
    assert why_not(s, Pick(UnitId("g_independent_23"))) is ENEMY_UNIT
    assert why_not(s, Pick(UnitId("hq_2sha"))) is HQ_CANNOT_ATTACK
    assert why_not(s, Commit()) is NO_ATTACK_STRENGTH


@pytest.mark.rule("11.4a", "11.4b", "11.4c", "11.4e")
def test_each_refusal_of_the_cruiser_is_its_own() -> None:
    hipper = UnitId("g_hipper")

    def asked(cruiser: bool, target: int, *, there: bool = True, fired: int = 0) -> Any:
        s = field()
        if there:
            s.send(hipper, "haff")
        s.track(HIPPER_FIRED, fired)
        near = next(hex for hex in s.game.board.near[target] if s.game.ground.land[hex])
        stand(s, target, "s3bf_39a_94")
        stand(s, near, "g_independent_5m")
        segment(s, "g_independent_5m", cruiser=cruiser)
        push(s, Attack(Hex(target)))
        return why_not(s, Pick(hipper))

    assert asked(True, 3225, there=False) is HIPPER_AWAY
    assert asked(False, 3225) is HIPPER_NOT_ACTIVATED
    assert asked(True, 3225, fired=1) is HIPPER_HAS_FIRED
    assert asked(True, 2114) is HIPPER_TOO_FAR
    assert asked(True, 3225) is HIPPER_ALONE


@pytest.mark.rule("12.1a", "12.3")
def test_what_is_no_air_unit_does_not_fly() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    s.send(UnitId("air_4aa_1"), "refit")
    assemble(s, 2114, "s2bf_2sha_88")
    assert why_not(s, FullAttack(UnitId("s2bf_2sha_88"))) is NOT_AIR
    assert why_not(s, NormalAttack(UnitId("air_1aa_1"))) is OTHER_FRONT
    assert why_not(s, NormalAttack(UnitId("air_4aa_1"))) is NOT_READY


@pytest.mark.rule("8.0a", "11.2a", "11.2c", "2.5.4c")
def test_units_in_boxes_say_why_they_are_not_taken() -> None:
    s = started()
    ask(s, BringIn(SOVIET, ((UnitId("s2bf_ind_3gc"), "F"),)))
    assert why_not(s, Pick(UnitId("hq_19a"))) is NOT_DUE
    s.track(POINTS, 3)
    s.mark(UnitId("g_xx_14"), reduced=True)
    ask(s, AssignReplacements(GERMAN, GERMAN))
    assert clicked(s, UnitId("g_independent_31")) == (Rebuild(UnitId("g_independent_31")), NOT_LOST)
    assert clicked(s, UnitId("g_vs_1")) == (Rebuild(UnitId("g_vs_1")), NO_REPLACEMENTS)
    s.eliminate(UnitId("g_gd_gdm"))
    s.track(GD_WITHDRAWN, 1)
    ask(s, AssignReplacements(GERMAN, GERMAN))
    assert clicked(s, UnitId("g_gd_gdm")) == (Rebuild(UnitId("g_gd_gdm")), GD_IS_AWAY)
    ask(s, ChooseHeadquartersHex(SOVIET, UnitId("s3bf_ind_1t"), (Hex(1039),)))
    s.mark(UnitId("hq_39a"), supply=OUT_OF_SUPPLY)
    assert why_not(s, Place(Hex(1043))) is HQ_UNSUPPLIED
    assert why_not(s, Restore(UnitId("s3bf_ind_1t"))) is NOT_NOW


@pytest.mark.rule("2.5.1b")
def test_a_barrage_is_no_attack() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    assert options(s) == [Bombard(Hex(2114)), Done()]
    assert clicked(s, Hex(2114)) == (Bombard(Hex(2114)), None)


# --- 9.5 the order of retreats


def beaten(s: State) -> State:
    """Two stacks of attackers that have to go back one hex."""
    stand(s, 2114, "g_hg_61", "g_hg_1hg")
    stand(s, 2113, "s2bf_2sha_88", "hq_2sha")
    stand(s, 2014, "s2bf_2sha_116")
    return fight(s, 2114, "s2bf_2sha_88", "s2bf_2sha_116", die=4)  # 1-1: Ar


@pytest.mark.rule("9.5a", "9.5d")
def test_the_owner_chooses_which_stack_of_attackers_retreats_first() -> None:
    s = beaten(field())
    assert isinstance(decision(s), ChooseRetreat)
    assert decision(s).side == SOVIET
    assert options(s) == [RetreatFrom(Hex(2113)), RetreatFrom(Hex(2014))]
    assert why_not(s, RetreatFrom(Hex(2114))) is NO_STACK_THERE
    for first, other in ((2113, "s2bf_2sha_116"), (2014, "s2bf_2sha_88")):
        each = s.clone()
        push(each, RetreatFrom(Hex(first)))
        frame: Any = decision(each)
        assert isinstance(frame, RetreatStep)
        assert other not in frame.group
        assert ("hq_2sha" in frame.group) == (first == 2113)
        while hexes(each):
            go(each, min(hexes(each)))
        assert not each.flow
        assert 2113 not in (at(each, "s2bf_2sha_88"), at(each, "hq_2sha"))
        assert at(each, "s2bf_2sha_116") != 2014


@pytest.mark.rule("9.5a", "9.5.7b")
def test_one_stack_that_retreats_is_not_asked_for() -> None:
    s = field()
    stand(s, 1620, "g_hg_61", "g_hg_1hg")
    stand(s, 1619, "s2bf_2sha_88")  # Ortelsburg spares the hex
    stand(s, 1520, "s2bf_2sha_116")
    fight(s, 1620, "s2bf_2sha_88", "s2bf_2sha_116", die=4)
    assert not isinstance(decision(s), ChooseRetreat)
    assert [type(frame) for frame in s.flow if isinstance(frame, AttackersRetreat)]
    while s.flow and hexes(s):
        go(s, min(hexes(s)))
    assert at(s, "s2bf_2sha_88") == 1619
    assert at(s, "s2bf_2sha_116") != 1520


# --- rules that mutants survived


@pytest.mark.rule("9.5.7b")
def test_attackers_in_a_town_stand_after_a_one_hex_result_and_nothing_is_pending() -> None:
    s = field()
    stand(s, 1619, "s3bf_39a_94")  # Ortelsburg
    stand(s, 1620, "g_hg_61")
    fight(s, 1620, "s3bf_39a_94", die=2)  # 1-1: A1r
    assert not s.flow
    assert at(s, "s3bf_39a_94") == 1619
    s = field()
    stand(s, 1918, "s3bf_39a_94")
    stand(s, 1919, "g_hg_61")
    assert not s.game.ground.settlement[1918]
    fight(s, 1919, "s3bf_39a_94", die=2)
    while s.flow and hexes(s):
        go(s, min(hexes(s)))
    assert at(s, "s3bf_39a_94") != 1918


@pytest.mark.rule("9.5.7b", "9.5d")
def test_a_town_spares_attackers_no_step() -> None:
    s = field()
    stand(s, 1619, "s3bf_39a_94")
    stand(s, 1620, "g_hg_61", "g_hg_1hg")
    with dice(s, 1):  # 1-2: A2r
        push(assemble(s, 1620, "s3bf_39a_94", normal=["air_1aa_1"]), Commit())
    assert box(s, "s3bf_39a_94") == ELIMINATED or at(s, "s3bf_39a_94") == 1619


@pytest.mark.rule("10.2.3a", "10.2.3b", "10.3.1")
def test_limited_koenigsberg_feeds_ten_hexes_and_not_eleven() -> None:
    s = field()
    stand(s, 2930, "s3bf_39a_94", "s3bf_39a_5g")
    stand(s, 2830, "s3bf_39a_113")
    far = limited_map(s)
    reached = {int(hex): int(far[hex]) for hex in s.game.board.hexes if far[hex] >= 0}
    assert max(reached.values()) == 10
    ten = next(hex for hex, steps in reached.items() if steps == 10)
    eleven = next(
        hex
        for hex in s.game.board.near[ten]
        if s.game.ground.land[hex] and hex not in reached and hex not in s.stacks
    )
    stand(s, ten, "g_independent_23")
    stand(s, eleven, "g_xx_292")
    for unit in ("s3bf_39a_28gt", "s3bf_5a_45", "s3bf_5a_72"):
        s.send(UnitId(unit), "aside")
    s.set(conquered=frozenset(s.game.ground.split_sources))
    block = s.game.board.marks["supply_german"]
    for hex, unit in zip(block, ("s3bf_5a_45", "s3bf_5a_72", "s3bf_5a_65"), strict=True):
        stand(s, hex, unit)
    supply_phase(s)
    supply_phase(s)
    assert s.units[UnitId("g_independent_23")].supply == OUT_OF_SUPPLY
    assert s.units[UnitId("g_xx_292")].supply == ISOLATED


@pytest.mark.rule("9.6.3b", "9.6.1", "6.2.3a", "6.3a")
def test_the_second_hex_of_an_advance() -> None:
    s = field()
    unit = UnitId("s2bf_ind_1gt")
    stand(s, 2113, unit)
    assert why_not_end(s, unit, Hex(2114), Hex(2113)) is NOT_BACK
    assert 2113 not in list(second_hexes(s, unit, Hex(2113), Hex(2114)))
    stand(s, 705, unit)
    ground = s.game.ground
    wet = [
        (target, to)
        for target in s.game.board.hexes
        for to in s.game.board.near[target]
        if ground.major[ground.side(target, to)] and not ground.settlement[target]
    ]
    target, beyond = wet[0]
    start = next(
        hex
        for hex in s.game.board.near[target]
        if ground.land[hex]
        and hex != beyond
        and not ground.minor[ground.side(hex, target)]
        and not ground.major[ground.side(hex, target)]
    )
    stand(s, start, unit)
    assert beyond not in list(second_hexes(s, unit, Hex(start), Hex(target)))
    ask(s, AdvanceUnit(SOVIET, unit, Hex(target), (Hex(target),)))
    assert why_not(s, MoveTo(Hex(beyond))).rule == "9.6.1"  # type: ignore[union-attr]


@pytest.mark.rule("6.2.2b")
def test_only_from_zone_to_zone_a_major_river_is_closed() -> None:
    s = field()
    unit, ground, near = UnitId("s2bf_48a_53"), s.game.ground, s.game.board.near
    stand(s, 612, unit)
    assert ground.major[ground.side(612, 712)]
    whole = 4 * 2
    beyond = next(
        hex for hex in near[712] if ground.zoc_reaches[ground.side(hex, 712)] and hex not in near[612]
    )
    stand(s, beyond, "g_independent_23")
    zoc = s.ledger["german_zoc"]
    assert (bool(zoc[612]), bool(zoc[712])) == (False, True)
    assert entry_cost(s, unit, Hex(612), Hex(712), whole, whole) == whole
    before = next(hex for hex in near[612] if ground.zoc_reaches[ground.side(hex, 612)])
    stand(s, before, "g_xx_292")
    assert entry_cost(s, unit, Hex(612), Hex(712), whole, whole) is MAJOR_RIVER_ZOC


@pytest.mark.rule("6.2.2", "6.2.2b", "6.1.1")
def test_a_hex_within_the_movement_points_is_refused_by_the_river_that_ends_or_bars_the_move() -> None:
    s = field()
    stand(s, 1640, "s3bf_11ga_36g")
    frame = moving(s, "s3bf_11ga_36g")
    assert frame.reach(s).regular[Hex(1741)] == 2 * 2  # it stops there with two points left
    beyond = next(
        hex
        for hex in s.game.board.near[1741]
        if hex not in frame.reach(s).regular and hex != 1640 and s.game.ground.land[hex]
    )
    assert why_not(s, MoveTo(beyond)) == replace(MINOR_RIVER, hex=Hex(1741))
    assert why_not(s, MoveTo(Hex(2932))) is TOO_FAR
    s = field()
    stand(s, 103, "s2bf_48a_53")  # the Vistula lies beyond the next hex
    moving(s, "s2bf_48a_53")
    assert why_not(s, MoveTo(Hex(302))) == replace(MAJOR_RIVER, hex=Hex(302))


@pytest.mark.rule("10.2.3a", "10.1")
def test_a_unit_on_its_source_is_supplied_and_one_in_limited_koenigsberg_is_never_isolated() -> None:
    s = field()
    stand(s, 3517, "g_independent_23")
    stand(s, 2932, "g_xx_292")
    stand(s, 2930, "s3bf_39a_94", "s3bf_39a_5g")
    stand(s, 2830, "s3bf_39a_113")
    for hex, unit in ((2831, "s3bf_5a_45"), (3032, "s3bf_5a_72"), (2833, "s3bf_5a_65")):
        stand(s, hex, unit)
    supply_phase(s)
    supply_phase(s)
    assert s.units[UnitId("g_independent_23")].supply == SUPPLIED
    assert s.units[UnitId("g_xx_292")].supply == OUT_OF_SUPPLY


@pytest.mark.rule("9.3.3a")
def test_a_forecast_below_the_first_column_names_none() -> None:
    s = field()
    stand(s, 1619, "g_independent_23", "g_xx_292")
    stand(s, 1620, "s2bf_2sha_30gt")
    assemble(s, 1619, "s2bf_2sha_30gt")
    shown = decision(s).forecast(s)
    assert shown is not None
    assert (shown.title, shown.odds, shown.column, shown.commit) == (
        "Attack on Ortelsburg (1619)",
        "1-3",
        "",
        None,
    )
    stand(s, 1620, "s2bf_2sha_88")
    assemble(s, 1619, "s2bf_2sha_88", "s2bf_2sha_30gt")
    shown = decision(s).forecast(s)
    assert shown is not None
    assert (shown.odds, shown.column, shown.commit) == ("1-1", "1-2", Commit())


@pytest.mark.rule("9.5.7b")
def test_a_village_spares_attackers_one_hex_of_two(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    row = list(koenigsberg().tables.crt.results["1-1"])
    row[1] = "A1r2"
    (folder / "tables.toml").write_text(f"[crt.results]\n'1-1' = {row}")
    s: State = bare(NAME, "campaign", 1, tmp_path)
    stand(s, 1619, "s3bf_39a_94")
    stand(s, 1620, "g_hg_61")
    fight(s, 1620, "s3bf_39a_94", die=2)
    while s.flow and hexes(s):
        go(s, min(hexes(s)))
    assert s.game.board.distance(1619, at(s, "s3bf_39a_94")) == 1


def test_every_die_has_six_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    thrown: set[int] = set()
    throw = State.roll

    def watched(self: State, sides: int) -> Any:
        thrown.add(sides)
        return throw(self, sides)

    monkeypatch.setattr(State, "roll", watched)
    s = started(seed=3)
    while s.flow:
        offered = options(s)
        push(s, Done() if Done() in offered and not isinstance(decision(s), BarrageFire) else offered[0])
    for event in (german_reinforcement, stalin_interferes, random_event):
        event(started())
    s = field()
    s.send(UnitId("air_3aa"), "refit")
    refitted_unit_return(s)
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88")
    push(s, Commit())
    assert thrown == {6}


def test_a_festung_ring_faces_every_way() -> None:
    s = field()
    ground = s.game.ground
    for hex in (2932, 3203, 3409):
        assert {ground.lines[hex * 6 + side] for side in range(6) if ground.passable[hex * 6 + side]} == {
            FESTUNG
        }


def test_moves_that_are_no_part_of_a_segment_need_no_cancel() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    ask(s, move_of(s, UnitId("g_independent_24m"), segment=False))
    assert may(s, Done())
    assert not may(s, Cancel())
    assert isinstance(decision(s), MoveUnit)
    s = field()
    stand(s, 1043, "hq_39a", "s3bf_39a_94")
    activate(s, "hq_39a")
    assert picks(s) == {"hq_39a", "s3bf_39a_94"}


@pytest.mark.rule("9.1e", "9.1c")
def test_an_asterisk_spares_attackers_whose_losses_wiped_out_the_defender() -> None:
    s = field()
    stand(s, 2114, "g_vi_han", reduced=True)
    stand(s, 2113, "s2bf_2sha_30gt")
    fight(s, 2114, "s2bf_2sha_30gt", die=3)  # 3-1: D1r/A1*, and the brigade has one step
    assert box(s, "g_vi_han") == ELIMINATED
    assert at(s, "s2bf_2sha_30gt") == 2113


@pytest.mark.rule("9.5.6")
def test_a_stack_with_one_way_back_may_still_part() -> None:
    s = field()
    stand(s, 3144, "g_xxviii_58", "g_xxviii_95")  # the Kurische Nehrung: one hex wide
    both = ids("g_xxviii_58", "g_xxviii_95")
    ask(s, Retreat(units=both, hq=UnitId(""), origin=Hex(3144), total=1, by="defence", mates=both))
    assert isinstance(decision(s), RetreatStep)
    assert len(hexes(s)) == 1
    assert picks(s) == set(both)


@pytest.mark.rule("2.5.3d", "2.5.3a")
def test_without_gas_reduced_units_and_soviets_lose_nothing() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m", "s2bf_ind_1gt")
    s.mark(UnitId("g_independent_24m"), reduced=True)
    burn_gas(s, UnitId("g_independent_24m"))
    burn_gas(s, UnitId("s2bf_ind_1gt"))
    stand(s, 2924, "g_independent_277m", "g_independent_23")
    burn_gas(s, UnitId("g_independent_277m"))  # one step
    burn_gas(s, UnitId("g_independent_23"))  # on foot
    assert at(s, "g_independent_24m") == 2925
    assert at(s, "g_independent_277m") == 2924
    assert not reduced(s, "s2bf_ind_1gt")
    assert not reduced(s, "g_independent_23")


@pytest.mark.rule("11.2a")
def test_a_full_unit_is_not_restored() -> None:
    s = started()
    s.track(POINTS, 3)
    s.mark(UnitId("g_xx_14"), reduced=True)
    ask(s, AssignReplacements(GERMAN, GERMAN))
    assert clicked(s, UnitId("g_xx_292")) == (Restore(UnitId("g_xx_292")), NOT_LOST)
    assert clicked(s, UnitId("g_xx_14")) == (Restore(UnitId("g_xx_14")), None)


@pytest.mark.rule("9.0b", "9.2.1a")
def test_no_odds_from_afar_or_against_nobody() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    stand(s, 1619, "s2bf_2sha_116")
    assert s.game.odds(s, ids("s2bf_2sha_88"), Hex(2114)) is not None
    assert s.game.odds(s, ids("s2bf_2sha_88", "s2bf_2sha_116"), Hex(2114)) is None
    assert s.game.odds(s, ids("s2bf_2sha_88"), Hex(2112)) is None


@pytest.mark.rule("2.5.1d", "2.5.1c")
def test_a_barrage_on_a_city_goes_down_to_the_first_column_and_no_further(tmp_path: Path) -> None:
    s = field()
    stand(s, 1836, "g_independent_23")  # Insterburg
    stand(s, 1835, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    with dice(s, 6):
        push(s, Bombard(Hex(1836)))
    assert told(s, BarrageResolved)[0].column == "1-2"
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "tables.toml").write_text("[settlement.city]\nshift = 5")
    s = bare(NAME, "campaign", 1, tmp_path)
    stand(s, 1836, "g_independent_23")
    stand(s, 1835, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    push(s, Bombard(Hex(1836)))
    assert told(s, BarrageResolved)[0].column == "1-2"


@pytest.mark.rule("2.5.2", "RE.6", "RE.5")
def test_a_random_event_cites_the_first_number_it_has() -> None:
    for pair, number in (((4, 4), "RE.6"), ((4, 5), "RE.5"), ((3, 3), "RE.6"), ((1, 4), "RE.5")):
        s = started()
        s.log = []
        with dice(s, *pair):
            random_event(s)
        assert s.log[0].rule == number


@pytest.mark.rule("4.2.2b", "4.2.1d")
def test_an_independent_that_may_be_chosen_is_not_refused() -> None:
    s = field()
    stand(s, 1016, "hq_xx")
    stand(s, 1015, "g_independent_904m", "g_gd_gdm")
    assert why_not_independent(s, UnitId("hq_xx"), UnitId("g_independent_904m")) is None
    assert why_not_independent(s, UnitId("hq_xx"), UnitId("g_gd_gdm")) is None
    stand(s, 1014, "hq_gd")
    assert why_not_independent(s, UnitId("hq_gd"), UnitId("g_gd_gdm")) is IN_FORMATION


@pytest.mark.rule("6.2.2b")
def test_a_neighbor_across_a_major_river_is_refused_by_the_river_alone() -> None:
    s = field()
    unit = UnitId("s2bf_48a_53")
    stand(s, 612, unit)
    frame = moving(s, unit)
    assert may(s, MoveTo(Hex(712)))
    ask(s, replace(frame, mp=2))
    assert why_not(s, MoveTo(Hex(712))) is MAJOR_RIVER


@pytest.mark.rule("9.6a", "7.0a", "9.6b")
def test_who_has_advanced_and_who_finds_the_hex_full() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    corps = ("s2bf_2sha_88", "s2bf_2sha_116", "s2bf_2sha_108")
    stand(s, 2113, *corps[:2])
    stand(s, 2014, corps[2])
    fight(s, 2114, *corps, full=["air_4aa_1"], die=6)  # 6-1: D2r2
    for unit in corps[:2]:
        push(s, Pick(UnitId(unit)))
    assert not s.flow  # the third would be one too many
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, *corps[:2])
    stand(s, 2014, corps[2])
    fight(s, 2114, *corps, full=["air_4aa_1"], die=6)
    push(s, Pick(UnitId(corps[0])))
    assert why_not(s, Pick(UnitId(corps[0]))) is ADVANCED
    s.put(UnitId("s2bf_48a_29"), Hex(2114))
    assert why_not(s, Pick(UnitId(corps[1]))) is STACK_FULL
    assert why_not(s, Pick(UnitId("s2bf_48a_42"))) is NOT_AN_ATTACKER


@pytest.mark.rule("6.4.1a")
def test_strategic_movement_may_not_start_in_a_zone_of_control() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    stand(s, 2824, "s2bf_2sha_88")
    ask(s, move_of(s, UnitId("g_independent_24m")))
    assert why_not(s, March(Hex(2926))) == replace(NO_STRATEGIC_IN_ZOC, hex=Hex(2925))


@pytest.mark.rule("2.1.3b", "2.1.3a")
def test_the_forecast_against_a_covered_stack_shows_our_strength_alone() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "g_xx_292")
    stand(s, 2113, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88")
    shown = decision(s).forecast(s)
    assert shown is not None
    assert (shown.attack, shown.defence, shown.column, shown.commit) == ("6", "?", "", None)


def test_nobody_is_counted_off_the_map() -> None:
    s = field()
    stand(s, 2114, "g_independent_23", "hq_xx")
    s.send(UnitId("g_independent_23"), ELIMINATED)
    s.send(UnitId("hq_xx"), "removed")
    assert [each[0] for each in s.ledger.values()] == [0] * len(s.ledger)
    assert not any(s.ledger["german"])


@pytest.mark.rule("8.1", "RE.12b")
def test_a_chit_that_came_early_is_not_told_again() -> None:
    s = started()
    s.turn = 9
    s.add_to_cup((ChitId("c_19"),))
    s.log = []
    chits_arrive(s)
    assert s.log == []
    assert "c_19" in s.cup


@pytest.mark.rule("2.5.3c")
def test_arrivals_burn_no_gas() -> None:
    s = field()
    s.track(NO_GAS, 1)
    stand(s, 2925, "g_independent_24m")
    ask(s, move_of(s, UnitId("g_independent_24m"), segment=False))
    go(s, 2926)
    assert not reduced(s, "g_independent_24m")


@pytest.mark.rule("11.4c", "11.4e", "11.4f")
def test_the_cruiser_adds_its_strength_and_has_fired() -> None:
    s = field()
    s.send(UnitId("g_hipper"), "haff")
    stand(s, 3225, "s3bf_39a_94")
    stand(s, 3226, "g_independent_5m")
    assemble(s, 3225, "g_independent_5m", cruiser=True)
    push(s, Pick(UnitId("g_hipper")))
    assert decision(s).about(s).committed == ("g_independent_5m", "g_hipper")
    with dice(s, 6):
        push(s, Commit())
    event = told(s, AttackResolved)[0]
    assert (event.attack, event.units) == (6 + 4, ("g_independent_5m", "g_hipper"))
    assert s.tracks[HIPPER_FIRED] == 1


@pytest.mark.rule("9.6.5", "11.1.2")
def test_a_headquarters_follows_its_own_stack_as_far_as_it_went() -> None:
    s = field()
    stand(s, 2113, "s2bf_ind_1gt", "hq_2sha")
    stand(s, 2014, "s2bf_2sha_88", "hq_48a")
    ask(
        s,
        AdvanceAfterCombat(SOVIET, Hex(2114), ids("s2bf_ind_1gt", "s2bf_2sha_88"), ids("hq_2sha", "hq_48a")),
    )
    assert picks(s) == {"s2bf_ind_1gt", "s2bf_2sha_88"}
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    go(s, 2214)
    assert picks(s) == {"s2bf_2sha_88", "hq_2sha"}
    assert why_not(s, Pick(UnitId("hq_48a"))) is HQ_FOLLOWS
    push(s, Pick(UnitId("hq_2sha")))
    assert hexes(s) == {2114, 2214}
    go(s, 2214)
    assert at(s, "hq_2sha") == 2214
    assert picks(s) == {"s2bf_2sha_88"}
    s = field()
    stand(s, 2113, "s2bf_ind_1gt", "hq_2sha")
    stand(s, 2214, "hq_48a")
    ask(s, AdvanceAfterCombat(SOVIET, Hex(2114), ids("s2bf_ind_1gt"), ids("hq_2sha")))
    push(s, Pick(UnitId("s2bf_ind_1gt")))
    go(s, 2214)
    push(s, Pick(UnitId("hq_2sha")))
    assert at(s, "hq_2sha") == 2114  # there is no room for a second one further on


@pytest.mark.rule("9.0b", "9.2.3b")
def test_what_cannot_be_attacked_or_cannot_attack() -> None:
    s = field()
    stand(s, 2114, "g_vs_1")
    stand(s, 2113, "s2bf_2sha_88")
    segment(s, "g_vs_1")
    assert not s.flow  # Volkssturm has no attack strength
    segment(s, "s2bf_2sha_88")


@pytest.mark.rule("2.1.3a", "4.1.1a")
def test_a_headquarters_chosen_by_a_front_chit_can_be_guessed_at() -> None:
    s = field(fog="on")
    stand(s, 1043, "hq_39a", "s3bf_39a_94")
    stand(s, 1039, "hq_5a", "s3bf_5a_45")
    stand(s, 2114, "g_xx_14", "g_xx_292")
    activate(s, "hq_39a", "c_3br_1")
    twin = determinize(s, GERMAN, 3)
    assert isinstance(decision(twin), MovementSegment)


@pytest.mark.rule("6.4", "6.1.2a")
def test_the_way_of_a_move_is_shown_with_what_it_costs() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    frame = moving(s, "g_independent_24m")
    march = frame.route(s, March(Hex(2927)))
    assert march is not None
    assert (march.hexes, march.costs) == ((2926, 2927), ("½", "1"))
    walk = frame.route(s, MoveTo(Hex(2927)))
    assert walk is not None
    assert (walk.hexes, walk.costs, walk.stops) == ((2926, 2927), ("1", "2"), False)
    s = field()
    stand(s, 1640, "s3bf_11ga_36g")
    over = moving(s, "s3bf_11ga_36g").route(s, MoveTo(Hex(1741)))
    assert over is not None
    assert (over.costs, over.stops) == (("2",), True)


def test_the_ground_has_a_byte_for_every_hex_and_side() -> None:
    ground = koenigsberg().ground
    size = ground.board.size
    by_side = (ground.passable, ground.minor, ground.major, ground.road, ground.rail, ground.lines)
    assert {len(each) for each in by_side} == {size * 6}
    assert {len(each) for each in (ground.land, ground.on_road, ground.on_rail, ground.settlement)} == {size}
    assert {len(each) for each in ground.prices.values()} == {size * 6}


@pytest.mark.rule("11.1.3b", "9.5.3d")
def test_a_headquarters_is_lost_where_its_stack_died_and_goes_no_further() -> None:
    s = field()
    stand(s, 2114, "hq_xx")
    s.send(UnitId("g_xx_292"), ELIMINATED)
    dead = ids("g_xx_292")
    heard: list[str] = []
    s.listener = lambda told: heard.append(type(told.event).__name__)
    ask(s, Retreat(units=dead, hq=UnitId("hq_xx"), origin=Hex(2114), total=2, by="defence", mates=dead))
    assert heard == ["HqRemoved"]
    assert box(s, "hq_xx") == "removed"
    ask(s, Retreat(units=dead, hq=UnitId("hq_xx"), origin=Hex(2114), total=2, by="defence", mates=dead))
    assert heard == ["HqRemoved"]  # and only once


@pytest.mark.rule("2.5d", "2.5e", "2.5.4b")
def test_the_gd_chit_comes_back_into_the_cup_unless_the_corps_is_withdrawn() -> None:
    gd = ChitId("c_gd")
    s = started()
    s.set(cup=(), activated={GERMAN: (gd,)})
    turn_advance(s)
    assert s.cup == (gd,)
    s = started()
    s.set(cup=(), activated={GERMAN: (gd,)})
    s.track(GD_WITHDRAWN, 1)
    turn_advance(s)
    assert s.cup == ()


@pytest.mark.rule("9.5.3b", "11.1.1b")
def test_a_headquarters_pays_nothing_for_a_zone_of_control() -> None:
    s = field()
    stand(s, 3040, "hq_xxviii")
    stand(s, 2932, "g_xxviii_58")
    stand(s, 3042, "s3bf_39a_94")
    mates = ids("g_xxviii_607", "g_xxviii_58")
    heard: list[str] = []
    s.listener = lambda told: heard.append(type(told.event).__name__)
    ask(s, Retreat(units=(), hq=UnitId("hq_xxviii"), origin=Hex(3039), total=2, by="defence", mates=mates))
    assert at(s, "hq_xxviii") == 3041
    assert heard == ["Retreated"]


@pytest.mark.rule("12.3", "12.1a")
def test_an_air_unit_of_another_force_is_refused_as_such_before_any_unit_is_in() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    segment(s, "s2bf_2sha_88")
    push(s, Attack(Hex(2114)))
    assert why_not(s, FullAttack(UnitId("air_1aa_1"))) is OTHER_FRONT
    assert why_not(s, FullAttack(UnitId("air_4aa_1"))) is NOT_ALONE


@pytest.mark.rule("11.3g")
def test_where_no_volkssturm_stands_none_is_removed() -> None:
    s = field()
    volkssturm_return(s)
    assert s.log == []
    stand(s, 1329, "g_vs_1", "g_gar_loetzen")
    volkssturm_return(s)
    assert (box(s, "g_vs_1"), at(s, "g_gar_loetzen")) == ("volkssturm", 1329)
    assert len(s.log) == 1


@pytest.mark.rule("10.2.2a", "10.2.2b")
def test_either_leg_of_the_autobahn_links_koenigsberg() -> None:
    s = field()
    assert koenigsberg_linked(s)
    for closed, linked in (
        ((2931,), True),
        ((2830,), True),
        ((2931, 2831), False),
        ((3026,), False),
        ((2932,), False),
        ((3420,), False),
    ):
        s = field()
        for hex, hq in zip(closed, ("hq_39a", "hq_5a"), strict=False):
            stand(s, hex, hq)  # a headquarters closes its hex and no other
        assert koenigsberg_linked(s) == linked, closed
        feeds = any(limited_map(s)[hex] >= 0 for hex in s.game.board.hexes)
        assert feeds == (not linked and closed != (2932,)), closed


@pytest.mark.rule("9.3c", "10.3.2")
def test_isolated_defenders_count_half() -> None:
    s = field()
    stand(s, 2114, "g_xx_292", supply=ISOLATED)
    stand(s, 2113, "s2bf_2sha_88")
    found = s.game.odds(s, ids("s2bf_2sha_88"), Hex(2114))
    assert found is not None
    assert (found.attack, found.defence) == (6, 2)


@pytest.mark.rule("7.0a", "6.5d")
def test_a_full_hex_at_the_end_of_a_ride_is_refused_for_its_stacking() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    stand(s, 2932, "g_xx_292", "g_xx_14")
    frame = moving(s, "g_independent_24m")
    assert why_not(s, Ride(Hex(2932))) is STACK_FULL
    past = next(hex for hex in frame.reach(s).rail if hex // 100 < 29 or hex % 100 > 32)
    assert may(s, Ride(past))


@pytest.mark.rule("11.4c")
def test_only_a_german_headquarters_activates_the_cruiser_and_only_in_the_haff() -> None:
    s = field()
    stand(s, 3225, "hq_xx")
    assert not activates_hipper(s, UnitId("hq_xx"))
    s.send(UnitId("g_hipper"), "haff")
    assert activates_hipper(s, UnitId("hq_xx"))
    s.send(UnitId("hq_xx"), "aside")
    stand(s, 3225, "hq_39a")
    assert not activates_hipper(s, UnitId("hq_39a"))
    stand(s, 1206, "hq_xx")
    assert not activates_hipper(s, UnitId("hq_xx"))


@pytest.mark.rule("6.1.1")
def test_what_has_no_movement_allowance_says_so() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 3203, "g_gar_thorn")
    both = ids("g_independent_23", "g_gar_thorn")
    army = Activation(side=GERMAN, force=GERMAN, chit=ChitId("c_xx"), hq=UnitId(""), formation=both, at=5)
    ask(s, army, MovementSegment(GERMAN, both[:1]))
    assert why_not(s, Pick(UnitId("g_gar_thorn"))) is CANNOT_MOVE


@pytest.mark.rule("7.1c")
def test_the_owner_chooses_the_extra_hex_where_there_are_several() -> None:
    s = field()
    stand(s, 2214, "g_independent_23")
    ask(s, ExtraHex(unit=UnitId("g_independent_23"), origin=Hex(2114), by="defence"))
    assert isinstance(decision(s), RetreatStep)
    assert len(hexes(s)) > 1
    go(s, max(hexes(s)))
    assert s.game.board.distance(2114, at(s, "g_independent_23")) == 2


@pytest.mark.rule("12.1.1", "12.1a")
def test_a_normal_attack_is_told_and_sends_to_refit() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    fight(s, 2114, "s2bf_2sha_88", die=4, normal=["air_4aa_1"])
    assert [(each.unit, each.box) for each in told(s, NormalAttackFlown)] == [("air_4aa_1", "refit")]


@pytest.mark.rule("2.1.4a", "15.0e")
def test_the_shade_of_a_counter() -> None:
    s = started()
    shades = s.game.drawing.ground
    shown = {
        id: face(s.game, s.units[UnitId(id)]).ground
        for id in ("g_xx_14", "g_independent_23", "g_gd_gdm", "s2bf_2sha_88", "s3bf_39a_94", "hq_7pz")
    }
    assert shown["g_xx_14"] == shades["german"]
    assert shown["g_independent_23"] == shades["independent"]
    assert (shown["s2bf_2sha_88"], shown["s3bf_39a_94"]) == (shades["2bf"], shades["3bf"])


@pytest.mark.rule("6.4")
def test_strategic_movement_starts_and_ends_on_a_road() -> None:
    s = field()
    ground = s.game.ground
    beside = next(hex for hex in s.game.board.near[2925] if ground.land[hex] and not ground.on_road[hex])
    stand(s, 2925, "g_independent_24m")
    moving(s, "g_independent_24m")
    assert why_not(s, March(beside)) is NO_STRATEGIC_ROAD
    stand(s, beside, "g_independent_24m")
    stand(s, 2824, "s2bf_2sha_88")  # its zone of control is not what forbids it
    moving(s, "g_independent_24m")
    assert why_not(s, March(Hex(2926))) is NO_STRATEGIC_ROAD
