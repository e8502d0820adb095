"""The table at which the rules of this game are tried: positions in three lines."""

from __future__ import annotations

from typing import Any

from bridgehead.core.actions import Action, Attack, Commit, Done, Draw, MoveTo, Pick
from bridgehead.core.play import dice, options, play, push, setup, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import ChitId, Hex, Side, UnitId
from bridgehead.games import load_game
from bridgehead.games.eastprussia1914.model.data import GERMAN, RUSSIAN
from bridgehead.games.eastprussia1914.model.state import State, Unit
from bridgehead.games.eastprussia1914.rules.activation import Activation
from bridgehead.games.eastprussia1914.rules.chits import SelectChits, capacity
from bridgehead.games.eastprussia1914.rules.combat import CombatSegment
from bridgehead.games.eastprussia1914.rules.movement import allowance
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.supply_phase import SupplyPhase
from bridgehead.games.eastprussia1914.rules.unit_moves import MarchUnit, MoveUnit, RailUnit
from tests.support import ask, bare, stand

NAME = "eastprussia1914"
NO_HQ = UnitId("")

__all__ = [
    "GERMAN",
    "NAME",
    "NO_HQ",
    "RUSSIAN",
    "State",
    "SupplyPhase",
    "activate",
    "ask",
    "assault",
    "bare",
    "chit",
    "commit",
    "empty",
    "goes",
    "hexes",
    "moving",
    "no",
    "now",
    "opening",
    "places",
    "select",
    "selection",
    "stand",
    "supply_phase",
    "unit",
    "units",
]


def empty(scenario: str = "campaign", turn: int = 0, **options_: str) -> State:
    """A map without units, on a turn of the scenario, no event in force."""
    s: State = bare(NAME, scenario, 1, **options_)
    s.set(event=0, turn=turn or s.turn, cup=(), tracks={"rail_german": 8, "rail_russian": 4})
    return s


def opening(scenario: str = "campaign", turn: int = 0, event: int = 0, **options_: str) -> State:
    """The set-up of a scenario with an event of our choice and nothing to decide yet."""
    s: State = setup(load_game(NAME), scenario, 1, **options_)
    s.flow = ()
    s.log = []
    s.set(event=event, turn=turn or s.turn, cup=(), tracks={"rail_german": 8, "rail_russian": 4})
    return s


def now(s: State) -> Any:
    """The frame that decides now."""
    return s.flow[-1]


def chit(name: str) -> ChitId:
    return ChitId(f"chit-{name}")


def unit(s: State, name: str) -> Unit:
    found: Unit = s.units[UnitId(name)]
    return found


def units(*names: str) -> tuple[UnitId, ...]:
    return tuple(UnitId(name) for name in names)


def no(s: State, action: Action) -> No:
    """The refusal of an action."""
    found = why_not(s, action)
    assert found is not None, action
    return found


def select(s: State, side: Side, turn: int = 0, *chosen: str) -> State:
    """Ask a side for its chits."""
    turn = turn or s.turn
    asked: State = ask(s, SelectChits(side, turn, capacity(s, side, turn), tuple(map(chit, chosen))))
    return asked


def selection(s: State, side: Side, *names: str) -> No | None:
    """Try to select a set of chits and end; the refusal if one comes."""
    s = select(s, side)
    for action in (*(Draw(chit(name)) for name in names), Done()):
        refused = why_not(s, action)
        if refused is not None:
            return refused
        s = play(s, action)
    return None


WAYS = {"": MoveUnit, "strategic": MarchUnit, "rail": RailUnit}


def moving(s: State, name: str, mp: int = 0, how: str = "", beside: str = "", **fields: Any) -> State:
    """One activated unit is in hand; another may be activated beside it."""
    mover = unit(s, name)
    activation = Activation(side=mover.side, chit=chit(""), at=len(Activation.sequence))
    segment = MovementSegment(mover.side, NO_HQ, units(name, *beside.split()))
    move = WAYS[how](mover.side, mover.id, mp or allowance(s, mover), **fields)
    moved: State = ask(s, activation, segment, move)
    return moved


def goes(s: State) -> set[int]:
    """The hexes the present decision offers to move to."""
    return {action.hex for action in options(s) if isinstance(action, MoveTo)}


def places(s: State) -> set[int]:
    return {action.hex for action in options(s) if hasattr(action, "hex")}


def hexes(*numbers: int) -> tuple[Hex, ...]:
    return tuple(Hex(number) for number in numbers)


def activate(s: State, name: str) -> State:
    """Draw the chit of an HQ."""
    hq = unit(s, name)
    found: State = ask(s, Activation(side=hq.side, chit=chit(name), hq=hq.id))
    return found


def assault(s: State, target: int, *attackers: str, hq: str = "") -> State:
    """Name an attack with these units, not yet resolved."""
    side = unit(s, attackers[0]).side
    found: State = ask(s, CombatSegment(side, UnitId(hq), units(*attackers)))
    push(found, Attack(Hex(target)))
    for name in attackers:
        push(found, Pick(UnitId(name)))
    return found


def commit(s: State, *rolls: int) -> State:
    """Resolve what is assembled with these dice."""
    with dice(s, *rolls):
        push(s, Commit())
    return s


def supply_phase(s: State, *rolls: int) -> State:
    """Run the Supply Phase with these attrition dice, up to isolated movement."""
    with dice(s, *rolls):
        ask(s, SupplyPhase())
    return s
