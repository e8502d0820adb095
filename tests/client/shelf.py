"""The games that can be played here."""

from bridgehead.games import GAMES, load_game


def playable() -> list[str]:
    """Every game that loads; one that is still being written does not."""
    return [name for name in GAMES if loads(name)]


def loads(name: str) -> bool:
    try:
        load_game(name)
    except (AttributeError, ImportError):
        return False
    return True
