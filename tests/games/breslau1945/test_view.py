"""F.1 Open information, and the layers over the map."""

from pathlib import Path

import msgspec
import pytest

from bridgehead.core.actions import Pick
from bridgehead.core.play import setup, view
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import say
from bridgehead.games import load_game
from bridgehead.games.breslau1945.model.actions import WithdrawDivision
from bridgehead.games.breslau1945.model.state import take_control
from bridgehead.games.breslau1945.view import back, face
from tests.games.breslau1945.position import GAME, GERMAN, SOVIET, at, do, field, movement, unit

NOBODY = UnitId("")
NOWHERE = Hex(0)


@pytest.mark.rule("F.1")
def test_everything_is_open_to_both_and_to_onlookers() -> None:
    s = setup(GAME, "historical", 4)
    seen = [view(s, side) for side in (SOVIET, GERMAN, None)]
    for each in seen:
        assert len(each.units) == len(GAME.counters)
        assert not each.backs
        assert {track["name"]: track["value"] for track in each.facts["tracks"]}["supply"] == 20
        assert msgspec.json.encode(each)
    assert seen[0].facts["tracks"] == seen[1].facts["tracks"] == seen[2].facts["tracks"]
    assert set(seen[0].facts["boxes"]) >= {"reserves", "battleworn", "north_german", "turn1", "turn20"}


@pytest.mark.rule("2.2b", "8.2.10", "10.6a")
def test_the_condition_of_a_unit_shows_on_its_counter() -> None:
    s = at(field(), 220, "I/SS Besslein", disorganised=True, fanatic=True)
    at(s, 117, "1039", fired=True)
    assert face(GAME, s.units[unit("I/SS Besslein")]).badges == ("disorganized", "fortified")
    gun = face(GAME, s.units[unit("1039")])
    assert (gun.badges, gun.reduced) == (("fired",), True)
    assert back(GAME, "soviet").nationality == "soviet"


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ("181", "Withdraw the 181st Rifle Division"),
        ("273", "Withdraw the 273rd Rifle Division"),
        ("112", "Withdraw the 112th Rifle Division"),
        ("5 DP", "Withdraw the 5th Polish Infantry Division"),
    ],
)
def test_divisions_are_called_by_their_names(choice: str, said: str) -> None:
    assert say(GAME, WithdrawDivision(choice)) == said


def test_reach_shows_the_cost_of_every_hex() -> None:
    s = at(field(), 119, "372/218")
    shown = GAME.overlays["reach"](s, SOVIET, Hex(119), unit("372/218"))
    assert shown.hexes[Hex(219)] == "1"
    assert shown.hexes[Hex(420)] == "5"
    watched = at(s.clone(), 321, "21 VS")
    assert GAME.overlays["reach"](watched, SOVIET, Hex(119), unit("372/218")).hexes[Hex(320)] == "3!"
    movement(s, SOVIET)
    do(s, Pick(unit("372/218")))
    assert GAME.overlays["reach"](s, SOVIET, Hex(119), unit("372/218")).hexes == shown.hexes
    assert not GAME.overlays["reach"](s, SOVIET, NOWHERE, NOBODY).hexes
    at(s, 2113, "Pörsel")
    rails = GAME.overlays["reach"](s, GERMAN, Hex(2113), unit("Pörsel")).hexes
    assert Hex(2015) in rails
    at(s, 117, "317 BM")
    assert not GAME.overlays["reach"](s, SOVIET, Hex(117), unit("317 BM")).hexes


def test_threat_shows_who_may_fire_and_how_well() -> None:
    s = at(at(field(), 220, "21 VS", "22 VS"), 119, "372/218")
    shown = GAME.overlays["defensive_fire"](s, SOVIET, Hex(119), unit("372/218")).hexes
    assert shown[Hex(219)] == "2 (3/6)"
    assert Hex(117) not in shown
    assert GAME.overlays["defensive_fire"](s, SOVIET, NOWHERE, NOBODY).hexes[Hex(219)] == "2"
    s.mark(unit("21 VS"), disorganised=True)
    assert GAME.overlays["defensive_fire"](s, SOVIET, NOWHERE, NOBODY).hexes[Hex(219)] == "1"


def test_supply_shows_where_reserves_may_go() -> None:
    s = at(field(), 820, "372/218")
    shown = GAME.overlays["supply"](s, GERMAN, NOWHERE, NOBODY).hexes
    assert shown[Hex(1315)] == "reserves"
    assert shown[Hex(1316)] == "7"
    at(s, 1415, "658/218")
    shown = GAME.overlays["supply"](s, GERMAN, NOWHERE, NOBODY).hexes
    assert shown[Hex(1315)] == "cut off"
    assert shown[Hex(1516)] == "reserves"


