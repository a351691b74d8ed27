"""Transcripts of sessions: ``> `` marks a request, and the lines after it are the complete answer.

``…`` at the end of a line matches any rest. The moves of ``validmoves`` can be in any order.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from skep.uhp.session import COMMANDS

from .helpers import EngineProcess

FOLDER = Path(__file__).parent / "transcripts"
START = FOLDER / "start.txt"
OTHERS = sorted(set(FOLDER.glob("*.txt")) - {START})


def parse_transcript(path: Path) -> list[tuple[str, list[str]]]:
    """Return each request with its answer; the first request is empty, and its answer is the greeting."""
    pairs: list[tuple[str, list[str]]] = [("", [])]
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(">"):
            pairs.append((line.removeprefix(">").removeprefix(" "), []))
        elif not line.startswith("#"):
            pairs[-1][1].append(line)
    return pairs


def is_match(request: str, line: str, expected: str) -> bool:
    if expected.endswith("…"):
        return line.startswith(expected.removesuffix("…"))
    if request == "validmoves":
        return sorted(line.split(";")) == sorted(expected.split(";"))
    return line == expected


def check(request: str, answer: list[str], expected: list[str]) -> None:
    matches = len(answer) == len(expected) and all(map(is_match, [request] * len(answer), answer, expected))
    assert matches, f"> {request}\nexpected {expected}\nreceived {answer}"


@pytest.fixture(scope="module")
def engine() -> Iterator[EngineProcess]:
    with EngineProcess() as engine:
        yield engine


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_session(path: Path, engine: EngineProcess) -> None:
    _start, *rest = parse_transcript(path)
    for request, expected in rest:
        check(request, engine.ask(request), expected)


def test_session_from_the_start() -> None:
    (_, greeting), *rest = parse_transcript(START)
    with EngineProcess() as engine:
        check("", engine.greeting, greeting)
        for request, expected in rest:
            check(request, engine.ask(request), expected)


def test_every_command_is_in_a_transcript() -> None:
    covered = {
        request.split()[0].lower() for path in [START, *OTHERS] for request, _ in parse_transcript(path) if request
    }
    assert set(COMMANDS) <= covered
