"""11.0 Victory: the levels, and what is counted."""

import pytest

from bridgehead.games.breslau1945.model.state import State, take_control
from bridgehead.games.breslau1945.rules.victory import count_victory, soviet_victory_hexes
from tests.games.breslau1945.position import GAME, GERMAN, SOVIET, field


def counted(held: int, *, poles: bool = False) -> State:
    """The end of a game in which the Red Army controls so many victory hexes."""
    s = field(turn=20)
    if poles:
        s.track("needed", s.tracks["needed"] + 5)
    for hex in sorted(GAME.tables.victory)[:held]:
        take_control(s, SOVIET, hex)
    count_victory(s)
    return s


@pytest.mark.rule("11.1b", "11.1c")
@pytest.mark.parametrize(
    ("held", "winner", "level"),
    [
        (0, GERMAN, "German triumph"),
        (19, GERMAN, "German triumph"),
        (20, GERMAN, "German victory"),
        (24, GERMAN, "German victory"),
        (25, SOVIET, "Soviet victory"),
        (28, SOVIET, "Soviet victory"),
        (29, SOVIET, "Soviet triumph"),
        (50, SOVIET, "Soviet triumph"),
    ],
)
def test_the_levels_of_victory(held: int, winner: str, level: str) -> None:
    ended = counted(held).ended
    assert ended is not None
    assert (ended.winner, ended.level) == (winner, level)
    assert dict(ended.score) == {"held": held, "needed": 25}


@pytest.mark.rule("10.1.4", "11.1b")
def test_the_poles_raise_every_level_by_five() -> None:
    ended = counted(29, poles=True).ended
    assert ended is not None
    assert (ended.winner, ended.level) == (GERMAN, "German victory")


@pytest.mark.rule("11.1a")
def test_only_victory_hexes_are_counted_and_only_those_of_the_red_army() -> None:
    s = field()
    take_control(s, SOVIET, GAME.tables.rathaus)
    first, second = sorted(GAME.tables.victory)[:2]
    before = soviet_victory_hexes(s)
    take_control(s, SOVIET, first)
    take_control(s, SOVIET, second)
    take_control(s, GERMAN, second)
    assert soviet_victory_hexes(s) == sorted({*before, first})
    assert s.tracks["vp"] == len(soviet_victory_hexes(s))
