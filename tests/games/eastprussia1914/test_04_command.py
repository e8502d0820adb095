"""4.0 Command."""

import pytest

from bridgehead.core.actions import Choose, Done, Draw, MoveTo, Pick
from bridgehead.core.play import dice, options, push, view
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.model.actions import Deselect, PutBack
from bridgehead.games.eastprussia1914.rules.activation import (
    ALREADY_ACTIVE,
    ISOLATED_UNIT,
    NOT_INDEPENDENT,
    Activation,
    ChooseFreeMovers,
    ChooseHq,
    ChooseIndependents,
    DrawPhase,
)
from bridgehead.games.eastprussia1914.rules.chits import (
    MUST_STAY,
    NOT_SELECTED,
    ORDERED,
    RESTING,
    SLOW,
    Exchange,
    GiveBack,
    SelectChits,
    available,
    capacity,
    close_selection,
    russian_selection,
    select_in_advance,
    selected,
    why_not_available,
)
from bridgehead.games.eastprussia1914.rules.combat import CombatSegment
from bridgehead.games.eastprussia1914.rules.command import (
    ANOTHER_CORPS,
    GARRISON,
    ISOLATED_HQ,
    corps_units,
    in_command,
    why_not_commandable,
)
from bridgehead.games.eastprussia1914.rules.demolition import RailwayWork
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.special import compulsory_chits
from tests.games.eastprussia1914.table import (
    GERMAN,
    RUSSIAN,
    activate,
    ask,
    chit,
    empty,
    no,
    now,
    opening,
    select,
    selection,
    stand,
    unit,
    units,
)


@pytest.mark.rule("4.1.4")
def test_4_1_4_selection_is_secret_and_its_number_public() -> None:
    s = opening(turn=2)
    select(s, GERMAN)
    push(s, Draw(chit("G-HQ-XX")))
    push(s, Done())
    assert all(told.only == (GERMAN,) for told in s.log)
    select(s, RUSSIAN)
    seen = view(s, RUSSIAN).facts["cup"]
    assert seen == {"german": None, "russian": []}
    ask(s)
    close_selection(s)
    assert view(s, RUSSIAN).facts["cup"] == {"german": 1, "russian": []}
    assert view(s, GERMAN).facts["cup"] == {"german": ["chit-G-HQ-XX"], "russian": 0}


@pytest.mark.rule("4.2.5", "4.2.3")
def test_4_2_5_a_chit_is_drawn_once_a_turn() -> None:
    s = opening(turn=2)
    s.set(cup=(chit("G-HQ-XX"),))
    ask(s, DrawPhase())
    while s.flow:
        push(s, options(s)[-1])
    assert s.used == (chit("G-HQ-XX"),) and not s.cup
    assert selection(s, GERMAN, "G-HQ-XX", "G-HQ-XX") is not None


@pytest.mark.rule("4.2.6", "4.2.6b", "12.6b")
def test_4_2_6_aok8() -> None:
    s = opening(turn=4)
    s.mark(UnitId("G-HQ-IR"), supply="isolated")
    ask(s, Activation(side=GERMAN, chit=chit("AOK8")))
    assert isinstance(now(s), ChooseHq)
    assert no(s, Pick(UnitId("G-HQ-IR"))) is ISOLATED_HQ
    push(s, Pick(UnitId("G-HQ-XX")))
    push(s, Choose("command"))
    while not isinstance(now(s), ChooseFreeMovers):
        push(s, options(s)[0])
    commanded = now(s).commanded
    assert set(units("G-37", "G-41")) <= set(commanded)
    s.mark(UnitId("G-2Lw"), supply="isolated")
    assert no(s, Pick(commanded[-1])) is ALREADY_ACTIVE
    assert no(s, Pick(UnitId("G-2Lw"))) is ISOLATED_UNIT
    assert no(s, Pick(UnitId("G-Thorn"))) is GARRISON
    assert no(s, Pick(UnitId("G-1"))) is NOT_INDEPENDENT
    push(s, Pick(UnitId("G-35R")))
    push(s, Pick(UnitId("G-9Lw")))
    assert isinstance(now(s), MovementSegment)
    assert set(units("G-35R", "G-9Lw")) <= set(now(s).units)
    assert unit(s, "G-35R").activated == ("chit-AOK8",)
    stand(s, 236, "R-15C")
    push(s, Done())
    fighting = [frame for frame in s.flow if isinstance(frame, CombatSegment)]
    assert not any(set(units("G-35R", "G-9Lw")) & set(frame.fighters) for frame in fighting)


