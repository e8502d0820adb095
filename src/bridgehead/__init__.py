"""Bridgehead: historical hex-and-counter wargames played by their own rulebooks.

    from bridgehead import Match, load_game

    match = Match(load_game("seelow1945"), "kustrin", seed=27)
    print(match)
    match.play(match.legal[0])

This is the front door: all that a user of the library needs is here. Games and their kernels are imported
when a game is loaded, the server, the lab and the bots when they are asked for.
"""

from bridgehead.core.actions import (
    Action,
    Attack,
    Cancel,
    Choose,
    Commit,
    Done,
    Draw,
    Drop,
    Eliminate,
    MoveTo,
    Pick,
    Place,
    SendTo,
)
from bridgehead.core.codec import BadFile, load, save
from bridgehead.core.data import DataError
from bridgehead.core.events import Event, Told
from bridgehead.core.match import Match, from_record, read_record
from bridgehead.core.outcomes import Outcome, outcomes
from bridgehead.core.play import BadSetup, determinize, view
from bridgehead.core.refusal import IllegalAction, Modifier, No
from bridgehead.core.state import Result
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.core.words import line, prompt, say
from bridgehead.games import GAMES, UnknownGame, load_game

__version__ = "0.2.0"

__all__ = [
    "GAMES",
    "Action",
    "Attack",
    "BadFile",
    "BadSetup",
    "Cancel",
    "Choose",
    "Commit",
    "DataError",
    "Done",
    "Draw",
    "Drop",
    "Eliminate",
    "Event",
    "Hex",
    "IllegalAction",
    "Match",
    "Modifier",
    "MoveTo",
    "No",
    "Outcome",
    "Pick",
    "Place",
    "Result",
    "SendTo",
    "Side",
    "Told",
    "UnitId",
    "UnknownGame",
    "determinize",
    "from_record",
    "line",
    "load",
    "load_game",
    "outcomes",
    "prompt",
    "read_record",
    "save",
    "say",
    "view",
]
