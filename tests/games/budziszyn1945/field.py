"""Positions of Budziszyn 1945 in few lines."""

from typing import Any

from bridgehead.core.actions import Action
from bridgehead.core.play import options, push, setup
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945.model.data import ALLIED, GERMAN, SOVIET, Mission
from bridgehead.games.budziszyn1945.rules.attack import AttackPhase, attack_phase
from bridgehead.games.budziszyn1945.rules.battle import Battle
from bridgehead.games.budziszyn1945.rules.combat import Combat
from bridgehead.games.budziszyn1945.rules.marching import MoveUnit
from bridgehead.games.budziszyn1945.rules.movement import starting_mp
from bridgehead.games.budziszyn1945.rules.movement_phase import MovementPhase, open_moves
from bridgehead.games.budziszyn1945.rules.odds import Odds, odds
from tests.support import ask, bare, stand

__all__ = ["ALLIED", "GERMAN", "SOVIET", "ask", "stand"]

NAME = "budziszyn1945"


def field(scenario: str = "nysa", **setting: str) -> Any:
    """An empty map on the second day."""
    s = bare(NAME, scenario, 1, **setting)
    s.forts.clear()
    s.set(turn=2, tick=30, combats=5, phase="movement")
    return s


def begun(scenario: str = "nysa", seed: int = 3, **setting: str) -> Any:
    """A campaign after its set-up, every choice of which fell on the first option."""
    s = setup(load_game(NAME), scenario, seed, **setting)
    while s.turn == 0:
        push(s, options(s)[0])
    return s


def fortify(s: Any, *hexes: int) -> None:
    for hex in hexes:
        s.dig(Hex(hex), s.units[s.stacks[Hex(hex)][0]].side)


def battle(
    side: Side, targets: int | tuple[int, ...], *attackers: str, guns: tuple[str, ...] = (), **more: Any
) -> Battle:
    hexes = (targets,) if isinstance(targets, int) else targets
    return Battle(
        side,
        tuple(Hex(hex) for hex in hexes),
        tuple(UnitId(id) for id in attackers),
        tuple(UnitId(id) for id in guns),
        **more,
    )


def reckon(s: Any, fight: Battle) -> Odds:
    return odds(s, fight)


def column(s: Any, fight: Battle) -> str:
    """The final column of a combat, as printed."""
    name: str = s.game.tables.columns[odds(s, fight).column]
    return name


def begin_combat(s: Any, fight: Battle) -> Any:
    """Go into a combat and on to its first decision."""
    return ask(s, AttackPhase(fight.side), Combat(battle=fight))


def attack(s: Any, side: Side) -> Any:
    """The Combat Phase of a side, its duties listed."""
    s.set(phase="attack", phasing=side)
    return ask(s, attack_phase(s, side))


def move(s: Any, side: Side) -> Any:
    """The moves of a side, as its Movement Phase begins."""
    s.flow = ()
    open_moves(s, side)
    return ask(s, *s.flow)


def moving(s: Any, unit: str, *, strategic: bool = False) -> Any:
    """Ask one unit for its move."""
    value = s.units[UnitId(unit)]
    start = starting_mp(s, value, strategic=strategic, forced=False)
    return ask(
        s, MovementPhase(value.side, strategic), MoveUnit(value.side, value.id, start, start, strategic)
    )


def costs(s: Any) -> dict[int, int]:
    """Where the unit being moved can go, in twelfths."""
    found: dict[int, int] = s.flow[-1].reach(s).costs
    return found


def fly(s: Any, side: Side, kind: str, hex: int, sp: int, **more: Any) -> None:
    s.set(missions=(*s.missions, Mission(side, kind, Hex(hex), sp, **more)))


def do(s: Any, *actions: Action) -> Any:
    """Play actions, each of which must be legal."""
    for action in actions:
        assert action in options(s), (action, options(s), s.flow[-1])
        push(s, action)
    return s


def places(s: Any, *units: str) -> list[int]:
    return [s.units[UnitId(id)].hex for id in units]


def open_ground(s: Any) -> tuple[int, list[int]]:
    """A clear hex without water about it, and its neighbours."""
    ground, board = s.game.ground, s.game.board
    for hex in board.hexes:
        around = board.near[hex]
        dry = not any(ground.is_big(hex, to) or ground.is_stream(hex, to) for to in around)
        if (
            len(around) == 6
            and dry
            and not any(ground.cm[each] or ground.halves[each] for each in (hex, *around))
        ):
            return hex, list(around)
    raise AssertionError("no open ground")


def finish(s: Any) -> Any:
    """Take the last option, which changes least, until the combat is over."""
    while s.flow and not isinstance(s.flow[-1], AttackPhase):
        push(s, options(s)[-1])
    return s
