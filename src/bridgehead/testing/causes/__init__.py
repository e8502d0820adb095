"""How the causes that refusals name are taken away or seen, game by game."""
