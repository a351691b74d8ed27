"""A small server that speaks the bot API: its opponents move at random, and it can fail in many ways."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, SimpleQueue
from typing import Any, Final
from urllib.parse import parse_qs, unquote

from skep import Board, Color
from skep.errors import SkepError

TOKEN: Final = "skep_test_token"
HEARTBEAT: Final = 0.1
"""Seconds between the empty lines, much shorter than a real server's."""
Stream = SimpleQueue[dict[str, Any] | None]


@dataclass
class FakeGame:
    """A game of the bot against a player who moves at random."""

    id: str
    color: Color = Color.WHITE
    """The bot's side."""
    game_type: str = "Base"
    edition: str = "ultimate-2024"
    rated: bool = False
    clock: dict[str, int] | None = field(default_factory=lambda: {"initial": 300_000, "increment": 3_000})
    days: int | None = None
    resign_at: int = 12
    """The ply at which the opponent resigns."""
    status: str = "started"
    winner: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    """More fields of the state, such as a draw offer."""

    def __post_init__(self) -> None:
        self.board = Board(self.game_type, edition=self.edition)
        self.moves = list[str]()
        self.random = random.Random(self.id)
        self.streams = list[Stream]()

    def state(self) -> dict[str, Any]:
        initial = self.clock["initial"] if self.clock else 86_400_000 * (self.days or 1)
        increment = self.clock["increment"] if self.clock else 0
        times = {"wtime": initial, "btime": initial, "winc": increment, "binc": increment}
        end = {"winner": self.winner} if self.winner else {}
        return {"type": "gameState", "moves": ";".join(self.moves), **times, "status": self.status, **end, **self.extra}

    def full(self) -> dict[str, Any]:
        robot, other = {"id": "robot", "name": "Robot", "title": "BOT"}, {"id": "anna", "name": "Anna", "rating": 1500}
        white, black = (robot, other) if self.color is Color.WHITE else (other, robot)
        return {
            "type": "gameFull",
            "id": self.id,
            "variant": {"key": self.game_type},
            "edition": self.edition,
            "rated": self.rated,
            "clock": self.clock,
            "daysPerTurn": self.days,
            "white": white,
            "black": black,
            "state": self.state(),
        }

    def event(self, kind: str) -> dict[str, Any]:
        color = self.color.name.lower()
        return {"type": kind, "game": {"gameId": self.id, "color": color, "opponent": {"username": "Anna"}}}

    def push(self, move: str) -> None:
        self.board.push_uhp(move)
        self.moves.append(move)
        outcome = self.board.outcome()
        if outcome is not None:
            self.status, self.winner = "mate", outcome.winner.name.lower() if outcome.winner is not None else None

    def play(self, move: str) -> None:
        """Make a move of the bot."""
        if self.board.turn is not self.color:
            raise SkepError("it is not your turn")
        self.push(move)

    def answer(self, kind: str, *, accepts: bool) -> None:
        """Carry out the bot's answer to an offer."""
        self.extra = {}
        if accepts and kind == "draw":
            self.status = "draw"
        elif accepts:
            self.board.pop()
            self.moves.pop()
            self.resign_at = 0

    def end(self, kind: str) -> None:
        """End the game as the bot asks."""
        self.status = {"resign": "resign", "abort": "aborted", "claim-victory": "timeout"}[kind]
        winner = {"resign": self.color.other, "claim-victory": self.color}.get(kind)
        self.winner = None if winner is None else winner.name.lower()

    def abort(self) -> None:
        """Abort the game if it is not over."""
        if self.status == "started":
            self.status = "aborted"

    def reply(self) -> None:
        """Move or resign for the opponent, if it is their turn."""
        if self.status != "started" or self.board.turn is self.color:
            return
        if len(self.moves) >= self.resign_at:
            self.status, self.winner = "resign", self.color.name.lower()
        else:
            self.push(self.board.uhp(self.random.choice(self.board.legal_moves.list())))
        self.broadcast()

    def broadcast(self) -> None:
        for stream in self.streams:
            stream.put(self.state())
            if self.status != "started":
                stream.put(None)


