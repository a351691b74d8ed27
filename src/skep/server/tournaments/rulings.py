"""Decisions of the organiser about games. The decision is stored first; then the game ends, if it still runs.

If the process dies in between, another one ends the game: the decision is stored with the pairing.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, or_, select, update

from skep.pieces import Color
from skep.server.http.problem_error import ProblemError
from skep.server.play.live_game import DamagedGame
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.schemas.tournaments import TournamentResult
from skep.server.store.tables import games
from skep.server.store.tournament_tables import tournament_pairings
from skep.server.tournaments.changes import lock, log
from skep.server.tournaments.result_statements import update_after
from skep.server.tournaments.rows import TournamentRow
from skep.server.tournaments.values import TournamentOutcome

__all__ = ["Rulings", "store_ruling"]

_log = logging.getLogger("skep.server")

_PLAYED: Final = {
    "white": TournamentOutcome.WHITE,
    "black": TournamentOutcome.BLACK,
    "draw": TournamentOutcome.DRAW,
    "none": TournamentOutcome.DOUBLE_FORFEIT,
}
_WALKOVERS: Final = {"white": TournamentOutcome.WHITE_WALKOVER, "black": TournamentOutcome.BLACK_WALKOVER}
_PLAYED_PLIES: Final = 2
_MAX_ATTEMPTS: Final = 3
"""A player can store an event first, after which the end is judged again."""
_PROBLEMS: Final = {
    "unknown-game": (404, "The game does not belong to the tournament."),
    "tournament-over": (409, "The tournament is over."),
    "round-over": (409, "The next round of the knockout has begun."),
}

_pairings = tournament_pairings.c


class Rulings:
    """Decides games of tournaments."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store

    async def decide(self, row: TournamentRow, game: str, result: TournamentResult, actor: str | None) -> None:
        """Decide the result of a game. Raises ProblemError."""
        code: str | None = await self._store.write(
            partial(store_ruling, row.id, game, result, actor, "adjudicate", self._rooms.time.now())
        )
        if code is not None:
            status, sentence = _PROBLEMS[code]
            raise ProblemError(status, code, sentence)
        await self.end_decided(row.id)

    async def forfeit(self, row: TournamentRow, player: str, actor: str | None, *, is_logged: bool = True) -> bool:
        """Let a player lose the game in progress; return whether there was one."""
        found = await self._store.read(partial(_open_game, row.id, player))
        if found is None:
            return False
        game, result = found
        action = "forfeit" if is_logged else None
        await self._store.write(partial(store_ruling, row.id, game, result, actor, action, self._rooms.time.now()))
        await self.end_decided(row.id)
        return True

    async def end_decided(self, tournament: str) -> None:
        """End the games of a tournament that still run although their results were decided."""
        for game, ruling in await self._store.read(partial(_decided_games, tournament)):
            try:
                await self._end(game, TournamentOutcome(ruling))
            except (DamagedGame, UnknownGame):
                _log.exception("game %s cannot be ended", game)

    async def _end(self, game_id: str, outcome: TournamentOutcome) -> None:
        async with self._rooms.use(game_id) as (room, game):
            for _ in range(_MAX_ATTEMPTS):
                counts = outcome is not TournamentOutcome.DOUBLE_FORFEIT
                event = game.decide_ruling(outcome.winner, self._rooms.time.now(), counts=counts)
                if event is None or await self._rooms.commit(room, event):
                    return
                game = room.game or game


def _open_game(tournament: str, player: str, connection: Connection) -> tuple[str, TournamentResult] | None:
    """Return the game of a player that is in progress, and the result if the player loses it."""
    chosen = select(_pairings.game, _pairings.white).where(
        _pairings.tournament == tournament,
        or_(_pairings.white == player, _pairings.black == player),
        _pairings.outcome.is_(None),
    )
    row = connection.execute(chosen.limit(1)).one_or_none()
    return None if row is None else (row.game, "black" if row.white == player else "white")


def _decided_games(tournament: str, connection: Connection) -> list[tuple[str, str]]:
    chosen = select(_pairings.game, _pairings.ruling).where(
        _pairings.tournament == tournament, _pairings.outcome.is_(None), _pairings.ruling.is_not(None)
    )
    return [(game, ruling) for game, ruling in connection.execute(chosen)]


def store_ruling(
    tournament: str,
    game: str,
    result: TournamentResult,
    actor: str | None,
    action: str | None,
    now: float,
    connection: Connection,
    _maybe_done: bool,
) -> str | None:
    """Store a decision, and the result if the game has ended; return why that is not possible, or None."""
    row = lock(tournament, connection)
    pairing = connection.execute(_with_ply(tournament, game)).one_or_none()
    if row is None or pairing is None:
        return "unknown-game"
    if row.is_over:
        return "tournament-over"
    if row.system == "knockout" and pairing.round < row.round:
        return "round-over"
    is_played = pairing.ply >= _PLAYED_PLIES
    outcome = (_PLAYED if is_played else {**_PLAYED, **_WALKOVERS})[result]
    values: dict[str, Any] = {"ruling": outcome.value}
    if pairing.outcome is not None:
        values["outcome"] = outcome.value
    connection.execute(update(tournament_pairings).where(_pairings.id == pairing.id).values(values))
    if action is not None:
        loser = None if outcome.winner is None else pairing.black if outcome.winner is Color.WHITE else pairing.white
        player = loser if action == "forfeit" else None
        log(connection, tournament, action, now, actor=actor, player=player, detail=f"{game} {result}")
    if pairing.outcome is not None:
        update_after(connection, row, [pairing.white, pairing.black], now)
    return None


def _with_ply(tournament: str, game: str) -> Any:
    joined = select(tournament_pairings, games.c.ply).join(games, games.c.id == _pairings.game)
    return joined.where(_pairings.tournament == tournament, _pairings.game == game)
