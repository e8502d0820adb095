"""What a side sees and may lay over the map, and the worlds it could be in."""
