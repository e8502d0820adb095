"""7.5 to 7.7 Retreats, disruption and rally, advance after combat."""

import pytest

from bridgehead.core.actions import Attack, Choose, Commit, Done, MoveTo, Pick, SendTo
from bridgehead.core.play import dice, options, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.core.words import label, say
from bridgehead.games.seelow1945.model.actions import FireAt
from bridgehead.games.seelow1945.model.state import ELIMINATED, EXITED, State
from bridgehead.games.seelow1945.rules.advance import (
    ARTILLERY_STAYS_PUT,
    NOT_A_PARTICIPANT,
    Advance,
    why_not_advance,
)
from bridgehead.games.seelow1945.rules.combat import ATTACKED_BEFORE, Combat
from bridgehead.games.seelow1945.rules.morale import disrupt, rally, rating
from bridgehead.games.seelow1945.rules.odds import combat_modifiers
from bridgehead.games.seelow1945.rules.results import StepOrPerish, StepOrRetreat
from bridgehead.games.seelow1945.rules.retreat import (
    CONTROLLED,
    ENEMY_IN_THE_WAY,
    HEX_BY_HEX,
    IMPASSABLE,
    OFF_MAP,
    VACANT_FIRST,
    GoAlong,
    Retreat,
    Retreater,
    RetreatOrder,
    retreats,
)
from bridgehead.games.seelow1945.rules.steps import NO_ROOM
from tests.games.seelow1945.field import (
    GAME,
    GERMAN,
    GRR,
    GRR2,
    GRR3,
    INF,
    INF2,
    KAG,
    MUN,
    PANTHER,
    PG,
    PG2,
    PZ,
    PZ3,
    RR,
    RR2,
    SOVIET,
    TB,
    VAK,
    ZHUKOV,
    attack,
    barrage,
    do,
    field,
    now,
    phase,
    pick,
    reason,
    said,
    shoot,
    stand,
    unit,
)
from tests.support import ask


def retreating(s: State, *ids: str) -> State:
    """These units have just failed."""
    group = tuple(UnitId(id) for id in ids)
    for id in group:
        s.mark(id, disrupted=True)
    ask(s, retreats(s, group))
    return s


def hexes(s: State) -> set[int]:
    return {action.hex for action in options(s) if isinstance(action, MoveTo)}


@pytest.mark.rule("7.51a", "7.53", "4.27", "7.52")
def test_c26_forced_route() -> None:
    s = field()
    stand(s, 2208, PG2)
    stand(s, 2307, GRR)
    stand(s, 2209, GRR2)
    retreating(s, PG2)
    assert hexes(s) == {2107}
    assert reason(s, MoveTo(Hex(2108))) == CONTROLLED
    assert reason(s, MoveTo(Hex(2307))) == ENEMY_IN_THE_WAY
    do(s, MoveTo(Hex(2107)))
    assert hexes(s) == {2106, 2007, 2008}
    assert why_not(s, MoveTo(Hex(2207))) is not None
    do(s, MoveTo(Hex(2007)))
    assert unit(s, PG2).hex == 2007


@pytest.mark.rule("7.52", "4.27", "7.53")
def test_c26_through_friends_when_nothing_is_vacant() -> None:
    s = field()
    stand(s, 2208, PG2)
    stand(s, 2307, GRR)
    stand(s, 2209, GRR2)
    stand(s, 2107, MUN)
    stand(s, 2108, PZ)
    retreating(s, PG2)
    assert hexes(s) == {2107, 2108}
    assert hexes(do(s.clone(), MoveTo(Hex(2107)))) == {2106, 2007, 2008}
    assert hexes(do(s.clone(), MoveTo(Hex(2108)))) == {2008, 2009}


