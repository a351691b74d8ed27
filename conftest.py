"""Settings for all tests, those of documents and docstrings included."""

from __future__ import annotations

import gc
from collections.abc import Generator
from importlib.util import find_spec

import pytest

# modules whose packages `make` does not install
collect_ignore = [] if find_spec("torch") else ["src/skep/lab/torch_data.py", "src/skep/lab/baseline.py"]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep modules and tests out of the garbage collector, which would visit them for a tenth of the tests' time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
