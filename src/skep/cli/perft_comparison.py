"""Compare perft counts and legal moves with another engine, and find the first position where the two differ."""

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
    """A position, and the moves that only one of the two engines has there."""

    game: str
    ours: list[str]
    theirs: list[str]


def compare_with(board: Board, depth: int, command: str, timeout: float) -> bool:
    """Print how the other engine's counts and moves compare, and return whether they agree."""
    game = board.game_string()
    with UhpClient.start(command, timeout=timeout) as rival:
        name = rival.name
        rival.newgame(game)
        print(f"skep and {name}, from {game}")
        counts = _their_counts(rival, depth)
        if counts is None:
            print("The engine has no perft command; comparing the legal moves of every position.")
            difference = _first_difference(board, rival, depth)
        else:
            shallowest = _print_counts(board, counts)
            difference = None
            if shallowest is not None:
                rival.newgame(game)
                difference = _first_difference(board, rival, shallowest)
                if difference is None:
                    raise SkepError(f"{name}: its perft counts do not match its own legal moves")
        _print_verdict(board, depth, name, difference)
        return difference is None


def _their_counts(rival: UhpClient, depth: int) -> dict[int, int] | None:
    """Return the counts of the engine's own perft, or None if it has none."""
    try:
        counts = rival.perft(depth)
    except UhpRefusal:
        return None
    return counts if depth in counts else None


def _print_counts(board: Board, theirs: dict[int, int]) -> int | None:
    """Print both counts, and return the shallowest depth at which they differ, or None."""
    print(f"{'depth':>5}  {'skep':>20}  {'other':>20}")
    for depth, their_count in sorted(theirs.items()):
        our_count = count(board, depth)
        note = "" if our_count == their_count else "  differs"
        print(f"{depth:>5}  {our_count:>20,}  {their_count:>20,}{note}", flush=True)
        if note:
            return depth
    return None


def _first_difference(board: Board, rival: UhpClient, depth: int) -> _Difference | None:
    """Return the first position, shallow ones first, in which the legal moves differ."""
    for plies in range(depth):
        if difference := _compare_at(board, rival, plies):
            return difference
    return None


def _compare_at(board: Board, rival: UhpClient, plies: int) -> _Difference | None:
    """Compare the legal moves in all positions that are exactly ``plies`` plies away."""
    if plies == 0:
        return _compare_here(board, rival)
    for move in board.legal_moves.list():
        rival.play(board.uhp(move))
        board.push(move)
        difference = _compare_at(board, rival, plies - 1)
        board.pop()
        if difference:
            return difference
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
        raise SkepError(f"the other engine sent invalid validmoves: {error}") from error


def _print_verdict(board: Board, depth: int, name: str, difference: _Difference | None) -> None:
    if difference is None:
        print(f"Both agree up to depth {depth}: {count(board, depth):,} lines of play.")
        return
    print(f"First difference: {difference.game}")
    for who, only in (("skep", difference.ours), (name, difference.theirs)):
        print(f"  only {who}: {'; '.join(only) or '-'}")