def test_control_shows_the_front() -> None:
    s = field()
    take_control(s, SOVIET, Hex(220))
    shown = GAME.overlays["control"](s, SOVIET, NOWHERE, NOBODY).hexes
    assert (shown[Hex(220)], shown[Hex(320)]) == ("S", "G")
    assert Hex(1717) not in shown


@pytest.mark.rule("8.2.3", "6.1")
def test_the_tracks_are_as_long_as_the_tables_say(tmp_path: Path) -> None:
    def longest(data: Path | None) -> dict[str, int]:
        s = setup(load_game("breslau1945", data), "historical", 1)
        return {track["name"]: track["most"] for track in view(s, SOVIET).facts["tracks"]}

    shipped = longest(None)
    assert shipped == {
        **{"supply": 99, "air": 24, "vp": 50, "needed": 50, "goliaths": 12, "chemicals": 3},
        **{"po2": 3, "antifascists": 1, "captured_goliaths": 1},
    }
    folder = tmp_path / "breslau1945"
    folder.mkdir()
    (folder / "tables.toml").write_text("[turn.3]\nair = 30\n[special]\npo2 = 4\n")
    assert (longest(tmp_path)["air"], longest(tmp_path)["po2"]) == (30, 4)


@pytest.mark.rule("5.1b", "7.1.2")
def test_it_is_told_when_units_come() -> None:
    s = setup(GAME, "historical", 1)
    s.send(unit("1039"), "turn7")
    due = view(s, None).facts["due"]
    assert {due[id] for id in s.tables.arrivals["a"]} == {2}
    assert due[unit("1039")] == 7
    assert unit("I/SS Besslein") not in due


@pytest.mark.rule("11.1a", "11.1b")
def test_the_standing_of_the_game_is_told_as_its_end_is() -> None:
    s = field()
    take_control(s, SOVIET, Hex(220))
    assert view(s, None).facts["note"] == "The Red Army controls 1 victory hex; it needs 25."


@pytest.mark.rule("6.1", "8.2.3")
def test_the_markers_of_supply_and_airstrikes_stand_on_tens_and_ones() -> None:
    shown = view(field(supply=21, air=32), None).facts
    assert (shown["supply_markers"], shown["air_markers"]) == ({"x10": 2, "x1": 1}, {"x10": 3, "x1": 2})


@pytest.mark.rule("3.0b", "3.0c", "10.3.5", "10.5.2b", "11.1a")
def test_what_lies_on_the_map_is_shown_to_all() -> None:
    s = field()
    s.set(strip=(Hex(1511),), gas=(Hex(219),))
    take_control(s, SOVIET, Hex(220))
    shown = view(s, None).facts
    kinds = {kind: [each["hex"] for each in shown["markers"] if each["kind"] == kind] for kind in KINDS}
    assert kinds == {"control": [220], "airstrip": [1511], "mine": [219]}
    soviet = set(shown["areas"][SOVIET])
    assert {120, 220} <= soviet
    assert not {219, 1516, 1717} & soviet
    assert len(soviet) == 209 + 1


KINDS = ("control", "airstrip", "mine")


@pytest.mark.rule("4.1a", "7.1.8")
def test_the_track_has_a_space_for_every_turn_and_no_more() -> None:
    boxes = set(view(field(), None).facts["boxes"])
    assert {box for box in boxes if box.startswith("turn")} == {f"turn{turn}" for turn in range(1, 21)}


@pytest.mark.rule("F.1", "7.3.6c")
def test_a_side_sees_its_own_standing_order_and_nobody_else_s() -> None:
    s = field()
    s.standing[GERMAN] = "ask_never"
    assert view(s, GERMAN).facts["standing_order"] == "ask_never"
    assert view(s, SOVIET).facts["standing_order"] == "ask_always"
    assert "standing_order" not in view(s, None).facts


@pytest.mark.rule("5.1b", "7.1.2")
def test_only_what_waits_for_its_event_or_on_the_track_is_due(tmp_path: Path) -> None:
    s = at(field(turn=1), 219, "385/112")
    s.send(unit("1039"), "turn20")
    s.send(unit("1040"), "turn1")
    s.send(unit("416/112"), "waiting")
    due = view(s, None).facts["due"]
    assert due == {unit("1039"): 20, unit("1040"): 1, unit("416/112"): 4}
    folder = tmp_path / "breslau1945"
    folder.mkdir()
    (folder / "scenarios.toml").write_text("[scenario.historical]\nturns = 4\n")
    short = setup(load_game("breslau1945", tmp_path), "historical", 1)
    assert set(view(short, None).facts["due"].values()) == {2, 4}  # of the events only a, b and A


@pytest.mark.rule("6.6b", "6.6c")
def test_what_the_supply_roll_will_be_modified_by_is_shown() -> None:
    s = field(turn=3)
    assert view(s, None).facts["supply_roll"] == 3 + 1
    s.set(turn=4)
    take_control(s, SOVIET, Hex(2027))
    assert view(s, None).facts["supply_roll"] == 0
