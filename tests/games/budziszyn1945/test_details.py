"""Details of rules that no other test would miss."""

import numpy as np
import pytest

from bridgehead.core.actions import Attack, Commit, Done, MoveTo, Pick
from bridgehead.core.play import dice, options, push, setup, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945.model.actions import (
    BuildBridge,
    Demolish,
    ForceMarch,
    FullStrength,
    Lay,
    Lose,
    Repair,
    Strike,
    UseStar,
)
from bridgehead.games.budziszyn1945.model.data import Mission, Pool
from bridgehead.games.budziszyn1945.model.events import TownTaken
from bridgehead.games.budziszyn1945.model.state import ACTED, DUG, FIRED, MARKED
from bridgehead.games.budziszyn1945.rules import air, artillery, assault, command, duties, marching, special
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules import reinforcements as arrivals
from bridgehead.games.budziszyn1945.rules.abilities import concentration, volkssturm
from bridgehead.games.budziszyn1945.rules.artillery import AssembleFire, BarragePhase
from bridgehead.games.budziszyn1945.rules.attack import AttackPhase
from bridgehead.games.budziszyn1945.rules.battle import supportable
from bridgehead.games.budziszyn1945.rules.command import pool_for
from bridgehead.games.budziszyn1945.rules.elimination import nearest_nation
from bridgehead.games.budziszyn1945.rules.engineering import Pontoons
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses, recover
from bridgehead.games.budziszyn1945.rules.movement import (
    ENEMY_THERE,
    NO_MIXED_STACK,
    STACK_FULL,
    bridge_stands,
    overrun,
)
from bridgehead.games.budziszyn1945.rules.pursuit import GO_ON, Lane, Pursue, Pursuit
from bridgehead.games.budziszyn1945.rules.sequence import PlayerTurn
from bridgehead.games.budziszyn1945.rules.special import PlaceUnits, SetupLosses
from bridgehead.games.budziszyn1945.rules.supply import blocked_by_towns
from bridgehead.games.budziszyn1945.rules.victory import soviet_points, towns
from bridgehead.games.budziszyn1945.rules.zoc import contested, update_control
from bridgehead.games.budziszyn1945.view.guesses import over_the_river, told_by_others
from bridgehead.toolkit.hidden import Lots
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    NAME,
    SOVIET,
    ask,
    attack,
    battle,
    begin_combat,
    do,
    field,
    move,
    moving,
    open_ground,
    stand,
)


@pytest.mark.rule("9.1.7")
def test_a_lost_headquarters_counts_within_eight_hexes() -> None:
    s = field()
    here = Hex(3010)
    s.set(pools=(Pool(SOVIET, here, 5, s.combats),))
    far = s.game.ground.distance
    at = {many: next(hex for hex in s.game.board.hexes if far(here, hex) == many) for many in (0, 8, 9)}
    assert [pool_for(s, SOVIET, (at[many],)) for many in (0, 8, 9)] == [5, 5, 0]
    assert pool_for(s, SOVIET, (at[9], at[8])) == 5
    assert pool_for(s, GERMAN, (at[0],)) == 0


@pytest.mark.rule("9.1.6")
def test_its_modifiers_last_for_two_combat_phases() -> None:
    s = field()
    s.set(pools=(Pool(SOVIET, Hex(3010), 5, s.combats + 1),))
    found = []
    for _ in range(4):
        found.append(pool_for(s, SOVIET, (Hex(3010),)))
        s.set(combats=s.combats + 1)
    assert found == [0, 5, 5, 0]


@pytest.mark.rule("12.1.2")
def test_guns_that_supported_do_not_move_strategically() -> None:
    s = field()
    stand(s, 4010, "su_5_art32", transport=True, done=MARKED)
    frame = phases.MovementPhase(SOVIET, strategic=True)
    pick = Pick(UnitId("su_5_art32"))
    assert pick in frame.options(s)
    s.mark(UnitId("su_5_art32"), done=MARKED | FIRED)
    assert pick not in frame.options(s)
    assert frame.why_not(s, pick) == phases.FOUGHT_ALREADY


