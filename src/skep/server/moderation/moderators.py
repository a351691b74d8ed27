"""Moderators: what they see about players, and what they do. Every action is logged in its own transaction."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from sqlalchemy import Connection, update

from skep.server.accounts.names import name_key
from skep.server.accounts.texts import clean_text
from skep.server.http.problem_error import ProblemError
from skep.server.moderation import log_statements, player_statements, report_statements, sanction_statements
from skep.server.moderation.leavers import Leavers
from skep.server.moderation.log_statements import LogRow, add_entry
from skep.server.moderation.player_statements import PlayerRow
from skep.server.moderation.reports import report_view
from skep.server.moderation.sanction_statements import SanctionKind, SanctionRow
from skep.server.moderation.sanctions import Sanctions
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.moderation import (
    Action,
    Decision,
    LogEntry,
    LogPage,
    PlayerFile,
    PlayerGame,
    PlayerMatch,
    PlayerMatches,
    SanctionNotice,
    SanctionView,
)
from skep.server.schemas.views import side_name
from skep.server.store.moderation_tables import reports
from skep.server.store.records import Guest, Role, Store

__all__ = ["BeforeBan", "Moderators", "OnBan", "OnRename"]

_SANCTION: Final[dict[Action, SanctionKind]] = {
    "warn": "warning",
    "mute": "chat",
    "suspend": "suspension",
    "ban": "ban",
}
_TIMED: Final = ("mute", "suspend")
_MAX_REASON: Final = 300
_MAX_GAMES: Final = 30
_MAX_REPORTS: Final = 30
_MAX_MATCHES: Final = 20
_LOG_PAGE: Final = 50
_RENAME_ATTEMPTS: Final = 5

OnRename = Callable[[str], Awaitable[None]]
OnBan = Callable[[str, float, Connection], None]
"""Called in the transaction that bans a player, with the time."""
BeforeBan = Callable[[str], Awaitable[None]]
"""Called before a player is banned."""


class Moderators:
    """The work of moderators."""

    def __init__(
        self,
        store: Store,
        sanctions: Sanctions,
        channels: PlayerChannels,
        on_rename: OnRename,
        on_ban: tuple[OnBan, ...] = (),
        before_ban: tuple[BeforeBan, ...] = (),
    ) -> None:
        """``on_rename`` shows a player's new name in running games."""
        self._store = store
        self._sanctions = sanctions
        self._channels = channels
        self._on_rename = on_rename
        self._on_ban = on_ban
        self._before_ban = before_ban
        self._leavers = Leavers(store)

    # reading

    async def player(self, id_: str) -> PlayerRow:
        """Return a player. Raises ProblemError."""
        found = await self._store.read(partial(player_statements.player, id_))
        if found is None:
            raise ProblemError(404, "unknown-player", f"There is no player with the id {id_!r}.")
        return found

    async def search(self, name: str) -> PlayerMatches:
        """Return the players with a name."""
        found = await self._store.read(
            partial(player_statements.find_named, name_key(name), name.replace("\0", ""), _MAX_MATCHES)
        )
        return PlayerMatches(
            players=[PlayerMatch(player=row.id, name=row.name, registered=row.registered) for row in found]
        )

    async def file(self, id_: str) -> PlayerFile:
        """Return what moderators see about a player. Raises ProblemError."""
        row, now = await self.player(id_), time.time()
        about, sanctions, games, (left, counted) = await asyncio.gather(
            self._store.read(partial(report_statements.reports_about, id_, _MAX_REPORTS)),
            self._store.read(partial(sanction_statements.sanctions_of, id_)),
            self._store.read(partial(player_statements.games_of, id_, _MAX_GAMES)),
            self._leavers.counts(id_),
        )
        return PlayerFile(
            player=row.id,
            name=row.name,
            registered=row.registered,
            role=row.role,
            created=row.created,
            sanctions=[_sanction_view(sanction, now) for sanction in sanctions],
            reports=[report_view(report) for report in about],
            games=[
                PlayerGame(
                    game=game.id,
                    side=side_name(game.side),
                    opponent=game.opponent,
                    rated=game.rated,
                    ply=game.ply,
                    winner=None if game.winner is None else side_name(game.winner),
                    ending=game.ending,
                    updated=game.updated,
                )
                for game in games
            ],
            left=left,
            counted=counted,
        )

    async def log(
        self,
        *,
        before: int | None = None,
        player: str | None = None,
        moderator: str | None = None,
        action: str | None = None,
    ) -> LogPage:
        """Return entries of the log, latest first."""
        query = partial(log_statements.entries, before, player, moderator, action, _LOG_PAGE + 1)
        rows = await self._store.read(query)
        return LogPage(entries=[_log_entry(row) for row in rows[:_LOG_PAGE]], more=len(rows) > _LOG_PAGE)

    # acting

    async def decide(self, moderator: Guest, id_: str, decision: Decision, *, report: int | None = None) -> None:
        """Carry out an action against a player, and close the report that led to it. Raises ProblemError."""
        player, now = await self.player(id_), time.time()
        reason = _check(decision)
        _check_rank(moderator, player)
        kind = _SANCTION.get(decision.action)
        until = now + 3600 * decision.hours if decision.action in _TIMED and decision.hours is not None else None
        detail = f"{decision.hours} h: {reason}" if until is not None else reason
        entry = LogRow(
            now, moderator.id, moderator.name, decision.action, player.id, player.name, report=report, detail=detail
        )
        if decision.action == "rename":
            await self._remove_name(player, entry)
            return

        def write(connection: Connection, maybe_done: bool) -> None:
            if kind is not None:
                sanction_statements.add_sanction(player.id, kind, reason, until, now, connection, maybe_done)
            for consequence in self._on_ban if kind == "ban" else ():
                consequence(player.id, now, connection)
            _close_reports(entry, connection)
            add_entry(entry, connection, maybe_done)

        for prepare in self._before_ban if kind == "ban" else ():
            await prepare(player.id)
        await self._store.write(write)
        if kind is not None:
            self._channels.send(player.id, SanctionNotice(sanction=kind, reason=reason, until=until))
            self._sanctions.forget(player.id)

    async def _remove_name(self, player: PlayerRow, entry: LogRow) -> None:
        """Give a player a neutral name."""
        for _ in range(_RENAME_ATTEMPTS):
            name = f"Player {secrets.randbelow(900_000) + 100_000}"

            def write(connection: Connection, maybe_done: bool, name: str = name) -> bool:
                if not player_statements.rename_player(player.id, name, name_key(name), connection, maybe_done):
                    return False
                # otherwise the player could take the name back at once
                player_statements.refuse_former_name(player.id, name_key(player.name), time.time(), connection)
                _close_reports(entry, connection)
                add_entry(entry, connection, maybe_done)
                return True

            if await self._store.write(write):
                await self._on_rename(player.id)
                return
        raise ProblemError(503, "busy", "No free name was found. Try again.")

    async def lift(self, moderator: Guest, sanction: int) -> None:
        """End a sanction before its time. Raises ProblemError."""
        found = await self._store.read(partial(sanction_statements.sanction, sanction))
        if found is None:
            raise ProblemError(404, "unknown-sanction", f"There is no sanction number {sanction}.")
        id_, row = found
        player = await self.player(id_)
        _check_rank(moderator, player)
        entry = LogRow(
            time.time(),
            moderator.id,
            moderator.name,
            "lift",
            player.id,
            player.name,
            detail=f"{row.kind}: {row.reason}",
        )

        def write(connection: Connection, maybe_done: bool) -> None:
            sanction_statements.lift_sanction(sanction, connection, maybe_done)
            add_entry(entry, connection, maybe_done)

        await self._store.write(write)
        self._sanctions.forget(player.id)

    async def appoint(self, admin: Guest, id_: str, role: Role) -> None:
        """Set the role of an account. Raises ProblemError."""
        player = await self.player(id_)
        if not player.registered:
            raise ProblemError(409, "no-account", "A guest cannot have a role: it takes an account.")
        if player.id == admin.id:
            raise ProblemError(409, "own-role", "You cannot change your own role. Another admin can.")
        entry = LogRow(
            time.time(), admin.id, admin.name, "appoint", player.id, player.name, detail=f"{player.role} → {role}"
        )

        def write(connection: Connection, maybe_done: bool) -> None:
            player_statements.set_role(player.id, role, connection, maybe_done)
            add_entry(entry, connection, maybe_done)

        await self._store.write(write)


