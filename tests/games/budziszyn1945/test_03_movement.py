"""3.0 Movement, 4.0 zones of control, 12.0 strategic movement."""

from typing import Any

import pytest

from bridgehead.core.actions import Cancel, Done, MoveTo, Pick, Place
from bridgehead.core.play import options, push, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import (
    ChangeSetup,
    Demolish,
    Dig,
    ForceMarch,
    LeaveMap,
    MarkStrategic,
    Restore,
)
from bridgehead.games.budziszyn1945.model.ground import MP
from bridgehead.games.budziszyn1945.model.state import BARRAGED, FIRED, FOUGHT, HELD, MARKED, SHIFTED
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules import marching
from bridgehead.games.budziszyn1945.rules import movement as moves
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules import reinforcements as arrivals
from bridgehead.games.budziszyn1945.rules.entering import EnterMap
from bridgehead.games.budziszyn1945.rules.interdiction import HAMPER
from bridgehead.games.budziszyn1945.rules.losses import FireResult
from bridgehead.games.budziszyn1945.rules.marching import (
    ACTIVATED,
    MUST_DISPERSE,
    NO_POINTS,
    RESTORED,
    MoveUnit,
    in_points,
)
from bridgehead.games.budziszyn1945.rules.movement import (
    Reach,
    entry_cost,
    meets_unknown,
    overrun_toll,
    starting_mp,
)
from bridgehead.games.budziszyn1945.rules.pursuit import Lane, Pursue
from bridgehead.games.budziszyn1945.rules.retreat import step_back
from bridgehead.games.budziszyn1945.rules.zoc import (
    contested,
    controls,
    in_enemy_zoc,
    owner,
    starting_control,
    update_control,
)
from bridgehead.testing.causes.budziszyn1945 import become
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    SOVIET,
    ask,
    begun,
    costs,
    do,
    field,
    fly,
    fortify,
    move,
    moving,
    open_ground,
    stand,
)


@pytest.mark.rule("3.1.3", "3.1.6", "3.1.7", "3.1.1")
def test_units_move_once_in_any_order() -> None:
    s = field()
    stand(s, 4010, "su_254", "su_50")
    move(s, SOVIET)
    assert {Pick(UnitId("su_254")), Pick(UnitId("su_50"))} <= set(options(s))
    do(s, Pick(UnitId("su_50")), MoveTo(Hex(4011)), Done())
    assert why_not(s, Pick(UnitId("su_50"))) == phases.HAS_MOVED
    do(s, Pick(UnitId("su_254")))
    assert s.flow[-1].mp == 4 * MP


@pytest.mark.rule("3.1.4", "3.1.5", "3.1.14")
def test_a_move_is_a_chain_of_hexes_within_the_points() -> None:
    s = field()
    stand(s, 4010, "su_254")
    moving(s, "su_254")
    far = max(costs(s), key=lambda hex: s.game.ground.distance(Hex(4010), Hex(hex)))
    way = s.flow[-1].route(s, MoveTo(Hex(far)))
    assert way is not None
    assert all(s.game.board.adjacent(a, b) for a, b in zip(way.hexes, way.hexes[1:], strict=False))
    assert max(costs(s).values()) <= 4 * MP + MP
    assert why_not(s, MoveTo(Hex(1010))) == moves.TOO_FAR
    left = s.flow[-1].mp - costs(s)[4011]
    do(s, MoveTo(Hex(4011)))
    assert s.flow[-1].mp == left


