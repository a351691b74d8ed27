"""The rows of new games and rematches: seats, rules and secrets."""

from __future__ import annotations

import random
from typing import Final

from skep.pieces import Color
from skep.server.accounts.secrets import Links, hash_secret
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import ClockRule
from skep.server.schemas.lobby import ClockChoice, NewGame
from skep.server.store.records import GameRow, Guest, SeatRow

__all__ = ["new_row", "rematch_row"]

_rng: Final = random.SystemRandom()


def new_row(game: str, options: NewGame, guest: Guest, links: Links, now: float) -> GameRow:
    """Return the row of a new game."""
    own = _rng.choice(list(Color)) if options.side == "random" else Color[options.side.upper()]

    def seat(side: Color) -> SeatRow:
        if side is own or options.opponent == "here":
            return _seat(game, side, links, guest=guest.id, name=guest.name)
        if options.opponent == "computer":
            return _seat(game, side, links, level=options.level)
        return _seat(game, side, links, invite=hash_secret(links.invite(game, side)))

    return GameRow(
        id=game,
        edition=options.edition,
        game_type=f"Base+{options.expansions}".rstrip("+"),
        threefold=options.threefold,
        clock=_clock_rule(options.clock),
        created=now,
        seats=(seat(Color.WHITE), seat(Color.BLACK)),
    )


def rematch_row(game: LiveGame, game_id: str, links: Links, now: float) -> GameRow:
    """Return the row of a rematch: the same players with colours swapped."""
    row = game.row
    seats = [
        _seat(game_id, side, links, guest=before.guest, name=before.name, level=before.level)
        for side in Color
        for before in [row.seats[side.other]]
    ]
    return GameRow(
        id=game_id,
        edition=row.edition,
        game_type=row.game_type,
        threefold=row.threefold,
        clock=row.clock,
        created=now,
        seats=(seats[0], seats[1]),
        rematch_of=row.id,
    )


def _seat(
    game: str,
    side: Color,
    links: Links,
    *,
    guest: str | None = None,
    name: str = "",
    level: int | None = None,
    invite: str | None = None,
) -> SeatRow:
    return SeatRow(side, guest, name, level, hash_secret(links.seat(game, side)), invite)


def _clock_rule(choice: ClockChoice) -> ClockRule:
    """Return the clock without the fields that do not apply, so that equal clocks compare equal."""
    if choice.kind == "minutes":
        return ClockRule(kind="minutes", minutes=choice.minutes, increment=choice.increment)
    if choice.kind == "days":
        return ClockRule(kind="days", days=choice.days)
    return ClockRule()
