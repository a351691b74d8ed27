"""Reading uploaded files of games, within limits on time and size."""

from __future__ import annotations

import io
import time
from typing import Final

from skep.archive import RejectedGame
from skep.editions import DEFAULT_EDITION
from skep.errors import SkepError
from skep.game import Game, Record, read_records
from skep.notation.position import parse_position
from skep.server.schemas.records import ReadRecords
from skep.server.study.trees import to_tree

__all__ = ["read_file_of_games"]

_MAX_GAMES: Final = 200
_MAX_NODES: Final = 20_000
"""Maximum number of moves in all returned games together."""
_MAX_REFUSED: Final = 200
_MAX_POSITION_LENGTH: Final = 2_000
_TIMEOUT: Final = 8.0


def read_file_of_games(body: bytes, *, seconds: float = _TIMEOUT) -> ReadRecords:
    """Return the games of a file or a text. A position string is a game without moves."""
    reader = _Reader(seconds)
    game = _read_position(body)
    records = read_records(io.BytesIO(body)) if game is None else iter([Record("", 1, 1, game, None)])
    for record in records:
        if not reader.add(record):
            break
    return reader.result


class _Reader:
    """The records read so far."""

    def __init__(self, seconds: float) -> None:
        self.result = ReadRecords()
        self._nodes = 0
        self._deadline = time.monotonic() + seconds

    def add(self, record: Record) -> bool:
        """Add a record. Return False if there is no time for another."""
        if record.error is not None and len(self.result.refused) < _MAX_REFUSED:
            error = record.error
            self.result.refused.append(
                RejectedGame(record.path, record.number, error.line or record.line, error.ply, error.why)
            )
        if record.game is not None:
            self._add_game(record.game, record)
        if time.monotonic() > self._deadline:
            self.result.remarks.append("reading the whole file would take too long; the rest was skipped")
            return False
        return True

    def _add_game(self, game: Game, record: Record) -> None:
        if len(self.result.games) >= _MAX_GAMES or self._nodes >= _MAX_NODES:
            self.result.left_out += 1
            return
        try:
            tree, remarks = to_tree(game)
        except SkepError as error:
            self.result.refused.append(RejectedGame(record.path, record.number, 0, None, str(error)))
            return
        self._nodes += len(tree.nodes)
        self.result.games.append(tree)
        remarks = [*game.remarks, *remarks]
        if game.edition_found and game.edition != DEFAULT_EDITION:
            remarks.append(f"the edition is not given; {game.edition.id} allows the moves")
        self.result.remarks += [f"game {record.number}: {remark}" for remark in remarks]


def _read_position(body: bytes) -> Game | None:
    """Return the position of a text that is a position string, or None."""
    if len(body) > _MAX_POSITION_LENGTH:
        return None
    try:
        return Game.from_position(parse_position(body.decode().strip()))
    except (SkepError, UnicodeError):
        return None
