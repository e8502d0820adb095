"""The wheel and the sdist: built, installed where nothing else is, and tried."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path
from zipfile import ZipFile

import pytest

import bridgehead

ROOT = Path(__file__).parents[2]
PAGE = "bridgehead/server/static/index.html"


def run(*command: str | Path, code: int = 0, **more: str) -> str:
    """What a command says, on both channels."""
    done = subprocess.run(
        [str(each) for each in command], check=False, capture_output=True, text=True, env=os.environ | more
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def build(source: Path, to: Path, *what: str) -> Path:
    """The one file that is built."""
    run(sys.executable, "-m", "build", "--no-isolation", *what, "--outdir", to, source)
    (made,) = to.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "--wheel")


def contents(wheel: Path) -> dict[str, int]:
    with ZipFile(wheel) as opened:
        return {each.filename: each.CRC for each in opened.infolist()}


def test_the_wheel_holds_the_whole_package_and_the_page(wheel: Path) -> None:
    source = ROOT / "src"
    ours = {str(file.relative_to(source)) for file in source.glob("bridgehead/**/*") if file.is_file()}
    assert PAGE in ours
    assert {each for each in ours if "__pycache__" not in each} == {
        each for each in contents(wheel) if each.startswith("bridgehead/")
    }


def test_the_sdist_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build(ROOT, tmp_path / "sdist", "--sdist")
    with tarfile.open(sdist) as opened:
        opened.extractall(tmp_path, filter="data")
    again = build(tmp_path / sdist.name.removesuffix(".tar.gz"), tmp_path / "wheel", "--wheel")
    assert contents(again) == contents(wheel)


def test_the_wheel_alone_does_the_main_jobs(wheel: Path, tmp_path: Path) -> None:
    """In an environment that has nothing else."""
    home = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", home)
    install = (
        sys.executable,
        "-m",
        "pip",
        "--python",
        home / "bin/python",
        "install",
        "--no-compile",
        "--quiet",
    )
    run(*install, "--disable-pip-version-check", "--constraint", versions(tmp_path), wheel)
    command = home / "bin/bridgehead"

    assert run(command, "--version").strip() == bridgehead.__version__
    assert "eastprussia1914" in run(command, "games", "--json")
    assert '"games": 1' in run(command, "simulate", "seelow1945/kustrin", "--games", "1", "--json")
    picture = tmp_path / "kustrin.png"
    run(command, "show", "seelow1945/kustrin", "-o", picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
    plays(command, tmp_path)
    study = ROOT / "examples/five-games.toml"
    for extra, needing in {
        "lab": ("lab", "run", study, "-o", tmp_path / "study"),
        "postgres": ("serve", "--database", "postgresql://127.0.0.1/none"),
    }.items():
        told = run(command, *needing, code=2)
        assert told == f'This needs the {extra} extra: pip install "bridgehead[{extra}]"\n'


def versions(folder: Path) -> Path:
    """The versions of the lock as constraints, so that a release of today cannot fail this test."""
    locked = re.findall(r"^([\w.-]+==[^\\\n]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    file = folder / "constraints.txt"
    file.write_text("\n".join(locked))
    return file


def plays(command: Path, folder: Path) -> None:
    """`bridgehead play` answers a browser, and Ctrl-C ends it."""
    alone = {"XDG_DATA_HOME": str(folder), "DISPLAY": "", "WAYLAND_DISPLAY": "", "PYTHONUNBUFFERED": "1"}
    playing = subprocess.Popen([command, "play"], stdout=subprocess.PIPE, text=True, env=os.environ | alone)
    assert playing.stdout is not None
    with playing:
        try:
            address = playing.stdout.readline().split()[3]
            with urllib.request.urlopen(address, timeout=60) as answer:
                page = answer.read().decode()
                assert answer.status == 200
            script = re.search(r'src="(/assets/[^"]+\.js)"', page)
            assert script is not None
            with urllib.request.urlopen(address.rstrip("/") + script[1], timeout=60) as answer:
                assert answer.status == 200
        finally:
            playing.send_signal(signal.SIGINT)
        assert playing.wait(30) == 0
