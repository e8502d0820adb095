"""14.0 Bridges, N.3, N.6, N.7."""

from typing import Any

import pytest

from bridgehead.core.play import options, view, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import line
from bridgehead.games.budziszyn1945.model.actions import BuildBridge, Demolish, Lay, Repair
from bridgehead.games.budziszyn1945.model.ground import MP
from bridgehead.games.budziszyn1945.model.state import ACTED, HELD
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules.elimination import remove
from bridgehead.games.budziszyn1945.rules.engineering import Pontoons
from bridgehead.games.budziszyn1945.rules.movement import bridge_stands, roads
from bridgehead.games.budziszyn1945.rules.supply import lines
from tests.games.budziszyn1945.field import GERMAN, SOVIET, ask, begun, costs, do, field, moving, stand

FORST = (Hex(5110), Hex(5211))


def small_bridge(s: Any) -> Any:
    ground = s.game.ground
    return next(side for side, big in ground.bridges.items() if not big and side[0] > 4000)


@pytest.mark.rule("N.3", "T.8", "14.1.1", "14.1.2")
def test_bridges_at_the_start() -> None:
    s = begun()
    neisse = {side for side in s.game.campaigns.big_bridges if side in s.broken}
    assert len(neisse) == 8
    assert (414, 514) not in s.broken
    assert {
        marker["hex"] for marker in view(s, SOVIET).facts["markers"] if marker["kind"] == "bridge_destroyed"
    } == {side[0] for side in s.broken}
    assert not field("two_stars").broken


@pytest.mark.rule("14.1.5", "3.1.14", "10.1.5")
def test_a_destroyed_bridge_breaks_the_road() -> None:
    s = field("two_stars")
    at = 5110 * 6 + s.game.board.around[5110].index(5211)
    assert roads(s).prices("truck")[at] == 3
    assert roads(s).supply()[at] == 0
    works.destroy_bridge(s, FORST, "14.3.1")
    assert roads(s).prices("truck")[at] >= 4 * MP
    assert roads(s).supply()[at] >= 4
    works.restore_bridge(s, FORST, "14.3.2b")
    assert roads(s).prices("truck")[at] == 3
    assert lines(s, SOVIET, "soviet").spent[5211] == 0


@pytest.mark.rule("14.1.3", "14.1.4", "T.8")
def test_who_holds_a_bridge() -> None:
    s = field("two_stars")
    stand(s, 5110, "de_545_a")
    works.hold_bridges(s)
    assert works.bridge_holder(s, FORST) == 1
    stand(s, 5211, "su_254")
    works.hold_bridges(s)
    assert works.bridge_holder(s, FORST) == 1
    s.put("de_545_a", Hex(4910))
    works.hold_bridges(s)
    assert works.bridge_holder(s, FORST) == 0
    s.put("de_545_a", Hex(5110))
    works.hold_bridges(s)
    assert works.bridge_holder(s, FORST) == 0
    assert works.price_to_demolish(s, s.units["de_545_a"], FORST) == works.NOT_YOUR_BRIDGE
    assert works.price_to_demolish(s, s.units["su_254"], FORST) == 3 * MP
    fresh = field("two_stars")
    stand(fresh, 414, "us_69_271")
    stand(fresh, 514, "su_254")
    assert works.bridge_holder(fresh, (Hex(414), Hex(514))) == 0


@pytest.mark.rule("14.2.1", "14.3.1", "2.2.3")
def test_demolition() -> None:
    s = field("two_stars")
    side = small_bridge(s)
    stand(s, side[0], "su_254", "su_5_art32", "su_hq_5")
    moving(s, "su_254")
    do(s, Demolish(side))
    assert side in s.broken
    assert s.flow[-1].mp == 3 * MP
    assert works.price_to_demolish(s, s.units["su_5_art32"], side) == works.NO_SAPPERS
    s.set(broken=frozenset())
    assert works.price_to_demolish(s, s.units["su_hq_5"], side) == MP
    stand(s, 5211, "su_50", oos=1)
    moving(s, "su_50")
    assert Demolish(FORST) not in options(s)
    s.mark("su_50", oos=0)
    moving(s, "su_50")
    do(s, Demolish(FORST))
    assert s.flow[-1].mp == MP


@pytest.mark.rule("14.2.2", "14.2.3", "14.2.4")
def test_repair() -> None:
    s = field("two_stars")
    side = small_bridge(s)
    s.set(broken=frozenset({side, FORST}))
    stand(s, side[0], "su_254", "su_5_art32")
    assert works.price_to_repair(s, s.units["su_254"], side) == works.NO_HQ_NEAR
    stand(s, side[0], "su_hq_5")
    assert works.price_to_repair(s, s.units["su_5_art32"], side) == works.GUNNERS
    moving(s, "su_254")
    do(s, Repair(side))
    assert side not in s.broken
    assert s.flow[-1].mp == MP
    stand(s, 5211, "su_50", "su_hq_52")
    moving(s, "su_50")
    refusal = why_not(s, Repair(FORST))
    assert refusal is not None
    assert refusal.rule == "14.2.3"
    s = field("two_stars")
    s.set(broken=frozenset({side}))
    stand(s, side[0], "pl_7_33")
    stand(s, side[1], "pl_hq")
    assert works.price_to_repair(s, s.units["pl_7_33"], side) == works.NO_HQ_NEAR
    assert works.price_to_repair(s, s.units["pl_hq"], side) == 3 * MP


