"""The examples of the documentation pass mypy's strict checks, as the code of a careful user would."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def example_code(text: str) -> str:
    """Return the interactive examples and the Python blocks of a page as one module."""
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    scripts = [block for block in blocks if not block.startswith(">>>")]
    return "".join([*(example.source for example in doctest.DocTestParser().get_examples(text)), *scripts])


def test_examples_are_found() -> None:
    page = "text\n\n    >>> a = 1\n    >>> a\n    1\n\n```python\nb = 2\n```\n\n```python\n>>> c = 3\n\n```\n"
    assert example_code(page) == "a = 1\na\nc = 3\nb = 2\n"


@pytest.mark.slow
def test_examples_pass_strict_type_checks(tmp_path: Path) -> None:
    for page in PAGES:
        if code := example_code(page.read_text(encoding="utf-8")):
            name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
            (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    assert len(list(tmp_path.iterdir())) > 10
    # PyTorch is not installed for the tests
    (tmp_path / "mypy.ini").write_text("[mypy]\n[mypy-torch.*]\nignore_missing_imports = True\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--allow-redefinition", "--no-incremental", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
