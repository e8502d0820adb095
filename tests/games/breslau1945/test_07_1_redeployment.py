"""7.1 Red Army Strategic Movement."""

import pytest

from bridgehead.core.actions import Cancel, Done, Pick, Place, SendTo
from bridgehead.core.play import clicked, decision, options, setup
from bridgehead.core.values import Hex
from bridgehead.core.words import say
from bridgehead.games.breslau1945.model.actions import Bombard, PolishScreen, Screen, WithdrawDivision
from bridgehead.games.breslau1945.model.data import GERMAN, NORTH_POLISH, RESERVES, SCREENS
from bridgehead.games.breslau1945.rules.deployment import DIVISION_FIRST, Deployment
from bridgehead.games.breslau1945.rules.north import FIGHTING, OVER
from bridgehead.games.breslau1945.rules.redeployment import (
    NO_ENTRY,
    NO_POLISH_SCREEN,
    NO_RUSSIANS_LEFT,
    NO_SUCH_DIVISION,
    NOT_A_SCREEN,
    NOT_DUE,
    NOT_EMPTY,
    NOT_ON_MAP,
    NOT_RED_ARMY,
    TO_THE_POOL,
    WRONG_HEX_POLISH,
    WRONG_HEX_RUSSIAN,
    EnterMap,
    HoldBack,
    Withdrawal,
    entry_hexes,
    poles_return_north,
)
from bridgehead.games.breslau1945.rules.reserves import ReservesToMap, reserve_hexes
from bridgehead.games.breslau1945.rules.sequence import GameTurn
from tests.games.breslau1945.position import (
    GAME,
    SOVIET,
    ask,
    assault,
    at,
    bombardment,
    deciding,
    do,
    field,
    frame,
    is_soviet,
    movement,
    offered,
    offered_units,
    refused,
    unit,
)


@pytest.mark.rule("7.1.2", "7.1.3a", "7.1.3b")
def test_only_units_of_this_space_enter_and_only_at_their_own_hexes() -> None:
    s = field(turn=6)
    s.send(unit("372/218"), "turn6")
    s.send(unit("658/218"), "turn7")
    ask(s, EnterMap(SOVIET))
    assert refused(s, Pick(unit("658/218"))) is NOT_DUE
    do(s, Pick(unit("372/218")))
    assert refused(s, Place(Hex(118))) is WRONG_HEX_RUSSIAN
    assert refused(s, SendTo(SCREENS)) is NOT_A_SCREEN
    pole = field(turn=14)
    pole.send(unit("13/5"), "turn14")
    ask(pole, EnterMap(SOVIET))
    do(pole, Pick(unit("13/5")))
    assert refused(pole, Place(Hex(117))) is WRONG_HEX_POLISH


@pytest.mark.rule("7.1.3e", "9.10d", "10.5.2e")
def test_placement_next_to_the_enemy_is_not_fired_at() -> None:
    s = at(field(turn=6, chemicals=1), 218, "21 VS")
    s.send(unit("372/218"), "turn6")
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("372/218")))
    do(s, Place(Hex(117)))
    assert s.units[unit("372/218")].hex == 117
    assert not s.flow or deciding(s) == SOVIET
    assert is_soviet(s, 117)


@pytest.mark.rule("7.1.5")
def test_entered_units_bombard_move_and_assault_in_the_same_turn() -> None:
    s = at(field(turn=6), 217, "21 VS")
    for name in ("372/218", "1039", "658/218"):
        s.send(unit(name), "turn6")
    ask(s, EnterMap(SOVIET))
    for name in ("372/218", "1039"):
        do(s, Pick(unit(name)))
        if not s.units[unit(name)].hex:
            do(s, Place(Hex(117)))
    bombardment(s)
    do(s, Bombard(Hex(217)), Pick(unit("1039")))
    movement(s, SOVIET)
    assert unit("372/218") in offered_units(s)
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Pick(unit("372/218")))


