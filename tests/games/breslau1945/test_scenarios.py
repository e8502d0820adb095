"""The scenario card: the free deployment (S.2). The historical set-up is tested with the components."""

from itertools import combinations
from typing import Any

import pytest

from bridgehead.core.actions import Cancel, Choose, Pick, Place, SendTo
from bridgehead.core.play import decision, options, push, setup
from bridgehead.core.values import Hex
from bridgehead.core.words import say
from bridgehead.games import load_game
from bridgehead.games.breslau1945.model.data import BATTLEWORN, NORTH_GERMAN, RESERVES, SCREENS
from bridgehead.games.breslau1945.model.events import Boxed, Placed
from bridgehead.games.breslau1945.model.state import State, with_figures
from bridgehead.games.breslau1945.rules.deployment import (
    AS_IN_HISTORY,
    DEPLOYED,
    DIVISION_FIRST,
    FULL,
    MUST_GARRISON,
    NO_PLACE,
    NO_ROOM,
    NOT_A_SCREEN,
    NOT_THERE,
    NOT_YOUR_GROUND,
    RESERVES_FULL,
    RIVER,
    TOO_FAR,
    Deploy,
    Deployment,
    begins_anywhere,
    deployment_hexes,
    to_deploy,
    why_not_deploy,
)
from bridgehead.games.breslau1945.rules.redeployment import Withdrawal
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    do,
    frame,
    is_said,
    is_soviet,
    refused,
    unit,
)
from tests.games.breslau1945.second_copy import COUNTERS


def fresh() -> State:
    s: State = setup(GAME, "free", 5)
    return s


def red_army_s_turn() -> State:
    """The garrison has deployed: two units where they must stand, the rest in the north."""
    s = fresh()
    do(s, Pick(unit("21 VS")), Place(Hex(2027)), Pick(unit("22 VS")), Place(Hex(1516)))
    while decision(s).side == GERMAN:
        push(s, options(s)[0])
        push(s, SendTo(NORTH_GERMAN))
    return s


@pytest.mark.rule("S.2", "2.3")
def test_the_garrison_deploys_first_on_its_own_ground() -> None:
    s = fresh()
    assert frame(s) == Deployment(GERMAN)
    do(s, Pick(unit("21 VS")))
    assert isinstance(frame(s), Deploy)
    assert refused(s, Place(Hex(117))) is NOT_YOUR_GROUND
    assert refused(s, Place(Hex(1717))) is RIVER
    assert refused(s, SendTo(SCREENS)) is NOT_A_SCREEN
    do(s, Place(Hex(320)), Pick(unit("22 VS")), Place(Hex(320)), Pick(unit("23 VS")))
    assert refused(s, Place(Hex(320))) is FULL
    do(s, SendTo(RESERVES))
    assert refused(s, Pick(unit("23 VS"))) is DEPLOYED
    assert s.tracks["needed"] == 24


@pytest.mark.rule("S.2")
def test_at_most_twelve_begin_in_the_reserves_and_any_number_in_the_north() -> None:
    s = fresh()
    for id in to_deploy(s, GERMAN)[:12]:
        do(s, Pick(id), SendTo(RESERVES))
    for id in to_deploy(s, GERMAN)[:20]:
        do(s, Pick(id))
        assert refused(s, SendTo(RESERVES)) == with_figures(RESERVES_FULL, most=12)
        do(s, SendTo(NORTH_GERMAN))


@pytest.mark.rule("S.2")
def test_the_last_units_must_garrison_airport_and_rathaus() -> None:
    s = fresh()
    while len(to_deploy(s, GERMAN)) > 2:
        do(s, Pick(to_deploy(s, GERMAN)[0]), SendTo(NORTH_GERMAN))
    do(s, Pick(to_deploy(s, GERMAN)[0]))
    assert is_said(MUST_GARRISON, refused(s, SendTo(NORTH_GERMAN)))
    assert is_said(MUST_GARRISON, refused(s, Place(Hex(1115))))
    assert {action.hex for action in options(s) if isinstance(action, Place)} == {2027, 1516}
    do(s, Place(Hex(1516)))
    do(s, Pick(to_deploy(s, GERMAN)[0]))
    assert options(s) == [Place(Hex(2027)), Cancel()]


@pytest.mark.rule("S.2", "S.3")
def test_the_red_army_follows_and_a_division_stands_together() -> None:
    s = red_army_s_turn()
    assert frame(s) == Deployment(SOVIET)
    do(s, Pick(unit("372/218")))
    assert refused(s, Place(Hex(320))) is NOT_YOUR_GROUND
    do(s, Place(Hex(120)))
    assert refused(s, Pick(unit("222"))) is DIVISION_FIRST
    do(s, Pick(unit("658/218")))
    assert is_said(TOO_FAR, refused(s, Place(Hex(123))))
    assert refused(s, SendTo(RESERVES)) is NOT_THERE
    do(s, Place(Hex(122)), Pick(unit("667/218")))
    assert is_said(TOO_FAR, refused(s, Place(Hex(118))))  # two hexes from one, four from the other
    do(s, Place(Hex(121)))


