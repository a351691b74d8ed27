"""A UHP program that moves at random or misbehaves: ``python uhp_program.py BEHAVIOUR [FILE]``.

A crashing program crashes when it has to move; a crashing-once program only once, at the third move, and then makes
FILE.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skep import Board, Move
    from skep.engine import Limit


def move_at_random(crash_file: Path | None) -> None:
    """Serve an engine that moves at random, and crashes once if there is a file for that."""
    from skep.uhp import serve_engine

    def choose(board: Board, limit: Limit) -> Move:  # noqa: ARG001
        if crash_file is not None and board.ply in (4, 5) and not crash_file.exists():
            crash_file.touch()
            os._exit(3)
        return random.choice(board.legal_moves.list())

    serve_engine(choose, name="random mover", version="1.0")


def misbehave(behaviour: str) -> None:
    """Speak the protocol without knowing the rules, to start quickly."""
    print("id cheat\nMosquito;Ladybug;Pillbug\nok", flush=True)
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "bestmove" and behaviour == "crashing":
            sys.exit(3)
        answer = {"newgame": rest, "bestmove": "wQ bQ"}.get(command, "Base;InProgress;White[1]")
        print("ok" if command == "options" else f"{answer}\nok", flush=True)


if __name__ == "__main__":
    if sys.argv[1] in ("crashing", "illegal"):
        misbehave(sys.argv[1])
    else:
        move_at_random(Path(sys.argv[2]) if len(sys.argv) > 2 else None)
