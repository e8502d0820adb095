"""An owner's figures count for everybody: forecasts move with a table, and what bots think moves too."""

from collections.abc import Callable
from itertools import islice
from math import isfinite
from pathlib import Path

import pytest

from bridgehead.bots.judges import judge_of
from bridgehead.bots.judges.breslau1945 import BreslauJudge
from bridgehead.core.actions import Action, Commit, Pick
from bridgehead.core.flow import Frame
from bridgehead.core.outcomes import outcomes
from bridgehead.core.play import decision, options, push, setup
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.core.words import say
from bridgehead.games import load_game
from bridgehead.games.breslau1945.model.actions import (
    ArtilleryFire,
    Bombard,
    Declare,
    NightRaid,
    Reinforce,
    UseCapturedGoliaths,
    UseGoliath,
)
from bridgehead.games.breslau1945.model.data import (
    BATTLEWORN,
    GERMAN,
    NORTH_GERMAN,
    NORTH_POLISH,
    RESERVES,
    SOVIET,
    WORKS,
)
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State, take_control
from bridgehead.games.breslau1945.rules.assault import AssaultPhase
from bridgehead.games.breslau1945.rules.attack import why_not_artillery
from bridgehead.games.breslau1945.rules.bombardment import BombardmentPhase
from bridgehead.games.breslau1945.rules.defence import DefensiveFire
from bridgehead.games.breslau1945.rules.deployment import to_deploy, why_not_box, why_not_deploy
from bridgehead.games.breslau1945.rules.movement import TacticalMovement, barred_by_map, legs, movers
from bridgehead.games.breslau1945.rules.north import FIGHTING, NorthernDice, PolishDeclaration
from bridgehead.games.breslau1945.rules.reserves import ReservesToMap, reserve_hexes, why_not_place
from bridgehead.games.breslau1945.rules.sequence import GameTurn
from bridgehead.games.breslau1945.rules.supply import why_not_strip
from bridgehead.games.breslau1945.rules.train import why_not_build
from tests.games.breslau1945.position import called, unit
from tests.support import ASIDE, ask, stand

NAME = "breslau1945"
RIFLES = called("372/218", "658/218")
TANKS = unit("222")
SAPPERS = unit("56 eng.")
MILITIA = called("21 VS", "22 VS")
GUNS = called("1039", "1040")

Position = Callable[[Breslau], State]

# --- positions


def emptied(game: Breslau, turn: int = 12) -> State:
    s = setup(game, "historical", 1)
    for id in list(s.units):
        s.send(id, ASIDE)
    s.set(turn=turn)
    for name, value in {"goliaths": 2, "supply": 9, "air": 6, "po2": 3}.items():
        s.track(name, value)
    return s


def asked(s: State, *frames: Frame) -> State:
    ask(s, *frames)
    return s


def place(game: Breslau, ground: str) -> tuple[Hex, Hex]:
    """A hex of a kind in the middle of the map, and a land hex next to it."""
    tables = game.tables
    return next(
        (hex, at)
        for hex in tables.land
        if tables.ground[hex] == ground
        for at in game.board.near[hex]
        if tables.ground[at] != "river"
        and tables.steps[SOVIET][at * 6 + game.board.around[at].index(hex)] > 0
    )


def attack(
    ground: str,
    by: Side = SOVIET,
    units: tuple[UnitId, ...] = RIFLES,
    extra: tuple[Action, ...] = (),
    **condition: bool,
) -> Position:
    """An Assault on a unit in a kind of hex, with all its units chosen."""

    def position(game: Breslau) -> State:
        s = emptied(game)
        hex, near = place(game, ground)
        target = MILITIA[0] if by == SOVIET else RIFLES[0]
        stand(s, hex, target, **condition)
        stand(s, near, *units)
        ask(s, AssaultPhase(by))
        for action in (Pick(target), *map(Pick, units), *extra):
            push(s, action)
        return s

    return position


def fired_at(game: Breslau) -> State:
    """A rifle regiment has come next to a militia battalion, which is about to fire."""
    s = emptied(game)
    hex, near = place(game, "clear")
    stand(s, hex, RIFLES[0])
    stand(s, near, *MILITIA)
    return asked(s, TacticalMovement(SOVIET, ()), DefensiveFire(GERMAN, RIFLES[0], near, MILITIA))


