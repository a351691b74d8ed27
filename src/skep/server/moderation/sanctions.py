"""Sanctions: who may not chat, play or sign in, until when and why.

Every process remembers the sanctions of the players that it has checked. A change is announced over the bus, and an
announcement that is lost is made up for when the memory expires.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple

from skep.server.http.problem_error import ProblemError
from skep.server.moderation import sanction_statements
from skep.server.moderation.sanction_statements import SanctionKind, SanctionRow
from skep.server.realtime.bus import Bus
from skep.server.schemas.moderation import Notice, Notices
from skep.server.store.records import Store

__all__ = ["Sanctioned", "Sanctions"]

log = logging.getLogger("skep.server")

_TOPIC: Final = "sanctions"
_REMEMBERED_SECONDS: Final = 60.0
_MAX_REMEMBERED: Final = 20_000
_STOPS_PLAY: Final = ("suspension", "ban")

_SENTENCES: Final[dict[SanctionKind, str]] = {
    "warning": "A moderator has warned you",
    "chat": "A moderator has stopped you from chatting",
    "suspension": "A moderator has suspended you",
    "ban": "A moderator has banned you",
}


class Sanctioned(ProblemError):
    """Something that a sanction forbids. The message says until when and why."""

    def __init__(self, sanction: SanctionRow) -> None:
        until = "" if sanction.until is None else f" until {_date(sanction.until)}"
        sentence = f"{_SENTENCES[sanction.kind]}{until}. Reason: {sanction.reason}"
        super().__init__(403, f"sanction-{sanction.kind}", sentence)
        self.fields["reason"] = sanction.reason
        if sanction.until is not None:
            self.fields["until"] = sanction.until


class _Remembered(NamedTuple):
    active: list[SanctionRow]
    expires: float


class Sanctions:
    """The sanctions in force."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._remembered: OrderedDict[str, _Remembered] = OrderedDict()
        self.on_change: list[Callable[[str], None]] = []
        """Called in every process with a player whose sanctions have changed."""

    async def open(self) -> None:
        """Start listening to the other processes."""
        await self._bus.listen(_TOPIC, self._on_message)

    async def check_sign_in(self, player: str) -> None:
        """Raise Sanctioned if a player may not sign in."""
        await self._check(player, _STOPS_PLAY)

    async def check_play(self, player: str) -> None:
        """Raise Sanctioned if a player may not play, seek, challenge or join."""
        await self._check(player, _STOPS_PLAY)

    async def check_chat(self, player: str) -> None:
        """Raise Sanctioned if a player may not chat."""
        await self._check(player, ("chat", *_STOPS_PLAY))

    async def _check(self, player: str, kinds: tuple[SanctionKind, ...]) -> None:
        for sanction in await self.active(player):
            if sanction.kind in kinds:
                raise Sanctioned(sanction)

    async def active(self, player: str) -> list[SanctionRow]:
        """Return the sanctions that restrict a player, those that last longest first."""
        now = time.time()
        known = self._remembered.get(player)
        if known is None or now >= known.expires:
            active = await self._store.read_small(partial(sanction_statements.active_sanctions, player, now))
            known = _Remembered(active, now + _REMEMBERED_SECONDS)
            self._remembered[player] = known
            self._remembered.move_to_end(player)
            if len(self._remembered) > _MAX_REMEMBERED:
                self._remembered.popitem(last=False)
        return [sanction for sanction in known.active if sanction.is_active(now)]

    def may_play(self, player: str) -> bool | None:
        """Return whether a player may play, without waiting, or None if that has to be looked up."""
        known, now = self._remembered.get(player), time.time()
        if known is None or now >= known.expires:
            return None
        # called for every move, and nearly always there are none
        return not known.active or not any(
            sanction.kind in _STOPS_PLAY and sanction.is_active(now) for sanction in known.active
        )

    async def notices(self, player: str) -> Notices:
        """Return what a player should know: sanctions in force, and warnings that they have not confirmed."""
        rows = await self._store.read(partial(sanction_statements.unseen_sanctions, player, time.time()))
        return Notices(
            notices=[Notice(id=row.id, kind=row.kind, reason=row.reason, at=row.at, until=row.until) for row in rows]
        )

    async def confirm(self, player: str, number: int) -> None:
        """Record that a player has read a warning."""
        await self._store.write(partial(sanction_statements.see_sanction, player, number))

    def forget(self, player: str) -> None:
        """Forget, in every process, what is known about a player, after a change was stored."""
        self._forget(player)
        if not self._bus.alone:
            self._bus.publish(_TOPIC, player.encode())

    def _on_message(self, payload: bytes) -> None:
        self._forget(payload.decode(errors="replace"))

    def _forget(self, player: str) -> None:
        self._remembered.pop(player, None)
        for listener in self.on_change:
            listener(player)


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%d %B %Y, %H:%M UTC")
