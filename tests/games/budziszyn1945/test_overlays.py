"""An owner's tables: what he changes moves the odds and, unless listed, what bots think of a position."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from bridgehead.bots.judges.budziszyn1945 import BudziszynJudge
from bridgehead.core import data
from bridgehead.core.data import Data, DataError
from bridgehead.core.play import setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945 import build
from bridgehead.games.budziszyn1945.model.data import ALLIED, GERMAN, SOVIET, Mission
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.state import State
from bridgehead.games.budziszyn1945.rules.air import AIR_ATTACK
from bridgehead.games.budziszyn1945.rules.artillery import AssembleFire, fire_targets
from bridgehead.games.budziszyn1945.rules.battle import Battle
from bridgehead.games.budziszyn1945.rules.combat import forecast_of
from bridgehead.games.budziszyn1945.rules.command import pool_for
from bridgehead.games.budziszyn1945.rules.elimination import remove
from bridgehead.games.budziszyn1945.rules.odds import odds
from tests.games.budziszyn1945.field import NAME, battle, fortify, open_ground, stand

Position = Callable[[State], Battle]


class Case(msgspec.Struct, frozen=True):
    """A value of the tables, and a position in which it counts."""

    name: str
    changed: str
    position: Position
    file: str = "tables"
    besides: tuple[tuple[str, str], ...] = ()
    """Other files laid over ours, before and after."""
    scenario: str = "nysa"
    not_weighed: str = ""
    """Why the judge leaves it out of account."""


# --- positions


def on_clear(s: State) -> Battle:
    target, around = open_ground(s)
    stand(s, target, "de_545_a", "de_545_b")
    stand(s, around[0], "su_254", "su_213")
    return battle(SOVIET, target, "su_254", "su_213")


def on_works(s: State) -> Battle:
    fight = on_clear(s)
    fortify(s, fight.targets[0])
    return fight


def beside(defender: str) -> Position:
    def position(s: State) -> Battle:
        fight = on_clear(s)
        stand(s, fight.targets[0], defender)
        return fight

    return position


def in_terrain(kind: str) -> Position:
    def position(s: State) -> Battle:
        ground = s.game.ground
        for target in s.game.board.hexes:
            dry = [to for to in s.game.board.near[target] if not ground.is_big(target, to)]
            dry = [
                to for to in dry if not ground.is_stream(target, to) and ground.enter("foot", to) is not None
            ]
            if kind in ground.kinds[target] and dry:
                stand(s, target, "de_545_a", "de_545_b")
                stand(s, dry[0], "su_254", "su_213", "su_50")
                return battle(SOVIET, target, "su_254", "su_213", "su_50")
        raise AssertionError(kind)

    return position


def over_water(wet: Callable[[State, Hex, Hex], bool]) -> Position:
    def position(s: State) -> Battle:
        for target in s.game.board.hexes:
            for to in s.game.board.near[target]:
                if wet(s, target, to) and not s.game.ground.cm[target]:
                    stand(s, target, "de_545_a", "de_545_b")
                    stand(s, to, "su_254", "su_213", "su_50")
                    return battle(SOVIET, target, "su_254", "su_213", "su_50")
        raise AssertionError("no water")

    return position


def concentrated(s: State) -> Battle:
    target, around = open_ground(s)
    stand(s, target, "de_545_a", "de_545_b")
    stand(s, around[0], "su_viia_23", "su_viia_54")
    return battle(SOVIET, target, "su_viia_23", "su_viia_54")


def commanded(s: State) -> Battle:
    fight = on_clear(s)
    far = next(hex for hex in s.game.board.hexes if s.game.ground.distance(hex, fight.targets[0]) == 4
               and s.game.ground.distance(hex, s.units[UnitId("su_254")].hex) == 3)  # fmt: skip
    stand(s, far, "su_hq_52")
    return fight


def joint(s: State) -> Battle:
    target, around = open_ground(s)
    stand(s, target, "su_254", "su_213")
    stand(s, around[0], "us_69_271")
    stand(s, around[1], "de_545_a")
    return battle(ALLIED, target, "us_69_271", "de_545_a")


def fixed(s: State) -> Battle:
    stand(s, 4010, "de_545_a", "de_545_b")
    stand(s, 4009, "su_254", "su_213", "su_50")
    return battle(SOVIET, 4010, "su_254", "su_213", "su_50")


def fortress(s: State) -> Battle:
    fight = on_works(s)
    return msgspec.structs.replace(fight, defending_stars=(UnitId("de_545_b"),))


def staff_lost(s: State) -> Battle:
    """Soviets use what the loss of a headquarters six hexes away gives."""
    fight = on_clear(s)
    far = next(hex for hex in s.game.board.hexes if s.game.ground.distance(hex, fight.targets[0]) == 6)
    stand(s, far, "de_hq_v")
    remove(s, UnitId("de_hq_v"), "9.1.5")
    s.set(combats=s.combats + 1)
    return msgspec.structs.replace(fight, spent=pool_for(s, SOVIET, fight.targets))


def with_guns(s: State) -> Battle:
    fight = on_clear(s)
    far = next(hex for hex in s.game.board.hexes if s.game.ground.distance(hex, fight.targets[0]) == 3
               and s.game.ground.kinds[hex] == ("clear",))  # fmt: skip
    stand(s, far, "su_5_art32")
    return msgspec.structs.replace(fight, guns=(UnitId("su_5_art32"),))


def bombed(s: State) -> Battle:
    fight = with_guns(s)
    s.set(phase="air", missions=(Mission(SOVIET, AIR_ATTACK, fight.targets[0], 9),))
    return fight


NEVER_AT_ONCE = "the judge sums stacks hex by hex and does not look at who else stands in them"
LINES = '[hexside]\nline = "4010/4009"\n[mark]\nfixed_positions = "4010"\n'
FORTRESS = '[unit.de_545_b]\ntraits = ["fortification"]\n'
NEVER_PRINTED = "neither our map nor our counters have any"

CASES = (
    Case("field fortification", "[number]\nfield_fortification = 4\n", on_works),
    Case("hills", "[terrain.hills]\ncm = 3\n", in_terrain("hills")),
    Case("woods", "[terrain.woods]\ncm = 3\n", in_terrain("woods")),
    Case("town", "[terrain.town]\ncm = 3\n", in_terrain("town")),
    Case("city", "[terrain.city]\ncm = 4\n", in_terrain("city")),
    Case(
        "big river", "[water.major_river]\ncm = 1\n", over_water(lambda s, a, b: s.game.ground.is_big(a, b))
    ),
    Case(
        "stream", "[water.stream]\ncm = 3\n", over_water(lambda s, a, b: s.game.ground.is_stream(a, b)),
        not_weighed="streams lie everywhere and cost one column: the judge counts big rivers only",
    ),
    Case(
        "swamp", "[terrain.swamp]\nhalves = false\n", in_terrain("swamp"),
        not_weighed="hardly anybody stands in a swamp",
    ),
    Case("artillery range", "[number]\nartillery_range = 2\n", with_guns),
    Case("a strength", "[unit.su_254]\nattack = [9, 5]\n", on_clear, file="units"),
    Case("a defence", "[unit.de_545_a]\nattack = [1, 1]\n", on_clear, file="units"),
    Case("a cell of the combat table", '[combat.rows]\n7 = "' + " ".join(["L2/-"] * 13) + '"\n', on_clear),
    Case(
        "the columns",
        '[combat]\ncolumns = ["1:6", "1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", '
        '"7:1", "8:1"]\n',
        on_clear,
    ),
    Case(
        "a cell of the air attack table", '[fire.air_attack]\n9 = "' + " ".join(["L2"] * 11) + '"\n', bombed
    ),
    Case(
        "a cell of the artillery table", '[fire.artillery]\n1 = "' + " ".join(["L2"] * 11) + '"\n', with_guns,
        not_weighed="guns are weighed by where they stand; what a shot does the search rolls by the rules",
    ),
    Case(
        "Resilience Group", "[number]\nresilience_group = 3\n", beside("de_rg1"), not_weighed=NEVER_AT_ONCE
    ),
    Case("Volkssturm", "[number]\nvolkssturm = 4\n", beside("de_vs1"), not_weighed=NEVER_AT_ONCE),
    Case("concentration", "[number]\nconcentration = 2\n", concentrated, not_weighed=NEVER_AT_ONCE),
    Case(
        "headquarters' range", "[hq_range]\nsoviet = 1\n", commanded,
        not_weighed="a headquarters is worth its place behind the front; the die is left to the search",
    ),
    Case(
        "joint attack", "[number]\njoint_attack = 1\n", joint, scenario="two_stars", not_weighed=NEVER_AT_ONCE
    ),
    Case(
        "modifiers of a lost headquarters", "[number]\nhq_loss = 2\n", staff_lost,
        not_weighed="what the loss of a headquarters gives is in the weight of a headquarters",
    ),
    Case(
        "their radius", "[number]\nhq_loss_radius = 3\n", staff_lost,
        not_weighed="what the loss of a headquarters gives is in the weight of a headquarters",
    ),
    Case(
        "fixed positions", "[number]\nfixed_position = 5\n", fixed, besides=(("map", LINES),),
        not_weighed=NEVER_PRINTED,
    ),
    Case(
        "Fortification Unit", "[number]\nfortification_unit = 4\n", fortress, besides=(("units", FORTRESS),),
        not_weighed=NEVER_PRINTED,
    ),
)  # fmt: skip


def game_with(home: Path, *files: tuple[str, str]) -> Budziszyn:
    folder = home / NAME
    folder.mkdir(parents=True)
    for name, text in files:
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return build(Data(f"bridgehead.games.{NAME}", home))


@pytest.fixture(autouse=True)
def parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our files are the same in every test: reading them is half of the time."""
    monkeypatch.setattr(data, "parsed", PARSED)


