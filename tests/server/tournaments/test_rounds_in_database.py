"""Swiss systems, round robins and knockouts in SQLite and PostgreSQL: every round is paired once and counts once."""

from __future__ import annotations

import asyncio
import random
from functools import partial

import pytest
from sqlalchemy import Connection, Executable, update

from skep.pieces import Color
from skep.server.schemas.tournaments import BracketMatch, TournamentResult
from skep.server.store import SqlStore
from skep.server.store.tables import games as game_table
from skep.server.store.tournament_tables import tournament_players
from skep.server.tournaments import entry_statements, queries
from skep.server.tournaments.brackets import read_bracket
from skep.server.tournaments.due_work import find_due, record_missed
from skep.server.tournaments.result_statements import find_standing_differences
from skep.server.tournaments.rulings import store_ruling
from tests.server.tournaments.helpers import (
    START,
    busy,
    create,
    end,
    find,
    join,
    number_of,
    numbers_of,
    open_games,
    pair_round,
    player_id,
    standings,
    start,
    tournament_store,
    with_tournaments,
)


async def play_to_the_end(store: SqlStore, tournament: str, rng: random.Random, now: float = START) -> int:
    """Play all rounds with random results; return the number of games."""
    games = 0
    for _ in range(100):
        if (await find(store, tournament)).status != "running":
            return games
        now += 100
        games += len((await pair_round(store, tournament, now)).games)
        for game, _white, _black in await store.read(open_games):
            now += 1
            assert await end(store, game, rng.choice([Color.WHITE, Color.BLACK, None]), at=now)
    raise AssertionError("the tournament does not end")


@pytest.mark.parametrize(
    ("system", "players", "rounds"),
    [("swiss", 7, 3), ("round-robin", 5, 5), ("double-round-robin", 4, 6), ("knockout", 6, 3)],
)
def test_a_tournament_is_played_to_the_end(database_url: str, system: str, players: int, rounds: int) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, system, range(players))
        await start(store, row)
        games = await play_to_the_end(store, row.id, random.Random(players))
        row = await find(store, row.id)
        assert (row.status, row.round, row.rounds) == ("finished", rounds, rounds)
        table = await standings(store, row)
        assert row.winner == table[0].player
        assert table[0].rank == 1
        assert sum(player.games for player in table) == 2 * games
        assert [found.ended is not None for found in await store.read(partial(queries.rounds_of, row.id))] == (
            [True] * rounds
        )
        assert await store.read(busy) == {}

    with_tournaments(database_url, run)


def test_two_processes_pair_a_round_once(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "swiss", range(8))
        await start(store, row)
        async with tournament_store(database_url) as other:
            outcomes = await asyncio.gather(
                *(pair_round((store, other)[number % 2], row.id, START + 1) for number in range(10))
            )
        assert sorted(len(outcome.games) for outcome in outcomes) == [0] * 9 + [4]
        assert len(await store.read(open_games)) == 4
        assert len(await store.read(busy)) == 8

    with_tournaments(database_url, run)


def test_a_round_waits_for_its_games_and_the_break(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "swiss", range(4), rounds=2, break_seconds=30)
        await start(store, row)
        games = (await pair_round(store, row.id, START)).games
        assert numbers_of(games) == {frozenset((0, 2)), frozenset((1, 3))}
        assert (await pair_round(store, row.id, START + 1000)).games == ()
        await end(store, games[0].game, Color.WHITE, at=START + 50)
        assert (await find(store, row.id)).next_round is None
        await end(store, games[1].game, Color.BLACK, at=START + 60)
        assert (await find(store, row.id)).next_round == START + 90
        assert (await pair_round(store, row.id, START + 89)).games == ()
        assert len((await pair_round(store, row.id, START + 90)).games) == 2

    with_tournaments(database_url, run)


