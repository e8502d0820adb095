"""5.0, 15.1 Who stands where in a combat, and what follows from it."""

import pytest

from bridgehead.core.actions import Attack, Cancel, Commit, Done, Drop, MoveTo, Pick
from bridgehead.core.play import options
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import (
    DeclineAir,
    DeclineHq,
    Fire,
    FullStrength,
    SpendModifiers,
    Strike,
    Support,
    UseStar,
)
from bridgehead.games.budziszyn1945.model.data import Cell, Pool
from bridgehead.games.budziszyn1945.model.events import Pursued
from bridgehead.games.budziszyn1945.model.state import DEFECTED, FIRED, FOUGHT, OPEN
from bridgehead.games.budziszyn1945.rules import (
    artillery,
    combat,
    duties,
)
from bridgehead.games.budziszyn1945.rules import attack as attacks
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules.abilities import (
    star_shifts,
)
from bridgehead.games.budziszyn1945.rules.air import OFFENSIVE
from bridgehead.games.budziszyn1945.rules.assault import Assault
from bridgehead.games.budziszyn1945.rules.combat import Combat, Defend
from bridgehead.games.budziszyn1945.rules.movement import NO_MIXED_STACK
from bridgehead.games.budziszyn1945.rules.pursuit import Accompany, Lane, Pursue, Pursuit
from bridgehead.games.budziszyn1945.rules.retreat import (
    RetreatUnit,
)
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    SOVIET,
    ask,
    attack,
    battle,
    begin_combat,
    do,
    field,
    fly,
    move,
    open_ground,
    places,
    stand,
)
from tests.games.budziszyn1945.fights import facing, retreated


@pytest.mark.rule("15.1.3", "15.1.4", "15.1.6a")
def test_which_stars_silence_which() -> None:
    s = field()
    own = {"black": "de_21_22", "white": "de_691at", "yellow": "su_124"}
    assert {colour: s.counter(UnitId(id)).star for colour, id in own.items()} == {each: each for each in own}
    loud = {
        (mine, theirs): bool(star_shifts(s, [UnitId(own[mine])], [UnitId(own[theirs])], 1))
        for mine in own
        for theirs in own
    }
    silenced = {pair for pair, heard in loud.items() if not heard}
    assert silenced == {("black", "white"), ("yellow", "white"), ("yellow", "black")}
    both = [UnitId(own["black"]), UnitId(own["yellow"])]
    assert [each.amount for each in star_shifts(s, both, [], -1)] == [-1, -1]
    assert star_shifts(s, [UnitId("su_254")], [], 1) == []


@pytest.mark.rule("5.1.3", "5.1.4c", "N.22a")
def test_duties_that_are_done_or_cannot_be_bind_nobody() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, around[1], "su_50", done=FOUGHT)
    stand(s, around[2], "us_69_271")
    bound = tuple(map(UnitId, ("su_254", "su_50", "us_69_271")))
    phase = attacks.AttackPhase(SOVIET, bound, (Hex(clear),))
    assert phase.why_not_declare(s, battle(SOVIET, clear, "su_254")) is None
    assert not phase.unit_open(s, UnitId("su_50"))
    stand(s, around[1], "su_111")
    more = replace(phase, bound=(*bound, UnitId("su_111")))
    assert more.why_not_declare(s, battle(SOVIET, clear, "su_254")) == duties.UNIT_LEFT_OUT
    s.eliminate(UnitId("su_111"))
    assert not more.unit_open(s, UnitId("su_111"))
    assert more.why_not_declare(s, battle(SOVIET, clear, "su_254")) is None
    far = next(hex for hex in s.game.board.near[around[0]] if hex != clear and hex not in around)
    stand(s, far, "de_545_b")
    s.send(UnitId("us_69_271"), "aside")
    one = attacks.AttackPhase(SOVIET, (UnitId("su_254"),), (Hex(clear), Hex(far)))
    assert one.why_not_declare(s, battle(SOVIET, far, "su_254")) == duties.HEX_LEFT_ALONE
    assert replace(one, hit=(Hex(clear),)).why_not_declare(s, battle(SOVIET, far, "su_254")) is None
    assert replace(one, shelled=(Hex(clear),)).why_not_declare(s, battle(SOVIET, far, "su_254")) is None


