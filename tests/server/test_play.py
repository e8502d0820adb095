"""Playing over the WebSocket."""

from __future__ import annotations

import json
import multiprocessing
import random
import time
import typing
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from bridgehead.bots.random_bot import RandomBot
from bridgehead.core.match import Match
from bridgehead.server import wire
from bridgehead.server.games import GameCatalog
from bridgehead.server.store.writer import FileWriter
from bridgehead.testing.toy import toy
from bridgehead.toolkit.wargame import AnyWargame
from tests.server.support import (
    ELSEWHERE,
    Json,
    Player,
    catch_up,
    joined,
    load_open_toy,
    new_match,
    seat,
    serving,
)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with serving(tmp_path) as client:
        yield client


@contextmanager
def two_players(client: TestClient[Litestar], **fields: object) -> Iterator[tuple[Player, Player]]:
    created = new_match(client, seats=ELSEWHERE, **fields)
    with seat(client, created["mine"]["key"]) as red, seat(client, joined(client, created)) as blue:
        yield red, blue


@contextmanager
def red_to_move(client: TestClient[Litestar]) -> Iterator[tuple[Player, Player]]:
    """Blue has chosen its decoy."""
    with two_players(client) as (red, blue):
        blue.act({"type": "Choose", "choice": "b1"})
        red.until("state")
        yield red, blue


def pick(unit: str) -> Json:
    return {"type": "Pick", "unit": unit}


def go(hex: int) -> Json:
    return {"type": "MoveTo", "hex": hex}


DONE: Json = {"type": "Done"}


def test_each_side_is_told_its_own(client: TestClient[Litestar]) -> None:
    with two_players(client) as (red, blue):
        assert red.state["side"] == "red" and not red.state["your_turn"] and red.state["options"] == []
        assert red.state["prompt"] == "Waiting for Blue."
        assert blue.state["your_turn"]
        assert blue.state["prompt"] == "Blue: choose your decoy. 1"
        first = blue.state["options"][0]
        assert (first["verb"], first["kind"], first["noun"]) == ("Choose", "choice", "b0")
        assert first["words"] == "Unit b0"
        assert red.state["hidden"] and red.state["holds_secrets"] == "red"


def test_an_action_is_answered_and_pushed(client: TestClient[Litestar]) -> None:
    with two_players(client) as (red, blue):
        answer = blue.take()
        assert answer["type"] == "state" and answer["clock"] == 1 and answer["stamp"] == 1
        pushed = red.until("state")
        assert pushed["your_turn"] and pushed["re"] == 0
        assert pushed["options"][0]["action"] == pick("r0")
        assert "decoy" in blue.log[-2]["words"] and all("decoy" not in line["words"] for line in red.log)


def test_faces_are_sent_once(client: TestClient[Litestar]) -> None:
    with two_players(client) as (red, blue):
        keys = set(red.state["faces"].values())
        assert keys <= set(red.state["new_faces"])
        face = red.state["new_faces"][red.state["faces"]["r0"]]
        assert face["label"] == "r0" and face["svg"].startswith(f'<symbol id="{red.state["faces"]["r0"]}"')
        assert len(red.state["back_faces"]) == len(red.state["view"]["backs"]) == 3
        blue.take()
        assert red.until("state")["new_faces"] == {}


def test_stale_and_repeated_actions_change_nothing(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, _):
        stamp = red.state["stamp"]
        assert red.act(pick("r0"))["type"] == "state"
        again = red.ask("act", action=pick("r0"), stamp=stamp)
        assert (again["type"], again["code"]) == ("error", "stale")
        assert red.until("state")["stamp"] == stamp + 1
        future = red.ask("act", action=pick("r0"), stamp=stamp + 7)
        assert future["code"] == "stale"


def test_an_illegal_action_names_its_rule(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, _):
        red.act(pick("r0"))
        refused = red.act(go(505))
        assert refused["code"] == "illegal" and refused["rule"] == "2" and refused["title"] == "Movement"
        assert refused["words"] == "an enemy stands there"
        assert red.ask("reminders")["type"] == "reminders"


