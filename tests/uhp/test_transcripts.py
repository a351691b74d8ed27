"""Conversations, line by line: ``> `` is said, the lines after it are the whole answer.

``…`` at the end of a line stands for any rest. The moves of ``validmoves`` may come in any order.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from skep.uhp.session import COMMANDS

from .helpers import Talk

FOLDER = Path(__file__).parent / "transcripts"
START = FOLDER / "start.txt"
OTHERS = sorted(set(FOLDER.glob("*.txt")) - {START})


def exchanges(path: Path) -> list[tuple[str, list[str]]]:
    """Each question and its answer; the first question is empty and stands for the start."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(">"):
            found.append((line.removeprefix(">").removeprefix(" "), []))
        elif not line.startswith("#"):
            found[-1][1].append(line)
    return found


def is_as_expected(question: str, line: str, expected: str) -> bool:
    if expected.endswith("…"):
        return line.startswith(expected.removesuffix("…"))
    if question == "validmoves":
        return sorted(line.split(";")) == sorted(expected.split(";"))
    return line == expected


def check(question: str, answer: list[str], expected: list[str]) -> None:
    alike = len(answer) == len(expected) and all(map(is_as_expected, [question] * len(answer), answer, expected))
    assert alike, f"> {question}\nexpected {expected}\nbut came {answer}"


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    with Talk() as talk:
        yield talk


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_conversation(path: Path, talk: Talk) -> None:
    _start, *rest = exchanges(path)
    for question, expected in rest:
        check(question, talk.ask(question), expected)


def test_conversation_from_the_start() -> None:
    (_, greeting), *rest = exchanges(START)
    with Talk() as talk:
        check("", talk.greeting, greeting)
        for question, expected in rest:
            check(question, talk.ask(question), expected)


def test_every_command_is_in_some_conversation() -> None:
    asked = {question.split()[0].lower() for path in [START, *OTHERS] for question, _ in exchanges(path) if question}
    assert set(COMMANDS) <= asked
