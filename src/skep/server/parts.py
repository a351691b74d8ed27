"""The parts of the server: what each consists of, and who knows whom. Nothing registers itself elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from sqlalchemy import Connection

from skep.archive import Archive
from skep.server.accounts.networks import GuestNetworks
from skep.server.accounts.quotas import GameQuota, TournamentQuota
from skep.server.accounts.secrets import Links, Tokens
from skep.server.accounts.services import AccountHooks, AccountServices
from skep.server.accounts.visitor import Guests
from skep.server.admin.drain import Drain
from skep.server.admin.reach import ReachService
from skep.server.admin.routes import HealthCheck
from skep.server.admin.sampling import Sampler
from skep.server.api_access.oauth import OAuth
from skep.server.api_access.personal_data import API_DATA
from skep.server.api_access.tokens import ApiTokens
from skep.server.bots.bots import BotLimits, Bots
from skep.server.bots.event_stream import StreamContext
from skep.server.bots.game_actions import GameActions
from skep.server.bots.open_streams import OpenStreams
from skep.server.bots.personal_data import BOT_DATA
from skep.server.engines.kernel_gate import KernelGate
from skep.server.engines.pool import EnginePool
from skep.server.engines.workers import EngineWorkers
from skep.server.http.client_limits import ClientLimits
from skep.server.http.lan import LanSwitch
from skep.server.http.services import Services
from skep.server.http.streams import StreamGate
from skep.server.lobby.challenge_statements import end_challenges
from skep.server.lobby.challenges import ChallengeBoard
from skep.server.lobby.invitations import Invitations
from skep.server.lobby.lobby import Lobby
from skep.server.lobby.open_challenges import OpenChallenges
from skep.server.lobby.personal_data import LOBBY_DATA
from skep.server.lobby.pool import FindLevel, FindRating, Pool
from skep.server.metrics import Metrics
from skep.server.moderation.block_statements import find_refused_pairs
from skep.server.moderation.personal_data import MODERATION_DATA
from skep.server.moderation.services import Moderation
from skep.server.notifications import Notifications
from skep.server.notifications.personal_data import NOTIFICATION_DATA
from skep.server.notifications.push_queue import PushQueue
from skep.server.notifications.subscriptions import Subscriptions
from skep.server.notifications.vapid import read_key
from skep.server.notifications.web_push import WebPush
from skep.server.play.chat import Chat
from skep.server.play.clients import Clients
from skep.server.play.coach.coach import Coach
from skep.server.play.commands import Commands
from skep.server.play.computer_player import ComputerPlayer
from skep.server.play.conditional_moves import ConditionalMoves
from skep.server.play.daily_turns import DailyTurns
from skep.server.play.departures import leave_games
from skep.server.play.expiry import Expiry
from skep.server.play.fair_play import FairPlay
from skep.server.play.player_actions import PlayerActions
from skep.server.play.processes import place_among_processes
from skep.server.play.rooms import Rooms
from skep.server.play.vacations import Vacations
from skep.server.play.watchdog import ClockWatchdog
from skep.server.previews.previews import LinkPreviews
from skep.server.profiles.friends import Following
from skep.server.profiles.leaderboards import Leaderboards
from skep.server.profiles.online import OnlinePlayers
from skep.server.profiles.profiles import Profiles
from skep.server.profiles.puzzle_results import SharedPuzzles
from skep.server.public_data.game_streams import GameStreams
from skep.server.public_data.nightly_dumps import NightlyDumps
from skep.server.public_data.pictures import SvgPictures
from skep.server.ratings.levels import Levels, nearest_level
from skep.server.ratings.personal_data import RATING_DATA
from skep.server.ratings.pools import pool_of
from skep.server.ratings.ratings import Rating, Ratings
from skep.server.ratings.statements import rate_games
from skep.server.realtime.bus import Bus, open_bus
from skep.server.realtime.limit_exchange import LimitExchange
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.realtime.session_sockets import SessionSockets
from skep.server.schemas.game import ClockRule
from skep.server.sessions import Handlers
from skep.server.settings import Settings
from skep.server.shared_studies.library import StudyLibrary
from skep.server.shared_studies.personal_data import STUDY_DATA
from skep.server.shared_studies.studies import SharedStudies
from skep.server.store import SqlStore
from skep.server.store.records import Guest, Store
from skep.server.study.analysis_limits import AnalysisLimits
from skep.server.study.services import StudyServices
from skep.server.study.signals import SignalService
from skep.server.study.study import StudyContext
from skep.server.teams.chat import TeamChat
from skep.server.teams.member_statements import leave_all
from skep.server.teams.membership import Membership
from skep.server.teams.personal_data import TEAM_DATA
from skep.server.teams.reports import TeamReports
from skep.server.teams.teams import TeamBoard
from skep.server.tournaments.clubs import Clubs
from skep.server.tournaments.personal_data import TOURNAMENT_DATA
from skep.server.tournaments.result_statements import record_results
from skep.server.tournaments.services import TournamentServices

__all__ = ["ON_BAN", "PERSONAL_DATA", "Environment", "OpenStore", "Parts", "on_ended"]

PERSONAL_DATA: Final = (
    *RATING_DATA,
    *LOBBY_DATA,
    *NOTIFICATION_DATA,
    *MODERATION_DATA,
    *API_DATA,
    *TOURNAMENT_DATA,
    *TEAM_DATA,
    *BOT_DATA,
    *STUDY_DATA,
)
"""The data that all parts but the accounts themselves store about players."""


def _end_challenges_of_banned(player: str, _now: float, connection: Connection) -> None:
    end_challenges(player, connection)


ON_BAN: Final = (leave_all, _end_challenges_of_banned)
"""The consequences of a ban without an end, in the transaction of the ban."""

OpenStore: TypeAlias = Callable[[Settings], Awaitable[Store]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """The surroundings of the parts: settings, limits and what tests replace."""

    settings: Settings
    gate: KernelGate
    drain: Drain
    metrics: Metrics
    limits: ClientLimits | None
    """None on a local server, which limits nobody."""
    lan: LanSwitch | None = None
    bus: Bus | None = None
    open_store: OpenStore | None = None


class Parts:
    """Everything that works behind the routes and the sockets of one process."""

    def __init__(self, given: Environment, store: Store, archive: Archive, key: bytes, vapid: bytes) -> None:
        self._given = given
        settings, limits, metrics = given.settings, given.limits, given.metrics
        self._store = store
        bus = given.bus if given.bus is not None else open_bus(settings.redis, metrics=metrics)
        self._rooms = Rooms(store, bus, Links(key), metrics=metrics)
        self._engines = EnginePool(
            settings.engine_threads, workers=_engine_workers(settings, self._rooms), metrics=metrics
        )
        self._channels = PlayerChannels(bus)
        self._sockets = SessionSockets(bus)
        self._exchange = LimitExchange(limits or (), bus)
        self._networks = GuestNetworks()
        self._quota = GameQuota(store, None if limits is None else limits.games)
        self._online = OnlinePlayers(store, self._channels)
        self._moderation = Moderation(
            store,
            bus,
            self._channels,
            key,
            self._show_name,
            on_ban=ON_BAN,
            before_ban=(self._end_challenges,),
        )
        self._make_play()
        self._make_study(archive)
        self._make_accounts()
        self._make_lobby()
        self._make_daily_games(vapid)
        self._make_teams()
        self._make_public_data()
        self._make_bots()
        self._make_tournaments()
        self._watchdog = ClockWatchdog(self._rooms, store)
        self._health = HealthCheck(store, given.gate, bus=bus, drain=given.drain)
        self._sampler = Sampler(metrics, store=store, rooms=self._rooms, engines=self._engines, bus=bus)
        self.previews = LinkPreviews(store, self._study)
        self.handlers = self._make_handlers()
        """Opens the sessions of sockets."""

    @classmethod
    async def make(cls, given: Environment) -> Parts:
        """Open the databases and put the parts together."""
        settings = given.settings
        if given.open_store is None:
            store: Store = await SqlStore.open(settings.database, metrics=given.metrics, on_ended=on_ended)
        else:
            store = await given.open_store(settings)
        archive = await asyncio.to_thread(Archive.open, settings.archive_url)
        return cls(given, store, archive, await store.key(), await read_key(store))

    # putting the parts together

    def _make_play(self) -> None:
        rooms, engines, settings = self._rooms, self._engines, self._given.settings
        clients = Clients(self._networks)
        self._coach = Coach(rooms, engines, clients)
        self._computer = ComputerPlayer(
            rooms, engines, settings, before_reply=self._coach.wait_for_player, clients=clients
        )
        rooms.hooks += (self._coach.on_event, self._computer.on_event)
        self._commands = Commands(rooms, self._quota)
        self._chat = Chat(rooms, self._moderation.blocks)
        self._fair_play = FairPlay(rooms, enabled=not settings.local)
        rooms.clock_hooks.append(self._fair_play.on_event)

    def _make_study(self, archive: Archive) -> None:
        settings, limits = self._given.settings, self._given.limits
        self._archive = archive
        self._study = StudyServices(archive, self._store, self._engines, settings, limits)
        self._analysis = StudyContext(
            self._engines,
            settings.analysis_seconds,
            limits=None if settings.local else AnalysisLimits(),
            fair_play=self._fair_play,
        )
        self._shared_studies = SharedStudies(self._store, self._rooms.bus, self._study.quick)

    def _make_accounts(self) -> None:
        hooks = AccountHooks(
            checks=(self._check_sign_in,),
            personal_data=PERSONAL_DATA,
            name_checks=(self._moderation.words.check_name,),
            on_rename=(self._show_name_of,),
            before_deletion=(partial(leave_games, self._rooms), self._end_challenges_of),
            after_deletion=(self._show_name_of, self._shared_studies.check_all),
            adoption_checks=(self._check_adoption,),
            on_adopted=(self._on_adopted,),
        )
        given = self._given
        self._accounts = AccountServices(
            self._store, self._sockets, given.limits, origins=given.settings.origins, hooks=hooks
        )
        self._tokens = ApiTokens(self._store, None if given.limits is None else given.limits.api)
        self._guests = Guests(
            self._store,
            self._quota,
            Tokens(self._rooms.links.key),
            self._networks,
            changes=None if given.limits is None else given.limits.changes,
            on_use=self._accounts.sessions.note_use,
        )

    def _make_lobby(self) -> None:
        rooms, bot_limits = self._rooms, BotLimits(self._given.limits)
        self._lobby = Lobby(rooms, self._quota, self._computer, self._moderation)
        ratings = Ratings(self._store)
        self._pool = Pool(
            rooms,
            self._channels,
            _rating_finder(ratings),
            find_refused=find_refused_pairs,
            find_penalty=self._moderation.leavers.penalty,
            find_level=_level_finder(Levels(ratings)),
        )
        self._challenges = ChallengeBoard(
            rooms,
            self._channels,
            self._quota,
            find_refused=find_refused_pairs,
            notify=self._notify_of_challenge,
            withdraw=self._withdraw_challenge,
            check_play=self._moderation.sanctions.check_play,
            check_bots=bot_limits.check,
        )
        self._open_challenges = OpenChallenges(
            rooms,
            self._lobby,
            self._quota,
            check_play=self._moderation.sanctions.check_play,
            check_bots=bot_limits.check,
        )

    def _make_daily_games(self, vapid: bytes) -> None:
        settings, store, rooms = self._given.settings, self._store, self._rooms
        sender = WebPush(vapid, settings.push_address, settings.push_services)
        self._pushes = PushQueue(store, sender.send, delay=settings.push_delay)
        self._subscriptions = Subscriptions(store, vapid, settings.push_services)
        self._notifications = Notifications(store, self._channels, self._pushes.push_time)
        self._conditional_moves = ConditionalMoves(rooms)
        self._vacations = Vacations(store, rooms.time.now)
        self._turns = DailyTurns(rooms, self._conditional_moves, self._vacations, self._notifications)
        rooms.event_hooks.append(self._turns.on_event)
        self._expiry = Expiry(
            rooms,
            store,
            invitation_days=settings.keep_invitations,
            idle_days=settings.keep_idle_games,
            others=(self._accounts.sessions.delete_expired, self._tokens.delete_expired),
        )

    def _make_tournaments(self) -> None:
        limits = self._given.limits
        self._tournaments = TournamentServices(
            self._rooms,
            self._lobby,
            self._channels,
            self._moderation,
            self._notifications,
            find_refused=find_refused_pairs,
            clubs=Clubs(is_member=self._team_board.has_member, may_organise=self._team_board.has_leader),
            find_streams=self._streams.players_with_events,
            quota=TournamentQuota(None if limits is None else limits.tournament_games, self._networks),
        )

    def _make_teams(self) -> None:
        store, moderation = self._store, self._moderation
        self._team_board = board = TeamBoard(store, moderation)
        self._teams = (
            board,
            Membership(store, board, moderation, self._notifications),
            TeamChat(store, board, moderation, self._channels, self._given.limits),
            TeamReports(store, board, moderation),
        )

    def _make_public_data(self) -> None:
        settings = self._given.settings
        folder = None if settings.dumps is None else Path(settings.dumps)
        self._dumps = NightlyDumps(self._store, folder, keep=settings.keep_dumps)

    def _make_bots(self) -> None:
        rooms, limits = self._rooms, self._given.limits
        actions = PlayerActions(rooms, self._commands, self._chat, self._moderation, limits)
        self._streams = OpenStreams(rooms.bus, self._channels)
        rooms.event_hooks.append(self._streams.on_event)
        self._bots = (
            self._streams,
            Bots(rooms, self._channels),
            GameActions(rooms, actions, self._streams, limits),
            StreamContext(rooms, self._challenges, self._tokens),
        )

    def _make_handlers(self) -> Handlers:
        return Handlers(
            self._rooms,
            self._commands,
            self._chat,
            coach=self._coach,
            study=self._analysis,
            limits=self._given.limits,
            networks=self._networks,
            channels=self._channels,
            moderation=self._moderation,
            guests=self._guests,
            pool=self._pool,
            sockets=self._sockets,
            tournaments=self._tournaments.watchers,
            shared_studies=self._shared_studies,
        )

    async def _notify_of_challenge(self, player: str, *, challenge: str, name: str, until: float) -> None:
        """Notify a player of a new challenge; who made one hears of the answer on the page, or from the game."""
        await self._notifications.notify(player, "challenge", challenge=challenge, name=name, until=until)

    async def _withdraw_challenge(self, challenge: str) -> None:
        await self._notifications.withdraw("challenge", challenge=challenge)

    async def _end_challenges(self, player: str) -> None:
        await self._challenges.withdraw_all(player)

    async def _end_challenges_of(self, player: Guest) -> None:
        await self._end_challenges(player.id)

    async def _show_name(self, player: str) -> None:
        await self._lobby.show_name(player)

    async def _show_name_of(self, player: Guest) -> None:
        await self._lobby.show_name(player.id)

    async def _check_sign_in(self, player: Guest) -> None:
        await self._moderation.sanctions.check_sign_in(player.id)

    async def _check_adoption(self, guest: Guest) -> None:
        """Raise Sanctioned if a guest is restricted, so that no sanction is left behind."""
        await self._moderation.sanctions.check_chat(guest.id)

    async def _on_adopted(self, guest: Guest, account: Guest) -> None:
        self._channels.disconnect(guest.id)  # its tabs reconnect as the account
        await self._lobby.show_name(account.id)

    # running

    def services(self) -> Services:
        """Return the services that routes ask for, by their classes."""
        store, lobby, study, online = self._store, self._lobby, self._study, self._online
        services = (
            self._health,
            ReachService(self._given.lan, local=self._given.settings.local),
            self._guests,
            self._tokens,
            OAuth(store),
            self._moderation,
            SignalService(store, lobby, study),
            lobby,
            Profiles(store, lobby.lists, self._archive, study.quick, online, SharedPuzzles(store)),
            Following(store, online),
            Leaderboards(store),
            self._pool,
            self._challenges,
            self._open_challenges,
            Invitations(self._rooms),
            study,
            StudyLibrary(self._shared_studies, self._moderation),
            self._fair_play,
            self._notifications,
            self._subscriptions,
            self._conditional_moves,
            self._vacations,
            self._turns,
            *self._teams,
            self._dumps,
            GameStreams(store, self._rooms.writing),
            SvgPictures(study.quick),
            StreamGate(limited=not self._given.settings.local),
            self._rooms,
            *self._bots,
        )
        return {
            **self._accounts.by_class(),
            **self._tournaments.by_class(),
            **{type(service): service for service in services},
        }

    async def open(self) -> None:
        """Start what runs in the background. Games resume once the kernel is loaded."""
        for part in (
            *(self._rooms, self._exchange, self._channels, self._moderation, self._sockets),
            *(self._streams, self._shared_studies),
        ):
            await part.open()
        self._online.open()
        self._pool.open()
        self._accounts.sessions.open()
        self._engines.open()
        await self._given.gate.open(self._resume_games)
        self._sampler.open()

    async def _resume_games(self) -> None:
        await self._watchdog.open()
        self._turns.open()
        self._tournaments.open()
        self._pushes.open()
        self._study.open()
        self._dumps.open()
        if not self._given.settings.local:
            self._expiry.open()

    async def close(self) -> None:
        """Stop everything: first what makes requests to others, the database last."""
        self._streams.close()
        resumed = await self._given.gate.close()
        for task in (
            *(self._sampler, self._pool, self._moderation, self._expiry, self._online, self._turns),
            *(self._tournaments, self._dumps, self._shared_studies),
        ):
            await task.close()
        for part in (self._pushes, self._accounts.sessions, self._exchange, self._study, self._analysis):
            await part.close()
        await self._engines.shut_down()
        if resumed:
            await self._watchdog.close()
        await self._rooms.close()
        await self._health.close()
        await self._store.close()


def on_ended(connection: Connection, ended: Sequence[str]) -> None:
    """Store what follows from the ends of games, in their transaction: ratings first, then tournaments."""
    rate_games(connection, ended)
    record_results(connection, ended)


def _engine_workers(settings: Settings, rooms: Rooms) -> EngineWorkers | None:
    """Return the engine workers that join through Redis, or None without Redis."""
    if settings.redis is None:
        return None
    return EngineWorkers(settings.redis, partial(place_among_processes, rooms))


def _rating_finder(ratings: Ratings) -> FindRating:
    """Return the look-up of a player's rating for the terms of a game."""

    async def find(player: str, clock: ClockRule, game_type: str) -> Rating | None:
        pool = pool_of(clock, game_type)
        return None if pool is None else await ratings.find(player, pool)

    return find


def _level_finder(levels: Levels) -> FindLevel:
    """Return the look-up of the level that is as strong as a player, for the terms of a game."""

    async def find(rating: float, clock: ClockRule, game_type: str) -> int:
        pool = pool_of(clock, game_type)
        return nearest_level(rating) if pool is None else await levels.nearest(rating, pool)

    return find
