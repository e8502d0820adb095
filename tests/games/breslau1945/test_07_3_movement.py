"""7.3 Tactical Movement and Defensive Fire on the way."""

from pathlib import Path

import pytest

from bridgehead.core.actions import Cancel, Commit, Done, MoveTo, Pick
from bridgehead.core.chance import advanced, mixed
from bridgehead.core.match import Match
from bridgehead.core.play import decision, options, push, setup
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.breslau1945.model.actions import Everyone, HoldFire, ReleaseGas
from bridgehead.games.breslau1945.model.state import State, Unit, take_control
from bridgehead.games.breslau1945.rules.defence import DefensiveFire
from bridgehead.games.breslau1945.rules.movement import (
    ENEMY_THERE,
    FULL,
    HEMMED_IN,
    IN_STRETCHES,
    NO_EXIT,
    NO_LINK,
    NO_MOVEMENT,
    NOT_CROWDED,
    NOT_NEXT,
    NOT_YOURS,
    OFF_MAP,
    ONE_AT_A_TIME,
    OVERSTACKED,
    RIVER,
    WAY_BARRED,
    MoveUnit,
    Surplus,
    TacticalMovement,
    can_go_on,
    entry_cost,
    legs,
    overstacked,
)
from bridgehead.games.breslau1945.rules.redeployment import HoldBack, Withdrawal
from bridgehead.games.breslau1945.rules.reserves import MapToReserves
from bridgehead.games.breslau1945.rules.sequence import GameTurn
from bridgehead.games.breslau1945.rules.supply import LandingStrip
from bridgehead.games.breslau1945.rules.train import ONE_AT_A_TIME as ONE_AT_A_TIME_TRAIN
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    ask,
    assault,
    at,
    called,
    caused_at,
    deciding,
    dice,
    do,
    faces_that_hit,
    field,
    frame,
    is_soviet,
    move,
    movement,
    offered_hexes,
    offered_units,
    refused,
    unit,
)
from tests.support import bare


@pytest.mark.rule("7.3", "7.3.2b")
@pytest.mark.parametrize(
    ("here", "to", "german", "soviet"),
    [(119, 219, 1, 1), (219, 320, 1, 2), (418, 419, 1, 2), (819, 820, 2, 3), (1513, 1512, 1, 2)],
)
def test_the_price_is_that_of_the_moving_side(here: int, to: int, german: int, soviet: int) -> None:
    s = at(at(field(), 101, "21 VS"), 2640, "372/218")
    assert entry_cost(s, s.units[unit("21 VS")], Hex(here), Hex(to)) == german
    assert entry_cost(s, s.units[unit("372/218")], Hex(here), Hex(to)) == soviet


@pytest.mark.rule("7.3.4", "13.5")
def test_hex_by_hex_and_never_off_the_map() -> None:
    s = at(field(), 101, "372/218")
    regiment = s.units[unit("372/218")]
    assert entry_cost(s, regiment, Hex(101), Hex(103)) is NOT_NEXT
    assert set(GAME.board.near[101]) == {102, 201}
    movement(s, SOVIET)
    do(s, Pick(unit("372/218")))
    assert all(hex in GAME.board for hex in offered_hexes(s))
    refused(s, MoveTo(Hex(100)))


@pytest.mark.rule("13.2", "13.3")
def test_the_oder_and_its_bridges() -> None:
    s = at(field(), 1513, "21 VS")
    mover = s.units[unit("21 VS")]
    assert entry_cost(s, mover, Hex(1412), Hex(1411)) is RIVER
    assert entry_cost(s, mover, Hex(1512), Hex(1511)) == 2
    assert entry_cost(s, mover, Hex(1715), Hex(1716)) == No(
        "2.6b", "this Bridge can be entered only from Werderbrücken, north bank (1816)"
    )
    assert entry_cost(s, mover, Hex(1713), Hex(1614)) is NOT_NEXT
    assert entry_cost(s, mover, Hex(1719), Hex(1818)) == 1
    assert entry_cost(s, mover, Hex(1918), Hex(1818)) is NO_LINK
    bridges = [hex for hex in GAME.board.hexes if GAME.tables.ground[hex] == "bridge"]
    assert bridges == [1512, 1614, 1716, 1818, 2119]
    for hex in GAME.board.hexes:
        for to in GAME.board.near[hex]:
            if {GAME.tables.ground[hex], GAME.tables.ground[to]} == {"bridge"}:
                assert isinstance(entry_cost(s, mover, Hex(hex), Hex(to)), No)