PARSED = cache(data.parsed)


@cache
def ours(*files: tuple[str, str]) -> Budziszyn:
    with TemporaryDirectory() as home:
        return game_with(Path(home), *files)


def empty(game: Budziszyn, scenario: str) -> State:
    s = setup(game, scenario, 1)
    for unit in list(s.units.values()):
        s.send(unit.id, "aside")
    s.flow = ()
    s.forts.clear()
    s.set(turn=2, tick=30, combats=5, phase="movement", phasing=SOVIET)
    return s


def reckoned(game: Budziszyn, case: Case) -> tuple[object, list[float]]:
    """What the rules say of the fight, and what the judge thinks of the position."""
    s = empty(game, case.scenario)
    fight = case.position(s)
    found = odds(s, fight)
    shown = forecast_of(s, fight, None, fight.side)
    fire = [
        AssembleFire(SOVIET, hex, guns=(UnitId("su_5_art32"),)).forecast(s) for hex in fire_targets(s, SOVIET)
    ]
    judge = BudziszynJudge(game)
    judge.begin_decision(judge.new_memory())
    sides = (SOVIET, ALLIED if case.scenario == "two_stars" else GERMAN)
    worths = [
        sum(term.worth for term in (*judge.standing(s, side), *judge.prospects(s, side))) for side in sides
    ]
    air = [(least, tuple(map(str, cells))) for least, cells in game.tables.fire["air_attack"]]
    return (found, shown.rows, fire, air if case.position is bombed else ()), worths


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_changed_value_moves_odds_and_judge(case: Case, tmp_path: Path) -> None:
    before = reckoned(ours(*case.besides), case)
    after = reckoned(game_with(tmp_path, *case.besides, (case.file, case.changed)), case)
    assert before[0] != after[0]
    assert (before[1] == after[1]) == bool(case.not_weighed), (before[1], after[1])


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("tables", "[number]\nstacking = 0\n", "number.stacking"),
        ("tables", "[number]\nconcentration = 0\n", "number.concentration"),
        ("tables", "[number]\nexit_levels = 0\n", "number.exit_levels"),
        ("tables", '[combat]\ncolumns = ["a"]\n[combat.rows]\n' + 'x = "-/-"\n', "combat.rows.2"),
        ("tables", "[combat]\ncolumns = [" + ", ".join(['"1:0"'] * 13) + "]\n", "combat.columns"),
        ("tables", "[combat]\ncolumns = [" + ", ".join(['"2:1"'] * 13) + "]\n", "combat.columns"),
        ("units", "[unit.su_254]\nattack = [-1, 2]\n", "unit.su_254"),
        ("units", "[unit.su_254]\nattack = [4]\n", "unit.su_254.attack"),
        ("units", "[unit.su_254]\ndefence = [4]\n", "unit.su_254.defence"),
    ],
)
def test_absurd_figures_are_refused_with_file_and_key(name: str, text: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        game_with(tmp_path, (name, text))
    assert (caught.value.key, name in caught.value.file) == (key, True)


def test_a_strength_of_nothing_is_helpless_and_divides_by_nothing(tmp_path: Path) -> None:
    text = "[unit.de_545_a]\nattack = [0, 0]\n[unit.su_254]\nattack = [0, 0]\n"
    game = game_with(tmp_path, ("units", text))
    s = empty(game, "nysa")
    target, around = open_ground(s)
    stand(s, target, "de_545_a")
    stand(s, around[0], "su_254")
    assert odds(s, battle(SOVIET, target, "su_254")).helpless
    asked = game.odds(s, (UnitId("su_254"),), Hex(target))
    assert asked is not None and asked.attack == 0


def test_how_a_hex_defends_is_asked_without_attackers() -> None:
    s = empty(ours(), "nysa")
    fight = on_works(s)
    alone = s.game.odds(s, (), fight.targets[0])
    attacked = s.game.odds(s, fight.attackers, fight.targets[0])
    assert alone is not None and attacked is not None
    assert (alone.attack, alone.defence, alone.column < 0) == (0, attacked.defence, True)
    assert (attacked.column, attacked.modifiers) == (odds(s, fight).column, odds(s, fight).modifiers)
    assert s.game.odds(s, fight.attackers, Hex(2010)) is None


def test_the_least_figures_that_make_sense_are_taken(tmp_path: Path) -> None:
    least = ("stacking", "artillery_range", "concentration", "exit_levels")
    game = game_with(tmp_path, ("tables", "[number]\n" + "".join(f"{name} = 1\n" for name in least)))
    assert [getattr(game.tables.number, name) for name in least] == [1, 1, 1, 1]
