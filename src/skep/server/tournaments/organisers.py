"""The organisers' actions, which moderators can take as well."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec.structs import replace

from skep.server.accounts.secrets import new_game_id
from skep.server.accounts.texts import clean_text, one_line
from skep.server.http.problem_error import ProblemError
from skep.server.moderation.services import Moderation
from skep.server.play.new_games import clock_rule
from skep.server.play.rooms import Rooms
from skep.server.ratings.pools import pool_of
from skep.server.schemas.tournaments import NewTournament, TournamentResult
from skep.server.store.records import Guest
from skep.server.store.values import check_text, micros, seconds
from skep.server.tournaments import entry_statements, queries, settings_statements
from skep.server.tournaments.clubs import Clubs
from skep.server.tournaments.facts import suggested_rounds
from skep.server.tournaments.rows import TournamentRow
from skep.server.tournaments.rulings import Rulings
from skep.server.tournaments.service import Tournaments, may_manage
from skep.server.tournaments.settings_statements import MAX_CREATED_PER_DAY, MAX_OPEN, MIN_PLAYERS
from skep.server.tournaments.swiss import is_available

__all__ = ["Organisers"]

_YEAR: Final = 366 * 24 * 3600.0
_MAX_REASON: Final = 200
_MIN_TEAMS: Final = 2
_PROBLEMS: Final = {
    "too-many-tournaments": (409, f"You have {MAX_OPEN} tournaments that have not ended. Cancel one of them first."),
    "too-many-tournaments-today": (409, f"You have created {MAX_CREATED_PER_DAY} tournaments since yesterday."),
    "tournament-begun": (409, "The tournament has begun or was cancelled."),
    "too-few-places": (409, "More players have joined than the tournament would have places."),
    "players-joined": (409, "Players have joined for the teams, which therefore stay as they are."),
    "too-few-players": (409, f"The tournament needs at least {MIN_PLAYERS} players."),
    "not-running": (409, "The tournament is not in progress."),
    "tournament-over": (409, "The tournament is over."),
}
_LIMITS: Final = {"arena": 1000, "swiss": 300, "round-robin": 30, "double-round-robin": 16, "knockout": 128}
"""The players that each system can take."""


class Organisers:
    """Creates and manages tournaments."""

    def __init__(
        self, rooms: Rooms, tournaments: Tournaments, moderation: Moderation, clubs: Clubs, rulings: Rulings
    ) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._tournaments = tournaments
        self._moderation = moderation
        self._clubs = clubs
        self._rulings = rulings

    async def create(self, organiser: Guest, settings: NewTournament) -> str:
        """Create a tournament and return its id. Raises ProblemError."""
        await self._moderation.sanctions.check_play(organiser.id)
        now = seconds(micros(self._rooms.time.now()))
        row = await self._row(new_game_id(), organiser, settings, now)
        _check(await self._store.write(partial(settings_statements.create, row)))
        return row.id

    async def edit(self, actor: Guest, tournament: str, settings: NewTournament) -> None:
        """Change the settings before the start. Raises ProblemError."""
        known = await self._find_managed(actor, tournament)
        now = self._rooms.time.now()
        row = await self._row(tournament, Guest(known.organiser, known.organiser_name), settings, now)
        row = replace(row, created=known.created)
        _check(await self._store.write(partial(settings_statements.edit, row, actor.id, now)))

    async def _row(self, id_: str, organiser: Guest, settings: NewTournament, now: float) -> TournamentRow:
        """Return the row of a tournament with some settings. Raises ProblemError."""
        name = check_text("a name", clean_text(settings.name, 60))
        description = check_text("a description", _paragraphs(settings.description))
        await self._check_texts(name, description)
        _check_settings(settings, now)
        if settings.team is not None and not await self._clubs.may_organise(settings.team, organiser.id):
            raise ProblemError(403, "not-team-leader", "You cannot create tournaments of this team.")
        await self._check_battle(settings, organiser)
        clock, game_type = clock_rule(settings.clock), f"Base+{settings.expansions}".rstrip("+")
        pool = pool_of(clock, game_type)
        assert pool is not None, "the clock was checked"
        is_arena = settings.system == "arena"
        return TournamentRow(
            id=id_,
            organiser=organiser.id,
            organiser_name=organiser.name,
            name=name,
            description=description,
            system=settings.system,
            clock=clock,
            edition=settings.edition,
            game_type=game_type,
            rated=settings.rated,
            pool=pool,
            minutes=settings.minutes if is_arena else None,
            rounds=settings.rounds if settings.system == "swiss" else None,
            break_seconds=settings.break_seconds,
            third_place=settings.third_place and settings.system == "knockout",
            lowest=settings.lowest,
            highest=settings.highest,
            max_players=min(settings.max_players or _LIMITS[settings.system], _LIMITS[settings.system]),
            late_entry=settings.late_entry and settings.system in ("arena", "swiss"),
            byes=settings.byes if settings.system == "swiss" else 0,
            withdrawal=settings.withdrawal,
            bots=settings.bots,
            private=settings.private,
            team=settings.team,
            teams=tuple(settings.teams),
            best_players=settings.best_players if settings.teams else None,
            created=now,
            starts=None if settings.starts is None else seconds(micros(settings.starts)),
        )

    async def _check_battle(self, settings: NewTournament, organiser: Guest) -> None:
        """Raise ProblemError unless the teams of a battle exist, and its organiser leads one of them."""
        if not settings.teams:
            return
        known = await self._store.read(partial(queries.named_teams, settings.teams))
        if not all(team in known and known[team].is_open for team in settings.teams):
            raise ProblemError(422, "unknown-team", "One of the teams does not exist.")
        for team in settings.teams:
            if await self._clubs.may_organise(team, organiser.id):
                return
        raise ProblemError(403, "not-team-leader", "You can create battles of teams if you lead one of them.")

    async def _check_texts(self, name: str, description: str) -> None:
        if len(name) < 3:
            raise ProblemError(422, "name-short", "The name of a tournament needs at least three characters.")
        for text in (name, description):
            if await self._moderation.words.find(text) is not None:
                raise ProblemError(
                    422, "text-forbidden", "The name or the description contains a word that is not allowed here."
                )

    async def _find_managed(self, actor: Guest, tournament: str) -> TournamentRow:
        """Return a tournament that a player may manage. Raises ProblemError."""
        row = await self._tournaments.find(tournament)
        if not may_manage(row, actor):
            raise ProblemError(403, "not-organiser", "Only the organiser and moderators can do this.")
        await self._moderation.sanctions.check_play(actor.id)
        return row

    async def start(self, actor: Guest, tournament: str) -> None:
        """Start a tournament now. Raises ProblemError."""
        row = await self._find_managed(actor, tournament)
        now, rounds = self._rooms.time.now(), suggested_rounds(row.players)
        _check(await self._store.write(partial(settings_statements.start, tournament, rounds, actor.id, now)))

    async def suspend(self, actor: Guest, tournament: str, *, suspended: bool) -> None:
        """Pause a tournament, in which no new games begin, or resume it. Raises ProblemError."""
        await self._find_managed(actor, tournament)
        now = self._rooms.time.now()
        _check(await self._store.write(partial(settings_statements.suspend, tournament, actor.id, suspended, now)))

    async def cancel(self, actor: Guest, tournament: str) -> None:
        """Cancel a tournament. Raises ProblemError."""
        await self._find_managed(actor, tournament)
        now = self._rooms.time.now()
        _check(await self._store.write(partial(settings_statements.cancel, tournament, actor.id, "", now)))

    async def remove(self, actor: Guest, tournament: str, name: str, reason: str) -> None:
        """Remove a player, who loses a game in progress. Raises ProblemError."""
        row = await self._find_managed(actor, tournament)
        if row.is_over:
            raise ProblemError(409, "tournament-over", "The tournament is over.")
        player = await self._tournaments.player(row, name)
        now, detail = self._rooms.time.now(), clean_text(reason, _MAX_REASON)
        store = partial(entry_statements.remove, tournament, player.player, actor.id, detail, now)
        await self._store.write(store)
        await self._rulings.forfeit(row, player.player, actor.id, is_logged=False)

    async def forfeit(self, actor: Guest, tournament: str, name: str) -> None:
        """Let a player lose the game in progress. Raises ProblemError."""
        row = await self._find_managed(actor, tournament)
        player = await self._tournaments.player(row, name)
        if not await self._rulings.forfeit(row, player.player, actor.id):
            raise ProblemError(409, "no-game", f"{player.name} has no game in progress.")

    async def adjudicate(self, actor: Guest, tournament: str, game: str, result: TournamentResult) -> None:
        """Decide the result of a game. Raises ProblemError."""
        row = await self._find_managed(actor, tournament)
        await self._rulings.decide(row, game, result, actor.id)


def _check_settings(settings: NewTournament, now: float) -> None:
    """Raise ProblemError for settings that do not fit together."""
    is_arena = settings.system == "arena"
    if settings.clock.kind == "none" or (is_arena and settings.clock.kind != "minutes"):
        raise ProblemError(
            422, "tournament-clock", "An arena needs minutes on the clock, the other systems minutes or days per move."
        )
    is_pair = len(set(settings.teams)) == len(settings.teams) >= _MIN_TEAMS
    if settings.teams and not (is_arena and is_pair and settings.team is None):
        raise ProblemError(422, "battle-teams", "A battle is an arena of two to ten different teams.")
    if settings.system == "swiss" and not is_available():
        raise ProblemError(422, "no-swiss", "This server cannot pair a Swiss. Choose another system.")
    if settings.starts is not None and not now - 60 <= settings.starts <= now + _YEAR:
        raise ProblemError(422, "tournament-start", "A tournament starts within a year.")
    if settings.lowest is not None and settings.highest is not None and settings.lowest > settings.highest:
        raise ProblemError(422, "rating-range", "The lowest rating is above the highest.")


def _paragraphs(text: str) -> str:
    """Return a description as lines without invisible characters, with at most one empty line between two."""
    lines = [one_line(line) for line in text.splitlines()]
    kept = [line for index, line in enumerate(lines) if line or (index > 0 and lines[index - 1])]
    return "\n".join(kept).strip()


def _check(code: str | None) -> None:
    if code is not None:
        status, sentence = _PROBLEMS[code]
        raise ProblemError(status, code, sentence)
