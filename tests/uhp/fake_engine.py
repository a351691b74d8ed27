"""An engine for the client's tests that plays no Hive, in several tempers: ``python fake_engine.py TEMPER``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

GAME = "Base;NotStarted;White[1]"
ANSWERS = {
    "info": "id Fake Engine  2.0 beta\nMosquito;Pillbug",
    "newgame": GAME,
    "play": "Base;InProgress;Black[1];wS1",
    "pass": "Base;InProgress;White[2];wS1;pass",
    "undo": GAME,
    "validmoves": "wS1;wG1;wA1",
    "bestmove": "wS1",
    "options": "Mode;enum;a;a;a;b\nwhat is this\nDepth;int;3;3;1;9",
    "perft": "perft results\n0 1 0 ms\n1: 4\n2 = 96 in 0.1 s\n7 8 beyond",
}


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text.replace("\n", end) + end)
    sys.stdout.flush()


def start(temper: str) -> None:
    """The greeting, or what comes in its place."""
    first = sys.stdin.readline().strip() if temper == "late" else ""
    if temper == "windows":
        say("\n\n" + ANSWERS["info"] + "\n \nOK", "\r\n")
    elif temper == "mute":
        time.sleep(600)
    elif temper == "stillborn":
        print("cannot find my book", file=sys.stderr)
        sys.exit(7)
    elif temper != "silent":
        say(ANSWERS["info"] + "\nok")
    if first:
        say(ANSWERS[first] + "\nok")
    if temper == "deaf":
        time.sleep(600)
    if temper == "parent":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).wait()
    if temper == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def die() -> None:
    print("my table is full", file=sys.stderr)
    sys.exit(3)


def babble() -> None:
    while True:
        say("thinking")


def never_end_the_line() -> None:
    while True:
        sys.stdout.write("x" * 100_000)


def close_and_stay() -> None:
    os.close(1)
    time.sleep(600)


def drip() -> None:
    while True:
        say("still thinking")
        time.sleep(0.05)


def write_bytes() -> None:
    sys.stdout.buffer.write(b"\xff\x00\xfe\n")


MISDEEDS: dict[str, Callable[[], None]] = {
    "hanging": lambda: time.sleep(600),
    "mortal": die,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "babbling": babble,
    "endless": never_end_the_line,
    "closing": close_and_stay,
    "dripping": drip,
    "slow": lambda: time.sleep(0.4),
    "binary": write_bytes,
}
"""What happens before, or instead of, an answer to ``bestmove``."""


def main(temper: str) -> None:
    start(temper)
    options: dict[str, str] = {}
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "bestmove" and temper in MISDEEDS:
            MISDEEDS[temper]()
        if command == "options" and rest.startswith("set"):
            _, name, value = rest.split(" ", 2)
            options[name] = value
            say(f"{name};enum;{value};a\nok")
        elif command == "newgame" and rest == "settings":
            say(f"{options}\nok")
        elif command in ("bestmove", "validmoves") and temper == "empty":
            say("ok")
        elif command in ANSWERS and not (temper == "refusing" and command == "play"):
            said = f"{rest}\nok" if command == "newgame" and rest else f"{ANSWERS[command]}\nok"
            say(said, "\r\n" if temper == "windows" else "\n")
        else:
            say(("invalidmove" if command == "play" else "err") + " I would rather not\nok")
    while temper == "stubborn":
        time.sleep(1)


if __name__ == "__main__":
    main(sys.argv[1])
