"""Lessons: positions with an order to carry out, a goal the rules can check, and a script that proves it."""
