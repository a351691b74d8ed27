"""The REST API of tournaments: reading, joining and leaving them."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from skep.server.accounts.visitor import CurrentVisitor
from skep.server.api_access.access import TokenVisitor
from skep.server.http.bodies import JsonBody
from skep.server.http.cached_response import conditional_response
from skep.server.http.openapi import file_response, json_body, json_response, send_json
from skep.server.http.problems import BODY, CHANGES
from skep.server.http.services import client_address, provide
from skep.server.http.streams import StreamedResponse, StreamGate, pace
from skep.server.schemas.lists import Summaries
from skep.server.schemas.tournaments import (
    ByeRequest,
    CrossTable,
    NewTournament,
    TournamentBracket,
    TournamentGamePage,
    TournamentList,
    TournamentLog,
    TournamentRounds,
    TournamentStandings,
    TournamentSystem,
    TournamentView,
)
from skep.server.study.dependencies import RateLimited
from skep.server.study.services import StudyServices
from skep.server.tournaments.entries import Entries
from skep.server.tournaments.organisers import Organisers
from skep.server.tournaments.queries import State, TournamentFilters
from skep.server.tournaments.records import TournamentRecords
from skep.server.tournaments.service import Tournaments
from skep.server.tournaments.top_boards import TopBoards

__all__ = ["TournamentId", "tournaments_router"]

TournamentsDep = Annotated[Tournaments, Depends(provide(Tournaments))]
EntriesDep = Annotated[Entries, Depends(provide(Entries))]
OrganisersDep = Annotated[Organisers, Depends(provide(Organisers))]
Gate = Annotated[StreamGate, Depends(provide(StreamGate))]
BoardsDep = Annotated[TopBoards, Depends(provide(TopBoards))]
RecordsDep = Annotated[TournamentRecords, Depends(provide(TournamentRecords))]
TournamentId: TypeAlias = Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="The tournament's id.")]
NewTournamentBody = Annotated[NewTournament, Depends(JsonBody(msgspec.json.Decoder(NewTournament)))]
ByeBody = Annotated[ByeRequest, Depends(JsonBody(msgspec.json.Decoder(ByeRequest)))]
Page = Annotated[int, Query(ge=1, le=1000, description="The number of the page, from 1.")]
Light = Annotated[StudyServices, Depends(RateLimited(0.5))]
Heavy = Annotated[StudyServices, Depends(RateLimited(10.0))]

UNKNOWN: Final = {"e404": "There is no such tournament.", "e422": "Not a valid id, or not a valid parameter."}
LIMITED: Final = {**UNKNOWN, "e429": CHANGES["e429"]}
ACTION: Final = {
    **CHANGES,
    "e401": "The visitor is not signed in.",
    "e403": "The visitor may not do this.",
    "e404": UNKNOWN["e404"],
    "e409": "The tournament does not allow it at the moment.",
}

tournaments_router = APIRouter(tags=["tournaments"])


@tournaments_router.get(
    "/api/tournaments",
    response_class=Response,
    responses=json_response(TournamentList, "The tournaments.", e422=CHANGES["e422"], e429=CHANGES["e429"]),
    summary="List tournaments",
)
async def list_tournaments(
    _study: Light,
    tournaments: TournamentsDep,
    visitor: CurrentVisitor,
    state: Annotated[State | None, Query(description="Which tournaments.")] = None,
    month: Annotated[
        str | None, Query(pattern="^20[0-9]{2}-(0[1-9]|1[0-2])$", description="Those that start in a month.")
    ] = None,
    system: Annotated[TournamentSystem | None, Query()] = None,
    team: Annotated[str | None, Query(pattern="^[A-Za-z0-9]{8}$", description="The id of a team.")] = None,
    own: Annotated[bool, Query(description="Only those that the visitor organises or takes part in.")] = False,
    page: Page = 1,
) -> Response:
    """List tournaments: upcoming ones and those of a month by their start, the others with the latest first.

    Private tournaments are listed only to their players and their organiser, with `own`.
    """
    player = await visitor.guest()
    if own and player is None:
        return send_json(TournamentList(tournaments=[], next=None))
    filters = TournamentFilters(
        state=state, month=month, system=system, team=team, player=player.id if own and player is not None else None
    )
    return send_json(await tournaments.list(filters, page, player))


@tournaments_router.post(
    "/api/tournaments",
    status_code=201,
    response_class=Response,
    responses=json_response(
        TournamentView,
        "The tournament.",
        201,
        **{**CHANGES, **BODY, "e403": "The visitor may not create tournaments of the team, or is suspended."},
        e401="The visitor is not signed in.",
        e409="The visitor has created too many tournaments.",
    ),
    openapi_extra=json_body(NewTournament),
    summary="Create a tournament",
    dependencies=[Depends(TokenVisitor("tournament:write"))],
)
async def create_tournament(
    body: NewTournamentBody, organisers: OrganisersDep, tournaments: TournamentsDep, visitor: CurrentVisitor
) -> Response:
    """Create a tournament, which its creator organises. An account can have five that have not ended."""
    await visitor.account()
    organiser = await visitor.acting_guest()
    tournament = await organisers.create(organiser, body)
    return visitor.send(await tournaments.view(tournament, organiser), 201)


@tournaments_router.get(
    "/api/tournament/{tournament_id}",
    response_class=Response,
    responses=json_response(TournamentView, "The tournament.", **UNKNOWN),
    summary="Get a tournament",
)
async def get_tournament(tournament_id: TournamentId, tournaments: TournamentsDep, visitor: CurrentVisitor) -> Response:
    """Return a tournament. The message `watch-tournament` on the socket subscribes to it."""
    return send_json(await tournaments.view(tournament_id, await visitor.guest()))


@tournaments_router.get(
    "/api/tournament/{tournament_id}/standings",
    response_class=Response,
    responses=json_response(TournamentStandings, "The standings.", **UNKNOWN),
    summary="Get a page of the standings",
)
async def get_standings(tournament_id: TournamentId, tournaments: TournamentsDep, page: Page = 1) -> Response:
    """Return 50 players in the order of the standings; before the first result, by rating."""
    return send_json(await tournaments.standings(await tournaments.find(tournament_id), page))


@tournaments_router.get(
    "/api/tournament/{tournament_id}/rounds",
    response_class=Response,
    responses=json_response(TournamentRounds, "The rounds.", **UNKNOWN),
    summary="List the rounds",
)
async def get_rounds(tournament_id: TournamentId, tournaments: TournamentsDep) -> Response:
    """Return the rounds that have been paired. An arena has none."""
    return send_json(await tournaments.rounds(await tournaments.find(tournament_id)))


@tournaments_router.get(
    "/api/tournament/{tournament_id}/games",
    response_class=Response,
    responses=json_response(
        TournamentGamePage, "The pairings.", **{**UNKNOWN, "e404": "There is no such tournament or player."}
    ),
    summary="List games and byes",
)
async def get_games(
    tournament_id: TournamentId,
    tournaments: TournamentsDep,
    round_: Annotated[int | None, Query(alias="round", ge=1, le=100_000)] = None,
    player: Annotated[str | None, Query(min_length=1, max_length=24, description="The name of a player.")] = None,
    page: Page = 1,
) -> Response:
    """Return the pairings of a round by board, or the latest first."""
    return send_json(await tournaments.games(await tournaments.find(tournament_id), round_, player, page))


@tournaments_router.get(
    "/api/tournament/{tournament_id}/boards",
    response_class=Response,
    responses=json_response(Summaries, "The games, the top board first.", **UNKNOWN),
    summary="List the top boards",
)
async def get_boards(request: Request, tournament_id: TournamentId, boards: BoardsDep) -> Response:
    """Return the games in progress of the best players with their positions, at most six, up to a second old."""
    return conditional_response(request, await boards.get(tournament_id), "no-cache")


@tournaments_router.get(
    "/api/tournament/{tournament_id}/bracket",
    response_class=Response,
    responses=json_response(TournamentBracket, "The bracket.", **LIMITED),
    summary="Get the bracket of a knockout",
)
async def get_bracket(tournament_id: TournamentId, _study: Light, tournaments: TournamentsDep) -> Response:
    """Return all rounds of a knockout, from the first one to the final, with the players and games known so far.

    Before the start, and for the other systems, there are none.
    """
    return send_json(await tournaments.bracket(await tournaments.find(tournament_id)))


@tournaments_router.get(
    "/api/tournament/{tournament_id}/crosstable",
    response_class=Response,
    responses=json_response(CrossTable, "The cross-table.", **LIMITED),
    summary="Get a page of the cross-table",
)
async def get_cross_table(
    tournament_id: TournamentId, _study: Light, tournaments: TournamentsDep, page: Page = 1
) -> Response:
    """Return who scored what against whom, for 50 players in the order of the standings."""
    return send_json(await tournaments.cross_table(await tournaments.find(tournament_id), page))


@tournaments_router.get(
    "/api/tournament/{tournament_id}/log",
    response_class=Response,
    responses=json_response(TournamentLog, "The log.", **UNKNOWN),
    summary="Get the log",
)
async def get_log(
    tournament_id: TournamentId,
    tournaments: TournamentsDep,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="The field `next` of the page before.")] = None,
) -> Response:
    """Return what the organiser, the players and the server have done, the latest first."""
    return send_json(await tournaments.log(await tournaments.find(tournament_id), before))


@tournaments_router.get(
    "/api/tournament/{tournament_id}/games.pgn",
    response_class=StreamingResponse,
    responses=file_response(("application/x-chess-pgn",), "The finished games, by round.", **LIMITED),
    summary="Download all games",
)
async def get_records(
    request: Request,
    tournament_id: TournamentId,
    _study: Heavy,
    tournaments: TournamentsDep,
    records: RecordsDep,
    gate: Gate,
) -> StreamingResponse:
    """Return the finished games as PGN, one after the other, up to 50 per second. An address gets one at a time."""
    row = await tournaments.find(tournament_id)
    response = StreamedResponse(pace(records.stream(row)), gate, client_address(request), "application/x-chess-pgn")
    response.headers["Content-Disposition"] = f'attachment; filename="tournament-{tournament_id}.pgn"'
    return response


# the players' own actions


@tournaments_router.post(
    "/api/tournament/{tournament_id}/join",
    response_class=Response,
    responses=json_response(TournamentView, "The tournament.", **ACTION),
    summary="Join or return",
    dependencies=[Depends(TokenVisitor("tournament:write"))],
)
async def join(
    tournament_id: TournamentId,
    entries: EntriesDep,
    tournaments: TournamentsDep,
    visitor: CurrentVisitor,
    team: Annotated[
        str | None,
        Query(
            pattern="^[A-Za-z0-9]{8}$", description="The id of your team in a battle; not needed if it is the only one."
        ),
    ] = None,
) -> Response:
    """Join a tournament, or return after a pause or a withdrawal. In a battle of teams, join for one of yours."""
    await visitor.account()
    player = await visitor.acting_guest()
    await entries.join(player, tournament_id, team)
    return send_json(await tournaments.view(tournament_id, player))


@tournaments_router.post(
    "/api/tournament/{tournament_id}/withdraw",
    response_class=Response,
    responses=json_response(TournamentView, "The tournament.", **ACTION),
    summary="Withdraw",
    dependencies=[Depends(TokenVisitor("tournament:write"))],
)
async def withdraw(
    tournament_id: TournamentId, entries: EntriesDep, tournaments: TournamentsDep, visitor: CurrentVisitor
) -> Response:
    """Withdraw from a tournament. A game in progress continues."""
    await visitor.account()
    player = await visitor.acting_guest()
    await entries.withdraw(player, tournament_id)
    return send_json(await tournaments.view(tournament_id, player))


@tournaments_router.post(
    "/api/tournament/{tournament_id}/pause",
    response_class=Response,
    responses=json_response(TournamentView, "The tournament.", **ACTION),
    summary="Pause",
    dependencies=[Depends(TokenVisitor("tournament:write"))],
)
async def pause(
    tournament_id: TournamentId, entries: EntriesDep, tournaments: TournamentsDep, visitor: CurrentVisitor
) -> Response:
    """Sit out the next games of an arena or rounds of a Swiss. Joining again ends the pause."""
    player = await visitor.account()
    await entries.pause(player, tournament_id)
    return send_json(await tournaments.view(tournament_id, player))


@tournaments_router.post(
    "/api/tournament/{tournament_id}/bye",
    response_class=Response,
    responses=json_response(TournamentView, "The tournament.", **{**ACTION, **BODY}),
    openapi_extra=json_body(ByeRequest),
    summary="Request a half-point bye",
    dependencies=[Depends(TokenVisitor("tournament:write"))],
)
async def ask_bye(
    tournament_id: TournamentId,
    body: ByeBody,
    entries: EntriesDep,
    tournaments: TournamentsDep,
    visitor: CurrentVisitor,
) -> Response:
    """Request half a point instead of an opponent in a coming round of a Swiss, or take the request back."""
    player = await visitor.account()
    await entries.ask_bye(player, tournament_id, body.round, wanted=body.wanted)
    return send_json(await tournaments.view(tournament_id, player))
