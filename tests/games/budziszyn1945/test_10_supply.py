"""9.0 lost headquarters, 10.0 supply, 11.0 reinforcements."""

import time
from typing import Any

import pytest

from bridgehead.core.actions import Cancel, Pick, Place
from bridgehead.core.play import dice, options, push, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.actions import LeaveMap, Shift
from bridgehead.games.budziszyn1945.model.ground import MP
from bridgehead.games.budziszyn1945.model.state import DEFECTED
from bridgehead.games.budziszyn1945.rules import entering
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules import reinforcements as arrivals
from bridgehead.games.budziszyn1945.rules.command import covered, forget_old_pools, pool_for, spend
from bridgehead.games.budziszyn1945.rules.elimination import remove
from bridgehead.games.budziszyn1945.rules.entering import EnterMap
from bridgehead.games.budziszyn1945.rules.movement import NO_ZOC_IN_STRATEGIC
from bridgehead.games.budziszyn1945.rules.movement_phase import MovementPhase
from bridgehead.games.budziszyn1945.rules.supply import (
    bases,
    blocked_by_zoc,
    in_supply,
    line_to,
    lines,
    supply_phase,
    surrender,
    trace_all,
    traced_line,
)
from bridgehead.games.budziszyn1945.rules.zoc import owner
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    SOVIET,
    ask,
    begun,
    do,
    field,
    move,
    moving,
    open_ground,
    stand,
)


@pytest.mark.rule("9.1.6", "9.1.7a", "9.1.7")
def test_each_lost_hq_has_its_own_pool() -> None:
    s = field()
    stand(s, 4010, "de_hq_v")
    stand(s, 4015, "de_hq_gd")
    for id in ("de_hq_v", "de_hq_gd"):
        remove(s, UnitId(id), "9.1.5")
    assert [(pool.hex, pool.left) for pool in s.pools] == [(4010, 5), (4015, 5)]
    s.set(combats=s.combats + 1)
    assert pool_for(s, SOVIET, (Hex(4011),)) == 10
    assert pool_for(s, GERMAN, (Hex(4011),)) == 0
    spend(s, SOVIET, (Hex(4011),), 7)
    assert [pool.left for pool in s.pools] == [0, 3]
    s.set(combats=s.combats + 2)
    forget_old_pools(s)
    assert s.pools == ()


@pytest.mark.rule("10.1.2", "10.1.4", "N.13", "N.13a", "T.19", "T.5", "10.1.7a", "10.1.7")
def test_bases() -> None:
    s = field()
    german = bases(s, "german")
    assert {2533, 138, 3000, 101} <= set(german)
    assert 6610 not in german
    assert set(bases(s, "soviet")) == {hex for hex in s.game.ground.edge["east"] if s.control[hex] == 1}
    assert bases(s, "american") == []
    s.set(gates=frozenset({Hex(122)}))
    assert bases(s, "american") == [122]
    control = bytearray(s.control)
    control[3000] = 1
    s.set(control=bytes(control))
    assert 3000 not in bases(s, "german")
    stars = field("two_stars")
    assert bases(stars, "american") == [116, 119, 122, 129, 138]
    assert s.game.tables.supply_mp["russian"] == 10
    assert s.game.tables.supply_mp["american"] == 12


@pytest.mark.rule("10.1.10", "10.1.11", "10.1.12", "6.1.5", "15.2.2")
def test_what_blocks_a_line() -> None:
    s = field()
    clear, around = open_ground(s)
    start = lines(s, GERMAN, "german").spent[around[0]]
    assert start >= 0
    stand(s, clear, "su_5_art32")
    blocked = lines(s, GERMAN, "german")
    assert blocked.spent[clear] < 0
    assert blocked.spent[around[0]] < 0
    s.mark("su_5_art32", transport=True)
    assert lines(s, GERMAN, "german").spent[around[0]] >= 0
    s.send("su_5_art32", "aside")
    stand(s, clear, "su_hq_5")
    assert lines(s, GERMAN, "german").spent[around[0]] >= 0
    stand(s, clear, "su_254")
    assert lines(s, GERMAN, "german").spent[around[0]] < 0
    stand(s, around[0], "de_545_a")
    assert lines(s, GERMAN, "german").spent[around[0]] >= 0
    s.send("de_545_a", "aside")
    stand(s, around[0], "de_art_v")
    assert lines(s, GERMAN, "german").spent[around[0]] < 0
    assert in_supply(s, s.units["de_art_v"])
    assert traced_line(s, s.units["de_art_v"])[0] == around[0]


