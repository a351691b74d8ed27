"""TV shows the best running game, and stays with it until it has ended."""

from __future__ import annotations

from dataclasses import replace

from skep.server.lobby.tv import TvChannel
from skep.server.schemas.game import ClockRule
from skep.server.store.records import GameStatus, SeatRating, StoredGame
from tests.server.browsers import Browser, TestClient
from tests.server.moderation.moderation import play_first_moves, start_game
from tests.server.store.helpers import new_game

BLITZ = ClockRule(kind="minutes", minutes=5)


def stored(ply: int = 10, updated: float = 0.0, **options: object) -> StoredGame:
    row = new_game(**{"clock": BLITZ, **options})  # type: ignore[arg-type]
    return StoredGame(row, GameStatus(ply, ended=False, deadline=None, computer_to_move=False), updated)


def test_strong_players_come_first_then_many_spectators_then_the_latest() -> None:
    watchers: dict[str, int] = {}

    def best(games: list[StoredGame]) -> StoredGame:
        found = TvChannel(lambda game: watchers.get(game, 0)).choose(games, 0.0)
        return next(game for game in games if game.row.id == found)

    first, second, third = stored(updated=3.0), stored(updated=2.0), stored(updated=1.0)
    games = [first, second, third]
    assert best(games) is first
    watchers[second.row.id] = 5
    assert best(games) is second
    strong = tuple(replace(seat, rating=SeatRating(1800.0, 60.0, 0.06, 0)) for seat in third.row.seats)
    games[2] = replace(third, row=replace(third.row, seats=(strong[0], strong[1])))
    assert best(games) is games[2]
    weak = [stored(ply=1), stored(clock=ClockRule()), stored(black=3), stored()]
    assert best(weak) is weak[3]


def test_a_game_stays_on_until_a_moment_after_its_end() -> None:
    channel = TvChannel(lambda _: 0)
    first, second = stored(updated=1.0), stored(updated=2.0)
    assert channel.choose([], 0.0) is None
    assert channel.choose([first], 1.0) == first.row.id
    assert channel.choose([second, first], 2.0) == first.row.id
    assert channel.choose([second], 3.0) == first.row.id
    assert channel.choose([second], 10.9) == first.row.id
    assert channel.choose([second], 11.0) == second.row.id
    assert channel.choose([], 12.0) == second.row.id
    assert channel.choose([], 20.0) is None


def test_the_channel_shows_a_board(server: TestClient) -> None:
    assert Browser(server).get("/api/tv").json() == {"game": None}


def test_the_game_is_listed_with_its_board(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    game = start_game(anna, ben, private=False, clock={"kind": "minutes"})
    with anna.live() as live, ben.live() as other:
        live.watch(game)
        other.watch(game)
        play_first_moves(game, live, other)
        while (shown := Browser(server).get("/api/tv").json()["game"]) is None or shown["ply"] < 2:
            pass
        assert shown["game"] == game
        assert len(shown["board"]["stacks"]) == 2