def test_the_other_side_cannot_act(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, blue):
        blue.until("state") if not blue.state["clock"] else None
        refused = blue.act(pick("r0"))
        assert refused["code"] == "not_yours" and "Red" in refused["words"]
        assert red.act(pick("r0"))["clock"] == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "{not json",
        '{"type":"fly"}',
        '{"type":"act"}',
        '{"type":"act","action":3,"stamp":1}',
        '{"type":"act","action":{},"stamp":"x"}',
        '{"type":"say","words":"x","extra":1}',
        '{"type":"replay","at":1.5}',
        '{"type":"look","side":7}',
        "[" * 5000,
        '{"type":"why_not","noun":{"kind":"planet","value":1}}',
        '{"type":"say","words":""}',
        '{"type":"say","words":"' + "x" * 2000 + '"}',
    ],
)
def test_malformed_messages_are_refused(client: TestClient[Litestar], text: str) -> None:
    with red_to_move(client) as (red, _):
        red.socket.send_text(text)
        assert red.next()["code"] == "malformed"
        assert red.act(pick("r0"))["clock"] == 2


@pytest.mark.parametrize(
    "message",
    [
        {"type": "act", "action": {"type": "Nonsense"}, "stamp": 1},
        {"type": "act", "action": {"type": "Pick", "unit": 3}, "stamp": 1},
        {"type": "act", "action": {"type": "MoveTo", "hex": "x"}, "stamp": 1},
        {"type": "why_not"},
        {"type": "why_not", "noun": {"kind": "", "value": 1}},
        {"type": "why_not", "noun": {"kind": "hex", "value": "north"}},
        {"type": "why_not", "noun": {"kind": "hex", "value": 9999}},
        {"type": "why_not", "noun": {"kind": "unit", "value": "nobody"}},
        {"type": "why_not", "noun": {"kind": "hexside", "value": [101]}},
        {"type": "why_not", "noun": {"kind": "hexside", "value": [101, 9999]}},
        {"type": "overlay", "name": "weather"},
        {"type": "overlay", "name": "zoc", "hex": 9999},
        {"type": "overlay", "name": "zoc", "unit": "nobody"},
        {"type": "replay", "at": 99},
        {"type": "replay", "at": -1},
        {"type": "route", "action": {"type": "Nonsense"}},
    ],
)
def test_senseless_questions_are_refused(client: TestClient[Litestar], message: Json) -> None:
    with red_to_move(client) as (red, _):
        red.socket.send_text(json.dumps(message))
        assert red.next()["code"] == "unknown"
        assert red.act(pick("r0"))["clock"] == 2


def test_an_oversized_message_is_refused(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, _):
        red.socket.send_text(json.dumps({"type": "say", "words": "x" * 70_000}))
        assert red.next()["code"] == "too_big"


def test_undo_takes_log_lines_away(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, blue):
        red.act(pick("r0"))
        assert red.state["can_undo"]
        red.act(go(201))
        lines = len(red.log)
        assert red.log[-1]["event"] == "Moved" and red.log[-1]["hexes"] == [201]
        assert red.log[-1]["units"] == ["r0"]
        answer = red.ask("undo", stamp=red.state["stamp"])
        assert answer["clock"] == 2 and answer["stamp"] == 4 and len(red.log) == lines - 1
        catch_up(blue)
        assert len(blue.log) == len(red.log) + 1, "blue alone has heard of its decoy"
        assert red.ask("undo", stamp=red.state["stamp"])["clock"] == 1
        assert red.ask("undo", stamp=red.state["stamp"])["code"] == "not_now"


def test_the_end_of_a_phase_is_undone_until_somebody_else_chooses(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, blue):
        assert not red.state["can_undo"], "Blue took the last action"
        ended = red.act(DONE)
        assert ended["deciding"] == "blue" and ended["can_undo"]
        while not blue.state["your_turn"]:
            blue.until("state")
        assert not blue.state["can_undo"], "it is not Blue's to undo"
        assert blue.ask("undo", stamp=blue.state["stamp"])["code"] == "not_now"
        again = red.ask("undo", stamp=red.state["stamp"])
        assert again["your_turn"] and again["clock"] == 1 and not again["can_undo"]
        blue.until("state")
        red.act(DONE)
        while not blue.state["your_turn"]:
            blue.until("state")
        blue.act(pick("b0"))
        catch_up(red)
        assert not red.state["can_undo"]
        assert red.ask("undo", stamp=red.state["stamp"])["code"] == "not_now"


