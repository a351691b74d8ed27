"""The answers to “surround the queen bee in two”: the solver finds the wins, the best defence and all refutations."""

from __future__ import annotations

from skep.board import Board
from skep.engine.solver import safe_moves, solve
from skep.errors import SkepError
from skep.learn.lessons.views import WinMove, WinNode, WinReply, WrongMove
from skep.learn.scenes import illegal_reasons, legal_paths, legal_view
from skep.moves import Move
from skep.position import Position
from skep.rules import Language, path
from skep.views import move_parts, path_view, place

__all__ = ["build_win_tree"]


def build_win_tree(position: Position, moves: int, language: Language) -> WinNode:
    """Return the tree of all wins in ``moves`` moves. Raises SkepError if this is not the shortest forced win."""
    return _node(Board.from_position(position), moves, language)


def _node(board: Board, moves: int, language: Language) -> WinNode:
    plies = 2 * moves - 1
    solution = solve(board, plies)
    if solution is None or not solution.is_win or solution.plies != plies:
        raise SkepError(f"{board.turn} does not win in exactly {moves}")
    best = sorted(solution.first_moves, key=lambda move: (move.piece, move.to))
    others = sorted(set(board.legal_moves) - set(best), key=lambda move: (move.piece, move.to))
    position = board.position()
    own = sorted(piece for piece in position.in_play(position.turn))
    return WinNode(
        moves=moves,
        legal=legal_view(position),
        paths=legal_paths(position),
        best=[_win_move(board, move, moves, language) for move in best],
        wrong_moves=[_wrong_move(board, move, moves) for move in others],
        refused=illegal_reasons(position, own, language),
    )


def _win_move(board: Board, move: Move, moves: int, language: Language) -> WinMove:
    after = board.copy()
    uhp = board.uhp(move)
    piece, origin, to = move_parts(board, move)
    after.push(move)
    if moves == 1:
        return WinMove(uhp=uhp, piece=piece, origin=origin, to=to)
    lost = solve(after, 2 * moves - 2)
    assert lost is not None
    answer = min(lost.first_moves, key=lambda reply: (_count_wins(after, reply, moves - 1), after.uhp(reply)))
    reply = _reply(after, answer)
    after.push(answer)
    then = _node(after, moves - 1, language)
    return WinMove(uhp=uhp, piece=piece, origin=origin, to=to, reply=reply, then=then)


def _count_wins(board: Board, reply: Move, moves: int) -> int:
    """Return the number of winning moves after a reply. The fewer there are, the harder the reply is to meet."""
    after = board.copy()
    after.push(reply)
    solution = solve(after, 2 * moves - 1)
    assert solution is not None
    return len(solution.first_moves)


def _wrong_move(board: Board, move: Move, moves: int) -> WrongMove:
    """Return a move that does not win in time, with a reply after which no win in time is left."""
    after = board.copy()
    after.push(move)
    reply = None
    if moves > 1 and not after.is_game_over():
        reply = _reply(after, min(safe_moves(after, 2 * moves - 2), key=after.uhp))
    return WrongMove(piece=str(move.piece), to=place(move.to), reply=reply)


def _reply(board: Board, move: Move) -> WinReply:
    piece, origin, to = move_parts(board, move)
    shown = path_view(path(board.position(), move))
    return WinReply(uhp=board.uhp(move), piece=piece, origin=origin, to=to, path=shown)
