"""What the game is made of: data, the map, units and positions, what can be done and what happens."""
