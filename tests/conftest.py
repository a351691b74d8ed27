"""Settings for the whole test run."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Final

import pytest

_SLOW_TO_COLLECT: Final = Path(__file__).parent / "server" / "test_api_description.py"


def restore_interrupts() -> None:
    """Handle Ctrl-C again if the shell started this process with SIGINT ignored.

    Shells do that for background jobs such as ``nohup make test &``. The programs that tests start would inherit it,
    and never end when a test sends them SIGINT.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


restore_interrupts()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave a module of slow tests out when they are deselected, because collecting it takes ten seconds."""
    return True if collection_path == _SLOW_TO_COLLECT and config.option.markexpr == "not slow" else None
