"""Lines: the moves to positions in the study."""

from __future__ import annotations

import random

import pytest

from skep.board import Board
from skep.server.engines.executor import BoundedExecutor
from skep.server.schemas.study import StudyPosition
from skep.server.study.lines import InvalidPosition, Lines, StudyLine, follow
from tests.server.rooms import in_loop

START = "ultimate-2024 Base+MLP White[1] -"


def random_line(plies: int, seed: int = 1) -> list[str]:
    """Return the moves of a random game that is not over after ``plies`` plies."""
    rng = random.Random(seed)
    while True:
        board, moves = Board("Base+MLP"), list[str]()
        while len(moves) < plies and not board.is_game_over():
            move = rng.choice(board.legal_moves.list())
            moves.append(board.uhp(move))
            board.push(move)
        if len(moves) == plies and not board.is_game_over():
            return moves


def texts(line: StudyLine) -> list[str]:
    return [turn.uhp for turn in line.moves]


@pytest.mark.parametrize("threefold", [False, True])
def test_a_line_does_not_depend_on_the_cached_one(threefold: bool) -> None:
    one, two = random_line(20), random_line(24, seed=2)
    before: StudyLine | None = None
    rng = random.Random(7)
    for _ in range(60):
        moves = rng.choice([one, two, one[:8] + one[8:12]])
        moves = moves[: rng.randrange(len(moves) + 1)]
        position = StudyPosition(start=START, moves=moves, threefold=threefold)
        before = follow(position, before)
        fresh = follow(position)
        assert before.board == fresh.board
        assert before.board.moves == fresh.board.moves
        assert before.moves == fresh.moves
        assert texts(before) == moves


def test_lines_with_different_starts_share_nothing() -> None:
    one = follow(StudyPosition(start="Base White[1] -", moves=["wG1", "bG1 wG1-"]))
    two = follow(StudyPosition(start="hive-2016 Base White[1] -", moves=["wG1", "bG1 wG1-"]), one)
    assert two.board.edition.id == "hive-2016"


def test_moves_have_origins_and_destinations() -> None:
    line = follow(StudyPosition(start=START, moves=["wS1", "bG1 wS1-", "wA1 -wS1"]))
    again = follow(StudyPosition(start=START, moves=["wS1", "bG1 wS1-", "wA1 -wS1", "bA1 bG1-"]), line)
    assert again.moves[2].to == (-1, 0)
    assert again.moves[3].origin is None


@pytest.mark.parametrize(
    ("moves", "code", "start"),
    [
        (["wS1", "bS1 wS1-", "wQ bS1-"], "illegal", "ply 3: "),
        (["wS1", "rubbish"], "malformed", "ply 2: "),
        (["wS1", "bS1 wA1-"], "malformed", "ply 2: "),
        (["wQ"], "illegal", "ply 1: "),
        (["pass"], "illegal", "ply 1: "),
    ],
)
def test_errors_name_the_ply(moves: list[str], code: str, start: str) -> None:
    good = follow(StudyPosition(start=START, moves=["wS1"]))
    for before in (None, good):
        with pytest.raises(InvalidPosition) as caught:
            follow(StudyPosition(start=START, moves=moves), before)
        refusal = caught.value.refusal
        assert refusal.code == code
        assert refusal.text.startswith(start)
        assert (refusal.why is None) is (code == "malformed")


@pytest.mark.parametrize("start", ["", "0,0:wS1..bQ", "chess", "Base White[1] 0,0:wQwQ", "-" * 2000])
def test_an_impossible_start_is_malformed(start: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        follow(StudyPosition(start=start))
    assert caught.value.refusal.code == "malformed"


@in_loop
async def test_long_lines_are_replayed_and_the_oldest_dropped() -> None:
    lines, long = Lines(BoundedExecutor(), max_plies=700), random_line(300)
    await lines.follow("anna", StudyPosition(start=START, moves=long))
    assert texts(await lines.follow("ben", StudyPosition(start=START, moves=long[:299]))) == long[:299]
    assert len(lines) == 2
    await lines.follow("clara", StudyPosition(start=START, moves=long))
    assert len(lines) == 2
    lines.forget("clara")
    lines.forget("dora")
    assert len(lines) == 1