@pytest.mark.rule("10.1.9", "10.1.12", "10.1.6", "10.1.8")
def test_the_budget_is_for_the_whole_line() -> None:
    s = field()
    found = lines(s, SOVIET, "soviet")
    assert max(found.spent) <= 8
    edge = next(
        hex
        for hex in s.game.board.hexes
        if found.spent[hex] == 8
        and any(
            found.spent[to] < 0 and s.game.ground.enter("truck", Hex(to)) for to in s.game.board.near[hex]
        )
    )
    beyond = next(
        to for to in s.game.board.near[edge] if found.spent[to] < 0 and line_to(s, found, Hex(to)) is None
    )
    stand(s, beyond, "su_254")
    assert not in_supply(s, s.units["su_254"])
    stand(s, edge, "su_50")
    assert in_supply(s, s.units["su_254"])


@pytest.mark.rule("10.2.1", "10.2.1a", "10.2.2", "10.2.6", "2.2.6a", "2.2.6b", "4.3.4", "4.3.5")
def test_cut_off() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254")
    supply_phase(s, SOVIET)
    assert s.units["su_254"].oos == 1
    supply_phase(s, SOVIET)
    assert s.units["su_254"].oos == 1
    assert owner(s, Hex(around[0])) == "german"
    s.mark("su_254", oos=6)
    start = s.control
    s.set(control=bytes(2 if hex == clear else start[hex] for hex in range(len(start))))
    with dice(s, 2, 3):
        supply_phase(s, SOVIET)
    assert s.units["su_254"].box == "eliminated"
    assert owner(s, Hex(clear)) == "german"
    with dice(s, 3, 3):
        stand(s, clear, "su_50", oos=6)
        surrender(s, [UnitId("su_50")])
    assert s.units["su_50"].hex


@pytest.mark.rule("10.2.1a")
def test_pockets_starve_if_so_agreed() -> None:
    s = field(oos_rise="on")
    clear, _ = open_ground(s)
    stand(s, clear, "su_254")
    for level in (1, 2):
        assert trace_all(s, SOVIET) == ["su_254"]
        assert s.units["su_254"].oos == level


@pytest.mark.rule("9.1.6", "T.35")
def test_of_two_partners_the_striker_gains_by_a_lost_hq() -> None:
    for striker, side in (("german", GERMAN), ("american", ALLIED), ("", GERMAN)):
        s = field("two_stars_three")
        stand(s, 4010, "su_hq_5")
        stand(s, 4012, "de_545_a")
        stand(s, 4020, "us_69_271")
        remove(s, UnitId("su_hq_5"), "9.1.5", striker)
        assert [pool.side for pool in s.pools] == [side]


@pytest.mark.rule("10.2.7", "10.2.8", "10.2.6a")
def test_supply_regained() -> None:
    s = field()
    stand(s, 6610, "su_254", oos=7)
    with dice(s):
        supply_phase(s, SOVIET)
    assert s.units["su_254"].oos == 3
    assert trace_all(s, SOVIET) == []
    assert s.units["su_254"].oos == 0


def test_a_supply_phase_is_quick() -> None:
    s = begun()
    trace_all(s, SOVIET)
    best = 1.0
    for _ in range(20):
        s.memo.clear()
        began = time.perf_counter()
        lines(s, SOVIET, "soviet")
        lines(s, GERMAN, "german")
        best = min(best, time.perf_counter() - began)
    assert best < 1.0


# --- 11 reinforcements


