"""Several units by one gesture, undone as one; the fan out of the way; ends that are taken back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from bridgehead.core.actions import Done, MoveTo, Pick
from bridgehead.core.match import Match
from bridgehead.core.outcomes import certain
from bridgehead.core.play import deciding, decision, options
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import GAMES, load_game
from tests.client.conftest import NARROW, Server
from tests.client.playing import attacking, from_record, moving, new_match, played
from tests.client.table import Table

if TYPE_CHECKING:
    from typing import Any

    from playwright.sync_api import Locator

Sit = Callable[..., Table]


def at_the_moves(server: Server, sit: Sit, **looks: Any) -> Table:
    return sit(from_record(server.address, played(3, moving))["mine"]["path"], **looks).ready()


def units_at(table: Table, hex: int) -> list[str]:
    return [unit["id"] for unit in table.state["view"]["units"] if unit["hex"] == hex]


def movable(table: Table) -> set[str]:
    return {option["noun"] for option in table.options if option["verb"] == "Pick"}


def tall_stack(table: Table) -> int:
    """The hex with most units that can move."""
    mine = movable(table)
    stacks = Counter(
        int(unit["hex"]) for unit in table.state["view"]["units"] if unit["id"] in mine and unit["hex"]
    )
    return stacks.most_common(1)[0][0]


def counter_in(table: Table, hex: int) -> Locator:
    """The top counter of a hex, in sight."""
    table.page.keyboard.press("g")
    table.page.get_by_label("Hex or place").fill(str(hex))
    table.page.keyboard.press("Enter")
    table.quiet()
    table.drawn()
    return table.page.locator(f".counter[data-unit='{units_at(table, hex)[-1]}']")


def test_a_stack_is_moved_by_three_clicks_and_undone_as_one(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    hex = tall_stack(table)
    stack = [unit for unit in units_at(table, hex) if unit in movable(table)]
    assert len(stack) > 1
    clock = table.state["clock"]
    counter = counter_in(table, hex)
    table.after(lambda: table.click(counter))
    table.after(lambda: table.click(counter))
    group = table.shown("group")
    group.wait_for()
    assert group.get_by_role("button", pressed=True).count() == len(stack)
    table.quiet()
    target = table.in_sight(table.page.locator(".lithex"))
    assert target is not None
    where = int(target.get_attribute("data-hex") or 0)
    table.click(target)
    table.until(lambda: set(stack) <= set(units_at(table, where)))
    table.settled()
    assert table.state["clock"] >= clock + 2 * len(stack)
    table.shown("undo").click()
    table.until(lambda: table.state["clock"] == clock)
    assert set(stack) <= set(units_at(table, hex))


def stack_that_can_move(s: Any) -> tuple[Hex, list[UnitId], Hex] | None:
    """A hex with several units that can all go to another without a die or a word of the other side."""
    able = [action.unit for action in options(s) if isinstance(action, Pick)]
    hexes = Counter(s.units[unit].hex for unit in able if s.units[unit].hex)
    if not hexes or hexes.most_common(1)[0][1] < 2:
        return None
    hex = hexes.most_common(1)[0][0]
    stack = [unit for unit in able if s.units[unit].hex == hex]
    first = certain(s, Pick(stack[0]))
    goals = [action.hex for action in options(first) if isinstance(action, MoveTo)] if first else []
    goal = next((goal for goal in goals if all_go(s, stack, goal)), None)
    return (hex, stack, goal) if goal else None


def all_go(s: Any, stack: list[UnitId], goal: Hex) -> bool:
    for unit in stack:
        for action in (Pick(unit), MoveTo(goal)):
            after = certain(s, action) if action in options(s) else None
            if after is None or deciding(after) != deciding(s) or after.reveals != s.reveals:
                return False
            s = after
        if decision(s).about(s).unit == unit and Done() in options(s):
            s = certain(s, Done())
    return True


@pytest.mark.parametrize("name", GAMES)
def test_in_every_game_a_stack_moves_and_is_undone_as_one(server: Server, sit: Sit, name: str) -> None:
    game, chance = load_game(name), random.Random(1)
    match = Match(game, next(iter(game.scenarios)), 5)
    while (found := stack_that_can_move(match.now)) is None:
        offered = options(match.now)
        ends = [action for action in offered if isinstance(action, Done)]
        match.play(ends[0] if ends and chance.random() < 0.4 else chance.choice(offered))
    hex, stack, goal = found
    table = sit(from_record(server.address, match.record())["mine"]["path"]).ready()
    clock = table.state["clock"]
    counter = counter_in(table, hex)
    table.page.keyboard.down("Shift")
    table.click(counter)
    table.page.keyboard.up("Shift")
    table.shown("group").wait_for()
    table.page.wait_for_selector(".lithex")
    table.page.locator(f".lithex[data-hex='{goal}']").focus()
    table.page.keyboard.press("Enter")
    table.until(lambda: set(stack) <= set(units_at(table, goal)) and table.shown("group").count() == 0)
    table.settled()
    assert table.state["clock"] >= clock + 2 * len(stack)
    table.shown("undo").click()
    table.until(lambda: table.state["clock"] == clock)
    assert set(stack) <= set(units_at(table, hex))


def test_a_part_of_a_stack_is_moved(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    hex = tall_stack(table)
    counter = counter_in(table, hex)
    table.page.keyboard.down("Shift")
    table.click(counter)
    table.page.keyboard.up("Shift")
    group = table.shown("group")
    group.wait_for()
    stay = group.get_by_role("button", pressed=True).first
    name = (stay.get_attribute("aria-label") or "").rpartition(",")[0]
    stay.click()
    table.quiet()
    assert group.get_by_role("button", pressed=False).first.get_attribute("aria-label") == f"{name}, stays"
    table.page.keyboard.press("Escape")
    group.wait_for(state="detached")
    assert table.lit("hex") == set()


def test_everybody_who_can_joins_an_attack_by_one_click(server: Server, sit: Sit) -> None:
    record = played(5, lambda s: attacking(s) and picks(s) > 1)
    table = sit(from_record(server.address, record)["mine"]["path"]).ready()
    clock = table.state["clock"]
    before = len(table.state["view"]["about"]["committed"])
    able = len(movable(table))
    table.shown("add-all").click()
    table.until(lambda: table.state["clock"] > clock and not movable(table))
    table.settled()
    assert len(table.state["view"]["about"]["committed"]) > before + 1
    assert table.state["clock"] <= clock + able
    table.shown("undo").click()
    table.until(lambda: table.state["clock"] == clock)
    assert len(table.state["view"]["about"]["committed"]) == before


def picks(s: Any) -> int:
    return sum(type(action).__name__ == "Pick" for action in options(s))


HEIGHTS = """() => ['', ' path'].map(
    (part) => document.querySelector(`[data-testid=fan]${part}`).getBoundingClientRect().height)"""
"""How high the fan is, and the hex it lies in."""


def test_the_fan_of_a_stack_leaves_the_hex_to_the_north_alone(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    hex = tall_stack(table)
    box = counter_in(table, hex).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    table.page.mouse.move(x, y)
    fan = table.shown("fan")
    fan.wait_for()
    table.drawn()
    spread, spacing = table.page.evaluate(HEIGHTS)
    assert spread <= 1.05 * spacing
    assert fan.locator(".one").count() == len(units_at(table, hex))
    table.page.mouse.click(x, y - spacing)
    table.quiet()
    assert "fan" not in table.page.evaluate(
        f"() => document.elementFromPoint({x}, {y - spacing}).closest('g')?.getAttribute('class') ?? ''"
    )
    card = table.shown("stack").inner_text()
    assert str(hex) not in card.split("\n")[0]


def test_a_counter_under_the_top_is_taken_from_the_fan(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    hex = tall_stack(table)
    box = counter_in(table, hex).bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    fan = table.shown("fan")
    fan.wait_for()
    under = fan.locator(".one.lit").last
    unit = under.get_attribute("data-fan")
    there = under.bounding_box()
    assert there is not None
    table.after(
        lambda: table.page.mouse.click(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2)
    )
    assert table.state["view"]["about"]["unit"] == unit
    assert unit != units_at(table, hex)[-1]


def test_a_stack_is_taken_up_by_touch(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit, **NARROW)
    hex = tall_stack(table)
    box = counter_in(table, hex).bounding_box()
    assert box is not None
    table.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.shown("whole-stack").tap()
    table.shown("group").wait_for()
    assert "Tap a highlighted hex" in table.shown("prompt").inner_text()


def test_a_chosen_target_is_left_again_by_a_button(server: Server, sit: Sit) -> None:
    table = sit(from_record(server.address, played(5, attacking))["mine"]["path"]).ready()
    assert table.state["view"]["about"]["hexes"]
    back = table.button("Cancel").or_(table.shown("way-back"))
    assert back.count() == 1
    while table.state["view"]["about"]["hexes"]:
        table.after(back.click)
    assert table.button("Done").count() == 1


def test_the_end_of_a_phase_is_named_counted_asked_about_and_undone(server: Server, sit: Sit) -> None:
    table = at_the_moves(server, sit)
    clock = table.state["clock"]
    button = table.shown("end-phase")
    count = len(movable(table))
    assert button.inner_text().startswith(f"End Movement Phase · {count} unmoved")
    button.click()
    dialog = table.page.locator("dialog[open]")
    dialog.wait_for()
    assert dialog.locator("li").count() >= count
    dialog.get_by_role("button", name="Cancel").click()
    assert table.state["clock"] == clock
    target = table.in_sight(table.page.locator(".counter.lit"))
    assert target is not None
    table.after(lambda: table.click(target))
    assert table.shown("end-unit").count() + table.button("Cancel").count() >= 1
    assert button.count() == 0
    table.after(lambda: table.page.keyboard.press("Escape"))
    clock = table.state["clock"]
    button.click()
    dialog.get_by_label("Don't ask about unmoved units again").check()
    table.after(dialog.get_by_role("button", name="End anyway").click)
    assert table.state["clock"] == clock + 1
    table.after(table.shown("undo").click)
    assert table.state["clock"] == clock
    table.after(button.click)
    assert table.state["clock"] == clock + 1, "it does not ask again"


def test_a_phase_ended_in_haste_is_taken_back_while_the_other_side_waits(server: Server, sit: Sit) -> None:
    made = new_match(server.address, german={"kind": "elsewhere"})
    table = sit(made["mine"]["path"]).ready()
    while table.state["your_turn"]:
        table.after(table.page.locator("[data-testid=prompt] .choices button").last.click)
    assert table.state["can_undo"]
    clock = table.state["clock"]
    table.after(table.shown("resume").click)
    assert table.state["clock"] == clock - 1
    assert table.state["your_turn"]
