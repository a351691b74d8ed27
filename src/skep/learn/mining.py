"""Looking for puzzles in games: where one side can win in few moves, or has one move that saves it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence, Set
from typing import Final

from skep.board import Board
from skep.editions import DEFAULT_EDITION, EDITIONS, GAME_TYPES, GameType
from skep.engine import LEVELS, Engine, Limit
from skep.learn.proving import Proved, prove
from skep.learn.puzzles import Kind, Puzzle, puzzle_id
from skep.learn.rating import estimated_rating
from skep.learn.themes import themes_of
from skep.moves import Move
from skep.pieces import Bug, Color, Piece

__all__ = ["make_puzzle", "mine", "played_game"]

_LONGEST_GAME: Final = 90
_GLANCE: Final = 2_500
"""Nodes with which the engine is asked whether there may be something in a position."""
_MOST_WIN: Final = 4
_MOST_SAVE: Final = 2
_MIN_ROUND_QUEEN: Final = {1: 4, 2: 3, 3: 2, 4: 2}
"""So many spaces round a queen bee are taken where a win in so many moves is looked for."""
_MIN_ROUND_OWN: Final = 4
"""So many spaces round the own queen bee are taken where a saving move is looked for."""


def played_game(seed: str, game_types: Sequence[GameType] = GAME_TYPES) -> Board:
    """A game of the engine against itself at two levels, of one of the game types and mostly of the latest edition.

    Now and then a move is made at random: without mistakes there is nothing to punish.
    """
    chance = random.Random(seed)
    edition = DEFAULT_EDITION if chance.random() < 0.85 else chance.choice(EDITIONS)
    board = Board(chance.choice(game_types), edition=edition)
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
            proved = _proved(engine, here, found)
            if proved is not None and (proved.kind, proved.moves) not in found:
                found.add((proved.kind, proved.moves))
                yield make_puzzle(here, proved, source)
        replay.push(move)


def _proved(engine: Engine, board: Board, before: Set[tuple[Kind, int]]) -> Proved | None:
    """What is proved of a position, where a glance of the engine gives hope of something that was not found before."""
    own, enemy = (_round_queen(board, color) for color in (board.to_move, board.to_move.other))
    if max(own, enemy) < min(_MIN_ROUND_QUEEN.values()):
        return None
    *_, last = engine.analyse(board, Limit(nodes=_GLANCE))
    wins = last.score.wins_in
    if wins is not None:
        hopeful = wins <= _MOST_WIN and enemy >= _MIN_ROUND_QUEEN[wins] and ("win", wins) not in before
        return prove(board, "win", wins) if hopeful else None
    saved = {moves for kind, moves in before if kind == "save"}
    hopeful = last.score.loses_in is None and own >= _MIN_ROUND_OWN and len(saved) < _MOST_SAVE
    return prove(board, "save", _MOST_SAVE) if hopeful else None


def _round_queen(board: Board, color: Color) -> int:
    place = board.where(Piece(color, Bug.QUEEN_BEE))
    return 0 if place is None else sum(bool(board.stack(hex_)) for hex_ in place.neighbours())


def make_puzzle(board: Board, proved: Proved, source: str) -> Puzzle:
    """A puzzle of what was proved of a position, with its themes and rating."""
    replay = board.copy()
    for move in proved.line[:-1]:
        replay.push(move)
    return Puzzle(
        id=puzzle_id(board),
        position=board.position_string(),
        kind=proved.kind,
        moves=proved.moves,
        line=tuple(board.uhp_line(proved.line)),
        endings=tuple(sorted(replay.uhp(move) for move in proved.endings)),
        replies=proved.replies,
        themes=themes_of(board, proved.kind, proved.line, _feared(board, proved)),
        rating=estimated_rating(board, proved.line, proved.endings),
        source=source,
    )


def _feared(board: Board, proved: Proved) -> set[Move]:
    """The answers to the wrong first moves."""
    feared = set[Move]()
    for move in board.legal_moves if proved.replies else ():
        reply = proved.replies[0].to(board.uhp(move)) if move != proved.line[0] else None
        if reply is not None:
            after = board.copy()
            after.push(move)
            feared.add(after.parse_uhp(reply))
    return feared
