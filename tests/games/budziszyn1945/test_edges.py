"""Edges and refusals: what players ask for and may not have, and why."""

import pytest

from bridgehead.core.actions import Attack, Commit, Done, Drop, MoveTo, Pick, Place
from bridgehead.core.play import determinize, dice, options, push, view, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import prompt, say
from bridgehead.games.budziszyn1945.model.actions import (
    DeclineAir,
    DeclineHq,
    Demolish,
    Dig,
    Fire,
    Lose,
    Restore,
    SpendModifiers,
    Support,
)
from bridgehead.games.budziszyn1945.model.data import Pool
from bridgehead.games.budziszyn1945.model.state import FOUGHT, MARKED
from bridgehead.games.budziszyn1945.rules import air, artillery, duties, marching, pursuit, retreat
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules import movement as moves
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules import reinforcements as arrivals
from bridgehead.games.budziszyn1945.rules.air import OBJECTS, OFFENSIVE, AirPhase, AirPlanning, spend_air
from bridgehead.games.budziszyn1945.rules.artillery import AssembleFire
from bridgehead.games.budziszyn1945.rules.assault import Assault
from bridgehead.games.budziszyn1945.rules.attack import AttackPhase
from bridgehead.games.budziszyn1945.rules.combat import Defend
from bridgehead.games.budziszyn1945.rules.interdiction import HAMPER, RIVER
from bridgehead.games.budziszyn1945.rules.marching import MoveUnit
from bridgehead.games.budziszyn1945.rules.pursuit import Lane, Pursue
from bridgehead.games.budziszyn1945.rules.retreat import Retreat, RetreatUnit, StandFirm
from bridgehead.games.budziszyn1945.rules.sequence import GameTurn, PlayerTurn
from bridgehead.games.budziszyn1945.rules.special import NO_ROOM, PlaceUnits
from bridgehead.games.budziszyn1945.rules.supply import lines, traced_line
from bridgehead.games.budziszyn1945.rules.zoc import owner, update_control
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    SOVIET,
    ask,
    attack,
    battle,
    begin_combat,
    begun,
    do,
    field,
    finish,
    fly,
    moving,
    open_ground,
    stand,
)


@pytest.mark.rule("T.28")
def test_saved_air_is_spent_last() -> None:
    s = field("two_stars")
    for name, sp in (("air_base", 5), ("air_ten", 10), ("air_bank", 30)):
        s.track(name, sp)
    spend_air(s, ALLIED, 22)
    assert [s.tracks[name] for name in ("air_base", "air_ten", "air_bank", "air_saved_used")] == [0, 0, 23, 7]


@pytest.mark.rule("8.1.8a", "8.2.11")
def test_a_single_contact_is_fought_at_once() -> None:
    s = field("two_stars")
    fly(s, ALLIED, HAMPER, 4010, 9)
    fly(s, SOVIET, OFFENSIVE, 4011, 1)
    with dice(s, 6, 1):
        ask(s, AirPhase(side=ALLIED, at=2))
    assert [mission.side for mission in s.missions] == [ALLIED]
    s.track("air_base", 9)
    ask(s, AirPlanning(ALLIED, HAMPER))
    assert len(options(s)) > 2500
    assert why_not(s, Done()) == air.FINISH_FIRST


@pytest.mark.rule("6.4.5", "6.4.8", "8.2.3")
def test_refused_fire() -> None:
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, clear + 3, "su_5_art32")
    fly(s, SOVIET, OFFENSIVE, clear, 4)
    frame = AttackPhase(SOVIET, shelled=(Hex(clear),))
    no = frame.why_not(s, Fire(Hex(clear)))
    assert isinstance(no, No) and no.rule == "6.4.5"
    no = frame.why_not(s, Fire(Hex(2010)))
    assert isinstance(no, No) and no.rule == "6.4.8"
    assert frame.why_not(s, Pick(UnitId("su_5_art32"))) is None
    attack(s, SOVIET)
    do(s, Fire(Hex(clear)), Pick(UnitId("su_5_art32")), DeclineAir())
    assert s.flow[-1].strength(s) == 5
    assert AssembleFire(SOVIET, Hex(clear)).forecast(s) is None
    assert artillery.why_not_fire(s, s.units["su_5_art32"], supporting=False) is None


