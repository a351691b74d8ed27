"""Games of any length, in which the queen bees go round each other."""

from __future__ import annotations

from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import MakeMove
from skep.server.store.records import Event, GameRow
from tests.server.games import GAME, game_row

__all__ = ["long_row", "next_move", "play_to"]

OPENING = (("wQ", (0, 0)), ("bQ", (1, 0)))


def next_move(game: LiveGame) -> MakeMove:
    """Return a move of a game in which only the queen bees are in play."""
    ply = game.ply
    if ply < 2:
        piece, to = OPENING[ply]
        return MakeMove(id=1, game=GAME, ply=ply, piece=piece, to=to)
    queen = next(piece for piece in game.board.game_type.pieces(game.turn) if str(piece).endswith("Q"))
    to_hex = min(game.board.reachable(queen))
    return MakeMove(id=1, game=GAME, ply=ply, piece=str(queen), to=(to_hex.q, to_hex.r))


def play_to(game: LiveGame, plies: int) -> list[Event]:
    """Play until a ply or the end."""
    events = list[Event]()
    while game.ply < plies and game.result is None:
        event = game.decide(game.turn, next_move(game), 1001.0 + game.ply)
        assert isinstance(event, Event), event
        status = game.status_after(event)
        game.apply(event)
        assert game.status() == status
        events.append(event)
    return events


def long_row() -> GameRow:
    return game_row(threefold=False, edition="hive-classic")