def test_where_units_could_go_together(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, blue):
        one, two = (set(red.ask("together", units=[unit])["hexes"]) for unit in ("r0", "r1"))
        assert one and two and one != two
        both = red.ask("together", units=["r0", "r1"])
        assert set(both["hexes"]) == one & two and both["stuck"] == []
        assert red.ask("together", units=["b0"]) | {"re": 0} == {
            "type": "together",
            "re": 0,
            "hexes": [],
            "stuck": ["b0"],
        }
        assert red.ask("together", units=["r0"] * 31)["code"] == "unknown"
        assert blue.ask("together", units=["b0"])["hexes"] == [], "Blue does not decide"


def test_the_map_after_an_action_is_shown_and_nothing_is_done(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, blue):
        red.act(pick("r0"))
        shown = red.ask("preview", action=go(201))
        where = {unit["id"]: unit["hex"] for unit in shown["view"]["units"]}
        assert where["r0"] == 201
        assert "b0" not in where, "what is hidden stays so"
        assert red.state["clock"] == 2 and red.act(go(201))["clock"] == 3
        assert red.ask("preview", action=go(505))["view"] is None
        assert blue.ask("preview", action=go(201))["view"] is None


def test_taking_back_needs_the_others(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, blue):
        red.act(DONE)
        while not blue.state["your_turn"] or blue.state["clock"] < 2:
            blue.until("state")
        blue.act(pick("b0"))
        catch_up(red)
        assert red.ask("undo", stamp=red.state["stamp"])["code"] == "not_now"
        asked = red.ask("take_back", stamp=red.state["stamp"])
        assert asked["take_back"] == {"by": "red", "to": 1, "waiting": ["blue"]}
        while not blue.state["take_back"]:
            blue.until("state")
        assert red.ask("answer_take_back", stamp=red.state["stamp"], agree=True)["code"] == "not_now"
        assert blue.ask("answer_take_back", stamp=blue.state["stamp"], agree=False)["take_back"] is None
        red.until("state")
        red.ask("take_back", stamp=red.state["stamp"])
        while not blue.state["take_back"]:
            blue.until("state")
        answer = blue.ask("answer_take_back", stamp=blue.state["stamp"], agree=True)
        assert answer["clock"] == 1 and answer["deciding"] == "red"
        while red.state["clock"] != 1:
            red.until("state")
        assert red.state["your_turn"]
        said = blue.until("chat")["line"]
        assert said["who"] == "server" and "Red undid 2 actions" in said["words"]


def test_two_tabs_on_a_seat_agree(client: TestClient[Litestar]) -> None:
    created = new_match(client, seats=ELSEWHERE)
    with (
        seat(client, created["mine"]["key"]) as one,
        seat(client, created["mine"]["key"]) as two,
        seat(client, joined(client, created)) as blue,
    ):
        blue.act({"type": "Choose", "choice": "b0"})
        one.until("state")
        two.until("state")
        one.act(pick("r0"))
        two.until("state")
        refused = two.ask("act", action=DONE, stamp=one.state["stamp"] - 1)
        assert refused["code"] == "stale"
        two.until("state")
        two.act(go(201))
        one.until("state")
        for field in ("stamp", "clock", "view", "options", "prompt", "can_undo"):
            assert one.state[field] == two.state[field]
        assert one.log == two.log


def test_a_shared_screen_is_handed_over(client: TestClient[Litestar]) -> None:
    created = new_match(client)
    with seat(client, created["mine"]["key"]) as both:
        assert both.state["side"] is None and both.state["hand_over"] == "blue"
        assert both.state["holds_secrets"] is None and both.state["options"] == []
        assert both.act({"type": "Choose", "choice": "b0"})["code"] == "not_yours"
        assert both.ask("reminders")["code"] == "not_yours"
        seen = both.ask("look", side="blue")
        assert seen["side"] == "blue" and seen["your_turn"] and seen["hand_over"] is None
        after = both.act({"type": "Choose", "choice": "b0"})
        assert after["side"] == "blue" and after["hand_over"] == "red" and not after["your_turn"]
        assert both.ask("look", side="red")["your_turn"]
        assert both.ask("look", side="green")["code"] == "not_yours"


