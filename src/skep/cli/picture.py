"""The hive in a terminal, as wide as the terminal allows, with marks on pieces and spaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rich.style import Style
from rich.text import Text

from skep.hexes import Hex
from skep.notation.diagram import Row, rows_of
from skep.pieces import Piece
from skep.position import Position
from skep.render.text import render_text

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["Marks", "last_step", "lettered", "picture"]

_WIDE: Final = 6
"""Characters from one tile to the next in ``render_text``: five and a gap."""
_NARROW: Final = 4
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn besides the pieces: a sign of one or two letters on a hex, and colours of tiles."""

    signs: Mapping[Hex, str] = field(default_factory=dict)
    colors: Mapping[Hex, str] = field(default_factory=dict)
    selected: Piece | None = None
    last_move: tuple[Hex | None, Hex] | None = None


def last_step(board: Board) -> tuple[Hex | None, Hex] | None:
    """From where to where the last piece went, or None when there was no move or a pass."""
    move = board.last_move
    return None if move is None or move.is_pass else (board.last_move_from, move.to)


def lettered(spaces: Iterable[Hex], position: Position) -> dict[Hex, str]:
    """A letter for each hex, in reading order.

    Past z come aa, ab, …: they have no room on a tile in a narrow picture, so then the pieces go first.
    """
    reading = sorted(set(spaces), key=lambda hex_: (hex_.r, hex_.q))
    if len(reading) > len(_LETTERS):
        reading.sort(key=lambda hex_: not position.height(hex_))
    names = [*_LETTERS, *(a + b for a in _LETTERS for b in _LETTERS)]
    return dict(zip(reading, names, strict=False))


def picture(position: Position, marks: Marks = Marks(), *, width: int) -> Text:  # noqa: B008 (frozen)
    """The hive, drawn narrow when it would not fit, and in strips when even that does not help."""
    text = render_text(position, destinations=marks.signs, selected=marks.selected, last_move=marks.last_move)
    drawn = text.split("\n", allow_blank=True)
    rows = list(rows_of([*position.stacks, *marks.signs]))
    lines, legend = list(drawn[: len(rows)]), list(drawn[len(rows) :])
    lines = [_painted(row, line, position, marks) for row, line in zip(rows, lines, strict=True)]
    step = _WIDE
    if max(line.cell_len for line in lines) > width:
        step = _NARROW
        lines = [_narrowed(row, line) for row, line in zip(rows, lines, strict=True)]
    return Text("\n").join([*_strips(rows, lines, step, width), *legend])


def _cells(row: Row) -> Iterable[tuple[Hex, int]]:
    """Each hex of a row and the column its five characters begin at."""
    return ((hex_, row.shift * _WIDE // 2 + index * _WIDE) for index, hex_ in enumerate(row.hexes))


def _painted(row: Row, line: Text, position: Position, marks: Marks) -> Text:
    """A line with its colours, and without the dots of hexes that are away from the hive."""
    painted = line[: row.shift * _WIDE // 2]
    for hex_, start in _cells(row):
        cell = line[start : start + _WIDE]
        if hex_ in marks.colors:
            cell.stylize(Style(color="#000000", bgcolor=marks.colors[hex_], bold=True), 0, _WIDE - 1)
        away = not position.height(hex_) and not any(map(position.height, hex_.neighbours()))
        painted.append_text(Text(" " * _WIDE) if away and position.stacks and hex_ not in marks.signs else cell)
    painted.rstrip()
    return painted


def _narrowed(row: Row, line: Text) -> Text:
    narrow = Text(" " * (row.shift * _NARROW // 2))
    for _, start in _cells(row):
        cell = line[start : start + _WIDE - 1]
        cell.pad_right(_WIDE - 1 - len(cell))
        narrow.append_text(_narrow_cell(cell))
    return narrow


def _narrow_cell(cell: Text) -> Text:
    """Four of a cell's five characters; a tile keeps its name and its sign or height, else a gap."""
    if cell.plain[0] in "wb":
        return cell[:3].append_text(cell[-1:])
    return cell[1:4].append(" ") if cell.plain[4] == " " else cell[1:5]


def _strips(rows: Sequence[Row], lines: Sequence[Text], step: int, width: int) -> list[Text]:
    """The lines, cut between tiles into strips from west to east when they are wider than the screen."""
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
