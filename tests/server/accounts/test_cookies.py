"""The guest's cookie: REST and the socket recognise it among any others, and only tokens of this server count."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers

from skep.server.accounts.cookies import COOKIE, SECURE_COOKIE, CookieToken, read_token
from skep.server.accounts.secrets import Tokens, hash_secret
from tests.server.browsers import Browser, TestClient, running_server, settings_in

TOKENS = Tokens(b"k" * 32)
TOKEN = TOKENS.new()
OLD_TOKEN = "o" * 43
OTHERS = [
    'prefs={"theme": "dark"}',
    "name=two words",
    "a[b]=1",
    "flag",
    "empty=",
    "=nameless",
    "=",
    ";;;",
    '"',
    'quoted="a; b"',
    "tab=\tx",
    "$Version=1",
    "path=/; expires=never",
    "x" * 3000 + "=1",
    f"{COOKIE}=",
    f"{COOKIE}=short",
    f"{COOKIE}={TOKEN}x",
    f"{COOKIE}s={TOKENS.new()}",
    f"{COOKIE}={Tokens(b'another server').new()}",
    f"{COOKIE.upper()}={TOKENS.new()}",
]


def headers(*cookies: str) -> Headers:
    return Headers(raw=[(b"cookie", cookie.encode("latin-1")) for cookie in cookies])


def token_of(*cookies: str, secure: bool = False) -> str | None:
    found = read_token(headers(*cookies), secure=secure, tokens=TOKENS)
    return None if found is None else found.token


@pytest.mark.parametrize("other", OTHERS, ids=range(len(OTHERS)))
def test_other_cookies_change_nothing(server: TestClient, other: str) -> None:
    for cookies in (f"{other}; {COOKIE}={TOKEN}", f"{COOKIE}={TOKEN};{other}", f"{other}; {COOKIE}={TOKEN} ;{other}"):
        assert token_of(cookies) == TOKEN
    anna = Browser(server)
    game = anna.make(opponent="here")
    anna.headers = {"Cookie": f"{other}; {anna.headers['Cookie']}; {other}"}
    assert anna.get(f"/api/games/{game}").json()["yours"] == ["white", "black"]
    assert "set-cookie" not in anna.get("/api/me").headers
    with anna.live() as live:
        assert live.watch(game)["yours"] == ["white", "black"]


@given(st.lists(st.text(st.characters(codec="latin-1", exclude_characters=";")), max_size=6), st.data())
def test_our_cookie_is_found_in_any_header(others: list[str], data: st.DataObject) -> None:
    parts = list(others)
    parts.insert(data.draw(st.integers(0, len(parts))), f"{COOKIE}={TOKEN}")
    assert token_of(";".join(parts)) == TOKEN
    assert token_of(*parts) == TOKEN


@given(st.text(st.characters(codec="latin-1")))
def test_no_header_is_an_error(header: str) -> None:
    assert token_of(header) is None
    assert token_of(f"{COOKIE}={header}", secure=True) is None


def test_a_token_of_this_server_comes_before_others() -> None:
    assert token_of(f"{COOKIE}={OLD_TOKEN}; {COOKIE}={TOKEN}") == TOKEN
    assert token_of(f"{COOKIE}={OLD_TOKEN}") == OLD_TOKEN
    assert token_of() is None


def test_over_https_only_the_prefixed_cookie_counts() -> None:
    found = read_token(headers(f"{COOKIE}={TOKENS.new()}; {SECURE_COOKIE}={TOKEN}"), secure=True, tokens=TOKENS)
    assert found == CookieToken(TOKEN, SECURE_COOKIE, signed=True)
    assert token_of(f"{COOKIE}={TOKEN}", secure=True) is None
    assert token_of(f"{SECURE_COOKIE}={TOKEN}", secure=False) is None
    old = read_token(headers(f"{COOKIE}={OLD_TOKEN}"), secure=True, tokens=TOKENS)
    assert old == CookieToken(OLD_TOKEN, COOKIE, signed=False)


def test_tokens_are_signed() -> None:
    token = TOKENS.new()
    assert TOKENS.is_signed(token)
    assert len({TOKENS.new() for _ in range(100)}) == 100
    changed = ("y" if token[0] == "x" else "x") + token[1:]
    for other in (OLD_TOKEN, "", token[:-1], token + "x", token.swapcase(), changed, f"{token}\n"):
        assert not TOKENS.is_signed(other)
    assert not Tokens(b"j" * 32).is_signed(token)
    assert "kkk" not in repr(TOKENS)


def test_cookies_are_set_with_the_prefix_over_https(server: TestClient) -> None:
    def set_cookie(url: str) -> str:
        cookie: str = server.get(url).headers["set-cookie"]
        server.cookies.clear()
        return cookie

    attributes = r"=[A-Za-z0-9_-]{54}; HttpOnly; Max-Age=34560000; Path=/; SameSite=lax"
    assert re.fullmatch(COOKIE + attributes, set_cookie("/api/me"))
    assert re.fullmatch(SECURE_COOKIE + attributes + "; Secure", set_cookie("https://hive.example/api/me"))


@pytest.mark.parametrize("token", [OLD_TOKEN, Tokens(b"another server").new()], ids=["old", "signed"])
def test_tokens_of_another_origin_are_replaced(server: TestClient, token: str) -> None:
    victim = Browser(server)
    victim.headers = {"Cookie": f"{COOKIE}={token}"}
    assert token not in victim.get("/api/me").headers["set-cookie"]
    created = victim.post("/api/games", {"opponent": "here"})
    assert token not in created.headers["set-cookie"]
    game = created.json()["game"]
    # whoever planted the token plays nothing
    assert victim.get(f"/api/games/{game}").json()["yours"] == []
    with victim.live() as live:
        assert live.watch(game)["yours"] == []


def test_guests_of_earlier_versions_are_recognised_and_upgraded(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        anna = Browser(client)
        game = anna.make(opponent="here")
        with closing(sqlite3.connect(tmp_path / "games.sqlite", timeout=30)) as database, database:
            database.execute("UPDATE guests SET token = ?", (hash_secret(OLD_TOKEN),))
        old = {"Cookie": f"{COOKIE}={OLD_TOKEN}"}
        assert "set-cookie" not in client.get("/api/me", headers=old).headers
        path = f"https://hive.example/api/games/{game}"
        assert client.get(path, headers=old).json()["yours"] == ["white", "black"]
        upgraded = client.get("https://hive.example/api/me", headers=old).headers.get_list("set-cookie")
        client.cookies.clear()
        assert [cookie.partition(";")[0] for cookie in upgraded] == [f"{SECURE_COOKIE}={OLD_TOKEN}", f'{COOKIE}=""']
        assert "Max-Age=0" in upgraded[1]
        new = {"Cookie": f"{SECURE_COOKIE}={OLD_TOKEN}"}
        assert "set-cookie" not in client.get("https://hive.example/api/me", headers=new).headers
        assert client.get(path, headers=new).json()["yours"] == ["white", "black"]
