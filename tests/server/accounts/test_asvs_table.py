"""The table of docs/accounts.md names every requirement of ASVS 5.0, levels 1 and 2, and the tests that show it."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

TESTS = (*sorted(Path(__file__).parent.glob("test_asvs_*.py")), *Path("tests/browser").glob("test_account*.py"))
CHAPTERS = {
    "6.1": 3,
    "6.2": 12,
    "6.3": 4,
    "6.4": 4,
    "6.5": 5,
    "6.6": 3,
    "6.8": 4,
    "7.1": 3,
    "7.2": 4,
    "7.3": 2,
    "7.4": 5,
    "7.5": 2,
    "7.6": 2,
    "9.1": 3,
    "9.2": 4,
    "10.1": 2,
    "10.2": 2,
    "10.3": 4,
    "10.4": 11,
    "10.5": 5,
    "10.6": 2,
    "10.7": 3,
}
"""The number of requirements of levels 1 and 2 in each section; those of level 3 come last."""
REQUIREMENTS = [f"{section}.{number}" for section, count in CHAPTERS.items() for number in range(1, count + 1)]


def requirements_shown() -> dict[str, set[str]]:
    """Return the tests that name each requirement, read from their source."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in TESTS:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                for decorator in node.decorator_list:
                    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "shows":
                        for argument in decorator.args:
                            found[ast.literal_eval(argument)].add(node.name)
    return found


def table() -> dict[str, str]:
    """Return the last column of the table by requirement."""
    rows = re.findall(r"^\| (\d+\.\d\.\d+) \| [^|]+ \| ([^|]+) \|$", Path("docs/accounts.md").read_text(), re.MULTILINE)
    assert len(rows) == len(dict(rows))
    return dict(rows)


def test_the_table_lists_every_requirement() -> None:
    assert list(table()) == REQUIREMENTS


def test_the_table_names_the_tests() -> None:
    shown = requirements_shown()
    named = {requirement: set(re.findall(r"test_\w+", text)) for requirement, text in table().items()}
    assert {requirement: tests for requirement, tests in named.items() if tests} == shown
    for requirement, text in table().items():
        assert bool(shown.get(requirement)) != text.startswith("does not apply"), requirement
