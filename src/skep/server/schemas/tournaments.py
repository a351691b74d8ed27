"""Tournaments: bodies and responses of the REST API."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.game import ClockRule, GameId
from skep.server.schemas.lobby import Body, ClockChoice, EditionId, Expansions
from skep.server.schemas.teams import TeamId

__all__ = [
    "Adjudication",
    "BattlePlayer",
    "BattleTeam",
    "BracketMatch",
    "BracketPlayer",
    "BracketRound",
    "ByeRequest",
    "CrossTable",
    "CrossTableCell",
    "CrossTableRow",
    "NewTournament",
    "OwnTournamentState",
    "TournamentBracket",
    "TournamentForfeit",
    "TournamentGamePage",
    "TournamentGameView",
    "TournamentList",
    "TournamentLog",
    "TournamentLogEntry",
    "TournamentRemoval",
    "TournamentRoundView",
    "TournamentRounds",
    "TournamentScore",
    "TournamentStandings",
    "TournamentSummary",
    "TournamentView",
]

TournamentSystem: TypeAlias = Literal["arena", "swiss", "round-robin", "double-round-robin", "knockout"]
TournamentStatus: TypeAlias = Literal["planned", "running", "finished", "cancelled"]
TournamentResult: TypeAlias = Literal["white", "draw", "black", "none"]
"""The winner of a tournament game; ``none`` if both players lose."""
BracketRoundName: TypeAlias = Literal["final", "semifinal", "quarterfinal", ""]
PlayerState: TypeAlias = Literal["active", "paused", "withdrawn", "removed"]
TournamentAction: TypeAlias = Literal[
    "create",
    "edit",
    "join",
    "withdraw",
    "pause-player",
    "bye",
    "start",
    "round",
    "suspend",
    "resume",
    "adjudicate",
    "forfeit",
    "remove",
    "no-show",
    "finish",
    "cancel",
]

RatingLimit: TypeAlias = Annotated[int, Meta(ge=0, le=4000)]
_Name: TypeAlias = Annotated[str, Meta(min_length=3, max_length=60)]
_Description: TypeAlias = Annotated[str, Meta(max_length=2000)]
PlayerNameText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]


class NewTournament(Body, frozen=True, kw_only=True):
    """A tournament to create, or its new settings before the start."""

    name: _Name
    description: _Description = ""
    system: TournamentSystem = "arena"
    clock: ClockChoice = ClockChoice(kind="minutes", minutes=5, increment=4)
    """An arena needs minutes on the clock; the others can have days per move."""
    edition: EditionId = "ultimate-2024"
    expansions: Expansions = "MLP"
    rated: bool = True
    starts: float | None = None
    """When it starts, in seconds since 1970. Without it, the organiser starts it."""
    minutes: Annotated[int, Meta(ge=5, le=720)] = 60
    """The length of an arena."""
    rounds: Annotated[int, Meta(ge=1, le=30)] | None = None
    """The rounds of a Swiss. Without it, it has as many as it needs for a clear winner. The other systems know how many
    they need."""
    break_seconds: Annotated[int, Meta(ge=0, le=24 * 3600)] = 30
    """The time between two rounds."""
    third_place: bool = False
    """Whether the losers of the semi-finals of a knockout play for third place."""
    lowest: RatingLimit | None = None
    """The lowest rating of a player."""
    highest: RatingLimit | None = None
    """The highest rating of a player."""
    max_players: Annotated[int, Meta(ge=2, le=1000)] | None = None
    late_entry: bool = True
    """Whether players can join after the start of an arena or a Swiss."""
    byes: Annotated[int, Meta(ge=0, le=2)] = 1
    """The half-point byes that a player can request in a Swiss, in rounds before the last one."""
    withdrawal: bool = True
    """Whether players can withdraw after the start. Without it, only the organiser can remove them."""
    bots: bool = False
    """Whether bots can join."""
    private: bool = False
    """Whether the tournament is not listed: whoever has the link can see it and join."""
    team: TeamId | None = None
    """The team whose members can join."""
    teams: Annotated[list[TeamId], Meta(max_length=10)] = []
    """The teams of a battle, at least two, whose members can join an arena. You must lead one of them."""
    best_players: Annotated[int, Meta(ge=1, le=50)] = 5
    """The number of players of each team whose points count in a battle."""


class ByeRequest(Body, frozen=True, kw_only=True):
    """A half-point bye in a round of a Swiss that has not been paired."""

    round: Annotated[int, Meta(ge=1, le=30)]
    wanted: bool = True
    """False takes an earlier request back."""


class Adjudication(Body, frozen=True, kw_only=True):
    """The organiser's decision about a game. A game that still runs ends with it."""

    game: GameId
    result: TournamentResult


