"""The data about players of shared studies, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, select

from skep.server.accounts.personal_data import PersonalData
from skep.server.shared_studies.statements import adopt_player, erase_player
from skep.server.store.study_tables import shared_studies, study_edits, study_members, study_snapshots
from skep.server.store.values import seconds

__all__ = ["STUDY_DATA"]


def _export(player: str, connection: Connection) -> object:
    own = (
        select(shared_studies, study_snapshots.c.chapters.label("snapshot"))
        .join(study_snapshots, study_snapshots.c.study == shared_studies.c.id)
        .where(shared_studies.c.owner == player)
    )
    edits = select(study_edits).where(study_edits.c.player == player).order_by(study_edits.c.study, study_edits.c.seq)
    joined = select(study_members).where(study_members.c.player == player)
    return {
        "owned": [
            {
                "id": row.id,
                "name": row.name,
                "public": row.public,
                "created": seconds(row.created),
                "chapters": msgspec.Raw(bytes(row.snapshot)),
                "pgn": f"/api/shared-studies/{row.id}/record.pgn",
            }
            for row in connection.execute(own)
        ],
        "edits": [
            {"study": row.study, "at": seconds(row.at), "edit": msgspec.Raw(bytes(row.edit))}
            for row in connection.execute(edits)
        ],
        "joined": [
            {"study": row.study, "role": row.role, "joined": seconds(row.joined)} for row in connection.execute(joined)
        ],
    }


STUDY_DATA: Final = (PersonalData("studies", _export, erase_player, adopt_player),)
