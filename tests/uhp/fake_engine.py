"""An engine with canned answers for the tests of the client: ``python fake_engine.py BEHAVIOUR``."""

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


def send(text: str, end: str = "\n") -> None:
    sys.stdout.write(text.replace("\n", end) + end)
    sys.stdout.flush()


def start(behaviour: str) -> None:
    """Send the greeting, or misbehave instead."""
    first = sys.stdin.readline().strip() if behaviour == "late" else ""
    if behaviour == "windows":
        send("\n\n" + ANSWERS["info"] + "\n \nOK", "\r\n")
    elif behaviour == "mute":
        time.sleep(600)
    elif behaviour == "failing-at-start":
        print("cannot find my opening book", file=sys.stderr)
        sys.exit(7)
    elif behaviour != "silent":
        send(ANSWERS["info"] + "\nok")
    if first:
        send(ANSWERS[first] + "\nok")
    if behaviour == "deaf":
        time.sleep(600)
    if behaviour == "parent":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).wait()
    if behaviour == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def crash() -> None:
    print("my table is full", file=sys.stderr)
    sys.exit(3)


def babble() -> None:
    while True:
        send("thinking")


def send_an_endless_line() -> None:
    while True:
        sys.stdout.write("x" * 100_000)


def close_and_stay() -> None:
    os.close(1)
    time.sleep(600)


def drip() -> None:
    while True:
        send("still thinking")
        time.sleep(0.05)


def write_bytes() -> None:
    sys.stdout.buffer.write(b"\xff\x00\xfe\n")


MISBEHAVIOURS: dict[str, Callable[[], None]] = {
    "hanging": lambda: time.sleep(600),
    "crashing": crash,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "babbling": babble,
    "endless": send_an_endless_line,
    "closing": close_and_stay,
    "dripping": drip,
    "slow": lambda: time.sleep(0.4),
    "binary": write_bytes,
}
"""Run before, or instead of, answering ``bestmove``."""


def main(behaviour: str) -> None:
    start(behaviour)
    options: dict[str, str] = {}
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "bestmove" and behaviour in MISBEHAVIOURS:
            MISBEHAVIOURS[behaviour]()
        if command == "options" and rest.startswith("set"):
            _, name, value = rest.split(" ", 2)
            options[name] = value
            send(f"{name};enum;{value};a\nok")
        elif command == "newgame" and rest == "settings":
            send(f"{options}\nok")
        elif command in ("bestmove", "validmoves") and behaviour == "empty":
            send("ok")
        elif command in ANSWERS and not (behaviour == "refusing" and command == "play"):
            answer = rest if command == "newgame" and rest else ANSWERS[command]
            send(f"{answer}\nok", "\r\n" if behaviour == "windows" else "\n")
        else:
            send(("invalidmove" if command == "play" else "err") + " I would rather not\nok")
    while behaviour == "stubborn":
        time.sleep(1)


if __name__ == "__main__":
    main(sys.argv[1])
