"""What the log says: every strength, shift and modifier by name, and every effect in words."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Choose, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.events import Event
from bridgehead.core.play import dice, push, setup
from bridgehead.core.values import Die, Hex, Side, UnitId
from bridgehead.core.words import line
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945.model import words
from bridgehead.games.budziszyn1945.model.actions import (
    ChangeSetup,
    Demolish,
    Dig,
    Fire,
    Lay,
    LeaveMap,
    Lose,
    MarkStrategic,
    Repair,
    Restore,
    Shift,
    Strike,
)
from bridgehead.games.budziszyn1945.model.data import cell, hexside
from bridgehead.games.budziszyn1945.model.events import (
    BridgeBlown,
    LevelChanged,
    SetupOpened,
    TownsListed,
    UnitGone,
)
from bridgehead.games.budziszyn1945.rules import air
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules.air import AirPhase, AirPlanning
from bridgehead.games.budziszyn1945.rules.artillery import BarragePhase
from bridgehead.games.budziszyn1945.rules.command import spend
from bridgehead.games.budziszyn1945.rules.elimination import lose
from bridgehead.games.budziszyn1945.rules.engineering import Pontoons
from bridgehead.games.budziszyn1945.rules.entering import EnterMap
from bridgehead.games.budziszyn1945.rules.interdiction import RIVER, attack_waders
from bridgehead.games.budziszyn1945.rules.losses import recover
from bridgehead.games.budziszyn1945.rules.losses import test_units as run_tests
from bridgehead.games.budziszyn1945.rules.movement import overrun
from bridgehead.games.budziszyn1945.rules.pursuit import Lane, Pursue
from bridgehead.games.budziszyn1945.rules.reinforcements import place_spare_hq
from bridgehead.games.budziszyn1945.rules.retreat import stand_firm, step_back
from bridgehead.games.budziszyn1945.rules.special import AirDays, SetupLosses, roll_defection
from bridgehead.games.budziszyn1945.rules.supply import supply_phase, trace_all
from bridgehead.games.budziszyn1945.rules.zoc import update_control
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
    moving,
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
        f"Soviets attack hex {clear:04d} with 254th Rifle Division, 50th Rifle Division, "
        "32nd Guards Artillery Brigade (5th Guards Army): 15 SP (6 from units, 5 from artillery, "
        "4 from aircraft, 1 disorganized unit halved) against 3 SP; 5:1, −2 field fortification = 3:1. "
        "Dice 6 + 5 + 1 (defender's HQ) = 12: attacker loses 1 CEL, is disorganized; defender loses 1 CEL."
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
        "Air combat over hex 4010: Soviets 5 SP + 1 = 6, Allies 4 SP + 2 = 6.",
        "A tie: the dice are rolled again.",
        "Air combat over hex 4010: Soviets 5 SP + 6 = 11, Allies 4 SP + 3 = 7.",
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


@pytest.mark.rule("3.1.4", "4.3.2", "7.1.2", "6.2.4a", "12.1.4", "15.3.3", "11.2.3", "N.23", "11.2.2")
def test_what_moving_units_do_is_told() -> None:
    s = field()
    infantry = "Infantry Regiment A (545th Infantry Division)"
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    moving(s, "de_545_a")
    do(s, MoveTo(Hex(around[3])))
    assert told(s)[0] == f"{infantry} moves {clear:04d} → {around[3]:04d}."
    moving(s, "de_545_a")
    do(s, Dig())
    assert told(s)[-1] == f"A field fortification is built in hex {around[3]:04d}."
    stand(s, clear, "de_art_v")
    moving(s, "de_art_v")
    do(s, ChangeSetup())
    assert told(s)[-1] == f"{name(s, 'de_art_v')} changes to transport setup."
    do(s, ChangeSetup())
    assert told(s)[-1] == f"{name(s, 'de_art_v')} changes to combat setup."
    stand(s, clear, "de_hq_v")
    moving(s, "de_hq_v")
    do(s, MarkStrategic())
    assert told(s)[-1] == f"{name(s, 'de_hq_v')} is kept for strategic movement."
    stand(s, 4010, "de_72_105", cel=1)
    stand(s, 4010, "de_vs1")
    moving(s, "de_72_105")
    do(s, Restore(UnitId("de_vs1")))
    assert told(s)[-1] == f"{name(s, 'de_72_105')} regains 1 CEL from {name(s, 'de_vs1')}."
    stand(s, 3600, "de_21_22")
    moving(s, "de_21_22")
    do(s, LeaveMap())
    assert told(s)[-1] == f"{name(s, 'de_21_22')} leaves the map by zone F."
    stand(s, 2100, "su_iv_12")
    moving(s, "su_iv_12")
    do(s, LeaveMap())
    assert told(s)[-1] == f"{name(s, 'su_iv_12')} leaves for Berlin: 2 CELs, 2 in all."
    s.mark(UnitId("su_337"), box="waiting", zone="C")
    ask(s, EnterMap(SOVIET, UnitId("su_337")))
    do(s, Shift("D"))
    assert told(s)[-1] == f"{name(s, 'su_337')} waits and marches to zone D."
    stand(s, 4928, "su_50")
    update_control(s, SOVIET)
    assert told(s)[-1] == "Soviets capture Weißenberg (4928)."


@pytest.mark.rule("16.1.1", "3.1.4", "11.1.2")
def test_an_enemy_hears_of_a_march_and_of_an_arrival_but_not_whose() -> None:
    s = field()
    stand(s, 4010, "su_254")
    moving(s, "su_254")
    do(s, MoveTo(Hex(4011)))
    assert heard(s) == [
        (f"{name(s, 'su_254')} moves 4010 → 4011.", (SOVIET,)),
        ("Soviets: a unit moves 4010 → 4011.", (GERMAN,)),
    ]
    s.mark(UnitId("su_337"), box="waiting", zone="C")
    ask(s, EnterMap(SOVIET, UnitId("su_337")))
    do(s, Place(Hex(6613)))
    assert heard(s) == [
        (f"{name(s, 'su_337')} enters the map at hex 6613.", (SOVIET,)),
        ("Soviets: a unit enters the map at hex 6613.", (GERMAN,)),
    ]
    s = field(fog="open")
    stand(s, 4010, "su_254")
    moving(s, "su_254")
    do(s, MoveTo(Hex(4011)))
    assert heard(s) == [(f"{name(s, 'su_254')} moves 4010 → 4011.", ())]


@pytest.mark.rule("14.3.2a", "14.3.2b", "14.2.1", "14.2.2", "N.6a")
def test_the_work_on_bridges_is_told_to_those_who_may_know() -> None:
    s = field()
    site = hexside(Hex(5112), Hex(5213))
    stand(s, 5213, "su_hq_5", "su_13g")
    works.note_banks(s, SOVIET)
    works.begin_bridge(s, s.units["su_hq_5"], site)
    stand(s, 5112, "de_545_a")
    works.check_works(s)
    hq = name(s, "su_hq_5")
    assert heard(s) == [
        (f"{hq} begins to build a bridge Jerischke (5112)–5213.", (SOVIET,)),
        (f"{hq} gives up its bridge.", (SOVIET,)),
    ]
    s.send(UnitId("de_545_a"), "aside")
    ask(s, Pontoons(SOVIET, "5 Guards Army"))
    do(s, Lay(site))
    assert heard(s) == [("5th Guards Army lays its pontoon bridge Jerischke (5112)–5213.", ())]
    small = next(side for side, big in s.game.ground.bridges.items() if not big and side[0] > 4000)
    stand(s, small[0], "de_545_a", "de_hq_v")
    moving(s, "de_545_a")
    do(s, Demolish(small))
    assert told(s)[-1].startswith("The bridge ") and told(s)[-1].endswith(" is destroyed.")
    do(s, Repair(small))
    assert told(s)[-1].startswith("The bridge ") and told(s)[-1].endswith(" is rebuilt.")


@pytest.mark.rule("1.2e", "5.3.2", "5.4.2", "5.4.11", "5.6.1", "5.6.5a", "6.1.7a", "9.1.6", "10.2.5")
def test_losses_retreats_and_conditions_are_told() -> None:
    s = field()
    a, hq = name(s, "de_545_a"), name(s, "de_hq_v")
    stand(s, 4010, "de_545_a", "de_hq_v")
    lose(s, UnitId("de_545_a"), "5.2.1f")
    step_back(s, UnitId("de_545_a"), Hex(4011), "")
    s.disorganize(UnitId("de_545_a"), "5.6.1")
    s.set(tick=60)
    recover(s)
    s.raise_oos(UnitId("de_545_a"), "10.2.4", by=2)
    lose(s, UnitId("de_545_a"), "5.2.1f")
    stand(s, 4009, "su_254")
    overrun(s, s.units["su_254"], Hex(4010))
    s.set(combats=s.combats + 1)
    spend(s, SOVIET, (Hex(4010),), 2)
    assert told(s) == [
        f"{a} loses 1 CEL, 1 left.",
        f"{a} retreats 4010 → 4011.",
        f"{a} is disorganized.",
        f"{a} is organized again.",
        f"{a} is at out-of-supply level 2.",
        f"{a} is eliminated in hex 4011.",
        "Artillery and HQs alone in hex 4010 are overrun.",
        f"{hq} is eliminated in hex 4010.",
        "Soviets gain 5 combat modifiers within 8 hexes of hex 4010 for the next two Combat Phases.",
        "Soviets use 2 combat modifiers of a lost enemy HQ, 3 left here.",
    ]
    stand(s, 4008, "su_50")
    lane = Lane((Hex(4009), Hex(4010)), 1)
    s.send(UnitId("su_254"), "aside")
    ask(s, Pursue(SOVIET, UnitId("su_50"), (lane,)))
    do(s, MoveTo(Hex(4009)))
    assert told(s)[-1] == f"{name(s, 'su_50')} pursues Cottbus (4008) → 4009."


@pytest.mark.rule("8.1.7", "8.2.24", "8.2.7")
def test_what_aircraft_plan_and_bring_is_told() -> None:
    s = field("two_stars")
    s.track("air_base", 20)
    stand(s, 4010, "su_254")
    ask(s, AirPlanning(ALLIED, left=20))
    do(s, Choose(air.AIR_ATTACK), Place(Hex(4010)), Choose("12"))
    assert (told(s), s.log[0].only) == (
        ["Planned: Air attack, 12 SP, over hex 4010; 8 SP left."],
        (ALLIED,),
    )
    stand(s, 2010, "us_69_271", oos=4)
    s.set(missions=())
    for _ in range(2):
        fly(s, ALLIED, air.SUPPLY, 2010, 7)
    with dice(s, 6, 1):
        ask(s, air.Strikes())
    assert told(s)[1:] == [
        "Supply mission to hex 2010, die 6: it fails.",
        "Supply mission to hex 2010, die 1: out-of-supply levels −1.",
        f"{name(s, 'us_69_271')} is at out-of-supply level 3.",
    ]
    stand(s, 2533, "su_50")
    fly(s, ALLIED, air.AIR_ATTACK, 2533, 4)
    with dice(s):
        ask(s, air.Strikes())
    assert told(s)[-1] == (
        "Allies: air attack on Dresden (2533), 4 SP − 4 for terrain = 0 SP: "
        "too little to roll for, no effect."
    )
    fly(s, ALLIED, air.AIR_ATTACK, 2533, 7)
    with dice(s, 3, 4):
        ask(s, air.Strikes())
    assert told(s)[-1] == (
        "Allies: air attack on Dresden (2533), 7 SP − 4 for terrain = 3 SP, column 3–5. "
        "Dice 3 + 4: no effect."
    )
    side = hexside(Hex(414), Hex(514))
    fly(s, ALLIED, air.OBJECTS, 414, 4, to=Hex(514))
    with dice(s, 3, 4):
        ask(s, air.Strikes())
    assert told(s)[-1] == (
        "Allies: air attack on the bridge Torgau (0414)–0514, 4 SP, column 3–5. Dice 3 + 4: no effect."
    )
    assert side not in s.broken


@pytest.mark.rule("T.21", "T.3", "T.4a", "N.12")
def test_what_is_settled_before_play_is_told() -> None:
    s = field("two_stars")
    pair = (UnitId("de_2ss_3"), UnitId("de_2ss_4"))
    stand(s, 2631, *pair)
    ask(s, SetupLosses(ALLIED, pair, 3))
    for reduced, text in (
        (pair[0], "starts with 1 CEL"),
        (pair[1], "starts with 1 CEL"),
        (pair[0], "is removed before play"),
    ):
        do(s, Lose(reduced))
        assert heard(s) == [(f"{name(s, reduced)} {text}.", (ALLIED,))]
    ask(s, AirDays(SOVIET, 30))
    do(s, Choose("day 10"))
    assert heard(s) == [("30 air SP are planned for day 10.", (SOVIET,))]
    s.log = []
    stand(s, 2925, "pl_7_33", "pl_7_35")
    with dice(s, 3, 5):
        roll_defection(s, UnitId("pl_7_33"))
        roll_defection(s, UnitId("pl_7_35"))
    assert heard(s) == [
        (f"{name(s, 'pl_7_33')} rolls 3: loses a CEL.", ()),
        (f"{name(s, 'pl_7_35')} rolls 5: stays.", ()),
    ]
    place_spare_hq(s, Hex(4204))
    assert [text.partition(" enters")[2] for text in told(s)[-2:]] == [" the map at Peitz (4204)."] * 2


def heard(s: Any) -> list[tuple[str, tuple[Side, ...]]]:
    """The log of the last action, and which sides alone may read each line."""
    return [(text, each.only) for text, each in zip(told(s), s.log, strict=True)]


def name(s: Any, unit: str) -> str:
    found: str = s.game.names[unit]
    return found


@pytest.mark.rule("5.3.7", "5.3.8a", "5.3.8b")
def test_how_far_a_retreat_falls_short_is_told_with_its_price() -> None:
    s = field()
    stand(s, 4010, "de_545_a", "de_545_b")
    pair = (UnitId("de_545_a"), UnitId("de_545_b"))
    step_back(s, pair[0], Hex(4011), "")
    s.log = []
    stand_firm(s, GERMAN, pair, 2, (), "", attacking=False)
    assert told(s) == ["The retreat falls 2 hexes short: 2 CELs to lose."]
    s.flow = ()
    stand_firm(s, GERMAN, pair[:1], 2, (), "", attacking=False)
    assert told(s)[1:] == [
        "The retreat falls 1 hex short: 1 CEL to lose.",
        f"{name(s, 'de_545_a')} loses 1 CEL, 1 left.",
    ]
    stand_firm(s, GERMAN, pair[:1], 1, (), "", attacking=False)
    assert len(told(s)) == 3


@pytest.mark.rule("9.2.1", "5.2.1e", "5.2.1f")
def test_the_dice_of_a_combat_show_what_headquarters_change_and_where_the_table_ends() -> None:
    for first, second, modifiers, row, said in (
        (3, 4, (), 7, "3 + 4 (no HQ) = 7"),
        (3, 4, (-1,), 6, "3 + 4 − 1 (attacker's HQ) = 6"),
        (3, 4, (1,), 8, "3 + 4 + 1 (defender's HQ) = 8"),
        (3, 4, (-1, 1), 7, "3 + 4 − 1 (attacker's HQ) + 1 (defender's HQ) = 7"),
        (6, 6, (1,), 12, "6 + 6 + 1 (defender's HQ) = 13, read as 12"),
        (1, 1, (-1,), 2, "1 + 1 − 1 (attacker's HQ) = 1, read as 2"),
    ):
        assert words.dice(Die(first), Die(second), modifiers, row) == said


@pytest.mark.rule("6.4.2b", "6.5.3", "8.2.7", "CT.1")
def test_strengths_of_fire_and_results_are_told_whole() -> None:
    assert [
        words.fire_strength(5, 0, 5),
        words.fire_strength(5, 4, 1),
        words.fire_strength(5, 6, -1),
        words.fire_strength(5, 0, 11, air=6),
        words.fire_strength(5, 4, 7, air=6),
        words.fire_strength(10, 0, 20, barrage=True),
        words.fire_strength(10, 4, 16, barrage=True),
    ] == [
        "5 SP",
        "5 SP − 4 for terrain = 1 SP",
        "5 SP − 6 for terrain = 0 SP",
        "5 SP + 6 air support = 11 SP",
        "5 SP + 6 air support − 4 for terrain = 7 SP",
        "10 SP doubled = 20 SP",
        "10 SP doubled − 4 for terrain = 16 SP",
    ]
    assert [cell(text).told() for text in ("-", "L1", "R2", "X", "T", "R1L2X")] == [
        "no effect",
        "loses 1 CEL",
        "retreats 2 hexes",
        "is disorganized",
        "tests for disorganization",
        "loses 2 CELs, retreats 1 hex, is disorganized",
    ]


@pytest.mark.rule(
    "10.2.1", "10.2.1a", "9.1.5", "6.1.7a", "14.2.1", "14.3.1", "N.26", "T.30a", "N.24", "T.33b"
)
def test_where_two_rules_could_be_meant_the_log_cites_the_right_one() -> None:
    def cited(s: Any, kind: type[Event]) -> list[str]:
        return [each.rule for each in s.log if isinstance(each.event, kind)]

    s = field(oos_rise="on")
    clear, _ = open_ground(s)
    stand(s, clear, "su_254")
    trace_all(s, SOVIET)
    trace_all(s, SOVIET)
    assert cited(s, LevelChanged) == ["10.2.1", "10.2.1a"]
    stand(s, 4010, "de_art_v", "de_hq_v")
    overrun(s, s.units["su_254"], Hex(4010))
    assert cited(s, UnitGone) == ["6.1.7a", "9.1.5"]
    stars = field("two_stars")
    big = hexside(Hex(5110), Hex(5211))
    small = next(side for side, wide in stars.game.ground.bridges.items() if not wide and side[0] > 4000)
    for side, rule in ((big, "14.3.1"), (small, "14.2.1")):
        stand(stars, side[1], "su_254", done=0)
        moving(stars, "su_254")
        do(stars, Demolish(side))
        assert cited(stars, BridgeBlown) == [rule]
    for scenario, opened, counted in (("nysa", "N.26", "N.24"), ("two_stars", "T.30a", "T.33b")):
        fresh = setup(load_game(NAME), scenario, 3)
        assert (cited(fresh, SetupOpened), cited(fresh, TownsListed)) == ([opened], [counted])
