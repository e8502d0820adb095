"""The board as text for a console."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from bridgehead.core.game import View
from bridgehead.toolkit.wargame import Wargame


def board_text(
    game: Wargame[Any], view: View, lit: Mapping[int, str] | None = None, columns: int = 120, rows: int = 40
) -> Text:
    """A window of the board around the fighting; `lit` are hexes with the number of the option they belong to."""
    return Text()
