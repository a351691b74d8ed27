"""Profiles, friends and leaderboards in the REST API."""

from __future__ import annotations

from msgspec import Struct

from skep.server.schemas.game import Side
from skep.server.schemas.lists import Summary

__all__ = [
    "AccuracyHistory",
    "AccuracyPoint",
    "AllLeaderboards",
    "Friend",
    "Friends",
    "HeadToHead",
    "Leader",
    "Leaderboard",
    "Opponents",
    "PlayedOpening",
    "PlayedOpenings",
    "PoolRating",
    "Profile",
    "ProfileGames",
    "PuzzleResults",
    "RatingHistories",
    "RatingHistory",
    "RatingPoint",
    "Results",
]


class Results(Struct, frozen=True, kw_only=True):
    """The results of some games, from one player's side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


class PoolRating(Struct, frozen=True, kw_only=True):
    """A player's rating in one pool."""

    pool: str
    """The speed and the family of game types, such as `blitz/base`."""
    rating: int
    deviation: int
    """With a probability of 95 %, the strength is within two deviations of the rating."""
    provisional: bool
    games: int
    change: int
    """The change in the last 90 days."""


class Profile(Struct, frozen=True, kw_only=True):
    """A player, as another visitor or the player sees them."""

    name: str
    bot: bool
    """Whether a program plays with the account."""
    since: float
    """When the account was created, in seconds since 1970."""
    you: bool
    """Whether this is the profile of whoever asks."""
    following: bool
    """Whether whoever asks follows the player."""
    online: bool
    seen: float | None
    """When the player was last connected; None if that is not known."""
    record: Results
    """The results of the games that whoever asks can see."""
    versus_you: Results | None
    """The results against whoever asks, from the player's side; None for a guest and for the player."""
    ratings: list[PoolRating]
    """The pools in which the player has played, the most games first."""


class RatingPoint(Struct, frozen=True, kw_only=True):
    """A rating after a game."""

    at: float
    """Seconds since 1970."""
    rating: int
    deviation: int


class RatingHistory(Struct, frozen=True, kw_only=True):
    """A player's ratings in one pool over time."""

    pool: str
    points: list[RatingPoint]
    """Oldest first. In a long history the last rating of a day stands for all of that day."""


class RatingHistories(Struct, frozen=True, kw_only=True):
    """A player's ratings over time in every pool in which the player has a rating, the most games first."""

    pools: list[RatingHistory]


class ProfileGames(Struct, frozen=True, kw_only=True):
    """A page of a player's finished games, the latest first."""

    games: list[Summary]
    next: str | None
    """The value of `after` for the next page; None on the last one."""
    record: Results
    """The results of all games that match the filters."""


class HeadToHead(Struct, frozen=True, kw_only=True):
    """The results against one opponent."""

    name: str
    """Empty for the computer."""
    level: int | None
    """The computer's level."""
    record: Results
    last: float
    """When the last game ended, in seconds since 1970."""


class Opponents(Struct, frozen=True, kw_only=True):
    """The opponents whom a player has met most often."""

    opponents: list[HeadToHead]


class PlayedOpening(Struct, frozen=True, kw_only=True):
    """The first two bugs of a player, and the results of the games that began with them."""

    side: Side
    bugs: str
    """Two letters, such as `SQ`; a dash for a pass."""
    record: Results


class PlayedOpenings(Struct, frozen=True, kw_only=True):
    """The openings that a player chooses most often."""

    openings: list[PlayedOpening]


class AccuracyPoint(Struct, frozen=True, kw_only=True):
    """The accuracy of a player's moves in one game, from its review."""

    game: str
    at: float
    """When the game ended, in seconds since 1970."""
    accuracy: float
    """From 0 to 100."""


class AccuracyHistory(Struct, frozen=True, kw_only=True):
    """A player's accuracy in the games that were reviewed on this server, oldest first."""

    points: list[AccuracyPoint]


class PuzzleResults(Struct, frozen=True, kw_only=True):
    """A player's results in puzzles. Everything is 0 for a player who has solved none or keeps them on one device."""

    rating: int = 0
    solved: int = 0
    attempts: int = 0
    streak: int = 0
    """The number of days in a row with a solved puzzle."""


class Friend(Struct, frozen=True, kw_only=True):
    """A player whom this player follows."""

    name: str
    online: bool
    seen: float | None
    """When the player was last connected, in seconds since 1970."""
    follows_you: bool


class Friends(Struct, frozen=True, kw_only=True):
    """The players whom this player follows, those who are online first."""

    friends: list[Friend]


class Leader(Struct, frozen=True, kw_only=True):
    """A player on a leaderboard."""

    name: str
    rating: int
    deviation: int
    games: int


class Leaderboard(Struct, frozen=True, kw_only=True):
    """The best players of a pool, without bots, provisional ratings and players who have not played for 90 days."""

    pool: str
    players: list[Leader]


class AllLeaderboards(Struct, frozen=True, kw_only=True):
    """The best players of every pool, fastest first."""

    pools: list[Leaderboard]