@pytest.mark.rule("13.2")
def test_the_oder_parts_the_map_in_two() -> None:
    stream = {hex for hex in GAME.board.hexes if GAME.tables.ground[hex] in ("river", "bridge")}
    seen = {1516}
    waiting = [1516]
    for here in waiting:
        for to in GAME.board.near[here]:
            if to not in seen and to not in stream:
                seen.add(to)
                waiting.append(to)
    assert 1816 not in seen
    assert 1303 not in seen
    assert len(seen) + len(stream) < len(GAME.board.hexes)


@pytest.mark.rule("7.3.1b", "7.3.1d")
def test_a_screen_does_not_move_but_assaults_and_fires() -> None:
    s = at(at(field(), 219, "Screening Unit 1"), 220, "21 VS")
    movement(s, SOVIET)
    assert refused(s, Pick(unit("Screening Unit 1"))) is NO_MOVEMENT
    assault(s, SOVIET)
    at(s, 219, "222")
    do(s, Pick(unit("21 VS")), Pick(unit("Screening Unit 1")), Pick(unit("222")))
    assert "9.5b" in {m.rule for m in (decision(s).forecast(s) or pytest.fail()).modifiers}
    move(movement(s, GERMAN), "21 VS", 320)
    assert unit("Screening Unit 1") in offered_units(s)


@pytest.mark.rule("7.3", "7.3.5")
def test_who_cannot_be_picked_and_why() -> None:
    s = at(at(field(), 101, "372/218"), 102, "21 VS")
    at(s, 201, "22 VS")
    movement(s, SOVIET)
    assert refused(s, Pick(unit("372/218"))) == caused_at(HEMMED_IN, 201)
    assert refused(s, Pick(unit("21 VS"))) is NOT_YOURS
    assert refused(s, Pick(unit("658/218"))) is OFF_MAP


@pytest.mark.rule("7.3.6a", "7.3.6b", "9.13")
def test_a_stretch_ends_where_the_enemy_may_fire_and_may_be_followed_by_another() -> None:
    s = at(at(field(), 220, "21 VS"), 117, "372/218")
    movement(s, SOVIET)
    do(s, Pick(unit("372/218")))
    assert 219 in offered_hexes(s)
    assert 120 in offered_hexes(s)
    assert 320 not in offered_hexes(s)
    assert refused(s, MoveTo(Hex(320))) == caused_at(IN_STRETCHES, 219)
    do(s, MoveTo(Hex(219)))
    assert deciding(s) == GERMAN
    do(s, HoldFire(), MoveTo(Hex(320)))
    assert deciding(s) == GERMAN  # from one threatened hex to the next: fired at again


@pytest.mark.rule("7.3.6b")
def test_standing_still_and_leaving_draw_no_fire() -> None:
    s = at(at(field(), 220, "21 VS"), 219, "372/218")
    move(movement(s, SOVIET), "372/218", 118)
    assert isinstance(frame(s), MoveUnit)
    assert deciding(s) == SOVIET


@pytest.mark.rule("7.3.6c", "9.2b")
def test_one_answer_to_one_entry() -> None:
    s = at(at(field(), 220, "21 VS", "22 VS"), 119, "372/218")
    move(movement(s, SOVIET), "372/218", 219)
    do(s, Pick(unit("21 VS")))
    with dice(s, 2):
        do(s, Commit())
    assert deciding(s) == SOVIET  # 22 VS does not fire after it


@pytest.mark.rule("9.10c", "3.0b")
def test_a_unit_hit_on_entry_leaves_the_hex_controlled() -> None:
    s = at(at(field(turn=5), 220, "21 VS", "22 VS"), 119, "372/218", "658/218")
    move(movement(s, SOVIET), "372/218", 219)
    do(s, Everyone())
    with dice(s, 6, 2):
        do(s, Commit())
    assert s.units[unit("372/218")].box == "turn6"
    assert isinstance(frame(s), TacticalMovement)
    assert is_soviet(s, 219)
    assert offered_units(s) == {unit("658/218")}


