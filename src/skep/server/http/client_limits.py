"""The limits on what clients may do, one of each per process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from skep.server.http.limits import RateLimit

__all__ = ["ClientLimits"]

_PER_ADDRESS: Final = 8.0
"""How many guests behind one address can use their whole allowance at the same time."""
_MESSAGE_BURST: Final = 4.0
"""Seconds of a client's allowance of messages that it can use in one burst."""
_CHAT_RATE: Final = 1.0
_CHAT_BURST: Final = 10.0
_GAMES_BURST: Final = 60.0
_STUDY_BURST: Final = 200.0
_EDIT_RATE: Final = 5.0
_EDIT_BURST: Final = 300.0
_SIGN_IN_BURST: Final = 10.0
_SIGN_INS_PER_ADDRESS: Final = 3.0
"""How many people behind one address can sign in at the same time with all of their attempts."""
_CHALLENGE_RATE: Final = 0.5
_CHALLENGE_BURST: Final = 60.0
_GUESSES_BURST: Final = 100.0
_GUESSES_PER_HOUR: Final = 20.0
_CHANGE_RATE: Final = 0.02
"""Changes of an account per second, relative to messages."""
_CHANGE_BURST: Final = 2.0
_API_RATE: Final = 10.0
_API_BURST: Final = 100.0
_BOT_GAMES_PER_DAY: Final = 400.0
_BOT_GAMES_BURST: Final = 100.0
_BOT_CHALLENGES_PER_DAY: Final = 100.0
_BOT_CHALLENGES_BURST: Final = 20.0
_DAY: Final = 24 * 3600.0
_BYTES_PER_DAY: Final = 20_000_000
"""Bytes that one address may store per day."""


class ClientLimits:
    """The limits of one process. :class:`skep.server.realtime.limit_exchange.LimitExchange` connects processes."""

    def __init__(
        self, *, message_rate: float, games_per_hour: float, study_rate: float, sign_ins_per_hour: float = 60.0
    ) -> None:
        self.messages = RateLimit(
            "messages", rate=message_rate, burst=message_rate * _MESSAGE_BURST, per_address=_PER_ADDRESS
        )
        """Messages on the socket, weighted by their cost."""
        self.chat = RateLimit("chat lines", rate=_CHAT_RATE, burst=_CHAT_BURST, per_address=_PER_ADDRESS)
        self.games = RateLimit("games and guests", rate=games_per_hour / 3600, burst=_GAMES_BURST)
        """New games, rematches, new guests and taken seats."""
        self.study = RateLimit("requests to the study", rate=study_rate, burst=_STUDY_BURST)
        """Work for the study, in the cost units of docs/server.md."""
        self.edits = RateLimit("edits of studies", rate=_EDIT_RATE, burst=_EDIT_BURST, per_address=_PER_ADDRESS)
        """Edits of shared studies."""
        self.storage = RateLimit("stored bytes", rate=_BYTES_PER_DAY / _DAY, burst=_BYTES_PER_DAY)
        """Bytes of studies, reviews, uploads and chat."""
        self.sign_ins = RateLimit(
            "sign-ins", rate=sign_ins_per_hour / 3600, burst=_SIGN_IN_BURST, per_address=_SIGN_INS_PER_ADDRESS
        )
        """Passwords tried from an address, and with one name from one address or from a known device."""
        self.challenges = RateLimit("challenges", rate=_CHALLENGE_RATE, burst=_CHALLENGE_BURST)
        """Challenges for passkeys, which are stored for a few minutes, and recovery codes."""
        self.guesses = RateLimit("guesses", rate=_GUESSES_PER_HOUR / 3600, burst=_GUESSES_BURST)
        """Passwords tried with one name, from all devices that have not signed in to its account before."""

        self.changes = RateLimit(
            "changes",
            rate=message_rate * _CHANGE_RATE,
            burst=message_rate * _CHANGE_BURST,
            per_address=_PER_ADDRESS,
        )
        """Changes by a player who is signed in: to the account, teams, tournaments, friends and so on."""

        self.tournament_games = RateLimit(
            "tournament games", rate=games_per_hour / 3600, burst=_GAMES_BURST, per_address=_PER_ADDRESS
        )
        """Games in which a player is paired in arenas."""

        self.api = RateLimit("requests with a token", rate=_API_RATE, burst=_API_BURST)
        """Requests of programs, per account."""

        self.bot_games = RateLimit("games between bots", rate=_BOT_GAMES_PER_DAY / _DAY, burst=_BOT_GAMES_BURST)
        """Games of one bot against other bots."""
        self.bot_challenges = RateLimit(
            "challenges of a bot", rate=_BOT_CHALLENGES_PER_DAY / _DAY, burst=_BOT_CHALLENGES_BURST
        )
        """Challenges of one bot to people."""

    def __iter__(self) -> Iterator[RateLimit]:
        """Iterate over all limits."""
        return iter((self.messages, self.chat, self.games, self.study, self.edits, self.storage, *self._of_accounts()))

    def _of_accounts(self) -> tuple[RateLimit, ...]:
        signing_in = self.sign_ins, self.guesses, self.challenges
        return *signing_in, self.changes, self.tournament_games, self.api, self.bot_games, self.bot_challenges
