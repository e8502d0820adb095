"""Nothing a side may not know reaches it: not in words, ids, order, sizes or answers."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bridgehead.core.match import Match
from bridgehead.core.perspective import Perspective
from bridgehead.core.play import deciding, determinize, options, push, setup
from bridgehead.core.values import Side
from bridgehead.server import wire
from bridgehead.server.presenters.counters import CounterFaces
from bridgehead.server.presenters.log import SideLog
from bridgehead.server.presenters.side_view import SideView
from bridgehead.server.queries.ahead import answer_together, foreseen
from bridgehead.server.queries.forecast import answer_forecast
from bridgehead.server.queries.position import answer_overlay, answer_reminders, answer_route
from bridgehead.server.queries.why_not import answer_why_not
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import BLUE, RED
from bridgehead.toolkit.wargame import WarState
from tests.server.support import ELSEWHERE, Player, catch_up, joined, new_match, seat, serving

SECRETS = ("b0", "b1", "b2", "decoy")


def ask_everything(player: Player) -> None:
    """Every question about everything on the board."""
    for hex in (101, 303, 501, 503, 505):
        player.ask("why_not", noun={"kind": "hex", "value": hex})
        player.ask("overlay", name="zoc", hex=hex)
    player.ask("reminders")
    player.ask("replay", at=player.state["clock"] // 2)
    player.ask("log", start=0, stop=500)
    for option in player.state["options"][:4]:
        player.ask("route", action=option["action"])


@pytest.mark.parametrize("seed", range(4))
def test_no_secret_of_blue_is_ever_sent_to_red(tmp_path: Path, seed: int) -> None:
    """Whole games are played at random, and all that was sent to red and to onlookers is searched."""
    chance = random.Random(seed)
    with serving(tmp_path) as client:
        created = new_match(client, seats=ELSEWHERE, seed=str(seed))
        onlooker_key = created["links"][-1]["key"]
        with (
            seat(client, created["mine"]["key"]) as red,
            seat(client, joined(client, created)) as blue,
            seat(client, onlooker_key) as onlooker,
        ):
            while not red.state["result"] and not any(map(names_blue_units, (red.state, onlooker.state))):
                mover = red if red.state["your_turn"] else blue
                if chance.random() < 0.1:
                    ask_everything(red)
                mover.act(chance.choice(mover.state["options"])["action"])
                catch_up(red, blue, onlooker)
            for message in (*red.heard, *onlooker.heard):
                if not names_blue_units(message):
                    assert not secrets_in(message)
            assert any(secrets_in(message) for message in blue.heard)


def names_blue_units(message: dict[str, Any]) -> bool:
    """An eliminated unit is open to all; from then on its name is no secret."""
    return any(unit["side"] == BLUE for unit in message.get("view", {}).get("units", ()))


def secrets_in(message: dict[str, Any]) -> list[str]:
    """Red's own units have the field `decoy` too, always false."""
    text = json.dumps(message).replace('"decoy": false', "")
    return [secret for secret in SECRETS if f'"{secret}"' in text or f"unit {secret}" in text.lower()]


def everything_told(s: WarState, side: str) -> list[bytes]:
    """Every byte a side could be sent about a position."""
    faces = CounterFaces(s.game)
    side_view = SideView(s, side, faces)
    perspective = Perspective(s, Side(side), 12345)
    match = Match.from_position(s)
    match.events[0] = s.log
    told: list[Any] = [
        side_view.view,
        side_view.text().decode(),
        side_view.faces,
        side_view.back_faces,
        SideLog(s.game, side, int).events(match, 0),
    ]
    for hex in s.game.board.hexes:
        told.append(answer_why_not(perspective, None, wire.Noun(kind="hex", value=hex)))
        told.append(answer_overlay(perspective, "zoc", hex, ""))
    for unit in ("r0", "r1", "r2", "b0", "b1", "b2"):
        told.append(answer_why_not(perspective, None, wire.Noun(kind="unit", value=unit)))
    for action in options(s) if deciding(s) == side else []:
        told.append(answer_route(perspective, action))
        told.append(answer_forecast(perspective, action))
        after = foreseen(s, action)
        told.append(SideView(after, side, faces).text().decode() if after is not None else None)
    told.extend(answer_together(perspective, units) for units in (["r0"], ["r1", "r2"]))
    told.append(answer_reminders(perspective))
    told.append(answer_forecast(perspective, None))
    return [msgspec.json.encode(each) for each in told]


def test_worlds_a_side_cannot_tell_apart_are_told_alike() -> None:
    """Had blue hidden its decoy elsewhere, red would be sent the same bytes, at every position of a game."""
    game = toy()
    compared = 0
    for seed in range(6):
        chance = random.Random(seed)
        s = setup(game, "toy", seed)
        push(s, options(s)[seed % 3])
        while s.flow and compared < 80:
            twin = determinize(s, RED, chance.randrange(3))
            twin.log = s.log
            if deciding(s) == RED:
                assert everything_told(s, RED) == everything_told(twin, RED)
                compared += 1
            push(s, chance.choice(options(s)))
    assert compared > 40
