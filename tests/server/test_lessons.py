"""Lessons on the server: begun, judged, helped, gone back in, left and taken up again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from bridgehead.bots import BOTS
from bridgehead.core.match import from_record
from bridgehead.core.play import view
from bridgehead.games import GAMES, load_game
from bridgehead.lessons.play import starting_position
from bridgehead.lessons.reading import action_of, shipped, shipped_lesson
from bridgehead.server.games import GameCatalog
from tests.server.support import Json, Player, seat, serving

FIRST = "01-corridor"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with serving(tmp_path, games=GameCatalog()) as client:
        yield client


def begun(client: TestClient[Litestar], game: str = "seelow1945", lesson: str = FIRST) -> Json:
    answer = client.post("/api/lessons", json={"game": game, "lesson": lesson})
    assert answer.status_code == 201, answer.text
    created: Json = answer.json()
    return created


class Learner(Player):
    """A player who follows the script of a lesson."""

    @property
    def lesson(self) -> Json:
        found: Json = self.state["lesson"]
        return found

    @property
    def beat(self) -> Any:
        game = load_game(self.lesson["game"])
        return shipped_lesson(game, self.lesson["name"]).beat[self.lesson["at"]]

    def step(self, do: str) -> Json:
        return self.ask("lesson", do=do, stamp=self.state["stamp"])

    def say(self, text: str) -> Json:
        game = load_game(self.lesson["game"])
        return self.act(msgspec.json.decode(msgspec.json.encode(action_of(game, text))))

    def solve(self) -> None:
        """The beat by its script."""
        assert self.lesson["stage"] == "play" or not self.beat.play, self.lesson
        for text in self.beat.play:
            answer = self.say(text)
            assert answer["type"] == "state", (self.lesson["beat"], text, answer)
        assert self.lesson["stage"] == "done", self.lesson

    def solve_to(self, at: int) -> None:
        while self.lesson["at"] < at:
            self.solve()
            assert self.step("next")["type"] == "state"


class Sitting:
    """Somebody at a lesson, as long as the block lasts."""

    def __init__(self, client: TestClient[Litestar], key: str) -> None:
        self.sitting = seat(client, key)

    def __enter__(self) -> Learner:
        player = self.sitting.__enter__()
        learner = Learner(player.socket)
        learner.state, learner.log, learner.heard = player.state, player.log, player.heard
        while learner.lesson["stage"] == "play" and not learner.state["your_turn"]:
            learner.until("state")
        return learner

    def __exit__(self, *problem: Any) -> None:
        self.sitting.__exit__(*problem)


def at(client: TestClient[Litestar], created: Json) -> Sitting:
    return Sitting(client, created["mine"]["key"])


def test_lessons_are_listed_by_game(client: TestClient[Litestar]) -> None:
    listed = client.get("/api/lessons").json()
    assert [each["game"] for each in listed] == list(GAMES)
    for each in listed:
        assert [lesson["name"] for lesson in each["lessons"]] == shipped(load_game(each["game"]))
    first = next(each for each in listed if each["game"] == "seelow1945")["lessons"][0]
    assert (first["title"], first["side"]) == ("The corridor to Küstrin", "German")
    assert (first["minutes"], first["beats"]) == (20, 12)


def test_the_bots_of_lessons_can_sit_down() -> None:
    for name in GAMES:
        game = load_game(name)
        assert {shipped_lesson(game, lesson).bot for lesson in shipped(game)} <= set(BOTS)


def test_a_lesson_that_is_not_there_is_not_begun(client: TestClient[Litestar]) -> None:
    for lesson in ("99-nowhere", "../data/tables"):
        answer = client.post("/api/lessons", json={"game": "seelow1945", "lesson": lesson})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown")


def test_the_first_battle_is_won_and_its_record_replays(client: TestClient[Litestar]) -> None:
    created = begun(client)
    assert created["match"]["lesson"] == FIRST
    assert created["mine"]["sides"] == ["german"]
    with at(client, created) as learner:
        assert (learner.lesson["beat"], learner.lesson["at"]) == ("Your first order", 0)
        assert (learner.lesson["hexes"], learner.lesson["units"]) == ([2404], ["ge_ss502_1"])
        learner.solve_to(11)
        learner.solve()
        assert learner.lesson["over"]
        assert learner.lesson["learned"][:3] == ["2.2", "5.0", "5.11"]
        assert learner.lesson["next"] == "02-by-road"
        refused = learner.step("next")
        assert (refused["type"], refused["code"]) == ("error", "lesson")
        points = {track["name"]: track["value"] for track in learner.state["view"]["facts"]["tracks"]}
        assert points["vp"] == 12
        text = client.get(f"/api/seats/{created['mine']['key']}/record").text
        assert from_record(text, load_game("seelow1945")).now.turn == 3


@pytest.mark.parametrize("name", [name for name in GAMES if name != "seelow1945"])
def test_a_lesson_of_each_game_is_played(client: TestClient[Litestar], name: str) -> None:
    lesson = shipped(load_game(name))[0]
    with at(client, begun(client, name, lesson)) as learner:
        learner.solve_to(learner.lesson["beats"] - 1)
        learner.solve()
        assert learner.lesson["over"]


def test_a_wrong_turn_is_answered_and_changes_nothing(client: TestClient[Litestar]) -> None:
    with at(client, begun(client)) as learner:
        before = learner.state["stamp"]
        answer = learner.say("Pick ge_20pg_90_1")
        assert (answer["type"], answer["code"]) == ("error", "lesson")
        assert answer["words"] == learner.beat.wrong
        assert (answer["rule"], answer["title"] != "") == ("2.2", True)
        assert learner.say("Pick ge_ss502_1")["stamp"] == before + 1


def test_what_is_illegal_is_refused_by_its_rule(client: TestClient[Litestar]) -> None:
    with at(client, begun(client)) as learner:
        learner.say("Pick ge_ss502_1")
        answer = learner.say("MoveTo 3003")
        assert (answer["code"], bool(answer["rule"])) == ("illegal", True)


def test_a_refusal_that_is_asked_for_is_noticed(client: TestClient[Litestar]) -> None:
    with at(client, begun(client)) as learner:
        learner.solve_to(2)
        assert learner.lesson["refusal"]["rule"] == "5.25"
        assert not learner.lesson["refusal"]["ready"]
        learner.say("Pick ge_20pg_90_2")
        assert learner.lesson["refusal"]["ready"]
        assert learner.lesson["refusal"]["words"] == "Move to hex 2404"
        assert learner.ask("why_not", noun={"kind": "hex", "value": 2404})["rule"] == "5.25"
        assert learner.until("lesson")["lesson"]["refusal"]["seen"]
        learner.say("MoveTo 2405")
        assert learner.lesson["refusal"]["seen"]


def test_help_comes_in_steps(client: TestClient[Litestar]) -> None:
    with at(client, begun(client)) as learner:
        assert learner.lesson["hint"] is None
        light, words, move = (learner.step("hint")["lesson"]["hint"] for _ in range(3))
        assert (light["words"], light["units"], light["action"]) == ([], ["ge_ss502_1"], None)
        assert (words["words"], words["action"]) == ([learner.beat.wrong], None)
        assert (move["step"], move["steps"]) == (3, 3)
        assert move["action"] == {"type": "Pick", "unit": "ge_ss502_1"}
        assert learner.step("hint")["lesson"]["hint"] == move
        assert learner.act(move["action"])["lesson"]["hint"]["action"] is None
        again = learner.step("hint")["lesson"]["hint"]
        assert again["action"] == {"type": "MoveTo", "hex": 2404}
        learner.act(again["action"])
        assert learner.lesson["hint"] is None
        learner.step("next")
        assert learner.lesson["hint"] is None


def test_again_and_from_the_beginning(client: TestClient[Litestar]) -> None:
    with at(client, begun(client)) as learner:
        learner.solve_to(5)
        clock = learner.state["clock"]
        learner.say("Attack 2504")
        learner.say("Pick ge_ss502_1")
        learner.step("again")
        assert (learner.lesson["at"], learner.state["clock"]) == (5, clock)
        learner.solve()
        learner.step("again")
        assert (learner.lesson["stage"], learner.state["clock"]) == ("play", clock)
        learner.solve()
        learner.step("next")
        learner.step("restart")
        assert (learner.lesson["at"], learner.state["clock"]) == (0, 0)
        learner.solve_to(11)
        learner.solve()
        assert learner.lesson["over"]


def test_going_back_repeats_what_the_other_side_does(client: TestClient[Litestar]) -> None:
    with at(client, begun(client)) as learner:
        learner.solve_to(7)
        assert learner.beat.enemy
        clock = learner.state["clock"]
        learner.say("Choose retreat")
        assert learner.lesson["answer"].startswith("They run")
        learner.step("again")
        assert learner.state["clock"] == clock
        assert learner.lesson["answer"] == ""
        learner.solve()


@pytest.mark.parametrize("name", GAMES)
def test_every_beat_can_be_skipped(client: TestClient[Litestar], name: str) -> None:
    """Also where all that is legal is taken and dice are free."""
    game = load_game(name)
    own = next((each for each in shipped(game) if "own" in each or "staff" in each), shipped(game)[-1])
    with at(client, begun(client, name, own)) as learner:
        for _ in range(learner.lesson["beats"]):
            assert learner.step("skip")["type"] == "state"
        assert learner.lesson["over"]


def test_undo_goes_back_in_the_lesson_too(client: TestClient[Litestar]) -> None:
    with at(client, begun(client)) as learner:
        learner.say("Pick ge_ss502_1")
        learner.ask("undo", stamp=learner.state["stamp"])
        learner.solve()
        assert learner.state["can_undo"]
        learner.ask("undo", stamp=learner.state["stamp"])
        assert learner.lesson["stage"] == "play"
        learner.say("MoveTo 2404")
        assert not learner.state["can_take_back"]


def test_while_there_is_something_to_read_nothing_is_offered(client: TestClient[Litestar]) -> None:
    with at(client, begun(client)) as learner:
        learner.solve()
        assert (learner.state["your_turn"], learner.state["options"]) == (False, [])
        assert learner.state["prompt"] == "This step is done: go on when you are ready."
        answer = learner.say("Pick ge_20pg_90_1")
        assert (answer["code"], answer["words"]) == ("lesson", learner.state["prompt"])


def test_a_lesson_is_left_and_taken_up_again(tmp_path: Path) -> None:
    with serving(tmp_path, home=True, games=GameCatalog()) as client:
        created = begun(client)
        with at(client, created) as learner:
            learner.solve_to(8)
            learner.step("next")
            learner.say("Pick ge_20pg_76_1")
            left = learner.lesson
    with serving(tmp_path, home=True, games=GameCatalog()) as client:
        with at(client, created) as learner:
            assert learner.lesson == left
            learner.say("MoveTo 2903")
        [listed] = client.get("/api/matches").json()
        assert listed["match"]["lesson"] == FIRST


def test_a_lesson_begun_anew_takes_the_place_of_the_old_one(client: TestClient[Litestar]) -> None:
    first = begun(client)
    other = begun(client, "seelow1945", "02-by-road")
    with at(client, first) as learner:
        second = begun(client)
        assert learner.lesson["at"] == 0
        assert len(client.get("/api/matches").json()) == 3
    begun(client)
    left = {each["match"]["id"] for each in client.get("/api/matches").json()}
    assert other["match"]["id"] in left
    assert not left & {first["match"]["id"], second["match"]["id"]}


def test_where_all_that_is_legal_counts_the_bot_answers_and_failing_is_told(
    client: TestClient[Litestar],
) -> None:
    with at(client, begun(client, "seelow1945", "12-on-your-own")) as learner:
        chance = random.Random(1)
        while learner.lesson["stage"] == "play":
            if not learner.state["your_turn"]:
                learner.until("state")
                continue
            done = [each for each in learner.state["options"] if each["verb"] == "Done"]
            learner.act((done or chance.choices(learner.state["options"]))[0]["action"])
        assert learner.lesson["stage"] == "failed"
        assert learner.state["prompt"] == "This step went wrong: try it again."
        assert any(line["clock"] and "German" in line["words"] for line in learner.log)
        learner.step("again")
        learner.solve()
        assert learner.lesson["over"]


def test_a_plain_match_has_no_lesson(client: TestClient[Litestar]) -> None:
    answer = client.post("/api/matches", json={"game": "seelow1945", "scenario": "kustrin"}).json()
    with seat(client, answer["mine"]["key"]) as player:
        assert player.state["lesson"] is None
        refused = player.ask("lesson", do="next", stamp=player.state["stamp"])
        assert (refused["type"], refused["code"]) == ("error", "not_now")


@pytest.mark.parametrize("name", GAMES)
def test_a_learner_is_shown_no_more_than_its_side_sees(client: TestClient[Litestar], name: str) -> None:
    """What a lesson lights is among what the learner's own view shows."""
    game = load_game(name)
    for each in shipped(game):
        lesson = shipped_lesson(game, each)
        start = starting_position(game, lesson)
        seen = {unit["id"] for unit in view(start, lesson.side).units}
        with at(client, begun(client, name, each)) as learner:
            assert {unit["id"] for unit in learner.state["view"]["units"]} <= set(start.units)
            assert set(learner.lesson["units"]) <= {unit["id"] for unit in learner.state["view"]["units"]}
            assert learner.state["side"] == lesson.side
            assert not {unit["id"] for unit in learner.state["view"]["units"]} - seen or lesson.beat[0].enemy
