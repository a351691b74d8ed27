"""Many clients connect at once after another server has gone: who waits for a turn, and who does not."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.types import Scope

from skep.server.realtime.connection import Connection, SocketEndpoint
from skep.server.schemas.game import Watch
from skep.server.schemas.protocol import ClientRequest
from skep.server.sessions import PATIENT
from tests.server.rooms import in_loop, until

TURNS: Final = 8
WATCH: Final = '{"kind":"watch","id":1,"game":"abcdefghij"}'
FOUND: Final = "foundfound"
SEEK: Final = '{"kind":"my-seek","id":1}'


class Slow:
    """A session whose requests to watch a game hang until the hall ends them, except for one game."""

    guest_id = "someone"
    is_idle = False

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def handle_now(self, _request: ClientRequest, _charge: Any) -> bool:
        return False

    async def identify(self) -> bool:
        return True

    async def handle(self, request: ClientRequest) -> None:
        self.hall.begun.append(request)
        if isinstance(request, Watch) and request.game != FOUND:
            await self.hall.end.wait()

    def close(self) -> None: ...


class Hall:
    """A server's socket, with clients that have connected to it."""

    def __init__(self) -> None:
        self.begun = list[ClientRequest]()
        self.end = asyncio.Event()
        self.endpoint = SocketEndpoint(None, {}, patient=PATIENT)
        self.endpoint.open_session = self.open_session
        self.clients = list[asyncio.Task[None]]()

    def open_session(self, _connection: Connection, _scope: Scope) -> Slow:
        return Slow(self)

    def enter(self, *messages: str) -> None:
        """Connect a client that sends some messages and stays."""
        arriving = asyncio.Queue[dict[str, Any]]()
        for event in ({"type": "websocket.connect"}, *({"type": "websocket.receive", "text": m} for m in messages)):
            arriving.put_nowait(event)

        async def send(_message: Any) -> None: ...

        self.clients.append(asyncio.create_task(self.endpoint({"type": "websocket"}, arriving.get, send)))

    async def leave(self) -> None:
        """Disconnect all clients."""
        for client in self.clients:
            client.cancel()
        await asyncio.gather(*self.clients, return_exceptions=True)

    @property
    def watching(self) -> int:
        """The number of requests to watch a game that were begun."""
        return sum(isinstance(request, Watch) for request in self.begun)


@in_loop
async def test_pages_that_return_wait_for_their_turn_and_seekers_do_not() -> None:
    hall = Hall()
    for _ in range(50):
        hall.enter(WATCH)
    await until(lambda: hall.watching == TURNS, "some watch")
    hall.enter(SEEK)
    await until(lambda: len(hall.begun) == TURNS + 1, "the seeker is served at once")
    assert hall.watching == TURNS
    hall.end.set()
    await until(lambda: hall.watching == 50, "all watch in the end")
    await hall.leave()


@in_loop
async def test_a_game_that_was_just_found_is_opened_at_once() -> None:
    hall = Hall()
    for _ in range(50):
        hall.enter(WATCH)
    await until(lambda: hall.watching == TURNS, "some watch")
    hall.enter(SEEK, WATCH.replace("abcdefghij", FOUND))
    await until(lambda: hall.watching == TURNS + 1, "the new game is opened")
    assert sum(getattr(request, "game", "") == FOUND for request in hall.begun) == 1
    await hall.leave()


@in_loop
async def test_a_client_that_leaves_while_it_waits_takes_no_turn() -> None:
    hall = Hall()
    for _ in range(TURNS + 10):
        hall.enter(WATCH)
    await until(lambda: hall.watching == TURNS, "some watch")
    await hall.leave()
    hall.begun.clear()
    for _ in range(TURNS):
        hall.enter(WATCH)
    await until(lambda: hall.watching == TURNS, "the turns are free again")
    await hall.leave()