@pytest.mark.rule("9.12", "9.10b", "8.2.10b")
def test_the_red_army_fires_as_often_as_needed_fired_guns_too() -> None:
    s = at(at(field(), 219, "1039", fired=True), 321, "21 VS")
    movement(s, GERMAN)
    do(s, Pick(unit("21 VS")), MoveTo(Hex(320)))
    assert offered_units(s) == {unit("1039")}
    do(s, Pick(unit("1039")))
    assert faces_that_hit(s, Commit()) == 6  # 7 in Suburban, one unit
    with dice(s, 2):
        do(s, Commit())
    do(s, MoveTo(Hex(220)))
    assert offered_units(s) == {unit("1039")}


@pytest.mark.rule("7.3.7", "7.3.7b")
def test_stacks_move_unit_by_unit() -> None:
    s = at(field(), 119, "372/218", "658/218")
    move(movement(s, SOVIET), "372/218", 219)
    assert s.units[unit("658/218")].hex == 119
    assert refused(s, Pick(unit("658/218"))) is ONE_AT_A_TIME
    do(s, Done())
    assert offered_units(s) == {unit("658/218")}


@pytest.mark.rule("10.2.1b")
def test_a_train_without_free_rails_is_not_offered() -> None:
    s = at(at(field(), 1801, "Pörsel"), 1902, "372/218")
    movement(s, GERMAN)
    assert unit("Pörsel") not in offered_units(s)
    s.send(unit("372/218"), "turn6")
    movement(s, GERMAN)
    assert unit("Pörsel") in offered_units(s)


@pytest.mark.rule("7.3.7b", "7.3.9")
def test_a_unit_picked_without_a_step_has_not_moved() -> None:
    s = at(field(), 820, "372/218", "658/218", "667/218")
    movement(s, SOVIET)
    before = s.clone()
    do(s, Pick(unit("372/218")), Cancel())
    assert s.same_as(before)
    assert refused(s, Done()) == caused_at(OVERSTACKED, 820)  # looking at a unit is no way round the duty


@pytest.mark.rule("7.3.8")
def test_a_german_under_fire_in_a_full_hex_has_to_go_on() -> None:
    s = at(at(field(), 319, "21 VS", "22 VS"), 420, "23 VS")
    at(s, 218, "372/218")
    movement(s, GERMAN)
    do(s, Pick(unit("23 VS")))
    assert 319 in offered_hexes(s)
    do(s, MoveTo(Hex(319)), HoldFire())
    assert refused(s, Done()) is FULL
    assert Done() not in options(s)
    do(s, MoveTo(Hex(320)), Done())
    assert s.units[unit("23 VS")].hex == 320


@pytest.mark.rule("7.3.8")
def test_a_full_hex_without_a_way_on_is_not_entered() -> None:
    s = at(at(field(), 319, "21 VS", "22 VS"), 418, "23 VS")
    at(s, 218, "372/218")
    mover = s.units[unit("23 VS")]
    assert 319 in legs(s, mover, 2)
    assert 319 not in legs(s, mover, 1)


@pytest.mark.rule("7.3.8")
def test_a_way_on_through_full_hexes_alone_is_none() -> None:
    s = at(at(field(), 819, "21 VS"), 719, "22 VS", "23 VS")
    at(s, 818, "372/218")
    at(s, 718, "24 VS", "25 VS")
    at(s, 720, "26 VS", "27 VS")
    at(s, 618, "28 VS", "41 VS")
    at(s, 619, "42 VS", "43 VS")
    mover = s.units[unit("21 VS")]
    assert 719 not in legs(s, mover, 2)  # one point left there: back into the City costs two
    assert 719 in legs(s, mover, 3)


