"""The command `bridgehead`."""

import sys

from bridgehead.cli.app import app
from bridgehead.cli.say import FAULTS, complain

__all__ = ["main"]


def main() -> None:
    """Run the command; a fault of the user's input is told in one sentence."""
    try:
        app()
    except FAULTS as fault:
        complain(str(fault))
        sys.exit(2)
