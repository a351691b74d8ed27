"""The part of the page's head that other sites and messengers read to show a link: Open Graph and Twitter cards."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Final

__all__ = ["LinkPreview", "with_preview"]

_BLOCK: Final = re.compile(rb"<!-- preview\b.*?<!-- /preview -->", re.DOTALL)
"""The lines of index.html that are replaced."""
_MAX_LENGTH: Final = 200
_PICTURE_SIZE: Final = (1200, 630)


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The title, description and picture of a link. The texts are plain text that anyone may have written."""

    title: str
    description: str
    picture: str
    """The path of a picture of 1200 by 630 pixels."""
    language: str = "en"


def with_preview(page: bytes, preview: LinkPreview, *, origin: str, path: str) -> bytes:
    """Return the page with the preview of a link to ``path`` in its head. Everything is escaped."""
    title, description = _text(preview.title), _text(preview.description)
    width, height = _PICTURE_SIZE
    properties = {
        "og:type": "website",
        "og:site_name": "skep",
        "og:locale": {"fr": "fr_FR"}.get(preview.language, "en_GB"),
        "og:title": title,
        "og:description": description,
        "og:url": _attribute(f"{origin}{path}"),
        "og:image": _attribute(f"{origin}{preview.picture}"),
        "og:image:type": "image/png",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": title,
    }
    tags = [
        f"<title>{title}</title>",
        f'<meta name="description" content="{description}" />',
        *(f'<meta property="{name}" content="{value}" />' for name, value in properties.items()),
        '<meta name="twitter:card" content="summary_large_image" />',
    ]
    block = "\n    ".join(tags).encode()
    return _BLOCK.sub(lambda _: block, page, count=1)


def _text(text: str) -> str:
    """Return untrusted text for an element or an attribute: one short line, escaped."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    line = " ".join(printable.split())
    return _attribute(line if len(line) <= _MAX_LENGTH else f"{line[: _MAX_LENGTH - 1]}…")


def _attribute(text: str) -> str:
    return html.escape(text, quote=True)
