"""Finds puzzles in games: positions where one side can win in a few moves or has a single saving move."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence, Set
from typing import Final

from skep.board import Board
from skep.editions import DEFAULT_EDITION, EDITIONS, GAME_TYPES, GameType
from skep.engine import LEVELS, Engine, Limit
from skep.engine.near_wins import filled_sides
from skep.engine.solver import SearchLimitReached, Solver
from skep.learn.proving import Proof, prove
from skep.learn.puzzles import Kind, Puzzle, puzzle_id
from skep.learn.rating import estimate_rating
from skep.learn.themes import find_themes
from skep.moves import Move
from skep.pieces import Bug, Color, Piece

__all__ = ["find_long_win", "make_puzzle", "mine", "play_game"]

_MAX_PLIES: Final = 90
_SCAN_NODES: Final = 2_500
"""The number of nodes with which the engine checks whether a position is worth solving."""
_MAX_WIN: Final = 4
_MAX_SAVE: Final = 2
_MIN_FILLED_FOR_WIN: Final = {1: 4, 2: 3, 3: 2, 4: 2}
"""The filled sides of the other queen bee needed to look for a win, by the number of moves."""
_MIN_FILLED_FOR_SAVE: Final = 4
"""The filled sides of the player's own queen bee needed to look for a saving move."""

_LONG_SCAN_NODES: Final = 4_000
"""The number of nodes in which the solver must find a long win.

Most positions exceed any such limit, and most wins that become puzzles are found within a small one.
"""
_LONG_PROOF_NODES: Final = 1_000_000
_MIN_FILLED_FOR_LONG_WIN: Final = 3
"""The filled sides of the other queen bee needed to look for a long win: with fewer, it is hardly ever the only one."""
_VARIATIONS: Final = 30
"""The number of positions to try near each puzzle."""


def play_game(seed: str, game_types: Sequence[GameType] = GAME_TYPES) -> Board:
    """Play a game of the engine against itself, at two random levels and mostly by the latest edition.

    Some moves are random, because without mistakes there is nothing to punish.
    """
    rng = random.Random(seed)
    edition = DEFAULT_EDITION if rng.random() < 0.85 else rng.choice(EDITIONS)
    board = Board(rng.choice(game_types), edition=edition)
    levels = [rng.choice(LEVELS[2:8]) for _ in Color]
    engine = Engine(table_mb=1, seed=rng.getrandbits(30))
    mistake_rate = rng.choice([0.0, 0.05, 0.15])
    while len(board.moves) < _MAX_PLIES and not board.is_game_over():
        if len(board.moves) < 4 or rng.random() < mistake_rate:
            board.push(rng.choice(board.legal_moves.list()))
        else:
            engine.level = levels[board.turn]
            board.push(engine.play(board, Limit(nodes=10_000)).move)
    return board


