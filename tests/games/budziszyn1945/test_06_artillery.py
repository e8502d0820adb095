"""6.0 Artillery, 7.0 fortifications, 15.4 Fortification Units, blue stars."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Attack, Commit, Done, MoveTo, Pick
from bridgehead.core.data import Data
from bridgehead.core.flow import settle
from bridgehead.core.play import dice, options, push, setup, why_not
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.core.words import line
from bridgehead.games.budziszyn1945 import build
from bridgehead.games.budziszyn1945.model.actions import DeclineAir, Dig, Fire, Lose, Strike, Support
from bridgehead.games.budziszyn1945.model.events import BarrageWasted, FireWasted
from bridgehead.games.budziszyn1945.model.state import ACTED, BARRAGED, DUG, FIRED, HELD, OPEN
from bridgehead.games.budziszyn1945.rules import artillery, duties
from bridgehead.games.budziszyn1945.rules import attack as attacks
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules.abilities import star_shifts, usable_defending_stars, usable_stars
from bridgehead.games.budziszyn1945.rules.air import OFFENSIVE
from bridgehead.games.budziszyn1945.rules.artillery import AssembleFire, BarragePhase
from bridgehead.games.budziszyn1945.rules.battle import attack_strength
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses
from bridgehead.games.budziszyn1945.rules.odds import fortification_shift
from bridgehead.games.budziszyn1945.rules.retreat import shortfall
from bridgehead.games.budziszyn1945.rules.sequence import PlayerTurn
from tests.games.budziszyn1945.field import (
    GERMAN,
    NAME,
    SOVIET,
    ask,
    attack,
    battle,
    begun,
    do,
    field,
    fly,
    fortify,
    move,
    moving,
    open_ground,
    reckon,
    stand,
)


def range_of_guns() -> tuple[Any, int]:
    """A German regiment, two Soviet guns three hexes south of it."""
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "de_545_a", "de_art_v", "de_hq_v")
    stand(s, clear + 3, "su_5_art32", "su_5_art33")
    return s, clear


@pytest.mark.rule("6.1.2", "6.1.3", "6.1.4", "6.4.1", "6.4.2a", "6.4.2c", "6.4.8", "6.4.3")
def test_ranged_fire() -> None:
    s, clear = range_of_guns()
    s.mark("su_5_art33", transport=True)
    assert artillery.why_not_fire(s, s.units["su_5_art33"], supporting=False) == artillery.NOT_SET_UP
    attack(s, SOVIET)
    do(s, Fire(Hex(clear)))
    assert why_not(s, Pick(UnitId("su_5_art33"))) == artillery.NOT_SET_UP
    do(s, Pick(UnitId("su_5_art32")))
    assert s.flow[-1].forecast(s).column == "3–5"
    with dice(s, 1, 1):
        do(s, Commit())
        assert isinstance(s.flow[-1], TakeLosses)
        assert s.flow[-1].side == GERMAN
        assert Lose(UnitId("de_hq_v")) in options(s)
        do(s, Lose(UnitId("de_art_v")))
    assert s.units["su_5_art32"].done == FIRED | OPEN
    assert s.units["de_art_v"].box == "eliminated"
    assert artillery.why_not_fire(s, s.units["su_5_art32"], supporting=True) == artillery.FIRED_ALREADY
    stand(s, clear + 4, "su_5_art34")
    frame = AssembleFire(SOVIET, Hex(clear))
    assert frame.why_not_gun(s, s.units["su_5_art34"]) == artillery.OUT_OF_RANGE


@pytest.mark.rule("6.4.2b", "6.4.2c", "6.4.4", "8.2.3")
def test_fire_strength() -> None:
    s = field()
    stand(s, 2533, "de_463_a")
    stand(s, 2535, "su_5_art32")
    fortify(s, 2533)
    frame = AssembleFire(SOVIET, Hex(2533), guns=(UnitId("su_5_art32"),))
    cm = s.game.ground.cm[2533]
    assert frame.strength(s) == 5 - 2 * cm
    fly(s, SOVIET, OFFENSIVE, 2533, 6)
    assert frame.strength(s) == 5 + 6 - 2 * cm
    assert replace(frame, air=False).strength(s) == 5 - 2 * cm
    ask(s, frame)
    assert DeclineAir() in options(s)
    s.set(missions=())
    with dice(s):
        artillery.fire_on_hex(s, FireWasted(SOVIET, Hex(2533), "4 SP"), 0, "")
    assert line(s.game, s.log[-1]) == (
        "Soviets: ranged fire on Dresden (2533), 4 SP: too little to roll for, no effect. 6.4.2c"
    )


@pytest.mark.rule("6.4.6", "5.6.1", "AF.1")
def test_fire_disorganizes_all_in_the_hex() -> None:
    s, clear = range_of_guns()
    with dice(s, 1, 2):
        artillery.fire_on_hex(s, FireWasted(SOVIET, Hex(clear), "5 SP"), 5, "")
        settle(s)
    assert all(s.units[id].disorganized for id in ("de_545_a", "de_art_v", "de_hq_v"))
    assert artillery.may_fire(s, s.units["de_art_v"], supporting=True)


@pytest.mark.rule("6.4.7", "14.1.1", "AO.1", "14.1.4")
def test_fire_on_bridges() -> None:
    s = field("two_stars")
    side = (Hex(5110), Hex(5211))
    stand(s, 5211, "su_5_art32")
    attack(s, SOVIET)
    assert Strike(side) in options(s)
    do(s, Strike(side), Pick(UnitId("su_5_art32")))
    assert s.flow[-1].strength(s) == 5
    with dice(s, 1, 2):
        do(s, Commit())
    assert side in s.broken


@pytest.mark.rule("6.5.8", "6.5.1", "6.5.4", "6.5.7", "6.5.2")
def test_barrage_is_voluntary_and_limited() -> None:
    s, clear = range_of_guns()
    s.track("ammunition", 10)
    ask(s, BarragePhase(SOVIET))
    assert Done() in options(s)
    s.track("ammunition", 1)
    ask(s, BarragePhase(SOVIET))
    assert not s.flow
    s.track("ammunition", 2)
    ask(s, BarragePhase(SOVIET))
    stand(s, clear + 2, "su_5_art34")
    do(s, Attack(Hex(clear)), Pick(UnitId("su_5_art32")))
    assert why_not(s, Commit()) == artillery.TWO_GUNS
    do(s, Pick(UnitId("su_5_art33")))
    assert s.flow[-1].why_not(s, Pick(UnitId("su_5_art34"))) == artillery.NO_AMMUNITION
    later = begun("two_stars")
    frames = [type(frame).__name__ for frame in later.flow]
    assert "BarragePhase" not in frames
    PlayerTurn(side=SOVIET).barrage(later)
    assert not isinstance(later.flow[-1], BarragePhase)


@pytest.mark.rule("6.3.4", "6.3.5", "6.6.5", "6.6.5a")
def test_self_propelled_artillery_fights_or_fires() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254")
    stand(s, around[0], "de_21_art")
    stand(s, around[0], "de_545_a")
    attack(s, GERMAN)
    do(s, Attack(Hex(clear)), Pick(UnitId("de_545_a")), Support(UnitId("de_21_art")))
    assert Pick(UnitId("de_21_art")) not in options(s)
    assert reckon(s, s.flow[-1].battle).attack == 3 + 4
    s.send("de_545_a", "aside")
    attack(s, GERMAN)
    assert Attack(Hex(clear)) in options(s)
    do(s, Attack(Hex(clear)), Pick(UnitId("de_21_art")))
    assert reckon(s, s.flow[-1].battle).attack == 4
    with dice(s, 3, 4):
        push(s, Commit())
        while s.flow and not isinstance(s.flow[-1], attacks.AttackPhase):
            push(s, options(s)[-1])
    assert s.units["de_21_art"].done & 16
    stand(s, around[0], "de_21_art", done=FIRED, cel=2)
    assert duties.why_not_attack(s, s.units["de_21_art"]) == duties.ALREADY_FOUGHT
    moving(s, "de_21_art")
    assert Dig() not in options(s)
    assert why_not(s, Dig()) == works.ONLY_REGULARS_DIG


# --- 7.1


@pytest.mark.rule("7.1.1", "7.1.2", "7.1.4", "7.1.4a", "7.1.7", "7.1.8", "7.1.11")
def test_digging() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254", "su_50", disorganized=4, oos=1)
    stand(s, around[0], "de_545_a")
    assert duties.must_attack(s, s.units["su_50"])
    moving(s, "su_254")
    do(s, Dig())
    assert s.units["su_254"].done & (ACTED | HELD | DUG) == ACTED | HELD | DUG
    assert s.forts == {clear: SOVIET}
    assert not duties.must_attack(s, s.units["su_50"])
    moving(s, "su_50")
    assert why_not(s, Dig()) == works.FF_STANDS
    assert [each for each in options(s) if isinstance(each, MoveTo)]
    stand(s, 3002, "su_cav_1")
    moving(s, "su_cav_1")
    assert why_not(s, Dig()) == works.NO_FF_IN_SWAMP


@pytest.mark.rule("7.1.2", "7.1.4")
def test_who_moved_does_not_dig() -> None:
    s = field()
    stand(s, 4010, "su_254")
    moving(s, "su_254")
    do(s, MoveTo(Hex(4011)))
    assert Dig() not in options(s)


@pytest.mark.rule("7.1.5", "7.1.6")
def test_empty_fortifications_vanish() -> None:
    s = field()
    stand(s, 4010, "su_254")
    stand(s, 4012, "su_50")
    fortify(s, 4010, 4012)
    s.put("su_254", Hex(4011))
    stand(s, 4010, "su_111")
    works.abandon_forts(s)
    assert set(s.forts) == {4010, 4012}
    s.put("su_111", Hex(4011))
    works.abandon_forts(s)
    assert set(s.forts) == {4012}
    works.trample(s, SOVIET, Hex(4012))
    assert set(s.forts) == {4012}
    works.trample(s, GERMAN, Hex(4012))
    assert not s.forts


# --- rules kept for maps and counters this game does not have


def other_game(tmp_path: Path) -> Any:
    home = tmp_path / NAME
    home.mkdir()
    (home / "map.toml").write_text(
        '[hexside]\nline = "4010/4009"\n[mark]\nfixed_positions = "4010"\nfixed_positions_1 = "4020"\n',
        encoding="utf-8",
    )
    (home / "units.toml").write_text(
        '[unit.de_545_b]\ntraits = ["fortification"]\n'
        '[unit.su_50]\nstar = "blue"\n[unit.de_545_c]\nstar = "blue"\n',
        encoding="utf-8",
    )
    game = build(Data(f"bridgehead.games.{NAME}", tmp_path))
    s = setup(game, "nysa", 1)
    for unit in list(s.units.values()):
        s.send(unit.id, "aside")
    s.flow = ()
    s.forts.clear()
    s.set(turn=2, tick=30)
    return s


@pytest.mark.rule("7.2.1", "7.2.2", "7.2.3", "7.2.4", "7.2.5", "7.2.6", "7.1.9", "1.7b")
def test_fixed_positions(tmp_path: Path) -> None:
    s = other_game(tmp_path)
    stand(s, 4010, "de_545_a")
    assert works.fixed_position(s, Hex(4010)) == 3
    assert works.fixed_position(s, Hex(4020)) == 1
    assert works.fixed_position(s, Hex(4011)) is None
    stand(s, 4009, "su_13g", "su_97g", "su_14g")
    stand(s, 4110, "su_254", "su_213")
    stand(s, 4012, "su_5_art32")
    front = ("su_13g", "su_97g", "su_14g")
    fight = battle(SOVIET, 4010, *front, "su_254", guns=("su_5_art32",))
    assert attack_strength(s, fight) == (15 + 5 + 1) // 2 + 4
    assert [each.amount for each in fortification_shift(s, fight, Hex(4010))] == [-3]
    stand(s, 4011, "su_15g", "su_6g", "su_117g")
    rear = battle(SOVIET, 4010, *front, "su_254", "su_213", "su_15g", "su_6g", guns=("su_5_art32",))
    assert [(each.amount, each.rule) for each in fortification_shift(s, rear, Hex(4010))] == [(-2, "7.2.4")]
    assert attack_strength(s, rear) == (15 + 5 + 1) // 2 + 4 + 4 + 5 + 5
    even = battle(SOVIET, 4010, "su_13g", "su_15g")
    assert [each.amount for each in fortification_shift(s, even, Hex(4010))] == [-3]
    assert [shortfall(s, UnitId("de_545_a"), need, attacking=False) for need in (1, 2, 3)] == [0, 1, 2]
    assert not duties.must_attack(s, s.units["de_545_a"])
    moving(s, "de_545_a")
    assert why_not(s, Dig()) == works.NO_FF_IN_FP


@pytest.mark.rule("15.4.1", "15.4.2", "15.4.3", "1.6e")
def test_fortification_units(tmp_path: Path) -> None:
    s = other_game(tmp_path)
    stand(s, 4015, "de_545_b")
    stand(s, 4016, "su_254")
    fight = battle(SOVIET, 4015, "su_254")
    assert usable_defending_stars(s, fight) == []
    fortify(s, 4015)
    assert usable_defending_stars(s, fight) == ["de_545_b"]
    used = replace(fight, defending_stars=(UnitId("de_545_b"),))
    assert [each.amount for each in fortification_shift(s, fight, Hex(4015))] == [-2]
    assert [each.amount for each in fortification_shift(s, used, Hex(4015))] == [-2, -2]
    stand(s, 4015, "de_545_a")
    ask(s, TakeLosses(GERMAN, s.stacks[Hex(4015)], 1, (UnitId("de_545_b"),)))
    assert options(s) == [Lose(UnitId("de_545_b"))]


@pytest.mark.rule("15.1.2d", "15.1.3")
def test_blue_stars_cannot_be_cancelled(tmp_path: Path) -> None:
    s = other_game(tmp_path)
    stand(s, 4015, "de_545_c")
    stand(s, 4016, "su_50")
    fortify(s, 4015)
    fight = battle(SOVIET, 4015, "su_50")
    assert usable_stars(s, fight) == ["su_50"]
    assert usable_defending_stars(s, fight) == ["de_545_c"]
    assert len(star_shifts(s, [UnitId("su_50")], [UnitId("de_1at"), UnitId("de_21_22")], 1)) == 1


@pytest.mark.rule("6.4.3", "6.4.2a", "6.1.2")
def test_ranged_fire_reaches_two_and_three_hexes_and_never_the_next_one() -> None:
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "su_5_art32", "su_5_art33")
    column = {far: Hex(clear + far) for far in (1, 2, 3, 4)}
    for hex, unit in zip(column.values(), ("de_545_a", "de_545_b", "de_545_c", "de_615_a"), strict=True):
        stand(s, hex, unit)
    attack(s, SOVIET)
    assert [far for far, hex in column.items() if Fire(hex) in options(s)] == [2, 3]
    assert why_not(s, Fire(column[1])) == artillery.TOO_CLOSE
    assert why_not(s, Fire(column[4])) == artillery.NO_GUN_NEAR
    gun = Pick(UnitId("su_5_art32"))
    refused = {far: AssembleFire(SOVIET, hex).why_not(s, gun) for far, hex in column.items()}
    assert refused == {1: artillery.TOO_CLOSE, 2: None, 3: None, 4: artillery.OUT_OF_RANGE}
    assert gun not in AssembleFire(SOVIET, column[1]).options(s)
    s.track("ammunition", 4)
    assert BarragePhase(SOVIET).targets(s) == [column[2], column[3]]


# --- why not


@pytest.mark.rule("6.5.6", "6.5.6a", "6.1.4")
def test_after_a_barrage_guns_are_silent_for_two_combat_phases() -> None:
    s, clear = range_of_guns()
    s.track("ammunition", 2)
    ask(s, BarragePhase(SOVIET))
    guns = (UnitId("su_5_art32"), UnitId("su_5_art33"))
    do(s, Attack(Hex(clear)), *map(Pick, guns))
    with dice(s, 3, 4):
        do(s, Commit())
    s.flow = ()
    for id in guns:
        s.mark(id, done=0)
    silent = []
    for _ in range(3):
        PlayerTurn(side=SOVIET).attack(s)
        found = {
            artillery.why_not_fire(s, s.units[id], supporting=way) for id in guns for way in (True, False)
        }
        silent.append(found == {artillery.AFTER_BARRAGE})
    assert silent == [True, True, False]
    assert found == {None}


@pytest.mark.rule("6.5.5", "3.1.3")
def test_who_fired_a_barrage_does_not_move() -> None:
    s = field()
    stand(s, 4010, "su_5_art32", "su_5_art33")
    s.mark(UnitId("su_5_art32"), done=BARRAGED)
    phase = move(s, SOVIET).flow[-1]
    assert phase.why_not(s, Pick(UnitId("su_5_art32"))) == phases.FIRED_BARRAGE
    assert Pick(UnitId("su_5_art32")) not in options(s)
    assert Pick(UnitId("su_5_art33")) in options(s)


@pytest.mark.rule("6.1.1", "6.1.4", "6.4.7", "6.4.8", "6.5.3", "8.2.2")
def test_why_a_gun_or_a_target_is_refused() -> None:
    s, clear = range_of_guns()
    stand(s, clear + 3, "su_254")
    fly(s, SOVIET, OFFENSIVE, clear, 4)
    frame = AssembleFire(SOVIET, Hex(clear), guns=(UnitId("su_5_art32"),))
    for unit, no in (
        ("su_254", artillery.NOT_ARTILLERY),
        ("de_art_v", artillery.NOT_YOUR_GUN),
        ("su_5_art32", artillery.FIRES_ALREADY),
        ("su_5_art33", None),
    ):
        assert frame.why_not(s, Pick(UnitId(unit))) == no
    assert replace(frame, air=False).why_not(s, DeclineAir()) == artillery.AIR_HELD
    assert DeclineAir() not in replace(frame, air=False).options(s)
    assert artillery.why_not_target(s, SOVIET, Hex(clear + 2)) == artillery.NO_TARGET
    s.track("ammunition", 4)
    shelled = BarragePhase(SOVIET, hit=(Hex(clear),))
    assert shelled.why_not(s, Attack(Hex(clear))) == artillery.HIT_ALREADY
    assert shelled.targets(s) == []
    assert BarragePhase(SOVIET).why_not(s, Attack(Hex(clear + 2))) == artillery.NO_TARGET
    s.mark(UnitId("su_5_art33"), transport=True)
    assert BarragePhase(SOVIET).why_not(s, Attack(Hex(clear))) == artillery.TWO_GUNS
    s.mark(UnitId("su_5_art32"), transport=True)
    assert BarragePhase(SOVIET).why_not(s, Attack(Hex(clear))) == artillery.NOT_SET_UP


@pytest.mark.rule("6.4.7", "14.1.1", "14.1.2")
def test_which_bridges_guns_can_reach() -> None:
    s = field("two_stars")
    bridge = (Hex(5110), Hex(5211))
    distance = s.game.ground.distance
    at = {
        many: next(hex for hex in s.game.board.hexes if min(distance(hex, end) for end in bridge) == many)
        for many in (3, 4)
    }
    stand(s, at[4], "su_5_art32")
    assert artillery.why_not_strike(s, SOVIET, bridge) == artillery.NO_GUN_IN_RANGE
    assert bridge not in artillery.objects_in_range(s, SOVIET)
    s.put(UnitId("su_5_art32"), at[3])
    assert artillery.why_not_strike(s, SOVIET, bridge) is None
    assert bridge in artillery.objects_in_range(s, SOVIET)
    s.set(broken=frozenset({bridge}))
    assert artillery.why_not_strike(s, SOVIET, bridge) == works.BLOWN_ALREADY
    assert bridge not in artillery.objects_in_range(s, SOVIET)
    new = (Hex(5112), Hex(5213))
    assert artillery.why_not_strike(s, SOVIET, new) == works.NO_BRIDGE_HERE
    s.set(built=frozenset({new}))
    stand(s, 5313, "su_5_art33")
    assert new in artillery.objects_in_range(s, SOVIET)
    fire = AssembleFire(SOVIET, new[0], to=new[1])
    assert Pick(UnitId("su_5_art33")) in fire.options(s)
    stand(s, next(hex for hex in s.game.board.hexes if distance(hex, new[1]) == 3), "su_5_art34")
    assert Pick(UnitId("su_5_art34")) in fire.options(s)
    stand(s, next(hex for hex in s.game.board.hexes if distance(hex, new[1]) == 5), "su_5_art34")
    assert fire.why_not(s, Pick(UnitId("su_5_art34"))) == artillery.OUT_OF_RANGE


@pytest.mark.rule("6.4.2c", "6.5.3", "AF.1", "AO.1")
def test_one_strength_point_is_enough_to_roll() -> None:
    s, clear = range_of_guns()
    fire = FireWasted(SOVIET, Hex(clear), "1 SP")
    with dice(s, 1, 1):
        artillery.fire_on_hex(s, fire, 1, "")
    assert [line(s.game, each) for each in s.log] == [
        f"Soviets: ranged fire on hex {clear:04d}, 1 SP, column 1–2. Dice 1 + 1: loses 1 CEL. 6.4.2c"
    ]
    with dice(s, 3, 4):
        artillery.fire_on_hex(s, BarrageWasted(SOVIET, Hex(clear), "1 SP"), 1, "")
    assert line(s.game, s.log[-1]) == (
        f"Soviets: barrage of hex {clear:04d}, 1 SP, column 1–2. Dice 3 + 4: no effect. 6.5.3"
    )


@pytest.mark.rule("6.4.2b", "6.5.3", "6.4.4", "6.4.7", "6.5.4")
def test_what_is_shown_of_a_fire_before_it_is_ordered() -> None:
    s = field()
    stand(s, 2533, "de_463_a")
    stand(s, 2535, "su_5_art32", "su_5_art33")
    s.track("ammunition", 4)
    one, two = (UnitId("su_5_art32"),), (UnitId("su_5_art32"), UnitId("su_5_art33"))

    def shown(**how: Any) -> tuple[Any, ...]:
        found: Any = AssembleFire(SOVIET, Hex(2533), **how).forecast(s)
        return found.title, found.attack, found.defence, found.column, found.commit

    assert [
        shown(guns=one),
        shown(guns=one, barrage=True, air=False),
        shown(guns=two, barrage=True, air=False),
        shown(guns=two, to=Hex(2532)),
    ] == [
        ("Ranged fire on Dresden (2533)", "1 SP", "terrain 2", "1–2", Commit()),
        ("Barrage of Dresden (2533)", "6 SP", "terrain 2", "6–8", None),
        ("Barrage of Dresden (2533)", "16 SP", "terrain 2", "13–16", Commit()),
        ("Fire on the bridge Dresden (2532)–Dresden (2533)", "10 SP", "bridge", "9–12", Commit()),
    ]
    s.mark(one[0], disorganized=3)
    assert shown(guns=one)[3] == ""
    at_bridge: Any = AssembleFire(SOVIET, Hex(2533), to=Hex(2532), guns=two).forecast(s)
    assert at_bridge.rows[0] == ("2", ("the bridge is hit",) * 6)
    assert at_bridge.rows[5] == ("7", (*["no effect"] * 5, "the bridge is hit"))
