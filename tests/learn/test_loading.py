"""Errors in lesson files name the lesson, the step and the problem."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skep.learn.lessons import LessonError, build_lesson, find_lesson, parse_lesson
from skep.learn.lessons.views import FindView

HEAD = """
title = { en = "Title", fr = "Titre" }
summary = { en = "Summary", fr = "Résumé" }
"""
BOARD = "board = '''\nwQ  wS1 bS1 bQ\n'''\n"
TASK = """
task = { en = "Do it.", fr = "Faites-le." }
notice = { en = "Well done.", fr = "Bravo." }
"""


def lesson(step: str) -> str:
    return f"{HEAD}\n[[steps]]\n{step}"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("title =", "lesson mine: Invalid value"),
        (HEAD, "lesson mine: Object missing required field `steps`"),
        (lesson('kind = "dance"'), "lesson mine, step 1: Invalid value 'dance' (kind)"),
        (lesson('kind = "show"\ncolour = 3\n' + BOARD), "lesson mine, step 1: Object contains unknown field `colour`"),
        (lesson('kind = "show"\ntext.en = "x"\n' + BOARD), "lesson mine, step 1: Object missing required field `fr`"),
        (lesson('kind = "show"'), "lesson mine, step 1: there is no position: give a board, a game or a position"),
        (lesson('kind = "show"\ngame = "Base"\n' + BOARD), "lesson mine, step 1: more than one position"),
        (lesson("kind = \"show\"\nboard = '''\nwQ  wX1\n'''"), "lesson mine, step 1: not a diagram"),
        (lesson("kind = \"show\"\nboard = '''\nwQ  .   bQ\n'''"), "step 1: the hive is in more than one part"),
        (
            lesson('kind = "show"\ngame = "Base;;;wS1;bS1 wS1-;wA1 bS1-"'),
            "move 3 of the game, wA1 bS1-: the soldier ant wA1 may not touch",
        ),
        (lesson('kind = "win"\nmoves = 9\n' + BOARD + TASK), "step 1: Expected `int` <= 3 (moves)"),
    ],
)
def test_parsing_errors_name_the_step(text: str, error: str) -> None:
    with pytest.raises(LessonError) as raised:
        parse_lesson(text, "mine")
    assert error in str(raised.value)


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ('kind = "find"\nspaces = "dance wQ"', "not a selector of spaces: 'dance wQ': expected one of reach, place"),
        ('kind = "find"\nspaces = "reach wS1"', "a find step needs at least one space: reach wS1"),
        ('kind = "find"\nspaces = "around wA1"', "wA1 is not in play"),
        ('kind = "choose"\npieces = "throwable"', "a choose step needs at least one piece"),
        (
            'kind = "judge"\nmoves = ["wQ wS1/", "wS1 wQ/"]\nwanted = "legal"\nbecause = ["gate"]',
            "a judge step needs exactly one legal move, not 0",
        ),
        (
            'kind = "judge"\nmoves = ["wS1 wQ/", "wA1 -wQ"]\nbecause = ["gate"]',
            "not among those to choose from: one-hive",
        ),
        ('kind = "play"\ngoal = ["dance"]', "not a condition: 'dance': expected one of any, place"),
        ('kind = "play"\ngoal = ["surrounds bQ"]', "no legal move meets the goal: surrounds bQ"),
        ('kind = "win"\nmoves = 1', "White does not win in exactly 1"),
        ('kind = "pass"', "a pass step needs a position without legal moves"),
        ('kind = "show"\nhighlight = ["reach wX"]', "not a piece: 'wX'"),
    ],
)
def test_build_errors_name_the_step(step: str, error: str) -> None:
    task = "" if '"show"' in step else TASK
    source = parse_lesson(lesson(f"{step}\n{BOARD}{task}"), "mine")
    with pytest.raises(LessonError) as raised:
        build_lesson(source)
    assert str(raised.value).startswith("lesson mine, step 1: ")
    assert error in str(raised.value)


def test_the_example_in_the_docs_is_a_valid_lesson() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 1
    step = build_lesson(parse_lesson(blocks[0], "docs")).steps[0]
    assert isinstance(step, FindView)
    assert step.task == "Find all seven spaces it can reach."


def test_a_step_without_a_position_uses_the_previous_one() -> None:
    steps = f'[[steps]]\nkind = "show"\n{BOARD}\n[[steps]]\nkind = "find"\nspaces = "around bQ"\n{TASK}'
    view = build_lesson(parse_lesson(f"{HEAD}\n{steps}", "mine"))
    assert view.steps[0].scene == view.steps[1].scene


def test_an_unknown_lesson_is_an_error() -> None:
    with pytest.raises(LessonError, match=r"lesson ../secret: there is no such lesson"):
        find_lesson("../secret")
