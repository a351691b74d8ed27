"""A small UHP engine for the tests, in several tempers: ``python engine.py TEMPER``."""

from __future__ import annotations

import sys
import time

from skep.board import Board
from skep.errors import SkepError


def moves_of(board: Board, temper: str) -> str:
    found = [board.uhp(move) for move in board.legal_moves]
    if temper == "forgetful" and board.ply == 2:
        found = [move for move in found if not move.startswith("wQ /")]
    if temper == "inventive" and board.ply == 1:
        found.append("bQ wS1-")
    if temper == "nonsense":
        found = ["abracadabra"]
    return ";".join(reversed(found))


def answer(board: Board, line: str, temper: str) -> tuple[Board, str]:
    command, _, rest = line.partition(" ")
    if command == "newgame":
        board = Board.from_game_string(rest)
    elif command == "play":
        board.push_uhp(rest)
    elif command == "undo":
        board.pop()
    elif command == "validmoves":
        return board, moves_of(board, temper)
    elif command == "perft" and temper in ("counting", "miscounting"):
        wrong = temper == "miscounting"
        return board, "\n".join(f"perft({n}) = {board.perft(n) + (wrong and n == 2):,} in 0 ms" for n in range(4))
    else:
        return board, "err no such command"
    return board, board.game_string()


def main(temper: str) -> None:
    if temper == "mute":
        time.sleep(60)
    print("id Tester 1.0\nMosquito;Ladybug;Pillbug\nok", flush=True)
    board = Board()
    for line in map(str.strip, sys.stdin):
        if temper == "sleepy" and line == "validmoves":
            time.sleep(60)
        if temper == "mortal" and line == "validmoves":
            sys.exit(3)
        if temper == "rude" and line.startswith("newgame"):
            print("err I do not want to\nok", flush=True)
            continue
        try:
            board, said = answer(board, line, temper)
        except SkepError as error:
            said = f"invalidmove {error}"
        print(f"{said}\nok", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
