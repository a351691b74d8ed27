"""PGN as Hive programs write it, in Mzinga's form: tags, one numbered ply to a line, comments, the result."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["format_pgn"]


def format_pgn(
    tags: Iterable[tuple[str, str]], moves: Iterable[str], result: str, *, comment: str | None = None
) -> str:
    """The PGN of one game, with a blank line at its end.

    >>> print(format_pgn([("White", "Anna")], ["wS1", "bS1 wS1-"], "InProgress"))
    [White "Anna"]
    <BLANKLINE>
    1. wS1
    2. bS1 wS1-
    InProgress
    <BLANKLINE>
    """
    lines = [f'[{name} "{_plain(value)}"]' for name, value in tags]
    lines += ["", *(f"{number}. {move}" for number, move in enumerate(moves, 1))]
    if comment is not None:
        lines.append(f"{{{_one_line(comment.replace('{', '(').replace('}', ')'))}}}")
    return "\n".join([*lines, result, "", ""])


def _plain(value: str) -> str:
    """A tag's value has no quotes and no line ends."""
    return _one_line(value.replace('"', "'"))


def _one_line(text: str) -> str:
    return " ".join(text.split())
