"""The bot API over HTTP: short requests, and streams of lines."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from typing import Final, TypeAlias
from urllib.parse import quote, urlsplit

import requests
from requests.auth import AuthBase

from skep import __version__
from skep.bot.errors import ApiError, BotError, InvalidToken, ServerUnreachable
from skep.bot.messages import (
    ChallengeInfo,
    FullGame,
    MalformedMessage,
    OwnAccount,
    parse_account,
    parse_challenge,
    parse_game_message,
    parse_ratings,
)
from skep.bot.pacing import RequestGate

__all__ = ["BotApi", "Lines"]

_CONNECT_TIMEOUT: Final = 10.0
_ANSWER_TIMEOUT: Final = 15.0
_SILENCE_TIMEOUT: Final = 22.0
"""Seconds after which a silent stream is lost: the server sends a line every 7 seconds."""
_MAX_LINE_BYTES: Final = 2_000_000
_MAX_DETAIL: Final = 300
_ATTEMPTS_WHEN_LIMITED: Final = 3

Lines: TypeAlias = Generator[bytes, None, None]
"""The lines of a stream. An empty one only shows that the connection works."""


class _Bearer(AuthBase):
    """Sends the token. An ``auth`` object keeps requests from replacing it by what is in ``~/.netrc``."""

    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Authorization"] = f"Bearer {self._token}"
        return request


class BotApi:
    """The requests of one account. It can be used from several threads, and sends one short request at a time.

    Every method raises ServerUnreachable if the server does not answer, and ApiError if it refuses.
    """

    def __init__(
        self, url: str, token: str, *, gate: RequestGate | None = None, on_pause: Callable[[float], None] | None = None
    ) -> None:
        """``on_pause`` is called with the seconds for which the server wants no more requests."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BotError(f"{url!r} is not the address of a server: expected https://HOST")
        if not token or not token.isascii() or not token.isprintable() or " " in token:
            raise BotError("the token is empty or contains characters that no token has")
        self.url = url.rstrip("/")
        self.is_encrypted = parts.scheme == "https" or parts.hostname in ("localhost", "127.0.0.1", "::1")
        """Whether nobody on the way to the server can read the token."""
        self._auth = _Bearer(token)
        self._gate = gate or RequestGate()
        self._on_pause = on_pause or (lambda _seconds: None)
        self._session = self._new_session()

    # the account

    def account(self) -> OwnAccount:
        """Return the account of the token."""
        return parse_account(self._get("/api/account"))

    def upgrade(self) -> None:
        """Turn the account into a bot account, for ever."""
        self._post("/api/bot/account/upgrade")

    def rating(self, name: str, pool: str) -> float | None:
        """Return the rating of a player in a pool, such as ``blitz/base``, or None if there is none."""
        return parse_ratings(self._get(f"/api/players/{_path(name)}")).of(pool)

    # challenges and tournaments

    def challenge(self, name: str, settings: Mapping[str, str]) -> ChallengeInfo:
        """Challenge a player."""
        text = self._post(f"/api/challenge/{_path(name)}", settings)
        return parse_challenge(text)

    def accept(self, challenge: str) -> None:
        """Accept a challenge."""
        self._post(f"/api/challenge/{_path(challenge)}/accept")

    def decline(self, challenge: str, reason: str) -> None:
        """Decline a challenge with a reason, such as ``tooFast``."""
        self._post(f"/api/challenge/{_path(challenge)}/decline", {"reason": reason})

    def cancel(self, challenge: str) -> None:
        """Withdraw a challenge."""
        self._post(f"/api/challenge/{_path(challenge)}/cancel")

    def join_tournament(self, tournament: str) -> None:
        """Join an arena."""
        self._post(f"/api/tournament/{_path(tournament)}/join")

    def withdraw(self, tournament: str) -> None:
        """Leave an arena."""
        self._post(f"/api/tournament/{_path(tournament)}/withdraw")

    # games

    def move(self, game: str, move: str) -> float:
        """Make a move, and return the seconds that the request took."""
        began = time.monotonic()
        self._post(f"/api/bot/game/{_path(game)}/move/{_path(move)}")
        return time.monotonic() - began

    def resign(self, game: str) -> None:
        """Resign a game."""
        self._post(f"/api/bot/game/{_path(game)}/resign")

    def abort(self, game: str) -> None:
        """Abort a game that has hardly begun."""
        self._post(f"/api/bot/game/{_path(game)}/abort")

    def answer_draw(self, game: str, *, accept: bool) -> None:
        """Accept or decline the opponent's draw offer."""
        self._post(f"/api/bot/game/{_path(game)}/draw/{'yes' if accept else 'no'}")

    def answer_takeback(self, game: str, *, accept: bool) -> None:
        """Accept or decline the opponent's takeback offer."""
        self._post(f"/api/bot/game/{_path(game)}/takeback/{'yes' if accept else 'no'}")

    def claim_victory(self, game: str) -> None:
        """Win a game whose opponent has left."""
        self._post(f"/api/bot/game/{_path(game)}/claim-victory")

    def game(self, game: str) -> FullGame:
        """Return the current state of a game: the first message of a new stream."""
        with closing(self.game_lines(game)) as lines:
            for line in lines:
                message = parse_game_message(line) if line else None
                if isinstance(message, FullGame):
                    return message
        raise ServerUnreachable(f"the stream of game {game} ended before its state was sent")

    # streams

    def event_lines(self) -> Lines:
        """Open the stream of events and yield its lines until the connection is lost."""
        return self._stream("/api/stream/event")

    def game_lines(self, game: str) -> Lines:
        """Open the stream of a game and yield its lines until the game ends or the connection is lost."""
        return self._stream(f"/api/bot/game/stream/{_path(game)}")

    def _stream(self, path: str) -> Lines:
        # a session of its own, because a stream occupies its connection
        with (
            self._new_session() as session,
            self._send(session, "GET", path, stream=True) as response,
            _network_errors(path),
        ):
            yield from _bounded_lines(response.iter_content(1024))

    # requests

    def _get(self, path: str) -> bytes:
        with self._send(self._session, "GET", path) as response:
            return response.content

    def _post(self, path: str, fields: Mapping[str, str] | None = None) -> bytes:
        with self._send(self._session, "POST", path, fields=fields) as response:
            return response.content

    @contextmanager
    def _send(
        self,
        session: requests.Session,
        method: str,
        path: str,
        *,
        fields: Mapping[str, str] | None = None,
        stream: bool = False,
    ) -> Iterator[requests.Response]:
        """Send a request, again after the pause that the server asks for, and yield the successful response."""
        for attempt in range(_ATTEMPTS_WHEN_LIMITED):
            self._gate.wait()
            with nullcontext() if stream else self._gate.request(), _network_errors(path):
                response = session.request(
                    method,
                    self.url + path,
                    data=fields,
                    stream=stream,
                    allow_redirects=False,
                    timeout=(_CONNECT_TIMEOUT, _SILENCE_TIMEOUT if stream else _ANSWER_TIMEOUT),
                )
            if response.status_code == 429:
                self._on_pause(self._gate.pause(response.headers.get("Retry-After")))
            with response:
                if response.status_code == 429 and attempt + 1 < _ATTEMPTS_WHEN_LIMITED:
                    continue
                _check(response, f"{method} {path}")
                yield response
                return

    def _new_session(self) -> requests.Session:
        session = requests.Session()
        session.auth = self._auth
        session.headers["User-Agent"] = f"skep-bot/{__version__}"
        session.headers["Accept-Encoding"] = "identity"  # a compressed stream would arrive in blocks
        return session


