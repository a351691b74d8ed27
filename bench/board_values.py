"""The speed of ``game_string()`` and ``position()``, compared with the same result from one call per move or hex."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bench.midgame import MIDGAME
from bench.timing import Row, best_of
from skep import Board, Color, Position
from skep.notation.uhp import GameString, turn_of

__all__ = ["rows"]

REPEATS = 50


def rows() -> Iterator[Row]:
    """Yield the speed of both, each with that of the same result from single calls."""
    for game_type, games in MIDGAME.items():
        boards = [Board.from_game_string(game) for game in games]
        for board in boards:
            assert game_string_by_moves(board) == board.game_string()
            assert position_by_hexes(board) == board.position()
        calls = REPEATS * len(boards)
        functions = (Board.game_string, game_string_by_moves, Board.position, position_by_hexes)
        seconds = best_of(*(partial(call_all, function, boards * REPEATS) for function in functions))
        strings, single_strings, positions, single_positions = (calls / one for one in seconds)
        yield f"game_string(), middle game, {game_type}", strings, single_strings, "calls/s"
        yield f"position(), middle game, {game_type}", positions, single_positions, "calls/s"


def call_all(function: Callable[[Board], object], boards: list[Board]) -> None:
    for board in boards:
        function(board)


def game_string_by_moves(board: Board) -> str:
    """Return the GameString by replaying the game move by move."""
    replay, texts = Board(board.game_type, edition=board.edition), []
    for move in board.moves:
        texts.append(replay.uhp(move))
        replay.push(move)
    outcome = board.outcome()
    state = outcome.state if outcome else "InProgress" if texts else "NotStarted"
    return str(GameString(board.game_type, state, turn_of(board.ply), tuple(texts)))


def position_by_hexes(board: Board) -> Position:
    """Return the position by asking for the place of each piece and the stack on each hex."""
    pieces = [piece for color in Color for piece in board.game_type.pieces(color)]
    hexes = {hex_ for piece in pieces if (hex_ := board.where(piece)) is not None}
    stacks = {hex_: board.stack(hex_) for hex_ in hexes}
    hands = frozenset(piece for color in Color for piece in board.hand(color))
    return Position(stacks, hands, board.ply, board.just_moved, board.game_type, board.edition)


def main() -> None:
    """Print the ratios."""
    for what, ours, single, unit in rows():
        print(f"{what:<40}{ours:>9,.0f}{single:>9,.0f} {unit}{ours / single:>6.1f} ×")


if __name__ == "__main__":
    main()
