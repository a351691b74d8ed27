"""A small UHP engine for the tests, with several behaviours: ``python scripted_engine.py BEHAVIOUR [FILE]``.

It plays a legal move with the readable rules, which start ten times as fast as the compiled ones.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from skep import rules
from skep.errors import SkepError
from skep.notation.uhp import GameString, format_move, parse_move
from skep.position import Position


def bestmove(position: Position, behaviour: str, limit: str) -> str:
    """Return the answer to ``bestmove``."""
    if behaviour == "cheating":
        return "wQ bQ" if position.ply % 2 == 0 else "bQ wQ"
    if behaviour == "babbling":
        return "abracadabra"
    if behaviour == "crashing":
        sys.stderr.write("out of bees\n")
        sys.stderr.flush()
        sys.exit(3)
    if behaviour == "hanging":
        time.sleep(600)
    if behaviour == "slow":
        time.sleep(0.2)
    if behaviour == "refusing":
        return "err I do not want to"
    if behaviour == "logging":
        with Path(sys.argv[2]).open("a") as log:
            log.write(f"{limit}\n")
    return min(format_move(move, position) for move in rules.legal_moves(position))


def answer(position: Position, line: str, behaviour: str) -> tuple[Position, str]:
    """Return the position after a command, and the answer to it."""
    command, _, rest = line.partition(" ")
    if command == "newgame":
        game = GameString.parse(rest)
        position = Position.start(game.game_type)
        for move in game.moves:
            position = rules.play(position, parse_move(move, position))
    elif command in ("play", "pass"):
        position = rules.play(position, parse_move(rest or "pass", position))
    elif command == "bestmove":
        return position, bestmove(position, behaviour, rest)
    elif command == "options":
        return position, rest
    else:
        return position, "err no such command"
    return position, "Base;InProgress;White[1]"


def main(behaviour: str) -> None:
    """Answer commands until the input ends."""
    position = Position.start()
    print(f"id {behaviour} 1\nMosquito;Ladybug;Pillbug\nok", flush=True)
    for line in map(str.strip, sys.stdin):
        try:
            position, text = answer(position, line, behaviour)
        except SkepError as error:
            text = f"invalidmove {error}"
        print(f"{text}\nok", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
