"""Random games: every position keeps what the rules promise, and every game ends by rule."""

from collections.abc import Iterator

import pytest

from bridgehead.core.actions import Action, Cancel, Choose, Commit, Done, MoveTo, Pick, Place, SendTo
from bridgehead.core.chance import advanced, mixed
from bridgehead.core.play import options, push, setup, why_not
from bridgehead.core.roles import fields_of
from bridgehead.core.values import Die, Hex
from bridgehead.games.breslau1945.model.actions import (
    Airstrike,
    Antifascists,
    ArtilleryFire,
    Bombard,
    BuildTrain,
    Declare,
    Everyone,
    HoldFire,
    NightRaid,
    Order,
    PolishScreen,
    Reinforce,
    ReleaseGas,
    RollDie,
    RollRest,
    Screen,
    Spend,
    Split,
    StandingOrders,
    StrikeDepots,
    UseCapturedGoliaths,
    UseGoliath,
    WithdrawDivision,
)
from bridgehead.games.breslau1945.model.data import SOVIET
from bridgehead.games.breslau1945.model.state import State, controller
from bridgehead.games.breslau1945.rules.movement import TacticalMovement, overstacked
from bridgehead.games.breslau1945.rules.victory import soviet_victory_hexes
from tests.games.breslau1945.position import GAME, unit


def check(s: State) -> None:
    """Limits, control, tracks and the separation of the sides."""
    for hex, ids in s.stacks.items():
        sides = {s.units[id].side for id in ids}
        assert len(sides) == 1
        side = sides.pop()
        assert GAME.tables.ground[hex] != "river"
        assert s.turn == 0 or controller(s, hex) == side
        if side != SOVIET and not (s.flow and hasattr(s.flow[-1], "target")):
            over = len(ids) - GAME.tables.limit[side][hex]
            assert over <= 0 or any(getattr(each, "unit", None) in ids for each in s.flow)
    assert s.tracks["vp"] == len(soviet_victory_hexes(s))
    assert 0 <= s.tracks["supply"] <= 99
    assert all(s.tracks[name] >= 0 for name in ("air", "po2", "goliaths", "chemicals"))
    assert len(s.strip) <= 3
    for each in s.units.values():
        assert not (each.side == SOVIET and (each.disorganised or each.fanatic))
        assert each.hex or each.box == "eliminated" or not (each.disorganised or each.fired)


def dice_of(s: State) -> Iterator[int]:
    """The dice that the last action rolled."""
    for told in s.log:
        for name in fields_of(type(told.event), Die):
            yield getattr(told.event, name)


@pytest.mark.rule("2.5")
def test_dice_have_six_faces_and_every_face_falls() -> None:
    seen = {name: set[int]() for name in ("first", "second", "die")}
    for seed in range(60):
        for told in setup(GAME, "historical", seed).log:
            for name in fields_of(type(told.event), Die):
                seen[name].add(getattr(told.event, name))
    assert all(faces == {1, 2, 3, 4, 5, 6} for faces in seen.values())


VERBS: tuple[Action, ...] = (
    *(Done(), Cancel(), Commit(), Everyone(), HoldFire(), ReleaseGas(), StandingOrders(), StrikeDepots()),
    *(UseGoliath(), UseCapturedGoliaths(), Declare(), RollDie(), RollRest(), Reinforce(), BuildTrain()),
    *(Spend("1"), ArtilleryFire("1"), Order("ask_5"), WithdrawDivision("218"), Choose("as_in_history")),
    *(SendTo("reserves"), SendTo("screens"), Pick(unit("372/218")), Pick(unit("21 VS"))),
    *(NightRaid(unit("21 VS")), Antifascists(unit("21 VS")), Split(unit("18 Grd"))),
    *(
        verb(Hex(hex))
        for verb in (MoveTo, Place, Airstrike, Bombard, Screen, PolishScreen)
        for hex in (219, 1516)
    ),
)


@pytest.mark.rule("4.1b")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_every_verb_is_refused_with_a_rule_wherever_it_is_no_option(scenario: str) -> None:
    s: State = setup(GAME, scenario, 5)
    chance = mixed(5)
    seen = set()
    for number in range(4000):
        if not s.flow:
            break
        if number % 20 == 0 or type(s.flow[-1]) not in seen:
            seen.add(type(s.flow[-1]))
            for action in VERBS:
                if action not in options(s):
                    no = why_not(s, action)
                    assert no is not None
                    assert no.rule, (s.flow[-1], action, no)
        chance = advanced(chance)
        push(s, options(s)[mixed(chance) * len(options(s)) >> 64])
    assert len(seen) > 12


@pytest.mark.rule("4.3", "3.0l", "7.3.9", "11.1a")
@pytest.mark.parametrize("scenario", ["historical", "free"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game(scenario: str, seed: int) -> None:
    s: State = setup(GAME, scenario, seed)
    chance = mixed(seed)
    number = 0
    while s.flow:
        chance = advanced(chance)
        choices = options(s)
        was = s.flow[-1]
        push(s, choices[mixed(chance) * len(choices) >> 64])
        number += 1
        assert all(1 <= die <= 6 for die in dice_of(s))
        if number % 7 == 0:
            check(s)
        if isinstance(was, TacticalMovement) and was.side != SOVIET:
            assert not overstacked(s)
        assert number < 60_000
    assert s.ended is not None
    assert s.turn == 20
