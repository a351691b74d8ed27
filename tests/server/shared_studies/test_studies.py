"""Open studies in one and two processes: edits are stored before they are sent, each once, in both databases."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Connection

from skep import Board
from skep.server.engines.executor import BoundedExecutor
from skep.server.realtime.bus import LocalBus
from skep.server.schemas.records import RecordNode, RecordTree
from skep.server.schemas.shared_studies import JoinStudy, LookAtStudy, RefusedEdit
from skep.server.schemas.study_edits import AddChapter, AddMove, SetComment
from skep.server.shared_studies import statements
from skep.server.shared_studies.checks import check_edit
from skep.server.shared_studies.documents import new_chapter
from skep.server.shared_studies.statements import NewStudyRow
from skep.server.shared_studies.studies import Edits, SharedStudies
from skep.server.store import SqlStore
from skep.server.store.account_tables import accounts
from skep.server.store.records import Guest, StoreUnavailable
from skep.server.study.lines import Lines
from tests.server.rooms import Listener, SharedBus, in_loop
from tests.server.store.helpers import ANN, BOB, opened

STUDY = "study0000001"
CHAPTER = "chapter1"
START = "ultimate-2024 Base+MLP White[1] -"
_numbers = count(1)


def row(owner: str = ANN.id, **changes: Any) -> NewStudyRow:
    edit = AddChapter(id="firstedit", chapter=CHAPTER, name="One", tree=RecordTree(start=START))
    given = {"id": STUDY, "owner": owner, "name": "Study", "picture": "[]", "now": time.time(), **changes}
    return NewStudyRow(chapters=[new_chapter(edit, None)], **given)


def add_account(player: Guest, connection: Connection, _maybe_done: bool) -> None:
    values = {"id": player.id, "name_key": player.name.lower(), "created": 0, "role": ""}
    connection.execute(accounts.insert(), values)


@asynccontextmanager
async def stored_study(url: str) -> AsyncIterator[SqlStore]:
    """A database in which Ann owns a study that Bob may edit."""
    async with opened(url) as store:
        await store.new_guest(ANN, "token-ann")
        await store.new_guest(BOB, "token-bob")
        for player in (ANN, BOB):
            await store.write(partial(add_account, player))
        assert await store.write(partial(statements.create, row())) is None
        assert await store.write(partial(statements.set_member, STUDY, BOB.id, "edit", time.time()))
        yield store


@asynccontextmanager
async def process(store: SqlStore, bus: LocalBus | None = None) -> AsyncIterator[SharedStudies]:
    executor = BoundedExecutor()
    studies = SharedStudies(store, bus or LocalBus(), executor)
    await studies.open()
    try:
        yield studies
    finally:
        await studies.close()
        await executor.close()


def comment(text: str, id_: str | None = None) -> SetComment:
    return SetComment(id=id_ or f"comment-{next(_numbers)}", chapter=CHAPTER, node="root", text=text)


def edits(*all_edits: Any, player: str = ANN.id) -> Edits:
    return Edits(study=STUDY, player=player, client=f"tab-{player}", edits=all_edits)


async def join(studies: SharedStudies, player: Any = ANN) -> Listener:
    listener = Listener(player.id)
    await studies.join(JoinStudy(id=1, study=STUDY, seq=0), listener, player)
    return listener


def received(listener: Listener) -> list[str]:
    return [change["edit"]["text"] for message in listener.of("study-edits") for change in message["changes"]]


async def until_received(listener: Listener, number: int) -> list[str]:
    while len(received(listener)) < number:
        await asyncio.sleep(0.01)
    return received(listener)


def texts(document: bytes) -> list[str]:
    chapters = json.loads(document)["chapters"]
    return [part["text"] for part in chapters[0]["nodes"]["root"]["comments"]]


@in_loop
async def test_processes_store_edits_at_the_same_time_in_one_order(database_url: str) -> None:
    bus = SharedBus()
    async with stored_study(database_url) as store, process(store, bus.end()) as one, process(store, bus.end()) as two:
        anna, ben = await join(one), await join(two, BOB)
        batches = [
            (one if number % 2 else two).edit(edits(comment(f"text {number}"), player=(BOB, ANN)[number % 2].id))
            for number in range(20)
        ]
        assert await asyncio.gather(*batches) == [[]] * 20
        assert await until_received(anna, 20) == await until_received(ben, 20)
        assert sorted(received(anna)) == sorted(f"text {number}" for number in range(20))
        assert await one.document(STUDY, ANN.id) == (await two.document(STUDY, BOB.id)).replace(
            b'"edit"', b'"owner"', 1
        )
        async with opened(database_url) as fresh, process(fresh) as three:
            assert texts(await three.document(STUDY, ANN.id)) == received(anna)


@in_loop
async def test_an_edit_that_is_sent_again_is_stored_once(database_url: str) -> None:
    bus = SharedBus()
    async with stored_study(database_url) as store, process(store, bus.end()) as one, process(store, bus.end()) as two:
        anna = await join(one)
        same = comment("once", "comment-same")
        await asyncio.gather(*(studies.edit(edits(same)) for studies in (one, two, one, two)))
        await one.edit(edits(same, comment("later")))
        assert await until_received(anna, 2) == ["once", "later"]
        assert texts(await two.document(STUDY, ANN.id)) == ["once", "later"]


@in_loop
async def test_edits_that_the_bus_lost_are_found(database_url: str) -> None:
    bus = SharedBus()
    async with stored_study(database_url) as store, process(store, bus.end()) as one, process(store, bus.end()) as two:
        ben = await join(two, BOB)
        bus.broken = True
        await one.edit(edits(comment("unheard")))
        await two._check_for_missed_edits()
        assert received(ben) == ["unheard"]


@in_loop
async def test_a_failing_database_loses_nothing(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stored_study(database_url) as store, process(store) as studies:
        anna = await join(studies)
        await studies.edit(edits(comment("before")))
        write = store.write

        async def fails(job: Any) -> Any:
            await write(job)  # stored, but nobody knows
            raise StoreUnavailable("the answer was lost")

        monkeypatch.setattr(store, "write", fails)
        lost = comment("lost answer", "comment-lost")
        with pytest.raises(StoreUnavailable):
            await studies.edit(edits(lost))
        monkeypatch.undo()
        assert received(anna) == ["before"]
        assert await studies.edit(edits(lost)) == []
        assert received(anna) == ["before", "lost answer"]
        assert texts(await studies.document(STUDY, ANN.id)) == ["before", "lost answer"]


@in_loop
async def test_loading_is_bounded_by_a_snapshot(database_url: str) -> None:
    async with stored_study(database_url) as store, process(store) as studies:
        await join(studies)
        for start in range(0, 250, 50):
            await studies.edit(edits(*(comment(f"text {number}") for number in range(start, start + 50))))
        stored = await store.read(partial(statements.load, STUDY))
        assert stored is not None
        assert (stored.snapshot, len(stored.changes)) == (200, 50)
        late = Listener(BOB.id)
        await studies.join(JoinStudy(id=1, study=STUDY, seq=100), late, BOB)
        (joined,) = late.of("study-joined")
        assert [change["seq"] for change in joined["changes"]] == list(range(101, 251))
    async with opened(database_url) as fresh, process(fresh) as again:
        assert len(texts(await again.document(STUDY, ANN.id))) == 250


@in_loop
async def test_accounts_have_a_limited_number_and_size_of_studies(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stored_study(database_url) as store, process(store) as studies:
        monkeypatch.setattr(statements, "MAX_STUDIES", 1)
        assert await store.write(partial(statements.create, row(id="study0000002"))) == "studies"
        assert await store.write(partial(statements.create, row(id="study0000002", owner=BOB.id))) is None
        monkeypatch.setattr(statements, "MAX_BYTES", 2000)
        refused = await studies.edit(edits(comment("x" * 3000)))
        assert not isinstance(refused, list)
        assert refused.code == "not-possible"
        assert await studies.edit(edits(comment("short"))) == []


@in_loop
async def test_edits_that_are_impossible_are_refused_one_by_one(database_url: str) -> None:
    def move(id_: str, parent: str, uhp: str) -> AddMove:
        return AddMove(id=f"edit-{id_}", chapter=CHAPTER, node=id_, parent=parent, uhp=uhp)

    async with stored_study(database_url) as store, process(store) as studies:
        batch = edits(
            move("one1", "root", "wS1"),
            move("two2", "one1", "bG1 wS1-"),
            move("two3", "one1", "bA1 bS1-"),
            move("four", "none", "wS1"),
            comment("fine", "comment-fine"),
        )
        refused = await studies.edit(batch)
        assert isinstance(refused, list)
        assert {edit.edit: type(edit) for edit in refused} == {"edit-two3": RefusedEdit, "edit-four": RefusedEdit}
        assert texts(await studies.document(STUDY, ANN.id)) == ["fine"]


@in_loop
async def test_missed_edits_that_are_too_large_are_not_read(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stored_study(database_url) as store, process(store) as studies:
        for number in range(8):
            assert await studies.edit(edits(comment(f"{number}" * 16_000))) == []
        late = Listener(ANN.id)
        await studies.join(JoinStudy(id=1, study=STUDY, seq=5), late, ANN)
        assert [change["seq"] for change in late.of("study-joined")[0]["changes"]] == [6, 7, 8]

        def read(*_arguments: object) -> None:
            raise AssertionError("the edits were read")

        monkeypatch.setattr(statements, "changes_after", read)
        new = Listener(BOB.id)
        await studies.join(JoinStudy(id=1, study=STUDY, seq=0), new, BOB)
        (joined,) = new.of("study-joined")
        assert (joined["behind"], joined["changes"], joined["seq"]) == (True, [], 8)


@in_loop
async def test_a_client_that_looks_around_quickly_is_shown_now_and_then(database_url: str) -> None:
    async with stored_study(database_url) as store, process(store) as studies:
        anna, ben = await join(studies), await join(studies, BOB)
        for number in range(200):
            look = LookAtStudy(id=1, study=STUDY, client="tab-of-ben", chapter=CHAPTER, node=f"node{number}")
            studies.look(look, ben)
        while [person["node"] for person in anna.last["people"]] != ["node199"]:
            await asyncio.sleep(0.01)
        assert len(anna.of("study-people")) < 6


@in_loop
async def test_a_long_chapter_does_not_stop_the_server() -> None:
    board, rng, nodes = Board("Base+MLP"), random.Random(1), list[RecordNode]()
    while len(nodes) < 400 and board.outcome() is None:
        move = rng.choice(list(board.legal_moves))
        nodes.append(RecordNode(parent=len(nodes) - 1, uhp=board.uhp(move)))
        board.push(move)
    tree, executor = RecordTree(start=START, nodes=nodes), BoundedExecutor()
    chapter = AddChapter(id="longedit", chapter="chapter2", name="Two", tree=tree)
    checking = asyncio.create_task(check_edit([], chapter, Lines(executor), None))
    turns = 0
    while not checking.done():
        turns += 1
        await asyncio.sleep(0)
    assert isinstance(checked := checking.result(), AddChapter)
    assert len(checked.tree.nodes) == len(nodes) > 100
    assert turns > 3
    await executor.close()


@in_loop
async def test_control_characters_in_comments_are_replaced(database_url: str) -> None:
    async with stored_study(database_url) as store, process(store) as studies:
        assert await studies.edit(edits(comment("one\r\ntwo\x1b[2J\x00"))) == []
        assert texts(await studies.document(STUDY, ANN.id)) == ["one\ntwo\ufffd[2J\ufffd"]