@pytest.mark.rule("7.3.9", "7.1.4a")
def test_surplus_units_go_to_the_next_space_by_choice() -> None:
    s = at(field(turn=6), 820, "1039", "1040", "372/218", fired=True)
    at(s, 1115, "21 VS", "22 VS", "23 VS")  # three Germans in the City are no surplus of the Red Army
    assert overstacked(s) == {820}
    ask(s, Surplus(SOVIET))
    assert offered_units(s) == set(called("1039", "1040", "372/218"))
    do(s, Pick(unit("1040")))
    assert s.units[unit("1040")].box == "turn7"
    assert not s.units[unit("1040")].fired
    assert not s.flow


@pytest.mark.rule("3.0l", "7.3.4")
def test_an_enemy_hex_on_the_way_is_gone_round() -> None:
    s = at(at(field(), 119, "372/218"), 218, "21 VS", disorganised=True)
    movement(s, SOVIET)
    do(s, Pick(unit("372/218")))
    assert refused(s, MoveTo(Hex(218))) is ENEMY_THERE
    route = decision(s).route(s, MoveTo(Hex(117)))
    assert route is not None
    assert route.hexes == (119, 118, 117)


@pytest.mark.rule("7.3.2", "7.3.5", "7.3.6a")
def test_reach_and_single_steps_agree() -> None:
    """Walk every stretch step by step with entry_cost and compare with the kernel."""
    s: State = field(chemicals=3)
    at(s, 220, "21 VS")
    at(s, 520, "22 VS", disorganised=True)
    at(s, 819, "23 VS")
    s.set(gas=(Hex(420),))
    for hex in (119, 320, 519, 719, 1116, 725, 2211):
        s.put(unit("372/218"), Hex(hex))
        mover = s.units[unit("372/218")]
        assert legs(s, mover, 5) == walked(s, "372/218", 5)


@pytest.mark.rule("7.3.2", "7.3.5", "7.3.8", "10.5.2b")
def test_reach_and_single_steps_agree_over_a_game() -> None:
    """The same over positions of a game in which both sides move at random."""
    s: State = setup(GAME, "historical", 9)
    chance = mixed(9)
    compared = {SOVIET: 0, GERMAN: 0}
    while s.turn < 6:
        chance = advanced(chance)
        now = s.flow[-1]
        if isinstance(now, MoveUnit):
            found = legs(s, s.units[now.unit], now.mp)
            brute = walked(s, GAME.counters[now.unit].label, now.mp)
            if now.side == GERMAN:
                brute = {to: cost for to, cost in brute.items() if may_end(s, now.unit, to, now.mp - cost)}
            assert found == brute
            compared[now.side] += 1
        if isinstance(now, TacticalMovement):
            free = {id for id in now.left if legs(s, s.units[id], 5)}
            assert offered_units(s) - {unit("Pörsel")} == free - {unit("Pörsel")}
        choices = options(s)
        staying = isinstance(now, (HoldBack, Withdrawal, MapToReserves))
        push(s, Done() if staying else choices[mixed(chance) * len(choices) >> 64])
    assert min(compared.values()) > 20


def may_end(s: State, id: UnitId, hex: int, mp: int) -> bool:
    """A German ends a stretch where there is room, or under fire where he can still go on."""
    room = len(s.stacks.get(Hex(hex), ())) < GAME.tables.limit[GERMAN][hex]
    return room or (bool(s.ledger["near_soviet"][hex]) and can_go_on(s, s.units[id], Hex(hex), mp))


def walked(s: State, name: str, mp: int) -> dict[int, int]:
    """Brute force over single steps."""
    mover = s.units[unit(name)]
    threat = s.ledger["fire_german" if mover.side == SOVIET else "near_soviet"]
    best = {int(mover.hex): 0}
    final: dict[int, int] = {}
    waiting = [int(mover.hex)]
    while waiting:
        here = min(waiting, key=lambda hex: best[hex])
        waiting.remove(here)
        for to in GAME.board.near[here]:
            price = entry_cost(s, mover, Hex(here), Hex(to))
            if isinstance(price, No) or best[here] + price > mp:
                continue
            cost = best[here] + price
            if cost >= final.get(to, 99) or to == mover.hex:
                continue
            final[to] = cost
            if not threat[to]:
                best[to] = cost
                waiting.append(to)
    return final


