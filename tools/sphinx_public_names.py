"""A Sphinx extension with one directive: ``.. public-names:: engine`` documents the modules of a page of the reference.

The names are those in ``__all__`` of the modules, so the reference is complete without being maintained by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import indent
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.logging import getLogger

from tools.public_api import PAGES, PublicName, find_undocumented, public_names

__all__ = ["PublicNames", "setup"]

logger: Final = getLogger(__name__)

FOREIGN: Final = (
    "Enum, IntEnum, StrEnum, BaseException, ValueError, Mapping, MutableMapping, dict, int, object, str, tuple"
)
"""Base classes whose members Python's own documentation describes."""
MEMBERS: Final = {"members": "", "undoc-members": "", "inherited-members": FOREIGN}


class PublicNames(SphinxDirective):
    """Document every public name of the modules of a page, each module in a section of its own."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        modules = PAGES[self.arguments[0]]
        text = "\n".join(line for module in modules for line in _module(module, package=module == modules[0]))
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def _module(module: str, *, package: bool) -> Iterator[str]:
    names = list(public_names(module))
    own = [name for name in names if name.documented_as == name.full_name]
    own.sort(key=lambda name: (not name.is_class, not name.is_function))  # constants last
    elsewhere = [name for name in names if name.documented_as != name.full_name]
    if not own and not package:
        return
    yield from (module, "-" * len(module), "", f".. automodule:: {module}", "   :no-members:", "")
    for name in own:
        yield from _class(name) if name.is_class else _function(name) if name.is_function else _constant(name)
        yield ""
    if package:
        for name in elsewhere:
            kind = "class" if name.is_class else "function" if name.is_function else "data"
            yield from (f".. py:{kind}:: {name.name}", f"   :module: {module}", "   :no-contents-entry:", "")
            yield from (f"   The same as :py:obj:`{name.documented_as}`.", "")


def _class(name: PublicName) -> Iterator[str]:
    yield f".. auto{'exception' if issubclass(name.value, BaseException) else 'class'}:: {name.full_name}"
    yield from (f"   :{option}: {value}".rstrip() for option, value in MEMBERS.items())
    if issubclass(name.value, BaseException):
        yield "   :show-inheritance:"


def _function(name: PublicName) -> Iterator[str]:
    yield f".. autofunction:: {name.full_name}"


def _constant(name: PublicName) -> Iterator[str]:
    """A constant that another module defines: autodoc would not find its docstring."""
    yield from (f".. py:data:: {name.name}", f"   :module: {name.module}", "")
    yield indent(name.docstring() or "", "   ")


def _check(_app: Sphinx) -> None:
    """Warn of every public name without a docstring, which fails the build."""
    for name in find_undocumented():
        logger.warning("%s has no docstring", name)


def _simplify(
    _app: Sphinx, _kind: str, _name: str, _value: object, _options: object, arguments: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """Shorten defaults that have no literal, such as ``<factory>``, which Sphinx cannot parse."""
    return arguments and re.sub(r"<[^<>]*>", "...", arguments), returns


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("public-names", PublicNames)
    app.connect("autodoc-process-signature", _simplify)
    app.connect("builder-inited", _check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
