"""The rows of new games: who sits where, by which rules, with which secrets."""

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

_chance: Final = random.SystemRandom()


def new_row(game: str, wanted: NewGame, guest: Guest, links: Links, now: float) -> GameRow:
    """The row of a game that a guest wants."""
    own = _chance.choice(list(Color)) if wanted.side == "random" else Color[wanted.side.upper()]

    def seat(side: Color) -> SeatRow:
        if side is own or wanted.opponent == "here":
            return _seat(game, side, links, guest=guest.id, name=guest.name)
        if wanted.opponent == "computer":
            return _seat(game, side, links, level=wanted.level)
        return _seat(game, side, links, invite=hash_secret(links.invite(game, side)))

    return GameRow(
        id=game,
        edition=wanted.edition,
        game_type=f"Base+{wanted.expansions}".rstrip("+"),
        threefold=wanted.threefold,
        clock=_clock_rule(wanted.clock),
        created=now,
        seats=(seat(Color.WHITE), seat(Color.BLACK)),
    )


def rematch_row(table: LiveGame, game: str, links: Links, now: float) -> GameRow:
    """The row of the game that follows another: the same players, with colours swapped."""
    row = table.row
    seats = [
        _seat(game, side, links, guest=before.guest, name=before.name, level=before.level)
        for side in Color
        for before in [row.seats[side.other]]
    ]
    return GameRow(
        id=game,
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
    """What does not count is left out, so that equal clocks are equal."""
    if choice.kind == "minutes":
        return ClockRule(kind="minutes", minutes=choice.minutes, increment=choice.increment)
    if choice.kind == "days":
        return ClockRule(kind="days", days=choice.days)
    return ClockRule()
