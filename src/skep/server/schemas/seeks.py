"""Socket messages about the pairing pool, in both directions."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.game import ClientMessage, ClockRule, ServerMessage, Side
from skep.server.schemas.lobby import ClockChoice, EditionId, Expansions
from skep.server.schemas.patterns import whole_match

__all__ = [
    "ListedSeek",
    "Matched",
    "MySeek",
    "PoolMessage",
    "PoolRequest",
    "Seek",
    "SeekId",
    "SeekMatched",
    "SeekView",
    "Seeking",
    "Unseek",
]

SeekId: TypeAlias = Annotated[str, whole_match("[A-Za-z0-9]{16}")]
RatingBound: TypeAlias = Annotated[int, Meta(ge=0, le=4000)]


class Seek(ClientMessage, tag="seek", frozen=True, kw_only=True):
    """Look for an opponent. Replaces the player's earlier seek; the same terms keep its place. Response: ``seeking``.

    The seek ends a few seconds after the player's last connection.
    """

    clock: ClockChoice
    edition: EditionId = "ultimate-2024"
    expansions: Expansions = ""
    threefold: bool = False
    rated: bool = False
    """Whether the game changes the players' ratings, which takes an account."""
    lowest: RatingBound | None = None
    """The lowest rating of an opponent."""
    highest: RatingBound | None = None
    """The highest rating of an opponent."""


class Unseek(ClientMessage, tag="unseek", frozen=True, kw_only=True):
    """Stop looking for an opponent. The response is ``seeking``, which has the game if it came first."""

    seek: SeekId | None = None


class MySeek(ClientMessage, tag="my-seek", frozen=True, kw_only=True):
    """Ask what has become of a seek, for example after a reconnect. The response is ``seeking``."""

    seek: SeekId | None = None
    """Without it, the response has the latest game of the last minute that has not ended."""


PoolRequest: TypeAlias = Seek | Unseek | MySeek


class SeekView(Struct, frozen=True, kw_only=True):
    """A seek that waits."""

    seek: str
    clock: ClockRule
    edition: str
    game_type: str
    threefold: bool
    rated: bool
    since: float
    """Seconds since 1970."""
    waited: float
    """Seconds for which it has waited when the message is sent."""
    level: int
    """The level of the computer that is nearest to the player's rating, to play while waiting."""


class ListedSeek(Struct, frozen=True, kw_only=True):
    """A seek in the list of those that anyone can answer, by looking for a game with the same terms."""

    seek: str
    name: str
    """Empty for a guest without a name."""
    rating: int | None
    """The player's rating, if the game is rated."""
    clock: ClockRule
    edition: str
    game_type: str
    threefold: bool
    rated: bool
    lowest: int | None
    highest: int | None


class Seeks(Struct, frozen=True, kw_only=True):
    """The seeks that wait."""

    seeks: list[ListedSeek]
    waiting: int
    """The number of players who look for any game."""


class Matched(Struct, frozen=True, kw_only=True):
    """The game that a seek led to."""

    seek: str
    game: str
    side: Side


class Seeking(ServerMessage, tag="seeking", frozen=True, kw_only=True):
    """Whether the player looks for an opponent. Also sent to the player's other tabs when this changes."""

    id: int | None = None
    """The request's id, if this is a response."""
    seek: SeekView | None
    matched: Matched | None = None
    """The game that the requested seek led to."""
    waiting: int = 0
    """The number of players who look for any game."""


class SeekMatched(ServerMessage, tag="seek-matched", frozen=True, kw_only=True):
    """An opponent was found. Sent to all tabs of both players; it can arrive more than once."""

    seek: str
    game: str
    side: Side
    opponent: str
    """The opponent's name; empty if they have not chosen one."""


PoolMessage: TypeAlias = Seeking | SeekMatched
