"""The shared studies that people have open in this process.

Edits are checked and applied one batch after the other, stored, and only then broadcast. Their numbers are claimed in
the transaction that stores them: if another process has stored edits in the meantime, the batch is checked again.
Other processes hear of edits over the bus and load them from the database, and look for missed ones now and then.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skep.server.accounts.secrets import new_guest_id
from skep.server.engines.executor import BoundedExecutor, ExecutorFull
from skep.server.realtime.bus import Bus
from skep.server.schemas.refusals import BUSY, UNKNOWN_STUDY, VIEW_ONLY, Refusal
from skep.server.schemas.shared_studies import (
    JoinStudy,
    LookAtStudy,
    RefusedEdit,
    StudyBehind,
    StudyDocument,
    StudyJoined,
    StudyPerson,
    StudyRoleChanged,
)
from skep.server.schemas.study_edits import AnyStudyEdit, SetComment, SetGlyph, SetMark, StudyChange
from skep.server.shared_studies import statements
from skep.server.shared_studies.access import find_access
from skep.server.shared_studies.checks import EditRefused, check_edit
from skep.server.shared_studies.live import MAX_SENT, LiveStudy, Receiver, Viewer, frame_message
from skep.server.shared_studies.records import picture_of
from skep.server.shared_studies.statements import Batch
from skep.server.store.records import Guest, Store, StoreOverloaded, StoreUnavailable
from skep.server.study.lines import Lines

__all__ = ["Charge", "Edits", "SharedStudies", "UnknownStudy", "charge_nobody"]

log = logging.getLogger("skep.server")

_TOPIC: Final = "shared studies"
_POLL_SECONDS: Final = 15.0
_SNAPSHOT_EDITS: Final = 200
"""Edits after which a study gets a new snapshot, so that loading it takes no longer than this many edits."""
_PEOPLE_SECONDS: Final = 0.3
"""Seconds between two lists of the people in a study. With many of them, each list goes to many clients."""
_MAX_MISSED: Final = 500
"""Edits that a client receives after an interruption. After more, it requests the whole study."""
_MAX_ATTEMPTS: Final = 20
_PAUSE_SECONDS: Final = 0.02
"""Maximum pause, growing with each attempt, after another process was faster."""
_FULL: Final = Refusal("not-possible", "The owner of this study has no space left. Delete a study or copy this one.")

_encoder: Final = msgspec.json.Encoder()


_What: TypeAlias = Literal["edits", "access", "people"]
Charge: TypeAlias = Callable[[int], None]
"""Charges a client for some bytes. Raises an exception beyond a limit."""


def charge_nobody(_size: int) -> None:
    """Charge nothing, for a request that was charged already."""


class UnknownStudy(Exception):
    """A study that does not exist, or that a player may not open."""


class Edits(Struct, frozen=True, kw_only=True):
    """Edits of one player."""

    study: str
    player: str
    client: str
    edits: Sequence[AnyStudyEdit]
    refused: Sequence[RefusedEdit] = ()
    """Other edits of the same message that were refused already."""


class _Relayed(Struct, frozen=True, omit_defaults=True):
    """A message to the other processes."""

    process: str
    study: str
    what: _What
    people: list[StudyPerson] = []


_decoder: Final = msgspec.json.Decoder(_Relayed)


class SharedStudies:
    """All shared studies that are open in this process."""

    def __init__(self, store: Store, bus: Bus, executor: BoundedExecutor) -> None:
        self.store = store
        self._bus = bus
        self.executor = executor
        self._lines = Lines(executor)
        self._live: dict[str, LiveStudy] = {}
        self._users: dict[str, int] = {}
        self._process = new_guest_id()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Start listening to the other processes and looking for what was missed."""
        await self._bus.listen(_TOPIC, self._on_message)
        self._start(self._poll())

    async def close(self) -> None:
        """Stop what runs in the background."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # loading

    @asynccontextmanager
    async def use(self, study: str, charge: Callable[[], None] | None = None) -> AsyncIterator[LiveStudy]:
        """Load and lock a study. Raises UnknownStudy.

        ``charge`` is called before the study is loaded, which can take a tenth of a second; not if it is open already.
        """
        live = self._live.setdefault(study, LiveStudy(study))
        self._users[study] = self._users.get(study, 0) + 1
        try:
            async with live.lock:
                if not live.is_loaded:
                    if charge is not None:
                        charge()
                    await self._load(live)
                yield live
        finally:
            self._users[study] -= 1
            self._drop_if_idle(live)

    def _drop_if_idle(self, live: LiveStudy) -> None:
        if not live.viewers and not self._users.get(live.id):
            self._users.pop(live.id, None)
            if self._live.get(live.id) is live:
                del self._live[live.id]

    async def _load(self, live: LiveStudy) -> None:
        stored = await self.store.read(partial(statements.load, live.id))
        if stored is None:
            raise UnknownStudy(live.id)
        live.load(stored)
        missed = [change for change in stored.changes if change.seq > live.sent_seq]
        if live.sent_seq < stored.snapshot:
            live.send(StudyBehind(study=live.id))
        else:
            live.send_changes(missed)
        live.sent_seq = live.seq

    async def document(self, study: str, player: str | None) -> bytes:
        """Return a study as JSON, as a player sees it. Raises UnknownStudy."""
        access = await find_access(self.store, study, [player])
        role = None if access is None else access.role_of(player)
        if access is None or role is None:
            raise UnknownStudy(study)
        async with self.use(study) as live:
            row = access.row
            found = StudyDocument(
                study=study,
                name=row.name,
                owner=row.owner_name,
                role=role,
                public=bool(row.public),
                seq=live.seq,
                chapters=live.chapters,
            )
            return await asyncio.to_thread(_encoder.encode, found)

    # viewers

    async def join(
        self, request: JoinStudy, viewer: Receiver, player: Guest | None, charge: Charge = charge_nobody
    ) -> StudyJoined | Refusal:
        """Send all later edits to a client; return those it has missed. ``charge`` is for loading the study."""
        id_ = None if player is None else player.id
        access = await find_access(self.store, request.study, [id_])
        role = None if access is None else access.role_of(id_)
        if access is None or role is None:
            return UNKNOWN_STUDY
        try:
            async with self.use(request.study, partial(charge, access.row.bytes)) as live:
                missed = partial(statements.find_missed_changes, live.id, request.seq, _MAX_MISSED, MAX_SENT)
                changes = await self.store.read(missed)
                behind = request.seq > live.seq or changes is None
                live.viewers[viewer] = Viewer(id_, "" if player is None else player.name, role)
                answer = StudyJoined(
                    id=request.id,
                    study=live.id,
                    role=role,
                    seq=live.seq,
                    changes=[change for change in changes or () if change.seq <= live.seq],
                    behind=behind,
                )
                viewer.send(frame_message(answer))
                live.send_people(to=viewer)
                return answer
        except UnknownStudy:
            return UNKNOWN_STUDY

    def leave(self, study: str, viewer: Receiver) -> None:
        """Send nothing more to a client."""
        live = self._live.get(study)
        if live is not None and live.viewers.pop(viewer, None) is not None:
            self._lines.forget((study, viewer))
            self._send_people(live)
            self._drop_if_idle(live)

    def look(self, request: LookAtStudy, viewer: Receiver) -> None:
        """Show the others where a client looks."""
        live = self._live.get(request.study)
        here = None if live is None else live.viewers.get(viewer)
        if live is None or here is None:
            return
        here.shown = StudyPerson(
            client=request.client, name=here.name, role=here.role, chapter=request.chapter, node=request.node
        )
        self._send_people(live)

    def _send_people(self, live: LiveStudy) -> None:
        """Send everyone the list of people and where they look: now, or soon if it was sent a moment ago."""
        loop = asyncio.get_running_loop()
        if loop.time() >= live.people_due:
            live.people_due = loop.time() + _PEOPLE_SECONDS
            self._send_people_now(live)
        elif not live.people_waiting:
            live.people_waiting = True
            loop.call_at(live.people_due, self._send_people_when_due, live)

    def _send_people_when_due(self, live: LiveStudy) -> None:
        live.people_waiting = False
        self._send_people(live)

    def _send_people_now(self, live: LiveStudy) -> None:
        live.send_people()
        self._publish(live.id, "people", live.people_here())

    # editing

    async def edit(
        self, edits: Edits, viewer: object = None, charge: Charge = charge_nobody
    ) -> list[RefusedEdit] | Refusal:
        """Store edits and broadcast them; return those that are refused, or why all are.

        The edits are stored even if the client leaves in the meantime. ``charge`` is for loading the study.
        """
        access = await find_access(self.store, edits.study, [edits.player])
        role = None if access is None else access.role_of(edits.player)
        if access is None or role not in ("owner", "edit"):
            return UNKNOWN_STUDY if role is None else VIEW_ONLY
        try:
            return await asyncio.shield(self._start(self._edit(edits, viewer, partial(charge, access.row.bytes))))
        except UnknownStudy:
            return UNKNOWN_STUDY

    async def _edit(self, edits: Edits, viewer: object, charge: Callable[[], None]) -> list[RefusedEdit] | Refusal:
        async with self.use(edits.study, charge) as live:
            try:
                return await self._store(live, edits, viewer)
            except BaseException:
                # what was applied may not be stored
                live.forget()
                raise

    async def _store(self, live: LiveStudy, edits: Edits, viewer: object) -> list[RefusedEdit] | Refusal:
        for attempt in range(_MAX_ATTEMPTS):
            changes, refused = await self._check(live, edits, viewer)
            if not changes:
                return refused
            if any(not isinstance(change.edit, SetComment | SetGlyph | SetMark) for change in changes):
                live.picture = await self.executor.run(_encoded_picture, live)
            batch = Batch(
                study=live.id,
                player=edits.player,
                changes=changes,
                chapters=sum(chapter.deleted is None for chapter in live.chapters),
                picture=live.picture,
                now=time.time(),
            )
            failure = await self.store.write(partial(statements.append, batch))
            if failure is None:
                await self._broadcast(live, changes)
                return refused
            live.forget()
            if failure != "late":
                return _FULL if failure == "full" else UNKNOWN_STUDY
            await asyncio.sleep(random.uniform(0, _PAUSE_SECONDS * attempt))
            await self._load(live)
        return BUSY

    async def _check(
        self, live: LiveStudy, edits: Edits, viewer: object
    ) -> tuple[list[StudyChange], list[RefusedEdit]]:
        """Apply the edits that are new and possible, and return them with those that are not possible."""
        ids = [edit.id for edit in edits.edits]
        known = set(await self.store.read(partial(statements.known_edits, live.id, ids)))
        changes, refused = list[StudyChange](), list(edits.refused)
        if not live.picture:
            live.picture = await self.executor.run(_encoded_picture, live)
        for edit in edits.edits:
            if edit.id in known:
                continue
            known.add(edit.id)
            try:
                checked = await check_edit(live.chapters, edit, self._lines, (live.id, viewer))
            except EditRefused as error:
                refused.append(RefusedEdit(edit=edit.id, code=error.refusal.code, text=error.refusal.text))
                continue
            change = StudyChange(seq=live.seq + 1, client=edits.client, edit=checked)
            live.apply(change)
            changes.append(change)
            await asyncio.sleep(0)  # a message with many edits must not delay the moves of others
        return changes, refused

    async def _broadcast(self, live: LiveStudy, changes: list[StudyChange]) -> None:
        live.send_changes(changes)
        live.sent_seq = live.seq
        self._publish(live.id, "edits")
        if live.seq - live.snapshot >= _SNAPSHOT_EDITS:
            chapters = await asyncio.to_thread(_encoder.encode, live.chapters)
            live.snapshot = live.seq
            try:
                await self.store.write(partial(statements.save_snapshot, live.id, live.seq, chapters))
            except (StoreOverloaded, StoreUnavailable):
                log.warning("study %s has no new snapshot: the database is busy", live.id)

    # what changes elsewhere

    async def access_changed(self, study: str) -> None:
        """Apply new roles, links, a new name or a deletion to open connections, in every process."""
        self._publish(study, "access")
        if (live := self._live.get(study)) is not None:
            await self._check_access(live, always=True)

    async def check_all(self, _player: object = None) -> None:
        """Apply changed roles to all open connections in every process, such as after an account was deleted."""
        self._publish("", "access")
        for live in tuple(self._live.values()):
            await self._check_access(live)

    async def _check_access(self, live: LiveStudy, *, always: bool = False) -> None:
        access = await find_access(self.store, live.id, {viewer.player for viewer in live.viewers.values()})
        for connection, viewer in tuple(live.viewers.items()):
            role = None if access is None else access.role_of(viewer.player)
            if role != viewer.role or always:
                row = None if access is None else access.row
                public, name = (False, "") if row is None or role is None else (bool(row.public), row.name)
                connection.send(frame_message(StudyRoleChanged(study=live.id, role=role, name=name, public=public)))
            if role is None:
                live.viewers.pop(connection, None)
            elif role != viewer.role:
                viewer.role = role
                if viewer.shown is not None:
                    viewer.shown = replace(viewer.shown, role=role)
        self._send_people(live)
        self._drop_if_idle(live)

    def _publish(self, study: str, what: _What, people: Sequence[StudyPerson] = ()) -> None:
        if not self._bus.alone:
            self._bus.publish(_TOPIC, _encoder.encode(_Relayed(self._process, study, what, list(people))))

    def _on_message(self, payload: bytes) -> None:
        try:
            message = _decoder.decode(payload)
        except msgspec.DecodeError:
            log.warning("another process sent a malformed message about a study")
            return
        if message.what == "access" and not message.study:
            for live in tuple(self._live.values()):
                self._start(self._log_errors(self._check_access(live)))
        live_study = self._live.get(message.study)
        if live_study is None or not live_study.viewers:
            return
        if message.what == "people":
            live_study.people_of(message.process, message.people)
            live_study.send_people()
        elif message.what == "access":
            self._start(self._log_errors(self._check_access(live_study, always=True)))
        else:
            self._start(self._log_errors(self._catch_up(live_study)))

    async def _catch_up(self, live: LiveStudy) -> None:
        """Load and send the edits that other processes have stored."""
        async with self.use(live.id) as loaded:
            changes = await self.store.read(partial(statements.changes_after, live.id, loaded.seq, None))
            for change in changes:
                loaded.apply(change)
            loaded.send_changes(changes)
            loaded.sent_seq = loaded.seq

    async def _log_errors(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except UnknownStudy:
            pass
        except (StoreOverloaded, StoreUnavailable, ExecutorFull) as error:
            log.warning("an open study is not up to date: %s", error)
        except Exception:
            log.exception("an open study could not be brought up to date")

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            await self._log_errors(self._check_for_missed_edits())

    async def _check_for_missed_edits(self) -> None:
        live = {study.id: study for study in self._live.values() if study.viewers}
        stored = await self.store.read(partial(statements.seqs, list(live)))
        for id_, study in live.items():
            if stored.get(id_, 0) > study.seq:
                await self._log_errors(self._catch_up(study))
            await self._log_errors(self._check_access(study))


def _encoded_picture(live: LiveStudy) -> str:
    return _encoder.encode(picture_of(live.chapters)).decode()
