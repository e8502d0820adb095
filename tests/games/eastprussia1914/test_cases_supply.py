"""The acceptance cases C34 to C45: supply, arrivals at the lakes, nothing to do."""

import pytest

from bridgehead.core.actions import Choose, Done, MoveTo, Pick, Place
from bridgehead.core.play import dice, options, push
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.rules.activation import DrawPhase
from bridgehead.games.eastprussia1914.rules.chits import capacity
from bridgehead.games.eastprussia1914.rules.headquarters import (
    NOT_TOWARD,
    Relocate,
    relocation_hexes,
    relocations_toward,
    why_not_relocate,
    why_not_relocate_there,
)
from bridgehead.games.eastprussia1914.rules.movement_segment import MUST_RELOCATE, MovementSegment
from bridgehead.games.eastprussia1914.rules.odds import attack_strength, defence_total, shifting
from bridgehead.games.eastprussia1914.rules.reinforcements import Reinforcements, ReinforcementsSegment
from bridgehead.games.eastprussia1914.rules.replacements import LOST_ISOLATED, why_not_replace
from bridgehead.games.eastprussia1914.rules.sequence import GameTurn
from bridgehead.games.eastprussia1914.rules.special import OUTSIDE, roll_random_event, set_rail_points
from bridgehead.games.eastprussia1914.rules.supply import has_supply, supply_of
from bridgehead.games.eastprussia1914.rules.supply_phase import (
    WATER,
    Creep,
    IsolatedMovement,
    SupplyPhase,
    creep_hexes,
    distance_to_supply,
    supplied_hexes,
    why_not_creep,
)
from bridgehead.games.eastprussia1914.view.overlays import OVERLAYS
from tests.games.eastprussia1914.table import (
    GERMAN,
    RUSSIAN,
    State,
    activate,
    ask,
    empty,
    goes,
    no,
    now,
    opening,
    stand,
    supply_phase,
    unit,
)


def markers(s: State, state: str) -> set[str]:
    return {
        str(each.id)
        for each in s.units.values()
        if each.hex and each.supply == state and each.side == RUSSIAN
    }


@pytest.mark.rule("11.2.1f", "11.2.4a", "11.1.4c")
def test_c34_exactly_five_mps() -> None:
    s = empty(turn=4)
    stand(s, 2132, "R-HQ-XV", mode="command")
    stand(s, 1828, "R-6")
    assert has_supply(s, unit(s, "R-HQ-XV")) and supply_of(s, RUSSIAN).to_hq[1828] == 5
    assert s.ground.board.distance(1828, 2132) == 5
    assert supply_phase(s) and not unit(s, "R-6").supply
    s.put(UnitId("R-6"), Hex(1927))
    assert supply_of(s, RUSSIAN).to_hq[1927] == -1
    supply_phase(s)
    assert unit(s, "R-6").supply == "oos"


def c35() -> State:
    s = empty(turn=4)
    stand(s, 4419, "R-HQ-IV", mode="command")
    stand(s, 4119, "R-30", supply="oos")
    stand(s, 4219, "G-2")
    stand(s, 4217, "G-1")
    return s


@pytest.mark.rule("11.1.3a", "11.1.3b", "4.3.1b", "4.3.1c", "4.3.4a")
def test_c35_in_command_but_no_line_stays_oos() -> None:
    s = c35()
    assert has_supply(s, unit(s, "R-HQ-IV")) and not has_supply(s, unit(s, "R-30"))
    supply_phase(s)
    assert unit(s, "R-30").supply == "oos"
    s = c35()
    s.mark(UnitId("R-HQ-IV"), mode="movement")
    supply_phase(s)
    assert unit(s, "R-30").supply == "isolated"
    s = c35()
    s.send(UnitId("R-HQ-IV"), "aside")
    stand(s, 4419, "R-HQ-II", mode="command")
    supply_phase(s)
    assert unit(s, "R-30").supply == "oos"


@pytest.mark.rule("11.2.1c", "11.2.1f", "5.5")
def test_c36_friendly_units_open_ezoc_hexes() -> None:
    s = c35()
    s.mark(UnitId("R-30"), supply="")
    stand(s, 4218, "R-40")
    assert not has_supply(s, unit(s, "R-30")) and not has_supply(s, unit(s, "R-40"))
    stand(s, 4319, "R-5Rif")
    assert has_supply(s, unit(s, "R-30")) and has_supply(s, unit(s, "R-40"))
    field = supply_of(s, RUSSIAN).to_hq
    assert (field[4119], field[4218]) == (5, 3)


