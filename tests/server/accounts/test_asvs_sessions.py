"""OWASP ASVS 5.0, V7: sessions."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select, update

from skep.database.engines import read_url, writing_engine
from skep.server.accounts import session_statements
from skep.server.accounts.account_sessions import ABSOLUTE_SECONDS, FRESH_SECONDS, IDLE_SECONDS
from skep.server.accounts.cookies import session_cookie
from skep.server.accounts.secrets import hash_secret
from skep.server.store.account_tables import accounts, sessions
from tests.server.accounts.people import (
    PASSWORD,
    add_passkey,
    change_sessions,
    code_of,
    confirm,
    keep_session,
    options_of,
    sign_in_with_passkey,
)
from tests.server.accounts.requirements import shows
from tests.server.browsers import Browser, TestClient, running_server, settings_in

DAY = 86_400.0
COOKIE = session_cookie(secure=False)


def micros(seconds: float) -> int:
    return round(seconds * 1e6)


def token_of(browser: Browser) -> str:
    found: str = browser.headers["Cookie"].partition(f"{COOKIE}=")[2]
    return found


@shows("7.1.1", "7.1.2")
def test_the_limits_of_sessions_are_documented() -> None:
    page = Path("docs/accounts.md").read_text()
    assert f"{IDLE_SECONDS / DAY:.0f} days without use" in page
    assert f"{ABSOLUTE_SECONDS / DAY:.0f} days after signing in" in page
    assert f"{FRESH_SECONDS / 60:.0f} minutes" in page
    assert f"{session_statements.MAX_SESSIONS} sessions" in page


@shows("7.2.1", "7.2.2", "7.2.3")
def test_tokens_are_random_and_looked_up_by_their_hash(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with running_server(settings) as client:
        browser = Browser(client)
        browser.register("Token Tina")
        tokens = {token_of(browser)}
        for _ in range(5):
            browser.sign_in("Token Tina")
            tokens.add(token_of(browser))
        assert len(tokens) == 6
        # 43 characters of base64 hold 256 random bits
        assert all(re.fullmatch("[A-Za-z0-9_-]{43}", token) for token in tokens)
        forged = Browser(client)
        for token in ("x" * 43, hash_secret(token_of(browser))[:43], token_of(browser)[:-1] + "~"):
            forged.headers = {"Cookie": f"{COOKIE}={token}"}
            assert forged.get("/api/account").status_code == 401
    engine = writing_engine(read_url(settings.database))
    with engine.begin() as connection:
        stored = list(connection.scalars(select(sessions.c.token)))
    engine.dispose()
    assert stored == [hash_secret(token_of(browser))]


@shows("7.2.4")
def test_signing_in_and_confirming_renew_the_token(server: TestClient) -> None:
    browser = Browser(server)
    browser.register("Renew Rene")
    before = dict(browser.headers)
    browser.sign_in("Renew Rene")
    assert browser.headers != before
    middle = dict(browser.headers)
    confirm(browser)
    assert browser.headers != middle
    assert browser.get("/api/account").status_code == 200
    for old in (before, middle):
        assert server.get("/api/account", headers=old).status_code == 401


@shows("7.3.1")
def test_an_unused_session_ends(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with running_server(settings) as client:
        browser = Browser(client)
        browser.register("Idle Ida")
        now = time.time()
        with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database:
            seen, expires = database.execute("SELECT seen, expires FROM sessions").fetchone()
        assert expires - seen == micros(IDLE_SECONDS)
        change_sessions(settings.database, expires=micros(now + 60))
        assert browser.get("/api/account").status_code == 200
        change_sessions(settings.database, expires=micros(now - 1))
        assert browser.get("/api/account").status_code == 401
        assert not browser.get("/api/me").json()["registered"]


@shows("7.3.2")
def test_a_session_ends_even_if_it_is_used(tmp_path: Path) -> None:
    engine = writing_engine(read_url(settings_in(tmp_path).database))
    with running_server(settings_in(tmp_path)) as client:
        browser = Browser(client)
        browser.register("Max Maya")
        with engine.begin() as connection:
            row = connection.execute(select(sessions)).one()
            assert row.ends - row.created == micros(ABSOLUTE_SECONDS)
            late = row.ends / 1e6 - 1
            session_statements.touch_sessions([row.id], row.created / 1e6 + 1, late + IDLE_SECONDS, connection, False)
            assert connection.scalar(select(sessions.c.expires)) == row.ends
    engine.dispose()


@shows("7.4.1")
def test_a_session_that_has_ended_cannot_be_resumed(server: TestClient) -> None:
    browser = Browser(server)
    browser.register("Gone Greta")
    headers = dict(browser.headers)
    answer = browser.delete("/api/session")
    assert f'{COOKIE}=""' in answer.headers["set-cookie"]
    browser.headers = headers
    assert browser.get("/api/account").status_code == 401
    assert browser.get("/api/account/export").status_code == 401


@shows("7.4.2")
def test_deleting_an_account_ends_its_sessions(server: TestClient) -> None:
    browser, other = Browser(server), Browser(server)
    browser.register("Delete Dan")
    other.sign_in("Delete Dan")
    assert browser.delete("/api/account").status_code == 200
    for each in (browser, other):
        assert each.get("/api/account").status_code == 401
    assert browser.post("/api/sessions", {"name": "Delete Dan", "password": PASSWORD}).status_code == 403


@shows("7.4.5")
def test_an_administrator_can_end_the_sessions_of_a_player(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with running_server(settings) as client:
        admin, player, other = Browser(client), Browser(client), Browser(client)
        admin.register("Chief Cleo")
        player.register("Player Paul")
        other.sign_in("Player Paul")
        path = "/api/accounts/player%20paul/sessions"
        assert code_of(admin.delete(path)) == (403, "admin-only")
        engine = writing_engine(read_url(settings.database))
        with engine.begin() as connection:
            connection.execute(update(accounts).where(accounts.c.name_key == "chlefcleo").values(role="admin"))
        engine.dispose()
        assert admin.delete(path).json() == {"ended": 2}
        assert (player.get("/api/account").status_code, admin.get("/api/account").status_code) == (401, 200)
        assert code_of(admin.delete("/api/accounts/nobody/sessions")) == (404, "unknown-account")


@pytest.fixture(scope="module")
def stale(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    """A server, and a browser that signed in more than fifteen minutes ago."""
    settings = settings_in(tmp_path_factory.mktemp("stale"))
    with running_server(settings) as client:
        browser = Browser(client)
        browser.register("Stale Stan")
        change_sessions(settings.database, confirmed=micros(time.time() - FRESH_SECONDS - 60))
        yield client, settings.database, browser


@shows("7.5.1")
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("post", "/api/account/passkey/options"),
        ("post", "/api/account/recovery-codes"),
        ("delete", "/api/account/passkeys/AAAA"),
        ("delete", "/api/account/password"),
        ("delete", "/api/account"),
        ("delete", "/api/account/sessions"),
        ("delete", "/api/account/sessions/0123456789abcdef"),
    ],
)
def test_what_protects_an_account_changes_only_after_a_confirmation(stale, method: str, path: str) -> None:  # type: ignore[no-untyped-def]
    _, _, browser = stale
    assert code_of(getattr(browser, method)(path)) == (403, "confirm-first")


@shows("7.5.1")
def test_a_confirmation_takes_the_password_or_a_passkey(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with running_server(settings) as client:
        browser = Browser(client)
        browser.register("Confirm Conny")
        authenticator = add_passkey(browser)
        change_sessions(settings.database, confirmed=1)
        assert code_of(browser.post("/api/account/recovery-codes")) == (403, "confirm-first")
        wrong = browser.post("/api/session/confirmation", {"password": "wrong horse"})
        assert code_of(wrong) == (403, "wrong-password")
        confirm(browser)
        assert browser.post("/api/account/recovery-codes").status_code == 200
        change_sessions(settings.database, confirmed=1)
        options = options_of(browser, "/api/session/confirmation/passkey/options")
        answer = browser.post("/api/session/confirmation/passkey", authenticator.sign(options))
        keep_session(browser, answer)
        assert browser.post("/api/account/recovery-codes").status_code == 200


@shows("7.5.2")
def test_sessions_are_listed_and_can_be_ended(server: TestClient) -> None:
    browser, other, third = Browser(server), Browser(server), Browser(server)
    browser.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    browser.register("List Lisa")
    other.sign_in("List Lisa")
    third.sign_in("List Lisa")
    listed = browser.get("/api/account/sessions").json()["sessions"]
    assert len(listed) == 3
    [own] = [each for each in listed if each["current"]]
    assert own["device"] == "Firefox on Linux"
    assert own["created"] <= own["seen"]
    assert "token" not in own
    [others] = [each["sessions"] for each in [other.get("/api/account/sessions").json()]]
    gone = next(each["id"] for each in others if each["current"])
    assert browser.delete(f"/api/account/sessions/{gone}").json() == {"ended": 1}
    assert [each.get("/api/account").status_code for each in (browser, other, third)] == [200, 401, 200]
    assert browser.delete("/api/account/sessions").json() == {"ended": 1}
    assert [each.get("/api/account").status_code for each in (browser, other, third)] == [200, 401, 401]


@shows("7.5.2")
def test_nobody_ends_the_sessions_of_somebody_else(server: TestClient) -> None:
    browser, thief = Browser(server), Browser(server)
    browser.register("Mine Mila")
    thief.register("Thief Thore")
    [own] = browser.get("/api/account/sessions").json()["sessions"]
    assert thief.delete(f"/api/account/sessions/{own['id']}").json() == {"ended": 0}
    assert browser.get("/api/account").status_code == 200


@shows("7.1.2")
def test_a_session_too_many_ends_the_one_used_least_recently(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_statements, "MAX_SESSIONS", 3)
    with running_server(settings_in(tmp_path)) as client:
        browsers = [Browser(client) for _ in range(4)]
        browsers[0].register("Many Mona")
        authenticator = add_passkey(browsers[0])
        for browser in browsers[1:]:
            sign_in_with_passkey(browser, authenticator)
        assert [each.get("/api/account").status_code for each in browsers] == [401, 200, 200, 200]
