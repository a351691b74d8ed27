"""Progress on stderr."""

from __future__ import annotations

import io
from contextlib import redirect_stderr

import pytest

from skep.cli.progress import progress_bar, status_line
from tests.cli.helpers import Terminal


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    return Terminal()


def test_a_terminal_shows_a_percentage(terminal: Terminal) -> None:
    with redirect_stderr(terminal), progress_bar("analysing", percent=True) as bar:
        bar.update(1, 4)
    assert "analysing" in terminal.getvalue()
    assert "25%" in terminal.getvalue()


def test_a_terminal_shows_the_number_of_steps(terminal: Terminal) -> None:
    with redirect_stderr(terminal), progress_bar("counting", 7) as bar:
        bar.advance()
        bar.advance(2)
    assert "3/7" in terminal.getvalue()


def test_a_terminal_shows_a_status_line(terminal: Terminal) -> None:
    with redirect_stderr(terminal), status_line() as show:
        show("50 games")
    assert "50 games" in terminal.getvalue()


def test_other_outputs_show_nothing() -> None:
    file = io.StringIO()
    with redirect_stderr(file), progress_bar("counting", 7) as bar, status_line() as show:
        bar.advance()
        bar.update(1, 4)
        show("50 games")
    assert file.getvalue() == ""