def overcrowded() -> State:
    s = field()
    stand(s, 2607, RR)
    stand(s, 2506, PG)
    stand(s, 2507, PG2)
    for hex, id in zip(
        (2705, 2806, 2807, 2708, 2808),
        ("su_248_899", "su_248_902", "su_248_905", "su_301_1050", "su_301_1052"),
        strict=True,
    ):
        stand(s, hex, id)
    return s


@pytest.mark.rule("7.52", "7.53", "7.55a", "7.55b")
def test_c27_overcrowded() -> None:
    s = retreating(overcrowded(), RR)
    assert hexes(s) == {2706, 2707}
    do(s, MoveTo(Hex(2706)))
    assert 2806 in hexes(s)
    do(s, MoveTo(Hex(2806)))
    assert unit(s, "su_248_902").disrupted
    assert hexes(s) == {2805, 2905, 2906}
    do(s, MoveTo(Hex(2905)))
    assert unit(s, RR).hex == 2905
    others = ("su_248_899", "su_248_905", "su_301_1050", "su_301_1052")
    assert not any(unit(s, id).disrupted for id in others)


@pytest.mark.rule("7.52", "7.58b")
def test_c27_variants() -> None:
    s = overcrowded()
    s.send(UnitId("su_301_1050"), "aside")
    s.send(UnitId("su_301_1052"), "aside")
    stand(s, 2707, RR2)
    retreating(s, RR)
    assert hexes(s) == {2707}
    do(s, MoveTo(Hex(2707)))
    assert hexes(s) == {2708, 2808}
    do(s, MoveTo(Hex(2808)))
    assert not unit(s, RR2).disrupted
    s = overcrowded()
    stand(s, 2706, MUN)
    stand(s, 2707, INF)
    retreating(s, RR)
    assert unit(s, RR).box == ELIMINATED
    assert not any(u.disrupted for u in s.friends(SOVIET))


@pytest.mark.rule("7.56")
def test_c28_caught_by_antitank_fire() -> None:
    s = field()
    stand(s, 2209, PZ, disrupted=True, ran=True, target=True)
    stand(s, 2209, PZ3)
    stand(s, 2210, TB)
    shoot(s, SOVIET, PZ3, TB, rolls=(6, 1))
    assert unit(s, PZ).box == ELIMINATED
    assert unit(s, PZ3).hex == 2209


@pytest.mark.rule("7.11b", "7.56", "7.12a")
def test_c28_caught_by_an_attack() -> None:
    s = field()
    stand(s, 2209, PZ)
    stand(s, 2209, PG, disrupted=True, ran=True, target=True)
    stand(s, 2210, GRR)
    attack(s, SOVIET, 2209, GRR)
    assert unit(s, PG).box == ELIMINATED
    assert unit(s, GRR).attacked
    assert unit(s, GRR).hex == 2210
    assert s.flow == (), "no die, no advance: the company is still there"
    s = field()
    stand(s, 2209, PG, disrupted=True, target=True)
    stand(s, 2210, GRR)
    stand(s, 2307, INF)
    stand(s, 2308, GRR2)
    phase(s, "combat", SOVIET)
    assert reason(s, Attack(Hex(2209))) == ATTACKED_BEFORE


@pytest.mark.rule("7.56")
def test_a_caught_unit_gives_neither_shift_nor_modifier() -> None:
    s = field()
    stand(s, 2209, INF)
    stand(s, 2209, PZ, disrupted=True, ran=True)
    stand(s, 2210, GRR)
    assert combat_modifiers(s, Hex(2209), [unit(s, GRR)]) == []


@pytest.mark.rule("7.56")
def test_a_caught_regiment_does_not_help_the_attacker_of_zhukov() -> None:
    s = field()
    stand(s, 2209, ZHUKOV)
    stand(s, 2209, RR, disrupted=True, ran=True)
    stand(s, 2210, PG)
    assert combat_modifiers(s, Hex(2209), [unit(s, PG)]) == []


