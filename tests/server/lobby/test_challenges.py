"""Challenges between accounts: made, accepted, declined, withdrawn, limited, and stored in both databases."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from skep.server.accounts import statements as account_statements
from skep.server.accounts.names import name_key
from skep.server.lobby import challenge_statements
from skep.server.lobby.challenge_statements import ChallengeRow
from skep.server.schemas.challenges import NewChallenge
from skep.server.store.records import Guest
from skep.server.store.values import micros, seconds
from tests.cli.helpers import skep
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.lobby.test_seek_statements import new_game, seek_of, store_seek
from tests.server.store.helpers import opened

BLITZ: dict[str, Any] = {"clock": {"kind": "minutes", "minutes": 3, "increment": 2}}
_numbers = itertools.count(1)

NewAccount = Callable[[], tuple[Browser, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("challenges")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    with running_server(settings_in(folder)) as client:
        yield client


@pytest.fixture
def account(server: TestClient) -> NewAccount:
    def make() -> tuple[Browser, str]:
        browser, name = Browser(server), f"Rival {next(_numbers)}"
        browser.register(name)
        return browser, name

    return make


def challenge(browser: Browser, to: str, **options: Any) -> dict[str, Any]:
    answer = browser.post("/api/challenges", {"to": to, **BLITZ, **options})
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = answer.json()
    return view


def test_a_challenge_that_is_accepted_becomes_a_game(account: NewAccount) -> None:
    (anna, anna_name), (ben, ben_name) = account(), account()
    with anna.live() as one, ben.live() as two:
        one.request("my-seek"), two.request("my-seek")  # so that both are known
        view = challenge(anna, ben_name.upper(), side="black", rated=True, expansions="ML")
        assert (view["challenger"], view["challenged"], view["side"]) == (anna_name, ben_name, "black")
        assert two.until("challenge")["challenge"]["id"] == view["id"]
        assert [c["id"] for c in anna.get("/api/challenges").json()["outgoing"]] == [view["id"]]
        assert [c["id"] for c in ben.get("/api/challenges").json()["incoming"]] == [view["id"]]
        game = ben.post(f"/api/challenges/{view['id']}/accept").json()["game"]
        ended = one.until("challenge-ended")
        assert (ended["how"], ended["game"], ended["side"]) == ("accepted", game, "black")
        assert two.until("challenge-ended")["side"] == "white"
        state = one.watch(game)
        assert (state["yours"], state["game_type"], state["started"]) == (["black"], "Base+ML", True)
        again = ben.post(f"/api/challenges/{view['id']}/accept")
        assert (again.status_code, again.json()["code"]) == (404, "unknown-challenge")


def test_a_challenge_can_be_declined_and_withdrawn(account: NewAccount) -> None:
    (anna, _), (ben, ben_name), (carla, _) = account(), account(), account()
    with anna.live() as one:
        one.request("my-seek")
        view = challenge(anna, ben_name)
        # only the player who is challenged can answer, and only the challenger can withdraw it
        for other, method, path in (
            (anna, "post", "accept"),
            (carla, "post", "accept"),
            (anna, "post", "decline"),
            (ben, "delete", ""),
            (carla, "delete", ""),
        ):
            address = f"/api/challenges/{view['id']}" + (f"/{path}" if path else "")
            answer = other.delete(address) if method == "delete" else other.post(address, {})
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown-challenge")
        declined = ben.post(f"/api/challenges/{view['id']}/decline", {"reason": "too-fast"})
        assert (declined.status_code, declined.json()) == (200, {"incoming": [], "outgoing": []})
        ended = one.until("challenge-ended")
        assert (ended["how"], ended["reason"], ended["game"]) == ("declined", "too-fast", None)
        second = challenge(anna, ben_name)
        assert anna.delete(f"/api/challenges/{second['id']}").json()["outgoing"] == []
        assert one.until("challenge-ended")["how"] == "cancelled"
        assert ben.get("/api/challenges").json()["incoming"] == []


def test_a_new_challenge_replaces_the_former(account: NewAccount) -> None:
    (anna, _), (_, ben_name) = account(), account()
    challenge(anna, ben_name)
    latest = challenge(anna, ben_name, clock={"kind": "days", "days": 3})
    assert [c["id"] for c in anna.get("/api/challenges").json()["outgoing"]] == [latest["id"]]


def test_challenges_are_limited(account: NewAccount) -> None:
    anna, _ = account()
    for _ in range(10):
        challenge(anna, account()[1])
    answer = anna.post("/api/challenges", {"to": account()[1], **BLITZ})
    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-challenges")


def test_challenges_that_make_no_sense_are_refused(server: TestClient, account: NewAccount) -> None:
    anna, name = account()
    guest = Browser(server)
    for browser, body, status, code in (
        (anna, {"to": "Nobody Known", **BLITZ}, 404, "unknown-player"),
        (anna, {"to": name, **BLITZ}, 409, "own-challenge"),
        (anna, {"to": account()[1], "rated": True}, 422, "rated-clock"),
        (guest, {"to": name, **BLITZ}, 401, "sign-in-required"),
    ):
        answer = browser.post("/api/challenges", body)
        assert (answer.status_code, answer.json().get("code")) == (status, code), answer.text
    assert guest.get("/api/challenges").json() == {"incoming": [], "outgoing": []}


def test_accepting_ends_the_seeks_of_both_players(account: NewAccount) -> None:
    (anna, _), (ben, ben_name) = account(), account()
    with anna.live() as one, ben.live() as two:
        one.request("seek", **BLITZ, expansions="ML")
        two.request("seek", **BLITZ, expansions="LP")
        view = challenge(anna, ben_name)
        ben.post(f"/api/challenges/{view['id']}/accept")
        assert one.request("my-seek")["waiting"] == 0


def test_challenges_in_both_databases(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            players = [Guest(f"player-{n:04}", f"Player {n}", registered=True) for n in range(3)]
            for n, player in enumerate(players):
                await store.new_guest(Guest(player.id, ""), f"token-{n}")
                insert = partial(
                    account_statements.insert_account, player.id, player.name, f"player {n}", None, None, 1.0
                )
                assert await store.write(insert)
            anna, ben, carla = players
            assert await store.read(partial(challenge_statements.find_account, "player 1")) == ben
            now = seconds(micros(time.time()))
            row = ChallengeRow(
                id="A" * 16,
                challenger=anna,
                challenged=ben,
                options=NewChallenge(to="Player 1", rated=False),
                created=now,
                expires=now + 60,
            )
            assert await store.write(partial(challenge_statements.insert_challenge, row, 1, 1)) is None
            assert await store.write(lambda c, _: challenge_statements.insert_challenge(row, 1, 1, c, True)) is None
            assert await store.read(partial(challenge_statements.challenges_of, ben.id, now)) == [row]
            assert await store.read(partial(challenge_statements.challenges_of, ben.id, now + 61)) == []
            to_carla = replace(row, id="B" * 16, challenged=carla)
            assert await store.write(partial(challenge_statements.insert_challenge, to_carla, 1, 1)) == "outgoing"
            from_carla = replace(row, id="C" * 16, challenger=carla)
            assert await store.write(partial(challenge_statements.insert_challenge, from_carla, 1, 1)) == "incoming"
            await store_seek(store, seek_of(0, terms="of Anna"))
            game, status = new_game(seek_of(0), seek_of(1), now)
            assert not await store.write(partial(challenge_statements.accept, row.id, now + 61, game, status))
            results = await asyncio.gather(
                *(store.write(partial(challenge_statements.accept, row.id, now, game, status)) for _ in range(2))
            )
            assert sorted(results) == [False, True]
            assert await store.write(lambda c, _: challenge_statements.accept(row.id, now, game, status, c, True))
            assert await store.load(game.id) is not None
            assert (await store_seek(store, seek_of(1, terms="of Anna"))).matches == ()

    asyncio.run(run())


def notices(browser: Browser) -> list[tuple[str, str | None]]:
    """Return the notifications of a player: the kind of each, and its challenge."""
    listed = browser.get("/api/notifications").json()["notifications"]
    return [(notice["kind"], notice["challenge"]) for notice in listed]


@pytest.mark.parametrize("how", ["accepted", "declined", "cancelled", "replaced"])
def test_the_notification_of_a_challenge_goes_with_it(account: NewAccount, how: str) -> None:
    (anna, _), (ben, ben_name) = account(), account()
    view = challenge(anna, ben_name)
    assert notices(ben) == [("challenge", view["id"])]
    (notice,) = ben.get("/api/notifications").json()["notifications"]
    assert notice["until"] == pytest.approx(view["created"] + view["left"], abs=60)
    if how == "replaced":
        later = challenge(anna, ben_name)
        assert notices(ben) == [("challenge", later["id"])]
        return
    address = f"/api/challenges/{view['id']}"
    answer = (
        ben.post(f"{address}/accept")
        if how == "accepted"
        else ben.post(f"{address}/decline", {})
        if how == "declined"
        else anna.delete(address)
    )
    assert answer.status_code in (200, 201), answer.text
    assert "challenge" not in [kind for kind, _ in notices(ben)]


@pytest.mark.parametrize("command", [("delete-account", "--yes"), ("ban", "--reason", "Cheating")])
def test_an_administrator_ends_the_challenges_of_an_account_too(
    account: NewAccount, folder: Path, command: tuple[str, ...]
) -> None:
    (anna, anna_name), (ben, ben_name) = account(), account()
    challenge(anna, ben_name)
    name, *options = command
    answer = skep("admin", name, anna_name, *options, "--database", f"sqlite:///{folder / 'games.sqlite'}")
    assert answer.code == 0, answer.err
    assert notices(ben) == []
    assert ben.get("/api/challenges").json()["incoming"] == []


@pytest.mark.parametrize("how", ["deleted", "banned"])
def test_the_challenges_of_a_player_who_leaves_go_with_their_notifications(
    account: NewAccount, folder: Path, how: str
) -> None:
    (anna, anna_name), (ben, ben_name), (cleo, _), (mona, mona_name) = (account() for _ in range(4))
    challenge(anna, ben_name)
    challenge(cleo, anna_name)
    kept = challenge(cleo, ben_name)
    with ben.live() as live:
        live.request("my-seek")  # so that the server knows the tab
        if how == "deleted":
            assert anna.delete("/api/account").status_code == 200
        else:
            ban(folder, mona, mona_name, anna_name)
        assert live.until("challenge-ended")["how"] == "cancelled"
    assert notices(ben) == [("challenge", kept["id"])]
    assert [view["id"] for view in cleo.get("/api/challenges").json()["outgoing"]] == [kept["id"]]


def ban(folder: Path, moderator: Browser, name: str, player: str) -> None:
    with closing(sqlite3.connect(folder / "games.sqlite", timeout=30)) as store, store:
        store.execute("UPDATE accounts SET role = 'moderator' WHERE name_key = ?", (name_key(name),))
    (found,) = moderator.get(f"/api/moderation/players?name={player}").json()["players"]
    decision = {"action": "ban", "reason": "Cheating"}
    answer = moderator.post(f"/api/moderation/players/{found['player']}/decision", decision)
    assert answer.status_code == 200, answer.text
