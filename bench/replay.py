"""The speed of replaying games with every move checked: ``python -m bench.replay``. The peer is OpenSpiel."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel
from tests.random_play import choose

from bench import openspiel
from bench.timing import Row, best_of
from skep import Board
from skep.game import parse_records, write_game
from skep.game.tree import Game
from skep.notation.uhp import GameString

GAMES = 40
PLIES = 80
"""The typical length of games between people."""


def collection(game_type: str) -> list[Board]:
    """Return random games that both programs consider legal, with half of the moves by pieces in play."""
    rng = random.Random(7)
    boards = list[Board]()
    while len(boards) < GAMES:
        board = Board(game_type)
        while board.ply < PLIES and (moves := board.legal_moves.list()):
            board.push(choose(rng, board, moves, moving_share=0.5))
        if openspiel_accepts(board.game_string()):
            boards.append(board)
    return boards


def openspiel_accepts(text: str) -> bool:
    """Return whether OpenSpiel can replay a game. It does not know some throws."""
    try:
        replay_theirs(text)
    except (ValueError, pyspiel.SpielError):
        return False
    return True


def replay_theirs(text: str) -> None:
    """Parse every move, check it against the legal actions, and play it with OpenSpiel."""
    game = GameString.parse(text)
    state = openspiel.new_state(str(game.game_type))
    for move in game.moves:
        action = state.string_to_action(state.current_player(), move)
        if action not in state.legal_actions():
            raise ValueError(move)
        state.apply_action(action)


def replay_ours(text: str) -> None:
    """Do the same with a Board."""
    game = GameString.parse(text)
    Board(game.game_type).push_line(game.moves)


def rows() -> Iterator[Row]:
    """Yield the speed of replaying GameStrings and of reading complete PGN records."""
    for game_type in ("Base", "Base+MLP"):
        boards = collection(game_type)
        texts = [board.game_string() for board in boards]
        pgn = "".join(write_game(Game.from_board(board)) for board in boards)
        plies = sum(board.ply for board in boards)

        def ours(texts: list[str] = texts) -> None:
            for text in texts:
                replay_ours(text)

        def records(pgn: str = pgn) -> None:
            for record in parse_records(pgn):
                assert record.error is None, record.error

        def theirs(texts: list[str] = texts) -> None:
            for text in texts:
                replay_theirs(text)

        seconds = best_of(ours, records, theirs, rounds=9)
        speed = [plies / time for time in seconds]
        yield f"replay GameStrings, every move checked, {game_type}", speed[0], speed[2], "plies/s"
        yield f"read PGN, every move checked, {game_type}", speed[1], speed[2], "plies/s"


def main() -> None:
    """Print the ratios."""
    for what, ours, theirs, unit in rows():
        print(f"{what:<52}{ours:>9,.0f}{theirs:>9,.0f} {unit}{ours / theirs:>6.1f} ×")


if __name__ == "__main__":
    main()
