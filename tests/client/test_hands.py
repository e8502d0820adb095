"""By keyboard alone and by touch alone: a whole game of Küstrin, a whole turn of every game."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from bridgehead.games import GAMES, load_game
from tests.client.conftest import NARROW, Server
from tests.client.table import Json, Table, post
from tests.client.test_games import chosen

Sit = Callable[..., Table]
Hand = Callable[[Table, Json], None]
BOT = {"kind": "bot", "bot": "random"}
MOST = 1500
SHORTER = {"budziszyn1945": "german"}
"""Who is played where the turn of the side that begins takes hundreds of deeds."""
FAR = 150
"""No button is more keys away."""


def by_keyboard(table: Table, option: Json) -> None:
    """Take an option by its key, else by walking to its button."""
    keyboard = table.page.keyboard
    if option["verb"] == "Done":
        keyboard.press("e")
        table.quiet()
        if table.page.locator("dialog[open]").count():
            keyboard.press("Enter")
        return
    button = selector_of(option)
    keyboard.press("p")
    if not table.page.locator(button).count():
        walk_to(table, "[data-testid=prompt] .list:not([open]) summary")
        keyboard.press("Enter")
        table.quiet()
    walk_to(table, button)
    keyboard.press("Enter")


def walk_to(table: Table, selector: str) -> None:
    way = f"""() => {{
        const [here, goal] = [document.activeElement, [...document.querySelectorAll({selector!r})].at(-1)];
        if (!goal || here === goal) return goal ? 'there' : 'nowhere';
        return here.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
    }}"""
    for _ in range(FAR):
        key = table.page.evaluate(way)
        if key == "there":
            return
        assert key != "nowhere", f"no {selector}"
        table.page.keyboard.press(key)
    raise AssertionError(f"no way by Tab to {selector}")


def by_touch(table: Table, option: Json) -> None:
    """Tap the button of an option, in the list if it is nowhere else, and what it asks to be confirmed."""
    button = table.page.locator(selector_of(option))
    if not button.count():
        table.page.locator("[data-testid=prompt] .list:not([open]) summary").tap()
    button.last.tap()
    table.quiet()
    sure = table.page.locator("[data-testid=prompt] .staged .main, dialog[open] button.main")
    if sure.count():
        sure.first.tap()


def selector_of(option: Json) -> str:
    by = f"[data-index='{option['index']}']" if option["kind"] else f"[data-verb={option['verb']}]"
    return f"[data-testid=prompt] {by}"


def offered(table: Table) -> list[Json]:
    """What may be done, with no more of each verb than a hand gets through; one button to a verb."""
    count: dict[str, int] = {}
    found = []
    for option in table.options:
        count[option["verb"]] = count.get(option["verb"], 0) + 1
        if count[option["verb"]] <= (8 if option["kind"] else 1):
            found.append(option)
    return found


def play(table: Table, hand: Hand, until: Callable[[], bool]) -> int:
    """Play until it is so; how many deeds of one's own it took."""
    chance, deeds = random.Random(8), 0
    for _ in range(MOST):
        table.settled()
        if until():
            return deeds
        if table.state["your_turn"]:
            deeds += 1
            option = chosen(offered(table), chance, ending=0.9)
            table.after(partial(hand, table, option))
        else:
            table.until(lambda: bool(table.state["your_turn"] or table.state["result"]))
    raise AssertionError(table.prompt)


HANDS = [pytest.param(by_keyboard, {}, id="keyboard"), pytest.param(by_touch, NARROW, id="touch")]


@pytest.mark.parametrize(("hand", "looks"), HANDS)
def test_a_whole_game_of_kustrin(server: Server, sit: Sit, hand: Hand, looks: Json) -> None:
    match = {"game": "seelow1945", "scenario": "kustrin", "seats": {"soviet": BOT}, "seed": "8"}
    table = sit(post(server.address, "/api/matches", match)["mine"]["path"], **looks).ready()
    play(table, hand, lambda: table.state["result"] is not None)
    assert table.state["result"]["level"] in table.shown("ending").inner_text()


@pytest.mark.parametrize(("hand", "looks"), HANDS)
@pytest.mark.parametrize("name", GAMES)
def test_a_turn_of_every_game(server: Server, sit: Sit, name: str, hand: Hand, looks: Json) -> None:
    game = load_game(name)
    id, scenario = next(iter(game.scenarios.items()))
    sides = scenario.sides or game.sides
    person = SHORTER.get(name) or scenario.first or sides[0]
    match = {
        "game": name,
        "scenario": id,
        "seats": {side: BOT for side in sides if side != person},
        "seed": "8",
    }
    table = sit(post(server.address, "/api/matches", match)["mine"]["path"], **looks).ready()
    first = max(table.state["view"]["turn"], 1)
    deeds = play(table, hand, lambda: table.state["view"]["turn"] > first or bool(table.state["result"]))
    assert deeds > 2