@pytest.mark.rule("6.3.4", "6.3.5", "5.2.1a")
def test_what_a_click_makes_of_a_gun() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254", "su_5_art32")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")))
    click = s.flow[-1].click
    assert click(s, UnitId("su_5_art32")) == Support(UnitId("su_5_art32"))
    s.send(UnitId("su_254"), "aside")
    s.send(UnitId("de_545_a"), "aside")
    stand(s, clear, "su_50")
    stand(s, around[0], "de_21_art")
    own = Assault(GERMAN, battle(GERMAN, clear))
    assert own.click(s, UnitId("de_21_art")) == Pick(UnitId("de_21_art"))
    stand(s, next(hex for hex in s.game.board.near[around[0]] if hex not in (clear, *around)), "de_21_art")
    assert own.click(s, UnitId("de_21_art")) == Support(UnitId("de_21_art"))


@pytest.mark.rule("5.2.1a", "9.1.6", "10.2.3", "8.2.2", "9.2.1")
def test_nothing_is_offered_twice_in_an_attack() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_124", "su_254", "su_hq_52")
    s.mark(UnitId("su_254"), oos=1)
    fly(s, SOVIET, OFFENSIVE, clear, 4)
    s.set(pools=(Pool(SOVIET, Hex(clear), 2, s.combats + 1),))
    attack(s, SOVIET)
    s.set(combats=s.combats + 1)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_124")))
    assert FullStrength(UnitId("su_254")) not in options(s)
    do(s, Pick(UnitId("su_254")))
    more = (UseStar(UnitId("su_124")), FullStrength(UnitId("su_254")), DeclineAir(), DeclineHq())
    assert {*more, SpendModifiers("1"), SpendModifiers("2")} <= set(options(s))
    assert SpendModifiers("3") not in options(s)
    assert FullStrength(UnitId("su_124")) not in options(s)
    for action in (*more, SpendModifiers("1")):
        do(s, action)
        assert action not in options(s)
    assert not [each for each in options(s) if isinstance(each, SpendModifiers)]
    fight = s.flow[-1].battle
    assert (fight.stars, fight.forced, fight.air, fight.hq, fight.spent) == (
        ("su_124",), ("su_254",), False, False, 1,
    )  # fmt: skip


@pytest.mark.rule("6.3.3", "6.1.2")
def test_guns_off_the_map_support_nobody() -> None:
    s = field()
    corner = Hex(100)
    beside = s.game.board.near[corner][0]
    stand(s, corner, "de_545_a")
    stand(s, beside, "su_254")
    assert Defend(GERMAN, battle(SOVIET, corner, "su_254")).supporters(s) == []
    stand(s, next(hex for hex in s.game.board.near[corner] if hex != beside), "de_art_v")
    found = Defend(GERMAN, battle(SOVIET, corner, "su_254"))
    assert found.supporters(s) == ["de_art_v"]
    assert (
        replace(found, battle=replace(found.battle, defending_guns=(UnitId("de_art_v"),))).supporters(s) == []
    )
    s.mark(UnitId("de_art_v"), transport=True)
    assert found.supporters(s) == []


@pytest.mark.rule("5.4.11", "14.3.4")
def test_a_headquarters_at_work_on_a_bridge_stays_behind() -> None:
    s, clear, _ = retreated()
    came = ((UnitId("su_iv_12"), Hex(clear - 1)),)
    frame = Pursuit(SOVIET, came, ())
    assert frame.staffs(s) == ["su_hq_5"]
    s.set(works={UnitId("su_hq_5"): (Hex(clear - 1), Hex(clear), 2)})
    assert frame.staffs(s) == []


