"""Challenges: one player invites another by name, who accepts or declines."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol, TypeAlias

from msgspec.structs import replace

from skep.pieces import Color
from skep.server.accounts.names import name_key
from skep.server.accounts.quotas import GameQuota
from skep.server.accounts.secrets import new_game_id
from skep.server.http.problem_error import ProblemError
from skep.server.lobby import challenge_statements
from skep.server.lobby.challenge_statements import ChallengeRow
from skep.server.lobby.seek_statements import FindRefused, no_refusals
from skep.server.play.live_game import LiveGame
from skep.server.play.new_games import PairTerms, clock_rule, paired_row
from skep.server.play.rooms import Rooms
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.challenges import (
    ChallengeEnded,
    ChallengeReceived,
    Challenges,
    ChallengeView,
    DeclineReason,
    NewChallenge,
)
from skep.server.schemas.seeks import Seeking
from skep.server.schemas.views import side_name
from skep.server.store.records import Guest
from skep.server.store.values import micros, seconds

__all__ = ["ChallengeBoard", "CheckBots", "Notify", "Withdraw"]

MAX_OUTGOING: Final = 10
MAX_INCOMING: Final = 30
_MINUTE: Final = 60.0
_DAY: Final = 24 * 3600.0
_LIFETIMES: Final = {"minutes": 10 * _MINUTE, "days": 7 * _DAY, "none": _DAY}
_rng: Final = random.SystemRandom()


class Notify(Protocol):
    """Tells a player who may not be connected of a challenge."""

    def __call__(self, player: str, *, challenge: str, name: str, until: float) -> Awaitable[None]:
        """Store or send a notification of a challenge by the player with a name, which is open until a time."""


Withdraw: TypeAlias = Callable[[str], Awaitable[None]]
"""Withdraws the notification of a challenge that is no longer open."""


class CheckBots(Protocol):
    """Checks the limits of bots."""

    def __call__(self, challenger: Guest, challenged: Guest, *, is_accepted: bool) -> None:
        """Raise ProblemError if a challenge, or the game that it becomes, exceeds the limits of a bot."""


class ChallengeBoard:
    """The challenges of a server."""

    def __init__(
        self,
        rooms: Rooms,
        channels: PlayerChannels,
        quota: GameQuota | None = None,
        find_refused: FindRefused = no_refusals,
        notify: Notify | None = None,
        withdraw: Withdraw | None = None,
        check_play: Callable[[str], Awaitable[None]] | None = None,
        check_bots: CheckBots | None = None,
    ) -> None:
        """``find_refused`` names the players who must not meet, because one has blocked the other.

        Without ``notify`` and ``withdraw``, players learn of challenges while they are connected, and from the list.
        ``check_play`` raises ProblemError for a player who must not play, and ``check_bots`` beyond the limits of bots.
        """
        self._rooms = rooms
        self._store = rooms.store
        self._channels = channels
        self._quota = quota
        self._find_refused = find_refused
        self._notify = notify
        self._withdraw = withdraw
        self._check_play = check_play
        self._check_bots = check_bots

    async def send(self, player: Guest, options: NewChallenge) -> ChallengeView:
        """Challenge a player. Raises ProblemError and TooManyGames."""
        opponent = await self._find_opponent(player, options)
        now = seconds(micros(self._rooms.time.now()))
        row = ChallengeRow(
            id=new_game_id(),
            challenger=player,
            challenged=opponent,
            options=options,
            created=now,
            expires=now + _LIFETIMES[options.clock.kind],
        )
        replaced = await self._open_between(player, opponent)
        insert = partial(challenge_statements.insert_challenge, row, MAX_OUTGOING, MAX_INCOMING)
        if (full := await self._store.write(insert)) is not None:
            raise _too_many(full, opponent)
        view = self._view(row)
        for one in (player, opponent):
            self._channels.send(one.id, ChallengeReceived(challenge=view))
        for earlier in replaced:
            await self._withdraw_notice(earlier)
        if self._notify is not None:
            await self._notify(opponent.id, challenge=row.id, name=player.name, until=row.expires)
        return view

    async def _find_opponent(self, player: Guest, options: NewChallenge) -> Guest:
        """Return the player who is challenged. Raises ProblemError and TooManyGames."""
        if self._check_play is not None:
            await self._check_play(player.id)
        opponent = await self._store.read(partial(challenge_statements.find_account, name_key(options.to)))
        if opponent is None:
            raise ProblemError(404, "unknown-player", f"There is no player with the name {options.to!r}.")
        if opponent.id == player.id:
            raise ProblemError(409, "own-challenge", "You cannot challenge yourself.")
        if options.rated and options.clock.kind == "none":
            raise ProblemError(422, "rated-clock", "A rated game needs a clock: choose one, or a casual game.")
        if await self._store.read(lambda connection: self._find_refused(connection, (player.id, opponent.id))):
            raise ProblemError(403, "challenge-refused", f"{opponent.name} does not accept challenges from you.")
        if self._quota is not None:
            await self._quota.check_unfinished(player.id)
        if self._check_bots is not None:
            self._check_bots(player, opponent, is_accepted=False)
        return opponent

    async def _open_between(self, challenger: Guest, challenged: Guest) -> Sequence[str]:
        """Return the challenges of one player to another, which a new one replaces."""
        rows = await self._store.read(
            partial(challenge_statements.challenges_of, challenger.id, self._rooms.time.now())
        )
        return [row.id for row in rows if row.challenged.id == challenged.id]

    async def list(self, player: Guest | None) -> Challenges:
        """Return the challenges to and from a player."""
        if player is None or not player.registered:
            return Challenges(incoming=[], outgoing=[])
        rows = await self._store.read(partial(challenge_statements.challenges_of, player.id, self._rooms.time.now()))
        return Challenges(
            incoming=[self._view(row) for row in rows if row.challenged.id == player.id],
            outgoing=[self._view(row) for row in rows if row.challenger.id == player.id],
        )

    async def list_ended(self, player: Guest, since: float) -> Sequence[tuple[ChallengeView, DeclineReason | None]]:
        """Return the challenges to and from a player that ended without a game since a time, the oldest first.

        The reason is that of a challenge which was declined; the others were withdrawn or replaced, or have expired.
        """
        read = partial(challenge_statements.ended_since, player.id, since, self._rooms.time.now())
        return [(self._view(end.challenge), end.reason) for end in await self._store.read(read)]

    async def accept(self, player: Guest, challenge: str) -> str:
        """Accept a challenge and return the id of its game, which is that of the challenge.

        Raises ProblemError and TooManyGames.
        """
        row = await self._find(challenge)
        if row.challenged.id != player.id:
            raise _unknown()
        if self._quota is not None:
            await self._quota.check_unfinished(player.id)
        if self._check_bots is not None:
            self._check_bots(row.challenger, row.challenged, is_accepted=True)
        now = self._rooms.time.now()
        game = paired_row(_game_of(row), _terms_of(row.options), _assign_sides(row), now)
        status = LiveGame(game).status()
        if not await self._store.write(partial(challenge_statements.accept, row.id, now, game, status)):
            raise _unknown()
        for seat in game.seats:
            assert seat.guest is not None
            if game.clock.kind == "minutes":
                self._channels.send(seat.guest, Seeking(seek=None))
            self._channels.send(
                seat.guest,
                ChallengeEnded(
                    challenge=row.id,
                    challenged=row.challenged.name,
                    how="accepted",
                    game=game.id,
                    side=side_name(seat.side),
                ),
            )
        await self._withdraw_notice(row.id)
        return game.id

    async def decline(self, player: Guest, challenge: str, reason: DeclineReason) -> None:
        """Decline a challenge. Raises ProblemError."""
        row = await self._find(challenge)
        if row.challenged.id != player.id:
            raise _unknown()
        await self._end(row, ChallengeEnded(challenge=row.id, challenged=player.name, how="declined", reason=reason))

    async def cancel(self, player: Guest, challenge: str) -> None:
        """Withdraw a challenge. Raises ProblemError."""
        row = await self._find(challenge)
        if row.challenger.id != player.id:
            raise _unknown()
        await self._end(row, ChallengeEnded(challenge=row.id, challenged=row.challenged.name, how="cancelled"))

    async def withdraw_all(self, player: str) -> None:
        """Withdraw the challenges to and from a player, who leaves the site."""
        rows = await self._store.read(partial(challenge_statements.challenges_of, player, self._rooms.time.now()))
        for row in rows:
            message = ChallengeEnded(challenge=row.id, challenged=row.challenged.name, how="cancelled")
            if row.challenged.id == player:
                message = replace(message, how="declined", reason="generic")
            with suppress(ProblemError):  # it has been answered meanwhile
                await self._end(row, message)

    async def _end(self, row: ChallengeRow, message: ChallengeEnded) -> None:
        reason = message.reason if message.how == "declined" else None
        end = partial(challenge_statements.end_challenge, row.id, reason, self._rooms.time.now())
        if not await self._store.write(end):
            raise _unknown()
        for one in (row.challenger, row.challenged):
            self._channels.send(one.id, message)
        await self._withdraw_notice(row.id)

    async def _withdraw_notice(self, challenge: str) -> None:
        """Withdraw the notification of a challenge: it is no longer news."""
        if self._withdraw is not None:
            await self._withdraw(challenge)

    async def _find(self, challenge: str) -> ChallengeRow:
        row = await self._store.read(partial(challenge_statements.find, challenge, self._rooms.time.now()))
        if row is None:
            raise _unknown()
        return row

    def _view(self, row: ChallengeRow) -> ChallengeView:
        options = row.options
        return ChallengeView(
            id=row.id,
            challenger=row.challenger.name,
            challenged=row.challenged.name,
            challenger_bot=row.challenger.bot,
            challenged_bot=row.challenged.bot,
            side=options.side,
            clock=clock_rule(options.clock),
            edition=options.edition,
            game_type=_game_type(options),
            threefold=options.threefold,
            rated=options.rated,
            created=row.created,
            left=max(0.0, row.expires - self._rooms.time.now()),
        )


def _game_of(row: ChallengeRow) -> str:
    """Return the id of a challenge's game. The challenges of earlier versions have ids that no game can have."""
    return row.id if len(row.id) == len(fresh := new_game_id()) else fresh


def _game_type(options: NewChallenge) -> str:
    return f"Base+{options.expansions}".rstrip("+")


def _terms_of(options: NewChallenge) -> PairTerms:
    return PairTerms(
        clock=clock_rule(options.clock),
        edition=options.edition,
        game_type=_game_type(options),
        threefold=options.threefold,
        rated=options.rated,
    )


def _assign_sides(row: ChallengeRow) -> tuple[Guest, Guest]:
    """Return White and Black."""
    choice = row.options.side
    side = _rng.choice(list(Color)) if choice == "random" else Color[choice.upper()]
    players = row.challenger, row.challenged
    return players if side is Color.WHITE else (players[1], players[0])


def _unknown() -> ProblemError:
    return ProblemError(404, "unknown-challenge", "This challenge does not exist, or it has expired or been answered.")


def _too_many(full: str, opponent: Guest) -> ProblemError:
    if full == "outgoing":
        text = f"You have {MAX_OUTGOING} challenges that wait for an answer. Cancel one of them first."
    else:
        text = f"{opponent.name} has too many challenges to answer. Try again later."
    return ProblemError(409, "too-many-challenges", text)
