"""Every table against a second copy, written by hand: counters, sheet, charts, tracks, events, scenarios.

Each test reads the game anew, so what reads the data is tried with it."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from bridgehead.core.data import Data
from bridgehead.core.play import setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.breslau1945 import build
from bridgehead.games.breslau1945.model.charts import CANALS
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET, Counter
from bridgehead.games.breslau1945.model.game import Breslau
from tests.games.breslau1945.second_copy import (
    BRIDGES,
    CONCENTRATION,
    COUNTERS,
    RAILROADS,
    SOVIET_AT_START,
    TERRAIN,
    VICTORY,
)
from tests.games.breslau1945.second_copy import (
    CANALS as CANAL_SIDES,
)


@pytest.fixture
def game() -> Breslau:
    return build(Data("bridgehead.games.breslau1945"))


# --- counters

KINDS = {
    "inf": "infantry",
    "eng": "engineer",
    "arm": "armor",
    "art": "artillery",
    "sup": "support",
    "scr": "screen",
}
NATIONS = {"s": "soviet", "p": "polish", "g": "german"}
ROWS = {row.split()[0]: row.split()[1:] for row in COUNTERS.strip().splitlines()}


def start(place: str) -> str:
    """Units that come by an event, or onto the track, are not in play yet."""
    return "waiting" if place == "TRACK" else place


@pytest.mark.rule("2.2b", "2.2c", "2.2a", "3.0i2", "7.3.1c", "S.1", "S.3", "3.0g", "10.1.2", "10.4.2")
def test_the_table_of_counters(game: Breslau) -> None:
    assert set(ROWS) == set(game.counters)
    for id, (nation, kind, size, division, weapon, figures, marks, event, place) in ROWS.items():
        counter = game.counters[UnitId(id)]
        assert (counter.nation, counter.kind, counter.size) == (NATIONS[nation], KINDS[kind], size), id
        assert counter.division == ("" if division == "-" else division.replace("_", " ")), id
        assert counter.weapon == ("" if weapon == "-" else weapon.replace("_", " ")), id
        assert f"{counter.assault}/{counter.exposed}/{counter.mp}" == figures, id
        assert marks_of(counter) == ("" if marks == "-" else marks), id
        assert counter.event == ("" if event == "-" else event), id
        assert (counter.side == GERMAN) == (nation == "g"), id
        if event == "-":
            there = f"{counter.setup_hex:04d}" if counter.setup_hex else counter.setup_box
            assert there == start(place), id
        else:
            assert counter.setup_box == "waiting", id


def marks_of(counter: Counter) -> str:
    marks = {"*": counter.star, "s": counter.sappers, "t": counter.train}
    return "".join(mark for mark, there in marks.items() if there)


@pytest.mark.rule("10.8a")
def test_the_table_of_rocket_units(game: Breslau) -> None:
    split = {id: counter.splits for id, counter in game.counters.items() if counter.splits}
    assert split == {
        "s_BM13_18Grd": ("s_1_18Grd", "s_2_18Grd"),
        "s_BM13_36Grd": ("s_1_36Grd", "s_2_36Grd"),
        "s_BM13_98Grd": ("s_1_98Grd", "s_2_98Grd"),
    }


@pytest.mark.rule("2.2a")
def test_the_ground_of_artillery_is_orange(game: Breslau) -> None:
    assert game.drawing.ground == {"artillery": "#e89a3c"}


@pytest.mark.rule("3.0i")
def test_no_two_units_are_called_alike(game: Breslau) -> None:
    names = [game.names[id] for id in game.counters]
    assert len(set(names)) == len(names) == 186
    assert game.names["s_372_218"] == "372nd Rifle Regiment (218th Division)"
    assert game.names["p_22pal_5"] == "22nd Polish Light Artillery Regiment (5th Division)"
    assert game.names["g_ss_1"] == "I/SS Regiment Besslein"
    assert game.names["112"] == "the 112th Rifle Division"
    assert game.names["10 DP"] == "the 10th Polish Infantry Division"


# --- the sheet

LETTERS = {".": "clear", "s": "suburb", "p": "park", "C": "city", "B": "bridge", "~": "river"}


@pytest.mark.rule("2.1b", "13.2", "13.3", "13.1")
def test_the_table_of_terrain(game: Breslau) -> None:
    assert len(game.board.hexes) == 26 * 40
    for row in TERRAIN.strip().splitlines():
        column, letters = row.split()
        assert len(letters) == 40
        for number, letter in zip(range(40, 0, -1), letters, strict=True):
            hex = int(column) * 100 + number
            assert game.tables.ground[hex] == LETTERS[letter], hex


def pairs(words: str) -> Iterator[frozenset[int]]:
    for word in words.split():
        a, b = word.split("-")
        yield frozenset((int(a), int(b)))


@pytest.mark.rule("13.4", "7.3.2b")
def test_the_table_of_canal_hexsides(game: Breslau) -> None:
    canals = {side for words in CANAL_SIDES.values() for side in pairs(words)}
    bits = game.board.bits(*CANALS)
    found = {
        frozenset((int(here), int(to)))
        for here in game.board.hexes
        for direction, to in enumerate(game.board.around[here])
        if to and game.board.sides[here * 6 + direction] & bits
    }
    assert found == canals
    assert len(canals) == 33 + 28 + 33 + 55 + 14


@pytest.mark.rule("10.2.1a")
def test_the_table_of_railroads(game: Breslau) -> None:
    track = set()
    for line in RAILROADS.strip().replace("\n  ", " ").splitlines():
        hexes = [int(word) for word in line.partition(":")[2].split()]
        track |= {frozenset(pair) for pair in pairwise(hexes)}
    found = {frozenset((int(here), int(to))) for here, beside in game.tables.rail.items() for to in beside}
    assert found == track


@pytest.mark.rule("3.0c", "11.1c", "7.1.3d")
def test_the_tables_of_marked_hexes(game: Breslau) -> None:
    soviet = set()
    for word in SOVIET_AT_START.split():
        column, _, span = word.partition(":")
        first, last = span.split("-")
        soviet |= {int(column) * 100 + number for number in range(int(first), int(last) + 1)}
    assert {int(hex) for hex in game.tables.soviet_at_start} == soviet
    assert sorted(game.tables.victory) == sorted(int(word) for word in VICTORY.split())
    assert len(game.tables.victory) == 50
    for nation, words in CONCENTRATION.items():
        assert sorted(game.tables.concentration[nation]) == sorted(int(word) for word in words.split())
    assert (game.tables.airport, game.tables.rathaus, game.tables.works) == (2027, 1516, 2113)
    assert game.board.overlay["station"] == {1115, 1417, 1626, 1721, 2015}
    assert game.board.overlay["airfield"] == {2027}


@pytest.mark.rule("2.6b", "13.3")
def test_the_table_of_bridges(game: Breslau) -> None:
    assert {hex: set(links) for hex, links in game.tables.links.items()} == {
        Hex(int(bridge)): {int(word) for word in links.split()} for bridge, links in BRIDGES.items()
    }


# --- charts

CHART = {  # cost, stacking limit, number to reach: German, then Soviet; modifier of an Assault
    "clear": ("Clear", (1, 1), (2, 4), (6, 6), 0),
    "suburb": ("Suburban", (1, 2), (2, 3), (6, 6), -1),
    "park": ("Park", (1, 2), (2, 3), (6, 6), -1),
    "city": ("City", (2, 3), (3, 2), (7, 7), -1),
    "bridge": ("Bridge", (1, 2), (1, 1), (7, 8), 0),
}


@pytest.mark.rule("2.4", "13.1", "7.3.2b", "9.4d2", "9.5d")
def test_the_terrain_table(game: Breslau) -> None:
    found = {
        kind: (
            row.name,
            (row.cost["german"], row.cost["soviet"]),
            (row.stack["german"], row.stack["soviet"]),
            (row.success["german"], row.success["soviet"]),
            row.modifier,
        )
        for kind, row in game.tables.chart.items()
    }
    assert found == CHART
    park, other = Hex(726), Hex(725)  # over the Lohe
    step = game.board.around[park].index(other)
    assert [game.tables.steps[side][park * 6 + step] for side in (GERMAN, SOVIET)] == [1 + 1, 2 + 2]
    assert [len(game.tables.steps[side]) for side in (GERMAN, SOVIET)] == [6 * game.board.size] * 2


@pytest.mark.rule("13.6", "9.4d2", "9.5d", "8.2.8b", "11.1c")
def test_the_table_as_it_was_rebuilt(game: Breslau) -> None:
    first = game.tables.charts["rebuilt"]
    by_kind = {game.tables.ground[hex]: hex for hex in game.tables.land}
    success = {
        kind: (first.success[GERMAN][hex], first.success[SOVIET][hex]) for kind, hex in by_kind.items()
    }
    assert success == {"clear": (6, 6), "suburb": (6, 7), "park": (6, 6), "city": (7, 8), "bridge": (7, 8)}
    modifiers = {kind: first.modifier[hex] for kind, hex in by_kind.items()}
    assert modifiers == {"clear": 0, "suburb": -1, "park": -1, "city": -2, "bridge": 0}
    assert (first.disorganised, first.needed) == (1, {"historical": 25, "free": 27, "evening": 4})


PRICES = [  # from a hex to the next: German, Soviet; 0 where nobody goes
    (119, 219, 1, 1),
    (219, 320, 1, 2),
    (418, 419, 1, 2),
    (819, 820, 2, 3),
    (1513, 1512, 1, 2),
    (1512, 1513, 2, 3),
    (725, 726, 1 + 1, 2 + 2),  # over the Lohe into a Park
    (2211, 2112, 2 + 1, 3 + 2),  # over the old Oder into the City
    (1617, 1616, 2 + 1, 3 + 2),  # over the moat
    (1412, 1411, 0, 0),  # into the Oder
    (1411, 1412, 0, 0),  # and out of it
    (1715, 1716, 0, 0),  # the bridge is joined to the north bank alone
    (1716, 1816, 2, 3),
    (1918, 1818, 0, 0),
]


@pytest.mark.rule("7.3.2b", "13.2", "13.3", "13.4", "2.6b")
def test_the_table_of_prices(game: Breslau) -> None:
    tables = game.tables
    for here, to, german, soviet in PRICES:
        at = here * 6 + game.board.around[here].index(Hex(to))
        found = [max(tables.steps[side][at], 0) for side in (GERMAN, SOVIET)]
        assert found == [german, soviet], (here, to)
    assert set(tables.exits[SOVIET][119]) == {118, 120, 218, 219}
    assert set(tables.exits[GERMAN][1716]) == {1816}


@pytest.mark.rule("13.1", "3.0k", "9.4d2", "9.5d", "13.6")
def test_the_tables_by_hex(game: Breslau) -> None:
    tables = game.tables
    chart = tables.charts["tuned"]
    for hex in tables.land:
        name, _, stack, success, modifier = CHART[tables.ground[hex]]
        assert (tables.limit[GERMAN][hex], tables.limit[SOVIET][hex]) == stack
        assert (chart.success[GERMAN][hex], chart.success[SOVIET][hex]) == success
        assert chart.modifier[hex] == modifier
        assert chart.ground[hex].startswith(name)
    assert {tables.ground[hex] for hex in tables.land} == set(CHART)


SUCCESSES = {"1": {6}, "2": {5, 6}, "3-4": {4, 5, 6}, "5-6": {3, 4, 5, 6}, "7+": {2, 3, 4, 5, 6}}


@pytest.mark.rule("8.2.6d")
def test_the_bombardment_table(game: Breslau) -> None:
    assert game.tables.bombardment.columns == ("1", "2", "3-4", "5-6", "7+")
    assert game.tables.strengths == (1, 2, 3, 5, 7)
    for name, hits in zip(game.tables.bombardment.columns, game.tables.hits, strict=True):
        assert {die for die in range(1, 7) if hits[die - 1]} == SUCCESSES[name]


@pytest.mark.rule("9.7", "6.1b", "6.1c", "6.2a", "6.2b", "6.3", "6.4", "6.5", "6.6b")
def test_the_tables_of_fatigue_and_supply(game: Breslau) -> None:
    assert game.tables.fatigue == (1, 1, 2, 2, 3, 3)
    supply, roll = game.tables.supply, game.tables.supply_roll
    assert (supply.start, supply.most) == (20, 99)
    assert (supply.artillery, supply.north, supply.train, supply.reorganise, supply.strip) == (1, 1, 2, 3, 4)
    assert (roll.airport, roll.strip, roll.early, roll.early_turns) == (3, 2, 1, 3)


@pytest.mark.rule(
    "9.5a", "9.5b", "8.3.3a", "10.6b", "10.4.1", "10.4.2", "10.2a", "10.9.1a", "10.1.3d", "10.1.4"
)
def test_the_table_of_other_figures(game: Breslau) -> None:
    special = game.tables.special
    assert (special.each_unit, special.infantry_and_armor, special.artillery_most) == (1, 1, 3)
    assert (special.disorganised, special.fanatic_attack, special.fanatic_target) == (2, 1, -1)
    assert (special.goliath, special.captured_goliaths, special.captured_from) == (2, 2, 11)
    assert (special.train_from, special.po2, special.po2_success) == (9, 3, (3, 4))
    assert (special.polish_losses, special.polish_price, special.last_polish_turn) == (4, 5, 14)
    assert (special.reserve_distance, special.north_dice, special.north_bonus) == (8, 2, 2)


# --- turns, events, scenarios

TURNS = """
1  6  -  -   16-19 February
2  12 a  -   20-23 February
3  10 -  -   24-27 February
4  9  b  A   28 February-3 March
5  12 -  -   4-7 March
6  8  c  B   8-11 March
7  8  d  -   12-15 March
8  6  -  -   16-19 March
9  7  e  C   20-23 March
10 8  -  D   24-27 March
11 12 -  E   28-31 March
12 24 f  F,G 1-4 April
13 14 g  -   5-8 April
14 12 -  -   9-12 April
15 8  h  H   13-16 April
16 9  -  -   17-20 April
17 6  -  -   21-24 April
18 5  -  I   25-28 April
19 3  -  -   29 April-2 May
20 3  -  -   3-6 May
"""


@pytest.mark.rule("4.1a", "8.2.3b", "5.1a", "5.1b", "2.6a")
def test_the_turn_record_table(game: Breslau) -> None:
    rows = {}
    for row in TURNS.strip().splitlines():
        turn, air, german, soviet, dates = row.split(maxsplit=4)
        rows[int(turn)] = (int(air), german.strip("-"), soviet.strip("-").replace(",", " "), dates)
    assert rows == {
        turn: (each.air, each.german, each.soviet, each.dates) for turn, each in game.tables.turns.items()
    }


EVENTS = {
    "a": ("german", "arrive", "First airlift of paratroops (22-24 February)"),
    "b": ("german", "arrive", "Second airlift of paratroops (28 February-5 March)"),
    "c": (
        "german",
        "arrive",
        "Niehoff takes command; labor conscription fills two more Volkssturm battalions",
    ),
    "d": ("german", "arrive", "Railway troops form a battalion"),
    "e": (
        "german",
        "arrive",
        "One more Volkssturm battalion; the armored train may be built from this turn",
    ),
    "f": ("german", "arrive", "Batteries without ammunition give up their gunners"),
    "g": ("german", "arrive", "Last Volkssturm levy"),
    "h": ("german", "arrive", "Convalescents and medics are armed"),
    "A": (
        "soviet",
        "arrive",
        "112th Rifle Division, assault guns and heavy howitzers for the March offensive",
    ),
    "B": ("soviet", "arrive", "Siege artillery"),
    "C": ("soviet", "arrive", "294th Rifle Division is relieved on the Weide; IS-2 regiment"),
    "D": (
        "soviet",
        "arrive",
        "Regrouping for the western attack: heavy assault guns, howitzers, mortars",
    ),
    "E": ("soviet", "arrive", "Artillery concentration for Easter"),
    "F": ("soviet", "arrive", "374th Guards Heavy Self-propelled Artillery Regiment (3 April)"),
    "G": (
        "soviet",
        "polish_army",
        "The 2nd Polish Army takes over the northern front: all Polish units go to the box "
        "'Northern front: 2nd Polish Army'",
    ),
    "H": ("soviet", "arrive", "135th Rifle Division (15 April)"),
    "I": (
        "soviet",
        "withdraw",
        "294th Rifle Division returns to the 52nd Army: all its units leave the game, from the map and from "
        "the track; Screening Units from the pool may be put on the hexes it empties",
    ),
}


@pytest.mark.rule("5.1a", "5.1c", "5.1d", "10.1.2")
def test_the_table_of_events(game: Breslau) -> None:
    assert {
        letter: (each.side, each.effect, each.text) for letter, each in game.tables.events.items()
    } == EVENTS
    assert {letter: each.division for letter, each in game.tables.events.items() if each.division} == {
        "I": "294"
    }
    for letter, units in game.tables.arrivals.items():
        assert units == tuple(id for id, row in ROWS.items() if row[7] == letter)


@pytest.mark.rule("11.1b", "11.1c", "S.1", "S.2", "S.4")
def test_the_tables_of_victory_and_scenarios(game: Breslau) -> None:
    whole = {
        "German triumph": (-99, -6),
        "German victory": (-5, -1),
        "Soviet victory": (0, 3),
        "Soviet triumph": (4, 99),
    }
    evening = {"German victory": (-99, -1), "Soviet victory": (0, 99)}
    assert game.tables.levels == {"historical": whole, "free": whole, "evening": evening}
    historical, free = game.tables.scenarios["historical"], game.tables.scenarios["free"]
    assert (historical.deployment, historical.needed, historical.turns) == ("printed", 25, 20)
    assert (free.deployment, free.needed, free.turns) == ("chosen", 24, 20)
    short = game.tables.scenarios["evening"]
    assert (short.deployment, short.needed, short.turns) == ("printed", 4, 5)
    assert (free.most_in_reserves, free.garrisoned, free.division_spread) == (12, "2027 1516", 2)
    assert setup(game, "historical", 1).tracks["supply"] == 20
