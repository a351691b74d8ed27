"""Random annotated games, and a way to compare two games."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from skep import EDITIONS, GAME_TYPES, Board
from skep.game import Game, GameNode, Glyph, Mark, MarkColor, Result, ResultCode
from skep.game.tags import RESERVED
from skep.hexes import Hex
from tests.notation.strategies import positions
from tests.random_play import choose

LAW = settings(derandomize=True, deadline=None, max_examples=50)

words = st.text(st.characters(categories=("L", "N", "P", "S")), max_size=12)
lines = st.lists(words.filter(bool), max_size=3).map(" ".join)
tag_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(lambda name: name not in RESERVED)
comments = st.one_of(
    st.just(""),
    st.text(max_size=30),
    st.text(alphabet=' {}[]%u5bclk:()0123;"\\\n\r\té\ud800', max_size=30),
    st.sampled_from(
        [
            "[%clk 0:00:01]",
            "[%u 41]",
            "(1. wA1)",
            "{[%var 1. wA1 ]}",
            "1-0",
            "[%eval 3]",
            "[%mark green 0,0]",
            "}",
            "\0",
        ]
    ),
)
hexes = st.builds(Hex, st.integers(-99_999, 99_999), st.integers(-9, 9))
marks = st.lists(st.builds(Mark, hexes, st.one_of(st.none(), hexes), st.sampled_from(MarkColor)), max_size=4)
seconds = st.one_of(st.none(), st.floats(0, 1e6), st.integers(0, 999_999_999))
results = st.one_of(st.none(), st.builds(Result, st.sampled_from(ResultCode), lines))


@st.composite
def games(draw: st.DrawFn, *, plies: int = 24, set_up: bool = True) -> Game:
    """Draw a game with random moves and annotations."""
    rng = random.Random(draw(st.integers(0, 2**32 - 1), label="seed"))
    threefold = draw(st.booleans())
    if set_up and draw(st.integers(0, 3)) == 0:
        game = Game.from_position(draw(positions(max_pieces=14)), threefold=threefold)
    else:
        game = Game(draw(st.sampled_from(GAME_TYPES)), edition=draw(st.sampled_from(EDITIONS)), threefold=threefold)
    game.tags.update(draw(st.dictionaries(tag_names, lines.filter(bool), max_size=3)))
    game.comment, game.marks = draw(comments), tuple(draw(marks))
    grow(game, rng, draw(st.integers(0, plies)))
    for _ in range(draw(st.integers(0, 3))):
        grow(rng.choice([game, *game.nodes()]), rng, draw(st.integers(1, 4)))
    for node in draw(st.lists(st.sampled_from([game, *game.nodes()]), max_size=4)):
        if node.parent is not None:
            node.comment, node.glyph = draw(comments), draw(st.one_of(st.none(), st.sampled_from(Glyph)))
            node.clock, node.seconds_spent, node.marks = draw(seconds), draw(seconds), tuple(draw(marks))
    if game.end().board().outcome() is None and (result := draw(results)) is not None:
        game.result = result
    return game


def grow(node: GameNode, rng: random.Random, plies: int) -> None:
    """Add a line of random moves."""
    board = node.board()
    for _ in range(plies):
        moves = board.legal_moves.list()
        if not moves:
            return
        move = choose(rng, board, moves)
        node = node.append_unchecked(move)
        board.push(move)


def facts(node: GameNode) -> Any:
    """Return the content of a game or a move as plain values for comparison."""
    if isinstance(node, Game):
        return (node.start, node.threefold, dict(node.tags), node.result, node.comment, node.marks, line(node))
    return (node.move, node.comment, node.glyph, node.clock, node.seconds_spent, node.marks)


def line(node: GameNode) -> list[Any]:
    """Return the main line after a node, each move with its variations."""
    moves = list[Any]()
    while node.variations:
        main, *others = node.variations
        moves.append((facts(main), [[facts(other), *line(other)] for other in others]))
        node = main
    return moves


def random_game(seed: int, game_type: str = "Base+MLP", plies: int = 60, edition: str = "ultimate-2024") -> Board:
    """Return a board after random play."""
    rng, board = random.Random(seed), Board(game_type, edition=edition)
    while board.ply < plies and (moves := board.legal_moves.list()):
        board.push(choose(rng, board, moves))
    return board


__all__ = ["LAW", "facts", "games", "random_game"]
