"""Settings of the whole test run."""

import os

import pytest
from hypothesis import settings

settings.register_profile("bridgehead", deadline=None, derandomize=True)
settings.load_profile("bridgehead")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where every tool can be installed, a test that was skipped has not passed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
