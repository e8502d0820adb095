"""What a player reads: buttons that say what is done, names alike, reasons from the speaker's side."""

from typing import Any

import pytest

from bridgehead.bots.judges import judge_of
from bridgehead.core.actions import Attack, Cancel, Choose, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.play import decision, options
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import label, prompt
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945.rules.air import AIR_ATTACK, AirPlanning
from bridgehead.games.budziszyn1945.rules.artillery import BarragePhase
from bridgehead.games.budziszyn1945.rules.engineering import Pontoons
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses
from bridgehead.games.budziszyn1945.rules.marching import in_points
from bridgehead.games.budziszyn1945.rules.retreat import RetreatUnit, stand_firm
from bridgehead.games.budziszyn1945.rules.special import SetupLosses
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    NAME,
    SOVIET,
    ask,
    attack,
    begun,
    do,
    field,
    move,
    moving,
    open_ground,
    stand,
)


def labels(s: Any) -> set[str]:
    return {label(s.game, decision(s), action) for action in options(s)}


@pytest.mark.rule("6.5.4")
def test_the_targets_of_a_barrage_are_not_called_attacks() -> None:
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, clear + 3, "su_5_art32", "su_5_art33")
    s.track("ammunition", 4)
    ask(s, BarragePhase(SOVIET))
    assert labels(s) == {f"Barrage hex {clear:04d}", "End barrage"}
    do(s, Attack(Hex(clear)))
    assert label(s.game, decision(s), Cancel()) == "Cancel fire"


def test_buttons_name_what_they_end() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, around[0], "su_254")
    move(s, SOVIET)
    assert label(s.game, decision(s), Done()) == "End movement"
    assert prompt(s.game, decision(s)) == "Soviets: select a unit to move. 3.1.3"
    do(s, Pick(UnitId("su_254")))
    assert label(s.game, decision(s), Cancel()) == "Cancel move"
    do(s, next(each for each in options(s) if isinstance(each, MoveTo)))
    s.put(UnitId("su_254"), Hex(around[0]))
    attack(s, SOVIET)
    assert label(s.game, decision(s), Done()) == "End Combat Phase"
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")))
    assert label(s.game, decision(s), Commit()) == "Resolve attack"


def test_units_are_named_alike_and_no_two_the_same() -> None:
    game: Any = load_game(NAME)
    names = [counter.name for counter in game.counters.values()]
    assert len(set(names)) == len(names)
    assert not [name for name in names if any(word in name for word in ("INF", "ARM-", "-R", "-BR", "Art."))]
    assert game.names["su_254"] == "254th Rifle Division"
    assert game.names["de_21_22"] == "22nd Panzer Regiment (21st Panzer Division)"
    assert game.names["21 ARM"] == "21st Panzer Division"


def test_a_bot_speaks_for_its_own_side() -> None:
    s = begun()
    judge = judge_of(s.game)
    said = {side: {term.name: term.phrase for term in judge.standing(s, side)} for side in (SOVIET, GERMAN)}
    assert said[SOVIET]["berlin"] == "sends its tanks toward Berlin"
    assert said[GERMAN]["berlin"] == "keeps the Soviet tanks from Berlin"
    stars = begun("two_stars")
    allied = {term.name: term.phrase for term in judge_of(stars.game).standing(stars, ALLIED)}
    assert allied["ground"] == "gains ground that scores"


@pytest.mark.rule("N.6a")
def test_armies_are_named_as_players_say_them() -> None:
    s = field()
    stand(s, 5213, "su_13g")
    ask(s, Pontoons(SOVIET, "5 Guards Army"))
    assert prompt(s.game, decision(s)) == "Soviets: lay the pontoon bridge of the 5th Guards Army. N.6a"
    game: Any = s.game
    assert all(army in game.names for army in game.tables.armies)


@pytest.mark.rule("5.1.8", "5.3.7", "5.3.8a", "8.1.7", "T.21", "3.1.5")
def test_prompts_count_down() -> None:
    def asked() -> str:
        return prompt(s.game, decision(s)).partition(": ")[2]

    s = field("two_stars")
    clear, _ = open_ground(s)
    pair = (UnitId("de_545_a"), UnitId("de_545_b"))
    stand(s, clear, *pair)
    stand_firm(s, ALLIED, pair, 3, (), "", attacking=False)
    ask(s, *s.flow)
    for left in (3, 2, 1):
        assert asked() == f"select a unit to lose CELs instead of retreating ({left} left). 5.3.8a"
        do(s, options(s)[0])
    assert not s.flow
    stand(s, clear, *pair, cel=2)
    ask(s, TakeLosses(ALLIED, pair, 2))
    for left in (2, 1):
        assert asked() == f"select a unit to lose 1 CEL ({left} left). 5.1.8"
        do(s, options(s)[0])
    stand(s, clear, *pair, cel=2)
    ask(s, SetupLosses(ALLIED, pair, 2))
    for levels in ("2 CELs", "1 CEL"):
        assert asked() == f"select a unit to start reduced ({levels} left). T.21"
        do(s, options(s)[0])
    ask(s, RetreatUnit(ALLIED, pair[0], Hex(clear), 2))
    for far in ("2 hexes", "1 hex"):
        assert asked() == f"retreat Infantry Regiment A (545th Infantry Division) ({far} to go). 5.3.2"
        do(s, next(each for each in options(s) if isinstance(each, MoveTo)))
    s.track("air_base", 20)
    stand(s, 4010, "su_254")
    ask(s, AirPlanning(ALLIED, left=20))
    do(s, Choose(AIR_ATTACK), Place(Hex(4010)), Choose("12"))
    assert asked() == "plan air missions (8 SP left). 8.1.7"
    stand(s, 2010, "su_50")
    moving(s, "su_50")
    do(s, MoveTo(Hex(2011)))
    points = in_points(s.flow[-1].mp)
    assert asked() == f"move 50th Rifle Division ({points} MP left). 3.1.5"
