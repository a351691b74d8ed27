"""Stored reviews: requests and progress of unfinished ones, and results.

Requests and progress let another process report on a review, and take it over after a restart. They are deleted when
the review is done, and expire if it never is. Client addresses are not stored.
"""

from __future__ import annotations

import time
from typing import Final, TypeVar

import msgspec

from skep.archive import Archive
from skep.review import EffortName, Review
from skep.server.engines.executor import BoundedExecutor
from skep.server.schemas.records import RecordTree
from skep.server.schemas.review import ReviewState

__all__ = ["Progress", "ReviewStore", "StoredRequest"]

_REQUEST: Final = "_request"
_PROGRESS: Final = "_progress"
_MAX_AGE: Final = 24 * 3600.0
"""Seconds after which requests and progress expire."""

_Entry = TypeVar("_Entry")


class StoredRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A review that was requested."""

    tree: RecordTree
    effort: EffortName
    archived: int | None
    """The id of the game in the game database, or None."""


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a review, for other processes."""

    at: float
    """The time of the report in seconds since 1970; 0 if the process has stopped working on the review."""
    state: ReviewState
    done: int
    total: int
    effort: EffortName
    problem: str | None = None


class _Finished(msgspec.Struct, frozen=True, kw_only=True):
    tree: RecordTree
    review: msgspec.Raw


# Created at import, because msgspec can crash if two threads create a decoder for the same type simultaneously.
_request_decoder: Final = msgspec.json.Decoder(StoredRequest)
_progress_decoder: Final = msgspec.json.Decoder(Progress)
_finished_decoder: Final = msgspec.json.Decoder(_Finished)


class ReviewStore:
    """Reviews in the game database."""

    def __init__(
        self, archive: Archive, reading: BoundedExecutor, writing: BoundedExecutor, *, limit: int | None = None
    ) -> None:
        """``limit`` is the number of bytes that reviews and studies may have before a request is refused."""
        self._archive = archive
        self._reading = reading
        self._writing = writing
        self._limit = limit

    async def is_finished(self, id_: str) -> bool:
        """Whether a review is done."""
        return await self._reading.run(self._archive.review, id_) is not None

    async def load_finished(self, id_: str) -> tuple[RecordTree, Review] | None:
        """Return a review that is done and its game, or None."""
        return await self._reading.run(self._load_finished, id_)

    def _load_finished(self, id_: str) -> tuple[RecordTree, Review] | None:
        text = self._archive.review(id_)
        if text is None:
            return None
        finished = _finished_decoder.decode(text)
        return finished.tree, Review.from_json(bytes(finished.review))

    async def request(self, id_: str) -> StoredRequest | None:
        """Return the request for an unfinished review, or None."""
        return await self._reading.run(self._load, f"{id_}{_REQUEST}", _request_decoder)

    async def progress(self, id_: str) -> Progress | None:
        """Return the progress of an unfinished review, or None."""
        return await self._reading.run(self._load, f"{id_}{_PROGRESS}", _progress_decoder)

    def _load(self, key: str, decoder: msgspec.json.Decoder[_Entry]) -> _Entry | None:
        text = self._archive.review(key)
        return None if text is None else decoder.decode(text)

    async def save_request(self, id_: str, request: StoredRequest) -> None:
        """Store a request, and remove the progress of an earlier attempt. Raises ArchiveFull."""
        old = (f"{id_}{_PROGRESS}",)
        await self._writing.run(self._save, f"{id_}{_REQUEST}", request, None, old, self._limit)

    async def save_progress(self, id_: str, progress: Progress) -> None:
        """Store the progress of a review. A failed review needs no request any more."""
        old = (f"{id_}{_REQUEST}",) if progress.state == "failed" else ()
        await self._writing.run(self._save, f"{id_}{_PROGRESS}", progress, None, old)

    async def save_finished(self, id_: str, tree: RecordTree, review: Review, *, archived: int | None) -> None:
        """Store a review, and remove its request and progress."""
        finished = _Finished(tree=tree, review=msgspec.Raw(review.to_json().encode()))
        await self._writing.run(self._save, id_, finished, archived, (f"{id_}{_REQUEST}", f"{id_}{_PROGRESS}"))

    def _save(
        self,
        key: str,
        entry: msgspec.Struct,
        game: int | None,
        old_keys: tuple[str, ...],
        limit: int | None = None,
    ) -> None:
        self._archive.save_review(key, msgspec.json.encode(entry).decode(), game=game, limit=limit)
        if old_keys:
            self._archive.delete_reviews(old_keys)

    async def delete_expired(self) -> None:
        """Delete requests and progress that are too old."""
        await self._writing.run(self._archive.delete_old_reviews, (_REQUEST, _PROGRESS), before=time.time() - _MAX_AGE)
