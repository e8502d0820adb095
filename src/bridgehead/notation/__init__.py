"""Games and positions as text that people can read and programs can load."""