def _path(part: str) -> str:
    r"""Encode a part of a path.

    >>> _path(r"wA1 \bQ"), _path("wA1 bQ/")
    ('wA1%20%5CbQ', 'wA1%20bQ%2F')
    """
    return quote(part, safe="")


@contextmanager
def _network_errors(path: str) -> Iterator[None]:
    """Raise ServerUnreachable for every way in which a connection can fail."""
    try:
        yield
    except requests.RequestException as error:
        raise ServerUnreachable(f"{path}: {_cause(error)}") from error


def _cause(error: requests.RequestException) -> str:
    """Describe a failed connection in a few words: the errors of requests are long and name objects."""
    if isinstance(error, requests.Timeout):
        return "the server does not answer"
    if isinstance(error, requests.exceptions.SSLError):
        return f"no secure connection: {error}"
    if isinstance(error, requests.exceptions.ProxyError):
        return f"the proxy fails: {error}"
    return "the server cannot be reached, or has closed the connection"


def _check(response: requests.Response, request: str) -> None:
    """Raise an error unless the request succeeded."""
    status = response.status_code
    if status < 300:
        return
    with _network_errors(request):
        detail = _detail(response)
    if status >= 500 or status == 429:
        raise ServerUnreachable(f"{request}: {detail} (status {status})")
    raise (InvalidToken if status == 401 else ApiError)(status, request, detail)


def _detail(response: requests.Response) -> str:
    """Return the explanation of an error: Lichess calls it ``error``, skep ``detail``."""
    if 300 <= response.status_code < 400:
        return f"the server redirects to {response.headers.get('Location', 'another address')}: use that address"
    try:
        body = response.json()
    except ValueError:
        return response.reason or "no explanation"
    if isinstance(body, dict):
        for name in ("detail", "error"):
            if isinstance(body.get(name), str):
                return str(body[name])[:_MAX_DETAIL]
    return response.reason or "no explanation"


def _bounded_lines(chunks: Iterator[bytes]) -> Lines:
    r"""Yield complete lines without their ends. Raises MalformedMessage if one is too long.

    >>> list(_bounded_lines(iter([b'{"a"', b': 1}\n\n{', b'}\n'])))
    [b'{"a": 1}', b'', b'{}']
    """
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.strip() for line in lines)
        if len(rest) > _MAX_LINE_BYTES:
            raise MalformedMessage(f"the server sent a line of more than {_MAX_LINE_BYTES:,} bytes")
