"""Refusals are true: take away the cause that a refusal names, and the action is offered."""

from __future__ import annotations

import pytest

from bridgehead.core.actions import Attack, Choose, MoveTo, Pick, Place
from bridgehead.core.play import clicked, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import printed_with_name
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945.model.actions import (
    Demolish,
    Fire,
    Support,
    UseStar,
)
from bridgehead.games.budziszyn1945.model.data import SOVIET, hexside
from bridgehead.games.budziszyn1945.model.state import (
    FOUGHT,
    State,
)
from bridgehead.games.budziszyn1945.rules.abilities import NO_STAR, NOT_FIGHTING
from bridgehead.games.budziszyn1945.rules.air import (
    KIND_FIRST,
    NO_AIR_LEFT,
    NO_TARGETS,
    OFFENSIVE,
    PLACE_CHOSEN,
    AirPlanning,
)
from bridgehead.games.budziszyn1945.rules.artillery import (
    NO_GUN_NEAR,
    TOO_CLOSE,
)
from bridgehead.games.budziszyn1945.rules.assault import TARGET_ALREADY
from bridgehead.games.budziszyn1945.rules.duties import (
    ALREADY_FOUGHT,
    IN_IT_ALREADY,
    NOBODY_ATTACKS,
    NOBODY_BESIDE,
    NOBODY_THERE,
    NOT_YOURS,
    TOWED,
)
from bridgehead.games.budziszyn1945.rules.engineering import (
    BLOWN_ALREADY,
    NO_BRIDGE_HERE,
)
from bridgehead.games.budziszyn1945.rules.marching import NOT_AT_BRIDGE
from bridgehead.games.budziszyn1945.rules.movement import (
    CLOSED_GROUND,
    ENEMY_THERE,
    STANDS_THERE,
    TOO_FAR,
    ZOC_ENDS_MOVE,
)
from bridgehead.games.budziszyn1945.rules.zoc import in_enemy_zoc
from bridgehead.testing.causes.budziszyn1945 import AWAY, FACTS, REMEDIES, become
from bridgehead.testing.refusals import check, sampled
from tests.games.budziszyn1945.field import NAME, ask, attack, costs, do, field, moving, open_ground, stand


def test_every_sampled_refusal_is_true() -> None:
    game = load_game(NAME)
    found = sampled(game, tuple(game.scenarios), seed=1, wanted=300)
    for refusal in found:
        check(refusal, REMEDIES, FACTS)


# --- kinds of reasons that were found by elimination once


@pytest.mark.rule("4.2.1")
def test_a_zoc_on_the_way_is_named_with_its_hex() -> None:
    s = field()
    here, around = open_ground(s)
    stand(s, here, "su_254")
    row = [Hex(here), *line(s, here, around[0], 3)]
    moving(s, "su_254")
    become(s, mp=costs(s)[row[3]])
    assert why_not(s, MoveTo(row[3])) is None
    near = s.game.board.near
    stand(s, next(hex for hex in near[row[2]] if hex not in near[here] and hex not in row), "de_545_a")
    no = why_not(s, MoveTo(row[3]))
    assert no is not None
    assert (no.rule, in_enemy_zoc(s, SOVIET, no.hex)) == (ZOC_ENDS_MOVE.rule, True)
    assert no.because == f"an enemy ZOC on the way ends the move: {printed_with_name(s.game, no.hex)}"
    s.send(UnitId("de_545_a"), AWAY)
    assert why_not(s, MoveTo(row[3])) is None


@pytest.mark.rule("3.1.8", "3.1.5", "3.1.4")
def test_an_enemy_a_long_way_and_the_own_hex_are_told_apart() -> None:
    s = field()
    here, around = open_ground(s)
    stand(s, here, "su_254")
    stand(s, around[0], "de_545_a")
    moving(s, "su_254")
    assert why_not(s, MoveTo(Hex(around[0]))) is ENEMY_THERE
    assert why_not(s, MoveTo(Hex(here))) is STANDS_THERE
    far = max(s.game.board.hexes, key=lambda hex: s.game.ground.distance(hex, here))
    assert why_not(s, MoveTo(far)) in (TOO_FAR, CLOSED_GROUND)


