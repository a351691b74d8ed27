"""One game, refereed by skep's rules: a player that breaks them, is late or does not answer loses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from time import perf_counter

from skep.board import Board
from skep.errors import IllegalMove, NotationError
from skep.match.controls import Control
from skep.match.plan import Plan
from skep.match.players import Player, PlayerFailure
from skep.match.records import Ending, Evidence, GameRecord, ScheduledGame
from skep.moves import PASS
from skep.pieces import Color

__all__ = ["OnThink", "forfeit", "play_game"]

OnThink = Callable[[Color, str, float], None]
"""A callback before every move, with the player to move, the GameString so far, and the timeout in seconds."""


class _Clock:
    """The clock of one player in one game."""

    def __init__(self, control: Control, margin: float) -> None:
        self.control = control
        self._margin = margin
        self.remaining = control.clock

    @property
    def allowed(self) -> float | None:
        return self.control.max_seconds(self.remaining)

    def is_late(self, seconds: float) -> bool:
        return self.allowed is not None and seconds > self.allowed + self._margin

    def spend(self, seconds: float) -> None:
        if self.remaining is not None:
            self.remaining = max(self.remaining - seconds, 0.0) + self.control.increment


class _Forfeit(Exception):
    """The player to move forfeits the game."""

    def __init__(self, ending: Ending, reason: str, answer: str = "", transcript: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.ending, self.reason, self.answer, self.transcript = ending, reason, answer, transcript


class _GameInProgress:
    """A game that is being played."""

    def __init__(self, plan: Plan, scheduled: ScheduledGame, position: str) -> None:
        self.plan = plan
        self.scheduled = scheduled
        self.started = datetime.now(UTC)
        self.board = Board.from_game_string(position, edition=plan.edition, threefold=plan.threefold)
        self.seconds = list[float]()

    def play(self, players: Mapping[Color, Player], on_think: OnThink) -> None:
        """Play until the game is over or reaches the length limit. Raises _Forfeit for the player to move."""
        clocks = {color: _Clock(self.plan.control(of_a=self._is_a(color)), self.plan.margin) for color in Color}
        ready = set[Color]()
        while not self.board.is_game_over() and self.board.ply < self.plan.max_plies:
            color = self.board.turn
            if color not in ready:
                with _failures_as_forfeits():
                    players[color].new_game(self.board, self.scheduled.seed + color.value)
                ready.add(color)
            # a forced pass is not a decision, so the referee plays it and no clock runs
            if self.board.legal_moves.list() == [PASS]:
                self.board.push(PASS)
                self.seconds.append(0.0)
            else:
                self._play_move(players[color], clocks[color], on_think)

    def _play_move(self, player: Player, clock: _Clock, on_think: OnThink) -> None:
        """Ask a player for a move, check it and play it."""
        timeout = self.plan.answer_timeout(clock.allowed)
        on_think(self.board.turn, self.board.game_string(), timeout)
        started = perf_counter()
        with _failures_as_forfeits():
            answer = player.choose(self.board, clock.control.limit(clock.remaining), timeout)
        seconds = perf_counter() - started
        if clock.is_late(seconds):
            reason = f"took {seconds:.3f} s of the {clock.allowed:.3f} s it had"
            raise _Forfeit(Ending.TIME, reason, answer, player.transcript())
        try:
            self.board.push_uhp(answer)
        except IllegalMove as error:
            raise _Forfeit(Ending.ILLEGAL, str(error), answer, player.transcript()) from None
        except NotationError as error:
            raise _Forfeit(Ending.UNREADABLE, str(error), answer, player.transcript()) from None
        self.seconds.append(round(seconds, 4))
        clock.spend(seconds)

    def record(self, winner: Color | None, ending: Ending, evidence: Evidence | None = None) -> GameRecord:
        """Return the record of the game."""
        return GameRecord(
            number=self.scheduled.number,
            game=self.board.game_string(),
            opening_plies=self.scheduled.opening_plies,
            line=self.scheduled.line,
            white=self._name(Color.WHITE),
            black=self._name(Color.BLACK),
            a_is_white=self.scheduled.a_is_white,
            winner=winner,
            ending=ending,
            seconds=tuple(self.seconds),
            started=self.started.isoformat(timespec="seconds"),
            evidence=evidence,
        )

    def forfeit_record(
        self, ending: Ending, reason: str, answer: str = "", transcript: tuple[str, ...] = ()
    ) -> GameRecord:
        """Return the record of a game that the player to move has forfeited."""
        loser = self.board.turn
        evidence = Evidence(self._name(loser), reason, answer, self.board.game_string(), transcript)
        return self.record(loser.other, ending, evidence)

    def _is_a(self, color: Color) -> bool:
        return (color is Color.WHITE) == self.scheduled.a_is_white

    def _name(self, color: Color) -> str:
        return self.plan.names[0 if self._is_a(color) else 1]


@contextmanager
def _failures_as_forfeits() -> Iterator[None]:
    try:
        yield
    except PlayerFailure as failure:
        raise _Forfeit(failure.ending, str(failure), "", failure.transcript) from None


def _ignore(_color: Color, _game: str, _timeout: float) -> None:
    pass


def play_game(
    plan: Plan, scheduled: ScheduledGame, players: Mapping[Color, Player], on_think: OnThink = _ignore
) -> GameRecord:
    """Play one game to its end. Return a record whatever the players do."""
    game = _GameInProgress(plan, scheduled, scheduled.opening)
    try:
        game.play(players, on_think)
    except _Forfeit as forfeit:
        return game.forfeit_record(forfeit.ending, forfeit.reason, forfeit.answer, forfeit.transcript)
    outcome = game.board.outcome()
    if outcome is None:
        return game.record(None, Ending.LENGTH)
    return game.record(outcome.winner, Ending(outcome.termination.value))


def forfeit(plan: Plan, scheduled: ScheduledGame, position: str, ending: Ending, reason: str) -> GameRecord:
    """Return the record of a game whose process ended while the player to move was thinking."""
    return _GameInProgress(plan, scheduled, position).forfeit_record(ending, reason)
