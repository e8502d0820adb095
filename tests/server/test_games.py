"""Every game through the server: played at random, asked about, searched for secrets."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from bridgehead.core.events import PhaseBegan, Told, TurnBegan
from bridgehead.core.match import Match
from bridgehead.core.play import setup
from bridgehead.core.secrecy import hidden_from
from bridgehead.core.values import Side
from bridgehead.games import GAMES, load_game
from bridgehead.server.app import make_app
from bridgehead.server.executor import RulesExecutor
from bridgehead.server.games import GameCatalog, GameService
from bridgehead.server.presenters.log import SideLog
from bridgehead.testing.golden import replayed
from bridgehead.testing.toy import toy
from bridgehead.toolkit.wargame import AnyWargame
from tests.server.support import Json, Player, catch_up, seat

ACTIONS = 60


def questions(player: Player, game: Json, hexes: list[int], chance: random.Random) -> list[Json]:
    """One of each question about something on the board."""
    units = [unit["id"] for unit in player.state["view"]["units"]]
    option = chance.choice(player.state["options"])["action"]
    asked: list[tuple[str, dict[str, Any]]] = [
        ("why_not", {"noun": {"kind": "hex", "value": chance.choice(hexes)}}),
        ("why_not", {"noun": {"kind": "unit", "value": chance.choice(units)}}),
        ("route", {"action": option}),
        ("reminders", {}),
        ("present", {}),
        ("advice", {}),
        ("explain", {"hex": chance.choice(hexes), "unit": chance.choice(units)}),
        ("replay", {"at": chance.randrange(player.state["clock"] + 1)}),
    ]
    for overlay in game["overlays"]:
        where = {"hex": chance.choice(hexes), "unit": chance.choice(units)}
        asked.append(("overlay", {"name": overlay["id"], **where}))
    answers = [player.ask(kind, **fields) for kind, fields in asked]
    for fields in ({}, {"action": option}):
        told = player.ask("forecast", **fields)
        assert told["type"] == "forecast" and 0 <= told["covered"] <= 1
    return answers


def test_great_moments_are_told_when_a_game_is_over(tmp_path: Path) -> None:
    golden = Path(__file__).parents[1] / "replays/seelow1945/kustrin.replay"
    record = replayed(golden.read_text("utf-8"), load_game("seelow1945")).record()
    with TestClient(make_app(f"sqlite:///{tmp_path / 'm.sqlite'}")) as client:
        made = client.post("/api/records", json={"record": record}).json()
        with seat(client, made["mine"]["key"]) as player:
            loss, shot = player.ask("moments")["moments"]
            assert loss["words"] == "Turn 1, Küstrin Altstadt (3503). Soviet: 2 steps lost."
            told = player.ask("replay", at=loss["clock"])["lines"]
            assert any(line["fight"] and loss["hex"] in line["hexes"] for line in told)
            assert shot["title"] == "Longest shot"
            assert player.ask("moments")["moments"] == [loss, shot], "asked again"


def test_the_scenario_for_a_first_evening_is_offered_first(tmp_path: Path) -> None:
    with TestClient(make_app(f"sqlite:///{tmp_path / 'm.sqlite'}")) as client:
        offered = {
            each["name"]: [one["id"] for one in each["scenarios"]] for each in client.get("/api/games").json()
        }
    assert {name: ids[0] for name, ids in offered.items()} == {
        "seelow1945": "corridor",
        "koenigsberg1945": "evening",
        "budziszyn1945": "evening",
        "breslau1945": "evening",
        "eastprussia1914": "tannenberg",
    }
    assert offered["budziszyn1945"][1:] == ["nysa", "two_stars", "two_stars_three"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_and_keeps_its_secrets(name: str, tmp_path: Path) -> None:
    chance = random.Random(11)
    with TestClient(make_app(f"sqlite:///{tmp_path / 'm.sqlite'}")) as client:
        (game,) = [each for each in client.get("/api/games").json() if each["name"] == name]
        assert "Markers on counters" in client.get(game["key"]).text
        assert set(game["colors"]) >= set(game["scenarios"][0]["sides"])
        assert "<svg" in client.get(game["map"]).text and client.get(game["rules"]).json()
        hexes = client.get(game["layout"]).json()["hexes"]
        scenario = game["scenarios"][0]
        first, *others = scenario["sides"]
        elsewhere = {side: {"kind": "elsewhere"} for side in others}
        body = {"game": name, "scenario": scenario["id"], "seats": elsewhere}
        created = client.post("/api/matches", json=body).json()
        keys = {first: created["mine"]["key"]}
        for link in created["links"][:-1]:
            joined = client.post(f"/api/join/{link['key']}", json={}).json()
            keys[joined["sides"][0]] = joined["key"]
        with ExitStack() as stack:
            eyes = {side: stack.enter_context(seat(client, key)) for side, key in keys.items()}
            match = client.app.state.services.sessions.find(created["match"]["id"]).match
            for _ in range(ACTIONS):
                mover = next((player for player in eyes.values() if player.state["your_turn"]), None)
                if mover is None:
                    break
                hidden = {side: hidden_from(match.now, side) for side in eyes}
                if chance.random() < 0.15:
                    for answer in questions(mover, game, hexes, chance):
                        assert answer["type"] != "error", answer
                        assert not names_in(
                            answer, hidden[mover.state["side"]] if answer["type"] != "replay" else ()
                        )
                mover.act(chance.choice(mover.state["options"])["action"])
                catch_up(*eyes.values())
                for side, player in eyes.items():
                    still = hidden[side] & hidden_from(match.now, side)
                    assert not names_in(player.state, still)


def names_in(message: Json, hidden: Any) -> list[str]:
    """The hidden units a message names."""
    text = json.dumps(message)
    return [unit for unit in hidden if f'"{unit}"' in text]


def test_a_phase_is_over_when_the_next_turn_begins() -> None:
    game = load_game("breslau1945")
    opened = [Told(TurnBegan(1), "1"), Told(PhaseBegan(Side("german"), "supply"), "1")]
    for told, phase in ((opened, True), ([*opened, Told(TurnBegan(2), "1")], False)):
        start = setup(game, "historical", 1)
        match = Match.from_position(start)
        match.events[0] = told
        log = SideLog(game, None, int)
        log.update(match, [])
        assert bool(log.phase) is phase
        assert [line.heading for line in log.lines] == ["turn", "phase", "turn"][: len(told)]


def test_a_picture_is_drawn_once_for_all_who_wait_and_again_after_a_failure() -> None:
    asked: list[str] = []

    def draw(game: AnyWargame, theme: str) -> str:
        asked.append(theme)
        if len(asked) == 1:
            raise RuntimeError("no paper")
        return f"a map of {game.name}"

    async def wait() -> list[str]:
        game = toy()
        service = GameService(GameCatalog(("toy",), lambda name: game), RulesExecutor())
        with pytest.raises(RuntimeError):
            await service.drawn(draw, "toy", "light")
        return await asyncio.gather(*(service.drawn(draw, "toy", "light") for _ in range(3)))

    assert asyncio.run(wait()) == ["a map of toy"] * 3
    assert asked == ["light", "light"]
