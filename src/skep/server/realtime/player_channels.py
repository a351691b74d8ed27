"""Player channels: messages to a player in all their tabs, in whichever process these are connected.

What matters is stored before it is sent: a message is lost if the bus fails or the player is not connected.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final, Protocol

import msgspec
from msgspec import Raw, Struct

from skep.server.realtime.bus import Bus
from skep.server.realtime.frames import frame

__all__ = ["PlayerChannels"]

log = logging.getLogger("skep.server")

_TOPIC: Final = "players"


class _Receiver(Protocol):
    def send(self, framed: bytes) -> None:
        """Queue a framed message; never blocks."""

    def sign_out(self) -> None:
        """Close the connection."""


class _Relayed(Struct, frozen=True):
    """A message to some players on its way to the other processes."""

    players: tuple[str, ...]
    message: Raw


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(_Relayed)


class PlayerChannels:
    """The connections of the players in this process, and the way to those in other processes."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._connections: dict[str, set[_Receiver]] = {}

    async def open(self) -> None:
        """Start listening to the other processes."""
        await self._bus.listen(_TOPIC, self._on_message)

    def move(self, connection: _Receiver, before: str | None, after: str | None) -> None:
        """Note that a connection belongs to another player now; None stands for nobody."""
        if before is not None and (connections := self._connections.get(before)) is not None:
            connections.discard(connection)
            if not connections:
                del self._connections[before]
        if after is not None:
            self._connections.setdefault(after, set()).add(connection)

    def is_connected(self, player: str) -> bool:
        """Return whether a player is connected to this process."""
        return player in self._connections

    def players(self) -> frozenset[str]:
        """Return the players who are connected to this process."""
        return frozenset(self._connections)

    def send(self, player: str, message: Struct) -> None:
        """Send a message to a player, to every connection in every process."""
        self.send_to_all((player,), message)

    def send_to_all(self, players: Iterable[str], message: Struct) -> None:
        """Send a message to several players; the other processes receive it once."""
        encoded, receivers = _encoder.encode(message), tuple(players)
        for player in receivers:
            self._deliver(player, encoded)
        if receivers and not self._bus.alone:
            self._bus.publish(_TOPIC, _encoder.encode(_Relayed(receivers, Raw(encoded))))

    def disconnect(self, player: str) -> None:
        """Close a player's connections to this process."""
        for connection in tuple(self._connections.get(player, ())):
            connection.sign_out()

    def _deliver(self, player: str, encoded: bytes) -> None:
        connections = self._connections.get(player)
        if connections:
            framed = frame(encoded)
            for connection in tuple(connections):
                connection.send(framed)

    def _on_message(self, payload: bytes) -> None:
        try:
            relayed = _decoder.decode(payload)
        except msgspec.DecodeError:
            log.warning("another process sent a malformed message to a player")
            return
        for player in relayed.players:
            self._deliver(player, bytes(relayed.message))