@pytest.mark.rule("14.1.1", "14.1.2", "14.2.1")
def test_a_bridge_that_never_was_is_not_called_destroyed() -> None:
    s = field()
    here, around = open_ground(s)
    stand(s, here, "su_254")
    moving(s, "su_254")
    assert why_not(s, Demolish(hexside(Hex(here), Hex(around[0])))) is NO_BRIDGE_HERE
    side = next(iter(s.game.ground.bridges))
    assert why_not(s, Demolish(side)) is NOT_AT_BRIDGE
    s.put(UnitId("su_254"), side[0])
    s.set(broken=frozenset({side}))
    assert why_not(s, Demolish(side)) is BLOWN_ALREADY


@pytest.mark.rule("5.1.2", "5.1.10", "5.1.1", "6.4.3", "6.1.3")
def test_why_a_hex_is_not_attacked_or_fired_at() -> None:
    s = field()
    here, around = open_ground(s)
    stand(s, here, "de_545_a")
    stand(s, around[0], "su_5_art32")
    attack(s, SOVIET)
    assert why_not(s, Attack(Hex(around[1]))) is NOBODY_THERE
    assert why_not(s, Fire(Hex(here))) is TOO_CLOSE
    assert why_not(s, Attack(Hex(here))) is TOWED
    stand(s, around[3], "su_254", done=FOUGHT)
    assert why_not(s, Attack(Hex(here))) is ALREADY_FOUGHT
    for unit in ("su_254", "su_5_art32"):
        s.send(UnitId(unit), AWAY)
    assert why_not(s, Attack(Hex(here))) is NOBODY_BESIDE
    assert why_not(s, Fire(Hex(here))) is NO_GUN_NEAR


@pytest.mark.rule("5.2.1a", "6.1.2", "15.1.2a", "15.1.1")
def test_why_a_unit_does_not_join_support_or_use_its_star() -> None:
    s = field()
    here, around = open_ground(s)
    stand(s, here, "de_545_a")
    stand(s, around[0], "su_254", "su_5_art32")
    attack(s, SOVIET)
    do(s, Attack(Hex(here)))
    assert why_not(s, Support(UnitId("su_5_art32"))) is NOBODY_ATTACKS
    assert why_not(s, Pick(UnitId("de_545_a"))) is NOT_YOURS
    assert why_not(s, Attack(Hex(here))) is TARGET_ALREADY
    do(s, Pick(UnitId("su_254")))
    assert why_not(s, Pick(UnitId("su_254"))) is IN_IT_ALREADY
    assert why_not(s, UseStar(UnitId("su_254"))) is NO_STAR
    assert why_not(s, UseStar(UnitId("su_13g"))) is NOT_FIGHTING


@pytest.mark.rule("8.2.2", "8.1.7", "8.2.8")
def test_air_missions_say_what_they_lack() -> None:
    s = field()
    s.track("air_soviet", 20)
    stand(s, 4010, "de_545_a")
    ask(s, AirPlanning(SOVIET, left=20))
    assert why_not(s, Place(Hex(4010))) is KIND_FIRST
    do(s, Choose(OFFENSIVE))
    assert why_not(s, Place(Hex(4012))) is NO_TARGETS[OFFENSIVE]
    do(s, Place(Hex(4010)))
    assert why_not(s, Place(Hex(4010))) is PLACE_CHOSEN
    assert why_not(s, Choose("30")) is NO_AIR_LEFT


def test_a_click_means_the_verb_that_the_place_calls_for() -> None:
    s = field()
    here, around = open_ground(s)
    stand(s, here, "de_545_a")
    stand(s, around[0], "su_254", "su_5_art32")
    attack(s, SOVIET)
    assert clicked(s, Hex(here))[0] == Attack(Hex(here))
    do(s, Attack(Hex(here)))
    assert clicked(s, UnitId("su_5_art32"))[0] == Support(UnitId("su_5_art32"))
    assert clicked(s, UnitId("su_254"))[0] == Pick(UnitId("su_254"))


def line(s: State, here: int, first: int, length: int) -> list[Hex]:
    """Hexes in a row from a hex through its neighbour."""
    board = s.game.board
    direction = board.around[here].index(Hex(first))
    found = [Hex(first)]
    while len(found) < length:
        found.append(board.around[found[-1]][direction])
    return found
