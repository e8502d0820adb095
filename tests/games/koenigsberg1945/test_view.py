"""2.1.3 Fog of war, views, overlays."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Commit, Pick
from bridgehead.core.play import decision, determinize, dice, push, view, why_not
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games.koenigsberg1945.fog import hidden
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import (
    AttackCancelled,
    NothingToDo,
    Restored,
    UnitsActivated,
)
from bridgehead.games.koenigsberg1945.model.state import OUT_OF_SUPPLY, SUPPLIED, State
from bridgehead.games.koenigsberg1945.rules.combat import BELOW_1_2, AssembleAttack, CombatSegment
from bridgehead.games.koenigsberg1945.rules.movement import NO_GAS, MovementSegment
from bridgehead.games.koenigsberg1945.rules.orders import orders
from bridgehead.games.koenigsberg1945.rules.random_events import REFUGEES
from bridgehead.games.koenigsberg1945.rules.special import GD_WITHDRAWN
from bridgehead.games.koenigsberg1945.rules.victory import released
from bridgehead.games.koenigsberg1945.view import OVERLAYS, back, face
from tests.games.koenigsberg1945.field import activate, assemble, field, may, picks, segment, started, told
from tests.support import ask, stand


@pytest.mark.rule("2.1.3a")
def test_only_the_top_of_an_enemy_stack_is_seen() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "g_xx_292")
    stand(s, 2116, "s2bf_2sha_88", "s2bf_2sha_116")
    assert hidden(s, SOVIET) == {"g_independent_23"}
    assert hidden(s, GERMAN) == {"s2bf_2sha_88"}
    assert hidden(s, None) == {"g_independent_23", "s2bf_2sha_88"}
    seen = view(s, SOVIET)
    assert "'g_independent_23'" not in str(seen)
    assert seen.stacks["2114"] == ("", "g_xx_292")
    assert [(each.side, each.hex) for each in seen.backs] == [(GERMAN, 2114)]
    assert hidden(field(), SOVIET) == frozenset()
    assert (back(s.game, "").symbol, back(s.game, "").badges) == ("", ())


@pytest.mark.rule("2.1.3a")
def test_allied_fronts_see_each_other() -> None:
    s = field("fronts", fog="on")
    stand(s, 2116, "s2bf_2sha_88", "s3bf_39a_94")
    assert hidden(s, s.leader(s.counter(UnitId("s3bf_39a_94")).force)) == frozenset()
    assert hidden(s, GERMAN) == {"s2bf_2sha_88"}


@pytest.mark.rule("2.1.3a", "2.1.3b")
def test_an_attack_on_a_covered_stack_is_announced_before_its_odds_are_known() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_hg_1hg", "g_hg_61")
    stand(s, 2113, "s2bf_2sha_88")
    s.mark(UnitId("s2bf_2sha_88"), reduced=True)
    assemble(s, 2114, "s2bf_2sha_88")
    frame: Any = decision(s)
    assert isinstance(frame, AssembleAttack)
    forecast = frame.forecast(s)
    assert forecast is not None
    assert forecast.defence == "?"
    assert may(s, Commit())
    reveals = s.reveals
    push(s, Commit())
    assert told(s, AttackCancelled)
    assert s.reveals == reveals + 1
    segment_: Any = decision(s)
    assert isinstance(segment_, CombatSegment)
    assert segment_.units == ("s2bf_2sha_88",)  # nothing is spent
    assert "g_hg_1hg" in str(view(s, SOVIET))  # and the stack stays open for this activation
    push(s, Attack(Hex(2114)))
    push(s, Pick(UnitId("s2bf_2sha_88")))
    assert why_not(s, Commit()) is BELOW_1_2


@pytest.mark.rule("2.1.3b")
def test_an_announced_attack_stands() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "hq_xx")
    stand(s, 2113, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88")
    with dice(s, 5):
        push(s, Commit())  # rolled at once: nobody may take it back
    assert not any(isinstance(frame, AssembleAttack) for frame in s.flow)
    open_game = field()
    stand(open_game, 2114, "g_hg_1hg", "g_hg_61")
    stand(open_game, 2113, "s2bf_2sha_88")
    open_game.mark(UnitId("s2bf_2sha_88"), reduced=True)
    assemble(open_game, 2114, "s2bf_2sha_88")
    assert not may(open_game, Commit())  # without fog the odds are known beforehand


@pytest.mark.rule("2.1.3a")
def test_what_happens_to_a_covered_unit_is_told_to_its_own_side() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "g_xx_292")
    s.log = []
    s.tell_of(UnitId("g_independent_23"), Restored(UnitId("g_independent_23"), 1, 0), rule="11.2a")
    s.tell_of(UnitId("g_xx_292"), Restored(UnitId("g_xx_292"), 1, 0), rule="11.2a")
    assert [each.only for each in s.log] == [(GERMAN,), ()]
    stand(s, 1016, "hq_xx")
    activate(s, "hq_xx", "c_xx")
    assert [each.only for each in s.log if isinstance(each.event, NothingToDo)] == [(GERMAN,)]
    stand(s, 1016, "g_xx_292")
    activate(s, "hq_xx", "c_xx")
    assert [each.only for each in s.log if isinstance(each.event, UnitsActivated)] == [(GERMAN,)]


@pytest.mark.parametrize("scenario", ["campaign", "fronts"])
def test_a_guessed_position_looks_the_same(scenario: str) -> None:
    s = started(scenario, fog="on")
    for side in s.game.scenarios[scenario].sides:
        for seed in range(5):
            assert view(determinize(s, side, seed), side) == view(s, side)


def guessed(s: State, hex: int) -> list[set[str]]:
    """Who lies at each height of a German stack over many Soviet guesses."""
    stacks = [determinize(s, SOVIET, seed).stacks[Hex(hex)] for seed in range(80)]
    return [set(each) for each in zip(*stacks, strict=True)]


@pytest.mark.rule("2.1.3a")
def test_a_covered_counter_may_be_any_that_could_lie_there() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "g_xx_292")
    stand(s, 2015, "hq_xx", "g_xx_14")
    either = {"g_independent_23", "hq_xx"}
    assert guessed(s, 2114) == [either, {"g_xx_292"}]
    assert guessed(s, 2015) == [either, {"g_xx_14"}]


@pytest.mark.rule("2.1.3a", "7.0a")
def test_stacking_tells_headquarters_from_troops() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "hq_xx")  # under a headquarters lies no other
    stand(s, 1914, "hq_ix", "g_ix_56", "g_ix_561")  # of three counters one is a headquarters
    stand(s, 2015, "g_xx_14", "g_xx_292")
    assert guessed(s, 2114)[0] == {"g_independent_23", "g_xx_14", "g_ix_56"}
    low, high, _ = guessed(s, 1914)
    assert low == high == {"hq_ix", "g_independent_23", "g_xx_14", "g_ix_56"}
    for seed in range(40):
        stack = determinize(s, SOVIET, seed).stacks[Hex(1914)]
        assert sum(s.counter(unit).headquarters for unit in stack) == 1


@pytest.mark.rule("2.1.3a", "7.0a")
def test_under_a_headquarters_lies_no_second_one() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "g_xx_14", "hq_xx")
    stand(s, 2015, "hq_ix", "g_xx_292")
    stand(s, 1914, "g_ix_56", "g_ix_561")
    for seed in range(40):
        guess = determinize(s, SOVIET, seed)
        assert not any(guess.counter(unit).headquarters for unit in guess.stacks[Hex(2114)][:2])


@pytest.mark.rule("2.1.3a", "7.0a")
def test_what_lies_beyond_the_limits_was_watched_going_there() -> None:
    s = field(fog="on")
    stand(s, 2114, "hq_xx", "hq_ix", "g_xx_292")
    stand(s, 2015, "g_xx_14", "g_independent_23", "g_ix_56")
    for seed in range(30):
        guess = determinize(s, SOVIET, seed)
        assert all(guess.counter(unit).headquarters for unit in guess.stacks[Hex(2114)][:2])
        assert not any(guess.counter(unit).headquarters for unit in guess.stacks[Hex(2015)])


@pytest.mark.rule("2.1.3a", "5.2.1")
def test_a_garrison_is_known_and_a_zone_of_control_tells_of_troops() -> None:
    s = field(fog="on")
    stand(s, 3203, "g_independent_23", "g_gar_thorn")  # the zone is felt: no headquarters
    stand(s, 3409, "g_gar_graudenz", "hq_xx")  # garrisons never move
    stand(s, 2015, "hq_ix", "g_xx_292")
    stand(s, 2114, "g_xx_14", "g_xx_102")
    assert guessed(s, 3203)[0] == {"g_independent_23", "g_xx_14"}
    assert guessed(s, 3409)[0] == {"g_gar_graudenz"}
    assert guessed(s, 2015)[0] == {"hq_ix", "g_independent_23", "g_xx_14"}


COVERED = ("g_xx_14", "g_xx_102")


@pytest.mark.rule("2.1.3a")
def test_nobody_sees_which_covered_unit_is_reduced_or_without_supply() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_xx_14", "g_xx_292")
    stand(s, 2015, "g_xx_102", "g_ix_56")
    s.mark(UnitId("g_xx_14"), reduced=True, supply=OUT_OF_SUPPLY)
    guesses = [determinize(s, SOVIET, seed) for seed in range(40)]
    assert {guess.units[UnitId("g_xx_14")].reduced for guess in guesses} == {True, False}
    assert {guess.units[UnitId("g_xx_102")].reduced for guess in guesses} == {True, False}
    for guess in guesses:  # supply is as the top counters show
        assert sum(guess.units[UnitId(unit)].reduced for unit in COVERED) == 1
        assert {guess.units[UnitId(unit)].supply for unit in COVERED} == {
            SUPPLIED
        }  # as the top counters show


@pytest.mark.rule("2.1.3a", "4.1.1a")
def test_the_headquarters_is_known_by_its_chit_and_not_where_it_lies() -> None:
    s = field(fog="on")
    stand(s, 2114, "hq_xx", "g_xx_292")
    stand(s, 2015, "g_xx_14", "g_independent_23")
    activate(s, "hq_xx", "c_xx")
    places = set()
    for seed in range(40):
        guess = determinize(s, SOVIET, seed)
        assert orders(guess).hq == "hq_xx"
        places.add(int(guess.units[UnitId("hq_xx")].hex))
    assert places == {2114, 2015}


def test_overlays() -> None:
    s = started()
    reach = OVERLAYS["reach"](s, GERMAN, Hex(0), UnitId("g_independent_24m"))
    assert reach.hexes[Hex(2926)] == "1"
    assert "R" in reach.hexes.values()
    zones = OVERLAYS["zoc"](s, GERMAN, Hex(0), UnitId(""))
    assert set(zones.hexes) == {hex for hex in s.game.board.hexes if s.ledger["soviet_zoc"][hex]}
    supply = OVERLAYS["supply"](s, GERMAN, Hex(1915), UnitId(""))
    assert supply.lines[0][0] == 1915
    command = OVERLAYS["command"](s, SOVIET, Hex(1043), UnitId(""))
    assert command.hexes[Hex(840)] == "I"
    assert command.hexes[Hex(1144)] == "F"
    assert not OVERLAYS["command"](s, GERMAN, Hex(1043), UnitId("hq_39a")).hexes
    control = OVERLAYS["control"](s, GERMAN, Hex(0), UnitId(""))
    assert (control.hexes[Hex(2932)], control.hexes[Hex(231)]) == ("G", "S")


def test_zones_of_covered_units_are_not_drawn() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "hq_xx")
    assert OVERLAYS["zoc"](s, SOVIET, Hex(0), UnitId("")).hexes == {}
    assert OVERLAYS["reach"](s, SOVIET, Hex(0), UnitId("g_independent_23")).hexes == {}
    assert OVERLAYS["reach"](s, GERMAN, Hex(0), UnitId("g_independent_23")).hexes
    assert OVERLAYS["supply"](s, SOVIET, Hex(1137), UnitId("g_independent_23")).lines[0][0] == 1137


def test_nothing_is_asked_in_a_segment_without_targets() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88")
    segment(s, "s2bf_2sha_88")
    assert not s.flow
    ask(s, CombatSegment(SOVIET, s.counter(UnitId("s2bf_2sha_88")).force, ()))
    assert not picks(s)


@pytest.mark.rule("2.2.6", "2.6.2", "2.6.4", "13.1a")
def test_the_tracks_that_are_shown() -> None:
    s = started()
    s.set(activated={GERMAN: (ChitId("c_ix"),)})
    tracks = {each["title"]: (each["value"], each["most"]) for each in view(s, None).facts["tracks"]}
    assert tracks == {
        "German activations": (1, 3),
        "2nd Belorussian Front activations": (0, 4),
        "3rd Belorussian Front activations": (0, 3),
        "German victory hexes": (14, 14),
    }


def test_what_holds_just_now_is_noted() -> None:
    s = started()
    assert view(s, None).facts["note"] == (
        "Germans hold 14 of 14 victory hexes. Königsberg is linked to Elbing. "
        "Not released: VI Corps HQ, LV Corps HQ."
    )
    for track in (NO_GAS, REFUGEES, GD_WITHDRAWN, released(UnitId("hq_vi")), released(UnitId("hq_lv"))):
        s.track(track, 1)
    assert (
        view(s, None)
        .facts["note"]
        .endswith("No Gas this turn. Refugees slow the next HQ. The Grossdeutschland Corps is withdrawn.")
    )
    s.track(GD_WITHDRAWN, 2)
    assert "withdrawn" not in view(s, None).facts["note"]
    assert "linked" not in view(started(fog="on"), GERMAN).facts["note"]


@pytest.mark.rule("UA.1", "1.0b")
def test_whose_a_counter_is() -> None:
    s = started()
    german, soviet = (face(s.game, s.units[UnitId(id)]) for id in ("g_xx_14", "s2bf_2sha_88"))
    assert (german.nationality, german.formation) == ("german", "XX Corps")
    assert (soviet.nationality, soviet.formation) == ("soviet", "2nd Shock Army")


def test_the_forecast_shows_the_whole_table() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88")
    shown = decision(s).forecast(s)
    assert shown is not None
    assert [die for die, _ in shown.rows] == ["1", "2", "3", "4", "5", "6"]
    assert dict(shown.rows)["6"][0] == "Dr/A1*"
    assert (shown.attack, shown.defence, shown.odds, shown.column) == ("6", "4", "1-1", "1-1")


@pytest.mark.rule("2.1.3b", "2.1.3a")
def test_the_forecast_against_a_covered_stack_shows_our_strength_alone() -> None:
    s = field(fog="on")
    stand(s, 2114, "g_independent_23", "g_xx_292")
    stand(s, 2113, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88")
    shown = decision(s).forecast(s)
    assert shown is not None
    assert (shown.attack, shown.defence, shown.column, shown.commit) == ("6", "?", "", None)


@pytest.mark.rule("2.1.3a", "4.1.1a")
def test_a_headquarters_chosen_by_a_front_chit_can_be_guessed_at() -> None:
    s = field(fog="on")
    stand(s, 1043, "hq_39a", "s3bf_39a_94")
    stand(s, 1039, "hq_5a", "s3bf_5a_45")
    stand(s, 2114, "g_xx_14", "g_xx_292")
    activate(s, "hq_39a", "c_3br_1")
    twins = [determinize(s, GERMAN, seed) for seed in range(20)]
    assert all(isinstance(decision(twin), MovementSegment) for twin in twins)
    assert {orders(twin).hq for twin in twins} == {"hq_39a", "hq_5a"}


@pytest.mark.rule("8.0a", "2.2.8")
def test_what_is_still_to_come_is_shown_with_its_turn() -> None:
    s = started()
    due = view(s, None).facts["due"]
    assert {turn: sum(each == turn for each in due.values()) for turn in due.values()} == {
        2: 1, 3: 4, 4: 5, 5: 1, 6: 2, 7: 1, 8: 5, 9: 4
    }  # fmt: skip
    s.send(UnitId("hq_19a"), "aside")
    assert "hq_19a" not in view(s, None).facts["due"]
