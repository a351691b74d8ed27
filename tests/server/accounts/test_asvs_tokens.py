"""OWASP ASVS 5.0, V9: self-contained tokens. These are the links to seats and invitations, and guests' cookies."""

from __future__ import annotations

import inspect

from skep.pieces import Color
from skep.server.accounts import secrets as tokens
from skep.server.accounts.secrets import LINK_DAYS, Links, Tokens
from tests.server.accounts.requirements import shows
from tests.server.browsers import Browser, TestClient

DAY = 86_400.0
NOW = 20_000 * DAY
GAME = "abcDEF0123"
LINKS = Links(b"k" * 32)


@shows("9.1.1")
def test_a_link_or_cookie_that_was_changed_is_worth_nothing() -> None:
    secret = LINKS.make("seat", GAME, Color.WHITE, "seed", NOW)
    for changed in (secret.replace("w", "b", 1), "x" + secret[1:], secret[:-1] + ("A" if secret[-1] != "A" else "B")):
        assert LINKS.check("seat", changed, "seed", NOW) == "unknown"
    cookie = Tokens(b"k" * 32).new()
    assert not Tokens(b"k" * 32).is_signed("x" + cookie[1:] if cookie[0] != "x" else "y" + cookie[1:])


@shows("9.1.2")
def test_the_algorithm_is_fixed() -> None:
    """Tokens do not name an algorithm: all of them are authenticated with HMAC-SHA-256."""
    assert inspect.getsource(tokens).count("hmac.digest(") == 1
    assert 'hmac.digest(key, text.encode(), "sha256")' in inspect.getsource(tokens)


@shows("9.1.3")
def test_only_the_key_of_the_server_counts(server: TestClient) -> None:
    secret = Links(b"another key".ljust(32)).make("seat", GAME, Color.WHITE, "seed", NOW)
    assert LINKS.check("seat", secret, "seed", NOW) == "unknown"
    browser = Browser(server)
    assert browser.post("/api/seats", {"secret": secret}).status_code == 404


@shows("9.2.1")
def test_a_link_works_within_its_days() -> None:
    secret = LINKS.make("invite", GAME, Color.BLACK, "seed", NOW)
    assert LINKS.check("invite", secret, "seed", NOW + LINK_DAYS * DAY) == "valid"
    assert LINKS.check("invite", secret, "seed", NOW + (LINK_DAYS + 1) * DAY) == "expired"


@shows("9.2.2")
def test_a_token_serves_only_its_purpose() -> None:
    invitation = LINKS.make("invite", GAME, Color.BLACK, "seed", NOW)
    assert LINKS.check("seat", invitation, "seed", NOW) == "unknown"
    assert not Tokens(b"k" * 32).is_signed(invitation)


@shows("9.2.3", "9.2.4")
def test_a_token_is_meant_for_one_seat_of_one_server() -> None:
    secret = LINKS.make("seat", GAME, Color.WHITE, "seed", NOW)
    assert LINKS.check("seat", secret, "seed of another seat", NOW) == "unknown"
    assert Links(b"j" * 32).check("seat", secret, "seed", NOW) == "unknown"
