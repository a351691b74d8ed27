"""The ``skep`` command: its subcommands and how it reports errors.

The command modules import neither NumPy nor Numba, so help is printed quickly and the compiler is loaded only by
commands that need a board.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Final

import typer

from skep import SkepError, __version__
from skep.cli.admin import admin
from skep.cli.analyse import analyse
from skep.cli.bench import bench
from skep.cli.bot import bot
from skep.cli.command import HELP_SETTINGS, Command, Group
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
from skep.cli.puzzles import puzzles
from skep.cli.review import review
from skep.cli.rules import rules
from skep.cli.screen import print_error, use_ascii_fallback
from skep.cli.serve import serve
from skep.cli.show import show
from skep.cli.uhp import uhp
from skep.cli.worker import worker

__all__ = ["app", "run"]

_BAD_INPUT: Final = 2
_BROKEN_PIPE: Final = 141
_HELP: Final = "The board game Hive: play, look at positions, and ask which moves are legal and why."

app = typer.Typer(
    name="skep",
    cls=Group,
    help=_HELP,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings=dict(HELP_SETTINGS),
)


def _print_version(requested: bool) -> None:
    if requested:
        print(f"skep {__version__}")
        raise typer.Exit


@app.callback(help=_HELP)
def _skep(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


for command in (
    *(play, serve, show, picture, moves, explain, rules, analyse, review, convert, import_, export, explore),
    *(perft, bench, compile_, uhp, worker, bot),
):
    app.command(name=command.__name__.rstrip("_"), cls=Command)(command)  # import is a keyword, compile a built-in
app.add_typer(match)
app.add_typer(puzzles)
app.add_typer(lab)
app.add_typer(admin)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status. Errors are reported as one line on stderr."""
    use_ascii_fallback()
    try:
        status = app(list(arguments), prog_name="skep", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _print_error(_usage_error(error))
    except SkepError as error:
        return _print_error(str(error))
    except typer.Abort:
        return _print_error("aborted")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except OSError as error:
        return _print_error(_system_error(error))
    return status if isinstance(status, int) else 0


def _print_error(message: str) -> int:
    """Print an error and return the exit status for it."""
    print_error(message)
    return _BAD_INPUT


def _usage_error(error: typer.TyperException) -> str:
    """Describe an invalid option or argument, and name the help that applies."""
    context = getattr(error, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context is not None else ""
    return f"{error.format_message().rstrip('.')}{hint}"


def _system_error(error: OSError) -> str:
    file = str(error.filename) if error.filename else ""
    return ": ".join(filter(None, [file, error.strerror or str(error)]))
