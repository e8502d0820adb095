"""What the rules work on: charts and counters read from the data, positions, verbs and events."""
