"""The classes of all commands and groups: they format the help and accept old names of options.

The help is plain text that is wrapped once, to the width of the terminal. Typer's own tables divide the line among six
columns, which leaves a third of it for the text.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from typer.core import TyperCommand, TyperGroup

__all__ = ["HELP_SETTINGS", "RENAMED_OPTIONS", "Command", "Group"]

RENAMED_OPTIONS: Final = {
    "--analysing": "--analysis-time",
    "--data": "--data-dir",
    "--form": "--to",
    "--games-an-hour": "--games-per-hour",
    "--log": "--log-level",
    "--patience": "--timeout",
    "--seconds": "--frame-time",
    "--think": "--time",
    "--thinking": "--move-time",
    "--type": "--game-type",
}
"""Old names of options and their new names. The old names do not appear in the help, and work for one more release."""

HELP_SETTINGS: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 120}
"""The context settings of the program: both names of the help option, and the width at which help stops growing."""

_EXAMPLE: Final = "Example: "
_INDENT: Final = "  "
_MAX_NAME_LENGTH: Final = 26
"""The longest name that has its help on the same line."""


# A mixin: it calls the methods of the class that it is combined with.
if TYPE_CHECKING:
    _Mixin = TyperCommand
else:
    _Mixin = object


class _PlainHelp(_Mixin):
    """The help of commands and groups: the docstring, the arguments and the options."""

    def __init__(self, *args: Any, help: str | None = None, **options: Any) -> None:  # noqa: A002 (Typer's name)
        super().__init__(*args, help=_unwrap(help or ""), **{**options, "rich_markup_mode": None})

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line. A required argument is written without braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 (Typer's signature)
        """Write the paragraphs of the help."""
        _write_paragraphs(self.help or "", formatter)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options."""
        _write_parameters(self.get_params(ctx), ctx, formatter)


class Command(_PlainHelp, TyperCommand):
    """A command, which also accepts the old names of its options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Replace old names, as in ``--old VALUE`` or ``--old=VALUE``, then parse the arguments."""
        options = {name for parameter in self.params for name in parameter.opts}
        return super().parse_args(ctx, [_current_name(argument, options) for argument in args])


class Group(_PlainHelp, TyperGroup):
    """A group of commands."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options, and the commands."""
        super().format_options(ctx, formatter)
        formatter.write("\nCommands:\n")
        _write_rows([(name, (one.help or "").split("\n\n")[0]) for name, one in self.commands.items()], formatter)


def _write_paragraphs(text: str, formatter: Any) -> None:
    """Write paragraphs, wrapped and indented. An example stays on one line, so that it can be copied."""
    for paragraph in text.split("\n\n"):
        width = len(paragraph) + len(_INDENT) if paragraph.startswith(_EXAMPLE) else formatter.width
        formatter.write(f"\n{_wrap(paragraph, _INDENT, width)}\n")


def _write_parameters(parameters: Sequence[Any], ctx: Any, formatter: Any) -> None:
    """Write the arguments and options as two lists, with the names of their values but not the types."""
    for title, kind in (("Arguments", "argument"), ("Options", "option")):
        rows = [_help_row(one, ctx) for one in parameters if one.param_type_name == kind and not one.hidden]
        if rows:
            formatter.write(f"\n{title}:\n")
            _write_rows(rows, formatter)


def _write_rows(rows: Sequence[tuple[str, str]], formatter: Any) -> None:
    """Write names and texts as two columns. The text of a long name begins on the next line."""
    column = len(_INDENT) + 2 + max((len(name) for name, _ in rows if len(name) <= _MAX_NAME_LENGTH), default=0)
    for name, text in rows:
        lead = f"{_INDENT}{name}"
        lines = _wrap(text, " " * column, formatter.width)
        formatter.write(f"{lead}\n{lines}\n" if len(lead) + 2 > column else f"{lead}{lines[len(lead) :]}\n")


def _wrap(text: str, indent: str, width: int) -> str:
    """Wrap a text between words. Names such as ``pocket-fr`` and ``--game-type`` are not broken."""
    return textwrap.fill(
        text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )


def _help_row(parameter: Any, ctx: Any) -> tuple[str, str]:
    """Return the name of a parameter and its help, with its range and its default in words."""
    name, text = parameter.get_help_record(ctx)
    name = parameter.display_name_raw if parameter.param_type_name == "argument" else re.sub("[<>]", "", name)
    text = re.sub(r"default: \(([^()]*)\)", r"default: \1", text)
    text = re.sub(r"([\d.]+)<=x<=([\d.]+)", r"\1 to \2", text)
    text = re.sub(r"x>=([\d.]+)", r"at least \1", text)
    return name, re.sub(r"; required\]|\s*\[required\]", lambda found: "]" if found[0][0] == ";" else "", text)


def _unwrap(text: str) -> str:
    """Join the lines of each paragraph, so that the help is wrapped only to the width of the terminal."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _current_name(argument: str, options: set[str]) -> str:
    name, equals, value = argument.partition("=")
    renamed = RENAMED_OPTIONS.get(name, name)
    return f"{renamed}{equals}{value}" if renamed in options else argument
