"""The library of shared studies: creating, copying, listing and exporting them, and who may open them."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal, TypeAlias

import msgspec
from sqlalchemy import Row

from skep.errors import SkepError
from skep.server.accounts.secrets import new_guest_id, new_seed
from skep.server.http.problem_error import ProblemError
from skep.server.moderation.services import Moderation
from skep.server.schemas.refusals import Refusal
from skep.server.schemas.shared_studies import (
    NewChapter,
    NewStudy,
    StudyAccess,
    StudyJoining,
    StudyLinkChoice,
    StudyLinks,
    StudyList,
    StudyMember,
    StudyRole,
    StudySettings,
    StudySummary,
)
from skep.server.schemas.study_edits import AddChapter, StudyChapter
from skep.server.shared_studies import statements
from skep.server.shared_studies.access import find_access
from skep.server.shared_studies.checks import EditRefused, check_edit, clean_chapter_name, texts_of
from skep.server.shared_studies.documents import new_chapter
from skep.server.shared_studies.records import game_of, pgn_of, picture_of, record_of
from skep.server.shared_studies.statements import MAX_MEMBERS, MAX_STUDIES, NewStudyRow
from skep.server.shared_studies.studies import Edits, SharedStudies, UnknownStudy
from skep.server.store.records import Guest
from skep.server.store.values import seconds
from skep.server.study.lines import Lines
from skep.server.study.pictures import game_text
from skep.views import StackView

__all__ = ["ExportForm", "StudyLibrary"]

_LISTED: Final = 100
_PUBLIC_LISTED: Final = 50

ExportForm = Literal["pgn", "uhp", "txt"]
Charge: TypeAlias = Callable[[int], None]
"""Charges the client for some bytes."""

_stacks_decoder: Final = msgspec.json.Decoder(list[StackView])
_encoder: Final = msgspec.json.Encoder()


class StudyLibrary:
    """Everything about shared studies but their edits."""

    def __init__(self, studies: SharedStudies, moderation: Moderation) -> None:
        self._studies = studies
        self._store = studies.store
        self._moderation = moderation

    # creating and copying

    async def create(self, owner: Guest, new: NewStudy) -> StudyJoining:
        """Create a study with one chapter. Raises ProblemError."""
        edit = AddChapter(
            id=new_guest_id(), chapter=_chapter_id(), name=new.chapter, tree=new.tree, orientation=new.orientation
        )
        await self._check_texts(owner, [new.name, *texts_of(edit)])
        try:
            name = clean_chapter_name(new.name)
            checked = await check_edit([], edit, Lines(self._studies.executor), None)
        except EditRefused as error:
            raise _problem(error.refusal) from error
        assert isinstance(checked, AddChapter)
        return await self._store_new(owner, name, [new_chapter(checked, None)])

    async def copy(self, owner: Guest, study: str, charge: Charge) -> StudyJoining:
        """Copy a study with the chapters and moves that are not deleted. Raises ProblemError.

        ``charge`` is called with the size of the study, here and below, and raises an exception beyond a limit.
        """
        document = await self._open(study, owner.id, charge)
        chapters = await asyncio.to_thread(_copies, await self._chapters(study))
        return await self._store_new(owner, document.name, chapters)

    async def _store_new(self, owner: Guest, name: str, chapters: list[StudyChapter]) -> StudyJoining:
        picture = await self._studies.executor.run(picture_of, chapters)
        row = NewStudyRow(
            id=new_guest_id()[:12],
            owner=owner.id,
            name=name,
            chapters=chapters,
            picture=_encoder.encode(picture).decode(),
            now=time.time(),
        )
        reached = await self._store.write(partial(statements.create, row))
        if reached == "studies":
            raise ProblemError(409, "studies-full", f"You have {MAX_STUDIES} studies. Delete one of them first.")
        if reached == "bytes":
            raise ProblemError(409, "studies-size", "Your studies take all of your space. Delete one of them first.")
        return StudyJoining(study=row.id, role="owner")

    async def add_chapter(self, player: Guest, study: str, new: NewChapter) -> StudyJoining:
        """Add a chapter to a study. Raises ProblemError."""
        await self._check_texts(player, texts_of(new.edit))
        result = await self._studies.edit(
            Edits(study=study, player=player.id, client=new.client, edits=[new.edit]), player.id
        )
        if isinstance(result, Refusal):
            raise _problem(result)
        if result:
            raise _problem(Refusal(result[0].code, result[0].text))
        return StudyJoining(study=study, role="edit")

    async def _check_texts(self, player: Guest, texts: list[str]) -> None:
        await self._moderation.sanctions.check_chat(player.id)
        if await self._moderation.words.find("\n".join(texts)) is not None:
            raise ProblemError(422, "forbidden-word", "The study contains a word that is not allowed here.")

    # reading

    async def document(self, study: str, player: Guest | None, charge: Charge) -> bytes:
        """Return a study as JSON. Raises ProblemError."""
        id_ = None if player is None else player.id
        await self._open(study, id_, charge)
        try:
            return await self._studies.document(study, id_)
        except UnknownStudy:
            raise _unknown() from None

    async def studies_of(self, player: Guest | None) -> StudyList:
        """Return the studies that a player owns, has joined or can find."""
        id_ = "" if player is None else player.id
        owned = await self._store.read(partial(statements.find_owned, id_, _LISTED))
        joined = await self._store.read(partial(statements.find_joined, id_, _LISTED))
        public = await self._store.read(partial(statements.public_studies, id_, _PUBLIC_LISTED))
        blocked = await self._moderation.blocks.find_blocked(id_) if id_ else frozenset()
        return StudyList(
            yours=[_summary(row, "owner") for row in owned],
            joined=[_summary(row, row.role) for row in joined if row.owner not in blocked],
            public=[_summary(row, "view") for row in public if row.owner not in blocked],
        )

    async def export(
        self, study: str, player: Guest | None, chapter: str | None, form: ExportForm, charge: Charge
    ) -> str:
        """Return one chapter or all of them in a format for files. Raises ProblemError."""
        document = await self._open(study, None if player is None else player.id, charge)
        chapters = [one for one in await self._chapters(study) if one.deleted is None]
        if chapter is not None:
            chapters = [one for one in chapters if one.id == chapter]
        if not chapters:
            raise ProblemError(404, "unknown-chapter", "This chapter does not exist, or it has been deleted.")
        writers: dict[ExportForm, Callable[[], str]] = {
            "pgn": lambda: pgn_of(chapters, document.name),
            "uhp": lambda: "\n".join(game_of(one, document.name).text("uhp") for one in chapters),
            "txt": lambda: "\n".join(game_text(game_of(one, document.name)) for one in chapters),
        }
        try:
            return await self._studies.executor.run(writers[form])
        except SkepError as error:
            raise ProblemError(422, "no-export", str(error)[:300]) from error

    async def _open(self, study: str, player: str | None, charge: Charge | None = None) -> Row[Any]:
        """Return the row of a study that a player may open. Raises ProblemError."""
        access = await find_access(self._store, study, [player])
        if access is None or access.role_of(player) is None:
            raise _unknown()
        if charge is not None:
            charge(access.row.bytes)
        return access.row

    async def _chapters(self, study: str) -> list[StudyChapter]:
        """Return the caller's own copy of the chapters of a study."""
        try:
            async with self._studies.use(study) as live:
                encoded = await asyncio.to_thread(_encoder.encode, live.chapters)
        except UnknownStudy:
            raise _unknown() from None
        return await asyncio.to_thread(statements.decode_chapters, encoded)

    # for owners

    async def _open_own(self, study: str, owner: Guest) -> Row[Any]:
        row = await self._open(study, owner.id)
        if row.owner != owner.id:
            raise ProblemError(403, "not-your-study", "Only the owner of a study can do this.")
        return row

    async def access(self, owner: Guest, study: str) -> StudyAccess:
        """Return who can open a study. Raises ProblemError."""
        row = await self._open_own(study, owner)
        members = await self._store.read(partial(statements.members_of, study))
        return StudyAccess(
            public=bool(row.public),
            links=StudyLinks(view=row.view_link, edit=row.edit_link),
            members=[
                StudyMember(id=member.id, name=member.name, role=member.role, registered=bool(member.registered))
                for member in members
            ],
        )

    async def change(self, owner: Guest, study: str, settings: StudySettings) -> StudyAccess:
        """Rename a study, or make it public or not. Raises ProblemError."""
        await self._open_own(study, owner)
        name = None
        if settings.name is not None:
            await self._check_texts(owner, [settings.name])
            try:
                name = clean_chapter_name(settings.name)
            except EditRefused as error:
                raise _problem(error.refusal) from error
        await self._store.write(partial(statements.change_settings, study, name, settings.public))
        await self._studies.access_changed(study)
        return await self.access(owner, study)

    async def delete(self, owner: Guest, study: str) -> StudyList:
        """Delete a study for everyone. Raises ProblemError."""
        await self._open_own(study, owner)
        await self._store.write(partial(statements.delete_study, study))
        await self._studies.access_changed(study)
        return await self.studies_of(owner)

    async def set_link(self, owner: Guest, study: str, choice: StudyLinkChoice) -> StudyAccess:
        """Make a new link or revoke one. Whoever has joined through an earlier link remains. Raises ProblemError."""
        await self._open_own(study, owner)
        secret = None if choice.revoke else new_seed()
        await self._store.write(partial(statements.set_link, study, choice.role, secret))
        return await self.access(owner, study)

    async def set_role(self, owner: Guest, study: str, member: int, role: str) -> StudyAccess:
        """Change the role of a member. Raises ProblemError."""
        await self._open_own(study, owner)
        if not await self._store.write(partial(statements.set_role, study, member, role)):
            raise _no_member()
        await self._studies.access_changed(study)
        return await self.access(owner, study)

    async def remove(self, owner: Guest, study: str, member: int) -> StudyAccess:
        """Remove a member. Raises ProblemError."""
        await self._open_own(study, owner)
        if not await self._store.write(partial(statements.remove_member, study, member)):
            raise _no_member()
        await self._studies.access_changed(study)
        return await self.access(owner, study)

    # for members

    async def join(self, player: Guest, study: str, secret: str) -> StudyJoining:
        """Let a player join through a link. Raises ProblemError."""
        access = await find_access(self._store, study, [player.id])
        role = None if access is None else _role_of_link(access.row, secret)
        if access is None or role is None or await self._moderation.blocks.is_blocked(player.id, access.row.owner):
            raise ProblemError(404, "unknown-link", "This link does not work any longer. Ask for a new one.")
        if access.row.owner == player.id:
            return StudyJoining(study=study, role="owner")
        if not await self._store.write(partial(statements.set_member, study, player.id, role, time.time())):
            raise ProblemError(409, "members-full", f"{MAX_MEMBERS} people have joined this study already.")
        await self._studies.access_changed(study)
        joined = await find_access(self._store, study, [player.id])
        found = None if joined is None else joined.role_of(player.id)
        if found is None:
            raise _unknown()
        return StudyJoining(study=study, role=found)

    async def leave(self, player: Guest, study: str) -> StudyList:
        """Remove a player from the members of a study."""
        await self._store.write(partial(statements.leave, study, player.id))
        await self._studies.access_changed(study)
        return await self.studies_of(player)