class TournamentForfeit(Body, frozen=True, kw_only=True):
    """A player who loses the current game by forfeit."""

    name: PlayerNameText


class TournamentRemoval(Body, frozen=True, kw_only=True):
    """A player who is removed from the tournament and cannot return."""

    name: PlayerNameText
    reason: Annotated[str, Meta(max_length=200)] = ""


class TournamentSummary(Struct, frozen=True, kw_only=True, gc=False):
    """A tournament in a list."""

    tournament: str
    """Its id."""
    name: str
    system: TournamentSystem
    status: TournamentStatus
    suspended: bool
    """Whether the organiser has paused it: running games continue, but no new ones start."""
    organiser: str
    clock: ClockRule
    edition: str
    game_type: str
    rated: bool
    private: bool
    bots: bool
    team: str | None
    teams: int
    """The number of teams in a battle, otherwise 0."""
    starts: float | None
    """When it starts or has started, in seconds since 1970; None if the organiser starts it."""
    ends: float | None
    """When an arena ends, or when a tournament has ended."""
    minutes: int | None
    """The length of an arena."""
    rounds: int | None
    """The number of rounds; None for an arena, and before the start if it depends on the number of players."""
    round: int
    """The latest round that was paired; 0 before the start. An arena counts its waves of pairings."""
    players: int
    max_players: int | None
    lowest: int | None
    highest: int | None
    winner: str | None
    """The name of the winner once it is over."""
    joined: bool
    """Whether the visitor takes part."""


class TournamentList(Struct, frozen=True, kw_only=True, gc=False):
    """A page of tournaments."""

    tournaments: list[TournamentSummary]
    next: int | None
    """The number of the next page; None on the last one."""


class TournamentScore(Struct, frozen=True, kw_only=True, gc=False):
    """A player's line in the standings."""

    rank: int
    name: str
    registered: bool
    """False if the account was deleted, so that there is no profile."""
    bot: bool
    rating: int
    """When the player joined."""
    provisional: bool
    state: PlayerState
    score: float
    """Points: a win is 2 in an arena, more in a streak, otherwise 1."""
    tiebreaks: list[float]
    """In the order of ``tiebreak_names`` of the standings."""
    performance: int | None
    """The rating that the games show; None before the first."""
    games: int
    wins: int
    draws: int
    losses: int
    streak: bool
    """Whether the player has won the last two games of an arena, so that the next ones count double."""
    sheet: list[float | None]
    """The points of each game, or of each round: the latest 30, the oldest first. None for a game in progress."""
    playing: bool
    """Whether the player's game is in progress."""
    team: str | None
    """The id of the team for which the player plays in a battle."""


class TournamentStandings(Struct, frozen=True, kw_only=True, gc=False):
    """A page of the standings."""

    page: int
    """From 1."""
    pages: int
    players: int
    tiebreak_names: list[str]
    """Such as ``buchholz-cut-1``, ``sonneborn-berger``, ``direct-encounter`` and ``wins``."""
    scores: list[TournamentScore]


class OwnTournamentState(Struct, frozen=True, kw_only=True, gc=False):
    """The visitor's own part in a tournament."""

    state: PlayerState
    rank: int | None
    """None before the start."""
    score: float
    game: str | None
    """The game that the player should be playing."""
    opponent: str | None
    waiting: bool
    """Whether the player waits in an arena for the next game."""
    byes: list[int]
    """The rounds for which the player has requested a half-point bye."""
    team: str | None
    """The id of the team for which the player plays in a battle."""
    can_withdraw: bool
    can_return: bool


class TournamentGameView(Struct, frozen=True, kw_only=True, gc=False):
    """A pairing of a tournament: a game, or a bye."""

    game: str | None
    """None for a bye."""
    round: int
    """From 1. An arena counts its waves of pairings."""
    board: int
    """From 1 within the round; in a knockout, the place in the bracket."""
    white: str
    black: str | None
    """None for a bye."""
    white_rating: int
    black_rating: int | None
    white_score: float
    """White's points in the tournament before the game."""
    black_score: float | None
    result: TournamentResult | None
    """None while the game is in progress."""
    forfeit: bool
    """Whether a player did not appear, or a result was decided without a game."""
    adjudicated: bool
    bye: Literal["full", "half"] | None
    """The points of a bye: those of a win or of a draw."""
    leg: int
    """In a knockout, 1 for the first game of a match, and more for those that break the tie."""
    ply: int
    """The number of turns taken."""
    at: float
    """When it was paired, in seconds since 1970."""


class TournamentGamePage(Struct, frozen=True, kw_only=True, gc=False):
    """A page of pairings."""

    games: list[TournamentGameView]
    page: int
    pages: int


