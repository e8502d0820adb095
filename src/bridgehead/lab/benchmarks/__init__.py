"""How fast: single operations, and games a second."""
