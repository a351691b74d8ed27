"""A real server and clients that keep connections open, send unfinished uploads, or use up file descriptors."""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.processes import Server

if sys.platform == "win32":
    pytest.skip("Windows has no limit on open files", allow_module_level=True)
import resource

MAX_CONNECTIONS = 200
MAX_NEW = 80  # at once; later, 40 per second


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ("--connections-per-address", str(MAX_CONNECTIONS), "--study-rate", "0.01")
    with Server(tmp_path_factory.mktemp("server"), *options) as running:
        yield running


@contextlib.contextmanager
def connections(server: Server, count: int, *, source: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """Open connections from an address."""
    with contextlib.ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), source_address=(source, 0)))
            for _ in range(count)
        ]
        for connection in opened:
            connection.settimeout(60)
        yield opened


def ask(connection: socket.socket, request: bytes) -> int:
    """Send a request and return the status, or 0 if the connection is closed."""
    try:
        connection.sendall(request)
        return int(connection.recv(4096).split(b" ")[1])
    except (OSError, IndexError):
        return 0


def health(server: Server) -> bytes:
    return b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % server.port


def upload(server: Server, path: bytes, size: int) -> bytes:
    """Return the head of an upload. The server responds with 100 when it starts to read the body."""
    head = b"POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
    return head % (path, server.port) + b"Content-Length: %d\r\n\r\n" % size


def is_healthy(server: Server) -> bool:
    """Return whether the server responds, perhaps after it has noticed that other connections were closed."""
    for _ in range(100):
        with connections(server, 1) as (connection,):
            if ask(connection, health(server)) == 200:
                return True
    return False


def test_an_address_has_a_bounded_number_of_connections(server: Server) -> None:
    with connections(server, 2 * MAX_CONNECTIONS, source="127.0.0.2") as opened:
        statuses = [ask(connection, health(server)) for connection in opened]
    assert statuses[:MAX_NEW] == [200] * MAX_NEW
    assert MAX_NEW <= statuses.count(200) <= MAX_CONNECTIONS
    assert set(statuses) == {200, 0}
    assert "limited 127.0.0.2: connection refused: too many " in server.log
    assert is_healthy(server)


def test_a_full_table_of_file_descriptors_is_logged(server: Server) -> None:
    assert is_healthy(server)
    used = max(int(entry.name) for entry in Path(f"/proc/{server.pid}/fd").iterdir()) + 1
    before = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (used + 64 + 5, before[1]))
    try:
        with connections(server, 20) as opened:
            statuses = {ask(connection, health(server)) for connection in opened}
            assert statuses == {200, 0}
        assert "limited 127.0.0.1: connection refused: too few file descriptors are left" in server.log
        assert is_healthy(server)
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, before)


def test_few_unfinished_uploads_are_read(server: Server) -> None:
    with connections(server, 8) as opened:
        statuses = [ask(connection, upload(server, b"/api/positions", 200_000)) for connection in opened]
        assert statuses == [100] * 4 + [429] * 4
    assert "limited 127.0.0.1: too many simultaneous uploads" in server.log
    assert is_healthy(server)


def test_a_file_is_charged_before_it_is_read(server: Server) -> None:
    statuses = []
    for _ in range(6):
        with connections(server, 1) as (connection,):
            statuses.append(ask(connection, upload(server, b"/api/records", 8_000_000)))
    # each costs 41 of the 200 units that an address has at first
    assert statuses == [100] * 4 + [429] * 2
    assert is_healthy(server)


def test_interrupted_uploads_do_not_fill_the_log(server: Server) -> None:
    with connections(server, 1) as (connection,):
        assert ask(connection, upload(server, b"/api/positions", 1000)) == 100
        connection.sendall(b"the beginning")
    assert is_healthy(server)
    assert "Traceback" not in server.log
