"""8.0 Reinforcements, 9.0 Replacements."""

import pytest

from bridgehead.core.actions import Choose, Done, MoveTo, Pick, Place
from bridgehead.core.play import dice, options, push
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.model.state import lose_step, take_control
from bridgehead.games.eastprussia1914.rules.activation import DrawPhase
from bridgehead.games.eastprussia1914.rules.chits import why_not_available
from bridgehead.games.eastprussia1914.rules.headquarters import remove_hqs_without_troops
from bridgehead.games.eastprussia1914.rules.movement import IMPASSABLE
from bridgehead.games.eastprussia1914.rules.reinforcements import (
    BLOCKED,
    NOT_DUE,
    NOT_ITS_ENTRY,
    NOT_NEW,
    NOT_THE_SURPLUS,
    TOO_FAR,
    Arrive,
    Reinforcements,
    ReinforcementsSegment,
    ReturnExcess,
    entry_hexes,
    same_edge,
)
from bridgehead.games.eastprussia1914.rules.replacements import (
    BAD_PLACE,
    CANNOT,
    FULL_STRENGTH,
    GIVEN,
    IS_ISOLATED,
    IS_OOS,
    LOST_ISOLATED,
    NO_HOME,
    NO_POINTS,
    NOT_FREE,
    NOT_IN_PLAY,
    ROOM_THERE,
    Rebuild,
    Replacements,
    begin_replacements,
    rebuild_centres,
    rebuild_hexes,
    why_not_rebuild_in,
    why_not_replace,
)
from bridgehead.games.eastprussia1914.rules.sequence import GameTurn
from bridgehead.games.eastprussia1914.rules.special import (
    LandsturmCalledOut,
    roll_random_event,
    set_rail_points,
)
from bridgehead.games.eastprussia1914.rules.stacking import FULL
from bridgehead.games.eastprussia1914.rules.supply_phase import begin_isolated_movement
from tests.games.eastprussia1914.table import (
    GERMAN,
    RUSSIAN,
    ask,
    chit,
    empty,
    goes,
    no,
    now,
    opening,
    stand,
    unit,
    units,
)


@pytest.mark.rule("8.1", "16.1.3", "11.1c")
def test_8_1_arrival_and_full_move() -> None:
    s = opening(turn=2)
    ask(s, Reinforcements(RUSSIAN))
    assert no(s, Pick(UnitId("R-76R"))) is NOT_DUE
    push(s, Pick(UnitId("R-22")))
    assert no(s, Place(Hex(2639))) is NOT_ITS_ENTRY
    push(s, Place(Hex(2239)))
    assert not unit(s, "R-22").supply and unit(s, "R-22").hex == 2239
    assert Choose("rail") in options(s) and Choose("strategic") in options(s) and goes(s)
    push(s, Choose("rail"))
    push(s, MoveTo(Hex(1935)))
    assert s.tracks["rail_russian"] == 2
    assert isinstance(now(s), Reinforcements)


@pytest.mark.rule("5.3", "8.2", "8.2b")
def test_8_2_blocked_entry() -> None:
    s = opening(turn=2)
    stand(s, 2238, "G-1")
    ask(s, Reinforcements(RUSSIAN))
    push(s, Pick(UnitId("R-22")))
    assert isinstance(now(s), Arrive)
    assert no(s, Place(Hex(2239))) is BLOCKED
    assert no(s, Place(Hex(3339))) is TOO_FAR
    offered = {action.hex for action in options(s) if isinstance(action, Place)}
    assert offered and all(hex % 100 == 39 and s.ground.board.distance(hex, 2239) <= 10 for hex in offered)
    stand(s, 2239, "R-2")
    assert 2239 not in entry_hexes(s, unit(s, "R-22"))


@pytest.mark.rule("8.5", "4.1.3")
def test_8_5_voluntary_delay() -> None:
    s = opening(turn=2)
    ask(s, ReinforcementsSegment(side=RUSSIAN))
    push(s, Done())
    assert unit(s, "R-HQ-I").box == "reinforcements"
    assert why_not_available(s, chit("R-HQ-I"), 2) is not None
    s.set(turn=5)
    ask(s, Reinforcements(RUSSIAN))
    assert Pick(UnitId("R-HQ-I")) in options(s)


