"""The chapters of the rulebook, in its words."""