@pytest.mark.rule("T.13", "5.3.6")
def test_a_retreat_does_not_end_among_partners() -> None:
    s = field("two_stars")
    clear, around = open_ground(s)
    unit = UnitId("us_69_271")
    stand(s, clear, unit)
    stand(s, clear + 1, "de_545_a")
    step = RetreatUnit(ALLIED, unit, Hex(clear), 2)
    assert step.why_not(s, MoveTo(Hex(clear + 1))) == NO_MIXED_STACK
    do(ask(s, step), MoveTo(Hex(clear + 1)))
    assert Done() not in options(s)
    assert step.may_stop(s) is False
    do(s, MoveTo(Hex(clear + 2)))
    assert places(s, unit) == [clear + 2]
    assert around


@pytest.mark.rule("6.5.6", "6.1.4")
def test_guns_that_fired_no_barrage_may_fire_from_the_first_combat_phase() -> None:
    s = field()
    s.set(combats=0)
    stand(s, 4010, "su_5_art32")
    assert artillery.why_not_fire(s, s.units["su_5_art32"], supporting=False) is None
    s.mark(UnitId("su_5_art32"), barred=2)
    assert artillery.why_not_fire(s, s.units["su_5_art32"], supporting=False) == artillery.AFTER_BARRAGE


@pytest.mark.rule("5.4.2", "5.4.3", "5.4.4", "5.4.7", "5.4.10")
def test_a_pursuer_keeps_to_the_path_it_chose_and_zones_do_not_stop_it() -> None:
    s, clear, around = facing()
    s.send("de_545_a", "aside")
    north = Hex(clear - 1)
    stand(s, north, "su_iv_12")
    near = s.game.board.near
    other = Hex(next(hex for hex in around if hex in near[north]))
    south, beyond = Hex(clear + 1), Hex(clear + 2)
    away = next(
        hex for hex in near[other] if hex not in near[clear] and hex not in near[north] and hex != north
    )
    lanes = (Lane((Hex(clear), south, beyond), 2), Lane((other, away), 1))
    ask(s, Pursue(SOVIET, UnitId("su_iv_12"), lanes))
    assert {each.hex for each in options(s) if isinstance(each, MoveTo)} == {clear, other}
    stand(s, clear + 3, "de_545_b")
    do(s, MoveTo(Hex(clear)))
    assert s.flow[-1].lanes == lanes[:1]
    assert MoveTo(south) in options(s)
    ask(s, Pursue(SOVIET, UnitId("su_iv_12"), (Lane((south, beyond, Hex(clear + 3)), 2),)))
    do(s, MoveTo(south))
    stand(s, clear + 4, "de_545_b")
    assert s.flow[-1].stopped is False
    s.put(UnitId("su_iv_12"), north)
    ask(s, Pursue(SOVIET, UnitId("su_iv_12"), lanes))
    do(s, MoveTo(other))
    assert not s.flow


@pytest.mark.rule("15.1.7", "5.3.8a", "5.2.1f")
def test_a_star_pays_for_standing_unless_it_has_already_paid() -> None:
    s, clear, around = facing()
    star, plain = UnitId("su_124"), UnitId("su_254")
    stand(s, around[0], star, plain)
    fight = battle(SOVIET, clear, star, plain, stars=(star,), defending_stars=(UnitId("de_545_a"),))
    stand(s, clear, "de_545_b")
    ours, theirs = (star, plain), (UnitId("de_545_a"), UnitId("de_545_b"))
    for lose, unpaid in ((0, (star,)), (1, ())):
        s.flow = ()
        Combat(battle=fight, attacker=Cell(lose=lose, retreat=1), fought=ours, stood=theirs).stand(s)
        firm = s.flow[-1]
        assert (firm.side, firm.stars, firm.attacking, firm.units) == (SOVIET, unpaid, True, ours)
        s.flow = ()
        Combat(battle=fight, defender=Cell(lose=lose, retreat=1), fought=ours, stood=theirs).stand(s)
        firm = s.flow[-1]
        expected = () if lose else (UnitId("de_545_a"),)
        assert (firm.side, firm.stars, firm.attacking, firm.units) == (GERMAN, expected, False, theirs)


