"""Rating games in the transaction that ends them, and all of them from scratch.

Each game changes each rating once: the change has the game and the side as its key, and is stored in the transaction
that stores the end of the game. Rows are locked in the order of their keys and after those of games, so two processes
never wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from skep.server.accounts.personal_data import has_deleted_account
from skep.server.ratings.rating import Rating, first_rating, level_player
from skep.server.ratings.results import RatedResult, RatingChange, Replay
from skep.server.store.account_tables import accounts
from skep.server.store.batches import ENDS
from skep.server.store.rating_tables import rating_changes, ratings
from skep.server.store.tables import events, games, seats

__all__ = ["find_differences", "rate_games", "recompute", "stored_results"]

_MIN_PLIES: Final = 4
"""Two moves by each side."""
_WITHOUT_RESULT: Final = ("aborted", "abandoned")
_CHUNK: Final = 200
"""Games per statement, because databases limit the number of parameters."""
_Changes: TypeAlias = tuple[RatingChange, RatingChange]
"""White's and Black's."""
_SCORES: Final = {0: 1.0, 1: 0.0, None: 0.5}
"""White's score, by the winner's side."""


def rate_games(connection: Connection, ended: Sequence[str]) -> None:
    """Rate those of some games that are rated, have a result and have not been rated before."""
    results = [result for start in range(0, len(ended), _CHUNK) for result in _new_results(connection, ended, start)]
    if not results:
        return
    results.sort(key=lambda result: (result.at, result.game))
    keys = sorted({(player, result.pool) for result in results for player in (result.white, result.black)})
    replay = Replay(_lock(connection, keys))
    before = dict(replay.ratings)
    _insert_changes(connection, [(result, replay.rate(result)) for result in results])
    for player, pool in keys:
        if replay.ratings[player, pool] is not before[player, pool]:
            _store(connection, player, pool, replay.ratings[player, pool])


def _new_results(connection: Connection, ended: Sequence[str], start: int) -> list[RatedResult]:
    found = connection.execute(_NEW_RESULTS, {"ended": ended[start : start + _CHUNK]})
    return [_result_of(row) for row in found]


def _results() -> Any:
    """Return a query of all games that change ratings."""
    white, black = seats.alias("white"), seats.alias("black")
    # offers of a rematch can follow
    end = select(func.max(events.c.at)).where(events.c.game == games.c.id, events.c.kind.in_(ENDS))
    return (
        select(
            games.c.id,
            games.c.pool,
            games.c.winner,
            end.scalar_subquery().label("at"),
            white.c.guest.label("white"),
            white.c.level.label("white_level"),
            black.c.guest.label("black"),
            black.c.level.label("black_level"),
        )
        .join(white, and_(white.c.game == games.c.id, white.c.side == 0))
        .join(black, and_(black.c.game == games.c.id, black.c.side == 1))
        .where(
            games.c.rated,
            games.c.ended,
            games.c.pool.is_not(None),
            games.c.ply >= _MIN_PLIES,
            games.c.ending.not_in(_WITHOUT_RESULT),
            _is_player(white),
            _is_player(black),
            # not a level against a level, and nobody against themselves
            func.coalesce(white.c.guest, "") != func.coalesce(black.c.guest, ""),
        )
    )


def _is_player(seat: Any) -> ColumnElement[bool]:
    """Return whether an account, even one that was deleted later, or a level holds a seat."""
    account = select(accounts.c.id).where(accounts.c.id == seat.c.guest).exists()
    return or_(seat.c.level.is_not(None), account, has_deleted_account(seat.c.guest))


_NEW_RESULTS: Final = _results().where(
    games.c.id.in_(bindparam("ended", expanding=True)),
    ~select(rating_changes.c.id).where(rating_changes.c.game == games.c.id).exists(),
)
"""Those of some games that have not changed ratings yet. Building the query takes longer than executing it."""


def _result_of(row: Row[Any]) -> RatedResult:
    white = row.white if row.white_level is None else level_player(row.white_level)
    black = row.black if row.black_level is None else level_player(row.black_level)
    return RatedResult(row.id, row.pool, white, black, _SCORES[row.winner], row.at)


def _lock(connection: Connection, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Rating]:
    """Lock the ratings of players and return them; those of new players are inserted first."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    fresh = [_values(player, pool, first_rating(player)) for player, pool in keys]
    connection.execute(dialect.insert(ratings).on_conflict_do_nothing(), fresh)
    found: dict[tuple[str, str], Rating] = {}
    for start in range(0, len(keys), _CHUNK):
        chunk = tuple_(ratings.c.player, ratings.c.pool).in_(keys[start : start + _CHUNK])
        locked = select(ratings).where(chunk).order_by(ratings.c.player, ratings.c.pool).with_for_update()
        for row in connection.execute(locked):
            found[row.player, row.pool] = Rating(row.rating, row.deviation, row.volatility, row.games, row.updated)
    return found


