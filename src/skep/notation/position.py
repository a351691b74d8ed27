"""Position strings: any position in one line, with or without a game that led to it.

A position string has four fields, and two optional ones::

    ultimate-2024 Base+MLP White[4] -1,0:.wS1bG1/wQ.bQ^wB1 (wA1wA2bA1) !wB1
    edition       game     turn     hive                   hands       just moved

The hive is a map in axial coordinates. It begins with the column and row of its corner, followed by its rows from top
to bottom, separated by ``/``. Each piece, or ``.`` for a space, takes one column; ``^`` puts a piece on top of the
previous one. In the example, wS1 is at (0, 0), and wB1 is on bQ at (1, 1). ``-`` is a hive without pieces.

The hands are written only if they are not simply the rest of the game type's pieces, and the piece that may not move
only if there is one. A map was chosen over a list such as ``wS1@0,0`` because it needs about half the characters and
shows the shape of the hive.

When read, the fields can be in any order and letter case, with spaces inside them. The defaults are the default
edition, the bugs of the edition's box, the corner ``0,0`` and, without a turn or with only a colour, the earliest turn
that the pieces allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from skep.editions import DEFAULT_EDITION, EDITIONS, GameType, find_edition
from skep.errors import NotationError, quote
from skep.hexes import Hex
from skep.notation.limits import MAX_LINE_LENGTH, check_length
from skep.notation.uhp import turn_of
from skep.pieces import Color, Piece
from skep.position import Position

__all__ = [
    "MAX_DISTANCE",
    "check_distance",
    "earliest_ply",
    "format_position",
    "parse_position",
    "read_pieces",
    "read_turn",
    "rest_of_pieces",
]

MAX_DISTANCE: Final = 200
"""The largest column or row, positive or negative, that can be written."""

_FIELDS: Final = {
    "edition": re.compile(
        "|".join(rf"(?<!\S){re.escape(edition.id)}(?!\S)" for edition in EDITIONS), re.IGNORECASE | re.ASCII
    ),
    "game type": re.compile(r"(?<!\S)Base(?:\s*\+\s*[A-Z]+)?(?!\S)", re.IGNORECASE | re.ASCII),
    "turn": re.compile(r"(?<!\S)(?:White|Black)(?:\s*\[[^][]*\])?(?!\S)", re.IGNORECASE | re.ASCII),
    "hands": re.compile(r"\([^()]*\)"),
    "just moved": re.compile(r"!\s*\w+", re.ASCII),
}
_TURN: Final = re.compile(r"(White|Black)(?:\s*\[\s*([1-9]\d{0,5})\s*\])?", re.IGNORECASE | re.ASCII)
_CORNER: Final = re.compile(r"(-?\d{1,4}),(-?\d{1,4}):", re.ASCII)
_PIECE: Final = r"[wb][QSBGAMLP][1-3]?"
_SPOT: Final = re.compile(rf"\.|{_PIECE}(?:\^{_PIECE})*", re.IGNORECASE | re.ASCII)
_NAME: Final = re.compile(_PIECE, re.IGNORECASE | re.ASCII)
_HIVE_CHARACTERS: Final = re.compile(r"[wbQSBGAMLP\d.,:/^-]+", re.IGNORECASE | re.ASCII)


def format_position(position: Position) -> str:
    """Return the canonical position string.

    >>> format_position(Position.start())
    'ultimate-2024 Base+MLP White[1] -'
    """
    fields = [str(position.edition), str(position.game_type), turn_of(position.ply), _format_hive(position.stacks)]
    if position.hands != rest_of_pieces(position.game_type, position.stacks.values()):
        fields.append(f"({''.join(map(str, sorted(position.hands)))})")
    if position.just_moved is not None:
        fields.append(f"!{position.just_moved}")
    return " ".join(fields)


def _format_hive(stacks: Mapping[Hex, tuple[Piece, ...]]) -> str:
    if not stacks:
        return "-"
    check_distance(stacks, "position")
    left, top = min(hex_.q for hex_ in stacks), min(hex_.r for hex_ in stacks)
    rows = []
    for r in range(top, max(hex_.r for hex_ in stacks) + 1):
        columns = [hex_.q for hex_ in stacks if hex_.r == r]
        row = (stacks.get(Hex(q, r)) for q in range(left, max(columns, default=left - 1) + 1))
        rows.append("".join("^".join(map(str, stack)) if stack else "." for stack in row))
    return f"{left},{top}:" + "/".join(rows)


def parse_position(text: str, *, check: bool = True) -> Position:
    """Parse a position string. Raises ImpossiblePosition if play cannot continue from the position.

    With ``check=False`` an impossible position is returned, and :meth:`~skep.Position.faults` lists its problems.

    >>> position = parse_position("base black 0,0: wS1 bQ^wB1 / wQ")
    >>> format_position(position)
    'ultimate-2024 Base Black[3] 0,0:wS1bQ^wB1/wQ'
    >>> parse_position("0,0:wS1..bQ")
    Traceback (most recent call last):
    skep.errors.ImpossiblePosition: the hive is in more than one part
    """
    check_length(text, MAX_LINE_LENGTH, "position")
    fields, rest = _split(text)
    edition = find_edition(fields["edition"]) if "edition" in fields else DEFAULT_EDITION
    game_type = GameType.parse(re.sub(r"\s", "", fields["game type"])) if "game type" in fields else edition.box
    stacks = _parse_hive(text, rest)
    hands = rest_of_pieces(game_type, stacks.values())
    if "hands" in fields:
        hands = frozenset(read_pieces(fields["hands"].strip("()"), "position"))
    moved = fields.get("just moved", "").lstrip("!").strip()
    position = Position(
        stacks,
        hands,
        read_turn(fields.get("turn", ""), stacks.values(), "position"),
        Piece.parse(moved) if moved else None,
        game_type,
        edition,
    )
    if check:
        position.check()
    return position


def _split(text: str) -> tuple[dict[str, str], str]:
    """Return the fields that can be recognised by their form, and the rest: the hive."""
    fields, rest = dict[str, str](), text
    for name, pattern in _FIELDS.items():
        matches = pattern.findall(rest)
        if len(matches) > 1:
            raise NotationError("position", text, f"two values for {name}: {quote(matches[0])}, {quote(matches[1])}")
        if matches:
            fields[name] = matches[0]
            rest = pattern.sub(" ", rest)
    for word in rest.split():
        if not _HIVE_CHARACTERS.fullmatch(word):
            raise NotationError("position", text, f"{quote(word)} is not a field of a position")
    hive = "".join(word for word in rest.split() if word != "-")
    return fields, hive or ("-" if "-" in rest else "")


def _parse_hive(text: str, hive: str) -> dict[Hex, tuple[Piece, ...]]:
    if hive == "-":
        return {}
    corner = _CORNER.match(hive)
    left, top = (int(corner[1]), int(corner[2])) if corner else (0, 0)
    stacks = dict[Hex, tuple[Piece, ...]]()
    for r, row in enumerate(hive[corner.end() if corner else 0 :].split("/"), start=top):
        spots = _SPOT.findall(row)
        if "".join(spots) != row:
            raise NotationError("position", text, f"{quote(row)} is not a row of a hive; expected one like wS1.bQ^wB1")
        for q, spot in enumerate(spots, start=left):
            if spot != ".":
                stacks[Hex(q, r)] = tuple(Piece.parse(name) for name in spot.split("^"))
    if not stacks:
        raise NotationError("position", text, "the hive is missing; expected one like 0,0:wS1bG1, or - if empty")
    check_distance(stacks, "position")
    return stacks


def check_distance(stacks: Iterable[Hex], what: str) -> None:
    """Raise NotationError if a hex is too far from the origin to be written."""
    for hex_ in stacks:
        if max(abs(hex_.q), abs(hex_.r)) > MAX_DISTANCE:
            raise NotationError(what, f"{hex_.q},{hex_.r}", f"further than {MAX_DISTANCE} from the origin")


def read_pieces(text: str, what: str) -> list[Piece]:
    """Parse a list of pieces, separated by spaces, commas or nothing. Repeated pieces are an error."""
    names = _NAME.findall(text)
    if re.sub(r"[\s,]", "", text) != "".join(names):
        raise NotationError(what, text, "expected pieces, as in wA1 wA2")
    pieces = [Piece.parse(name) for name in names]
    for piece in pieces:
        if pieces.count(piece) > 1:
            raise NotationError(what, text, f"{piece} is named twice")
    return pieces


def rest_of_pieces(game_type: GameType, stacks: Iterable[Iterable[Piece]]) -> frozenset[Piece]:
    """Return the pieces of a game type that are not in play: the usual hands."""
    everything = {piece for color in Color for piece in game_type.pieces(color)}
    return frozenset(everything.difference(*stacks))


def read_turn(text: str, stacks: Iterable[Iterable[Piece]], what: str) -> int:
    """Return the ply of a turn such as ``White[3]``, or the earliest possible ply for ``White`` or an empty text.

    >>> read_turn("Black[2]", [], "position")
    3
    """
    if not text.strip():
        return earliest_ply(stacks)
    match = _TURN.fullmatch(text.strip())
    if match is None:
        raise NotationError(what, text, "expected a turn like White[3], or the colour to move")
    color = Color[match[1].upper()]
    return earliest_ply(stacks, color) if match[2] is None else 2 * (int(match[2]) - 1) + color.value


def earliest_ply(stacks: Iterable[Iterable[Piece]], turn: Color | None = None) -> int:
    """Return the earliest ply at which both players can have placed these pieces, with a colour to move.

    >>> earliest_ply([[Piece.parse("wS1")], [Piece.parse("bS1")]])
    2
    """
    colors = [piece.color for stack in stacks for piece in stack]
    ply = max(2 * colors.count(Color.WHITE) - 1, 2 * colors.count(Color.BLACK), 0)
    return ply + (turn is not None and Color(ply % 2) is not turn)
