"""Ten plain positions of Seelow & Küstrin 1945."""

from __future__ import annotations

from bridgehead.core.actions import Attack, Commit, Pick
from bridgehead.core.flow import Decision
from bridgehead.core.play import dice, push
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.seelow1945.model.actions import Bombard
from bridgehead.games.seelow1945.model.data import GERMAN, SOVIET
from bridgehead.games.seelow1945.model.state import ELIMINATED, State
from bridgehead.games.seelow1945.rules.artillery import BarragePhase, NightBatteries
from bridgehead.games.seelow1945.rules.combat import CombatPhase
from bridgehead.games.seelow1945.rules.control import objectives
from bridgehead.games.seelow1945.rules.movement import MovementPhase
from bridgehead.games.seelow1945.rules.victory import garrison_points
from bridgehead.toolkit.wargame import WarState
from tests.bots.position import Position, Seen
from tests.support import ask, bare, stand

TOWN = (1409, 1410, 1509, 1510)
BATTALIONS = ("ge_303_300_1", "ge_303_300_2", "ge_303_301_1", "ge_303_302_1")
GUARDS = ("su_57g_170", "su_57g_172", "su_57g_174", "su_47g_137", "su_47g_140")
RIFLES = ("su_295_1038", "su_295_1040", "su_295_1042")


def field(scenario: str, turn: int) -> State:
    """An empty field on a turn, every objective behind the German line."""
    s: State = bare("seelow1945", scenario)
    s.set(turn=turn, control=dict.fromkeys(objectives(s), GERMAN))
    return s


def at(s: State, name: str, phase: Decision[State]) -> State:
    """Begin a phase of its player."""
    s.set(phase=name, actor=phase.side)
    found: State = ask(s, phase)
    return found


def where(s: WarState, unit: str) -> int:
    return int(s.units[UnitId(unit)].hex)


def attacked(seen: Seen, hex: int) -> bool:
    return Attack(Hex(hex)) in seen.actions


# --- Seelow


def open_town() -> State:
    """The last hex of Seelow is empty on the last turn; a tank brigade stands two hexes off."""
    s = field("seelow", 12)
    for hex in TOWN[1:]:
        s.control[Hex(hex)] = SOVIET
    for hex, unit in zip(TOWN[1:], GUARDS, strict=False):
        stand(s, hex, unit)
    stand(s, 1609, "su_11tc_20")
    stand(s, 1608, "su_11tc_36")
    stand(s, 1310, BATTALIONS[0])
    return at(s, "movement", MovementPhase(SOVIET))


def nightfall() -> State:
    """Dusk: whoever stands next to Seelow at the end of the night has won."""
    s = field("seelow", 6)
    stand(s, 1709, "su_57g_172")
    stand(s, 1909, "su_57g_170")
    stand(s, 1409, BATTALIONS[0])
    return at(s, "movement", MovementPhase(SOVIET))


def across_the_canal() -> State:
    """A tired regiment faces grenadiers in a village behind the canal."""
    s = field("seelow", 3)
    stand(s, 1704, RIFLES[0], reduced=True)
    stand(s, 1605, "ge_mun_2_1")
    return at(s, "combat", CombatPhase(SOVIET))


def guns() -> State:
    """Two battalions alike: one in the open, one in the village."""
    s = field("seelow", 3)
    stand(s, 2307, BATTALIONS[0])
    stand(s, 2309, BATTALIONS[1])
    stand(s, 2407, GUARDS[0])
    stand(s, 2409, GUARDS[1])
    stand(s, 2808, "su_32kag")
    stand(s, 2908, "su_9kag")
    return at(s, "barrage", BarragePhase(SOVIET))


def assault_on(s: State, hex: int, posts: tuple[int, ...], die: int) -> State:
    """Soviet Guards attack, and the defender is asked."""
    units = GUARDS[: len(posts)]
    for post, unit in zip(posts, units, strict=True):
        stand(s, post, unit)
    at(s, "combat", CombatPhase(SOVIET))
    with dice(s, die):
        for action in (Attack(Hex(hex)), *(Pick(UnitId(unit)) for unit in units), Commit()):
            push(s, action)
    return s


