"""6.0 Supply. What each expense buys is tested with its chapter."""

import pytest

from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.state import lose_supply, take_control
from bridgehead.games.breslau1945.rules.reserves import in_communication
from bridgehead.games.breslau1945.rules.supply import supply_modifiers, supply_roll
from tests.games.breslau1945.position import GAME, SOVIET, dice, field, unit


@pytest.mark.rule("6.1b")
def test_the_level_stays_between_0_and_99() -> None:
    s = field(turn=6, supply=97)
    with dice(s, 6):
        supply_roll(s)  # five levels gained
    assert s.tracks["supply"] == 99
    s.track("supply", 1)
    lose_supply(s, 3)
    assert s.tracks["supply"] == 0


@pytest.mark.rule("6.6b", "6.6c")
def test_the_modifiers_come_and_go_with_control() -> None:
    s = field(turn=3)
    assert [m.amount for m in supply_modifiers(s)] == [3, 1]
    take_control(s, SOVIET, Hex(2027))
    assert [m.amount for m in supply_modifiers(s)] == [1]
    s.set(turn=4, strip=(Hex(1511), Hex(1611), Hex(1712)))
    assert [m.amount for m in supply_modifiers(s)] == [2]
    take_control(s, SOVIET, Hex(1712))
    assert supply_modifiers(s) == ()


@pytest.mark.rule("6.2a", "6.2b", "6.3", "6.4", "6.5")
def test_the_price_list() -> None:
    costs = GAME.tables.supply
    assert (costs.artillery, costs.north, costs.train, costs.reorganise, costs.strip) == (1, 1, 2, 3, 4)


@pytest.mark.rule("6.6a", "2.5")
@pytest.mark.parametrize(("die", "gain"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_die_is_halved_and_rounded_up(die: int, gain: int) -> None:
    s = field(turn=9, supply=0)
    take_control(s, SOVIET, Hex(2027))
    with dice(s, die):
        supply_roll(s)
    assert s.tracks["supply"] == gain


@pytest.mark.rule("6.6b", "10.3.5")
def test_two_markers_are_no_landing_strip() -> None:
    s = field(turn=9)
    take_control(s, SOVIET, Hex(2027))
    for strip in ((), (Hex(1511),), (Hex(1511), Hex(1611))):
        s.set(strip=strip)
        assert supply_modifiers(s) == ()


@pytest.mark.rule("3.0d2")
def test_the_rathaus_is_joined_to_itself_unless_the_enemy_is_next_to_it() -> None:
    s = field()
    assert in_communication(s)[1516]
    s.put(unit("372/218"), Hex(1415))
    assert not in_communication(s)[1516]
