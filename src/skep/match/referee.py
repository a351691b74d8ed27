"""One game, with our rules as the referee: whoever breaks them, is late or falls silent has lost it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from time import perf_counter
from typing import TypeVar

from skep.board import Board
from skep.errors import IllegalMove, NotationError
from skep.match.controls import Control
from skep.match.plan import Plan
from skep.match.players import Player, PlayerFailed
from skep.match.records import Ending, Evidence, GameOrder, GameRecord
from skep.moves import PASS
from skep.pieces import Color

__all__ = ["Thinks", "forfeit", "play_game"]

_Answer = TypeVar("_Answer")

Thinks = Callable[[Color, str], None]
"""Told before every move: who thinks, and the GameString so far."""


class _Clock:
    """The time of one player in one game, measured by us."""

    def __init__(self, control: Control, margin: float) -> None:
        self._control = control
        self._margin = margin
        self.left = control.clock

    @property
    def allowed(self) -> float | None:
        return self._control.allowed(self.left)

    def is_late(self, seconds: float) -> bool:
        return self.allowed is not None and seconds > self.allowed + self._margin

    def spend(self, seconds: float) -> None:
        if self.left is not None:
            self.left = max(self.left - seconds, 0.0) + self._control.increment


class _Lost(Exception):
    """The player to move has lost the game off the board."""

    def __init__(self, ending: Ending, reason: str, answer: str = "", exchange: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.ending, self.reason, self.answer, self.exchange = ending, reason, answer, exchange


def play_game(
    plan: Plan, order: GameOrder, players: Mapping[Color, Player], thinks: Thinks = lambda _color, _game: None
) -> GameRecord:
    """Play one game to its end; whatever a player does, the result is a record."""
    started = datetime.now(UTC)
    board = Board.from_game_string(order.opening, edition=plan.edition, threefold=plan.threefold)
    seconds = list[float]()
    clocks = {
        color: _Clock(plan.control(of_a=(color is Color.WHITE) == order.a_is_white), plan.margin) for color in Color
    }
    try:
        _play(plan, order, board, players, clocks, seconds, thinks)
    except _Lost as lost:
        name = _name(plan, order, board.to_move)
        evidence = Evidence(name, lost.reason, lost.answer, board.game_string(), lost.exchange)
        return _record(plan, order, board, started, seconds, board.to_move.other, lost.ending, evidence)
    outcome = board.outcome()
    if outcome is None:
        return _record(plan, order, board, started, seconds, None, Ending.LENGTH)
    return _record(plan, order, board, started, seconds, outcome.winner, Ending(outcome.termination.value))


def _play(
    plan: Plan,
    order: GameOrder,
    board: Board,
    players: Mapping[Color, Player],
    clocks: Mapping[Color, _Clock],
    seconds: list[float],
    thinks: Thinks,
) -> None:
    """Move after move until the game is over or long enough; raises _Lost for the player to move."""
    ready = set[Color]()
    while not board.is_game_over() and board.ply < plan.max_plies:
        color = board.to_move
        if color not in ready:
            _call(lambda: players[color].new_game(board, order.seed + color))
            ready.add(color)
        if board.legal_moves.list() == [PASS]:
            board.push(PASS)
            seconds.append(0.0)
            continue
        thinks(color, board.game_string())
        taken = _move(plan, board, players[color], clocks[color], plan.control(of_a=_is_a(order, color)))
        seconds.append(round(taken, 4))
        clocks[color].spend(taken)


def _move(plan: Plan, board: Board, player: Player, clock: _Clock, control: Control) -> float:
    """Ask for a move, check it, make it; returns the seconds it took."""
    timeout = (clock.allowed or 0.0) + plan.margin + plan.patience
    started = perf_counter()
    answer = _call(lambda: player.choose(board, control.limit(clock.left), timeout))
    taken = perf_counter() - started
    if clock.is_late(taken):
        reason = f"took {taken:.3f} s of the {clock.allowed:.3f} s it had"
        raise _Lost(Ending.TIME, reason, answer, player.exchange())
    try:
        board.push_uhp(answer)
    except IllegalMove as error:
        raise _Lost(Ending.ILLEGAL, str(error), answer, player.exchange()) from None
    except NotationError as error:
        raise _Lost(Ending.NONSENSE, str(error), answer, player.exchange()) from None
    return taken


def _call(ask: Callable[[], _Answer]) -> _Answer:
    try:
        return ask()
    except PlayerFailed as failed:
        raise _Lost(failed.ending, str(failed), "", failed.exchange) from None


def forfeit(plan: Plan, order: GameOrder, color: Color, game: str, reason: str) -> GameRecord:
    """The record of a game whose process died while a player was thinking."""
    board = Board.from_game_string(game, edition=plan.edition, threefold=plan.threefold)
    evidence = Evidence(_name(plan, order, color), reason, "", game)
    return _record(plan, order, board, datetime.now(UTC), [], color.other, Ending.CRASH, evidence)


def _is_a(order: GameOrder, color: Color) -> bool:
    return (color is Color.WHITE) == order.a_is_white


def _name(plan: Plan, order: GameOrder, color: Color) -> str:
    return plan.names[0 if _is_a(order, color) else 1]


def _record(
    plan: Plan,
    order: GameOrder,
    board: Board,
    started: datetime,
    seconds: list[float],
    winner: Color | None,
    ending: Ending,
    evidence: Evidence | None = None,
) -> GameRecord:
    return GameRecord(
        number=order.number,
        game=board.game_string(),
        opening_plies=order.opening.count(";") - 2,
        line=order.line,
        white=_name(plan, order, Color.WHITE),
        black=_name(plan, order, Color.BLACK),
        a_is_white=order.a_is_white,
        winner=winner,
        ending=ending,
        seconds=tuple(seconds),
        started=started.isoformat(timespec="seconds"),
        evidence=evidence,
    )
