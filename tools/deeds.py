"""Clicks and milliseconds of common deeds on the page: python -m tools.deeds. The figures of docs/page.md.

Needs what the browser tests need. Milliseconds are from the first click until the page shows the result and
waits for nothing more, in headless Chromium on the machine that runs it."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bridgehead.games import GAMES, load_game
from tests.client.conftest import FLAGS, Server, chromium, new_context
from tests.client.playing import attacking, from_record, moving, played
from tests.client.table import Table, post
from tests.client.test_stacks import counter_in, movable, picks, tall_stack, units_at

PAN = """async () => {
    const board = document.querySelector('[data-testid=board]');
    const { x, y, width, height } = board.getBoundingClientRect();
    const send = (type, dx, buttons) => board.dispatchEvent(new PointerEvent(type, {
        pointerId: 1, pointerType: 'mouse', isPrimary: true, bubbles: true, button: 0, buttons,
        clientX: x + width / 2 + dx, clientY: y + height / 2,
    }));
    const frame = () => new Promise(requestAnimationFrame);
    send('pointerdown', 0, 1);
    const frames = [];
    let last = await frame();
    for (let i = 0; i < 120; i++) {
        send('pointermove', (i < 60 ? i : 120 - i) * 8, 1);
        const now = await frame();
        frames.push(now - last);
        last = now;
    }
    send('pointerup', 0, 0);
    frames.sort((a, b) => a - b);
    const whole = frames.reduce((sum, each) => sum + each);
    return [1000 * frames.length / whole, frames[Math.floor(frames.length * 0.95)]];
}"""
"""Drag the map for two seconds: frames a second, and how long all but the slowest twentieth of them take."""


def say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


class Deeds:
    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server

    def page(self) -> Page:
        return new_context(self.browser).new_page()

    def table(self, record: str) -> Table:
        return Table(
            self.page(), self.server.address, from_record(self.server.address, record)["mine"]["path"]
        ).ready()

    def at_the_moves(self) -> Table:
        return self.table(played(3, moving))

    def measure(self, words: str, table: Table, clicks: int, deed: Callable[[], object]) -> None:
        start = time.perf_counter()
        deed()
        table.quiet()
        say(f"| {words} | {clicks} | {1000 * (time.perf_counter() - start):.0f} |")

    def moves(self) -> None:
        table = self.at_the_moves()
        counter = table.in_sight(table.page.locator(".counter.lit"))
        assert counter is not None

        def one() -> None:
            table.after(lambda: table.click(counter))
            goal = table.in_sight(table.page.locator(".lithex"))
            assert goal is not None
            table.after(lambda: table.click(goal))

        self.measure("Move one unit", table, 2, one)
        self.measure("Take that back", table, 1, lambda: table.after(table.shown("undo").click))
        table = self.at_the_moves()
        hex = tall_stack(table)
        stack = [unit for unit in units_at(table, hex) if unit in movable(table)]
        top = counter_in(table, hex)

        def whole() -> None:
            table.after(lambda: table.click(top))
            table.after(lambda: table.click(top))
            table.page.wait_for_selector(".lithex")
            goal = table.in_sight(table.page.locator(".lithex"))
            assert goal is not None
            where = int(goal.get_attribute("data-hex") or 0)
            table.click(goal)
            table.until(lambda: set(stack) <= set(units_at(table, where)))

        self.measure(f"Move a stack of {len(stack)} together", table, 3, whole)
        table = self.at_the_moves()
        self.measure(
            "Go to the next unmoved unit", table, 1, table.page.get_by_role("button", name="Next unit").click
        )

    def attack(self) -> None:
        table = self.table(played(5, lambda s: attacking(s) and picks(s) > 1))
        able = len(movable(table))

        def all_in() -> None:
            table.shown("add-all").click()
            table.until(lambda: not movable(table))

        self.measure(f"Add all {able} units that can to an attack", table, 1, all_in)

    def looking(self) -> None:
        table = self.at_the_moves()
        enemy = table.in_sight(table.page.locator(".counter:not(.lit)"))
        assert enemy is not None

        def why() -> None:
            table.click(enemy)
            table.shown("why").wait_for()

        self.measure("Ask why something cannot be done", table, 1, why)
        table.page.keyboard.press("Escape")

        def threat() -> None:
            table.page.get_by_role("button", name="Overlays").click()
            table.shown("overlays").get_by_role("button", name="Threat").click()
            table.page.wait_for_selector("g.overlay path")

        self.measure("See what the enemy threatens", table, 2, threat)
        table.page.keyboard.press("Escape")
        mini = table.shown("minimap")
        self.measure(
            "Look at another part of the map", table, 1, lambda: mini.click(position={"x": 40, "y": 60})
        )

    def ending(self) -> None:
        table = self.at_the_moves()

        def end() -> None:
            table.shown("end-phase").click()
            table.after(table.page.locator("dialog[open]").get_by_role("button", name="End anyway").click)

        self.measure("End a phase with units left (asked once)", table, 2, end)
        self.measure(
            "Take the end of the phase back", table, 1, lambda: table.after(table.shown("undo").click)
        )

    def opened(self, seats: dict[str, Any]) -> tuple[Page, float]:
        """A page of Budziszyn as players have it, without what lets tests wait; and how long it took."""
        match = {"game": "budziszyn1945", "scenario": "nysa", "seats": seats, "seed": "5"}
        path = post(self.server.address, "/api/matches", match)["mine"]["path"]
        page = self.browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
        start = time.perf_counter()
        page.goto(self.server.address + path)
        page.wait_for_selector("[data-testid=board] .drawing svg")
        page.wait_for_selector("g.counter")
        return page, 1000 * (time.perf_counter() - start)

    def opening(self, words: str, seats: dict[str, Any]) -> None:
        """From the address to the first paint and to the map with its counters."""
        page, shown = self.opened(seats)
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        say(f"| {words} | {paint:.0f} | {shown:.0f} |")
        page.context.close()

    def panning(self) -> None:
        """The largest of the maps."""
        game = max(map(load_game, GAMES), key=lambda game: len(game.board.hexes))
        assert game.name == "budziszyn1945"
        page, _ = self.opened({"soviet": {"kind": "elsewhere"}})
        for zoom in ("working zoom", "whole map"):
            if zoom == "whole map":
                page.get_by_role("button", name="Whole map", exact=True).click()
            page.wait_for_timeout(2500)
            rate, slow = page.evaluate(PAN)
            say(f"| {game.title} ({len(game.board.hexes)} hexes), {zoom} | {rate:.0f} | {slow:.0f} |")


def main() -> None:
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playing:
            browser = playing.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            deeds = Deeds(browser, server)
            say("| Deed | Clicks | Milliseconds |\n| --- | ---: | ---: |")
            for part in (deeds.moves, deeds.attack, deeds.looking, deeds.ending):
                part()
            say(
                "\n| Budziszyn 1945 opens | First paint (ms) | Map and counters (ms) |\n| --- | ---: | ---: |"
            )
            person, bot = {"kind": "elsewhere"}, {"kind": "bot", "bot": "veteran"}
            for words, seat in (
                ("the first time", person),
                ("against a person", person),
                ("against a veteran", bot),
            ):
                deeds.opening(words, {"soviet": seat})
            say(
                "\n| Dragging the map | Frames a second | 95 % of frames within (ms) |\n| --- | ---: | ---: |"
            )
            deeds.panning()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
