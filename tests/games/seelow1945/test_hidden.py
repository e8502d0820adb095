"""6.13 Closed stacks: what a side may see, and what it may not."""

import pytest

from bridgehead.core.actions import Choose, Pick
from bridgehead.core.codec import load, save
from bridgehead.core.play import determinize, options, push, setup, view
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.seelow1945.hidden import hidden_from
from bridgehead.games.seelow1945.model.actions import Raise
from bridgehead.games.seelow1945.model.state import State, Unit, concealed
from bridgehead.games.seelow1945.rules.combat import PlanAttack
from bridgehead.games.seelow1945.rules.morale import rally
from bridgehead.games.seelow1945.rules.movement import MoveUnit
from bridgehead.games.seelow1945.rules.retreat import GoAlong
from bridgehead.games.seelow1945.rules.steps import allowance
from bridgehead.games.seelow1945.view import OVERLAYS
from tests.games.seelow1945.field import (
    FLAK,
    GAME,
    GERMAN,
    INF,
    KAG,
    PANTHER,
    PANTHER2,
    PG,
    PZ,
    RR,
    SOVIET,
    STUG,
    STUG2,
    TB,
    TIGER1,
    ZHUKOV,
    barrage,
    do,
    field,
    phase,
    shoot,
    stand,
    unit,
)
from tests.support import ask


def stacks(setting: str) -> State:
    s = field(stacks=setting)
    stand(s, 1809, PANTHER, PANTHER2, TIGER1)
    stand(s, 1405, STUG, STUG2)
    stand(s, 1908, TB)
    s.set(phase="barrage", actor=SOVIET)
    return s


@pytest.mark.rule("6.13b")
def test_only_the_top_unit_and_the_number_are_seen() -> None:
    s = stacks("closed")
    assert hidden_from(s, SOVIET) == {PANTHER, PANTHER2, STUG}
    assert hidden_from(s, GERMAN) == frozenset()
    shown = view(s, SOVIET)
    assert shown.stacks["1809"] == ("", "", TIGER1)
    assert len(shown.backs) == 3
    assert PANTHER not in {u["id"] for u in shown.units}
    assert hidden_from(stacks("open"), SOVIET) == frozenset()


@pytest.mark.rule("6.13b")
def test_stacks_are_open_to_the_firer_and_then_the_attacker() -> None:
    s = stacks("closed")
    for name, actor, hidden in (
        ("antitank", SOVIET, 0),
        ("combat", SOVIET, 0),
        ("antitank", GERMAN, 3),
        ("movement", SOVIET, 3),
    ):
        s.set(phase=name, actor=actor)
        assert len(hidden_from(s, SOVIET)) == hidden
    s.set(phase="antitank", actor=SOVIET)
    assert len(hidden_from(s, None)) == 3, "an onlooker does not look into stacks"


@pytest.mark.rule("6.13b")
def test_the_owner_may_lay_another_unit_on_top() -> None:
    s = stacks("closed")
    phase(s, "movement", GERMAN)
    do(s, Raise(UnitId(PANTHER)))
    assert s.stacks[unit(s, PANTHER).hex][-1] == PANTHER
    assert Raise(UnitId(PANTHER)) not in options(s)
    assert concealed(s, unit(s, TIGER1))
    phase(stacks("open"), "movement", GERMAN)


@pytest.mark.rule("6.13b")
def test_a_unit_named_in_fire_is_known_until_it_moves() -> None:
    s = field(stacks="closed")
    stand(s, 2209, PG, PZ)
    stand(s, 2210, RR)
    stand(s, 2509, KAG)
    s.set(phase="barrage", actor=SOVIET)
    assert hidden_from(s, SOVIET) == {PG}
    barrage(s, SOVIET, 2209, KAG, rolls=(6, 1))
    assert hidden_from(s, SOVIET) == frozenset()
    assert s.reveals == 1
    s.put(UnitId(PG), unit(s, PG).hex)
    s.lay_on_top(UnitId(PZ))
    assert hidden_from(s, SOVIET) == {PG}


