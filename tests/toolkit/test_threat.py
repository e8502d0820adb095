"""Who could attack where: units next to a hex, units that could come, and only those that are seen."""

import pytest

from bridgehead.core.actions import Choose
from bridgehead.core.play import play, setup
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import BLUE, RED, State
from bridgehead.toolkit.threat import threat_overlays

GAME = toy()
NOBODY = UnitId("")


def one_step(s: State, unit: UnitId) -> tuple[Hex, ...]:
    return () if unit == "r2" else (s.units[unit].hex, *GAME.board.near[s.units[unit].hex])


def beside(s: State, unit: UnitId, at: Hex) -> tuple[Hex, ...]:
    return GAME.board.near[at]


LAYERS = threat_overlays(one_step, beside)


@pytest.fixture
def s() -> State:
    """r0 next to the Grove, r1 two hexes off it, r2 (which cannot attack) next to it as well."""
    s = play(setup(GAME, "toy", 1), Choose("b1"))
    for unit in list(s.units.values()):
        s.put(unit.id, NOWHERE)
    near = GAME.board.near[Hex(303)]
    far = next(hex for hex in GAME.board.near[near[0]] if hex != 303 and hex not in near)
    for name, hex in {"r0": near[0], "r1": far, "r2": near[2]}.items():
        s.put(UnitId(name), hex)
    return s


def test_those_next_to_a_hex_attack_now_and_others_after_a_move(s: State) -> None:
    shown = LAYERS["attackers"](s, BLUE, Hex(303), NOBODY)
    r0, r1 = s.units[UnitId("r0")].hex, s.units[UnitId("r1")].hex
    assert shown.hexes == {r0: "1", r1: "(1)"}
    assert shown.lines == ((r0, Hex(303)),)
    assert shown.title == "Who can attack Grove (0303): units now, (units after a move)"


def test_units_of_both_kinds_in_one_hex_are_told_apart(s: State) -> None:
    s.put(UnitId("r1"), s.units[UnitId("r0")].hex)
    layers = threat_overlays(one_step, now_or_later)
    assert [*layers["attackers"](s, BLUE, Hex(303), NOBODY).hexes.values()] == ["1 (1)"]


def now_or_later(s: State, unit: UnitId, at: Hex) -> tuple[Hex, ...]:
    """r1 must move before it can attack."""
    return () if unit == "r1" and at == s.units[unit].hex else GAME.board.near[at]


def test_whoever_stands_there_is_the_one_attacked(s: State) -> None:
    s.put(UnitId("b0"), Hex(303))
    mine = LAYERS["attackers"](s, BLUE, s.units[UnitId("r0")].hex, NOBODY)
    assert mine.hexes == {Hex(303): "1"}, "one's own units, where the enemy stands"
    assert LAYERS["attackers"](s, BLUE, NOWHERE, UnitId("r0")) == mine, "the hex of a unit asked about"
    assert not LAYERS["attackers"](s, RED, s.units[UnitId("r0")].hex, NOBODY).hexes, "Red does not see Blue"


def test_nothing_is_asked_about(s: State) -> None:
    shown = LAYERS["attackers"](s, BLUE, NOWHERE, NOBODY)
    assert "select a hex" in shown.title
    assert not shown.hexes


def test_the_threat_counts_the_units_that_could_attack_each_hex(s: State) -> None:
    shown = LAYERS["threat"](s, BLUE, NOWHERE, NOBODY).hexes
    assert shown[Hex(303)] == "2"
    assert set(shown) == {
        to for unit in ("r0", "r1") for at in one_step(s, UnitId(unit)) for to in GAME.board.near[at]
    }
    assert not LAYERS["threat"](s, RED, NOWHERE, NOBODY).hexes


def test_sides_of_one_camp_do_not_threaten_each_other(s: State) -> None:
    layers = threat_overlays(one_step, beside, lambda side: Side("all"))
    assert not layers["threat"](s, BLUE, NOWHERE, NOBODY).hexes
