"""What lies over the map to find one's way: the mini-map, the measuring line, overlays."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from bridgehead.core.match import Match
from bridgehead.core.play import options
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.games import GAMES, load_game
from tests.client.conftest import GAME, NARROW, Server
from tests.client.playing import from_record, moving, played
from tests.client.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Locator

Sit = Callable[..., Table]
OPEN = {"seelow1945": {"stacks": "open"}, "budziszyn1945": {"fog": "open"}}


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


def go_to(table: Table, hex: int) -> None:
    table.page.keyboard.press("g")
    table.page.get_by_label("Hex or place").fill(str(hex))
    table.page.keyboard.press("Enter")
    table.quiet()
    table.drawn()


def test_the_measuring_line_counts_hexes_and_what_they_cost_the_unit(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    table.page.keyboard.press("n")
    table.quiet()
    table.after(lambda: table.page.keyboard.press("Enter"))
    unit = table.state["view"]["about"]["unit"]
    here = next(each["hex"] for each in table.state["view"]["units"] if each["id"] == unit)
    reach = {int(hex): cost for hex, cost in costs(table).items()}
    board = load_game(GAME).board
    goal = max(reach, key=lambda hex: board.distance(Hex(here), Hex(hex)))
    steps = board.distance(Hex(here), Hex(goal))
    table.page.keyboard.press("j")
    table.quiet()
    go_to(table, goal)
    words = table.shown("measure").inner_text()
    assert f"{steps} hex" in words
    assert f"movement cost {reach[goal]}" in words
    line = table.shown("measure-line")
    assert line.locator(".length text").text_content() == str(steps)
    assert reach[goal] in line.locator("text").all_text_contents()
    clock = table.state["clock"]
    table.page.keyboard.press("Enter")
    table.page.mouse.move(300, 300)
    table.quiet()
    assert table.shown("measure").inner_text() == words, "the end stays where it was put"
    assert table.state["clock"] == clock, "measuring moves nobody"
    table.page.keyboard.press("Escape")
    table.shown("measure").wait_for(state="detached")
    assert table.state["clock"] == clock


def costs(table: Table) -> dict[str, str]:
    """The costs that the page shows in the hexes within reach."""
    found: dict[str, str] = table.page.eval_on_selector_all(
        ".lithex",
        "all => Object.fromEntries(all.map(each => [each.dataset.hex,"
        " (each.getAttribute('aria-label').match(/cost (.+)$/) ?? [])[1]]))",
    )
    return found


def test_one_measures_with_two_taps(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit, **NARROW)
    table.page.get_by_role("button", name="Overlays").tap()
    table.page.get_by_role("button", name="Measure").tap()
    board = table.shown("board").bounding_box()
    assert board is not None
    for part in (0.3, 0.6):
        table.page.touchscreen.tap(board["x"] + part * board["width"], board["y"] + part * board["height"])
        table.quiet()
    assert re.search(r"\d+ hex(es)?, [\d.]+ k?m", table.shown("measure").inner_text())
    assert table.shown("why").count() == 0


@pytest.mark.parametrize("name", GAMES)
def test_who_can_attack_and_what_is_threatened_in_every_game(server: Server, sit: Sit, name: str) -> None:
    game = load_game(name)
    match = midgame(name)
    table = sit(from_record(server.address, match.record())["mine"]["path"]).ready()
    side = Side(table.state["side"])
    table.page.keyboard.press("o")
    table.shown("overlays").get_by_role("button", name="Threat").click()
    table.page.wait_for_selector("g.overlay path")
    threat = game.overlays["threat"](match.now, side, NOWHERE, UnitId("")).hexes
    assert table.page.locator("g.overlay path").count() == len(threat)
    target, attackers = next(
        found for hex in sorted(match.now.stacks) if (found := attacked(match, side, hex))
    )
    table.shown("overlays").get_by_role("button", name="Who can attack").click()
    table.page.keyboard.press("Escape")
    go_to(table, target)
    title = table.shown("overlay-title")
    table.until(lambda: game.printed(target) in title.inner_text())
    table.quiet()
    assert sorted(table.page.locator("g.overlay text").all_text_contents()) == sorted(attackers.values())
    assert table.page.locator("g.overlay polyline").count() == sum(
        each[0] != "(" for each in attackers.values()
    )


def midgame(name: str) -> Match[Any]:
    """Some random play, with nothing hidden, so that the rules' answer is the one that is shown."""
    game, chance = load_game(name), random.Random(3)
    long = next(id for id, each in game.scenarios.items() if each.turns > 6)
    match = Match(game, long, 3, **OPEN.get(name, {}))
    for _ in range(250):
        match.play(chance.choice(options(match.now)))
    return match


def attacked(match: Match[Any], side: Side, hex: Hex) -> tuple[Hex, dict[Hex, str]] | None:
    """A hex that somebody next to it could attack."""
    shown = match.game.overlays["attackers"](match.now, side, hex, UnitId(""))
    return (hex, shown.hexes) if shown.lines else None


def test_hexes_are_written_as_the_map_prints_them(server: Server, sit: Sit) -> None:
    match = midgame("eastprussia1914")
    table = sit(from_record(server.address, match.record())["mine"]["path"]).ready()
    hex = next(hex for hex in sorted(match.now.stacks) if f"{hex:04d}" not in match.game.names)
    printed = f"{hex // 100:02d}.{hex % 100:02d}"
    table.page.keyboard.press("g")
    table.page.get_by_label("Hex or place").fill(printed)
    table.page.keyboard.press("Enter")
    table.quiet()
    assert table.shown("stack").inner_text().startswith(f"Hex {printed}")
    assert printed in (table.page.locator(".drawing .numbers").first.text_content() or "")
    log = table.shown("log").inner_text()
    assert re.search(r"\b\d\d\.\d\d\b", log)
    assert not re.search(r"(hex|\() ?\d{4}\b", log)
