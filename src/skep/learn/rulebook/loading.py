"""Loads the rulebook from its files, and links reasons to entries."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from skep.errors import SkepError
from skep.learn.readers import make_reader
from skep.learn.rulebook.schema import RulebookChapter, RuleEntry
from skep.pieces import Bug
from skep.rules import Rule

__all__ = ["RulebookError", "chapters", "entry_for", "find_entry", "links", "parse_chapter"]

_ENTRIES: Final = files("skep.learn.rulebook") / "entries"
_ORDER: Final = ("game", "placing", "moving", "bugs", "expansions", "hive", "end")
"""The chapters in reading order."""
_read_chapter: Final = make_reader(RulebookChapter)


class RulebookError(SkepError):
    """An error in a file of the rulebook, or an unknown entry."""


def parse_chapter(text: str, chapter: str) -> RulebookChapter:
    """Return a chapter from the text of its file.

    >>> parse_chapter("title = 3", "moving")
    Traceback (most recent call last):
    skep.learn.rulebook.loading.RulebookError: chapter moving: Expected `object`, got `int` - at `$.title`
    """
    try:
        parsed: RulebookChapter = _read_chapter({**tomllib.loads(text), "id": chapter})
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RulebookError(f"chapter {chapter}: {error}") from error
    return parsed


@cache
def chapters() -> tuple[RulebookChapter, ...]:
    """Return all chapters in order."""
    return tuple(parse_chapter((_ENTRIES / f"{name}.toml").read_text(encoding="utf-8"), name) for name in _ORDER)


def find_entry(entry: str) -> tuple[RulebookChapter, RuleEntry]:
    """Return an entry and its chapter, by the entry's id or by the rule of a reason.

    >>> find_entry("too-far")[1].id
    'ways-of-moving'
    >>> find_entry("flying")
    Traceback (most recent call last):
    skep.learn.rulebook.loading.RulebookError: there is no entry 'flying' in the rulebook
    """
    ids = {entry, links().get(entry, entry)}
    for chapter in chapters():
        for candidate in chapter.entries:
            if candidate.id in ids:
                return chapter, candidate
    raise RulebookError(f"there is no entry {entry!r} in the rulebook")


@cache
def links() -> dict[str, str]:
    """Return the entry of each reason, by its rule (``too-far``) or by rule and bug (``too-far/S``)."""
    entries = dict[str, str]()
    for chapter in chapters():
        for entry in chapter.entries:
            for rule in entry.rules:
                key = rule if entry.bug is None else f"{rule}/{entry.bug}"
                if key in entries:
                    raise RulebookError(f"{key} links to two entries: {entries[key]} and {entry.id}")
                entries[key] = entry.id
    return entries


def entry_for(rule: Rule, bug: Bug | None = None) -> str:
    """Return the id of the entry for a reason.

    >>> entry_for(Rule.TOO_FAR, Bug.SPIDER)
    'spider'
    """
    own = None if bug is None else links().get(f"{rule.value}/{bug.letter}")
    return own or links()[rule.value]
