"""Bridgehead: historical hex-and-counter wargames played by their own rulebooks."""

__version__ = "0.1.0"