@pytest.mark.rule("7.56", "6.15a")
def test_a_caught_company_needs_no_shot_of_its_own() -> None:
    s = field()
    stand(s, 2209, PZ, disrupted=True, ran=True)
    stand(s, 2209, PZ3)
    stand(s, 2210, TB)
    stand(s, 2208, GRR)
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PZ3)), *pick(TB, GRR))
    assert Commit() in options(s)


@pytest.mark.rule("8.18b", "8.18a")
def test_c28_barrage_hits_who_fled_there() -> None:
    s = field()
    stand(s, 2209, PZ)
    stand(s, 2209, PG, disrupted=True, ran=True)
    stand(s, 2210, RR)
    stand(s, 2509, KAG)
    barrage(s, SOVIET, 2209, KAG, rolls=(6, 1))
    assert unit(s, PG).hex == 2209, "it suffers the result and is not simply lost"


@pytest.mark.rule("7.56", "7.51b")
def test_who_ends_among_friends_is_marked_but_not_within_its_group() -> None:
    s = field()
    stand(s, 2209, PG, PZ)
    stand(s, 2011, PZ3)
    retreating(s, PG, PZ)
    assert isinstance(now(s), RetreatOrder)
    do(s, *pick(PG), MoveTo(Hex(2109)), MoveTo(Hex(2009)))
    assert not unit(s, PG).ran
    assert 2009 in hexes(do(s, MoveTo(Hex(2109))))
    do(s, MoveTo(Hex(2009)))
    assert not unit(s, PZ).ran, "a hex of the same group counts as vacant"
    s = field()
    stand(s, 2208, PG2)
    for hex, id in ((2307, GRR), (2209, GRR2)):
        stand(s, hex, id)
    for hex, id in ((2106, PZ), (2007, PZ3), (2008, PANTHER)):
        stand(s, hex, id)
    retreating(s, PG2)
    do(s, MoveTo(Hex(2107)), MoveTo(Hex(2007)))
    assert unit(s, PG2).ran


@pytest.mark.rule("7.51b", "7.52")
def test_units_from_other_hexes_are_no_group() -> None:
    s = field()
    stand(s, 2209, PZ)
    stand(s, 2210, PZ3)
    retreating(s, PZ, PZ3)
    do(s, *pick(PZ))
    assert 2210 not in hexes(s), "the other one still stands there: not vacant"
    do(s, MoveTo(Hex(2109)), MoveTo(Hex(2009)))
    assert not unit(s, PZ).ran


@pytest.mark.rule("7.53", "7.51a")
def test_streams_and_climbs_never_hinder_swamps_and_rivers_do() -> None:
    s = field()
    stand(s, 1909, TB)
    s.mark(UnitId(TB), disrupted=True)
    retreating(s, TB)
    assert {1809, 1810} <= hexes(s), "over the canal, disrupted as it is"
    assert reason(s, MoveTo(Hex(2010))) == IMPASSABLE
    assert reason(s, MoveTo(Hex(2209))) == HEX_BY_HEX


@pytest.mark.rule("7.52")
def test_vacant_hexes_come_first() -> None:
    s = field()
    stand(s, 2209, RR)
    stand(s, 2210, RR2)
    retreating(s, RR)
    assert 2210 not in hexes(s)
    assert reason(s, MoveTo(Hex(2210))) == VACANT_FIRST


@pytest.mark.rule("7.54", "7.52", "5.27b")
def test_c41_retreat_off_the_map() -> None:
    s = field()
    stand(s, 2001, RR)
    retreating(s, RR)
    assert SendTo(EXITED) in options(s)
    assert {2002} <= hexes(s)
    do(s, SendTo(EXITED))
    assert unit(s, RR).box == EXITED
    assert s.flow == (), "and its retreat is over"
    s = field()
    stand(s, 2002, RR)
    retreating(s, RR)
    do(s, MoveTo(Hex(2001)))
    assert SendTo(EXITED) in options(s)


