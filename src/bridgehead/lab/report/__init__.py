"""A study as one page to read: sections, charts, maps."""
