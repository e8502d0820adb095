"""What lies over the map to find one's way: the mini-map, the measuring line, overlays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.client.conftest import NARROW, Server
from tests.client.playing import from_record, moving, played
from tests.client.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Locator

Sit = Callable[..., Table]


def at_the_moves(server: Server, sit: Sit, **looks: object) -> Table:
    return sit(from_record(server.address, played(3, moving))["mine"]["path"], **looks).ready()


def middle(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_mini_map_shows_the_view_and_takes_it_along(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    mini, frame = table.shown("minimap"), table.shown("minimap-frame")
    box = mini.bounding_box()
    assert box is not None
    whole = frame.bounding_box()
    assert whole is not None
    assert 4 < whole["width"] < box["width"]
    mouse = table.page.mouse
    for x, y in ((0.4, 0.6), (0.6, 0.4)):
        goal = box["x"] + x * box["width"], box["y"] + y * box["height"]
        mouse.click(*goal)
        table.drawn()
        assert middle(frame) == pytest.approx(goal, abs=3)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    mouse.up()
    table.drawn()
    dragged = middle(frame)
    assert dragged == pytest.approx(middle(mini), abs=3)
    table.page.get_by_role("button", name="Zoom out").click()
    table.drawn()
    wider = frame.bounding_box()
    assert wider is not None
    assert wider["width"] > whole["width"]
    assert table.page.evaluate(INK) > 8, "the map is drawn in it"


INK = """() => {
    const canvas = document.querySelector('[data-testid=minimap] canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set([...data].filter((_, i) => i % 4 === 0)).size;
}"""


def test_the_mini_map_is_put_away_and_stays_away(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    table.page.keyboard.press("x")
    table.shown("minimap").wait_for(state="detached")
    table.page.reload()
    table.ready()
    assert table.shown("minimap").count() == 0
    table.page.keyboard.press("x")
    table.shown("minimap").get_by_role("button", name="Hide the mini-map").click()
    table.shown("minimap").wait_for(state="detached")


def test_a_phone_has_no_mini_map_until_it_is_asked_for(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit, **NARROW)
    assert table.shown("minimap").count() == 0
    table.page.get_by_role("button", name="More", exact=True).tap()
    table.page.get_by_role("button", name="Show mini-map").tap()
    mini = table.shown("minimap")
    mini.wait_for()
    box = mini.bounding_box()
    assert box is not None
    table.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.drawn()
    assert middle(table.shown("minimap-frame")) == pytest.approx(middle(mini), abs=3)