@pytest.mark.rule("S.2")
def test_a_division_leaves_room_for_itself() -> None:
    s = red_army_s_turn()
    start = [hex for hex in GAME.tables.start_ground[SOVIET] if GAME.board.distance(hex, 101) <= 2]
    waiting = iter(id for id in to_deploy(s, SOVIET) if not GAME.counters[id].division)
    for hex in start:
        while hex != 101 and len(s.stacks.get(hex, ())) < GAME.tables.limit[SOVIET][hex]:
            s.put(next(waiting), hex)
    s.touch()
    assert why_not_deploy(s, unit("372/218"), Hex(101)) == with_figures(NO_ROOM, spread=2)
    assert Hex(101) not in deployment_hexes(s, unit("372/218"))


@pytest.mark.rule("S.2", "7.1.7b")
def test_unused_screens_stay_in_the_pool() -> None:
    s = red_army_s_turn()
    screens = [id for id in to_deploy(s, SOVIET) if GAME.counters[id].kind == "screen"]
    assert len(screens) == 12
    do(s, Pick(screens[0]), SendTo(SCREENS))
    assert s.units[screens[0]].box == SCREENS
    do(s, Pick(screens[1]), Place(Hex(101)))


@pytest.mark.rule("S.2")
def test_after_the_deployment_the_first_turn_begins() -> None:
    s = fresh()
    while s.turn == 0:
        push(s, options(s)[s.seed % len(options(s))])
        s.seed = s.seed * 3 % 1_000_003
    assert isinstance(frame(s), Withdrawal)
    assert not to_deploy(s, SOVIET)
    for each in s.units.values():
        if each.hex:
            assert is_soviet(s, each.hex) == (each.side == SOVIET)
    for division in {c.division for c in GAME.counters.values() if c.division}:
        stand = [u.hex for u in s.on_map(SOVIET) if GAME.counters[u.id].division == division]
        assert all(GAME.board.distance(a, b) <= 2 for a, b in combinations(stand, 2))
    assert {Hex(2027), Hex(1516)} <= set(s.stacks)


@pytest.mark.rule("S.2")
def test_the_list_of_hexes_agrees_with_the_reasons() -> None:
    s = red_army_s_turn()
    do(s, Pick(unit("372/218")), Place(Hex(2440)), Pick(unit("658/218")))
    offered = set(deployment_hexes(s, unit("658/218")))
    for hex in GAME.board.hexes:
        assert (why_not_deploy(s, unit("658/218"), Hex(hex)) is None) == (hex in offered)


@pytest.mark.rule("S.2", "S.1")
def test_the_rest_can_be_put_as_in_history() -> None:
    s = fresh()
    do(s, Pick(unit("21 VS")), Place(Hex(1115)), Choose(AS_IN_HISTORY))
    assert frame(s) == Deployment(SOVIET)
    assert s.units[unit("21 VS")].hex == 1115
    assert s.units[unit("44 VS")].hex == 2027
    assert s.units[unit("I/Mohr")].box == NORTH_GERMAN
    do(s, Choose(AS_IN_HISTORY))
    assert s.units[unit("222")].hex == 118
    assert all(GAME.counters[id].division for id in to_deploy(s, SOVIET))
    do(s, Pick(unit("372/218")), Place(Hex(117)))
    refused(s, Choose(AS_IN_HISTORY))


@pytest.mark.rule("S.2")
def test_history_gives_way_to_what_has_been_deployed() -> None:
    s = fresh()
    do(s, Pick(unit("21 VS")), Place(Hex(320)), Pick(unit("22 VS")), Place(Hex(320)))
    for name in ("23 VS", "24 VS"):
        do(s, Pick(unit(name)), Place(Hex(220)))
    do(s, Choose(AS_IN_HISTORY))
    assert frame(s) == Deployment(GERMAN)
    assert to_deploy(s, GERMAN) == [unit("I/Wehl")]  # its hex 0220 is full
    assert Choose(AS_IN_HISTORY) not in options(s)


