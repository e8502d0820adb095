"""Geometry and graphs of hexes. It knows no rules."""
