"""What a player reads: buttons that say what is done, names alike, reasons from the speaker's side."""

from typing import Any

import pytest

from bridgehead.bots.judges import judge_of
from bridgehead.core.actions import Attack, Cancel, Commit, Done, MoveTo, Pick
from bridgehead.core.play import decision, options
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import label, prompt
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945.rules.artillery import BarragePhase
from bridgehead.games.budziszyn1945.rules.engineering import Pontoons
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