@pytest.mark.rule("5.1.9a", "5.1.9b", "5.2.1f", "5.6.5b", "6.1.4", "5.1.1")
def test_what_a_combat_notes_of_those_who_fought() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_art_v")
    stand(s, around[0], "su_254", disorganized=2)
    stand(s, clear + 3, "su_5_art32", disorganized=2)
    fight = battle(SOVIET, clear, "su_254", guns=("su_5_art32",), defending_guns=(UnitId("de_art_v"),))
    s.flow = (Combat(battle=fight),)
    s.flow[-1].line_up(s)
    now = s.flow[-1]
    assert (now.fought, now.stood) == (("su_254",), ("de_545_a", "de_art_v"))
    assert (now.trapped, now.places) == ((), (around[0], clear, clear))
    assert s.units["su_254"].done == FOUGHT
    assert s.units["su_5_art32"].done == s.units["de_art_v"].done == FIRED | OPEN
    assert s.units["de_545_a"].done == 0
    assert [s.units[id].disorganized for id in ("su_254", "su_5_art32")] == [s.tick, s.tick]
    s.send("de_545_a", "aside")
    stand(s, clear, "de_hq_v")
    s.flow = (Combat(battle=replace(fight, defending_guns=())),)
    s.flow[-1].line_up(s)
    assert s.flow[-1].trapped == ("de_art_v", "de_hq_v")


@pytest.mark.rule("5.3.1", "5.1.9b")
def test_who_is_eliminated_or_trapped_is_not_asked_to_retreat() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, clear, "de_545_b", "de_art_v")
    stood = tuple(map(UnitId, ("de_545_a", "de_545_b", "de_art_v")))
    s.send(stood[0], "eliminated")
    fight = battle(SOVIET, clear, "su_254")
    s.flow = (Combat(battle=fight, defender=Cell(retreat=2), stood=stood, trapped=stood[2:]),)
    s.flow[-1].retreats(s)
    assert (s.flow[-1].units, s.flow[-1].need) == (stood[1:2], 2)


@pytest.mark.rule("5.2.1b", "10.2.3", "9.1.6", "16.1.3", "6.3.6")
def test_what_the_declaration_of_a_combat_costs_and_shows() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_art_v")
    stand(s, around[0], "su_254", oos=1)
    stand(s, clear + 3, "su_5_art32")
    s.set(pools=(Pool(SOVIET, Hex(clear), 5, s.combats),), routs=((UnitId("su_50"), (Hex(1), Hex(2))),))
    fight = battle(
        SOVIET, clear, "su_254", guns=("su_5_art32",), forced=(UnitId("su_254"),), spent=2
    )  # fmt: skip
    reveals = s.reveals
    s.flow = (Combat(battle=fight),)
    s.flow[-1].declare(s)
    assert s.routs == ()
    assert s.units["su_254"].oos == 2
    assert s.pools[0].left == 3
    assert s.reveals == reveals + 1
    shown = ("su_254", "su_5_art32", "de_545_a", "de_art_v")
    assert all(s.units[id].done & OPEN for id in shown)
    assert s.flow[-1].battle.defending_guns == ("de_art_v",)


@pytest.mark.rule("T.11", "2.1.4a")
def test_the_moves_of_a_nation_without_units_pass_by_themselves() -> None:
    s = field("two_stars")
    stand(s, 4010, "de_545_a")
    assert type(move(s, ALLIED).flow[-1]) is phases.GermanMoves
    stand(s, 2010, "us_69_271")
    assert type(move(s, ALLIED).flow[-1]) is phases.AmericanMoves
    s.send("de_545_a", "aside")
    do(s, Done())
    assert not s.flow
    s.set(turn=1)
    stand(s, 4010, "de_545_a")
    move(s, ALLIED)
    assert [type(frame) for frame in s.flow] == [phases.AmericanMoves]