@pytest.mark.rule("11.1.1", "11.1.3", "11.1.7", "N.17", "N.20")
def test_arrivals_wait_for_their_day() -> None:
    s = begun()
    s.set(turn=2)
    arrivals.announce_arrivals(s, GERMAN)
    arrivals.announce_arrivals(s, SOVIET)
    assert s.units["de_36ss_91"].box == "waiting"
    assert s.units["su_294"].zone == "C"
    assert s.units["de_10ss_panc"].box == "reinforcements"
    s.set(turn=12)
    arrivals.announce_arrivals(s, GERMAN)
    assert {s.units[id].zone for id in ("de_hq_kohl", "de_600_1601", "de_20_panc")} == {"P", "F", "W U Y"}
    assert arrivals.may_enter(s, s.units["su_294"], strategic=True)
    ask(s, MovementPhase(SOVIET, strategic=True), EnterMap(SOVIET, UnitId("su_294"), strategic=True))
    do(s, Place(Hex(6613)))
    assert s.flow[-1].start == 2 * MP
    ask(s, MovementPhase(SOVIET), EnterMap(SOVIET, UnitId("su_337")))
    do(s, Cancel())
    assert s.units["su_337"].box == "waiting"


@pytest.mark.rule("11.1.4", "11.1.6", "12.2.2", "11.1.7")
def test_enemy_zones_are_closed() -> None:
    s = field()
    unit = s.units["de_36ss_91"]
    s.mark(unit.id, box="waiting", zone="D")
    frame = EnterMap(GERMAN, unit.id)
    ask(s, MovementPhase(GERMAN), frame)
    assert why_not(s, Place(Hex(5100))) == arrivals.ENEMY_ZONE
    assert why_not(s, Place(Hex(6620))) == arrivals.ZONE_TOO_FAR
    stand(s, 4900, "su_254")
    assert why_not(s, Place(Hex(4900))) == arrivals.ENEMY_ZONE
    assert Place(Hex(4800)) in options(ask(s, MovementPhase(GERMAN), frame))
    strategic = EnterMap(GERMAN, unit.id, strategic=True)
    assert Place(Hex(4800)) not in strategic.options(s)
    do(s, Place(Hex(4800)))
    assert isinstance(s.flow[-1], MovementPhase)


@pytest.mark.rule("11.1.5", "3.1.13c")
def test_the_queue() -> None:
    s = field()
    hex = Hex(4200)
    cost = s.game.ground.entry_cost("foot", hex)
    units = [
        f"de_{each}"
        for each in (
            "275_983",
            "275_984",
            "275_985",
            "344_832",
            "344_1057",
            "344_1058",
            "269_489",
            "269_490",
            "269_496",
        )
    ]
    left = []
    for id in units:
        s.mark(id, box="waiting", zone="E")
        s.send(id, "waiting")
        points = arrivals.entry_points(s, s.units[id], hex, strategic=False)
        if isinstance(points, tuple):
            left.append(points[1])
            arrivals.join_queue(s, hex, s.units[id].cel)
        else:
            assert points == arrivals.QUEUE_TOO_LONG
            left.append(-1)
    places = [
        4 * MP - cost * place if cost * place <= 4 * MP else -1 for place in (1, 1, 1, 1, 2, 2, 2, 2, 3)
    ]
    assert left == places


@pytest.mark.rule("11.2.3", "N.23b", "4.2.6", "N.23a")
def test_leaving_the_map() -> None:
    s = field()
    stand(s, 3600, "de_21_22")
    moving(s, "de_21_22")
    do(s, LeaveMap())
    assert (s.units["de_21_22"].box, s.units["de_21_22"].zone) == ("left", "F")
    assert not arrivals.may_enter(s, s.units["de_21_22"], strategic=True)
    arrivals.announce_arrivals(s, GERMAN)
    assert arrivals.may_enter(s, s.units["de_21_22"], strategic=False)
    stand(s, 2100, "su_254", "su_iv_12")
    moving(s, "su_254")
    do(s, LeaveMap())
    assert (s.units["su_254"].box, s.tracks["exited"]) == ("left", 0)
    stand(s, 2101, "de_545_a")
    moving(s, "su_iv_12")
    cost = s.game.ground.entry_cost("track", Hex(2100)) + MP
    assert arrivals.leaving_cost(s, s.units["su_iv_12"], 6 * MP, 6 * MP) == cost
    do(s, LeaveMap())
    assert (s.units["su_iv_12"].box, s.tracks["exited"]) == ("berlin", 2)
    arrivals.announce_arrivals(s, SOVIET)
    assert s.units["su_iv_12"].box == "berlin"
    stand(s, 2200, "su_5_art32")
    assert arrivals.leaving_cost(s, s.units["su_5_art32"], 72, 72) is None
    stand(s, 2205, "su_iv_13")
    assert arrivals.leaving_cost(s, s.units["su_iv_13"], 72, 72) is None


