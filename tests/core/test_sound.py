"""Positions that no game could have come to are refused, and the message says where they are wrong."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bridgehead.core import sound
from bridgehead.core.codec import BadFile, load, save
from bridgehead.core.play import options, push, setup
from bridgehead.core.values import Side
from bridgehead.games import load_game
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import Moves

GAME = toy()


def moved_on() -> Any:
    s = setup(GAME, "toy", 5)
    push(s, options(s)[0])
    return s


def spoiled(change: Callable[[dict[str, Any]], object]) -> str:
    """A save with something changed in its state."""
    whole = json.loads(save(moved_on()))
    change(whole["state"])
    return json.dumps(whole)


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "wrong at setting: .*no option 'fog'": lambda s: s["setting"].update(fog="on"),
    "wrong at setting: .*no scenario 'x'": lambda s: s.update(scenario="x"),
    "wrong at units.r9: there is no such unit": lambda s: s["units"].update(
        r9=dict(s["units"]["r0"], id="r9")
    ),
    "wrong at units.r0: is missing": lambda s: s["units"].pop("r0"),
    "wrong at units.r0: it holds r1": lambda s: s["units"]["r0"].update(id="r1"),
    "wrong at units.r0.side: there is no side 'green'": lambda s: s["units"]["r0"].update(side="green"),
    "wrong at units.r0.hex: there is no hex 9909": lambda s: s["units"]["r0"].update(hex=9909),
    "wrong at units.r0.box: it is on the map and in a box": lambda s: s["units"]["r0"].update(box="port"),
    "wrong at units.r1.decoy: Expected `bool`": lambda s: s["units"]["r1"].update(decoy=3),
    "disagree about r0, which is not in it": lambda s: s["units"]["r0"].update(hex=303),
    "wrong at turn: there is no turn 77": lambda s: s.update(turn=77),
    "wrong at flow: a game is over or somebody must decide": lambda s: s.update(flow=[]),
    "it is no side's decision": lambda s: s["flow"].pop(),
    "wrong at flow.0.at: War has no part 99": lambda s: s["flow"][0].update(at=99),
    "wrong at flow.1.moved: there is no unit r9": lambda s: s["flow"][1].update(moved=["r9"]),
    "wrong at flow.1.moved: it lists a nameless thing": lambda s: s["flow"][1].update(moved=[""]),
    "wrong at flow.1.side: there is no side 'r0'": lambda s: s["flow"][1].update(side="r0"),
    "wrong at flow.1.side: there is no side 'green'": lambda s: s["flow"][1].update(side="green"),
}


@pytest.mark.parametrize("said", WRONG)
def test_a_position_nobody_could_have_come_to_is_refused(said: str) -> None:
    with pytest.raises(BadFile, match=said):
        load(spoiled(WRONG[said]), GAME)


def test_who_only_has_units_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A side may own counters without being played."""
    monkeypatch.setattr(sound, "sides_of", lambda s: {*s.game.sides, Side("green")})
    with pytest.raises(BadFile, match=r"wrong at flow\.1\.side: 'green' is no player's side"):
        load(spoiled(lambda s: s["flow"][1].update(side="green")), GAME)


def test_what_a_frame_fills_in_the_one_beneath_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Moves, "fills", ("at",))
    assert load(save(moved_on()), GAME).same_as(moved_on())
    monkeypatch.setattr(Moves, "fills", ("at", "weather"))
    with pytest.raises(BadFile, match=r"wrong at flow\.1: Moves lies on nothing that has `weather`"):
        load(save(moved_on()), GAME)


def test_what_the_rules_stumble_over_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = save(moved_on())
    assert load(text, GAME).same_as(moved_on())

    def stumble(self: Moves, s: Any) -> Any:
        raise KeyError("lost")

    monkeypatch.setattr(Moves, "options", stumble)
    with pytest.raises(BadFile, match=r"cannot go on from here \(KeyError: 'lost'\)"):
        load(text, GAME)


def test_a_counter_must_be_able_to_be_in_its_condition() -> None:
    game = load_game("eastprussia1914")
    whole = json.loads(save(setup(game, "tannenberg", 1)))
    unit = next(iter(whole["state"]["units"].values()))
    unit["steps"] = 99
    with pytest.raises(BadFile, match=f"wrong at units.{unit['id']}: is in a condition that its counter"):
        load(json.dumps(whole), game)


@pytest.mark.parametrize("text", [b'{"x":' + b"[" * 9000, b'{"bridgehead": "save", "x": "\xff"}'])
def test_bytes_that_are_no_text_are_refused(text: bytes) -> None:
    with pytest.raises(BadFile, match=r"damaged or cut short|not a Bridgehead"):
        load(text, GAME)


def test_a_decision_that_is_over_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = save(moved_on())
    monkeypatch.setattr(Moves, "over", lambda self, s: True)
    with pytest.raises(BadFile, match="nothing left to decide"):
        load(text, GAME)


def test_a_chit_must_be_one_of_the_game() -> None:
    whole = json.loads(save(setup(load_game("koenigsberg1945"), "campaign", 1)))
    whole["state"]["gone"] = ["soviet"]
    with pytest.raises(BadFile, match="wrong at gone: there is no chit 'soviet'"):
        load(json.dumps(whole), load_game("koenigsberg1945"))
