"""No player loses on time while a server process is stopped for longer than the clocks allow."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.processes import Connection, Player, Server
from tests.server.rooms import in_loop

CLOCK = {"kind": "minutes", "minutes": 0.25, "increment": 0}
"""Fifteen seconds."""
STOPPED = 25.0

pytestmark = pytest.mark.slow


async def start_game(anna: Player, ben: Player) -> str:
    """Start a game in which Anna has the white pieces."""
    game = await asyncio.to_thread(anna.make, opponent="friend", side="white", clock=CLOCK)
    invite = (await asyncio.to_thread(anna.call, "GET", f"/api/games/{game}"))["invite"]
    await asyncio.to_thread(ben.call, "POST", "/api/invitations", {"secret": invite})
    return game


async def make_first_moves(anna: Player, ben: Player, game: str) -> None:
    """Make both first moves, after which the clocks run."""
    async with anna.live() as a, ben.live() as b:
        await a.request("watch", game=game)
        await b.request("watch", game=game)
        await a.send("move", game=game, ply=0, piece="wS1", to=[0, 0])
        await b.until("moved", ply=1)
        await b.send("move", game=game, ply=1, piece="bS1", to=[1, 0])
        await a.until("moved", ply=2)


async def stop_while_anna_moves(server: Server, a: Connection, game: str, **move: Any) -> None:
    """Stop the process for longer than Anna has, and send her move while it is stopped and her clock has run out."""
    server.pause()
    try:
        await asyncio.sleep(STOPPED - 5.0)
        id_ = await a.send("move", game=game, **move)
        await asyncio.sleep(5.0)
    finally:
        server.resume()
    await a.until("done", id=id_)


async def first_move_seen(b: Connection) -> dict[str, Any]:
    """Return the message that shows the first move.

    It is the whole game if the process caught up with the credit and the move at once.
    """
    while True:
        message = await b.receive()
        if message["kind"] == "moved" or (message["kind"] == "game" and message["moves"]):
            return message


@in_loop
async def test_a_stopped_server_credits_the_time(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        anna, ben = Player(server.url), Player(server.url)
        game = await start_game(anna, ben)
        await make_first_moves(anna, ben, game)
        async with anna.live() as a:
            await a.request("watch", game=game)
            await stop_while_anna_moves(server, a, game, ply=2, piece="wQ", to=[-1, 0])
            state = await a.request("watch", game=game)
            assert state["result"] is None
            assert [turn["uhp"] for turn in state["moves"]] == ["wS1", "bS1 wS1-", "wQ -wS1"]
            assert state["moves"][2]["spent"] < 15_000
        # Ben does not move again, and loses as usual
        async with ben.live() as b:
            state = await b.request("watch", game=game)
            while state["result"] is None:
                state = await b.until("game")
            assert state["result"] == {"winner": "white", "ending": "time"}


@in_loop
async def test_another_process_does_not_end_the_game_of_a_stopped_one(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    options = ("--database", postgres_url, "--redis", redis_url)
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with Server(tmp_path / "one", *options) as one, Server(tmp_path / "two", *options) as two:
        anna, ben = Player(one.url), Player(two.url)
        game = await start_game(anna, ben)
        async with anna.live() as a, ben.live() as b:
            await a.request("watch", game=game)
            await b.request("watch", game=game)
            await a.until("presence", white=True, black=True)
            await stop_while_anna_moves(one, a, game, ply=0, piece="wS1", to=[0, 0])
            seen = await first_move_seen(b)
            assert seen["result"] is None
            assert seen["clock"]["white"] > 0