@pytest.mark.rule("11.2.4", "11.2.2")
def test_zones_ring_the_map() -> None:
    s = field()
    assert len(s.game.ground.zones) == 22
    assert arrivals.ring_distance(s, "A", "X") == 1
    assert arrivals.ring_distance(s, "C", "F") == 3
    assert all(hex in s.game.ground.zone_of for hex in s.game.ground.leaves)


@pytest.mark.rule("N.12")
def test_the_replacement_headquarters() -> None:
    s = field()
    for id in s.game.campaigns.replacement_hq:
        s.send(id, "spare_hq")
    move(s, GERMAN)
    assert Pick(UnitId("de_hq_iv")) not in options(s)
    stand(s, 4010, "de_hq_v")
    remove(s, UnitId("de_hq_v"), "9.1.5")
    stand(s, 4916, "de_545_a")
    stand(s, 4107, "su_254")
    move(s, GERMAN)
    do(s, Pick(UnitId("de_hq_iv")))
    hexes = {each.hex for each in options(s) if isinstance(each, Place)}
    assert 4916 in hexes
    assert not hexes & {4107, 4008, 5100}
    assert hexes <= s.game.ground.town
    do(s, Place(Hex(4916)))
    assert [s.units[UnitId(id)].hex for id in ("de_hq_iv", "de_art_iv")] == [4916, 4916]


@pytest.mark.rule("N.22")
def test_americans_come_one_a_day() -> None:
    s = field()
    for id in s.game.campaigns.americans:
        s.send(id, "americans")
    assert "us_hq_vii" not in s.game.campaigns.americans
    s.set(turn=9)
    assert not arrivals.may_enter(s, s.units["us_102rec"], strategic=False)
    s.set(turn=10)
    ask(s, MovementPhase(SOVIET), EnterMap(SOVIET, UnitId("us_102rec")))
    zones = {s.game.ground.zone_of[each.hex] for each in options(s) if isinstance(each, Place)}
    assert {"K", "L"} <= zones
    do(s, Place(Hex(129)))
    assert s.gates == {129}
    push(s, options(s)[0])
    assert not arrivals.may_enter(s, s.units["us_69_271"], strategic=True)


# --- why not


@pytest.mark.rule("11.1.2", "11.1.4", "11.2.1", "12.2.2", "3.1.13d", "11.2.2", "TI.1")
def test_why_a_reinforcement_does_not_come_in_there() -> None:
    s = field()
    unit = UnitId("su_337")
    s.send(unit, arrivals.WAITING)
    s.mark(unit, zone="C")
    frame = EnterMap(SOVIET, unit)
    home = next(hex for hex in s.game.ground.zones["C"] if frame.why_not(s, Place(hex)) is None)
    assert frame.why_not(s, Place(Hex(4010))) == arrivals.NO_ZONE
    assert frame.why_not(s, Place(s.game.ground.zones["F"][0])) == arrivals.ZONE_TOO_FAR
    beside = next(hex for hex in s.game.board.near[home] if hex not in s.game.ground.zone_of)
    stand(s, beside, "de_545_a")
    assert frame.why_not(s, Place(home)) is None
    strategic = EnterMap(SOVIET, unit, strategic=True)
    assert strategic.why_not(s, Place(home)) == NO_ZOC_IN_STRATEGIC
    stand(s, home, "de_art_v")
    assert frame.why_not(s, Place(home)) == arrivals.ENEMY_ZONE
    s.send(UnitId("de_art_v"), "aside")
    s.set(control=bytes(2 if hex == home else code for hex, code in enumerate(s.control)))
    assert frame.why_not(s, Place(home)) == arrivals.ENEMY_ZONE
    assert strategic.why_not(s, Shift("D")) == entering.SHIFTS_BEFORE
    assert frame.why_not(s, Shift("C")) == entering.IN_ZONE
    assert frame.why_not(s, Shift("F")) is None
    assert frame.why_not(s, Shift("J")) == entering.ZONES_AWAY
    s.mark(unit, box=arrivals.ARMY_28)
    assert frame.why_not(s, Shift("D")) == entering.NO_SHIFT