@pytest.mark.rule("13.1.2", "13.1.4")
def test_each_three_units_of_a_formation_give_a_column() -> None:
    s = field()
    panzer = ["de_20_panc", "de_20_59", "de_20_112", "de_20_art"]
    grenadiers = ["de_545_a", "de_545_b", "de_545_c"]

    def gained(*units: str) -> list[int]:
        return [each.amount for each in concentration(s, [UnitId(id) for id in units], 1)]

    assert gained(*panzer[:2]) == []
    assert gained(*panzer[:3]) == [1]
    assert gained(*panzer) == [1]
    assert gained(*panzer[:3], *grenadiers) == [1, 1]
    assert gained(*panzer[:2], *grenadiers[:1]) == []
    # No formation of these campaigns has six counters: two threes of one name stand for them.
    assert gained(*panzer[:3], *panzer[:3]) == [2]


@pytest.mark.rule("14.3.2b")
def test_when_the_site_of_a_bridge_is_safe() -> None:
    s = field()
    here, to = Hex(5213), Hex(5112)
    assert s.game.ground.is_big(here, to)
    stand(s, here, "su_hq_5")

    def goes_on() -> bool:
        s.works[UnitId("su_hq_5")] = (here, to, s.turn)
        works.check_works(s)
        return UnitId("su_hq_5") in s.works

    assert goes_on()
    stand(s, 5012, "de_545_a")
    assert not goes_on()
    stand(s, to, "su_13g")
    assert not goes_on()
    stand(s, here, "su_97g")
    assert goes_on()
    s.send(UnitId("su_13g"), "aside")
    assert not goes_on()
    s.send(UnitId("de_545_a"), "aside")
    stand(s, to, "de_art_v")
    assert not goes_on()


@pytest.mark.rule("15.1.7")
def test_a_unit_that_used_its_star_loses_first() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254", "su_50")
    stand(s, around[0], "de_21_22", "de_21_125", "de_21_192")
    fight = battle(GERMAN, clear, "de_21_22", "de_21_125", "de_21_192", stars=(UnitId("de_21_22"),))
    with dice(s, 1, 1):  # attackers lose a CEL
        begin_combat(s, fight)
    while not isinstance(s.flow[-1], TakeLosses):
        do(s, Commit())
    assert s.flow[-1].side == GERMAN
    assert options(s) == [Lose(UnitId("de_21_22"))]
    no = why_not(s, Lose(UnitId("de_21_125")))
    assert isinstance(no, No) and no.rule == "15.1.7"


@pytest.mark.rule("15.3.1", "15.3.2")
def test_regular_units_stiffen_volkssturm() -> None:
    s = field()
    stand(s, 4010, "de_vs1")

    def gain() -> int:
        return volkssturm(s, tuple(s.stacks[Hex(4010)]))

    assert gain() == 2
    stand(s, 4010, "de_art_v", "de_hq_v")
    assert gain() == 2
    stand(s, 4010, "de_vs2")
    assert gain() == 2
    stand(s, 4010, "de_545_a")
    assert gain() == 1
    stand(s, 4010, "de_545_b")
    assert gain() == 0
    stand(s, 4010, "de_545_c")
    assert gain() == 0
    stand(s, 4012, "de_vs3")
    assert volkssturm(s, (UnitId("de_vs1"), UnitId("de_vs3"))) == 2


@pytest.mark.rule("5.6.5a", "5.6.5b")
def test_a_disorganized_unit_rests_a_whole_turn_from_its_last_deed() -> None:
    s = field()
    stand(s, 4010, "su_254", disorganized=18)

    def rested(tick: int) -> bool:
        s.set(tick=tick)
        recover(s)
        return not s.units["su_254"].disorganized

    assert not rested(29)
    s.stir(UnitId("su_254"))
    assert not rested(30)
    assert not rested(40)
    assert rested(41)


@pytest.mark.rule("N.8")
def test_german_towns_do_not_block_supply_across_big_rivers() -> None:
    s = field()
    ground, board = s.game.ground, s.game.board
    town = next(hex for hex in sorted(ground.town) if ground.across[hex] and s.control[hex] == 2)
    blocked = blocked_by_towns(s, np.zeros(board.size, np.uint8))
    this_side = [hex for hex in board.near[town] if hex not in ground.across[town]]
    assert {town, *this_side} <= set(blocked)
    others = {
        hex
        for each in ground.town
        if each != town and s.control[each] == 2
        for hex in (each, *board.near[each])
    }
    beyond = [hex for hex in ground.across[town] if hex not in others]
    assert beyond
    assert not set(beyond) & set(blocked)


