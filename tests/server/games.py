"""Rows and random moves for tests of games."""

from __future__ import annotations

import random

import msgspec

from skep.pieces import Color
from skep.server.accounts.secrets import Links
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import ClockRule, LegalMovesView, MakeMove, Place
from skep.server.store.records import Event, GameRow, SeatRow

GAME = "abcdefghij"
LINKS = Links(b"k" * 32)


def seed(side: Color, game: str = GAME) -> str:
    """Return the seed of the links to a seat."""
    return f"seed-{game}-{side.letter}"


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
    private: bool = False,
) -> GameRow:
    """Return a game of Anna and Ben, of Anna and the computer (``level``), or with an open seat (``black=None``)."""
    invite = f"invite-{game}" if black is None and level is None else None
    seats = (
        SeatRow(Color.WHITE, white, "Anna", None, seed(Color.WHITE, game), None),
        SeatRow(Color.BLACK, None if level else black, "Ben", level, seed(Color.BLACK, game), invite),
    )
    return GameRow(game, edition, game_type, threefold, clock or ClockRule(), created, seats, private=private)


def random_choice(legal: LegalMovesView, rng: random.Random) -> tuple[str | None, Place | None]:
    """Return one of the legal moves as a client sends it, or a pass if there are none."""
    if not legal.moves:
        return None, None
    piece = rng.choice(list(legal.moves))
    places = legal.moves[piece]
    at = 2 * rng.randrange(len(places) // 2)
    return piece, (places[at], places[at + 1])


def legal_of(game: LiveGame) -> LegalMovesView:
    """Return the legal moves as the client receives them."""
    return msgspec.json.decode(msgspec.json.encode(game.legal_view), type=LegalMovesView)


def random_move(game: LiveGame, rng: random.Random) -> MakeMove:
    """Return a request for a random legal move."""
    piece, to = random_choice(legal_of(game), rng)
    return MakeMove(id=1, game=game.row.id, ply=game.ply, piece=piece, to=to)


def play(game: LiveGame, plies: int, rng: random.Random | None = None, now: float = 1001.0) -> list[Event]:
    """Play random moves, one per second, and return their events."""
    rng = rng or random.Random(1)
    events: list[Event] = []
    while len(events) < plies and game.result is None:
        event = game.decide(game.turn, random_move(game, rng), now + len(events))
        assert isinstance(event, Event), event
        game.apply(event)
        events.append(event)
    return events
