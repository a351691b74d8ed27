"""A shared study that someone has open: its chapters, the viewers in this process, and the people everywhere."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from skep.server.realtime.frames import frame
from skep.server.schemas.shared_studies import StudyBehind, StudyEdits, StudyPeople, StudyPerson, StudyRole
from skep.server.schemas.study_edits import StudyChange, StudyChapter
from skep.server.shared_studies.documents import apply
from skep.server.shared_studies.statements import StoredStudy

__all__ = ["MAX_SENT", "LiveStudy", "Receiver", "Viewer", "frame_message"]

MAX_SENT: Final = 100_000
"""Bytes of edits that are sent in one message. Beyond that, clients request the whole study."""
_MAX_PEOPLE: Final = 100
"""People who are listed as viewers of one study."""
_EXPIRY_SECONDS: Final = 45.0
"""Seconds after which the people of a process that no longer reports them are forgotten."""

_encoder: Final = msgspec.json.Encoder()


def frame_message(message: Struct) -> bytes:
    """Return a message as a connection sends it."""
    return frame(_encoder.encode(message))


class Receiver(Protocol):
    """A connection."""

    def send(self, framed: bytes) -> None:
        """Queue a framed message; never blocks."""


@dataclass(slots=True)
class Viewer:
    """A client of this process that has a study open."""

    player: str | None
    name: str
    role: StudyRole
    shown: StudyPerson | None = None
    """The client as the others see it, once it has said where it looks."""


class LiveStudy:
    """A study that someone has open in this process."""

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.lock = asyncio.Lock()
        """Held while edits are checked and stored, or loaded."""
        self.viewers: dict[Receiver, Viewer] = {}
        self.chapters: list[StudyChapter] = []
        self.seq = -1
        """The number of the last edit that was applied; -1 until the study is loaded."""
        self.sent_seq = -1
        """The number of the last edit that was sent to the viewers."""
        self.snapshot = 0
        """The number of the last edit in the snapshot."""
        self.picture = ""
        """The stacks for lists as JSON, or empty until they are known."""
        self.people_due = 0.0
        """The time at which the list of people can be sent again, on the clock of the event loop."""
        self.people_waiting = False
        """Whether the list will be sent at that time."""
        self._elsewhere: dict[str, tuple[float, list[StudyPerson]]] = {}
        self._sent: list[StudyPerson] = []

    # the chapters

    @property
    def is_loaded(self) -> bool:
        """Whether the chapters are known."""
        return self.seq >= 0

    def forget(self) -> None:
        """Forget the chapters, so that they are loaded again."""
        self.chapters, self.seq = [], -1

    def load(self, stored: StoredStudy) -> None:
        """Take over what is stored."""
        self.chapters, self.seq, self.snapshot = stored.chapters, stored.snapshot, stored.snapshot
        for change in stored.changes:
            self.apply(change)

    def apply(self, change: StudyChange) -> None:
        """Apply the next edit."""
        assert change.seq == self.seq + 1, f"study {self.id}: edit {change.seq} follows edit {self.seq}"
        apply(self.chapters, change)
        self.seq = change.seq

    # sending

    def send(self, message: Struct) -> None:
        """Send a message to everyone in this process."""
        encoded = frame_message(message)
        for viewer in tuple(self.viewers):
            viewer.send(encoded)

    def send_changes(self, changes: list[StudyChange]) -> None:
        """Send edits to everyone in this process."""
        if not changes or not self.viewers:
            return
        encoded = frame_message(StudyEdits(study=self.id, changes=changes))
        if len(encoded) > MAX_SENT:
            encoded = frame_message(StudyBehind(study=self.id))
        for viewer in tuple(self.viewers):
            viewer.send(encoded)

    # the people

    def people_here(self) -> list[StudyPerson]:
        """Return the people in this process who have said where they look."""
        return [viewer.shown for viewer in self.viewers.values() if viewer.shown is not None][:_MAX_PEOPLE]

    def people_of(self, process: str, people: list[StudyPerson]) -> None:
        """Note the people in another process."""
        self._elsewhere[process] = (time.monotonic() + _EXPIRY_SECONDS, people)

    def _people(self) -> Iterator[StudyPerson]:
        now = time.monotonic()
        self._elsewhere = {key: value for key, value in self._elsewhere.items() if value[0] > now}
        yield from self.people_here()
        for _, people in self._elsewhere.values():
            yield from people

    def send_people(self, *, to: Receiver | None = None) -> None:
        """Send the list of people to everyone in this process if it has changed, or to one client."""
        people = sorted(self._people(), key=lambda person: (person.name, person.client))[:_MAX_PEOPLE]
        message = StudyPeople(study=self.id, people=people)
        if to is not None:
            to.send(frame_message(message))
        elif people != self._sent:
            self._sent = people
            self.send(message)
