"""Hints to persons, and bots that think aloud."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from bridgehead.bots.cancellation import Cancelled, cancellable, checkpoint
from bridgehead.bots.explain import BEST, CHEAPEST, DONE, EQUAL, PLANNED
from bridgehead.bots.greedy import GreedyBot
from bridgehead.core.codec import save
from bridgehead.core.play import deciding, determinize, options, push, setup
from bridgehead.core.values import Side
from bridgehead.games import load_game
from bridgehead.server.bot_runner import worker
from bridgehead.server.bot_runner.pool import MOST_HINTS, BotPool
from bridgehead.testing.fuzz import Fuzzer
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import RED
from tests.server.support import ELSEWHERE, Json, Player, joined, new_match, seat, serving

BOT: Json = {"blue": {"kind": "bot", "bot": "recruit"}}
RANDOM: Json = {"blue": {"kind": "bot", "bot": "random"}}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with serving(tmp_path) as client:
        yield client


@pytest.fixture
def pondering(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A bot that thinks for ever; what becomes of it is written down."""
    fates: list[str] = []

    async def ponder(*_: object) -> None:
        fates.append("asked")
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            fates.append("given up")
            raise

    monkeypatch.setattr(BotPool, "hint", ponder)
    return fates


@contextmanager
def red_to_move(client: TestClient[Litestar], **fields: Any) -> Iterator[Player]:
    """A person against a bot that has hidden its decoy."""
    created = new_match(client, **{"seats": RANDOM, "seed": "7", **fields})
    with seat(client, created["mine"]["key"]) as red:
        while not red.state["your_turn"]:
            red.until("state")
        yield red


def send(player: Player, kind: str, **fields: Any) -> int:
    """Ask without waiting for the answer."""
    player.numbers += 1
    player.socket.send_text(json.dumps({"type": kind, "id": player.numbers, **fields}))
    return player.numbers


def answer_to(player: Player, number: int) -> Json:
    found = next((message for message in player.heard if message.get("re") == number), None)
    while found is None:
        message = player.next()
        found = message if message.get("re") == number else None
    return found


def come_to(fates: list[str], *wanted: str) -> bool:
    """Wait until so much has been written down."""
    for _ in range(200):
        if len(fates) >= len(wanted):
            break
        time.sleep(0.02)
    return fates == list(wanted)


def hint(player: Player, **fields: Any) -> Json:
    return player.ask("hint", **{"stamp": player.state["stamp"], **fields})


# --- hints