@pytest.mark.rule("11.2.5c", "11.2.4a", "11.2.4c", "11.2.5d")
def test_c37_rail_in_a_foreign_country() -> None:
    s = empty(turn=4)
    stand(s, 3824, "R-HQ-II", mode="command")
    stand(s, 3721, "R-43")
    assert has_supply(s, unit(s, "R-HQ-II"))
    assert supply_of(s, RUSSIAN).to_hq[3721] == 4 and has_supply(s, unit(s, "R-43"))
    s.put(UnitId("R-43"), Hex(3328))
    assert 3328 in supply_of(s, RUSSIAN).live
    assert not has_supply(s, unit(s, "R-43"))


def pocket() -> State:
    s = opening("tannenberg", event=0)
    for name, hex in (("G-1", 1832), ("G-1/1", 3027), ("R-2", 2032), ("R-1", 2228), ("R-36", 2329)):
        s.put(UnitId(name), Hex(hex))
    stand(s, 2229, "R-HQ-XIII", mode="command")
    return s


POCKET = {"R-HQ-VI", "R-HQ-XIII", "R-4", "R-1", "R-4C"}


@pytest.mark.rule("11.2.2a", "11.2.4a", "11.2.5c", "11.2.1e", "11.1.4a", "11.1.4b", "11.1.4c")
def test_c38_the_pocket() -> None:
    s = pocket()
    supply_phase(s)
    assert markers(s, "oos") == POCKET
    field = supply_of(s, RUSSIAN).to_hq
    assert field[2329] == 5 and field[2530] == 5
    s = pocket()
    s.put(UnitId("R-24"), Hex(1933))
    s.put(UnitId("R-2"), Hex(1932))
    supply_phase(s)
    assert markers(s, "oos") == {"R-HQ-VI"}


@pytest.mark.rule("11.3.2d", "11.3.2e", "11.3.2f", "12.5a", "12.5b", "11.1.3a", "11.1.3c", "11.1.2b")
def test_c39_next_turn_in_the_pocket() -> None:
    s = pocket()
    supply_phase(s)
    hq = unit(s, "R-HQ-XIII")
    assert not shifting(s, hq, Hex(2228))
    source = s.ground.letters["H"]
    assert s.ground.board.distance(hq.hex, source) == 10
    assert set(relocations_toward(s, hq, source)) == {2033, 2134, 2234, 2334, 2433}
    assert {2533, 2632} <= set(relocations_toward(s, hq, s.ground.letters["G"]))
    activate(s, "R-HQ-XIII")
    push(s, Choose("command"))
    assert isinstance(now(s), MovementSegment)
    assert no(s, Done()) is MUST_RELOCATE
    push(s, Pick(hq.id))
    assert isinstance(now(s), Relocate)
    assert {action.hex for action in options(s) if isinstance(action, Place)} == set(relocation_hexes(s, hq))
    push(s, Place(Hex(2234)))
    assert (unit(s, "R-HQ-XIII").hex, unit(s, "R-HQ-XIII").mode) == (2234, "movement")
    s = pocket()
    supply_phase(s)
    supply_phase(s)
    assert markers(s, "isolated") == POCKET
    assert attack_strength(s, unit(s, "R-1"), Hex(2227)) == 0
    assert defence_total(s, Hex(2228), RUSSIAN) == 3
    assert s.ledger["zoc_russian"][2227]


@pytest.mark.rule("11.3.5a", "11.3.5b", "11.3.5c", "11.3.4a", "11.3.4b", "11.3.4c", "11.3.4d", "9.4")
def test_c40_attrition_and_isolated_movement() -> None:
    s = pocket()
    supply_phase(s)
    supply_phase(s)
    s.mark(UnitId("R-4C"), steps=1)
    rolling = [u.id for u in s.on_map(RUSSIAN) if u.supply == "isolated" and "HQ" not in u.id]
    assert rolling == ["R-4", "R-1", "R-4C"]
    supply_phase(s, 6, 2, 1)
    assert unit(s, "R-1").steps == 1 and unit(s, "R-4C").box == "eliminated"
    assert isinstance(now(s), IsolatedMovement) and now(s).side == RUSSIAN
    assert set(creep_hexes(s, unit(s, "R-1"))) == {2229, 2329}
    push(s, Pick(UnitId("R-1")))
    push(s, MoveTo(Hex(2329)))
    assert unit(s, "R-1").hex == 2329 and unit(s, "R-1").supply == "isolated"
    if creep_hexes(s, unit(s, "R-HQ-XIII")):
        push(s, Pick(UnitId("R-HQ-XIII")))
        assert isinstance(now(s), Creep)
        push(s, options(s)[0])
        assert unit(s, "R-HQ-XIII").mode == "movement"
    assert why_not_replace(s, unit(s, "R-4C"), 5, ()) is LOST_ISOLATED


