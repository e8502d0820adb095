"""What one keeps of a game: bookmarks and notes, the log as text, a moving picture, a link to a moment."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.client.conftest import Server
from tests.client.playing import from_record, played
from tests.client.table import Table

Sit = Callable[..., Table]


@pytest.fixture
def table(server: Server, sit: Sit) -> Table:
    """Some turns into a game."""
    return sit(from_record(server.address, played(3, lambda s: s.turn > 2))["mine"]["path"]).ready()


def saved(table: Table, deed: Callable[[], None], to: Path) -> bytes:
    with table.page.expect_download() as waiting:
        deed()
    waiting.value.save_as(to)
    return to.read_bytes()


def test_a_line_is_bookmarked_with_a_note_that_stays(table: Table, tmp_path: Path) -> None:
    log = table.shown("log")
    line = log.locator(".line").nth(3)
    words = line.locator(".words").inner_text()
    line.hover()
    line.get_by_role("button", name="Bookmark action").click()
    note = log.get_by_role("textbox", name="Note on action")
    note.fill("Here it went wrong")
    note.press("Enter")
    table.page.reload()
    table.ready()
    log.get_by_label("Show in the log").select_option("marked")
    table.drawn()
    assert log.locator(".line .words").all_inner_texts() == [words]
    assert note.input_value() == "Here it went wrong"
    table.page.get_by_role("button", name="More", exact=True).click()
    deed = table.page.get_by_role("button", name="Save log as text").click
    text = saved(table, deed, tmp_path / "log.txt").decode().splitlines()
    at = text.index("    ★ Here it went wrong")
    assert text[at - 1].startswith(words)
    log.get_by_role("button", name="Bookmark action").click()
    table.drawn()
    assert log.locator(".line").count() == 0


def test_a_moment_of_the_replay_is_bookmarked_and_gone_back_to(table: Table) -> None:
    keyboard = table.page.keyboard
    keyboard.press("v")
    replay = table.shown("replay")
    replay.get_by_role("button", name="To the beginning").click()
    for _ in range(3):
        replay.get_by_role("button", name="One step forward").click()
    table.quiet()
    keyboard.press("k")
    replay.get_by_label("Note on this moment").fill("The first shot")
    keyboard.press("Tab")
    replay.get_by_role("button", name="To the end").click()
    table.quiet()
    replay.get_by_role("button", name="To the bookmark The first shot").click()
    table.quiet()
    assert replay.get_by_label("Action", exact=True).input_value() == "3"
    keyboard.press("b")
    keyboard.press("k")
    table.quiet()
    assert replay.get_by_role("button", name="To the bookmark").count() == 0


def test_a_link_leads_to_a_moment(table: Table, server: Server, sit: Sit) -> None:
    table.page.keyboard.press("v")
    replay = table.shown("replay")
    replay.get_by_role("button", name="One step back").click()
    table.quiet()
    at = replay.get_by_label("Action", exact=True).input_value()
    replay.get_by_role("button", name="Share").click()
    table.quiet()
    link = table.page.get_by_label("Link to this moment").input_value()
    assert link.endswith(f"#at={at}")
    mine = table.page.url
    assert link.partition("#")[0] != mine, "spectators get a link of their own"
    watching = sit(link.removeprefix(server.address)).arrived()
    watching.shown("replay").wait_for()
    watching.quiet()
    assert watching.shown("replay").get_by_label("Action", exact=True).input_value() == at
    assert not watching.state["your_turn"]


def chunks(file: bytes) -> Iterator[tuple[str, bytes]]:
    """The parts of a PNG file, each with its checksum looked at."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    while at < len(file):
        (length,) = struct.unpack_from(">I", file, at)
        named = file[at + 4 : at + 8 + length]
        assert struct.unpack_from(">I", file, at + 8 + length)[0] == zlib.crc32(named)
        yield named[:4].decode(), named[4:]
        at += 12 + length
    assert at == len(file)


def test_a_part_of_the_game_is_saved_as_a_moving_picture(table: Table, tmp_path: Path) -> None:
    table.page.keyboard.press("v")
    table.shown("replay").get_by_role("button", name="Share").click()
    form = table.shown("export")
    form.get_by_label("From action").fill("2")
    form.get_by_label("to", exact=True).fill("12")
    deed = form.get_by_role("button", name="Save moving picture").click
    parts = list(chunks(saved(table, deed, tmp_path / "film.png")))
    kinds = [kind for kind, _ in parts]
    width, height = struct.unpack_from(">II", parts[0][1])
    (frames,) = struct.unpack_from(">I", dict(parts)["acTL"])
    assert frames == kinds.count("fcTL")
    assert kinds.count("IDAT") == 1
    assert kinds.count("fdAT") == frames - 1
    assert 4 <= frames <= 11
    places = [struct.unpack_from(">IIIIIHH", data) for kind, data in parts if kind == "fcTL"]
    assert [place[0] for place in places] == [0, *range(1, 2 * frames - 1, 2)]
    assert all(wide + x <= width and high + y <= height for _, wide, high, x, y, _, _ in places)
    assert sum(delay for *_, delay, _ in places) == 10 * 700 + 2500
    pictures = [data[4:] if kind == "fdAT" else data for kind, data in parts if kind in ("IDAT", "fdAT")]
    for picture, (_, wide, high, *_) in zip(pictures, places, strict=True):
        rows = zlib.decompress(picture)
        assert len(rows) == high * (4 * wide + 1)
        assert {rows[at] for at in range(0, len(rows), 4 * wide + 1)} <= {0, 1, 2}
    assert sum(map(len, pictures[1:])) < len(pictures[0]), "what does not change is not stored again"


def test_a_moving_picture_needs_a_stretch_of_the_game(table: Table) -> None:
    table.page.get_by_role("button", name="More", exact=True).click()
    table.page.get_by_role("button", name="Share the replay").click()
    form = table.shown("export")
    form.get_by_label("From action").fill("9")
    form.get_by_label("to", exact=True).fill("9")
    assert "the first one first" in form.get_by_role("alert").inner_text()
    assert form.get_by_role("button", name="Save moving picture").is_disabled()
