"""The store, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from msgspec import structs

from skep.errors import SkepError
from skep.pieces import Color
from skep.server.schemas.game import ClockRule
from skep.server.store import SqlStore
from skep.server.store.records import (
    ChatRow,
    Event,
    EventKind,
    Guest,
    Heartbeat,
    StoredGame,
    StoreOverloaded,
    StoreUnavailable,
)
from tests.server.store.helpers import ANN, BOB, RUNNING, START, after, move, new_game, opened, with_store


def test_a_new_game_is_loaded_as_it_was_stored(database_url: str) -> None:
    clock = ClockRule(kind="minutes", minutes=2.5, increment=3)
    first = new_game(black=None, clock=clock, threefold=False)
    second = new_game(white=3, rematch_of=first.id)
    status = after(0, deadline=START + 7.000001, computer_to_move=True)

    async def test(store: SqlStore) -> None:
        await store.create(first, RUNNING)
        await store.create(second, status)
        assert await store.load(first.id) == StoredGame(first, RUNNING, first.created)
        assert await store.load(second.id) == StoredGame(second, status, second.created)
        assert await store.load("nosuchgame") is None

    with_store(database_url, test)


def test_events_are_loaded_in_order(database_url: str) -> None:
    game = new_game()
    events = (
        *(move(game.id, seq) for seq in range(1, 12)),
        Event(game.id, 12, EventKind.PROPOSE, Color.WHITE, "draw", START + 5000),
        Event(game.id, 13, EventKind.END, None, "agreement", START + 5000.125),
    )

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        for event in events:
            assert await store.append(event, after(min(event.seq, 11), ended=event.kind is EventKind.END))
        whole = await store.load(game.id)
        assert whole == StoredGame(game, after(11, ended=True), events[-1].at, events)
        assert await store.load(game.id, after=11) == replace(whole, events=events[11:])
        assert await store.load(game.id, after=99) == replace(whole, events=())
        assert await store.seqs([game.id, "nosuchgame"]) == {game.id: 13}
        assert await store.seqs([]) == {}

    with_store(database_url, test)


def test_the_first_of_two_events_with_the_same_number_is_stored(database_url: str) -> None:
    game = new_game()

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        assert await store.append(move(game.id, 1, "wS1"), after(1))
        assert not await store.append(move(game.id, 1, "wA1"), after(7, ended=True, deadline=1.0))
        stored = await store.load(game.id)
        assert stored is not None
        assert [event.text for event in stored.events] == ["wS1"]
        assert stored.status == after(1)

    with_store(database_url, test)


def test_one_of_many_simultaneous_events_with_the_same_number_is_stored(database_url: str) -> None:
    game = new_game()

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        for seq in range(1, 11):
            texts = [f"claim {seq} {number}" for number in range(20)]
            results = await asyncio.gather(
                *(store.append(move(game.id, seq, text), after(seq, deadline=at)) for at, text in enumerate(texts))
            )
            assert sum(results) == 1
            stored = await store.load(game.id)
            assert stored is not None
            winner = results.index(True)
            assert stored.events[-1].text == texts[winner]
            assert stored.status == after(seq, deadline=float(winner))

    with_store(database_url, test)


def test_a_conflict_does_not_affect_the_rest_of_its_commit(database_url: str) -> None:
    games = [new_game() for _ in range(30)]

    async def test(store: SqlStore) -> None:
        for game in games:
            await store.create(game, RUNNING)
        assert await store.append(move(games[7].id, 1), after(1))
        results = await asyncio.gather(*(store.append(move(game.id, 1, "wA1"), after(1)) for game in games))
        assert results == [game is not games[7] for game in games]
        assert await store.seqs([game.id for game in games]) == {game.id: 1 for game in games}

    with_store(database_url, test)


def test_several_events_of_a_game_share_a_commit(database_url: str) -> None:
    game = new_game()

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        appends = [store.append(move(game.id, seq), after(seq)) for seq in range(1, 40)]
        assert all(await asyncio.gather(*appends))
        stored = await store.load(game.id)
        assert stored is not None
        assert [event.seq for event in stored.events] == list(range(1, 40))
        assert stored.status.ply == 39

    with_store(database_url, test)


def test_what_follows_from_an_end_is_stored_with_that_event_only(database_url: str) -> None:
    ended: list[str] = []

    async def run() -> None:
        async with opened(database_url, on_ended=lambda _, games: ended.extend(games)) as store:
            await store.new_guest(ANN, "token-ann")
            await store.new_guest(BOB, "token-bob")
            game = new_game()
            await store.create(game, RUNNING)
            over = after(1, ended=True, ending="agreement")
            assert await store.append(move(game.id, 1), after(1))
            assert ended == []
            assert await store.append(Event(game.id, 2, EventKind.END, None, "agreement", START), over)
            assert await store.append(Event(game.id, 3, EventKind.PROPOSE, Color.WHITE, "rematch", START), over)
            assert ended == [game.id]

    asyncio.run(run())


def test_an_event_of_an_unknown_game_fails_alone(database_url: str) -> None:
    games = [new_game() for _ in range(10)]

    async def test(store: SqlStore) -> None:
        for game in games:
            await store.create(game, RUNNING)
        ids = [*(game.id for game in games[:5]), "nosuchgame", *(game.id for game in games[5:])]
        results = await asyncio.gather(*(store.append(move(game, 1), after(1)) for game in ids), return_exceptions=True)
        assert [result for result in results if result is not True] == [results[5]]
        assert isinstance(results[5], SkepError)
        with pytest.raises(SkepError, match="rejected the write"):
            await store.say("nosuchgame", ChatRow(Color.WHITE, "hello", START))

    with_store(database_url, test)


def test_two_games_cannot_have_the_same_id(database_url: str) -> None:
    game = new_game()

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        with pytest.raises(SkepError, match="rejected the write"):
            await store.create(game, RUNNING)
        assert await store.load(game.id) == StoredGame(game, RUNNING, game.created)

    with_store(database_url, test)


def test_a_rematch_is_stored_together_with_its_event_or_not_at_all(database_url: str) -> None:
    first, second, third = new_game(), new_game(), new_game()

    def rematch(seq: int, following: str) -> Event:
        return Event(first.id, seq, EventKind.REMATCH, Color.WHITE, following, START + seq)

    async def test(store: SqlStore) -> None:
        await store.create(first, RUNNING)
        ended = after(0, ended=True)
        assert await store.append_rematch(rematch(1, second.id), ended, second, RUNNING)
        assert await store.load(second.id) is not None
        assert not await store.append_rematch(rematch(1, third.id), ended, third, RUNNING), "the number is taken"
        assert await store.load(third.id) is None
        with pytest.raises(SkepError, match="rejected the write"):
            await store.append_rematch(rematch(2, second.id), ended, second, RUNNING)
        stored = await store.load(first.id)
        assert stored is not None
        assert [event.seq for event in stored.events] == [1], "no event without its game"

    with_store(database_url, test)


def join(game: str, seq: int = 1, guest: Guest = BOB, side: Color = Color.BLACK) -> Event:
    return Event(game, seq, EventKind.JOIN, side, guest.id, START + 2000)


def test_a_guest_who_joins_gets_the_seat(database_url: str) -> None:
    game = new_game(black=None)

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        assert await store.seat(game.id, Color.BLACK) == game.seats[1]
        assert await store.seat("another", Color.BLACK) is None
        assert await store.append(join(game.id), after(0, deadline=START + 3000))
        stored = await store.load(game.id)
        assert stored is not None
        assert stored.row.seats[1] == replace(game.seats[1], guest=BOB.id, name="Bob", invite=None)
        assert stored.events == (join(game.id),)
        assert stored.status.deadline == START + 3000
        assert await store.seat(game.id, Color.BLACK) == stored.row.seats[1]
        assert await store.sides_of(game.id, BOB.id) == {Color.BLACK}
        assert [found.row.id for found in await store.games_of(BOB.id)] == [game.id]

    with_store(database_url, test)


def test_a_seat_can_be_taken_only_once(database_url: str) -> None:
    game = new_game(white=ANN, black=None)

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        results = await asyncio.gather(
            store.append(join(game.id, 1, BOB), after(0)), store.append(join(game.id, 1, ANN), after(0))
        )
        assert list(results) == [True, False]
        with pytest.raises(SkepError, match="not open"):
            await store.append(join(game.id, 2, ANN), after(0))
        stored = await store.load(game.id)
        assert stored is not None
        assert stored.row.seats[1].guest == BOB.id
        assert stored.events == (join(game.id),)
        assert await store.sides_of(game.id, ANN.id) == {Color.WHITE}

    with_store(database_url, test)


def test_the_computers_seat_cannot_be_joined(database_url: str) -> None:
    game = new_game(black=4)

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        with pytest.raises(SkepError, match="not open"):
            await store.append(join(game.id), after(0))
        with pytest.raises(SkepError):
            await store.append(join(game.id, guest=Guest("nobody", "Nobody")), after(0))
        assert await store.seqs([game.id]) == {game.id: 0}

    with_store(database_url, test)


def test_several_browsers_can_hold_a_seat(database_url: str) -> None:
    game = new_game(white=ANN, black=2)

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        assert await store.claim_seat("nonsense", BOB.id) is None
        for _ in range(2):
            assert await store.claim_seat(game.seats[0].secret, BOB.id) == (game.id, Color.WHITE)
        assert await store.sides_of(game.id, BOB.id) == {Color.WHITE}
        assert await store.sides_of(game.id, ANN.id) == {Color.WHITE}
        assert await store.sides_of(game.id, "stranger") == frozenset()
        assert [found.row.id for found in await store.games_of(BOB.id)] == [game.id]

    with_store(database_url, test)


def test_new_links_to_a_seat_remove_the_guests_of_the_old_ones(database_url: str) -> None:
    before = new_game(white=2, black=ANN)
    game = new_game(white=ANN, black=2, rematch_of=before.id)
    eve = Guest("guest-eve", "Eve")

    async def test(store: SqlStore) -> None:
        await store.new_guest(eve, "token-eve")
        await store.create(before, RUNNING)
        await store.create(game, RUNNING)
        for guest in (BOB, eve):
            await store.claim_seat(before.seats[1].secret, guest.id)
            await store.claim_seat(game.seats[0].secret, guest.id)
        assert await store.renew_links(game.id, Color.WHITE, "new seed", BOB.id) == 1
        assert await store.seat(game.id, Color.WHITE) == replace(game.seats[0], secret="new seed")
        for guest, white in ((ANN, {Color.WHITE}), (BOB, {Color.WHITE}), (eve, set())):
            assert await store.sides_of(game.id, guest.id) == white
            assert await store.sides_of(before.id, guest.id) == {side.other for side in white}
        assert await store.claim_seat(game.seats[0].secret, eve.id) is None
        assert await store.claim_seat("new seed", eve.id) == (game.id, Color.WHITE)
        assert await store.renew_links(game.id, Color.WHITE, "newer seed", ANN.id) == 2

    with_store(database_url, test)


def test_a_new_link_replaces_an_invitation(database_url: str) -> None:
    game = new_game(black=None)

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        assert await store.renew_links(game.id, Color.BLACK, "new seed", ANN.id) == 0
        assert await store.seat(game.id, Color.BLACK) == replace(game.seats[1], invite="new seed")
        assert await store.append(join(game.id), after(0))

    with_store(database_url, test)


def test_one_guest_can_play_both_sides(database_url: str) -> None:
    game = new_game(white=ANN, black=ANN)

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        assert await store.sides_of(game.id, ANN.id) == {Color.WHITE, Color.BLACK}
        assert [found.row for found in await store.games_of(ANN.id)] == [game]

    with_store(database_url, test)


def test_guests_are_identified_by_their_tokens(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        assert await store.guest("token-ann") == ANN
        assert await store.guest("token-nobody") is None
        with pytest.raises(SkepError):
            await store.new_guest(Guest("another", "Another"), "token-ann")
        assert await store.guest("token-ann") == ANN

    with_store(database_url, test)


def test_a_new_name_appears_in_unfinished_games(database_url: str) -> None:
    running, ended = new_game(ANN, BOB), new_game(ANN, BOB)

    async def test(store: SqlStore) -> None:
        await store.create(running, RUNNING)
        await store.create(ended, structs.replace(RUNNING, ended=True))
        await store.rename(ANN.id, "Anna")
        assert await store.guest("token-ann") == Guest(ANN.id, "Anna")
        names = {found.row.id: [seat.name for seat in found.row.seats] for found in await store.games_of(ANN.id)}
        assert names == {running.id: ["Anna", "Bob"], ended.id: ["Ann", "Bob"]}

    with_store(database_url, test)


def test_chat_is_listed_oldest_first(database_url: str) -> None:
    game, other = new_game(), new_game()
    lines = [ChatRow(Color(number % 2), f"line {number}", START + number) for number in range(10)]

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        await store.create(other, RUNNING)
        for line in lines:
            await store.say(game.id, line)
        await store.say(other.id, lines[0])
        assert (await store.chats(game.id)).players == lines
        assert (await store.chats(game.id, limit=3)).players == lines[-3:]
        assert (await store.chats("nosuchgame")).players == []

    with_store(database_url, test)


HOSTILE = [
    "'; DROP TABLE games; --",
    '"quoted" \\ back\\slash \\u0000 %s %(x)s :x ? $1 {}',
    "🐝 ünïcödé \u202e \u2028 \ufffd \U0010ffff",
    "new\nline\ttab\x01\x7f",
    "<script>alert(1)</script>",
    " " * 300,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_any_text_is_loaded_as_it_was_stored(database_url: str, text: str) -> None:
    game = new_game(Guest(ANN.id, text), BOB)

    async def test(store: SqlStore) -> None:
        await store.rename(ANN.id, text)
        await store.create(game, RUNNING)
        await store.say(game.id, ChatRow(Color.WHITE, text, START))
        assert await store.append(move(game.id, 1, text), after(1))
        stored = await store.load(game.id)
        assert stored is not None
        assert stored.events[0].text == text
        assert stored.row.seats[0].name == text
        assert [line.text for line in (await store.chats(game.id)).players] == [text]
        assert await store.guest("token-ann") == Guest(ANN.id, text)
        assert await store.guest(text) is None
        assert await store.load(text) is None

    with_store(database_url, test)


@pytest.mark.parametrize("text", ["NUL\0", "half \ud83d a pair"], ids=["nul", "surrogate"])
def test_invalid_text_is_rejected(database_url: str, text: str) -> None:
    game = new_game()

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        with pytest.raises(SkepError, match="cannot store a line of chat"):
            await store.say(game.id, ChatRow(Color.WHITE, text, START))
        with pytest.raises(SkepError, match="cannot store a name"):
            await store.rename(ANN.id, text)
        with pytest.raises(SkepError, match="cannot store an event"):
            await store.append(move(game.id, 1, text), after(1))
        with pytest.raises(SkepError, match="cannot store a name"):
            await store.create(new_game(Guest(ANN.id, text)), RUNNING)
        assert await store.load(game.id) == StoredGame(game, RUNNING, game.created)

    with_store(database_url, test)


def test_games_that_wait_for_the_player_are_listed_first_and_finished_ones_last(database_url: str) -> None:
    games = [new_game() for _ in range(6)]

    async def test(store: SqlStore) -> None:
        for game in games:
            await store.create(game, RUNNING)
        for number, ended in ((3, True), (0, False), (5, True), (2, False)):
            at = START + 5000 - number
            assert await store.append(move(games[number].id, 1, at=at), after(1, ended=ended))
        ids = [games[number].id for number in (4, 1, 0, 2, 3, 5)]
        found = await store.games_of(ANN.id)
        assert [game.row.id for game in found] == ids
        assert not any(game.events for game in found)
        assert [game.row.id for game in await store.games_of(ANN.id, limit=3)] == ids[:3]
        assert await store.games_of("nobody") == []

    with_store(database_url, test)


def test_live_games_are_unfinished_and_have_two_players(database_url: str) -> None:
    waiting, computer, friends, ended = new_game(black=None), new_game(black=3), new_game(), new_game()

    async def test(store: SqlStore) -> None:
        for game in (waiting, computer, friends, ended):
            await store.create(game, RUNNING)
        await store.append(move(ended.id, 1), after(1, ended=True))
        await store.append(move(computer.id, 1, at=START + 9000), after(1))
        assert [game.row for game in await store.live()] == [computer, friends]
        assert [game.row for game in await store.live(limit=1)] == [computer]
        await store.append(join(waiting.id), after(0))
        assert {game.row.id for game in await store.live()} == {waiting.id, computer.id, friends.id}

    with_store(database_url, test)


def test_games_with_an_expired_clock_are_found(database_url: str) -> None:
    games = [new_game() for _ in range(5)]

    async def test(store: SqlStore) -> None:
        for number, game in enumerate(games):
            await store.create(game, after(0, deadline=None if number == 4 else START + 100 - number))
        assert await store.expired_clocks(START) == []
        assert await store.expired_clocks(START + 98) == [games[3].id, games[2].id]
        assert await store.expired_clocks(START + 1000) == [games[number].id for number in (3, 2, 1, 0)]
        assert await store.expired_clocks(START + 1000, limit=1) == [games[3].id]
        await store.append(move(games[3].id, 1), after(1, deadline=START + 2000))
        await store.append(move(games[2].id, 1), after(1, ended=True, deadline=START))
        assert await store.expired_clocks(START + 1000) == [games[1].id, games[0].id]

    with_store(database_url, test)


def test_games_with_a_running_clock_are_listed_in_pages(database_url: str) -> None:
    games = [new_game() for _ in range(7)]

    async def test(store: SqlStore) -> None:
        for number, game in enumerate(games):
            await store.create(game, after(0, ended=number == 2, deadline=None if number == 5 else START))
        pages, last = [], ""
        while page := await store.running_clocks(after=last, limit=2):
            pages.append(page)
            last = page[-1]
        ids = [games[number].id for number in (0, 1, 3, 4, 6)]
        assert pages == [ids[:2], ids[2:4], ids[4:]]

    with_store(database_url, test)


def test_games_of_a_guest_with_a_running_clock_are_found(database_url: str) -> None:
    games = [new_game(white=BOB if number == 3 else ANN, black=1) for number in range(5)]

    async def test(store: SqlStore) -> None:
        for number, game in enumerate(games):
            await store.create(game, after(0, ended=number == 1, deadline=None if number == 2 else START))
        await store.append(move(games[0].id, 1, at=START + 1_000_000), after(1, deadline=START))
        assert await store.clocked_games(ANN.id) == [(games[0].id, 1), (games[4].id, 0)]
        assert await store.clocked_games(ANN.id, limit=1) == [(games[0].id, 1)]
        assert await store.claim_seat(games[3].seats[0].secret, ANN.id) is not None
        assert (games[3].id, 0) in await store.clocked_games(ANN.id), "a seat on another device counts"

    with_store(database_url, test)


def test_games_that_wait_for_the_computer_are_found(database_url: str) -> None:
    games = [new_game(black=1) for _ in range(4)]

    async def test(store: SqlStore) -> None:
        for game in games:
            await store.create(game, RUNNING)
        for number, at in ((0, 30.0), (1, 20.0), (2, 10.0)):
            waiting = after(1, computer_to_move=True, ended=number == 2)
            await store.append(move(games[number].id, 1, at=START + at), waiting)
        assert await store.computer_to_move(before=START + 20) == []
        assert await store.computer_to_move(before=START + 25) == [games[1].id]
        assert await store.computer_to_move(before=START + 99) == [games[1].id, games[0].id]
        assert await store.computer_to_move(before=START + 99, limit=1) == [games[1].id]

    with_store(database_url, test)


def test_the_key_is_created_once(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as one, opened(database_url) as two:
            keys = list(await asyncio.gather(one.key(), two.key(), one.key()))
        async with opened(database_url) as again:
            keys.append(await again.key())
        assert len(set(keys)) == 1
        assert len(keys[0]) == 32

    asyncio.run(test())


def test_a_heartbeat_returns_the_previous_one(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        assert await store.last_heartbeat() is None
        assert await store.heartbeat(Heartbeat("one", START, START)) is None
        assert await store.heartbeat(Heartbeat("one", START + 10, START)) == START
        assert await store.heartbeat(Heartbeat("two", START + 5, START)) == START + 10
        assert await store.heartbeat(Heartbeat("two", START + 20, START)) == START + 10
        assert await store.last_heartbeat() == START + 20

    with_store(database_url, test)


def test_heartbeats_are_kept_for_each_process_until_it_stops_or_is_forgotten(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        one, two, three = (Heartbeat(name, START + at, START - at) for name, at in (("a", 0), ("b", 60), ("c", 70)))
        for beat in (one, Heartbeat("b", START, START), two):
            await store.heartbeat(beat)
        assert sorted(await store.heartbeats(), key=lambda beat: beat.at) == [one, two]
        await store.heartbeat(three)
        await store.heartbeat(Heartbeat("b", START + 80, START), last=True)
        assert await store.heartbeats() == [three]

    with_store(database_url, test)


def test_touching_writes_the_time_and_leaves_heartbeats_alone(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        await store.heartbeat(Heartbeat("a", START, START))
        await store.touch(START + 100)
        await store.touch(START + 200)
        assert await store.heartbeat(Heartbeat("a", START + 1, START)) == START
        with store._reading.connect() as connection:
            value = connection.exec_driver_sql("SELECT value FROM settings WHERE name = 'checked'").scalar_one()
        assert int(bytes(value)) == round((START + 200) * 1e6)

    with_store(database_url, test)


def test_stored_data_survives_closing_the_store(database_url: str) -> None:
    game = new_game()

    async def first(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        await store.append(move(game.id, 1), after(1))

    async def second() -> None:
        async with opened(database_url) as store:
            assert await store.load(game.id) == StoredGame(game, after(1), START + 1001, (move(game.id, 1),))
            assert await store.guest("token-bob") == BOB
            assert await store.append(move(game.id, 2), after(2))

    with_store(database_url, first)
    asyncio.run(second())


def test_closing_finishes_the_queued_writes(database_url: str) -> None:
    game = new_game()

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        appends = [asyncio.create_task(store.append(move(game.id, seq), after(seq))) for seq in range(1, 200)]
        await asyncio.sleep(0)
        await store.close()
        assert all(await asyncio.gather(*appends))
        for late in (store.append(move(game.id, 200), after(200)), store.load(game.id)):
            with pytest.raises(StoreUnavailable, match="closed"):
                await late

    with_store(database_url, test)


def test_writes_beyond_the_limit_are_refused(database_url: str) -> None:
    game = new_game()

    async def test() -> None:
        async with opened(database_url, limit=10) as store:
            await store.new_guest(ANN, "token-ann")
            await store.new_guest(BOB, "token-bob")
            await store.create(game, RUNNING)
            # All are queued before the writer takes any, because this loop holds the interpreter.
            results = await asyncio.gather(
                *(store.append(move(game.id, seq), after(seq)) for seq in range(1, 2001)), return_exceptions=True
            )
            assert {str(result) for result in results if result is not True} == {"10 writes are already queued"}
            assert any(isinstance(result, StoreOverloaded) for result in results)
            stored = await store.load(game.id)
            assert stored is not None
            assert [event.seq for event in stored.events] == [
                seq for seq, result in enumerate(results, 1) if result is True
            ]

    asyncio.run(test())


def test_cancelled_callers_do_not_affect_other_writes(database_url: str) -> None:
    game = new_game()

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        tasks = [asyncio.create_task(store.append(move(game.id, seq), after(seq))) for seq in range(1, 21)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert results[1::2] == [True] * 10
        assert await store.append(move(game.id, 21), after(21))

    with_store(database_url, test)