@pytest.mark.rule("N.8", "T.6")
def test_a_german_town_blocks_soviet_supply_until_it_is_taken_or_garrisoned() -> None:
    s = field()
    town = Hex(4928)
    assert s.game.ground.kinds[town] and town in s.game.ground.town
    stand(s, town, "su_254")
    friend = np.zeros(s.game.board.size, np.uint8)
    assert town in blocked_by_towns(s, friend)
    friend[town] = 1
    assert town not in blocked_by_towns(s, friend)


@pytest.mark.rule("4.3.6", "N.24")
def test_a_contested_empty_town_scores_for_nobody() -> None:
    s = field()
    town = next(
        hex for hex in sorted(s.game.ground.town) if s.control[hex] == 2 and not s.game.ground.across[hex]
    )
    before = towns(s, 2)
    near = s.game.board.near[town]
    stand(s, near[0], "de_545_a")
    assert towns(s, 2) == before
    stand(s, near[3], "su_254")
    assert contested(s, town)
    assert towns(s, 2) == before - 1
    assert towns(s, 1, 3) == sum(1 for hex in s.game.ground.town if s.control[hex] == 1)
    stand(s, town, "de_545_b")
    assert towns(s, 2) == before


# --- what a broken rule once got away with


@pytest.mark.rule("16.1.4a", "6.1.7a")
def test_nobody_undoes_past_an_overrun() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_art_v")
    stand(s, around[0], "su_254")
    before = s.reveals
    overrun(s, s.units["su_254"], Hex(clear))
    assert s.reveals == before + 1


@pytest.mark.rule("14.3.5", "14.3.2a")
def test_no_bridge_is_built_where_one_stands_and_none_after_a_move() -> None:
    s = field()
    site = (Hex(5112), Hex(5213))
    stand(s, 5213, "su_hq_5")
    works.note_banks(s, SOVIET)
    hq = s.units["su_hq_5"]
    assert works.why_not_site(s, hq, site) is None
    s.set(built=frozenset({site}))
    assert works.why_not_site(s, hq, site) == works.BRIDGE_STANDS
    s.set(built=frozenset())
    moving(s, "su_hq_5")
    assert BuildBridge(site) in options(s)
    s.become(replace(s.flow[-1], moved=True))
    assert why_not(s, BuildBridge(site)) == marching.BUILT_FIRST


@pytest.mark.rule("16.1.1", "4.1.4")
def test_which_counters_explain_the_zoc_of_a_hex() -> None:
    """Foot controls swamps and motorized units do not: near a swamp a tank on top explains not every ZOC."""
    s = field()
    ground, board = s.game.ground, s.game.board
    swamp = next(hex for hex in board.hexes if hex in ground.swamp)
    here = next(hex for hex in board.near[swamp] if ground.enter("track", hex) is not None)
    plain, _ = open_ground(s)
    for hex, foot, tank in ((here, "de_545_a", "de_21_22"), (Hex(plain), "de_545_b", "de_20_panc")):
        stand(s, hex, foot, tank)
    for hex, shown, explained in (
        (here, "de_545_a", True),
        (here, "de_21_22", False),
        (Hex(plain), "de_545_b", True),
        (Hex(plain), "de_20_panc", True),
    ):
        hidden = frozenset(id for id in s.stacks[hex] if id != shown)
        assert told_by_others(s, hex, hidden) == explained


@pytest.mark.rule("6.4.7", "6.5.4")
def test_after_fire_on_a_bridge_the_phase_goes_on_and_two_guns_make_a_barrage() -> None:
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, clear + 3, "su_5_art32", "su_5_art33")
    s.track("ammunition", 4)
    ask(s, BarragePhase(SOVIET))
    do(s, Attack(Hex(clear)), Pick(UnitId("su_5_art32")))
    assert s.flow[-1].forecast(s).commit is None
    do(s, Pick(UnitId("su_5_art33")))
    assert s.flow[-1].forecast(s).commit == Commit()
    two = field("two_stars")
    stand(two, 5211, "su_5_art32", "su_254")
    stand(two, 5212, "de_545_a")
    attack(two, SOVIET)
    do(two, Strike((Hex(5110), Hex(5211))), Pick(UnitId("su_5_art32")))
    with dice(two, 3, 4):
        do(two, Commit())
    assert isinstance(two.flow[-1], AttackPhase)