@pytest.mark.rule("3.2.1c", "5.4.2", "5.4.6", "5.4.8")
def test_when_a_full_hex_may_be_passed_in_pursuit() -> None:
    s, clear, around = facing()
    s.send("de_545_a", "aside")
    north, south = Hex(clear - 1), Hex(clear + 1)
    stand(s, north, "su_294")
    stand(s, clear, "su_254", "su_50", "su_111", "su_213")
    lane = Lane((Hex(clear), south, Hex(clear + 2)), 2)

    def passes(*lanes: Lane, gone: int = 0) -> bool:
        frame = Pursue(SOVIET, UnitId("su_294"), lanes, gone=gone)
        return frame.passes(s, s.units["su_294"], Hex(clear))

    assert passes(lane)
    assert not passes(replace(lane, length=1))
    assert not passes(lane, gone=1)
    assert not passes(replace(lane, advance=True))
    assert not passes(Lane((south, Hex(clear + 2)), 2))
    assert passes(replace(lane, length=1), lane)
    enemies = iter(("de_545_b", "de_545_c", "de_615_a", "de_615_b", "de_72_124", "de_72_266"))
    for hex in s.game.board.near[clear]:
        if hex not in (north, south):
            stand(s, hex, next(enemies))
    assert passes(lane)
    stand(s, south, "su_337", "su_117g", "su_6g", "su_15g")
    stand(s, north, "su_iv_12", "su_iv_13", "su_iv_14")
    assert not passes(lane)
    stand(s, 5213, "su_294")
    stand(s, 5112, "su_254", "su_50", "su_111", "su_213")
    wet = Lane((Hex(5112), Hex(5012), Hex(4911)), 2)
    frame = Pursue(SOVIET, UnitId("su_294"), (wet,))
    assert not frame.passes(s, s.units["su_294"], Hex(5112))
    assert around


@pytest.mark.rule("5.4.11")
def test_a_headquarters_that_goes_along_is_noted_and_told() -> None:
    s, clear, _ = retreated()
    came = ((UnitId("su_iv_12"), Hex(clear - 1)),)
    frame = Pursuit(SOVIET, came, ())
    s.flow = (frame, Accompany(SOVIET, UnitId("su_hq_5"), (Hex(clear),)))
    s.flow[-1].take(s, MoveTo(Hex(clear)))
    assert s.flow == (replace(frame, done=(UnitId("su_hq_5"),)),)
    assert (places(s, "su_hq_5"), s.log[-1].event) == (
        [clear],
        Pursued(UnitId("su_hq_5"), (Hex(clear - 1), Hex(clear))),
    )
    s.flow = (frame, Accompany(SOVIET, UnitId("su_hq_5"), (Hex(clear),)))
    s.flow[-1].take(s, Cancel())
    assert s.flow == (frame,)


@pytest.mark.rule("5.2.1b", "9.1.6", "9.2.1", "15.1.6a", "6.3.3", "6.3.6", "5.5.3")
def test_nothing_is_offered_twice_to_a_defender() -> None:
    s, clear, around = facing()
    second = around[1]
    start = next(hex for hex in s.game.board.near[clear] if s.game.board.adjacent(hex, second))
    stand(s, clear, "de_21_22", "de_art_v")
    stand(s, second, "de_20_panc", "de_545_b", "de_art732")
    stand(s, start, "su_254", "su_50")
    away = next(
        hex
        for hex in s.game.board.hexes
        if s.game.ground.distance(hex, Hex(clear)) == 2 and s.game.ground.distance(hex, Hex(start)) == 3
    )
    stand(s, away, "de_art733", "de_hq_v")
    s.set(pools=(Pool(GERMAN, Hex(clear), 2, s.combats),))
    begin_combat(s, battle(SOVIET, (clear, second), "su_254", "su_50"))
    asked = (
        Support(UnitId("de_art733")),
        Drop(UnitId("de_art_v")),
        UseStar(UnitId("de_21_22")),
        SpendModifiers("2"),
        DeclineHq(),
    )
    assert {*asked, SpendModifiers("1"), UseStar(UnitId("de_20_panc"))} <= set(options(s))
    assert SpendModifiers("3") not in options(s)
    assert UseStar(UnitId("de_545_b")) not in options(s)
    for action in asked:
        do(s, action)
        assert action not in options(s)
        assert Commit() in options(s)
    assert not [each for each in options(s) if isinstance(each, SpendModifiers)]
    assert UseStar(UnitId("de_20_panc")) in options(s)
    answer = s.flow[-1].battle
    assert (answer.defending_guns, answer.defending_stars) == (("de_art732", "de_art733"), ("de_21_22",))
    assert (answer.defending_spent, answer.defending_hq) == (2, False)


