"""11.0 Supply, 12.0 headquarters out of supply."""

import pytest

from bridgehead.core.actions import Cancel, Choose, Done, MoveTo, Pick
from bridgehead.core.play import options, push
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.model.state import enemy_in, take_control
from bridgehead.games.eastprussia1914.rules.command import ISOLATED_HQ, why_not_activate
from bridgehead.games.eastprussia1914.rules.headquarters import relocate, relocation_hexes
from bridgehead.games.eastprussia1914.rules.movement import allowance
from bridgehead.games.eastprussia1914.rules.movement_segment import (
    COMMAND_MODE_STAYS,
    MUST_RELOCATE,
    MovementSegment,
)
from bridgehead.games.eastprussia1914.rules.odds import attack_strength, defence_total, shifting
from bridgehead.games.eastprussia1914.rules.stacking import FULL
from bridgehead.games.eastprussia1914.rules.supply import (
    has_supply,
    hq_line,
    supply_line,
    supply_of,
)
from bridgehead.games.eastprussia1914.rules.supply_phase import (
    ENEMY,
    ENEMYS,
    HAS_CREPT,
    INTO_EZOC,
    NOT_CLOSER,
    NOT_ISOLATED,
    NOWHERE_NEARER,
    ONE_HEX,
    Creep,
    IsolatedMovement,
    creep_hexes,
    opens_a_line,
    supplied_hexes,
)
from bridgehead.games.eastprussia1914.view.overlays import OVERLAYS
from tests.games.eastprussia1914.table import (
    GERMAN,
    NO_HQ,
    RUSSIAN,
    State,
    activate,
    ask,
    empty,
    no,
    now,
    opening,
    stand,
    supply_phase,
    unit,
    units,
)


@pytest.mark.rule("11.0", "2.6", "11.1c")
def test_11_0_three_states_that_change_in_the_supply_phase_only() -> None:
    s = empty(turn=4)
    stand(s, 2025, "R-1")
    assert not has_supply(s, unit(s, "R-1")) and unit(s, "R-1").supply == ""
    supply_phase(s)
    assert unit(s, "R-1").supply == "oos"
    supply_phase(s)
    assert unit(s, "R-1").supply == "isolated"
    stand(s, 2239, "R-1")
    assert unit(s, "R-1").supply == "isolated"
    supply_phase(s)
    assert unit(s, "R-1").supply == ""


@pytest.mark.rule("2.7", "16.1.2", "16.2.1", "16.3.2", "11.2.3")
def test_all_units_begin_in_supply() -> None:
    for scenario in ("campaign", "tannenberg", "masurian"):
        s = opening(scenario)
        lacking = [each.id for each in s.units.values() if each.hex and not has_supply(s, each)]
        assert lacking == []


@pytest.mark.rule("11.1.2a", "11.1.2b", "11.3.3e", "11.3.5a", "11.3.5d", "11.1.3e")
def test_11_1_2_who_rolls() -> None:
    s = empty(turn=4)
    stand(s, 2025, "R-1", "R-36", supply="isolated")
    stand(s, 1922, "R-6", supply="oos")
    stand(s, 2035, "G-Thorn")
    supply_phase(s, 1, 3)
    assert (unit(s, "R-1").steps, unit(s, "R-36").steps) == (1, 2)
    assert unit(s, "R-6").supply == "isolated" and unit(s, "R-6").steps == 2
    assert unit(s, "G-Thorn").supply == ""


@pytest.mark.rule("11.1.3d")
def test_11_1_3d_being_in_command_does_not_improve_an_isolated_unit() -> None:
    s = empty(turn=4)
    stand(s, 4419, "R-HQ-IV", mode="command")
    stand(s, 4119, "R-30", supply="isolated")
    stand(s, 4219, "G-2")
    stand(s, 4217, "G-1")
    supply_phase(s, 6)
    assert unit(s, "R-30").supply == "isolated"


