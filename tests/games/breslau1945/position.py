"""Positions of this game in a line or two, with counters called by their printed names."""

from typing import Any

from bridgehead.core.actions import Action, MoveTo, Pick, Place
from bridgehead.core.chance import NeedsChance
from bridgehead.core.flow import Frame
from bridgehead.core.play import dice, options, push, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games import load_game
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State, controller, take_control
from bridgehead.games.breslau1945.rules.assault import AssaultPhase
from bridgehead.games.breslau1945.rules.bombardment import BombardmentPhase
from bridgehead.games.breslau1945.rules.movement import TacticalMovement, movers
from bridgehead.testing.causes.breslau1945 import is_said
from tests.support import ask, bare, stand

LOADED = load_game("breslau1945")
assert isinstance(LOADED, Breslau)
GAME: Breslau = LOADED
IDS = {counter.label: id for id, counter in GAME.counters.items()}

__all__ = ["GERMAN", "IDS", "SOVIET", "ask", "dice", "is_said"]


def called(*names: str) -> tuple[UnitId, ...]:
    """The ids of counters by their printed names."""
    return tuple(UnitId(IDS[name]) for name in names)


def unit(name: str) -> UnitId:
    return UnitId(IDS[name])


def field(turn: int = 5, scenario: str = "historical", **tracks: int) -> State:
    """An empty map in some turn: no Goliaths, no chemicals, Supply 20 unless said otherwise.

    The acceptance cases were reckoned with the chart as rebuilt, so it is the one in play."""
    s: State = bare("breslau1945", scenario, chart="rebuilt")
    s.set(turn=turn)
    for name, value in {"goliaths": 0, "chemicals": 0, "supply": 20, **tracks}.items():
        s.track(name, value)
    return s


def at(s: State, hex: int, *names: str, **condition: Any) -> State:
    """Counters stand in a hex, which is their side's."""
    stand(s, hex, *called(*names), **condition)
    take_control(s, s.units[unit(names[0])].side, Hex(hex))
    return s


def movement(s: State, side: Side) -> State:
    """The side's Tactical Movement begins."""
    done: State = ask(s, TacticalMovement(side, movers(s, side)))
    return done


def assault(s: State, side: Side) -> State:
    done: State = ask(s, AssaultPhase(side))
    return done


def bombardment(s: State, points: int = 0) -> State:
    """Phase 3 with so many airstrike points."""
    s.track("air", points)
    done: State = ask(s, BombardmentPhase(SOVIET))
    return done


def do(s: State, *actions: Action) -> State:
    """Play actions one after the other, each of which must be legal."""
    for action in actions:
        no = why_not(s, action)
        assert no is None, f"{action}: {no}"
        push(s, action)
    return s


def move(s: State, name: str, *hexes: int) -> State:
    """Pick a unit and take it through hexes."""
    return do(s, Pick(unit(name)), *(MoveTo(Hex(hex)) for hex in hexes))


def refused(s: State, action: Action) -> No:
    """The refusal of an action, which must be refused."""
    no = why_not(s, action)
    assert no is not None, f"{action} is legal"
    return no


def caused_at(no: No, hex: int) -> No:
    """A refusal whose cause stands in a hex."""
    return replace(no, hex=Hex(hex))


def offered(s: State, kind: type[Action]) -> list[Any]:
    return [action for action in options(s) if type(action) is kind]


def offered_units(s: State) -> set[UnitId]:
    return {action.unit for action in offered(s, Pick)}


def offered_hexes(s: State) -> set[int]:
    return {action.hex for kind in (MoveTo, Place) for action in offered(s, kind)}


def frame(s: State) -> Frame:
    return s.flow[-1]


def deciding(s: State) -> Side:
    side: Side = getattr(s.flow[-1], "side", Side(""))
    return side


def is_soviet(s: State, hex: int) -> bool:
    return controller(s, Hex(hex)) == SOVIET


def told(s: State, kind: type) -> list[Any]:
    """The events of a kind in what has just happened."""
    return [each.event for each in s.log if isinstance(each.event, kind)]


def faces_that_hit(s: State, commit: Action) -> int:
    """The smallest face of the die with which the attack succeeds; 7 if none."""
    target: UnitId = getattr(s.flow[-1], "target", UnitId(""))
    for face in range(1, 7):
        if hits(s, commit, target, face):
            return face
    return 7


def hits(s: State, commit: Action, target: UnitId, face: int) -> bool:
    """Does the attack succeed with this face? A Fatigued Red Army unit would roll once more."""
    twin = s.clone()
    try:
        with dice(twin, face):
            push(twin, commit)
    except NeedsChance:
        return True
    return not twin.units[target].hex
