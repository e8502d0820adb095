"""The one drawing of maps and counters, as SVG, as a picture and as text."""
