"""Names the requirements of OWASP ASVS 5.0 that a test shows; docs/accounts.md lists them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["shows"]

_Test = TypeVar("_Test", bound=Callable[..., Any])


def shows(*_requirements: str) -> Callable[[_Test], _Test]:
    """Name the requirements that a test shows, such as "6.2.1". ``test_asvs_table.py`` compares them with the table."""
    return lambda test: test
