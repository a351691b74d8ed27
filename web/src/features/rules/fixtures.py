"""Generate the rulebooks that the tests of the search read: ``python web/src/features/rules/fixtures.py``.

They have the texts of the rulebook in both languages, without its boards.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from skep.learn.rulebook import build_rulebook
from skep.rules import Language

OUT = Path(__file__).with_suffix(".json")


def books() -> dict[str, Any]:
    """Return the rulebooks by language."""
    return {language.value: _without_boards(msgspec.to_builtins(build_rulebook(language))) for language in Language}


def _without_boards(book: dict[str, Any]) -> dict[str, Any]:
    for chapter in book["chapters"]:
        for entry in chapter["entries"]:
            entry["sources"] = []
            entry["boards"] = [board | {"scene": None, "moves": [], "editions": []} for board in entry["boards"]]
            entry["rulings"] = [ruling | {"scene": None, "move": None} for ruling in entry["rulings"]]
    return book


if __name__ == "__main__":
    OUT.write_text(json.dumps(books(), ensure_ascii=False), encoding="utf-8")