@pytest.mark.rule("3.1.8", "3.1.8a", "6.1.7a", "6.1.7b", "9.1.5", "7.1.12")
def test_overruns() -> None:
    s = field()
    clear, (beside, *rest) = open_ground(s)
    stand(s, clear, "de_art_v", "de_art732", "de_art733", "de_hq_v")
    stand(s, beside, "su_iv_12", "su_hq_5")
    base = moves.roads(s).prices("track")[beside * 6 + s.game.board.around[beside].index(clear)]
    moving(s, "su_iv_12")
    assert costs(s)[clear] == base + 3 * MP
    fortify(s, clear)
    moving(s, "su_iv_12")
    assert costs(s)[clear] == base + 4 * MP
    moving(s, "su_hq_5")
    assert why_not(s, MoveTo(Hex(clear))) == moves.CANNOT_OVERRUN
    s.mark("su_iv_12", oos=1)
    moving(s, "su_iv_12")
    assert clear not in costs(s)
    s.mark("su_iv_12", oos=0)
    moving(s, "su_iv_12")
    do(s, MoveTo(Hex(clear)))
    assert {s.units[id].box for id in ("de_art_v", "de_art732", "de_art733", "de_hq_v")} == {"eliminated"}
    assert not s.forts
    stand(s, rest[0], "de_rg1")
    moving(s, "su_iv_12")
    assert why_not(s, MoveTo(Hex(rest[0]))) == moves.ENEMY_THERE


@pytest.mark.rule("3.1.9", "3.1.10", "3.2.1a", "3.2.1c")
def test_full_hexes_are_passed_but_not_entered() -> None:
    s = field()
    stand(s, 4011, "su_254", "su_50", "su_111", "su_213")
    stand(s, 4010, "su_294")
    moving(s, "su_294")
    assert why_not(s, MoveTo(Hex(4011))) == moves.STACK_FULL
    assert any(s.game.ground.distance(Hex(4011), Hex(hex)) == 1 for hex in costs(s))
    stand(s, 4010, "su_337")


@pytest.mark.rule("3.2.1b", "3.2.1c")
def test_overfull_setup_stacks_disperse_by_the_first_strategic_phase() -> None:
    s = begun()
    assert s.ledger["cels"][5820] == 12
    s.set(turn=2)
    move(s, SOVIET)
    assert why_not(s, Done()) == MUST_DISPERSE
    assert any(each.duty for each in s.flow[-1].reminders(s))
    do(s, Pick(UnitId("pl_7_33")))
    assert why_not(s, Done()) == MUST_DISPERSE
    assert not [each for each in options(s) if isinstance(each, Dig)]
    push(s, options(s)[0])
    assert s.ledger["cels"][5820] == 10


@pytest.mark.rule("3.1.13c", "8.2.13", "8.2.15", "3.1.14a", "8.2.11", "8.2.12", "8.2.15a")
def test_interdiction_costs_on_roads_too_and_is_capped() -> None:
    s = field("two_stars")
    stand(s, 2914, "su_iv_12")
    stand(s, 2015, "us_69_271")
    moving(s, "su_iv_12")
    assert costs(s)[2913] == 4
    fly(s, ALLIED, HAMPER, 2912, 7)
    moving(s, "su_iv_12")
    assert costs(s)[2913] == 4 + MP
    fly(s, ALLIED, HAMPER, 2912, 7)
    moving(s, "su_iv_12")
    assert costs(s)[2913] == 4 + 2 * MP
    for _ in range(9):
        fly(s, ALLIED, HAMPER, 2912, 7)
    moving(s, "su_iv_12")
    assert costs(s)[2913] == s.flow[-1].start == 6 * MP
    s.set(missions=())
    stand(s, 2815, "us_69_272")
    unit = s.units["su_iv_12"]
    assert entry_cost(s, unit, Hex(2914), Hex(2913), 72, strategic=False) == 4 + MP


@pytest.mark.rule("4.1.1", "4.1.2", "4.1.5", "6.1.5", "9.1.1", "15.2.2", "4.2.7", "8.1.6")
def test_who_has_a_zoc() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a", disorganized=3, oos=2, cel=1)
    assert all(in_enemy_zoc(s, SOVIET, Hex(hex)) for hex in around)
    stand(s, around[0], "de_545_b")
    assert s.ledger["zoc_west"][around[1]] == 2
    for id in ("de_545_a", "de_545_b"):
        s.send(id, "aside")
    stand(s, clear, "de_21_art", "de_art_v", "de_hq_v", "de_rg1")
    assert not any(in_enemy_zoc(s, SOVIET, Hex(hex)) for hex in around)
    stand(s, clear, "de_545_a")
    stand(s, around[0], "su_hq_5", "su_5_art32", transport=True)
    for id in ("su_hq_5", "su_5_art32"):
        moving(s, id)
        assert all(
            not s.game.board.adjacent(clear, hex) or hex == around[0]
            for hex in costs(s)
            if costs(s)[hex] < MP
        )


