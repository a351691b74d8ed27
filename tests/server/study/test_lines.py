"""Lines: the ways to positions that are studied."""

from __future__ import annotations

import random

import pytest

from skep.board import Board
from skep.server.schemas.study import StudyPosition
from skep.server.study.executor import BoundedExecutor
from skep.server.study.lines import InvalidPosition, Lines, StudyLine, follow
from tests.server.rooms import in_loop

START = "ultimate-2024 Base+MLP White[1] -"


def a_line(plies: int, seed: int = 1) -> list[str]:
    """Moves of a random game that has not ended after so many plies."""
    rng = random.Random(seed)
    while True:
        board, moves = Board("Base+MLP"), list[str]()
        while len(moves) < plies and not board.is_game_over():
            move = rng.choice(board.legal_moves.list())
            moves.append(board.uhp(move))
            board.push(move)
        if len(moves) == plies and not board.is_game_over():
            return moves


def told(line: StudyLine) -> list[str]:
    return [turn.uhp for turn in line.played]


@pytest.mark.parametrize("threefold", [False, True])
def test_a_line_is_the_same_whatever_was_asked_before(threefold: bool) -> None:
    # positions come back in random play, so a game with the rule would end
    one, two = a_line(20), a_line(24, seed=2)
    before: StudyLine | None = None
    rng = random.Random(7)
    for _ in range(60):
        moves = rng.choice([one, two, one[:8] + one[8:12]])
        moves = moves[: rng.randrange(len(moves) + 1)]
        studied = StudyPosition(start=START, moves=moves, threefold=threefold)
        before = follow(studied, before)
        fresh = follow(studied)
        assert before.board == fresh.board
        assert before.board.moves == fresh.board.moves
        assert before.played == fresh.played
        assert told(before) == moves


def test_another_start_shares_nothing() -> None:
    one = follow(StudyPosition(start="Base White[1] -", moves=["wG1", "bG1 wG1-"]))
    two = follow(StudyPosition(start="hive-2016 Base White[1] -", moves=["wG1", "bG1 wG1-"]), one)
    assert two.board.edition.id == "hive-2016"


def test_moves_are_told_as_skep_writes_them() -> None:
    line = follow(StudyPosition(start=START, moves=["wS1", "bG1 wS1-", "wA1 -wS1"]))
    again = follow(StudyPosition(start=START, moves=["wS1", "bG1 wS1-", "wA1 -wS1", "bA1 bG1-"]), line)
    assert again.played[2].to == (-1, 0)
    assert again.played[3].origin is None


@pytest.mark.parametrize(
    ("moves", "code", "words"),
    [
        (["wS1", "bS1 wS1-", "wQ bS1-"], "illegal", "ply 3: "),
        (["wS1", "rubbish"], "malformed", "ply 2: "),
        (["wS1", "bS1 wA1-"], "malformed", "ply 2: "),
        (["wQ"], "illegal", "ply 1: "),
        (["pass"], "illegal", "ply 1: "),
    ],
)
def test_what_is_wrong_with_a_way_is_told_with_its_ply(moves: list[str], code: str, words: str) -> None:
    good = follow(StudyPosition(start=START, moves=["wS1"]))
    for before in (None, good):
        with pytest.raises(InvalidPosition) as caught:
            follow(StudyPosition(start=START, moves=moves), before)
        refusal = caught.value.refusal
        assert refusal.code == code
        assert refusal.text.startswith(words)
        assert (refusal.why is None) is (code == "malformed")


@pytest.mark.parametrize("start", ["", "0,0:wS1..bQ", "chess", "Base White[1] 0,0:wQwQ", "-" * 2000])
def test_an_impossible_start_is_malformed(start: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        follow(StudyPosition(start=start))
    assert caught.value.refusal.code == "malformed"


@in_loop
async def test_long_lines_are_replayed_and_the_oldest_forgotten() -> None:
    lines, long = Lines(BoundedExecutor(), most_plies=700), a_line(300)
    await lines.follow("anna", StudyPosition(start=START, moves=long))
    assert told(await lines.follow("ben", StudyPosition(start=START, moves=long[:299]))) == long[:299]
    assert len(lines) == 2
    await lines.follow("clara", StudyPosition(start=START, moves=long))
    assert len(lines) == 2
    lines.forget("clara")
    lines.forget("nobody")
    assert len(lines) == 1