@pytest.mark.rule("4.2.6")
def test_4_2_6_without_an_hq_only_the_two_units_move() -> None:
    s = empty(turn=4)
    stand(s, 2025, "G-3R")
    ask(s, Activation(side=GERMAN, chit=chit("AOK8")))
    assert isinstance(now(s), ChooseFreeMovers)
    push(s, Pick(UnitId("G-3R")))
    push(s, Done())
    assert isinstance(now(s), MovementSegment) and now(s).units == units("G-3R")


@pytest.mark.rule("4.3.2b", "4.3.2a")
def test_4_3_2b_a_unit_stays_activated_when_hq_and_unit_part() -> None:
    s = empty(turn=4)
    stand(s, 2526, "G-HQ-XX", mode="command")
    stand(s, 2528, "G-37")
    stand(s, 2530, "R-4")
    activate(s, "G-HQ-XX")
    push(s, Choose("movement"))
    push(s, Pick(UnitId("G-HQ-XX")))
    push(s, MoveTo(Hex(2525)))
    push(s, Done())
    assert not in_command(s, unit(s, "G-HQ-XX"), Hex(2528))
    push(s, Pick(UnitId("G-37")))
    push(s, MoveTo(Hex(2529)))
    push(s, Done())
    assert isinstance(now(s), CombatSegment) and now(s).fighters == units("G-37")


@pytest.mark.rule("4.3.3", "4.3.3b", "4.3.5a")
def test_4_3_3_limits_of_command() -> None:
    s = empty(turn=6)
    stand(s, 2526, "G-HQ-XX", mode="command")
    stand(s, 2527, "G-3R", "G-69")
    stand(s, 2525, "G-Ersatz", "G-1/1")
    stand(s, 2524, "G-1")
    activate(s, "G-HQ-XX")
    push(s, Choose("command"))
    assert no(s, Pick(UnitId("G-1"))) is ANOTHER_CORPS
    for name in ("G-3R", "G-69", "G-Ersatz"):
        push(s, Pick(UnitId(name)))
    assert isinstance(now(s), MovementSegment)
    s = empty(turn=6)
    stand(s, 2526, "R-HQ-VI", mode="command")
    stand(s, 2527, "R-4C", "R-6C")
    stand(s, 2525, "R-15C")
    activate(s, "R-HQ-VI")
    push(s, Choose("command"))
    for name in ("R-4C", "R-6C"):
        push(s, Pick(UnitId(name)))
    assert isinstance(now(s), MovementSegment)
    assert corps_units(s, unit(s, "R-HQ-VI")) == []


@pytest.mark.rule("4.3.4b", "11.3.3d", "12.6c")
def test_4_3_4b_an_isolated_hq_is_not_activated_but_stays() -> None:
    s = opening(turn=2)
    s.mark(UnitId("R-HQ-VI"), supply="isolated")
    assert why_not_available(s, chit("R-HQ-VI"), 2) is ISOLATED_HQ
    s.set(cup=(chit("R-HQ-VI"),))
    ask(s, DrawPhase())
    assert not s.flow and unit(s, "R-HQ-VI").hex


@pytest.mark.rule("4.3.4a")
def test_4_3_4a_one_hex_beyond_a_major_river() -> None:
    s = empty()
    reached = s.ground.in_range(Hex(2913), 3)
    assert 2914 in reached and 2915 not in s.ground.in_range(Hex(2913), 2)
    assert 2913 in s.ground.in_range(Hex(2913), 0)


@pytest.mark.rule("4.4e", "13.3")
def test_4_4e_garrisons_are_never_activated() -> None:
    s = opening()
    assert why_not_commandable(s, unit(s, "G-HQ-IR"), unit(s, "G-Loetzen")) is GARRISON
    ask(s, ChooseIndependents(GERMAN, UnitId("G-HQ-IR"), 3))
    assert no(s, Pick(UnitId("G-Loetzen"))) is GARRISON


@pytest.mark.rule("18.1.4", "16.2.2")
def test_18_1_4_at_most_two_first_army_chits() -> None:
    s = opening(turn=3)
    three = ("R-HQ-II", "R-HQ-III", "R-HQ-IV")
    assert selection(s, RUSSIAN, *three) is RESTING
    assert selection(s, RUSSIAN, "R-HQ-II", "R-HQ-III", "R-HQ-VI") is None
    assert selection(opening(turn=2), RUSSIAN, *three) is None
    for turn in (4, 5, 6):
        assert selection(opening("tannenberg", turn=turn), RUSSIAN, *three) is SLOW
    assert selection(opening("tannenberg", turn=7), RUSSIAN, *three) is None


@pytest.mark.rule("18.1.5", "16.3.7c")
def test_18_1_5_aok8_from_turn_4() -> None:
    assert chit("AOK8") not in available(opening(turn=3), GERMAN, 3)
    assert chit("AOK8") in available(opening(turn=4), GERMAN, 4)
    assert chit("AOK8") in available(opening("masurian"), GERMAN, 12)