def test_a_shared_screen_turns_by_itself_where_nothing_is_hidden(tmp_path: Path) -> None:
    with serving(tmp_path, games=GameCatalog(["toy"], load_open_toy)) as client:
        created = new_match(client)
        assert not created["match"]["hidden"]
        onlooker_key = created["links"][-1]["key"]
        with seat(client, created["mine"]["key"]) as both, seat(client, onlooker_key) as onlooker:
            assert both.state["side"] == "blue" and both.state["your_turn"] and not both.state["hidden"]
            after = both.act({"type": "Choose", "choice": "b0"})
            assert (after["side"], after["your_turn"], after["hand_over"]) == ("red", True, None)
            assert after["holds_secrets"] is None
            assert all("decoy" not in line["words"] for line in both.log), "red's log, not blue's"
            assert both.act(pick("r0"))["your_turn"]
            told = both.ask("forecast", action=both.state["options"][0]["action"])
            assert not told["guessed"]
            assert onlooker.ask("overlay", name="zoc", hex=303)["type"] == "overlay"
            assert onlooker.ask("forecast")["code"] == "not_yours"


def test_a_shared_screen_turns_by_itself_while_nothing_is_hidden(tmp_path: Path) -> None:
    def all_face_up(name: str) -> AnyWargame:
        return replace(load_open_toy(name), determinize=toy().determinize)

    with serving(tmp_path, games=GameCatalog(["toy"], all_face_up)) as client:
        created = new_match(client)
        with seat(client, created["mine"]["key"]) as both:
            assert both.state["hidden"] and both.state["side"] == "blue" and not both.state["hand_over"]
            after = both.act({"type": "Choose", "choice": "b0"})
            assert after["side"] == "blue" and after["hand_over"] == "red", "blue was told something secret"


def test_why_not(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, blue):
        red.act(pick("r0"))
        why = red.ask("why_not", noun={"kind": "hex", "value": 103})
        assert (why["type"], why["legal"], why["rule"], why["title"]) == ("why", False, "2", "Movement")
        assert why["because"] == "an enemy stands there" and why["hexes"] == [103, 101] and why["text"]
        assert why["action"] == go(103)
        assert red.ask("why_not", noun={"kind": "hex", "value": 505})["action"] == {
            "type": "Attack",
            "hex": 505,
        }
        assert red.ask("why_not", noun={"kind": "hex", "value": 201})["legal"]
        assert red.ask("why_not", action=pick("r1"))["because"]
        assert not blue.ask("why_not", action=pick("b0"))["legal"]
        red.act(go(201))
        spent = red.ask("why_not", noun={"kind": "unit", "value": "r0"})
        assert spent["because"] == "this unit has moved" and spent["action"] == pick("r0")
        assert 201 in spent["hexes"]
        for noun in ({"kind": "chit", "value": "x"}, {"kind": "hex", "value": 201}):
            nothing = red.ask("why_not", noun=noun)
            assert nothing["because"] == "there is nothing to do there now" and not nothing["rule"]
        assert blue.ask("why_not", noun={"kind": "hex", "value": 201})["because"].startswith(
            "it is not yours"
        )


def test_route_overlay_and_reminders(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, _):
        assert len(red.ask("reminders")["reminders"]) == 3
        red.act(pick("r0"))
        assert red.ask("route", action=go(201)) == {
            "type": "route",
            "re": red.numbers,
            "hexes": [201],
            "costs": ["1"],
            "stops": False,
        }
        assert red.ask("route", action=DONE)["hexes"] == []
        laid = red.ask("overlay", name="zoc", hex=303)
        assert laid["title"] == "ZOC" and len(laid["hexes"]) == 6


def walk_to_contact(red: Player, blue: Player) -> None:
    """Red's first unit walks until it stands beside a unit of blue."""
    for hexes in ((201,), (301,), (401,)):
        red.act(pick("r0"))
        red.act(go(hexes[0]))
        red.act(DONE)
        catch_up(blue)
        blue.act(DONE)
        while not red.state["your_turn"]:
            red.until("state")


