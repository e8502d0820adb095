"""A learner at a lesson's page: follows its script by mouse, by keys or by touch."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from bridgehead.games import load_game
from bridgehead.lessons.reading import action_of, shipped_lesson
from tests.client.table import Json, Table
from tests.client.test_whole_games import by_mouse

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bridgehead.lessons.form import Beat

Play = Callable[[Table, Json], None]
"""How an option is taken."""


def lesson_of(table: Table) -> Json:
    found: Json = table.state["lesson"]
    return found


def beat_of(table: Table) -> Beat:
    lesson = lesson_of(table)
    return shipped_lesson(load_game(lesson["game"]), lesson["name"]).beat[lesson["at"]]


def option_of(table: Table, text: str) -> Json:
    """What is offered for an action of the script."""
    wanted = json.loads(msgspec.json.encode(action_of(load_game(lesson_of(table)["game"]), text)))
    return next(option for option in table.options if option["action"] == wanted)


def arrived(page: Page, address: str) -> Table:
    """The page of the lesson that was just chosen in the lobby."""
    page.wait_for_url("**/m/**")
    table = Table(page, address, page.url.removeprefix(address)).ready()
    table.shown("lesson").wait_for()
    return table


def solve(table: Table, play: Play = by_mouse) -> None:
    """The step by its script."""
    table.until(lambda: bool(table.state["your_turn"]) or lesson_of(table)["stage"] == "done")
    table.settled()
    for text in beat_of(table).play if lesson_of(table)["stage"] == "play" else ():
        play(table, option_of(table, text))
    table.until(lambda: lesson_of(table)["stage"] == "done")
    table.settled()


def by_list(table: Table, option: Json) -> None:
    """From the list of all that may be done, wherever on the page it has come to lie."""
    table.after(lambda: pressed(table, option))


def pressed(table: Table, option: Json) -> None:
    if option["kind"] == "":
        table.press(table.button(option["verb"]).first)
        return
    closed = table.page.locator("[data-testid=prompt] .list:not([open])")
    if closed.count():
        closed.evaluate("list => { list.open = true; }")
    named = table.page.locator(f"[data-testid=prompt] [data-index='{option['index']}']")
    named.last.evaluate("button => button.click()")


def onward(table: Table) -> None:
    """To the next step."""
    table.after(table.page.locator("[data-testid=lesson] [data-do=main]").click)


def in_lobby(page: Page, game: str, lesson: str) -> None:
    """Choose a lesson in the list."""
    listed = page.locator(f"[data-learn={game}]")
    if listed.get_attribute("open") is None:
        listed.locator("summary").click()
    listed.locator(f"[data-lesson='{lesson}']").click()
