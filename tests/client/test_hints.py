"""A hint asked for, shown and done; and why a bot moved as it did."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.client.conftest import NARROW, Server
from tests.client.playing import from_record, moving, new_match, played
from tests.client.table import Json, Table
from tests.client.test_access import serious

if TYPE_CHECKING:
    from playwright.sync_api import Locator

Sit = Callable[..., Table]
BOT: Json = {"kind": "bot", "bot": "recruit"}
SLOW = 60_000


def asked(table: Table) -> Locator:
    """The panel, once the bot has thought."""
    panel = table.shown("hint")
    panel.get_by_role("button", name="Play it").wait_for(timeout=SLOW)
    return panel


def hexes_shown(table: Table) -> set[int]:
    found = table.page.eval_on_selector_all(
        "[data-testid=advised] path", "all => all.map(each => Number(each.dataset.hex))"
    )
    return set(found)


@pytest.mark.parametrize("looks", [{}, NARROW], ids=["wide", "narrow"])
def test_a_hint_is_asked_for_shown_and_done(server: Server, sit: Sit, looks: dict[str, Any]) -> None:
    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"], **looks).ready()
    table.shown("ask-hint").click()
    panel = asked(table)
    words = panel.inner_text()
    assert "Hint" in words and "It " in words
    assert panel.get_by_label("by which bot").input_value() == "veteran"
    assert panel.locator(".weighed li").count() > 1
    assert panel.locator(".bar").count() == panel.locator(".weighed li").count()
    shown = hexes_shown(table)
    assert shown
    size = table.page.viewport_size
    assert size is not None
    assert table.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    clock = table.state["clock"]
    table.after(panel.get_by_role("button", name="Play it").click)
    assert table.state["clock"] == clock + 1
    assert "Step 2 of" in panel.inner_text()
    assert hexes_shown(table) == shown
    table.after(panel.get_by_role("button", name="Play it").click)
    assert table.state["clock"] == clock + 2
    moved = {unit["id"]: unit["hex"] for unit in table.state["view"]["units"]}
    assert shown & set(moved.values())


def test_a_hint_by_keyboard_alone(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"]).ready()
    keyboard = table.page.keyboard
    keyboard.press("i")
    asked(table)
    spoken = table.page.locator("[role=status][aria-live=polite]").first
    assert "It " in spoken.inner_text()
    clock = table.state["clock"]
    table.after(lambda: keyboard.press("i"))
    assert table.state["clock"] == clock + 1
    keyboard.press("Escape")
    table.shown("hint").wait_for(state="detached")
    assert table.state["clock"] == clock + 1, "the hint is put away, not what was begun"


def test_another_bot_is_asked(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"]).ready()
    table.page.keyboard.press("i")
    panel = asked(table)
    panel.get_by_label("by which bot").select_option("recruit")
    asked(table)
    assert panel.get_by_label("by which bot").input_value() == "recruit"
    panel.get_by_role("button", name="Close the hint").click()
    panel.wait_for(state="detached")


def test_a_match_over_the_network_offers_no_hint(server: Server, sit: Sit) -> None:
    made = new_match(server.address, german={"kind": "elsewhere"})
    table = sit(made["mine"]["path"]).ready()
    assert table.shown("ask-hint").count() == 0
    table.page.keyboard.press("i")
    assert table.shown("hint").count() == 0


def play_on(table: Table, reached: Callable[[], bool]) -> None:
    """End one's own phases until something is so."""
    for _ in range(200):
        table.settled()
        if reached():
            return
        if table.state["your_turn"]:
            done = any(option["verb"] == "Done" for option in table.options)
            table.end() if done else table.after(table.page.locator("[data-testid=prompt] .lit").first.click)
        else:
            table.until(lambda: table.state["your_turn"] or reached())
    raise AssertionError(table.prompt)


def until_a_bot_moved(table: Table) -> Locator:
    """Play until the log has something to ask about."""
    ask = table.shown("log").get_by_role("button", name="Why?")
    play_on(table, lambda: ask.count() > 0)
    return ask


def test_a_bots_move_is_explained(server: Server, sit: Sit) -> None:
    table = sit(new_match(server.address, aloud=True, german=BOT)["mine"]["path"]).ready()
    ask = until_a_bot_moved(table).first
    ask.click()
    told = table.shown("why-bot").first
    told.wait_for()
    assert len(told.inner_text()) > 20
    assert ask.get_attribute("aria-expanded") == "true"
    ask.click()
    told.wait_for(state="detached")


def test_a_bot_that_keeps_its_counsel_is_not_asked(server: Server, sit: Sit) -> None:
    table = sit(new_match(server.address, aloud=False, german=BOT)["mine"]["path"]).ready()
    moved = table.shown("log").locator(".line", has_text="moves to")
    play_on(table, lambda: bool(table.state["your_turn"] and moved.count()))
    assert table.shown("log").get_by_role("button", name="Why?").count() == 0


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("looks", [{}, NARROW], ids=["wide", "narrow"])
def test_everybody_can_read_a_hint(server: Server, sit: Sit, light: str, looks: dict[str, Any]) -> None:
    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"], color_scheme=light, **looks).ready()
    table.shown("ask-hint").click()
    asked(table)
    assert serious(table.page) == []


@pytest.mark.parametrize("light", ["light", "dark"])
def test_everybody_can_read_why(server: Server, sit: Sit, light: str) -> None:
    table = sit(new_match(server.address, aloud=True, german=BOT)["mine"]["path"], color_scheme=light).ready()
    until_a_bot_moved(table).first.click()
    table.shown("why-bot").first.wait_for()
    assert serious(table.page) == []
