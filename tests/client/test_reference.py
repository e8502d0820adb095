"""The screen that explains: the sheet of charts, what things mean here and now, rules at hand, the adviser.

The reader's test asks ten questions about a position; each is answered within two clicks or keys
(docs/readers-test.md lists where).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from bridgehead.games import GAMES, load_game
from tests.client.conftest import NARROW, Server
from tests.client.playing import attacking, from_record, moving, played
from tests.client.table import Json, Table, post
from tests.client.test_access import serious

Sit = Callable[..., Table]


def table_of(server: Server, sit: Sit, game: str, scenario: str = "", **looks: object) -> Table:
    body = {"game": game, "scenario": scenario or next(iter(load_game(game).scenarios)), "seed": "3"}
    made = post(server.address, "/api/matches", {**body, "options": {}, "seats": {}})
    return sit(made["mine"]["path"], **looks).ready()


def opened(table: Table) -> None:
    """The sheet, by its key."""
    table.page.keyboard.press("c")
    table.page.locator("#sequence").wait_for()
    table.quiet()


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_its_sheet_with_the_present_step(server: Server, sit: Sit, game: str) -> None:
    table = table_of(server, sit, game)
    opened(table)
    sheet = table.shown("reference")
    assert sheet.locator("#sequence [aria-current=step]").count() == 1
    assert "You are here" in sheet.locator("#sequence .now").last.inner_text()
    assert sheet.locator("[data-chart=terrain] tbody tr").count() >= 5
    assert sheet.locator("#victory").get_by_test_id("standing").count() == 1
    assert sheet.locator("#turns tbody tr").count() >= 4
    sheet.locator("#key svg.key").wait_for()
    if game == "seelow1945":  # once is enough: the sheet is the same
        assert serious(table.page) == []
    table.page.keyboard.press("Escape")
    sheet.wait_for(state="detached")


def test_the_sheet_is_read_on_a_small_screen_and_by_itself(server: Server, sit: Sit) -> None:
    table = table_of(server, sit, "seelow1945", "kustrin", **NARROW)
    table.page.get_by_role("button", name="More", exact=True).click()
    table.page.get_by_role("button", name="Charts and reference").click()
    table.page.locator("#sequence").wait_for()
    wide = table.page.evaluate("document.querySelector('.cover').scrollWidth")
    assert wide <= 360
    alone = table.page.context.new_page()
    alone.goto(f"{server.address}/reference/breslau1945")
    alone.locator("#chart-terrain").wait_for()
    assert alone.locator("[aria-current=step]").count() == 0


REST = """([element, type]) => {
    const { x, y } = element.getBoundingClientRect();
    const how = { pointerType: 'touch', bubbles: true, clientX: x + 3, clientY: y + 3 };
    element.dispatchEvent(new PointerEvent(type, how));
}"""


def test_a_finger_that_rests_reads_what_a_mouse_reads(server: Server, sit: Sit) -> None:
    """The words of a result; and it is not pressed by it, nor by a short touch told."""
    table = table_of(server, sit, "seelow1945", "kustrin", **NARROW)
    page = table.page
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Charts and reference").click()
    code = page.locator("button.code[title]").first
    code.scroll_into_view_if_needed()
    element = code.element_handle()
    page.evaluate(REST, [element, "pointerdown"])
    page.evaluate(REST, [element, "pointerup"])
    page.wait_for_timeout(700)
    assert not page.get_by_test_id("tip").count()
    page.evaluate(REST, [element, "pointerdown"])
    tip = page.get_by_test_id("tip")
    tip.wait_for()
    assert tip.inner_text() == code.get_attribute("title")
    page.evaluate(REST, [element, "pointerup"])
    page.evaluate("element => element.click()", element)
    assert tip.count(), "still to be read"
    page.evaluate(REST, [page.locator("h1, h2").first.element_handle(), "pointerdown"])
    tip.wait_for(state="detached")


def test_paper_shows_the_sheet_alone(server: Server, sit: Sit) -> None:
    table = table_of(server, sit, "seelow1945", "kustrin", color_scheme="dark")
    opened(table)
    table.page.emulate_media(media="print")
    cell = table.page.locator("#chart-combat th").first
    table.until(lambda: cell.evaluate("each => getComputedStyle(each).color") == "rgb(0, 0, 0)")
    assert not table.page.locator(".top").is_visible()
    assert not table.page.get_by_role("navigation", name="On this page").is_visible()
    assert table.page.locator("#chart-combat table").is_visible()


def test_the_column_of_the_attack_is_lit(server: Server, sit: Sit) -> None:
    table = sit(from_record(server.address, played(5, attacking))["mine"]["path"]).ready()
    table.shown("forecast").wait_for()
    used = table.shown("forecast").locator("th.marked").first.inner_text()
    opened(table)
    lit = table.page.locator("[data-chart=combat] th.lit")
    assert [each.strip() for each in lit.all_inner_texts()] == [used.strip()]


# --- the reader's test


@pytest.fixture(scope="module")
def attack() -> str:
    return played(5, attacking)


class Reader:
    """Counts what the reader does."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.deeds = 0

    def press(self, key: str) -> None:
        self.deeds += 1
        self.table.page.keyboard.press(key)
        self.table.quiet()

    def click(self, selector: str) -> None:
        self.deeds += 1
        self.table.page.locator(selector).first.click()
        self.table.quiet()

    def reads(self, selector: str) -> str:
        """What stands there, within two clicks."""
        assert self.deeds <= 2
        found = self.table.page.locator(selector).first
        found.wait_for()
        found.scroll_into_view_if_needed()
        return found.inner_text()


