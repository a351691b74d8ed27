"""Rounds of fuzzing against a server process."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

from tests.fuzz.corpus import COOKIES
from tests.fuzz.frames import exchange, random_frames, random_http_request, raw_socket
from tests.fuzz.oracle import check_log, check_stored_texts
from tests.server.processes import Player, Server

__all__ = ["check_still_serves", "fuzz_frames", "fuzz_http"]


def fuzz_frames(server: Server, seed: int, count: int) -> None:
    """Open sockets with odd cookies and send random frames on them."""
    rng = random.Random(seed)
    known = {"game": Player(server.url).make(opponent="here")}
    for _ in range(count):
        headers = [b"Cookie: " + rng.choice(COOKIES)] * rng.randrange(3)
        exchange(server, random_frames(rng, known), headers=headers)
    check_still_serves(server)


def fuzz_http(server: Server, seed: int, count: int) -> None:
    """Send malformed HTTP requests."""
    rng = random.Random(seed)
    for _ in range(count):
        request = random_http_request(rng)
        with raw_socket(server) as connection:
            connection.send(request)
            answer = connection.finish()
        assert re.match(rb"HTTP/1.1 5", answer) is None, (request, answer[:500])
    check_still_serves(server)


def check_still_serves(server: Server) -> None:
    """Check that a game can be played, that the log has no exceptions, and that stored texts can be read."""
    asyncio.run(_play(Player(server.url)))
    check_log(server.log)
    check_stored_texts(Path(server.folder))


async def _play(anna: Player) -> None:
    game = await asyncio.to_thread(anna.make, opponent="here")
    async with anna.live() as live:
        await live.request("watch", game=game)
        for ply, piece in enumerate(("wS1", "bS1")):
            reply = await live.request("move", game=game, ply=ply, piece=piece, to=[ply, 0])
            assert reply["kind"] == "done", reply