@pytest.mark.rule("6.13b")
def test_what_befalls_a_hidden_unit_is_told_to_its_owner_alone() -> None:
    s = stacks("closed")
    s.mark(UnitId(PANTHER), disrupted=True)
    s.log = []
    rally(s, unit(s, PANTHER))
    assert [told.only for told in s.log] == [(GERMAN,)]


@pytest.mark.rule("6.13b")
def test_guesses_look_the_same() -> None:
    s = stacks("closed")
    stand(s, 2209, PG, PZ)
    phase(s, "movement", SOVIET)
    worlds = {determinize(s, SOVIET, seed).stacks[unit(s, PANTHER).hex] for seed in range(20)}
    assert len(worlds) > 1
    for seed in range(20):
        guess = determinize(s, SOVIET, seed)
        assert view(guess, SOVIET) == view(s, SOVIET)
        rebuilt = load(save(guess), GAME)
        assert rebuilt.ledger == guess.ledger
        assert all(sum(GAME.counters[u].stack for u in stack) <= 3 for stack in guess.stacks.values())


@pytest.mark.rule("6.13b")
def test_nothing_hidden_is_told_to_the_enemy() -> None:
    for scenario in ("kustrin", "seelow"):
        s = setup(GAME, scenario, 5)
        push(s, Choose("default"))
        count = 0
        while s.flow and count < 1500:
            choices = options(s)
            hidden = hidden_from(s, SOVIET)
            told = push(s, choices[(count * 7919) % len(choices)])
            still = hidden & hidden_from(s, SOVIET)
            count += 1
            for each in told:
                if each.known_to(SOVIET):
                    assert not any(f"'{id}'" in repr(each.event) for id in still), each


@pytest.mark.rule("6.13b")
def test_the_firer_sees_what_he_fires_at() -> None:
    s = stacks("closed")
    shoot(s, SOVIET, PANTHER, TB, rolls=(6,))
    assert unit(s, PANTHER).known


def test_overlays() -> None:
    s = stacks("open")
    nowhere, nobody = unit(s, PG).hex, UnitId("")
    reach = OVERLAYS["reach"](s, SOVIET, nowhere, UnitId(TB))
    assert reach.hexes
    assert OVERLAYS["reach"](stacks("closed"), SOVIET, nowhere, UnitId(PANTHER)).hexes == {}
    zoc = OVERLAYS["zoc"](s, SOVIET, nowhere, nobody)
    assert 1908 in zoc.hexes
    sight = OVERLAYS["sight"](s, SOVIET, nowhere, nobody)
    assert 1809 in sight.hexes
    assert len(OVERLAYS["control"](s, SOVIET, nowhere, nobody).hexes) == 15
    s = field("kustrin")
    stand(s, 3503, "ge_kus_vs")
    lines = OVERLAYS["communication"](s, GERMAN, nowhere, nobody).lines
    assert lines[0][0] == 3503


@pytest.mark.rule("6.13b", "7.55a")
def test_a_crowded_stack_can_still_be_guessed_at() -> None:
    """In the middle of a retreat a hex may hold more than its limit; guesses about it must not fail."""
    s = setup(GAME, "seelow", 1, stacks="closed")
    push(s, Choose("default"))
    push(s, Choose("default"))
    for more in ("ge_20pg_76_1", "ge_20pg_76_2", "ge_20pg_90_1"):
        s.put(UnitId(more), s.units[UnitId("ge_20pg_90_2")].hex)
    assert len(hidden_from(s, SOVIET)) > 2
    guess = determinize(s, SOVIET, 5)
    assert view(guess, SOVIET) == view(s, SOVIET)
    assert determinize(determinize(s, SOVIET, 6), SOVIET, 5).same_as(guess)


def lay(s: State, seed: int, hex: int) -> tuple[UnitId, ...]:
    """Who lies in a hex by a guess of the Soviet player."""
    return determinize(s, SOVIET, seed).stacks[Hex(hex)]


