"""The settings of a server. Worker processes receive them as JSON in an environment variable."""

from __future__ import annotations

import os
from typing import Final

import msgspec

__all__ = ["Settings"]

_VARIABLE: Final = "SKEP_SETTINGS"
_ARCHIVE: Final = "archive.sqlite"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one server; ``skep serve --help`` and docs/server.md explain them."""

    database: str
    """The URL of the database: ``sqlite:///…`` or ``postgresql://…``."""
    redis: str | None = None
    """The URL of Redis, which connects several processes."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages are allowed to use the server, such as ``https://hive.example``."""
    hosts: tuple[str, ...] = ()
    """The server's names. Requests for other names are refused, except for IP addresses and localhost."""
    engine_threads: int = 1
    """The number of engines that search simultaneously, per process."""
    move_seconds: float = 2.0
    """Seconds per move of the strongest level."""
    analysis_seconds: float = 60.0
    """Seconds after which an analysis stops."""
    min_reply_delay: float = 0.5
    """Minimum seconds between the player's move and the computer's reply, so that players can follow."""
    message_rate: float = 50.0
    """Sustained limit of messages per second and client."""
    connections_per_address: int = 100
    """Maximum number of simultaneous connections of an address, per process; 0 for no limit."""
    request_rate: float = 100.0
    """Sustained limit of requests per second and address; 0 for no limit."""
    games_per_hour: float = 240.0
    """Sustained limit of new games and guests per hour and address."""
    sign_ins_per_hour: float = 60.0
    """Sustained limit of passwords tried per hour with one name from one address."""
    archive: str | None = None
    """The URL of the game database; by default a file in the same folder or, with PostgreSQL, the same database."""
    uploads: bool = False
    """Whether everyone can add games to the game database. A local server always allows it."""
    study_rate: float = 1.0
    """Sustained limit of study work per second and address; docs/server.md explains the units."""
    study_storage: float = 1000.0
    """Megabytes that all shared studies and reviews may take."""
    keep_invitations: float = 7.0
    """Days after which an invitation, or a game without a move, is aborted."""
    keep_idle_games: float = 90.0
    """Days without a move after which a game without a clock ends."""
    proxy: str | None = None
    """The addresses of the proxies whose headers are trusted."""
    metrics: bool = False
    """Whether to measure for Prometheus."""
    dumps: str | None = None
    """The folder of the monthly files of rated games, or None to write none."""
    keep_dumps: int = 0
    """How many months of rated games are kept as files; 0 for all."""
    drain_seconds: float = 0.0
    """Seconds between SIGTERM and the end, in which the server is not ready."""
    push_contact: str | None = None
    """The operator's address for push services, ``mailto:…`` or ``https://…``; by default the server's first name."""
    push_services: tuple[str, ...] = ()
    """Origins of push services besides those of the known browsers."""
    push_delay: float = 10.0
    """Seconds after which a notification is pushed unless the player has seen it on the page."""
    local: bool = False
    """Whether this is a local server (``skep play``), which does not limit loopback addresses."""

    @property
    def archive_url(self) -> str:
        """The URL of the game database.

        >>> Settings(database="sqlite:///data/games.sqlite").archive_url
        'sqlite:///data/archive.sqlite'
        """
        if self.archive is not None:
            return self.archive
        if not self.database.startswith("sqlite"):
            return self.database
        folder, slash, _ = self.database.rpartition("/")
        return f"{folder}{slash}{_ARCHIVE}"

    @property
    def push_address(self) -> str:
        """The operator's address for push services.

        >>> Settings(database="", hosts=("hive.example",)).push_address
        'https://hive.example'

        A name without a dot, such as that of a machine, is not an address that push services accept.

        >>> Settings(database="", hosts=("machine",)).push_address
        'https://localhost'
        """
        name = next((host for host in self.hosts if "." in host), "localhost")
        return self.push_contact or f"https://{name}"

    def to_environment(self) -> None:
        """Store the settings in the environment of worker processes."""
        os.environ[_VARIABLE] = msgspec.json.encode(self).decode()

    @classmethod
    def from_environment(cls) -> Settings:
        """Return the settings that the parent process stored."""
        return msgspec.json.decode(os.environ[_VARIABLE], type=cls)
