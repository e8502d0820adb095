"""Everything is looked through when nobody waits, and not otherwise."""

from __future__ import annotations

import gc
import logging
import weakref
from pathlib import Path

import pytest

from bridgehead.server.garbage import LATEST, QUIET, Tidier
from tests.server.support import serving


class Knot:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.self = self


def knot() -> weakref.ref[Knot]:
    return weakref.ref(Knot())


@pytest.mark.parametrize(("quiet", "since", "collected"), [(0.1, 5.0, False), (QUIET + 1, 5.0, True)])
def test_a_quiet_moment_is_used(quiet: float, since: float, collected: bool) -> None:
    gc.disable()
    try:
        tidier = Tidier(lambda: tidier._tidied + since, lambda: 0)
        found = knot()
        tidier.look(tidier._tidied + since + quiet)
        assert (found() is None) == collected
    finally:
        gc.enable()


def test_a_server_that_is_never_quiet_waits_no_longer_than_that() -> None:
    tidier = Tidier(lambda: tidier._tidied + LATEST + 1, lambda: 0)
    found = knot()
    tidier.look(tidier._tidied + LATEST + 1)
    assert found() is None


def test_what_games_hold_is_not_looked_through_again() -> None:
    loaded = [1]
    tidier = Tidier(lambda: tidier._tidied + 1, lambda: loaded[0])
    try:
        tidier.look(tidier._tidied + QUIET + 2)
        frozen = gc.get_freeze_count()
        assert frozen > 1000
        tidier.look(tidier._tidied + QUIET + 2)
        assert gc.get_freeze_count() <= frozen
        loaded[0] = 2
        kept = [Knot() for _ in range(100)]
        tidier.look(tidier._tidied + QUIET + 2)
        assert gc.get_freeze_count() >= frozen + len(kept)
    finally:
        gc.unfreeze()


def test_a_server_leaves_the_collector_as_it_was(tmp_path: Path) -> None:
    before, callbacks = gc.get_threshold(), list(gc.callbacks)
    with serving(tmp_path):
        assert gc.get_threshold() != before
    assert gc.get_threshold() == before and gc.callbacks == callbacks and gc.get_freeze_count() == 0


def test_a_long_pause_is_told(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    tidier = Tidier(lambda: 0.0, lambda: 0)
    with caplog.at_level(logging.INFO, "bridgehead"):
        tidier._timed("start", {})
        monkeypatch.setattr("bridgehead.server.garbage.LONG", 0.0)
        tidier._timed("stop", {"generation": 2})
    assert "garbage of generation 2" in caplog.text