def on_the_march(game: Breslau) -> State:
    s = emptied(game)
    for ground in ("clear", "suburb", "park", "city", "bridge"):
        _, near = place(game, ground)
        if near not in s.stacks:
            s.put(next(id for id, unit in s.units.items() if not unit.hex and unit.side == SOVIET), near)
    stand(s, 117, *RIFLES, TANKS)
    stand(s, beside_canal(game), SAPPERS)
    return asked(s, TacticalMovement(SOVIET, movers(s, SOVIET)))


def beside_canal(game: Breslau) -> Hex:
    """A hex in open ground with a Canal on one side."""
    tables = game.tables
    return next(
        hex
        for hex in tables.land
        for direction, to in enumerate(game.board.around[hex])
        if tables.steps[SOVIET][hex * 6 + direction] > tables.chart["clear"].cost[SOVIET]
        and tables.ground[to] == tables.ground[hex] == "clear"
    )


def germans_on_the_march(game: Breslau) -> State:
    s = emptied(game)
    idle = (counter.id for counter in game.counters.values() if counter.side == GERMAN and not counter.train)
    for ground in ("clear", "suburb", "park", "city", "bridge"):
        for at in place(game, ground):
            if at not in s.stacks:
                stand(s, at, *islice(idle, game.tables.limit[GERMAN][at]))
    return asked(s, TacticalMovement(GERMAN, movers(s, GERMAN)))


def crowded(ground: str) -> Position:
    """As many Red Army units as the shipped chart allows in a hex."""

    def position(game: Breslau) -> State:
        s = emptied(game)
        hex, _ = place(game, ground)
        idle = (counter.id for counter in game.counters.values() if counter.side == SOVIET and counter.mp)
        stand(s, hex, *islice(idle, breslau().tables.limit[SOVIET][hex]))
        return asked(s, TacticalMovement(SOVIET, movers(s, SOVIET)))

    return position


def shelled(game: Breslau) -> State:
    """Two guns are aimed at a hex; airstrikes and Po-2 are at hand."""
    s = emptied(game)
    stand(s, 820, *MILITIA)
    stand(s, 117, *GUNS)
    ask(s, BombardmentPhase(SOVIET))
    push(s, Bombard(Hex(820)))
    for gun in GUNS:
        push(s, Pick(gun))
    return s


def night_raid(game: Breslau) -> State:
    s = emptied(game)
    stand(s, 820, *MILITIA)
    ask(s, BombardmentPhase(SOVIET))
    push(s, NightRaid(MILITIA[0]))
    return s


def north(*frames: Frame) -> Position:
    """The northern front in turn 13, before the Poles are sent or while the garrison rolls."""

    def position(game: Breslau) -> State:
        s = emptied(game, 13)
        poles = [id for id, counter in game.counters.items() if counter.nation == "polish"]
        for id in poles[:20]:
            s.send(id, NORTH_POLISH)
        for id in MILITIA:
            s.send(id, NORTH_GERMAN)
        s.track("north", FIGHTING if isinstance(frames[0], NorthernDice) else 0)
        return asked(s, *frames)

    return position


def declared(game: Breslau) -> State:
    s = north(PolishDeclaration(SOVIET))(game)
    push(s, Declare())
    return s


def garrison_near(game: Breslau) -> State:
    """The garrison is about to assault; it can pay for artillery."""
    s = emptied(game)
    s.track("supply", 60)
    hex, near = place(game, "clear")
    stand(s, hex, RIFLES[0])
    stand(s, near, MILITIA[0])
    ask(s, AssaultPhase(GERMAN))
    for id in (RIFLES[0], MILITIA[0]):
        push(s, Pick(id))
    return s


def reserves_called(game: Breslau) -> State:
    s = emptied(game)
    stand(s, 820, RIFLES[0])
    s.send(MILITIA[0], RESERVES)
    ask(s, ReservesToMap(GERMAN, reserve_hexes(s)))
    push(s, Pick(MILITIA[0]))
    return s


# --- what people and bots are told


def forecast(s: State) -> object:
    """What the decision offers and shows, with all that may come of it, and where units can go."""
    frame = decision(s)
    chances = [
        (round(each.chance, 9), each.state.key())
        for action in options(s)
        if isinstance(action, Commit | Reinforce)
        for each in outcomes(s, action)
    ]
    about = frame.about(s)
    found = [s.game.odds(s, about.committed, hex) for hex in about.hexes]
    roads = [sorted(legs(s, mover, 5).items()) for mover in s.units.values() if mover.hex]
    return frame.forecast(s), found, chances, options(s), frame.reminders(s), roads, s.tracks


