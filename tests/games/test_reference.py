"""The card beside the board, in every game: whole, in words, from the tables in force."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgehead.core.flow import Decision
from bridgehead.core.play import play, setting_for, setup
from bridgehead.games import GAMES, build_game, load_game
from bridgehead.toolkit.reference import Chart, Reference, present, under_way
from bridgehead.toolkit.wargame import AnyWargame

SCENARIOS = [(name, scenario) for name in GAMES for scenario in load_game(name).scenarios]


def card(game: AnyWargame, scenario: str, **options: str) -> Reference:
    return game.reference(game, scenario, setting_for(game, scenario, options))


def cited(reference: Reference) -> Iterator[str]:
    """Every rule a card names."""
    yield from (step.rule for step in reference.sequence)
    yield from (remark.rule for remark in reference.victory)
    for chart in reference.charts:
        yield chart.rule
        yield from (line.rule for line in chart.lines)
        yield from (note.rule for note in chart.notes)
    yield from (event.rule for box in reference.boxes for event in box.events)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_rule_named_is_in_the_index(name: str, scenario: str) -> None:
    game = load_game(name)
    assert {number for number in cited(card(game, scenario)) if number} <= set(game.rules)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_charts_are_rectangles_and_their_results_have_words(name: str, scenario: str) -> None:
    for chart in card(load_game(name), scenario).charts:
        assert all(len(line.cells) == len(chart.columns) for line in chart.lines), chart.title
        if chart.codes:
            words = {code.code: code.words for code in chart.codes}
            assert {cell for line in chart.lines for cell in line.cells} == set(words)
            assert all(said and said != code for code, said in words.items())


CODED = {
    "seelow1945": {"combat", "fire"},
    "koenigsberg1945": {"combat"},
    "eastprussia1914": {"combat"},
    "budziszyn1945": {"combat", "air_attack", "artillery", "objects"},
    "breslau1945": {"bombardment"},
}
"""The tables whose cells are codes."""


@pytest.mark.parametrize("name", GAMES)
def test_every_table_of_results_is_there(name: str) -> None:
    game = load_game(name)
    coded = {chart.id for chart in card(game, next(iter(game.scenarios))).charts if chart.codes}
    assert coded == CODED[name]


@pytest.mark.parametrize("name", GAMES)
def test_all_that_the_map_draws_is_in_the_terrain_chart(name: str) -> None:
    game = load_game(name)
    charted = {line.thing for chart in card(game, next(iter(game.scenarios))).charts for line in chart.lines}
    assert {*game.board.kinds, *game.board.overlay, *game.board.features} <= charted


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_turn_track_has_every_turn_and_every_reinforcement(name: str, scenario: str) -> None:
    game = load_game(name)
    found = card(game, scenario)
    played = game.scenarios[scenario]
    turns = range(played.first_turn, played.turns + 1)
    assert [box.turn for box in found.boxes] == list(turns)
    assert all(len(box.cells) == len(found.track) for box in found.boxes)
    s = setup(game, scenario, 3)
    due = game.view(s, game.sides[0]).facts["due"]
    coming = {unit: box.turn for box in found.boxes for arrival in box.arrivals for unit in arrival.units}
    assert {unit: turn for unit, turn in due.items() if turn in turns} == {
        unit: turn for unit, turn in coming.items() if unit in due
    }


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_card_says_where_the_game_stands(name: str, scenario: str) -> None:
    """Wherever somebody must decide, one phase is marked, and at most one segment within it."""
    game = load_game(name)
    found = card(game, scenario)
    s = setup(game, scenario, 5)
    seen = set()
    for number in range(400):
        if s.ended is not None:
            break
        assert isinstance(s.flow[-1], Decision)
        here = present(s, found, game.standing(s, None))
        phases = [at for at in here.steps if not found.sequence[at].within]
        assert len(phases) == 1, under_way(s)
        assert len(here.steps) <= 2
        assert here.standing and here.turn == s.turn
        seen.add(phases[0])
        offered = list(s.flow[-1].options(s))
        s = play(s, offered[(number * 7) % len(offered)])
    assert seen


CHANGES = {
    "seelow1945": (
        "[combat]\nstream = -3",
        "[combat]\ndusk_dawn = 1",
        "[terrain.woods]\nshift = -1",
        "[terrain.village]\nfoot = 3",
        "[network]\nroad = { foot = 2, motz = 1 }",
        "[climb]\nmotz = 3",
        "[antitank]\nstream_divisor = 3",
        "[barrage]\ncolumn_shift = 2",
        "[barrage]\ncover_divisor = 4",
        "[stacking]\ngerman = 4",
        "[movement]\nleave_enemy_zoc = 1",
        "[spotting]\ndusk_dawn = 1",
        "[victory.kustrin]\ngerman = 14",
        '[combat_results.rows]\n"3" = ["A2", "A3", "A2 D2", "D3", "D4", "D4", "D5", "D5", "D5c", "D5c"]',
        '[turns]\n2 = { kind = "day", label = "Day", clock = "08:30-11:00" }',
    ),
    "koenigsberg1945": (
        "[terrain.woods]\nshift = 2",
        "[terrain.marsh]\nenter = { foot = 3, mech = 4 }",
        "[settlement.town]\nshift = 2",
        "[settlement.village]\nignores_first_loss = true",
        "[line.festung]\nshift = 3",
        "[movement]\nzoc_enter = 1",
        "[air]\nfull = 3",
        "[barrage]\nattacks = [1, 1, 2, 2, 2, 3]",
        "[stacking]\ncombat_units = 3",
        '[crt.results]\n"3-1" = ["A1", "Dr/A1*", "D1r/A1*", "Dr2/A1*", "D1r2", "D2r2"]',
        "[turn.4]\nlimit = { german = 6, 2bf = 8, 3bf = 6 }",
        '[victory.level]\n"German Minor Victory" = [8, 8]\n"German Major Victory" = [9, 12]',
    ),
    "eastprussia1914": (
        "[terrain]\nmarsh = { foot = 2, horse = 3, hq = 4, shift = 1 }",
        "[works]\ntown = { enter = 1, shift = 2 }",
        "[movement]\nenter_zoc = 1",
        "[strategic]\ngerman = { foot = 8, horse = 10, hq = 8 }",
        "[rail_cost]\nbrigade = 2",
        "[command]\ndefence_shift_most = 1",
        '[crt.column]\n"3:1" = "A1 A1/D1 A1*/Dr1 D1r1 D1r1 D2r2"',
        '[victory_hex]\n"2113" = 8',
        "[victory_unit]\nrussian_hq = 2",
        "[turn.4]\ncommand_points = { german = 5, russian = 5 }",
        '[random_event.7]\nabout = "Nothing at all."',
    ),
    "budziszyn1945": (
        "[number]\nfield_fortification = 3",
        "[number]\nstacking = 9",
        "[number]\nexit_levels = 50",
        "[terrain.woods]\ncm = 2",
        "[water.stream]\nadd = { foot = 2, truck = 1, track = 1, hq = 1 }",
        "[route]\nmotorway = { foot = 6, truck = 3, track = 3, hq = 3 }",
        "[hq_range]\nsoviet = 4",
        "[supply_mp]\nsoviet = 9",
        '[combat.rows]\n12 = "' + " ".join(["L1/L1"] * 13) + '"',
        '[fire.objects]\n1 = "X X - - - - - - - - -"',
        "[nysa]\nammunition = 8",
        '[grade]\n12 = "Soviet lesser victory"',
    ),
    "breslau1945": (
        "[terrain.park]\nmodifier = -2",
        "[terrain.city]\ncost = { german = 3, soviet = 3 }",
        "[terrain.suburb]\nsuccess = { german = 5, soviet = 6 }",
        "[canal]\nextra = { german = 2, soviet = 2 }",
        "[special]\ngoliath = 3",
        "[special]\ndisorganised = 3",
        '[bombardment.rows]\n2 = "- - - S S"',
        '[fatigue]\n"1" = 2',
        "[supply]\nstrip = 5",
        "[supply_roll]\nairport = 2",
        "[turn.3]\nair = 11",
        '[level]\n"Soviet victory" = [0, 4]\n"Soviet triumph" = [5, 99]',
    ),
}
"""Figures of the tables with other values: each must be seen on the card."""


@pytest.mark.parametrize(
    ("name", "text"),
    [(name, text) for name, texts in CHANGES.items() for text in texts],
    ids=lambda value: value.replace("\n", " ")[:40],
)
def test_an_owners_figure_is_on_the_card(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "tables.toml").write_text(text, encoding="utf-8")
    theirs, ours = build_game(name, tmp_path), load_game(name)
    assert any(card(theirs, scenario) != card(ours, scenario) for scenario in ours.scenarios)


@pytest.mark.parametrize(
    ("name", "option", "choice"), [("seelow1945", "barrage", "rebuilt"), ("breslau1945", "chart", "rebuilt")]
)
def test_a_chart_goes_by_the_options_of_the_game(name: str, option: str, choice: str) -> None:
    game = load_game(name)
    scenario = next(iter(game.scenarios))
    assert card(game, scenario, **{option: choice}) != card(game, scenario)


def chart(reference: Reference, id: str) -> Chart:
    return next(each for each in reference.charts if each.id == id)


def test_a_code_says_what_it_does() -> None:
    found = chart(card(load_game("seelow1945"), "kustrin"), "combat")
    words = next(code.words for code in found.codes if code.code == "D5c")
    assert words == "1 defending unit loses 1 step, then defending units with morale below 5 retreat"
