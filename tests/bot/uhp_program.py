"""A UHP program that moves at random or misbehaves: ``python uhp_program.py BEHAVIOUR [FILE]``.

A crashing program crashes when it has to move, but not if FILE exists, which it makes before it crashes.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skep import Board, Move
    from skep.engine import Limit


def move_at_random() -> None:
    """Serve an engine that moves at random."""
    from skep.uhp import serve_engine

    def choose(board: Board, limit: Limit) -> Move:  # noqa: ARG001
        return random.choice(board.legal_moves.list())

    serve_engine(choose, name="random mover", version="1.0")


def misbehave(behaviour: str, crash_file: Path | None) -> None:
    """Speak the protocol without knowing the rules, to start quickly."""
    move = "wQ bQ" if behaviour == "illegal" else "wQ -wS1"
    print("id cheat\nMosquito;Ladybug;Pillbug\nok", flush=True)
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "bestmove" and behaviour == "crashing" and not (crash_file and crash_file.exists()):
            if crash_file is not None:
                crash_file.touch()
            sys.exit(3)
        answer = {"newgame": rest, "bestmove": move}.get(command, "Base;InProgress;White[1]")
        print("ok" if command == "options" else f"{answer}\nok", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "random":
        move_at_random()
    else:
        misbehave(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
