"""The list of forbidden words: what comes with skep, as changed by the moderators."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from skep.server.engines.executor import BoundedExecutor
from skep.server.http.problem_error import ProblemError
from skep.server.moderation.log_statements import LogRow, add_entry
from skep.server.moderation.word_list import WordMatcher, clean_entry, standard_words
from skep.server.realtime.bus import Bus
from skep.server.schemas.moderation import WordList
from skep.server.store.moderation_tables import words
from skep.server.store.records import Guest, Store
from skep.server.store.values import micros

__all__ = ["Words"]

_TOPIC: Final = "words"
_REMEMBERED_SECONDS: Final = 60.0
MAX_WORDS: Final = 2000
"""Entries that moderators can add or remove."""
_MAX_INLINE: Final = 500
"""Texts up to this many characters are searched on the event loop, which takes about a millisecond."""


@dataclass(frozen=True, slots=True)
class _Remembered:
    matcher: WordMatcher
    expires: float


class Words:
    """Checks names and chat. Every process remembers the list, and reads it again when another one changes it."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._remembered: _Remembered | None = None
        self._executor = BoundedExecutor(threads=1)
        """For long texts, such as those of studies, which wait only for each other."""

    async def open(self) -> None:
        """Start listening to the other processes."""
        await self._bus.listen(_TOPIC, lambda _payload: self._forget())

    async def close(self) -> None:
        """Wait for the search that is running."""
        await self._executor.close()

    async def check_name(self, name: str) -> None:
        """Raise ProblemError if a name contains a forbidden word."""
        if await self.find(name) is not None:
            raise ProblemError(422, "name-forbidden", "This name contains a word that is not allowed here.")

    async def find(self, text: str) -> str | None:
        """Return a forbidden word in a text, or None. Raises ExecutorFull if too many long texts are waiting."""
        now = time.monotonic()
        if self._remembered is None or now >= self._remembered.expires:
            changes = await self._store.read(_changes)
            forbidden = {word for word, is_forbidden in changes if is_forbidden}
            allowed = {word for word, is_forbidden in changes if not is_forbidden}
            matcher = WordMatcher(standard_words() - allowed | forbidden)
            self._remembered = _Remembered(matcher, now + _REMEMBERED_SECONDS)
        matcher = self._remembered.matcher
        return matcher.find(text) if len(text) <= _MAX_INLINE else await self._executor.run(matcher.find, text)

    async def list(self) -> WordList:
        """Return the list as moderators see it."""
        changes = await self._store.read(_changes)
        removed = sorted(word for word, is_forbidden in changes if not is_forbidden)
        added = sorted(word for word, is_forbidden in changes if is_forbidden)
        return WordList(added=added, standard=sorted(standard_words().difference(removed)), removed=removed)

    async def change(self, moderator: Guest, text: str, *, forbidden: bool) -> None:
        """Forbid a word, or allow it. Raises ProblemError."""
        word = clean_entry(text)
        if len(word.strip("*")) < 2:
            raise ProblemError(422, "word-short", f"A word needs at least two letters or digits: {text!r} has fewer.")
        now = time.time()
        action = "forbid-word" if forbidden else "allow-word"
        entry = LogRow(now, moderator.id, moderator.name, action, detail=word)

        def write(connection: Connection, maybe_done: bool) -> bool:
            return _change(word, forbidden, entry, connection, maybe_done)

        if not await self._store.write(write):
            raise ProblemError(409, "words-full", f"The list has {MAX_WORDS} changes. Remove some of them first.")
        self._forget()
        self._bus.publish(_TOPIC, b"changed")

    def _forget(self) -> None:
        self._remembered = None


def _changes(connection: Connection) -> list[tuple[str, bool]]:
    rows = connection.execute(select(words.c.word, words.c.forbidden).order_by(words.c.word))
    return [(word, forbidden) for word, forbidden in rows]


def _change(word: str, forbidden: bool, entry: LogRow, connection: Connection, maybe_done: bool) -> bool:
    """Store a change unless there are too many; one that restores the standard list is not kept."""
    connection.execute(delete(words).where(words.c.word == word))
    if forbidden != (word in standard_words()):
        if len(_changes(connection)) >= MAX_WORDS:
            return False
        connection.execute(insert(words).values(word=word, forbidden=forbidden, at=micros(entry.at)))
    add_entry(entry, connection, maybe_done)
    return True
