"""Standing orders answer for a person, and nobody else can tell that they did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from litestar.testing import TestClient

from bridgehead.server.app import make_app
from bridgehead.server.session import standing
from tests.server.support import Json, Player, catch_up, seat

ENTERS = ({"type": "Pick", "unit": "s_667_218"}, {"type": "MoveTo", "hex": 219})
"""A regiment comes next to the garrison."""


def verbs(player: Player) -> list[str]:
    return [option["verb"] for option in player.state["options"]]


def take(player: Player, verb: str) -> None:
    assert player.take(verbs(player).index(verb))["type"] == "state"


def act(player: Player, action: Json) -> None:
    assert player.act(action)["type"] == "state"


def until(prompt: str, *players: Player) -> Player:
    """Everybody ends his phases until somebody is asked for something; that player."""
    while True:
        catch_up(*players)
        mover = next(player for player in players if player.state["your_turn"])
        if mover.state["prompt"].startswith(prompt):
            return mover
        take(mover, "Done")


@contextmanager
def table(where: Path) -> Iterator[tuple[Player, Player, Player]]:
    """The garrison, the Red Army elsewhere and an onlooker."""
    where.mkdir()
    with TestClient(make_app(f"sqlite:///{where / 'm.sqlite'}")) as client:
        body = {
            "game": "breslau1945",
            "scenario": "historical",
            "seats": {"soviet": {"kind": "elsewhere"}},
            "seed": "1",
        }
        created = client.post("/api/matches", json=body).json()
        joined = client.post(f"/api/join/{created['links'][0]['key']}", json={}).json()
        with (
            seat(client, created["mine"]["key"]) as german,
            seat(client, joined["key"]) as soviet,
            seat(client, created["links"][-1]["key"]) as onlooker,
        ):
            yield german, soviet, onlooker


def heard_of_an_entry(where: Path, order: str) -> tuple[list[Json], list[Json]]:
    """What the Red Army and an onlooker hear of an entry that draws no fire; and what the garrison does."""
    with table(where) as (german, soviet, onlooker):
        until("Garrison, Assault Phase", german, soviet)
        take(german, "StandingOrders")
        act(german, {"type": "Order", "choice": order} if order else {"type": "Cancel"})
        until("Red Army, Tactical Movement Phase", german, soviet)
        catch_up(soviet, onlooker)
        for each in (german, soviet, onlooker):
            each.heard.clear()
        for action in ENTERS:
            act(soviet, action)
        if not order:
            catch_up(german)
            take(german, "HoldFire")
        while not soviet.state["your_turn"]:
            soviet.until("state")
        catch_up(german, onlooker)
        return [*soviet.heard, *onlooker.heard], german.heard


def without_names(message: Json) -> Json:
    """A message without what differs from match to match."""
    return {key: value for key, value in message.items() if key not in ("match", "chat")}


def test_nobody_can_tell_an_order_s_answer_from_a_player_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "THINKING", (0.1, 0.2))
    ordered, of_order = heard_of_an_entry(tmp_path / "ordered", "ask_never")
    asked, of_player = heard_of_an_entry(tmp_path / "asked", "")
    assert [without_names(each) for each in ordered] == [without_names(each) for each in asked]
    waits = [each for each in ordered if each.get("prompt") == "Waiting for Garrison."]
    assert len(waits) == 2, "the Red Army and the onlooker"
    assert any(each.get("your_turn") for each in of_player)
    assert not any(each.get("your_turn") for each in of_order)
    assert "Your standing order answers." in [each.get("prompt") for each in of_order]


def test_an_order_waits_as_long_as_a_player_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its owner is not asked again; a question that is taken back is answered anew."""
    monkeypatch.setattr(standing, "THINKING", (0.5, 0.6))
    with table(tmp_path / "m") as (german, soviet, onlooker):
        until("Garrison, Assault Phase", german, soviet)
        take(german, "StandingOrders")
        act(german, {"type": "Order", "choice": "ask_never"})
        until("Red Army, Tactical Movement Phase", german, soviet)
        for action in ENTERS:
            act(soviet, action)
        catch_up(onlooker)
        assert onlooker.state["deciding"] == "german"
        while onlooker.state["deciding"] != "soviet":
            onlooker.until("state")
        catch_up(german)
        german.ask("undo", stamp=german.state["stamp"])
        assert german.state["deciding"] == "german"
        while german.state["deciding"] != "soviet":
            german.until("state")
        assert german.log[-1]["words"].startswith("Garrison holds fire")
