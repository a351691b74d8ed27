"""Count lines of play with another engine, and find the first position where the two differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skep.cli.perft import count
from skep.errors import NotationError, SkepError
from skep.moves import Move
from skep.notation.uhp import parse_move
from skep.uhp.client import UhpClient, UhpRefusal

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["compare_with"]


class _Difference(NamedTuple):
    """A position, and the moves that only one of the two finds there."""

    game: str
    ours: list[str]
    theirs: list[str]


def compare_with(board: Board, depth: int, command: str, timeout: float) -> bool:
    """Print how the other engine's counts and moves compare; returns whether they agree."""
    game = board.game_string()
    with UhpClient.start(command, timeout=timeout) as rival:
        name = rival.name
        rival.newgame(game)
        print(f"skep and {name}, from {game}")
        counts = _their_counts(rival, depth)
        if counts is None:
            print("It has no perft of its own: comparing the legal moves of every position.")
            differs = _first_difference(board, rival, depth)
        else:
            shallowest = _print_counts(board, counts)
            differs = None
            if shallowest is not None:
                rival.newgame(game)
                differs = _first_difference(board, rival, shallowest)
                if differs is None:
                    raise SkepError(f"{name} counts other numbers than it has legal moves")
        _print_verdict(board, depth, name, differs)
        return differs is None


def _their_counts(rival: UhpClient, depth: int) -> dict[int, int] | None:
    """The engine's own perft, or None when it has none."""
    try:
        found = rival.perft(depth)
    except UhpRefusal:
        return None
    return found if depth in found else None


def _print_counts(board: Board, theirs: dict[int, int]) -> int | None:
    """Both counts, side by side; returns the shallowest depth at which they differ."""
    print(f"{'depth':>5}  {'skep':>20}  {'other':>20}")
    for depth, their_count in sorted(theirs.items()):
        our_count = count(board, depth)
        sign = "" if our_count == their_count else "  differs"
        print(f"{depth:>5}  {our_count:>20,}  {their_count:>20,}{sign}", flush=True)
        if sign:
            return depth
    return None


def _first_difference(board: Board, rival: UhpClient, depth: int) -> _Difference | None:
    """Walk every line of play, shallow positions first, until the legal moves are not the same."""
    for plies in range(depth):
        if differs := _compare_at(board, rival, plies):
            return differs
    return None


def _compare_at(board: Board, rival: UhpClient, plies: int) -> _Difference | None:
    """Compare the moves of all positions that are exactly so many plies away."""
    if plies == 0:
        return _compare_here(board, rival)
    for move in board.legal_moves.list():
        rival.play(board.uhp(move))
        board.push(move)
        differs = _compare_at(board, rival, plies - 1)
        board.pop()
        if differs:
            return differs
        rival.undo()
    return None


def _compare_here(board: Board, rival: UhpClient) -> _Difference | None:
    ours = {move: board.uhp(move) for move in board.legal_moves}
    lines = rival.ask_unchecked("validmoves")
    refused = [line for line in lines if line.startswith("err")]
    theirs = {} if refused else _read_moves(board, ";".join(lines))
    if ours.keys() == theirs.keys():
        return None
    only = sorted(text for move, text in theirs.items() if move not in ours)
    return _Difference(
        board.game_string(), sorted(text for move, text in ours.items() if move not in theirs), only or refused
    )


def _read_moves(board: Board, line: str) -> dict[Move, str]:
    try:
        return {parse_move(text, board): text.strip() for text in line.split(";") if text.strip()}
    except NotationError as error:
        raise SkepError(f"the other engine's validmoves make no sense: {error}") from error


def _print_verdict(board: Board, depth: int, name: str, differs: _Difference | None) -> None:
    if differs is None:
        print(f"They agree to depth {depth}: {count(board, depth):,} lines of play.")
        return
    print(f"They differ here: {differs.game}")
    for who, only in (("skep", differs.ours), (name, differs.theirs)):
        print(f"  only {who}: {'; '.join(only) or '-'}")
