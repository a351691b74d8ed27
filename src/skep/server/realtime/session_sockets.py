"""The sockets of each session in which someone is signed in, so that they end with it, in every process."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final, Protocol

import msgspec

from skep.server.realtime.bus import Bus

__all__ = ["SessionSockets"]

log = logging.getLogger("skep.server")

_TOPIC: Final = "sessions"
_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(list[str])


class _Socket(Protocol):
    def sign_out(self) -> None:
        """Close the connection, because its session has ended."""


class SessionSockets:
    """The connections of this process by the session in which their players are signed in."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._sockets: dict[str, set[_Socket]] = {}

    async def open(self) -> None:
        """Start listening to the other processes."""
        await self._bus.listen(_TOPIC, self._on_message)

    def add(self, session: str, socket: _Socket) -> None:
        """Note that a connection belongs to a session."""
        self._sockets.setdefault(session, set()).add(socket)

    def remove(self, session: str, socket: _Socket) -> None:
        """Note that a connection is closed."""
        if (sockets := self._sockets.get(session)) is not None:
            sockets.discard(socket)
            if not sockets:
                del self._sockets[session]

    @property
    def sessions(self) -> frozenset[str]:
        """The sessions with a connection to this process."""
        return frozenset(self._sockets)

    def end(self, sessions: Collection[str]) -> None:
        """Close the connections of these sessions in every process."""
        self.end_here(sessions)
        if sessions and not self._bus.alone:
            self._bus.publish(_TOPIC, _encoder.encode(list(sessions)))

    def end_here(self, sessions: Collection[str]) -> None:
        """Close the connections of these sessions in this process."""
        for session in sessions:
            for socket in tuple(self._sockets.get(session, ())):
                socket.sign_out()

    def _on_message(self, payload: bytes) -> None:
        try:
            sessions = _decoder.decode(payload)
        except msgspec.DecodeError:
            log.warning("another process sent a malformed list of sessions")
            return
        self.end_here(sessions)
