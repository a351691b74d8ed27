"""Text diagrams of positions, for people, lessons and tests.

Each row of hexes is a line, shifted by half a tile from the next; ``.`` is an empty hex. A ``*`` marks a stack, and a
line below the drawing lists the pieces under it::

    edition: ultimate-2024
    game type: Base+MLP
    turn: White[4]
    first hex: 0,0

    wS1 .   bG1
      wQ  wB1*
    bA1 .   .

    wB1* on bQ

``first hex`` is the axial column and row of the first hex drawn: here wS1 is at (0, 0) and wQ at (0, 1). The lines
``hands`` and ``just moved`` are added if the hands are not simply the rest of the game type's pieces, and if there is a
piece that may not move.

When read, all lines except the drawing are optional and can be above or below it, in any order and letter case. The
whole drawing can be indented, and a name or dot can be one character off.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from skep.editions import DEFAULT_EDITION, Edition, GameType, find_edition
from skep.errors import NotationError, quote
from skep.hexes import ORIGIN, Hex
from skep.notation.limits import MAX_PICTURE_LENGTH, check_length
from skep.notation.position import check_distance, earliest_ply, read_pieces, read_turn, rest_of_pieces
from skep.notation.uhp import turn_of
from skep.pieces import Color, Piece
from skep.position import Position

__all__ = ["Row", "format_diagram", "parse_diagram", "rows_of"]

_HALF_TILE: Final = 2
"""The characters by which a row is shifted from the next; a tile is twice as wide."""

_HEADERS: Final = ("edition", "game type", "turn", "first hex", "hands", "just moved")
_HEADER: Final = re.compile(r"\s*([a-z][a-z ]*?)\s*:(.*)", re.IGNORECASE | re.ASCII)
_LEGEND: Final = re.compile(r"\s*(\w+)\s*\*?((?:\s+on\s+\w+)+)\s*", re.IGNORECASE | re.ASCII)
_SYMBOL: Final = re.compile(r"\.|(?:[wb][QSBGAMLP][1-3]?)\*?", re.IGNORECASE | re.ASCII)
_HEX: Final = re.compile(r"\s*\(?\s*([-+]?\d{1,4})\s*,\s*([-+]?\d{1,4})\s*\)?\s*", re.ASCII)


class Row(NamedTuple):
    """One line of a drawing: its shift in half tiles, and its hexes from west to east."""

    shift: int
    hexes: tuple[Hex, ...]


def rows_of(hexes: Iterable[Hex]) -> Iterator[Row]:
    """Yield the smallest block of rows that contains all these hexes, top first.

    >>> [row.shift for row in rows_of([Hex(0, 0), Hex(0, 1)])]
    [0, 1]
    """
    inside = set(hexes) or {ORIGIN}
    across = [2 * hex_.q + hex_.r for hex_ in inside]
    left, right = min(across), max(across)
    for r in range(min(hex_.r for hex_ in inside), max(hex_.r for hex_ in inside) + 1):
        first = left + (left + r) % 2
        yield Row(first - left, tuple(Hex((x - r) // 2, r) for x in range(first, right + 1, 2)))


def format_diagram(position: Position) -> str:
    """Return the diagram of a position, with everything needed to read it back.

    >>> from skep.notation.position import parse_position
    >>> print(format_diagram(parse_position("Base 0,0:wS1bQ^wB1/wQ")))
    edition: ultimate-2024
    game type: Base
    turn: Black[3]
    first hex: 0,0
    <BLANKLINE>
    wS1 wB1*
      wQ
    <BLANKLINE>
    wB1* on bQ
    """
    check_distance(position.stacks, "diagram")
    rows = list(rows_of(position.stacks))
    first = rows[0].hexes[0]
    header = [
        f"edition: {position.edition}",
        f"game type: {position.game_type}",
        f"turn: {turn_of(position.ply)}",
        f"first hex: {first.q},{first.r}",
    ]
    if position.hands != rest_of_pieces(position.game_type, position.stacks.values()):
        header.append(f"hands: {' '.join(map(str, sorted(position.hands)))}".rstrip())
    if position.just_moved is not None:
        header.append(f"just moved: {position.just_moved}")
    return "\n".join([*header, "", *(_draw(row, position) for row in rows), *_legend(rows, position)])


def _draw(row: Row, position: Position) -> str:
    symbols = (_symbol(position.stack(hex_)).ljust(2 * _HALF_TILE) for hex_ in row.hexes)
    return (" " * (row.shift * _HALF_TILE) + "".join(symbols)).rstrip()


def _symbol(stack: Sequence[Piece]) -> str:
    if not stack:
        return "."
    return f"{stack[-1]}*" if len(stack) > 1 else str(stack[-1])


def _legend(rows: Iterable[Row], position: Position) -> Iterator[str]:
    stacks = [position.stack(hex_) for row in rows for hex_ in row.hexes if position.height(hex_) > 1]
    if stacks:
        yield ""
    for stack in stacks:
        yield " on ".join([_symbol(stack), *map(str, reversed(stack[:-1]))])


def parse_diagram(
    text: str,
    *,
    edition: Edition = DEFAULT_EDITION,
    game_type: GameType | None = None,
    turn: Color | None = None,
) -> Position:
    """Parse a diagram. Raises ImpossiblePosition if play cannot continue from the position.

    The keywords are defaults for values that the text omits. The default turn is the earliest that the pieces allow.

    >>> position = parse_diagram('''
    ...     wA1 wQ
    ...       bB1*
    ...     bQ
    ...     bB1* on wS1
    ... ''', turn=Color.WHITE)
    >>> position.where(Piece.parse("bB1")), position.turn_number
    (Hex(q=0, r=1), 4)
    """
    check_length(text, MAX_PICTURE_LENGTH, "diagram")
    headers, covered, drawing = _sort_lines(text)
    edition = find_edition(headers["edition"]) if "edition" in headers else edition
    game_type = edition.box if game_type is None else game_type
    if "game type" in headers:
        game_type = GameType.parse(headers["game type"])
    tops = _read_drawing(text, drawing, _read_hex(headers.get("first hex", "0,0")))
    stacks = _put_on_top(text, tops, covered)
    check_distance(stacks, "diagram")
    hands = rest_of_pieces(game_type, stacks.values())
    if "hands" in headers:
        hands = frozenset(read_pieces(headers["hands"], "diagram"))
    ply = earliest_ply(stacks.values(), turn)
    if headers.get("turn"):
        ply = read_turn(headers["turn"], stacks.values(), "diagram")
    moved = headers.get("just moved", "")
    position = Position(stacks, hands, ply, Piece.parse(moved) if moved else None, game_type, edition)
    position.check()
    return position


def _sort_lines(text: str) -> tuple[dict[str, str], dict[Piece, list[Piece]], list[str]]:
    """Return the headers by name, the pieces under each marked piece, top first, and the lines of the drawing."""
    headers, covered, drawing = dict[str, str](), dict[Piece, list[Piece]](), list[str]()
    for line in text.expandtabs().splitlines():
        if header := _HEADER.fullmatch(line):
            name = " ".join(header[1].lower().split())
            if name not in _HEADERS or name in headers:
                why = "occurs twice" if name in headers else f"is not one of {', '.join(_HEADERS)}"
                raise NotationError("diagram", text, f"{quote(name)} {why}")
            headers[name] = header[2].strip()
        elif legend := _LEGEND.fullmatch(line):
            top, *under = (Piece.parse(name) for name in re.split(r"\s+on\s+", legend[1] + legend[2], flags=re.I))
            if top in covered:
                raise NotationError("diagram", text, f"two lines list the pieces under {top}")
            covered[top] = under
        else:
            drawing.append(line.rstrip())
    return headers, covered, _trim(text, drawing)


def _trim(text: str, drawing: list[str]) -> list[str]:
    """Return the drawing without the blank lines around it."""
    filled = [number for number, line in enumerate(drawing) if line]
    if not filled:
        raise NotationError("diagram", text, "the drawing is missing; an empty table is a single .")
    drawing = drawing[filled[0] : filled[-1] + 1]
    if not all(drawing):
        raise NotationError("diagram", text, "the drawing has a blank line in the middle")
    return drawing


def _read_hex(text: str) -> Hex:
    match = _HEX.fullmatch(text)
    if match is None:
        raise NotationError("diagram", text, "expected the column and row of the first hex, as in -1,2")
    return Hex(int(match[1]), int(match[2]))


class _Token(NamedTuple):
    """A piece or a dot, and its place in the drawing."""

    row: int
    column: int
    symbol: str

    @property
    def phase(self) -> int:
        """The column modulo a tile, equal for all tokens that are exactly on the grid."""
        return (self.column - self.row * _HALF_TILE) % (2 * _HALF_TILE)


def _read_drawing(text: str, drawing: Sequence[str], first: Hex) -> dict[Hex, tuple[Piece, bool]]:
    """Return the top piece on each hex, and whether it is marked as a stack."""
    tokens = [token for row, line in enumerate(drawing) for token in _read_line(text, row, line)]
    phases = Counter(token.phase for token in tokens)
    phase = min(phases, key=lambda phase: (-phases[phase], phase))
    tops, start = dict[Hex, tuple[Piece, bool]](), None
    drawn = set[Hex]()
    for token in tokens:
        off = (token.phase - phase + 1) % (2 * _HALF_TILE) - 1
        if off > 1:
            raise NotationError(
                "diagram", text, f"{token.symbol} in row {token.row + 1} of the drawing is between two hexes"
            )
        hex_ = Hex((token.column - off - phase - token.row * _HALF_TILE) // (2 * _HALF_TILE), token.row)
        start = start or hex_
        hex_ = hex_.moved(first.q - start.q, first.r - start.r)
        if hex_ in drawn:
            raise NotationError("diagram", text, f"{token.symbol} in row {token.row + 1} of the drawing shares its hex")
        drawn.add(hex_)
        if token.symbol != ".":
            tops[hex_] = Piece.parse(token.symbol.rstrip("*")), token.symbol.endswith("*")
    return tops


def _read_line(text: str, row: int, line: str) -> Iterator[_Token]:
    for word in re.finditer(r"\S+", line):
        end = word.start()
        while match := _SYMBOL.match(line, end, word.end()):
            yield _Token(row, match.start(), match[0])
            end = match.end()
        if end < word.end():
            raise NotationError("diagram", text, f"{quote(word[0])} in the drawing is neither a piece nor a dot")


def _put_on_top(
    text: str, tops: dict[Hex, tuple[Piece, bool]], covered: dict[Piece, list[Piece]]
) -> dict[Hex, tuple[Piece, ...]]:
    stacks = dict[Hex, tuple[Piece, ...]]()
    for hex_, (top, marked) in tops.items():
        under = covered.pop(top, [])
        if marked and not under:
            raise NotationError("diagram", text, f"no line lists the pieces under {top}*, as in {top}* on bQ")
        stacks[hex_] = (*reversed(under), top)
    for top in covered:
        raise NotationError("diagram", text, f"{top} is on top of another piece but is not drawn")
    return stacks
