"""13.0 Charts: the one players choose, and what the log and the odds say of house rulings."""

from pathlib import Path

import pytest

from bridgehead.bots.judges.breslau1945 import judge
from bridgehead.core.actions import Commit, Pick
from bridgehead.core.play import decision, setup
from bridgehead.core.values import Hex
from bridgehead.core.words import line, say
from bridgehead.games.breslau1945.model.state import State
from bridgehead.games.breslau1945.rules.attack import Attack, modifiers, needed
from bridgehead.games.breslau1945.rules.victory import count_victory
from tests.games.breslau1945.position import GAME, GERMAN, SOVIET, ask, assault, at, dice, do, unit
from tests.support import bare


def played(chart: str, scenario: str = "historical", turn: int = 5) -> State:
    """An empty map in a game with one of the charts."""
    s: State = bare("breslau1945", scenario, chart=chart)
    s.set(turn=turn)
    return s


def storm(chart: str, hex: int) -> State:
    """A rifle regiment against a Disorganized battalion."""
    s = at(at(played(chart), hex, "45 VS"), GAME.board.near[hex][0], "372/218")
    s.mark(unit("45 VS"), disorganised=True)
    return s


@pytest.mark.rule("13.6", "9.4d2", "9.5d", "8.2.8b")
@pytest.mark.parametrize(
    ("chart", "hex", "number", "ground", "shaken"),
    [
        ("tuned", 320, 6, -1, 2),
        ("tuned", 820, 7, -1, 2),
        ("rebuilt", 320, 7, -1, 1),
        ("rebuilt", 820, 8, -2, 1),
        ("tuned", 220, 6, -1, 2),
    ],
)
def test_both_charts_are_played(chart: str, hex: int, number: int, ground: int, shaken: int) -> None:
    s = storm(chart, hex)
    attack = Attack(SOVIET, "assault", unit("45 VS"), (unit("372/218"),))
    assert needed(s, attack) == number
    assert [each.amount for each in modifiers(s, attack)] == [1, shaken, ground]


@pytest.mark.rule("13.6", "11.1c")
def test_the_charts_ask_for_so_many_victory_hexes() -> None:
    for scenario, tuned, rebuilt in (("historical", 25, 25), ("free", 24, 27)):
        assert setup(GAME, scenario, 1).tracks["needed"] == tuned
        assert setup(GAME, scenario, 1, chart="rebuilt").tracks["needed"] == rebuilt


@pytest.mark.rule("13.6")
def test_house_rules_are_named_where_they_act_and_nowhere_else() -> None:
    def told(chart: str, hex: int) -> str:
        s = do(assault(storm(chart, hex), SOVIET), Pick(unit("45 VS")), Pick(unit("372/218")))
        with dice(s, 2):
            do(s, Commit())
        return line(GAME, s.log[-1])

    assert told("tuned", 820).endswith(
        "die 2, +1 (attacking units), +2 (Disorganized target, house ruling), -1 (City, house ruling); "
        "total 4, needs 7 (City, house ruling): no effect. 9.4f"
    )
    assert told("tuned", 320).endswith(
        "-1 (Suburban); total 4, needs 6 (Suburban, house ruling): no effect. 9.4f"
    )
    assert "house ruling" not in told("rebuilt", 820)


@pytest.mark.rule("13.6")
def test_the_odds_name_house_rules_too() -> None:
    s = do(assault(storm("tuned", 820), SOVIET), Pick(unit("45 VS")), Pick(unit("372/218")))
    shown = decision(s).forecast(s)
    assert shown is not None
    assert shown.defence == "7 (City, house ruling)"
    assert [each.because for each in shown.modifiers][1:] == [
        "Disorganized target, house ruling",
        "City, house ruling",
    ]
    s.send(unit("372/218"), "aside")
    ask(at(s, 721, "21 VS"))
    german = Attack(GERMAN, "assault", unit("45 VS"), (unit("21 VS"),))
    assert needed(s, german) == 7


@pytest.mark.rule("13.6", "11.1b")
def test_the_number_of_victory_hexes_is_named_as_a_house_rule_where_it_is_one() -> None:
    def last_word(chart: str, scenario: str) -> str:
        s = played(chart, scenario)
        count_victory(s)
        return say(GAME, s.log[0].event)

    assert last_word("tuned", "free") == "The Red Army controls 0 victory hexes; it needs 24 (house ruling)."
    assert last_word("rebuilt", "free") == "The Red Army controls 0 victory hexes; it needs 27."
    assert last_word("tuned", "historical") == "The Red Army controls 0 victory hexes; it needs 25."


@pytest.mark.rule("13.6")
def test_the_judge_reads_the_chart_in_play() -> None:
    def danger(chart: str) -> float:
        s = storm(chart, 820)
        for name in ("658/218", "592 eng./218"):
            at(s, GAME.board.near[820][0], name)
        assault(s, SOVIET)
        found = {term.name: term.worth for term in judge(GAME).prospects(s, GERMAN)}
        return found["danger"]

    assert danger("tuned") < danger("rebuilt") < 0  # the same stack is in more danger by the tuned chart


@pytest.mark.rule("13.6")
def test_the_chart_is_a_choice_of_a_new_game() -> None:
    option = GAME.options["chart"]
    assert option.choices == ("tuned", "rebuilt")
    assert [GAME.names[choice] for choice in option.choices] == ["Tuned (house rulings)", "As rebuilt"]
    assert GAME.rules["13.6"].provenance == "ruling"
    for number in ("8.2.8b", "9.4d2", "9.5d", "11.1c"):
        assert GAME.rules[number].provenance == "ruling"
        assert "House ruling" in GAME.rules[number].reading
    assert setup(GAME, "historical", 1).setting["chart"] == "tuned"
    assert GAME.tables.ground[Hex(820)] == "city"


@pytest.mark.rule("13.6")
def test_an_owner_s_own_figures_hold_in_either_chart_and_are_no_house_ruling(tmp_path: Path) -> None:
    folder = tmp_path / "breslau1945"
    folder.mkdir()
    (folder / "tables.toml").write_text(
        "[terrain.city]\nsuccess = { soviet = 9 }\nmodifier = -3\n[special]\ndisorganised = 4\n"
    )
    (folder / "scenarios.toml").write_text("[scenario.free]\nneeded = 30\n")
    for chart, suburb in (("tuned", 6), ("rebuilt", 7)):
        s: State = bare("breslau1945", "free", data=tmp_path, chart=chart)
        assert (s.chart.success[SOVIET][820], s.chart.modifier[820], s.chart.disorganised) == (9, -3, 4)
        assert s.chart.success[SOVIET][320] == suburb
        assert (s.chart.ground[820], s.chart.shaken) == ("City", "Disorganized target")
        assert s.tracks["needed"] == 30
        count_victory(s)
        assert say(s.game, s.log[0].event).endswith("it needs 30.")
