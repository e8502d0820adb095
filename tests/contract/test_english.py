"""The mechanical rules of the house's English, over every text a player reads."""

import pytest

from bridgehead.games import GAMES
from bridgehead.testing.english import FAULTS, IN_GAMES, OURS, Text, faults, main, texts

WRONG = {
    "American spelling": "The Defence Phase begins.",
    "50%, not 50 %": "{chance} % to hit, or 50 % at night",
    '"already" stands before its verb': "this unit has attacked already",
    '"per turn", not "a turn"': "a gun fires twice a turn",
    "a plural that fits its number: {left:hex}": "retreat up to {left} hexes",
    '"German player" acts, "German units" fight': "{side} attacks with everything",
    'no "action(s)"': "choose the action(s)",
    '"you", "this unit"; never "one\'s own", "nobody"': "nobody may enter",
    "the house's glossary": "the guns limber up",
    "a prompt does not repeat its button": "select a unit, or end the phase",
    "no words of the program": "see oos_rise here",
    "no names of files": "as tables.toml says",
    "no editor's notes": "the sister game has it so",
}
RIGHT = (
    "The Defense Phase begins.",
    "{chance}%, or 50% at night",
    "this unit has already attacked",
    "a gun fires twice per turn; a turn has five phases",
    "retreat up to {left:hex}; {defence} to {first_sp}",
    "The German player attacks; German units moved. All German moves are made.",
)


@pytest.mark.parametrize("rule", [*FAULTS, *IN_GAMES])
def test_each_rule_finds_what_breaks_it(rule: str) -> None:
    assert [fault.rule for fault in faults([Text("seelow1945", "here", WRONG[rule])])] == [rule]


def test_right_words_break_no_rule() -> None:
    assert faults(Text("seelow1945", "here", said) for said in RIGHT) == []


@pytest.mark.parametrize("room", [*GAMES, *OURS])
def test_what_players_read_is_the_house_s_english(room: str) -> None:
    read = list(texts(room))
    assert read
    assert not any('"""' in text.said for text in read)
    assert [f"{fault.text.place}: {fault.rule}: {fault.found}" for fault in faults(read)] == []


def test_texts_are_found_wherever_they_are_written() -> None:
    read = list(texts("seelow1945"))
    said = {text.said for text in read}
    places = {text.place.split(":")[0].split(".")[0] for text in read}
    assert "End Movement Phase" in said, "a label"
    assert any("select units to attack {hex}" in each for each in said), "a prompt"
    assert {"rules", "scenarios"} <= places, "data"
    assert "games/seelow1945/rules/combat" in places, "code"


def test_it_runs_as_a_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["core"]) == 0
    monkeypatch.setitem(FAULTS, "no units", r"\bunits?\b")
    assert main(["core"]) == 1
    assert "no units: 'unit" in capsys.readouterr().out