@pytest.mark.rule("8.2.17", "8.2.18")
def test_guessed_river_attacks_spread_over_connected_banks() -> None:
    s = field("two_stars")
    start = s.game.bank_hexes[0]
    guesses = [over_the_river(s, ALLIED, start, 12, Lots(seed)) for seed in range(8)]
    for missions in guesses:
        assert (sum(each.attacks for each in missions), sum(each.sp for each in missions)) == (12, 6)
        hexes = [each.hex for each in missions]
        assert all(hex in s.game.bank_hexes for hex in hexes)
        assert all(any(s.game.board.adjacent(hex, other) for other in hexes) for hex in hexes[1:])
    assert any(len(missions) > 1 for missions in guesses)


@pytest.mark.rule("5.1.5a", "5.1.1", "5.1.2", "6.4.5")
def test_why_a_further_hex_is_not_attacked_too() -> None:
    s = field()
    clear, around = open_ground(s)
    near = s.game.board.near
    stand(s, clear, "su_254")
    stand(s, around[0], "de_545_a")
    second = next(hex for hex in around if hex != around[0] and not s.game.board.adjacent(hex, around[0]))
    stand(s, second, "de_545_b")
    beyond = next(hex for hex in near[around[0]] if hex != clear and hex not in around)
    stand(s, beyond, "de_545_c")
    attack(s, SOVIET)
    do(s, Attack(Hex(around[0])))
    assert why_not(s, Attack(Hex(second))) == duties.NOBODY_ATTACKS
    do(s, Pick(UnitId("su_254")))
    assert Attack(Hex(second)) in options(s)
    assert why_not(s, Attack(Hex(around[0]))) == assault.TARGET_ALREADY
    assert why_not(s, Attack(Hex(clear))) == duties.NOBODY_THERE
    assert why_not(s, Attack(Hex(beyond))) == duties.NOT_NEXT_TO_IT
    phase, now = s.flow
    s.flow = (replace(phase, hit=(Hex(second),)), now)
    assert now.why_not(s, Attack(Hex(second))) == duties.ALREADY_HIT
    s.flow = (replace(phase, shelled=(Hex(second),)), now)
    assert now.why_not(s, Attack(Hex(second))) == duties.SHELLED


@pytest.mark.rule("T.32a")
def test_only_supplied_soviet_units_score_in_bohemia() -> None:
    s = field("two_stars")
    bohemia = Hex(s.game.board.marks["czechoslovakia"][0])
    before = soviet_points(s)
    stand(s, bohemia, "de_545_a")
    assert soviet_points(s) == before
    s.send(UnitId("de_545_a"), "aside")
    stand(s, bohemia, "su_254")
    assert soviet_points(s) == before + 20
    s.mark(UnitId("su_254"), oos=1)
    assert soviet_points(s) == before


@pytest.mark.rule("T.21")
def test_which_units_lose_before_play() -> None:
    s = field("two_stars")
    stand(s, 4010, "de_545_a", "de_545_b")
    stand(s, 4012, "de_545_c", cel=1)
    units = tuple(UnitId(f"de_545_{letter}") for letter in "abc")
    ask(s, SetupLosses(ALLIED, units, 4))
    assert options(s) == [Lose(units[0]), Lose(units[1])]
    assert why_not(s, Lose(units[2])) == special.FLIP_FIRST
    assert why_not(s, Lose(UnitId("de_615_a"))) == special.OTHER_FORMATION
    do(s, Lose(units[0]), Lose(units[1]))
    assert options(s) == [Lose(units[0]), Lose(units[1])]
    assert why_not(s, Lose(units[2])) == special.LAST_IN_HEX
    do(s, Lose(units[0]))
    assert s.units[units[0]].box == special.REMOVED
    assert not s.flow


