"""The REST API of profiles, friends and leaderboards."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from skep.pieces import Color
from skep.server.accounts.visitor import CurrentVisitor
from skep.server.api_access.access import ACCESS, TokenVisitor
from skep.server.http.cached_response import cache_body, conditional_response
from skep.server.http.openapi import json_response, send_json
from skep.server.http.problems import CHANGES
from skep.server.http.services import provide
from skep.server.profiles.friends import Following
from skep.server.profiles.game_queries import GameFilters
from skep.server.profiles.leaderboards import Leaderboards
from skep.server.profiles.profiles import Profiles
from skep.server.ratings.pools import Family, Speed
from skep.server.schemas.profiles import (
    AccuracyHistory,
    AllLeaderboards,
    Friends,
    Leaderboard,
    Opponents,
    PlayedOpenings,
    Profile,
    ProfileGames,
    PuzzleResults,
    RatingHistories,
    RatingHistory,
)
from skep.server.study.dependencies import RateLimited
from skep.server.study.services import StudyServices

__all__ = ["profile_router"]

ProfilesDep = Annotated[Profiles, Depends(provide(Profiles))]
FollowingDep = Annotated[Following, Depends(provide(Following))]
LeaderboardsDep = Annotated[Leaderboards, Depends(provide(Leaderboards))]
Light = Annotated[StudyServices, Depends(RateLimited(0.5))]
Name = Annotated[str, Path(min_length=1, max_length=24, description="The name of an account, in any letter case.")]
PoolText = Annotated[str, Query(pattern="^(bullet|blitz|rapid|classical|daily)/(base|expansions)$")]

_NO_PLAYER: Final = {"e404": "No account has this name.", "e422": CHANGES["e422"]}
_NOT_SIGNED_IN: Final = {"e401": "Nobody is signed in."}

_encode: Final = msgspec.json.Encoder().encode

profile_router = APIRouter(prefix="/api")


def _send(request: Request, value: object) -> Response:
    """Return a response that the browser keeps, and asks for again."""
    return conditional_response(request, cache_body(_encode(value)), "private, no-cache")


@profile_router.get(
    "/players/{name}",
    tags=["players"],
    response_class=Response,
    responses=json_response(Profile, "The profile.", **_NO_PLAYER),
    summary="Get a player's profile",
)
async def profile(name: Name, profiles: ProfilesDep, visitor: CurrentVisitor, request: Request) -> Response:
    """Return a player's ratings and results. Private games count only for the player."""
    return _send(request, await profiles.find(name, await visitor.guest()))


@profile_router.get(
    "/players/{name}/ratings/{speed}/{family}",
    tags=["players"],
    response_class=Response,
    responses=json_response(RatingHistory, "The ratings.", **_NO_PLAYER, e429=CHANGES["e429"]),
    summary="Get a player's ratings over time",
)
async def history(
    name: Name, speed: Speed, family: Family, _study: Light, profiles: ProfilesDep, request: Request
) -> Response:
    """Return the ratings after the games of a pool, oldest first."""
    return _send(request, await profiles.history(name, f"{speed}/{family}"))


@profile_router.get(
    "/players/{name}/ratings",
    tags=["players"],
    response_class=Response,
    responses=json_response(RatingHistories, "The ratings.", **_NO_PLAYER, e429=CHANGES["e429"]),
    summary="Get a player's ratings over time in all pools",
)
async def histories(name: Name, _study: Light, profiles: ProfilesDep, request: Request) -> Response:
    """Return the ratings after the games of every pool in which the player has a rating."""
    return _send(request, await profiles.histories(name))


@profile_router.get(
    "/players/{name}/games",
    tags=["players"],
    response_class=Response,
    responses=json_response(
        ProfileGames, "The games.", e429=CHANGES["e429"], e404="No account has one of the names.", e422=CHANGES["e422"]
    ),
    summary="List a player's finished games",
)
async def games(
    name: Name,
    _study: Light,
    profiles: ProfilesDep,
    visitor: CurrentVisitor,
    request: Request,
    opponent: Annotated[str | None, Query(min_length=1, max_length=24, description="The name of an account.")] = None,
    level: Annotated[int | None, Query(ge=1, le=10, description="A level of the computer.")] = None,
    kind: Annotated[Literal["people", "computer"] | None, Query()] = None,
    side: Annotated[Literal["white", "black"] | None, Query(description="The player's side.")] = None,
    result: Annotated[Literal["win", "draw", "loss"] | None, Query(description="From the player's side.")] = None,
    pool: PoolText | None = None,
    rated: Annotated[bool | None, Query()] = None,
    after: Annotated[
        str | None,
        Query(pattern="^[0-9]{1,17}-[A-Za-z0-9]{10}$", description="The field `next` of the page before."),
    ] = None,
) -> Response:
    """List the games with a result, the latest first. Private games are listed only to their players."""
    filters = GameFilters(
        level=level,
        kind=kind,
        side=None if side is None else Color[side.upper()],
        outcome=result,
        pool=pool,
        rated=rated,
    )
    return _send(request, await profiles.games(name, await visitor.guest(), filters, opponent, after))


