"""The pieces that a player can choose from, numbered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from rich.text import Text

from skep.cli.words import Words
from skep.pieces import Bug, Color, Piece

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["Choice", "Place", "choices_of", "hand_line", "list_lines"]


class Place(Enum):
    """Where a piece that can be chosen is."""

    PLAY = "in_play"
    HAND = "in_hand"
    THROW = "to_throw"


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of the list."""

    number: int
    piece: Piece
    place: Place
    count: int
    """How many alike pieces are in the hand; 1 in play."""
    free: bool
    """Whether it can be placed, moved or thrown now."""

    def text(self, words: Words) -> str:
        """Number and name; in brackets when it cannot be played now."""
        number = str(self.number) if self.free else f"({self.number})"
        if self.place is Place.HAND:
            return f"{number:>4} {words.bug_count(self.piece.bug, self.count)}"
        return f"{number:>4} {self.piece} {words.bugs[self.piece.bug]}"


def choices_of(board: Board) -> list[Choice]:
    """The player's pieces in play, one piece of each bug in hand, and enemy pieces that can be thrown."""
    color = board.to_move
    movable = {move.piece for move in board.legal_moves if not move.is_pass}
    hand = board.hand(color)
    listed = [(piece, Place.PLAY, 1) for piece in board.game_type.pieces(color) if board.where(piece) is not None]
    for bug in Bug:
        alike = [piece for piece in hand if piece.bug is bug]
        if alike:
            listed.append((alike[0], Place.HAND, len(alike)))
    listed.extend((piece, Place.THROW, 1) for piece in sorted(movable) if piece.color is not color)
    return [
        Choice(number, piece, place, count, piece in movable) for number, (piece, place, count) in enumerate(listed, 1)
    ]


def list_lines(choices: Sequence[Choice], words: Words, width: int) -> Iterator[Text]:
    """The list in columns, a heading before the pieces of each place."""
    heads = {place: getattr(words, place.value) for place in Place}
    lead = max(map(len, heads.values()))
    wide = max(len(choice.text(words)) for choice in choices) + 2
    columns = max((width - lead) // wide, 1)
    for place in Place:
        entries = [choice for choice in choices if choice.place is place]
        for start in range(0, len(entries), columns):
            line = Text(f"{'' if start else heads[place]:<{lead}}", "bold")
            for choice in entries[start : start + columns]:
                line.append(f"{choice.text(words):<{wide}}", "not bold" if choice.free else "not bold dim")
            line.rstrip()
            yield line


def hand_line(board: Board, color: Color, name: str, words: Words) -> str:
    """What a player has in hand, in one line."""
    hand = board.hand(color)
    counted = [(bug, sum(piece.bug is bug for piece in hand)) for bug in Bug]
    shown = ", ".join(words.bug_count(bug, count) for bug, count in counted if count)
    return f"{words.hand.format(name=name)}{words.language.colon}{shown or words.empty_hand}"