@pytest.mark.rule("11.1.4d")
def test_11_1_4d_a_freed_unit_is_not_checked_again() -> None:
    s = empty(turn=4)
    stand(s, 2132, "R-HQ-XV", mode="command")
    stand(s, 1828, "R-6", supply="oos")
    stand(s, 2629, "G-1/1", supply="isolated")
    supply_phase(s)
    assert unit(s, "R-6").supply == ""


@pytest.mark.rule("11.2.1a", "11.2.1d")
def test_11_2_1d_hqs_do_not_chain() -> None:
    s = empty(turn=6)
    for hex, name in ((4214, "G-1"), (3928, "G-2"), (1935, "G-35"), (338, "G-36")):
        stand(s, hex, name)
    far = supply_of(s, RUSSIAN).to_depot
    border = next(hex for hex in s.ground.board.hexes if far[hex] == 5 and s.ground.home[hex] == GERMAN)
    stand(s, border, "R-HQ-XV", mode="command")
    supply = supply_of(s, RUSSIAN)
    beyond = next(
        h for h in s.ground.board.hexes if supply.to_hq[h] > 0 and far[h] < 0 and h not in s.ground.cities
    )
    stand(s, beyond, "R-HQ-XIII", mode="command")
    stand(s, beyond, "R-1")
    assert has_supply(s, unit(s, "R-HQ-XV")) and has_supply(s, unit(s, "R-1"))
    assert not has_supply(s, unit(s, "R-HQ-XIII"))


@pytest.mark.rule("11.2.1g")
def test_11_2_1g_enemy_hqs_block_and_the_starting_hex_never_does() -> None:
    s = empty(turn=4)
    stand(s, 4214, "G-HQ-I", mode="movement")
    assert 4214 not in supply_of(s, RUSSIAN).live
    s.send(UnitId("G-HQ-I"), "aside")
    assert 4214 in supply_of(s, RUSSIAN).live
    stand(s, 4314, "R-25")
    stand(s, 4214, "G-1")
    assert has_supply(s, unit(s, "R-25"))


@pytest.mark.rule("11.2.3", "11.2.3b")
def test_11_2_3b_a_source_held_by_the_enemy() -> None:
    s = empty(turn=4)
    stand(s, 4612, "R-HQ-III", mode="command")
    assert has_supply(s, unit(s, "R-HQ-III"))
    stand(s, 4713, "G-1")
    assert 4713 not in supply_of(s, RUSSIAN).live
    assert 4713 not in s.ground.sources[GERMAN]
    assert 2113 in supply_of(s, GERMAN).live
    stand(s, 2113, "R-25")
    assert 2113 not in supply_of(s, GERMAN).live


@pytest.mark.rule("11.2.4b", "11.2.5b")
def test_11_2_4b_a_home_city_but_not_a_town() -> None:
    s = empty(turn=4)
    stand(s, 2025, "G-3R")
    stand(s, 2025, "G-HQ-XX", mode="command")
    for hex, name in (
        (2024, "R-1"),
        (2026, "R-36"),
        (2124, "R-6"),
        (2125, "R-8"),
        (1925, "R-2"),
        (1926, "R-4"),
    ):
        if hex in s.ground.board.near[2025]:
            stand(s, hex, name)
    for near in s.ground.board.near[2025]:
        if not s.stacks.get(Hex(near)):
            stand(s, near, "R-22")
    assert has_supply(s, unit(s, "G-3R")) and has_supply(s, unit(s, "G-HQ-XX"))
    assert supply_of(s, GERMAN).feeds[2025] and supply_of(s, GERMAN).feeds_hqs[2025]
    assert not supply_of(s, RUSSIAN).feeds[2025], "another country's city"
    assert not s.ground.home_cities[GERMAN][1527], "a town"


@pytest.mark.rule("11.2.4a", "18.2b")
def test_event_8_bread_wagons_lag() -> None:
    s = empty(turn=4)
    stand(s, 2132, "R-HQ-XV", mode="command")
    stand(s, 1828, "R-6")
    s.set(event=8)
    assert (hq_line(s, RUSSIAN), hq_line(s, GERMAN)) == (4, 5)
    assert not has_supply(s, unit(s, "R-6"))


