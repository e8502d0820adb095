"""1.0 Basic information, 2.0 phases and turns."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Attack, Done, Pick
from bridgehead.core.data import Data, DataError
from bridgehead.core.play import dice, options, push, setup, why_not
from bridgehead.core.values import Die, Hex, UnitId
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945 import build
from bridgehead.games.budziszyn1945.model.data import Mission, cell
from bridgehead.games.budziszyn1945.model.events import DayBegan, PhaseOpened, PontoonsOpened
from bridgehead.games.budziszyn1945.model.ground import MP
from bridgehead.games.budziszyn1945.model.state import (
    ACTED,
    BARRAGED,
    DUG,
    FIRED,
    FOUGHT,
    GAVE,
    HELD,
    MARKED,
    OPEN,
    RETREATED,
    SHIFTED,
    State,
    in_play,
)
from bridgehead.games.budziszyn1945.rules import air
from bridgehead.games.budziszyn1945.rules.air import AirPlanning
from bridgehead.games.budziszyn1945.rules.artillery import BarragePhase
from bridgehead.games.budziszyn1945.rules.attack import AttackPhase
from bridgehead.games.budziszyn1945.rules.combat import Combat
from bridgehead.games.budziszyn1945.rules.elimination import lose
from bridgehead.games.budziszyn1945.rules.interdiction import HAMPER, RIVER, attack_waders
from bridgehead.games.budziszyn1945.rules.losses import phases_a_turn
from bridgehead.games.budziszyn1945.rules.losses import test_units as roll_test
from bridgehead.games.budziszyn1945.rules.movement import starting_mp
from bridgehead.games.budziszyn1945.rules.movement_phase import MovementPhase
from bridgehead.games.budziszyn1945.rules.sequence import GameTurn, PlayerTurn
from bridgehead.games.budziszyn1945.rules.special import roll_defection
from bridgehead.games.budziszyn1945.rules.supply import surrender
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    NAME,
    SOVIET,
    ask,
    attack,
    battle,
    begun,
    costs,
    field,
    fly,
    moving,
    stand,
)


def game() -> object:
    return load_game(NAME)


@pytest.mark.rule("1.1", "TI.5", "TI.6")
def test_the_map() -> None:
    s = field()
    board, ground = s.game.board, s.game.ground
    assert len(board.hexes) == 66 * 39
    assert len(ground.town) == 67
    assert ground.distance(Hex(5314), Hex(5212)) == 3
    for a, b in ((5213, 5112), (5829, 5830), (101, 6638)):
        assert ground.distance(Hex(a), Hex(b)) == board.grid.distance(a, b)
    for city in ("dresden", "cottbus", "bautzen", "goerlitz"):
        hexes = board.marks[city]
        assert len(hexes) >= 2
        for hex in hexes:
            assert "city" in ground.kinds[hex]
            assert any(
                ground.route.get((min(hex, to), max(hex, to))) == "main_road" for to in hexes if to != hex
            )
    assert {kind for kinds in ground.kinds for kind in kinds} == set(s.game.tables.terrain)


@pytest.mark.rule("1.2a", "1.2b", "1.2c", "6.1.6", "9.1.4", "9.1.2", "SA.1", "1.3b")
def test_counters() -> None:
    s = field()
    counters = s.game.counters
    assert len(counters) == 317
    tank = counters["de_21_22"]
    assert (tank.attack, tank.mp, tank.star, tank.formation) == ((5, 3), 7, "black", "21 ARM")
    assert all(counter.cel == 1 for counter in counters.values() if counter.guns or counter.hq)
    assert all(counter.mp == 10 and counter.cls == "hq" for counter in counters.values() if counter.hq)
    assert counters["su_52_sp"].label == "Art.panc."
    assert counters["su_13g"].guards
    assert [id for id in counters if counters[id].concentration == "V MECH"] == [
        "su_v_10", "su_v_11", "su_v_12", "su_v_24",
    ]  # fmt: skip


@pytest.mark.rule("1.2d", "1.3a", "1.3c", "6.1.1", "6.2.1")
def test_kinds_of_units() -> None:
    counters = field().game.counters
    own = counters["de_21_art"]
    assert own.self_propelled
    assert own.cel == 2
    assert own.attacks
    assert not own.regular
    guns = counters["de_art_v"]
    assert guns.guns
    assert guns.cls == "truck"
    assert guns.motorized
    assert not guns.attacks
    assert counters["de_691at"].regular
    assert not counters["de_691at"].attacks
    assert counters["de_vs1"].regular
    assert not counters["de_hq_v"].regular
    assert not counters["de_rg1"].regular
    assert not counters["de_545_a"].motorized
    assert counters["su_vii_24"].mechanized


@pytest.mark.rule("1.2e", "3.2.2")
def test_losing_cels() -> None:
    s = field()
    stand(s, 4010, "de_545_a", "de_hq_v")
    assert s.ledger["cels"][4010] == 3
    lose(s, UnitId("de_545_a"), "1.2e")
    assert (s.units["de_545_a"].cel, s.ledger["cels"][4010]) == (1, 2)
    lose(s, UnitId("de_545_a"), "1.2e")
    assert s.units["de_545_a"].box == "eliminated"
    assert s.ledger["cels"][4010] == 1


@pytest.mark.rule("1.7e", "3.1.16", "8.2.14", "12.2.3", "3.1.13d")
def test_movement_points_keep_fractions() -> None:
    s = field()
    stand(s, 4010, "de_21_125", oos=1)
    assert starting_mp(s, s.units["de_21_125"], strategic=False, forced=False) == 42
    assert starting_mp(s, s.units["de_21_125"], strategic=True, forced=False) == 42 - 2 * MP
    s = field("two_stars")
    stand(s, 4010, "su_254", oos=1)
    fly(s, ALLIED, HAMPER, 4010, 7)
    assert starting_mp(s, s.units["su_254"], strategic=False, forced=False) == MP
    fly(s, ALLIED, HAMPER, 4011, 7)
    assert starting_mp(s, s.units["su_254"], strategic=False, forced=False) == 0
    moving(s, "su_254")
    assert costs(s) == {}


@pytest.mark.rule("1.8", "5.6.2a")
def test_2k6() -> None:
    s = field()
    stand(s, 4010, "de_545_a")
    for first, second, shaken in ((5, 5, False), (5, 6, True)):
        s.mark("de_545_a", disorganized=0)
        with dice(s, first, second):
            roll_test(s, (UnitId("de_545_a"),), "5.6.2a")
        assert bool(s.units["de_545_a"].disorganized) == shaken


@pytest.mark.rule(
    "2.1.1", "2.1.3", "2.1.4", "2.1.5", "2.2.1", "2.2.3", "2.2.5", "2.2.6a", "2.2.7", "2.2.8", "N.2"
)
def test_the_twelve_phases_in_order() -> None:
    s = begun()
    seen: list[tuple[str, str]] = [(s.phasing, s.phase)]
    while s.turn == 1:
        told = push(s, Done() if Done() in options(s) else options(s)[0])
        seen.extend((t.event.side, t.event.phase) for t in told if isinstance(t.event, PhaseOpened))
        if any(isinstance(t.event, DayBegan) for t in told):
            break
    names = ["air", "barrage", "movement", "attack", "strategic movement", "supply"]
    assert seen[:12] == [(side, name) for side in (SOVIET, GERMAN) for name in names]
    assert s.turn == 2


@pytest.mark.rule("T.17", "T.2", "T.9", "2.2.8")
def test_eighteen_phases_with_three_players() -> None:
    s = field("two_stars_three")
    assert in_play(s) == (ALLIED, SOVIET, GERMAN)
    assert phases_a_turn(s) == 18
    assert s.units["de_hq_iv"].side == GERMAN
    two = field("two_stars")
    assert in_play(two) == (ALLIED, SOVIET)
    assert two.units["de_hq_iv"].side == ALLIED
    assert [part.__name__ for part in PlayerTurn.sequence if part.__name__ != "close"] == [
        "air", "barrage", "movement", "after_movement", "attack", "after_attack", "pontoons",
        "strategic_movement", "supply", "last",
    ]  # fmt: skip


@pytest.mark.rule("2.1.2", "2.1.4a")
def test_actions_belong_to_their_phase_and_empty_phases_pass() -> None:
    s = field()
    stand(s, 4010, "de_545_a")
    stand(s, 4011, "su_254")
    ask(s, MovementPhase(SOVIET))
    assert why_not(s, Attack(Hex(4010))) is not None
    assert Done() in options(s)
    attack(s, SOVIET)
    assert isinstance(s.flow[-1], AttackPhase)
    assert why_not(s, Pick(UnitId("su_254"))) is not None
    s.put("de_545_a", Hex(2010))
    attack(s, SOVIET)
    assert not s.flow
    ask(s, MovementPhase(SOVIET, strategic=True))
    assert not s.flow
    ask(s, AirPlanning(GERMAN))
    assert not s.flow


@pytest.mark.rule("CT.1", "CT.2", "CT.3", "AA.1", "AO.1", "AF.1")
def test_tables() -> None:
    tables = field().game.tables
    assert str(cell("R3XL1")) == "retreat 3, lose 1 CEL, disorganized"
    by_name = {name: at for at, name in enumerate(tables.columns)}

    def at(roll: int, column: str) -> str:
        attacker, defender = tables.combat[roll - 2][by_name[column]]
        return f"{attacker} / {defender}"

    assert at(4, "1:4") == "retreat 1, test / no effect"
    assert at(12, "1:1") == "retreat 2, lose 1 CEL, disorganized / lose 1 CEL"
    assert at(3, "9:1") == "test / retreat 4, lose 1 CEL"
    assert at(3, "10:1") == "test / retreat 5, lose 1 CEL"
    assert at(11, "9:1") == "lose 1 CEL / retreat 2"
    assert at(11, "10:1") == "test / retreat 3"
    assert at(12, "9:1").endswith("/ retreat 1")
    assert [at(8, column) for column in ("7:1", "8:1", "9:1", "10:1")] == [
        "no effect / retreat 3, lose 1 CEL", "no effect / retreat 3",
        "no effect / retreat 3, lose 1 CEL", "no effect / retreat 3",
    ]  # fmt: skip
    air = dict(tables.fire["air_attack"])
    assert (air[13][0].lose, air[17][1].lose, air[17][0].disorganized) == (2, 2, True)
    assert dict(tables.fire["artillery"])[13][10].lose == 2
    assert all(each.disorganized for each in dict(tables.fire["objects"])[17])


def test_wrong_data_is_named(tmp_path: object) -> None:
    home = Path(str(tmp_path)) / NAME
    home.mkdir()
    for name, text in (
        ("units", "[unit.de_545_a]\nattack = [3]\n"),
        ("tables", '[combat.rows]\n2 = "L1/-"\n'),
        ("tables", '[fire.artillery]\n1 = "- -"\n'),
        ("scenarios", '[setup.nysa.ge_0919]\nunits = "nobody"\n'),
        ("scenarios", '[setup.nysa.ge_0919]\nhexes = "9999"\n'),
    ):
        for each in home.glob("*.toml"):
            each.unlink()
        (home / f"{name}.toml").write_text(text, encoding="utf-8")
        with pytest.raises(DataError):
            build(Data(f"bridgehead.games.{NAME}", home.parent))


def test_the_game_is_set_up_at_once() -> None:
    for scenario in load_game(NAME).scenarios:
        assert setup(load_game(NAME), scenario, 1).flow


EVERYTHING = (
    ACTED | HELD | DUG | MARKED | FOUGHT | FIRED | RETREATED | BARRAGED | GAVE | OPEN | SHIFTED
)  # fmt: skip


@pytest.mark.rule("2.1.2", "2.2.3", "5.1.1", "5.3.10", "6.1.4", "6.5.5", "12.1.2", "16.1.3")
def test_what_units_did_is_forgotten_when_it_no_longer_counts() -> None:
    """Moves as the side's next Movement Phase begins, retreats and barrages as it ends; fights and fire as
    any Combat Phase begins, open faces as it ends."""
    for part, forgotten, everybody in (
        ("movement", ACTED | HELD | DUG | MARKED | GAVE | SHIFTED, False),
        ("after_movement", RETREATED | BARRAGED, False),
        ("attack", FOUGHT | FIRED, True),
        ("after_attack", OPEN, True),
    ):
        s = field()
        stand(s, 4010, "su_254", done=EVERYTHING)
        stand(s, 2010, "de_545_a", done=EVERYTHING)
        getattr(PlayerTurn(side=SOVIET), part)(s)
        assert s.units["su_254"].done == EVERYTHING - forgotten, part
        assert s.units["de_545_a"].done == EVERYTHING - (forgotten if everybody else 0), part


@pytest.mark.rule("12.1.3", "12.1.4", "11.1.3", "11.1.5")
def test_the_strategic_phase_frees_who_was_kept_for_it_and_who_still_waits() -> None:
    s = field()
    stand(s, 4010, "su_254", done=HELD | MARKED)
    stand(s, 4010, "su_50", done=HELD)
    s.mark(UnitId("su_337"), box="waiting", zone="C", done=HELD)
    stand(s, 2010, "de_545_a", done=HELD | MARKED)
    s.set(entering={Hex(6605): 8})
    PlayerTurn(side=SOVIET).strategic_movement(s)
    held = {id for id in ("su_254", "su_50", "su_337", "de_545_a") if s.units[id].done & HELD}
    assert held == {"su_50", "de_545_a"}
    assert s.entering == {}
    assert s.flow[-1] == MovementPhase(SOVIET, strategic=True)


@pytest.mark.rule("2.2.3", "11.1.1", "11.1.5", "14.3.2b")
def test_a_movement_phase_begins_with_finished_bridges_and_arrivals() -> None:
    s = field()
    stand(s, 5213, "su_hq_5")
    s.set(works={UnitId("su_hq_5"): (Hex(5213), Hex(5112), 1)}, entering={Hex(6605): 8})
    s.send(UnitId("su_337"), "reinforcements")
    PlayerTurn(side=SOVIET).movement(s)
    assert s.built == {(5112, 5213)}
    assert s.units["su_337"].box == "waiting"
    assert s.entering == {}
    assert s.flow[-1] == MovementPhase(SOVIET)


@pytest.mark.rule("2.2.2", "6.5.1", "N.4")
def test_barrages_are_fired_by_the_soviets_on_the_first_day_of_nysa_alone() -> None:
    for scenario, turn, side, asked in (
        ("nysa", 1, SOVIET, True),
        ("nysa", 2, SOVIET, False),
        ("nysa", 1, GERMAN, False),
        ("two_stars", 1, SOVIET, False),
    ):
        s = field(scenario)
        s.set(turn=turn)
        PlayerTurn(side=side).barrage(s)
        assert s.flow == ((BarragePhase(side),) if asked else ())


@pytest.mark.rule("2.1.2", "7.1.5", "5.6.5a", "14.3.2b", "14.1.3", "N.21b")
def test_what_the_end_of_every_phase_brings() -> None:
    s = field()
    stand(s, 5211, "su_254", disorganized=1)
    stand(s, 5213, "su_hq_5")
    stand(s, 5112, "de_545_a")
    stand(s, min(s.game.ground.west_bank - {5112}), "su_50")
    s.set(works={UnitId("su_hq_5"): (Hex(5213), Hex(5112), 2)}, forts={Hex(3010): GERMAN}, broken=frozenset())
    PlayerTurn(side=SOVIET).close(s)
    assert s.forts == {}
    assert not s.units["su_254"].disorganized
    assert s.works == {}
    assert s.held[5110 * 10000 + 5211] == 0
    assert s.crossed == {"su_50"}
    stars = field("two_stars")
    stand(stars, min(stars.game.ground.west_bank), "su_50")
    PlayerTurn(side=SOVIET).close(stars)
    assert not stars.crossed


@pytest.mark.rule("2.2.4", "2.2.6a", "8.1.10", "9.1.6")
def test_combat_supply_and_the_last_moment_of_a_players_turn() -> None:
    s = field()
    stand(s, 4010, "su_254")
    fly(s, SOVIET, HAMPER, 4010, 7)
    turn, before = PlayerTurn(side=SOVIET), s.combats
    turn.attack(s)
    assert (s.combats, type(s.flow[-1])) == (before + 1, AttackPhase)
    turn.supply(s)
    assert s.units["su_254"].oos == 1
    turn.last(s)
    assert s.missions == ()


@pytest.mark.rule("N.6a")
def test_only_armies_that_still_have_a_pontoon_are_asked_and_only_in_nysa() -> None:
    s = field()
    s.set(pontoons=frozenset({"13 Army"}))
    PlayerTurn(side=SOVIET).pontoons(s)
    asked = [frame.army for frame in s.flow]
    assert asked == [army for army in reversed(s.game.tables.armies) if army != "13 Army"]
    assert not any(isinstance(each.event, PontoonsOpened) for each in s.log)
    stand(s, 5213, "su_13g")
    PlayerTurn(side=SOVIET).pontoons(s)
    assert isinstance(s.log[-1].event, PontoonsOpened)
    for other, side in ((field(), GERMAN), (field("two_stars"), SOVIET)):
        PlayerTurn(side=side).pontoons(other)
        assert not other.flow


@pytest.mark.rule("2.1.1", "2.1.3", "2.1.5", "N.5", "T.17")
def test_a_day_begins_with_its_date_and_gives_each_side_its_turn() -> None:
    s = field()
    day = GameTurn()
    day.begin_day(s)
    assert (s.turn, s.log[-1].event) == (3, DayBegan(3, "18 April"))
    assert s.tracks["air_soviet"] == 10
    for part, side in ((day.first_player, SOVIET), (day.second_player, GERMAN)):
        part(s)
        assert s.flow[-1] == PlayerTurn(side=side)
    before = s.flow
    day.third_player(s)
    assert s.flow == before
    stars = field("two_stars_three")
    day.begin_day(stars)
    assert stars.log[-1].event == DayBegan(3, "2 May")
    for part, side in ((day.first_player, ALLIED), (day.second_player, SOVIET), (day.third_player, GERMAN)):
        part(stars)
        assert stars.flow[-1] == PlayerTurn(side=side)
    assert day.again(s)
    s.set(turn=17)
    day.end_day(s)
    assert not day.again(s)


@pytest.mark.rule(
    "1.8", "5.2.1f", "5.6.2a", "6.4.2c", "8.1.8b", "8.2.6", "8.2.8", "8.2.19", "8.2.24", "10.2.6", "T.4a"
)
def test_every_die_has_six_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    thrown: list[int] = []
    roll = State.roll

    def noted(s: State, sides: int) -> Die:
        thrown.append(sides)
        return roll(s, sides)

    monkeypatch.setattr(State, "roll", noted)

    def dice_of(deed: Callable[[Any], object]) -> int:
        thrown.clear()
        s = field("two_stars")
        stand(s, 5112, "su_254", oos=9)
        stand(s, 4010, "de_545_a")
        fly(s, ALLIED, RIVER, 5112, 1, attacks=3)
        deed(s)
        assert set(thrown) == {6}
        return len(thrown)

    one = (UnitId("su_254"),)
    assert dice_of(lambda s: roll_test(s, one, "5.6.2a")) == 2
    assert dice_of(lambda s: surrender(s, list(one))) == 2
    assert dice_of(lambda s: attack_waders(s, one[0], Hex(5112))) == 3
    assert dice_of(lambda s: roll_defection(s, one[0])) == 1
    assert dice_of(lambda s: air.fire_cell(s, "air_attack", 9)) == 2
    assert dice_of(lambda s: air.air_supply(s, Mission(ALLIED, air.SUPPLY, Hex(4010), 7))) == 1
    assert dice_of(lambda s: Combat(battle=battle(SOVIET, 4010, "su_254")).roll(s)) == 2

    def fights(s: Any) -> None:
        fly(s, SOVIET, air.OFFENSIVE, 4010, 20)
        fly(s, ALLIED, air.OFFENSIVE, 4010, 1)
        air.air_combat(s, Hex(4010), Hex(4010))

    assert dice_of(fights) == 2