@pytest.mark.rule("4.1.3", "4.1.4", "TI.4")
def test_zoc_stops_at_big_rivers_and_closed_ground() -> None:
    s = field()
    stand(s, 5112, "de_545_a")
    assert not in_enemy_zoc(s, SOVIET, Hex(5213))
    assert in_enemy_zoc(s, SOVIET, Hex(5012))
    assert not controls(s, s.units["de_545_a"], Hex(5213))
    s.set(built=frozenset({(5112, 5213)}))
    assert not in_enemy_zoc(s, SOVIET, Hex(5213))
    swamp = 3002
    beside = next(hex for hex in s.game.board.near[swamp] if hex not in s.game.ground.swamp)
    stand(s, beside, "de_21_22")
    assert not in_enemy_zoc(s, SOVIET, Hex(swamp))
    stand(s, beside, "de_545_b")
    assert in_enemy_zoc(s, SOVIET, Hex(swamp))


@pytest.mark.rule("4.2.1", "4.2.7")
def test_entering_a_zoc_ends_the_move() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    start = next(hex for hex in s.game.board.near[around[0]] if hex != clear and hex not in around)
    stand(s, start, "su_iv_12")
    moving(s, "su_iv_12")
    way = s.flow[-1].route(s, MoveTo(Hex(around[0])))
    assert way is not None
    assert way.stops
    do(s, MoveTo(Hex(around[0])))
    assert not isinstance(s.flow[-1], MoveUnit)


def brute(s: Any, unit: Any, mp: int, start: int, *, strategic: bool) -> dict[int, int]:
    """Dijkstra over entry_cost, one step at a time."""
    best = {unit.hex: 0}
    waiting = [unit.hex]
    while waiting:
        here = min(waiting, key=best.__getitem__)
        waiting.remove(here)
        if here != unit.hex and (
            in_enemy_zoc(s, unit.side, here)
            or s.ledger["soft_red" if unit.side != SOVIET else "soft_west"][here]
        ):
            continue
        for to in s.game.board.near[here]:
            cost = entry_cost(s, unit, here, Hex(to), start, strategic=strategic)
            if isinstance(cost, No) or best[here] + cost > mp:
                continue
            if best[here] + cost < best.get(to, mp + 1):
                best[to] = best[here] + cost
                if to not in waiting:
                    waiting.append(to)
    del best[unit.hex]
    return best


@pytest.mark.rule("3.1.5", "3.1.11", "4.2.3", "4.2.6", "12.2.2")
@pytest.mark.parametrize("scenario", ["nysa", "two_stars"])
def test_the_kernel_agrees_with_entry_cost(scenario: str) -> None:
    s = begun(scenario, seed=5)
    seed = 77
    for turn in range(900):
        seed = (seed * 1103515245 + 12345) % (1 << 31)
        push(s, options(s)[seed % len(options(s))])
        if turn % 30:
            continue
        units = [unit for unit in s.units.values() if unit.hex and s.counter(unit.id).mp]
        for strategic in (False, True):
            unit = units[seed % len(units)]
            start = starting_mp(s, unit, strategic=strategic, forced=False)
            found = Reach(s, unit, start, start, strategic=strategic, secondary=False).costs
            assert found == brute(s, unit, start, start, strategic=strategic)


@pytest.mark.rule("9.1.3", "9.1.2", "TI.1")
def test_headquarters_wade_through_swamps() -> None:
    s = field()
    ground = s.game.ground
    assert ground.enter("hq", Hex(3002)) == 5
    assert ground.enter("truck", Hex(3002)) is None
    assert ground.enter("foot", Hex(3002)) == 2
    assert ground.enter("hq", Hex(4303)) is None
    stand(s, 5000, "de_hq_v")
    moving(s, "de_hq_v")
    assert s.flow[-1].start == 120


