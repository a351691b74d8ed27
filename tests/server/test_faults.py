"""Short fault runs: servers are killed, and the database and Redis restarted, while clients play."""

from __future__ import annotations

import pytest
from bench import faults

from tests.services import PostgresServer, RedisServer, missing

SMALL = "--clients 24 --processes 1 --min-interval 0.3 --max-interval 0.9 --seed 3"


@pytest.mark.slow
def test_a_killed_server_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    status = faults.main(f"{SMALL} --part one --faults 2".split())
    output = " ".join(capsys.readouterr().out.split())
    assert status == 0, output
    assert "every move that a client received is stored" in output


@pytest.mark.slow
def test_two_servers_outlive_their_database_and_redis(capsys: pytest.CaptureFixture[str]) -> None:
    if PostgresServer.programs() is None:
        missing("PostgreSQL")
    if not RedisServer.installed():
        missing("Redis")
    status = faults.main(f"{SMALL} --part two --faults 4".split())
    output = " ".join(capsys.readouterr().out.split())
    assert status == 0, output
    assert "every move that a client received is stored" in output


@pytest.mark.slow
def test_servers_restarted_in_turn_lose_no_move(capsys: pytest.CaptureFixture[str]) -> None:
    if PostgresServer.programs() is None:
        missing("PostgreSQL")
    if not RedisServer.installed():
        missing("Redis")
    status = faults.main(f"{SMALL} --part rolling --faults 4".split())
    output = " ".join(capsys.readouterr().out.split())
    assert status == 0, output
    assert "server 2 was restarted" in output
    assert "every move that a client received is stored" in output
