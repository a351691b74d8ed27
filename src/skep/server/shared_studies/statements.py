"""Reading and writing shared studies in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, literal, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from skep.server.schemas.study_edits import AnyStudyEdit, StudyChange, StudyChapter
from skep.server.store.account_tables import accounts
from skep.server.store.study_tables import shared_studies, study_edits, study_members, study_snapshots
from skep.server.store.tables import guests
from skep.server.store.values import micros

__all__ = [
    "MAX_BYTES",
    "MAX_MEMBERS",
    "MAX_STUDIES",
    "Batch",
    "NewStudyRow",
    "StoredStudy",
    "adopt_player",
    "append",
    "change_settings",
    "changes_after",
    "create",
    "decode_chapters",
    "delete_study",
    "erase_player",
    "find_joined",
    "find_missed_changes",
    "find_owned",
    "known_edits",
    "leave",
    "load",
    "members_of",
    "public_studies",
    "remove_member",
    "row_of",
    "save_snapshot",
    "seqs",
    "set_link",
    "set_member",
    "set_role",
]

MAX_STUDIES: Final = 200
"""Studies that one account can own."""
MAX_BYTES: Final = 20_000_000
"""Bytes of the edits of all studies of an account."""
MAX_MEMBERS: Final = 500
"""Players who can join one study."""

_edit_decoder: Final = msgspec.json.Decoder(AnyStudyEdit)
_chapters_decoder: Final = msgspec.json.Decoder(list[StudyChapter])
_encoder: Final = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStudyRow:
    """A study to create."""

    id: str
    owner: str
    name: str
    chapters: list[StudyChapter]
    picture: str
    now: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Checked edits of one player, and the study after them."""

    study: str
    player: str
    changes: Sequence[StudyChange]
    """Numbered from the edit after the last one that the process knew."""
    chapters: int
    picture: str
    now: float


@dataclass(frozen=True, slots=True)
class StoredStudy:
    """A study as loaded: a snapshot and the edits after it."""

    row: Row[Any]
    chapters: list[StudyChapter]
    snapshot: int
    """The number of the last edit in the snapshot."""
    changes: list[StudyChange]


_WITH_OWNER: Final = select(shared_studies, guests.c.name.label("owner_name")).join(
    guests, guests.c.id == shared_studies.c.owner
)


def decode_chapters(encoded: bytes) -> list[StudyChapter]:
    """Return the chapters of a snapshot."""
    return _chapters_decoder.decode(encoded)


# studies


def create(new: NewStudyRow, connection: Connection, maybe_done: bool) -> str | None:
    """Store a study with a snapshot; return the limit that its owner has reached, or None."""
    if maybe_done and connection.scalar(select(shared_studies.c.id).where(shared_studies.c.id == new.id)):
        return None
    size = _encoder.encode(new.chapters)
    own = select(func.count(), func.coalesce(func.sum(shared_studies.c.bytes), 0))
    count, used = connection.execute(own.where(shared_studies.c.owner == new.owner)).one()
    if count >= MAX_STUDIES:
        return "studies"
    if used + len(size) > MAX_BYTES:
        return "bytes"
    row = {
        "id": new.id,
        "owner": new.owner,
        "name": new.name,
        "public": False,
        "created": micros(new.now),
        "updated": micros(new.now),
        "seq": 0,
        "bytes": len(size),
        "chapters": len(new.chapters),
        "picture": new.picture,
    }
    connection.execute(insert(shared_studies).values(row))
    connection.execute(insert(study_snapshots).values(study=new.id, seq=0, chapters=size))
    return None


def row_of(study: str, connection: Connection) -> Row[Any] | None:
    """Return the row of a study with its owner's name, or None."""
    return connection.execute(_WITH_OWNER.where(shared_studies.c.id == study)).one_or_none()


def load(study: str, connection: Connection) -> StoredStudy | None:
    """Return a study, or None."""
    row = row_of(study, connection)
    if row is None:
        return None
    found = connection.execute(select(study_snapshots).where(study_snapshots.c.study == study)).one()
    changes = changes_after(study, found.seq, None, connection)
    return StoredStudy(row, _chapters_decoder.decode(found.chapters), found.seq, changes)


def changes_after(study: str, seq: int, limit: int | None, connection: Connection) -> list[StudyChange]:
    """Return the edits of a study after a number, in order, at most ``limit``."""
    later = (
        select(study_edits)
        .where(study_edits.c.study == study, study_edits.c.seq > seq)
        .order_by(study_edits.c.seq)
        .limit(limit)
    )
    return [
        StudyChange(seq=row.seq, client=row.client, edit=_edit_decoder.decode(row.edit))
        for row in connection.execute(later)
    ]


