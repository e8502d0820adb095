"""Bots against bots: the arena, the league table, and tuning of weights."""
