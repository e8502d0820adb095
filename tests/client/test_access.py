"""Everybody can play: by keyboard alone, on a small screen by touch, with a screen reader, day and night."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.client.conftest import AXE, GAME, NARROW, Server
from tests.client.playing import attacking, from_record, moving, played
from tests.client.table import Table
from tests.client.test_stacks import counter_in, tall_stack

if TYPE_CHECKING:
    from playwright.sync_api import Page

Sit = Callable[..., Table]


def test_a_unit_is_moved_by_keyboard_alone(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"]).ready()
    keyboard = table.page.keyboard
    start = table.state["clock"]
    keyboard.press("Tab")
    focused = "document.activeElement.getAttribute('aria-label')"
    first = table.page.evaluate(focused)
    keyboard.press("Tab")
    assert table.page.evaluate(focused) != first
    keyboard.press("Shift+Tab")
    assert table.page.evaluate(focused) == first
    assert first[:4].isdigit()
    table.after(lambda: keyboard.press("Enter"))
    assert table.state["clock"] == start + 1
    keyboard.press("b")
    keyboard.press("Tab")
    assert table.page.evaluate("document.activeElement.dataset.hex")
    table.after(lambda: keyboard.press("Enter"))
    assert table.state["clock"] == start + 2
    table.after(lambda: keyboard.press("Control+z"))
    assert table.state["clock"] == start + 1
    table.after(lambda: keyboard.press("Escape"))
    assert table.state["clock"] in (start, start + 2)


def test_the_map_is_walked_and_heard(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"]).ready()
    unit = next(each for each in table.state["view"]["units"] if each["hex"])
    table.page.keyboard.press("g")
    table.page.get_by_label("Hex or place").fill(str(unit["hex"]))
    table.page.keyboard.press("Enter")
    table.quiet()
    spoken = table.page.locator("[role=status][aria-live=polite]").first
    assert str(unit["hex"]) in spoken.inner_text()
    before = spoken.inner_text()
    table.page.keyboard.press("Shift+ArrowDown")
    table.quiet()
    assert spoken.inner_text() != before


def test_every_lit_thing_is_in_a_list_with_its_name(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"]).ready()
    table.page.keyboard.press("p")
    table.page.locator("[data-testid=prompt] summary").click()
    listed = table.page.locator("[data-testid=prompt] .list li button")
    listed.first.wait_for()
    offered = [option for option in table.options if option["kind"]]
    assert listed.count() == len(offered)
    assert all(len(name) > 6 for name in listed.all_inner_texts())
    table.after(listed.first.click)


def test_the_keys_are_shown(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"]).ready()
    keyboard = table.page.keyboard
    keyboard.press("?")
    table.page.locator("dialog[open]").get_by_text("Ctrl Z").wait_for()
    keyboard.press("Escape")
    keyboard.press("h")
    table.quiet()
    assert "gone" in (table.page.locator("g.counters").get_attribute("class") or "")
    keyboard.press("h")
    keyboard.press("o")
    table.shown("overlays").wait_for()
    keyboard.press("2")
    table.page.wait_for_selector("g.overlay path")
    keyboard.press("Escape")
    keyboard.press("Escape")
    table.page.locator("g.overlay").wait_for(state="detached")


def test_the_map_has_two_thirds_of_the_page(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, moving))
    for width in (1024, 1400, 1920):
        table = sit(made["mine"]["path"], viewport={"width": width, "height": 800}).ready()
        box = table.shown("board").bounding_box()
        assert box is not None
        assert box["width"] >= 0.65 * width


def test_a_unit_is_moved_by_touch_on_a_small_screen(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"], **NARROW).ready()
    page = table.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    board = table.shown("board").bounding_box()
    assert board is not None
    assert board["width"] == 360
    target = table.in_sight(page.locator(".counter.lit"))
    assert target is not None
    tap(table, target)
    table.quiet()
    fan = page.locator("[data-testid=fan] .one.lit")
    if fan.count() and not table.lit("hex"):
        tap(table, fan.first)
    page.wait_for_selector(".lithex")
    hex = table.in_sight(page.locator(".lithex"))
    assert hex is not None
    clock = table.state["clock"]
    tap(table, hex)
    page.get_by_role("button", name="Confirm").wait_for()
    assert table.state["clock"] == clock
    table.after(page.get_by_role("button", name="Confirm").click)
    assert table.state["clock"] == clock + 1
    for tab in ("Unit", "Log", "Tracks", "Orders"):
        page.get_by_role("tab", name=tab).click()
        assert page.get_by_role("tabpanel").inner_text()


def tap(table: Table, target: Any) -> None:
    box = target.bounding_box()
    assert box is not None
    table.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def serious(page: Page) -> list[str]:
    """What axe finds that keeps somebody out."""
    page.evaluate(AXE.read_text())
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:160]} {each['nodes'][0]['failureSummary']}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_finds_nothing_serious(
    server: Server, sit: Sit, new_page: Callable[..., Page], light: str
) -> None:
    lobby = new_page(color_scheme=light)
    lobby.goto(server.address)
    lobby.locator(f"[data-game={GAME}]").wait_for()
    assert serious(lobby) == []
    lobby.locator(f"[data-game={GAME}]").click()
    lobby.get_by_test_id("new-game").wait_for()
    assert serious(lobby) == []

    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"], color_scheme=light).ready()
    assert serious(table.page) == []
    stack = counter_in(table, tall_stack(table))
    table.page.keyboard.down("Shift")
    table.click(stack)
    table.page.keyboard.up("Shift")
    table.shown("group").wait_for()
    assert serious(table.page) == []
    table.page.keyboard.press("Escape")
    target = table.in_sight(table.page.locator(".counter.lit"))
    assert target is not None
    table.after(lambda: table.click(target))
    assert serious(table.page) == []
    for key in ("r", "t", "o", "u", "v", "?"):
        table.page.keyboard.press(key)
        table.quiet()
        assert serious(table.page) == []
        table.page.keyboard.press("Escape")

    battle = sit(
        from_record(server.address, played(5, attacking))["mine"]["path"], color_scheme=light
    ).ready()
    battle.shown("forecast").wait_for()
    assert serious(battle.page) == []
    small = sit(made["mine"]["path"], color_scheme=light, **NARROW).ready()
    assert serious(small.page) == []
