"""Bots that use berserk play whole games over a real server: with each other, with a page, and across restarts."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from skep.board import Board
from tests.server.bots.berserk_bots import Bot, choose, new_bot, register
from tests.server.processes import UNLIMITED, Server

SHORT = 247
"""The seed of a short game with the mosquito, the ladybug and the pillbug."""


@pytest.fixture
def server(tmp_path: Path, database_url: str) -> Iterator[Server]:
    """A server of its own, once for each database."""
    with Server(tmp_path, "--database", database_url, *UNLIMITED) as server:
        yield server


def next_event(events: Iterator[dict[str, Any]], kind: str) -> dict[str, Any]:
    """Return the next event of a kind."""
    return next(event for event in events if event["type"] == kind)


def accept_next(bot: Bot, events: Iterator[dict[str, Any]]) -> str:
    """Accept the next challenge to a bot and return the id of its game."""
    challenge = next(
        event["challenge"]
        for event in events
        if event["type"] == "challenge" and event["challenge"]["destUser"]["name"] == bot.name
    )
    bot.client.bots.accept_challenge(challenge["id"])
    game: str = next_event(events, "gameStart")["game"]["id"]
    assert game == challenge["id"]
    return game


def play_to_the_end(bots: tuple[Bot, Bot], game: str, seed: int) -> list[dict[str, Any]]:
    """Let two bots play a game on threads of their own; return the last state that each of them saw."""
    with ThreadPoolExecutor(2) as threads:
        results = [threads.submit(bot.play_or_resign, game, seed + number) for number, bot in enumerate(bots)]
        return [result.result(120) for result in results]


@pytest.mark.slow
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_two_bots_play_an_open_challenge_of_a_third(server: Server) -> None:
    anna, ben, cleo = (new_bot(server.url, f"{name} Bot") for name in ("Anna", "Ben", "Cleo"))
    opened: Any = anna.client.challenges.create_open(clock_limit=300, clock_increment=3, name="Come and play")
    for bot in (ben, cleo):
        bot.client.challenges.accept(opened["id"])
    games = [next_event(bot.events(), "gameStart")["game"] for bot in (ben, cleo)]
    assert [game["id"] for game in games] == [opened["id"]] * 2
    assert {game["color"] for game in games} == {"white", "black"}
    states = play_to_the_end((ben, cleo), opened["id"], SHORT)
    assert {state["status"] for state in states} <= {"mate", "draw"}


@pytest.mark.parametrize("database_url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)], indirect=True)
def test_two_bots_play_a_whole_rated_game(server: Server) -> None:
    anna, ben = new_bot(server.url, "Anna Bot"), new_bot(server.url, "Ben Bot")
    events = ben.events()
    sent = anna.challenge("ben bot", rated=True, color="white", variant="Base+MLP")
    game = accept_next(ben, events)
    assert game == sent["id"]
    [playing] = anna.client.games.get_ongoing()
    assert (playing["gameId"], playing["color"], playing["isMyTurn"]) == (game, "white", True)
    one, two = play_to_the_end((anna, ben), game, SHORT)
    assert one["moves"] == two["moves"]
    assert (one["status"], one["ending"], len(one["moveList"])) == ("mate", "surrounded", 19)
    finish = next_event(events, "gameFinish")["game"]
    assert (finish["id"], finish["status"]["name"], finish.get("winner")) == (game, one["status"], one.get("winner"))
    assert anna.client.account.get()["perfs"]["blitz/expansions"]["games"] == 1
    assert [user["id"] for user in anna.client.bots.get_online_bots()] == ["ben bot"]


@pytest.mark.slow
def test_a_bot_plays_a_person_on_the_page(server: Server) -> None:
    bot, person = new_bot(server.url, "Page Bot"), register(server.url, "Pat")
    events = bot.events()
    rng, board = random.Random(SHORT), Board("Base+MLP")

    async def play(game: str) -> dict[str, Any]:
        async with person.live() as live:
            message = await live.request("watch", game=game)
            assert (message["white"]["bot"], message["black"]["bot"]) == (False, True)
            while message["result"] is None:
                if board.ply % 2 == 0:
                    move = board.parse_uhp(choose(board, rng))
                    to = None if move.is_pass else (move.to.q, move.to.r)
                    await live.send("move", game=game, ply=board.ply, piece=str(move.piece), to=to)
                message = await live.until("moved", ply=board.ply + 1)
                board.push_uhp(message["move"]["uhp"])
            return message

    clock = {"kind": "minutes", "minutes": 5, "increment": 3}
    person.call("POST", "/api/challenges", {"to": "Page Bot", "side": "white", "clock": clock, "expansions": "MLP"})
    game = accept_next(bot, events)
    with ThreadPoolExecutor(1) as threads:
        seen = threads.submit(bot.play_or_resign, game, SHORT + 1)
        last = asyncio.run(play(game))
        assert (seen.result(60)["ending"], last["result"]["ending"]) == ("surrounded", "surrounded")
    assert next_event(events, "gameFinish")["game"]["opponent"]["username"] == "Pat"


@pytest.mark.slow
def test_a_game_is_finished_after_the_server_was_killed(server: Server) -> None:
    anna, ben = new_bot(server.url, "Anna Bot"), new_bot(server.url, "Ben Bot")
    events = ben.events()
    anna.challenge("Ben Bot", rated=True, variant="Base+MLP", color="white")
    game = accept_next(ben, events)
    with ThreadPoolExecutor(2) as threads:
        halves = [threads.submit(bot.play, game, SHORT + n, plies=10) for n, bot in enumerate((anna, ben))]
        before = [half.result(60)["moveList"] for half in halves]
    server.kill()
    with pytest.raises(Exception):  # noqa: B017, PT011 - the stream breaks, in one of several ways
        list(events)
    server.start()
    again = ben.events()
    assert next_event(again, "gameStart")["game"]["id"] == game
    one, two = play_to_the_end((anna, ben), game, SHORT)
    assert one["moveList"] == two["moveList"]
    assert (one["moveList"][:10], len(one["moveList"]), one["status"]) == (before[0][:10], 19, "mate")
    assert next_event(again, "gameFinish")["game"]["id"] == game


@pytest.mark.slow
def test_a_bot_learns_which_games_ended_while_it_was_away(server: Server) -> None:
    anna, ben = new_bot(server.url, "Anna Bot"), new_bot(server.url, "Ben Bot")
    events = ben.events()
    anna.challenge("Ben Bot", rated=False)
    game = accept_next(ben, events)
    server.kill()
    server.start()
    anna.client.bots.abort_game(game)
    again = ben.events()
    finish = next(again)
    assert (finish["type"], finish["game"]["id"]) == ("gameFinish", game)
    assert finish["game"]["status"] == {"id": 25, "name": "aborted"}


@pytest.mark.slow
def test_a_bot_learns_which_challenges_ended_while_it_was_away(server: Server) -> None:
    anna, ben = new_bot(server.url, "Anna Bot"), new_bot(server.url, "Ben Bot")
    events = anna.events()
    seen = anna.challenge("Ben Bot", rated=False)["id"]
    assert next_event(events, "challenge")["challenge"]["id"] == seen
    server.kill()
    server.start()
    ben.client.bots.decline_challenge(seen, reason="later")
    replaced = anna.challenge("Ben Bot", rated=False)["id"]
    waiting = anna.challenge("Ben Bot", rated=True)["id"]
    again = anna.events()
    assert next_event(again, "challenge")["challenge"]["id"] == waiting
    declined = next_event(again, "challengeDeclined")["challenge"]
    assert (declined["id"], declined["declineReasonKey"], declined["direction"]) == (seen, "later", "out")
    assert next_event(again, "challengeCanceled")["challenge"]["id"] == replaced


@pytest.mark.slow
def test_bots_play_through_two_processes(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str
) -> None:
    options = ("--database", postgres_url, "--redis", redis_url, *UNLIMITED)
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
    with Server(folders[0], *options) as first, Server(folders[1], *options) as second:
        anna, ben = new_bot(first.url, "Anna Bot"), new_bot(second.url, "Ben Bot")
        ours, theirs = anna.events(), ben.events()
        declined = anna.challenge("Ben Bot", rated=False)
        for events in (ours, theirs):
            assert next_event(events, "challenge")["challenge"]["id"] == declined["id"]
        ben.client.bots.decline_challenge(declined["id"], reason="tooFast")
        gone = next_event(ours, "challengeDeclined")["challenge"]
        assert (gone["id"], gone["declineReasonKey"]) == (declined["id"], "tooFast")
        anna.challenge("Ben Bot", rated=True, variant="Base+MLP", color="white")
        game = accept_next(ben, theirs)
        assert next_event(ours, "gameStart")["game"]["id"] == game
        one, two = play_to_the_end((anna, ben), game, SHORT)
        assert one["moveList"] == two["moveList"]
        started = time.monotonic()
        assert next_event(ours, "gameFinish")["game"]["id"] == game
        assert next_event(theirs, "gameFinish")["game"]["id"] == game
        assert time.monotonic() - started < 5, "the hint of the other process was lost"
        # a newer stream of the same account, in another process, ends the older one
        again = Bot(second.url, anna.name, anna.token).events()
        with ThreadPoolExecutor(1) as threads:
            threads.submit(next, again, None)
            assert list(ours) == []
            second.stop()
