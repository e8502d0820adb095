"""Many games: series, contracts under random play, measurements."""