@pytest.mark.rule("6.13b", "12.12")
def test_what_has_not_moved_is_where_its_set_up_list_allows() -> None:
    s = setup(GAME, "seelow", 1, stacks="closed")
    push(s, Choose("default"))
    push(s, Choose("default"))
    guesses = [determinize(s, SOVIET, seed) for seed in range(40)]
    for guess in guesses:
        for hex, stack in guess.stacks.items():
            for id in stack:
                assert hex in s.campaign.berths[id].hexes, f"{id} is not deployed in {hex}"
    assert {guess.stacks[Hex(1809)] for guess in guesses} == {
        (UnitId(PANTHER), UnitId(PANTHER2), UnitId(TIGER1)),
        (UnitId(PANTHER2), UnitId(PANTHER), UnitId(TIGER1)),
    }, "only that battalion is deployed there"


@pytest.mark.rule("6.13b")
def test_what_has_moved_may_be_any_that_has_moved() -> None:
    s = stacks("closed")
    stand(s, 2209, PG, PZ)
    below = {lay(s, seed, 1405)[0] for seed in range(60)}
    assert below == {PANTHER, PANTHER2, STUG, PG}
    assert {lay(s, seed, 2209)[0] for seed in range(60)} == below
    s.mark(UnitId(STUG), came=False)
    assert {lay(s, seed, 1405)[0] for seed in range(60)} == {STUG}, "it alone has stayed"


@pytest.mark.rule("4.12", "6.13b")
def test_a_battalion_is_not_guessed_where_two_companies_lie() -> None:
    s = stacks("closed")
    stand(s, 2209, PG, PZ)
    assert not any(PG in lay(s, seed, 1809) for seed in range(60)), "one point is left for each"


@pytest.mark.rule("6.13b", "4.21")
def test_disruption_nobody_can_see_is_dealt_too() -> None:
    s = stacks("closed")
    stand(s, 2209, PG, PZ)
    s.mark(UnitId(PANTHER), disrupted=True)
    worlds = [determinize(s, SOVIET, seed) for seed in range(60)]
    ill = {(unit.hex, world.stacks[unit.hex].index(unit.id)) for world in worlds for unit in ailing(world)}
    assert ill == {(1809, 0), (1809, 1), (2209, 0)}, "around 1405 it would be felt"
    assert all(len(ailing(world)) == 1 for world in worlds)


@pytest.mark.rule("6.13b", "4.21")
def test_disruption_that_zones_of_control_betray_is_known() -> None:
    s = stacks("closed")
    s.mark(UnitId(STUG2), disrupted=True)
    s.mark(UnitId(PANTHER), disrupted=True)
    for seed in range(60):
        guess = determinize(s, SOVIET, seed)
        top = guess.stacks[Hex(1405)][0]
        assert not guess.units[top].disrupted, "somebody in 1405 exerts the zone that is felt"
    s.mark(UnitId(STUG), disrupted=True)
    s.mark(UnitId(PANTHER), disrupted=False)
    for seed in range(60):
        guess = determinize(s, SOVIET, seed)
        assert guess.units[guess.stacks[Hex(1405)][0]].disrupted, "no zone is felt around 1405"


@pytest.mark.rule("6.13b", "4.21")
def test_which_of_two_hidden_units_is_disrupted_is_open_where_one_zone_is_felt() -> None:
    s = stacks("closed")
    stand(s, 2209, PG, PZ)
    s.mark(UnitId(TIGER1), disrupted=True)
    s.mark(UnitId(PANTHER), disrupted=True)
    where = set()
    for seed in range(40):
        guess = determinize(s, SOVIET, seed)
        lying = [guess.units[id].disrupted for id in guess.stacks[Hex(1809)]]
        assert lying[2], "everybody sees the top unit"
        assert lying[:2].count(True) == 1, "one of them exerts the zone that is felt"
        assert len(ailing(guess)) == 2, "and nobody else ails for it"
        where.add(lying.index(True))
    assert where == {0, 1}