@pytest.mark.rule("7.1.6c", "7.1.6a")
def test_members_on_the_track_keep_their_space() -> None:
    s = at(field(turn=6), 217, "372/218")
    s.send(unit("658/218"), "turn8")
    ask(s, Withdrawal(SOVIET))
    do(s, WithdrawDivision("218"))
    assert s.units[unit("372/218")].box == "turn7"
    assert s.units[unit("658/218")].box == "turn8"
    assert refused(s, WithdrawDivision("218")) is NO_SUCH_DIVISION
    assert refused(s, Pick(unit("658/218"))) is NOT_ON_MAP


@pytest.mark.rule("7.1.6b")
def test_independent_units_leave_one_by_one_even_in_contact() -> None:
    s = at(at(field(turn=6), 219, "222", "Screening Unit 1"), 220, "21 VS")
    ask(s, Withdrawal(SOVIET))
    do(s, Pick(unit("222")), Pick(unit("Screening Unit 1")))
    assert s.units[unit("Screening Unit 1")].box == "turn7"


@pytest.mark.rule("7.1.7a", "7.1.7b", "7.1.7c")
def test_screens_of_the_nation_that_left() -> None:
    s = at(at(field(turn=15), 2511, "13/5"), 219, "222")
    s.send(unit("Screening Unit 1"), SCREENS)
    s.send(unit("Polish Screening Unit 1"), SCREENS)
    ask(s, Withdrawal(SOVIET))
    assert not offered(s, Screen)
    do(s, WithdrawDivision("5 DP"), PolishScreen(Hex(2511)))
    assert s.units[unit("Polish Screening Unit 1")].hex == 2511
    do(s, Pick(unit("222")), Screen(Hex(219)))
    assert s.units[unit("Screening Unit 1")].hex == 219
    do(s, Pick(unit("Polish Screening Unit 1")))
    assert refused(s, PolishScreen(Hex(2511))) is NO_POLISH_SCREEN
    assert refused(s, Screen(Hex(2511))) is NO_RUSSIANS_LEFT


@pytest.mark.rule("7.1.7a")
def test_where_both_nations_left_the_player_chooses_the_screen() -> None:
    s = at(field(turn=15), 219, "222", "16 BPanc")
    for name in ("Screening Unit 1", "Polish Screening Unit 1"):
        s.send(unit(name), SCREENS)
    ask(s, Withdrawal(SOVIET))
    do(s, Pick(unit("222")))
    assert refused(s, Screen(Hex(219))) is NOT_EMPTY
    do(s, Pick(unit("16 BPanc")))
    assert offered(s, Screen) == [Screen(Hex(219))]
    assert offered(s, PolishScreen) == [PolishScreen(Hex(219))]
    assert clicked(s, Hex(219)) == (Screen(Hex(219)), None)
    do(s, PolishScreen(Hex(219)))
    assert s.units[unit("Polish Screening Unit 1")].hex == 219
    assert s.units[unit("Screening Unit 1")].box == SCREENS


@pytest.mark.rule("7.1.7a")
def test_a_click_on_a_hex_that_only_poles_left_means_their_screen() -> None:
    s = at(field(turn=15), 2511, "13/5")
    s.send(unit("Polish Screening Unit 1"), SCREENS)
    ask(s, Withdrawal(SOVIET))
    do(s, WithdrawDivision("5 DP"))
    assert clicked(s, Hex(2511)) == (PolishScreen(Hex(2511)), None)


@pytest.mark.rule("7.1.7b")
def test_twelve_russian_and_four_polish_screens() -> None:
    assert len(GAME.tables.screens["soviet"]) == 12
    assert len(GAME.tables.screens["polish"]) == 4


