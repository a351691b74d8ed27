"""The program: what all commands have in common, and how errors are reported."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import typer

from skep import SkepError, __version__
from skep.cli.command import HELP_SETTINGS, Command, Group
from skep.cli.screen import print_error, use_ascii_fallback

__all__ = ["make_program", "run_program"]

_BAD_INPUT: Final = 2
_BROKEN_PIPE: Final = 141
_HELP: Final = "The board game Hive: play, look at positions, and ask which moves are legal and why."


def _print_version(requested: bool) -> None:
    if requested:
        print(f"skep {__version__}")
        raise typer.Exit


def _skep(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def make_program(*commands: Callable[..., Any]) -> typer.Typer:
    """Return the program with some commands."""
    program = typer.Typer(
        name="skep",
        cls=Group,
        help=_HELP,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings=dict(HELP_SETTINGS),
    )
    program.callback(help=_HELP)(_skep)
    for command in commands:
        # import is a keyword, compile a built-in
        program.command(name=command.__name__.rstrip("_"), cls=Command)(command)
    return program


def run_program(program: typer.Typer, arguments: Sequence[str]) -> int:
    """Run one command and return its exit status. Errors are reported as one line on stderr."""
    use_ascii_fallback()
    try:
        status = program(list(arguments), prog_name="skep", standalone_mode=False)
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
