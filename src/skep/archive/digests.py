"""Hashes of records as they are written in files. They recognise a record without replaying its moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Connection, and_, select, text

from skep.archive.chunks import chunks
from skep.archive.tables import digests, games
from skep.editions import Edition
from skep.notation.records import RecordedGame, RecordedMove

__all__ = ["find_digests", "record_digest", "save_digests"]

_SIZE: Final = 16
"""Bytes of a hash: enough that no two records collide, even on purpose."""
_MOVE: Final = attrgetter("text", "piece", "to", "implied", "comment", "glyph", "clock", "spent", "marks")
"""Everything about a move except its line number, which depends on the rest of the file, and its variations."""
_SAVE: Final = text(
    f"INSERT INTO {digests.name} (digest, game, moves) VALUES (:digest, :game, :moves) "
    "ON CONFLICT (digest) DO UPDATE SET game = excluded.game, moves = excluded.moves"
)


def record_digest(recorded: RecordedGame, edition: Edition | None) -> bytes:
    """Return the hash of a record. ``edition`` is that of records that do not name one."""
    game = (list(recorded.tags.items()), recorded.comment, recorded.marks, recorded.result)
    content = (game, _contents(recorded.moves), None if edition is None else edition.id)
    return blake2b(repr(content).encode("utf-8", "surrogatepass"), digest_size=_SIZE).digest()


def _contents(moves: Iterable[RecordedMove]) -> list[Any]:
    return [
        (_MOVE(move), [_contents(variation) for variation in move.variations]) if move.variations else _MOVE(move)
        for move in moves
    ]


def find_digests(connection: Connection, wanted: Iterable[bytes]) -> dict[bytes, int]:
    """Return the ids of the stored games whose records had one of the hashes."""
    found: dict[bytes, int] = {}
    is_same = and_(games.c.id == digests.c.game, games.c.moves == digests.c.moves)
    query = select(digests.c.digest, digests.c.game).join(games, is_same)
    for chunk in chunks(wanted):
        rows = connection.execute(query.where(digests.c.digest.in_(chunk)))
        found.update((bytes(row.digest), row.game) for row in rows)
    return found


def save_digests(connection: Connection, found: Mapping[bytes, tuple[int, int]]) -> None:
    """Store the hashes of records with the ids of their games and the fingerprints of the moves."""
    rows = [{"digest": digest, "game": game, "moves": moves} for digest, (game, moves) in sorted(found.items())]
    if rows:
        connection.execute(_SAVE, rows)
