"""The rulebook from its files, and the way from a reason to the entry that tells of it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from skep.errors import SkepError
from skep.learn.readers import make_reader
from skep.learn.rulebook.schema import Chapter, RuleEntry
from skep.pieces import Bug
from skep.rules import Rule

__all__ = ["RulebookError", "chapters", "entry_for", "find_entry", "links", "parse_chapter"]

_ENTRIES: Final = files("skep.learn.rulebook") / "entries"
_ORDER: Final = ("game", "placing", "moving", "bugs", "expansions", "hive", "end")
"""The chapters as one reads them."""
_read_chapter: Final = make_reader(Chapter)


class RulebookError(SkepError):
    """What is wrong with the rulebook's files, or what was asked of it."""


def parse_chapter(text: str, chapter: str) -> Chapter:
    """A chapter from the text of its file.

    >>> parse_chapter("title = 3", "moving")
    Traceback (most recent call last):
    skep.learn.rulebook.loading.RulebookError: chapter moving: Expected `object`, got `int` - at `$.title`
    """
    try:
        read: Chapter = _read_chapter({**tomllib.loads(text), "id": chapter})
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RulebookError(f"chapter {chapter}: {error}") from error
    return read


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters in their order."""
    return tuple(parse_chapter((_ENTRIES / f"{name}.toml").read_text(encoding="utf-8"), name) for name in _ORDER)


def find_entry(entry: str) -> tuple[Chapter, RuleEntry]:
    """The entry with that id, or that a reason's rule leads to, and its chapter.

    >>> find_entry("too-far")[1].id
    'ways-of-moving'
    >>> find_entry("flying")
    Traceback (most recent call last):
    skep.learn.rulebook.loading.RulebookError: there is no entry 'flying' in the rulebook
    """
    wanted = links().get(entry, entry)
    for chapter in chapters():
        for found in chapter.entries:
            if entry == found.id or wanted == found.id:
                return chapter, found
    raise RulebookError(f"there is no entry {entry!r} in the rulebook")


@cache
def links() -> dict[str, str]:
    """From a reason to its entry: by the rule, ``too-far``, and where a bug has its own, ``too-far/S``."""
    found = dict[str, str]()
    for chapter in chapters():
        for entry in chapter.entries:
            for rule in entry.rules:
                key = rule if entry.bug is None else f"{rule}/{entry.bug}"
                if key in found:
                    raise RulebookError(f"{key} leads to two entries: {found[key]} and {entry.id}")
                found[key] = entry.id
    return found


def entry_for(rule: Rule, bug: Bug | None = None) -> str:
    """The id of the entry that tells of a reason.

    >>> entry_for(Rule.TOO_FAR, Bug.SPIDER)
    'spider'
    """
    own = None if bug is None else links().get(f"{rule.value}/{bug.letter}")
    return own or links()[rule.value]
