"""Builds the documentation for tests, as ``make docs`` does."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services import missing

__all__ = ["DOCS", "build", "docs_site"]

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def build(target: Path, *, source: Path = DOCS) -> subprocess.CompletedProcess[str]:
    """Build a site from a folder of pages, with the settings of the documentation."""
    if importlib.util.find_spec("sphinx") is None or importlib.util.find_spec("myst_parser") is None:
        missing("Sphinx (the extra docs)")
    options = ["--builder=html", "--fail-on-warning", "--keep-going", "--quiet", f"--conf-dir={DOCS}"]
    folders = [f"--doctree-dir={target}.doctrees", str(source), str(target)]
    command = [sys.executable, "-m", "sphinx", *options, *folders]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def docs_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as a site, built without a warning."""
    target = tmp_path_factory.mktemp("docs") / "site"
    done = build(target)
    assert done.returncode == 0, done.stderr
    return target
