"""The secrets of links: different for everything that matters, limited in time, and replaceable."""

from __future__ import annotations

import pytest

from skep.pieces import Color
from skep.server.accounts.secrets import LINK_DAYS, Links, LinkTarget, hash_secret, new_game_id, new_seed, new_seeds

DAY = 86_400.0
NOW = 20_000 * DAY + 3600
GAME = "abcDEF0123"
LINKS = Links(b"k" * 32)


def test_links_differ_by_game_side_purpose_seed_day_and_server() -> None:
    games, servers = [new_game_id() for _ in range(3)], [Links(bytes([number]) * 32) for number in range(3)]
    secrets = {
        links.make(purpose, game, side, seed, day * DAY)
        for links in servers
        for purpose in ("seat", "invite")
        for game in games
        for side in Color
        for seed in ("one", "two")
        for day in (0, 20_000)
    }
    assert len(secrets) == 3 * 2 * 3 * 2 * 2 * 2
    assert all(len(secret) == 37 for secret in secrets)
    assert len({secret[15:] for secret in secrets}) == len(secrets)
    assert "\\x00" not in repr(servers[0])
    assert hash_secret("secret") != "secret"
    assert len({new_seed() for _ in range(100)}) == 100


def test_a_link_says_what_it_is_for() -> None:
    secret = LINKS.make("seat", GAME, Color.BLACK, "seed", NOW)
    assert LinkTarget.of(secret) == (GAME, Color.BLACK, 20_000 + LINK_DAYS)
    for other in ("", secret[:-1], secret + "x", secret + "\n", "x" * 22, GAME + "x" + secret[11:]):
        assert LinkTarget.of(other) is None
        assert LINKS.check("seat", other, "seed", NOW) == "unknown"


def test_a_link_can_be_to_any_open_seat() -> None:
    seeds = new_seeds()
    both = {LINKS.make("invite", GAME, None, seed, NOW) for seed in seeds}
    [secret] = both
    assert LinkTarget.of(secret) == (GAME, None, 20_000 + LINK_DAYS)
    assert [LINKS.check("invite", secret, seed, NOW) for seed in seeds] == ["valid", "valid"]
    sides = {LINKS.make("invite", GAME, side, seed, NOW) for side, seed in zip(Color, seeds, strict=True)}
    assert len(sides | both) == 3
    # a seat that is alone has no such link
    assert LINKS.check("invite", LINKS.make("invite", GAME, None, "seed", NOW), "seed", NOW) == "unknown"


def test_links_expire() -> None:
    secret = LINKS.make("seat", GAME, Color.WHITE, "seed", NOW)
    assert LINKS.make("seat", GAME, Color.WHITE, "seed", NOW + 60) == secret
    for later in (0, LINK_DAYS * DAY):
        assert LINKS.check("seat", secret, "seed", NOW + later) == "valid"
    assert LINKS.check("seat", secret, "seed", NOW + (LINK_DAYS + 1) * DAY) == "expired"


@pytest.mark.parametrize("at", [0, 10, 11, 14, 15, 36])
def test_changed_links_are_unknown(at: int) -> None:
    secret = LINKS.make("seat", GAME, Color.WHITE, "seed", NOW)
    changes = {secret[:at] + letter + secret[at + 1 :] for letter in "0123456789abwzA_-"} - {secret}
    assert {LINKS.check("seat", changed, "seed", NOW) for changed in changes} == {"unknown"}


def test_links_need_their_seed_purpose_and_server() -> None:
    secret = LINKS.make("seat", GAME, Color.WHITE, "seed", NOW)
    assert LINKS.check("seat", secret, "another seed", NOW) == "unknown"
    assert LINKS.check("invite", secret, "seed", NOW) == "unknown"
    assert Links(b"j" * 32).check("seat", secret, "seed", NOW) == "unknown"
