"""Looking at an invitation: what it says, and that nothing happens."""

from __future__ import annotations

import pytest

from skep.pieces import Color
from skep.server.lobby.invitations import InvitationRefused, Invitations
from tests.server.browsers import Browser, TestClient
from tests.server.games import GAME, LINKS, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import in_loop, running_rooms, store_game

LOOKUP = "/api/invitations/lookup"
LONG_AGO = 9 * 86_400.0


def invite(browser: Browser, **options: object) -> tuple[str, str]:
    """Return a game and the secret of its invitation."""
    game = browser.make(opponent="friend", **options)
    return game, browser.get(f"/api/games/{game}").json()["invite"]


def test_an_invitation_says_what_is_played(anna: Browser, ben: Browser) -> None:
    anna.put("/api/me", {"name": "Anna"})
    clock = {"kind": "minutes", "minutes": 7.5, "increment": 4}
    _, secret = invite(anna, side="black", expansions="ML", edition="hive-2016", threefold=True, clock=clock)
    answer = ben.post(LOOKUP, {"secret": secret})
    assert answer.status_code == 200
    assert answer.json() == {
        "by": "Anna",
        "side": "white",
        "clock": {"kind": "minutes", "minutes": 7.5, "increment": 4, "days": 0, "first_move": 60},
        "expansions": "ML",
        "edition": "hive-2016",
        "threefold": True,
        "private": True,
        "rated": False,
        "game": None,
    }


def test_looking_changes_nothing(anna: Browser, server: TestClient) -> None:
    game, secret = invite(anna)
    before = anna.get(f"/api/games/{game}").json()
    server.cookies.clear()
    answer = server.post(LOOKUP, json={"secret": secret})
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert "no-store" in answer.headers.get("cache-control", "no-store")
    assert anna.get(f"/api/games/{game}").json() == before
    assert not before["started"]


def test_a_player_of_the_game_is_sent_to_it(anna: Browser, ben: Browser) -> None:
    game, secret = invite(anna)
    assert anna.post(LOOKUP, {"secret": secret}).json()["game"] == game
    ben.post("/api/invitations", {"secret": secret})
    assert ben.post(LOOKUP, {"secret": secret}).json()["game"] == game


def test_links_that_do_not_work_say_why(anna: Browser, ben: Browser, server: TestClient) -> None:
    game, secret = invite(anna)
    ben.post("/api/invitations", {"secret": secret})
    aborted, other = invite(anna)
    with anna.live() as live:
        live.watch(aborted)
        live.request("abort", game=aborted)
    withdrawn, old = invite(anna)
    anna.post(f"/api/games/{withdrawn}/links", {"side": "black"})
    forged = f"{game}w{secret[11:]}"
    answers = {
        name: Browser(server).post(LOOKUP, {"secret": link})
        for name, link in {
            "used": secret,
            "over": other,
            "withdrawn": old,
            "made up": "x" * 37,
            "forged": forged,
        }.items()
    }
    assert {name: (answer.status_code, answer.json()["code"]) for name, answer in answers.items()} == {
        "used": (410, "invitation-used"),
        "over": (410, "invitation-over"),
        "withdrawn": (404, "invitation-unknown"),
        "made up": (404, "invitation-unknown"),
        "forged": (410, "invitation-used"),
    }
    assert ben.post(LOOKUP, {"secret": "xyz"}).status_code == 422
    assert ben.get(f"{LOOKUP}?secret={secret}").status_code == 405


@in_loop
async def test_an_expired_link_says_so() -> None:
    store = MemoryStore()
    await store_game(store, game_row(black=None))
    async with running_rooms(store) as rooms:
        secret = LINKS.make("invite", GAME, Color.BLACK, f"invite-{GAME}", rooms.time.now() - LONG_AGO)
        with pytest.raises(InvitationRefused) as caught:
            await Invitations(rooms).look_up(secret, None)
        assert caught.value.code == "invitation-expired"
        assert rooms.find(GAME) is None


@pytest.mark.parametrize(
    ("clock", "message"),
    [
        ('{"kind": "minutes", "minutes": 0.2}', "body.clock: choose 0.25 to 180 minutes"),
        ('{"kind": "minutes", "minutes": 1e300}', "body.clock: choose 0.25 to 180 minutes"),
        ('{"kind": "minutes", "increment": 181}', "body.clock: choose 0 to 180 seconds per move"),
        ('{"kind": "minutes", "increment": 1.5}', "body.clock.increment: Expected `int`, got `float`"),
        ('{"kind": "days", "days": 0}', "body.clock: choose 1 to 14 days per move"),
        ('{"kind": "days", "days": 15}', "body.clock: choose 1 to 14 days per move"),
    ],
)
def test_a_clock_that_is_not_allowed_is_explained(server: TestClient, clock: str, message: str) -> None:
    body = f'{{"opponent": "friend", "clock": {clock}}}'
    answer = server.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["detail"]) == (422, message)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_minutes_are_finite(server: TestClient, number: str) -> None:
    body = f'{{"clock": {{"kind": "minutes", "minutes": {number}}}}}'
    answer = server.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize("minutes", [0.25, 1.5, 180])
def test_fractions_of_a_minute_are_allowed(anna: Browser, minutes: float) -> None:
    game = anna.make(clock={"kind": "minutes", "minutes": minutes, "increment": 0})
    assert anna.get(f"/api/games/{game}").json()["clock_rule"]["minutes"] == minutes
