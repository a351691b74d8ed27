"""The pairing pool on two real processes with PostgreSQL and Redis."""

from __future__ import annotations

from typing import Any

import pytest
from bench.lobby import run as lobby

from tests.server.processes import UNLIMITED, Player, Server
from tests.server.rooms import in_loop

BLITZ: dict[str, Any] = {"clock": {"kind": "minutes", "minutes": 3, "increment": 2}}


@pytest.mark.slow
def test_players_of_two_processes_meet_and_a_seek_survives_its_process(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str
) -> None:
    options = ("--database", postgres_url, "--redis", redis_url, *UNLIMITED)
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]

    @in_loop
    async def run(first: Server, second: Server) -> None:
        anna, ben = Player(first.url), Player(second.url)
        async with anna.live() as one, ben.live() as two:
            seek = (await one.request("seek", **BLITZ))["seek"]["seek"]
            found = (await two.request("seek", **BLITZ))["matched"]
            match = await one.until("seek-matched")
            assert (match["seek"], match["game"]) == (seek, found["game"])
            assert (await one.request("watch", game=match["game"]))["yours"] == [match["side"]]
            await one.request("abort", game=match["game"])
            # the process to which Anna is connected is killed while she waits; she continues at the other one
            other = (await one.request("seek", **BLITZ, expansions="M"))["seek"]["seek"]
            first.kill()
            anna.url = second.url
            async with anna.live() as again:
                state = await again.request("my-seek", seek=other)
                assert state["seek"]["seek"] == other
                # they have just met, so they wait a few seconds for others
                await two.request("seek", **BLITZ, expansions="M")
                game = (await two.until("seek-matched"))["game"]
                assert (await again.until("seek-matched"))["game"] == game

    with Server(folders[0], *options) as first, Server(folders[1], *options) as second:
        run(first, second)


@pytest.mark.slow
def test_a_small_lobby_keeps_its_promises(capsys: pytest.CaptureFixture[str]) -> None:
    status = lobby.main("--players 60 --seconds 15 --kills 2 --pause 0.5 --rest 1.5".split())
    output = capsys.readouterr().out
    assert status == 0, output
    assert "skipped" in output or "no one is stuck" in " ".join(output.split()), output
