"""A small UHP engine with a chosen fault: ``python faulty_engine.py FAULT``."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from skep.errors import SkepError

if TYPE_CHECKING:
    from skep.board import Board

INFO = "id Tester 1.0\nMosquito;Ladybug;Pillbug"


def valid_moves(board: Board, fault: str) -> str:
    moves = [board.uhp(move) for move in board.legal_moves]
    if fault == "missing-move" and board.ply == 2:
        moves = [move for move in moves if not move.startswith("wQ /")]
    if fault == "extra-move" and board.ply == 1:
        moves.append("bQ wS1-")
    if fault == "invalid-moves":
        moves = ["abracadabra"]
    return ";".join(reversed(moves))


def answer(board: Board, line: str, fault: str) -> str:
    command, _, rest = line.partition(" ")
    if command == "play":
        board.push_uhp(rest)
    elif command == "undo":
        board.pop()
    elif command == "validmoves":
        return valid_moves(board, fault)
    elif command == "info":
        return INFO
    elif command == "perft" and fault in ("none-with-perft", "wrong-perft"):
        wrong = fault == "wrong-perft"
        return "\n".join(f"perft({n}) = {board.perft(n) + (wrong and n == 2):,} in 0 ms" for n in range(4))
    elif command != "newgame":
        return "err no such command"
    return board.game_string()


def answer_commands(fault: str) -> None:
    from skep.board import Board

    board = Board()
    for line in map(str.strip, sys.stdin):
        if fault == "crash" and line == "validmoves":
            sys.exit(3)
        try:
            if line.startswith("newgame "):
                board = Board.from_game_string(line.removeprefix("newgame "))
            reply = answer(board, line, fault)
        except SkepError as error:
            reply = f"invalidmove {error}"
        print(f"{reply}\nok", flush=True)


def refuse_commands(fault: str) -> None:
    """Answer without a board, which takes seconds to import on a busy machine."""
    for line in map(str.strip, sys.stdin):
        if fault == "silent" and line == "validmoves":
            time.sleep(60)
        reply = "err I do not want to"
        if line == "info":
            reply = INFO
        elif fault == "silent" and line.startswith("newgame "):
            reply = line.removeprefix("newgame ")
        print(f"{reply}\nok", flush=True)


def main(fault: str) -> None:
    if fault == "silent-start":
        time.sleep(60)
    print(f"{INFO}\nok", flush=True)
    if fault in ("silent", "refusal"):
        refuse_commands(fault)
    else:
        answer_commands(fault)


if __name__ == "__main__":
    main(sys.argv[1])
