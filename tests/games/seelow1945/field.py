"""Positions of this game in three lines."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bridgehead.core.actions import Action, Attack, Commit, Pick
from bridgehead.core.flow import Decision
from bridgehead.core.play import decision, dice, options, push, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId, replace
from bridgehead.games import load_game
from bridgehead.games.seelow1945.model.actions import Bombard, FireAt
from bridgehead.games.seelow1945.model.state import State, Unit
from bridgehead.games.seelow1945.rules.antitank import AntitankPhase
from bridgehead.games.seelow1945.rules.artillery import BarragePhase
from bridgehead.games.seelow1945.rules.combat import CombatPhase
from bridgehead.games.seelow1945.rules.movement import MovementPhase
from tests.support import ask, bare, stand

GERMAN, SOVIET = Side("german"), Side("soviet")

RR, RR2, RR3 = "su_60_1281", "su_60_1283", "su_60_1285"
"""Rifle regiments 4-2-3-4, reduced 2-1-2-4."""
GRR, GRR2, GRR3, GRR4 = "su_57g_172", "su_57g_170", "su_57g_174", "su_27g_74"
"""Guards rifle regiments 5-3-4-4, reduced 3-2-3-4."""
TB, TB2 = "su_11tc_20", "su_11tc_36"
"""Tank brigades 6-6-4-10, armor 1."""
GTB = "su_8gmc_1"
KAG, AAG, KAG4 = "su_32kag", "su_32aag", "su_4kag"
ZHUKOV = "su_zhukov"
PG, PG2 = "ge_20pg_76_1", "ge_20pg_76_2"
"""Panzergrenadier battalions 4-3-4-10, reduced 2-2-2-10."""
MUN = "ge_mun_1_1"
WART = "ge_20pg_wart"
INF, INF2 = "ge_303_300_1", "ge_303_300_2"
"""Infantry battalions 3-2-3-4, reduced 2-1-2-4."""
FJ = "ge_9fj_25_1"
PZ, PZ3 = "ge_20pg_8pz_2", "ge_20pg_8pz_3"
"""Pz IV companies 3-5-4-10, armor 1."""
PANTHER, PANTHER2, TIGER1 = "ge_mun_pz_1", "ge_mun_pz_2", "ge_mun_pz_3"
TIGER2 = "ge_ss502_1"
STUG, STUG2, STUG3 = "ge_245_1", "ge_245_2", "ge_245_3"
VAK = "ge_vak404_5"
FLAK = "ge_flak26"
DAY, DAWN, DUSK, NIGHT = 2, 1, 6, 7

PHASES = {
    "barrage": BarragePhase,
    "movement": MovementPhase,
    "antitank": AntitankPhase,
    "combat": CombatPhase,
}

CHART = Path(__file__).with_name("chart")
"""The values that the acceptance cases were reckoned with."""


def field(scenario: str = "seelow", turn: int = DAY, **options: str) -> State:
    """An empty field on a turn."""
    s: State = bare("seelow1945", scenario, 1, data=CHART, **options)
    s.set(turn=turn)
    return s


def phase(s: State, name: str, side: Side) -> State:
    """Begin a phase of a side; no flow is left if nobody has anything to do."""
    s.set(phase=name, actor=side)
    ask(s, PHASES[name](side))
    return s


def do(s: State, *actions: Action, rolls: Sequence[int] = ()) -> State:
    """Play actions, each of them among the options, with these dice."""
    with dice(s, *rolls):
        for action in actions:
            assert action in options(s), f"{action} is not among {options(s)}"
            push(s, action)
    return s


def pick(*units: str) -> list[Action]:
    return [Pick(UnitId(unit)) for unit in units]


def attack(s: State, side: Side, hex: int, *units: str, rolls: Sequence[int] = ()) -> State:
    """A whole attack in a Combat Phase of its own."""
    phase(s, "combat", side)
    return do(s, Attack(Hex(hex)), *pick(*units), Commit(), rolls=rolls)


def shoot(s: State, side: Side, target: str, *units: str, rolls: Sequence[int] = ()) -> State:
    """A whole shot in an Antitank Fire Phase of its own."""
    phase(s, "antitank", side)
    return do(s, FireAt(UnitId(target)), *pick(*units), Commit(), rolls=rolls)


def barrage(s: State, side: Side, hex: int, *units: str, rolls: Sequence[int] = ()) -> State:
    """A whole barrage in a Barrage Phase of its own."""
    phase(s, "barrage", side)
    return do(s, Bombard(Hex(hex)), *pick(*units), Commit(), rolls=rolls)


def unit(s: State, id: str) -> Unit:
    return s.units[UnitId(id)]


def now(s: State) -> Decision[Any] | None:
    """The decision being asked."""
    return decision(s) if s.flow else None


def reason(s: State, action: Action) -> No | None:
    """Why an action is refused, wherever the cause stands."""
    no = why_not(s, action)
    return replace(no, hex=NOWHERE) if no else None


def said(s: State, kind: str) -> Any:
    """The last event of a kind, or of a kind of that kind, in what was just told."""
    return [told.event for told in s.log if kind in {each.__name__ for each in type(told.event).mro()}][-1]


GAME: Any = load_game("seelow1945", CHART)

__all__ = ["stand"]