@profile_router.get(
    "/players/{name}/opponents",
    tags=["players"],
    response_class=Response,
    responses=json_response(Opponents, "The results.", **_NO_PLAYER, e429=CHANGES["e429"]),
    summary="Get a player's results against each opponent",
)
async def opponents(
    name: Name, _study: Light, profiles: ProfilesDep, visitor: CurrentVisitor, request: Request
) -> Response:
    """List the most frequent opponents with an account, and the levels of the computer."""
    return _send(request, await profiles.opponents(name, await visitor.guest()))


@profile_router.get(
    "/players/{name}/openings",
    tags=["players"],
    response_class=Response,
    responses=json_response(PlayedOpenings, "The openings.", **_NO_PLAYER, e429=CHANGES["e429"]),
    summary="Get a player's favourite openings",
)
async def openings(name: Name, _study: Light, profiles: ProfilesDep, request: Request) -> Response:
    """List the first two bugs with each colour in the latest games of the game database."""
    return _send(request, await profiles.openings(name))


@profile_router.get(
    "/players/{name}/accuracy",
    tags=["players"],
    response_class=Response,
    responses=json_response(AccuracyHistory, "The accuracy.", **_NO_PLAYER, e429=CHANGES["e429"]),
    summary="Get a player's accuracy over time",
)
async def accuracy(name: Name, _study: Light, profiles: ProfilesDep, request: Request) -> Response:
    """Return the accuracy in those of the latest games that were reviewed."""
    return _send(request, await profiles.accuracy(name))


@profile_router.get(
    "/players/{name}/puzzles",
    tags=["players"],
    response_class=Response,
    responses=json_response(PuzzleResults, "The results.", **_NO_PLAYER),
    summary="Get a player's results in puzzles",
)
async def puzzles(name: Name, profiles: ProfilesDep, request: Request) -> Response:
    """Return what the player's devices have stored with the account."""
    return _send(request, await profiles.puzzles(name))


@profile_router.get(
    "/following",
    tags=["players"],
    response_class=Response,
    responses=json_response(Friends, "The friends.", **_NOT_SIGNED_IN, e403=ACCESS["e403"]),
    summary="List the players whom you follow",
    dependencies=[Depends(TokenVisitor("follow:read"))],
)
async def following(friends: FollowingDep, visitor: CurrentVisitor) -> Response:
    """List friends who are online first."""
    return send_json(await friends.of(await visitor.account()))


@profile_router.put(
    "/following/{name}",
    tags=["players"],
    response_class=Response,
    responses=json_response(
        Friends,
        "The friends.",
        **CHANGES,
        **_NOT_SIGNED_IN,
        e404=_NO_PLAYER["e404"],
        e409="You cannot follow yourself, and not more than 200 players.",
    ),
    summary="Follow a player",
    dependencies=[Depends(TokenVisitor("follow:write"))],
)
async def follow(name: Name, friends: FollowingDep, visitor: CurrentVisitor) -> Response:
    """Add a player to your friends. They can see that you follow them."""
    return send_json(await friends.follow(await visitor.account(), name))


@profile_router.delete(
    "/following/{name}",
    tags=["players"],
    response_class=Response,
    responses=json_response(Friends, "The friends.", **CHANGES, **_NOT_SIGNED_IN, e404=_NO_PLAYER["e404"]),
    summary="Stop following a player",
    dependencies=[Depends(TokenVisitor("follow:write"))],
)
async def unfollow(name: Name, friends: FollowingDep, visitor: CurrentVisitor) -> Response:
    """Remove a player from your friends."""
    return send_json(await friends.unfollow(await visitor.account(), name))


@profile_router.get(
    "/leaderboard/{speed}/{family}",
    tags=["players"],
    response_class=Response,
    responses=json_response(Leaderboard, "The leaderboard.", e422=CHANGES["e422"]),
    summary="Get the leaderboard of a pool",
)
async def leaderboard(speed: Speed, family: Family, boards: LeaderboardsDep, request: Request) -> Response:
    """List the best players. Provisional ratings, and players who have not played for 90 days, are left out."""
    return conditional_response(request, await boards.of_pool(f"{speed}/{family}"), "max-age=20")


@profile_router.get(
    "/leaderboard",
    tags=["players"],
    response_class=Response,
    responses=json_response(AllLeaderboards, "The leaderboards.", e422=CHANGES["e422"]),
    summary="Get the leaderboards of all pools",
)
async def leaderboards(
    boards: LeaderboardsDep,
    request: Request,
    count: Annotated[int, Query(ge=1, le=100, description="Players of each pool.")] = 10,
) -> Response:
    """List the best players of every pool, as the leaderboard of the pool does."""
    return conditional_response(request, await boards.of_all_pools(count), "max-age=20")