@pytest.mark.rule("7.3.6b", "7.3.7")
def test_nobody_undoes_a_move_into_the_enemy_s_sight() -> None:
    match: Match[State] = Match(GAME, "historical", 1)
    while not isinstance(frame(match.now), TacticalMovement):
        match.play(Done())
    match.play(Pick(unit("667/218")))
    match.play(MoveTo(Hex(118)))
    assert match.can_undo()
    match.play(MoveTo(Hex(219)))
    assert isinstance(frame(match.now), DefensiveFire)
    assert not match.can_undo()


@pytest.mark.rule("7.3.8")
def test_a_german_hemmed_in_by_full_hexes_may_move_if_it_gets_beyond_them() -> None:
    s = at(field(), 1716, "21 VS")
    at(s, 1816, "22 VS", "23 VS", "24 VS")
    movement(s, GERMAN)
    assert unit("21 VS") in offered_units(s)  # through full 1816 to open hexes behind it


@pytest.mark.rule("7.3.9")
def test_a_unit_of_an_overstacked_hex_without_an_open_way_out_is_no_duty() -> None:
    s = at(field(), 820, "372/218", "658/218", "667/218")
    for number, hex in enumerate(GAME.board.near[820]):
        at(s, hex, f"{21 + number} VS", disorganised=True)
    movement(s, SOVIET)
    assert not [each for each in decision(s).reminders(s) if each.duty]
    assert Done() in options(s)
    s.send(unit("21 VS"), "aside")
    movement(s, SOVIET)
    assert refused(s, Done()) == caused_at(OVERSTACKED, 820)


@pytest.mark.rule("7.3.7", "10.2.1a")
def test_other_units_wait_while_the_train_runs() -> None:
    s = at(at(field(), 2113, "Pörsel"), 1516, "21 VS")
    do(movement(s, GERMAN), Pick(unit("Pörsel")))
    assert refused(s, Pick(unit("21 VS"))) is ONE_AT_A_TIME_TRAIN


@pytest.mark.rule("7.3.1a", "7.3.2")
def test_two_units_looked_at_in_one_position_reach_what_each_can() -> None:
    s = at(at(field(), 119, "372/218"), 1516, "21 VS")
    near, far = s.units[unit("372/218")], s.units[unit("21 VS")]
    assert 118 in legs(s, near, 5)
    assert 118 not in legs(s, far, 5)
    assert 118 in legs(s, near, 5)
    assert 117 not in legs(s, near, 1)


@pytest.mark.rule("7.3.8")
def test_a_german_may_end_its_move_as_the_last_that_finds_room() -> None:
    s = at(at(field(), 319, "21 VS"), 420, "23 VS")
    at(s, 218, "372/218")
    movement(s, GERMAN)
    do(s, Pick(unit("23 VS")), MoveTo(Hex(319)), HoldFire())
    assert Done() in options(s)  # two in Suburban: full, not above the limit


@pytest.mark.rule("7.3.9", "4.4.4")
def test_the_surplus_is_asked_for_when_the_movement_has_ended() -> None:
    s = at(field(turn=6), 820, "1039", "1040", "372/218", fired=True)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.soviet_movement)))
    do(s, Done())
    assert frame(s) == Surplus(SOVIET, box="turn7")


@pytest.mark.rule("10.5.2d", "7.3.6a")
def test_gas_throws_back_to_the_hex_before_not_to_where_the_stretch_began() -> None:
    s = at(at(field(chemicals=1), 220, "21 VS"), 118, "372/218")
    do(movement(s, SOVIET), Pick(unit("372/218")))
    route = decision(s).route(s, MoveTo(Hex(219)))
    assert route is not None
    start, between, _ = route.hexes
    assert start == 118
    do(s, MoveTo(Hex(219)), ReleaseGas())
    assert s.units[unit("372/218")].hex == between


@pytest.mark.rule("7.3.9", "4.4a")
def test_the_duty_is_named_where_a_single_unit_still_has_it() -> None:
    s = at(at(field(), 820, "372/218"), 820, "1039", "1040", fired=True)
    movement(s, SOVIET)
    assert [each.unit for each in decision(s).reminders(s) if each.duty] == [unit("372/218")]
    assert refused(s, Done()) == caused_at(OVERSTACKED, 820)


