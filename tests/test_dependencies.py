"""Every imported package is declared in pyproject.toml, and every declared package is pinned in constraints.txt."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
OWN = {"bench", "hatch_readme", "skep", "tests", "tools"}


def distribution_name(requirement: str) -> str:
    """Return the normalised name of the distribution that a requirement asks for."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match is not None, requirement
    return re.sub(r"[-_.]+", "-", match[0]).lower()


RUNTIME = {
    distribution_name(requirement)
    for requirement in [
        *PROJECT["dependencies"],
        *(requirement for extra in ("lab", "many", "parquet", "ray", "torch") for requirement in EXTRAS[extra]),
    ]
}
DEVELOPMENT = RUNTIME | {distribution_name(requirement) for requirement in [*EXTRAS["docs"], *EXTRAS["test"]]}


def imported_modules(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the top-level modules that a folder imports, with the importing files."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((alias.name.partition(".")[0], path) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
                yield node.module.partition(".")[0], path


@pytest.mark.parametrize(
    ("folder", "declared"),
    [
        ("src", RUNTIME),
        ("tests", DEVELOPMENT),
        ("bench", DEVELOPMENT),
        ("tools", DEVELOPMENT),
    ],
)
def test_imported_packages_are_declared(folder: str, declared: set[str]) -> None:
    distributions = packages_distributions()
    undeclared = {
        f"{module} in {path.relative_to(ROOT)}"
        for module, path in imported_modules(ROOT / folder)
        if module not in sys.stdlib_module_names and module not in OWN
        if not declared & {distribution_name(name) for name in distributions.get(module, [module])}
    }
    assert not undeclared


def test_declared_packages_are_pinned() -> None:
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {distribution_name(line) for line in constraints if re.match(r"[\w.-]+==", line)}
    assert DEVELOPMENT - {"skep"} <= pinned