@pytest.mark.rule("7.54", "7.53")
def test_off_the_map_lies_terrain_like_that_of_the_edge_hex() -> None:
    s = field()
    stand(s, 3201, TB)
    retreating(s, TB)
    assert SendTo(EXITED) not in options(s), "beyond the swamp lies swamp"
    s = field()
    stand(s, 3201, RR)
    retreating(s, RR)
    assert SendTo(EXITED) in options(s)


@pytest.mark.rule("7.58a", "8.33", "7.54")
def test_guns_never_retreat() -> None:
    for mode in (False, True):
        s = field()
        stand(s, 2001, KAG, move_mode=mode)
        retreating(s, KAG)
        assert unit(s, KAG).box == ELIMINATED


@pytest.mark.rule("7.57a", "7.57b")
def test_going_along() -> None:
    s = field()
    stand(s, 2209, INF, PZ)
    for hex, id in ((2208, GRR), (2108, GRR2)):
        stand(s, hex, id)
    attack(s, SOVIET, 2209, GRR, GRR2, rolls=(1,))
    do(s, Choose("retreat"))
    assert isinstance(now(s), GoAlong)
    assert options(s) == [Pick(UnitId(PZ)), Done()]
    s = field()
    stand(s, 1714, VAK, PZ)
    stand(s, 1814, TB)
    shoot(s, SOVIET, PZ, TB, rolls=(4, 6))
    assert not isinstance(now(s), GoAlong), "artillery cannot go along"


@pytest.mark.rule("7.65", "7.64", "7.42b", "2.21c")
def test_disruption_does_not_add_up() -> None:
    s = field()
    stand(s, 2209, GRR)
    disrupt(s, UnitId(GRR), rule="7.65")
    disrupt(s, UnitId(GRR), rule="7.65")
    assert rating(s, unit(s, GRR)) == 2


@pytest.mark.rule("7.66a", "7.66b", "7.68", "11.32", "11.31")
def test_c37_rally() -> None:
    def recovers(scenario: str, id: str, die: int, reduced: bool) -> bool:
        s = field(scenario)
        stand(s, 2205, id, disrupted=True, reduced=reduced)
        stand(s, 2204, "su_295_1038" if unit(s, id).side == GERMAN else PG2)
        with dice(s, die):
            rally(s, unit(s, id))
        return not unit(s, id).disrupted

    assert [recovers("seelow", RR, die, True) for die in range(1, 7)] == [True, True, *[False] * 4]
    assert [recovers("seelow", PG, die, False) for die in range(1, 7)] == [*[True] * 4, False, False]
    assert [recovers("kustrin", PG, die, False) for die in range(1, 7)] == [True, True, *[False] * 4]
    assert not any(recovers("kustrin", "ge_kus_vs", die, True) for die in range(1, 7))
    assert [recovers("kustrin", "su_47g_137", die, False) for die in range(1, 7)] == [
        *[True] * 4,
        False,
        False,
    ]


@pytest.mark.rule("7.72", "7.74", "7.75", "7.76", "7.77a", "7.77b", "7.78", "7.2-6")
def test_c29_soviet_advance() -> None:
    s = field()
    stand(s, 2209, INF, reduced=True)
    stand(s, 2109, PG)
    for hex, id in ((2208, GRR), (2210, GRR2), (2309, GRR3), (2308, KAG)):
        stand(s, hex, id)
    attack(s, SOVIET, 2209, GRR, GRR2, GRR3, KAG, rolls=(1,))
    assert unit(s, INF).box == ELIMINATED
    frame = now(s)
    assert isinstance(frame, Advance)
    assert set(frame.able) == {GRR, GRR2, GRR3}
    assert why_not_advance(s, UnitId(KAG), Hex(2209), (UnitId(KAG),)) is ARTILLERY_STAYS_PUT
    assert why_not_advance(s, UnitId(RR), Hex(2209), frame.able) is NOT_A_PARTICIPANT
    do(s, *pick(GRR))
    assert unit(s, GRR).hex == 2209, "in spite of enemy ZOC"
    assert not isinstance(now(s), Advance), "only one"
    assert why_not_advance(s, UnitId(GRR2), Hex(2209), frame.able) == replace(NO_ROOM, hex=2209)
    assert s.ledger["soviet_zoc"][2109], "its ZOC counts at once"