@pytest.mark.rule("18.2b")
def test_18_2b_events_and_command_points() -> None:
    assert capacity(opening(turn=5, event=10), RUSSIAN, 5) == 4
    assert capacity(opening(turn=5, event=12), RUSSIAN, 5) == 6
    assert capacity(opening(turn=5, event=10), GERMAN, 5) == 4
    s = opening(turn=8, event=10)
    assert capacity(s, RUSSIAN, 8) == 3


@pytest.mark.rule("18.2b", "18.2d")
def test_18_2b_wireless_in_clear() -> None:
    s = opening(turn=4, event=5)
    s.set(cup=(chit("G-HQ-I"), chit("G-HQ-XX"), chit("R-HQ-VI")))
    close_selection(s)
    assert isinstance(now(s), Exchange)
    assert view(s, GERMAN).facts["cup"]["russian"] == ["chit-R-HQ-VI"]
    assert view(s, RUSSIAN).facts["cup"]["german"] == 2
    assert no(s, PutBack(chit("G-HQ-XVII"))) is NOT_SELECTED
    push(s, PutBack(chit("G-HQ-I")))
    push(s, Draw(chit("AOK8")))
    assert s.cup == (chit("G-HQ-XX"), chit("R-HQ-VI"), chit("AOK8"))
    s = opening(turn=1, event=5)
    s.set(cup=(chit("G-HQ-I"), chit("G-HQ-XX")))
    close_selection(s)
    assert no(s, PutBack(chit("G-HQ-I"))) is MUST_STAY


@pytest.mark.rule("17.2")
def test_17_2_orders_in_advance() -> None:
    s = opening(turn=2, orders_in_advance="on")
    russian_selection(s)
    assert isinstance(now(s), SelectChits) and now(s).turn == 2
    ask(s)
    select_in_advance(s)
    assert isinstance(now(s), SelectChits) and now(s).turn == 3
    for name in ("R-HQ-III", "R-HQ-IV", "R-HQ-VI", "R-HQ-XV", "R-HQ-XIII"):
        push(s, Draw(chit(name)))
    push(s, Done())
    assert chit("R-HQ-XV") in s.orders and view(s, GERMAN).facts["orders"] == []
    s.set(turn=3)
    kept = s.orders
    russian_selection(s)
    assert s.cup == kept and not any(s.orders)
    s.set(cup=(), orders=kept, event=10)
    russian_selection(s)
    assert isinstance(now(s), GiveBack)
    push(s, PutBack(chit("R-HQ-VI")))
    assert len(s.cup) == 4 and chit("R-HQ-VI") not in s.cup
    s.set(cup=(), orders=kept, event=12)
    russian_selection(s)
    assert s.cup == kept
    s.set(cup=(), orders=kept)
    stand(s, 2239, "R-HQ-I", mode="movement")
    stand(s, 2639, "R-HQ-XXIII", mode="movement")
    russian_selection(s)
    assert no(s, Deselect(chit("R-HQ-III"))) is ORDERED
    push(s, Draw(chit("R-HQ-I")))
    assert options(s) == [Deselect(chit("R-HQ-I")), Done()]
    s = opening(orders_in_advance="on")
    select_in_advance(s)
    assert not s.flow


@pytest.mark.rule("4.2.4")
def test_4_2_4_a_removed_hq_has_no_chit() -> None:
    s = opening(turn=2)
    s.send(UnitId("R-HQ-VI"), "removed")
    assert selection(s, RUSSIAN, "R-HQ-VI") is not None
    s.set(cup=(chit("R-HQ-VI"),))
    with dice(s, 1):
        ask(s, DrawPhase())
    assert not s.flow


@pytest.mark.rule("17.2", "18.2b")
def test_17_2_an_event_adds_to_the_chits_chosen_in_advance() -> None:
    s = opening(turn=3, orders_in_advance="on")
    four = tuple(chit(f"R-HQ-{name}") for name in ("III", "IV", "VI", "XV"))
    s.set(orders=four, orders_turn=3, event=12)
    russian_selection(s)
    assert (now(s).points, now(s).left, now(s).kept) == (5, 1, four)
    s.flow = ()
    s.set(orders=four, orders_turn=3, event=0)
    russian_selection(s)
    assert not s.flow and s.cup == four and (s.orders, s.orders_turn) == ((), 0)
    s.set(cup=(), orders=four, orders_turn=3, event=10)
    russian_selection(s)
    assert not s.flow and s.cup == four, "four of five points used: none has to be given back"