class TournamentRoundView(Struct, frozen=True, kw_only=True, gc=False):
    """A round."""

    round: int
    name: BracketRoundName
    """Of the last rounds of a knockout, otherwise empty."""
    began: float
    ended: float | None
    games: int
    running: int
    """The number of games in progress."""


class TournamentRounds(Struct, frozen=True, kw_only=True, gc=False):
    """The rounds that have been paired, the first one first."""

    rounds: list[TournamentRoundView]


class BracketPlayer(Struct, frozen=True, kw_only=True, gc=False):
    """A player of a match in a bracket."""

    name: str
    seed: int
    """The place in the order of the ratings at the start, from 1."""
    rating: int
    points: float | None
    """In the games of the match; None before it begins, and for a bye."""


class BracketMatch(Struct, frozen=True, kw_only=True, gc=False):
    """A match of a bracket."""

    top: BracketPlayer | None
    """None if the player is not known yet, or if the other one has a bye."""
    bottom: BracketPlayer | None
    winner: str | None
    """The name of the player who advances, None while the match is not decided."""
    bye: bool
    """Whether a player advances without a match."""
    third_place: bool
    games: list[TournamentGameView]
    """The first game and those that break the tie."""


class BracketRound(Struct, frozen=True, kw_only=True, gc=False):
    """A round of a bracket."""

    round: int
    name: BracketRoundName
    """Empty if the round has no name."""
    matches: list[BracketMatch]
    """From top to bottom: the winners of each two matches meet in the next round."""


class TournamentBracket(Struct, frozen=True, kw_only=True, gc=False):
    """The bracket of a knockout."""

    rounds: list[BracketRound]
    """All rounds, those to come included; none before the start."""


class CrossTableCell(Struct, frozen=True, kw_only=True, gc=False):
    """A result of one player against another."""

    opponent: int
    """The rank of the opponent; 0 for a bye."""
    round: int
    score: float | None
    """The points of the player; None while the game is in progress."""
    white: bool
    """Whether the player had White."""
    game: str | None
    forfeit: bool


class CrossTableRow(Struct, frozen=True, kw_only=True, gc=False):
    """A player and the results against everybody."""

    rank: int
    name: str
    rating: int
    score: float
    cells: list[CrossTableCell]


class CrossTable(Struct, frozen=True, kw_only=True, gc=False):
    """A page of the cross-table, in the order of the standings."""

    rows: list[CrossTableRow]
    page: int
    pages: int


class TournamentLogEntry(Struct, frozen=True, kw_only=True, gc=False):
    """An entry in the log of a tournament."""

    at: float
    """Seconds since 1970."""
    action: TournamentAction
    by: str | None
    """The name of whoever did it; None for the server."""
    player: str | None
    """The player concerned."""
    detail: str


class TournamentLog(Struct, frozen=True, kw_only=True, gc=False):
    """A page of the log, the latest entry first."""

    entries: list[TournamentLogEntry]
    next: int | None
    """The value of ``before`` for the next page; None on the last one."""


class BattlePlayer(Struct, frozen=True, kw_only=True, gc=False):
    """A player whose points count for a team."""

    name: str
    score: float


class BattleTeam(Struct, frozen=True, kw_only=True, gc=False):
    """A team's line in the standings of a battle."""

    team: str
    """Its id."""
    name: str
    rank: int
    """Teams with the same points share a rank."""
    score: float
    """The points of its best players together."""
    players: int
    best: list[BattlePlayer]
    """The players whose points count, the best first."""


class TournamentView(Struct, frozen=True, kw_only=True, gc=False):
    """A tournament as its page shows it."""

    summary: TournamentSummary
    description: str
    break_seconds: int
    third_place: bool
    late_entry: bool
    byes: int
    withdrawal: bool
    next_round: float | None
    """When the next round begins, in seconds since 1970."""
    now: float
    """The server's time, for countdowns."""
    organises: bool
    """Whether the visitor can manage the tournament."""
    can_join: bool
    why_not: str | None
    """The code of the reason why the visitor cannot join: ``sign-in-required``, ``tournament-full``,
    ``tournament-over``, ``no-late-entry``, ``rating-low``, ``rating-high``, ``rating-uncertain``, ``no-bots``,
    ``team-only``, ``teams-only`` or ``tournament-removed``."""
    you: OwnTournamentState | None
    """None unless the visitor takes part."""
    teams: list[BattleTeam]
    """The standings of the teams of a battle; otherwise empty."""
    best_players: int | None
    """The number of players of each team whose points count."""
    own_teams: list[str]
    """The ids of the teams for which the visitor could play."""
    top: list[TournamentScore]
    """The first three, once there are results."""
