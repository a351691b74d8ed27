"""Looking for puzzles in games: where one side can win in few moves, or has one move that saves it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Final

from skep.board import Board
from skep.editions import DEFAULT_EDITION, EDITIONS, GameType
from skep.engine import LEVELS, Engine, Limit
from skep.learn.proving import Proved, prove_save, prove_win
from skep.learn.puzzles import Kind, Puzzle, puzzle_id
from skep.learn.rating import estimated_rating
from skep.learn.themes import themes_of
from skep.moves import Move
from skep.pieces import Bug, Color, Piece

__all__ = ["GAME_TYPES", "mine", "played_game"]

GAME_TYPES: Final = tuple(
    GameType.parse("Base" + (f"+{bugs}" if bugs else "")) for bugs in ("", "M", "L", "P", "ML", "MP", "LP", "MLP")
)
_LONGEST_GAME: Final = 90
_GLANCE: Final = 2_500
"""Nodes with which the engine is asked whether there may be something in a position."""
_MOST_WIN: Final = 4
_MOST_SAVE: Final = 2
_MIN_ROUND_QUEEN: Final = {1: 4, 2: 3, 3: 2, 4: 2}
"""So many spaces round a queen bee are taken where a win in so many moves is looked for."""


def played_game(seed: str) -> Board:
    """A game of the engine against itself at two levels, of every game type in turn and mostly of one edition.

    Now and then a move is made at random: without mistakes there is nothing to punish.
    """
    chance = random.Random(seed)
    edition = DEFAULT_EDITION if chance.random() < 0.85 else chance.choice(EDITIONS)
    board = Board(chance.choice(GAME_TYPES), edition=edition)
    levels = [chance.choice(LEVELS[2:8]) for _ in Color]
    engine = Engine(table_mb=1, seed=chance.getrandbits(30))
    slips = chance.choice([0.0, 0.05, 0.15])
    while len(board.moves) < _LONGEST_GAME and not board.is_game_over():
        if len(board.moves) < 4 or chance.random() < slips:
            board.push(chance.choice(board.legal_moves.list()))
        else:
            engine.level = levels[board.to_move]
            board.push(engine.play(board, Limit(nodes=10_000)))
    return board


def mine(board: Board, source: str) -> Iterator[Puzzle]:
    """The puzzles of a game: of each kind and length at most one, since neighbouring positions are much alike."""
    found = set[tuple[Kind, int]]()
    engine = Engine(table_mb=1)
    replay = Board.from_position(board.start)
    for move in board.moves:
        here = Board.from_position(replay.position())
        if not here.is_game_over() and len(here.legal_moves) > 1:
            for kind, proved in _proved(engine, here, found):
                found.add((kind, proved.moves))
                yield _puzzle(here, kind, proved, source)
        replay.push(move)


def _proved(engine: Engine, board: Board, before: Iterable[tuple[Kind, int]]) -> Iterator[tuple[Kind, Proved]]:
    own, enemy = (_round_queen(board, color) for color in (board.to_move, board.to_move.other))
    if max(own, enemy) < min(_MIN_ROUND_QUEEN.values()):
        return
    *_, last = engine.analyse(board, Limit(nodes=_GLANCE))
    wins = last.score.wins_in
    if wins is not None:
        if wins <= _MOST_WIN and ("win", wins) not in before and enemy >= _MIN_ROUND_QUEEN[wins]:
            proved = prove_win(board, wins)
            if proved is not None and ("win", proved.moves) not in before:
                yield "win", proved
    elif (
        last.score.loses_in is None and own >= 4 and not {("save", n) for n in range(1, _MOST_SAVE + 1)} <= set(before)
    ):
        proved = prove_save(board, _MOST_SAVE)
        if proved is not None and ("save", proved.moves) not in before:
            yield "save", proved


def _round_queen(board: Board, color: Color) -> int:
    place = board.where(Piece(color, Bug.QUEEN_BEE))
    return 0 if place is None else sum(bool(board.stack(hex_)) for hex_ in place.neighbours())


def _puzzle(board: Board, kind: Kind, proved: Proved, source: str) -> Puzzle:
    replay, line = board.copy(), list[str]()
    for move in proved.line[:-1]:
        line.append(replay.uhp(move))
        replay.push(move)
    line.append(replay.uhp(proved.line[-1]))
    return Puzzle(
        id=puzzle_id(board),
        position=board.position_string(),
        kind=kind,
        moves=proved.moves,
        line=tuple(line),
        endings=tuple(sorted(replay.uhp(move) for move in proved.endings)),
        replies={board.uhp(move): _answer(board, move, reply) for move, reply in proved.replies.items()},
        themes=themes_of(board, kind, proved.line),
        rating=estimated_rating(board, kind, proved.moves, proved.line[0]),
        source=source,
    )


def _answer(board: Board, move: Move, reply: Move) -> str:
    after = board.copy()
    after.push(move)
    return after.uhp(reply)
