"""A puzzle as plain values ready for JSON, with everything the page needs to play it offline.

The page makes the moves as it does in games: the position after a move follows from the origin and the destination.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from skep.board import Board
from skep.learn.puzzles import Kind, Puzzle, Theme
from skep.learn.scenes import IllegalReasons, Scene, build_scene, legal_paths, legal_view, stuck_reasons
from skep.rules import Language
from skep.views import MoveView, PathView, move_parts, path_view

__all__ = ["PuzzleMove", "PuzzleTurn", "PuzzleView", "WrongMoves", "puzzle_view"]


class PuzzleMove(MoveView, frozen=True, kw_only=True, gc=False):
    """A move with everything that an animation needs."""

    ends: bool
    """Whether the move ends the game."""
    path: PathView


class WrongMoves(Struct, frozen=True, kw_only=True, gc=False):
    """Wrong moves that have the same reply with the same path. In a win the reply escapes, in a save it wins."""

    moves: dict[str, list[int]]
    """For each piece its destinations: q, r, q, r, …"""
    answer: PuzzleMove | None
    """The reply, or None if the wrong move itself ends the game."""


class PuzzleTurn(Struct, frozen=True, kw_only=True, gc=False):
    """One of the player's turns."""

    legal: dict[str, list[int]]
    """For each piece that can be placed, moved or thrown, its destinations: q, r, q, r, …"""
    paths: dict[str, list[PathView]]
    """The paths of the pieces in play, in the order of ``legal``."""
    right: tuple[PuzzleMove, ...]
    """All accepted moves. The first is that of the solution."""
    answer: PuzzleMove | None
    """The other side's reply, or None after the last move."""
    wrong: tuple[WrongMoves, ...]
    """The other moves, grouped by reply. Empty at the last turn of a win, where they simply do not surround."""
    refused: IllegalReasons
    """Why some of the player's pieces cannot go anywhere. Reasons for single hexes are not included."""


class PuzzleView(Struct, frozen=True, kw_only=True, gc=False):
    """A whole puzzle."""

    id: str
    kind: Kind
    moves: int
    """The number of moves to a win, or the number of the other side's moves within which wrong moves lose a save."""
    scene: Scene
    """The position, with the player to move."""
    turns: tuple[PuzzleTurn, ...]
    themes: tuple[Theme, ...]
    rating: int
    source: str


def puzzle_view(puzzle: Puzzle, language: Language = Language.EN) -> PuzzleView:
    """Return a puzzle for the page, with reasons in one language. Raises SkepError if its moves are illegal.

    >>> from skep.learn.puzzles import all_puzzles
    >>> view = puzzle_view(next(iter(all_puzzles().values())))
    >>> view.turns[0].right[0].piece in view.turns[0].legal
    True
    """
    board = puzzle.board()
    return PuzzleView(
        id=puzzle.id,
        kind=puzzle.kind,
        moves=puzzle.moves,
        scene=build_scene(board.position()),
        turns=tuple(_turns(puzzle, board, language)),
        themes=puzzle.themes,
        rating=puzzle.rating,
        source=puzzle.source,
    )


def _turns(puzzle: Puzzle, board: Board, language: Language) -> Iterator[PuzzleTurn]:
    """Yield the player's turns, playing the solution on the board."""
    for turn in range(puzzle.turns):
        solution, *answer = puzzle.line[2 * turn : 2 * turn + 2]
        accepted = sorted(puzzle.accepted_moves(turn), key=lambda text: text != solution)
        position = board.position()
        right = tuple(_puzzle_move(board, text) for text in accepted)
        wrong = tuple(_wrong_moves(puzzle, turn, board)) if turn < len(puzzle.replies) else ()
        board.push_uhp(solution)
        yield PuzzleTurn(
            legal=legal_view(position).moves,
            paths=legal_paths(position),
            right=right,
            answer=_puzzle_move(board, answer[0]) if answer else None,
            wrong=wrong,
            refused=stuck_reasons(position, language),
        )
        if answer:
            board.push_uhp(answer[0])


def _wrong_moves(puzzle: Puzzle, turn: int, board: Board) -> Iterator[WrongMoves]:
    groups = dict[bytes, tuple[PuzzleMove | None, dict[str, list[int]]]]()
    accepted = {board.parse_uhp(text) for text in puzzle.accepted_moves(turn)}
    for move in board.legal_moves:
        if move not in accepted:
            reply = puzzle.replies[turn].to(board.uhp(move))
            board.push(move)
            answer = None if reply is None else _puzzle_move(board, reply)
            board.pop()
            _, moves = groups.setdefault(msgspec.json.encode(answer), (answer, {}))
            moves.setdefault(str(move.piece), []).extend(move.to)
    for reply_move, moves in groups.values():
        yield WrongMoves(moves=moves, answer=reply_move)


def _puzzle_move(board: Board, text: str) -> PuzzleMove:
    """Return a move with its path."""
    move = board.parse_uhp(text)
    piece, origin, to = move_parts(board, move)
    path = path_view(board.path(move))
    board.push(move)
    ends = board.is_game_over()
    board.pop()
    return PuzzleMove(uhp=text, piece=piece, origin=origin, to=to, ends=ends, path=path)