@pytest.mark.rule("6.13b", "4.22")
def test_foot_is_told_by_the_swamp_it_controls() -> None:
    s = field(stacks="closed")
    stand(s, 2009, INF, STUG)
    stand(s, 2405, PANTHER, PZ)
    assert s.ground.board.terrain[2010] == "swamp"
    assert s.ledger["german_zoc"][2010], "no tank controls it"
    assert {lay(s, seed, 2009)[0] for seed in range(40)} == {INF}
    s.mark(UnitId(INF), disrupted=True)
    assert not s.ledger["german_zoc"][2010]
    below = set()
    for seed in range(60):
        guess = determinize(s, SOVIET, seed)
        one = guess.units[guess.stacks[Hex(2009)][0]]
        below.add((one.id, one.disrupted))
    assert (UnitId(INF), False) not in below, "it would be felt"
    assert {id for id, _ in below} == {INF, PANTHER}


@pytest.mark.rule("6.13b", "10.13c")
@pytest.mark.parametrize("stack", [(RR, ZHUKOV), (ZHUKOV, RR)])
def test_the_german_player_guesses_at_who_is_with_zhukov(stack: tuple[str, str]) -> None:
    s = field(stacks="closed")
    stand(s, 2209, *stack)
    stand(s, 2205, PG)
    assert hidden_from(s, GERMAN) == {stack[0]}
    for seed in range(5):
        guess = determinize(s, GERMAN, seed)
        assert view(guess, GERMAN) == view(s, GERMAN)
        assert guess.ledger == s.ledger


@pytest.mark.rule("6.13b")
def test_where_nothing_is_hidden_a_guess_is_the_truth() -> None:
    s = stacks("open")
    guess = determinize(s, SOVIET, 3)
    assert (guess.units, guess.stacks) == (s.units, s.stacks)


def ailing(s: State) -> list[Unit]:
    return [unit for unit in s.units.values() if unit.disrupted]


@pytest.mark.rule("6.13b", "7.57b")
def test_who_goes_along_is_no_artillery() -> None:
    s = field(stacks="closed")
    stand(s, 2209, PG, STUG)
    stand(s, 1405, FLAK, STUG2)
    ask(s, GoAlong(GERMAN, (UnitId(STUG),), (UnitId(PG),)))
    assert {lay(s, seed, 2209)[0] for seed in range(40)} == {PG}
    s.flow = ()
    assert {lay(s, seed, 2209)[0] for seed in range(40)} == {PG, FLAK}


@pytest.mark.rule("6.13b")
def test_what_is_picked_and_not_committed_stays_secret() -> None:
    s = field(stacks="closed")
    stand(s, 2209, PG, STUG)
    stand(s, 2210, RR)
    s.set(phase="combat", actor=GERMAN)
    ask(s, PlanAttack(GERMAN, unit(s, RR).hex, (UnitId(PG), UnitId(STUG))))
    frame = determinize(s, SOVIET, 3).flow[-1]
    assert isinstance(frame, PlanAttack)
    assert frame.attackers == (STUG,)
    assert determinize(s, GERMAN, 3).flow[-1] == s.flow[-1]


@pytest.mark.rule("6.13b", "5.26")
def test_what_is_in_hand_and_has_not_moved_is_not_betrayed_by_its_points() -> None:
    s = field(stacks="closed")
    stand(s, 2209, INF, STUG)
    stand(s, 2405, PANTHER, PZ)
    stand(s, 2701, RR)
    phase(s, "movement", GERMAN)
    do(s, Pick(UnitId(INF)))
    points = set()
    for seed in range(12):
        guess = determinize(s, SOVIET, seed)
        frame = guess.flow[-1]
        assert isinstance(frame, MoveUnit)
        assert frame.mp == allowance(guess, guess.units[frame.unit])
        points.add(frame.mp)
    assert points == {4, 10}


@pytest.mark.rule("6.13b", "11.44")
def test_the_points_a_side_is_shown_count_no_hidden_garrison() -> None:
    s = field("kustrin", stacks="closed")
    stand(s, 1002, "ge_kus_vs")
    assert track(s, SOVIET) == track(s, GERMAN) == 5
    stand(s, 1002, "ge_ss502_1")
    assert (track(s, SOVIET), track(s, GERMAN)) == (0, 5)


def track(s: State, side: Side) -> int:
    points: int = view(s, side).facts["tracks"][1]["value"]
    return points
