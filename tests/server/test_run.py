"""The server as a process: kills, restarts, clean shutdown, several workers, ``skep play``."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from pathlib import Path
from unittest.mock import Mock

import pytest
import websockets

from skep.errors import SkepError
from skep.server.local import run_local_server
from skep.server.run import InUse, check, check_workers, only_server, serve
from skep.server.settings import Settings
from tests.server.processes import Player, Server
from tests.server.rooms import in_loop


@pytest.mark.slow
@in_loop
async def test_confirmed_moves_survive_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        anna, ben = Player(server.url), Player(server.url)
        game = anna.make(opponent="friend", clock={"kind": "minutes", "minutes": 5})
        invite = anna.call("GET", f"/api/games/{game}")["invite"]
        ben.call("POST", "/api/invitations", {"secret": invite})
        async with anna.live() as a, ben.live() as b:
            await a.request("watch", game=game)
            await b.request("watch", game=game)
            assert (await a.request("move", game=game, ply=0, piece="wS1", to=[0, 0]))["kind"] == "done"
            assert (await b.request("move", game=game, ply=1, piece="bS1", to=[1, 0]))["kind"] == "done"
            await asyncio.to_thread(server.kill)
            with pytest.raises(websockets.ConnectionClosed):
                await a.until("never")
        await asyncio.to_thread(server.start)
        async with anna.live() as a:
            view = await a.request("watch", game=game)
            assert [turn["uhp"] for turn in view["moves"]] == ["wS1", "bS1 wS1-"]
            assert view["yours"] == ["white"]
            assert (await a.request("move", game=game, ply=1, piece="bS1", to=[1, 0]))["code"] == "late"
            assert (await a.request("move", game=game, ply=2, piece="wQ", to=[-1, 0]))["kind"] == "done"


@pytest.mark.slow
@in_loop
async def test_the_computer_resumes_after_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path, "--move-time", "20") as server:
        anna = Player(server.url)
        game = anna.make(opponent="computer", level=10)
        async with anna.live() as a:
            await a.request("watch", game=game)
            assert (await a.request("move", game=game, ply=0, piece="wS1", to=[0, 0]))["kind"] == "done"
            await asyncio.to_thread(server.kill)
        server._arguments[-1] = "0.2"
        await asyncio.to_thread(server.start)
        async with anna.live() as a:
            view = await a.request("watch", game=game)
            if len(view["moves"]) == 1:
                view = await a.until("moved")
            assert view.get("ply", 2) == 2


@pytest.mark.slow
@in_loop
async def test_a_clean_shutdown_asks_clients_to_reconnect(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        async with Player(server.url).live() as live:
            assert (await live.request("ping"))["kind"] == "pong"
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await live.until("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            assert await stopping in (0, -signal.SIGTERM)
        assert "Traceback" not in server.log


@pytest.mark.slow
@in_loop
async def test_a_client_with_long_frames_is_disconnected(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        async with Player(server.url).live() as live, Player(server.url).live() as other:
            await live.session.send("x" * 100_000)
            with pytest.raises(websockets.ConnectionClosed):
                await live.until("never")
            assert (await other.request("ping"))["kind"] == "pong"


@pytest.mark.slow
@in_loop
async def test_two_workers_share_a_game(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    options = ("--database", postgres_url, "--redis", redis_url)
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with Server(tmp_path / "one", *options, "--workers", "2") as one, Server(tmp_path / "two", *options) as two:
        anna, ben = Player(one.url), Player(two.url)
        game = anna.make(opponent="friend")
        invite = anna.call("GET", f"/api/games/{game}")["invite"]
        async with anna.live() as a:
            await a.request("watch", game=game)
            await asyncio.to_thread(ben.call, "POST", "/api/invitations", {"secret": invite})
            await a.until("game", started=True)
            async with ben.live() as b:
                await b.request("watch", game=game)
                await a.until("presence", black=True)
                for ply, (mover, other, piece, to) in enumerate(
                    [(a, b, "wS1", [0, 0]), (b, a, "bS1", [1, 0]), (a, b, "wQ", [-1, 0]), (b, a, "bQ", [2, 0])]
                ):
                    id_ = await mover.send("move", game=game, ply=ply, piece=piece, to=to)
                    assert (await other.until("moved", ply=ply + 1))["move"]["piece"] == piece
                    await mover.until("done", id=id_)
                await b.request("chat", game=game, text="hello")
                assert (await a.until("chat"))["line"]["text"] == "hello"
                one.kill()
                with pytest.raises(websockets.ConnectionClosed):
                    await a.until("never")
                assert (await b.request("ping"))["kind"] == "pong"


@pytest.mark.slow
@in_loop
async def test_a_second_skep_play_finds_the_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Server(tmp_path, "--no-browser", command="play") as server:
        await asyncio.to_thread(
            run_local_server,
            tmp_path,
            port=None,
            browser=False,
            on_start=lambda _address: print("started"),
            on_running=lambda address: print(f"running at {address}"),
            on_stop=lambda: print("stopped"),
        )
        assert capsys.readouterr().out == f"running at {server.url}/\n"
        assert await asyncio.to_thread(server.stop, signal.SIGINT) == 0
        assert server.log.endswith("Goodbye. Your games are saved.\n")
        assert "Traceback" not in server.log
        assert not (tmp_path / "playing.json").exists()


def test_a_second_skep_play_explains_what_to_do_while_the_first_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skep.server.local._START_TIMEOUT", 0.0)
    callback = Mock()
    with only_server(f"sqlite:///{tmp_path / 'games.sqlite'}"), pytest.raises(InUse) as caught:
        run_local_server(tmp_path, port=None, browser=True, on_start=callback, on_running=callback, on_stop=callback)
    assert str(tmp_path) in str(caught.value)
    assert "run skep play again" in str(caught.value)
    callback.assert_not_called()


def test_an_unusable_database_is_reported(tmp_path: Path) -> None:
    broken = tmp_path / "games.sqlite"
    broken.write_bytes(b"this is not a database" * 100)
    with pytest.raises(SkepError, match=r"cannot keep games in .*games.sqlite: file is not a database"):
        check(Settings(database=f"sqlite:///{broken}"))
    with pytest.raises(SkepError, match="cannot keep games"):
        check(Settings(database=f"sqlite:///{tmp_path}/no/such/folder/games.sqlite"))


def test_only_one_server_can_use_a_file(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with only_server(database), pytest.raises(InUse, match="another skep server"), only_server(database):
        pass
    with only_server(database):
        sqlite3.connect(tmp_path / "games.sqlite").close()


def test_several_workers_need_postgresql_and_redis() -> None:
    shared = Settings(database="postgresql://host/name", redis="redis://host")
    check_workers(shared, 4)
    check_workers(Settings(database="sqlite:///x"), 1)
    with pytest.raises(SkepError, match="2 workers need PostgreSQL"):
        check_workers(Settings(database="sqlite:///x", redis="redis://host"), 2)
    with pytest.raises(SkepError, match="2 workers need Redis"):
        check_workers(Settings(database="postgresql://host/name"), 2)


@pytest.mark.parametrize(
    ("host", "proxy", "warns"),
    [
        ("0.0.0.0", "*", True),
        ("0.0.0.0", "10.0.0.1, *", True),
        ("0.0.0.0", "0.0.0.0/0", True),
        ("127.0.0.1", "*", False),
        ("0.0.0.0", "10.0.0.0/8,127.0.0.1", False),
        ("0.0.0.0", None, False),
    ],
)
def test_trusting_every_client_is_reported(
    host: str,
    proxy: str | None,
    warns: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("uvicorn.run", Mock())
    monkeypatch.setattr("skep.server.run._check_address", Mock())
    monkeypatch.setenv("SKEP_SETTINGS", "")
    monkeypatch.setattr("logging.config.dictConfig", Mock())  # it would remove the handler of caplog
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.sqlite'}", proxy=proxy)
    serve(settings, host=host, port=8765, workers=1, log_level="info")
    assert ("trusts every client" in caplog.text) == warns
