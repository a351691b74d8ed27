"""Progress on stderr, shown only in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from skep.cli.screen import error_console

__all__ = ["Bar", "progress_bar", "status_line"]


class Bar:
    """A progress bar that shows nothing."""

    def advance(self, steps: int = 1) -> None:
        """Count steps as done."""

    def update(self, done: int, total: int | None) -> None:
        """Show how many steps of all are done."""


@contextmanager
def progress_bar(label: str, total: int | None = None, *, percent: bool = False) -> Iterator[Bar]:
    """Show a bar while the block runs, with the number of steps or the percentage that is done."""
    if not sys.stderr.isatty():
        yield Bar()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    done = TextColumn("{task.percentage:.0f}%") if percent else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), done, TimeElapsedColumn())
    with Progress(*columns, console=error_console(), transient=True) as progress:
        task = progress.add_task(label, total=total)

        class TerminalBar(Bar):
            def advance(self, steps: int = 1) -> None:
                progress.advance(task, steps)

            def update(self, done: int, total: int | None) -> None:
                progress.update(task, completed=done, total=total)

        yield TerminalBar()


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Show a line of text while the block runs, and yield the function that changes it."""
    if not sys.stderr.isatty():
        yield lambda _text: None
        return
    with error_console().status("") as status:
        yield status.update
