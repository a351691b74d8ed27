"""The tags of a game, such as players, date and event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Final

from skep.errors import SkepError, quote
from skep.notation.limits import MAX_LINE_LENGTH, MAX_TAGS

__all__ = ["RESERVED", "Tags"]

_NAME: Final = re.compile(r"\w{1,100}", re.ASCII)
RESERVED: Final = {
    "GameType": "game.game_type",
    "Edition": "game.edition",
    "Position": "game.start",
    "Repetition": "game.threefold",
    "Result": "game.result",
    "Termination": "game.result",
}
"""Tags of a file that are attributes of a game, and the names of those attributes."""


class Tags(MutableMapping[str, str]):
    """A mapping of tag names to values, in the order in which they were set.

    >>> tags = Tags({"White": "Ann"})
    >>> tags["Result"] = "Draw"
    Traceback (most recent call last):
    skep.errors.SkepError: the tag Result is set through game.result
    """

    def __init__(self, tags: Mapping[str, str] | None = None) -> None:
        self._tags: dict[str, str] = {}
        self.update(tags or {})

    def __getitem__(self, name: str) -> str:
        return self._tags[name]

    def __setitem__(self, name: str, value: str) -> None:
        if name in RESERVED:
            raise SkepError(f"the tag {name} is set through {RESERVED[name]}")
        if _NAME.fullmatch(name) is None:
            raise SkepError(f"not a tag name: {quote(name)}: expected letters, digits and underscores")
        if not value or not value.isprintable() or value != " ".join(value.split()):
            raise SkepError(f"the tag {name} must be a single line of text, not {quote(value)}")
        if len(value) > MAX_LINE_LENGTH:
            raise SkepError(f"the tag {name} is longer than {MAX_LINE_LENGTH} characters")
        if len(self._tags) >= MAX_TAGS:
            raise SkepError(f"a game can have at most {MAX_TAGS} tags")
        self._tags[name] = value

    def __delitem__(self, name: str) -> None:
        del self._tags[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)

    def __repr__(self) -> str:
        return f"Tags({self._tags!r})"
