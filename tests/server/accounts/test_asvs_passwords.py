"""OWASP ASVS 5.0, V6.2: passwords."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.server.accounts.passwords import SITE_WORDS
from tests.server.accounts.people import PASSWORD, change_sessions, code_of, keep_session
from tests.server.accounts.requirements import shows
from tests.server.browsers import Browser, TestClient, running_server, settings_in


def refusal_of(server: TestClient, password: str) -> tuple[int, str | None]:
    answer = Browser(server).post("/api/accounts", {"name": "Refused Rita", "password": password})
    return answer.status_code, answer.json().get("code")


@shows("6.2.1")
def test_a_password_has_eight_characters_or_more(server: TestClient) -> None:
    assert refusal_of(server, "seven77")[0] == 422
    Browser(server).register("Eight Elli", "short#88")


@shows("6.2.9")
def test_a_password_may_have_128_characters(server: TestClient) -> None:
    password = "long " * 25 + "xyz"
    browser, other = Browser(server), Browser(server)
    browser.register("Long Lena", password)
    other.sign_in("Long Lena", password)
    assert code_of(other.post("/api/sessions", {"name": "Long Lena", "password": password[:-1]}))[0] == 403
    assert refusal_of(server, "x" * 129)[0] == 422


@shows("6.2.4", "6.2.12")
@pytest.mark.parametrize("password", ["password", "iloveyou", "sunshine", "qwertyuiop", "mattingl", "PASSWORD1"])
def test_common_passwords_of_breaches_are_refused(server: TestClient, password: str) -> None:
    assert refusal_of(server, password) == (422, "password-common")


@shows("6.2.4", "6.2.12", "6.2.11")
def test_a_changed_password_is_checked_too(server: TestClient) -> None:
    browser = Browser(server)
    browser.register("Change Chiara")
    for password, code in (("iloveyou", "password-common"), ("chiara2026", "password-guessable")):
        answer = browser.put("/api/account/password", {"current": PASSWORD, "password": password})
        assert code_of(answer) == (422, code)


@shows("6.1.2", "6.2.11")
@pytest.mark.parametrize("password", ["skep1234", "Beehive!", "Refused-Rita1", "mosquito42", "motdepasse"])
def test_words_of_the_site_are_refused(server: TestClient, password: str) -> None:
    assert refusal_of(server, password)[1] in ("password-guessable", "password-common")


@shows("6.1.2")
def test_the_words_of_the_site_are_documented() -> None:
    page = Path("docs/accounts.md").read_text()
    assert [word for word in SITE_WORDS if f"`{word}`" not in page] == []


@shows("6.2.5")
@pytest.mark.parametrize(
    "password", ["aaaabbbbccccdd", "    spaces    ", "ΑΒΓΔΕΖΗΘ", "🐝 buzz 🐝 buzz", "\t\n\u202etabs!"]
)
def test_a_password_may_have_any_composition(server: TestClient, password: str) -> None:
    name = f"Any {sum(password.encode())}"
    browser, other = Browser(server), Browser(server)
    browser.register(name, password)
    other.sign_in(name, password)


@shows("6.2.8")
def test_a_password_is_verified_exactly_as_typed(server: TestClient) -> None:
    browser = Browser(server)
    browser.register("Exact Emil", "  Right Case ﬁ")
    for wrong in ("Right Case ﬁ", "  right case ﬁ", "  Right Case fi", "  Right Case ﬁ "):
        assert browser.post("/api/sessions", {"name": "Exact Emil", "password": wrong}).status_code == 403
    browser.sign_in("Exact Emil", "  Right Case ﬁ")


@shows("6.2.2", "6.2.3", "7.4.3")
def test_changing_a_password_takes_the_current_one_and_ends_other_sessions(server: TestClient) -> None:
    browser, other = Browser(server), Browser(server)
    browser.register("Current Carl")
    other.sign_in("Current Carl")
    change = {"password": "another horse battery"}
    assert code_of(browser.put("/api/account/password", change)) == (403, "wrong-password")
    wrong = {**change, "current": "wrong horse battery"}
    assert code_of(browser.put("/api/account/password", wrong)) == (403, "wrong-password")
    right = browser.put("/api/account/password", {**change, "current": PASSWORD})
    assert right.status_code == 200
    keep_session(browser, right)
    assert browser.get("/api/account").status_code == 200
    assert other.get("/api/account").status_code == 401
    assert other.post("/api/sessions", {"name": "Current Carl", "password": PASSWORD}).status_code == 403
    other.sign_in("Current Carl", "another horse battery")


@shows("6.2.10")
def test_a_password_never_expires(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with running_server(settings) as client:
        browser = Browser(client)
        browser.register("Old Olga")
        # ten years later
        change_sessions(settings.database, created=1, seen=1, expires=1, ends=1)
        assert browser.get("/api/account").status_code == 401
        browser.sign_in("Old Olga")
        assert browser.get("/api/account").status_code == 200
