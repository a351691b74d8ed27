"""Names: no two public classes share one, functions are verbs, and the engines' errors and signatures are specific."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "skep"
EXCEPTIONS = {
    "Evidence": ["cli/evidence.py", "match/records.py"],  # why a move is illegal, and why a game was forfeited
    "Marks": ["cli/terminal_board.py", "render/marks.py"],  # marks of the terminal board, and of pictures
    "Session": ["server/realtime/connection.py", "server/sessions.py"],  # the connection's protocol and its class
}
"""Names of the command and the site, which nobody imports from outside."""
PARTICIPLES = {
    # the game's words, in which a piece is pinned and a queen bee is surrounded
    "base_board.py: pinned",
    "rules/one_hive.py: pinned",
    "kernel/entry.py: surrounded",
    "kernel/hive.py: surrounded",
    "kernel/state.py: surrounded",
    # documented for users, and returns a value rather than changing one
    "hexes.py: moved",
}
"""Functions that are named by a participle, like ``sorted``."""
IRREGULAR = frozenset(
    """begun born bound broken brought built caught chosen done drawn fallen felt forgotten found frozen given gone
    grown heard held hidden kept known laid lent lost made meant met paid proven said seen sent shown sold sought spent
    spoken stolen stuck taken taught thought thrown told understood unseen withdrawn won worn written""".split()
)
"""Participles without the ending -ed. Those that are also an infinitive, such as ``run`` and ``read``, are left out."""
ENGINES = sorted([*(PACKAGE / "engine").glob("*.py"), *(PACKAGE / "uhp").glob("*.py")])


def public_classes(path: Path) -> set[str]:
    """Return the classes that a module defines and lists in ``__all__``."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    public: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["__all__"]:
            public |= set(ast.literal_eval(node.value))
    return public & {node.name for node in tree.body if isinstance(node, ast.ClassDef)}


def is_participle(name: str) -> bool:
    """Return whether a name is a single participle. ``feed`` and ``need`` are verbs that only look like one."""
    word = name.strip("_")
    return word in IRREGULAR or (word.isalpha() and word.endswith("ed") and not word.endswith("eed"))


def functions_named_by_a_participle() -> Iterator[str]:
    """Yield the functions and methods of the package, without its properties, that are named by a participle."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_participle(node.name):
                decorators = {ast.unparse(decorator).split(".")[-1] for decorator in node.decorator_list}
                if not decorators & {"property", "cached_property", "setter"}:
                    yield f"{path.relative_to(PACKAGE).as_posix()}: {node.name}"


def nodes_of_the_engines() -> Iterator[tuple[Path, ast.AST]]:
    """Yield every node of the engines' modules, with the module."""
    for path in ENGINES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield path, node


def test_no_two_public_classes_share_a_name() -> None:
    modules = defaultdict[str, list[str]](list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in public_classes(path):
            modules[name].append(path.relative_to(PACKAGE).as_posix())
    assert {name: paths for name, paths in modules.items() if len(paths) > 1} == EXCEPTIONS


def test_functions_are_not_named_by_a_participle() -> None:
    """A function is named by a verb or by what it returns: ``pack``, ``find_stored``, ``lost_seconds``."""
    names = ("packed", "_stored", "_told", "feed", "restore", "stored_game", "find_stored")
    assert [name for name in names if is_participle(name)] == ["packed", "_stored", "_told"]
    assert set(functions_named_by_a_participle()) == PARTICIPLES


def test_the_engines_raise_no_bare_built_in_errors() -> None:
    """Deliberate errors are SkepErrors. A broken pipe, a timeout and a missing attribute are Python's own."""
    raised = {
        (ast.unparse(node.exc.func if isinstance(node.exc, ast.Call) else node.exc), path.name)
        for path, node in nodes_of_the_engines()
        if isinstance(node, ast.Raise) and node.exc is not None
    }
    bare = {"ValueError", "RuntimeError", "TypeError", "KeyError", "IndexError", "Exception"}
    assert [(error, file) for error, file in sorted(raised) if error in bare] == []


def test_the_engines_take_no_undeclared_options() -> None:
    functions = [
        (path.name, node)
        for path, node in nodes_of_the_engines()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert functions
    assert [(file, function.name) for file, function in functions if function.args.kwarg is not None] == []


def test_the_packages_of_the_engines_export_their_names() -> None:
    import skep.engine
    import skep.uhp

    for package in (skep.engine, skep.uhp):
        assert len(package.__all__) == len(set(package.__all__))
        for name in package.__all__:
            assert hasattr(package, name), name
    assert set(skep.uhp.__all__) <= set(dir(skep.uhp))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        skep.uhp.nonsense  # noqa: B018