def judged(s: State) -> list[float]:
    """All terms of the judge, for both sides."""
    judge = judge_of(s.game)
    assert isinstance(judge, BreslauJudge)
    judge.begin_decision(judge.new_memory())
    return [
        term.worth
        for side in (SOVIET, GERMAN)
        for term in (*judge.standing(s, side), *judge.prospects(s, side))
    ]


# --- the values


def success(ground: str, german: int, soviet: int) -> str:
    return f"[terrain.{ground}]\nsuccess = {{ german = {german}, soviet = {soviet} }}"


def cost(ground: str, german: int, soviet: int) -> str:
    return f"[terrain.{ground}]\ncost = {{ german = {german}, soviet = {soviet} }}"


def stack(ground: str, german: int, soviet: int) -> str:
    return f"[terrain.{ground}]\nstack = {{ german = {german}, soviet = {soviet} }}"


BOTH: list[tuple[str, Position]] = [
    *((success(ground, 6, 5), attack(ground)) for ground in ("clear", "suburb", "park", "city")),
    *(
        (success(ground, 5, 6), attack(ground, GERMAN, MILITIA))
        for ground in ("clear", "suburb", "park", "city")
    ),
    (success("bridge", 7, 6), attack("bridge")),
    (success("bridge", 6, 8), attack("bridge", GERMAN, MILITIA)),
    *(
        (f"[terrain.{ground}]\nmodifier = 1", attack(ground))
        for ground in ("clear", "suburb", "park", "city", "bridge")
    ),
    ("[special]\neach_unit = 2", attack("clear")),
    ("[special]\ninfantry_and_armor = 2", attack("clear", units=(RIFLES[0], TANKS))),
    ("[special]\ndisorganised = 1", attack("city", disorganised=True)),
    ("[special]\nfanatic_target = -2", attack("clear", fanatic=True)),
    ("[special]\ngoliath = 1", attack("clear", GERMAN, MILITIA, (UseGoliath(),))),
    ("[special]\ncaptured_goliaths = 1", attack("clear", units=(SAPPERS,), extra=(UseCapturedGoliaths(),))),
    ("[special]\nartillery_most = 1", garrison_near),
    ("[supply]\nartillery = 40", garrison_near),
    ("[supply]\nartillery = 2", attack("clear", GERMAN, MILITIA, (ArtilleryFire("1"),))),
    ("[fatigue]\n6 = 1", attack("clear", GERMAN, MILITIA)),
    (success("clear", 7, 6), fired_at),
    ("[special]\neach_unit = 2", fired_at),
    *((cost(ground, 1, 4), on_the_march) for ground in ("clear", "suburb", "park", "city", "bridge")),
    *((cost(ground, 4, 2), germans_on_the_march) for ground in ("clear", "suburb", "park", "city", "bridge")),
    ("[canal]\nextra = { german = 1, soviet = 3 }", on_the_march),
    *((stack(ground, 1, 1), crowded(ground)) for ground in ("clear", "suburb", "park", "city")),
    ("[special]\npolish_price = 9", declared),
]


@pytest.mark.parametrize(("text", "position"), BOTH)
def test_forecast_and_judge_move_with_a_value(tmp_path: Path, text: str, position: Position) -> None:
    ours, theirs = position(breslau()), position(overlaid(tmp_path, "tables", text))
    assert forecast(ours) != forecast(theirs)
    assert judged(ours) != judged(theirs)


FIGURES = [
    (f"[unit.{RIFLES[0]}]\nassault = 1", attack("clear")),
    (f"[unit.{MILITIA[0]}]\nexposed = 1", attack("clear")),
]


@pytest.mark.parametrize(("text", "position"), FIGURES)
def test_forecast_and_judge_move_with_a_counter(tmp_path: Path, text: str, position: Position) -> None:
    ours, theirs = position(breslau()), position(overlaid(tmp_path, "units", text))
    assert forecast(ours) != forecast(theirs)
    assert judged(ours) != judged(theirs)


JUDGE_ALONE = [
    # The forecast of the northern front is its dice: how many there are shows when they are rolled.
    ("[special]\nnorth_dice = 3", north(PolishDeclaration(SOVIET))),
    ("[supply]\nnorth = 5", north(PolishDeclaration(SOVIET))),
    ("[special]\nnorth_bonus = 3", north(PolishDeclaration(SOVIET))),
]


