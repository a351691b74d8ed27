"""Modules that need an extra, which a message names if it is not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from skep.errors import SkepError

__all__ = ["import_extra"]


def import_extra(module: str, extra: str) -> Any:
    """Return a module of skep. Raises SkepError if a package that it needs is not installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("skep"):
            raise
        raise SkepError(f"this needs the package {error.name}: pip install 'skep[{extra}]'") from error
