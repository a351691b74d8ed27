"""A puzzle as the page plays it: everything computed that has to be known, so that no network is needed later.

The page makes the moves it is told, as it does in games: what a move leaves on the table follows from where the piece
came from and where it goes.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from skep.board import Board
from skep.learn.puzzles import Kind, Puzzle, Theme
from skep.learn.scenes import IllegalReasons, Scene, build_scene, legal_paths, legal_view, stuck_reasons
from skep.rules import Language
from skep.telling import Place, Way, place, told_way

__all__ = ["PuzzleMove", "PuzzleTurn", "PuzzleView", "WrongMoves", "puzzle_view"]


class PuzzleMove(Struct, frozen=True, kw_only=True, gc=False):
    """A turn that is taken, with all that an animation needs."""

    uhp: str
    piece: str | None
    """None for a pass."""
    origin: Place | None
    """Where the piece stood; None when it is placed."""
    to: Place | None
    ends: bool
    """Whether the game is over after it."""
    way: Way


class WrongMoves(Struct, frozen=True, kw_only=True, gc=False):
    """Moves of the solver that are met by the same answer on the same way: in a win it escapes, in a save it wins."""

    moves: dict[str, list[int]]
    """For each piece the hexes: q, r, q, r, …"""
    answer: PuzzleMove | None
    """None where the wrong move itself ends the game."""


class PuzzleTurn(Struct, frozen=True, kw_only=True, gc=False):
    """One of the solver's turns."""

    legal: dict[str, list[int]]
    """For each piece that may be placed, moved or thrown the hexes it may go to: q, r, q, r, …"""
    ways: dict[str, list[Way]]
    """How the pieces in play get there, in the order of these."""
    right: tuple[PuzzleMove, ...]
    """Every move that is accepted; the first is the one of the solution."""
    answer: PuzzleMove | None
    """What the other side does then; None after the last move."""
    wrong: tuple[WrongMoves, ...]
    """What the other moves are met by; at the last turn of a win nothing, since they just do not surround."""
    refused: IllegalReasons
    """Why the solver's pieces that can go nowhere cannot; places are not told."""


class PuzzleView(Struct, frozen=True, kw_only=True, gc=False):
    """A whole puzzle."""

    id: str
    kind: Kind
    moves: int
    """A win in so many moves, or a save from a loss within so many moves of the other side."""
    scene: Scene
    """The solver is to move."""
    turns: tuple[PuzzleTurn, ...]
    themes: tuple[Theme, ...]
    rating: int
    source: str


def puzzle_view(puzzle: Puzzle, language: Language = Language.EN) -> PuzzleView:
    """Everything that has to be known to play a puzzle, its reasons in one language.

    Raises SkepError when its moves are not legal.

    >>> from skep.learn.puzzles import all_puzzles
    >>> sheet = puzzle_view(next(iter(all_puzzles().values())))
    >>> sheet.turns[0].right[0].piece in sheet.turns[0].legal
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
    """The solver's turns; the board goes with them."""
    for turn in range(puzzle.turns):
        solution, *answer = puzzle.line[2 * turn : 2 * turn + 2]
        accepted = sorted(puzzle.accepted(turn), key=lambda text: text != solution)
        position = board.position()
        right = tuple(_shown(board, text) for text in accepted)
        wrong = tuple(_wrong_moves(puzzle, turn, board)) if turn < len(puzzle.replies) else ()
        board.push_uhp(solution)
        yield PuzzleTurn(
            legal=legal_view(position).moves,
            ways=legal_paths(position),
            right=right,
            answer=_shown(board, answer[0]) if answer else None,
            wrong=wrong,
            refused=stuck_reasons(position, language),
        )
        if answer:
            board.push_uhp(answer[0])


def _wrong_moves(puzzle: Puzzle, turn: int, board: Board) -> Iterator[WrongMoves]:
    met = dict[bytes, tuple[PuzzleMove | None, dict[str, list[int]]]]()
    accepted = {board.parse_uhp(text) for text in puzzle.accepted(turn)}
    for move in board.legal_moves:
        if move not in accepted:
            reply = puzzle.replies[turn].to(board.uhp(move))
            board.push(move)
            answer = None if reply is None else _shown(board, reply)
            board.pop()
            _, moves = met.setdefault(msgspec.json.encode(answer), (answer, {}))
            moves.setdefault(str(move.piece), []).extend(move.to)
    for told, moves in met.values():
        yield WrongMoves(moves=moves, answer=told)


def _shown(board: Board, text: str) -> PuzzleMove:
    """A move with the way it takes."""
    move = board.parse_uhp(text)
    origin = None if move.is_pass else board.where(move.piece)
    way = told_way(board.path(move))
    board.push(move)
    ends = board.is_game_over()
    board.pop()
    return PuzzleMove(
        uhp=text,
        piece=None if move.is_pass else str(move.piece),
        origin=None if origin is None else place(origin),
        to=None if move.is_pass else place(move.to),
        ends=ends,
        way=way,
    )