@pytest.mark.rule("8.2.8b", "9.4d2", "9.5d", "11.1c")
def test_what_is_shipped_is_what_the_rules_say() -> None:
    """The cases run over the chart they were reckoned with; these are the figures people play with."""
    shipped: Any = load_game("breslau1945")
    suburb, city = Hex(320), Hex(820)
    chart = shipped.tables.charts["tuned"]
    assert (chart.success[SOVIET][suburb], chart.success[SOVIET][city]) == (6, 7)
    assert (chart.modifier[suburb], chart.modifier[city]) == (-1, -1)
    assert chart.disorganised == 2
    assert [setup(shipped, name, 1).tracks["needed"] for name in ("historical", "free")] == [25, 24]


@pytest.mark.rule("S.2")
def test_the_automatic_deployment_is_told_unit_by_unit() -> None:
    s = fresh()
    waiting = to_deploy(s, GERMAN)
    do(s, Choose(AS_IN_HISTORY))
    assert [each.event.unit for each in s.log if isinstance(each.event, Placed | Boxed)] == waiting


@pytest.mark.rule("S.2", "S.3")
def test_who_begins_where_his_owner_likes() -> None:
    """What stands on the map at start, the garrison's reserves and northern front, the Russian pool."""
    rows = [row.split() for row in COUNTERS.strip().splitlines()]
    places = {"reserves", "north_german", "screens"}
    free = {
        row[0] for row in rows if row[8] == "-" and row[1] != "p" and (row[9].isdigit() or row[9] in places)
    }
    assert {id for id, counter in GAME.counters.items() if begins_anywhere(counter)} == free
    s = fresh()
    assert {*to_deploy(s, GERMAN), *to_deploy(s, SOVIET)} == free


@pytest.mark.rule("S.2")
def test_what_is_deployed_is_told() -> None:
    s = fresh()
    do(s, Pick(unit("21 VS")), Place(Hex(320)))
    said = [say(GAME, each.event) for each in s.log]
    do(s, Pick(unit("22 VS")), SendTo(RESERVES))
    assert said + [say(GAME, each.event) for each in s.log] == [
        "21st Volkssturm Battalion is placed in hex 0320.",
        "22nd Volkssturm Battalion is moved to Tactical reserves of the fortress command.",
    ]


@pytest.mark.rule("S.2")
def test_no_german_begins_worn() -> None:
    s = fresh()
    do(s, Pick(unit("21 VS")))
    assert refused(s, SendTo(BATTLEWORN)) is NOT_THERE


@pytest.mark.rule("S.2", "S.1")
def test_history_is_refused_where_none_of_those_left_finds_its_place() -> None:
    s = fresh()
    for number, name in enumerate(("21 VS", "22 VS", "23 VS", "24 VS")):
        do(s, Pick(unit(name)), Place(Hex(320 if number < 2 else 220)))
    do(s, Choose(AS_IN_HISTORY))
    assert to_deploy(s, GERMAN) == [unit("I/Wehl")]
    assert refused(s, Choose(AS_IN_HISTORY)) is NO_PLACE


# --- the room a division needs: 0117 to 0124 are Soviet ground beside the German front


def lined_up(**stacks: int) -> State:
    """The 372/218 stands in 0120; of other formations there are so many units in hexes `h121=4`."""
    s = red_army_s_turn()
    do(s, Pick(unit("372/218")), Place(Hex(120)))
    others = iter([id for id in to_deploy(s, SOVIET) if not GAME.counters[id].division])
    for name, number in stacks.items():
        for _ in range(number):
            s.put(next(others), Hex(int(name[1:])))
    return s


@pytest.mark.rule("S.2")
def test_a_division_needs_room_within_two_hexes_of_every_unit_of_it() -> None:
    """Five units: one stands in 0120, the second is placed in 0122, three more must find room with both."""
    second = unit("658/218")
    enough = lined_up(h120=3, h121=4)  # three more beside the second in 0122
    assert why_not_deploy(enough, second, Hex(122)) is None
    one_short = lined_up(h120=3, h121=4, h122=1)  # 0123 and 0124 are too far from 0120
    assert why_not_deploy(one_short, second, Hex(122)) == with_figures(NO_ROOM, spread=2)
    elsewhere = lined_up(h120=3, h121=3, h122=1)  # and one place in 0121
    assert why_not_deploy(elsewhere, second, Hex(122)) is None


@pytest.mark.rule("S.2")
def test_every_unit_of_the_division_counts_for_the_room() -> None:
    """Two units stand in 0120 and 0122; the third takes the last place between them: two are left over."""
    s = lined_up(h120=3, h121=3)
    s.put(unit("658/218"), Hex(122))
    others = iter([id for id in to_deploy(s, SOVIET) if not GAME.counters[id].division])
    for _ in range(3):
        s.put(next(others), Hex(122))
    assert why_not_deploy(s, unit("667/218"), Hex(121)) == with_figures(NO_ROOM, spread=2)
