"""What tests, the command line and whoever adds a game use to try one: contracts, fuzzing, golden replays."""
