"""What the game is: its data read into values, its positions, its ground, its words."""
