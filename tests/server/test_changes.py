"""What changed, put into the last state, is the next state, for everybody."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from bridgehead.core.play import deciding, determinize, options, play, push, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import GAMES, load_game
from bridgehead.server import wire
from bridgehead.server.presenters.counters import CounterFaces
from bridgehead.server.presenters.side_view import SideView, Views, encode
from bridgehead.server.session.states import Sent, changes, whole_state
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import RED
from bridgehead.toolkit.wargame import AnyWargame
from tests.server.changes import Json, rebuilt, standing
from tests.server.support import ELSEWHERE, Player, catch_up, joined, new_match, seat, serving

KEPT = Path(__file__).parents[2] / "web" / "tests" / "changes.json"
ALWAYS = dict.fromkeys(("stamp", "clock", "seats", "pace"), b"0")


class Follower(Player):
    """Hears changes and puts them together; a whole state is checked against what it had."""

    def next(self) -> Json:
        before = self.state
        message = super().next()
        if message["type"] == "changes":
            wire_form = msgspec.convert(message, wire.ChangesMessage)
            assert set(message) == set(wire_form.__struct_fields__) | {"type"}
            self.state = rebuilt(before, message)
            del self.log[message["log"]["start"] :]
            self.log.extend(message["log"]["lines"])
        return message


@contextmanager
def following(client: TestClient[Litestar], key: str) -> Iterator[Follower]:
    with client.websocket_connect(f"/api/play/{key}?changes=true") as socket:
        player = Follower(socket)
        player.until("state")
        yield player


def test_two_at_a_seat_see_the_same_whole_or_by_changes(tmp_path: Path) -> None:
    """Actions, undo, take-backs, a handed-over screen: those who hear changes know what the others know."""
    chance = random.Random(3)
    with serving(tmp_path) as client:
        created = new_match(client, seats=ELSEWHERE, seed="3")
        keys = created["mine"]["key"], joined(client, created), created["links"][-1]["key"]
        with (
            seat(client, keys[0]) as red,
            seat(client, keys[1]) as blue,
            seat(client, keys[2]) as onlooker,
            following(client, keys[0]) as red_too,
            following(client, keys[1]) as blue_too,
            following(client, keys[2]) as onlooker_too,
        ):
            pairs = (red, red_too), (blue, blue_too), (onlooker, onlooker_too)
            for step in range(40):
                if red.state["result"]:
                    break
                mover = chance.choice([red, red_too] if red.state["your_turn"] else [blue, blue_too])
                answer = mover.take(chance.randrange(len(mover.state["options"])))
                assert answer["type"] == ("changes" if isinstance(mover, Follower) else "state")
                if chance.random() < 0.2 and mover.state["can_undo"]:
                    mover.ask("undo", stamp=mover.state["stamp"])
                if step == 20:
                    blue_too.ask("take_back", stamp=blue_too.state["stamp"])
                    red.ask("answer_take_back", stamp=red.state["stamp"], agree=True)
                catch_up(red, blue, onlooker, red_too, blue_too, onlooker_too)
                for whole, changed in pairs:
                    assert standing(whole.state) == standing(changed.state)
                    assert whole.log == changed.log
            heard = [message["type"] for message in red_too.heard]
            assert heard.count("state") == 1 and heard.count("changes") > 10


def test_a_shared_screen_gets_another_sides_state_whole(tmp_path: Path) -> None:
    with serving(tmp_path) as client, following(client, new_match(client)["mine"]["key"]) as both:
        assert both.ask("look", side="blue")["type"] == "state"
        assert both.take()["type"] == "changes"
        assert both.ask("look", side="red")["type"] == "state"


def test_who_lost_the_thread_asks_for_the_whole(tmp_path: Path) -> None:
    with serving(tmp_path) as client, following(client, new_match(client)["mine"]["key"]) as both:
        both.ask("look", side="blue")
        both.take()
        had, log = standing(both.state), list(both.log)
        whole = both.ask("whole")
        assert whole["type"] == "state" and standing(whole) == had and both.log == log
        assert set(whole["new_faces"]) >= set(whole["faces"].values()), "its faces are sent again"
        both.ask("look", side="red")
        assert both.take()["type"] == "changes"
        stale = both.ask("act", action=both.state["options"][0]["action"], stamp=0)
        assert stale["code"] == "stale" and both.next()["type"] == "state"


@pytest.mark.parametrize("name", GAMES)
def test_in_every_game_they_are_the_whole(name: str) -> None:
    """Random play, with a leap back now and then, each side and onlookers."""
    game = load_game(name)
    faces = CounterFaces(game)
    for number, scenario in enumerate(game.scenarios):
        chance = random.Random(number)
        s = setup(game, scenario, number)
        views = Views(faces)
        past = [s]
        last = {side: (sent(views.of(s, side)), whole(views.of(s, side))) for side in (*game.sides, None)}
        for _ in range(50):
            if deciding(s) is None:
                break
            s = chance.choice(past) if chance.random() < 0.1 else play(s, chance.choice(options(s)))
            past.append(s)
            for side, (before, state) in list(last.items()):
                now = sent(views.of(s, side))
                told = json.loads(changes(ALWAYS, before, now))
                last[side] = now, rebuilt(state, told)
                assert last[side][1] == whole(now.view)


def sent(view: SideView) -> Sent:
    return Sent(0, None, view, {})


def whole(view: SideView) -> Json:
    return standing(json.loads(whole_state(ALWAYS, sent(view))))


def test_changes_tell_no_more_than_the_view() -> None:
    """From one position to two that red cannot tell apart the changes for red are the same bytes."""
    game = toy()
    faces = CounterFaces(game)
    compared = 0
    for seed in range(4):
        chance = random.Random(seed)
        s = setup(game, "toy", seed)
        while s.flow:
            before = sent(SideView(s, RED, faces))
            s = s.clone()
            push(s, chance.choice(options(s)))
            now = sent(SideView(s, RED, faces))
            for guess in range(3):
                twin = sent(SideView(determinize(s, RED, guess), RED, faces))
                assert changes(ALWAYS, before, twin) == changes(ALWAYS, before, now)
                compared += 1
    assert compared > 60


def messages() -> list[Json]:
    """A state, then changes with what comes of them: moved, revealed, and back again."""
    views = Views(CounterFaces(toy()))
    game: AnyWargame = toy()
    begun = setup(game, "toy", 1)
    start = play(begun, options(begun)[0])
    moved, fallen = start.clone(), start.clone()
    moved.put(UnitId("r1"), Hex(303))
    fallen.eliminate(UnitId("b1"))
    told: list[Json] = []
    last: Sent | None = None
    for stamp, s in enumerate((start, moved, fallen, start, moved)):
        prompt = f"Zażółć {stamp // 2}"
        now = Sent(stamp, RED, views.of(s, RED), {"prompt": encode(prompt), "options": b"[]"})
        always = ALWAYS | {"re": b"0", "stamp": encode(stamp), "clock": encode(stamp)}
        always |= {"new_faces": b"{}", "log": b"{}"}
        state = json.loads(whole_state(always, now))
        told.append({"changes": json.loads(changes(always, last, now)), "whole": state} if last else state)
        last = now
    return told


def test_the_client_is_tested_with_what_a_server_says() -> None:
    """The messages kept for the client's own test; `python -m tests.server.test_changes` writes them anew."""
    kept = json.loads(KEPT.read_text())
    assert kept == messages()
    state = standing(kept[0])
    for message in kept[1:]:
        state = rebuilt(state, message["changes"])
        assert state == standing(message["whole"])
    assert [bool(each["changes"]["come"]) for each in kept[1:]] == [False, True, False, False]
    assert [bool(each["changes"]["gone"]["units"]) for each in kept[1:]] == [False, False, True, False]


if __name__ == "__main__":
    KEPT.write_text(json.dumps(messages(), ensure_ascii=False, indent=1) + "\n")
