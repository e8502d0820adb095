"""Versions, the changelog and the locks agree."""

import re
import tomllib

import bridgehead
from tests.package.test_package import ROOT

LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-node.lock")


def name_of(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower()


def locked(lock: str) -> dict[str, int]:
    """What a lock holds, with the number of hashes."""
    entries = re.split(r"^(?=[\w.-]+==)", (ROOT / lock).read_text(), flags=re.MULTILINE)
    return {name_of(entry): entry.count("--hash=sha256:") for entry in entries[1:]}


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", each) for each in headings[1:])
    assert headings[1].split()[0] == bridgehead.__version__


def test_the_locks_hold_all_that_is_needed_with_hashes_and_name_no_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    base = {name_of(each) for each in project["dependencies"]}
    extras = {name_of(each) for needs in project["optional-dependencies"].values() for each in needs}
    assert base <= locked("requirements.lock").keys()
    assert base | extras - {"bridgehead"} <= locked("requirements-dev.lock").keys()
    for lock in LOCKS:
        assert all(locked(lock).values())
        assert "://" not in (ROOT / lock).read_text()
