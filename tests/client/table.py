"""A match's page as its player uses it, with what the server told the page beside it."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.client.conftest import PATIENCE
from tests.server.changes import rebuilt

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocket

Json = dict[str, Any]

FILM = "[data-testid=caption] button"
HAND_OVER = "[data-testid=hand-over] button"
"""What puts away that which lies over the map for a while."""


BOXES = """all => all.map((each) => {
    const box = each.getBoundingClientRect().toJSON();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return {...box, covered: top !== null && !top.closest('[data-testid=board]')};
})"""
"""Where things on the map lie, and whether something lies over them."""


def post(address: str, path: str, body: Json) -> Any:
    """Ask the server directly: to make the matches that tests begin with."""
    request = urllib.request.Request(
        address + path, json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def quiet(page: Page, covers: str = "") -> int:
    """Wait until a page has every answer and shows what it brought; says how many positions have come."""
    came: int = page.evaluate("covers => window.quiet(covers)", covers)
    return came


class Table:
    """A page at a match."""

    def __init__(self, page: Page, address: str, path: str) -> None:
        self.page = page
        self.address = address
        self.state: Json = {}
        self.states = 0
        self.heard = 0
        """Positions that came over the present connection."""
        self.seated = True
        """Sit down without being asked when the screen is handed over."""
        page.on("websocket", self.listen)
        page.goto(address + path)

    def listen(self, socket: WebSocket) -> None:
        self.heard = 0
        socket.on("framereceived", self.hear)

    def hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "changes":
            passing = {name: message[name] for name in ("re", "new_faces", "log")}
            message = {"type": "state", **rebuilt(self.state, message), **passing}
        if message["type"] == "state":
            self.state = message
            self.states += 1
            self.heard += 1

    # --- looking

    def shown(self, part: str) -> Locator:
        return self.page.get_by_test_id(part)

    @property
    def prompt(self) -> str:
        return self.shown("prompt-words").inner_text()

    @property
    def options(self) -> list[Json]:
        found: list[Json] = self.state["options"]
        return found

    def lit(self, kind: str) -> set[str]:
        """What is lit on the map: counters or hexes."""
        selector, name = {"unit": (".counter.lit", "data-unit"), "hex": (".lithex", "data-hex")}[kind]
        found: list[str] = self.page.eval_on_selector_all(
            selector, f"all => all.map(each => each.getAttribute('{name}'))"
        )
        return set(found)

    def arrived(self) -> Table:
        """Wait until the page shows the map, or the cover between two people."""
        self.page.wait_for_selector("[data-testid=board] .drawing svg, [data-testid=hand-over]")
        self.quiet()
        self.drawn()
        return self

    def ready(self) -> Table:
        """Sit down as whoever is to decide, and wait until what is lit is lit."""
        self.arrived()
        cover = self.shown("hand-over")
        if cover.count():
            self.after(cover.get_by_role("button").first.click)
            self.arrived()
        return self

    def quiet(self, covers: str = "") -> None:
        """Wait until the page has every answer and shows what it brought."""
        came = quiet(self.page, covers)
        while self.heard < came:
            self.page.wait_for_timeout(10)

    def settled(self) -> None:
        """Wait until the page is quiet with no film running, and with somebody at it."""
        self.quiet(f"{FILM}, {HAND_OVER}" if self.seated else FILM)

    def drawn(self) -> None:
        """Wait until things lie where they will stay."""
        self.page.evaluate("() => window.drawn()")
        self.quiet()

    def until(self, reached: Callable[[], bool]) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE / 1000
        while not reached():
            assert time.monotonic() < end, f"it never came to that: {self.prompt}"
            self.page.wait_for_timeout(20)

    # --- doing

    def after(self, deed: Callable[[], object]) -> None:
        """Do something and wait for the position it brings."""
        before = self.states
        deed()
        self.until(lambda: self.states > before)
        self.settled()

    def click(self, target: Locator) -> None:
        """Click in the middle of something on the map; a stack that the pointer rests on would open."""
        box = target.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.move(1, 1)

    def in_sight(self, targets: Locator) -> Locator | None:
        """The first of several things on the map that lies well within the window."""
        self.drawn()
        frame = self.shown("board").bounding_box()
        assert frame is not None
        boxes = targets.evaluate_all(BOXES)
        for index, box in enumerate(boxes):
            x, y = box["x"] + box["width"] / 2 - frame["x"], box["y"] + box["height"] / 2 - frame["y"]
            if 70 < x < frame["width"] - 70 and 50 < y < frame["height"] - 130 and not box["covered"]:
                return targets.nth(index)
        return None

    def button(self, verb: str) -> Locator:
        return self.page.locator(f"[data-testid=prompt] [data-verb={verb}]")

    def end(self) -> None:
        """End the present decision, whatever is left undone."""
        self.after(lambda: self.press(self.button("Done")))

    def press(self, button: Locator) -> None:
        """Press what may ask whether one is sure."""
        button.click()
        self.quiet()
        anyway = self.page.locator("dialog[open] button.main")
        if anyway.count():
            anyway.click()