@pytest.mark.rule("11.3.1", "11.3.2a", "11.3.2b", "11.3.2d")
def test_11_3_2_out_of_supply() -> None:
    s = empty()
    stand(s, 3714, "G-35", supply="oos")
    stand(s, 3814, "R-25", supply="oos")
    stand(s, 3614, "G-HQ-XVII", mode="command", supply="oos")
    assert attack_strength(s, unit(s, "G-35"), Hex(3814)) == 24
    assert defence_total(s, Hex(3814), RUSSIAN) == 6
    assert allowance(s, unit(s, "G-35")) == 5
    assert not shifting(s, unit(s, "G-HQ-XVII"), Hex(3814))
    s.mark(UnitId("G-35"), supply="")
    s.mark(UnitId("G-HQ-XVII"), supply="")
    assert attack_strength(s, unit(s, "G-35"), Hex(3814)) == 48
    assert shifting(s, unit(s, "G-HQ-XVII"), Hex(3814))


@pytest.mark.rule("11.3.3a", "11.3.3d", "12.6b", "12.6c")
def test_11_3_3_isolated() -> None:
    s = empty()
    stand(s, 3714, "G-35", supply="isolated")
    stand(s, 3814, "R-25", supply="isolated")
    assert attack_strength(s, unit(s, "G-35"), Hex(3814)) == 0
    assert defence_total(s, Hex(3814), RUSSIAN) == 3
    stand(s, 3614, "G-HQ-XVII", mode="command", supply="isolated")
    assert why_not_activate(s, unit(s, "G-HQ-XVII")) is ISOLATED_HQ
    assert not shifting(s, unit(s, "G-HQ-XVII"), Hex(3814))
    supply_phase(s)
    assert unit(s, "G-HQ-XVII").hex


@pytest.mark.rule("11.1.5", "11.3.4a", "11.3.4b", "11.3.4f")
def test_11_3_4_isolated_movement() -> None:
    s = empty(turn=4)
    stand(s, 2529, "R-4", supply="isolated")
    stand(s, 2025, "G-3R")
    supply_phase(s, 6)
    assert isinstance(now(s), IsolatedMovement) and Done() in options(s)
    assert no(s, Pick(UnitId("G-3R"))) is ENEMYS
    stand(s, 2539, "R-1")
    assert no(s, Pick(UnitId("R-1"))) is NOT_ISOLATED
    push(s, Pick(UnitId("R-4")))
    assert isinstance(now(s), Creep)
    assert no(s, MoveTo(Hex(2025))) is ONE_HEX
    assert no(s, MoveTo(Hex(2528))) is NOT_CLOSER
    ways = creep_hexes(s, unit(s, "R-4"))
    stand(s, 2632, "G-1/1")
    assert set(creep_hexes(s, unit(s, "R-4"))) <= set(ways)
    s = empty(turn=4)
    stand(s, 2529, "R-4", supply="isolated")
    stand(s, 2531, "G-1/1")
    stand(s, 2530, "G-HQ-XX", mode="movement")
    ask(s, Creep(RUSSIAN, UnitId("R-4")))
    assert no(s, MoveTo(Hex(2530))) is ENEMY
    s.send(UnitId("G-HQ-XX"), "aside")
    ask(s, Creep(RUSSIAN, UnitId("R-4")))
    assert no(s, MoveTo(Hex(2530))) is INTO_EZOC


@pytest.mark.rule("11.3.4c", "11.3.4f", "15.1")
def test_11_3_4c_an_hq_that_creeps_is_in_movement_mode() -> None:
    s = empty(turn=4)
    for hex, name in ((4214, "G-1"), (3928, "G-2"), (1935, "G-35"), (338, "G-36")):
        stand(s, hex, name)
    stand(s, 2025, "R-HQ-XIII", mode="command", supply="isolated")
    ask(s, Creep(RUSSIAN, UnitId("R-HQ-XIII")))
    push(s, options(s)[0])
    assert unit(s, "R-HQ-XIII").mode == "movement" and not s.taken
    stand(s, 2127, "R-1", supply="isolated")
    ask(s, Creep(RUSSIAN, UnitId("R-1")))
    push(s, options(s)[0])
    assert s.taken == {unit(s, "R-1").hex: RUSSIAN}


