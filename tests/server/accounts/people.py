"""Steps that several tests of accounts take."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from skep.database.engines import read_url, writing_engine
from skep.server.accounts.cookies import COOKIE, session_cookie
from skep.server.store.account_tables import sessions
from tests.server.accounts.authenticator import Authenticator
from tests.server.browsers import Browser

__all__ = [
    "PASSWORD",
    "add_passkey",
    "change_sessions",
    "code_of",
    "confirm",
    "keep_session",
    "options_of",
    "register_with_passkey",
    "sign_in_with_passkey",
]

PASSWORD = "correct horse battery"


def keep_session(browser: Browser, answer: Any) -> None:
    """Use the session cookie of a response from now on, or none if it was deleted."""
    cookie = session_cookie(secure=False)
    if cookie in answer.cookies:
        browser.headers = {"Cookie": f"{COOKIE}={browser.token}; {cookie}={answer.cookies[cookie]}"}


def options_of(browser: Browser, path: str, body: Any = None) -> dict[str, Any]:
    answer = browser.post(path, body)
    assert answer.status_code == 200, answer.text
    options: dict[str, Any] = answer.json()["options"]
    return options


def register_with_passkey(browser: Browser, name: str) -> Authenticator:
    """Turn the browser's guest into an account with a passkey."""
    authenticator = Authenticator()
    options = options_of(browser, "/api/accounts/passkey/options", {"name": name})
    answer = browser.post("/api/accounts/passkey", {"name": name, "passkey": authenticator.create(options)})
    assert answer.status_code == 201, answer.text
    keep_session(browser, answer)
    return authenticator


def sign_in_with_passkey(browser: Browser, authenticator: Authenticator) -> None:
    options = options_of(browser, "/api/sessions/passkey/options")
    answer = browser.post("/api/sessions/passkey", authenticator.sign(options))
    assert answer.status_code == 200, answer.text
    keep_session(browser, answer)


def add_passkey(browser: Browser) -> Authenticator:
    authenticator = Authenticator()
    options = options_of(browser, "/api/account/passkey/options")
    answer = browser.post("/api/account/passkeys", {"passkey": authenticator.create(options)})
    assert answer.status_code == 201, answer.text
    return authenticator


def confirm(browser: Browser, password: str = PASSWORD) -> None:
    answer = browser.post("/api/session/confirmation", {"password": password})
    assert answer.status_code == 200, answer.text
    keep_session(browser, answer)


def code_of(answer: Any) -> tuple[int, str | None]:
    """Return the status and the code of a response."""
    return answer.status_code, answer.json().get("code")


def change_sessions(database: str, **values: int) -> None:
    """Change all sessions, for example to make them older."""
    engine = writing_engine(read_url(database))
    with engine.begin() as connection:
        connection.execute(update(sessions).values(values))
    engine.dispose()