@pytest.mark.rule("2.1.4a", "2.2.4", "6.4.1", "6.4.7")
def test_a_combat_phase_is_asked_for_while_one_thing_can_be_done() -> None:
    s, clear, around = facing("two_stars")
    bridge = (Hex(5110), Hex(5211))
    s.set(broken=frozenset(s.game.ground.bridges) - {bridge})
    assert not attack(s, SOVIET).flow
    stand(s, around[0], "su_5_art32")
    assert not attack(s, SOVIET).flow
    stand(s, clear + 3, "su_5_art32")
    assert options(attack(s, SOVIET)) == [Fire(Hex(clear)), Done()]
    stand(s, 5211, "su_5_art32")
    found = options(attack(s, SOVIET))
    assert found == [Strike(bridge), Done()]
    s.mark(UnitId("su_5_art32"), done=FIRED)
    assert not attack(s, SOVIET).flow
    stand(s, around[0], "su_254")
    s.dig(Hex(around[0]), SOVIET)
    assert options(attack(s, SOVIET)) == [Attack(Hex(clear)), Done()]
    s.mark(UnitId("su_254"), done=FOUGHT)
    assert not attack(s, SOVIET).flow


@pytest.mark.rule("T.10", "6.3.3", "6.3.6")
def test_on_the_first_day_german_guns_may_support_a_defense() -> None:
    s, clear, around = facing("two_stars")
    s.set(turn=1)
    stand(s, around[0], "su_254")
    stand(s, around[3], "de_art_v")
    far = next(hex for hex in s.game.board.hexes if s.game.ground.distance(hex, Hex(clear)) == 5)
    stand(s, far, "de_art732")
    answer = Defend(ALLIED, battle(SOVIET, clear, "su_254"))
    assert answer.supporters(s) == ["de_art_v"]
    assert answer.why_not(s, Support(UnitId("de_art732"))) == combat.DEFENCE_TOO_FAR
    stand(s, clear, "de_art733")
    assert artillery.guns_in(s, (Hex(clear),)) == ("de_art733",)


@pytest.mark.rule("5.4.11")
def test_no_headquarters_follows_the_dead() -> None:
    s, clear, _ = retreated()
    came = ((UnitId("su_iv_12"), Hex(clear - 1)),)
    s.eliminate(UnitId("su_iv_12"))
    assert Pursuit(SOVIET, came, ()).followed(s, UnitId("su_hq_5")) == []


@pytest.mark.rule("5.1.4c", "5.1.4a", "T.16")
def test_a_hex_that_the_enemy_has_left_binds_nobody() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    phase = attacks.AttackPhase(SOVIET, (UnitId("su_254"),), (Hex(clear),))
    assert phase.hex_open(s, Hex(clear))
    s.put(UnitId("de_545_a"), Hex(around[3]))
    stand(s, clear, "su_50")
    assert not phase.hex_open(s, Hex(clear))
    other, clear, around = facing("two_stars")
    stand(other, around[0], "pl_7_33", side=ALLIED, done=DEFECTED)
    stand(other, around[1], "su_254")
    found = attack(other, ALLIED).flow[-1]
    assert (UnitId("pl_7_33") in found.bound, found.hexes) == (True, (around[1],))
    s = field("two_stars")
    stand(s, clear, "de_545_a")
    stand(s, around[0], "pl_7_33", side=ALLIED, done=DEFECTED)
    beyond = next(
        hex for hex in s.game.board.near[around[0]] if not s.game.board.adjacent(hex, clear) and hex != clear
    )
    stand(s, beyond, "su_254")
    found = attack(s, ALLIED).flow[-1]
    assert (found.bound, found.hexes) == (("pl_7_33",), ())
