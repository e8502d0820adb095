"""An owner's figures count for everybody: forecasts move with a table, and what bots think moves too."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bridgehead.bots.judges import judge_of
from bridgehead.bots.judges.koenigsberg1945 import KoenigsbergJudge
from bridgehead.core.actions import Attack, Commit, Pick
from bridgehead.core.outcomes import outcomes
from bridgehead.core.play import decision, options, push, setup
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games.koenigsberg1945.model.actions import Bombard, FullAttack, NormalAttack
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG, LINE
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.activation import Activation
from bridgehead.games.koenigsberg1945.rules.barrage import BarrageFire
from bridgehead.games.koenigsberg1945.rules.combat import CombatSegment
from bridgehead.games.koenigsberg1945.rules.movement import MovementSegment, move_of
from tests.games.koenigsberg1945.field import NAME, ids, koenigsberg, started
from tests.support import ask, stand

GARRISON = "g_xx_14"
CORPS = ("s2bf_48a_42", "s2bf_48a_53", "s2bf_48a_29")
TANKS = "s2bf_ind_1gt"

# --- positions


def emptied(game: Koenigsberg) -> State:
    s = setup(game, "campaign", 1)
    for unit in list(s.units.values()):
        s.send(unit.id, s.counter(unit.id).box or "aside")
    return s


def ground_of(game: Koenigsberg, hex: Hex) -> str:
    return game.ground.settlement[hex] or game.board.terrain[hex]


def crossed(game: Koenigsberg, hex: Hex, start: Hex) -> int:
    return game.ground.lines[game.ground.side(hex, start)]


def place(game: Koenigsberg, ground: str, line: int = 0) -> tuple[Hex, tuple[Hex, ...]]:
    """A hex of a kind, and the hexes from which it can be attacked, across a line or none, but no river."""
    for hex in game.board.hexes:
        near = tuple(
            at
            for at in game.board.near[hex]
            if game.ground.zoc_reaches[game.ground.side(hex, at)]
            and not game.ground.minor[game.ground.side(hex, at)]
            and crossed(game, hex, at) == line
        )
        if ground in ("", ground_of(game, hex)) and game.ground.land[hex] and len(near) > 1:
            return hex, near
    raise AssertionError(ground)


def assault(ground: str, line: int = 0, corps: int = 4, **condition: bool) -> Callable[[Koenigsberg], State]:
    """An attack on a division, with all its units committed."""

    def position(game: Koenigsberg) -> State:
        s = emptied(game)
        target, near = place(game, ground, line)
        stand(s, target, GARRISON, **condition)
        units = (*CORPS, TANKS)[:corps]
        for at, unit in enumerate(units):
            stand(s, near[at // 2], unit)
        ask(s, CombatSegment(SOVIET, FRONT_2, ids(*units)))
        push(s, Attack(target))
        for unit in units:
            push(s, Pick(UnitId(unit)))
        return s

    return position


def flown(verb: type[FullAttack] | type[NormalAttack], number: int) -> Callable[[Koenigsberg], State]:
    """The same with air units."""

    def position(game: Koenigsberg) -> State:
        s = assault("clear")(game)
        ready = [unit for unit in game.air if game.counters[unit].force == FRONT_2]
        for unit in ready[:number]:
            if verb(unit) in options(s):
                push(s, verb(unit))
        return s

    return position


def gathering(game: Koenigsberg) -> State:
    """An army that is to move up to a division and attack it."""
    s = emptied(game)
    stand(s, 1514, GARRISON)
    for hex, corps in zip((1211, 1212, 1213), CORPS, strict=True):
        stand(s, hex, corps)
    stand(s, 1111, "hq_48a")
    army = Activation(
        side=SOVIET, force=FRONT_2, chit=ChitId("c_48a"), hq=UnitId("hq_48a"), formation=ids(*CORPS)
    )
    ask(s, army, MovementSegment(SOVIET, ids(*CORPS)))
    return s


def shelled(ground: str) -> Callable[[Koenigsberg], State]:
    """A barrage that may fall on a division."""

    def position(game: Koenigsberg) -> State:
        s = emptied(game)
        target, near = place(game, ground)
        stand(s, target, GARRISON)
        stand(s, near[0], CORPS[0])
        table = game.tables.barrage
        ask(s, BarrageFire(SOVIET, FRONT_2, 1, table.reach, table.turn_1_die))
        return s

    return position


# --- what people and bots are told


def forecast(s: State) -> object:
    """What the decision shows before it is committed, with all that may come of it."""
    acts = [action for action in options(s) if isinstance(action, (Commit, Bombard))]
    found = [(round(each.chance, 9), each.state.key()) for action in acts[:1] for each in outcomes(s, action)]
    frame: Any = decision(s)
    target = getattr(frame, "target", None)
    odds = s.game.odds(s, frame.attackers, target) if target is not None else None
    return frame.forecast(s), odds, found


def moves(s: State) -> object:
    return options(s), [sorted(move_of(s, UnitId(unit)).reach(s).regular.items()) for unit in CORPS]


def judged(s: State) -> list[float]:
    """All terms of the judge, for the side that attacks."""
    judge = judge_of(s.game)
    assert isinstance(judge, KoenigsbergJudge)
    judge.begin_decision(judge.new_memory())
    terms = [term.worth for term in (*judge.standing(s, SOVIET), *judge.prospects(s, SOVIET))]
    promised = [post.share for post in (judge.plan or {}).values()]
    return [*terms, *promised, judge.margin(s, SOVIET)]


# --- the values


def cells(column: str, die: int, cell: str) -> str:
    results = list(koenigsberg().tables.crt.results[column])
    results[die - 1] = cell
    return f"[crt.results]\n'{column}' = {results}"


def columns() -> str:
    """The table without its 6-1 column."""
    crt = koenigsberg().tables.crt
    return f"[crt]\ncolumns = {[name for name in crt.columns if name != '6-1']}"


BOTH: list[tuple[str, str, Callable[[Koenigsberg], State]]] = [
    ("tables", "[terrain.clear]\nshift = 1", assault("clear")),
    ("tables", "[terrain.woods]\nshift = 2", assault("woods")),
    ("tables", "[terrain.marsh]\nshift = 2", assault("marsh")),
    ("tables", "[settlement.village]\nshift = 1", assault("village")),
    ("tables", "[settlement.town]\nshift = 2", assault("town")),
    ("tables", "[settlement.city]\nshift = 1", assault("city")),
    ("tables", "[settlement.village]\nignores_first_retreat = false", assault("village")),
    ("tables", "[settlement.village]\nignores_first_loss = true", assault("village")),
    ("tables", "[settlement.town]\nignores_first_retreat = false", assault("town")),
    ("tables", "[settlement.town]\nignores_first_loss = false", assault("town")),
    ("tables", "[settlement.city]\nignores_first_retreat = false", assault("city")),
    ("tables", "[settlement.city]\nignores_first_loss = false", assault("city")),
    ("tables", "[line.line]\nshift = 2", assault("", LINE)),
    ("tables", "[line.festung]\nshift = 3", assault("", FESTUNG, 3, reduced=True)),
    ("tables", cells("6-1", 1, "D2r3"), assault("clear")),
    ("tables", cells("6-1", 6, "A2r"), assault("clear")),
    ("tables", cells("3-1", 1, "D1r2"), assault("clear", corps=2)),
    ("tables", cells("3-1", 4, "Dr/A1"), assault("clear", corps=2)),
    ("tables", columns(), assault("clear")),
    ("units", f"[unit.{CORPS[0]}]\nfront = '9-9-4'", assault("clear")),
    ("units", f"[unit.{GARRISON}]\nfront = '4-1-5'", assault("clear")),
    ("units", f"[unit.{GARRISON}]\nfront = '4-0-5'", assault("clear")),
]


@pytest.mark.parametrize(("file", "text", "position"), BOTH)
def test_forecast_and_judge_move_with_a_value(
    tmp_path: Path, file: str, text: str, position: Callable[[Koenigsberg], State]
) -> None:
    ours, theirs = position(koenigsberg()), position(overlaid(tmp_path, file, text))
    assert forecast(ours) != forecast(theirs)
    assert judged(ours) != judged(theirs)


GATHERED = [
    "[air]\nfull = 4",
    "[air]\nmost = 0",
    "[stacking]\ncombat_units = 1",
    "[terrain.clear]\nenter = { foot = 2 }",
    "[movement]\nroad = 2",
]


@pytest.mark.parametrize("text", GATHERED)
def test_the_plan_of_an_assault_moves_with_a_value(tmp_path: Path, text: str) -> None:
    assert judged(gathering(koenigsberg())) != judged(gathering(overlaid(tmp_path, "tables", text)))


UNWEIGHED = [
    # A normal air attack is tried out by the bot itself, column by column; plans count on full ones.
    ("[air]\nnormal = 2", flown(NormalAttack, 1)),
    # Barrages are tried out by the bot on the table itself: nothing is foreseen of them.
    ("[barrage]\ncolumn = '4-1'", shelled("clear")),
    ("[barrage]\nturn_1_die = -3", shelled("clear")),
    # A shift of the air units shows in the plan (above); in an attack that stands, in its forecast.
    ("[air]\nfull = 3", flown(FullAttack, 1)),
    ("[air]\nmost = 1", flown(FullAttack, 2)),
]
"""Values that only the forecast shows: the judge looks at what comes of them, not ahead to them."""


@pytest.mark.parametrize(("text", "position"), UNWEIGHED)
def test_forecasts_move_with_what_the_judge_does_not_weigh(
    tmp_path: Path, text: str, position: Callable[[Koenigsberg], State]
) -> None:
    assert forecast(position(koenigsberg())) != forecast(position(overlaid(tmp_path, "tables", text)))


def test_judge_and_victory(tmp_path: Path) -> None:
    levels = "[victory.level]\n'Soviet Historical Victory' = [7, 8]\n'German Minor Victory' = [9, 9]"
    assert judged(gathering(koenigsberg())) != judged(gathering(overlaid(tmp_path, "tables", levels)))


@pytest.mark.rule("9.3.3c")
def test_a_defence_of_nothing_is_attacked_on_the_last_column(tmp_path: Path) -> None:
    s = assault("city")(overlaid(tmp_path, "units", f"[unit.{GARRISON}]\nfront = '4-0-5'"))
    frame: Any = decision(s)
    assert s.game.odds(s, frame.attackers, frame.target) == frame.odds(s)
    assert frame.odds(s).column == len(s.game.crt) - 1


@pytest.mark.rule("9.0b", "9.2.2")
def test_how_a_hex_defends() -> None:
    s = assault("woods", corps=2)(koenigsberg())
    frame: Any = decision(s)
    alone = s.game.odds(s, (), frame.target)
    assert alone is not None
    assert (alone.attack, alone.defence) == (0, s.face(UnitId(GARRISON)).defence)
    assert [each.because for each in alone.modifiers] == ["forest"]
    assert s.game.odds(s, (), Hex(2932)) is None
    assert s.game.odds(s, ids(CORPS[2]), frame.target) is None


def overlaid(folder: Path, file: str, text: str) -> Koenigsberg:
    """The game with a file laid over ours."""
    (folder / NAME).mkdir()
    (folder / NAME / f"{file}.toml").write_text(text, encoding="utf-8")
    return koenigsberg(folder)


def test_each_side_is_given_reasons_of_its_own() -> None:
    game = koenigsberg()
    s, judge = started(), judge_of(game)
    judge.begin_decision(judge.new_memory())
    said = {
        side: {term.name: term.phrase for term in (*judge.standing(s, side), *judge.prospects(s, side))}
        for side in (GERMAN, SOVIET)
    }
    assert said[GERMAN]["ground"] == "holds the victory hexes"
    assert said[SOVIET]["ground"] == "takes victory hexes"
    assert said[GERMAN]["doors"] == "keeps Soviet units out of Königsberg and Elbing"
    assert said[SOVIET]["doors"] == "gets into Königsberg or Elbing, which ends the game"
    assert said[GERMAN]["supply"] != said[SOVIET]["supply"]
    fronts = started("fronts")
    judge.begin_decision(judge.new_memory())
    assert {term.phrase for term in judge.standing(fronts, FRONT_2)} <= {
        *said[SOVIET].values(),
    }