def mine(board: Board, source: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a game, at most one of each kind and length because neighbouring positions are similar."""
    found = set[tuple[Kind, int]]()
    engine = Engine(table_mb=1)
    replay = Board.from_position(board.start)
    for move in board.moves:
        here = Board.from_position(replay.position())
        if not here.is_game_over() and len(here.legal_moves) > 1:
            proof = _find_proof(engine, here, found)
            if proof is not None and (proof.kind, proof.moves) not in found:
                found.add((proof.kind, proof.moves))
                yield make_puzzle(here, proof, source)
        replay.push(move)


def find_long_win(puzzle: Puzzle, moves: int, seed: int) -> Puzzle | None:
    """Return a win in ``moves`` moves near the position of a win, after random moves of both sides, or None.

    Games of the engine hardly ever contain a long win without an alternative. A few moves from a position where one
    side is about to win, there are many.
    """
    rng = random.Random(f"{seed}/{moves}/{puzzle.id}")
    attackers = _attackers(puzzle)
    for _ in range(_VARIATIONS):
        here = _variation(puzzle, attackers, rng)
        if not _is_only_long_win(here, moves):
            continue
        proof = prove(here, "win", moves, nodes=_LONG_PROOF_NODES)
        if proof is not None:
            return make_puzzle(here, proof, f"variation {seed} of {puzzle.id}")
    return None


def _attackers(puzzle: Puzzle) -> set[Piece]:
    """Return the winner's pieces that the solution moves, and all beside the other queen bee."""
    board = puzzle.board()
    place = board.where(Piece(board.turn.other, Bug.QUEEN_BEE))
    attackers = {piece for hex_ in (place.neighbours() if place else ()) for piece in board.stack(hex_)}
    moves = [board.push_uhp(text) for text in puzzle.line]
    return attackers | {move.piece for move in moves if not move.is_pass}


def _variation(puzzle: Puzzle, attackers: Set[Piece], rng: random.Random) -> Board:
    """Return a position two or four random moves after that of a puzzle.

    The winner leaves its attackers where they are, if it can: moving them mostly throws the win away.
    """
    board = puzzle.board()
    for number in range(rng.choice((2, 2, 4))):
        if board.is_game_over():
            break
        moves = board.legal_moves.list()
        quiet = [move for move in moves if move.is_pass or move.piece not in attackers]
        board.push(rng.choice(moves if number % 2 or not quiet else quiet))
    return Board.from_position(board.position())


def _is_only_long_win(board: Board, moves: int) -> bool:
    """Return whether the solver quickly finds a win in ``moves`` moves, no shorter one, and no other first move."""
    if board.is_game_over() or filled_sides(board, board.turn.other) < _MIN_FILLED_FOR_LONG_WIN:
        return False
    plies = 2 * moves - 1
    try:
        with Solver(nodes=_LONG_SCAN_NODES) as solver:
            if not solver.wins(board, plies):
                return False
        with Solver(nodes=_LONG_PROOF_NODES) as solver:
            return not solver.wins(board, plies - 2) and solver.find_only_win(board, plies) is not None
    except SearchLimitReached:
        return False


def _find_proof(engine: Engine, board: Board, found: Set[tuple[Kind, int]]) -> Proof | None:
    """Return the proof that a position is a puzzle, or None. Solves only positions that a quick search picks out."""
    own, enemy = (filled_sides(board, color) for color in (board.turn, board.turn.other))
    if max(own, enemy) < min(_MIN_FILLED_FOR_WIN.values()):
        return None
    *_, last = engine.analyse(board, Limit(nodes=_SCAN_NODES))
    score = last.score.relative
    wins = score.wins_in
    if wins is not None:
        promising = wins <= _MAX_WIN and enemy >= _MIN_FILLED_FOR_WIN[wins] and ("win", wins) not in found
        return prove(board, "win", wins) if promising else None
    saves = {moves for kind, moves in found if kind == "save"}
    promising = score.loses_in is None and own >= _MIN_FILLED_FOR_SAVE and len(saves) < _MAX_SAVE
    return prove(board, "save", _MAX_SAVE) if promising else None


def make_puzzle(board: Board, proof: Proof, source: str) -> Puzzle:
    """Return the puzzle of a proved position, with its themes and rating."""
    replay = board.copy()
    for move in proof.line[:-1]:
        replay.push(move)
    return Puzzle(
        id=puzzle_id(board),
        position=board.position_string(),
        kind=proof.kind,
        moves=proof.moves,
        line=tuple(board.uhp_line(proof.line)),
        endings=tuple(sorted(replay.uhp(move) for move in proof.endings)),
        replies=proof.replies,
        themes=find_themes(board, proof.kind, proof.line, _find_threats(board, proof)),
        rating=estimate_rating(board, proof.line, proof.endings),
        source=source,
    )


def _find_threats(board: Board, proof: Proof) -> set[Move]:
    """Return the replies to the wrong first moves."""
    threats = set[Move]()
    for move in board.legal_moves if proof.replies else ():
        reply = proof.replies[0].to(board.uhp(move)) if move != proof.line[0] else None
        if reply is not None:
            after = board.copy()
            after.push(move)
            threats.add(after.parse_uhp(reply))
    return threats
