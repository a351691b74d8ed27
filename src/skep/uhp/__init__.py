"""The Universal Hive Protocol (UHP): serving engines to other programs, and running other programs as engines.

Importing the package loads no board and no compiler, so that ``skep uhp`` can greet its client immediately.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from skep.uhp.errors import UhpCrash, UhpError, UhpIllegalMove, UhpRefusal, UhpTimeout

if TYPE_CHECKING:
    from skep.uhp.client import UhpClient
    from skep.uhp.engine import UhpEngine
    from skep.uhp.options import Option, OptionValue
    from skep.uhp.serving import ChooseMove, serve_engine

__all__ = [
    "ChooseMove",
    "Option",
    "OptionValue",
    "UhpClient",
    "UhpCrash",
    "UhpEngine",
    "UhpError",
    "UhpIllegalMove",
    "UhpRefusal",
    "UhpTimeout",
    "serve_engine",
]

_LAZY = {
    "UhpClient": "skep.uhp.client",
    "UhpEngine": "skep.uhp.engine",
    **dict.fromkeys(("Option", "OptionValue"), "skep.uhp.options"),
    **dict.fromkeys(("ChooseMove", "serve_engine"), "skep.uhp.serving"),
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'skep.uhp' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    return __all__