# --- 4.3 control


@pytest.mark.rule("4.3.1", "T.8")
def test_control_at_the_start() -> None:
    s = field()
    control = starting_control(s)
    assert (control[5213], control[5112], control[6024], control[6025]) == (1, 2, 1, 2)
    stars = field("two_stars")
    control = starting_control(stars)
    assert (control[415], control[2533], control[4008]) == (3, 2, 1)


@pytest.mark.rule("4.3.2", "4.3.3", "4.3.5", "4.1.6", "2.2.6c", "4.3.7")
def test_gaining_control() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254")
    update_control(s, SOVIET)
    assert all(owner(s, Hex(hex)) == "soviet" for hex in (clear, *around))
    s = field()
    stand(s, clear, "su_254", oos=1)
    update_control(s, SOVIET)
    assert owner(s, Hex(clear)) == "soviet"
    assert all(owner(s, Hex(hex)) == "german" for hex in around)
    s = field()
    stand(s, clear, "su_hq_5")
    update_control(s, SOVIET)
    assert owner(s, Hex(clear)) == "soviet"
    assert all(owner(s, Hex(hex)) == "german" for hex in around)


@pytest.mark.rule("4.3.6", "4.3.7")
def test_contested_hexes_change_nothing() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254")
    enemy = next(hex for hex in s.game.board.near[around[0]] if hex not in (clear, *around))
    stand(s, enemy, "de_545_a", oos=3)
    update_control(s, SOVIET)
    assert owner(s, Hex(around[0])) == "german"
    assert contested(s, Hex(around[0]))
    assert owner(s, Hex(enemy)) == "german"


# --- 12 strategic movement


@pytest.mark.rule("12.1.1", "12.1.2", "12.1.3", "12.1.4", "12.2.1", "12.2.3", "2.2.5", "10.2.9")
def test_strategic_movement() -> None:
    s = field()
    stand(s, 4010, "su_254", "su_50", "su_iv_12", "su_hq_5")
    moving(s, "su_254")
    do(s, MarkStrategic())
    assert s.units["su_254"].done & MARKED
    stand(s, 4010, "su_254", done=MARKED)
    stand(s, 4010, "su_50", done=MARKED | FOUGHT)
    ask(s, phases.MovementPhase(SOVIET, strategic=True))
    assert options(s) == [Pick(UnitId("su_254")), Done()]
    assert why_not(s, Pick(UnitId("su_50"))) == phases.FOUGHT_ALREADY
    assert why_not(s, Pick(UnitId("su_iv_12"))) == phases.NOT_MARKED
    do(s, Pick(UnitId("su_254")))
    assert s.flow[-1].start == 2 * MP
    assert not [each for each in options(s) if isinstance(each, Dig)]
    s.mark("su_254", oos=1)
    moving(s, "su_254", strategic=True)
    assert s.flow[-1].start == 0
    assert options(s) == [ForceMarch(), Cancel()]
    stand(s, 4011, "de_545_a")
    s.mark("su_254", done=MARKED)
    ask(s, phases.MovementPhase(SOVIET, strategic=True))
    assert not s.flow
    assert phases.why_not_pick(s, s.units["su_254"], strategic=True) == phases.ZOC_HOLDS


@pytest.mark.rule("12.2.2")
def test_strategic_movement_keeps_out_of_zoc() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    start = next(hex for hex in s.game.board.near[around[0]] if hex != clear and hex not in around)
    stand(s, start, "su_iv_12", done=MARKED)
    moving(s, "su_iv_12", strategic=True)
    assert why_not(s, MoveTo(Hex(around[0]))) == moves.NO_ZOC_IN_STRATEGIC


