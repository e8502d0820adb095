"""A server for the browser tests: python -m tests.client.serving PORT DATABASE."""

import sys

from bridgehead.server.app import make_app
from bridgehead.server.run import listen, run
from bridgehead.server.shelf import Shelf
from tests.client.shelf import playable


def main(port: str, database: str) -> None:
    app = make_app(database, shelf=Shelf(playable()), home=True)
    run(app, listen("127.0.0.1", int(port)))


if __name__ == "__main__":
    main(*sys.argv[1:])