@pytest.mark.rule("11.2.1", "3.1.16")
def test_by_the_next_zone_a_unit_comes_in_with_half_its_points() -> None:
    s = field()
    unit = UnitId("su_337")
    s.send(unit, arrivals.WAITING)
    s.mark(unit, zone="C")
    for zone, start in (("C", 4 * MP), ("B", 2 * MP), ("D", 2 * MP)):
        points = {
            found[0]
            for hex in s.game.ground.zones[zone]
            if isinstance(found := arrivals.entry_points(s, s.units[unit], hex, strategic=False), tuple)
        }
        assert points == {start}, zone


@pytest.mark.rule("N.12")
def test_the_replacement_headquarters_needs_a_german_town() -> None:
    s = field()
    town = next(hex for hex in sorted(s.game.ground.town) if s.control[hex] == 2)
    assert arrivals.why_not_town(s, town) is None
    s.set(control=bytes(1 if hex == town else code for hex, code in enumerate(s.control)))
    assert arrivals.why_not_town(s, town) == arrivals.TOWN_NOT_GERMAN


@pytest.mark.rule("11.1.3", "N.12", "N.21a", "N.22", "N.23b", "11.2.3", "11.1.1")
def test_why_a_unit_off_the_map_stays_there() -> None:
    s = field()
    phase = MovementPhase(SOVIET)
    unit = UnitId("su_337")
    for box, no in (
        (arrivals.LATER, phases.NOT_DUE),
        (arrivals.ARMY_28, phases.NOT_CROSSED),
        (arrivals.LEFT, phases.LEFT_TODAY),
        (arrivals.BERLIN, phases.GONE_TO_BERLIN),
        (arrivals.UNUSED, phases.OUT_OF_PLAY),
        ("eliminated", phases.OUT_OF_PLAY),
    ):
        s.send(unit, box)
        assert phase.why_not(s, Pick(unit)) == no
        assert Pick(unit) not in phase.options(s)
    german = MovementPhase(GERMAN)
    for id in ("de_hq_iv", "de_art_iv"):
        s.send(UnitId(id), arrivals.SPARE_HQ)
    assert german.why_not(s, Pick(UnitId("de_hq_iv"))) == phases.NO_HQ_LOST
    assert german.why_not(s, Pick(UnitId("de_art_iv"))) == phases.NOT_A_HQ
    s.track("german_hqs_lost", 1)
    late = MovementPhase(GERMAN, strategic=True)
    assert late.why_not(s, Pick(UnitId("de_hq_iv"))) == phases.NOT_NOW_HQ
    assert Pick(UnitId("de_hq_iv")) in german.options(s)


@pytest.mark.rule("10.2.6", "10.2.6a")
def test_nobody_rolls_for_surrender_at_a_level_that_no_roll_is_below() -> None:
    s = field()
    stand(s, 4010, "su_254", oos=2)
    with dice(s):
        surrender(s, [UnitId("su_254")])
    s.mark("su_254", oos=3)
    with dice(s, 1, 2):
        surrender(s, [UnitId("su_254")])
    assert s.units["su_254"].hex
    with dice(s, 1, 1):
        surrender(s, [UnitId("su_254")])
    assert s.units["su_254"].box == "eliminated"


@pytest.mark.rule("9.2.1", "9.2.2", "N.9a", "N.9b", "N.10", "T.5", "T.7")
def test_whom_a_headquarters_serves_and_how_far() -> None:
    s = field("two_stars")
    distance = s.game.ground.distance
    here = Hex(3010)
    at = {many: next(hex for hex in s.game.board.hexes if distance(hex, here) == many) for many in range(6)}

    def served(unit: str, far: int, *, defending: bool = False, **condition: Any) -> bool:
        stand(s, at[far], unit, **condition)
        found = covered(s, s.units[unit], defending=defending)
        s.send(UnitId(unit), "aside")
        return found

    for hq, unit, reach in (
        ("su_hq_5", "su_254", 3),
        ("de_hq_v", "de_545_a", 4),
        ("us_hq_vii", "us_69_271", 4),
    ):
        stand(s, here, hq)
        assert [served(unit, far) for far in range(6)] == [far <= reach for far in range(6)]
        s.send(UnitId(hq), "aside")
    stand(s, here, "su_hq_5")
    assert not served("pl_7_33", 1)
    assert not served("pl_7_33", 1, defending=True)
    assert served("pl_7_33", 0, defending=True)
    s.send(UnitId("su_hq_5"), "aside")
    stand(s, here, "pl_hq")
    assert [served("pl_7_33", 0, defending=way) for way in (True, False)] == [True, False]
    s.send(UnitId("pl_hq"), "aside")
    stand(s, here, "us_hq_vii")
    assert not served("de_545_a", 1)
    assert served("pl_7_33", 1, side=ALLIED, done=DEFECTED)
    s.send(UnitId("us_hq_vii"), "aside")
    stand(s, here, "de_hq_v")
    assert not served("us_69_271", 1)
    assert served("de_ukraine", 1)


