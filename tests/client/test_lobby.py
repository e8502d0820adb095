"""The lobby: begin, resume, delete, records."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.client.conftest import GAME, Server
from tests.client.playing import moving, new_match, played
from tests.client.table import Table, quiet

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def choosing(server: Server, new_page: Callable[..., Page]) -> tuple[Page, Locator]:
    """The lobby with the form for a new game open."""
    page = new_page()
    page.goto(server.address)
    page.locator(f"[data-game={GAME}]").click()
    quiet(page)
    return page, page.get_by_test_id("new-game")


def test_a_game_is_begun_with_scenario_options_and_seats(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page, form = choosing(server, new_page)
    assert form.get_by_role("radio").count() == 3
    form.get_by_role("radio").nth(1).check()
    form.locator("[data-side=german]").select_option("here")
    form.locator("[data-side=soviet]").select_option("here")
    assert "Hotseat" in form.inner_text()
    form.locator("[data-option=stacks]").select_option("open")
    form.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/m/**")
    page.get_by_text("Küstrin 1945").first.wait_for()


def test_the_scenario_for_a_first_evening_is_the_first_choice(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(server.address)
    page.locator("[data-game=eastprussia1914]").click()
    quiet(page)
    scenarios = page.get_by_test_id("new-game").get_by_role("radio")
    assert [scenarios.nth(at).input_value() for at in range(3)] == ["tannenberg", "campaign", "masurian"]
    assert scenarios.nth(0).is_checked()


def test_the_opponent_is_one_worth_beating_until_another_is_chosen(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page, form = choosing(server, new_page)
    sides = form.locator("[data-side]")
    assert sorted(sides.nth(at).input_value() for at in range(2)) == ["bot:veteran", "here"]
    assert "two seconds a phase" in form.locator("[data-about=veteran]").inner_text()
    form.locator("[data-side]:has(option[value='bot:veteran']:checked)").select_option("bot:recruit")
    assert form.locator("[data-about=veteran]").count() == 0
    page.reload()
    page.locator(f"[data-game={GAME}]").click()
    quiet(page)
    assert sorted(sides.nth(at).input_value() for at in range(2)) == ["bot:recruit", "here"]


def test_a_person_elsewhere_gets_a_link(server: Server, new_page: Callable[..., Page]) -> None:
    page, _ = choosing(server, new_page)
    page.locator("[data-side=soviet]").select_option("elsewhere")
    page.get_by_role("button", name="Start game").click()
    links = page.locator("dialog[open] input[readonly]")
    links.first.wait_for()
    assert "/join/" in links.first.input_value()
    assert page.get_by_role("link", name="Start playing").count() == 1
    guest = new_page()
    guest.goto(links.first.input_value())
    told = guest.get_by_test_id("invitation")
    told.wait_for()
    assert "Seelow & Küstrin 1945" in told.inner_text()
    assert "Soviet" in told.locator("dd").first.inner_text()
    assert "the host, German" in told.inner_text()


def test_games_in_progress_are_resumed_and_deleted(server: Server, new_page: Callable[..., Page]) -> None:
    made = new_match(server.address)
    page = new_page()
    page.goto(server.address)
    row = page.locator(f"[data-match='{made['match']['id']}']")
    assert "set-up" in row.inner_text() or "turn" in row.inner_text()
    assert row.get_by_role("link").first.get_attribute("href") == made["mine"]["path"]
    row.get_by_role("button", name="Delete").click()
    page.locator("dialog[open]").get_by_role("button", name="Delete", exact=True).click()
    row.wait_for(state="detached")


def test_a_record_is_opened_and_saved_again(
    server: Server, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "game.record.json"
    file.write_text(played(2, moving))
    page = new_page()
    page.goto(server.address)
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/m/**")
    table = Table(page, server.address, page.url.removeprefix(server.address)).ready()
    assert "Movement Phase" in table.shown("top").inner_text()
    page.get_by_role("button", name="More").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save game file").click()
    saved = Path(download.value.path()).read_text()
    assert saved == file.read_text()


def test_a_broken_record_is_refused_in_words(
    server: Server, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "broken.json"
    file.write_text('{"bridgehead": "record"')
    page = new_page()
    page.goto(server.address)
    page.locator("input[type=file]").set_input_files(file)
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert len(alert.inner_text()) > 10
