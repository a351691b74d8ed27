"""Clients that edit the same chapters with an unreliable connection, for tests of convergence."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from skep.hexes import Hex
from skep.notation.marks import Mark
from skep.server.schemas.records import RecordTree
from skep.server.schemas.study_edits import (
    AddChapter,
    AddMove,
    AnyStudyEdit,
    DeleteChapter,
    DeleteMoves,
    MoveChapter,
    OrderMove,
    RenameChapter,
    RestoreChapter,
    RestoreMoves,
    SetComment,
    SetGlyph,
    SetMark,
    StudyChange,
    StudyChapter,
    StudyNode,
    TurnChapter,
)
from skep.server.shared_studies.documents import ROOT, apply, find_node, visible

START = "ultimate-2024 Base+MLP White[1] -"
MOVES = ("wS1", "wA1", "wG1", "wB1")
GLYPHS = ("!", "?", "!?", None)


@dataclass
class Log:
    """The server: a log of edits, each stored once."""

    changes: list[StudyChange] = field(default_factory=list)

    def store(self, client: str, edit: AnyStudyEdit) -> None:
        if all(change.edit.id != edit.id for change in self.changes):
            self.changes.append(StudyChange(seq=len(self.changes) + 1, client=client, edit=edit))


@dataclass
class Witness:
    """Everything that a client saw when it replaced or deleted something. Nothing else may be missing."""

    moves: set[tuple[str, str]] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    chapters: set[str] = field(default_factory=set)
    added: list[AddMove] = field(default_factory=list)
    written: list[SetComment] = field(default_factory=list)


class Replica:
    """A client: the edits that it has received, and its own that are not confirmed."""

    def __init__(self, name: str, log: Log, witness: Witness, rng: random.Random) -> None:
        self.name = name
        self._log = log
        self._witness = witness
        self._rng = rng
        self._confirmed: list[StudyChapter] = []
        self.seq = 0
        self.pending: list[AnyStudyEdit] = []
        self._numbers = count(1)
        self.deletions: list[str] = []

    # the connection

    def send(self, *, lose_answer: bool = False, most: int = 5) -> None:
        """Send the first edits; a lost answer means that they are sent again later."""
        for edit in self.pending[:most]:
            self._log.store(self.name, edit)
        if not lose_answer:
            self.receive(len(self._log.changes))

    def receive(self, up_to: int) -> None:
        """Receive edits in order, however they arrived."""
        for change in self._log.changes[self.seq : up_to]:
            apply(self._confirmed, change)
            self.seq = change.seq
            self.pending = [edit for edit in self.pending if edit.id != change.edit.id]

    @property
    def shown(self) -> list[StudyChapter]:
        """The chapters with the client's own edits on top."""
        chapters = deepcopy(self._confirmed)
        for number, edit in enumerate(self.pending, start=self.seq + 1):
            apply(chapters, StudyChange(seq=number, client=self.name, edit=edit))
        return chapters

    # editing

    def edit(self) -> None:
        """Make a random edit."""
        chapters = [chapter for chapter in self.shown if chapter.deleted is None]
        rng = self._rng
        if not chapters or (len(chapters) < 3 and rng.random() < 0.05):
            self._add(AddChapter, chapter=self._new_id(), name="chapter", tree=RecordTree(start=START))
            return
        chapter = rng.choice(chapters)
        if rng.random() < 0.1:
            self._edit_chapter(chapter, chapters)
            return
        nodes = list(visible(chapter))
        self._edit_node(chapter, rng.choice(nodes))

    def _edit_chapter(self, chapter: StudyChapter, chapters: list[StudyChapter]) -> None:
        kind = self._rng.choice((RenameChapter, TurnChapter, MoveChapter, DeleteChapter, RestoreChapter, RestoreMoves))
        id_ = chapter.id
        if kind is RenameChapter:
            self._add(kind, chapter=id_, name=f"name {self._new_id()}")
        elif kind is TurnChapter:
            self._add(kind, chapter=id_, orientation=self._rng.randrange(6))
        elif kind is MoveChapter:
            self._add(kind, chapter=id_, before=self._rng.choice([None, *(one.id for one in chapters)]))
        elif kind is DeleteChapter:
            self._witness.chapters.add(id_)
            self._add(kind, chapter=id_, seen=self.seq)
        elif kind is RestoreChapter:
            self._add(kind, chapter=id_)
        elif self.deletions:
            self._add(kind, chapter=id_, deletion=self._rng.choice(self.deletions))

    def _edit_node(self, chapter: StudyChapter, node: StudyNode) -> None:
        rng, place = self._rng, {"chapter": chapter.id, "node": node.id}
        kind = rng.choice(
            (AddMove, AddMove, AddMove, SetComment, SetComment, DeleteMoves, OrderMove, SetGlyph, SetMark)
        )
        if kind is AddMove:
            uhp = rng.choice(MOVES)
            move = self._add(kind, chapter=chapter.id, node=self._new_id(), parent=node.id, uhp=uhp)
            self._witness.added.append(move)
        elif kind is SetComment:
            seen = [comment.id for comment in node.comments]
            self._witness.texts.update(seen)
            text = "" if rng.random() < 0.2 else f"text {self._new_id()}"
            self._witness.written.append(self._add(kind, **place, text=text, replaces=seen))
        elif kind is SetMark:
            mark = Mark(Hex(rng.randrange(2), 0), None)
            self._add(kind, **place, mark=mark, on=rng.random() < 0.7)
        elif node.id == ROOT:
            return
        elif kind is DeleteMoves:
            self._see(chapter, node)
            self.deletions.append(self._add(kind, **place, seen=self.seq).id)
        elif kind is OrderMove:
            siblings = chapter.nodes[node.parent or ROOT].children
            self._add(kind, **place, before=rng.choice([None, *siblings]))
        else:
            self._add(kind, **place, glyph=rng.choice(GLYPHS))

    def _see(self, chapter: StudyChapter, node: StudyNode) -> None:
        waiting = [node]
        for one in waiting:
            self._witness.moves.add((chapter.id, one.id))
            self._witness.texts.update(comment.id for comment in one.comments)
            waiting += [chapter.nodes[child] for child in one.children]

    def _add(self, kind: Any, **fields: Any) -> Any:
        edit = kind(id=self._new_id(), **fields)
        self.pending.append(edit)
        return edit

    def _new_id(self) -> str:
        return f"{self.name}-{next(self._numbers):04}"


def simulate(seed: int, rounds: int = 60) -> tuple[Log, list[Replica], Witness]:
    """Let three clients edit, lose connections and answers, and finally receive everything."""
    rng, log, witness = random.Random(seed), Log(), Witness()
    replicas = [Replica(name, log, witness, rng) for name in ("anna", "ben-", "carl")]
    replicas[0].edit()
    replicas[0].send()
    online = dict.fromkeys(("anna", "ben-", "carl"), True)
    for _ in range(rounds):
        replica = rng.choice(replicas)
        if rng.random() < 0.15:
            online[replica.name] = not online[replica.name]
        if replica.seq or replica.pending:
            replica.edit()
        if online[replica.name]:
            replica.receive(rng.randint(replica.seq, len(log.changes)))
            replica.send(lose_answer=rng.random() < 0.3, most=rng.randint(1, 5))
    for replica in replicas:
        while replica.pending:
            replica.send()
    for replica in replicas:
        replica.receive(len(log.changes))
    return log, replicas, witness


def resolved(chapters: list[StudyChapter], chapter: str, node: str) -> StudyNode | None:
    found = next((one for one in chapters if one.id == chapter), None)
    return None if found is None else find_node(found, node)
