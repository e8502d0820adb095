"""Playing over the WebSocket."""

from __future__ import annotations

from pathlib import Path

from tests.server.support import ELSEWHERE, joined, new_match, seat, serving


def test_two_people_play_an_action(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        created = new_match(client, seats=ELSEWHERE)
        with seat(client, created["mine"]["key"]) as red, seat(client, joined(client, created)) as blue:
            assert red.state["side"] == "red" and not red.state["your_turn"]
            assert blue.state["your_turn"] and [o["verb"] for o in blue.state["options"]] == ["Choose"] * 3
            answer = blue.take()
            assert answer["type"] == "state" and answer["clock"] == 1
            assert red.until("state")["your_turn"]
            assert red.state["options"][0]["action"] == {"type": "Pick", "unit": "r0"}
