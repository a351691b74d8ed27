"""The ``skep`` command: its commands, and how their errors are told.

The command modules import neither NumPy nor Numba: help answers at once, and the compiler is loaded
only by a command that needs a board.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from skep import SkepError, __version__
from skep.cli.analyse import analyse
from skep.cli.bench import bench
from skep.cli.convert import convert
from skep.cli.explain import explain
from skep.cli.explore import explore
from skep.cli.export import export
from skep.cli.importing import import_
from skep.cli.match import match
from skep.cli.moves import moves
from skep.cli.perft import perft
from skep.cli.pictures import picture
from skep.cli.play import play
from skep.cli.puzzles import puzzles
from skep.cli.review import review
from skep.cli.rules import rules
from skep.cli.screen import use_plain_signs
from skep.cli.serve import serve
from skep.cli.show import show
from skep.cli.uhp import uhp

__all__ = ["app", "run"]

_BAD_INPUT = 2
_BROKEN_PIPE = 141

app = typer.Typer(
    name="skep",
    help="The game of Hive: play it, look at positions, ask what is legal and why.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"skep {__version__}")
        raise typer.Exit


@app.callback()
def _skep(
    _version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """The game of Hive: play it, look at positions, ask what is legal and why."""


for command in (
    *(play, serve, show, picture, moves, explain, rules, analyse, review, convert, import_, export, explore),
    *(perft, bench, uhp),
):
    app.command(name=command.__name__.rstrip("_"))(command)  # import is a word of Python's own
app.add_typer(match)
app.add_typer(puzzles)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; an error is one line on stderr."""
    use_plain_signs()
    try:
        code = app(list(arguments), prog_name="skep", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _complain(_usage(error))
    except SkepError as error:
        return _complain(str(error))
    except typer.Abort:
        return _complain("given up")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except OSError as error:
        return _complain(
            ": ".join(filter(None, [error.filename and str(error.filename), error.strerror or str(error)]))
        )
    return code if isinstance(code, int) else 0


def _complain(message: str) -> int:
    print(f"skep: {' '.join(message.split())}", file=sys.stderr)
    return _BAD_INPUT


def _usage(error: typer.TyperException) -> str:
    """A bad option or argument, and where its help is."""
    context = getattr(error, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context is not None else ""
    return f"{error.format_message().rstrip('.')}{hint}"