@pytest.mark.rule("T.10", "6.4.2a")
def test_german_guns_do_not_fire_on_the_first_day_of_two_stars() -> None:
    s = field("two_stars")
    clear, _ = open_ground(s)
    stand(s, clear, "su_254")
    stand(s, clear + 3, "de_art_v", "us_vii_art1")
    frame = AssembleFire(ALLIED, Hex(clear))
    assert Pick(UnitId("de_art_v")) in frame.options(s)
    s.set(turn=1)
    assert Pick(UnitId("de_art_v")) not in frame.options(s)
    no = frame.why_not(s, Pick(UnitId("de_art_v")))
    assert isinstance(no, No) and no.rule == "T.10"
    assert Pick(UnitId("us_vii_art1")) in frame.options(s)
    assert artillery.may_fire(s, s.units["de_art_v"], supporting=True)


@pytest.mark.rule("5.4.11", "3.2.1c")
def test_a_headquarters_follows_only_where_there_is_room() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, around[0], "su_hq_52")
    stand(s, clear, "su_254", "su_50", "su_111")
    came = ((UnitId("su_254"), Hex(around[0])),)
    frame = Pursuit(SOVIET, came, (Lane((Hex(clear), Hex(around[3])), 1),), done=(UnitId("su_254"),))
    assert frame.followed(s, UnitId("su_hq_52")) == [clear]
    stand(s, clear, "su_213")
    assert frame.followed(s, UnitId("su_hq_52")) == []


@pytest.mark.rule("5.1.10", "1.3c")
def test_who_attacks_directly() -> None:
    s = field()
    attacks = {
        id
        for id in ("su_254", "de_hq_v", "de_rg1", "de_art_v", "de_21_art", "de_691at", "de_vs1")
        if s.counter(UnitId(id)).attacks
    }
    assert attacks == {"su_254", "de_21_art", "de_vs1"}


def test_a_click_on_an_attacker_makes_more_of_it() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, around[0], "su_124", "su_254")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_124")), Pick(UnitId("su_254")))
    click = s.flow[-1].click
    assert click(s, UnitId("su_124")) == UseStar(UnitId("su_124"))
    assert click(s, UnitId("su_254")) == Pick(UnitId("su_254"))
    s.mark(UnitId("su_124"), oos=1)
    assert click(s, UnitId("su_124")) == FullStrength(UnitId("su_124"))
    do(s, FullStrength(UnitId("su_124")))
    assert s.flow[-1].click(s, UnitId("su_124")) == UseStar(UnitId("su_124"))


@pytest.mark.rule("N.13", "T.19")
def test_the_edges_of_the_map() -> None:
    edge = field().game.ground.edge
    assert edge["north"] == tuple(range(100, 6700, 100))
    assert edge["south"] == tuple(range(138, 6700, 100))
    assert edge["west"] == tuple(range(100, 139))
    assert edge["east"] == tuple(range(6600, 6639))


@pytest.mark.rule("8.2.8", "8.2.10", "AO.1")
def test_bombs_that_miss_leave_the_bridge() -> None:
    s = field("two_stars")
    side = (Hex(5110), Hex(5211))
    mission = Mission(ALLIED, air.OBJECTS, side[0], 4, side[1])
    with dice(s, 3, 4):
        air.strike_bridge(s, mission)
    assert bridge_stands(s, side)
    with dice(s, 1, 1):
        air.strike_bridge(s, mission)
    assert not bridge_stands(s, side)
    log = len(s.log)
    with dice(s, 1, 1):
        air.strike_bridge(s, mission)
    assert len(s.log) == log + 1


@pytest.mark.rule("9.2.1", "9.2.1a")
def test_every_unit_must_be_covered() -> None:
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "su_254", "su_hq_52")
    far = next(hex for hex in s.game.board.hexes if s.game.ground.distance(hex, Hex(clear)) == 4)
    stand(s, far, "su_50")
    units = (UnitId("su_254"), UnitId("su_50"))
    assert command.all_covered(s, units[:1], defending=False)
    assert not command.all_covered(s, units, defending=False)
    assert not command.all_covered(s, (), defending=False)


