"""Request and response bodies of the REST API about the server itself."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

__all__ = ["Health", "Liveness", "ReachChoice", "ServerReach"]


class ServerReach(Struct, frozen=True, kw_only=True):
    """From where the server can be reached."""

    reach: Literal["public", "network", "machine"]
    """By everyone who knows its name, by devices on the machine's network, or only on the machine itself."""
    origin: str | None
    """With `network`, the beginning of links for other devices, such as `http://192.168.1.7:8765`."""
    can_switch: bool
    """Whether this browser may let other devices in, or shut them out."""


class ReachChoice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether devices on the network can reach a local server."""

    network: bool


class Health(Struct, frozen=True, kw_only=True):
    """The response of a healthy server. While the engine is being compiled, most requests have to wait for it."""

    version: str
    engine: Literal["ready", "compiling"]
    redis: Literal["ready", "unreachable"] | None
    """Whether Redis responds; null for a server with one process. Games continue without it, in each process."""


class Liveness(Struct, frozen=True, kw_only=True):
    """The response of a server that runs, even if its database does not."""

    version: str
