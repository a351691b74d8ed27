"""Routes for lessons, the rulebook and puzzles."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Annotated, Any, Final, ParamSpec

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response

from skep.errors import SkepError
from skep.learn.lessons import CourseView, LessonView
from skep.learn.puzzle_view import PuzzleView
from skep.learn.puzzles import Theme
from skep.learn.rulebook import RulebookView
from skep.rules import Language
from skep.server.http.cached_response import CachedBody, conditional_response
from skep.server.http.openapi import json_response
from skep.server.http.problems import CHANGES
from skep.server.schemas.school import PuzzleBatch, PuzzleCollection
from skep.server.school import cache
from skep.server.study.dependencies import RateLimited, client_errors_as_422
from skep.server.study.services import StudyServices

__all__ = ["school_router"]

_MAX_BATCH: Final = 50
_CACHE_CONTROL: Final = "no-cache"
"""Browsers cache the response and ask whether it has changed."""
_PUZZLE: Final = "[2-9a-z]{8}"

Light = Annotated[StudyServices, Depends(RateLimited(0.3))]
Heavier = Annotated[StudyServices, Depends(RateLimited(1.0))]
LanguageQuery = Annotated[Language, Query(description="The language of the texts.")]
LessonId = Annotated[str, Path(pattern="^[a-z]+(-[a-z]+)*$", max_length=40, description="For example one-hive.")]
PuzzleId = Annotated[str, Path(pattern=f"^{_PUZZLE}$", description="The puzzle's id, eight letters and digits.")]

_Parameters = ParamSpec("_Parameters")

school_router = APIRouter(prefix="/api", tags=["school"])


def _responses(kind: type, description: str, **why: str) -> dict[int | str, dict[str, Any]]:
    return json_response(kind, description, e422=CHANGES["e422"], e429=CHANGES["e429"], **why)


async def _send_cached(
    request: Request,
    study: StudyServices,
    find: Callable[_Parameters, CachedBody],
    *arguments: _Parameters.args,
    **named: _Parameters.kwargs,
) -> Response:
    """Send a cached response, which may have to be computed first."""
    return conditional_response(request, await study.quick.run(find, *arguments, **named), _CACHE_CONTROL)


@school_router.get(
    "/lessons",
    response_class=Response,
    responses=_responses(CourseView, "Chapters with the titles of their lessons."),
    summary="Get the course",
)
async def course(request: Request, study: Light, language: LanguageQuery = Language.EN) -> Response:
    """Return the table of contents."""
    return await _send_cached(request, study, cache.contents, language)


@school_router.get(
    "/lessons/{lesson}",
    response_class=Response,
    responses=_responses(LessonView, "The lesson.", e404="Lesson not found."),
    summary="Get a lesson",
)
async def lesson(request: Request, lesson: LessonId, study: Heavier, language: LanguageQuery = Language.EN) -> Response:
    """Return a lesson with the positions, right answers and reasons of its steps, computed by the rules."""
    try:
        return await _send_cached(request, study, cache.lesson, lesson, language)
    except SkepError:
        raise HTTPException(404, "Lesson not found.") from None


@school_router.get(
    "/rulebook",
    response_class=Response,
    responses=_responses(RulebookView, "The rulebook."),
    summary="Get the rulebook",
)
async def rulebook(request: Request, study: Light, language: LanguageQuery = Language.EN) -> Response:
    """Return every rule in our own words, with its sources, example boards and the differences between editions."""
    return await _send_cached(request, study, cache.rulebook, language)


@school_router.get(
    "/puzzles",
    response_class=Response,
    responses=_responses(PuzzleBatch, "The puzzles; fewer if there are not enough."),
    summary="Get random puzzles",
)
async def puzzles(
    request: Request,
    study: Heavier,
    theme: Annotated[Theme | None, Query(description="Only puzzles of this theme.")] = None,
    game_type: Annotated[str | None, Query(max_length=20, description="For example Base+MLP.")] = None,
    rating: Annotated[float | None, Query(ge=0, le=4000, description="Prefer puzzles close to this rating.")] = None,
    count: Annotated[int, Query(ge=1, le=_MAX_BATCH)] = 10,
    without: Annotated[
        str,
        Query(
            pattern=f"^({_PUZZLE}(,{_PUZZLE})*)?$",
            max_length=1800,
            description="Ids of puzzles to leave out, separated by commas.",
        ),
    ] = "",
    language: LanguageQuery = Language.EN,
) -> Response:
    """Return random puzzles with everything needed to play them offline."""
    with client_errors_as_422():
        batch = await study.quick.run(
            cache.batch,
            count,
            language,
            theme=theme,
            game_type=game_type,
            rating=rating,
            exclude=without.split(","),
        )
    return conditional_response(request, batch, "no-store")


@school_router.get(
    "/puzzles/collection",
    response_class=Response,
    responses=_responses(PuzzleCollection, "The numbers of puzzles."),
    summary="Count the puzzles",
)
async def collection(request: Request, study: Light) -> Response:
    """Return the number of puzzles in total, per theme and per game type."""
    return await _send_cached(request, study, cache.collection)


@school_router.get(
    "/puzzles/daily",
    response_class=Response,
    responses=_responses(PuzzleView, "The puzzle."),
    summary="Get the puzzle of the day",
)
async def daily(
    request: Request,
    study: Light,
    day: Annotated[
        str | None,
        Query(
            alias="date",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            description="For example 2026-11-15; today by default.",
        ),
    ] = None,
    language: LanguageQuery = Language.EN,
) -> Response:
    """Return the puzzle of a day, the same on every server. None is repeated until all have been used."""
    try:
        when = datetime.now(UTC).date() if day is None else date.fromisoformat(day)
    except ValueError:
        raise HTTPException(422, f"date: {day} is not a date") from None
    return await _send_cached(request, study, cache.daily, when, language)


@school_router.get(
    "/puzzles/{puzzle}",
    response_class=Response,
    responses=_responses(PuzzleView, "The puzzle.", e404="Puzzle not found."),
    summary="Get a puzzle",
)
async def puzzle(request: Request, puzzle: PuzzleId, study: Light, language: LanguageQuery = Language.EN) -> Response:
    """Return a puzzle with everything needed to play it."""
    try:
        return await _send_cached(request, study, cache.puzzle, puzzle, language)
    except SkepError:
        raise HTTPException(404, "Puzzle not found.") from None
