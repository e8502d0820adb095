"""A server for the browser tests: python -m tests.client.serving PORT DATABASE."""

import sys

from bridgehead.games import GAMES, load_game
from bridgehead.server.app import make_app
from bridgehead.server.run import listen, run
from bridgehead.server.shelf import Shelf


def main(port: str, database: str) -> None:
    app = make_app(database, shelf=Shelf([name for name in GAMES if loads(name)]), home=True)
    run(app, listen("127.0.0.1", int(port)))


def loads(name: str) -> bool:
    """Games that are not there yet are left on the shelf."""
    try:
        load_game(name)
    except (AttributeError, ImportError):
        return False
    return True


if __name__ == "__main__":
    main(*sys.argv[1:])
