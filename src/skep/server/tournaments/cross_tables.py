"""The cross-table of a tournament: who scored what against whom."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, or_, select

from skep.server.schemas.tournaments import CrossTable, CrossTableCell, CrossTableRow
from skep.server.store.tournament_tables import tournament_pairings, tournament_players
from skep.server.tournaments.queries import PAGE, standings_order, standings_page
from skep.server.tournaments.rows import TournamentRow
from skep.server.tournaments.views import pages

__all__ = ["cross_table_page"]

_WIN: Final = {"white", "white-walkover", "bye"}
_LOSS: Final = {"black", "black-walkover"}
_HALF: Final = {"draw", "half-bye"}
_WALKOVERS: Final = {"white-walkover", "black-walkover", "double-forfeit"}

_pairings = tournament_pairings.c


def cross_table_page(row: TournamentRow, page: int, connection: Connection) -> CrossTable:
    """Return a page of the cross-table, in the order of the standings. A win counts one point, in an arena too."""
    players = standings_page(row.id, row.is_arena, page, PAGE, connection)
    columns = tournament_players.c
    everybody = select(columns.player).where(columns.tournament == row.id).order_by(*standings_order(row.is_arena))
    places = {player: place for place, player in enumerate(connection.scalars(everybody), start=1)}
    cells: dict[str, list[CrossTableCell]] = {player.player: [] for player in players}
    chosen = select(tournament_pairings).where(
        _pairings.tournament == row.id, or_(_pairings.white.in_(cells), _pairings.black.in_(cells))
    )
    for pairing in connection.execute(chosen.order_by(_pairings.round, _pairings.board, _pairings.leg)):
        for own, other, white in ((pairing.white, pairing.black, True), (pairing.black, pairing.white, False)):
            if own in cells:
                cells[own].append(
                    CrossTableCell(
                        opponent=0 if other is None else places[other],
                        round=pairing.round,
                        score=_points(pairing.outcome, white=white),
                        white=white,
                        game=pairing.game,
                        forfeit=pairing.outcome in _WALKOVERS,
                    )
                )
    return CrossTable(
        rows=[
            CrossTableRow(
                rank=places[player.player],
                name=player.name,
                rating=player.rating,
                score=player.score,
                cells=cells[player.player],
            )
            for player in players
        ],
        page=page,
        pages=pages(row.players, PAGE),
    )


def _points(outcome: str | None, *, white: bool) -> float | None:
    if outcome is None:
        return None
    if outcome in _HALF:
        return 0.5
    return float(outcome in (_WIN if white else _LOSS))
