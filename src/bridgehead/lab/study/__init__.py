"""What a study is: games, scenarios, variants, dials, and who plays."""
