"""The state of a game as one client may see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from skep.pieces import Color
from skep.server.accounts.secrets import Links
from skep.server.play.live_game import LiveGame
from skep.server.ratings.shown import seat_rating
from skep.server.schemas.game import ChatLine, ClaimView, GameState, MoveMade, Player, Proposal, Side, SpectatorLine
from skep.server.schemas.views import side_name
from skep.server.store.records import GameRow, SeatRow

__all__ = ["Presence", "move_made", "sees_spectators", "snapshot"]


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
    spectator_chat: Iterable[SpectatorLine],
    links: Links,
    now: float,
    claim: ClaimView | None = None,
    reply_to: int | None = None,
) -> GameState:
    """Return the game's state for a client that plays these sides, without what it may not see."""
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
        white=_player(row, white, online=presence.white),
        black=_player(row, black, online=presence.black),
        yours=yours,
        same_screen=game.same_screen,
        private=row.private,
        rated=row.rated,
        tournament=row.tournament,
        started=game.started,
        moves=game.moves_view,
        legal=game.legal_view,
        clock_rule=row.clock,
        clock=game.clock_view(now),
        proposals=[Proposal(what=what, by=side_name(by)) for what, by in game.proposals.open().items()],
        result=game.result,
        rematch=game.rematch,
        claim=claim,
        watchers=presence.watchers,
        chat=list(chat) if sides else [],
        spectator_chat=list(spectator_chat) if sees_spectators(game, sides) else [],
        seat_links={
            side_name(side): links.make("seat", row.id, side, row.seats[side].secret, now) for side in sorted(sides)
        },
        invite=_invite(row.id, open_seat, links, now) if sides and open_seat and game.result is None else None,
    )


def sees_spectators(game: LiveGame, sides: frozenset[Color]) -> bool:
    """Return whether a client that plays these sides reads the spectators' chat: players do after the game."""
    return not sides or game.result is not None


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


def _invite(game: str, seat: SeatRow, links: Links, now: float) -> str | None:
    return None if seat.invite is None else links.make("invite", game, seat.side, seat.invite, now)


def _player(row: GameRow, seat: SeatRow, *, online: bool) -> Player:
    if seat.guest is None and seat.level is None:
        return Player(seat="open")
    rating = seat_rating(row, seat)
    is_computer = seat.level is not None
    return Player(
        seat="computer" if is_computer else "guest",
        name="" if is_computer else row.names[seat.side],
        level=seat.level,
        online=online or is_computer,
        registered=seat.registered,
        rating=None if rating is None else rating.rating,
        provisional=rating is not None and rating.provisional,
        rating_after=None if rating is None else rating.after,
    )
