"""Counters: every symbol, badge and nationality."""

from pathlib import Path
from re import findall
from xml.etree import ElementTree

import msgspec
import pytest

from bridgehead.render.counters import NATIONS, back_svg, counter_svg, formation_colour, shortened
from bridgehead.render.symbols import BADGES, SYMBOLS
from bridgehead.toolkit.wargame import Face

DOCUMENT = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def words_after(head: str) -> list[str]:
    """The words in the first pair of backquotes after a heading of the document."""
    quoted: list[str] = findall(r"`([^`]*)`", DOCUMENT.split(head, 1)[1])
    return quoted[0].split()


def whole(inside: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>')


PLAIN = Face(
    nationality="german", symbol="infantry", size="II", label="303", formation="9 Arm", values="4-5-6"
)


def test_the_document_and_the_drawing_speak_of_the_same_things() -> None:
    assert set(words_after("Symbols:")) == set(SYMBOLS)
    assert set(words_after("Badges:")) == set(BADGES)
    assert set(words_after("Nationalities:")) == set(NATIONS)


@pytest.mark.parametrize("symbol", [*SYMBOLS, "never heard of"])
def test_each_symbol_draws_and_differs_from_an_empty_box(symbol: str) -> None:
    drawn = counter_svg(msgspec.structs.replace(PLAIN, symbol=symbol))
    whole(drawn)
    assert 'class="full"' not in drawn


def test_no_two_symbols_look_alike() -> None:
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


@pytest.mark.parametrize("badge", BADGES)
def test_each_badge_draws_in_its_corner(badge: str) -> None:
    drawn = whole(counter_svg(msgspec.structs.replace(PLAIN, badges=(badge,))))
    assert any(element.get("class") == f"badge {badge}" for element in drawn.iter())


def test_a_corner_shows_one_badge_and_unknown_ones_are_left_to_the_panel() -> None:
    drawn = counter_svg(msgspec.structs.replace(PLAIN, badges=("moved", "fired", "disrupted", "tired")))
    assert drawn.count('class="badge') == 2


def test_long_values_make_room_for_badges() -> None:
    long = msgspec.structs.replace(PLAIN, values="12-14-10")
    assert counter_svg(long) != counter_svg(msgspec.structs.replace(long, badges=("moved",)))


def test_a_nationality_is_known_without_colours() -> None:
    assert len({(nation.shape, nation.extra) for nation in NATIONS.values()}) == len(NATIONS)


@pytest.mark.parametrize("nationality", [*NATIONS, "martian"])
def test_every_nationality_draws_front_and_back(nationality: str) -> None:
    face = msgspec.structs.replace(PLAIN, nationality=nationality)
    whole(counter_svg(face))
    whole(back_svg(face))


def test_a_reduced_counter_has_a_broken_frame() -> None:
    assert "stroke-dasharray" in counter_svg(msgspec.structs.replace(PLAIN, reduced=True))
    assert "stroke-dasharray" not in counter_svg(PLAIN)


def test_everything_printed_is_on_the_counter() -> None:
    texts = [element.text for element in whole(counter_svg(PLAIN)).iter() if element.text]
    assert {"II", "303", "9 Arm", "4", "5", "6"} <= set(texts)


def test_a_back_without_a_symbol_asks() -> None:
    hidden = back_svg(Face(nationality="soviet", symbol=""))
    assert ">?<" in hidden
    assert ">?<" not in back_svg(Face(nationality="soviet", symbol="infantry"))


def test_equal_formations_have_equal_colours() -> None:
    assert formation_colour("8 Gds") == formation_colour("8 Gds")
    assert len({formation_colour(f"{n} Army") for n in range(40)}) > 10


def test_text_is_escaped() -> None:
    whole(counter_svg(msgspec.structs.replace(PLAIN, label="<&>", name='"A" & B', values="<1>")))


def test_a_long_formation_is_shortened_to_what_can_be_read() -> None:
    assert shortened("8 Gds") == "8 Gds"
    assert shortened("57th Guards Rifle Division") == "57 GRD"
    assert shortened("Müncheberg Panzer Division") == "Müncheb"


def test_a_circled_number_is_drawn_as_a_disc() -> None:
    drawn = whole(counter_svg(msgspec.structs.replace(PLAIN, values="4-7-4-8 ●3")))
    texts = [element.text for element in drawn.iter() if element.text]
    assert {"4", "7", "8", "3"} <= set(texts)
    assert not any("●" in text for text in texts)


def test_a_stripe_tells_formations_of_one_colour_apart() -> None:
    blue = msgspec.structs.replace(PLAIN, band="47G", colour="#2c66c4")
    striped = msgspec.structs.replace(blue, stripe="#faf6ea")
    assert 'class="stripe"' in counter_svg(striped)
    assert 'class="stripe"' not in counter_svg(blue)


def test_a_star_is_drawn_in_its_colour() -> None:
    stars = {counter_svg(msgspec.structs.replace(PLAIN, values=f"5-7 {star}")) for star in "★☆✦✶"}
    assert len(stars) == 4
    assert all(drawn.count('class="star"') == 1 for drawn in stars)


def test_figures_are_printed_on_grounds_of_their_own() -> None:
    shown = msgspec.structs.replace(PLAIN, values="+1 0", figures=("blue", "green"))
    inks = {element.text: element.get("fill") for element in whole(counter_svg(shown)).iter() if element.text}
    assert inks["+1"] != inks["0"]


def test_a_counter_may_have_a_ground_of_its_own_and_stays_readable_on_it() -> None:
    soviet = msgspec.structs.replace(PLAIN, nationality="soviet")
    orange = counter_svg(msgspec.structs.replace(soviet, ground="#e89a3c"))
    assert "#e89a3c" in orange
    assert f'fill="{NATIONS["soviet"].fill}"' not in orange
    assert NATIONS["soviet"].ink not in orange


def test_a_long_identity_is_written_in_two_lines_that_can_be_read() -> None:
    drawn = whole(counter_svg(msgspec.structs.replace(PLAIN, label="1230 PzJg")))
    sizes = {element.text: float(element.get("font-size", "0")) for element in drawn.iter() if element.text}
    assert sizes["1230"] > 12
    assert sizes["PzJg"] > 12
