"""What values speak of, told by the types of their fields."""

from bridgehead.core.actions import Action, Attack, Commit, Eliminate, MoveTo, Pick
from bridgehead.core.events import Event, Moved, Rolled
from bridgehead.core.play import GAME_OVER as OVER
from bridgehead.core.play import MEANS_NOTHING, clicked, play
from bridgehead.core.roles import (
    chits_in,
    dice_in,
    hexes_in,
    hexside_of,
    name_of_noun,
    names_unit,
    noun_of,
    place_of,
    units_in,
    way_of,
)
from bridgehead.core.values import NOWHERE, ChitId, Die, Hex, Hexside, UnitId
from bridgehead.testing.toy.rules import BLUE, OCCUPIED, SPENT, Retreat
from tests.core.test_play import fighting, started


class Everything(Event, frozen=True):
    dice: tuple[Die, ...]
    losses: dict[UnitId, int]
    at: Hex | None
    side: Hexside
    pairs: tuple[tuple[UnitId, Hex], ...] = ()
    chit: ChitId | None = None
    number: int = 7


class Maybe(Event, frozen=True):
    hex: Hex | None


TOLD = Everything(
    (Die(3), Die(4)),
    {UnitId("a"): 1},
    Hex(101),
    (Hex(102), Hex(103)),
    ((UnitId("b"), Hex(104)),),
    ChitId("c"),
)


def test_fields_are_read_by_type() -> None:
    assert dice_in(TOLD) == (3, 4)
    assert units_in(TOLD) == ("a", "b")
    assert hexes_in(TOLD) == (101, 104, 102, 103)
    assert hexside_of(TOLD) == (102, 103)
    assert chits_in(TOLD) == ("c",)
    assert place_of(TOLD) == 101
    assert way_of(TOLD) == ()
    assert way_of(Moved(UnitId("a"), (Hex(101), Hex(102)))) == (101, 102)
    assert names_unit(TOLD)
    assert place_of(Maybe(None)) == NOWHERE
    assert place_of(Maybe(Hex(301))) == 301
    bare = Everything((), {}, None, (Hex(1), Hex(2)))
    assert place_of(bare) == NOWHERE
    assert chits_in(bare) == ()
    assert units_in(Moved(UnitId(""), (Hex(101),))) == (), "a hidden unit has no name"


def test_a_number_that_is_no_die_is_no_die() -> None:
    assert dice_in(Rolled(Die(5))) == (5,)
    assert place_of(Rolled(Die(5))) == NOWHERE
    assert hexside_of(Rolled(Die(5))) is None


class Two(Action, frozen=True):
    unit: UnitId
    hex: Hex


def test_a_verb_has_one_noun() -> None:
    assert noun_of(MoveTo) is Hex
    assert noun_of(Pick) is UnitId
    assert noun_of(Commit) is None
    assert noun_of(Two) is None
    assert name_of_noun(MoveTo) == "hex"
    assert name_of_noun(Two) == ""
    assert place_of(MoveTo(Hex(205))) == 205


def test_a_click_means_what_the_decision_says() -> None:
    s = started()
    assert clicked(s, UnitId("r0")) == (Pick(UnitId("r0")), None)
    assert clicked(s, Hex(101)) == (None, MEANS_NOTHING)
    s = fighting()
    assert clicked(s, Hex(104)) == (Attack(Hex(104)), None)
    assert clicked(s, Hex(102))[0] == MoveTo(Hex(102))
    assert clicked(s, Hex(102))[1] in (None, OCCUPIED)
    assert clicked(s, UnitId("r0")) == (None, MEANS_NOTHING)
    s = play(s, MoveTo(Hex(203)))
    assert clicked(s, (Hex(101), Hex(102))) == (None, MEANS_NOTHING)
    assert clicked(s, s.units[UnitId("r2")].id)[1] == SPENT
    s.flow = ()
    assert clicked(s, UnitId("r0")) == (None, OVER)


def test_a_class_declares_a_verb_for_each_kind_of_noun() -> None:
    frame = Retreat(BLUE, UnitId("b0"))
    s = started()
    assert frame.click(s, Hex(505)) == MoveTo(Hex(505))
    assert frame.click(s, UnitId("b0")) == Eliminate(UnitId("b0"))
    assert frame.click(s, (Hex(1), Hex(2))) is None
