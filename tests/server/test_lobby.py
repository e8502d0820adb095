"""The lobby: games, matches, invitations, records, branches."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from bridgehead.core.actions import Choose, Pick
from bridgehead.core.match import Match, from_record
from bridgehead.core.play import push, setup
from bridgehead.core.values import UnitId
from bridgehead.server.app import make_app
from bridgehead.server.security import LOOPBACK
from bridgehead.testing.toy import toy
from tests.server.support import ELSEWHERE, Json, Player, catalog, joined, new_match, seat, serving, toy_app


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with serving(tmp_path) as client:
        yield client


@pytest.fixture
def stranger(client: TestClient[Litestar]) -> TestClient[Litestar]:
    """Another browser at the same server."""
    return TestClient(client.app)


def choose(player: Player, side: str, action: Json) -> None:
    """On a shared screen: sit down and act."""
    player.ask("look", side=side)
    player.act(action)


def test_the_catalog(client: TestClient[Litestar]) -> None:
    (game,) = client.get("/api/games").json()
    assert (game["name"], game["title"], game["hidden"]) == ("toy", "Toy", True)
    assert game["sides"] == [{"id": "red", "name": "Red"}, {"id": "blue", "name": "Blue"}]
    assert game["scenarios"][0]["turns"] == 4 and game["scenarios"][0]["sides"] == ["red", "blue"]
    assert game["options"][0]["choices"] == [{"id": "no", "name": "No"}, {"id": "yes", "name": "Yes"}]
    assert client.get("/api/games/toy").json()["names"]["r0"] == "unit r0"
    rules = client.get(game["rules"]).json()
    assert [rule["number"] for rule in rules] == ["1", "2", "3"] and rules[2]["reading"]
    drawn = client.get(game["map"])
    assert (
        drawn.headers["content-type"].startswith("image/svg+xml")
        and "immutable" in drawn.headers["cache-control"]
    )
    assert client.get(game["map"] + "&theme=dark").status_code == 200
    assert len(client.get(game["layout"]).json()["hexes"]) == 25
    assert client.get(game["layout"]).json()["terrain"]["303"] == "woods"
    assert "random" in [bot["name"] for bot in client.get("/api/bots").json()]
    assert client.get("/api/server").json()["protocol"] == 1
    assert set(client.get("/api/wire.json").json()) >= {"client", "server", "$defs"}
    assert client.get("/api/games/chess").json()["code"] == "unknown"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"scenario": "none"}, "no scenario"),
        ({"options": {"short": "perhaps"}}, "is one of no, yes"),
        ({"options": {"long": "yes"}}, "no option"),
        ({"seats": {"green": {}}}, "Unknown side"),
        ({"seats": {"red": {"kind": "bot", "bot": "oracle"}}}, "Unknown bot"),
        ({"seats": {"red": {"kind": "dog"}}}, "seats"),
        ({"seed": "-1"}, "A seed is"),
        ({"seed": str(1 << 64)}, "A seed is"),
        ({"unknown": 1}, "unknown"),
    ],
)
def test_a_wrong_match_is_refused(client: TestClient[Litestar], wrong: Json, words: str) -> None:
    answer = client.post("/api/matches", json={"game": "toy", "scenario": "toy", **wrong})
    assert answer.status_code == 400 and words in answer.json()["words"]
    assert client.get("/api/matches").json() == []


def test_options_and_seed(client: TestClient[Litestar]) -> None:
    created = new_match(client, options={"short": "yes"}, seed="4242424242424242", title="  Sunday ")
    match = created["match"]
    assert match["setting"] == {"short": "yes"} and match["seeded"] and match["title"] == "Sunday"
    assert not new_match(client)["match"]["seeded"]
    assert "4242424242424242" not in json.dumps(created), "a seed is told to nobody"


def test_matches_belong_to_a_browser(client: TestClient[Litestar], stranger: TestClient[Litestar]) -> None:
    created = new_match(client)
    (listed,) = client.get("/api/matches").json()
    assert listed["match"]["id"] == created["match"]["id"] and listed["mine"] == created["mine"]
    assert listed["your_turn"]
    assert stranger.get("/api/matches").json() == []
    assert stranger.delete(f"/api/matches/{created['match']['id']}").status_code == 404
    assert stranger.post(f"/api/matches/{created['match']['id']}/rematch").status_code == 404
    assert stranger.get("/api/matches").status_code == 200
    assert "HttpOnly" in TestClient(client.app).get("/api/matches").headers["set-cookie"]


def test_at_home_all_matches_are_yours(tmp_path: Path) -> None:
    with serving(tmp_path, home=True) as client:
        new_match(client)
        assert "set-cookie" not in client.get("/api/matches").headers
        assert len(TestClient(client.app).get("/api/matches").json()) == 1


def test_an_invitation_is_taken_once(client: TestClient[Litestar], stranger: TestClient[Litestar]) -> None:
    created = new_match(client, seats=ELSEWHERE)
    invitation = created["links"][0]
    assert invitation["path"] == f"/join/{invitation['key']}" and invitation["sides"] == ["blue"]
    assert client.get(f"/api/seats/{invitation['key']}").status_code == 404
    told = stranger.get(f"/api/join/{invitation['key']}").json()
    assert (told["game_title"], told["scenario_title"], told["side"]) == ("Toy", "Toy", "Blue")
    assert told["others"] == ["the host, Red"] and told["open"] and told["turns"] == 4
    taken = stranger.post(f"/api/join/{invitation['key']}", json={"name": "Bob"})
    assert taken.status_code == 201 and taken.json()["sides"] == ["blue"]
    again = stranger.post(f"/api/join/{invitation['key']}", json={})
    assert again.json()["key"] == taken.json()["key"]
    refused = client.post(f"/api/join/{invitation['key']}", json={})
    assert refused.status_code == 409 and refused.json()["code"] == "taken"
    assert not client.get(f"/api/join/{invitation['key']}").json()["open"]
    assert client.get(f"/api/join/{created['mine']['key']}").status_code == 404, (
        "no other key is an invitation"
    )
    (listed,) = client.get("/api/matches").json()
    assert [link["role"] for link in listed["links"]] == ["onlooker"], "the creator never sees the seat's key"
    assert listed["match"]["seats"][1]["name"] == "Bob"
    assert client.post("/api/join/nothing", json={}).status_code == 404


def test_resume_by_key(client: TestClient[Litestar], stranger: TestClient[Litestar]) -> None:
    created = new_match(client, seats=ELSEWHERE)
    key = joined(client, created)
    held = stranger.get(f"/api/seats/{key}").json()
    assert held["sides"] == ["blue"] and held["your_turn"] and held["role"] == "player"
    with seat(client, key) as blue:
        blue.take()
    assert not stranger.get(f"/api/seats/{key}").json()["your_turn"]
    assert stranger.get(f"/api/seats/{created['mine']['key']}").json()["your_turn"]


def test_rematch_and_delete(client: TestClient[Litestar]) -> None:
    created = new_match(client, seats={"blue": {"kind": "bot", "bot": "random"}}, options={"short": "yes"})
    again = client.post(f"/api/matches/{created['match']['id']}/rematch").json()
    assert again["match"]["id"] != created["match"]["id"] and again["mine"]["key"] != created["mine"]["key"]
    assert again["match"]["setting"] == {"short": "yes"}
    assert again["match"]["seats"][1]["kind"] == "bot"
    address = f"/api/matches/{created['match']['id']}/rematch"
    changed = client.post(address, params={"sides": "changed"}).json()
    assert [each["kind"] for each in changed["match"]["seats"]] == ["bot", "here"]
    assert changed["mine"]["sides"] == ["blue"]
    assert client.post(address, params={"sides": "turned"}).status_code == 400
    assert client.delete(f"/api/matches/{changed['match']['id']}").status_code == 204
    with seat(client, created["mine"]["key"]) as red:
        assert client.delete(f"/api/matches/{created['match']['id']}").status_code == 204

        with pytest.raises(WebSocketDisconnect) as gone:
            while True:
                red.next()
        assert gone.value.code == 4410
    assert client.get(f"/api/seats/{created['mine']['key']}").status_code == 404
    assert client.delete(f"/api/matches/{created['match']['id']}").status_code == 404
    assert len(client.get("/api/matches").json()) == 1


def test_export_and_import(client: TestClient[Litestar]) -> None:
    created = new_match(client, seed="5")
    with seat(client, created["mine"]["key"]) as both:
        choose(both, "blue", {"type": "Choose", "choice": "b0"})
        choose(both, "red", {"type": "Pick", "unit": "r1"})
        both.act(both.state["options"][0]["action"])
        view = both.state["view"]
    answer = client.get(f"/api/seats/{created['mine']['key']}/record")
    assert "attachment" in answer.headers["content-disposition"]
    assert len(from_record(answer.text, toy()).actions) == 3
    copy = client.post("/api/records", json={"record": answer.text, "title": "Again"}).json()
    assert copy["match"]["title"] == "Again"
    with seat(client, copy["mine"]["key"]) as both:
        seen = both.ask("look", side="red")
        assert seen["view"] == view and seen["stamp"] == 3
        assert both.ask("undo", stamp=3)["clock"] == 2
    assert client.get(f"/api/seats/{copy['mine']['key']}/record").text.count('"type"') == 2


def test_a_record_that_begins_from_a_position_is_imported_and_exported_whole(
    client: TestClient[Litestar],
) -> None:
    game = toy()
    s = setup(game, "toy", 5)
    push(s, Choose("b0"))
    match = Match.from_position(s, 9)
    match.play(Pick(UnitId("r1")))
    copy = client.post("/api/records", json={"record": match.record()}).json()
    with seat(client, copy["mine"]["key"]) as both:
        both.ask("look", side="red")
    answer = client.get(f"/api/seats/{copy['mine']['key']}/record")
    assert answer.status_code == 200, answer.text
    again = from_record(answer.text, game)
    assert again.now.same_as(match.now) and again.clock == 1


@pytest.mark.parametrize(
    "record",
    [
        "",
        "{}",
        "nonsense",
        '{"bridgehead":"save","format":1,"game":"toy","data":""}',
        '{"bridgehead":"record","format":99,"game":"toy","data":""}',
        '{"bridgehead":"record","format":1,"game":"toy","data":"","scenario":"none","setting":{},"seed":1}',
        '{"bridgehead":"record","format":1,"game":"toy","data":"","scenario":"toy","setting":{},"seed":1,"actions":[{"type":"Done"}]}',
        '{"bridgehead":"record","format":1,"game":"toy","data":"","scenario":"toy","setting":{},"seed":1,"actions":[7]}',
    ],
)
def test_a_wrong_record_is_refused(client: TestClient[Litestar], record: str) -> None:
    answer = client.post("/api/records", json={"record": record})
    assert answer.status_code == 400 and answer.json()["words"]
    assert client.get("/api/matches").json() == []


def test_the_dice_can_be_proved(client: TestClient[Litestar]) -> None:
    match, mine = (created := new_match(client))["match"], created["mine"]
    seed = client.get(f"/api/seats/{mine['key']}/record").json()["seed"]
    assert match["seal"] == hashlib.sha256(f"{match['id']}:{seed}".encode()).hexdigest()
    assert str(seed) not in json.dumps(created)


def test_a_body_that_is_too_big(client: TestClient[Litestar]) -> None:
    answer = client.post("/api/records", json={"record": "x" * (9 * 1024 * 1024)})
    assert answer.status_code == 413 and answer.json()["code"] == "too_big"


def test_a_record_is_closed_while_others_play(client: TestClient[Litestar]) -> None:
    created = new_match(client, seats=ELSEWHERE)
    for key in (created["mine"]["key"], joined(client, created), created["links"][-1]["key"]):
        refused = client.get(f"/api/seats/{key}/record")
        assert refused.status_code == 409 and "dice" in refused.json()["words"]


def test_a_branch_is_a_match_of_its_own(client: TestClient[Litestar], stranger: TestClient[Litestar]) -> None:
    created = new_match(client)
    key = created["mine"]["key"]
    with seat(client, key) as both:
        choose(both, "blue", {"type": "Choose", "choice": "b1"})
    branch = client.post(f"/api/seats/{key}/branch", json={"at": 1, "side": "red"}).json()
    assert branch["match"]["branch_of"] == created["match"]["id"] and branch["mine"]["sides"] == [
        "red",
        "blue",
    ]
    with seat(client, branch["mine"]["key"]) as both:
        choose(both, "red", {"type": "Done"})
        assert both.state["clock"] == 1
    onlooker = created["links"][-1]["key"]
    assert client.post(f"/api/seats/{onlooker}/branch", json={"at": 0}).status_code == 403
    assert client.post(f"/api/seats/{key}/branch", json={"at": 9}).status_code == 400


def test_no_branch_while_somebody_elsewhere_hides_units(client: TestClient[Litestar]) -> None:
    """Many guesses at a person's hidden units would tell where they are not: the game must be over first."""
    created = new_match(client, seats=ELSEWHERE)
    theirs = joined(client, created)
    with seat(client, theirs) as blue:
        blue.act({"type": "Choose", "choice": "b1"})
    for key in (created["mine"]["key"], theirs):
        refused = client.post(f"/api/seats/{key}/branch", json={"at": 1})
        assert refused.status_code == 409 and "over" in refused.json()["words"]
    refused = client.post(f"/api/seats/{theirs}/branch", json={"at": 1, "side": "red"})
    assert refused.status_code == 403


