"""What the README says is true."""

import doctest
from pathlib import Path


def test_the_match_of_the_readme_runs_as_printed() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    failures, tried = doctest.testfile(str(readme), module_relative=False)
    assert tried > 5
    assert failures == 0
