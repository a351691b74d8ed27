"""A Sphinx extension that turns links to files outside docs/, such as sources, into links to the repository.

In the repository those links are relative, so that they work there as well.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx

__all__ = ["absolute_links", "setup"]

LINK: Final = re.compile(r"(?<=\]\()(\.\./[^)#\s]+)")


def absolute_links(text: str, page: Path, docs: Path, repository: str) -> str:
    """Return Markdown in which the links of a page to files outside a folder are absolute."""

    def absolute(link: re.Match[str]) -> str:
        target = (page.parent / link[1]).resolve()
        if target.is_relative_to(docs.resolve()):
            return link[1]
        return f"{repository}/blob/main/{target.relative_to(docs.resolve().parent).as_posix()}"

    return LINK.sub(absolute, text)


def _read(app: Sphinx, name: str, source: list[str]) -> None:
    page = Path(app.env.doc2path(name))
    if page.suffix == ".md":
        source[0] = absolute_links(source[0], page, Path(app.srcdir), app.config.repository_url)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the setting and the transformation."""
    app.add_config_value("repository_url", "", "env", str)
    app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
