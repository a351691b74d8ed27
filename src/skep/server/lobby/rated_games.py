"""The conditions of rated games: two accounts, or an account and the computer, and a clock."""

from __future__ import annotations

from skep.server.http.problem_error import ProblemError
from skep.server.schemas.lobby import NewGame
from skep.server.store.records import GameRow, Guest

__all__ = ["check_can_join", "check_can_rate"]


def check_can_rate(new_game: NewGame, guest: Guest) -> None:
    """Raise ProblemError if a game is to be rated and cannot be."""
    if not new_game.rated:
        return
    if new_game.opponent == "here":
        raise ProblemError(422, "rated-here", "A game of two players on one screen cannot be rated.")
    if new_game.clock.kind == "none":
        raise ProblemError(422, "rated-clock", "A rated game needs a clock: choose one, or a casual game.")
    if not guest.registered:
        raise ProblemError(401, "sign-in-required", "Sign in to play rated games.")


def check_can_join(row: GameRow, guest: Guest) -> None:
    """Raise ProblemError if a game is rated and the guest has no account."""
    if row.rated and not guest.registered:
        raise ProblemError(401, "sign-in-required", "This game is rated: sign in to join it.")
