"""A match's page as its player uses it, with what the server told the page beside it."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocket

Json = dict[str, Any]


def post(address: str, path: str, body: Json) -> Any:
    """Ask the server directly: to make the matches that tests begin with."""
    request = urllib.request.Request(
        address + path, json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


class Table:
    """A page at a match."""

    def __init__(self, page: Page, address: str, path: str) -> None:
        self.page = page
        self.address = address
        self.state: Json = {}
        self.states = 0
        self.seated = True
        """Sit down without being asked when the screen is handed over."""
        page.on("websocket", self.listen)
        page.goto(address + path)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self.hear)

    def hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "state":
            self.state = message
            self.states += 1

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
        self.page.wait_for_timeout(400)
        return self

    def ready(self) -> Table:
        """Sit down as whoever is to decide, and wait until what is lit is lit."""
        self.arrived()
        cover = self.shown("hand-over")
        if cover.count():
            self.after(cover.get_by_role("button").click)
            self.arrived()
        return self

    def settled(self) -> None:
        """Wait until nothing is on the way: no film, no answer outstanding."""
        self.page.wait_for_timeout(80)
        for _ in range(100):
            if self.shown("caption").count():
                self.page.keyboard.press("Escape")
            elif self.state.get("hand_over") and self.seated:
                # At once or not at all: the cover may be on its way out.
                self.page.evaluate("document.querySelector('[data-testid=hand-over] button')?.click()")
            elif not self.page.locator("[data-testid=prompt] button[disabled]").count():
                return
            self.page.wait_for_timeout(80)

    # --- doing

    def after(self, deed: Any) -> None:
        """Do something and wait for the position it brings."""
        before = self.states
        deed()
        for _ in range(200):
            if self.states > before:
                break
            self.page.wait_for_timeout(50)
        assert self.states > before, "nothing came of it"
        self.settled()

    def click(self, target: Locator) -> None:
        """Click in the middle of something on the map."""
        box = target.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def in_sight(self, targets: Locator) -> Locator | None:
        """The first of several things on the map that lies well within the window."""
        frame = self.shown("board").bounding_box()
        assert frame is not None
        for index in range(targets.count()):
            box = targets.nth(index).bounding_box()
            if box is None:
                continue
            x, y = box["x"] + box["width"] / 2 - frame["x"], box["y"] + box["height"] / 2 - frame["y"]
            if 70 < x < frame["width"] - 70 and 50 < y < frame["height"] - 130:
                return targets.nth(index)
        return None

    def button(self, verb: str) -> Locator:
        return self.page.locator(f"[data-testid=prompt] [data-verb={verb}]")

    def end(self) -> None:
        """End the present decision, whatever is left undone."""

        def press() -> None:
            self.button("Done").click()
            anyway = self.page.locator("dialog[open] button.main")
            for _ in range(40):
                if anyway.count():
                    anyway.click()
                    return
                if not self.button("Done").count():
                    return
                self.page.wait_for_timeout(50)

        self.after(press)
