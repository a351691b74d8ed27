"""Positions for the tests, from pictures and replayed games.

In a picture, neighbouring tiles of a row are four characters apart, and the row below is shifted by two. ``*`` marks a
destination, any other single character names a space, and ``.`` is an unnamed space::

      wA1 *
    bQ  x   wQ
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent

from skep.editions import DEFAULT_EDITION, Edition, GameType
from skep.hexes import Hex
from skep.moves import Move
from skep.notation.uhp import GameString, parse_move
from skep.pieces import Color, Piece
from skep.position import Position
from skep.rules import legal_moves, play, reachable


def parse_picture(picture: str) -> tuple[dict[Piece, Hex], frozenset[Hex], dict[str, Hex]]:
    """Return the pieces, the marked destinations and the named spaces of a picture."""
    pieces: dict[Piece, Hex] = {}
    marks: set[Hex] = set()
    names: dict[str, Hex] = {}
    left: int | None = None
    for r, line in enumerate(dedent(picture).strip("\n").splitlines()):
        for token in re.finditer(r"\S+", line):
            column = token.start() - 2 * r
            left = column if left is None else left
            assert (column - left) % 4 == 0, f"{token[0]!r} is between two hexes: {line!r}"
            hex_ = Hex((column - left) // 4, r)
            if len(token[0]) > 1:
                pieces[Piece.parse(token[0])] = hex_
            elif token[0] == "*":
                marks.add(hex_)
            elif token[0] != ".":
                names[token[0]] = hex_
    return pieces, frozenset(marks), names


@dataclass(frozen=True)
class Diagram:
    """A position with the marked and named hexes of its picture."""

    position: Position
    marks: frozenset[Hex]
    names: Mapping[str, Hex]

    def at(self, name: str) -> Hex:
        """Return the hex of a named space or of a piece."""
        if name in self.names:
            return self.names[name]
        hex_ = self.position.where(Piece.parse(name))
        assert hex_ is not None, name
        return hex_

    def move(self, piece: str, to: str) -> Move:
        return Move(Piece.parse(piece), self.at(to))

    def reach(self, piece: str) -> frozenset[Hex]:
        return reachable(self.position, Piece.parse(piece))

    def hexes(self, names: str) -> frozenset[Hex]:
        return frozenset(self.at(name) for name in names.split())


def draw(
    picture: str,
    *,
    on: Mapping[str, str] | None = None,
    turn: Color = Color.WHITE,
    just_moved: str | None = None,
    edition: Edition = DEFAULT_EDITION,
    game_type: str = "Base+MLP",
) -> Diagram:
    """Return a position of the middle game. ``on`` lists the pieces on top of a piece, bottom first.

    All other pieces are in hand.
    """
    places, marks, names = parse_picture(picture)
    stacks: dict[Hex, tuple[Piece, ...]] = {hex_: (piece,) for piece, hex_ in places.items()}
    for below, above in (on or {}).items():
        stacks[places[Piece.parse(below)]] += tuple(Piece.parse(name) for name in above.split())
    bugs = GameType.parse(game_type)
    in_play = {piece for stack in stacks.values() for piece in stack}
    hands = frozenset(piece for color in Color for piece in bugs.pieces(color) if piece not in in_play)
    moved = None if just_moved is None else Piece.parse(just_moved)
    position = Position(stacks, hands, 60 + turn.value, moved, bugs, edition)
    position.check()
    return Diagram(position, marks, names)


def replay(game: str, edition: Edition = DEFAULT_EDITION) -> Position:
    """Return the position after a GameString, whose moves must all be legal in the edition."""
    parsed = GameString.parse(game)
    position = Position.start(parsed.game_type, edition)
    for text in parsed.moves:
        move = parse_move(text, position)
        assert move in legal_moves(position), f"{text} is illegal in {edition}"
        position = play(position, move)
    return position


def annotate(position: Position, picture: str) -> Diagram:
    """Check that a picture shows this position, and return it with the marks and names of the picture."""
    places, marks, names = parse_picture(picture)
    first, in_picture = next(iter(places.items()))
    in_position = position.where(first)
    assert in_position is not None
    dq, dr = in_position.q - in_picture.q, in_position.r - in_picture.r
    assert {piece: hex_.moved(dq, dr) for piece, hex_ in places.items()} == {
        stack[-1]: hex_ for hex_, stack in position.stacks.items()
    }
    return Diagram(
        position,
        frozenset(hex_.moved(dq, dr) for hex_ in marks),
        {name: hex_.moved(dq, dr) for name, hex_ in names.items()},
    )


def moves(position: Position, *texts: str) -> frozenset[Move]:
    """Parse MoveStrings."""
    return frozenset(parse_move(text, position) for text in texts)


def moves_of(position: Position, piece: str) -> frozenset[Move]:
    """Return the legal moves of a piece."""
    return frozenset(move for move in legal_moves(position) if not move.is_pass and move.piece == Piece.parse(piece))