@pytest.mark.rule("9.1.6", "9.1.7a")
def test_modifiers_that_are_spent_or_past_are_forgotten() -> None:
    s = field()
    now = s.combats
    pools = (
        Pool(SOVIET, Hex(3010), 0, now),
        Pool(SOVIET, Hex(3011), 5, now - 2),
        Pool(SOVIET, Hex(3012), 2, now),
    )
    s.set(pools=pools)
    PlayerTurn(side=SOVIET).after_attack(s)
    assert s.pools == pools[2:]


@pytest.mark.rule("T.4b", "T.13", "3.2.1a")
def test_where_a_defector_finds_no_room() -> None:
    s = field("two_stars")
    here = Hex(next(hex for hex in s.game.board.hexes if s.control[hex] == 3))
    pole = s.units["pl_7_33"]
    stand(s, here, "us_69_271", "us_69_272", "us_69_273")
    assert special.why_not_room(s, pole, here) is None
    stand(s, here, "us_78_309")
    assert special.why_not_room(s, pole, here) == STACK_FULL
    for id in s.stacks[here]:
        s.send(id, "aside")
    stand(s, here, "de_545_a")
    assert special.why_not_room(s, pole, here) == NO_MIXED_STACK
    s.send(UnitId("de_545_a"), "aside")
    stand(s, here, "su_254")
    assert special.why_not_room(s, pole, here) == ENEMY_THERE
    assert special.why_not_room(s, pole, Hex(6010)) == special.NOT_AMERICAN


@pytest.mark.rule("N.12")
def test_towns_for_the_replacement_headquarters() -> None:
    s = field()
    town = next(hex for hex in sorted(s.game.ground.town) if s.control[hex] == 2)
    assert arrivals.why_not_town(s, town) is None
    assert arrivals.why_not_town(s, Hex(6638)) == arrivals.ONLY_TOWNS
    stand(s, town, "su_5_art32")
    assert arrivals.why_not_town(s, town) == ENEMY_THERE
    s.send(UnitId("su_5_art32"), "aside")
    stand(s, s.game.board.near[town][0], "su_254")
    assert arrivals.why_not_town(s, town) == arrivals.TOWN_IN_ZOC
    s.send(UnitId("su_254"), "aside")
    stand(s, town, "de_545_a", "de_545_b", "de_545_c")
    assert arrivals.why_not_town(s, town) is None
    stand(s, town, "de_hq_v")
    assert arrivals.why_not_town(s, town) == STACK_FULL


@pytest.mark.rule("N.6a", "14.3.2a", "14.2.1")
def test_what_a_click_on_a_hexside_means() -> None:
    s = field()
    big, stream = (
        (Hex(5112), Hex(5213)),
        next(side for side, wide in s.game.ground.bridges.items() if not wide),
    )
    stand(s, 5213, "su_13g", "su_hq_5")
    ask(s, Pontoons(SOVIET, "5 Guards Army"))
    assert s.flow[-1].click(s, big) == Lay(big)
    assert s.flow[-1].click(s, UnitId("su_13g")) is None
    moving(s, "su_13g")
    assert s.flow[-1].click(s, big) == Repair(big)
    assert s.flow[-1].click(s, stream) == Demolish(stream)
    moving(s, "su_hq_5")
    assert s.flow[-1].click(s, big) == BuildBridge(big)
    s.set(broken=s.broken | {stream})
    assert s.flow[-1].click(s, stream) == Repair(stream)


@pytest.mark.rule("4.3.2", "4.3.3")
def test_only_towns_are_told_as_captured() -> None:
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "su_254")
    update_control(s, SOVIET)
    assert s.control[clear] == 1
    assert not [each for each in s.log if isinstance(each.event, TownTaken) and each.event.hex == clear]
    stand(s, 4928, "su_50")
    update_control(s, SOVIET)
    assert [each.event.hex for each in s.log if isinstance(each.event, TownTaken)][-1] == 4928


@pytest.mark.rule("T.35")
def test_who_surrenders_does_so_to_the_nearest() -> None:
    s = field("two_stars")
    stand(s, 3010, "de_545_a")
    stand(s, 3020, "us_69_271")
    assert [nearest_nation(s, Hex(hex)) for hex in (3012, 3018, 3015)] == ["german", "american", "american"]


