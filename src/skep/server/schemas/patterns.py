"""Regular expressions that the whole of a text has to match."""

from __future__ import annotations

from msgspec import Meta

__all__ = ["whole_match"]


def whole_match(pattern: str) -> Meta:
    r"""Return the constraint that a whole text matches a pattern.

    msgspec searches for patterns, and in Python ``$`` also matches before a newline at the end of a text. The pattern
    is part of the OpenAPI description, whose regular expressions are those of JavaScript and lack Python's ``\Z``.

    >>> whole_match("[a-z]{2}").pattern
    '^(?:[a-z]{2})$(?!\\n)'
    """
    return Meta(pattern=rf"^(?:{pattern})$(?!\n)")
