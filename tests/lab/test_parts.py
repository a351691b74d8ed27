"""The lab is compiled apart from the engine: only people who use it wait for it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from skep.kernel.cache import fingerprint, sources
from skep.kernel.jit import ENGINE
from skep.lab.kernels.records import LAB

PACKAGE = Path(__file__).parents[2] / "src" / "skep"
KERNELS = PACKAGE / "lab" / "kernels"


def test_the_engine_does_not_depend_on_the_lab() -> None:
    assert not any("lab" in path.relative_to(PACKAGE).parts for path in sources())
    assert set(KERNELS.glob("*.py")) < set(sources("lab/kernels"))
    assert fingerprint(checked=False) != fingerprint(checked=False, extra="lab/kernels")
    assert ENGINE.folder.path != LAB.folder.path


def test_compiled_functions_of_the_lab_depend_on_compiled_code_only() -> None:
    """Other imports would not be part of the name of the cache folder."""
    imported = {
        node.module
        for path in KERNELS.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("skep")
    }
    assert {name for name in imported if not name.startswith(("skep.kernel", "skep.lab.kernels"))} == set()


def test_playing_compiles_nothing_of_the_lab() -> None:
    code = """
import sys
import skep.cli.play, skep.engine, skep.server.app
assert "skep.lab" not in sys.modules
from skep.lab.kernels import entries
skep.Board("Base").perft(1)
assert not entries.mask.signatures
"""
    subprocess.run([sys.executable, "-c", code], check=True)
