"""Corners of the rules: guns beside the attackers, bridge builders under attack, pontoons, lost bases."""

import os
import subprocess
import sys
from typing import Any

import pytest

from bridgehead.core.actions import Choose, Commit, Pick, Place
from bridgehead.core.play import dice, options, view, why_not
from bridgehead.core.roles import place_of
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.actions import Lay, Lose, Restore, Strike, Support
from bridgehead.games.budziszyn1945.model.data import hexside
from bridgehead.games.budziszyn1945.model.ground import MP
from bridgehead.games.budziszyn1945.rules import air, marching, retreat
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules.air import AirPlanning
from bridgehead.games.budziszyn1945.rules.battle import direct_defenders
from bridgehead.games.budziszyn1945.rules.engineering import Pontoons, bridge_holder
from bridgehead.games.budziszyn1945.rules.interdiction import RIVER
from bridgehead.games.budziszyn1945.rules.losses import recover
from bridgehead.games.budziszyn1945.rules.movement import bridge_stands, roads
from bridgehead.games.budziszyn1945.rules.reinforcements import place_spare_hq
from bridgehead.games.budziszyn1945.rules.retreat import Retreat, RetreatUnit
from bridgehead.games.budziszyn1945.rules.supply import in_supply, lines
from bridgehead.games.budziszyn1945.view.overlays import reach_overlay
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    NAME,
    SOVIET,
    ask,
    battle,
    begin_combat,
    begun,
    do,
    field,
    moving,
    open_ground,
    stand,
)

FORST = hexside(Hex(5110), Hex(5211))


@pytest.mark.rule("15.2.1")
def test_resilience_groups_reach_nothing() -> None:
    s = begun()
    groups = [unit for unit in s.units.values() if s.counter(unit.id).rg]
    assert len(groups) == 4
    assert all(not reach_overlay(s, GERMAN, unit.hex, unit.id).hexes for unit in groups)
    assert reach_overlay(s, GERMAN, s.units["de_545_a"].hex, UnitId("de_545_a")).hexes


SAVED = f"""
from bridgehead.core.codec import save
from bridgehead.core.play import setup
from bridgehead.games import load_game
s = setup(load_game({NAME!r}), "nysa", 1)
s.set(pontoons=frozenset({{"3 Army", "13 Army", "52 Army", "5 Guards Army", "28 Army"}}))
s.set(crossed=frozenset({{"su_254", "su_50", "su_111", "su_213", "su_294"}}))
print(save(s))
"""


