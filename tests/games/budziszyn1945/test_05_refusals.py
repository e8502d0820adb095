"""5.0 Why a unit, a gun or a star takes no part in a combat."""

import pytest

from bridgehead.core.actions import Attack, Cancel, Commit, Done, Drop, MoveTo, Pick
from bridgehead.core.play import options, why_not
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import (
    Fire,
    Lose,
    Mainly,
    Support,
    UseStar,
)
from bridgehead.games.budziszyn1945.rules import abilities as stars
from bridgehead.games.budziszyn1945.rules import (
    artillery,
    assault,
    combat,
    duties,
    losses,
    pursuit,
    retreat,
)
from bridgehead.games.budziszyn1945.rules import attack as attacks
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules.abilities import (
    usable_defending_stars,
)
from bridgehead.games.budziszyn1945.rules.combat import Defend
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses
from bridgehead.games.budziszyn1945.rules.pursuit import Accompany, Lane, Pursue, Pursuit
from bridgehead.games.budziszyn1945.rules.retreat import (
    Retreat,
    RetreatUnit,
    stand_firm,
    step_back,
)
from tests.games.budziszyn1945.field import (
    GERMAN,
    SOVIET,
    ask,
    attack,
    battle,
    begin_combat,
    do,
    field,
    fortify,
    stand,
)
from tests.games.budziszyn1945.fights import facing, retreated


@pytest.mark.rule("15.1.1", "15.1.2a", "15.1.2b", "15.1.2c", "15.1.2d", "15.1.5", "15.1.8", "OPT.1")
def test_why_a_star_is_of_no_use() -> None:
    s, clear, around = facing()
    white, yellow, black = map(UnitId, ("su_52_sp", "su_124", "de_21_22"))
    stand(s, around[0], white, yellow)
    fight = battle(SOVIET, clear, white, yellow)
    assert stars.why_not_star(s, fight, white) == stars.WHITE_WITHOUT_ARMOR
    assert stars.why_not_star(s, fight, yellow) is None
    stand(s, clear, black)
    assert stars.why_not_star(s, fight, white) is None
    counter = battle(GERMAN, around[0], black, "de_691at")
    assert stars.why_not_star(s, counter, black) is None
    assert stars.why_not_star(s, counter, UnitId("de_691at")) == stars.TOWED_STAR
    fortify(s, around[0])
    assert stars.why_not_star(s, counter, black) == stars.BLACK_AGAINST_WORKS
    stand(s, 5213, yellow)
    stand(s, 5112, "de_545_b")
    assert stars.why_not_star(s, battle(SOVIET, 5112, yellow), yellow) == stars.STAR_OVER_RIVER
    off = field(complementary="off")
    assert stars.why_not_star(off, fight, yellow) == works.NOT_PLAYED
    assert stars.why_not_defending_star(off, fight, black) == works.NOT_PLAYED


@pytest.mark.rule("15.1.1", "15.1.2a", "15.1.2b", "15.1.2c", "15.1.5")
def test_which_stars_help_a_defender() -> None:
    s, _, around = facing()
    stand(s, around[0], "su_52_sp", "su_124", "su_254")
    fight = battle(GERMAN, around[0], "de_545_a")
    refused = {
        "su_52_sp": stars.WHITE_WITHOUT_ARMOR,
        "su_124": stars.YELLOW_DEFENDS,
        "su_254": stars.NO_STAR,
        "su_50": stars.NOT_FIGHTING,
    }
    for _ in range(2):  # in the open, then fortified: works help none of them
        assert {id: stars.why_not_defending_star(s, fight, UnitId(id)) for id in refused} == refused
        fortify(s, around[0])
    stand(s, around[2], "de_21_22", "de_691at")
    strike = battle(SOVIET, around[2], "su_254", "su_52_sp")
    assert stars.why_not_defending_star(s, strike, UnitId("de_21_22")) is None
    assert stars.why_not_defending_star(s, strike, UnitId("de_691at")) is None
    attacked = battle(SOVIET, around[2], "su_254")
    assert usable_defending_stars(s, attacked) == ["de_21_22"]