@pytest.mark.parametrize(("text", "position"), JUDGE_ALONE)
def test_the_judge_looks_ahead_to_a_value(tmp_path: Path, text: str, position: Position) -> None:
    assert judged(position(breslau())) != judged(position(overlaid(tmp_path, "tables", text)))


ROWS = "[bombardment.rows]\n5 = '- - S S S'"
UNWEIGHED: list[tuple[str, Position]] = [
    # What guns and aircraft do is tried out by the bot on the table itself: nothing is foreseen of it.
    (ROWS, shelled),
    ("[bombardment]\ncolumns = ['1', '3', '4', '5-6', '7+']", shelled),
    ("[special]\npo2_success = [3]", night_raid),
    # While the dice of the northern front are rolled, paying for one is tried out by the bot.
    ("[special]\nnorth_bonus = 3", north(NorthernDice(GERMAN, 4))),
    # How many units a hex may hold tells the garrison where it may go; the judge has no wish of its own.
    (stack("clear", 1, 4), germans_on_the_march),
    (stack("city", 1, 2), germans_on_the_march),
    # From when on, how many and how far: rules that offer a move or do not. What they lead to is weighed.
    ("[special]\ncaptured_from = 13", attack("clear", units=(SAPPERS,))),
    ("[special]\nreserve_distance = 12", reserves_called),
]
"""Values that only the forecast shows, or what is offered: the judge looks at what comes of them."""


@pytest.mark.parametrize(("text", "position"), UNWEIGHED)
def test_what_is_offered_moves_with_what_the_judge_does_not_weigh(
    tmp_path: Path, text: str, position: Position
) -> None:
    assert forecast(position(breslau())) != forecast(position(overlaid(tmp_path, "tables", text)))


@pytest.mark.parametrize("position", [attack("city"), on_the_march, north(PolishDeclaration(SOVIET))])
def test_nothing_moves_with_a_value_that_does_not_matter(tmp_path: Path, position: Position) -> None:
    ours, theirs = position(breslau()), position(overlaid(tmp_path, "tables", "[supply]\nstrip = 5"))
    assert forecast(ours) == forecast(theirs)
    assert judged(ours) == judged(theirs)


# --- one answer


@pytest.mark.rule("9.4d", "9.5a", "9.5d")
def test_the_odds_are_those_of_the_forecast() -> None:
    s = attack("city", units=(*RIFLES, SAPPERS))(breslau())
    about = decision(s).about(s)
    found = s.game.odds(s, about.committed, about.hexes[0])
    shown = decision(s).forecast(s)
    assert found is not None
    assert shown is not None
    assert (found.drm, found.defence, found.first, found.column) == (3 + 1 - 1, 7, 0, 3)
    assert (shown.attack, shown.defence, shown.odds) == ("+3", "7 (City, house ruling)", "3 in 6")
    assert shown.modifiers == found.modifiers


@pytest.mark.rule("9.2a", "9.2c", "9.5g", "8.2.8b")
def test_how_a_hex_defends() -> None:
    s = attack("suburb", disorganised=True)(breslau())
    (hex,) = decision(s).about(s).hexes
    stand(s, hex, MILITIA[1])
    alone = s.game.odds(s, (), hex)
    assert alone is not None
    assert [each.because for each in alone.modifiers] == ["Disorganized target, house ruling", "Suburban"]
    assert s.game.odds(s, (), Hex(101)) is None
    assert s.game.odds(s, called("955/309"), hex) is None  # not next to it
    near = s.units[RIFLES[0]].hex
    stand(s, near, *called("955/309"))
    assert s.game.odds(s, (*RIFLES, *called("955/309")), hex) is None  # of another division


@pytest.mark.rule("10.6b")
def test_fanatics_attack_better() -> None:
    s = attack("clear", GERMAN, MILITIA)(breslau())
    (hex,) = decision(s).about(s).hexes
    before = s.game.odds(s, MILITIA, hex)
    s.mark(MILITIA[0], fanatic=True)
    after = s.game.odds(s, MILITIA, hex)
    assert before is not None
    assert after is not None
    assert after.attack == before.attack + s.tables.special.fanatic_attack


def test_a_judge_never_says_what_is_no_number() -> None:
    """A gun alone in a victory hex counts for more there than the sums hold of it."""
    s = emptied(breslau())
    hex = min(s.tables.victory)
    stand(s, hex, GUNS[0])
    stand(s, s.game.board.near[hex][0], MILITIA[0])
    take_control(s, SOVIET, hex)
    ask(s, AssaultPhase(GERMAN))
    push(s, Pick(GUNS[0]))
    push(s, Pick(MILITIA[0]))
    assert all(isfinite(worth) for worth in judged(s))