@pytest.mark.rule("7.77a", "7.73")
def test_an_advance_may_be_declined_and_costs_nothing() -> None:
    s = field(turn=1)
    stand(s, 1908, RR, reduced=True, disrupted=True)
    stand(s, 1809, MUN, PZ)
    attack(s, GERMAN, 1908, MUN, PZ, rolls=(1,))
    do(s, Choose("retreat"))
    while isinstance(now(s), Retreat):
        do(s, options(s)[0])
    assert isinstance(now(s), Advance), "over the stream, on the frozen turn"
    assert do(s.clone(), Done()).flow == ()
    do(s, *pick(PZ))
    assert unit(s, PZ).hex == 1908
    advanced = said(s, "Advanced")
    assert (advanced.unit, advanced.hex) == (PZ, 1908)


@pytest.mark.rule("7.72")
def test_who_was_thrown_back_does_not_advance() -> None:
    s = field()
    stand(s, 2208, PG)
    stand(s, 2308, PZ, disrupted=True)
    attackers = (UnitId(PG), UnitId(PZ))
    posts = (Hex(2208), Hex(2310))
    ask(s, Combat(side=GERMAN, hex=Hex(2209), attackers=attackers, posts=posts, at=4))
    frame = now(s)
    assert isinstance(frame, Advance)
    assert frame.able == (PG,), "the company retreated, though it ended next to the hex"


@pytest.mark.rule("7.71", "7.56", "7.77b")
def test_advance_after_fire_by_all_who_fired_at_the_hex() -> None:
    s = field()
    stand(s, 1809, PZ, PZ3)
    for hex, id in ((1708, TB), (1908, GRR)):
        stand(s, hex, id)
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PZ)), *pick(GRR), Commit(), rolls=(6,))
    do(s, FireAt(UnitId(PZ3)), *pick(TB), Commit(), rolls=(1,))
    assert unit(s, PZ3).box == ELIMINATED
    assert not isinstance(now(s), Advance), "the other company still holds the hex"
    s = field()
    stand(s, 1809, PZ3)
    stand(s, 1809, PZ, ran=True, disrupted=True)
    for hex, id in ((1708, TB), (1908, GRR)):
        stand(s, hex, id)
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PZ3)), *pick(TB), Commit(), rolls=(1,))
    frame = now(s)
    assert isinstance(frame, Advance)
    assert frame.able == (TB,)


@pytest.mark.rule("7.51b", "7.55a")
def test_a_stack_may_part() -> None:
    s = field()
    stand(s, 2209, INF, PZ)
    stand(s, 2007, INF2)
    retreating(s, INF, PZ)
    do(s, *pick(PZ), MoveTo(Hex(2208)), MoveTo(Hex(2207)))
    do(s, MoveTo(Hex(2210)), MoveTo(Hex(2211)))
    assert (unit(s, PZ).hex, unit(s, INF).hex) == (2207, 2211)
    assert GAME.board.distance(2209, 2211) == 2


@pytest.mark.rule("7.66c", "7.55b")
def test_overcrowding_disrupts_guns_too() -> None:
    s = overcrowded()
    s.send(UnitId("su_248_902"), "aside")
    stand(s, 2806, KAG)
    retreating(s, RR)
    do(s, MoveTo(Hex(2706)), MoveTo(Hex(2806)))
    assert unit(s, KAG).disrupted
    with dice(s, 3):
        rally(s, unit(s, KAG))
    assert not unit(s, KAG).disrupted


