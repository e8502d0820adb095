"""What the game is made of: data, ground, units and positions, what can be done and what happens."""
