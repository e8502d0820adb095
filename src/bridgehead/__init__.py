"""Bridgehead: historical hex-and-counter wargames played by their own rulebooks."""

__version__ = "0.2.0"
