"""Refusals, reminders and previews: the reasons a player is given."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Cancel, Choose, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.play import decision, dice, options, push, view, why_not
from bridgehead.core.refusal import NOT_NOW
from bridgehead.core.values import ChitId, Hex, UnitId, replace
from bridgehead.games.koenigsberg1945.fog import hidden
from bridgehead.games.koenigsberg1945.model.actions import Bombard, FullAttack, March, Restore, Ride
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import Overcrowded
from bridgehead.games.koenigsberg1945.rules.activation import (
    ACTIVATED,
    CHOSEN,
    IN_FORMATION,
    NO_EXTRA,
    OTHER_FRONT,
    Activation,
    ChooseExtras,
    ChooseIndependents,
    why_not_independent,
)
from bridgehead.games.koenigsberg1945.rules.advance import (
    ADVANCE_STOPS,
    HQ_FOLLOWS,
    NOT_BACK,
    OVER_MAJOR_RIVER,
    TWO_HEXES,
    AdvanceAfterCombat,
    AdvanceUnit,
    why_not_end,
)
from bridgehead.games.koenigsberg1945.rules.air import NOT_ALONE
from bridgehead.games.koenigsberg1945.rules.barrage import (
    NO_BARRAGE_TARGET,
    NOBODY_TO_HIT,
    TOO_FAR_ON_TURN_1,
    BarrageFire,
)
from bridgehead.games.koenigsberg1945.rules.blocked import (
    ENEMY_ON_THE_WAY,
    NO_RAIL,
    NO_STRATEGIC_IN_ZOC,
    NO_STRATEGIC_STACKING,
    RAIL_BLOCKED,
    RIDDEN,
    STANDS_THERE,
    ZOC_TOO_DEAR,
    why_not_ride,
)
from bridgehead.games.koenigsberg1945.rules.combat import (
    ALL_HAVE_ATTACKED,
    ATTACKED_ALREADY,
    EXTRAS_DO_NOT_ATTACK,
    NONE_ADJACENT,
    AssembleAttack,
    CombatSegment,
)
from bridgehead.games.koenigsberg1945.rules.command import command_chit
from bridgehead.games.koenigsberg1945.rules.losses import ChooseLoss
from bridgehead.games.koenigsberg1945.rules.movement import (
    FROZEN_HQ,
    MOVED_ALREADY,
    NO_MIXED_MOVE,
    MovementSegment,
)
from bridgehead.games.koenigsberg1945.rules.odds import odds_name, ratio_of
from bridgehead.games.koenigsberg1945.rules.orders import ENEMY_UNIT, NOT_ACTIVATED
from bridgehead.games.koenigsberg1945.rules.reach import (
    ENEMY_HEX,
    OUT_OF_FROZEN_RANGE,
    TOO_FAR,
    WATER,
    entry_cost,
)
from bridgehead.games.koenigsberg1945.rules.reinforcements import (
    ENTRY_ELSEWHERE,
    ENTRY_ENEMY,
    Arrival,
    BringIn,
    ChooseEntry,
)
from bridgehead.games.koenigsberg1945.rules.replacements import (
    NO_HQ,
    NO_REPLACEMENTS,
    NOT_LOST,
    OTHER_SIDE,
    POINTS,
    AssignReplacements,
    ChooseHeadquartersHex,
)
from bridgehead.games.koenigsberg1945.rules.retreat import (
    ALONE,
    HQ_GOES_ALONG,
    NOT_RETREATING,
    NOT_SURPLUS,
    RETREAT_BY_HEXES,
    RETREAT_SHORT,
    RETREAT_ZOC,
    ChooseSurplus,
    ExtraHex,
    Retreat,
    RetreatStep,
)
from bridgehead.games.koenigsberg1945.rules.special import HIPPER_ALONE, HIPPER_AWAY
from bridgehead.games.koenigsberg1945.rules.stacking import STACK_FULL
from bridgehead.games.koenigsberg1945.rules.supply import supply_line
from bridgehead.games.koenigsberg1945.rules.volkssturm import VolkssturmDeployment
from bridgehead.games.koenigsberg1945.view import OVERLAYS
from tests.games.koenigsberg1945.field import (
    activate,
    assemble,
    at,
    box,
    field,
    go,
    hexes,
    ids,
    may,
    moving,
    picks,
    reduced,
    segment,
    started,
    told,
)
from tests.support import ask, stand

# --- movement


@pytest.mark.rule("6.4.1a", "6.4.1c", "6.4", "6.3a")
def test_why_a_march_is_refused() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    moving(s, "g_independent_24m")
    far = next(hex for hex in s.game.board.hexes if s.game.ground.on_road[hex] and hex // 100 == 5)
    assert why_not(s, March(Hex(far))) is TOO_FAR
    stand(s, 2928, "g_xx_292", "g_xx_14")
    moving(s, "g_independent_24m")
    assert why_not(s, March(Hex(2928))) is NO_STRATEGIC_STACKING


@pytest.mark.rule("6.4.1a", "6.4.1c", "6.3a")
def test_what_blocks_the_only_road() -> None:
    s = field()
    stand(s, 3144, "g_independent_24m")  # on the Kurische Nehrung
    assert 3039 in moving(s, "g_independent_24m").reach(s).strategic
    stand(s, 3041, "g_xx_292", "g_xx_14")
    moving(s, "g_independent_24m")
    assert why_not(s, March(Hex(3039))) == replace(NO_STRATEGIC_STACKING, hex=Hex(3041))
    s.send(UnitId("g_xx_292"), "aside")
    s.send(UnitId("g_xx_14"), "aside")
    stand(s, 3041, "s3bf_39a_94")
    moving(s, "g_independent_24m")
    assert why_not(s, March(Hex(3038))) == replace(NO_STRATEGIC_IN_ZOC, hex=Hex(3042))
    assert why_not(s, March(Hex(3040))) is NO_STRATEGIC_IN_ZOC
    assert why_not(s, March(Hex(3041))) is ENEMY_HEX


@pytest.mark.rule("6.5a", "6.4")
def test_kinds_of_movement_are_not_mixed() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    moving(s, "g_independent_24m")
    assert why_not(s, Ride(Hex(2114))) is NO_RAIL
    frame: Any = decision(s)
    assert frame.route(s, Ride(Hex(2932))).hexes[-1] == 2932
    assert frame.route(s, Done()) is None
    assert why_not(s, Attack(Hex(2114))) is NOT_NOW
    march = s.clone()
    push(march, March(Hex(2926)))
    assert why_not(march, MoveTo(Hex(2927))) is NO_MIXED_MOVE
    go(s, 2926)
    assert why_not(s, March(Hex(2927))) is NO_MIXED_MOVE
    assert why_not(s, Ride(Hex(2932))) is NO_MIXED_MOVE
    assert entry_cost(s, UnitId("g_independent_24m"), Hex(2926), Hex(2927), 1, 16) is TOO_FAR


@pytest.mark.rule("6.1.2c", "5.1a")
def test_a_neighbour_too_dear_names_the_zone_of_control_that_makes_it_so() -> None:
    s = field()
    stand(s, 1240, "s3bf_5a_45")
    stand(s, 1340, "g_xxvi_1")
    stand(s, 1339, "g_xxvi_349")
    moving(s, "s3bf_5a_45")
    assert why_not(s, MoveTo(Hex(1239))) == replace(ZOC_TOO_DEAR, hex=Hex(1240))


@pytest.mark.rule("11.5a")
def test_a_step_out_of_the_frozen_range_is_refused() -> None:
    s = started()
    s.put(UnitId("g_vi_131"), Hex(330))
    bound = s.game.ground.command_range(Hex(626), 6)
    here, to = next(
        (hex, near)
        for hex in bound
        for near in s.game.board.near[hex]
        if near not in bound
        and s.game.ground.passable[s.game.ground.side(hex, near)]
        and near not in s.stacks
    )
    s.put(UnitId("g_vi_131"), Hex(here))
    assert entry_cost(s, UnitId("g_vi_131"), Hex(here), Hex(to), 10, 10) is OUT_OF_FROZEN_RANGE


def test_reminders_of_what_is_left_to_do() -> None:
    s = started()
    segment_ = MovementSegment(SOVIET, ids("s3bf_39a_94"))
    assert segment_.reminders(s)[0].unit == "s3bf_39a_94"
    assert segment_.why_not(s, Commit()) is None
    stand(s, 1240, "s3bf_5a_45")
    segment(s, "s3bf_5a_45")
    assert 1340 in {reminder.hex for reminder in decision(s).reminders(s)}
    s.track(POINTS, 2)
    assert "2 replacement points" in AssignReplacements(GERMAN, GERMAN).reminders(s)[0].words


# --- command


@pytest.mark.rule("4.2.2a", "2.1.4b", "4.1.3b")
def test_why_a_unit_is_not_chosen() -> None:
    s = started()
    assert why_not_independent(s, UnitId("hq_39a"), UnitId("s2bf_ind_1gt")) is OTHER_FRONT
    extras = ChooseExtras(GERMAN, ids("g_independent_23"), 2)
    assert extras.why_not(s, Pick(UnitId("g_hg_61"))) is NO_EXTRA
    independents = ChooseIndependents(GERMAN, UnitId("hq_gd"), ids("g_independent_23"), 1)
    assert independents.why_not(s, Commit()) is None


@pytest.mark.rule("4.1.2")
def test_a_front_with_one_headquarters_has_no_choice() -> None:
    s = field()
    stand(s, 1043, "hq_39a", "s3bf_39a_94")
    command_chit(s, ChitId("c_3br_1"))
    ask(s, *s.flow)
    assert picks(s) == {"hq_39a", "s3bf_39a_94"}


@pytest.mark.rule("2.5.1b", "3.0c")
def test_why_a_hex_is_no_target_of_a_barrage() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    stand(s, 2220, "g_xx_292")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    assert why_not(s, Bombard(Hex(2220))) is NO_BARRAGE_TARGET
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 2))
    assert why_not(s, Bombard(Hex(2220))) is TOO_FAR_ON_TURN_1
    assert why_not(s, Commit()) is NOT_NOW


# --- combat


def test_the_forecast_names_every_halving() -> None:
    s = field()
    stand(s, 1741, "g_ix_548", supply=2)
    stand(s, 1641, "s3bf_11ga_36g", supply=1)
    segment(s, "s3bf_11ga_36g")
    push(s, Attack(Hex(1741)))
    frame: Any = decision(s)
    assert frame.forecast(s) is None
    push(s, Pick(UnitId("s3bf_11ga_36g")))
    frame = decision(s)
    halved = [each.rule for each in frame.forecast(s).modifiers if each.kind == "half"]
    assert halved == ["9.3b", "9.3d", "9.3c"]
    assert why_not(s, Choose("x")) is NOT_NOW
    push(s, Cancel())
    assert why_not(s, Commit()) is NOT_NOW
    assert why_not(s, Attack(Hex(1741))) is None
    assert odds_name(s.game, ratio_of(s.game, 0, 4)) == "no strength"


@pytest.mark.rule("11.4c")
def test_the_cruiser_is_offered() -> None:
    s = field()
    s.send(UnitId("g_hipper"), "haff")
    stand(s, 3225, "s3bf_39a_94")
    stand(s, 3226, "g_independent_5m")
    assemble(s, 3225, "g_independent_5m", cruiser=True)
    assert may(s, Pick(UnitId("g_hipper")))
    assemble(s, 3225, "g_independent_5m")
    assert not may(s, Pick(UnitId("g_hipper")))


@pytest.mark.rule("9.6.1", "9.6.4", "7.0a")
def test_why_an_advance_is_refused() -> None:
    s = field()
    stand(s, 706, "s2bf_70a_96")
    stand(s, 807, "s2bf_70a_47")
    ask(s, AdvanceAfterCombat(SOVIET, Hex(806), ids("s2bf_70a_96", "s2bf_70a_47"), ()))
    assert why_not(s, Pick(UnitId("s2bf_70a_96"))) is OVER_MAJOR_RIVER
    assert why_not(s, Commit()) is NOT_NOW
    stand(s, 1712, "s2bf_ind_1gt")
    ask(s, AdvanceUnit(SOVIET, UnitId("s2bf_ind_1gt"), Hex(1811), (Hex(1811),)))
    assert why_not(s, MoveTo(Hex(1911))) is ADVANCE_STOPS
    assert why_not(s, Commit()) is NOT_NOW
    stand(s, 2113, "s2bf_ind_1gt")
    stand(s, 2214, "s2bf_2sha_88", "s2bf_2sha_116")
    ask(s, AdvanceUnit(SOVIET, UnitId("s2bf_ind_1gt"), Hex(2114), (Hex(2114),)))
    assert why_not(s, MoveTo(Hex(2214))) is STACK_FULL


def test_decisions_that_have_nothing_better_to_say() -> None:
    s = field()
    assert ChooseLoss(GERMAN, (), (), "9.4a").why_not(s, Done()) is None
    assert BringIn(GERMAN, ()).why_not(s, Commit()) is None
    assert ChooseEntry(GERMAN, UnitId("g_hg_61"), ()).why_not(s, Done()) is None
    assert AssignReplacements(GERMAN, GERMAN).why_not(s, Commit()) is None
    assert ChooseHeadquartersHex(GERMAN, UnitId("g_hg_61"), ()).why_not(s, Place(Hex(2114))) is NO_HQ
    assert VolkssturmDeployment(GERMAN).why_not(s, Done()) is None
    assert RetreatStep(GERMAN, (), (), Hex(2114)).why_not(s, Done()) is None


# --- retreats to the bitter end


def surrounded(*units: str) -> Any:
    s = field()
    stand(s, 3040, *units)
    stand(s, 3042, "s3bf_39a_94")
    stand(s, 3039, "s3bf_39a_5g")
    return s


@pytest.mark.rule("9.5.3d", "11.1.3b")
def test_a_headquarters_is_lost_with_a_stack_that_dies_on_the_way() -> None:
    s = surrounded("g_xxviii_607", "hq_xxviii")
    s.mark(UnitId("g_xxviii_607"), reduced=True)
    one = ids("g_xxviii_607")
    ask(s, Retreat(units=one, hq=UnitId("hq_xxviii"), origin=Hex(3040), total=2, by="defence", mates=one))
    assert (box(s, "g_xxviii_607"), box(s, "hq_xxviii")) == ("eliminated", "removed")


@pytest.mark.rule("9.5.2b", "11.1.3b")
def test_a_headquarters_is_lost_with_a_stack_that_pays_its_last_step() -> None:
    s = surrounded("g_xxviii_607", "hq_xxviii")
    stand(s, 3041, "s3bf_39a_94")
    s.mark(UnitId("g_xxviii_607"), reduced=True)
    one = ids("g_xxviii_607")
    ask(s, Retreat(units=one, hq=UnitId("hq_xxviii"), origin=Hex(3040), total=1, by="defence", mates=one))
    assert (box(s, "g_xxviii_607"), box(s, "hq_xxviii")) == ("eliminated", "removed")


@pytest.mark.rule("11.1.3f")
def test_a_headquarters_whose_mate_lives_elsewhere_goes_on_alone() -> None:
    s = surrounded("g_xxviii_607", "hq_xxviii")
    s.mark(UnitId("g_xxviii_607"), reduced=True)
    stand(s, 2932, "g_xxviii_58")
    mates = ids("g_xxviii_607", "g_xxviii_58")
    ask(
        s,
        Retreat(
            units=ids("g_xxviii_607"),
            hq=UnitId("hq_xxviii"),
            origin=Hex(3040),
            total=1,
            by="defence",
            mates=mates,
        ),
    )
    assert box(s, "g_xxviii_607") == "eliminated"
    assert at(s, "hq_xxviii") == 3041


@pytest.mark.rule("7.1b")
def test_a_second_headquarters_without_a_way_is_lost() -> None:
    s = surrounded("hq_xxviii", "hq_xx")
    stand(s, 3041, "s3bf_39a_94")
    ask(s, ExtraHex(unit=UnitId("hq_xx"), origin=Hex(3040), by="defence"))
    assert box(s, "hq_xx") == "removed"
    assert told(s, Overcrowded)


@pytest.mark.rule("7.1c", "9.5.3b")
def test_the_additional_hex_costs_its_step_too() -> None:
    s = field()
    stand(s, 3040, "g_xxviii_58")
    stand(s, 3042, "s3bf_39a_94")
    ask(s, ExtraHex(unit=UnitId("g_xxviii_58"), origin=Hex(3039), by="defence"))
    assert (at(s, "g_xxviii_58"), reduced(s, "g_xxviii_58")) == (3041, True)


@pytest.mark.rule("9.5b")
def test_a_free_hex_that_leads_nowhere_is_refused() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    for hex, unit in ((2116, "s2bf_2sha_88"), (2316, "s2bf_2sha_116")):
        stand(s, hex, unit)
    one = ids("g_independent_23")
    ask(s, Retreat(units=one, hq=UnitId(""), origin=Hex(2114), total=2, by="defence", mates=one))
    refused = {hex: why_not(s, MoveTo(Hex(hex))) for hex in (2214, 2213) if hex not in hexes(s)}
    assert set(refused.values()) <= {RETREAT_SHORT, RETREAT_ZOC}


# --- views


@pytest.mark.rule("2.1.3a")
def test_a_combat_lays_both_stacks_open() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "g_xx_292")
    stand(s, 2113, "s2bf_2sha_88", "s2bf_2sha_116")
    assemble(s, 2114, "s2bf_2sha_88", "s2bf_2sha_116")
    with dice(s, 1):  # 1-1: A1r, the attacker chooses his loss
        push(s, Commit())
    assert decision(s).side == SOVIET
    assert hidden(s, GERMAN) == hidden(s, SOVIET) == frozenset()
    assert "'g_independent_23'" in str(view(s, SOVIET))
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "g_xx_292")
    stand(s, 2113, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    with dice(s, 5):  # D1r: the defender chooses his loss
        push(s, Bombard(Hex(2114)))
    assert decision(s).side == GERMAN
    assert hidden(s, SOVIET) == frozenset()
    assert options(s)


def test_overlays_of_nothing() -> None:
    s = field()
    assert OVERLAYS["reach"](s, GERMAN, Hex(0), UnitId("nobody")).hexes == {}
    stand(s, 3040, "g_xxviii_58")
    for hex, unit in ((3039, "s3bf_39a_94"), (3041, "s3bf_39a_5g")):
        stand(s, hex, unit)
    assert supply_line(s, GERMAN, Hex(3040)) == ()
    assert OVERLAYS["supply"](s, GERMAN, Hex(3040), UnitId("")).lines == ()


# --- the true cause, and where it stands


@pytest.mark.rule("6.3a", "5.1a", "6.1.1")
def test_a_far_hex_is_refused_for_what_closes_the_way() -> None:
    s = field()
    stand(s, 3144, "g_xxviii_58")  # on the Kurische Nehrung: one hex wide
    reach = moving(s, "g_xxviii_58").reach(s).regular
    near, far = Hex(3043), next(hex for hex in reach if s.game.board.distance(3144, hex) == 2)
    assert why_not(s, MoveTo(Hex(2932))) is TOO_FAR
    stand(s, near, "hq_39a", "s3bf_39a_94")
    moving(s, "g_xxviii_58")
    assert why_not(s, MoveTo(far)) == replace(ENEMY_ON_THE_WAY, hex=near)
    assert why_not(s, MoveTo(near)) is ENEMY_HEX
    assert why_not(s, MoveTo(Hex(3144))) is STANDS_THERE


@pytest.mark.rule("6.2.2", "6.2.2b", "6.2.3a")
def test_a_river_or_the_sea_is_named_where_it_closes_the_way() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    moving(s, "g_independent_23")
    assert why_not(s, MoveTo(s.game.ground.board.marks["frisches_haff"][0])) is WATER


@pytest.mark.rule("6.5b", "6.5c", "11.5a")
def test_what_stops_a_train_on_the_way() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    frame = moving(s, "g_independent_24m")
    far = Hex(2932)
    way = s.game.walker.route(
        2925, far, 500, s.game.ground.railway, bytearray(s.game.board.size), bytearray(s.game.board.size)
    )
    stand(s, way[1], "hq_39a")
    assert frame.why_not(s, Ride(far)) == replace(RAIL_BLOCKED, hex=way[1])
    s.send(UnitId("hq_39a"), "aside")
    beside = next(
        hex
        for hex in s.game.board.near[way[1]]
        if hex not in (2925, *way) and s.game.ground.zoc_reaches[s.game.ground.side(hex, way[1])]
    )
    stand(s, beside, "s3bf_39a_94")
    no = why_not_ride(s, frame, far)
    assert (no.rule, no.hex in way) == ("6.5b", True)
    assert why_not_ride(s, replace(frame, ridden=(way[0],)), way[0]) is RIDDEN


@pytest.mark.rule("4.0a", "4.2.2d", "6.1.1", "11.5a")
def test_why_a_unit_does_not_move() -> None:
    s = started()
    activate(s, "hq_vi", "c_vi")
    frozen, moved = UnitId("hq_vi"), UnitId("g_vi_131")
    assert why_not(s, Pick(frozen)) is FROZEN_HQ
    assert why_not(s, Pick(UnitId("hq_lv"))) is NOT_ACTIVATED  # frozen too, but not asked
    push(s, Pick(moved))
    go(s, 430)
    push(s, Done())
    assert why_not(s, Pick(moved)) is MOVED_ALREADY


@pytest.mark.rule("9.2.1b", "9.0a", "9.2.3b", "2.1.4f", "4.1.3b", "12.1a")
def test_why_a_unit_does_not_attack() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    stand(s, 2111, "s2bf_2sha_116")
    units = ids("s2bf_2sha_88", "s2bf_2sha_116")
    army = Activation(
        side=SOVIET,
        force=FRONT_2,
        chit=ChitId("c_2sha"),
        hq=UnitId("hq_2sha"),
        formation=units,
        extras=ids("s2bf_3a_41"),
    )
    ask(s, army, CombatSegment(SOVIET, FRONT_2, units))
    assert why_not(s, Attack(Hex(2114))) is None
    spent = CombatSegment(SOVIET, FRONT_2, units[1:])
    s.flow = (army, spent)
    assert spent.why_not(s, Attack(Hex(2114))) is ALL_HAVE_ATTACKED
    s.flow = (replace(army, formation=units[1:]), spent)
    assert spent.why_not(s, Attack(Hex(2114))) is NONE_ADJACENT
    s.flow = (army, spent, AssembleAttack(SOVIET, FRONT_2, Hex(2114), ()))
    s.offered = None
    assert why_not(s, Pick(units[0])) is ATTACKED_ALREADY
    assert why_not(s, Pick(UnitId("s2bf_3a_41"))) is EXTRAS_DO_NOT_ATTACK
    assert why_not(s, Pick(UnitId("s2bf_3a_35"))) is NOT_ACTIVATED
    air = next(unit for unit in s.game.air if s.counter(unit).force == FRONT_2)
    assert why_not(s, FullAttack(air)) is NOT_ALONE


@pytest.mark.rule("11.4a", "11.4b", "11.4c", "11.4e")
def test_why_the_cruiser_does_not_fire() -> None:
    s = field()
    hipper = UnitId("g_hipper")
    stand(s, 3225, "s3bf_39a_94")
    stand(s, 3226, "g_independent_5m")
    segment(s, "g_independent_5m", cruiser=True)
    push(s, Attack(Hex(3225)))
    assert why_not(s, Pick(hipper)) is HIPPER_AWAY
    s.send(hipper, "haff")
    assert why_not(s, Pick(hipper)) is HIPPER_ALONE


@pytest.mark.rule("4.2.1d", "4.2.2b", "4.2.1a", "4.1.3c", "4.1.2")
def test_why_a_unit_is_not_activated() -> None:
    s = started()
    chosen = ids("g_independent_23")
    asked = ChooseIndependents(GERMAN, UnitId("hq_gd"), chosen, 2, chosen)
    assert asked.why_not(s, Pick(chosen[0])) is CHOSEN
    assert asked.why_not(s, Pick(UnitId("s2bf_ind_1gt"))) is ENEMY_UNIT
    own = s.game.formations["GD"][0]
    s.put(own, s.units[UnitId("hq_gd")].hex)
    assert asked.why_not(s, Pick(own)) is IN_FORMATION
    extras = ChooseExtras(GERMAN, ids("g_independent_10"), 2)
    army = Activation(
        side=GERMAN, force=GERMAN, chit=ChitId("c_hgm"), hq=UnitId("hq_gd"), independents=chosen
    )
    s.flow = (army, extras)
    assert extras.why_not(s, Pick(chosen[0])) is ACTIVATED


@pytest.mark.rule("2.5.1b")
def test_a_barrage_on_nobody() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88", "hq_2sha")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    assert why_not(s, Bombard(Hex(2113))) is NOBODY_TO_HIT  # friends
    assert why_not(s, Bombard(Hex(2932))) is NOBODY_TO_HIT


@pytest.mark.rule("9.6.3", "9.6.3b", "9.6.5", "6.2.3a")
def test_why_an_advance_does_not_end_there() -> None:
    s = field()
    stand(s, 2113, "s2bf_ind_1gt", "hq_2sha")
    tanks, target = UnitId("s2bf_ind_1gt"), Hex(2114)
    assert why_not_end(s, tanks, target, Hex(2932)) is TWO_HEXES
    assert why_not_end(s, tanks, target, Hex(2113)) is NOT_BACK
    stand(s, 2214, "g_xx_292")
    assert why_not_end(s, tanks, target, Hex(2214)) is ENEMY_HEX
    whole = AdvanceAfterCombat(SOVIET, target, (tanks,), ids("hq_2sha"))
    ask(s, whole)
    assert why_not(s, Pick(UnitId("hq_2sha"))) is HQ_FOLLOWS


@pytest.mark.rule("9.5c", "9.5.6", "11.1.1b", "7.1c")
def test_why_a_stack_does_not_retreat_so() -> None:
    s = field()
    stand(s, 2114, "g_independent_23", "hq_xx")
    one = ids("g_independent_23")
    ask(s, Retreat(units=one, hq=UnitId("hq_xx"), origin=Hex(2114), total=1, by="defence", mates=one))
    assert why_not(s, MoveTo(Hex(2932))) is RETREAT_BY_HEXES
    assert why_not(s, Pick(UnitId("g_xx_292"))) is NOT_RETREATING
    assert why_not(s, Pick(UnitId("hq_xx"))) is HQ_GOES_ALONG
    assert why_not(s, Pick(one[0])) is ALONE
    assert ChooseSurplus(GERMAN, one, Hex(2114), "defence").why_not(s, Pick(UnitId("hq_xx"))) is NOT_SURPLUS


@pytest.mark.rule("11.2a", "11.2c", "11.2.4")
def test_why_nothing_is_restored() -> None:
    s = started()
    s.track(POINTS, 3)
    s.mark(UnitId("g_xx_14"), reduced=True)
    ask(s, AssignReplacements(GERMAN, GERMAN))
    assert why_not(s, Restore(UnitId("s3bf_39a_94"))) is OTHER_SIDE
    assert why_not(s, Restore(UnitId("hq_xx"))) is NO_REPLACEMENTS
    assert why_not(s, Restore(UnitId("g_xx_292"))) is NOT_LOST


@pytest.mark.rule("8.0.3b", "5.3")
def test_an_entry_elsewhere_is_refused_for_its_place() -> None:
    s = field()
    stand(s, 131, "g_xx_292")  # on entry E
    stand(s, 1514, "g_xx_14")
    ask(s, Arrival(unit=UnitId("s2bf_50a_81"), entry="E"))
    zone = next(iter(s.game.board.near[1514]))
    assert why_not(s, Place(zone)) is ENTRY_ELSEWHERE
    assert why_not(s, Place(Hex(131))) is ENTRY_ENEMY