@pytest.mark.rule("7.3")
def test_7_3_excess_goes_back_to_the_track() -> None:
    s = opening(turn=2)
    stand(s, 2239, "R-2", "R-59R")
    ask(s, ReinforcementsSegment(side=RUSSIAN))
    push(s, Pick(UnitId("R-22")))
    push(s, Place(Hex(2239)))
    push(s, Done())
    push(s, Done())
    assert isinstance(now(s), ReturnExcess)
    assert no(s, Pick(UnitId("R-2"))) is NOT_NEW
    push(s, Pick(UnitId("R-22")))
    assert unit(s, "R-22").box == "reinforcements" and not s.flow


@pytest.mark.rule("18.1.6")
def test_18_1_6_trains_from_the_west() -> None:
    s = opening(turn=9)
    set_rail_points(s)
    ask(s, Reinforcements(GERMAN))
    push(s, Pick(UnitId("G-3Gd")))
    push(s, Place(Hex(122)))
    push(s, Choose("rail"))
    push(s, MoveTo(Hex(2025)))
    assert s.tracks["rail_german"] == 8 and unit(s, "G-3Gd").railed
    push(s, Pick(UnitId("G-1LwD")))
    push(s, Place(Hex(122)))
    push(s, Choose("rail"))
    push(s, MoveTo(Hex(1228)))
    assert s.tracks["rail_german"] == 6


@pytest.mark.rule("9.1", "9.2", "9.3", "9.3b", "11.3.2c", "9.4b")
def test_9_2_flipping() -> None:
    s = empty(turn=9)
    stand(s, 3614, "G-1", "G-2", steps=1)
    stand(s, 3314, "G-35", steps=1, supply="oos")
    stand(s, 3214, "G-36", steps=1, supply="isolated")
    stand(s, 2113, "G-Koenigsberg", steps=1)
    stand(s, 3222, "G-6Lw", "G-37")
    ask(s, Replacements(GERMAN, 2))
    assert no(s, Pick(UnitId("G-35"))) is IS_OOS
    assert no(s, Pick(UnitId("G-36"))) is IS_ISOLATED
    assert no(s, Pick(UnitId("G-Koenigsberg"))) is CANNOT
    assert no(s, Pick(UnitId("G-6Lw"))) is CANNOT
    assert no(s, Pick(UnitId("G-37"))) is FULL_STRENGTH
    stand(s, 3714, "R-25")
    push(s, Pick(UnitId("G-1")))
    assert unit(s, "G-1").steps == 2
    assert why_not_replace(s, unit(s, "G-1"), 1, (UnitId("G-1"),)) is GIVEN
    push(s, Pick(UnitId("G-2")))
    assert not s.flow


@pytest.mark.rule("9.4", "9.4b")
def test_9_4_rebuilding() -> None:
    s = empty(turn=9)
    s.eliminate(UnitId("G-1"))
    s.eliminate(UnitId("G-3R"))
    assert why_not_replace(s, unit(s, "G-1"), 2, ()) is NO_HOME
    stand(s, 3614, "G-HQ-I", mode="command", supply="oos")
    assert why_not_replace(s, unit(s, "G-1"), 2, ()) is NO_HOME
    s.mark(UnitId("G-HQ-I"), supply="")
    assert why_not_replace(s, unit(s, "G-1"), 1, ()) is NO_POINTS
    assert rebuild_hexes(s, unit(s, "G-1")) == [3614]
    assert {3614, 2025, 2113} <= set(rebuild_hexes(s, unit(s, "G-3R")))
    stand(s, 3614, "G-35", "G-36")
    assert set(rebuild_hexes(s, unit(s, "G-1"))) == set(s.ground.board.near[3614])
    stand(s, 3714, "R-25")
    assert why_not_replace(s, unit(s, "G-1"), 2, ()) is NO_HOME
    s.send(UnitId("R-25"), "aside")
    ask(s, Replacements(GERMAN, 2))
    push(s, Pick(UnitId("G-1")))
    assert isinstance(now(s), Rebuild)
    assert no(s, Place(Hex(2025))) is BAD_PLACE
    push(s, Place(Hex(3714)))
    assert (unit(s, "G-1").steps, unit(s, "G-1").hex, unit(s, "G-1").supply) == (1, 3714, "")
    assert not s.flow
    s.eliminate(UnitId("G-1"))
    s.send(UnitId("G-HQ-I"), "removed")
    assert why_not_replace(s, unit(s, "G-1"), 2, ()) is NO_HOME