def breslau(folder: Path | None = None) -> Breslau:
    game = load_game(NAME, folder)
    assert isinstance(game, Breslau)
    return game


def overlaid(folder: Path, file: str, text: str) -> Breslau:
    """The game with a file laid over ours."""
    (folder / NAME).mkdir()
    (folder / NAME / f"{file}.toml").write_text(text, encoding="utf-8")
    return breslau(folder)


OWN_FIGURES = """
[special]
captured_from = 13
train_from = 14
polish_price = 7
north_bonus = 3
artillery_most = 2
reserve_distance = 6
[supply]
artillery = 2
north = 4
train = 5
reorganise = 6
strip = 8
[bridge_links]
1716 = "1815"
"""


def test_prompts_and_refusals_name_the_owner_s_figures(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "tables.toml").write_text(OWN_FIGURES)
    game = load_game(NAME, tmp_path)
    assert isinstance(game, Breslau)
    s = emptied(game)
    s.send(MILITIA[0], BATTLEWORN)
    s.send(s.tables.train, WORKS)
    s.track("supply", 40)
    said = [words(each) for each in asked_in_turn(s)]
    assert said == [
        "Strategic Movement Phase: select a battleworn unit to reorganize (6 Supply each)",
        "Supply Phase: select a hex for a landing strip marker (8 Supply)",
        "Events Phase: the 2nd Polish Army may attack (victory hexes needed +7)",
        "Events Phase: roll a die, or spend 4 Supply for +3 (2 to roll, total 0)",
    ]
    assert why_not_build(s) == No("10.2a", "the armored train can't be built before turn 14")
    s.set(turn=14)
    s.track("supply", 3)
    assert why_not_build(s) == No("6.3", "not enough Supply: the armored train costs 5; 3 left")
    assert why_not_strip(s, Hex(1511)) == No(
        "6.5", "not enough Supply: a landing strip marker costs 8; 3 left"
    )
    assert why_not_artillery(s, GERMAN, 0, MILITIA, "3") == No(
        "8.3.3a", "Artillery Fire adds +1 to +2 per attack"
    )
    assert why_not_artillery(s, GERMAN, 0, MILITIA, "2") == No("6.1b", "not enough Supply: needs 4; 3 left")
    assert barred_by_map(s, Hex(1816), Hex(1716)) == No(
        "2.6b", "this Bridge can be entered only from hex 1815"
    )
    assert barred_by_map(s, Hex(1716), Hex(1816)) == No("2.6c", "this Bridge can be left only to hex 1815")
    stand(s, 820, RIFLES[0])
    near = why_not_place(s, Hex(1217))
    assert near == No("7.2.2a", "this hex is less than 6 hexes from a Red Army unit", Hex(820))


def test_refusals_of_the_deployment_name_the_owner_s_figures(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "scenarios.toml").write_text(
        '[scenario.free]\nmost_in_reserves = 3\ngarrisoned = "1516 1315"\ndivision_spread = 1\n'
    )
    s: State = setup(load_game(NAME, tmp_path), "free", 1)
    for id in to_deploy(s, GERMAN)[:3]:
        s.send(id, RESERVES)
    left = to_deploy(s, GERMAN)
    full = No("S.2", "no more than 3 units may begin in the Tactical reserves")
    assert why_not_box(s, left[0], RESERVES) == full
    for id in left[:-2]:
        s.send(id, NORTH_GERMAN)
    last = No("S.2", "the last units must garrison Rathaus (1516), Liebichshöhe (1315)")
    assert why_not_box(s, left[-1], NORTH_GERMAN) == last
    s.put(RIFLES[0], Hex(117))
    apart = No("S.2", "units of a division must be within 1 hex of each other")
    assert why_not_deploy(s, RIFLES[1], Hex(119)) == apart


def asked_in_turn(s: State) -> list[State]:
    """The questions of some phases, one after the other."""
    parts = GameTurn.reorganise, GameTurn.landing_strip
    found = [ask(s.clone(), GameTurn(at=GameTurn.sequence.index(part))) for part in parts]
    s.set(turn=13)
    s.send(unit("13/5"), NORTH_POLISH)
    s.send(MILITIA[1], NORTH_GERMAN)
    found.append(ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.northern_front))))
    declared = s.clone()
    push(declared, Declare())
    return [*found, declared]


def words(s: State) -> str:
    return say(s.game, decision(s))
