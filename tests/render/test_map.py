"""The map: whole, well-formed, and continuous where rivers and roads are."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from bridgehead.core.values import Hex
from bridgehead.hexes.board import Board
from bridgehead.render.chains import edge
from bridgehead.render.layout import Layout
from bridgehead.render.map import map_layers, map_svg
from bridgehead.render.marks import marks_svg
from bridgehead.render.names import Names, overlap
from bridgehead.render.paths import FAMILIES, Network, paths_svg
from bridgehead.render.sheet import Shape, Sheet, between
from bridgehead.render.style import DARK, LIGHT, STYLES, Style
from bridgehead.render.water import Waters
from bridgehead.render.works import works_svg
from bridgehead.toolkit.drawing import Drawing
from tests.render.support import bare_board, make_board

SVG = "{http://www.w3.org/2000/svg}"
SMALL = {"first": [1, 8], "second": [1, 8], "shifted": "odd"}


def sheet_of(board: Board, style: Style = LIGHT) -> Sheet:
    return Sheet(board, Layout(board.grid), style)


def layers(board: Board, style: Style = LIGHT) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(map_svg(board, style))
    return {group.get("class", ""): group for group in root.findall(f"{SVG}g")}


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES.keys())
@pytest.mark.parametrize("axes", [("E", "S"), ("W", "N"), ("N", "W")], ids=str)
def test_a_board_with_one_of_everything_is_well_formed(style: Style, axes: tuple[str, str]) -> None:
    board = make_board(grid={"first_points": axes[0], "second_points": axes[1]})
    root = ElementTree.fromstring(map_svg(board, style))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {element.get("href", "")[1:] for element in root.iter() if element.get("href")}
    assert used <= set(ids)


def test_the_page_can_toggle_its_layers() -> None:
    names = set(layers(make_board()))
    assert {
        "layer terrain",
        "layer grid",
        "layer lines",
        "layer numbers",
        "layer marks",
        "layer names",
    } <= names


def test_every_hex_has_its_number_once() -> None:
    board = make_board()
    numbers = [text.text for text in layers(board)["layer numbers"].iter(f"{SVG}text")]
    assert numbers == [f"{hex:04d}" for hex in board.hexes]


def test_every_hexside_between_two_hexes_is_drawn_once() -> None:
    board = make_board()
    data = next(layers(board)["layer grid"].iter(f"{SVG}path")).get("d", "")
    sides = sum(len(board.near[hex]) for hex in board.hexes) // 2
    assert data.count("l") == sides


def test_a_hex_off_the_map_is_not_drawn() -> None:
    board = bare_board(SMALL, off="0101 0805")
    numbers = [text.text for text in layers(board)["layer numbers"].iter(f"{SVG}text")]
    assert "0101" not in numbers
    assert len(numbers) == 62


def test_the_same_board_is_drawn_the_same_every_time() -> None:
    assert map_svg(make_board()) == map_svg(make_board())


def test_the_dark_style_has_the_same_lines_in_other_colours() -> None:
    light, dark = map_svg(make_board(), LIGHT), map_svg(make_board(), DARK)
    assert LIGHT.clear not in dark
    assert DARK.clear in dark
    assert re.findall(r' d="([^"]*)"', light) == re.findall(r' d="([^"]*)"', dark)


TERRAINS = "woods rough hills swamp marsh village town city suburb park airfield lake sea haff heights"
OVERLAYS = "town village city woods swamp fort station airfield"
HEXSIDES = "stream river major_river canal moat lake_side sea_side border line festung embankment"
PATHS = "road main_road motorway track railroad narrow_gauge broad_gauge"


def test_every_terrain_word_and_overlay_leaves_its_mark() -> None:
    plain = map_svg(bare_board(SMALL))
    for kind in TERRAINS.split():
        assert map_svg(bare_board(SMALL, terrain={kind: "0304"})) != plain, kind
    for kind in OVERLAYS.split():
        assert map_svg(bare_board(SMALL, overlay={kind: "0304"})) != plain, kind


def test_every_hexside_and_path_word_leaves_its_mark() -> None:
    plain = map_svg(bare_board(SMALL))
    for kind in HEXSIDES.split():
        assert map_svg(bare_board(SMALL, hexside={kind: "0304/0305"})) != plain, kind
    for kind in PATHS.split():
        assert map_svg(bare_board(SMALL, path={kind: {"a": "0304 0305"}})) != plain, kind


def test_a_large_map_stays_small_in_bytes() -> None:
    board = bare_board(
        {"first": [1, 66], "second": [0, 38], "shifted": "odd"},
        terrain={"woods": " ".join(f"{c:02d}{r:02d}" for c in range(1, 67, 2) for r in range(0, 39, 2))},
    )
    assert len(map_svg(board)) < 1_000_000


# --- water


def test_a_river_is_one_unbroken_line_and_every_side_is_in_one_line() -> None:
    board = bare_board(SMALL, hexside={"river": "0302/0402 0302/0403 0303/0403 0303/0404 0304/0404"})
    waters = Waters(sheet_of(board))
    assert [kind for kind, _ in waters.lines] == ["river"]
    (_, line) = waters.lines[0]
    assert len(line) == 6
    assert {edge(a, b) for a, b in pairwise(line)} == set(waters.edges)


def test_a_tributary_ends_on_the_line_of_its_river() -> None:
    board = bare_board(
        SMALL,
        hexside={"major_river": "0302/0402 0302/0403 0303/0403 0303/0404", "stream": "0402/0403 0402/0502"},
    )
    waters = Waters(sheet_of(board))
    river = next(line for kind, line in waters.lines if kind == "major_river")
    stream = next(line for kind, line in waters.lines if kind == "stream")
    (joint,) = set(river[1:-1]) & {stream[0], stream[-1]}
    at = river.index(joint)
    spots = [waters.sheet.spot(corner) for corner in river[at - 1 : at + 2]]
    curve_point = between(spots[1], between(between(spots[0], spots[1]), between(spots[1], spots[2])))
    ends = waters.controls("stream", stream)
    assert curve_point in (pytest.approx(ends[0]), pytest.approx(ends[-1]))


def test_a_river_runs_into_the_lake_it_reaches() -> None:
    board = bare_board(SMALL, terrain={"lake": "0404"}, hexside={"river": "0302/0303 0303/0403"})
    waters = Waters(sheet_of(board))
    (_, line) = waters.lines[0]
    controls = waters.controls("river", line)
    inside = [waters.sheet.layout.hex_at(*point) for point in (controls[0], controls[-1])]
    assert 404 in inside


def test_streams_of_different_width_meet_where_one_becomes_the_other() -> None:
    board = bare_board(SMALL, hexside={"stream": "0302/0402 0302/0403", "river": "0303/0403 0303/0404"})
    waters = Waters(sheet_of(board))
    ends = []
    for kind, line in waters.lines:
        controls = waters.controls(kind, line)
        ends.append({controls[0], controls[-1]})
    assert len(ends) == 2
    assert ends[0] & ends[1]


# --- paths


def test_a_road_runs_through_the_middle_of_a_place_and_of_a_junction() -> None:
    board = bare_board(
        SMALL,
        path={"road": {"a": "0202 0302 0403 0503", "b": "0403 0404"}},
        place={"0302": {"name": "Adorf"}},
    )
    network = Network(sheet_of(board), FAMILIES[0])
    lines = network.lines()
    assert sum(len(gates) for _, _, gates in lines) == 4
    a, b = network.gate((Hex(202), Hex(302))), network.gate((Hex(302), Hex(403)))
    bend = network.bend(Hex(302), (Hex(202), Hex(302)), (Hex(302), Hex(403)))
    passing = between(bend, between(a, b))
    centre = network.sheet.layout.centre(302)
    assert abs(passing[0] - centre[0]) < 4
    assert abs(passing[1] - centre[1]) < 4
    ends = [bends[0] for _, bends, _ in lines] + [bends[-1] for _, bends, _ in lines]
    assert network.junction(Hex(403)) in ends


def test_road_and_railway_keep_apart_where_they_share_a_hexside() -> None:
    board = bare_board(SMALL, path={"road": {"a": "0302 0403"}, "railroad": {"b": "0302 0403"}})
    sheet = sheet_of(board)
    roads, rails = (Network(sheet, kinds) for kinds in FAMILIES)
    assert roads.gate((Hex(302), Hex(403))) == rails.gate((Hex(302), Hex(403)))
    rails.keep_apart(roads, 0.2)
    assert roads.gate((Hex(302), Hex(403))) != rails.gate((Hex(302), Hex(403)))


def test_a_better_road_is_drawn_over_a_lesser_one() -> None:
    board = bare_board(SMALL, path={"track": {"a": "0302 0403"}, "motorway": {"b": "0302 0403"}})
    assert Network(sheet_of(board), FAMILIES[0]).links == {(302, 403): "motorway"}


def test_a_path_over_the_edge_ends_outside_the_map() -> None:
    board = bare_board(SMALL, path={"road": {"a": "0103 0203"}}, edge={"road": "0103/W"})
    network = Network(sheet_of(board), FAMILIES[0])
    ends = [point for _, bends, _ in network.lines() for point in (bends[0], bends[-1])]
    assert min(x for x, _ in ends) < network.sheet.layout.frame[0]


def test_there_is_a_bridge_where_a_path_crosses_water_and_nowhere_else() -> None:
    crossed = bare_board(SMALL, path={"road": {"a": "0302 0403"}}, hexside={"river": "0302/0403"})
    beside = bare_board(SMALL, path={"road": {"a": "0302 0403"}}, hexside={"river": "0302/0402"})
    drawn = bare_board(SMALL, path={"road": {"a": "0302 0403"}}, drawn={"old arm": "0302/0403"})
    assert 'class="bridges"' in paths_svg(sheet_of(crossed), Waters(sheet_of(crossed)))
    assert 'class="bridges"' not in paths_svg(sheet_of(beside), Waters(sheet_of(beside)))
    assert 'class="bridges"' not in paths_svg(sheet_of(drawn), Waters(sheet_of(drawn)))


# --- works, areas, marks


def test_teeth_point_from_the_first_hex_to_the_second() -> None:
    one = works_svg(sheet_of(bare_board(SMALL, hexside={"line": "0304/0305"})))
    other = works_svg(sheet_of(bare_board(SMALL, hexside={"line": "0305/0304"})))
    assert one != other


def test_an_area_along_the_rim_keeps_to_it() -> None:
    sheet = sheet_of(bare_board(SMALL))
    spots, sharp = sheet.ring(sheet.outline([Hex(101)])[0], Shape(ragged=0.2))
    corners = [sheet.layout.pixel(*key) for key in sheet.layout.corner_keys(101) if key in sheet.rim]
    assert {spot for spot, keep in zip(spots, sharp, strict=True) if keep} == set(corners)


def test_a_shore_leaves_out_the_edge_of_the_map() -> None:
    sheet = sheet_of(bare_board(SMALL))
    corner = sheet.layout.corners(101)[5]
    at_corner = f"{corner[0]:.0f} {corner[1]:.1f}"
    assert at_corner in sheet.area([Hex(101), Hex(201)], Shape())
    assert at_corner not in sheet.shore([Hex(101), Hex(201)], Shape())
    assert sheet.shore([Hex(404)], Shape()).count("M") == 1


def test_a_ring_of_hexes_has_a_hole() -> None:
    sheet = sheet_of(bare_board(SMALL))
    assert len(sheet.outline(sheet.board.near[404])) == 2


def test_marks_are_drawn_by_the_first_word_of_their_name() -> None:
    board = bare_board(
        SMALL, mark={"objective": "0304", "zone_B": "0101 0102", "source_a": "0808", "other": "0405"}
    )
    drawn = marks_svg(sheet_of(board))
    assert drawn.count('class="objective"') == 1
    assert 'class="entry B"' in drawn
    assert ">B<" in drawn
    assert ">A<" in drawn
    assert "other" not in drawn


# --- names


def crowded() -> Board:
    places = {
        f"{c:02d}{r:02d}": {"name": f"Großes Dorf {c}{r}", "kind": kind}
        for c in range(1, 9)
        for r, kind in zip(range(1, 9), ("village", "town", "hamlet", "city") * 2, strict=True)
    }
    return bare_board(SMALL, place=places)


def test_names_do_not_overlap_and_stay_on_the_sheet() -> None:
    for board in (crowded(), make_board()):
        sheet = sheet_of(board)
        names = Names(sheet, Waters(sheet))
        names.svg()
        boxes = [box for _, box in names.placed]
        assert boxes
        texts = [text for text, _ in names.placed]
        for i, a in enumerate(boxes):
            assert a[0] >= 0
            assert a[1] >= 0
            assert a[2] <= sheet.layout.width
            assert a[3] <= sheet.layout.height
            for j, b in enumerate(boxes[:i]):
                assert not overlap(a, b) or texts[i] == texts[j]


def test_names_are_escaped_and_large_places_have_their_names() -> None:
    drawn = map_svg(make_board())
    assert "Adorf &amp; Söhne" in drawn
    assert "Große Oder" in drawn
    assert drawn.count(">Festung<") == 1


def test_layers_alone_have_no_document_of_their_own() -> None:
    board = make_board()
    assert not map_layers(board, Layout(board.grid)).startswith("<svg")


def test_a_name_is_not_repeated_beside_itself() -> None:
    label = {"name": "Heide", "hexes": "0404", "kind": "woods"}
    once = bare_board(SMALL, label=[label, {**label, "hexes": "0405"}])
    assert map_svg(once).count(">Heide<") == 1
    twice = bare_board({**SMALL, "first": [1, 20]}, label=[label, {**label, "hexes": "1805"}])
    assert map_svg(twice).count(">Heide<") == 2


def test_a_river_without_a_course_has_no_name() -> None:
    board = bare_board(SMALL, label=[{"name": "Bach", "hexes": "0404 0405", "kind": "river"}])
    assert "Bach" not in map_svg(board)


def test_a_long_name_across_an_area_is_written_in_two_lines() -> None:
    entry = {"name": "Wald zwischen Adorf und Bedorf", "hexes": "0404", "kind": "woods"}
    drawn = map_svg(bare_board(SMALL, label=[entry]))
    assert ">Wald zwischen<tspan" in drawn
    assert ">Adorf und Bedorf</tspan>" in drawn


# --- nothing drawn like a rule feature that is none


def element(drawn: str, kind: str) -> str:
    """The drawing of one class."""
    found = re.search(rf'<\w+ [^>]*class="{kind}"[^>]*>', drawn)
    return found.group() if found else ""


def test_a_drawn_water_without_effect_is_dotted_and_a_stream_is_not() -> None:
    drawn = map_svg(bare_board(SMALL, drawn={"arm": "0302/0402"}, hexside={"stream": "0505/0605"}))
    assert "stroke-dasharray" in element(drawn, "ditch")
    assert "stroke-dasharray" not in element(drawn, "stream")


def test_a_place_whose_hex_is_no_village_has_no_buildings() -> None:
    place = {"0304": {"name": "Adorf", "kind": "hamlet"}}
    only_a_name = map_svg(bare_board(SMALL, place=place))
    village = map_svg(bare_board(SMALL, place=place, terrain={"village": "0304"}))
    assert element(only_a_name, "nameonly")
    assert 'href="#bh-' not in only_a_name
    assert not element(village, "nameonly")
    assert 'href="#bh-village' in village


def crossing(bridges: tuple[str, ...] = ("road", "railroad")) -> str:
    """A railroad over a river, and a road over another."""
    board = bare_board(
        SMALL,
        path={"railroad": {"a": "0302 0403"}, "road": {"b": "0602 0702"}},
        hexside={"river": "0302/0403 0602/0702"},
    )
    sheet = Sheet(board, Layout(board.grid), LIGHT, Drawing(bridges=bridges))
    return paths_svg(sheet, Waters(sheet))


def test_what_does_not_bridge_by_the_rules_has_no_bridge() -> None:
    both, roads, none = crossing(), crossing(bridges=("road",)), crossing(bridges=())
    assert (both.count('class="gap"'), roads.count('class="gap"'), none.count('class="gap"')) == (0, 1, 0)
    assert 'class="bridges"' not in none
    bars = [drawn.split('class="bridges"')[1].count("M") for drawn in (both, roads)]
    assert bars[0] > bars[1]


def test_a_bridge_hex_has_its_bridge_and_an_island_is_land() -> None:
    water = {"terrain": {"lake": "0303 0304 0305"}, "path": {"road": {"a": "0204 0304 0404"}}}
    plain, marked = bare_board(SMALL, **water), bare_board(SMALL, **water, mark={"bridge": "0304"})
    assert 'class="bridges"' not in map_svg(plain)
    assert 'class="bridges"' in map_svg(marked)
    label = {"name": "Werder", "hexes": "0304", "kind": "island"}
    assert 'class="islands"' in map_svg(bare_board(SMALL, **water, label=[label]))


def test_a_narrow_lake_tapers_to_its_ends_and_opens_into_open_water() -> None:
    alone, into = lake_widths(), lake_widths(terrain={"lake": "0403"})
    assert max(alone) > 4 * alone[0]
    assert max(alone) > 4 * alone[-1]
    assert max(into) < 1.5 * max(into[0], into[-1])


def lake_widths(**tables: object) -> list[float]:
    """How wide a lake along one hexside is, from end to end."""
    board = bare_board(SMALL, hexside={"lake_side": "0302/0402"}, **tables)
    waters = Waters(sheet_of(board))
    ((kind, line),) = waters.lines
    return [abs(complex(*a) - complex(*b)) for a, b in zip(*waters.banks(kind, line), strict=True)]


# --- whose it is


def test_sources_differ_by_owner_in_shape_and_color() -> None:
    board = bare_board(SMALL, mark={"source_a": "0101", "source_b": "0105", "source_c": "0108"})
    owner = {"source_a": "german", "source_b": "soviet", "source_c": "german+soviet"}
    sheet = Sheet(board, Layout(board.grid), LIGHT, Drawing(owner=owner))
    drawn = marks_svg(sheet).split('class="supply ')[1:]
    shapes = [re.findall(r'<path d="([^"]*)" fill="([^"]*)"', each) for each in drawn]
    assert [len(each) for each in shapes] == [1, 1, 2]
    (german, soviet), split = (shapes[0][0], shapes[1][0]), shapes[2]
    assert german[0] != soviet[0]
    assert {german[1], soviet[1]} == {fill for _, fill in split}


# --- names of rivers


def test_a_long_river_is_named_more_than_once_and_a_brook_is_not() -> None:
    long = {"first": [1, 40], "second": [1, 6], "shifted": "odd"}
    sides = " ".join(f"{c:02d}03/{c:02d}04 {c:02d}0{4 - c % 2}/{c + 1:02d}0{3 + c % 2}" for c in range(1, 40))
    label = {"name": "Elbe", "hexes": "0203 0303 0403", "kind": "river"}
    assert map_svg(bare_board(long, hexside={"river": sides}, label=[label])).count(">Elbe<") > 2
    brook = "0203/0204 0204/0303 0303/0304 0303/0404"
    assert map_svg(bare_board(long, hexside={"river": brook}, label=[label])).count(">Elbe<") == 1