def find_missed_changes(
    study: str, seq: int, most: int, max_bytes: int, connection: Connection
) -> list[StudyChange] | None:
    """Return the edits of a study after a number, or None without reading them if they are too many or too large."""
    later = select(func.length(study_edits.c.edit)).where(study_edits.c.study == study, study_edits.c.seq > seq)
    sizes = list(connection.scalars(later.limit(most + 1)))
    if len(sizes) > most or sum(sizes) > max_bytes:
        return None
    return changes_after(study, seq, None, connection)


def known_edits(study: str, ids: Sequence[str], connection: Connection) -> frozenset[str]:
    """Return which of some edits are stored already."""
    known = select(study_edits.c.id).where(study_edits.c.study == study, study_edits.c.id.in_(ids))
    return frozenset(connection.scalars(known))


def append(batch: Batch, connection: Connection, maybe_done: bool) -> str | None:
    """Store edits; return None, or ``late``, ``gone`` or ``full`` if nothing was stored.

    ``late`` says that other edits have taken the numbers, which another process has stored.
    """
    first, last = batch.changes[0], batch.changes[-1]
    rows = [_row(batch, change) for change in batch.changes]
    size = sum(len(row["edit"]) for row in rows)
    if maybe_done:
        same = study_edits.c.study == batch.study, study_edits.c.id == last.edit.id
        if connection.scalar(select(study_edits.c.seq).where(*same)) == last.seq:
            return None
    owner = connection.scalar(select(shared_studies.c.owner).where(shared_studies.c.id == batch.study))
    if owner is None:
        return "gone"
    used = select(func.sum(shared_studies.c.bytes)).where(shared_studies.c.owner == owner)
    if (connection.scalar(used) or 0) + size > MAX_BYTES:
        return "full"
    claim = (
        update(shared_studies)
        .where(shared_studies.c.id == batch.study, shared_studies.c.seq == first.seq - 1)
        .values(
            seq=last.seq,
            updated=micros(batch.now),
            bytes=shared_studies.c.bytes + size,
            chapters=batch.chapters,
            picture=batch.picture,
        )
    )
    if connection.execute(claim).rowcount != 1:
        return "late"
    connection.execute(insert(study_edits), rows)
    return None


def _row(batch: Batch, change: StudyChange) -> dict[str, Any]:
    return {
        "study": batch.study,
        "seq": change.seq,
        "id": change.edit.id,
        "client": change.client,
        "player": batch.player,
        "at": micros(batch.now),
        "edit": _encoder.encode(change.edit),
    }


def save_snapshot(study: str, seq: int, chapters: bytes, connection: Connection, _maybe_done: bool) -> None:
    """Replace the snapshot of a study unless a later one is stored."""
    connection.execute(
        update(study_snapshots)
        .where(study_snapshots.c.study == study, study_snapshots.c.seq < seq)
        .values(seq=seq, chapters=chapters)
    )


def seqs(studies: Sequence[str], connection: Connection) -> dict[str, int]:
    """Return the number of the last edit of each study that exists."""
    found = select(shared_studies.c.id, shared_studies.c.seq).where(shared_studies.c.id.in_(studies))
    return {row.id: row.seq for row in connection.execute(found)}


def change_settings(
    study: str, name: str | None, public: bool | None, connection: Connection, _maybe_done: bool
) -> None:
    """Change what is given of a study."""
    values = {key: value for key, value in (("name", name), ("public", public)) if value is not None}
    if values:
        connection.execute(update(shared_studies).where(shared_studies.c.id == study).values(values))


def delete_study(study: str, connection: Connection, _maybe_done: bool) -> None:
    """Delete a study with its edits and members."""
    _delete_all(shared_studies.c.id == study, connection)


def _delete_all(which: ColumnElement[bool], connection: Connection) -> None:
    ids = select(shared_studies.c.id).where(which)
    for column in (study_edits.c.study, study_snapshots.c.study, study_members.c.study):
        connection.execute(delete(column.table).where(column.in_(ids)))
    connection.execute(delete(shared_studies).where(which))


def erase_player(player: str, connection: Connection) -> None:
    """Delete the studies and memberships of a player. Their edits of other studies remain without their name."""
    _delete_all(shared_studies.c.owner == player, connection)
    connection.execute(delete(study_members).where(study_members.c.player == player))
    connection.execute(update(study_edits).where(study_edits.c.player == player).values(player=None))