def test_a_hint_says_what_and_why_and_can_be_done(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as red:
        told = hint(red)
        assert told["type"] == "hint" and told["bot"] == "veteran" and told["stamp"] == red.state["stamp"]
        reason = told["reason"]
        assert reason["what"] and reason["plan"][0] == reason["what"] and reason["why"].endswith(".")
        assert len(reason["alternatives"]) <= 3
        assert all(set(each) == {"words", "gain"} for each in reason["alternatives"])
        assert told["actions"][0] in [option["action"] for option in red.state["options"]]
        assert hint(red, bot="recruit")["bot"] == "recruit"
        assert red.act(told["actions"][0])["type"] == "state"


def test_the_connection_is_not_kept_waiting(client: TestClient[Litestar], pondering: list[str]) -> None:
    with red_to_move(client) as red:
        send(red, "hint", stamp=red.state["stamp"])
        assert red.ask("reminders")["type"] == "reminders"
        assert come_to(pondering, "asked")


def test_one_hint_at_a_time(client: TestClient[Litestar], pondering: list[str]) -> None:
    with red_to_move(client) as red:
        first = send(red, "hint", stamp=red.state["stamp"])
        assert hint(red)["code"] == "busy"
        assert all(message.get("re") != first for message in red.heard)


def test_a_hint_is_given_up_when_the_game_moves_on(
    client: TestClient[Litestar], pondering: list[str]
) -> None:
    with red_to_move(client) as red:
        asked = send(red, "hint", stamp=red.state["stamp"])
        assert come_to(pondering, "asked")
        red.take()
        assert answer_to(red, asked)["code"] == "stale"
        assert come_to(pondering, "asked", "given up")
        send(red, "hint", stamp=red.state["stamp"])
        assert come_to(pondering, "asked", "given up", "asked"), "and another may be asked for"


def test_a_hint_is_given_up_when_nobody_wants_it(client: TestClient[Litestar], pondering: list[str]) -> None:
    with red_to_move(client) as red:
        asked = send(red, "hint", stamp=red.state["stamp"])
        assert come_to(pondering, "asked")
        send(red, "drop_hint")
        assert answer_to(red, asked)["code"] == "gone"
        send(red, "drop_hint")
        send(red, "hint", stamp=red.state["stamp"])
        assert come_to(pondering, "asked", "given up", "asked")
    assert come_to(pondering, "asked", "given up", "asked", "given up"), "who leaves wants nothing"


def test_a_hint_is_not_shown_to_another_pair_of_eyes(
    client: TestClient[Litestar], pondering: list[str]
) -> None:
    created = new_match(client)
    with seat(client, created["mine"]["key"]) as both:
        both.ask("look", side="blue")
        asked = send(both, "hint", stamp=both.state["stamp"])
        assert come_to(pondering, "asked")
        both.ask("look", side="red")
        assert answer_to(both, asked)["code"] == "stale"
        assert come_to(pondering, "asked", "given up")
        assert hint(both)["code"] == "not_yours"


def test_hints_are_for_whoever_decides(client: TestClient[Litestar]) -> None:
    created = new_match(client, seats=ELSEWHERE, hints=True)
    onlooker_key = created["links"][-1]["key"]
    with (
        seat(client, created["mine"]["key"]) as red,
        seat(client, joined(client, created)) as blue,
        seat(client, onlooker_key) as onlooker,
    ):
        refused = hint(red)
        assert refused["code"] == "not_yours" and "Blue" in refused["words"]
        assert hint(onlooker)["code"] == "not_yours"
        assert hint(blue, stamp=99)["code"] == "stale"
        assert hint(blue)["type"] == "hint"


@pytest.mark.parametrize("bot", ["random", "oracle", ""])
def test_only_a_bot_that_thinks_gives_hints(client: TestClient[Litestar], bot: str) -> None:
    with red_to_move(client) as red:
        refused = hint(red, bot=bot)
        assert refused["code"] == "unknown" and "veteran" in refused["words"]


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"hint"}',
        '{"type":"hint","stamp":"now"}',
        '{"type":"hint","stamp":1,"bot":7}',
        '{"type":"hint","stamp":1,"side":"blue"}',
        '{"type":"drop_hint","stamp":1}',
        '{"type":"reason"}',
        '{"type":"reason","clock":"x"}',
    ],
)
def test_malformed_questions_are_refused(client: TestClient[Litestar], text: str) -> None:
    with red_to_move(client) as red:
        red.socket.send_text(text)
        assert red.next()["code"] == "malformed"


def test_a_match_over_the_network_has_no_hints_unless_it_is_agreed(client: TestClient[Litestar]) -> None:
    created = new_match(client, seats=ELSEWHERE)
    assert not created["match"]["hints"] and not created["match"]["aloud"]
    with seat(client, joined(client, created)) as blue:
        refused = hint(blue)
        assert refused["code"] == "not_now" and "Hints are off" in refused["words"]
        key = created["mine"]["key"]
        branch = client.post(f"/api/seats/{key}/branch", json={"at": 0, "side": "red", "seats": BOT}).json()
        assert branch["code"] == "not_now", "nor by a way round"
    assert new_match(client)["match"]["hints"], "two people at one screen"
    assert not new_match(client)["match"]["aloud"], "no bots"
    alone = new_match(client, seats=BOT)["match"]
    assert alone["hints"] and not alone["aloud"], "a bot keeps its secrets from who plays against it"
    watched = new_match(client, seats={side: {"kind": "bot", "bot": "random"} for side in ("red", "blue")})
    assert watched["match"]["aloud"]
    strict = new_match(client, seats=BOT, hints=False, aloud=False)["match"]
    assert not strict["hints"] and not strict["aloud"]
    again = client.post(f"/api/matches/{strict['id']}/rematch").json()["match"]
    assert not again["hints"] and not again["aloud"]