def c41() -> State:
    s = empty(turn=6)
    stand(s, 2631, "R-HQ-XIII", mode="command")
    stand(s, 2632, "R-1", supply="oos")
    stand(s, 2431, "G-41")
    stand(s, 2132, "G-37")
    stand(s, 2629, "G-1/1")
    return s


@pytest.mark.rule("4.3.1c", "11.1b", "11.1.3a", "11.1.4b", "11.1.2b")
def test_c41_a_cut_hq_gives_no_shelter() -> None:
    s = c41()
    assert 2828 in supply_of(s, RUSSIAN).live
    supply_phase(s)
    assert unit(s, "R-1").supply == "isolated" and unit(s, "R-HQ-XIII").supply == "oos"
    assert unit(s, "R-1").steps == 2
    s = c41()
    s.send(UnitId("G-1/1"), "aside")
    assert supply_of(s, RUSSIAN).to_depot[2631] == 5
    supply_phase(s)
    assert not unit(s, "R-1").supply and not unit(s, "R-HQ-XIII").supply


@pytest.mark.rule("11.1a", "11.1b", "11.1d", "11.1.3c", "11.1.1")
def test_c42_attrition_opens_the_line_too_late() -> None:
    s = c41()
    s.mark(UnitId("R-HQ-XIII"), supply="oos")
    s.mark(UnitId("G-1/1"), supply="isolated")
    # As the case is printed the brigade recovers by the home railway (11.2.4c): two divisions cut it off.
    assert has_supply(s, unit(s, "G-1/1"))
    stand(s, 2530, "R-4C")
    stand(s, 2628, "R-6C")
    assert not has_supply(s, unit(s, "G-1/1"))
    supply_phase(s, 2)
    assert unit(s, "G-1/1").box == "eliminated"
    assert unit(s, "R-HQ-XIII").supply == unit(s, "R-1").supply == "isolated"
    supply_phase(s)
    assert not unit(s, "R-HQ-XIII").supply and not unit(s, "R-1").supply


@pytest.mark.rule("11.2.5a", "11.2.4d", "11.2.2c")
def test_c43_source_without_a_railway() -> None:
    s = empty(turn=8)
    stand(s, 4704, "R-54R")
    supply_phase(s)
    assert unit(s, "R-54R").supply == "oos"
    s = empty(turn=8)
    stand(s, 4704, "R-HQ-XXVI", mode="command")
    stand(s, 4603, "R-54R")
    assert supply_of(s, RUSSIAN).to_depot[4704] == 0 and supply_of(s, RUSSIAN).to_hq[4603] == 1
    supply_phase(s)
    assert not unit(s, "R-54R").supply


@pytest.mark.rule("16.3.3", "16.3.4", "16.3.7h", "6.4.2")
def test_c44_arrivals_at_the_lakes() -> None:
    s = opening("masurian", turn=13)
    set_rail_points(s)
    assert (s.tracks["rail_german"], s.tracks["rail_russian"]) == (6, 2)
    ask(s, Reinforcements(GERMAN))
    push(s, Pick(UnitId("G-Bredow")))
    push(s, Place(Hex(122)))
    push(s, Choose("rail"))
    assert 2025 in goes(s) and no(s, MoveTo(Hex(1228))) is OUTSIDE
    push(s, MoveTo(Hex(2025)))
    assert unit(s, "G-Bredow").hex == 2025 and s.tracks["rail_german"] == 5
    ask(s, Reinforcements(RUSSIAN))
    push(s, Pick(UnitId("R-7S")))
    push(s, Place(Hex(4734)))
    assert 4732 in goes(s) and 4733 not in goes(s)
    s.set(taken=s.taken)
    push(s, Choose("rail"))
    push(s, MoveTo(Hex(4130)))
    assert unit(s, "R-7S").hex == 4130 and s.tracks["rail_russian"] == 0
    s = opening("masurian", turn=13)
    ask(s, ReinforcementsSegment(side=RUSSIAN))
    for action in (Pick(UnitId("R-7S")), Place(Hex(4734)), Done()):
        push(s, action)
    while s.flow:
        push(s, Done())
    assert unit(s, "R-7S").box == "reinforcements"


