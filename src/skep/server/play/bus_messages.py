"""What the processes of one server tell each other of a game, over the bus."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from skep.server.schemas.game import ChatLine
from skep.server.store.records import Event

__all__ = [
    "BusMessage",
    "ChatRelayed",
    "EventStored",
    "PresenceReport",
    "PresenceRequest",
    "Refresh",
    "decode",
    "encode",
]


class _FromProcess(msgspec.Struct, frozen=True, kw_only=True, tag_field="news"):
    sender: str
    """The process that says it."""


class EventStored(_FromProcess, tag="event", frozen=True, kw_only=True):
    """An event was stored."""

    event: Event


class ChatRelayed(_FromProcess, tag="spoke", frozen=True, kw_only=True):
    """A player said something."""

    line: ChatLine


class PresenceReport(_FromProcess, tag="here", frozen=True, kw_only=True):
    """Who is connected to this process; said again from time to time, and forgotten when it is not."""

    white: bool
    black: bool
    watchers: int


class PresenceRequest(_FromProcess, tag="who", frozen=True, kw_only=True):
    """A process begins to follow a game and wants to know who is connected to the others."""


class Refresh(_FromProcess, tag="refresh", frozen=True, kw_only=True):
    """Something about the seats changed that is no event, as a name."""


BusMessage: TypeAlias = EventStored | ChatRelayed | PresenceReport | PresenceRequest | Refresh

_decoder: msgspec.msgpack.Decoder[BusMessage] = msgspec.msgpack.Decoder(BusMessage)
_encoder = msgspec.msgpack.Encoder()


def encode(news: BusMessage) -> bytes:
    """As it travels."""
    return _encoder.encode(news)


def decode(payload: bytes) -> BusMessage:
    """What another process said; raises msgspec.ValidationError when it is of another version."""
    return _decoder.decode(payload)
