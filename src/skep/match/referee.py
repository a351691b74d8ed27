"""One game, with our rules as the referee: whoever breaks them, is late or falls silent has lost it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from time import perf_counter

from skep.board import Board
from skep.errors import IllegalMove, NotationError
from skep.match.controls import Control
from skep.match.plan import Plan
from skep.match.players import Player, PlayerFailed
from skep.match.records import Ending, Evidence, GameOrder, GameRecord
from skep.moves import PASS
from skep.pieces import Color

__all__ = ["Thinks", "forfeit", "play_game"]

Thinks = Callable[[Color, str, float], None]
"""Told before every move: who thinks, the GameString so far, and the seconds until a silent player is given up."""


class _Clock:
    """The time of one player in one game, measured by us."""

    def __init__(self, control: Control, margin: float) -> None:
        self.control = control
        self._margin = margin
        self.left = control.clock

    @property
    def allowed(self) -> float | None:
        return self.control.allowed(self.left)

    def is_late(self, seconds: float) -> bool:
        return self.allowed is not None and seconds > self.allowed + self._margin

    def spend(self, seconds: float) -> None:
        if self.left is not None:
            self.left = max(self.left - seconds, 0.0) + self.control.increment


class _Lost(Exception):
    """The player to move has lost the game off the board."""

    def __init__(self, ending: Ending, reason: str, answer: str = "", exchange: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.ending, self.reason, self.answer, self.exchange = ending, reason, answer, exchange


class _Game:
    """A game while it is played."""

    def __init__(self, plan: Plan, order: GameOrder, game: str) -> None:
        self.plan = plan
        self.order = order
        self.started = datetime.now(UTC)
        self.board = Board.from_game_string(game, edition=plan.edition, threefold=plan.threefold)
        self.seconds = list[float]()

    def play(self, players: Mapping[Color, Player], thinks: Thinks) -> None:
        """Move after move until the game is over or long enough; raises _Lost for the player to move."""
        clocks = {color: _Clock(self.plan.control(of_a=self._is_a(color)), self.plan.margin) for color in Color}
        ready = set[Color]()
        while not self.board.is_game_over() and self.board.ply < self.plan.max_plies:
            color = self.board.to_move
            if color not in ready:
                with _failures():
                    players[color].new_game(self.board, self.order.seed + color)
                ready.add(color)
            # a forced pass is no decision: nobody is asked, and no clock runs
            if self.board.legal_moves.list() == [PASS]:
                self.board.push(PASS)
                self.seconds.append(0.0)
            else:
                self._ask(players[color], clocks[color], thinks)

    def _ask(self, player: Player, clock: _Clock, thinks: Thinks) -> None:
        """Ask for a move, check it and make it."""
        timeout = self.plan.timeout(clock.allowed)
        thinks(self.board.to_move, self.board.game_string(), timeout)
        started = perf_counter()
        with _failures():
            answer = player.choose(self.board, clock.control.limit(clock.left), timeout)
        taken = perf_counter() - started
        if clock.is_late(taken):
            reason = f"took {taken:.3f} s of the {clock.allowed:.3f} s it had"
            raise _Lost(Ending.TIME, reason, answer, player.exchange())
        try:
            self.board.push_uhp(answer)
        except IllegalMove as error:
            raise _Lost(Ending.ILLEGAL, str(error), answer, player.exchange()) from None
        except NotationError as error:
            raise _Lost(Ending.NONSENSE, str(error), answer, player.exchange()) from None
        self.seconds.append(round(taken, 4))
        clock.spend(taken)

    def record(self, winner: Color | None, ending: Ending, evidence: Evidence | None = None) -> GameRecord:
        """What is kept of the game."""
        return GameRecord(
            number=self.order.number,
            game=self.board.game_string(),
            opening_plies=self.order.opening_plies,
            line=self.order.line,
            white=self._name(Color.WHITE),
            black=self._name(Color.BLACK),
            a_is_white=self.order.a_is_white,
            winner=winner,
            ending=ending,
            seconds=tuple(self.seconds),
            started=self.started.isoformat(timespec="seconds"),
            evidence=evidence,
        )

    def lost(self, ending: Ending, reason: str, answer: str = "", exchange: tuple[str, ...] = ()) -> GameRecord:
        """The record of a game that the player to move has lost off the board."""
        loser = self.board.to_move
        evidence = Evidence(self._name(loser), reason, answer, self.board.game_string(), exchange)
        return self.record(loser.other, ending, evidence)

    def _is_a(self, color: Color) -> bool:
        return (color is Color.WHITE) == self.order.a_is_white

    def _name(self, color: Color) -> str:
        return self.plan.names[0 if self._is_a(color) else 1]


@contextmanager
def _failures() -> Iterator[None]:
    """A player that fails has lost."""
    try:
        yield
    except PlayerFailed as failed:
        raise _Lost(failed.ending, str(failed), "", failed.exchange) from None


def _nobody(_color: Color, _game: str, _timeout: float) -> None:
    pass


def play_game(plan: Plan, order: GameOrder, players: Mapping[Color, Player], thinks: Thinks = _nobody) -> GameRecord:
    """Play one game to its end; whatever a player does, the result is a record."""
    game = _Game(plan, order, order.opening)
    try:
        game.play(players, thinks)
    except _Lost as lost:
        return game.lost(lost.ending, lost.reason, lost.answer, lost.exchange)
    outcome = game.board.outcome()
    if outcome is None:
        return game.record(None, Ending.LENGTH)
    return game.record(outcome.winner, Ending(outcome.termination.value))


def forfeit(plan: Plan, order: GameOrder, game: str, ending: Ending, reason: str) -> GameRecord:
    """The record of a game whose process ended while the player to move was thinking."""
    return _Game(plan, order, game).lost(ending, reason)
