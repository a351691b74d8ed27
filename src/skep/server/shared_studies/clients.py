"""One client's requests about shared studies on its socket, within the limits of the client."""

from __future__ import annotations

import time
from functools import partial
from typing import Final, Protocol, get_args

import msgspec

from skep.server.http.client_limits import ClientLimits
from skep.server.moderation.services import Moderation
from skep.server.schemas.protocol import AnyServerMessage
from skep.server.schemas.refusals import FORBIDDEN_WORD, UNKNOWN_STUDY, VIEW_ONLY, Refusal
from skep.server.schemas.shared_studies import (
    EditStudy,
    JoinStudy,
    LeaveStudy,
    LookAtStudy,
    RefusedEdit,
    SharedStudyRequest,
    StudyEdited,
)
from skep.server.schemas.study_edits import AnyStudyEdit
from skep.server.shared_studies.checks import texts_of
from skep.server.shared_studies.studies import Edits, SharedStudies
from skep.server.store.records import Guest
from skep.server.study.services import TooMuchWork, charge_bytes

__all__ = ["SHARED_STUDY_COSTS", "SHARED_STUDY_REQUESTS", "StudyClient", "StudyGuards"]

SHARED_STUDY_REQUESTS: Final = frozenset(get_args(SharedStudyRequest))
"""The requests that a client of shared studies handles."""
SHARED_STUDY_COSTS: Final[dict[type, float]] = {JoinStudy: 5.0, EditStudy: 3.0, LookAtStudy: 1.0}
"""The costs of requests for the client's rate limit; others cost 1."""

_MAX_OPEN: Final = 8
"""Studies that one client can have open."""
_TOO_MANY: Final = Refusal("not-possible", f"One client can have at most {_MAX_OPEN} studies open.")

_encoder: Final = msgspec.json.Encoder()


class _Connection(Protocol):
    @property
    def address(self) -> str:
        """The address of the client."""

    def send(self, framed: bytes) -> None:
        """Queue a framed message; never blocks."""

    def reply(self, message: AnyServerMessage) -> None:
        """Send a message."""

    def acknowledge(self, id_: int) -> None:
        """Send ``ok`` for a request."""


class StudyGuards:
    """The checks of edits before they reach a study: sanctions, forbidden words and rates."""

    def __init__(self, moderation: Moderation | None, limits: ClientLimits | None) -> None:
        self._moderation = moderation
        self._limits = limits

    def charge_loading(self, address: str, size: int) -> None:
        """Charge an address for loading a study. Raises TooMuchWork beyond the limit."""
        charge_bytes(self._limits, address, size)

    def charge(self, edits: list[AnyStudyEdit], player: str, address: str) -> Refusal | None:
        """Charge a player for edits; return why they are too many."""
        if self._limits is None:
            return None
        now = time.monotonic()
        edit = self._limits.edits
        exceeded = edit.take_from(edit.of_client(address, player, now=now), len(edits), now=now)
        if exceeded is not None:
            return Refusal("too-fast", f"Too many edits of studies. {exceeded.advice}")
        exceeded = self._limits.storage.take(len(_encoder.encode(edits)), address=address, now=now)
        if exceeded is not None:
            return Refusal("too-fast", f"Your address has stored too much today. {exceeded.advice}")
        return None

    async def forbidden(self, edits: list[AnyStudyEdit], player: str) -> list[RefusedEdit]:
        """Return the edits whose texts have forbidden words. Raises Sanctioned if the player may not write."""
        if self._moderation is None:
            return []
        await self._moderation.sanctions.check_play(player)
        refused = list[RefusedEdit]()
        for edit in edits:
            texts = texts_of(edit)
            if texts:
                await self._moderation.sanctions.check_chat(player)
            if texts and await self._moderation.words.find("\n".join(texts)) is not None:
                refused.append(RefusedEdit(edit=edit.id, code=FORBIDDEN_WORD.code, text=FORBIDDEN_WORD.text))
        return refused


class StudyClient:
    """The requests of one client about shared studies."""

    def __init__(self, studies: SharedStudies, guards: StudyGuards, connection: _Connection) -> None:
        self._studies = studies
        self._guards = guards
        self._connection = connection
        self._charge_loading = partial(guards.charge_loading, connection.address)
        self._joined: set[str] = set()

    @property
    def is_idle(self) -> bool:
        """Whether the client has no study open."""
        return not self._joined

    def close(self) -> None:
        """Leave all studies."""
        for study in self._joined:
            self._studies.leave(study, self._connection)
        self._joined.clear()

    async def answer(self, request: SharedStudyRequest, player: Guest | None) -> Refusal | None:
        """Handle a request and reply, or return why it is refused."""
        try:
            return await self._answer(request, player)
        except TooMuchWork as error:
            return Refusal("too-fast", str(error))

    async def _answer(self, request: SharedStudyRequest, player: Guest | None) -> Refusal | None:
        match request:
            case JoinStudy():
                return await self._join(request, player)
            case LeaveStudy():
                self._joined.discard(request.study)
                self._studies.leave(request.study, self._connection)
            case LookAtStudy():
                self._studies.look(request, self._connection)
            case EditStudy():
                return await self._edit(request, player)
        self._connection.acknowledge(request.id)
        return None

    async def _join(self, request: JoinStudy, player: Guest | None) -> Refusal | None:
        if request.study not in self._joined and len(self._joined) >= _MAX_OPEN:
            return _TOO_MANY
        joined = await self._studies.join(request, self._connection, player, self._charge_loading)
        if isinstance(joined, Refusal):
            return joined
        self._joined.add(request.study)
        return None

    async def _edit(self, request: EditStudy, player: Guest | None) -> Refusal | None:
        if player is None:
            return VIEW_ONLY if request.study in self._joined else UNKNOWN_STUDY
        refusal = self._guards.charge(request.edits, player.id, self._connection.address)
        if refusal is not None:
            return refusal
        refused = await self._guards.forbidden(request.edits, player.id)
        forbidden = {edit.edit for edit in refused}
        edits = Edits(
            study=request.study,
            player=player.id,
            client=request.client,
            edits=[edit for edit in request.edits if edit.id not in forbidden],
            refused=refused,
        )
        result = await self._studies.edit(edits, self._connection, self._charge_loading)
        if isinstance(result, Refusal):
            return result
        self._connection.reply(StudyEdited(id=request.id, study=request.study, refused=result))
        return None