@pytest.mark.rule("6.4.5", "5.1.4c")
def test_a_hex_under_fire_binds_nobody_who_comes_next_to_it_later() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, around[0], "su_254", done=FOUGHT)
    stand(s, around[1], "su_50")
    bound = (UnitId("su_254"),)
    ask(s, AttackPhase(SOVIET, bound, (Hex(clear),)))
    assert options(s) == [Attack(Hex(clear))]
    ask(s, AttackPhase(SOVIET, bound, (Hex(clear),), shelled=(Hex(clear),)))
    assert options(s) == [Done()]


@pytest.mark.rule("5.1.5a", "5.1.10", "5.1.2", "5.2.1a", "N.22a")
def test_refused_attackers() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, around[0], "su_254", "su_5_art32")
    stand(s, clear + 5, "su_50")
    stand(s, clear + 2, "us_3arm_art")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)))
    assert why_not(s, Commit()) == duties.NOBODY_ATTACKS
    assert s.flow[-1].forecast(s) is None
    assert why_not(s, Pick(UnitId("su_5_art32"))) == duties.TOWED
    assert why_not(s, Pick(UnitId("su_50"))) == duties.NOT_NEXT_TO_IT
    assert why_not(s, Attack(Hex(2010))) == duties.NOBODY_THERE
    do(s, Pick(UnitId("su_254")))
    assert Support(UnitId("us_3arm_art")) not in options(s)
    stand(s, around[1], "de_545_b")
    stand(s, around[5], "su_52_art48")
    wide = Assault(SOVIET, battle(SOVIET, (clear, around[1]), "su_254"))
    s.flow = (AttackPhase(SOVIET), wide)
    assert "su_52_art48" not in wide.supporters(s)


@pytest.mark.rule("9.1.6", "6.3.6", "5.2.1e", "6.3.3")
def test_the_defender_spends_and_saves() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a", "de_art_v")
    stand(s, around[0], "su_254", "su_hq_52")
    s.set(pools=(Pool(GERMAN, Hex(clear), 2, s.combats),))
    fight = battle(SOVIET, clear, "su_254", hq=False)
    begin_combat(s, fight)
    do(s, SpendModifiers("2"), Drop(UnitId("de_art_v")))
    assert s.flow[-1].battle.defending_guns == ()
    assert [each.amount for each in s.flow[-1].forecast(s).modifiers] == [-2]
    refusal = why_not(s, Support(UnitId("de_art732")))
    assert refusal is not None
    assert refusal.rule == "6.3.3"
    with dice(s, 3, 4):
        do(s, Commit())
        finish(s)
    assert s.pools[0].left == 0
    assault = Assault(SOVIET, battle(SOVIET, clear, "su_254"))
    ask(s, AttackPhase(SOVIET), assault)
    if DeclineHq() in options(s):
        do(s, DeclineHq())
        assert not s.flow[-1].battle.hq


@pytest.mark.rule("T.18", "5.3.8d", "5.1.8")
def test_two_partners_defend_together() -> None:
    s = field("two_stars_three")
    clear, around = open_ground(s)
    stand(s, clear, "su_13g", "su_97g", "su_9g")
    stand(s, around[0], "us_69_271", "us_hq_vii")
    stand(s, around[1], "de_545_a", "de_hq_v")
    begin_combat(s, battle(SOVIET, (around[0], around[1]), "su_13g", "su_97g", "su_9g"))
    assert (type(s.flow[-1]), s.flow[-1].side) == (Defend, ALLIED)
    do(s, Commit())
    assert s.flow[-1].side == GERMAN
    with dice(s, 3, 4):
        do(s, Commit())
        sides = []
        while s.flow and not isinstance(s.flow[-1], AttackPhase):
            if isinstance(s.flow[-1], Retreat):
                sides.append(s.flow[-1].side)
            push(s, options(s)[-1])
    assert sides == [ALLIED, GERMAN]


@pytest.mark.rule("14.3.2a", "8.1.7", "16.1.1")
def test_hidden_plans_are_guessed_anew() -> None:
    s = field("two_stars", fog="masked")
    stand(s, 5213, "su_hq_5")
    stand(s, 4010, "de_545_a", "de_545_b")
    stand(s, 4020, "us_69_271")
    works.note_banks(s, SOVIET)
    s.set(phase="air")
    works.begin_bridge(s, s.units["su_hq_5"], (Hex(5112), Hex(5213)))
    fly(s, SOVIET, OFFENSIVE, 4010, 5)
    fly(s, ALLIED, RIVER, 5112, 1, attacks=2)
    s.track("air_base", 20)
    ask(s, AirPlanning(ALLIED, left=9))
    guesses = [determinize(s, ALLIED, seed) for seed in range(12)]
    sites = {guess.works[UnitId("su_hq_5")] for guess in guesses if guess.works}
    assert len(sites) > 1
    assert len({guess.missions for guess in guesses}) > 1
    assert all(view(guess, ALLIED) == view(s, ALLIED) for guess in guesses)
    assert all(mission.side == SOVIET or mission == s.missions[1] for g in guesses for mission in g.missions)