def test_a_position_is_the_same_file_in_every_process() -> None:
    texts = [
        subprocess.run(
            [sys.executable, "-c", SAVED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    ]
    assert len(set(texts)) == 1


# --- 6.3.5 guns beside the attackers


def guns_beside() -> tuple[Any, int, Any]:
    """A German regiment attacked, with guns in the next hex: beside the attacker, and out of his reach."""
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, around[0], "su_254", "su_50")
    near = s.game.board.near
    beside = next(hex for hex in near[around[0]] if hex in near[clear])
    away = next(hex for hex in around if not s.game.board.adjacent(hex, around[0]) and hex != around[0])
    stand(s, beside, "de_art_v")
    stand(s, away, "de_art732")
    return s, clear, battle(SOVIET, clear, "su_254", "su_50")


@pytest.mark.rule("6.3.5", "6.3.4", "5.6.3")
def test_a_supporting_gun_beside_the_attackers_shares_the_defenders_results() -> None:
    s, _, fight = guns_beside()
    begin_combat(s, fight)
    do(s, Support(UnitId("de_art_v")), Support(UnitId("de_art732")))
    shared = direct_defenders(s, s.flow[-1].battle)
    assert set(shared) == {"de_545_a", "de_art_v"}
    with dice(s, 4, 4):
        do(s, Commit())
    assert set(s.flow[-2].stood) == {"de_545_a", "de_art_v"}
    do(s, Lose(UnitId("su_254")))
    assert Lose(UnitId("de_art_v")) in options(s)
    assert Lose(UnitId("de_art732")) not in options(s)


@pytest.mark.rule("5.6.3", "9.2.1a")
def test_it_must_be_covered_too_for_the_headquarters_to_count() -> None:
    s, clear, fight = guns_beside()
    stand(s, next(iter(s.game.ground.near(Hex(clear), 0))), "de_hq_v")
    gun = UnitId("de_art_v")
    near = battle(SOVIET, clear, *fight.attackers, defending_guns=(gun,))
    assert gun in direct_defenders(s, near)
    assert gun not in direct_defenders(s, battle(SOVIET, clear, *fight.attackers))


# --- 14.3.4, 5.3.4


@pytest.mark.rule("14.3.4")
def test_a_headquarters_that_builds_a_bridge_does_not_retreat() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254", "su_hq_52")
    stand(s, around[0], "de_545_a")
    frame = Retreat(SOVIET, 1, (UnitId("su_254"), UnitId("su_hq_52")))
    ask(s, frame)
    assert Pick(UnitId("su_hq_52")) in options(s)
    s.works[UnitId("su_hq_52")] = (Hex(clear), Hex(around[1]), 2)
    ask(s, frame)
    assert Pick(UnitId("su_hq_52")) not in options(s)
    assert why_not(s, Pick(UnitId("su_hq_52"))) == retreat.BUILDING


@pytest.mark.rule("5.3.4", "5.3.6")
def test_the_cel_lost_in_a_zoc_makes_room() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    near = s.game.board.near
    to = next(hex for hex in around if hex != around[0] and not s.game.board.adjacent(hex, around[0]))
    beyond = next(hex for hex in near[to] if hex != clear and hex not in around)
    stand(s, to, "de_545_b", "de_545_c", "de_72_124", cel=2)
    stand(s, to, "de_hq_v")
    stand(s, beyond, "su_254")
    assert s.ledger["cels"][to] == 7
    step = RetreatUnit(GERMAN, UnitId("de_545_a"), Hex(clear), 1)
    ask(s, step)
    assert retreat.no_room(s, s.units["de_545_a"], Hex(to)) is None
    s.send(UnitId("su_254"), "aside")
    assert retreat.no_room(s, s.units["de_545_a"], Hex(to)) == retreat.NO_ROOM


# --- 11.2.3, T.19, 15.3.4, N.12


@pytest.mark.rule("5.6.5a", "11.2.3")
def test_only_units_on_the_map_recover() -> None:
    s = field()
    for id, box in (("su_254", "eliminated"), ("su_50", "left")):
        s.mark(UnitId(id), disorganized=1)
        s.send(UnitId(id), box)
    stand(s, 4010, "su_111", disorganized=1)
    recover(s)
    assert [s.units[id].disorganized for id in ("su_254", "su_50", "su_111")] == [1, 1, 0]


@pytest.mark.rule("T.19", "4.3.2")
def test_an_american_road_in_soviet_hands_is_no_base() -> None:
    s = field("two_stars")
    base = s.game.ground.american_bases[0]
    assert base == 116
    stand(s, base, "us_69_271")
    assert in_supply(s, s.units["us_69_271"])
    s.set(
        control=bytes(
            [1 if hex in s.game.ground.american_bases else code for hex, code in enumerate(s.control)]
        )
    )
    assert not lines(s, ALLIED, "american").passed.any()
    assert not in_supply(s, s.units["us_69_271"])


@pytest.mark.rule("15.3.4", "15.3.3")
def test_volkssturm_gives_a_level_to_each_of_two_units() -> None:
    s = field()
    stand(s, 4010, "de_72_105", "de_72_124", cel=1)
    stand(s, 4010, "de_vs1")
    assert s.units["de_vs1"].cel == 2
    ask(s, *moving(s, "de_72_105").flow)
    do(s, Restore(UnitId("de_vs1")))
    assert why_not(s, Restore(UnitId("de_vs1"))) == marching.ONE_LEVEL
    moving(s, "de_72_124")
    do(s, Restore(UnitId("de_vs1")))
    assert [s.units[id].cel for id in ("de_72_105", "de_72_124")] == [2, 2]
    assert s.units["de_vs1"].box == "eliminated"


@pytest.mark.rule("6.2.5", "N.12")
def test_whatever_arrives_later_comes_in_transport_setup() -> None:
    s = begun()
    assert s.units["de_art_iv"].transport
    assert not s.units["de_art_v"].transport
    assert all(s.units[id].transport for id in s.game.campaigns.americans if s.counter(id).guns)
    place_spare_hq(s, Hex(4204))
    assert (s.units["de_art_iv"].hex, s.units["de_art_iv"].transport) == (4204, True)


# --- bridges


@pytest.mark.rule("N.6b", "14.3.5")
def test_a_pontoon_on_a_broken_bridge_is_a_secondary_road() -> None:
    s = field()
    kind = s.game.ground.route[FORST]
    assert (kind, FORST in s.broken) == ("motorway", True)
    at = FORST[0] * 6 + s.game.board.around[FORST[0]].index(FORST[1])
    stand(s, FORST[1], "su_280")
    ask(s, Pontoons(SOVIET, "13 Army"))
    do(s, Lay(FORST))
    assert bridge_stands(s, FORST)
    assert roads(s).prices("track")[at] == MP
    assert roads(s).supply()[at] == 0
    assert [mark["kind"] for mark in view(s, SOVIET).facts["markers"] if mark["hex"] == FORST[0]] == [
        "pontoon"
    ]
    works.destroy_bridge(s, FORST, "8.2.8")
    assert not bridge_stands(s, FORST)
    works.restore_bridge(s, FORST, "14.3.2b")
    assert roads(s).prices("track")[at] == MP // 3


@pytest.mark.rule("14.1.1", "8.2.8")
def test_each_standing_bridge_is_offered_once() -> None:
    s = field("two_stars")
    side = next(side for side, big in s.game.ground.bridges.items() if big)
    s.set(broken=frozenset({side}), built=frozenset({side}))
    s.track("air_base", 9)
    ask(s, AirPlanning(ALLIED, left=9))
    do(s, Choose(air.OBJECTS))
    assert options(s).count(Strike(side)) == 1


@pytest.mark.rule("14.1.3", "T.8")
def test_who_stands_alone_at_a_bridge_holds_it_from_the_start() -> None:
    s = field("two_stars")
    side = next(side for side, big in s.game.ground.bridges.items() if big)
    assert bridge_holder(s, side) == 0
    stand(s, side[0], "us_69_271")
    assert bridge_holder(s, side) == 1
    stand(s, side[1], "su_254")
    assert bridge_holder(s, side) == 0


# --- 8.2.17


@pytest.mark.rule("8.2.17", "8.2.18", "8.1.8b")
def test_attacks_on_a_river_fly_with_the_strength_that_was_planned() -> None:
    s = field("two_stars")
    s.track("air_base", 6)
    ask(s, AirPlanning(ALLIED, left=6))
    first = s.game.bank_hexes[0]
    do(s, Choose(RIVER), Place(first), Choose("6"))
    second = next(place_of(each) for each in options(s) if place_of(each) != first)
    for number in range(11):
        do(s, Place(second if number % 3 else first))
    assert sum(each.attacks for each in s.missions) == 12
    assert sum(each.sp for each in s.missions) == 6
    assert len(s.missions) == 2