@pytest.mark.rule("14.3.2a", "14.3.3", "14.3.4", "14.3.5")
def test_building_over_a_big_river() -> None:
    s = field()
    hq, other = UnitId("su_hq_5"), UnitId("su_hq_52")
    stand(s, 5213, hq, other)
    moving(s, hq)
    assert not [each for each in options(s) if isinstance(each, BuildBridge)]
    works.note_banks(s, SOVIET)
    s.mark(hq, done=0)
    moving(s, hq)
    site = (Hex(5112), Hex(5213))
    do(s, BuildBridge(site))
    assert s.works[hq] == (5213, 5112, 2)
    assert site not in works.sites(s, s.units[other])
    assert works.sites(s, s.units[hq]) == []
    assert "works" in view(s, SOVIET).facts
    assert view(s, GERMAN).facts["works"] == {}
    s.set(turn=3)
    works.finish_bridges(s, SOVIET)
    assert bridge_stands(s, site)
    stand(s, 5213, "su_iv_3")
    moving(s, "su_iv_3")
    assert costs(s)[5112] == 6
    stand(s, 5213, other)
    s.works[other] = (Hex(5213), Hex(5212), 3)
    s.put(other, Hex(5314))
    works.check_works(s)
    assert other not in s.works


@pytest.mark.rule("N.6a", "N.6b", "N.7", "14.3.5")
def test_pontoons() -> None:
    s = field()
    army = "5 Guards Army"
    assert works.pontoon_sites(s, army) == []
    stand(s, 5213, "su_13g")
    sites = works.pontoon_sites(s, army)
    assert (5112, 5213) in sites
    stand(s, 5012, "de_545_a")
    assert (5112, 5213) not in works.pontoon_sites(s, army)
    stand(s, 5112, "su_97g")
    assert (5112, 5213) in works.pontoon_sites(s, army)
    ask(s, Pontoons(SOVIET, army))
    do(s, Lay((Hex(5112), Hex(5213))))
    assert s.built == {(5112, 5213)}
    assert s.pontoons == {army}
    works.destroy_bridge(s, (Hex(5112), Hex(5213)), "8.2.8")
    assert not s.built
    assert army in s.pontoons
    ask(s, Pontoons(SOVIET, "13 Army"))
    assert not s.flow
    stand(s, 5211, "su_280")
    ask(s, Pontoons(SOVIET, "13 Army"))
    do(s, Lay(FORST))
    assert bridge_stands(s, FORST)


@pytest.mark.rule("14.3.2b", "14.2.2", "14.3.4")
def test_a_new_bridge_is_not_told_as_rebuilt() -> None:
    s = field()
    stand(s, 5213, "su_hq_5")
    s.set(turn=3, works={UnitId("su_hq_5"): (Hex(5213), Hex(5112), 2)})
    works.finish_bridges(s, SOVIET)
    works.restore_bridge(s, FORST, "14.3.2b")
    assert [line(s.game, each) for each in s.log] == [
        "A new bridge Jerischke (5112)–5213 is built. 14.3.2b",
        "The bridge Groß Bademeusel (5110)–5211 is rebuilt. 14.3.2b",
    ]
    assert s.works == {}
    assert s.units["su_hq_5"].done == ACTED | HELD


# --- why not


@pytest.mark.rule("14.3.2a", "14.3.3", "14.3.5", "14.3.2b")
def test_why_no_bridge_is_begun() -> None:
    s = field()
    site, (here, to) = (Hex(5112), Hex(5213)), (Hex(5213), Hex(5112))
    stand(s, here, "su_hq_5", "su_hq_52")
    first, second = s.units["su_hq_5"], s.units["su_hq_52"]
    dry = next(hex for hex in s.game.board.near[here] if not s.game.ground.is_big(here, hex))
    assert works.why_not_site(s, first, (min(here, dry), max(here, dry))) == works.NO_BIG_RIVER
    assert works.why_not_site(s, first, site) == works.NOT_ON_THE_BANK
    works.note_banks(s, SOVIET)
    assert works.why_not_site(s, first, site) is None
    stand(s, to, "de_545_a")
    assert works.why_not_site(s, first, site) == works.SITE_TAKEN
    s.send(UnitId("de_545_a"), "aside")
    works.begin_bridge(s, first, site)
    assert s.works == {"su_hq_5": (here, to, 2)}
    assert s.units["su_hq_5"].done == ACTED | HELD
    assert works.why_not_site(s, second, site) == works.ONE_BUILDS
    assert works.why_not_site(s, first, site) == works.ONE_BUILDS
    other = next(hex for hex in s.game.ground.across[here] if hex != to)
    next_one = (min(here, other), max(here, other))
    assert works.why_not_site(s, second, next_one) is None
    assert works.sites(s, second) == [next_one]