@pytest.mark.rule("16.1.1", "8.1.7", "8.2.17")
def test_a_sample_holds_nothing_of_enemy_air_plans() -> None:
    """Two plans of the same strength give the same samples, whatever their kinds, bridges and river banks."""
    samples = []
    for plan in ("river", "bridge"):
        s = field("two_stars", fog="masked")
        stand(s, 5213, "su_13g")
        stand(s, 4020, "us_69_271")
        s.set(phase="air")
        if plan == "river":
            fly(s, ALLIED, RIVER, 5112, 2, attacks=3)
            fly(s, ALLIED, RIVER, 5111, 3, attacks=5)
        else:
            fly(s, ALLIED, OBJECTS, 1322, 4, to=Hex(1323))
        ask(s, AirPlanning(SOVIET, left=0), AirPlanning(ALLIED, RIVER, Hex(5112), left=9))
        guesses = [determinize(s, SOVIET, seed) for seed in range(12)]
        assert all(view(guess, SOVIET) == view(s, SOVIET) for guess in guesses)
        assert all(guess.flow[-1] == AirPlanning(ALLIED, left=9) for guess in guesses)
        again = determinize(guesses[3], SOVIET, 5)
        assert again.missions == guesses[5].missions
        samples.append([guess.missions for guess in guesses])
    assert samples[0] == samples[1]
    assert len(set(samples[0])) > 1
    banks = {hex for each in samples[0] for mission in each if mission.kind == RIVER for hex in [mission.hex]}
    assert banks <= set(s.game.bank_hexes)


@pytest.mark.rule("15.3.3")
def test_volkssturm_gives_its_last_level() -> None:
    s = field("two_stars")
    stand(s, 4010, "de_72_105", "de_vs1", cel=1)
    moving(s, "de_72_105")
    do(s, Restore(UnitId("de_vs1")))
    assert s.units["de_vs1"].box == "eliminated"
    assert s.tracks.get("lost_german", 0) == 0
    assert options(s) == [Dig(), Done()]


@pytest.mark.rule("14.2.1", "3.1.5", "14.3.4", "N.22", "12.1.4")
def test_refusals_in_the_movement_phase() -> None:
    s = field("two_stars")
    side = (Hex(5110), Hex(5211))
    stand(s, 5211, "su_254", "su_hq_5", oos=1)
    moving(s, "su_254")
    assert why_not(s, Demolish(side)) == marching.NO_POINTS
    assert why_not(s, Restore(UnitId("su_254"))) == marching.NOT_VOLKSSTURM
    assert s.flow[-1].route(s, Done()) is None
    assert "2 MP left" in prompt(s.game, s.flow[-1])
    s.works[UnitId("su_hq_5")] = (Hex(5211), Hex(5110), 2)
    ask(s, phases.MovementPhase(SOVIET))
    assert why_not(s, Pick(UnitId("su_hq_5"))) == phases.BUILDING
    assert why_not(s, Pick(UnitId("us_69_271"))) == phases.NOT_YOURS
    nysa = field()
    nysa.send("us_69_271", "americans")
    stand(nysa, 4010, "su_254")
    ask(nysa, phases.MovementPhase(SOVIET))
    assert why_not(nysa, Pick(UnitId("us_69_271"))) == phases.NO_AMERICANS_YET
    nysa.set(turn=10)
    nysa.track("american_day", 10)
    assert why_not(nysa, Pick(UnitId("us_69_271"))) == arrivals.ONE_A_DAY
    nysa.send("su_294", "waiting")
    nysa.mark("su_294", zone="C")
    assert [each.unit for each in nysa.flow[-1].reminders(nysa)] == ["su_294"]


@pytest.mark.rule("N.11")
def test_americans_do_not_cross_the_elbe() -> None:
    s = field()
    stand(s, 414, "us_69_271")
    moving(s, "us_69_271")
    assert why_not(s, MoveTo(Hex(514))) == moves.AMERICANS_STOP