@pytest.mark.rule("12.7b")
def test_12_7b_an_hq_without_troops_is_removed() -> None:
    s = empty(turn=9)
    stand(s, 3614, "G-HQ-I", mode="command")
    stand(s, 2525, "G-HQ-XX", mode="command")
    stand(s, 2526, "G-3R")
    stand(s, 3222, "G-HQ-XVII", mode="command")
    stand(s, 3222, "G-Loetzen")
    s.send(UnitId("G-22"), "reinforcements")
    stand(s, 122, "G-HQ-XI", mode="movement")
    remove_hqs_without_troops(s)
    assert unit(s, "G-HQ-I").box == "removed" and unit(s, "G-HQ-XVII").box == "removed"
    assert unit(s, "G-HQ-XX").hex and unit(s, "G-HQ-XI").hex


@pytest.mark.rule("8.3")
def test_8_3_an_arriving_hq_may_be_activated_in_the_same_turn() -> None:
    s = opening(turn=2)
    ask(s, Reinforcements(RUSSIAN))
    push(s, Pick(UnitId("R-HQ-I")))
    push(s, options(s)[0])
    assert unit(s, "R-HQ-I").mode == "movement"
    s.set(cup=(chit("R-HQ-I"),))
    ask(s, DrawPhase())
    assert s.flow


@pytest.mark.rule("9.4")
def test_9_4_where_units_are_rebuilt() -> None:
    def centres(name: str) -> set[int]:
        return set(rebuild_centres(s, unit(s, name)))

    s = empty(turn=9)
    for name in ("G-1", "G-3R", "R-54R"):
        s.eliminate(UnitId(name))
    assert not centres("G-1")  # its HQ is not on the map
    stand(s, 3614, "G-HQ-I", mode="command")
    stand(s, 2526, "G-HQ-XX", mode="command")
    assert centres("G-1") == {3614}
    german_cities = {2113, 318, 1020, 236, 430, 3407, 3314, 2025}
    assert centres("G-3R") == {3614, 2526} | german_cities
    s.mark(UnitId("G-HQ-I"), supply="oos")
    assert not centres("G-1") and centres("G-3R") == {2526} | german_cities
    s.mark(UnitId("G-HQ-I"), supply="")
    stand(s, 3714, "R-25")
    assert not centres("G-1")  # in an enemy ZOC
    take_control(s, Hex(2025), RUSSIAN)
    assert centres("G-3R") == {2526} | german_cities - {2025}
    stand(s, 318, "R-HQ-III", mode="command")
    assert centres("G-3R") == {2526} | german_cities - {2025, 318}
    assert centres("R-54R") == {318, 4421, 3534, 4535}


@pytest.mark.rule("9.4")
def test_9_4_who_is_rebuilt() -> None:
    s = empty(turn=9)
    stand(s, 3614, "G-HQ-I", mode="command")
    s.eliminate(UnitId("G-1"))
    assert why_not_replace(s, unit(s, "G-1"), 2, ()) is None
    assert why_not_replace(s, unit(s, "G-1"), 1, ()) is NO_POINTS
    s.mark(UnitId("G-1"), lost_isolated=True)
    assert why_not_replace(s, unit(s, "G-1"), 2, ()) is LOST_ISOLATED
    s.mark(UnitId("G-1"), lost_isolated=False)
    s.send(UnitId("G-HQ-I"), "removed")
    assert why_not_replace(s, unit(s, "G-1"), 2, ()) is NO_HOME
    assert why_not_replace(s, unit(s, "G-2"), 2, ()) is NOT_IN_PLAY


@pytest.mark.rule("9.4b")
def test_9_4b_a_centre_without_room_takes_nobody() -> None:
    s = empty(turn=9)
    s.eliminate(UnitId("G-1"))
    stand(s, 3614, "G-HQ-I", mode="command")
    assert why_not_rebuild_in(s, unit(s, "G-1"), Hex(3614), [Hex(3614)]) is None
    stand(s, 3614, "G-35", "G-36")
    full = why_not_rebuild_in(s, unit(s, "G-1"), Hex(3614), [Hex(3614)])
    assert full is not None and full.rule.startswith("7.")


@pytest.mark.rule("9.1")
def test_9_1_a_side_restores_its_own_units_only() -> None:
    s = empty(turn=9)
    stand(s, 3614, "G-HQ-I", mode="command")
    stand(s, 4413, "R-HQ-III", mode="command")
    for name in ("G-1", "R-25"):
        s.eliminate(UnitId(name))
    assert why_not_replace(s, unit(s, "R-25"), 2, ()) is None, "it could be, in its own segment"
    ask(s, Replacements(GERMAN, 2))
    assert set(options(s)) == {Pick(UnitId("G-1")), Done()}