def test_a_branch_guesses_what_its_player_does_not_know(client: TestClient[Litestar]) -> None:
    """Over many branches red's guess of the decoy falls on every place it could be in."""
    created = new_match(client, seats={"blue": {"kind": "bot", "bot": "random"}})
    with seat(client, created["mine"]["key"]) as red:
        while red.state["clock"] < 1:
            red.until("state")
    hexes = set()
    for _ in range(24):
        branch = client.post(f"/api/seats/{created['mine']['key']}/branch", json={"at": 1}).json()
        with seat(client, branch["mine"]["key"]) as both:
            seen = both.ask("look", side="blue")
            hexes |= {unit["hex"] for unit in seen["view"]["units"] if unit["decoy"]}
    assert hexes == {501, 503, 505}


def test_pages(client: TestClient[Litestar], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridgehead.server.static_files.STATIC", tmp_path / "static")
    assert "have not been built" in client.get("/").text
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<h1>Board</h1>")
    (tmp_path / "static" / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    for page in ("/", "/m/some-key", "/join/some-key", "/rules/toy"):
        answer = client.get(page)
        assert answer.text == "<h1>Board</h1>" and answer.headers["referrer-policy"] == "no-referrer"
    script = client.get("/assets/a.js")
    assert "javascript" in script.headers["content-type"] and "immutable" in script.headers["cache-control"]
    for path in (
        "/missing.js",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/api/none",
    ):
        assert client.get(path).status_code == 404


def test_strangers_pages_are_refused(client: TestClient[Litestar], tmp_path: Path) -> None:
    body = {"game": "toy", "scenario": "toy"}
    evil = {"origin": "https://evil.example"}
    refused = client.post("/api/matches", json=body, headers=evil)
    assert refused.status_code == 403 and refused.json()["code"] == "not_yours"
    own = {"origin": str(client.base_url).rstrip("/")}
    assert client.post("/api/matches", json=body, headers=own).status_code == 201
    created = new_match(client)

    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/api/play/{created['mine']['key']}", headers=evil),
    ):
        pass


def test_a_home_answers_to_its_own_name_only(tmp_path: Path) -> None:

    app = make_app(f"sqlite:///{tmp_path / 'm.sqlite'}", catalog=catalog(), home=True, hosts=LOOPBACK)
    with TestClient(app, base_url="http://127.0.0.1:8945") as client:
        assert client.get("/api/games").status_code == 200
        assert client.get("/api/games", headers={"host": "rebound.example"}).status_code == 403


def test_rules_that_changed_leave_a_match_to_look_at(tmp_path: Path) -> None:

    with serving(tmp_path) as client:
        created = new_match(client)
        with seat(client, created["mine"]["key"]) as both:
            choose(both, "blue", {"type": "Choose", "choice": "b0"})
            choose(both, "red", {"type": "Pick", "unit": "r1"})
    with sqlite3.connect(tmp_path / "matches.sqlite") as database:
        database.execute("""UPDATE moves SET body = '{"type":"Pick","unit":"b0"}' WHERE number = 2""")
    database.close()
    with serving(tmp_path) as client, seat(client, created["mine"]["key"]) as both:
        assert both.state["clock"] == 1 and "cannot go on" in both.state["trouble"]
        both.ask("look", side="red")
        assert both.act({"type": "Done"})["code"] == "trouble"


def test_the_app_is_made_for_any_server(tmp_path: Path) -> None:
    assert toy_app(tmp_path).openapi_schema.info.title == "Bridgehead"
