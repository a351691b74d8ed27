"""A position as a picture made of text, for people, lessons and tests.

Each row of hexes is a line, shifted by half a tile against the next; ``.`` is an empty hex. A ``*``
marks a stack, and a line below says what is under it::

    edition: ultimate-2024
    game type: Base+MLP
    turn: White[4]
    first hex: 0,0

    wS1 .   bG1
      wQ  wB1*
    bA1 .   .

    wB1* on bQ

``first hex`` is the axial column and row of the first hex drawn: here wS1 stands at (0, 0), wQ at (0, 1).
Two more lines, ``hands`` and ``just moved``, appear when the hands are not simply the rest of the
game type's pieces, and when there is a piece that may not move.

When read, every line but the drawing may be left out and may stand above or below it, in any order
and letter case. The whole drawing may be indented, and a name or dot may stand one character off.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from skep.editions import DEFAULT_EDITION, Edition, GameType, find_edition
from skep.errors import NotationError, shortened
from skep.hexes import ORIGIN, Hex
from skep.notation.limits import LONGEST_PICTURE, refuse_longer
from skep.notation.position import earliest_ply, read_pieces, read_turn, refuse_far, rest_of_pieces
from skep.notation.uhp import turn_of
from skep.pieces import Color, Piece
from skep.position import Position

__all__ = ["Row", "format_diagram", "parse_diagram", "rows_of"]

_HALF_TILE: Final = 2
"""Characters by which a row is shifted against the next; a tile is twice as wide."""

_HEADERS: Final = ("edition", "game type", "turn", "first hex", "hands", "just moved")
_HEADER: Final = re.compile(r"\s*([a-z][a-z ]*?)\s*:(.*)", re.IGNORECASE | re.ASCII)
_LEGEND: Final = re.compile(r"\s*(\w+)\s*\*?((?:\s+on\s+\w+)+)\s*", re.IGNORECASE | re.ASCII)
_SIGN: Final = re.compile(r"\.|(?:[wb][QSBGAMLP][1-3]?)\*?", re.IGNORECASE | re.ASCII)
_HEX: Final = re.compile(r"\s*\(?\s*([-+]?\d{1,4})\s*,\s*([-+]?\d{1,4})\s*\)?\s*", re.ASCII)


class Row(NamedTuple):
    """One line of a drawing: by how many half tiles it is shifted, and its hexes from west to east."""

    shift: int
    hexes: tuple[Hex, ...]


def rows_of(hexes: Iterable[Hex]) -> Iterator[Row]:
    """The smallest block of rows that holds all these hexes, top first.

    >>> [row.shift for row in rows_of([Hex(0, 0), Hex(0, 1)])]
    [0, 1]
    """
    shown = set(hexes) or {ORIGIN}
    across = [2 * hex_.q + hex_.r for hex_ in shown]
    left, right = min(across), max(across)
    for r in range(min(hex_.r for hex_ in shown), max(hex_.r for hex_ in shown) + 1):
        first = left + (left + r) % 2
        yield Row(first - left, tuple(Hex((x - r) // 2, r) for x in range(first, right + 1, 2)))


def format_diagram(position: Position) -> str:
    """The picture of a position, with all that is needed to read it back.

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
    refuse_far(position.stacks, "diagram")
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
    signs = (_sign(position.stack(hex_)).ljust(2 * _HALF_TILE) for hex_ in row.hexes)
    return (" " * (row.shift * _HALF_TILE) + "".join(signs)).rstrip()


def _sign(stack: Sequence[Piece]) -> str:
    if not stack:
        return "."
    return f"{stack[-1]}*" if len(stack) > 1 else str(stack[-1])


def _legend(rows: Iterable[Row], position: Position) -> Iterator[str]:
    stacks = [position.stack(hex_) for row in rows for hex_ in row.hexes if position.height(hex_) > 1]
    if stacks:
        yield ""
    for stack in stacks:
        yield " on ".join([_sign(stack), *map(str, reversed(stack[:-1]))])


def parse_diagram(
    text: str,
    *,
    edition: Edition = DEFAULT_EDITION,
    game_type: GameType | None = None,
    to_move: Color | None = None,
) -> Position:
    """The position a picture shows; raises ImpossiblePosition when no game can stand like that.

    The keywords say what the text leaves open; what is written in the text goes before them.
    Without a turn it is the earliest one that the pieces allow.

    >>> position = parse_diagram('''
    ...     wA1 wQ
    ...       bB1*
    ...     bQ
    ...     bB1* on wS1
    ... ''', to_move=Color.WHITE)
    >>> position.where(Piece.parse("bB1")), position.turn
    (Hex(q=0, r=1), 4)
    """
    refuse_longer(text, LONGEST_PICTURE, "diagram")
    headers, covered, drawing = _sort_lines(text)
    edition = find_edition(headers["edition"]) if "edition" in headers else edition
    game_type = edition.box if game_type is None else game_type
    if "game type" in headers:
        game_type = GameType.parse(headers["game type"])
    tops = _read_drawing(text, drawing, _read_hex(headers.get("first hex", "0,0")))
    stacks = _put_on_top(text, tops, covered)
    refuse_far(stacks, "diagram")
    hands = rest_of_pieces(game_type, stacks.values())
    if "hands" in headers:
        hands = frozenset(read_pieces(headers["hands"], "diagram"))
    ply = earliest_ply(stacks.values(), to_move)
    if headers.get("turn"):
        ply = read_turn(headers["turn"], stacks.values(), "diagram")
    moved = headers.get("just moved", "")
    position = Position(stacks, hands, ply, Piece.parse(moved) if moved else None, game_type, edition)
    position.check()
    return position


