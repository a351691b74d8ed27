"""Positions as coloured text for terminals with a dark or light background.

The rows are those of the text diagram. A stack has its height as a superscript, and a line below the drawing lists the
covered pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rich.style import Style
from rich.text import Text

from skep.hexes import Hex
from skep.notation.diagram import rows_of
from skep.pieces import Color, Piece
from skep.position import Position
from skep.render.tilesets import TileSet, bug_edge

__all__ = ["render_text"]

_HALF_TILE: Final = 3
"""Half the width of a tile, which is five characters and a gap."""
_GOLD: Final = "#ffd54a"
_HEIGHTS: Final = "  ²³⁴⁵⁶⁷"


def render_text(
    position: Position,
    *,
    destinations: Mapping[Hex, str] | Iterable[Hex] = (),
    selected: Piece | None = None,
    last_move: tuple[Hex | None, Hex] | None = None,
    hands: bool = False,
    tiles: TileSet = TileSet.CLASSIC,
) -> Text:
    """Return a picture of a position. Destinations show their label, or a dot if they have none.

    The selected piece has a gold background, and the piece that moved last is underlined. ``hands`` adds the side to
    move and the pieces in hand. ``tiles`` is the tile set whose colours are used.

    >>> from skep.notation.position import parse_position
    >>> position = parse_position("Base 0,0:wS1bQ^wB1/wQ")
    >>> print(render_text(position, destinations={Hex(1, 1): "a"}).plain)
     wS1   wB1²
        wQ     a
    <BLANKLINE>
    wB1² on bQ
    """
    labels = dict(destinations) if isinstance(destinations, Mapping) else dict.fromkeys(destinations, "•")
    moved = position.top(last_move[1]) if last_move is not None else None
    lines = []
    for row in rows_of([*position.stacks, *labels]):
        spots = [_spot(position, hex_, labels.get(hex_), selected, moved, tiles) for hex_ in row.hexes]
        lines.append(Text(" " * (row.shift * _HALF_TILE)).append_text(Text(" ").join(spots)))
    lines.extend(_legend(position))
    if hands:
        lines.extend(_hands(position, selected, tiles))
    return Text("\n").join(lines)


def _spot(
    position: Position,
    hex_: Hex,
    label: str | None,
    selected: Piece | None,
    moved: Piece | None,
    tiles: TileSet,
) -> Text:
    """Return the five characters of a hex."""
    top = position.top(hex_)
    if top is None:
        spot = Text("  ·  ", "dim") if label is None else Text(f"{label[:5]:^5}")
        if label is not None:
            spot.stylize(_label_style(), 0 if len(label) > 3 else 1, 5 if len(label) > 3 else 4)
        return spot
    height = _HEIGHTS[min(position.height(hex_), len(_HEIGHTS) - 1)].strip()
    face = Text(f" {f'{top}{height}':<4}" if label is None else f"{top!s:<3}{label[:2]:>2}")
    face.stylize(_tile_style(top, tiles, gold=top == selected))
    if top == moved:
        face.stylize("underline", face.plain.index(str(top)), face.plain.index(str(top)) + len(str(top)))
    if label is not None:
        face.stylize(_label_style(), 5 - len(label[:2]))
    return face


def _tile_style(piece: Piece, tiles: TileSet, *, gold: bool = False) -> Style:
    ink = bug_edge(piece._replace(color=Color.WHITE) if gold else piece, tiles)
    return Style(color=ink, bgcolor=_GOLD if gold else tiles.material(piece.color).face[1], bold=True)


def _label_style() -> Style:
    return Style(color="#000000", bgcolor=_GOLD, bold=True)


def _legend(position: Position) -> Iterator[Text]:
    stacks = [position.stack(hex_) for row in rows_of(position.stacks) for hex_ in row.hexes]
    stacks = [stack for stack in stacks if len(stack) > 1]
    if stacks:
        yield Text()
    for stack in stacks:
        line = Text(f"{stack[-1]}{_HEIGHTS[min(len(stack), len(_HEIGHTS) - 1)]}")
        yield line.append("".join(f" on {piece}" for piece in reversed(stack[:-1])), "dim")


def _hands(position: Position, selected: Piece | None, tiles: TileSet) -> Iterator[Text]:
    yield Text()
    yield Text(f"{position.turn} to move, turn {position.turn_number}", "bold")
    for color in Color:
        line = Text(f"{color}'s hand:")
        for piece in position.hand(color):
            line.append(" ").append(f" {piece} ", _tile_style(piece, tiles, gold=piece == selected))
        yield line