@pytest.mark.rule("6.1.2", "6.3.2", "5.1.5d", "6.1.3", "6.1.4")
def test_why_a_gun_does_not_support_an_attack() -> None:
    s, clear, around = facing()
    near = s.game.board.near
    stand(s, around[0], "su_254")
    stand(s, around[1], "de_545_b")
    apart = {
        many: next(
            hex
            for hex in s.game.board.hexes
            if s.game.ground.distance(hex, Hex(around[0])) == many
            and s.game.ground.distance(hex, Hex(clear)) > 1
        )
        for many in (3, 4)
    }
    stand(s, apart[3], "su_5_art32")
    stand(s, apart[4], "su_5_art33")
    stand(s, apart[3], "su_5_art34", transport=True)
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")))
    assert why_not(s, Support(UnitId("su_5_art33"))) == assault.SUPPORT_TOO_FAR
    assert why_not(s, Support(UnitId("su_5_art34"))) == artillery.NOT_SET_UP
    assert why_not(s, Support(UnitId("de_545_a"))) == duties.NOT_YOURS
    do(s, Support(UnitId("su_5_art32")))
    assert why_not(s, Support(UnitId("su_5_art32"))) == duties.IN_IT_ALREADY
    assert Attack(Hex(around[1])) in options(s)
    beside = next(hex for hex in near[clear] if hex not in (around[0], around[1]))
    stand(s, beside, "su_52_art48")
    do(s, Attack(Hex(around[1])))
    assert why_not(s, Support(UnitId("su_52_art48"))) == duties.GUNS_BESIDE
    assert Support(UnitId("su_52_art48")) not in options(s)


@pytest.mark.rule("5.1.5d", "5.1.5a")
def test_a_gun_that_supports_from_beside_keeps_the_attack_to_one_hex() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, around[1], "de_545_b")
    stand(s, around[3], "su_5_art32")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")), Support(UnitId("su_5_art32")))
    assert Attack(Hex(around[1])) not in options(s)
    assert why_not(s, Attack(Hex(around[1]))) == duties.ONE_HEX


@pytest.mark.rule("6.4.5", "5.1.4a", "5.1.7")
def test_no_fire_where_blood_was_shed_or_must_be() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, clear + 3, "su_5_art32")
    stand(s, clear + 5, "de_545_b")
    phase = attack(s, SOVIET).flow[-1]
    assert phase.why_not(s, Fire(Hex(clear))) == attacks.ATTACKED_DIRECTLY
    assert Fire(Hex(clear)) not in options(s)
    assert Fire(Hex(clear + 5)) in options(s)
    for name in ("hit", "shelled"):
        closed = replace(phase, **{name: (Hex(clear + 5),)})
        assert closed.why_not(s, Fire(Hex(clear + 5))) == attacks.FIRED_AT
        assert Fire(Hex(clear + 5)) not in closed.options(s)
        over = replace(phase, **{name: (Hex(clear),)})
        assert Attack(Hex(clear)) not in over.options(s)


@pytest.mark.rule("5.1.3", "5.1.4c")
def test_no_declaration_leaves_a_bound_unit_without_an_enemy() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, around[1], "su_50")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")))
    assert why_not(s, Commit()) == duties.UNIT_LEFT_OUT
    do(s, Pick(UnitId("su_50")))
    assert why_not(s, Commit()) is None