@pytest.mark.rule("8.2b")
def test_8_2b_the_same_edge_of_the_map() -> None:
    s = empty(turn=2)
    first = min(s.ground.board.grid.first)
    assert same_edge(s, Hex(first * 100 + 20), Hex(first * 100 + 25))
    assert not same_edge(s, Hex(first * 100 + 20), Hex(first * 100 + 120))


@pytest.mark.rule("11.2.3")
def test_11_2_2_the_fortress_of_koenigsberg_is_a_german_source() -> None:
    s = empty()
    assert 2113 in s.ground.sources[GERMAN]
    assert 2113 not in s.ground.sources[RUSSIAN]


@pytest.mark.rule("12.7b", "3.2")
def test_12_7b_hqs_without_troops_go_when_replacements_are_over() -> None:
    s = empty(turn=9)
    stand(s, 3614, "G-HQ-I", mode="command")
    GameTurn().end_of_replacements(s)
    assert unit(s, "G-HQ-I").box == "removed"


@pytest.mark.rule("5.3", "8.2", "8.2b")
def test_8_2_what_blocks_an_entry_and_how_far_round_it_one_may_go() -> None:
    s = opening(turn=2)
    stand(s, 2239, "G-HQ-I", mode="movement")
    found = entry_hexes(s, unit(s, "R-22"))
    assert 2239 not in found and max(s.ground.board.distance(2239, hex) for hex in found) == 10
    ask(s, Arrive(RUSSIAN, UnitId("R-22")))
    assert no(s, Place(Hex(2239))) is BLOCKED and no(s, Place(Hex(2338))) is TOO_FAR
    s = opening(turn=9)
    stand(s, 222, "R-25")
    assert all(hex // 100 == 1 for hex in entry_hexes(s, unit(s, "G-3Gd")))
    assert same_edge(s, Hex(2901), Hex(2101)) and not same_edge(s, Hex(2901), Hex(2902))
    assert same_edge(s, Hex(4704), Hex(4739)) and not same_edge(s, Hex(4704), Hex(4604))


@pytest.mark.rule("15.1", "8.1")
def test_8_1_a_combat_unit_that_arrives_takes_its_hex_back_an_hq_does_not() -> None:
    s = opening(turn=9)
    ask(s, Reinforcements(GERMAN))
    for name, held in (("G-HQ-GR", True), ("G-3Gd", False)):
        take_control(s, Hex(122), RUSSIAN)
        push(s, Pick(UnitId(name)))
        push(s, Place(Hex(122)))
        assert (Hex(122) in s.taken) == held
        push(s, Done())
    assert unit(s, "G-HQ-GR").mode == "movement"


@pytest.mark.rule("7.3")
def test_7_3_a_second_hq_goes_back_too() -> None:
    s = opening(turn=2)
    stand(s, 2239, "R-HQ-III", mode="movement")
    ask(s, ReinforcementsSegment(side=RUSSIAN))
    for name in ("R-HQ-I", "R-22"):
        push(s, Pick(UnitId(name)))
        push(s, Place(Hex(2239)))
        push(s, Done())
    push(s, Done())
    assert isinstance(now(s), ReturnExcess) and options(s) == [Pick(UnitId("R-HQ-I"))]
    assert no(s, Pick(UnitId("R-22"))) is NOT_THE_SURPLUS
    assert no(s, Pick(UnitId("R-HQ-III"))) is NOT_NEW and no(s, Pick(UnitId("R-25"))) is NOT_NEW
    push(s, Pick(UnitId("R-HQ-I")))
    assert not s.flow and unit(s, "R-22").hex == 2239


@pytest.mark.rule("3.2", "8.1", "9.1", "3.5.5")
def test_3_2_a_segment_in_which_nothing_can_be_done_has_no_heading() -> None:
    s = empty(turn=9)
    ask(s, ReinforcementsSegment(side=GERMAN))
    begin_replacements(s, GERMAN)
    begin_isolated_movement(s, GERMAN)
    assert not s.flow and not s.log


@pytest.mark.rule("9.4b")
def test_9_4b_beside_which_centre_there_is_no_room() -> None:
    s = empty(turn=9)
    s.eliminate(UnitId("G-3R"))
    stand(s, 2525, "G-HQ-I", mode="command")
    stand(s, 2527, "G-HQ-XX", mode="command")
    between, centres = Hex(2526), rebuild_centres(s, unit(s, "G-3R"))
    found = why_not_rebuild_in(s, unit(s, "G-3R"), between, centres)
    assert found is not None and replace(found, hex=Hex(0)) == ROOM_THERE and found.hex in (2525, 2527)
    stand(s, 2527, "G-1", "G-2")
    assert why_not_rebuild_in(s, unit(s, "G-3R"), between, centres) is None
    stand(s, 2526, "G-35", "G-36")
    assert why_not_rebuild_in(s, unit(s, "G-3R"), between, centres) is FULL
    assert why_not_rebuild_in(s, unit(s, "G-3R"), Hex(2529), centres) is BAD_PLACE


@pytest.mark.rule("9.4b", "16.3.4")
def test_9_4b_which_adjacent_hexes_take_a_rebuilt_unit() -> None:
    s = empty(turn=9)
    s.eliminate(UnitId("G-1"))
    stand(s, 3225, "G-HQ-I", mode="command")  # a lake lies to the south
    stand(s, 3225, "G-35", "G-36")
    stand(s, 3325, "R-HQ-III", mode="command")
    found = rebuild_hexes(s, unit(s, "G-1"))
    assert found and not {3226, 3325} & set(found)
    assert why_not_rebuild_in(s, unit(s, "G-1"), Hex(3226), [Hex(3225)]) is IMPASSABLE
    assert why_not_rebuild_in(s, unit(s, "G-1"), Hex(3325), [Hex(3225)]) is NOT_FREE
    s = empty("masurian")
    s.eliminate(UnitId("G-1"))
    stand(s, 1720, "G-HQ-I", mode="command")
    stand(s, 1720, "G-35", "G-36")
    found = rebuild_hexes(s, unit(s, "G-1"))
    assert found and all(hex // 100 >= 17 for hex in found)


@pytest.mark.rule("9.4", "11.1c")
def test_9_4_a_rebuilt_unit_begins_in_supply() -> None:
    s = empty(turn=9)
    stand(s, 3614, "G-HQ-I", mode="command")
    stand(s, 3714, "G-1", steps=1, supply="oos")
    lose_step(s, UnitId("G-1"))
    take_control(s, Hex(3614), RUSSIAN)
    ask(s, Replacements(GERMAN, 2))
    push(s, Pick(UnitId("G-1")))
    push(s, Place(Hex(3614)))
    assert (unit(s, "G-1").supply, unit(s, "G-1").steps) == ("", 1) and not s.taken


@pytest.mark.rule("18.2b", "18.2d")
def test_18_2b_the_landsturm_is_asked_for_if_a_brigade_is_lost() -> None:
    s = empty(turn=5)
    stand(s, 2025, "G-6Lw", supply="isolated")
    lose_step(s, UnitId("G-6Lw"))
    assert unit(s, "G-6Lw").lost_isolated
    with dice(s, 1, 1):
        roll_random_event(s)
    assert isinstance(now(s), LandsturmCalledOut) and s.event == 2
    push(s, Pick(UnitId("G-6Lw")))
    push(s, Place(Hex(2113)))
    brigade = unit(s, "G-6Lw")
    assert (brigade.hex, brigade.steps, brigade.supply, brigade.lost_isolated) == (2113, 1, "", False)


@pytest.mark.rule("7.3")
def test_7_3_only_new_units_of_the_kind_in_excess_go_back() -> None:
    s = opening(turn=4)
    stand(s, 2239, "R-2", "R-59R", "R-22")
    stand(s, 2239, "R-HQ-I", mode="movement")
    stand(s, 2639, "R-3Gd")
    ask(s, ReturnExcess(RUSSIAN, Hex(2239), units("R-22", "R-HQ-I", "R-3Gd")))
    assert options(s) == [Pick(UnitId("R-22"))]
    assert no(s, Pick(UnitId("R-3Gd"))) is NOT_NEW and no(s, Pick(UnitId("R-HQ-I"))) is NOT_THE_SURPLUS


@pytest.mark.rule("8.2", "8.2b")
def test_8_2_a_unit_with_no_hex_left_to_enter_waits() -> None:
    s = opening(turn=2)
    for hex in s.ground.board.hexes:
        if hex % 100 == 39:
            s.ledger["zoc_german"][hex] = 1
    s.touch()
    asked = Reinforcements(RUSSIAN)
    found = asked.why_not(s, Pick(UnitId("R-22")))
    assert found == replace(BLOCKED, hex=Hex(2239)) and Pick(UnitId("R-22")) not in asked.options(s)
