"""A turn by clicks: what is lit, undo, reload, why not, preview, the end of a phase."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bridgehead.core.match import Match
from bridgehead.core.play import decision
from bridgehead.games import load_game
from bridgehead.games.breslau1945.rules.bombardment import AirStrength
from tests.client.conftest import NARROW, Server
from tests.client.playing import attacking, from_record, idling, moving, new_match, played, played_on
from tests.client.table import Table

Sit = Callable[..., Table]


def at_the_moves(server: Server, sit: Sit, **looks: Any) -> Table:
    made = from_record(server.address, played(3, moving))
    return sit(made["mine"]["path"], **looks).ready()


def test_lit_is_what_is_offered_and_only_that(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    on_map = {unit["id"] for unit in table.state["view"]["units"] if unit["hex"]}
    offered = {option["noun"] for option in table.options if option["kind"] == "unit"}
    assert table.lit("unit") == offered & on_map
    assert not table.lit("hex")
    target = table.in_sight(table.page.locator(".counter.lit"))
    assert target is not None
    table.after(lambda: table.click(target))
    offered_hexes = {str(option["noun"]) for option in table.options if option["kind"] == "hex"}
    assert offered_hexes
    assert table.lit("hex") == offered_hexes


def test_a_counter_is_moved_by_two_clicks_with_its_way_shown_first(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    target = table.in_sight(table.page.locator(".counter.lit"))
    assert target is not None
    unit = target.get_attribute("data-unit")
    table.after(lambda: table.click(target))
    hex = table.in_sight(table.page.locator(".lithex"))
    assert hex is not None
    where = hex.get_attribute("data-hex")
    box = hex.bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.shown("route").wait_for()
    table.after(lambda: table.click(hex))
    moved = next(each for each in table.state["view"]["units"] if each["id"] == unit)
    assert str(moved["hex"]) == where
    assert "moves to" in table.shown("log").inner_text()


def test_a_counter_is_moved_by_dragging(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    target = table.in_sight(table.page.locator(".counter.lit"))
    assert target is not None
    unit = target.get_attribute("data-unit")
    box = target.bounding_box()
    assert box is not None
    mouse = table.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    table.after(lambda: mouse.move(box["x"] + box["width"], box["y"] + box["height"], steps=4))
    hex = table.in_sight(table.page.locator(".lithex"))
    assert hex is not None
    where, there = hex.get_attribute("data-hex"), hex.bounding_box()
    assert there is not None
    mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=5)
    table.after(mouse.up)
    moved = next(each for each in table.state["view"]["units"] if each["id"] == unit)
    assert str(moved["hex"]) == where


def test_undo_by_button_and_by_key(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    start = table.state["clock"]
    for undo in (
        lambda: table.shown("undo").click(),
        lambda: table.page.keyboard.press("Control+z"),
    ):
        target = table.in_sight(table.page.locator(".counter.lit"))
        assert target is not None
        table.after(partial(table.click, target))
        assert table.state["clock"] == start + 1
        table.after(undo)
        assert table.state["clock"] == start
        assert table.lit("unit")


def test_another_counter_is_taken_instead(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    first = table.in_sight(table.page.locator(".counter.lit"))
    assert first is not None
    one = first.get_attribute("data-unit")
    others = sorted(table.lit("unit") - {one})
    table.after(lambda: table.click(first))
    assert table.state["view"]["about"]["unit"] == one
    other = next(
        each
        for each in others
        if table.in_sight(table.page.locator(f".counter[data-unit='{each}']")) is not None
        and str(hex_of(table, each)) not in table.lit("hex")
    )
    table.click(table.page.locator(f".counter[data-unit='{other}']"))
    table.quiet()
    top = table.state["view"]["about"]["unit"]
    assert hex_of(table, top) == hex_of(table, other)


def hex_of(table: Table, unit: str) -> int:
    found: int = next(each["hex"] for each in table.state["view"]["units"] if each["id"] == unit)
    return found


def test_a_reload_comes_back_to_the_same_place(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    target = table.in_sight(table.page.locator(".counter.lit"))
    assert target is not None
    table.after(lambda: table.click(target))
    before, prompt = table.lit("hex"), table.prompt
    table.page.reload()
    table.ready()
    assert table.lit("hex") == before
    assert table.prompt == prompt


def test_why_not_names_the_rule_and_opens_it(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    enemy = next(
        unit["id"]
        for unit in table.state["view"]["units"]
        if unit["hex"]
        and unit["side"] != table.state["side"]
        and table.in_sight(table.page.locator(f".counter[data-unit='{unit['id']}']")) is not None
    )
    table.click(table.page.locator(f".counter[data-unit='{enemy}']"))
    card = table.shown("why")
    card.wait_for()
    link = card.locator("button.rule")
    number = link.inner_text()
    assert number[0].isdigit()
    assert len(card.inner_text()) > 30
    link.click()
    rules = table.shown("rules")
    rules.wait_for()
    assert rules.locator("article.open").get_attribute("data-rule") == number
    assert "stated" in rules.inner_text() or "ruling" in rules.inner_text()


def test_the_rules_are_searched(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    table.page.keyboard.press("r")
    rules = table.shown("rules")
    rules.wait_for()
    everything = rules.locator("article").count()
    rules.get_by_label("Find a rule").fill("zone of control")
    table.quiet()
    assert 0 < rules.locator("article").count() < everything


def test_an_attack_is_foreseen_before_it_is_committed(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(5, attacking))
    table = sit(made["mine"]["path"]).ready()
    forecast = table.shown("forecast")
    forecast.wait_for()
    words = forecast.inner_text()
    assert "Attack" in words
    assert "Defense" in words
    assert forecast.locator("td.marked").count() >= 6
    chances = forecast.locator(".outcomes .chance").all_inner_texts()
    assert chances
    assert all(chance.endswith("%") for chance in chances)
    strength = forecast.locator(".strengths b").first.inner_text()
    more = table.page.locator(".counter.lit").first
    more.focus()
    table.page.wait_for_selector("[data-testid=forecast].maybe")
    table.after(lambda: table.page.keyboard.press("Enter"))
    table.page.wait_for_selector("[data-testid=forecast]:not(.maybe)")
    assert forecast.locator(".strengths b").first.inner_text() != strength
    table.after(lambda: table.button("Commit").click())
    assert "%" not in table.shown("log").inner_text()


@pytest.mark.parametrize("target", ["the hex", "the depots"])
@pytest.mark.parametrize("touch", [False, True])
def test_an_airstrike_is_foreseen_with_its_table(server: Server, sit: Sit, target: str, touch: bool) -> None:
    def over_it(s: Any) -> bool:
        now = decision(s)
        return isinstance(now, AirStrength) and bool(now.hex) == (target == "the hex") and s.tracks["air"] > 1

    record = played_on(Match(load_game("breslau1945"), "historical", 5), 5, over_it)
    made = from_record(server.address, record)
    table = sit(made["mine"]["path"], **(NARROW if touch else {})).ready()
    forecast = table.shown("forecast")
    forecast.wait_for()
    assert forecast.locator("tbody th[scope=row]").count() == 6, "the table, before a number is chosen"
    lit, clock = forecast.locator("td.marked"), table.state["clock"]
    assert lit.count() == 0

    def shows(faces: int) -> bool:
        return lit.count() == 6 and lit.all_inner_texts().count("S") == faces

    for points, faces in ((1, 1), (2, 2)):
        button = table.page.locator("[data-testid=prompt] .choices button").nth(points - 1)
        if touch:
            button.tap()
        else:
            button.focus()
        table.until(partial(shows, faces))
        words = forecast.inner_text()
        assert f"strength {points}" in words and "1 for each airstrike point" in words and "8.2.6b" in words
        assert forecast.locator(".outcomes .chance").count() == 2
    assert table.state["clock"] == clock, "nothing is rolled yet"


def test_the_end_of_a_phase_is_asked_about(server: Server, sit: Sit) -> None:
    made = from_record(server.address, played(3, idling))
    table = sit(made["mine"]["path"]).ready()
    clock = table.state["clock"]
    table.page.keyboard.press("e")
    dialog = table.page.locator("dialog[open]")
    dialog.wait_for()
    assert dialog.locator("li").count() >= 1
    dialog.locator("li button").first.click()
    dialog.wait_for(state="detached")
    assert table.state["clock"] == clock
    table.end()
    assert table.state["clock"] == clock + 1


def test_a_whole_turn_by_clicks(server: Server, sit: Sit) -> None:
    """Both sides at one computer: every kind of decision is answered on the page until the turn is over."""
    table = sit(new_match(server.address)["mine"]["path"]).ready()
    moves = 0
    while table.state["view"]["turn"] < 2:
        moves += 1
        assert moves < 120, table.prompt
        one_click(table, moves)
    assert "turn 2" in table.shown("top").inner_text()
    assert table.shown("log").locator(".line").count() > 5


def one_click(table: Table, moves: int) -> None:
    """Take a counter now and then, else end what can be ended."""
    choices = table.page.locator("[data-testid=prompt] .choices button")
    commit, done = table.button("Commit"), table.button("Done")
    lit = table.page.locator(".lithex, .counter.lit")
    if choices.count():
        table.after(choices.last.click)
    elif commit.count():
        table.after(commit.click)
    elif done.count() and (moves % 3 or not lit.count()):
        table.end()
    else:
        target = table.in_sight(lit)
        if target is None:
            lit.first.focus()
            table.after(lambda: table.page.keyboard.press("Enter"))
        else:
            table.click(target)
            table.quiet()
            menu = table.shown("menu").get_by_role("button")
            if menu.count():
                menu.first.click()
            table.settled()
