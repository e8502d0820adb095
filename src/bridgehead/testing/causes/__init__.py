"""How the causes of refusals are removed, or seen to be there: a module for each game."""
