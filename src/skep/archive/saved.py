"""Data stored in addition to games: evaluations of positions, reviews and shared studies."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    Table,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from skep.archive.tables import games, reviews, sizes, studies, values
from skep.errors import SkepError, quote

__all__ = [
    "ArchiveFull",
    "delete_old_reviews",
    "delete_reviews",
    "evaluations",
    "latest_reviews",
    "load_review",
    "load_study",
    "save_evaluation",
    "save_text",
]

_MAX_TEXT_LENGTH: Final = 4_000_000
"""Maximum number of characters in a review or a study."""
_TEXTS: Final = "texts"
_CHUNK: Final = 500
"""Games per statement, because databases limit the number of parameters."""
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_INSERT_IF_DEEPER: Final = text(
    f"INSERT INTO {values.name} (key, value, depth) VALUES (:key, :value, :depth) ON CONFLICT (key) "
    f"DO UPDATE SET value = excluded.value, depth = excluded.depth WHERE excluded.depth >= {values.name}.depth"
)


def save_evaluation(connection: Connection, key: int, value: float, depth: int) -> None:
    """Save the engine's evaluation of a position, unless a deeper one is stored."""
    if not math.isfinite(value) or not 0 <= depth < 1000:
        raise SkepError(f"not a valid evaluation: {value} at depth {depth}")
    connection.execute(_INSERT_IF_DEEPER, {"key": key, "value": value, "depth": depth})


def evaluations(connection: Connection, keys: list[int]) -> dict[int, tuple[float, int]]:
    """Return the value and depth of each position that has an evaluation."""
    if not keys:
        return {}
    return {row.key: (row.value, row.depth) for row in connection.execute(select(values).where(values.c.key.in_(keys)))}


class ArchiveFull(SkepError):
    """There is no space left for reviews and studies."""


def save_text(
    connection: Connection,
    table: Table,
    id_: str,
    content: str,
    now: int,
    game: int | None = None,
    *,
    limit: int | None = None,
) -> None:
    """Save a text under an id and replace any previous one.

    Raises ArchiveFull if all texts together would have more than ``limit`` bytes.
    """
    if _ID.fullmatch(id_) is None:
        raise SkepError(f"not an id: {quote(id_)}: expected at most 64 letters, digits, - and _")
    if len(content) > _MAX_TEXT_LENGTH:
        raise SkepError(f"{id_}: {len(content):,} characters are too long to store: at most {_MAX_TEXT_LENGTH:,}")
    if "\0" in content:
        raise SkepError(f"{id_}: text with a NUL character cannot be stored")
    _delete(connection, table, table.c.id == id_)
    size = len(content.encode(errors="surrogatepass"))
    counted = update(sizes).where(sizes.c.name == _TEXTS).values(bytes=sizes.c.bytes + size)
    if limit is not None:
        counted = counted.where(sizes.c.bytes + size <= limit)
    if connection.execute(counted).rowcount != 1:
        raise ArchiveFull(f"the limit of {limit} bytes for reviews and studies is reached")
    row: dict[str, object] = {"id": id_, "text": content, "created": now}
    connection.execute(insert(table), [row | {"game": game} if table is reviews else row])


def delete_reviews(connection: Connection, ids: Iterable[str]) -> None:
    """Delete reviews by id. Unknown ids are ignored."""
    _delete(connection, reviews, reviews.c.id.in_(list(ids)))


def delete_old_reviews(connection: Connection, suffixes: Iterable[str], before: int) -> None:
    """Delete the reviews whose id ends in one of the suffixes and that were saved before a time."""
    matches = or_(*(reviews.c.id.endswith(suffix, autoescape=True) for suffix in suffixes))
    _delete(connection, reviews, matches & (reviews.c.created < before))


def _delete(connection: Connection, table: Table, which: ColumnElement[bool]) -> None:
    """Delete texts, and subtract their sizes from the total."""
    is_sqlite = connection.dialect.name == "sqlite"
    size = func.length(cast(table.c.text, LargeBinary)) if is_sqlite else func.octet_length(table.c.text)
    freed = connection.scalar(select(func.sum(size)).where(which))
    if freed is not None:
        connection.execute(delete(table).where(which))
        connection.execute(update(sizes).where(sizes.c.name == _TEXTS).values(bytes=sizes.c.bytes - int(freed)))


def load_review(connection: Connection, id_: str) -> str | None:
    """Return the review with that id, or None."""
    return _load_text(connection, reviews, id_)


def latest_reviews(connection: Connection, source: str, source_keys: Sequence[str]) -> dict[str, str]:
    """Return the latest review of each game from a source that was reviewed, by the games' ids there."""
    found: dict[str, str] = {}
    for start in range(0, len(source_keys), _CHUNK):
        rows = connection.execute(
            select(games.c.source_key, reviews.c.text)
            .join(reviews, reviews.c.game == games.c.id)
            .where(games.c.source == source, games.c.source_key.in_(source_keys[start : start + _CHUNK]))
            .order_by(reviews.c.created)
        )
        found.update((key, content) for key, content in rows)
    return found


def load_study(connection: Connection, id_: str) -> str | None:
    """Return the study with that id, or None."""
    return _load_text(connection, studies, id_)


def _load_text(connection: Connection, table: Table, id_: str) -> str | None:
    content: str | None = connection.execute(select(table.c.text).where(table.c.id == id_)).scalar()
    return content
