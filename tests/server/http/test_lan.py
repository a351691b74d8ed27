"""The switch for other devices: 127.0.0.2 stands for the machine's address in its network."""

from __future__ import annotations

import asyncio
import ipaddress
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import uvloop
import websockets
from starlette.types import Receive, Scope, Send

from skep.server.http.lan import LanSwitch, NoNetwork, find_lan_address
from skep.server.http.request_limits import RequestLimits
from skep.server.local import LocalServer
from skep.server.run import uvicorn_options
from tests.server.browsers import Browser, running_server, settings_in
from tests.server.processes import Player, Server
from tests.server.rooms import in_loop

NETWORK = "127.0.0.2"


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that responds with its own address."""
    if scope["type"] == "lifespan":
        while True:
            kind = (await receive())["type"]
            await send({"type": f"{kind}.complete"})
            if kind == "lifespan.shutdown":
                return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9")]})
    await send({"type": "http.response.body", "body": scope["server"][0].encode()})


@asynccontextmanager
async def running(switch: LanSwitch) -> AsyncIterator[int]:
    """Run a server on the loopback address and return its port."""
    started = asyncio.Event()
    server = LocalServer(uvicorn.Config(app, **uvicorn_options(log_level="warning")), started.set)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        switch.attach(server, port)
        task = asyncio.create_task(server._serve(sockets=[listening]))
        await started.wait()
        yield port
        server.should_exit = True
        await task


@asynccontextmanager
async def connection(host: str, port: int) -> AsyncIterator[asyncio.StreamReader]:
    """Send a request, read its response, and keep the connection open."""
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
    async with asyncio.timeout(30):
        head = await reader.readuntil(b"\r\n\r\n")
        assert b"200" in head
        assert await reader.readexactly(9) == host.encode()
    yield reader
    writer.close()
    await writer.wait_closed()


async def get(host: str, port: int) -> None:
    """Check that the server responds at an address."""
    async with connection(host, port):
        pass


@pytest.mark.parametrize("policy", [asyncio.DefaultEventLoopPolicy, uvloop.EventLoopPolicy])
def test_the_server_listens_on_the_network_only_while_the_switch_is_on(policy: Callable[[], Any]) -> None:
    """With the event loop of uvicorn too, whose transports differ."""
    with asyncio.Runner(loop_factory=policy().new_event_loop) as runner:
        runner.run(use_switch())


async def use_switch() -> None:
    switch = LanSwitch(lambda: NETWORK)
    async with running(switch) as port:
        await get("127.0.0.1", port)
        with pytest.raises(ConnectionRefusedError):
            await get(NETWORK, port)
        origin = await switch.turn_on()
        assert (origin, switch.hosts) == (f"http://{NETWORK}:{port}", {NETWORK})
        assert await switch.turn_on() == origin
        async with connection(NETWORK, port) as reader:
            await switch.turn_off()
            assert (switch.origin, switch.hosts) == (None, set())
            with pytest.raises(ConnectionRefusedError):
                await get(NETWORK, port)
            async with asyncio.timeout(30):
                assert await reader.read() == b"", "the connection of the other device has to end"
        await get("127.0.0.1", port)
        assert await switch.turn_on() == origin


@in_loop
async def test_another_port_is_used_if_the_servers_own_is_taken() -> None:
    switch = LanSwitch(lambda: NETWORK)
    async with running(switch) as port:
        with socket.socket() as other:
            other.bind((NETWORK, port))
            other.listen()
            origin = await switch.turn_on()
        used = int(origin.rpartition(":")[2])
        assert used != port
        await get(NETWORK, used)


@pytest.mark.parametrize("address", [None, "192.0.2.77"])
@in_loop
async def test_a_machine_without_a_network_says_so(address: str | None) -> None:
    switch = LanSwitch(lambda: address)
    async with running(switch):
        with pytest.raises(NoNetwork):
            await switch.turn_on()
        assert (switch.origin, switch.hosts) == (None, set())


def test_the_address_that_is_found_is_private() -> None:
    found = find_lan_address()
    if found is not None:
        address = ipaddress.ip_address(found)
        assert address.is_private
        assert not address.is_loopback


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (["192.168.1.7"], "192.168.1.7"),
        (["93.184.216.34", "10.0.0.4"], "10.0.0.4"),
        (["93.184.216.34"], None),
        (["127.0.1.1", "169.254.3.4", "0.0.0.0"], None),
        ([], None),
    ],
)
def test_public_addresses_are_never_used(monkeypatch: pytest.MonkeyPatch, own: list[str], expected: str | None) -> None:
    monkeypatch.setattr("skep.server.http.lan._own_addresses", lambda: iter(own))
    assert find_lan_address() == expected


# the REST API


class Listening:
    """A server that only counts its listeners."""

    def __init__(self) -> None:
        self.listeners = 0

    async def listen(self, listening: socket.socket) -> Any:
        self.listeners += 1
        listening.close()
        return object()

    def stop_listening(self, _listener: Any) -> None:
        self.listeners -= 1


def test_only_the_machine_itself_can_use_the_switch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.http.lan._bind", lambda _host, port: _Bound(port))
    switch = LanSwitch(lambda: "192.168.1.7")
    server = Listening()
    switch.attach(server, 8765)
    with running_server(settings_in(tmp_path, local=True), lan=switch) as client:
        client.headers["Host"] = "127.0.0.1:8765"
        for address, allowed in (("192.168.1.9", False), ("127.0.0.1", True)):
            client._transport.client = (address, 1)
            assert client.get("/api/reach").json() == {"reach": "machine", "origin": None, "can_switch": allowed}
            status = client.put("/api/reach", json={"network": True}).status_code
            assert (status, server.listeners) == ((200, 1) if allowed else (403, 0))
        on = {"reach": "network", "origin": "http://192.168.1.7:8765", "can_switch": True}
        assert client.get("/api/reach").json() == on
        assert client.get("/api/me", headers={"Host": "192.168.1.7:8765"}).status_code == 200
        assert client.get("/api/me", headers={"Host": "192.168.1.8:8765"}).status_code == 421
        foreign = {"Host": "192.168.1.7:8765", "Origin": "http://evil.example"}
        assert client.put("/api/reach", json={"network": False}, headers=foreign).status_code == 403
        assert client.put("/api/reach", json={"network": False}).json()["reach"] == "machine"
        assert server.listeners == 0
        assert client.get("/api/me", headers={"Host": "192.168.1.7:8765"}).status_code == 421


class _Bound:
    """A socket that is bound to an address of another machine."""

    def __init__(self, port: int) -> None:
        self._port = port

    def getsockname(self) -> tuple[str, int]:
        return "192.168.1.7", self._port

    def close(self) -> None:
        pass


def test_a_public_server_has_no_switch(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        anna = Browser(client)
        assert anna.get("/api/reach").json() == {"reach": "public", "origin": None, "can_switch": False}
        assert anna.put("/api/reach", {"network": True}).status_code == 404


@in_loop
async def test_other_devices_have_limits_and_the_machine_has_none() -> None:
    async def site(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200})

    limits = RequestLimits(site, per_address=0, rate=1e-9, exempts_loopback=True)

    async def status(address: str) -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        scope = {"type": "http", "client": (address, 1), "headers": [], "method": "GET", "path": "/"}
        await limits(scope, receive, send)
        code: int = sent[0]["status"]
        return code

    assert [await status("127.0.0.1") for _ in range(3)] == [200, 200, 200]
    assert await status("192.168.1.9") == 429


# a whole server


@pytest.mark.slow
@in_loop
async def test_a_friend_on_the_network_joins_and_the_game_survives_the_switch(tmp_path: Path) -> None:
    options = ("--no-browser", "--network-address", NETWORK)
    with Server(tmp_path, *options, command="play") as server:
        anna = Player(server.url)
        game = anna.make(opponent="friend")
        invite = anna.call("GET", f"/api/games/{game}")["invite"]
        async with anna.live() as a:
            await a.request("watch", game=game)
            origin = (await asyncio.to_thread(anna.call, "PUT", "/api/reach", {"network": True}))["origin"]
            assert origin == f"http://{NETWORK}:{server.port}"
            ben = Player(origin)
            await asyncio.to_thread(ben.call, "POST", "/api/invitations", {"secret": invite})
            await a.until("game", started=True)
            async with ben.live() as b:
                await b.request("watch", game=game)
                await a.send("move", game=game, ply=0, piece="wS1", to=[0, 0])
                await b.until("moved", ply=1)
                await asyncio.to_thread(anna.call, "PUT", "/api/reach", {"network": False})
                with pytest.raises(websockets.ConnectionClosed):
                    await b.until("never")
            with pytest.raises(OSError, match="refused"):
                await asyncio.to_thread(ben.call, "GET", "/api/me")
            assert (await a.request("ping"))["kind"] == "pong"
            await asyncio.to_thread(anna.call, "PUT", "/api/reach", {"network": True})
            async with ben.live() as b:
                state = await b.request("watch", game=game)
                assert (state["yours"], len(state["moves"])) == (["black"], 1)
        assert await asyncio.to_thread(server.stop, signal.SIGINT) == 0
        assert "Traceback" not in server.log
