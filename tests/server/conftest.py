"""The databases that matches are kept in."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database: each test that takes it runs with both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'm.sqlite'}"
    found: str = request.getfixturevalue("postgres")
    return found


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own for a while, reached by a socket in a folder of its own."""
    programs = programs_of_postgres()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (tools/system installs it)")
    with TemporaryDirectory(prefix="bridgehead-", dir="/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        as_whom: list[str] = []
        if os.geteuid() == 0:
            # PostgreSQL refuses to be root.
            shutil.chown(folder, "postgres")
            as_whom = ["runuser", "-u", "postgres", "--"]

        def run(program: str, *words: str) -> None:
            command = [*as_whom, str(programs / program), "-D", str(folder / "data"), *words]
            subprocess.run(command, check=True, capture_output=True, cwd=folder)

        run("initdb", "-A", "trust", "-U", "test", "-E", "UTF8", "--no-sync")
        settings = f"-c listen_addresses='' -c fsync=off -k {folder}"
        run("pg_ctl", "-w", "-o", settings, "-l", str(folder / "log"), "start")
        yield f"postgresql://test@/postgres?host={folder}"
        run("pg_ctl", "-m", "immediate", "stop")


def programs_of_postgres() -> Path | None:
    """Where initdb and pg_ctl are; Debian keeps them off the path, one folder for each version."""
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None, key=lambda bin: int(bin.parent.name))
