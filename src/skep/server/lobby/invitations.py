"""Looking at an invitation without accepting it. Nothing is stored, and no game is loaded."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal, TypeAlias

from skep.pieces import Color
from skep.server.accounts.secrets import LinkTarget
from skep.server.http.problem_error import ProblemError
from skep.server.lobby.open_challenges import creator_of
from skep.server.play.rooms import Rooms
from skep.server.schemas.lobby import Invitation
from skep.server.schemas.views import side_name
from skep.server.store.records import GameRow, Guest

__all__ = ["InvitationRefused", "Invitations"]

_NO_EVENTS: Final = 2**31 - 1
"""A sequence number after which there are no events."""

Reason: TypeAlias = Literal["unknown", "used", "expired", "over"]

_TEXTS: Final[dict[Reason, tuple[int, str]]] = {
    "unknown": (404, "This invitation does not exist or was withdrawn."),
    "used": (410, "This invitation has already been accepted."),
    "expired": (410, "This invitation has expired. Ask for a new link."),
    "over": (410, "The game of this invitation was aborted before it started."),
}


class InvitationRefused(ProblemError):
    """An invitation that cannot be accepted."""

    def __init__(self, reason: Reason) -> None:
        status, text = _TEXTS[reason]
        super().__init__(status, f"invitation-{reason}", text)


class Invitations:
    """Looks invitations up."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store

    async def look_up(self, secret: str, guest: Guest | None) -> Invitation:
        """Return what a visitor accepts with an invitation. Raises InvitationRefused.

        Only the holder of the link learns anything about the game. Once the seat is taken, its seed is gone, and the
        answer is only that the link was used.
        """
        target = LinkTarget.of(secret)
        stored = None if target is None else await self._store.load(target.game, after=_NO_EVENTS)
        if target is None or stored is None:
            raise InvitationRefused("unknown")
        row = stored.row
        if guest is not None and await self._store.sides_of(row.id, guest.id):
            return await self._view(row, target, playing=True)
        sides = Color if target.side is None else (target.side,)
        seat = next((row.seats[side] for side in sides if row.seats[side].invite is not None), None)
        if seat is None or seat.invite is None:
            raise InvitationRefused("used" if any(row.seats[side].guest for side in sides) else "unknown")
        state = self._rooms.links.check("invite", secret, seat.invite, self._rooms.time.now())
        if state != "valid":
            raise InvitationRefused(state)
        if stored.status.ended:
            raise InvitationRefused("over")
        return await self._view(row, target, playing=False)

    async def _view(self, row: GameRow, target: LinkTarget, *, playing: bool) -> Invitation:
        waiting = next((seat for seat in row.seats if seat.guest is not None), None)
        free = [seat.side for seat in row.seats if seat.guest is None]
        side = free[0] if target.side is None and len(free) == 1 else target.side
        by = await self._store.read(partial(creator_of, row.id)) if waiting is None else waiting.name
        return Invitation(
            by=by,
            side=None if side is None else side_name(side),
            clock=row.clock,
            expansions=row.game_type.removeprefix("Base").removeprefix("+"),
            edition=row.edition,
            threefold=row.threefold,
            private=row.private,
            rated=row.rated,
            game=row.id if playing else None,
        )