@pytest.mark.rule("6.3.3", "6.3.6", "6.1.2", "15.1.6a", "15.1.2a")
def test_why_a_defender_is_not_helped() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_art_v", "de_21_22")
    stand(s, around[0], "su_254")
    distance = s.game.ground.distance
    apart = {
        many: next(
            hex
            for hex in s.game.board.hexes
            if distance(hex, Hex(clear)) == many and distance(hex, Hex(around[0])) > 1
        )
        for many in (3, 4)
    }
    stand(s, apart[3], "de_art732")
    stand(s, apart[4], "de_art733")
    begin_combat(s, battle(SOVIET, clear, "su_254"))
    assert why_not(s, Support(UnitId("de_art733"))) == combat.DEFENCE_TOO_FAR
    assert why_not(s, Support(UnitId("de_545_a"))) == artillery.NOT_ARTILLERY
    assert why_not(s, Support(UnitId("su_5_art32"))) == combat.NOT_YOURS
    assert why_not(s, Support(UnitId("de_art_v"))) == artillery.FIRES_ALREADY
    assert why_not(s, UseStar(UnitId("su_254"))) == combat.NOT_YOURS
    assert why_not(s, UseStar(UnitId("de_545_a"))) == stars.NO_STAR
    do(s, UseStar(UnitId("de_21_22")), Drop(UnitId("de_art_v")), Support(UnitId("de_art732")))
    assert why_not(s, UseStar(UnitId("de_21_22"))) == combat.USED_ALREADY
    assert why_not(s, Support(UnitId("de_art_v"))) == combat.HELD_BACK
    assert s.flow[-1].battle.defending_guns == ("de_art732",)
    for id in ("de_545_a", "de_21_22"):
        s.send(id, "aside")
    alone = Defend(GERMAN, battle(SOVIET, clear, "su_254"))
    assert alone.why_not(s, Support(UnitId("de_art732"))) == combat.NOBODY_TO_SUPPORT
    assert alone.supporters(s) == []


@pytest.mark.rule("5.5.3")
def test_only_a_tie_lets_the_defender_choose_the_hex_that_counts() -> None:
    s, clear, around = facing()
    stand(s, around[1], "de_545_b")
    start = next(hex for hex in s.game.board.near[clear] if s.game.board.adjacent(hex, around[1]))
    stand(s, start, "su_254")
    fight = battle(SOVIET, (clear, around[1]), "su_254")
    asked = Defend(GERMAN, fight)
    assert asked.why_not(s, Mainly(Hex(2010))) == combat.NOT_ATTACKED
    chosen = replace(asked, battle=replace(fight, main=Hex(clear)))
    assert chosen.why_not(s, Mainly(Hex(around[1]))) == combat.MAIN_CHOSEN
    assert not [each for each in chosen.options(s) if isinstance(each, Mainly)]
    stand(s, clear, "de_545_c")
    assert asked.why_not(s, Mainly(Hex(around[1]))) == combat.FIXED_MAIN
    assert not [each for each in asked.options(s) if isinstance(each, Mainly)]


@pytest.mark.rule("5.1.8", "15.1.7", "5.3.7", "5.3.8b")
def test_who_may_be_made_to_pay() -> None:
    s, clear, _ = facing()
    stand(s, clear, "de_21_22")
    pair = (UnitId("de_545_a"), UnitId("de_21_22"))
    ask(s, TakeLosses(GERMAN, pair, 2, (UnitId("de_21_22"),)))
    assert why_not(s, Lose(UnitId("su_254"))) == losses.NOT_INVOLVED
    assert why_not(s, Lose(UnitId("de_545_a"))) == losses.ABILITY_FIRST
    do(s, Lose(UnitId("de_21_22")))
    assert options(s) == [Lose(id) for id in pair]
    s.flow = ()
    stand_firm(s, GERMAN, pair, 2, (UnitId("de_21_22"),), "", attacking=False)
    ask(s, *s.flow)
    assert why_not(s, Lose(UnitId("de_545_a"))) == losses.ABILITY_FIRST
    assert why_not(s, Done()) == retreat.SHORT
    step_back(s, UnitId("de_545_a"), Hex(clear + 1), "")
    step_back(s, UnitId("de_545_a"), Hex(clear + 2), "")
    assert why_not(s, Lose(UnitId("de_545_a"))) == retreat.FAR_ENOUGH
    assert why_not(s, Lose(UnitId("su_254"))) == retreat.NOT_TO_PAY


