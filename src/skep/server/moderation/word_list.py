"""Matching forbidden words, as people disguise them, without hitting innocent words that contain them.

Texts are compared word by word. A word of plain letters has to be the forbidden word itself; only a word with digits,
symbols or letters of other alphabets is compared by its looks, because ``burn`` looks like ``bum`` in some fonts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain, islice
from typing import Final, TypeAlias

from skep.server.accounts.names import name_key

__all__ = ["WordMatcher", "clean_entry", "standard_words"]

_WORD: Final = re.compile(r"[@$]*[^\W_]+(?:[!@$]+[^\W_]+)*")
"""A word, with the symbols in it that stand for letters."""
_RUN: Final = re.compile(r"(.)\1{2,}")
_SYMBOLS: Final = str.maketrans("@$!", "asi")
_NO_SYMBOLS: Final = str.maketrans("", "", "@$!")
_BETWEEN: Final = "/"
"""Separates words that are folded together: it is in no word, and folding keeps it."""
_PIECE: Final = 4000
"""Characters of a text that are split into words at once."""
_BATCH: Final = 500
"""Words that are folded at once."""
_Readings: TypeAlias = tuple[str, ...]
"""The ways in which a word can be read."""
_MAX_SPELT: Final = 20
"""The number of single letters in a row that are read as one word."""


@cache
def standard_words() -> frozenset[str]:
    """Return the entries of the list that comes with skep."""
    text = files("skep.server.moderation").joinpath("words.txt").read_text(encoding="utf-8")
    return frozenset(clean_entry(line) for line in text.splitlines() if line.strip() and not line.startswith("#"))


def clean_entry(text: str) -> str:
    """Return an entry as it is stored, or an empty text if it has no letters.

    >>> clean_entry(" Enculé* ")
    'encule*'
    >>> clean_entry("**")
    ''
    """
    text = " ".join(text.split())
    words = " ".join(filter(None, (_plain(word) for word in _WORD.findall(text))))
    return f"{'*' if text.startswith('*') else ''}{words}{'*' if text.endswith('*') else ''}" if words else ""


class WordMatcher:
    """A list of forbidden words that finds them in texts.

    >>> matcher = WordMatcher(["cunt", "shit", "*fuck*", "ta gueule"])
    >>> matcher.find("Greetings from Scunthorpe"), matcher.find("sh1t happens"), matcher.find("Ta  GUEULE !")
    (None, 'shit', 'ta gueule')
    """

    def __init__(self, entries: Iterable[str]) -> None:
        entries = sorted(entries)
        self._plain = _Table(entries, _fold)
        self._looks = _Table(entries, name_key)
        self._overlap = max((len(entry.split()) for entry in entries), default=1) - 1
        """Words of a batch that are searched again with the next one, because a phrase may begin there."""

    def find(self, text: str) -> str | None:
        """Return a forbidden entry in a text, or None.

        Each batch is freed before the next one is searched. Freeing all words of a long text at once takes 5 ms, during
        which no other thread can run.
        """
        before: list[str] = []
        for batch in _batches(text):
            words = before + batch
            if (entry := self._find_in(words)) is not None:
                return entry
            before = words[len(words) - self._overlap :]
        return None

    def _find_in(self, words: list[str]) -> str | None:
        """Return a forbidden entry among the words of one batch, or None."""
        plain = [_readings(word) for word in _fold_all(words)]
        if (entry := self._plain.find(plain)) is not None:
            return entry
        disguised = [_is_disguised(word) for word in words]
        if not any(disguised):
            return None
        keys = _name_keys(words)
        return self._looks.find(
            [_readings(key) if hidden else known for key, hidden, known in zip(keys, disguised, plain, strict=True)]
        )


class _Table:
    """The entries of a list, folded in one way."""

    def __init__(self, entries: Iterable[str], fold: Callable[[str], str]) -> None:
        self._words: dict[str, str] = {}
        self._phrases: dict[tuple[str, ...], str] = {}
        self._patterns: list[tuple[str, bool, bool, str]] = []
        """A folded text, whether letters can precede and follow it, and the entry."""
        for entry in entries:
            words = [fold(word) for word in entry.strip("*").split()]
            if len(words) > 1:
                self._phrases[tuple(words)] = entry
            elif "*" in entry:
                self._patterns.append((words[0], entry.startswith("*"), entry.endswith("*"), entry))
            elif words:
                self._words[words[0]] = entry

    def find(self, words: Sequence[_Readings]) -> str | None:
        """Return an entry that a word, or several words in a row, can be read as, or None."""
        different = {reading for readings in words for reading in readings}
        if known := self._words.keys() & different:
            return self._words[min(known)]
        return self._find_pattern(different) or self._find_phrase(words, different)

    def _find_pattern(self, readings: Collection[str]) -> str | None:
        # most texts contain no part of any pattern, which one search per part shows
        everything = "\n".join(readings)
        for part, before, after, entry in self._patterns:
            if part in everything:
                for word in readings:
                    if part in word and (before or word.startswith(part)) and (after or word.endswith(part)):
                        return entry
        return None

    def _find_phrase(self, words: Sequence[_Readings], readings: Collection[str]) -> str | None:
        for phrase, entry in self._phrases.items():
            if all(part in readings for part in phrase):
                for start in range(len(words) - len(phrase) + 1):
                    if all(part in words[start + index] for index, part in enumerate(phrase)):
                        return entry
        return None


def _batches(text: str) -> Iterator[list[str]]:
    """Return the words of a text in batches.

    A long text is never handed to a regular expression as a whole: no other thread could run in the meantime.
    """
    tokens = _tokens(text)
    while batch := list(islice(tokens, _BATCH)):
        yield batch


def _pieces(text: str) -> Iterator[str]:
    """Return a text in pieces, which end at spaces or line breaks if there are any."""
    start = 0
    while len(text) - start > _PIECE:
        end = max(text.rfind(space, start, start + _PIECE) for space in " \n")
        end = start + _PIECE if end <= start else end
        yield text[start:end]
        start = end
    yield text[start:]


def _tokens(text: str) -> Iterator[str]:
    """Return the words of a text; single letters in a row, as in "s h i t", also count as one word."""
    spelt = ""
    pieces = _pieces(text)
    for token in chain.from_iterable(_WORD.findall(unicodedata.normalize("NFKC", piece)) for piece in pieces):
        yield token
        if len(token) == 1 and len(spelt) < _MAX_SPELT:
            spelt += token
        else:
            if len(spelt) > 1:
                yield spelt
            spelt = ""
    if len(spelt) > 1:
        yield spelt


def _is_disguised(word: str) -> bool:
    """Return whether a word has more than plain letters and marks on them."""
    bare = word if word.isascii() else _remove_marks(word)
    return not (bare.isascii() and bare.isalpha())


def _fold_all(words: list[str]) -> list[str]:
    """Return words without case, marks and symbols, with ``l`` for ``i``. Those in ASCII are folded all at once."""
    joined = _BETWEEN.join(words)
    if joined.isascii():
        return _fold(joined.lower().translate(_NO_SYMBOLS)).split(_BETWEEN)
    return [_fold(_plain(word)) for word in words]


def _name_keys(words: list[str]) -> list[str]:
    """Return what words look like. Those in ASCII are transformed all at once."""
    joined = _BETWEEN.join(words)
    if joined.isascii():
        return name_key(joined.translate(_SYMBOLS)).split(_BETWEEN)
    return [name_key(word.translate(_SYMBOLS)) for word in words]


def _readings(word: str) -> _Readings:
    """Return how a word can be read: a letter that is repeated often counts as one or two."""
    if _RUN.search(word) is None:
        return (word,)
    return word, _RUN.sub(r"\1", word), _RUN.sub(r"\1\1", word)


def _plain(word: str) -> str:
    """Return a word without case and marks."""
    bare = _remove_marks(word)
    return bare if bare.isalnum() else "".join(character for character in bare if character.isalnum())


def _remove_marks(word: str) -> str:
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(character for character in decomposed if unicodedata.category(character)[0] != "M")


def _fold(word: str) -> str:
    """Fold the letters i and l, which are the same in many fonts."""
    return word.replace("i", "l")
