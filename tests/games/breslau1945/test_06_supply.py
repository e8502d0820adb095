"""6.0 Supply. What each expense buys is tested with its chapter."""

import pytest

from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.state import lose_supply, take_control
from bridgehead.games.breslau1945.rules.supply import supply_modifiers, supply_roll
from tests.games.breslau1945.position import GAME, SOVIET, dice, field


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
