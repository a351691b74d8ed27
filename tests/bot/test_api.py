"""Requests and streams: the token, encoded moves, errors and limits."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from skep import Color
from skep.bot.api import BotApi
from skep.bot.errors import ApiError, BotError, InvalidToken, ServerUnreachable
from skep.bot.pacing import RequestGate
from tests.bot.fake_server import TOKEN, FakeGame, FakeServer
from tests.services import free_port


@pytest.fixture
def api(server: FakeServer) -> BotApi:
    return BotApi(f"{server.url}/", TOKEN)


def test_the_account_of_the_token(api: BotApi) -> None:
    assert api.account().name == "Robot"


def test_a_wrong_token_is_named(server: FakeServer) -> None:
    with pytest.raises(InvalidToken, match=r"^GET /api/account: no such token \(status 401\)$"):
        BotApi(server.url, "wrong").account()


def test_a_netrc_file_does_not_replace_the_token(api: BotApi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login a password b\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    assert api.account().id == "robot"


@pytest.mark.parametrize("url", ["skep.example", "ftp://skep.example", "https://", ""])
def test_an_address_needs_a_scheme_and_a_host(url: str) -> None:
    with pytest.raises(BotError, match=r"is not the address of a server: expected https://HOST$"):
        BotApi(url, TOKEN)


@pytest.mark.parametrize("token", ["", "a b", "a\nb", "tökén"])
def test_an_impossible_token_is_refused_without_being_shown(token: str) -> None:
    with pytest.raises(BotError) as error:
        BotApi("https://skep.example", token)
    assert str(error.value) == "the token is empty or contains characters that no token has"


@pytest.mark.parametrize(
    ("url", "is_encrypted"),
    [("https://a.example", True), ("http://a.example", False), ("http://localhost:8000", True), ("http://[::1]", True)],
)
def test_whether_the_token_is_encrypted(url: str, is_encrypted: bool) -> None:
    assert BotApi(url, TOKEN).is_encrypted is is_encrypted


@pytest.mark.parametrize("moves", [("wS1", r"bS1 \wS1"), ("wS1", "bS1 wS1/"), ("wS1", "bS1 -wS1")])
def test_moves_are_encoded(api: BotApi, server: FakeServer, moves: tuple[str, str]) -> None:
    game = server.add_game(FakeGame("g", color=Color.BLACK))
    game.moves, game.board = [], type(game.board)("Base")
    game.push(moves[0])
    assert api.move("g", moves[1]) < 10
    assert game.moves[1] == moves[1]


def test_a_refusal_has_the_status_and_the_explanation(api: BotApi, server: FakeServer) -> None:
    server.add_game(FakeGame("g"))
    with pytest.raises(ApiError, match=r"^POST /api/bot/game/g/move/wQ%20bQ: .*\(status 400\)$") as error:
        api.move("g", "wQ bQ")
    assert (error.value.status, "bQ" in error.value.detail) == (400, True)


def test_a_server_that_is_down_is_unreachable() -> None:
    with pytest.raises(ServerUnreachable, match=r"^/api/account: the server cannot be reached"):
        BotApi(f"http://127.0.0.1:{free_port()}", TOKEN).account()


def test_an_overloaded_server_counts_as_unreachable(api: BotApi, server: FakeServer) -> None:
    server.failures = [(503, {})]
    with pytest.raises(ServerUnreachable, match=r"try again later \(status 503\)$"):
        api.join_tournament("t")


def test_too_many_requests_are_sent_again_after_the_pause(server: FakeServer) -> None:
    slept, pauses = list[float](), list[float]()
    now = [0.0]

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    api = BotApi(server.url, TOKEN, gate=RequestGate(now=lambda: now[0], sleep=sleep), on_pause=pauses.append)
    server.failures = [(429, {}), (429, {"Retry-After": "7"})]
    api.join_tournament("t")
    assert (slept, pauses) == ([60, 7], [60, 7])
    assert server.paths() == ["/api/tournament/t/join"] * 3


def test_a_redirect_is_an_error_because_the_token_must_not_follow_it(api: BotApi, server: FakeServer) -> None:
    server.failures = [(302, {"Location": "https://elsewhere.example/"})]
    with pytest.raises(ApiError, match=r"the server redirects to https://elsewhere\.example/: use that address"):
        api.join_tournament("t")


def test_challenges(api: BotApi, server: FakeServer) -> None:
    server.add_challenge("one")
    server.add_challenge("two")
    api.decline("one", "tooFast")
    api.accept("two")
    challenge = api.challenge("Anna B", {"rated": "true"})
    assert (challenge.id, challenge.rated) == ("to-Anna%20B", True)
    assert server.fields_of("/api/challenge/one/decline") == {"reason": "tooFast"}
    assert list(server.games) == ["two"]


def test_the_state_of_a_game(api: BotApi, server: FakeServer) -> None:
    server.add_game(FakeGame("g"))
    assert api.game("g").id == "g"
    with pytest.raises(ApiError, match=r"no such game \(status 404\)"):
        api.game("h")


def test_a_stream_yields_lines_until_it_is_closed(api: BotApi, server: FakeServer) -> None:
    lines = api.event_lines()
    assert next(lines) == b""  # an empty line shows that the connection works
    server.add_challenge("one")
    assert b'"one"' in next(line for line in lines if line)
    threading.Timer(0.1, server.drop_streams).start()
    assert set(lines) <= {b""}