def adopt_player(guest: str, account: str, connection: Connection) -> None:
    """Give an account the memberships and edits of a guest. Guests own no studies."""
    members, twin = study_members.c, study_members.alias("twin")
    # of two roles, the account keeps the one that lets it do more
    editing = select(twin.c.study).where(twin.c.player == guest, twin.c.role == "edit")
    is_editor = members.player == account, members.study.in_(editing)
    connection.execute(update(study_members).where(*is_editor).values(role="edit"))
    joined = select(twin.c.study).where(twin.c.player == account)
    owned = select(shared_studies.c.id).where(shared_studies.c.owner == account)
    known = members.player == guest, or_(members.study.in_(joined), members.study.in_(owned))
    connection.execute(delete(study_members).where(*known))
    connection.execute(update(study_members).where(members.player == guest).values(player=account))
    connection.execute(update(study_edits).where(study_edits.c.player == guest).values(player=account))


# lists


def find_owned(player: str, limit: int, connection: Connection) -> list[Row[Any]]:
    """Return the studies of a player, those edited last first."""
    own = _WITH_OWNER.where(shared_studies.c.owner == player)
    return list(connection.execute(own.order_by(shared_studies.c.updated.desc(), shared_studies.c.id).limit(limit)))


def find_joined(player: str, limit: int, connection: Connection) -> list[Row[Any]]:
    """Return the studies of others that a player has joined, each with the role."""
    joined = (
        _WITH_OWNER.add_columns(study_members.c.role)
        .join(study_members, study_members.c.study == shared_studies.c.id)
        .where(study_members.c.player == player)
        .order_by(shared_studies.c.updated.desc(), shared_studies.c.id)
        .limit(limit)
    )
    return list(connection.execute(joined))


def public_studies(player: str, limit: int, connection: Connection) -> list[Row[Any]]:
    """Return public studies that a player neither owns nor has joined, those edited last first."""
    joined = select(study_members.c.study).where(study_members.c.player == player)
    others = (
        _WITH_OWNER.where(shared_studies.c.public, shared_studies.c.owner != player, shared_studies.c.id.not_in(joined))
        .order_by(shared_studies.c.updated.desc(), shared_studies.c.id)
        .limit(limit)
    )
    return list(connection.execute(others))


# links and members


def set_link(study: str, role: str, secret: str | None, connection: Connection, _maybe_done: bool) -> None:
    """Set or remove the secret of a link."""
    values = {f"{role}_link": secret}
    connection.execute(update(shared_studies).where(shared_studies.c.id == study).values(values))


def set_member(study: str, player: str, role: str, now: float, connection: Connection, _maybe_done: bool) -> bool:
    """Let a player join with a role, or raise the role from ``view``; return whether there is room for them."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    others = select(func.count()).select_from(study_members)
    others = others.where(study_members.c.study == study, study_members.c.player != player)
    if (connection.scalar(others) or 0) >= MAX_MEMBERS:
        return False
    row = dialect.insert(study_members).values(study=study, player=player, role=role, joined=micros(now))
    connection.execute(
        row.on_conflict_do_update(
            index_elements=["study", "player"],
            set_={"role": row.excluded.role},
            where=(study_members.c.role == "view") & (row.excluded.role == "edit"),
        )
    )
    return True


def members_of(study: str, connection: Connection) -> list[Row[Any]]:
    """Return the members of a study with their names, in the order in which they joined."""
    members = (
        select(
            study_members,
            guests.c.name,
            select(literal(True)).where(accounts.c.id == study_members.c.player).exists().label("registered"),
        )
        .join(guests, guests.c.id == study_members.c.player)
        .where(study_members.c.study == study)
        .order_by(study_members.c.id)
    )
    return list(connection.execute(members))


def set_role(study: str, member: int, role: str, connection: Connection, _maybe_done: bool) -> bool:
    """Change the role of a member; return whether there is one with this number."""
    which = study_members.c.study == study, study_members.c.id == member
    return connection.execute(update(study_members).where(*which).values(role=role)).rowcount == 1


def remove_member(study: str, member: int, connection: Connection, maybe_done: bool) -> bool:
    """Remove a member; return whether there was one with this number."""
    which = study_members.c.study == study, study_members.c.id == member
    return connection.execute(delete(study_members).where(*which)).rowcount == 1 or maybe_done


def leave(study: str, player: str, connection: Connection, _maybe_done: bool) -> None:
    """Remove a player from the members of a study."""
    which = study_members.c.study == study, study_members.c.player == player
    connection.execute(delete(study_members).where(*which))
