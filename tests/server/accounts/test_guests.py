"""Names, texts and cookies."""

from __future__ import annotations

import pytest

from skep.pieces import Color
from skep.server.accounts.guests import clean_text, token_of
from skep.server.accounts.secrets import Links, hash_secret, new_game_id, new_token


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Anna", "Anna"),
        ("  An\n na\t", "An na"),
        ("Zoë Müller", "Zoë Müller"),
        ("Рим 東京 🐝", "Рим 東京 🐝"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\u2066c\ufeff", "abc"),
        ("\x1b[31mred\x07", "[31mred"),
        ("\u3000\u00a0", ""),
        ("x" * 100, "x" * 24),
        ("h" + "\u0301\u0302\u0303\u0304\u0305\u0306", "h\u0301\u0302\u0303"),
        ("<script>alert(1)</script>", "<script>alert(1)</script"),
    ],
)
def test_texts_hold_only_what_can_be_seen(text: str, clean: str) -> None:
    assert clean_text(text, 24) == clean


def test_the_token_of_a_cookie() -> None:
    token = new_token()
    assert token_of(f"a=b; skep_guest={token}; c=d") == token
    for bad in (
        None,
        "",
        "skep_guest=short",
        f"skep_guest={token}x",
        f"other={token}",
        "\x00;;;=",
        "skep_guest=" + "'" * 43,
    ):
        assert token_of(bad) is None


def test_links_differ_by_game_side_purpose_and_server() -> None:
    games, servers = [new_game_id() for _ in range(3)], [Links(bytes([number]) * 32) for number in range(3)]
    secrets = [
        make(game, side) for links in servers for make in (links.seat, links.invite) for game in games for side in Color
    ]
    assert len(set(secrets)) == len(secrets) == 36
    assert all(len(secret) == 22 for secret in secrets)
    assert servers[0].seat(games[0], Color.WHITE) == Links(bytes(32)).seat(games[0], Color.WHITE)
    assert "\\x00" not in repr(servers[0])
    assert hash_secret(secrets[0]) != secrets[0]