@pytest.mark.rule("16.3.7h", "16.3.7e")
def test_c44_event_12_is_no_event() -> None:
    s = opening("masurian", turn=13)
    with dice(s, 6, 6):
        roll_random_event(s)
    assert capacity(s, RUSSIAN, 13) == 4


@pytest.mark.rule("3.3b", "4.1.2", "4.2.2")
def test_c45_nothing_to_do() -> None:
    s = opening(turn=2)
    ask(s, DrawPhase())
    assert not s.flow
    s = opening(turn=2)
    ask(s, GameTurn(at=6))
    push(s, Done())
    push(s, Done())
    assert s.turn == 3
    s = opening(turn=2)
    activate(s, "G-HQ-XX")
    push(s, Choose("command"))
    push(s, Done())
    assert not s.flow


@pytest.mark.rule("11.1b", "11.1.3b", "11.1.4a", "4.3.1c")
def test_the_supply_forecast_runs_the_segments_in_their_order() -> None:
    s = c35()
    assert forecast(s) == {}  # in command of an HQ in supply: it stays as it is
    s.mark(UnitId("R-HQ-IV"), mode="movement")
    assert forecast(s) == {4119: "will be isolated"}
    s.mark(UnitId("R-30"), supply="isolated")
    assert forecast(s) == {4119: "isolated: will roll for attrition"}
    s.send(UnitId("G-2"), "aside")
    assert forecast(s) == {4119: "back in supply"}
    assert unit(s, "R-30").supply == "isolated" and not s.flow
    s = empty(turn=4)  # case C41
    stand(s, 2631, "R-HQ-XIII", mode="command")
    stand(s, 2632, "R-1", supply="oos")
    for hex, name in ((2431, "G-41"), (2132, "G-37"), (2629, "G-1/1")):
        stand(s, hex, name)
    assert forecast(s) == {2631: "will be out of supply", 2632: "will be isolated"}


def forecast(s: State) -> dict[Hex, str]:
    shown = OVERLAYS["forecast"](s, RUSSIAN, Hex(0), UnitId("")).hexes
    russian = {each.hex for each in s.units.values() if each.hex and each.side == RUSSIAN}
    return {hex: words for hex, words in shown.items() if hex in russian}


@pytest.mark.rule("11.1.4d")
def test_11_1_4d_a_unit_freed_in_this_phase_is_not_tested_again() -> None:
    s = empty(turn=4)
    stand(s, 1927, "R-6")
    stand(s, 1828, "R-8")
    for freed, marked in (((), {"R-6", "R-8"}), ((UnitId("R-6"),), {"R-8"})):
        for name in ("R-6", "R-8"):
            s.mark(UnitId(name), supply="")
        phase = SupplyPhase(freed=freed)
        s.flow = (phase,)
        phase.supply_status_segment(s)
        assert markers(s, "oos") == marked
    s = empty(turn=4)
    stand(s, 2132, "R-HQ-XV", mode="command")
    stand(s, 1828, "R-6", supply="isolated")
    s.flow = (SupplyPhase(),)
    SupplyPhase().in_supply_segment(s)
    assert s.flow == (SupplyPhase(freed=(UnitId("R-6"),)),)


@pytest.mark.rule("12.5b")
def test_12_5b_where_an_hq_may_be_put_down() -> None:
    s = empty(turn=5)
    stand(s, 2229, "R-HQ-XIII", mode="command", supply="oos")
    hq, far = unit(s, "R-HQ-XIII"), s.ground.board.distance
    toward = relocations_toward(s, hq, Hex(2239))
    assert toward and all(far(2229, hex) == 5 and far(hex, 2239) <= 7 for hex in toward)
    assert Hex(2234) in toward and Hex(2633) not in toward
    ring = [hex for hex in s.ground.board.within(Hex(2229), 5) if far(2229, hex) == 5]
    nearer = {hex for hex in ring if far(2229, 2239) - far(hex, 2239) >= 3}
    assert set(toward) == {hex for hex in nearer if hex not in s.ground.impassable}
    for hex in toward:
        s.ledger["zoc_german"][hex] = 1
    s.touch()
    farther = relocations_toward(s, hq, Hex(2239))
    assert farther and {far(2229, hex) for hex in farther} == {6}
    stand(s, 2239, "G-1")
    assert Hex(2239) not in s.ground.sources[GERMAN]
    assert not set(farther) & {hex for hex in relocation_hexes(s, hq) if far(2229, hex) == 10}