def _sort_lines(text: str) -> tuple[dict[str, str], dict[Piece, list[Piece]], list[str]]:
    """The headers by name, what is under each marked piece, top first, and the lines of the drawing."""
    headers, covered, drawing = dict[str, str](), dict[Piece, list[Piece]](), list[str]()
    for line in text.expandtabs().splitlines():
        if header := _HEADER.fullmatch(line):
            name = " ".join(header[1].lower().split())
            if name not in _HEADERS or name in headers:
                why = "is said twice" if name in headers else f"is none of {', '.join(_HEADERS)}"
                raise NotationError("diagram", text, f"{shortened(name)} {why}")
            headers[name] = header[2].strip()
        elif legend := _LEGEND.fullmatch(line):
            top, *under = (Piece.parse(name) for name in re.split(r"\s+on\s+", legend[1] + legend[2], flags=re.I))
            if top in covered:
                raise NotationError("diagram", text, f"what is under {top} is said twice")
            covered[top] = under
        else:
            drawing.append(line.rstrip())
    return headers, covered, _trim(text, drawing)


def _trim(text: str, drawing: list[str]) -> list[str]:
    """The drawing without the blank lines around it."""
    inked = [number for number, line in enumerate(drawing) if line]
    if not inked:
        raise NotationError("diagram", text, "nothing is drawn; an empty table is a single .")
    drawing = drawing[inked[0] : inked[-1] + 1]
    if not all(drawing):
        raise NotationError("diagram", text, "a blank line parts the drawing")
    return drawing


def _read_hex(text: str) -> Hex:
    match = _HEX.fullmatch(text)
    if match is None:
        raise NotationError("diagram", text, "expected the column and row of the first hex, as in -1,2")
    return Hex(int(match[1]), int(match[2]))


class _Ink(NamedTuple):
    """A name or a dot, and where it was drawn."""

    row: int
    column: int
    sign: str

    @property
    def phase(self) -> int:
        """Equal for all signs that are drawn exactly on the hexes of one grid."""
        return (self.column - self.row * _HALF_TILE) % (2 * _HALF_TILE)


def _read_drawing(text: str, drawing: Sequence[str], first: Hex) -> dict[Hex, tuple[Piece, bool]]:
    """The uppermost piece on each hex, and whether it is marked as a stack."""
    inks = [ink for row, line in enumerate(drawing) for ink in _read_line(text, row, line)]
    phases = Counter(ink.phase for ink in inks)
    phase = min(phases, key=lambda phase: (-phases[phase], phase))
    tops, start = dict[Hex, tuple[Piece, bool]](), None
    drawn = set[Hex]()
    for ink in inks:
        off = (ink.phase - phase + 1) % (2 * _HALF_TILE) - 1
        if off > 1:
            raise NotationError("diagram", text, f"{ink.sign} in row {ink.row + 1} of the drawing is between two hexes")
        hex_ = Hex((ink.column - off - phase - ink.row * _HALF_TILE) // (2 * _HALF_TILE), ink.row)
        start = start or hex_
        hex_ = hex_.moved(first.q - start.q, first.r - start.r)
        if hex_ in drawn:
            raise NotationError("diagram", text, f"{ink.sign} in row {ink.row + 1} of the drawing is not alone")
        drawn.add(hex_)
        if ink.sign != ".":
            tops[hex_] = Piece.parse(ink.sign.rstrip("*")), ink.sign.endswith("*")
    return tops


def _read_line(text: str, row: int, line: str) -> Iterator[_Ink]:
    for word in re.finditer(r"\S+", line):
        end = word.start()
        while match := _SIGN.match(line, end, word.end()):
            yield _Ink(row, match.start(), match[0])
            end = match.end()
        if end < word.end():
            raise NotationError("diagram", text, f"{shortened(word[0])} in the drawing is neither a piece nor a dot")


def _put_on_top(
    text: str, tops: dict[Hex, tuple[Piece, bool]], covered: dict[Piece, list[Piece]]
) -> dict[Hex, tuple[Piece, ...]]:
    stacks = dict[Hex, tuple[Piece, ...]]()
    for hex_, (top, marked) in tops.items():
        under = covered.pop(top, [])
        if marked and not under:
            raise NotationError("diagram", text, f"no line says what {top}* stands on, as in {top}* on bQ")
        stacks[hex_] = (*reversed(under), top)
    for top in covered:
        raise NotationError("diagram", text, f"{top} stands on something but is not drawn")
    return stacks
