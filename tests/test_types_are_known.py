"""msgspec analyses every type at import time: two threads that make it analyse one concurrently crash the process."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
READING = """
import sys
import msgspec, skep.server.app
from skep.learn.lessons.loading import find_lesson, lesson_ids
from skep.learn.puzzles import all_puzzles
from skep.learn.rulebook.loading import chapters
from skep.review import Review
from skep.review.reviews import ReviewedSide
from skep.server.study import review_store

looked_at = []

def hear(frame, event, _argument):
    if event == "call" and frame.f_globals.get("__name__") == "msgspec._utils":
        looked_at.append(frame.f_code.co_name)

class Unknown(msgspec.Struct):
    number: int

side = ReviewedSide(accuracy=None, counts={})
review = Review(engine="x", effort="quick", start="Base", value=0.0, white_wins=0.5, forced=None, moves=(), white=side,
                black=side, turning_points=())
sys.setprofile(hear)
[find_lesson(name) for name in lesson_ids()], chapters(), all_puzzles()
assert Review.from_json(review.to_json()) == review
review_store._finished_decoder.decode('{"tree": {"start": "Base"}, "review": {}}')
print(looked_at)
msgspec.convert({"number": 1}, Unknown)
print(bool(looked_at))
"""


@pytest.mark.slow
def test_nothing_is_looked_at_while_data_is_read() -> None:
    arguments = [sys.executable, "-c", READING]
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.stderr, done.stdout.split("\n")) == ("", ["[]", "True", ""])


def test_types_are_named_where_modules_are_imported() -> None:
    late = []
    for file in sorted((ROOT / "src").rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                late += [f"{file.stem}: {ast.unparse(call)}" for call in ast.walk(function) if names_a_type(call)]
    # each of them after a decoder was made, or in the one thread that there is
    assert sorted(set(late)) == [
        "bodies: msgspec.json.Decoder(kind, strict=False)",
        "readers: msgspec.convert(data, kind)",
        "readers: msgspec.json.Decoder(kind)",
        "settings: msgspec.json.decode(os.environ[_VARIABLE], type=cls)",
    ]


def names_a_type(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = ast.unparse(node.func)
    return called.startswith("msgspec.") and (
        called.endswith((".convert", "Decoder")) or any(keyword.arg == "type" for keyword in node.keywords)
    )
