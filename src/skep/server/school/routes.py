"""The school's REST part: lessons, the rulebook and puzzles."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Annotated, Any, Final, ParamSpec

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response

from skep.errors import SkepError
from skep.learn.puzzles import Theme
from skep.rules import Language
from skep.server.http.cached_response import CachedBody, conditional_response
from skep.server.http.problems import CHANGES, problems
from skep.server.school import cache as shelf
from skep.server.study.routes import RateLimited, client_errors_as_422
from skep.server.study.services import StudyServices

__all__ = ["school_router"]

_MAX_CONCURRENT: Final = 50
_CACHING: Final = "no-cache"
"""A browser keeps the answer and asks whether it still is the same."""
_PUZZLE: Final = "[2-9a-z]{8}"

Light = Annotated[StudyServices, Depends(RateLimited(0.3))]
Heavier = Annotated[StudyServices, Depends(RateLimited(1.0))]
Spoken = Annotated[Language, Query(description="In which language it is told.")]
LessonId = Annotated[str, Path(pattern="^[a-z]+(-[a-z]+)*$", max_length=40, description="As in one-hive.")]
PuzzleId = Annotated[str, Path(pattern=f"^{_PUZZLE}$", description="The puzzle's name, eight letters and digits.")]

_Parameters = ParamSpec("_Parameters")

school_router = APIRouter(prefix="/api", tags=["school"])


def _told(schema: str, description: str, **why: str) -> dict[int | str, dict[str, Any]]:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    found = problems(e422=CHANGES["e422"], e429=CHANGES["e429"], **why)
    return {**found, 200: {"description": description, "content": content}}


async def _kept(
    request: Request,
    library: StudyServices,
    find: Callable[_Parameters, CachedBody],
    *arguments: _Parameters.args,
    **named: _Parameters.kwargs,
) -> Response:
    """What stands on the shelf; it may first have to be written."""
    return conditional_response(request, await library.quick.do(find, *arguments, **named), _CACHING)


@school_router.get(
    "/lessons",
    response_class=Response,
    responses=_told("CourseView", "Chapters with the titles of their lessons."),
    summary="The course",
)
async def course(request: Request, library: Light, language: Spoken = Language.EN) -> Response:
    """Its table of contents."""
    return await _kept(request, library, shelf.contents, language)


@school_router.get(
    "/lessons/{lesson}",
    response_class=Response,
    responses=_told("LessonView", "The lesson.", e404="There is no such lesson."),
    summary="A lesson",
)
async def lesson(request: Request, lesson: LessonId, library: Heavier, language: Spoken = Language.EN) -> Response:
    """With every step's position, right answers and reasons against wrong ones, all found by the rules."""
    try:
        return await _kept(request, library, shelf.lesson, lesson, language)
    except SkepError:
        raise HTTPException(404, "There is no such lesson.") from None


@school_router.get(
    "/rulebook",
    response_class=Response,
    responses=_told("RulebookView", "The rulebook."),
    summary="The rulebook",
)
async def rulebook(request: Request, library: Light, language: Spoken = Language.EN) -> Response:
    """Every rule in our own words, with its sources, boards that show it, and the editions where they differ."""
    return await _kept(request, library, shelf.rulebook, language)


@school_router.get(
    "/puzzles",
    response_class=Response,
    responses=_told("PuzzleBatch", "The puzzles; fewer where there are no more."),
    summary="Some puzzles",
)
async def puzzles(
    request: Request,
    library: Heavier,
    theme: Annotated[Theme | None, Query(description="Only those of a theme.")] = None,
    game_type: Annotated[str | None, Query(max_length=20, description="As in Base+MLP.")] = None,
    rating: Annotated[float | None, Query(ge=0, le=4000, description="Those nearest to it.")] = None,
    count: Annotated[int, Query(ge=1, le=_MAX_CONCURRENT)] = 10,
    without: Annotated[
        str,
        Query(
            pattern=f"^({_PUZZLE}(,{_PUZZLE})*)?$",
            max_length=1800,
            description="Names of puzzles to leave out, with commas between them.",
        ),
    ] = "",
    language: Spoken = Language.EN,
) -> Response:
    """At random, with everything that is needed to play them later without a network."""
    with client_errors_as_422():
        found = await library.quick.do(
            shelf.batch,
            count,
            language,
            theme=theme,
            game_type=game_type,
            rating=rating,
            exclude=without.split(","),
        )
    return conditional_response(request, found, "no-store")


@school_router.get(
    "/puzzles/collection",
    response_class=Response,
    responses=_told("PuzzleCollection", "How many there are."),
    summary="What puzzles there are",
)
async def collection(request: Request, library: Light) -> Response:
    """In all, of each theme and of each game type."""
    return await _kept(request, library, shelf.collection)


@school_router.get(
    "/puzzles/daily",
    response_class=Response,
    responses=_told("PuzzleView", "The puzzle."),
    summary="The puzzle of the day",
)
async def daily(
    request: Request,
    library: Light,
    day: Annotated[
        str | None, Query(alias="date", pattern=r"^\d{4}-\d\d-\d\d$", description="As in 2026-11-15; else today.")
    ] = None,
    language: Spoken = Language.EN,
) -> Response:
    """The same everywhere; none comes twice before all have been."""
    try:
        when = datetime.now(UTC).date() if day is None else date.fromisoformat(day)
    except ValueError:
        raise HTTPException(422, f"date: {day} is no day of the calendar") from None
    return await _kept(request, library, shelf.daily, when, language)


@school_router.get(
    "/puzzles/{puzzle}",
    response_class=Response,
    responses=_told("PuzzleView", "The puzzle.", e404="There is no such puzzle."),
    summary="A puzzle",
)
async def puzzle(request: Request, puzzle: PuzzleId, library: Light, language: Spoken = Language.EN) -> Response:
    """With everything that is needed to play it."""
    try:
        return await _kept(request, library, shelf.puzzle, puzzle, language)
    except SkepError:
        raise HTTPException(404, "There is no such puzzle.") from None
