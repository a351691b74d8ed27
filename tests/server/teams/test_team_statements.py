"""Teams in both databases: limits, several changes at once, succession, and what is deleted with an account."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

import pytest
from sqlalchemy import Connection, Update, func, select, update

from skep.server.accounts.personal_data import OWN_DATA, delete_account
from skep.server.accounts.statements import insert_account
from skep.server.store import SqlStore
from skep.server.store.records import Guest
from skep.server.store.team_tables import team_chat, team_members, teams
from skep.server.teams import chat_statements, member_statements
from skep.server.teams.member_statements import REFUSED_SECONDS
from skep.server.teams.personal_data import TEAM_DATA
from skep.server.teams.team_statements import NewTeamRow, close_team, create_team, find_team, list_teams, teams_of
from tests.server.store.helpers import ANN, BOB, START, opened, with_store

CID = Guest("guest-cid", "Cid")


async def register(store: SqlStore, *players: Guest) -> None:
    for player in players:
        if player not in (ANN, BOB):
            await store.new_guest(player, f"token-{player.id}")
        key = player.name.lower()
        assert await store.write(partial(insert_account, player.id, player.name, key, None, None, START))


async def new_team(store: SqlStore, leader: Guest, id_: str = "aaaaaaaa", *, is_open: bool = True) -> str:
    row = NewTeamRow(id_, f"Team {id_}", f"team{id_}", "", is_open, leader.id, START)
    for _ in range(2):  # a repeated write changes nothing
        assert await store.write(lambda connection, _: create_team(row, 5, 5, 0.0, connection, True)) is None
    return id_


async def join(store: SqlStore, team: str, player: Guest, at: float = START + 1) -> str:
    role: str = await store.write(partial(member_statements.join, team, player.id, "", at))
    return role


def _again(job: Callable[[Connection, bool], object], connection: Connection, _maybe_done: bool) -> object:
    """Run a write as if it may already have been committed."""
    return job(connection, True)


def _execute(change: Update, connection: Connection, _maybe_done: bool) -> None:
    connection.execute(change)


async def leaders(store: SqlStore, team: str) -> list[str]:
    return await store.read(partial(member_statements.leaders_of, team))


def test_leading_and_leaving(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        await register(store, ANN, BOB, CID)
        team = await new_team(store, ANN)
        assert await join(store, team, CID, START + 1) == "member"
        assert await join(store, team, BOB, START + 2) == "member"
        assert await store.write(partial(member_statements.set_role, team, ANN.id, "bob", "leader", START + 3)) is None
        assert await leaders(store, team) == [ANN.id, BOB.id]
        both = (store.write(partial(member_statements.leave, team, each.id, START + 4)) for each in (ANN, BOB))
        assert await asyncio.gather(*both) == [None, None]
        assert await leaders(store, team) == [CID.id]
        found = await store.read(partial(find_team, team, CID.id))
        assert found is not None
        assert (found.members, found.leaders, found.role) == (1, ("Cid",), "leader")
        await store.write(partial(member_statements.leave, team, CID.id, START + 5))
        assert await store.read(partial(find_team, team, CID.id)) is None
        assert await store.read(partial(list_teams, "", None, 10)) == []
        # others refer to the row, which keeps the name
        assert await store.read(lambda connection: connection.scalar(select(teams.c.name))) == f"Team {team}"

    with_store(database_url, test)


def test_a_refused_player_waits(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        await register(store, ANN, BOB)
        team = await new_team(store, ANN)
        assert await join(store, team, BOB) == "member"
        remove = partial(member_statements.remove, team, ANN.id, "bob", START, False)
        assert await store.write(remove) is None
        assert await join(store, team, BOB, START + REFUSED_SECONDS - 1) == "team-refused"
        assert await join(store, team, BOB, START + REFUSED_SECONDS + 1) == "requested"
        answer = partial(member_statements.answer_request, team, ANN.id, "bob", True, START)
        assert await store.write(answer) == (None, BOB.id)
        assert await store.write(lambda connection, _: answer(connection, True)) == (None, BOB.id)
        assert await store.write(answer) == ("unknown-request", BOB.id)

    with_store(database_url, test)


def test_limits_hold(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(member_statements, "MAX_MEMBERS", 2)
    monkeypatch.setattr(member_statements, "MAX_TEAMS", 2)
    monkeypatch.setattr(member_statements, "MAX_REQUESTS", 1)
    monkeypatch.setattr(member_statements, "MAX_LEADERS", 1)

    async def test(store: SqlStore) -> None:
        await register(store, ANN, BOB, CID)
        team, other, third = [await new_team(store, ANN, id_ * 8) for id_ in "abc"]
        closed = [await new_team(store, ANN, id_ * 8, is_open=False) for id_ in "de"]
        row = NewTeamRow("ffffffff", "F", "f", "", True, ANN.id, START)
        assert await store.write(partial(create_team, row, 5, 9, 0.0)) == "teams-led"
        row = NewTeamRow("ffffffff", "F", "teamaaaaaaaa", "", True, BOB.id, START)
        assert await store.write(partial(create_team, row, 5, 9, 0.0)) == "team-name-taken"
        assert await join(store, team, BOB) == "member"
        assert await join(store, team, CID) == "team-full"
        assert (
            await store.write(partial(member_statements.set_role, team, ANN.id, "bob", "leader", 0)) == "leaders-full"
        )
        assert await join(store, other, BOB) == "member"
        assert await join(store, third, BOB) == "teams-full"
        assert await join(store, closed[0], CID) == "requested"
        assert await join(store, closed[1], CID) == "requests-full"
        assert await join(store, "zzzzzzzz", CID) == "unknown-team"

    with_store(database_url, test)


def test_an_account_is_deleted_with_its_teams(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        await register(store, ANN, BOB)
        team, alone, asked = [await new_team(store, ANN, id_ * 8) for id_ in "ab"] + [
            await new_team(store, BOB, "c" * 8, is_open=False)
        ]
        await join(store, team, BOB)
        await join(store, asked, ANN)
        for player in (ANN, BOB):
            await store.write(partial(chat_statements.add_line, team, player.id, f"I am {player.name}", START))
        await store.write(partial(delete_account, ANN.id, (*TEAM_DATA, *OWN_DATA), time.time(), 10.0))
        assert await leaders(store, team) == [BOB.id]
        assert await store.read(partial(find_team, alone, None)) is None
        lines = await store.read(partial(chat_statements.lines_of, team, BOB.id, 10))
        assert [line.text for line in lines] == ["I am Bob"]
        left = select(team_members.c.player).where(team_members.c.player == ANN.id)
        assert await store.read(lambda connection: connection.scalar(left)) is None
        created = select(teams.c.creator).where(teams.c.id == team)
        assert await store.read(lambda connection: connection.scalar(created)) is None

    with_store(database_url, test)


def test_old_lines_are_deleted(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_statements, "KEPT_LINES", 5)

    async def test(store: SqlStore) -> None:
        await register(store, ANN)
        team = await new_team(store, ANN)
        for number in range(8):
            add = partial(chat_statements.add_line, team, ANN.id, f"Line {number}", START + number)
            first = await store.write(add)
            again = await store.write(partial(_again, add))
            assert first == again
        lines = await store.read(partial(chat_statements.lines_of, team, ANN.id, 10))
        assert [line.text for line in lines] == [f"Line {number}" for number in range(3, 8)]
        await store.write(lambda connection, _: close_team(team, START, connection))
        counted = select(func.count()).select_from(team_chat)
        assert await store.read(lambda connection: connection.scalar(counted)) == 0

    with_store(database_url, test)


def test_two_processes_change_a_team_at_once(postgres_url: str) -> None:
    """The last two leaders leave in two processes: one of the transactions waits for the other."""

    async def run() -> None:
        async with opened(postgres_url) as store, opened(postgres_url) as other:
            await store.new_guest(ANN, "token-ann")
            await store.new_guest(BOB, "token-bob")
            await register(store, ANN, BOB, CID)
            for number in range(5):
                team = await new_team(store, ANN, f"team{number:04}")
                for player in (BOB, CID):
                    await join(store, team, player)
                promote = partial(member_statements.set_role, team, ANN.id, "bob", "leader", START)
                await store.write(promote)
                await asyncio.gather(
                    store.write(partial(member_statements.leave, team, ANN.id, START)),
                    other.write(partial(member_statements.leave, team, BOB.id, START)),
                )
                assert await leaders(store, team) == [CID.id]
            assert len(await store.read(partial(teams_of, CID.id))) == 5

    asyncio.run(run())


def test_a_larger_team_is_listed_first(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        await register(store, ANN)
        for id_ in "abc":
            await new_team(store, ANN, id_ * 8)
        sizes = {"a": 1, "b": 3, "c": 1}
        for id_, size in sizes.items():
            change = update(teams).where(teams.c.id == id_ * 8).values(members=size)
            await store.write(partial(_execute, change))
        found = await store.read(partial(list_teams, "team", None, 10))
        assert [team.id[0] for team in found] == ["b", "a", "c"]
        assert [team.id[0] for team in await store.read(partial(list_teams, "", (3, "b" * 8), 10))] == ["a", "c"]
        assert await store.read(partial(list_teams, "te%m", None, 10)) == []

    with_store(database_url, test)
