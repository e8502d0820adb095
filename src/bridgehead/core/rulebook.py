"""Which functions and tests cite a rule, read from the source itself."""

from __future__ import annotations

import ast
from importlib import resources
from pathlib import Path

import msgspec

from bridgehead.core.game import AnyGame
from bridgehead.core.rules import NumberedRule


class Citation(NumberedRule, frozen=True, kw_only=True):
    """One rule of a game with everything that speaks for it."""

    functions: tuple[str, ...]
    tests: tuple[str, ...]


class Index(msgspec.Struct, frozen=True):
    """A game's rules with their code and tests."""

    game: str
    rules: tuple[Citation, ...]
    missing: tuple[str, ...]
    """Enforced rules that lack code or a test, and rules that want a reason."""
    unknown: tuple[str, ...]
    """Numbers cited by code or tests that the index does not have."""
    tests_found: bool
    """False where the tests are not there to be read, as in an installed package."""


def index(game: AnyGame) -> Index:
    """The rule index of a game, complete with citations."""
    functions = cited(Path(str(resources.files(game.package))), "rule")
    home = tests_of(game.name)
    tests = cited(home, "pytest.mark.rule") if home is not None else {}
    rules = tuple(
        Citation(
            number=number,
            **msgspec.structs.asdict(entry),
            functions=tuple(functions.get(number, ())),
            tests=tuple(tests.get(number, ())),
        )
        for number, entry in game.rules.items()
    )
    unknown = sorted((functions.keys() | tests.keys()) - game.rules.keys())
    missing = tuple(rule.number for rule in rules if lacks(rule, home is not None))
    return Index(game.name, rules, missing, tuple(unknown), home is not None)


def lacks(rule: Citation, tests_found: bool) -> bool:
    if rule.status == "enforced":
        return not rule.functions or (tests_found and not rule.tests)
    if rule.status == "offered":
        return not rule.functions
    return not rule.reason


def tests_of(name: str) -> Path | None:
    """The folder of a game's tests, in a checkout."""
    home = Path(__file__).parents[3] / "tests" / "games" / name
    return home if home.is_dir() else None


def cited(folder: Path, mark: str) -> dict[str, list[str]]:
    """By rule number: the functions and classes in a folder that carry a citing decorator."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*.py")):
        for name, numbers in citations(ast.parse(file.read_text(encoding="utf-8")), mark, ""):
            for number in numbers:
                found.setdefault(number, []).append(f"{file.stem}:{name}")
    return found


def citations(tree: ast.AST, mark: str, prefix: str) -> list[tuple[str, list[str]]]:
    found = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            numbers = [
                str(argument.value)
                for decorator in node.decorator_list
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == mark
                for argument in decorator.args
                if isinstance(argument, ast.Constant)
            ]
            if numbers:
                found.append((prefix + node.name, numbers))
            found.extend(citations(node, mark, f"{prefix}{node.name}."))
    return found
