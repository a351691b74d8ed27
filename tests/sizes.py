"""Sizes of random samples: small in ``make test``, large in ``make slow``."""

from __future__ import annotations

import pytest

__all__ = ["small_and_large"]


def small_and_large(name: str, small: int, large: int) -> pytest.MarkDecorator:
    """Run a test with a small sample and, as a slow test, with a large one."""
    return pytest.mark.parametrize(name, [small, pytest.param(large, marks=pytest.mark.slow)])
