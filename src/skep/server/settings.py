"""What a server is run with. Worker processes get it as JSON in their environment."""

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
    """The URL of the Redis that joins several processes."""
    origins: tuple[str, ...] = ()
    """Origins other than the server's own whose pages may use it, as in ``https://hive.example``."""
    engine_threads: int = 1
    """How many computer players think at a time, in each process."""
    move_seconds: float = 2.0
    """Seconds that the strongest level thinks about a move."""
    analysis_seconds: float = 60.0
    """Seconds that an analysis thinks before it rests."""
    min_reply_delay: float = 0.5
    """The computer's move is not shown sooner than so many seconds after the player's: eyes need them."""
    message_rate: float = 50.0
    """How many messages a second a client may send over a longer time."""
    games_per_hour: float = 240.0
    """How many games and guests one address may make in an hour over a longer time."""
    archive: str | None = None
    """The URL of the game database; without it, one beside the database or, with PostgreSQL, the same."""
    uploads: bool = False
    """Whether anybody may add games to the game database; on one's own server one may in any case."""
    study_rate: float = 1.0
    """How much work a second one address may ask the study for over a longer time: see docs/server.md."""
    local: bool = False
    """Whether this is one user's own server (``skep play``): loopback addresses are not limited."""

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

    def to_environment(self) -> None:
        """Leave the settings for worker processes."""
        os.environ[_VARIABLE] = msgspec.json.encode(self).decode()

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings that the parent process left."""
        return msgspec.json.decode(os.environ[_VARIABLE], type=cls)
