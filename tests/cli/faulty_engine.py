"""A small UHP engine with a chosen fault: ``python faulty_engine.py FAULT``."""

from __future__ import annotations

import sys
import time

from skep.board import Board
from skep.errors import SkepError

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


def answer(board: Board, line: str, fault: str) -> tuple[Board, str]:
    command, _, rest = line.partition(" ")
    if command == "newgame":
        board = Board.from_game_string(rest)
    elif command == "play":
        board.push_uhp(rest)
    elif command == "undo":
        board.pop()
    elif command == "validmoves":
        return board, valid_moves(board, fault)
    elif command == "info":
        return board, INFO
    elif command == "perft" and fault in ("none-with-perft", "wrong-perft"):
        wrong = fault == "wrong-perft"
        return board, "\n".join(f"perft({n}) = {board.perft(n) + (wrong and n == 2):,} in 0 ms" for n in range(4))
    else:
        return board, "err no such command"
    return board, board.game_string()


def main(fault: str) -> None:
    if fault == "silent-start":
        time.sleep(60)
    print(f"{INFO}\nok", flush=True)
    board = Board()
    for line in map(str.strip, sys.stdin):
        if fault == "silent" and line == "validmoves":
            time.sleep(60)
        if fault == "crash" and line == "validmoves":
            sys.exit(3)
        if fault == "refusal" and line.startswith("newgame"):
            print("err I do not want to\nok", flush=True)
            continue
        try:
            board, reply = answer(board, line, fault)
        except SkepError as error:
            reply = f"invalidmove {error}"
        print(f"{reply}\nok", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
