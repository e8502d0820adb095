"""The number of secret choices shows nowhere: not in clocks, stamps, messages or lists."""

from __future__ import annotations

from pathlib import Path

from litestar.testing import TestClient

from bridgehead.server.app import make_app
from tests.server.support import Json, Player, catch_up, seat


def select(player: Player, draws: int, given_back: int = 0) -> None:
    """Select some chits, with second thoughts, and end the selection."""
    for _ in range(given_back):
        take(player, "Draw")
        take(player, "Deselect")
    for _ in range(draws):
        take(player, "Draw")
    take(player, "Done")


def take(player: Player, verb: str) -> None:
    option = next(each for each in player.state["options"] if each["verb"] == verb)
    assert player.act(option["action"])["type"] == "state"


def told_the_russian(where: Path, *, draws: int, given_back: int) -> tuple[list[Json], Json]:
    """What the Russian and an onlooker hear while the German selects; what the list of matches says."""
    with TestClient(make_app(f"sqlite:///{where / 'm.sqlite'}")) as client:
        body = {
            "game": "eastprussia1914",
            "scenario": "tannenberg",
            "seats": {"russian": {"kind": "elsewhere"}},
            "seed": "3",
        }
        created = client.post("/api/matches", json=body).json()
        joined = client.post(f"/api/join/{created['links'][0]['key']}", json={}).json()
        with (
            seat(client, created["mine"]["key"]) as german,
            seat(client, joined["key"]) as russian,
            seat(client, created["links"][-1]["key"]) as onlooker,
        ):
            until_selection(german, russian)
            catch_up(russian, onlooker)
            for each in (russian, onlooker):
                each.heard.clear()
            select(german, draws, given_back)
            catch_up(russian, onlooker)
            assert russian.ask("replay", at=russian.state["clock"])["clock"] == russian.state["clock"]
            later = client.get(f"/api/seats/{created['links'][-1]['key']}").json()
            return [*russian.heard, *onlooker.heard], later


def until_selection(*players: Player) -> None:
    while not any(option["verb"] == "Draw" for option in players[0].state["options"]):
        mover = next(player for player in players if player.state["your_turn"])
        mover.take()
        catch_up(*players)


def without_names(message: Json) -> Json:
    """A message without what differs from match to match."""
    return {key: value for key, value in message.items() if key not in ("match", "chat")}


def test_how_often_a_side_clicks_in_secret_is_not_told(tmp_path: Path) -> None:
    """One German selects quickly, another after second thoughts: nobody can tell them apart."""
    heard = []
    for name, draws, given_back in (("quick", 1, 0), ("slow", 3, 2)):
        (tmp_path / name).mkdir()
        messages, listed = told_the_russian(tmp_path / name, draws=draws, given_back=given_back)
        heard.append([without_names(message) for message in messages])
        assert "clock" not in listed["match"] and listed["match"]["touched"].endswith(":00+00:00")
    assert heard[0] == heard[1]
    assert sum(message["type"] == "state" for message in heard[0]) == 2, (
        "one each, at the end of the selection"
    )


def test_a_second_thought_moves_the_clock_of_its_own_side_alone(tmp_path: Path) -> None:
    with TestClient(make_app(f"sqlite:///{tmp_path / 'm.sqlite'}")) as client:
        body = {
            "game": "eastprussia1914",
            "scenario": "tannenberg",
            "seats": {"russian": {"kind": "elsewhere"}},
        }
        created = client.post("/api/matches", json=body).json()
        joined = client.post(f"/api/join/{created['links'][0]['key']}", json={}).json()
        with seat(client, created["mine"]["key"]) as german, seat(client, joined["key"]) as russian:
            until_selection(german, russian)
            catch_up(russian)
            before = german.state["clock"], russian.state["clock"]
            past = russian.ask("replay", at=before[1])
            take(german, "Draw")
            take(german, "Draw")
            german.ask("undo", stamp=german.state["stamp"])
            catch_up(russian)
            assert (german.state["clock"], russian.state["clock"]) == (before[0] + 1, before[1])
            again = russian.ask("replay", at=before[1])
            assert again["view"] == past["view"] and again["lines"] == past["lines"]
            assert german.ask("replay", at=before[0] + 2)["code"] == "unknown"
        with seat(client, joined["key"]) as russian:
            assert russian.state["clock"] == before[1], "and a newcomer counts no more"
