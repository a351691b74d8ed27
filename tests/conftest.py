"""Settings for the whole test run."""

from __future__ import annotations

import signal


def restore_interrupts() -> None:
    """Handle Ctrl-C again if the shell started this process with SIGINT ignored.

    Shells do that for background jobs such as ``nohup make test &``. The programs that tests start would inherit it,
    and never end when a test sends them SIGINT.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


restore_interrupts()
