"""The game Seelow & Küstrin 1945, chapter by chapter."""