def _values(player: str, pool: str, rating: Rating) -> dict[str, object]:
    return {
        "player": player,
        "pool": pool,
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "games": rating.games,
        "updated": rating.updated,
    }


def _store(connection: Connection, player: str, pool: str, rating: Rating) -> None:
    is_row = ratings.c.player == player, ratings.c.pool == pool
    connection.execute(update(ratings).where(*is_row).values(_values(player, pool, rating)))


def _insert_changes(connection: Connection, changes: Sequence[tuple[RatedResult, _Changes]]) -> None:
    rows = [_change_values(result, pair, side) for result, pair in changes for side in (0, 1)]
    if rows:
        connection.execute(insert(rating_changes), rows)


def _change_values(result: RatedResult, changes: _Changes, side: int) -> dict[str, object]:
    (player, before, after), opponent = changes[side], changes[1 - side]
    return {
        "game": result.game,
        "side": side,
        "player": player,
        "pool": result.pool,
        "opponent": opponent.player,
        "score": abs(side - result.score),
        "rating": before.rating,
        "deviation": before.deviation,
        "volatility": before.volatility,
        "new_rating": after.rating,
        "new_deviation": after.deviation,
        "new_volatility": after.volatility,
        "opponent_rating": opponent.before.rating,
        "opponent_deviation": opponent.before.deviation,
        "at": result.at,
    }


# from scratch


def stored_results(connection: Connection) -> Iterator[RatedResult]:
    """Return the results of all games that change ratings, in the order in which they did.

    Games that should have changed ratings and have not come last.
    """
    number = select(func.min(rating_changes.c.id)).where(rating_changes.c.game == games.c.id).scalar_subquery()
    ordered = _results().order_by(number.is_(None), number, "at", games.c.id)
    yield from map(_result_of, connection.execute(ordered))


def find_differences(connection: Connection) -> list[str]:
    """Return how the stored ratings differ from those that follow from the results, one sentence each."""
    replay, expected = Replay(), {}
    for result in stored_results(connection):
        changes = replay.rate(result)
        expected.update({(result.game, side): _change_values(result, changes, side) for side in (0, 1)})
    found = {(row["game"], row["side"]): dict(row) for row in connection.execute(select(rating_changes)).mappings()}
    problems = [f"game {game} has not changed the rating of side {side}" for game, side in expected.keys() - found]
    problems += [f"game {game} must not change the rating of side {side}" for game, side in found.keys() - expected]
    problems += [
        f"game {key[0]} changed the rating of side {key[1]} wrongly"
        for key in expected.keys() & found
        if any(found[key][name] != value for name, value in expected[key].items())
    ]
    stored = {(row["player"], row["pool"]): dict(row) for row in connection.execute(select(ratings)).mappings()}
    correct = {key: _values(*key, rating) for key, rating in replay.ratings.items()}
    problems += [
        f"the rating of {player!r} in {pool} is wrong"
        for player, pool in stored.keys() | correct
        if stored.get((player, pool)) != correct.get((player, pool))
    ]
    return sorted(problems)


def recompute(connection: Connection, _maybe_done: bool) -> int:
    """Replace all ratings by those that follow from the results; return the number of games."""
    replay = Replay()
    rated = [(result, replay.rate(result)) for result in stored_results(connection)]
    connection.execute(delete(rating_changes))
    connection.execute(delete(ratings))
    for start in range(0, len(rated), _CHUNK):
        _insert_changes(connection, rated[start : start + _CHUNK])
    rows = [_values(*key, rating) for key, rating in sorted(replay.ratings.items())]
    for start in range(0, len(rows), _CHUNK):
        connection.execute(insert(ratings), rows[start : start + _CHUNK])
    return len(rated)
