"""Pictures: made on any machine, with their text."""

import struct

from bridgehead.render.map import map_svg
from bridgehead.render.picture import font_files, png
from bridgehead.render.style import SANS, SERIF
from tests.render.support import make_board

EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"></svg>'


def lettered(family: str, more: str = "") -> str:
    text = f'<text x="10" y="35" font-size="30" font-family="{family}" {more}>Königsberg</text>'
    return EMPTY.replace("></svg>", f">{text}</svg>")


def test_a_picture_is_as_wide_as_asked() -> None:
    made = png(EMPTY, 321)
    assert made.startswith(b"\x89PNG")
    assert struct.unpack(">I", made[16:20]) == (321,)


def test_text_is_visible_in_both_faces_without_the_fonts_of_the_machine() -> None:
    blank = png(EMPTY, 400)
    pictures = {png(lettered(family), 400) for family in (SERIF, SANS)}
    pictures |= {png(lettered(SERIF, more), 400) for more in ('font-weight="700"', 'font-style="italic"')}
    assert len(pictures) == 4
    assert blank not in pictures
    assert min(map(len, pictures)) > len(blank) + 500


def test_letters_along_a_river_are_visible() -> None:
    way = '<path id="w" d="M10 30L190 30" fill="none"/>'
    named = f'{way}<text font-family="{SERIF}" font-size="20"><textPath href="#w">Oder</textPath></text>'
    with_name = png(EMPTY.replace("></svg>", f">{named}</svg>"), 400)
    assert len(with_name) > len(png(EMPTY, 400)) + 300


def test_the_whole_map_becomes_a_picture() -> None:
    assert len(png(map_svg(make_board()), 600)) > 20_000


def test_every_face_is_found() -> None:
    assert len(font_files()) == 7
