"""The key in its dialog, ground held with the front, and what a scenario leaves out."""

from __future__ import annotations

from collections.abc import Callable

from tests.client.conftest import NARROW, Server
from tests.client.playing import new_match
from tests.client.table import Table, post

Sit = Callable[..., Table]


def test_the_key_opens_from_the_menu_in_the_theme_of_the_page(server: Server, sit: Sit) -> None:
    for looks in ({"color_scheme": "light"}, {**NARROW, "color_scheme": "dark"}):
        table = sit(new_match(server.address)["mine"]["path"], **looks).ready()
        table.page.get_by_role("button", name="More", exact=True).click()
        table.page.get_by_role("button", name="Key to map and counters").click()
        key = table.shown("key")
        key.locator(f"svg.key.{looks['color_scheme']}").wait_for()
        assert "Old river arm or ditch: no effect" in key.inner_text()
        table.page.get_by_role("button", name="Close", exact=True).click()
        key.wait_for(state="detached")


def test_kuestrin_veils_the_rows_out_of_play(server: Server, sit: Sit) -> None:
    table = sit(new_match(server.address)["mine"]["path"]).ready()
    veil = table.page.locator(".areas .outside").get_attribute("d") or ""
    assert veil.count("Z") == len(table.state["view"]["facts"]["out_of_play"]) > 200


def test_breslau_shows_the_front_in_the_color_of_the_red_army(server: Server, sit: Sit) -> None:
    body = {"game": "breslau1945", "scenario": "historical", "options": {}, "seats": {}, "seed": "3"}
    table = sit(post(server.address, "/api/matches", body)["mine"]["path"]).ready()
    front = table.page.locator(".areas .front")
    assert front.count() == 1
    assert front.get_attribute("stroke") == "#b4634a"
    assert (front.get_attribute("d") or "").count("M") > 30
    held = table.state["view"]["facts"]["areas"]["soviet"]
    assert (table.page.locator(".areas .ground").get_attribute("d") or "").count("Z") == len(held)
