"""Settings of the whole test run."""

from hypothesis import settings

settings.register_profile("bridgehead", deadline=None, derandomize=True)
settings.load_profile("bridgehead")
