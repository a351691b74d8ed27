"""The ``skep`` command with all its subcommands.

The command modules import neither NumPy nor Numba, so help is printed quickly and the compiler is loaded only by
commands that need a board.
"""

from __future__ import annotations

from collections.abc import Sequence

from skep.cli.admin import admin
from skep.cli.analyse import analyse
from skep.cli.bench import bench
from skep.cli.bot import bot
from skep.cli.compile import compile_
from skep.cli.convert import convert
from skep.cli.explain import explain
from skep.cli.explore import explore
from skep.cli.export import export
from skep.cli.import_ import import_
from skep.cli.lab import lab
from skep.cli.match import match
from skep.cli.moves import moves
from skep.cli.perft import perft
from skep.cli.picture import picture
from skep.cli.play import play
from skep.cli.program import make_program, run_program
from skep.cli.puzzles import puzzles
from skep.cli.review import review
from skep.cli.rules import rules
from skep.cli.serve import serve
from skep.cli.show import show
from skep.cli.uhp import uhp
from skep.cli.worker import worker

__all__ = ["app", "run"]

app = make_program(
    *(play, serve, show, picture, moves, explain, rules, analyse, review, convert, import_, export, explore),
    *(perft, bench, compile_, uhp, worker, bot),
)
app.add_typer(match)
app.add_typer(puzzles)
app.add_typer(lab)
app.add_typer(admin)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status. Errors are reported as one line on stderr."""
    return run_program(app, arguments)
