"""Several people: two browsers, an onlooker, one computer for two, bots, and the past."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.client.conftest import Server
from tests.client.playing import from_record, moving, new_match, played
from tests.client.table import Table
from tests.client.test_turn import one_click

if TYPE_CHECKING:
    from playwright.sync_api import Page

Sit = Callable[..., Table]
ELSEWHERE = {"kind": "elsewhere"}
BOT = {"kind": "bot", "bot": "random"}
SLOW_FILM = {"film": 0.1}


def test_two_browsers_and_an_onlooker(server: Server, sit: Sit, new_page: Callable[..., Page]) -> None:
    made = new_match(server.address, soviet=ELSEWHERE)
    german = sit(made["mine"]["path"]).ready()
    guest = new_page()
    guest.goto(server.address + made["links"][0]["path"])
    guest.get_by_label("Your name").fill("Olga")
    guest.get_by_role("button", name="Join game").click()
    guest.wait_for_url("**/m/**")
    soviet = Table(guest, server.address, guest.url.removeprefix(server.address)).ready()
    onlooker = sit(made["links"][-1]["path"]).ready()

    first, second = (soviet, german) if soviet.state["your_turn"] else (german, soviet)
    assert not second.state["your_turn"]
    assert not second.options
    assert not onlooker.options
    assert "Waiting for" in second.prompt
    clock = first.state["clock"]
    choices = first.page.locator("[data-testid=prompt] .choices button")
    first.after(choices.first.click if choices.count() else first.button("Done").click)
    second.until(lambda: second.state["clock"] > clock)
    onlooker.until(lambda: onlooker.state["clock"] > clock)
    assert onlooker.state["view"]["units"] == first.state["view"]["units"]

    first.page.keyboard.press("t")
    first.page.get_by_label("Message", exact=True).fill("Good luck!")
    first.page.keyboard.press("Enter")
    second.page.keyboard.press("t")
    second.shown("chat").get_by_text("Good luck!").wait_for()


def test_after_an_absence_there_is_a_summary(server: Server, sit: Sit, new_page: Callable[..., Page]) -> None:
    made = from_record(server.address, played(3, moving), soviet=ELSEWHERE)
    german = sit(made["mine"]["path"]).ready()
    guest = new_page()
    guest.goto(server.address + made["links"][0]["path"])
    guest.get_by_role("button", name="Join game").click()
    guest.wait_for_url("**/m/**")
    soviet = Table(guest, server.address, guest.url.removeprefix(server.address)).ready()
    mover, away = (german, soviet) if german.state["your_turn"] else (soviet, german)
    seat = away.page.url
    away.page.goto(server.address)
    for _ in range(2):
        target = mover.page.locator(".counter.lit, .lithex").first
        target.focus()
        mover.after(lambda: mover.page.keyboard.press("Enter"))
    away.page.goto(seat)
    summary = away.page.locator("dialog[open]")
    summary.wait_for()
    assert "Since your last visit" in summary.inner_text()
    assert "moves" in summary.inner_text()
    summary.get_by_role("button", name="Continue").click()
    away.page.reload()
    away.ready()
    assert summary.count() == 0


def test_a_take_back_is_asked_and_agreed(server: Server, sit: Sit, new_page: Callable[..., Page]) -> None:
    made = from_record(server.address, played(3, moving), soviet=ELSEWHERE)
    german = sit(made["mine"]["path"]).ready()
    guest = new_page()
    guest.goto(server.address + made["links"][0]["path"])
    guest.get_by_role("button", name="Join game").click()
    guest.wait_for_url("**/m/**")
    soviet = Table(guest, server.address, guest.url.removeprefix(server.address)).ready()
    asker, other = (german, soviet) if german.state["your_turn"] else (soviet, german)
    start = asker.state["clock"]
    target = asker.in_sight(asker.page.locator(".counter.lit"))
    assert target is not None
    asker.after(lambda: asker.click(target))
    asker.page.get_by_role("button", name="More").click()
    asker.after(asker.page.get_by_role("button", name="Ask to undo").click)
    agree = other.page.get_by_role("button", name="Agree")
    agree.wait_for()
    other.after(agree.click)
    asker.until(lambda: asker.state["clock"] == start)
    assert asker.state["take_back"] is None


def test_the_screen_is_covered_between_two_people(server: Server, sit: Sit) -> None:
    table = sit(new_match(server.address, stacks="closed")["mine"]["path"]).arrived()
    table.seated = False
    for moves in range(60):
        if table.state["hand_over"]:
            break
        one_click(table, moves)
    side = table.state["hand_over"]
    assert side
    cover = table.shown("hand-over")
    cover.wait_for()
    assert table.page.locator(".counter").count() == 0
    table.after(cover.get_by_role("button").first.click)
    table.page.wait_for_selector("[data-testid=board] .drawing svg")
    assert table.state["side"] == side
    assert table.page.locator(".counter").count() > 0


def test_bots_are_watched_held_and_stepped(server: Server, sit: Sit) -> None:
    made = new_match(server.address, german=BOT, soviet=BOT)
    table = sit(made["mine"]["path"]).ready()
    table.page.get_by_role("button", name="Pause").click()
    table.page.get_by_role("button", name="Step").wait_for()
    table.settled()
    clock = table.state["clock"]
    table.after(table.page.get_by_role("button", name="Step").click)
    assert table.state["clock"] == clock + 1
    assert not table.options


def test_the_other_sides_moves_are_a_film_that_can_be_skipped(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.add_init_script(f"localStorage.setItem('bridgehead.settings', '{json.dumps(SLOW_FILM)}')")
    table = Table(page, server.address, new_match(server.address, soviet=BOT)["mine"]["path"]).ready()
    caption = table.shown("caption")
    for _ in range(12):
        table.until(lambda: caption.count() > 0 or table.state["your_turn"])
        if caption.count():
            break
        choices = page.locator("[data-testid=prompt] .choices button")
        table.press(choices.last if choices.count() else table.button("Done"))
    before = caption.inner_text()
    page.keyboard.press("Escape")
    # The bot plays on meanwhile, so another film may have begun; the one skipped is over.
    table.until(lambda: before not in caption.all_inner_texts())
    table.settled()
    assert table.shown("film").count() == 0


def test_any_position_is_replayed_and_tried_from(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, moving))
    table = sit(made["mine"]["path"]).ready()
    clock = table.state["clock"]
    now = places(table)
    table.page.keyboard.press("v")
    bar = table.shown("replay")
    bar.wait_for()
    assert not table.lit("unit")
    bar.get_by_role("button", name="To the beginning").click()
    table.quiet()
    assert places(table) != now
    bar.get_by_role("button", name="One step forward").click()
    table.quiet()
    assert f"1 / {clock}" in bar.inner_text()
    bar.get_by_role("slider").fill(str(clock))
    table.quiet()
    assert places(table) == now
    bar.get_by_role("slider").fill(str(clock - 1))
    table.quiet()
    bar.get_by_role("button", name="What if").click()
    table.page.wait_for_url(lambda url: made["mine"]["path"] not in url)
    table.ready()
    assert "what-if game" in table.shown("top").inner_text()
    assert table.state["match"] != made["match"]["id"]
    assert table.options


def places(table: Table) -> list[str]:
    found: list[str] = table.page.eval_on_selector_all(
        ".counter[data-unit]", "all => all.map(each => each.dataset.unit + each.style.transform).sort()"
    )
    return found


def test_a_lost_connection_comes_back(new_page: Callable[..., Page], tmp_path: Path) -> None:
    own = Server(tmp_path)
    try:
        made = new_match(own.address)
        table = Table(new_page(), own.address, made["mine"]["path"]).ready()
        own.stop()
        table.page.get_by_text("Connection lost").wait_for()
        own.start()
        table.page.get_by_text("Connection lost").wait_for(state="detached")
        choices = table.ready().page.locator("[data-testid=prompt] .choices button")
        table.after(choices.first.click)
    finally:
        own.stop()


def test_a_wrong_link_says_so(server: Server, new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto(f"{server.address}/m/thislinkopensnothingatall")
    page.get_by_text("Invalid link").wait_for()
