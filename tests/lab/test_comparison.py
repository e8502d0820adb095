"""Measurements are compared by what they took of each machine's own time."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from bridgehead.cli.app import app
from bridgehead.core.play import BadSetup
from bridgehead.lab.benchmarks import operations
from bridgehead.lab.benchmarks.comparison import compare, read_times
from bridgehead.lab.benchmarks.operations import GameTimes, Times, ratios


def measured(*, machine: float = 1.0, clone: float = 3.0, pace: float = 20_000.0) -> Times:
    """A run of one game on a machine so many times as slow; other figures than these stay as they are."""
    times = GameTimes(
        clone_us=clone * machine,
        options_us=5 * machine,
        move_options_us=None,
        reach_us=15 * machine,
        trace_us=20 * machine,
        sight_us=5 * machine,
        view_ms=0.1 * machine,
        save_ms=0.1 * machine,
        load_ms=0.5 * machine,
        random_play={"kustrin": {"decisions_per_second": pace / machine}},
    )
    times.ratio = ratios(times, 0.5e-3 * machine)
    return Times(0.5 * machine, "", {"seelow1945": times})


def test_a_slower_machine_is_no_slower_program() -> None:
    lines = compare(measured(), measured(machine=3.0))
    assert {"clone", "reach", "decision, kustrin"} <= {line.what for line in lines}
    assert all(line.ratio == pytest.approx(1, abs=0.01) and not line.slower for line in lines)


@pytest.mark.parametrize(
    ("now", "slower"),
    [
        (measured(clone=3.6), []),
        (measured(clone=4.5), ["clone"]),
        (measured(pace=10_000.0), ["decision, kustrin"]),
        (measured(pace=40_000.0), []),
    ],
)
def test_what_got_slower_is_named(now: Times, slower: list[str]) -> None:
    assert [line.what for line in compare(measured(), now) if line.slower] == slower


def test_only_what_both_measured_is_compared() -> None:
    other = Times(0.5, "", {"breslau1945": measured().games["seelow1945"]})
    assert compare(measured(), other) == []


def test_a_file_that_is_no_measurement_is_refused(tmp_path: Path) -> None:
    for text in ("", "{}", "[1, 2]"):
        file = tmp_path / "run.json"
        file.write_text(text)
        with pytest.raises(BadSetup, match=r"run\.json is no measurement"):
            read_times(file)
    with pytest.raises(BadSetup, match=r"none\.json"):
        read_times(tmp_path / "none.json")


@pytest.mark.parametrize(("pace", "code"), [(20_000.0, 0), (10_000.0, 1)])
def test_the_command_ends_with_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pace: float, code: int
) -> None:
    saved = tmp_path / "run.json"
    saved.write_bytes(msgspec.json.encode(measured()))
    monkeypatch.setattr(operations, "bench", lambda _: measured(pace=pace))
    answer = CliRunner().invoke(app, ["bench", "seelow1945", "--compare", str(saved), "--json"])
    assert answer.exit_code == code
    lines = {line["what"]: line["ratio"] for line in json.loads(answer.output)}
    assert lines["decision, kustrin"] == 20_000 / pace
    shown = CliRunner().invoke(app, ["bench", "seelow1945", "--compare", str(saved)])
    assert shown.exit_code == code and ("slower" in shown.output) is bool(code)
