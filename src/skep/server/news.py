"""What the processes of one server tell each other of a game, over the bus."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from skep.server.messages import Line
from skep.server.records import Event

__all__ = ["Happened", "Here", "News", "Refresh", "Spoke", "WhoIsThere", "decode", "encode"]


class _Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="news"):
    sender: str
    """The process that says it."""


class Happened(_Said, tag="event", frozen=True, kw_only=True):
    """An event was stored."""

    event: Event


class Spoke(_Said, tag="spoke", frozen=True, kw_only=True):
    """A player said something."""

    line: Line


class Here(_Said, tag="here", frozen=True, kw_only=True):
    """Who is connected to this process; said again from time to time, and forgotten when it is not."""

    white: bool
    black: bool
    watchers: int


class WhoIsThere(_Said, tag="who", frozen=True, kw_only=True):
    """A process begins to follow a game and wants to know who is connected to the others."""


class Refresh(_Said, tag="refresh", frozen=True, kw_only=True):
    """Something about the seats changed that is no event, as a name."""


News: TypeAlias = Happened | Spoke | Here | WhoIsThere | Refresh

_decoder: msgspec.msgpack.Decoder[News] = msgspec.msgpack.Decoder(News)
_encoder = msgspec.msgpack.Encoder()


def encode(news: News) -> bytes:
    """As it travels."""
    return _encoder.encode(news)


def decode(payload: bytes) -> News:
    """What another process said; raises msgspec.ValidationError when it is of another version."""
    return _decoder.decode(payload)
