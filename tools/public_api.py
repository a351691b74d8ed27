"""The public names of the library, for the reference in docs/ and for the test that all of them are documented.

``python tools/public_api.py`` lists the public names without a docstring.
"""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from types import FunctionType
from typing import Any, Final

__all__ = ["PAGES", "PublicName", "find_undocumented", "module_summary", "public_names"]

PAGES: Final = {
    "skep": ("skep", "skep.hexes", "skep.position", "skep.editions", "skep.faults"),
    "layers": ("skep.layers", "skep.views"),
    "rules": ("skep.rules",),
    "game": ("skep.game",),
    "notation": (
        "skep.notation",
        "skep.notation.uhp",
        "skep.notation.position",
        "skep.notation.diagram",
        "skep.notation.records",
        "skep.notation.pgn",
        "skep.notation.dialects",
        "skep.notation.boardspace",
        "skep.notation.game_strings",
        "skep.notation.marks",
    ),
    "render": (
        "skep.render",
        "skep.render.svg",
        "skep.render.png",
        "skep.render.animation",
        "skep.render.text",
        "skep.render.album",
        "skep.render.frames",
        "skep.render.overlay",
        "skep.render.options",
        "skep.render.theme",
    ),
    "engine": ("skep.engine", "skep.engine.solver"),
    "uhp": ("skep.uhp", "skep.uhp.client", "skep.uhp.options", "skep.uhp.server", "skep.uhp.session"),
    "match": (
        "skep.match",
        "skep.match.plan",
        "skep.match.specs",
        "skep.match.controls",
        "skep.match.runner",
        "skep.match.workers",
        "skep.match.folder",
        "skep.match.records",
        "skep.match.progress",
        "skep.match.report",
        "skep.match.statistics",
        "skep.match.sprt",
        "skep.match.book",
    ),
    "bot": ("skep.bot", "skep.bot.messages"),
    "archive": ("skep.archive",),
    "review": ("skep.review", "skep.review.judgement", "skep.review.report"),
    "learn": (
        "skep.learn",
        "skep.learn.puzzles",
        "skep.learn.puzzle_picker",
        "skep.learn.puzzle_view",
        "skep.learn.rating",
        "skep.learn.themes",
        "skep.learn.lessons",
        "skep.learn.lessons.schema",
        "skep.learn.lessons.views",
        "skep.learn.rulebook",
        "skep.learn.rulebook.schema",
        "skep.learn.rulebook.views",
        "skep.learn.scenes",
        "skep.learn.highlights",
        "skep.learn.texts",
    ),
    "lab": (
        "skep.lab",
        "skep.lab.batch",
        "skep.lab.actions",
        "skep.lab.observations",
        "skep.lab.symmetries",
        "skep.lab.boards",
        "skep.lab.data",
        "skep.lab.selfplay",
        "skep.lab.parquet",
        "skep.lab.training.positions",
        "skep.lab.training.network",
    ),
    "i18n": ("skep.i18n",),
}
"""The modules of each page of the reference. A name that several modules export belongs to the first of them."""


@dataclass(frozen=True, slots=True)
class PublicName:
    """A name in the ``__all__`` of a public module."""

    module: str
    name: str
    value: Any
    documented_as: str
    """The full name in the reference; that of another module if this one only exports the name again."""
    home: str
    """The module that defines it."""

    @property
    def full_name(self) -> str:
        """The name with its module."""
        return f"{self.module}.{self.name}"

    @property
    def is_class(self) -> bool:
        """Whether it is a class."""
        return isinstance(self.value, type)

    @property
    def is_function(self) -> bool:
        """Whether it is a function, cached or not."""
        return isinstance(inspect.unwrap(self.value), FunctionType) if callable(self.value) else False

    def docstring(self) -> str | None:
        """Return the docstring; that of a constant is the string after its assignment."""
        if self.is_class:
            own: str | None = vars(self.value).get("__doc__")
            return own
        if self.is_function:
            return inspect.getdoc(self.value)
        return _constant_docs(self.home).get(self.name)


def public_names(*modules: str) -> Iterator[PublicName]:
    """Yield the public names of some modules, by default of all pages."""
    first: dict[tuple[str, str], str] = {}
    for module in [module for page in PAGES.values() for module in page]:
        loaded = import_module(module)
        for name in getattr(loaded, "__all__", ()):
            value = getattr(loaded, name)
            home = _home(module, name, value)
            own_name = value.__name__ if isinstance(value, (type, FunctionType)) else name
            known = first.setdefault((home, own_name), f"{module}.{name}")
            if not modules or module in modules:
                yield PublicName(module, name, value, known, home)


def find_undocumented() -> Iterator[str]:
    """Yield the full names of public classes, functions, constants, methods and properties without a docstring."""
    for public in public_names():
        if public.full_name != public.documented_as or public.name.startswith("__"):
            continue
        if not public.docstring() or _is_generated(public):
            yield public.full_name
        if public.is_class:
            yield from (f"{public.full_name}.{name}" for name in _undocumented_members(public.value))


def module_summary(module: str) -> str:
    """Return the docstring of a module."""
    return inspect.getdoc(import_module(module)) or ""


def _undocumented_members(value: type) -> Iterator[str]:
    for name in dir(value):
        if name.startswith("_"):
            continue
        owners = [owner for owner in value.__mro__ if name in vars(owner)]
        if not owners or not owners[0].__module__.startswith("skep"):
            continue  # of Python's own base classes
        member = vars(owners[0])[name]
        if isinstance(member, (classmethod, staticmethod)):
            member = member.__func__
        if isinstance(member, (FunctionType, property, functools.cached_property)) and not any(
            inspect.getdoc(vars(owner)[name]) for owner in owners
        ):
            yield name


def _is_generated(public: PublicName) -> bool:
    """Return whether the docstring is one that dataclasses, named tuples and enums write themselves."""
    text = public.docstring() or ""
    if not public.is_class or issubclass(public.value, enum.Enum):
        return False
    return text.startswith(f"{public.value.__name__}(")


def _home(module: str, name: str, value: object) -> str:
    """Return the module that defines a name: constants do not know theirs, but import statements do."""
    if isinstance(value, (type, FunctionType)):
        return value.__module__
    for statement in ast.walk(_tree(module)):  # imports for type checkers are not at the top level
        if isinstance(statement, ast.ImportFrom) and statement.module is not None:
            for alias in statement.names:
                if (alias.asname or alias.name) == name:
                    return _home(statement.module, alias.name, value)
    return module


@functools.cache
def _tree(module: str) -> ast.Module:
    file = import_module(module).__file__
    assert file is not None
    with open(file, encoding="utf-8") as source:
        return ast.parse(source.read())


@functools.cache
def _constant_docs(module: str) -> dict[str, str]:
    docs = {}
    body = _tree(module).body
    for statement, following in itertools.pairwise(body):
        if not (isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)):
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name):
                docs[target.id] = inspect.cleandoc(str(following.value.value))
    return docs


if __name__ == "__main__":
    missing = list(find_undocumented())
    print("\n".join(missing))
    sys.exit(bool(missing))
