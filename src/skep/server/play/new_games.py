"""The rows of new games and rematches: seats, rules and secrets."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from msgspec import Struct

from skep.pieces import Color
from skep.server.accounts.secrets import new_seed, new_seeds
from skep.server.play.clocks import with_first_move
from skep.server.play.live_game import LiveGame
from skep.server.ratings.pools import pool_of
from skep.server.schemas.game import ClockRule
from skep.server.schemas.lobby import ClockChoice, NewGame
from skep.server.store.records import GameRow, Guest, SeatRating, SeatRow

__all__ = ["PairTerms", "clock_rule", "new_row", "open_row", "paired_row", "rematch_row"]

_rng: Final = random.SystemRandom()


class PairTerms(Struct, frozen=True, kw_only=True):
    """The terms on which two players have agreed."""

    clock: ClockRule
    edition: str
    game_type: str
    threefold: bool = False
    rated: bool = False
    private: bool = False


def new_row(game: str, options: NewGame, guest: Guest, now: float) -> GameRow:
    """Return the row of a new game."""
    own = _rng.choice(list(Color)) if options.side == "random" else Color[options.side.upper()]

    def seat(side: Color) -> SeatRow:
        if options.opponent == "here":
            return _seat(side, guest=guest.id)
        if side is own:
            return _seat(side, guest=guest.id, name=guest.name)
        if options.opponent == "computer":
            return _seat(side, level=options.level)
        return _seat(side, invite=new_seed() if options.opponent == "friend" else None)

    game_type, clock = f"Base+{options.expansions}".rstrip("+"), clock_rule(options.clock)
    return GameRow(
        id=game,
        edition=options.edition,
        game_type=game_type,
        threefold=options.threefold,
        clock=with_first_move(clock, opponent_waits=options.opponent == "friend"),
        created=now,
        seats=(seat(Color.WHITE), seat(Color.BLACK)),
        private=_is_private(options),
        rated=options.rated,
        pool=pool_of(clock, game_type),
    )


def open_row(game: str, options: NewGame, now: float) -> GameRow:
    """Return the row of a new game whose seats are both open, to whoever has one of its links."""
    white, black = new_seeds()
    row = new_row(game, options, Guest("", ""), now)
    return replace(row, seats=(_seat(Color.WHITE, invite=white), _seat(Color.BLACK, invite=black)))


def rematch_row(game: LiveGame, game_id: str, now: float) -> GameRow:
    """Return the row of a rematch: the same players with colours swapped."""
    row = game.row
    seats = [
        replace(
            _seat(side, guest=before.guest, name=before.name, level=before.level),
            registered=before.registered,
            bot=before.bot,
            rating=_rating_after(before),
        )
        for side in Color
        for before in [row.seats[side.other]]
    ]
    return GameRow(
        id=game_id,
        edition=row.edition,
        game_type=row.game_type,
        threefold=row.threefold,
        clock=with_first_move(row.clock, opponent_waits=game.computer is None and not game.same_screen),
        created=now,
        seats=(seats[0], seats[1]),
        rematch_of=row.id,
        private=row.private,
        rated=row.rated,
        pool=row.pool,
    )


def _rating_after(seat: SeatRow) -> SeatRating | None:
    """Return the rating of a seat's player after a game."""
    before = seat.rating
    return before if before is None or before.after is None else before._replace(rating=before.after, after=None)


def paired_row(game: str, terms: PairTerms, players: tuple[Guest, Guest], now: float) -> GameRow:
    """Return the row of a game of two players, White and Black, who both wait for it."""
    white, black = players
    return GameRow(
        id=game,
        edition=terms.edition,
        game_type=terms.game_type,
        threefold=terms.threefold,
        clock=with_first_move(terms.clock, opponent_waits=True),
        created=now,
        seats=(
            _seat(Color.WHITE, guest=white.id, name=white.name),
            _seat(Color.BLACK, guest=black.id, name=black.name),
        ),
        private=terms.private,
        rated=terms.rated,
        pool=pool_of(terms.clock, terms.game_type),
    )


def _seat(
    side: Color, *, guest: str | None = None, name: str = "", level: int | None = None, invite: str | None = None
) -> SeatRow:
    return SeatRow(side, guest, name, level, new_seed(), invite)


def _is_private(options: NewGame) -> bool:
    if options.opponent == "anyone":
        return False
    return options.opponent != "computer" if options.private is None else options.private


def clock_rule(choice: ClockChoice) -> ClockRule:
    """Return the clock without the fields that do not apply, so that equal clocks compare equal."""
    if choice.kind == "minutes":
        return ClockRule(kind="minutes", minutes=choice.minutes, increment=choice.increment)
    if choice.kind == "days":
        return ClockRule(kind="days", days=choice.days)
    return ClockRule()