@pytest.mark.rule("6.2.2", "6.2.3", "6.2.4a", "6.2.5", "6.2.1")
def test_towed_artillery_limbers_up() -> None:
    s = begun()
    assert not s.units["su_5_art32"].transport
    assert s.units["de_art_lvii"].transport
    s = field()
    stand(s, 5314, "su_5_art32")
    moving(s, "su_5_art32")
    assert why_not(s, MoveTo(Hex(5315))) == moves.GUNS_IN_PLACE
    do(s, ChangeSetup())
    assert s.flow[-1].mp == 5 * MP
    hex = next(iter(costs(s)))
    do(s, MoveTo(Hex(hex)), ChangeSetup())
    assert not s.units["su_5_art32"].transport
    stand(s, 5314, "su_5_art33", done=MARKED)
    assert phases.why_not_pick(s, s.units["su_5_art33"], strategic=True) == moves.GUNS_IN_PLACE


def test_points_read_like_the_book() -> None:
    assert [in_points(each) for each in (68, 6, 48, 9, 5)] == ["5 2/3", "1/2", "4", "3/4", "5/12"]


@pytest.mark.rule("3.1.2", "TI.2")
def test_roads_by_class() -> None:
    s = field()
    table = moves.roads(s)
    at = 2914 * 6 + s.game.board.around[2914].index(2913)
    assert [int(table.prices(cls)[at]) for cls in ("foot", "truck", "track", "hq")] == [6, 3, 4, 3]
    at = 5438 * 6 + s.game.board.around[5438].index(5337)
    assert [int(table.prices(cls)[at]) for cls in ("foot", "truck", "track", "hq")] == [6, 4, 6, 4]
    at = 3600 * 6 + s.game.board.around[3600].index(3601)
    assert [int(table.prices(cls)[at]) for cls in ("foot", "truck", "track", "hq")] == [12, 6, 12, 6]


@pytest.mark.rule("11.1.2", "16.1.1")
@pytest.mark.parametrize(
    ("fog", "told"),
    [("open", [("Entered", ())]), ("masked", [("Entered", (SOVIET,)), ("SomeoneEntered", (GERMAN,))])],
)
def test_the_enemy_hears_once_that_a_unit_entered(fog: str, told: list[tuple[str, tuple[str, ...]]]) -> None:
    s = field(fog=fog)
    unit = UnitId("su_254")
    s.send(unit, "waiting")
    s.mark(unit, zone="C")
    do(ask(s, EnterMap(SOVIET, unit)), Place(Hex(6613)))
    assert [(type(each.event).__name__, each.only) for each in s.log] == told
    assert (s.units[unit].box, s.units[unit].zone) == ("", ""), "it waits nowhere any more"


@pytest.mark.rule("5.6.5b", "3.1.6", "11.1.2", "11.2.3", "5.3.2", "5.4.2", "6.4.8")
def test_whatever_a_unit_does_or_suffers_begins_its_rest_anew() -> None:
    unit = UnitId("su_254")

    def tired() -> Any:
        s = field()
        stand(s, 4010, unit, disorganized=3)
        return s

    def walks(s: Any) -> None:
        do(moving(s, unit), MoveTo(Hex(4011)))

    def enters(s: Any) -> None:
        s.send(unit, "waiting")
        s.mark(unit, zone="C")
        do(ask(s, EnterMap(SOVIET, unit)), Place(Hex(6613)))

    def leaves(s: Any) -> None:
        stand(s, 2100, unit)
        do(moving(s, unit), LeaveMap())

    def retreats(s: Any) -> None:
        step_back(s, unit, Hex(4011), "")

    def pursues(s: Any) -> None:
        do(ask(s, Pursue(SOVIET, unit, (Lane((Hex(4011), Hex(4012)), 1),))), MoveTo(Hex(4011)))

    def is_fired_at(s: Any) -> None:
        ask(
            s,
            FireResult(
                side=SOVIET,
                hex=Hex(4010),
                lose=0,
                disorganized=False,
                test=False,
                because="6.4.8",
                striker="",
            ),
        )

    for deed in (walks, enters, leaves, retreats, pursues, is_fired_at):
        s = tired()
        deed(s)
        assert s.units[unit].disorganized == s.tick, deed.__name__
    s = tired()
    moving(s, unit)
    do(s, MarkStrategic())
    assert s.units[unit].disorganized == 3


