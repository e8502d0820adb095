"""A person with a mouse against bots, from the set-up to the last turn."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable

import pytest

from bridgehead.games import GAMES, load_game
from tests.client.conftest import Server
from tests.client.table import Json, Table, post
from tests.client.test_games import chosen, press, shares_its_hex, spot_of

BOT = {"kind": "bot", "bot": "random"}
MOST = 1500
TURNS = int(os.environ.get("BRIDGEHEAD_TURNS", "1"))
"""Turns against a veteran: one, or as many as are asked for (99 plays to the end)."""
SECONDS = 40
"""For each of them."""


@pytest.mark.parametrize(
    ("game", "scenario", "bot"),
    [("seelow1945", "kustrin", "soviet"), ("koenigsberg1945", "campaign", "german")],
)
def test_a_game_is_played_to_its_end_by_mouse(
    server: Server, sit: Callable[..., Table], game: str, scenario: str, bot: str
) -> None:
    match = {"game": game, "scenario": scenario, "seats": {bot: BOT}, "seed": "8"}
    table = sit(post(server.address, "/api/matches", match)["mine"]["path"]).ready()
    chance = random.Random(8)
    for _ in range(MOST):
        table.settled()
        if table.state["result"]:
            break
        if table.state["your_turn"]:
            by_mouse(table, chosen(table.options, chance, ending=0.9))
        else:
            table.until(lambda: bool(table.state["your_turn"] or table.state["result"]))
    assert table.state["result"], table.prompt
    assert table.state["result"]["level"]


@pytest.mark.parametrize("name", GAMES)
def test_a_veteran_plays_a_turn_against_a_mouse(server: Server, sit: Callable[..., Table], name: str) -> None:
    """As many turns as are asked for and there is time for; the veteran thinks aloud and is asked why."""
    game = load_game(name)
    id, scenario = next(iter(game.scenarios.items()))
    sides = scenario.sides or game.sides
    person = next(side for side in sides if side != scenario.first)
    bots = {side: {"kind": "bot", "bot": "veteran"} for side in sides if side != person}
    match = {"game": name, "scenario": id, "seats": bots, "seed": "8", "aloud": True}
    table = sit(post(server.address, "/api/matches", match)["mine"]["path"]).ready()
    chance = random.Random(8)
    until = time.monotonic() + TURNS * SECONDS
    last = max(table.state["view"]["turn"], 1) + TURNS
    asked = table.shown("log").get_by_role("button", name="Why?")
    while not table.state["result"] and table.state["view"]["turn"] < last:
        if time.monotonic() > until and table.state["your_turn"]:
            break
        table.settled()
        if table.state["your_turn"]:
            by_mouse(table, chosen(table.options, chance, ending=0.95))
        else:
            table.page.wait_for_timeout(100)
        assert not table.state["trouble"]
    assert table.state["clock"] > 3
    while not (table.state["your_turn"] or table.state["result"]):
        table.page.wait_for_timeout(100)
    table.settled()
    asked.first.click()
    table.shown("why-bot").first.wait_for()
    if scenario.turns < TURNS:
        assert table.state["result"], f"not over after {TURNS * SECONDS} s: {table.prompt}"


def by_mouse(table: Table, option: Json) -> None:
    """Click an option on the map where it lies in sight, else in the list of what may be done."""
    if option["kind"] == "":
        table.after(lambda: press(table, option["verb"], option["words"]))
        return
    noun = (option["kind"], option["noun"])
    same = [each for each in table.options if (each["kind"], each["noun"]) == noun]
    spot = table.in_sight(table.page.locator(f'.lithex[data-spot="{spot_of(option)}"]'))
    if spot is not None and len(same) == 1 and not shares_its_hex(table, option):
        table.after(lambda: table.click(spot))
        return
    closed = table.page.locator("[data-testid=prompt] .list:not([open]) summary")
    named = table.page.locator(f"[data-testid=prompt] [data-index='{option['index']}']")
    if closed.count():
        closed.first.click()
    table.after(named.last.click)