@pytest.mark.rule("17.2", "16.3.7f")
def test_17_2_when_chits_are_chosen_in_advance() -> None:
    for scenario, turn, asked in (
        ("campaign", 1, 0),
        ("campaign", 2, 3),
        ("campaign", 15, 16),
        ("campaign", 16, 0),
        ("tannenberg", 4, 5),
        ("masurian", 12, 13),
        ("masurian", 13, 0),  # on turns 14 and 15 the set stays
        ("masurian", 15, 16),
    ):
        s = opening(scenario, turn=turn, orders_in_advance="on")
        select_in_advance(s)
        assert (now(s).turn if s.flow else 0) == asked, (scenario, turn)


@pytest.mark.rule("16.3.7f", "16.3.7g")
def test_16_3_7_only_a_free_russian_selection_is_kept() -> None:
    s = opening("masurian", turn=13)
    kept = tuple(chit(f"R-HQ-{name}") for name in ("II", "III"))
    selected(s, GERMAN, (chit("G-HQ-I"),), 13)
    assert s.standing == ()
    selected(s, RUSSIAN, kept, 13)
    assert s.standing == kept
    s.mark(UnitId("R-HQ-II"), supply="isolated")
    for turn, cup in ((14, kept[1:]), (15, kept)):
        s.set(turn=turn, cup=())
        russian_selection(s)
        assert s.cup == cup and s.standing == kept
        s.mark(UnitId("R-HQ-II"), supply="")


@pytest.mark.rule("16.1.5", "18.1.1", "18.1.3a", "18.1.4")
def test_18_1_compulsory_chits_in_the_campaign_only() -> None:
    three = ("R-HQ-II", "R-HQ-III", "R-HQ-IV")
    assert selection(opening("tannenberg", turn=3), RUSSIAN, *three) is None
    for side in (GERMAN, RUSSIAN):
        assert compulsory_chits(opening("tannenberg"), side, 1) == ()
        assert compulsory_chits(opening(), side, 2) == ()
    assert compulsory_chits(opening(), GERMAN, 1) == (chit("G-HQ-I"),)
    s = opening()
    s.mark(UnitId("G-HQ-I"), supply="isolated")
    assert selection(s, GERMAN, "G-HQ-XVII", "G-HQ-XX", "G-HQ-IR") is None, (
        "what cannot be selected need not be"
    )


@pytest.mark.rule("4.2.1", "4.2.6")
def test_4_2_6_the_aok8_chit_is_drawn_like_any_other() -> None:
    s = opening(turn=4)
    s.set(cup=(chit("AOK8"),))
    ask(s, DrawPhase())
    assert isinstance(now(s), ChooseHq) and s.used == (chit("AOK8"),)


@pytest.mark.rule("4.2.6", "4.3.3")
def test_4_2_6_activated_units_are_told_if_there_are_any() -> None:
    s = empty(turn=4)
    stand(s, 2025, "G-3R")
    ask(s, Activation(side=GERMAN, chit=chit("AOK8")))
    push(s, Pick(UnitId("G-3R")))
    push(s, Done())
    assert [type(told.event).__name__ for told in s.log] == ["UnitsActivated", "SegmentBegan"]
    s = empty(turn=4)
    stand(s, 2025, "G-HQ-I", mode="movement")
    activate(s, "G-HQ-I")
    push(s, Choose("movement"))
    assert [type(told.event).__name__ for told in s.log] == ["HqActivated", "SegmentBegan"]


@pytest.mark.rule("10.1.1", "11.3.3c", "6.3.4", "17.3")
def test_4_2_2_who_may_attack_and_who_may_work_after_the_movement() -> None:
    s = empty(turn=5, demolitions="on")
    stand(s, 3714, "G-35", "G-36", "G-1")
    s.mark(UnitId("G-36"), supply="isolated")
    stand(s, 3814, "R-25")
    parts = [part.__name__ for part in Activation.sequence]
    found = Activation(
        side=GERMAN,
        chit=chit("G-HQ-I"),
        units=units("G-35", "G-36", "G-1"),
        tired=units("G-1"),
        moved=units("G-1"),
        fought=units("G-35"),
    )
    ask(s, replace(found, at=parts.index("combat_segment")))
    assert isinstance(now(s), CombatSegment) and now(s).fighters == units("G-35")
    ask(s, replace(found, at=parts.index("railway_work")))
    assert isinstance(now(s), RailwayWork) and now(s).idle == units("G-36")


@pytest.mark.rule("17.2", "4.1.3")
def test_17_2_a_chit_chosen_in_advance_goes_with_its_hq() -> None:
    s = opening(turn=3, orders_in_advance="on")
    s.set(orders=tuple(chit(f"R-HQ-{name}") for name in ("III", "IV", "VI", "XV", "XIII")), orders_turn=3)
    s.send(UnitId("R-HQ-VI"), "removed")
    russian_selection(s)
    assert not s.flow and s.cup == tuple(chit(f"R-HQ-{name}") for name in ("III", "IV", "XIII", "XV"))
