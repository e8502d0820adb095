"""What the log says: every strength, shift and modifier by name, and every effect in words."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Commit, Done, Pick
from bridgehead.core.play import dice, push, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import line
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945.model.actions import Fire, Strike
from bridgehead.games.budziszyn1945.model.data import hexside
from bridgehead.games.budziszyn1945.rules import air
from bridgehead.games.budziszyn1945.rules.air import AirPhase
from bridgehead.games.budziszyn1945.rules.artillery import BarragePhase
from bridgehead.games.budziszyn1945.rules.interdiction import RIVER, attack_waders
from bridgehead.games.budziszyn1945.rules.losses import test_units as run_tests
from bridgehead.games.budziszyn1945.rules.supply import supply_phase
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    NAME,
    SOVIET,
    ask,
    attack,
    battle,
    begin_combat,
    begun,
    do,
    field,
    fly,
    fortify,
    open_ground,
    stand,
)


def told(s: Any) -> list[str]:
    """The log so far, without the rules."""
    return [line(s.game, each).removesuffix(f" {each.rule}") for each in s.log]


@pytest.mark.rule("5.2.1c", "5.2.1d", "5.2.1f", "5.6.4")
def test_a_combat_names_its_strengths_shifts_dice_and_effects() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a", "de_hq_v")
    stand(s, around[0], "su_254", "su_50")
    s.mark(UnitId("su_50"), disorganized=3)
    stand(s, clear + 3, "su_5_art32")
    fly(s, SOVIET, air.OFFENSIVE, clear, 4)
    fortify(s, clear)
    begin_combat(s, battle(SOVIET, clear, "su_254", "su_50", guns=("su_5_art32",)))
    with dice(s, 6, 5):
        do(s, Commit())
    found = next(text for text in told(s) if text.startswith("Soviets attack"))
    assert found == (
        f"Soviets attack {clear:04d} with 254th Rifle Division, 50th Rifle Division, "
        "32nd Guards Artillery Brigade (5th Guards Army): 15 SP (6 units, 5 artillery support, "
        "4 air support, 1 disorganized unit halved) against 3 SP; 5:1, −2 field fortification = 3:1. "
        "Dice 6 + 5 +1 (defender's HQ) = 12: attacker loses 1 CEL, is disorganized; defender loses 1 CEL."
    )


@pytest.mark.rule("5.2.1f", "9.2.1")
def test_a_combat_without_headquarters_says_so() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, around[0], "su_254")
    with dice(s, 3, 3):
        begin_combat(s, battle(SOVIET, clear, "su_254"))
    assert "4 SP against 3 SP; 1:1 column. Dice 3 + 3 (no HQ) = 6: attacker no effect; " in told(s)[0]


@pytest.mark.rule("6.5.3", "6.5.7")
def test_a_barrage_names_its_strength_its_column_and_the_ammunition_left() -> None:
    s = field()
    stand(s, 2533, "de_463_a")
    stand(s, 2535, "su_5_art32", "su_5_art33")
    s.track("ammunition", 10)
    ask(s, BarragePhase(SOVIET))
    do(s, Attack(Hex(2533)), Pick(UnitId("su_5_art32")), Pick(UnitId("su_5_art33")))
    with dice(s, 3, 4):
        do(s, Commit())
    assert told(s)[:2] == [
        "2 Ammo Units spent, 8 left.",
        "Soviets: barrage of Dresden (2533), 10 SP doubled − 4 for terrain = 16 SP, column 13–16. "
        "Dice 3 + 4: no effect.",
    ]


@pytest.mark.rule("6.4.7", "8.2.8", "14.1.1")
def test_fire_on_a_bridge_names_the_bridge() -> None:
    s = field("two_stars")
    side = hexside(Hex(5110), Hex(5211))
    stand(s, 5211, "su_5_art32")
    attack(s, SOVIET)
    do(s, Strike(side), Pick(UnitId("su_5_art32")))
    with dice(s, 1, 2):
        do(s, Commit())
    bridge = "Groß Bademeusel (5110)–5211"
    assert told(s)[-2:] == [
        f"Soviets: fire on the bridge {bridge}, 5 SP, column 3–5. Dice 1 + 2: the bridge is hit.",
        f"The bridge {bridge} is destroyed.",
    ]


@pytest.mark.rule("6.4.2c", "6.4.4")
def test_fire_that_comes_to_nothing_is_told() -> None:
    s = field()
    stand(s, 2533, "de_463_a")
    stand(s, 2535, "su_5_art32")
    s.mark(UnitId("su_5_art32"), disorganized=4)
    attack(s, SOVIET)
    do(s, Fire(Hex(2533)), Pick(UnitId("su_5_art32")), Commit())
    assert told(s)[-1] == (
        "Soviets: ranged fire on Dresden (2533), 3 SP − 4 for terrain = 0 SP: "
        "too little to roll for, no effect."
    )


@pytest.mark.rule("5.6.2a")
def test_a_test_says_how_many_fail() -> None:
    s = field()
    stand(s, 4010, "su_254", "su_13g")
    with dice(s, 5, 5):
        run_tests(s, (UnitId("su_254"), UnitId("su_13g")), "5.6.1")
    assert told(s)[0] == "Disorganization test: 5 + 5 = 10; 1 unit disorganized."
    with dice(s, 1, 5):
        run_tests(s, (UnitId("su_13g"),), "5.6.1")
    assert told(s)[-1] == "Disorganization test: 1 + 5 = 6; 0 units disorganized."


@pytest.mark.rule("8.1.8b", "8.1.7", "8.2.17")
def test_air_missions_and_air_combats_say_what_came_of_them() -> None:
    s = field("two_stars")
    stand(s, 4010, "us_69_271")
    fly(s, SOVIET, air.OFFENSIVE, 4010, 3)
    fly(s, SOVIET, air.OFFENSIVE, 4010, 2)
    fly(s, ALLIED, air.DEFENSIVE, 4010, 4)
    fly(s, ALLIED, RIVER, 5112, 2, attacks=3)
    with dice(s, 1, 2, 6, 3):
        ask(s, AirPhase(side=ALLIED, at=1))
    assert told(s) == [
        "Allies: 3 river-crossing attacks, 2 SP, at Jerischke (5112).",
        "Soviets: Offensive support, 5 SP, over hex 4010.",
        "Allies: Defensive support, 4 SP, over hex 4010.",
        "Air combat over 4010: Soviets 5 SP + 1 = 6, Allies 4 SP + 2 = 6.",
        "A tie: the dice are rolled again.",
        "Air combat over 4010: Soviets 5 SP + 6 = 11, Allies 4 SP + 3 = 7.",
        "Allies: the missions over hex 4010 are lost.",
    ]


@pytest.mark.rule("8.2.19")
def test_river_crossing_attacks_count_their_hits() -> None:
    s = field("two_stars")
    stand(s, 5112, "su_13g")
    fly(s, ALLIED, RIVER, 5112, 1, attacks=2)
    with dice(s, 6, 2):
        attack_waders(s, UnitId("su_13g"), Hex(5112))
    assert told(s)[0] == "River-crossing attacks at Jerischke (5112): dice 6, 2, 1 hit; each costs 1 CEL."


@pytest.mark.rule("2.2.6a", "10.2.6")
def test_the_supply_phase_says_who_is_cut_off_and_who_gives_up() -> None:
    s = field()
    stand(s, 4010, "de_545_a", oos=6)
    for hex in s.game.board.near[Hex(4010)]:
        stand(s, hex, next(id for id in FRESH if not s.units[UnitId(id)].hex))
    with dice(s, 2, 3):
        supply_phase(s, GERMAN)
    assert told(s)[:2] == [
        "Germans: 1 unit without a line of supply.",
        "Infantry Regiment A (545th Infantry Division), out-of-supply level 6: "
        "surrender test 2 + 3 = 5, it surrenders.",
    ]


FRESH = ("su_254", "su_50", "su_111", "su_213", "su_294", "su_337")


@pytest.mark.rule("2.1.2", "2.2.1", "N.6a")
def test_phases_and_segments_have_headings_by_their_names() -> None:
    s = setup(load_game(NAME), "nysa", 3)
    assert line(s.game, s.log[0]) == "Set-up. N.26"
    assert "House ruling: the strengths of American units are rebuilt, and were set by play." in told(s)
    assert any(text.startswith("House ruling: 67 town hexes count") for text in told(s))
    s = begun()
    heads = [line(s.game, each) for each in s.log if each.event.heading]
    assert heads == ["Day 1: 16 April. 2.1.5", "Air Phase: Soviets. 2.1.2"]
    push(s, Done())
    heads = [line(s.game, each) for each in s.log if each.event.heading]
    assert heads[-1] == "Artillery Barrage: Soviets. 2.1.2"
