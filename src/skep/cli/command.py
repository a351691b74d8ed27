"""The class of all commands: it formats their help and accepts old names of options."""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperCommand

__all__ = ["RENAMED_OPTIONS", "Command"]

RENAMED_OPTIONS: Final = {
    "--analysing": "--analysis-time",
    "--data": "--data-dir",
    "--form": "--to",
    "--games-an-hour": "--games-per-hour",
    "--log": "--log-level",
    "--patience": "--timeout",
    "--think": "--time",
    "--thinking": "--move-time",
}
"""Old names of options and their new names. The old names do not appear in the help, and work for one more release."""


class Command(TyperCommand):
    """A command whose help is its docstring, and which also accepts the old names of its options."""

    def __init__(self, *args: Any, help: str | None = None, **options: Any) -> None:  # noqa: A002 (Typer's name)
        super().__init__(*args, help=_unwrap(help or ""), **options)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Replace old names, as in ``--old VALUE`` or ``--old=VALUE``, then parse the arguments."""
        options = {name for parameter in self.params for name in parameter.opts}
        return super().parse_args(ctx, [_current_name(argument, options) for argument in args])


def _unwrap(text: str) -> str:
    """Join the lines of each paragraph, so that the help is wrapped to the width of the terminal."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _current_name(argument: str, options: set[str]) -> str:
    name, equals, value = argument.partition("=")
    renamed = RENAMED_OPTIONS.get(name, name)
    return f"{renamed}{equals}{value}" if renamed in options else argument