def town_defended() -> State:
    """The last turn: a full battalion in the last German hex of Seelow is driven back."""
    s = field("seelow", 12)
    for hex in (1410, 1509, 1510):
        s.control[Hex(hex)] = SOVIET
    stand(s, 1409, BATTALIONS[0])
    return assault_on(s, 1409, (1509, 1410, 1408), 1)


def worn_out() -> State:
    """An outpost with one step left is driven back over open ground that counts for nothing."""
    s = field("seelow", 2)
    stand(s, 2206, BATTALIONS[0], reduced=True)
    return assault_on(s, 2206, (2306, 2307), 4)


def night() -> State:
    """The night: limbered guns may be laid anew, and only now."""
    s = field("seelow", 7)
    for hex, unit in zip((2107, 2207, 2307, 2407), ("su_4kag", "su_4aag", "su_9kag", "su_9aag"), strict=True):
        stand(s, hex, unit, move_mode=True)
    stand(s, 1609, BATTALIONS[0])
    s.set(phase="rally", actor=SOVIET)
    found: State = ask(s, NightBatteries(SOVIET))
    return found


# --- Küstrin


def held_corridor() -> State:
    """The last turn: a battalion between two regiments is all that keeps the garrison's line open."""
    s = field("kustrin", 12)
    stand(s, 3103, "ge_303_fus")
    stand(s, 2404, "ge_20pg_76_1")
    stand(s, 2103, "ge_20pg_76_2")
    for hex, unit in zip((2402, 2405, 2408), GUARDS, strict=False):
        stand(s, hex, unit)
    return at(s, "movement", MovementPhase(GERMAN))


def open_corridor() -> State:
    """The last turn: a line runs to the garrison through a gap that one regiment can close."""
    s = field("kustrin", 12)
    stand(s, 3103, "ge_303_fus")
    for hex, unit in zip((2402, 2408, 2606, 3207), GUARDS, strict=False):
        stand(s, hex, unit)
    return at(s, "movement", MovementPhase(SOVIET))


def cut_off() -> State:
    """A worn regiment is surrounded, with two panzer stacks and grenadiers around it."""
    s = field("kustrin", 9)
    stand(s, 2503, RIFLES[0], reduced=True)
    for hex, units in (
        (2403, ("ge_20pg_76_1", "ge_20pg_8pz_1")),
        (2603, ("ge_20pg_76_2", "ge_20pg_8pz_2")),
        (2504, ("ge_20pg_90_1", "ge_20pg_8pz_3")),
    ):
        stand(s, hex, *units)
    return at(s, "combat", CombatPhase(GERMAN))


POSITIONS: list[Position] = [
    Position("take the open hex of Seelow", open_town, lambda seen: seen.after.control[1409] == SOVIET),
    Position(
        "be next to Seelow at nightfall",
        nightfall,
        lambda seen: any(
            where(seen.after, unit) in {near for hex in TOWN for near in seen.after.ground.near[hex]}
            for unit in ("su_57g_172", "su_57g_170")
        ),
    ),
    Position(
        "do not attack a village across the canal at 1:2",
        across_the_canal,
        lambda seen: not attacked(seen, 1605),
    ),
    Position(
        "shell the battalion in the open",
        guns,
        lambda seen: bool(seen.actions) and seen.actions[0] == Bombard(Hex(2309)),
    ),
    Position(
        "lose a step rather than Seelow", town_defended, lambda seen: where(seen.after, BATTALIONS[0]) == 1409
    ),
    Position(
        "fall back rather than die for open ground",
        worn_out,
        lambda seen: where(seen.after, BATTALIONS[0]) != 0,
    ),
    Position(
        "lay all guns in the night",
        night,
        lambda seen: not any(unit.move_mode for unit in seen.after.units.values()),
    ),
    Position(
        "keep the corridor on the last turn", held_corridor, lambda seen: garrison_points(seen.after) > 0
    ),
    Position(
        "cut the corridor on the last turn", open_corridor, lambda seen: garrison_points(seen.after) == 0
    ),
    Position(
        "destroy the regiment that is cut off",
        cut_off,
        lambda seen: attacked(seen, 2503) and seen.after.units[UnitId(RIFLES[0])].box == ELIMINATED,
    ),
]