@pytest.mark.rule("6.2.4a", "14.2.1", "14.3.1", "3.1.5")
def test_the_last_points_are_enough_for_a_deed_that_costs_them_all() -> None:
    s = field("two_stars")
    stand(s, 4010, "su_5_art32", transport=True)
    gun = moving(s, "su_5_art32").flow[-1]
    for points, offered in ((MP, True), (MP - 1, False)):
        s.flow = (*s.flow[:-1], replace(gun, mp=points, moved=True))
        s.offered = None
        assert (ChangeSetup() in options(s)) == offered
    assert why_not(s, ChangeSetup()) == NO_POINTS
    forst = (Hex(5110), Hex(5211))
    stand(s, 5211, "su_254")
    sapper = moving(s, "su_254").flow[-1]
    for points, offered in ((3 * MP, True), (3 * MP - 1, False)):
        s.flow = (*s.flow[:-1], replace(sapper, mp=points, moved=True))
        s.offered = None
        assert (Demolish(forst) in options(s)) == offered
    assert why_not(s, Demolish(forst)) == NO_POINTS


@pytest.mark.rule("7.1.6", "4.2.1")
def test_an_enemy_fortification_falls_to_whoever_walks_in() -> None:
    s = field()
    stand(s, 4010, "su_254")
    s.dig(Hex(4011), GERMAN)
    do(moving(s, "su_254"), MoveTo(Hex(4011)))
    assert not s.forts
    s.dig(Hex(4012), SOVIET)
    do(s, MoveTo(Hex(4012)))
    assert s.forts == {4012: SOVIET}


@pytest.mark.rule("3.1.4", "3.1.14", "4.2.1")
def test_a_way_is_shown_with_its_points_hex_by_hex() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254")
    moving(s, "su_254")
    to = Hex(around[0])
    way = s.flow[-1].route(s, MoveTo(to))
    assert (way.hexes, way.costs, way.stops) == ((clear, to), ("", in_points(costs(s)[to])), False)
    assert s.flow[-1].route(s, MoveTo(Hex(1010))) is None
    beyond = next(
        hex for hex in s.game.board.near[to] if not s.game.board.adjacent(hex, clear) and hex != clear
    )
    stand(s, beyond, "de_545_a")
    moving(s, "su_254")
    assert s.flow[-1].route(s, MoveTo(to)).stops


@pytest.mark.rule("15.3.3", "11.2.3")
def test_who_took_a_level_from_volkssturm_neither_leaves_nor_moves() -> None:
    s = field()
    stand(s, 3600, "de_72_105", cel=1)
    stand(s, 3600, "de_vs1")
    moving(s, "de_72_105")
    assert LeaveMap() in options(s)
    do(s, Restore(UnitId("de_vs1")))
    assert LeaveMap() not in options(s)
    for action in (LeaveMap(), MoveTo(Hex(3601)), Demolish((Hex(3600), Hex(3601)))):
        assert why_not(s, action) == RESTORED
    assert why_not(s, MarkStrategic()) == ACTIVATED


# --- why not


@pytest.mark.rule("15.3.3", "15.3.4")
def test_why_no_level_is_taken_from_volkssturm() -> None:
    s = field()
    stand(s, 4010, "de_72_105", "de_21_125", cel=1)
    stand(s, 4010, "de_vs1", "de_545_a", "de_vs2", cel=2)
    stand(s, 4012, "de_vs3")
    s.mark(UnitId("de_vs2"), cel=1)
    weak, whole, wheels = s.units["de_72_105"], s.units["de_545_a"], s.units["de_21_125"]
    for taker, giver, no in (
        (weak, "de_vs1", None),
        (wheels, "de_vs1", marching.NOT_FOOT),
        (s.units["de_vs2"], "de_vs1", marching.NOT_FOOT),
        (whole, "de_vs1", marching.AT_FULL_STRENGTH),
        (weak, "de_545_a", marching.NOT_VOLKSSTURM),
        (weak, "de_vs3", marching.GIVER_ELSEWHERE),
    ):
        assert marching.why_not_restore(s, taker, UnitId(giver)) == no
    assert marching.givers(s, weak) == ["de_vs1", "de_vs2"]
    assert marching.givers(s, whole) == marching.givers(s, wheels) == []
    moving(s, "de_72_105")
    do(s, MoveTo(Hex(4011)))
    assert why_not(s, Restore(UnitId("de_vs1"))) == marching.MOVED_ALREADY