@pytest.mark.rule("2.2.6d", "14.3.2a")
def test_who_is_on_the_bank_is_noted_side_by_side() -> None:
    s = field()
    stand(s, 5213, "su_hq_5")
    stand(s, 5112, "de_hq_v")
    stand(s, 4010, "su_hq_52", "de_hq_gd")
    s.set(banks=frozenset({UnitId("de_hq_gd"), UnitId("su_hq_52")}))
    works.note_banks(s, SOVIET)
    assert s.banks == {"su_hq_5", "de_hq_gd"}
    works.note_banks(s, GERMAN)
    assert s.banks == {"su_hq_5", "de_hq_v"}


@pytest.mark.rule("N.6a", "N.6b")
def test_why_a_pontoon_is_not_laid() -> None:
    s = field()
    site, army = (Hex(5112), Hex(5213)), "5 Guards Army"
    stand(s, 5213, "su_13g", "su_5_art32")
    pontoons = Pontoons(SOVIET, army)
    assert pontoons.options(s)
    assert pontoons.why_not(s, Lay((Hex(4010), Hex(4011)))) == works.NO_PONTOON_BANK
    assert Pontoons(SOVIET, "13 Army").why_not(s, Lay(site)) == works.NOT_THE_ARMY
    stand(s, 5112, "de_art_v")
    assert pontoons.why_not(s, Lay(site)) == works.FAR_BANK_TAKEN
    stand(s, 5012, "de_545_a")
    s.send(UnitId("de_art_v"), "aside")
    assert pontoons.why_not(s, Lay(site)) == works.FAR_BANK_HELD
    s.send(UnitId("de_545_a"), "aside")
    assert pontoons.why_not(s, Lay(site)) is None
    s.set(built=frozenset({site}))
    assert pontoons.why_not(s, Lay(site)) == works.BRIDGE_STANDS
    s.set(built=frozenset())
    s.send(UnitId("su_13g"), "aside")
    assert works.pontoon_sites(s, army) == []
    stand(s, 5213, "su_hq_5")
    assert site in works.pontoon_sites(s, army)


@pytest.mark.rule("14.1.3", "14.1.4", "T.8", "N.3")
def test_an_empty_bridge_belongs_to_who_was_there_first() -> None:
    nysa, stars = field(), field("two_stars")
    assert works.bridge_holder(nysa, FORST) == 1
    assert works.bridge_holder(stars, FORST) == 0
    for s, mine, theirs in ((nysa, "su_254", "de_545_a"), (stars, "de_545_a", "su_254")):
        before = works.bridge_holder(s, FORST)
        for end in FORST:
            stand(s, end, mine)
            assert works.bridge_holder(s, FORST) == 1 - before
        works.hold_bridges(s)
        stand(s, FORST[0], theirs)
        assert works.bridge_holder(s, FORST) == 1 - before
        s.send(UnitId(mine), "aside")
        assert works.bridge_holder(s, FORST) == before
        s.send(UnitId(theirs), "aside")
        assert works.bridge_holder(s, FORST) == 1 - before


@pytest.mark.rule("9.1.6", "14.3.4")
def test_with_its_headquarters_a_bridge_is_lost() -> None:
    s = field()
    stand(s, 5213, "su_hq_5", "su_hq_52")
    s.set(works={UnitId("su_hq_5"): (Hex(5213), Hex(5112), 2), UnitId("su_hq_52"): (Hex(5213), Hex(5212), 2)})
    remove(s, UnitId("su_hq_5"), "9.1.5")
    assert set(s.works) == {"su_hq_52"}


@pytest.mark.rule("14.3.2b")
def test_a_bridge_is_finished_in_its_own_sides_phase_a_turn_later() -> None:
    s = field()
    stand(s, 5213, "su_hq_5")
    s.set(works={UnitId("su_hq_5"): (Hex(5213), Hex(5112), 2)})
    for turn, side, done in ((2, SOVIET, False), (3, GERMAN, False), (3, SOVIET, True)):
        s.set(turn=turn)
        works.finish_bridges(s, side)
        assert bool(s.built) == done


@pytest.mark.rule("14.3.2b", "14.3.3")
def test_an_enemy_at_work_on_the_same_bridge_is_in_the_way_as_an_enemy() -> None:
    s = field()
    stand(s, 5213, "su_hq_5")
    stand(s, 5112, "de_hq_v")
    works.note_banks(s, SOVIET)
    s.set(works={UnitId("de_hq_v"): (Hex(5112), Hex(5213), 2)})
    assert works.why_not_site(s, s.units["su_hq_5"], (Hex(5112), Hex(5213))) == works.SITE_TAKEN