@pytest.mark.rule("12.5b")
def test_12_5b_a_source_nearer_than_five_hexes_may_be_used_itself() -> None:
    s = empty(turn=5)
    stand(s, 2235, "R-HQ-XV", mode="command", supply="oos")
    assert s.ground.board.distance(2235, 2239) == 4
    assert Hex(2239) in relocations_toward(s, unit(s, "R-HQ-XV"), Hex(2239))
    stand(s, 2234, "R-HQ-XIII", mode="command", supply="oos")
    assert s.ground.board.distance(2234, 2239) == 5
    assert {2239, 2139} <= set(relocations_toward(s, unit(s, "R-HQ-XIII"), Hex(2239)))
    stand(s, 2239, "R-HQ-I", mode="command")
    assert Hex(2239) not in relocations_toward(s, unit(s, "R-HQ-XV"), Hex(2239))


@pytest.mark.rule("11.3.4d", "11.2.1c", "5.5")
def test_11_3_4d_the_hole_that_only_the_unit_itself_holds_open_does_not_count() -> None:
    s = c35()
    stand(s, 4319, "R-5Rif", supply="isolated")  # case C36: it opens the line to 4218
    alone = unit(s, "R-5Rif")
    there, gone = (set(supplied_hexes(s, alone, away).tolist()) for away in (UnitId(""), alone.id))
    assert there - gone == {4218}
    assert supply_of(s, RUSSIAN, alone.id) is not supply_of(s, RUSSIAN)
    far = distance_to_supply(s, alone)
    assert {hex for hex in s.ground.board.hexes if far[hex] == 0} == gone
    assert far[4218] == 1
    stand(s, 4319, "R-40")
    far = distance_to_supply(s, alone)
    assert {hex for hex in s.ground.board.hexes if far[hex] == 0} == there, "now another holds it"


@pytest.mark.rule("11.2.3b", "11.2.5a")
def test_11_2_3b_a_source_without_a_railroad_held_by_the_enemy() -> None:
    s = empty(turn=8)
    stand(s, 4603, "R-HQ-XXVI", mode="command")
    assert has_supply(s, unit(s, "R-HQ-XXVI")) and 4704 not in supply_of(s, RUSSIAN).live
    stand(s, 4704, "G-HQ-I", mode="movement")
    assert not has_supply(s, unit(s, "R-HQ-XXVI"))


@pytest.mark.rule("11.1.5", "11.3.4f", "6.2.4", "16.3.4")
def test_11_1_5_the_german_moves_his_isolated_units_first() -> None:
    s = empty(turn=4)
    stand(s, 2529, "R-4", supply="isolated")
    stand(s, 4532, "G-1", supply="isolated")
    supply_phase(s, 6, 6)
    assert isinstance(now(s), IsolatedMovement) and now(s).side == GERMAN
    push(s, Done())
    assert isinstance(now(s), IsolatedMovement) and now(s).side == RUSSIAN
    stand(s, 3225, "R-4")
    assert why_not_creep(s, unit(s, "R-4"), Hex(3226)) is WATER
    s = empty("masurian")
    stand(s, 1720, "G-1", supply="isolated")
    found = why_not_creep(s, unit(s, "G-1"), Hex(1620))
    assert found is not None and found.rule == "16.3.4"


@pytest.mark.rule("12.5b", "16.3.4")
def test_12_5b_an_hq_relocates_toward_open_sources_only() -> None:
    s = empty(turn=5)
    stand(s, 2229, "R-HQ-XIII", mode="command", supply="oos")
    hq = unit(s, "R-HQ-XIII")
    open_to = {hex: set(relocations_toward(s, hq, hex)) for hex in s.ground.sources[RUSSIAN]}
    assert set(relocation_hexes(s, hq)) == set().union(*open_to.values())
    stand(s, 2239, "G-HQ-I", mode="movement")
    rest = set().union(*(hexes for source, hexes in open_to.items() if source != 2239))
    assert set(relocation_hexes(s, hq)) == rest
    for source in s.ground.sources[RUSSIAN]:
        s.ledger["hqs_german"][source] = 1
    s.touch()
    assert relocation_hexes(s, hq) == [] and why_not_relocate(s, hq, Hex(2234)) is NOT_TOWARD
    s = empty("masurian", turn=13)
    stand(s, 1924, "G-HQ-I", mode="command", supply="oos")
    found = why_not_relocate_there(s, unit(s, "G-HQ-I"), Hex(1424))
    assert found is not None and found.rule == "16.3.4"