@pytest.mark.rule("11.3.2f", "11.3.2g", "12.3")
def test_11_3_2f_the_relocation_is_the_only_movement_of_an_oos_hq() -> None:
    s = empty(turn=5)
    stand(s, 2229, "R-HQ-XIII", mode="command", supply="oos")
    stand(s, 2228, "R-1")
    activate(s, "R-HQ-XIII")
    push(s, Choose("command"))
    push(s, Pick(UnitId("R-HQ-XIII")))
    push(s, Cancel())
    assert no(s, Done()) is MUST_RELOCATE
    push(s, Pick(UnitId("R-HQ-XIII")))
    push(s, options(s)[0])
    assert unit(s, "R-HQ-XIII").hex != 2229
    assert isinstance(now(s), MovementSegment) and options(s) == [Pick(UnitId("R-1")), Done()]
    stand(s, 2132, "R-HQ-XV", mode="command")
    ask(s, MovementSegment(RUSSIAN, NO_HQ, units("R-HQ-XV", "R-1")))
    assert no(s, Pick(UnitId("R-HQ-XV"))) is COMMAND_MODE_STAYS


@pytest.mark.rule("12.5a", "12.5b", "12.5c")
def test_12_5_relocation() -> None:
    s = empty(turn=5)
    stand(s, 2036, "R-HQ-XV", mode="command", supply="oos")
    assert s.ground.board.distance(2036, 2239) < 5
    assert 2239 in relocation_hexes(s, unit(s, "R-HQ-XV"))
    for hex in list(s.ground.board.hexes):
        if s.ground.home[hex] and not s.stacks.get(Hex(hex)):
            s.ledger["zoc_german"][hex] = 1
    s.touch()
    assert relocation_hexes(s, unit(s, "R-HQ-XV")) == []
    relocate(s, unit(s, "R-HQ-XV"))
    hq = unit(s, "R-HQ-XV")
    assert (hq.hex, hq.mode, hq.supply) == (2036, "movement", "oos") and not s.flow


@pytest.mark.rule("11.2.1a", "11.2.2a")
def test_overlays_trace_the_line() -> None:
    s = opening("tannenberg")
    line = supply_line(s, unit(s, "R-6"))
    assert line[0][0] == unit(s, "R-6").hex and line[-1][-1] in s.ground.sources[RUSSIAN]
    for name, overlay in OVERLAYS.items():
        for asked in ("R-6", "G-HQ-XX", ""):
            shown = overlay(s, GERMAN, Hex(0), UnitId(asked))
            assert shown.title, name
    assert OVERLAYS["supply"](s, RUSSIAN, Hex(0), UnitId("R-6")).lines == line
    assert OVERLAYS["command"](s, RUSSIAN, Hex(0), UnitId("R-HQ-XV")).hexes
    assert OVERLAYS["reach"](s, GERMAN, Hex(0), UnitId("G-1")).hexes
    assert OVERLAYS["zoc"](s, GERMAN, Hex(0), UnitId("")).hexes
    assert OVERLAYS["control"](s, GERMAN, Hex(0), UnitId("")).hexes


@pytest.mark.rule("7.1", "11.3.4a")
def test_11_3_4_isolated_movement_keeps_to_stacking() -> None:
    s = empty(turn=4)
    stand(s, 2529, "R-4", supply="isolated")
    to = creep_hexes(s, unit(s, "R-4"))[0]
    stand(s, to, "R-1", "R-36", supply="isolated")
    ask(s, Creep(RUSSIAN, UnitId("R-4")))
    assert no(s, MoveTo(to)) is FULL and MoveTo(to) not in options(s)


