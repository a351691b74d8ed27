"""The finished games of a player: lists, results and opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from sqlalchemy import Connection, Select, and_, case, func, or_, select, tuple_

from skep.pieces import Color
from skep.server.schemas.profiles import HeadToHead, Results
from skep.server.store.account_tables import accounts
from skep.server.store.tables import games, guests, seats
from skep.server.store.values import seconds

__all__ = ["GameFilters", "PlayedGame", "PlayedGames", "Viewed", "latest_games", "opponents_of", "page_of", "record_of"]

Outcome: TypeAlias = Literal["win", "draw", "loss"]

_WITHOUT_RESULT = ("aborted", "abandoned")

_own, _other = seats.alias("own"), seats.alias("other")


class Viewed(NamedTuple):
    """The player of the requested games, and which of them can be seen."""

    player: str
    private: bool = False
    """Whether private games are included, which only their player sees."""


class GameFilters(Struct, frozen=True, kw_only=True):
    """Conditions that all have to hold."""

    opponent: str | None = None
    """The id of a player."""
    level: int | None = None
    """The level of the computer."""
    kind: Literal["people", "computer"] | None = None
    side: Color | None = None
    outcome: Outcome | None = None
    pool: str | None = None
    rated: bool | None = None
    game_type: str | None = None
    since: int | None = None
    """Microseconds since 1970; the game ended at this time or later."""
    until: int | None = None
    """The game ended before this time."""


class PlayedGame(NamedTuple):
    """A finished game of a player."""

    id: str
    at: int
    """When it ended, in microseconds since 1970."""
    side: Color
    score: float
    """1 for a win, 0.5 for a draw."""


class PlayedGames(NamedTuple):
    """A page of games."""

    games: list[PlayedGame]
    more: bool


def _select_finished(viewed: Viewed, filters: GameFilters, *columns: Any) -> Select[Any]:
    """Return a query of a player's games that have a result. Games that the player played alone are left out."""
    query = (
        select(*columns)
        .select_from(_own)
        .join(games, games.c.id == _own.c.game)
        .join(_other, and_(_other.c.game == _own.c.game, _other.c.side != _own.c.side))
        .where(
            _own.c.guest == viewed.player,
            games.c.ended,
            games.c.ending.not_in(_WITHOUT_RESULT),
            or_(_other.c.guest.is_(None), _other.c.guest != viewed.player),
        )
    )
    if not viewed.private:
        query = query.where(~games.c.private)
    return query.where(*_conditions(filters))


def _conditions(filters: GameFilters) -> list[Any]:
    """Return the filters as conditions."""
    conditions = [
        column == value
        for column, value in (
            (_other.c.guest, filters.opponent),
            (_other.c.level, filters.level),
            (_own.c.side, None if filters.side is None else int(filters.side)),
            (games.c.pool, filters.pool),
            (games.c.rated, filters.rated),
            (games.c.game_type, filters.game_type),
        )
        if value is not None
    ]
    if filters.kind is not None:
        conditions.append(_other.c.level.is_not(None) if filters.kind == "computer" else _other.c.level.is_(None))
    if filters.since is not None:
        conditions.append(games.c.updated >= filters.since)
    if filters.until is not None:
        conditions.append(games.c.updated < filters.until)
    if filters.outcome == "draw":
        conditions.append(games.c.winner.is_(None))
    elif filters.outcome is not None:
        conditions.append(games.c.winner == (_own if filters.outcome == "win" else _other).c.side)
    return conditions


_WINS = func.sum(case((games.c.winner == _own.c.side, 1), else_=0))
_DRAWS = func.sum(case((games.c.winner.is_(None), 1), else_=0))
_LOSSES = func.sum(case((games.c.winner == _other.c.side, 1), else_=0))


def record_of(viewed: Viewed, filters: GameFilters, connection: Connection) -> Results:
    """Return the results of the games that match some filters."""
    wins, draws, losses = connection.execute(_select_finished(viewed, filters, _WINS, _DRAWS, _LOSSES)).one()
    return Results(wins=wins or 0, draws=draws or 0, losses=losses or 0)


def page_of(
    viewed: Viewed, filters: GameFilters, after: tuple[int, str] | None, limit: int, connection: Connection
) -> PlayedGames:
    """Return a page of games, the latest first, after the one with this time and id."""
    query = _select_finished(viewed, filters, games.c.id, games.c.updated, games.c.winner, _own.c.side)
    if after is not None:
        query = query.where(tuple_(games.c.updated, games.c.id) < after)
    rows = connection.execute(query.order_by(games.c.updated.desc(), games.c.id.desc()).limit(limit + 1)).all()
    found = [PlayedGame(row.id, row.updated, Color(row.side), _score(row.winner, row.side)) for row in rows[:limit]]
    return PlayedGames(found, len(rows) > limit)


def latest_games(player: str, limit: int, connection: Connection) -> Sequence[PlayedGame]:
    """Return a player's latest games that everyone can see."""
    return page_of(Viewed(player), GameFilters(), None, limit, connection).games


def _score(winner: int | None, side: int) -> float:
    return 0.5 if winner is None else float(winner == side)


def opponents_of(viewed: Viewed, limit: int, connection: Connection) -> list[HeadToHead]:
    """Return the opponents whom a player has met most often. Guests come and go, so they are left out."""
    count, last = func.count(), func.max(games.c.updated)
    query = (
        _select_finished(
            viewed, GameFilters(), _other.c.level, guests.c.name, last.label("last"), _WINS, _DRAWS, _LOSSES
        )
        .outerjoin(guests, guests.c.id == _other.c.guest)
        .outerjoin(accounts, accounts.c.id == _other.c.guest)
        .where(or_(_other.c.level.is_not(None), accounts.c.id.is_not(None)))
        .group_by(_other.c.level, _other.c.guest, guests.c.name)
        .order_by(count.desc(), last.desc())
        .limit(limit)
    )
    return [
        HeadToHead(
            name=name or "",
            level=level,
            record=Results(wins=wins, draws=draws, losses=losses),
            last=seconds(ended),
        )
        for level, name, ended, wins, draws, losses in connection.execute(query)
    ]
