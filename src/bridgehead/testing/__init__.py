"""For whoever adds a game or tests one: contracts, fuzzing, golden replays, a toy game."""
