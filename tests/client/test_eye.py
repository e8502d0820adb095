"""What the eye finds: the log's newest line, where a game opens, the next unit, what a unit card says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bridgehead.games import GAMES, load_game
from tests.client.conftest import NARROW, Server
from tests.client.playing import from_record, moving, played
from tests.client.table import Table, post

Sit = Callable[..., Table]

GAP = """() => {
    const log = document.querySelector('[role=log]');
    return log.scrollHeight - log.scrollTop - log.clientHeight;
}"""


def test_the_log_follows_until_one_scrolls_up(server: Server, sit: Sit) -> None:
    table = sit(from_record(server.address, played(3, lambda s: s.turn > 2))["mine"]["path"]).ready()
    page = table.page
    assert page.evaluate(GAP) < 24
    # A forecast or a short window makes the log smaller: that is no wish to look back.
    page.set_viewport_size({"width": 1400, "height": 560})
    table.drawn()
    page.set_viewport_size({"width": 1400, "height": 900})
    table.drawn()
    assert page.evaluate(GAP) < 24
    assert table.shown("newest").count() == 0
    page.evaluate("() => document.querySelector('[role=log]').scrollTo({top: 0})")
    newest = table.shown("newest")
    newest.wait_for()
    newest.click()
    table.drawn()
    assert page.evaluate(GAP) < 24
    assert newest.count() == 0


def test_the_log_is_filtered(server: Server, sit: Sit) -> None:
    table = sit(from_record(server.address, played(3, lambda s: s.turn > 2))["mine"]["path"]).ready()
    log = table.shown("log")
    every = log.locator(".line").count()
    log.get_by_label("Show in the log").select_option("dice")
    table.drawn()
    assert 0 < log.locator(".line").count() < every
    assert log.locator(".heading").count() > 0
    log.get_by_label("Show in the log").select_option("all")
    log.get_by_label("Find in log").fill("no such words")
    table.drawn()
    assert log.locator(".line").count() == 0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("looks", [{}, NARROW], ids=["wide", "narrow"])
def test_a_game_opens_where_one_acts_with_counters_one_can_read(
    server: Server, sit: Sit, name: str, looks: dict[str, object]
) -> None:
    scenario = next(iter(load_game(name).scenarios))
    made = post(
        server.address, "/api/matches", {"game": name, "scenario": scenario, "seats": {}, "seed": "5"}
    )
    table = sit(made["mine"]["path"], **looks).ready()
    table.page.wait_for_timeout(100)
    table.drawn()
    board = table.shown("board").bounding_box()
    assert board is not None
    boxes = table.page.locator(".counter, .lithex").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().toJSON())"
    )
    seen = [
        box
        for box in boxes
        if board["x"] < box["x"] < board["x"] + board["width"]
        and board["y"] < box["y"] < board["y"] + board["height"]
    ]
    assert seen
    assert max(box["width"] for box in seen) >= 36


def test_n_goes_from_one_unmoved_unit_to_the_next(server: Server, sit: Sit) -> None:
    table = sit(from_record(server.address, played(3, moving))["mine"]["path"]).ready()
    clock = table.state["clock"]
    focused = "() => document.activeElement.getAttribute('data-spot')"
    met = []
    for _ in range(3):
        table.page.keyboard.press("n")
        table.quiet()
        met.append(table.page.evaluate(focused))
    assert len(set(met)) == 3
    assert all(each.startswith("unit:") for each in met)
    table.page.keyboard.press("Shift+N")
    table.quiet()
    assert table.page.evaluate(focused) == met[1]
    table.after(lambda: table.page.keyboard.press("Enter"))
    assert table.state["view"]["about"]["unit"] == met[1].removeprefix("unit:")
    table.after(lambda: table.page.keyboard.press("n"))
    assert table.state["clock"] == clock, "what was only picked up is put down again"
    table.until(lambda: table.page.evaluate(focused) == met[2])


def test_a_unit_card_says_what_is_printed_by_its_name(server: Server, sit: Sit) -> None:
    table = sit(from_record(server.address, played(3, moving))["mine"]["path"]).ready()
    table.page.keyboard.press("n")
    table.quiet()
    card = table.shown("stack").inner_text()
    assert "Combat Strength" in card
    assert "Movement Allowance" in card
    fields = set(table.state["view"]["units"][0]) - {"id", "side", "hex", "box"}
    said = card.lower().split()
    assert not [field for field in fields if "_" in field and field.replace("_", " ") in card.lower()]
    assert "came" not in said
    assert "true" not in said


CLIPPED = """() => [...document.querySelectorAll('.top *, .tracks *')]
    .filter((part) => {
        const box = part.getBoundingClientRect();
        if (!box.width || part.closest('.visually-hidden')) return false;
        const out = box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
        const hidden = ['hidden', 'clip'].includes(getComputedStyle(part).overflowX);
        return out || (hidden && part.scrollWidth > part.clientWidth + 1);
    })
    .map((part) => part.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("name", ["breslau1945", "budziszyn1945"])
@pytest.mark.parametrize("width", [1440, 1024, 900])
def test_neither_header_nor_bottom_bar_is_clipped(server: Server, sit: Sit, name: str, width: int) -> None:
    scenario = next(iter(load_game(name).scenarios))
    made = post(
        server.address, "/api/matches", {"game": name, "scenario": scenario, "seats": {}, "seed": "5"}
    )
    table = sit(made["mine"]["path"], viewport={"width": width, "height": 768}).ready()
    assert table.page.evaluate(CLIPPED) == []
    board = table.shown("board").bounding_box()
    assert board is not None
    assert board["height"] > 768 / 2


def test_nothing_is_wider_than_a_phone(server: Server, sit: Sit) -> None:
    scenario = next(iter(load_game("breslau1945").scenarios))
    match = {"game": "breslau1945", "scenario": scenario, "seats": {}, "seed": "5"}
    table = sit(post(server.address, "/api/matches", match)["mine"]["path"], **NARROW).ready()
    for tab in ("Orders", "Tracks"):
        table.page.get_by_role("tab", name=tab).click()
        table.quiet()
        wide = "() => [...document.querySelectorAll('.top, .sheet, .sheet *')].filter(" + (
            "(each) => each.getBoundingClientRect().right > 361).map((each) => each.outerHTML.slice(0, 90))"
        )
        assert table.page.evaluate(wide) == []
    table.page.get_by_role("button", name="More", exact=True).click()
    table.page.get_by_role("button", name="Units", exact=True).click()
    table.shown("units").wait_for()
    assert table.page.evaluate(wide.replace(".sheet", ".units")) == []


def test_p_then_enter_gives_an_order_and_opens_no_rule(server: Server, sit: Sit) -> None:
    table = sit(from_record(server.address, played(3, moving))["mine"]["path"]).ready()
    table.page.keyboard.press("p")
    assert table.page.evaluate("() => document.activeElement.closest('[data-testid=prompt]') !== null")
    table.page.keyboard.press("Enter")
    table.quiet()
    assert table.shown("rules").count() == 0


def test_the_replay_has_marks_for_turns_and_keys_for_phases(server: Server, sit: Sit) -> None:
    table = sit(from_record(server.address, played(3, lambda s: s.turn > 2))["mine"]["path"]).ready()
    table.page.keyboard.press("v")
    marks = table.shown("turn-marks").get_by_role("button")
    marks.first.wait_for()
    assert marks.count() == 3
    clocks = [line["clock"] for line in table.state["log"]["lines"] if line["heading"] == "turn"]
    phases = sorted({line["clock"] for line in table.state["log"]["lines"] if line["heading"]})
    marks.nth(1).click()
    table.quiet()
    slider = table.shown("replay").get_by_label("Action")
    assert slider.input_value() == str(clocks[1])
    assert "turn 2" in table.shown("top").inner_text()
    table.page.keyboard.press("]")
    table.quiet()
    assert slider.input_value() == str(next(clock for clock in phases if clock > clocks[1]))
