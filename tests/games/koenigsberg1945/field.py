"""Positions of this game in a line or two."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bridgehead.core.actions import Action, Attack, Commit, Done, MoveTo, Pick
from bridgehead.core.events import Event
from bridgehead.core.play import decision, dice, options, push, setup
from bridgehead.core.roles import hexes_in
from bridgehead.core.values import ChitId, Hex, Side, UnitId
from bridgehead.core.words import line
from bridgehead.games import load_game
from bridgehead.games.koenigsberg1945.model.actions import FullAttack, NormalAttack
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.activation import Activation
from bridgehead.games.koenigsberg1945.rules.combat import CombatSegment
from bridgehead.games.koenigsberg1945.rules.movement import MovementSegment, MoveUnit, Reach, move_of
from tests.support import ask, bare, stand

NAME = "koenigsberg1945"
CHART = Path(__file__).with_name("chart")
"""The turn track that the acceptance cases were reckoned with."""
CORPS = ("s2bf_2sha_88", "s2bf_2sha_116", "s2bf_2sha_108", "s2bf_48a_29", "s2bf_48a_42", "s2bf_48a_53")
"""Six Soviet corps of one Front."""


def field(scenario: str = "campaign", **options: str) -> State:
    """An empty map."""
    s: State = bare(NAME, scenario, 1, CHART, **options)
    for air in s.game.air:
        s.send(air, s.counter(air).box)
    return s


def koenigsberg(overlay: Path | None = None) -> Koenigsberg:
    game = load_game(NAME, overlay)
    assert isinstance(game, Koenigsberg)
    return game


def started(scenario: str = "campaign", seed: int = 1, **options: str) -> State:
    """The set-up, nothing moved yet."""
    return setup(koenigsberg(), scenario, seed, **options)


def at(s: State, unit: str) -> int:
    return int(s.units[UnitId(unit)].hex)


def box(s: State, unit: str) -> str:
    return str(s.units[UnitId(unit)].box)


def reduced(s: State, unit: str) -> bool:
    return bool(s.units[UnitId(unit)].reduced)


def ids(*units: str) -> tuple[UnitId, ...]:
    return tuple(map(UnitId, units))


def force_of(s: State, unit: str) -> Side:
    return s.counter(UnitId(unit)).force


def moving(s: State, unit: str, **fields: Any) -> MoveUnit:
    """The unit's move begins."""
    frame = move_of(s, UnitId(unit), **fields)
    ask(s, frame)
    return frame


def reach(s: State, unit: str, **fields: Any) -> Reach:
    return moving(s, unit, **fields).reach(s)


def cost(s: State, unit: str, hex: int) -> float | None:
    """Movement points of regular movement to a hex, None if it cannot be reached."""
    halves = reach(s, unit).regular.get(Hex(hex))
    return None if halves is None else halves / 2


def segment(s: State, *units: str, cruiser: bool = False) -> State:
    """A Combat Segment of the force of the first unit with these units activated."""
    force = force_of(s, units[0])
    ask(s, CombatSegment(s.leader(force), force, ids(*units), cruiser))
    return s


def assemble(
    s: State,
    target: int,
    *units: str,
    full: Iterable[str] = (),
    normal: Iterable[str] = (),
    cruiser: bool = False,
) -> State:
    """An attack with all these committed, not yet resolved."""
    segment(s, *units, cruiser=cruiser)
    push(s, Attack(Hex(target)))
    for unit in units:
        push(s, Pick(UnitId(unit)))
    for unit in full:
        push(s, FullAttack(UnitId(unit)))
    for unit in normal:
        push(s, NormalAttack(UnitId(unit)))
    return s


def fight(
    s: State,
    target: int,
    *units: str,
    die: int,
    full: Iterable[str] = (),
    normal: Iterable[str] = (),
) -> State:
    """An attack resolved with that die, up to the next decision."""
    assemble(s, target, *units, full=full, normal=normal)
    with dice(s, die):
        push(s, Commit())
    return s


def column(s: State) -> str:
    """The column the assembled attack would use."""
    frame: Any = decision(s)
    found = frame.odds(s).column
    return s.tables.crt.columns[found] if found >= 0 else ""


def activate(s: State, hq: str, chit: str = "", **fields: Any) -> State:
    """The headquarters is activated."""
    force = force_of(s, hq)
    frame = Activation(
        side=s.leader(force), force=force, chit=ChitId(chit or "c_39"), hq=UnitId(hq), **fields
    )
    ask(s, frame)
    return s


def picks(s: State) -> set[str]:
    return {action.unit for action in options(s) if isinstance(action, Pick)}


def hexes(s: State, verb: type[Action] = MoveTo) -> set[int]:
    return {int(hex) for action in options(s) if type(action) is verb for hex in hexes_in(action)}


def may(s: State, action: Action) -> bool:
    return action in options(s)


def go(s: State, hex: int) -> State:
    push(s, MoveTo(Hex(hex)))
    return s


def finish(s: State) -> State:
    """Decline whatever is offered until nothing is asked."""
    while s.flow and may(s, Done()):
        push(s, Done())
    return s


def push_all(s: State, *verbs: str) -> State:
    """Take the first option of each of these verbs in turn."""
    for verb in verbs:
        push(s, next(action for action in options(s) if type(action).__name__ == verb))
    return s


def through(s: State) -> State:
    """Go on to the end, declining what may be declined and else taking what comes first."""
    while s.flow:
        push(s, Done() if may(s, Done()) else options(s)[0])
    return s


def told(s: State, kind: type[Event]) -> list[Any]:
    return [each.event for each in s.log if isinstance(each.event, kind)]


def meeting(*soviets: str, german: str = "g_independent_23") -> State:
    """A German in 2114, Soviets in the hexes south and east of it, two to a hex."""
    s = field()
    stand(s, 2114, german)
    for number, unit in enumerate(soviets):
        stand(s, (2113, 2013, 2014)[number // 2], unit)
    return s


def in_segment(s: State, *units: str) -> MovementSegment:
    """A Movement Segment of these units, inside the activation of the first."""
    force = force_of(s, units[0])
    who = ids(*units)
    army = Activation(
        side=s.leader(force), force=force, chit=ChitId("c_xx"), hq=UnitId(""), formation=who, at=5
    )
    found = MovementSegment(s.leader(force), who)
    ask(s, army, found)
    return found


def said(s: State) -> list[str]:
    """The log as players read it."""
    return [line(s.game, each) for each in s.log]


def listen(s: State) -> list[str]:
    """All that is said from now on."""
    heard: list[str] = []
    s.listener = lambda told: heard.append(line(s.game, told))
    return heard
