"""The requests of the bot API: accounts, challenges and what is done in games, with Lichess's words and errors."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from skep.server.bots.bots import BotLimits
from skep.server.http.client_limits import ClientLimits
from skep.server.http.problem_error import ProblemError
from skep.server.store.records import Guest
from tests.server.api_access.programs import Program, new_token, registered
from tests.server.browsers import Browser, TestClient, running_server, settings_in

_numbers = itertools.count(1)
BLITZ = {"clock.limit": 180, "clock.increment": 2}


class Account:
    """An account with a browser and a program."""

    def __init__(self, server: TestClient, *scopes: str) -> None:
        self.name = f"Program {next(_numbers)}"
        self.browser = Browser(server)
        self.browser.register(self.name)
        self._program = Program(server, new_token(self.browser, *scopes))

    def get(self, path: str) -> Any:
        answer = self._program.request("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, *, status: int = 200, **options: Any) -> Any:
        answer = self._program.request("POST", path, **options)
        assert answer.status_code == status, answer.text
        if status >= 400:
            assert answer.json()["error"] == answer.json()["detail"]
        return answer.json()


def new_bot(server: TestClient) -> Account:
    bot = Account(server, "bot:play", "challenge:read")
    assert bot.post("/api/bot/account/upgrade") == {"ok": True}
    return bot


@pytest.fixture
def pair(server: TestClient) -> tuple[Account, Account, str]:
    """Two bots and the id of their game, in which the first is White."""
    white, black = new_bot(server), new_bot(server)
    sent = white.post(f"/api/challenge/{black.name}", json={**BLITZ, "color": "white", "variant": "Base+MLP"})
    assert black.post(f"/api/challenge/{sent['id']}/accept") == {"ok": True}
    return white, black, sent["id"]


def state_of(account: Account, game: str) -> dict[str, Any]:
    state: dict[str, Any] = account.browser.get(f"/api/games/{game}").json()
    return state


# accounts


def test_a_new_account_becomes_a_bot(server: TestClient) -> None:
    bot = new_bot(server)
    account = bot.get("/api/account")
    assert (account["id"], account["username"], account["title"]) == (bot.name.lower(), bot.name, "BOT")
    assert bot.post("/api/bot/account/upgrade") == {"ok": True}
    profile = bot.browser.get(f"/api/players/{bot.name}").json()
    assert profile["bot"] is True
    assert bot.browser.get("/api/account").json()["name"] == bot.name, "the page has its own form of the account"


def test_an_account_that_has_played_stays_a_person(server: TestClient) -> None:
    person = Account(server, "bot:play")
    person.browser.make(opponent="here")
    assert person.post("/api/bot/account/upgrade", status=400)["code"] == "has-played"
    assert "title" not in person.get("/api/account")


def test_the_upgrade_needs_its_scope(server: TestClient) -> None:
    assert Account(server, "board:play").post("/api/bot/account/upgrade", status=403)["code"] == "missing-scope"
    answer = server.post("/api/bot/account/upgrade", headers={"Authorization": "Bearer nonsense"})
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid-token")
    assert answer.json()["error"].startswith("The token does not work")


def test_a_bot_does_not_meet_people_who_have_not_asked(server: TestClient) -> None:
    bot, person = new_bot(server), Browser(server)
    answer = bot.browser.post("/api/games", {"opponent": "anyone"})
    assert (answer.status_code, answer.json()["code"]) == (403, "bot-account")
    game = person.make(opponent="anyone", clock={"kind": "days", "days": 2})
    answer = bot.browser.post(f"/api/games/{game}/join")
    assert (answer.status_code, answer.json()["code"]) == (403, "bot-account")
    with bot.browser.live() as live:
        clock = {"kind": "minutes", "minutes": 3, "increment": 2}
        assert live.request("seek", clock=clock)["code"] == "not-possible"


# challenges


def test_terms_are_translated(server: TestClient) -> None:
    one, two = new_bot(server), new_bot(server)
    form = {"clock.limit": "90", "clock.increment": "2", "rated": "true", "variant": "Base+M", "color": "black"}
    sent = one.post(f"/api/challenge/{two.name.upper()}", data={**form, "edition": "pocket-2012"})
    assert sent["timeControl"] == {"type": "clock", "limit": 90, "increment": 2, "show": "1.5+2"}
    assert (sent["variant"]["key"], sent["rated"], sent["color"], sent["speed"]) == ("Base+M", True, "black", "bullet")
    assert (sent["edition"], sent["challenger"]["title"]) == ("pocket-2012", "BOT")
    assert [each["id"] for each in two.get("/api/challenge")["in"]] == [sent["id"]]
    two.post(f"/api/challenge/{sent['id']}/decline", json={"reason": "variant"})
    assert one.get("/api/challenge") == {"in": [], "out": []}
    days = one.post(f"/api/challenge/{two.name}", json={"days": 2, "variant": "standard", "clock.limit": None})
    assert days["timeControl"] == {"type": "correspondence", "daysPerTurn": 2}
    assert (days["variant"]["key"], days["speed"]) == ("Base", "correspondence")
    unlimited = one.post(f"/api/challenge/{two.name}")
    assert unlimited["timeControl"] == {"type": "unlimited"}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"days": 2, "clock.limit": 60}, 400),
        ({"clock.increment": 2}, 400),
        ({"clock.limit": 5}, 422),
        ({"variant": "chess960"}, 422),
        ({"days": 4, "fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, 422),
        ({"rated": True}, 422),
        ({"unknown": 1}, 422),
    ],
)
def test_terms_that_make_no_sense_are_refused(server: TestClient, body: dict[str, Any], status: int) -> None:
    one, two = new_bot(server), new_bot(server)
    one.post(f"/api/challenge/{two.name}", json=body, status=status)
    one.post("/api/challenge/Nobody Known", json=BLITZ, status=404)


def test_a_challenge_is_withdrawn_or_its_game_aborted(server: TestClient) -> None:
    one, two = new_bot(server), new_bot(server)
    sent = one.post(f"/api/challenge/{two.name}", json=BLITZ)
    assert one.post(f"/api/challenge/{sent['id']}/cancel") == {"ok": True}
    two.post(f"/api/challenge/{sent['id']}/accept", status=404)
    accepted = one.post(f"/api/challenge/{two.name}", json=BLITZ)["id"]
    two.post(f"/api/challenge/{accepted}/accept")
    assert one.post(f"/api/challenge/{accepted}/cancel") == {"ok": True}
    assert state_of(one, accepted)["result"]["ending"] == "aborted"
    one.post(f"/api/challenge/{accepted}/cancel", status=400)


def test_a_bot_plays_the_computer(server: TestClient) -> None:
    bot = new_bot(server)
    game = bot.post("/api/challenge/ai", json={"level": 1, "color": "white", "variant": "Base+ML"}, status=201)
    assert (game["source"], game["opponent"]["ai"], game["isMyTurn"]) == ("ai", 1, True)
    bot.post(f"/api/bot/game/{game['id']}/move/wS1")
    [playing] = bot.get("/api/account/playing")["nowPlaying"]
    assert (playing["gameId"], playing["hasMoved"]) == (game["id"], True)


# games


def test_moves_with_encoded_and_plain_paths(pair: tuple[Account, Account, str]) -> None:
    white, black, game = pair
    white.post(f"/api/bot/game/{game}/move/wS1")
    black.post(f"/api/bot/game/{game}/move/bS1 wS1/")
    white.post(f"/api/bot/game/{game}/move/wA1%20%2FwS1")
    black.post(f"/api/bot/game/{game}/move/bA1 bS1/")
    white.post(f"/api/bot/game/{game}/move/wQ wS1%5C")
    black.post(f"/api/bot/game/{game}/move/bQ \\bS1")
    moves = [move["uhp"] for move in state_of(white, game)["moves"]]
    assert moves == ["wS1", "bS1 wS1/", "wA1 /wS1", "bA1 bS1/", "wQ wS1\\", "bQ -bA1"]


def test_requests_that_the_game_does_not_allow(pair: tuple[Account, Account, str], server: TestClient) -> None:
    white, black, game = pair
    refused = (
        (black, "move/bS1", 400, "not-your-turn"),
        (white, "move/wX9", 400, "malformed"),
        (white, "move/wS1 bQ/", 400, "malformed"),
        (white, "move/wQ", 400, "illegal"),
        (white, "draw/no", 400, "nothing-proposed"),
        (white, "takeback/yes", 400, "not-possible"),
        (white, "claim-victory", 400, "not-gone"),
        (white, "claim-victory/", 400, "not-gone"),
        (white, "claim-draw", 400, "not-gone"),
        (new_bot(server), "move/wS1", 403, "not-your-game"),
        (Account(server, "bot:play"), "move/wS1", 403, "bot-account"),
    )
    for account, action, status, code in refused:
        assert account.post(f"/api/bot/game/{game}/{action}", status=status)["code"] == code, action
    white.post(f"/api/bot/game/{game}/draw/maybe", status=422)
    white.post("/api/bot/game/0000000000/move/wS1", status=404)
    white.post(f"/api/board/game/{game}/move/wS1", status=403)


def test_draws_and_takebacks_are_proposed_and_answered(pair: tuple[Account, Account, str]) -> None:
    white, black, game = pair
    white.post(f"/api/bot/game/{game}/move/wS1?offeringDraw=true")
    assert state_of(white, game)["proposals"] == [{"what": "draw", "by": "white"}]
    black.post(f"/api/bot/game/{game}/draw/no")
    assert state_of(white, game)["proposals"] == []
    white.post(f"/api/bot/game/{game}/takeback/yes")
    black.post(f"/api/bot/game/{game}/takeback/yes")
    assert state_of(white, game)["moves"] == []
    black.post(f"/api/bot/game/{game}/draw/yes")
    white.post(f"/api/bot/game/{game}/draw/true")
    assert state_of(white, game)["result"] == {"winner": None, "ending": "agreement"}
    assert white.post(f"/api/bot/game/{game}/resign", status=400)["code"] == "game-over"


def test_players_chat(pair: tuple[Account, Account, str], server: TestClient) -> None:
    white, black, game = pair
    white.post(f"/api/bot/game/{game}/chat", json={"room": "player", "text": "Good luck!"})
    black.post(f"/api/bot/game/{game}/chat", data={"text": "Thanks"})
    lines = [{"user": white.name, "text": "Good luck!"}, {"user": black.name, "text": "Thanks"}]
    assert white.get(f"/api/bot/game/{game}/chat") == lines
    refused = white.post(f"/api/bot/game/{game}/chat", json={"room": "spectator", "text": "x"}, status=400)
    assert refused["code"] == "not-possible"
    assert new_bot(server).post(f"/api/bot/game/{game}/chat", json={"text": "Hi"}, status=403)["code"]


def test_people_use_the_board_api(server: TestClient) -> None:
    one, two = Account(server, "board:play"), Account(server, "board:play")
    game = one.post(f"/api/challenge/{two.name}", json={**BLITZ, "color": "white"})["id"]
    two.post(f"/api/challenge/{game}/accept")
    one.post(f"/api/board/game/{game}/move/wS1")
    two.post(f"/api/board/game/{game}/abort")
    assert state_of(one, game)["white"]["bot"] is False


def test_the_limits_of_bots() -> None:
    limits = BotLimits(ClientLimits(message_rate=50, games_per_hour=60, study_rate=1))
    bot, other = Guest("a", "A", registered=True, bot=True), Guest("b", "B", registered=True, bot=True)
    person = Guest("c", "C", registered=True)
    for _ in range(20):
        limits.check(bot, person, is_accepted=False)
    with pytest.raises(ProblemError, match="Too many challenges of a bot"):
        limits.check(bot, person, is_accepted=False)
    limits.check(bot, other, is_accepted=False)
    limits.check(person, bot, is_accepted=False)
    for _ in range(100):
        limits.check(bot, other, is_accepted=True)
    with pytest.raises(ProblemError, match="Too many games between bots"):
        limits.check(other, bot, is_accepted=True)
    BotLimits(None).check(bot, other, is_accepted=True)


def test_accounts_of_one_address_share_the_lists_of_games_that_they_can_request(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, study_rate=1e-6)) as client:
        programs = [Program(client, new_token(registered(client), "board:play")) for _ in range(3)]
        statuses = Counter(
            program.request("GET", "/api/account/playing?nb=50").status_code for program in programs for _ in range(80)
        )
        assert statuses == {200: 200, 429: 40}
        assert programs[0].request("GET", "/api/stream/event").status_code == 429
        assert programs[0].request("GET", "/api/account").status_code == 200
