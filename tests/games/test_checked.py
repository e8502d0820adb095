"""A player's own data are tried before they are trusted, and what cannot be played is named."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.data import LARGEST, Data, DataError
from bridgehead.core.values import Hex
from bridgehead.games import build_game
from bridgehead.games.checked import tried
from bridgehead.testing.toy import build
from bridgehead.testing.toy.rules import Moves


def laid(folder: Path, game: str, **files: str) -> Path:
    """A folder with files of one game."""
    home = folder / game
    home.mkdir()
    for name, text in files.items():
        (home / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_set_up_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    places = "[kustrin.setup.ge_20pg_76_1]\nwithin = -1\n"
    laid(tmp_path, "seelow1945", scenarios=places, units='[model.RR]\ntype = "RR"\n')
    with pytest.raises(DataError, match="cannot be played with this") as found:
        build_game("seelow1945", tmp_path)
    assert found.value.file.endswith("scenarios.toml")
    assert found.value.key == "kustrin.setup.ge_20pg_76_1.within"


def test_what_makes_the_difference_is_to_blame(tmp_path: Path) -> None:
    """Of many changed values the one that breaks the game is named, whichever it is."""
    names = [f'"{hex}" = {{ name = "Wood {hex}" }}' for hex in ("0101", "0202", "0303", "0404")]
    overlay = laid(tmp_path, "toy", map="\n".join(["[place]", *names]) + "\n")

    def brittle(data: Data) -> Any:
        game = build(data)
        if any(place.name == f"Wood {culprit}" for place in game.board.places.values()):
            raise ZeroDivisionError("no wood here")
        return game

    for culprit in ("0101", "0202", "0303", "0404"):
        with pytest.raises(DataError, match=r"\(ZeroDivisionError: no wood here\)") as found:
            tried(brittle, Data("bridgehead.testing.toy", overlay))
        assert found.value.key in (f"place.{culprit}", f"place.{culprit}.name")
        assert found.value.file.endswith("map.toml")
    culprit = "none"
    assert tried(brittle, Data("bridgehead.testing.toy", overlay)).board.places[Hex(101)].name == "Wood 0101"


def test_a_game_that_breaks_in_play_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(self: Moves, s: Any, action: Any) -> None:
        raise IndexError("off the table")

    monkeypatch.setattr(Moves, "take", stumble)
    with pytest.raises(DataError, match="off the table"):
        tried(build, Data("bridgehead.testing.toy", laid(tmp_path, "toy", map='default = "clear"\n')))


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("[model.RR]\nfull = [99999, 2, 3, 4]\n", "model.RR.full.0", f"99999 is beyond {LARGEST}"),
        ("[model.RR]\nfull = [-99999, 2, 3, 4]\n", "model.RR.full.0", "is beyond"),
        ("[model.RR]\nfull = [nan, 2, 3, 4]\n", "model.RR.full.0", "nan is beyond"),
        ('[model.RR]\nfull = ["x", 2, 3, 4]\n', "model.RR.full.0", "Expected `int`"),
        ("[model.RR]\nstack = []\n", "model.RR.stack", "Expected `int`"),
        ("[model]\nRR = 3\n", "model.RR", "Expected `object`"),
        ("model = 3\n", "model", "Expected `object`"),
    ],
)
def test_a_wrong_figure_is_named_to_the_last_key(tmp_path: Path, text: str, key: str, said: str) -> None:
    with pytest.raises(DataError, match=said) as found:
        build_game("seelow1945", laid(tmp_path, "seelow1945", units=text))
    assert (found.value.key, Path(found.value.file).name) == (key, "units.toml")


def test_endless_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    overlay = laid(tmp_path, "seelow1945", units="x = " + "[" * 5000)
    with pytest.raises(DataError, match="is not TOML"):
        build_game("seelow1945", overlay)
    monkeypatch.setattr("bridgehead.core.data.LONGEST", 100)
    with pytest.raises(DataError, match="larger than 100 bytes"):
        build_game("seelow1945", overlay)
