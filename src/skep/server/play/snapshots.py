"""The state of a game as one client may see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from skep.pieces import Color
from skep.server.accounts.secrets import Links
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import ChatLine, GameState, MoveMade, Player, Proposal, Side
from skep.server.schemas.views import side_name
from skep.server.store.records import SeatRow

__all__ = ["Presence", "move_made", "snapshot"]


@dataclass(frozen=True, slots=True)
class Presence:
    """The clients connected to a game."""

    white: bool = False
    black: bool = False
    watchers: int = 0
    """Clients that play neither side."""


def snapshot(
    game: LiveGame,
    sides: frozenset[Color],
    *,
    presence: Presence,
    chat: Iterable[ChatLine],
    links: Links,
    now: float,
    reply_to: int | None = None,
) -> GameState:
    """Return the game's state for a client that plays these sides, without the other side's secrets and chat."""
    row = game.row
    white, black = row.seats
    yours: list[Side] = [side_name(side) for side in sorted(sides)]
    open_seat = game.open_seat
    return GameState(
        id=reply_to,
        game=row.id,
        seq=game.seq,
        edition=row.edition,
        game_type=row.game_type,
        threefold=row.threefold,
        pieces=[str(piece) for color in Color for piece in game.board.game_type.pieces(color)],
        white=_player(white, online=presence.white, anonymous=game.same_screen),
        black=_player(black, online=presence.black, anonymous=game.same_screen),
        yours=yours,
        same_screen=game.same_screen,
        started=game.started,
        moves=game.played,
        legal=game.legal_view,
        clock_rule=row.clock,
        clock=game.clock_view(now),
        proposals=[Proposal(what=what, by=side_name(by)) for what, by in game.proposals.items()],
        result=game.result,
        rematch=game.rematch,
        watchers=presence.watchers,
        chat=list(chat) if sides else [],
        seat_links={side_name(side): links.seat(row.id, side) for side in sorted(sides)},
        invite=links.invite(row.id, open_seat.side) if sides and open_seat and game.result is None else None,
    )


def move_made(game: LiveGame, now: float) -> MoveMade:
    """Return the message about the last move."""
    return MoveMade(
        game=game.row.id,
        seq=game.seq,
        ply=game.ply,
        move=game.played[-1],
        path=game.last_path,
        legal=game.legal_view,
        clock=game.clock_view(now),
        result=game.result,
    )


def _player(seat: SeatRow, *, online: bool, anonymous: bool) -> Player:
    if seat.level is not None:
        return Player(seat="computer", level=seat.level, online=True)
    if seat.guest is None:
        return Player(seat="open")
    return Player(seat="guest", name="" if anonymous else seat.name, online=online)