@pytest.mark.rule("7.1.8b")
def test_a_screen_off_the_track_is_placed_or_goes_back_to_the_pool() -> None:
    s = field(turn=6)
    s.send(unit("Screening Unit 1"), "turn6")
    s.send(unit("Screening Unit 2"), "turn6")
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("Screening Unit 1")), Place(Hex(840)))
    do(s, Pick(unit("Screening Unit 2")), SendTo(SCREENS))
    assert s.units[unit("Screening Unit 2")].box == SCREENS


@pytest.mark.rule("7.1.8b", "7.1.3c")
def test_a_polish_screen_goes_to_the_pool_though_all_doors_are_shut() -> None:
    s = field(turn=15)
    for number, hex in enumerate(GAME.tables.concentration["polish"]):
        at(s, hex, f"{21 + number} VS")
    for name in ("Polish Screening Unit 1", "13/5"):
        s.send(unit(name), "turn15")
    ask(s, EnterMap(SOVIET))
    assert refused(s, Pick(unit("13/5"))) is NO_ENTRY
    do(s, Pick(unit("Polish Screening Unit 1")))
    assert options(s) == [SendTo(SCREENS), Cancel()]
    do(s, SendTo(SCREENS))
    assert s.units[unit("Polish Screening Unit 1")].box == SCREENS


@pytest.mark.rule("7.1.2", "7.2.1", "S.2")
def test_a_unit_picked_to_be_placed_may_be_changed_for_another() -> None:
    s = field(turn=6)
    for name in ("372/218", "658/218"):
        s.send(unit(name), "turn6")
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("372/218")), Cancel(), Pick(unit("658/218")), Place(Hex(117)))
    assert s.units[unit("372/218")].box == "turn6"
    for name in ("21 VS", "22 VS"):
        s.send(unit(name), RESERVES)
    ask(s, ReservesToMap(GERMAN, reserve_hexes(s)))
    do(s, Pick(unit("21 VS")), Cancel(), Pick(unit("22 VS")), Place(Hex(1516)))
    assert s.units[unit("21 VS")].box == RESERVES
    free = setup(GAME, "free", 1)
    ask(free, Deployment(SOVIET))
    do(free, Pick(unit("372/218")), Cancel(), Pick(unit("955/309")))  # its division was not begun
    do(free, Place(Hex(117)))
    assert refused(free, Pick(unit("372/218"))) is DIVISION_FIRST


@pytest.mark.rule("7.1.8c", "7.1b")
def test_there_is_no_space_after_turn_20() -> None:
    s = at(field(turn=20), 219, "222")
    s.send(unit("372/218"), "turn20")
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.delaying)))
    assert isinstance(frame(s), EnterMap)  # no turn follows to wait for: nobody can be delayed
    assert say(GAME, frame(s)).endswith("(units left over: removed from the game)")
    assert [each.words for each in decision(s).reminders(s)] == ["will be removed from the game"]
    do(s, Done())
    assert s.units[unit("372/218")].box == "eliminated"
    assert say(GAME, frame(s)).endswith("withdraw (removed from the game)")
    do(s, Pick(unit("222")))
    assert s.units[unit("222")].box == "eliminated"
    assert is_soviet(s, 219)


@pytest.mark.rule("7.1a", "4.4.2")
def test_the_three_steps_follow_each_other() -> None:
    s = at(field(turn=6), 219, "222")
    s.send(unit("372/218"), "turn6")
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.delaying)))
    assert isinstance(frame(s), HoldBack)
    refused(s, Pick(unit("222")))
    do(s, Done())
    assert isinstance(frame(s), EnterMap)
    do(s, Done())
    assert isinstance(frame(s), Withdrawal)
    assert refused(s, Pick(unit("372/218"))) is NOT_ON_MAP