@pytest.mark.rule("5.4.2", "5.4.6", "5.4.4")
def test_refused_pursuit() -> None:
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "su_iv_12")
    lane = Lane((Hex(clear), Hex(clear + 1), Hex(clear + 2)), 2)
    frame = Pursue(SOVIET, UnitId("su_iv_12"), (lane,), gone=1)
    assert frame.why_not(s, MoveTo(Hex(clear - 2))) == moves.NOT_ADJACENT
    spent = Pursue(SOVIET, UnitId("su_iv_12"), (lane,), gone=2)
    assert spent.why_not(s, MoveTo(Hex(clear + 1))) == pursuit.FAR_ENOUGH
    no = pursuit.why_not_pursue(s, UnitId("de_rg1"))
    assert isinstance(no, No) and no.rule == "5.4.1"


@pytest.mark.rule("5.3.2", "5.3.3", "5.3.6", "5.3.7", "6.2.4b")
def test_refused_retreats() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a", "de_art_v")
    frame = Retreat(GERMAN, 1, (UnitId("de_545_a"), UnitId("de_art_v")))
    ask(s, frame)
    assert why_not(s, Pick(UnitId("de_art_v"))) == retreat.ROOTED
    assert why_not(s, Pick(UnitId("su_254"))) == retreat.NOT_RETREATING
    for hex, enemy in zip(around[::2], ("su_254", "su_50", "su_111"), strict=True):
        stand(s, hex, enemy)
    no = frame.why_not(s, Pick(UnitId("de_545_a")))
    assert no == moves.at(s, retreat.INTO_ZOC, Hex(around[1]))
    step = RetreatUnit(GERMAN, UnitId("de_545_a"), Hex(clear), 1)
    assert step.why_not(s, MoveTo(Hex(around[1]))) == retreat.INTO_ZOC
    assert step.why_not(s, MoveTo(Hex(2010))) == moves.NOT_ADJACENT
    assert step.why_not(s, Done()) == retreat.NOT_BEGUN
    firm = StandFirm(GERMAN, (UnitId("de_545_a"),), 1)
    assert firm.why_not(s, Lose(UnitId("su_254"))) == retreat.NOT_TO_PAY


@pytest.mark.rule("11.1.2", "11.1.5", "6.2.3")
def test_refused_entries() -> None:
    s = field()
    s.send("de_36ss_91", "waiting")
    s.mark("de_36ss_91", zone="D")
    unit = s.units["de_36ss_91"]
    no = arrivals.entry_points(s, unit, Hex(4010), strategic=False)
    assert isinstance(no, No) and no.rule == "11.1.2"
    s.entering[Hex(4800)] = 7
    assert arrivals.queue_place(s, Hex(4800), 2) == 2
    arrivals.join_queue(s, Hex(4800), 2)
    assert s.entering[Hex(4800)] == 10


@pytest.mark.rule("10.1.1", "4.3.3", "4.3.7", "N.24")
def test_supply_and_control_at_the_seams() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254")
    assert traced_line(s, s.units["su_254"]) == ()
    stars = field("two_stars_three")
    stand(stars, clear, "us_69_271")
    stars.set(control=bytes(2 for _ in stars.control))
    update_control(stars, ALLIED)
    assert owner(stars, Hex(clear)) == "american"
    assert owner(stars, Hex(around[0])) == "german"
    assert lines(stars, ALLIED, "american").budget == 12


@pytest.mark.rule("T.17", "2.2.5", "12.1.1")
def test_the_third_player_and_the_strategic_phase() -> None:
    s = field("two_stars_three")
    ask(s)
    s.flow = (GameTurn(),)
    GameTurn().third_player(s)
    assert s.flow[-1] == PlayerTurn(side=GERMAN)
    stand(s, 4010, "de_545_a", done=MARKED | 2)
    PlayerTurn(side=GERMAN).strategic_movement(s)
    assert options(s) == [Pick(UnitId("de_545_a")), Done()]


@pytest.mark.rule("3.2.1b")
def test_a_full_hex_takes_no_free_unit() -> None:
    s = begun("two_stars")
    assert max(s.ledger["cels"][hex] for hex in s.game.board.marks["us_reserve"]) <= 8
    full = next(hex for hex in s.stacks if s.ledger["cels"][hex] == 8)
    frame = PlaceUnits(ALLIED, UnitId("us_hq_vii"), (), "area", (full,), fortified=True)
    assert frame.why_not(s, Place(full)) == NO_ROOM
    assert say(s.game, Place(full)).startswith("Place in")
    assert isinstance(MoveUnit(SOVIET, UnitId("su_254"), 0, 0).points, str)
