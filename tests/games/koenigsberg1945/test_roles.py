"""What events, actions and decisions say of themselves: fights, dice, subjects, clicks."""

from typing import Any

import pytest

from bridgehead.core.actions import MoveTo, Pick, Place
from bridgehead.core.play import clicked, decision, dice, push
from bridgehead.core.roles import dice_in
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.actions import Bombard, FullAttack, March, Rebuild, Restore, Ride
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import AirRolls, AttackResolved, BarrageResolved
from bridgehead.games.koenigsberg1945.rules.air import refitted_unit_return
from bridgehead.games.koenigsberg1945.rules.barrage import BarrageFire
from bridgehead.games.koenigsberg1945.rules.replacements import POINTS, AssignReplacements
from bridgehead.games.koenigsberg1945.rules.retreat import Retreat
from bridgehead.games.koenigsberg1945.rules.volkssturm import VolkssturmDeployment
from tests.games.koenigsberg1945.field import assemble, field, fight, ids, moving, started, told
from tests.support import ask, stand


def test_a_combat_tells_its_fight() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    fight(s, 2114, "s2bf_2sha_88", die=6)
    event = told(s, AttackResolved)[0]
    found = event.fight()
    assert (found.hex, found.units, found.result) == (2114, ids("s2bf_2sha_88"), event.cell)
    assert (found.attack, found.defence, found.column) == (event.attack, event.defence, event.column)


def test_a_barrage_tells_its_fight() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    with dice(s, 1):
        push(s, Bombard(Hex(2114)))
    assert told(s, BarrageResolved)[0].fight().hex == 2114


@pytest.mark.rule("12.4")
def test_a_die_that_brings_an_air_unit_back_is_told() -> None:
    s = field()
    unit = next(unit for unit in s.game.air if s.counter(unit).returns_on)
    s.send(unit, "refit")
    with dice(s, 6):
        refitted_unit_return(s)
    event = told(s, AirRolls)[0]
    assert dice_in(event) == (6,)
    assert event.fight() is None


def test_what_an_attack_is_about() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    air = next(unit for unit in s.game.air if s.counter(unit).force == FRONT_2)
    assemble(s, 2114, "s2bf_2sha_88", full=(air,))
    about = decision(s).about(s)
    assert (about.committed, about.hexes) == ((UnitId("s2bf_2sha_88"), air), (2114,))
    other = next(unit for unit in s.game.air if s.counter(unit).force == FRONT_2 and unit != air)
    assert clicked(s, other) == (FullAttack(other), None)
    assert clicked(s, UnitId("s2bf_2sha_88"))[0] == Pick(UnitId("s2bf_2sha_88"))


def test_a_retreating_stack_is_in_hand() -> None:
    s = field()
    stand(s, 2114, "g_independent_23", "g_xx_292")
    two = ids("g_independent_23", "g_xx_292")
    ask(s, Retreat(units=two, hq=UnitId(""), origin=Hex(2114), total=1, by="defence", mates=two))
    about = decision(s).about(s)
    assert (about.unit, about.committed, about.hexes) == (two[0], two[1:], (2114,))


@pytest.mark.rule("6.1a", "6.4", "6.5a")
def test_a_click_means_the_kind_of_movement_that_gets_there() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    reach = moving(s, "g_independent_24m").reach(s)
    near = next(iter(reach.regular))
    far = next(hex for hex in reach.strategic if hex not in reach.regular)
    farther = next(hex for hex in reach.rail if hex not in reach.regular and hex not in reach.strategic)
    assert [clicked(s, hex) for hex in (near, far, farther)] == [
        (MoveTo(near), None),
        (March(far), None),
        (Ride(farther), None),
    ]
    assert clicked(s, UnitId("g_independent_24m"))[0] is None
    push(s, March(far))
    again = next(hex for hex in s.game.board.hexes if not s.game.ground.on_road[hex])
    assert clicked(s, again)[0] == March(again)


@pytest.mark.rule("11.2a")
def test_a_click_restores_what_stands_and_rebuilds_what_is_lost() -> None:
    s = started()
    s.track(POINTS, 3)
    s.mark(UnitId("g_xx_14"), reduced=True)
    s.eliminate(UnitId("g_xx_292"))
    ask(s, AssignReplacements(GERMAN, GERMAN))
    assert clicked(s, UnitId("g_xx_14")) == (Restore(UnitId("g_xx_14")), None)
    assert clicked(s, UnitId("g_xx_292")) == (Rebuild(UnitId("g_xx_292")), None)
    assert clicked(s, Hex(2114))[0] is None


def test_volkssturm_in_hand_is_placed_by_a_click() -> None:
    s = started()
    frame: Any = ask(s, VolkssturmDeployment(GERMAN)).flow[-1]
    assert frame.about(s).unit == frame.waiting(s)[0]
    place = frame.places(s)[0]
    assert clicked(s, place) == (Place(place), None)
