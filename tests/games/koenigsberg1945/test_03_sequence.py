"""3.0 Sequence of play and the Barrage Phase."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Choose, Done
from bridgehead.core.play import clicked, decision, dice, options, push, setup, why_not
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.core.words import label, line, say
from bridgehead.games import load_game
from bridgehead.games.koenigsberg1945.model.actions import Bombard
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import (
    BarrageResolved,
    CommandEnds,
    SupplyLost,
    TurnOpened,
    VolkssturmGoesHome,
)
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.barrage import (
    HIT_ALREADY,
    LONE_HQ,
    BarrageFire,
    BarragePhase,
    ChooseFront,
    barrage_targets,
    roll_barrage,
)
from bridgehead.games.koenigsberg1945.rules.random_events import action_chit
from bridgehead.games.koenigsberg1945.rules.sequence import GameTurn
from bridgehead.games.koenigsberg1945.rules.victory import released
from tests.games.koenigsberg1945.field import (
    NAME,
    at,
    box,
    field,
    hexes,
    listen,
    may,
    meeting,
    reduced,
    said,
    started,
    told,
)
from tests.support import ask, bare, stand


@pytest.mark.rule("3.0a")
def test_the_phases_follow_one_another() -> None:
    names = [part.__name__ for part in GameTurn.sequence]
    assert names == [
        "turn_begins",
        "barrage_phase",
        "refitted_unit_return_segment",
        "grounded_unit_refitting_segment",
        "reinforcement_segment",
        "replacement_segment",
        "volkssturm_deployment_segment",
        "command_phase",
        "supply_phase",
        "volkssturm_return_segment",
        "sudden_death_victory_segment",
        "turn_advance_segment",
    ]


@pytest.mark.rule("3.0a", "3.0f")
def test_a_whole_turn_in_order() -> None:
    s = started()
    told: list[str] = [type(each.event).__name__ for each in s.log]
    while s.turn == 1:
        assert s.flow
        last = Done() if may(s, Done()) else options(s)[0]
        push(s, last)
        told += [type(each.event).__name__ for each in s.log]
    order = [TurnOpened, CommandEnds, TurnOpened]
    assert [name for name in told if name in {kind.__name__ for kind in order}] == [
        kind.__name__ for kind in order
    ]
    assert told.index("HqActivated") < told.index("CommandEnds")
    assert SupplyLost.__name__ not in told[: told.index("CommandEnds")]
    assert VolkssturmGoesHome.__name__ not in told  # none was called up


@pytest.mark.rule("3.0a")
def test_the_barrage_phase_is_of_turn_1_only() -> None:
    s = started()
    s.turn = 2
    GameTurn().barrage_phase(s)
    assert not isinstance(s.flow[-1], BarragePhase)


@pytest.mark.rule("3.0b", "3.0h")
def test_germans_fire_first_then_the_front_the_soviet_player_names() -> None:
    s = started()
    assert decision(s).side == GERMAN
    push(s, Done())
    assert isinstance(decision(s), ChooseFront)
    push(s, Choose(FRONT_3))
    frame: Any = decision(s)
    assert (frame.side, frame.force) == (SOVIET, FRONT_3)
    push(s, Done())
    frame = decision(s)
    assert (frame.side, frame.force) == (SOVIET, FRONT_2)


@pytest.mark.rule("3.0h")
def test_with_three_players_the_2nd_front_fires_first() -> None:
    s = setup(load_game(NAME), "fronts", 1)
    push(s, Done())
    assert decision(s).side == FRONT_2
    push(s, Done())
    assert decision(s).side == FRONT_3


@pytest.mark.rule("3.0e")
def test_each_force_counts_its_own_hexes() -> None:
    s = started()
    ask(s, BarrageFire(SOVIET, FRONT_3, 2, 2, -1))
    with dice(s, 1):
        push(s, Bombard(Hex(1340)))
    assert why_not(s, Bombard(Hex(1340))) is HIT_ALREADY
    ask(s, BarrageFire(SOVIET, FRONT_2, 2, 2, -1))
    assert not may(s, Bombard(Hex(1340)))  # out of reach of that Front
    assert 1340 in barrage_targets(s, FRONT_3, 2, ())


@pytest.mark.rule("2.5.1a")
@pytest.mark.parametrize(("die", "attacks"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_barrage_table(die: int, attacks: int) -> None:
    s = field()
    with dice(s, die):
        assert roll_barrage(s, FRONT_3, 1) == attacks


@pytest.mark.rule("2.5.1b", "2.5.1f")
def test_a_target_lies_next_to_a_combat_unit_of_the_front() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2115, "hq_39a")
    assert barrage_targets(s, FRONT_3, 1, ()) == []  # a headquarters does not spot
    stand(s, 2113, "s2bf_2sha_88")
    assert barrage_targets(s, FRONT_3, 1, ()) == []
    assert barrage_targets(s, FRONT_2, 1, ()) == [2114]
    assert barrage_targets(s, SOVIET, 1, ()) == [2114]


@pytest.mark.rule("2.5.1e")
def test_a_lone_headquarters_is_no_target() -> None:
    s = field()
    stand(s, 2114, "hq_7pz")
    stand(s, 2213, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    assert why_not(s, Bombard(Hex(2114))) is LONE_HQ


@pytest.mark.rule("2.5.1g", "2.5.1b")
def test_unused_attacks_are_lost_and_a_retreated_unit_may_be_hit_again() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    for hex, unit in (
        (2315, "s2bf_2sha_116"),
        (2313, "s2bf_2sha_108"),
        (2116, "s2bf_48a_29"),
        (1915, "s2bf_48a_42"),
    ):
        stand(s, hex, unit)
    ask(s, BarrageFire(SOVIET, FRONT_2, 3, 1))
    with dice(s, 3):
        push(s, Bombard(Hex(2114)))
    assert hexes(s) == {2115, 2214, 2213}
    push(s, options(s)[0])
    assert reduced(s, "g_independent_23")  # it had to enter a zone of control
    frame: Any = decision(s)
    assert (frame.side, frame.left) == (SOVIET, 2)
    assert may(s, Bombard(Hex(at(s, "g_independent_23"))))
    push(s, Done())
    assert not s.flow


@pytest.mark.rule("2.5.1c", "2.5.1e")
def test_woods_rivers_and_lines_do_not_matter_to_a_barrage() -> None:
    s = field()
    stand(s, 1340, "g_xxvi_1")
    stand(s, 1240, "s3bf_5a_45")
    ask(s, BarrageFire(SOVIET, FRONT_3, 1, 1))
    with dice(s, 3):
        push(s, Bombard(Hex(1340)))
    assert [each.event.column for each in s.log if isinstance(each.event, BarrageResolved)] == ["2-1"]
    assert hexes(s) == {1440, 1439}  # it must retreat, line or no line


@pytest.mark.rule("2.5.1h", "11.1.3b", "11.5d", "9.4.1")
def test_losses_retreats_and_headquarters_under_barrage() -> None:
    s = field()
    stand(s, 2114, "g_vi_han", reduced=True)
    stand(s, 2114, "hq_vi")
    stand(s, 2113, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    with dice(s, 5):
        push(s, Bombard(Hex(2114)))
    assert box(s, "g_vi_han") == "eliminated"
    assert box(s, "hq_vi") == "removed"
    assert s.tracks[released(UnitId("hq_vi"))] == 1


@pytest.mark.rule("9.6c")
def test_nobody_advances_after_a_barrage() -> None:
    s = field()
    stand(s, 2114, "g_vi_han", reduced=True)
    stand(s, 2113, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    with dice(s, 6):
        push(s, Bombard(Hex(2114)))
    assert not s.flow
    assert at(s, "s2bf_2sha_88") == 2113


@pytest.mark.rule("RE.4b", "2.5.1c")
def test_a_soviet_stack_in_a_village_ignores_the_first_hex() -> None:
    s = field()
    stand(s, 1139, "s3bf_5a_45")  # Ebenrode is a town
    stand(s, 1239, "g_xxvi_1")
    ask(s, BarrageFire(GERMAN, GERMAN, 1, 1))
    with dice(s, 6):
        push(s, Bombard(Hex(1139)))
    assert (at(s, "s3bf_5a_45"), reduced(s, "s3bf_5a_45")) == (1139, False)
    s = field()
    stand(s, 1040, "s3bf_5a_45")  # Wirballen is a village
    stand(s, 1140, "g_xxvi_1")
    ask(s, BarrageFire(GERMAN, GERMAN, 1, 1))
    with dice(s, 4):
        push(s, Bombard(Hex(1040)))
    assert at(s, "s3bf_5a_45") == 1040


@pytest.mark.rule("2.5.1b")
def test_a_barrage_is_no_attack() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    assert options(s) == [Bombard(Hex(2114)), Done()]
    assert clicked(s, Hex(2114)) == (Bombard(Hex(2114)), None)


@pytest.mark.rule("2.5.1d", "2.5.1c")
def test_a_barrage_on_a_city_goes_down_to_the_first_column_and_no_further(tmp_path: Path) -> None:
    s = field()
    stand(s, 1836, "g_independent_23")  # Insterburg
    stand(s, 1835, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    with dice(s, 6):
        push(s, Bombard(Hex(1836)))
    assert told(s, BarrageResolved)[0].column == "1-2"
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "tables.toml").write_text("[settlement.city]\nshift = 5")
    s = bare(NAME, "campaign", 1, tmp_path)
    stand(s, 1836, "g_independent_23")
    stand(s, 1835, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    push(s, Bombard(Hex(1836)))
    assert told(s, BarrageResolved)[0].column == "1-2"


@pytest.mark.rule("2.5.1a", "2.5.1c", "2.5.1d", "2.5.1e", "3.0d")
def test_a_barrage_shows_its_shift_its_die_its_effect_and_what_is_left() -> None:
    s = field()
    stand(s, 1619, "g_independent_23")
    stand(s, 1620, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 3, 1, -1))
    assert say(s.game, s.flow[-1]) == "Barrage: select a target hex (3 attacks left)"
    assert [label(s.game, decision(s), each) for each in options(s)] == [
        "Barrage Ortelsburg (1619)",
        "End barrage",
    ]
    with dice(s, 4):
        push(s, Bombard(Hex(1619)))
    assert said(s)[0] == (
        "2nd Belorussian Front barrage on Ortelsburg (1619): 2-1, −1 (town) = 1-1. "
        "Die 4 −1 = 3, A1: no effect. 2 attacks left. 2.5.1c"
    )
    s = meeting("s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    with dice(s, 5):
        push(s, Bombard(Hex(2114)))
    assert said(s)[0].endswith(
        "hex 2114: 2-1. Die 5, D1r/A1*: defender loses 1 step and retreats 1 hex. 0 attacks left. 2.5.1c"
    )


@pytest.mark.rule("2.5.1g", "2.5.1a")
def test_a_barrage_without_targets_is_told() -> None:
    s = field()
    with dice(s, 6):
        action_chit(s, ChitId("a_barrage_2bf"))
    assert said(s) == [
        "2nd Belorussian Front barrage: dice 6: 3 attacks. 2.5.1a",
        "No effect: no enemy unit is in range. 2.5.1g",
    ]


@pytest.mark.rule("3.0a")
def test_every_phase_and_segment_of_a_turn_has_its_heading() -> None:
    s = started()
    headings: list[str] = []
    s.listener = lambda told: headings.append(line(s.game, told)) if told.event.heading else None
    while s.flow and s.turn == 1:
        push(s, Done() if Done() in options(s) else options(s)[0])
    turn = headings.index("Turn 2, 15-16 January. 2.2.1")
    phases = [each.removesuffix(". 3.0a") for each in headings[:turn] if each.endswith("3.0a")]
    assert phases == [
        "Reinforcement Phase: Reinforcement Segment",
        "Reinforcement Phase: Replacement Segment",
        "Reinforcement Phase: Volkssturm Deployment Segment",
        "Command Phase",
        "Supply Phase",
        "End of Turn Phase",
    ]  # the Barrage Phase was opened before the first choice
    assert any(each.endswith("is drawn. 4.1.1a") for each in headings)
    assert any(each.endswith("HQ: Movement Segment. 6.0") for each in headings)


def test_nothing_that_is_said_has_a_gap() -> None:
    """A field that is empty would be read as a hidden unit."""
    s = started(seed=5)
    for number in range(2500):
        if not s.flow:
            break
        offered: Any = options(s)
        push(s, offered[(number * 7919) % len(offered)])
        assert not [each for each in said(s) if "hidden unit" in each or "nothing" in each or "{" in each]
        s.log = []


@pytest.mark.rule("11.3b", "11.3g", "2.5c", "12.2.1", "12.2.2", "3.0a")
def test_the_small_segments_of_a_turn_are_told() -> None:
    s = started()
    heard = listen(s)
    push(s, Done()) if Done() in options(s) else None
    s.send(UnitId("air_lw_1"), "refit")
    s.send(UnitId("air_1aa_1"), "grounded")
    s.flow = ()
    s.set(cup=())
    ask(s, GameTurn(at=2))
    place = options(s)[0]
    push(s, place)
    push(s, Done())
    while s.turn == 1:
        push(s, Done() if Done() in options(s) else options(s)[0])
    assert "Air Unit Phase: Refitted Unit Return Segment. 3.0a" in heard
    assert "Luftflotte 6 returns from refit and is ready. 12.2.2" in heard
    assert "Air Unit Phase: Grounded Unit Refitting Segment. 3.0a" in heard
    assert "1st Air Army I goes to Airbase: refit. 12.2.1" in heard
    assert any(each.startswith("Volkssturm 1 is placed in") for each in heard)
    assert any(each.startswith("Volkssturm removed from") for each in heard)
    assert "No Command Chit in the cup can be used: the Command Phase ends. 2.5c" in heard


@pytest.mark.rule("2.5.1a", "2.5.1g")
def test_a_barrage_is_over_with_its_last_attack() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2112, "g_xx_292")
    stand(s, 2113, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 2, 1))
    with dice(s, 1):
        push(s, Bombard(Hex(2114)))
    assert decision(s).about(s).hexes == (2114,)
    with dice(s, 1):
        push(s, Bombard(Hex(2112)))
    assert not s.flow
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1))
    with dice(s, 1):
        push(s, Bombard(Hex(2114)))
    assert not s.flow  # though the other hex could be hit


@pytest.mark.rule("3.0d", "2.5.1c")
def test_a_modified_die_stays_on_the_table() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1, -1))
    with dice(s, 1):
        push(s, Bombard(Hex(2114)))
    assert "Die 1 −1 = 1, A1r: no effect." in said(s)[-1]
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    ask(s, BarrageFire(SOVIET, FRONT_2, 1, 1, 1))
    with dice(s, 6):
        push(s, Bombard(Hex(2114)))
    assert "Die 6 +1 = 6, D1r2:" in barrage_line(s)


def barrage_line(s: State) -> str:
    """What the barrage said of itself."""
    return next(line(s.game, each) for each in s.log if isinstance(each.event, BarrageResolved))


@pytest.mark.rule("3.0a")
def test_the_game_opens_with_its_first_turn_and_the_barrage_phase() -> None:
    assert said(started())[:2] == ["Turn 1, 13-14 January. 2.2.1", "Barrage Phase. 3.0a"]