def test_forecast_gives_exact_odds(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, blue):
        walk_to_contact(red, blue)
        red.act(pick("r0"))
        assert {"type": "Attack", "hex": 501} in [option["action"] for option in red.state["options"]]
        told = red.ask("forecast", action={"type": "Attack", "hex": 501})
        assert told["forecast"]["title"] == "Attack" and told["forecast"]["modifiers"][0]["rule"] == "3"
        assert told["covered"] == pytest.approx(1) and told["guessed"]
        assert sum(outcome["chance"] for outcome in told["outcomes"]) == pytest.approx(1, abs=1e-4)
        assert told["empty"][0]["hex"] == 501
        assert 0 < told["empty"][0]["chance"] == told["empty"][0]["after_choices"] <= 1
        assert told["figures"][0]["label"] == "Clears hex 0501"
        plain = red.ask("forecast")
        assert plain["forecast"]["title"] == "Attack" and plain["outcomes"] == []
        assert blue.ask("forecast")["forecast"] is None


def test_replay_shows_what_the_side_saw(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, blue):
        red.act(pick("r0"))
        red.act(go(201))
        past = red.ask("replay", at=2)
        assert past["clock"] == 3 and past["view"]["stacks"]["101"] == ["r0"]
        now = red.ask("replay", at=3)
        assert now["view"]["stacks"]["201"] == ["r0"] and now["lines"][0]["event"] == "Moved"
        assert red.ask("replay", at=1, side="blue")["code"] == "not_yours"
        blue.until("state")


def test_earlier_lines_of_the_log(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, _):
        part = red.ask("log", start=0, stop=1)["log"]
        assert part["start"] == 0 and part["lines"] == red.log[:1]


def test_chat(client: TestClient[Litestar], tmp_path: Path) -> None:
    created = new_match(client, seats=ELSEWHERE)
    with seat(client, created["mine"]["key"]) as red, seat(client, joined(client, created)) as blue:
        blue.ask("say", words="Good luck!")
        line = red.until("chat")["line"]
        assert (line["who"], line["name"], line["words"]) == ("blue", "Ann", "Good luck!")
        with seat(client, created["links"][-1]["key"]) as onlooker:
            assert onlooker.heard[0]["chat"][0]["words"] == "Good luck!"
            assert onlooker.ask("say", words="Hello")["line"]["who"] == "onlooker"


def test_an_onlooker_looks_on(client: TestClient[Litestar]) -> None:
    created = new_match(client, seats=ELSEWHERE)
    with (
        seat(client, created["links"][-1]["key"]) as onlooker,
        seat(client, joined(client, created)) as blue,
    ):
        assert onlooker.state["side"] is None and onlooker.heard[0]["role"] == "onlooker"
        blue.take()
        pushed = onlooker.until("state")
        assert pushed["clock"] == 1 and pushed["options"] == []
        assert onlooker.act(pick("r0"))["code"] == "not_yours"
        assert onlooker.ask("overlay", name="zoc", hex=303)["code"] == "not_yours"
        assert onlooker.ask("look", side="red")["code"] == "not_yours"
        assert onlooker.ask("pace", paused=True)["code"] == "not_yours"


def test_presence_is_told(client: TestClient[Litestar]) -> None:
    created = new_match(client, seats=ELSEWHERE)
    with seat(client, created["mine"]["key"]) as red:
        assert [s["present"] for s in red.state["seats"]] == [True, False] and red.state["seats"][1]["open"]
        with seat(client, joined(client, created)):
            taken = red.until("seats")["seats"]
            assert not taken[1]["open"] and taken[1]["name"] == "Ann"
            assert red.until("seats")["seats"][1]["present"]
        assert not red.until("seats")["seats"][1]["present"]


def play_out(*players: Player) -> None:
    """Everybody takes the last option until the game is over."""
    while not all(player.state["result"] for player in players):
        catch_up(*players)
        for player in players:
            if player.state["your_turn"]:
                player.take(-1)