@pytest.mark.rule("5.3.2", "5.3.3", "5.3.4", "15.2.1")
def test_why_a_hex_is_no_way_back() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_rg1")
    unit, rg = UnitId("de_545_a"), UnitId("de_rg1")
    board = s.game.board
    assert Retreat(GERMAN, 1, (unit, rg)).why_not(s, Pick(rg)) == retreat.NEVER_MOVES
    south = next(hex for hex in around if hex == clear + 1)
    beside = next(hex for hex in board.near[south] if hex in around)
    s.put(unit, Hex(south))
    step = RetreatUnit(GERMAN, unit, Hex(clear), 1)
    assert step.why_not(s, MoveTo(Hex(beside))) == retreat.NOT_AWAY
    assert step.why_not(s, MoveTo(Hex(clear))) == retreat.NOT_AWAY
    far = Hex(clear + 2)
    stand(s, far, "de_545_b")
    stand(s, clear + 3, "su_254")
    assert step.why_not(s, MoveTo(far)) is None
    s.mark(unit, cel=1)
    assert step.why_not(s, MoveTo(far)) == retreat.TOO_WEAK
    s.send(UnitId("de_545_b"), "aside")
    assert step.why_not(s, MoveTo(far)) == retreat.INTO_ZOC


@pytest.mark.rule("5.4.1", "5.4.2", "5.4.4", "5.4.6", "5.4.10", "5.4.11")
def test_why_somebody_does_not_pursue() -> None:
    s, clear, around = retreated()
    lane = Lane((Hex(clear), Hex(clear + 1), Hex(clear + 2)), 2)
    frame = Pursuit(SOVIET, ((UnitId("su_iv_12"), Hex(clear - 1)),), (lane,))
    stand(s, 2010, "su_50", "su_hq_52")
    assert frame.why_not(s, Pick(UnitId("su_50"))) == pursuit.NO_VICTOR
    assert frame.why_not(s, Pick(UnitId("su_hq_52"))) == pursuit.NO_VICTOR
    assert frame.why_not(s, Pick(UnitId("su_hq_5"))) == pursuit.NOBODY_TO_FOLLOW
    assert (
        replace(frame, done=(UnitId("su_iv_12"),)).why_not(s, Pick(UnitId("su_iv_12")))
        == pursuit.PURSUED_ALREADY
    )
    goes = Accompany(SOVIET, UnitId("su_hq_5"), (Hex(clear),))
    assert goes.options(s) == [MoveTo(Hex(clear)), Cancel()]
    assert goes.why_not(s, MoveTo(Hex(2010))) == pursuit.OUT_OF_STEP
    s.put(UnitId("su_iv_12"), Hex(clear))
    pursuer = Pursue(SOVIET, UnitId("su_iv_12"), (lane,), gone=1)
    assert pursuer.why_not(s, MoveTo(Hex(clear - 1))) is None
    wide = Pursue(
        SOVIET, UnitId("su_iv_12"), (Lane((Hex(clear + 1), Hex(clear + 2), Hex(clear + 3)), 2),), gone=1
    )
    assert wide.why_not(s, MoveTo(Hex(clear - 1))) == pursuit.OFF_THE_PATH
    fresh = Pursue(SOVIET, UnitId("su_iv_12"), (lane,))
    assert fresh.why_not(s, Done()) == pursuit.NOT_BEGUN
    assert pursuer.why_not(s, Cancel()) == pursuit.ON_THE_WAY
    stand(s, around[3], "de_545_b")
    advance = Pursue(
        SOVIET, UnitId("su_iv_12"), (Lane((Hex(clear),), 2, advance=True),), gone=1, stopped=True
    )
    assert advance.why_not(s, MoveTo(Hex(around[1]))) == pursuit.ZOC_STOPS
