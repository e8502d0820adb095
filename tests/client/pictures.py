"""Pictures of the page for the documents: `python -m tests.client.pictures FOLDER [PART]`. Look at them."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bridgehead.bots import BOTS
from bridgehead.bots.seat import Seat
from bridgehead.core.match import Match
from bridgehead.core.play import deciding, decision, options
from bridgehead.games import GAMES, load_game
from tests.client.conftest import FLAGS, NARROW, Server, chromium, new_context
from tests.client.learning import beat_of, by_list, lesson_of, onward, option_of, pressed, solve
from tests.client.playing import attacking, from_record, moving
from tests.client.table import Table, post, quiet
from tests.client.test_hints import asked, until_a_bot_moved

WIDE: dict[str, Any] = {"viewport": {"width": 1400, "height": 900}}


def fought(scenario: str, until: Any) -> str:
    """The record of a game of Seelow between recruits, up to a point after the first turn."""
    match = Match(load_game("seelow1945"), scenario, 16, stacks="open")
    bots = {side: BOTS["recruit"](4) for side in match.game.sides}
    while (side := deciding(match.now)) is not None:
        if match.now.turn > 1 and until(match.now):
            return match.record()
        match.play(bots[side].choose(Seat(match.now, side)))
    raise AssertionError("it never came to that")


def midway(name: str) -> str:
    """The record of some random play of any game."""
    chance = random.Random(3)
    match = Match(load_game(name), next(iter(load_game(name).scenarios)), 3)
    for _ in range(200):
        match.play(chance.choice(options(match.now)))
    return match.record()


def shifted(name: str) -> str:
    """The record of a random game up to an attack with a good many shifts."""
    chance = random.Random(1)
    match = Match(load_game(name), next(iter(load_game(name).scenarios)), 1)
    while match.now.flow:
        shown = decision(match.now).forecast(match.now)
        if shown is not None and len(shown.modifiers) > 3:
            return match.record()
        match.play(chance.choice(options(match.now)))
    raise AssertionError("it never came to that")


def picking(s: Any) -> bool:
    return type(decision(s)).__name__ == "MoveUnit" and len(options(s)) > 12


class Photographer:
    """A browser pointed at a server."""

    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder

    def sit(self, record: str, **looks: Any) -> Table:
        made = from_record(self.server.address, record)
        page = new_context(self.browser, **looks).new_page()
        return Table(page, self.server.address, made["mine"]["path"]).ready()

    def shoot(self, table: Table, name: str) -> None:
        table.quiet()
        table.page.screenshot(path=self.folder / f"{name}.png")
        table.page.close()

    def all_of_seelow(self) -> None:
        self.shoot(self.sit(fought("seelow", picking), **WIDE), "board")
        attack = fought("seelow", attacking)
        table = self.sit(attack, **WIDE)
        table.shown("forecast").wait_for()
        self.shoot(table, "preview")
        table = self.sit(attack, **WIDE, color_scheme="dark")
        self.shoot(table, "dark")
        moves = fought("seelow", moving)
        table = self.sit(moves, **WIDE)
        table.click(table.page.locator(".counter:not(.lit)").nth(3))
        table.quiet()
        self.shoot(table, "why-not")
        table = self.sit(moves, **WIDE)
        table.page.keyboard.press("v")
        table.shown("replay").wait_for()
        self.shoot(table, "replay")
        self.shoot(self.sit(attack, **NARROW), "phone")

    def hints(self) -> None:
        moves = fought("seelow", moving)
        for name, looks in {
            "hint": WIDE,
            "hint-dark": {**WIDE, "color_scheme": "dark"},
            "hint-phone": NARROW,
        }.items():
            table = self.sit(moves, **looks)
            table.shown("ask-hint").click()
            asked(table)
            self.shoot(table, name)
        made = from_record(self.server.address, moves, german={"kind": "bot", "bot": "veteran"})
        page = new_context(self.browser).new_page()
        table = Table(page, self.server.address, made["mine"]["path"]).ready()
        for question in until_a_bot_moved(table).all()[:2]:
            question.click()
        table.settled()
        self.shoot(table, "why")

    def combat_of_budziszyn(self) -> None:
        table = self.sit(shifted("budziszyn1945"), **WIDE)
        table.shown("forecast").wait_for()
        self.shoot(table, "budziszyn1945-combat")

    def every_game(self) -> None:
        for name in GAMES:
            self.shoot(self.sit(midway(name), **WIDE), name)

    def lessons(self) -> None:
        """Beats of the first battle, a refusal, a wrong turn; at night and on a small screen."""
        self.lesson("lesson", **WIDE)
        self.lesson("lesson-dark", **WIDE, color_scheme="dark")
        self.lesson("lesson-phone", **NARROW)

    def lesson(self, name: str, **looks: Any) -> None:
        made = post(self.server.address, "/api/lessons", {"game": "seelow1945", "lesson": "01-corridor"})
        page = new_context(self.browser, **looks).new_page()
        table = Table(page, self.server.address, made["mine"]["path"]).ready()

        def shoot(what: str) -> None:
            table.quiet()
            page.screenshot(path=self.folder / f"{name}{what}.png")

        def to(beat: int) -> None:
            while lesson_of(table)["at"] < beat:
                solve(table, by_list)
                onward(table)

        shoot("")
        solve(table, by_list)
        shoot("-done")
        to(2)
        by_list(table, option_of(table, "Pick ge_20pg_90_2"))
        table.shown("lesson-forbidden").click()
        shoot("-refused")
        pressed(table, option_of(table, "MoveTo 2306"))
        shoot("-wrong")
        for text in beat_of(table).play[1:]:
            by_list(table, option_of(table, text))
        onward(table)
        for _ in range(3):
            table.shown("lesson-help").click()
            table.quiet()
        shoot("-help")
        to(4)
        shoot("-dice")
        to(5)
        for text in beat_of(table).play[:-1]:
            by_list(table, option_of(table, text))
        table.quiet()
        shoot("-odds")
        by_list(table, option_of(table, "Commit"))
        onward(table)
        to(11)
        solve(table, by_list)
        shoot("-end")
        page.close()

    def lobby(self) -> None:
        page = new_context(self.browser, viewport={"width": 1200, "height": 1100}).new_page()
        page.goto(self.server.address)
        quiet(page)
        page.screenshot(path=self.folder / "lobby.png")


def main(folder: str, part: str = "") -> None:
    to = Path(folder)
    to.mkdir(parents=True, exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playing:
            browser = playing.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            photographer = Photographer(browser, server, to)
            if part:
                getattr(photographer, part)()
                return
            photographer.all_of_seelow()
            photographer.hints()
            photographer.combat_of_budziszyn()
            photographer.every_game()
            photographer.lobby()
            photographer.lessons()
    finally:
        server.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
