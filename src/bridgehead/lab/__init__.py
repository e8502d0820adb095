"""Many games: series and studies, what-if and balance, contracts under random play, measurements, texts."""