@pytest.mark.rule("7.52")
def test_a_hex_with_zhukov_alone_is_not_vacant() -> None:
    s = field()
    stand(s, 2209, RR)
    stand(s, 2210, ZHUKOV)
    retreating(s, RR)
    assert 2210 not in hexes(s)


def alley() -> State:
    """Units in 2209 can only go by 2210 to a hex in which a German company stands, and no further."""
    s = field()
    near = s.ground.near
    second = next(hex for hex in near[2210] if hex != 2209 and hex not in near[2209])
    closed = {*near[2209], *near[2210], *near[second]} - {Hex(2209), Hex(2210), second}
    soviet = [id for id in s.game.counters if id.startswith("su_") and id != ZHUKOV]
    for id, hex in zip(soviet, sorted(closed), strict=False):
        stand(s, hex, id, disrupted=True)
    stand(s, second, PZ3)
    return s


@pytest.mark.rule("7.57b", "7.58b")
def test_who_goes_along_and_finds_no_room_stays() -> None:
    s = alley()
    stand(s, 2209, PG, PZ)
    ask(s, retreats(s, (UnitId(PG),), (UnitId(PZ),)))
    do(s, *pick(PG))
    while isinstance(now(s), Retreat):
        do(s, options(s)[0])
    assert unit(s, PG).hex != 2209
    assert (unit(s, PZ).hex, unit(s, PZ).disrupted) == (2209, False), "it is in its hex, and as it was"
    assert said(s, "Stayed").unit == PZ
    s = alley()
    stand(s, 2209, PG, PZ)
    ask(s, retreats(s, (UnitId(PG), UnitId(PZ))))
    do(s, *pick(PG))
    while isinstance(now(s), Retreat):
        do(s, options(s)[0])
    assert unit(s, PZ).box == ELIMINATED, "who must retreat and cannot is lost"


@pytest.mark.rule("7.57b")
def test_who_goes_along_is_disrupted_when_it_goes() -> None:
    s = field()
    stand(s, 2209, PG, PZ)
    ask(s, retreats(s, (UnitId(PG),), (UnitId(PZ),)))
    assert not unit(s, PZ).disrupted
    do(s, *pick(PZ))
    assert unit(s, PZ).disrupted


@pytest.mark.rule("7.44a", "7.58a", "7.58b")
def test_a_retreat_that_cannot_be_made_is_said_before_it_is_chosen() -> None:
    def asked(*units: str, **condition: bool) -> StepOrRetreat:
        s = field()
        stand(s, 2209, *units, **condition)
        stand(s, 2208, GRR)
        stand(s, 2108, GRR2)
        attack(s, SOVIET, 2209, GRR, GRR2, rolls=(1,))
        frame = now(s)
        assert isinstance(frame, StepOrRetreat)
        return frame

    free = asked(INF)
    assert (type(free), free.lost) == (StepOrRetreat, ())
    guns = asked(VAK)
    assert (type(guns), guns.lost) == (StepOrPerish, (VAK,))
    assert say(GAME, guns).endswith("can't retreat and will be eliminated")
    assert label(GAME, guns, Choose("retreat")) == "Retreat; units that can't are eliminated"
    assert label(GAME, free, Choose("retreat")) == "Retreat"


@pytest.mark.rule("7.55a")
def test_a_retreat_that_goes_on_stays_two_hexes_away_and_does_not_turn_back() -> None:
    s = field()
    stand(s, 2209, RR)
    near = s.ground.near
    looking = Retreater(s, UnitId(RR), Hex(2209), ())
    second = next(hex for hex in near[near[2209][0]] if len(set(near[hex]) & set(near[2209])) == 2)
    first, beside = sorted(set(near[second]) & set(near[2209]))
    assert {first, beside} & set(looking.onward((first, second))) == set()
    third = looking.onward((first, second))[0]
    assert second not in looking.onward((first, second, third)), "it has been there"
    assert all(GAME.board.distance(2209, hex) >= 2 for hex in looking.onward((first, second)))