@pytest.mark.rule("9.9", "10.1.3g")
def test_poles_return_to_the_box_while_the_north_is_fought_over() -> None:
    s = field(turn=15, north=FIGHTING)
    s.send(unit("13/5"), "turn15")
    s.send(unit("372/218"), "turn15")
    s.send(unit("15/5"), NORTH_POLISH)
    poles_return_north(s)
    assert s.units[unit("13/5")].box == NORTH_POLISH
    assert s.units[unit("372/218")].box == "turn15"  # Russians have nothing to do there
    ended = field(turn=15, north=OVER)
    ended.send(unit("13/5"), "turn15")
    poles_return_north(ended)
    assert ended.units[unit("13/5")].box == "turn15"
    ask(ended, EnterMap(SOVIET))
    do(ended, Pick(unit("13/5")), Place(Hex(2605)))


@pytest.mark.rule("7.1.4b", "7.1.4c")
def test_a_division_held_back_in_part_may_enter_elsewhere_next_turn() -> None:
    s = field(turn=6)
    for name in ("372/218", "658/218"):
        s.send(unit(name), "turn6")
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.delaying)))
    do(s, Pick(unit("658/218")), Done(), Pick(unit("372/218")), Place(Hex(117)))
    s.set(turn=7)
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("658/218")), Place(Hex(2440)))
    assert s.units[unit("658/218")].hex == 2440


@pytest.mark.rule("9.9", "7.1a")
def test_poles_return_to_the_north_before_anybody_is_placed() -> None:
    s = field(turn=15, north=FIGHTING)
    s.send(unit("13/5"), "turn15")
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.delaying)))
    assert s.units[unit("13/5")].box == NORTH_POLISH


@pytest.mark.rule("7.1.3a", "7.1.3d")
def test_a_screening_unit_in_a_concentration_hex_is_no_second_door() -> None:
    s = at(field(turn=6), 105, "Screening Unit 1")
    hexes = entry_hexes(s, "soviet")
    assert hexes.count(Hex(105)) == 1
    assert len(hexes) == 14


@pytest.mark.rule("7.1.8b")
def test_a_screening_unit_goes_to_no_other_box() -> None:
    s = field(turn=6)
    s.send(unit("Screening Unit 1"), "turn6")
    ask(s, EnterMap(SOVIET))
    do(s, Pick(unit("Screening Unit 1")))
    assert refused(s, SendTo(RESERVES)) is TO_THE_POOL


@pytest.mark.rule("7.1.6a", "7.1.6b")
def test_who_can_be_withdrawn_is_offered_once() -> None:
    s = at(at(field(turn=6), 217, "372/218", "658/218", "222"), 1516, "21 VS")
    at(s, 317, "667/218", "955/309")
    ask(s, Withdrawal(SOVIET))
    assert offered(s, WithdrawDivision) == [WithdrawDivision("218"), WithdrawDivision("309")]
    assert offered_units(s) == {unit("222")}
    assert refused(s, Pick(unit("21 VS"))) is NOT_RED_ARMY


@pytest.mark.rule("7.1.7a")
def test_what_a_click_means_while_units_are_withdrawn() -> None:
    s = at(field(turn=15), 219, "222", "372/218")
    ask(s, Withdrawal(SOVIET))
    assert clicked(s, unit("222")) == (Pick(unit("222")), None)
    assert clicked(s, Hex(820)) == (Screen(Hex(820)), NO_RUSSIANS_LEFT)


@pytest.mark.rule("7.1.8", "7.1.7a")
def test_a_unit_withdrawn_in_turn_19_waits_for_the_last_turn() -> None:
    s = at(field(turn=19), 219, "222")
    s.send(unit("Screening Unit 1"), SCREENS)
    ask(s, Withdrawal(SOVIET))
    do(s, Pick(unit("222")))
    assert s.units[unit("222")].box == "turn20"
    assert [say(GAME, each.event) for each in s.log] == [
        "222nd Tank Regiment (T-34/85) is withdrawn from hex 0219 (Turn 20 space)."
    ]
    do(s, Screen(Hex(219)))
    assert [say(GAME, each.event) for each in s.log] == ["Screening Unit 1 is placed in hex 0219."]
