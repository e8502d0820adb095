"""Lessons on the page: the first battle from the first visit to its end, wrong turns, help, all games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bridgehead.games import GAMES, load_game
from bridgehead.lessons.reading import shipped, shipped_lesson
from tests.client.conftest import NARROW, Server
from tests.client.learning import arrived, beat_of, in_lobby, lesson_of, onward, option_of, solve
from tests.client.table import Json, Table, post, quiet
from tests.client.test_access import serious, tap
from tests.client.test_whole_games import by_mouse

if TYPE_CHECKING:
    from playwright.sync_api import Page

Sit = Callable[..., Table]
FIRST = "The corridor to Küstrin"


def lobby(server: Server, page: Page) -> None:
    page.goto(server.address)
    quiet(page)


def begun(
    server: Server, sit: Sit, game: str = "seelow1945", lesson: str = "01-corridor", **looks: object
) -> Table:
    made = post(server.address, "/api/lessons", {"game": game, "lesson": lesson})
    table = sit(made["mine"]["path"], **looks).ready()
    table.shown("lesson").wait_for()
    return table


def test_the_first_battle_is_won_by_mouse_from_the_first_visit(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    lobby(server, page)
    offer = page.get_by_test_id("first-battle")
    assert FIRST in offer.inner_text()
    offer.get_by_role("button", name="Play the first battle").click()
    table = arrived(page, server.address)
    for at in range(12):
        assert table.shown("lesson-at").inner_text() == f"{at + 1} of 12"
        assert table.shown("lesson-words").inner_text() == beat_of(table).say
        assert table.shown("set-dice").count() == bool(beat_of(table).dice)
        lit_hexes_are_free(table)
        solve(table)
        if at < 11:
            onward(table)
    end = table.shown("lesson-end")
    assert "Join hands with the garrison" in end.inner_text()
    assert "11.45" in end.inner_text()
    assert table.state["view"]["turn"] == 3
    end.get_by_role("button", name="Next: By road").click()
    page.wait_for_url(lambda url: "/m/" in url and url != server.address + table.page.url)
    page.get_by_test_id("lesson").get_by_text("On the highway").wait_for()
    lobby(server, page)
    assert page.get_by_test_id("first-battle").count() == 0
    page.locator("[data-learn=seelow1945] summary").click()
    assert "done" in page.locator("[data-lesson='01-corridor']").inner_text()


def lit_hexes_are_free(table: Table) -> None:
    """Nothing of the lesson lies over what it lights."""
    table.drawn()
    lit = table.page.locator("[data-testid=lesson-light] .lit").all()
    card = table.shown("lesson").bounding_box()
    board = table.shown("board").bounding_box()
    assert card is not None
    assert board is not None
    for each in lit:
        box = each.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert not (card["x"] < x < card["x"] + card["width"] and card["y"] < y < card["y"] + card["height"])
        assert board["x"] < x < board["x"] + board["width"]
        assert board["y"] < y < board["y"] + board["height"]


def test_the_first_battle_is_won_by_keyboard_alone(server: Server, new_page: Callable[..., Page]) -> None:
    page = new_page()
    lobby(server, page)
    keyboard = page.keyboard
    page.get_by_role("button", name="Play the first battle").wait_for()
    for _ in range(600):  # the lobby lists games of other tests first
        keyboard.press("Tab")
        if "first battle" in page.evaluate("document.activeElement.innerText"):
            break
    keyboard.press("Enter")
    table = arrived(page, server.address)
    for at in range(12):
        assert lesson_of(table)["at"] == at
        solve(table, by_keys)
        if at < 11:
            assert "Next" in page.evaluate("document.activeElement.innerText")
            key = "Enter" if at % 2 else "y"
            table.after(partial(keyboard.press, key))
    assert table.shown("lesson-end").is_visible()
    assert "By road" in page.evaluate("document.activeElement.innerText")


def by_keys(table: Table, option: Json) -> None:
    """With Tab and Enter on the map, or among the orders."""
    keyboard = table.page.keyboard
    if option["verb"] in ("Commit", "Choose", "LoseStep"):
        keyboard.press("p")
        words = option["words"]
        for _ in range(12):
            if words in table.page.evaluate("document.activeElement.innerText"):
                break
            keyboard.press("Tab")
        assert words in table.page.evaluate("document.activeElement.innerText")
        table.after(lambda: keyboard.press("Enter"))
    elif option["kind"] == "":
        table.after(lambda: end_by_keys(table))
    else:
        keyboard.press("b")
        attribute, wanted = ("unit" if option["kind"] == "unit" else "hex"), str(option["noun"])
        for _ in range(150):
            keyboard.press("Tab")
            focused = table.page.evaluate("({ ...document.activeElement.dataset })")
            if focused.get(attribute) == wanted and (attribute == "unit" or not focused.get("unit")):
                break
        assert focused.get(attribute) == wanted, focused
        table.after(lambda: keyboard.press("Enter"))


def end_by_keys(table: Table) -> None:
    """End the phase; asked about units that have not moved, confirm."""
    table.page.keyboard.press("e")
    table.quiet()
    if table.page.locator("dialog[open] button.main").count():
        table.page.locator("dialog[open] button.main").focus()
        table.page.keyboard.press("Enter")


def test_a_wrong_turn_is_answered_and_not_played(server: Server, sit: Sit) -> None:
    table = begun(server, sit)
    wrong = option_of(table, "Pick ge_20pg_90_2")
    closed = table.page.locator("[data-testid=prompt] .list:not([open]) summary")
    closed.click()
    table.page.locator(f"[data-testid=prompt] [data-index='{wrong['index']}']").last.click()
    said = table.shown("lesson-wrong")
    said.wait_for()
    assert said.inner_text().startswith(beat_of(table).wrong)
    assert "2.2" in said.inner_text()
    assert table.state["clock"] == 0
    assert table.page.get_by_role("alert").count() == 0
    solve(table)
    assert said.count() == 0


def test_a_refused_move_is_what_the_step_is_about(server: Server, sit: Sit) -> None:
    table = begun(server, sit)
    for _ in range(2):
        solve(table)
        onward(table)
    by_mouse(table, option_of(table, "Pick ge_20pg_90_2"))
    forbidden = table.shown("lesson-forbidden")
    assert forbidden.inner_text() == "Move to hex 2404"
    hex = table.page.locator("[data-testid=lesson-light] .lit[data-hex='2405']")
    hex.wait_for()
    forbidden.click()
    table.shown("lesson-refused").wait_for()
    assert "5.25" in table.shown("why").inner_text()
    assert table.state["clock"] == 5
    card, lit = table.shown("why").bounding_box(), hex.bounding_box()
    assert card is not None
    assert lit is not None
    x, y = lit["x"] + lit["width"] / 2, lit["y"] + lit["height"] / 2
    assert not (card["x"] < x < card["x"] + card["width"] and card["y"] < y < card["y"] + card["height"])


def test_a_counter_off_the_map_is_lit_where_it_can_be_picked(server: Server, sit: Sit) -> None:
    table = begun(server, sit, "breslau1945", "06-the-hole-closes")
    for _ in range(3):
        solve(table)
        onward(table)
    lit = table.page.locator("[data-testid=prompt] .piece.lesson")
    assert lit.count() == 0
    by_mouse(table, option_of(table, "Done"))
    lit.wait_for()
    assert "24" in (lit.get_attribute("aria-label") or "")
    lit.click()
    table.until(lambda: lesson_of(table)["stage"] == "done")


def test_help_is_light_then_words_then_the_move(server: Server, sit: Sit) -> None:
    table = begun(server, sit)
    ask = table.shown("lesson-help")
    hint = table.shown("lesson-hint")
    ask.click()
    assert "lit on the map" in hint.inner_text()
    assert table.page.locator("[data-testid=lesson-light] .help").count() == 2
    table.page.keyboard.press("i")
    hint.get_by_text(beat_of(table).wrong).wait_for()
    ask.click()
    hint.get_by_text("Select:").wait_for()
    assert ask.is_disabled()
    solve(table)
    assert hint.count() == 0


def test_help_comes_by_itself_after_a_while(server: Server, sit: Sit, new_page: Callable[..., Page]) -> None:
    made = post(server.address, "/api/lessons", {"game": "seelow1945", "lesson": "01-corridor"})
    page = new_page()
    page.clock.install()
    page.goto(server.address + made["mine"]["path"])
    page.get_by_test_id("lesson").wait_for()
    assert page.get_by_test_id("lesson-hint").count() == 0
    for _ in range(40):
        page.clock.run_for(1000)
        if page.get_by_test_id("lesson-hint").count():
            break
    page.get_by_test_id("lesson-hint").wait_for()


def test_a_lesson_is_left_and_taken_up_again(server: Server, new_page: Callable[..., Page]) -> None:
    page = new_page()
    lobby(server, page)
    page.get_by_test_id("first-battle").get_by_role("button", name="Play the first battle").click()
    table = arrived(page, server.address)
    for _ in range(2):
        solve(table)
        onward(table)
    by_mouse(table, option_of(table, "Pick ge_20pg_90_2"))
    table.shown("lesson").get_by_role("button", name="More of this lesson").click()
    table.shown("lesson").get_by_role("link", name="Leave").click()
    again = page.get_by_test_id("take-up")
    again.wait_for()
    quiet(page)
    assert "step 3 of 12" in again.inner_text()
    assert page.get_by_test_id("going").get_by_text(FIRST).count() == 0
    again.get_by_role("button", name="Go on with the lesson").click()
    table = arrived(page, server.address)
    assert (lesson_of(table)["at"], table.state["clock"]) == (2, 5)
    by_mouse(table, option_of(table, "MoveTo 2405"))
    assert lesson_of(table)["stage"] == "play"
    table.shown("lesson").get_by_role("button", name="More of this lesson").click()
    table.after(table.shown("lesson").get_by_role("button", name="From the beginning").click)
    assert (lesson_of(table)["at"], table.state["clock"]) == (0, 0)


def test_the_first_battle_may_be_declined(server: Server, new_page: Callable[..., Page]) -> None:
    page = new_page()
    lobby(server, page)
    page.get_by_test_id("first-battle").get_by_role("button", name="Not now").click()
    assert page.get_by_test_id("first-battle").count() == 0
    page.reload()
    quiet(page)
    page.get_by_test_id("learn").wait_for()
    assert page.get_by_test_id("first-battle").count() == 0


def test_a_step_is_begun_again_or_skipped(server: Server, sit: Sit) -> None:
    table = begun(server, sit)
    by_mouse(table, option_of(table, "Pick ge_ss502_1"))
    lesson = table.shown("lesson")
    table.after(lesson.get_by_role("button", name="Again").click)
    assert table.state["clock"] == 0
    lesson.get_by_role("button", name="More of this lesson").click()
    table.after(lesson.get_by_role("button", name="Skip this step").click)
    table.until(lambda: lesson_of(table)["at"] == 1)
    assert table.state["clock"] == 2


@pytest.mark.parametrize("name", [name for name in GAMES if name != "seelow1945"])
def test_a_lesson_of_each_game_is_played(server: Server, new_page: Callable[..., Page], name: str) -> None:
    lesson = shipped(load_game(name))[0]
    page = new_page()
    lobby(server, page)
    in_lobby(page, name, lesson)
    table = arrived(page, server.address)
    while True:
        solve(table)
        if lesson_of(table)["over"]:
            break
        onward(table)
    table.shown("lesson-end").wait_for()
    href = table.shown("lesson-end").get_by_role("link", name="Play").get_attribute("href")
    assert href is not None
    page.goto(server.address + href)
    page.get_by_test_id("new-game").wait_for()
    assert page.get_by_role("radio", checked=True).get_attribute("value") == (
        shipped_lesson(load_game(name), lesson).scenario
    )


def test_failing_costs_seconds(server: Server, sit: Sit) -> None:
    table = begun(server, sit, "breslau1945", "14-on-your-own")
    while lesson_of(table)["stage"] == "play":
        table.until(lambda: bool(table.state["your_turn"]) or lesson_of(table)["stage"] != "play")
        if lesson_of(table)["stage"] == "play":
            table.end()
    table.shown("lesson-failed").wait_for()
    start = table.state["clock"]
    table.after(table.shown("lesson").get_by_role("button", name="Try again").click)
    assert table.state["clock"] < start
    assert lesson_of(table)["stage"] == "play"


def test_a_step_is_done_by_touch_on_a_small_screen(server: Server, sit: Sit) -> None:
    table = begun(server, sit, **NARROW)
    page = table.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    lit_hexes_are_free(table)
    tap(table, page.locator(".counter[data-unit=ge_ss502_1]"))
    table.quiet()
    fan = page.locator("[data-fan=ge_ss502_1]")
    if fan.count():
        tap(table, fan)
    page.wait_for_selector(".lithex")
    tap(table, page.locator(".lithex[data-hex='2404']"))
    page.get_by_role("button", name="Confirm").tap()
    table.until(lambda: lesson_of(table)["stage"] == "done")
    table.settled()
    following = table.shown("lesson").get_by_role("button", name="Next")
    table.after(following.tap)
    assert lesson_of(table)["at"] == 1
    lit_hexes_are_free(table)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_keeps_a_learner_out(
    server: Server, sit: Sit, new_page: Callable[..., Page], theme: str
) -> None:
    page = new_page(color_scheme=theme)
    lobby(server, page)
    page.locator("[data-learn=seelow1945] summary").click()
    assert serious(page) == []
    table = begun(server, sit, color_scheme=theme)
    table.shown("lesson-help").click()
    table.quiet()
    assert serious(table.page) == []
    solve(table)
    assert serious(table.page) == []
