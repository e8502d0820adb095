"""What the game is made of: its data, its map, its positions, what is done and told."""