@pytest.mark.rule("7.3.9")
def test_who_cannot_be_withdrawn_as_surplus() -> None:
    s = at(at(field(turn=6), 820, "1039", "1040", "372/218", fired=True), 1516, "21 VS")
    at(s, 219, "658/218")
    ask(s, Surplus(SOVIET))
    assert refused(s, Pick(unit("21 VS"))) is NOT_YOURS
    assert refused(s, Pick(unit("658/218"))) is NOT_CROWDED
    assert refused(s, Pick(unit("667/218"))) is OFF_MAP


@pytest.mark.rule("3.0l", "10.5.2b")
def test_of_several_causes_around_a_unit_the_one_of_the_hex_named_is_given() -> None:
    s = at(field(), 101, "372/218")
    first, second = s.tables.exits[SOVIET][101]
    at(s, first, "21 VS")
    s.set(gas=(second,))
    movement(s, SOVIET)
    assert refused(s, Pick(unit("372/218"))) == caused_at(HEMMED_IN, first)


@pytest.mark.rule("3.0l", "7.3.4")
def test_red_army_units_bar_the_way_of_germans() -> None:
    s = at(field(), 1716, "21 VS")
    at(s, 1816, "372/218")
    at(s, 1516, "22 VS")
    movement(s, GERMAN)
    assert refused(s, Pick(unit("21 VS"))) == caused_at(HEMMED_IN, 1816)
    ask(s, MoveUnit(GERMAN, unit("22 VS"), 5))
    s.put(unit("22 VS"), Hex(1716))
    assert refused(s, MoveTo(Hex(1815))) == caused_at(WAY_BARRED, 1816)


@pytest.mark.rule("7.3.5", "13.3")
def test_a_unit_that_no_hexside_lets_out_is_told_so(tmp_path: Path) -> None:
    """Only an owner's own map has such a hex: here the bridge at 1716 leads nowhere."""
    (tmp_path / "breslau1945").mkdir()
    (tmp_path / "breslau1945" / "tables.toml").write_text('[bridge_links]\n1716 = ""\n')
    s: State = bare("breslau1945", "historical", data=tmp_path)
    at(s, 1716, "21 VS")
    movement(s, GERMAN)
    assert refused(s, Pick(unit("21 VS"))) is NO_EXIT


@pytest.mark.rule("7.3.8")
def test_a_german_under_fire_in_a_full_hex_may_go_back_where_it_came_from() -> None:
    """1716 is joined to 1816 alone, and holds one unit: the one that has just left it."""
    s = at(at(field(), 1716, "21 VS"), 1816, "22 VS", "23 VS", "24 VS")
    at(s, 1817, "372/218")
    mover = s.units[unit("21 VS")]
    assert can_go_on(s, mover, Hex(1816), 1)
    s.send(unit("21 VS"), "reserves")
    at(s, 1716, "25 VS")
    assert not can_go_on(s, mover_elsewhere(s), Hex(1816), 1)


def mover_elsewhere(s: State) -> Unit:
    """Another German unit, which does not stand in 1716."""
    at(s, 1516, "26 VS")
    return s.units[unit("26 VS")]


@pytest.mark.rule("7.3.8")
def test_one_open_hex_beyond_is_enough_to_go_on() -> None:
    s = at(at(field(), 319, "21 VS", "22 VS"), 420, "23 VS")
    at(s, 218, "372/218")
    at(s, 320, "24 VS", "25 VS")  # full, and others beyond are not
    assert can_go_on(s, s.units[unit("23 VS")], Hex(319), 2)


@pytest.mark.rule("7.3.4")
def test_no_way_is_drawn_to_a_hex_that_is_not_offered() -> None:
    s = at(at(field(), 119, "372/218"), 218, "21 VS")
    do(movement(s, SOVIET), Pick(unit("372/218")))
    for hex in (218, 2511):
        assert decision(s).route(s, MoveTo(Hex(hex))) is None


@pytest.mark.rule("3.0b", "7.3.4")
def test_what_is_offered_follows_a_change_of_control() -> None:
    s = field(turn=10, supply=20)
    ask(s, LandingStrip(GERMAN))
    assert 1712 in offered_hexes(s)
    take_control(s, SOVIET, Hex(1712))
    assert 1712 not in offered_hexes(s)
