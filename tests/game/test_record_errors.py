"""The data that the errors of records carry."""

from __future__ import annotations

import ast
import inspect
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

import skep.errors
import skep.game
from skep import Game, IllegalMove, NotationError, Rule, SkepError, parse_records
from skep.game import GameNode

SOURCES = Path(inspect.getfile(skep)).parent


def error_of(text: str) -> skep.RecordError:
    [record] = parse_records(text, name="games")
    assert record.error is not None
    return record.error


def test_an_illegal_move_is_the_cause() -> None:
    error = error_of('[GameType "Base"]\n\n1. wS1\n2. bS1 wS1-\n3. wA1 bS1-\n')
    assert (error.path, error.line, error.ply) == ("games", 5, 3)
    assert isinstance(error.cause, IllegalMove)
    assert error.__cause__ is error.cause
    assert error.cause.reason is not None
    assert error.cause.reason.rule is Rule.PLACED_NEXT_TO_ENEMY
    assert str(error.cause) in str(error)


@pytest.mark.parametrize(
    ("text", "line", "ply"),
    [
        ("Base;;;wS1;bS1 wQ-", 1, 2),
        ("Base+X;;;wS1", 1, None),
        ('[GameType "Chess"]\n\n1. wS1\n', 1, None),
        ('[Position "nonsense"]\n\n1. wS1\n', 1, None),
        (
            "(;GM[27]\nSU[hive]\n; P0[1 dropb wS1 N 13 .]\n; P0[2 done]\n; P1[3 dropb wA7 O 13 wS1]\n; P1[4 done]\n)",
            5,
            2,
        ),
    ],
)
def test_malformed_text_is_the_cause(text: str, line: int, ply: int | None) -> None:
    error = error_of(text)
    assert (error.path, error.line, error.ply) == ("games", line, ply)
    assert isinstance(error.cause, NotationError)
    assert error.__cause__ is error.cause


def test_an_error_of_the_file_itself_has_no_cause() -> None:
    error = error_of('[GameType "Base"]\n\n1. wS1 { no end')
    assert (error.line, error.ply, error.cause, error.__cause__) == (3, 1, None, None)


def test_errors_can_be_pickled_with_their_cause() -> None:
    error = error_of("Base;;;wS1;bS1 wS1-;wA1 bS1-")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.path, again.line, again.ply) == (str(error), error.path, error.line, error.ply)
    assert isinstance(again.cause, IllegalMove)
    assert isinstance(error.cause, IllegalMove)
    assert again.cause.move == error.cause.move


def test_parse_raises_the_error_with_its_cause() -> None:
    with pytest.raises(skep.RecordError) as caught:
        Game.parse("Base;;;wS1;bS1 wS1-;wA1 bS1-")
    assert isinstance(caught.value.__cause__, IllegalMove)


def raised_names() -> Iterator[tuple[str, str]]:
    for package in ("game", "notation"):
        for path in sorted((SOURCES / package).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Raise)
                    and isinstance(node.exc, ast.Call)
                    and isinstance(node.exc.func, ast.Name)
                ):
                    yield f"{package}/{path.name}:{node.lineno}", node.exc.func.id


def test_every_error_that_is_raised_is_a_skep_error() -> None:
    names = list(raised_names())
    assert len(names) > 50
    for where, name in names:
        assert issubclass(getattr(skep.errors, name, Exception), SkepError), f"{where} raises {name}"


def test_no_public_signature_takes_any_options() -> None:
    members = [vars(skep.game)[name] for name in skep.game.__all__]
    functions = [value for owner in (Game, GameNode) for name, value in vars(owner).items() if not name.startswith("_")]
    for function in filter(inspect.isfunction, members + functions):
        for parameter in inspect.signature(function).parameters.values():
            assert parameter.kind is not parameter.VAR_KEYWORD or parameter.annotation != "Any", function
