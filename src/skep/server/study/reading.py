"""Files that are brought to the study: read as far as they can be, told as far as there is room."""

from __future__ import annotations

import io
import time
from typing import Final

from skep.errors import SkepError
from skep.game import Game, Record, read_records
from skep.notation.position import parse_position
from skep.server.schemas.archive import ReadRecords, RejectedRecord
from skep.server.study.trees import tree_of

__all__ = ["read_body"]

_MOST_GAMES: Final = 200
_MOST_NODES: Final = 20_000
"""Games, and moves of all of them together, that are told."""
_MOST_REFUSED: Final = 200
_LONGEST_POSITION: Final = 2_000
SECONDS: Final = 8.0
"""How long a file is read."""


def read_body(body: bytes, *, seconds: float = SECONDS) -> bytes:
    """What a file or a text holds, as JSON; a position string counts as a game without moves."""
    found = _Found(seconds)
    game = _position(body)
    records = read_records(io.BytesIO(body)) if game is None else iter([Record("", 1, 1, game, None)])
    for record in records:
        if not found.take(record):
            break
    return found.told.model_dump_json().encode()


class _Found:
    """What was read so far."""

    def __init__(self, seconds: float) -> None:
        self.told = ReadRecords(games=[], refused=[], remarks=[], left_out=0)
        self._nodes = 0
        self._until = time.monotonic() + seconds

    def take(self, record: Record) -> bool:
        """Note a record; False when there is no time for another."""
        if record.error is not None and len(self.told.refused) < _MOST_REFUSED:
            error = record.error
            self.told.refused.append(
                RejectedRecord(number=record.number, line=error.line or record.line, ply=error.ply, text=error.why)
            )
        if record.game is not None:
            self._tell(record.game, record.number)
        if time.monotonic() > self._until:
            self.told.remarks.append("there was no time to read the rest")
            return False
        return True

    def _tell(self, game: Game, number: int) -> None:
        if len(self.told.games) >= _MOST_GAMES or self._nodes >= _MOST_NODES:
            self.told.left_out += 1
            return
        try:
            tree, cut = tree_of(game)
        except SkepError as error:
            self.told.refused.append(RejectedRecord(number=number, line=0, ply=None, text=str(error)))
            return
        self._nodes += len(tree.nodes)
        self.told.games.append(tree)
        remarks = [*game.remarks, *cut]
        if game.edition_found:
            remarks.append(f"the edition is not said: {game.edition.id} allows its moves")
        self.told.remarks += [f"game {number}: {remark}" for remark in remarks]


def _position(body: bytes) -> Game | None:
    """The position of a text that is nothing else."""
    if len(body) > _LONGEST_POSITION:
        return None
    try:
        return Game.from_position(parse_position(body.decode().strip()))
    except (SkepError, UnicodeError):
        return None
