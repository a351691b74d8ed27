"""The positions that the page's tests and its gallery draw are those that the rules give."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

MAKER = Path(__file__).parents[1] / "web" / "src" / "board" / "fixtures.py"


def test_the_positions_of_the_page_are_fresh() -> None:
    # by way of JSON, which has lists for tuples
    made = json.loads(json.dumps(runpy.run_path(str(MAKER))["scenes"]()))
    kept = json.loads(MAKER.with_suffix(".json").read_text(encoding="utf-8"))
    assert made == kept, "run python web/src/board/fixtures.py, then npm run format in web/"
