"""Packages that `make` does not install, because they are large: PyTorch."""

from __future__ import annotations

from typing import Any

import pytest

__all__ = ["need"]


def need(module: str) -> Any:
    """Return a module, or skip the test: even with SKEP_NO_SKIPS=1, as CONTRIBUTING.md says."""
    return pytest.importorskip(module, reason=f"{module} is not installed")
