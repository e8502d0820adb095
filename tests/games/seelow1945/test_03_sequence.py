"""3.0 The sequence of play, and whole games."""

from random import Random

import pytest

from bridgehead.core.actions import Choose, Done
from bridgehead.core.events import PhaseBegan
from bridgehead.core.flow import Decision
from bridgehead.core.play import options, push, setup, why_not
from bridgehead.games.seelow1945.model.events import RallyBegan, RallyRolled
from bridgehead.games.seelow1945.model.state import MARKS, State
from bridgehead.games.seelow1945.rules.artillery import NightBatteries
from bridgehead.games.seelow1945.rules.morale import passes_check, rally
from bridgehead.games.seelow1945.rules.movement import MovementPhase
from bridgehead.games.seelow1945.rules.sequence import GameTurn, begin_phase
from bridgehead.games.seelow1945.rules.victory import assess
from tests.games.seelow1945.field import (
    GAME,
    GERMAN,
    INF,
    KAG,
    PG,
    PZ,
    RR,
    SOVIET,
    TB,
    TB2,
    VAK,
    attack,
    barrage,
    do,
    field,
    now,
    shoot,
    stand,
    unit,
)
from tests.support import ask


def phases(s: State, turn: int) -> list[tuple[str, str]]:
    """Pass through a turn, doing nothing; the phases begun, with who acts."""
    s.set(turn=turn - 1)
    s.log = []
    ask(s, GameTurn())
    told = list(s.log)
    while s.flow and s.turn == turn:
        assert Done() in options(s)
        told += push(s, Done())
    began = [t.event for t in told if t.event.heading == "phase"]
    cut = next(i for i, e in enumerate(began) if isinstance(e, RallyBegan)) + 1
    return [(e.phase, e.side) if isinstance(e, PhaseBegan) else ("rally", "both") for e in began[:cut]]


FULL = [
    ("barrage", "first"),
    ("movement", "first"),
    ("antitank", "second"),
    ("antitank", "first"),
    ("combat", "first"),
    ("barrage", "second"),
    ("movement", "second"),
    ("antitank", "first"),
    ("antitank", "second"),
    ("combat", "second"),
    ("rally", "both"),
]


def position(scenario: str) -> State:
    s = field(scenario)
    soviet, german = ("su_47g_137", PG) if scenario == "kustrin" else (RR, PG)
    stand(s, 2205, soviet)
    stand(s, 2206, german)
    return s


@pytest.mark.rule("3.1a", "3.1b", "3.1-3", "3.1-6", "3.1-1a", "3.1-2", "3.1-5")
@pytest.mark.parametrize(
    ("scenario", "first", "second"), [("kustrin", GERMAN, SOVIET), ("seelow", SOVIET, GERMAN)]
)
def test_the_order_of_phases(scenario: str, first: str, second: str) -> None:
    who = {"first": first, "second": second, "both": "both"}
    assert phases(position(scenario), 3) == [(phase, who[side]) for phase, side in FULL]


@pytest.mark.rule("3.21b", "6.17b", "7.17b", "10.25")
def test_night_skips_fire_and_combat() -> None:
    who = {"first": GERMAN, "second": SOVIET, "both": "both"}
    quiet = [(phase, who[side]) for phase, side in FULL if phase not in ("antitank", "combat")]
    assert phases(position("kustrin"), 7) == quiet


@pytest.mark.rule("3.1-6b", "3.1-4")
def test_a_phase_without_a_legal_action_ends_by_itself_and_others_by_command() -> None:
    s = field()
    stand(s, 2205, TB)
    stand(s, 2206, PZ)
    s.set(turn=2)
    ask(s, GameTurn())
    seen = []
    while s.flow and s.turn == 3:
        frame = now(s)
        seen.append((type(frame).__name__, frame.side if isinstance(frame, Decision) else None))
        assert Done() in options(s)
        push(s, Done())
    assert seen == [
        ("MovementPhase", SOVIET),
        ("AntitankPhase", GERMAN),
        ("AntitankPhase", SOVIET),
        ("MovementPhase", GERMAN),
        ("AntitankPhase", SOVIET),
        ("AntitankPhase", GERMAN),
    ], "no guns, nothing to attack: those phases are never asked for"