@pytest.mark.rule("11.2.4a", "11.2.4c", "11.2.5a")
def test_11_2_a_unit_on_the_end_of_its_line_is_in_supply() -> None:
    s = empty(turn=4)
    stand(s, 3824, "R-HQ-II", mode="command")
    stand(s, 3824, "R-43")  # in the hex of its HQ
    stand(s, 4413, "R-25")  # on the railroad at home
    stand(s, 4704, "R-HQ-XXVI", mode="command")  # on a source without a railroad
    assert all(has_supply(s, unit(s, name)) for name in ("R-HQ-II", "R-43", "R-25", "R-HQ-XXVI"))
    stand(s, 3721, "R-43")
    assert has_supply(s, unit(s, "R-43"))
    s.mark(UnitId("R-HQ-II"), supply="oos")
    assert not has_supply(s, unit(s, "R-43")), "an HQ with a marker supplies nobody"


def pocket_of_isolated() -> State:
    s = empty(turn=4)
    stand(s, 2132, "R-HQ-XV", mode="command")
    stand(s, 2529, "R-4", supply="isolated")
    stand(s, 2631, "R-HQ-VI", mode="command", supply="isolated")
    stand(s, 2330, "G-1/1")
    stand(s, 2331, "R-1", supply="isolated")  # alone in an enemy ZOC: it opens its hex to lines
    stand(s, 2732, "G-1")
    stand(s, 2333, "G-HQ-XX", mode="movement")
    return s


@pytest.mark.rule("11.3.4d", "11.2.1g", "11.2.4a", "11.2.4b", "11.2.4c", "11.2.5a")
@pytest.mark.parametrize("name", ["R-4", "R-HQ-VI", "R-1"])
def test_11_3_4d_supply_is_sought_where_the_unit_would_have_it(name: str) -> None:
    """Against putting the unit down in one hex after the other."""
    s = pocket_of_isolated()
    opens = name != "R-4"
    assert opens_a_line(s, unit(s, name)) == opens
    away = UnitId(name) if opens else UnitId("")
    found = set(supplied_hexes(s, unit(s, name), away).tolist())
    tried = [hex for hex in s.ground.board.within(Hex(2331), 6) if s.ground.home[hex]]
    met = 0
    for hex in tried:
        free = not enemy_in(s, hex, RUSSIAN)
        moved = s.clone()
        moved.put(UnitId(name), hex)
        there = free and has_supply(moved, unit(moved, name))
        met += there
        assert (hex in found) == there, hex
    assert 0 < met < len(tried)


