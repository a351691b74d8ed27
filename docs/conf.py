"""Sphinx's configuration. ``make docs`` builds the site into the package, and ``skep serve`` serves it at /docs/."""

from __future__ import annotations

import logging
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
METADATA = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# a dependency of the theme makes the root logger print everything
logging.getLogger("alembic").setLevel(logging.WARNING)

project = "skep"
author = METADATA["authors"][0]["name"]
version = release = METADATA["version"]
copyright = f"2026, {author}"  # noqa: A001 (Sphinx's name)

extensions = ["myst_parser", "sphinx.ext.autodoc", "tools.sphinx_public_names", "tools.sphinx_repository_links"]
exclude_patterns = ["pictures/*.py"]
repository_url = METADATA["urls"]["Repository"]

html_theme = "furo"
html_title = "skep"
html_favicon = "../web/public/favicon.svg"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": False}

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
add_module_names = False
toc_object_entries_show_parents = "hide"
python_use_unqualified_type_names = True

nitpicky = True
nitpick_ignore = [
    ("py:class", "skep.kernel.state.KernelState"),  # not public: its methods change with the kernel
    ("py:class", "skep.bot.engines.Engines"),  # not public: how a bot starts its engines
    ("py:class", "skep.bot.pacing.RequestGate"),
    ("py:class", "skep.bot.timing.Clock"),
    ("py:class", "skep.render.tilesets.Material"),  # not public: its colours change with the look
]
nitpick_ignore_regex = [
    # the documentation of other projects is on the network, which the build does not use
    (r"py:\w+", r"(collections\.abc|datetime|msgspec|numpy|os|pathlib|random|re|rich|sqlalchemy)\..*"),
    # the types of a named tuple's fields are written as in its source
    (r"py:class", r"NDArray|np\.\w+"),
    # the parts of a bot's messages, whose fields are those of the server's API (docs/bots.md)
    (r"py:class", r"skep\.bot\.messages\.\w+"),
    # private names and type variables in signatures
    (r"py:class", r"skep\.[\w.]+\.(_\w+|\w+T(_co)?)"),
]
