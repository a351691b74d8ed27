"""What one client may see of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from skep.pieces import Color
from skep.server.accounts.secrets import Links
from skep.server.play.clocks import side_name
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import ChatLine, GameState, MoveMade, Player, Proposal, Side
from skep.server.store.records import SeatRow

__all__ = ["Presence", "moved", "snapshot"]


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected to a game."""

    white: bool = False
    black: bool = False
    watchers: int = 0
    """Those who play neither side."""


def snapshot(
    table: LiveGame,
    sides: frozenset[Color],
    *,
    presence: Presence,
    chat: Iterable[ChatLine],
    links: Links,
    now: float,
    answer_to: int | None = None,
) -> GameState:
    """The whole game for a client that plays these sides. Nobody gets a secret or a word that is not theirs."""
    row = table.row
    white, black = row.seats
    yours: list[Side] = [side_name(side) for side in sorted(sides)]
    open_seat = table.open_seat
    return GameState(
        id=answer_to,
        game=row.id,
        seq=table.seq,
        edition=row.edition,
        game_type=row.game_type,
        threefold=row.threefold,
        pieces=[str(piece) for color in Color for piece in table.board.game_type.pieces(color)],
        white=_player(white, online=presence.white, anonymous=table.same_screen),
        black=_player(black, online=presence.black, anonymous=table.same_screen),
        yours=yours,
        same_screen=table.same_screen,
        started=table.started,
        moves=table.played,
        legal=table.legal_view,
        clock_rule=row.clock,
        clock=table.clock_view(now),
        proposals=[Proposal(what=what, by=side_name(by)) for what, by in table.proposals.items()],
        result=table.result,
        rematch=table.rematch,
        watchers=presence.watchers,
        chat=list(chat) if sides else [],
        seat_links={side_name(side): links.seat(row.id, side) for side in sorted(sides)},
        invite=links.invite(row.id, open_seat.side) if sides and open_seat and table.result is None else None,
    )


def moved(table: LiveGame, now: float) -> MoveMade:
    """The last move, as everybody is told of it."""
    return MoveMade(
        game=table.row.id,
        seq=table.seq,
        ply=table.ply,
        move=table.played[-1],
        legal=table.legal_view,
        clock=table.clock_view(now),
        result=table.result,
    )


def _player(seat: SeatRow, *, online: bool, anonymous: bool) -> Player:
    if seat.level is not None:
        return Player(seat="computer", level=seat.level, online=True)
    if seat.guest is None:
        return Player(seat="open")
    return Player(seat="guest", name="" if anonymous else seat.name, online=online)