def test_a_game_is_played_to_its_end(client: TestClient[Litestar]) -> None:
    with red_to_move(client) as (red, blue):
        while blue.state["clock"] < 1:
            blue.until("state")
        assert red.ask("moments")["code"] == "not_now", "nothing is told before the end"
        play_out(red, blue)
        assert red.state["result"]["level"] == "Drawn" and red.state["deciding"] is None
        assert red.ask("moments")["moments"] == blue.ask("moments")["moments"] == []
        assert red.state["prompt"] == "The game is over."
        assert red.act(DONE)["code"] == "over"
        assert red.ask("forecast")["code"] == "over"
        assert red.ask("look", side="blue")["side"] == "blue", "afterwards everything is open"
        assert blue.ask("replay", at=0, side="red")["side"] == "red"
        blue.ask("take_back", stamp=blue.state["stamp"])
        while not red.state["take_back"]:
            red.until("state")
        assert not red.ask("answer_take_back", stamp=red.state["stamp"], agree=True)["result"]
        assert red.state["side"] == "red", "and closed again if the game goes on after all"


def test_a_bot_plays_its_turn(client: TestClient[Litestar]) -> None:
    created = new_match(client, seats={"blue": {"kind": "bot", "bot": "random"}}, seed="7")
    with seat(client, created["mine"]["key"]) as red:
        while not red.state["your_turn"]:
            red.until("state")
        assert red.state["clock"] == 1
        red.act(DONE)
        while not red.state["your_turn"]:
            red.until("state")
        clock = red.state["clock"]
        taken = red.ask("take_back", stamp=red.state["stamp"])
        assert taken["clock"] == 1 < clock, "a bot always agrees"


def fought() -> str:
    """The record of a game in which dice have just fallen."""
    for seed in range(100):
        match, chance = Match(toy(), "toy", 7), random.Random(seed)
        while match.result is None and match.at(0).seed == match.now.seed:
            match.play(chance.choice(match.legal))
        if match.result is None:
            return match.record()
    raise AssertionError("no dice in a hundred games")


def test_dice_taken_back_are_new_and_stay_so_when_the_match_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bridgehead.server.session.manager.IDLE", 0.05)
    with serving(tmp_path) as client:
        answer = client.post("/api/records", json={"record": fought()})
        assert answer.status_code == 201, answer.text
        key = answer.json()["mine"]["key"]
        sessions = client.app.state.services.sessions._sessions
        with seat(client, key) as both:
            dice = both.state["clock"]
            if both.state["hand_over"]:
                both.ask("look", side=both.state["hand_over"])
            both.ask("take_back", stamp=both.state["stamp"], to=dice - 1)
            assert both.state["clock"] == dice and both.log[-1]["event"] == "DiceRenewed"
            assert "New dice will be rolled" in both.until("chat")["line"]["words"]
            (session,) = sessions.values()
            before = session.match.now
        while sessions:
            time.sleep(0.05)
        with seat(client, key) as both:
            (session,) = sessions.values()
            assert session.match.now.same_as(before)
            assert both.log[-1]["event"] == "DiceRenewed"


def test_a_slow_bot_thinks_in_a_process_of_its_own(client: TestClient[Litestar]) -> None:
    created = new_match(client, seats={"blue": {"kind": "bot", "bot": "recruit"}}, seed="7")
    with seat(client, created["mine"]["key"]) as red:
        for _ in range(2):
            while not red.state["your_turn"]:
                red.until("state")
            red.act(DONE)
            kill_thinkers()
        assert red.state["clock"] >= 3 and not red.state["trouble"]


