"""5.2 What is shown of an attack before it is ordered."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Commit, Done, Pick
from bridgehead.core.play import dice
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import (
    Lose,
)
from bridgehead.games.budziszyn1945.model.data import Cell
from bridgehead.games.budziszyn1945.rules import (
    air,
    combat,
    retreat,
)
from bridgehead.games.budziszyn1945.rules.air import OFFENSIVE
from bridgehead.games.budziszyn1945.rules.assault import Assault
from bridgehead.games.budziszyn1945.rules.combat import Combat
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses
from bridgehead.games.budziszyn1945.rules.losses import test_units as roll_test
from bridgehead.games.budziszyn1945.rules.odds import attack_parts, defence_parts
from bridgehead.games.budziszyn1945.rules.pursuit import Lane, Pursuit
from bridgehead.games.budziszyn1945.rules.retreat import (
    Retreat,
    StandFirm,
)
from tests.games.budziszyn1945.field import (
    GERMAN,
    SOVIET,
    attack,
    battle,
    do,
    field,
    fly,
    fortify,
    reckon,
    stand,
)
from tests.games.budziszyn1945.fights import facing


@pytest.mark.rule("1.6e", "5.2.1c", "5.1.4c", "5.6.4", "CT.1")
def test_what_is_shown_of_an_attack() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, around[1], "su_50")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")))
    shown = s.flow[-1].forecast(s)
    assert (shown.title, shown.attack, shown.defence) == (f"Attack on hex {clear:04d}", "4 SP", "3 SP")
    assert (shown.odds, shown.column, shown.commit, shown.modifiers) == ("1:1", "1:1", None, ())
    assert shown.columns == s.game.tables.columns
    assert [roll for roll, _ in shown.rows] == [str(roll) for roll in range(2, 13)]
    assert shown.rows[0][1][0] == "lose 1 CEL / lose 1 CEL, disorganized"
    assert shown.rows[10][1][12] == "lose 1 CEL, disorganized / retreat 2"
    s.mark(UnitId("su_50"), disorganized=3)
    fortify(s, clear)
    do(s, Pick(UnitId("su_50")))
    shown = s.flow[-1].forecast(s)
    assert (shown.attack, shown.odds, shown.column, shown.commit) == ("6 SP", "2:1", "1:2", Commit())
    assert [(each.because, each.kind) for each in shown.modifiers] == [
        ("1 disorganized unit halved", "half"),
        ("field fortification", "shift"),
    ]
    stand(s, 2533, "de_hq_moser")
    stand(s, 2534, "su_13g")
    alone = Assault(SOVIET, battle(SOVIET, 2533, "su_13g"))
    s.flow = (s.flow[0], alone)
    shown = s.flow[-1].forecast(s)
    assert (shown.defence, shown.odds, shown.column) == ("helpless", "10:1", "10:1")


@pytest.mark.rule("16.1.4a", "16.1.4b", "9.2.1", "13.1.2", "15.3.1")
def test_what_is_shown_of_an_attack_tells_nothing_of_who_is_hidden() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_545_b", "de_545_c", "de_vs1", "de_hq_v")
    stand(s, around[0], "su_254", "su_hq_52")
    fortify(s, clear)
    fight = battle(SOVIET, clear, "su_254")
    assert {each.rule for each in reckon(s, fight).modifiers} >= {"7.1.10", "9.2.1", "13.1.2"}
    shown = combat.forecast_of(s, fight, None, SOVIET)
    assert (shown.attack, shown.defence, shown.odds, shown.column) == ("4 SP", "hidden", "", "")
    assert [(each.amount, each.because) for each in shown.modifiers] == [
        (-2, "field fortification"),
        (-1, "attacker's HQ"),
    ]
    told = combat.forecast_of(s, fight, None, GERMAN)
    assert told.defence != "hidden"
    assert len(told.modifiers) == len(reckon(s, fight).modifiers)
    for id in ("de_545_b", "de_545_c"):
        s.send(id, "aside")
    assert "15.3.1" in {each.rule for each in reckon(s, fight).modifiers}
    assert "15.3.1" not in {each.rule for each in combat.forecast_of(s, fight, None, SOVIET).modifiers}


@pytest.mark.rule("5.2.1b", "5.6.4", "10.2.2", "6.3.1", "8.2.2", "8.2.4", "6.3.6", "TI.3")
def test_strengths_are_told_in_their_parts() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254", "su_50")
    stand(s, clear + 3, "su_5_art32")
    stand(s, around[3], "de_art_v", "de_art732")
    fly(s, SOVIET, OFFENSIVE, clear, 4)
    fly(s, GERMAN, air.DEFENSIVE, clear, 3)
    s.mark(UnitId("su_50"), oos=1)
    s.mark(UnitId("su_5_art32"), disorganized=2)
    s.mark(UnitId("de_art_v"), disorganized=2)
    fight = battle(
        SOVIET,
        clear,
        "su_254",
        "su_50",
        guns=("su_5_art32",),
        defending_guns=(UnitId("de_art_v"), UnitId("de_art732")),
    )

    def parts(found: Any) -> list[tuple[str, int, str]]:
        return [(each.kind, each.amount, each.because) for each in found]

    assert parts(attack_parts(s, fight)) == [
        ("add", 6, "from units"),
        ("add", 3, "from artillery"),
        ("add", 4, "from aircraft"),
        ("half", 2, "1 disorganized unit halved"),
        ("half", 2, "1 out-of-supply unit halved"),
    ]
    forced = replace(fight, forced=(UnitId("su_50"),), air=False)
    assert parts(attack_parts(s, forced)) == [
        ("add", 8, "from units"),
        ("add", 3, "from artillery"),
        ("half", 2, "1 disorganized unit halved"),
    ]
    assert parts(defence_parts(s, fight)) == [
        ("add", 3, "from units"),
        ("add", 4, "from artillery"),
        ("add", 2, "from aircraft"),
        ("half", 2, "1 disorganized unit halved"),
    ]
    swamp = Hex(3002)
    beside = next(hex for hex in s.game.board.near[swamp] if hex not in s.game.ground.swamp)
    stand(s, swamp, "su_cav_1")
    stand(s, beside, "de_21_22")
    assert parts(attack_parts(s, battle(GERMAN, swamp, "de_21_22"))) == [
        ("add", 5, "from units"),
        ("half", 2, "halved by swamp"),
    ]


@pytest.mark.rule("5.5.4", "5.4.14", "TI.4")
def test_water_counts_when_more_than_half_comes_across_it() -> None:
    s = field()
    ground, near = s.game.ground, s.game.board.near

    def banks(hex: Hex) -> tuple[list[Hex], list[Hex], list[Hex]]:
        big = [to for to in near[hex] if ground.is_big(hex, to)]
        stream = [to for to in near[hex] if ground.is_stream(hex, to) and to not in big]
        return big, stream, [to for to in near[hex] if to not in (*big, *stream)]

    target = next(hex for hex in s.game.board.hexes if all(banks(hex)))
    over_river, over_stream, dry = (hexes[0] for hexes in banks(target))
    stand(s, target, "de_545_a")
    equal = ("su_254", "su_50", "su_111")
    for starts, found in (
        ((over_river, dry), []),
        ((over_river, over_river, dry), [-3]),
        ((over_stream, dry), []),
        ((over_stream, over_stream, dry), [-1]),
        ((over_river, over_stream, dry), [-1]),
        ((over_river, over_stream), [-1]),
    ):
        for unit, hex in zip(equal, starts, strict=False):
            stand(s, hex, unit)
        fight = battle(SOVIET, target, *equal[: len(starts)])
        assert [each.amount for each in reckon(s, fight).shifts if each.rule == "5.5.4"] == found, starts


@pytest.mark.rule("5.3.1", "5.1.8", "5.3.8a", "5.4.1", "5.6.1")
def test_the_dead_neither_retreat_nor_pay_nor_pursue_nor_shake() -> None:
    s, clear, around = facing()
    dead, alive = UnitId("de_545_b"), UnitId("de_545_a")
    s.eliminate(dead)
    both = (alive, dead)
    asked = Retreat(GERMAN, 1, both)
    assert asked.why_not(s, Pick(dead)) == retreat.NOT_RETREATING
    assert asked.options(s) == [Pick(alive), Done()]
    assert asked.about(s).hexes == (clear,)
    assert TakeLosses(GERMAN, both, 1).options(s) == [Lose(alive)]
    assert TakeLosses(GERMAN, (dead,), 1).over(s)
    firm = StandFirm(GERMAN, both, 1)
    assert firm.options(s) == [Lose(alive)]
    assert firm.why_not(s, Lose(dead)) == retreat.FAR_ENOUGH
    lane = Lane((Hex(around[0]),), 2, advance=True)
    came = ((alive, Hex(clear)), (dead, Hex(clear)))
    assert Pursuit(GERMAN, came, (lane,)).options(s) == [Pick(alive), Done()]
    with dice(s, 6, 6):
        roll_test(s, both, "5.6.1")
    assert s.units[alive].disorganized
    assert not s.units[dead].disorganized
    with dice(s):
        roll_test(s, (dead,), "5.6.1")
    fight = battle(GERMAN, around[0], alive, dead)
    Combat(battle=fight, fought=both, attacker=Cell(disorganized=True)).attackers_disorganized(s)
    assert not s.units[dead].disorganized
    s.mark(dead, oos=1)
    Combat(battle=fight, fought=both).levels(s)
    assert s.units[dead].oos == 1