@pytest.mark.rule("7.11b", "7.56", "7.12a")
def test_which_hexes_with_units_that_ran_may_be_attacked_again() -> None:
    def refused(**others: dict[str, bool]) -> No | None:
        s = field()
        stand(s, 2209, PG, disrupted=True, ran=True, target=True)
        stand(s, 2210, GRR)
        stand(s, 2307, INF2)
        stand(s, 2308, GRR2)
        for id, condition in others.items():
            stand(s, 2209, id, **condition)
        return reason(phase(s, "combat", SOVIET), Attack(Hex(2209)))

    assert refused() == ATTACKED_BEFORE
    assert refused(**{INF: {}}) is None, "one that has not been attacked"
    assert refused(**{PZ: {}}) is None, "armor that was there before"
    assert refused(**{PZ: {"ran": True}}) == ATTACKED_BEFORE, "armor that ran there too"
    assert refused(**{INF: {"target": True}}) == ATTACKED_BEFORE


@pytest.mark.rule("7.57a")
def test_who_goes_along_is_named_once() -> None:
    s = field()
    stand(s, 2209, PG, PZ)
    ask(s, GoAlong(GERMAN, (UnitId(PG),), (UnitId(PZ), UnitId(PZ3))))
    do(s, *pick(PZ))
    frame = now(s)
    assert isinstance(frame, GoAlong)
    assert (frame.may, frame.along, frame.group) == ((PZ3,), (PZ,), (PG, PZ))
    assert options(s) == [Pick(UnitId(PZ3)), Done()]


@pytest.mark.rule("7.54", "7.55a")
def test_a_retreat_that_goes_on_leaves_the_map_from_the_hex_it_is_in() -> None:
    s = field()
    stand(s, 1310, INF)
    looking = Retreater(s, UnitId(INF), Hex(1310), ())
    assert OFF_MAP in looking.onward((Hex(1111), Hex(1010)))
    assert OFF_MAP not in looking.onward((Hex(1010), Hex(1111)))


@pytest.mark.rule("7.55a")
def test_a_retreat_that_goes_on_takes_vacant_hexes_first() -> None:
    s = field()
    stand(s, 2209, INF)
    looking = Retreater(s, UnitId(INF), Hex(2209), ())
    path = (Hex(2210), Hex(2211))
    free = looking.onward(path)
    germans = [id for id in s.units if s.counter(id).side == GERMAN]
    companies = [id for id in germans if s.counter(id).stack == 1]
    stand(s, free[0], companies[0])
    assert len(free) > 1
    assert looking.onward(path) == free[1:], "not where a friend is"
    for id, hex in zip(companies[1:], free[1:], strict=False):
        stand(s, hex, id)
    assert looking.onward(path) == free, "then where there is room"


@pytest.mark.rule("7.52", "7.54")
def test_off_the_map_by_a_friends_hex_is_no_way_while_there_are_vacant_ones() -> None:
    s = field()
    stand(s, 2002, RR)
    stand(s, 2001, RR2)
    retreating(s, RR)
    assert 2001 not in hexes(s)
    assert reason(s, MoveTo(Hex(2001))) == VACANT_FIRST


@pytest.mark.rule("7.57a", "7.51b")
def test_the_last_of_a_group_retreats_without_being_asked_for() -> None:
    s = field()
    stand(s, 2209, INF, PZ)
    retreating(s, INF, PZ)
    frame = now(s)
    assert isinstance(frame, RetreatOrder)
    assert (frame.side, frame.waiting) == (GERMAN, (INF, PZ))
    do(s, *pick(PZ), MoveTo(Hex(2109)), MoveTo(Hex(2009)))
    frame = now(s)
    assert isinstance(frame, Retreat)
    assert (frame.unit, frame.group) == (INF, (INF, PZ))
    do(s, MoveTo(Hex(2109)), MoveTo(Hex(2009)))
    assert s.flow == ()