@pytest.mark.rule("3.1-11a", "3.1-11b", "8.35", "7.66b")
def test_rally_comes_first_players_units_first_and_guns_are_laid_at_night() -> None:
    s = field(turn=6)
    stand(s, 2205, PG, disrupted=True)
    stand(s, 2605, RR, disrupted=True)
    stand(s, 2801, KAG, move_mode=True)
    stand(s, 1314, VAK, move_mode=True)
    ask(s, GameTurn())
    while not isinstance(now(s), NightBatteries):
        push(s, Done())
    rolled = [t.event.unit for t in s.log if isinstance(t.event, RallyRolled)]
    assert rolled == [RR, PG]
    frame = now(s)
    assert frame is not None
    assert frame.side == SOVIET
    do(s, Done())
    frame = now(s)
    assert isinstance(frame, NightBatteries)
    assert frame.side == GERMAN


@pytest.mark.rule("3.1-12", "1.0b", "3.21a")
def test_twelve_turns_at_most() -> None:
    s = position("kustrin")
    s.set(turn=10)
    ask(s, GameTurn())
    turns = set()
    while s.flow:
        turns.add(s.turn)
        push(s, Done())
    assert turns == {11, 12}
    assert s.ended is not None
    s = field("kustrin", turn=11)
    assert assess(s) is None


@pytest.mark.rule("2.23")
def test_markers_are_taken_off_when_a_phase_ends() -> None:
    s = field()
    stand(s, 2205, RR)
    stand(s, 2505, INF)
    s.set(turn=1)
    ask(s, GameTurn())
    assert isinstance(now(s), MovementPhase)
    do(s, options(s)[0])
    assert not unit(s, RR).moved, "it has only been taken in hand"
    do(s, options(s)[0])
    assert unit(s, RR).moved
    while isinstance(frame := now(s), Decision) and frame.side == SOVIET:
        push(s, Done())
    assert not unit(s, RR).moved


@pytest.mark.rule("1.0b", "3.1-6b")
@pytest.mark.parametrize("scenario", ["kustrin", "seelow"])
def test_games_end_by_rule(scenario: str) -> None:
    for seed in range(6):
        s = setup(GAME, scenario, seed, stacks=("open", "closed")[seed % 2])
        count = 0
        rng = Random(seed)
        while s.flow:
            choices = options(s)
            assert choices
            push(s, rng.choice(choices))
            count += 1
            assert count < 20_000
        assert s.ended is not None
        assert s.turn in (7, 12)


@pytest.mark.rule("3.1-6b")
def test_only_what_is_offered_is_accepted() -> None:
    s = setup(GAME, "kustrin", 1)
    assert why_not(s, Done()) is not None
    push(s, Choose("default"))
    push(s, Choose("default"))
    assert s.turn == 1


@pytest.mark.rule("2.23")
@pytest.mark.parametrize("mark", sorted(MARKS))
def test_every_marker_is_taken_off_when_the_next_phase_begins(mark: str) -> None:
    s = field()
    stand(s, 2205, RR, **{mark: 2209 if mark == "aim" else True})
    begin_phase(s, "combat", SOVIET)
    assert getattr(unit(s, RR), mark) == MARKS[mark]


@pytest.mark.rule("6.2-3", "8.14a", "7.2-5", "6.61", "7.66a")
def test_every_die_has_six_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    thrown: list[int] = []

    def roll(s: State, sides: int) -> int:
        thrown.append(sides)
        return 1

    monkeypatch.setattr(State, "roll", roll)
    s = field()
    stand(s, 2209, PZ)
    stand(s, 2210, TB, TB2)
    s.mark(unit(s, TB).id, disrupted=True)
    shoot(s, SOVIET, PZ, TB2)
    rally(s, unit(s, TB))
    passes_check(s, unit(s, TB), 1)
    s = field()
    stand(s, 2209, PG)
    stand(s, 2208, RR)
    stand(s, 2509, KAG)
    barrage(s, SOVIET, 2209, KAG)
    s = field()
    stand(s, 2209, PG)
    stand(s, 2208, RR)
    attack(s, SOVIET, 2209, RR)
    assert len(thrown) >= 6
    assert set(thrown) == {6}
