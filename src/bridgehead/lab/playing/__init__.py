"""Games played and recorded, on one core or many."""