def test_a_bot_that_fails_is_told_of(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(bot: RandomBot, seat: object) -> object:
        raise RuntimeError("lost its way")

    monkeypatch.setattr(RandomBot, "choose", stumble)
    created = new_match(client, seats={"blue": {"kind": "bot", "bot": "random"}})
    with seat(client, created["mine"]["key"]) as red:
        while not red.state["trouble"]:
            red.until("state")
        assert "bot failed" in red.state["trouble"] and red.act(DONE)["code"] == "trouble"


def test_an_empty_session_is_put_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridgehead.server.session.manager.IDLE", 0.05)
    with serving(tmp_path) as client:
        created = new_match(client)
        sessions = client.app.state.services.sessions._sessions
        with seat(client, created["mine"]["key"]) as both:
            both.ask("look", side="blue")
            both.act({"type": "Choose", "choice": "b0"})
            time.sleep(0.2)
            assert sessions, "not while somebody is there"
        for _ in range(100):
            if not sessions:
                break
            time.sleep(0.05)
        assert not sessions
        with seat(client, created["mine"]["key"]) as both:
            assert both.state["clock"] == 1


def kill_thinkers() -> None:
    """A bot's process that dies is replaced."""
    for process in multiprocessing.active_children():
        process.kill()


def test_bots_play_while_somebody_watches(client: TestClient[Litestar]) -> None:
    bots = {side: {"kind": "bot", "bot": "random"} for side in ("red", "blue")}
    created = new_match(client, seats=bots)
    with seat(client, created["mine"]["key"]) as watcher:
        assert watcher.heard[0]["role"] == "onlooker"
        watcher.ask("pace", seconds=0.0, paused=True)
        while watcher.state["pace"]["seconds"]:
            watcher.ask("pace", paused=True, step=True)
            watcher.until("state")
        before = watcher.state["clock"]
        watcher.ask("pace", paused=True, step=True)
        assert watcher.until("state")["clock"] == before + 1
        watcher.ask("pace", seconds=0.0)
        while not watcher.state["result"]:
            watcher.until("state")


def test_what_cannot_be_written_is_not_played(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    with red_to_move(client) as (red, _):
        with monkeypatch.context() as full:

            def no_space(*_: object) -> None:
                raise OSError("no space left on the disk")

            full.setattr(FileWriter, "_commit", no_space)
            assert red.act(pick("r0"))["code"] == "trouble"
            assert red.ask("replay", at=1)["clock"] == 1
        assert red.act(pick("r0"))["clock"] == 2


def test_noise_changes_nothing(client: TestClient[Litestar]) -> None:
    """Random messages of every kind, with fields missing, doubled, of wrong kinds and out of range."""
    chance = random.Random(5)
    values: list[object] = [
        None,
        True,
        -1,
        0,
        1,
        10**30,
        1.5,
        "",
        "red",
        "r0",
        "x" * 300,
        [],
        [1, 2],
        {},
        {"type": "Done"},
    ]
    values += [{"type": "Pick", "unit": "r0"}, {"type": "MoveTo", "hex": -5}, {"kind": "hex", "value": []}]
    fields = ("action", "stamp", "noun", "name", "hex", "unit", "to", "agree", "words", "at", "side", "start")
    kinds = [kind.__struct_config__.tag for kind in typing.get_args(wire.FromClient)]
    with red_to_move(client) as (red, blue):
        before = red.ask("replay", at=1)
        for _ in range(400):
            kind = chance.choice([kind for kind in kinds if kind not in ("say", "undo", "pace")])
            chosen = {field: chance.choice(values) for field in chance.sample(fields, chance.randrange(4))}
            if kind == "act" and chosen.get("stamp") == 1:
                continue
            blue.socket.send_text(json.dumps({"type": kind, "id": 0, **chosen}))
        blue.ask("reminders")
        assert {message.get("code") for message in blue.heard} >= {"malformed", "unknown"}
        assert not [message for message in blue.heard if message.get("code") == "trouble"]
        after = red.ask("replay", at=1)
        assert before["view"] == after["view"] and after["clock"] == 1


def test_an_unknown_key_is_turned_away(client: TestClient[Litestar]) -> None:
    created = new_match(client, seats=ELSEWHERE)
    for key in ("nobody", created["links"][0]["key"]):
        with client.websocket_connect(f"/api/play/{key}") as socket:
            with pytest.raises(WebSocketDisconnect) as gone:
                socket.receive_text(timeout=5)
            assert gone.value.code == 4404


def test_a_reload_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        created = new_match(client)
        with seat(client, created["mine"]["key"]) as both:
            both.ask("look", side="blue")
            both.act({"type": "Choose", "choice": "b2"})
            both.ask("look", side="red")
            both.act(pick("r0"))
            both.act(go(201))
            both.ask("undo", stamp=both.state["stamp"])
            before = both.act(go(102))
            log = list(both.log)
    with serving(tmp_path) as client, seat(client, created["mine"]["key"]) as both:
        after = both.ask("look", side="red")
        for field in ("stamp", "clock", "view", "options", "prompt", "can_undo", "deciding"):
            assert before[field] == after[field]
        assert both.log == log
