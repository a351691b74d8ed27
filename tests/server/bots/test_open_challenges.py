"""Open challenges, as on Lichess: the first two players who open the link play, whoever has created it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.bots.test_routes import BLITZ, Account, new_bot, state_of
from tests.server.browsers import Browser, TestClient


def open_challenge(account: Account, **terms: Any) -> dict[str, Any]:
    opened: dict[str, Any] = account.post("/api/challenge/open", json={**BLITZ, **terms})
    return opened


def secret_of(link: str) -> str:
    return link.partition("#")[2]


def join(person: Browser, link: str) -> str:
    """Join by a link; return the id of the game, or the number of the refusal."""
    answer = person.post("/api/invitations", {"secret": secret_of(link)})
    return str(answer.json()["game"]) if answer.status_code == 200 else str(answer.status_code)


def look_up(person: Browser, link: str) -> dict[str, Any]:
    found: dict[str, Any] = person.post("/api/invitations/lookup", {"secret": secret_of(link)}).json()
    return found


def seats(account: Account, game: str) -> tuple[str, str, bool]:
    """Return whose the seats are, or whether they are open, and whether the game has started."""
    state = state_of(account, game)
    white, black = (side["name"] or side["seat"] for side in (state["white"], state["black"]))
    return white, black, state["started"]


def test_the_first_two_who_open_the_link_play(server: TestClient) -> None:
    bot, (one, two, three) = new_bot(server), (Account(server) for _ in range(3))
    opened = open_challenge(bot, variant="Base+M")
    game, link = opened["id"], opened["url"]
    assert (opened["status"], opened["color"], opened["variant"]["key"]) == ("created", "random", "Base+M")
    assert seats(bot, game) == ("open", "open", False)
    offered = look_up(one.browser, link)
    assert (offered["by"], offered["side"], offered["expansions"]) == (bot.name, None, "M")
    assert join(one.browser, link) == join(one.browser, link) == game
    first = state_of(one, game)["yours"]
    assert len(first) == 1
    offered = look_up(two.browser, link)
    assert (offered["by"], [offered["side"]] == first, offered["side"] is None) == (one.name, False, False)
    assert join(two.browser, link) == game
    assert set(seats(bot, game)) == {one.name, two.name, True}
    assert look_up(three.browser, link)["code"] == "invitation-used"
    assert join(three.browser, link) == "404"
    assert state_of(bot, game)["yours"] == []


def test_each_colour_has_a_link(server: TestClient) -> None:
    bot, one, two = new_bot(server), Account(server), Account(server)
    opened = open_challenge(bot)
    assert look_up(one.browser, opened["urlBlack"])["side"] == "black"
    assert join(one.browser, opened["urlBlack"]) == opened["id"]
    assert join(two.browser, opened["urlBlack"]) == "404"
    assert seats(bot, opened["id"]) == ("open", one.name, False)
    assert join(two.browser, opened["urlWhite"]) == opened["id"]
    assert seats(bot, opened["id"]) == (two.name, one.name, True)


def test_programs_accept_by_the_id_with_a_colour(server: TestClient) -> None:
    bot, other = new_bot(server), new_bot(server)
    game = open_challenge(bot)["id"]
    assert other.post(f"/api/challenge/{game}/accept?color=black") == {"ok": True}
    assert bot.post(f"/api/challenge/{game}/accept?color=black", status=404)["code"] == "unknown-challenge"
    assert bot.post(f"/api/challenge/{game}/accept") == {"ok": True}
    assert seats(bot, game) == (bot.name, other.name, True)
    bot.post(f"/api/bot/game/{game}/move/wS1")
    [playing] = other.get("/api/account/playing")["nowPlaying"]
    assert (playing["gameId"], playing["isMyTurn"]) == (game, True)
    # the id of another invitation is not enough
    invitation = bot.browser.post("/api/games", {"opponent": "friend"}).json()["game"]
    assert other.post(f"/api/challenge/{invitation}/accept", status=404)["code"] == "unknown-challenge"


def test_a_rated_open_challenge_takes_accounts(server: TestClient) -> None:
    bot, person = new_bot(server), Account(server)
    opened = open_challenge(bot, rated=True)
    assert join(Browser(server), opened["url"]) == "401"
    assert join(person.browser, opened["url"]) == opened["id"]


def test_the_creator_withdraws_it_before_the_start(server: TestClient) -> None:
    bot, one, two = new_bot(server), Account(server, "challenge:write"), Account(server)
    opened = open_challenge(bot)
    game = opened["id"]
    assert join(one.browser, opened["url"]) == game
    assert two.browser.post("/api/invitations", {"secret": "x" * 37}).status_code == 404
    assert Account(server, "challenge:write").post(f"/api/challenge/{game}/cancel", status=403)
    assert bot.post(f"/api/challenge/{game}/cancel") == {"ok": True}
    assert state_of(one, game)["result"]["ending"] == "aborted"
    assert look_up(two.browser, opened["url"])["code"] == "invitation-over"
    begun = open_challenge(bot)
    for person in (one, two):
        assert join(person.browser, begun["url"]) == begun["id"]
    assert bot.post(f"/api/challenge/{begun['id']}/cancel", status=403)
    assert seats(bot, begun["id"])[2]


def test_the_first_player_can_make_the_link_invalid(server: TestClient) -> None:
    bot, one, two = new_bot(server), Account(server), Account(server)
    opened = open_challenge(bot)
    assert join(one.browser, opened["urlWhite"]) == opened["id"]
    assert one.browser.post(f"/api/games/{opened['id']}/links", {"side": "black"}).status_code == 200
    assert [join(two.browser, opened[link]) for link in ("url", "urlBlack")] == ["404", "404"]


def test_an_account_has_ten_at_a_time(server: TestClient) -> None:
    bot = new_bot(server)
    games = [open_challenge(bot)["id"] for _ in range(10)]
    refused = bot.post("/api/challenge/open", json=BLITZ, status=409)
    assert refused["code"] == "too-many-challenges"
    bot.post(f"/api/challenge/{games[0]}/cancel")
    open_challenge(bot)


@pytest.mark.parametrize("terms", [{"color": "white"}, {"fen": "wS1"}])
def test_terms_without_a_meaning_are_refused(server: TestClient, terms: dict[str, str]) -> None:
    assert new_bot(server).post("/api/challenge/open", json={**BLITZ, **terms}, status=422)
