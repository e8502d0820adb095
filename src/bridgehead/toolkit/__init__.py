"""The vocabulary two or more rulebooks share, as small functions that take what varies as arguments."""
