"""One page for all games: whatever a game offers can be taken on it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from bridgehead.core.match import Match
from bridgehead.core.play import options
from bridgehead.games import GAMES, load_game
from tests.client.conftest import Server
from tests.client.playing import from_record
from tests.client.table import Json, Table, post

ON_MAP = ("unit", "hex", "hexside")
STEPS = 15
MOST = 900


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_offered_can_be_taken(server: Server, sit: Callable[..., Table], name: str) -> None:
    chance = random.Random(7)
    game = load_game(name)
    match = Match(game, max(game.scenarios, key=lambda name: game.scenarios[name].count), 7)
    for _ in range(150):
        match.play(chance.choice(options(match.now)))
    table = sit(from_record(server.address, match.record())["mine"]["path"]).ready()
    for _ in range(STEPS):
        if table.state["result"]:
            break
        before = table.state["clock"]
        take(table, chance.choice(table.options))
        assert table.state["clock"] == before + 1


@pytest.mark.parametrize("name", GAMES)
def test_a_full_turn_is_played_on_the_page(server: Server, sit: Callable[..., Table], name: str) -> None:
    """From the set-up to the end of the first turn, both sides here: now and then something is done."""
    chance = random.Random(5)
    scenario = next(iter(load_game(name).scenarios))
    made = post(
        server.address, "/api/matches", {"game": name, "scenario": scenario, "seats": {}, "seed": "5"}
    )
    table = sit(made["mine"]["path"]).ready()
    deeds = 0
    first = 0
    while not table.state["result"] and (not first or table.state["view"]["turn"] == first):
        first = first or table.state["view"]["turn"]
        take(table, chosen(table.options, chance))
        deeds += 1
        assert deeds < MOST, table.prompt
    assert table.shown("log").locator(".line").count() >= 5


def chosen(offered: list[Json], chance: random.Random, ending: float = 0.5) -> Json:
    """Mostly what ends or resolves; a plan for what is left of the set-up; sometimes anything."""
    plans = [option for option in offered if option["verb"] == "Choose"]
    ends = [option for option in offered if option["verb"] in ("Done", "Commit")]
    if plans and chance.random() < 0.9:
        return plans[0]
    if ends and chance.random() < ending:
        return ends[0]
    return chance.choice(offered)


def take(table: Table, option: Json) -> None:
    """Take an option the way it is shown: on the map if it is there, else by its button."""
    page = table.page
    spot = page.locator(f'[data-spot="{spot_of(option)}"]')
    if option["kind"] in ON_MAP and spot.count():
        spot.first.focus()
        same = [
            each
            for each in table.options
            if each["kind"] == option["kind"] and each["noun"] == option["noun"]
        ]
        if len(same) == 1 and not shares_its_hex(table, option):
            table.after(lambda: page.keyboard.press("Enter"))
            return
        page.keyboard.press("Enter")
        wanted = table.shown("menu").get_by_role("button", name=option["words"], exact=True).first
        table.after(wanted.click)
    elif option["kind"] == "":
        table.after(lambda: press(table, option["verb"], option["words"]))
    elif option["kind"] == "unit":
        if not page.locator("[data-testid=prompt] .list[open]").count():
            page.locator("[data-testid=prompt] summary").click()
        table.after(page.locator(f"[data-testid=prompt] .list [data-index='{option['index']}']").click)
    else:
        table.after(page.locator(f"[data-testid=prompt] .choices [data-index='{option['index']}']").click)


def spot_of(option: Json) -> str:
    if option["kind"] == "hexside":
        return "side:" + "/".join(str(hex) for hex in sorted(option["noun"]))
    return f"{option['kind']}:{option['noun']}"


def shares_its_hex(table: Table, option: Json) -> bool:
    """A lit hex with a lit unit in it asks which of them is meant."""
    if option["kind"] != "hex":
        return False
    inside = {unit["id"] for unit in table.state["view"]["units"] if unit["hex"] == option["noun"]}
    return any(each["kind"] == "unit" and each["noun"] in inside for each in table.options)


def press(table: Table, verb: str, words: str) -> None:
    table.press(table.button(verb).filter(has_text=words).first)
