"""Programs that take a side. They see what a side may see, and nothing else."""

from bridgehead.bots.levels import BOTS, Bot

__all__ = ["BOTS", "Bot"]
