"""A player's games are listed by urgency, page by page."""

from __future__ import annotations

from functools import partial

from skep.server.lobby.own_games import next_game
from skep.server.schemas.game import ClockRule
from skep.server.store import SqlStore
from skep.server.store.queries import games_of
from skep.server.store.records import GameStatus
from tests.server.browsers import TestClient
from tests.server.play.daily import Daily, daily_game
from tests.server.store.helpers import ANN, BOB, new_game, with_store

DAYS = ClockRule(kind="days", days=3)


def test_games_are_listed_by_urgency(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        async def add(white: object, black: object, ply: int, deadline: float | None, *, ended: bool = False) -> str:
            row = new_game(white, black, clock=DAYS)  # type: ignore[arg-type]
            await store.create(row, GameStatus(ply, ended, deadline, computer_to_move=False))
            return row.id

        finished = await add(ANN, BOB, 30, None, ended=True)
        theirs = await add(ANN, BOB, 3, 5000.0)
        relaxed = await add(BOB, ANN, 3, 9000.0)
        urgent = await add(ANN, BOB, 2, 7000.0)
        invitation = await add(ANN, None, 0, None)
        without_clock = await add(ANN, 3, 2, None)
        other = await add(BOB, BOB, 2, 1.0)
        ids = [game.row.id for game in await store.games_of(ANN.id)]
        assert ids == [urgent, relaxed, without_clock, invitation, theirs, finished]
        assert [game.row.id for game in await store.read(partial(games_of, ANN.id, 3, offset=2))] == ids[2:5]
        assert other not in ids
        assert await store.read(partial(next_game, ANN.id, None)) == (urgent, 2)
        assert await store.read(partial(next_game, ANN.id, urgent)) == (relaxed, 1)
        assert await store.read(partial(next_game, "guest-nobody", None)) == (None, 0)

    with_store(database_url, test)


def test_the_list_has_boards_and_pages(server: TestClient) -> None:
    daily = Daily(server)
    games = [daily.game, *(daily_game(daily.anna, daily.ben) for _ in range(25))]
    first = daily.anna.get("/api/games/mine/all").json()
    second = daily.anna.get("/api/games/mine/all?page=1").json()
    assert (len(first["games"]), first["more"], len(second["games"]), second["more"]) == (24, True, 2, False)
    listed = [game["game"] for game in first["games"] + second["games"]]
    assert listed == games, "the oldest are due first"
    assert all(game["board"] is not None and game["clock"] is not None for game in first["games"])
    found = daily.anna.get(f"/api/games/mine/next?after={games[0]}").json()
    assert found == {"game": games[1], "waiting": 25}
    assert daily.ben.get("/api/games/mine/next").json() == {"game": None, "waiting": 0}
    assert daily.anna.get("/api/games/mine/all?page=-1").status_code == 422