def test_too_many_hints_are_refused(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotPool, "full", property(lambda _: True))
    with red_to_move(client) as red:
        assert hint(red)["code"] == "busy"


def test_a_bot_that_fails_gives_no_hint(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stumble(*_: object) -> None:
        raise RuntimeError("lost its way")

    monkeypatch.setattr(BotPool, "hint", stumble)
    with red_to_move(client) as red:
        assert hint(red)["code"] == "trouble"
        assert red.take()["type"] == "state"


# --- honest


def told(s: Any, side: Side) -> bytes:
    worker.bots.clear()
    return msgspec.json.encode(worker.hint_for(s, side, "veteran", "a bot", 5))


def test_worlds_a_side_cannot_tell_apart_give_the_same_hint() -> None:
    compared = 0
    for seed in range(4):
        chance = random.Random(seed)
        s = setup(toy(), "toy", seed)
        push(s, options(s)[seed % 3])
        while s.flow and compared < 12 * (seed + 1):
            if deciding(s) == RED:
                twin = determinize(s, RED, chance.randrange(3))
                assert told(s, RED) == told(twin, RED)
                compared += 1
            push(s, chance.choice(options(s)))
    assert compared > 24


@pytest.mark.parametrize(("name", "scenario"), [("seelow1945", "kustrin"), ("eastprussia1914", "campaign")])
def test_what_is_hidden_in_a_real_game_makes_no_difference(name: str, scenario: str) -> None:
    s: Any = setup(load_game(name), scenario, 4)
    chooser = Fuzzer(4, every=0)
    compared = 0
    for number in range(260):
        side = deciding(s)
        if side is None:
            break
        if number > 60 and number % 40 < 2 and len(options(s)) < 12:
            assert told(s, side) == told(determinize(s, side, 77), side)
            compared += 1
        push(s, chooser.choose(s))
    assert compared > 2


# --- giving up


def test_thinking_stops_when_it_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    s = setup(toy(), "toy", 1)
    push(s, options(s)[0])
    flags = [0]

    def ponder(bot: GreedyBot, seat: object) -> None:
        flags[0] = 1
        while True:
            checkpoint()

    monkeypatch.setattr(GreedyBot, "choose", ponder)
    monkeypatch.setattr(worker, "cancelled", flags)
    position = worker.Position("bridgehead.testing.toy", "", save(s), "red")
    with pytest.raises(Cancelled):
        worker.hint(position, "veteran", "a bot", 5, 0)
    assert "a bot" not in worker.bots
    with pytest.raises(Cancelled):
        worker.hint(position, "veteran", "a bot", 5, 0)
    checkpoint()


@pytest.mark.parametrize("name", ["veteran", "general"])
def test_a_search_looks_up_between_positions(name: str) -> None:
    """Whatever a bot does with its time, it sees soon that nobody waits."""
    game = load_game("seelow1945")
    s: Any = setup(game, "kustrin", 4)
    chooser = Fuzzer(4, every=0)
    while s.turn < 2 or len(options(s)) <= 20:
        push(s, chooser.choose(s))
    side = deciding(s)
    assert side is not None

    class RaisedLater:
        looks = 0

        def is_set(self) -> bool:
            self.looks += 1
            return self.looks > 50

    worker.bots.clear()
    with cancellable(RaisedLater()), pytest.raises(Cancelled):
        worker.hint_for(s, side, name, "a bot", 5)


def test_a_cancelled_hint_leaves_its_slot() -> None:
    s = setup(toy(), "toy", 1)
    push(s, options(s)[0])
    position = save(s)

    async def change_of_mind() -> None:
        pool = BotPool()
        ask = ("bridgehead.testing.toy", position, "red", "veteran", "a bot", 5)
        tasks = [asyncio.create_task(pool.hint(*ask)) for _ in range(3)]
        await asyncio.sleep(0.01)
        for task in tasks[:2]:
            task.cancel()
        kept = await tasks[2]
        assert kept.reason.what
        assert (await pool.hint(*ask)).reason == kept.reason
        for _ in range(100):
            if len(pool._free_slots) == MOST_HINTS:
                break
            await asyncio.sleep(0.05)
        assert sorted(pool._free_slots) == list(range(MOST_HINTS))
        pool.close()

    asyncio.run(change_of_mind())


# --- thinking aloud


def whole_game(player: Player) -> None:
    """Red only ends its phases."""
    while not player.state["result"]:
        if player.state["your_turn"]:
            player.take(-1)
        else:
            player.until("state")


def written(folder: Path, column: str, table: str) -> list[str]:
    with sqlite3.connect(folder / "matches.sqlite") as database:
        return [str(each) for (each,) in database.execute(f"select {column} from {table}")]


def test_a_bot_that_thinks_aloud_can_be_asked_why(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        created = new_match(client, seats=BOT, seed="7", aloud=True)
        onlooker_key = created["links"][-1]["key"]
        with seat(client, created["mine"]["key"]) as red:
            whole_game(red)
            asked = sorted({line["why"] for line in red.log if line["why"]})
            assert asked
            first = red.ask("reason", clock=asked[0])
            assert first["type"] == "reason" and first["bot"] == "recruit" and first["reason"]["why"]
            assert red.ask("reason", clock=0)["code"] == "unknown"
            assert red.ask("reason", clock=9999)["code"] == "unknown"
            assert red.ask("reason", clock=-1)["code"] == "unknown"
        with seat(client, onlooker_key) as onlooker:
            assert onlooker.ask("reason", clock=asked[0])["reason"] == first["reason"]
        record = client.get(f"/api/seats/{created['mine']['key']}/record").text
        assert "why" not in record
    with serving(tmp_path) as client, seat(client, created["mine"]["key"]) as red:
        assert red.ask("reason", clock=asked[0])["reason"] == first["reason"], "it is kept"
        assert sorted({line["why"] for line in red.log if line["why"]}) == asked


def test_what_is_taken_back_had_no_reason(client: TestClient[Litestar]) -> None:
    with red_to_move(client, seats=BOT, aloud=True) as red:
        red.take(-1)
        while not red.state["your_turn"]:
            red.until("state")
        reasons = client.app.state.services.sessions.find(red.state["match"]).reasons
        assert len(reasons.reasons) == len(reasons.operations) == red.state["clock"]
        red.ask("take_back", stamp=red.state["stamp"])
        assert len(reasons.reasons) == len(reasons.operations) == red.state["clock"] == 1


def test_a_bot_that_keeps_its_counsel_leaves_no_trace(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        created = new_match(client, seats=BOT, seed="7", aloud=False)
        with seat(client, created["mine"]["key"]) as red, seat(client, created["links"][-1]["key"]) as other:
            whole_game(red)
            clock = red.state["clock"]
            for player in (red, other):
                for number in range(clock + 1):
                    assert player.ask("reason", clock=number)["code"] == "not_now"
            assert all(line["why"] == 0 for line in red.log)
            sent = red.bytes() + other.bytes()
        reasons = client.app.state.services.sessions.find(created["match"]["id"]).reasons.reasons
        assert reasons == [None] * clock
    assert set(written(tmp_path, "reason", "moves")) == {""}
    assert not any(reason in sent for reason in (DONE, PLANNED, CHEAPEST, BEST, EQUAL))
    assert '"alternatives"' not in sent


def test_a_bot_that_cannot_say_why_still_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("no words")

    monkeypatch.setattr(worker, "why", fails)
    s = setup(load_game("seelow1945"), "kustrin", 1)
    side = deciding(s)
    assert side is not None
    position = worker.Position("bridgehead.games.seelow1945", "", save(s), side)
    chosen = worker.choose(position, "recruit", "nobody", True)
    choice = msgspec.json.decode(chosen, type=worker.Choice)
    assert choice.reason is None
    assert bytes(choice.action)
