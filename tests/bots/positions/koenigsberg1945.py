"""East Prussia: ten positions a player would not think long about."""

from typing import Any

from bridgehead.core.actions import Attack, Commit
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.state import ISOLATED, VOLKSSTURM, ZOC
from bridgehead.games.koenigsberg1945.rules.barrage import BarrageFire
from bridgehead.games.koenigsberg1945.rules.losses import StepLosses
from bridgehead.games.koenigsberg1945.rules.movement import MovementSegment
from bridgehead.games.koenigsberg1945.rules.volkssturm import VolkssturmDeployment
from tests.bots.position import Position, Seen
from tests.games.koenigsberg1945.field import at, field, ids, reduced, segment
from tests.support import ask, stand

ALLENSTEIN, BARTENSTEIN, ELBING, MIELAU = 2220, 2327, 3420, 1811
TANKS, RIFLES, GUARDS = "s2bf_ind_1gt", "s2bf_48a_42", "s2bf_48a_53"


def moves(s: Any, side: Any, *units: str) -> Any:
    return ask(s, MovementSegment(side, ids(*units)))


def garrisoned(s: Any) -> Any:
    """The fortresses and Elbing held."""
    for name in ("elbing", "koenigsberg", "thorn", "graudenz", "loetzen", "kulm"):
        unit = UnitId(f"g_gar_{name}")
        stand(s, int(s.game.setup[unit][0]), unit)
    return s


def attacks(seen: Seen) -> list[int]:
    return [action.hex for action in seen.actions if isinstance(action, Attack)]


# --- the Soviet side


def open_town() -> Any:
    s = garrisoned(field())
    stand(s, 2116, TANKS)
    stand(s, 2115, RIFLES, "hq_48a")
    stand(s, 2523, "g_xx_14")
    return moves(s, SOVIET, TANKS, RIFLES, "hq_48a")


def open_elbing() -> Any:
    s = field()
    s.set(turn=8)
    stand(s, 3216, TANKS)
    stand(s, 3116, RIFLES)
    stand(s, 2822, "g_xx_14")
    return moves(s, SOVIET, TANKS)


def hopeless() -> Any:
    s = field()
    stand(s, MIELAU, "g_xx_14", "g_xx_292")
    stand(s, 1711, RIFLES, reduced=True)
    return segment(s, RIFLES)


def surrounded() -> Any:
    s = field()
    stand(s, 1514, "g_xx_14", supply=ISOLATED)
    stand(s, 1413, RIFLES)
    stand(s, 1414, GUARDS)
    stand(s, 1513, TANKS)
    return segment(s, RIFLES, GUARDS, TANKS)


def guns() -> Any:
    s = field()
    stand(s, ALLENSTEIN, "g_xx_292")
    stand(s, 2317, "g_xx_14")
    stand(s, 2218, RIFLES)
    return ask(s, BarrageFire(SOVIET, FRONT_2, 1, 2))


# --- the German side


def lesser_loss() -> Any:
    s = field()
    stand(s, 1514, "g_independent_7m", "g_xx_14")
    stand(s, 1413, RIFLES)
    return ask(s, StepLosses(units=ids("g_independent_7m", "g_xx_14"), left=1))


def staff_in_danger() -> Any:
    s = field()
    stand(s, 1814, "hq_xx")
    stand(s, 2016, "g_xx_14")
    stand(s, 1713, TANKS)
    return moves(s, GERMAN, "hq_xx", "g_xx_14")


def gate_left_open() -> Any:
    s = garrisoned(field())
    stand(s, 2530, "g_xx_14")
    stand(s, 2124, TANKS)
    return moves(s, GERMAN, "g_xx_14")


def home_guard() -> Any:
    s = garrisoned(field())
    stand(s, 1816, TANKS, RIFLES)
    s.send(UnitId(militia(s)), VOLKSSTURM)
    return ask(s, VolkssturmDeployment(GERMAN))


def militia(s: Any) -> str:
    return next(str(unit) for unit, piece in s.game.counters.items() if piece.militia)


def lost_town() -> Any:
    s = garrisoned(field())
    s.set(taken=frozenset({Hex(ALLENSTEIN)}))
    stand(s, 2523, "g_independent_7m")
    stand(s, 2115, RIFLES)
    return moves(s, GERMAN, "g_independent_7m")


def out_of_danger(seen: Seen) -> bool:
    s = seen.after
    hex = at(s, "hq_xx")
    return bool(hex) and (not s.ledger[ZOC[SOVIET]][hex] or at(s, "g_xx_14") == hex)


POSITIONS = [
    Position("take the open victory hex", open_town, lambda seen: ALLENSTEIN in seen.after.taken),
    Position(
        "drive into Elbing while it stands open", open_elbing, lambda seen: at(seen.after, TANKS) == ELBING
    ),
    Position("leave two divisions in a town alone", hopeless, lambda seen: Commit() not in seen.actions),
    Position(
        "finish the surrounded division",
        surrounded,
        lambda seen: 1514 in attacks(seen) and Commit() in seen.actions,
    ),
    Position("shell the division in the open, not the city", guns, lambda seen: attacks(seen) == [2317]),
    Position("spare the panzer division", lesser_loss, lambda seen: reduced(seen.after, "g_xx_14")),
    Position("bring the headquarters out of reach", staff_in_danger, out_of_danger),
    Position(
        "close the gate of Bartenstein", gate_left_open, lambda seen: at(seen.after, "g_xx_14") == BARTENSTEIN
    ),
    Position(
        "call up the Volkssturm where the enemy comes",
        home_guard,
        lambda seen: at(seen.after, militia(seen.after)) in (MIELAU, ALLENSTEIN),
    ),
    Position("take back the empty town", lost_town, lambda seen: ALLENSTEIN not in seen.after.taken),
]