def at_the_attack(server: Server, sit: Sit, attack: str) -> Reader:
    table = sit(from_record(server.address, attack)["mine"]["path"]).ready()
    table.shown("forecast").wait_for()
    return Reader(table)


def test_1_why_is_it_this_column_and_not_the_next(server: Server, sit: Sit, attack: str) -> None:
    reader = at_the_attack(server, sit, attack)
    strengths = reader.reads(".strengths")
    assert re.search(r"Attack\s*\d+", strengths) and re.search(r"Defense\s*\d+", strengths)
    for line in reader.table.page.locator(".modifiers li").all():
        assert re.search(r"\d", line.locator(".amount").inner_text())
        assert line.locator("button.rule").count() == 1


def test_2_what_does_this_result_do(server: Server, sit: Sit, attack: str) -> None:
    reader = at_the_attack(server, sit, attack)
    cell = reader.table.page.locator("[data-testid=forecast] button.cell").filter(has_text="c").first
    code = cell.inner_text()
    reader.click("[data-testid=forecast] button.cell:has-text('c')")
    assert f"{code}: 1 " in (said := reader.reads("[data-testid=forecast] [role=status]"))
    assert "loses 1 step, then" in said


def pointed(reader: Reader, hex: int) -> None:
    """Go to a hex by its number."""
    reader.press("g")
    reader.table.page.get_by_label("Hex or place").fill(str(hex))
    reader.press("Enter")


def units_of(table: Table) -> Iterator[Json]:
    yield from (unit for unit in table.state["view"]["units"] if unit["hex"])


def test_3_can_this_unit_still_be_supplied(server: Server, sit: Sit) -> None:
    table = table_of(server, sit, "koenigsberg1945", "campaign")
    reader = Reader(table)
    side = table.state["side"]
    unit = next(each for each in units_of(table) if each["side"] == side)
    pointed(reader, unit["hex"])
    said = reader.reads("[data-testid=explained]")
    assert "can trace supply" in said and "10.1" in said


def test_4_whose_phase_is_it_and_who_may_answer(server: Server, sit: Sit, attack: str) -> None:
    reader = at_the_attack(server, sit, attack)
    reader.press("c")
    said = reader.reads("#sequence .now")
    assert "Combat Phase" in said and "You are here" in said and "Answers:" in said


def test_5_what_does_this_ground_cost_and_give(server: Server, sit: Sit) -> None:
    table = sit(from_record(server.address, played(3, moving))["mine"]["path"]).ready()
    reader = Reader(table)
    board = load_game("seelow1945").board
    pointed(reader, next(hex for hex in board.hexes if board.terrain[hex] == "woods" and hex % 100 < 9))
    said = reader.reads("[data-testid=explained]")
    assert "Woods: Foot MP 2, Motorized MP 4, Attack on it 2 columns left" in said


def test_6_who_would_win_now(server: Server, sit: Sit, attack: str) -> None:
    reader = at_the_attack(server, sit, attack)
    reader.press("c")
    reader.click("nav button:has-text('Victory')")
    assert re.search(r"German Victory Points: \d+, which would be", reader.reads("[data-testid=standing]"))


def test_7_when_do_my_reinforcements_come_and_where(server: Server, sit: Sit) -> None:
    table = table_of(server, sit, "seelow1945", "seelow")
    reader = Reader(table)
    reader.press("c")
    reader.click("nav button:has-text('Turn track')")
    track = reader.reads("#turns")
    assert "southern edge" in track and "1230" in track


def test_8_what_does_the_rule_of_this_decision_say(server: Server, sit: Sit, attack: str) -> None:
    reader = at_the_attack(server, sit, attack)
    number = reader.table.state["rule"]
    reader.press("r")
    assert reader.reads("[data-testid=rules] article.open").startswith(number)


def test_9_is_this_table_the_printed_one(server: Server, sit: Sit, attack: str) -> None:
    reader = at_the_attack(server, sit, attack)
    reader.press("c")
    assert "Reconstructed" in reader.reads("[data-chart=combat] .rebuilt")
    reader.click("[data-chart=combat] h2 button.rule")
    assert "7.2-5" in reader.reads("[data-testid=footnote]")


def test_10_what_is_new_for_one_who_knows_koenigsberg(server: Server, sit: Sit) -> None:
    reader = Reader(table_of(server, sit, "eastprussia1914", "campaign"))
    reader.press("r")
    reader.click("[data-testid=family] summary")
    said = reader.reads("[data-testid=family]")
    assert "Command Mode" in said and "The same in both" in said


# --- the adviser


def test_the_adviser_speaks_shows_and_is_turned_off(server: Server, sit: Sit) -> None:
    table = table_of(server, sit, "eastprussia1914", "campaign")
    notes = table.shown("adviser")
    notes.wait_for()
    assert 1 <= notes.locator("li").count() <= 3
    assert "is empty" in notes.inner_text()
    notes.get_by_role("button", name="Show").first.click()
    table.quiet()
    notes.get_by_role("button", name="Turn off").click()
    notes.wait_for(state="detached")
    table.page.reload()
    table.ready()
    assert table.shown("adviser").count() == 0
