"""Personal tokens: creating, using, testing and revoking them."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from skep.database.engines import read_url, writing_engine
from skep.server.accounts.secrets import hash_secret
from skep.server.accounts.statements import insert_account
from skep.server.admin import people
from skep.server.api_access import token_statements
from skep.server.api_access.tokens import ApiTokens
from skep.server.moderation import sanction_statements
from skep.server.schemas.api_access import NewApiToken
from skep.server.store import SqlStore
from skep.server.store.api_tables import api_tokens
from skep.server.store.records import Guest, StoreOverloaded
from tests.server.accounts.people import change_sessions, code_of, confirm
from tests.server.api_access.programs import Program, new_token, registered
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.store.helpers import with_store

ANN = Guest("ann4567890123456", "Ann")


async def opened_tokens(store: SqlStore) -> ApiTokens:
    """Return the tokens of a store with one account."""
    await store.new_guest(ANN, "token")
    await store.write(partial(insert_account, ANN.id, "Ann", "ann", None, None, time.time()))
    return ApiTokens(store, None)


def change_tokens(database: str, **values: Any) -> None:
    engine = writing_engine(read_url(database))
    with engine.begin() as connection:
        connection.execute(update(api_tokens).values(values))
    engine.dispose()


def test_a_token_is_created_used_listed_and_revoked(server: TestClient) -> None:
    browser = registered(server)
    answer = browser.post(
        "/api/account/tokens", {"name": " My \n bot ", "scopes": ["team:read", "bot:play", "bot:play"]}
    )
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
    secret, token = answer.json()["secret"], answer.json()["token"]
    assert secret.startswith("skep_")
    assert {key: token[key] for key in ("name", "scopes", "site", "expires", "used")} == {
        "name": "My bot",
        "scopes": ["bot:play", "team:read"],
        "site": None,
        "expires": None,
        "used": None,
    }
    program = Program(server, secret)
    assert program.works()
    [listed] = browser.get("/api/account/tokens").json()["tokens"]
    assert listed["used"] == pytest.approx(time.time(), abs=20)
    # the database rounds times to microseconds
    assert listed == {**token, "used": listed["used"], "created": pytest.approx(token["created"], abs=1e-5)}
    stranger = Browser(server)
    stranger.register("Token Thief")
    assert stranger.delete(f"/api/account/tokens/{token['id']}").json() == {"tokens": []}
    assert program.works()
    assert browser.delete(f"/api/account/tokens/{token['id']}").json() == {"tokens": []}
    assert not program.works()


def test_a_program_revokes_its_own_token(server: TestClient) -> None:
    browser = registered(server)
    program, other = (Program(server, new_token(browser)) for _ in range(2))
    answer = program.request("DELETE", "/api/token")
    assert (answer.status_code, answer.content) == (204, b"")
    assert (program.works(), other.works()) == (False, True)


def test_creating_a_token_takes_an_account_and_a_confirmation(tmp_path: Path) -> None:
    settings, body = settings_in(tmp_path), {"name": "Bot", "scopes": []}
    with running_server(settings) as client:
        browser = Browser(client)
        for answer in (browser.get("/api/account/tokens"), browser.post("/api/account/tokens", body)):
            assert code_of(answer) == (401, "sign-in-required")
        browser.register("Fresh Fritz")
        change_sessions(settings.database, confirmed=round((time.time() - 3600) * 1e6))
        assert code_of(browser.post("/api/account/tokens", body)) == (403, "confirm-first")
        confirm(browser)
        assert browser.post("/api/account/tokens", body).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        {"name": "", "scopes": []},
        {"name": "\u3164", "scopes": []},
        {"name": "Bot", "scopes": ["web:mod"]},
        {"name": "Bot", "scopes": [], "days": 0},
        {"name": "x" * 61, "scopes": []},
        {"name": "Bot"},
    ],
)
def test_a_malformed_token_is_refused(body: dict[str, Any], server: TestClient) -> None:
    browser = registered(server)
    assert browser.post("/api/account/tokens", body).status_code == 422
    assert browser.get("/api/account/tokens").json() == {"tokens": []}


def test_only_the_hash_is_stored(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        tokens = await opened_tokens(store)
        secret, token = await tokens.create(ANN, NewApiToken(name="Bot", scopes=["bot:play"]))
        other, _ = await tokens.create(ANN, NewApiToken(name="Bot", scopes=[]))
        assert secret != other
        rows = await store.read(lambda connection: connection.execute(select(api_tokens)).all())
        assert {row.token for row in rows} == {hash_secret(secret), hash_secret(other)}
        assert secret not in str(rows)
        access = await tokens.find(secret)
        assert access is not None
        assert (access.player, access.token, access.scopes) == (
            Guest(ANN.id, "Ann", registered=True),
            token.id,
            frozenset({"bot:play"}),
        )
        assert [await tokens.find(wrong) for wrong in ("", secret[:-1], secret + "a", hash_secret(secret))] == [
            None
        ] * 4

    with_store(database_url, test)


def test_a_token_expires_and_is_then_deleted(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        tokens = await opened_tokens(store)
        secret, token = await tokens.create(ANN, NewApiToken(name="Bot", scopes=[], days=2))
        assert token.expires == pytest.approx(time.time() + 2 * 86_400, abs=20)
        await tokens.create(ANN, NewApiToken(name="For ever", scopes=[]))
        assert await tokens.is_valid(token.id)
        await asyncio.to_thread(change_tokens, database_url, expires=round((time.time() - 1) * 1e6))
        assert await tokens.find(secret) is None
        assert not await tokens.is_valid(token.id)
        assert await tokens.test([secret], "192.0.2.1") == {secret: None}
        assert await tokens.all_of(ANN) == []
        await tokens.delete_expired(time.time())
        assert await store.read(lambda connection: connection.execute(select(api_tokens)).all()) == []

    with_store(database_url, test)


@pytest.mark.parametrize("kind", ["warning", "chat", "suspension", "ban"])
def test_a_ban_stops_tokens_at_once(kind: sanction_statements.SanctionKind, database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        tokens = await opened_tokens(store)
        secret, _ = await tokens.create(ANN, NewApiToken(name="Bot", scopes=[]))
        add = partial(sanction_statements.add_sanction, ANN.id, kind, "Cheating", None, time.time())
        number = await store.write(add)
        stops = kind in ("suspension", "ban")
        assert (await tokens.find(secret) is None) == stops
        assert (await tokens.all_of(ANN) == []) == stops
        # a token that was made at the same moment does not work either, until the sanction ends
        late, _ = await tokens.create(ANN, NewApiToken(name="Late", scopes=[]))
        assert (await tokens.find(late) is None) == stops
        await store.write(partial(sanction_statements.lift_sanction, number))
        assert await tokens.find(late) is not None

    with_store(database_url, test)


def test_a_ban_by_the_operator_ends_tokens_for_good(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        tokens = await opened_tokens(store)
        secret, _ = await tokens.create(ANN, NewApiToken(name="Bot", scopes=[]))
        await store.write(lambda connection, _: people.ban("Ann", "Cheating", None, (), connection))
        assert await tokens.find(secret) is None
        await store.write(lambda connection, _: people.unban("Ann", connection))
        assert await tokens.find(secret) is None
        assert await tokens.all_of(ANN) == []

    with_store(database_url, test)


def test_an_account_has_a_limited_number_of_tokens(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_statements, "MAX_TOKENS", 2)

    async def test(store: SqlStore) -> None:
        tokens = await opened_tokens(store)
        first, _ = [(await tokens.create(ANN, NewApiToken(name="Bot", scopes=[])))[1] for _ in range(2)]
        with pytest.raises(Exception, match="revoke one of them first") as caught:
            await tokens.create(ANN, NewApiToken(name="Bot", scopes=[]))
        assert (caught.value.status, caught.value.code) == (409, "too-many-tokens")  # type: ignore[attr-defined]
        await tokens.revoke(ANN, first.id)
        await tokens.create(ANN, NewApiToken(name="Bot", scopes=[]))

    with_store(database_url, test)


def test_a_write_that_may_be_done_is_not_repeated(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        tokens = await opened_tokens(store)
        _, token = await tokens.create(ANN, NewApiToken(name="Bot", scopes=[]))
        again = partial(token_statements.add_personal_token, token, "hash")
        assert await store.write(lambda connection, _: again(connection, True))
        assert [each.id for each in await tokens.all_of(ANN)] == [token.id]

    with_store(database_url, test)


def test_the_use_of_a_token_is_stored_at_most_once_a_minute(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(store: SqlStore) -> None:
        tokens = await opened_tokens(store)
        secret, _ = await tokens.create(ANN, NewApiToken(name="Bot", scopes=[]))

        async def used() -> float | None:
            [token] = await tokens.all_of(ANN)
            return token.used

        assert await used() is None
        await tokens.find(secret)
        first = await used()
        assert first is not None
        await tokens.find(secret)
        assert await used() == first
        old = round((time.time() - 61) * 1e6)
        await asyncio.to_thread(change_tokens, database_url, used=old)
        await asyncio.gather(*(tokens.find(secret) for _ in range(5)))
        assert await used() != old / 1e6
        # a token works even if nothing can be written
        await asyncio.to_thread(change_tokens, database_url, used=old)

        async def refuse(*_arguments: object) -> None:
            raise StoreOverloaded("the disk is full")

        monkeypatch.setattr(store, "write", refuse)
        assert await tokens.find(secret) is not None

    with_store(database_url, test)


def test_tokens_are_tested_in_the_format_of_lichess(server: TestClient) -> None:
    browser = registered(server)
    account = browser.get("/api/account").json()["id"]
    good, other = new_token(browser, "bot:play", "challenge:read"), new_token(browser, days=1)
    wrong = good[:-1] + ("a" if good[-1] != "a" else "b")
    # from another site, without cookies
    answer = server.post(
        "/api/token/test", content=f"{good}, {wrong},nonsense,{other},", headers={"Origin": "https://x.org"}
    )
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found.pop(other)["expires"] == pytest.approx((time.time() + 86_400) * 1000, abs=20_000)
    assert found == {
        good: {"userId": account, "scopes": "challenge:read,bot:play", "expires": None},
        wrong: None,
        "nonsense": None,
    }
    assert server.post("/api/token/test", content=b"\xff").status_code == 400
    assert code_of(server.post("/api/token/test", content=",".join(map(str, range(1001))))) == (400, "too-many-tokens")
    assert server.post("/api/token/test", content="x" * 70_000).status_code == 413


def test_the_download_names_tokens_without_secrets_and_deletion_deletes_them(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        browser = registered(client)
        secret = new_token(browser, "bot:play")
        answer = browser.get("/api/account/export")
        [row] = answer.json()["api_access"]["api_tokens"]
        assert (row["name"], row["scopes"]) == ("A program", "bot:play")
        assert secret not in answer.text
        assert hash_secret(secret) not in answer.text
        program = Program(client, secret)
        assert program.works()
        assert browser.delete("/api/account").status_code == 200
        assert not program.works()


def test_the_test_of_many_tokens_counts_as_many_requests(tmp_path: Path) -> None:
    thousand = ",".join(f"skep_{number:043}" for number in range(1000))
    with running_server(settings_in(tmp_path)) as client:
        assert len(client.post("/api/token/test", content=thousand).json()) == 1000
        answer = client.post("/api/token/test", content=thousand)
        assert code_of(answer) == (429, "too-many-requests")
        assert int(answer.headers["retry-after"]) > 5
