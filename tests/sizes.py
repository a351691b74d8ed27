"""Samples that are small in ``make test`` and complete in ``make slow``."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

__all__ = ["first_and_all", "slow", "small_and_large"]


def slow(*values: object) -> object:
    """Return the parameters of a slow test."""
    return pytest.param(*values, marks=pytest.mark.slow)


def first_and_all(names: str | tuple[str, ...], first: object, *others: object) -> pytest.MarkDecorator:
    """Run a test with the first values and, as slow tests, with all others."""
    several = not isinstance(names, str)
    rest = [slow(*other) if several and isinstance(other, Sequence) else slow(other) for other in others]
    return pytest.mark.parametrize(names, [first, *rest])


def small_and_large(name: str, small: int, large: int) -> pytest.MarkDecorator:
    """Run a test with a small sample and, as a slow test, with a large one."""
    return pytest.mark.parametrize(name, [small, pytest.param(large, marks=pytest.mark.slow)])
