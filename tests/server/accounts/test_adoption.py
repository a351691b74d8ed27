"""An account takes over what its browser did as a guest, on SQLite and on PostgreSQL."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert, select

from skep.database.engines import read_url, writing_engine
from skep.server.accounts import statements
from skep.server.accounts.adoption import adopt_guest
from skep.server.accounts.personal_data import PersonalData
from skep.server.moderation.sanction_statements import add_sanction
from skep.server.parts import PERSONAL_DATA
from skep.server.schemas.accounts import GuestGames
from skep.server.store import SqlStore
from skep.server.store.lobby_tables import matches, seeks
from skep.server.store.moderation_tables import blocks, reports, sanctions
from skep.server.store.notification_tables import notification_choices, notifications
from skep.server.store.records import Guest, SpectatorRow
from skep.server.store.study_tables import shared_studies, study_edits, study_members
from skep.server.store.tables import guests, metadata, seat_guests
from tests.server.accounts.people import code_of
from tests.server.accounts.test_personal_data import played_by
from tests.server.browsers import Browser, running_server, settings_in
from tests.server.store.helpers import BOB, RUNNING, new_game, with_store

GUEST = Guest("guest-0000000001", "Ann at work")
ACCOUNT = Guest("account-00000001", "Ann", registered=True)


def settings_with(url: str, folder: Path) -> Any:
    return msgspec.structs.replace(settings_in(folder), database=url)


def sides_in(browser: Browser, game: str) -> list[str]:
    sides: list[str] = browser.get(f"/api/games/{game}").json()["yours"]
    return sides


def games_of(browser: Browser) -> set[str]:
    return {game["game"] for game in browser.get("/api/games/mine/all").json()["games"]}


def test_games_of_a_guest_follow_the_player_who_signs_in(database_url: str, tmp_path: Path) -> None:
    with running_server(settings_with(database_url, tmp_path)) as client:
        home, work, ben = Browser(client), Browser(client), Browser(client)
        home.register("Adopting Ann")
        work.put("/api/me", {"name": "Ann at work"})
        finished, running = played_by(work, ben)
        work.sign_in("Adopting Ann")
        assert sides_in(work, running) == []  # nothing is moved unless the player asks for it
        assert work.get("/api/account/guest").json() == {"games": 2, "unfinished": 1}
        assert work.post("/api/account/guest").json() == {"games": 2, "unfinished": 1}
        assert work.get("/api/account/guest").json() == {"games": 0, "unfinished": 0}
        assert work.post("/api/account/guest").json() == {"games": 0, "unfinished": 0}
        for browser in (home, work):
            assert sides_in(browser, finished) == sides_in(browser, running) == ["white"]
            assert games_of(browser) == {finished, running}
        with home.live() as one, ben.live() as two:
            state = one.watch(running)
            assert (state["yours"], state["white"]["name"]) == (["white"], "Adopting Ann")
            two.watch(running)
            assert one.request("move", game=running, ply=2, piece="wQ", to=[-1, 0])["kind"] == "done"
            assert two.until("moved")["ply"] == 3
        assert ben.get(f"/api/games/{finished}").json()["white"]["name"] == "Ann at work"
        data = home.get("/api/account/export").json()
        assert {game["id"] for game in data["games"]} == {finished, running}
        assert data["ratings"] == {"ratings": [], "rating_changes": []}
        # once signed out, the browser is the guest again, without the games
        work.delete("/api/session")
        assert (games_of(work), sides_in(work, running)) == (set(), [])


def test_a_running_game_is_shown_with_the_new_name_at_once(database_url: str, tmp_path: Path) -> None:
    with running_server(settings_with(database_url, tmp_path)) as client:
        home, work, ben = Browser(client), Browser(client), Browser(client)
        home.register("Shown Ann")
        _, running = played_by(work, ben)
        work.sign_in("Shown Ann")
        with ben.live() as live:
            live.watch(running)
            work.post("/api/account/guest")
            assert live.until("game")["white"]["name"] == "Shown Ann"


def test_a_game_against_the_account_itself_stays_with_the_guest(database_url: str, tmp_path: Path) -> None:
    with running_server(settings_with(database_url, tmp_path)) as client:
        home, work = Browser(client), Browser(client)
        home.register("Twin Ann")
        _, running = played_by(work, home)
        work.sign_in("Twin Ann")
        assert work.get("/api/account/guest").json() == {"games": 0, "unfinished": 0}
        assert work.post("/api/account/guest").json() == {"games": 0, "unfinished": 0}
        assert sides_in(work, running) == ["black"]
        work.delete("/api/session")
        work.headers = {"Cookie": work.headers["Cookie"].split(";")[0]}
        assert sides_in(work, running) == ["white"]


def test_only_players_who_are_signed_in_adopt(database_url: str, tmp_path: Path) -> None:
    with running_server(settings_with(database_url, tmp_path)) as client:
        guest = Browser(client)
        assert code_of(guest.get("/api/account/guest")) == (401, "sign-in-required")
        assert code_of(guest.post("/api/account/guest")) == (401, "sign-in-required")
        guest.register("Registered Ann")  # the guest is the account now
        assert guest.post("/api/account/guest").json() == {"games": 0, "unfinished": 0}


@pytest.mark.parametrize("kind", ["chat", "suspension", "ban"])
def test_a_restricted_guest_leaves_no_sanction_behind(kind: Any, database_url: str, tmp_path: Path) -> None:
    settings = settings_with(database_url, tmp_path)
    with running_server(settings) as client:
        home, work, ben = Browser(client), Browser(client), Browser(client)
        home.register("Calm Ann")
        _, running = played_by(work, ben)
    engine = writing_engine(read_url(database_url))
    with engine.begin() as connection:
        seat = select(seat_guests.c.guest).where(seat_guests.c.game == running, seat_guests.c.side == 0)
        guest, now = connection.scalars(seat).one(), time.time()
        add_sanction(guest, kind, "insults", now + 3600, now, connection, False)
    engine.dispose()
    with running_server(settings) as client:
        again = Browser(client)
        again.token, again.headers = work.token, work.headers
        again.sign_in("Calm Ann")
        assert code_of(again.post("/api/account/guest")) == (403, f"sanction-{kind}")
        assert sides_in(again, running) == []


def rows_naming(player: str, connection: Connection) -> set[str]:
    """Return the tables that name a player."""
    return {
        table.name
        for table in metadata.sorted_tables
        if any(player in map(str, row) for row in connection.execute(select(table)))
    }


async def make_people(store: SqlStore) -> None:
    await store.new_guest(GUEST, "token 1")
    await store.new_guest(Guest(ACCOUNT.id, ACCOUNT.name), "token 2")
    await store.write(partial(statements.insert_account, ACCOUNT.id, "Ann", "ann", None, None, time.time()))


def fill(game: str, connection: Connection, _maybe_done: bool) -> None:
    """Store a row about the guest in every table that has some, and rows about the account that are similar."""
    note = {"version": 1, "kind": "your-turn", "data": "{}", "at": 1, "read": False, "withdrawn": False, "attempts": 0}
    topics = (GUEST, "one"), (GUEST, "two"), (ACCOUNT, "two")
    connection.execute(insert(notifications), [{"player": who.id, "topic": topic, **note} for who, topic in topics])
    connection.execute(insert(notification_choices).values(player=GUEST.id, pushed="your-turn", zone="UTC"))
    pairs = [(GUEST, BOB), (ACCOUNT, BOB), (BOB, GUEST), (GUEST, ACCOUNT), (ACCOUNT, GUEST)]
    block = {"name": "x", "kind": "block", "at": 1}
    connection.execute(insert(blocks), [{"player": one.id, "other": other.id, **block} for one, other in pairs])
    report = {"name": "x", "kind": "chat", "text": "", "evidence": "[]", "at": 1}
    both = (GUEST, BOB), (BOB, GUEST)
    connection.execute(insert(reports), [{"reporter": one.id, "player": other.id, **report} for one, other in both])
    past = {"kind": "chat", "reason": "x", "at": 1, "until": 2, "lifted": False, "seen": True}
    connection.execute(insert(sanctions).values(player=GUEST.id, **past))
    match = {"game": game, "at": 1}
    connection.execute(
        insert(matches),
        [
            {"seek": "seek 1", "player": GUEST.id, "opponent": BOB.id, "side": 0, **match},
            {"seek": "seek 2", "player": BOB.id, "opponent": GUEST.id, "side": 1, **match},
        ],
    )
    seek = {"terms": "x", "name": "x", "clock": "{}", "edition": "x", "game_type": "Base", "threefold": False}
    numbers = {"rated": False, "rating": 1500.0, "deviation": 350.0, "since": 1, "expires": 2**60}
    connection.execute(insert(seeks).values(player=GUEST.id, id="seek 3", **seek, **numbers))
    study = {"owner": BOB.id, "name": "x", "public": False, "created": 1, "updated": 1, "seq": 1, "bytes": 1}
    connection.execute(
        insert(shared_studies), [{"id": id_, "chapters": 1, "picture": "[]", **study} for id_ in ("first", "second")]
    )
    member = {"joined": 1}
    roles = (GUEST, "first", "edit"), (ACCOUNT, "first", "view"), (GUEST, "second", "view")
    connection.execute(
        insert(study_members), [{"player": who.id, "study": at, "role": role, **member} for who, at, role in roles]
    )
    edit = {"study": "first", "seq": 1, "id": "x", "client": "x", "at": 1, "edit": b"{}"}
    connection.execute(insert(study_edits).values(player=GUEST.id, **edit))


def test_everything_about_a_guest_moves_and_nothing_of_the_account_is_lost(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        await make_people(store)
        game = new_game(white=GUEST)
        await store.create(game, RUNNING)
        await store.say_as_spectator(game.id, SpectatorRow(GUEST.name, "hello", 1.0, GUEST.id))
        await store.write(partial(fill, game.id))
        before = await store.read(partial(rows_naming, GUEST.id))
        assert {"seats", "seat_guests", "matches", "seeks", "blocks", "reports", "study_edits"} <= before
        moved = await store.write(partial(adopt_guest, GUEST.id, ACCOUNT, PERSONAL_DATA))
        assert moved == GuestGames(games=1, unfinished=1)
        assert await store.read(partial(rows_naming, GUEST.id)) == {"guests"}
        assert before - {"seeks"} <= await store.read(partial(rows_naming, ACCOUNT.id))

        def look(connection: Connection) -> None:
            noted = select(notifications.c.topic).where(notifications.c.player == ACCOUNT.id)
            assert sorted(connection.scalars(noted)) == ["one", "two"]
            pairs = {(row.player, row.other) for row in connection.execute(select(blocks))}
            assert pairs == {(ACCOUNT.id, BOB.id), (BOB.id, ACCOUNT.id)}
            roles = select(study_members.c.study, study_members.c.role).order_by(study_members.c.study)
            assert [tuple(row) for row in connection.execute(roles)] == [("first", "edit"), ("second", "view")]

        await store.read(look)
        # a second time, nothing is left to move
        assert await store.write(partial(adopt_guest, GUEST.id, ACCOUNT, PERSONAL_DATA)) == GuestGames(
            games=0, unfinished=0
        )

    with_store(database_url, test)


def test_all_is_moved_or_nothing(database_url: str) -> None:
    def fail(_guest: str, _account: str, _connection: Connection) -> None:
        raise LookupError("interrupted")

    broken = PersonalData("broken", lambda _player, _connection: None, lambda _player, _connection: None, fail)

    async def test(store: SqlStore) -> None:
        await make_people(store)
        game = new_game(white=GUEST)
        await store.create(game, RUNNING)
        with pytest.raises(LookupError, match="interrupted"):
            await store.write(partial(adopt_guest, GUEST.id, ACCOUNT, (*PERSONAL_DATA, broken)))
        assert await store.load(game.id) is not None
        assert await store.sides_of(game.id, ACCOUNT.id) == frozenset()
        assert len(await store.sides_of(game.id, GUEST.id)) == 1

    with_store(database_url, test)


def test_a_guest_who_has_registered_in_the_meantime_is_not_adopted(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        await make_people(store)
        game = new_game(white=GUEST)
        await store.create(game, RUNNING)
        await store.write(partial(statements.insert_account, GUEST.id, "Annie", "annie", None, None, time.time()))
        moved = await store.write(partial(adopt_guest, GUEST.id, ACCOUNT, PERSONAL_DATA))
        assert moved == GuestGames(games=0, unfinished=0)
        assert len(await store.sides_of(game.id, GUEST.id)) == 1
        names = await store.read(lambda connection: list(connection.scalars(select(guests.c.name))))
        assert "Annie" in names

    with_store(database_url, test)
