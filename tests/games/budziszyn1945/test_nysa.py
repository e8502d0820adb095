"""The campaign Nysa 1945."""

import pytest

from bridgehead.core.actions import Attack, Done, Pick, Place
from bridgehead.core.play import options, push, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945.model.actions import MarkStrategic
from bridgehead.games.budziszyn1945.rules.air import air_left
from bridgehead.games.budziszyn1945.rules.attack import AttackPhase
from bridgehead.games.budziszyn1945.rules.movement_phase import MovementPhase
from bridgehead.games.budziszyn1945.rules.reinforcements import UNUSED, announce_arrivals
from bridgehead.games.budziszyn1945.rules.sequence import GameTurn
from bridgehead.games.budziszyn1945.rules.setup import near_v_corps
from bridgehead.games.budziszyn1945.rules.special import PlaceUnits
from bridgehead.games.budziszyn1945.rules.victory import final_result
from tests.games.budziszyn1945.field import GERMAN, NAME, SOVIET, begun, do, field


@pytest.mark.rule("N.1", "N.2", "N.4", "N.5")
def test_the_first_day() -> None:
    s = begun()
    assert s.turn == 1
    assert s.game.scenarios["nysa"].turns == 17
    assert s.game.scenarios["nysa"].turn_names[0] == "16 April"
    assert s.game.scenarios["nysa"].turn_names[-1] == "2 May"
    assert s.phasing == SOVIET
    assert s.tracks["ammunition"] == 10
    assert air_left(s, SOVIET) == 30
    assert air_left(s, GERMAN) == 0


@pytest.mark.rule("N.14", "N.18", "N.19", "1.3b", "6.2.5")
def test_setup() -> None:
    s = begun()
    for unit, hex in (
        ("de_545_a", 5112),
        ("de_6_37", 6427),
        ("de_vs4", 4110),
        ("su_52_sp", 6024),
        ("su_124", 6024),
        ("su_vi_m35", 6015),
        ("pl_7_33", 5820),
        ("su_hq_5", 5314),
        ("de_464_a", 919),
    ):
        assert s.units[unit].hex == hex
    assert all(
        s.forts.get(unit.hex) == GERMAN for unit in s.units.values() if unit.hex and unit.side == GERMAN
    )
    assert not any(s.units[s.stacks[hex][0]].side == SOVIET for hex in s.forts)
    assert {id for id in s.units if s.counter(id).formation == "VI MECH"} == {
        "su_vi_m16", "su_vi_m17", "su_vi_m35", "su_vi_m49",
    }  # fmt: skip
    assert not s.units["de_art_v"].transport


@pytest.mark.rule("N.15", "N.16", "N.26")
def test_free_placement() -> None:
    s = setup(load_game(NAME), "nysa", 1)
    seen: dict[str, set[int]] = {}
    while isinstance(s.flow[-1], PlaceUnits):
        frame = s.flow[-1]
        assert frame.side == GERMAN
        seen[frame.unit] = {each.hex for each in options(s) if isinstance(each, Place)}
        push(s, options(s)[-1])
    assert seen["de_flak3"] == {2433, 2532, 2533, 2534}
    assert seen["de_flak1"] == {5829, 5830}
    near = seen["de_hq_v"]
    assert {4008, 4107, 4508} <= near
    assert all(s.game.board.terrain[hex] not in ("swamp", "lake") and s.control[hex] == 2 for hex in near)
    posts = (5000, 4802, 4705, 4808, 5110, 4508)
    assert all(
        hex in (4008, 4107) or min(s.game.ground.distance(Hex(hex), Hex(post)) for post in posts) <= 4
        for hex in near_v_corps(s, (Hex(4008), Hex(4107)))
    )
    assert seen["de_rg1"] == set(s.game.board.marks["v_corps_line"])
    assert s.ledger["cels"][5830] <= 8
    assert s.units["de_rg4"].hex in s.forts


@pytest.mark.rule("N.24", "4.3.6", "2.1.5")
def test_the_game_ends_after_seventeen_days() -> None:
    s = begun()
    s.set(turn=17)
    GameTurn().end_day(s)
    assert s.ended is not None
    assert s.ended.level == "German victory"
    s = begun()
    s.set(turn=16)
    GameTurn().end_day(s)
    assert s.ended is None


def test_the_first_combat_phase_can_be_ended_only_by_fighting() -> None:
    s = begun()
    while not isinstance(s.flow[-1], AttackPhase):
        frame = s.flow[-1]
        for unit in frame.must_disperse(s) if isinstance(frame, MovementPhase) else ():
            if Done() not in options(s):
                do(s, Pick(unit.id), MarkStrategic())
        push(s, Done())
    assert Done() not in options(s)
    assert Attack(Hex(6025)) in options(s)


@pytest.mark.rule("N.22a")
def test_americans_follow_the_soviet_player() -> None:
    s = field()
    assert s.units["us_69_271"].side == SOVIET
    assert s.units[UnitId("de_hq_v")].side == GERMAN


# --- the first four days, ours


@pytest.mark.rule("N.27", "N.1", "N.3", "N.14", "N.18", "N.4")
def test_the_first_evening_is_the_campaign_cut_short() -> None:
    whole, short = begun("nysa"), begun("evening")
    late = {id for each in short.game.campaigns.arrivals["nysa"] if each.turn > 4 for id in each.units}
    assert {id for id in short.units if short.units[id] != whole.units[id]} == late
    assert {short.units[id].box for id in late} == {UNUSED}
    assert (short.forts, short.broken, short.control) == (whole.forts, whole.broken, whole.control)
    assert short.tracks == whole.tracks
    evening = short.game.scenarios["evening"]
    assert (evening.turns, evening.turn_names) == (4, ("16 April", "17 April", "18 April", "19 April"))
    short.set(turn=2)
    announce_arrivals(short, SOVIET)
    assert short.units["su_337"].box == "waiting"
    short.set(turn=3)
    GameTurn().end_day(short)
    assert short.ended is None
    short.set(turn=4)
    GameTurn().end_day(short)
    assert short.ended is not None


@pytest.mark.rule("N.27", "N.24")
def test_towns_in_soviet_hands_decide_the_first_evening() -> None:
    s = field("evening")
    towns = sorted(s.game.ground.town)
    found = []
    for held in (9, 10, 11, 12):
        taken = set(towns[:held])
        s.set(control=bytes(1 if hex in taken else 2 for hex in range(len(s.control))))
        ended = final_result(s)
        found.append((ended.winner, ended.level, ended.score["soviet"]))
    assert found == [
        (GERMAN, "German victory", 9),
        (None, "Draw", 10),
        (SOVIET, "Soviet victory", 11),
        (SOVIET, "Soviet victory", 12),
    ]
