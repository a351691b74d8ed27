"""Messages between the processes of one server, over the bus."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from skep.server.schemas.game import ChatLine, SpectatorLine
from skep.server.store.records import Event

__all__ = [
    "BusMessage",
    "ChatRelayed",
    "EventStored",
    "PresenceReport",
    "PresenceRequest",
    "Refresh",
    "SpectatorChatRelayed",
    "decode",
    "encode",
]


class _FromProcess(msgspec.Struct, frozen=True, kw_only=True, tag_field="news"):
    sender: str
    """The sending process."""


class EventStored(_FromProcess, tag="event", frozen=True, kw_only=True):
    """An event was stored."""

    event: Event


class ChatRelayed(_FromProcess, tag="chat", frozen=True, kw_only=True):
    """A player sent a line of chat."""

    line: ChatLine


class SpectatorChatRelayed(_FromProcess, tag="spectator-chat", frozen=True, kw_only=True):
    """A line was added to the spectators' chat."""

    line: SpectatorLine


class PresenceReport(_FromProcess, tag="presence", frozen=True, kw_only=True):
    """The clients connected to the sender; repeated regularly, and forgotten otherwise."""

    white: bool
    black: bool
    watchers: int


class PresenceRequest(_FromProcess, tag="presence-request", frozen=True, kw_only=True):
    """A process has loaded a game and asks who is connected to the others."""


class Refresh(_FromProcess, tag="refresh", frozen=True, kw_only=True):
    """The seats have changed without an event, for example by renaming."""


BusMessage: TypeAlias = EventStored | ChatRelayed | SpectatorChatRelayed | PresenceReport | PresenceRequest | Refresh

_decoder: msgspec.msgpack.Decoder[BusMessage] = msgspec.msgpack.Decoder(BusMessage)
_encoder = msgspec.msgpack.Encoder()


def encode(message: BusMessage) -> bytes:
    """Encode a message for the bus."""
    return _encoder.encode(message)


def decode(payload: bytes) -> BusMessage:
    """Decode a message. Raises msgspec.ValidationError if it comes from another version."""
    return _decoder.decode(payload)
