"""Makes the links and pictures of README.md absolute in the package's metadata, so that a package index shows them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

__all__ = ["ReadmeHook", "absolute_links"]


def absolute_links(text: str, repository: str) -> str:
    """Return Markdown whose relative links lead to a repository: pictures to the files, other links to their pages."""

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['text']}]({repository}/{kind}/main/{link['target']})"

    return re.sub(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?!https?:|#)(?P<target>[^)\s]+)\)", absolute, text)


class ReadmeHook(MetadataHookInterface):
    """What Hatch calls for the fields that pyproject.toml declares as dynamic."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the long description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = absolute_links(text, metadata["urls"]["Repository"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