@pytest.mark.rule("3.1.8", "3.1.4", "4.2.1")
def test_an_enemy_on_the_way_is_named_with_its_hex() -> None:
    s = field()
    here, around = open_ground(s)
    stand(s, here, "su_iv_12")
    direction = s.game.board.around[here].index(around[0])
    beyond = s.game.board.around[around[0]][direction]
    price = costs(moving(s, "su_iv_12"))[beyond]
    for hex, enemy in zip(around, GUNS, strict=True):
        stand(s, hex, enemy)
    moving(s, "su_iv_12")
    become(s, mp=price)
    no = why_not(s, MoveTo(beyond))
    assert no is not None
    assert (no.rule, no.hex in around) == (moves.ENEMY_ON_THE_WAY.rule, True)
    assert why_not(s, MoveTo(Hex(here))) == moves.STANDS_THERE


GUNS = ("de_art_v", "de_art_gd", "de_art732", "de_art733", "de_hq_v", "de_hq_gd")


@pytest.mark.rule("11.2.2", "14.3.4", "15.2.1", "3.1.3", "3.1.6", "12.1.2")
def test_why_a_unit_is_not_given_its_move() -> None:
    s = field()
    stand(s, 4010, "su_254", "su_hq_5", "de_rg1", "su_50")
    s.mark(UnitId("su_50"), done=HELD)
    s.mark(UnitId("su_337"), box="waiting", zone="C", done=SHIFTED)
    s.set(works={UnitId("su_hq_5"): (Hex(4010), Hex(4011), 2)})
    move(s, SOVIET)
    for unit, no in (
        ("su_254", None),
        ("su_50", phases.HAS_MOVED),
        ("su_337", phases.ON_ITS_WAY),
        ("su_hq_5", phases.BUILDING),
        ("de_545_a", phases.NOT_YOURS),
    ):
        assert (Pick(UnitId(unit)) in options(s)) == (no is None)
        assert why_not(s, Pick(UnitId(unit))) == no
    assert phases.why_not_pick(s, s.units["de_rg1"], strategic=False) == phases.NO_MPS


@pytest.mark.rule("12.1.1", "12.1.2", "12.2.1", "6.2.3", "6.5.5")
def test_why_a_unit_does_not_march_strategically() -> None:
    s = field()
    clear, around = open_ground(s)
    ready = ("su_254", "su_50", "su_111", "su_5_art32", "su_5_art33", "su_213")
    stand(s, 3010, *ready, done=MARKED)
    s.mark(UnitId("su_50"), done=0)
    s.mark(UnitId("su_111"), done=MARKED | FIRED)
    s.mark(UnitId("su_5_art33"), transport=True, done=MARKED | BARRAGED)
    stand(s, clear, "de_545_a")
    stand(s, around[0], "su_213")
    refused = [phases.why_not_pick(s, s.units[id], strategic=True) for id in ready]
    assert refused == [
        None,
        phases.NOT_MARKED,
        phases.FOUGHT_ALREADY,
        moves.GUNS_IN_PLACE,
        None,
        phases.ZOC_HOLDS,
    ]