@pytest.mark.rule("6.5.7")
def test_one_ammo_unit_is_too_few_for_a_barrage() -> None:
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, clear + 3, "su_5_art32", "su_5_art33")
    s.track("ammunition", 2)
    assert BarragePhase(SOVIET).targets(s) == [clear]
    s.track("ammunition", 1)
    assert BarragePhase(SOVIET).targets(s) == []


@pytest.mark.rule("6.3.6")
def test_one_regular_unit_is_enough_for_support() -> None:
    s = field()
    stand(s, 4010, "de_545_a", "de_hq_v", "de_art_v")
    assert supportable(s, s.stacks[Hex(4010)])
    assert not supportable(s, (UnitId("de_hq_v"), UnitId("de_art_v")))


@pytest.mark.rule("10.2.3", "3.1.6")
def test_a_forced_march_begins_the_move() -> None:
    s = field()
    stand(s, 4010, "su_254", oos=1)
    move(s, SOVIET)
    do(s, Pick(UnitId("su_254")), ForceMarch(), Done())
    assert why_not(s, Pick(UnitId("su_254"))) == phases.HAS_MOVED


@pytest.mark.rule("15.3.3")
def test_volkssturm_kept_for_strategic_movement_gives_nothing() -> None:
    s = field()
    stand(s, 4010, "de_72_105", cel=1)
    stand(s, 4010, "de_vs1")
    taker = s.units["de_72_105"]
    assert marching.why_not_restore(s, taker, UnitId("de_vs1")) is None
    s.mark(UnitId("de_vs1"), done=MARKED)
    assert marching.why_not_restore(s, taker, UnitId("de_vs1")) == marching.GIVER_ACTED
    s.mark(UnitId("de_vs1"), done=ACTED)
    assert marching.why_not_restore(s, taker, UnitId("de_vs1")) == marching.GIVER_ACTED
    s.mark(UnitId("de_vs1"), done=ACTED | DUG)
    assert marching.why_not_restore(s, taker, UnitId("de_vs1")) is None


@pytest.mark.rule("3.2.1c", "5.4.4", "5.4.6")
def test_a_pursuer_passes_the_emptied_hex_when_others_have_filled_it() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, around[0], "su_294")
    stand(s, clear, "su_254", "su_50", "su_111", "su_213")
    beyond = next(hex for hex in s.game.board.near[clear] if not s.game.board.adjacent(hex, around[0]))
    long, short = Lane((Hex(clear), Hex(beyond)), 2), Lane((Hex(clear), Hex(beyond)), 1)
    ask(s, Pursue(SOVIET, UnitId("su_294"), (short,)))
    assert MoveTo(Hex(clear)) not in options(s)
    ask(s, Pursue(SOVIET, UnitId("su_294"), (long,)))
    do(s, MoveTo(Hex(clear)))
    assert Done() not in options(s)
    assert why_not(s, Done()) == GO_ON
    assert MoveTo(Hex(beyond)) in options(s)


@pytest.mark.rule("T.20", "N.26", "TI.1")
def test_where_units_may_be_placed_before_play() -> None:
    s = field()
    clear, _ = open_ground(s)
    swamp = min(s.game.ground.swamp)
    for unit, places in (("de_21_22", [clear]), ("de_545_a", [swamp, clear]), ("de_rg1", [swamp, clear])):
        frame = PlaceUnits(GERMAN, UnitId(unit), (), "area", (Hex(swamp), Hex(clear)), fortified=True)
        assert frame.places(s) == places


@pytest.mark.rule("T.20", "N.16")
def test_only_formations_with_losses_must_fill_every_listed_hex() -> None:
    nysa = setup(load_game(NAME), "nysa", 1).flow
    modes = {frame.unit: frame.mode for frame in nysa if isinstance(frame, PlaceUnits)}
    assert modes[UnitId("de_flak3")] == "area"
    assert "among" not in modes.values()
    stars = setup(load_game(NAME), "two_stars", 1)
    while not (isinstance(stars.flow[-1], PlaceUnits) and stars.flow[-1].unit == "de_10ss_panc"):
        push(stars, options(stars)[0])
    assert stars.flow[-1].mode == "among"