def _check(decision: Decision) -> str:
    """Return the cleaned reason of a decision that is complete. Raises ProblemError."""
    reason = clean_text(decision.reason, _MAX_REASON)
    if not reason and decision.action in _SANCTION:
        raise ProblemError(422, "reason-missing", "Give a reason, which the player will read.")
    if decision.action in _TIMED and decision.hours is None:
        raise ProblemError(422, "hours-missing", "Say for how many hours: only a ban has no end.")
    return reason


def _check_rank(moderator: Guest, player: PlayerRow) -> None:
    """Raise ProblemError if a moderator may not act against a player: only admins act against moderators."""
    if player.id == moderator.id:
        raise ProblemError(409, "own-case", "You cannot act in your own case. Another moderator can.")
    if player.role == "admin" or (player.role and moderator.role != "admin"):
        raise ProblemError(403, "rank", "Only an admin can act against a moderator, and nobody against an admin.")


def _close_reports(entry: LogRow, connection: Connection) -> None:
    """Close the report that led to an action, and the others of the same kind about the player."""
    if entry.report is None:
        return
    found = report_statements.report(entry.report, connection)
    if found is None:
        return
    same = reports.c.player == found.player, reports.c.kind == found.kind, reports.c.outcome.is_(None)
    connection.execute(update(reports).where(*same).values(outcome=entry.action))


def _sanction_view(row: SanctionRow, now: float) -> SanctionView:
    return SanctionView(
        id=row.id,
        kind=row.kind,
        reason=row.reason,
        at=row.at,
        until=row.until,
        lifted=row.lifted,
        active=row.is_active(now),
    )


def _log_entry(row: LogRow) -> LogEntry:
    return LogEntry(
        id=row.id,
        at=row.at,
        moderator=row.moderator,
        moderator_name=row.moderator_name,
        action=row.action,  # type: ignore[arg-type]
        player=row.player,
        player_name=row.player_name,
        report=row.report,
        detail=row.detail,
    )
