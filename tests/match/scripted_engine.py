"""A small UHP engine for the tests, in several tempers: ``python rivals.py TEMPER [FILE]``.

It plays a legal move by the readable rules, which start ten times as fast as the compiled ones.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from skep import rules
from skep.errors import SkepError
from skep.notation.uhp import GameString, format_move, parse_move
from skep.position import Position


def bestmove(position: Position, temper: str, limit: str) -> str:
    """What the engine answers when it is asked for its move."""
    if temper == "cheating":
        return "wQ bQ" if position.ply % 2 == 0 else "bQ wQ"
    if temper == "babbling":
        return "abracadabra"
    if temper == "mortal":
        sys.stderr.write("out of bees\n")
        sys.stderr.flush()
        sys.exit(3)
    if temper == "hanging":
        time.sleep(600)
    if temper == "slow":
        time.sleep(0.2)
    if temper == "refusing":
        return "err I do not want to"
    if temper == "noting":
        with Path(sys.argv[2]).open("a") as notes:
            notes.write(f"{limit}\n")
    return min(format_move(move, position) for move in rules.legal_moves(position))


def answer(position: Position, line: str, temper: str) -> tuple[Position, str]:
    """The position after a command, and the answer to it."""
    command, _, rest = line.partition(" ")
    if command == "newgame":
        game = GameString.parse(rest)
        position = Position.start(game.game_type)
        for move in game.moves:
            position = rules.play(position, parse_move(move, position))
    elif command in ("play", "pass"):
        position = rules.play(position, parse_move(rest or "pass", position))
    elif command == "bestmove":
        return position, bestmove(position, temper, rest)
    elif command == "options":
        return position, rest
    else:
        return position, "err no such command"
    return position, "Base;InProgress;White[1]"


def main(temper: str) -> None:
    """Talk until the input ends."""
    position = Position.start()
    print(f"id {temper} 1\nMosquito;Ladybug;Pillbug\nok", flush=True)
    for line in map(str.strip, sys.stdin):
        try:
            position, said = answer(position, line, temper)
        except SkepError as error:
            said = f"invalidmove {error}"
        print(f"{said}\nok", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
