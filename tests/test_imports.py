"""Which package may import which, and what an import costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "skep"

VALUES = ("errors", "durable_files", "hexes", "pieces", "moves", "editions", "outcomes", "faults", "position", "i18n")
ALLOWED = {
    **{name: set(VALUES) for name in VALUES},
    "errors": {*VALUES, "rules"},  # for types only: an illegal move has its reason
    "cluster": {"errors"},
    "rules": {*VALUES, "rules"},
    "kernel": {*VALUES, "kernel"},
    "notation": {*VALUES, "notation"},
    "render": {*VALUES, "notation", "render"},
    "move_strings": {*VALUES, "kernel", "notation"},
    "legal_moves": {*VALUES, "kernel", "move_strings"},
    "base_board": {*VALUES, "rules", "kernel", "notation", "move_strings", "legal_moves"},
    "repetitions": set(),
    "board": {*VALUES, "rules", "kernel", "notation", "render", "move_strings", "base_board", "repetitions"},
    "layers": {*VALUES, "rules", "render", "layers"},
    "views": {*VALUES, "rules", "views"},
    "game": {*VALUES, "notation", "render", "board", "game"},
    "engine": {*VALUES, "kernel", "move_strings", "board", "engine"},
    "uhp": {*VALUES, "notation", "board", "engine", "uhp"},
    "match": {*VALUES, "notation", "board", "game", "engine", "uhp", "cluster", "match"},
    "bot": {*VALUES, "board", "engine", "uhp", "bot"},
    "learn": {*VALUES, "rules", "notation", "render", "board", "layers", "views", "game", "engine", "learn"},
    "database": {"errors", "database"},
    "archive": {*VALUES, "notation", "board", "views", "game", "database", "archive"},
    "review": {*VALUES, "rules", "notation", "render", "board", "views", "game", "engine", "cluster", "review"},
    "lab": {*VALUES, "kernel", "board", "engine", "cluster", "lab"},
    "server": {
        *(
            *VALUES,
            "rules",
            "kernel",
            "notation",
            "render",
            "board",
            "legal_moves",
            "layers",
            "views",
            "game",
            "engine",
        ),
        *("database", "archive", "review", "learn", "server"),
    },
    "cli": {
        *(
            *VALUES,
            "rules",
            "kernel",
            "notation",
            "render",
            "board",
            "layers",
            "views",
            "game",
            "engine",
            "uhp",
            "match",
        ),
        *("database", "archive", "review", "learn", "lab", "bot", "server", "cli"),
    },
    "__init__": {*VALUES, "rules", "board", "legal_moves", "game", "engine"},
    "__main__": {"cli"},
}
"""The packages that each package may import; ``skep`` itself stands for its public names."""

SERVER = {
    "schemas": {"schemas"},
    "metrics": {"metrics"},
    "store": {"metrics", "schemas", "store"},
    "http": {"metrics", "schemas", "http"},
    "engines": {"metrics", "engines"},
    "realtime": {"metrics", "schemas", "http", "realtime"},
    "accounts": {"schemas", "store", "http", "accounts"},
    "ratings": {"schemas", "store", "http", "accounts", "ratings"},
    "notifications": {"settings", "schemas", "store", "http", "accounts", "realtime", "notifications"},
    "moderation": {"schemas", "store", "http", "accounts", "realtime", "engines", "moderation"},
    "api_access": {"schemas", "store", "http", "accounts", "api_access"},
    "play": {
        *("metrics", "settings", "schemas", "store", "http", "accounts", "ratings", "moderation", "notifications"),
        *("realtime", "engines", "play"),
    },
    "lobby": {
        *("schemas", "store", "http", "accounts", "ratings", "moderation", "notifications", "play", "realtime"),
        "lobby",
    },
    # the study archives and reviews finished games, which it reads from play
    "study": {"settings", "schemas", "store", "http", "accounts", "engines", "moderation", "play", "lobby", "study"},
    "shared_studies": {
        *("schemas", "store", "http", "accounts", "moderation", "realtime", "engines", "study"),
        *("api_access", "shared_studies"),
    },
    "school": {"schemas", "http", "study", "school"},
    "profiles": {
        *("schemas", "store", "http", "accounts", "ratings", "realtime", "engines", "play", "lobby", "study"),
        *("api_access", "profiles"),
    },
    "tournaments": {
        *("schemas", "store", "http", "accounts", "ratings", "moderation", "notifications", "realtime", "play"),
        *("api_access", "lobby", "study", "tournaments"),
    },
    "previews": {"schemas", "store", "http", "engines", "play", "lobby", "study", "previews"},
    "public_data": {
        *("settings", "schemas", "store", "http", "accounts", "ratings", "engines", "play", "lobby", "study"),
        *("profiles", "public_data"),
    },
    "teams": {
        *("schemas", "store", "http", "accounts", "api_access", "ratings", "realtime", "moderation", "notifications"),
        "teams",
    },
    "bots": {
        *("schemas", "store", "http", "accounts", "api_access", "ratings", "realtime", "play", "lobby", "study"),
        *("profiles", "bots"),
    },
    "admin": {"metrics", "schemas", "store", "http", "accounts", "admin"},
    "settings": set(),
}
"""The same inside ``server``; its flat modules put everything together."""

NOT_OURS = {"_replace", "_asdict", "_fields", "_make", "_upgrade_revs"}
"""Public methods of named tuples in spite of their names, and the one of Alembic that its own commands use."""

MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def imports_of(path: Path) -> frozenset[str]:
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
    return frozenset(found)


def violations(names: Callable[[Path], set[str]], paths: list[Path] = MODULES) -> dict[str, set[str]]:
    """The modules in which a function finds names that do not belong there, with these names.

    One test for all modules, because 700 tests per law cost more than the check itself.
    """
    assert paths
    return {str(path.relative_to(PACKAGE)): found for path in paths if (found := names(path))}


def test_imports_point_one_way() -> None:
    def forbidden(path: Path) -> set[str]:
        package = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        imported = {name.split(".")[1] for name in imports_of(path) if name.startswith("skep.")} & set(ALLOWED)
        return imported - ALLOWED[package]

    assert violations(forbidden) == {}


def test_imports_inside_the_server_point_one_way() -> None:
    def forbidden(path: Path) -> set[str]:
        package = path.relative_to(PACKAGE / "server").parts[0]
        imported = {name.split(".")[2] for name in imports_of(path) if name.startswith("skep.server.")}
        return imported - SERVER[package]

    assert violations(forbidden, sorted((PACKAGE / "server").glob("*/**/*.py"))) == {}


def test_schemas_are_declared_with_msgspec() -> None:
    """FastAPI uses pydantic for the parameters of paths and queries; a second kind of schema would be one too many."""
    assert violations(lambda path: {name for name in imports_of(path) if name.startswith("pydantic")}) == {}


def test_the_server_has_few_flat_modules() -> None:
    assert len(list((PACKAGE / "server").glob("*.py"))) <= 8


def private_names_of_others(path: Path) -> set[str]:
    """The underscore names that a module reads and does not define itself."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    own |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    own |= {node.target.id for node in nodes if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    read = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("skep"):
            read |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute) and not (
            isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
        ):
            read.add(node.attr)
    private = {name for name in read if name.startswith("_") and not name.startswith("__")} - NOT_OURS
    return private - own


def test_no_module_reads_the_private_names_of_another() -> None:
    assert violations(private_names_of_others) == {}


def test_the_rules_need_neither_numpy_nor_numba() -> None:
    def compiled(path: Path) -> set[str]:
        return {name for name in imports_of(path) if name.split(".")[0] in ("numpy", "numba")}

    assert violations(compiled, sorted((PACKAGE / "rules").glob("*.py"))) == {}


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
