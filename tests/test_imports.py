"""Who may import whom, and what an import costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "skep"

VALUES = ("errors", "durable_files", "hexes", "pieces", "moves", "editions", "outcomes", "faults", "position", "i18n")
ALLOWED = {
    **{name: set(VALUES) for name in VALUES},
    "rules": {*VALUES, "rules"},
    "kernel": {*VALUES, "kernel"},
    "notation": {*VALUES, "notation"},
    "render": {*VALUES, "notation", "render"},
    "legal_moves": {*VALUES, "kernel", "board"},  # a view of a board
    "board": {*VALUES, "rules", "kernel", "notation", "render", "legal_moves"},
    "layers": {*VALUES, "rules", "render", "layers"},
    "telling": {*VALUES, "rules", "telling"},
    "game": {*VALUES, "notation", "board", "game"},
    "engine": {*VALUES, "kernel", "board", "engine"},
    "uhp": {*VALUES, "notation", "board", "engine", "uhp"},
    "match": {*VALUES, "notation", "board", "game", "engine", "uhp", "match"},
    "learn": {*VALUES, "rules", "notation", "render", "board", "layers", "telling", "game", "engine", "learn"},
    "database": {"errors", "database"},
    "archive": {*VALUES, "notation", "board", "game", "database", "archive"},
    "review": {*VALUES, "rules", "notation", "render", "board", "game", "engine", "review"},
    "server": {
        *(*VALUES, "rules", "notation", "render", "board", "legal_moves", "layers", "telling", "game", "engine"),
        *("database", "archive", "review", "learn", "server"),
    },
    "cli": {
        *(*VALUES, "rules", "notation", "render", "board", "layers", "game", "engine", "uhp", "match"),
        *("database", "archive", "review", "learn", "server", "cli"),
    },
    "__init__": {*VALUES, "rules", "board", "legal_moves", "game", "engine"},
    "__main__": {"cli"},
}
"""What each room may import; ``skep`` itself stands for its public names."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def imports_of(path: Path) -> set[str]:
    """The modules that a file imports, wherever in it the import stands."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module is not None
            found.add(node.module)
            if node.module == "skep":
                found.update(f"skep.{alias.name}" for alias in node.names)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    rooms = {name.split(".")[1] for name in imports_of(path) if name.startswith("skep.")}
    rooms = {name for name in rooms if name in ALLOWED}
    assert rooms <= ALLOWED[room], f"{path.name} imports {rooms - ALLOWED[room]}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "rules").glob("*.py")), ids=lambda path: path.name)
def test_the_rules_need_neither_numpy_nor_numba(path: Path) -> None:
    assert not any(name.split(".")[0] in ("numpy", "numba") for name in imports_of(path))


def modules_after(*arguments: str) -> set[str]:
    """The modules in memory after a Python program with these arguments."""
    program = "import runpy, sys\ntry:\n    exec(sys.argv.pop(1))\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_import_skep_loads_no_compiler() -> None:
    assert not {"numba", "numpy", "llvmlite"} & modules_after("import skep; skep.Move, skep.GameType")


def test_help_loads_no_compiler() -> None:
    help_ = "sys.argv = ['skep', '--help']\ntry:\n    from skep.cli import main; main()\nexcept SystemExit: pass"
    assert not {"numba", "numpy", "llvmlite"} & modules_after(help_)


def test_importing_the_board_compiles_nothing() -> None:
    code = "import skep.board; from skep.kernel import entry; assert not entry.generate.signatures"
    assert "numba" in modules_after(code)


def test_every_public_name_exists_and_is_documented() -> None:
    import skep

    for name in skep.__all__:
        assert hasattr(skep, name), name
    assert set(skep.__all__) <= set(dir(skep))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        skep.nonsense  # noqa: B018
