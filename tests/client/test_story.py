"""What happened and what comes: the ending, the other side's turn, plans seen first, units, sounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.client.conftest import NARROW, Server
from tests.client.playing import from_record, moving, new_match, played
from tests.client.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

Sit = Callable[..., Table]
BOT = {"kind": "bot", "bot": "random"}


def over(s: object) -> bool:
    return getattr(s, "ended", None) is not None


def test_the_ending_tells_the_game(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, over, 20_000), soviet=BOT)
    table = sit(made["mine"]["path"]).ready()
    ending = table.shown("ending")
    table.shown("dice-tally").wait_for()
    table.quiet()
    log = [line for line in table.state["log"]["lines"] if line["rule"] == table.state["result"]["rule"]]
    assert log
    result = table.state["result"]
    words = ending.inner_text()
    assert result["level"] in words
    assert all(str(value) in words for value in result["score"].values())
    assert "What decides" in words
    assert ending.locator("[data-testid=courses] polyline").count() >= 1
    dead = sum(unit["box"] == "eliminated" for unit in table.state["view"]["units"])
    assert dead
    assert ending.locator("[data-testid=losses] .dead svg").count() == dead
    assert "3.5 expected" in words
    moments = ending.locator("[data-testid=moments] li")
    assert moments.count() >= 1
    assert "Largest loss in one combat: Turn" in moments.first.inner_text()
    moments.first.get_by_role("button").click()
    table.shown("replay").wait_for()
    table.page.keyboard.press("Escape")
    ending.get_by_role("button", name="Rematch, sides changed").click()
    table.page.wait_for_url(lambda url: made["mine"]["path"] not in url)
    table.ready()
    assert table.state["side"] == "soviet"


def test_a_plan_is_seen_before_it_is_taken_and_undone_after(server: Server, sit: Sit) -> None:
    table = sit(new_match(server.address, german={"kind": "elsewhere"})["mine"]["path"]).ready()
    plan = table.page.locator("[data-testid=prompt] .choices button").last
    clock, before = table.state["clock"], table.page.locator("g.counter").count()
    plan.hover()
    table.shown("foreseen").wait_for()
    table.quiet()
    foreseen = table.page.locator("g.counter").count()
    assert foreseen > before
    assert table.state["clock"] == clock
    table.page.mouse.move(400, 300)
    table.shown("foreseen").wait_for(state="detached")
    assert table.page.locator("g.counter").count() == before
    table.after(plan.click)
    assert table.page.locator("g.counter").count() == foreseen
    table.after(table.shown("resume").click)
    assert table.state["clock"] == clock
    assert table.page.locator("g.counter").count() == before


def test_by_touch_a_plan_is_confirmed(server: Server, sit: Sit) -> None:
    table = sit(new_match(server.address)["mine"]["path"], **NARROW).ready()
    clock = table.state["clock"]
    table.page.locator("[data-testid=prompt] .choices button").last.tap()
    confirm = table.page.get_by_role("button", name="Confirm")
    confirm.wait_for()
    assert table.state["clock"] == clock
    table.after(confirm.tap)
    assert table.state["clock"] == clock + 1


def test_the_other_sides_turn_is_told_in_a_sentence_first(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.add_init_script("localStorage.setItem('bridgehead.settings', '{\"film\": 0}')")
    made = from_record(server.address, played(3, moving), soviet=BOT)
    table = Table(page, server.address, made["mine"]["path"]).ready()
    summary = table.shown("summary")
    for _ in range(40):
        if summary.count():
            break
        if table.state["your_turn"]:
            end_or_choose(table)
        table.until(lambda: table.state["your_turn"] or table.state["result"])
        table.settled()
    words = summary.inner_text()
    assert "move" in words or "attack" in words or "lost" in words
    summary.get_by_role("button", name="Replay").click()
    table.shown("replay").wait_for()
    assert summary.count() == 0


def end_or_choose(table: Table) -> None:
    """What ends or resolves a decision, else the last of its choices."""
    ends = table.button("Done").or_(table.button("Commit"))
    choices = table.page.locator("[data-testid=prompt] .choices button")
    table.after(lambda: table.press(ends) if ends.count() else choices.last.click())


def test_units_are_listed_found_and_gone_to(server: Server, sit: Sit) -> None:
    table = sit(from_record(server.address, played(3, moving))["mine"]["path"]).ready()
    table.page.keyboard.press("u")
    units = table.shown("units")
    units.wait_for()
    own = [
        unit
        for unit in table.state["view"]["units"]
        if unit["side"] == table.state["side"] and (unit["hex"] or unit["box"])
    ]
    rows = units.locator("li button")
    assert rows.count() == len(own)
    units.get_by_label("Which units").select_option("all")
    table.drawn()
    assert rows.count() > len(own)
    units.get_by_label("Find a unit").fill("rifle regiment")
    table.drawn()
    assert 0 < rows.count() < len(table.state["view"]["units"])
    assert all("Rifle Regiment" in words for words in rows.all_inner_texts())
    rows.first.click()
    table.drawn()
    assert table.page.locator(".highlight path").count() == 1


COUNT_TONES = """
window.tones = 0;
window.AudioContext = class {
  currentTime = 0; destination = {};
  resume() {}
  createGain() {
    const nothing = () => {};
    return { gain: { setValueAtTime: nothing, exponentialRampToValueAtTime: nothing }, connect: (to) => to };
  }
  createOscillator() {
    return { frequency: {}, connect: (to) => to, start: () => (window.tones += 1), stop: () => {} };
  }
};
"""


def test_sounds_are_on_until_they_are_turned_off(server: Server, new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.add_init_script(COUNT_TONES)
    made = from_record(server.address, played(3, moving))
    table = Table(page, server.address, made["mine"]["path"]).ready()
    assert page.evaluate("tones") == 0

    def move() -> None:
        page.keyboard.press("n")
        table.quiet()
        table.after(lambda: page.keyboard.press("Enter"))
        target = table.in_sight(page.locator(".lithex"))
        assert target is not None
        table.after(lambda: table.click(target))

    move()
    heard = page.evaluate("tones")
    assert heard > 0
    page.keyboard.press("m")
    move()
    assert page.evaluate("tones") == heard
