"""A position: stacks, backs, markers, title."""

import re
from xml.etree import ElementTree

import msgspec

from bridgehead.core.play import options, push, setup, view
from bridgehead.core.values import Hex, Side
from bridgehead.games import load_game
from bridgehead.render.counters import NATIONS
from bridgehead.render.layout import Layout
from bridgehead.render.markers import DRAWINGS
from bridgehead.render.marks import SHAPES
from bridgehead.render.position import Piece, Tray, nationalities, pile_svg, position_svg, stacks
from bridgehead.render.style import DARK
from bridgehead.toolkit.wargame import Face
from tests.render.support import make_board, make_game, make_view

BOARD = make_board()
GAME = make_game(BOARD)
SVG = "{http://www.w3.org/2000/svg}"


def test_the_pieces_of_a_view_lie_in_their_stacks_the_top_one_last() -> None:
    found = stacks(GAME, make_view())
    assert [piece.face.label for piece in found[Hex(504)]] == ["g1", "g2"]
    assert [piece.hidden for piece in found[Hex(604)]] == [False, True]
    assert found[Hex(705)] == [Piece(found[Hex(705)][0].face, hidden=True)]


def test_a_position_is_well_formed_in_both_styles() -> None:
    for svg in (position_svg(GAME, make_view()), position_svg(GAME, make_view(), DARK)):
        root = ElementTree.fromstring(svg)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))


def test_each_stack_stands_once_with_its_count() -> None:
    root = ElementTree.fromstring(position_svg(GAME, make_view()))
    piles = {e.get("data-hex"): e for e in root.iter(f"{SVG}g") if e.get("class") == "stack"}
    assert set(piles) == {"0504", "0604", "0705"}
    assert [text.text for text in piles["0504"].iter(f"{SVG}text")] == ["2"]
    assert list(piles["0705"].iter(f"{SVG}text")) == []


def test_a_high_stack_shows_its_top_and_says_how_many() -> None:
    pile = [Piece(Face(nationality="german", symbol="infantry", label=str(n))) for n in range(9)]
    tray = Tray()
    drawn = pile_svg(Layout(BOARD.grid), Hex(504), pile, tray)
    assert drawn.count("<use") == 4
    assert ">9</text>" in drawn
    assert f'"#{tray.name(pile[8])}"' in drawn.split("<use")[-1]


def test_a_hidden_unit_leaves_no_trace_but_its_back() -> None:
    svg = position_svg(GAME, make_view())
    assert "battalion off" not in svg
    assert svg.count("<title>hidden</title>") == 1


def test_every_marker_draws_and_an_unknown_one_shows_its_label() -> None:
    markers = [{"hex": 505, "kind": kind, "side": "german", "label": ""} for kind in (*DRAWINGS, "control")]
    markers.append({"hex": 303, "kind": "weather", "side": None, "label": "rain"})
    root = ElementTree.fromstring(position_svg(GAME, make_view(markers=markers)))
    drawn = [e.get("class", "") for e in root.iter(f"{SVG}g") if e.get("class", "").startswith("marker ")]
    assert sorted(drawn) == sorted([f"marker {kind}" for kind in (*DRAWINGS, "control", "weather")])
    assert any(text.text == "rain" for text in root.iter(f"{SVG}text"))


def test_a_side_is_shown_in_the_colour_of_its_troops() -> None:
    assert nationalities(GAME, make_view()) == {"german": "german", "soviet": "soviet"}


def test_the_title_says_which_turn_it_is_and_who_decides() -> None:
    svg = position_svg(GAME, make_view())
    assert "Small &amp; Short · First" in svg
    assert "Turn 2 of 3 · day · German to decide" in svg
    over = msgspec.structs.replace(make_view(), ended={"level": "Draw"}, deciding=None)
    assert "Turn 2 of 3 · day · Draw" in position_svg(GAME, over)


def lying(kind: str, side: str, label: str) -> str:
    """The drawing of a marker."""
    svg = position_svg(GAME, make_view(markers=[{"hex": 505, "kind": kind, "side": side, "label": label}]))
    return svg.split(f'class="marker {kind}"')[1].split("</g>")[0]


def test_a_flag_tells_its_worth_and_its_holder_by_color_and_cut() -> None:
    german, soviet = lying("control", "german", "3 VP"), lying("control", "soviet", "3 VP")
    assert ">3</text>" in german
    assert "</text>" not in lying("control", "german", "")
    cuts = [re.findall(r'd="([^"]*)z"', each)[-1] for each in (german, soviet)]
    assert cuts[0].count("l") == 2
    assert cuts[1].count("l") == 0
    assert NATIONS["soviet"].fill in soviet


def test_a_broken_bridge_lies_on_its_hexside() -> None:
    svg = position_svg(
        GAME, make_view(markers=[{"hex": 505, "kind": "bridge_destroyed", "side": "", "label": "0605"}])
    )
    x, y = Layout(BOARD.grid).middle(505, 605)
    assert f'class="marker bridge_destroyed" transform="translate({x:g} {y:.1f})' in svg
    assert ">0605</text>" not in svg.split("layer markers")[1]


def test_a_side_without_units_still_has_its_flag() -> None:
    svg = position_svg(
        GAME, make_view(markers=[{"hex": 505, "kind": "control", "side": "polish", "label": ""}])
    )
    assert NATIONS["polish"].frame in svg.split('class="marker control"')[1].split("</g>")[0]


def test_a_source_that_changes_hands_has_the_shape_of_who_holds_it() -> None:
    for side in ("german", "soviet"):
        marker = lying("supply", side, "split")
        assert SHAPES[side] in marker
        assert ">split<" not in marker


def test_a_counter_that_shows_lies_on_those_that_do_not() -> None:
    s = setup(load_game("budziszyn1945"), "nysa", 1)
    while s.turn == 0:
        push(s, options(s)[0])
    seen = view(s, Side("german"))
    shown = {unit["id"] for unit in seen.units}
    mixed = [hex for hex, ids in s.stacks.items() if any(id in shown for id in ids) and not set(ids) <= shown]
    assert any(s.stacks[hex][-1] not in shown for hex in mixed)
    assert all(seen.stacks[str(hex)][-1] for hex in mixed)