def test_who_does_not_appear_loses_and_pauses(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "swiss", range(4), rounds=3)
        await start(store, row)
        first, second = (await pair_round(store, row.id, START)).games
        await end(store, first.game, Color.BLACK, text="time", ply=0)
        await end(store, second.game, None, text="agreement")
        table = {player.player: player for player in await standings(store, row)}
        assert (table[first.black.id].score, table[first.white.id].score) == (1.0, 0.0)
        assert (table[first.white.id].state, table[first.black.id].state) == ("paused", "active")
        assert table[second.white.id].score == table[second.black.id].score == 0.5
        log = await store.read(partial(queries.log_of, row.id, None))
        assert ("no-show", f"Player {number_of(first.white.id)}") in [(entry.action, entry.player) for entry in log]
        following = await pair_round(store, row.id, START + 1000)
        assert {number for pair in numbers_of(following.games) for number in pair} <= {0, 1, 2, 3} - {
            number_of(first.white.id)
        }
        assert await join(store, row.id, number_of(first.white.id), START + 1001) is None

    with_tournaments(database_url, run)


def test_a_drawn_match_of_a_knockout_is_played_again(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "knockout", range(2))
        await start(store, row)
        [first] = (await pair_round(store, row.id, START)).games
        await end(store, first.game, None, text="agreement", at=START + 50)
        [second] = (await pair_round(store, row.id, START + 100)).games
        assert (second.white, second.black) == (first.black, first.white)
        stored = await store.load(second.game)
        assert stored is not None
        assert (stored.row.clock.minutes, stored.row.clock.increment) == (1.5, 2)
        assert stored.row.tournament == row.id
        await end(store, second.game, Color.WHITE, at=START + 150)
        await pair_round(store, row.id, START + 200)
        row = await find(store, row.id)
        assert (row.status, row.winner, row.round) == ("finished", second.white.id, 1)

    with_tournaments(database_url, run)


def test_a_bracket_shows_byes_and_who_is_through(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "knockout", range(5), third_place=True)
        assert (await store.read(partial(read_bracket, row))).rounds == []
        await start(store, row)
        await pair_round(store, row.id, START)
        quarters, semis, last = (await store.read(partial(read_bracket, await find(store, row.id)))).rounds
        assert [each.name for each in (quarters, semis, last)] == ["quarterfinal", "semifinal", "final"]
        assert [seeds_in(match) for match in quarters.matches] == [(1, None), (4, 5), (2, None), (3, None)]
        assert [match.bye for match in quarters.matches] == [True, False, True, True]
        assert [seeds_in(match) for match in semis.matches] == [(1, None), (2, 3)]
        assert [(seeds_in(match), match.third_place) for match in last.matches] == [
            ((None, None), False),
            ((None, None), True),
        ]
        [(game, white, _)] = await store.read(open_games)
        await end(store, game, None, text="agreement", at=START + 50)
        await pair_round(store, row.id, START + 100)
        [(game, again, _)] = await store.read(open_games)
        assert again != white
        await end(store, game, Color.WHITE, at=START + 150)
        quarters, semis, _ = (await store.read(partial(read_bracket, await find(store, row.id)))).rounds
        played = quarters.matches[1]
        points = {each.name: each.points for each in (played.top, played.bottom) if each is not None}
        assert played.winner == f"Player {number_of(again)}"
        assert points == {f"Player {number_of(again)}": 1.5, f"Player {number_of(white)}": 0.5}
        assert [(shown.leg, shown.result) for shown in played.games] == [(1, "draw"), (2, "white")]
        assert seeds_in(semis.matches[0]) == (1, number_of(again) + 1)

    with_tournaments(database_url, run)