@pytest.mark.rule("12.1.1", "12.1.2", "7.1.4", "10.2.3", "6.2.2", "14.2.1", "3.1.6", "11.2.3")
def test_what_a_unit_on_its_way_may_no_longer_do() -> None:
    s = field()
    stand(s, 4010, "su_254", oos=1)
    moving(s, "su_254")
    assert why_not(s, Done()) == marching.NOTHING_DONE
    assert why_not(s, ChangeSetup()) == marching.NO_SETUPS
    assert why_not(s, LeaveMap()) == marching.NOT_AT_A_ZONE
    assert why_not(s, Demolish((Hex(3010), Hex(3011)))) == marching.NOT_AT_BRIDGE
    do(s, MoveTo(Hex(4011)))
    assert why_not(s, Dig()) == marching.BUSY
    assert why_not(s, MarkStrategic()) == marching.ACTIVATED
    assert why_not(s, ForceMarch()) == marching.MPS_USED
    assert why_not(s, Cancel()) == marching.SPENT
    stand(s, 4020, "su_50", done=MARKED)
    moving(s, "su_50", strategic=True)
    for action in (MarkStrategic(), Dig(), Demolish((Hex(4020), Hex(4021))), Restore(UnitId("de_vs1"))):
        assert why_not(s, action) == marching.ONLY_MARCHES
    assert why_not(s, ForceMarch()) == marching.NOT_STARVED
    stand(s, 4022, "su_5_art32", transport=True, done=MARKED)
    moving(s, "su_5_art32", strategic=True)
    assert why_not(s, ChangeSetup()) == marching.ONLY_MARCHES
    off = field(complementary="off")
    stand(off, 4010, "su_254")
    moving(off, "su_254")
    for action in (MarkStrategic(), Demolish((Hex(4010), Hex(4011)))):
        assert why_not(off, action) == works.NOT_PLAYED


@pytest.mark.rule("11.2.3", "6.2.3", "T.20", "4.2.6")
def test_why_a_unit_does_not_leave_the_map() -> None:
    s = field("two_stars")
    exit = next(hex for hex in sorted(s.game.ground.zone_of) if s.game.ground.entry_cost("truck", hex))
    stand(s, exit, "su_5_art32", "su_254", "de_gorlitz1")
    for unit, no in (
        ("su_5_art32", moves.GUNS_IN_PLACE),
        ("de_gorlitz1", moves.BOUND_TO_CITY),
        ("su_254", None),
    ):
        moving(s, unit)
        assert (LeaveMap() in options(s)) == (no is None)
        if no is not None:
            assert why_not(s, LeaveMap()) == no
    become(s, mp=1, moved=True)
    assert why_not(s, LeaveMap()) == marching.NO_POINTS
    assert arrivals.leaving_cost(s, s.units["su_254"], 0, 48) is None
    cost = s.game.ground.entry_cost("foot", exit)
    assert [arrivals.leaving_cost(s, s.units["su_254"], mp, 48) for mp in (cost - 1, cost)] == [None, cost]
    assert arrivals.leaving_cost(s, s.units["su_254"], 4, 4) == min(cost, 4)


@pytest.mark.rule("N.11")
def test_americans_in_nysa_may_go_as_far_as_column_17() -> None:
    barred = field().game.ground.barred_east
    assert [bool(barred[hex]) for hex in (1628, 1729, 1829)] == [False, False, True]


@pytest.mark.rule("6.1.7b", "3.1.8a", "7.1.12", "9.1.5")
def test_what_an_overrun_costs() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, around[0], "su_254")

    def toll() -> int:
        return overrun_toll(s, s.units["su_254"], Hex(clear)) // MP

    assert toll() == 0
    stand(s, clear, "de_hq_v")
    assert toll() == 0
    fortify(s, clear)
    assert toll() == 0
    stand(s, clear, "de_art_v")
    assert toll() == 2
    stand(s, clear, "de_art732")
    assert toll() == 3
    s.forts.clear()
    assert toll() == 2


@pytest.mark.rule("16.1.4a", "16.1.4b", "OPT.1")
def test_nothing_is_learned_where_nothing_is_hidden() -> None:
    for setting, learned in (
        ({}, True),
        ({"fog": "masked"}, True),
        ({"fog": "open"}, False),
        ({"complementary": "off"}, False),
    ):
        s = field(**setting)
        clear, around = open_ground(s)
        stand(s, clear, "de_21_22", "de_21_125")
        stand(s, 4010, "su_254")
        assert meets_unknown(s, s.units["su_254"], Hex(around[0])) == learned
        stand(s, around[3], "su_50")
        assert not meets_unknown(s, s.units["su_254"], Hex(around[0]))