@pytest.mark.rule("11.3.4d", "16.3.4")
def test_11_3_4d_supply_outside_the_play_area_does_not_count() -> None:
    s = empty("masurian")
    stand(s, 2020, "G-1", supply="isolated")
    found = set(supplied_hexes(s, unit(s, "G-1"), UnitId("")).tolist())
    assert 2025 in found and not any(hex // 100 < 17 or hex % 100 > 32 for hex in found)
    assert all(s.ground.home[hex] for hex in found)


@pytest.mark.rule("11.3.4a", "11.3.4f")
def test_11_3_4_each_isolated_unit_creeps_once() -> None:
    s = empty(turn=4)
    stand(s, 2529, "R-4", "R-16", supply="isolated")
    s.flow = (IsolatedMovement(RUSSIAN, units("R-4", "R-16")),)
    push(s, Pick(UnitId("R-4")))
    push(s, options(s)[0])
    assert now(s).units == units("R-16")
    assert no(s, Pick(UnitId("R-4"))) is HAS_CREPT
    assert options(s) == [Pick(UnitId("R-16")), Done()]


@pytest.mark.rule("11.3.4d", "11.3.4a")
def test_11_3_4d_what_closes_the_way_to_supply_is_named() -> None:
    s = empty(turn=4)
    stand(s, 2529, "R-4", "R-16", supply="isolated")
    nearer = creep_hexes(s, unit(s, "R-4"))
    for hex in nearer:
        s.ledger["zoc_german"][hex] = 1
    s.touch()
    frame = IsolatedMovement(RUSSIAN, units("R-4", "R-16"))
    found = frame.why_not(s, Pick(UnitId("R-4")))
    assert found is not None and replace(found, hex=Hex(0)) == INTO_EZOC and found.hex in nearer
    stand(s, 1935, "R-16")
    assert frame.why_not(s, Pick(UnitId("R-16"))) is NOWHERE_NEARER


@pytest.mark.rule("5.2a", "4.3.1a", "11.2.1a", "15.1", "17.1", "6.1.2")
def test_what_the_layers_of_the_map_say() -> None:
    s = empty(turn=4)
    stand(s, 2132, "R-HQ-XV", mode="command")
    stand(s, 2032, "R-6")
    stand(s, 2025, "R-1")
    stand(s, 2023, "R-4", supply="isolated")
    stand(s, 3222, "G-Loetzen", "G-3R")
    take_control(s, Hex(2025), RUSSIAN)
    nobody, anywhere = UnitId(""), Hex(0)
    supply = OVERLAYS["supply"](s, RUSSIAN, anywhere, nobody).hexes
    assert (supply[Hex(2025)], supply[Hex(2023)]) == ("out of supply", "isolated")
    assert supply.get(Hex(2032)) in (None, "=") and supply[Hex(1935)] == "="
    assert OVERLAYS["supply"](s, GERMAN, anywhere, UnitId("R-6")).title == "Supply line"
    command = OVERLAYS["command"](s, RUSSIAN, anywhere, UnitId("R-HQ-XV")).hexes
    assert command[Hex(2032)] == "1*" and command[Hex(2131)] == "1" and command[Hex(2132)] == "0*"
    stand(s, 4413, "R-HQ-III", mode="movement")
    every = OVERLAYS["command"](s, RUSSIAN, anywhere, nobody).hexes
    assert every[Hex(4413)] == "0*" and every[Hex(2132)] == "0*"
    assert (
        Hex(4413) not in command and OVERLAYS["command"](s, RUSSIAN, anywhere, UnitId("R-6")).hexes == every
    )
    assert OVERLAYS["control"](s, GERMAN, anywhere, nobody).hexes == {2025: "R"}
    assert set(OVERLAYS["zoc"](s, GERMAN, anywhere, nobody).hexes) >= set(s.ground.board.near[2032])
    assert not set(OVERLAYS["zoc"](s, RUSSIAN, anywhere, nobody).hexes) - set(s.ground.board.near[3222])
    for name, goes in (("R-1", True), ("R-4", False), ("G-Loetzen", False), ("G-1", False), ("", False)):
        assert bool(OVERLAYS["reach"](s, GERMAN, anywhere, UnitId(name)).hexes) == goes
    reach = OVERLAYS["reach"](s, GERMAN, anywhere, UnitId("R-1"))
    assert reach.title == "Reach" and reach.hexes[Hex(2024)] == "1"


@pytest.mark.rule("17.1", "11.1b")
def test_17_1_layers_tell_nothing_of_units_not_seen() -> None:
    s = empty(turn=4, fog="on")
    stand(s, 2025, "R-1", "R-36")
    s.mark(UnitId("R-36"), supply="oos")
    whose = {side: OVERLAYS["forecast"](s, side, Hex(0), UnitId("")).hexes for side in (GERMAN, RUSSIAN)}
    assert whose == {GERMAN: {2025: "will be isolated"}, RUSSIAN: {2025: "will be isolated"}}
    s.stacks[Hex(2025)] = units("R-36", "R-1")
    whose = {side: OVERLAYS["forecast"](s, side, Hex(0), UnitId("")).hexes for side in (GERMAN, RUSSIAN)}
    assert whose[GERMAN] == {2025: "will be out of supply"}
    assert not OVERLAYS["reach"](s, GERMAN, Hex(0), UnitId("R-36")).hexes
    for hex, name in ((1512, "R-HQ-XIII"), (3013, "R-25")):
        stand(s, hex, name, supply="isolated")
        for near in s.ground.board.near[hex]:
            s.ledger["zoc_german"][near] = 1
    s.touch()
    told = OVERLAYS["forecast"](s, RUSSIAN, Hex(0), UnitId("")).hexes
    assert told[Hex(3013)] == "isolated: will roll for attrition"
    assert Hex(1512) not in told, "an HQ does not roll"