def seeds_in(match: BracketMatch) -> tuple[int | None, int | None]:
    top, bottom = match.top, match.bottom
    return None if top is None else top.seed, None if bottom is None else bottom.seed


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
def test_the_top_boards_are_games_in_progress(database_url: str, system: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, system, range(8))
        await start(store, row)
        games = (await pair_round(store, row.id, START)).games
        assert await store.read(partial(queries.top_games, row, 3)) == [each.game for each in games[:3]]
        await end(store, games[1].game, Color.WHITE, at=START + 50)
        following = [games[0].game, games[2].game, games[3].game]
        assert await store.read(partial(queries.top_games, row, 6)) == following
        for game in following:
            await end(store, game, Color.WHITE, at=START + 60)
        assert await store.read(partial(queries.top_games, row, 6)) == []
        winners = {game.white.id for game in games}
        second = (await pair_round(store, row.id, START + 1000)).games
        top, *_ = await store.read(partial(queries.top_games, row, 6))
        [best] = [game for game in second if game.game == top]
        most = max(len({game.white.id, game.black.id} & winners) for game in second)
        assert len({best.white.id, best.black.id} & winners) == most

    with_tournaments(database_url, run)


def test_players_join_late_and_withdraw_in_a_swiss(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "swiss", range(4), rounds=3)
        await start(store, row)
        games = (await pair_round(store, row.id, START)).games
        for number in (4, 5):
            assert await join(store, row.id, number, START + 10) is None
        leave = partial(entry_statements.leave, row.id, player_id(0), "withdrawn", START + 20)
        assert await store.write(leave) is None
        for game in games:
            await end(store, game.game, Color.WHITE)
        pairs = numbers_of((await pair_round(store, row.id, START + 1000)).games)
        playing = {number for pair in pairs for number in pair}
        assert 0 not in playing
        assert {4, 5} & playing

    with_tournaments(database_url, run)


async def execute(store: SqlStore, statement: Executable) -> None:
    def run(connection: Connection, _maybe_done: bool) -> None:
        connection.execute(statement)

    await store.write(run)


def test_a_decision_about_a_finished_game_changes_the_standings(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "round-robin", range(4))
        await start(store, row)
        games = (await pair_round(store, row.id, START)).games
        for game in games:
            await end(store, game.game, Color.WHITE)
        winner = games[0].white.id
        decisions: list[tuple[TournamentResult, float]] = [("black", 0.0), ("draw", 0.5), ("none", 0.0), ("white", 1.0)]
        for result, points in decisions:
            decide = partial(store_ruling, row.id, games[0].game, result, row.organiser, "adjudicate", START)
            assert await store.write(decide) is None
            scores = {player.player: player.score for player in await standings(store, row)}
            assert scores[winner] == points
        unknown = partial(store_ruling, row.id, "0000000000", "white", row.organiser, "adjudicate", START)
        assert await store.write(unknown) == "unknown-game"

    with_tournaments(database_url, run)


def test_wrong_standings_are_found(database_url: str) -> None:
    async def run(store: SqlStore) -> None:
        row = await create(store, "swiss", range(4))
        await start(store, row)
        games = (await pair_round(store, row.id, START)).games
        await end(store, games[0].game, Color.WHITE)
        is_player = tournament_players.c.player == player_id(3)
        change = update(tournament_players).where(is_player)
        await execute(store, change.values(score=7.0))
        [problem] = await store.read(find_standing_differences)
        assert problem.startswith(f"the standings of 'player-0003' in tournament {row.id} are wrong")
        await execute(store, change.values(score=0.0))
        # the game of a result that was lost is found too
        await execute(store, update(game_table).where(game_table.c.id == games[1].game).values(ended=True))
        [problem] = await store.read(find_standing_differences)
        assert "has no result, although its game has ended" in problem
        due = await store.read(partial(find_due, START))
        assert due is not None
        assert due.missed == [games[1].game]
        await store.write(partial(record_missed, due.missed))

    with_tournaments(database_url, run)


def test_nothing_begins_while_a_tournament_is_suspended(database_url: str) -> None:
    from skep.server.tournaments.settings_statements import suspend

    async def run(store: SqlStore) -> None:
        row = await create(store, "round-robin", range(4))
        await start(store, row)
        assert await store.write(partial(suspend, row.id, row.organiser, True, START)) is None
        assert (await pair_round(store, row.id, START + 10)).games == ()
        assert await store.write(partial(suspend, row.id, row.organiser, False, START)) is None
        assert len((await pair_round(store, row.id, START + 20)).games) == 2

    with_tournaments(database_url, run)