@pytest.mark.rule("10.1.11", "4.1.3", "4.1.4", "6.1.5")
def test_guns_block_supply_this_side_of_a_big_river_and_where_they_could_go() -> None:
    s = field()
    ground, near = s.game.ground, s.game.board.near
    bank = Hex(5112)
    over = set(ground.across[bank])
    stand(s, bank, "de_art_v")
    blocked = blocked_by_zoc(s, SOVIET)
    assert over
    assert {hex for hex in near[bank] if blocked[hex]} == set(near[bank]) - over
    s.mark("de_art_v", transport=True)
    assert not any(blocked_by_zoc(s, SOVIET)[hex] for hex in near[bank])
    s.mark("de_art_v", transport=False)
    assert not any(blocked_by_zoc(s, GERMAN)[hex] for hex in near[bank])
    swamp = min(ground.swamp)
    beside = next(hex for hex in near[swamp] if hex not in ground.swamp)
    for unit, closes in (("de_art_v", False), ("de_rg1", True)):
        stand(s, beside, unit)
        assert bool(blocked_by_zoc(s, SOVIET)[swamp]) == closes
        s.send(unit, "aside")


@pytest.mark.rule("N.23", "11.2.3")
def test_only_soviet_armor_counts_for_berlin_and_only_in_nysa() -> None:
    gate = Hex(2100)
    for scenario, unit, box in (
        ("nysa", "su_iv_12", "berlin"),
        ("nysa", "su_vii_24", "berlin"),
        ("nysa", "su_254", "left"),
        ("nysa", "de_21_22", "left"),
        ("nysa", "us_3arm_cca", "left"),
        ("two_stars", "su_iv_12", "left"),
    ):
        s = field(scenario)
        assert s.game.ground.zone_of[gate] == "S"
        stand(s, gate, unit)
        arrivals.leave_map(s, s.units[unit])
        assert s.units[unit].box == box, (scenario, unit)
        assert s.tracks.get("exited", 0) == (2 if box == "berlin" else 0)


@pytest.mark.rule("10.1.8", "10.1.10", "10.1.4")
def test_a_unit_on_its_base_needs_no_line() -> None:
    s = field()
    base = next(hex for hex in bases(s, "soviet") if s.game.ground.open_to["truck"][hex])
    stand(s, base, "su_hq_5")
    assert traced_line(s, s.units["su_hq_5"]) == (base,)
    beside = next(hex for hex in s.game.board.near[base] if not s.game.ground.is_big(hex, base))
    stand(s, beside, "de_545_a", "de_21_22")
    assert traced_line(s, s.units["su_hq_5"]) == (base,)
    for hex in s.game.board.near[base]:
        if hex != beside:
            stand(s, hex, next(id for id in GERMANS if not s.units[UnitId(id)].hex))
    assert traced_line(s, s.units["su_hq_5"]) == (base,)


GERMANS = ("de_545_b", "de_545_c", "de_615_a", "de_615_b", "de_72_124", "de_72_266")


@pytest.mark.rule("N.21a")
def test_before_the_neisse_is_crossed_nobody_of_28_army_comes() -> None:
    s = field()
    for id in s.game.campaigns.army_28:
        s.send(id, arrivals.ARMY_28)
    assert not [id for id in s.game.campaigns.army_28 if arrivals.may_enter(s, s.units[id], strategic=False)]
