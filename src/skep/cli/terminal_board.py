"""The board in a terminal of any width, with marks on pieces and spaces, and the hands below it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.style import Style
from rich.text import Text

from skep.cli.screen import print_wrapped
from skep.hexes import Hex
from skep.i18n import Language, catalog
from skep.notation.diagram import Row, rows_of
from skep.pieces import Color, Piece
from skep.position import Position
from skep.render.text import render_text

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["Marks", "draw_board", "last_step", "letter_spaces", "print_hands", "turn_status"]

_WIDE: Final = 6
"""Characters from one tile to the next in ``render_text``: five and a gap."""
_NARROW: Final = 4
"""Characters from one tile to the next in a narrow drawing, without a gap."""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks on a board: labels of one or two characters on hexes, and colours of tiles."""

    labels: Mapping[Hex, str] = field(default_factory=dict)
    colors: Mapping[Hex, str] = field(default_factory=dict)
    selected: Piece | None = None
    last_move: tuple[Hex | None, Hex] | None = None


def last_step(board: Board) -> tuple[Hex | None, Hex] | None:
    """Return the start and the end of the last move, or None if there is none or it was a pass."""
    move = board.last_move
    return None if move is None or move.is_pass else (board.last_move_from, move.to)


def letter_spaces(spaces: Iterable[Hex], position: Position) -> dict[Hex, str]:
    """Return a letter for each hex, in reading order.

    After z follow aa, ab and so on. Two letters do not fit on a tile in a narrow drawing, so if there are more than
    26 hexes those with pieces come first.
    """
    reading = sorted(set(spaces), key=lambda hex_: (hex_.r, hex_.q))
    if len(reading) > len(_LETTERS):
        reading.sort(key=lambda hex_: not position.height(hex_))
    names = [*_LETTERS, *(a + b for a in _LETTERS for b in _LETTERS)]
    return dict(zip(reading, names, strict=False))


def draw_board(position: Position, marks: Marks = Marks(), *, width: int) -> Text:  # noqa: B008 (frozen)
    """Draw the board. A board that is too wide is drawn narrow and, if that is not enough, in several strips."""
    text = render_text(position, destinations=marks.labels, selected=marks.selected, last_move=marks.last_move)
    drawing = text.split("\n", allow_blank=True)
    rows = list(rows_of([*position.stacks, *marks.labels]))
    lines, legend = list(drawing[: len(rows)]), list(drawing[len(rows) :])
    lines = [_paint_row(row, line, position, marks) for row, line in zip(rows, lines, strict=True)]
    step = _WIDE
    if max(line.cell_len for line in lines) > width:
        step = _NARROW
        lines = [_narrow_row(row, line) for row, line in zip(rows, lines, strict=True)]
    return Text("\n").join([*_cut_into_strips(rows, lines, step, width), *legend])


def turn_status(board: Board) -> str:
    """Return which player is to move and the turn number, or how the game ended."""
    outcome = board.outcome()
    return f"{board.turn} to move, turn {board.turn_number}" if outcome is None else str(outcome)


def print_hands(screen: Console, board: Board, language: Language) -> None:
    """Print the names of the pieces in both hands, one line per player."""
    strings, sides = catalog("cli", language), catalog("terminal", language).table("side")
    for color in Color:
        pieces = " ".join(map(str, board.hand(color))) or strings["hand.empty"]
        print_wrapped(screen, strings.format("hand.line", name=sides[color.name.lower()], pieces=pieces))


def _cells(row: Row) -> Iterable[tuple[Hex, int]]:
    """Yield each hex of a row and the column where its five characters begin."""
    return ((hex_, row.shift * _WIDE // 2 + index * _WIDE) for index, hex_ in enumerate(row.hexes))


def _paint_row(row: Row, line: Text, position: Position, marks: Marks) -> Text:
    """Colour a row, and remove the dots of hexes that do not touch the hive."""
    result = line[: row.shift * _WIDE // 2]
    for hex_, start in _cells(row):
        cell = line[start : start + _WIDE]
        if hex_ in marks.colors:
            cell.stylize(Style(color="#000000", bgcolor=marks.colors[hex_], bold=True), 0, _WIDE - 1)
        is_apart = not position.height(hex_) and not any(map(position.height, hex_.neighbours()))
        result.append_text(Text(" " * _WIDE) if is_apart and position.stacks and hex_ not in marks.labels else cell)
    result.rstrip()
    return result


def _narrow_row(row: Row, line: Text) -> Text:
    narrow = Text(" " * (row.shift * _NARROW // 2))
    for _, start in _cells(row):
        cell = line[start : start + _WIDE - 1]
        cell.pad_right(_WIDE - 1 - len(cell))
        narrow.append_text(_narrow_cell(cell))
    return narrow


def _narrow_cell(cell: Text) -> Text:
    """Return four of a cell's five characters. A tile keeps its name, and its label or height."""
    if cell.plain[0] in "wb":
        return cell[:3].append_text(cell[-1:])
    return cell[1:4].append(" ") if cell.plain[4] == " " else cell[1:5]


def _cut_into_strips(rows: Sequence[Row], lines: Sequence[Text], step: int, width: int) -> list[Text]:
    """Cut lines that are wider than the screen into strips, from west to east, between tiles."""
    widest = max(line.cell_len for line in lines)
    if widest <= width:
        return list(lines)
    across = max(width // step - 1, 1) * step
    strips = list[Text]()
    for start in range(0, widest, across):
        if start:
            strips.append(Text("··· →", "dim"))
        for row, line in zip(rows, lines, strict=True):
            shift = row.shift * step // 2
            strips.append(Text(" " * shift).append_text(line[start + shift : start + shift + across]))
    return strips
