"""Serve the toy game from a process of its own: python -m tests.server.serve_toy <port> <database url>."""

import sys

from bridgehead.server.run import serve
from tests.server.support import catalog

if __name__ == "__main__":
    serve("127.0.0.1", int(sys.argv[1]), sys.argv[2], catalog=catalog())