def _role_of_link(row: Row[Any], secret: str) -> str | None:
    links = (("edit", row.edit_link), ("view", row.view_link))
    given = secret.encode()
    return next((role for role, link in links if link and hmac.compare_digest(link.encode(), given)), None)


def _chapter_id() -> str:
    return new_guest_id()[:12]


def _copies(chapters: list[StudyChapter]) -> list[StudyChapter]:
    copies = list[StudyChapter]()
    for chapter in chapters:
        if chapter.deleted is None:
            edit = AddChapter(
                id=new_guest_id(),
                chapter=_chapter_id(),
                name=chapter.name,
                tree=record_of(chapter),
                orientation=chapter.orientation,
            )
            copies.append(new_chapter(edit, None))
    return copies


def _summary(row: Row[Any], role: StudyRole) -> StudySummary:
    return StudySummary(
        study=row.id,
        name=row.name,
        owner=row.owner_name,
        role=role,
        public=bool(row.public),
        chapters=row.chapters,
        updated=seconds(row.updated),
        stacks=_stacks_decoder.decode(row.picture),
    )


def _problem(refusal: Refusal) -> ProblemError:
    status = {"unknown-study": 404, "view-only": 403, "busy": 503, "forbidden-word": 422}.get(refusal.code, 422)
    return ProblemError(status, refusal.code, refusal.text)


def _unknown() -> ProblemError:
    return ProblemError(404, "unknown-study", "There is no such study, or you may not open it.")


def _no_member() -> ProblemError:
    return ProblemError(404, "unknown-member", "Nobody with this number has joined the study.")
