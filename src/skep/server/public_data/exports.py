"""Games as other programs read them: one JSON object per game, or PGN."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from skep.server.play.downloads import to_record
from skep.server.play.live_game import LiveGame
from skep.server.ratings.shown import seat_rating
from skep.server.schemas.public_data import ExportedGame, ExportedPlayer
from skep.server.schemas.views import side_name
from skep.server.store.records import GameRow, SeatRow, StoredGame

__all__ = ["NDJSON", "PGN", "WriteExport", "export_game", "export_json", "export_pgn"]

NDJSON: Final = "application/x-ndjson"
PGN: Final = "application/vnd.chess-pgn"

WriteExport: TypeAlias = Callable[[StoredGame], bytes]
_encode: Final = msgspec.json.Encoder().encode


def export_json(stored: StoredGame) -> bytes:
    """Return a game as a line of NDJSON."""
    return _encode(export_game(stored)) + b"\n"


def export_pgn(stored: StoredGame) -> bytes:
    """Return a game as PGN, with its id, its ratings and a blank line at the end."""
    game = LiveGame.restore(stored)
    record = to_record(game)
    row, created = game.row, time.gmtime(game.row.created)
    record.tags["Event"] = "Rated game" if row.rated else "Casual game"
    record.tags["GameId"] = row.id
    record.tags["UTCTime"] = time.strftime("%H:%M:%S", created)
    for seat in row.seats:
        rating = seat_rating(row, seat)
        if rating is not None:
            record.tags[f"{side_name(seat.side).capitalize()}Elo"] = str(rating.rating)
    return record.text().rstrip("\n").encode() + b"\n\n"


def export_game(stored: StoredGame) -> ExportedGame:
    """Return a game with its moves."""
    game = LiveGame.restore(stored)
    row = game.row
    return ExportedGame(
        id=row.id,
        edition=row.edition,
        game_type=row.game_type,
        threefold=row.threefold,
        rated=row.rated,
        pool=row.pool,
        clock=row.clock,
        created=row.created,
        updated=stored.updated,
        white=_player(row, row.seats[0], row.names[0]),
        black=_player(row, row.seats[1], row.names[1]),
        to_move=side_name(game.turn) if game.result is None else None,
        result=game.result,
        moves=[move.uhp for move in game.played],
        spent=[move.spent for move in game.played],
    )


def _player(row: GameRow, seat: SeatRow, name: str) -> ExportedPlayer:
    return ExportedPlayer(
        name="" if seat.level is not None else name,
        level=seat.level,
        registered=seat.registered,
        rating=seat_rating(row, seat),
    )