class FakeServer:
    """The server. Its methods can be called from any thread, and what it received is in ``requests``."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.title: str | None = "BOT"
        self.games = dict[str, FakeGame]()
        self.challenges = dict[str, dict[str, Any]]()
        self.requests = list[tuple[str, str, dict[str, str]]]()
        self.failures = list[tuple[int, dict[str, str]]]()
        """Statuses and headers with which the next short requests fail."""
        self.is_down = False
        """Whether connections are closed without an answer."""
        self.refusals = 0
        """The number of next requests whose connections are closed without an answer."""
        self.loses_answers = 0
        """The number of moves to carry out whose answers are lost."""
        self.resign_at = 12
        """The ply at which the opponents resign the games that begin with a challenge."""
        self.event_streams = list[Stream]()
        self._http: ThreadingHTTPServer | None = None

    def __enter__(self) -> FakeServer:
        handler = type("Handler", (_Handler,), {"fake": self})
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._http is not None
        self.drop_streams()
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        assert self._http is not None
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def paths(self, method: str = "POST") -> list[str]:
        """Return the paths that were requested, decoded."""
        return [unquote(path) for one, path, _ in list(self.requests) if one == method]

    def fields_of(self, path: str) -> dict[str, str]:
        """Return the fields of the only request to a path."""
        (found,) = [fields for _method, one, fields in list(self.requests) if one == path]
        return found

    def add_game(self, game: FakeGame) -> FakeGame:
        with self.lock:
            self.games[game.id] = game
            self.send_event(game.event("gameStart"))
            game.reply()
        return game

    def add_challenge(self, id_: str, **fields: Any) -> None:
        challenge = {
            "id": id_,
            "challenger": {"id": "anna", "name": "Anna"},
            "destUser": {"id": "robot", "name": "Robot"},
            "variant": {"key": "Base"},
            "edition": "ultimate-2024",
            "rated": False,
            "speed": "blitz",
            "timeControl": {"type": "clock", "limit": 300, "increment": 3},
            **fields,
        }
        with self.lock:
            self.challenges[id_] = challenge
            self.send_event({"type": "challenge", "challenge": challenge})

    def send_event(self, event: dict[str, Any]) -> None:
        for stream in self.event_streams:
            stream.put(event)

    def change(self, game: FakeGame, change: Callable[[], None]) -> None:
        """Change a game, and tell the bot."""
        with self.lock:
            change()
            game.broadcast()

    def drop_streams(self) -> None:
        """Close all streams, as a server that is restarted does."""
        with self.lock:
            for streams in (self.event_streams, *(game.streams for game in self.games.values())):
                for stream in streams:
                    stream.put(None)
                streams.clear()

    # what the handler calls

    def open_events(self) -> Stream:
        stream = Stream()
        with self.lock:
            for challenge in self.challenges.values():
                stream.put({"type": "challenge", "challenge": challenge})
            for game in self.games.values():
                if game.status == "started":
                    stream.put(game.event("gameStart"))
            self.event_streams.append(stream)
        return stream

    def open_game(self, id_: str) -> Stream | None:
        with self.lock:
            game = self.games.get(id_)
            if game is None:
                return None
            stream = Stream()
            stream.put(game.full())
            if game.status != "started":
                stream.put(None)
            game.streams.append(stream)
        return stream

    def act(self, parts: list[str], fields: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """Carry out a POST request."""
        with self.lock:
            match parts:
                case ["bot", "game", id_, *action]:
                    return self._act_in_game(self.games[id_], action)
                case ["bot", "account", "upgrade"]:
                    self.title = "BOT"
                case ["challenge", id_, "accept"]:
                    del self.challenges[id_]
                    self.add_game(FakeGame(id_, resign_at=self.resign_at))
                case ["challenge", id_, "decline"]:
                    del self.challenges[id_]
                case ["challenge", _, "cancel"]:
                    pass
                case ["challenge", name]:
                    rated = fields.get("rated") == "true"
                    return 200, {"id": f"to-{name}", "destUser": {"id": name.lower(), "name": name}, "rated": rated}
                case ["tournament", _, "join" | "withdraw"]:
                    pass
                case _:
                    return 404, {"detail": "no such path"}
        return 200, {"ok": True}

    def _act_in_game(self, game: FakeGame, action: list[str]) -> tuple[int, dict[str, Any]]:
        if game.status != "started":
            return 400, {"error": "the game is over"}
        match action:
            case ["move", move]:
                try:
                    game.play(unquote(move))
                except SkepError as error:
                    return 400, {"error": str(error)}
            case [("draw" | "takeback") as kind, answer]:
                game.answer(kind, accepts=answer == "yes")
            case [kind]:
                game.end(kind)
        game.broadcast()
        game.reply()
        return 200, {"ok": True}


class _Handler(BaseHTTPRequestHandler):
    fake: FakeServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        if not self._admit({}):
            return
        match self.path.split("/")[2:]:
            case ["account"]:
                self._answer(200, {"id": "robot", "username": "Robot", "title": self.fake.title, "url": "x"})
            case ["players", name]:
                ratings = [{"pool": "blitz/base", "rating": 1500, "games": 30}, {"pool": "daily/base", "rating": 1200}]
                self._answer(200, {"name": name, "ratings": ratings})
            case ["stream", "event"]:
                self._stream(self.fake.open_events())
            case ["bot", "game", "stream", id_]:
                stream = self.fake.open_game(id_)
                if stream is None:
                    self._answer(404, {"detail": "no such game"})
                else:
                    self._stream(stream)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        fields = {name: values[0] for name, values in parse_qs(body).items()}
        if not self._admit(fields):
            return
        if self.fake.failures:
            status, headers = self.fake.failures.pop(0)
            self._answer(status, {"detail": "try again later"}, headers)
            return
        status, content = self.fake.act(self.path.split("/")[2:], fields)
        if "/move/" in self.path and self.fake.loses_answers:
            self.fake.loses_answers -= 1
            self.close_connection = True
        else:
            self._answer(status, content)

    def _admit(self, fields: dict[str, str]) -> bool:
        if self.fake.is_down or self.fake.refusals:
            self.fake.refusals = max(0, self.fake.refusals - 1)
            self.close_connection = True
            return False
        self.fake.requests.append((self.command, self.path, fields))
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            self._answer(401, {"error": "no such token"})
            return False
        return True

    def _answer(self, status: int, content: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, stream: Stream) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for line in _lines(stream):
                self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            pass
        finally:
            self.close_connection = True
            with self.fake.lock:
                for streams in (self.fake.event_streams, *(game.streams for game in self.fake.games.values())):
                    if stream in streams:
                        streams.remove(stream)


def _lines(stream: Stream) -> Iterator[bytes]:
    while True:
        try:
            message = stream.get(timeout=HEARTBEAT)
        except Empty:
            yield b"\n"
            continue
        if message is None:
            return
        yield json.dumps(message).encode() + b"\n"


def wait_until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for a condition, and fail if it does not become true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
