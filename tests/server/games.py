"""Games to test with: rows, and what a random player does."""

from __future__ import annotations

import random

import msgspec

from skep.pieces import Color
from skep.server.accounts.secrets import Links, hash_secret
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import ClockRule, LegalMovesView, MakeMove, Place
from skep.server.store.records import Event, GameRow, SeatRow

GAME = "abcdefghij"
LINKS = Links(b"k" * 32)


def game_row(
    *,
    game: str = GAME,
    clock: ClockRule | None = None,
    white: str | None = "anna",
    black: str | None = "ben",
    level: int | None = None,
    game_type: str = "Base+MLP",
    edition: str = "ultimate-2024",
    threefold: bool = True,
    created: float = 1000.0,
) -> GameRow:
    """A game between Anna and Ben; with a level, Black is the computer; with ``black=None``, the seat is open."""
    invite = hash_secret(LINKS.invite(game, Color.BLACK)) if black is None and level is None else None
    seats = (
        SeatRow(Color.WHITE, white, "Anna", None, hash_secret(LINKS.seat(game, Color.WHITE)), None),
        SeatRow(
            Color.BLACK, None if level else black, "Ben", level, hash_secret(LINKS.seat(game, Color.BLACK)), invite
        ),
    )
    return GameRow(game, edition, game_type, threefold, clock or ClockRule(), created, seats)


def random_choice(legal: LegalMovesView, rng: random.Random) -> tuple[str | None, Place | None]:
    """One of the legal moves, as a client would say it; a pass where there is none."""
    if not legal.moves:
        return None, None
    piece = rng.choice(list(legal.moves))
    places = legal.moves[piece]
    at = 2 * rng.randrange(len(places) // 2)
    return piece, (places[at], places[at + 1])


def legal_of(table: LiveGame) -> LegalMovesView:
    """The legal moves as a message tells them."""
    return msgspec.json.decode(msgspec.json.encode(table.legal_view), type=LegalMovesView)


def random_move(table: LiveGame, rng: random.Random) -> MakeMove:
    """The message of a legal move."""
    piece, to = random_choice(legal_of(table), rng)
    return MakeMove(id=1, game=table.row.id, ply=table.ply, piece=piece, to=to)


def play(table: LiveGame, plies: int, rng: random.Random | None = None, now: float = 1001.0) -> list[Event]:
    """Random moves, one a second; their events."""
    rng = rng or random.Random(1)
    events: list[Event] = []
    while len(events) < plies and table.result is None:
        event = table.decide(table.to_move, random_move(table, rng), now + len(events))
        assert isinstance(event, Event), event
        table.apply(event)
        events.append(event)
    return events
