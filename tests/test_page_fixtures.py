"""The positions and rulebooks in the page's tests and its gallery are those that the rules give."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "web" / "src"
MAKER = SOURCES / "board" / "fixtures.py"
RULEBOOKS = SOURCES / "features" / "rules" / "fixtures.py"


def test_the_positions_of_the_page_are_fresh() -> None:
    # by way of JSON, which has lists for tuples
    made = json.loads(json.dumps(runpy.run_path(str(MAKER))["scenes"]()))
    kept = json.loads(MAKER.with_suffix(".json").read_text(encoding="utf-8"))
    assert made == kept, "run python web/src/board/fixtures.py, then npm run format in web/"


def test_the_rulebooks_that_the_search_is_tested_with_are_fresh() -> None:
    made = json.loads(json.dumps(runpy.run_path(str(RULEBOOKS))["books"]()))
    kept = json.loads(RULEBOOKS.with_suffix(".json").read_text(encoding="utf-8"))
    assert made == kept, "run python web/src/features/rules/fixtures.py, then npm run format in web/"
